"""Ratings and measurements beside R, SPSS's formulas and published examples.

`ratings.json` holds data, values, tolerances and the program of each value: R 4.2.2 with psych,
irr, lme4, epiR, eRm, presize, ICC.Sample.Size and loamr, pingouin 0.7, and programs written from
the formulas for this comparison.
"""

import json
import math
import re
from math import inf, isnan
from pathlib import Path

import numpy as np
import pytest

import accord
from accord._measure.labels.generalized_limits import Squares, squares_for_limits, weight_below
from accord._measure.labels.mean_squares import squares_of
from accord._measure.labels.variance_components import components, profile_limits
from accord.infer.advice.plan_ratings import (
    bonett,
    items_for_width,
    items_sure,
    power_above,
    trade_off,
    walter,
)
from accord.infer.ratings.rated import rated
from accord.infer.ratings.raters import severities, signal_ranges
from accord.infer.tests.icc_table import icc_table

REFERENCE = json.loads(Path(__file__).with_name("ratings.json").read_text("utf-8"))
EXAMPLES = REFERENCE["examples"]
FORMS = ("1,1", "2,1", "3,1", "1,k", "2,k", "3,k")


def table(name):
    """A data set as numbers, items × raters, nan where there is none."""
    rows = REFERENCE["data"][name]
    width = max(map(len, rows))
    return np.array(
        [[np.nan if x is None else x for x in row] + [np.nan] * (width - len(row)) for row in rows],
        dtype=float,
    )


def value(name):
    """What the other programs print."""
    return EXAMPLES[name]["value"]


@pytest.mark.parametrize("name", ["SF", "anxiety", "MM", "ESSAY", "PEFR"])
@pytest.mark.parametrize("form", FORMS)
def test_six_forms(name, form):
    """Value, F, its degrees of freedom, p and the limits by F are those of psych and pingouin."""
    expected = value(f"{name}.ICC({form})")
    found = icc_table(table(name), limits="F")[form]
    assert found.value == pytest.approx(expected["value"], abs=1e-9)
    assert pytest.approx(expected["F"], rel=1e-9) == found.F
    assert found.p == pytest.approx(expected["p"], rel=1e-6)
    assert [found.low, found.high] == pytest.approx([expected["low"], expected["high"]], abs=1e-9)


@pytest.mark.parametrize("name", ["SF", "anxiety", "MM", "ESSAY", "PEFR"])
def test_profile_limits(name):
    """Limits of ICC(2,1) by the profile of the restricted likelihood, where asked for."""
    found = icc_table(table(name), limits="profile")["2,1"]
    assert found.limits == "profile"
    assert [found.low, found.high] == pytest.approx(value(f"{name}.profile"), abs=2e-4)


@pytest.mark.parametrize("name", ["SF", "anxiety", "MM", "ESSAY"])
def test_jackknife_limits(name):
    """Limits of ICC(3,1) by the jackknife of log F."""
    found = icc_table(table(name), limits="jackknife")["3,1"]
    assert [found.low, found.high] == pytest.approx(value(f"{name}.jackknife"), abs=1e-9)


@pytest.mark.parametrize("name", ["SF", "MM", "U1", "U2", "U3"])
def test_reml_with_and_without_holes(name):
    """Variances, likelihood, both correlations and the profile limits are lme4's; the default
    limits are the quantiles of the 200,000 draws of the reference (within .004)."""
    expected, found = value(f"{name}.reml"), components(table(name))
    assert [found.item, found.coder, found.residual] == pytest.approx(
        [expected["item"], expected["rater"], expected["residual"]], abs=1e-4
    )
    assert found.mean == pytest.approx(expected["mean"], abs=1e-6)
    assert found.log_likelihood == pytest.approx(expected["reml"], abs=1e-6)
    study = accord.from_wide(table(name).tolist())
    assert accord.icc(study, form="2,1").value == pytest.approx(value(f"{name}.ICC_A1"), abs=2e-6)
    assert accord.icc(study, form="3,1").value == pytest.approx(value(f"{name}.ICC_C1"), abs=2e-6)
    limits = profile_limits(table(name))
    assert list(limits) == pytest.approx(value(f"{name}.limits")["profile"], abs=3e-4)
    default = accord.interval(study, "icc", form="2,1")
    drawn = value(f"{name}.limits")["generalized"]
    assert [default.low, default.high] == pytest.approx(drawn, abs=4e-3)


