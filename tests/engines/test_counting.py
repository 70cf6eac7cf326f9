"""The same numbers from every engine: what they count is what memory holds."""

import math
import os
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest

import accord
from accord.engine import count_frames as counting
from accord.engine.frames import fetched_columns
from accord.errors import DataError

RULES = ("available", "pairable", "complete")
COLUMNS = {"item": "item", "coder": "coder", "category": "category"}


def random_study(seed, items, coders, categories, absent, numbers=False):
    """A long table with gaps, in no order."""
    rng = np.random.default_rng(seed)
    truth = np.repeat(rng.integers(categories, size=items), coders)
    guess = rng.integers(categories, size=items * coders)
    chosen = np.where(rng.random(items * coders) < 0.7, truth, guess)
    frame = pd.DataFrame(
        {
            "item": np.repeat([f"i{n}" for n in range(items)], coders),
            "coder": np.tile([f"c{n}" for n in range(coders)], items),
            "category": chosen.astype(float) if numbers else [f"k{n}" for n in chosen],
        }
    )
    gone = rng.random(len(frame)) < absent
    frame.loc[gone, "category"] = np.nan if numbers else None
    kept = ~gone | (rng.random(len(frame)) < 0.5)  # some gaps are rows, some are not there
    return frame[kept].sample(frac=1.0, random_state=seed).reset_index(drop=True)


def agree(memory, counted, numbers=False):
    """Every coefficient of the cube, under every rule, has the same parts (1e-12 relative)."""
    distances = ["nominal", "interval", "ordinal", "linear"] if numbers else ["nominal"]
    for measure in accord.MEASURES.values():
        if not measure.counted or measure.objection(memory):
            continue
        assert measure.objection(counted) is None
        for distance in distances if measure.distance == "required" else [None]:
            given = {} if distance is None else {"distance": distance}
            for rule in RULES:
                one = measure.compute(memory, missing=rule, **given)
                two = measure.compute(counted, missing=rule, **given)
                assert one.signature == two.signature
                assert one.undefined == two.undefined
                if not math.isnan(one.observed):
                    # 1e-12: the sums are the same, added in another order
                    assert two.observed == pytest.approx(one.observed, rel=1e-12)
                if one.expected is not None:
                    assert two.expected == pytest.approx(one.expected, rel=1e-12)


STUDIES = {
    "few coders": (1, 60, 3, 4, 0.3),
    "two coders": (2, 40, 2, 3, 0.1),
    "many coders": (3, 50, 90, 3, 0.95),
    "no gaps": (4, 30, 4, 2, 0.0),
}


@pytest.mark.parametrize("shape", STUDIES.values(), ids=STUDIES)
def test_engines_count_what_memory_holds(every_engine, shape):
    """Labels with gaps: pandas, Polars, DuckDB and Dask give the numbers of memory."""
    frame = random_study(*shape)
    memory = accord.from_frame(frame, **COLUMNS)
    counted = counting.count_frame(every_engine(frame), **COLUMNS)
    assert (counted.merged is None) == (len(memory.coders) == 90)
    agree(memory, counted)


def test_engines_count_numbers(every_engine):
    """Numbers with NaN for gaps, and distances that need them."""
    frame = random_study(5, 50, 3, 5, 0.2, numbers=True)
    memory = accord.from_frame(frame, **COLUMNS)
    agree(memory, counting.count_frame(every_engine(frame), **COLUMNS), numbers=True)


def test_engines_count_wide_tables(every_engine):
    """One column per coder is the same study as one row per coding."""
    frame = random_study(6, 40, 3, 3, 0.2).dropna()
    wide = frame.pivot(index="item", columns="coder", values="category").reset_index()
    wide = wide.astype(object).where(wide.notna(), None)
    names = ["c0", "c1", "c2"]
    memory = accord.from_frame(wide, item="item", coders=names)
    agree(memory, counting.count_frame(every_engine(wide), item="item", coders=names))


def test_spark_counts_what_memory_holds(spark):
    """Spark, in local mode, with few coders and with many."""
    for shape in (STUDIES["few coders"], STUDIES["many coders"]):
        frame = random_study(*shape)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            table = spark.createDataFrame(frame)
            agree(accord.from_frame(frame, **COLUMNS), counting.count_frame(table, **COLUMNS))


def test_count_takes_tables_of_engines(every_engine):
    """`count` finds out the columns of a table, and one that is not there is named."""
    frame = random_study(*STUDIES["few coders"])
    memory = accord.from_frame(frame, **COLUMNS)
    assert accord.kappa(accord.scale.count(every_engine(frame))).value == pytest.approx(
        accord.kappa(memory).value, rel=1e-12
    )
    with pytest.raises(DataError, match="no column 'who'"):
        accord.scale.count(every_engine(frame), coder="who")
    with pytest.raises(DataError, match=r"is not a file; .* counted with accord\.scale\.count"):
        accord.read(every_engine(frame))


