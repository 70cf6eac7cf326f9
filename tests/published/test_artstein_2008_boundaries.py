"""Artstein & Poesio 2008, Table 8: fewer boundaries, higher expected agreement."""

import numpy as np
import pytest

import accord


def _fine_units():
    """50 places: 16 boundaries in common, 3 of one coder alone, 3 of the other."""
    common, only_a, only_b = range(1, 17), (20, 30, 40), (22, 32, 42)
    rows = [("d", c, p, None) for c in "AB" for p in common]
    rows += [("d", "A", p, None) for p in only_a] + [("d", "B", p, None) for p in only_b]
    return accord.Segmentations.of(rows, lengths={"d": 51})


def test_broad_segments():
    """Case 1: one boundary one place off; A_o = .96, A_e = .89, K = .65."""
    study = accord.Segmentations.from_masses({"d": {"A": [24, 25], "B": [25, 24]}})
    result = accord.boundaries.boundary_pi(study, edges=True)
    assert result.A_o == pytest.approx(0.96)
    assert result.A_e == pytest.approx(0.8872)
    assert result.value == pytest.approx(0.6453900709219859)


def test_fine_units():
    """Case 2: three times as many disagreements, yet A_e = .53 and K = .75."""
    result = accord.boundaries.boundary_pi(_fine_units())
    assert result.A_o == pytest.approx(0.88)
    assert result.A_e == pytest.approx(0.5288)
    assert result.value == pytest.approx(0.7453310696095077)


def test_windows_forgive_a_boundary_one_place_off():
    """§4.3.1: a boundary one place off is all wrong for K and a near miss for windows and B."""
    near = accord.Segmentations.from_masses({"d": {"A": [24, 25], "B": [25, 24]}})
    far = accord.Segmentations.from_masses({"d": {"A": [10, 39], "B": [39, 10]}})
    assert np.isclose(
        accord.boundaries.boundary_pi(near).value, accord.boundaries.boundary_pi(far).value
    )
    assert accord.boundaries.window_diff(near).value < accord.boundaries.window_diff(far).value
    assert (
        accord.boundaries.boundary_similarity(near).value
        > accord.boundaries.boundary_similarity(far).value
    )
