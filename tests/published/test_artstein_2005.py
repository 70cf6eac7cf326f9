"""Artstein & Poesio 2005, Kappa³ = Alpha (or Beta), CSM-437."""

import numpy as np
import pytest

import accord

ZWICK = {
    1: [[20, 0, 0, 5], [0, 10, 15, 0], [0, 15, 10, 0], [5, 0, 0, 20]],
    2: [[20, 10, 10, 0], [10, 10, 0, 0], [10, 0, 10, 0], [0, 0, 0, 20]],
    3: [[20, 5, 5, 10], [0, 10, 5, 5], [0, 5, 10, 5], [0, 0, 0, 20]],
}


@pytest.mark.parametrize(
    ("case", "values"),
    [
        (1, (0.4667, 0.4667, 0.4667)),
        (2, (0.4667, 0.4444, 0.4444)),
        (3, (0.4667, 17 / 37, 0.4737)),  # the paper's .460 is 17/37 = .4595
    ],
)
def test_table_4_same_observed_different_marginals(case, values):
    """Table 4, p. 9 (Zwick 1988): A_o = .60, but S, π and κ part with the marginals."""
    study = accord.from_confusion(ZWICK[case], categories=["STAT", "IREQ", "IAFA", "CSFA"])
    results = accord.s(study), accord.pi(study), accord.kappa(study)
    assert [r.A_o for r in results] == pytest.approx([0.6] * 3)
    assert [r.value for r in results] == pytest.approx(values, abs=5e-5)


def test_table_2_association_is_not_agreement():
    """Table 2, p. 4: χ² = 64.59 (N = 200) though the coders agree on 29% only."""
    shares = np.array([[0.25, 0.13, 0.12], [0.12, 0.02, 0.16], [0.03, 0.15, 0.02]])
    study = accord.from_confusion(np.rint(shares * 200), categories=["STAT", "IREQ", "CHCK"])
    assert accord.labels.association(study).chi_square == pytest.approx(64.59, abs=5e-3)
    assert accord.percent(study).value == pytest.approx(0.29)


def test_table_3_correlation_is_not_agreement():
    """Table 3, p. 5: r = 1 in both experiments, though in the second no item agrees."""
    first = accord.from_coders({"A": [1, 2, 3, 4, 5], "B": [1, 2, 3, 4, 5]})
    second = accord.from_coders({"A": [1, 2, 3, 4, 5], "B": [2, 4, 6, 8, 10]})
    assert accord.labels.association(first).r == accord.labels.association(second).r == 1.0
    assert accord.percent(first).value == 1.0
    assert accord.percent(second).value == 0.0


def test_bias_is_the_difference_of_chance_agreements():
    """§3: B = A_e(π) − A_e(κ) = .005 for Table 1, each category half of it."""
    table = accord.from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])
    summary = accord.labels.skew(table)
    assert summary.bias == pytest.approx(0.545 - 0.54)
    assert summary.bias_by_category == pytest.approx({"STAT": 0.0025, "IREQ": 0.0025})


def test_beta_below_alpha_prime_is_possible():
    """The claim β ≥ α′ fails for the path metric of K(2,3): D_e 13/12 for α′ and 1 for β."""
    left, right = ["a", "b"], ["x", "y", "z"]
    names = left + right
    matrix = [
        [0 if p == q else (2 if (p in left) == (q in left) else 1) for q in names] for p in names
    ]
    study = accord.from_coders({"A": list("aabbab"), "B": list("xyzxyz")})
    d = (names, matrix)
    pooled, own = accord.alpha_prime(study, distance=d), accord.beta(study, distance=d)
    assert pooled.D_e == pytest.approx(13 / 12)
    assert own.D_e == pytest.approx(1.0)
    assert own.value < pooled.value


def test_missing_codings_rule_of_section_5_1():
    """§5.1 by hand: items weigh equally in A_o and P(k); coders by their number of codings."""
    rows = [
        ("1", "A", "x"),
        ("1", "B", "x"),
        ("1", "C", "y"),
        ("2", "A", "x"),
        ("2", "B", "y"),
        ("3", "A", "y"),
        ("3", "C", "y"),
        ("4", "B", "x"),
    ]
    study = accord.codings(rows)
    A_o = (1 / 3 + 0 + 1) / 3
    p_x = (2 / 3 + 1 / 2 + 0 + 1) / 4
    A_e = p_x**2 + (1 - p_x) ** 2
    result = accord.pi(study)
    assert (result.A_o, result.A_e) == pytest.approx((A_o, A_e))
    assert result.value == pytest.approx((A_o - A_e) / (1 - A_e))
    share = {"A": (2 / 3, 3), "B": (2 / 3, 3), "C": (0.0, 2)}  # P(x|c), n_c
    pairs = [("A", "B"), ("A", "C"), ("B", "C")]
    weight = {pair: share[pair[0]][1] * share[pair[1]][1] for pair in pairs}
    agree = {
        (a, b): share[a][0] * share[b][0] + (1 - share[a][0]) * (1 - share[b][0]) for a, b in pairs
    }
    A_e = sum(weight[p] * agree[p] for p in pairs) / sum(weight.values())
    assert accord.kappa(study).A_e == pytest.approx(A_e)


