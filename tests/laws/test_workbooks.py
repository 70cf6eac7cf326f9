"""Workbooks from strangers: measured before they are opened, refused at their place."""

import io
import re
import zipfile
from pathlib import Path

import pytest

import accord
from accord._read.door.read_options import Limits
from accord.errors import DataError

SAMPLES = Path(__file__).parents[1] / "formats" / "excel"
SHEET = "xl/worksheets/sheet1.xml"
pytest.importorskip("python_calamine")


def _changed(folder, change, name="two_sheets.xlsx", member=SHEET):
    """A copy of a sample with one member changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(SAMPLES / name) as source, zipfile.ZipFile(out, "w") as copy:
        for info in source.infolist():
            data = source.read(info)
            copy.writestr(info.filename, change(data) if info.filename == member else data)
    path = folder / "book.xlsx"
    path.write_bytes(out.getvalue())
    return path


def _last_cell(place):
    return lambda data: re.sub(rb'r="C5"', b'r="' + place + b'"', data)


@pytest.mark.parametrize("place", [b"XFD1048576", b"ABC20000", b"&#88;FD1048576"])
def test_far_cells_make_no_empty_millions(tmp_path, place):
    """One cell far away would make millions of empty ones, for which there is no memory."""
    with pytest.raises(DataError, match=r"book\.xlsx: xl/worksheets/sheet1\.xml: .*Limits"):
        accord.read(_changed(tmp_path, _last_cell(place)))


def test_the_limit_can_be_raised(tmp_path):
    """Who trusts a sheet that is mostly empty can read it."""
    path = _changed(tmp_path, _last_cell(b"C400000"))
    with pytest.raises(DataError, match=r"Limits\(ratio="):
        accord.read(path)
    with pytest.raises(DataError, match=r"book\.xlsx:400000: no coder name"):
        accord.read(path, limits=Limits(ratio=10**6))


def test_shared_strings_do_not_multiply(tmp_path):
    """A long string that many cells refer to is counted as often as it will be made."""
    cells = "".join(f'<row r="{n}"><c r="A{n}" t="s"><v>0</v></c></row>' for n in range(1, 3000))
    path = tmp_path / "book.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("xl/workbook.xml", "<workbook/>")
        book.writestr(SHEET, f"<worksheet><sheetData>{cells}</sheetData></worksheet>")
        book.writestr("xl/sharedStrings.xml", f"<sst><si><t>{'x' * 800_000}</t></si></sst>")
    with pytest.raises(DataError, match=r"sheet1\.xml: size of the text .*Limits\(file="):
        accord.read(path)


def test_repeated_cells_of_open_documents_are_counted(tmp_path):
    """A cell that is repeated in both directions is as many cells as it makes."""
    path = tmp_path / "book.ods"
    with zipfile.ZipFile(path, "w") as book:
        book.writestr(
            "content.xml",
            '<d xmlns:table="t" xmlns:office="o"><table:table-row '
            'table:number-rows-repeated="3000"><table:table-cell office:value="1" '
            'table:number-columns-repeated="3000"/></table:table-row></d>',
        )
    with pytest.raises(DataError, match=r"book\.ods: content\.xml: .*Limits\(ratio="):
        accord.read(path)


DAMAGES = {
    "place": (
        _last_cell(b"5C5X"),
        r"sheet1\.xml:1: a cell has the address '5C5X', expected a place like",
    ),
    "count": (
        lambda data: data.replace(b"<sheetData", b'<x count="4294967296"/><sheetData'),
        r"sheet1\.xml:1: count='4294967296' of <x> is more than it has",
    ),
    "cut": (lambda data: data[:-20], r"sheet1\.xml:1: not well-formed XML"),
    "entity": (
        lambda data: b'<!DOCTYPE x [<!ENTITY a "b">]>' + data,
        r"sheet1\.xml:1: declares the entity 'a'",
    ),
    "deep": (lambda data: b"<a>" * 300 + data, r"sheet1\.xml:1: XML nesting is 201"),
    "codec": (
        lambda data: b'<?xml version="1.0" encoding="UTF-9"?>' + data,
        r"sheet1\.xml:1: XML cannot be decoded",
    ),
}


@pytest.mark.parametrize(("change", "message"), DAMAGES.values(), ids=DAMAGES)
def test_damaged_parts_are_named(tmp_path, change, message):
    """A part of a workbook that is not sound is said with its name and line."""
    with pytest.raises(DataError, match=r"book\.xlsx: xl/worksheets/" + message):
        accord.read(_changed(tmp_path, change))


def test_what_is_no_workbook_says_what_it_has(tmp_path):
    """An archive that is called .xlsx, and a binary workbook, are told apart."""
    path = tmp_path / "book.xlsx"
    for member, message in (
        ("a.txt", "no member 'xl/workbook.xml'"),
        ("xl/workbook.bin", "binary workbook"),
    ):
        with zipfile.ZipFile(path, "w") as book:
            book.writestr(member, "x")
        with pytest.raises(DataError, match=rf"book\.xlsx: .*{message}"):
            accord.read(path)


def test_old_workbooks_cannot_take_the_program_with_them(tmp_path):
    """A far cell in a binary workbook ends the process that opens it, and only that."""
    raw = (SAMPLES / "old.xls").read_bytes()
    cells = list(re.finditer(rb"\xfd\x00\x0a\x00.{4}", raw, re.DOTALL))
    at = cells[-1].start() + 4
    path = tmp_path / "old.xls"
    path.write_bytes(raw[:at] + b"\xff\xff\xff\x3f" + raw[at + 4 :])
    with pytest.raises(DataError, match=r"old\.xls: a sheet needs more than"):
        accord.read(path)
    path.write_bytes(raw[:600])
    with pytest.raises(DataError, match=r"old\.xls: its list of sheets.*: damaged workbook"):
        accord.read(path)
