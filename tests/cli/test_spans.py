"""Golden sessions on units and segments: measure, anatomy, choose."""

import json

import pytest
from tests.cli.commands import typed

UNITS = """document,coder,begin,end,category,length
d1,Alex,2,9,1,60
d1,Alex,11,17,2,60
d1,Alex,24,30,5,60
d1,Alex,32,36,6,60
d1,Alex,36,44,6,60
d1,Alex,44,60,7,60
d1,Paul,2,9,1,60
d1,Paul,11,17,3,60
d1,Paul,19,25,5,60
d1,Paul,32,44,6,60
d1,Suzan,2,9,1,60
d1,Suzan,11,17,4,60
d1,Suzan,21,27,5,60
d1,Suzan,32,36,6,60
d1,Suzan,36,40,6,60
d1,Suzan,40,44,6,60
"""
MASSES = "document,coder,masses\nd,A,24 25\nd,B,25 24\n"
PLACES = "document,coder,place,level,length\nd,A,3,1,7\nd,B,3,2,7\nd,C,,,7\n"
STRINGS = "doc;annotator;boundaries\nd;A;1100100000\nd;B;1100010000\n"


@pytest.fixture
def folder(tmp_path):
    """A folder with the four files."""
    for name, text in (
        ("units", UNITS),
        ("masses", MASSES),
        ("places", PLACES),
        ("strings", STRINGS),
    ):
        (tmp_path / f"{name}.csv").write_text(text, "utf-8")
    return tmp_path


def test_the_alphas_of_a_table_of_units(folder):
    """A plain table gives the published values; symbols with signs are told apart."""
    code, out, err = typed("measure", "units.csv", "-m", "uα", "|uα", "cuα", cwd=folder)
    assert code == 0
    assert "table of spans" in err
    assert [line.split()[1:4:2] for line in out.splitlines()[1:4]] == [
        ["uα", "0.5097"],
        ["|uα", "0.4132"],
        ["cuα", "0.7241"],
    ]


def test_one_category_by_name(folder):
    """(k)uα of a category named on the command line, as JSON."""
    code, out, _ = typed(
        "measure", "units.csv", "-m", "ku_alpha", "--value", "2", "--json", cwd=folder
    )
    assert code == 0
    assert json.loads(out)[0]["value"] == 0


def test_k_of_boundaries(folder):
    """Masses are segmentations; K with the ends of the text is Artstein & Poesio's .65."""
    code, out, err = typed("measure", "masses.csv", "-m", "K", "--edges", "yes", cwd=folder)
    assert code == 0
    assert "table of boundaries (masses)" in err
    assert out.splitlines()[1].split()[:3] == ["Boundary", "π", "0.6454"]


def test_boundaries_in_other_forms(folder):
    """A string for each coder; one row for each boundary, with its level."""
    code, out, _ = typed("measure", "strings.csv", "-m", "ghd", cwd=folder)
    assert (code, out.splitlines()[1].split()[:5][-2:]) == (0, ["(GHD)", "0.5000"])
    code, out, _ = typed("measure", "places.csv", "-m", "B", "--by", "pair", cwd=folder)
    assert code == 0
    assert out.splitlines()[1].split() == ["A", "B", "0.5000"]


def test_anatomy(folder):
    """Counts for pairs and categories, and the places."""
    code, out, _ = typed("anatomy", "units.csv", "--only", "merge", cwd=folder)
    assert code == 0
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == [
        "coders",
        "same",
        "category",
        "boundary",
        "both",
        "split",
        "merge",
        "missing",
        "extra",
    ]
    assert lines[1] == ["Alex", "–", "Paul", "1", "1", "1", "0", "0", "1", "1", "0"]
    assert "merge  d1        Alex   [32, 36) 6 [36, 44) 6  Paul   [32, 44) 6" in out
    code, out, _ = typed("anatomy", "units.csv", "--json", cwd=folder)
    assert code == 0
    assert json.loads(out)["counts"]["missing"] == 2


def test_choose(folder):
    """What the file holds, what suits it, and why the rest does not."""
    code, out, _ = typed("choose", "units.csv", cwd=folder)
    assert code == 0
    assert out.startswith("spans: 1 item, 3 coders, 7 categories")
    assert "recommended  γ (Mathet et al.)" in out
    code, out, _ = typed("choose", "masses.csv", "--json", cwd=folder)
    data = json.loads(out)
    assert data["properties"]["pure_segmentation"]
    assert data["choices"][0]["verdict"] == "recommended"


def test_what_is_wrong_is_said(folder):
    """Exit code 1 and one line: where, what, and what to do."""
    (folder / "bad.csv").write_text("doc,coder,begin,end\nd,A,5,3\n", "utf-8")
    code, _, err = typed("measure", "bad.csv", "-q", cwd=folder)
    assert code == 1
    assert "bad.csv:2: span 5.0–3.0" in err
    (folder / "over.csv").write_text(
        "doc,coder,begin,end,label\nd,A,0,5,x\nd,A,3,8,y\nd,B,0,5,x\n", "utf-8"
    )
    code, _, err = typed("measure", "over.csv", "-m", "u_alpha", cwd=folder)
    assert code == 1
    assert "spans [0, 5) 'x' and [3, 8) 'y' of coder 'A' overlap" in err
    code, _, err = typed("measure", "masses.csv", "-m", "u_alpha", cwd=folder)
    assert code == 1
    assert "uα works with spans; this file has boundaries" in err


def test_blocks_of_one_document(folder):
    """--blocks resamples blocks where no unit crosses, and says so; values are the whole's."""
    options = ("--interval", "percentile", "--resamples", "20", "--blocks", "6", "--json")
    code, out, err = typed("measure", "units.csv", "-m", "uα", *options, cwd=folder)
    assert code == 0
    assert "cut into 5 blocks; intervals resample the blocks" in err
    (row,) = json.loads(out)
    assert row["value"] == pytest.approx(0.5097, abs=5e-5)
    assert row["interval"]["low"] <= row["interval"]["high"]
    plain = json.loads(typed("measure", "masses.csv", "-m", "boundary_pi", "--json", cwd=folder)[1])
    cut = typed("measure", "masses.csv", "-m", "boundary_pi", *options, cwd=folder)
    assert json.loads(cut[1])[0]["value"] == plain[0]["value"]
