"""Laws of resamples over coders: in the cube by weights, elsewhere by pairs of coders."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

import accord
from accord._measure.catalogue import MEASURES
from accord._measure.cube.rows import alike_by_coder
from accord.engine.tally import Tally
from accord.infer.resample.paired_coders import drawn_places, paired_replicates
from accord.kinds.canonical import in_canonical_order
from tests.laws.studies import codings
from tests.laws.test_infer import example, studies, study_for

STUDIES = studies("ABC")


def by_pairs(study, name, over, n=100, seed=0, **chosen):
    """What resamples of coders give where only pairs of coders are known."""
    measure = MEASURES[name]
    agreement = measure.compute(study, **chosen)
    drawn = paired_replicates(study, accord.bound(measure, **chosen), agreement, over, n, seed, 1)
    return np.concatenate(list(drawn))


@pytest.mark.parametrize("over", ["coders", "both"])
@pytest.mark.parametrize(
    "measure", [m for m in MEASURES.values() if not m.two_coders], ids=lambda m: m.name
)
def test_every_measure_is_resampled_over_coders(measure, over):
    """Every entry of the catalogue for more than two coders has a bootstrap over coders and
    both ways, around its own value."""
    study = study_for(STUDIES, measure)
    chosen = {"distance": "nominal"} if measure.distance == "required" else {}
    if measure.name == "gamma_k":
        chosen["category"] = "x"
    if measure.chance == "shuffled":
        chosen["samples"] = 5
    assert measure.objection(study) is None
    slow = measure.name == "aickin_alpha" or measure.chance == "shuffled"
    n = 4 if slow else 12  # half a second each
    drawn = accord.infer.replicates(
        study, accord.bound(measure, **chosen), over=over, resamples=n, rng=2
    )
    assert drawn.units == 3
    assert len(drawn.values) + drawn.undefined == n
    if not np.isnan(drawn.estimate):
        assert len(drawn.values) > n / 3
        found = accord.interval(
            study,
            accord.bound(measure, **chosen),
            method="percentile",
            over=over,
            resamples=n,
            rng=2,
        )
        assert found.method == f"percentile over {over}"
        varies = np.ptp(drawn.values) > 1e-9
        assert found.low <= found.high if varies else np.isnan(found.low)


def told_apart(study, measure):
    """Whether the values of their pairs tell all coders apart (two coders are always a pair)."""
    found = accord.infer.by_pair(study, measure)
    values = {
        coder: tuple(sorted(str(round(p.agreement.value, 9)) for p in found if coder in p.coders))
        for coder in study.coders
    }
    return len(study.coders) < 3 or len(set(values.values())) == len(study.coders)


@pytest.mark.parametrize("name", ["percent", "kappa", "weighted_s"])
@given(study=codings(coders=(2, 5)), seed=st.integers(0, 99))
def test_pairs_are_weights(name, study, seed):
    """Where everyone coded everything and chance compares coders (or nothing), pairs put
    together are the same resamples as weights of coders, one by one.

    Coders whom their pairs do not tell apart can stand in either order, and then other ones of
    them are drawn: such studies are left out.
    """
    chosen = {"distance": "nominal"} if MEASURES[name].distance == "required" else {}
    study = in_canonical_order(study)  # coders whom their pairs do not tell apart are drawn so
    exact = accord.infer.replicates(
        study, accord.bound(name, **chosen), over="coders", resamples=30, rng=seed
    )
    found = by_pairs(study, name, "coders", 30, seed, **chosen)
    found = found[np.isfinite(found)]
    if not told_apart(study, accord.bound(name, **chosen)):
        return
    assert len(found) == len(exact.values)
    # Ratios of sums in another order, near-zero D_e included.
    np.testing.assert_allclose(found, exact.values, atol=1e-9)


@pytest.mark.parametrize("name", ["pi", "alpha"])
def test_pooled_chance_is_nearly_its_pairs(name):
    """One distribution for all coders: pairs scaled to the value give nearly the same error.

    Over coders both draw the same coders. Both ways they draw other items, and an error from
    400 heavy-tailed values has itself a relative error of some 5%.
    """
    chosen = {"distance": "nominal"} if name == "alpha" else {}
    study = example(100, coders=6)
    for over, apart in (("coders", 0.02), ("both", 0.2)):
        exact = accord.infer.replicates(
            study, accord.bound(name, **chosen), over=over, resamples=400
        )
        found = np.nanstd(by_pairs(study, name, over, 400, **chosen), ddof=1)
        assert found == pytest.approx(exact.se, rel=apart)


def test_light_kappa_is_the_mean_of_drawn_pairs():
    """A coder drawn twice counts twice with the others and never with herself: by hand."""
    study = example(40, coders=4)
    values = np.array([two.agreement.value for two in accord.infer.by_pair(study, accord.kappa)])
    drawn = accord.infer.replicates(study, "light_kappa", over="coders", resamples=20, rng=5)
    expected = []
    place = drawn_places(study, accord.bound("light_kappa"), 50)
    for seed in np.random.SeedSequence(5).spawn(20):
        often = np.bincount(np.random.default_rng(seed).integers(4, size=4), minlength=4)[place]
        weights = np.array([often[a] * often[b] for a in range(4) for b in range(a + 1, 4)])
        if weights.any():
            expected.append(weights @ values / weights.sum())
    np.testing.assert_allclose(drawn.values, expected, atol=1e-12)


def test_every_coder_once_is_the_study():
    """uα looks at all coders at once; scaled pairs give its own value when each is drawn once."""
    study = STUDIES["unitizings"]
    value = accord.spans.u_alpha(study).value
    seeds = np.random.SeedSequence(0).spawn(100)
    once = [
        at
        for at, seed in enumerate(seeds)
        if len(set(np.random.default_rng(seed).integers(3, size=3).tolist())) == 3
    ]
    assert once
    np.testing.assert_allclose(by_pairs(study, "u_alpha", "coders")[once], value, atol=1e-12)


def test_two_coders_drawn_are_their_pair():
    """A resample that holds two coders only is their uα, 1 − u scaled as the whole study asks.

    The three pairs put together are 1 − ΣD_o/ΣD_e; the scale makes that the study's own value.
    """
    study = STUDIES["unitizings"]
    pairs = {pair: accord.spans.u_alpha(study.only(pair)) for pair in ((0, 1), (0, 2), (1, 2))}
    together = sum(p.observed for p in pairs.values()) / sum(p.expected for p in pairs.values())
    scale = (1 - accord.spans.u_alpha(study).value) / together
    found = by_pairs(study, "u_alpha", "coders")
    coder = np.argsort(drawn_places(study, accord.bound("u_alpha"), 50))
    checked = 0
    for at, seed in enumerate(np.random.SeedSequence(0).spawn(100)):
        drawn = set(coder[np.random.default_rng(seed).integers(3, size=3)].tolist())
        if len(drawn) == 2:
            value = pairs[tuple(sorted(drawn))].value
            assert found[at] == pytest.approx(1 - (1 - value) * scale, abs=1e-12)
            checked += 1
    assert checked > 30


def test_gamma_both_ways_needs_no_new_alignment():
    """γ's pairs are sums over documents: both ways is spread at least as over coders alone."""
    study = STUDIES["unitizings"]
    both = accord.infer.replicates(study, "gamma", over="both", resamples=300)
    alone = accord.infer.replicates(study, "gamma", over="coders", resamples=300)
    assert both.se > alone.se


