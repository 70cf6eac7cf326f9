"""Workbooks (extra `excel`): one sheet is a table.

The library that reads them makes every cell between the first and the last, filled or not, and
aborts the whole program where there is no memory for them. So the sheets are measured before, as
far as they can be (.xls cannot), and opened in a process of their own.
"""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.parsers import expat

from accord._read.door.given import ZIP, File, Head, archived
from accord._read.door.read_options import Limits, Options
from accord._read.formats.header_rows import framed
from accord._read.formats.sheets import Book
from accord._read.formats.table import COMPARISON
from accord._read.formats.which_sheet import Sheet, listed_sheets, sheets_as_one, the_sheet, told
from accord._read.tables.roles import Table
from accord._read.text.json_values import as_text
from accord.errors import DataError, MissingExtraError, Setting
from accord.machine import has_processes

OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PLACE = re.compile(r"([A-Za-z]{1,7})([0-9]{1,15})")
# A cell as programs write most: its address, perhaps a style, a number or that of a shared string,
# or plain letters, in which nothing else can be hidden.
_LETTERS = rb"[ !-%'-;=?-~]*"
_CELL = rb'<c r="([A-Z]{1,3})([1-9]\d{0,6})"(?: s="\d{1,9}")?'
_CELL += rb'(?:(?: t="([sn])")?><v>([\d.eE+-]{1,40})</v>'
_CELL += rb'| t="inlineStr"><is><t>' + _LETTERS + rb"</t></is>)</c>"
_PLAIN_CELL = re.compile(_CELL)
_PLAIN_CELLS = re.compile(b"(?:" + re.sub(rb"\((?!\?)", b"(?:", _CELL) + b")+")
_OTHER_CELL = re.compile(rb"<(?:[^<>\s/]*:)?c[\s/>]")
_STRING = rb"<si><t>(" + _LETTERS + rb")</t></si>"
_PLAIN_STRING = re.compile(_STRING)
_PLAIN_STRINGS = re.compile(b"(?:" + _STRING.replace(b"(", b"(?:") + b")+")
_OTHER_STRING = re.compile(rb"<(?:[^<>\s/]*:)?si[\s/>]")
_CRASHES = (-4, -7, -8, -11, 0xC0000005)  # illegal instruction, bus, arithmetic, access; Windows
_CELL_BYTES = 100  # that a cell takes while it is read
_FREELY_EMPTY = 1 << 20  # cells: small sheets may be as empty as they like
_LEAST_MEMORY = 1 << 30  # bytes that Python and the library need for a file of any size


def sniff_excel(head: Head) -> bool:
    """A workbook by its suffix and its beginning."""
    packed = head.raw[:4] == ZIP and head.file.suffix in (".xlsx", ".xlsm", ".ods")
    return packed or head.raw[:8] == OLD


def read_excel(file: File, options: Options) -> Table:
    """Read one sheet of a workbook (`layer` names it), or several as one table."""
    if file.load(8) != OLD:
        _check(file, options.limits)
    book = _opened(file, options.layer, options)
    if not book["names"]:
        raise DataError(f"{file.name}: it has no sheets")
    if options.layer and not book["chosen"]:
        names = ", ".join(book["names"])
        raise DataError(f"{file.name}: no sheet {options.layer!r}. Choose from {names}")
    picked = book["chosen"] or [the_sheet(file.name, book)]
    if not options.layer and len(book["rows"]) > 1:  # only the first rows were looked at
        book = {**_opened(file, picked[0], options), "hidden": book["hidden"]}
    sheets = [Sheet.of(name, book["rows"][name]) for name in picked]
    for sheet in sheets:
        if not sheet.rows:
            raise DataError(f"{file.name}: sheet {sheet.name!r} is empty")
        if set(COMPARISON.signs.words) <= set(sheet.rows[0]):
            raise DataError(f"{file.name}: {COMPARISON}")
    file.memo["sheets"] = listed_sheets(book, picked)
    notes = told(book, picked)
    if len(sheets) > 1:
        return sheets_as_one(file.name, sheets, options.header, notes)
    return framed(file.name, sheets[0].rows, sheets[0].lines, options.header, notes)


def _opened(file: File, sheet: str | None, options: Options) -> Book:
    if file.load(8) != OLD and file.suffix != ".ods" and not can_be_apart("python_calamine"):
        from accord._read.formats.plain_workbook import sheet_of

        try:
            return sheet_of(file.raw(), sheet)
        except (KeyError, IndexError, ValueError) as error:
            raise DataError(f"{file.name}: damaged workbook ({error})") from None
    needed = ("reading Excel", "python-calamine", "excel")
    done = alone(file, options, "workbook", sheet or "", needed, "a sheet")
    if as_text(done) is not None:
        place = f"sheet {sheet!r}" if sheet else "its list of sheets, or the first"
        raise DataError(f"{file.name}: {place}: damaged workbook ({done})")
    book: Book = done
    return book


