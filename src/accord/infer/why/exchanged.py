"""Whether a coder's scores are larger than if coders were exchanged within each unit.

If all coders are alike, who of them has which of the scores of an item (or document) is chance:
each is as likely as any other, and items are independent. The sum of a coder's scores is then a sum
of draws, one from the scores of each unit, and its distribution is known exactly: a product of
Fourier transforms. No items are drawn, so there is no seed, and three items prove as little as they
should: with three coders no p is below 1/27.
"""

from statistics import NormalDist

import numpy as np

from accord.model.names import BoolArray, FloatArray, IntArray

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
    levels, seen = _levels(scores)
    known: dict[bytes, FloatArray | None] = {}
    found = np.full(scores.shape[1], np.nan)
    for c in range(scores.shape[1]):
        here = seen[:, c]
        if not here.any():
            continue
        own = int(levels[here, c].sum())
        # Coders who saw the same units have the same distribution.
        key = np.packbits(here).tobytes()
        if key not in known:
            known[key] = _sums(levels[here], seen[here])
        chances = known[key]
        p = _normal(own, levels[here], seen[here]) if chances is None else chances[own:].sum()
        found[c] = min(max(round(float(p), 12), LEAST), 1.0)
    return found


def _levels(scores: FloatArray) -> tuple[IntArray, BoolArray]:
    """Scores above the least of their unit, as whole numbers, and where there is a score."""
    seen: BoolArray = np.isfinite(scores)
    least = np.where(seen, scores, np.inf).min(axis=1, initial=np.inf, keepdims=True)
    above = np.round(np.where(seen, scores - np.where(np.isfinite(least), least, 0.0), 0.0), 9)
    if (above != np.round(above)).any():
        above = above / above.max() * LEVELS
    return np.round(above).astype(np.int64), seen


def _kinds(levels: IntArray, seen: BoolArray) -> tuple[FloatArray, IntArray]:
    """How likely each level is in units of each kind, and how many units are of that kind."""
    top = int(levels.max(initial=0)) + 1
    unit, coder = np.nonzero(seen)
    flat = np.bincount(unit * top + levels[unit, coder], minlength=len(levels) * top)
    kinds, often = np.unique(flat.reshape(len(levels), top), axis=0, return_counts=True)
    return kinds / kinds.sum(axis=1, keepdims=True), often


def _sums(levels: IntArray, seen: BoolArray) -> FloatArray | None:
    """The probability of each sum of draws; None where computing it would take long."""
    kinds, often = _kinds(levels, seen)
    size = int(levels.max(axis=1).sum()) + 1
    if size * len(kinds) > EXACT:
        return None
    length = 1 << (size - 1).bit_length()  # a power of two, which is the quickest
    product = np.ones(length // 2 + 1, dtype=np.complex128)
    for kind, number in zip(kinds, often, strict=True):
        product *= np.fft.rfft(kind, length) ** number
    return np.asarray(np.fft.irfft(product, length)[:size])


def _normal(own: int, levels: IntArray, seen: BoolArray) -> float:
    kinds, often = _kinds(levels, seen)
    level = np.arange(kinds.shape[1])
    mean = kinds @ level
    variance = kinds @ level**2 - mean**2
    spread = float(np.sqrt(often @ variance))
    # Half a step: own is one of the whole numbers from which on p counts.
    return NormalDist().cdf(-(own - 0.5 - float(often @ mean)) / spread) if spread > 0 else 1.0
