"""One door for chains: whatever the file, `read` keeps documents, coders, heads and links."""

import json
from pathlib import Path

import pytest

import accord
from accord.errors import DataError

HERE = Path(__file__).parent

CONLL = """#begin document (d); part 000
d 0 0 The (1
d 0 1 queen 1)
d 0 2 came -
d 0 3 She {second}
#end document
"""
UD = """# newdoc id = d; part 000
# global.Entity = eid-etype-head-other
1\tThe\t_\t_\t_\t_\t_\t_\t_\tEntity=(1-person-2-
2\tqueen\t_\t_\t_\t_\t_\t_\t_\tEntity=1)
3\tcame\t_\t_\t_\t_\t_\t_\t_\t_
4\tShe\t_\t_\t_\t_\t_\t_\t_\tEntity={second}
"""
TABLE = """document,{coder}begin,end,chain
d; part 000,{ann}0,2,1
d; part 000,{ann}3,4,{second}
"""


def _line(coder, chains):
    return json.dumps({"document": "d; part 000", "coder": coder, "chains": chains}) + "\n"


FILES = {
    "conll2012": lambda at: {
        f"{who}.conll": CONLL.format(second=second)
        for who, second in (("ann", "(1)"), ("bob", "(2)"))
    },
    "corefud": lambda at: {
        f"{who}.conllu": UD.format(second=second)
        for who, second in (("ann", "(1-person-1-)"), ("bob", "(2-person-1-)"))
    },
    "tables": lambda at: {
        f"{who}.csv": TABLE.format(coder="", ann="", second=second)
        for who, second in (("ann", 1), ("bob", 2))
    },
    "table": lambda at: {
        "both.tsv": (
            TABLE.format(coder="coder,", ann="ann,", second=1)
            + TABLE.format(coder="coder,", ann="bob,", second=2).partition("\n")[2]
        ).replace(",", "\t")
    },
    "lines": lambda at: {
        "ann.jsonl": _line("ann", [[[0, 2], [3, 4]]]),
        "bob.jsonl": _line("bob", [[[0, 2]], [[3, 4]]]),
    },
}


@pytest.mark.parametrize("kind", [None, "coreference"])
@pytest.mark.parametrize("form", FILES)
def test_every_form_of_chains_is_one_study(tmp_path, form, kind):
    """The same chains in CoNLL-2012, CorefUD, tables and lines are the same study, whether or
    not the kind is said; of them CorefUD alone says heads."""
    files = FILES[form](tmp_path)
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    study = accord.read([tmp_path / name for name in files], kind=kind)
    (document,) = study.documents
    assert (study.kind, document.name, tuple(study.coders)) == (
        "partitions",
        "d; part 000",
        ("ann", "bob"),
    )
    assert document.chains("ann") == (((0, 2), (3, 4)),)
    assert document.chains("bob") == (((0, 2),), ((3, 4),))
    assert document.heads == ((1, 3) if form == "corefud" else (None, None))
    assert study.audit.rows == (2 if form == "lines" else 4)
    assert study.audit.dropped == 0


def test_links_are_kept(tmp_path):
    """Antecedents that coders marked come through the door, with the chains they imply."""
    path = tmp_path / "links.jsonl"
    path.write_text('{"document": "d", "coder": "A", "links": [[2, [1]], [3, [2]]]}\n')
    (document,) = accord.read(path).documents
    assert document.chains("A") == ((1, 2, 3),)
    assert document.links.tolist() == [[0, 1, 0], [0, 2, 1]]


def test_heads_survive_the_format(tmp_path):
    """Heads of CorefUD are written and read again, so mentions can still be matched by head."""
    files = [HERE / "corefud" / name for name in ("ann.conllu", "bob.conllu")]
    study = accord.read(files)
    accord.write(study, tmp_path / "again.jsonl")
    again = accord.read(tmp_path / "again.jsonl")
    assert again == study
    assert again.documents[0].heads == study.documents[0].heads == (1, 3)


def test_a_coder_may_have_marked_nothing(tmp_path):
    """CoNLL-U without entities holds chains, none of them, where the user says so."""
    path = tmp_path / "none.conllu"
    path.write_text("# newdoc id = d\n1\tI\tI\tPRON\t_\t_\t0\troot\t_\t_\n")
    assert accord.read(path).kind == "codings"
    chains = accord.read(path, kind="coreference")
    assert (chains.kind, len(chains.documents[0])) == ("partitions", 0)


def test_other_studies_are_not_chains(tmp_path):
    """Who asks for coreference does not get another study."""
    path = tmp_path / "d.ann"
    path.write_text("T1\tX 0 3\tone\n")
    with pytest.raises(
        DataError, match=r"d\.ann: contains spans or labels or relations, not coreference chains"
    ):
        accord.read(path, kind="coreference")


def test_columns_of_chains_can_be_named(tmp_path):
    """Options of a table name the columns of document, coder and chain."""
    path = tmp_path / "x.csv"
    path.write_text("story,who,begin,end,ref\ns,A,0,1,x\ns,A,2,3,x\ns,B,0,1,x\n")
    study = accord.read(path, kind="coreference", item="story", coder="who", category="ref")
    assert study.documents[0].name == "s"
    assert tuple(study.coders) == ("A", "B")
    assert study.documents[0].chains("A") == (((0, 1), (2, 3)),)
