"""Sums of many numbers: exact, whatever the order."""

from math import fsum, inf, isnan, nan

import numpy as np
import pytest

from accord._measure.labels.mean_squares import exact_sum


@pytest.mark.parametrize("seed", range(20))
def test_sums_are_those_of_fsum(seed):
    """Numbers of very different sizes, also negative ones that cancel: bit by bit, in any order."""
    rng = np.random.default_rng(seed)
    values = rng.normal(size=3000) * 10.0 ** rng.integers(-8, 8, 3000)
    values[:1000] = -values[1000:2000] * (1 + 1e-14)
    assert exact_sum(values) == exact_sum(rng.permutation(values)) == fsum(values.tolist())


@pytest.mark.parametrize("scale", [1e-320, 1e-290, 1.0, 1e290, 1e300])
def test_sums_of_tiny_and_huge_numbers(scale):
    """Also where a power of two is no number any more."""
    values = np.array([1.0, 3.0, 5.0, 7.0]) * scale
    assert exact_sum(values) == fsum(values.tolist())


def test_sums_of_nothing_and_of_no_numbers():
    """Nothing is 0; nan and infinity stay what they are."""
    assert exact_sum(np.zeros(0)) == exact_sum(np.zeros(3)) == 0
    assert isnan(exact_sum(np.array([1.0, nan])))
    assert exact_sum(np.array([1.0, inf])) == inf