@pytest.mark.parametrize("over", ["coders", "both"])
def test_counts_give_the_same_resamples(over):
    """Counted patterns that know who chose what are resampled over coders as codings are."""
    study = example(60, coders=4)
    small, multiplicity, _ = alike_by_coder(study)
    counted = Tally.weighted(small, multiplicity)
    one = accord.infer.replicates(study, "kappa", over=over, resamples=50)
    other = accord.infer.replicates(counted, "kappa", over=over, resamples=50)
    np.testing.assert_allclose(other.values, one.values, atol=1e-12)


def test_jobs_do_not_change_resamples_of_coders():
    """The same seed gives the same values with one job and with two."""
    study = STUDIES["segmentations"]
    one = accord.infer.replicates(study, "boundary_similarity", over="both", resamples=60)
    two = accord.infer.replicates(study, "boundary_similarity", over="both", resamples=60, n_jobs=2)
    np.testing.assert_array_equal(one.values, two.values)


@pytest.mark.parametrize(
    ("studies", "enough"), [(12, 8), pytest.param(40, 32, marks=pytest.mark.full)]
)
def test_the_interval_covers(studies, enough):
    """Coders who differ in skill, drawn from a population: intervals over 12 of them contain
    the population's mean F1 of pairs in at least 32 of 40 studies (36 are wanted in the long
    run with so few coders), or 8 of 12."""
    rng = np.random.default_rng(11)
    population = rng.uniform(0.55, 1.0, size=400)  # how likely a coder marks each place
    truth = _expected_f1(population)
    hits = 0
    for _ in range(studies):
        skill = rng.choice(population, size=12)
        rows = [
            (d, f"c{c}", 2 * place, 2 * place + 1, "x")
            for d in range(3)
            for c in range(12)
            for place in range(60)
            if rng.random() < skill[c]
        ]
        study = accord.Unitizings.of(rows, extents=dict.fromkeys(range(3), (0, 120)))
        found = accord.interval(study, "span_f1", over="coders", resamples=500)
        hits += found.low <= truth <= found.high
    assert hits >= enough


def _expected_f1(skill):
    """Mean over pairs of 2pq/(p + q): F1 of two who mark each place with probabilities p, q."""
    p, q = skill[:, None], skill[None, :]
    return float((2 * p * q / (p + q))[~np.eye(len(skill), dtype=bool)].mean())


@pytest.mark.parametrize("over", ["coders", "both"])
@pytest.mark.parametrize("name", ["pi", "kappa", "light_kappa"])
def test_order_and_names_of_coders_do_not_matter(name, over):
    """Shuffled columns, shuffled rows and renamed coders give the same resamples and limits; over
    both, items of a measure that is computed anew are drawn in their order."""
    rng = np.random.default_rng(5)
    true = rng.integers(3, size=(40, 1))
    table = np.where(rng.random((40, 5)) < 0.7, true, rng.integers(3, size=(40, 5)))
    columns, rows = rng.permutation(5), rng.permutation(40)
    if over == "both" and name == "light_kappa":
        rows = np.arange(40)
    study = accord.from_wide(table, coders=list("ABCDE"), categories=[0, 1, 2])
    changed = accord.from_wide(table[rows][:, columns], coders=list("VWXYZ"), categories=[0, 1, 2])
    for method in ("percentile", "jackknife"):
        one, two = (
            accord.interval(each, name, over=over, method=method, resamples=60, rng=4)
            for each in (study, changed)
        )
        assert (one.low, one.high) == pytest.approx((two.low, two.high), abs=1e-11)
