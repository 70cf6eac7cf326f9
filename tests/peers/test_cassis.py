"""UIMA CAS against dkpro-cassis, and the same content as WebAnno TSV against XMI."""

from pathlib import Path

import pytest

from accord.read.files import given_files
from accord.read.limits import Limits
from accord.read.marks import Options
from accord.read.uima import TECHNICAL, read_json_cas, read_xmi
from accord.read.webanno import read_webanno

FORMATS = Path(__file__).parents[1] / "formats"
SUITE = sorted((FORMATS / "webanno" / "suite").iterdir(), key=lambda path: path.name)


def _marks(path, read):
    (file,), _ = given_files([path], Limits())
    marks = read(file, Options()).marks
    spans = {(m.layer, m.field, m.begin, m.end, m.value) for m in marks if m.chain is None}
    return {s for s in spans if s[2] is not None}, marks


@pytest.mark.parametrize("folder", SUITE, ids=lambda path: path.name)
def test_tsv_and_xmi_say_the_same(folder):
    """What INCEpTION writes as TSV and as XMI are the same stretches, labels and chains.

    TSV loses slots, so every feature of the TSV is in the XMI. The suite calls one layer by two
    names (Span in TSV, NamedEntity in XMI), so names of layers are not compared.
    """
    tsv, tsv_marks = _marks(folder / "reference.tsv", read_webanno)
    xmi, xmi_marks = _marks(folder / "reference.xmi", read_xmi)
    assert {s[1:] for s in tsv if s[1]} <= {s[1:] for s in xmi if s[1]}
    assert {s[2:4] for s in xmi if not s[1]} == {s[2:4] for s in tsv if not s[1]}
    chains = [
        sorted(sorted((m.begin, m.end) for m in marks if m.chain == chain) for chain in names)
        for marks in (tsv_marks, xmi_marks)
        for names in [{m.chain for m in marks if m.chain is not None}]
    ]
    assert chains[0] == chains[1]


@pytest.mark.parametrize("name", ["json-cas/emoji/data.json", "json-cas/slots.json"])
def test_offsets_are_those_of_cassis(name):
    """Stretches in code points are where dkpro-cassis, which converts offsets too, has them."""
    cassis = pytest.importorskip("cassis")
    with (FORMATS / name).open("rb") as stream:
        cas = cassis.load_cas_from_json(stream)
    found = {
        (one.type.name.rpartition(".")[2], one.begin, one.end)
        for one in cas.select_all_annotations()
    }
    ours, _ = _marks(FORMATS / name, read_json_cas)
    assert {(s[0], s[2], s[3]) for s in ours if not s[1]} == {
        s for s in found if s[0] not in TECHNICAL
    }
