"""Labels that are texts as numbers: of arrays, lists and columns of frames, each in the way in
which its library, or the native core, numbers them fastest."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

MOST_WORDS = 256
"""At most so many different words are counted as labels without a study."""

ROWS_THAT_TELL = 4096
"""So many rows tell the core which labels to expect; it says where there are others."""


class Words(NamedTuple):
    """Labels as numbers of some values; where one is missing, the last value is None."""

    codes: Any
    values: list[Any]

    def __len__(self) -> int:
        return len(self.codes)


def numbered_words(column: Any) -> Words | None:
    """The texts of a column of pandas, Polars or PyArrow, which number them faster than they hand
    them over; None of other columns."""
    library = type(column).__module__.partition(".")[0]
    if library == "polars" and str(column.dtype) == "String":
        import polars

        names = column.drop_nulls().unique()
        codes = column.cast(polars.Enum(names)).to_physical().cast(polars.Int64)
        return _with_none(codes.fill_null(-1).to_numpy(), names.to_list())
    if library == "pyarrow" and str(getattr(column, "type", "")) in ("string", "large_string"):
        whole = column.combine_chunks() if hasattr(column, "combine_chunks") else column
        numbered = whole.dictionary_encode()
        return _with_none(
            numbered.indices.fill_null(-1).to_numpy(), numbered.dictionary.to_pylist()
        )
    if hasattr(column, "iloc") and str(column.dtype) in ("object", "str", "string"):
        return _of_pandas(column)
    return None


def _of_pandas(column: Any) -> Words | None:
    held = column.values
    if isinstance(held, np.ndarray) and (found := by_identity(held)) is not None:
        return found
    try:
        codes, values = column.factorize()
    except TypeError:  # labels that cannot be hashed
        return None
    return _with_none(codes, [*values])


def _with_none(codes: Any, values: list[Any]) -> Words:
    """A code of −1 is that of the last value."""
    return Words(codes, [*values, None] if codes.min(initial=0) < 0 else values)


def by_identity(labels: Any) -> Words | None:
    """Labels as numbers where few objects are all of them, as where a program gave them."""
    some = {*map(id, labels[:ROWS_THAT_TELL])}
    if len(labels) <= ROWS_THAT_TELL or len(some) > MOST_WORDS:
        return None
    array = labels if isinstance(labels, np.ndarray) else np.empty(len(labels), object)
    if array is not labels:
        array[:] = labels
    return words_in_core(array)


def words_in_core(array: Any) -> Words | None:
    """Words of one width, or objects by their addresses, as the core numbers them; None where there
    are many."""
    if len(array) <= ROWS_THAT_TELL:
        return None
    from accord.native import core, run

    if core() is None:
        return None
    codes, first = np.empty(len(array), np.int16), np.empty(MOST_WORDS, np.int64)
    found = np.zeros(1, np.int64)
    words = (array.ctypes.data, array.strides[0], array.itemsize, len(array))
    run("accord_number_words", *words, MOST_WORDS, codes, first, found)
    if found[0] < 0:
        return None
    return Words(codes, array[first[: found[0]]].tolist())


def texts_in_core(labels: Sequence[Any]) -> Words | None:
    """Texts as the core numbers them, each in a string of its own; None where there are others, or
    many: then joining them, at a tenth of what looking each up takes, was in vain."""
    if len(labels) <= ROWS_THAT_TELL:
        return None
    from accord.native import core, run

    if core() is None:
        return None
    try:
        if len(set(labels[:ROWS_THAT_TELL])) > MOST_WORDS:
            return None
        raw = "\0".join(labels).encode()
    except (TypeError, UnicodeEncodeError):  # missing, a number, half a letter
        return None
    n = len(labels)
    codes, found = np.empty(n, np.int16), np.zeros(1, np.int64)
    first, *places = np.empty((3, MOST_WORDS + 1), np.int64)
    told = raw, len(raw), n, MOST_WORDS
    # A label that holds a zero is two texts here.
    if run("accord_number_texts", *told, codes, first, *places, found) or found[0] < 0:
        return None
    # The labels themselves: what is met first says whether they are plain texts.
    return Words(codes, [labels[at] for at in first[: found[0]].tolist()])
