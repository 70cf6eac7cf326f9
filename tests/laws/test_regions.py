"""Regions: areas, overlaps and matchings against independent counts; files that are damaged."""

import json
import struct
import zlib
from base64 import b64encode
from itertools import permutations
from math import pi

import numpy as np
import pytest

import accord
from accord.errors import DataError
from accord.kinds.regions.geometry import (
    Box,
    Outline,
    Raster,
    area,
    bounds,
    ellipse,
    overlap,
    raster,
    runs_on,
    scaled,
    turned_box,
)
from accord.regions import Regions


def star(rng):
    """A polygon around a place, rarely convex; corners on all sides, so that no edges cross."""
    number = int(rng.integers(5, 12))
    angle = (np.arange(number) + rng.random(number)) * 2 * pi / number
    far = 10 + 40 * rng.random(len(angle))
    x, y = 60 + 30 * rng.random(2)
    corners = zip(
        (x + far * np.cos(angle)).tolist(), (y + far * np.sin(angle)).tolist(), strict=True
    )
    return Outline((tuple(corners),))


def shoelace(shape):
    """The area of one ring."""
    x, y = np.array(shape.rings[0]).T
    return abs(float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())) / 2


def test_areas_of_polygons():
    """The area of a ring is the shoelace's; drawn backwards, twice or moved it is the same."""
    rng = np.random.default_rng(1)
    for _ in range(30):
        shape = star(rng)
        assert area(shape) == pytest.approx(shoelace(shape))
        back = Outline((shape.rings[0][::-1],))
        twice = Outline((shape.rings[0], shape.rings[0]))
        assert area(back) == pytest.approx(area(shape))
        assert area(twice) == pytest.approx(area(shape))


def test_overlaps_are_those_of_pixels():
    """The exact overlap of two polygons is that of a fine grid of pixels, up to the border."""
    rng = np.random.default_rng(2)
    for _ in range(12):
        one, other = star(rng), star(rng)
        grids = [raster_of(scaled(shape, 4, 4), 640) for shape in (one, other)]
        common = overlap(one, other)
        assert common == pytest.approx(overlap(*grids) / 16, abs=6)
        assert common == pytest.approx(overlap(other, one))
        assert common <= min(area(one), area(other)) + 1e-9
        assert area(one) == pytest.approx(area(grids[0]) / 16, abs=6)


def raster_of(shape, size):
    """The pixels of a shape in a square image."""
    runs = runs_on(shape, size, size).tolist()
    return Raster(size, size, tuple(map(tuple, runs)))


def test_shapes_that_are_known():
    """Ellipses, turned boxes, holes between rings, masks and their bounds."""
    assert area(ellipse(50, 50, 20, 10, 30)) == pytest.approx(pi * 200)
    turned = turned_box(0, 0, 10, 4, 90, (0, 0))
    assert area(turned) == pytest.approx(40)
    assert bounds(turned) == pytest.approx((-4, 0, 0, 10))
    assert turned_box(1, 2, 10, 4, 360, (0, 0)) == Box(1, 2, 11, 6)
    two = Outline((((0, 0), (4, 0), (4, 4), (0, 4)), ((2, 2), (6, 2), (6, 6), (2, 6))))
    assert area(two) == pytest.approx(28)  # 16 + 16 − 4
    mask = raster([[0, 1, 1], [0, 1, 0]])
    assert (area(mask), bounds(mask)) == (3, (1, 0, 3, 2))
    assert overlap(mask, Box(1, 0, 2, 2)) == 2
    assert scaled(mask, 2, 2) == raster(np.kron([[0, 1, 1], [0, 1, 0]], np.ones((2, 2))))


