"""Every command on one study as CSV, as Parquet, as saved counts and counted by an engine."""

import json
from contextlib import suppress
from csv import DictReader
from dataclasses import dataclass

import numpy as np
import pytest
from tests.cli.commands import called

import accord
from accord._report.todo_lists import write_todo
from accord.cli import COMMANDS
from accord.infer.rounds.disputes import disputes

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
csv = pytest.importorskip("pyarrow.csv")
pytest.importorskip("duckdb")

SOURCES = ("csv", "parquet", "counts", "engine")

COUNTS = "read as counts, which do not identify items; read the labels instead"

NO_DATA = {"atlas", "cite", "doctor", "find", "mcp", "measures", "pull", "rho", "serve"}
"""Commands that look at no data."""


@dataclass(frozen=True)
class Call:
    """How a command is called.

    `counts` and `engine` are what is said where counts, or a table in an engine, do not suffice;
    `code` is the exit code for all other sources. `ordered`: its random numbers follow the order
    of coders, which is that of their names in counts. `told`: what is written to OUT is measured.
    """

    words: str
    counts: str | None = None
    engine: str | None = None
    code: int = 0
    ordered: bool = False
    told: bool = False


def needs_items(words):
    """A call that counts do not suffice for, be they saved or made by an engine."""
    return Call(words, counts=COUNTS, engine=COUNTS)


