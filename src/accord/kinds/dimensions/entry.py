"""The entry of dimensions."""

from accord.kinds.kind import Kind

KIND = Kind(
    name="dimensions",
    stored="dimensions",
    one="label",
    many="labels",
    in_full="several labels per item",
    document="item",
    documents="items",
    did="annotated",
    several=True,
    section="dimensions",
    marks="codings",
    trait="dimensions",
)
