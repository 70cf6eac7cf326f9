"""Shapes in images: boxes, outlines, rasters and points, and how far two of them overlap.

    Box       left, top, right, bottom          rectangles
    Outline   rings of corners (x, y)           polygons, ellipses, boxes that are turned
    Raster    runs of pixels, column by column  masks (COCO's run lengths)
    Points    x, y of each point, in an order   keypoints; one that was not marked is None

y grows downwards, as in all tools. Areas are areas of the plane, not numbers of pixels, where the
shape is not a raster: a box from 10 to 20 is 10 wide. What several rings cover counts once.
"""

from collections.abc import Iterable, Sequence
from math import isfinite, nan, pi
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from accord.errors import DataError
from accord.model.names import FloatArray, IntArray

MOST_PIXELS = 1 << 30
"""The most pixels of an image with masks."""


class Box(NamedTuple):
    """A rectangle with sides parallel to those of the image.

    :param left: Where it begins, from the left.
    :param top: Where it begins, from the top.
    :param right: Where it ends.
    :param bottom: Where it ends, below `top`.

    >>> import accord
    >>> accord.regions.Box(10, 20, 30, 25)
    Box(left=10, top=20, right=30, bottom=25)
    """

    left: float
    top: float
    right: float
    bottom: float


class Outline(NamedTuple):
    """Polygons, each a ring of corners.

    :param rings: The corners (x, y) of each ring.

    >>> import accord
    >>> triangle = accord.regions.Outline((((0, 0), (4, 0), (0, 3)),))
    >>> len(triangle.rings[0])
    3
    """

    rings: tuple[tuple[tuple[float, float], ...], ...]


class Raster(NamedTuple):
    """A mask of pixels.

    :param height: Rows of pixels of the image.
    :param width: Columns of pixels of the image.
    :param runs: First pixel, and the one after the last, of each run, counted down the columns.

    >>> import accord
    >>> mask = accord.regions.raster([[0, 1], [1, 1]])
    >>> mask.height, mask.width, mask.runs
    (2, 2, ((1, 4),))
    """

    height: int
    width: int
    runs: tuple[tuple[int, int], ...]


class Points(NamedTuple):
    """Points in an order that all coders share, such as the joints of a body.

    :param places: The place (x, y) of each, None where it was not marked.
    :param area: The area of the thing on which they lie, None where it is not known.

    >>> import accord
    >>> joints = accord.regions.Points(((3, 4), None, (5, 9)), area=120)
    >>> joints.places[1] is None, joints.area
    (True, 120)
    """

    places: tuple[tuple[float, float] | None, ...]
    area: float | None = None


Shape = Box | Outline | Raster | Points


def as_shape(given: Any, place: str = "") -> Shape:
    """A shape that is one: finite, and with an area; four numbers are a box.

    >>> as_shape((0, 0, 10, 5))
    Box(left=0.0, top=0.0, right=10.0, bottom=5.0)
    """
    where = f"{place}: " if place else ""
    if isinstance(given, Raster):
        return given
    if isinstance(given, Outline):
        rings = tuple(
            tuple((_number(x, where), _number(y, where)) for x, y in r) for r in given.rings
        )
        # Fewer than three different corners enclose nothing.
        outline = Outline(tuple(ring for ring in rings if len(set(ring)) > 2))
        if not outline.rings:
            raise DataError(f"{where}a polygon needs three corners, found {str(given.rings)[:80]}")
        return outline
    if isinstance(given, Points):
        places = tuple(
            None if p is None else (_number(p[0], where), _number(p[1], where))
            for p in given.places
        )
        if not any(p is not None for p in places):
            raise DataError(f"{where}none of {len(places)} points was marked")
        return Points(places, None if given.area is None else _number(given.area, where))
    try:
        left, top, right, bottom = (_number(edge, where) for edge in given)
    except DataError:  # an edge that is not a number was refused above
        raise
    except (TypeError, ValueError):
        raise DataError(
            f"{where}{str(given)[:80]!r} is not a shape; expected left, top, right and bottom, or "
            "an "
            "Outline, Raster or Points"
        ) from None
    if not (left < right and top < bottom):
        raise DataError(
            f"{where}the box {(left, top, right, bottom)} has no area; expected left < right and "
            "top < bottom"
        )
    return Box(left, top, right, bottom)


