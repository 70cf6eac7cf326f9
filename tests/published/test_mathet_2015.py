"""Mathet, Widlöcher & Métivier 2015, The Unified and Holistic Method Gamma."""

from itertools import pairwise
from math import ceil

import numpy as np
import pytest

from accord import Continuum, Unit
from accord._measure.gamma.disorder_sample import sample_size
from accord.spans import Dissimilarity, best_alignment, gamma

ALEX_PAUL_SUZAN = {
    "Alex": [
        (2, 9, "1"),
        (11, 17, "2"),
        (24, 30, "5"),
        (32, 36, "6"),
        (36, 44, "6"),
        (44, 60, "7"),
    ],
    "Paul": [(2, 9, "1"), (11, 17, "3"), (19, 25, "5"), (32, 44, "6")],
    "Suzan": [
        (2, 9, "1"),
        (11, 17, "4"),
        (21, 27, "5"),
        (32, 36, "6"),
        (36, 40, "6"),
        (40, 44, "6"),
    ],
}
A_B_C = {
    "A": [(1, 5, "a"), (10, 14, "b")],
    "B": [(2, 6, "a"), (11, 15, "b")],
    "C": [(1, 4, "a"), (9, 14, "c")],
}


def observed(units, **settings):
    """The disorder of the best alignment."""
    found = best_alignment(Continuum.of(units), Dissimilarity(**settings))
    assert found.exact
    return found.disorder


@pytest.mark.parametrize(
    ("u", "v", "expected"),
    [
        ((4, 14), (40, 44), 22.224489795918366),
        ((4, 14), (4, 14), 0),
        ((4, 14), (20, 25), 3.24),
        ((4, 14), (14, 24), 1),
        ((20, 30), (20, 25), 1 / 9),
        ((20, 25), (14, 24), 0.21777777777777776),
    ],
)
def test_figure_10(u, v, expected):
    """Eq. 3 on the pairs of Figure 10, in multiples of Δ_∅, whatever Δ_∅ is."""
    for delta in (1, 2.5):
        d = Dissimilarity(delta=delta)([Unit(*u, "x")], [Unit(*v, "x")])[0, 0]
        assert d / delta == pytest.approx(expected, abs=1e-12)


def test_figure_20_scale():
    """Section 6.1.6: d_pos does not depend on scale; the sum of lengths divides (SLIPS)."""
    d = Dissimilarity()([Unit(0, 7), Unit(0, 21)], [Unit(0, 10), Unit(0, 30)])
    assert np.diagonal(d) == pytest.approx([(3 / 17) ** 2] * 2, abs=1e-15)


def test_table_3_matrix_and_forbidding():
    """Table 3 as d_cat; with the second f_cat, categories at distance 1 cannot be aligned."""
    table = {("cat1", "cat2"): 0.5, ("cat1", "cat3"): 1, ("cat2", "cat3"): 1}
    units = [Unit(0, 5, name) for name in ("cat1", "cat2", "cat3")]
    d = Dissimilarity(distance=table)(units, units)
    assert d.tolist() == [[0, 0.5, 1], [0.5, 0, 1], [1, 1, 0]]
    d = Dissimilarity(distance=table, f_cat="forbidding")(units, units)
    assert d[0, 1] == pytest.approx(0.5, abs=1e-8)
    assert d[0, 2] == np.inf
    apart = best_alignment(
        Continuum.of({"A": [(0, 5, "cat1")], "B": [(0, 5, "cat3")]}),
        Dissimilarity(distance=table, f_cat="forbidding"),
    )
    assert len(apart) == 2


@pytest.mark.parametrize(
    ("units", "alpha", "expected"),
    [
        (ALEX_PAUL_SUZAN, 1, 0.6535416666666668),
        (ALEX_PAUL_SUZAN, 3, 0.960625),
        (A_B_C, 1, 0.40875640379608635),
    ],
)
def test_observed_disorders(units, alpha, expected):
    """Disorders of the best alignment, recomputed in exact arithmetic elsewhere."""
    assert observed(units, alpha=alpha) == pytest.approx(expected, abs=1e-12)


