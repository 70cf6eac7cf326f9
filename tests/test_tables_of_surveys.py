"""Exports of surveys: respondents are coders where all questions are on one scale, else asked."""

import csv
import json

import pytest

import accord
from tests.confirming import confirmed
from tests.laws.foreign_tables import alpha

ANSWERS = [
    ["agree", "neutral", "disagree", "agree"],
    ["agree", "disagree", "disagree", "neutral"],
    ["neutral", "neutral", "disagree", "agree"],
    ["agree", "neutral", "agree", "disagree"],
    ["disagree", "agree", "neutral", "agree"],
]


def table(path, *rows):
    """Write rows as CSV."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(rows)
    return path


def same(study, answers):
    """The questions are items: α computed apart, of their columns."""
    items = [tuple(filter(None, column)) for column in zip(*answers, strict=True)]
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(items), abs=1e-12)
    assert len(study.coders) == len(answers)


def qualtrics(questions, answers, rows=3, more=()):
    """Two or three header rows, then a row for each respondent."""
    header = ["StartDate", "Status", "IPAddress", "Progress", "ResponseId", "UserLanguage"]
    told = ["Start Date", "Response Type", "IP Address", "Progress", "Response ID", "User Language"]
    names = [*header, *questions, *more]
    described = [*told, *(f"What do you say of text {n}?" for n in questions), *more]
    ids = [json.dumps({"ImportId": name}) for name in names]
    yield from [names, described, ids][:rows]
    for n, one in enumerate(answers):
        own = ["2020-01-01 10:00:00", "0", f"130.92.34.6{n}", "100", f"R_{n}x", "EN"]
        yield [*own, *one, *("x" + str(n) for _ in more)]


@pytest.mark.parametrize("rows", [2, 3])
@pytest.mark.parametrize("names", [["Q5_1", "Q5_2", "Q5_3", "Q5_4"], ["QA", "QB", "QC", "QD"]])
def test_qualtrics(tmp_path, rows, names):
    """Parts of one question, or questions with the same words as answers; addresses stay out."""
    answers = [
        ["yes", "no", "no", "yes"],
        ["yes", "no", "yes", "no"],
        ["no", "yes", "no", "yes"],
        ["no", "yes", "yes", "no"],
    ]
    study = confirmed(table(tmp_path / "q.csv", *qualtrics(names, answers, rows)))
    same(study, answers)
    assert study.coders == ("R_0x", "R_1x", "R_2x", "R_3x")
    assert "130.92" not in str(study.audit)
    assert f"{rows} header rows" in str(study.audit)


def test_parts_of_one_question_with_numbers(tmp_path):
    """A matrix question: 1 to 5, coded as numbers."""
    answers = [["1", "5", "3"], ["2", "5", "3"], ["1", "4", "3"], ["1", "5", "2"]]
    path = table(tmp_path / "q.csv", *qualtrics(["Q2_1", "Q2_2", "Q2_3"], answers))
    same(confirmed(path), answers)


def test_a_question_beside_the_scale_is_asked_about(tmp_path):
    """Gender as 1 and 2 beside a scale from 1 to 5, or a column that could be the item."""
    answers = [["1", "5", "3", "4"], ["2", "5", "3", "5"], ["1", "4", "3", "4"]]
    path = table(tmp_path / "q.csv", *qualtrics(["Q1", "Q2", "Q3", "Q4"], answers))
    with pytest.raises(accord.DataError, match="who the coders are"):
        accord.read(path)
    path = table(
        tmp_path / "q.csv",
        *qualtrics(["Q5_1", "Q5_2", "Q5_3", "Q5_4"], ANSWERS, more=["Article"]),
    )
    with pytest.raises(accord.DataError, match="who the coders are") as error:
        accord.read(path)
    assert error.value.readings[0]["shape"] == "transposed"
    same(accord.read(path, **error.value.readings[0]), ANSWERS)


def test_lime_survey(tmp_path):
    """Sub-questions in brackets behind their question."""
    header = ["id", "submitdate", "lastpage", "startlanguage", "seed"]
    header += [f"G01Q02[SQ00{n}]" for n in range(1, 5)]
    rows = [[n + 1, "2024-05-01 10:00", 3, "en", 99 + n, *a] for n, a in enumerate(ANSWERS)]
    same(confirmed(table(tmp_path / "l.csv", header, *rows)), ANSWERS)


def test_redcap(tmp_path):
    """record_id, the time of the survey, and whether the form is complete."""
    header = ["record_id", "redcap_survey_identifier", "form_timestamp"]
    header += [*(f"rating_{n}" for n in range(1, 5)), "form_complete"]
    rows = [[n + 1, "", "2024-05-01 10:00", *a, "2"] for n, a in enumerate(ANSWERS)]
    same(confirmed(table(tmp_path / "r.csv", header, *rows)), ANSWERS)


@pytest.mark.parametrize("stamp", ["Timestamp", "Zeitstempel", "Marca temporal"])
def test_google_forms(tmp_path, stamp):
    """A grid of questions; respondents are the rows, for there is no name but their address."""
    header = [stamp, "Email Address", *(f"How clear is it? [Text {n}]" for n in range(1, 5))]
    rows = [[f"5/{n + 1}/2024 10:00:00", f"p{n}@x.org", *a] for n, a in enumerate(ANSWERS)]
    study = confirmed(table(tmp_path / "g.csv", header, *rows))
    same(study, ANSWERS)
    assert study.coders == ("1", "2", "3", "4", "5")


def test_microsoft_forms(tmp_path):
    """ID, start and completion, then questions with one set of answers."""
    answers = [["a", "b", "a"], ["b", "a", "b"], ["a", "b", "b"], ["b", "a", "a"]]
    header = ["ID", "Start time", "Completion time", "Email", "Name", "T1?", "T2?", "T3?"]
    rows = [
        [n + 1, "9/9/24 18:01", "9/9/24 18:02", "anonymous", "", *a] for n, a in enumerate(answers)
    ]
    same(confirmed(table(tmp_path / "m.csv", header, *rows)), answers)


@pytest.mark.parametrize(
    "header",
    [
        "Befund;Prüfer;Urteil;Datum",
        "cas;évaluateur;avis;date",
        "caso;juez;juicio;fecha",
        "caso;valutatore;giudizio;data",
        "amostra;avaliador;parecer;data",
        "zin;beoordelaar;oordeel;datum",
    ],
)
def test_item_coder_label_and_date_in_six_languages(tmp_path, header):
    """A row for each coding."""
    pairs = [("x", "x"), ("y", "x"), ("x", "y"), ("x", "x"), ("y", "y")]
    rows = [header] + [
        f"{n};{who};{pair[c]};0{n + 1}.02.2024"
        for n, pair in enumerate(pairs)
        for c, who in enumerate(("Maier", "Huber"))
    ]
    (tmp_path / "t.csv").write_text("\n".join(rows), "utf-8")
    study = confirmed(tmp_path / "t.csv")
    assert study.coders == ("Maier", "Huber")
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(pairs), abs=1e-12)


def test_a_coder_by_evidence_is_offered(tmp_path):
    """Words that nobody listed: pairs of item and coder come once, and every item again."""
    pairs = [("x", "x"), ("y", "x"), ("x", "y"), ("x", "x"), ("y", "y")]
    rows = ["Juhtum;Hindaja;Hinne"] + [
        f"t{n};{who};{pair[c]}"
        for n, pair in enumerate(pairs)
        for c, who in enumerate(("Maier", "Huber"))
    ]
    (tmp_path / "t.csv").write_text("\n".join(rows), "utf-8")
    with pytest.raises(accord.DataError, match="'Hindaja' might be the coder column") as error:
        accord.read(tmp_path / "t.csv")
    study = accord.read(tmp_path / "t.csv", **error.value.readings[0])
    assert study.coders == ("Maier", "Huber")
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(pairs), abs=1e-12)


@pytest.mark.parametrize(
    ("names", "cells", "doubt"),
    [
        ("x,y,z", ["1,2,3", "3,1,2", "2,3,1", "1,3,2"] * 3, "ranks"),
        ("joy,fear", ["60,40", "30,70", "100,0", "50,50"] * 3, "percentages"),
        ("C1,C2,D1,D2", ["1,0,1,0", "0,1,1,0", "0,1,0,1"] * 4, "who the coders are"),
    ],
)
def test_equal_sums_that_are_no_votes_are_asked_about(tmp_path, names, cells, doubt):
    """Ranks, percentages, and columns of 0 and 1 for each of two coders."""
    rows = [f"item,{names}", *(f"i{n},{row}" for n, row in enumerate(cells))]
    (tmp_path / "t.csv").write_text("\n".join(rows), "utf-8")
    with pytest.raises(accord.DataError, match=doubt):
        accord.read(tmp_path / "t.csv")


def test_answers_under_the_numbers_of_items(tmp_path):
    """MTurk's tools: a worker has several rows, each of which fills the columns of its items."""
    said = {"w1": "xyxy xyyx", "w2": "xxxy xyyy", "w3": "yyxy xyxx"}
    header = ["hitid", "workerid", *(f"Answer.{100 + n}_stance" for n in range(8))]
    rows, items = [], [[] for _ in range(8)]
    for who, text in said.items():
        for half, labels in enumerate(text.split()):
            row = [""] * 8
            for at, label in enumerate(labels):
                row[4 * half + at] = label
                items[4 * half + at].append(label)
            rows.append([f"h{half}", who, *row])
    rows.append(["h2", "w4", *[""] * 8])
    path = table(tmp_path / "t.csv", header, *rows)
    with pytest.raises(accord.DataError, match=r"Answer\.10\*") as error:
        accord.read(path)
    told = accord.read(path, **error.value.readings[0])
    wanted = alpha([tuple(one) for one in items])
    assert accord.alpha(told, distance="nominal").value == pytest.approx(wanted, abs=1e-12)
    study = accord.read(path, shape="transposed", coder="workerid", item=["Answer.*_stance"])
    assert study == told
    table(path, header, *rows, rows[0])
    with pytest.raises(accord.DataError, match="'w1' has two rows with an answer to"):
        accord.read(path, shape="transposed", coder="workerid", item=["Answer.*_stance"])


