"""Labels that belong to the item: senses of a word, candidates of a mention, two systems compared.

Where each block of items (a lemma, a pair, a single item) has labels of its own, labels of
different blocks are never confused. Chance that draws from all labels together would count that as
agreement: coders who toss coins between two senses get α = .5. So it has to be known from what a
label was chosen. People say it (`within`), or the data show it:

    pair       every coding names one of the two things of its item, or a tie
    options    a column lists what could be chosen for each item, and every label is in its list
    column     no label occurs in two values of a column (lemma)
    labels     coders who disagree never leave blocks of labels that share nothing, over many items
    item       hardly any label occurs with two items

The last could also be free text, so that it is a question. All thresholds are below, each with
what it keeps out; ordinary labels meet in one block as soon as coders confuse them at random.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from accord.errors import DataError, Setting
from accord.kinds.labels.pairs import TIE_OF_PAIRS, pair_of, side_of
from accord.kinds.labels.patterns import Counts
from accord.kinds.labels.study import Codings, few_labels
from accord.model.names import FloatArray, IntArray, different, factorize, remembered
from accord.words.said import said

ALL = "all"
"""`within` of a study whose labels could all be chosen for every item."""

FEWEST_BLOCKS = 3
"""Blocks of two labels or more that a column must have: with two, a column of gold or of the topic
could hold all labels that are confused."""

FEWEST_FOUND = 5
"""The same where no column names the blocks: a few pairs of labels that are easily confused are no
options of their own."""

FEWEST_REPEATS = 20
"""So often a label (or a disagreement) must come again without leaving its block. Where no block
has half of all, that happens by accident less than once in a million."""

FEWEST_ITEMS = 10
"""Items on which coders disagree, or pairs that were judged, below which nothing is concluded."""

MOST_SHARED = 0.05
"""Where at most this share of labels occurs with two items, each item has labels of its own: of 40
labels for 30 items most occur again, and of 120 a tenth."""

LEAST_AGREEMENT = 0.1
"""Free answers that hardly ever agree cannot have a high α, whatever chance is: nothing to ask."""

MOST_GENERAL = 2
"""So many labels may be offered everywhere (none, other) beside those of the block."""

_GENERAL = {
    "none",
    "nil",
    "null",
    "other",
    "others",
    "unclear",
    "unknown",
    "unsure",
    "na",
    "n/a",
    "?",
}
"""Labels that are offered with any options, where no column shows it."""

WORDS_OF_TEXT = 3
"""Labels that mostly have so many words were written, not chosen."""

LOOKED_AT = 2000
"""So many items are looked at first: ordinary labels have met by then."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What labels were chosen from.

    :param by: What labels belong to: a column, "pair", "item", or "labels" for blocks found.
    :param block: The block of each item.
    :param sides: For each coding of a pair: 1 the first, 0 the second, ½ a tie.
    :param offered: How many options each item has, where that is known; 0 where not.
    :param place: For each coding its place among the options, where their order is known.
    """

    by: str
    block: IntArray
    sides: tuple[float, ...] | None = None
    offered: IntArray | None = None
    place: IntArray | None = None

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return len(np.unique(self.block))

    @property
    def asks(self) -> bool:
        """Whether it is not known how many options there are: each item is a block of its own."""
        single = self.blocks == len(self.block)
        return single and self.sides is None and self.offered is None


def settled(study: Any, within: Any = None) -> Any:
    """The study with what its labels belong to, as told or as its data show; so that parts of it
    have the same blocks."""
    if within is not None:
        return _told(study, within)
    if study.within is not None or few_labels(study):
        return study
    choices = choices_of(study)
    if choices is None:
        return study
    about = dict(study.about)
    if choices.by == "labels":  # subsets of the study must have the same blocks
        about[_BLOCK] = tuple(choices.block.tolist())
    by = _BLOCK if choices.by == "labels" else choices.by
    return replace(study, within=by, about=about)


_BLOCK = "block of labels"
"""The column of blocks that were found without one."""


def kind_of_choice(choices: Choices) -> str:
    """By what sentences tell choices apart: a pair, the item, blocks, or a column."""
    if choices.sides is not None:
        return "pair"
    if choices.by in (_BLOCK, "labels"):
        return "blocks"
    return "item" if choices.by == "item" or choices.asks else "column"


def _told(study: Codings, within: Any) -> Codings:
    """What people say: a column, a value for each item, "pair", a number of options, or "all"."""
    if not isinstance(within, (str, int)):
        values = list(within)
        if len(values) != len(study.items):
            raise DataError(
                f"within has {len(values)} values, but there are {len(study.items)} items. Give "
                "one "
                "for each item"
            )
        made = replace(study, within=_BLOCK, about={**study.about, _BLOCK: tuple(values)})
        return made
    made = replace(study, within=within)
    choices_of(made)  # where it cannot be so, the error says it now
    return made


def choices_of(study: Codings) -> Choices | None:
    """What labels were chosen from; None where all could be chosen for every item."""
    return remembered(study, _choices)


def _choices(study: Codings) -> Choices | None:
    if study.within == ALL:
        return None
    if study.within is not None:
        return _as_told(study, study.within)
    if few_labels(study) or not len(study):
        return None
    incidence = _incidence(study)
    finds: tuple[Callable[[Codings, _Incidence], Choices | None], ...] = (
        _pairs,
        _lists,
        _columns,
        _met_labels,
        _single_items,
    )
    return next((found for find in finds if (found := find(study, incidence))), None)


def options_asked() -> str:
    """The question where every item has labels of its own, and nobody said how many."""
    return said(
        "undefined.options-not-known",
        number=Setting("within", 2),
        pair=Setting("within", "pair"),
        all=Setting("within", ALL),
    )


def _as_told(study: Codings, within: str | int) -> Choices:
    number = int(within) if str(within).isdecimal() and str(within) not in study.about else 0
    if number:
        if number < 2:
            raise DataError(f"{Setting('within', within)}: items need two options or more")
        return Choices("item", _each(study), offered=np.full(len(study.items), number))
    if within == "item":
        return Choices("item", _each(study))
    if within == "pair":
        found = next(_sides(study), None)
        if found is None:
            raise DataError(
                f"{Setting('within', 'pair')}: items must be pairs such as 'x vs y', or two "
                "columns must name what was compared; labels must be one of the two, or a tie"
            )
        return Choices("pair", _each(study), sides=found[1])
    name = str(within)
    if name not in study.about:
        there = ", ".join(study.about) or "none"
        raise DataError(f"no column {name!r} about the items (there are: {there})")
    listed = _listed(study, study.about[name])
    if listed is not None:
        return replace(listed, by=name)
    column = study.about[name]
    if _are_numbers_of_options(column):
        return Choices(name, _each(study), offered=np.array([int(cell) for cell in column]))
    return Choices(name, factorize([str(cell) for cell in column])[0])


def _are_numbers_of_options(column: Sequence[Any]) -> bool:
    """Whether a column says how many options there were: small whole numbers, 2 or more."""
    return all(str(cell).isdecimal() and 2 <= int(cell) <= 100 for cell in column)


def _each(study: Codings) -> IntArray:
    return np.arange(len(study.items))


# What occurs with what --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Incidence:
    """Every label of every item once, without labels that are offered anywhere."""

    item: IntArray
    label: IntArray

    def first(self, items: int) -> "_Incidence":
        """Those of the first items."""
        keep = self.item < items
        return _Incidence(self.item[keep], self.label[keep])


def _incidence(study: Codings) -> _Incidence:
    width = len(study.categories)
    items, labels = [], []
    bounds = study.bounds
    # Codings stand by item: those of some items at a time take less memory than all.
    cuts = np.searchsorted(bounds, np.arange(0, len(study), _TOGETHER))
    for first, last in pairwise([*np.unique(cuts).tolist(), len(study.items)]):
        piece = slice(bounds[first], bounds[last])
        key = different(study.item[piece].astype(np.int64) * width + study.category[piece])
        items.append((key // width).astype(np.int32))
        labels.append((key % width).astype(np.int32))
    return _not_general(np.concatenate(items), np.concatenate(labels), study.categories)


_TOGETHER = 1 << 19
"""Codings that are looked at together."""


def _not_general(item: IntArray, label: IntArray, names: Sequence[Hashable]) -> _Incidence:
    general = np.array([str(name).strip().lower() in _GENERAL for name in names], dtype=bool)
    return _Incidence(item[~general[label]], label[~general[label]])


# Two things -------------------------------------------------------------------------------------


def _sides(study: Codings) -> Iterator[tuple[list[tuple[Hashable, ...]], tuple[float, ...]]]:
    """The two things of each item, by its name or by two columns, with the side of each coding."""
    named = [*_named_pairs(study)] or [*_columns_of_pairs(study)]
    for shown in named:
        sides = [side_of(what, shown[i]) for i, what in _coded(study)]
        if None not in sides:
            yield shown, tuple(side for side in sides if side is not None)


def shown_pairs(study: Codings) -> list[tuple[Hashable, ...]] | None:
    """The two things of each item in the order in which they were shown; None where labels are not
    for one of two."""
    found = next(_sides(study), None)
    return None if found is None else found[0]


def _coded(study: Codings) -> Iterator[tuple[int, Hashable]]:
    names = list(study.categories)
    for i, k in zip(study.item.tolist(), study.category.tolist(), strict=True):
        yield i, names[k]


def _named_pairs(study: Codings) -> Iterator[list[tuple[Hashable, ...]]]:
    try:
        found = [pair_of(item) for item in study.items]
    except DataError:
        return
    yield [pair[::-1] if turned else pair for pair, turned in found]


def _columns_of_pairs(study: Codings) -> Iterator[list[tuple[Hashable, ...]]]:
    names = {str(name) for name in study.categories}
    able = []
    for column in study.about.values():
        values = {str(cell) for cell in column}
        if len(values) >= 2 and len(values & names) * 2 >= len(values):
            able.append([str(cell) for cell in column])
    for one, other in combinations(able, 2):
        shown: list[tuple[Hashable, ...]] = list(zip(one, other, strict=True))
        if all(a != b for a, b in shown):
            yield shown


def _pairs(study: Codings, _: _Incidence) -> Choices | None:
    """Things compared two by two: each of both sides is named, by more than two things."""
    if len(study.items) < FEWEST_ITEMS:
        return None
    for shown, sides in _sides(study):
        things = {thing for pair in shown for thing in pair}
        words = Counter(str(what).strip().lower() for _, what in _coded(study))
        tied = sum(n for word, n in words.items() if word in TIE_OF_PAIRS)
        by_name = sum(what in shown[i] for i, what in _coded(study))
        both = min(sides.count(1.0), sides.count(0.0)) * 10 >= len(sides) - tied
        if len(things) > 2 and both and by_name + tied == len(study):
            return Choices("pair", _each(study), sides=sides)
    return None


# Lists of options -------------------------------------------------------------------------------


def _listed(study: Codings, column: Sequence[Any]) -> Choices | None:
    """The options of each item from a column of lists, each of which has the item's labels."""
    cells = [_parts(cell) for cell in column]
    if any(cell is None for cell in cells) or len({tuple(c) for c in cells if c is not None}) < 2:
        return None
    options = [cell for cell in cells if cell is not None]
    place = []
    for i, what in _coded(study):
        known = str(what).strip()
        if known not in options[i]:
            return None
        place.append(options[i].index(known))
    offered = np.array([len(cell) for cell in options])
    return Choices("", _each(study), offered=offered, place=np.array(place, dtype=np.int64))


