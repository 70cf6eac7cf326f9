"""Rows that lie deep in files, some rows only, and votes of which a table has a part."""

import json

import pytest

import accord


def _file(folder, name, value):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return path


def _labels(study):
    """{item: {coder: label}} of a study."""
    return {
        str(item): {
            str(study.coders[c]): str(study.categories[k])
            for i, c, k in zip(study.item, study.coder, study.category, strict=True)
            if study.items[i] == item
        }
        for item in study.items
    }


def test_keys_are_columns(tmp_path):
    """{coder: {item: label}} by its path."""
    path = _file(tmp_path, "a.json", {"Ann": {"1": "x", "2": "y"}, "Bob": {"1": "x", "2": "x"}})
    study = accord.read(
        path, rows="{coder}.{item}", shape="long", item="item", coder="coder", category="value"
    )
    assert _labels(study) == {"1": {"Ann": "x", "Bob": "x"}, "2": {"Ann": "y", "Bob": "x"}}


def test_lists_are_numbered_and_what_lies_around_is_there(tmp_path):
    """Fields of the objects on the way are columns, and so is the number in a list."""
    for who, labels in (("u1", "abba"), ("u2", "abbb")):
        turns = [{"label": one} for one in labels]
        dialogues = [{"id": "d1", "turns": turns[:2]}, {"id": "d2", "turns": turns[2:]}]
        _file(tmp_path, f"f/{who}.json", {"user": who, "dialogues": dialogues})
    study = accord.read(
        tmp_path / "f",
        rows="dialogues[].turns[turn]",
        shape="long",
        item=["id", "turn"],
        coder="user",
        category="label",
    )
    assert _labels(study)["d2 · 2"] == {"u1": "a", "u2": "b"}
    some = accord.read(
        tmp_path / "f",
        rows="dialogues[].turns[turn]",
        shape="long",
        item=["id", "turn"],
        coder="user",
        category="label",
        where=["id!=d1"],
    )
    assert [str(item) for item in some.items] == ["d2 · 1", "d2 · 2"]


def test_every_cell_of_a_table(tmp_path):
    """A table is a list of its rows: a file for each coder, a row and a column for each item."""
    _file(tmp_path, "t/A.csv", "p,q\n0,1\n1,1\n")
    _file(tmp_path, "t/B.csv", "p,q\n0,1\n0,1\n")
    study = accord.read(
        tmp_path / "t",
        rows="[second].{baby}",
        shape="long",
        item=["baby", "second"],
        coder="file",
        category="value",
    )
    assert len(study.items) == 4
    assert _labels(study)["p · 2"] == {"A": "1", "B": "0"}


def test_keys_are_taken_apart_and_chosen(tmp_path):
    """A template takes the last part of a key; a pattern takes some keys only."""
    mine = {"a__b__Q1": "x", "a__b__Q2": "y", "c__Q1": "x"}
    path = _file(tmp_path, "a.json", {"Ann": mine, "Bob": mine})
    reading = {"shape": "long", "item": "item", "coder": "coder", "category": "value"}
    study = accord.read(path, rows="{coder}.{item}__{question:Q1}", **reading)
    assert [str(item) for item in study.items] == ["a__b", "c"]


def test_a_name_twice_has_both_parts(tmp_path):
    """Mentions are named by their sentence and their place; words of one say it once."""
    clusters = {"0": {"0,0,2": [1], "1,0,2": [1]}, "1": {"3,3,4": [1], "5,5,6": [2, 1]}}
    other = {"0": {"0,0,2": [1]}, "1": {"3,3,4": [1], "5,5,6": [2]}}
    value = [{"annotations": clusters, "who": "A"}, {"annotations": other, "who": "B"}]
    path = _file(tmp_path, "text.json", value)
    study = accord.read(
        path,
        rows="[].annotations.{mention}.{},{mention},{mention}[mention]=chain",
        kind="coreference",
        item="file",
        coder="who",
    )
    assert repr(study) == "Partitions(1 documents, 2 coders, 4 mentions)" or "4 mentions" in repr(
        study
    )


def test_segments_by_unit(tmp_path):
    """A segment for each paragraph: a boundary lies where another begins."""
    _file(tmp_path, "s/ch1.csv", "paragraph,an1,an2\n1,1,1\n2,1,2\n3,2,2\n4,2,3\n")
    study = accord.read(
        tmp_path / "s",
        rows="[].{annotator:an*}",
        kind="segmentations",
        item="file",
        coder="annotator",
        category="value",
    )
    same = accord.Segmentations.from_masses({"ch1": {"an1": [2, 2], "an2": [1, 2, 1]}})
    alpha = accord.boundaries.boundary_alpha
    assert alpha(study).value == alpha(same).value


