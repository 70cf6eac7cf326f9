"""Segmentations as segeval keeps them: lengths of segments (masses) of each coder.

    {"items": {"d1": {"Alex": [3, 2, 2], "Paul": [2, 5]}}, "segmentation_type": "linear"}

    Coder <tab> Masses
    Alex  <tab> 3 <tab> 2 <tab> 2

A TSV is one document, called like the file; segeval takes any first line, here it must say what
the numbers are.
"""

import re
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_of
from accord.errors import DataError
from accord.kinds.boundaries.study import Segmentations
from accord.model.audit import Audit

_HEADER = re.compile(r"(?i)coder\tmasses\s*")


def sniff_segeval(head: Head) -> bool:
    """The keys of the JSON, or the two names above the TSV."""
    if head.start.startswith("{"):
        return '"items"' in head.text and '"segmentation_type"' in head.text
    return bool(head.lines) and _HEADER.fullmatch(head.lines[0]) is not None


def read_segeval(file: File, options: Options) -> Segmentations:
    """Read masses of coders."""
    text = file.text(options.encoding)[0]
    masses = _of_json(file, options) if text.lstrip()[:1] == "{" else _of_rows(file, text)
    if not any(masses.values()):
        raise DataError(f"{file.name}: no coder in the file")
    rows = sum(map(len, masses.values()))
    return Segmentations.from_masses(masses, audit=Audit(file.name, "segeval", rows, 0, ()))


def _of_json(file: File, options: Options) -> dict[str, dict[str, list[int]]]:
    record = json_of(file, options)
    kind = js.text_at(record, "segmentation_type", file.name)
    if kind not in (None, "linear"):
        raise DataError(f"{file.name}: segmentation_type {kind!r}; only 'linear' is read")
    items = js.needed(record, "items", file.name, dict)
    return {
        document: {
            coder: _whole(given, f"{file.name}: document {document!r}, coder {coder!r}")
            for coder, given in js.mapping_at(items, document, file.name).items()
        }
        for document in items
    }


def _whole(given: Any, where: str) -> list[int]:
    masses = js.checked(given, "masses", where, list)
    return [js.whole(one, "mass", where) for one in masses]


def _of_rows(file: File, text: str) -> dict[str, dict[str, list[int]]]:
    mine: dict[str, list[int]] = {}
    for line, row in enumerate(text.split("\n")[1:], start=2):
        coder, *masses = (cell.strip() for cell in row.rstrip("\r\t ").split("\t"))
        where = f"{file.name}:{line}"
        if not coder and not masses:
            continue
        if coder in mine:
            raise DataError(f"{where}: coder {coder!r} has two rows; keep one")
        mine[coder] = [js.whole(one, "mass", where) for one in masses]
    return {file.stem: mine}
