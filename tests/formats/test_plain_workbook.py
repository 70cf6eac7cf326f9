"""Workbooks without a library: the same cells as with it."""

import io
import zipfile
from pathlib import Path

import pytest
from tests.confirming import confirmed

from accord._read.formats import workbook
from accord._read.formats.plain_workbook import sheet_of
from accord._read.formats.sheets import opened
from accord._report.spreadsheet import Sheet, workbook as made
from accord.errors import MissingExtraError

HERE = Path(__file__).parent
BOOKS = sorted(HERE.rglob("*.xlsx"))
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STYLES = f"""<styleSheet xmlns="{MAIN}"><numFmts count="3">
<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>
<numFmt numFmtId="165" formatCode="0.00&quot; d&quot;"/>
<numFmt numFmtId="166" formatCode="[Red]0.0"/></numFmts>
<cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/>
<xf numFmtId="166"/></cellXfs></styleSheet>"""
CELLS = """<row r="2"><c r="B2" t="inlineStr"><is><r><t>a</t></r><r>
<t xml:space="preserve"> b</t></r></is></c>
<c r="C2"><v>1</v></c><c r="D2" t="b"><v>1</v></c></row>
<row r="4"><c r="B4" s="1"><v>45000</v></c><c r="C4" s="2"><v>45000.5</v></c>
<c r="D4" s="3"><v>2.5</v></c><c r="E4" s="4"><v>7</v></c>
<c r="F4" t="str"><v>of a formula</v></c></row>"""


def _by_hand():
    """A workbook with dates, styles that are none, runs of text and gaps."""
    packed = io.BytesIO()
    plain = io.BytesIO(made([Sheet("one", [["x"]])]))
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(packed, "w") as target:
        for name in source.namelist():
            content = source.read(name).decode()
            if name == "xl/styles.xml":
                content = STYLES
            if name == "xl/worksheets/sheet1.xml":
                content = f'<worksheet xmlns="{MAIN}"><sheetData>{CELLS}</sheetData></worksheet>'
            target.writestr(name, content)
    return packed.getvalue()


def _cells(found):
    names, sheet, rows = found
    return names, sheet, [[workbook.cell_text(cell) for cell in row] for row in rows]


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_the_same_cells_as_the_library(path):
    """Every sheet of every workbook here has the cells that python-calamine finds."""
    pytest.importorskip("python_calamine")
    raw = path.read_bytes()
    for name in (None, *sheet_of(raw, None)[0]):
        assert _cells(sheet_of(raw, name)) == _cells(opened(raw, name))
    assert sheet_of(raw, "no such") == (sheet_of(raw, None)[0], "no such", [])


def test_dates_and_runs():
    """Numbers that a style shows as dates are dates; formats that only look so are not."""
    pytest.importorskip("python_calamine")
    found = _cells(sheet_of(_by_hand(), None))
    assert found == _cells(opened(_by_hand(), None))
    assert found[2] == [
        ["a b", "1", "true", "", ""],
        ["", "", "", "", ""],
        ["2023-03-15", "2023-03-15 12:00:00", "2.5", "7", "of a formula"],
    ]


def test_without_the_library(tmp_path, monkeypatch):
    """Where the library or another process cannot be had, .xlsx is read all the same; older
    workbooks need the library, which is said."""
    rows = [["item", "A", "B"], *([str(i), "xy"[i % 2], "xy"[i % 3 == 0]] for i in range(12))]
    path = tmp_path / "t.xlsx"
    path.write_bytes(made([Sheet("codings", rows)]))
    with_library = confirmed(path)
    monkeypatch.setattr(workbook, "can_be_apart", lambda module: False)
    monkeypatch.setattr("subprocess.run", None)
    assert confirmed(path) == with_library
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    old = tmp_path / "t.xls"
    old.write_bytes(workbook.OLD + b"0" * 600)
    with pytest.raises(MissingExtraError, match=r"accord\[excel\]"):
        confirmed(old)
