"""What to do next: is it enough and for what, whom to talk to about what, which items to discuss
first and what that would bring, and how many more items or coders the wished interval needs.

A coder, a pair of categories, a group of items, a trend or a habit is named only where a test
says so: each family of tests is held to `NAMING_LEVEL` (Holm), and the effect must matter.
"""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, expm1, inf, isinf, isnan, log, log1p, nan, sqrt
from statistics import NormalDist
from typing import Any, cast

import numpy as np

from accord._measure.bound import Bound, bound
from accord.engine.any_data import listed_labels, takes_data
from accord.errors import AccordError
from accord.infer.advice.choose import Estimate
from accord.infer.advice.plan import plan
from accord.infer.resample.interval import EXACT_BOUND
from accord.infer.resample.item_sums import sums_of
from accord.infer.resample.replicates import clusters, unit_drawn
from accord.infer.why.anatomy import MatchedUnits
from accord.infer.why.border_habits import BorderHabit, border_habits
from accord.infer.why.combined import Combined, combined
from accord.infer.why.confused import ConfusedPair, confused
from accord.infer.why.disagreements import Disagreement, Disagreements, disagreements
from accord.infer.why.groups import GroupApart, Trend, trend, worse_groups
from accord.infer.why.who_differs import CoderApart, who_differs
from accord.infer.why.workers import Worker, workers_of
from accord.kinds.kind import kind_named, kind_of
from accord.kinds.labels.study import Codings
from accord.model.agreement import Interval
from accord.model.names import FloatArray
from accord.model.showing import Result
from accord.model.study import Study
from accord.words.said import said

NAMING_LEVEL = 0.01
"""The probability of naming anything of one family where nothing is to be named."""

TIMES_APART = 1.2
"""A coder is named who differs so many times as much as the others among themselves."""

_HABIT = 0.1
"""The share of a coder's units that must be longer rather than shorter (or so) to be a habit."""

DISCUSSED = 20
"""Items to talk about first: the heaviest ones, as many as one meeting may get through."""
USES_BY_LEVEL = {0.667: "next.use-tentative", 0.8: "next.use-relied-on"}
"""Krippendorff's levels, and what data of such reliability are good for."""

TRUSTED = 10
"""From so many items or documents on, the width of an interval says that no more are needed."""

MOST_TRIED_OUT = 300_000
"""With more codings than these nothing is tried out anew."""

HALVED = (4, 8)
"""So many coders have two halves of two or more, in ways that are few enough to try them all."""

MOST_CODERS = 50
"""More coders than these for the same items are no advice."""

_ROOM = 0.1
"""Another study of the same size has an interval wider or narrower by about so much: without this
room every second one would miss the width."""

_SHOWN = NormalDist().inv_cdf(0.95)
"""As many standard errors as make one-sided 95%."""


@dataclass(frozen=True, slots=True)
class Level(Result):
    """A level, what it is asked for, and the confidence that the measure reaches it."""

    level: float
    use: str
    probability: float


@dataclass(frozen=True, slots=True)
class MoreData(Result):
    """How many items, documents or clusters (`what`), or how many coders, would give an interval of
    this width, each with the other as it is; None where it cannot be estimated. `never`: no number
    of coders would, for the same items. `alike`: coders never differ, and the number holds if they
    never will."""

    width: float
    now: float
    items: int | None
    coders: int | None
    what: str = "items"
    never: bool = False
    alike: bool = False


