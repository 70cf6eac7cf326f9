"""When may double coding stop? An interval of α that stays valid however often one looks at it.

A confidence interval holds for one look. Who looks after every batch and stops when it pleases has
an interval that leaves out the truth far more often than 5%. A confidence sequence holds at all
looks together: P(α lies in every one of them) ≥ 95%.
"""

from dataclasses import dataclass, field
from math import log, nan
from typing import Any, Literal

import numpy as np

from accord._measure.cube.kernel import only_counts
from accord._measure.distances.distance import distance as distance_of
from accord._measure.distances.metric import AnyDistance
from accord.engine.any_data import takes_data
from accord.errors import AccordError, NotApplicableError
from accord.infer.resample.replicates import seed_of
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result
from accord.tasks import checked_run
from accord.version import __version__

_GRID = 401
"""So many values of α between 0 and 1 are tried: steps of .0025."""

_Verdict = Literal["above", "below", "narrow", "open"]


@dataclass(frozen=True, slots=True)
class StopOrGoOn(Result):
    """An interval of α that holds at every look.

    :param low: The lower limit of α now; it never falls as items are added.
    :param high: The upper limit; it never rises.
    :param items: How many items with two or more labels were used: pairs of items count.
    :param verdict: "above" and "below" the level, "narrow" enough, or "open".
    :param next: Items with fewer than two labels, drawn at random, to be labelled twice next.
    :param path: The limits after each pair of items.
    :param settings: The settings that reproduce the result.

    >>> import accord
    >>> study = accord.from_coders({"A": "xyyx" * 50, "B": "xyyx" * 50})
    >>> accord.infer.stop_or_go_on(study, level=0.667).verdict
    'above'
    """

    low: float
    high: float
    items: int
    verdict: _Verdict
    next: tuple[Any, ...]
    path: tuple[tuple[float, float], ...] = field(default=(), repr=False)
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        """Everything needed to reproduce it, in one line."""
        parts = [f"{key}:{value}" for key, value in self.settings.items()]
        return "|".join(["stop", *parts, f"v:{__version__}"])


@takes_data
@checked_run
def stop_or_go_on(
    study: Codings,
    *,
    level: float = 0.667,
    width: float | None = None,
    confidence: float = 0.95,
    distance: AnyDistance = "nominal",
    batch: int = 20,
    rng: int | np.random.Generator = 0,
) -> StopOrGoOn:
    """Whether enough items are labelled twice: an interval of α that may be looked at as often as
    one likes, and which items to label next.

    Items must come in random order, as a random sample does. They are taken two at a time, in the
    order of the study: W is the mean distance of labels within the two items, C that across them,
    so that α = α₀ if and only if (1 − α₀)·C − W has mean 0. For every α₀ from 0 to 1 a gambler bets
    on that mean, and α₀ is left out for good once the gambler's money is 1/(1 − confidence) times
    what it was (Waudby-Smith & Ramdas 2024). Distances must lie between 0 and 1.
    References: waudbysmith2024.

    :param study: Labels; items with fewer than two are not used, and offered as the next.
    :param level: The α that is wanted.
    :param width: Also stop where the interval is as narrow as this.
    :param confidence: The probability that all intervals, at all looks, hold α.
    :param distance: The distance between categories, from 0 to 1.
    :param batch: How many items to offer.
    :param rng: The seed of the items that are offered, or a NumPy generator.

    >>> import accord
    >>> study = accord.from_coders({"A": "xxyy" * 10, "B": "xyyx" * 10})
    >>> accord.infer.stop_or_go_on(study).verdict
    'below'
    """
    if not 0 < level < 1 or not 0 < confidence < 1:
        raise AccordError("level and confidence must be between 0 and 1")
    if only_counts(study):  # the order of items is what the interval rests on
        raise NotApplicableError.of_counts("the interval of every look needs items in their order")
    number = np.bincount(study.category, minlength=len(study.categories)).astype(np.float64)
    d = distance_of(distance).fit(study.categories, number, study.declared).matrix()
    if len(d) and (d.min() < 0 or d.max() > 1):
        raise NotApplicableError(
            "the sequence needs distances between 0 and 1. Use nominal, or divide by the largest"
        )
    sizes = np.bincount(study.item, minlength=len(study.items))
    table = np.zeros((len(study.items), len(study.categories)))
    np.add.at(table, (study.item, study.category), 1.0)
    used = np.flatnonzero(sizes > 1)
    within, across = _pairs(table[used], sizes[used], d)
    lows, highs = _sequence(within, across, 1 - confidence)
    low, high = (float(lows[-1]), float(highs[-1])) if len(lows) else (nan, nan)
    seed = seed_of(rng)
    waiting = np.flatnonzero(sizes < 2)
    drawn = np.random.default_rng(seed).permutation(waiting)[:batch]
    return StopOrGoOn(
        low,
        high,
        2 * len(within),
        _verdict(low, high, level, width),
        tuple(study.items[i] for i in drawn.tolist()),
        tuple(zip(lows.tolist(), highs.tolist(), strict=True)),
        {
            **{"d": distance_of(distance).name, "level": level, "confidence": confidence},
            **{"i": 2 * len(within), "seed": seed},
        },
    )


def _verdict(low: float, high: float, level: float, width: float | None) -> _Verdict:
    if low >= level:
        return "above"
    if high < level:
        return "below"
    return "narrow" if width is not None and high - low <= width else "open"


def _pairs(table: FloatArray, sizes: IntArray, d: FloatArray) -> tuple[FloatArray, FloatArray]:
    """W and C of every two neighbouring items; the last of an odd number waits."""
    half = len(table) // 2
    own = ((table @ d) * table).sum(axis=1) / (sizes * (sizes - 1))
    one, two = table[0 : 2 * half : 2], table[1 : 2 * half : 2]
    apart = ((one @ d) * two).sum(axis=1) / (one.sum(axis=1) * two.sum(axis=1))
    return (own[0 : 2 * half : 2] + own[1 : 2 * half : 2]) / 2, apart


def _sequence(
    within: FloatArray, across: FloatArray, error: float
) -> tuple[FloatArray, FloatArray]:
    """The limits of α after each pair: values that no gambler has refuted so far."""
    alphas = np.linspace(0, 1, _GRID)
    mean = 1 / (2 - alphas)  # of Y, if α is this
    # Y in [0, 1] for every α₀: what is bet on, and how sure of it the gambler is.
    total, spread = np.full(_GRID, 0.5), np.full(_GRID, 0.25)
    up, down = np.zeros(_GRID), np.zeros(_GRID)
    alive = np.ones(_GRID, dtype=bool)
    lows, highs = [], []
    for t, (w, c) in enumerate(zip(within, across, strict=True), 1):
        y = ((1 - alphas) * c - w + 1) / (2 - alphas)
        stake = np.sqrt(2 * log(2 / error) / (spread * log(1 + t)))
        up += np.log1p(np.minimum(stake, 0.5 / mean) * (y - mean))
        down += np.log1p(-np.minimum(stake, 0.5 / (1 - mean + 1e-12)) * (y - mean))
        total = total + y
        spread = spread + (y - total / (t + 1)) ** 2
        alive &= np.maximum(up, down) + log(0.5) < log(1 / error)
        kept = alphas[alive]
        lows.append(kept.min() if len(kept) else nan)
        highs.append(kept.max() if len(kept) else nan)
    return np.array(lows), np.array(highs)
