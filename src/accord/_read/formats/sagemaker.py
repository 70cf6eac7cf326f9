"""SageMaker Ground Truth: worker responses and consolidation requests.

The output manifest holds consolidated labels without workers and is refused by name; the
workers are in annotations/worker-response and in consolidation requests.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text.json_text import needed, optional, parse_json, whole
from accord.errors import DataError


def sniff_sagemaker(head: Head) -> bool:
    """Workers with their annotations, or a manifest."""
    worker = '"workerId"' in head.text
    request = worker and '"annotationData"' in head.text
    response = worker and '"answerContent"' in head.text
    manifest = '"source-ref"' in head.text or (
        '-metadata"' in head.text and '"job-name"' in head.text
    )
    return request or response or manifest


def read_sagemaker(file: File, options: Options) -> Marks:
    """Read a worker response or a consolidation request."""
    text, _ = file.text(options.encoding)
    if '"workerId"' not in text:
        raise DataError(
            f"{file.name}: an output manifest holds consolidated labels, not those of workers; "
            "read annotations/worker-response or the consolidation request instead"
        )
    record = parse_json(text, file.name, options.limits)
    marks = Marks(file.name)
    for item, worker, content in _answers(record, file, options):
        marks.rows += 1
        where = f"{file.name}: object {item}, worker {worker}"
        for key, value in content.items():
            marks.saw(item, worker, key)
            _file(marks, item, worker, key, value, where)
    return marks


def _answers(
    record: Any, file: File, options: Options
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    if isinstance(record, dict):
        item = PurePosixPath(file.folder).name or file.stem
        for number, answer in enumerate(optional(record, "answers", file.name, list, []), 1):
            where = f"{file.name}: answer {number}"
            worker = needed(answer, "workerId", where, str)
            yield item, worker, optional(answer, "answerContent", where, dict, {})
        return
    for count, one in enumerate(record if isinstance(record, list) else [], 1):
        where = f"{file.name}: record {count}"
        item = str(needed(one, "datasetObjectId", where, (str, int)))
        for number, answer in enumerate(optional(one, "annotations", where, list, []), 1):
            place = f"{where}, annotation {number}"
            worker = needed(answer, "workerId", place, str)
            data = needed(answer, "annotationData", place, dict)
            content = parse_json(needed(data, "content", place, str), place, options.limits)
            yield item, worker, content if isinstance(content, dict) else {}


def _file(marks: Marks, item: str, worker: str, key: str, value: Any, where: str) -> None:
    if isinstance(value, (str, int, float, bool)):
        marks.label(item, worker, key, value, where)
        return
    if not isinstance(value, dict):
        marks.drop(f"{key} answer", "(neither a label nor a span)")
        return
    label, labels = value.get("label"), value.get("labels")
    if isinstance(label, str):
        marks.label(item, worker, key, label, where)
    elif isinstance(labels, list):
        marks.label(item, worker, key, frozenset(map(str, labels)), where)
    elif isinstance(value.get("entities"), list):
        for one in value["entities"]:
            begin, end = (
                whole(needed(one, k, where), k, where) for k in ("startOffset", "endOffset")
            )
            marks.span(item, worker, key, needed(one, "label", where, str), where, begin, end)
    elif chosen := [name for name, on in value.items() if on is True]:
        marks.label(item, worker, key, frozenset(chosen), where)
    else:
        parts = ", ".join(list(value)[:3])
        marks.drop("answer", f"with {parts} (areas of images, neither labels nor spans)")