def can_be_apart(module: str) -> bool:
    """Whether the library is there, and a process of its own for it (not in a browser)."""
    return has_processes() and importlib.util.find_spec(module) is not None


def alone(
    file: File, options: Options, what: str, wanted: str, needed: tuple[str, str, str], part: str
) -> Any:
    """What a library finds in a file, in a process that may die and may take no more memory than
    the file warrants; text where it fails."""
    if importlib.util.find_spec(needed[1].replace("-", "_")) is None:
        raise MissingExtraError.of(*needed)
    raw = file.raw()
    most = max(_LEAST_MEMORY, options.limits.ratio * len(raw))
    # -P: the folder of the program holds a module json, which is not the one it means.
    call = [sys.executable, "-P", str(Path(__file__).with_name("sheets.py")), str(most)]
    where = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ran = subprocess.run(
        [*call, what, wanted], input=raw, capture_output=True, check=False, env=where
    )
    if ran.returncode in _CRASHES:
        raise DataError(f"{file.name}: damaged file: the library that reads {part} crashed on it")
    if ran.returncode:  # aborted for want of memory
        raise DataError(
            f"{file.name}: {part} needs more than {most} bytes of memory; save it as .csv, or, if "
            f"you trust the file, raise {Setting('limits', Limits(ratio=4 * options.limits.ratio))}"
        )
    return json.loads(ran.stdout)


def _check(file: File, limits: Limits) -> None:
    """Every part is sound XML, and the sheets do not grow without measure when they are read."""
    strings: list[int] = []
    parts = {member.name: member for member in archived(file, limits)}
    if "xl/workbook.bin" in parts:
        raise DataError(f"{file.name}: is a binary workbook (.xlsb); save it as .xlsx or .csv")
    for name in sorted(parts, key=lambda name: "sharedStrings" not in name):
        raw = parts[name].raw()
        if name.endswith((".xml", ".rels")) or b"sheetData" in raw:
            part = _WorkbookPart(f"{file.name}: {name}", limits, strings)
            part.read(raw)
            strings += part.lengths
    if not {"xl/workbook.xml", "content.xml"} & parts.keys():
        shown = ", ".join(list(parts)[:6])
        raise DataError(
            f"{file.name}: no member 'xl/workbook.xml' or 'content.xml'; it has {shown}"
        )


