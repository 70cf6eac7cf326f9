"""Mistakes of coders who mark regions of images: drawn loosely, elsewhere, missed, misnamed.

A coder's regions of an image are a list, beside the size of the image.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.errors import NotApplicableError
from accord.kinds.regions.geometry import Box, Outline, Points, Shape, bounds, scaled
from accord.kinds.regions.parts import Picture, Region
from accord.kinds.regions.study import Regions
from accord.simulate.erring import REFERENCE, Step

Size = tuple[float, float]


def jitter_regions(
    regions: list[Region], size: Size, kinds: Sequence[str], m: float, random: np.random.Generator
) -> list[Region]:
    """Each side moves by up to m/2 of the width or the height of the region, each on its own."""
    changed = []
    for region in regions:
        left, top, right, bottom = bounds(region.shape)
        wide, high = right - left, bottom - top
        a, b, c, d = (random.uniform(-0.5, 0.5, size=4) * m).tolist()
        # The sides stay in their order: together they move by less than the region is wide.
        across, down = max(1 + c - a, 1e-3), max(1 + d - b, 1e-3)
        shape = region.shape
        if m:
            shape = _placed(shape, across, down, left + a * wide, top + b * high)
        changed.append(region._replace(shape=shape))
    return changed


def move_regions(
    regions: list[Region], size: Size, kinds: Sequence[str], m: float, random: np.random.Generator
) -> list[Region]:
    """Each region is, with probability m, anywhere in the image."""
    changed = []
    for region in regions:
        shape = region.shape
        if random.random() < m:
            left, top, right, bottom = bounds(shape)
            # A region as wide as the image has no room, and uniform needs an interval that is not
            # negative.
            x = random.uniform(0, max(size[0] - (right - left), 1e-9))
            y = random.uniform(0, max(size[1] - (bottom - top), 1e-9))
            shape = _placed(shape, 1.0, 1.0, x, y)
        changed.append(region._replace(shape=shape))
    return changed


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
    """The shape changed larger or smaller, and moved so that it begins at (left, top)."""
    changed = scaled(shape, across, down)
    x, y = left - bounds(changed)[0], top - bounds(changed)[1]
    if isinstance(changed, Box):
        return Box(changed.left + x, changed.top + y, changed.right + x, changed.bottom + y)
    if isinstance(changed, Outline):
        return Outline(tuple(tuple((a + x, b + y) for a, b in ring) for ring in changed.rings))
    if isinstance(changed, Points):
        places = tuple(None if p is None else (p[0] + x, p[1] + y) for p in changed.places)
        return Points(places, changed.area)
    raise NotApplicableError(
        "mistakes of place are simulated in boxes, outlines and points, not in masks"
    )


@dataclass(frozen=True, slots=True)
class RegionModel:
    """A statistical model of boxes in images: how many, how large, of which categories.

    :param images: How many images.
    :param regions: How many boxes an image has.
    :param size: Width and height of the images.
    :param sides: The range of the sides of a box, as shares of those of the image.
    :param categories: The names of the categories.

    >>> import accord
    >>> accord.simulate.RegionModel(images=3, regions=2).draw(1)
    Regions(3 images, 1 coder, 6 regions)
    """

    images: int = 40
    regions: int = 4
    size: tuple[float, float] = (640.0, 480.0)
    sides: tuple[float, float] = (0.1, 0.4)
    categories: Sequence[str] = ("cat", "dog", "bird")

    def draw(self, rng: int | np.random.Generator = 0) -> Regions:
        """One reference: boxes anywhere in the image, which may overlap.

        >>> import accord
        >>> accord.simulate.RegionModel(images=2).draw().counts()
        {'i': 2, 'c': 1, 'r': 8}
        """
        random = np.random.default_rng(rng)
        rows: list[Any] = []
        for image in range(1, self.images + 1):
            for _ in range(self.regions):
                wide, high = random.uniform(*self.sides, size=2) * self.size
                left, top = random.uniform(0, 1, size=2) * (np.array(self.size) - (wide, high))
                kind = self.categories[int(random.integers(len(self.categories)))]
                place = tuple(map(float, (left, top, left + wide, top + high)))
                rows.append((image, REFERENCE, place, kind))
        sizes: dict[Hashable, tuple[float, float]] = dict.fromkeys(
            range(1, self.images + 1), self.size
        )
        return Regions.of(rows, items=list(sizes), sizes=sizes)


def with_mistakes(
    reference: Regions, steps: list[Step], names: list[str], random: np.random.Generator
) -> Regions:
    """A study of coders who take these steps, each from the reference."""
    # Sorted: a set of texts has another order in every process, and the seed would mean nothing.
    kinds = sorted({region.category for part in reference.documents for region in part.regions[0]})
    sizes = {part.name: _size(part) for part in reference.documents}
    rows: list[Any] = []
    for coder in names:
        for part in reference.documents:
            regions = list(part.regions[0])
            for apply, m in steps:
                regions = apply(regions, sizes[part.name], kinds, m, random)
            rows += [(part.name, coder, *region) for region in regions]
    known = {part.name: part.size for part in reference.documents if part.size is not None}
    return Regions.of(rows, items=list(sizes), coders=names, sizes=known, about=reference.about)


def _size(picture: Picture) -> tuple[float, float]:
    """The size of an image; where nobody said it, of what holds all regions."""
    if picture.size is not None:
        return picture.size
    places = [bounds(region.shape) for region in picture.regions[0]]
    return max((p[2] for p in places), default=1.0), max((p[3] for p in places), default=1.0)


def mistakes() -> dict[Callable[..., Any], str]:
    """All mistakes that are made in regions, and what happens."""
    return {
        jitter_regions: "sides of regions move",
        move_regions: "regions are anywhere in the image",
        drop_regions: "regions are missed",
        relabel_regions: "categories of regions are confused",
    }


def reference_model() -> type[RegionModel]:
    """The model that draws references."""
    return RegionModel


def usual_mistake() -> tuple[str, str, str]:
    """A mistake whose magnitude is a share, in words: each coder … a share of the …"""
    return "drop_regions", "missed", "regions"