def test_the_likelihood_of_a_complete_table_is_that_of_any_table():
    """Three mean squares say what the sums of a table with holes say."""
    whole = table("MM")
    holed = np.vstack([whole, [[40.0, np.nan, np.nan]] * 1])
    assert components(holed).item == pytest.approx(components(whole).item, rel=0.1)
    from accord._measure.labels.variance_components import _Complete, _Sums

    for ratios in ((0.5, 0.1), (3.0, 0.0), (12.0, 2.5)):
        quick, slow = _Complete(whole, True).fitted(*ratios), _Sums(whole, True).fitted(*ratios)
        assert quick == pytest.approx(slow, rel=1e-10)


def test_one_way_with_unequal_numbers():
    """ICC(1,1) of items with two to five ratings, by REML."""
    study = accord.from_wide(table("U4").tolist())
    assert accord.icc(study, form="1,1").value == pytest.approx(value("U4.reml")["ICC"], abs=2e-5)
    mean = accord.icc(study, form="1,k")
    assert isnan(mean.value)
    assert "2 to 5 ratings" in mean.undefined


def test_complete_items_only_on_request():
    """missing="complete" leaves items with holes out, as the default did."""
    study = accord.from_wide(table("U1").tolist())
    assert accord.icc(study, missing="complete").value == pytest.approx(0.653631, abs=1e-6)


def test_raters_apart_by_a_constant_have_limits():
    """MSE = 0: F is infinite, p 0, and the limits exist (irr, psych)."""
    found = icc_table([[1, 3], [2, 4], [3, 5], [4, 6], [5, 7]])["2,1"]
    expected = value("shift.ICC(2,1)")
    assert (found.F, found.p) == (inf, 0)
    assert found.value == pytest.approx(5 / 9)
    assert [found.low, found.high] == pytest.approx([expected["low"], expected["high"]], abs=1e-6)


def test_perfect_agreement():
    """All forms 1, F infinite, p 0, limits [1, 1]."""
    for form in icc_table([[1, 1], [2, 2], [3, 3], [4, 4]]).forms:
        assert (form.value, form.F, form.p, form.low, form.high) == (1, inf, 0, 1, 1)


def test_negative_correlations():
    """Below 0 the value stands and the mean of raters has no meaning."""
    found = icc_table(table("NEG"))
    assert found["1,1"].value == -1
    assert found["2,1"].value == pytest.approx(-5 / 3)
    assert isnan(found["1,k"].high) or isnan(found["1,k"].low)


@pytest.mark.parametrize("name", ["SF", "MM", "anxiety"])
def test_measurement_error(name):
    """SEM with exact and Graybill & Wang's limits, and the smallest detectable change."""
    expected, found = value(f"{name}.SEM"), accord.infer.measurement_error(table(name))
    assert found.consistency == pytest.approx(expected["SEM_consistency"], abs=1e-8)
    assert found.consistency_limits == pytest.approx(expected["SEM_consistency_limits"], abs=1e-8)
    assert found.agreement == pytest.approx(expected["SEM_agreement"], abs=1e-8)
    assert found.agreement_limits == pytest.approx(expected["SEM_agreement_limits_mls"], abs=1e-8)
    assert found.detectable == pytest.approx(expected["SDC_agreement"], abs=1e-8)
    assert found.detectable_consistency == pytest.approx(expected["SDC_consistency"], abs=1e-8)


def test_repeatability():
    """Two meters, two readings each (Bland & Altman 1986): s_r, s_R, gage R&R."""
    x = table("PEFR")
    expected, found = (
        value("PEFR.RR"),
        accord.infer.repeatability(np.stack([x[:, :2], x[:, 2:]], axis=1)),
    )
    assert found.repeatability == pytest.approx(expected["s_r"], abs=1e-8)
    assert found.reproducibility == pytest.approx(expected["s_R"], abs=1e-8)
    assert found.repeatability_limit == pytest.approx(expected["r"], abs=1e-8)
    assert found.reproducibility_limit == pytest.approx(expected["R"], abs=1e-8)
    assert found.gage == pytest.approx(expected["pctGRR"], abs=1e-8)
    assert found.classes == pytest.approx(expected["ndc"], abs=1e-8)
    assert found.raters == 0
    assert found.items_by_raters == pytest.approx(expected["components"]["inter"], abs=1e-8)


