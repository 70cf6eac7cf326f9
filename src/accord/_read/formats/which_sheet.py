"""Which sheet of a workbook is read: the only table, the one that is named; else it is asked.

A cover, a code book, a summary are no tables of codings: they have few rows, or no column in which
a short text comes again. Hidden sheets are never taken. Where several sheets are tables, the user
says which; where they have the same columns, each may be a coder's, and they are one table with a
column for the coder.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from accord._read.formats.header_rows import framed
from accord._read.formats.sheets import HEAD, Book
from accord._read.tables.lexicon import mark_of_coder
from accord._read.tables.roles import ROLES, Table, called, words_of
from accord.errors import DataError, Setting
from accord.words.said import Said, joined, said

# Words in names of sheets that hold no codings, in small letters.
_BESIDE = frozenset(
    (
        *("codebook", "legend", "readme", "cover", "title", "info", "information", "summary"),
        *("instructions", "instruction", "guidelines", "notes"),
        *("results", "result", "statistics", "stats", "agreement", "kappa", "alpha", "chart"),
        *("definitions", "definition", "variables", "metadata", "about", "lists", "dropdown"),
        *("deckblatt", "legende", "kodierbuch", "codebuch", "anleitung", "hinweise", "notizen"),
        *("zusammenfassung", "ergebnisse", "ergebnis", "auswertung", "übersicht", "ubersicht"),
        *("légende", "consignes", "résumé", "resume", "résultats", "resultats", "couverture"),
        *("leyenda", "instrucciones", "resumen", "resultados", "portada", "libro"),
        *("legenda", "istruzioni", "riepilogo", "risultati", "copertina"),
        *("инструкция", "легенда", "итоги", "результаты", "титул", "справка"),
    )
)
_OWN = ["decisions", "how to"]
"""The first sheets of a to-do list that accord wrote: the decisions are meant."""
_LEAST_ROWS = 3  # below the header: two items are no study
_AGAIN = 0.5  # of its cells a column of labels has at most so many different ones
_LONGEST_LABEL = 40  # letters: longer texts are definitions
_COLUMNS_SHOWN = 6  # names of columns of a sheet in a question
MOST_OFFERED = 4  # sheets that a question shows with their commands; it names all


def sheet_cell(value: Any) -> str:
    """A cell as text; whole numbers without the .0 that spreadsheets add."""
    if type(value) is float and value.is_integer():
        return str(int(value))
    if type(value) is bool:
        return "true" if value else "false"
    return str(value).strip()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of a sheet that are not empty, as text, and where they stand."""

    name: str
    rows: list[list[str]]
    lines: list[int]

    @classmethod
    def of(cls, name: str, cells: Sequence[Sequence[Any]]) -> "Sheet":
        """The sheet of cells as a library reads them."""
        texts = [
            [cell.strip() if type(cell) is str else sheet_cell(cell) for cell in row]
            for row in cells
        ]
        filled = [(n, row) for n, row in enumerate(texts, start=1) if any(row)]
        return cls(name, [row for _, row in filled], [n for n, _ in filled])

    @property
    def header(self) -> tuple[str, ...]:
        """The names of its columns, as far as it is a table; else its first row."""
        try:
            return framed(self.name, self.rows, self.lines, None).header
        except DataError:
            return tuple(self.rows[0]) if self.rows else ()

    @property
    def is_table(self) -> bool:
        """Whether it may hold codings: rows below a header, and a column of labels."""
        if not _BESIDE.isdisjoint(words_of(self.name)) or len(self.rows) <= _LEAST_ROWS:
            return False
        width = max(map(len, self.rows))
        columns = [[row[at] for row in self.rows[1:] if at < len(row)] for at in range(width)]
        return width > 1 and any(map(_are_labels, columns))


def _are_labels(cells: Sequence[str]) -> bool:
    """Whether short texts come again."""
    filled = [cell for cell in cells if cell]
    short = all(len(cell) <= _LONGEST_LABEL for cell in filled)
    return len(filled) >= _LEAST_ROWS and short and len(set(filled)) <= _AGAIN * len(filled)


def the_sheet(source: str, book: Book) -> str:
    """The one sheet to read; a question where there are several, or none that is shown."""
    shown = [Sheet.of(name, rows) for name, rows in book["rows"].items()]
    filled = [sheet for sheet in shown if sheet.rows]
    if not filled and book["hidden"]:
        raise DataError(
            said(
                "sheets.only-hidden",
                source=source,
                settings=", ".join(str(Setting("sheet", name)) for name in book["hidden"]),
            )
        )
    if len(filled) < 2:
        return filled[0].name if filled else str(book["names"][0])
    tables = [sheet for sheet in filled if sheet.is_table]
    if tables == filled[:1] or [sheet.name for sheet in filled[:2]] == _OWN:
        return filled[0].name
    raise _question(source, tables or filled, filled, book)


