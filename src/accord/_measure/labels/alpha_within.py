"""α with chance within what a label was chosen from: the senses of a lemma, the candidates of an
item, the two of a pair.

Labels of different lemmas, mentions or pairs are never confused; chance over all labels together
would count that as agreement. Four ideas of chance:

    block      two codings of the same block (lemma), drawn without replacement
    position   two places in the list of options, drawn from items with equally many options
    options    every option of the item alike: 1/k
    pair       a tie by the share of ties, else either of the two alike: without ties Kendall's u

Labels are names, or they are as far apart as a distance says (sets of senses, grouped senses), for
which chance needs blocks. A block of one item has D_e = D_o, whatever coders do, so that blocks
need several items.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import fsum, isnan, nan
from typing import Annotated, Any, Literal

import numpy as np

from accord._measure.by_document import ByDocument
from accord._measure.cube.coefficients import alpha
from accord._measure.cube.within import Within, by_group, within
from accord._measure.distances.distance import distance as as_distance
from accord._measure.distances.metric import Distance
from accord.errors import NotApplicableError, Setting
from accord.kinds.labels.own_labels import (
    Choices,
    choices_of,
    kind_of_choice,
    options_asked,
)
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import BoolArray, FloatArray, IntArray, factorize
from accord.words.said import said

_Idea = Literal["block", "position", "options", "pair"]

_Asked = Literal["auto", "block", "position", "options", "pair"]

ITEMS_OF_BLOCK = 5
"""Blocks have so many items on average, or chance is not taken from them: coders who know 70% of
the answers (true agreement .49) get .465 by blocks of 5, .387 by blocks of 2, and 0 by single
items."""

_ChanceFrom = Annotated[
    _Asked,
    "α_within: chance from the block, the position, the number of options or the pair; auto takes "
    "the best that the data allow.",
]


def alpha_within(
    study: Codings, *, chance_from: _ChanceFrom = "auto", distance: Any = "nominal"
) -> Agreement:
    """α with chance within the block, the item or the pair that a label was chosen from.

    For labels that belong to the item: senses of a word, candidates of a mention, options of a
    question, one of two systems. What they belong to is said with `within` when data are read (a
    column, "pair", a number of options), or found in them. Chance is, in this order, that of blocks
    with 5 items or more on average, of positions in lists of options, of the number of options, and
    where nobody listed any, of smaller blocks all the same, which is too low:

        block, position   1 − Σ_w n_w D_o,w / Σ_w n_w D_e,w   (w a lemma; items with k options)
        options           (A_o − A_e)/(1 − A_e), A_e the mean of 1/k_i over pairs of codings
        pair              A_e = t(t−1)/N(N−1) + ½ (N−t)(N−t−1)/N(N−1), t of N codings tied

    Where all labels could be chosen for every item this is α. Items with one coding add nothing.
    A `distance` other than nominal takes chance from blocks; a taxonomy may have a scope for each.
    Undefined where chance agreement is 1, or where it is not known how many options items have.
    References: krippendorff2004, artstein2008, kendall1940.

    >>> import accord
    >>> study = accord.from_coders({"A": ["bank1", "bank2", "bank1", "call1", "call2"],
    ...                             "B": ["bank1", "bank2", "bank2", "call2", "call2"]})
    >>> words = ["bank"] * 3 + ["call"] * 2
    >>> round(accord.labels.alpha_within(study, within=words).value, 4)
    0.2857
    """
    choices, recipe = choices_of(study), _other_than_names(distance)
    idea = _idea(choices, chance_from, recipe)
    result = _named(study, choices, idea, recipe)
    if choices is not None and choices.asks and idea == "options":
        return replace(result, undefined=options_asked())
    often: FloatArray = np.ones((1, len(study.items)))
    drawn = factorize(list(study.items))[0]
    if len(drawn) and int(drawn.max()) + 1 < len(drawn):  # items that were drawn again are copies
        once = np.unique(drawn, return_index=True)[1]
        study, choices = _taken(study, choices, once)
        often = np.bincount(drawn).astype(np.float64)[None, :]
    if recipe is not None and np.all(often == 1):
        # Block by block, as α is computed: the same bits in whatever order items and labels are.
        found = _block_by_block(study, choices, recipe)
        result = replace(result, unit=found.unit)
        observed, expected = (found.observed(), found.expected()) if found.total else (nan, nan)
    else:
        sums = _sums(study, choices, idea, recipe, often[0])
        result = replace(result, unit=sums.unit)
        observed, expected, _ = sums.parts(often)[0].tolist()
    if isnan(observed):
        return replace(result, undefined=said("undefined.no-item-has-two"))
    result = replace(result, observed=observed, expected=expected)
    return result if expected > 0 else replace(result, undefined=said("undefined.no-chance"))


def _block_by_block(study: Codings, choices: Choices | None, recipe: Distance) -> Within:
    """α of each block by its own distances, each weighing by its codings."""
    block = np.zeros(len(study.items), np.int64) if choices is None else choices.block
    scopes = _scopes(study, choices, block)

    def one(group: Hashable, part: Codings) -> Agreement:
        own = recipe.within(scopes.get(int(str(group)), "")) if scopes else recipe
        return alpha(part, distance=own)

    return within(by_group(study, block.tolist()), one)


def weighed_items(
    study: Codings, *, chance_from: _ChanceFrom = "auto", distance: Any = "nominal"
) -> ByDocument | None:
    """What each item adds, for resamples; None where it is undefined for want of options, and where
    distances change with every resample."""
    choices, recipe = choices_of(study), _other_than_names(distance)
    idea = _idea(choices, chance_from, recipe)
    if choices is not None and choices.asks and idea == "options":
        return None
    if recipe is not None and recipe.depends_on_counts:
        return None
    return _sums(study, choices, idea, recipe)


def _other_than_names(distance: Any) -> Distance | None:
    """The distance; None where labels are the same or not."""
    recipe = as_distance(distance)
    return None if recipe.name == "nominal" else recipe


def _idea(choices: Choices | None, wanted: _Asked, recipe: Distance | None) -> _Idea:
    """The idea of chance that was asked for, or the best that the data allow."""
    if choices is None:
        return _known(wanted, ("block",))
    if recipe is not None:
        if choices.blocks == len(choices.block):  # D_e would be D_o
            raise NotApplicableError(
                f"{Setting('distance', recipe.name)} estimates chance from groups of items. "
                f"name the column that labels depend on with {Setting('within')}, or leave the "
                "distance out"
            )
        return _known(wanted, ("block",))
    if choices.sides is not None:
        return _known(wanted, ("pair",))
    able: list[_Idea] = []
    if len(choices.block) >= ITEMS_OF_BLOCK * choices.blocks:
        able.append("block")
    able += ["position"] if choices.place is not None else []
    able += ["options"] if choices.offered is not None or choices.asks else []
    # Small blocks whose options nobody listed: a value that is too low, and said so.
    return _known(wanted, (*able, "block") if "block" not in able else tuple(able))


def _known(wanted: _Asked, able: tuple[_Idea, ...]) -> _Idea:
    if wanted == "auto":
        return able[0]
    if wanted not in able:
        raise NotApplicableError(
            f"{Setting('chance_from', wanted)}: these data allow {', '.join(able)}"
        )
    return wanted


def _named(
    study: Codings, choices: Choices | None, idea: _Idea, recipe: Distance | None
) -> Agreement:
    by = "all" if choices is None else choices.by
    settings = {} if recipe is None else {"d": recipe.name}
    settings |= {"within": by, "chance": idea}
    counts = {**study.counts(), "blocks": 1 if choices is None else choices.blocks}
    detail: dict[str, Any] = {}
    if choices is not None:
        key = f"within.note-{kind_of_choice(choices)}"
        detail["note"] = said(key, what=choices.by, n=choices.blocks, all=Setting("within", "all"))
    return Agreement("alpha_within", "α_within", nan, None, settings, counts, detail=detail)


@dataclass(frozen=True, eq=False)
class _Sums(ByDocument):
    """α within as a function of how often each item counts.

    `rows` are what an item adds to the sums of D_o and D_e; `cells` how many codings of each block
    and label it has, `block` the block of each cell. An item that counts twice is two copies:
    chance never draws a coding with one of a copy, else resamples of small blocks would have a D_e
    that is too low (blocks of 10 items: α lower by .1).
    """

    rows: FloatArray
    cells: Any
    block: IntArray
    idea: _Idea
    again: Any
    apart: Any = None  # distances of cells, where labels are more than the same or not
    unit: float | None = 1.0

    def __len__(self) -> int:
        return len(self.rows)

    def only(self, coders: Sequence[int] | IntArray) -> ByDocument:
        """The same of these coders."""
        made: ByDocument = self.again(coders)
        return made

    def parts(self, often: FloatArray) -> FloatArray:
        """D_o, D_e and value for each row of `often`."""
        # One value has the same bits in whatever order items stand; resamples have their own order.
        sums = np.asarray(often @ self.rows)
        if len(often) == 1:
            sums[0] = [fsum(column) for column in (often[0][:, None] * self.rows).T]
        with np.errstate(divide="ignore", invalid="ignore"):
            observed = sums[:, 1] / sums[:, 0]
            expected = self._expected(often, sums)
            value = np.where(expected > 0, 1 - observed / expected, nan)
        return np.stack([observed, expected, value], axis=1)

    def _expected(self, often: FloatArray, sums: FloatArray) -> FloatArray:
        if self.idea == "options":
            return np.asarray(1 - sums[:, 2] / sums[:, 0])
        if self.idea == "pair":
            n, tied = sums[:, 2], sums[:, 3]
            decided = n - tied
            agree = tied * (tied - 1) + decided * (decided - 1) / 2
            return np.asarray(1 - agree / (n * (n - 1)))
        blocks = int(self.block.max(initial=0)) + 1
        own = self.rows[:, 4].astype(np.int64)  # the block of each item
        within, added = np.zeros(len(often)), fsum if len(often) == 1 else np.sum
        for at, weights in enumerate(often):  # bincount is quick, and blocks may be many
            counts = np.asarray(self.cells.T @ weights)
            size, squares = self.rows[:, 2] * weights, self.rows[:, 3]
            total = np.bincount(own, size, blocks)
            pairs = total**2 - np.bincount(own, size**2, blocks)
            pairs += np.bincount(own, size * (self.rows[:, 2] - 1), blocks)
            some = pairs > 0
            if self.apart is not None:  # `squares` are an item's own distances here
                far = np.bincount(self.block, counts * (self.apart @ counts), blocks)
                far += np.bincount(own, (weights - weights**2) * squares, blocks)
                within[at] = added(total[some] * far[some] / pairs[some])
                continue
            equal = np.bincount(self.block, counts**2, blocks)
            equal -= np.bincount(own, weights**2 * squares, blocks)
            equal += np.bincount(own, weights * (squares - self.rows[:, 2]), blocks)
            within[at] = added(total[some] * (1 - equal[some] / pairs[some]))
        return np.asarray(within / sums[:, 0])


def _sums(
    study: Codings,
    choices: Choices | None,
    idea: _Idea,
    recipe: Distance | None = None,
    often_each: FloatArray | None = None,
) -> _Sums:
    """What each item adds. Of blocks n, n·D_o; of options and pairs: pairs of codings, those that
    differ, and what chance rests on (pairs/k; codings, ties)."""
    from scipy.sparse import csr_array

    label, block = _labels(study, choices, idea)
    size = np.diff(study.bounds).astype(np.float64)
    width = int(label.max(initial=0)) + 1
    key, often = np.unique(study.item.astype(np.int64) * width + label, return_counts=True)
    items = len(study.items)
    squares = np.bincount(key // width, weights=often.astype(np.float64) ** 2, minlength=items)
    two = size > 1
    differ = np.where(two, size**2 - squares, 0.0) / 2  # pairs of codings that differ
    pairs = size * (size - 1) / 2
    again = _again(study, choices, idea, recipe)
    none = np.zeros(0, dtype=np.int64)
    if idea == "options":
        assert choices is not None
        assert choices.offered is not None
        more = (choices.offered > 1) * 1.0  # one option is no choice
        rows = np.stack([pairs * more, differ * more, pairs * more / choices.offered], axis=1)
        return _Sums(rows, None, none, idea, again)
    if idea == "pair":
        assert choices is not None
        assert choices.sides is not None
        ties = np.bincount(study.item, weights=np.array(choices.sides) == 0.5, minlength=items)
        rows = np.stack([pairs, differ, size * two, ties * two], axis=1)
        return _Sums(rows, None, none, idea, again)
    observed = 2 * differ / np.maximum(size - 1, 1)
    rows = np.stack([size * two, observed, size * two, squares * two, block], axis=1)
    item, what = key // width, key % width
    cell, at = np.unique(block[item] * np.int64(width) + what, return_inverse=True)
    kept = two[item]
    table = csr_array(
        (often[kept].astype(np.float64), (item[kept], at.reshape(-1)[kept])),
        shape=(items, len(cell)),
    )
    if recipe is None:
        return _Sums(rows, table, cell // width, idea, again)
    times = np.ones(items) if often_each is None else often_each
    scopes = _scopes(study, choices, block)
    apart, unit = _distances(study, recipe, cell, width, scopes, table.T @ times)
    own = np.asarray((table @ apart).multiply(table).sum(axis=1)).reshape(-1)
    rows[:, 1], rows[:, 3] = own / np.maximum(size - 1, 1), own
    return _Sums(rows, table, cell // width, idea, again, apart, unit)


def _scopes(study: Codings, choices: Choices | None, block: IntArray) -> dict[int, str]:
    """What each block is called: taxonomies may have a scope of this name."""
    column = None if choices is None else study.about.get(choices.by)
    if column is None:
        return {}
    return {b: str(cell) for b, cell in zip(block.tolist(), column, strict=True)}


def _distances(
    study: Codings,
    recipe: Distance,
    cell: IntArray,
    width: int,
    scopes: dict[int, str],
    used: FloatArray,
) -> tuple[Any, float | None]:
    """The distances of labels of the same block, cell by cell, and the largest there can be."""
    from scipy.sparse import block_diag, csr_array

    made, unit = [], None
    _, first = np.unique(cell // width, return_index=True)
    for at in np.split(np.arange(len(cell)), first[1:]):
        own = recipe.within(scopes.get(int(cell[at[0]]) // width, "")) if scopes else recipe
        names = study.categories.take((cell[at] % width).astype(np.intp))
        metric = own.fit(names, used[at], study.declared)
        unit = metric.unit
        made.append(metric.matrix())
    return csr_array(block_diag(made, format="csr")), unit


def _taken(
    study: Codings, choices: Choices | None, items: IntArray
) -> tuple[Codings, Choices | None]:
    """Some items of the study, whose labels belong to what they do in the whole."""
    if choices is None:
        return study.take(items), None
    keep = np.isin(study.item, items)
    own = replace(
        _of_codings(choices, keep),
        block=choices.block[items],
        offered=None if choices.offered is None else choices.offered[items],
    )
    return study.take(items), own


def _of_codings(choices: Choices, keep: BoolArray) -> Choices:
    """The same choices for some of the codings."""
    sides, place = choices.sides, choices.place
    return replace(
        choices,
        sides=None if sides is None else tuple(np.array(sides)[keep].tolist()),
        place=None if place is None else place[keep],
    )


def _again(study: Codings, choices: Choices | None, idea: _Idea, recipe: Distance | None) -> Any:
    """The same of some of the coders, whose labels belong to what all coders' do."""

    def made(coders: Sequence[int] | IntArray) -> _Sums:
        keep = np.isin(study.who(), np.asarray(coders))
        own = None if choices is None else _of_codings(choices, keep)
        return _sums(study.where(keep), own, idea, recipe)

    return made


def _labels(study: Codings, choices: Choices | None, idea: _Idea) -> tuple[IntArray, IntArray]:
    """The label of each coding, and the block of each item, as the idea of chance sees them."""
    if choices is None:
        return study.category, np.zeros(len(study.items), dtype=np.int64)
    if idea == "position":
        assert choices.place is not None
        assert choices.offered is not None
        return choices.place, choices.offered
    if idea == "pair":
        assert choices.sides is not None
        return (np.array(choices.sides) * 2).astype(np.int64), choices.block
    return study.category, choices.block
