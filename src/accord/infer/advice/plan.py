"""Planning the next study: how many items, how many coders, and was the last one enough.

Closed forms where the literature has them (two coders, two categories):

    width     Bloch & Kraemer 1989: n Var(κ) = (1−κ) ((1−κ)(1−2κ) + κ(2−κ) / (2p(1−p)))
    power     Donner & Eliasziw 1992: goodness of fit of κ_1 against κ_0
    minimum   Bloch & Kraemer by Krippendorff 2004, p. 239

and for everything else: a pilot study (its standard error shrinks with √n) or simulation. Where a
coefficient is of the cube, whole studies are simulated with the interval that they would have,
because formulas know nothing of small studies: n is such that as many of them as promised have an
interval so narrow, or one that is above the threshold.

A width is promised with a probability, not on average. In a pilot, the variance v that a study
estimates has an error of its own, τ/√n, so that n must satisfy 4 z² (v + z_p τ/√n) / n ≤ width²
for a probability p. Where items come in documents, documents are counted. Long because formulas,
pilots and simulation are three ways to one goal, checked and worded once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, inf, isnan, nan, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from accord._measure.bound import Asked, Bound, bound
from accord._measure.cube.kernel import Countable, item_count
from accord.engine.any_data import listed_labels, rows_of_counts, takes_data, takes_settings
from accord.engine.tally import Tally
from accord.errors import AccordError, Setting
from accord.infer.advice.choose import first_of, recommended_for
from accord.infer.advice.plan_ratings import (
    PlannedRatings,
    RatingDesign,
    pilot as pilot_of_ratings,
    plan_threshold,
    plan_width,
)
from accord.infer.resample.interval import interval, interval_of, rare
from accord.infer.resample.item_sums import sums_of
from accord.infer.resample.replicates import (
    Limit,
    Over,
    jackknife_se,
    leave_one_out,
    unit_drawn,
    way_in_words,
)
from accord.infer.why.breakdown import Breakdown
from accord.kinds.labels.study import Codings
from accord.model.agreement import Interval
from accord.model.keywords import renamed
from accord.model.names import FloatArray, Names
from accord.model.showing import Result
from accord.model.study import Study
from accord.tasks import Progress, checked_run, share_of_progress, watched

_GOALS = f"{Setting('width', 0.2)} or {Setting('threshold', 0.8)}, and not both"


@dataclass(frozen=True, slots=True)
class Plan(Result):
    """How many items, for what, and by which reasoning.

    :param coders: How many coders an item has.
    :param goal: What the items are for.
    :param method: The reasoning.
    :param notes: What a reader must know, in sentences.
    :param documents: How many documents, where these are planned.
    :param designs: Raters against items, for ratings: how wide the interval of each design is.

    >>> import accord
    >>> found = accord.infer.plan_items(expected=0.8, width=0.2, assurance=0.5)
    >>> found.items, found.coders
    (139, 2)
    >>> print(found)
    You need 139 items and 2 coders for a 95% interval of width 0.2 around 0.8 on average
    (Bloch & Kraemer 1989)
    """

    _keys = "items, documents, coders, goal, method, notes, designs"
    items: int | None
    coders: int
    goal: str
    method: str
    notes: tuple[str, ...] = ()
    documents: int | None = None
    designs: tuple[RatingDesign, ...] = ()

    def __str__(self) -> str:
        if self.items is None:
            return (
                f"No number of items is enough with {self.coders} coders for {self.goal} "
                f"({self.method})"
            )
        items = f"{self.items} items"
        if self.documents is not None:
            items = f"{self.documents} documents ({items})"
        return f"You need {items} and {self.coders} coders for {self.goal} ({self.method})"


def recommended_for_names() -> Bound:
    """What is recommended where no data are known: for names, equal or different."""
    lead = first_of("codings", "reliability", "nominal", lambda entry: False)
    assert lead is not None, "the catalogue ranks a measure for codings"
    return bound(lead).or_nominal()


POWER = 0.8
"""The power that fields plan for by habit (Cohen 1988)."""

ASSURANCE = 0.8
"""As sure to reach a width: planned for on average, every second study would miss it."""


@checked_run
@renamed(samples="resamples")
@takes_settings
def plan_items(
    measure: Asked | None = None,
    *,
    expected: float,
    width: float | None = None,
    threshold: float | None = None,
    power: float = POWER,
    assurance: float = ASSURANCE,
    coders: int = 2,
    shares: Sequence[float] = (0.5, 0.5),
    rater_share: float = 0.0,
    confidence: float = 0.95,
    document_size: int | None = None,
    design_effect: float = 1.0,
    resamples: int = 400,
    rng: int = 0,
    progress: Progress | None = None,
) -> Plan:
    """How many items a study needs.

    Either for an interval of total `width` or less at this `confidence` around a coefficient that
    is `expected`, reached with probability `assurance` (0.5: on average), or to show
    that it is at least `threshold` (one-sided) with `power`. With `document_size` items a
    document, documents are counted; `design_effect` says how many times larger the variance is
    than that of as many independent items (the interval of a study with documents says it).
    `shares` are how often the categories are expected. Two coders and two categories (π, κ, α):
    Bloch & Kraemer 1989 and Donner & Eliasziw 1992; all else by `resamples` simulated studies, in
    which each coder sees the item's true category with probability √expected and otherwise
    guesses. The ICC is planned with its own model, normal items and raters: by simulation, with
    Bonett's, Zou's and Walter's formulas beside it.

    :param measure: A measure by name, or one bound to its settings; unless named, the one that is
        recommended for names (α, nominal).
    :param expected: The value that is expected.
    :param width: The width that the interval should have.
    :param threshold: The level to be shown, one-sided.
    :param power: The probability of showing it.
    :param assurance: The probability of reaching the width.
    :param coders: How many coders an item has.
    :param shares: How frequent the categories are expected to be.
    :param rater_share: For ICC: the share of the variance that raters are expected to have because
        some rate higher than others.
    :param confidence: The confidence level.
    :param document_size: How many items a document has.
    :param design_effect: How many times larger the variance is because items come in documents.
    :param resamples: How many studies are simulated.
    :param rng: The seed, or a NumPy generator.
    :param progress: A function that is called with the progress of the work.

    References: bloch1989, donner1992, bonett2002, zou2012, walter1998.

    >>> import accord
    >>> print(accord.infer.plan_items(expected=0.8, width=0.2, assurance=0.5))
    You need 139 items and 2 coders for a 95% interval of width 0.2 around 0.8 on average
    (Bloch & Kraemer 1989)
    >>> accord.infer.plan_items("pi", expected=0.9, threshold=0.7, power=0.8).items
    79
    """
    entry = recommended_for_names() if measure is None else bound(measure)
    _check_goal(expected, width, threshold, assurance, design_effect)
    p = np.asarray(shares, dtype=np.float64) / np.sum(shares)
    goal = _goal(expected, width, threshold, power, assurance, confidence)
    asked, share = _Asked(expected, width, threshold, power, assurance, confidence), None
    if RATINGS in entry.measure.formulas:
        found = _planned_ratings(asked, coders, rater_share, rng)
        return _of_documents(found, coders, goal, document_size, design_effect)
    if rater_share:
        raise AccordError(f"{Setting('rater_share')} works with the ICC, not with {entry.symbol}")
    notes: tuple[str, ...] = ()
    # Published formulas hold for two coders and two categories; everything else is simulated.
    closed = coders == 2 and len(p) == 2 and "bloch1989" in entry.measure.formulas
    made = _Simulated(entry, asked, coders, p, np.random.SeedSequence(rng))
    if closed and width is None:
        items = donner_eliasziw(expected, float(threshold or 0.0), float(p[0]), power, confidence)
        method = "Donner & Eliasziw 1992"
        share = made.reach(items, resamples, progress) if items <= LARGEST else None
    # Bloch & Kraemer's variance gives the width that is met on average, which is an assurance of ½
    # and no other.
    elif closed and assurance == 0.5:
        items, method = asked.enough(bloch_kraemer(expected, float(p[0]))), "Bloch & Kraemer 1989"
    else:
        method = f"{resamples} simulated studies, seed {rng}"
        notes = (
            "assumes coders err independently and guess according to the expected label shares",
        )
        # Coefficients of the cube are quick enough to simulate whole studies with their intervals;
        # other measures get variance over n (docs/decisions.md, Tests, comparisons and plans).
        if entry.measure.counted:
            begun = asked.enough(bloch_kraemer(expected, float(p[0]))) if closed else FIRST
            items, share = made.enough(begun, resamples, progress)
            method = f"Bloch & Kraemer 1989; {method}" if closed else method
        else:
            known = _simulated_variance(entry, expected, coders, p, resamples, rng, progress)
            items = asked.enough(*known)
            notes = (*notes, BY_NORMAL)
    if share is not None:
        notes = (
            *notes,
            f"of {resamples} simulated studies with {items} items {share:.0%} reach it",
        )
    # Items first, then whole documents: the design effect says how many more items are needed
    # because those of a document resemble each other.
    items = ceil(items * design_effect)
    documents = None if document_size is None else ceil(items / document_size)
    if documents is not None and document_size is not None:
        items = documents * document_size
    if design_effect != 1:
        method += f"; design effect {design_effect:g}"
    return Plan(items, coders, goal, method, notes, documents)


def _check_goal(
    expected: float,
    width: float | None,
    threshold: float | None,
    assurance: float,
    design_effect: float,
) -> None:
    if (width is None) == (threshold is None):
        raise AccordError(f"choose a goal: {_GOALS}")
    # At 1 nothing varies, so any number of items would do; below 0 simulated coders cannot see
    # less than nothing.
    if not 0 <= expected < 1:
        raise AccordError(
            f"the expected coefficient must be at least 0 and below 1, got {expected:g}"
        )
    if threshold is not None and threshold >= expected:
        raise AccordError(f"expected value {expected:g} must be above the threshold {threshold:g}")
    if not 0 < assurance < 1 or design_effect <= 0:
        raise AccordError("the assurance must be between 0 and 1, and the design effect above 0")


RATINGS = "bonett2002"
"""Measures with this formula are planned with normal items and raters."""


def _planned_ratings(asked: "_Asked", raters: int, share: float, rng: int) -> PlannedRatings:
    how: dict[str, Any] = {"share": share, "confidence": asked.confidence, "rng": rng}
    if asked.width is not None:
        more = {"assurance": asked.assurance, **how}
        return plan_width(asked.expected, raters, asked.width, **more)
    threshold = float(asked.threshold or 0.0)
    return plan_threshold(asked.expected, raters, threshold, power=asked.power, **how)


def _of_documents(
    found: PlannedRatings, raters: int, goal: str, size: int | None, effect: float
) -> Plan:
    """The plan, in whole documents where items come in them."""
    items, method = found.items, found.method
    if effect != 1:
        method += f"; design effect {effect:g}"
    if items is not None:
        items = ceil(items * effect)
    documents = None if size is None or items is None else ceil(items / size)
    if documents is not None and size is not None:
        items = documents * size
    return Plan(items, raters, goal, method, found.notes, documents, found.designs)


@checked_run
@takes_data
def plan(
    study: Study | Countable,
    measure: Asked | None = None,
    *,
    width: float | None = None,
    threshold: float | None = None,
    power: float = POWER,
    assurance: float = ASSURANCE,
    confidence: float = 0.95,
    over: Over | None = None,
) -> Plan:
    """How many items a study needs, for any measure, from a pilot study.

    The error of the pilot is taken to shrink with √n. Where the pilot has documents (or `over`
    names a column), it is documents that are planned. A `width` is reached with probability
    `assurance` (0.5: on average).

    :param study: The pilot study, or data that accord can read as one.
    :param measure: A measure by name, or one bound to its settings; unless named, the one that
        `choose` recommends, or the next where that takes long (γ).
    :param width: The width that the interval should have.
    :param threshold: The level to be shown, one-sided.
    :param power: The probability of showing it.
    :param assurance: The probability of reaching it.
    :param confidence: The confidence level.
    :param over: The column of documents or other clusters to plan.

    >>> import accord
    >>> pilot = accord.from_confusion([[23, 3], [0, 24]], categories=["STAT", "IREQ"])
    >>> accord.plan(pilot, "kappa", width=0.2, assurance=0.5).items
    88
    """
    entry = recommended_for(study) if measure is None else bound(measure)
    if (width is None) == (threshold is None):
        raise AccordError(f"choose a goal: {_GOALS}")
    if RATINGS in entry.measure.formulas and over is None and listed_labels(study):
        asked = _Asked(nan, width, threshold, power, assurance, confidence)
        return _from_ratings(study, entry, asked)
    value = entry.compute(study).value
    drawn = unit_drawn(study) if over is None else over
    if way_in_words(drawn) in ("coders", "both"):
        raise AccordError("a plan works with items or documents, not with coders")
    # The jackknife and not the bootstrap: it needs no seed, and its pseudo-values also say how
    # sure the variance itself is.
    left, multiplicity = leave_one_out(study, entry, drawn)
    order = np.lexsort((multiplicity, left))  # the same sums whatever the order of units
    left, multiplicity = left[order], multiplicity[order]
    se, units = jackknife_se(left, multiplicity), int(multiplicity.sum())
    if isnan(value) or isnan(se) or se == 0:
        raise AccordError("the pilot has no disagreement, so the error cannot be estimated from it")
    if threshold is not None and threshold >= value:
        raise AccordError(
            f"the pilot value ({value:.3f}) is not above {threshold:g}. More items will not "
            f"help; better guidelines may"
        )
    pilot = item_count(study)
    # The variance estimated in a study varies as that of its leave-one-out values does.
    apart = (left - np.nanmean(np.repeat(left, multiplicity.astype(np.intp)))) ** 2
    good = np.isfinite(apart)
    mean = float(multiplicity[good] @ apart[good]) / units
    spread = float(multiplicity[good] @ (apart[good] - mean) ** 2) / units
    asked = _Asked(value, width, threshold, power, assurance, confidence)
    variance, error = se**2 * units, se**2 * units * sqrt(spread) / mean
    number, notes = (
        asked.enough(variance, error),
        (PILOT, *(() if threshold is None else (BY_NORMAL,))),
    )
    method, scored = "jackknife", _score_error(study, entry, asked, drawn, number <= units)
    if scored is not None and scored > se:
        method, notes = f"{method} and score interval", (*notes, HARDLY_OCCURS)
        number = asked.enough(scored**2 * units, scored**2 * units * sqrt(spread) / mean)
    goal = _goal(round(value, 3), width, threshold, power, assurance, confidence)
    if way_in_words(drawn) == "items":
        return Plan(number, len(study.coders), goal, f"pilot of {pilot} items, {method}", notes)
    items, shown = ceil(number * pilot / units), f"{units} values of '{way_in_words(drawn)}'"
    method = f"pilot of {pilot} items in {shown}, {method}"
    return Plan(items, len(study.coders), goal, method, notes, documents=number)


def _score_error(
    study: Study | Countable, entry: Bound, asked: "_Asked", drawn: Over, fewer: bool
) -> float | None:
    """The standard error by the score interval of a pilot in which a category is rare, which the
    jackknife sees too little of; also where disagreement is, if by the jackknife even `fewer` items
    than those of the pilot were enough. None in all other pilots."""
    found = rare(study, entry) if entry.measure.counted else ""
    if not found or (found == "disagreement" and not fewer):
        return None
    limits = interval(study, entry, confidence=asked.confidence, over=drawn, method="score")
    z = NormalDist().inv_cdf((1 + asked.confidence) / 2)
    below = asked.expected - limits.low
    apart = (limits.high - limits.low) / 2 if asked.width is not None else below
    return None if isnan(apart) else apart / z


def _from_ratings(study: Codings, entry: Bound, asked: "_Asked") -> Plan:
    """A plan for an ICC from a pilot of numbers: its variances are those of the plan."""
    from accord.infer.ratings.rated import rated

    found = entry.compute(study)
    if isnan(found.value):
        raise AccordError(f"the pilot has no value to plan with: {found.undefined}")
    form = str(found.settings["form"])
    if form.endswith("k"):
        raise AccordError(
            f"{found.symbol} is of the mean of these raters; plan one rating, "
            f"{Setting('measure', f'ICC({form[0]},1)')}, or raters with {Setting('reliability')}"
        )
    table = rated(study)
    value, share = pilot_of_ratings(table.values, form.startswith("2"))
    if asked.threshold is not None and asked.threshold >= value:
        raise AccordError(
            f"the pilot study has {value:.3f}, which is not above {asked.threshold:g}: more items "
            "will not help, better instructions may"
        )
    asked = replace(asked, expected=value)
    k = len(table.raters)
    made = _planned_ratings(asked, k, share, 0)
    goal = _goal(
        *(round(value, 3), asked.width, asked.threshold),
        *(asked.power, asked.assurance, asked.confidence),
    )
    method = f"pilot of {len(table.items)} items; {made.method}"
    return Plan(made.items, k, goal, method, (PILOT, *made.notes), None, made.designs)


def _goal(
    expected: float,
    width: float | None,
    threshold: float | None,
    power: float,
    assurance: float,
    confidence: float,
) -> str:
    if width is not None:
        shown = f"a {confidence:.0%} interval of width {width:g}"
        if assurance == 0.5:
            return f"{shown} around {expected:g} on average"
        return (
            f"{shown} or less at an expected value of {expected:g}, with {assurance:.0%} assurance"
        )
    shown = f"at least {threshold:g} at {confidence:.0%}"
    return f"{power:.0%} power to show {shown} if the true value is {expected:g}"


BY_NORMAL = "normal approximation: with few items or values near 1 the real power is lower"
HARDLY_OCCURS = (
    "a category or disagreement is rare in the pilot, so its score interval sets the error; "
    "more items of that kind would make the number smaller"
)
PILOT = (
    "assumes that the pilot's value and variance are the true ones; a small pilot makes this rough"
)
FIRST, LARGEST, RESAMPLED, TRIES = 100, 2000, 500, 3
"""Items of the first simulated studies, the most of any, resamples of each, and how many numbers of
items are tried. Larger studies follow from those of LARGEST items: their intervals shrink with √n.
"""


NARROWEST = 1e-4
"""The narrowest interval that can be planned for: it takes a thousand million items and more."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a plan must reach."""

    expected: float
    width: float | None
    threshold: float | None
    power: float
    assurance: float
    confidence: float

    def __post_init__(self) -> None:
        if not 0 < self.power < 1 or not 0 < self.assurance < 1:
            raise AccordError("power and assurance must be between 0 and 1")
        apart = self.width if self.threshold is None else self.expected - self.threshold
        if isnan(self.expected):  # a pilot will say it
            return
        if apart is None or not NARROWEST <= apart < inf:
            raise AccordError(
                f"a width, or the distance of a threshold, must be at least {NARROWEST:g}, got "
                f"{apart:g}; no study has enough items for less"
            )

    def enough(self, variance: float, error: float = 0.0) -> int:
        """Units for a variance of v/n, where the v that a study estimates has an error of τ/√n."""
        normal = NormalDist()
        if self.width is None:
            z = normal.inv_cdf(self.confidence) + normal.inv_cdf(self.power)
            return ceil((z / (self.expected - float(self.threshold or 0.0))) ** 2 * variance)
        z, sure = normal.inv_cdf((1 + self.confidence) / 2), normal.inv_cdf(self.assurance)
        n = (2 * z / self.width) ** 2 * variance
        # A fixed point: the assurance depends on n, which depends on the assurance. It settles
        # after a few rounds; 100 cost nothing.
        for _ in range(100):
            n = (2 * z / self.width) ** 2 * (variance + sure * error / sqrt(max(n, 1.0)))
        return ceil(n)

    def wide(self, found: Interval, limit: Limit | None) -> float:
        """How wide the interval is, or how far its one-sided limit is from what is expected."""
        if self.width is not None:
            return found.high - found.low
        return inf if limit is None else self.expected - limit(1 - self.confidence)

    @property
    def share(self) -> float:
        """How many studies must reach it."""
        return self.power if self.width is None else self.assurance

    @property
    def goal(self) -> float:
        """How wide an interval may be, or how far below what is expected its limit."""
        return self.width or self.expected - float(self.threshold or 0.0)

    def times(self, wide: FloatArray, more: float) -> float:
        """How many times as many items are enough, from studies that are this wide, for the share
        of them that is asked for and `more`."""
        share = min(self.share + more, 1.0)
        # Widths shrink with √n, so the square of how much too wide they are is how many times as
        # many items it takes.
        return float(np.quantile(wide, share, method="higher") / self.goal) ** 2


