"""Log-linear models of agreement: tables of the literature, fitted by R's glm, statsmodels and by
hand (Landis & Koch's 118 slides, couples, MS patients, women's vision, three dentists)."""

import itertools
from math import exp, inf, log

import numpy as np
import pytest

import accord
from accord._measure.latent import log_linear
from accord._measure.latent.counts_model import poisson_fit

SLIDES = [[22, 2, 2, 0], [5, 7, 14, 0], [0, 2, 36, 0], [0, 1, 17, 10]]
COUPLES = [[7, 7, 2, 3], [2, 8, 3, 7], [1, 5, 4, 9], [2, 8, 9, 14]]
PATIENTS = [[38, 5, 0, 1], [33, 11, 3, 0], [10, 14, 5, 6], [3, 7, 3, 10]]
VISION = [[1520, 266, 124, 66], [234, 1512, 432, 78], [117, 362, 1772, 205], [36, 82, 179, 492]]
TABLES = {"slides": SLIDES, "couples": COUPLES, "patients": PATIENTS, "vision": VISION}

# model: degrees of freedom, then G² of the four tables
G_SQUARED = {
    "independence": (9, 117.956861, 15.486077, 69.162628, 6671.511846),
    "uniform agreement": (8, 26.728813, 11.297383, 49.677916, 492.464551),
    "quasi-independence": (5, 13.178062, 5.115798, 22.044968, 199.106187),
    "linear-by-linear": (8, 8.842154, 5.005072, 9.429292, 1818.870241),
    "linear-by-linear + agreement": (7, 4.818605, 5.004034, 9.416148, 108.337430),
    "linear-by-linear + diagonal": (4, 1.115752, 0.437220, 7.223052, 61.308236),
    "quasi-symmetry": (3, 0.978304, 0.366004, 6.184002, 7.270762),
    "symmetry": (6, 39.178238, 4.055150, 56.442440, 19.249187),
    "marginal homogeneity": (3, 36.847184, 3.730912, 45.929237, 11.987196),
}
PARAMETERS = [  # table, model, parameter, estimate, standard error
    ("slides", "uniform agreement", "δ", 2.455377, 0.341233),
    ("slides", "quasi-independence", "δ 1", 3.861066, 0.729719),
    ("slides", "quasi-independence", "δ 2", 0.604243, 0.690004),
    ("slides", "quasi-independence", "δ 3", 1.902521, 0.836747),
    ("slides", "linear-by-linear", "β", 2.060446, 0.355527),
    ("slides", "linear-by-linear + agreement", "β", 1.316301, 0.419895),
    ("slides", "linear-by-linear + agreement", "δ", 0.841703, 0.427382),
    ("slides", "linear-by-linear + diagonal", "δ 1", 1.544423, 1.024307),
    ("couples", "uniform agreement", "δ", 0.473009, 0.225657),
    ("couples", "linear-by-linear + agreement", "δ", -0.009628, 0.298893),
    ("patients", "quasi-independence", "δ 2", -1.038546, 0.451575),
    ("vision", "linear-by-linear", "β", 1.358211, 0.027865),
]
FIT = 5e-6
"""The references are printed with six digits after the point."""


def models(table, **settings):
    """The models of a table whose categories are 1, 2, 3 …"""
    study = accord.from_confusion(table, categories=list(range(1, len(table) + 1)))
    return accord.latent.log_linear(study, **settings)


def parameter(found, model, name):
    """A parameter of a model by its name."""
    return next(one for one in found[model].parameters if one.name == name)


@pytest.mark.parametrize("model", G_SQUARED)
@pytest.mark.parametrize("table", TABLES)
def test_fit_of_every_model(table, model):
    """G² and the degrees of freedom are those that R and statsmodels give."""
    df, *values = G_SQUARED[model]
    found = models(TABLES[table])[model]
    assert found.g_squared == pytest.approx(values[list(TABLES).index(table)], abs=FIT, rel=1e-8)
    assert found.df == df


@pytest.mark.parametrize(("table", "model", "name", "estimate", "se"), PARAMETERS)
def test_parameters(table, model, name, estimate, se):
    """δ and β with their standard errors."""
    found = parameter(models(TABLES[table]), model, name)
    assert (found.estimate, found.se) == pytest.approx((estimate, se), abs=2e-6)


def test_what_no_finite_number_fits_is_infinite():
    """Only pathologist B's 4s lie on the diagonal: δ of category 4 is infinite, and G² is not."""
    found = parameter(models(SLIDES), "quasi-independence", "δ 4")
    assert found.estimate == inf
    assert np.isnan(found.se)


def test_cells_that_a_model_empties_leave_fewer_degrees_of_freedom():
    """Column 4 off the diagonal is empty under quasi-independence: nine cells remain for six free
    margins, so 3 and not 5; quasi-symmetry leaves 1: six cells for three pairs and two margins."""
    found = models(SLIDES)
    assert found["quasi-independence"].df_left == 3
    assert found["quasi-symmetry"].df_left == 1
    assert found["symmetry"].df_left == 5  # the pair 1, 4 occurs in neither order
    # P(χ²(1) > .978304), not of 3 degrees of freedom (.81)
    assert found["quasi-symmetry"].p == pytest.approx(0.32261, abs=1e-4)