def test_lazy_frames_are_counted_not_read():
    """`from_frame` gives codings; for a frame that stays in its engine it says what to do."""
    polars = pytest.importorskip("polars")
    frame = polars.LazyFrame({"item": [1, 1, 2, 2], "coder": [*"ABAB"], "label": [*"xyxx"]})
    with pytest.raises(DataError, match=r"LazyFrame stays in its engine. Count .*scale\.count"):
        accord.from_frame(frame, item="item", coder="coder", category="label")
    assert accord.measure(frame, "pi")["pi"].value == accord.pi(accord.scale.count(frame)).value


def test_lazy_frames_become_tallies(every_engine):
    """A lazy frame is counted, not read, and can then be asked for pairs of coders."""
    frame = random_study(*STUDIES["few coders"])
    memory = accord.from_frame(frame, **COLUMNS)
    table = every_engine(frame)
    counted = counting.count_frame(table, **COLUMNS)
    pairs = accord.infer.by_pair(memory, accord.kappa)
    for one, two in zip(
        sorted(pairs, key=lambda pair: pair.coders),
        accord.infer.by_pair(counted, accord.kappa),
        strict=True,
    ):
        assert set(one.coders) == set(two.coders)
        assert two.agreement.value == pytest.approx(one.agreement.value, rel=1e-12)


@pytest.mark.parametrize("coders", [3, 90])
def test_a_coder_who_codes_twice_is_found(engine, coders):
    """A duplicate is an error that names coder and item, wherever the table is."""
    frame = random_study(7, 20, coders, 3, 0.5).dropna()
    again = pd.concat([frame, frame.iloc[[4, 4, 4]].assign(category="k0")], ignore_index=True)
    item, coder = frame.iloc[4]["item"], frame.iloc[4]["coder"]
    with pytest.raises(DataError, match=f"coder '{coder}' labels item '{item}' 4 times"):
        counting.count_frame(engine(again), **COLUMNS)


def test_unknown_categories_and_missing_names_are_found(every_engine):
    """What is not declared, and rows without item or coder, are errors."""
    frame = random_study(8, 20, 3, 3, 0.0)
    with pytest.raises(
        DataError, match="'k2' is not in the list of categories: 'k0', 'k1'"
    ) as said:
        counting.count_frame(every_engine(frame), **COLUMNS, categories=["k0", "k1"])
    odd = frame[frame["category"] == "k2"]
    places = {f"coder '{c}' on item '{i}'" for c, i in zip(odd["coder"], odd["item"], strict=True)}
    assert str(said.value).partition(":")[0] in places
    with pytest.raises(DataError, match="no column 'label'; the table has item, coder, category"):
        counting.count_frame(every_engine(frame), item="item", coder="coder", category="label")
    frame.loc[3, "coder"] = None
    item = frame.loc[3, "item"]
    with pytest.raises(DataError, match=rf"1 rows have no coder \(one is of item '{item}'\)"):
        counting.count_frame(every_engine(frame), **COLUMNS)


def test_unknown_categories_of_wide_tables_are_found(every_engine):
    """The column and the item of a cell that is not declared are named, if items have names."""
    frame = pd.DataFrame({"item": ["p", "q"], "A": ["x", "y"], "B": ["x", "odd"]})
    given = {"coders": ["A", "B"], "categories": ["x", "y"]}
    with pytest.raises(DataError, match="coder 'B' on item 'q': label 'odd' is not in the list"):
        counting.count_frame(every_engine(frame), item="item", **given)
    with pytest.raises(DataError, match=r"^label 'odd' is not in the list"):
        counting.count_frame(every_engine(frame), **given)


def test_declared_and_absent_categories(every_engine):
    """Declared categories keep their order and count where unused; absent ones are gaps."""
    frame = random_study(9, 30, 3, 3, 0.1)
    declared = ["k2", "k1", "k0", "k9"]
    counted = counting.count_frame(every_engine(frame), **COLUMNS, categories=declared)
    assert list(counted.categories) == declared
    memory = accord.from_frame(frame, **COLUMNS, categories=declared)
    assert accord.s(counted).value == pytest.approx(accord.s(memory).value, rel=1e-12)
    without = counting.count_frame(every_engine(frame), **COLUMNS, absent=["k1"])
    gaps = accord.from_frame(frame.assign(category=frame.category.replace("k1", None)), **COLUMNS)
    agree(gaps, without)


def test_more_codings_an_item_than_a_digit_holds(engine):
    """Items with more than 63 codings are counted with wider digits."""
    frame = random_study(10, 6, 150, 2, 0.3)
    memory = accord.from_frame(frame, **COLUMNS)
    agree(memory, counting.count_frame(engine(frame), **COLUMNS))


def test_an_interrupted_engine_is_a_keyboard_interrupt():
    """DuckDB takes the signal for itself and raises an error of its own."""
    duckdb = pytest.importorskip("duckdb")

    class Interrupted:
        def collect(self):
            raise duckdb.InterruptException("INTERRUPT Error: Interrupted!")

    with pytest.raises(KeyboardInterrupt):
        fetched_columns(Interrupted())


