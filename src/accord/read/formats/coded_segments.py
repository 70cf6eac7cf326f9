"""Tables of coded segments of qualitative tools: MAXQDA and ATLAS.ti, as workbook or text.

MAXQDA (Document name, Code, Beginning, End, Segment) counts paragraphs, both included, in texts;
ATLAS.ti (Document, Quotation Content, Codes, Start, End, or Reference "¶ 12 - 13") does too.
Segments are spans of paragraphs; what is placed otherwise (pages, times, areas) is counted and left
out. The coder is in Author, Created by or User; without such a column the file is a coder's.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence

from accord.errors import DataError
from accord.read.door.given import BROKEN, ZIP, File, Head
from accord.read.door.marks import Marks
from accord.read.door.read_options import Options
from accord.read.formats.delimited import parse_delimited
from accord.read.tables.roles import Table

MAXQDA = ("Document name", "Code", "Beginning", "Segment")
ATLAS = ("Quotation Content", "Codes", "Document")
CODERS = ("author", "created by", "creator", "coder", "user", "author of the coding")
BEGINS = ("beginning", "start", "start position", "begin")
ENDS = ("end", "end position")
_REFERENCE = re.compile(
    r"\s*(?:¶|paragraphs?\b)\s*(\d{1,9})(?:\s*[-–]\s*(?:¶\s*)?(\d{1,9}))?\s*", re.I
)
_PARAGRAPH = re.compile(r"\s*(?:¶|paragraph)?\s*(\d{1,9})(?:\.0+)?\s*")


def _shows(head: Head, names: Sequence[str]) -> bool:
    """Whether the first rows of a table or a workbook name these columns."""
    if not head.raw.startswith(ZIP):
        first = head.text[:4096].partition("\n")[0]
        cells = {cell.strip().strip('"') for cell in re.split(r"[\t,;]", first)}
        return set(names) <= cells
    try:
        with zipfile.ZipFile(io.BytesIO(head.file.raw())) as book:
            for part in ("xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"):
                if part in book.namelist():
                    with book.open(part) as stream:
                        start = stream.read(1 << 16).decode("utf-8", "replace")
                    if all(f">{name}<" in start for name in names):
                        return True
    except BROKEN:
        return False
    return False


def sniff_maxqda(head: Head) -> bool:
    """The columns of MAXQDA's retrieved or coded segments."""
    return _shows(head, MAXQDA)


def sniff_atlas(head: Head) -> bool:
    """The columns of ATLAS.ti's list of quotations."""
    return _shows(head, ATLAS)


def read_maxqda(file: File, options: Options) -> Marks:
    """Read coded segments of MAXQDA."""
    return _filed(_table(file, options), "document name", "code", None, file)


def read_atlas(file: File, options: Options) -> Marks:
    """Read quotations of ATLAS.ti."""
    return _filed(_table(file, options), "document", "codes", r"[\n;]|\r", file)


def _table(file: File, options: Options) -> Table:
    if file.head().startswith(ZIP):
        from accord.read.formats.workbook import read_excel

        return read_excel(file, options)
    text, _ = file.text(options.encoding)
    return parse_delimited(text, file.name, suffix=file.suffix, delimiter=options.delimiter)


def _filed(table: Table, document: str, code: str, separator: str | None, file: File) -> Marks:
    marks = Marks(file.name, main="segments", knows_seen=False)
    columns = {name.strip().lower(): table.column(name) for name in table.header}
    begin, end, who = (_first(columns, names) for names in (BEGINS, ENDS, CODERS))
    for name in (document, code):
        if name not in columns:
            raise DataError(f"{file.name}: no column {name!r}; there are {', '.join(table.header)}")
    for at, where in enumerate(table.where()):
        marks.rows += 1
        name = columns[document][at].strip()
        coder = None if who is None else columns[who][at].strip() or "(no user)"
        labels = re.split(separator, columns[code][at]) if separator else [columns[code][at]]
        labels = [label.strip().replace(" > ", "/") for label in labels if label.strip()]
        if not name or not labels:
            marks.drop("row", "without a document or a code")
            continue
        if begin is None and "reference" in columns:
            edges = _referred(columns["reference"][at])
        else:
            edges = _edges("" if key is None else columns[key][at] for key in (begin, end))
        if edges is None:
            marks.saw(name, coder)
            marks.drop("segment", "not placed by paragraphs (pages, times or areas)")
            continue
        first, last = edges
        for label in labels:
            try:
                marks.span(name, coder, "segments", label, where, first, last + 1)
            except DataError as error:
                marks.skip(error)
    marks.notes.append("positions count paragraphs")
    return marks


def _edges(cells: Iterable[str]) -> tuple[int, int] | None:
    """The first and the last paragraph, from a column each."""
    found = [_PARAGRAPH.fullmatch(cell) for cell in cells]
    return None if None in found else (int(found[0][1]), int(found[1][1]))  # type: ignore[index]


def _referred(cell: str) -> tuple[int, int] | None:
    """The first and the last paragraph of a reference; a number alone may be a page or a time."""
    found = _REFERENCE.fullmatch(cell)
    return None if found is None else (int(found[1]), int(found[2] or found[1]))


def _first(columns: Mapping[str, Sequence[str]], names: Sequence[str]) -> str | None:
    return next((name for name in names if name in columns), None)
