"""All formats, the specific before the general: one file each, one line here."""

import re

from accord.errors import DataError, UnknownNameError
from accord.read.door.files import File
from accord.read.door.marks import Format, Head
from accord.read.formats import (
    argilla,
    brat,
    chain_formats,
    conll,
    conllu,
    crowd,
    delimited_files,
    docbin,
    doccano,
    elan,
    gate,
    glozz,
    json_table,
    jsonl,
    label_studio,
    label_studio_rows,
    mae,
    parquet,
    potato,
    prodigy,
    sagemaker,
    speech,
    textgrid,
    uima,
    webanno,
)
from accord.read.formats.not_read import refusal
from accord.read.tables import workbook

FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        jsonl.FORMAT,
        chain_formats.CONLL2012,
        chain_formats.COREFUD,
        parquet.FORMAT,
        workbook.FORMAT,
        docbin.FORMAT,
        argilla.FORMAT,
        sagemaker.FORMAT,
        potato.FORMAT,
        crowd.MTURK,
        crowd.CROWDFLOWER,
        label_studio.FORMAT,
        label_studio_rows.FORMAT,
        prodigy.FORMAT,
        doccano.FORMAT,
        brat.FORMAT,
        webanno.FORMAT,
        uima.XMI_FORMAT,
        uima.JSON_FORMAT,
        glozz.FORMAT,
        mae.FORMAT,
        gate.FORMAT,
        gate.BDOC,
        elan.FORMAT,
        textgrid.FORMAT,
        speech.RTTM,
        speech.SEGLST,
        conllu.FORMAT,
        conll.FORMAT,
        speech.STM,
        speech.AUDACITY,
        json_table.FORMAT,
        delimited_files.FORMAT,
    )
}
"""Name → format, in the order in which they are tried."""

REFUSED: tuple[tuple[str, bytes, str], ...] = (
    ("a pickle", b"\x80\x04\x95", "pickles can run code and are never opened; export text"),
    ("a pickle", b"\x80\x05\x95", "pickles can run code and are never opened; export text"),
    ("a Java-serialised file", b"\xac\xed\x00\x05", "export the project as XMI, JSON or TSV"),
    ("a PDF", b"%PDF", "export the annotations"),
    ("a 7z archive", b"7z\xbc\xaf", "unpack it first"),
    ("a SQLite data base", b"SQLite format 3", "export the tables as CSV"),
)
"""What is known not to be readable: what it is, how it begins, what to do."""


ALSO = {
    "csv": "table",
    "tsv": "table",
    "pygamma": "table",
    "jsonl": "json-table",
    "xlsx": "excel",
    "xls": "excel",
    "ods": "excel",
    "elan": "eaf",
    "praat": "textgrid",
    "docbin": "spacy",
    "iob": "conll",
    "bio": "conll",
    "bioes": "conll",
    "conll2003": "conll",
    "uima": "xmi",
    "tsv3": "webanno",
    "ground-truth": "sagemaker",
    "appen": "crowdflower",
    "bdocjs": "bdoc",
}
"""Other names that users have for formats."""


def format_named(name: str) -> Format:
    """The format of this name."""
    name = ALSO.get(name.lower(), name)
    if name not in FORMATS:
        raise UnknownNameError.of("format", name, FORMATS)
    return FORMATS[name]


def detected(file: File) -> Format | None:
    """The format of a file by its content, None where it is of no known one."""
    head = Head.of(file)
    if jsonl.FORMAT.sniff(head):
        return jsonl.FORMAT
    if refusal(head) is not None:
        return None
    for format in FORMATS.values():
        if format.sniff(head):
            return format
    return None


def unknown(file: File) -> DataError:
    """Why a file cannot be read, as exactly as its beginning tells."""
    raw = file.head()
    if not raw.strip():
        return DataError(f"{file.name}: the file is empty")
    for what, magic, advice in REFUSED:
        if raw.startswith(magic):
            return DataError(f"{file.name}: is {what}; {advice}")
    if (refused := refusal(Head.of(file))) is not None:
        return DataError(f"{file.name}: {refused}")
    if not raw.startswith((b"\xff\xfe", b"\xfe\xff")) and (at := raw.find(b"\x00")) >= 0:
        return DataError(
            f"{file.name}: holds binary data (a zero at byte {at}) of no known format; if it is "
            "text, give --encoding, or repair the export"
        )
    root = re.search(rb"<(?![?!])([^\s>/]+)", raw)
    if root and raw.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<":
        return DataError(
            f"{file.name}: XML of no known format (its root is "
            f"<{root[1].decode('utf-8', 'replace')[:60]}>)"
        )
    text = raw[:200].decode("utf-8", errors="replace").strip()
    shown = text.splitlines()[0][:60] if text else ""
    return DataError(
        f"{file.name}: no known format (it begins {shown!r}); name it with --format, one of "
        f"{', '.join(FORMATS)}"
    )
