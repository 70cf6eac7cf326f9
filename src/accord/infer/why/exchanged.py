"""Whether a coder's scores are larger than if coders were exchanged within each unit.

If all coders are alike, who of them has which of the scores of an item (or document) is chance:
each is as likely as any other, and items are independent. The sum of a coder's scores is then a sum
of draws, one from the scores of each unit, and its distribution is known exactly: a product of
Fourier transforms. No items are drawn, so there is no seed, and three items prove as little as they
should: with three coders no p is below 1/27.
"""

from statistics import NormalDist

import numpy as np

from accord.model.names import FloatArray, IntArray

LEVELS = 60
"""Scores that are no whole numbers are rounded to so many steps (which 2 to 6 divide). A test on
rounded scores is as exact as any; only its power hangs on them, and finer steps add none."""

EXACT = 20_000_000
"""Kinds of units × possible sums up to which the distribution is computed; beyond, there are so
many units that their sum is as good as normal."""

LEAST = 1e-12
"""Smaller p are not told apart from 0 by a Fourier transform of numbers with 16 digits."""


def larger_than_exchanged(scores: FloatArray) -> FloatArray:
    """One-sided p for each coder, of scores: units × coders, nan where a coder saw nothing.

    >>> larger_than_exchanged(np.array([[0.0, 0, 1]] * 3)).tolist()
    [1.0, 1.0, 0.037037037037]
    """
    unit, coder = np.nonzero(np.isfinite(scores))
    level = _levels(scores[unit, coder], unit)
    kinds, kind = _kinds(level, unit, len(scores))
    found = np.full(scores.shape[1], np.nan)
    known: dict[bytes, FloatArray | None] = {}
    for c in range(scores.shape[1]):
        mine = coder == c
        if not mine.any():
            continue
        own, often = int(level[mine].sum()), np.bincount(kind[unit[mine]], minlength=len(kinds))
        # Coders who saw units of the same kinds have the same distribution.
        key = often.tobytes()
        if key not in known:
            known[key] = _sums(kinds, often)
        chances = known[key]
        p = _normal(own, kinds, often) if chances is None else chances[own:].sum()
        found[c] = min(max(round(float(p), 12), LEAST), 1.0)
    return found


def _levels(score: FloatArray, unit: IntArray) -> IntArray:
    """Scores above the least of their unit, as whole numbers."""
    least = np.full(int(unit.max(initial=-1)) + 1, np.inf)
    np.minimum.at(least, unit, score)
    above = np.round(score - least[unit], 9)
    if (above != np.round(above)).any():
        above = above / above.max() * LEVELS
    levels: IntArray = np.round(above).astype(np.int64)
    return levels


def _kinds(level: IntArray, unit: IntArray, units: int) -> tuple[FloatArray, IntArray]:
    """How likely each level is in units of each kind, and the kind of each unit."""
    top = int(level.max(initial=0)) + 1
    table = np.bincount(unit * top + level, minlength=units * top).reshape(units, top)
    kinds, kind = np.unique(table, axis=0, return_inverse=True)
    return kinds / np.maximum(kinds.sum(axis=1, keepdims=True), 1), kind.reshape(-1)


def _sums(kinds: FloatArray, often: IntArray) -> FloatArray | None:
    """The probability of each sum of draws; None where computing it would take long."""
    some = np.flatnonzero(often)
    highest = [int(np.flatnonzero(kind)[-1]) for kind in kinds[some]]
    size = int(often[some] @ np.array(highest)) + 1
    if size * len(some) > EXACT:
        return None
    length = 1 << (size - 1).bit_length()  # a power of two, which is the quickest
    product = np.ones(length // 2 + 1, dtype=np.complex128)
    for kind, number in zip(kinds[some], often[some], strict=True):
        product *= np.fft.rfft(kind, length) ** number
    return np.asarray(np.fft.irfft(product, length)[:size])


def _normal(own: int, kinds: FloatArray, often: IntArray) -> float:
    level = np.arange(kinds.shape[1])
    mean = kinds @ level
    variance = kinds @ level**2 - mean**2
    spread = float(np.sqrt(often @ variance))
    # Half a step: own is one of the whole numbers from which on p counts.
    return NormalDist().cdf(-(own - 0.5 - float(often @ mean)) / spread) if spread > 0 else 1.0
