"""Is a judge the same judge twice? Repeated runs, the order of two answers swapped, and drift.

runs      the same judge again (epochs, seeds, prompts): agreement of a coder with itself
order     the same two answers in the other order: does the preference stay?
drift     the same judge on the same anchor items at another time
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan, nan
from typing import Any

import numpy as np

from accord._measure.bound import Bound
from accord.errors import AccordError, Setting
from accord.infer.judges.bench import groups
from accord.infer.judges.beside_people import same_label, with_interval
from accord.infer.judges.clustered import mean_with_error, share_with_error
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.model.agreement import Agreement, Interval
from accord.model.names import FloatArray
from accord.model.showing import Result, columns

TIES = frozenset(("tie", "ties", "draw", "equal", "same", "both", "neither", "c", "=", "none"))
"""Labels that prefer neither answer, in small letters."""


@dataclass(frozen=True, slots=True)
class Repeated(Result):
    """The agreement of a judge with itself over several runs.

    :param runs: What is repeated.
    :param items: How many items were judged twice or more.
    :param agreement: α among the runs.
    :param unchanged: The share of these items on which all runs say the same.
    """

    runs: tuple[Hashable, ...]
    items: int
    agreement: Agreement | None
    unchanged: float
    notes: tuple[str, ...] = ()


def repeated(runs: Codings, measure: Bound, sampling: dict[str, Any]) -> Repeated | None:
    """The runs of one judge as coders of a study; None where nothing was judged twice."""
    size = np.diff(runs.bounds)
    both = np.flatnonzero(size > 1)
    if len(runs.coders) < 2 or not len(both):
        return None
    shared = runs.take(both)
    bounds = shared.bounds
    low = np.minimum.reduceat(shared.category, bounds[:-1])
    high = np.maximum.reduceat(shared.category, bounds[:-1])
    found = with_interval(shared, measure, sampling)
    return Repeated(tuple(runs.coders), len(both), found, float((low == high).mean()))


def by_round(study: Codings, judge: int, columns: tuple[str, str]) -> Codings | None:
    """The rounds of a judge as coders: items are samples that a log ran several times."""
    sample, turn = (study.about.get(name) for name in columns)
    if sample is None or turn is None or len({*map(str, turn)}) < 2:
        return None
    own = study.who() == judge
    at, names = study.item[own].tolist(), list(study.categories)
    rows = {(str(sample[i]), str(turn[i])): names[k] for i, k in _zipped(at, study.category[own])}
    if len(rows) < 2:
        return None
    parts = list(zip(*((i, r, k) for (i, r), k in rows.items()), strict=True))
    declared: Any = names if study.declared else None
    return from_columns(*map(list, parts), categories=declared)


def _zipped(at: Sequence[int], category: Any) -> Any:
    return zip(at, category.tolist(), strict=True)


@dataclass(frozen=True, slots=True)
class Swapped(Result):
    """What becomes of preferences when the two answers change places.

    :param items: How many pairs of answers were judged in both orders.
    :param kept: The share in which the judge prefers the same answer, or neither, both times.
    :param first: The share in which the answer that comes first wins both times.
    :param second: The share in which the answer that comes second wins both times.
    :param bias: first − second, with its interval: above 0 the first place is favoured.
    """

    items: int
    kept: float
    kept_interval: Interval
    first: float
    second: float
    bias: float
    interval: Interval

    @property
    def found(self) -> bool:
        """Whether a place is favoured: 0 is outside the interval."""
        return _away_from_zero(self.bias, self.interval, self.items)


def _away_from_zero(mean: float, interval: Interval, items: int) -> bool:
    """Whether a mean of differences is not 0. Where all differences are equal there is no
    interval, and the sign test decides."""
    if isnan(interval.low):
        # Two-sided sign test of items that all point one way: 2 · ½ⁿ.
        return abs(mean) > 0 and 0.5 ** (items - 1) <= 1 - interval.confidence
    return interval.low > 0 or interval.high < 0


def swapped(
    pair: Codings, *, positions: bool, mirror: Mapping[Any, Any] | None = None, confidence: float
) -> Swapped | None:
    """Preferences in both orders: the first coder is the judge, the second the same judge with the
    answers swapped.

    With `positions` labels say where an answer stood (first, second), so that a kept preference
    has the other label; else they name the answer, and it has the same one.
    """
    n = len(pair.items)
    if not n:
        return None
    names = [str(name) for name in pair.categories]
    ties = {at for at, name in enumerate(names) if name.strip().lower() in TIES}
    sides = [at for at in range(len(names)) if at not in ties]
    if mirror is not None:
        told = {str(a): str(b) for a, b in mirror.items()}
        told |= {b: a for a, b in told.items()}
        other = [names.index(told[name]) if name in told else at for at, name in enumerate(names)]
    # Two labels that are no tie can only change places with each other; of three nobody knows
    # which two.
    elif len(sides) == 2:
        other = list(range(len(names)))
        other[sides[0]], other[sides[1]] = sides[1], sides[0]
    else:
        raise AccordError(
            f"labels of preferences are {', '.join(names)}. Name the two that change places with "
            f"{Setting('mirror')}, e.g. A=B"
        )
    turned = np.array(other)
    one, two = pair.category[0::2], pair.category[1::2]
    again = turned[two] if positions else two  # the answer that wins the second time
    kept = one == again
    there = ~np.isin(one, list(ties)) & ~np.isin(two, list(ties)) & ~kept
    # Of A and B, 1 and 2, first and second the earlier is the answer shown first.
    sides = sorted(sides, key=lambda at: names[at])
    favoured_first = there & (one == sides[0]) if sides else there
    favoured_second = there & ~favoured_first
    gap = favoured_first.astype(np.float64) - favoured_second
    bias, limits = mean_with_error(gap, groups(pair), confidence)
    # A good judge keeps nearly all preferences, where t limits would reach above 1.
    stays, share = share_with_error(kept.astype(np.float64), groups(pair), confidence)
    means = float(favoured_first.mean()), float(favoured_second.mean())
    return Swapped(n, stays, share, *means, bias, limits)


@dataclass(frozen=True, slots=True)
class JudgeDrift(Result):
    """The same judge on the same anchor items at another time.

    :param items: How many anchor items there are.
    :param agreement: α of the judge then and now.
    :param changed: The share of items with another label.
    :param shift: now − then of the mean score (or of the share that pass), with its interval.
    :param categories: Label → now − then of its share, with limits, the largest change first.
    """

    _keys = "items, agreement, changed, shift, interval, found, categories"
    items: int
    agreement: Agreement | None
    changed: float
    shift: float | None
    interval: Interval | None
    categories: tuple[tuple[Hashable, float, float, float], ...] = field(
        metadata=columns("label, change, low, high", label=str)
    )

    @property
    def found(self) -> bool:
        """Whether the judge scores otherwise than before: 0 is outside the interval."""
        if self.shift is None or self.interval is None:
            return False
        return _away_from_zero(self.shift, self.interval, self.items)


def judge_drift(
    pair: Codings,
    measure: Bound,
    score: FloatArray | None,
    confidence: float,
    sampling: dict[str, Any],
) -> JudgeDrift | None:
    """`pair` has the judge now and then; `score` is the score of each category."""
    n = len(pair.items)
    if not n:
        return None
    now, then = pair.category[0::2], pair.category[1::2]
    of = groups(pair)
    rows = []
    # Bonferroni and not Holm, since limits are shown, and Holm has none.
    level = 1 - (1 - confidence) / max(len(pair.categories), 1)  # all labels at once (Bonferroni)
    for k, name in enumerate(pair.categories):
        gap = (now == k).astype(np.float64) - (then == k)
        # A label that neither time used has nothing to show.
        if gap.any() or (now == k).any():
            mean, limits = mean_with_error(gap, of, level)
            rows.append((name, mean, limits.low, limits.high))
    rows.sort(key=lambda row: (-abs(row[1]), str(row[0])))
    shift, moved = None, None
    if score is not None:
        shift, moved = mean_with_error(score[now] - score[then], of, confidence)
    same = same_label(pair)
    found = with_interval(pair, measure, sampling)
    return JudgeDrift(
        n, found, float(1 - same.mean()) if n else nan, shift, moved, tuple(rows[:50])
    )
