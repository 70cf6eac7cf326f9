"""Bootstraps in the engine: over clusters, and with Poisson weights."""

import numpy as np
import pandas as pd
import pytest

import accord
from accord._measure.bound import bound
from accord.engine.count_frames import count_frame, remote
from accord.errors import DataError, NotApplicableError, UnknownNameError
from accord.infer.resample.paired_coders import paired_replicates
from accord.infer.resample.replicates import replicates

COLUMNS = {"item": "item", "coder": "coder", "category": "value"}


def documents(seed, number, decimals=0):
    """Three coders, ten items a document or so; values of a document are alike."""
    rng = np.random.default_rng(seed)
    document = np.sort(rng.integers(number, size=10 * number))
    hard = rng.gamma(1.0, 2.0, size=number)[document]  # documents differ in how hard they are
    truth = rng.normal(20, 4, size=len(document))
    values = truth[:, None] + hard[:, None] * rng.normal(size=(len(document), 3))
    frame = pd.DataFrame(
        {
            "item": np.repeat(np.arange(len(document)), 3),
            "coder": np.tile(list("ABC"), len(document)),
            "value": np.round(values.ravel(), decimals),
            "document": np.repeat([f"d{n}" for n in document], 3),
        }
    )
    return frame[rng.random(len(frame)) > 0.1].sample(frac=1.0, random_state=seed)


def in_memory(frame):
    """The study and the document of each of its items."""
    study = accord.from_frame(frame[list(COLUMNS.values())], **COLUMNS)
    of = dict(zip(frame["item"], frame["document"], strict=True))
    return study, [of[name] for name in study.items]


CALLS = [("alpha", {"distance": "interval"}), ("pi", {}), ("kappa", {})]


@pytest.mark.parametrize("counted", [False, True], ids=["remote", "tally"])
def test_clusters_in_the_engine_are_those_of_memory(engine, slow, counted):
    """A column of clusters: draw for draw the interval of memory."""
    frame = documents(1, 60)
    study, of = in_memory(frame)
    there = (
        count_frame(engine(frame), **COLUMNS)
        if counted
        else remote(engine(frame), "item", "coder", "value", None, None, ())
    )
    for name, given in CALLS[:1] if slow else CALLS:
        one = accord.interval(study, accord.bound(name, **given), over=of, resamples=300)
        two = accord.interval(there, accord.bound(name, **given), over="document", resamples=300)
        # 1e-9: the same sums of the same clusters, in another order
        assert (two.low, two.high) == pytest.approx((one.low, one.high), rel=1e-9)
        assert two.method == "bca over document"


def test_very_many_clusters_are_grouped(monkeypatch):
    """Above a bound clusters go into random groups: same standard error."""
    frame = documents(2, 1100)
    study, of = in_memory(frame)
    there = count_frame(frame, **COLUMNS)
    monkeypatch.setattr("accord.engine.engine_table.CLUSTERS", 1050)
    one = replicates(study, "pi", over=of, resamples=1000)
    two = replicates(there, "pi", over="document", resamples=1000)
    assert two.units < 1001 < one.units
    # 1000 resamples of 1000 groups: each standard error is good to about 3 % (one sigma)
    assert two.se == pytest.approx(one.se, rel=0.15)


def test_clusters_that_cannot_be_are_refused():
    """An item in two clusters, a column that is not there, counts without their table."""
    frame = documents(3, 20)
    there = count_frame(frame, **COLUMNS)
    with pytest.raises(UnknownNameError, match="no column to resample over 'dokument'"):
        accord.interval(there, "pi", over="dokument", resamples=10)
    with pytest.raises(NotApplicableError, match="do not identify items"):
        accord.interval(accord.scale.merge([there]), "pi", over="document", resamples=10)
    frame = frame.sort_values("item").reset_index(drop=True)
    frame.loc[1, "document"] = "another"
    with pytest.raises(DataError, match="has several values of 'document'"):
        accord.interval(count_frame(frame, **COLUMNS), "pi", over="document", resamples=10)


