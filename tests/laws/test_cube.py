"""Identities and invariances of the coefficient cube."""

from itertools import combinations
from math import isnan

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

import accord
from accord._measure.catalogue import MEASURES
from tests.laws.studies import codings, metrics, study, tables

DISTANCES = ("nominal", "ordinal", "interval", "ratio", "linear")
CUBE = [*(m for m in MEASURES.of_kind("codings") if m.counted), MEASURES["light_kappa"]]


def _value(measure, data, distance="nominal", **more):
    if measure.distance == "required":
        more["distance"] = distance
    return measure.compute(data, **more)


def _same(a, b, tolerance=1e-9):
    """Equal values, or undefined for the same reason."""
    if a.undefined or b.undefined:
        return bool(a.undefined) == bool(b.undefined)
    return a.value == pytest.approx(b.value, abs=tolerance)


@given(codings())
def test_alpha_is_pi_with_a_small_sample_correction(data):
    """I01, I02: nominal, complete: D_e(α) = (1 − A_e(π)) N/(N−1), α = π + (1−π)/N."""
    pi, alpha, N = accord.pi(data), accord.alpha(data, distance="nominal"), len(data)
    assume(not pi.undefined)
    assert alpha.D_o == pytest.approx(1 - pi.A_o)
    assert alpha.D_e == pytest.approx((1 - pi.A_e) * N / (N - 1))
    assert alpha.value == pytest.approx(pi.value + (1 - pi.value) / N)


@given(codings(), metrics())
def test_alpha_and_alpha_prime_differ_by_replacement_only(data, d):
    """I03: any distance, complete: 1 − α = (1 − α′)(N − 1)/N."""
    alpha, prime = accord.alpha(data, distance=d), accord.alpha_prime(data, distance=d)
    assume(not prime.undefined)
    assert 1 - alpha.value == pytest.approx((1 - prime.value) * (len(data) - 1) / len(data))


@given(codings(gaps=True))
def test_nominal_weighted_forms_are_the_unweighted(data):
    """I04, I12, I20: with the nominal distance α′ = π, β = κ, S_w = S, AC2 = AC1, with any gaps."""
    d = {"distance": "nominal"}
    assert _same(accord.alpha_prime(data, **d), accord.pi(data))
    assert _same(accord.beta(data, **d), accord.kappa(data))
    assert _same(accord.weighted_s(data, **d), accord.s(data))
    assert _same(accord.ac2(data, **d), accord.ac1(data))


@given(codings(coders=(2, 2)), metrics())
def test_beta_of_two_coders_is_weighted_kappa(data, d):
    """I04: β for two coders is Cohen's κ_w."""
    assert _same(accord.beta(data, distance=d), accord.weighted_kappa(data, distance=d))


@given(codings(), metrics())
def test_parts_are_means_over_coder_pairs(data, d):
    """I05: A_o, A_e(κ), D_e(β) are means over coder pairs of the two-coder values."""
    pairs = [data.only(pair) for pair in combinations(range(len(data.coders)), 2)]
    kappa, beta = accord.kappa(data), accord.beta(data, distance=d)
    assert kappa.A_o == pytest.approx(np.mean([accord.percent(p).value for p in pairs]))
    assert kappa.A_e == pytest.approx(np.mean([accord.kappa(p).A_e for p in pairs]))
    assert beta.D_e == pytest.approx(np.mean([accord.beta(p, distance=d).D_e for p in pairs]))


@given(codings())
def test_bias_is_variance_over_coders_and_lifts_kappa(data):
    """I06, I07: B = A_e(π) − A_e(κ) ≥ 0 and κ − π = B (1−A_o) / ((1−A_e(κ))(1−A_e(π)))."""
    pi, kappa = accord.pi(data), accord.kappa(data)
    assume(not pi.undefined and not kappa.undefined)
    bias = sum(accord.labels.bias(data).values())
    assert bias == pytest.approx(pi.A_e - kappa.A_e, abs=1e-12)
    assert bias >= 0
    lift = bias * (1 - pi.A_o) / ((1 - kappa.A_e) * (1 - pi.A_e))
    assert kappa.value - pi.value == pytest.approx(lift, abs=1e-9)


@given(codings(gaps=True))
def test_prevalences_are_the_distribution_that_pi_rests_on(data):
    """The prevalences sum to 1, and the sum of their squares is A_e(π)."""
    pi = accord.pi(data)
    assume(not pi.undefined)
    prevalence = accord.labels.skew(data).prevalence.values()
    assert sum(prevalence) == pytest.approx(1.0)
    assert sum(p * p for p in prevalence) == pytest.approx(pi.A_e)


@given(codings())
def test_pi_is_at_most_s(data):
    """I08: A_e(π) ≥ 1/k, so π ≤ S."""
    pi = accord.pi(data)
    assume(not pi.undefined)
    assert pi.value <= accord.s(data).value + 1e-12


