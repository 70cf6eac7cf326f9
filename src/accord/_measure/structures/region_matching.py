"""Which regions of two coders are the same thing: the best one-to-one matching by their overlap.

    areas    IoU, the area that both cover over the area that either covers
    points   OKS, the mean over points of exp(−d² / (2 · area · (2σ)²)), as COCO has it, with the
             mean area of the two; a point that only one of them marked counts 0

All pairs of regions of all pairs of coders in all images are compared at once, and one matching is
made of all of them: 10⁵ boxes are a matter of a second.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import nan
from typing import Annotated, Any, Literal

import numpy as np

from accord._measure.matching import best_matching
from accord.errors import DataError, Setting
from accord.kinds.regions.geometry import Box, Points, Shape, area, bounds, overlap, scaled
from accord.kinds.regions.study import Regions
from accord.model.names import BoolArray, FloatArray, IntArray

COCO_SIGMAS = (
    *(0.026, 0.025, 0.025, 0.035, 0.035, 0.079, 0.079, 0.072, 0.072),
    *(0.062, 0.062, 0.107, 0.107, 0.087, 0.087, 0.089, 0.089),
)
"""σ of COCO's 17 points of a body, from the nose to the ankles (pycocotools)."""

_AT_ONCE = 1 << 21
"""How many pairs of regions are looked at in a step."""

