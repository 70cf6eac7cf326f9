"""Damaged files that fuzzing found: each is refused at its place, none does harm."""

import gc
import io
import json
import zipfile
from pathlib import Path

import pytest

import accord
from accord._read.door.read_options import Limits
from accord.errors import AccordError, DataError
from accord.kinds.chains.study import Partitions

UNITS = '{"accord": "unitizings", "version": 1, "coders": ["A"]}\n'
CHAINS = '{"accord": "partitions", "version": 1, "coders": ["A"]}\n'
LINES = {
    "kind": ('{"accord": "codngs"}\n', r"x\.jsonl:1: no kind of study 'codngs'; did you mean"),
    "declared": (
        '{"accord": "codings", "categories": ["a"], "declared": true}\n'
        '{"item": 1, "coder": "A", "category": "b"}\n',
        r"x\.jsonl:2: label 'b' is not in the list of categories",
    ),
    "about": (
        '{"accord": "codings"}\n{"item": 1, "about": [1]}\n',
        r"x\.jsonl:2: 'about' is \[1\]",
    ),
    "extent": (UNITS + '{"document": "d", "end": "x"}\n', r"x\.jsonl:2: 'end' is 'x'"),
    "outside": (
        UNITS + '{"document": "d", "text": "abc"}\n'
        '{"document": "d", "coder": "A", "begin": 1, "end": 9, "category": "x"}\n',
        r"x\.jsonl:3: document 'd': span 1–9 is outside the text \(0–3\)",
    ),
    "mention": (
        CHAINS + '{"document": "d", "coder": "A", "chains": [[[[0, 1], 7]]]}\n',
        r"x\.jsonl:2: coder 'A': mention .* is not a span",
    ),
    "endless": (
        CHAINS + '{"document": "d", "coder": "A", "chains": [[[0, 1e999]]]}\n',
        r"x\.jsonl:2: coder 'A': mention .* is not a span",
    ),
    "chain": (
        CHAINS + '{"document": "d", "coder": "A", "chains": [7]}\n',
        r"x\.jsonl:2: 'chains' is 7, expected a list",
    ),
    "links": (
        CHAINS + '{"document": "d", "coder": "A", "links": [[[0, 1]]]}\n',
        r"x\.jsonl:2: 'links' is .* expected pairs",
    ),
    "prodigy": (
        '{"_input_hash": 1, "_task_hash": 2, "label": ["x"], "answer": "accept"}\n',
        r"x\.jsonl:1: 'label' is \['x'\], expected a string",
    ),
    "doccano": (
        '{"id": 1, "text": "a b", "entities": [{"id": 1, "label": "x", "start_offset": 0, '
        '"end_offset": 1}], "relations": ["r"]}\n',
        r"x\.jsonl:1: found 'r', expected an object with 'from_id'",
    ),
    "argilla span": (
        '{"id": 1, "q.responses": [[{"start": 0, "end": 1, "label": ["x"]}]], '
        '"q.responses.users": ["u"]}\n',
        r"x\.jsonl:1: 'label' is \['x'\]",
    ),
    "argilla rank": (
        '{"id": 1, "q.responses": [[{"value": "a", "rank": "1st"}]], "q.responses.users": ["u"]}\n',
        r"x\.jsonl:1: 'rank' is '1st', expected",
    ),
}


@pytest.mark.parametrize(("content", "message"), LINES.values(), ids=LINES)
def test_lines_are_refused_by_number(tmp_path, content, message):
    """A value of the wrong kind in JSON Lines is said with its line and quoted."""
    path = tmp_path / "x.jsonl"
    path.write_text(content, "utf-8")
    with pytest.raises(AccordError, match=message):
        accord.contents(path).study()


OBJECTS = {
    "nesting": ('[\n{"a": 1},\n' + "[" * 300 + "]" * 300 + "]", r"x\.json:3: JSON nesting is 301"),
    "digits": ('[{"a": 1},\n{"a": ' + "9" * 5000 + "}]", r"x\.json:2: not valid JSON"),
    "half": ('[{"a": "\\ud83d\\ude00"},\n{"a": "\\ud83d"}]', r"x\.json:2: '\\ud83d' is half a"),
    "sagemaker": (
        '[{"datasetObjectId": 1, "annotations": [{"workerId": "w", "annotationData": {}}]}]',
        r"x\.json: record 1, annotation 1: no 'content'",
    ),
    "potato": (
        '{"instance_id_to_label_to_value": {"i7": [["x", "true"]]}}',
        r"x\.json: instance i7: found 'x'",
    ),
    "cas": ('{"%FEATURE_STRUCTURES": [{"%ID": 1, "%TYPE": "a.B"}, 7]}', r"x\.json: structure 2: "),
    "encoding": (
        '<?xml version="1.0" encoding="UTF-9"?>\n<GateDocument/>',
        r"x\.json:1: XML cannot",
    ),
}


@pytest.mark.parametrize(("content", "message"), OBJECTS.values(), ids=OBJECTS)
def test_objects_are_refused_at_their_place(tmp_path, content, message):
    """A document that is one JSON or XML value is refused with the line or the element."""
    path = tmp_path / "x.json"
    path.write_text(content, "utf-8")
    with pytest.raises(DataError, match=message):
        accord.read(path)


