"""Taxonomy files: four ways to write the same tree, and errors that help."""

import sys

import pytest

import accord
from accord._read.tables.taxonomies import parse_taxonomy

INDENTED = """# questions
YNQ
\tCHECK
\t\tPOSI
\t\tNEGA
WHQ
[turn]
GIVE
  GIVE-UP
"""
PATHS = "YNQ > CHECK > POSI\nYNQ > CHECK > NEGA\nWHQ\n[turn]\nGIVE > GIVE-UP\n"
TABLE = """category,parent,dimension
POSI,CHECK,
NEGA,CHECK,
CHECK,YNQ,
YNQ,,
WHQ,,general-purpose
GIVE,,turn
GIVE-UP,GIVE,turn
"""
JSON = '{"YNQ": {"CHECK": ["POSI", "NEGA"]}, "WHQ": null, "[turn]": {"GIVE": ["GIVE-UP"]}}'
YAML = "YNQ:\n  CHECK: [POSI, NEGA]\nWHQ:\n'[turn]':\n  GIVE: [GIVE-UP]\n"
FILES = {"a.txt": INDENTED, "b.txt": PATHS, "c.csv": TABLE, "d.json": JSON, "e.yaml": YAML}


@pytest.mark.parametrize("name", FILES)
def test_five_ways_to_write_one_taxonomy(tmp_path, name):
    """Indented, paths, parent column, JSON and YAML give the same taxonomy."""
    path = tmp_path / name
    path.write_text(FILES[name], encoding="utf-8")
    tree = accord.read_taxonomy(path)
    assert tree.digest == parse_taxonomy(INDENTED).digest
    assert tree.ancestors("POSI") == ("CHECK", "YNQ")
    assert tree.within("turn").ancestors("GIVE-UP") == ("GIVE",)
    assert "GIVE" not in tree.within("time")


def test_a_taxonomy_written_out_can_be_read_back():
    """str(taxonomy) is a taxonomy file."""
    tree = accord.example_taxonomy("dialogue_acts")
    assert parse_taxonomy(str(tree)).digest == tree.digest


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no categories"),
        ("  A\nB", ":1: 'A' is indented, but nothing is above it"),
        ("A\n  B\nC\n  B", "'B' is listed under 'A' and under 'C'"),
        ("A > > B", ":1: 'A > > B' has an empty part"),
        ("A > B\nB > A", "is listed under"),
        ("A\n\tB\n        C", ":3: 'C': its indentation .* tabs or with spaces"),
        ("A\n  B\n    C\n   D", ":4: 'D': its indentation '   ' matches no line above"),
    ],
)
def test_errors_say_where_and_what(text, message):
    """What is wrong with a file, and in which line."""
    with pytest.raises(accord.DataError, match=message):
        parse_taxonomy(text, "t.txt")


def test_cycles_and_orphans_are_errors():
    """A category its own ancestor, and a parent that is not there."""
    with pytest.raises(accord.DataError, match="its own ancestor"):
        accord.Taxonomy.from_parents({"A": "B", "B": "A"})
    with pytest.raises(accord.DataError, match="has the parent 'X', which is not in the taxonomy"):
        accord.Taxonomy.from_parents({"A": "X"})


def test_the_same_name_in_two_scopes_needs_a_scope():
    """A function of two dimensions is found within one, and asks for it otherwise."""
    tree = parse_taxonomy("[auto]\nInt+\n[allo]\nInt+")
    study = accord.from_coders({"A": ["Int+"], "B": ["Int+"]})
    with pytest.raises(accord.DataError, match="is in 'auto' and in 'allo'"):
        accord.alpha(study, distance=accord.labels.taxonomic(tree))
    assert tree.within("auto").index("Int+") == 0


def test_unknown_categories_are_named():
    """A label that is not in the taxonomy is an error with the nearest name."""
    tree = parse_taxonomy("YNQ\n  CHECK")
    study = accord.from_coders({"A": ["YNQ", "CHEK"], "B": ["YNQ", "CHECK"]})
    with pytest.raises(accord.UnknownNameError, match="'CHEK'; did you mean CHECK"):
        accord.beta(study, distance=accord.labels.taxonomic(tree))


