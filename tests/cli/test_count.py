"""`accord count`: parts to counts, counts to numbers."""

import json
import pickle

import numpy as np
import pandas as pd
import pytest
from tests.cli.commands import called

import accord

pytest.importorskip("pyarrow")
duckdb = pytest.importorskip("duckdb")


@pytest.fixture
def parts(tmp_path):
    """A study of 90 items in three Parquet files and three CSV files, whole items in each."""
    rng = np.random.default_rng(3)
    truth = np.repeat(rng.integers(3, size=90), 3)
    chosen = np.where(rng.random(270) < 0.8, truth, rng.integers(3, size=270))
    frame = pd.DataFrame(
        {
            "item": np.repeat(np.arange(90), 3),
            "annotator": np.tile(list("ABC"), 90),
            "label": np.array(["no", "so", "yes"])[chosen],
        }
    )[rng.random(270) < 0.9]
    for at in range(3):
        part = frame[frame["item"] % 3 == at]
        part.to_parquet(tmp_path / f"part{at}.parquet")
        part.to_csv(tmp_path / f"part{at}.csv", index=False)
    return tmp_path, frame


def test_counts_of_parts_measure_as_the_whole(capsys, parts):
    """Three parts, one of them CSV, counted apart: π and κ are those of the whole table."""
    folder, frame = parts
    (folder / "counts").mkdir()
    for at, suffix in enumerate(["parquet", "csv", "parquet"]):
        _, said = called(
            capsys,
            "count",
            folder / f"part{at}.{suffix}",
            "-o",
            folder / "counts" / f"{at}.parquet",
        )
        assert "item=item coder=annotator category=label" in said
    merged = accord.scale.count(folder / "counts")
    study = accord.from_frame(frame, item="item", coder="annotator", category="label")
    for compute in (accord.pi, accord.kappa):
        one, two = compute(study), compute(merged)
        assert two.signature == one.signature
        assert two.value == pytest.approx(one.value, rel=1e-12)


def test_measure_takes_counts(capsys, parts):
    """`accord measure counts/*.parquet` prints what `accord measure` prints for the codings."""
    folder, frame = parts
    frame.to_csv(folder / "whole.csv", index=False)
    counts = [folder / f"counts{at}.parquet" for at in range(3)]
    for at, path in enumerate(counts):
        called(capsys, "count", folder / f"part{at}.parquet", "-o", path, "-q")
    for more in ([], ["-m", "kappa", "--by", "pair"], ["-m", "alpha", "--distance", "nominal"]):
        out, _ = called(capsys, "measure", *counts, "--json", "-q", *more)
        whole, _ = called(capsys, "measure", folder / "whole.csv", "--json", "-q", *more)
        one, two = json.loads(whole), json.loads(out)
        counted = [m for m in one if accord.MEASURES[m["measure"]].counted]
        assert [m["signature"] for m in two] == [m["signature"] for m in counted]
        assert [m["value"] for m in two] == pytest.approx([m["value"] for m in counted], rel=1e-12)


@pytest.mark.parametrize("pattern", ["part*.parquet", "part*.csv"])
def test_patterns_of_files_are_one_table(parts, pattern):
    """A pattern or a directory of files, read by DuckDB, is the table they make together."""
    folder, frame = parts
    study = accord.from_frame(frame, item="item", coder="annotator", category="label")
    counted = accord.scale.count(str(folder / pattern), memory="500MB")
    assert accord.pi(counted).value == pytest.approx(accord.pi(study).value, rel=1e-12)


@pytest.mark.parametrize("given", ["part*.csv", "part*.parquet"])
def test_measure_takes_patterns(capsys, parts, given):
    """A pattern that no shell has filled in is the files that fit; one that fits none is said."""
    folder, frame = parts
    study = accord.from_frame(frame, item="item", coder="annotator", category="label")
    out, _ = called(capsys, "measure", folder / given, "-m", "pi", "--json", "-q")
    assert json.loads(out)[0]["value"] == pytest.approx(accord.pi(study).value, rel=1e-12)
    _, said = called(capsys, "measure", folder / "none*.txt", "-q", code=1)
    assert "none*.txt: no matching files" in said


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_tables_beyond_the_limit_are_counted(capsys, parts, kind):
    """`accord measure` counts tables above the limit where they are, whether a file, a pattern
    or a folder; `accord.read` refuses them and says what to do."""
    folder, frame = parts
    study = accord.from_frame(frame, item="item", coder="annotator", category="label")
    for path in folder.iterdir():
        if path.suffix != f".{kind}":
            path.unlink()
    for given in (folder / f"part*.{kind}", folder):
        for limit in ([], ["--limit", "table=500"]):
            out, said = called(capsys, "measure", given, "-m", "kappa", "--json", *limit)
            value = json.loads(out)[0]["value"]
            assert value == pytest.approx(accord.kappa(study).value, rel=1e-12)
            assert (": counted;" in said) == bool(limit)
    with pytest.raises(accord.DataError, match=r"above the limit of 500\. Count it instead"):
        accord.read(folder / f"part0.{kind}", limits=accord.Limits(table=500))
    assert isinstance(accord.read(folder / f"part0.{kind}"), accord.Codings)