def test_r_by_hand():
    """A says 1 2 3 4, B 1 1 4 2 (means 2.5 and 2): Σ xy = 3, Σ x² = 5, Σ y² = 6, r = 3/√30."""
    study = accord.from_coders({"A": [1, 2, 3, 4], "B": [1, 1, 4, 2]})
    assert accord.labels.association(study).r == pytest.approx(3 / 30**0.5, rel=1e-12)


def test_kappa_minus_pi_follows_from_bias():
    """κ − π = B (1 − A_o) / ((1 − A_e(κ)) (1 − A_e(π))) (§3), for two coders and for three."""
    two = accord.from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])
    three = accord.from_coders({"A": "aabbccaa", "B": "abbbccca", "C": "aabacbbb"})
    for study in (two, three):
        found = accord.labels.skew(study)
        difference = accord.kappa(study).value - accord.pi(study).value
        assert difference > 0
        assert found.kappa_minus_pi == pytest.approx(difference, abs=1e-12)
    # B = .005, A_o = .7, A_e(π) = .545, A_e(κ) = .54
    assert accord.labels.skew(two).kappa_minus_pi == pytest.approx(0.005 * 0.3 / (0.46 * 0.455))


def test_bias_of_incomplete_codings_says_nothing_of_kappa_minus_pi():
    """With missing codings κ and π have other A_o, so the formula is not printed."""
    study = accord.from_coders({"A": ["a", "b", None, "a"], "B": ["a", "b", "b", "b"]})
    assert accord.labels.skew(study).kappa_minus_pi is None


def test_bias_of_weighted_measures():
    """B = D_e(α′) − D_e(β) (appendix B), by hand: A says 1, 1, 3, B says 1, 2, 3, squared
    distances. P_A = (2/3, 0, 1/3), P_B = (1/3, 1/3, 1/3): D_e(β) = Σ P_A P_B d = 15/9; pooled
    (3, 1, 2)/6: D_e(α′) = 2 (3·1·1 + 3·2·4 + 1·2·1)/36 = 58/36."""
    study = accord.from_coders({"A": [1, 1, 3], "B": [1, 2, 3]})
    found = accord.labels.skew(study, distance="interval")
    assert found.weighted_bias == pytest.approx(58 / 36 - 15 / 9, abs=1e-12)
    nominal = accord.labels.skew(study, distance="nominal")
    assert nominal.weighted_bias == pytest.approx(-nominal.bias, abs=1e-12)
    assert accord.labels.skew(study).weighted_bias is None


def test_segments_as_sets():
    """§4.4: a weighted coefficient with Dice or Jaccard of segments. By hand: A 6 + 5, B 4 + 7;
    four places share 4 of (6, 4), two 2 of (6, 7), five 5 of (5, 7). In either order of A's and of
    B's segments, all four alike, D_e is the mean of two values."""
    study = accord.Segmentations.from_masses({"d": {"A": [6, 5], "B": [4, 7]}})
    dice = (4 * (1 - 8 / 10) + 2 * (1 - 4 / 13) + 5 * (1 - 10 / 12)) / 11
    jaccard = (4 * (1 - 4 / 6) + 2 * (1 - 2 / 11) + 5 * (1 - 5 / 7)) / 11
    # A 6 + 5 and B 7 + 4, as A 5 + 6 and B 4 + 7: six share 6 of (6, 7), one 1 of (5, 7), four 4
    # of (5, 4).
    other = (6 * (1 - 12 / 13) + 1 * (1 - 2 / 12) + 4 * (1 - 8 / 9)) / 11
    found = accord.boundaries.segment_alpha(study, samples=2000)
    assert found.D_o == pytest.approx(dice, abs=1e-12)
    assert found.D_e == pytest.approx((dice + other) / 2, abs=0.01)
    by_jaccard = accord.boundaries.segment_alpha(study, overlap_by="jaccard", samples=1)
    assert by_jaccard.D_o == pytest.approx(jaccard, abs=1e-12)
    same = accord.Segmentations.from_masses({"d": {"A": [6, 5], "B": [6, 5]}})
    assert accord.boundaries.segment_alpha(same).value == 1


def test_near_misses_cost_little():
    """Boundaries that are one place off: nearly nothing is left of κ of places, nearly all of the
    segments; three coders and a document that one of them did not see."""
    masses = {
        "d": {"A": [3, 19, 6, 14], "B": [4, 17, 7, 14], "C": [4, 18, 5, 15]},
        "e": {"A": [20, 5, 8], "B": [19, 5, 9]},
    }
    study = accord.Segmentations.from_masses(masses)
    found = accord.boundaries.segment_alpha(study)
    assert found.value > 0.6
    assert accord.boundaries.boundary_kappa(study).value < 0.2
    parts = [accord.boundaries.segment_alpha(study.take([n])).D_o for n in (0, 1)]
    weights = [42 * 3, 33 * 2]
    assert found.D_o == pytest.approx(np.average(parts, weights=weights), abs=1e-12)
