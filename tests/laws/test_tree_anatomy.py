"""Where trees differ: counts by hand, changes of a parser's output, drawings."""

import re
import xml.etree.ElementTree as ET

import pytest
from click.testing import CliRunner

import accord
from accord.cli import program
from accord.trees import Constituents, Dependencies, Discourse, drawing, tree_anatomy

WORDS, TAGS = ["We", "read", "<b>"], ["PRON", "VERB", "NOUN"]


def tree(heads, relations):
    """A dependency tree over three words."""
    return Dependencies.of(heads, relations, WORDS, TAGS)


PARSER = tree([2, 0, 2], ["subj", "root", "obj"])
ANN = tree([2, 0, 2], ["subj", "root", "iobj"])
BOB = tree([2, 0, 1], ["subj", "root", "iobj"])


def test_labels_and_tags_by_hand():
    """The same subject and root; the indirect objects have other heads."""
    found = tree_anatomy(accord.from_coders({"A": [ANN, ANN], "B": [BOB, ANN]}))
    assert found.labels["iobj"] == {"used": 4, "shared": 1, "f1": 0.5}
    assert list(found.labels) == ["iobj", "root", "subj"]
    assert found.tags["NOUN"] == {"tokens": 2, "uas": 0.5, "las": 0.5}
    assert found.tags["PRON"]["las"] == 1
    (pair,) = found.worst
    assert (pair.item, pair.differ, pair.size) == (0, 1, 3)
    assert "<svg" in pair._repr_html_()
    assert "<svg" in found._repr_html_()


def test_what_was_changed():
    """Both left five of six tokens alone. Ann changed one, Bob the same to another and one more:
    nothing the same; which tokens were changed is κ = (5/6 − .6111) / (1 − .6111)."""
    other = tree([2, 0, 2], ["subj", "top", "obj"])
    study = accord.from_coders({"P": [PARSER, PARSER], "A": [ANN, PARSER], "B": [BOB, other]})
    found = tree_anatomy(study, before="P").changes["A", "B"]
    assert (found["tokens"], found["first"], found["second"]) == (6, 1, 2)
    assert (found["same"], found["both"], found["f1"]) == (0, 1, 0)
    chance = 1 / 6 * 2 / 6 + 5 / 6 * 4 / 6
    assert found["kappa"] == pytest.approx((5 / 6 - chance) / (1 - chance))
    with pytest.raises(accord.UnknownNameError, match="Q"):
        tree_anatomy(study, before="Q")


def test_brackets_that_were_changed():
    """Ann and Bob both took the NP away, and Bob put a PP in: 2 · 1 / (1 + 2)."""
    parser = Constituents.parsed("(S (NP (D the) (N cat)) (V sat))")
    ann = Constituents.parsed("(S (D the) (N cat) (V sat))")
    bob = Constituents.parsed("(S (D the) (PP (N cat) (V sat)))")
    study = accord.from_coders({"P": [parser], "A": [ann], "B": [bob]})
    found = tree_anatomy(study, before="P").changes["A", "B"]
    assert found["f1"] == pytest.approx(2 / 3)
    assert "kappa" not in found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (ANN, BOB),
        (
            Constituents.parsed("(S (X (A a) (B b)) (C c))"),
            Constituents.parsed("(S (A a) (C c c))"),
        ),
        (
            Discourse.of([(0, 0, 2, "", ""), (1, 0, 1, "S", "a&b"), (1, 1, 2, "N", "span")], 2),
            Discourse.of([(0, 0, 2, "", ""), (1, 0, 1, "N", "span"), (1, 1, 2, "S", "x")], 2),
        ),
    ],
)
def test_drawings_are_whole_and_show_what_differs(one, other):
    """Well-formed, text escaped, red where the other differs, none against itself."""
    svg = drawing(one, other)
    ET.fromstring(svg)
    assert "#c0392b" in svg
    assert "#c0392b" not in drawing(one, one)
    assert not re.search(r"<b>", svg)


def test_the_same_words_stand_at_the_same_places():
    """Also where one coder's relations have longer names; arcs lie above those within them."""
    one = tree([2, 0, 1], ["subj", "root", "iobj"])
    other = tree([2, 0, 2], ["a-very-long-relation", "root", "o"])
    places = [
        re.findall(r'x="([\d.]+)"[^>]*font-size="12"', drawing(*two))
        for two in ((one, other), (other, one))
    ]
    assert len(places[0]) == 3
    assert places[0] == places[1]
    peaks = [float(y) for y in re.findall(r"([\d.]+)H", drawing(one))]
    assert peaks[1] < peaks[0]  # from We to <b>, above the arc from We to read


def test_trees_over_other_tokens_are_counted():
    """One pair has two and three tokens: it is left out, and that is said."""
    short = Dependencies.of([2, 0], ["subj", "root"])
    found = tree_anatomy(accord.from_coders({"A": [ANN, ANN], "B": [ANN, short]}))
    assert found.left_out == 1
    assert found.labels["iobj"]["used"] == 2


def test_large_trees_are_not_drawn():
    """More than 150 tokens fill no page."""
    assert drawing(Dependencies.of([0, *range(1, 200)], ["x"] * 200)) == ""


