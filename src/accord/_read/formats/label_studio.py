"""Label Studio JSON: a list of tasks, each with annotations, each with results.

Every labelling control (`from_name`) is a layer. Choices and taxonomies are sets of labels,
ratings and numbers are numbers, text, paragraph, HTML, audio and time series labels are
spans, rectangles, ellipses, polygons and key points of images are regions (in pixels where the
size of the image is known, else in shares of its sides), and brushes are masks; videos are counted.
Predictions and annotations marked as ground truth are no coders, unless named with `coders`.
Several annotations of one coder on one task: the last one counts.
"""

from collections.abc import Hashable, Mapping
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.mask_pixels import brushed
from accord._read.text.json_text import needed, number, optional, parse_json, whole
from accord._read.text.offsets import from_utf16
from accord.kinds.regions.geometry import (
    Outline,
    Points,
    Shape,
    ellipse,
    raster,
    turned_box,
)
from accord.words.said import said

SIDES = ("width", "height")
LABELS = {
    "choices": "choices",
    "taxonomy": "taxonomy",
    "rating": "rating",
    "number": "number",
    "datetime": "datetime",
    "textarea": "text",
    "pairwise": "selected",
}


def sniff_label_studio(head: Head) -> bool:
    """A JSON list of tasks with annotations, predictions or completions that have results."""
    parts = ('"annotations"', '"predictions"', '"completions"')
    return any(part in head.text for part in parts)


def read_label_studio(file: File, options: Options) -> Marks:
    """Read a Label Studio export."""
    tasks = parse_json(file.text(options.encoding)[0], file.name, options.limits)
    marks = Marks(file.name)
    texts: dict[str, dict[str, str]] = {}

    def read(numbered: tuple[int, Any]) -> None:
        at, task = numbered
        where = f"{file.name}: task {at}"
        name = str(optional(task, "id", where, (int, str), at))
        data = optional(task, "data", where, dict, {})
        texts[name] = {k: v for k, v in data.items() if isinstance(v, str)}
        text = next((v for v in data.values() if isinstance(v, str) and " " in v), None)
        if text is not None:
            marks.about.setdefault("text", {})[name] = text
        if any(isinstance(a, dict) and a.get("completed_by") is None for a in _kept(task, where)):
            marks.notes.append(said("read.annotations-name-no-coder"))
        last: dict[str, Mapping[str, Any]] = {}
        for coder, made in _annotations(task, where, marks):
            if coder in last:
                marks.drop("earlier annotation", "of a task by the same coder")
            last[coder] = made
        for coder, made in last.items():
            marks.saw(name, coder)
            file_results(made, name, coder, data, f"{where}, coder {coder!r}", marks)

    marks.each(enumerate(tasks if isinstance(tasks, list) else [tasks], start=1), read)
    take_text(marks, texts)
    return marks


def take_text(marks: Marks, texts: Mapping[str, Mapping[str, str]]) -> None:
    """The text that was marked gives documents their length: the only one that all fit into."""
    spans = [mark for mark in marks.marks if mark.begin is not None]
    keys = {key for found in texts.values() for key, text in found.items() if " " in text}
    fit = [
        key
        for key in keys
        if all(
            key in texts[str(m.document)] and (m.end or 0) <= len(texts[str(m.document)][key])
            for m in spans
        )
    ]
    if spans and len(fit) == 1:
        marks.texts = {name: found[fit[0]] for name, found in texts.items() if fit[0] in found}


def _annotations(task: Any, where: str, marks: Marks) -> list[tuple[str, Mapping[str, Any]]]:
    """The annotations of a task with their coders, the oldest first."""
    found = []
    for at, made in enumerate(_kept(task, where), start=1):
        marks.rows += 1
        if optional(made, "was_cancelled", where, bool, False):
            marks.drop("cancelled annotation")
        elif optional(made, "ground_truth", where, bool, False):
            found.append(("ground_truth", made))
        else:
            found.append((coder_of(made.get("completed_by"), at, where), made))
    found.sort(key=lambda pair: str(pair[1].get("updated_at") or pair[1].get("created_at") or ""))
    for made in optional(task, "predictions", where, list, []):
        version = optional(made, "model_version", where, (str, int), "")
        found.append((f"prediction:{version}", made))
    return found