def test_information_criteria_and_pearson():
    """ΔAIC = G² − 2 df and ΔBIC = G² − df log n; X² of independence as R gives it."""
    found = models(SLIDES)["independence"]
    assert (found.aic, found.bic) == pytest.approx((99.956861, 75.020699), abs=FIT)
    assert found.x_squared == pytest.approx(120.263454, abs=FIT)
    assert models(COUPLES)["uniform agreement"].x_squared == pytest.approx(11.581507, abs=FIT)


def test_two_categories_are_the_odds_ratio():
    """With two categories uniform agreement is saturated and δ is half the log odds ratio."""
    found = models([[30, 10], [5, 55]])
    assert found["uniform agreement"].g_squared == pytest.approx(0, abs=1e-9)
    assert parameter(found, "uniform agreement", "δ").estimate == pytest.approx(
        log(30 * 55 / (10 * 5)) / 2, abs=1e-9
    )
    assert "quasi-independence" not in [model.name for model in found.models]


def test_uniform_agreement_keeps_kappa():
    """The fitted table of uniform agreement has the κ of the data (its margins and diagonal)."""
    fitted = models(COUPLES)["uniform agreement"].fitted
    assert fitted.sum() == pytest.approx(91, abs=1e-8)
    share = fitted / fitted.sum()
    chance = share.sum(axis=1) @ share.sum(axis=0)
    assert (np.trace(share) - chance) / (1 - chance) == pytest.approx(0.129330, abs=1e-6)


def test_distinguishability_of_neighbours():
    """On the slides neighbours are told apart with odds e^(β + 2δ) = 20.1."""
    model = models(SLIDES)
    beta, delta = (parameter(model, "linear-by-linear + agreement", name).estimate for name in "βδ")
    m = model["linear-by-linear + agreement"].fitted
    odds = m[0, 0] * m[1, 1] / (m[0, 1] * m[1, 0])
    assert odds == pytest.approx(exp(beta + 2 * delta), rel=1e-8)
    assert odds == pytest.approx(20.1, abs=0.05)


CARIES = {"111": 1951, "112": 904, "121": 34, "122": 122, "211": 213, "212": 305}
CARIES |= {"221": 27, "222": 313}
GRADES = {"111": 14, "112": 1, "132": 1, "211": 3, "212": 1, "222": 10, "223": 1, "312": 1}
GRADES |= {"321": 1, "322": 2, "323": 3, "332": 1, "333": 6}


def three(cells):
    """The study of three coders with so many items in each cell."""
    rows = [list(map(int, cell)) for cell, n in cells.items() for _ in range(n)]
    return accord.from_coders(dict(zip("ABC", zip(*rows, strict=True), strict=True)))


@pytest.mark.parametrize(
    ("cells", "model", "g", "df"),
    [
        (CARIES, "independence", 1241.009457, 4),
        (CARIES, "all three agree", 41.484260, 3),
        (CARIES, "one delta for pairs", 41.484260, 3),
        (CARIES, "pairs", 0.022589, 1),
        (CARIES, "quasi-symmetry", 21.845853, 2),
        (CARIES, "symmetry", 1415.924649, 4),
        (GRADES, "independence", 102.879707, 20),
        (GRADES, "all three agree", 24.966127, 19),
        (GRADES, "one delta for pairs", 26.348439, 19),
        (GRADES, "pairs", 26.331238, 17),
        (GRADES, "pairs + all three", 24.514621, 16),
        (GRADES, "linear-by-linear of pairs", 21.566115, 17),
        (GRADES, "linear-by-linear of pairs + all three", 14.224368, 16),
        (GRADES, "quasi-symmetry", 9.675299, 13),
        (GRADES, "symmetry", 17.709131, 17),
    ],
)
def test_three_coders(cells, model, g, df):
    """Three dentists (Espeland & Handelman) and three anaesthetists (Dawid & Skene)."""
    found = accord.latent.log_linear(three(cells))[model]
    assert found.g_squared == pytest.approx(g, abs=FIT)
    assert found.df == df


def test_parameters_of_three_coders():
    """δ of each pair of dentists; with two categories δ of all three is twice that of pairs."""
    found = accord.latent.log_linear(three(CARIES))
    deltas = [(one.estimate, one.se) for one in found["pairs"].parameters]
    expected = [(1.010341, 0.056789), (0.566585, 0.046211), (1.033496, 0.073509)]
    assert np.allclose(deltas, expected, atol=2e-6)
    assert found["all three agree"].parameters[0].estimate == pytest.approx(1.645122, abs=2e-6)
    assert "pairs + all three" not in [model.name for model in found.models]
    graded = accord.latent.log_linear(three(GRADES))["linear-by-linear of pairs + all three"]
    assert graded.parameters[-1].estimate == pytest.approx(1.539392, abs=2e-6)


