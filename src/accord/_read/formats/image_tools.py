"""Regions of images in files of one image or one task: CVAT, Pascal VOC, YOLO, LabelMe.

    CVAT     <image name="a.jpg" width="640" height="480"><box label="cat" xtl="1" ytl="2" …/>
    VOC      <annotation><filename>a.jpg</filename><object><name>cat</name><bndbox>…
             (the first LabelMe: <object><name>cat</name><polygon><pt><x>1</x><y>2</y></pt>…)
    YOLO     0 0.5 0.5 0.2 0.3         class, centre, width and height as shares of the image
    LabelMe  {"imagePath": "a.jpg", "shapes": [{"label", "points", "shape_type"}]}

Layers: "areas" (boxes, polygons, ellipses, masks) and "points". Places are taken as they stand: a
box of VOC from 10 to 20 is 10 wide. Coders are folders or files.
"""

import re
from collections.abc import Mapping
from math import dist
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.mask_pixels import small_picture
from accord._read.text import json_values as js
from accord._read.text.json_text import json_of
from accord._read.text.xml_text import XmlNode, content, place, xml_of
from accord.errors import DataError
from accord.kinds.regions.geometry import (
    MOST_PIXELS,
    Box,
    Outline,
    Points,
    Raster,
    Shape,
    ellipse,
    joined_runs,
    turned_box,
)
from accord.model.names import BoolArray

AREAS, POINTS = "areas", "points"


def box_of(first: tuple[float, float], second: tuple[float, float]) -> Box | None:
    """The box between two corners, None where it has no area."""
    (a, b), (c, d) = first, second
    return Box(min(a, c), min(b, d), max(a, c), max(b, d)) if a != c and b != d else None


def _layer(shape: Shape) -> str:
    return POINTS if isinstance(shape, Points) else AREAS


def _base(name: str) -> str:
    """The name of an image without its folders, also those of Windows."""
    return PurePosixPath(name.replace("\\", "/")).name


def _figure(node: XmlNode, key: str, where: str, default: str | None = None) -> float:
    """The number of an attribute; without a default it must be there."""
    value = node.get(key, default)
    if value is None:
        raise DataError(f"{where}: <{node.tag}> has no {key!r}")
    return js.number_in(value, key, where)


def read_cvat(file: File, options: Options) -> Marks:
    """Read CVAT's XML of images; tags of images are labels, tracks of videos are counted."""
    root = xml_of(file, options)
    marks = Marks(file.name, main=AREAS)
    marks.drop("video track", "(export as CVAT for images)", len(root.findall("track")))

    def read(image: Any) -> None:
        where = place(image, file.name)
        name = _base(image.get("name") or image.get("id") or "")
        marks.saw(name, None)
        width, height = (_figure(image, key, where, "0") for key in ("width", "height"))
        marks.size(name, width, height, where)

        def draw(node: Any) -> None:
            marks.rows += 1
            where = place(node, file.name)
            label = node.get("label", "")
            marks.drop("attribute", f"of a {node.tag}", len(node.findall(".//attribute")))
            if node.tag == "tag":
                marks.label(name, None, "tags", frozenset([label]), where)
                return
            shape = _drawn(node, where, (int(width), int(height)))
            if shape is None:
                marks.drop(node.tag)
            else:
                marks.region(name, None, _layer(shape), label, where, shape)

        marks.each(image, draw)

    marks.each(root.findall("image"), read)
    marks.closed["tags"] = "(none)"  # an image without a tag was seen, and not found to be so
    return marks


def _drawn(node: XmlNode, where: str, size: tuple[int, int]) -> Shape | None:
    """The shape that CVAT drew, None for what is no region (lines, cuboids)."""
    if node.tag == "mask":
        return _mask(node, where, size)
    draw = {"box": _box, "polygon": _polygon, "ellipse": _ellipse}.get(node.tag, _marked)
    return draw(node, where)


def _box(node: XmlNode, where: str) -> Shape | None:
    left, top, right, bottom = (_figure(node, k, where) for k in ("xtl", "ytl", "xbr", "ybr"))
    # A click without a drag leaves a box of no size.
    if not (left < right and top < bottom):
        return None
    middle = (left + right) / 2, (top + bottom) / 2
    turned = _figure(node, "rotation", where, "0")
    return turned_box(left, top, right - left, bottom - top, turned, middle)


def _polygon(node: XmlNode, where: str) -> Shape | None:
    corners = _pairs(node.get("points", ""), where)
    # Two corners are a line, which encloses nothing.
    return Outline((corners,)) if len(set(corners)) > 2 else None


