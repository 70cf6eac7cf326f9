"""Graphs in lines: a graph is a category, written as the columns that it holds."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from accord._read.formats.line_values import listed, no_table
from accord._read.text.json_values import checked
from accord.errors import DataError
from accord.kinds.graphs.parts import Graph
from accord.kinds.graphs.study import Graphs

_COLUMNS = (str, list, list, int, str, str, str)
"""What the columns of a graph hold."""

EDGE = (int, str, int)
"""What an edge holds: its source, its relation, its target."""


def category_from(key: str, parts: Any, place: str) -> Hashable | None:
    """The graph under this key, None where the key is not of a graph.

    :param parts: Concepts, edges, attributes, [top], anchors, names, words.
    """
    if key != Graph.written_as:
        return None
    columns = listed(parts, len(_COLUMNS), f"{len(_COLUMNS)} lists of a {key}", place)
    for column, kind in zip(columns, _COLUMNS, strict=True):
        for part in checked(column, key, place, list):
            checked(part, key, place, kind)
    for row in columns[1]:
        held = listed(row, len(EDGE), f"a row of a {key}", place)
        for part, kind in zip(held, EDGE, strict=True):
            checked(part, key, place, kind)
    try:
        return Graph.from_columns(columns)
    except (DataError, TypeError, ValueError) as error:
        raise DataError(f"{place}: not a valid {key}: {error}") from None


def to_rows(study: Graphs) -> Iterator[Sequence[Any]]:
    """No cell of a table holds a graph."""
    raise no_table(study)