@pytest.mark.parametrize("name", ["SF", "MM", "anxiety"])
def test_limits_with_the_mean(name):
    """LOAM and its limits are loamr's."""
    expected, found = value(f"{name}.LOAM"), accord.infer.limits_with_mean(table(name))
    assert [found.limit, found.low, found.high] == pytest.approx(
        [expected["loam"], expected["low"], expected["high"]], abs=1e-8
    )


@pytest.mark.parametrize("name", ["SF", "MM", "anxiety", "ESSAY", "PEFR"])
def test_concordance(name):
    """ρ_c of two raters, its parts and its limits are epiR's; PEFR: meters 1 and 3."""
    x = table(name)
    first, second = (0, 2) if name == "PEFR" else (0, 1)
    expected, found = value(f"{name}.CCC"), accord.infer.concordance(x[:, first], x[:, second])
    names = {
        "ccc": found.ccc,
        "low": found.low,
        "high": found.high,
        "r": found.pearson,
        "Cb": found.bias_correction,
        "scale": found.scale_shift,
        "location": found.location_shift,
    }
    assert names == pytest.approx({name: expected[name] for name in names}, abs=1e-9)


@pytest.mark.parametrize("name", ["SF", "MM", "anxiety", "ESSAY", "U1", "U2", "U3"])
def test_severities(name):
    """Least squares, pooled errors and the overall F are R's; complete: t of the differences."""
    expected, found = value(f"{name}.raters"), severities(rated(table(name)))
    assert found.value == pytest.approx(expected["sev"], abs=1e-6)
    assert found.pooled_se == pytest.approx(expected["se"], abs=1e-6)
    assert pytest.approx(expected["F"], rel=1e-6) == found.F
    assert [found.df1, found.df2] == expected["df"]
    assert found.overall == pytest.approx(expected["p"], rel=1e-6)
    if "dev_t" in expected:
        assert found.t == pytest.approx([each["t"] for each in expected["dev_t"]], abs=1e-6)
        assert found.p == pytest.approx([each["p"] for each in expected["dev_t"]], rel=1e-6)


@pytest.mark.parametrize("name", ["SF", "MM", "anxiety", "ESSAY"])
def test_drift(name):
    """Slopes are R's; errors too where neighbours are not alike, larger where they are."""
    expected = value(f"{name}.raters")["drift"]
    found = accord.infer.drift(table(name))
    assert [each.slope for each in found] == pytest.approx([row[0] for row in expected], abs=1e-9)
    for each, (_, se, *_) in zip(found, expected, strict=True):
        assert each.se >= se * (1 - 1e-9)
    assert any(each.se == pytest.approx(row[1]) for each, row in zip(found, expected, strict=True))


def test_one_severe_rater_is_named_and_the_innocent_are_not():
    """Planted −1.5 and +1: the severe one is named; of the two left, nobody can be."""
    found = accord.infer.raters(table("MM"))
    assert [each.named for each in found.raters] == [False, False, True]
    assert found.noise == pytest.approx(1.809547, abs=1e-6)
    pair = accord.infer.raters(table("MM")[:, :2])
    assert not any(each.named for each in pair.raters)


def test_what_is_said_of_a_rater_is_of_one_comparison():
    """The interval and p of `apart` are of the same raters. MM: rater 3 is named and stands beside
    raters 1 and 2, t −6.427, p 5.0e-7 twice adjusted; those two are compared once, with each other:
    a paired t of .36, p .72, as R's t.test prints; nobody else's p hides in it."""
    from scipy.stats import ttest_rel

    x = table("MM")
    one, two, three = accord.infer.raters(x).raters
    alone = ttest_rel(x[:, 0], x[:, 1])
    assert one.p == two.p == pytest.approx(alone.pvalue)
    assert (two.low, two.high) == pytest.approx(
        [-end for end in alone.confidence_interval()][::-1], abs=1e-9
    )
    by_hand = ttest_rel(x[:, 2], x[:, :2].mean(axis=1))
    assert three.p == pytest.approx(2 * by_hand.pvalue)
    assert by_hand.pvalue == pytest.approx(value("MM.raters")["dev_t"][2]["p"], rel=1e-6)
    pair = accord.infer.raters(x[:, :2]).raters
    assert [each.p for each in pair] == pytest.approx([alone.pvalue] * 2)


