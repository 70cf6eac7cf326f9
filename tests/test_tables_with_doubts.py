"""Tables whose names fit and whose cells do not: each doubt with a table on either side of it."""

import json
import re
from itertools import groupby
from pathlib import Path

import pytest

import accord
from accord._read.tables import evidence, not_people
from accord._read.tables.computed_columns import computed
from accord._read.tables.not_people import programs_in, references_in
from accord._read.tables.roles import Table
from accord.kinds.boundaries.study import Segmentations
from accord.words.said import spoken
from tests.laws.foreign_tables import alpha

CELLS = ["xx", "xy", "yy", "yy", "xx", "yx", "xx", "yy", "zz", "zz", "zy", "xx"]


def written(path, header, rows):
    """A table in a file."""
    lines = [header, *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def long_rows(coders, cells=CELLS):
    """A row for each label: coder after coder of an item."""
    return [(n, who, row[at]) for n, row in enumerate(cells) for at, who in enumerate(coders)]


def is_asked(path):
    """Whether a question is asked; a number is the only other way."""
    try:
        accord.read(path)
    except accord.DataError as error:
        if "who the coders are" not in str(error):
            raise
        return True
    return False


# Who is no person ---------------------------------------------------------------------------------

THREE = [f"{one}{two}{'xyz'[n % 3]}" for n, (one, two) in enumerate(CELLS)]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        *((name, "programs") for name in ("gpt-4", "GPT4o", "claude-3-opus", "Llama 3", "o1-mini")),
        *((name, "programs") for name in ("meta/llama-2-7b", "system A", "ChatGPT", "tiny-13b-x")),
        *((name, "references") for name in ("gold", "Majority vote", "consensus", "Mittelwert")),
    ],
)
def test_programs_and_references_of_a_long_table_are_no_coders(tmp_path, name, key):
    """Beside two people they are left out, as their columns are, said, and taken where named."""
    path = written(
        tmp_path / "t.csv", "item,annotator,label", long_rows(("Ann", "Bob", name), THREE)
    )
    study = accord.read(path)
    assert list(study.coders) == ["Ann", "Bob"]
    assert accord.alpha(study).value == pytest.approx(alpha(CELLS), abs=1e-12)
    (note,) = (n for n in study.audit.notes if "left out" in n)
    assert note.key == f"read.left-out-{key}"
    assert repr(name) in note
    whole = accord.read(path, coders=["*"])
    assert list(whole.coders) == ["Ann", "Bob", name]
    assert accord.alpha(whole).value == pytest.approx(alpha(THREE), abs=1e-12)
    assert list(accord.read(path, coders=["Ann", name]).coders) == ["Ann", name]


@pytest.mark.parametrize("name", ["Claude", "AI", "A1", "R7", "Goldie", "phi", "B2B", "7b", "Finn"])
def test_people_with_odd_names_stay(tmp_path, name):
    """One who is called as a program and as people are is a person unless a program is beside."""
    path = written(
        tmp_path / "t.csv", "item,annotator,label", long_rows(("Ann", "Bob", name), THREE)
    )
    left = list(accord.read(path).coders)
    assert left == (["Ann", "Bob"] if name == "7b" else ["Ann", "Bob", name])


def test_names_of_programs():
    """By a word of their own, by a number behind a person's name, by a size, or by company."""
    assert programs_in(["Claude 2", "Ann"]) == ["Claude 2"]
    assert programs_in(["Claude", "bert-base"]) == ["Claude", "bert-base"]
    assert programs_in(["system", "Ann"]) == []  # as a column, it may be anything
    assert references_in(["final", "finalist", "Max"]) == ["final"]


def test_fewer_than_two_people_are_compared_with_programs(tmp_path):
    """Where leaving programs out leaves nothing to compare they count, which is said."""
    path = written(tmp_path / "t.csv", "item,annotator,label", long_rows(("Ann", "gpt-4")))
    study = accord.read(path)
    assert list(study.coders) == ["Ann", "gpt-4"]
    assert "read.programs-count" in {getattr(note, "key", "") for note in study.audit.notes}
    rows = [(n, "Ann" if n < 6 else "Bob", row[0]) for n, row in enumerate(CELLS)]
    rows += [(n, "gpt-4", row[1]) for n, row in enumerate(CELLS)]
    apart = accord.read(written(tmp_path / "u.csv", "item,annotator,label", rows))
    assert list(apart.coders) == ["Ann", "Bob", "gpt-4"]


