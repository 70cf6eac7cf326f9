"""Names that differ only in spelling: space is stripped, the audit names the rest, fold merges."""

import json

import pytest
from hypothesis import given, strategies as st

import accord
from accord.model.audit import alike
from tests.cli.commands import typed

CLEAN = [(1, "A", "x"), (2, "A", "y"), (3, "A", "x"), (1, "B", "x"), (2, "B", "x"), (3, "B", "x")]


def _file(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def _notes(study):
    return "\n".join(() if study.audit is None else study.audit.notes)


def test_space_around_coders_and_items_is_stripped(tmp_path):
    """' A' and 'A ' are A, 's1 ' is s1: the same study as without the spaces, and κ by hand.

    A: x y x x, B: x x x y; A_o = 2/4, A_e = 3/4·3/4 + 1/4·1/4 = 10/16, κ = −1/3."""
    text = "item,coder,label\ns1,A,x\n s2,A ,y\ns3 , A,x\ns4,A,x\n"
    text += "s1 ,B,x\ns2,B\u00a0,x\ns3,B,x\n\ts4,B,y \n"
    study = accord.read(_file(tmp_path, "long.csv", text))
    assert (list(study.items), list(study.coders)) == (["s1", "s2", "s3", "s4"], ["A", "B"])
    assert accord.kappa(study).value == pytest.approx(-1 / 3, abs=1e-12)


SPACED = {
    "wide": ("item,coder A,coder B\n s1,x,y\ns2 ,y,y\n", "codings"),
    "units": (
        "document,coder,begin,end,category\nd,A ,0,3,x\n d,A,5,6,y\nd,B,0,3,x\n",
        "unitizings",
    ),
    "segments": ("document,coder,masses\nd,A ,3 2\n d,B,2 3\n", "segmentations"),
    "places": (
        "document,coder,place,length\nd,A ,3,7\n d,A,5,7\nd,B,2,7\n",
        "segmentations",
    ),
    "mentions": (
        "document,coder,begin,end,chain\nd,A ,0,2,e\n d,A,5,6,e\nd,B,0,2,e\n",
        "partitions",
    ),
}


@pytest.mark.parametrize("name", SPACED)
def test_every_kind_of_table_is_stripped(tmp_path, name):
    """Two coders and no document or item twice, whatever the table holds."""
    text, kind = SPACED[name]
    study = accord.read(_file(tmp_path, "table.csv", text))
    assert study.kind == kind
    assert [name.removeprefix("coder ") for name in study.coders] == ["A", "B"]
    assert all(item == str(item).strip() for item in study.items)
    assert len(set(study.items)) == len(study.items)
    assert "differ" not in _notes(study)


def test_dimensions_are_stripped(tmp_path):
    """Coders and items of several dimensions, too."""
    text = "item,coder,task,turn\ns1,A ,x,g\n s1,B,y,g\n"
    study = accord.read(_file(tmp_path, "d.csv", text), dimensions=["task", "turn"])
    assert (list(study.items), list(study.coders)) == (["s1"], ["A", "B"])


WAYS = {
    "case": ("Stat", "stat"),
    "spaces": ("no answer", "no  answer"),
    "invisible characters": ("yes", "yes\u200b"),
    "Unicode form": ("caf\u00e9", "cafe\u0301"),
    "how numbers are written": ("1", "1.0"),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_audit_names_what_differs_only_in_spelling(way):
    """The note says in what they differ, both spellings as they can be told apart, and counts."""
    one, other = WAYS[way]
    study = accord.from_coders({"A": [one, one, "z"], "B": [other, one, "z"]})
    (note,) = study.audit.notes
    assert note.startswith(f"labels that differ only in {way}: ")
    assert "(3)" in note
    assert "(1)" in note
    assert "accord.convert.fold(study)" in note
    first, second = note.partition(": ")[2].partition(";")[0].split(", ")
    assert first.rpartition(" ")[0] != second.rpartition(" ")[0]
    assert len(study.categories) == 3  # Python keeps what it is given


def test_nothing_to_say():
    """Names that differ in more than spelling are not named: 1.1 and 1.10, A-1 and A 1, i and ı."""
    names = ["1.1", "1.10", "A-1", "A 1", "007", "7", "ab", "a b"]
    assert alike(names) == []
    assert accord.from_coders({"A": names[:2], "B": names[2:4]}).audit is None


def test_numbers_and_text():
    """1, 1.0 and "1" are one category for a reader, and three spellings for Python, with a
    warning: hardly anybody means two labels."""
    with pytest.warns(UserWarning, match="1 and '1' are two labels"):
        study = accord.from_coders({"A": [1, 2, "x"], "B": ["1", 2, "x"]})
    assert "labels that differ only in" in _notes(study)
    merged = accord.convert.fold(study)
    assert list(merged.categories) == [1, 2, "x"]
    assert accord.percent(merged).value == 1


def test_the_most_frequent_spelling_stays():
    """Then the first in sorted order: 'B' (2) and 'b' (2) are 'B', 'a' (2) and 'A' (1) are 'a'."""
    study = accord.from_coders({"A": ["a", "A", "b", "B"], "B": ["a", "z", "B", "b"]})
    merged = accord.convert.fold(study)
    assert set(merged.categories) == {"a", "z", "B"}
    assert any(
        note.startswith("merged labels that differ only in case") for note in merged.audit.notes
    )


def test_coders_and_items_are_merged():
    """Coders 'Ann' and 'ann', items 's1' and 'S1': one study of two coders and two items."""
    rows = [("s1", "Ann", "x"), ("S1", "Bob", "x"), ("s2", "ann", "y"), ("s2", "Bob", "x")]
    study = accord.codings(rows)
    assert len(study.audit.notes) == 2
    merged = accord.convert.fold(study)
    assert (list(merged.items), list(merged.coders)) == (["S1", "s2"], ["Ann", "Bob"])
    assert merged.rows() == [
        ("S1", "Ann", "x"),
        ("S1", "Bob", "x"),
        ("s2", "Ann", "y"),
        ("s2", "Bob", "x"),
    ]


def test_two_people_are_not_merged():
    """Where 'Ann' and 'ann' coded the same item they are not one coder who coded once: an error."""
    study = accord.codings([("s1", "Ann", "x"), ("s1", "ann", "y"), ("s1", "Bob", "x")])
    with pytest.raises(accord.DataError, match="coder 'Ann' has item 's1' twice"):
        accord.convert.fold(study)
    rows = [("d", "Ann", 0, 3, "x"), ("d", "ann", 1, 3, "x"), ("d", "Bob", 1, 3, "x")]
    with pytest.raises(accord.DataError, match="coder 'Ann' has document 'd' twice"):
        accord.convert.fold(accord.Unitizings.of(rows))


def test_sets_are_merged_label_by_label():
    """{'Joy', 'fear'} and {'joy', 'fear'} are one set."""
    rows = [(1, "A", frozenset({"Joy", "fear"})), (1, "B", frozenset({"joy", "fear"}))]
    study = accord.codings([*rows, (2, "A", frozenset({"joy"})), (2, "B", frozenset({"joy"}))])
    merged = accord.convert.fold(study)
    assert set(merged.categories) == {frozenset({"joy", "fear"}), frozenset({"joy"})}
    assert accord.percent(merged).value == 1


def test_units_are_merged():
    """Labels, coders and documents of spans; who saw what and the extents stay."""
    study = accord.Unitizings.of(
        [("D1", "A", 0, 3, "PER"), ("d1", "b", 0, 3, "per"), ("d2", "B", 4, 6, "PER")],
        seen=[("D1", "A"), ("d1", "b"), ("d2", "B"), ("d2", "A")],
        extents={"D1": (0, 10), "d1": (0, 12), "d2": (0, 9)},
    )
    merged = accord.convert.fold(study)
    assert (list(merged.items), list(merged.coders)) == (["D1", "d2"], ["A", "B"])
    assert list(merged.categories) == ["PER"]
    assert [(c.begin, c.end, c.seen.tolist()) for c in merged.continua] == [
        (0, 12, [True, True]),
        (0, 9, [True, True]),
    ]
    assert accord.spans.span_f1(merged.take([0])).value == 1


def test_segments_and_chains_are_merged():
    """Coders of boundaries and of chains, documents alike."""
    rows = [("d", "A", 3, "t"), ("d", "B", 3, "T"), ("e", "a", 2, "t"), ("e", "B", 2, "t")]
    study = accord.Segmentations.of(
        rows, lengths={"d": 7, "e": 5}, seen=[("d", "A"), ("d", "B"), ("e", "a"), ("e", "B")]
    )
    merged = accord.convert.fold(study)
    assert (list(merged.coders), list(merged.types)) == (["A", "B"], ["t"])
    assert accord.boundaries.boundary_alpha(merged).value == 1
    chains = {"d": {"A": [[1, 2]], "B": [[1, 2]]}, "e": {"a": [[1, 3]], "B": [[1], [3]]}}
    merged = accord.convert.fold(accord.Partitions.of_chains(chains))
    assert list(merged.coders) == ["A", "B"]
    assert merged.documents[1].chains("A") == ((1, 3),)


def test_regions_are_merged():
    """Images, coders and categories; the sizes of images stay."""
    rows = [
        ("i", "A", (0, 0, 4, 4), "cat"),
        ("i", "B", (0, 0, 4, 4), "Cat"),
        ("j", "a", (1, 1, 3, 3), "cat"),
        ("J", "B", (1, 1, 3, 3), "cat"),
    ]
    study = accord.regions.Regions.of(rows, sizes={"i": (9, 8), "j": (7, 6), "J": (7, 6)})
    merged = accord.convert.fold(study)
    assert (list(merged.coders), [part.size for part in merged.documents]) == (
        ["A", "B"],
        [(9, 8), (7, 6)],
    )
    assert accord.regions.region_f1(merged).value == 1
    assert sum("merged" in note for note in merged.audit.notes) == 3


TREE, OTHER_TREE = map(accord.trees.Constituents.parsed, ("(S (A a) (B b))", "(S (C (A a)) (B b))"))
GRAPH, OTHER_GRAPH = map(
    accord.graphs.Graph.parsed, ("(w / want :ARG0 (b / boy))", "(w / want :ARG0 (g / girl))")
)


@pytest.mark.parametrize("values", [(TREE, OTHER_TREE), (GRAPH, OTHER_GRAPH)])
def test_coders_and_items_of_trees_and_graphs_are_merged(values):
    """What coders drew has no spelling of its own, so it stays as it is."""
    one, other = values
    rows = [("s1", "A", one), ("S1", "B", one), ("s2", "a", one), ("s2", "B", other)]
    study = accord.codings(rows)
    merged = accord.convert.fold(study)
    assert type(merged) is type(study)
    assert (list(merged.coders), len(merged.items)) == (["A", "B"], 2)
    assert [value for _, _, value in merged.rows()] == [one, one, one, other]


def test_dimensions_are_merged():
    """Labels within their dimension; coders and items of all of them."""
    from accord.kinds.dimensions.study import dimensions

    rows = [("u1", "A", "task", "WHQ"), ("u1", "B", "task", "whq"), ("u1", "A", "turn", "G")]
    merged = accord.convert.fold(
        dimensions([*rows, ("u2", "a", "task", "YNQ"), ("u2", "B", "task", "YNQ")])
    )
    assert (list(merged.coders), list(merged.items)) == (["A", "B"], ["u1", "u2"])
    assert accord.percent(merged["task"]).value == 1
    assert "turn" in merged.names


LABELLED = {
    "long.csv": "item,coder,label\n1,A,Yes\n1,B,yes\n2,A,no\n2,B,no\n3,A,yes\n3,B,yes\n",
    "wide.tsv": "item\tcoder A\tcoder B\n1\tYes\tyes\n2\tno\tno\n3\tyes\tyes\n",
    "rows.jsonl": "".join(
        json.dumps({"item": i, "coder": c, "label": k}) + "\n"
        for i, c, k in [
            (1, "A", "Yes"),
            (1, "B", "yes"),
            (2, "A", "no"),
            (2, "B", "no"),
            (3, "A", "yes"),
            (3, "B", "yes"),
        ]
    ),
}


@pytest.mark.parametrize("name", LABELLED)
def test_fold_while_reading(tmp_path, name):
    """`read(fold=True)`: perfect agreement where only the case differed; else the note says it."""
    path = _file(tmp_path, name, LABELLED[name])
    study = accord.read(path)
    assert accord.percent(study).value == pytest.approx(2 / 3, abs=1e-12)
    assert "labels that differ only in case: 'yes' (3), 'Yes' (1)" in _notes(study)
    assert "`fold=True`" in _notes(study)
    merged = accord.read(path, fold=True)
    assert accord.percent(merged).value == 1
    assert "merged labels" in _notes(merged)
    assert "`fold=" not in _notes(merged)


def test_fold_spans_of_a_format(tmp_path):
    """Labels of an annotation tool's spans: brat files of two coders in folders."""
    for coder, label in (("ann", "Person"), ("bob", "person")):
        (tmp_path / "brat" / coder).mkdir(parents=True)
        (tmp_path / "brat" / coder / "doc.txt").write_text("Ada met Bob", encoding="utf-8")
        line = f"T1\t{label} 0 3\tAda\n"
        (tmp_path / "brat" / coder / "doc.ann").write_text(line, encoding="utf-8")
    assert "differ only in case" in _notes(accord.read(tmp_path / "brat"))
    assert list(accord.read(tmp_path / "brat", fold=True).categories) == ["Person"]


@pytest.mark.parametrize("one", ["1", "1.0", "1.00", "+1", "01"])
@pytest.mark.parametrize("fold", [False, True])
def test_numbers_spelt_in_two_ways_become_numbers(one, fold, tmp_path):
    """'1' and '1.0' are one number, as is a single '01' or '+1': α interval can be had."""
    text = f"item,coder A,coder B\n1,1,{one}\n2,2,2\n3,3,2\n4,1,1\n"
    path = _file(tmp_path, "n.csv", text)
    study = accord.read(path, fold=fold)
    assert list(study.categories) == [1, 2, 3]
    assert one == "1" or any(f"'1', '{one}'" in note for note in study.audit.notes)
    direct = accord.from_coders({"A": [1, 2, 3, 1], "B": [1, 2, 2, 1]})
    for d in ("nominal", "interval"):
        expected = accord.alpha(direct, distance=d).value
        assert accord.alpha(study, distance=d).value == expected
    records = [{"id": 1, "coder": "A", "label": "x"}, {"id": 1, "coder": "B", "label": "X"}]
    assert len(accord.from_records(records, fold=True).categories) == 1


@pytest.mark.parametrize("cell", ["00", "-0", "0.0", "-0.0"])
def test_one_odd_zero_does_not_turn_a_scale_into_names(cell, tmp_path):
    """A zero written otherwise in one cell is the zero of the others."""
    path = _file(tmp_path, "n.csv", f"item,coder A,coder B\n1,0,{cell}\n2,2,2\n3,3,2\n4,1,1\n")
    assert list(accord.read(path).categories) == [0, 1, 2, 3]
    assert [str(name) for name in accord.read(path).categories] == ["0", "1", "2", "3"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("item,coder A,coder B\n1,7,007\n2,012,12\n3,3,3\n", {"7", "007", "012", "12", "3"}),
        ("item,coder A,coder B\n1,1.1,1.10\n2,1.2,1.2\n3,3,3\n", {"1.1", "1.10", "1.2", "3"}),
    ],
)
def test_codes_that_look_like_one_number_stay_apart(text, names, tmp_path):
    """007 beside 7 and 012 beside 12 are codes (one such pair is a slip), and so are the headings
    1.1 and 1.10; the note says what makes numbers of them."""
    path = _file(tmp_path, "n.csv", text)
    study = accord.read(path)
    assert set(study.categories) == names
    assert any("`fold=True`" in note and "kept as text" in note for note in study.audit.notes)
    folded = accord.read(path, fold=True)
    assert set(folded.categories) == {float(name) for name in names}


def test_declared_codes_are_what_they_are(tmp_path):
    """Who declares 7 and 007 as two categories has two."""
    path = _file(tmp_path, "n.csv", "item,coder A,coder B\n1,7,007\n2,7,7\n3,8,8\n")
    assert list(accord.read(path).categories) == [7, 8]
    assert list(accord.read(path, categories=["7", "007", "8"]).categories) == ["7", "007", "8"]


def test_counted_spellings_of_a_number_are_merged_as_read_ones_are(tmp_path):
    """An engine that counts text finds the number that a reader finds."""
    import polars as pl

    frame = pl.DataFrame({"item": [1, 2, 3], "A": ["1", "2", "007"], "B": ["1.0", "2", "7"]}).lazy()
    found = accord.scale.count(frame, item="item", coders=["A", "B"])
    assert accord.percent(found).value == 1
    codes = pl.DataFrame({"item": [1, 2], "A": ["7", "012"], "B": ["007", "12"]}).lazy()
    assert accord.percent(accord.scale.count(codes, item="item", coders=["A", "B"])).value == 0


def test_declared_categories_are_found_in_any_spelling(tmp_path):
    """Spellings are merged before labels are looked up; the declared spelling and order stay."""
    path = _file(tmp_path, "long.csv", LABELLED["long.csv"])
    study = accord.read(path, fold=True, categories=["No", "maybe", "YES"])
    assert list(study.categories) == ["No", "maybe", "YES"]
    assert study.declared
    assert accord.percent(study).value == 1
    path = _file(tmp_path, "n.csv", "item,coder A,coder B\n1,1,1.0\n2,2,2\n3,3,2\n4,1,1\n")
    assert list(accord.read(path, fold=True, categories=["3", "2", "1", "0"]).categories) == [
        *(3, 2, 1, 0)
    ]
    with pytest.raises(accord.DataError, match="'yes' is not in the list of categories"):
        accord.read(tmp_path / "long.csv", fold=True, categories=["no", "maybe"])


def test_merged_coders_are_not_named_where_they_are_renamed(tmp_path):
    """--anonymise with --fold leaves no spelling of a coder in the audit."""
    text = "item,coder,label\n1,Annabel,x\n1,Bob,x\n2,annabel,y\n2,Bob,y\n"
    for fold in (True, False):
        study = accord.read(_file(tmp_path, "a.csv", text), fold=fold, anonymise=True)
        assert "nnabel" not in _notes(study)
        assert "coders that differ only in case" in _notes(study)


def test_every_command_that_reads_can_fold():
    """--fold is an option of every command that has the reading options."""
    from accord.cli import program

    readers = []
    for name in program.list_commands(None):
        command = program.get_command(None, name)
        options = {option for part in command.params for option in part.opts}
        if "--coder-from" in options:
            readers.append(name)
            assert "--fold" in options, name
    assert {"measure", "compare", "report", "choose", "check"} <= set(readers)


def test_fold_on_the_command_line(tmp_path):
    """The audit names the option, and with it the number changes."""
    _file(tmp_path, "long.csv", LABELLED["long.csv"])
    code, out, err = typed("measure", "long.csv", "-m", "percent", cwd=tmp_path)
    assert code == 0
    assert "0.6667" in out
    assert "merge them with --fold" in err
    _, out, err = typed("measure", "long.csv", "-m", "percent", "--fold", cwd=tmp_path)
    assert "1.0000" in out
    assert "merged labels that differ only in case: 'yes' (3), 'Yes' (1)" in err


def test_an_engine_strips_and_names_alike(tmp_path):
    """Counted where it is, a table has the same coders, items and notes as one that is read."""
    text = "item,coder,label\ns1,A,x\ns2,A ,X\n s1,B,x\ns2,B,x\n"
    path = _file(tmp_path, "long.csv", text)
    study, counted = accord.read(path), accord.scale.count([str(path)])
    assert list(counted.coders) == ["A", "B"]
    assert accord.kappa(counted).value == accord.kappa(study).value
    assert accord.percent(counted).value == 0.5
    assert "labels that differ only in case: 'x' (3), 'X' (1); merge them with" in _notes(counted)


def test_counts_are_folded_as_codings_are(tmp_path):
    """Saved counts name spellings with their codings, and --fold gives the number of the codings
    that are folded; spellings of coders cannot be merged in counts, and that is said."""
    for name in ("part", "same"):
        _file(tmp_path, f"{name}.csv", LABELLED["long.csv"])
        typed("count", f"{name}.csv", "-o", f"{name}.parquet", cwd=tmp_path)
    both = ("part.parquet", "same.parquet", "-m", "pi")
    _, _, err = typed("measure", *both, cwd=tmp_path)
    assert "labels that differ only in case: 'yes' (6), 'Yes' (2); merge them with --fold" in err
    _, out, err = typed("measure", *both, "--fold", cwd=tmp_path)
    assert "merged labels that differ only in case: 'yes' (6), 'Yes' (2)" in err
    assert "1.0000" in out
    folded = accord.scale.count([str(tmp_path / "part.csv")], fold=True)
    assert accord.pi(folded).value == accord.pi(accord.read(tmp_path / "part.csv", fold=True)).value
    two = _file(tmp_path, "two.csv", "item,coder,label\n1,A,x\n1,a,x\n2,A,y\n2,a,x\n")
    with pytest.raises(accord.DataError, match="coders that differ only in case: 'A', 'a'; counts"):
        accord.scale.count([str(two)], fold=True)


def test_counts_have_a_name_by_which_they_are_known(tmp_path):
    """Counts under another name than a Parquet file's would not be read as counts again."""
    _file(tmp_path, "long.csv", LABELLED["long.csv"])
    code, _, err = typed("count", "long.csv", "-o", "counts.tally", cwd=tmp_path)
    assert code == 1
    assert "give a name that ends in .parquet" in err


RESPELT = st.sampled_from(
    [str.upper, str.title, lambda t: f" {t}", lambda t: f"{t}\u200b", lambda t: f"\ufeff{t}"]
)


@given(st.lists(st.sampled_from(CLEAN), min_size=2, unique_by=lambda row: row[:2]), st.data())
def test_fold_undoes_any_spelling(rows, data):
    """However labels and coders are respelt, the folded study has the agreement of the clean one,
    and folding again changes nothing."""
    respelt = [
        (item, data.draw(RESPELT)(coder.lower()), data.draw(RESPELT)(label))
        for item, coder, label in rows
    ]
    clean, merged = accord.codings(rows), accord.convert.fold(accord.codings(respelt))
    assert merged.counts() == clean.counts()
    assert accord.percent(merged).observed == pytest.approx(
        accord.percent(clean).observed, nan_ok=True
    )
    again = accord.convert.fold(merged)
    assert again == merged