def test_the_matching_is_the_best():
    """No other one-to-one matching has more overlap in all: every one is tried."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        boxes = [
            [(x, y, x + 20, y + 15) for x, y in rng.integers(0, 25, size=(4, 2)).tolist()]
            for _ in "AB"
        ]
        rows = [("i", who, box, "x") for who, mine in zip("AB", boxes, strict=True) for box in mine]
        study = Regions.of(rows)
        sets = [[region.shape for region in mine] for mine in study.documents[0].regions]
        short, long = sorted(sets, key=len)
        best = 0.0
        for chosen in permutations(long, len(short)):
            shares = [iou(a, b) for a, b in zip(short, chosen, strict=True)]
            best = max(best, sum(share for share in shares if share >= 0.3))
        found = accord.regions.region_overlap(study, overlap=0.3)
        total = found.value * found.detail["matched"] if found.undefined is None else 0.0
        assert total == pytest.approx(best)


def iou(one, other):
    """What is shared over what either covers."""
    common = overlap(one, other)
    return common / (area(one) + area(other) - common)


def test_bad_shapes_are_named():
    """What is no shape is refused with its place."""
    for shape, words in (
        ((0, 0, 0, 5), "has no area"),
        ((0, 0, float("nan"), 5), "is not a place"),
        ((1, 2, 3), "is not a shape"),
        (Outline((((0, 0), (1, 1)),)), "three corners"),
    ):
        with pytest.raises(DataError, match=f"image 'i', coder 'A': .*{words}"):
            Regions.of([("i", "A", shape, "x")])
    with pytest.raises(DataError, match="above 0 and at most 1"):
        accord.regions.region_f1(Regions.of([("i", "A", (0, 0, 1, 1), "x")]), overlap=0)


DAMAGED = {
    "a.json": '{"images": [{"id": 1, "file_name": "a.jpg"}], "annotations": '
    '[{"image_id": 1, "category_id": 1, "bbox": [1, 2, 3]}]}',
    "rle.json": '[{"image_id": 1, "category_id": 2, "segmentation": '
    '{"size": [2, 2], "counts": "zz"}}]',
    "huge.json": '[{"image_id": 1, "category_id": 2, "segmentation": '
    '{"size": [99999999, 99999999], "counts": [1]}}]',
    "a.txt": "0 0.5 0.5 0.2 x\n",
    "me.json": '{"shapes": [{"label": "x", "points": [[1]], "shape_type": "rectangle"}], '
    '"imagePath": "a.jpg"}',
    "a.xml": "<annotation><filename>a</filename><object><bndbox><xmin>x</xmin></bndbox></object>"
    "</annotation>",
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged_files_are_refused_with_their_place(tmp_path, name):
    """A file of which nothing can be read is an error that names it."""
    path = tmp_path / name
    path.write_text(DAMAGED[name])
    with pytest.raises(DataError, match=name.replace(".", r"\.")):
        accord.read(path)


def test_a_breakdown_by_category():
    """Two of three cats are shared, one was called a dog; of the dogs one of two: F1 2·2/(3+2) and
    2·1/(1+2); each category alone is measured as a study of its own."""
    boxes = {"a": (0, 0, 10, 10), "b": (20, 20, 40, 30), "c": (50, 5, 60, 50), "d": (5, 60, 30, 80)}
    ann = dict(zip("abcd", ("cat", "cat", "cat", "dog"), strict=True))
    rows = [(i, "Ann", boxes[i], kind) for i, kind in ann.items()]
    rows += [(i, "Bob", boxes[i], "dog" if i == "c" else kind) for i, kind in ann.items()]
    study = Regions.of(rows)
    found = accord.breakdown(study, "category")
    assert [row[:2] for row in found.rows] == [("cat", 5), ("dog", 3)]
    assert [row[3] for row in found.rows] == pytest.approx([4 / 5, 2 / 3])
    assert [row[4] for row in found.rows] == ["dog", "cat"]
    cats = Regions.of(
        [row for row in rows if row[3] == "cat"],
        items=[*"abcd"],
        coders=["Ann", "Bob"],
    )
    assert found.rows[0][2] == pytest.approx(accord.regions.region_alpha(cats).value)


def test_a_breakdown_by_type_of_relation():
    """The same of relations: types confused between the same two entities are told."""
    ends = [((0, 2), (4, 6)), ((4, 6), (8, 9)), ((8, 9), (0, 2))]
    rows = [("d", "A", *both, kind) for both, kind in zip(ends, "xxy", strict=True)]
    rows += [("d", "B", *both, kind) for both, kind in zip(ends, "xyy", strict=True)]
    found = accord.breakdown(accord.relations.Relations.of(rows), "category", "relation_f1")
    assert [(row[0], row[1], row[4]) for row in found.rows] == [("x", 3, "y"), ("y", 3, "x")]
    assert [row[2] for row in found.rows] == pytest.approx([2 / 3, 2 / 3])


BOXES = "image,coder,label,x,y,w,h\na.jpg,Ann,cat,10,10,40,30\na.jpg,Bob,cat,12,10,40,30\n"


@pytest.mark.parametrize(
    ("columns", "place"),
    [
        ("x,y,w,h", "10,10,40,30"),
        ("X,Y,Width,Height", "10,10,40,30"),
        ("xmin,ymin,xmax,ymax", "10,10,50,40"),
        ("left,top,right,bottom", "50,40,10,10"),
        ("x_center,y_center,width,height", "30,25,40,30"),
    ],
)
def test_a_table_of_boxes(tmp_path, columns, place):
    """The same box however its place is told; who has no row saw the image, too."""
    (tmp_path / "t.csv").write_text(f"image,coder,label,{columns}\na.jpg,Ann,cat,{place}\n")
    study = accord.read(tmp_path / "t.csv")
    assert study.kind == "regions"
    assert study.documents[0].regions[0][0].shape == (10, 10, 50, 40)
    assert study.documents[0].regions[0][0].category == "cat"


def test_who_saw_an_image_of_a_table(tmp_path):
    """Without a row it is asked who saw an image; a row without a place makes rows say who did."""
    path = tmp_path / "t.csv"
    path.write_text(BOXES + "b.jpg,Ann,dog,0,0,5,5\n")
    with pytest.raises(DataError, match="the coder marked nothing"):
        accord.read(path)
    assert accord.read(path, seen="all").documents[1].seen.tolist() == [True, True]
    path.write_text(BOXES + "b.jpg,Ann,dog,0,0,5,5\nc.jpg,Ann,,,,,\nc.jpg,Bob,,,,,\n")
    study = accord.read(path)
    assert study.documents[1].seen.tolist() == [True, False]
    assert study.documents[2].seen.tolist() == [True, True]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("a.jpg,Ann,cat,ten,1,2,3", "t.csv:4: x is 'ten'; a place is a number"),
        ("a.jpg,Ann,cat,1,1,0,3", "t.csv:4: a box of 0 × 3; both sides are above 0"),
        ("a.jpg,Ann,cat,1,1,nan,3", "w is 'nan'"),
        (",Ann,cat,1,1,2,3", "t.csv:4: the image is empty"),
        ("a.jpg,Ann,cat,1,,2,3", "y is ''"),
    ],
)
def test_boxes_that_cannot_be(tmp_path, row, message):
    """A place that is none is named with its row."""
    (tmp_path / "t.csv").write_text(f"{BOXES}{row}\n")
    with pytest.raises(DataError, match=message):
        accord.read(tmp_path / "t.csv")


def test_what_is_no_table_of_boxes(tmp_path):
    """Numbers called x and y of items are labels as before; --kind regions says what is lacking."""
    (tmp_path / "t.csv").write_text("item,coder,x,y\na,Ann,1,2\na,Bob,1,2\n")
    assert accord.read(tmp_path / "t.csv", category="x").kind == "codings"
    with pytest.raises(DataError, match="a table of boxes has columns for the image"):
        accord.read(tmp_path / "t.csv", kind="regions")


PAINTED = [
    [0, 1, 1, 1, 0, 0, 0, 0, 0],
    [0, 1, 1, 1, 0, 0, 0, 0, 0],
    [0, 1, 1, 1, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 1, 1, 0, 0, 1],
    [0, 0, 0, 1, 0, 1, 0, 1, 1],
    [0, 1, 0, 1, 0, 0, 1, 0, 1],
]
PACKED = """
0 0 0 216 57 27 252 96 22 255 240 184 5 191 252 46 1 111 255 17 128 79 255 56 4 127 246 192 35 255
140 2 63 248 192 39 255 140 2 63 248 192 35 255 156 2 63 248 192 35 255 0
"""
"""The same as mask2rle of label-studio-converter 0.0.59 packs it."""


def brushes(tmp_path, packed, width=9, height=6):
    """An export of Label Studio in which one coder painted and another drew a box."""
    painted = {
        "type": "brushlabels",
        "from_name": "tag",
        "to_name": "img",
        "original_width": width,
        "original_height": height,
        "value": {"format": "rle", "rle": packed, "brushlabels": ["cat"]},
    }
    task = {"id": 1, "data": {"image": "a.jpg"}}
    made = [{"completed_by": n, "result": [painted]} for n in (1, 2)]
    path = tmp_path / "brushes.json"
    path.write_text(json.dumps([{**task, "annotations": made}]))
    return path


def test_brushes_of_label_studio(tmp_path):
    """A brush is the mask that the tool's own program packed."""
    study = accord.read(brushes(tmp_path, [*map(int, PACKED.split())]))
    (region,) = study.documents[0].regions[0]
    assert region == (raster(PAINTED), "cat")
    assert accord.regions.region_overlap(study, ratio="dice").value == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"width": 8}, "a brush of 216 numbers, and the image of 8 × 6 pixels has 192"),
        ({"packed": [0, 0, 0, 216, 57]}, "end too early"),
        ({"packed": [0, 0, 0, 216, 300]}, "whole numbers from 0 to 255"),
        ({"width": 10**9, "height": 10**9}, "a brush on an image of"),
    ],
)
def test_damaged_brushes(tmp_path, change, message):
    """Runs that do not fit the image, or end, are said; nothing is filled in."""
    given = {"packed": [*map(int, PACKED.split())], **change}
    with pytest.raises(DataError, match=message):
        accord.read(brushes(tmp_path, **given), strict=True)