def test_programs_in_other_tables(tmp_path):
    """Lists of answers in JSON, frames that nobody explains, and spans are read alike."""
    answers = [
        {
            "id": n,
            "answers": [
                {"annotator": who, "label": one} for who, one in zip("PQ", row, strict=True)
            ],
        }
        for n, row in enumerate(CELLS)
    ]
    for n, one in enumerate(answers):
        one["answers"].append({"annotator": "gpt-4", "label": "xyz"[n % 3]})
    path = tmp_path / "t.json"
    path.write_text(json.dumps(answers))
    assert accord.alpha(accord.read(path)).value == pytest.approx(alpha(CELLS), abs=1e-12)
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(
        long_rows(("P", "Q", "gpt-4"), THREE), columns=["item", "annotator", "label"]
    )
    assert accord.alpha(frame).value == pytest.approx(alpha(CELLS), abs=1e-12)
    rows = [
        (f"d{n}", who, 0, 3 + (who == "gpt-4")) for n in range(4) for who in ("P", "Q", "gpt-4")
    ]
    spans = accord.read(written(tmp_path / "s.csv", "document,annotator,begin,end", rows))
    assert list(spans.coders) == ["P", "Q"]
    assert accord.spans.span_f1(spans).value == 1


def test_a_judge_of_a_long_table_is_found_by_name(tmp_path):
    """The judge is whom `accord.read` leaves out, and no reference is among the people."""
    cells = [f"{row}{row[0]}{row[1]}" for row in CELLS * 3]
    path = written(
        tmp_path / "t.csv", "item,annotator,label", long_rows(("A", "B", "gpt-4", "gold"), cells)
    )
    sheet = accord.judge(path, "gpt-4", resamples=50)
    assert [one.judge for one in sheet.judges] == ["gpt-4"]
    assert list(sheet.people.coders) == ["A", "B"]


# Labels that are something else -------------------------------------------------------------------


@pytest.mark.parametrize(("times", "asked"), [(2, False), (3, True)])
def test_what_stays_the_same_of_a_coder_is_no_label(tmp_path, times, asked):
    """The group of a coder stands in every row; of two rows each nobody can tell."""
    rows = [(n, who, group) for n in range(times) for who, group in (("P", "old"), ("Q", "new"))]
    assert is_asked(written(tmp_path / "t.csv", "item,annotator,class", rows)) is asked
    rows[0] = (0, "P", "new")
    assert not is_asked(written(tmp_path / "t.csv", "item,annotator,class", rows))
    assert evidence.ROWS_OF_A_CODER == 3


@pytest.mark.parametrize(("items", "asked"), [(2, False), (3, True)])
def test_answers_to_different_questions(tmp_path, items, asked):
    """Three items that share no label are three questions; two may differ in all."""
    rows = [
        (f"q{n}", who, f"{n}{who if n == 1 else 'x'}") for n in range(items) for who in "PQRSTUV"
    ]
    assert is_asked(written(tmp_path / "t.csv", "question,rater,response", rows)) is asked
    alike = [(f"q{n}", who, f"{n}x") for n in range(items) for who in "PQRSTUV"]
    assert not is_asked(written(tmp_path / "t.csv", "question,rater,response", alike))
    rows += [("q9", who, "0x") for who in "PQ"]
    assert not is_asked(written(tmp_path / "t.csv", "question,rater,response", rows))