@pytest.mark.full
def test_ctrl_c_stops_an_engine():
    """In a process of its own: DuckDB 2.0 at times waits for ever for tasks that it cancelled."""
    pytest.importorskip("duckdb")
    endless = """
import os, signal, threading, duckdb
from accord.engine import count_frames as counting
table = duckdb.sql(
    "SELECT range AS item, 'A' AS coder, 'x' || range % 7 AS category FROM range(100000000000)"
)
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    counting.count_frame(table, item="item", coder="coder", category="category")
except KeyboardInterrupt:
    print("stopped")
"""
    try:
        ended = subprocess.run(
            [sys.executable, "-c", endless],
            check=False,
            capture_output=True,
            text=True,
            timeout=120,
        )
    except subprocess.TimeoutExpired:
        pytest.skip("DuckDB itself waits for ever for the tasks that it cancelled")
    assert ended.stdout == "stopped\n", ended.stderr


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(("stuck", "code", "out"), [("True", 130, ""), ("False", 0, "stopped\n")])
def test_an_engine_that_never_comes_back_from_ctrl_c(stuck, code, out):
    """One line and the end, after a while; one that does come back is a KeyboardInterrupt, and
    Ctrl-C is what it was."""
    program = f"""
import os, signal, threading, time
from accord import machine
from accord.engine.frames import fetched_columns
machine.STUCK = 0.5

class Engine:
    def collect(self):
        threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            time.sleep(60)
        except KeyboardInterrupt:
            while {stuck}:
                time.sleep(60)
            raise

try:
    fetched_columns(Engine())
except KeyboardInterrupt:
    time.sleep(1)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    print("stopped")
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stdout) == (code, out), ended.stderr
    assert ended.stderr.count("\n") == (1 if code else 0)


def test_nothing_at_all(every_engine):
    """A table without a coding is undefined, and says so."""
    frame = random_study(11, 4, 2, 2, 0.0)
    frame["category"] = pd.Series([None] * len(frame), dtype="object")
    counted = counting.count_frame(every_engine(frame.astype({"category": "string"})), **COLUMNS)
    assert "there are no labels" in accord.pi(counted).undefined


def test_intervals_from_counts_are_those_from_memory(every_engine):
    """The bootstrap of counted patterns is the bootstrap of the items, draw for draw."""
    frame = random_study(12, 80, 3, 4, 0.2)
    memory = accord.from_frame(frame, **COLUMNS)
    counted = counting.count_frame(every_engine(frame), **COLUMNS)
    for name, given in (("alpha", {"distance": "nominal"}), ("kappa", {}), ("pi", {})):
        for method in ("bca", "percentile", "jackknife"):
            one = accord.interval(memory, accord.bound(name, **given), method=method, resamples=200)
            two = accord.interval(
                counted, accord.bound(name, **given), method=method, resamples=200
            )
            # 1e-9: leave-one-out values differ by the order of sums only
            assert (two.low, two.high) == pytest.approx((one.low, one.high), rel=1e-9)


def test_kappa_has_an_interval_where_a_table_of_all_patterns_is_too_large(tmp_path, monkeypatch):
    """Then random groups of items are drawn, as where patterns are not brought back at all."""
    from accord._measure.cube import sums

    frame = random_study(7, 3000, 3, 4, 0.2)
    frame.to_csv(tmp_path / "codings.csv", index=False)
    counted = accord.scale.count(tmp_path / "codings.csv", **COLUMNS)
    whole = accord.interval(counted, "kappa", resamples=500)
    monkeypatch.setattr(sums, "LARGEST", 100)
    grouped = accord.interval(counted, "kappa", resamples=500)
    assert counted.merged is not None
    # an interval of about 0.04; both are drawn, from items and from 1,000 groups of them
    assert grouped.low == pytest.approx(whole.low, abs=0.006)
    assert grouped.high == pytest.approx(whole.high, abs=0.006)


@pytest.mark.parametrize("name", ["gpt-4", "gold"])
def test_programs_and_references_are_no_coders(tmp_path, name):
    """In every engine they are left out of a long table and said, as from a file; "*" takes all."""
    frame = random_study(4, 20, 3, 3, 0.1).replace({"coder": {"c2": name}})
    path = tmp_path / "t.csv"
    frame.rename(columns={"category": "label"}).to_csv(path, index=False)
    wanted = accord.alpha(accord.read(path)).value
    for data in (frame, str(path)):
        tally = accord.scale.count(data)
        assert list(map(str, tally.coders)) == ["c0", "c1"]
        assert accord.alpha(tally).value == pytest.approx(wanted, abs=1e-12)
        assert any(repr(name) in note for note in tally.audit.notes)
        assert len(accord.scale.count(data, coders=["*"]).coders) == 3
    two = frame[frame["coder"] != "c1"]
    assert len(accord.scale.count(two).coders) == 2
