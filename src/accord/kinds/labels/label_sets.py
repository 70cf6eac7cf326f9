"""Codings whose categories are sets of labels: from a cell, a list, or one row per label."""

from collections.abc import Hashable, Sequence
from typing import Any

from accord.errors import DataError, Setting
from accord.kinds.labels.cells import ColumnValues, is_there
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns

EMPTY = ("{}", "∅")
"""What stands for the empty set in a cell; an empty cell is a missing coding."""


def split_labels(cell: str, separator: str) -> frozenset[str]:
    """The set of labels in a cell; the separator alone, "{}" and "∅" are the empty set.

    >>> sorted(split_labels("joy | fear|joy", "|"))
    ['fear', 'joy']
    >>> split_labels("|", "|")
    frozenset()
    """
    if cell.strip() in EMPTY:
        return frozenset()
    if not separator:
        raise DataError(
            f"{Setting('sets', '')} separates nothing; name the separator of labels, e.g. "
            f"{Setting('sets', '|')}"
        )
    return frozenset(filter(None, (part.strip() for part in cell.split(separator))))


def from_labels(
    item: ColumnValues,
    coder: ColumnValues,
    label: ColumnValues,
    *,
    categories: Sequence[Hashable] | None = None,
    **more: Any,
) -> Codings:
    """Codings of sets from three parallel columns, one row per label that a coder gave.

    The rows of one coder about one item are one coding, the set of their labels. A row whose
    label is "{}" or "∅" says that the coder gave none. `more` goes to `from_columns`.

    :param item: The item of each row.
    :param coder: Its coder.
    :param label: The label.
    :param categories: All possible categories, in order.
    :param more: Keywords of `from_columns`.

    >>> import accord
    >>> accord.labels.from_labels(["s1", "s1", "s1"], ["A", "A", "B"], ["joy", "fear", "joy"])
    Codings(1 items, 2 coders, 2 categories, 2 codings)
    """
    if not len(item) == len(coder) == len(label):
        lengths = f"{len(item)}, {len(coder)}, {len(label)}"
        raise DataError(f"the columns item, coder, label differ in length: {lengths}")
    gathered: dict[tuple[Any, Any], list[Any]] = {}
    places: dict[tuple[Any, Any], int] = {}
    for at, (i, c, name) in enumerate(zip(item, coder, label, strict=True)):
        labels = gathered.setdefault((i, c), [])
        places.setdefault((i, c), at)
        if is_there(name):
            labels.append(name)
    sets = [frozenset(set(labels) - set(EMPTY)) if labels else None for labels in gathered.values()]
    where = more.pop("where", None)
    return from_columns(
        [i for i, _ in gathered],
        [c for _, c in gathered],
        sets,
        categories=categories,
        where=None if where is None else [where[at] for at in places.values()],
        **more,
    )