CALLS = {
    "align": Call("align FILE", code=1),
    "anatomy": Call("anatomy FILE", code=1),
    "breakdown": Call("breakdown FILE --json"),
    "breakdown by coder": Call("breakdown FILE --by coder -m kappa --json"),
    "breakdown by pair": Call("breakdown FILE --by pair --json"),
    "breakdown by pattern": Call("breakdown FILE --by pattern --top 0 --json"),
    "breakdown by item": Call("breakdown FILE --by item --top 0 --json", counts=COUNTS),
    "breakdown by column": Call("breakdown FILE --by domain --json", counts=COUNTS),
    "influence of coders": Call("breakdown FILE --what influence --by coder --json"),
    "influence of items": needs_items("breakdown FILE --what influence --by item"),
    "influence of categories": Call("breakdown FILE --what influence --by category --json"),
    "parts by category": Call("breakdown FILE --what parts --by category --json"),
    "parts by coder": Call("breakdown FILE --what parts --by coder --json"),
    "parts by item": needs_items("breakdown FILE --what parts --by item --json"),
    "adjudicate": needs_items("breakdown FILE --what adjudicate --json"),
    "disputes": needs_items("adjudicate FILE --json"),
    "gold": needs_items("merge FILE TODO --json"),
    "collapse": Call("breakdown FILE --what collapse --json"),
    "matrix": Call("breakdown FILE --what matrix --json"),
    "matrix of pairs": Call("breakdown FILE --what matrix --by pair --json"),
    "chains": Call("chains FILE", code=1),
    "check": Call("check FILE --min pi:0.1 --min kappa:0.1 --prob 0.9"),
    "check that fails": Call("check FILE --min alpha:0.99", code=1),
    "check a judge": Call("check FILE --judge A --min-advantage 0.1 --min kappa:0.1"),
    "judge": needs_items("judge FILE --judge A --resamples 50 --json"),
    "choose": Call("choose FILE --json"),
    "compare": needs_items("compare FILE FILE -m pi --json"),
    "compare groups": needs_items("compare FILE -m pi --groups A,B/B,C --json"),
    "compare measures": needs_items("compare FILE -m pi --other kappa --json"),
    "compare a system": needs_items("compare FILE -m pi --system A --json"),
    "consensus": Call("consensus FILE --quality --csv"),
    "convert": Call("convert FILE OUT.csv", told=True),
    "count": Call("count FILE -o OUT.parquet", told=True),
    "deixis": Call("deixis FILE", code=1),
    "explain-difference": Call("explain-difference FILE --vs nltk --json"),
    "g-study": Call("g-study FILE --value label --facets coder --json", counts="contains counts"),
    "groups": Call("groups FILE --by domain", code=1),
    "inspect": Call("inspect FILE --json"),
    "measure": Call("measure FILE -m percent s pi kappa alpha ac1 --distance nominal --json"),
    "measure by pair": Call("measure FILE -m kappa --by pair --json"),
    "interval": Call("measure FILE -m pi kappa alpha --distance nominal --interval --json"),
    "interval by jackknife": Call("measure FILE -m kappa --interval jackknife --json"),
    "analytic interval": Call("measure FILE -m pi --interval analytic --json"),
    "interval over coders": Call(
        "measure FILE -m pi --interval --over coders --json", ordered=True
    ),
    "interval over both": Call("measure FILE -m pi --interval --over both --json", ordered=True),
    "interval over a column": Call(
        "measure FILE -m pi --interval --over domain --json", counts=COUNTS
    ),
    "loglinear": Call("loglinear FILE --json", ordered=True),
    "measure of codings": needs_items("measure FILE -m light_kappa --json"),
    "permutations": needs_items("measure FILE -m pi --permutations 100 --json"),
    "plan": Call("plan FILE -m pi --width 0.2"),
    "rank": Call("rank FILE", code=1),
    "raters": Call("raters FILE", code=1),
    "report": Call("report FILE --json --resamples 200"),
    "senses": needs_items("senses FILE --lemma domain --distance nominal --json"),
    "simulate": needs_items(
        "simulate curves FILE -m pi --mistake noise --reference A --magnitudes 0,1 --repeat 3 "
        "--json"
    ),
    "skew": Call("skew FILE --json"),
    "screening": needs_items("screening FILE --include a --json"),
    "stop": needs_items("stop FILE --json"),
    "systems": Call("systems FILE", code=1),
    "standing": Call("standing FILE --task text-classes -m alpha --distance nominal --json"),
    "taxonomy": Call("taxonomy show TREE FILE"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """60 items, three coders, three categories, some codings missing; names in no order."""
    place = tmp_path_factory.mktemp("sources")
    rng = np.random.default_rng(5)
    truth = np.repeat(rng.integers(3, size=60), 3)
    label = np.where(rng.random(180) < 0.75, truth, rng.integers(3, size=180))
    coder = np.tile(["B", "C", "A"], 60)
    kept = (rng.random(180) < 0.9) | (coder == "A")
    columns = {
        "item": [f"s{n}" for n in np.repeat(np.arange(60), 3)[kept]],
        "coder": coder[kept].tolist(),
        "label": np.array(["so", "no", "yes"])[label[kept]].tolist(),
        "domain": [["bank", "line"][n % 2] for n in np.repeat(np.arange(60), 3)[kept]],
    }
    table = arrow.table(columns)
    csv.write_csv(table, place / "study.csv")
    csv.write_csv(table.sort_by([("coder", "ascending"), ("label", "ascending")]), place / "by.csv")
    parquet.write_table(table, place / "study.parquet")
    (place / "tree.txt").write_text("all\n  so\n  no\n  yes\n", "utf-8")
    write_todo(disputes(accord.read(place / "study.csv")), place / "todo.csv")
    return place


FILES = {"parquet": "study.parquet", "counts": "counts.parquet", "sorted": "by.csv"}


def _called(capsys, folder, source, call, out):
    """What the command prints for a source of the study, names of files apart."""
    file = folder / FILES.get(source, "study.csv")
    if source == "counts" and not file.exists():
        called(capsys, "count", folder / "study.csv", "-o", file, "-q")
    words = call.words.replace("FILE", str(file)).replace("OUT", str(out))
    words = words.replace("TREE", str(folder / "tree.txt"))
    words = words.replace("TODO", str(folder / "todo.csv")).split()
    words += [] if words[0] in ("deixis", "rank", "g-study") else ["-q"]
    if source == "engine" and words[0] not in (
        "count",
        "deixis",
        "rank",
        "g-study",
    ):  # which have no such option
        words += ["--engine", "duckdb"]
    code = 1 if _refused(call, source) else call.code
    return [text.replace(file.name, "study") for text in called(capsys, *words, code=code)]


def _refused(call, source):
    return {"counts": call.counts, "engine": call.engine}.get(source)


def _plain(value):
    """The numbers under their names: orders of coders and categories, names of files and what
    only one source can say of itself do not count."""
    if isinstance(value, dict):
        if {"rows", "columns", "values"} <= value.keys():  # a matrix
            cells = zip(value["rows"], value["values"], strict=True)
            return {
                f"{row}, {column}": _plain(cell)
                for row, line in cells
                for column, cell in zip(value["columns"], line, strict=True)
            }
        for one, two in PAIRS:
            if {one, two} <= value.keys():
                value = {**value, one: sorted([value[one], value[two]], key=str), two: None}
        return {key: _plain(one) for key, one in sorted(value.items()) if key not in OWN}
    if isinstance(value, list):
        # α within lemmas is about a column of items, of which counts know nothing
        kept = [v for v in value if not (isinstance(v, dict) and v.get("measure") == "sense_alpha")]
        return sorted(map(_plain, kept), key=repr)
    return round(float(f"{value:.9g}"), 12) if isinstance(value, float) else value


OWN = (
    *("audit", "format", "layers", "items", "sentence", "roles", "readings"),
    *("disagreements", "documents", "command"),
)
"""What a source says of itself, the names of items and the columns, which counts do not have, and
sentences that name two categories in either order."""

PAIRS = (("coder", "other coder"), ("category", "other category"), ("first", "second"))
"""Of which either may come first."""


def _numbers(printed):
    """Printed JSON or CSV as names and numbers, text as its words in lines of any order."""
    with suppress(json.JSONDecodeError):
        return _plain(json.loads(printed))
    if printed.startswith("coder,"):
        rows = DictReader(printed.splitlines())
        return _plain([{k: v if k == "coder" else float(v) for k, v in r.items()} for r in rows])
    return sorted(" ".join(sorted(line.split())) for line in printed.splitlines())


@pytest.mark.parametrize(
    ("call", "source"),
    [  # in every run a call has every other source, by turns; `make full` has all
        pytest.param(call, source, id=f"{name}-{source}", marks=[pytest.mark.full] * ((c + s) % 2))
        for c, (name, call) in enumerate(CALLS.items())
        for s, source in enumerate(SOURCES[1:])
    ],
)
def test_every_source_gives_the_same_numbers(tmp_path, capsys, folder, call, source):
    """A command prints for every source what it prints for the CSV, or says in one line what
    cannot be had from counts and what to do; never another number."""
    ours, its = tmp_path / "ours", tmp_path / "csv"
    out, err = _called(capsys, folder, source, call, ours)
    refused = _refused(call, source)
    if refused or call.code:
        assert out == ""
        (said,) = err.splitlines()
        assert said.startswith("accord")
        assert refused is None or refused in said
        return
    ordered = call.ordered and source != "parquet"
    expected, _ = _called(capsys, folder, "sorted" if ordered else "csv", call, its)
    if call.told:
        out, expected = (
            called(capsys, "measure", next(tmp_path.glob(f"{path.name}.*")), "-m", "pi", "kappa")[0]
            for path in (ours, its)
        )
    assert _numbers(out) == _numbers(expected)
    assert out.strip()


def test_every_command_is_called():
    """A command that takes data stands above."""
    assert {call.words.split()[0] for call in CALLS.values()} == set(COMMANDS) - NO_DATA
