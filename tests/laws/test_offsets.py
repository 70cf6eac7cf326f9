"""Whatever a tool counts, the marked words are the words: texts with emoji in every format."""

import json

import pytest

import accord
from accord.errors import AccordError

TEXT = "😀 Ann met 𝔹ob, 👩‍🚀 too."
WORDS = ("Ann", "𝔹ob", "too")


def _edges(word, utf16):
    """Where a word stands in the text, in code points or in UTF-16 units."""
    begin = TEXT.index(word)
    if not utf16:
        return begin, begin + len(word)
    return tuple(len(TEXT[:at].encode("utf-16-le")) // 2 for at in (begin, begin + len(word)))


def _brat(utf16):
    lines = [
        f"T{n}\tX {_edges(w, utf16)[0]} {_edges(w, utf16)[1]}\t{w}\n" for n, w in enumerate(WORDS)
    ]
    return {"d.ann": "".join(lines), "d.txt": TEXT}


def _xmi(utf16):
    nodes = "".join(
        '<x:A xmi:id="{}" sofa="1" begin="{}" end="{}"/>'.format(n, *_edges(w, utf16))
        for n, w in enumerate(WORDS, start=2)
    )
    return {
        "d.xmi": f'<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:x="http:///x.ecore" '
        f'xmlns:c="http:///uima/cas.ecore">{nodes}<c:Sofa xmi:id="1" '
        f'sofaID="_InitialView" sofaString="{TEXT}"/></xmi:XMI>'
    }


def _cas(utf16):
    marks = [dict(zip(("begin", "end"), _edges(w, utf16), strict=True)) for w in WORDS]
    found = [{"%ID": n, "%TYPE": "x.A", "@sofa": 1, **m} for n, m in enumerate(marks, start=2)]
    sofa = {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaID": "_InitialView", "sofaString": TEXT}
    return {"d.json": json.dumps({"%TYPES": {}, "%FEATURE_STRUCTURES": [sofa, *found]})}


def _gate(utf16):
    places = sorted({at for w in WORDS for at in _edges(w, utf16)})
    index = {
        len(TEXT[:at].encode("utf-16-le")) // 2 if utf16 else at: at for at in range(len(TEXT) + 1)
    }
    text, last = "", 0
    for at in places:
        text += f'{TEXT[last : index[at]]}<Node id="{at}"/>'
        last = index[at]
    marks = "".join(
        '<Annotation Id="{}" Type="X" StartNode="{}" EndNode="{}"/>'.format(n, *_edges(w, utf16))
        for n, w in enumerate(WORDS)
    )
    nodes = f"<TextWithNodes>{text}{TEXT[last:]}</TextWithNodes>"
    found = f'<AnnotationSet Name="ann">{marks}</AnnotationSet>'
    return {"d.xml": f"<GateDocument>{nodes}{found}</GateDocument>"}


def _bdoc(utf16):
    marks = [
        {"type": "X", "id": n, "start": _edges(w, utf16)[0], "end": _edges(w, utf16)[1]}
        for n, w in enumerate(WORDS)
    ]
    return {
        "d.bdocjs": json.dumps(
            {
                "text": TEXT,
                "offset_type": "j" if utf16 else "p",
                "annotation_sets": {"ann": {"annotations": marks}},
            }
        )
    }


def _mae(utf16):
    tags = "".join(
        '<X id="{}" spans="{}~{}" text="{}"/>'.format(n, *_edges(w, utf16), w)
        for n, w in enumerate(WORDS)
    )
    return {"d_ann.xml": f"<T><TEXT><![CDATA[{TEXT}]]></TEXT><TAGS>{tags}</TAGS></T>"}


def _glozz(utf16):
    units = "".join(
        '<unit id="{}"><characterisation><type>X</type></characterisation><positioning><start>'
        '<singlePosition index="{}"/></start><end><singlePosition index="{}"/></end>'
        "</positioning></unit>".format(n, *_edges(w, utf16))
        for n, w in enumerate(WORDS)
    )
    return {"d.aa": f"<annotations>{units}</annotations>", "d.ac": TEXT}


def _label_studio(utf16):
    results = [
        {
            "id": str(n),
            "from_name": "ner",
            "to_name": "text",
            "type": "labels",
            "value": {
                "start": _edges(w, utf16)[0],
                "end": _edges(w, utf16)[1],
                "text": w,
                "labels": ["X"],
            },
        }
        for n, w in enumerate(WORDS)
    ]
    annotations = [{"id": 1, "completed_by": 1, "result": results}]
    return {"d.json": json.dumps([{"id": 1, "data": {"text": TEXT}, "annotations": annotations}])}


def _prodigy(utf16):
    spans = [
        {"start": _edges(w, utf16)[0], "end": _edges(w, utf16)[1], "label": "X"} for w in WORDS
    ]
    return {
        "d.jsonl": json.dumps(
            {
                "text": TEXT,
                "spans": spans,
                "_input_hash": 1,
                "_task_hash": 2,
                "_view_id": "ner_manual",
                "answer": "accept",
            }
        )
    }


def _doccano(utf16):
    labels = [[*_edges(w, utf16), "X"] for w in WORDS]
    return {"d.jsonl": json.dumps({"id": 1, "text": TEXT, "label": labels})}


def _argilla(utf16):
    spans = [
        {"start": _edges(w, utf16)[0], "end": _edges(w, utf16)[1], "label": "X"} for w in WORDS
    ]
    return {
        "d.jsonl": json.dumps(
            {"id": "r", "text": TEXT, "q.responses": [spans], "q.responses.users": ["u"]}
        )
    }


CASES = [
    (_brat, False),
    (_xmi, True),
    (_cas, True),
    (_gate, True),
    (_bdoc, True),
    (_bdoc, False),
    (_mae, True),
    (_glozz, True),
    (_glozz, False),
    (_label_studio, True),
    (_label_studio, False),
    (_prodigy, False),
    (_doccano, True),
    (_doccano, False),
    (_argilla, True),
    (_argilla, False),
]


def _written(files, folder):
    for name, content in files.items():
        (folder / name).write_text(content, "utf-8", newline="")
    return folder / next(iter(files))


@pytest.mark.parametrize(
    ("made", "utf16"),
    CASES,
    ids=[f"{m.__name__[1:]}-{'units' if u else 'points'}" for m, u in CASES],
)
def test_the_marked_words_are_the_words(tmp_path, made, utf16):
    """Behind emoji, letters beyond U+FFFF and joined emoji, spans are the words marked."""
    study = accord.read(_written(made(utf16), tmp_path))
    found = [TEXT[int(unit.begin) : int(unit.end)] for _, unit in study.continua[0]]
    assert found == list(WORDS)


@pytest.mark.parametrize("made", [_doccano, _argilla, _glozz])
def test_what_offsets_count_can_be_told(tmp_path, made):
    """--offsets overrides what the words tell, and the audit says what was taken, and why."""
    path = _written(made(True), tmp_path)
    assert any(
        "UTF-16 units" in note and "on words" in note for note in accord.read(path).audit.notes
    )
    told = accord.read(path, offsets="utf-16").audit.notes
    assert any("UTF-16 units" in note and "as requested" in note for note in told)
    forced = accord.contents(path, offsets="code-points").marks.marks
    assert {(mark.begin, mark.end) for mark in forced} == {_edges(word, True) for word in WORDS}


def test_where_nothing_tells_it_is_said(tmp_path):
    """A span that fits either way is taken in code points, and the audit says so."""
    record = {"id": 1, "text": "😀 a b c d", "label": [[2, 3, "X"], [4, 5, "X"], [1, 9, "Y"]]}
    path = tmp_path / "d.jsonl"
    path.write_text(json.dumps(record), "utf-8")
    notes = accord.read(path).audit.notes
    assert any("read as code points" in note for note in notes)


def test_unknown_ways_to_count_are_named(tmp_path):
    """A way to count that is none is refused by name."""
    path = _written(_doccano(True), tmp_path)
    with pytest.raises(AccordError, match="utf-16"):
        accord.read(path, offsets="utf16")