def _kept(task: Any, where: str) -> list[Any]:
    """The annotations of a task, which were called completions before version 1.0."""
    found: list[Any] = optional(task, "annotations", where, list, []) or optional(
        task, "completions", where, list, []
    )
    return found


def coder_of(who: Any, at: int, where: str) -> str:
    """The coder: the address or the number of a user, else the number of the annotation."""
    if isinstance(who, dict):
        return str(optional(who, "email", where, str, "") or needed(who, "id", where, (int, str)))
    return f"annotation {at}" if who is None else str(who)


def file_results(
    made: Mapping[str, Any],
    task: str,
    coder: str,
    data: Mapping[str, Any],
    where: str,
    marks: Marks,
) -> None:
    """File the results of one annotation."""
    regions: dict[str, tuple[float, float]] = {}
    given = optional(made, "result", where, list, [])
    flat = [r for part in given for r in (part if isinstance(part, list) else [part])]
    results = [result for result in flat if isinstance(result, dict)]
    marks.drop("result", "of unexpected form", len(flat) - len(results))
    for result in results:
        kind = optional(result, "type", where, str, "")
        value = optional(result, "value", where, dict, {})
        layer = optional(result, "from_name", where, str, kind)
        if kind == "relation":
            continue
        if not value:
            marks.drop(f"{kind or 'unnamed'} result", "without a value")
            continue
        label = _label(value, kind, where)
        span = (
            _span(value, kind, data, where, marks)
            if kind.endswith("labels") or ("start" in value)
            else None
        )
        if span is not None:
            regions[str(result.get("id"))] = span
            for one in sorted(label) if isinstance(label, frozenset) and label else (label,):
                marks.span(task, coder, layer, one, where, *span)
        elif (shape := _painted_or_drawn(value, result, where)) is not None:
            _size(result, task, where, marks)
            marks.region(task, coder, layer, _joined(label), where, shape)
        elif kind in LABELS and "x" not in value:
            marks.label(task, coder, layer, label, where)
        else:
            marks.drop(f"{kind or 'unnamed'} result", "(neither a label nor a region)")
    for result in results:
        if result.get("type") == "relation":
            _relation(result, regions, task, coder, where, marks)


def _joined(label: Hashable) -> str:
    return "|".join(sorted(label)) if isinstance(label, frozenset) else str(label or "")


def _size(result: Mapping[str, Any], task: str, where: str, marks: Marks) -> None:
    marks.sizes.setdefault(task, (100.0, 100.0))  # places are shares of a hundred
    marks.size(task, result.get("original_width"), result.get("original_height"), where)


def _region(value: Mapping[str, Any], result: Mapping[str, Any], where: str) -> Shape | None:
    """The region of an image, None for what is none; places are shares of a hundred."""
    if "sequence" in value or "start" in value:
        return None
    sides = [result.get(key) for key in ("original_width", "original_height")]
    known = all(isinstance(side, (int, float)) and side > 0 for side in sides)
    across, down = (float(side or 0) / 100 if known else 1.0 for side in sides)
    points = value.get("points")
    if isinstance(points, list):
        ring = tuple(
            (number(pair[0], "points", where) * across, number(pair[1], "points", where) * down)
            for pair in points
            if isinstance(pair, list) and len(pair) == 2
        )
        return Outline((ring,)) if len(set(ring)) > 2 else None
    if "x" not in value or "y" not in value:
        return None

    def told(key: str, by: float) -> float:
        return float(number(value[key], key, where)) * by

    x, y = told("x", across), told("y", down)
    turned = told("rotation", 1.0) if value.get("rotation") is not None else 0.0
    if "radiusX" in value and "radiusY" in value:
        wide, high = told("radiusX", across), told("radiusY", down)
        return ellipse(x, y, wide, high, turned) if wide > 0 and high > 0 else None
    if "width" in value and "height" in value:
        wide, high = told("width", across), told("height", down)
        return turned_box(x, y, wide, high, turned, (x, y)) if wide > 0 and high > 0 else None
    return Points(((x, y),)) if "width" in value else None


