"""Labels, coders and items of every plain type, with gaps, from every engine."""

import numpy as np
import pandas as pd
import pytest

import accord
from accord.engine.count_frames import count_frame, remote
from accord.infer.why.breakdown import breakdown

COLUMNS = {"item": "item", "coder": "coder", "category": "category"}


def codings():
    """Three coders who are numbers, three labels that are numbers; some domains are unknown."""
    rng = np.random.default_rng(5)
    truth = np.repeat(rng.integers(3, size=40), 3)
    chosen = np.where(rng.random(120) < 0.7, truth, rng.integers(3, size=120))
    item = np.repeat(np.arange(40), 3)
    domain = np.where(item % 4 == 0, None, np.where(item % 2 == 0, "p", "q"))
    frame = pd.DataFrame(
        {"item": item, "coder": np.tile([10, 11, 12], 40), "category": chosen, "domain": domain}
    )
    return frame[rng.random(120) > 0.2].reset_index(drop=True)


def as_dates(values):
    """One day for each label."""
    return pd.to_datetime("2020-01-01") + pd.to_timedelta(values, unit="D")


TYPES = {
    "truth values": lambda frame: frame.assign(category=frame["category"] > 0),
    "dates": lambda frame: frame.assign(category=as_dates(frame["category"])),
    "a categorical": lambda frame: frame.assign(
        category=pd.Categorical(frame["category"].map({0: "x", 1: "y", 2: "z"}))
    ),
    "numbers with gaps": lambda frame: frame.assign(
        category=frame["category"].astype("Int64").mask(frame.index % 7 == 0)
    ),
    "quotes": lambda frame: frame.assign(
        category=frame["category"].map({0: "it's", 1: 'a "b"', 2: "ü%;--"})
    ),
}


@pytest.mark.parametrize("kind", TYPES)
def test_labels_of_any_plain_type(engine, slow, kind):
    """κ, its breakdown by category and by a column with gaps are those of memory."""
    frame = TYPES[kind](codings())
    memory = accord.from_frame(frame[list(COLUMNS)], **COLUMNS)
    counted = count_frame(engine(frame), **COLUMNS)
    there = remote(engine(frame), *COLUMNS.values(), None, None, ())
    one = {row[0]: row[1:5] for row in breakdown(memory, "category", "kappa").rows}
    for study in (counted, there):
        assert accord.kappa(study).value == pytest.approx(accord.kappa(memory).value, rel=1e-12)
        if slow and kind != "truth values":
            continue
        two = {row[0]: row[1:5] for row in breakdown(study, "category", "kappa").rows}
        assert two.keys() == one.keys()
        for name, row in one.items():
            assert two[name] == pytest.approx(row, rel=1e-12, abs=1e-12)
        assert breakdown(study, "domain").column("domain") == [None, "p", "q"]


def test_wide_tables_break_down_as_long_ones(every_engine):
    """One column for each coder, and one about items."""
    frame = codings().astype({"category": str})
    wide = frame.pivot(index="item", columns="coder", values="category")
    wide.columns = ["A", "B", "C"]
    wide = wide.astype(object).where(wide.notna(), None).reset_index()
    wide["part"] = (wide["item"] % 3).map({0: "r", 1: "s", 2: "t"})
    memory = accord.from_frame(wide.drop(columns="part"), item="item", coders=["A", "B", "C"])
    counted = count_frame(every_engine(wide), item="item", coders=["A", "B", "C"])
    for at, name in enumerate("rst"):
        part = memory.take([i for i, item in enumerate(memory.items) if item % 3 == at])
        row = next(r for r in breakdown(counted, "part", "kappa").rows if r[0] == name)
        assert row[1] == len(part.items)
        assert row[2] == pytest.approx(accord.kappa(part).value, rel=1e-12)
