"""`accord report`: the same numbers on the terminal, as JSON, as tables and as a page."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from tests.cli.commands import called

from accord.cli.console import data_in_options

TABLE = "item,coder,category\n" + "".join(
    f"u{i},{coder},{'xyz'[(i + (coder == 'C' and i % 4 == 0)) % 3]}\n"
    for i in range(24)
    for coder in "ABC"
)


@pytest.fixture
def path(tmp_path):
    """A small table of codings."""
    file = tmp_path / "acts.csv"
    file.write_text(TABLE, encoding="utf-8")
    return str(file)


def run(capsys, *arguments, code=0):
    """What `accord report` prints for these arguments."""
    return called(capsys, "report", *arguments, "--resamples", "50", code=code)


def test_terminal(path, capsys):
    """Without -o the report is printed: the answer first, then tables."""
    out = run(capsys, path, "-q").out
    assert out.startswith("Agreement in acts.csv\nThree coders labelled 24 items")
    assert "α = 0.753" in out
    assert re.search(r"^\W*C\W+0\.\d+\W+1\.000", out, re.M)  # without C all agree
    assert "What to do next\nMay be too low for" in out
    left = out.partition("\nNot computed:\n- ")[2].splitlines()
    reasons = [line.partition(": ")[2] for line in left[: left.index("")]]
    assert len(reasons) == len(set(reasons)) > 2  # each reason once, with all its measures
    assert "not computed by default" not in out
    assert "wrongly, at random" not in out  # is for the details of a page
    assert "published value" not in out  # no task was named


def test_page_and_json_hold_the_same(path, capsys, tmp_path):
    """The data inside the page are what --json prints, which names settings as options."""
    page = tmp_path / "report.html"
    out = run(capsys, path, "-q", "--json", "-o", str(page)).out
    inside = re.search(r'id="report-data">(.*?)</script>', page.read_text("utf-8"), re.S)
    assert data_in_options(json.loads(inside[1])) == json.loads(out)


def test_latex_markdown_csv(path, capsys):
    """Each flag prints its form of the same value."""
    assert r"$\alpha$ & 0.753 & [" in run(capsys, path, "-q", "--latex").out
    assert "| α | 0.753 |" in run(capsys, path, "-q", "--markdown").out
    rows = list(csv.DictReader(io.StringIO(run(capsys, path, "-q", "--csv").out)))
    assert float(rows[0]["value"]) == pytest.approx(1 - (1 / 6) / ((72**2 - 3 * 24**2) / (72 * 71)))
    items = run(capsys, path, "-q", "--csv", "items").out
    assert items.startswith("item,kind,disagreement,pairs of coders,share,A,B,C\nu0,")


def test_unknown_table_is_named(path, capsys):
    """A table that is not there is answered with those that are."""
    said = run(capsys, path, "-q", "--csv", "codrs", code=1).err
    assert "no table of this report 'codrs'; did you mean coders" in said


def test_figures(path, capsys, tmp_path):
    """--figures writes every chart."""
    run(capsys, path, "-q", "--figures", str(tmp_path / "f"), "--figure-format", "svg")
    names = sorted(file.name for file in (tmp_path / "f").iterdir())
    assert names == ["categories.svg", "coders.svg", "confusions.svg", "forest.svg", "items.svg"]


def test_output_needs_a_known_ending(path, capsys, tmp_path):
    """A name whose ending says nothing is refused, and nothing is written."""
    said = run(capsys, path, "-q", "-o", str(tmp_path / "report.xyz"), code=1).err
    assert "unknown file type; use .html" in said
    assert not (tmp_path / "report.xyz").exists()


def test_two_rounds_in_one_page(path, capsys, tmp_path):
    """`--against` compares with an earlier round, read in the same way."""
    page = tmp_path / "report.html"
    run(capsys, path, "-q", "--against", path, "-o", str(page))
    inside = re.search(r'id="report-data">(.*?)</script>', page.read_text("utf-8"), re.S)
    both = json.loads(inside[1])["against"]
    assert both["difference"] == 0
    assert both["shared"] == 24
    assert [row["name"] for row in both["coders"]] == ["A", "B", "C"]
    assert all(row["difference"] == 0 for row in both["categories"])
    assert "The difference is not significant" in both["sentence"]


def test_a_level_of_one_s_own(path, capsys):
    """`--enough` is the level that the verdict is about, with its probability; `--width` that of
    the interval which more items would give."""
    data = json.loads(run(capsys, path, "-q", "--json", "--enough", ".5", "--width", ".5").out)
    (level,) = data["next"]["levels"]
    assert level["level"] == 0.5
    assert level["probability"] == pytest.approx(1, abs=0.05)
    assert data["next"]["verdict"].startswith("High enough for your threshold.")
    assert data["next"]["steps"][-1]["sentence"].endswith("no more items needed.")


def test_the_title_of_a_folder(path, capsys, tmp_path):
    """A folder names the report after itself, and so does a pattern of files in it."""
    folder = tmp_path / "round 2"
    folder.mkdir()
    (folder / "acts.csv").write_text(Path(path).read_text("utf-8"), "utf-8")
    for given in (folder, folder / "*.csv"):
        data = json.loads(run(capsys, str(given), "-q", "--json").out)
        assert data["title"] == "Agreement in round 2"
