"""Cross-replication and k-rater reliability: identities, brute force, and printed numbers."""

from math import isnan, sqrt

import numpy as np
import pytest

import accord
from accord._measure.labels.icc_limits import stepped
from accord.errors import NotApplicableError
from accord.infer.advice.k_rater import enough_coders, k_rater
from accord.infer.tests.cross_replication import cross_replication

FIRST = [["a", "a", None], ["b", "b", "b"], ["c", "b", "c"], ["a", None, "a"], ["b", "c", "b"]]
SECOND = [["a", "b"], ["b", None], ["c", "c"], ["a", "a"], ["c", "b"]]


def test_one_coder_each_is_cohens_kappa():
    """With one coder in each pool κ_x is κ: D_o, D_e and value (wong2021, section 3)."""
    a, b = "aabbbbbcccca", "abbbbbccccca"
    found = cross_replication(accord.from_coders({"A": a}), accord.from_coders({"B": b})).across
    kappa = accord.kappa(accord.from_coders({"A": a, "B": b}))
    assert found.observed == pytest.approx(kappa.observed, abs=1e-12)
    assert found.expected == pytest.approx(kappa.expected, abs=1e-12)
    assert found.value == pytest.approx(kappa.value, abs=1e-12)


def test_the_authors_own_example():
    """Five items, two or three codings each, in the tests of the authors' program
    (google-research/cross-replication-reliability, Apache 2.0): κ_x 0.1818182, with D_o 0.4090909
    and D_e 0.5; items that only one pool coded change nothing."""
    first = [["B", "B"], ["B", "B", "B"], ["A", "A"], ["A", "A", "A"], ["A", "B"]]
    second = [["B", "B"], ["A", "B"], ["A", "B"], ["A", "B"], ["A", "A"]]
    more = [*first, ["A", "A", "A"], ["A", "A", "B"]]
    for one in (first, more):
        pools = [
            accord.codings(
                (f"item {i}", f"coder {c}", label)
                for i, row in enumerate(rows)
                for c, label in enumerate(row)
            )
            for rows in (one, second)
        ]
        found = cross_replication(*pools).across
        assert found.observed == pytest.approx(0.4090909, abs=5e-8)
        assert found.expected == pytest.approx(0.5, abs=1e-12)
        assert found.value == pytest.approx(0.1818182, abs=5e-8)


@pytest.mark.parametrize("distance", ["nominal", "interval"])
def test_the_formula_with_missing_codings(distance):
    """Term by term: items weigh (R_i + S_i) / (R + S), chance is any two codings of the pools."""
    code = {"a": 1, "b": 2, "c": 4}
    x = [[code[v] for v in row if v] for row in FIRST]
    y = [[code[v] for v in row if v] for row in SECOND]

    def d(a, b):
        return float(a != b) if distance == "nominal" else float((a - b) ** 2)

    whole = sum(map(len, x)) + sum(map(len, y))
    observed = sum(
        (len(one) + len(two)) / whole * np.mean([d(a, b) for a in one for b in two])
        for one, two in zip(x, y, strict=True)
    )
    expected = np.mean([d(a, b) for one in x for a in one for two in y for b in two])
    pools = [
        accord.from_wide([[None if v is None else code[v] for v in row] for row in rows])
        for rows in (FIRST, SECOND)
    ]
    found = cross_replication(*pools, distance=distance)
    assert found.across.observed == pytest.approx(observed, abs=1e-12)
    assert found.across.expected == pytest.approx(expected, abs=1e-12)
    alphas = [accord.alpha(pool, distance=distance).value for pool in pools]
    assert found.normalized == pytest.approx(found.across.value / sqrt(np.prod(alphas)), abs=1e-12)


def _pools(seed, n=60, shift=0.0):
    rng = np.random.default_rng(seed)
    true = rng.integers(3, size=(n, 1))
    other = np.where(rng.random((n, 1)) < shift, (true + 1) % 3, true)
    pools = []
    for about, coders in ((true, 3), (other, 4)):
        sees = rng.random((n, coders)) < 0.75
        pools.append(np.where(sees, about, rng.integers(3, size=(n, coders))))
    return [accord.from_wide(pool.tolist()) for pool in pools]


def test_pools_that_mean_the_same_and_pools_that_do_not():
    """Where both pools see the same, normalized κ_x is near 1 and its interval holds 1; where the
    second pool sees another category for a third of the items, it does not."""
    same, apart = (cross_replication(*_pools(1, shift=shift)) for shift in (0.0, 1 / 3))
    assert 1.0 in same.interval
    assert same.across.interval is not None
    assert same.across.value in same.across.interval
    assert apart.interval.high < 0.9


def test_order_and_names_change_nothing():
    """Items and coders in another order, and the pools the other way round: the same numbers."""
    one, two = _pools(2, n=25)
    found = cross_replication(one, two)
    order = np.random.default_rng(0).permutation(25)
    moved = cross_replication(one.take(order), two.only([3, 1, 0, 2]))
    turned = cross_replication(two, one)
    for other in (moved, turned):
        assert other.across.value == pytest.approx(found.across.value, abs=1e-12)
        assert other.normalized == pytest.approx(found.normalized, abs=1e-12)
    assert tuple(moved.interval) == pytest.approx(tuple(found.interval), abs=1e-9)


