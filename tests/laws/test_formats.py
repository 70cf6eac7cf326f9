"""What holds for reading and writing: nothing is lost, nothing dangerous is followed."""

import io
import json
import zipfile

import pytest
from hypothesis import example, given, settings, strategies as st

import accord
from accord._read.door.read_options import Limits
from accord._read.text.json_text import nesting
from accord._report.write import lines
from accord.errors import DataError
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.chains.study import Partitions

NAMES = st.one_of(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=4),
    st.integers(-5, 5),
    st.tuples(st.integers(0, 3), st.text("ab", max_size=2)),
)
CATEGORIES = st.one_of(
    NAMES, st.booleans(), st.floats(allow_nan=False), st.frozensets(st.text("xyz", max_size=2))
)
SPANS = st.tuples(st.integers(0, 20), st.integers(1, 9), st.sampled_from(["x", "y", None]))


def _again(study, tmp_path_factory):
    path = tmp_path_factory.mktemp("again") / "study.jsonl"
    accord.write(study, path)
    return accord.read(path)


def _same(first, second):
    """Equal, and also in what equality does not look at."""
    assert first == second
    assert list(lines(first))[1:] == list(lines(second))[1:]


@given(st.dictionaries(st.tuples(NAMES, NAMES), CATEGORIES, max_size=8), st.booleans())
@example({("<GateDocument>", "<TEI"): '"_input_hash" "_task_hash" "result" "annotations"'}, False)
def test_codings_survive_their_own_format(tmp_path_factory, cells, declared):
    """Codings → JSON Lines → the same codings, whatever the names and categories are."""
    rows = [(item, coder, category) for (item, coder), category in cells.items() if category != ""]
    study = accord.codings(rows)
    if declared:
        study = accord.declare(study, [*study.categories, "never used"][::-1])
    _same(study, _again(study, tmp_path_factory))


def test_agreement_tables_survive_their_own_format(tmp_path_factory):
    """An agreement table stays one: nobody learns who coded what."""
    study = accord.from_counts([[2, 1], [0, 3]], categories=["a", "b"])
    again = _again(study, tmp_path_factory)
    _same(study, again)
    assert again.coder is None


@given(
    st.dictionaries(
        NAMES, st.dictionaries(st.sampled_from("ABC"), st.lists(SPANS, max_size=4)), max_size=3
    )
)
def test_unitizings_survive_their_own_format(tmp_path_factory, documents):
    """Unitizings → JSON Lines → the same: units, coverage, extents, categories."""
    rows = [
        (document, coder, begin, begin + length, category)
        for document, by_coder in documents.items()
        for coder, units in by_coder.items()
        for begin, length, category in set(units)
    ]
    seen = [(document, coder) for document, by_coder in documents.items() for coder in by_coder]
    study = accord.Unitizings.of(rows, items=tuple(documents), coders=tuple("ABC"), seen=seen)
    _same(study, _again(study, tmp_path_factory))


@given(st.dictionaries(st.text("de", min_size=1, max_size=2), st.data(), max_size=2))
def test_partitions_survive_their_own_format(tmp_path_factory, documents):
    """Partitions → JSON Lines → the same chains of the same coders."""
    chains = {}
    for document, data in documents.items():
        chains[document] = {}
        for coder in data.draw(st.sets(st.sampled_from("AB"), min_size=1)):
            mentions = data.draw(st.dictionaries(st.integers(0, 9), st.integers(0, 2)))
            grouped = {}
            for mention, chain in mentions.items():
                grouped.setdefault(chain, []).append((mention, mention + 1))
            chains[document][coder] = list(grouped.values())
    study = Partitions.of_chains(chains)
    _same(study, _again(study, tmp_path_factory))


