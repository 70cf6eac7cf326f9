"""What coders marked in one image: regions."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from accord.kinds.documents.parts import PerCoder
from accord.kinds.regions.geometry import Shape
from accord.model.names import BoolArray, Names


class Region(NamedTuple):
    """Something marked in an image.

    :param shape: Where it is.
    :param category: What it is; "" where nothing was said.

    >>> import accord
    >>> accord.regions.Region(accord.regions.Box(10, 20, 30, 25), "dog").category
    'dog'
    """

    shape: Shape
    category: str


@dataclass(frozen=True, slots=True, eq=False)
class Picture(PerCoder):
    """The regions of every coder in one image, from left to right.

    `regions[c]` has those of coder c.

    :param coders: The names of the coders.
    :param seen: Which coders saw the image.
    :param name: The name of the image.
    :param size: Its width and height, where they are known.

    >>> import accord
    >>> study = accord.regions.Regions.of([("a.jpg", "Ann", (10, 10, 50, 40), "cat"),
    ...                                    ("a.jpg", "Bob", (12, 10, 52, 40), "cat")])
    >>> picture = study.documents[0]
    >>> picture.name, picture.regions[1][0].shape.left
    ('a.jpg', 12.0)
    """

    columns: ClassVar = ("regions",)

    coders: Names
    regions: tuple[tuple[Region, ...], ...]
    seen: BoolArray
    name: Hashable = None
    size: tuple[float, float] | None = None

    def _same(self) -> tuple[Any, ...]:
        return self.coders, self.regions, self.name, self.size, self.seen.tolist()
