"""What is said of ratings, worked out by hand or by a plain regression."""

import warnings
from dataclasses import replace
from math import isnan, nan, sqrt

import numpy as np
import pytest
from scipy.stats import t as t_of

import accord
from accord import NotApplicableError
from accord.infer.ratings.findings import _two_levels, constant_findings
from accord.infer.ratings.rated import numeric_ratings
from accord.infer.ratings.raters import _drift, _sd, signal_ranges
from accord.infer.ratings.summary import notes_of


def _study(values):
    return accord.from_coders(
        {"ABCDE"[j]: column for j, column in enumerate(np.array(values).T.tolist())}
    )


def test_the_mean_of_more_raters_by_spearman_and_brown():
    """m ρ / (1 + (m − 1) ρ) of the value and of both limits."""
    rng = np.random.default_rng(1)
    values = rng.normal(size=(30, 1)) + rng.normal(0, 0.7, (30, 4))
    found = accord.infer.rating_summary(_study(values.round(2)))
    one = found.forms["2,1"]
    assert [each.raters for each in found.more] == [1, 2, 3, 4, 5, 10]
    for each in found.more:
        for number, rho in (
            (each.value, one.value),
            (each.low, one.low),
            (each.high, one.high),
        ):
            assert number == pytest.approx(each.raters * rho / (1 + (each.raters - 1) * rho))


def test_ratings_that_stand_out_are_those_of_a_regression():
    """A rating is tested by a variable of its own beside items, raters and a variable of each that
    was named before: its t, with (n − 1)(k − 1) − 1 degrees of freedom less those, times the number
    of ratings; what was expected is what the regression says without all that are named."""
    rng = np.random.default_rng(5)
    values = (rng.normal(size=(14, 1)) + rng.normal(0, 0.2, (14, 3))).round(2)
    values[4, 1] += 2.8
    values[9, 2] -= 3
    found = accord.infer.rating_summary(_study(values))
    assert [(one.item, one.rater) for one in found.odd] == [(4, "B"), (9, "C")]
    n, k = values.shape
    items, raters = np.repeat(np.eye(n), k, axis=0), np.tile(np.eye(k)[:, 1:], (n, 1))
    own = [np.eye(n * k)[one.item * k + "ABC".index(one.rater)] for one in found.odd]
    for at, one in enumerate(found.odd):
        design = np.column_stack([own[at], *own[:at], items, raters])
        solved, squares, *_ = np.linalg.lstsq(design, values.reshape(-1), rcond=None)
        df = n * k - design.shape[1]
        assert df == (n - 1) * (k - 1) - 1 - at
        error = sqrt(squares[0] / df * np.linalg.inv(design.T @ design)[0, 0])
        p = 2 * t_of.sf(abs(solved[0]) / error, df) * n * k
        assert one.p == pytest.approx(p, rel=1e-6)
    design = np.column_stack([*own, items, raters])
    solved, *_ = np.linalg.lstsq(design, values.reshape(-1), rcond=None)
    for one, above in zip(found.odd, solved, strict=False):
        assert one.expected == pytest.approx(one.value - above)


def test_one_slip_does_not_accuse_those_beside_it():
    """A comma forgotten, 950 instead of 58: only this rating stands out, though it makes the others
    of its item look 450 too low; it is to be checked before anything else is said."""
    rng = np.random.default_rng(8)
    values = (50 + 8 * rng.normal(size=(40, 1)) + rng.normal(0, 2, (40, 3))).round(1)
    values[7, 1] = 950
    (one,) = accord.infer.rating_summary(_study(values)).odd
    assert (one.item, one.rater) == (7, "B")
    assert one.expected == pytest.approx(values[7, [0, 2]].mean(), abs=1.5)
    steps = accord.report(_study(values), resamples=20)["next"]["steps"]
    assert steps[0]["what"] == "odd"
    assert steps[0]["sentence"].startswith("Check 1 rating that stands out, that of B for")


def test_raters_apart_by_a_constant_leave_nothing_but_rounding():
    """x and x + 1.5 with one decimal: no error within a rater, no slope, in print and in numbers;
    a deviation 100 times that of rounding is kept."""
    first = (50 + 8 * np.random.default_rng(8).normal(size=40)).round(1)
    values = np.column_stack([first, first + 1.5])
    error = accord.infer.measurement_error(values)
    assert (error.consistency, error.detectable_consistency) == (0, 0)
    assert error.agreement == pytest.approx(1.5 / sqrt(2))
    traced = accord.labels.bland_altman(_study(values))
    assert traced.slope == 0
    assert isnan(traced.slope_p)
    assert accord.icc(values, form="3,1").value == 1
    values[3, 0] += 1e-10
    assert accord.infer.measurement_error(values).consistency == pytest.approx(
        1e-10 * sqrt(1 / 2 / 40), rel=1e-2
    )


def test_who_gives_one_number_to_everything_is_named():
    """A third rater who always says 50 has a range of 0; beside him the others have none, not the
    ratio of two roundings; the finding says what he gave, and no finding does where all agree."""
    rng = np.random.default_rng(8)
    values = (50 + 8 * rng.normal(size=(40, 1)) + rng.normal(0, 2, (40, 3))).round(1)
    values[:, 2] = 50.1
    first, second, third = accord.infer.raters(values).raters
    assert isnan(first.range)
    assert isnan(second.range)
    assert (third.range, third.sd) == (pytest.approx(0, abs=1e-9), 0)
    found = accord.infer.rating_summary(_study(values))
    assert constant_findings(found) == ["C gave 50.1 to all 40 items."]
    assert constant_findings(accord.infer.rating_summary(_study(np.full((5, 2), 3.0)))) == []


