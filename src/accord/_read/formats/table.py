"""The table of formats: every fact about a format, and which format a file is of.

To add a format: its reader, `read_<name>(file, options)`, in a file of this folder; one entry in
the list of its kind (`formats_of_text.py`, `…_answers`, `…_media`); one
folder in `tests/formats` with real files and what they read as. Where its signs do not tell it from
others, the file also has `sniff_<name>(head)`. Readers are imported when a file shows the signs of
their format.
"""

import re

from accord._read.door.given import File, Head
from accord._read.formats.format import JSON, OWN, TABLE, Format, Refused, Signs
from accord._read.formats.formats_of_answers import ANSWERS
from accord._read.formats.formats_of_media import IMAGES, SPEECH
from accord._read.formats.formats_of_text import TEXT, TOKENS
from accord.errors import DataError, Setting, UnknownNameError

# What is recognised by name and not read, and what to do instead ---------------------------------

_AREAS = "export regions of images as COCO, CVAT, VOC, YOLO or LabelMe"
_TREES = "trees and graphs are not supported; export "
_PICKLE = "pickles can run code and are never opened; export text"

_FROM_R = "write the table as CSV in R: write.csv(data, 'data.csv', row.names = FALSE)"

COMPARISON = Refused(
    "an NVivo coding comparison",
    "it has NVivo's numbers and not the coded text: export the references of each code for each "
    "user, or the project as REFI-QDA (.qdpx)",
    Signs(words=("A and Not B (%)", "B and Not A (%)")),
)

# What is recognised and not read.
REFUSED: tuple[Refused, ...] = (
    Refused(
        "a list of references of Covidence",
        "it does not say who decided what: export the data extraction, or write the votes of each "
        "reviewer into a column",
        Signs(words=("Covidence #", "Published Year")),
    ),
    Refused("a pickle", _PICKLE, Signs(magic=b"\x80\x04\x95")),
    Refused("a pickle", _PICKLE, Signs(magic=b"\x80\x05\x95")),
    Refused(
        "a Java-serialised file",
        "export the project as XMI, JSON or TSV",
        Signs(magic=b"\xac\xed\x00\x05"),
    ),
    Refused(
        "a PDF",
        "export the annotations as a table or from the tool that made them",
        Signs(magic=b"%PDF"),
    ),
    Refused("a 7z archive", "unpack it first", Signs(magic=b"7z\xbc\xaf")),
    Refused("an R data file", _FROM_R, Signs((".rda", ".rdata", ".rds"), magic=b"RDX")),
    Refused(
        "a SAS data file",
        "export it as CSV, SPSS or Stata",
        Signs((".sas7bdat", ".xpt")),
    ),
    Refused(
        "a BORIS project",
        "export the events of its observations, tabular or aggregated",
        Signs((".boris",), begins=("{",), words=('"behaviors_conf"', '"observations"')),
    ),
    Refused(
        "a Datavyu spreadsheet (.opf)",
        "export the spreadsheet as CSV, one file for each coder",
        Signs((".opf",)),
    ),
    Refused(
        "a SQLite database of no known program",
        "export the tables as CSV",
        Signs(magic=b"SQLite format 3"),
    ),
    Refused("an image or a mask", _AREAS, Signs(magic=b"\x89PNG")),
    Refused("an image or a mask", _AREAS, Signs(magic=b"\xff\xd8\xff")),
    Refused("an image or a mask", _AREAS, Signs(magic=b"II*\x00")),
    Refused("an image or a mask", _AREAS, Signs(magic=b"MM\x00*")),
    Refused("an image or a mask", _AREAS, Signs(magic=b"GIF8")),
    Refused("an array or a mask (NumPy)", _AREAS, Signs(magic=b"\x93NUMPY")),
    Refused(
        "a file of bare numbers",
        "of a table of labels, name the columns in a first row and separate them by commas",
        Signs(words=(" ",), pattern=r"(?:\d{1,4}(?: [01]){4,}[ \t]*(?:\r?\n|$)){2}"),
    ),
    Refused(
        "SuperAnnotate, areas of images",
        _AREAS,
        Signs(begins=("{",), words=('"instances"', '"metadata"', '"className"', '"points"')),
    ),
    Refused("Datumaro JSON", _AREAS, Signs(begins=("{",), words=('"dm_format_version"',))),
    Refused(
        "semantic dependency graphs (SDP)",
        f"{_TREES}the edges as a table",
        Signs(
            begins=("#",),
            pattern=r"#SDP 20|#2\d{7}\r?\n1\t[^\t\n]*\t[^\t\n]*\t[^\t\n]*\t[+-]\t[+-][\t\r\n]",
        ),
    ),
    Refused(
        "W3C web annotations (CATMA, Recogito)",
        "export the annotations as CSV",
        Signs(begins=JSON, words=("ns/anno.jsonld",)),
    ),
    COMPARISON,
    Refused(
        "an NVivo coding summary",
        "export the references of each code by itself, or the project as REFI-QDA (.qdpx)",
        Signs(words=("Coding Summary By ", "Coded By Initials")),
    ),
    Refused(
        "an RTF document",
        "export or save it as .txt, .html or .docx",
        Signs((".rtf",), begins=("{\\rtf",)),
    ),
    Refused(
        "a Word document",
        "only NVivo's lists of references are read from it: export the coded segments as a table, "
        "or the "
        "project as REFI-QDA (.qdpx)",
        Signs((".docx",)),
    ),
    Refused(
        "a REFI-QDA codebook",
        "it has no coded text: export the project (.qdpx)",
        Signs((".qdc",), begins=("<",), words=("urn:QDA-XML:codebook",)),
    ),
    Refused("a UEM file", "it belongs to RTTM or STM files: read those", Signs((".uem",))),
    Refused(
        "CATMA, stand-off TEI",
        "export the annotations as CSV",
        Signs(begins=("<",), words=("<TEI", "catma")),
    ),
    Refused(
        "WebAnno TSV 1 or 2",
        "export WebAnno TSV 3, XMI or JSON",
        Signs(begins=("# ",), pattern=r"# [\w.]+ \|"),
    ),
    Refused(
        "a Label Studio labelling configuration",
        "read the JSON export of the project instead",
        Signs(begins=("<View",)),
    ),
    Refused(
        "a UIMA type system",
        "read the CAS (XMI or JSON) that belongs to it",
        Signs(begins=("<",), words=("<typeSystemDescription",)),
    ),
    Refused(
        "a CATMA header",
        "export the annotations as CSV",
        Signs(begins=JSON, words=('"publicationDate"',)),
    ),
    Refused(
        "fastText lines",
        "convert them to a table of item, coder and label",
        Signs(begins=("__label__",)),
    ),
    Refused("a DTD", "read the annotation files that belong to it", Signs((".dtd",))),
)

