"""Spans as tools hold them that get a study back."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from accord._report.write_back import (
    Export,
    annotation,
    coding,
    guid,
    prodigy_line,
    region,
    seen_units,
)
from accord.errors import DataError, Setting
from accord.kinds.spans.study import Unitizings


def in_texts(study: Unitizings, to: str) -> Unitizings:
    """The study; DataError where a document has no text, or times in place of characters."""
    for continuum in study.continua:
        if continuum.text is None:
            raise DataError(
                f"{to} needs the text of every document, and {continuum.name!r} has none; "
                "write .csv or .jsonl"
            )
        if any(not isinstance(unit[at], int) for _, unit in continuum for at in (0, 1)):
            raise DataError(f"{to} counts characters, and document {continuum.name!r} has times")
    return study


def label_studio_tasks(study: Unitizings, export: Export) -> Iterator[dict[str, Any]]:
    """Documents as tasks of Label Studio, answered by regions of their text."""
    for continuum in in_texts(study, "Label Studio").continua:
        by_coder = [(c, units) for d, c, units in seen_units(study) if d is continuum]
        answers = [
            annotation(coder, [region(unit, continuum.text or "") for unit in units])
            for coder, units in by_coder
        ]
        yield {"id": continuum.name, "data": {"text": continuum.text}, "annotations": answers}
        if any(unit.category is None for _, units in by_coder for unit in units):
            export.lose("spans without a category are written without labels")


def prodigy_records(
    study: Unitizings, hashes: Mapping[Hashable, int], export: Export
) -> Iterator[dict[str, Any]]:
    """What a coder marked in a document as a line of Prodigy."""
    for continuum, coder, units in seen_units(in_texts(study, "Prodigy")):
        spans = [
            {"start": u.begin, "end": u.end}
            | ({} if u.category is None else {"label": str(u.category)})
            for u in units
        ]
        marked = {"spans": spans, "_view_id": "spans_manual"}
        name = continuum.name
        yield prodigy_line(hashes[name], name, coder, continuum.text) | marked


def refi_sources(
    study: Unitizings, users: Mapping[Hashable, str], codes: Mapping[str, str], export: Export
) -> list[tuple[Hashable, list[str], str]]:
    """Documents as sources of REFI-QDA with coded passages: name, passages, text."""
    continua = in_texts(study, "REFI-QDA").continua
    if not all(continuum.touched().all() for continuum in continua):
        export.lose(
            "REFI-QDA does not say who saw what and marked nothing: whoever reads it has to say it "
            f"({Setting('seen')})"
        )
    if {coder for continuum in continua for coder, _ in continuum} < set(study.coders):
        export.lose("coders who marked nothing are not read again: who saw what is not said")
    if any(category is None for category in study.categories):
        export.lose("spans without a category have the code None")
    passages: dict[Hashable, list[str]] = {continuum.name: [] for continuum in continua}
    for continuum, coder, units in seen_units(study):
        for number, unit in enumerate(units):
            # The guids are made of names, so that the same study is the same file.
            name = f"{continuum.name}{coder}{number}"
            passages[continuum.name].append(
                f'<PlainTextSelection guid="{guid("at", name)}" '
                f'startPosition="{unit.begin}" endPosition="{unit.end}" '
                f'creatingUser="{users[coder]}">'
                + coding(name, users[coder], [codes[str(unit.category)]])
                + "</PlainTextSelection>"
            )
    return [(c.name, passages[c.name], c.text or "") for c in continua]
