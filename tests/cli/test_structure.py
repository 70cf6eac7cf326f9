"""Golden sessions: sets, taxonomies, dimensions, senses, deixis."""

import json
from functools import partial

import pytest
from tests.cli.commands import typed

FILES = {
    "acts.csv": "item,coder A,coder B,coder C\n"
    "1,YNQ,CHECK,YNQ\n2,WHQ,WHQ,IND-WHQ\n3,POSI,NEGA,CHECK\n"
    "4,IND-YNQ,WHQ,YNQ\n5,WHQ,WHQ,WHQ\n",
    "acts.txt": "IND-YNQ\n  YNQ\n    CHECK\n      POSI\n      NEGA\nIND-WHQ\n  WHQ\n",
    "sets.csv": "item,coder,label\n1,A,joy|fear\n1,B,joy\n2,A,fear\n2,B,fear\n3,A,|\n3,B,{}\n",
    "dims.csv": "utterance,coder,task,turn\nu1,A,YNQ,GIVE\nu1,B,CHECK,GIVE\nu2,A,WHQ,\n"
    "u2,B,WHQ,GIVE\nu3,A,POSI,TAKE\nu3,B,NEGA,TAKE\n",
    "wide.csv": "utterance,A.task,A.turn,turn_B,task_B\nu1,YNQ,GIVE,GIVE,CHECK\nu2,WHQ,,GIVE,WHQ\n"
    "u3,POSI,TAKE,TAKE,NEGA\n",
    "half.csv": "utterance,A.task,A.turn,B.task\nu1,YNQ,GIVE,CHECK\n",
    "wide-senses.csv": "id,lemma,coder A,coder B,coder C\n"
    "1,bank,b1,b1,b2\n2,bank,b2,b2,\n3,bank,b1,b2,b2\n"
    "4,call,c1,c1,c1\n5,call,c2,c2,c1\n6,call,c2,,c2\n",
    "dims.txt": "IND-YNQ > YNQ > CHECK > POSI\nIND-YNQ > YNQ > CHECK > NEGA\nIND-WHQ > WHQ\n"
    "[turn]\nGIVE\nTAKE\n",
    "senses.csv": "id,coder,lemma,sense\n1,A,call,WN1\n1,B,call,WN3\n2,A,call,WN22\n"
    "2,B,call,WN22\n3,A,bank,1\n3,B,bank,1\n",
    "groups.txt": "[call]\nLABEL > WN1\nLABEL > WN3\nADDRESS > WN22\n[bank]\n1\n2\n",
    "deixis.csv": "item,coder,begin,end,anaphor\nt1,A,0,14,20\nt1,B,1,14,20\nt2,A,205,214,220\n"
    "t2,B,200,214,220\n",
}


