"""JAMS (.jams): annotations of music by several annotators. Times in seconds.

    {"annotations": [{"namespace": "chord", "annotation_metadata": {"annotator": {"name": "Ann"}},
                      "data": [{"time": 0.0, "duration": 1.5, "value": "C:maj"}]}],
     "file_metadata": {"duration": 165.4}}

A namespace is a layer of spans. Where all annotators of a file have the same intervals, as beats
that were given, the values are also labels of these: layer "chord of given intervals".
Observations without length (beats, onsets) are counted and left out.
"""

from typing import Any

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.tiers import TICK
from accord._read.text import json_values as js
from accord._read.text.json_text import json_of
from accord.errors import DataError

Observation = tuple[float, float, Any]  # begin, end, value
_GIVEN = "{} of given intervals"


def read_jams(file: File, options: Options) -> Marks:
    """Read the annotations of one recording."""
    record = json_of(file, options)
    marks = Marks(file.name, resolution=TICK)
    found: dict[str, dict[str | None, list[Observation]]] = {}
    for at, one in enumerate(js.needed(record, "annotations", file.name, list), start=1):
        where = f"{file.name}: annotation {at}"
        layer = js.needed(one, "namespace", where, str)
        coder = _annotator(one, where)
        mine = found.setdefault(layer, {})
        if coder in mine:
            whose = f"of {coder!r}" if coder else "without the name of an annotator"
            raise DataError(
                f"{where}: the second annotation {whose} in namespace {layer!r}; name each "
                "annotator once (annotation_metadata, annotator, name)"
            )
        mine[coder] = _observations(one, where, marks)
    ends = [end for mine in found.values() for data in mine.values() for _, end, _ in data]
    about = js.mapping_at(record, "file_metadata", file.name)
    length = js.number_in(about.get("duration") or 0, "duration", file.name)
    document = file.stem
    marks.extents[document] = (0, max([length, *ends]))
    for layer, mine in found.items():
        _file(marks, document, layer, mine)
    layers = list(dict.fromkeys(mark.layer for mark in marks.marks))
    given = [_GIVEN.format(layer) for layer in found if _GIVEN.format(layer) in layers]
    if len(found) == 1:
        marks.main = next(iter(given or layers), None)
    return marks


def _annotator(one: Any, where: str) -> str | None:
    metadata = js.mapping_at(one, "annotation_metadata", where)
    person = js.mapping_at(metadata, "annotator", where)
    names = (person.get(key) for key in ("name", "id", "email"))
    return next((str(name) for name in names if js.is_name(name) and str(name).strip()), None)


def _observations(one: Any, where: str, marks: Marks) -> list[Observation]:
    """Begin, end and value of each, from a list of objects or an object of lists."""
    data = one.get("data")
    if js.is_mapping(data):
        columns = [js.needed(data, key, where, list) for key in ("time", "duration", "value")]
        if len({*map(len, columns)}) > 1:
            raise DataError(f"{where}: lists of {', '.join(str(len(c)) for c in columns)} parts")
        keys = ("time", "duration", "value")
        data = [dict(zip(keys, cells, strict=True)) for cells in zip(*columns, strict=True)]
    found = []
    for at, each in enumerate(js.checked(data, "data", where, list), start=1):
        place = f"{where}, observation {at}"
        begin = js.number_in(js.needed(each, "time", place), "time", place)
        length = js.number_in(js.needed(each, "duration", place), "duration", place)
        if begin < 0 or length < 0:
            raise DataError(f"{place}: time {begin}, duration {length}; expected numbers from 0")
        found.append((begin, begin + length, each.get("value")))
    marks.rows += len(found)
    return found


def _file(
    marks: Marks, document: str, layer: str, mine: dict[str | None, list[Observation]]
) -> None:
    """A layer of spans, and one of labels where intervals were given."""
    intervals = {tuple((begin, end) for begin, end, _ in data) for data in mine.values()}
    given = len(mine) > 1 and len(intervals) == 1
    for coder, data in mine.items():
        marks.saw(document, coder, layer)
        for at, (begin, end, value) in enumerate(data, start=1):
            where = f"{marks.source}: {layer} of {coder}, observation {at}"
            marks.span(document, coder, layer, js.label_in(value), where, begin, end)
            if given and end > begin:
                place = f"{begin:g}–{end:g}"
                of = _GIVEN.format(layer)
                marks.label(document, coder, of, js.label_in(value), where, item=f"{at}: {place}")
