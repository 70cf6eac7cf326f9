"""The entry of regions."""

from accord.kinds.kind import Kind

KIND = Kind(
    name="regions",
    stored="regions",
    one="region",
    many="regions",
    in_full="image regions",
    document="image",
    documents="images",
    did="marked regions in",
    like="documents",
    questions=("categories",),  # what is marked or linked has one
    section="regions",
    marks="regions",
    trait="boxes",
    in_files="regions of images",  # "regions" alone could be of a text
)