def _ellipse(node: XmlNode, where: str) -> Shape | None:
    x, y, across, down = (_figure(node, key, where) for key in ("cx", "cy", "rx", "ry"))
    turned = _figure(node, "rotation", where, "0")
    return ellipse(x, y, across, down, turned) if across > 0 and down > 0 else None


def _marked(node: XmlNode, where: str) -> Shape | None:
    """Points, alone or of a skeleton; None for all else."""
    if node.tag == "points":
        return Points(_pairs(node.get("points", ""), where))
    if node.tag != "skeleton":
        return None
    # By name: coders set the points of a skeleton in any order.
    parts = sorted(node.findall("points"), key=lambda one: one.get("label", ""))
    places = [
        None if one.get("outside") == "1" else _pairs(one.get("points", ""), where)[0]
        for one in parts
    ]
    return Points(tuple(places)) if any(places) else None


def _pairs(text: str, where: str) -> tuple[tuple[float, float], ...]:
    """Corners from "x,y;x,y"."""
    places = []
    for pair in text.split(";"):
        parts = pair.split(",")
        if len(parts) != 2:
            raise DataError(f"{where}: {js.shown(pair)} is not a point; expected x,y")
        places.append(
            (js.number_in(parts[0], "points", where), js.number_in(parts[1], "points", where))
        )
    return tuple(places)


def _mask(node: XmlNode, where: str, size: tuple[int, int]) -> Raster | None:
    """A mask in a part of the image: runs along the rows of that part, off and on in turns."""
    left, top, across, down = (
        int(_figure(node, key, where)) for key in ("left", "top", "width", "height")
    )
    # Files may leave the size of the image out; it is at least as large as what is marked in it.
    width, height = max(size[0], left + across), max(size[1], top + down)
    if min(left, top) < 0 or min(across, down) < 1 or width * height > MOST_PIXELS:
        raise DataError(f"{where}: a mask of {across} × {down} pixels at {left}, {top}")
    lengths = [int(js.number_in(part, "rle", where)) for part in node.get("rle", "").split(",")]
    if min(lengths) < 0 or sum(lengths) != across * down:
        raise DataError(f"{where}: runs of {sum(lengths)} pixels in a mask of {across * down}")
    # The first run is of what is not marked; it may be of length 0.
    on = np.repeat(np.arange(len(lengths)) % 2 == 1, lengths).reshape(down, across)
    return _part_of(on, left, top, width, height)


def _part_of(on: BoolArray, left: int, top: int, width: int, height: int) -> Raster | None:
    """A mask that is told for a part of the image; None where it is empty."""
    rows, columns = np.nonzero(on)
    # Column after column, as COCO's runs go, which all masks are kept as.
    pixels = np.sort((columns + left) * height + rows + top)
    if not len(pixels):
        return None
    breaks = np.flatnonzero(np.diff(pixels) > 1)
    begins = pixels[np.concatenate([[0], breaks + 1])].tolist()
    ends = (pixels[np.concatenate([breaks, [len(pixels) - 1]])] + 1).tolist()
    runs = joined_runs(zip(begins, ends, strict=True))
    return Raster(height, width, tuple(map(tuple, runs.tolist())))


def _inside(node: XmlNode, key: str, where: str) -> float:
    """The number that an element holds in one of its children."""
    return js.number_in(content(node.find(key)).strip(), key, where)


def read_voc(file: File, options: Options) -> Marks:
    """Read Pascal VOC, and the XML of the first LabelMe, whose things are polygons."""
    root = xml_of(file, options)
    marks = Marks(file.name)
    name = _base(content(root.find("filename")).strip()) or None
    marks.saw(name, None)
    old = root.find("imagesize")
    size = root.find("size") if old is None else old
    if size is not None:
        where = place(size, file.name)
        sides = ("width", "height") if old is None else ("ncols", "nrows")
        width, height = (content(size.find(key)).strip() or "0" for key in sides)
        marks.size(
            name, js.number_in(width, "width", where), js.number_in(height, "height", where), where
        )

    def read(thing: Any) -> None:
        where = place(thing, file.name)
        marks.rows += 1
        marks.drop("part", "of a thing", len(thing.findall("part")))
        box, ring = thing.find("bndbox"), thing.find("polygon")
        if content(thing.find("deleted")).strip() == "1":
            marks.drop("object", "that was deleted")
            return
        if box is None and ring is None:
            mask = thing.find("segm") is not None
            marks.drop("mask" if mask else "object", "" if mask else "without a box")
            return
        shape: Shape | None
        if box is not None:
            left, top, right, bottom = (
                _inside(box, key, where) for key in ("xmin", "ymin", "xmax", "ymax")
            )
            shape = box_of((left, top), (right, bottom))
        else:
            places = [
                (_inside(point, "x", where), _inside(point, "y", where))
                for point in ([] if ring is None else ring.findall("pt"))
            ]
            shape = Outline((tuple(places),)) if len(set(places)) > 2 else None
        if shape is None:
            marks.drop("box" if ring is None else "polygon", "without area")
        else:
            label = content(thing.find("name")).strip()
            marks.region(name, None, AREAS, label, where, shape)

    marks.each(root.findall("object"), read)
    return marks