def test_positions_that_floats_cannot_tell_apart_are_none(tmp_path):
    """A table has the bound of accord's own format, so that what is read can be written."""
    path = tmp_path / "spans.csv"
    path.write_text("coder,document,begin,end,category\nA,d,1,100000000000000000000,x\n")
    with pytest.raises(DataError, match=r"spans\.csv:2: end is '100000000000000000000'"):
        accord.read(path)


def test_late_lists_and_objects_are_seen(tmp_path):
    """A column whose lists begin after a thousand records is a column of lists all the same."""
    path = tmp_path / "long.jsonl"
    rows = [{"item": n // 2, "coder": "AB"[n % 2], "label": "x", "more": 1} for n in range(1500)]
    rows[1400]["label"] = ["x", "y"]
    rows[1450]["more"] = {"a": 1}
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    study = accord.read(path)
    assert frozenset("xy") in study.categories
    assert "ignored nested values: more" in study.audit.notes


def test_a_named_format_reads_what_looks_like_it(tmp_path):
    """Settings and logs in an export are left out, and named, also where the format is told."""
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("settings.json", "{}")
        archive.writestr("ann/d.ann", "T1\tX 0 3\tone\n")
        archive.writestr("ann/d.txt", "one")
    study = accord.read(path, format="brat")
    assert any("settings.json" in note for note in study.audit.notes)
    for name, text in (("ann.txt", "0.0\t1.0\tx\n"), ("bob.lab", "0.0 1.0 x\n")):
        (tmp_path / name).write_text(text)
    with pytest.raises(DataError, match=r"bob\.lab:1"):  # given by itself: never left out
        accord.read([tmp_path / "ann.txt", tmp_path / "bob.lab"], format="audacity")


def test_rows_without_an_item_are_placed(tmp_path):
    """What an engine finds missing in a Parquet file is said with the file's name."""
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "holes.parquet"
    table = {
        "item": [None, "a", "a", "b", "b"],
        "coder": list("AABAB"),
        "category": list("xyxxx"),
    }
    parquet.write_table(arrow.table(table), path)
    with pytest.raises(DataError, match=r"holes\.parquet: 1 rows have no item"):
        accord.scale.count(path)


def test_parquet_names_the_damaged_part(tmp_path):
    """A cut file lacks its footer; a damaged page belongs to a column."""
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = arrow.table({"item": list("ab"), "coder": list("AB"), "q": [["x"], ["y"]]})
    out = io.BytesIO()
    parquet.write_table(table, out, use_dictionary=False)
    path = tmp_path / "x.parquet"
    path.write_bytes(out.getvalue()[:-20])
    with pytest.raises(DataError, match=r"x\.parquet.* its footer cannot be read"):
        accord.read(path, format="parquet")
    page = parquet.ParquetFile(out).metadata.row_group(0).column(1).data_page_offset
    raw = bytearray(out.getvalue())
    raw[page : page + 12] = b"\xff" * 12
    path.write_bytes(raw)
    with pytest.raises(DataError, match=r"x\.parquet.* column 'coder' cannot be read"):
        accord.read(path, format="parquet")


def test_mentions_without_an_order_are_a_set(tmp_path):
    """Ids in no known order survive the format: in which order they stand says nothing."""
    study = Partitions.of_chains({"d": {"A": [["m1", "m7"], ["m3"]], "B": [["m2"], ["m5", "m3"]]}})
    accord.write(study, tmp_path / "ids.jsonl")
    again = accord.read(tmp_path / "ids.jsonl")
    assert again == study
    other = Partitions.of_chains({"d": {"A": [["m1", "m7"], ["m3"]], "B": [["m2", "m5", "m3"]]}})
    assert again != other


def test_names_of_chains_may_be_anything(tmp_path):
    """Tuples, sets and infinity as names of documents and coders survive the format."""
    coders = {("A", 1): [[(0, 1)]], frozenset("xy"): [[(0, 2)]], float("inf"): []}
    study = Partitions.of_chains({("d", 1): coders})
    accord.write(study, tmp_path / "names.jsonl")
    assert accord.read(tmp_path / "names.jsonl") == study


def test_what_is_not_a_number_is_missing(tmp_path):
    """NaN, which programs write for missing answers, is no category."""
    path = tmp_path / "records.jsonl"
    path.write_text(
        '{"id": 1, "q.responses": ["a", NaN], "q.responses.users": ["u", "v"]}\n'
        '{"id": 2, "q.responses": ["b", "b"], "q.responses.users": ["u", "v"]}\n'
    )
    study = accord.read(path)
    assert list(study.categories) == ["a", "b"]
    assert len(study) == 3


def test_chains_have_the_limits_of_all_files(tmp_path):
    """The door for coreference alone knows depth and size, too."""
    path = tmp_path / "deep.jsonl"
    path.write_text('{"document": ' + "[" * 100_000)
    with pytest.raises(DataError, match=r"deep\.jsonl:1: JSON nesting"):
        accord.read(path, kind="coreference")
    with pytest.raises(DataError, match=r"Limits\(file="):
        accord.read(path, kind="coreference", limits=Limits(file=100))


def test_removed_annotations_of_uima_are_dropped(tmp_path):
    """An annotation that no view holds was removed by its coder; it is counted, not read."""
    path = tmp_path / "ann.xmi"
    path.write_text(
        '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:c="http:///uima/cas.ecore" '
        'xmlns:x="http:///x.ecore"><x:A xmi:id="2" sofa="1" begin="0" end="3"/>'
        '<x:A xmi:id="3" sofa="1" begin="4" end="7"/><c:Sofa xmi:id="1" sofaID="_InitialView" '
        'sofaString="one two"/><c:View sofa="1" members="2"/></xmi:XMI>'
    )
    study = accord.read(path)
    assert [(unit.begin, unit.end) for _, unit in study.continua[0]] == [(0, 3)]
    assert "ignored 1 annotation in no view (deleted)" in study.audit.notes


def test_links_of_chains_without_length_are_dropped(tmp_path):
    """A link of no length is left out of its chain, as WebAnno TSV has it."""
    path = tmp_path / "ann.xmi"
    path.write_text(
        '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:c="http:///uima/cas.ecore" '
        'xmlns:x="http:///x.ecore"><x:CorefChain xmi:id="5" first="2"/>'
        '<x:CorefLink xmi:id="2" sofa="1" begin="0" end="3" next="3"/>'
        '<x:CorefLink xmi:id="3" sofa="1" begin="3" end="3" next="4"/>'
        '<x:CorefLink xmi:id="4" sofa="1" begin="4" end="7"/><c:Sofa xmi:id="1" '
        'sofaID="_InitialView" sofaString="one two"/></xmi:XMI>'
    )
    assert accord.read(path).documents[0].chains("ann") == (((0, 3), (4, 7)),)


def test_messages_are_short(tmp_path):
    """A file of one endless line is not printed in full to say that it is no table."""
    path = tmp_path / "long.csv"
    path.write_text("0" * 1_000_000)
    with pytest.raises(DataError, match=r"long\.csv:1: 000.* … .*looks like data") as caught:
        accord.read(path)
    assert len(str(caught.value)) < 5000


def test_options_that_mean_nothing_are_said(tmp_path):
    """A layer of a table, and a field of a layer without any, are errors, not silence."""
    path = tmp_path / "x.csv"
    path.write_text("item,coder,label\n1,A,x\n")
    with pytest.raises(
        DataError, match=r"x\.csv: delimited table has no layers, so there is no 'y'"
    ):
        accord.read(path, layer="y")
    (tmp_path / "d.ann").write_text("T1\tX 0 1\ta\n")
    with pytest.raises(DataError, match="has no field 'z'; it has none"):
        accord.read(tmp_path / "d.ann", field="z")


def test_formats_have_the_names_that_users_have(tmp_path):
    """--format csv is a table; what is no format at all is refused by name."""
    path = tmp_path / "x.csv"
    path.write_text("item,coder,label\n1,A,x\n1,B,y\n2,A,x\n2,B,x\n")
    assert accord.read(path, format="csv") == accord.read(path)
    with pytest.raises(AccordError, match="no format 'tabel'; did you mean table"):
        accord.read(path, format="tabel")


def test_an_archive_reads_as_its_folder(tmp_path):
    """Coders stand in the order of their names, in whatever order they were packed."""
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for coder in ("bob", "ann"):
            archive.writestr(f"{coder}/d.ann", "T1\tX 0 3\tone\n")
    assert list(accord.read(path).coders) == ["ann", "bob"]


SLOW = {
    "relation.ann": "R1\tX " + "a:" * 40_000 + " \n",
    "attribute.ann": "A1\tX T1 " + " " * 200_000 + "\tx\n",
    "document.conll": "#begin document (" + " " * 50_000 + "x" + " " * 50_000 + "y\nd 0 0 a (1\n",
    "newdoc.conllu": "# newdoc id = x" + " " * 200_000 + "y\n# global.Entity = eid\n1\ta\n",
    "sentence.conllu": "# sent_id =" + " " * 200_000 + "\n1\ta\n",
}


@pytest.mark.parametrize("name", SLOW)
def test_long_lines_do_not_hang(tmp_path, name):
    """Patterns match in one way only: a line of many spaces or colons is refused, not searched."""
    path = tmp_path / name
    path.write_text(SLOW[name])
    with pytest.raises(DataError, match=path.stem):
        accord.read(path)


@pytest.mark.parametrize(
    "name", ["xmi/project.zip", "xmi/features", "brat/two", "gate/two_sets.xml", "glozz/corpus"]
)
def test_reading_lets_go_of_files(name):
    """Nothing that was opened waits for the search for cycles, which is off while files are read.

    Of 10,000 files in a folder each would stay in memory, with its tree, until the last was read.
    """
    path = Path(__file__).parents[1] / "formats" / name
    accord.contents(path)
    gc.collect()
    gc.disable()
    try:
        accord.contents(path)
        assert gc.collect() == 0
    finally:
        gc.enable()
