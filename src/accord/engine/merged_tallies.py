"""Tallies of parts add up: the parts of a study, each with whole items, in any order.

Merging is associative and commutative: patterns, coders and categories come in an order that
does not depend on the order of the parts, and counts are whole numbers, added exactly.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from accord._measure.settings import RULES
from accord.engine.tally import Tally
from accord.errors import DataError, Setting
from accord.kinds.labels.patterns import Counts, Patterns
from accord.model.names import FloatArray, IntArray, Names, in_order


def merge(tallies: Iterable[Tally]) -> Tally:
    """One tally of several parts; no item may be in two of them.

    :param tallies: The parts.

    >>> import accord
    >>> parts = [
    ...     accord.from_coders({"A": "xy", "B": "xx"}),
    ...     accord.from_coders({"A": "xz", "B": "xz"}),
    ... ]
    >>> accord.scale.merge(accord.scale.Tally.of(part) for part in parts)
    Tally(4 items, 2 coders, 3 categories, 3 patterns)
    """
    parts = list(tallies)
    if not parts:
        raise DataError("no counts to merge; give at least one part")
    told = {part.within for part in parts}
    return replace(_merged(parts), within=told.pop() if len(told) == 1 else None)


def _merged(parts: Sequence[Tally]) -> Tally:
    categories, declared = _categories(parts)
    known = all(part.merged is not None or part.coder_tables is not None for part in parts)
    coders = in_order(name for part in parts for name in part.coders) if known else Names()
    size = len(coders) if known else max(part.size for part in parts)
    # Who chose what survives only if every part has it.
    if all(part.merged is not None for part in parts):
        return _merged_codings(parts, coders, categories, declared)
    columns = [_places(part.categories, categories) for part in parts]
    counts, multiplicity = _alike(
        [part.patterns.counts for part in parts],
        columns,
        [part.patterns.multiplicity for part in parts],
        len(categories),
    )
    tables: dict[str, Counts] | None = None
    if known:
        tables = {rule: _table(parts, rule, coders, categories, size) for rule in RULES}
    return Tally(coders, categories, declared, Patterns(counts, multiplicity), size, tables)


def _categories(parts: Sequence[Tally]) -> tuple[Names, bool]:
    _of_one_kind(parts)
    declared = [part.categories for part in parts if part.declared]
    if not declared:
        return in_order(name for part in parts for name in part.categories), False
    first = declared[0]
    for names in [*declared[1:], *(part.categories for part in parts if not part.declared)]:
        unknown = [name for name in names if name not in first]
        if unknown:
            raise DataError(
                f"category {unknown[0]!r} of one part is not among those declared in another "
                f"({', '.join(map(repr, first[:8]))}); count all parts with the same "
                f"{Setting('categories')}"
            )
    # Also where the sets are equal: another order is another scale.
    if any(names != first for names in declared):
        raise DataError(
            "the parts declare different categories; count all parts with the same "
            f"{Setting('categories')}"
        )
    return first, True


def _of_one_kind(parts: Sequence[Tally]) -> None:
    """Refuse 1 in one part and "1" in another: labels are numbers only where all of them are."""
    texts = {name for part in parts for name in part.categories if isinstance(name, str)}
    numbers = [n for part in parts for n in part.categories if isinstance(n, (int, float))]
    if texts and numbers and len(parts) > 1:
        one, other = min(texts), min(numbers, key=str)
        raise DataError(
            f"labels are numbers in one part ({other}) and text in another ({one!r:.60}), so 1 and "
            f"'1' would be two labels; count all parts together, or each with all labels as "
            f"{Setting('categories')}"
        )


def _merged_codings(
    parts: Sequence[Tally], coders: Names, categories: Names, declared: bool
) -> Tally:
    """Patterns of who chose what: a cell coder × category of each is 1."""
    k = len(categories)
    tables, columns = [], []
    for part in parts:
        codings = part.merged
        assert codings is not None
        old = len(codings.categories)
        cell = codings.who().astype(np.int64) * old + codings.category
        tables.append(Counts.of(codings.item, cell, len(codings.items), old * len(codings.coders)))
        who = _places(codings.coders, coders)
        what = _places(codings.categories, categories)
        columns.append((who[:, None] * k + what[None, :]).ravel())
    counts, multiplicity = _alike(
        tables, columns, [part.patterns.multiplicity for part in parts], k * len(coders)
    )
    coder, category = np.divmod(counts.category, max(k, 1))
    cells = (counts.row, coder, category)
    return Tally.of_cells(coders, categories, declared, cells, multiplicity)


def _places(names: Names, among: Names) -> IntArray:
    return np.array([among.index(name) for name in names], dtype=np.int64)


def _alike(
    tables: Sequence[Counts],
    columns: Sequence[IntArray],
    multiplicities: Sequence[FloatArray],
    width: int,
) -> tuple[Counts, FloatArray]:
    """Equal rows of all tables, once each, in an order of their own, and how many items have it."""
    found: dict[bytes, float] = {}
    for table, column, multiplicity in zip(tables, columns, multiplicities, strict=True):
        category = column[table.category] if len(column) else table.category
        order = np.lexsort((category, table.row))
        entries = np.stack([category[order], table.count[order].astype(np.int64)], axis=1)
        bounds = table.bounds.tolist()
        for row, number in enumerate(multiplicity.tolist()):
            # big-endian, so that bytes compare as the numbers do
            key = entries[bounds[row] : bounds[row + 1]].astype(">i8").tobytes()
            found[key] = found.get(key, 0.0) + number
    keys = sorted(found)
    sizes = np.array([len(key) // 16 for key in keys], dtype=np.int64)
    flat = np.frombuffer(b"".join(keys), dtype=">i8").astype(np.int64).reshape(-1, 2)
    bounds_of = np.concatenate([[0], np.cumsum(sizes)])
    counts = Counts(width, bounds_of, flat[:, 0], flat[:, 1].astype(np.float64))
    return counts, np.array([found[key] for key in keys])


def _table(
    parts: Sequence[Tally], rule: str, coders: Names, categories: Names, size: int
) -> Counts:
    """n_ck of all parts. Where one part has fewer coders than all together, none of its items
    was coded by every coder."""
    row, column, weight = [], [], []
    for part in parts:
        # An item of a part with fewer coders was not coded by all.
        if rule == "complete" and part.size < size:
            continue
        table = part.by_coder(rule)
        row.append(_places(part.coders, coders)[table.row])
        column.append(_places(part.categories, categories)[table.category])
        weight.append(table.count)
    if not row:
        nothing = np.zeros(0, dtype=np.int64)
        return Counts.of(nothing, nothing, len(coders), len(categories))
    return Counts.of(
        np.concatenate(row),
        np.concatenate(column),
        len(coders),
        len(categories),
        np.concatenate(weight),
    )
