"""Plain cells of workbooks, which are counted at once, count as they do one by one."""

import random

import pytest

from accord._read.door.read_options import Limits
from accord._read.formats.workbook import _WorkbookPart
from accord.errors import DataError

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<worksheet><sheetData>'
TAIL = "</sheetData></worksheet>"
STRINGS = [3, 5, 8, 13]
"""How long the shared strings are."""


def _counted(text, at_once=True):
    """What a part says of its cells, or what is wrong with it."""
    part = _WorkbookPart("sheet1.xml", Limits(), STRINGS)
    if not at_once:
        part.without_plain_cells = lambda raw: raw
    try:
        part.read(text.encode())
    except DataError as error:
        return str(error)
    return part.cells, part.lowest, part.rightmost, part.text


def _cell(rng, row, column):
    """A cell as some program writes it."""
    place = f"{'ABZ'[column % 3]}{'' if column < 3 else 'B'}{row}"
    style = rng.choice(["", ' s="1"'])
    plain = [f' t="s"><v>{rng.randrange(6)}</v></c>', "><v>1.5E-3</v></c>", ' t="n"><v>12</v></c>']
    plain += [' t="inlineStr"><is><t>yes, a</t></is></c>', ' t="inlineStr"><is><t></t></is></c>']
    odd = [
        ' t="str"><v>text</v></c>',
        ' t="s"><v>x</v></c>',
        "/>",
        "><f>A1</f><v>2</v></c>",
        ' t="inlineStr"><is><t>a &amp; b</t></is></c>',
        ' t="inlineStr"><is><r><t>a</t></r></is></c>',
        ' t="inlineStr"><v>4</v></c>',
    ]
    written = rng.choice(plain if rng.random() < 0.97 else odd)
    return f'<c r="{place}"{style}{written}' if rng.random() < 0.99 else f"<c{written}"


def test_counts_are_those_of_cells_one_by_one():
    """Cells of many forms: how many there are, where the last stand, how long their texts are."""
    rng = random.Random(0)
    at_once = 0
    for _ in range(300):
        rows = []
        for row in sorted(rng.sample(range(1, 40), 5)):
            cells = "".join(_cell(rng, row, column) for column in range(rng.randint(0, 5)))
            number = f' r="{row}"' if rng.random() < 0.9 else ""
            rows.append(f"<row{number}>{cells}</row>")
        text = HEAD + "\n".join(rows) + TAIL
        part = _WorkbookPart("sheet1.xml", Limits(), STRINGS)
        at_once += part.without_plain_cells(text.encode()) != text.encode()
        assert _counted(text) == _counted(text, at_once=False), text
    assert at_once > 50  # else nothing was tried


def test_plain_cells_by_hand():
    """Three cells, the last in column AB and row 7; two of them point to strings of 3 and 13."""
    text = '<row r="7"><c r="A7" t="s"><v>0</v></c><c r="AB7" t="s"><v>3</v></c></row>'
    text = HEAD + '<row r="2"><c r="B2"><v>2.5</v></c></row>' + text + TAIL
    assert _counted(text) == (3, 7, 28, 3 + 13 + 3)


def test_letters_in_a_cell_itself_are_plain_too():
    """As openpyxl writes them: nothing of such cells is left to the parser, in column C, row 2."""
    cells = '<c r="A2" s="1" t="inlineStr"><is><t>item</t></is></c>'
    cells += '<c r="C2" t="inlineStr"><is><t>b c</t></is></c>'
    text = f"{HEAD}<row>{cells}</row>{TAIL}"
    part = _WorkbookPart("sheet1.xml", Limits(), STRINGS)
    assert part.without_plain_cells(text.encode()) == f"{HEAD}<row><v/></row>{TAIL}".encode()
    assert _counted(text) == _counted(text, at_once=False) == (2, 2, 3, 0)


def _strings(text, at_once=True):
    """How long the shared strings of a part are, or what is wrong with it."""
    part = _WorkbookPart("sharedStrings.xml", Limits(), [])
    if not at_once:
        part.without_plain_cells = lambda raw: raw
    try:
        part.read(text.encode())
    except DataError as error:
        return str(error)
    return part.lengths