class _WorkbookPart:
    """One part of a workbook: how many cells there are, and how many will be made of them."""

    def __init__(self, source: str, limits: Limits, strings: list[int]) -> None:
        self.source, self.limits, self.strings = source, limits, strings
        self.lengths: list[int] = []  # of shared strings
        self.cells = self.text = self.times = self.repeated = 0
        self.row = self.column = self.lowest = self.rightmost = 0
        self.refers = self.inside = False
        self.depth = self.size = 0
        self.letters: list[str] = []

    def read(self, raw: bytes) -> None:
        """Go through the part and refuse it where it is damaged or dangerous."""
        self.size = len(raw)
        try:
            self.parse(self.without_plain_cells(raw))
        except expat.ExpatError as error:
            raise DataError(
                f"{self.source}:{error.lineno}: not well-formed XML "
                f"({expat.ErrorString(error.code)})"
            ) from None
        except DataError:
            raise
        except (LookupError, ValueError) as error:
            raise DataError(f"{self.source}:1: XML cannot be decoded ({error})") from None
        cells = max(self.lowest * self.rightmost, self.repeated)
        self.limits.check("file", self.text, self.source, "size of the text in bytes, at least")
        self.limits.check(
            "file", cells * _CELL_BYTES, self.source, "size of the sheet in bytes, about"
        )
        if cells > _FREELY_EMPTY:
            what = "cells of the sheet over those that are filled"
            self.limits.check("ratio", cells // max(self.cells, 1), self.source, what)

    def without_plain_cells(self, raw: bytes) -> bytes:
        """The part with an empty element for plain cells or shared strings that follow each other,
        which are counted here: a parser that calls Python for each takes ten times as long.

        Only where nothing else could be meant: no comment or other declaration, an alphabet in
        which these letters are these bytes, and no cell whose place depends on those before it.
        """
        prolog = raw[:200].lower()
        letters = b"utf-8" in prolog if prolog.startswith(b"<?xml ") else prolog[:1] == b"<"
        if not letters or b"<!" in raw or raw.count(b"<?") > 1:
            return raw
        rest = _PLAIN_STRINGS.sub(b"<v/>", raw)
        if len(rest) < len(raw):  # cells point to them by number: all at once, or none
            if _OTHER_STRING.search(rest):
                return raw
            self.lengths = list(map(len, _PLAIN_STRING.findall(raw)))
            return rest
        rest = _PLAIN_CELLS.sub(b"<v/>", raw)
        if len(rest) == len(raw) or _OTHER_CELL.search(rest):
            return raw
        cells = _PLAIN_CELL.findall(raw)
        columns, rows, kinds, values = zip(*cells, strict=True)
        self.cells = len(cells)
        self.lowest = max(map(int, rows))
        self.rightmost = max(self.place(letters.decode()) for letters in set(columns))
        known = len(self.strings)
        for kind, value in zip(kinds, values, strict=True):
            if kind != b"s":
                self.text += len(value)
            elif value.isdigit() and int(value) < known:
                self.text += self.strings[int(value)]
        return rest

    @staticmethod
    def place(letters: str) -> int:
        """The place of a column: A, Z and AB are 1, 26 and 28."""
        place = 0
        for letter in letters.upper():
            place = 26 * place + ord(letter) - 64
        return place

    def parse(self, raw: bytes) -> None:
        """Let the parser go through it, and let go of the parser, which holds on to this."""
        parser = self.parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self.start, self.end
        parser.CharacterDataHandler, parser.EntityDeclHandler = self.data, self.entity
        try:
            parser.Parse(raw, True)
        finally:
            parser.StartElementHandler = parser.EndElementHandler = None
            parser.CharacterDataHandler = parser.EntityDeclHandler = None

    def start(self, name: str, about: dict[str, str]) -> None:
        """A row or a cell moves the place; other elements only nest."""
        self.depth += 1
        for key in ("count", "uniqueCount"):  # calamine sets so much aside at once
            if self.number(about.get(key), 0) > self.size:
                place = f"{self.source}:{self.parser.CurrentLineNumber}"
                raise DataError(f"{place}: {key}={about[key]!r} of <{name}> is more than it has")
        if self.depth > self.limits.depth:
            place = f"{self.source}:{self.parser.CurrentLineNumber}"
            self.limits.check("depth", self.depth, place, "XML nesting")
        kind = name.rpartition(":")[2]
        if kind == "row":
            self.row, self.column = self.number(about.get("r"), self.row + 1), 0
        elif kind == "c":
            self.cell(about)
        elif kind == "table-row":
            self.times = self.number(about.get("table:number-rows-repeated"), 1)
        elif kind == "table-cell" and any("value" in key for key in about):
            self.cells += 1
            self.repeated += self.times * self.number(about.get("table:number-columns-repeated"), 1)
        elif kind in ("v", "si"):
            self.letters, self.inside = [], True

    def cell(self, about: dict[str, str]) -> None:
        """A cell of a sheet; one that does not say its place stands beside the last."""
        place = _PLACE.fullmatch(about.get("r", ""))
        if "r" in about and not place:
            where = f"{self.source}:{self.parser.CurrentLineNumber}"
            raise DataError(
                f"{where}: a cell has the address {about['r']!r:.40}, expected a place like B12"
            )
        self.column += 1
        if place:
            self.column = self.place(place[1])
            self.row = int(place[2])
        self.cells += 1
        self.refers = about.get("t") == "s"
        self.lowest = max(self.lowest, self.row)
        self.rightmost = max(self.rightmost, self.column)

    def number(self, text: str | None, otherwise: int) -> int:
        """A number of an attribute."""
        if text is None or not text.isdecimal() or len(text) > 15:  # longer is no place in a sheet
            return otherwise
        return int(text)

    def data(self, text: str) -> None:
        """Text of a cell or of a shared string."""
        if self.inside:
            self.letters.append(text)

    def end(self, name: str) -> None:
        """A shared string is as long as its text; a cell that refers to it is, too."""
        self.depth -= 1
        kind = name.rpartition(":")[2]
        if kind not in ("v", "si"):
            return
        text, self.inside = "".join(self.letters), False
        if kind == "si":
            self.lengths.append(len(text))
        elif not self.refers:
            self.text += len(text)
        elif text.isdecimal() and len(text) < 16 and int(text) < len(self.strings):
            self.text += self.strings[int(text)]

    def entity(self, name: str, *_: Any) -> None:
        """Entities are refused."""
        place = f"{self.source}:{self.parser.CurrentLineNumber}"
        raise DataError(f"{place}: declares the entity {name!r}; entities are refused")