@given(codings(), st.sampled_from(["nominal", "interval", "ordinal"]))
def test_beta_is_at_least_alpha_prime_for_negative_type(data, distance):
    """I09: β ≥ α′ for nominal, interval and ordinal distances."""
    beta, prime = (m(data, distance=distance) for m in (accord.beta, accord.alpha_prime))
    assume(not beta.undefined and not prime.undefined)
    assert beta.value >= prime.value - 1e-12


@given(codings(), metrics())
def test_difference_of_expected_disagreements_is_a_covariance(data, d):
    """I09: D_e(α′) − D_e(β) = Σ_kl d_kl Cov_c(P(k|c), P(l|c)) / (c − 1)."""
    c, k = len(data.coders), len(data.categories)
    shares = np.zeros((c, k))
    np.add.at(shares, (data.coder, data.category), 1 / len(data.items))
    centred = shares - shares.mean(axis=0)
    covariance = centred.T @ centred / c
    expected = (np.asarray(d[1])[:k, :k] * covariance).sum() / (c - 1)
    beta, prime = accord.beta(data, distance=d), accord.alpha_prime(data, distance=d)
    assert prime.D_e - beta.D_e == pytest.approx(expected, abs=1e-12)


@given(codings(coders=(2, 2), items=(3, 12)))
def test_quadratic_weighted_kappa_is_lins_concordance(data):
    """I11: two coders: κ_w with squared differences = 2 s_xy / (s_x² + s_y² + (x̄ − ȳ)²)."""
    x, y = (np.array([v for _, c, v in data.rows() if c == coder], float) for coder in (0, 1))
    result = accord.weighted_kappa(data, distance="interval")
    assume(not result.undefined)
    concordance = 2 * np.cov(x, y, ddof=0)[0, 1] / (x.var() + y.var() + (x.mean() - y.mean()) ** 2)
    assert result.value == pytest.approx(concordance)


@given(codings(categories=2, gaps=True), st.sampled_from(["interval", "ordinal", "linear"]))
def test_two_categories_leave_no_choice_of_distance(data, distance):
    """I12: with two categories every distance gives the nominal value."""
    for measure in (accord.alpha, accord.alpha_prime, accord.beta):
        assert _same(measure(data, distance=distance), measure(data, distance="nominal"))


@given(codings(gaps=True), metrics(), st.floats(0.01, 100))
def test_scale_of_the_distance_does_not_matter(data, d, factor):
    """I13: multiplying d by a positive constant changes no coefficient."""
    scaled = (d[0], d[1] * factor)
    for measure in CUBE:
        if measure.distance == "required" and not measure.objection(data):
            a, b = measure.compute(data, distance=d), measure.compute(data, distance=scaled)
            assert _same(a, b, 1e-8), measure.name


@given(codings(gaps=True), st.integers(2, 4))
def test_replicating_all_items(data, r):
    """I14: S, π, κ, α′, β, AC1 do not change; 1 − α_r = (1 − α′)(rN − 1)/(rN) where complete."""
    more = data.take(np.tile(np.arange(len(data.items)), r))
    for measure in (accord.s, accord.pi, accord.kappa, accord.ac1):
        assert _same(measure(data), measure(more))
    if not data.missing:
        prime = accord.alpha_prime(data, distance="interval")
        assume(not prime.undefined)
        N = len(more)
        alpha = accord.alpha(more, distance="interval")
        assert 1 - alpha.value == pytest.approx((1 - prime.value) * (N - 1) / N)


@given(tables(gaps=True), st.sampled_from(DISTANCES), st.randoms(use_true_random=False))
def test_order_of_items_and_coders_does_not_matter(table, distance, random):
    """I15: permuting items or coders changes nothing."""
    columns = list(range(len(table[0])))
    rows = list(table)
    random.shuffle(columns)
    random.shuffle(rows)
    a, b = study(table), study([[row[c] for c in columns] for row in rows])
    for measure in CUBE:
        if not measure.objection(a):
            assert _same(_value(measure, a, distance), _value(measure, b, distance)), measure.name


@given(tables(gaps=True), st.permutations("abcd"))
def test_names_of_categories_do_not_matter(table, names):
    """I15: relabelling categories changes no nominal coefficient."""
    renamed = [[None if v is None else names[v - 1] for v in row] for row in table]
    a = study(table)
    b = accord.from_wide(renamed, categories=[names[c - 1] for c in a.categories])
    for measure in CUBE:
        if not measure.objection(a):
            assert _same(_value(measure, a), _value(measure, b)), measure.name


@given(tables(gaps=True), st.floats(0.1, 10), st.floats(-5, 5))
def test_scales_have_their_own_invariance(table, a, b):
    """I15: interval under ax + b, ratio under ax, ordinal under any increasing map."""
    maps = {
        "interval": lambda v: a * v + b,
        "ratio": lambda v: a * v,
        "ordinal": lambda v: float(np.exp(v)),
    }
    plain = accord.from_wide(table)
    for distance, change in maps.items():
        other = accord.from_wide([[None if v is None else change(v) for v in r] for r in table])
        for measure in (accord.alpha, accord.alpha_prime, accord.beta):
            assert _same(measure(plain, distance=distance), measure(other, distance=distance), 1e-7)


