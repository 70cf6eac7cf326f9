"""Shapes that real exports of the tools have, each in a small file: what is read and what is
left out by name and number."""

import gzip
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
    with pytest.raises(DataError, match=r"1 caption without a box, a mask or points.*2 panoptic"):
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


def argilla_1(number, *given):
    """A record of a feedback data set of Argilla 1."""
    told = [{"user_id": user, "value": value, "status": status} for user, value, status in given]
    return {
        "text": "one",
        "mood": told,
        "mood-suggestion": "joy",
        "mood-suggestion-metadata": {"type": None, "score": None, "agent": None},
        "external_id": f"x{number}",
        "metadata": "{}",
    }


def test_data_sets_of_argilla_1(tmp_path):
    """A question is a column of responses with user, value and status."""
    records = [
        argilla_1(1, ("u", "joy", "submitted"), ("v", "fear", "submitted")),
        argilla_1(2, ("u", "joy", "submitted"), ("v", "joy", "discarded")),
    ]
    path = written(tmp_path, "a.jsonl", "\n".join(map(json.dumps, records)))
    study = accord.read(path)
    assert labels(study) == {("x1", "u"): "joy", ("x1", "v"): "fear", ("x2", "u"): "joy"}
    assert "ignored 1 discarded response" in study.audit.notes
    assert "ignored 2 suggestions" in study.audit.notes


def test_an_export_of_argilla_that_lost_the_drafts(tmp_path):
    """The nested form does not say which responses are drafts, and the audit says that."""
    given = [{"value": "joy", "user_id": "u"}, {"value": "fear", "user_id": "v"}]
    path = written(tmp_path, "a.json", [{"id": "r", "fields": {}, "responses": {"mood": given}}])
    notes = accord.read(path).audit.notes
    assert "the export does not say which responses are drafts or discarded: all are read" in notes


def test_tasks_of_one_data_set_are_not_coders(tmp_path):
    """instances_val.json and person_keypoints_val.json have the same boxes: not two coders."""
    record = {
        "images": [{"id": 1, "file_name": "a.jpg", "width": 9, "height": 9}],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 1, 3, 3]}],
    }
    for name in ("instances_val", "person_keypoints_val"):
        written(tmp_path, f"{name}.json", record)
    with pytest.raises(DataError, match="files of one data set, a task in each"):
        accord.read(tmp_path)
    assert len(accord.read(tmp_path / "instances_val.json").coders) == 1


def test_polygons_of_the_first_labelme(tmp_path):
    """Its XML has polygons where VOC has boxes; deleted things and masks are counted."""
    ring = "".join(f"<pt><x>{x}</x><y>{y}</y></pt>" for x, y in ((1, 1), (5, 1), (5, 5)))
    things = (
        f"<object><name>cat</name><deleted>0</deleted><polygon>{ring}</polygon></object>"
        f"<object><name>dog</name><deleted>1</deleted><polygon>{ring}</polygon></object>"
        "<object><name>dog</name><segm><mask>m.png</mask></segm></object>"
    )
    size = "<imagesize><nrows>8</nrows><ncols>9</ncols></imagesize>"
    path = written(
        tmp_path, "1.xml", f"<annotation><filename>1.jpg</filename>{size}{things}</annotation>"
    )
    study = accord.read(path)
    assert study.audit.rows == 3
    assert {"ignored 1 object that was deleted", "ignored 1 mask"} <= set(study.audit.notes)


def test_datumaro_is_refused_by_name(tmp_path):
    """Datumaro's own JSON is not a table."""
    path = written(tmp_path, "t.json", {"dm_format_version": "1.0", "media_type": 2, "items": []})
    with pytest.raises(DataError, match="is Datumaro JSON, which is not read; export"):
        accord.read(path)


