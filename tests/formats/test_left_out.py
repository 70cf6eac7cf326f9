"""What is left out is said, by kind and number; one bad record does not lose the others."""

import json
import zipfile

import pytest

import accord
from accord.errors import AccordError, DataError

ANN = "T1\tX 0 3\tone\nT2\tY 4 7\ttwo\n"


def corpus(folder, n, bad=()):
    """n brat documents of two coders; those in `bad` end with a dangling reference."""
    for coder in ("ann", "bob"):
        (folder / coder).mkdir()
        for at in range(n):
            (folder / coder / f"d{at}.txt").write_text("one two")
            more = "R1\tZ Arg1:T1 Arg2:T9\n" if coder == "ann" and at in bad else ""
            (folder / coder / f"d{at}.ann").write_text(ANN + more)
    return folder


def test_one_bad_line_does_not_lose_a_corpus(tmp_path):
    """A dangling reference in one file of many is in the audit, with its place; or an error."""
    folder = corpus(tmp_path, 20, bad=(7,))
    study = accord.read(folder)
    assert sum(len(document) for document in study.continua) == 80
    assert study.audit.dropped == 1
    assert any(
        "skipped 1 unreadable record " in note and "ann/d7.ann:3: 'T9' is not defined" in note
        for note in study.audit.notes
    )
    with pytest.raises(DataError, match=r"ann/d7\.ann:3: 'T9' is not defined"):
        accord.read(folder, strict=True)


def test_a_file_that_cannot_be_read_does_not_lose_a_corpus(tmp_path):
    """Of many files, one that is no file of its format is left out and said; never most."""
    for at in range(12):
        (tmp_path / f"c{at}.eaf").write_text(
            "<ANNOTATION_DOCUMENT><TIME_ORDER/></ANNOTATION_DOCUMENT>"
        )
    (tmp_path / "c3.eaf").write_text("<ANNOTATION_DOCUMENT><TIER")
    found = accord.contents(tmp_path)
    assert any("left out 1 file that cannot be read" in note for note in found.notes)
    assert any("c3.eaf" in note for note in found.notes)
    with pytest.raises(DataError, match=r"c3\.eaf:1: not well-formed"):
        accord.contents(tmp_path, strict=True)


LINES = {
    "prodigy": [
        {
            "_input_hash": n,
            "_task_hash": n,
            "text": "one two",
            "answer": "accept",
            "_session_id": "s-a",
        }
        | {"_view_id": "ner_manual", "spans": [{"start": 0, "end": 3, "label": "X"}]}
        for n in range(9)
    ],
    "doccano": [{"id": n, "text": "one two", "label": [[0, 3, "X"]]} for n in range(9)],
    "argilla": [{"id": n, "q.responses": ["x"], "q.responses.users": ["u"]} for n in range(9)],
}
BAD = {
    "prodigy": {"_input_hash": 99, "_task_hash": 1, "answer": "accept", "spans": [{"start": "x"}]},
    "doccano": {"id": 99, "text": "one", "label": [[0, "x", "X"]]},
    "argilla": {"id": 99, "q.responses": ["x", "y"], "q.responses.users": ["u"]},
}


@pytest.mark.parametrize("format", LINES)
@pytest.mark.parametrize("bad", ["record", "no JSON"])
def test_bad_lines_of_json(tmp_path, format, bad):
    """A line that is no JSON, or no record of the tool, is left out with its number."""
    last = json.dumps(BAD[format]) if bad == "record" else '{"id": 99, '
    path = tmp_path / "x.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in LINES[format]) + last + "\n")
    study = accord.read(path)
    assert len(study.items) == 9
    assert any("x.jsonl:10: " in note for note in study.audit.notes)
    with pytest.raises(DataError, match=r"x\.jsonl:10: "):
        accord.read(path, strict=True)