def _number(given: Any, where: str) -> float:
    found = float(given)
    if not isfinite(found) or abs(found) > 1e15:
        raise DataError(f"{where}{given!r} is not a place in an image")
    return found


def bounds(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a shape."""
    if isinstance(shape, Box):
        return shape
    if isinstance(shape, Raster):
        runs = np.array(shape.runs, dtype=np.int64).reshape(-1, 2)
        if not len(runs):
            return (0.0, 0.0, 0.0, 0.0)
        first, last = runs[:, 0] // shape.height, (runs[:, 1] - 1) // shape.height
        wide = bool((last > first).any())  # a run over the edge of a column reaches both ends
        top = 0 if wide else int((runs[:, 0] % shape.height).min())
        bottom = shape.height if wide else int(((runs[:, 1] - 1) % shape.height).max()) + 1
        return float(first.min()), float(top), float(last.max()) + 1, float(bottom)
    flat = [p for p in corners(shape) if p is not None]
    xs, ys = [x for x, _ in flat], [y for _, y in flat]
    return min(xs), min(ys), max(xs), max(ys)


def corners(shape: "Outline | Points") -> "list[tuple[float, float] | None]":
    """All places of an outline or of points."""
    if isinstance(shape, Points):
        return list(shape.places)
    return [corner for ring in shape.rings for corner in ring]


def scaled(shape: Shape, across: float, down: float) -> Shape:
    """The shape in an image that is `across` times as wide and `down` times as high."""
    if isinstance(shape, Box):
        left, top, right, bottom = shape
        return Box(left * across, top * down, right * across, bottom * down)
    if isinstance(shape, Outline):
        return Outline(tuple(tuple((x * across, y * down) for x, y in r) for r in shape.rings))
    if isinstance(shape, Points):
        places = tuple(None if p is None else (p[0] * across, p[1] * down) for p in shape.places)
        return Points(places, None if shape.area is None else shape.area * across * down)
    height, width = round(shape.height * down), round(shape.width * across)
    return _resampled(shape, max(height, 1), max(width, 1))


ROUND = 64  # corners of an ellipse: no side is farther from it than a thousandth of its radius


def ellipse(x: float, y: float, across: float, down: float, turned: float = 0.0) -> Outline:
    """An ellipse around (x, y) with these half axes, turned by so many degrees: 64 corners on it,
    drawn outwards so far that the area is that of the ellipse."""
    angle = np.arange(ROUND) * (2 * pi / ROUND)
    # A polygon of n corners on a circle has n/2 · sin(2π/n) of its squared radius, the circle π.
    wider = (2 * pi / ROUND / np.sin(2 * pi / ROUND)) ** 0.5
    dx, dy = wider * across * np.cos(angle), wider * down * np.sin(angle)
    cos, sin = np.cos(np.radians(turned)), np.sin(np.radians(turned))
    xs, ys = x + cos * dx - sin * dy, y + sin * dx + cos * dy
    return Outline((tuple(zip(xs.tolist(), ys.tolist(), strict=True)),))


def turned_box(
    x: float, y: float, width: float, height: float, degrees: float, around: tuple[float, float]
) -> Shape:
    """A box that was turned clockwise around a place."""
    if degrees % 360 == 0:  # nearly all boxes, and boxes overlap much faster than outlines
        return Box(x, y, x + width, y + height)
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    at = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    moved = [
        (
            float(around[0] + cos * (a - around[0]) - sin * (b - around[1])),
            float(around[1] + sin * (a - around[0]) + cos * (b - around[1])),
        )
        for a, b in at
    ]
    return Outline((tuple(moved),))


def area(shape: Shape) -> float:
    """The area that a shape covers; of points that of the thing they lie on, nan if unknown."""
    if isinstance(shape, Box):
        return (shape.right - shape.left) * (shape.bottom - shape.top)
    if isinstance(shape, Raster):
        return float(sum(end - begin for begin, end in shape.runs))
    if isinstance(shape, Points):
        return nan if shape.area is None else shape.area
    edges = _edges(shape)
    return _common(edges, edges)


def overlap(one: Shape, other: Shape) -> float:
    """The area that two shapes share; 0 for points, which have none.

    >>> triangle = Outline((((0, 0), (10, 0), (0, 10)),))
    >>> overlap(triangle, Box(0, 0, 5, 5)), overlap(triangle, Box(5, 5, 10, 10))
    (25.0, 0.0)
    """
    if isinstance(one, Points) or isinstance(other, Points):
        return 0.0
    if isinstance(one, Box) and isinstance(other, Box):
        across = min(one.right, other.right) - max(one.left, other.left)
        down = min(one.bottom, other.bottom) - max(one.top, other.top)
        return max(across, 0.0) * max(down, 0.0)
    if isinstance(one, Raster) or isinstance(other, Raster):
        grid = one if isinstance(one, Raster) else other
        assert isinstance(grid, Raster)
        return _common_runs(*(runs_on(shape, grid.height, grid.width) for shape in (one, other)))
    return _common(_edges(one), _edges(other))


def _edges(shape: "Box | Outline") -> FloatArray:
    """x, y, x, y and direction (1 down, −1 up) of each edge that is not level, from top to bottom;
    rings are turned the same way, so that what several cover counts once."""
    rings: Iterable[Sequence[tuple[float, float]]]
    if isinstance(shape, Box):
        left, top, right, bottom = shape
        rings = [((left, top), (right, top), (right, bottom), (left, bottom))]
    else:
        rings = shape.rings
    made = []
    for ring in rings:
        begin: FloatArray = np.array(ring, dtype=np.float64)
        end: FloatArray = np.roll(begin, -1, axis=0)
        # Twice the signed area: rings drawn the other way round count the same.
        turn = float((begin[:, 0] * end[:, 1] - end[:, 0] * begin[:, 1]).sum())
        down = end[:, 1] > begin[:, 1]
        first, last = np.where(down[:, None], begin, end), np.where(down[:, None], end, begin)
        way = np.where(down, 1.0, -1.0) * (1.0 if turn >= 0 else -1.0)
        made.append(np.column_stack([first, last, way])[first[:, 1] < last[:, 1]])
    return np.concatenate(made)


_AT_ONCE = 1 << 21


def _common(one: FloatArray, other: FloatArray) -> float:
    """The area inside the edges of both: cut into slices between all corners and crossings, where
    no two edges cross, so that widths change evenly and the width in the middle is the mean."""
    edges = np.concatenate([one, other])
    x0, y0, x1, y1, way = edges.T
    mine = np.arange(len(edges)) < len(one)
    top = max(one[:, 1].min(), other[:, 1].min())
    bottom = min(one[:, 3].max(), other[:, 3].max())
    if not top < bottom:
        return 0.0
    levels = np.concatenate([[top, bottom], y0, y1, *_crossings(edges)])
    # Between two levels no edges cross, so the width in the middle times the height is the area.
    levels = np.unique(levels[(levels >= top) & (levels <= bottom)])
    middle, height = (levels[1:] + levels[:-1]) / 2, np.diff(levels)
    slope = (x1 - x0) / (y1 - y0)
    total = 0.0
    for at in range(0, len(middle), step := max(1, _AT_ONCE // len(edges))):
        y = middle[at : at + step, None]
        there = (y0 < y) & (y < y1)
        x = np.where(there, x0 + (y - y0) * slope, np.inf)
        order = np.argsort(x, axis=1)
        turns = np.where(there, way, 0.0)
        inside = [
            np.cumsum(np.take_along_axis(np.where(which, turns, 0.0), order, 1), axis=1) != 0
            for which in (mine, ~mine)
        ]
        x = np.take_along_axis(x, order, 1)
        both = (inside[0] & inside[1])[:, :-1] & np.isfinite(x[:, 1:])
        width = np.where(both, np.where(both, x[:, 1:], 0) - np.where(both, x[:, :-1], 0), 0.0)
        total += float((width.sum(axis=1) * height[at : at + step]).sum())
    return total


def _crossings(edges: FloatArray) -> list[FloatArray]:
    """The y at which two edges cross."""
    found = []
    for at in range(0, len(edges), step := max(1, _AT_ONCE // len(edges))):
        ax, ay, bx, by = (edges[at : at + step, n, None] for n in range(4))
        cx, cy, dx, dy = edges[:, :4].T
        across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
        with np.errstate(divide="ignore", invalid="ignore"):
            t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across
            u = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across
            cross = (t > 0) & (t < 1) & (u > 0) & (u < 1)
        rows, _ = np.nonzero(cross)
        found.append((ay[rows, 0] + t[cross] * (by - ay)[rows, 0]).astype(np.float64))
    return found


def runs_on(shape: Shape, height: int, width: int) -> IntArray:
    """The pixels of an image (runs down the columns) whose middle a shape covers."""
    if isinstance(shape, Raster):
        if (shape.height, shape.width) != (height, width):
            shape = _resampled(shape, height, width)
        return np.array(shape.runs, dtype=np.int64).reshape(-1, 2)
    if isinstance(shape, Points):
        return np.zeros((0, 2), dtype=np.int64)
    # COCO's masks run down the columns, and runs of one column must be cut from it.
    edges = _edges(_mirrored(shape))  # columns are cut instead of rows
    runs = []
    first = max(0, int(np.floor(edges[:, 1].min() - 0.5)))
    for column in range(first, min(width, int(np.ceil(edges[:, 3].max())))):
        at = column + 0.5
        cut = edges[(edges[:, 1] < at) & (at < edges[:, 3])]
        y = cut[:, 0] + (at - cut[:, 1]) / (cut[:, 3] - cut[:, 1]) * (cut[:, 2] - cut[:, 0])
        order = np.argsort(y)
        inside = np.cumsum(cut[order, 4]) != 0
        for k in np.flatnonzero(inside[:-1]).tolist():
            begin, end = (min(max(int(np.ceil(y[order[n]] - 0.5)), 0), height) for n in (k, k + 1))
            # A shape between two middles covers no pixel.
            if begin < end:
                runs.append((column * height + begin, column * height + end))
    return joined_runs(runs)


def _mirrored(shape: "Box | Outline") -> "Box | Outline":
    """The shape with x and y exchanged."""
    if isinstance(shape, Box):
        return Box(shape.top, shape.left, shape.bottom, shape.right)
    return Outline(tuple(tuple((y, x) for x, y in ring) for ring in shape.rings))


def joined_runs(runs: Iterable[tuple[int, int]]) -> IntArray:
    """Runs in their order, those that touch as one."""
    found: list[list[int]] = []
    for begin, end in sorted(runs):
        if found and begin <= found[-1][1]:
            found[-1][1] = max(found[-1][1], end)
        elif begin < end:
            found.append([begin, end])
    return np.array(found, dtype=np.int64).reshape(-1, 2)


def _common_runs(one: IntArray, other: IntArray) -> float:
    """How many pixels are in runs of both."""
    if not len(one) or not len(other):
        return 0.0
    marks = np.concatenate([one[:, 0], other[:, 0], one[:, 1], other[:, 1]])
    step = np.repeat([1, -1], len(one) + len(other))
    # Ends before begins: runs that touch share nothing.
    order = np.lexsort((step, marks))
    deep = np.cumsum(step[order])[:-1] == 2
    return float(np.diff(marks[order])[deep].sum())


def _resampled(shape: Raster, height: int, width: int) -> Raster:
    """The mask in an image of another size: every pixel is the one below its middle."""
    filled = np.zeros(shape.height * shape.width, dtype=bool)
    for begin, end in shape.runs:
        filled[begin:end] = True
    grid = filled.reshape(shape.width, shape.height)
    rows = ((np.arange(height) + 0.5) * shape.height / height).astype(np.intp)
    columns = ((np.arange(width) + 0.5) * shape.width / width).astype(np.intp)
    return raster(grid[np.ix_(columns, rows)].T)


def raster(mask: npt.ArrayLike) -> Raster:
    """The shape of a mask, rows of pixels that are true where something is.

    :param mask: Rows of pixels, true where something is.

    >>> import accord
    >>> accord.regions.raster([[0, 1], [1, 1]])
    Raster(height=2, width=2, runs=((1, 4),))
    """
    grid = np.asarray(mask, dtype=bool)
    if grid.ndim != 2:
        raise DataError(f"a mask has rows and columns, found {grid.ndim} dimensions")
    flat = np.concatenate([[False], grid.T.ravel(), [False]])
    ends = np.flatnonzero(flat[1:] != flat[:-1]).reshape(-1, 2)
    height, width = grid.shape
    return Raster(height, width, tuple((begin, end) for begin, end in ends.tolist()))
