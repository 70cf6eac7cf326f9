"""Coders who want no name get none: in studies of every kind, and in what is said of them."""

import pytest

import accord
from accord._read.door.anonymity import anonymous
from accord._report.write import lines
from accord.errors import DataError
from tests.laws.one_of_each import CODERS, EXAMPLES

PEOPLE = ("ann@example.org", "bob@example.org", "cem@example.org")


@pytest.mark.parametrize("kind", [kind for kind in EXAMPLES if kind != "dimensions"])
def test_every_kind_of_study_is_read_without_names(kind, tmp_path):
    """A file with people's addresses, read with `anonymise`: the same study with numbered coders.
    (Spans of every format ended in a TypeError.)"""
    study = EXAMPLES[kind]()
    text = "".join(f"{line}\n" for line in lines(study))
    for coder, person in zip(CODERS, PEOPLE, strict=True):
        text = text.replace(coder, person)
    path = tmp_path / "study.jsonl"
    path.write_text(text, "utf-8")
    found = accord.read(path, anonymise=True)
    assert found == study
    assert tuple(found.coders) == CODERS
    told = "".join([*lines(found), *(str(note) for note in found.audit.notes)])
    assert "example.org" not in told


def test_what_cannot_be_renamed_is_refused():
    """Dimensions hold studies of their own: one line, and no name is given away."""
    with pytest.raises(DataError, match="cannot be renamed"):
        anonymous(EXAMPLES["dimensions"]())
