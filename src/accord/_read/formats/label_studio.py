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
from accord._read.text import json_values as js
from accord._read.text.json_text import json_of
from accord._read.text.offsets import from_utf16
from accord.kinds.regions.geometry import Outline, Points, Shape, ellipse, raster, turned_box
from accord.words.said import said

_SIDES = ("width", "height")
RESULT_TYPES = {
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
    tasks = json_of(file, options)
    marks = Marks(file.name)
    texts: dict[str, dict[str, str]] = {}

    def read(numbered: tuple[int, Any]) -> None:
        at, task = numbered
        where = f"{file.name}: task {at}"
        name = js.id_at(task, "id", where, at)
        data = js.mapping_at(task, "data", where)
        note_texts(marks, texts, name, data)
        if any(js.is_mapping(a) and a.get("completed_by") is None for a in _kept(task, where)):
            marks.notes.append(said("read.annotations-name-no-coder"))
        last: dict[str, Mapping[str, Any]] = {}
        for coder, annotation in _annotations(task, where, marks):
            if coder in last:  # who submits again corrects what was submitted before
                marks.drop("earlier annotation", "of a task by the same coder")
            last[coder] = annotation
        for coder, annotation in last.items():
            marks.saw(name, coder)
            file_results(annotation, name, coder, data, f"{where}, coder {coder!r}", marks)

    marks.each(enumerate(js.one_or_many(tasks), start=1), read)
    take_text(marks, texts)
    return marks


def note_texts(
    marks: Marks, texts: dict[str, dict[str, str]], task: str, data: dict[str, Any]
) -> None:
    """Keep the texts of a task; the first that is more than a word or an address is shown."""
    texts[task] = js.texts_of(data)
    text = next((text for text in texts[task].values() if " " in text), None)
    if text is not None:
        marks.about.setdefault("text", {})[task] = text


def take_text(marks: Marks, texts: Mapping[str, Mapping[str, str]]) -> None:
    """The text that was marked gives documents their length: the only one that all fit into."""
    spans = [mark for mark in marks.marks if mark.begin is not None]
    keys = {key for own in texts.values() for key, text in own.items() if " " in text}
    fit = [
        key
        for key in keys
        if all(
            key in texts[str(m.document)] and (m.end or 0) <= len(texts[str(m.document)][key])
            for m in spans
        )
    ]
    if spans and len(fit) == 1:
        marks.texts = {name: own[fit[0]] for name, own in texts.items() if fit[0] in own}


def _annotations(task: Any, where: str, marks: Marks) -> list[tuple[str, Mapping[str, Any]]]:
    """The annotations of a task with their coders, the oldest first."""
    annotations = []
    for at, one in enumerate(_kept(task, where), start=1):
        marks.rows += 1
        if js.optional(one, "was_cancelled", where, bool, False):
            marks.drop("cancelled annotation")  # skipped, which is not the same as empty
        elif js.optional(one, "ground_truth", where, bool, False):
            annotations.append(("ground_truth", one))
        else:
            annotations.append((coder_of(one.get("completed_by"), at, where), one))
    annotations.sort(key=lambda pair: time_of(pair[1]))
    for one in js.list_at(task, "predictions", where):
        version = js.optional(one, "model_version", where, (str, int), "")
        annotations.append((f"prediction:{version}", one))
    return annotations


def _kept(task: Any, where: str) -> list[Any]:
    """The annotations of a task, which were called completions before version 1.0."""
    return js.list_at(task, "annotations", where) or js.list_at(task, "completions", where)


def time_of(annotation: Mapping[str, Any]) -> str:
    """When an annotation was changed last, as text that sorts; "" where it does not say."""
    return str(annotation.get("updated_at") or annotation.get("created_at") or "")


def coder_of(who: Any, at: int, where: str) -> str:
    """The coder: the address or the number of a user, else the number of the annotation."""
    if js.is_mapping(who):
        return str(js.text_at(who, "email", where) or js.needed(who, "id", where, (int, str)))
    return f"annotation {at}" if who is None else str(who)


def file_results(
    annotation: Mapping[str, Any],
    task: str,
    coder: str,
    data: Mapping[str, Any],
    where: str,
    marks: Marks,
) -> None:
    """File the results of one annotation."""
    regions: dict[str, tuple[float, float]] = {}
    # Aggregated exports before version 1.0 have a list of results for each coder.
    flat = [one for part in js.list_at(annotation, "result", where) for one in js.one_or_many(part)]
    results = [one for one in flat if js.is_mapping(one)]
    marks.drop("result", "of unexpected form", len(flat) - len(results))
    for result in results:
        kind = js.optional(result, "type", where, str, "")
        value = js.mapping_at(result, "value", where)
        layer = js.optional(result, "from_name", where, str, kind)
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
            for one in _sorted(label) or (label,):
                marks.span(task, coder, layer, one, where, *span)
        elif (shape := _painted_or_drawn(value, result, where)) is not None:
            _size(result, task, where, marks)
            joined = "|".join(_sorted(label)) or str(label or "")
            marks.region(task, coder, layer, joined, where, shape)
        elif kind in RESULT_TYPES and "x" not in value:
            marks.label(task, coder, layer, label, where)
        else:
            marks.drop(f"{kind or 'unnamed'} result", "(neither a label nor a region)")
    for result in results:
        if result.get("type") == "relation":
            _relation(result, regions, task, coder, where, marks)


def _sorted(label: Hashable) -> list[str]:
    """The labels of a set in order; none where it is no set."""
    return sorted(label) if isinstance(label, frozenset) else []


def _size(result: Mapping[str, Any], task: str, where: str, marks: Marks) -> None:
    marks.sizes.setdefault(task, (100.0, 100.0))  # places are shares of a hundred
    marks.size(task, result.get("original_width"), result.get("original_height"), where)


def _region(value: Mapping[str, Any], result: Mapping[str, Any], where: str) -> Shape | None:
    """The region of an image, None for what is none; places are shares of a hundred."""
    if "sequence" in value or "start" in value:
        return None
    sides = [result.get(key) for key in ("original_width", "original_height")]
    known = all((js.number_if_any(side) or 0) > 0 for side in sides)
    across, down = (float(side or 0) / 100 if known else 1.0 for side in sides)
    points = value.get("points")
    if js.is_list(points):
        ring = tuple(
            (
                js.number_in(pair[0], "points", where) * across,
                js.number_in(pair[1], "points", where) * down,
            )
            for pair in points
            if len(js.as_list(pair)) == 2
        )
        return Outline((ring,)) if len(set(ring)) > 2 else None
    if "x" not in value or "y" not in value:
        return None

    def scaled(key: str, by: float) -> float:
        return float(js.number_in(value[key], key, where)) * by

    x, y = scaled("x", across), scaled("y", down)
    turned = scaled("rotation", 1.0) if value.get("rotation") is not None else 0.0
    if "radiusX" in value and "radiusY" in value:
        wide, high = scaled("radiusX", across), scaled("radiusY", down)
        return ellipse(x, y, wide, high, turned) if wide > 0 and high > 0 else None
    if "width" in value and "height" in value:
        wide, high = scaled("width", across), scaled("height", down)
        return turned_box(x, y, wide, high, turned, (x, y)) if wide > 0 and high > 0 else None
    return Points(((x, y),)) if "width" in value else None  # a key point has a width, no height


def _painted_or_drawn(
    value: Mapping[str, Any], result: Mapping[str, Any], where: str
) -> Shape | None:
    """The mask of a brush, or the region that was drawn; None where there is neither."""
    packed = value.get("rle")
    if value.get("format") != "rle" or not js.is_list(packed):
        return _region(value, result, where)
    width, height = (js.whole(js.needed(result, f"original_{s}", where), s, where) for s in _SIDES)
    mask = raster(brushed(packed, width, height, where))
    return mask if mask.runs else None


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
    label = "|".join(map(str, js.list_at(result, "labels", where))) or "related"
    marks.relation(task, coder, label, where, ends[0], ends[1])


def _label(value: Mapping[str, Any], kind: str, where: str) -> Hashable:
    key = RESULT_TYPES.get(kind) or (kind if kind in value else "labels")
    chosen = value.get(key)
    if kind == "taxonomy":
        paths = map(js.one_or_many, js.list_at(value, key, where))
        return frozenset("/".join(map(str, path)) for path in paths)
    if kind in ("rating", "number"):
        return js.number_in(chosen, key, where)
    if kind == "textarea":
        return "\n".join(map(str, js.one_or_many(chosen)))
    if js.is_list(chosen):
        return frozenset(map(str, chosen))
    return None if chosen is None else str(chosen)


def _span(
    value: Mapping[str, Any], kind: str, data: Mapping[str, Any], where: str, marks: Marks
) -> tuple[float, float] | None:
    """Begin and end, None for what is no span; text offsets are checked where quoted."""
    if kind == "paragraphlabels" or "startOffset" in value:
        whole_text = value.get("globalOffsets")
        if js.is_mapping(whole_text):
            return js.edges_at(whole_text, where)
        return _in_paragraphs(value, data, where)
    if "start" not in value or "end" not in value:
        return None
    begin, end = (js.number_in(value[key], key, where) for key in ("start", "end"))
    quoted, texts = js.as_text(value.get("text")), [*js.texts_of(data).values()]
    if quoted is not None and texts and isinstance(begin, int) and isinstance(end, int):
        if any(text[begin:end] == quoted for text in texts):
            return begin, end
        # Until frontend PR 308 (2021) offsets were the browser's, in UTF-16 units; of several texts
        # the longest is the likeliest to have been marked.
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
        (value for value in map(js.as_list, data.values()) if value and js.is_mapping(value[0])),
        None,
    )
    first, last = value.get("start"), value.get("end")
    if turns is None or not str(first).isdecimal() or not str(last).isdecimal():
        return None
    sizes = [
        max(map(len, js.texts_of(turn).values()), default=0)
        for turn in turns
        if js.is_mapping(turn)
    ]
    begins = [sum(sizes[:n]) + n for n in range(len(sizes) + 1)]
    edges = []
    for side, key in (("start", "startOffset"), ("end", "endOffset")):
        paragraph = js.whole(value[side], side, where)
        if paragraph >= len(begins):
            return None
        edges.append(begins[paragraph] + js.whole(js.needed(value, key, where), key, where))
    return edges[0], edges[1]