@dataclass(frozen=True, slots=True)
class NextSteps(Result):
    """What to do next with a study; parts are empty where there is nothing to name.

    `unclear` are categories confused with several others, candidates to split or to define
    anew, each with the measure of the codings without it. `share` is the part of the first 20 of
    `discuss` of all disagreement.

    :param value: The value of the measure.
    :param levels: The levels that it reaches or misses.
    :param coders: Coders who differ from the others.
    :param pairs: Categories that are confused.
    :param groups: Groups of items with more disagreement.
    :param trend: How disagreement changes over time.
    :param habits: Coders' habits at the borders of units.
    :param more: How much more data a narrower interval needs.
    :param unsure: Whether there are levels to reach, but no interval that could tell.
    :param guessing: The coders of a crowd who are little better than guessing.
    :param combined: Of a crowd, how good one label for each item would be.

    >>> import accord
    >>> from accord.infer.advice.choose import Estimate
    >>> labels = {"A": "aabbbbccc" * 4, "B": "abbbbcccc" * 4, "C": "aabbbbccc" * 4}
    >>> study, pi = accord.from_coders(labels), accord.bound("pi")
    >>> found = accord.infer.next_steps(study, Estimate(pi, accord.pi(study, interval=True)))
    >>> found.measure, round(found.value, 2), len(found.discuss)
    ('π', 0.77, 8)
    """

    measure: str
    value: float
    levels: tuple[Level, ...]
    coders: tuple[CoderApart, ...]
    pairs: tuple[ConfusedPair, ...]
    unclear: tuple[tuple[Hashable, float], ...]
    groups: tuple[GroupApart, ...]
    trend: Trend | None
    habits: tuple[BorderHabit, ...]
    discuss: tuple[Disagreement, ...]
    share: float
    more: MoreData | None
    unsure: bool = False
    guessing: tuple[Worker, ...] = ()
    combined: Combined | None = None


@takes_data
def next_steps(
    study: Study,
    estimate: Estimate,
    *,
    enough: float | None = None,
    width: float = 0.1,
    level: float = NAMING_LEVEL,
    found: Disagreements | None = None,
    matched: MatchedUnits | None = None,
    apart: Sequence[CoderApart] | None = None,
    workers: Sequence[Worker] | None = None,
) -> NextSteps:
    """What to do next, from a measure with its interval.

    `enough` is the level that the study must reach; by default Krippendorff's, for measures they
    were made for. `width` is the desired width of the interval. `found` and `matched` are what
    `disagreements` and `matched_units` found, and `apart` what `who_differs` did.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param estimate: The measure, and its value with an interval.
    :param enough: The level that the study must reach.
    :param width: The desired width of the interval.
    :param level: The level of the tests.
    :param found: What `disagreements` found, where it is known.
    :param matched: What `matched_units` found, where it is known.
    :param apart: What `who_differs` found, where it is known.
    :param workers: The coders of a crowd, the worst first, where they are known.

    >>> import accord
    >>> from accord.infer.advice.choose import Estimate
    >>> labels = {"A": "aabbbbccc" * 4, "B": "abbbbcccc" * 4, "C": "aabbbbccc" * 4}
    >>> study, measure = accord.from_coders(labels), accord.bound("alpha", distance="nominal")
    >>> value = accord.alpha(study, distance="nominal", interval={"method": "jackknife"})
    >>> found = accord.infer.next_steps(study, Estimate(measure, value))
    >>> found.measure, len(found.discuss)
    ('α', 8)
    """
    measure, value = estimate.measure, float(estimate.agreement.value)
    if workers is None:
        workers = workers_of(study, measure)
    if found is None:
        found = disagreements(study, measure if kind_named(measure.measure.kind).plain else None)
    pairs = _pairs(study, measure, value, level, matched)
    late = trend(study, found=found)
    # As many as coders can discuss together; `accord adjudicate` lists them all.
    first = found.rows[:DISCUSSED]
    levels = levels_asked(estimate, enough)
    return NextSteps(
        measure.symbol,
        value,
        levels,
        tuple(
            row
            for row in (who_differs(study, found=found) if apart is None else apart)
            if row.p <= level and row.times >= TIMES_APART
        ),
        pairs,
        _unclear(study, measure, pairs),
        tuple(row for row in worse_groups(study, found=found) if row.p <= level),
        late if late is not None and late.p <= level else None,
        _habits(study, level, matched),
        first,
        float(round(sum(row.share for row in first), 12)),  # all is 1, whatever the order
        _more(study, estimate, width),
        not levels and (enough is not None or measure.measure.has_levels),
        tuple(row for row in workers or () if row.flagged),
        None if workers is None or not _beyond_chance(estimate) else combined(study),
    )


