"""Artstein & Poesio 2008, Inter-Coder Agreement for Computational Linguistics."""

import pytest

import accord

# Rows are coder B in the paper; from_confusion's rows are its first coder, so coder B is first.
TABLE_1 = accord.from_confusion(
    [[20, 20], [10, 50]], categories=["STAT", "IREQ"], coders=("B", "A")
)
TABLE_4 = accord.from_confusion(
    [[46, 6, 0], [0, 32, 0], [0, 6, 10]], categories=["STAT", "IREQ", "CHCK"], coders=("B", "A")
)
D = {("STAT", "IREQ"): 1, ("STAT", "CHCK"): 0.5, ("IREQ", "CHCK"): 0.5}


def _parts(agreement):
    return agreement.A_o, agreement.A_e, agreement.value


@pytest.mark.parametrize(
    ("measure", "A_e", "value"),
    [(accord.s, 0.5, 0.4), (accord.pi, 0.545, 0.341), (accord.kappa, 0.54, 0.348)],
)
def test_table_1_two_coders_two_categories(measure, A_e, value):
    """Tables 1–2, p. 558–560: A_o = .7 and A_e and value of S, π, κ."""
    assert _parts(measure(TABLE_1)) == pytest.approx((0.7, A_e, value), abs=5e-4)


def test_percent_agreement_of_table_1():
    """Observed agreement is .7 and knows no chance."""
    assert accord.percent(TABLE_1).value == pytest.approx(0.7)
    assert accord.percent(TABLE_1).A_e is None


@pytest.mark.parametrize(
    ("measure", "A_e", "value"),
    [(accord.s, 1 / 3, 0.82), (accord.pi, 0.4014, 0.7995), (accord.kappa, 0.396, 0.8013)],
)
def test_table_4_integrated_example(measure, A_e, value):
    """Tables 4–5, p. 566: A_o = .88; the chance term of π is a sum of squares (.4014)."""
    assert _parts(measure(TABLE_4)) == pytest.approx((0.88, A_e, value), abs=5e-5)


@pytest.mark.parametrize(
    ("measure", "D_e", "value"),
    [
        (accord.alpha, 0.4879, 0.8156),
        (accord.weighted_kappa, 0.49, 0.8163),
        (accord.alpha_prime, 0.4855, 0.8146),
        (accord.beta, 0.49, 0.8163),
    ],
)
def test_table_6_weighted_coefficients(measure, D_e, value):
    """Table 6, p. 568 and the report, p. 17: D_o = .09 with a distance of .5 to CHCK."""
    result = measure(TABLE_4, distance=D)
    assert (result.D_o, result.D_e, result.value) == pytest.approx((0.09, D_e, value), abs=5e-5)


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ([[2, 1], [1, 46]], (0.96, 0.8872, 0.6454)),
        ([[16, 3], [3, 28]], (0.88, 0.5288, 0.7453)),
    ],
)
def test_table_8_boundaries(table, expected):
    """Table 8, p. 580: K of two segmentations, .65 and .75."""
    study = accord.from_confusion(table, categories=["BOUNDARY", "NO BOUNDARY"])
    assert _parts(accord.pi(study)) == pytest.approx(expected, abs=5e-5)


def test_table_3_agreement_on_an_item():
    """Table 3: two of three coders agree on an item, agr_1 = 1/3."""
    assert accord.percent(accord.from_counts([[2, 1]], categories=["S", "I"])).value == (
        pytest.approx(1 / 3)
    )


def test_skewed_distribution_of_section_2_3():
    """§2.3: with 95% of one category chance agreement is .905."""
    table = accord.from_confusion([[361, 19], [19, 1]], categories=["common", "rare"])
    assert accord.kappa(table).A_e == pytest.approx(0.905)
    assert accord.kappa(table).value == pytest.approx(0.0, abs=1e-12)


def test_table_7_rare_category():
    """Table 7: with equal marginals π = κ = δ/(δ+ε) − ε/(1 − (δ+ε))."""
    delta, epsilon, n = 0.02, 0.01, 1000
    table = accord.from_confusion(
        [[delta * n, epsilon * n], [epsilon * n, (1 - delta - 2 * epsilon) * n]],
        categories=["rare", "common"],
    )
    expected = delta / (delta + epsilon) - epsilon / (1 - (delta + epsilon))
    assert accord.pi(table).value == pytest.approx(expected)
    assert accord.kappa(table).value == pytest.approx(expected)