# Name → format, the specific before the general: the order in which they are tried.
FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        Format(
            "accord",
            "accord JSON Lines",
            "accord_lines",
            "accord's own JSON Lines ([grammar](format.md))",
            OWN,
            Signs(
                begins=("{",),
                pattern=r'\{ ?"accord"|\{"kind": "partitions"|'
                r'\{(?=[^\n]*"document":)(?=[^\n]*"coder":)[^\n]*"(?:chains|links)":',
            ),
            offsets="code points",
        ),
        *ANSWERS,
        Format(
            "parquet",
            "Parquet",
            "parquet",
            "Parquet: tables as in CSV; Argilla data sets",
            TABLE,
            Signs(magic=b"PAR1"),
            "either",
            "column, or the file",
            offsets="as given",
            layers="`--category`",
            extra="parquet",
        ),
        Format(
            "excel",
            "workbook",
            "workbook",
            "Excel and OpenDocument: tables as in CSV",
            TABLE,
            Signs((".xlsx", ".xlsm", ".ods"), magic=b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
            "either",
            "column, or the file",
            offsets="as given",
            layers="`--category`; `--layer` is the sheet",
            also=("xlsx", "xls", "ods"),
            extra="excel",
        ),
        Format(
            "spss",
            "SPSS",
            "spss_stata",
            "SPSS data (.sav, .zsav): tables as in CSV, codes as their value labels",
            TABLE,
            Signs((".sav", ".zsav"), magic=b"$FL"),
            "either",
            "variable, or the file",
            offsets="as given",
            layers="`--category`",
            also=("sav", "zsav"),
            extra="spss",
        ),
        Format(
            "stata",
            "Stata",
            "spss_stata",
            "Stata data (.dta): tables as in CSV, codes as their value labels",
            TABLE,
            Signs((".dta",), magic=b"<stata_dta>"),
            "either",
            "variable, or the file",
            offsets="as given",
            layers="`--category`",
            also=("dta",),
            extra="spss",
        ),
        *IMAGES,
        *TEXT,
        *TOKENS,
        *SPEECH,
        Format(
            "json-table",
            "JSON Lines table",
            "json_table",
            "JSON Lines or a JSON list of flat records",
            TABLE,
            Signs(begins=JSON, pattern=r"\{|\[\s*\{"),
            "either",
            "field, or the file",
            offsets="as given",
            layers="`--category`",
            also=("jsonl",),
        ),
        Format(
            "table",
            "delimited table",
            "delimited",
            "CSV, TSV …: long, wide, spans, boundaries, mentions in chains",
            TABLE,
            Signs(),
            "either",
            "column, or the file",
            offsets="as given",
            layers="`--category`",
            also=("csv", "tsv", "pygamma"),
        ),
    )
}