def test_units_are_not_counted_as_codings(capsys, tmp_path):
    """A table with begin and end holds units, in Parquet as in CSV and however large; only who
    says that these are codings gets them counted."""
    frame = pd.DataFrame(
        {
            "document": list("ddee"),
            "coder": list("ABAB"),
            "begin": [0, 1, 0, 0],
            "end": [5, 5, 4, 4],
            "category": list("xyxx"),
        }
    )
    frame.to_parquet(tmp_path / "units.parquet")
    frame.to_csv(tmp_path / "units.csv", index=False)
    small = accord.Limits(table=10)
    paths = [tmp_path / f"units.{kind}" for kind in ("csv", "parquet")]
    one, two = (accord.read(path, limits=small) for path in paths)
    assert isinstance(one, accord.Unitizings)
    assert accord.spans.gamma(one).value == accord.spans.gamma(two).value
    for path in paths:
        told = ("--kind", "codings", "--limit", "table=10", "--json")
        out, said = called(capsys, "measure", path, *told, "-m", "pi")
        assert ": counted;" in said
        assert json.loads(out)[0]["value"] == accord.pi(accord.read(path, kind="codings")).value


def test_numbers_declared_on_the_command_line(capsys, tmp_path):
    """--categories 1,2,3 means numbers where the column holds numbers."""
    frame = pd.DataFrame({"item": [1, 1, 2, 2], "coder": list("ABAB"), "score": [1, 2, 2, 2]})
    frame.to_parquet(tmp_path / "scores.parquet")
    called(
        capsys,
        "count",
        tmp_path / "scores.parquet",
        "--categories",
        "1,2,3",
        "-o",
        tmp_path / "counts.parquet",
    )
    assert list(accord.scale.load(tmp_path / "counts.parquet").categories) == [1, 2, 3]


def test_what_is_not_there_is_said(capsys, parts):
    """A missing file, a mixed directory and a file that is no Parquet are one line each."""
    folder, _ = parts
    (folder / "odd.parquet").write_text("no")
    for what, why in (
        (folder / "none.parquet", "no such file"),
        (folder / "none*.csv", "no Parquet or CSV file found"),
        (folder / "odd.parquet", "not a Parquet file"),
    ):
        _, said = called(capsys, "count", what, "-o", folder / "out.parquet", code=1)
        assert why in said


def test_counts_and_codings_do_not_mix(capsys, parts):
    """Counts of one part and the codings of another: said, with what to do."""
    folder, _ = parts
    called(capsys, "count", folder / "part0.parquet", "-o", folder / "counts.parquet", "-q")
    given = (folder / "counts.parquet", folder / "part1.parquet")
    _, said = called(capsys, "measure", *given, "-q", code=1)
    assert "counts.parquet contains counts" in said
    assert "part1.parquet contains labels. Count the labels first" in said


@pytest.mark.parametrize("by", ["category", "coder", "pair"])
def test_breakdowns_of_parquet_are_those_of_a_csv(capsys, parts, by):
    """`accord breakdown` on counted files prints what it prints for the table in memory."""
    folder, frame = parts
    frame.to_csv(folder / "whole.csv", index=False)
    names = {"category": "category", "coder": "coder", "pair": "coder"}
    tables = []
    for source in (folder / "whole.csv", folder / "part*.parquet"):
        out, said = called(capsys, "breakdown", source, "--by", by, "-m", "kappa", "--json", "-q")
        assert said == ""
        rows = json.loads(out)["rows"]
        if by == "pair":
            for row in rows:
                row["coder"], row["other coder"] = sorted([row["coder"], row["other coder"]])
        tables.append(sorted(rows, key=lambda row: (row[names[by]], row.get("other coder"))))
    for one, two in zip(*tables, strict=True):
        # 1e-12: the same sums in another order
        assert two == {
            key: pytest.approx(value, rel=1e-12, abs=1e-12) if isinstance(value, float) else value
            for key, value in one.items()
        }