def test_sets_from_cells_rows_and_lists(tmp_path):
    """A separated cell, one row per label and a list column are the same study."""
    pd = pytest.importorskip("pandas")
    cells = tmp_path / "cells.csv"
    cells.write_text("item,coder,label\n1,A,joy|fear\n1,B,joy\n2,A,\n2,B,fear\n3,A,|\n3,B,{}\n")
    rows = tmp_path / "rows.csv"
    rows.write_text("item,coder,label\n1,A,joy\n1,A,fear\n1,B,joy\n2,A,\n2,B,fear\n3,A,∅\n3,B,{}\n")
    one = accord.read(cells, sets="|", delimiter=",")
    two = accord.read(rows, sets="rows")
    frame = pd.DataFrame(
        {
            "i": ["1", "1", "2", "2", "3", "3"],
            "c": list("ABABAB"),
            "l": [["joy", "fear"], ["joy"], None, ["fear"], [], []],
        }
    )
    three = accord.from_frame(frame, item="i", coder="c", category="l")
    assert one.rows() == two.rows() == three.rows()
    assert {(i, c): k for i, c, k in one.rows()}["3", "A"] == frozenset()
    assert one.missing == 1
    with pytest.raises(accord.DataError, match="codes item '1' twice"):
        accord.read(rows)


def test_dimensions_by_column_and_by_row(tmp_path):
    """One column per dimension and one row per dimension are the same study."""
    wide = tmp_path / "wide.csv"
    wide.write_text("utterance,coder,task,turn\nu1,A,WHQ,GIVE\nu1,B,WHQ,\nu2,A,,\nu2,B,YNQ,TAKE\n")
    rows = tmp_path / "rows.csv"
    rows.write_text(
        "utterance,coder,dimension,label\nu1,A,task,WHQ\nu1,A,turn,GIVE\nu1,B,task,WHQ\n"
        "u2,A,task,\nu2,B,task,YNQ\nu2,B,turn,TAKE\n"
    )
    one = accord.read(wide, dimensions=["task", "turn"])
    two = accord.read(rows, dimensions=["dimension"])
    for name in ("task", "turn"):
        assert one.whole(name).rows() == two.whole(name).rows()
    with pytest.raises(accord.DataError, match="no column 'time'"):
        accord.read(wide, dimensions=["task", "time"])


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("t.json", '{"A": ["B"], "A": ["C"]}', "'A' occurs twice"),
        ("t.json", "{}", "no categories"),
        ("t.json", '{"A":' * 3000 + "1" + "}" * 3000, "levels deep"),
        ("t.json", '{"A": ', ":1: not JSON"),
        ("t.yaml", "A:\n  - B\nA:\n  - C\n", "'A' occurs twice"),
        ("t.yaml", "", "no categories"),
        ("t.yaml", "A: &x\n  - *x\n", "an alias repeats this branch"),
        ("t.yaml", "A: [B", "not YAML"),
        ("t.csv", "category,parent\n", "no categories"),
        ("t.csv", "category,parent\nB,A\n", "add it as a category"),
        ("t.csv", "category,parent\nA,B\nB,A\n", "its own ancestor"),
    ],
)
def test_broken_files_lose_nothing_in_silence(tmp_path, name, text, message):
    """Twice the same key, nothing at all, without end: an error, never a smaller tree."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(accord.DataError, match=message):
        accord.read_taxonomy(path)


def test_names_in_yaml_are_what_is_written(tmp_path):
    """`no`, `1.0` and `010` are names of categories, not a truth value and numbers."""
    path = tmp_path / "t.yaml"
    path.write_text("yes:\n  - no\n  - 1.0\n  - 010\n'null':\nlast: ~\n", encoding="utf-8")
    assert accord.read_taxonomy(path).names == ("yes", "no", "1.0", "010", "null", "last")


def test_yaml_without_the_extra(monkeypatch, tmp_path):
    """Without PyYAML the error says what to install."""
    monkeypatch.setitem(sys.modules, "yaml", None)
    (tmp_path / "t.yaml").write_text("A: [B]", encoding="utf-8")
    with pytest.raises(accord.MissingExtraError, match=r"accord\[yaml\]"):
        accord.read_taxonomy(tmp_path / "t.yaml")


def test_options_of_a_distance_are_numbers():
    """a=x is an error in words."""
    tree = parse_taxonomy("A\n  B")
    with pytest.raises(accord.AccordError, match="needs a number for 'a', got 'x'"):
        accord.labels.taxonomic(tree, a="x")
