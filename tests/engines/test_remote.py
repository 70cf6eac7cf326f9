"""Codings whose patterns do not merge: the engine adds up, the numbers are those of memory."""

import math
import warnings

import numpy as np
import pandas as pd
import pytest

import accord
from accord.engine.count_frames import remote
from accord.engine.engine_table import EngineTable
from accord.errors import DataError, NotApplicableError

RULES = ("available", "pairable", "complete")
COLUMNS = {"item": "item", "coder": "coder", "category": "value"}
MEASURES = (accord.pi, accord.kappa, accord.percent, accord.ac1, accord.s)
WEIGHTED = (accord.alpha, accord.alpha_prime, accord.beta)
DISTANCES = ("nominal", "interval", "ordinal", "circular:U=100")


def real_values(seed, items=60, coders=3, decimals=1):
    """Numbers with gaps; some are equal, so that nominal agreement is not 0."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(rng.normal(50, 10, size=items), coders)
    values = np.round(truth + rng.normal(0, 0.3, size=len(truth)), decimals)
    frame = pd.DataFrame(
        {
            "item": np.repeat(np.arange(items), coders),
            "coder": np.tile([f"c{n}" for n in range(coders)], items),
            "value": np.where(rng.random(len(values)) < 0.15, np.nan, values),
        }
    )
    return frame.sample(frac=1.0, random_state=seed).reset_index(drop=True)


def held(table, **options):
    """The codings left in their engine."""
    return remote(table, "item", "coder", "value", None, options.get("categories"), ())


def agree(memory, there, every=1):
    """All parts of all (or every so many) coefficients are the same."""
    calls = [(compute, {}) for compute in MEASURES]
    calls += [(compute, {"distance": d}) for compute in WEIGHTED for d in DISTANCES]
    for compute, given in calls[::every]:
        for rule in RULES[::every]:
            one = compute(memory, missing=rule, **given)
            two = compute(there, missing=rule, **given)
            assert one.signature == two.signature
            if math.isnan(one.value):
                assert math.isnan(two.value)
                continue
            # 1e-12 of D_e: the same sums about the same centre, in another order
            assert two.observed == pytest.approx(one.observed, rel=1e-11)
            if one.expected is not None:
                assert two.expected == pytest.approx(one.expected, rel=1e-12)


def test_sums_in_the_engine_are_those_of_memory(engine, slow):
    """Nominal, interval, ordinal and circular, under every rule, in every engine."""
    frame = real_values(1)
    every = 4 if slow else 1
    agree(accord.from_frame(frame, **COLUMNS), held(engine(frame)), every)


@pytest.mark.full
def test_sums_in_spark_are_those_of_memory(spark):
    """The same in Spark, and an interval around the value."""
    frame = real_values(2)
    memory = accord.from_frame(frame, **COLUMNS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        there = held(spark.createDataFrame(frame))
        one, two = (accord.alpha(s, distance="interval") for s in (memory, there))
        assert two.value == pytest.approx(one.value, rel=1e-11)
        around = accord.interval(
            there, accord.bound("alpha", distance="interval"), method="percentile", resamples=100
        )
        assert around.low < one.value < around.high


def test_many_values_stay_where_they_are(engine):
    """With more categories than a plan can name, `count_frame` leaves the codings there."""
    frame = real_values(3, items=400, decimals=6)
    there = accord.engine.count_frames.count_frame(engine(frame), **COLUMNS)
    assert isinstance(there, EngineTable)
    memory = accord.from_frame(frame, **COLUMNS)
    one, two = (accord.alpha(study, distance="interval") for study in (memory, there))
    assert two.value == pytest.approx(one.value, rel=1e-12)


def test_intervals_over_groups_agree_with_those_over_items(engine, slow):
    """The width of the interval from groups in the engine is that of memory."""
    frame = real_values(4, items=3000, decimals=0)
    memory, there = accord.from_frame(frame, **COLUMNS), held(engine(frame))
    calls = [
        ("alpha", {"distance": "interval"}),
        ("alpha", {"distance": "nominal"}),
        ("kappa", {}),
    ]
    for name, given in calls[:1] if slow else calls:
        one = accord.interval(
            memory, accord.bound(name, **given), method="percentile", resamples=1000
        )
        two = accord.interval(
            there, accord.bound(name, **given), method="percentile", resamples=1000
        )
        # 1000 resamples of 1000 groups: each standard error is good to about 3 % (one sigma)
        assert two.se == pytest.approx(one.se, rel=0.15)
        assert (two.low, two.high) == pytest.approx((one.low, one.high), abs=one.se)


def test_undefined_for_the_same_reason(engine, slow):
    """No pair, no complete item, one coder, one category: in words, and the words of memory."""
    frame = real_values(7, items=6).dropna()
    alone = frame.drop_duplicates("item")
    cases = [
        (frame.assign(value=1.0), "available", "every label is 1.0"),
        (alone, "pairable", "no item has two labels"),
        (alone, "complete", "no item was labelled by all coders"),
        (alone.assign(coder="c0"), "available", "only one coder; agreement needs at least two"),
    ]
    for table, rule, why in cases[: 1 if slow else 4]:
        memory, there = accord.from_frame(table, **COLUMNS), held(engine(table))
        for compute in (accord.pi, accord.kappa, accord.ac1):
            one, two = compute(memory, missing=rule), compute(there, missing=rule)
            assert two.undefined == one.undefined
            assert math.isnan(two.value)
        assert why in accord.pi(there, missing=rule).undefined


def test_what_engines_cannot_add_up_is_refused(every_engine):
    """Other distances, and chance that needs every category, say so."""
    there = held(every_engine(real_values(5)))
    with pytest.raises(NotApplicableError, match="distance 'ratio' is not available"):
        accord.alpha(there, distance="ratio")
    with pytest.raises(NotApplicableError, match="needs every category"):
        accord.ac2(there, distance="interval")


def test_duplicates_and_unknown_categories_are_found_in_the_engine(every_engine):
    """Validation happens where the codings are."""
    frame = real_values(6).dropna()
    again = pd.concat([frame, frame.iloc[[2]]], ignore_index=True)
    item, coder = frame.iloc[2]["item"], frame.iloc[2]["coder"]
    with pytest.raises(DataError, match=f"coder '{coder}' labels item {item} 2 times"):
        held(every_engine(again))
    with pytest.raises(
        DataError, match=r"coder 'c\d' on item \d+: .* is not in the list of categories"
    ):
        held(every_engine(frame), categories=[1.0, 2.0])