def test_halo():
    """F of items × raters over the residual is R's."""
    expected, found = value("HALO.F"), accord.infer.halo(REFERENCE["data"]["HALO"])
    assert pytest.approx(expected["F"], abs=2e-6) == found.F
    assert (found.df1, found.df2) == (expected["df1"], expected["df2"])
    assert found.variance == pytest.approx(expected["var_item_rater"], abs=2e-6)
    other = accord.infer.halo(REFERENCE["data"]["ESSAY3"])
    assert other.p == pytest.approx(value("ESSAY3.halo")["p"], abs=2e-6)


def test_range_is_not_noise():
    """A rater who only adds noise keeps a range of 1; one who shrinks the scale has less."""
    rng = np.random.default_rng(5)
    items = rng.normal(size=(400, 1))
    ratings = items + 0.4 * rng.normal(size=(400, 4))
    noisy, narrow = ratings.copy(), ratings.copy()
    noisy[:, 0] += 0.8 * rng.normal(size=400)
    narrow[:, 0] *= 0.6
    b, p = signal_ranges(noisy)
    assert b[0] == pytest.approx(1, abs=0.12)
    assert p[0] > 0.01
    b, p = signal_ranges(narrow)
    assert b[0] == pytest.approx(0.6, abs=0.06)
    assert p[0] < 1e-6


@pytest.mark.parametrize("method", ["conditional", "marginal"])
def test_rating_scale_model(method):
    """Severities, thresholds, likelihood, fit and fair scores are eRm's (conditional)."""
    found = accord.latent.facets(accord.from_wide(REFERENCE["data"]["ESSAY"]), method=method)
    expected = value("ESSAY.RSM.CML" if method == "conditional" else "ESSAY.RSM.MML")
    assert [each.severity for each in found.raters] == pytest.approx(expected["sev"], abs=2e-6)
    assert list(found.thresholds) == pytest.approx(expected["tau"], abs=2e-6)
    assert found.log_likelihood == pytest.approx(expected["loglik"], abs=1e-6)
    errors = expected.get("se") or expected["se_first"]
    assert [each.se for each in found.raters][: len(errors)] == pytest.approx(errors, abs=2e-6)
    if method == "marginal":
        assert found.spread == pytest.approx((expected["mu"], expected["sigma"]), abs=1e-6)
        return
    assert found.chi_square == pytest.approx(expected["chi2_fixed"], abs=2e-6)
    assert found.reliability == pytest.approx(expected["reliability"], abs=2e-6)
    fit, fair = value("ESSAY.RSM.fit"), value("ESSAY.RSM.fair")
    assert [each.infit for each in found.raters] == pytest.approx(fit["infit"], abs=3e-6)
    assert [each.outfit for each in found.raters] == pytest.approx(fit["outfit"], abs=3e-6)
    assert found.ability[:4] == pytest.approx(fair["theta_first5"][:4], abs=5e-6)
    assert isnan(found.ability[4])
    assert found.fair[:4] == pytest.approx(fair["fair_first5"][:4], abs=5e-6)
    assert [each.fair for each in found.raters] == pytest.approx(fair["fair_rater"], abs=5e-6)


def test_raters_and_criteria():
    """Two criteria: eRm's LRSM with a design matrix, and the marginal model."""
    x = np.array(REFERENCE["data"]["ESSAY3"])
    rows = [(item, rater, f"c{c}", int(step)) for (item, rater, c), step in np.ndenumerate(x)]
    studies = accord.labels.dimensions(rows)
    for method, name in (("conditional", "ESSAY3.MFRM.CML"), ("marginal", "ESSAY3.MFRM.MML")):
        found, expected = accord.latent.facets(studies, method=method), value(name)
        assert [each.severity for each in found.raters] == pytest.approx(expected["sev"], abs=2e-6)
        assert found.log_likelihood == pytest.approx(expected["loglik"], abs=1e-6)
        if "crit" in expected:
            assert [each.severity for each in found.criteria] == pytest.approx(
                expected["crit"], abs=2e-6
            )
            assert found.criteria[0].se == pytest.approx(expected["crit_se"], abs=2e-6)


