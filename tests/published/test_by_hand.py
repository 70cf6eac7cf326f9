"""Measures whose papers print no data, or none that was at hand: worked out from the definition.

Each example asserts what was observed, what was expected by chance, and the value.
"""

import pytest

import accord
from accord import boundaries, chains, spans, trees
from accord.kinds.dimensions.study import dimensions
from accord.labels import global_beta

EXACT = 1e-12
"""The sums have a handful of terms: no more than rounding may differ."""


def test_light_kappa():
    """κ_Light is the mean of κ over pairs: .5, .5 and .2, where multi-κ would be .385.

    A  x x y y      A–B and A–C: A_o = 3/4, A_e = 1/2
    B  x y y y      B–C:         A_o = 1/2, A_e = 3/8
    C  x x y x
    """
    study = accord.from_coders({"A": "xxyy", "B": "xyyy", "C": "xxyx"})
    found = accord.light_kappa(study)
    assert found.D_o == pytest.approx((1 / 4 + 1 / 4 + 1 / 2) / 3, abs=EXACT)
    assert found.D_e is None
    assert found.value == pytest.approx((0.5 + 0.5 + 0.2) / 3, abs=EXACT)
    assert accord.kappa(study).value == pytest.approx(1 - (1 / 3) / (13 / 24), abs=EXACT)


def test_global_beta():
    """The mean of two dimensions, by weight: D_o of 1/2 and 0, D_e of 3/4 and 1/2.

    task   u1 WHQ WHQ     u2 YNQ  CHECK      chance agrees on WHQ only: 1/4
    turn   u1 GIVE GIVE   u2 –    –          chance agrees on GIVE and on nothing: 1/4 + 1/4
    """
    rows = [("u1", "A", "task", "WHQ"), ("u1", "B", "task", "WHQ"), ("u2", "A", "task", "YNQ")]
    rows += [("u2", "B", "task", "CHECK"), ("u1", "A", "turn", "GIVE"), ("u1", "B", "turn", "GIVE")]
    study = dimensions(rows)
    found = global_beta(study, distance="nominal")
    assert found.D_o == pytest.approx((1 / 2 + 0) / 2, abs=EXACT)
    assert found.D_e == pytest.approx((3 / 4 + 1 / 2) / 2, abs=EXACT)
    assert found.value == pytest.approx(3 / 5, abs=EXACT)
    heavy = global_beta(study, distance="nominal", dimension_weights={"turn": 3})
    assert heavy.D_o == pytest.approx((1 / 2 + 3 * 0) / 4, abs=EXACT)
    assert heavy.D_e == pytest.approx((3 / 4 + 3 * 1 / 2) / 4, abs=EXACT)
    assert heavy.value == pytest.approx(7 / 9, abs=EXACT)


UNITS = [("d", "A", 0, 4, "x"), ("d", "B", 0, 3, "x")]
"""|---x---|        of A      3 atoms in common, 1 of A alone, 4 of nobody
|--x--|          of B"""


@pytest.mark.parametrize(
    ("measure", "observed", "expected"),
    [
        (spans.kappa_d, 1 / 8, 1 - (1 / 2 * 3 / 8 + 1 / 2 * 5 / 8)),
        (spans.pi_d, 1 / 8, 1 - (7**2 + 9**2) / 16**2),
        (spans.alpha_d, 1 / 8, 2 * 7 * 9 / (16 * 15)),
        (spans.atom_f1, 1 - 2 * 3 / (4 + 3), None),
    ],
)
def test_atoms(measure, observed, expected):
    """On 8 atoms, 4 and 3 of them marked: chance per coder, pooled, drawn, and none (F1)."""
    found = measure(accord.Unitizings.of(UNITS, extents={"d": (0, 8)}))
    assert found.D_o == pytest.approx(observed, abs=EXACT)
    assert found.D_e == (None if expected is None else pytest.approx(expected, abs=EXACT))
    assert found.value == pytest.approx(1 - observed / (expected or 1), abs=EXACT)