def _question(
    source: str, tables: Sequence[Sheet], filled: Sequence[Sheet], book: Book
) -> DataError:
    """Which sheet is meant: the likeliest first, each with its command."""
    offers: list[tuple[str, str]] = []
    alike = [sheet for sheet in tables if sheet.header == tables[0].header]
    named = called(tables[0].header, ROLES["coder"])
    wide = sum(mark_of_coder(name) is not None for name in tables[0].header) > 1
    if len(alike) > 1 and not wide:  # with a column for each coder, sheets are rounds or questions
        together = ",".join(sheet.name for sheet in alike)
        names = ", ".join(sheet.name for sheet in alike)
        offers.append((said("sheets.parts" if named else "sheets.coders", names=names), together))
    offers += [(_shown(sheet), sheet.name) for sheet in tables]
    beside = [sheet.name for sheet in filled if sheet not in tables]
    apart = (("sheets.none", beside), ("sheets.hidden", book["hidden"]))
    lines: list[str] = [
        said(key, names=", ".join(map(repr, names))) for key, names in apart if names
    ]
    for at, (says, sheet) in enumerate(offers[:MOST_OFFERED], start=1):
        lines += [joined([f"{at}. ", says]), f"   to read it this way: {Setting('sheet', sheet)}"]
    return DataError(
        said("sheets.asks", source=source, n=len(filled)),
        tuple(lines),
        tuple({"sheet": sheet} for _, sheet in offers[:MOST_OFFERED]),
    )


def _shown(sheet: Sheet) -> Said:
    """A sheet by its name, how many rows it has, and its first columns."""
    header = [name for name in sheet.header if name]
    more = ", …" if len(header) > _COLUMNS_SHOWN else ""
    rows = len(sheet.rows) - 1
    return said(
        "sheets.one" if rows < HEAD - 1 else "sheets.one-more",
        name=sheet.name,
        n=rows,
        columns=", ".join(header[:_COLUMNS_SHOWN]) + more,
    )


def told(book: Book, picked: Sequence[str]) -> tuple[str, ...]:
    """What is noted of the sheets: which are read and which are not."""
    others = [name for name in book["names"] if name not in picked]
    if not others:
        return ()
    shown = [f"{name!r} (hidden)" if name in book["hidden"] else repr(name) for name in others]
    read = ", ".join(map(repr, picked))
    return (said("sheets.read", read=read, others=", ".join(shown)),)


def listed_sheets(book: Book, picked: Sequence[str]) -> tuple[str, ...]:
    """All sheets of several, each with what becomes of it."""
    if len(book["names"]) == 1:
        return ()
    return tuple(
        name
        + (" (hidden)" if name in book["hidden"] else "")
        + (": read" if name in picked else ": not read")
        for name in book["names"]
    )


def sheets_as_one(
    source: str, sheets: Sequence[Sheet], header: str | int | None, notes: tuple[str, ...]
) -> Table:
    """One table of sheets with the same columns: the name of the sheet is the coder, unless a
    column names the coders."""
    tables = [framed(source, one.rows, one.lines, header) for one in sheets]
    first = tables[0]
    for sheet, table in zip(sheets, tables, strict=True):
        if table.header != first.header:
            raise DataError(
                f"{source}: the columns of sheet {sheet.name!r} ({', '.join(table.header[:8])}) "
                f"are not those of {sheets[0].name!r} ({', '.join(first.header[:8])}); call them "
                "the same, or read one sheet"
            )
    own = called(first.header, ROLES["coder"]) is None
    rows = [
        [*row, *([sheet.name] if own else [])]
        for sheet, table in zip(sheets, tables, strict=True)
        for row in table.rows
    ]
    places = [
        f"{source}: sheet {sheet.name!r}, row {line}"
        for sheet, table in zip(sheets, tables, strict=True)
        for line in table.lines
    ]
    says = "each sheet is a coder's" if own else "sheets are parts of one table"
    lines = [line for table in tables for line in table.lines]
    columns = (*first.header, *(["coder"] if own else []))
    return Table(source, columns, rows, lines, (*notes, *first.notes, says), places=places)