def test_facets_refuse_what_has_no_estimate():
    """A step that nobody used, a rater with one answer, raters who share nothing, measurements."""
    with pytest.raises(accord.NotApplicableError, match="nobody used step 2"):
        accord.latent.facets(accord.from_wide([[1, 3], [3, 1], [1, 1]]))
    with pytest.raises(accord.NotApplicableError, match="always gave 1"):
        accord.latent.facets(accord.from_wide([[1, 3], [1, 2], [1, 1]]))
    with pytest.raises(accord.NotApplicableError, match="2 groups"):
        accord.latent.facets(
            accord.from_wide([[1, 2, None, None], [2, 1, None, None], [None, None, 1, 2]])
        )
    with pytest.raises(accord.NotApplicableError, match="whole steps"):
        accord.latent.facets(accord.from_wide([[1.5, 2.0], [2.5, 1.0]]))


PLANS = [name for name in EXAMPLES if re.match(r"(bonett|zou|walter)\(", name)]


@pytest.mark.parametrize("name", PLANS)
def test_plans(name):
    """Items for a width (Bonett, Zou) and for a threshold (Walter et al.), as R's packages."""
    kind, first, second, third = re.findall(r"[\w.]+", name)
    expected = value(name)
    if kind == "walter":
        asked = float(first), float(second), int(third)
        assert walter(*asked) == expected["one"]
        assert walter(*asked, sides=2) == expected["two"]
        return
    asked = float(first), int(second), float(third)
    if kind == "bonett":
        assert items_for_width(*asked) == pytest.approx(expected["raw"], abs=1e-4)
        assert bonett(*asked) == expected["n"]
        return
    found = [items_for_width(*asked, assurance=sure) for sure in (0.5, 0.8, 0.9)]
    assert found == pytest.approx(expected, abs=1e-4)


def test_items_that_are_enough_in_four_studies_of_five():
    """ρ .85, two raters, width .1: about 154 by simulation; exact power at Walter's 26."""
    assert abs(items_sure(0.85, 2, 0.1) - value("exact.width")) <= 2
    assert power_above(0.75, 0.9, 2, 26) == pytest.approx(0.7988, abs=5e-5)


def test_more_raters_not_more_items_narrow_the_interval():
    """ICC(A,1) .8, raters 5% of the variance: from 2 to 5 raters, against 30 to 120 items."""
    widths = {
        (each.items, each.raters): each.width
        for each in trade_off(0.8, 0.05, [30, 120], [2, 5], studies=60)
    }
    assert widths[30, 2] - widths[120, 2] < 0.15
    assert widths[30, 2] - widths[30, 5] > 0.3


def test_alpha_and_the_one_way_form():
    """Interval α of a complete table: 1 − (nk − 1) / ((n − 1) F + n (k − 1)), the one-way form."""
    for name in ("SF", "MM", "anxiety", "ESSAY"):
        x = table(name)
        s = squares_of(x)
        f = s.between / s.within
        by_f = 1 - (s.n * s.k - 1) / ((s.n - 1) * f + s.n * (s.k - 1))
        assert accord.alpha(x, distance="interval").value == pytest.approx(by_f, abs=1e-9)


@pytest.mark.parametrize("shares", [(0.6, 0.3, 0.1), (0.8, 0.05, 0.15), (0.6, 0.2, 0.2)])
@pytest.mark.parametrize(("n", "k"), [(20, 3), (50, 2), (200, 5)])
def test_default_limits_cover(n, k, shares):
    """Raters who vary more than, less than and as much as the error: the default limits of
    ICC(2,1) cover 93–97%, here of 600 studies (± 2.7, three standard errors)."""
    rng = np.random.default_rng(n + k)
    item, rater, rest = shares
    df = n - 1, k - 1, (n - 1) * (k - 1)
    held = 0
    for _ in range(600):  # mean squares of complete tables, of which nothing else is needed
        of = rest + k * item, rest + n * rater, rest
        mean = [part * rng.chisquare(d) / d for part, d in zip(of, df, strict=True)]
        below = weight_below(Squares(*mean, df, k, n))
        held += 0.025 <= below(item) <= 0.975
    assert 0.93 - 0.027 <= held / 600 <= 0.97 + 0.027