@pytest.mark.parametrize(
    ("measure", "observed", "expected"),
    [
        (boundaries.boundary_kappa, 1 / 9, 1 - (2 * 1 + 7 * 8) / 81),
        (boundaries.boundary_pi, 1 / 9, 1 - (3**2 + 15**2) / 18**2),
        (boundaries.boundary_alpha, 1 / 9, 2 * 3 * 15 / (18 * 17)),
    ],
)
def test_places(measure, observed, expected):
    """9 places, boundaries 3 and 6 against 6 alone: κ = 14/23, π = 3/5, α = 28/45."""
    found = measure(accord.Segmentations.from_masses({"d": {"A": [3, 3, 4], "B": [6, 4]}}))
    assert found.D_o == pytest.approx(observed, abs=EXACT)
    assert found.D_e == pytest.approx(expected, abs=EXACT)
    assert found.value == pytest.approx(1 - observed / expected, abs=EXACT)


@pytest.mark.parametrize(
    ("measure", "settings", "rate"),
    [
        (boundaries.pk, {"window": 2}, 2 / 8),
        (boundaries.window_diff, {"window": 2}, 2 / 8),
        (boundaries.ghd, {}, 1 / 2),
    ],
)
def test_error_rates(measure, settings, rate):
    """Boundaries 3, 6 and 4, 6 of 10 atoms: windows from atoms 1 and 3 differ, one shift by 1."""
    study = accord.Segmentations.from_masses({"d": {"A": [3, 3, 4], "B": [4, 2, 4]}})
    found = measure(study, **settings)
    assert found.D_o == found.value == pytest.approx(rate, abs=EXACT)
    assert found.D_e is None


@pytest.mark.parametrize(
    ("measure", "settings", "apart"),
    [
        (boundaries.corrected_pk, {"window": 1}, 1.0),
        (boundaries.corrected_window_diff, {"window": 1}, 1.0),
        (boundaries.corrected_ghd, {}, 1 / 2),
        (boundaries.corrected_boundary_similarity, {}, 1 / 2),
        (boundaries.corrected_segmentation_similarity, {}, 1 / 4),
    ],
)
@pytest.mark.parametrize("chance", ["segments", "places"])
def test_shuffled_boundaries(measure, settings, apart, chance):
    """One boundary in two places: shuffled ones meet in half of all cases, so D_e = D_o/2.

    2000 samples of 0 or D_o have a standard error of D_o/2/√2000; four of them are allowed.
    """
    study = accord.Segmentations.from_masses({"d": {"A": [1, 2], "B": [2, 1]}})
    found = measure(study, samples=2000, chance=chance, **settings)
    assert found.D_o == pytest.approx(apart, abs=EXACT)
    assert set(found.detail["samples"]) == {0.0, found.D_o}
    assert found.D_e == pytest.approx(apart / 2, abs=4 * apart / 2 / 2000**0.5)
    assert found.value == pytest.approx(1 - found.D_o / found.D_e, abs=EXACT)


def test_rand():
    """κ over 6 pairs of mentions: 1 joined by both, 1 by the second alone, 4 by neither: 4/7."""
    study = accord.Partitions.of_chains(
        {"d": {"A": [[1, 2], [3], [4]], "B": [[1, 2], [3, 4]]}},
    )
    found = chains.rand(study)
    assert found.D_o == pytest.approx(1 / 6, abs=EXACT)
    assert found.D_e == pytest.approx(1 - (1 * 2 + 5 * 4) / 36, abs=EXACT)
    assert found.value == pytest.approx(4 / 7, abs=EXACT)


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        (chains.chain_alpha, 54.4 / 90),
        (chains.chain_alpha_prime, 54.4 / 100),
        (chains.chain_beta, 0.24 / 3 + 0.36 * 0.8 + 0.16 + 0.24 / 3),
    ],
)
def test_chains_as_labels(measure, expected):
    """{1 2 3} {4 5} and {1 2} {3 4 5} by Jaccard: chance drawn, pooled and of each coder.

    Distances of labels: 1/3 where one chain holds the other, 4/5 between {1 2 3} and {3 4 5},
    1 elsewhere; A uses its labels 3 and 2 times, B 2 and 3 times.
    """
    study = accord.Partitions.of_chains({"d": {"A": [[1, 2, 3], [4, 5]], "B": [[1, 2], [3, 4, 5]]}})
    found = measure(study, distance="jaccard", itself=True, chance="document")
    observed = (4 / 3 + 4 / 5) / 5
    assert found.D_o == pytest.approx(observed, abs=EXACT)
    assert found.D_e == pytest.approx(expected, abs=EXACT)
    assert found.value == pytest.approx(1 - observed / expected, abs=EXACT)