@dataclass(frozen=True, slots=True)
class _Simulated:
    """Studies of coders who err independently, and the intervals that they have."""

    measure: Bound
    asked: _Asked
    coders: int
    p: FloatArray
    seeds: np.random.SeedSequence

    def wide(self, items: int, number: int, progress: Progress | None) -> FloatArray:
        """How wide each of so many studies is; inf where it has no interval."""
        asked, found = self.asked, []
        for seed in watched(self.seeds.spawn(number), number, progress):
            rng = np.random.default_rng(seed)
            study = simulated(items, self.coders, self.p, asked.expected, rng)
            value = self.measure.compute(study)
            made = interval_of(
                study, value, self.measure, confidence=asked.confidence, resamples=RESAMPLED
            )
            found.append(asked.wide(*made))
        wide = np.array(found)
        # A study without an interval has not reached what is asked for.
        return np.where(np.isnan(wide), inf, wide)

    def reach(self, items: int, number: int, progress: Progress | None) -> float:
        """The share of so many studies that reach what is asked for."""
        return float((self.wide(items, number, progress) <= self.asked.goal).mean())

    def enough(
        self, begun: int, samples: int, progress: Progress | None
    ) -> tuple[int, float | None]:
        """Items with which the promised share of studies, and one standard error of so many
        `samples` more, reach what is asked for; and that share (None where they are too many to be
        simulated).

        Two rounds of fewer studies come near. The share then need not rise with every item: near
        1 a width depends on a handful of disagreements. So numbers between one that is too small
        and one that is enough are tried.
        """
        asked, rounds, low, share = self.asked, TRIES + 1, 0, 0.0
        error = sqrt(asked.share * (1 - asked.share) / samples)
        n = float(begun)
        best: tuple[int, float | None] | None = None
        for at in range(-1, rounds):
            # The first two rounds only find the neighbourhood: an eighth of the studies is enough
            # for that.
            sizes = samples if at > 0 else max(samples // 8, 1)
            told = share_of_progress(progress, (at + 1) / (rounds + 1), (at + 2) / (rounds + 1))
            # Below five items most intervals do not exist.
            items = int(np.clip(ceil(n), 5, LARGEST))
            wide = self.wide(items, sizes, told)
            large = items == LARGEST
            # At most five times more or fewer at once: √n is exact only near, and a round with
            # infinite widths would jump anywhere.
            n = items * float(np.clip(asked.times(wide, error), 0.2, 1e6 if large else 5))
            if at < 1:
                continue
            if large and n > LARGEST:
                best = ceil(n), None
                break
            share = float((wide <= asked.goal).mean())
            if share >= asked.share + error:
                best = items, share
            else:
                low = items
            # Within two in a hundred the answer is as good as 400 simulated studies can tell.
            near = best is not None and best[0] <= 1.02 * low + 1
            if near or asked.share + error <= share <= asked.share + 3 * error:
                break
            n = float(np.clip(n, low + 1 + low // 50, inf if best is None else best[0] - 1))
        if progress is not None:
            progress(1.0)
        return (items, share) if best is None else best


def bloch_kraemer(value: float, share: float) -> float:
    """n times the variance of κ (common marginals), two coders and two categories.

    References: bloch1989.

    >>> bloch_kraemer(0.0, 0.5)
    1.0
    """
    spread = 2 * share * (1 - share)
    return (1 - value) * ((1 - value) * (1 - 2 * value) + value * (2 - value) / spread)


def donner_eliasziw(
    value: float, null: float, share: float, power: float = 0.8, confidence: float = 0.95
) -> int:
    """Items to tell κ = `value` from κ = `null`, two coders, two categories, one-sided.

    References: donner1992.
    """
    normal = NormalDist()
    z = normal.inv_cdf(confidence) + normal.inv_cdf(power)
    spread = share * (1 - share)
    moved = (spread * (value - null)) ** 2
    per_item = (
        moved / (share**2 + spread * null)
        + 4 * moved / (2 * spread * (1 - null))
        + moved / ((1 - share) ** 2 + spread * null)
    )
    return ceil(z**2 / per_item)


@checked_run
def krippendorff_minimum(smallest: float, share: float, confidence: float = 0.95) -> int:
    """Items needed to tell α from the `smallest` acceptable one, for a category of this `share`.

    N = z² ((1+α)(3−α) / (4 p (1−p) (1−α)) − α), after Bloch & Kraemer (Krippendorff 2004, p.
    239); take the rarest category. References: krippendorff2004, bloch1989.

    :param smallest: The smallest acceptable α.
    :param share: How frequent the category is.
    :param confidence: The confidence level.

    >>> import accord
    >>> accord.infer.krippendorff_minimum(0.8, 0.5)
    52
    """
    z = NormalDist().inv_cdf(confidence)
    inside = (1 + smallest) * (3 - smallest) / (4 * share * (1 - share) * (1 - smallest))
    return ceil(z**2 * (inside - smallest))


def _simulated_variance(
    measure: Bound,
    expected: float,
    coders: int,
    p: FloatArray,
    n: int,
    rng: int,
    progress: Progress | None,
) -> tuple[float, float]:
    """items × variance of the measure over simulated studies, and √items × the standard deviation
    of what such studies estimate it to be."""
    # Large enough that n times the variance hardly depends on n, small enough to compute 400 of
    # them.
    items = 200
    values, estimated = [], []
    for seed in watched(np.random.SeedSequence(rng).spawn(n), n, progress):
        study = simulated(items, coders, p, expected, np.random.default_rng(seed))
        sums = sums_of(study, measure)
        if sums is None:
            values.append(measure.compute(study).value)
            # Groups of items instead of single ones: measures without sums are computed anew each
            # time.
            left = leave_one_out(study, measure, "items", at_most=20)
        else:
            values.append(float(sums.value(sums.total[None])[0]))
            left = sums.leave_one_out(), sums.multiplicity
        estimated.append(items * jackknife_se(*left) ** 2)
    good = np.array(values)[np.isfinite(values)]
    if len(good) < 2:
        return nan, nan
    return float(good.var(ddof=1)) * items, float(np.nanstd(estimated, ddof=1)) * sqrt(items)


def simulated(
    items: int, coders: int, p: FloatArray, value: float, rng: np.random.Generator
) -> Codings:
    """A study of coders who see the true category with probability √value and else guess.

    Any two of them agree beyond chance with probability `value`, so π, κ and α estimate it.
    """
    k = len(p)
    true = rng.choice(k, size=(items, 1), p=p)
    # Two coders both see with probability √v · √v = v, and else agree as chance does: so α is v
    # for any number of coders and categories.
    sees = rng.random((items, coders)) < sqrt(value)
    category = np.where(sees, true, rng.choice(k, size=(items, coders), p=p))
    return Codings(
        Names(range(items)),
        Names(range(coders)),
        Names(range(1, k + 1)),
        np.repeat(np.arange(items, dtype=np.int32), coders),
        np.tile(np.arange(coders, dtype=np.int32), items),
        category.ravel().astype(np.int32),
        declared=True,
    )


@takes_data
def chance_agreements(study: Codings | Tally, *, at_least: float = 5.0) -> Breakdown:
    """Krippendorff's rule: every category often enough for five agreements by chance.

    By chance, P(k)² of all pairs of codings of an item agree on category k. `items needed` is
    how many items like these it would take. References: krippendorff2004.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param at_least: How many agreements by chance a category must have.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})
    >>> [(row[0], round(row[3], 2), row[4]) for row in accord.infer.chance_agreements(study).rows]
    [('a', 0.19, False), ('b', 2.08, False), ('c', 2.52, False)]
    """
    counts, times = rows_of_counts(study)
    sizes, n_k = counts.totals, counts.columns(times)
    pairs = float(times @ (sizes * (sizes - 1)) / 2)
    rows = []
    for k in np.argsort(n_k, kind="stable").tolist():
        share = float(n_k[k] / max(n_k.sum(), 1))
        chance = pairs * share**2
        needed = ceil(float(times.sum()) * at_least / chance) if chance else None
        rows.append((study.categories[k], int(n_k[k]), share, chance, chance >= at_least, needed))
    columns = ("category", "codings", "share", "by chance", "enough", "items needed")
    note = f"Krippendorff's rule: at least {at_least:g} expected chance agreements per category"
    return Breakdown("category", "chance agreements", columns, tuple(rows), (note,))
