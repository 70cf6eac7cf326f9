"""The table of formats: every fact about a format, and which format a file is of.

To add a format: its reader, `read_<name>(file, options)`, in a file of this folder; one entry in
FORMATS; one folder in `tests/formats` with real files and what they read as. Where its signs do
not tell it from others, the file also has `sniff_<name>(head)`. Readers are imported when a file
shows the signs of their format.
"""

import re

from accord.errors import DataError, Setting, UnknownNameError
from accord.read.door.given import File, Head
from accord.read.formats.format import Format, Refused, Signs

LABELS, SPANS, CHAINS = ("codings",), ("unitizings",), ("partitions",)
TABLE = ("codings", "unitizings", "segmentations", "partitions")
JSON = ("{", "[")

FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        Format(
            "accord",
            "accord JSON Lines",
            "accord_lines",
            "accord's own JSON Lines ([grammar](format.md))",
            TABLE,
            Signs(
                pattern=r'\{ ?"accord"|\{"kind": "partitions"|'
                r'\{(?=[^\n]*"document":)(?=[^\n]*"coder":)[^\n]*"(?:chains|links)":'
            ),
            offsets="code points",
        ),
        Format(
            "conll2012",
            "CoNLL-2012 coreference",
            "conll2012",
            "CoNLL-2012, coreference",
            CHAINS,
            Signs(begins=("#",), pattern=r"(?i)(?:#[^\n]*\n\s*)*?#\s*begin document"),
            "either",
            offsets="tokens",
            layers="coreference",
        ),
        Format(
            "corefud",
            "CorefUD coreference",
            "corefud",
            "CorefUD, coreference in CoNLL-U",
            CHAINS,
            Signs(begins=("#",), pattern=r"(?s).{0,20000}?(?<![^\n])# global\.Entity"),
            "either",
            offsets="tokens",
            layers="coreference",
        ),
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
            "spacy",
            "spaCy DocBin",
            "docbin",
            "spaCy DocBin",
            ("unitizings", "codings"),
            Signs((".spacy",)),
            "either",
            offsets="code points",
            layers="ents, span groups, cats",
            also=("docbin",),
            extra="spacy",
        ),
        Format(
            "argilla",
            "Argilla records",
            "argilla",
            "Argilla records",
            ("codings", "unitizings"),
            Signs(begins=JSON),
            coders="user id of a response",
            offsets="code points or UTF-16, by version: the words tell",
            layers="every question",
            unsure=True,
        ),
        Format(
            "sagemaker",
            "SageMaker Ground Truth",
            "sagemaker",
            "Ground Truth worker responses, consolidation requests",
            ("codings", "unitizings"),
            Signs(begins=JSON),
            coders="`workerId`",
            offsets="code points",
            layers="every answer",
            also=("ground-truth",),
        ),
        Format(
            "potato",
            "potato user state",
            "potato",
            "potato `user_state.json`",
            ("codings", "unitizings"),
            Signs(("user_state.json",), b"", ("{",), ('"instance_id_to_label_to_value"',)),
            coders="`user_id`",
            offsets="code points",
            layers="every scheme",
        ),
        Format(
            "mturk",
            "Mechanical Turk batch",
            "crowd",
            "Mechanical Turk, batch CSV",
            LABELS,
            Signs(words=("HITId", "WorkerId")),
            coders="`WorkerId`",
            layers="every answer",
        ),
        Format(
            "crowdflower",
            "CrowdFlower report",
            "crowd",
            "CrowdFlower, full report",
            LABELS,
            Signs(words=("_unit_id", "_worker_id")),
            coders="`_worker_id`",
            layers="every answer",
            also=("appen",),
        ),
        Format(
            "label-studio",
            "Label Studio JSON",
            "label_studio",
            "Label Studio JSON",
            ("codings", "unitizings"),
            Signs(begins=JSON, words=('"result"',)),
            coders="`completed_by`",
            offsets="code points (old exports: UTF-16, converted)",
            layers="every control (`from_name`), relations",
        ),
        Format(
            "label-studio-rows",
            "Label Studio JSON_MIN or CSV",
            "label_studio_rows",
            "Label Studio JSON_MIN and CSV",
            ("codings", "unitizings"),
            Signs(words=("annotation_id", "annotator", "lead_time")),
            coders="`annotator`",
            offsets="code points",
            layers="every control that holds lists or differs within a task; "
            "`--layer` names any column",
        ),
        Format(
            "prodigy",
            "Prodigy JSON Lines",
            "prodigy",
            "Prodigy JSON Lines",
            ("codings", "unitizings"),
            Signs(begins=("{",), words=('"_input_hash"', '"_task_hash"')),
            "either",
            "`_annotator_id`, `_session_id`",
            offsets="code points",
            layers="choice, spans, relations, answer",
        ),
        Format(
            "doccano",
            "doccano JSON Lines",
            "doccano",
            "doccano JSON Lines",
            ("codings", "unitizings"),
            Signs(begins=("{",)),
            "either",
            "the file; `user` in old exports",
            offsets="code points or UTF-16, by version and setting: the words tell",
            layers="labels, spans, categories, relations",
            unsure=True,
        ),
        Format(
            "brat",
            "brat stand-off",
            "brat",
            "brat stand-off: `.ann` with `.txt`",
            ("unitizings", "codings"),
            Signs((".ann", ".a1", ".a2"), begins=("T",)),
            "folder",
            offsets="code points",
            layers="entities, relations, roles, attributes",
            companions=(".txt", ".conf", ".dtd"),
        ),
        Format(
            "webanno",
            "WebAnno TSV 3",
            "webanno",
            "WebAnno TSV 3 (INCEpTION, WebAnno)",
            ("unitizings", "codings", "partitions"),
            Signs(begins=("#FORMAT=WebAnno TSV 3",)),
            "file",
            offsets="UTF-16, converted",
            layers="every layer, its features are fields",
            also=("tsv3",),
        ),
        Format(
            "xmi",
            "UIMA CAS XMI",
            "uima",
            "UIMA CAS as XMI; INCEpTION project exports (zip)",
            ("unitizings", "codings", "partitions"),
            Signs(begins=("<",), words=("<xmi:XMI",)),
            "file",
            offsets="UTF-16, converted",
            layers="every type, its features are fields",
            also=("uima",),
            companions=(".xml",),
        ),
        Format(
            "json-cas",
            "UIMA CAS JSON",
            "uima",
            "UIMA CAS as JSON; INCEpTION project exports (zip)",
            ("unitizings", "codings", "partitions"),
            Signs(pattern=r'(?s)\{.{0,380}?"%(?:TYPES|FEATURE_STRUCTURES)"'),
            "file",
            offsets="UTF-16, converted",
            layers="every type, its features are fields",
        ),
        Format(
            "glozz",
            "Glozz",
            "glozz",
            "Glozz: `.aa` with `.ac`",
            ("unitizings", "codings"),
            Signs((".aa",), begins=("<",), words=("<annotations", "<positioning")),
            "folder",
            offsets="code points or UTF-16: the words tell",
            layers="units, every type, relations",
            companions=(".ac", ".as"),
            unsure=True,
        ),
        Format(
            "mae",
            "MAE XML",
            "mae",
            "MAE XML",
            ("unitizings", "codings"),
            Signs(begins=("<",), words=("<TEXT>", "<TAGS>")),
            "suffix",
            "suffix: `doc1_a1.xml`",
            offsets="UTF-16, converted",
            layers="tags, and every tag with its attributes",
        ),
        Format(
            "gate",
            "GATE XML",
            "gate",
            "GATE XML",
            ("unitizings", "codings"),
            Signs(begins=("<",), words=("<GateDocument",)),
            "either",
            "annotation set; several files are documents",
            offsets="UTF-16, converted",
            layers="types, and every type with its features",
        ),
        Format(
            "bdoc",
            "GATE JSON (bdocjs)",
            "gate",
            "GATE JSON of gatenlp",
            ("unitizings", "codings"),
            Signs((".bdocjs",), begins=JSON, words=('"annotation_sets"',)),
            "either",
            "annotation set; several files are documents",
            offsets="code points or UTF-16, converted",
            layers="types, and every type with its features",
            also=("bdocjs",),
        ),
        Format(
            "eaf",
            "ELAN EAF",
            "eaf",
            "ELAN",
            ("unitizings", "codings"),
            Signs(begins=("<",), words=("<ANNOTATION_DOCUMENT",)),
            "layer",
            "ANNOTATOR of the tier, else tier or file",
            offsets="milliseconds, read as seconds",
            layers="tiers",
            also=("elan",),
        ),
        Format(
            "textgrid",
            "Praat TextGrid",
            "textgrid",
            "Praat TextGrid, long and short",
            SPANS,
            Signs(
                begins=("File type", "ooTextFile", '"ooTextFile'),
                pattern=r"(?s).{0,392}?TextGrid",
            ),
            "layer",
            offsets="seconds",
            layers="tiers",
            also=("praat",),
        ),
        Format(
            "rttm",
            "RTTM",
            "speech",
            "RTTM: who speaks when",
            SPANS,
            Signs(pattern=r"[A-Z][A-Z_-]*\s"),
            "either",
            "file",
            offsets="seconds",
            layers="speakers",
        ),
        Format(
            "seglst",
            "SegLST",
            "speech",
            "SegLST: who speaks when",
            SPANS,
            Signs(begins=("[",), words=('"session_id"', '"start_time"')),
            "either",
            "file",
            offsets="seconds",
            layers="speakers",
        ),
        Format(
            "conllu",
            "CoNLL-U",
            "conllu",
            "CoNLL-U, CoNLL-X, CoNLL-2006",
            LABELS,
            Signs((".conllu",), pattern=r"(?:#[^\n]*\n|\s)*\d[^\t\n]*\t"),
            "either",
            offsets="tokens",
            layers="lemma, upos, xpos, feats, head, deprel, arc",
            chains="corefud",
        ),
        Format(
            "conll",
            "CoNLL columns",
            "conll",
            "CoNLL columns; IOB1, IOB2, BIOES, BILOU",
            ("unitizings", "codings"),
            Signs(
                (".iob", ".iob2", ".bio"), pattern=r"(?s)-DOCSTART-|[^{\[<#].*?[\s|][BIESLUM]-\S"
            ),
            "either",
            offsets="tokens",
            layers="columns, by number",
            also=("iob", "bio", "bioes", "conll2003"),
        ),
        Format(
            "stm",
            "STM",
            "speech",
            "STM: who speaks when",
            SPANS,
            Signs((".stm",), pattern=r"(?:;;[^\n]*\n\s*)*(?:\S+ ){3}[\d.+-]"),
            "either",
            "file",
            offsets="seconds",
            layers="speakers",
        ),
        Format(
            "audacity",
            "Audacity labels",
            "speech",
            "Audacity label tracks",
            SPANS,
            Signs(pattern=r"(?:\\[^\n]*\n|\s)*[\d.,eE+-]+\t"),
            "either",
            "file",
            offsets="seconds",
            layers="labels",
        ),
        Format(
            "json-table",
            "JSON Lines table",
            "json_table",
            "JSON Lines or a JSON list of flat records",
            TABLE,
            Signs(pattern=r"\{|\[\s*\{"),
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
"""Name → format, the specific before the general: the order in which they are tried."""

_PICKLE = "pickles can run code and are never opened; export text"

REFUSED: tuple[Refused, ...] = (
    Refused("a pickle", _PICKLE, Signs(magic=b"\x80\x04\x95")),
    Refused("a pickle", _PICKLE, Signs(magic=b"\x80\x05\x95")),
    Refused(
        "a Java-serialised file",
        "export the project as XMI, JSON or TSV",
        Signs(magic=b"\xac\xed\x00\x05"),
    ),
    Refused("a PDF", "export the annotations", Signs(magic=b"%PDF")),
    Refused("a 7z archive", "unpack it first", Signs(magic=b"7z\xbc\xaf")),
    Refused("a SQLite database", "export the tables as CSV", Signs(magic=b"SQLite format 3")),
    Refused(
        "RST trees (.rs3)",
        "trees are not supported; export segments or relations as a table",
        Signs(begins=("<",), words=("<rst>",)),
    ),
    Refused(
        "TEI",
        "there are many ways to annotate in it; export stand-off annotations as JSON or CSV",
        Signs(begins=("<",), words=("<TEI",)),
    ),
    Refused(
        "BioC XML",
        "convert it to brat or PubAnnotation, or export a table",
        Signs(begins=("<",), words=("<collection>", "<passage>")),
    ),
    Refused(
        "PubAnnotation JSON",
        "convert it to brat or a table of begin, end and label",
        Signs(begins=JSON, pattern=r'(?s).*"(?:sourcedb|denotations)"'),
    ),
    Refused(
        "W3C web annotations (CATMA, Recogito)",
        "export the annotations as CSV",
        Signs(begins=JSON, words=("ns/anno.jsonld",)),
    ),
    Refused(
        "WebAnno TSV 1 or 2",
        "export WebAnno TSV 3, XMI or JSON",
        Signs(pattern=r"# [\w.]+ \|"),
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
    Refused(
        "doccano areas of images",
        "areas of images are not supported",
        Signs(words=('"bbox"',), pattern=r'.\s*"filename"'),
    ),
    Refused("a DTD", "read the annotation files that belong to it", Signs((".dtd",))),
)
"""What is recognised and not read."""


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
    if FORMATS["accord"].sniff(head):
        return FORMATS["accord"]
    if _refused(head) is not None:
        return None
    found = next((format for format in FORMATS.values() if format.sniff(head)), None)
    if found is not None and kind == "coreference" and found.chains:
        return FORMATS[found.chains]
    return found


def _refused(head: Head) -> Refused | None:
    return next((refused for refused in REFUSED if refused.signs.shown(head)), None)


def unknown(file: File) -> DataError:
    """Why a file cannot be read, as exactly as its beginning tells."""
    raw = file.head()
    if not raw.strip():
        return DataError(f"{file.name}: the file is empty")
    if (refused := _refused(Head.of(file))) is not None:
        return DataError(f"{file.name}: {refused}")
    if not raw.startswith((b"\xff\xfe", b"\xfe\xff")) and (at := raw.find(b"\x00")) >= 0:
        return DataError(
            f"{file.name}: holds binary data (a zero at byte {at}) of no known format; if it is "
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
        f"{file.name}: unknown format{also} (it begins {shown!r}); name it with "
        f"{Setting('format')}, one of {', '.join(FORMATS)}"
    )