@pytest.mark.parametrize(
    "footer", ["Mean,2.9,3.0", "Total:,20,24", "Agreement,66%,", "Summe,20,24"]
)
def test_a_row_that_sums_up_is_no_item(tmp_path, footer):
    """Spreadsheets end with a mean or a total: left out and said, in tables of votes, too."""
    pairs = [("1", "1"), ("2", "3"), ("3", "3"), ("4", "4"), ("5", "4"), ("1", "2")]
    rows = [f"i{n},{a},{b}" for n, (a, b) in enumerate(pairs)]
    (tmp_path / "t.csv").write_text("\n".join(["id,rater1,rater2", *rows, footer]), "utf-8")
    study = confirmed(tmp_path / "t.csv")
    assert len(study.items) == len(pairs)
    assert "t.csv:8) skipped: a total row" in str(study.audit)
    assert accord.alpha(study, distance="nominal").value == pytest.approx(alpha(pairs), abs=1e-12)


def test_a_total_of_votes_is_no_item(tmp_path):
    """How many chose each, the number of votes of each row, and the sums of all rows."""
    cells = ["3,0,3", "1,2,3", "2,1,3", "0,3,3", "3,0,3", "2,1,3", "0,3,3", "1,2,3"]
    rows = [f"i{n},{row}" for n, row in enumerate(cells)]
    text = "\n".join(["id,yes,no,total", *rows, "Total,12,12,24"])
    (tmp_path / "t.csv").write_text(text, "utf-8")
    study = accord.read(tmp_path / "t.csv", shape="counts", categories=["yes", "no"])
    assert (len(study.items), len(study.item)) == (8, 24)


