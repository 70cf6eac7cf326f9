"""Codings counted where they are: any lazy frame that narwhals speaks, as a Tally.

Two plain aggregations do it. The codings of an item are added up to its key, equal keys are
counted, and only these come back: a few thousand rows for a hundred million codings.

    joint        who chose what, where coders are few: all that the cube can be asked
    by category  how many chose what, and each coder's table, where coders are many
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from accord.errors import DataError
from accord.model.codings import Codings
from accord.model.frames import columns_of, is_there, lazy_table, listed, named
from accord.model.keys import Digits, case, ones
from accord.model.names import IntArray, Names
from accord.model.patterns import Counts, Patterns
from accord.model.remote import CATEGORY, CODER, ITEM, Remote
from accord.model.tally import Tally
from accord.model.tally_parts import in_order

MOST = 2_000_000
"""The most patterns that are brought back."""

MOST_CATEGORIES = 512
"""The most categories that are written into a plan, one by one."""

MOST_WORDS = 8
"""The most numbers that make a key."""

MOST_JOINT = 4
"""The same for patterns of who chose what: with more coders these hardly ever merge."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What occurs in a table of codings: coder × category with their numbers, as the engine
    writes them, and under which names."""

    coders: Names
    categories: Names
    declared: bool
    coder_values: list[Any]  # as the engine has them, in the order of `coders`
    category_values: list[Any]
    coder: IntArray  # of each cell that occurs
    category: IntArray
    number: IntArray

    def table(self) -> Counts:
        """n_ck over all codings."""
        return Counts.of(
            self.coder, self.category, len(self.coders), len(self.categories),
            self.number.astype(np.float64),
        )  # fmt: skip


def count_frame(
    frame: Any,
    *,
    item: str | None = None,
    coder: str | None = None,
    category: str | None = None,
    coders: Sequence[str] | None = None,
    categories: Sequence[Hashable] | None = None,
    absent: Iterable[Hashable] = (),
) -> Tally | Remote:
    """What a table that an engine holds comes to, long (item, coder, category) or wide (coders):
    its tally, or, where patterns do not merge, the codings where they are."""
    if coders is not None:
        tally = count_wide(frame, coders, item=item, categories=categories, absent=absent)
    elif item is None or coder is None or category is None:
        raise DataError(
            "name the columns: item=, coder= and category= for a long frame, "
            "coders=[…] for a wide one"
        )
    else:
        tally = count_long(frame, item, coder, category, categories=categories, absent=absent)
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
) -> Remote:
    """The codings left where they are, checked: for patterns that do not merge."""
    import narwhals as nw

    if coders is not None and item is None:
        raise DataError("so many different items need a column of the item; name it with item=")
    assert item is not None
    held = held_codings(frame, item, coder, category, coders, categories, absent)
    _complete(held.whole)
    twice(held.table)
    if categories is not None:
        odd = columns_of(held.table.filter(~nw.col(CATEGORY).is_in(list(categories))).head(1))
        named(listed(odd[CATEGORY]), categories)
    return held


def held_codings(
    frame: Any,
    item: str,
    coder: str | None,
    category: str | None,
    coders: Sequence[str] | None,
    categories: Sequence[Hashable] | None,
    absent: Iterable[Hashable],
) -> Remote:
    """The table as a plan: its codings, and all its columns."""
    import narwhals as nw

    if coders is not None:
        frame = _unpivoted(lazy_table(frame, [item, *coders]), item, coders)
        item, coder, category = ITEM, CODER, CATEGORY
    assert coder is not None and category is not None  # noqa: PT018
    whole = _named(frame, item, coder, category)
    values = nw.col(CATEGORY)
    there = ~values.is_null()
    kind = whole.collect_schema()[CATEGORY]
    if kind.is_float():
        there = there & ~values.is_nan()
    elif not kind.is_numeric():
        there = there & (values != "")
    table = whole.filter(there)
    for name in absent:
        table = table.filter(values != name)
    return Remote(table, whole, categories is not None,
                  names=None if categories is None else tuple(categories))  # fmt: skip


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
    table = codings_frame(frame, item, coder, category)
    seen = look(table, categories, absent)
    if seen is None or len(seen.categories) > MOST_CATEGORIES:
        return None
    return _joint(table, seen) or _by_category(table, seen)


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

    table = lazy_table(frame, [*coders, *([item] if item else [])])
    if item is not None:
        twice = columns_of(
            table.group_by(item).agg(nw.len().alias("n")).filter(nw.col("n") > 1).head(1)
        )
        if len(twice["n"]):
            raise DataError(
                f"item {listed(twice[item])[0]!r} stands in {int(twice['n'][0])} rows; "
                "a wide table has one row per item"
            )
    found = columns_of(table.group_by(*coders).agg(nw.len().alias("n")).head(MOST + 1))
    if len(found["n"]) > MOST:
        return None if item is None else count_long(
            _unpivoted(table, item, coders), ITEM, CODER, CATEGORY,
            categories=categories, absent=absent,
        )  # fmt: skip
    columns = [listed(found[name]) for name in coders]
    values = {value for column in columns for value in column if is_there(value, set(absent))}
    names, _ = named(values, categories)
    code_of = {value: at for at, value in enumerate(names)}
    codes = np.array([[code_of.get(v, -1) for v in column] for column in columns], dtype=np.int32)
    pattern, who = np.nonzero(codes.T >= 0)
    merged = Codings(
        Names(range(len(found["n"]))), Names(coders), names, pattern.astype(np.int32),
        who.astype(np.int32), codes.T[pattern, who], categories is not None,
    )  # fmt: skip
    return Tally.weighted(merged, np.asarray(found["n"], dtype=np.float64))


def codings_frame(frame: Any, item: str, coder: str, category: str) -> Any:
    """The three columns under names of their own; an item or coder may not be missing."""
    table = _named(frame, item, coder, category).select(ITEM, CODER, CATEGORY)
    _complete(table)
    return table


def _named(frame: Any, item: str, coder: str, category: str) -> Any:
    """The three columns under names of their own, and all others as they are."""
    import narwhals as nw

    table = lazy_table(frame, [item, coder, category])
    roles = {ITEM: item, CODER: coder, CATEGORY: category}
    others = [name for name in table.collect_schema().names() if name not in roles]
    return table.select(*(nw.col(name).alias(role) for role, name in roles.items()), *others)


def _complete(table: Any) -> None:
    """Raise for rows without an item or a coder."""
    import narwhals as nw

    for name, role in ((ITEM, "item"), (CODER, "coder")):
        empty = columns_of(table.filter(nw.col(name).is_null()).select(nw.len().alias("n")))
        if int(empty["n"][0]):
            raise DataError(f"{int(empty['n'][0])} rows have no {role}; fill in or drop these rows")


def look(table: Any, categories: Sequence[Hashable] | None, absent: Iterable[Hashable]) -> Any:
    """Which coders use which categories how often, None where there are too many of them."""
    import narwhals as nw

    found = columns_of(table.group_by(CODER, CATEGORY).agg(nw.len().alias("n")).head(MOST + 1))
    if len(found["n"]) > MOST:
        return None
    gone = set(absent)
    coder_of, values = listed(found[CODER]), listed(found[CATEGORY])
    coders = in_order(coder_of)
    kept = np.array([is_there(value, gone) for value in values], dtype=bool)
    present = [value for value, there in zip(values, kept, strict=True) if there]
    names, as_written = named(present, categories)
    at = {value: place for place, value in enumerate(as_written)}
    who = np.array([coders.index(name) for name in coder_of], dtype=np.int64)
    return Seen(
        coders, names, categories is not None, list(coders), as_written, who[kept],
        np.array([at[value] for value in present], dtype=np.int64),
        np.asarray(found["n"], dtype=np.int64)[kept],
    )  # fmt: skip


def _joint(table: Any, seen: Seen) -> Tally | None:
    """Patterns of who chose what. A digit for each coder holds the category; a bit for each
    coder, added up, has as many ones as there are codings only if no coder comes twice."""
    import narwhals as nw

    what = Digits(len(seen.coders), max(len(seen.categories), 1).bit_length())
    who = Digits(len(seen.coders), 1)
    if not len(seen.coders) or what.words + who.words > MOST_JOINT:
        return None
    code = [(value, at + 1) for at, value in enumerate(seen.category_values)]
    coded = table.with_columns(accord_code=case(nw.col(CATEGORY), code))
    coded = coded.with_columns(accord_there=(nw.col("accord_code") > 0).cast(nw.Int64))
    words = {"n": nw.col("accord_there")}
    for word in range(what.words):
        place = case(nw.col(CODER), what.cases(word, seen.coder_values))
        words[f"w{word}"] = place * nw.col("accord_code")
    for word in range(who.words):
        place = case(nw.col(CODER), who.cases(word, seen.coder_values))
        words[f"b{word}"] = place * nw.col("accord_there")
    found = _patterns(coded, words)
    if found is None:
        return None
    if (ones([found[f"b{word}"] for word in range(who.words)]) < found["n"]).any():
        twice(_present(table, seen))
    pattern, coder, category = what.read([found[f"w{word}"] for word in range(what.words)])
    merged = Codings(
        Names(range(len(found["n"]))), seen.coders, seen.categories, pattern.astype(np.int32),
        coder.astype(np.int32), (category - 1).astype(np.int32), seen.declared,
    )  # fmt: skip
    return Tally.weighted(merged, found["items"].astype(np.float64))


def _by_category(table: Any, seen: Seen) -> Tally | None:
    """Patterns of how many chose what, and each coder's own table."""
    import narwhals as nw

    twice(_present(table, seen))
    there = case(nw.col(CATEGORY), [(value, 1) for value in seen.category_values])
    bits = min(len(seen.coders).bit_length(), 6)
    while True:
        digits = Digits(len(seen.categories), bits)
        if digits.words > MOST_WORDS:
            return None
        words = {"n": there}
        for word in range(digits.words):
            words[f"w{word}"] = case(nw.col(CATEGORY), digits.cases(word, seen.category_values))
        found = _patterns(table, words)
        if found is None:
            return None
        largest = int(found["n"].max(initial=0))
        if largest < 1 << bits:
            break
        bits = largest.bit_length()  # more codings an item than a digit can count
    pattern, category, count = digits.read([found[f"w{w}"] for w in range(digits.words)])
    counts = Counts.of(pattern, category, len(found["n"]), len(seen.categories),
                       count.astype(np.float64))  # fmt: skip
    patterns = Patterns(counts, found["items"].astype(np.float64))
    tables = _coder_tables(table, seen, set(found["n"].tolist()))
    return Tally(seen.coders, seen.categories, seen.declared, patterns, len(seen.coders), tables)


