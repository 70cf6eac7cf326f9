"""The corrected score: what people would have said of all items, from a judge's labels of all and
people's labels of some.

    judge alone     mean of the judge's scores: precise, and wrong by the judge's bias
    people alone    mean of the labelled items: right, and wide
    Rogan–Gladen    (p + sp − 1)/(se + sp − 1): the judge's rate, freed of its two error rates
    PPI, PPI++      λ · judge's mean on the others + mean of (person − λ · judge) on the labelled

All but the first assume that the labelled items are a random sample of all. They are of more such
items; `of_these_items` is of those that were judged, where every label leaves less to be uncertain
about, and nothing once all are labelled.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from accord.errors import AccordError
from accord.infer.judges.clustered import mean_with_error, share_with_error
from accord.model.agreement import Interval
from accord.model.names import FloatArray, IntArray, factorize
from accord.model.showing import Result
from accord.tasks import checked_run
from accord.words.said import said

ROUGH_LABELS = 30
"""With fewer labels the limits, which rest on a normal or t distribution, are rough."""


@dataclass(frozen=True, slots=True)
class Score(Result):
    """An estimate of a mean or a share, with its interval and what it was made from.

    :param method: How it was found: judge, people, rogan-gladen, ppi or ppi++.
    :param value: The estimate.
    :param items: How many items the judge scored.
    :param labels: How many of them people scored, too.
    :param power: λ, the weight of the judge in PPI++; None elsewhere.
    :param notes: What a reader must know, in sentences.

    >>> import accord
    >>> found = accord.infer.rogan_gladen(400, 1000, (180, 200), (140, 200))
    >>> round(found.value, 4), f"{found.interval:.4f}"
    (0.1667, '[0.0564, 0.2627]')
    """

    method: str
    value: float
    interval: Interval
    items: int
    labels: int
    power: float | None = None
    notes: tuple[str, ...] = ()

    @property
    def width(self) -> float:
        """From the lower limit to the upper."""
        return self.interval.high - self.interval.low

    def __str__(self) -> str:
        return f"{self.method}: {self.value:.4f} {self.interval}"


@checked_run
def rogan_gladen(
    passed: float,
    of: float,
    right: tuple[int, int],
    wrong: tuple[int, int],
    *,
    labelled: int = 0,
    confidence: float = 0.95,
) -> Score:
    """A share, corrected for the two error rates of a judge (Rogan & Gladen 1978).

    π = (p + sp − 1)/(se + sp − 1), where p is the share that the judge passes, se its share of
    passes among what people pass, sp its share of failures among what people fail. The limits
    carry the error of all three (Lang & Reiczigel 2014, as Lee et al. 2025 for judges).

    Where the `labelled` items are themselves among those scored, `passed` and `of` count the
    others only, and the share is w · (people's share) + (1 − w) · π, w the part that is labelled:
    this is what the formula gives on all items, and its parts are independent.

    :param passed: How many of the items without a person's label the judge passed.
    :param of: How many items these are.
    :param right: Of the items that people passed: how many the judge passed, of how many.
    :param wrong: Of the items that people failed: how many the judge failed, of how many.
    :param labelled: How many labelled items belong to the items that the share is of.
    :param confidence: The confidence level.

    References: rogan1978, lang2014, lee2025.

    >>> import accord
    >>> found = accord.infer.rogan_gladen(400, 1000, (180, 200), (140, 200))
    >>> round(found.value, 4), f"{found.interval:.4f}"
    (0.1667, '[0.0564, 0.2627]')
    """
    (tp, m1), (tn, m0) = right, wrong
    n = m1 + m0
    none = Interval(nan, nan, confidence, "Lang & Reiczigel")
    empty = Score("rogan-gladen", nan, none, int(of) + labelled, n)
    # Without a pass or without a failure one of the two error rates has no estimate, and the
    # correction divides by both.
    if not m1 or not m0 or not of:
        lacking = "passed" if not m1 else "failed" if not m0 else "unlabelled"
        return replace(empty, notes=(said(f"judge.note.no_{lacking}"),))
    youden = tp / m1 + tn / m0 - 1
    # A judge who passes failures as often as passes carries no information: the formula would
    # divide by 0, or turn the share around.
    if youden <= 0:
        return replace(empty, notes=(said("judge.note.no_better"),))
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    value = (passed / of + tn / m0 - 1) / youden
    # Lang & Reiczigel (2014): Agresti–Coull for the share, one success and one failure for either
    # rate, for the limits alone; the value stays the plain formula's.
    p, q1, q0 = (passed + z * z / 2) / (of + z * z), (tp + 1) / (m1 + 2), (tn + 1) / (m0 + 2)
    # A few labels of a poor judge: with one more on either side its rates add up to 1, or less.
    if q1 + q0 <= 1:
        return replace(empty, value=value, notes=(said("judge.note.hardly_better"),))
    centre = (p + q0 - 1) / (q1 + q0 - 1)
    v0, v1 = q0 * (1 - q0) / (m0 + 2), q1 * (1 - q1) / (m1 + 2)
    spread = p * (1 - p) / (of + z * z) + (1 - centre) ** 2 * v0 + centre**2 * v1
    variance = spread / (q1 + q0 - 1) ** 2
    centre += 2 * z * z * (centre * v1 - (1 - centre) * v0)
    # The labelled items are known from people and need no correction: only the others carry its
    # error, and the two parts are independent (docs/decisions.md, Judges).
    if labelled:
        w = labelled / (labelled + of)
        share = (m1 + z * z / 2) / (n + z * z)
        value = w * m1 / n + (1 - w) * value
        centre = w * share + (1 - w) * centre
        variance = w * w * share * (1 - share) / (n + z * z) + (1 - w) ** 2 * variance
    notes = [said("judge.note.rough", n=n)] if n < ROUGH_LABELS else []
    half = z * sqrt(variance)
    limits = max(0.0, centre - half), min(1.0, centre + half)
    interval = Interval(*limits, confidence, "Lang & Reiczigel", se=sqrt(variance))
    return _within(replace(empty, value=value, interval=interval, notes=tuple(notes)))


def _within(score: Score) -> Score:
    """A share outside 0 to 1 keeps its value, with a note and without limits: cut off, it would
    hide that the error rates do not fit the items, and limits within 0 to 1 would not hold it."""
    if 0 <= score.value <= 1 or isnan(score.value):
        return score
    none = replace(score.interval, low=nan, high=nan)
    return replace(score, interval=none, notes=(*score.notes, said("judge.note.outside")))


def rogan_gladen_of(
    judge: FloatArray, people: FloatArray, groups: IntArray | None, confidence: float = 0.95
) -> Score:
    """Rogan & Gladen's share of all items, from the judge's passes (1) and failures (0) of all and
    people's of some; over documents the limits leave out one of them at a time (t)."""
    known = np.isfinite(people)
    cells = [
        ~known * judge,
        ~known * 1.0,
        known * (people == 1) * (judge == 1),
        known * (people == 1),
        known * (people == 0) * (judge == 0),
        known * (people == 0),
    ]
    counts = np.column_stack(cells).astype(np.float64)
    passed, of, tp, m1, tn, m0 = counts.sum(axis=0).tolist()
    found = rogan_gladen(
        passed,
        of,
        (int(tp), int(m1)),
        (int(tn), int(m0)),
        labelled=int(known.sum()),
        confidence=confidence,
    )
    if groups is None or isnan(found.value):
        return found
    inside = np.unique(groups, return_inverse=True)[1].reshape(-1)
    labelled = len(np.unique(inside[known]))
    sums = np.column_stack([np.bincount(inside, weights=one) for one in counts.T])
    without = _formula(sums.sum(axis=0) - sums)
    units = len(without)
    if labelled < 2 or not np.isfinite(without).all():
        none = Interval(nan, nan, confidence, "jackknife", over="clusters")
        return replace(found, interval=none, notes=(said("judge.note.one_group"),))
    variance = (units - 1) / units * float(((without - without.mean()) ** 2).sum())
    limits = _by_t(found.value, variance, labelled - 1, confidence, grouped=True)
    low, high = max(limits.low, 0.0), min(limits.high, 1.0)
    interval = Interval(low, high, confidence, "jackknife", se=limits.se, over="clusters")
    return _within(replace(found, interval=interval))


def _formula(counts: FloatArray) -> FloatArray:
    """The share by Rogan & Gladen of rows of counts: passed, of, tp, m1, tn, m0."""
    passed, of, tp, m1, tn, m0 = counts.T
    with np.errstate(divide="ignore", invalid="ignore"):
        value = (passed / of + tn / m0 - 1) / (tp / m1 + tn / m0 - 1)
        labelled = m1 + m0
        return np.asarray((m1 + of * value) / (labelled + of), dtype=np.float64)


@checked_run
def prediction_powered(
    judge: Sequence[float] | FloatArray,
    people: Sequence[float] | FloatArray,
    *,
    power: float | None = None,
    groups: Sequence[Any] | IntArray | None = None,
    confidence: float = 0.95,
) -> Score:
    """A mean, from a judge's scores of all items and people's of some (PPI++).

        θ = λ · mean of the judge on the others + mean of (person − λ · judge) on the labelled

    λ = cov(person, judge) / (var(judge) · (1 + n/N)), between 0 and 1, makes it most precise; λ = 1
    is PPI, λ = 0 the labelled items alone. Right whatever the judge does, if the labelled items
    are a random sample; a poor judge only makes it wide. Limits by t, over groups of items
    (documents) where these are given; those of a share with one pass and one failure added.

    :param judge: The judge's score of every item.
    :param people: People's score of every item, nan where there is none.
    :param power: λ; estimated by default.
    :param groups: The group of every item, where items of a group are not independent.
    :param confidence: The confidence level.

    References: angelopoulos2023, angelopoulos2023b, agresti1998.

    >>> import accord
    >>> judge = [1, 1, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1]
    >>> people = [1, 0, 1, 0, 1, 0] + [float("nan")] * 6
    >>> found = accord.infer.prediction_powered(judge, people)
    >>> round(found.value, 3), round(found.power, 3)
    (0.581, 0.489)
    """
    f, y = paired_scores(judge, people)
    known = np.isfinite(y)
    n, rest = int(known.sum()), int((~known).sum())
    method = "ppi" if power == 1 else "ppi++"
    none = Score(method, nan, Interval(nan, nan, confidence, "t"), len(f), n, power)
    if n < 2:
        return replace(none, notes=(said("judge.note.two_labels", n=n),))
    both, others = f[known], f[~known]
    lam = _power(y[known], both, f, rest) if power is None else float(power)
    # With every item labelled there is nothing to power: the estimate is people's mean.
    if not rest:
        lam = 0.0
    errors = y[known] - lam * both
    value = float(errors.mean()) + (lam * float(others.mean()) if rest else 0.0)
    added = _added(f, y, lam)
    notes = [said("judge.note.rough", n=n)] if n < ROUGH_LABELS else []
    # Shares get the two added labels; over groups the variance comes from sums of groups, to which
    # no single label can be added.
    if groups is None and bool(np.isin(y[known], (0.0, 1.0)).all()):
        interval = _of_share(y[known], f, known, power, confidence)
    else:
        variance, df = _variance(added, known, groups)
        interval = _by_t(value, variance, df, confidence, grouped=groups is not None)
    return Score(method, value, interval, len(f), n, lam, tuple(notes))


def _added(f: FloatArray, y: FloatArray, lam: float) -> FloatArray:
    """What each item adds to the estimate; their squares, or those of groups, add up to its
    variance."""
    known = np.isfinite(y)
    errors, others = y[known] - lam * f[known], f[~known]
    added = np.empty(len(f))
    added[known] = (errors - errors.mean()) / len(errors)
    if len(others):
        added[~known] = lam * (others - others.mean()) / len(others)
    return added


def _of_share(
    y: FloatArray, f: FloatArray, known: Any, power: float | None, confidence: float
) -> Interval:
    """Limits of a share: t, with one pass and one failure added to the labels, both at the judge's
    mean. Without them the limits hold the truth too seldom where labels are few or nearly all
    pass, as Wald's do (Agresti & Coull 1998); docs/coverage has how often these hold it."""
    # One pass and one failure at the judge's mean: without them the limits held the truth in 87 to
    # 93% of simulated studies with 50 labels (docs/decisions.md, Judges).
    n, others = len(y) + 2, f[~known]
    both, own = np.append(f[known], [f.mean()] * 2), np.append(y, [1.0, 0.0])
    lam = _power(own, both, f, len(others)) if power is None else float(power)
    if not len(others):
        lam = 0.0
    errors = own - lam * both
    value, variance = float(errors.mean()), float(errors.var(ddof=1)) / n
    if len(others):
        value += lam * float(others.mean())
    if len(others) > 1:
        variance += lam**2 * float(others.var(ddof=1)) / len(others)
    # n counts the two added labels, which are no observations: the degrees of freedom are those of
    # the labels that people gave.
    found = _by_t(value, variance, n - 3, confidence)
    method = said("judge.method.added")
    return replace(found, low=max(found.low, 0.0), high=min(found.high, 1.0), method=method)


def paired_scores(judge: Any, people: Any) -> tuple[FloatArray, FloatArray]:
    """Both as numbers, item by item."""
    f, y = np.asarray(judge, dtype=np.float64), np.asarray(people, dtype=np.float64)
    if f.shape != y.shape or f.ndim != 1:
        raise AccordError(
            f"the model has {f.size} scores and people {y.size}. Give one of each for every item, "
            "nan if people gave none"
        )
    if not np.isfinite(f).all():
        raise AccordError(
            f"{int((~np.isfinite(f)).sum())} items have no score of the model. Leave them out"
        )
    return f, y


def _power(y: FloatArray, f: FloatArray, everywhere: FloatArray, rest: int) -> float:
    """λ of the least variance, between 0 and 1; the judge's variance is that of all its scores."""
    spread = float(everywhere.var(ddof=1))
    if not rest or spread <= 1e-18:
        return 0.0
    joint = float(np.cov(y, f, ddof=1)[0, 1])
    # Below 0 the judge goes against people, and above 1 it would be trusted more than PPI does:
    # both only happen by the noise of few labels.
    return min(max(joint / (spread * (1 + len(y) / rest)), 0.0), 1.0)


def _variance(
    added: FloatArray, known: Any, groups: Sequence[Any] | IntArray | None
) -> tuple[float, float]:
    """The variance of the estimate, and its degrees of freedom."""
    if groups is None:
        n, rest = int(known.sum()), int((~known).sum())
        own = float((added[known] ** 2).sum()) * n / (n - 1)
        other = float((added[~known] ** 2).sum()) * rest / (rest - 1) if rest > 1 else 0.0
        return own + other, n - 1
    numbered = isinstance(groups, np.ndarray)
    code = np.unique(groups, return_inverse=True)[1] if numbered else factorize(list(groups))[0]
    code = np.asarray(code).reshape(-1)
    sums = np.bincount(code, weights=added)
    number, labelled = len(sums), len(np.unique(code[known]))
    if labelled < 2:
        return nan, nan
    # All groups add to the variance, but only those with labels say how far people and judge
    # differ, so these set the degrees of freedom.
    return float((sums**2).sum()) * number / (number - 1), labelled - 1


def _by_t(
    value: float, variance: float, df: float, confidence: float, grouped: bool = False
) -> Interval:
    from scipy.special import stdtrit

    over = "clusters" if grouped else "items"
    if isnan(variance):
        why = said("judge.note.one_group")
        return Interval(nan, nan, confidence, "t", notes=(why,), over=over)
    se = sqrt(max(variance, 0.0))
    half = float(stdtrit(df, (1 + confidence) / 2)) * se
    return Interval(value - half, value + half, confidence, "t", se=se, over=over)


def judge_alone(judge: Any, confidence: float = 0.95, groups: IntArray | None = None) -> Score:
    """The mean of the judge's scores, as if the judge were right: Wilson's limits, or t."""
    f = np.asarray(judge, dtype=np.float64)
    return _mean_of("judge", f, len(f), 0, confidence, groups)


def people_alone(people: Any, confidence: float = 0.95, groups: IntArray | None = None) -> Score:
    """The mean of the labelled items: Wilson's limits of a share, t's of a mean."""
    y = np.asarray(people, dtype=np.float64)
    known = np.isfinite(y)
    of = None if groups is None else groups[known]
    return _mean_of("people", y[known], len(y), int(known.sum()), confidence, of)


def _mean_of(
    method: str,
    y: FloatArray,
    items: int,
    labels: int,
    confidence: float,
    groups: IntArray | None,
) -> Score:
    if not len(y):
        nothing = Interval(nan, nan, confidence, said("judge.method.none"))
        return Score(method, nan, nothing, items, labels)
    share = bool(np.isin(y, (0.0, 1.0)).all())
    value, interval = (share_with_error if share else mean_with_error)(y, groups, confidence)
    return Score(method, value, interval, items, labels)


def of_these_items(
    judge: FloatArray,
    people: FloatArray,
    groups: IntArray | None = None,
    confidence: float = 0.95,
) -> Score:
    """What people would say of just the items that were judged: a regression on the judge.

        θ = mean of (b · judge) on all + mean of (person − b · judge) on the labelled

    Only the items without a label are uncertain, so the variance is that of the labelled ones
    times the part that has none (the finite population correction, Cochran 1977); with every item
    labelled the mean is known, and there is no interval to give.

    References: cochran1977.

    >>> found = of_these_items(np.array([1.0, 0, 1, 0]), np.array([1.0, 0, 1, 1]))
    >>> found.value, found.interval.notes[0]
    (0.75, 'every item is labelled: the mean of these items is known')
    """
    f, y = paired_scores(judge, people)
    known = np.isfinite(y)
    n, total = int(known.sum()), len(f)
    none = Interval(nan, nan, confidence, "t")
    if n < 3:
        return Score("these", nan, none, total, n, notes=(said("judge.note.two_labels", n=n),))
    if n == total:
        exact = replace(none, method=said("judge.method.none"), notes=(said("judge.note.known"),))
        return Score("these", float(y.mean()), exact, total, n)
    value, slope, rest = _regressed(y[known], f[known], float(f.mean()))
    share = bool(np.isin(y[known], (0.0, 1.0)).all())
    # Two coefficients were fitted: the mean and the slope.
    middle, df = value, n - 2
    variance = float((rest**2).sum()) / df / n
    if share and groups is None:
        # Limits of a share with one pass and one failure added, as those of PPI++.
        own, both = np.append(y[known], [1.0, 0.0]), np.append(f[known], [f.mean()] * 2)
        middle, _, more = _regressed(own, both, float(f.mean()))
        variance = float((more**2).sum()) / n / (n + 2)
    if groups is not None:
        inside = np.unique(groups[known], return_inverse=True)[1].reshape(-1)
        units = int(inside.max()) + 1
        if units < 3:
            why = (said("judge.note.one_group"),)
            return Score("these", value, replace(none, notes=why), total, n)
        sums = np.bincount(inside, weights=rest)
        variance, df = float((sums**2).sum()) * units / (units - 1) / n**2, units - 1
    interval = _by_t(middle, (1 - n / total) * variance, df, confidence, groups is not None)
    if share:
        interval = replace(interval, low=max(interval.low, 0.0), high=min(interval.high, 1.0))
    return Score("these", value, interval, total, n, slope)


def _regressed(own: FloatArray, both: FloatArray, mean: float) -> tuple[float, float, FloatArray]:
    """People's mean where the judge's is `mean`, by a line; its slope, and the residuals."""
    spread = float(both.var())
    slope = float(((own - own.mean()) * (both - both.mean())).mean()) / spread if spread else 0.0
    rest = own - own.mean() - slope * (both - both.mean())
    return float(own.mean()) + slope * (mean - float(both.mean())), slope, rest


@checked_run
def score_difference(
    first: tuple[Any, Any],
    second: tuple[Any, Any],
    *,
    paired: bool = False,
    groups: Sequence[Any] | IntArray | None = None,
    confidence: float = 0.95,
) -> Score:
    """The corrected difference of two systems: first − second, with PPI++.

    `paired`: place by place the two are of the same item (question); then the differences are one
    score an item, labelled where people labelled both. Else the two are independent samples.

    :param first: The judge's and people's scores of the first system's outputs.
    :param second: The same of the second system's.
    :param paired: Whether the two are of the same items, place by place.
    :param groups: The group of every item; not `paired`, of both systems' one after the other.
    :param confidence: The confidence level.

    >>> import accord
    >>> nan = float("nan")
    >>> one = [1, 1, 1, 0, 1, 1], [1, 1, 0, nan, nan, nan]
    >>> two = [0, 1, 0, 0, 1, 0], [0, 1, 0, nan, nan, nan]
    >>> round(accord.infer.score_difference(one, two).value, 3)
    0.333
    """
    found = _difference(first, second, paired, groups, confidence)
    labels = [paired_scores(*each)[1] for each in (first, second)]
    if not all(np.isin(y[np.isfinite(y)], (0.0, 1.0)).all() for y in labels):
        return found
    # A difference of two shares lies between −1 and 1; few labels have a t interval beyond.
    low, high = max(found.interval.low, -1.0), min(found.interval.high, 1.0)
    return replace(found, interval=replace(found.interval, low=low, high=high))


def _difference(
    first: tuple[Any, Any],
    second: tuple[Any, Any],
    paired: bool,
    groups: Sequence[Any] | IntArray | None,
    confidence: float,
) -> Score:
    """The difference, with limits of t."""
    if paired:
        (f1, y1), (f2, y2) = paired_scores(*first), paired_scores(*second)
        if len(f1) != len(f2):
            raise AccordError("paired systems need one output per item")
        # One score for each question: what makes a question hard for both systems cancels out.
        return prediction_powered(f1 - f2, y1 - y2, groups=groups, confidence=confidence)
    if groups is not None:
        return _grouped_difference(first, second, groups, confidence)
    one, two = (prediction_powered(*each, confidence=confidence) for each in (first, second))
    items, labels = one.items + two.items, one.labels + two.labels
    notes = tuple(dict.fromkeys((*one.notes, *two.notes)))
    value = one.value - two.value
    if one.interval.se is None or two.interval.se is None:
        none = Interval(nan, nan, confidence, "t")
        return Score("ppi++", value, none, items, labels, None, notes)
    parts = one.interval.se**2, two.interval.se**2
    if not sum(parts):
        return Score(
            "ppi++", value, Interval(nan, nan, confidence, "t"), items, labels, None, notes
        )
    of = (one.labels - 1, two.labels - 1)
    # Welch–Satterthwaite: systems rarely have equally many labels.
    df = sum(parts) ** 2 / sum(v * v / d for v, d in zip(parts, of, strict=True))
    interval = _by_t(value, sum(parts), df, confidence)
    return Score("ppi++", value, interval, items, labels, None, notes)


def _grouped_difference(
    first: tuple[Any, Any],
    second: tuple[Any, Any],
    groups: Sequence[Any] | IntArray,
    confidence: float,
) -> Score:
    """A corrected difference of two sets of items that may lie in the same documents: what every
    document adds to either side is summed before it is squared."""
    sides = [paired_scores(*each) for each in (first, second)]
    scores = [prediction_powered(*each, confidence=confidence) for each in sides]
    items, labels = (sum(getattr(one, what) for one in scores) for what in ("items", "labels"))
    value = scores[0].value - scores[1].value
    notes = tuple(dict.fromkeys((*scores[0].notes, *scores[1].notes)))
    if isnan(value):
        none = Interval(nan, nan, confidence, "t", over="clusters")
        return Score("ppi++", value, none, items, labels, None, notes)
    parts = [_added(f, y, one.power or 0.0) for (f, y), one in zip(sides, scores, strict=True)]
    added = np.concatenate([parts[0], -parts[1]])
    known = np.concatenate([np.isfinite(y) for _, y in sides])
    variance, df = _variance(added, known, groups)
    interval = _by_t(value, variance, df, confidence, grouped=True)
    return Score("ppi++", value, interval, items, labels, None, notes)
