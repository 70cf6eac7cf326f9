"""A kind that accord does not have, added as a folder and a line: everything general works.

Marginal notes: each coder writes notes beside lines of a document. The folder below is all that is
written for it; of accord itself nothing is edited but the table of kinds, which gets one line.
"""

import sys
from importlib import import_module

import pytest

import accord.kinds
from accord.kinds import kind as machinery
from accord.kinds.table import KINDS
from tests.laws.test_every_kind import LAWS

FILES = {
    "__init__.py": '"""Notes beside lines."""\n',
    "entry.py": """
from accord.kinds.kind import Kind

KIND = Kind(
    name="notes",
    stored="notes",
    one="note",
    many="notes",
    document="page",
    documents="pages",
    did="wrote notes on",
    like="documents",
)
""",
    "parts.py": """
from dataclasses import dataclass
from typing import ClassVar

from accord.kinds.documents.parts import PerCoder


@dataclass(frozen=True, slots=True, eq=False)
class Page(PerCoder):
    columns: ClassVar = ("notes",)

    coders: object
    notes: tuple
    seen: object
    name: object = None

    def _same(self):
        return self.coders, self.notes, self.name, self.seen.tolist()
""",
    "study.py": """
from dataclasses import dataclass, field
from typing import ClassVar

from accord.kinds.documents.parts import saw
from accord.kinds.documents.study import Documents, labels_of
from accord.kinds.documents.study import names_of as names_of_documents
from accord.kinds.notes.parts import Page
from accord.model.names import Names


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Notes(Documents[Page]):
    kind: ClassVar[str] = "notes"
    document: ClassVar[str] = "page"
    mark: ClassVar = ("note", "notes")

    documents: tuple
    coders: Names
    about: dict = field(default_factory=dict)
    audit: object = None

    @classmethod
    def of(cls, rows, *, items, coders, seen, about=None, audit=None):
        who, pairs = Names(coders), set(seen)
        pages = []
        for item in items:
            by = {c: sorted(row[2:] for row in rows if row[:2] == (item, c)) for c in who}
            notes = tuple(tuple(by[c]) for c in who)
            pages.append(Page(who, notes, saw(item, who, pairs), item))
        return cls(tuple(pages), who, dict(about or {}), audit)

    def counts(self):
        return {**self._size(), "n": sum(map(len, self.documents))}


def names_of(study):
    notes = (note for page in study.documents for mine in page.notes for note in mine)
    return names_of_documents(study, labels_of(notes))
""",
    "order.py": """
from accord.kinds.documents.order import by_marks


def order_of(study):
    lines = [[[line for line, _ in mine] for mine in page.notes] for page in study.documents]
    return by_marks(study, lines)
""",
    "folding.py": """
from accord.kinds.documents.folding import merged
from accord.kinds.notes.study import Notes


def folded(study, named):
    one = merged(study, named)
    rows = [
        (name, coder, line, one.label(text))
        for name, pages in one.parts.items()
        for page in pages
        for coder, mine in zip(map(one.who, study.coders), page.notes, strict=True)
        for line, text in mine
    ]
    return Notes.of(rows, items=tuple(one.parts), **one.rest)
""",
    "lines.py": """
from accord._read.formats.line_values import (
    FORMAT, DocumentLines, document_line, header_of, name, named
)
from accord.kinds.notes.study import Notes
from accord.model.audit import Audit


def from_lines(header, lines, source):
    rows, seen = [], []
    held = DocumentLines(header, lines, source)
    for place, page, record in held:
        if "coder" in record:
            who = name(record["coder"], place)
            seen.append((page, who))
            rows += [(page, who, *note) for note in record["notes"]]
    audit = Audit(source, FORMAT, len(seen))
    parts = {"items": tuple(held.documents), "coders": held.coders, "seen": seen}
    return Notes.of(rows, **parts, about=held.about(), audit=audit)


def to_lines(study):
    yield header_of(study, coders=[*map(named, study.coders)])
    for at, page in enumerate(study.documents):
        yield document_line(study, at)
        for c in page.seen.nonzero()[0].tolist():
            who = {"document": named(page.name), "coder": named(page.coders[c])}
            yield {**who, "notes": page.notes[c]}
""",
}
"""All that the kind is: what it holds, in which order, how names fold, its lines."""


@pytest.fixture
def notes(tmp_path, monkeypatch):
    """The class of the studies of the new kind, while its folder and its line are there."""
    folder = tmp_path / "notes"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(accord.kinds, "__path__", [*accord.kinds.__path__, str(tmp_path)])
    monkeypatch.setitem(KINDS, "notes", "notes")
    yield import_module("accord.kinds.notes.study").Notes
    for module in [name for name in sys.modules if name.startswith("accord.kinds.notes")]:
        del sys.modules[module]
    vars(accord.kinds).pop("notes", None)
    machinery.kind_named.cache_clear()
    machinery._found.cache_clear()


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_new_kind_is_a_folder_and_a_line(notes, law, tmp_path):
    """The laws of every kind hold for one that only a folder and a line of the table know."""
    rows = [
        ("p", "coder 1", 3, "why?"),
        ("p", "coder 1", 8, "no"),
        ("p", "coder 2", 3, "why?"),
        ("p", "coder 3", 4, "source"),
        ("q", "coder 1", 1, "source"),
        ("q", "coder 2", 2, "no"),
    ]
    seen = [(page, f"coder {n}") for page in "pq" for n in (1, 2, 3)] + [("r", "coder 1")]
    study = notes.of(
        rows,
        items="pqr",
        coders=["coder 1", "coder 2", "coder 3"],
        seen=seen,
        about={"n": [1, 2, 3]},
    )
    law(study, tmp_path)


def test_what_it_cannot_do_is_said(notes, tmp_path):
    """What no file of the folder answers is refused in the words of the kind."""
    study = notes.of([("p", "A", 1, "no")], items="p", coders="AB", seen=[("p", "A"), ("p", "B")])
    with pytest.raises(
        accord.NotApplicableError, match="no mistakes are simulated in studies of notes"
    ):
        accord.simulate.shuffle(study.only([0]), {"miss": 0.5})
    with pytest.raises(accord.DataError, match="a study of notes has no table form"):
        accord.write(study, tmp_path / "study.csv")
