"""Tokens in columns with a header and comments: HIPE and its like.

    TOKEN     NE-COARSE-LIT  NE-FINE-LIT   MISC
    # hipe2022:document_id = d1
    Hector    B-pers         B-pers.myth   _
    by        O              O             EndOfSentence

Every column behind the token is a layer, called by its name. IOB tags are spans of tokens, "_" is
nothing; other columns label tokens. A comment that names a document begins one.
"""

import re

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.conll import TokenRows, spans
from accord.errors import DataError

_FIRST = ("TOKEN", "WORD", "FORM")
_DOCUMENT = re.compile(r"#.*?(?:document_id|newdoc id|doc_id)\s*=\s*(\S.*)")
_TAG = re.compile(r"[BIESLUM]-\S+")


def sniff_token_columns(head: Head) -> bool:
    """A header of the token and tags, and a column of IOB tags."""
    # Sixty tokens are two or three sentences: some of them are outside of spans.
    lines = [line for line in head.lines if line.strip() and not line.startswith("#")][:60]
    names = lines[0].split("\t") if lines else []
    rows = [line.split("\t") for line in lines[1:-1] or lines[1:]]
    return (
        len(names) > 1
        and names[0].strip().upper() in _FIRST
        and bool(rows)
        and any(_tagged([row[at] for row in rows if at < len(row)]) for at in range(1, len(names)))
    )


def _tagged(cells: list[str]) -> bool:
    """Whether a column holds IOB tags."""
    return all(c in ("O", "_", "-", "") or _TAG.fullmatch(c) for c in cells) and "O" in cells


def read_token_columns(file: File, options: Options) -> Marks:
    """Read tokens with their named columns."""
    marks = Marks(file.name)
    documents: dict[str | None, TokenRows] = {}
    names: list[str] = []
    at: str | None = None
    for line, text in enumerate(file.text(options.encoding)[0].split("\n"), start=1):
        row = text.rstrip("\r")
        if row.startswith("#") and "\t" not in row:  # with a tab it is the token "#"
            document_id = _DOCUMENT.match(row)
            at = document_id[1].strip() if document_id else at
        elif not row.strip():
            documents.get(at, []).append((line, []))
        elif not names:
            names = [name.strip() for name in row.split("\t")]
        else:
            documents.setdefault(at, []).append((line, row.split("\t")))
    if not documents:
        raise DataError(f"{file.name}: no token in the file")
    for document, rows in documents.items():
        marks.saw(document, None)
        tokens = [(line, cells) for line, cells in rows if cells]
        marks.rows += len(tokens)
        for line, cells in tokens:
            if len(cells) != len(names):
                raise DataError(
                    f"{file.name}:{line}: {len(cells)} columns, the header names {len(names)}"
                )
        marks.words[document] = [cells[0] for _, cells in tokens]
        marks.extents[document] = (0, len(tokens))
    for column in range(1, len(names)):
        _column(documents, column, names[column], file.name, marks)
    return marks


def _column(
    documents: dict[str | None, TokenRows], column: int, layer: str, source: str, marks: Marks
) -> None:
    cells = [row[column].strip() for rows in documents.values() for _, row in rows if row]
    if set(cells) <= {"_", "", "-"}:
        return
    if _tagged(cells):
        marks.main = marks.main or layer
        for document, rows in documents.items():
            marks.saw(document, None, layer)
            tags = [(line, _tag(row[column]) if row else None) for line, row in rows]
            for begin, end, kind, line in spans(tags):
                marks.span(document, None, layer, kind, f"{source}:{line}", begin, end)
        return
    for document, rows in documents.items():
        number = 0
        for line, row in rows:
            number += bool(row)
            if row and row[column].strip() not in ("_", ""):
                value, item = row[column].strip(), str(number)
                marks.label(document, None, layer, value, f"{source}:{line}", item=item)


def _tag(cell: str) -> str:
    return "O" if cell.strip() in ("_", "-", "") else cell.strip()
