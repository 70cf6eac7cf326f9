"""Workbooks without a library: the same cells as with it."""

import io
import zipfile
from pathlib import Path

import pytest
from tests.confirming import confirmed

import accord
from accord._read.formats import workbook
from accord._read.formats.plain_workbook import sheet_of
from accord._read.formats.sheets import HEAD, opened_book
from accord._read.formats.which_sheet import Sheet as Found, sheet_cell
from accord._report.spreadsheet import SheetToWrite, workbook as made
from accord.errors import DataError, MissingExtraError

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
    plain = io.BytesIO(made([SheetToWrite("one", [["x"]])]))
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
    rows = {
        name: [[sheet_cell(cell) for cell in row] for row in rows]
        for name, rows in found["rows"].items()
    }
    return {**found, "rows": rows}


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_the_same_cells_as_the_library(path):
    """Every sheet of every workbook here has the cells that python-calamine finds."""
    pytest.importorskip("python_calamine")
    raw = path.read_bytes()
    for name in (None, *sheet_of(raw, None)["names"], "*", "no such"):
        assert _cells(sheet_of(raw, name)) == _cells(opened_book(raw, name))
    assert sheet_of(raw, "no such")["rows"] == {}


def test_dates_and_runs():
    """Numbers that a style shows as dates are dates; formats that only look so are not."""
    pytest.importorskip("python_calamine")
    found = _cells(sheet_of(_by_hand(), None))
    assert found == _cells(opened_book(_by_hand(), None))
    assert found["rows"]["one"] == [
        ["a b", "1", "true", "", ""],
        ["", "", "", "", ""],
        ["2023-03-15", "2023-03-15 12:00:00", "2.5", "7", "of a formula"],
    ]


def test_without_the_library(tmp_path, monkeypatch):
    """Where the library or another process cannot be had, .xlsx is read all the same; older
    workbooks need the library, which is said."""
    rows = [["item", "A", "B"], *([str(i), "xy"[i % 2], "xy"[i % 3 == 0]] for i in range(12))]
    path = tmp_path / "t.xlsx"
    path.write_bytes(made([SheetToWrite("codings", rows)]))
    with_library = confirmed(path)
    monkeypatch.setattr(workbook, "can_be_apart", lambda module: False)
    monkeypatch.setattr("subprocess.run", None)
    assert confirmed(path) == with_library
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    old = tmp_path / "t.xls"
    old.write_bytes(workbook.OLD + b"0" * 600)
    with pytest.raises(MissingExtraError, match=r"accord\[excel\]"):
        accord.read(old)


def _hidden(raw, name):
    """A workbook whose sheet of this name is hidden."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as source, zipfile.ZipFile(packed, "w") as target:
        for part in source.namelist():
            content = source.read(part)
            if part == "xl/workbook.xml":
                whose = f'<sheet name="{name}"'.encode()
                assert whose in content
                content = content.replace(whose, whose + b' state="hidden"')
            target.writestr(part, content)
    return packed.getvalue()


def test_hidden_sheets_and_first_rows_are_the_same_without_the_library():
    """Which sheets are hidden, and how far sheets are looked at, does not depend on it."""
    pytest.importorskip("python_calamine")
    rows = [["item", "A"], *([str(i), "x"] for i in range(2 * HEAD))]
    raw = _hidden(
        made([SheetToWrite("a", rows), SheetToWrite("b", rows), SheetToWrite("c", rows)]), "b"
    )
    for name in (None, "a", "b", "a,c", "*"):
        assert _cells(sheet_of(raw, name)) == _cells(opened_book(raw, name))
    assert opened_book(raw, None)["hidden"] == ["b"]
    assert [len(one) for one in opened_book(raw, None)["rows"].values()] == [HEAD, HEAD]


WIDE = [["item", "rater1", "rater2"], *([str(i), "xy"[i % 2], "xy"[i % 3 == 0]] for i in range(9))]
BOOK = [["code", "meaning"], *([c, f"what {c} means, in many words"] for c in "xyzuvw")]


def book(tmp_path, *sheets, hidden=()):
    """A workbook of sheets by name."""
    raw = made([SheetToWrite(name, rows) for name, rows in sheets])
    for name in hidden:
        raw = _hidden(raw, name)
    path = tmp_path / "t.xlsx"
    path.write_bytes(raw)
    return path


def test_the_only_table_is_read_where_it_comes_first(tmp_path):
    """A code book behind the codings is noted, not asked about."""
    path = book(tmp_path, ("codings", WIDE), ("Codebook", WIDE), ("meanings", BOOK))
    found = accord.contents(path)
    assert found.sheets == ("codings: read", "Codebook: not read", "meanings: not read")
    told = "read sheet 'codings'; not read: 'Codebook', 'meanings'"
    assert told in found.study().audit.notes
    assert len(found.study()) == 18


def test_a_cover_leads_to_the_others(tmp_path):
    """Where the first sheet is no table, the sheets that are come first in the question."""
    cover = [["Our study"], ["Anna", "2024"]]
    path = book(tmp_path, ("Sheet1", cover), ("meanings", BOOK), ("data", WIDE))
    with pytest.raises(DataError) as error:
        accord.read(path)
    lines = str(error.value).splitlines()
    assert lines[0].endswith("I can't tell which of its 3 sheets to read, so nothing was computed.")
    assert lines[1:] == [
        "no table of labels: 'Sheet1', 'meanings'",
        "1. sheet 'data': 9 rows; item, rater1, rater2",
        "   to read it this way: `sheet='data'`",
    ]
    assert error.value.readings == ({"sheet": "data"},)
    assert len(accord.read(path, sheet="data")) == 18


def test_a_sheet_for_each_coder_is_offered_and_read(tmp_path):
    """Sheets with the same columns may be coders': together they are one table with a coder."""
    ann = [["item", "label"], *([str(i), "xy"[i % 2]] for i in range(6))]
    ben = [["item", "label"], *([str(i), "xy"[i % 3 == 0]] for i in range(6))]
    path = book(tmp_path, ("Ann", ann), ("Ben", ben), ("old", ann), hidden=["old"])
    with pytest.raises(DataError) as error:
        accord.read(path)
    assert error.value.readings[0] == {"sheet": "Ann,Ben"}
    assert "hidden: 'old'" in str(error.value)
    for named in ("Ann,Ben", "*"):
        study = accord.read(path, sheet=named)
        assert list(study.coders) == ["Ann", "Ben"]
        assert len(study) == 12
    twice = book(tmp_path, ("Ann", [*ann, ["0", "y"]]), ("Ben", ben))
    with pytest.raises(DataError, match="sheet 'Ann', row 8: coder 'Ann' codes item '0' twice"):
        accord.read(twice, sheet="*")


