"""DocBins that spaCy writes: what it marked, at the characters where it has it."""

import pytest

import accord

spacy = pytest.importorskip("spacy")
TEXT = "Ann 😀 met the old Bob ."


def _write(path, entities, spans, cats):
    nlp = spacy.blank("en")
    marked, empty = nlp(TEXT), nlp("Nothing here")
    marked.ents = [spacy.tokens.Span(marked, *entity) for entity in entities]
    marked.spans["sc"] = [spacy.tokens.Span(marked, *span) for span in spans]
    marked.cats = cats
    spacy.tokens.DocBin(docs=[marked, empty]).to_disk(path)


@pytest.fixture
def folder(tmp_path):
    """Two coders: one with entities, overlapping spans and a category, one with a category."""
    _write(
        tmp_path / "ann.spacy",
        [(0, 1, "PER"), (5, 6, "PER")],
        [(0, 3, "X"), (2, 4, "Y")],
        {"good": 1.0, "bad": 0.0},
    )
    _write(tmp_path / "bob.spacy", [], [], {"good": 0.0, "bad": 1.0})
    return tmp_path


def test_entities_and_who_marked_none(folder):
    """Entities are spans of the text behind an emoji; a coder without any saw all the same."""
    study = accord.read(folder)
    first, second = study.continua
    found = [(TEXT[int(u.begin) : int(u.end)], u.category) for u in first.units("ann")]
    assert found == [("Ann", "PER"), ("Bob", "PER")]
    assert first.seen.all()
    assert second.seen.all()
    assert not first.units("bob")
    assert second.text == "Nothing here"


def test_overlapping_span_groups(folder):
    """A span group is a layer; its spans may overlap."""
    study = accord.read(folder, layer="spans sc")
    found = [TEXT[int(u.begin) : int(u.end)] for u in study.continua[0].units("ann")]
    assert found == ["Ann 😀 met", "met the"]


def test_categories(folder):
    """Categories with a score of one half or more are the labels of a document."""
    study = accord.read(folder, layer="cats")
    assert list(study.rows()) == [("1", "ann", "good"), ("1", "bob", "bad")]