def bioc_document(name):
    """A document of BioC JSON with one gene."""
    gene = {
        "id": "1",
        "infons": {"identifier": "7157", "type": "Gene", "valid": True, "normalized": [7157]},
        "text": "TP53",
        "locations": [{"offset": 0, "length": 4}],
    }
    passage = {"offset": 0, "infons": {"type": "title"}, "text": "TP53 it is"}
    told = {"id": "R1", "infons": {"type": "Association", "role1": {"type": "Gene"}}}
    return {"id": name, "passages": [{**passage, "annotations": [gene]}], "relations": [told]}


@pytest.mark.parametrize("wrap", [lambda d: {"PubTator3": d}, lambda d: d, lambda d: d[0]])
def test_documents_of_bioc_without_a_collection(tmp_path, wrap):
    """PubTator 3 packs documents in its own object; others write a list, or one document."""
    documents = [bioc_document("1"), bioc_document("2")]
    study = accord.read(written(tmp_path, "a.json", wrap(documents)))
    expected = 1 if "passages" in wrap(documents) else 2
    assert (len(study.items), sum(map(len, study.continua))) == (expected, expected)
    more = "" if expected == 1 else "s"
    left = f"ignored {expected} relation{more} not between two annotations"
    assert left in study.audit.notes


def test_relations_of_pubtator_that_say_whether_they_are_new(tmp_path):
    """BioRED's relations have a fifth column; the parts of a composite mention are counted."""
    text = (
        "1|t|a or b disease\n1|a|\n1\t0\t14\ta or b disease\tDisease\tD1|D2\ta disease|b disease\n"
        "1\tAssociation\tD1\tD2\tNovel\n\n"
    )
    study = accord.read(written(tmp_path, "a.txt", text))
    assert sum(map(len, study.continua)) == 1
    assert "ignored 1 relation between concepts, not words" in study.audit.notes
    assert "ignored 1 list of the parts of a mention" in study.audit.notes


def test_modifications_of_pubannotation(tmp_path):
    """A modification names what it changes as its object; of a relation it is counted."""
    path = written(
        tmp_path,
        "a.json",
        {
            "text": "one two",
            "denotations": [
                {"id": "T1", "span": {"begin": 0, "end": 3}, "obj": "X"},
                {"id": "T2", "span": {"begin": 4, "end": 7}, "obj": "Y"},
            ],
            "relations": [{"id": "R1", "subj": "T1", "pred": "r", "obj": "T2"}],
            "modifications": [
                {"id": "M1", "pred": "Negation", "obj": "T1"},
                {"id": "M2", "pred": "Negation", "obj": "R1"},
            ],
            "blocks": [{"id": "B1", "span": {"begin": 0, "end": 7}, "obj": "sentence"}],
        },
    )
    found = {str(layer).partition(":")[0] for layer in accord.contents(path).layers}
    assert found == {"entities", "relations", "attribute Negation"}
    notes = accord.read(path, layer="entities").audit.notes
    assert {"ignored 1 modification of a relation", "ignored 1 block"} <= set(notes)


@pytest.mark.parametrize("first", ["#", "{", "[", "<", "#tag", "[1]", "<b>"])
def test_columns_whose_first_token_is_a_bracket(tmp_path, first):
    """Datasaur's tokens are recognised whatever the first one is, and are not its JSON."""
    for coder, tag in (("ann", "B-PER"), ("bob", "")):
        rows = [(first, ""), ("Ann", tag), ("sees", ""), ("Bob", "B-PER"), (".", "")]
        written(tmp_path, f"{coder}.tsv", "".join(f"{a}\t{b}\n" for a, b in rows))
    study = accord.read([tmp_path / "ann.tsv", tmp_path / "bob.tsv"])
    assert study.audit.format == "CoNLL columns"
    assert sum(map(len, study.continua)) == 3
    with pytest.raises(DataError, match=r"not its JSON; read them with `format='conll'`"):
        accord.read(tmp_path / "ann.tsv", format="datasaur")


