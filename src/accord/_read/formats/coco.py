"""COCO: boxes, masks and points of things in images, as annotations or as results.

    {"images": [{"id": 1, "file_name": "a.jpg", "width": 640, "height": 480}],
     "categories": [{"id": 3, "name": "cat"}],
     "annotations": [{"image_id": 1, "category_id": 3, "bbox": [x, y, width, height],
                      "segmentation": [[x, y, …]] or {"size", "counts"},
                      "keypoints": [x, y, v, …]}]}
    [{"image_id": 1, "category_id": 3, "bbox": […], "score": 0.9}]            results

Layers: "boxes", "masks", "keypoints". A file is a coder, unless annotations or images name theirs
(`rater_id`, `annotator` …; `rater_list` of an image says who saw it). Images are called by the name
of their file. Crowds, which stand for no single thing, are counted and left out.
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text import json_values as js
from accord._read.text.json_text import json_of
from accord.errors import DataError
from accord.kinds.regions.geometry import MOST_PIXELS, Outline, Points, Raster, joined_runs

# How programs call the coder of an annotation or of an image.
_CODERS = (
    *("rater_id", "rater", "annotator", "annotator_id", "coder", "coder_id", "worker_id"),
    *("user_id", "username", "user"),
)


# How the files of one data set begin, a file for each task.
_TASKS = ("instances", "person_keypoints", "panoptic", "stuff", "captions", "image_info", "labels")


def _alone(file: File) -> None:
    """Files of one data set are not coders: instances_val.json and person_keypoints_val.json."""
    task = next((task for task in _TASKS if file.stem.startswith(f"{task}_")), None)
    if task is None:
        return
    rest = file.stem.removeprefix(task)
    names = {f"{other}{rest}{file.suffix}" for other in _TASKS if other != task}
    beside = [n for n, one in file.among.items() if one.folder == file.folder]
    others = [name for name in beside if PurePosixPath(name).name in names]
    if others:
        raise DataError(
            f"{file.name}, {others[0]}: files of one data set, a task in each, and not of two "
            "coders; give the same task of each coder"
        )


def read_coco(file: File, options: Options) -> Marks:
    """Read annotations or results in the form of COCO."""
    _alone(file)
    found = json_of(file, options)
    marks = Marks(file.name, main="boxes")
    if js.is_list(found):
        marks.knows_seen = False
        marks.notes.append("COCO results: images and categories are told by their numbers")
        marks.each(enumerate(found, start=1), lambda one: _file(one, {}, {}, file.name, marks))
        return marks
    images = _images(found, file.name, marks)
    names = {
        js.id_at(one, "id", file.name): str(js.needed(one, "name", file.name))
        for one in js.list_at(found, "categories", file.name)
    }
    drawn = js.list_at(found, "annotations", file.name)
    inside = any(_coder(js.as_mapping(one)) is not None for one in drawn)
    silent = inside and all(coder is None for _, coder in marks.seen)
    if silent:  # coders are named, but not who looked at what
        marks.knows_seen = False
        marks.seen.clear()
    marks.each(enumerate(drawn, start=1), lambda one: _file(one, images, names, file.name, marks))
    if silent:  # every named coder may have seen every image
        who = dict.fromkeys(coder for _, coder in marks.seen)
        marks.seen.update(dict.fromkeys((name, c) for name, _ in images.values() for c in who))
    return marks


# Number of an image → its name, and its coder where the file has an image for each coder.
Images = Mapping[str, tuple[str, str | None]]


def _images(found: Any, source: str, marks: Marks) -> dict[str, tuple[str, str | None]]:
    images: dict[str, tuple[str, str | None]] = {}
    for at, image in enumerate(js.list_at(found, "images", source), start=1):
        where = f"{source}: image {at}"
        number_of = js.id_at(image, "id", where)
        name = js.optional(image, "file_name", where, str, "") or number_of
        name = PurePosixPath(name.replace("\\", "/")).name
        raters = [str(rater) for rater in js.list_at(image, "rater_list", where)]
        own = None if raters else _coder(image)
        images[number_of] = (name, own)
        marks.size(name, image.get("width"), image.get("height"), where)
        for coder in raters:
            marks.saw(name, coder)
        if not raters:
            marks.saw(name, own)
    return images


def _coder(record: Mapping[str, Any]) -> str | None:
    names = (record.get(key) for key in _CODERS)
    return next((str(name) for name in names if js.is_name(name) and name != ""), None)


def _file(
    numbered: tuple[int, Any], images: Images, names: Mapping[str, str], source: str, marks: Marks
) -> None:
    at, one = numbered
    where = f"{source}: annotation {at}"
    marks.rows += 1
    image = js.id_at(one, "image_id", where)
    if images and image not in images:
        raise DataError(f"{where}: no image has the id {image!r}")
    name, own = images[image] if images else (image, None)
    kind = js.id_at(one, "category_id", where, "")
    if names and kind and kind not in names:
        raise DataError(f"{where}: no category has the id {kind!r}")
    label = names.get(kind, kind)
    coder = _coder(one) or own
    if js.optional(one, "iscrowd", where, (int, bool), 0):
        marks.drop("crowd")
        return
    box = one.get("bbox")
    if box:
        x, y, width, height = _numbers(box, "bbox", where, 4)
        if width <= 0 or height <= 0:  # IoU of such a box is 0 with everything
            marks.drop("box", "without area")
        else:
            marks.region(name, coder, "boxes", label, where, (x, y, x + width, y + height))
    mask = one.get("segmentation")
    if mask:
        shape = outline_of(mask, where) if js.is_list(mask) else raster_of(mask, where)
        if shape is None:
            marks.drop("mask", "without area")
        else:
            marks.region(name, coder, "masks", label, where, shape)
    points = one.get("keypoints")
    _left_out(one, where, marks, drawn=bool(box or mask or points))
    if points:
        area = one.get("area") or (width * height if box else None)
        marked = _points_of(_numbers(points, "keypoints", where), area, where)
        if marked is None:
            marks.drop("set of points", "none of which was marked")
        else:
            marks.region(name, coder, "keypoints", label, where, marked)


def _left_out(one: Mapping[str, Any], where: str, marks: Marks, *, drawn: bool) -> None:
    """Count what of an annotation is no region."""
    marks.drop("score", "of a model", int("score" in one))  # people give none
    if "segments_info" in one:
        segments = js.list_at(one, "segments_info", where)
        marks.drop("panoptic segment", "", len(segments))
    elif not drawn:
        kind = "caption" if "caption" in one else "annotation"
        marks.drop(kind, "without a box, a mask or points")


def _numbers(value: Any, key: str, where: str, many: int | None = None) -> list[float]:
    if not js.is_list(value) or (many is not None and len(value) != many):
        wanted = "a list of numbers" if many is None else f"{many} numbers"
        raise DataError(f"{where}: {key!r} is {js.shown(value)}, expected {wanted}")
    return [js.number_in(one, key, where) for one in value]


def outline_of(rings: Sequence[Any], where: str) -> Outline | None:
    """Polygons, each a list x, y, x, y …; None where none has three corners."""
    outline = []
    for ring in rings if js.is_list(rings[0]) else [rings]:
        flat = _numbers(ring, "segmentation", where)
        corners = tuple(zip(flat[::2], flat[1::2], strict=len(flat) % 2 == 0))
        if len(set(corners)) > 2:  # fewer corners enclose nothing
            outline.append(corners)
    return Outline(tuple(outline)) if outline else None


def _points_of(flat: Sequence[float], area: Any, where: str) -> Points | None:
    """Points from x, y, v: not marked where v is 0; None where none was."""
    if len(flat) % 3:
        raise DataError(f"{where}: {len(flat)} numbers of points, expected x, y and v of each")
    places = tuple(
        (x, y) if v > 0 else None for x, y, v in zip(flat[::3], flat[1::3], flat[2::3], strict=True)
    )
    known = js.number_in(area, "area", where) if area is not None else None
    return Points(places, known or None) if any(p is not None for p in places) else None


def raster_of(mask: Any, where: str) -> Raster | None:
    """A mask from run lengths, as a list or packed as text."""
    height, width = (
        int(one) for one in _numbers(js.needed(mask, "size", where, list), "size", where, 2)
    )
    if height < 1 or width < 1 or height * width > MOST_PIXELS:
        raise DataError(f"{where}: a mask of {width} × {height} pixels cannot be read")
    counts = js.needed(mask, "counts", where, (list, str))
    lengths = (
        _unpacked(counts, where)
        if js.as_text(counts) is not None
        else _numbers(counts, "counts", where)
    )
    runs, at = [], 0
    for turn, length in enumerate(lengths):
        if length < 0 or length != int(length):
            raise DataError(f"{where}: a run of {length} pixels")
        if turn % 2:
            runs.append((at, at + int(length)))
        at += int(length)
    if at != height * width:
        raise DataError(f"{where}: runs of {at} pixels in a mask of {height * width}")
    joined = joined_runs(runs)
    return Raster(height, width, tuple(map(tuple, joined.tolist()))) if len(joined) else None


def _unpacked(text: str, where: str) -> list[int]:
    """COCO's packed run lengths: five bits a letter, differences from the run before the last."""
    lengths: list[int] = []
    value = shift = 0
    for letter in text:
        bits = ord(letter) - 48
        if not 0 <= bits < 64:  # six bits a letter: five of the number, one that says it goes on
            raise DataError(f"{where}: {letter!r} is not a packed run length")
        value |= (bits & 31) << shift
        shift += 5
        if bits & 32:
            if shift > 60:  # no image has more than 2**60 pixels
                raise DataError(f"{where}: a packed run length without an end")
            continue
        if bits & 16:
            value -= 1 << shift
        lengths.append(value + (lengths[-2] if len(lengths) > 2 else 0))
        value = shift = 0
    if shift:
        raise DataError(f"{where}: a packed run length without an end")
    return lengths