@given(
    st.dictionaries(
        st.text("de", min_size=1, max_size=2),
        st.dictionaries(st.sampled_from("AB"), st.sets(st.integers(1, 9)), min_size=1),
        max_size=3,
    ),
    st.booleans(),
)
def test_segmentations_survive_their_own_format(tmp_path_factory, documents, typed):
    """Segmentations → JSON Lines → the same boundaries, types, lengths and coverage."""
    rows = [
        (document, coder, place, place % 2 if typed else None)
        for document, by_coder in documents.items()
        for coder, places in by_coder.items()
        for place in places
    ]
    study = Segmentations.of(
        rows,
        lengths=dict.fromkeys(documents, 10),
        coders=tuple("AB"),
        seen=[(d, c) for d, by_coder in documents.items() for c in by_coder],
    )
    _same(study, _again(study, tmp_path_factory))


def _refused(path, match, **options):
    with pytest.raises(DataError, match=match) as caught:
        accord.read(path, **options)
    assert path.name in str(caught.value)


LAUGHS = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>
<GateDocument>&c;</GateDocument>"""
OUTSIDE = """<?xml version="1.0"?>
<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]><GateDocument>&f;</GateDocument>"""


@pytest.mark.parametrize("bomb", [LAUGHS, OUTSIDE], ids=["laughs", "external"])
def test_entities_are_refused(tmp_path, bomb):
    """Entity bombs and references to files are refused before anything is expanded."""
    path = tmp_path / "bomb.xml"
    path.write_text(bomb)
    _refused(path, "declares the entity")


def test_deep_nesting_is_refused(tmp_path):
    """JSON and XML nest only so deep; the message says how to raise the limit."""
    path = tmp_path / "deep.jsonl"
    path.write_text('{"accord": ' + "[" * 100_000)
    _refused(path, r"Limits\(depth=")
    xml = tmp_path / "deep.xml"
    xml.write_text("<GateDocument>" + "<a>" * 1000)
    _refused(xml, r"Limits\(depth=")


def _zipped(path, members, compression=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def test_archives_do_not_explode(tmp_path):
    """A zip bomb is refused by its ratio, by its total, by its members, by its depth."""
    bomb = _zipped(tmp_path / "bomb.zip", {"a.csv": b"0" * 50_000_000})
    _refused(bomb, r"Limits\(ratio=")
    _refused(bomb, r"Limits\(total=", limits=Limits(ratio=10**6, total=10**6))
    many = _zipped(tmp_path / "many.zip", {f"{n}.csv": b"a,b" for n in range(50)})
    _refused(many, r"Limits\(members=", limits=Limits(members=10))
    inner = _zipped(tmp_path / "0.zip", {"a.csv": b"a,b"})
    for level in range(1, 4):
        inner = _zipped(tmp_path / f"{level}.zip", {"inner.zip": inner.read_bytes()})
    with pytest.raises(DataError, match="an archive in an archive"):
        accord.read(inner)


def test_workbooks_do_not_explode(tmp_path):
    """A workbook is an archive too, and the same limits hold before anything opens it."""
    pytest.importorskip("python_calamine")
    bomb = _zipped(tmp_path / "bomb.xlsx", {"xl/workbook.xml": b" " * 50_000_000})
    with pytest.raises(DataError, match=r"bomb\.xlsx.*Limits\(ratio="):
        accord.read(bomb)


@pytest.mark.parametrize("name", ["../up.csv", "/root.csv", "a/../../up.csv", "C:\\up.csv"])
def test_members_stay_inside(tmp_path, name):
    """A member whose name points outside the archive is refused."""
    _refused(_zipped(tmp_path / "up.zip", {name: b"a,b\n"}), "points outside the archive")


def test_lying_sizes_are_refused(tmp_path):
    """A member that is larger than its header says is never read beyond that."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.csv", b"item,coder,label\n" * 1000)
    raw = buffer.getvalue().replace((17000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    path = tmp_path / "lie.zip"
    path.write_bytes(raw)
    with pytest.raises(DataError, match=r"lie\.zip"):
        accord.read(path)


def test_links_out_of_a_folder_are_not_followed(tmp_path):
    """A folder gives what lies in it, not what its links point to."""
    (tmp_path / "secret.csv").write_text("item,coder,label\n1,A,secret\n")
    folder = tmp_path / "given"
    folder.mkdir()
    (folder / "a.csv").write_text("item,coder,label\n1,A,x\n1,B,x\n")
    (folder / "b.csv").symlink_to(tmp_path / "secret.csv")
    study = accord.read(folder)
    assert "secret" not in set(study.categories)
    assert any("not followed" in note for note in study.audit.notes)


def test_pickles_are_never_opened(tmp_path):
    """A pickle is recognised and refused."""
    path = tmp_path / "study.pkl"
    path.write_bytes(b"\x80\x04\x95\x00\x00")
    _refused(path, "pickles can run code")


def test_one_table_for_each_coder(tmp_path):
    """Tables without a coder column are one coder each, called after their files."""
    for name in ("coder_{}", "{}"):
        folder = tmp_path / name.format("files")
        folder.mkdir()
        ann, bob = name.format("ann"), name.format("bob")
        for coder, label in ((ann, "x"), (bob, "y")):
            (folder / f"{coder}.csv").write_text(f"item,label\n1,{label}\n2,x\n")
        one, answer = accord.read([folder / f"{ann}.csv", folder / f"{bob}.csv"]), {}
        if name == "{}":  # in a folder nobody says that ann is a coder: the first offer does
            with pytest.raises(DataError, match="is not named like a coder's file") as asked:
                accord.read(folder)
            answer = asked.value.readings[0]
        assert one == accord.read(folder, **answer)
        assert one.rows() == [("1", ann, "x"), ("1", bob, "y"), ("2", ann, "x"), ("2", bob, "x")]


def test_coders_can_be_renamed(tmp_path):
    """With anonymise no name of a coder is left in the study or its audit."""
    path = tmp_path / "a.csv"
    path.write_text("item,jane@x.org,joe@y.org\n1,a,b\n2,a,a\n")
    study = accord.read(path, anonymise=True, coders=["jane@x.org", "joe@y.org"])
    assert list(study.coders) == ["coder 1", "coder 2"]
    assert "@" not in str(study.audit)


def test_records_read_as_the_table_they_are():
    """Dicts, a pandas frame, a Polars frame and an Arrow table of the same rows are one study."""
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    rows = [
        {"item": "1", "annotator": "A", "label": "x"},
        {"item": "1", "annotator": "B", "label": None},
        {"item": "2", "annotator": "B", "label": "y"},
    ]
    studies = [
        accord.from_records(data)
        for data in (rows, pd.DataFrame(rows), pl.DataFrame(rows), pa.Table.from_pylist(rows))
    ]
    assert studies[0].rows() == [("1", "A", "x"), ("2", "B", "y")]
    assert all(study == studies[0] for study in studies)


def test_progress_is_told(tmp_path):
    """Large files say how far reading has come, and never more than all of it."""
    path = tmp_path / "large.csv"
    path.write_text(
        "item,coder,label\n"
        + "".join(f"{n},A,{'xy'[n % 2]}\n{n},B,{'xyxx'[n % 4]}\n" for n in range(60_000))
    )
    told = []
    accord.read(path, progress=lambda done, total: told.append((done, total)))
    assert told
    assert all(0 < done <= total for done, total in told)


@pytest.mark.parametrize(
    ("way", "coders", "items"),
    [
        (None, ["ann", "bob"], ["d1"]),
        ("folder", ["ann", "bob"], ["d1"]),
        (r"^(\w+)/", ["ann", "bob"], ["d1"]),
        ("file", ["d1"], ["ann", "bob"]),
    ],
)
def test_coders_are_where_the_user_says(tmp_path, way, coders, items):
    """--coder-from folder, file or a pattern gives coders, the rest of the path the document."""
    for coder in ("ann", "bob"):
        (tmp_path / coder).mkdir()
        (tmp_path / coder / "d1.ann").write_text("T1\tX 0 3\tone\n")
    study = accord.read(tmp_path, coder_from=way)
    assert (list(study.coders), list(study.items)) == (coders, items)


def test_half_characters_are_refused(tmp_path):
    """Lone surrogates, which JSON can hold and no encoding can write, are refused by place."""
    path = tmp_path / "half.jsonl"
    path.write_text(
        '{"id": "r1", "m.responses": ["\\ud800"], "m.responses.users": ["u"], '
        '"m.responses.status": ["submitted"]}\n'
    )
    _refused(path, "half a character")


def test_anonymous_notes_are_still_true(tmp_path):
    """Renaming leaves counts and words alone, and lets no address pass."""
    path = tmp_path / "long.csv"
    rows = ["1,12,x,ann@example.org,10.0.0.1,a text", "1,an,y,bob@example.org,10.0.0.2,a text"]
    path.write_text("item,coder,label,email,ip,text\n" + "\n".join([*rows, "2,12,,,,an end"]))
    study = accord.read(path, anonymise=True)
    assert list(study.coders) == ["coder 1", "coder 2"]
    assert list(study.about) == ["text"]
    assert study.audit.notes == (
        "delimiter ','",
        "columns: item=item coder=coder category=label about=email,ip,text",
        "1 empty cell treated as missing",
        "coders renamed",
        "removed columns with addresses or coders: email, ip",
    )


def test_anonymous_lists_of_coders_are_cut(tmp_path):
    """Numbers of workers, which may be counts elsewhere, do not stand in the audit."""
    path = tmp_path / "hits.csv"
    path.write_text("HITId,WorkerId,Answer.q\nh1,35,a\nh1,77,b\nh1,A3XU,b\n")
    notes = accord.read(path, anonymise=True).audit.notes
    assert notes == ("3 coders from the files", "coders renamed")


def test_who_is_no_coder_is_named_even_without_marks(tmp_path):
    """The raw text that INCEpTION files beside the coders is left out, and that is said."""
    head = "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.Span|value\n\n\n#Text=😀 is\n"
    head += "1-1\t0-2\t😀\t_\n"
    (tmp_path / "d.txt").mkdir()
    for name, value in {"ann": "X", "bob": "_", "INITIAL_CAS": "_"}.items():
        (tmp_path / "d.txt" / f"{name}.tsv").write_text(f"{head}1-2\t3-5\tis\t{value}\n", "utf-8")
    study = accord.read(tmp_path)
    assert list(study.coders) == ["ann", "bob"]
    assert [(u.begin, u.end) for u in study.continua[0].units("ann")] == [(2, 4)]
    assert study.continua[0].seen.all()
    assert any("ignored 'INITIAL_CAS'" in note for note in study.audit.notes)


def test_labels_of_one_span_have_an_order(tmp_path):
    """Two labels on one span are two units, in the same order in every run."""
    value = {"start": 0, "end": 1, "text": "a", "labels": list("zyxwvu")}
    made = {"completed_by": 1, "result": [{"from_name": "l", "type": "labels", "value": value}]}
    path = tmp_path / "ls.json"
    path.write_text(json.dumps([{"id": 1, "data": {"text": "a b"}, "annotations": [made]}]))
    marks = accord.contents(path).marks.marks
    assert [mark.value for mark in marks] == list("uvwxyz")


@given(st.text('[]{}"\\a\0é', max_size=30))
@example('["\\\\", [1]]')
@example('["\\"]", [[1]]]')
@example('\\"[[[')
@settings(max_examples=200, deadline=None)
def test_the_depth_of_json_is_counted_outside_of_strings(text):
    """Counted letter by letter, also where the text is not JSON."""
    depth = deepest = 0
    inside = escaped = False
    for letter in text:
        if letter == '"' and not (inside and escaped):
            inside = not inside
        elif not inside:
            depth += (letter in "[{") - (letter in "]}")
            deepest = max(deepest, depth)
        escaped = inside and letter == "\\" and not escaped
    assert nesting(text) == deepest


def test_nesting_of_a_long_text():
    """So many quotes that a count of them in one byte turns over, with brackets between them."""
    text = "[" + ",".join(['{"a": "]["}'] * 300) + ', [[["x"]]]]'
    assert nesting(text) == 4
