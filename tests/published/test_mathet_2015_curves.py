"""Mathet et al. 2015, §6.3: what the paper says of its curves (Figures 24 to 30), at low cost.

Three magnitudes and a few sets each; the full run is benchmarks/shuffling.py. The paper does
not print its references, so shapes are tested, not numbers.
"""

import pytest

from accord.simulate import curves, desiderata, figure

SETS = 6


def lines(name, magnitudes, sets=SETS):
    """The means of each measure of a figure."""
    found = figure(name, magnitudes=magnitudes, resamples=sets)
    assert not found.notes
    return {m: [point.mean for point in points] for (_, m), points in found.lines().items()}


@pytest.mark.parametrize("name", ["24a", "24b", "25", "26a", "27", "28a", "28b", "30"])
def test_every_coefficient_starts_at_1(name):
    """At magnitude 0 every measure is 1 (error rates as 1 − rate)."""
    assert all(line == [pytest.approx(1)] for line in lines(name, [0]).values())


def test_segmentation_measures_level_off():
    """Figure 24: WindowDiff and GHD level off at about .4 on shifts; γ goes on to near 0."""
    found = lines("24b", [0.5, 1])
    for name in ("window_diff", "ghd"):
        half, end = found[name]
        assert 0.25 < end < 0.6
        assert half - end < 0.1
    assert found["gamma"][1] < 0.2


def test_categories():
    """Figure 25: c|uα reaches 0; uα goes below 0 from about .5; κ_d stays up because of the
    gaps; SER is bounded below by .6."""
    found = lines("25", [0.5, 1])
    assert abs(found["cu_alpha_2013"][1]) < 0.08
    assert found["u_alpha_2013"][1] < -0.1
    assert found["kappa_d"][1] > 0.25
    assert found["slot_error_rate"][1] == pytest.approx(0.6, abs=0.05)
    assert found["gamma"][0] == pytest.approx(found["cu_alpha_2013"][0], abs=0.2)


def test_positions():
    """Figure 26a: c|uα does not stay at 1; SER drops to .5 at magnitude .05; uα goes below 0."""
    found = lines("26a", [0.05, 0.4, 0.8])
    assert found["cu_alpha_2013"][1] < 0.8
    assert found["slot_error_rate"][0] == pytest.approx(0.5, abs=0.05)
    assert found["u_alpha_2013"][2] < 0.02
    assert found["gamma"][0] > found["gamma"][1] > found["gamma"][2]


def test_u_alpha_below_0_on_positions():
    """Figure 26a: with enough sets the mean of uα at high magnitudes is below 0."""
    found = figure("26a", magnitudes=[0.7, 0.8, 0.9], resamples=25, measures=("u_alpha_2013",))
    assert sum(point.mean for point in found.points) / 3 < 0


def test_splits():
    """Figure 27: uα, c|uα and κ_d stay at 1; SER goes below 0; γ falls to about .2."""
    found = lines("27", [0.5, 1], sets=2)
    for name in ("u_alpha_2013", "cu_alpha_2013", "kappa_d"):
        assert found[name] == pytest.approx([1, 1])
    assert found["slot_error_rate"][1] < 0
    assert found["gamma"][1] == pytest.approx(0.2, abs=0.08)


def test_missed_units():
    """Figure 28b: c|uα stays at 1; SER goes below 0; γ and uα fall."""
    found = lines("28b", [0.3, 0.6])
    assert found["cu_alpha_2013"] == pytest.approx([1, 1])
    assert found["slot_error_rate"][1] < 0
    assert found["gamma"][1] < found["gamma"][0] < 0.6
    assert found["u_alpha_2013"][1] < 0.2


def test_overlapping_units():
    """Figure 30: γ and c|uα take overlap and fall to near 0."""
    found = figure("30", magnitudes=[0, 0.3, 1], resamples=2)
    for verdict in desiderata(found):
        assert verdict.decreasing
        assert verdict.end < 0.25


def test_percent_agreement_does_not_reach_0():
    """Not corrected for chance: at magnitude 1 percent agreement is 1/k, κ is 0."""
    found = curves(["percent", "kappa"], ["noise"], magnitudes=[1], resamples=20)
    assert found.points[0].mean == pytest.approx(0.25, abs=0.02)  # ±4 se of 20 × 300 pairs
    assert found.points[1].mean == pytest.approx(0, abs=0.03)
