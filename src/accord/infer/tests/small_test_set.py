"""Is κ of a small test set enough to trust the rest? Shaffer's ρ, and what it does not promise."""

from dataclasses import dataclass, field
from math import ceil
from typing import Any

import numpy as np

from accord.errors import AccordError
from accord.infer.resample.replicates import seed_of
from accord.model.names import FloatArray
from accord.model.showing import Result
from accord.version import __version__

LOWEST = 0.4
"""The lowest κ of a population that is drawn (rhoR)."""

PRECISION = 0.6
"""The lowest precision of a population that is drawn (rhoR)."""

_LEVEL = 0.05
"""A ρ below this is taken to show that κ is above the threshold (Shaffer 2017)."""

_TRIES = 1000
"""So often are populations drawn again that no two coders could make."""


@dataclass(frozen=True, slots=True)
class SmallTestSet(Result):
    """Shaffer's ρ of a test set.

    :param kappa: κ of the test set.
    :param rho: The share of simulated test sets, from populations whose κ is below the threshold,
        with a κ as high as this one; 1 where κ is below their mean.
    :param needed: The κ from which ρ is below .05.
    :param accepted: How often a population whose κ is just the threshold passes with ρ below .05:
        a test of that level would have .05 at most.
    :param items: The size of the test set.
    :param base_rate: How often the first coder gives the code in all the data.
    :param settings: The settings that reproduce the result.

    >>> import accord
    >>> accord.infer.shaffer_rho(0.3, items=40, base_rate=0.2).rho
    1.0
    """

    kappa: float
    rho: float
    needed: float
    accepted: float
    items: int
    base_rate: float
    threshold: float
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def signature(self) -> str:
        """Everything needed to reproduce it, in one line."""
        parts = [f"{key}:{value}" for key, value in self.settings.items()]
        return "|".join(["shaffer_rho", *parts, f"v:{__version__}"])


def shaffer_rho(
    kappa: float,
    items: int,
    base_rate: float,
    *,
    threshold: float = 0.65,
    inflation: float = 0.2,
    replicates: int = 20_000,
    rng: int | np.random.Generator = 0,
) -> SmallTestSet:
    """Shaffer's ρ: how often a code whose κ is below the threshold would look as good as this in a
    test set of so many items.

    Populations are drawn with the base rate of the first coder, κ uniform between .4 and the
    threshold and precision uniform between .6 and 1; of each a test set is drawn, ⌈items ·
    inflation⌉ of them among the items that the first coder gave the code, and its κ computed. As
    rhoR has it. ρ averages over populations far below the threshold, so ρ < .05 is no test of
    level .05: `accepted` says how often a population just at the threshold passes (about 17 to
    31%). The lower limit of an interval of κ above the threshold is such a test.
    References: shaffer2017, eagan2017.

    :param kappa: κ of the test set.
    :param items: How many items it has.
    :param base_rate: How often the first coder gives the code in all the data.
    :param threshold: The κ that the data must reach.
    :param inflation: The share of the test set that is drawn among items with the code.
    :param replicates: How many test sets are simulated.
    :param rng: The seed, or a NumPy generator.

    >>> import accord
    >>> found = accord.infer.shaffer_rho(0.9, items=80, base_rate=0.2)
    >>> found.rho < 0.01, 0.15 < found.accepted < 0.35
    (True, True)
    """
    if not -1 <= kappa <= 1:
        raise AccordError(f"kappa {kappa:g} must be between -1 and 1")
    if not 0 < base_rate < 1 or not 0 <= inflation <= 1:
        raise AccordError("base_rate must be between 0 and 1, and inflation from 0 to 1")
    if not LOWEST < threshold < 1:
        raise AccordError(f"threshold {threshold:g} must be between {LOWEST} and 1")
    if items < 2 or replicates < 100:
        raise AccordError("items must be 2 or more, and replicates 100 or more")
    seed = seed_of(rng)
    random = np.random.default_rng(seed)
    below = _Population(random, base_rate, items, inflation).kappas(LOWEST, threshold, replicates)
    at = _Population(random, base_rate, items, inflation).kappas(threshold, threshold, replicates)
    needed = _needed(below)
    settings = {
        **{"items": items, "base": base_rate, "threshold": threshold, "inflation": inflation},
        **{"n": replicates, "seed": seed},
    }
    return SmallTestSet(
        kappa,
        _rho(below, kappa),
        needed,
        float((at >= needed - _SAME).mean()) if not np.isnan(needed) else 0.0,
        items,
        base_rate,
        threshold,
        settings,
    )