def _beyond_chance(estimate: Estimate) -> bool:
    """Whether coders are shown to agree better than chance: guesses combined are guesses."""
    interval = estimate.agreement.interval
    return interval is None or not interval.low <= 0


def levels_asked(estimate: Estimate, enough: float | None) -> tuple[Level, ...]:
    """The levels that are asked of the measure, each with the confidence that it is reached."""
    entry = estimate.measure.measure
    uses = USES_BY_LEVEL if entry.has_levels else {}
    # A level that the user names replaces Krippendorff's: whoever asks for .7 has a reason.
    if enough is not None:
        uses = {enough: "next.use-asked"}
    rows = []
    for at, use in uses.items():
        below = estimate.below(at)
        if below is not None and not isnan(below):
            # Of error rates the good side of a level is below it.
            reached = below if entry.better == "lower" else 1 - below
            rows.append(Level(at, said(use), float(reached)))
    return tuple(rows)


def quick_for(study: Study, measure: Bound) -> Bound:
    """The measure itself, or what stands in where it would be too slow to try things out: exact
    F1 of spans."""
    quick = kind_of(study).quick
    return bound(quick) if quick is not None and measure.measure.costly else measure


def _pairs(
    study: Study, measure: Bound, value: float, level: float, matched: MatchedUnits | None
) -> tuple[ConfusedPair, ...]:
    """The pairs confused more than chance makes them; merged where the measure can do so."""
    if not kind_of(study).merges:
        return ()
    # The pairs are still tested, from counts; only what merging them would give is left out, which
    # computes the measure anew for each.
    large = listed_labels(study) and len(study) > MOST_TRIED_OUT
    tried = None if large else quick_for(study, measure)
    pairs = confused(study, tried, level=level, matched=matched)
    return tuple(row for row in pairs if row.p <= level)


def _unclear(
    study: Study, measure: Bound, pairs: Sequence[ConfusedPair]
) -> tuple[tuple[Hashable, float], ...]:
    """Categories in two confused pairs or more, with the measure of the codings without them."""
    often = Counter(name for pair in pairs for name in (pair.first, pair.second))
    several = [name for name, n in often.most_common() if n > 1]
    if not listed_labels(study) or len(study) > MOST_TRIED_OUT:
        return tuple((name, nan) for name in several)
    return tuple(
        (name, measure.compute(study.where(study.category != study.categories.index(name))).value)
        for name in several
    )


def _habits(study: Study, level: float, matched: MatchedUnits | None) -> tuple[BorderHabit, ...]:
    """Habits, the most marked first, each among the coders that are not yet named: beside one who
    marks long units all others mark short ones."""
    matched_units = kind_of(study).ability("matched_units")
    if matched_units is None:
        return ()
    pairs = matched_units(study) if matched is None else matched
    named: list[BorderHabit] = []
    # One at a time: a coder who marks long makes all others look short beside them. The last coder
    # has nobody left to be compared with.
    while len(named) < len(study.coders) - 1:
        marked = [
            row
            for row in border_habits(study, matched=pairs)
            if row.p <= level and abs(row.longer - row.shorter) >= _HABIT * row.pairs
        ]
        if not marked:
            break
        most = max(marked, key=lambda row: abs(row.longer - row.shorter) / row.pairs)
        named.append(most)
        at = study.coders.index(most.coder)
        pairs = [{two: v for two, v in part.items() if at not in two} for part in pairs]
    return tuple(named)


