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
from accord._read.text import json_values as js
from accord._read.text.json_text import parse_json
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
    # Ground Truth makes one label of all workers' by an algorithm of its own: no coder's.
    if '"workerId"' not in text:
        raise DataError(
            f"{file.name}: an output manifest contains consolidated labels, not those of workers; "
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
    if js.is_mapping(record):
        item = PurePosixPath(file.folder).name or file.stem  # a folder for each object
        for number, answer in enumerate(js.list_at(record, "answers", file.name), 1):
            where = f"{file.name}: answer {number}"
            worker = js.needed(answer, "workerId", where, str)
            yield item, worker, js.mapping_at(answer, "answerContent", where)
        return
    for count, one in enumerate(js.as_list(record), 1):
        where = f"{file.name}: record {count}"
        item = js.name_at(one, "datasetObjectId", where)
        for number, answer in enumerate(js.list_at(one, "annotations", where), 1):
            place = f"{where}, annotation {number}"
            worker = js.needed(answer, "workerId", place, str)
            data = js.needed(answer, "annotationData", place, dict)
            content = parse_json(js.needed(data, "content", place, str), place, options.limits)
            yield item, worker, js.as_mapping(content)


def _file(marks: Marks, item: str, worker: str, key: str, value: Any, where: str) -> None:
    if js.is_scalar(value):
        marks.label(item, worker, key, value, where)
        return
    if not js.is_mapping(value):
        marks.drop(f"{key} answer", "(neither a label nor a span)")
        return
    label, labels, entities = (value.get(of) for of in ("label", "labels", "entities"))
    if js.as_text(label) is not None:
        marks.label(item, worker, key, label, where)
    elif js.is_list(labels):
        marks.label(item, worker, key, frozenset(map(str, labels)), where)
    elif js.is_list(entities):
        for one in entities:
            begin, end = js.edges_at(one, where, "startOffset", "endOffset")
            marks.span(item, worker, key, js.needed(one, "label", where, str), where, begin, end)
    elif chosen := [name for name, on in value.items() if on is True]:
        marks.label(item, worker, key, frozenset(chosen), where)
    else:
        parts = ", ".join(list(value)[:3])
        marks.drop("answer", f"with {parts} (areas of images, neither labels nor spans)")
