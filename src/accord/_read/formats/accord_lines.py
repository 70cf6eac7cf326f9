"""accord's own JSON Lines: lossless for every kind of study; the grammar is in docs/format.md.

{"accord": "codings", "version": 1, "coders": ["A", "B"], "categories": ["Stat", "IReq"]}
{"item": "s1", "coder": "A", "category": "Stat"}
{"item": "s1", "coder": "B", "category": "IReq"}
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from accord._read.door.given import File
from accord._read.door.read_options import Options
from accord._read.formats.chain_lines import ChainRecords
from accord._read.formats.line_values import VERSION, Lines
from accord._read.text.json_text import json_lines
from accord._read.text.json_values import needed, optional, shown
from accord.errors import DataError, UnknownNameError
from accord.kinds.kind import kind_named
from accord.kinds.table import KINDS
from accord.model.study import Study

READERS = {1: "from_lines"}
"""Version of the format → the ability that reads it. A version that was once written is read for
good: a new one adds a line here, and its own functions where lines mean something else than
before."""


def read_accord(file: File, options: Options) -> Study | ChainRecords:
    """Read a study that accord wrote, or a program that keeps to the grammar."""
    text, _ = file.text(options.encoding)
    lines = _watched(json_lines(text, file.name, options.limits), text, options)
    try:
        at, header = next(lines)
    except StopIteration:
        raise DataError(f"{file.name}: the file is empty") from None
    place = f"{file.name}:{at}"
    if isinstance(header, dict) and "accord" not in header and _is_headless(header):
        return _headless(header, at, lines, file.name)
    kind = needed(header, "accord", place, str)
    version = optional(header, "version", place, int, VERSION)
    if version > VERSION:
        raise DataError(
            f"{place}: version {version} of the format, written by a newer accord; this one reads "
            f"versions up to {VERSION}: update accord"
        )
    if version not in READERS:
        raise DataError(f"{place}: unknown version {version} of the format. Write {VERSION}")
    reader = kind_named(kind).ability(READERS[version]) if kind in KINDS else None
    if reader is None:
        known = [one for one in KINDS if kind_named(one).ability(READERS[version]) is not None]
        raise UnknownNameError(f"{place}: {UnknownNameError.of('kind of study', kind, known)}")
    return _described(reader(header, lines, file.name), header, place)


def _watched(lines: Lines, text: str, options: Options) -> Lines:
    """The lines, telling the progress now and then."""
    if options.progress is None:
        yield from lines
        return
    total = text.count("\n") + 1
    for at, value in lines:
        if at % 50_000 == 0:
            options.progress(at, total)
        yield at, value


def _described(study: Any, header: Mapping[str, Any], place: str) -> Study:
    audit = optional(header, "audit", place, dict, {})
    notes = [str(note) for note in optional(audit, "notes", place, list, [])]
    if audit.get("source"):
        notes.insert(0, f"made from {audit['source']} ({audit.get('format', '')})")
    if study.audit is not None and notes:
        study = replace(study, audit=study.audit.noting(*notes))
    described: Study = study
    return described


def _is_headless(first: Mapping[str, Any]) -> bool:
    return bool(first.get("kind")) or not {"chains", "links"}.isdisjoint(first)


def _headless(first: Mapping[str, Any], at: int, lines: Lines, source: str) -> ChainRecords:
    """Lines without a header, as programs write chains."""
    if first.get("kind", "partitions") != "partitions":
        raise DataError(f"{source}:{at}: lines of kind {shown(first['kind'])} need a header line")
    records = [(f"{source}:{line}", record) for line, record in [(at, first), *lines]]
    for place, record in records:
        needed(record, "document", place)
    return ChainRecords(source, records)
