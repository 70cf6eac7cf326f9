"""Tables of coded segments of qualitative tools: MAXQDA and ATLAS.ti, as workbook or text.

MAXQDA (Document name, Code, Beginning, End, Segment; in German Dokumentname, Anfang, Ende) counts
paragraphs, both included, in texts; so does ATLAS.ti (Document, Quotation Content, Codes, and
Reference "¶ 12 - 13", or Start and End). Segments are spans of paragraphs; what is placed otherwise
(pages, times, areas) is counted and left out. The coder made the coding (Author, Created by; who
modified it last is no coder); without such a column the file is a coder's.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence

from accord._read.door.given import ZIP, File, Head, broken
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.delimited import delimited_file
from accord._read.tables.roles import Table
from accord.errors import DataError

_DOCUMENTS = ("document name", "dokumentname", "document")
GROUPS = ("document group", "dokumentgruppe")
_BEGINS = ("beginning", "begin", "anfang", "start", "start position")
_ENDS = ("end", "ende", "end position")
_CODERS = ("author", "autor", "created by", "erstellt von", "creator", "coder", "user")
QUOTES = ("quotation content", "text content")
MAXQDA = (_DOCUMENTS[:2], ("code",), _BEGINS[:3], _ENDS[:2], ("segment",))
ATLAS = (QUOTES, ("codes",), ("document",), (*_BEGINS[3:], "reference"))
_HEAD = 1 << 16  # bytes of a part of a workbook: the names of columns are its first strings
_REFERENCE = re.compile(
    r"\s*(?:¶|paragraphs?\b)\s*(\d{1,9})(?:\s*[-–]\s*(?:¶\s*)?(\d{1,9}))?\s*", re.I
)
_PARAGRAPH = re.compile(r"\s*(?:¶|paragraph)?\s*(\d{1,9})(?:\.0+)?\s*")


def _shows(head: Head, columns: Sequence[Sequence[str]]) -> bool:
    """Whether the first rows of a table or a workbook name all columns, in one of their words."""
    if not head.raw.startswith(ZIP):
        first = head.text[:4096].partition("\n")[0].lower()
        cells = {cell.strip().strip('"') for cell in re.split(r"[\t,;]", first)}
        return all(not cells.isdisjoint(words) for words in columns)
    try:
        with zipfile.ZipFile(io.BytesIO(head.file.raw())) as book:
            for part in ("xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"):
                if part in book.namelist():
                    with book.open(part) as stream:
                        start = stream.read(_HEAD).decode("utf-8", "replace").lower()
                    if all(any(f">{word}<" in start for word in words) for words in columns):
                        return True
    except broken():
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
    return _filed(_table(file, options), "code", None, file)


def read_atlas(file: File, options: Options) -> Marks:
    """Read quotations of ATLAS.ti."""
    return _filed(_table(file, options), "codes", r"[\n;]|\r", file)


def _table(file: File, options: Options) -> Table:
    if file.head().startswith(ZIP):
        from accord._read.formats.workbook import read_excel

        return read_excel(file, options)
    return delimited_file(file, options)


def _filed(table: Table, code: str, separator: str | None, file: File) -> Marks:
    marks = Marks(file.name, main="segments", knows_seen=False)
    columns: dict[str, Sequence[str]] = {}
    for name in table.header:  # variables of documents may follow, and repeat a name
        columns.setdefault(name.strip().lower(), table.column(name))
    begin, end, who, document = (
        _first(columns, of) for of in (_BEGINS, _ENDS, _CODERS, _DOCUMENTS)
    )
    if document is None or code not in columns:
        raise DataError(
            f"{file.name}: no column {_DOCUMENTS[0] if document is None else code!r}. Columns: "
            f"{', '.join(table.header)}"
        )
    names = _in_groups(columns[document], columns.get(_first(columns, GROUPS) or ""), marks)
    for at, where in enumerate(table.where()):
        marks.rows += 1
        name = names[at]
        # A cell without a name is nobody's we know, and not the file's: others in it are named.
        coder = None if who is None else columns[who][at].strip() or "(no user)"
        labels = re.split(separator, columns[code][at]) if separator else [columns[code][at]]
        # MAXQDA writes the path of a code with " > "; in studies all paths have "/".
        labels = [label.strip().replace(" > ", "/") for label in labels if label.strip()]
        if not columns[document][at] or not labels:
            marks.drop("row", "without a document or a code")
            continue
        if separator and "reference" in columns:  # it says what it counts
            edges = _referred(columns["reference"][at])
        else:
            edges = _edges("" if key is None else columns[key][at] for key in (begin, end))
        if edges is None:
            marks.saw(name, coder)
            marks.drop("segment", "not placed by paragraphs (pages, times or areas)")
            continue
        first, last = edges
        for label in labels:
            with marks.skipping():
                marks.span(name, coder, "segments", label, where, first, last + 1)
    marks.notes.append("positions count paragraphs")
    return marks


def _in_groups(names: Sequence[str], groups: Sequence[str] | None, marks: Marks) -> Sequence[str]:
    """The documents; with their groups where two groups have a document of one name."""
    pairs = {*zip(names, groups or names, strict=True)}
    if groups is None or len(pairs) == len(set(names)):
        return names
    marks.notes.append(
        "documents of different groups have the same name and are read as different documents; if "
        "a group is what one coder coded, export each group as a file of its own"
    )
    return [f"{of}/{name}" if of else name for name, of in zip(names, groups, strict=True)]


def _edges(cells: Iterable[str]) -> tuple[int, int] | None:
    """The first and the last paragraph, from a column each."""
    numbers = [number[1] for cell in cells if (number := _PARAGRAPH.fullmatch(cell))]
    return (int(numbers[0]), int(numbers[1])) if len(numbers) == 2 else None


def _referred(cell: str) -> tuple[int, int] | None:
    """The first and the last paragraph of a reference; a number alone may be a page or a time."""
    numbers = _REFERENCE.fullmatch(cell)
    return None if numbers is None else (int(numbers[1]), int(numbers[2] or numbers[1]))


def _first(columns: Mapping[str, Sequence[str]], names: Sequence[str]) -> str | None:
    return next((name for name in names if name in columns), None)
