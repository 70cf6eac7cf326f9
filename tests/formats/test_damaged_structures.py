"""Brackets, rhetorical structures and graphs from strangers: deep, open or in circles, one line."""

import pytest

import accord

GROUPS = "".join(
    f"<group id='g{n}' type='span' parent='g{n + 1}' relname='span'/>" for n in range(900)
)
CASES = {
    "deep.mrg": ("( (S " + "(X " * 5000 + "(N a)" + ")" * 5002, "more than 250 brackets"),
    "open.mrg": ("( (S (NP (N a)) " * 3000, "more than 250 brackets"),
    "noise.mrg": ("( (S (NP (N a)) (VP (V b))))\nhello\n", "'hello' is outside"),
    "twice.amr": ("# ::id x\n(a / b)\n\n# ::id x\n(a / c)\n", "codes item 'x' twice"),
    "deep.rs3": (
        "<rst><body><segment id='0' parent='g0' relname='span'>a</segment>"
        + GROUPS
        + "<group id='g900' type='span'/></body></rst>",
        "more than 200 spans",
    ),
    "self.rs3": (
        "<rst><body><segment id='1' parent='1' relname='x'>a</segment></body></rst>",
        "circle of parents",
    ),
    "alone.rs3": (
        "<rst><body><segment id='1' parent='2' relname='x'>a</segment>"
        "<group id='2' type='span'/></body></rst>",
        "satellites and no nucleus",
    ),
    "deep.dis": ("( Root (span 1 2) " * 1000, "more than 200 brackets"),
    "leaf.dis": ("( Root (leaf 99999999999) (text _!a_!) )", "a number of its own"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_read_is_said_in_a_line(tmp_path, name):
    """An error with the place, no traceback of another kind."""
    text, said = CASES[name]
    (tmp_path / name).write_text(text)
    with pytest.raises(accord.DataError, match=said):
        accord.read(tmp_path / name)


def test_an_open_graph_does_not_lose_the_rest(tmp_path):
    """A graph that is not closed is left out and said."""
    (tmp_path / "a.amr").write_text("(a / b :ARG0 (c / d\n\n(e / f)\n(g / h)\n")
    study = accord.read(tmp_path / "a.amr")
    assert len(study.items) == 2
    assert any("2 brackets not closed" in note for note in study.audit.notes)
