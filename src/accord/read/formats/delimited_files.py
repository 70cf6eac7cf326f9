"""CSV, TSV and other delimited tables; also without a header, as pygamma writes spans."""

import csv

from accord.read.door.files import File
from accord.read.door.marks import Format, Head, Options
from accord.read.tables.delimited import Table, parse_delimited

SUFFIXES = (".csv", ".tsv", ".tab", ".txt", ".dat", "")
SPANS = "coder,category,begin,end"


def sniff(head: Head) -> bool:
    """A text whose lines are split by a delimiter."""
    if b"\x00" in head.raw[:4096] and not head.raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    if head.start[:1] in ("{", "<"):
        return False
    return head.file.suffix in (".csv", ".tsv", ".tab") or any(
        mark in line for line in head.lines[:1] for mark in ",\t;|"
    )


def read_table(file: File, options: Options) -> Table:
    """Read a delimited table."""
    text, used = file.text(options.encoding)
    notes = () if used == "utf-8-sig" else (f"encoding {used}",)
    header = options.header
    if header is None and _is_spans(text):
        header, notes = SPANS, (*notes, f"no header: columns taken as {SPANS}")
    return parse_delimited(
        text,
        file.name,
        suffix=file.suffix,
        delimiter=options.delimiter,
        header=header,
        notes=notes,
        progress=options.progress,
    )


def _is_spans(text: str) -> bool:
    """Lines of four cells, the last two of which are numbers: annotator, label, begin, end."""
    try:
        rows = list(csv.reader(text[:4096].splitlines()[:5]))
    except csv.Error:
        return False
    return bool(rows) and all(
        len(row) == 4 and all(cell.strip().replace(".", "", 1).isdecimal() for cell in row[2:])
        for row in (rows[:-1] or rows)
    )


FORMAT = Format("table", "delimited table", sniff, read_table, coder="either")
