"""Brackets and rhetorical structures, worked by hand and against counts of our own.

κ over spans as in Marcu, Amorrortu & Romera 1999; F1 of rhetorical relations as in Iruskieta, da
Cunha & Taboada 2015 and RST-Tace; ParsEval as in Black et al. 1991.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

import accord
from accord.trees import Constituents, Discourse, bracket_kappa, parseval, rhetorical_f1

FILES = Path(__file__).parents[1] / "formats"


def stay(cause, joined):
    """Three units: a satellite, and two that are a list or nucleus and satellite."""
    top = (0, 0, 3, "", "")
    if joined == "list":
        inner = [(1, 1, 3, "N", "span"), (2, 1, 2, "N", "list"), (2, 2, 3, "N", "list")]
        return Discourse.of([top, (1, 0, 1, "S", cause), *inner], 3)
    inner = [(2, 0, 1, "S", cause), (2, 1, 2, "N", "span")]
    return Discourse.of([top, (1, 0, 2, "N", "span"), *inner, (1, 2, 3, "S", joined)], 3)


BOTH = accord.from_coders({"A": [stay("cause", "list")], "B": [stay("cause", "elaboration")]})


def test_kappa_over_spans_by_hand():
    """Of three units there are 5 spans beside the whole text.

    Relations: 01 cause/cause, 12 list/span, 23 list/elaboration, 13 span/none, 02 none/span: D_o =
    4/5. A has cause 1, list 2, span 1, none 1; B cause 1, span 2, elaboration 1, none 1: by chance
    the same 1 + 2 + 1 of 25. Nuclearity: 01 S/S, 12 N/N, 23 N/S, 13 N/none, 02 none/N: D_o = 3/5; A
    S 1, N 3, none 1; B S 2, N 2, none 1: 2 + 6 + 1 of 25. Spans of two units: one has 13, the other
    02.
    """
    found = bracket_kappa(BOTH)
    assert (found.observed, found.expected) == pytest.approx((4 / 5, 21 / 25), abs=1e-12)
    assert found.value == pytest.approx(1 - 20 / 21, abs=1e-12)
    found = bracket_kappa(BOTH, of="nuclearity")
    assert (found.observed, found.expected) == pytest.approx((3 / 5, 16 / 25), abs=1e-12)
    found = bracket_kappa(BOTH, of="spans")
    assert (found.observed, found.expected) == pytest.approx((1, 1 / 2), abs=1e-12)
    assert found.value == -1


def test_other_units_of_the_same_text():
    """One coder divides "c d" again: spans are those between the borders of either."""
    one = Discourse.of(
        [(0, 0, 2, "", ""), (1, 0, 1, "N", "span"), (1, 1, 2, "S", "cause")], 2, ["a b", "c d"]
    )
    rows = [(1, 0, 1, "N", "span"), (1, 1, 3, "S", "cause"), (2, 1, 2, "N", "list")]
    other = Discourse.of([(0, 0, 3, "", ""), *rows, (2, 2, 3, "N", "list")], 3, ["a b", "c", "d"])
    study = accord.from_coders({"A": [one], "B": [other]})
    assert bracket_kappa(study).observed == pytest.approx(2 / 5, abs=1e-12)
    assert rhetorical_f1(study).value == pytest.approx(2 / 3, abs=1e-12)  # cause, of 1 + 2
    other = Discourse.of([(0, 0, 1, "", "")], 1, ["a b c"])
    with pytest.raises(accord.DataError, match="4 characters by one coder and 3"):
        bracket_kappa(accord.from_coders({"A": [one], "B": [other]}))


def test_four_questions_by_hand():
    """A has cause (unit 1 to units 2–3) and list (2 to 3); B cause (1 to 2) and elaboration (3 to
    1–2). The causes have the same centre: the same but for the attachment. List and
    elaboration both have unit 3 at their centre, so that they are matched; nothing else is the
    same."""
    found = rhetorical_f1(BOTH)
    assert found.value == 0.5
    assert found.detail["questions"] == {
        "relation": 0.5,
        "nuclearity": 0.5,
        "constituent": 0.5,
        "attachment": 0.0,
    }
    assert found.detail["matched"] == 2
    assert rhetorical_f1(BOTH, question="attachment").observed == 1
    for question in ("relation", "nuclearity", "constituent"):
        assert rhetorical_f1(BOTH, question=question).value == 0.5


def test_the_same_in_both_notations():
    """.rs4 and .dis of one text are the same structure but for the names of relations."""
    one = accord.read(FILES / "rs3" / "pair")
    other = accord.read([FILES / "dis" / "ann.dis"])
    spans = [[part[:4] for part in tree.categories[0].parts] for tree in (one, other)]
    assert spans[0] == spans[1]
    assert rhetorical_f1(one).value == 0.5
    assert rhetorical_f1(one, question="attachment").value == 1


def counted(line):
    """The labelled brackets of a tree on one line, over words, by a stack and nothing else."""
    found, stack, words = [], [], 0
    for sign in re.findall(r"\(\s*[^\s()]*|[^\s()]+|\)", line):
        if sign[0] == "(":
            stack.append([sign[1:].strip(), words, False])
        elif sign != ")":
            words += 1
            stack[-1][2] = True  # a tag over a word is no bracket
        else:
            label, begin, leaf = stack.pop()
            if not leaf and label not in ("", "VROOT"):
                found.append((label.split("-")[0], begin, words))
    return Counter(found)


def test_parseval_against_a_count_of_our_own(tmp_path):
    """Two real trees against themselves with some brackets gone, moved or renamed."""
    text = (FILES / "ptb" / "example_ptb.trees").read_text("utf-8")
    other = text.replace("(ADVP(RB perhaps))", "(RB perhaps)").replace(
        "(NP(PRP him))", "(X(PRP him))"
    )
    other = other.replace(
        "(NP(NNP UAL)(NNP Chairman)(NNP Stephen)(NNP Wolf))",
        "(NP(NNP UAL)(NP(NNP Chairman)(NNP Stephen)(NNP Wolf)))",
    )
    assert other != text
    for name, made in (("ann", text), ("bob", other)):
        (tmp_path / f"{name}.trees").write_text(made)
    study = accord.read(tmp_path)
    pairs = [
        (counted(a), counted(b)) for a, b in zip(text.split("\n"), other.split("\n"), strict=True)
    ]
    shared = sum((a & b).total() for a, b in pairs)
    both = sum(a.total() + b.total() for a, b in pairs)
    found = parseval(study)
    assert (found.detail["shared"], found.detail["brackets"]) == (shared, both)
    assert found.value == pytest.approx(2 * shared / both, abs=1e-12)
    plain = [[Counter(span[1:] for span in one.elements()) for one in pair] for pair in pairs]
    shared = sum((a & b).total() for a, b in plain)
    assert parseval(study, labelled=False).value == pytest.approx(2 * shared / both, abs=1e-12)


def test_crossing_brackets_by_hand():
    """(a b) c against a (b c): one bracket of each crosses one of the other's."""
    a = Constituents.parsed("(S (X (A a) (B b)) (C c))")
    b = Constituents.parsed("(S (A a) (X (B b) (C c)))")
    study = accord.from_coders({"A": [a, a], "B": [b, a]})
    found = parseval(study)
    assert found.detail["crossing"] == 0.5
    assert found.value == pytest.approx(6 / 8, abs=1e-12)


def test_alpha_on_constituents_by_hand():
    """d((a b) c, a (b c)) = 2 edits, d with a flat tree 1: D_o = 2 / 2, D_e = (2 + 4 · 1) / 6."""
    a = Constituents.parsed("(S (X (A a) (B b)) (C c))")
    b = Constituents.parsed("(S (A a) (X (B b) (C c)))")
    flat = Constituents.parsed("(S (A a) (B b) (C c))")
    found = accord.trees.tree_alpha(accord.from_coders({"A": [a, flat], "B": [b, flat]}))
    assert (found.observed, found.expected) == pytest.approx((1, 1), abs=1e-12)
    assert found.value == pytest.approx(0, abs=1e-12)
