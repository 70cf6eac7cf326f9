"""The entry of boundaries."""

from accord.kinds.kind import Kind

KIND = Kind(
    name="boundaries",
    stored="segmentations",
    one="boundary",
    many="boundaries",
    document="document",
    documents="documents",
    did="placed boundaries in",
    like="documents",
    criterion="segmentation",
    section="boundaries",
    marks="boundaries",
    trait="segments",
    sequence='a string such as "0100" or a list of segment lengths',
)
