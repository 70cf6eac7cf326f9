"""Spreadsheets, exports and statistics that look like a study of coders: none gives a number."""

from random import Random

import pytest

import accord
from tests.test_tables_first_offers import labels, written

NAMES = ["Ann", "Bob", "Carla", "Dan"]
FIVE = [tuple(map(int, row)) for row in labels(20, 2, "12345")]


def numbered(rows, stem="i"):
    """Rows with an item's name before each."""
    return [(f"{stem}{n}", *row) for n, row in enumerate(rows)]


def refused(path, why=None):
    """Whether a table is asked about or refused, with this reason."""
    with pytest.raises(accord.DataError, match=why):
        accord.read(path)


@pytest.mark.parametrize(
    "name",
    [
        *("Total", "Grand Total", "Mean ± SD", "Count", "% agreement", "Cohen's kappa"),
        *("Summe:", "Anzahl", "Übereinstimmung", "Moyenne", "Total général", "Accord"),
        *("Promedio", "Acuerdo", "Totale", "Accordo", "Média", "Gemiddelde", "Итого", "Среднее"),
        *("Średnia", "Celkem", "Summa", "合计", "Something else"),
    ],
)
@pytest.mark.parametrize("place", ["below", "above"])
def test_a_row_that_sums_up(tmp_path, name, place):
    """In any language, and by its form: a word where all other rows have a number."""
    rows = numbered(FIVE)
    rows = [(name, 3, 4), *rows] if place == "above" else [*rows, (name, 3, 4)]
    path = written(tmp_path / "t.csv", "item,rater1,rater2", rows)
    refused(path, "the row")


def test_items_that_are_words_have_no_form(tmp_path):
    """Where no item has a number, the last is called as the others are."""
    words = ["".join(Random(n).sample("abcdefghij", 5)) for n in range(20)]
    rows = [(word, *row) for word, row in zip(words, FIVE, strict=True)]
    assert len(accord.read(written(tmp_path / "t.csv", "item,rater1,rater2", rows)).items) == 20
    rows[-1] = ("mean words of a long name here", *rows[-1][1:])
    assert len(accord.read(written(tmp_path / "t.csv", "item,rater1,rater2", rows)).items) == 20


@pytest.mark.parametrize("kept", [6, 7])
def test_few_rows_have_no_usual_form(tmp_path, kept):
    """Of fewer than ten names with a number between the edges nobody can tell what is usual."""
    rows = [*numbered(labels(kept + 9, 2)), ("Zebra", "x", "y")]
    path = written(tmp_path / "t.csv", "item,rater1,rater2", rows)
    inner = len(rows) - 7
    if inner < 10:
        assert len(accord.read(path).items) == kept + 10
    else:
        refused(path, "the row .Zebra.")


def test_a_sum_is_left_out_once_confirmed(tmp_path):
    """Who confirms the reading does not count the sum as an item: it is said."""
    for name, items in (("Total général", 20), ("Übereinstimmung", 20), ("Total Recall", 21)):
        rows = [*numbered(FIVE), (name, 3, 4)]
        path = written(tmp_path / "t.csv", "item,rater1,rater2", rows)
        assert len(accord.read(path, coders=["rater1", "rater2"]).items) == items


def test_names_of_people_are_no_labels(tmp_path):
    """Who reviewed what: the cells name people."""
    rng = Random(1)
    rows = numbered([(rng.choice(NAMES), rng.choice(NAMES)) for _ in range(30)])
    refused(written(tmp_path / "t.csv", "item,reviewer 1,reviewer 2", rows), "names of people")
    labelled = numbered([(a, b) for a, b in labels(30, 2, ["ann arbor", "bob", "none"])])
    assert accord.read(written(tmp_path / "u.csv", "item,reviewer 1,reviewer 2", labelled)).items


@pytest.mark.parametrize("ids", [NAMES, "1234"])
def test_who_coded_beside_what(tmp_path, ids):
    """annotator1, annotator2 hold names: label1, label2 are offered first."""
    rng = Random(2)
    rows = numbered([(*rng.sample(ids, 2), *row) for row in labels(30, 2)])
    path = written(tmp_path / "t.csv", "item,annotator1,annotator2,label1,label2", rows)
    with pytest.raises(accord.DataError) as error:
        accord.read(path)
    assert error.value.readings[0]["coders"] == ["label1", "label2"]


def test_years_are_no_marks(tmp_path):
    """rater 2019 and rater 2020 are one rater in two years; rater 19 and 20 are two."""
    rows = numbered(labels(20, 2))
    refused(written(tmp_path / "t.csv", "item,rater 2019,rater 2020", rows))
    assert accord.read(written(tmp_path / "u.csv", "item,rater 19,rater 20", rows)).coders