def test_generalized_limits_are_quantiles_of_their_draws():
    """The integral is the distribution of the drawn variances: 200,000 draws, within .004; with
    many items and with many coders, too, where one χ² is much sharper than the other."""
    rng = np.random.default_rng(3)
    for n, k in ((6, 4), (3000, 2), (8, 300), (2, 2)):
        s = squares_for_limits(
            rng.standard_normal((n, 1))
            + 0.7 * rng.standard_normal((1, k))
            + 0.5 * rng.standard_normal((n, k))
        )
        item, coder, rest = (
            mean * df / rng.chisquare(df, 200_000)
            for mean, df in zip((s.item, s.coder, s.residual), s.df, strict=True)
        )
        item, coder = np.maximum(item - rest, 0) / k, np.maximum(coder - rest, 0) / n
        drawn = item / (item + coder + rest)
        for share in (0.0, 0.02, 0.3, 0.6, 0.8, 0.95):
            assert weight_below(s)(share) == pytest.approx(np.mean(drawn <= share), abs=4e-3)


def test_agreement_without_residual_has_f_limits():
    """Raters apart by a constant leave no residual: the limits are those by F, as irr's."""
    found = icc_table([[1, 3], [2, 4], [3, 5], [4, 6], [5, 7]])["2,1"]
    assert found.limits == "F"
    assert [found.low, found.high] == pytest.approx([0.0014, 0.9385], abs=1e-4)


@pytest.mark.parametrize("name", ["SF", "MM", "anxiety", "ESSAY", "PEFR"])
def test_overall_concordance(name):
    """ρ_c of all raters with variances by n; by n − 1 it is epiR's, which `explain` computes."""
    expected = value(f"{name}.OCCC")
    assert accord.labels.ccc(table(name)).value == pytest.approx(expected["n"], abs=1e-9)
    (found,) = accord.explain(table(name), "epiR")
    assert (found.call, found.same) == ("epi.occc(ratings)", False)
    assert found.theirs == pytest.approx(expected["n_minus_1"], abs=1e-9)
    (two,) = accord.explain(table(name)[:, :2], "epi.ccc")
    assert two.same


@pytest.mark.parametrize("name", ["SF", "MM", "anxiety", "ESSAY"])
def test_alpha_w_and_rank_correlation(name):
    """α of both levels (krippendorff), W with the correction for ties (irr) and from mean squares
    of ranks, the plain mean of Spearman's ρ (SciPy)."""
    x, expected = table(name), value(f"{name}.alpha")
    for level in ("interval", "ordinal"):
        ours = accord.alpha(x, distance=level).value
        assert ours == pytest.approx(expected[f"alpha_{level}"], abs=1e-9)
    assert accord.labels.kendall_w(x).value == pytest.approx(value(f"{name}.W")["W"], abs=1e-9)
    assert value(f"{name}.W")["W"] == pytest.approx(expected["W_from_rank_ms"], abs=1e-9)
    assert accord.labels.spearman(x).value == pytest.approx(expected["mean_rho"], abs=1e-9)


@pytest.mark.parametrize("name", ["anxiety", "ESSAY"])
def test_weighted_kappa_of_two_raters(name):
    """Squares and linear weights as irr and psych; squares are ρ_c."""
    x, expected = table(name)[:, :2], value(f"{name}.kappa_w")
    quadratic = accord.weighted_kappa(x, distance="interval").value
    assert quadratic == pytest.approx(expected["quadratic"], abs=1e-9)
    assert quadratic == pytest.approx(expected["ccc"], abs=1e-9)
    linear = accord.weighted_kappa(x, distance="linear").value
    assert linear == pytest.approx(expected["linear"], abs=1e-9)
    assert accord.icc(x, form="2,1").value == pytest.approx(expected["ICC_A1"], abs=1e-9)