@pytest.mark.parametrize(("name", "given"), [*CALLS, ("percent", {}), ("ac1", {})])
def test_poisson_weights_in_memory_are_the_bootstrap(name, given):
    """The Poisson bootstrap has the standard error of the multinomial one."""
    study, _ = in_memory(documents(4, 100))
    one = accord.interval(study, accord.bound(name, **given), method="percentile", resamples=2000)
    two = accord.interval(study, accord.bound(name, **given), method="poisson", resamples=2000)
    # 1.6 % each from 2000 draws; Poisson numbers of items vary too, which ratios hardly feel
    assert two.se == pytest.approx(one.se, rel=0.1)
    assert (two.low, two.high) == pytest.approx((one.low, one.high), abs=0.3 * one.se)
    assert two.method == "poisson"


@pytest.mark.full
@pytest.mark.parametrize("at", [0, 1, 2])
def test_poisson_weights_in_the_engine_agree_with_memory(engine, slow, at):
    """The engine's own resamples, of everything that it can add up, have memory's width."""
    if slow and at:
        pytest.skip("one plan of a slow engine is enough")
    frame = documents(5, 60)
    study, _ = in_memory(frame)
    there = remote(engine(frame), "item", "coder", "value", None, None, ())
    calls = [("kappa", {}), ("alpha", {"distance": "interval"}), ("ac1", {})]
    name, given = calls[at]
    measure = accord.bound(name, **given)
    one = accord.interval(study, measure, method="percentile", over="items", resamples=2000)
    two = accord.interval(there, measure, method="poisson", resamples=15 if slow else 100)
    # 100 draws: standard errors are good to 7 %, quantiles to a quarter of them; 4 sigma
    assert two.se == pytest.approx(one.se, rel=0.75 if slow else 0.28)
    assert (two.low, two.high) == pytest.approx(
        (one.low, one.high), abs=(2.5 if slow else 1) * one.se
    )


def test_what_is_too_much_to_bring_back_is_resampled_in_the_engine(monkeypatch):
    """Where groups × categories are too many, the default becomes the engine's own bootstrap."""
    frame = documents(6, 100, decimals=3)
    there = remote(frame, "item", "coder", "value", None, None, ())
    monkeypatch.setattr("accord.engine.coding_rows.MOST_FETCHED", 1000)
    monkeypatch.setattr("accord.infer.resample.poisson.MOST_IN_ENGINE", 30)
    found = accord.interval(there, "kappa", resamples=40)
    assert (found.method, found.resamples) == ("poisson", 30)
    assert any("items are treated as independent" in note for note in found.notes)
    assert found.low < accord.kappa(there).value < found.high
    with pytest.raises(NotApplicableError, match="too many to fetch"):
        accord.interval(there, "kappa", method="percentile", resamples=40)


def test_coders_are_drawn_in_the_engine():
    """Pairs of coders that the engine puts together: κ of complete codings draw for draw."""
    frame = documents(3, 20)
    whole = frame.groupby("item")["coder"].transform("size") == 3
    frame = frame[whole].sort_values(["item", "coder"])  # coders in one order in both
    study, _ = in_memory(frame)
    there = remote(frame, "item", "coder", "value", None, None, ())
    # Coders in the order of their names: in memory alone they have an order of their own.
    asked = bound("kappa")
    drawn = paired_replicates(study, asked, asked.compute(study), "coders", 50, 0, None)
    one = np.concatenate(list(drawn))
    two = replicates(there, "kappa", over="coders", resamples=50)
    one = one[np.isfinite(one)]
    np.testing.assert_allclose(two.values, one, rtol=1e-9)  # sums in another order
    with pytest.raises(NotApplicableError, match="over items or over coders, not both"):
        replicates(there, "kappa", over="both", resamples=50)
