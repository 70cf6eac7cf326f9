"""Patterns: items that look alike, merged with their multiplicity.

Everything in the coefficient cube depends on an item only through how many coders chose
each category. A million items of five coders and ten categories have about three thousand
such patterns, so bootstrap, jackknife and per-item statistics run on those, exactly.

What looks alike is also what an order can rest on that does not change with names: each item, coder
and category gets a colour, a 64-bit number that grows out of the colours of what it goes with. An
item's grows out of who called it what, a coder's out of what was called how, a category's out of
who used it where; a few rounds tell apart whatever is not alike in every respect (colour
refinement, Weisfeiler & Leman 1968). Things of one colour can change places without changing any
number.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, Frozen, IntArray, remembered

_DENSE = 20_000_000
"""Largest rows × categories table held densely."""

SMALL = 100_000
"""Patterns with so few entries are remembered in any case: they take less than 3 MB."""


@dataclass(frozen=True, eq=False)
class Counts(Frozen):
    """A sparse table of counts, rows × categories.

    Row r has the entries bounds[r]:bounds[r+1] of `category` and `count`.

    :param width: How many categories.

    >>> import accord
    >>> import numpy as np
    >>> row, category = np.array([0, 0, 1, 1]), np.array([0, 0, 0, 1])
    >>> counts = accord.scale.Counts.of(row, category, rows=2, width=2)
    >>> counts.dense.tolist(), counts.totals.tolist()
    ([[2.0, 0.0], [1.0, 1.0]], [2.0, 2.0])
    """

    width: int
    bounds: IntArray
    category: IntArray
    count: FloatArray

    def __len__(self) -> int:
        return len(self.bounds) - 1

    @cached_property
    def row(self) -> IntArray:
        """The row of each entry."""
        return np.repeat(np.arange(len(self)), np.diff(self.bounds))

    @cached_property
    def totals(self) -> FloatArray:
        """The sum of each row."""
        return self.sums(self.count)

    def sums(self, entries: FloatArray) -> FloatArray:
        """The sum over each row of one value per entry."""
        return np.asarray(
            np.bincount(self.row, weights=entries, minlength=len(self)), dtype=np.float64
        )

    def columns(self, weights: FloatArray) -> FloatArray:
        """The sum of each column, rows weighted."""
        weighted = self.count * weights[self.row]
        summed = np.bincount(self.category, weights=weighted, minlength=self.width)
        return np.asarray(summed, dtype=np.float64)

    @property
    def dense(self) -> FloatArray | None:
        """The table as an array, None where it would be too large."""
        if len(self) * self.width > _DENSE:
            return None
        table = np.zeros((len(self), self.width))
        table[self.row, self.category] = self.count
        return table

    def take(self, rows: IntArray) -> "Counts":
        """These rows of the table."""
        sizes = np.diff(self.bounds)[rows]
        bounds = np.concatenate([[0], np.cumsum(sizes)])
        at = np.arange(bounds[-1]) + np.repeat(self.bounds[rows] - bounds[:-1], sizes)
        return Counts(self.width, bounds, self.category[at], self.count[at])

    def renumbered(self, columns: IntArray, rows: IntArray) -> "Counts":
        """The same table with column k at place `columns[k]`, its rows in the order `rows`."""
        # Entries of a row ascend by column, as `of` makes them: whoever merges rows relies on it.
        moved = Counts(self.width, self.bounds, columns[self.category], self.count)
        at = np.lexsort((moved.category, moved.row))
        moved = Counts(self.width, self.bounds, moved.category[at], self.count[at])
        return moved.take(rows)

    @classmethod
    def of(
        cls,
        row: IntArray,
        category: IntArray,
        rows: int,
        width: int,
        weights: FloatArray | None = None,
    ) -> "Counts":
        """Count the (row, category) pairs, each once or by its weight."""
        # 64 bits: rows × columns of a large study do not fit into the 32 of its codes.
        key = row.astype(np.int64) * width + category
        if rows * width <= max(100_000, 16 * len(row)):  # else a sort is cheaper
            flat = np.bincount(key, weights=weights, minlength=rows * width)
            at = np.flatnonzero(flat)
            count = flat[at].astype(np.float64)
        else:
            at, place = np.unique(key, return_inverse=True)
            count = np.bincount(place.reshape(-1), weights=weights).astype(np.float64)
        in_row, in_column = np.divmod(at, max(width, 1))
        bounds = np.concatenate([[0], np.cumsum(np.bincount(in_row, minlength=rows))])
        return cls(width, bounds, in_column, count)


@dataclass(frozen=True, slots=True, eq=False)
class Profiles(Frozen):
    """Who chose what, merged: rows of labels (category + 1 by coder, 0 where there is none).

    `multiplicity` says how many items have each row.
    """

    labels: IntArray
    multiplicity: FloatArray

    def by_coder(self, width: int, keep: FloatArray) -> Counts:
        """n_ck over the rows that `keep` lets in (0 or 1 a row)."""
        weights = self.multiplicity * keep
        table = np.array(
            [
                np.bincount(column, weights=weights, minlength=width + 1)[1:]
                for column in self.labels.T
            ]
        ).reshape(self.labels.shape[1], width)
        return _from_dense(table)


@dataclass(frozen=True, slots=True, eq=False)
class Patterns(Frozen):
    """Distinct rows of category counts and how many items have each.

    `of_item` maps an item to its pattern. `profiles` is there where few coders and categories
    allow to merge by who chose what as well.
    """

    counts: Counts
    multiplicity: FloatArray
    profiles: Profiles | None = None
    _keys: IntArray | None = None
    _distinct: IntArray | None = None
    _merged: IntArray | None = None

    @property
    def of_item(self) -> IntArray:
        """The pattern of each item."""
        if self._keys is None or self._distinct is None:
            return np.arange(len(self.counts))
        found = np.searchsorted(self._distinct, self._keys)
        return found if self._merged is None else self._merged[found]

    @classmethod
    def of(cls, codings: Codings) -> "Patterns":
        """Merge the items of `codings` that have the same counts of categories; counted once."""
        # Where hardly an item looks like another, patterns are larger than the codings: a large
        # study that remembered them would take three times its memory.
        most = max(SMALL, len(codings) // 2)
        return remembered(codings, _merged, lambda merged: len(merged.counts.count) <= most)


def _merged(codings: Codings) -> Patterns:
    n, k, c = len(codings.items), len(codings.categories), len(codings.coders)
    # Keys must fit: below 40 bits a table of all keys may still be counted without a sort, and 62
    # are what a signed 64-bit number holds with a bit to spare.
    # Profiles say who chose what, which chance by coder needs, so they come first where they are
    # few.
    if n and k and c and c * np.log2(k + 1) < 40 and (k + 1) ** c <= max(4096, n):
        return _by_profiles(codings)
    sizes = np.bincount(codings.item, minlength=n)
    m = int(sizes.max(initial=0))
    if n and k and k * np.log2(m + 1) < 62:
        return _by_counts(codings, sizes, m)
    if n and k and m * np.log2(k + 1) < 62 and n * m <= 4 * len(codings):
        return _by_sorted(codings, sizes, m)
    # So many categories and coders that equal items are rare: one pattern an item.
    return Patterns(Counts.of(codings.item, codings.category, n, k), np.ones(n))


def rows_of_counts(study: Codings) -> tuple[Counts, FloatArray]:
    """How many coders chose each category, a row an item, and how many items a row stands for."""
    items = len(study.items)
    return Counts.of(study.item, study.category, items, len(study.categories)), np.ones(items)


def merged_rows(study: Codings) -> tuple[Counts, FloatArray]:
    """How many coders chose each category, a row a pattern, and how many items have it."""
    patterns = Patterns.of(study)
    return patterns.counts, patterns.multiplicity


def who_chose(study: Codings) -> tuple[Codings, FloatArray]:
    """The codings of each item, and how many items each stands for: one."""
    return study, np.ones(len(study.items))


def without_category(study: Codings, category: int) -> Codings:
    """The study without the codings of a category (by position); every item stays."""
    return study.where(study.category != category)


def by_coder(
    study: Codings,
    missing: str,
    multiplicity: FloatArray | None = None,
    profiles: Profiles | None = None,
) -> Counts:
    """n_ck, one row per coder, over the codings that count under the rule.

    `multiplicity` is how many items each item stands for; `profiles`, where they are known, give
    the same sooner.
    """
    # An item counts from so many codings on, as docs/decisions.md lists it by coefficient.
    needed = {"available": 1, "pairable": 2, "complete": len(study.coders)}[missing]
    if profiles is not None:
        enough = (profiles.labels > 0).sum(axis=1) >= needed
        return profiles.by_coder(len(study.categories), enough.astype(np.float64))
    coder, category = study.who(), study.category
    weights = None if multiplicity is None else multiplicity[study.item]
    if needed > 1:
        kept = (np.bincount(study.item, minlength=len(study.items)) >= needed)[study.item]
        # A copy of all codings is saved where the rule drops none, which is the usual case.
        if not kept.all():
            coder, category = coder[kept], category[kept]
            weights = None if weights is None else weights[kept]
    return Counts.of(coder, category, len(study.coders), len(study.categories), weights)


def _by_profiles(codings: Codings) -> Patterns:
    """Key of an item: its labels, coder by coder, as the digits of one number in base k + 1.

    There are so few possible keys that a table counts them without sorting.
    """
    n, k, c = len(codings.items), len(codings.categories), len(codings.coders)
    power = (k + 1) ** np.arange(c, dtype=np.int64)
    if len(codings) == n * c:  # complete: the codings are a table, item by item
        grid = codings.category.reshape(n, c)
        keys = np.full(n, power.sum())
        for column in range(c):
            keys += power[column] * grid[:, column]
    else:
        digits = power.astype(np.int32)[codings.who()]  # keys are far below 2³¹ here
        digits *= codings.category.astype(np.int32, copy=False) + 1
        keys = _item_sums(digits, np.bincount(codings.item, minlength=n))
    table = np.bincount(keys, minlength=1)
    distinct = np.flatnonzero(table)
    times = table[distinct].astype(np.float64)
    labels = distinct[:, None] // power % (k + 1)
    row, coder = np.nonzero(labels)
    by_row = Counts.of(row, labels[row, coder] - 1, len(distinct), k)
    # Profiles that differ only in who chose what are one pattern of counts.
    merged = _by_counts_of(by_row, c)
    if merged is None:
        return Patterns(by_row, times, Profiles(labels, times), keys, distinct)
    first, into = merged
    multiplicity = np.zeros(len(first))
    # Not `multiplicity[into] += times`, which would count a repeated group once.
    np.add.at(multiplicity, into, times)
    return Patterns(by_row.take(first), multiplicity, Profiles(labels, times), keys, distinct, into)


def _by_counts_of(counts: Counts, m: int) -> tuple[IntArray, IntArray] | None:
    """The first of each group of equal rows, and the group of each row."""
    if counts.width * np.log2(m + 1) >= 62:
        return None
    weight = (m + 1) ** np.arange(counts.width, dtype=np.int64)
    digits = weight[counts.category] * counts.count.astype(np.int64)
    keys = _item_sums(digits, np.diff(counts.bounds))
    _, first, into = np.unique(keys, return_index=True, return_inverse=True)
    return first, into.reshape(-1)


def _by_counts(codings: Codings, sizes: IntArray, m: int) -> Patterns:
    """Key of an item: its counts as the digits of one number in base m + 1."""
    k = len(codings.categories)
    limit = (m + 1) ** k
    small = limit < 2**31  # half the memory, half the time to sort
    power = (m + 1) ** np.arange(k, dtype=np.int64)
    weight: IntArray = power.astype(np.uint32) if small else power.astype(np.uint64)
    sums = _item_sums(weight[codings.category], sizes)
    keys: IntArray = sums.astype(np.int32) if small else sums.astype(np.int64)
    distinct, multiplicity = _tally(keys, limit)
    digits = np.empty((len(distinct), k), dtype=np.int64)
    rest = distinct.astype(np.int64)
    for category in range(k):
        rest, digits[:, category] = np.divmod(rest, m + 1)
    return Patterns(_from_dense(digits), multiplicity, None, keys, distinct)


def _by_sorted(codings: Codings, sizes: IntArray, m: int) -> Patterns:
    """Key of an item: its categories, sorted, as the digits of one number in base k + 1."""
    n, k = len(codings.items), len(codings.categories)
    table = np.zeros((n, m), dtype=np.int64)
    position = np.arange(len(codings)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    table[codings.item, position] = codings.category + 1
    # Who chose what does not matter here: equal items have equal categories once they are sorted.
    table.sort(axis=1)
    keys = table @ (k + 1) ** np.arange(m, dtype=np.int64)
    distinct, multiplicity = _tally(keys, (k + 1) ** m)
    digits = distinct[:, None] // (k + 1) ** np.arange(m, dtype=np.int64) % (k + 1)
    row, column = np.nonzero(digits)
    category = digits[row, column] - 1
    counts = Counts.of(row, category, len(distinct), k)
    return Patterns(counts, multiplicity, None, keys, distinct)


def _item_sums(values: IntArray, sizes: IntArray) -> IntArray:
    """The sum of `values` (sorted by item) per item, exact as unsigned integers wrap around."""
    if not len(values):
        return np.zeros(len(sizes), values.dtype)
    running = np.cumsum(values, dtype=values.dtype)
    ends = np.cumsum(sizes)
    upto = running[np.maximum(ends - 1, 0)]
    upto[ends == 0] = 0  # items without codings at the very beginning
    # Differences of running sums wrap around and come out right: integers modulo 2^bits are a
    # group.
    upto[1:] -= upto[:-1].copy()
    return np.asarray(upto)


def _tally(keys: IntArray, limit: int) -> tuple[IntArray, FloatArray]:
    """Distinct keys (all below `limit`), ascending, and how often each occurs."""
    # A table no longer than twice the keys is filled faster than the keys are sorted.
    if limit <= max(65536, 2 * len(keys)):
        table = np.bincount(keys, minlength=1)
        distinct = np.flatnonzero(table)
        return distinct, table[distinct].astype(np.float64)
    ordered = np.sort(keys)
    first = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    return ordered[first], np.diff(np.append(first, len(ordered))).astype(np.float64)


def _from_dense(table: IntArray | FloatArray) -> Counts:
    row, category = np.nonzero(table)
    bounds = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=len(table)))])
    return Counts(table.shape[1], bounds, category, table[row, category].astype(np.float64))


Colours = npt.NDArray[np.uint64]

_ROUNDS = 3
"""How often colours are refined before they are compared."""
WORK = 3_000_000
"""How many meetings are looked at to tell things of one colour apart."""
WORTH_A_CALL = 2_000
"""Fewer meetings NumPy refines as quickly as the native core is called."""
TRIED, HOPE = 20, 4
"""After so many steps it is seen how many are still alike: where going on at four times that speed
would not tell all apart, they keep the order in which they stand."""


def mixed(values: Any) -> Colours:
    """Numbers whose bits depend on all bits of the given ones (the finalizer of SplitMix64)."""
    z = np.asarray(values).astype(np.uint64, copy=True)
    z += np.uint64(0x9E3779B97F4A7C15)
    z ^= z >> np.uint64(30)
    z *= np.uint64(0xBF58476D1CE4E5B9)
    z ^= z >> np.uint64(27)
    z *= np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return z


def refined(
    ends: list[IntArray], colours: list[Colours], times: Any = 1, rounds: int = _ROUNDS
) -> list[Colours]:
    """The colours of several sorts of things, refined by what they meet in.

    `ends` has, for each sort, which thing of that sort takes part in each meeting (a coding: its
    item, its coder, its category), `times` how often there is such a meeting.
    """
    often = np.asarray(times).astype(np.uint64)
    if len(ends[0]) >= WORTH_A_CALL:
        from accord.native import core

        if core() is not None:
            return _refined_in_core(ends, colours, often, rounds)
    for _ in range(rounds):
        total = np.zeros(len(ends[0]), dtype=np.uint64)
        for at, (end, colour) in enumerate(zip(ends, colours, strict=True)):
            # Odd factors that differ: else an item and a coder of one colour would be the same
            # thing.
            total += mixed(colour * np.uint64(2 * at + 3))[end]
        met = mixed(total)
        # Ten items alike add one hash ten times, which is ten times the hash.
        met *= often
        following = []
        for end, colour in zip(ends, colours, strict=True):
            sums = mixed(colour)
            np.add.at(sums, end, met)
            following.append(sums)
        colours = following
    return colours


def _refined_in_core(
    ends: list[IntArray], colours: list[Colours], often: Colours, rounds: int
) -> list[Colours]:
    """The same from the native core, which looks at each meeting once a round."""
    from accord.native import run

    first = np.cumsum([0, *map(len, colours)])
    meetings = np.empty((len(ends), len(ends[0])), np.int32)
    for into, end, begin in zip(meetings, ends, first, strict=False):
        np.add(end, begin, out=into, casting="unsafe")
    for into, end, colour in zip(meetings, ends, colours, strict=True):
        into[np.asarray(end) < 0] += len(colour)  # from the end, as Python counts
    inside = zip(meetings, pairwise(first), strict=True)
    if not all(begin <= one.min() and one.max() < end for one, (begin, end) in inside):
        raise IndexError("a meeting of things that are not there")
    times = np.broadcast_to(often, len(ends[0])).copy()
    now = np.concatenate(colours)
    hashed, following = np.empty_like(now), np.empty_like(now)
    for _ in range(rounds):
        run("accord_refined", meetings, *meetings.shape, times, first, now, hashed, following)
        now, following = following, now
    return [now[begin:end] for begin, end in pairwise(first)]


def by_colour(*colours: Colours) -> IntArray:
    """The order by colours, the first the most important; ties keep their place."""
    return np.asarray(np.lexsort(colours[::-1]))


def distinct_rows(
    ends: Sequence[IntArray], sizes: Sequence[int], times: Any = 1, last: Colours | None = None
) -> list[IntArray]:
    """Each sort of things, by position, in the order of their colours.

    Two of one colour are alike in all that the colours know: one of them is marked and the colours
    refined again, until all but the first sort (the items) are told apart. Whichever is marked, the
    result looks the same. `last` are colours that the last sort of things has of its own.
    """
    ends = list(ends)
    given = [np.zeros(max(n, 1), np.uint64) for n in sizes]
    given[-1] = given[-1] if last is None or not len(last) else last
    colours = refined(ends, given, times)
    steps, alike = WORK // max(len(ends[0]), 1), 0
    for step in range(steps):
        tied = [_tied(colours[sort][: sizes[sort]]) for sort in range(1, len(sizes))]
        left = sum(map(len, tied))
        alike = alike or left
        if not left or (step == TRIED and left * step > HOPE * steps * (alike - left)):
            break  # all are told apart, or so many are alike that no patience would end it
        sort = next(sort for sort, same in enumerate(tied, 1) if len(same))
        marked = colours[sort].copy()
        # Any change will do: one of those that are alike becomes another, and the rest follow.
        marked[tied[sort - 1][0]] ^= np.uint64(0xA5A5A5A5A5A5A5A5)
        colours = refined(ends, [*colours[:sort], marked, *colours[sort + 1 :]], times)
    return [by_colour(colour[:n]) for colour, n in zip(colours, sizes, strict=True)]


def _tied(colours: Colours) -> IntArray:
    """The things whose colour is that of the one after them, the smallest colours first."""
    order = np.argsort(colours, kind="stable")
    return np.asarray(order[:-1][colours[order][1:] == colours[order][:-1]])


PATTERNS = 20_000
"""The most patterns of an item that are looked at."""


def possible_patterns(sizes: FloatArray, categories: int) -> int:
    """How many patterns items of these sizes can have.

    >>> possible_patterns(np.array([2.0, 2.0]), 3)
    6
    """
    # Multisets of size c; an item of one coding cannot disagree.
    return sum(comb(int(c) + categories - 1, int(c)) for c in np.unique(sizes) if c > 1)
