"""The entry of labels."""

from accord.kinds.kind import Kind

KIND = Kind(
    name="labels",
    stored="codings",
    one="label",
    many="labels",
    document="item",
    documents="items",
    did="labelled",
    one_value=True,
    # A label can be merged with another, and given to another item.
    questions=("categories", "permutation"),
    merges=True,
    distance=None,
    marks="codings",
    bridge=("as_labels", "_d"),  # _d: discretized, one label for each atom
    sequence="a list of labels",
)
