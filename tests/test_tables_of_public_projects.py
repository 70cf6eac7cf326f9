"""Small tables of the shapes that public projects have, as the files themselves may not be kept.

Values are computed apart, by the few lines of `alpha` in `tests/laws/foreign_tables.py`.
"""

import csv
import json
import zipfile

import pytest

import accord
from tests.confirming import confirmed
from tests.laws.foreign_tables import alpha

PAIRS = ["aa", "ab", "bb", "bb", "aa", "ba", "aa", "bb", "cc", "cc", "cb", "aa"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where tables are written."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table(name, *rows, sep=","):
    """A file of these rows."""
    with open(name, "w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, delimiter=sep).writerows(rows)
    return name


def workbook(name, *rows):
    """The least that is a workbook with one sheet: every cell is text."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    kin = "http://schemas.openxmlformats.org/package/2006/relationships"
    cell = '<c t="inlineStr"><is><t>{}</t></is></c>'
    cells = "".join("<row>" + "".join(map(cell.format, row)) + "</row>" for row in rows)
    link = (
        f'<Relationships xmlns="{kin}"><Relationship Id="r1" Type="{office}/{{}}" Target="{{}}"/>'
    )
    with zipfile.ZipFile(name, "w") as book:
        end = "</Relationships>"
        book.writestr("_rels/.rels", link.format("officeDocument", "xl/workbook.xml") + end)
        link = link.format("worksheet", "worksheets/sheet1.xml")
        book.writestr("xl/_rels/workbook.xml.rels", link + end)
        sheet = f'<sheets><sheet name="a" sheetId="1" r:id="r1" xmlns:r="{office}"/></sheets>'
        book.writestr("xl/workbook.xml", f'<workbook xmlns="{main}">{sheet}</workbook>')
        data = f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>'
        book.writestr("xl/worksheets/sheet1.xml", data)


def same(study, labels):
    """α for names, computed apart."""
    value = accord.alpha(study, distance="nominal").value
    assert value == pytest.approx(alpha([tuple(map(str, one)) for one in labels]), abs=1e-12)


def test_categories_as_numbered_columns_of_two_coders(folder):
    """Index, C1 … C3, D1 … D3 and both as vectors: asked; a dimension for each number."""
    rows = []
    for at, pair in enumerate(PAIRS):
        hot = [["1" if one == kind else "0" for kind in "abc"] for one in pair]
        rows.append([at, *hot[0], ",".join(hot[0]), *hot[1], ",".join(hot[1])])
    header = ["Index", "C1", "C2", "C3", "Vector C", "D1", "D2", "D3", "Vector D"]
    table("t.csv", header, *rows)
    with pytest.raises(accord.DataError, match="who the coders are") as error:
        accord.read("t.csv")
    told = next(one for one in error.value.readings if "dimensions" in one)
    study = accord.read("t.csv", **told)
    for at, name in enumerate("123"):
        same(study[name], [(row[1 + at], row[5 + at]) for row in rows])


def test_ratings_with_what_is_known_of_the_raters(folder):
    """POPQUORN: the rating is what differs within an item and within a person."""
    header = ["instance_id", "user_id", "text", "offensiveness", "gender", "race", "age"]
    rows = [
        [f"{500 + at}", who, f"words of the comment {at}", f"{'abc'.index(one) + 1}.0", *person]
        for who, person in (("0", ["Man", "White", "35-39"]), ("1", ["Woman", "Asian", "20-24"]))
        for at, one in enumerate(pair[int(who)] for pair in PAIRS)
    ]
    same(confirmed(table("t.csv", header, *rows)), PAIRS)


def test_three_header_rows_and_rows_between(folder):
    """Values in papers: groups over names over questions; a row between papers has no coder."""
    rows = [
        ["Year", "Title", "Annotators 1 and 2", "Justification score", "Value Totals", ""],
        ["", "", "", "", "General", ""],
        ["", "", "", "Is it well defended?  0=no", "Novelty", "Simplicity"],
    ]
    for at, pair in enumerate(PAIRS):
        for who, one in zip(("Ravit", "Dallas"), pair, strict=True):
            rows.append(["2019", f"A paper {at}", who, "abc".index(one), at % 3, at % 2])
        rows.append([""] * 6)
    table("t.tsv", *rows, sep="\t")
    with pytest.raises(accord.DataError):
        accord.read("t.tsv")
    study = accord.read(
        "t.tsv",
        header=3,
        item="Title",
        coder="Annotators 1 and 2",
        category="Justification score*",
        anonymous="drop",
    )
    same(study, PAIRS)


def test_a_workbook_of_coders_and_dimensions(folder):
    """annotator1_source … annotator2_label in Excel."""
    pytest.importorskip("python_calamine")
    header = ["id", "message"]
    header += [f"annotator{n}_{what}" for n in (1, 2) for what in ("hedging", "label")]
    rows = [[at, f"words {at}", at % 2, one, at % 2, two] for at, (one, two) in enumerate(PAIRS)]
    workbook("t.xlsx", header, *rows)
    study = confirmed("t.xlsx")
    assert study.names == ("hedging", "label")
    same(study["label"], PAIRS)
    assert accord.alpha(study["hedging"]).value == 1


def test_nothing_to_compare(folder):
    """One label an item, however it is written, is no number."""
    rows = [
        {"gold_label": label, "annotator_labels": [label], "pairID": f"p{n}", "sentence1": text}
        for n, (label, text) in enumerate(
            [("neutral", "A person rides a horse."), ("entailment", "A person is outside.")] * 4
        )
    ]
    with open("snli.jsonl", "w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row) + "\n" for row in rows)
    events = [
        {"sen_id": n, "doc_id": n // 3, "text": f"words of {n}", "events": []} for n in range(9)
    ]
    with open("events.jsonl", "w", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row) + "\n" for row in events)
    header = ["entry_id", "body", "week", "group", "sheet_order", "level_1", "level_2", "split"]
    final = [
        [
            f"e{n}",
            f"a comment of words {n}",
            n % 3,
            n % 2,
            f"({n}, {n % 4})",
            "abc"[n % 3],
            "x",
            "train",
        ]
        for n in range(12)
    ]
    table("final.csv", header, *final)
    survey = ["StartDate", "IPAddress", "Progress", "Finished", "ResponseId", "Q1", "Q2"]
    table("survey.csv", survey, ["2017-07-18 08:28:12", "10.0.0.1", 100, 1, "R_1x", 3, "yes"])
    for name in ("snli.jsonl", "events.jsonl", "final.csv", "survey.csv"):
        with pytest.raises(accord.DataError, match="only one label per item"):
            accord.read(name)


def test_variables_of_a_survey_in_spss(folder):
    """Age, Satisfaction, TestScore of a person: no variable is a coder."""
    pandas = pytest.importorskip("pandas")
    pyreadstat = pytest.importorskip("pyreadstat")
    frame = pandas.DataFrame(
        {
            "ID": range(1, 13),
            "Age": [25, 32, 41, 37, 29, 50, 33, 45, 28, 39, 31, 27],
            "Gender": [1, 2] * 6,
            "Satisfaction": [7, 8, 6, 5, 9, 7, 8, 4, 6, 7, 9, 8],
            "TestScore": [85, 90, 78, 66, 92, 71, 88, 59, 73, 80, 95, 84],
        }
    )
    pyreadstat.write_sav(frame, "t.sav", variable_value_labels={"Gender": {1: "Male", 2: "Female"}})
    with pytest.raises(accord.DataError, match="only one label per item"):
        accord.read("t.sav")


def test_answers_named_by_the_item_are_not_one_coder_s_labels(folder):
    """MTurk's tools write a column for each comment; large numbers are no first, second … label."""
    header = ["hitid", "workerid", "Answer.7100204", "Answer.4595363", "Answer.8834046"]
    rows = [
        [f"h{n // 4}", f"w{n % 4}", *("abc"[n * k % 5 % 3] for k in (1, 2, 3))] for n in range(16)
    ]
    with pytest.raises(accord.DataError, match="who the coders are"):
        accord.read(table("t.csv", header, *rows))


def _answers(coder, label, marks):
    """Records whose annotations name their coder and their label by these words."""
    return [
        {
            "id": n,
            "text": f"text {n}",
            "annotations": [{coder: "Ann", label: a}, {coder: "Ben", label: b}],
        }
        for n, (a, b) in enumerate(marks, start=100)
    ]


@pytest.mark.parametrize(
    ("coder", "label"),
    [
        ("evaluator", "annotation"),
        ("rater", "rating"),
        ("worker_id", "worker_answer"),
        ("name", "label"),
        ("аннотатор", "метка"),
        ("reviewer", "befindlichkeit"),
    ],
)
@pytest.mark.parametrize("lines", [True, False])
def test_annotations_name_their_coders_in_many_words(folder, coder, label, lines):
    """{"annotations": [{"evaluator": "Ann", "annotation": "a"}, …]}, as lines and as a list: not
    doccano's, and α of the same table."""
    records = _answers(coder, label, PAIRS)
    texts = [json.dumps(one, ensure_ascii=False) for one in records]
    whole = "\n".join(texts) if lines else json.dumps(records, indent=1)
    (folder / "t.json").write_text(whole, "utf-8")
    study = confirmed("t.json")
    assert list(study.coders) == ["Ann", "Ben"]
    same(study, PAIRS)


@pytest.mark.parametrize("key", ["labels", "label", "entities"])
def test_labels_with_their_coders_are_no_spans(folder, key):
    """{"labels": [{"annotator": "Ann", "label": "a"}, …]} beside a text: answers of coders."""
    records = [
        {
            "text": f"text {n}",
            key: [{"annotator": "Ann", "label": a}, {"annotator": "Ben", "label": b}],
        }
        for n, (a, b) in enumerate(PAIRS)
    ]
    (folder / "t.jsonl").write_text("\n".join(map(json.dumps, records)))
    same(confirmed("t.jsonl"), PAIRS)


def test_doccano_s_own_annotations_stay_its_own(folder):
    """An old export has users and labels by number, and nothing that it does not write."""
    annotation = {"label": 12, "start_offset": 0, "end_offset": 3, "user": 1}
    record = {"id": 1, "text": "abc def", "annotations": [annotation]}
    (folder / "t.jsonl").write_text(json.dumps(record) + "\n")
    assert accord.read("t.jsonl").audit.format == "doccano JSON Lines"


def test_numbers_by_name_in_a_cell_are_ratings_of_people(folder):
    """{"annotations": {"Ann": 2, "Ben": 4}}: the same names everywhere, sums that differ, no 0; the
    doubt is whether they are coders. Where a sum comes again or a 0 stands, they are votes."""
    scale = [("1", "2"), ("4", "4"), ("5", "5"), ("2", "1"), ("3", "3"), ("5", "4")]
    records = [
        {"id": n, "annotations": {"Ann": int(a), "Ben": int(b)}} for n, (a, b) in enumerate(scale)
    ]
    (folder / "t.json").write_text(json.dumps(records))
    with pytest.raises(accord.DataError, match="'Ann' is not named like a coder"):
        accord.read("t.json")
    study = confirmed("t.json")
    assert list(study.coders) == ["Ann", "Ben"]
    same(study, scale)
    votes = [{"id": n, "votes": {"yes": n, "no": 3 - n}} for n in (0, 1, 2, 3, 1, 2)]
    (folder / "v.json").write_text(json.dumps(votes))
    same(confirmed("v.json"), [["yes"] * n + ["no"] * (3 - n) for n in (0, 1, 2, 3, 1, 2)])


def test_names_in_objects_are_no_votes(folder):
    """{"rater_1": {"0": 1, "1": 4}, …}: a name and a value are no two labels that were counted."""
    numbers = [(ord(a) - 96, ord(b) - 96) for a, b in PAIRS]
    mine = {f"rater_{c + 1}": {n: pair[c] for n, pair in enumerate(numbers)} for c in (0, 1)}
    (folder / "t.json").write_text(json.dumps(mine))
    study = confirmed("t.json")
    assert list(study.coders) == ["rater_1", "rater_2"]
    same(study, numbers)


def test_records_by_name_hold_answers(folder):
    """{"post 1": {"annotators": [{"label": …, "annotator_id": …}], "tokens": [...]}}: the answers
    are the labels, and not the words of the text."""
    records = {
        f"post {n}": {
            "annotators": [{"label": a, "annotator_id": 1}, {"label": b, "annotator_id": 2}],
            "tokens": ["so", "what"],
        }
        for n, (a, b) in enumerate(PAIRS)
    }
    (folder / "t.json").write_text(json.dumps(records))
    study = accord.read("t.json")
    assert next(iter(study.items)) == "post 0"
    same(study, PAIRS)