SLACK = 1e-9
"""Overlaps that differ by rounding alone are equal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionRules:
    """When two regions are the same: the keywords of measures of regions."""

    overlap: Annotated[float, "Least IoU of regions that are one thing; OKS of points."] = 0.5
    sigma: Annotated[float, "Spread σ of points in OKS; 0 for COCO's 17 points of a body."] = 0.0
    scale: Annotated[float, "Size (√area) of what points are on, if the data do not have it."] = 0.0

    def __post_init__(self) -> None:
        if not 0 < self.overlap <= 1:
            raise DataError(f"{Setting('overlap', self.overlap)} is not above 0 and at most 1")
        for name in ("sigma", "scale"):
            if getattr(self, name) < 0:
                raise DataError(f"{Setting(name, getattr(self, name))} is below 0")

    @property
    def told(self) -> dict[str, Any]:
        """For signatures: what is as usual for points is left out."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        yes = {True: "yes", False: "no"}
        return {
            key: yes[value] if isinstance(value, bool) else value
            for key, value in values.items()
            if key not in ("sigma", "scale") or value
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedMatching(RegionRules):
    """The same, where regions of different categories may not be matched."""

    typed: Annotated[bool, "Whether the category must be the same too."] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlapping(TypedMatching):
    """The same, and by what the overlap of matched regions is told."""

    ratio: Annotated[
        Literal["iou", "dice"],
        "What is shared over what either covers (IoU), or over the mean of both areas (Dice).",
    ] = "iou"


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """The regions of all coders in all images, one set of regions after the other.

    A set is what one coder marked in one image: `image` and `coder` of each, and the regions
    `first[s]` to `first[s + 1]` of set s, with their bounds, areas and categories (by number).
    """

    image: IntArray
    coder: IntArray
    first: IntArray
    shapes: Sequence[Shape]
    box: FloatArray
    area: FloatArray
    category: IntArray
    categories: tuple[str, ...]
    plain: bool

    @classmethod
    def of(cls, study: Regions) -> "Flat":
        """All sets of a study, also empty ones of coders who saw the image."""
        image, coder, sizes, shapes, names = [], [], [], [], []
        for at, picture in enumerate(study.documents):
            for c in np.flatnonzero(picture.seen).tolist():
                image.append(at)
                coder.append(c)
                sizes.append(len(picture.regions[c]))
                for shape, name in picture.regions[c]:
                    shapes.append(shape)
                    names.append(name)
        # Sorted: the order of a set of texts changes from process to process.
        known = sorted(set(names))
        number = {name: at for at, name in enumerate(known)}
        plain = all(type(shape) is Box for shape in shapes)
        box = np.array(shapes if plain else [bounds(s) for s in shapes], dtype=np.float64)
        box = box.reshape(-1, 4)
        areas = (
            (box[:, 2] - box[:, 0]) * (box[:, 3] - box[:, 1])
            if plain
            else np.array([area(shape) for shape in shapes], dtype=np.float64)
        )
        return cls(
            np.array(image, dtype=np.intp),
            np.array(coder, dtype=np.intp),
            np.concatenate([[0], np.cumsum(sizes)]).astype(np.intp),
            shapes,
            box,
            areas,
            np.array([number[name] for name in names], dtype=np.intp),
            tuple(known),
            plain,
        )

    @property
    def sizes(self) -> IntArray:
        """How many regions each set has."""
        return np.diff(self.first)

    def pairs(self) -> IntArray:
        """Every two sets of one image (rows of two sets)."""
        edges = np.flatnonzero(np.diff(self.image, prepend=-1, append=-1))
        found = [
            np.column_stack(np.triu_indices(end - begin, 1)) + begin
            for begin, end in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)
        ]
        return np.concatenate([np.zeros((0, 2), dtype=np.intp), *found])


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Regions `one` and `other` of the sets of a pair (by number), and how far they overlap."""

    pair: IntArray
    one: IntArray
    other: IntArray
    overlap: FloatArray

    def take(self, which: "IntArray | BoolArray") -> "Cells":
        """These cells."""
        return Cells(self.pair[which], self.one[which], self.other[which], self.overlap[which])

    def matched(self, flat: Flat, least: float) -> "Cells":
        """The one-to-one matching with the most overlap in all, of cells that overlap so far; of
        matchings as good, one with the same categories."""
        enough = self.take(self.overlap >= least - SLACK)
        same = flat.category[enough.one] == flat.category[enough.other]
        # A region is in several pairs, and is matched in each of them anew.
        start = enough.pair * len(flat.box)
        _, row = np.unique(start + enough.one, return_inverse=True)
        _, column = np.unique(start + enough.other, return_inverse=True)
        # Of equal overlaps the one of the same category: a tie must not cost a label.
        gain = enough.overlap + SLACK * same
        return enough.take(best_matching(row.reshape(-1), column.reshape(-1), gain))


def cells(
    flat: Flat,
    pairs: IntArray,
    rules: RegionRules,
    *,
    least: float,
    factors: FloatArray | None = None,
) -> Cells:
    """All cells of pairs of sets whose overlap is at least so much, of the same category where
    `rules` say so; `factors` (across, down) make the second image as large as the first."""
    sizes = flat.sizes[pairs]
    ends = np.cumsum(sizes[:, 0] * sizes[:, 1])
    total = int(ends[-1]) if len(ends) else 0
    typed = getattr(rules, "typed", False)
    none = np.zeros(0, dtype=np.intp)
    found = [Cells(none, none, none, np.zeros(0))]
    for at in range(0, total, _AT_ONCE):
        number = np.arange(at, min(at + _AT_ONCE, total))
        pair = np.searchsorted(ends, number, side="right")
        within = number - (ends[pair] - sizes[pair, 0] * sizes[pair, 1])
        one = flat.first[pairs[pair, 0]] + within // sizes[pair, 1]
        other = flat.first[pairs[pair, 1]] + within % sizes[pair, 1]
        if typed:
            same = flat.category[one] == flat.category[other]
            pair, one, other = pair[same], one[same], other[same]
        by = None if factors is None else factors[pair]
        found.append(_near(flat, Cells(pair, one, other, np.zeros(len(pair))), by, rules, least))
    return Cells(
        np.concatenate([part.pair for part in found]),
        np.concatenate([part.one for part in found]),
        np.concatenate([part.other for part in found]),
        np.concatenate([part.overlap for part in found]),
    )


def _near(
    flat: Flat, found: Cells, factors: FloatArray | None, rules: RegionRules, least: float
) -> Cells:
    """The cells whose overlap is at least so much."""
    a, b = flat.box[found.one], flat.box[found.other]
    areas = flat.area[found.one], flat.area[found.other]
    if factors is not None:
        b = b * np.tile(factors, 2)
        areas = areas[0], areas[1] * factors.prod(axis=1)
    shared = np.clip(np.minimum(a[:, 2:], b[:, 2:]) - np.maximum(a[:, :2], b[:, :2]), 0, None)
    # No two shapes share more than their boxes do: most pairs are ruled out without their outlines.
    most = np.minimum(shared.prod(axis=1), np.minimum(*areas))
    with np.errstate(divide="ignore", invalid="ignore"):
        iou = most / (areas[0] + areas[1] - most)
    if flat.plain:
        enough = iou >= least - SLACK
        return Cells(found.pair[enough], found.one[enough], found.other[enough], iou[enough])
    points = np.array([isinstance(shape, Points) for shape in flat.shapes], dtype=bool)
    both = points[found.one] & points[found.other]
    kept = np.flatnonzero(both | (iou >= least - SLACK))
    values = np.zeros(len(kept))
    for k, cell in enumerate(kept.tolist()):
        one, other = flat.shapes[int(found.one[cell])], flat.shapes[int(found.other[cell])]
        if factors is not None:
            other = scaled(other, *factors[cell].tolist())
        if both[cell]:
            values[k] = oks(one, other, rules)  # type: ignore[arg-type]
        elif isinstance(one, Box) and isinstance(other, Box):
            values[k] = iou[cell]
        else:
            common = overlap(one, other)
            values[k] = common / (areas[0][cell] + areas[1][cell] - common)
    enough = values >= least - SLACK
    kept = kept[enough]
    return Cells(found.pair[kept], found.one[kept], found.other[kept], values[enough])


def oks(one: Points, other: Points, rules: RegionRules) -> float:
    """Object keypoint similarity of two sets of points.

    Undefined (nan) where a σ or an area is needed and nobody said it.

    >>> both = [Points(((0, 0), (10, 0)), 100.0), Points(((0, 0), (10, 2)), 100.0)]
    >>> round(oks(*both, RegionRules(sigma=0.1)), 4)  # (1 + exp(−4 / (2 · 100 · 0.04))) / 2
    0.8033
    """
    sigma = sigmas(len(one.places), rules)
    square = squared_scale(one, other, rules)
    if sigma is None or len(one.places) != len(other.places):
        return nan
    total = number = 0.0
    for at, (p, q) in enumerate(zip(one.places, other.places, strict=True)):
        if p is not None and q is not None:
            far = (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2
            # As pycocotools has it: k = 2σ.
            total += float(np.exp(-far / (2 * square * (2 * sigma[at]) ** 2)))
        # A point that one coder alone has counts as missed.
        number += p is not None or q is not None
    return total / number


def sigmas(number: int, rules: RegionRules) -> tuple[float, ...] | None:
    """σ of each point, None where none is known for so many."""
    if rules.sigma:
        return (rules.sigma,) * number
    return COCO_SIGMAS if number == len(COCO_SIGMAS) else None


def squared_scale(one: Points, other: Points, rules: RegionRules) -> float:
    """The mean area of two things, or the area that was told."""
    if rules.scale:
        return rules.scale**2
    known = [shape.area for shape in (one, other) if shape.area]
    return sum(known) / len(known) if known else nan


def lacking(study: Regions, rules: RegionRules) -> str | None:
    """Why points cannot be compared: a σ or an area that nobody said."""
    for picture in study.documents:
        for regions in picture.regions:
            for shape, _ in regions:
                if not isinstance(shape, Points):
                    continue
                number = len(shape.places)
                if sigmas(number, rules) is None:
                    return (
                        f"COCO's spreads work with 17 points; these have {number}. Set the spread "
                        f"of points with {Setting('sigma')}"
                    )
                if not rules.scale and not shape.area:
                    return (
                        "the data do not show the size of the things that points are on. Set it "
                        f"with {Setting('scale')}"
                    )
    return None
