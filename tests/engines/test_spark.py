"""Spark, in local mode: what the other engines are asked for, once each, small and for real."""

import warnings
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import accord
from accord._measure.bound import bound
from accord.engine.count_frames import count_frame, remote
from accord.infer.why.breakdown import breakdown

COLUMNS = {"item": "item", "coder": "coder", "category": "category"}


def codings(seed, items, coders, absent):
    """A long table of numbers with gaps, and a column about items."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(rng.integers(5, size=items), coders)
    chosen = np.where(rng.random(len(truth)) < 0.7, truth, rng.integers(5, size=len(truth)))
    frame = pd.DataFrame(
        {
            "item": np.repeat(np.arange(items), coders),
            "coder": np.tile([f"c{n:02d}" for n in range(coders)], items),
            "category": chosen.astype(float),
            "document": np.repeat([f"d{n % 3}" for n in range(items)], coders),
        }
    )
    return frame[rng.random(len(frame)) > absent].reset_index(drop=True)


@pytest.fixture(scope="module")
def frame():
    """One table for all tests."""
    return codings(1, 60, 3, 0.3)


@pytest.fixture(scope="module")
def memory(frame):
    """The study of the table in memory, and what its items belong to."""
    study = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    of = dict(zip(frame["item"], frame["document"], strict=True))
    return replace(study, about={"document": [of[name] for name in study.items]})


@pytest.fixture(scope="module")
def table(spark, frame):
    """The same in Spark; kept there, so that each plan starts from rows."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield spark.createDataFrame(frame).cache()


@pytest.fixture(scope="module")
def counted(table):
    """Its patterns."""
    return accord.scale.count(table)


@pytest.fixture(scope="module")
def there(table):
    """The codings left in Spark."""
    return remote(table, "item", "coder", "category", None, None, ())


def same(one, two):
    """The same rows, in any order."""
    rows = [
        sorted(
            (tuple(sorted(r[:2], key=str)) + r[2:] if each.by == "pair" else r for r in each.rows),
            key=lambda row: str(row[:2]),
        )
        for each in (one, two)
    ]
    for row, other in zip(*rows, strict=True):
        # 1e-12: the same sums in another order
        near = [c for c in row if isinstance(c, float)]
        assert [c for c in other if isinstance(c, float)] == pytest.approx(
            near, rel=1e-12, abs=1e-12, nan_ok=True
        )
        assert [c for c in other if not isinstance(c, float)] == [
            c for c in row if not isinstance(c, float)
        ]


pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("by", ["category", "coder", "pair", "document"])
def test_patterns_from_spark_break_down_as_memory_does(memory, counted, by):
    """Breakdowns of patterns that Spark counted."""
    same(breakdown(memory, by, "kappa"), breakdown(counted, by, "kappa"))


@pytest.mark.parametrize(
    "by", ["pair", *(pytest.param(by, marks=pytest.mark.full) for by in ("category", "document"))]
)
def test_codings_in_spark_break_down_as_memory_does(memory, there, by):
    """Breakdowns of codings that stay in Spark, for κ, which needs most."""
    same(breakdown(memory, by, "kappa"), breakdown(there, by, "kappa"))


@pytest.mark.full
def test_points_in_spark(memory, there):
    """A category's part of D_o under a distance."""
    given = {"distance": "ordinal"}
    same(
        breakdown(memory, "category", bound("alpha", **given)),
        breakdown(there, "category", bound("alpha", **given)),
    )


@pytest.mark.full
def test_pair_tables_of_many_coders(spark):
    """Where patterns do not say who met whom, Spark joins."""
    frame = codings(2, 40, 70, 0.95)
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    counted = count_frame(spark.createDataFrame(frame), **COLUMNS)
    assert counted.merged is None
    one = {
        frozenset(p.coders): p.agreement.value for p in accord.infer.by_pair(memory, accord.kappa)
    }
    two = {
        frozenset(p.coders): p.agreement.value for p in accord.infer.by_pair(counted, accord.kappa)
    }
    assert two == pytest.approx(one, rel=1e-12, abs=1e-12, nan_ok=True)


def test_what_is_wrong_is_found_in_spark(spark, frame, table):
    """A coder who codes an item twice, and a category that is not declared."""
    again = pd.concat([frame, frame.iloc[[4]].assign(category=9.0)], ignore_index=True)
    item, coder = frame.iloc[4]["item"], frame.iloc[4]["coder"]
    with pytest.raises(accord.DataError, match=f"coder '{coder}' labels item {item} 2 times"):
        count_frame(spark.createDataFrame(again), **COLUMNS)
    with pytest.raises(accord.DataError, match=r"label 4\.0 is not in the list of categories"):
        count_frame(table, **COLUMNS, categories=[0.0, 1.0, 2.0, 3.0])


@pytest.mark.parametrize("held", ["counted", pytest.param("there", marks=pytest.mark.full)])
def test_clusters_in_spark_are_those_of_memory(memory, held, request):
    """A column of clusters: draw for draw the interval of memory."""
    study = request.getfixturevalue(held)
    one = accord.interval(memory, "kappa", over="document", resamples=200)
    two = accord.interval(study, "kappa", over="document", resamples=200)
    # 1e-9: the same sums of the same clusters, in another order
    assert (two.low, two.high) == pytest.approx((one.low, one.high), rel=1e-9)


@pytest.mark.full
def test_poisson_weights_in_spark(memory, there):
    """Spark's own resamples have memory's width."""
    given = {"distance": "interval"}
    one = accord.interval(
        memory, accord.bound("alpha", **given), method="percentile", resamples=2000
    )
    two = accord.interval(there, accord.bound("alpha", **given), method="poisson", resamples=20)
    assert (two.method, two.resamples) == ("poisson", 20)
    # 20 draws: the standard error is good to 16 %; 4 sigma
    assert two.se == pytest.approx(one.se, rel=0.65)
