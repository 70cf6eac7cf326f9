"""Small tables of all kinds, each of which one line of the reading decides."""

import json
from pathlib import Path

import pytest

import accord
from accord._read.door.read_options import Options
from accord._read.tables.coder_rows import _on_one_scale
from accord._read.tables.label_rows import several_in_a_cell
from accord._read.tables.rare_shapes import rare_readings
from accord._read.tables.roles import Column, Table, columns_of, is_person, words_of
from accord._read.tables.shapes import readings
from accord._read.tables.truth_table import read_truths
from accord._read.tables.wide_columns import _named_as_coders
from tests.confirming import confirmed


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Files lie in a folder of their own."""
    monkeypatch.chdir(tmp_path)


def written(header, *rows):
    """A file of a header and rows of cells, all with commas."""
    lines = [header, *(",".join(map(str, row)) for row in rows)]
    Path("t.csv").write_text("\n".join(lines))
    return "t.csv"


def table(header, rows):
    """A table in memory."""
    cells = [[*map(str, row)] for row in rows]
    return Table("t.csv", tuple(header.split(",")), cells, [*range(len(cells))], ())


def asked(path, **options):
    """The error that asks about a file."""
    with pytest.raises(accord.DataError) as error:
        accord.read(path, **options)
    return error.value


# The question -----------------------------------------------------------------------------------


def test_offers_are_numbered_from_one():
    """The numbers are those that can be typed."""
    error = asked(written("item,Ann,Bob", *((n, "xy"[n % 2], "xxy"[n % 3]) for n in range(9))))
    numbered = [line[:2] for line in error.beneath if line[1:2] == "."]
    assert numbered == [f"{n + 1}." for n in range(len(error.readings))]


def test_votes_are_shown_by_how_many_chose_a_label():
    """Nobody is named there; labels of coders are shown with their names."""
    path = written("item,pos,neg,neu", *((n, n % 3, 4 - n % 3 - n % 2, n % 2) for n in range(9)))
    assert "      0: 4 chose neg" in asked(path).beneath
    path = written("item,Ann,Bob", *((n, "xy"[n % 2], "xxy"[n % 3]) for n in range(9)))
    assert "      0: Ann x, Bob x" in asked(path).beneath


# Boxes and mentions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "place"),
    [
        ("xmin,ymin,xmax,ymax", (1, 2, 5, 10)),
        ("xmin,ymin,xmax,ymax", (5, 10, 1, 2)),
        ("x,y,w,h", (1, 2, 4, 8)),
        ("x_center,y_center,width,height", (3, 6, 4, 8)),
    ],
)
def test_a_box_has_the_same_corners_however_it_is_written(header, place):
    """Two corners, a corner and two sides, the middle and two sides."""
    rows = [("i", who, *place, "cat") for who in "AB"]
    study = confirmed(written(f"image,annotator,{header},label", *rows))
    marked = {region.shape for mine in study.documents[0].regions for region in mine}
    assert marked == {accord.regions.Box(1.0, 2.0, 5.0, 10.0)}


def test_a_mention_without_a_chain_is_one_of_its_own():
    """And one with a chain is in it: two coders who agree have F1 1."""
    rows = [(who, m, c) for who in "AB" for m, c in (("0", "x"), ("1", "x"), ("2", ""), ("3", "y"))]
    path = written("document,coder,mention,chain", *(("d", *row) for row in rows))
    study = accord.read(path)
    assert study.kind == "partitions"
    apart = written(
        "document,coder,mention,chain",
        *(("d", *row) for row in rows[:4]),
        *(("d", "B", mention, "x") for mention in "0123"),
    )
    assert accord.chains.b_cubed(study).value == 1
    assert accord.chains.b_cubed(accord.read(apart)).value < 1


# Labels -----------------------------------------------------------------------------------------


def test_a_label_of_several():
    """Two thirds of the parts come again; names with a sign in them are one label."""
    assert several_in_a_cell(["a;b", "b;c", "c;a"]) == ("a;b", ";")
    assert several_in_a_cell(["a;b", "c;d", "e;f"]) is None
    assert several_in_a_cell(["a;b", "b;c", "d;e"]) is None  # two of five come again
    assert several_in_a_cell(["a;b", "a;c", "b;d"]) is None  # just half
    assert several_in_a_cell(["a;b", "a;b;c"]) is None  # just two thirds
    assert several_in_a_cell(["a;b", "a;b;c", "c;a"]) == ("a;b", ";")


def _column(name, *values):
    return Column(
        name, words_of(name), len(values), len(values), dict.fromkeys(values, 1), "labels"
    )


def test_initials_are_one_or_two_capitals():
    """Longer names in capitals are something else; so are two small letters."""
    called = {name: is_person(_column(name)) for name in ("AB", "k", "ABC", "ab", "A1", "Ann")}
    assert called == {"AB": True, "k": True, "ABC": False, "ab": False, "A1": False, "Ann": True}


def test_coders_who_come_once_each():
    """Another coder in every row is doubted where another column has labels, too."""
    rows = [(f"s{n // 2}", f"w{n}", "xy"[n % 3 == 0]) for n in range(12)]
    one = readings(table("sentence,worker,label", rows), Options())
    assert any(way.shape == "long" and way.coder == "worker" for way in one)
    texts = [(*row, f"this is a whole sentence of the {n}th worker") for n, row in enumerate(rows)]
    assert _doubts("sentence,worker,label,why", texts) == _doubts("sentence,worker,label", rows)
    others = [(*row, "pq"[n % 2]) for n, row in enumerate(rows)]
    more = set(_doubts("sentence,worker,label,mood", others)) - set(
        _doubts("sentence,worker,label", rows)
    )
    assert any("different in every row" in doubt for doubt in more)


def _doubts(header, rows):
    one = table(header, rows)
    from accord._read.tables.long_columns import long_readings

    ways = long_readings(one, columns_of(one), Options())
    return [doubt for way in ways if way.coder == "worker" for doubt in way.doubts]


def test_the_label_that_is_called_as_an_item_is():
    """The only label is a response, which could be what is coded: both are said."""
    rows = [(n // 2, "AB"[n % 2], "xy"[n % 3 == 0]) for n in range(12)]
    error = asked(written("number,who is rater,response", *rows))
    assert [one["category"] for one in error.readings][:1] == ["response"]


# Rarer shapes -----------------------------------------------------------------------------------


def test_dimensions_of_coders_with_a_letter_a_number_and_a_word():
    """A1label.stance, A1label.tone: A1 is a coder, x1 is none."""
    for first, there in (("A", True), ("x", False)):
        names = [f"{first}{n}label.{what}" for n in (1, 2) for what in ("stance", "tone")]
        rows = [(n, *("pq"[(n + k) % 2] for k in range(4))) for n in range(9)]
        one = table(",".join(["item", *names]), rows)
        ways = rare_readings(one, columns_of(one), Options(), ())
        assert any(way.dimensions == ("stance", "tone") for way in ways) is there


def test_a_dimension_needs_a_sign_or_a_number_beside_its_coder():
    """Atone is no coder A and no dimension tone; A_tone is."""
    rows = [(n, *("pq"[(n + k) % 2] for k in range(4))) for n in range(9)]
    good = written("item,A_form,A_tone,B_form,B_tone", *rows)
    study = accord.read(good, dimensions=["form", "tone"])
    assert tuple(study["tone"].coders) == ("A", "B")
    with pytest.raises(accord.DataError):
        accord.read(written("item,Aform,Atone,Bform,Btone", *rows), dimensions=["form", "tone"])
    with pytest.raises(accord.DataError):
        accord.read(written("item,_form,_tone,-form,-tone", *rows), dimensions=["form", "tone"])


def test_votes_are_whole_and_some_row_has_two():
    """One vote in each row is a label in columns, not votes of several."""
    ones = [(n, int(n % 3 == 0), int(n % 3 == 1), int(n % 3 == 2)) for n in range(9)]
    twos = [(n, *(2 * k for k in row)) for n, *row in ones]
    for rows, there in ((ones, False), (twos, True)):
        ways = readings(table("item,x,y,z", rows), Options())
        assert any(way.shape == "counts" for way in ways) is there


def test_a_list_of_two_labels_is_enough():
    """One label is no list; two are; a coder's own sets are no votes of several."""
    path = written("item,labels", ("1", '"x;y"'))
    assert asked(path).readings[0]["shape"] == "lists"
    path = written("item,labels", ("1", "x"))
    assert all(one["shape"] != "lists" for one in asked(path).readings)
    rows = [(n // 2, "AB"[n % 2], ["x;y", "y;z", "x"][n % 3]) for n in range(12)]
    one = table("item,rater,labels", rows)
    ways = rare_readings(one, columns_of(one), Options(), ())
    assert not any(way.shape == "lists" for way in ways)
    ways = rare_readings(one, columns_of(one), Options(shape="lists"), ())
    assert any(way.shape == "lists" for way in ways)


def test_true_labels_in_two_columns():
    """The first is the item, whatever they are called; three columns need their names."""
    assert read_truths(written("s,t", ("1", "x"), ("2", "y"))) == {"1": "x", "2": "y"}
    assert read_truths(written("t,item,gold", ("a", "1", "x"))) == {"1": "x"}
    with pytest.raises(accord.DataError, match="name them 'item' and 'category'"):
        read_truths(written("s,t,u", ("1", "x", "a")))


def test_columns_that_are_not_there_are_named():
    """For spans as for labels."""
    path = written("doc,rater,begin,end,label", ("d", "A", 1, 4, "x"), ("d", "B", 1, 4, "x"))
    assert accord.read(path).kind == "unitizings"
    assert "no column 'who'" in str(asked(path, kind="unitizings", coder="who"))


def test_a_path_through_objects_in_objects():
    """Each step goes one deeper."""
    labels = {"Ann": {"1": "x", "2": "y", "3": "x"}, "Bob": {"1": "x", "2": "y", "3": "y"}}
    Path("t.json").write_text(json.dumps({"a": {"b": labels}}))
    study = confirmed("t.json", rows="a.b.{coder}.{item}")
    assert tuple(study.coders) == ("Ann", "Bob")
    assert len(study) == 6


def test_one_scale_for_all_questions_of_a_survey():
    """Parts of one question with the same answers are a scale; two questions that share none are
    not."""
    header = "Timestamp,Rate [A],Rate [B],Rate [C]"
    same = [(f"2024-01-{n + 10} 10:00", n % 4, (n + 1) % 4, (n + 2) % 4) for n in range(20)]
    same = [(row[0], *("pqrs"[n] for n in row[1:])) for row in same]
    other = [(*row[:3], row[3] * 2) for row in same]
    for rows, there in ((same, True), (other, False)):
        ways = readings(table(header, rows), Options())
        surveys = [way for way in ways if way.is_survey and len(way.columns) == 3]
        assert bool(surveys) is there


def test_columns_with_one_word_and_numbers_may_be_coders():
    """wage and width that place the rows unlike each other are two things; wage 1 and 2 are not."""
    rows = [(f"i{n}", n * 7, n * 5 % 12 * 7) for n in range(12)]
    for header, there in (("item,wage,width", False), ("item,wage 1,wage 2", True)):
        ways = readings(table(header, rows), Options())
        assert any(way.shape == "wide" for way in ways) is there


def test_names_of_people_and_words_for_coders_name_coders():
    """All of them: a column called wage beside Ann is neither."""
    for names, there in (
        (("Ann", "Bob"), True),
        (("rater", "Bob"), True),
        (("Ann", "wage"), False),
    ):
        assert _named_as_coders([_column(name, "x", "y") for name in names]) is there


def test_sets_in_rows_of_two_files_with_nothing_chosen():
    """Who saw all and chose nothing in an item has an empty set there, in whichever file it is."""
    header = "item,rater,label"
    Path("a.csv").write_text(f"{header}\n1,A,x\n1,A,y\n1,B,x\n2,A,x\n")
    Path("b.csv").write_text(f"{header}\n3,A,x\n3,B,y\n")
    study = accord.read(["a.csv", "b.csv"], sets="rows", seen="all")
    assert len(study) == 6
    assert ("2", "B", frozenset()) in study.rows()


def test_the_kind_of_an_item_is_named_before_it():
    """ "type item" says of what kind an item is; "item type" begins with the item."""
    one, other = columns_of(table("type item,item type", [(1, "a"), (2, "b"), (3, "a")]))
    assert not one.is_item_name
    assert other.is_item_name


def test_parts_of_one_question_are_answered_as_another_part_is():
    """Low and high answers meet in a third part of the question; of two questions, or where one
    has no number, all must share their answers."""
    rows = [(1 + n % 2, 1 + n % 4, 3 + n % 2) for n in range(20)]
    assert _on_one_scale(columns_of(table("Q5_1,Q5_2,Q5_3", rows)))
    assert not _on_one_scale(columns_of(table("Q5_1,Q5_2,Q6_1", rows)))
    assert not _on_one_scale(columns_of(table("Q5_1,Q5_2,other", rows)))
