"""Atoms of a text: words, turns and paragraphs, and what counts as marked in a passage."""

from importlib import import_module

import numpy as np
import pytest

import accord
from accord._measure.bound import bound
from accord._measure.catalogue import MEASURES
from accord.kinds.spans.atoms import atoms_of, values_of
from tests.cli.commands import called

TEXT = "A: well, I don't know.\nB: No?\n\nA: Perhaps. Let's see.\n  \nB: Fine."


def cut(atom, text=TEXT):
    """The atoms of a text, as words."""
    begin, end = atoms_of(accord.Continuum.of({"A": []}, text=text), atom)
    return [text[int(a) : int(b)] for a, b in zip(begin, end, strict=True)]


def test_words_have_no_punctuation_and_keep_apostrophes():
    """A word is letters with apostrophes or hyphens inside; a token is also a comma."""
    assert cut("word", "well-known, don't!") == ["well-known", "don't"]
    assert cut("token", "don't!") == ["don", "'", "t", "!"]


def test_turns_are_lines():
    """Every line that is not empty is a turn."""
    assert cut("turn") == [
        "A: well, I don't know.",
        "B: No?",
        "A: Perhaps. Let's see.",
        "B: Fine.",
    ]


def test_paragraphs_end_at_an_empty_line():
    """Lines without an empty one between them are one paragraph; blanks in it do not matter."""
    assert cut("paragraph") == [
        "A: well, I don't know.\nB: No?",
        "A: Perhaps. Let's see.",
        "B: Fine.",
    ]
    assert cut("paragraph", "\n\n one\n") == ["one\n"]


def _study(**spans):
    rows = [
        ("d", who, TEXT.index(words), TEXT.index(words) + len(words), label)
        for who, marked in spans.items()
        for words, label in marked
    ]
    return accord.Unitizings.of(rows, texts={"d": TEXT}, coders=list(spans))


def test_what_is_marked_anywhere_in_a_passage_counts():
    """Neither coder marks the middle of the first paragraph; both mark something in it, so they
    agree on that paragraph, on both others (one marked alike, one blank): κ is 1."""
    study = _study(
        A=[("well", "hedge"), ("Perhaps", "hedge")], B=[("know", "hedge"), ("Perhaps", "hedge")]
    )
    found = accord.spans.kappa_d(study, atom="paragraph")
    assert found.value == pytest.approx(1)
    assert "atom:paragraph" in found.signature
    # Of four turns A and B mark the first and the third: also 1. By word they differ.
    assert accord.spans.kappa_d(study, atom="turn").value == pytest.approx(1)
    assert accord.spans.kappa_d(study, atom="word").value < 0.7


def test_a_passage_has_the_category_that_covers_most_of_it():
    """ "I don't" (7 signs) outweighs "well" (4); two units of one category count together."""
    study = _study(A=[("well", "x"), ("I don't", "y")], B=[("well", "x"), ("No", "x")])
    continuum = study.continua[0]
    begin, end = atoms_of(continuum, "paragraph")
    first = [
        continuum.categories[int(values_of(continuum, c, begin, end, "paragraph")[0])]
        for c in (0, 1)
    ]
    assert first == ["y", "x"]
    tied = _study(A=[("Let", "x"), ("see", "y")], B=[("Let", "x")]).continua[0]
    begin, end = atoms_of(tied, "paragraph")
    found = [int(v) for v in values_of(tied, 0, begin, end, "paragraph")]
    assert [None if v < 0 else tied.categories[v] for v in found] == [None, "x", None]


def test_codings_of_passages_are_what_kappa_d_counts():
    """κ of the converted study is κ_d."""
    study = _study(A=[("well", "x"), ("Fine", "y")], B=[("know", "x"), ("Perhaps", "y")])
    codings = accord.convert.units_to_codings(study, atom="paragraph")
    assert accord.kappa(codings).value == pytest.approx(
        accord.spans.kappa_d(study, atom="paragraph").value, abs=1e-12
    )


