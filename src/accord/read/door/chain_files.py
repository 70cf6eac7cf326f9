"""Coreference files of one coder each, put together into one study."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from accord.errors import DataError
from accord.model.audit import Audit
from accord.model.chains.partitions import Partitions, as_mention

Paths = Mapping[str, str | PathLike[str]] | Sequence[str | PathLike[str]]


@dataclass(slots=True)
class MarkedDocument:
    """One document of one file: its chains by mention, heads where known, number of words."""

    chains: dict[Hashable, str] = field(default_factory=dict)
    heads: dict[Hashable, Hashable] = field(default_factory=dict)
    words: int = 0
    repeated: list[str] = field(default_factory=list)

    def add(self, mention: Any, chain: str, place: str, head: Hashable = None) -> None:
        """File a mention; one that stands in a chain already is kept there and noted."""
        key = as_mention(mention)
        if key in self.chains:
            self.repeated.append(
                f"{place}: mention {key!r} stands in chain {self.chains[key]!r} already, not "
                f"read again as {chain!r}"
            )
            return
        self.chains[key] = chain
        if head is not None:
            self.heads[key] = head


Parser = Callable[[str, str], dict[Hashable, MarkedDocument]]


def one_file_a_coder(paths: Paths, parse: Parser, format: str, *notes: str) -> Partitions:
    """Read files with `parse(text, source)`, one coder each: the study of all of them.

    `paths` maps coders to files; from a list, coders are called after their files.
    """
    named = dict(paths) if isinstance(paths, Mapping) else _called(paths)
    read = {coder: parse(text_of(Path(path)), Path(path).name) for coder, path in named.items()}
    documents = tuple(dict.fromkeys(name for marked in read.values() for name in marked))
    for name in documents:
        _same_words(name, {c: marked[name].words for c, marked in read.items() if name in marked})
    marked_in = [
        (name, coder, marked) for coder, by_name in read.items() for name, marked in by_name.items()
    ]
    repeated = [note for _, _, marked in marked_in for note in marked.repeated]
    rows = [(name, coder, m, k) for name, coder, x in marked_in for m, k in x.chains.items()]
    audit = Audit(
        " ".join(Path(path).name for path in named.values()),
        format,
        len(rows) + len(repeated),
        len(repeated),
        (*notes, *repeated),
    )
    return Partitions.of(
        rows,
        items=documents,
        coders=tuple(named),
        heads={(name, m): head for name, _, x in marked_in for m, head in x.heads.items()},
        seen=[(name, coder) for name, coder, _ in marked_in],
        audit=audit,
    )


def _called(paths: Iterable[str | PathLike[str]]) -> dict[str, Path]:
    files = [Path(path) for path in paths]
    for names in ([f.stem for f in files], [f.name for f in files], [str(f) for f in files]):
        if len(set(names)) == len(files):
            return dict(zip(names, files, strict=True))
    raise DataError(f"the file {files[0]} is given twice; give one file for each coder")


def text_of(path: Path) -> str:
    """The text of a UTF-8 file; DataError where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise DataError(f"{path}: no such file") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{path.name}: byte {error.start} is not UTF-8") from None
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from None


def _same_words(document: Hashable, words: Mapping[str, int]) -> None:
    """Mentions are compared by the numbers of their words, so the words must be the same."""
    if len(set(words.values())) > 1:
        shown = ", ".join(f"{coder}: {n}" for coder, n in words.items())
        raise DataError(
            f"document {document!r} has different numbers of words ({shown}); mentions are "
            "compared by word, so the files must be of one tokenisation"
        )


BRACKETS = re.compile(r"(\()?([^()|]+)(\))?")
"""An opening, a closing, or both around one name: "(12", "12)", "(12)"."""


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
