"""Planning the next study: how many items, how many coders, and was the last one enough.

Closed forms where the literature has them (two coders, two categories):

    width     Bloch & Kraemer 1989: n Var(κ) = (1−κ) ((1−κ)(1−2κ) + κ(2−κ) / (2p(1−p)))
    power     Donner & Eliasziw 1992: goodness of fit of κ_1 against κ_0
    minimum   Bloch & Kraemer by Krippendorff 2004, p. 239

and for everything else: a pilot study (its standard error shrinks with √n) or simulation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isnan, nan, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from accord.engine.tally import Tally, counted
from accord.errors import AccordError
from accord.infer.resample.replicates import jackknife_se, leave_one_out
from accord.infer.why.breakdown import Breakdown
from accord.measure.bound import Asked, Bound, bound
from accord.measure.cube.kernel import Countable, item_count
from accord.model.codings.codings import Codings
from accord.model.names import FloatArray, Names
from accord.model.showing import Result, picked
from accord.model.study import Study


@dataclass(frozen=True, slots=True)
class Plan(Result):
    """How many items, for what, and by which reasoning."""

    items: int
    coders: int
    goal: str
    method: str
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.items} items × {self.coders} coders: {self.goal} ({self.method})"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return picked(self, "items coders goal method notes")


def plan_items(
    measure: Asked = "pi",
    *,
    expected: float,
    width: float | None = None,
    threshold: float | None = None,
    power: float = 0.8,
    coders: int = 2,
    shares: Sequence[float] = (0.5, 0.5),
    confidence: float = 0.95,
    samples: int = 400,
    rng: int = 0,
) -> Plan:
    """How many items a study needs.

    Either for an interval of total `width` at this `confidence` around a coefficient that is
    `expected`, or to show that it is at least `threshold` (one-sided) with `power`.
    `shares` are how often the categories are expected. Two coders and two categories (π, κ, α):
    Bloch & Kraemer 1989 and Donner & Eliasziw 1992; all else by `samples` simulated studies, in
    which each coder sees the item's true category with probability √expected and otherwise
    guesses.
    References: bloch1989, donner1992.

    >>> print(plan_items("pi", expected=0.8, width=0.2))
    139 items × 2 coders: a 95% interval of width 0.2 around 0.8 (Bloch & Kraemer 1989)
    >>> plan_items("pi", expected=0.9, threshold=0.7, power=0.8).items
    79
    """
    entry = bound(measure)
    if (width is None) == (threshold is None):
        raise AccordError("plan for a width or for a threshold: give one of the two")
    if not 0 <= expected < 1:
        raise AccordError(
            f"the expected coefficient must be at least 0 and below 1, got {expected:g}"
        )
    if threshold is not None and threshold >= expected:
        raise AccordError(
            f"a threshold of {threshold:g} cannot be demonstrated when {expected:g} is expected; "
            "choose a lower one"
        )
    p = np.asarray(shares, dtype=np.float64) / np.sum(shares)
    goal = _goal(expected, width, threshold, power, confidence)
    if coders == 2 and len(p) == 2 and "bloch1989" in entry.measure.formulas:
        first = float(p[0])
        if width is not None:
            z = NormalDist().inv_cdf((1 + confidence) / 2)
            items = ceil(4 * z**2 * bloch_kraemer(expected, first) / width**2)
            return Plan(items, coders, goal, "Bloch & Kraemer 1989")
        items = donner_eliasziw(expected, float(threshold or 0.0), first, power, confidence)
        return Plan(items, coders, goal, "Donner & Eliasziw 1992")
    spread = _simulated_spread(entry, expected, coders, p, samples, rng)
    items = _enough(spread, expected, width, threshold, power, confidence)
    notes = ("simulated coders err independently and guess by the expected shares",)
    return Plan(items, coders, goal, f"{samples} simulated studies, seed {rng}", notes)


def plan(
    study: Study | Countable,
    measure: Asked,
    *,
    width: float | None = None,
    threshold: float | None = None,
    power: float = 0.8,
    confidence: float = 0.95,
) -> Plan:
    """How many items like those of a pilot study, for any measure: its error shrinks with √n.

    >>> from accord.model.codings.tabular import from_confusion
    >>> pilot = from_confusion([[23, 3], [0, 24]], categories=["STAT", "IREQ"])
    >>> plan(pilot, "kappa", width=0.2).items
    88
    """
    entry = bound(measure)
    if (width is None) == (threshold is None):
        raise AccordError("plan for a width or for a threshold: give one of the two")
    value = entry.compute(study).value
    se = jackknife_se(*leave_one_out(study, entry, "items"))
    if isnan(value) or isnan(se) or se == 0:
        raise AccordError("the pilot study shows no variation, so it says nothing about error")
    if threshold is not None and threshold >= value:
        raise AccordError(
            f"the pilot study has {value:.3f}, which is not above {threshold:g}: more items will "
            "not help, better instructions may"
        )
    pilot = item_count(study)
    spread = se * sqrt(pilot)
    items = _enough(spread, value, width, threshold, power, confidence)
    goal = _goal(round(value, 3), width, threshold, power, confidence)
    return Plan(items, len(study.coders), goal, f"pilot of {pilot} items, jackknife")


def _goal(
    expected: float, width: float | None, threshold: float | None, power: float, confidence: float
) -> str:
    if width is not None:
        return f"a {confidence:.0%} interval of width {width:g} around {expected:g}"
    shown = f"at least {threshold:g} at {confidence:.0%}"
    return f"{power:.0%} power to show {shown} where it is {expected:g}"


def _enough(
    spread: float,
    value: float,
    width: float | None,
    threshold: float | None,
    power: float,
    confidence: float,
) -> int:
    """Items for a standard error of spread/√n."""
    normal = NormalDist()
    if width is not None:
        return ceil((2 * normal.inv_cdf((1 + confidence) / 2) * spread / width) ** 2)
    z = normal.inv_cdf(confidence) + normal.inv_cdf(power)
    return ceil((z * spread / (value - float(threshold or 0.0))) ** 2)


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


def krippendorff_minimum(smallest: float, share: float, confidence: float = 0.95) -> int:
    """Items needed to tell α from the `smallest` acceptable one, for a category of this `share`.

    N = z² ((1+α)(3−α) / (4 p (1−p) (1−α)) − α), after Bloch & Kraemer (Krippendorff 2004, p.
    239); take the rarest category. References: krippendorff2004, bloch1989.

    >>> krippendorff_minimum(0.8, 0.5)
    52
    """
    z = NormalDist().inv_cdf(confidence)
    inside = (1 + smallest) * (3 - smallest) / (4 * share * (1 - share) * (1 - smallest))
    return ceil(z**2 * (inside - smallest))


def _simulated_spread(
    measure: Bound,
    expected: float,
    coders: int,
    p: FloatArray,
    n: int,
    rng: int,
) -> float:
    """√items times the standard deviation of the measure over simulated studies."""
    items = 200
    values = []
    for seed in np.random.SeedSequence(rng).spawn(n):
        study = simulated(items, coders, p, expected, np.random.default_rng(seed))
        values.append(measure.compute(study).value)
    good = np.array(values)[np.isfinite(values)]
    return float(good.std(ddof=1)) * sqrt(items) if len(good) > 1 else nan


def simulated(
    items: int, coders: int, p: FloatArray, value: float, rng: np.random.Generator
) -> Codings:
    """A study of coders who see the true category with probability √value and else guess.

    Any two of them agree beyond chance with probability `value`, so π, κ and α estimate it.
    """
    k = len(p)
    true = rng.choice(k, size=(items, 1), p=p)
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


def chance_agreements(study: Codings | Tally, *, at_least: float = 5.0) -> Breakdown:
    """Krippendorff's rule: every category often enough for five agreements by chance.

    By chance, P(k)² of all pairs of codings of an item agree on category k. `items needed` is
    how many items like these it would take. References: krippendorff2004.

    >>> from accord.model.codings.tabular import from_coders
    >>> study = from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})
    >>> [(row[0], round(row[3], 2), row[4]) for row in chance_agreements(study).rows]
    [('a', 0.19, False), ('b', 2.08, False), ('c', 2.52, False)]
    """
    counts, times = counted(study)
    sizes, n_k = counts.totals, counts.columns(times)
    pairs = float(times @ (sizes * (sizes - 1)) / 2)
    rows = []
    for k in np.argsort(n_k, kind="stable").tolist():
        share = float(n_k[k] / max(n_k.sum(), 1))
        chance = pairs * share**2
        needed = ceil(float(times.sum()) * at_least / chance) if chance else None
        rows.append((study.categories[k], int(n_k[k]), share, chance, chance >= at_least, needed))
    columns = ("category", "codings", "share", "by chance", "enough", "items needed")
    note = f"each category should agree by chance {at_least:g} times or more (Krippendorff)"
    return Breakdown("category", "chance agreements", columns, tuple(rows), (note,))