def _patterns(table: Any, words: dict[str, Any]) -> dict[str, IntArray] | None:
    """Distinct keys of items and how many items have each, None where there are too many."""
    import narwhals as nw

    names = list(words)
    keyed = table.with_columns(**words).select(ITEM, *names)
    keys = keyed.group_by(ITEM).agg(*(nw.col(name).sum() for name in names))
    keys = keys.select(*(nw.col(name).cast(nw.Int64) for name in names))
    found = columns_of(keys.group_by(*names).agg(nw.len().alias("items")).head(MOST + 1))
    if len(found["items"]) > MOST:
        return None
    return {name: np.asarray(column, dtype=np.int64) for name, column in found.items()}


def _coder_tables(table: Any, seen: Seen, sizes: set[int]) -> dict[str, Counts]:
    """n_ck under each rule; the items with one coding, or all, are looked up only if any are."""
    everything = seen.table()
    size = len(seen.coders)
    single = _cells(table, seen, 1) if 1 in sizes else None
    nothing = Counts.of(seen.coder[:0], seen.category[:0], size, everything.width)
    pairable = everything if single is None else _less(everything, single)
    complete = _cells(table, seen, size) if size in sizes else nothing
    return {"available": everything, "pairable": pairable, "complete": complete}


def _cells(table: Any, seen: Seen, size: int) -> Counts:
    """n_ck over the items that have `size` codings."""
    import narwhals as nw

    present = _present(table, seen)
    sizes = present.group_by(ITEM).agg(nw.len().alias("n"))
    chosen = present.join(sizes.filter(nw.col("n") == size).select(ITEM), on=ITEM, how="inner")
    found = columns_of(chosen.group_by(CODER, CATEGORY).agg(nw.len().alias("n")))
    at = {value: place for place, value in enumerate(seen.category_values)}
    coder = [seen.coders.index(name) for name in listed(found[CODER])]
    category = [at[value] for value in listed(found[CATEGORY])]
    return Counts.of(
        np.array(coder, dtype=np.int64), np.array(category, dtype=np.int64),
        len(seen.coders), len(seen.categories), np.asarray(found["n"], dtype=np.float64),
    )  # fmt: skip