@pytest.mark.parametrize("name", ["SF", "MM", "ESSAY"])
@pytest.mark.parametrize("form", ["2,1", "3,1"])
def test_more_raters(name, form):
    """Spearman & Brown: the mean of 1 to 10 raters and the raters for .9; limits are stepped up
    (here those by F, which the reference has)."""
    expected, study = value(f"{name}.SB.ICC({form})"), table(name)
    planned = accord.infer.generalizability(study)
    relative = form == "3,1"
    for one in planned.decide([1, 2, 3, 5, 10]):
        ours = one.relative if relative else one.absolute
        assert ours == pytest.approx(expected[str(one.coders)][0], abs=1e-9)
        if relative:
            limits = one.relative_low, one.relative_high
            assert limits == pytest.approx(expected[str(one.coders)][1:], abs=1e-9)
    needed = planned.coders_for(0.9, absolute=not relative)
    assert needed == max(1, math.ceil(expected["raters for .9"][0]))


def test_forms_below_0_and_of_perfect_agreement_are_the_reference():
    """psych's −1 and −5/3; 1 with F infinite, p 0 and limits [1, 1]."""
    found = icc_table(table("NEG"))
    assert found["1,1"].value == pytest.approx(value("NEG.ICC(1,1)"), abs=1e-12)
    assert found["2,1"].value == pytest.approx(value("NEG.ICC(2,1)"), abs=1e-12)
    one, expected = icc_table([[1, 1], [2, 2], [3, 3]])["2,1"], value("perfect")
    assert (one.value, one.p, one.low, one.high) == tuple(
        expected[name] for name in ("value", "p", "low", "high")
    )
    assert str(one.F) == expected["F"]


def test_fit_and_fair_scores_with_criteria():
    """Infit, outfit, abilities and fair ratings of raters × criteria, conditional."""
    x = np.array(REFERENCE["data"]["ESSAY3"])
    rows = [(item, rater, f"c{c}", int(step)) for (item, rater, c), step in np.ndenumerate(x)]
    found = accord.latent.facets(accord.labels.dimensions(rows), method="conditional")
    expected = value("ESSAY3.MFRM.fit")
    assert [one.infit for one in found.raters] == pytest.approx(expected["infit"], abs=3e-6)
    assert [one.outfit for one in found.raters] == pytest.approx(expected["outfit"], abs=3e-6)
    assert [one.fair for one in found.raters] == pytest.approx(expected["fair_rater"], abs=5e-6)
    assert found.ability[:5] == pytest.approx(expected["theta_first5"], abs=5e-6)
    assert found.fair[:5] == pytest.approx(expected["fair_first5"], abs=5e-6)


# Davies & Goldsmith (1972), Box & Tiao (1973, p. 247), as lme4 has them.
DYESTUFF = [
    [1545, 1440, 1440, 1520, 1580],
    [1540, 1555, 1490, 1560, 1495],
    [1595, 1550, 1605, 1510, 1560],
    [1445, 1440, 1595, 1465, 1545],
    [1595, 1630, 1515, 1635, 1625],
    [1520, 1455, 1450, 1480, 1445],
]
DYESTUFF2 = [
    [7.298, 3.846, 2.434, 9.566, 7.99],
    [5.22, 6.556, 0.608, 11.788, -0.892],
    [0.11, 10.386, 13.434, 5.51, 8.166],
    [2.212, 4.852, 7.092, 9.288, 4.98],
    [0.282, 9.014, 4.458, 9.446, 7.198],
    [1.722, 4.782, 8.106, 0.758, 3.758],
]
PENICILLIN = """
27 23 26 23 23 21, 27 23 26 23 23 21, 25 21 25 24 24 20, 26 23 25 23 23 20, 25 22 26 22 23 20,
24 22 25 23 22 19, 24 20 23 21 22 19, 26 22 26 24 24 21, 24 21 24 22 22 20, 24 21 24 23 22 19,
26 23 26 24 24 21, 25 22 26 24 24 20, 26 24 26 24 25 22, 26 23 26 23 23 20, 26 23 25 24 24 22,
25 22 25 23 23 20, 25 21 24 23 23 20, 25 22 24 23 23 19, 24 21 23 21 21 19, 26 23 26 24 24 21,
25 21 24 22 22 18, 25 22 25 22 22 20, 24 21 24 22 24 19, 24 21 24 22 21 18
"""


