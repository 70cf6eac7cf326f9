"""The command line: intervals, breakdowns, comparisons, plans, gates."""

import json
from pathlib import Path

import pytest
from tests.cli.commands import called, typed

ROWS = {
    "A": "aabbbbbcccccaabbbbbccccc",
    "B": "abbbbbccccccaabbbbbcccca",
    "C": "aabbbbbcccccabbbbbbccccc",
}


@pytest.fixture
def path(tmp_path: Path) -> str:
    """Three coders, 24 items, two documents."""
    return _write(tmp_path / "acts.csv", ROWS)


def _write(file: Path, rows: dict[str, str]) -> str:
    lines = ["item,coder,label,doc"]
    for coder, labels in rows.items():
        lines += [f"s{i},{coder},{k},d{i // 12}" for i, k in enumerate(labels)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


def test_interval(path, capsys):
    """`--interval` adds a column, its notes go to the error stream."""
    over = ("--over", "items")
    out, err = called(capsys, "measure", path, "-q", "-m", "pi", "--interval", "bca", *over)
    assert "95% CI" in out.splitlines()[0]
    assert "0.8201  0.6197 to 0.9523" in out
    assert "Fleiss' κ (multi-π): only 24 items: treat the interval as rough" in err


def test_documents_are_resampled_unless_said(path, capsys):
    """A file with documents: `--interval`, `check` and `plan` say that these are the units."""
    for command in (
        ("measure", path, "-m", "pi", "--interval"),
        ("check", path, "--min", "pi:0.1", "--prob", "0"),
    ):
        _, err = called(capsys, *command, "-q")
        assert "interval by 'doc', which has only 2 groups" in err
        assert err.count("π): ") == 1  # one note an interval
        assert "--over items" in err
        _, err = called(capsys, *command, "-q", "--over", "items")
        assert "interval by" not in err
    out, _ = called(capsys, "plan", path, "-q", "-m", "pi", "--width", "0.3")
    assert "documents (" in out
    out, _ = called(capsys, "compare", path, "-q", "-m", "pi", "--groups", "A,B/A,C")
    assert "tested by 'doc'" in out


def test_interval_options(path, capsys):
    """Method, level, number, seed and clusters are in the JSON."""
    out, _ = called(
        capsys,
        "measure",
        path,
        "-q",
        "-m",
        "kappa",
        "--interval",
        "percentile",
        "--level",
        "0.9",
        "--resamples",
        "300",
        "--seed",
        "5",
        "--over",
        "doc",
        "--json",
    )
    found = json.loads(out)[0]["interval"]
    assert (found["level"], found["n"], found["seed"]) == (0.9, 300, 5)
    assert found["method"] == "percentile over doc"


def test_interval_errors(path, capsys):
    """A column that is not there is named, with those that are."""
    _, err = called(
        capsys, "measure", path, "-q", "-m", "pi", "--interval", "--over", "dco", code=1
    )
    assert "no column to resample over 'dco'; did you mean doc?" in err
    called(capsys, "measure", path, "-q", "--interval", "--level", "95", code=2)


def test_breakdown(path, capsys):
    """One golden session: category, worst item, parts that add up, matrix of pairs."""
    out, _ = called(capsys, "breakdown", path, "-q", "--by", "category", "-m", "pi")
    assert out == (
        "Fleiss' κ (multi-π) by category: 24 items, 3 coders\n"
        "category  codings  value   positive  share   confused with\n"
        "b         31       0.8301  0.9032    0.3750  a\n"
        "c         30       0.8857  0.9333    0.2500  a\n"
        "a         11       0.6781  0.7273    0.3750  b\n"
        "value: this category vs all others\n"
    )
    out, _ = called(capsys, "breakdown", path, "-q", "--by", "item", "--top", "1")
    assert out.splitlines()[2].split() == ["s1", "3", "a:2", "b:1", "0.6667", "0.3333", "0.2500"]
    out, _ = called(capsys, "breakdown", path, "-q", "--what", "parts", "--json")
    assert sum(row["share"] for row in json.loads(out)["rows"]) == pytest.approx(1)
    out, _ = called(capsys, "breakdown", path, "-q", "--by", "doc")
    assert [line.split()[0] for line in out.splitlines()[2:4]] == ["d0", "d1"]
    values = [float(line.split()[2]) for line in out.splitlines()[2:4]]
    out, _ = called(capsys, "breakdown", path, "-q", "--by", "doc", "--top", "1")
    assert float(out.splitlines()[2].split()[2]) == min(values)  # the worst, not the first
    assert "the worst 1 of 2 values of 'doc'" in out
    out, _ = called(capsys, "breakdown", path, "-q", "--what", "adjudicate", "--top", "0", "--json")
    assert len(json.loads(out)["rows"]) == 4  # every disputed item
    out, _ = called(capsys, "breakdown", path, "-q", "--what", "matrix", "--by", "coder")
    assert out.startswith("α of pairs")


KINDS = ["influence", "adjudicate", "collapse", "matrix", "disagreements", "coders", "confused"]


@pytest.mark.parametrize("what", [*KINDS, "groups"])
def test_breakdown_kinds(path, capsys, what):
    """Every kind of breakdown prints a table and JSON."""
    out, _ = called(capsys, "breakdown", path, "-q", "--what", what)
    assert len(out.splitlines()) > 2
    out, _ = called(capsys, "breakdown", path, "-q", "--what", what, "--json")
    assert json.loads(out)


def test_compare(path, tmp_path, capsys):
    """Two rounds by shared items; groups, measures and a system on one file; nothing is refused."""
    other = _write(tmp_path / "round2.csv", {**ROWS, "B": ROWS["A"]})
    out, _ = called(capsys, "compare", path, other, "-q", "-m", "pi", "--over", "items")
    assert "24 shared items, " in out
    out, _ = called(capsys, "compare", path, "-q", "-m", "pi", "--by", "doc", "--over", "items")
    assert "p (Holm)" in out
    out, _ = called(
        capsys,
        "compare",
        path,
        "-q",
        "-m",
        "pi",
        "--groups",
        "A,B/A,C",
        "--json",
        "--resamples",
        "200",
    )
    assert json.loads(out)["difference"] < 0
    called(capsys, "compare", path, "-q", "-m", "pi", "--other", "kappa", "--resamples", "50")
    system = ("compare", path, "-q", "-m", "kappa", "--system", "C", "--resamples", "50")
    out, _ = called(capsys, *system)
    assert "people with each other" in out
    assert "A (24 items), B (24 items). Change the number with --min-items" in out
    assert "nobody could be tested" in out
    out, _ = called(capsys, *system, "--min-items", "24")
    assert "alternative annotator test (ε = 0.1): C wins against" in out
    _, err = called(capsys, "compare", path, "-q", code=1)
    assert "nothing to compare" in err


def test_plan(path, capsys):
    """A plan from what is expected, and one from a pilot with the rule of five."""
    average = ("--assurance", "0.5")
    out, _ = called(capsys, "plan", "--expect", "0.8", "--width", "0.2", *average)
    assert out.startswith(
        "You need 139 items and 2 coders for a 95% interval of width 0.2 around 0.8 on average "
        "(Bloch & Kra"
    )
    several = ("--number", "2,4", "--json", *average)
    out, _ = called(capsys, "plan", "--expect", "0.8", "--width", "0.2", *several)
    two, four = json.loads(out)
    assert two["items"] > four["items"]
    assert "of 400 simulated studies" in four["notes"][-1]
    out, _ = called(capsys, "plan", path, "-m", "pi", "--width", "0.2")
    assert "at least 5 expected chance agreements per category" in out
    assert "pilot of 24 items in 2 values of 'doc'" in out
    _, err = called(capsys, "plan", "--width", "0.2", code=1)
    assert "--expect" in err


def test_check(path, capsys):
    """The gate: 0 and a line, 1 and one line why, for value and for probability."""
    items = ("--over", "items")
    out, _ = called(capsys, "check", path, "-q", "--min", "alpha:0.3", *items)
    assert out.startswith("Krippendorff's α = 0.8226 [")
    assert "], confidence that it is at least 0.3: 0.9" in out
    _, err = called(capsys, "check", path, "-q", "--min", "alpha:0.9", code=1)
    assert err.count("\n") == 1
    assert "< 0.9" in err
    _, err = called(capsys, "check", path, "-q", "--min", "alpha:0.7", "--prob", "0.99", code=1)
    assert "confidence that it is at least 0.7: 0." in err
    _, err = called(capsys, "check", path, "-q", "--min", "alpha", code=2)
    assert "write a measure and a number" in err


def test_check_writes_junit(path, tmp_path, capsys):
    """A gate is a test case with a name that stays: passed, failed, or, where the file was refused,
    an error; names of strangers stay text, and a file of others is not replaced."""
    from xml.etree import ElementTree

    out = tmp_path / "gates.xml"
    both = ("--min", "alpha:0.3", "--min", "pi:0.95", "--over", "items", "--junit", str(out))
    called(capsys, "check", path, "-q", *both, code=1)
    suite = ElementTree.parse(out).getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("2", "1", "0")
    passed, failed = suite.findall("testcase")
    assert passed.get("name") == "Krippendorff's α"
    assert passed.find("system-out").text.startswith("Krippendorff's α = 0.8226 [")
    assert "< 0.95" in failed.find("failure").get("message")
    broken = tmp_path / "<broken>&.csv"
    broken.write_text("country,area\nPeru,1\nChile,2\n", "utf-8")
    called(capsys, "check", broken, "-q", "--min", "0.5", "--junit", str(out), code=3)
    suite = ElementTree.parse(out).getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("1", "0", "1")
    assert suite.find("testcase").get("classname").endswith("<broken>&.csv")
    assert suite.find("testcase/error").get("message")
    out.write_text("<mine/>", "utf-8")
    _, err = called(capsys, "check", path, "-q", "--min", "0.3", "--junit", str(out), code=3)
    assert "already exists" in err
    assert out.read_text("utf-8") == "<mine/>"


def test_check_says_how_sure_or_that_items_are_too_few(tmp_path, capsys):
    """Six items on which all agree show nothing; 30 pass with their confidence, and so do few that
    are sure, and whoever asks for the value alone. Documents are the units where there are any."""
    few = tmp_path / "few.csv"
    few.write_text(
        "item,coder A,coder B\n" + "".join(f"{i},{k},{k}\n" for i, k in enumerate("xyxyxy")),
        "utf-8",
    )
    _, err = called(capsys, "check", few, "-q", "--min", "alpha:0.8", code=1)
    assert "confidence that it is at least 0.8: 0.5000; too few items to tell" in err
    out, _ = called(capsys, "check", few, "-q", "--min", "alpha:0.8", "--prob", "0")
    assert "α = 1.0000 [0.1580, 1.0000], confidence that it is at least 0.8: 0.5000" in out
    called(capsys, "check", few, "-q", "--min", "alpha:0.8", "--prob", "0.51", code=1)
    out, _ = called(capsys, "check", few, "-q", "--min", "alpha:0.1")
    assert "confidence that it is at least 0.1: 0.9" in out
    for number, code in ((29, 1), (30, 0)):
        labels = "x" * 15 + "y" * (number - 15)
        some = _write(tmp_path / f"{number}.csv", {"A": labels, "B": labels[:-2] + "xx"})
        called(capsys, "check", some, "-q", "--min", "alpha:0.8", "--over", "items", code=code)
    rows = [
        f"{i},{w},{'xy'[i % 2] if i > 3 or w == 'A' else 'x'},d{i // 20}"
        for i in range(100)
        for w in "AB"
    ]
    inside = tmp_path / "documents.csv"
    inside.write_text("\n".join(["item,coder,label,document", *rows]) + "\n", "utf-8")
    _, err = called(capsys, "check", inside, "-q", "--min", "alpha:0.95", code=1)
    assert "too few values of 'document' to tell" in err


def test_a_refused_file_is_no_failed_gate(tmp_path, capsys):
    """Exit codes of check: 0 passed, 1 failed, 2 wrong options, 3 could not be checked; the other
    commands end with 1 for what is refused."""
    file = _write(tmp_path / "some.csv", {"A": "xyxyxy" * 9, "B": "xyxyxx" * 9})
    called(capsys, "check", file, "-q", "--min", "alpha:0.5")
    called(capsys, "check", file, "-q", "--min", "alpha:0.9", code=1)
    called(capsys, "check", file, "-q", code=2)
    called(capsys, "check", file, "-q", "--min", "gamma:0.9", code=3)
    called(capsys, "check", tmp_path / "none.csv", "-q", "--min", "0.5", code=3)
    called(capsys, "measure", tmp_path / "none.csv", "-q", code=1)


def test_check_undefined_fails(tmp_path, capsys):
    """An undefined coefficient does not pass the gate."""
    file = _write(tmp_path / "one.csv", {"A": "aaa", "B": "aaa"})
    _, err = called(capsys, "check", file, "-q", "--min", "pi:0.1", code=1)
    assert "undefined" in err


def test_a_plan_for_alpha_names_the_option(tmp_path):
    """A distance that is missing is asked for in the words of the command line."""
    code, _, err = typed("plan", "--expect", "0.8", "--width", "0.2", "-m", "alpha", cwd=tmp_path)
    assert code == 1
    assert "alpha needs --distance. Use nominal for unordered labels, ordinal" in err


RATINGS = "item,rater A,rater B,rater C,rater D\n"
RATINGS += "1,9,2,5,8\n2,6,1,3,2\n3,8,4,6,8\n4,7,1,2,6\n5,10,5,6,9\n6,6,2,4,7\n"


@pytest.fixture
def ratings(tmp_path: Path) -> str:
    """Shrout & Fleiss's ratings."""
    file = tmp_path / "ratings.csv"
    file.write_text(RATINGS, encoding="utf-8")
    return str(file)


def test_variance(ratings, path, capsys):
    """The parts of the variance, apart from the residual with a second round; names are refused."""
    out, _ = called(capsys, "breakdown", ratings, "-q", "--what", "variance")
    assert out.splitlines()[1].split() == ["item", "2.556", "0.6298", "10.37", "0.2898"]
    assert "Φ = 0.2898 [0.0268, 0.7455]" in out
    out, _ = called(
        capsys, "breakdown", ratings, "-q", "--what", "variance", "--again", ratings, "--json"
    )
    found = json.loads(out)
    assert found["residual"] == pytest.approx(0, abs=1e-9)  # the same codings twice
    assert [row["coders"] for row in found["decide"]] == [1, 2, 3, 5, 10]
    _, err = called(capsys, "breakdown", path, "-q", "--what", "variance", code=1)
    assert "numeric" in err


def test_how_many_coders(ratings, path, capsys):
    """Coders for a reliability: of the mean of numbers, and of the majority of labels."""
    out, _ = called(capsys, "plan", ratings, "-q", "--reliability", "0.8")
    assert out.startswith("10 coders: the mean of their numbers has Φ of at least 0.8")
    assert "for the order of items alone (Eρ²): 2 coders" in out
    out, _ = called(capsys, "plan", path, "--reliability", "0.5", "--json")
    found = json.loads(out)
    assert (found["coders"], len(found["rows"])) == (1, 1)
    _, err = called(capsys, "plan", "--reliability", "0.8", code=1)
    assert "pilot" in err


def test_two_pools(path, tmp_path, capsys):
    """Two files or two groups of coders as pools; one pool alone is refused."""
    other = _write(tmp_path / "crowd.csv", {"D": ROWS["A"], "E": ROWS["B"]})
    out, _ = called(capsys, "compare", path, other, "-q", "--cross")
    assert out.startswith("between the pools   κ_x = ")
    assert "normalized" in out
    split = ("compare", path, "-q", "--cross", "--groups", "A,B/C", "--json")
    out, _ = called(capsys, *split)
    found = json.loads(out)
    assert found["normalized"] is None
    assert "second pool" in found["notes"][0]
    _, err = called(capsys, "compare", path, "-q", "--cross", code=1)
    assert "--groups" in err


def test_bayes_and_finite_populations(path, capsys):
    """A prior is stated; a finite population narrows the interval, and one too small is refused."""
    asked = ("measure", path, "-q", "-m", "pi", "--over", "items", "--json", "--interval")
    out, err = called(capsys, *asked, "bayes")
    assert json.loads(out)[0]["interval"]["method"] == "bayes"
    assert "prior: one more item" in json.loads(out)[0]["interval"]["notes"][0]
    wide = json.loads(called(capsys, *asked, "analytic").out)[0]["interval"]
    narrow = json.loads(called(capsys, *asked, "analytic", "--population", "30").out)[0]["interval"]
    assert narrow["se"] == pytest.approx(wide["se"] * (1 - 24 / 30) ** 0.5)
    _, err = called(capsys, *asked, "analytic", "--population", "20", code=1)
    assert "20 items cannot have 24 items" in err