def _less(table: Counts, other: Counts) -> Counts:
    return Counts.of(
        np.concatenate([table.row, other.row]), np.concatenate([table.category, other.category]),
        len(table), table.width, np.concatenate([table.count, -other.count]),
    )  # fmt: skip


def _present(table: Any, seen: Seen) -> Any:
    import narwhals as nw

    there = case(nw.col(CATEGORY), [(value, 1) for value in seen.category_values])
    return table.filter(there > 0)


def twice(table: Any) -> None:
    """Raise for a coder who codes an item more than once; `table` has no missing codings."""
    import narwhals as nw

    groups = table.group_by(ITEM, CODER).agg(nw.len().alias("n"))
    found = columns_of(groups.filter(nw.col("n") > 1).head(1))
    if len(found["n"]):
        raise DataError(
            f"coder {listed(found[CODER])[0]!r} codes item {listed(found[ITEM])[0]!r} "
            f"{int(found['n'][0])} times; keep one row per coder and item"
        )


def _unpivoted(table: Any, item: str, coders: Sequence[str]) -> Any:
    import narwhals as nw

    gone = {item, *coders}
    others = [name for name in table.collect_schema().names() if name not in gone]
    parts = [
        table.select(nw.col(item).alias(ITEM), nw.lit(name).alias(CODER),
                     nw.col(name).alias(CATEGORY), *others)
        for name in coders
    ]  # fmt: skip
    return nw.to_native(nw.concat(parts))
