"""Formats that need a library of their own, imported only when such a file is read."""

import zlib
from io import BytesIO
from typing import Any

from accord.errors import DataError, MissingExtraError
from accord.read.archive import MAGIC, archived
from accord.read.delimited import Table
from accord.read.files import File
from accord.read.marks import Format, Head, Marks, Options


def sniff_excel(head: Head) -> bool:
    """A workbook by its suffix and its beginning."""
    packed = head.raw[:4] == b"PK\x03\x04" and head.file.suffix in (".xlsx", ".xlsm", ".ods")
    return packed or head.raw[:8] == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def read_excel(file: File, options: Options) -> Table:
    """Read one sheet of a workbook (--layer names it); the first row is the header."""
    try:
        import python_calamine as calamine
    except ImportError:
        raise MissingExtraError.of("reading Excel", "python-calamine", "excel") from None
    if file.load(4) == MAGIC:
        archived(file, options.limits)  # a workbook is an archive: the same limits hold
    try:
        book = calamine.CalamineWorkbook.from_filelike(BytesIO(file.raw()))
        names = list(book.sheet_names)
        sheet = options.layer or (names[0] if names else "")
        if sheet not in names:
            raise DataError(f"{file.name}: no sheet {sheet!r}; there are {', '.join(names)}")
        rows: list[list[Any]] = book.get_sheet_by_name(sheet).to_python()
    except (calamine.CalamineError, OSError) as error:
        raise DataError(f"{file.name}: damaged workbook ({error})") from None
    if not rows:
        raise DataError(f"{file.name}: sheet {sheet!r} is empty")
    header = tuple(_cell(cell) for cell in rows[0])
    notes = (f"sheet {sheet!r} of {len(names)}",) if len(names) > 1 else ()
    filled = [(n, [_cell(c) for c in row]) for n, row in enumerate(rows[1:], start=2) if any(row)]
    return Table(file.name, header, [row for _, row in filled], [n for n, _ in filled], notes)


def _cell(value: Any) -> str:
    """A cell as text; whole numbers without the .0 that spreadsheets add."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).strip()


def _check_inflated(raw: bytes, source: str, options: Options) -> None:
    """How large a zlib stream is when unpacked, found out piece by piece."""
    stream, size, rest = zlib.decompressobj(), 0, raw
    try:
        while rest:
            size += len(stream.decompress(rest, 1 << 20))
            rest = stream.unconsumed_tail
            options.limits.check("file", size, source, "unpacked size in bytes")
    except zlib.error as error:
        raise DataError(f"{source}: damaged DocBin ({error})") from None


def sniff_spacy(head: Head) -> bool:
    """A .spacy file, which is zlib."""
    return head.file.suffix == ".spacy"


def read_spacy(file: File, options: Options) -> Marks:
    """Read a DocBin: entities, span groups and categories; one file for each coder."""
    try:
        import spacy
        from spacy.tokens import DocBin
    except ImportError:
        raise MissingExtraError.of("reading spaCy DocBin", "spacy", "spacy") from None
    raw = file.raw()
    _check_inflated(raw, file.name, options)
    marks = Marks(file.name, main="ents")
    try:
        docs = list(DocBin().from_bytes(raw).get_docs(spacy.blank("xx").vocab))
    except Exception as error:  # spaCy raises whatever its parts do
        raise DataError(f"{file.name}: damaged DocBin ({error})") from None
    for number, doc in enumerate(docs, start=1):
        name, where = str(number), f"{file.name}: document {number}"
        marks.rows += 1
        marks.saw(name, None)
        marks.texts[name] = doc.text
        groups = {"ents": doc.ents, **{f"spans {key}": group for key, group in doc.spans.items()}}
        for layer, spans in groups.items():
            for span in spans:
                marks.span(name, None, layer, span.label_, where, span.start_char, span.end_char)
        if doc.cats:
            chosen = frozenset(key for key, score in doc.cats.items() if score >= 0.5)
            marks.label(name, None, "cats", chosen, where)
    return marks


EXCEL = Format("excel", "workbook", sniff_excel, read_excel, coder="either")
SPACY = Format("spacy", "spaCy DocBin", sniff_spacy, read_spacy, coder="either")