# Files that name the classes of YOLO.
_NAMES = ("classes.txt", "obj.names", "classes.names", "data.yaml", "dataset.yaml", "data.yml")


def sniff_yolo(head: Head) -> bool:
    """Not a list of names."""
    return _base(head.file.name).lower() not in _NAMES


def read_yolo(file: File, options: Options) -> Marks:
    """Read YOLO's labels of one image; an empty file beside them is an image with nothing."""
    marks = Marks(file.name)
    if _base(file.name).lower() in _NAMES:
        return marks
    names, points = _classes(file)
    if not names:
        marks.notes.append(
            f"no {_NAMES[0]} or {_NAMES[3]} names the classes: numbers are categories"
        )
    marks.saw(file.stem, None)
    marks.sizes[file.stem] = (1.0, 1.0)  # places are shares of the image, whose size nobody says
    for other in file.among.values():
        # Of an empty file no format can be told, so it is not read by itself.
        if other.folder == file.folder and other.suffix == ".txt" and not other.size:
            marks.saw(other.stem, None)
    lines = enumerate(file.text(options.encoding)[0].splitlines(), start=1)

    def read(_: int, where: str, text: str) -> None:
        first, *rest = text.split()
        shares = [js.number_in(one, "a share", where) for one in rest]
        if not first.isdecimal():
            raise DataError(f"{where}: {js.shown(first)} is not a class; expected its number")
        # Python makes no number of thousands of digits: nine are more classes than anybody has.
        if names and (len(first) > 9 or int(first) >= len(names)):
            raise DataError(f"{where}: class {first[:20]} of {len(names)} that have names")
        shape = _yolo_shape(shares, points, where)
        marks.drop("score", "of a model", int(len(shares) == 5))
        if shape is None:
            marks.drop("box", "without area")
            return
        label = names[int(first)] if names else first
        marks.region(file.stem, None, _layer(shape), label, where, shape)

    return marks.numbered(((line, text) for line, text in lines if text.strip()), read)