def _more(study: Study, estimate: Estimate, width: float) -> MoreData | None:
    """Items by the jackknife's plan, or by √n from the interval; coders by halves of them."""
    interval = estimate.agreement.interval
    # What is drawn otherwise, coders first of all, does not grow with more items.
    grows = ("items", "pairs", *getattr(study, "about", {}))
    if interval is None or isnan(interval.high - interval.low) or interval.over not in grows:
        return None
    now = float(interval.high - interval.low)
    drawn, units = _units(study, interval.over)
    # What is not an item itself is called a document here, images too.
    what = "items" if kind_of(study).document == "item" else "documents"
    if drawn != "items":
        what = "documents" if drawn == unit_drawn(study) else "clusters"
    if now <= width:
        # A narrow interval of a handful of items is luck more often than precision.
        return MoreData(width, now, units if units >= TRUSTED else None, None, what)
    items: int | None = ceil(units * (now / width) ** 2)
    if not listed_labels(study) or sums_of(study, estimate.measure) is None:
        return MoreData(width, now, items, None, what)
    asked: dict[str, Any] = {"width": width, "confidence": interval.confidence, "over": drawn}
    if interval.method == EXACT_BOUND:
        items = _if_none_differ(interval, units, width / now)
        return MoreData(width, now, items, None, what, alike=True)
    try:
        planned = plan(study, estimate.measure, **asked)
    except AccordError:
        return MoreData(width, now, None, None, what)
    items = planned.items if planned.documents is None else planned.documents
    # Halves of the coders see too little of what hardly occurs.
    told = drawn == "items" and interval.method != "score"
    coders = _coders(study, estimate.measure, width / now) if told else None
    never = coders is not None and isinf(coders)
    return MoreData(width, now, items, None if never else cast("int | None", coders), what, never)


def _if_none_differ(interval: Interval, units: int, narrower: float) -> int:
    """How many units make the exact bound so much narrower if coders differ in none of them: the
    bound is a multiple of the largest share u of units that differ, for which (1 − u)ⁿ is the
    chance of seeing none."""
    none_differ = log((1 - interval.confidence) / 2)
    share = -expm1(none_differ / units)
    return ceil(none_differ / log1p(-share * narrower))


def _units(study: Study, over: str) -> tuple[str, int]:
    """What the interval was drawn over, and how many of them there are."""
    drawn = over if over in getattr(study, "about", {}) else "items"
    groups = clusters(study, drawn)
    return drawn, len(study.items) if groups is None else int(groups.max(initial=-1)) + 1


def _coders(study: Codings, measure: Bound, narrower: float) -> float | None:
    """How many coders would do with the same items; inf where no number would, None where the
    study cannot tell.

    The variance of the measure falls with the number of coders c as a + b / c: what differs
    between items stays, what differs between coders is averaged. Two halves of the coders share
    the items alone, so their covariance over items estimates a. It takes four coders to have
    two halves of two. What stays is taken to be as large as it can be at 95%, one-sided.
    """
    c, n = len(study.coders), len(study.items)
    if not HALVED[0] <= c <= HALVED[1] or len(study) > MOST_TRIED_OUT or len(study) < n * c:
        return None
    whole = float((_apart(study, measure) ** 2).sum())
    shared: Any = 0.0
    ways = list(combinations(range(c), c // 2))
    for some in ways:
        rest = [one for one in range(c) if one not in some]
        shared = shared + np.prod([_apart(study.only(h), measure) for h in (some, rest)], axis=0)
    shared = np.sort(shared / len(ways))  # the same sums in any order of the items
    stays, error = float(shared.sum()), sqrt(n) * float(shared.std(ddof=1))
    wanted = whole * narrower**2
    if stays - _SHOWN * error > wanted:
        return inf
    most, room = stays + _SHOWN * error, wanted * (1 - _ROOM) ** 2
    # Near what no number of coders reaches, a little more or less of it changes the number much.
    if isnan(most) or not 2 * most <= room:
        return None
    number = ceil((whole - most) * c / (room - most))
    return number if c < number <= MOST_CODERS else None


def _apart(study: Codings, measure: Bound) -> FloatArray:
    """By item, the measure without it less the mean of these, on the jackknife's scale: squared and
    summed, the variance."""
    sums: Any = sums_of(study, measure)
    if sums is None:
        return np.full(len(study.items), nan)
    left = sums.leave_one_out()[sums.of_item]
    apart: FloatArray = (left - np.sort(left).mean()) * sqrt(1 - 1 / len(left))
    return apart
