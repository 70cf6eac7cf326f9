"""The paper: its figures are those of the repository, its length is that of the journal."""

import json
import re
from pathlib import Path

from accord._read.formats.table import FORMATS

ROOT = Path(__file__).parents[2]
PAPER = (ROOT / "paper" / "paper.md").read_text("utf-8")
FEWEST_WORDS, MOST_WORDS = 750, 1750
"""What JOSS asks of a paper."""


def test_its_length_is_what_the_journal_asks():
    """Words of the text, without the head, tables and the list of works."""
    text = PAPER.split("---", 2)[2]
    lines = [line for line in text.splitlines() if not line.startswith(("|", "#", "<!--"))]
    assert FEWEST_WORDS <= len(" ".join(lines).split()) <= MOST_WORDS


def test_counts_are_those_of_the_repository():
    """Formats, recomputed values and slips."""
    assert f"| {len(FORMATS)} formats |" in PAPER
    rows = [
        line.split(" | ")
        for path in (ROOT / "docs" / "papers").glob("*.md")
        for block in re.findall(
            r"```\{published\}.*?\n(.*?)```", path.read_text("utf-8"), re.DOTALL
        )
        for line in block.splitlines()
        if line.count(" | ") >= 2
    ]
    slips = sum(len(row) > 3 and row[3].strip().startswith("slip") for row in rows)
    assert f"recomputes {len(rows)} values" in PAPER
    assert f"{slips} of which turn out to be slips" in PAPER


def test_speed_is_what_was_timed():
    """Each "N times as fast" stands in the kept results of `make bench`."""
    parts = json.loads((ROOT / "docs" / "performance.json").read_text("utf-8"))["parts"]
    ratios = {
        f"{row['theirs'] / row['ours']:.1f}"
        for part in parts
        for row in part["rows"]
        if row["ours"] and row["theirs"]
    }
    named = re.findall(r"([\d.]+) times as fast", PAPER)
    assert len(named) == 6
    assert set(named) <= ratios


def test_the_picture_is_drawn_from_kept_results():
    """The picture is there, and the lowest coverage over items is the one that the text names."""
    assert "(coverage.png)" in PAPER
    assert (ROOT / "paper" / "coverage.png").read_bytes()[:4] == b"\x89PNG"
    kept = (ROOT / "docs" / "coverage.jsonl").read_text("utf-8").splitlines()
    of_documents = [one for one in map(json.loads, kept) if one["cell"]["part"] == "documents"]
    lowest = min(one["found"]["over items"]["held"] for one in of_documents)
    assert f"as few as {lowest:.0%} of our simulated studies" in PAPER
