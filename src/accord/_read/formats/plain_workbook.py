"""Sheets of .xlsx workbooks without a library and without another process.

As little of ECMA-376 (Office Open XML) as tables need: shared and inline strings, numbers, truth
values, errors, and numbers that a style shows as dates. `workbook` has checked every part before:
sizes, nesting, entities. Cells come as python-calamine gives them after JSON.
"""

import io
import re
import zipfile
from datetime import datetime, timedelta
from posixpath import join, normpath
from typing import Any
from xml.etree import ElementTree

from accord._read.formats.sheets import HEAD, Book, chosen_sheet

_PLACE = re.compile(r"([A-Za-z]{1,7})([0-9]{1,15})")
# Formats of numbers that every program knows as dates or times.
_DATES = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}


def sheet_of(raw: bytes, wanted: str | None) -> Book:
    """The sheets of a workbook."""
    with zipfile.ZipFile(io.BytesIO(raw)) as packed:
        members = set(packed.namelist())
        book = _xml(packed, "xl/workbook.xml")
        targets = _targets(packed, members)
        found = {
            str(one.get("name")): (targets[key], one.get("state", "visible") != "visible")
            for one in _all(book, "sheet")
            if (key := _attribute(one, "id")) in targets and "chartsheets" not in targets[key]
        }
        names = list(found)
        hidden = [name for name in names if found[name][1]]
        picked = chosen_sheet(names, hidden, wanted) if wanted else []
        shown = [name for name in names if name not in hidden]
        strings = _strings(packed) if "xl/sharedStrings.xml" in members else []
        dates = _date_styles(packed) if "xl/styles.xml" in members else set()
        early = any(one.get("date1904") in ("1", "true") for one in _all(book, "workbookPr"))
        year = 1904 if early else 1900
        read = picked if wanted else shown
        most = None if wanted or len(shown) == 1 else HEAD
        rows = {
            name: _rows(_xml(packed, found[name][0]), strings, dates, year)[:most] for name in read
        }
    return {"names": names, "hidden": hidden, "chosen": picked, "rows": rows}


def _xml(packed: zipfile.ZipFile, name: str) -> ElementTree.Element:
    return ElementTree.fromstring(packed.read(name))


def _all(tree: ElementTree.Element, kind: str) -> list[ElementTree.Element]:
    return [one for one in tree.iter() if one.tag.rpartition("}")[2] == kind]


def _attribute(one: ElementTree.Element, name: str) -> str:
    """An attribute in whatever name space."""
    return next((v for k, v in one.attrib.items() if k.startswith("{") and k.endswith(name)), "")


def _targets(packed: zipfile.ZipFile, names: set[str]) -> dict[str, str]:
    """Where each part of the workbook lies."""
    if "xl/_rels/workbook.xml.rels" not in names:
        return {}
    targets = {}
    for one in _all(_xml(packed, "xl/_rels/workbook.xml.rels"), "Relationship"):
        target = str(one.get("Target"))
        path = target.lstrip("/") if target.startswith("/") else normpath(join("xl", target))
        if path in names:
            targets[str(one.get("Id"))] = path
    return targets


def _text(one: ElementTree.Element) -> str:
    """The text of a string with all its runs, without what is only said aloud (phonetic); spaces
    at the ends count where the file says so."""
    aloud = {id(inner) for run in _all(one, "rPh") for inner in run.iter()}
    return "".join(
        (part.text or "") if _attribute(part, "space") == "preserve" else (part.text or "").strip()
        for part in _all(one, "t")
        if id(part) not in aloud
    )


def _strings(packed: zipfile.ZipFile) -> list[str]:
    return [_text(one) for one in _all(_xml(packed, "xl/sharedStrings.xml"), "si")]


def _date_styles(packed: zipfile.ZipFile) -> set[int]:
    """The styles that show a number as a date or a time."""
    tree = _xml(packed, "xl/styles.xml")
    own = {
        int(str(one.get("numFmtId"))): str(one.get("formatCode"))
        for one in _all(tree, "numFmt")
        if str(one.get("numFmtId")).isdecimal()
    }
    styles = set()
    for group in _all(tree, "cellXfs"):
        for at, one in enumerate(group):
            number = int(str(one.get("numFmtId", "0")))
            if number in _DATES or _is_date(own.get(number, "")):
                styles.add(at)
    return styles


def _is_date(code: str) -> bool:
    """Whether a format of numbers has parts of a date: yyyy-mm-dd, h:mm."""
    # Without what is quoted, escaped, or a colour or language in brackets.
    plain = re.sub(r'"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', "", code.lower())
    return "general" not in plain and any(sign in plain for sign in "dmyhs")


def _rows(
    tree: ElementTree.Element, strings: list[str], dates: set[int], year: int
) -> list[list[Any]]:
    """The cells between the first and the last that is filled; empty ones are empty text."""
    cells: dict[tuple[int, int], Any] = {}
    row = 0
    for line in _all(tree, "row"):
        row = int(line.get("r") or row + 1)  # some programs write no places: rows follow each other
        column = 0
        for one in line:
            if one.tag.rpartition("}")[2] != "c":
                continue
            place = _PLACE.fullmatch(one.get("r", ""))
            column = _column(place[1]) if place else column + 1
            value = _value(one, strings, dates, year)
            if value != "":
                cells[(int(place[2]) if place else row, column)] = value
    if not cells:
        return []
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    last, right = max(r for r, _ in cells), max(c for _, c in cells)
    return [[cells.get((r, c), "") for c in range(left, right + 1)] for r in range(top, last + 1)]


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - 64
    return number


def _value(one: ElementTree.Element, strings: list[str], dates: set[int], year: int) -> Any:
    kind = one.get("t", "n")
    if kind == "inlineStr":
        return _text(one)
    text = next((part.text or "" for part in one if part.tag.rpartition("}")[2] == "v"), "")
    if kind == "s":  # the number of a shared string
        return strings[int(text)] if text else ""
    if kind == "b":
        return text in ("1", "true")
    if kind != "n" or not text:  # text of a formula, an error, a date in words
        return text
    number = float(text)
    style = one.get("s", "0")
    return _date(number, year) if style.isdecimal() and int(style) in dates else number


def _date(number: float, year: int) -> str:
    """A day counted from the beginning of the system of dates, as calamine's objects print."""
    if year == 1904:
        number += 1462  # days from the last one of 1899 to the first of 1904
    elif number < 60:  # 1900 is no leap year, which spreadsheets do not know
        number += 1
    whole = datetime(1899, 12, 30) + timedelta(seconds=round(number * 86_400))
    # A share of a day is a time without a date.
    if number < 1 or (year == 1900 and number < 2 and number % 1):
        return str(whole.time())
    return str(whole.date() if number == int(number) else whole)