def test_most_lines_must_be_read(tmp_path):
    """Where most of a file cannot be read, what is left is no study of it."""
    path = tmp_path / "x.ann"
    path.write_text("T1\tX 0 3\tone\nR1\tZ Arg1:T1 Arg2:T8\nR2\tZ Arg1:T1 Arg2:T9\n")
    with pytest.raises(DataError, match=r"x\.ann:2: 'T8' is not defined in the file \(2 cases\)"):
        accord.read(path)


def project(path, states):
    """An INCEpTION project export: user → state of the one document."""
    cas = (
        '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:c="http:///uima/cas.ecore" '
        'xmlns:x="http:///x.ecore"><x:A xmi:id="2" sofa="1" begin="0" end="3" value="v"/><c:Sofa '
        'xmi:id="1" sofaID="_InitialView" sofaString="one two"/><c:View sofa="1" members="2"/>'
        "</xmi:XMI>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        for user in states:
            archive.writestr(f"annotation/d.txt/{user}.xmi", cas)
        listed = [{"name": "d.txt", "user": u, "state": s} for u, s in states.items()]
        archive.writestr("exportedproject1.json", json.dumps({"annotation_documents": listed}))
    return path


def test_unfinished_documents_are_left_out_and_said(tmp_path):
    """A coder who has not finished is no coder of the document, unless asked for."""
    path = project(tmp_path / "p.zip", {"ann": "FINISHED", "bob": "IN_PROGRESS", "cyd": "NEW"})
    study = accord.read(path)
    assert list(study.coders) == ["ann"]
    assert any("1 document in state IN_PROGRESS" in note for note in study.audit.notes)
    assert any("unfinished='keep'" in note for note in study.audit.notes)
    assert list(accord.read(path, unfinished="keep").coders) == ["ann", "bob"]
    with pytest.raises(AccordError, match="did you mean keep"):
        accord.read(path, unfinished="kep")
    nobody = project(tmp_path / "q.zip", {"ann": "IN_PROGRESS"})
    with pytest.raises(DataError, match=r"no annotations found.*IN_PROGRESS"):
        accord.read(nobody)


def test_a_backup_with_serialized_documents_alone_says_how_to_export(tmp_path):
    """Java-serialised annotations cannot be read; the project's settings are not a table."""
    path = tmp_path / "backup.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("annotation_ser/d.txt/ann.ser", b"\xac\xed\x00\x05sr")
        archive.writestr("source/d.txt", "one two")
        archive.writestr("exportedproject1.json", '{"name": "p", "annotation_documents": []}')
    with pytest.raises(DataError, match=r"serialised \(\.ser\) only; export .* UIMA CAS XMI"):
        accord.read(path)


REFUSED = {
    "bare": ("img.txt", "1 0 1 1 0\n0 1 1 0 0\n"),
    "SuperAnnotate": (
        "a.json",
        '{"metadata": {}, "instances": [{"type": "bbox", "className": "x", "points": {}}]}',
    ),
    "mask": ("a.png", b"\x89PNG\r\n\x1a\n"),
    "summary": ("a.txt", "Coding Summary By Code\nCoverage\tReference Number\tCoded By Initials\n"),
    "comparison": (
        "a.csv",
        "Code,File,Kappa,Agreement (%),A and Not B (%),B and Not A (%)\nHope,Talk,0.8,97,2,1\n",
    ),
    "RTF": ("a.txt", "{\\rtf1\\ansi Reference 1}"),
    "Word": ("a.docx", b"PK\x03\x04\x14\x00\x00\x00"),
    "SDP": ("a.sdp", "#SDP 2015\n#22000001\n1\tPierre\tPierre\tNNP\t-\t+\t_\n"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_read_is_refused_by_its_name(tmp_path, name):
    """Areas of images and trees are told by name, in one line; never taken for speech or tables."""
    file, content = REFUSED[name]
    path = tmp_path / file
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(DataError, match=rf"(?i){file}: is .*{name.split()[0]}") as caught:
        accord.read(path)
    assert "\n" not in str(caught.value)


def test_ordinary_files_are_not_refused(tmp_path):
    """A table of numbers is no YOLO, turns in time are none either."""
    (tmp_path / "t.csv").write_text("item,coder,label\n1,A,x\n1,B,x\n")
    (tmp_path / "t.stm").write_text("rec 1 ann 0.5 0.9 so be it\n")
    assert accord.contents(tmp_path / "t.csv").format.name == "table"
    assert accord.contents(tmp_path / "t.stm").format.name == "stm"


CONLL = "1\tone\tone\tNUM\tCD\t_\t0\troot\t0:root\tEntity=(e1)|SpaceAfter=No\n"


def test_every_layer_of_conllu_is_listed(tmp_path):
    """Coreference in MISC does not hide tags, dependencies and enhanced dependencies."""
    path = tmp_path / "d.conllu"
    path.write_text("# newdoc id = d\n# global.Entity = eid\n" + CONLL + "\n")
    study = accord.read(path)
    assert study.kind == "partitions"
    note = next(note for note in study.audit.notes if "also the layers" in note)
    for layer in ("lemma", "upos", "xpos", "head", "deprel", "deps", "misc"):
        assert f"{layer} (1 token)" in note
    assert accord.read(path, layer="deps").rows() == [("1/1", "d", "0:root")]
    plain = tmp_path / "p.conllu"
    plain.write_text(CONLL)
    assert [layer.name for layer in accord.contents(plain).layers] == [
        "lemma",
        "upos",
        "xpos",
        "head",
        "deprel",
        "deps",
        "misc",
        "arc",
        "tree",
        "enhanced",
    ]


def test_discourse_dependencies_are_said(tmp_path):
    """.rsd has the columns of CoNLL-U, but its rows are discourse units."""
    path = tmp_path / "d.rsd"
    path.write_text(
        "1\tone two\t_\t_\t_\t_\t0\tROOT\t_\t_\n2\tthree\t_\t_\t_\t_\t1\telaboration\t_\t_\n"
    )
    study = accord.read(path)
    assert any("discourse units" in note for note in study.audit.notes)
    assert [row[2] for row in study.rows()] == ["0 ROOT", "1 elaboration"]


def test_columns_of_conll_2012_that_are_not_read_are_counted(tmp_path):
    """Parse, predicates, arguments and entities beside the chains are said with their numbers."""
    path = tmp_path / "d.conll"
    rows = [
        "d 0 0 The DT (TOP(S(NP* - - - - (PERSON* (ARG0* (1",
        "d 0 1 queen NN *) - - - - *) *) 1)",
        "d 0 2 came VBD (VP*)) come 01 1 - * (V*) (2)",
    ]
    path.write_text("#begin document (d); part 000\n" + "\n".join(rows) + "\n\n#end document\n")
    notes = accord.read(path).audit.notes
    told = (
        "3 part-of-speech tags, 4 bracketed constituents, 1 predicate sense, 1 named entity, "
        "2 predicate arguments"
    )
    assert any(told in note for note in notes), notes


def test_blocks_of_prodigy_give_all_layers(tmp_path):
    """A record with choices, spans, relations and a text has all four; shown spans are counted."""
    record = {
        "_input_hash": 1,
        "_task_hash": 1,
        "_view_id": "blocks",
        "text": "one two",
        "answer": "accept",
        "accept": ["a"],
        "user_input": "why",
        "tokens": [{"start": 0, "end": 3}, {"start": 4, "end": 7}],
        "spans": [{"start": 0, "end": 3, "label": "X"}, {"start": 4, "end": 7, "pattern": 7}],
        "relations": [{"head": 0, "child": 1, "label": "r"}],
        "_session_id": "s-ann",
    }
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(record) + "\n")
    found = accord.contents(path)
    assert {layer.name: layer.marks for layer in found.layers} == {
        "choice": 1,
        "text: user_input": 1,
        "spans": 1,
        "relations": 1,
    }
    assert any(
        "1 span shown to the coder" in n for n in accord.read(path, layer="spans").audit.notes
    )
    with pytest.raises(DataError, match="several layers"):
        accord.read(path)


def test_an_annotation_of_elan_without_a_time_does_not_lose_the_others(tmp_path):
    """A parent that is not there, a reference that is missing, a time slot that does not exist:
    each is counted with its place, the others are read; strict reading makes it an error."""
    alignable = '<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="{0}" TIME_SLOT_REF1="{1}" '
    alignable += 'TIME_SLOT_REF2="t2"><ANNOTATION_VALUE>x</ANNOTATION_VALUE>'
    alignable += "</ALIGNABLE_ANNOTATION></ANNOTATION>"
    below = '<ANNOTATION><REF_ANNOTATION ANNOTATION_ID="{0}" {1}><ANNOTATION_VALUE>y'
    below += "</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION>"
    tiers = [
        [alignable.format(f"b{n}", "t1") for n in range(4)] + [alignable.format("a2", "t9")],
        [below.format("a3", 'ANNOTATION_REF="a7"'), below.format("a4", "")],
    ]
    slots = (
        '<TIME_SLOT TIME_SLOT_ID="t1" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="t2" TIME_VALUE="9"/>'
    )
    written = "".join(
        f'<TIER TIER_ID="w{n}" ANNOTATOR="A">{"".join(each)}</TIER>' for n, each in enumerate(tiers)
    )
    path = tmp_path / "a.eaf"
    path.write_text(
        f"<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER>{written}</ANNOTATION_DOCUMENT>"
    )
    told = str(accord.contents(path).study().audit)
    assert "skipped 3 unreadable records " in told
    for why in (
        "time slot ['t9', 't2'] does not exist",
        "annotation 'a7', its parent, has no time",
    ):
        assert f"a.eaf:1: {why}" in told
    with pytest.raises(DataError, match="time slot"):
        accord.read(path, strict=True)


def test_a_project_of_datasaur_in_columns_has_its_labelers_as_coders(tmp_path):
    """Exported as CoNLL, the folders are DOCUMENT-labeler, REVIEW and ROOT: the reviewer's copy and
    the bare text are left out and said."""
    ann = "Sherlock\tB-PER\nHolmes\tI-PER\nin\tO\n1891\tB-YEAR\n\nWatson\tB-PER\nran\tO\n"
    files = {
        "DOCUMENT-ann/a.conll": ann,
        "DOCUMENT-bob/a.conll": ann.replace("B-YEAR", "O"),
        "REVIEW/a.conll": ann,
        "ROOT/a.txt": "Sherlock Holmes in 1891\nWatson ran\n",
    }
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    study = accord.read(tmp_path / "export.zip")
    assert study.coders == ("DOCUMENT-ann", "DOCUMENT-bob")
    assert study.counts()["u"] == 3 + 2
    told = "\n".join(study.audit.notes)
    assert "skipped 3 annotations by 'REVIEW' (not a coder; " in told
    assert "1 file not CoNLL columns left out (1 .txt): ROOT/a.txt" in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a\tB-X\n1891\tYEAR\n1892\tYEAR\nc\t\n", r"x.tsv:3: the tag 'YEAR' .* B-YEAR or I-YEAR"),
        ("a\tB-X\nb\tX\nc\t\n", r"x.tsv:2: the tag 'X' follows one of its type"),
        ("a\tB-X\nb\t\nc\tO\n", r"x.tsv:2: no tag in column 2, where other tokens have O"),
    ],
)
def test_empty_tags_are_outside_only_where_that_is_certain(tmp_path, text, told):
    """Datasaur writes nothing for O; a type without B- or I- behind its like may be one span."""
    path = tmp_path / "x.tsv"
    path.write_text(text)
    with pytest.raises(DataError, match=told):
        accord.read(path, format="conll")
