"""Very many items: resamples drawn from the normal limit are those of the items themselves."""

import numpy as np
import pytest

import accord
from accord.infer.resample import item_sums as limit
from accord.infer.resample.item_sums import normal_limit, sums_of
from accord.infer.resample.replicates import draw_weights, product, replicates


def large_study(items=30_000, coders=5, categories=6, errors=0.3):
    """Codings of many items, one in ten missing."""
    rng = np.random.default_rng(7)
    truth = rng.integers(categories, size=items)[:, None]
    guess = rng.integers(categories, size=(items, coders))
    codings = np.where(rng.random((items, coders)) < errors, guess, truth)
    gone = rng.random((items, coders)) < 0.1
    columns = {
        f"c{c}": [None if g else f"k{v}" for v, g in zip(codings[:, c], gone[:, c], strict=True)]
        for c in range(coders)
    }
    return accord.from_coders(columns)


@pytest.fixture(scope="module")
def study():
    """One large study for all tests."""
    return large_study()


def exact(sums, n):
    """The coefficient on n resamples of the items themselves."""
    parts = np.random.SeedSequence(1).spawn(n // 50)
    drawn = (product(draw_weights(part, sums.multiplicity, 50), sums.rows) for part in parts)
    return np.concatenate([sums.value(each) for each in drawn])


@pytest.mark.parametrize("name", ["kappa", "pi"])
def test_the_limit_is_the_bootstrap(study, name, monkeypatch):
    """Mean, standard error and quantiles are those of resampled items within their own noise."""
    monkeypatch.setattr(limit, "DRAWS", 100)
    sums = sums_of(study, accord.bound(name))
    found = replicates(study, name, resamples=4000)
    assert found.limit
    other = exact(sums, 1000)
    # the standard error of 1000 draws is known to 2.3%, of 4000 to 1.1%: 4 of these
    assert found.se == pytest.approx(other.std(ddof=1), rel=0.1)
    assert found.values.mean() == pytest.approx(other.mean(), abs=0.16 * found.se)
    for tail in (0.025, 0.975):
        # a quantile of 1000 draws has a standard error of 8.5% of theirs, of 4000 half that
        apart = np.quantile(found.values, tail) - np.quantile(other, tail)
        assert abs(apart) < 4 * 0.095 * found.se


@pytest.mark.parametrize("draws", [0, 10**12])
def test_names_and_order_of_coders_change_nothing(study, draws, monkeypatch):
    """The draws, of sums or of items, do not depend on how coders are ordered."""
    monkeypatch.setattr(limit, "DRAWS", draws)
    turned = study.only([3, 1, 4, 0, 2])
    one, two = (accord.interval(each, "kappa", resamples=500) for each in (study, turned))
    # 1e-9: the covariance is added up in another order
    assert (one.low, one.high) == pytest.approx((two.low, two.high), rel=1e-9)


def test_rare_disagreement_is_drawn_item_by_item(monkeypatch):
    """Where few items carry a sum its skewness matters, and there is no limit."""
    monkeypatch.setattr(limit, "DRAWS", 10)
    study = large_study(items=20_000, coders=3, categories=4, errors=0.002)
    sums = sums_of(study, accord.bound("kappa"))
    assert normal_limit(sums, 50) is None
    assert not replicates(study, "kappa", resamples=50).limit


def test_the_interval_says_so(study, monkeypatch):
    """A note tells that sums were drawn, and the other methods are close."""
    monkeypatch.setattr(limit, "DRAWS", 10**6)
    found = accord.interval(study, "kappa", resamples=2000)
    assert found.notes == ("30,000 items: the bootstrap uses a normal approximation",)
    other = accord.interval(study, "kappa", method="jackknife")
    # quantiles of 2000 draws: 6% of a standard error each, 4 of these, of a width of 3.9
    assert (found.low, found.high) == pytest.approx((other.low, other.high), abs=0.25 * other.se)


def test_items_are_drawn_wherever_that_is_cheap(study):
    """Few resamples or few kinds of items: exact, and no note."""
    assert not replicates(study, "kappa", resamples=100).limit
    assert not replicates(study, "pi", resamples=2000).limit
    assert accord.interval(study, "pi", resamples=2000).notes == ()


def test_what_does_not_vary_has_no_limit(monkeypatch):
    """Perfect agreement is 1 on every resample: no skewness, no limit, no error."""
    monkeypatch.setattr(limit, "DRAWS", 0)
    study = accord.from_coders({"A": "xy" * 20, "B": "xy" * 20})
    assert normal_limit(sums_of(study, accord.bound("pi")), 100) is None
    found = replicates(study, "pi", resamples=100)
    assert not found.limit
    assert (found.values == 1).all()


def test_the_unit_of_values_changes_nothing(monkeypatch):
    """Lengths in metres or in micrometres: the same sums vary, the same resamples are drawn."""
    monkeypatch.setattr(limit, "DRAWS", 0)
    monkeypatch.setattr(limit, "SKEWNESS", np.inf)
    rng = np.random.default_rng(3)
    values = rng.normal(size=(40, 1)) + rng.normal(size=(40, 3))
    one, two = (
        normal_limit(
            sums_of(accord.from_wide(values * unit), accord.bound("alpha", distance="interval")), 50
        )
        for unit in (1.0, 1e-6)
    )
    drawn = [np.concatenate(list(each.values(50, 1))) for each in (one, two)]
    assert len(one.varying) == len(two.varying)
    assert drawn[0].std() > 0.01
    assert drawn[1].mean() == pytest.approx(drawn[0].mean(), abs=0.05)
    assert drawn[1].std() == pytest.approx(drawn[0].std(), rel=0.5)


@pytest.mark.parametrize(
    ("multiplicity", "size"),
    [
        ([1] * 2_500, 70),
        ([3, 1, 2, 5] * 300, 77),
        ([1] * 60_001, 3),
        ([1] * 3, 512),
        ([2, 0, 3], 9),
    ],
)
def test_resamples_are_drawn_the_same_in_pieces(multiplicity, size):
    """How often each kind is drawn is what counting all draws of one call gives, exactly: pieces
    that fit the cache change no seed's numbers."""
    often, seed = np.array(multiplicity, dtype=float), np.random.SeedSequence(3)
    units = sum(multiplicity)
    kind = np.repeat(np.arange(len(often)), multiplicity)
    drawn = kind[np.random.default_rng(seed).integers(units, size=(size, units))]
    counted = [np.bincount(row, minlength=len(often)).tolist() for row in drawn]
    assert draw_weights(seed, often, size).tolist() == counted
