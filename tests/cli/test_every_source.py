"""Every command on one study as CSV, as Parquet, as saved counts and counted by an engine."""

import json
from dataclasses import dataclass

import numpy as np
import pytest
from tests.cli.commands import called

from accord.cli import COMMANDS

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
csv = pytest.importorskip("pyarrow.csv")
pytest.importorskip("duckdb")

SOURCES = ("csv", "parquet", "counts", "engine")

COUNTS = "read as counts, which do not identify items; read the codings instead"

NO_DATA = {"cite", "measures"}
"""Commands that look at no data."""


@dataclass(frozen=True)
class Call:
    """How a command is called. `refused` is said of counts, where they are not enough; `code` is
    its exit code for every source; `told` is whether it writes to OUT what is then measured."""

    words: str
    refused: str | None = None
    code: int = 0
    told: bool = False


CALLS = {
    "align": Call("align FILE", code=1),
    "anatomy": Call("anatomy FILE", code=1),
    "breakdown": Call("breakdown FILE --json"),
    "breakdown by coder": Call("breakdown FILE --by coder -m kappa --json"),
    "breakdown by pair": Call("breakdown FILE --by pair --json"),
    "breakdown by pattern": Call("breakdown FILE --by pattern --top 0 --json"),
    "breakdown by item": Call("breakdown FILE --by item --json", refused=COUNTS),
    "breakdown by column": Call("breakdown FILE --by lemma --json", refused=COUNTS),
    "influence of coders": Call("breakdown FILE --what influence --by coder --json"),
    "influence of items": Call("breakdown FILE --what influence --by item", refused=COUNTS),
    "influence of categories": Call("breakdown FILE --what influence --by category --json"),
    "parts by category": Call("breakdown FILE --what parts --by category --json"),
    "parts by coder": Call("breakdown FILE --what parts --by coder --json"),
    "parts by item": Call("breakdown FILE --what parts --by item --json", refused=COUNTS),
    "adjudicate": Call("breakdown FILE --what adjudicate --json", refused=COUNTS),
    "collapse": Call("breakdown FILE --what collapse --json"),
    "matrix": Call("breakdown FILE --what matrix --json"),
    "matrix of pairs": Call("breakdown FILE --what matrix --by pair --json"),
    "chains": Call("chains FILE", code=1),
    "check": Call("check FILE --min pi:0.1 --min kappa:0.1 --prob 0.9"),
    "check that fails": Call("check FILE --min alpha:0.99", code=1),
    "choose": Call("choose FILE --json"),
    "compare": Call("compare FILE FILE -m pi --json", refused=COUNTS),
    "compare groups": Call("compare FILE -m pi --groups A,B/B,C --json", refused=COUNTS),
    "compare measures": Call("compare FILE -m pi --other kappa --json", refused=COUNTS),
    "compare a system": Call("compare FILE -m pi --system A --json", refused=COUNTS),
    "consensus": Call("consensus FILE --quality --json", refused=COUNTS),
    "convert": Call("convert FILE OUT.csv", told=True),
    "count": Call("count FILE -o OUT.parquet", told=True),
    "deixis": Call("deixis FILE", code=1),
    "explain-difference": Call("explain-difference FILE --vs nltk --json"),
    "inspect": Call("inspect FILE --json"),
    "measure": Call("measure FILE -m percent s pi kappa alpha ac1 --distance nominal --json"),
    "measure by pair": Call("measure FILE -m kappa --by pair --json"),
    "interval": Call("measure FILE -m pi kappa alpha --distance nominal --interval --json"),
    "interval by jackknife": Call("measure FILE -m kappa --interval --method jackknife --json"),
    "analytic interval": Call("measure FILE -m pi --interval --method analytic --json"),
    "interval over coders": Call("measure FILE -m pi --interval --over coders --json"),
    "interval over a column": Call("measure FILE -m pi --interval --over lemma", refused=COUNTS),
    "measure of codings": Call("measure FILE -m light_kappa --json", refused="codings"),
    "permutations": Call("measure FILE -m pi --permutations 100 --json", refused=COUNTS),
    "plan": Call("plan FILE -m pi --width 0.2"),
    "report": Call("report FILE --json --resamples 200"),
    "senses": Call("senses FILE --distance nominal --json", refused=COUNTS),
    "simulate": Call(
        "simulate curves FILE -m pi --mistake noise --reference A --magnitudes 0,1 --repeat 3 "
        "--json",
        refused=COUNTS,
    ),
    "skew": Call("skew FILE --json"),
    "taxonomy": Call("taxonomy show TREE FILE"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """60 items, three coders, three categories, some codings missing; names in no order."""
    place = tmp_path_factory.mktemp("sources")
    rng = np.random.default_rng(5)
    truth = np.repeat(rng.integers(3, size=60), 3)
    label = np.where(rng.random(180) < 0.75, truth, rng.integers(3, size=180))
    kept = rng.random(180) < 0.9
    columns = {
        "item": [f"s{n}" for n in np.repeat(np.arange(60), 3)[kept]],
        "coder": np.tile(["B", "C", "A"], 60)[kept].tolist(),
        "label": np.array(["so", "no", "yes"])[label[kept]].tolist(),
        "lemma": [["bank", "line"][n % 2] for n in np.repeat(np.arange(60), 3)[kept]],
    }
    table = arrow.table(columns)
    csv.write_csv(table, place / "study.csv")
    parquet.write_table(table, place / "study.parquet")
    (place / "tree.txt").write_text("all\n  so\n  no\n  yes\n", "utf-8")
    return place


def _called(capsys, folder, source, call, out):
    """What the command prints for a source of the study."""
    file = folder / {"parquet": "study.parquet", "counts": "counts.parquet"}.get(
        source, "study.csv"
    )
    if source == "counts" and not file.exists():
        called(capsys, "count", folder / "study.csv", "-o", file, "-q")
    words = call.words.replace("FILE", str(file)).replace("OUT", str(out))
    words = words.replace("TREE", str(folder / "tree.txt")).split()
    words += ["--engine", "duckdb"] if source == "engine" else []
    counted = source in ("counts", "engine")
    code = 1 if counted and call.refused else call.code
    return called(capsys, *words, code=code)


def _plain(value):
    """The numbers under their names: orders of coders and categories, names of files and what
    only one source can say of itself do not count."""
    if isinstance(value, dict):
        if {"rows", "columns", "values"} <= value.keys():  # a matrix
            cells = zip(value["rows"], value["values"], strict=True)
            return {
                (row, column): _plain(cell)
                for row, line in cells
                for column, cell in zip(value["columns"], line, strict=True)
            }
        if {"coder", "other coder"} <= value.keys():
            value = {**value, "pair": sorted([value.pop("coder"), value.pop("other coder")])}
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return sorted(map(_plain, value), key=repr)
    return float(f"{value:.9g}") if isinstance(value, float) else value


def _numbers(printed):
    """Printed JSON as names and numbers, printed text as its words in lines of any order."""
    try:
        return _plain(json.loads(printed))
    except json.JSONDecodeError:
        return sorted(" ".join(sorted(line.split())) for line in printed.splitlines())


@pytest.mark.parametrize("source", SOURCES[1:])
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_every_source_gives_the_same_numbers(tmp_path, capsys, folder, call, source):
    """A command prints for every source what it prints for the CSV, or says in one line what
    cannot be had from counts and what to do; never another number."""
    ours, its = tmp_path / "ours", tmp_path / "csv"
    found = _called(capsys, folder, source, call, ours)
    if source in ("counts", "engine") and call.refused:
        assert found.out == ""
        said = [line for line in found.err.splitlines() if line.startswith("accord: ")]
        assert len(said) == 1
        assert found.err.splitlines()[-1] == said[0]
        assert call.refused in said[0]
        return
    expected = _called(capsys, folder, "csv", call, its)
    if call.told:
        found, expected = (
            called(capsys, "measure", next(tmp_path.glob(f"{out.name}.*")), "-m", "pi", "kappa")
            for out in (ours, its)
        )
    if call.code:
        assert found.err.splitlines()[-1] == expected.err.splitlines()[-1]
    assert _numbers(found.out) == _numbers(expected.out)
    assert found.out.strip() or call.code


def test_every_command_is_called():
    """A command that takes data stands above."""
    assert {call.words.split()[0] for call in CALLS.values()} == set(COMMANDS) - NO_DATA
