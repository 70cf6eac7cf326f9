"""The entry of graphs."""

from accord.kinds.kind import Kind

KIND = Kind(
    name="graphs",
    stored="graphs",
    one="graph",
    many="graphs",
    document="item",
    documents="items",
    did="drew graphs of",
    like="labels",
    one_value=True,
    merges=True,
    distance="smatch",
    section="trees",
    trait="graphs",
)
