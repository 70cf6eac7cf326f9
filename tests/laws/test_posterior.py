"""Bayesian intervals: exact posteriors, coverage, and what a prior may and may not do."""

import numpy as np
import pytest
from scipy.stats import beta

import accord
from accord.errors import NotApplicableError
from accord.infer.resample.interval import interval

DRAWS = 20_000


def test_percent_agreement_is_the_beta_posterior():
    """Two coders, two categories: prior ½ agreeing and ½ not, so that A_o has Jeffreys' posterior
    Beta(agreements + ½, disagreements + ½). Tolerance: three standard errors of a quantile."""
    study = accord.from_confusion([[20, 3], [4, 13]], categories=["yes", "no"])
    found = interval(study, "percent", method="bayes", resamples=DRAWS)
    exact = beta(33.5, 7.5)
    for tail, limit in ((0.025, found.low), (0.975, found.high)):
        at = exact.ppf(tail)
        error = np.sqrt(tail * (1 - tail) / DRAWS) / exact.pdf(at)
        assert limit == pytest.approx(at, abs=3 * error)
    assert found.se == pytest.approx(exact.std(), rel=0.03)
    assert "one more item" in found.notes[0]
    assert "4 possible" not in found.notes[0]  # pooled: both ways to differ are one pattern


def test_kappa_of_simulated_cells():
    """κ of two coders: the quantiles are those of κ of Dirichlet draws over the nine cells,
    prior 1/9 each, computed here by hand."""
    table = np.array([[22, 2, 2], [5, 7, 14], [0, 2, 36]])
    study = accord.from_confusion(table.tolist(), categories=[1, 2, 3])
    found = interval(study, "kappa", method="bayes", resamples=DRAWS)
    p = np.random.default_rng(8).dirichlet(table.ravel() + 1 / 9, size=DRAWS).reshape(-1, 3, 3)
    agreed = np.trace(p, axis1=1, axis2=2)
    chance = (p.sum(axis=1) * p.sum(axis=2)).sum(axis=1)
    kappas = (agreed - chance) / (1 - chance)
    assert found.low == pytest.approx(np.quantile(kappas, 0.025), abs=0.006)
    assert found.high == pytest.approx(np.quantile(kappas, 0.975), abs=0.006)


def _coverage(name, studies, resamples=400, **settings):
    """How many of so many studies of 40 items have the true value in their interval."""
    rng = np.random.default_rng(12)
    measure = accord.bound(name, **settings)

    def drawn(n):
        true = rng.random((n, 1)) < 0.35
        guess = rng.random((n, 3)) < 0.35
        return np.where(rng.random((n, 3)) < 0.8, true, guess).astype(int)

    truth = measure.compute(accord.from_wide(drawn(200_000))).value
    held = 0
    for _ in range(studies):
        study = accord.from_wide(drawn(40))
        held += truth in interval(study, measure, method="bayes", resamples=resamples)
    return held / studies


def test_coverage():
    """95% intervals of α of three coders and 40 items hold the truth in 100 simulated studies as
    often as they say, up to three standard errors: 88 times or more."""
    assert _coverage("alpha", 100, distance="nominal") >= 0.95 - 3 * np.sqrt(0.95 * 0.05 / 100)


@pytest.mark.full
@pytest.mark.parametrize("name", ["kappa", "alpha", "ac1"])
def test_coverage_of_many(name):
    """The same for κ, α and AC1 with 1,000 studies each."""
    settings = {"distance": "nominal"} if name == "alpha" else {}
    found = _coverage(name, 1000, 1000, **settings)
    assert 0.95 - 3 * np.sqrt(0.95 * 0.05 / 1000) - 0.01 <= found <= 0.99


def test_where_nobody_differs():
    """Eight items on which all agree: the posterior is below 1 and shrinks as items are added."""
    few = interval(accord.from_coders({"A": "aabb" * 2, "B": "aabb" * 2}), "kappa", method="bayes")
    many = interval(
        accord.from_coders({"A": "aabb" * 40, "B": "aabb" * 40}), "kappa", method="bayes"
    )
    assert 0.2 < few.low < 0.8
    assert 0.95 < many.low < many.high <= 1.0


def test_order_and_names_change_nothing():
    """Items, coders and category names in another order: the same limits, bit for bit nearly."""
    rng = np.random.default_rng(2)
    table = rng.integers(3, size=(30, 3))
    one = accord.from_wide([["abc"[c] for c in row] for row in table])
    two = accord.from_wide([["zxy"[c] for c in row] for row in table[rng.permutation(30)][:, ::-1]])
    for name in ("pi", "kappa"):
        limits = [tuple(interval(study, name, method="bayes")) for study in (one, two)]
        assert limits[0] == pytest.approx(limits[1], abs=1e-9)


def test_where_there_is_no_prior():
    """Too many patterns, documents, and missing codings with chance per coder: the Bayesian
    bootstrap, and a note says why; other coders and other kinds of study are refused."""
    rng = np.random.default_rng(5)
    wide = accord.from_wide(rng.integers(12, size=(20, 8)).tolist())
    assert "too many" in interval(wide, "pi", method="bayes").notes[0]
    gaps = accord.from_wide([["a", "b", None], ["a", "a", "a"], ["b", "b", "a"], ["b", None, "b"]])
    assert "missing" in interval(gaps, "kappa", method="bayes").notes[0]
    assert "prior: one more item" in interval(gaps, "pi", method="bayes").notes[0]
    study = accord.from_coders({"A": "aabb" * 3, "B": "abbb" * 3})
    found = interval(study, "pi", method="bayes", over=[at // 2 for at in range(12)])
    assert "6 values of 'clusters'" in found.notes[0]
    with pytest.raises(NotApplicableError, match="not to new coders"):
        interval(study, "pi", method="bayes", over="coders")
    with pytest.raises(NotApplicableError, match="coefficients of labels"):
        interval(accord.from_wide([[1, 2], [2, 2]]), "icc", method="bayes")
