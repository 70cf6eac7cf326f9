"""Patterns of items by plain aggregations: the keys of items, and how many items have each.

The codings of an item are added up to its key, numbers whose digits say who chose what or how
many chose what. Equal keys are counted, and only these come back.

Every engine groups and sums; few have more in common. So a category (or a coder's category)
becomes a digit at a place of its own, the sum over an item's codings is its pattern, and equal
patterns are equal numbers. A word has 48 bits of digits: the rest is room for the carries of
codings that should not be there, so that these are found and not lost.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from accord.engine.frames import (
    CATEGORY,
    CODER,
    ITEM,
    column_values,
    fetched_columns,
    is_label,
    named_categories,
)
from accord.engine.streamed_items import Items, TwiceError, streamed
from accord.engine.tally import Tally
from accord.errors import DataError
from accord.kinds.labels.patterns import Counts, Patterns
from accord.model.names import FloatArray, IntArray, Names, in_order
from accord.native import core

WORD_BITS = 48
"""Bits of a word that are digits: the other 16 of 64 have room for carries, and for the sign."""
_CELLS_AT_ONCE = 1 << 18
"""So many digits are read at a time, in the order in which they are wanted: 2 MB."""
CASES_IN_CHAIN = 32
"""How many cases stand in one expression: engines limit how deep these nest."""


@dataclass(frozen=True, slots=True)
class Digits:
    """`number` digits of `bits` bits, in as many words as they need."""

    number: int
    bits: int

    @property
    def per_word(self) -> int:
        """How many digits a word has."""
        return max(WORD_BITS // self.bits, 1)

    @property
    def words(self) -> int:
        """How many words there are."""
        return -(-self.number // self.per_word)

    def cases(self, word: int, values: Sequence[Any]) -> list[tuple[Any, int]]:
        """(value, 1 at its place) for the values whose digit is in this word."""
        begin = word * self.per_word
        inside = values[begin : begin + self.per_word]
        return [(value, 1 << (self.bits * at)) for at, value in enumerate(inside)]

    def read(self, words: Sequence[IntArray]) -> tuple[IntArray, IntArray, IntArray]:
        """Row, digit and value of every digit that is not 0, sorted by row and digit."""
        mask, size = (1 << self.bits) - 1, len(words[0]) if words and self.number else 0
        each = max(_CELLS_AT_ONCE // max(self.number, 1), 1)
        found = [np.zeros((3, 0), dtype=np.int64)]
        for begin in range(0, size, each):
            some = [word[begin : begin + each] for word in words]
            table = np.empty((len(some[0]), self.number), dtype=np.int64)
            for digit in range(self.number):
                word, at = divmod(digit, self.per_word)
                table[:, digit] = (some[word] >> (self.bits * at)) & mask
            there = np.flatnonzero(table)
            row, digit_of = np.divmod(there, self.number)
            found.append(np.stack([row + begin, digit_of, table.ravel()[there]]))
        row, digit_of, value = np.concatenate(found, axis=1)
        return row, digit_of, value


def case(column: Any, cases: Sequence[tuple[Any, int]]) -> Any:
    """The number that belongs to a value of the column, 0 where none does."""
    import narwhals as nw

    chains = []
    for begin in range(0, len(cases), CASES_IN_CHAIN):
        chain: Any = nw.lit(0, dtype=nw.Int64)
        for value, number in reversed(cases[begin : begin + CASES_IN_CHAIN]):
            chain = nw.when(column == value).then(nw.lit(number, dtype=nw.Int64)).otherwise(chain)
        chains.append(chain)
    # A row of a thousand additions nests a thousand deep, which engines refuse.
    while len(chains) > 1:  # added up as a tree, not as a row
        pairs = [chains[at : at + 2] for at in range(0, len(chains), 2)]
        chains = [pair[0] + pair[1] if len(pair) == 2 else pair[0] for pair in pairs]
    return chains[0] if chains else nw.lit(0, dtype=nw.Int64)


def ones(words: Sequence[IntArray]) -> FloatArray:
    """How many bits are 1 in all words of each row."""
    total = np.zeros(len(words[0]) if words else 0)
    for word in words:
        for bit in range(63):
            total += (word >> bit) & 1
    return total


MOST_PATTERNS = 2_000_000
"""The most patterns that are brought back."""

MOST_IN_PLAN = 512
"""The most categories that are written into a plan, one by one."""

MOST_KEY_WORDS = 8
"""The most numbers that make a key."""

MOST_JOINT = 4
"""The same for patterns of who chose what: with more coders these hardly ever merge."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What occurs in a table of codings: coder × category with their numbers."""

    coders: Names
    categories: Names
    declared: bool
    coder: IntArray  # of each cell that occurs
    category: IntArray
    number: IntArray

    def table(self) -> Counts:
        """n_ck over all codings."""
        return Counts.of(
            self.coder,
            self.category,
            len(self.coders),
            len(self.categories),
            self.number.astype(np.float64),
        )


