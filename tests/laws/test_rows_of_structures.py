"""Studies of chains, relations and regions are built alike: the same keywords, the same checks."""

from inspect import signature

import pytest

import accord

MADE = {
    "chains": (accord.Partitions, ("d", "A", (0, 2), "e"), "document, coder, mention, chain"),
    "relations": (
        accord.relations.Relations,
        ("d", "A", (0, 2), (4, 6), "in"),
        "document, coder, source, target, type",
    ),
    "regions": (
        accord.regions.Regions,
        ("d", "A", (0, 0, 2, 2), "cat"),
        "image, coder, shape, cat",
    ),
}
SHARED = ["items", "coders", "seen", "about", "audit", "where"]


@pytest.mark.parametrize("kind", MADE)
def test_the_same_keywords_and_checks(kind):
    """Rows first, then the shared keywords in one order; a row that lacks a column and a column
    about items that lacks a cell are refused with their place."""
    made, row, columns = MADE[kind]
    keywords = [name for name in signature(made.of).parameters if name in SHARED]
    assert keywords == SHARED
    told = {"items": ["d", "e"], "coders": ["A", "B"], "seen": [("d", "A"), ("e", "B")]}
    study = made.of([row], **told, about={"genre": ["x", "y"]})
    assert (list(study.items), list(study.coders)) == (["d", "e"], ["A", "B"])
    assert [list(part.seen) for part in study.documents] == [[True, False], [False, True]]
    with pytest.raises(accord.DataError, match=rf"f.csv:7: .*; expected \({columns}"):
        made.of([row, row[:-1]], where=["f.csv:6", "f.csv:7"])
    with pytest.raises(accord.DataError, match=r"row 1: .*; expected \("):
        made.of(["dA12"])
    with pytest.raises(accord.DataError, match="column 'genre' has 1 cells for 2 items"):
        made.of([row], **told, about={"genre": ["x"]})