def test_data_of_lme4():
    """Six batches, one-way; six with no variance between them, where lme4 has 0 and the mean
    squares say −.097; 24 plates × 6 samples."""
    one_way = accord.icc(np.array(DYESTUFF), form="1,1").value
    assert one_way == pytest.approx(value("Dyestuff"), abs=1e-9)
    below = accord.icc(np.array(DYESTUFF2), form="1,1").value
    assert below == pytest.approx(value("Dyestuff2")["anova"], abs=1e-9)
    assert components(np.array(DYESTUFF2), coders=False).item == value("Dyestuff2")["reml"]
    plates = np.array([row.split() for row in PENICILLIN.split(",")], dtype=float)
    assert plates.shape == (24, 6)
    crossed = accord.icc(plates, form="2,1").value
    assert crossed == pytest.approx(value("Penicillin"), abs=1e-5)


NOT_OFFERED = {
    r"(SF|anxiety|MM)\.irr-A,k": "irr's own limits of ICC(A,k): `explain` says so",
    r".*\.ICC_C1_fixed": "raters as fixed effects: with holes another estimate",
    r".*\.bootMer": "percentiles of 500 random samples by lme4; the limits here are beside them",
    r".*\.profile_sd": "lme4's limits of standard deviations; none are printed here",
    r"PEFR\.RR\.reml": "repeatability is by mean squares, as ISO 5725 has it",
    r"U4\.anova": "one-way means of unequal numbers are by REML",
    r".*\.JML": "joint likelihood, which is biased, is not offered",
    r"Jones\.LOAM|Borgbjerg\.LOAM": "the reference has the numbers without the data",
}
"""Examples of the reference that no test asserts, and why."""


_COMPLETE = "(SF|anxiety|MM|ESSAY|PEFR)"
ASSERTED = {
    rf"{_COMPLETE}\.ICC\(.,.\)": test_six_forms,
    rf"{_COMPLETE}\.profile": test_profile_limits,
    r"(SF|anxiety|MM|ESSAY)\.jackknife": test_jackknife_limits,
    r"(SF|MM|U1|U2|U3)\.(reml|ICC_A1|ICC_C1|limits)": test_reml_with_and_without_holes,
    r"U4\.reml": test_one_way_with_unequal_numbers,
    r"shift\.ICC\(2,1\)": test_raters_apart_by_a_constant_have_limits,
    r"NEG\..*|perfect": test_forms_below_0_and_of_perfect_agreement_are_the_reference,
    r"(SF|MM|anxiety)\.SEM": test_measurement_error,
    r"PEFR\.RR": test_repeatability,
    r"(SF|MM|anxiety)\.LOAM": test_limits_with_the_mean,
    rf"{_COMPLETE}\.CCC": test_concordance,
    rf"{_COMPLETE}\.OCCC": test_overall_concordance,
    r"(SF|MM|anxiety|ESSAY|U1|U2|U3)\.raters": test_severities,
    r"HALO\.F|ESSAY3\.halo": test_halo,
    r"ESSAY\.RSM\.(CML|MML|fit|fair)": test_rating_scale_model,
    r"ESSAY3\.MFRM\.(CML|MML)": test_raters_and_criteria,
    r"ESSAY3\.MFRM\.fit": test_fit_and_fair_scores_with_criteria,
    r"(bonett|zou|walter)\(.*": test_plans,
    r"exact\.width": test_items_that_are_enough_in_four_studies_of_five,
    r"(SF|anxiety|MM|ESSAY)\.(alpha|W)": test_alpha_w_and_rank_correlation,
    r"(anxiety|ESSAY)\.kappa_w": test_weighted_kappa_of_two_raters,
    r"(SF|MM|ESSAY)\.SB\..*": test_more_raters,
    r"Dyestuff2?|Penicillin": test_data_of_lme4,
    r"(PEFR|MM)\.BA|carkeet": "test_rating_summary.py",
}
"""Which test asserts which examples of the reference."""


def test_no_example_is_left_out():
    """Each of the 170 examples has one test that asserts it, or one reason why none does; of these
    there are 24."""
    assert len(EXAMPLES) == 170
    for name in EXAMPLES:
        assert sum(bool(re.fullmatch(one, name)) for one in (*ASSERTED, *NOT_OFFERED)) == 1, name
    left = [name for name in EXAMPLES if any(re.fullmatch(one, name) for one in NOT_OFFERED)]
    assert len(left) == 24