def test_a_column_that_chooses_among_the_others(tmp_path):
    """judge A, judge B and a winner, A or B: the columns are contestants."""
    rng = Random(3)
    rows = [(n, *two, "AB"[two[0] < two[1]]) for n in range(30) if (two := rng.sample(range(9), 2))]
    refused(
        written(tmp_path / "t.csv", "item,judge A,judge B,winner", rows),
        "name one of these columns",
    )
    rows = [(n, *row, rng.choice("pq")) for n, row in enumerate(labels(30, 2))]
    assert accord.read(written(tmp_path / "u.csv", "item,judge A,judge B,colour", rows)).coders


@pytest.mark.parametrize("sign", [";", "|", "+", "/"])
@pytest.mark.parametrize("shape", ["wide", "long"])
def test_several_labels_in_a_cell_are_asked_about(tmp_path, sign, shape):
    """The first answer makes sets, the second keeps each cell one label."""
    cells = [sign.join(one) for one in ("a", "b", "ab", "bc", "c")]
    rows = [(n, *row) for n, row in enumerate(labels(30, 2, cells))]
    header = "item,coder1,coder2"
    if shape == "long":
        header = "item,coder,label"
        rows = [(n, who, label) for n, *row in rows for who, label in zip("AB", row, strict=True)]
    path = written(tmp_path / "t.csv", header, rows)
    with pytest.raises(accord.DataError, match="several labels in one cell") as error:
        accord.read(path)
    sets, single = error.value.readings
    assert sets == {"sets": sign}
    assert frozenset("ab") in accord.read(path, **sets).categories
    assert sorted(accord.read(path, **single).categories) == sorted(cells)


def test_points_of_questions_are_no_votes(tmp_path):
    """Q1, Q2, Q3 and their total: an exam."""
    rng = Random(4)
    rows = [
        (f"s{n}", *points, sum(points)) for n in range(20) if (points := rng.choices(range(6), k=3))
    ]
    with pytest.raises(accord.DataError) as error:
        accord.read(written(tmp_path / "t.csv", "Student,Q1,Q2,Q3,Total", rows))
    assert not any(one.get("shape") == "counts" for one in error.value.readings)


def test_an_average_among_the_coders_is_left_out(tmp_path):
    """In the column of coders, too, what is computed from the others is no coder, which is said."""
    rows = [
        (n, who, label)
        for n, row in enumerate(labels(20))
        for who, label in zip(("A", "B", "average"), row, strict=True)
    ]
    study = accord.read(written(tmp_path / "t.csv", "item,coder,label", rows))
    assert any("'average' left out" in note for note in study.audit.notes)
    assert list(study.coders) == ["A", "B"]


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("worker,unit,judgment", lambda n, rng: (f"w{n}", rng.randint(5, 40), rng.randint(5, 80))),
        ("Student,Grader,Score", lambda n, rng: (f"s{n}", "Smith", rng.randint(0, 10))),
        (
            "item,coder1_time,coder2_time",
            lambda n, rng: (n, rng.randint(5, 60), rng.randint(5, 60)),
        ),
        ("label,coder 1,coder 2", lambda n, rng: (f"l{n}", rng.randint(1, 30), rng.randint(1, 30))),
        ("respondent,expert_1,expert_2", lambda n, rng: (n, rng.randint(1, 5), rng.randint(1, 5))),
        ("item,rater1_pre,rater1_post", lambda n, rng: (n, rng.choice("xy"), rng.choice("xy"))),
        ("item,rater1_q1,rater1_q2", lambda n, rng: (n, rng.choice("xy"), rng.choice("xy"))),
        ("item,judge1,judge2,judge3", lambda n, rng: (n, *rng.sample([1, 2, 3], 3))),
        ("id,y_true,y_pred", lambda n, rng: (n, rng.choice("01"), rng.choice("01"))),
        ("user1,user2,common", lambda n, rng: (f"u{n}", f"u{n + 3}", rng.randint(1, 9))),
        ("clip,block,prolong,repeat", lambda n, rng: (f"c{n}", *rng.choices("0123", k=3))),
        (
            "patient,doctor,diagnosis",
            lambda n, rng: (n // 2, "Dr " + "AB"[n % 2], rng.choice("xy")),
        ),
        ("question_id,model,score", lambda n, rng: (n // 3, f"model{n % 3}", rng.randint(1, 10))),
    ],
)
def test_tables_about_other_things(tmp_path, header, row):
    """Workers, exams, times, counts, answers, two rounds, ranks, predictions, models: no number."""
    rng = Random(5)
    refused(written(tmp_path / "t.csv", header, [row(n, rng) for n in range(24)]))