# Formats whose reader was tried on files written for accord only, none of the tool's own; where the
# files of the others come from is said in tests/formats.
UNTRIED = {
    *("atlas", "covidence", "datasaur", "elan-tab", "inline-xml", "kili", "lab", "langfuse"),
    *(
        "lighttag",
        "nvivo",
        "openai-evals",
        "pairwise-votes",
        "parquet",
        "phoenix",
        "qualcoder",
        "rqda",
    ),
    "stata",
}


EXCEPTED = ("nvivo", "qualcoder", "taguette", "rqda")
"""Formats in files of a sort that is otherwise refused: Word documents, SQLite databases."""


def _may_begin(signs: Signs, letter: str) -> bool:
    """Whether a file with these signs may begin so, or be told by its name or first bytes."""
    apart = bool(signs.endings or signs.magic or not signs.begins)
    return apart or any(begin.startswith(letter) for begin in signs.begins if letter)


_ALL: tuple[Format | Refused, ...] = (*FORMATS.values(), *REFUSED)
_LETTERS = {begin[:1] for one in _ALL for begin in one.signs.begins}
# First letter → the formats that a file may be of: there are many formats, and files.
_LIKELY = {
    letter: tuple(one for one in FORMATS.values() if _may_begin(one.signs, letter))
    for letter in ("", *_LETTERS)
}
_SUSPECTS = {
    letter: tuple(one for one in REFUSED if _may_begin(one.signs, letter))
    for letter in ("", *_LETTERS)
}


def format_named(name: str) -> Format:
    """The format of this name, or of another name that users have for it."""
    name = next((f.name for f in FORMATS.values() if name.lower() in f.also), name)
    if name not in FORMATS:
        raise UnknownNameError.of("format", name, FORMATS)
    return FORMATS[name]


def detected(file: File, kind: str | None = None) -> Format | None:
    """The format of a file by its content, None where it is of no known one.

    Of files that two formats share, the one is taken that holds the `kind` of study the user
    names.
    """
    head = Head.of(file)
    # accord's own lines before what is refused: their first line says what they are.
    if FORMATS["accord"].sniff(head):
        return FORMATS["accord"]
    if _refused(head) is not None:
        return next((FORMATS[name] for name in EXCEPTED if FORMATS[name].sniff(head)), None)
    likely = _LIKELY.get(head.start[:1], _LIKELY[""])
    first = next((format for format in likely if format.sniff(head)), None)
    if first is not None and kind == "coreference" and first.chains:
        return FORMATS[first.chains]
    return first


def _refused(head: Head) -> Refused | None:
    suspects = _SUSPECTS.get(head.start[:1], _SUSPECTS[""])
    return next((refused for refused in suspects if refused.signs.shown(head)), None)


def unknown(file: File) -> DataError:
    """Why a file cannot be read, as exactly as its beginning tells."""
    raw = file.head()
    if not raw.strip():
        return DataError(f"{file.name}: the file is empty")
    if (refused := _refused(Head.of(file))) is not None:
        return DataError(f"{file.name}: {refused}")
    from accord._read.text.letters import wide_encoding

    # Zeros are half of many letters in UTF-16, and in no other text.
    if wide_encoding(raw) is None and (at := raw.find(b"\x00")) >= 0:
        return DataError(
            f"{file.name}: contains binary data (a zero at byte {at}) of no known format; if it is "
            f"text, give {Setting('encoding')}, or repair the export"
        )
    root = re.search(rb"<(?![?!])([^\s>/]+)", raw)
    if root and raw.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<":
        return DataError(
            f"{file.name}: XML of no known format (its root is "
            f"<{root[1].decode('utf-8', 'replace')[:60]}>)"
        )
    text = raw[:200].decode("utf-8", errors="replace").strip()
    shown = text.splitlines()[0][:60] if text else ""
    ending = file.suffix[1:]
    named = next((f.title for f in FORMATS.values() if ending in (f.name, *f.also)), None)
    also = f", and not a {named} file as its name says" if named else ""
    return DataError(
        f"{file.name}: unknown format{also} (it begins {shown!r}); 'accord inspect --formats' "
        f"lists what is read, and {Setting('format')} names one of them"
    )
