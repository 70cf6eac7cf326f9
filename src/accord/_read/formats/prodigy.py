"""Prodigy JSON Lines: one line for each decision of one coder.

Layers: "choice" (options accepted), "spans", "relations", "text" (what the coder wrote) and
"answer" (accept or reject of a label); a record of `blocks` has several of them. Spans that were
only shown (matches of patterns, spans of a choice) are counted and left out. Ignored lines were
not decided and are left out; so are rejected lines of choice and span tasks. Of several answers of
a coder to one task the last one counts. Review lines hold the coders' versions: those are read,
the reviewer's is not.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_lines

# A session without a name is called by the time at which it began.
_TIME = re.compile(r".*\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d")


def read_prodigy(file: File, options: Options) -> Marks:
    """Read a Prodigy data set."""
    marks = Marks(file.name)
    text, _ = file.text(options.encoding)
    decided: dict[Any, tuple[int, str, str | None, dict[str, Any]]] = {}

    def read(numbered: tuple[int, Any]) -> None:
        line, record = numbered
        where = f"{file.name}:{line}"
        for coder, one in _versions(record, where, marks):
            marks.rows += 1
            item = str(js.needed(one, "_input_hash", where, int))  # same input, same hash
            answer = js.optional(one, "answer", where, str, "accept")
            if answer == "ignore":
                marks.drop("line", "answered 'ignore'")
                continue
            label = js.text_at(one, "label", where)
            view = js.text_at(one, "_view_id", where)
            binary = "accept" not in one and "label" in one and not _is_manual(one)
            # Only a yes-or-no task says what was rejected; elsewhere the whole task may be meant.
            if answer == "reject" and not binary:
                marks.drop("line", "answered 'reject'")
                continue
            stamp = js.optional(one, "_timestamp", where, (int, float), 0)
            key = (item, coder, label if binary else None, view)
            if key in decided:
                marks.drop("earlier answer", "of a coder to the same task")
                if decided[key][0] > stamp:
                    continue
            _lighten(one)
            decided[key] = (stamp, where, coder, one)

    marks.each(json_lines(text, file.name, options.limits, marks.skip), read)
    names = _called({coder for _, _, coder, _ in decided.values()})
    marks.each(
        (decided.pop(key) for key in list(decided)),  # let go of each record when it is filed
        lambda kept: _file(kept[3], names.get(kept[2]), kept[1], marks),
    )
    there = {mark.layer for mark in marks.marks}
    if "choice" in there:  # where there are spans, too, the user says which
        marks.main = None if "spans" in there else "choice"
    return marks


def _lighten(record: dict[str, Any]) -> None:
    """Let go of what is not read: all records are kept until the last one is known."""
    if "relations" not in record:
        record.pop("tokens", None)  # most of a record, and only relations need them
    record.pop("options", None)
    config = record.get("config")
    if js.is_mapping(config) and "blocks" not in config:
        del record["config"]


def _versions(record: Any, where: str, marks: Marks) -> Iterable[tuple[str | None, Any]]:
    """The record with its coder; of a review line, the versions with theirs."""
    versions = js.optional(record, "versions", where, list, None)
    return (
        _reviewed(record, versions, where, marks) if versions else [(_coder(record, where), record)]
    )


def _reviewed(
    record: Any, versions: list[Any], where: str, marks: Marks
) -> Iterator[tuple[str | None, Any]]:
    note = "review lines: the coders' versions read, the reviewer's decision left out"
    if note not in marks.notes:
        marks.notes.append(note)
    for version in versions:
        coders = js.list_at(version, "sessions", where) or [_coder(version, where)]
        for coder in coders:
            merged = {**{k: record[k] for k in ("_input_hash", "text") if k in record}, **version}
            yield (None if coder is None else str(coder)), merged


def _coder(record: Any, where: str) -> str | None:
    who: str | None = js.text_at(record, "_annotator_id", where)
    return who or js.text_at(record, "_session_id", where) or None


def _called(coders: set[str | None]) -> dict[str | None, str | None]:
    """Coders without the name of the data set; sessions that are times are unnamed."""
    # Prodigy calls a session by the data set and the name that the annotator gave: set-ann.
    named = [c for c in coders if c is not None and not _TIME.fullmatch(c)]
    sets = {c.rpartition("-")[0] for c in named}
    shared = f"{next(iter(sets))}-" if len(named) > 1 and len(sets) == 1 else ""
    short = {c: c.removeprefix(shared) if shared != "-" else c for c in named}
    return {c: short.get(c) if c is not None else None for c in coders}


def _is_manual(record: dict[str, Any]) -> bool:
    return str(record.get("_view_id", "")).endswith(("manual", "relations"))


def _file(record: dict[str, Any], coder: str | None, where: str, marks: Marks) -> None:
    """File all that a coder decided in a record: one interface, or several blocks of them."""
    item = str(record["_input_hash"])
    text = js.text_at(record, "text", where)
    marks.saw(item, coder)
    if text is not None:
        marks.texts[item] = text
    if "accept" in record:
        chosen = js.list_at(record, "accept", where)
        marks.label(item, coder, "choice", frozenset(map(str, chosen)), where)
    label = js.text_at(record, "label", where) if "label" in record else None
    binary = label is not None and "accept" not in record and not _is_manual(record)
    if binary:
        marks.label(item, coder, f"answer: {label}", record.get("answer"), where)
    _inputs(record, item, coder, where, marks)
    marked = not binary and record.get("_view_id") != "choice"  # else they are only shown
    for span in js.list_at(record, "spans", where):
        _span(span, item, coder, text, where, marks, marked=marked)
    if "relations" not in record:
        return
    tokens = js.list_at(record, "tokens", where)
    for relation in js.list_at(record, "relations", where):
        ends = [_end(relation, side, tokens, where) for side in ("head", "child")]
        kind = js.optional(relation, "label", where, str, "related")
        marks.relation(item, coder, kind, where, ends[0], ends[1])


def _span(
    span: Any,
    item: str,
    coder: str | None,
    text: str | None,
    where: str,
    marks: Marks,
    *,
    marked: bool,
) -> None:
    label = js.text_at(span, "label", where)
    if not marked or (label is None and "pattern" in span):
        marks.drop("span", "shown to the coder, not marked by them")
        return
    begin, end = js.edges_at(span, where)
    quoted = js.text_at(span, "text", where)
    if text is not None and quoted is not None:
        marks.check_quoted(text, begin, end, quoted, where)
    marks.span(item, coder, "spans", label, where, begin, end)
    marks.main = marks.main or "spans"


def _inputs(record: dict[str, Any], item: str, coder: str | None, where: str, marks: Marks) -> None:
    """Texts that the coder wrote, in the fields that the interface names."""
    if record.keys().isdisjoint(("user_input", "field_id", "config")):
        return
    names = {"user_input"}
    for at in [record, *js.list_at(js.as_mapping(record.get("config")), "blocks", where)]:
        names |= {at["field_id"]} if "field_id" in js.as_mapping(at) else set()
    for name in sorted(name for name in names if js.as_text(record.get(name)) is not None):
        marks.label(item, coder, f"text: {name}", record[name].strip() or None, where)


def _end(relation: Any, side: str, tokens: list[Any], where: str) -> tuple[float, float]:
    span = js.optional(relation, f"{side}_span", where, dict, None)
    if span is None:
        at = js.whole(js.needed(relation, side, where), side, where)
        span = tokens[at] if at < len(tokens) else {}
    begin, end = js.edges_at(span, where)
    return begin, end
