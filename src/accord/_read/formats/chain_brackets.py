"""Coreference in columns: mentions as brackets around words, one coder a file."""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from accord._read.door.marks import Marks
from accord.errors import DataError
from accord.kinds.chains.parts import as_mention, is_discontinuous

# An opening, a closing, or both around one name: "(12", "12)", "(12)".
BRACKETS = re.compile(r"(\()?([^()|]+)(\))?")


class Brackets:
    """Bracketed mentions of one document: what is open, and where it was opened."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.open: dict[str, list[tuple[Any, int, str]]] = {}

    def begin(self, chain: str, at: Any, line: int, about: str = "") -> None:
        """A mention of `chain` begins."""
        self.open.setdefault(chain, []).append((at, line, about))

    def end(self, chain: str, line: int) -> tuple[Any, str]:
        """The mention of `chain` that was opened last ends: where it began, what it said."""
        if not self.open.get(chain):
            raise DataError(
                f"{self.source}:{line}: {f'{chain})'!r} closes a mention that was not opened; "
                "check the brackets"
            )
        at, _, about = self.open[chain].pop()
        return at, about

    def check_closed(self) -> None:
        """Every mention was closed before its document ended."""
        for chain, mentions in self.open.items():
            for _, line, _ in mentions:
                raise DataError(
                    f"{self.source}:{line}: mention ({chain} is not closed before its document "
                    "ends; check the brackets"
                )


@dataclass(slots=True)
class MarkedDocument:
    """One document of a file: chain and place by mention, heads where known, number of words."""

    chains: dict[Hashable, tuple[str, str]] = field(default_factory=dict)
    heads: dict[Hashable, Hashable] = field(default_factory=dict)
    words: int = 0
    repeated: int = 0

    def add(self, mention: Any, chain: str, place: str, head: Hashable = None) -> None:
        """File a mention with its place; one that stands in a chain already is kept there."""
        key = as_mention(mention)
        if key in self.chains:
            self.repeated += 1
            return
        self.chains[key] = (chain, place)
        if head is not None:
            self.heads[key] = head


def chain_marks(source: str, documents: Mapping[str, MarkedDocument], *notes: str) -> Marks:
    """The marks of a file: mentions by the numbers of their words, with chain and head."""
    marks = Marks(source, notes=list(notes))
    for name, document in documents.items():
        marks.saw(name, None)
        marks.words[name] = [""] * document.words
        marks.rows += len(document.chains) + document.repeated
        if document.repeated:
            marks.drop("mention", "already in a chain", document.repeated)
        mention: Any
        for mention, (chain, place) in document.chains.items():
            spans = mention if is_discontinuous(mention) else (mention,)
            edges, head = (spans[0][0], spans[-1][1]), document.heads.get(mention)
            marks.span(
                name, None, "coreference", None, place, *edges, parts=spans, chain=chain, head=head
            )
    return marks