def test_two_items_and_two_raters_have_an_error():
    """1 2 / 4 6: what is neither item nor rater is ±.25 four times, with one degree of freedom."""
    found = accord.infer.measurement_error([[1, 2], [4, 6]])
    assert found.consistency == pytest.approx(0.5)
    with pytest.raises(NotApplicableError, match="two items and two raters"):
        accord.infer.measurement_error([[1, 2]])


def test_raters_add_to_the_error_where_ratings_are_missing():
    """B is 10 above A on every item that both rated: raters vary by 10² / 2, errors by nothing."""
    rng = np.random.default_rng(2)
    first = rng.normal(0, 3, 40).round(1)
    noise = rng.normal(0, 0.1, 40)
    labels = {"A": first.tolist(), "B": [*(first + 10 + noise).tolist()[:-1], None]}
    found = accord.infer.measurement_error(accord.from_coders(labels))
    assert found.consistency == pytest.approx(0.1 / sqrt(2), rel=0.3)
    assert found.agreement == pytest.approx(sqrt(50), rel=0.05)


def test_ratings_of_dimensions_are_numbers():
    """The first label that is none is named, not one of the numbers before it."""
    rows = [(i, c, d, 1 + i) for i in range(3) for c in "AB" for d in "xy"]
    from_numbers = numeric_ratings(accord.labels.dimensions(rows))
    assert from_numbers["x"].rows()[0][2] == 1.0
    rows[5] = (*rows[5][:3], "high")
    with pytest.raises(NotApplicableError, match="got 'high' in a dimension"):
        numeric_ratings(accord.labels.dimensions(rows))


def test_the_standard_deviation_is_that_of_a_sample():
    """1 and 3 differ from 2 by 1 each: √(2 / 1); one rating has none."""
    assert _sd(np.array([1.0, 3, nan])) == pytest.approx(sqrt(2))
    assert isnan(_sd(np.array([1.0, nan])))


def test_ranges_of_raters_by_leaving_items_out():
    """log b of each rater with pseudo-values, one item left out after the other; t with n − 1."""
    rng = np.random.default_rng(3)
    values = rng.normal(size=(25, 1)) * np.array([1, 1, 0.6]) + rng.normal(0, 0.4, (25, 3))

    def log_b(table):
        c = np.cov(table.T)
        others = {0: (1, 2), 1: (0, 2), 2: (0, 1)}
        return np.array([np.log((c[j, a] + c[j, b]) / 2 / c[a, b]) for j, (a, b) in others.items()])

    n, whole = len(values), log_b(values)
    pseudo = np.array([n * whole - (n - 1) * log_b(np.delete(values, i, 0)) for i in range(n)])
    t = pseudo.mean(axis=0) / (pseudo.std(axis=0, ddof=1) / sqrt(n))
    ranges, p = signal_ranges(values)
    assert ranges == pytest.approx(np.exp(whole))
    assert p == pytest.approx(2 * t_of.sf(abs(t), n - 1))


def test_a_rater_who_never_moves_has_no_drift():
    """Differences of 0 have a slope of 0 without an error, and no t; nothing is divided by 0."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = _drift("A", np.arange(6.0), np.zeros(6))
    assert (found.slope, found.se) == (0, 0)
    assert isnan(found.t)


@pytest.mark.parametrize("ends", [(0.0, 2.0), (-2.0, 0.0), (-1.0, 1.0), (0.1, 2.0), (-2.0, -0.1)])
def test_an_interval_that_ends_at_0_holds_it(ends):
    """Two raters differ where 0 is outside their interval."""
    found = accord.infer.rating_summary(_study([[1, 2], [4, 6], [3, 3], [5, 6], [2, 1]]))
    found = replace(found, limits=replace(found.limits, bias_interval=ends))
    apart = ends[0] > 0 or ends[1] < 0
    assert _two_levels(found).key == ("ratings.two-apart" if apart else "ratings.two-alike")


def test_t_and_p_leave_out_who_is_named():
    """One of five raters is a step lower. The numbers of the others are those that they have
    without that rater: no p says that one of them is apart, beside an interval that holds 0."""
    rng = np.random.default_rng(15)
    table = 4 + rng.normal(size=(100, 1)) + rng.normal(size=(100, 5))
    table[:, 4] -= 1
    found = accord.infer.raters(accord.from_wide(table)).raters
    assert [each.named for each in found] == [False] * 4 + [True]
    without = accord.infer.raters(accord.from_wide(table[:, :4])).raters
    for one, alone in zip(found, without, strict=False):
        assert one.t == pytest.approx(alone.t)
        assert one.apart == pytest.approx(alone.apart)
        assert (one.p < 0.05) <= (one.low > 0 or one.high < 0)
    ps = sorted(2 * t_of.sf(abs(each.t), 99) for each in found)
    held = np.maximum.accumulate([min(p * (5 - at), 1) for at, p in enumerate(ps)])
    assert sorted(each.p for each in found) == pytest.approx(held)


def test_what_uses_complete_items_alone_says_how_many():
    """W, ρ and ρ_c beside ICCs from all ratings: how many items they are from; nothing where none
    is missing."""
    rows = [[1, 2, 2], [4, 5, 4], [3, None, 3], [5, 5, None], [None, 2, 1], [2, 2, 3]]
    study = accord.from_wide(rows)
    notes = notes_of(study)
    assert any("only the 3 of 6 items" in note for note in notes)
    assert accord.labels.kendall_w(study).counts["i"] == 3
    full = accord.from_wide([[1, 2, 2], [4, 5, 4], [3, 3, 3], [5, 5, 4], [2, 2, 1], [2, 2, 3]])
    assert not any("items that every rater" in note for note in notes_of(full))