def test_names_without_order_have_no_linear_model():
    """Words are not put on a scale by the alphabet."""
    words = accord.from_confusion(SLIDES, categories=["benign", "atypia", "in situ", "invasive"])
    undeclared = accord.from_coders({"A": list("abcabca"), "B": list("abcbbca")})
    assert any(m.name.startswith("linear") for m in accord.latent.log_linear(words).models)
    assert not any(m.name.startswith("linear") for m in accord.latent.log_linear(undeclared).models)


def test_scores_move_the_places():
    """Places 1, 2, 3, 4 are the default; equally far ones change β only by their step."""
    found, wide = models(SLIDES), models(SLIDES, scores=[10, 12, 14, 16])
    assert wide["linear-by-linear"].g_squared == pytest.approx(
        found["linear-by-linear"].g_squared, abs=1e-7
    )
    beta = parameter(found, "linear-by-linear", "β").estimate
    assert parameter(wide, "linear-by-linear", "β").estimate == pytest.approx(beta / 4, abs=1e-7)
    with pytest.raises(accord.AccordError, match="3 places"):
        models(SLIDES, scores=[1, 2, 3])


def test_order_changes_nothing():
    """Coders, items and categories in another order: the same fits."""
    turned = np.array(VISION).T[::-1, ::-1].tolist()
    study = accord.from_confusion(turned, categories=[4, 3, 2, 1])
    found, other = models(VISION), accord.latent.log_linear(study)
    for one in found.models:
        assert other[one.name].g_squared == pytest.approx(one.g_squared, rel=1e-9, abs=1e-9)


def test_what_is_said_of_the_slides():
    """They tell categories apart, agree a little beyond nearness (p = .045), and use categories
    differently (equal margins: G² 36.85 on 3)."""
    says = " ".join(models(SLIDES).says())
    assert "agree more often than near values on the scale alone explain" in says
    assert "G² falls by 4.02 on 1 df, p = 0.045" in says
    assert "use the categories with different frequencies (G² falls by 36.85 on 3 df" in says


def test_not_shown_is_said_as_not_shown():
    """Independent coders with equal margins: neither agreement nor different use is claimed."""
    table = [[40, 40], [40, 40]]
    says = models(table).says()
    assert all("not shown" in sentence for sentence in says[:2])


def test_avoiding_each_other_is_not_agreement():
    """Coders who never agree need δ < 0: no sentence says that they agree."""
    says = models([[2, 30, 30], [30, 2, 30], [30, 30, 2]]).says()
    assert says[0].startswith("It is not shown that the coders agree")


def test_simulated_p_is_uniform_under_independence():
    """Of tables of independent coders about one in twenty has a simulated p of G² below .05."""
    rng = np.random.default_rng(7)
    tables = []
    for _ in range(60):
        drawn = rng.multinomial(40, np.outer([0.5, 0.3, 0.2], [0.4, 0.4, 0.2]).ravel())
        table = drawn.reshape(3, 3).tolist()
        if min(map(sum, table)) and min(map(sum, zip(*table, strict=True))):
            tables.append(table)
    # This model alone: the others take as long each.
    found = [_simulated_independence(table) for table in tables]
    assert models(tables[0], resamples=99, rng=3)["independence"].p == found[0]
    # 3 of 60 expected; 9 or more with probability .003
    assert sum(p <= 0.05 for p in found) < 9
    assert 0.35 < np.mean(found) < 0.65


def _simulated_independence(table):
    """The simulated p of independence, the first model, with the draws that it has first."""
    counts = np.array(table, dtype=float).ravel()
    name, columns, _ = next(iter(log_linear._two([1, 2, 3], None)))
    assert name == "independence"
    fit = poisson_fit(counts, columns)
    return log_linear._simulated(counts, columns, fit, 99, np.random.default_rng(3))


def test_who_cannot_be_modelled_is_told_why():
    """Four coders, one category, too many categories: one line each, with what to do."""
    four = accord.from_coders({c: list("abab") for c in "ABCD"})
    with pytest.raises(accord.AccordError, match=r"two or three coders; found 4.*coders"):
        accord.latent.log_linear(four)
    with pytest.raises(accord.AccordError, match="one category only"):
        accord.latent.log_linear(accord.from_coders({"A": "aaa", "B": "aaa"}))
    many = [str(n) for n in range(40)]
    with pytest.raises(accord.AccordError, match="1,600 cells"):
        accord.latent.log_linear(accord.from_coders({"A": many, "B": many}))


def test_items_of_one_coder_take_no_part():
    """Only items that all coders coded are in the table."""
    labels = {"A": [1, 2, 1, 2, 1, None, 2], "B": [1, 2, 2, 2, 1, 1, None]}
    found = accord.latent.log_linear(accord.from_coders(labels))
    assert found.n == 5
    assert found["independence"].fitted.sum() == pytest.approx(5)


def test_every_cell_combination_is_fitted_in_place():
    """The fitted table of the saturated diagonal model has the diagonal of the data."""
    fitted = models(VISION)["quasi-independence"].fitted
    for i, j in itertools.product(range(4), repeat=2):
        if i == j:
            assert fitted[i, j] == pytest.approx(VISION[i][j], rel=1e-8)
