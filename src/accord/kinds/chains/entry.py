"""The entry of chains."""

from accord.kinds.kind import Kind

KIND = Kind(
    name="chains",
    stored="partitions",
    one="chain",
    many="chains",
    in_full="coreference chains",
    document="document",
    documents="documents",
    did="marked chains in",
    like="documents",
    distance="masi",
    section="chains",
    marks="mentions",
    trait="chains",
    questions=("permutation",),
    sequence="a list of chains, each a list of mentions,",
)