@pytest.fixture
def run(tmp_path):
    """Run the command line in a folder with the files."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    return partial(typed, cwd=tmp_path)


def test_kappa_tw_with_a_taxonomy_file(run):
    """--taxonomy FILE --distance geertzen-bunt:a=.75,b=1, and what the signature says."""
    arguments = ("--taxonomy", "acts.txt", "--distance", "geertzen-bunt:a=.75,b=1")
    code, out, _ = run("measure", "acts.csv", "-q", "-m", "kappa_tw", "beta", *arguments)
    assert code == 0
    _, kappa, beta, *_ = out.splitlines()
    name = "Taxonomic weighted κ (Geertzen & Bunt) (geertzen-bunt)  "
    assert kappa.removeprefix(name).split() == ["0.4908", "0.6833", "0.3848"]
    assert "\nkappa_tw|d:geertzen-bunt:a=0.75,b=1@501ce2ca|i:5|c:3|k:7|missing:pairable" in out
    assert beta.split()[-3] == "0.4853"


def test_a_taxonomic_distance_asks_for_its_taxonomy(run):
    """One without the other: exit code 1 and what to do."""
    code, _, err = run("measure", "acts.csv", "-m", "beta", "--distance", "wu-palmer")
    assert code == 1
    assert "distance 'wu-palmer' needs a taxonomy" in err
    code, _, err = run("measure", "acts.csv", "-m", "beta", "--taxonomy", "acts.txt")
    assert code == 1
    assert "a taxonomy needs a distance: --distance geertzen-bunt" in err
    code, _, err = run(
        "measure", "acts.csv", "-m", "beta", "--taxonomy", "acts.txt", "--distance", "level:depth=2"
    )
    assert (code, "has no option 'depth'. Options: n" in err) == (1, True)


def test_taxonomy_show(run):
    """The tree, and with data the counts of each category, its own and with all below."""
    code, out, _ = run("taxonomy", "show", "acts.txt")
    assert (code, out) == (0, FILES["acts.txt"])
    code, out, _ = run("taxonomy", "show", "acts.txt", "acts.csv", "-q")
    assert code == 0
    assert out.splitlines() == [
        "IND-YNQ  1  8 with all below",
        "└─ YNQ  3  7 with all below",
        "   └─ CHECK  2  4 with all below",
        "      ├─ POSI  1",
        "      └─ NEGA  1",
        "IND-WHQ  1  7 with all below",
        "└─ WHQ  6",
    ]


def test_masi_over_sets(run):
    """--sets "|" --distance masi: D_o = (1 − 1/2 · 2/3)/3."""
    code, out, _ = run(
        "measure",
        "sets.csv",
        "--delimiter",
        ",",
        "--sets",
        "|",
        "--distance",
        "masi",
        "-m",
        "alpha",
        "--json",
        "-q",
    )
    (found,) = json.loads(out)
    assert code == 0
    assert found["D_o"] == pytest.approx(2 / 9)
    assert found["settings"]["d"] == "masi"


def test_a_table_of_dimensions(run):
    """--dimensions COLS: a row for each, with pairs, ap-ratio and presence."""
    code, out, _ = run(
        "measure",
        "dims.csv",
        "-q",
        "--dimensions",
        "task,turn",
        "--taxonomy",
        "dims.txt",
        "--distance",
        "geertzen-bunt",
    )
    assert code == 0
    head, task, turn = out.splitlines()[:3]
    assert head.split() == ["dimension", "κ", "κ_tw", "#pairs", "ap-ratio", "presence", "κ"]
    # task: D_o = (0.25 + 0 + 1)/3; A: YNQ WHQ POSI, B: CHECK WHQ NEGA.
    expected = (0.25 + 1 + (1 - 0.5625) + 1 + 0 + 1 + 0.25 + 1 + 1) / 9
    assert task.split()[2:5] == [f"{1 - (1.25 / 3) / expected:.2f}", "3", "1.00"]
    assert turn.split()[:5] == ["turn", "1.00", "1.00", "2", "0.67"]
    assert "β_g = " in out
    code, out, _ = run("measure", "dims.csv", "-q", "--dimensions", "task,turn", "--json")
    assert [row["pairs"] for row in json.loads(out)["dimensions"]] == [3, 2]


def test_dimensions_with_intervals_and_by_pair(run):
    """--interval and --by pair reach the table of dimensions too."""
    options = ("measure", "dims.csv", "-q", "--dimensions", "task,turn", "--json")
    code, out, _ = run(*options, "--interval", "--resamples", "50")
    assert code == 0
    found = json.loads(out)
    assert found["global"]["interval"]["low"] <= found["global"]["value"]
    assert found["dimensions"][0]["agreements"][0]["interval"] is not None
    code, out, _ = run(*options, "--by", "pair")
    assert [row["pair"] for row in json.loads(out)] == [["A", "B"]]


def test_senses_per_lemma(run):
    """A line for each lemma, n/a with its reason, and the value pooled within lemmas."""
    code, out, _ = run(
        "senses",
        "senses.csv",
        "-q",
        "--category",
        "sense",
        "--taxonomy",
        "groups.txt",
        "--distance",
        "extended",
    )
    assert code == 0
    lines = out.splitlines()
    # call: D_o = (2/3 + 0)/2, D_e = 2 (2/3 + 2 + 2)/(4 · 3).
    assert lines[1].split()[:4] == ["call", f"{1 - (1 / 3) / (28 / 36):.4f}", "2", "3"]
    assert lines[2].split()[:2] == ["bank", "n/a"]
    assert "bank: n/a: every label is 1" in out.replace("'", "")
    assert lines[-1].startswith("α_lemma = 0.5714")


def test_deixis_in_three_readings(run):
    """Words, positions and relative positions side by side."""
    code, out, _ = run("deixis", "deixis.csv")
    assert code == 0
    readings = [line.split("  ")[0] for line in out.splitlines()[1:9]]
    assert readings == [
        "words: passonneau",
        "words: jaccard",
        "words: dice",
        "words: masi",
        "position: first word",
        "position: last word",
        "relative: first word",
        "relative: last word",
    ]
    assert out.splitlines()[9].startswith("relative: last word: every label is -7")


def test_a_wide_table_holds_several_dimensions(run):
    """A column for each coder and dimension says the same as a row for each coder."""
    options = ("--dimensions", "task,turn", "--distance", "nominal", "--quiet")
    assert run("measure", "wide.csv", *options) == run("measure", "dims.csv", *options)


def test_a_wide_table_needs_every_dimension_of_every_coder(run):
    """A column that is missing is named."""
    said = run("measure", "half.csv", "--dimensions", "task,turn", "--distance", "nominal")
    assert said[0] == 1
    assert "coder 'B' has 0 columns for 'turn'" in said[2]


@pytest.mark.parametrize("missing", ["pairable", "available"])
def test_senses_take_a_rule_for_missing_codings(run, missing):
    """The column lemma of a wide table is no coder, and --missing reaches the coefficient."""
    _, said, _ = run("senses", "wide-senses.csv", "--distance", "nominal", "--missing", missing)
    assert f"missing:{missing}" in said
    assert "c:3" in said
    assert {"pairable": "α_lemma = 0.3226", "available": "α_lemma = 0.3783"}[missing] in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sets.csv", "-m", "alpha", "--sets", "", "--distance", "masi"), "separates nothing"),
        (
            ("dims.csv", "--dimensions", "task,task", "--distance", "nominal"),
            "'task' is named twice",
        ),
    ],
)
def test_options_that_make_no_sense_are_named(run, arguments, message):
    """An empty separator, a dimension twice: an error in words."""
    code, _, said = run("measure", *arguments)
    assert (code, message in said) == (1, True)