def test_section_4_4_4_three_equal_costs():
    """Unaligned, aligned with an abutting unit or with another category: all cost Δ_∅."""
    abutting = observed({"A": [(4, 14, "x")], "B": [(14, 24, "x")]})
    renamed = observed({"A": [(4, 14, "x")], "B": [(4, 14, "y")]})
    assert abutting == pytest.approx(1, abs=1e-12)
    assert renamed == pytest.approx(1, abs=1e-12)


def test_figure_11_best_alignment():
    """Figure 11a: the same units by all coders have no disorder."""
    units = [(0, 4, "x"), (3, 9, "y"), (20, 30, "x")]
    assert observed({"A": units, "B": units, "C": units}) == 0


def test_figure_16_positions_are_not_category_mistakes():
    """Figure 16: 1, 4, 2 seen by both, not quite in place: no disorder from categories."""
    found = best_alignment(
        Continuum.of(
            {
                "A": [(0, 10, 1), (10, 20, 4), (20, 30, 2)],
                "B": [(0, 12, 1), (12, 21, 4), (21, 30, 2)],
            }
        )
    )
    assert found.category.sum() == 0
    assert found.position.sum() == pytest.approx(found.disorders.sum(), abs=1e-12)


def test_figure_17_length_does_not_matter():
    """Figure 17: an orphan of length 10 costs Δ_∅, two orphans of length 1 cost 2 Δ_∅."""
    shared = [(0, 5, "x")]
    one = best_alignment(Continuum.of({"A": [*shared, (20, 30, "x")], "B": shared}))
    two = best_alignment(Continuum.of({"A": [*shared, (20, 21, "x"), (40, 41, "x")], "B": shared}))
    assert one.disorders.sum() == pytest.approx(1, abs=1e-12)
    assert two.disorders.sum() == pytest.approx(2, abs=1e-12)


def test_figures_18_and_19_splits_cost_more_and_more():
    """Section 6.1.5: γ assigns increasing disagreement as one unit is split further."""
    costs = []
    for pieces in (1, 2, 3, 4):
        edges = np.linspace(0, 12, pieces + 1)
        split = [(a, b, "x") for a, b in pairwise(edges)]
        found = best_alignment(Continuum.of({"A": [(0, 12, "x")], "B": split}))
        costs.append(found.disorders.sum())
    assert costs == sorted(costs)
    assert len(set(costs)) == len(costs)


def test_figure_21_better_positions_less_disorder():
    """Section 6.1.7: full agreement on positions is better than moderate agreement."""
    moved = observed(
        {"A": [(0, 100, "x"), (200, 300, "y")], "B": [(20, 120, "y"), (220, 320, "x")]}
    )
    same = observed({"A": [(0, 100, "x"), (200, 300, "y")], "B": [(0, 100, "y"), (200, 300, "x")]})
    assert same < moved


def test_figure_22_embedding():
    """Section 6.1.8: full agreement with embedded units is full agreement."""
    units = [(0, 30, "x"), (10, 20, "x")]
    found = best_alignment(Continuum.of({"A": units, "B": units}))
    assert found.disorder == 0
    assert len(found) == 2


def test_section_5_3_sample_size():
    """μ = 3.49, σ′ = .1379: 15.5, so 16 samples for 2%; 62.05, so 63 for 1% (SLIPS)."""
    assert sample_size(3.49, 0.1379, 30) == pytest.approx(15.51147462183227, abs=1e-9)
    assert sample_size(3.49, 0.1379, 30, precision=0.01) == pytest.approx(62.0458985, abs=1e-6)
    assert ceil(sample_size(3.49, 0.1379, 30, precision=0.01)) == 63


def test_gamma_of_two_pairs_by_hand():
    """γ = 1 − δ_o/δ_e: (0, 10) and (2, 12) differ by ((2 + 2)/20)² = .04, (30, 40) is the same in
    both, so δ_o is .02, the mean over two unitary alignments; δ_e is the mean of the samples."""
    study = Continuum.of(
        {"A": [(0, 10, "x"), (30, 40, "x")], "B": [(2, 12, "x"), (30, 40, "x")]}, end=60
    )
    found = gamma(study, precision=None, samples=5)
    assert found.observed == pytest.approx(0.02, rel=1e-12)
    (drawn,) = found.detail["disorders"].chances
    assert found.expected == pytest.approx(np.mean(drawn.disorders), rel=1e-12)
    assert found.value == pytest.approx(1 - 0.02 / found.expected, rel=1e-12)