PROLOG = '<?xml version="1.0" encoding="UTF-8"?>\n'


@pytest.mark.parametrize(
    ("strings", "lengths"),
    [
        ("<si><t>yes</t></si><si><t></t></si>\n<si><t>a ]] b</t></si>", [3, 0, 6]),
        ("<si><t>yes</t></si><si><t>\u00e4\u00f6</t></si>", [3, 2]),
        ("<si><t>yes</t></si><si><r><t>a</t></r><r><t>b</t></r></si>", [3, 2]),
        ('<si><t xml:space="preserve"> a</t></si><si><t>b</t></si>', [2, 1]),
        ("<si><t>a &amp; b</t></si><si><t>b</t></si>", [5, 1]),
        ("<si/><si><t>b</t></si>", [0, 1]),
    ],
)
def test_shared_strings_keep_their_numbers(strings, lengths):
    """Plain ones are measured at once where all are plain; else one by one, in their order."""
    text = f"{PROLOG}<sst>{strings}</sst>"
    assert _strings(text) == _strings(text, at_once=False) == lengths


@pytest.mark.parametrize("strings", ["<si><t>a]]></t></si>", "<si><t>a</si></t>", "<si><t>a</t>"])
def test_damaged_strings_are_refused_in_the_same_words(strings):
    """What is no XML is none beside plain strings, too."""
    text = f"{PROLOG}<sst><si><t>yes</t></si>{strings}</sst>"
    assert isinstance(_strings(text), str)
    assert _strings(text) == _strings(text, at_once=False)


PLAIN = '<c r="A1"><v>1</v></c>'


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}<row r='{PLAIN}'></row>{TAIL}",  # in an attribute
        f"{HEAD}<row>{PLAIN}{TAIL}",  # a row that does not end
        f"{HEAD}<row>{PLAIN}</row>&x;{TAIL}",
        f"{HEAD}<row>{PLAIN}</row>{TAIL}{PLAIN}",
        f"{HEAD}\n<row>{PLAIN}<c r='1A'/></row>{TAIL}",
        f"<!DOCTYPE a [<!ENTITY b 'c'>]>{HEAD}<row>{PLAIN}</row>{TAIL}",
    ],
)
def test_damaged_parts_are_refused_in_the_same_words(text):
    """A cell inside an attribute, elements that do not end: no shortcut makes them sound."""
    said = _counted(text)
    assert isinstance(said, str)
    assert said == _counted(text, at_once=False)


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}<!-- {PLAIN * 9} --><row>{PLAIN}</row>{TAIL}",
        f"{HEAD}<![CDATA[{PLAIN}]]><row>{PLAIN}</row>{TAIL}",
        f"{HEAD}<?a {PLAIN}?><row>{PLAIN}</row>{TAIL}",
        f"{HEAD}<row>{PLAIN}<c><v>1</v></c></row>{TAIL}",
        f"{HEAD}<row>{PLAIN}<x:c r='C9'/></row>{TAIL}".replace(
            "<worksheet", "<worksheet xmlns:x='x'"
        ),
    ],
)
def test_where_something_else_may_be_meant_cells_are_counted_one_by_one(text):
    """Cells in comments are none; a cell without a place stands beside the last."""
    part = _WorkbookPart("sheet1.xml", Limits(), STRINGS)
    assert part.without_plain_cells(text.encode()) == text.encode()
    assert _counted(text) == _counted(text, at_once=False)


def test_other_alphabets_are_left_to_the_parser():
    """In UTF-16 the same bytes are other letters."""
    part = _WorkbookPart("sheet1.xml", Limits(), STRINGS)
    raw = f"{HEAD}<row>{PLAIN}</row>{TAIL}".replace("UTF-8", "UTF-16").encode("utf-16")
    assert part.without_plain_cells(raw) == raw
    part.read(raw)
    assert (part.cells, part.lowest, part.rightmost) == (1, 1, 1)
