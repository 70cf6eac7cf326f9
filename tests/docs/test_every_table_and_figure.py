"""Every table and figure of the five papers has a row: printed, ours, remark."""

from pathlib import Path

import pytest

PAGES = Path(__file__).parents[2] / "docs" / "papers"

NUMBERS = {
    "artstein-poesio-2008": (9, 3),
    "mathet-2015": (3, 30),
    "passonneau-1997": (4, 3),
    "artstein-poesio-2005": (8, 2),
    "geertzen-bunt-2006": (2, 2),
}
"""How many tables and figures each paper has."""


@pytest.mark.parametrize("page", NUMBERS)
def test_every_table_and_figure_has_a_row(page):
    """None is left out, none is there twice, and a row says where, or why not."""
    text = (PAGES / f"{page}.md").read_text("utf-8")
    table = text.partition("## Every table and figure")[2]
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("| ")]
    names = [row[0].strip() for row in rows if row[0].strip()]
    tables, figures = NUMBERS[page]
    wanted = [f"Table {n + 1}" for n in range(tables)]
    wanted += [f"Figure {n + 1}" for n in range(figures)]
    assert names == wanted
    for row in rows[1:]:
        assert len(row) == 4
        assert row[1].strip()
        assert row[2].strip()


def test_what_cannot_be_recomputed_says_so():
    """Layouts that only the figures of Mathet et al. show."""
    text = (PAGES / "mathet-2015.md").read_text("utf-8")
    for number in (14, 15, 21):
        row = next(line for line in text.splitlines() if line.startswith(f"| Figure {number} "))
        assert "layout is not printed" in row
