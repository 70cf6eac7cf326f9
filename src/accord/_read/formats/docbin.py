"""spaCy DocBin (extra `spacy`): entities, span groups and categories; one file for each coder."""

import zlib
from typing import Any

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord.errors import DataError, MissingExtraError

_CHOSEN = 0.5  # spaCy's own threshold: categories are scores from 0 to 1
INFLATED_AT_ONCE = 1 << 20  # bytes: a packed bomb is noticed before it fills the memory
HARMLESS = 1 << 24  # bytes that any machine has, however well they were packed
# What the message in every DocBin holds.
_PARTS = ("attrs", "tokens", "spaces", "lengths", "strings", "cats")


def read_spacy(file: File, options: Options) -> Marks:
    """Read a DocBin: entities, span groups and categories; one file for each coder."""
    try:
        import spacy
        from spacy.tokens import DocBin
    except ImportError:
        raise MissingExtraError.of("reading spaCy DocBin", "spacy", "spacy") from None
    raw = file.raw()
    _check_inflated(raw, file.name, options)
    try:
        packed = DocBin().from_bytes(raw)
        docs = packed.get_docs(spacy.blank("xx").vocab)
    except Exception as error:  # spaCy raises whatever its parts do
        raise DataError(f"{file.name}: {_damage(raw)} ({_brief(error)})") from None
    marks = Marks(file.name, main="ents")
    for number in range(1, len(packed) + 1):
        where = f"{file.name}: document {number}"
        try:
            _file(next(docs), str(number), where, marks)
        except DataError:
            raise
        except Exception as error:
            raise DataError(f"{where}: damaged DocBin ({_brief(error)})") from None
    return marks


def _file(doc: Any, name: str, where: str, marks: Marks) -> None:
    """File what is marked in one document."""
    marks.rows += 1
    marks.saw(name, None)
    marks.texts[name] = doc.text
    # Span groups may overlap, entities of spaCy never do: they are layers of their own.
    groups = {"ents": doc.ents, **{f"spans {key}": group for key, group in doc.spans.items()}}
    for layer, spans in groups.items():
        for span in spans:
            marks.span(name, None, layer, span.label_, where, span.start_char, span.end_char)
    for key, score in doc.cats.items():
        if js.as_text(key) is None or js.number_if_any(score) is None:
            raise DataError(
                f"{where}: category {js.shown(key)} has {js.shown(score)}, expected a score"
            )
    if doc.cats:
        chosen = frozenset(key for key, score in doc.cats.items() if score >= _CHOSEN)
        marks.label(name, None, "cats", chosen, where)


def _check_inflated(raw: bytes, source: str, options: Options) -> None:
    """How large a zlib stream is when unpacked, found out piece by piece."""
    stream, size, rest = zlib.decompressobj(), 0, raw
    try:
        while rest and not stream.eof:
            size += len(stream.decompress(rest, INFLATED_AT_ONCE))
            rest = stream.unconsumed_tail
            options.limits.check("file", size, source, "unpacked size in bytes")
            if size > HARMLESS:  # spaCy takes three times the unpacked size, and more
                ratio = 3 * size // len(raw)
                options.limits.check("ratio", ratio, source, "memory over packed size")
    except zlib.error as error:
        at = len(raw) - len(rest)
        raise DataError(f"{source}: damaged DocBin, from byte {at} on ({error})") from None
    if not stream.eof:
        raise DataError(f"{source}: the DocBin ends at byte {len(raw)}, in the middle")


def _damage(raw: bytes) -> str:
    """What is wrong with a message that spaCy cannot read."""
    from srsly.msgpack import Unpacker

    inner = zlib.decompress(raw)
    unpacker = Unpacker(max_buffer_size=len(inner) + 1)
    unpacker.feed(inner)
    try:
        message = unpacker.unpack()
    except Exception:
        return f"damaged DocBin, its message cannot be unpacked from byte {unpacker.tell()} on"
    if unpacker.tell() < len(inner):
        return f"damaged DocBin, its message ends at byte {unpacker.tell()} of {len(inner)}"
    if not js.is_mapping(message):
        return f"its message is {js.shown(message)}, expected the parts of a DocBin"
    gone = [part for part in _PARTS if part not in message]
    if gone:
        return f"the DocBin has no part {gone[0]!r}"
    return "the parts 'attrs', 'tokens', 'spaces' and 'lengths' of the DocBin do not fit each other"


def _brief(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200]
