"""Sections: the units of a coder and the gaps between them, as the unitizing alphas see them.

    Alex   ∅∅|--1--|∅∅|-2-|∅∅∅∅∅∅∅
    Paul   ∅∅|--1--|∅∅|-3-|∅∅|-5-|∅

Documents are laid end to end; a section never crosses the end of a document. Documents
that fewer than two coders saw cannot be compared and are left out. Where the number m of
coders varies between documents, the pairs of a document count 1/(m − 1), Krippendorff's rule
for missing data.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from accord.errors import AccordError, NotApplicableError
from accord.kinds.kind import must_be
from accord.kinds.spans.overlap import Met, all_met, first_overlap
from accord.kinds.spans.parts import Continuum, Spans
from accord.kinds.spans.study import Unitizings
from accord.model.names import IntArray, remembered
from accord.words.said import said


@dataclass(frozen=True, slots=True, eq=False)
class Page:
    """The units (line) of each coder who saw one document, and its length."""

    coders: IntArray
    lines: tuple[Spans, ...]
    length: float

    @property
    def share(self) -> float:
        """What a pair of this document counts: 1/(m − 1)."""
        return 1.0 / (len(self.lines) - 1)

    def pairs(self) -> Iterator[tuple[int, int]]:
        """All unordered pairs of lines."""
        return combinations(range(len(self.lines)), 2)


def pages(study: Unitizings, atom: float = 1.0) -> list[Page]:
    """The units of all documents that two coders saw, with lengths counted in atoms."""
    must_be(study, Unitizings.kind, "this measure")
    if not atom > 0:
        raise AccordError(f"the length of a step (atom) must be above 0, got {atom!r}")
    return [_page(c, atom) for c in study.continua if c.seen.sum() > 1]


def compared(study: Unitizings) -> list[int]:
    """The documents (by position) of the pages: those that two coders saw."""
    return [at for at, continuum in enumerate(study.continua) if continuum.seen.sum() > 1]


def _page(c: Continuum, atom: float) -> Page:
    coders = np.flatnonzero(c.seen)
    lines = c.by_coder(c.placed(atom))
    return Page(coders, tuple(lines[k] for k in coders), c.length / atom)


MOST_MEETINGS_KEPT = 2_000_000
"""Units that meet, of which a study remembers which they are: they take 100 MB."""


def meetings(study: Unitizings, atom: float = 1.0) -> tuple[list[Page], Met]:
    """The pages of a study, and all that meets of any two of their lines, page by page.

    Several measures ask for it, each again for its interval: a study remembers it."""
    found = remembered(study, _by_atom)
    if atom in found:
        return found[atom]
    there = pages(study, atom)
    made = there, met_on(there)
    if len(made[1].pair) + len(made[1].units) <= MOST_MEETINGS_KEPT:
        found[atom] = made
    return made


def _by_atom(study: Unitizings) -> dict[float, tuple[list[Page], Met]]:
    """Nothing yet, for each length of an atom."""
    return {}


def met_on(found: list[Page]) -> Met:
    """All that meets of any two lines of a page, page by page and pair by pair."""
    begins = np.cumsum([0, *(len(page.lines) for page in found)]).tolist()
    pairs = [
        (begin + i, begin + j)
        for begin, page in zip(begins, found, strict=False)
        for i, j in page.pairs()
    ]
    one, two = zip(*pairs, strict=True) if pairs else ((), ())
    return all_met([line for page in found for line in page.lines], one, two)


def with_gaps(line: Spans, length: float, gap: int) -> Spans:
    """The line with its gaps as sections of category `gap`: a tiling from 0 to `length`."""
    low = np.concatenate([[0.0], line.stop])
    high = np.concatenate([line.start, [length]])
    empty = high > low
    start = np.concatenate([line.start, low[empty]])
    stop = np.concatenate([line.stop, high[empty]])
    category = np.concatenate([line.category, np.full(int(empty.sum()), gap)])
    # Sections must follow each other: whoever meets two lines walks along both.
    order = np.argsort(start, kind="stable")
    return Spans(start, stop, category).at(order)


def overlap_objection(study: Unitizings) -> str | None:
    """Why a measure for units that do not overlap cannot take this study."""
    clash = first_overlap(study)
    return None if clash is None else said("undefined.overlap", clash=clash)


def same_category_objection(study: Unitizings) -> str | None:
    """Why a measure taken category by category cannot take this study."""
    clash = first_overlap(study, within=True)
    return None if clash is None else said("undefined.overlap-category", clash=clash)


def refuse(objection: str | None) -> None:
    """Raise the objection, if there is one."""
    if objection is not None:
        raise NotApplicableError(objection)


def emptiness(study: Unitizings, found: list[Page]) -> str | None:
    """Why there is nothing to measure, None if there is."""
    if len(study.coders) < 2:
        return said("undefined.one-coder-only-agreement")
    if not found:
        return said("undefined.no-document-seen-two")
    if not any(len(line) for page in found for line in page.lines):
        return said("undefined.no-coder-marked-any")
    return None
