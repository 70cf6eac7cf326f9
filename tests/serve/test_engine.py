"""The engine of the page, without a page: the same numbers as the command line, in plain data."""

import contextlib
import json
import shlex
import zipfile
from pathlib import Path

import pytest

import accord
from accord.serve.engine import CALLS, Engine
from tests.cli.commands import called

WIDE = """id,text,coder Ann,coder Bob,coder Cy,stage
1,aa,x,x,x,one
2,bb,y,x,y,one
3,cc,x,x,z,one
4,dd,y,y,y,two
5,ee,x,y,y,two
6,ff,z,z,z,two
7,gg,z,z,x,two
8,hh,x,x,x,one
"""
RATINGS = "item,rater A,rater B,rater C\n" + "".join(
    f"{i},{i % 5 + 1},{(i * 3) % 5 + 1},{i % 5 + 1}\n" for i in range(40)
)


def opened(tmp_path, **files):
    """An engine with these files dropped."""
    folder = tmp_path / "files"
    folder.mkdir()
    for name, content in files.items():
        path = folder / name.replace("__", ".")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return Engine(tmp_path)


def measured(capsys, engine, command):
    """What the command line prints for the command that the page shows."""
    words = shlex.split(command)
    assert words[0] == "accord"
    with contextlib.chdir(engine.folder / "files"):
        return json.loads(called(capsys, *words[1:], "--json", "--quiet").out)[0]


SAME = ("value", "interval", "A_o", "A_e", "signature")