def _png(rows, depth, kind):
    """A grey PNG whose lines all have the same filter."""
    grid = np.array(rows, dtype=np.uint8)
    lines = grid if depth == 8 else np.packbits(grid, axis=1)
    above, packed = np.zeros(lines.shape[1], dtype=int), b""
    for line in lines.astype(int):
        left = np.concatenate([[0], line[:-1]])
        corner = np.concatenate([[0], above[:-1]])
        near = np.stack([left, above, corner])
        paeth = near[np.abs(left + above - corner - near).argmin(axis=0), np.arange(len(line))]
        guess = [0 * line, left, above, (left + above) // 2, paeth][kind]
        packed += bytes([kind, *((line - guess) % 256).tolist()])
        above = line

    def chunk(name, data):
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    head = struct.pack(">IIBBBBB", grid.shape[1], grid.shape[0], depth, 0, 0, 0, 0)
    parts = [chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(packed)), chunk(b"IEND", b"")]
    return b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(parts)).decode()


def labelme(tmp_path, mask):
    """A file of LabelMe with one mask, which begins at column 3 and row 2."""
    shape = {"label": "cat", "shape_type": "mask", "points": [[3, 2], [11, 7]], "mask": mask}
    path = tmp_path / "ann" / "a.json"
    path.parent.mkdir(exist_ok=True)
    about = {"imagePath": "a.jpg", "imageWidth": 20, "imageHeight": 10}
    path.write_text(json.dumps({**about, "shapes": [shape]}))
    return path


@pytest.mark.parametrize("depth", [1, 8])
@pytest.mark.parametrize("kind", range(5))
def test_masks_of_labelme(tmp_path, depth, kind):
    """The picture is the part of the image from its first corner on, whatever PNG's filter."""
    study = accord.read(labelme(tmp_path, _png(PAINTED, depth, kind)), format="labelme")
    whole = np.zeros((10, 20), dtype=bool)
    whole[2:8, 3:12] = PAINTED
    assert study.documents[0].regions[0][0] == (raster(whole), "cat")


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        ("no base64!", "not a picture in base64"),
        (b64encode(b"GIF89a" * 9).decode(), "not a PNG picture"),
        (_png(PAINTED, 8, 0)[:60], "truncated|base64|not a PNG"),
        (b64encode(b"\x89PNG\r\n\x1a\n" + bytes(40)).decode(), "pixels|channels"),
    ],
)
def test_damaged_masks_of_labelme(tmp_path, mask, message):
    """What is no picture is said with its place."""
    with pytest.raises(DataError, match=message):
        accord.read(labelme(tmp_path, mask), format="labelme", strict=True)
