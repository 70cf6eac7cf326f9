"""Golden sessions of `accord measure`, `accord measures` and `accord cite`."""

import json

import pytest
from tests.cli.commands import LONG, typed

import accord

WIDE = """utterance;rater A;rater B;rater C;text
u1;low;low;mid;Hello
u2;high;high;high;Bye
u3;mid;;low;Hm
"""


@pytest.fixture
def folder(tmp_path):
    """A folder with a long and a wide table."""
    (tmp_path / "acts.csv").write_text(LONG, "utf-8")
    (tmp_path / "wide.csv").write_text(WIDE, "utf-8")
    return tmp_path


def test_measure_a_long_table(folder):
    """One command from a CSV file to named numbers with their parts and signatures."""
    code, out, err = typed("measure", "acts.csv", "-m", "pi", "kappa", "ac1", cwd=folder)
    assert code == 0
    version = accord.__version__
    assert out.splitlines() == [
        "measure     value   observed  by chance",
        "Scott's π   0.3333  0.6667    0.5000",
        "Cohen's κ   0.4000  0.6667    0.4444",
        "Gwet's AC1  0.3333  0.6667    0.5000",
        "",
        "Signatures:",
        f"pi|d:nominal|i:3|c:2|k:2|missing:available|v:{version}",
        f"kappa|d:nominal|i:3|c:2|k:2|missing:available|v:{version}",
        f"ac1|d:nominal|i:3|c:2|k:2|missing:available|v:{version}",
    ]
    assert "item=item coder=annotator category=label" in err


SHORT = 80
"""Words that a screen of six coefficients may have, with how the table was read."""


def test_the_screen_is_short_and_ends_with_one_signature(folder):
    """Without -m: the table, one line of advice, and the signature of the value to report, last."""
    code, out, err = typed("measure", "acts.csv", cwd=folder)
    *table, advice, empty, last = out.splitlines()
    assert code == 0
    assert (len(table), empty) == (7, "")
    assert table[1].startswith("Krippendorff's α")
    assert advice.startswith("Krippendorff's α works with")
    assert last.startswith("Signature: alpha|d:nominal|")
    assert len((out + err).split()) <= SHORT


def test_without_a_name_everything_that_needs_no_choice(folder):
    """No -m: what is recommended first, then the coefficients that need no distance."""
    code, out, _ = typed("measure", "acts.csv", "--json", "-q", cwd=folder)
    found = [row["measure"] for row in json.loads(out)]
    assert code == 0
    assert {"percent", "s", "pi", "kappa", "ac1"} <= set(found)
    assert found[0] == "alpha"
    assert "beta" not in found


def test_json_has_the_promised_keys(folder):
    """--json: measure, symbol, value, undefined, parts, counts, interval, settings, signature."""
    options = ("--distance", "ordinal", "--categories", "low,mid,high", "--json")
    code, out, err = typed("measure", "wide.csv", "-m", "alpha", *options, cwd=folder)
    (row,) = json.loads(out)
    assert code == 0
    wanted = {
        "measure",
        "symbol",
        "value",
        "undefined",
        "A_o",
        "A_e",
        "D_o",
        "D_e",
        "items",
        "coders",
        "categories",
        "interval",
        "settings",
        "signature",
    }
    assert wanted <= set(row)
    assert (row["items"], row["coders"], row["categories"]) == (3, 3, 3)
    study = accord.read(folder / "wide.csv", categories=["low", "mid", "high"])
    assert row["value"] == accord.alpha(study, distance="ordinal").value
    assert "coders=rater A,rater B,rater C" in err
    assert "delimiter ';'" in err
    assert study.about["text"] == ("Hello", "Bye", "Hm")


def test_by_pair(folder):
    """--by pair: one line per pair of coders."""
    code, out, _ = typed("measure", "wide.csv", "-m", "percent", "--by", "pair", "-q", cwd=folder)
    assert code == 0
    assert [line.split() for line in out.splitlines()] == [
        ["coder", "coder", "Percent", "agreement"],
        ["rater", "A", "rater", "B", "1.0000"],
        ["rater", "A", "rater", "C", "0.3333"],
        ["rater", "B", "rater", "C", "0.5000"],
    ]


TWICE = "doc,coder,begin,end,label,label\nd,A,0,2,x,y\nd,B,0,3,x,y\nd,B,4,6,y,y\n"


@pytest.mark.parametrize(
    ("content", "arguments", "message"),
    [
        (LONG + "s3,B,Stat\n", (), "bad.csv:8: coder 'B' codes item 's3' twice ('IReq', then 'St"),
        ("a,b\n1\n", (), "bad.csv:2: 1 cells, but the header has 2"),
        ("", (), "bad.csv: the file is empty"),
        (TWICE, (), "bad.csv:1: two columns are called 'label'; rename one, or, if the first"),
        (LONG, ("-m", "alpha"), "alpha needs --distance. Use nominal"),
        (
            LONG,
            ("-m", "fleis"),
            "nknown measure 'fleis'. Did you mean pi (also called Fleiss' kappa)",
        ),
        (LONG, ("-m", "alpha", "--distance", "interval"), "needs numeric categories, got 'Stat'"),
        (LONG, ("--coder", "who"), "no column 'who'. Columns: item, annotator, label"),
        (
            LONG,
            ("--categories", "Stat"),
            "bad.csv:4: label 'IReq' is not in the list of categories",
        ),
        ("item,annotator\n1,A\n", (), "which column is the label? Name it with --category"),
    ],
)
def test_bad_input_is_one_clear_line(tmp_path, content, arguments, message):
    """Bad input: exit code 1, one line with the place and the remedy, no traceback."""
    (tmp_path / "bad.csv").write_text(content, "utf-8")
    code, out, err = typed("measure", "bad.csv", "-q", *arguments, cwd=tmp_path)
    assert code == 1
    assert message in err
    assert out == ""
    assert len(err.strip().splitlines()) == 1


