"""The guide shows the page as it is."""

import re
from pathlib import Path

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "without-a-terminal.md"
LARGEST = 150_000


def test_pictures_are_there_and_small():
    """Every picture of the guide is there, says in words what it shows, and is small."""
    found = re.findall(r"!\[([^\]]+)\]\(([^)]+\.png)\)", GUIDE.read_text("utf-8"))
    assert len(found) == 7
    for text, name in found:
        assert len(text) > 20
        assert (GUIDE.parent / name).stat().st_size < LARGEST