def test_the_command_line(tmp_path):
    """`anatomy` of trees, with the parser named, as a table and as JSON; other kinds refuse it."""
    line = "{}\t{}\t_\t{}\t_\t_\t{}\t{}\t_\t_\n"
    for name, made in (("parser", PARSER), ("ann", ANN), ("bob", BOB)):
        rows = zip(range(1, 4), WORDS, TAGS, made.heads, made.relations, strict=True)
        (tmp_path / f"{name}.conllu").write_text("".join(line.format(*row) for row in rows) + "\n")
    given = ["anatomy", str(tmp_path), "--layer", "tree", "--before", "parser"]
    shown = CliRunner().invoke(program, given)
    assert shown.exit_code == 0, shown.output
    assert "changed by ann (first) and bob (second): tokens 3, first 1, second 1" in shown.output
    assert '"changes"' in CliRunner().invoke(program, [*given, "--json"]).output


def test_corrections_are_codings(tmp_path):
    """Of five tokens Ann changes two and Bob one of them alike: κ of these codings by hand, also
    from the command line, with an interval over sentences; LAS knows the parser's agreement."""
    parser = [[2, 0, 2], [0, 1]]
    ann, bob = [[2, 0, 1], [2, 0]], [[2, 0, 1], [0, 1]]
    heads = {"parser": parser, "ann": ann, "bob": bob}
    made = {
        who: [Dependencies.of(h, ["dep"] * len(h)) for h in trees] for who, trees in heads.items()
    }
    found = accord.trees.corrections(accord.from_coders(made), "parser")
    assert [k for _, who, k in found.rows() if who == "ann"] == ["kept"] * 2 + [
        "1 dep",
        "2 dep",
        "0 dep",
    ]
    assert [k for _, who, k in found.rows() if who == "bob"] == ["kept"] * 2 + ["1 dep"] + [
        "kept"
    ] * 2
    kappa = accord.kappa(found)
    # kept: 2/5 · 4/5, "1 dep": 1/5 · 1/5; three of five tokens agree
    assert (kappa.A_o, kappa.A_e) == pytest.approx((3 / 5, 9 / 25))
    for who, trees in heads.items():
        lines = [
            [f"{at}\tw\t_\t_\t_\t_\t{head}\tdep\t_\t_" for at, head in enumerate(h, 1)]
            for h in trees
        ]
        text = "\n\n".join("\n".join(one) for one in lines)
        (tmp_path / f"{who}.conllu").write_text(text + "\n\n")
    files = [str(tmp_path / f"{who}.conllu") for who in heads]
    run = ["measure", *files, "--layer", "tree", "--before", "parser", "-m", "kappa"]
    shown = CliRunner().invoke(program, [*run, "--interval", "--over", "sentence"]).output
    assert f"{(3 / 5 - 9 / 25) / (16 / 25):.4f}" in shown
    assert "corrections of parser: 5 tokens, 4 of 10 labels are changes" in shown
    with pytest.raises(accord.errors.UnknownNameError, match="no coder 'nobody'"):
        accord.trees.corrections(accord.from_coders(made), "nobody")
    brackets = accord.trees.Constituents.parsed("(S (NP (N a)) (VP (V b)))")
    study = accord.from_coders({"parser": [brackets], "ann": [brackets]})
    with pytest.raises(accord.errors.NotApplicableError, match="dependency trees"):
        accord.trees.corrections(study, "parser")


def test_graphs_that_differ_are_drawn():
    """The boy is a girl in one of two graphs: his node and both relations to him differ, which the
    drawing has in red; a node that is met again is named again; <b> is escaped."""
    boy, girl = (
        accord.graphs.Graph.parsed(f"(w / want :ARG0 (b / {who}) :ARG1 (g / go :ARG0 b :mod <b>))")
        for who in ("boy", "girl")
    )
    study = accord.from_coders({"A": [boy, boy], "B": [girl, boy]})
    found = tree_anatomy(study)
    assert found.labels["ARG0"] == {"used": 8, "shared": 2, "f1": 0.5}
    assert found.labels["node"] == {"used": 12, "shared": 5, "f1": pytest.approx(10 / 12)}
    (pair,) = found.worst
    assert (pair.item, pair.differ, pair.size) == (0, 3, 8)
    svg = drawing(pair.first, pair.second)
    ET.fromstring(svg)
    red = re.findall(r'fill="#c0392b"[^>]*>([^<]*)<', svg)
    assert red == [":ARG0 boy", ":ARG0 boy"]
    assert re.findall(r'fill="currentColor"[^>]*>([^<]*)<', svg) == [
        *("want", ":ARG1 go", ":mod &lt;b&gt;")
    ]
    assert "<svg" in pair._repr_html_()


def test_graphs_without_a_top_and_in_circles_are_drawn():
    """Every node is named, also where each has one above it, or none."""
    ring = accord.graphs.Graph.of(
        {"a": "x", "b": "y", "c": "z"}, [("a", "r", "b"), ("b", "r", "a")]
    )
    svg = drawing(ring, ring)
    assert re.findall(r">([^<]+)</text>", svg) == ["z", "x", ":r y", ":r x"]
    assert "#c0392b" not in svg