def test_no_such_file(tmp_path):
    """A file that is not there is said to be not there."""
    code, _, err = typed("measure", "nothing.csv", cwd=tmp_path)
    assert code == 1
    assert "nothing.csv: no such file" in err


def test_usage_errors_exit_with_2(folder):
    """A wrong option is a usage error."""
    assert typed("measure", "acts.csv", "--nonsense", cwd=folder)[0] == 2
    assert typed("measure", cwd=folder)[0] == 2


@pytest.mark.parametrize(
    ("name", "measure"),
    [
        ("fleiss", "pi"),
        ("conger", "kappa"),
        ("brennan-prediger", "s"),
        ("Scott's pi", "pi"),
        ("krippendorff", "alpha"),
        ("gwet", "ac1"),
        ("quadratic weighted kappa", "weighted_kappa"),
    ],
)
def test_the_catalogue_answers_to_the_literatures_names(name, measure, folder):
    """`accord measures NAME` finds a measure by any name the literature uses."""
    code, out, _ = typed("measures", name, "--json", cwd=folder)
    assert code == 0
    assert measure in [row["name"] for row in json.loads(out)]


def test_cite(folder):
    """`accord cite` prints BibTeX for a measure or a key."""
    code, out, _ = typed("cite", "kappa", cwd=folder)
    assert code == 0
    assert out.startswith("@article{cohen1960,")
    assert typed("cite", "artstein2008", cwd=folder)[1].startswith("@article{artstein2008,")
    assert typed("cite", "nobody", cwd=folder)[0] == 1


def test_numbers_and_encodings(tmp_path):
    """Numbers are read as numbers, Windows-1252 and UTF-16 as what they are."""
    text = "item,rater,score\n1,Zoë,1\n1,Bob,2\n2,Zoë,3\n2,Bob,3\n"
    for encoding in ("utf-8", "cp1252", "utf-16"):
        (tmp_path / "t.csv").write_bytes(text.encode(encoding))
        study = accord.read(tmp_path / "t.csv")
        assert list(study.coders) == ["Zoë", "Bob"]
        assert list(study.categories) == [1, 2, 3]


def test_codes_of_missing_labels_are_asked_about(tmp_path):
    """'NA' may be a label or none: the question has an option for either, and both are obeyed."""
    (tmp_path / "t.csv").write_text("item,coder A,coder B\n1,x,NA\n2,x,x\n", "utf-8")
    with pytest.raises(accord.DataError, match="whether 'NA' is a label or means") as error:
        accord.read(tmp_path / "t.csv")
    assert error.value.readings == ({"absent": ["NA"]}, {"categories": ["x", "NA"]})
    assert len(accord.read(tmp_path / "t.csv", absent=["NA"])) == 3
    assert len(accord.read(tmp_path / "t.csv", categories=["x", "NA"])) == 4


@pytest.mark.parametrize("code", ["k.A.", "s/d", "n/d", "—", "…", "N.D.", "н/д", "ns/nc", "-"])
def test_codes_of_missing_labels_in_other_languages(tmp_path, code):
    """What people write for nothing is asked about in any language; "none" is an answer."""
    text = f"item,coder1,coder2\n1,x,{code}\n2,x,x\n3,y,x\n"
    (tmp_path / "t.csv").write_text(text, "utf-8")
    with pytest.raises(accord.DataError, match="is a label or means “missing”"):
        accord.read(tmp_path / "t.csv")
    (tmp_path / "t.csv").write_text(text.replace(code, "none"), "utf-8")
    assert "none" in accord.read(tmp_path / "t.csv").categories


def test_skew(folder):
    """`accord skew` sets the coefficients side by side with bias and prevalence."""
    code, out, _ = typed("skew", "acts.csv", "-q", cwd=folder)
    assert code == 0
    assert ["PABAK", "0.3333"] in [line.split() for line in out.splitlines()]
    assert "Stuart–Maxwell χ²(1)" in out
    code, out, _ = typed("skew", "acts.csv", "-q", "--json", cwd=folder)
    summary = json.loads(out)
    assert summary["bias"] == pytest.approx(0.5 - 4 / 9)
    assert summary["prevalence"] == pytest.approx({"Stat": 0.5, "IReq": 0.5})


def test_p_against_chance(folder):
    """--permutations N: p of each coefficient, in words and in JSON; 1/(N+1) is the least."""
    options = ("measure", "acts.csv", "-m", "kappa", "-q", "--permutations", "99")
    code, out, _ = typed(*options, cwd=folder)
    assert code == 0
    assert any(line.startswith("Cohen's κ: p = ") for line in out.splitlines())
    (row,) = json.loads(typed(*options, "--json", cwd=folder)[1])
    assert 0.01 <= row["p"] <= 1