def test_sheets_with_other_columns_are_not_put_together(tmp_path):
    """What stands under another name is not the same."""
    path = book(tmp_path, ("Ann", WIDE), ("Ben", [["id", "a", "b"], *WIDE[1:]]))
    with pytest.raises(DataError, match=r"the columns of sheet 'Ben' .* are not those of 'Ann'"):
        accord.read(path, sheet="Ann,Ben")


def test_hidden_sheets_are_read_only_by_name(tmp_path):
    """A hidden sheet is no table to choose from, but can be named."""
    path = book(tmp_path, ("seen", WIDE), ("old", WIDE), hidden=["old"])
    assert accord.contents(path).sheets == ("seen: read", "old (hidden): not read")
    assert "not read: 'old' (hidden)" in accord.read(path).audit.notes[0]
    assert accord.contents(path, sheet="old").sheets[1] == "old (hidden): read"
    empty = book(tmp_path, ("seen", [[""]]), ("old", WIDE), hidden=["old"])
    with pytest.raises(DataError, match=r"all visible sheets are empty\. .*sheet='old'"):
        accord.read(empty)


def test_what_makes_a_sheet_a_table():
    """Three rows below the header, and a column in which short texts come again."""

    def table(*rows):
        return Found.of("s", [["item", "label"], *rows]).is_table

    assert table(["1", "x"], ["2", "x"], ["3", "y"], ["4", "y"])
    assert not table(["1", "x"], ["2", "x"])
    assert not table(["1", "x"], ["2", "y"], ["3", "z"])
    assert table(*([str(i), "x" * 40] for i in range(4)))
    assert not table(*([str(i), "x" * 41] for i in range(4)))


def test_a_question_names_the_sheets_that_were_not_read(tmp_path):
    """A code book is all that is shown: what is hidden beside it is named where it is refused."""
    path = book(tmp_path, ("Codebook", BOOK), ("data", WIDE), hidden=["data"])
    with pytest.raises(DataError) as error:
        accord.read(path)
    assert "Read sheet 'Codebook'; not read: 'data' (hidden)." in str(error.value).splitlines()
    names = [["item", "Ann", "Ben"], *WIDE[1:]]
    path = book(tmp_path, ("data", names), ("meanings", BOOK))
    with pytest.raises(DataError) as error:
        accord.read(path)
    assert "Read sheet 'data'; not read: 'meanings'." in error.value.beneath
    assert error.value.readings[0]["coders"] == ["Ann", "Ben"]


def test_sheets_with_a_column_for_each_coder_are_no_coders(tmp_path):
    """They are rounds or questions, each of them a table of its own."""
    path = book(tmp_path, ("pilot", WIDE), ("main", WIDE))
    with pytest.raises(DataError) as error:
        accord.read(path)
    assert error.value.readings == ({"sheet": "pilot"}, {"sheet": "main"})
