"""Names, categories and columns in the lines of accord's own format, in and out.

Plain values are as JSON has them; sets, tuples, trees and graphs are tagged: {"set": […]}.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from math import isinf, isnan
from typing import Any

from accord._read.tables.column_names import SEEN_BY, SEVERAL
from accord._read.text.json_values import needed, optional, shown
from accord.errors import DataError
from accord.kinds.kind import kind_named
from accord.kinds.table import KINDS

VERSION = 1
"""Of the format, not of accord: it rises where old readers would misread new lines."""
FORMAT = "accord JSON Lines"

Lines = Iterator[tuple[int, Any]]
"""The number of each line, and what it says."""


def name(value: Any, place: str) -> Hashable:
    """A name or category: JSON's plain values; {"set": […]} and {"tuple": […]} for the others."""
    if isinstance(value, dict) and len(value) == 1:
        ((key, parts),) = value.items()
        if key in ("set", "tuple") and isinstance(parts, list):
            members = [name(part, place) for part in parts]
            return frozenset(members) if key == "set" else tuple(members)
        if key == "number" and parts in ("inf", "-inf"):
            return float(parts)
        for category_from in filter(None, _own_categories()):
            category: Hashable = category_from(key, parts, place)
            if category is not None:
                return category
    if isinstance(value, (dict, list)) or (isinstance(value, float) and isnan(value)):
        raise DataError(
            f"{place}: found {shown(value)}; a name is text, a number, true, false, null, "
            '{"set": […]} or {"tuple": […]}'
        )
    plain: Hashable = value
    return plain


def _own_categories() -> Iterator[Any]:
    """How kinds read categories that only they have: trees, graphs."""
    return (kind_named(stored).ability("category_from") for stored in KINDS)


def names(header: Mapping[str, Any], key: str, place: str) -> list[Hashable] | None:
    """The list of names under a key, None where it is absent."""
    listed = optional(header, key, place, list, None)
    return None if listed is None else [name(value, place) for value in listed]


def listed(value: Any, number: int, form: str, place: str) -> list[Any]:
    """A list of so many parts; `form` says how it is written."""
    if not isinstance(value, list) or len(value) != number:
        raise DataError(f"{place}: found {shown(value)}, expected {form}")
    return value


class DocumentLines:
    """The lines of a study of documents: some are about a document, others about a coder in it.

    :param coders: The names of the coders, None where the header does not say.
    :param documents: What is said about each document that any line was of so far.
    :param places: Where that is said.
    """

    def __init__(self, header: Mapping[str, Any], lines: Lines, source: str) -> None:
        self.lines, self.source = lines, source
        self.coders = names(header, "coders", f"{source}:1")
        self.documents: dict[Hashable, dict[str, Any]] = {}
        self.places: dict[Hashable, str] = {}

    def __iter__(self) -> Iterator[tuple[str, Hashable, dict[str, Any]]]:
        """Where each line stands, its document, and all that it says."""
        for line, record in self.lines:
            place = f"{self.source}:{line}"
            document = name(needed(record, "document", place), place)
            if "coder" in record:
                self.documents.setdefault(document, {})
            else:
                self.documents[document], self.places[document] = record, place
            yield place, document, record

    def of_coders(self, noun: str) -> Iterator[tuple[str, tuple[Hashable, Hashable], Any]]:
        """The lines that hold all that a coder has in a document: the place, both names, what they
        say. A second line of the same coder is refused, or marks would stand twice."""
        seen = set()
        for place, document, record in self:
            if "coder" in record:
                pair = document, name(record["coder"], place)
                if pair in seen:
                    raise DataError(f"{place}: coder {pair[1]!r} has {noun} {document!r} already")
                seen.add(pair)
                yield place, pair, record

    def saw(self, document: Hashable, place: str) -> list[tuple[Hashable, Hashable]]:
        """Who saw a document, by its own line: all coders, or those whom it lists."""
        seen = names(self.documents[document], "seen", place)
        return [(document, who) for who in self.coders or () if seen is None or who in seen]

    def texts(self) -> dict[Hashable, str]:
        """The texts of documents, where they are known."""
        texts = {document: record.get("text") for document, record in self.documents.items()}
        return {document: text for document, text in texts.items() if isinstance(text, str)}

    def about(self) -> dict[str, list[Any]]:
        """The columns about documents."""
        said = [record.get("about") for record in self.documents.values()]
        rows = [row if isinstance(row, dict) else {} for row in said]
        keys = dict.fromkeys(key for row in rows for key in row)
        return {key: [row.get(key) for row in rows] for key in keys}


