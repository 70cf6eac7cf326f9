"""Tables that people have published: α of each, or the reason there is none, computed apart.

Like the exports beside this file they are not in the repository; ACCORD_SAMPLES names the folder
that holds them. `tests/test_tables_as_people_have_them.py` and
`tests/test_tables_of_public_projects.py` have small tables of the same shapes.
"""

import ast
import csv
import json
import os
from collections import defaultdict
from pathlib import Path

import pytest
from tests.confirming import confirmed
from tests.laws.foreign_tables import alpha

import accord

WILD = Path(os.environ.get("ACCORD_SAMPLES", "")) / "wild"
pytestmark = pytest.mark.skipif(
    "ACCORD_SAMPLES" not in os.environ, reason="ACCORD_SAMPLES names no folder of samples"
)


def lines(name, sep=",", skip=0):
    """The rows of a table below its header, by the names in it."""
    with (WILD / name).open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.reader(stream, delimiter=sep))[skip:]
    return [dict(zip(rows[0], row, strict=False)) for row in rows[1:] if row]


def by_item(rows, item, label, coder=None):
    """The labels of each item, one for each coder if these are named."""
    found = defaultdict(dict)
    for at, row in enumerate(rows):
        if row[label]:
            found[row[item]].setdefault(row[coder] if coder else at, row[label])
    return [tuple(labels.values()) for labels in found.values()]


def same(study, labels):
    """α for names, computed apart."""
    value = accord.alpha(study, distance="nominal").value
    assert value == pytest.approx(alpha([tuple(map(str, one)) for one in labels]), abs=1e-12)


def test_two_columns_of_coders():
    """S No, C1, C2."""
    name = "intercoder-agreement-calculation/data0.csv"
    rows = lines(name)
    labels = [tuple(filter(None, (row["C1"], row["C2"]))) for row in rows]
    same(confirmed(WILD / name), labels)


def test_two_coders_by_four_columns():
    """C1 … C4 and D1 … D4, with both as vectors: asked, then a dimension for each number."""
    name = "intercoder-agreement-calculation/data3.csv"
    with pytest.raises(accord.DataError, match="who the coders are") as error:
        accord.read(WILD / name)
    told = next(one for one in error.value.readings if "dimensions" in one)
    study = accord.read(WILD / name, **told)
    for number in "1234":
        same(study[number], [(r[f"C{number}"], r[f"D{number}"]) for r in lines(name)])


def test_votes():
    """How many of three and more found a tweet hateful, offensive or neither."""
    name = "hate-speech-and-offensive-langua/labeled_data.csv"
    kinds = ("hate_speech", "offensive_language", "neither")
    labels = [[kind for kind in kinds for _ in range(int(row[kind]))] for row in lines(name)]
    same(confirmed(WILD / name), labels)


def test_lists():
    """CrowS-Pairs' sets of labels, LeWiDi's lists and objects; each with its coders."""
    name = "crows-pairs/crows_pairs_anonymized.csv"
    study = confirmed(WILD / name)
    labels = [
        ["+".join(sorted(one)) for one in ast.literal_eval(row["annotations"])]
        for row in lines(name)
    ]
    same(study, labels)
    whose = {c for row in lines(name) for c in ast.literal_eval(row["anon_annotators"])}
    assert set(study.coders) == whose
    for name in ("HS-Brexit_dev.json", "CSC_dev.json"):
        path = WILD / "le-wi-di-github-io" / name
        told = [one["annotations"] for one in json.loads(path.read_text("utf-8")).values()]
        labels = [o.split(",") if isinstance(o, str) else list(o.values()) for o in told]
        same(confirmed(path), labels)


def test_criteria():
    """A row for each article, coder and criterion: asked, then right in both ways."""
    name = "reliabilitycriteriaevaluationwit/human_annotations.csv"
    rows = lines(name)
    with pytest.raises(accord.DataError, match="criteriaID") as error:
        accord.read(WILD / name)
    whole, parts = error.value.readings
    labels = defaultdict(dict)
    for row in filter(lambda row: row["annotation"], rows):
        labels[row["art_id"], row["criteriaID"]][row["ann"]] = row["annotation"]
    same(accord.read(WILD / name, **whole), [tuple(one.values()) for one in labels.values()])
    study = accord.read(WILD / name, **parts)
    for criterion in study.names:
        of = [tuple(o.values()) for (_, c), o in labels.items() if c == criterion]
        same(study[criterion], of)


def test_files_of_coders():
    """Sentences with a type in two files; sets of codes of two coders."""
    files = sorted((WILD / "annotatedshortstoryfeatures").glob("*.csv"))
    with pytest.raises(accord.DataError, match="several columns could contain the label") as error:
        accord.read(files)
    told = next(one for one in error.value.readings if one.get("category") == "TYPE")
    rows = [
        {**row, "coder": file.stem}
        for file in files
        for row in lines(f"annotatedshortstoryfeatures/{file.name}")
    ]
    same(accord.read(files, **told), by_item(rows, "SENTENCE", "TYPE", "coder"))
    files = sorted((WILD / "2023-usenix-educator-perspective").glob("*.csv"))
    found = defaultdict(list)
    for file in files:
        for row in lines(f"2023-usenix-educator-perspective/{file.name}"):
            codes = {row[f"Code {n}"].strip() for n in range(1, 9)} - {""}
            found[row["ResponseId"]].append("+".join(sorted(codes)))
    same(confirmed(files), found.values())


