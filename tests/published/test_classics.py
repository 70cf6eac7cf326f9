"""Cohen 1960, Brennan & Prediger 1981, Agresti 1992, Randolph 2005, Passonneau 1997, Byrt 1993."""

import pytest

import accord


def test_cohen_1960():
    """p. 37/45: A_o = .70, A_e = .41, κ = .492."""
    table = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
    result = accord.kappa(accord.from_confusion(table, categories=[1, 2, 3]))
    assert (result.A_o, result.A_e, result.value) == pytest.approx((0.7, 0.41, 0.492), abs=5e-4)


def test_cohen_1960_largest_kappa():
    """κ_max is reached when A_o is as large as the marginals allow."""
    table = accord.from_confusion([[88, 14, 18], [10, 40, 10], [2, 6, 12]], categories=[1, 2, 3])
    best = (min(120, 100) + min(60, 60) + min(20, 40)) / 200
    assert accord.labels.skew(table).kappa_max == pytest.approx((best - 0.41) / (1 - 0.41))


def test_brennan_prediger_1981():
    """p. 689/691: A_o = .60, κ = .27 with A_e = .45, S = .40."""
    table = [[50, 0, 0], [10, 10, 10], [20, 0, 0]]
    study = accord.from_confusion(table, categories=[1, 2, 3])
    kappa, s = accord.kappa(study), accord.s(study)
    assert (kappa.A_o, kappa.A_e, kappa.value) == pytest.approx((0.6, 0.45, 0.2727), abs=5e-5)
    assert (s.A_e, s.value) == pytest.approx((1 / 3, 0.4))


def test_agresti_1992():
    """p. 202: κ = .493 (Landis & Koch's pathologists)."""
    table = [[22, 2, 2, 0], [5, 7, 14, 0], [0, 2, 36, 0], [0, 1, 17, 10]]
    result = accord.kappa(accord.from_confusion(table, categories=[1, 2, 3, 4]))
    assert result.value == pytest.approx(0.493, abs=5e-4)
    assert result.A_o == pytest.approx(75 / 118)


def test_randolph_2005():
    """p. 17: three coders, four items: π = free-marginal κ = .33, A_o = .67."""
    study = accord.from_wide([list(row) for row in ("YYY", "YYN", "NNY", "NNN")])
    assert accord.pi(study).value == pytest.approx(1 / 3)
    assert accord.s(study).value == pytest.approx(1 / 3)
    assert accord.percent(study).value == pytest.approx(2 / 3)


def test_passonneau_1997_table_1():
    """Table 1: κ = .50, A_e = .52; Krippendorff's α proper is .5064, π .5039."""
    study = accord.from_confusion([[47, 14], [10, 29]], categories=["A", "B"])
    kappa = accord.kappa(study)
    assert (kappa.value, kappa.A_e) == pytest.approx((0.5047, 0.5154), abs=5e-5)
    assert accord.alpha(study, distance="nominal").value == pytest.approx(0.5064, abs=5e-5)
    assert accord.pi(study).value == pytest.approx(0.5039, abs=5e-5)


def test_shrout_fleiss_1979():
    """Table 4: the six intraclass correlations .17 .29 .71 .44 .62 .91."""
    ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    study = accord.from_wide(ratings)
    forms = ("1,1", "2,1", "3,1", "1,k", "2,k", "3,k")
    values = [accord.icc(study, form=form).value for form in forms]
    assert values == pytest.approx([0.1657, 0.2898, 0.7148, 0.4428, 0.6201, 0.9093], abs=5e-5)


def test_byrt_1993_indices():
    """Bias index |b−c|/n, prevalence index |a−d|/n, PABAK = 2 A_o − 1."""
    summary = accord.labels.skew(
        accord.from_confusion([[118, 5], [2, 0]], categories=["yes", "no"])
    )
    assert summary.bias_index == pytest.approx(3 / 125)
    assert summary.prevalence_index == pytest.approx(118 / 125)
    assert summary.pabak == pytest.approx(2 * 118 / 125 - 1)


def test_mathet_2015_section_3_1():
    """§3.1: with prevalences .9 and .1 chance agreement is .82."""
    table = accord.from_confusion([[81, 9], [9, 1]], categories=["common", "rare"])
    assert accord.pi(table).A_e == pytest.approx(0.82)


def test_scott_1955_standard_error():
    """Scott's error of π, which takes A_e as known: √(A_o (1 − A_o) / (n − 1)) / (1 − A_e)."""
    study = accord.from_confusion([[20, 20], [10, 50]], categories=["STAT", "IREQ"])
    found = accord.standard_error(study, "pi", method="scott")
    # A_o = .7, P(STAT) = .35, so 1 − A_e = 2 · .35 · .65 = .455
    assert found.se == pytest.approx((0.7 * 0.3 / 99) ** 0.5 / 0.455)
    assert found.method == "Scott 1955 (A_e as known)"
    # Where a category is rare this is far too wide; the default linearises A_e, too.
    rare = accord.from_confusion([[90, 5], [5, 0]], categories=["a", "b"])
    assert accord.standard_error(rare, "pi", method="scott").se > 0.3
    assert accord.standard_error(rare, "pi").se < 0.03


def test_the_interval_of_alpha_by_f():
    """Shrout & Fleiss' data: limits by F, as quoted for ICC(1,1), not read off the paper."""
    ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    study, n, c = accord.from_wide(ratings), 6, 4
    found = accord.interval(study, accord.bound("alpha", distance="interval"), method="analytic")
    value = accord.alpha(study, distance="interval").value

    def icc(alpha):
        f = ((n - 1) + alpha * n * (c - 1)) / ((n - 1) * (1 - alpha))
        return (f - 1) / (f + c - 1)

    limits = [icc(found.low), icc(value), icc(found.high)]
    assert limits == pytest.approx([-0.133, 0.166, 0.723], abs=5e-4)
