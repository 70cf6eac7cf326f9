"""Codings counted where they are: any lazy frame that narwhals speaks, as a Tally.

Two plain aggregations do it. The codings of an item are added up to its key, equal keys are
counted, and only these come back: a few thousand rows for a hundred million codings.

    joint        who chose what, where coders are few: all that the cube can be asked
    by category  how many chose what, and each coder's table, where coders are many
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from accord.engine.engine_table import EngineTable
from accord.engine.frames import (
    CATEGORY,
    CODER,
    ITEM,
    column_values,
    fetched_columns,
    is_label,
    lazy_table,
    named_categories,
)
from accord.engine.pattern_keys import MOST_PATTERNS, coded_twice, counted_patterns
from accord.engine.tally import Tally
from accord.errors import DataError, Setting
from accord.model.names import Names


def count_frame(
    frame: Any,
    *,
    item: str | None = None,
    coder: str | None = None,
    category: str | None = None,
    coders: Sequence[str] | None = None,
    categories: Sequence[Hashable] | None = None,
    absent: Iterable[Hashable] = (),
) -> Tally | EngineTable:
    """What a table that an engine holds comes to, long (item, coder, category) or wide (coders):
    its tally, or, where patterns do not merge, the codings where they are."""
    if coders is not None:
        tally = count_wide(frame, coders, item=item, categories=categories, absent=absent)
    elif item is None or coder is None or category is None:
        raise DataError(
            f"name the columns: {Setting('item')}, {Setting('coder')} and {Setting('category')} "
            f"for a long frame, {Setting('coders')} for a wide one"
        )
    else:
        tally = count_long(frame, item, coder, category, categories=categories, absent=absent)
    # Patterns do not merge (real values, very many categories): the codings stay where they are.
    if tally is None:
        return remote(frame, item, coder, category, coders, categories, absent)
    if item is None:
        return tally
    source = partial(held_codings, frame, item, coder, category, coders, categories, absent)
    return replace(tally, source=source)


def remote(
    frame: Any,
    item: str | None,
    coder: str | None,
    category: str | None,
    coders: Sequence[str] | None,
    categories: Sequence[Hashable] | None,
    absent: Iterable[Hashable],
) -> EngineTable:
    """The codings left where they are, checked: for patterns that do not merge."""
    import narwhals as nw

    if coders is not None and item is None:
        raise DataError(f"this table needs an item column; name it with {Setting('item')}")
    assert item is not None
    held = held_codings(frame, item, coder, category, coders, categories, absent)
    # Checked although nothing is counted yet: every later question would else count such rows in
    # another way.
    _complete(held.whole)
    coded_twice(held.table)
    if categories is not None:
        odd = fetched_columns(held.table.filter(~nw.col(CATEGORY).is_in(list(categories))).head(1))
        place = [*zip(column_values(odd[CODER]), column_values(odd[ITEM]), strict=True)]
        named_categories(column_values(odd[CATEGORY]), categories, lambda _: place[0])
    return held


def held_codings(
    frame: Any,
    item: str,
    coder: str | None,
    category: str | None,
    coders: Sequence[str] | None,
    categories: Sequence[Hashable] | None,
    absent: Iterable[Hashable],
) -> EngineTable:
    """The table as a plan: its codings, and all its columns."""
    import narwhals as nw

    if coders is not None:
        frame = _unpivoted(lazy_table(frame, [item], coders), item, coders)
        item, coder, category = ITEM, CODER, CATEGORY
    assert coder is not None and category is not None  # noqa: PT018
    whole = _named(frame, item, coder, category)
    values = nw.col(CATEGORY)
    there = ~values.is_null()
    kind = whole.collect_schema()[CATEGORY]
    if kind.is_float():
        there = there & ~values.is_nan()
    # Comparing a number with "" is an error in most engines.
    elif kind in (nw.String, nw.Categorical, nw.Enum, nw.Object, nw.Unknown):
        there = there & (values != "")
    table = whole.filter(there)
    for name in absent:
        table = table.filter(values != name)
    return EngineTable(
        table,
        whole,
        categories is not None,
        names=None if categories is None else tuple(categories),
    )


def count_long(
    frame: Any,
    item: str,
    coder: str,
    category: str,
    *,
    categories: Sequence[Hashable] | None = None,
    absent: Iterable[Hashable] = (),
) -> Tally | None:
    """The tally of a table with one row per coding, None where patterns do not merge."""
    table = _named(frame, item, coder, category).select(ITEM, CODER, CATEGORY)
    _complete(table)
    return counted_patterns(table, categories, absent)


def count_wide(
    frame: Any,
    coders: Sequence[str],
    *,
    item: str | None = None,
    categories: Sequence[Hashable] | None = None,
    absent: Iterable[Hashable] = (),
) -> Tally | None:
    """The tally of a table with one row per item and one column per coder."""
    import narwhals as nw

    table = lazy_table(frame, [item] if item else [], coders)
    if item is not None:
        twice = fetched_columns(
            table.group_by(item).agg(nw.len().alias("n")).filter(nw.col("n") > 1).head(1)
        )
        if len(twice["n"]):
            raise DataError(
                f"item {column_values(twice[item])[0]!r} occurs in {int(twice['n'][0])} rows; "
                "a wide table has one row per item"
            )
    found = fetched_columns(
        table.group_by(*coders).agg(nw.len().alias("n")).head(MOST_PATTERNS + 1)
    )
    # Rows of a wide table are patterns already; where too many differ, they may still merge by how
    # many chose what.
    if len(found["n"]) > MOST_PATTERNS:
        return (
            None
            if item is None
            else count_long(
                _unpivoted(table, item, coders),
                ITEM,
                CODER,
                CATEGORY,
                categories=categories,
                absent=absent,
            )
        )
    columns = [column_values(found[name]) for name in coders]
    values = {value for column in columns for value in column if is_label(value, set(absent))}
    names = named_categories(
        values, categories, partial(_cell, table, item, dict(zip(coders, columns, strict=True)))
    )
    code_of = {value: at for at, value in enumerate(names)}
    codes = np.array([[code_of.get(v, -1) for v in column] for column in columns], dtype=np.int32)
    pattern, who = np.nonzero(codes.T >= 0)
    times = np.asarray(found["n"], dtype=np.float64)
    cells = (pattern, who, codes.T[pattern, who])
    return Tally.of_cells(Names(coders), names, categories is not None, cells, times)


def _cell(
    table: Any, item: str | None, columns: dict[str, list[Any]], category: Any
) -> tuple[Any, Any]:
    """Coder and item of a cell of a wide table with this category."""
    import narwhals as nw

    if item is None:
        return None, None
    coder = next(name for name, column in columns.items() if category in column)
    found = fetched_columns(table.filter(nw.col(coder) == category).select(item).head(1))
    return coder, column_values(found[item])[0]


def _named(frame: Any, item: str, coder: str, category: str) -> Any:
    """The three columns under names of their own, and all others as they are."""
    import narwhals as nw

    table = lazy_table(frame, [item, coder], [category], few=[coder])
    roles = {ITEM: item, CODER: coder, CATEGORY: category}
    others = [name for name in table.collect_schema().names() if name not in roles]
    return table.select(*(nw.col(name).alias(role) for role, name in roles.items()), *others)


def _complete(table: Any) -> None:
    """Raise for rows without an item or a coder."""
    import narwhals as nw

    for name, role, other in ((ITEM, "item", CODER), (CODER, "coder", ITEM)):
        gone = nw.col(name).is_null()
        if table.collect_schema()[name] == nw.String:
            gone = gone | (nw.col(name) == "")
        rows = table.filter(gone)
        empty = fetched_columns(rows.select(nw.len().alias("n")))
        if int(empty["n"][0]):
            one = column_values(fetched_columns(rows.select(other).head(1))[other])[0]
            which = f"one is of {'item' if other == ITEM else 'coder'} {one!r}"
            raise DataError(
                f"{int(empty['n'][0])} rows have no {role} ({which}); fill in or drop these rows"
            )


def _unpivoted(table: Any, item: str, coders: Sequence[str]) -> Any:
    import narwhals as nw

    gone = {item, *coders}
    others = [name for name in table.collect_schema().names() if name not in gone]
    parts = [
        table.select(
            nw.col(item).alias(ITEM),
            nw.lit(name).alias(CODER),
            nw.col(name).alias(CATEGORY),
            *others,
        )
        for name in coders
    ]
    return nw.to_native(nw.concat(parts))