def _painted_or_drawn(
    value: Mapping[str, Any], result: Mapping[str, Any], where: str
) -> Shape | None:
    """The mask of a brush, or the region that was drawn; None where there is neither."""
    packed = value.get("rle")
    if value.get("format") != "rle" or not isinstance(packed, list):
        return _region(value, result, where)
    width, height = (whole(needed(result, f"original_{s}", where), s, where) for s in SIDES)
    found = raster(brushed(packed, width, height, where))
    return found if found.runs else None


def _relation(
    result: Mapping[str, Any],
    regions: Mapping[str, tuple[float, float]],
    task: str,
    coder: str,
    where: str,
    marks: Marks,
) -> None:
    ends = [regions.get(str(result.get(key))) for key in ("from_id", "to_id")]
    if ends[0] is None or ends[1] is None:
        marks.drop("relation", "not between two spans")
        return
    label = "|".join(map(str, optional(result, "labels", where, list, []))) or "related"
    marks.relation(task, coder, label, where, ends[0], ends[1])


def _label(value: Mapping[str, Any], kind: str, where: str) -> Hashable:
    key = LABELS.get(kind) or (kind if kind in value else "labels")
    found = value.get(key)
    if kind == "taxonomy":
        paths = [p if isinstance(p, list) else [p] for p in optional(value, key, where, list, [])]
        return frozenset("/".join(map(str, path)) for path in paths)
    if kind in ("rating", "number"):
        return number(found, key, where)
    if kind == "textarea":
        return "\n".join(map(str, found)) if isinstance(found, list) else str(found)
    if isinstance(found, list):
        return frozenset(map(str, found))
    return None if found is None else str(found)


def _span(
    value: Mapping[str, Any], kind: str, data: Mapping[str, Any], where: str, marks: Marks
) -> tuple[float, float] | None:
    """Begin and end, None for what is no span; text offsets are checked where quoted."""
    if kind == "paragraphlabels" or "startOffset" in value:
        whole_text = value.get("globalOffsets")
        if isinstance(whole_text, dict):
            return (
                whole(needed(whole_text, "start", where), "start", where),
                whole(needed(whole_text, "end", where), "end", where),
            )
        return _in_paragraphs(value, data, where)
    if "start" not in value or "end" not in value:
        return None
    begin, end = (number(value[key], key, where) for key in ("start", "end"))
    quoted, texts = value.get("text"), [v for v in data.values() if isinstance(v, str)]
    if isinstance(quoted, str) and texts and isinstance(begin, int) and isinstance(end, int):
        if any(text[begin:end] == quoted for text in texts):
            return begin, end
        text = max(texts, key=len)
        if not text.isascii() and len(text.encode("utf-16-le")) // 2 >= end:
            convert = from_utf16(text)
            first, last = convert(begin, where), convert(end, where)
            if text[first:last] == quoted:
                marks.notes.append("old export: UTF-16 offsets turned into code points")
                return first, last
        marks.check_quoted(text, begin, end, quoted, where)
    return begin, end


def _in_paragraphs(
    value: Mapping[str, Any], data: Mapping[str, Any], where: str
) -> tuple[float, float] | None:
    """Offsets inside paragraphs, counted from the first paragraph on."""
    turns = next(
        (v for v in data.values() if isinstance(v, list) and v and isinstance(v[0], dict)), None
    )
    first, last = value.get("start"), value.get("end")
    if turns is None or not str(first).isdecimal() or not str(last).isdecimal():
        return None
    sizes = [
        max((len(t) for t in turn.values() if isinstance(t, str)), default=0)
        for turn in turns
        if isinstance(turn, dict)
    ]
    begins = [sum(sizes[:n]) + n for n in range(len(sizes) + 1)]
    edges = []
    for side, key in (("start", "startOffset"), ("end", "endOffset")):
        paragraph = whole(value[side], side, where)
        if paragraph >= len(begins):
            return None
        edges.append(begins[paragraph] + whole(needed(value, key, where), key, where))
    return edges[0], edges[1]
