"""Scores of traces: MLflow assessments, Langfuse scores, Phoenix annotations, LangSmith feedback.

    MLflow      {"trace_id": …, "assessments": [{"assessment_name", "source", "feedback"}]}
    Langfuse    {"traceId": …, "name": …, "value": …, "source": "EVAL", "authorUserId": …}
    Phoenix     {"span_id": …, "name": …, "annotator_kind": "HUMAN", "result": {"label", "score"}}
    LangSmith   {"run_id": …, "key": …, "score": …, "feedback_source": {"type": …, "user_id": …}}

A trace (or observation, span, run) is an item, the name of a score a layer, and the coder whoever
gave it: a person, a judge, a program. Of several scores of one coder the last one counts.
"""

from collections.abc import Callable, Iterator
from typing import Any

from accord.errors import DataError
from accord.read.door.given import File, Head
from accord.read.door.marks import Marks
from accord.read.door.read_options import Options
from accord.read.text.json_text import checked, json_records, needed, optional, parse_json, shown

Score = tuple[str, str, str, Any]
"""Item, coder, layer, value."""


def _filed(
    file: File, options: Options, scores: Callable[[Any, str, Marks], Iterator[Score]]
) -> Marks:
    """Marks of all scores in records; the later of two of one coder counts."""
    text, _ = file.text(options.encoding)
    marks = Marks(file.name)
    last: dict[tuple[str, str, str], tuple[Any, str]] = {}

    def read(numbered: tuple[int, Any]) -> None:
        at, record = numbered
        where = f"{file.name}:{at}"
        if not isinstance(record, dict):
            raise DataError(f"{where}: found {shown(record)}, needed an object")
        marks.rows += 1
        for item, coder, layer, value in scores(record, where, marks):
            if (item, coder, layer) in last:
                marks.drop("earlier score", "of an item by the same coder")
            last[item, coder, layer] = (value, where)

    marks.each(_records(text, file, options, marks), read)
    for (item, coder, layer), (value, where) in last.items():
        marks.label(item, coder, layer, _plain(value), where)
    return marks


def _records(text: str, file: File, options: Options, marks: Marks) -> list[tuple[int, Any]]:
    """A list, JSON Lines, or one object whose `data`, `traces` or `scores` is the list."""
    if text.lstrip().startswith("{") and "\n{" not in text.strip():
        found = parse_json(text, file.name, options.limits)
        inner = next(
            (
                found[k]
                for k in ("data", "traces", "scores", "feedback")
                if isinstance(found.get(k), list)
            ),
            [found],
        )
        return list(enumerate(inner, start=1))
    return json_records(text, file.name, options.limits, marks.skip)


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if value is None or isinstance(value, (str, int, float)) else shown(value)


def sniff_mlflow(head: Head) -> bool:
    """Assessments with their source."""
    return '"assessment_name"' in head.text and '"source"' in head.text


def read_mlflow(file: File, options: Options) -> Marks:
    """Read assessments of MLflow traces."""

    def scores(record: dict[str, Any], where: str, marks: Marks) -> Iterator[Score]:
        info = optional(record, "info", where, dict, record)
        listed = optional(info, "assessments", where, list, None)
        for found in listed if listed is not None else [record]:
            one = checked(found, "assessments", where, dict)
            item = one.get("trace_id") or info.get("trace_id") or info.get("request_id")
            if item is None:
                raise DataError(f"{where}: the assessment names no trace")
            source = optional(one, "source", where, dict, {})
            coder = str(source.get("source_id") or source.get("source_type") or "(no source)")
            name = needed(one, "assessment_name", where, str)
            told = optional(one, "feedback", where, dict, None)
            if told is None:
                marks.drop("expectation", "(what should be, not a score)")
                continue
            yield str(item), coder, name, told.get("value")

    return _filed(file, options, scores)


def read_langfuse(file: File, options: Options) -> Marks:
    """Read scores of Langfuse."""

    def scores(record: dict[str, Any], where: str, marks: Marks) -> Iterator[Score]:
        item = str(needed(record, "traceId", where, str))
        observation = optional(record, "observationId", where, str, None)
        author = optional(record, "authorUserId", where, str, None)
        coder = author or optional(record, "source", where, str, "(no source)")
        text = record.get("stringValue")
        value = text if text is not None else record.get("value")
        yield (
            f"{item}/{observation}" if observation else item,
            coder,
            needed(record, "name", where, str),
            value,
        )

    return _filed(file, options, scores)


def read_phoenix(file: File, options: Options) -> Marks:
    """Read span annotations of Phoenix: the label, else the score."""

    def scores(record: dict[str, Any], where: str, marks: Marks) -> Iterator[Score]:
        item = str(needed(record, "span_id", where, str))
        result = optional(record, "result", where, dict, record)
        coder = record.get("user_id") or record.get("identifier") or record.get("annotator_kind")
        name = record.get("name") or record.get("annotation_name") or "annotation"
        value = result.get("label") if result.get("label") is not None else result.get("score")
        yield item, str(coder or "(no annotator)"), str(name), value

    return _filed(file, options, scores)


def read_langsmith(file: File, options: Options) -> Marks:
    """Read feedback of LangSmith: the value, else the score."""

    def scores(record: dict[str, Any], where: str, marks: Marks) -> Iterator[Score]:
        item = str(needed(record, "run_id", where, str))
        source = optional(record, "feedback_source", where, dict, {})
        coder = (
            source.get("user_id") or source.get("user_name") or source.get("type") or "(no source)"
        )
        value = record.get("value") if record.get("value") is not None else record.get("score")
        yield item, str(coder), needed(record, "key", where, str), value

    return _filed(file, options, scores)