@given(tables(gaps=False), st.sampled_from(DISTANCES), st.randoms(use_true_random=False))
def test_who_coded_does_not_matter_for_pooled_chance(table, distance, random):
    """I16: permuting codings among coders within items leaves S, π, α, α′, AC1, AC2 unchanged."""
    a, b = study(table), study([random.sample(row, len(row)) for row in table])
    for name in ("percent", "s", "pi", "alpha", "alpha_prime", "ac1", "ac2", "weighted_s"):
        measure = MEASURES[name]
        assert _same(_value(measure, a, distance), _value(measure, b, distance)), name


@given(tables(gaps=True))
def test_items_with_one_coding_do_not_count_for_alpha(table):
    """I17: α ignores items with fewer than two codings."""
    enough = [row for row in table if sum(v is not None for v in row) > 1]
    assume(enough)
    for distance in DISTANCES:
        full, less = accord.from_wide(table), accord.from_wide(enough)
        assert _same(accord.alpha(full, distance=distance), accord.alpha(less, distance=distance))


@given(codings(gaps=True))
def test_unused_category(data):
    """I17: an unused category changes S and AC1, but not π, κ or any α."""
    more = accord.declare(data, [*data.categories, 99])
    for measure in (accord.pi, accord.kappa):
        assert _same(measure(data), measure(more))
    assert _same(accord.alpha(data, distance="ordinal"), accord.alpha(more, distance="ordinal"))
    s = accord.s(data)
    assume(not s.undefined)
    assert accord.s(more).A_e == pytest.approx(1 / (len(data.categories) + 1))


@given(codings())
def test_coefficients_are_weighted_means_of_category_against_rest(data):
    """I18: π = Σ p q π_k / Σ p q; for two coders κ likewise with 1 − A_e,k."""
    pi = accord.pi(data)
    assume(not pi.undefined)
    one = [accord.pi(data.recode(lambda c, k=k: c == k)) for k in data.categories]
    one = [a for a in one if not a.undefined]
    weights = [1 - a.A_e for a in one]
    assert pi.value == pytest.approx(np.average([a.value for a in one], weights=weights))


@given(codings(gaps=True))
def test_perfect_agreement_is_one_unless_nothing_varies(data):
    """I21: A_o = 1 gives 1, unless A_e = 1, where the value is undefined and says why."""
    first = [
        int(np.argmax(data.item == i)) for i in range(len(data.items)) if (data.item == i).any()
    ]
    assume(first)
    table = [[data.categories[int(data.category[at])]] * 3 for at in first]
    for measure in CUBE:
        result = _value(measure, study(table)) if not measure.two_coders else None
        if result is not None and result.undefined is None:
            assert result.value == pytest.approx(1.0)
        elif result is not None:
            assert isnan(result.value)
            assert len(result.undefined.split()) > 3


@given(codings(gaps=True), st.sampled_from(["available", "pairable", "complete"]))
def test_rules_for_missing_codings_agree_where_nothing_is_missing(data, missing):
    """Every rule gives the same number on complete codings, and is in the signature."""
    complete = data.take(
        np.flatnonzero(np.bincount(data.item, minlength=len(data.items)) == len(data.coders))
    )
    for measure in CUBE:
        if not measure.objection(data):
            own = _value(measure, complete, "interval")
            other = _value(measure, complete, "interval", missing=missing)
            assert _same(own, other), measure.name
            assert f"missing:{missing}" in other.signature


@given(codings(gaps=True), st.sampled_from(DISTANCES))
def test_merging_patterns_changes_nothing(data, distance):
    """The kernel on merged patterns gives the sum over items, by definition."""
    metric = accord.distance(distance).fit(
        data.categories,
        np.bincount(data.category, minlength=len(data.categories)).astype(float),
        True,
    )
    d = metric.matrix()
    terms = []
    for i in range(len(data.items)):
        labels = data.category[data.item == i]
        if len(labels) > 1:
            terms.append(np.mean([d[a, b] for a, b in combinations(labels, 2)]))
    if not terms:
        assert accord.alpha_prime(data, distance=distance).undefined
        return
    result = accord.alpha_prime(data, distance=distance)
    assert result.D_o == pytest.approx(np.mean(terms), rel=1e-9, abs=1e-12)


@given(st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=2, max_size=12))
def test_linear_distances_are_those_of_a_function(table):
    """Sums by gaps on a line are the sums over pairs: the D_o and D_e of a function."""
    study = accord.from_wide(table)
    for name in ("alpha", "alpha_prime", "beta", "weighted_s"):
        one = getattr(accord, name)(study, distance="linear")
        two = getattr(accord, name)(study, distance=lambda a, b: abs(a - b))
        # 1e-12: the sums are added up in another order
        assert (one.D_o, one.D_e) == pytest.approx((two.D_o, two.D_e), abs=1e-12, nan_ok=True)