def header_of(study: Any, **more: Any) -> dict[str, Any]:
    """The first line of a study."""
    header = {"accord": study.kind, "version": VERSION, **more}
    if study.audit is not None:
        header["audit"] = study.audit.as_dict()
    return header


def about_item(columns: Mapping[str, Sequence[Any]], at: int) -> dict[str, Any]:
    """What is said about the item at this place, under the key of the format."""
    about = {key: _plain(column[at]) for key, column in columns.items() if column[at] is not None}
    return {"about": about} if about else {}


def document_line(study: Any, at: int, **more: Any) -> dict[str, Any]:
    """The line about a document; what is None is not known, and left out."""
    known = {key: value for key, value in more.items() if value is not None}
    document = named(study.documents[at].name)
    return {"document": document, **known, **about_item(study.about, at)}


def who_saw(part: Any) -> list[Any] | None:
    """The coders who saw a document, None where all did."""
    seen = part.seen
    return None if seen.all() else [named(part.coders[c]) for c in seen.nonzero()[0].tolist()]


def idle(part: Any, rows: Sequence[Sequence[Any]]) -> list[Any]:
    """The coders who saw a document and marked nothing: they have a row without a place."""
    busy = {row[0] for row in rows}
    return [who for who, saw in zip(part.coders, part.seen, strict=True) if saw and who not in busy]


def with_seen(study: Any, rows: Iterator[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """The rows of documents, with a column that lists who saw each where nothing else tells: a
    coder missed one, and no row is there of a coder who marked nothing."""
    parts = study.documents
    idle_somewhere = any((part.seen & (part.marked() == 0)).any() for part in parts)
    header = next(rows)
    whole = all(part.seen.all() for part in parts)
    if whole or idle_somewhere or any(SEVERAL in str(coder) for coder in study.coders):
        yield header
        yield from rows
        return
    seen = {part.name: SEVERAL.join(map(str, who_saw(part) or part.coders)) for part in parts}
    at = header.index("document") if "document" in header else 0
    yield (*header, SEEN_BY)
    for row in rows:
        yield (*row, seen.get(row[at], ""))


def no_table(study: Any) -> DataError:
    """What to say of a study that no table can hold."""
    return DataError(f"a study of {study.kind} has no table form; write .jsonl")


def _plain(value: Any) -> Any:
    """What is said about an item, as JSON can say it."""
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, (str, int, bool)) or (isinstance(value, float) and value - value == 0):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(part) for part in value]
    return str(value)


def named(value: Hashable) -> Any:
    """A name as JSON: plain values as they are, all others tagged."""
    if isinstance(value, float) and isinf(value):
        return {"number": "inf" if value > 0 else "-inf"}
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, frozenset):
        return {"set": [named(part) for part in sorted(value, key=repr)]}
    if isinstance(value, tuple):
        return {"tuple": [named(part) for part in value]}
    columns = getattr(value, "columns", None)  # trees and graphs say what they hold
    if columns is None:
        kind = type(value).__name__
        raise DataError(f"{value!r} ({kind}) cannot be written; use text or a number")
    return {value.written_as: [[*map(_listed, column)] for column in columns()]}  # type: ignore[attr-defined]


def _listed(part: Any) -> Any:
    return list(part) if isinstance(part, tuple) else part
