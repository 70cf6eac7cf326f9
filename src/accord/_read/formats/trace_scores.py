"""Scores of traces: MLflow assessments, Langfuse scores, Phoenix annotations, LangSmith feedback.

    MLflow      {"trace_id": …, "assessments": [{"assessment_name", "source", "feedback"}]}
    Langfuse    {"traceId": …, "name": …, "value": …, "source": "EVAL", "authorUserId": …}
    Phoenix     {"span_id": …, "name": …, "annotator_kind": "HUMAN", "result": {"label", "score"}}
    LangSmith   {"run_id": …, "key": …, "score": …, "feedback_source": {"type": …, "user_id": …}}

A trace (or observation, span, run, session) is an item, the name of a score a layer, and the coder
whoever gave it: a person, a judge, a program. Of several scores of one coder the newest counts, by
the time in the record, because Phoenix lists the newest first; without a time the last one.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_records, parse_json
from accord.errors import DataError


class TraceScore(NamedTuple):
    """One score; `kind` is what gave it where nobody is named: a kind of source may be many."""

    item: str
    coder: str | None
    kind: str
    layer: str
    value: Any
    time: float | None


def _filed(
    file: File, options: Options, scores: Callable[[Any, str, Marks], Iterator[TraceScore]]
) -> Marks:
    """Marks of all scores in records; the newer of two of one coder counts."""
    text, _ = file.text(options.encoding)
    marks = Marks(file.name)
    kept: dict[tuple[str, str, str], tuple[TraceScore, str]] = {}

    def read(numbered: tuple[int, Any]) -> None:
        at, record = numbered
        where = f"{file.name}:{at}"
        if not js.is_mapping(record):
            raise DataError(f"{where}: found {js.shown(record)}, expected an object")
        marks.rows += 1
        for score in list(scores(record, where, marks)):  # all of a record, or nothing
            if score.value is None:
                marks.drop("score", "without a value")
                continue
            key = (score.item, score.coder or score.kind, score.layer)
            before = kept.get(key)
            if before is not None:
                by = "by the same coder" if score.coder else f"by {score.kind}, nobody named"
                marks.drop("earlier score", f"of an item {by}")
            if before is None or not _older(score, before[0]):
                kept[key] = (score, where)

    marks.each(_records(text, file, options, marks), read)
    for (item, coder, layer), (score, where) in kept.items():
        marks.label(item, coder, layer, js.label_in(score.value), where)
    return marks


def _older(score: TraceScore, other: TraceScore) -> bool:
    # Only two times can be compared; without one, the order of the file counts.
    return score.time is not None and other.time is not None and score.time < other.time


def _time(record: dict[str, Any], *keys: str) -> float | None:
    """The first of these times that is there, in seconds; text without a zone is UTC."""
    for key in keys:
        milliseconds, text = js.number_if_any(record.get(key)), js.as_text(record.get(key))
        try:
            if milliseconds is not None:
                return milliseconds / 1000
            if text is not None:
                time = datetime.fromisoformat(text)
                return (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()
        except (ValueError, OverflowError):
            continue
    return None


def _records(text: str, file: File, options: Options, marks: Marks) -> Iterator[tuple[int, Any]]:
    """A list, JSON Lines, or one object whose `data`, `traces` or `scores` is the list."""
    # Exports through an API wrap the list in an object; those to storage write lines.
    begun = text.strip()
    lines = "\n{" in begun and begun.partition("\n")[0].rstrip().endswith("}")
    if begun.startswith("{") and not lines:
        found = parse_json(text, file.name, options.limits)
        lists = (found.get(key) for key in ("data", "traces", "scores", "feedback"))
        inner = next(filter(js.is_list, lists), [found])
        return iter(enumerate(inner, start=1))
    return json_records(text, file.name, options.limits, marks.skip)


def _first(record: dict[str, Any], *keys: str) -> str | None:
    """The first of these keys that has something, as text."""
    return next((str(record[key]) for key in keys if record.get(key) not in (None, "")), None)


def sniff_mlflow(head: Head) -> bool:
    """Assessments; before version 3 their name was not called `assessment_name`."""
    return '"assessment_name"' in head.text or '"assessment_id"' in head.text


def read_mlflow(file: File, options: Options) -> Marks:
    """Read assessments of MLflow traces; those that were replaced are not valid."""

    def scores(record: dict[str, Any], where: str, marks: Marks) -> Iterator[TraceScore]:
        info = js.optional(record, "info", where, dict, record)
        listed = js.optional(info, "assessments", where, list, None)
        for assessment in listed if listed is not None else [record]:
            one = js.checked(assessment, "assessments", where, dict)
            trace = _first(one, "trace_id") or _first(info, "trace_id", "request_id")
            if trace is None:
                raise DataError(f"{where}: the assessment names no trace")
            feedback = js.optional(one, "feedback", where, dict, None)
            if feedback is None:
                if one.get("issue"):
                    marks.drop("issue", "(what is wrong, not a score)")
                else:
                    marks.drop("expectation", "(what should be, not a score)")
            elif one.get("valid") is False:
                marks.drop("assessment", "that a later one replaces")
            elif feedback.get("error") or one.get("error"):
                marks.drop("assessment", "that ended with an error")
            else:
                source = js.mapping_at(one, "source", where)
                coder = _first(source, "source_id")  # MLflow writes "default" where none is given
                span = _first(one, "span_id")
                yield TraceScore(
                    f"{trace}/{span}" if span else trace,
                    None if coder == "default" else coder,
                    _first(source, "source_type") or "(no source)",
                    _first(one, "assessment_name", "name") or "feedback",
                    feedback.get("value"),
                    _time(one, "last_update_time", "last_update_time_ms", "create_time"),
                )

    return _filed(file, options, scores)


def sniff_langfuse(head: Head) -> bool:
    """Scores of the API (camel case), or of the export to storage (snake case)."""
    return any(f'"{key}"' in head.text for key in ("traceId", "dataType", "data_type"))


def read_langfuse(file: File, options: Options) -> Marks:
    """Read scores of Langfuse: versions 1 to 3 of the API, and the export to storage."""

    def scores(record: dict[str, Any], where: str, marks: Marks) -> Iterator[TraceScore]:
        kind = _first(record, "dataType", "data_type")
        if kind in ("TEXT", "CORRECTION"):
            marks.drop("score", "that is free text")
            return
        value = record.get("value")
        if kind == "BOOLEAN" and value is not None:  # 1, true or "True", as the version has it
            value = str(value).lower() in ("1", "1.0", "true")
        elif kind != "NUMERIC":
            value = _first(record, "stringValue", "string_value") or value
        yield TraceScore(
            _scored(record, where),
            _first(record, "authorUserId", "author_user_id", "evaluator_id"),
            _first(record, "source") or "(no source)",
            js.needed(record, "name", where, str),
            value,
            _time(record, "updatedAt", "updated_at", "timestamp"),
        )

    return _filed(file, options, scores)


def _scored(record: dict[str, Any], where: str) -> str:
    """What a score of Langfuse is about; version 3 has it in `subject`, if asked for."""
    subject = js.mapping_at(record, "subject", where)
    trace = _first(record, "traceId", "trace_id") or _first(subject, "traceId", "trace_id")
    part = _first(record, "observationId", "observation_id") or _first(subject, "id")
    whole = _first(record, "sessionId", "session_id", "datasetRunId", "dataset_run_id")
    item = f"{trace}/{part}" if trace and part else trace or part or whole
    if item is None:
        raise DataError(
            f"{where}: the score names no trace, observation, session or run; "
            "from the API's version 3 fetch the field 'subject' too"
        )
    return item


def sniff_phoenix(head: Head) -> bool:
    """Annotations of spans, traces or sessions."""
    return any(f'"{what}_id"' in head.text for what in ("span", "trace", "session"))


def read_phoenix(file: File, options: Options) -> Marks:
    """Read annotations of Phoenix, of its API or of its data frame: the label, else the score.

    Whoever has the key is the user of all that a program sends, so a user counts for what people
    did in the application; what was sent has an identifier, else the kind of annotator.
    """

    def scores(record: dict[str, Any], where: str, marks: Marks) -> Iterator[TraceScore]:
        item = _first(record, "span_id", "trace_id", "session_id")
        if item is None:
            raise DataError(f"{where}: the annotation names no span, trace or session")
        if record.get("document_position") is not None:
            item = f"{item}/{record['document_position']}"
        result = js.optional(record, "result", where, dict, record)
        name = _first(record, "name", "annotation_name") or "annotation"
        keys = ("label", "result.label", "score", "result.score")
        value = next((result[key] for key in keys if result.get(key) is not None), None)
        kind = _first(record, "annotator_kind") or "(no annotator)"
        if kind != "HUMAN":
            coder = _first(record, "identifier")
        elif record.get("source") == "APP":
            coder = _first(record, "user_id", "identifier")
        else:
            coder = _first(record, "identifier", "user_id")
        yield TraceScore(item, coder, kind, name, value, _time(record, "updated_at", "created_at"))

    return _filed(file, options, scores)


def read_langsmith(file: File, options: Options) -> Marks:
    """Read feedback of LangSmith: the value, else the score."""

    def scores(record: dict[str, Any], where: str, marks: Marks) -> Iterator[TraceScore]:
        item = _first(record, "run_id", "trace_id")
        if item is None:
            marks.drop("feedback", "on a whole project, not on a run")
            return
        source = js.mapping_at(record, "feedback_source", where)
        kind = _first(source, "type") or "(no source)"
        user = _first(source, "user_id", "ls_user_id", "user_name")
        value = record.get("value") if record.get("value") is not None else record.get("score")
        yield TraceScore(
            item,
            # A program that a person runs is not that person.
            user if user is None or kind in ("app", "(no source)") else f"{user} ({kind})",
            kind,
            js.needed(record, "key", where, str),
            value,
            _time(record, "modified_at", "created_at"),
        )

    return _filed(file, options, scores)