def test_members_of_a_tagtog_export(tmp_path):
    """A member's file is theirs also where they marked nothing; the merged version is none's."""
    entity = {"classId": "e_2", "part": "s1p1", "offsets": [{"start": 1, "text": "abc"}]}
    for folder, who in (("members/ann", "ann"), ("members/bob", None), ("master", "ann")):
        (tmp_path / folder).mkdir(parents=True)
        told = {"state": "", "who": [f"user:{who}"], "prob": 1}
        record = {
            "anncomplete": False,
            "annotatable": {"parts": ["s1h1", "s1p1"]},
            "entities": [{**entity, "confidence": told}] if who else [],
        }
        written(tmp_path, f"{folder}/d1.ann.json", record)
    study = accord.read(tmp_path)
    assert list(study.coders) == ["ann", "bob"]
    assert sum(map(len, study.continua)) == 1
    left = "ignored 1 file of the version that merges the members (master)"
    assert left in study.audit.notes
    assert not any("who saw what" in note for note in study.audit.notes)


def bioc(begin, form):
    """A document of two coders whose passage begins at an offset, in XML or JSON."""
    text = "Aspirin helps pain and fever in most of the patients who took it."
    places = {"ann": [(0, 7), (14, 4), (23, 5)], "bob": [(0, 7), (14, 8), (44, 8)]}
    if form == "json":
        marked = [
            {
                "id": f"{who}{at}",
                "infons": {"type": "x", "annotator": who},
                "text": text[at : at + length],
                "locations": [{"offset": begin + at, "length": length}],
            }
            for who, own in places.items()
            for at, length in own
        ]
        passage = {"infons": {}, "offset": begin, "text": text, "annotations": marked}
        return json.dumps({"documents": [{"id": "d", "passages": [passage]}]})
    marked = "".join(
        f'<annotation id="{who}{at}"><infon key="type">x</infon><infon key="annotator">{who}'
        f'</infon><location offset="{begin + at}" length="{length}"/>'
        f"<text>{text[at : at + length]}</text></annotation>"
        for who, own in places.items()
        for at, length in own
    )
    passage = f"<passage><offset>{begin}</offset><text>{text}</text>{marked}</passage>"
    return f"<collection><document><id>d</id>{passage}</document></collection>"


@pytest.mark.parametrize("form", ["xml", "json"])
def test_bioc_begins_where_its_first_passage_does(form, tmp_path):
    """A passage that begins later in its article has the same α_u and γ: what lies before it was
    not there to be marked. Far beginnings, before which no text is kept, as well."""
    values = []
    for begin in (0, 700, 250_000):
        path = tmp_path / f"d{begin}.{form}"
        path.write_text(bioc(begin, form), encoding="utf-8")
        study = accord.read(path)
        document = study.continua[0]
        assert (document.begin, document.end) == (begin, begin + 65)
        measures = [accord.spans.u_alpha, accord.spans.alpha_u_1995, accord.spans.gamma]
        values.append([one(study).value for one in measures])
    assert values[1] == pytest.approx(values[0], abs=1e-12)
    assert values[2] == pytest.approx(values[0], abs=1e-12)


