"""The entry of trees."""

from accord.kinds.kind import Kind

KIND = Kind(
    name="trees",
    stored="trees",
    one="tree",
    many="trees",
    document="item",
    documents="items",
    did="drew trees of",
    like="labels",
    one_value=True,
    distance="tree-edit",
    section="trees",
    trait="trees",
)
