"""Small files that unpack into large ones, or that readers could take long for."""

import gzip
import io
import json
import struct
import zipfile
import zlib
from itertools import product
from pathlib import Path

from tests.redteam.hostile import given, hostile, lines, table


def _parquet(folder: Path, columns, **options) -> list[str]:
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.table(columns), folder / "t.parquet", **options)
    return ["measure", "t.parquet"]


@hostile("one long text in 60,000 rows")
def long_text(folder):
    """A dictionary of one text, 80 kB long."""
    import pyarrow as pa

    text = pa.DictionaryArray.from_arrays(pa.array([0] * 60_000, pa.int32()), ["x" * 80_000])
    rows = {"item": [n // 2 for n in range(60_000)], "coder": ["A", "B"] * 30_000, "label": text}
    return _parquet(folder, rows)


def _long(folder: Path, *words: str, size: int = 100_000) -> list[str]:
    """A text in 60,000 rows of a label, beside a short one."""
    import pyarrow as pa

    at = pa.array([int(n % 7 == 0) for n in range(60_000)], pa.int32())
    text = pa.DictionaryArray.from_arrays(at, ["x" * size, "y"])
    rows = {"item": [n // 2 for n in range(60_000)], "coder": ["A", "B"] * 30_000, "label": text}
    _parquet(folder, rows)
    return [*words, "--item", "item", "--coder", "coder", "--category", "label"]


@hostile("one long text counted")
def long_text_counted(folder):
    """An engine would hold each of them."""
    return _long(folder, "count", "t.parquet", "-o", "c.parquet")


@hostile("one long text in an engine")
def long_text_in_an_engine(folder):
    """The same where the engine is asked to measure."""
    return _long(folder, "measure", "t.parquet", "--engine", "duckdb")


@hostile("one long text that nobody named")
def long_text_that_nobody_named(folder):
    """Rows are looked at to tell what columns are: not so many of long texts."""
    return _long(folder, "count", "t.parquet", "-o", "c.parquet")[:4]


@hostile("rows that pack into nothing")
def packed_rows(folder):
    """Thirty million equal rows."""
    import pyarrow as pa

    same = pa.array([1], pa.int8()).take(pa.array([0] * 3_000_000))
    return _parquet(folder, dict.fromkeys(("A", "B", "C", "D", "E", "F", "G", "H"), same))


def _zipped(members) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return made.getvalue()


ROWS = table(("item", "coder", "label"), [("i", c, "x") for c in "AB"])
ZEROS = ROWS.encode() + b"\n" * 1_000_000
PACKED = gzip.compress(ZEROS)
given(
    "an archive of files that pack well",
    "a.zip",
    lambda: _zipped((f"{n}.csv", ZEROS) for n in range(500)),
)
given(
    "an archive of packed files",
    "a.zip",
    lambda: _zipped([(f"{n}.csv.gz", PACKED) for n in range(500)]),
)
given("a gzip bomb", "a.csv.gz", lambda: gzip.compress(ROWS.encode() + b"\n" * 100_000_000, 1))


def _overlapping() -> bytes:
    """An archive whose directory lists one member 4,000 times."""
    single = _zipped([("0.csv", ZEROS)])
    end = single.rfind(b"PK\x05\x06")
    start = struct.unpack("<I", single[end + 16 : end + 20])[0]
    entry = single[start:end]
    entries = b"".join(
        entry[:28] + struct.pack("<H", 8) + entry[30:46] + b"%04d.csv" % n for n in range(4000)
    )
    last = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 4000, 4000, len(entries), start, 0)
    return single[:start] + entries + last


given("an archive of overlapping members", "a.zip", _overlapping)

DEFAULTS = "".join(f'<!ATTLIST a x{n} CDATA "{"y" * 100}">' for n in range(100))
given(
    "attributes with defaults",
    "a.xml",
    f"<!DOCTYPE a [{DEFAULTS}]><GateDocument>{'<a/>' * 20_000}</GateDocument>",
)
given(
    "attributes in an EAF",
    "a.eaf",
    f"<!DOCTYPE a [{DEFAULTS}]><ANNOTATION_DOCUMENT>{'<a/>' * 20_000}</ANNOTATION_DOCUMENT>",
)

given("records with keys of their own", "r.jsonl", lines({f"k{n}": n} for n in range(60_000)))
given(
    "records with some keys of their own",
    "r.jsonl",
    lines({"item": n, "coder": "A", "label": "x", f"k{n % 9000}": 1} for n in range(30_000)),
)
given("one record of 100,000 keys", "r.jsonl", lines([{f"k{n}": n for n in range(60_000)}]))
given("100,000 columns", "c.csv", ",".join(f"c{n}" for n in range(100_000)) + "\n" + "x," * 99_999)
given(
    "9,999 columns",
    "c.csv",
    ",".join(f"c{n}" for n in range(9_999)) + "\n" + ("x," * 9_998 + "x\n") * 5,
)
given(
    "9,999 columns inspected",
    "c.csv",
    ",".join(f"c{n}" for n in range(9_999)) + "\n" + ("x," * 9_998 + "x\n") * 5,
    "inspect",
    "FILE",
)
WORDS = ["".join(part) for part in product("bdfgk", "aeiou", "lmnrst", "aeiou", "dkpt", "aeiou")]
for name, cell in (
    ("shared", lambda n, row: "xyz"[(n * row) % 3]),
    ("own", lambda n, row: n + row),
):
    given(
        f"9,000 columns with {name} labels",
        "c.csv",
        table(WORDS[:9_000], ([cell(n, row) for n in range(9_000)] for row in range(12))),
        "inspect",
        "FILE",
    )
given(
    "a column called by 20,000 brackets",
    "c.csv",
    table(("item", "turn", "(1_-" * 5_000), [(n, c, "xy"[n % 2]) for n in range(5) for c in "AB"]),
)
given(
    "3,000 coders with a dimension each",
    "c.csv",
    table(
        [f"A{n}_d{n}" for n in range(3_000)],
        (["xyz"[(n * row) % 3] for n in range(3_000)] for row in range(12)),
    ),
)

MAILS = table(
    ("item", "coder", "label", "note"),
    [("i", "Ann", "x", "@." * 3000), ("i", "Bob", "x", "a@" * 3000)],
)
given("addresses that are none", "m.csv", MAILS, "measure", "FILE", "--anonymise")
given("addresses of digits", "m.csv", MAILS.replace("@.", "1."), "measure", "FILE", "--anonymise")
given("addresses of colons", "m.csv", MAILS.replace("@.", "a:"), "measure", "FILE", "--anonymise")


def _eaf(tiers: str) -> str:
    slots = '<TIME_SLOT TIME_SLOT_ID="t1" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="t2" '
    slots += 'TIME_VALUE="999"/>'
    first = '<TIER TIER_ID="A"><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a0" '
    first += 'TIME_SLOT_REF1="t1" TIME_SLOT_REF2="t2"><ANNOTATION_VALUE>x</ANNOTATION_VALUE>'
    first += "</ALIGNABLE_ANNOTATION></ANNOTATION></TIER>"
    body = f"<TIME_ORDER>{slots}</TIME_ORDER>{first}{tiers}"
    return f"<ANNOTATION_DOCUMENT>{body}</ANNOTATION_DOCUMENT>"


REFERENCE = (
    '<ANNOTATION><REF_ANNOTATION ANNOTATION_ID="a{}" ANNOTATION_REF="a{}"><ANNOTATION_VALUE>y'
    "</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION>"
)
CHAINED = "".join(REFERENCE.format(n + 1, n) for n in range(7000))
given("chained references", "a.eaf", _eaf(f'<TIER TIER_ID="B">{CHAINED}</TIER>'), "inspect", "FILE")
given(
    "chained references backwards",
    "a.eaf",
    _eaf(
        '<TIER TIER_ID="B">'
        + "".join(REFERENCE.format(n + 1, n) for n in reversed(range(7000)))
        + "</TIER>"
    ),
    "inspect",
    "FILE",
)
given(
    "references in a ring",
    "a.eaf",
    _eaf('<TIER TIER_ID="B">' + REFERENCE.format(1, 2) + REFERENCE.format(2, 1) + "</TIER>"),
    "inspect",
    "FILE",
)
PARENTS = "".join(f'<TIER TIER_ID="B{n + 1}" PARENT_REF="B{n}"></TIER>' for n in range(10_000))
given("chained tiers", "a.eaf", _eaf(PARENTS), "inspect", "FILE")


def _docbin(size: int) -> bytes:
    import srsly

    message = {
        "version": 0.1,
        "attrs": [65, 78],
        "tokens": bytes(size),
        "spaces": bytes(size // 16),
        "lengths": struct.pack("<i", size // 16),
        "strings": [],
        "cats": [{}],
        "user_data": [],
        "flags": [{"has_unknown_spaces": False}],
        "span_groups": [b""],
    }
    return zlib.compress(srsly.msgpack_dumps(message))


@hostile("a DocBin of zeros")
def docbin(folder):
    """Tokens that pack into nothing."""
    (folder / "d.spacy").write_bytes(_docbin(400_000_000))
    return ["inspect", "d.spacy"]


def _workbook(parts: int, cells: int = 1) -> bytes:
    """A workbook that readers open: what is wrong with it is its size alone."""
    rows = "".join(f'<row r="{n + 1}"><c r="A{n + 1}"><v>{n}</v></c></row>' for n in range(cells))
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    sheets = "".join(f'<sheet name="s{n}" sheetId="{n + 1}" r:id="r{n}"/>' for n in range(parts))
    relations = "".join(
        f'<Relationship Id="r{n}" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
        f'relationships/worksheet" Target="worksheets/s{n}.xml"/>'
        for n in range(parts)
    )
    more = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    of_package = "application/vnd.openxmlformats-package"
    of_sheets = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    kinds = "".join(
        f'<Override PartName="/xl/worksheets/s{n}.xml" ContentType="{of_sheets}.worksheet+xml"/>'
        for n in range(parts)
    )
    packages = "http://schemas.openxmlformats.org/package/2006/relationships"
    return _zipped(
        [
            (
                "[Content_Types].xml",
                f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
                f'<Default Extension="rels" ContentType="{of_package}.relationships+xml"/>'
                f'<Override PartName="/xl/workbook.xml" ContentType="{of_sheets}.sheet.main+xml"/>'
                f"{kinds}</Types>",
            ),
            (
                "_rels/.rels",
                f'<Relationships xmlns="{packages}"><Relationship Id="r" Type="http://schemas.'
                'openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
                'Target="xl/workbook.xml"/></Relationships>',
            ),
            ("xl/workbook.xml", f"<workbook {space} {more}><sheets>{sheets}</sheets></workbook>"),
            (
                "xl/_rels/workbook.xml.rels",
                f'<Relationships xmlns="{packages}">{relations}</Relationships>',
            ),
            *(
                (
                    f"xl/worksheets/s{n}.xml",
                    f"<worksheet {space}><sheetData>{rows}</sheetData></worksheet>",
                )
                for n in range(parts)
            ),
        ]
    )


given("a workbook of 3,000 sheets", "w.xlsx", lambda: _workbook(3000))
given("a workbook of 3,000 sheets inspected", "w.xlsx", lambda: _workbook(3000), "inspect", "FILE")
given("a workbook with many rows", "w.xlsx", lambda: _workbook(1, 100_000))
given("a deep JSON", "d.json", "[" * 100_000 + "]" * 100_000)
given("a wide JSON", "d.json", json.dumps([[]] * 100_000))
given("a long number", "d.jsonl", '{"item": 1, "coder": "A", "label": ' + "9" * 400_000 + "}\n")
given("a long number in a table", "d.csv", ROWS.replace("x", "9" * 400_000))
given("a long cell", "d.csv", ROWS.replace("x", "y" * 400_000))
given("a long header", "d.csv", "y" * 900_000 + ",a\n1,2\n")
given("a long name", "d.csv", ROWS.replace("i,", "i" * 400_000 + ","))
given("many empty lines", "d.csv", ROWS + "\n" * 900_000)
given("many quotes", "d.csv", ROWS + '"' * 900_000)
given("many delimiters", "d.csv", ROWS + "," * 900_000)
given("many short lines", "d.csv", ROWS + "a,b\n" * 200_000)