def test_chains_agree_wholly_or_not():
    """The same chains for K: no label is the same, A_e = (3² + 2² + 2² + 3²)/10² = .26."""
    study = accord.Partitions.of_chains({"d": {"A": [[1, 2, 3], [4, 5]], "B": [[1, 2], [3, 4, 5]]}})
    found = chains.chain_pi(study, itself=True, chance="document")
    assert found.A_o == 0.0
    assert found.A_e == pytest.approx(0.26, abs=EXACT)
    assert found.value == pytest.approx(-0.26 / 0.74, abs=EXACT)


def test_attachment_beyond_random_trees():
    """Heads 0 1 1 3 and 0 1 1 1: one of four differs, three of four do by chance. With relations
    r x x y and r x y x two tokens differ; L of roots is 1, of x x y x y x 14/30: 1/4 + 3/4 · 14/30
    of four tokens are the same by chance."""
    a, b = [0, 1, 1, 3], [0, 1, 1, 1]
    study = accord.from_coders(
        {
            "A": [trees.Dependencies.of(a, ["r", "x", "x", "y"])],
            "B": [trees.Dependencies.of(b, ["r", "x", "y", "x"])],
        }
    )
    found = trees.corrected_uas(study)
    assert (found.D_o, found.D_e) == (0.25, 0.75)
    assert found.value == pytest.approx(2 / 3, abs=EXACT)
    found = trees.corrected_las(study)
    expected = 1 - (1 / 4 + 3 / 4 * 14 / 30) / 4
    assert (found.D_o, found.D_e) == (0.5, pytest.approx(expected, abs=EXACT))
    assert found.value == pytest.approx(1 - 0.5 / expected, abs=EXACT)


def test_edits_beyond_random_trees():
    """Three tokens of one relation: three of nine trees are a root with two dependents, six are
    chains, 2 edits apart: D_e = 2 · 2/9 · 2 = 8/9, which forty trees of each lot come near."""
    star, chain = ([0, 1, 1], [0, 1, 2])
    made = [trees.Dependencies.of(heads, ["r", "x", "x"]) for heads in (star, chain)]
    found = trees.corrected_tree_edit(
        accord.from_coders({"A": made, "B": [made[0], made[0]]}),
    )
    assert found.D_o == 1.0
    assert found.D_e == pytest.approx(8 / 9, abs=0.1)
    assert found.value == pytest.approx(1 - 1 / found.D_e, abs=EXACT)


def test_spans_that_could_lie_anywhere():
    """Six atoms; A has x of two and y of one atom, B the same, y elsewhere. The two have 20 places,
    and over all pairs of places .37 spans are the same."""
    rows = [("d", "A", 0, 2, "x"), ("d", "A", 4, 5, "y"), ("d", "B", 0, 2, "x")]
    study = accord.Unitizings.of([*rows, ("d", "B", 3, 4, "y")], extents={"d": (0, 6)})
    places = [(x, y) for x in range(5) for y in range(6) if y < x or y >= x + 2]
    assert len(places) == 20
    same = [(a[0] == b[0]) + (a[1] == b[1]) for a in places for b in places]
    expected = sum(same) / len(same)
    assert expected == pytest.approx(0.37, abs=EXACT)
    found = spans.corrected_span_f1(study)
    assert found.D_o == pytest.approx(0.5, abs=EXACT)
    assert found.D_e == pytest.approx(1 - expected / 2, abs=EXACT)
    assert found.value == pytest.approx(0.3865030675, abs=1e-9)
