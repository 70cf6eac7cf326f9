"""The entry of relations."""

from accord.kinds.kind import Kind

KIND = Kind(
    name="relations",
    stored="relations",
    one="relation",
    many="relations",
    document="document",
    documents="documents",
    did="linked entities in",
    like="documents",
    questions=("categories",),  # what is marked or linked has one
    marks="relations",
    trait="relations",
    hierarchy="types",  # any other distance would be one of sets of links
)