_SAME = 1e-12  # κ of small tables takes few values, which rounding must not tell apart


def _rho(simulated: FloatArray, kappa: float) -> float:
    if kappa < simulated.mean():
        return 1.0
    return float((simulated >= kappa - _SAME).mean())


def _needed(simulated: FloatArray) -> float:
    """The lowest κ with a ρ below the level; nan where even the highest has not."""
    values = np.unique(simulated)
    values = values[values >= simulated.mean()]
    shares = 1 - np.searchsorted(np.sort(simulated), values - _SAME) / len(simulated)
    good = values[shares < _LEVEL]
    return float(good.min()) if len(good) else float("nan")


@dataclass(frozen=True, slots=True)
class _Population:
    """Test sets of two coders with this base rate of the first."""

    random: np.random.Generator
    base: float
    items: int
    inflation: float

    def kappas(self, low: float, high: float, number: int) -> FloatArray:
        """κ of so many test sets from populations with κ between two values."""
        precision, recall = self._drawn(low, high, number)
        chosen = min(ceil(self.items * self.inflation), self.items)
        hits = self.random.binomial(chosen, recall)
        both = self.base * recall
        shares = np.stack(
            [both, self.base - both, both * (1 - precision) / precision], axis=1
        )  # both, first alone, second alone
        rest = np.clip(1 - shares.sum(axis=1, keepdims=True), 0, 1)
        shares = np.concatenate([shares, rest], axis=1)
        cells = self.random.multinomial(self.items - chosen, shares / shares.sum(1, keepdims=True))
        cells[:, 0] += hits
        cells[:, 1] += chosen - hits
        return _kappa(cells)

    def _drawn(self, low: float, high: float, number: int) -> tuple[FloatArray, FloatArray]:
        """Precision and recall of populations that can be: recall at most 1, no negative cell."""
        b, kappa = self.base, self.random.uniform(low, high, number)
        # Above this precision recall is at most 1, so that the κ drawn before keeps its share.
        least = np.maximum(PRECISION, (2 * b + kappa - 2 * b * kappa) / (2 - kappa))
        precision, recall = np.full(number, np.nan), np.full(number, np.nan)
        for _ in range(_TRIES):
            open_ = np.flatnonzero(np.isnan(recall))
            if not len(open_):
                return precision, recall
            p, k = self.random.uniform(least[open_], 1), kappa[open_]
            r = k * p / (2 * p - 2 * b - k + 2 * b * k)
            good = b * r * (1 - p) / p <= 1 - b
            precision[open_[good]], recall[open_[good]] = p[good], np.minimum(r[good], 1)
        raise AccordError(
            f"no population has a base rate of {b:g} and a κ up to {high:g}. Use the code's "
            "opposite, whose base rate is lower"
        )


def _kappa(cells: Any) -> FloatArray:
    """Cohen's κ of tables (both, first alone, second alone, neither); 1 where all is one label."""
    n = cells.sum(axis=1)
    agreed = (cells[:, 0] + cells[:, 3]) / n
    one, two = (cells[:, 0] + cells[:, 1]) / n, (cells[:, 0] + cells[:, 2]) / n
    chance = one * two + (1 - one) * (1 - two)
    # A test set in which nobody disagrees and nothing varies shows no disagreement: rhoR counts 1.
    return np.asarray(np.divide(agreed - chance, 1 - chance, out=np.ones(len(n)), where=chance < 1))