REFUSED = {
    "data.rda": (
        gzip.compress(b"RDX3\nX\n\0\0\0\3"),
        "is an R data file, which is not read; write",
    ),
    "data.RData": (b"BZh91AY&SY", "is an R data file, which is not read; write the table as CSV"),
    "data.sas7bdat": (b"\0" * 12 + b"\xc2\xea\x81\x60", "is a SAS data file, which is not read"),
    "watch.boris": (
        b'{"project_name": "x", "observations": {}, "behaviors_conf": {}}',
        "is a BORIS project, which is not read; export the events of its observations",
    ),
    "copy.json": (
        b'{"project_name": "x", "observations": {}, "behaviors_conf": {}}',
        "is a BORIS project, which is not read; export the events of its observations",
    ),
    "trial.opf": (
        b"PK\x03\x04",
        r"is a Datavyu spreadsheet \(\.opf\), which is not read; export the spreadsheet as CSV",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_by_its_name(tmp_path, name):
    """A project or a file of a program that is not read says what it is and what to export."""
    content, told = REFUSED[name]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=told):
        accord.read(tmp_path / name)


def test_results_of_promptfoo_without_assertions_are_known(tmp_path):
    """What promptfoo documents as its output is promptfoo, also where no assertion was graded."""
    results = [{"success": True, "prompt": {"raw": "p"}, "vars": {}, "latencyMs": 1}]
    record = {"evalId": "e", "results": {"results": results, "stats": {}}, "config": {}}
    (tmp_path / "output.json").write_text(json.dumps(record))
    with pytest.raises(DataError, match="no annotations found: ignored 1 result without assertion"):
        accord.read(tmp_path / "output.json")


def test_models_beside_people_are_no_judges(tmp_path):
    """Judges that are lists are models; where all are, they are compared."""
    votes = [
        {"question_id": 1, "model_a": "x", "model_b": "y", "winner": won, "judge": judge}
        for won, judge in (("model_a", ["gpt", "v1"]), ("model_b", ["llama", "v1"]))
    ]
    (tmp_path / "votes.jsonl").write_text("\n".join(map(json.dumps, votes)))
    assert list(accord.read(tmp_path / "votes.jsonl").coders) == ["gpt, v1", "llama, v1"]


def answers(**more):
    """A record whose list holds the answers of two coders."""
    return {"text": "t", "answers": [{"annotator": who, "label": "x", **more} for who in "AB"]}


def test_answers_that_have_a_place_or_an_item_are_not_rows_of_one_item(tmp_path):
    """Spans, regions and answers that name their own item are another kind of data."""
    plain = written(tmp_path, "a.json", [answers(), answers()])
    assert accord.contents(plain).tables[0].header == ("item", "annotator", "label", "text")
    for more in ({"start": 3}, {"bbox": [1, 2, 3, 4]}, {"item_id": "i"}, {"score": {"x": 1}}):
        table = accord.contents(written(tmp_path, "b.json", [answers(**more)] * 2)).tables[0]
        assert table.header == ("text",)


def test_half_of_the_records_must_hold_answers(tmp_path):
    """Where fewer do, the lists stay out, and that is said."""
    half = written(tmp_path, "a.json", [answers(), {"text": "u", "answers": []}])
    assert "annotator" in accord.contents(half).tables[0].header
    fewer = written(tmp_path, "b.json", [answers(), {"text": "u"}, {"text": "v"}])
    table = accord.contents(fewer).tables[0]
    assert table.header == ("text",)
    assert table.notes == ("ignored nested values: answers",)


def test_names_of_records_tell_items_and_coders_by_their_number(tmp_path):
    """More names inside than outside: labels by name; as many or fewer: records with fields."""
    inside = written(tmp_path, "a.json", {"A": {"i": 1, "j": 2, "k": 1}, "B": {"i": 1, "j": 2}})
    header = ("outer name", "inner name", "value")
    assert accord.contents(inside).tables[0].header == header
    outside = written(tmp_path, "b.json", {"i": {"A": 1, "B": 2}, "j": {"A": 1, "B": 2}})
    assert accord.contents(outside).tables[0].header == ("item", "A", "B")


def test_lists_of_records_in_an_object_are_asked_about(tmp_path):
    """What the names of such lists are only its program knows: no number."""
    rows = [{"item": i, "coder": c, "label": "x"} for i in "12" for c in "AB"]
    with pytest.raises(DataError, match="'outer name' could be part of the item"):
        accord.read(written(tmp_path, "b.json", {"data": rows, "more": rows}))
    with pytest.raises(DataError, match="only one label per item"):
        accord.read(written(tmp_path, "c.json", {"data": rows, "more": "else"}))


def test_one_question_or_turns_are_no_layers(tmp_path):
    """Names of items are taken apart only where they end in several questions."""
    for ends in (["stars"], ["1", "2"]):
        labels = {f"{name}__{end}": 1 for name in "ab" for end in ends}
        path = written(tmp_path, "human_annotations.json", {"A": labels, "B": labels})
        found = accord.contents(path)
        assert [layer.name for layer in found.layers] == ["labels"]
        assert list(found.study().items) == list(labels)
