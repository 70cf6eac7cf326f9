"""Files of coreference chains."""

import json
from pathlib import Path

import pytest

from accord.errors import DataError
from accord.measure.coreference import muc
from accord.read.chain_records import chain_records
from accord.read.coreference import read_chains

CONLL = """#begin document (bn/abc/0001); part 000
bn/abc/0001 0 0 The (12
bn/abc/0001 0 1 queen 12)|(3)
bn/abc/0001 0 2 saw -

bn/abc/0001 0 0 herself (12)
bn/abc/0001 0 1 . {last}
#end document
"""

ROW = "{id}\t{form}" + "\t_" * 7 + "\t{misc}\n"


def write(folder: Path, **files: str) -> list[Path]:
    """Write files with these texts."""
    paths = []
    for name, text in files.items():
        path = folder / name.replace("__", ".")
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return paths


def test_conll_2012(tmp_path: Path) -> None:
    """Brackets in the last column, tokens counted through the document, one file a coder."""
    paths = write(tmp_path, ann__conll=CONLL.format(last="-"), bob__conll=CONLL.format(last="(3)"))
    study = read_chains(paths)
    assert list(study.coders) == ["ann", "bob"]
    document = study.documents[0]
    assert document.name == "bn/abc/0001; part 000"
    assert document.chains("ann") == (((0, 2), (3, 4)), ((1, 2),))
    assert document.chains("bob") == (((0, 2), (3, 4)), ((1, 2), (4, 5)))


def test_nested_mentions_of_one_chain(tmp_path: Path) -> None:
    """(1 (1) 1): the mention opened last is closed first."""
    text = "#begin document (d);\nd (1\nd (1)\nd 1)\n#end document\n"
    study = read_chains(write(tmp_path, a__conll=text))
    assert study.documents[0].chains("a") == (((0, 3), (1, 2)),)


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (["(1", "-"], r"a.conll:2: mention \(1 is not closed"),
        (["-", "1)"], r"a.conll:3: '1'\) closes a mention that was not opened"),
        (["-", "NNP"], r"a.conll:3: the last column holds 'NNP'"),
    ],
)
def test_conll_errors(tmp_path: Path, cells: list[str], message: str) -> None:
    """Bad brackets are told with their line."""
    body = "".join(f"d {cell}\n" for cell in cells)
    paths = write(tmp_path, a__conll=f"#begin document (d);\n{body}#end document\n")
    with pytest.raises(DataError, match=message):
        read_chains(paths)


def test_repeated_mentions_are_told(tmp_path: Path) -> None:
    """A mention in two chains of one file is read once, and the audit says so."""
    text = "#begin document (d);\nd (1)|(2)\n#end document\n"
    study = read_chains(write(tmp_path, a__conll=text))
    assert study.audit is not None
    assert study.audit.dropped == 1
    assert "stands in chain '1' already" in study.audit.notes[-1]


def test_different_words(tmp_path: Path) -> None:
    """Files of different tokenisations are not compared."""
    one = "#begin document (d);\nd (1)\n#end document\n"
    two = "#begin document (d);\nd (1)\nd -\n#end document\n"
    with pytest.raises(DataError, match="a: 1, b: 2"):
        read_chains(write(tmp_path, a__conll=one, b__conll=two))


def corefud(*entities: str) -> str:
    """A CoNLL-U document of as many words, with these Entity attributes."""
    head = "# newdoc id = d1\n# global.Entity = eid-etype-head-other\n# sent_id = 1\n"
    return head + "".join(
        ROW.format(id=at, form="w", misc=f"Entity={entity}" if entity else "_")
        for at, entity in enumerate(entities, start=1)
    )


def test_corefud(tmp_path: Path) -> None:
    """Nested, single-word and discontinuous mentions, and heads for matching by head."""
    one = corefud(
        "(e1-person-2-(e2-place-1-)", "e1)", "(e3[1/2]-x-2-)", "", "(e3[2/2])", "(e1-p-1-)"
    )
    two = corefud("", "(e1-person-1-)", "", "", "", "(e1-p-1-)")
    study = read_chains(write(tmp_path, a__conllu=one, b__conllu=two))
    document = study.documents[0]
    assert document.name == "d1"
    assert document.chains("a") == (((0, 1),), ((0, 2), (5, 6)), (((2, 3), (4, 5)),))
    heads = dict(zip(document.mentions, document.heads, strict=True))
    assert heads[(0, 2)] == 1
    assert heads[((2, 3), (4, 5))] == 4
    assert muc(study).value == 0.0
    assert muc(study, matching="head").value == 1.0


def test_corefud_empty_nodes(tmp_path: Path) -> None:
    """Empty nodes lie in the tail of the word before, so words keep their numbers."""
    lines = ROW.format(id=1, form="w", misc="_") + ROW.format(
        id="1.1", form="_", misc="Entity=(e1)"
    )
    lines += ROW.format(id="2-3", form="ab", misc="_") + ROW.format(
        id=2, form="a", misc="Entity=(e1)"
    )
    study = read_chains(write(tmp_path, a__conllu=lines))
    assert study.documents[0].chains("a") == (((0.5, 0.75), (1, 2)),)


def test_json_lines_round_trip(tmp_path: Path) -> None:
    """Chains, links, order, heads and text survive being written and read."""
    records = [
        {"document": "d", "coder": "Ann", "links": [["b", ["a"]], ["c", ["b", "x"]]],
         "order": ["x", "a", "b", "c"], "text": "x a b c"},
        {"document": "d", "coder": "Bob", "chains": [["a", "b"], ["c"]]},
        {"document": "e", "coder": "Bob", "chains": []},
    ]  # fmt: skip
    lines = "\n".join(json.dumps(record) for record in records)
    study = read_chains(write(tmp_path, s__jsonl=lines))
    assert study.documents[0].chains("Ann") == (("x",), ("a", "b", "c"))
    assert study.documents[1].seen.tolist() == [False, True]
    again = "\n".join(json.dumps(record) for record in chain_records(study))
    assert read_chains(write(tmp_path, t__jsonl=again)) == study


def test_table(tmp_path: Path) -> None:
    """Columns document, coder, begin, end, chain; empty chain: alone; empty mention: seen."""
    text = "doc,annotator,start,end,entity\nd,A,0,2,1\nd,A,3,4,1\nd,A,5,6,\nd,B,0,2,x\nd,C,,,\n"
    study = read_chains(write(tmp_path, s__csv=text))
    assert study.documents[0].chains("A") == (((0, 2), (3, 4)), ((5, 6),))
    assert study.documents[0].chains("C") == ()
    assert study.documents[0].seen.all()


def test_table_errors(tmp_path: Path) -> None:
    """A mention twice in one coder's chains, and a table without chains."""
    text = "doc,coder,begin,end,chain\nd,A,0,2,1\nd,A,0,2,2\n"
    with pytest.raises(DataError, match=r"s.csv:3: coder 'A' has mention \(0, 2\) in two chains"):
        read_chains(write(tmp_path, s__csv=text))
    with pytest.raises(DataError, match="no column looks like the chain"):
        read_chains(write(tmp_path, t__csv="doc,coder,begin,end\nd,A,0,2\n"))
