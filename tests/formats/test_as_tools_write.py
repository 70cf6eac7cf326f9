"""Shapes that real exports of the tools have, each in a small file: what is read and what is
left out by name and number."""

import json
import zipfile

import pytest

import accord
from accord.errors import DataError


def written(folder, name, record):
    """A file with a record as JSON, or with a text."""
    path = folder / name
    path.write_text(record if isinstance(record, str) else json.dumps(record), encoding="utf-8")
    return path


def labels(study):
    """(item, coder) → category of a study of labels."""
    return {(i, c): k for i, c, k in study.rows()}


def inspect_log(folder, name, *, samples, packed=zipfile.ZIP_DEFLATED, header=True):
    """A log of Inspect, packed as its .eval files are."""
    told = {"version": 2, "status": "success", "eval": {"task_id": "t", "run_id": "r"}}
    with zipfile.ZipFile(folder / name, "w", packed) as archive:
        archive.writestr("_journal/start.json", json.dumps({"version": 2, "eval": told["eval"]}))
        for at, (score, epoch) in enumerate(samples, start=1):
            sample = {"id": at, "epoch": epoch, "scores": score}
            archive.writestr(f"samples/{at}_epoch_{epoch}.json", json.dumps(sample))
        archive.writestr("summaries.json", "[]")
        if header:
            archive.writestr("header.json", json.dumps(told))
    return folder / name


def test_a_packed_log_of_inspect(tmp_path):
    """An .eval file has a file for each sample; what nobody scored is counted."""
    scored = {"match": {"value": "C"}, "judge": {"value": "I"}}
    log = inspect_log(tmp_path, "a.eval", samples=[(scored, 1), (scored, 1), (None, 1)])
    study = accord.read(log)
    assert (len(study.items), list(study.coders)) == (2, ["match", "judge"])
    assert study.audit.rows == 3
    assert "ignored 1 sample that no scorer scored" in study.audit.notes
    assert not any("left out" in note for note in study.audit.notes)


def test_a_packed_log_that_cannot_be_read(tmp_path):
    """A log that did not end, or is packed as this Python cannot unpack, says what to do."""
    log = inspect_log(tmp_path, "a.eval", samples=[({"m": {"value": 1}}, 1)], header=False)
    with pytest.raises(DataError, match=r"a\.eval: no header\.json; the evaluation did not end"):
        accord.read(log)
    log = inspect_log(tmp_path, "b.eval", samples=[({"m": {"value": 1}}, 1)])
    raw = log.read_bytes()
    for sign, at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):  # a method that nobody has
        begin = raw.find(sign)
        while begin >= 0:
            raw = raw[: begin + at] + b"\x5c\x00" + raw[begin + at + 2 :]
            begin = raw.find(sign, begin + 4)
    log.write_bytes(raw)
    with pytest.raises(DataError, match=r"cannot unpack.*convert it with `inspect log dump"):
        accord.read(log)


def test_a_log_of_inspect_without_samples(tmp_path):
    """A log that has only totals is no error of the file, and says what is missing."""
    log = written(
        tmp_path, "a.json", {"status": "success", "eval": {"task_id": "t", "run_id": "r"}}
    )
    with pytest.raises(DataError, match=r"a\.json: the log has totals and no samples"):
        accord.read(log)


def promptfoo_result(test, case, parts):
    """One result of promptfoo."""
    return {
        "testIdx": test,
        "promptIdx": 0,
        "provider": {"id": "echo", "label": ""},
        "testCase": {"vars": {"word": case}},
        "gradingResult": {"pass": True, "score": 1, "componentResults": parts},
    }


def test_sets_of_assertions_and_repeated_tests_of_promptfoo(tmp_path):
    """A set of assertions is not a coder beside its assertions; a repeated test is a round."""
    one = {"pass": True, "score": 1, "assertion": {"type": "contains"}}
    two = {"pass": False, "score": 0, "assertion": {"type": "icontains"}}
    whole = {"pass": True, "score": 0.5, "componentResults": [one, two]}
    results = [promptfoo_result(at, case, [whole, one, two]) for at, case in enumerate("aab")]
    study = accord.read(written(tmp_path, "out.json", {"results": {"results": results}}))
    assert list(study.coders) == ["contains", "icontains"]
    assert "ignored 3 assert-sets whose assertions are read one by one" in study.audit.notes
    assert study.about["sample"] == ("test 0", "test 0", "test 2")
    assert study.about["round"] == (1, 2, 1)