def test_pools_that_cannot_be_compared():
    """No shared item is refused; one category only is undefined; a pool of one coder has no α, so
    nothing is normalized, and a note says so; labels spelled otherwise are noted."""
    one = accord.from_coders({"A": "ab", "B": "ab"})
    with pytest.raises(NotApplicableError, match="share no item"):
        cross_replication(one, accord.from_coders({"C": "ab"}, items=["x", "y"]))
    assert "one category" in (
        cross_replication(
            accord.from_coders({"A": "aa"}), accord.from_coders({"B": "aa"})
        ).across.undefined
        or ""
    )
    lone = cross_replication(one, accord.from_coders({"C": "ab"}))
    assert lone.across.value == 1.0
    assert isnan(lone.normalized)
    assert "second pool" in lone.notes[0]
    assert "A, B: the same labels in both pools" in cross_replication(one, one).notes[-1]
    spelled = cross_replication(one, accord.from_coders({"C": "AB", "D": "AB"}))
    assert "no category in common" in spelled.notes[0]


# k-rater reliability


def test_printed_step():
    """WordSim-353 (wong2022): single raters .590, thirteen .950 by ICC(13); Spearman and Brown's
    step of the printed .590 is .949, so the two agree to the last printed digit."""
    assert stepped(0.590, 13) == pytest.approx(0.950, abs=1.1e-3)


def _ratings(n=150, coders=12, seed=4):
    """ICC(1) = .5: items and errors of variance 1."""
    rng = np.random.default_rng(seed)
    return np.round(rng.normal(size=(n, 1)) + rng.normal(size=(n, coders)), 1)


def test_drawn_groups_have_what_the_formula_says():
    """Means of k of twelve coders: drawn groups and the formula agree within three standard errors
    of the mean of ten draws; with k = 1 the formula is α."""
    study = accord.from_wide(_ratings().tolist())
    found = k_rater(study, [1, 3, 6], resamples=10)
    alpha = accord.alpha(study, distance="interval").value
    assert found[0].predicted == pytest.approx(alpha, abs=1e-12)
    for row in found:
        assert abs(row.resampled - row.predicted) < 3 * row.sd / sqrt(10)
        assert row.low < row.predicted < row.high
        assert row.items == 150


def test_drawing_with_replacement_is_too_high():
    """With replacement both groups share codings: of variance v within and b between items the
    correlation is (b + v/n) / (b + v/n + v (n − 1)/(n k)) instead of b / (b + v/k); here, with
    n = 4 codings and k = 4, about .87 instead of .8."""
    study = accord.from_wide(_ratings(coders=4, seed=9).tolist())
    alpha = accord.alpha(study, distance="interval").value
    b, v = alpha, 1 - alpha
    expected = (b + v / 4) / (b + v / 4 + v * 3 / 16)
    found = k_rater(study, 4, method="bootstrap", resamples=8)[0]
    assert found.resampled == pytest.approx(expected, abs=0.02)
    assert found.resampled > found.predicted + 0.03
    assert isnan(k_rater(study, 4)[0].resampled)  # two groups of 4 need 8 codings


def test_majorities_of_labels():
    """Labels have no formula; a majority of three of nine coders is more reliable than one, and
    `enough_coders` takes the first odd number that reaches what is wanted."""
    rng = np.random.default_rng(6)
    true = rng.integers(2, size=(80, 1))
    table = np.where(rng.random((80, 9)) < 0.6, true, rng.integers(2, size=(80, 9)))
    study = accord.from_wide([["xy"[c] for c in row] for row in table])
    one, three = k_rater(study, [1, 3], resamples=30)
    assert isnan(one.predicted)
    assert one.resampled == pytest.approx(accord.alpha(study).value, abs=0.05)
    assert three.resampled > one.resampled + 0.1
    enough = enough_coders(study, (one.resampled + three.resampled) / 2)
    assert enough.coders == 3
    assert "majority" in str(enough)
    assert enough_coders(study, 0.99).coders is None


def test_groups_are_the_same_in_any_order():
    """The same seed gives the same groups whatever the order of items."""
    study = accord.from_wide(_ratings(n=20, coders=6).tolist())
    order = np.random.default_rng(1).permutation(20)
    one, two = (k_rater(s, 2, resamples=5)[0].resampled for s in (study, study.take(order)))
    assert one == pytest.approx(two, abs=1e-12)


def test_odd_groups_are_refused():
    """No group without coders, no unknown way, no draws of nothing; spans have no k-rater."""
    study = accord.from_wide([[1, 2], [2, 3]])
    with pytest.raises(ValueError, match="one coder or more"):
        k_rater(study, 0)
    with pytest.raises(ValueError, match="split"):
        k_rater(study, 1, method="halves")
    with pytest.raises(ValueError, match="once or more"):
        k_rater(study, 1, resamples=0)
    with pytest.raises(NotApplicableError, match="codings"):
        k_rater(accord.example("entities"), 1)
