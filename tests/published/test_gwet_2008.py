"""Gwet's unconditional variance, finite populations, and Vanbelle's κ of clustered data."""

import numpy as np
import pytest

import accord
from accord.errors import AccordError, NotApplicableError, UnknownNameError


def _study(n=30, coders=5, seed=1):
    rng = np.random.default_rng(seed)
    true = rng.integers(3, size=(n, 1))
    table = np.where(rng.random((n, coders)) < 0.7, true, rng.integers(3, size=(n, coders)))
    return accord.from_wide([["abc"[c] for c in row] for row in table])


@pytest.mark.parametrize("name", ["pi", "ac1", "kappa"])
def test_the_two_variances_add_up(name):
    """Unconditional: the variance over items, given the coders, plus that over coders, given the
    items, (r − 1)/r Σ (γ without one coder − their mean)², as Gwet 2008 has it."""
    study = _study()
    items = accord.standard_error(study, name, method="linear", over="items").se
    without = np.array(
        [accord.bound(name).compute(study.only(np.delete(np.arange(5), c))).value for c in range(5)]
    )
    coders = np.sqrt(4 / 5 * ((without - without.mean()) ** 2).sum())
    assert accord.standard_error(study, name, over="coders").se == pytest.approx(coders, abs=1e-12)
    found = accord.standard_error(study, name, over="both")
    assert found.se == pytest.approx(np.hypot(items, coders), abs=1e-12)
    assert found.df == 4
    assert "unconditional" in found.method
    # 30 of 40 items, 5 of 20 coders: each variance times the share that was not coded.
    finite = accord.standard_error(study, name, over="both", population=(40, 20))
    assert finite.se == pytest.approx(np.sqrt(items**2 / 4 + coders**2 * 3 / 4), abs=1e-12)


def test_all_there_is():
    """Where all items were coded nothing is left to vary over items, and the interval says so."""
    study = _study()
    assert accord.standard_error(study, "pi", population=30).se == 0.0
    found = accord.interval(study, "pi", population=30)
    assert found.low == found.high == accord.pi(study).value
    wide, narrow = (accord.interval(study, "pi", population=n) for n in (10**9, 60))
    usual = accord.interval(study, "pi", method="analytic")
    assert tuple(wide) == pytest.approx(tuple(usual), abs=1e-6)
    assert narrow.high - narrow.low == pytest.approx((wide.high - wide.low) / np.sqrt(2), abs=1e-6)
    both = accord.interval(study, "pi", method="analytic", over="both")
    assert both.high - both.low > usual.high - usual.low
    few = accord.interval(study.take([0, 1, 2]), "pi", population=10**6)
    assert -1 <= few.low < few.high <= 1  # never beyond what π can be
    jackknife = accord.interval(
        accord.from_wide([[1, 2], [2, 2], [3, 4], [5, 4]]), "icc", population=8
    )
    assert jackknife.method == "jackknife, finite population"


def test_what_a_population_cannot_be():
    """Smaller than the study, of coders without drawing coders, with a bootstrap, with the null
    hypothesis, and other coders where there are two."""
    study = _study()
    with pytest.raises(AccordError, match="20 items cannot have 30 items"):
        accord.interval(study, "pi", population=20)
    with pytest.raises(NotApplicableError, match="population of coders"):
        accord.interval(study, "pi", over="items", population=(40, 20))
    with pytest.raises(UnknownNameError, match="analytic, jackknife"):
        accord.interval(study, "pi", method="bca", population=40)
    with pytest.raises(NotApplicableError, match="linearised"):
        accord.standard_error(study, "pi", null=True, population=40)
    with pytest.raises(NotApplicableError, match="three coders"):
        accord.standard_error(study.only([0, 1]), "pi", over="both")


# Items in clusters


def _vanbelle(a, b, cluster, categories):
    """Vanbelle 2017, the delta method for two coders: with ξ_k the share of items in cluster k,
    p_k = (A_o, both coders' shares) of the cluster, Ω = (I − ξ1′) diag(ξ²) (I − 1ξ′), the variance
    is K/(K − 1) · g′ P Ω P′ g, g the derivatives of κ."""
    names, at = np.unique(cluster, return_inverse=True)
    xi = np.bincount(at) / len(at)
    rows = []
    for k in range(len(names)):
        one, two = a[at == k], b[at == k]
        shares = [(each == c).mean() for each in (one, two) for c in range(categories)]
        rows.append([(one == two).mean(), *shares])
    parts = np.array(rows).T
    ones = np.ones(len(xi))
    apart = np.eye(len(xi)) - np.outer(xi, ones)
    omega = apart @ np.diag(xi**2) @ apart.T
    first = np.array([(a == c).mean() for c in range(categories)])
    second = np.array([(b == c).mean() for c in range(categories)])
    agreed, chance = (a == b).mean(), first @ second
    to_chance = (agreed - 1) / (1 - chance) ** 2
    g = np.array([1 / (1 - chance), *(to_chance * second), *(to_chance * first)])
    variance = len(xi) / (len(xi) - 1) * g @ parts @ omega @ parts.T @ g
    return (agreed - chance) / (1 - chance), np.sqrt(variance)


def _clustered(seed=7, clusters=40):
    """Clusters of 1 to 6 items; in half of them the second coder guesses more often."""
    rng = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(clusters), rng.integers(1, 7, size=clusters))
    true = rng.integers(3, size=len(cluster))
    poor = rng.random(clusters)[cluster] < 0.5
    a = np.where(rng.random(len(true)) < 0.9, true, rng.integers(3, size=len(true)))
    b = np.where(
        rng.random(len(true)) < np.where(poor, 0.4, 0.95), true, rng.integers(3, size=len(true))
    )
    return a, b, cluster


def test_vanbelles_standard_error():
    """κ linearised over clusters is Vanbelle's delta method, for unequal clusters, too."""
    a, b, cluster = _clustered()
    study = accord.from_coders({"A": a.tolist(), "B": b.tolist()})
    kappa, se = _vanbelle(a, b, cluster, 3)
    found = accord.standard_error(study, "kappa", over=cluster.tolist())
    assert accord.kappa(study).value == pytest.approx(kappa, abs=1e-12)
    assert found.se == pytest.approx(se, rel=1e-6)  # derivatives by small steps
    alone = accord.standard_error(study, "kappa", over="items").se
    assert se > 1.1 * alone  # clusters matter here


def test_the_cluster_bootstrap_is_near_it():
    """The standard deviation of κ over resampled clusters is Vanbelle's standard error within 8%
    (2,000 resamples have an error of 1.6% of their own, 40 clusters are not very many)."""
    a, b, cluster = _clustered()
    study = accord.from_coders({"A": a.tolist(), "B": b.tolist()})
    _, se = _vanbelle(a, b, cluster, 3)
    found = accord.interval(study, "kappa", method="percentile", over=cluster.tolist())
    assert found.se == pytest.approx(se, rel=0.08)