def test_rows_without_a_coder_that_are_left_out_are_said(tmp_path):
    """An empty row, and a row without a coder, in a table with a row for each coding."""
    rows = ["item,coder,label", "1,A,x", "1,B,y", ",,", "2,,x", "2,A,x", "2,B,x"]
    (tmp_path / "t.csv").write_text("\n".join(rows), "utf-8")
    told = str(accord.read(tmp_path / "t.csv", anonymous="drop").audit)
    assert "1 empty row skipped" in told
    assert "1 row without a coder left out" in told


def test_a_letter_behind_a_coder_is_no_word_for_and(tmp_path):
    """Rater_x and Rater_y are two coders, whatever "y" means in Spanish and "e" in Italian."""
    pairs = [("a", "a"), ("b", "a"), ("a", "b"), ("b", "b"), ("a", "a"), ("c", "a")] * 2
    for names in ("Rater_x,Rater_y", "Rater_d,Rater_e"):
        rows = [f"{n % 9},{a},{b}" for n, (a, b) in enumerate(pairs)]
        (tmp_path / "t.csv").write_text("\n".join([f"n_tokens,{names}", *rows]), "utf-8")
        study = accord.read(tmp_path / "t.csv")
        assert study.coders == tuple(names.split(","))
        wanted = pytest.approx(alpha(pairs), abs=1e-12)
        assert accord.alpha(study, distance="nominal").value == wanted
