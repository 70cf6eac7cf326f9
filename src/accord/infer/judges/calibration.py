"""Calibration of a judge's confidence: is it right as often as it says?"""

from dataclasses import dataclass, field
from math import nan
from typing import Any

import numpy as np

from accord.errors import DataError
from accord.infer.judges.clustered import share_with_error
from accord.model.agreement import Interval
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result, columns


@dataclass(frozen=True, slots=True)
class Calibration(Result):
    """A reliability curve and the expected calibration error (ECE).

    `curve` has (mean confidence, share that is right, its limits, items) for each bin.

    :param ece: Σ (items of a bin / all) · |share right − mean confidence|.
    :param interval: Of the ECE, basic bootstrap over items or documents.
    :param by_chance: The ECE that a judge would have with these items who is calibrated exactly.
    :param p: That the judge is calibrated: how often such a judge has this ECE or more.
    :param brier: The mean of (confidence − right)².
    :param overconfident: Mean confidence − share that is right.
    """

    _keys = "items, ece, interval, by_chance, p, brier, overconfident, curve"
    items: int
    curve: tuple[tuple[float, float, float, float, int], ...] = field(
        metadata=columns("confidence, right, low, high, items")
    )
    ece: float
    interval: Interval
    by_chance: float
    p: float
    brier: float
    overconfident: float


def calibration(
    stated: Any,
    right: Any,
    *,
    bins: int = 10,
    groups: IntArray | None = None,
    confidence: float = 0.95,
    resamples: int = 2000,
    rng: int = 0,
) -> Calibration:
    """How far the stated confidence of a judge is from how often it is right.

    Bins are equally wide. An ECE is above 0 even for a judge who is calibrated exactly, so what
    chance would give stands beside it.

    :param stated: The confidence that the judge states for each item, from 0 to 1 (or to 100).
    :param right: Whether the judge says what people say.
    :param bins: How many bins.
    :param groups: The document of each item, where items of one are not independent.
    :param confidence: The confidence level.
    :param rng: The seed.

    References: guo2017.

    >>> found = calibration([0.9] * 50 + [0.6] * 50, [1] * 40 + [0] * 10 + [1] * 30 + [0] * 20)
    >>> round(found.ece, 3), round(found.overconfident, 3)
    (0.05, 0.05)
    """
    c, hit = np.asarray(stated, dtype=np.float64), np.asarray(right, dtype=np.float64)
    use = np.isfinite(c) & np.isfinite(hit)
    c, hit = c[use], hit[use]
    groups = None if groups is None else groups[use]
    # One value above 1 is enough to show percentages: a judge who writes 0.9 never writes 95.
    if len(c) and c.max() > 1 and c.min() >= 0 and c.max() <= 100:
        c = c / 100
    if len(c) and (c.min() < 0 or c.max() > 1):
        raise DataError(
            f"the model's confidence ranges from {c.min():g} to {c.max():g}; expected numbers "
            "from 0 "
            "to 1, or to 100"
        )
    n = len(c)
    none = Interval(nan, nan, confidence, "basic", 0, rng)
    if n < 2:
        return Calibration(n, (), nan, none, nan, nan, nan, nan)
    # A confidence of exactly 1 belongs to the last bin, not to one of its own.
    inside = np.minimum((c * bins).astype(np.int64), bins - 1)
    curve = []
    for at in range(bins):
        own = inside == at
        number = int(own.sum())
        if number:
            of = None if groups is None else groups[own]
            good, ends = share_with_error(hit[own], of, confidence)
            curve.append((float(c[own].mean()), good, *ends, number))
    ece = _ece(inside, c - hit, np.ones(n), bins)
    # Two streams, so that another number of resamples does not change what chance gives.
    seeds = np.random.SeedSequence(rng).spawn(2)
    drawn = _drawn(inside, c - hit, groups, bins, resamples, np.random.default_rng(seeds[0]))
    low, high = np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2])
    limits = Interval(
        # Basic, not percentile: an ECE of a resample is biased upwards as the ECE itself is, and
        # reflecting takes that bias off once instead of adding it.
        max(0.0, 2 * ece - float(high)),
        min(1.0, 2 * ece - float(low)),
        confidence,
        "basic",
        resamples,
        rng,
        se=float(drawn.std(ddof=1)),
        over="items" if groups is None else "clusters",
    )
    # A calibrated judge is right with just the probability that it states, which gives the ECE
    # that remains by chance; its p needs no more than 500 draws.
    chance = np.random.default_rng(seeds[1])
    ones = np.ones(n)
    null = np.array(
        [
            _ece(inside, _calibrated(c, hit, groups, chance), ones, bins)
            for _ in range(min(resamples, 500))
        ]
    )
    p = (1 + int((null >= ece - 1e-12).sum())) / (1 + len(null))
    brier, over = float(((c - hit) ** 2).mean()), float((c - hit).mean())
    return Calibration(n, tuple(curve), ece, limits, float(null.mean()), p, brier, over)


def _calibrated(
    c: FloatArray, hit: FloatArray, groups: IntArray | None, chance: np.random.Generator
) -> FloatArray:
    """Confidence − right of a judge that is calibrated: right with just that probability; over
    documents, whose items are right together, the gaps that there are with signs by document."""
    if groups is None:
        return c - (chance.random(len(c)) < c)
    unit = np.unique(groups, return_inverse=True)[1].reshape(-1)
    signs = chance.choice([-1.0, 1.0], size=int(unit.max()) + 1)
    return np.asarray((c - hit) * signs[unit], dtype=np.float64)


def _ece(inside: IntArray, gap: FloatArray, weight: FloatArray, bins: int) -> float:
    sums = np.bincount(inside, weights=gap * weight, minlength=bins)
    return float(np.abs(sums).sum() / weight.sum())


def _drawn(
    inside: IntArray,
    gap: FloatArray,
    groups: IntArray | None,
    bins: int,
    resamples: int,
    rng: np.random.Generator,
) -> FloatArray:
    """The ECE of resamples: sums of bins by unit, weighted by how often the unit is drawn."""
    unit = np.arange(len(gap)) if groups is None else np.unique(groups, return_inverse=True)[1]
    unit = np.asarray(unit).reshape(-1)
    units = int(unit.max()) + 1
    rows = np.zeros((units, bins + 1))
    np.add.at(rows, (unit, inside), gap)
    np.add.at(rows, (unit, np.full(len(gap), bins)), 1.0)
    # Units with the same row are drawn together: stated confidences mostly are a handful of round
    # numbers, so the table to multiply stays small.
    kinds, times = np.unique(rows, axis=0, return_counts=True)
    found = np.empty(resamples)
    # Four million weights (32 MB) at a time, however many resamples are asked for.
    step = max(1, 4_000_000 // max(len(kinds), 1))
    for begin in range(0, resamples, step):
        size = min(step, resamples - begin)
        drawn = rng.multinomial(units, times / units, size=size) @ kinds
        found[begin : begin + size] = np.abs(drawn[:, :bins]).sum(axis=1) / drawn[:, bins]
    return found