def look(
    table: Any, categories: Sequence[Hashable] | None, absent: Iterable[Hashable]
) -> Seen | None:
    """Which coders use which categories how often, None where there are too many of them."""
    import narwhals as nw

    # One more than allowed is enough to know that there are too many; the rest never leaves the
    # engine.
    found = fetched_columns(
        table.group_by(CODER, CATEGORY).agg(nw.len().alias("n")).head(MOST_PATTERNS + 1)
    )
    if len(found["n"]) > MOST_PATTERNS:
        return None
    gone = set(absent)
    coder_of, values = column_values(found[CODER]), column_values(found[CATEGORY])
    coders = in_order(coder_of)
    kept = np.array([is_label(value, gone) for value in values], dtype=bool)
    present = [value for value, there in zip(values, kept, strict=True) if there]
    names = named_categories(present, categories, partial(_place, table))
    at = {value: place for place, value in enumerate(names)}
    who = np.array([coders.index(name) for name in coder_of], dtype=np.int64)
    return Seen(
        coders,
        names,
        categories is not None,
        who[kept],
        np.array([at[value] for value in present], dtype=np.int64),
        np.asarray(found["n"], dtype=np.int64)[kept],
    )


def _place(table: Any, category: Any) -> tuple[Any, Any]:
    """Coder and item of a coding with this category."""
    import narwhals as nw

    found = fetched_columns(table.filter(nw.col(CATEGORY) == category).select(CODER, ITEM).head(1))
    return column_values(found[CODER])[0], column_values(found[ITEM])[0]


def counted_patterns(
    table: Any, categories: Sequence[Hashable] | None, absent: Iterable[Hashable] = ()
) -> Tally | None:
    """The tally of a table of codings, None where patterns do not merge."""
    seen = look(table, categories, absent)
    # Each category is a case in the plan; beyond, sums and squares take their place
    # (docs/decisions.md, Large tables).
    if seen is None or len(seen.categories) > MOST_IN_PLAN:
        return None
    try:
        held = _streamed(table, seen)
    except TwiceError:
        held = None
        coded_twice(_present(table, seen))
    # Who chose what first, for it answers everything; how many chose what is smaller and leaves
    # some questions open.
    return joint(table, seen, held) or tally_by_category(table, seen, held)


def _streamed(table: Any, seen: Seen) -> Items | None:
    """The items as the native core adds them up; None where the engine has to."""
    import narwhals as nw

    what = _what(seen)
    if core() is None or not what.number:
        return None
    who = case(nw.col(CODER), [(value, at) for at, value in enumerate(seen.coders)])
    code = case(nw.col(CATEGORY), [(value, at + 1) for at, value in enumerate(seen.categories)])
    plan = table.with_columns(**{CODER: who, CATEGORY: code})
    return streamed(plan, what.bits, what.per_word, what.words)


def _what(seen: Seen) -> Digits:
    """A digit for each coder, which holds the category."""
    return Digits(len(seen.coders), max(len(seen.categories), 1).bit_length())


