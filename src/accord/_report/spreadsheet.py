"""A workbook (.xlsx) of plain text: cells are strings or numbers, so that none is a formula.

The parts follow ECMA-376 (Office Open XML), as little of it as spreadsheets need: sheets with a
frozen header, widths of columns, and a list of allowed words for a column.
"""

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from accord.errors import DataError
from accord.version import __version__

MOST_ROWS, MOST_COLUMNS, LONGEST = 1_048_576, 16_384, 32_767
"""What a sheet can hold, and the longest text of a cell."""

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class SheetToWrite:
    """A table of a workbook; `widths` by column in characters, `marked` are columns to fill in,
    `choices` allows a column only the words in the first column of another sheet."""

    name: str
    rows: Sequence[Sequence[Any]]
    widths: Mapping[int, int] = field(default_factory=dict)
    marked: frozenset[int] = frozenset()
    choices: Mapping[int, tuple[str, int]] = field(default_factory=dict)


def workbook(sheets: Sequence[SheetToWrite]) -> bytes:
    """The bytes of a workbook; the same sheets give the same bytes."""
    parts = {
        "[Content_Types].xml": _content_types(len(sheets)),
        "_rels/.rels": _relations([("officeDocument", "xl/workbook.xml")]).replace(
            "</Relationships>", ""
        )
        + f'<Relationship Id="rId9" Type="{_PACKAGE}/relationships/metadata/core-properties" '
        'Target="docProps/core.xml"/></Relationships>',
        "docProps/core.xml": f'{_HEAD}<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/'
        'core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:creator>made with accord {__version__}</dc:creator></cp:coreProperties>",
        "xl/workbook.xml": _book(sheets),
        "xl/styles.xml": _styles(),
        "xl/_rels/workbook.xml.rels": _relations(
            [("worksheet", f"worksheets/sheet{n + 1}.xml") for n in range(len(sheets))]
            + [("styles", "styles.xml")]
        ),
        **{f"xl/worksheets/sheet{n + 1}.xml": _sheet(one) for n, one in enumerate(sheets)},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return packed.getvalue()


def _content_types(number: int) -> str:
    sheets = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n + 1}.xml" '
        f'ContentType="{_TYPE}.worksheet+xml"/>'
        for n in range(number)
    )
    return (
        f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{_TYPE}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{_TYPE}.styles+xml"/>'
        '<Override PartName="/docProps/core.xml" '
        'ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>'
        f"{sheets}</Types>"
    )


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    inner = "".join(
        f'<Relationship Id="rId{n + 1}" Type="{_RELATED}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets)
    )
    return f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{inner}</Relationships>'


def _book(sheets: Sequence[SheetToWrite]) -> str:
    inner = "".join(
        f'<sheet name={quoteattr(one.name)} sheetId="{n + 1}" r:id="rId{n + 1}"/>'
        for n, one in enumerate(sheets)
    )
    return (
        f'{_HEAD}<workbook xmlns="{_MAIN}" xmlns:r="{_RELATED}"><sheets>{inner}</sheets></workbook>'
    )


def _styles() -> str:
    """Four looks: usual text, the header, text that wraps, and what is to be filled in."""
    fill = '<fill><patternFill patternType="{}">{}</patternFill></fill>'
    paint = '<fgColor rgb="FFFFF7D6"/><bgColor indexed="64"/>'
    fills = fill.format("none", "") + fill.format("gray125", "") + fill.format("solid", paint)
    wrap = '<alignment vertical="top" wrapText="1"/>'
    look = '<xf numFmtId="49" fontId="{}" fillId="{}" borderId="0" xfId="0" {}>' + wrap + "</xf>"
    apply = 'applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1"'
    looks = "".join(look.format(font, at, apply) for font, at in ((0, 0), (1, 0), (0, 2)))
    return (
        f'{_HEAD}<styleSheet xmlns="{_MAIN}"><fonts count="2"><font><sz val="11"/>'
        '<name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
        f'<fills count="3">{fills}</fills><borders count="1"><border><left/><right/><top/><bottom/>'
        '<diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" '
        f'fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3">{looks}</cellXfs>'
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
        "</styleSheet>"
    )


def _sheet(one: SheetToWrite) -> str:
    width = max(map(len, one.rows), default=1)
    if len(one.rows) > MOST_ROWS or width > MOST_COLUMNS:
        raise DataError(
            f"{len(one.rows)} rows and {width} columns do not fit into a sheet; write .csv instead"
        )
    columns = "".join(
        f'<col min="{at + 1}" max="{at + 1}" width="{one.widths.get(at, 14)}" customWidth="1"/>'
        for at in range(width)
    )
    rows = "".join(
        f'<row r="{n}">'
        + "".join(_cell(value, n, at, one) for at, value in enumerate(row))
        + "</row>"
        for n, row in enumerate(one.rows, start=1)
    )
    lists = "".join(
        f'<dataValidation type="list" allowBlank="1" showErrorMessage="0" '
        f'sqref="{_letters(at)}2:{_letters(at)}{max(2, len(one.rows))}"><formula1>'
        f"'{escape(name)}'!$A$2:$A${number + 1}</formula1></dataValidation>"
        for at, (name, number) in one.choices.items()
        if number
    )
    lists = lists and f'<dataValidations count="{len(one.choices)}">{lists}</dataValidations>'
    return (
        f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
        '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
        f"</sheetViews><cols>{columns}</cols><sheetData>{rows}</sheetData>{lists}</worksheet>"
    )


def _cell(value: Any, row: int, column: int, sheet: SheetToWrite) -> str:
    """A number where it is one, else text that no program computes."""
    place = f"{_letters(column)}{row}"
    style = 1 if row == 1 else 2 if column in sheet.marked else 0
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f'<c r="{place}" s="{style}"><v>{value!r}</v></c>'
    text = _FORBIDDEN.sub("\ufffd", str(value))
    if len(text) > LONGEST:
        text = text[: LONGEST - 1] + "…"
    if not text:
        return f'<c r="{place}" s="{style}"/>'
    return (
        f'<c r="{place}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t>'
        "</is></c>"
    )


def _letters(column: int) -> str:
    """The letters of a column: A, B … Z, AA.

    >>> _letters(0), _letters(25), _letters(26), _letters(701)
    ('A', 'Z', 'AA', 'ZZ')
    """
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text