@pytest.mark.parametrize(("different", "asked"), [(16, False), (17, True)])
def test_labels_come_again(tmp_path, different, asked):
    """Of 20 cells, up to 16 may be different: more are free answers."""
    labels = [f"w{n}" for n in range(different)] + ["w6", "w7", "w8", "w0"][different - 16 :]
    rows = [(f"q{n % 10}", "PQ"[n // 10], label) for n, label in enumerate(labels)]
    assert is_asked(written(tmp_path / "t.csv", "question,annotator,answer", rows)) is asked


def test_ticks_are_asked_about(tmp_path):
    """x and nothing: percent agreement of what both ticked is 1, whatever they left out."""
    ticks = [(n, "x" if n % 2 else "", "x" if n % 3 else "") for n in range(12)]
    assert is_asked(written(tmp_path / "t.csv", "item,rater1,rater2", ticks))
    long = [(n, who, "x" if n % (at + 2) else "") for n in range(12) for at, who in enumerate("PQ")]
    assert is_asked(written(tmp_path / "t.csv", "item,rater,label", long))
    ticks[0] = (0, "o", "x")
    assert not is_asked(written(tmp_path / "t.csv", "item,rater1,rater2", ticks))
    full = [(n, "x", "x") for n in range(12)]
    assert not is_asked(written(tmp_path / "t.csv", "item,rater1,rater2", full))


def test_jobs_of_machines(tmp_path):
    """A worker may be a processor."""
    machines = long_rows(("gpu:0", "gpu:1"))
    assert is_asked(written(tmp_path / "t.csv", "task,worker,answer", machines))
    mixed = long_rows(("gpu:0", "Ann"))
    assert not is_asked(written(tmp_path / "t.csv", "task,worker,answer", mixed))


@pytest.mark.parametrize(("name", "asked"), [("language", True), ("gender", False)])
def test_what_items_lie_in_and_coders_have(tmp_path, name, asked):
    """Two languages have an item 3 each; a gender is the coder's."""
    rows = [(*row, "ab"[row[1] == "Q"]) for row in long_rows(("P", "Q"))]
    assert is_asked(written(tmp_path / "t.csv", f"item,annotator,label,{name}", rows)) is asked


@pytest.mark.parametrize("names", ["rater1_id,rater2_id", "Annotator Name 1,Annotator Name 2"])
def test_columns_of_the_names_of_coders(tmp_path, names):
    """What is called rater1_id holds who the rater is."""
    rows = [(n, *row) for n, row in enumerate(CELLS)]
    assert is_asked(written(tmp_path / "t.csv", f"item,{names}", rows))


def test_a_column_that_names_the_winner(tmp_path):
    """Where cells are names of the columns, these were compared."""
    rows = [(n, *row, f"Rater{n % 2 + 1}") for n, row in enumerate(CELLS)]
    assert is_asked(written(tmp_path / "t.csv", "item,rater1,rater2,better", rows))
    rows = [(n, *row, f"Rater{n % 2 + 3}") for n, row in enumerate(CELLS)]
    assert not is_asked(written(tmp_path / "t.csv", "item,rater1,rater2,better", rows))


# Rows that are computed ---------------------------------------------------------------------------

NUMBERS = [(1, 2), (3, 3), (5, 4), (2, 2), (4, 4), (3, 2)]


@pytest.mark.parametrize(
    ("last", "asked"),
    [
        (("18", "17"), True),  # the sums
        (("3.0", "2.83"), True),  # the only fraction
        (("3,1", "2,8"), True),  # written with a comma
        (("15", "12"), False),  # three times the largest, no more
        (("16", "13"), True),
        (("5", "17"), False),  # one column alone may be so
        (("4", "1"), False),
    ],
)
def test_a_last_row_of_sums_or_means(tmp_path, last, asked):
    """Without a name in the row, its numbers tell: in every column what no rating could be."""
    path = tmp_path / "t.csv"
    body = "\n".join(";".join(map(str, row)) for row in [("rater1", "rater2"), *NUMBERS, last])
    path.write_text(body + "\n")
    assert is_asked(path) is asked


def test_a_sum_below_few_rows_is_a_rating(tmp_path):
    """1 and 2 above 3: three rows are the least above a sum."""
    path = tmp_path / "t.csv"
    path.write_text("rater1,rater2\n1,2\n1,1\n2,3\n")
    assert not is_asked(path)
    path.write_text("rater1,rater2\n1,2\n1,1\n2,1\n4,4\n")
    assert is_asked(path)
    assert evidence.ROWS_ABOVE_SUM == 3


def test_rows_called_by_measures(tmp_path):
    """Precision and recall of each annotator are no items."""
    rows = [("precision", 3, 4), ("recall", 2, 2), ("accuracy", 3, 3)]
    assert is_asked(written(tmp_path / "t.csv", "id,annotator1,annotator2", rows))


def test_blank_rows_separate_parts(tmp_path):
    """They are left out and counted, wherever they stand."""
    rows = [(n, *row) for n, row in enumerate(CELLS)]
    rows[5:5] = [("", "", "")]
    study = accord.read(written(tmp_path / "t.csv", "item,rater1,rater2", rows))
    assert len(study.items) == 12
    assert any("1 empty row" in note for note in study.audit.notes)


# Tables of counts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("corner", "rows", "asked"),
    [
        ("", ["a,8,2", "b,1,9"], True),
        ("Rater A / Rater B", ["a,8,2", "b,1,9"], False),
        ("label", ["a,8,2", "b,1,9"], False),
        ("from", ["a,8,2", "b,1,9"], True),
        ("actual/predicted", ["a,8,2", "b,1,9"], True),
        ("rater", ["a,1,0", "b,1,1"], True),
        ("rater", ["a,2,0", "b,1,1"], False),
    ],
)
def test_the_corner_and_the_size_of_counts(tmp_path, corner, rows, asked):
    """A corner that says nothing or something else, and ones alone, are no counts of pairs."""
    path = tmp_path / "t.csv"
    path.write_text("\n".join([f"{corner},a,b", *rows]) + "\n")
    assert is_asked(path) is asked


# Several labels in a cell -------------------------------------------------------------------------


@pytest.mark.parametrize(("third", "asked"), [("x;y", True), ("x;q", False), ("x;x", False)])
def test_one_label_that_is_made_of_two_others(tmp_path, third, asked):
    """joy;fear beside joy and fear is two labels, even if it is the only one."""
    rows = long_rows(("P", "Q"))
    rows[3] = (1, "Q", third)
    path = written(tmp_path / "t.csv", "item,coder,label", rows)
    if not asked:
        assert accord.read(path).counts()["k"] == 4
        return
    with pytest.raises(accord.DataError, match="several labels in one cell"):
        accord.read(path)


def test_per_cents_are_numbers(tmp_path):
    """Columns of distinct whole per cents crashed."""
    rows = [(n, f"{n * 7 % 31}%", f"{n * 5 % 29}%") for n in range(14)]
    assert is_asked(written(tmp_path / "t.csv", "price,annotator1,annotator2", rows))


@pytest.mark.parametrize("module", [evidence, not_people])
def test_thresholds_have_reasons(module):
    """Every number that decides is a name with its reason below it."""
    lines = Path(module.__file__).read_text("utf-8").splitlines()
    named = [n for n, line in enumerate(lines) if re.fullmatch(r"[A-Z_]+ = [\d._]+", line)]
    assert named
    assert [lines[n] for n in named if not lines[n + 1].startswith('"""')] == []


@pytest.mark.parametrize(("apart", "found"), [(3, True), (2, False)])
def test_who_is_always_halfway_is_no_coder(apart, found):
    """Where the others differ in three rows or more, a column of their means was computed."""
    points = [(1, 3), (5, 1), (2, 4)][:apart] + [(n % 5 + 1,) * 2 for n in range(9 - apart)]
    cells = [[str(a), str(b), str((a + b) // 2)] for a, b in points]
    table = Table("t", ("a", "b", "c"), cells, [*range(9)], ())
    assert ("c" in computed(table, table.header)) is found


@pytest.mark.parametrize("label", ["skip", "Übersprungen", "omis", "k.A.", "don't know"])
def test_labels_that_say_that_there_is_none(tmp_path, label):
    """They are asked about, with both answers; not to know is an answer."""
    rows = [(n, *row) for n, row in enumerate(CELLS)]
    rows[3] = (3, "x", label)
    path = written(tmp_path / "t.csv", "item,rater1,rater2", rows)
    if label == "don't know":
        assert accord.read(path).counts()["k"] == 4
        return
    with pytest.raises(accord.DataError, match="is a label or means “missing”"):
        accord.read(path)


@pytest.mark.parametrize(
    ("coders", "asked"),
    [
        *((("round 1", "round 2"), True), (("pre", "post"), True), (("BLEU", "ROUGE"), True)),
        *((("Ann", "both"), True), (("Ann", "Ann (2)"), True), (("control", "case"), True)),
        *((("Ann", "Bob"), False), (("A (2)", "B (2)"), False), (("Ola", "Max"), False)),
    ],
)
def test_rounds_conditions_and_groups_are_no_coders(tmp_path, coders, asked):
    """In a column of coders they are asked about; people of any name are read."""
    path = written(tmp_path / "t.csv", "item,rater,label", long_rows(coders))
    assert is_asked(path) is asked
    if not asked:
        assert accord.alpha(accord.read(path)).value == pytest.approx(alpha(CELLS), abs=1e-12)


def test_items_for_practice_and_means_are_asked_about(tmp_path):
    """Two items that coders practised on; a rater who is always halfway between the others."""
    rows = [("practice 1", "x", "x"), *((f"i{n}", *row) for n, row in enumerate(CELLS))]
    assert is_asked(written(tmp_path / "t.csv", "item,rater1,rater2", rows))
    assert not is_asked(written(tmp_path / "t.csv", "item,rater1,rater2", rows[1:]))
    points = [(1, 3), (5, 1), (2, 4), *((n % 5 + 1,) * 2 for n in range(9))]
    means = [(n, a, b, (a + b) // 2) for n, (a, b) in enumerate(points)]
    assert is_asked(written(tmp_path / "t.csv", "item,rater1,rater2,rater3", means))


# What is offered ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("rows", "computed_so"), [(7, False), (8, True)])
def test_a_column_of_means_or_sums_is_no_coder(rows, computed_so):
    """In eight rows or more: a mean has fractions and lies between the others, a sum is exact."""
    points = [(1 + n % 5, 1 + n * 3 % 5, 1 + n * 7 % 4) for n in range(rows)]
    for of, what in ((lambda row: round(sum(row) / 3, 2), "a mean"), (sum, "the sum")):
        cells = [[*map(str, row), str(of(row))] for row in points]
        table = Table("t", ("a", "b", "c", "d"), cells, [*range(rows)], ())
        found = computed(table, table.header)
        assert found == ({"d": f"{what} of the others"} if computed_so else {})
    free = [[*map(str, row), str(row[0] + 0.5)] for row in points]
    assert (
        computed(Table("t", ("a", "b", "c", "d"), free, [*range(rows)], ()), ("a", "b", "c", "d"))
        == {}
    )
    words = [[*map(str, row), "x"] for row in points]
    assert (
        computed(Table("t", ("a", "b", "c", "d"), words, [*range(rows)], ()), ("a", "b", "c", "d"))
        == {}
    )


def test_a_mean_beside_ratings_is_not_offered_as_a_coder(tmp_path):
    """Columns that are called by numbers alone, the first of which is the mean of the others."""
    lines = [
        "\t".join(
            [
                f"word{n}",
                f"{(n % 7 + n * 3 % 7) / 2 + 0.25}",
                str(n % 7),
                str(n * 3 % 7),
                str(n * 5 % 7),
            ]
        )
        for n in range(20)
    ]
    path = tmp_path / "t.tsv"
    path.write_text("\n".join(["word\t1\t2\t3\t4", *lines]) + "\n")
    with pytest.raises(accord.DataError, match="who the coders are") as error:
        accord.read(path)
    assert error.value.readings[0]["coders"] in (["2", "3", "4"], ["1", "2", "3", "4"])


def test_rows_of_different_lengths_without_a_header(tmp_path):
    """Nothing says how wide they are: cells that are not there are empty."""
    path = tmp_path / "t.tsv"
    path.write_text("".join(f"w{n}\t{n % 3}\t{n % 2}" + "\t1" * (n % 2) + "\n" for n in range(12)))
    table = accord.read(path, header="none", coders=["2", "3", "4"])
    assert len(list(table.rows())) == 12 * 2 + 6


@pytest.mark.parametrize(("first", "offers"), [("item,coder,label", 0), ("s1,A,x", 1)])
def test_a_header_that_stands_again_is_no_data(tmp_path, first, offers):
    """Where files were joined, the header comes again: to read without one is not offered."""
    rows = long_rows(("A", "B"))
    path = written(tmp_path / "t.csv", first, [*rows, first.split(",")])
    with pytest.raises(accord.DataError, match="looks like data") as error:
        accord.read(path)
    assert error.value.readings == ({"header": "none"},) * offers


@pytest.mark.parametrize(
    ("columns", "asked"),
    [
        (("11122", "12222"), True),
        (("00011", "00111"), True),
        (("1112", "1222"), False),  # too few rows
        (("11122", "12345"), False),  # one numbers the rows
        (("11122", "12221"), False),  # one falls
        (("11122", "11133"), False),  # one leaves out a number
        (("11122", "00011"), False),  # they begin with other numbers
        (("22233", "23333"), False),
    ],
)
def test_columns_that_number_segments(tmp_path, columns, asked):
    """Numbers that begin with 0 or 1 and grow one by one, in two columns, are segments."""
    rows = [(n + 7, *cells) for n, cells in enumerate(zip(*columns, strict=True))]
    path = written(tmp_path / "t.csv", "sentence,p,q", rows)
    with pytest.raises(accord.DataError) as error:
        accord.read(path)
    offered = error.value.readings[:1]
    segments = ({"kind": "segmentations", "coders": ["p", "q"]},)
    assert (offered == segments) is asked
    if asked:
        study = accord.read(path, **offered[0])
        assert study.kind == "segmentations"
        masses = {
            who: [len(list(one)) for _, one in groupby(cells)]
            for who, cells in zip("pq", columns, strict=True)
        }
        assert study.documents == Segmentations.from_masses({"t": masses}).documents


def test_a_coder_without_a_boundary_is_one(tmp_path):
    """One segment throughout is a segmentation, too, beside two that have boundaries."""
    rows = [(n, *cells) for n, cells in enumerate(zip("11122", "12222", "11111", strict=True))]
    with pytest.raises(accord.DataError) as error:
        accord.read(written(tmp_path / "t.csv", "sentence,p,q,r", rows))
    assert error.value.readings[0]["coders"] == ["p", "q", "r"]


def test_numbers_of_segments_beside_labels_number_something_else(tmp_path):
    """doc_id and seg_id, or numbers beside a column of labels, are not two segmentations."""
    rows = [(n // 3, n // 2, "xyz"[n % 3]) for n in range(9)]
    for header, short in (("doc_id,seg_id", 2), ("p,q,label", 3)):
        path = written(tmp_path / "t.csv", header, [row[:short] for row in rows])
        with pytest.raises(accord.DataError) as error:
            accord.read(path)
        assert not any(one.get("kind") for one in error.value.readings)


def test_names_of_files_in_two_parts(tmp_path):
    """Every coder has every text: asked, with the people first, and read by either answer."""
    tree = "1\tA\ta\tN\tN\t_\t{}\tx\t_\t_\n2\tb\tb\tV\tV\t_\t{}\tx\t_\t_\n\n"
    for who, heads in (("text1", (2, 0)), ("text2", (0, 1)), ("text3", (2, 0))):
        for name in ("anna", "ben"):
            (tmp_path / f"{who}_{name}.conll").write_text(tree.format(*heads))
    with pytest.raises(accord.DataError, match="which part of the file names") as error:
        accord.read(tmp_path)
    first, second = (accord.read(tmp_path, **one) for one in error.value.readings)
    assert sorted(first.coders) == ["anna", "ben"]
    assert len(second.coders) == 3
    (tmp_path / "text3_ben.conll").unlink()
    assert len(accord.read(tmp_path).coders) == 5  # not every coder has every text


def test_one_column_of_several_that_share_a_1_is_no_label(tmp_path):
    """A column called answer beside others, of which one is 1 in every row, is a category."""
    kinds = ["Frage", "Antwort", "Gruß"]
    rows = [
        f"p{n},{coder},{','.join('1' if n % 3 == k else '0' for k in range(3))}"
        for n in range(7)
        for coder in ("Coder1", "Coder2")
    ]
    path = tmp_path / "one-hot.csv"
    path.write_text("\n".join([f"Text-ID,annotator,{','.join(kinds)}", *rows]), "utf-8")
    with pytest.raises(accord.DataError, match="Who are the coders"):
        accord.read(path)
    path.write_text(path.read_text("utf-8").replace("p0,Coder1,1,0", "p0,Coder1,1,1"), "utf-8")
    assert len(accord.read(path).categories) == 2  # two 1 in a row: other things about the items


@pytest.mark.parametrize(
    "text",
    [
        "id,Ann,Bob\n1,x,x\n2,x,y\n3,y,y",
        "wine,grape\na,red\nb,white\nc,red\nd,red",
        "coder,language,years\nAnn,C,3\nBob,C,4\nCy,D,3",
        "annotator,label,count\nA,x,5\nA,y,6\nB,x,7\nB,y,8",
        "annotator,document\nA,x\nA,y\nB,x\nB,y",
        "item,rater1,rater2\n1,x,n/a\n2,x,y\n3,n/a,y\n4,x,x",
        "id,tag1,tag2\n1,war,peace\n2,law,trade\n3,war,peace\n4,law,trade",
        "item,rater1,rater2\n" + "".join(f"{n},a;b,b\n{n}9,a,a;b\n" for n in range(9)),
        "doc,who,start,end,label\nd,A,1,4,x\nd,B,2,4,x\nd,A,6,9,y\nd,B,6,8,x",
        "1,2,A,x\n3,4,B,x\n3,5,A,y",
    ],
)
@pytest.mark.parametrize("language", ["de", "fr"])
def test_all_of_a_question_is_said_in_each_language(tmp_path, text, language):
    """What is not shown of the table, and is no setting, has a key: nothing stays English."""
    path = tmp_path / "t.csv"
    path.write_text(text)
    with pytest.raises(accord.DataError) as error:
        accord.read(path)
    say = spoken(language)
    told = [error.value.message, *error.value.lines]
    told = [line for line in told if not line.startswith("   ")]
    assert [line for line in told if say(line) == line] == []
