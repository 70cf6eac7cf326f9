"""UIMA CAS against dkpro-cassis, and the same content as WebAnno TSV against XMI."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from accord._read.door.given import given_files
from accord._read.door.read_options import Limits, Options
from accord._read.formats.uima import TECHNICAL, read_json_cas, read_xmi
from accord._read.formats.webanno import read_webanno

FORMATS = Path(__file__).parents[1] / "formats"
XMI = sorted(FORMATS.rglob("*.xmi"))
JSON = sorted((FORMATS / "json-cas").rglob("*.json"))
JSON = [path for path in JSON if path.name != "cases.json"]
SUITE = sorted((FORMATS / "webanno" / "suite").iterdir(), key=lambda path: path.name)


def _marks(path, read):
    (file,), _ = given_files([path], Limits())
    marks = read(file, Options()).marks
    spans = {(m.layer, m.field, m.begin, m.end, m.value) for m in marks if m.chain is None}
    return {s for s in spans if s[2] is not None}, marks


@pytest.mark.parametrize("folder", SUITE, ids=lambda path: path.name)
def test_tsv_and_xmi_say_the_same(folder):
    """What INCEpTION writes as TSV and as XMI are the same spans, labels and chains.

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


def _of(cas):
    """What cassis finds: type, begin and end, of what has a length and is no token."""
    found = {
        (
            "POS" if ".lexmorph.type.pos." in one.type.name else one.type.name.rpartition(".")[2],
            one.begin,
            one.end,
        )
        for one in cas.select_all_annotations()
    }
    return {s for s in found if s[0] not in TECHNICAL and s[1] != s[2]}


def _types_in(path, cassis):
    """A type system with what an XMI file holds: cassis reads nothing whose type it is not told."""
    types = cassis.TypeSystem()
    for node in ElementTree.parse(path).getroot():
        space, _, name = node.tag[1:].partition("}")
        package = space.removeprefix("http:///").removesuffix(".ecore").replace("/", ".")
        if package in ("uima.cas", "uima.tcas", "uima.noNamespace"):
            continue
        above = "uima.tcas.Annotation" if "begin" in node.attrib else "uima.cas.TOP"
        full = f"{package}.{name}"
        kind = types.get_type(full) if types.contains_type(full) else types.create_type(full, above)
        lists = dict.fromkeys(child.tag for child in node)
        for key in [*node.attrib, *lists]:
            known = {feature.name for feature in kind.all_features}
            if not key.startswith("{") and key not in known:
                several = key in lists
                types.create_feature(
                    kind, key, "uima.cas.StringArray" if several else "uima.cas.String"
                )
    return types


@pytest.mark.parametrize("path", XMI, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_spans_of_xmi_are_those_of_cassis(path):
    """Every XMI sample has the types and places, in code points, that dkpro-cassis finds."""
    cassis = pytest.importorskip("cassis")
    with path.open("rb") as stream:
        cas = cassis.load_cas_from_xmi(stream, typesystem=_types_in(path, cassis))
    ours, marks = _marks(path, read_xmi)
    chained = {(m.begin, m.end) for m in marks if m.chain is not None}
    found = _of(cas)
    links = {s for s in found if s[1:] in chained and s[0].endswith("Link")}
    arcs = {s for s in found if s[0] in {m.layer for m in marks if "→" in (m.item or "")}}
    assert {(s[0], s[2], s[3]) for s in ours if not s[1]} == found - links - arcs
    assert {s[1:] for s in links} == chained


@pytest.mark.parametrize("path", JSON, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_spans_of_json_are_those_of_cassis(path):
    """Every JSON CAS has the types and places, in code points, that dkpro-cassis finds."""
    cassis = pytest.importorskip("cassis")
    with path.open("rb") as stream:
        cas = cassis.load_cas_from_json(stream)
    ours, _ = _marks(path, read_json_cas)
    assert {(s[0], s[2], s[3]) for s in ours if not s[1]} == _of(cas)