def test_a_survey_whose_rows_are_coders():
    """REDCap: the columns of the questions, by the pattern that the message names."""
    name = "medevac-interrater/survey_results.csv"
    with pytest.raises(accord.DataError, match="who the coders are"):
        accord.read(WILD / name)
    study = accord.read(WILD / name, shape="transposed", coder="Record ID", item=["Question*"])
    with (WILD / name).open(encoding="utf-8-sig", newline="") as stream:
        header, *rows = csv.reader(stream)
    asked = [at for at, cell in enumerate(header) if cell.startswith("Question")]
    same(study, [tuple(row[at] for row in rows if row[at].strip()) for at in asked])


def test_three_header_rows():
    """Values in papers: each message names what to type next, and that reads it right."""
    name = "the-values-encoded-in-machine-le/annotations.tsv"
    with pytest.raises(accord.DataError, match="header=") as error:
        accord.read(WILD / name)
    assert error.value.readings == ({"header": 3},)
    with pytest.raises(accord.DataError, match="several columns could contain the label") as error:
        accord.read(WILD / name, header=3)
    study = accord.read(WILD / name, header=3, **error.value.readings[0])
    assert "empty row" in str(study.audit)
    rows = [row for row in lines(name, "\t")[3:] if row["Annotators 1 and 2"]]
    same(study, by_item(rows, "Title", "Justification score", "Annotators 1 and 2"))


def test_mechanical_turk():
    """A batch as downloaded: ragged rows, the worker's answer."""
    name = "twitter-emotions/mturk_results.csv"
    rows = lines(name)
    for row in rows:
        row.setdefault("Answer.emotion.label", "")
    same(accord.read(WILD / name), by_item(rows, "HITId", "Answer.emotion.label", "WorkerId"))


def test_a_workbook_of_dimensions():
    """annotator1_source, annotator2_source …: seven dimensions of two coders."""
    calamine = pytest.importorskip("python_calamine")
    path = WILD / "whatsapp-epistemic-risk/annotations.xlsx"
    header, *rows = calamine.CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python()
    study = confirmed(path)
    assert len(study.names) == 7
    for dimension in study.names:
        own = [at for at, cell in enumerate(header) if dimension in cell and "annotator" in cell]
        assert len(own) == 2
        kept = [tuple(str(row[at]).strip() for at in own) for row in rows]
        assert sum(len(set(pair)) == 1 for pair in kept) / len(kept) == pytest.approx(
            accord.percent(study[dimension]).value
        )


def test_answers_in_a_column_for_each_item():
    """MTurk's command line: asked, then items by the numbers in the names of columns."""
    name = "argument-reasoning-comprehension/21-pilot-stance-task.output.csv"
    with pytest.raises(accord.DataError, match="_stance_group") as error:
        accord.read(WILD / name)
    study = accord.read(WILD / name, **error.value.readings[0])
    found = defaultdict(dict)
    for row in lines(name, "\t"):
        for column, cell in row.items():
            if column.endswith("_stance_group") and cell:
                found[column][row["workerid"]] = cell
    same(study, [tuple(one.values()) for one in found.values()])


REFUSED = {
    "hate-speech-detection-transforme/final_labels.csv": "only one label per item",
    "24-25-rd2/IntroSPSS.sav": "only one label per item",
    "allennlp-models/snli.jsonl": "only one label per item",
    "ched/all.jsonl": "only one label per item",
    "qualtrics/sample.csv": "only one label per item",
    "potato-prolific-dataset/raw_data.csv": "nothing to compare",
    "annotatedshortstoryfeatures/annotator1.csv": "who the coders are",
    "2023-usenix-educator-perspective/Qualitative Responses Yes Only - Q12 (primary).csv": "who "
    "the coders are",
}


@pytest.mark.parametrize("name", REFUSED)
def test_no_number(name):
    """Tables in which nothing was coded by two, or nothing says what is whose."""
    if name.endswith(".sav"):
        pytest.importorskip("pyreadstat")
    with pytest.raises(accord.DataError, match=REFUSED[name]):
        accord.read(WILD / name)


def test_errors_of_one_rater_a_segment_have_no_number(capsys):
    """MQM of WMT's talks: read as it is, spans and scores, and nothing to compare in either."""
    from tests.cli.commands import called

    path = WILD / "wmt-mqm-human-evaluation/mqm_ted_ende.tsv"
    for layer in ("errors", "score"):
        assert "nothing to compare" in called(capsys, "measure", path, "--layer", layer, code=1).err
    assert all(found.undefined for found in accord.measure(accord.read(path)))


def test_cut_samples_have_no_item_of_two_coders():
    """Read right, and no number: no item of the part that was kept has two coders."""
    name = "bert-multilingual-go-emtions/goemotions.csv"
    rows = lines(name)
    first = list(rows[0]).index("example_very_unclear") + 1
    study = confirmed(WILD / name)
    assert {(i, c): k for i, c, k in study.rows()} == {
        (row["id"], row["rater_id"]): frozenset(k for k in list(row)[first:] if row[k] == "1")
        for row in rows
    }
    assert len({row["id"] for row in rows}) == len(rows)
    assert "no item has two labels" in str(accord.alpha(study))
    name = "potato-prolific-dataset/raw_data.csv"
    rows = lines(name)
    with pytest.raises(accord.DataError) as error:
        accord.read(WILD / name)
    study = confirmed(WILD / name, **error.value.readings[0])
    assert {(str(i), str(c)): float(k) for i, c, k in study.rows()} == {
        (row["instance_id"], row["user_id"]): float(row["offensiveness"]) for row in rows
    }