def _parts(cell: Any) -> list[str] | None:
    if isinstance(cell, (list, tuple)):
        return [str(part) for part in cell]
    text = str(cell).strip().strip("[]")
    for sign in "|;,":
        if sign in text:
            return [part.strip().strip("'\"") for part in text.split(sign)]
    return None


def _lists(study: Codings, _: _Incidence) -> Choices | None:
    """A column that lists what could be chosen for each item."""
    if len(study.items) < FEWEST_ITEMS:
        return None
    for name, column in study.about.items():
        if all(_parts(cell) is not None for cell in column[:FEWEST_ITEMS]):
            found = _listed(study, column)
            if found is not None:
                return replace(found, by=name)
    return None


# Blocks of a column -----------------------------------------------------------------------------


def _columns(study: Codings, incidence: _Incidence) -> Choices | None:
    """A column (lemma) no two values of which share a label."""
    some = incidence.first(LOOKED_AT)
    for name, column in study.about.items():
        head = factorize([str(cell) for cell in column[:LOOKED_AT]])[0]
        if not _apart(some, head, len(study.categories), len(head) < len(column)):
            continue
        block = factorize([str(cell) for cell in column])[0]
        if _apart(incidence, block, len(study.categories), False):
            return Choices(name, block)
    return None


def _apart(incidence: _Incidence, block: IntArray, width: int, partly: bool) -> bool:
    """Whether blocks share no label, and are many and large enough for that to mean something."""
    blocks = int(block.max(initial=-1)) + 1
    if blocks < FEWEST_BLOCKS or blocks * 2 > len(block):
        return partly and blocks * 2 > len(block)
    at = block[incidence.item]
    cells = different(at * np.int64(width) + incidence.label)
    spread = np.bincount(cells % width, minlength=width)  # in how many blocks each label occurs
    general = spread * 2 >= blocks
    if general.sum() > MOST_GENERAL or ((spread > 1) & ~general).any():
        return False
    if partly:
        return True
    own = (spread == 1) & ~general
    inside = own[cells % width]
    labels = np.bincount((cells // width)[inside], minlength=blocks)
    contested = labels >= 2
    repeats = int(own[incidence.label].sum()) - int(own.sum())
    return bool(
        contested.sum() >= FEWEST_BLOCKS
        and repeats >= FEWEST_REPEATS
        and contested[block].mean() >= 0.5  # else labels follow from the column
    )


# Blocks that nobody names -----------------------------------------------------------------------


def _met(incidence: _Incidence, width: int) -> IntArray:
    """The block of each label: labels that meet in an item are in one."""
    parent = list(range(width))

    def root(k: int) -> int:
        while parent[k] != k:
            parent[k] = parent[parent[k]]
            k = parent[k]
        return k

    before, held = -1, 0
    for i, k in zip(incidence.item.tolist(), incidence.label.tolist(), strict=True):
        if i == before:
            parent[root(k)] = root(held)
        before, held = i, k
    return np.array([root(k) for k in range(width)])


def have_met(counts: Counts, often: FloatArray) -> bool:
    """Whether labels of counted items meet in one block, which has half of the items or more."""
    incidence = _Incidence(counts.row, counts.category)
    return _have_met(incidence, _met(incidence, counts.width), np.asarray(often))


def apart_in_counts(names: Sequence[Hashable], counts: Counts, often: FloatArray) -> bool:
    """Whether labels of counted items fall into blocks, or belong to single items: what can be seen
    without the names of items."""
    incidence = _not_general(counts.row, counts.category, names)
    if _never_left(incidence, counts.width, often) is not None:
        return True
    pairs = counts.totals * (counts.totals - 1)
    equal = counts.sums(counts.count * (counts.count - 1))
    agreement = float(equal @ often) / max(float(pairs @ often), 1.0)
    return agreement >= LEAST_AGREEMENT and _of_single_items(incidence, often, names)


def _met_labels(study: Codings, incidence: _Incidence) -> Choices | None:
    """Blocks of labels that coders who disagree never leave."""
    width, once = len(study.categories), np.ones(len(study.items))
    some = incidence.first(LOOKED_AT)
    if len(some.item) < len(incidence.item) and _have_met(some, _met(some, width), once):
        return None
    met = _never_left(incidence, width, once)
    if met is None:
        return None
    block = np.full(len(study.items), width)  # items with general labels only are one more block
    block[incidence.item] = met[incidence.label]
    return Choices("labels", np.unique(block, return_inverse=True)[1].reshape(-1))


def _have_met(incidence: _Incidence, met: IntArray, often: FloatArray) -> bool:
    """Whether most items are of one block, as those with labels of one list are."""
    rows, first = np.unique(incidence.item, return_index=True)  # an item's labels are in one block
    sizes = np.bincount(met[incidence.label[first]], weights=often[rows], minlength=1)
    return bool(sizes.max() * 2 > sizes.sum()) or not len(rows)


def _never_left(incidence: _Incidence, width: int, often: FloatArray) -> IntArray | None:
    """The block of each label where blocks are many, and coders disagree within them over and over;
    None where not. Row i of the incidence stands for `often[i]` items."""
    met = _met(incidence, width)
    if _have_met(incidence, met, often):
        return None
    rows, first = np.unique(incidence.item, return_index=True)
    used = np.unique(incidence.label)
    contested = np.bincount(met[used], minlength=width) >= 2
    items = often[rows].sum()
    disagreements = often[incidence.item].sum() - items
    closing = disagreements - (len(used) - len(np.unique(met[used])))
    inside = (contested[met[incidence.label[first]]] * often[rows]).sum() / items
    few = contested.sum() < FEWEST_FOUND or closing < FEWEST_REPEATS
    return None if few or inside < 0.5 else met


# Items with labels of their own -----------------------------------------------------------------


def _single_items(study: Codings, incidence: _Incidence) -> Choices | None:
    """Hardly any label occurs with two items: own options, or free answers."""
    if not _of_single_items(incidence, np.ones(len(study.items)), study.categories):
        return None
    return Choices("item", _each(study)) if _agreement(study) >= LEAST_AGREEMENT else None


def _of_single_items(incidence: _Incidence, often: FloatArray, names: Sequence[Hashable]) -> bool:
    """Whether hardly any label occurs with two items, and labels were chosen, not written."""
    items = np.bincount(incidence.label, weights=often[incidence.item])  # of each label
    distinct = np.bincount(incidence.item, minlength=len(often))
    if (items > 1).sum() > MOST_SHARED * (items > 0).sum():
        return False
    return bool(often[distinct > 1].sum() >= FEWEST_ITEMS) and not _written(names)


def _agreement(study: Codings) -> float:
    """The share of pairs of codings of an item that are equal."""
    width = len(study.categories)
    key = study.item.astype(np.int64) * width + study.category
    often = np.unique(key, return_counts=True)[1]
    size = np.diff(study.bounds)
    pairs = int((size * (size - 1)).sum())
    return float((often * (often - 1)).sum()) / pairs if pairs else 0.0


def _written(names: Sequence[Hashable]) -> bool:
    """Whether labels are texts that somebody wrote."""
    long = sum(len(str(name).split()) >= WORDS_OF_TEXT for name in names)
    return long * 2 >= len(names)