def test_counts_of_files_do_not_keep_the_engine(parts):
    """A tally of files can be copied to another process, and opens the files again when asked."""
    folder, frame = parts
    tally = accord.scale.count(str(folder / "*.parquet"))
    copy = pickle.loads(pickle.dumps(tally))
    assert accord.kappa(copy).value == accord.kappa(tally).value
    assert (copy.held, tally.held.size) == (None, len(frame))
    assert tally.held is not tally.held


LABELS = {
    "numbers": ["1", "2", "2", "2"],
    "several spellings": ["1.0", "1", "2", "2.50"],
    "leading zeros": ["007", "7", "7", "8"],
    "exponents": ["1e3", "1000", "2", "2"],
    "truth": ["true", "false", "true", "True"],
    "dates": ["2020-01-02", "2020-01-02", "2021-01-01", "2020-1-2"],
    "spaces": [" x", "x", "y", "y "],
    "not a number": ["nan", "1", "2", "2"],
    "decimal comma": ["1,5", "1,5", "2", "2"],
    "gaps": ["", "x", "  ", "y"],
    "numbers and names": ["1", "2", "x", "1"],
}


@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_an_engine_finds_the_labels_that_are_read(tmp_path, labels, kind):
    """Whether labels are text or numbers, and which are the same, does not depend on who reads."""
    frame = pd.DataFrame({"item": ["01", "01", "1", "1"], "coder": list("ABAB"), "label": labels})
    path = tmp_path / f"study.{kind}"
    frame.to_csv(path, index=False) if kind == "csv" else frame.to_parquet(path)
    if "1,5" in labels:  # numbers, or two answers: both ask, until another sign separates cells
        for make in (accord.read, accord.scale.count):
            with pytest.raises(accord.DataError, match="'3,4' may be several answers, or numbers"):
                make(path)
        path = tmp_path / "semicolons.csv"
        frame.to_csv(path, index=False, sep=";")
    told = {}
    if "2020-01-02" in labels:  # when something was done, or a label: both ask
        for make in (accord.read, accord.scale.count):
            with pytest.raises(accord.DataError, match="do not look like labels"):
                make(path)
        told = {"item": "item", "coder": "coder", "category": "label"}
    study, counted = accord.read(path, **told), accord.scale.count(path, **told)
    assert set(counted.categories) == set(study.categories)
    assert accord.pi(counted).signature == accord.pi(study).signature
    assert accord.pi(counted).observed == pytest.approx(accord.pi(study).observed, nan_ok=True)
    assert counted.held.size == len(study)


def test_very_many_labels_are_real_values(tmp_path, monkeypatch):
    """Where labels are too many to look at one by one, the engine tells numbers from text."""
    monkeypatch.setattr("accord.engine.duckdb_files.MOST_DISTINCT", 5)
    rng = np.random.default_rng(1)
    value = np.round(np.repeat(rng.normal(size=30), 2) + rng.normal(size=60), 6)
    shown = np.where(rng.random(60) < 0.1, " NA", value.astype(str))
    frame = pd.DataFrame({"item": np.repeat(range(30), 2), "coder": [*"AB"] * 30, "score": shown})
    frame.to_csv(tmp_path / "study.csv", index=False)
    told = {"item": "item", "coder": "coder", "category": "score", "absent": ["NA"]}
    study = accord.read(tmp_path / "study.csv", **told)
    there = accord.scale.count(tmp_path / "study.csv", **told)
    one, two = (accord.alpha(data, distance="interval").value for data in (study, there))
    assert two == pytest.approx(one, rel=1e-12)


def test_an_engine_takes_what_it_can_count(capsys, parts):
    """`--engine` with another kind of file, or an option that it cannot heed, is one line."""
    folder, _ = parts
    (folder / "study.jsonl").write_text('{"item": 1, "coder": "A", "label": "x"}\n', "utf-8")
    for words, why in (
        (["part0.csv", "--sets", "|"], "--sets cannot be used when labels are counted"),
        (["part0.csv", "--kind", "unitizings"], "--kind cannot be used when labels are counted"),
        (["study.jsonl"], "an engine counts tables of labels (CSV, Parquet)"),
    ):
        given = [folder / words[0], *words[1:]]
        _, said = called(capsys, "measure", *given, "--engine", "duckdb", "-q", code=1)
        assert why in said
        assert "leave out --engine" in said
        assert len(said.splitlines()) == 1
    _, said = called(capsys, "measure", folder / "none.csv", "--engine", "duckdb", code=1)
    assert "no such file" in said
