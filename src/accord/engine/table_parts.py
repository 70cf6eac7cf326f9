"""What counts do not contain, asked of the engine that holds the table.

Where coders are many, patterns do not say who met whom. Then the engine makes the table of each
pair of coders (how often a chose k where b chose l) in one pass, or counts the codings of some
coders again.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import isnan
from typing import Any

import numpy as np

from accord._measure.cube.kernel import Countable
from accord.engine.engine_table import EngineTable
from accord.engine.frames import CATEGORY, CODER, ITEM, column_values, fetched_columns
from accord.engine.pattern_keys import Seen, joint_patterns
from accord.engine.tally import Tally
from accord.errors import NotApplicableError, TooLargeError
from accord.model.names import FloatArray, IntArray, Names, in_order

MOST_PAIR_CELLS = 4_000_000
"""The most cells of pairs of coders that are brought back."""

MOST_QUESTIONS = 100
"""So many times an engine is asked again for parts of one study."""


def table_in_engine(study: Countable, what: str) -> EngineTable:
    """The table in its engine; where it is not there, `what` cannot be had from counts."""
    held: EngineTable | None = study.held
    if held is None:
        raise NotApplicableError.of_counts(what)
    return held


def parts_within(study: Countable, column: str) -> list[tuple[Any, Tally | EngineTable]]:
    """The study within each value of a column about items; coders and categories stay.

    Where patterns say who chose what the engine counts them by value in one pass, else it is
    asked again for each value.
    """
    held = table_in_engine(study, f"a breakdown by {column}")
    one = held.clustered(held.whole, column)  # an item has one value
    # Patterns that say who chose what carry the column along in the same pass; otherwise the
    # engine is asked once for each value.
    if isinstance(study, Tally) and study.merged is not None:
        nothing = np.zeros(0, dtype=np.int64)
        seen = Seen(
            study.coders,
            study.categories,
            study.declared,
            nothing,
            nothing,
            nothing,
        )
        found = joint_patterns(one, seen, column)
        if found is not None:
            return _split(*found)
    values = in_order(
        column_values(
            fetched_columns(held.whole.select(column).unique().head(MOST_QUESTIONS + 1))[column]
        )
    )
    if len(values) > MOST_QUESTIONS:
        raise TooLargeError(
            f"column {column!r} has more than {MOST_QUESTIONS} values, and for these data the "
            "engine must be asked again for each. Use a column with fewer values"
        )
    return [(value, _inside(study, held, column, value)) for value in values]


def _split(tally: Tally, values: list[Any]) -> list[tuple[Any, Tally | EngineTable]]:
    """One tally for each value; what is missing is None, also where it is written as NaN."""
    merged, multiplicity = tally.merged, tally.patterns.multiplicity
    assert merged is not None
    # Engines write a missing value as null or NaN, and nan equals not even itself.
    groups = [None if isinstance(value, float) and isnan(value) else value for value in values]
    code = {value: at for at, value in enumerate(in_order(groups))}
    place = np.array([code[value] for value in groups], dtype=np.intp)
    parts: list[tuple[Any, Tally | EngineTable]] = []
    for value, at in code.items():
        here = np.flatnonzero(place == at)
        parts.append((value, Tally.weighted(merged.take(here), multiplicity[here])))
    return parts


def _inside(study: Countable, held: EngineTable, column: str, value: Any) -> Tally | EngineTable:
    """The study of the items that have this value."""
    import narwhals as nw

    here = nw.col(column) == value
    if value is None:
        here = nw.col(column).is_null()
        # Asked only of floats: is_nan fails on every other type.
        if held.whole.collect_schema()[column].is_float():
            here = here | nw.col(column).is_nan()
    part = replace(
        held,
        table=held.table.filter(here),
        whole=held.whole.filter(here),
        who=tuple(study.coders),
        width=len(study.categories),
    )
    if not isinstance(study, Tally):
        return part
    return part.recounted(study, study.coders, part.counts()["i"])


def pair_tallies(study: Countable) -> Iterator[tuple[int, int, Tally]] | None:
    """The tally of every two coders, from one join in the engine; None where this is too much.

    Coder a has n_ak codings in all, and shares some items with b; what is left are items that
    of the two a alone coded.
    """
    held: EngineTable | None = study.held
    if held is None:
        return None
    import narwhals as nw

    own = fetched_columns(
        held.table.group_by(CODER, CATEGORY).agg(nw.len().alias("n")).head(MOST_PAIR_CELLS + 1)
    )
    if len(own["n"]) > MOST_PAIR_CELLS:
        return None
    left = held.table.select(ITEM, CODER, CATEGORY)
    right = left.select(ITEM, nw.col(CODER).alias("other"), nw.col(CATEGORY).alias("another"))
    # Half of the pairs: each two coders once.
    both = left.join(right, on=ITEM, how="inner").filter(nw.col(CODER) < nw.col("other"))
    cells = both.group_by(CODER, CATEGORY, "other", "another").agg(nw.len().alias("n"))
    shared = fetched_columns(cells.head(MOST_PAIR_CELLS + 1))
    return None if len(shared["n"]) > MOST_PAIR_CELLS else _tallies(study, own, shared)


def _tallies(
    study: Countable, own: dict[str, Any], shared: dict[str, Any]
) -> Iterator[tuple[int, int, Tally]]:
    values = column_values(own[CATEGORY])
    known = isinstance(study, Tally) or study.declared
    categories = Names(study.categories) if known else in_order(values)
    who = {name: at for at, name in enumerate(study.coders)}
    what = {name: at for at, name in enumerate(categories)}
    table = np.zeros((len(who), len(what)))
    table[_codes(own[CODER], who), _codes(values, what)] = own["n"]
    a, b = _codes(shared[CODER], who), _codes(column_values(shared["other"]), who)
    k, l = _codes(shared[CATEGORY], what), _codes(column_values(shared["another"]), what)
    # The engine sorts names its own way; here the order of the study counts.
    turned = a > b
    a, b = np.where(turned, b, a), np.where(turned, a, b)
    k, l = np.where(turned, l, k), np.where(turned, k, l)
    order = np.argsort(a * len(who) + b, kind="stable")
    ends = np.searchsorted((a * len(who) + b)[order], np.arange(len(who) ** 2), side="right")
    items = study.counts()["i"]
    for one, two in combinations(range(len(who)), 2):
        at = one * len(who) + two
        here = order[ends[at - 1] if at else 0 : ends[at]]
        n = np.asarray(shared["n"])[here].astype(np.float64)
        first = table[one] - np.bincount(k[here], weights=n, minlength=len(what))
        second = table[two] - np.bincount(l[here], weights=n, minlength=len(what))
        cells = (k[here], l[here], n)
        yield one, two, _pair(study, (one, two), categories, cells, (first, second), items)


def _pair(
    study: Countable,
    pair: tuple[int, int],
    categories: Names,
    shared: tuple[IntArray, IntArray, FloatArray],
    alone: tuple[FloatArray, FloatArray],
    items: int,
) -> Tally:
    """One pattern for each cell, for each category that one of the two chose alone, for none."""
    k, l, n = shared
    single = [np.flatnonzero(part) for part in alone]
    begin = len(k)
    first = begin + np.arange(len(single[0]))
    second = begin + len(first) + np.arange(len(single[1]))
    row = np.concatenate([np.arange(begin), np.arange(begin), first, second])
    coder = np.repeat([0, 1, 0, 1], [begin, begin, len(first), len(second)])
    category = np.concatenate([k, l, *single])
    times = np.concatenate([n, alone[0][single[0]], alone[1][single[1]]])
    multiplicity = np.append(times, items - times.sum())
    names = Names([study.coders[at] for at in pair])
    cells = (row, coder, category)
    return Tally.of_cells(names, categories, study.declared, cells, multiplicity)


def _codes(column: Any, places: dict[Any, int]) -> IntArray:
    values = column if isinstance(column, list) else column_values(column)
    return np.array([places[value] for value in values], dtype=np.int64)
