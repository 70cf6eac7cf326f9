"""Trees in lines: a tree is a category, written as the columns that it holds."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from accord._read.formats.line_values import listed, no_table
from accord._read.text.json_values import checked
from accord.errors import DataError
from accord.kinds.trees.discourse import Discourse
from accord.kinds.trees.parts import Constituents, Dependencies
from accord.kinds.trees.study import Trees

_COLUMNS: dict[str, tuple[type, ...]] = {
    Dependencies.written_as: (int, str, str, str),
    Constituents.written_as: (str, list, int, int, str, str),
    Discourse.written_as: (list, int, str),
}
"""What is written as a tree → what its columns hold; of trees whose parts are of several sorts,
lists."""

PART = (int, int, int, str, str)
"""What a part of a rhetorical structure holds."""


def category_from(key: str, parts: Any, place: str) -> Hashable | None:
    """The tree under this key, None where the key is not of a tree.

    :param parts: Heads, relations, words, tags; labels, spans, depths, [size], words, tags; or
        parts, [size], texts of a rhetorical structure.
    """
    if key not in _COLUMNS:
        return None
    rhetorical = key == Discourse.written_as
    number = len(_COLUMNS[key])
    what = f"{number} lists of {'a ' * rhetorical}{key}"
    columns = listed(parts, number, what, place)
    for column, kind in zip(columns, _COLUMNS[key], strict=True):
        for part in checked(column, key, place, list):
            checked(part, key, place, kind)
    if rhetorical:
        return _rhetorical(key, columns, place)
    try:
        if key == Dependencies.written_as:
            return Dependencies.of(*columns, circles=True)
        spans = [(int(begin), int(end)) for begin, end in columns[1]]
        return Constituents.of(columns[0], spans, columns[2], *columns[3], *columns[4:])
    except (DataError, TypeError, ValueError) as error:
        raise DataError(f"{place}: {key} do not form a tree: {error}") from None


def _rhetorical(key: str, columns: Sequence[Any], place: str) -> Discourse:
    for row in columns[0]:
        held = listed(row, len(PART), f"a row of a {key}", place)
        for part, kind in zip(held, PART, strict=True):
            checked(part, key, place, kind)
    try:
        (size,) = columns[1]
        return Discourse.of(columns[0], size, columns[2])
    except (DataError, TypeError, ValueError) as error:
        raise DataError(f"{place}: not a valid {key}: {error}") from None


def to_rows(study: Trees) -> Iterator[Sequence[Any]]:
    """No cell of a table holds a tree."""
    raise no_table(study)
