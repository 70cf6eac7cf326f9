"""The entry of spans."""

from accord.kinds.kind import Kind

KIND = Kind(
    name="spans",
    stored="unitizings",
    one="span",
    many="spans",
    document="document",
    documents="documents",
    did="marked units in",
    like="documents",
    merges=True,
    quick="span_f1",
    criterion="unitizing",
    section="units",
    marks="units",
    trait="units",
    bridge=("as_units", ""),
    sequence="a list of (begin, end, label)",
)