@pytest.mark.parametrize("path", ["", "a..b", "{a", "a[", "{a}{", "a]["])
def test_what_is_no_path_is_refused(tmp_path, path):
    """The error shows what a path is."""
    file = _file(tmp_path, "a.json", {"Ann": {"1": "x"}})
    with pytest.raises(accord.DataError, match="rows"):
        accord.read(file, rows=path or ".", coder="coder")


def test_a_path_that_leads_nowhere_is_said(tmp_path):
    """Nothing is computed from no rows."""
    file = _file(tmp_path, "a.json", {"Ann": {"1": "x"}})
    with pytest.raises(accord.DataError, match="nothing found at"):
        accord.read(file, rows="labels[].{item}", coder="coder")


TABLE = "item,coder,label,part\n1,A,x,a\n1,B,x,a\n2,A,y,b\n2,B,x,b\n3,A,y,c\n3,B,y,c\n"


@pytest.mark.parametrize(
    ("where", "items"),
    [
        (["part=a|b"], ["1", "2"]),
        (["part!=a"], ["2", "3"]),
        (["part!=a", "part!=b"], ["3"]),
        (["part=*"], ["1", "2", "3"]),
    ],
)
def test_only_some_rows(tmp_path, where, items):
    """All conditions must hold; texts with | between them are alternatives."""
    path = _file(tmp_path, "t.csv", TABLE)
    reading = {"shape": "long", "item": "item", "coder": "coder", "category": "label"}
    study = accord.read(path, where=where, **reading)
    assert [str(item) for item in study.items] == items
    assert ("left out" in " ".join(study.audit.notes)) is (len(items) < 3)


@pytest.mark.parametrize(
    ("where", "message"),
    [
        (["part"], "expected COLUMN=TEXT"),
        (["par=a"], "no column 'par'"),
        (["part=z"], "no row has"),
    ],
)
def test_a_condition_with_a_fault_is_said(tmp_path, where, message):
    """No condition is ignored."""
    path = _file(tmp_path, "t.csv", TABLE)
    with pytest.raises(accord.DataError, match=message):
        accord.read(path, where=where)


def test_where_needs_columns(tmp_path):
    """Files without columns refuse it."""
    path = _file(tmp_path, "human_annotations.json", {"A": {"1": "x"}, "B": {"1": "y"}})
    with pytest.raises(accord.DataError, match="has no columns"):
        accord.read(path, where=["a=b"])


def test_votes_of_one_label(tmp_path):
    """2 of 3 said yes, so 1 said no."""
    path = _file(tmp_path, "t.csv", "clip,Block,n\n1,3,3\n2,2,3\n3,0,3\n")
    for votes in (3, "n"):
        study = accord.read(path, item="clip", categories=["Block"], votes=votes)
        same = accord.from_counts([[3, 0], [2, 1], [0, 3]], categories=["yes", "no"])
        alpha = [accord.alpha(one, distance="nominal").value for one in (study, same)]
        assert alpha[0] == alpha[1]


def test_shares_are_votes(tmp_path):
    """Shares of as many votes as a column says."""
    text = "item\tshares\tvotes\n1\ta:0.75; b:0.25; c:0\t4\n2\ta:0; b:1; c:0\t3\n"
    path = _file(tmp_path, "t.tsv", text)
    study = accord.read(path, item="item", category="shares", votes="votes")
    same = accord.from_counts([[3, 1], [0, 3]], categories=["a", "b"])
    alpha = [accord.alpha(one, distance="nominal").value for one in (study, same)]
    assert alpha[0] == alpha[1]


@pytest.mark.parametrize(
    ("text", "told", "message"),
    [
        ("i,Yes\n1,4\n2,1\n", {"categories": ["Yes"], "votes": 3}, "4 votes, but only 3"),
        ("i,Yes\n1,x\n2,1\n", {"categories": ["Yes"], "votes": 3}, "whole numbers"),
        ("i,Yes\n1,1\n2,1\n", {"votes": 3}, "name the columns"),
        ("i,s,n\n1,a:2;b:0,3\n2,a:1,3\n", {"category": "s", "votes": "n"}, "is not a share"),
        ("i,s,n\n1,a:1,x\n2,a:1,3\n", {"category": "s", "votes": "n"}, "expected a whole number"),
    ],
)
def test_votes_with_a_fault_are_said(tmp_path, text, told, message):
    """More votes than coders, no numbers, no columns: each is said with its place."""
    path = _file(tmp_path, "t.csv", text)
    with pytest.raises(accord.DataError, match=message):
        accord.read(path, item="i", **told)


def test_short_rows_of_named_columns_are_empty_at_the_end(tmp_path):
    """Who names all columns knows which a short row lacks; otherwise it is a fault."""
    path = _file(tmp_path, "t.txt", "a\t1\t2\t3\nb\t1\t2\nc\t3\t3\t3\nd\t2\t2\t2\n")
    reading = {"shape": "wide", "item": "w", "coders": ["r1", "r2", "r3"]}
    study = accord.read(path, header="w,r1,r2,r3", **reading)
    assert len(study) == 11
