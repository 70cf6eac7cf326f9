"""Generalizability theory: how much of the variance of numbers is the items', how much the coders'.

A coding is y = μ + item + coder + item × coder + residual. The variance of each part is estimated
from sums of squares whose expectations are known for any pattern of missing and repeated codings
(Henderson's method 1, Brennan's "analogous ANOVA"); with complete data this is the analysis of
variance. Where nobody coded an item twice, item × coder and the residual are one.

    relative error   (item × coder + residual) / k          Eρ² = item / (item + relative error)
    absolute error   (coder + item × coder + residual) / k  Φ   = item / (item + absolute error)

for the mean of k coders. With complete data Φ is ICC(2,k) and Eρ² is ICC(3,k).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isnan, nan
from typing import Any

import numpy as np

from accord._measure.cube.kernel import Countable, expanded
from accord._measure.labels.icc_limits import stepped
from accord.engine.any_data import listed_labels, study_of, takes_data
from accord.errors import AccordError, NotApplicableError
from accord.infer.resample.replicates import by_t, jackknife_se
from accord.infer.tests.icc_table import icc_table
from accord.infer.why.variance_parts import Groupings, variance_parts
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result, Results, counted, text_table
from accord.tasks import checked_run

GROUPS_LEFT_OUT = 200
"""So many groups of items at most are left out for a standard error."""


@dataclass(frozen=True, slots=True)
class Decision(Result):
    """How reliable the mean of a number of coders is, with the limits of an interval.

    :param coders: How many coders code an item.
    :param relative: Eρ²: are the items in the same order with other coders?
    :param relative_low: Its lower limit.
    :param relative_high: Its upper limit.
    :param absolute: Φ: do they have the same numbers with other coders?
    :param absolute_low: Its lower limit.
    :param absolute_high: Its upper limit.

    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9]]
    >>> [round(row.absolute, 2) for row in accord.infer.generalizability(ratings).decide([1, 4])]
    [0.33, 0.66]
    """

    coders: int
    relative: float
    relative_low: float
    relative_high: float
    absolute: float
    absolute_low: float
    absolute_high: float


@dataclass(frozen=True, slots=True)
class Generalizability(Result):
    """The variance of numeric codings in parts: items, coders and the rest (a G-study).

    A part that is estimated below 0 is 0 but for sampling error. `interaction` is nan where nobody
    coded an item twice; it is then contained in the `residual`.

    :param item: The variance of items, which is what coders should see.
    :param coder: The variance of coders: some give higher numbers throughout.
    :param interaction: The variance of item × coder: coders who see an item differently.
    :param residual: All the rest.
    :param items: How many items.
    :param coders: How many coders.
    :param codings: How many codings.
    :param method: How the limits of an interval were found.
    :param single: The coefficients of one coder: estimate, lower and upper limit, of Eρ² and Φ.
    :param confidence: The confidence level.
    :param notes: What a reader must know, in sentences.
    :param limits: The limits of item, coder, item × coder and residual, for other items and these
        coders: by leaving out items, on a log scale where all estimates are above 0.

    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9]]
    >>> found = accord.infer.generalizability(ratings)
    >>> found.items, found.coders, round(found.item, 2), found.coders_for(0.8)
    (5, 4, 3.16, 9)
    """

    item: float
    coder: float
    interaction: float
    residual: float
    items: int
    coders: int
    codings: int
    method: str
    single: tuple[tuple[float, float, float], tuple[float, float, float]]
    confidence: float = 0.95
    notes: tuple[str, ...] = ()
    limits: tuple[tuple[float, float], ...] = ((nan, nan),) * 4

    @property
    def error(self) -> float:
        """The variance of one coding that is neither the item's nor the coder's."""
        return self.residual + (0.0 if isnan(self.interaction) else self.interaction)

    def relative(self, coders: int) -> float:
        """Eρ² of the mean of this many coders: is the order of items the same with other coders?

        :param coders: How many coders code an item.
        """
        return stepped(self.single[0][0], coders)

    def absolute(self, coders: int) -> float:
        """Φ of the mean of this many coders: are the numbers the same with other coders?

        :param coders: How many coders code an item.
        """
        return stepped(self.single[1][0], coders)

    def decide(self, coders: Sequence[int] = (1, 2, 3, 5, 10)) -> Results[Decision]:
        """A D-study: both coefficients for these numbers of coders.

        :param coders: The numbers of coders.
        """
        return Results(
            [
                Decision(k, *(stepped(one, k) for part in self.single for one in part))
                for k in coders
            ]
        )

    def coders_for(self, wanted: float, *, absolute: bool = True) -> int:
        """The least number of coders whose mean is as reliable as `wanted`.

        :param wanted: The coefficient that is wanted, between 0 and 1.
        :param absolute: Φ (the numbers matter), or Eρ² (only the order of items does).
        """
        if not 0 < wanted < 1:
            raise AccordError(f"the target coefficient must be between 0 and 1, got {wanted:g}")
        one = self.single[absolute][0]
        if not one > 0:
            raise AccordError(
                "items do not differ more than coders do, so no number of coders is enough; "
                "better instructions may help"
            )
        number = wanted * (1 - one) / (one * (1 - wanted))
        # 4.0000000001 coders are 4: the formula gives whole numbers with rounding errors.
        return max(1, ceil(number - 1e-9))

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        values = (self.item, self.coder, self.interaction, self.residual)
        names = ("item", "coder", "item × coder", "residual")
        if isnan(self.interaction):
            names = ("item", "coder", "", "item × coder, rest")
        whole = sum(max(part, 0.0) for part in values if not isnan(part))
        rows = [
            (name, part, *ends, max(part, 0.0) / whole if whole else nan)
            for name, part, ends in zip(names, values, self.limits, strict=True)
            if name
        ]
        return ("part", "variance", "low", "high", "share"), rows

    def __str__(self) -> str:
        head = f"{counted(self.items, 'item')}, {counted(self.coders, 'coder')}"
        single = ", ".join(
            f"{name} = {value:.4f} [{low:.4f}, {high:.4f}]"
            for name, (value, low, high) in zip(("Eρ²", "Φ"), self.single, strict=True)
        )
        notes = (f"{head}, {self.codings} codings", f"one coder: {single}", *self.notes)
        return text_table(*self._table(), notes)


@checked_run
@takes_data
def generalizability(
    study: Codings | Countable, *again: Any, confidence: float = 0.95
) -> Generalizability:
    """How much of the variance is the items', the coders', and the rest: a G-study.

    Numbers only. All codings are used, whoever is missing. Where the coders coded (some of) the
    items again, give those studies as `again`: then item × coder and the residual are apart.
    `decide` says how reliable the mean of more coders is, `coders_for` how many are enough.

    Intervals of the coefficients are those of the intraclass correlation (by F) with complete data,
    and by leaving out items (t) otherwise; those of the parts are by leaving out items, so they are
    for other items and these coders. References: brennan2001, henderson1953, mcgraw1996.

    :param study: A study of numbers, or data that accord can read as one.
    :param again: Studies of the same items by the same coders, at other times.
    :param confidence: The confidence level.

    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> found = accord.infer.generalizability(ratings)
    >>> round(found.item, 3), round(found.coder, 3), round(found.residual, 3)
    (2.556, 5.244, 1.019)
    >>> round(found.absolute(4), 2), round(found.relative(4), 2), found.coders_for(0.8)
    (0.62, 0.91, 10)
    """
    first = expanded(study)
    rounds = [first, *(expanded(study_of(each)) for each in again)]
    y, item, coder = _codings_of(rounds)
    if not 0 < confidence < 1:
        raise AccordError(f"the confidence must be between 0 and 1, got {confidence:g}")
    parts = design_variances(y, item, coder)
    n, k = len(np.unique(item)), len(np.unique(coder))
    if parts is None:
        raise NotApplicableError(
            "the variance of items and coders cannot be separated here. This needs two items and "
            "two coders or more, and items that several coders labelled"
        )
    notes = [f"the variance of {name} is estimated below 0" for name in _negative(parts)]
    if again and isnan(parts[2]):
        notes.append("nobody coded an item twice, so item × coder is in the residual")
    drawn = _replicates(y, item, coder)
    limits = tuple(part_limits(part, drawn[:, at], confidence) for at, part in enumerate(parts))
    # A complete table of one round has exact F limits (Shrout & Fleiss, McGraw & Wong); only
    # incomplete ones need the jackknife.
    if not again and len(y) == n * k and n > 1:
        table = icc_table(first, confidence=confidence)
        single = tuple((table[f].value, table[f].low, table[f].high) for f in ("3,1", "2,1"))
        method = "F"
    else:
        single, method = _left_out(drawn, parts, confidence), "jackknife over items"
    return Generalizability(
        *parts, n, k, len(y), method, (single[0], single[1]), confidence, tuple(notes), limits
    )


def _negative(parts: tuple[float, ...]) -> list[str]:
    names = ("items", "coders", "item × coder", "the residual")
    return [name for name, part in zip(names, parts, strict=True) if part < 0]


def _codings_of(rounds: Sequence[Any]) -> tuple[FloatArray, IntArray, IntArray]:
    """The number, the item and the coder of each coding, of all rounds."""
    items: dict[Any, int] = {}
    coders: dict[Any, int] = {}
    y, item, coder = [], [], []
    for each in rounds:
        if not listed_labels(each):
            raise NotApplicableError("variance components need labels, not counts or spans")
        numbers = each.categories.numbers()
        if numbers is None:
            raise NotApplicableError("variance components need numeric categories")
        of_item = [items.setdefault(name, len(items)) for name in each.items]
        of_coder = [coders.setdefault(name, len(coders)) for name in each.coders]
        y.append(np.asarray(numbers, dtype=np.float64)[each.category])
        item.append(np.asarray(of_item, dtype=np.intp)[each.item])
        coder.append(np.asarray(of_coder, dtype=np.intp)[each.who()])
    return np.concatenate(y), np.concatenate(item), np.concatenate(coder)


def design_variances(
    y: FloatArray, item: IntArray, coder: IntArray
) -> tuple[float, float, float, float] | None:
    """The variance of items, coders, item × coder (nan where it is in the rest) and the rest.

    None where items and coders cannot be separated.
    """
    groupings = Groupings({"item": item, "coder": coder})
    one, two, both = frozenset({"item"}), frozenset({"coder"}), frozenset({"item", "coder"})
    if min(groupings.number(one), groupings.number(two)) < 2:
        return None
    effects = [one, two, *([both] if groupings.number(both) < len(y) else [])]
    kept, found = variance_parts(y, groupings, effects)
    if kept != effects:
        return None
    return (found[0], found[1], found[2] if both in kept else nan, found[-1])


def _single(parts: tuple[float, float, float, float]) -> tuple[float, float]:
    """Eρ² and Φ of one coder."""
    item, coder, both, rest = parts
    error = rest + (0.0 if isnan(both) else both)
    relative, absolute = item + error, item + coder + error
    return (item / relative if relative > 0 else nan), (item / absolute if absolute > 0 else nan)


def _replicates(y: FloatArray, item: IntArray, coder: IntArray) -> FloatArray:
    """The parts without each item (or each group of items), a row for each."""
    # What was coded decides the groups, not the order of items.
    by_item = np.split(y[np.lexsort((y, item))], np.cumsum(np.bincount(item))[:-1])
    keys = sorted((own.tolist(), at) for at, own in enumerate(by_item) if len(own))
    found = []
    # Each replicate solves the equations anew, so large studies leave out 200 groups instead of
    # every item.
    for group in np.array_split(np.array([at for _, at in keys]), min(len(keys), GROUPS_LEFT_OUT)):
        kept = ~np.isin(item, group)
        rest = design_variances(y[kept], item[kept], coder[kept])
        found.append((nan, nan, nan, nan) if rest is None else rest)
    return np.array(found)


def part_limits(part: float, drawn: FloatArray, confidence: float) -> tuple[float, float]:
    """The limits of one part: of its logarithm where every replicate is above 0, since variances
    are skewed (30 normal items covered 95% in 300 trials, 92% without it)."""
    log = bool(part > 0 and (drawn > 0).all())
    value, copies = (np.log(part), np.log(drawn)) if log else (part, drawn)
    se = jackknife_se(copies, np.ones(len(copies)))
    limit = by_t(float(value), se, max(len(copies) - 1, 1))
    low, high = limit((1 - confidence) / 2), limit((1 + confidence) / 2)
    return (float(np.exp(low)), float(np.exp(high))) if log else (low, high)


def _left_out(
    drawn: FloatArray, parts: tuple[float, float, float, float], confidence: float
) -> tuple[tuple[float, float, float], ...]:
    """Both coefficients of one coder with limits, by leaving out items (or groups of them)."""
    table = np.array([_single(tuple(row)) for row in drawn.tolist()])
    made = []
    for at, value in enumerate(_single(parts)):
        se = jackknife_se(table[:, at], np.ones(len(table)))
        limit = by_t(value, se, max(len(table) - 1, 1))
        low, high = limit((1 - confidence) / 2), limit((1 + confidence) / 2)
        # No coefficient is above 1; below 0 only where the estimate itself is, which stays what it
        # is (docs/decisions.md, Numbers).
        made.append((value, max(low, min(value, 0.0)), min(high, 1.0)))
    return tuple(made)