ASKED = {
    "recommended": {},
    "kappa": {"measure": "kappa"},
    "another distance": {"measure": "beta", "distance": "nominal"},
    "another rule": {"measure": "pi", "missing": "complete"},
    "another level": {"level": 0.9},
    "no interval": {"interval": False},
    "two coders": {"coders": [0, 2]},
    "merged": {"merges": [[0, 1]]},
    "two coders, merged": {"coders": [1, 2], "merges": [[1, 2]], "measure": "kappa"},
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_numbers_are_those_of_the_command_line(tmp_path, capsys, asked):
    """The command that the page shows prints the numbers of the page, to the last digit; where a
    part of the study was chosen, on the file of that part. The Python lines give them, too."""
    engine = opened(tmp_path, wide__csv=WIDE)
    given = {"files": ["wide.csv"], "settings": {}, **asked}
    found = engine.call("compute", given)
    assert "problem" not in found
    made = engine.call("take", {**given, "what": "study"})
    (tmp_path / "out" / made["file"]).rename(tmp_path / "files" / made["file"])
    printed = measured(capsys, engine, found["lines"]["command"])
    assert {key: found[key] for key in SAME} == {key: printed[key] for key in SAME}
    held = {}
    with contextlib.chdir(tmp_path / "files"):
        exec(found["lines"]["python"], held)
    agreement = held["found"][0].as_dict()
    assert {key: found[key] for key in SAME} == {key: agreement[key] for key in SAME}


def test_documents_in_and_out(tmp_path, capsys):
    """Documents are chosen by the column that groups items, or are the items of spans."""
    engine = opened(tmp_path, wide__csv=WIDE.replace("stage", "document"))
    given = {"files": ["wide.csv"], "settings": {}}
    offered = engine.call("options", given)["documents"]
    assert offered == {"by": "document", "names": ["one", "two"], "all": 2}
    part = engine.call("compute", {**given, "documents": [1]})
    assert part["items"] == 4
    held = {}
    with contextlib.chdir(tmp_path / "files"):
        exec(part["lines"]["python"], held)
    assert held["found"][0].value == part["value"]
    assert "problem" in engine.call("compute", {**given, "documents": []})
    spans = engine.call("example", {"name": "entities"})
    few = {**spans, "documents": [0, 3], "interval": False, "measure": "span_f1"}
    assert engine.call("compute", few)["items"] == 2
    assert engine.call("options", spans)["documents"]["all"] == 8


def test_merged_categories_of_spans(tmp_path):
    """Merging categories of spans can only raise the agreement on exact spans."""
    engine = opened(tmp_path)
    spans = {**engine.call("example", {"name": "entities"}), "measure": "span_f1"}
    whole = engine.call("compute", {**spans, "interval": False})
    every = list(range(len(engine.call("options", spans)["categories"])))
    one = engine.call("compute", {**spans, "interval": False, "merges": [every]})
    assert one["categories"] == 1
    assert one["value"] > whole["value"]


CLASSIC = {
    "krippendorff_2004": ("alpha", "ordinal", 0.815),
    "fleiss_1971": ("pi", None, 0.430),
    "cohen_1960": ("kappa", None, 0.492),
}


@pytest.mark.parametrize("name", CLASSIC)
def test_classic_tables(tmp_path, name):
    """The tables of the field come with accord and give their published values (to three
    decimals, as printed)."""
    measure, distance, value = CLASSIC[name]
    engine = opened(tmp_path)
    given = engine.call("example", {"name": name})
    assert "problem" not in engine.call("read", given)
    found = engine.call("compute", {**given, "measure": measure, "distance": distance})
    assert found["value"] == pytest.approx(value, abs=5e-4)


@pytest.mark.parametrize("name", ["dialogue_acts", "entities", "coreference"])
def test_examples(tmp_path, name):
    """Every example is read, previewed, and has a recommended measure with its reasons."""
    engine = opened(tmp_path)
    given = engine.call("example", {"name": name})
    seen = engine.call("read", given)
    assert "problem" not in seen
    assert len(seen["preview"]["rows"]) == 8
    offered = engine.call("options", given)
    assert offered["recommended"]["reliability"]["why"]
    assert any(one["verdict"] == "recommended" for one in offered["measures"])
    json.dumps([seen, offered], allow_nan=False)


def test_one_dimension(tmp_path):
    """Of several dimensions one can be chosen; the lines of Python choose the same."""
    engine = opened(tmp_path)
    given = {**engine.call("example", {"name": "dialogue_acts"}), "dimension": "turn"}
    found = engine.call("compute", {**given, "interval": False})
    held = {}
    with contextlib.chdir(tmp_path / "files"):
        exec(found["lines"]["python"], held)
    assert held["found"][0].value == found["value"]
    assert "problem" in engine.call("compute", {**given, "dimension": "no such"})


WRONG = "rating_1,rating_2,week,year\n" + "".join(
    f"{'xy'[i % 2]},{'xy'[i % 3 == 0]},{i % 3 + 1},{i % 3 + 1}\n" for i in range(24)
)


def test_a_wrong_guess_is_repaired_by_roles(tmp_path, capsys):
    """Roles of columns become settings: the study is then that of these columns."""
    engine = opened(tmp_path, wrong__csv=WRONG)
    first = engine.call("read", {"files": ["wrong.csv"]})
    names = [column["name"] for column in first["columns"]]
    assert names == ["rating_1", "rating_2", "week", "year"]
    roles = dict.fromkeys(names, "ignore") | {"rating_1": "labels", "rating_2": "labels"}
    again = engine.call("read", {"files": ["wrong.csv"], "roles": roles})
    assert again["preview"]["header"] == ["item", "rating_1", "rating_2"]
    assert {c["name"]: c["role"] for c in again["columns"]}["week"] != "labels"
    given = {"files": ["wrong.csv"], "settings": again["settings"]}
    found = engine.call("compute", given)
    printed = measured(capsys, engine, found["lines"]["command"])
    assert found["value"] == printed["value"]


def test_what_is_not_certain_is_asked(tmp_path):
    """Where nothing is certain there is no number; each way to read is offered with settings."""
    engine = opened(
        tmp_path, odd__csv="a,b,c\n" + "".join(f"{i % 3},{i % 2},{i % 5}\n" for i in range(30))
    )
    seen = engine.call("read", {"files": ["odd.csv"]})
    assert "who the coders are" in seen["problem"]
    assert seen["readings"]
    assert "problem" in engine.call("compute", {"files": ["odd.csv"]})
    for way in seen["readings"]:
        chosen = engine.call("read", {"files": ["odd.csv"], "settings": way["settings"]})
        assert "problem" not in chosen, way


def test_an_order_of_names(tmp_path):
    """Names in an order that was declared are ordinal; undeclared ones are refused as such."""
    rows = "id,coder A,coder B\n" + "".join(
        f"{i},{'lmh'[i % 3]},{'lmh'[(i + i % 2) % 3]}\n" for i in range(30)
    )
    engine = opened(tmp_path, t__csv=rows)
    given = {"files": ["t.csv"], "distance": "ordinal", "measure": "alpha"}
    assert "“categories”" in engine.call("compute", given)["problem"]
    ordered = {**given, "settings": {"categories": ["l", "m", "h"]}}
    assert engine.call("compute", ordered)["distance"] == "ordinal"


def test_report_is_that_of_the_command_line(tmp_path, capsys):
    """The report's value and interval are those of `accord report`, and its page is safe."""
    engine = opened(tmp_path, wide__csv=WIDE.replace("x", "<b onclick=alert(1)>"))
    given = {"files": ["wide.csv"], "settings": {}, "purpose": "validity"}
    told = []
    made = engine.call("report", given, lambda done, what: told.append((done, what)))
    assert made["file"] == "report.html"
    assert told[0][0] <= told[-1][0] <= 1
    with contextlib.chdir(tmp_path / "files"):
        words = ("report", "wide.csv", "--purpose", "validity", "--json", "--quiet")
        printed = json.loads(called(capsys, *words).out)
    assert made["value"] == printed["answer"]["value"]
    assert made["interval"] == printed["answer"]["interval"]
    page = (tmp_path / "out" / "report.html").read_text()
    assert "<b onclick" not in page
    taken = engine.call("take", {**given, "what": "json"})
    kept = json.loads((tmp_path / "out" / taken["file"]).read_text())
    left = [made["coefficients"].pop("left") for made in (kept, printed)]
    assert kept["coefficients"] == printed["coefficients"]
    # Reasons name settings, the page as its fields and the command line as options.
    assert [row["measure"] for row in left[0]] == [row["measure"] for row in left[1]]


def test_the_report_says_where_the_value_stands_among_data_sets_of_the_task(tmp_path):
    """The page offers the tasks that have values for labels; with one chosen the report has the
    sentence, and the command that makes it again has the task; without one it has neither."""
    engine = opened(tmp_path, wide__csv=WIDE)
    given = {"files": ["wide.csv"], "settings": {}}
    tasks = engine.call("options", given)["tasks"]
    assert {"hate-speech", "text-classes"} <= {*tasks}
    assert "text-spans" not in tasks
    for task in ("hate-speech", None):
        engine.call("report", {**given, "task": task})
        page = (tmp_path / "out" / "report.html").read_text("utf-8")
        assert ("data sets on hate speech" in page) == (task is not None)
        assert ("--task hate-speech" in page) == (task is not None)
    assert "nonsense" in engine.call("report", {**given, "task": "nonsense"})["problem"]


@pytest.mark.parametrize("what", ["docx", "tex", "md", "csv", "xlsx", "study", "table", "reading"])
def test_take_along(tmp_path, what):
    """Every form is a file, made when it is asked for."""
    engine = opened(tmp_path, wide__csv=WIDE)
    made = engine.call("take", {"files": ["wide.csv"], "settings": {"fold": True}, "what": what})
    assert (tmp_path / "out" / made["file"]).stat().st_size == made["bytes"] > 0


def test_rounds(tmp_path):
    """An earlier round, read in the same way, is compared in the report."""
    engine = opened(tmp_path, after__csv=WIDE, before__csv=WIDE.replace("z", "x"))
    given = {"files": ["after.csv"], "against": ["before.csv"], "settings": {}}
    assert "problem" not in engine.call("report", given)
    assert engine._report["against"]["name"] == "before.csv"


def test_a_model_among_the_coders(tmp_path):
    """A coder that is a model is held against people: the numbers of `accord.ceiling`."""
    engine = opened(tmp_path, r__csv=RATINGS)
    given = {"files": ["r.csv"], "measure": "alpha", "distance": "ordinal", "model": 2}
    found = engine.call("judge", given)
    study = accord.read(tmp_path / "files" / "r.csv")
    expected = accord.ceiling(study, "rater C", accord.bound("alpha", distance="ordinal"))
    assert found["with_system"] == expected.with_system
    assert found["interval"]["low"] == expected.interval.low
    assert "problem" in engine.call("judge", {**given, "model": 9})


def test_decisions_make_gold(tmp_path):
    """Decisions about disputes make gold; what is undecided is left out, a slip is refused."""
    engine = opened(tmp_path, wide__csv=WIDE)
    given = {"files": ["wide.csv"]}
    listed = engine.call("disputes", given)
    assert listed["disputed"] == len(listed["rows"]) == 4
    assert listed["categories"] == ["x", "y", "z"]
    rows = [{**row, "decision": "x"} for row in listed["rows"][:3]]
    made = engine.call("gold", {**given, "decisions": rows, "by": "me"})
    assert made["files"] == ["gold.jsonl", "gold.csv", "decisions.csv"]
    gold = accord.read(tmp_path / "out" / "gold.jsonl")
    assert len(gold.items) == 8 - 1
    assert "decided,me" in (tmp_path / "out" / "decisions.csv").read_text()
    wrong = [{**listed["rows"][0], "decision": "no such"}]
    assert "no such" in engine.call("gold", {**given, "decisions": wrong})["problem"]


def test_folders_and_archives(tmp_path):
    """A dropped folder, and the same as a zip, are one study of their coders."""
    engine = opened(tmp_path)
    archive = tmp_path / "files" / "all.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for who, end in (("ann", 5), ("bob", 4)):
            for name, text in (
                ("d1.txt", "Peter sleeps"),
                ("d1.ann", f"T1\tPER 0 {end}\t{'Peter'[:end]}\n"),
            ):
                path = tmp_path / "files" / "project" / who / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
                packed.writestr(f"project/{who}/{name}", text)
    names = [f"project/{who}/d1.{end}" for who in ("ann", "bob") for end in ("ann", "txt")]
    folder = engine.call("read", {"files": names, "settings": {"coder_from": "folder"}})
    packed = engine.call("read", {"files": ["all.zip"], "settings": {"coder_from": "folder"}})
    assert folder["preview"] == packed["preview"]
    assert folder["counts"] == {"i": 1, "c": 2, "k": 1, "u": 2}


HOSTILE = {
    "a function of a file": {"distance": "evil.py:run"},
    "a function of a module": {"distance": "os:getcwd"},
    "no such measure": {"measure": "no such"},
    "no such rule": {"missing": "no such"},
    "no such purpose": {"purpose": "no such"},
    "a level above 1": {"level": 2},
    "a level that is text": {"level": "x"},
    "no such coder": {"coders": [0, 99]},
    "coders that are no places": {"coders": ["0"]},
    "a place below 0": {"coders": [-1, 0]},
    "a category twice": {"merges": [[0, 1], [1, 2]]},
    "no such category": {"merges": [[0, 77]]},
    "no such setting": {"settings": {"limits": "x"}},
    "a setting of another type": {"settings": {"coders": {"a": 1}}},
    "no such shape": {"settings": {"shape": "x"}},
    "a file above": {"files": ["../secret.csv"]},
    "another file": {"files": ["/etc/passwd"]},
    "no file": {"files": []},
    "files that are no list": {"files": "wide.csv"},
    "a dimension that is none": {"dimension": ["x"]},
}


@pytest.mark.parametrize("asked", HOSTILE.values(), ids=HOSTILE)
def test_what_cannot_be_asked_is_refused(tmp_path, asked):
    """Whatever a page sends is checked here, and refused in words; nothing of it is run."""
    engine = opened(
        tmp_path, wide__csv=WIDE, evil__py="open('ran', 'w')\ndef run(a, b): return 0\n"
    )
    Path(tmp_path, "secret.csv").write_text(WIDE)
    found = engine.call("compute", {"files": ["wide.csv"], **asked})
    assert list(found) == ["problem"]
    assert not list(tmp_path.rglob("ran"))


def test_calls_are_known(tmp_path):
    """Only the calls of the page can be called."""
    assert "no call '__init__'" in Engine(tmp_path).call("__init__", {})["problem"]
    assert set(CALLS) == {
        *("about", "example", "read", "options", "compute", "report", "judge"),
        *("disputes", "gold", "so_far", "reopen", "take"),
    }


def test_about(tmp_path):
    """Before a file is there, the page knows its examples, roles and settings, each in words."""
    found = Engine(tmp_path).call("about", {})
    assert len(found["examples"]) == 6
    assert found["roles"]["labels"] == "labels of one coder"
    assert all(one["what"] for one in found["settings"])


def test_settings_are_those_of_reading():
    """The page offers every setting of `accord.read` that a person may want, by its name."""
    from inspect import signature

    from accord.serve.shown import READING

    known = set(signature(accord.read).parameters) - {"path", "progress", "limits"}
    assert {name for name, _, _ in READING} == known


MEASURED = "item,rater A,rater B,rater C\n" + "".join(
    f"{i},{20 + i / 2 + 0.1},{20 + i / 2 + 0.1},{21.3 + i / 2}\n" for i in range(30)
)


def test_measurements_have_no_majority_and_no_categories(tmp_path):
    """Two of three give the same number: of labels a majority, of a scale a mean and a distance;
    the counts have no categories, and what the page offers to merge are none either."""
    engine = opened(tmp_path, ratings__csv=MEASURED)
    given = {"files": ["ratings.csv"], "settings": {}}
    assert engine.call("read", given)["counts"] == {"i": 30, "c": 3}
    options = engine.call("options", given)
    assert (options["numbers"], options["levels"][0]) == (True, "interval")
    found = engine.call("disputes", given)
    first = found["rows"][0]
    assert (found["scale"], first["spread"], first["proposed"]) == (
        True,
        "mean 20.5, 1.2 apart",
        "",
    )
    assert not any("majority" in str(key) + str(cell) for key, cell in first.items())
    (tmp_path / "other").mkdir()
    labels = opened(tmp_path / "other", wide__csv=WIDE)
    found = labels.call("disputes", {"files": ["wide.csv"], "settings": {}})
    assert (found["scale"], found["rows"][0]["majority"]) == (False, "2 of 3")