def joint(table: Any, seen: Seen, held: Items | None = None) -> Tally | None:
    """The tally of who chose what, None where it is too large."""
    if held is None:
        found = joint_patterns(table, seen)
        return None if found is None else found[0]
    what, who = _what(seen), Digits(len(seen.coders), 1)
    if what.words + who.words > MOST_JOINT or (read := held.patterns(MOST_PATTERNS)) is None:
        return None
    words, items = read
    pattern, coder, _ = what.read(list(words.T))
    there = np.zeros((who.words, len(items)), np.int64)  # engines order by who coded, too
    np.add.at(there, (coder // who.per_word, pattern), np.int64(1) << (coder % who.per_word))
    order = np.lexsort([np.bincount(pattern, minlength=len(items)), *words.T, *there])
    return _joint_tally(what, seen, [*words[order].T], items[order])


def _joint_tally(what: Digits, seen: Seen, words: Sequence[IntArray], items: IntArray) -> Tally:
    pattern, coder, category = what.read(words)
    cells, known = (pattern, coder, category - 1), (seen.coders, seen.categories, seen.declared)
    return Tally.of_cells(*known, cells, items.astype(np.float64))


def joint_patterns(
    table: Any, seen: Seen, within: str | None = None
) -> tuple[Tally, list[Any]] | None:
    """The tally of who chose what and, of a column about items, the value of each pattern.

    A digit for each coder holds the category; a bit for each coder, added up, has as many ones as
    there are codings only if no coder comes twice.
    """
    import narwhals as nw

    what, who = _what(seen), Digits(len(seen.coders), 1)
    if not len(seen.coders) or what.words + who.words > MOST_JOINT:
        return None
    code = [(value, at + 1) for at, value in enumerate(seen.categories)]
    coded = table.with_columns(accord_code=case(nw.col(CATEGORY), code))
    coded = coded.with_columns(accord_there=(nw.col("accord_code") > 0).cast(nw.Int64))
    words = {"n": nw.col("accord_there")}
    for word in range(what.words):
        place = case(nw.col(CODER), what.cases(word, list(seen.coders)))
        # Behind ibis a literal is as small as it can be, and the product of two of them overflows:
        # what was made of a truth value is 64 bits wide.
        words[f"w{word}"] = place * (nw.col("accord_code") * nw.col("accord_there"))
    for word in range(who.words):
        place = case(nw.col(CODER), who.cases(word, list(seen.coders)))
        words[f"b{word}"] = place * nw.col("accord_there")
    read = _patterns(coded, words, within)
    if read is None:
        return None
    found, groups = read
    # Twice the same bit carries over to the next: then fewer bits are 1 than there are codings.
    if (ones([found[f"b{word}"] for word in range(who.words)]) < found["n"]).any():
        coded_twice(_present(table, seen))
    keys = [found[f"w{word}"] for word in range(what.words)]
    return _joint_tally(what, seen, keys, found["items"]), groups


def tally_by_category(table: Any, seen: Seen, held: Items | None = None) -> Tally | None:
    """Patterns of how many chose what, and each coder's own table."""
    import narwhals as nw

    # Six bits count 63 codings of one category: crowds are large, but their items rarely are;
    # where they are, the keys are made again with wider digits.
    bits = min(max(len(seen.coders), 1).bit_length(), 6)
    if held is not None:
        return _held_by_category(held, seen, bits)
    coded_twice(_present(table, seen))
    there = case(nw.col(CATEGORY), [(value, 1) for value in seen.categories])
    while True:
        digits = Digits(len(seen.categories), bits)
        if digits.words > MOST_KEY_WORDS:
            return None
        words = {"n": there}
        for word in range(digits.words):
            words[f"w{word}"] = case(nw.col(CATEGORY), digits.cases(word, seen.categories))
        read = _patterns(table, words)
        if read is None:
            return None
        found, _ = read
        largest = int(found["n"].max(initial=0))
        if largest < 1 << bits:
            break
        bits = largest.bit_length()  # more codings an item than a digit can count
    tables = _coder_tables(table, seen, set(found["n"].tolist()))
    keys = [found[f"w{word}"] for word in range(digits.words)]
    return _category_tally(digits, seen, keys, found["items"], tables)


def _held_by_category(held: Items, seen: Seen, bits: int) -> Tally | None:
    sizes, single, complete = held.sizes(len(seen.coders), len(seen.categories))
    largest = int(np.flatnonzero(sizes).max(initial=0))
    digits = Digits(len(seen.categories), max(bits, largest.bit_length()))
    layout = (digits.bits, digits.per_word, digits.words)
    if digits.words > MOST_KEY_WORDS or (read := held.by_category(*layout, MOST_PATTERNS)) is None:
        return None
    words, items = read
    pattern, _, count = digits.read(list(words.T))
    n = np.bincount(pattern, weights=count, minlength=len(items))
    order = np.lexsort([n, *words.T])
    tables = _by_rule(seen.table(), _table_of(single), _table_of(complete))
    return _category_tally(digits, seen, [*words[order].T], items[order], tables)


def _category_tally(
    digits: Digits,
    seen: Seen,
    words: Sequence[IntArray],
    items: IntArray,
    tables: dict[str, Counts],
) -> Tally:
    pattern, category, count = digits.read(words)
    shape = (len(items), len(seen.categories))
    counts = Counts.of(pattern, category, *shape, count.astype(np.float64))
    patterns = Patterns(counts, items.astype(np.float64))
    return Tally(seen.coders, seen.categories, seen.declared, patterns, len(seen.coders), tables)


def _patterns(
    table: Any, words: dict[str, Any], within: str | None = None
) -> tuple[dict[str, IntArray], list[Any]] | None:
    """Distinct keys of items and how many items have each, None where there are too many; with
    the value of the column `within`, where one is named."""
    import narwhals as nw

    names = list(words)
    group = [] if within is None else [within]
    keyed = table.with_columns(**words).select(ITEM, *group, *names)
    ends = [nw.col(name).max() for name in group]
    keys = keyed.group_by(ITEM).agg(*(nw.col(name).sum() for name in names), *ends)
    # Engines answer sums of integers as decimals or 128 bits.
    keys = keys.select(*(nw.col(name).cast(nw.Int64) for name in names), *group)
    counted = keys.group_by(*names, *group).agg(nw.len().alias("items"))
    found = fetched_columns(counted.head(MOST_PATTERNS + 1))
    if len(found["items"]) > MOST_PATTERNS:
        return None
    values = column_values(found.pop(within)) if within is not None else []
    columns = {name: np.asarray(column, dtype=np.int64) for name, column in found.items()}
    order = np.lexsort([columns[name] for name in names])  # engines keep none
    return (
        {name: column[order] for name, column in columns.items()},
        [values[at] for at in order] if values else values,
    )


def _coder_tables(table: Any, seen: Seen, sizes: set[int]) -> dict[str, Counts]:
    """n_ck under each rule; the items with one coding, or all, are looked up only if any are."""
    size = len(seen.coders)
    nothing = Counts.of(seen.coder[:0], seen.category[:0], size, len(seen.categories))
    single = _cells(table, seen, 1) if 1 in sizes else nothing
    complete = _cells(table, seen, size) if size in sizes else nothing
    return _by_rule(seen.table(), single, complete)


def _by_rule(everything: Counts, single: Counts, complete: Counts) -> dict[str, Counts]:
    pairable = _less(everything, single) if len(single.count) else everything
    return {"available": everything, "pairable": pairable, "complete": complete}


def _table_of(dense: IntArray) -> Counts:
    coder, category = np.nonzero(dense)
    rows, width = dense.shape
    return Counts.of(coder, category, rows, width, dense[coder, category].astype(np.float64))


def _cells(table: Any, seen: Seen, size: int) -> Counts:
    """n_ck over the items that have `size` codings."""
    import narwhals as nw

    present = _present(table, seen)
    sizes = present.group_by(ITEM).agg(nw.len().alias("n"))
    chosen = present.join(sizes.filter(nw.col("n") == size).select(ITEM), on=ITEM, how="inner")
    found = fetched_columns(chosen.group_by(CODER, CATEGORY).agg(nw.len().alias("n")))
    at = {value: place for place, value in enumerate(seen.categories)}
    coder = [seen.coders.index(name) for name in column_values(found[CODER])]
    category = [at[value] for value in column_values(found[CATEGORY])]
    return Counts.of(
        np.array(coder, dtype=np.int64),
        np.array(category, dtype=np.int64),
        len(seen.coders),
        len(seen.categories),
        np.asarray(found["n"], dtype=np.float64),
    )


def _less(table: Counts, other: Counts) -> Counts:
    return Counts.of(
        np.concatenate([table.row, other.row]),
        np.concatenate([table.category, other.category]),
        len(table),
        table.width,
        np.concatenate([table.count, -other.count]),
    )


def _present(table: Any, seen: Seen) -> Any:
    import narwhals as nw

    if not seen.categories:
        return table.head(0)
    there = case(nw.col(CATEGORY), [(value, 1) for value in seen.categories])
    return table.filter(there > 0)


def coded_twice(table: Any) -> None:
    """Raise for a coder who codes an item more than once; `table` has no missing codings."""
    import narwhals as nw

    groups = table.group_by(ITEM, CODER).agg(nw.len().alias("n"))
    found = fetched_columns(groups.filter(nw.col("n") > 1).head(1))
    if len(found["n"]):
        coder, item = (column_values(found[name])[0] for name in (CODER, ITEM))
        raise DataError(
            f"coder {coder!r} labels item {item!r} "
            f"{int(found['n'][0])} times; keep one row per coder and item"
        )
