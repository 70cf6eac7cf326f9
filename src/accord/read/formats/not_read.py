"""Formats that are recognised and refused by name, with what to do instead."""

import re
from collections.abc import Callable

from accord.read.door.marks import Head

Test = Callable[[Head], bool]


def _xml(*marks: str) -> Test:
    return lambda head: head.is_xml(*marks)


def _json(*marks: str) -> Test:
    return lambda head: head.is_json(*marks)


NOT_READ: tuple[tuple[str, str, Test], ...] = (
    (
        "RST trees (.rs3)",
        "trees are no kind of study here; export segments or relations as a table",
        _xml("<rst>"),
    ),
    (
        "TEI",
        "there are many ways to annotate in it; export stand-off annotations as JSON or CSV",
        _xml("<TEI"),
    ),
    (
        "BioC XML",
        "convert it to brat or PubAnnotation, or export a table",
        _xml("<collection>", "<passage>"),
    ),
    (
        "PubAnnotation JSON",
        "convert it to brat or a table of begin, end and label",
        lambda head: head.is_json('"sourcedb"') or head.is_json('"denotations"'),
    ),
    (
        "W3C web annotations (CATMA, Recogito)",
        "export the annotations as CSV",
        _json("ns/anno.jsonld"),
    ),
    (
        "WebAnno TSV 1 or 2",
        "export WebAnno TSV 3, XMI or JSON",
        lambda head: bool(re.match(r"\s*# [\w.]+ \|", head.text)),
    ),
    (
        "a Label Studio labelling configuration",
        "read the JSON export of the project instead",
        lambda head: head.start.startswith("<View"),
    ),
    (
        "a UIMA type system",
        "read the CAS (XMI or JSON) that belongs to it",
        _xml("<typeSystemDescription"),
    ),
    ("a CATMA header", "export the annotations as CSV", _json('"publicationDate"')),
    (
        "fastText lines",
        "convert them to a table of item, coder and label",
        lambda head: head.start.startswith("__label__"),
    ),
    (
        "doccano areas of images",
        "areas of images are no kind of study here",
        lambda head: head.start[1:].lstrip().startswith('"filename"') and '"bbox"' in head.text,
    ),
    (
        "a DTD",
        "read the annotation files that belong to it",
        lambda head: head.file.suffix == ".dtd",
    ),
)
"""What it is, what to do, how it is recognised."""


def refusal(head: Head) -> str | None:
    """Why a recognised file is not read, None if it is not recognised."""
    for what, advice, test in NOT_READ:
        if test(head):
            return f"is {what}, which is not read; {advice}"
    return None
