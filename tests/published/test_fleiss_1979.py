"""Fleiss, Nee & Landis 1979 and Siegel & Castellan 1988: the variance of multi-π under chance."""

from math import erfc, sqrt

import numpy as np
import pytest

import accord

# Fleiss 1971, Table 1: 30 patients, 6 psychiatrists, 5 diagnoses (counts).
COUNTS = [
    [0, 0, 0, 6, 0],
    [0, 3, 0, 0, 3],
    [0, 1, 4, 0, 1],
    [0, 0, 0, 0, 6],
    [0, 3, 0, 3, 0],
    [2, 0, 4, 0, 0],
    [0, 0, 4, 0, 2],
    [2, 0, 3, 1, 0],
    [2, 0, 0, 4, 0],
    [0, 0, 0, 0, 6],
    [1, 0, 0, 5, 0],
    [1, 1, 0, 4, 0],
    [0, 3, 3, 0, 0],
    [1, 0, 0, 5, 0],
    [0, 2, 0, 3, 1],
    [0, 0, 5, 0, 1],
    [3, 0, 0, 1, 2],
    [5, 1, 0, 0, 0],
    [0, 2, 0, 4, 0],
    [1, 0, 2, 0, 3],
    [0, 0, 0, 0, 6],
    [0, 1, 0, 5, 0],
    [0, 2, 0, 1, 3],
    [2, 0, 0, 4, 0],
    [1, 0, 0, 4, 1],
    [0, 5, 0, 1, 0],
    [4, 0, 0, 0, 2],
    [0, 2, 0, 4, 0],
    [1, 0, 5, 0, 0],
    [0, 0, 0, 0, 6],
]
STUDY = accord.from_counts(COUNTS, categories=[1, 2, 3, 4, 5])


def test_the_1979_variance():
    """π = .430, A_o = .5556, A_e = .2199; z = 17.65 with the variance of 1979."""
    result = accord.pi(STUDY)
    assert (result.value, result.A_o, result.A_e) == pytest.approx(
        (0.430, 0.5556, 0.2199), abs=5e-4
    )
    p = np.array(COUNTS).sum(axis=0) / 180
    q = 1 - p
    spread = (p * q).sum()
    by_hand = 2 / (30 * 6 * 5) * (spread**2 - (p * q * (q - p)).sum()) / spread**2
    found = accord.infer.z_test(STUDY, "pi")
    assert found.statistic == pytest.approx(result.value / sqrt(by_hand))
    assert found.statistic == pytest.approx(17.65, abs=0.005)


def test_siegel_and_castellan():
    """Their z of K rests on P(E) and Σ p³; on these data it is 15.64."""
    p = np.array(COUNTS).sum(axis=0) / 180
    chance = (p**2).sum()
    inside = chance - 9 * chance**2 + 8 * (p**3).sum()
    variance = 2 / (30 * 6 * 5) * inside / (1 - chance) ** 2
    found = accord.infer.z_test(STUDY, "pi", method="siegel")
    assert found.statistic == pytest.approx(accord.pi(STUDY).value / sqrt(variance))
    assert found.statistic == pytest.approx(15.64, abs=0.005)
    assert "Siegel" in found.method


def test_z_has_the_tail_of_the_normal_distribution():
    """One-sided p = 1 − Φ(z) = erfc(z/√2)/2, by a standard error that holds under chance."""
    study = accord.from_confusion([[6, 4], [4, 6]], categories="ab")
    found = accord.infer.z_test(study, "pi")
    # π = 1/5; p q = 1/4 each: variance 2/(20 · 2) · (1/4 − 0)/(1/4) = 1/20
    assert found.statistic == pytest.approx(0.2 * 20**0.5, rel=1e-12)
    assert found.p == pytest.approx(erfc(found.statistic / 2**0.5) / 2, rel=1e-9)
    told = accord.standard_error(study, "pi", null=True)
    assert told.null
    assert told.se == pytest.approx(20**-0.5, rel=1e-12)
    assert not accord.standard_error(study, "pi").null
