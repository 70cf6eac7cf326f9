"""The page on performance and the figures of the paper are what was measured."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MEASURED = json.loads((ROOT / "docs" / "performance.json").read_text("utf-8"))
ROWS = [row for part in MEASURED["parts"] for row in part["rows"]]


def test_every_compared_value_is_the_same():
    """A time is worth nothing where the other program computed something else."""
    compared = [row for row in ROWS if row["theirs"] is not None]
    assert len(compared) > 20
    assert [row["what"] for row in compared if not row["same"]] == []


def test_the_figures_of_the_paper_were_measured():
    """ "N times as fast" in the paper is a ratio of the last run."""
    ratios = {f"{row['theirs'] / row['ours']:.1f}" for row in ROWS if row["theirs"]}
    said = re.findall(r"([\d.]+) times as fast", (ROOT / "paper" / "paper.md").read_text("utf-8"))
    assert len(said) >= 3
    assert set(said) <= ratios


def test_the_coverage_that_the_paper_quotes_was_simulated():
    """ "As few as 67%" is the lowest coverage of an interval over items that come in documents."""
    page = (ROOT / "docs" / "coverage.md").read_text("utf-8")
    table = page.partition("## Items in documents")[2].partition("\n## ")[0]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| ")]
    assert rows[0][7].strip() == "over items"
    covered = [float(found[0]) for row in rows[1:] if (found := re.search(r"[\d.]+", row[7]))]
    said = re.findall(r"in as few as (\d+)%", (ROOT / "paper" / "paper.md").read_text("utf-8"))
    assert [f"{min(covered):.0f}"] == said


def test_the_paper_counts_the_published_values():
    """ "217 values printed in the literature, 16 of which are slips" are the rows of the book."""
    blocks = [
        block
        for path in (ROOT / "docs").rglob("*.md")
        for block in re.findall(r"^```{published}\n(.*?)^```", path.read_text("utf-8"), re.M | re.S)
    ]
    rows = [line.split("|") for block in blocks for line in block.splitlines() if line.strip()]
    slips = [row for row in rows if len(row) > 3 and row[3].strip().startswith("slip")]
    said = re.search(
        r"recomputes (\d+) values .*?, (\d+) of which",
        (ROOT / "paper" / "paper.md").read_text("utf-8"),
    )
    assert said is not None
    assert said.groups() == (str(len(rows)), str(len(slips)))


def test_every_part_says_when_and_how_it_was_run():
    """The day, the version, the load of the machine; a part that failed is not kept."""
    for part in MEASURED["parts"]:
        assert part["finished"]
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", part["date"])
        assert part["rows"] or part["lines"]
    assert {"machine", "Python", "programs"} <= set(MEASURED["about"])