def test_an_unknown_atom_is_refused():
    """With the list of those that are known."""
    with pytest.raises(accord.UnknownNameError, match=r"paragraf.*paragraph"):
        accord.spans.kappa_d(_study(A=[("well", "x")], B=[]), atom="paragraf")


LENGTHS = ("u_alpha", "bar_u_alpha", "alpha_u_1995", "u_alpha_2013")
"""Measures of lengths, which count them in steps."""


def _by_hand(atoms, rows):
    """A document of so many steps, with these marks of A and B."""
    marks = [("d", who, begin, end, label) for who, begin, end, label in rows]
    return accord.Unitizings.of(marks, coders=["A", "B"], extents={"d": (0, atoms)})


@pytest.mark.parametrize("name", LENGTHS)
def test_lengths_are_counted_in_words(name):
    """ "A well I don't know B No A Perhaps Let's see B Fine": 13 words. What a unit covers half of
    ("Let") is its own if the middle lies in it, and a unit of punctuation alone is none."""
    study = _study(
        A=[("well, I don't", "x"), ("Perhaps. Le", "y")],
        B=[("well, I", "x"), (". Let's see", "y"), ("?", "y")],
    )
    rows = [("A", 1, 4, "x"), ("A", 8, 9, "y"), ("B", 1, 3, "x"), ("B", 9, 11, "y")]
    measure = getattr(accord.spans, name)
    found = measure(study, atom="word")
    assert found.value == pytest.approx(measure(_by_hand(13, rows)).value, abs=1e-12)
    assert "u:5" in found.signature
    assert "atom:word" in found.signature


@pytest.mark.parametrize("name", LENGTHS)
def test_lengths_are_counted_in_turns(name):
    """Four turns: A has x in the first and the third, B x in the first two and y in the last.

    The unit of A that covers less of the third turn is nothing; what of B runs over two is one."""
    study = _study(
        A=[("well", "x"), ("Perhaps", "x"), ("see", "y")],
        B=[("know.\nB: No", "x"), ("Fine", "y")],
    )
    rows = [("A", 0, 1, "x"), ("A", 2, 3, "x"), ("B", 0, 2, "x"), ("B", 3, 4, "y")]
    if name == "alpha_u_1995":  # its categories lie on lines of their own
        rows.append(("A", 2, 3, "y"))
    measure = getattr(accord.spans, name)
    found = measure(study, atom="turn")
    assert found.value == pytest.approx(measure(_by_hand(4, rows)).value, abs=1e-12)


@pytest.mark.parametrize("name", LENGTHS)
@pytest.mark.parametrize("atom", ["word", "turn"])
def test_resampled_documents_are_counted_in_the_same_steps(name, atom):
    """The sums of documents, which intervals resample, give the value of the whole."""
    study = _study(A=[("well, I", "x"), ("Perhaps", "y")], B=[("well", "x"), ("Perhaps. Let", "y")])
    asked = bound(name, atom=atom)
    found = asked.compute(study)
    module, function = MEASURES[name].documents.split(":")
    sums = getattr(import_module(module), function)(study, atom=atom)
    assert sums.parts(np.ones((1, 1)))[0, 2] == pytest.approx(found.value, abs=1e-12)


def test_a_passage_is_marked_wherever_it_is():
    """F1 of paragraphs: both marked something in the first, only A in the second: 2 / (2 + 1)."""
    study = _study(A=[("well", "x"), ("see", "x")], B=[("know", "x")])
    assert accord.spans.atom_f1(study, atom="paragraph").value == pytest.approx(2 / 3)
    assert accord.spans.atom_f1(study, atom="word").value == 0


def test_the_command_line_takes_names_of_atoms(tmp_path, capsys):
    """`--atom word` with uα, which counts lengths."""
    path = tmp_path / "marks.jsonl"
    accord.write(_study(A=[("well, I", "x")], B=[("well", "x")]), path)
    out = called(capsys, "measure", path, "-m", "u_alpha", "--atom", "word", "-q").out
    assert "atom:word" in out
