"""Mistakes of coders who mark regions of images: drawn loosely, elsewhere, missed, misnamed.

A coder's regions of an image are a list, beside the size of the image.
"""

from collections.abc import Sequence

import numpy as np

from accord.errors import NotApplicableError
from accord.kinds.regions.geometry import Box, Outline, Points, Shape, bounds, scaled
from accord.kinds.regions.parts import Region

Size = tuple[float, float]


def jitter_regions(
    regions: list[Region], size: Size, kinds: Sequence[str], m: float, random: np.random.Generator
) -> list[Region]:
    """Each side moves by up to m/2 of the width or the height of the region, each on its own."""
    made = []
    for region in regions:
        left, top, right, bottom = bounds(region.shape)
        wide, high = right - left, bottom - top
        a, b, c, d = (random.uniform(-0.5, 0.5, size=4) * m).tolist()
        # The sides stay in their order: together they move by less than the region is wide.
        across, down = max(1 + c - a, 1e-3), max(1 + d - b, 1e-3)
        shape = region.shape
        if m:
            shape = _placed(shape, across, down, left + a * wide, top + b * high)
        made.append(region._replace(shape=shape))
    return made


def move_regions(
    regions: list[Region], size: Size, kinds: Sequence[str], m: float, random: np.random.Generator
) -> list[Region]:
    """Each region is, with probability m, anywhere in the image."""
    made = []
    for region in regions:
        shape = region.shape
        if random.random() < m:
            left, top, right, bottom = bounds(shape)
            x = random.uniform(0, max(size[0] - (right - left), 1e-9))
            y = random.uniform(0, max(size[1] - (bottom - top), 1e-9))
            shape = _placed(shape, 1.0, 1.0, x, y)
        made.append(region._replace(shape=shape))
    return made


def drop_regions(
    regions: list[Region], size: Size, kinds: Sequence[str], m: float, random: np.random.Generator
) -> list[Region]:
    """Each region is missed with probability m."""
    return [region for region in regions if random.random() >= m]


def relabel_regions(
    regions: list[Region], size: Size, kinds: Sequence[str], m: float, random: np.random.Generator
) -> list[Region]:
    """Each region gets, with probability m, any of the categories."""
    return [
        one._replace(category=kinds[int(random.integers(len(kinds)))])
        if random.random() < m
        else one
        for one in regions
    ]


def _placed(shape: Shape, across: float, down: float, left: float, top: float) -> Shape:
    """The shape made larger or smaller, and moved so that it begins at (left, top)."""
    made = scaled(shape, across, down)
    x, y = left - bounds(made)[0], top - bounds(made)[1]
    if isinstance(made, Box):
        return Box(made.left + x, made.top + y, made.right + x, made.bottom + y)
    if isinstance(made, Outline):
        return Outline(tuple(tuple((a + x, b + y) for a, b in ring) for ring in made.rings))
    if isinstance(made, Points):
        places = tuple(None if p is None else (p[0] + x, p[1] + y) for p in made.places)
        return Points(places, made.area)
    raise NotApplicableError(
        "mistakes of place are simulated in boxes, outlines and points, not in masks"
    )