def test_texts_of_old_doccano(tmp_path):
    """Old exports of translations and summaries have a text where others have a label."""
    lines = [
        {"id": n, "text": "a b", "annotations": [{"text": made, "user": n % 2}]}
        for n, made in enumerate("xyx")
    ]
    path = written(tmp_path, "seq2seq.jsonl", "\n".join(map(json.dumps, lines)))
    study = accord.read(path)
    assert labels(study) == {("0", "0"): "x", ("1", "1"): "y", ("2", "0"): "x"}


def test_flags_of_labelme(tmp_path):
    """Flags of an image are labels of it, those of a shape are counted."""
    shape = {"label": "cat", "points": [[0, 0], [5, 5]], "shape_type": "rectangle"}
    for coder, cat in (("ann", True), ("bob", False)):
        (tmp_path / coder).mkdir()
        record = {
            "flags": {"cat": cat, "dog": False},
            "shapes": [{**shape, "flags": {"occluded": True}}],
            "imagePath": "1.jpg",
            "imageHeight": 9,
            "imageWidth": 9,
        }
        written(tmp_path, f"{coder}/1.json", record)
    study = accord.read(tmp_path, layer="flags")
    assert labels(study) == {("1.jpg", "ann"): "cat", ("1.jpg", "bob"): "(none)"}
    assert "ignored 2 flags of a shape" in study.audit.notes
    assert accord.read(tmp_path).kind == "regions"


def test_attributes_of_cvat(tmp_path):
    """Attributes of boxes and of the points of a skeleton are counted."""
    attribute = '<attribute name="a">1</attribute>'
    box = '<box label="cat" xtl="1" ytl="1" xbr="4" ybr="4">' + 2 * attribute + "</box>"
    point = f'<points label="1" outside="0" points="1,1">{attribute}</points>'
    path = written(
        tmp_path,
        "annotations.xml",
        "<annotations><version>1.1</version><meta></meta>"
        f'<image id="0" name="a.jpg" width="9" height="9">{box}'
        f'<skeleton label="s">{point}</skeleton></image></annotations>',
    )
    notes = accord.read(path, layer="areas").audit.notes
    assert "ignored 2 attributes of a box" in notes
    assert "ignored 1 attribute of a skeleton" in notes


def test_captions_and_segments_of_coco(tmp_path):
    """Annotations that are no regions are counted, and a file of them holds none."""
    images = [{"id": 1, "file_name": "a.jpg", "width": 9, "height": 9}]
    made = [
        {"image_id": 1, "id": 1, "caption": "a cat"},
        {"image_id": 1, "file_name": "a.png", "segments_info": [{"id": 1}, {"id": 2}]},
    ]
    path = written(tmp_path, "c.json", {"images": images, "annotations": made})
    with pytest.raises(DataError, match="1 caption without a box, a mask or points.*2 panoptic"):
        accord.read(path)


def kili_label(coder, answer, **more):
    """A label of Kili."""
    return {"author": {"email": coder}, "jsonResponse": answer, "labelType": "DEFAULT", **more}


def test_nested_jobs_and_earlier_labels_of_kili(tmp_path):
    """Jobs below a category are layers; of several labels of an author the latest counts."""
    inner = {"WHY": {"categories": [{"name": "RUDE"}]}}
    new = {"MOOD": {"categories": [{"name": "BAD", "children": inner}]}}
    old = {"MOOD": {"categories": [{"name": "GOOD"}]}}
    span = {"beginOffset": 0, "content": "one", "categories": [{"name": "X"}], "children": inner}
    record = {
        "externalId": "d1",
        "content": "one two",
        "labels": [
            kili_label("a", old, isLatestLabelForUser=False),
            kili_label("a", new, isLatestLabelForUser=True),
            kili_label("b", {**old, "NER": {"annotations": [span]}}),
            kili_label("c", {"0": {"MOOD": {}}, "1": {"MOOD": {}}}),
        ],
    }
    path = written(tmp_path, "kili.json", [record])
    found = {str(layer).partition(":")[0] for layer in accord.contents(path).layers}
    assert found == {"MOOD", "WHY", "NER"}
    study = accord.read(path, layer="MOOD")
    assert labels(study) == {("d1", "a"): "BAD", ("d1", "b"): "GOOD"}
    for left in (
        "1 earlier label of the same author",
        "1 answer about an annotation",
        "2 frames of a video",
    ):
        assert f"ignored {left}" in study.audit.notes