def _yolo_shape(shares: list[float], points: int, where: str) -> Shape | None:
    if len(shares) < 4:
        raise DataError(f"{where}: {len(shares)} numbers behind the class, expected 4 or more")
    x, y, width, height = shares[:4]
    if points and len(shares) > 5:
        rest = shares[4:]
        if len(rest) % points:
            raise DataError(f"{where}: {len(rest)} numbers of points, expected {points} of each")
        seen = rest[2::points] if points == 3 else [1.0] * (len(rest) // points)
        pairs = zip(rest[::points], rest[1::points], seen, strict=True)
        places = tuple((a, b) if v > 0 else None for a, b, v in pairs)
        return Points(places, width * height) if any(places) else None
    if len(shares) in (4, 5):  # the fifth is how certain a model was
        corners = (x - width / 2, y - height / 2), (x + width / 2, y + height / 2)
        return box_of(*corners) if width > 0 and height > 0 else None
    if len(shares) % 2:
        raise DataError(
            f"{where}: {len(shares)} numbers behind the class are neither a box nor a polygon; "
            "for points, data.yaml must have kpt_shape"
        )
    ring = tuple(zip(shares[::2], shares[1::2], strict=True))
    return Outline((ring,)) if len(set(ring)) > 2 else None


def _classes(file: File) -> tuple[list[str], int]:
    """The names of classes in the folder of a file or one above, and how many numbers a point has
    (0: there are no points)."""
    parents = [file.folder, *map(str, PurePosixPath(file.folder).parents)]
    for folder in dict.fromkeys("" if one == "." else one for one in parents):
        for name in _NAMES:
            found = file.among.get(f"{folder}/{name}" if folder else name)
            if found is None and folder == file.folder:
                found = file.beside(name)
            if found is not None:
                text = found.text()[0]
                if not name.endswith((".yaml", ".yml")):
                    return [line.strip() for line in text.splitlines() if line.strip()], 0
                shape = re.search(r"^kpt_shape:\s*\[\s*\d+\s*,\s*([23])\s*\]", text, re.M)
                return _named(text), int(shape[1]) if shape else 0
    return [], 0


def _named(text: str) -> list[str]:
    """The names in a YAML file: a list in brackets, a list of lines, or numbered lines."""
    bracket = re.search(r"^names:\s*\[([^\]]*)\]", text, re.M)
    if bracket:
        return [one.strip().strip("'\"") for one in bracket[1].split(",") if one.strip()]
    block = re.search(
        r"^names:[ \t]*(?:#.*)?\n((?:[ \t]*(?:-|\d+:)[^\n]*\n?|[ \t]*\n)+)", text, re.M
    )
    lines = re.findall(r"^[ \t]*(?:-|\d+:)[ \t]*([^\n#]*)", block[1], re.M) if block else []
    return [one.strip().strip("'\"") for one in lines]


def read_labelme(file: File, options: Options) -> Marks:
    """Read LabelMe; lines are counted."""
    found = json_of(file, options)
    marks = Marks(file.name, main=AREAS)
    name = _base(js.optional(found, "imagePath", file.name, str, "")) or None
    marks.saw(name, None)
    marks.size(name, found.get("imageWidth"), found.get("imageHeight"), file.name)
    flags = js.mapping_at(found, "flags", file.name)
    if flags:  # what is true of the whole image, of all that was asked
        marks.rows += 1
        chosen = frozenset(str(flag) for flag, on in flags.items() if on is True)
        marks.closed["flags"] = "(none)"
        if chosen:
            marks.label(name, None, "flags", chosen, file.name)

    def read(_: int, where: str, one: Any) -> None:
        marks.drop("flag", "of a shape", len(js.optional(one, "flags", where, dict, None) or {}))
        kind = js.optional(one, "shape_type", where, str, "polygon")
        shape = _outlined(one, kind, where, marks.sizes.get(name))
        if shape is None:
            marks.drop(f"{kind} shape", "(no area)" if kind in ("polygon", "rectangle") else "")
            return
        label = js.name_at(one, "label", where, "")
        marks.region(name, None, _layer(shape), label, where, shape)

    shapes = js.needed(found, "shapes", file.name, list)
    return marks.numbered(enumerate(shapes, start=1), read, "shape")


def _outlined(
    one: Mapping[str, Any], kind: str, where: str, size: tuple[float, float] | None
) -> Shape | None:
    """The shape that LabelMe drew, None for lines."""
    given = js.needed(one, "points", where, list)
    corners: list[tuple[float, float]] = []
    for pair in given:
        if len(js.as_list(pair)) != 2:
            raise DataError(f"{where}: {js.shown(pair)} is not a point; expected [x, y]")
        corners.append(
            (js.number_in(pair[0], "points", where), js.number_in(pair[1], "points", where))
        )
    if kind in ("rectangle", "circle") and len(corners) != 2:
        raise DataError(f"{where}: a {kind} has two points, found {len(corners)}")
    if kind == "rectangle":
        return box_of(corners[0], corners[1])
    # The first point is the middle, the second lies on the circle.
    if kind == "circle":
        far = dist(*corners)
        return ellipse(*corners[0], far, far) if far > 0 else None
    if kind == "point":
        return Points(tuple(corners))
    if kind == "mask":
        return _picture(one, corners, where, size)
    if kind == "polygon":
        return Outline((tuple(corners),)) if len(set(corners)) > 2 else None
    return None


def _picture(
    one: Mapping[str, Any],
    corners: list[tuple[float, float]],
    where: str,
    size: tuple[float, float] | None,
) -> Raster | None:
    """A mask of LabelMe: a picture of the part of the image that begins at its first point."""
    on = small_picture(js.needed(one, "mask", where, str), where)
    if not corners:
        raise DataError(f"{where}: a mask has the corners of its place in 'points', found none")
    left, top = (int(side) for side in corners[0])
    if min(left, top) < 0:
        raise DataError(f"{where}: a mask at {left}, {top}")
    down, across = on.shape
    width, height = (int(side) for side in size or (0, 0))
    width, height = max(width, left + across), max(height, top + down)
    if width * height > MOST_PIXELS:
        raise DataError(f"{where}: a mask of {across} × {down} pixels at {left}, {top}")
    return _part_of(on, left, top, width, height)
