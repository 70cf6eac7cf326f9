"""Regions: boxes, outlines, masks and points that coders marked in images, each with a category.

    image   +-------------------+      Ann   a cat and a dog
            |  [cat]            |      Bob   the same cat a little larger, no dog
            |        [dog]      |
            +-------------------+

One `Picture` is one image; a study, `Regions`, is one for each image, all with the same coders.
Images themselves are not needed, and their sizes only where shapes of different images are
compared (chance) or drawn.

Absent is not "no": a coder who saw an image and marked nothing has no regions in it; a coder who
never opened it is not among the image's `seen`.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from accord.kinds.regions.geometry import Shape, as_shape, bounds
from accord.model.audit import Audit, noted
from accord.model.names import BoolArray, Frozen, IntArray, Names
from accord.model.showing import Drawn, counted
from accord.model.study import about_items, parted


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
class Picture(Frozen):
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

    coders: Names
    regions: tuple[tuple[Region, ...], ...]
    seen: BoolArray
    name: Hashable = None
    size: tuple[float, float] | None = None

    def only(self, coders: Sequence[int] | IntArray) -> "Picture":
        """What these coders (by position) marked."""
        at = [int(c) for c in coders]
        regions = tuple(self.regions[c] for c in at)
        return Picture(self.coders.take(at), regions, self.seen[at].copy(), self.name, self.size)

    def __len__(self) -> int:
        """How many regions all coders marked together."""
        return sum(map(len, self.regions))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Picture):
            return NotImplemented
        names = ("coders", "regions", "name", "size")
        same = all(getattr(self, key) == getattr(other, key) for key in names)
        return same and np.array_equal(self.seen, other.seen)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True, eq=False)
class Regions(Drawn, Frozen):
    """A study of regions: what every coder marked in every image.

    :param documents: What the coders marked in each image.
    :param coders: The names of the coders.
    :param about: Columns about items, by name.
    :param audit: Where the study came from, and what was changed on the way.

    >>> import accord
    >>> study = accord.regions.Regions.of([
    ...     ("a.jpg", "Ann", (10, 10, 50, 40), "cat"), ("a.jpg", "Bob", (12, 10, 52, 40), "cat"),
    ...     ("a.jpg", "Ann", (60, 30, 90, 80), "dog")])
    >>> study.documents[0].regions[1][0].category
    'cat'
    >>> study.counts()
    {'i': 1, 'c': 2, 'r': 3}
    """

    kind: ClassVar[str] = "regions"

    documents: tuple[Picture, ...]
    coders: Names
    about: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    audit: Audit | None = None

    @classmethod
    def of(
        cls,
        rows: Iterable[tuple[Hashable, Hashable, Any, Any]],
        *,
        items: Sequence[Hashable] | None = None,
        coders: Sequence[Hashable] | None = None,
        sizes: Mapping[Hashable, tuple[float, float]] | None = None,
        seen: Iterable[tuple[Hashable, Hashable]] | None = None,
        about: Mapping[str, Sequence[Any]] | None = None,
        audit: Audit | None = None,
        where: Sequence[str] | None = None,
    ) -> Self:
        """Build a study from rows (image, coder, shape, category).

        A shape is left, top, right and bottom of a box, or a Box, Outline, Raster or Points.
        `sizes` has the width and height of images. `seen` lists the (image, coder) pairs that saw
        the image; without it every coder saw every image. `where` names the source of each row
        for error messages.
        """
        names = dict.fromkeys(coders or ())
        found: dict[Hashable, dict[Hashable, dict[Region, None]]] = {
            name: {} for name in items or ()
        }
        told = parted(rows, "image coder shape category", where)
        for at, (image, who, shape, category) in enumerate(told):
            names.setdefault(who)
            place = where[at] if where else f"image {image!r}, coder {who!r}"
            said = "" if category is None else str(category)
            region = Region(as_shape(shape, place), said)
            found.setdefault(image, {}).setdefault(who, {})[region] = None
        saw = None if seen is None else set(seen)
        who_of = Names(names)
        made = []
        for name, marked in found.items():
            mask = [saw is None or (name, who) in saw or who in marked for who in who_of]
            regions = tuple(tuple(sorted(marked.get(who, ()), key=_place)) for who in who_of)
            size = (sizes or {}).get(name)
            made.append(Picture(who_of, regions, np.array(mask, dtype=bool), name, size))
        study = cls(tuple(made), who_of, about_items(about, len(made)), audit)
        return noted(study) if audit is None else study

    @property
    def items(self) -> Names:
        """The images."""
        return Names(picture.name for picture in self.documents)

    def take(self, items: Sequence[int] | IntArray) -> Self:
        """The study of these images (by position), repeats allowed."""
        at = [int(i) for i in items]
        about = {key: [column[i] for i in at] for key, column in self.about.items()}
        return type(self)(tuple(self.documents[i] for i in at), self.coders, about, self.audit)

    def only(self, coders: Sequence[int] | IntArray) -> Self:
        """The study of these coders (by position)."""
        chosen = tuple(picture.only(coders) for picture in self.documents)
        return type(self)(chosen, self.coders.take(coders), self.about, self.audit)

    def counts(self) -> dict[str, Any]:
        """Images, coders, and how many regions they marked in all."""
        regions = sum(map(len, self.documents))
        return {"i": len(self.documents), "c": len(self.coders), "r": regions}

    def __repr__(self) -> str:
        n = self.counts()
        return (
            f"Regions({counted(n['i'], 'image')}, {counted(n['c'], 'coder')}, "
            f"{counted(n['r'], 'region')})"
        )

    def _repr_html_(self) -> str:
        from accord.model.showing import html_table

        rows = [(str(part.name), int(part.seen.sum()), len(part)) for part in self.documents]
        return html_table(repr(self), ["image", "seen by", "regions"], rows)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Regions):
            return NotImplemented
        return self.documents == other.documents

    __hash__ = None  # type: ignore[assignment]


def _place(region: Region) -> tuple[Any, ...]:
    """What sorts regions: where they are, then what they are."""
    return *bounds(region.shape), repr(region.shape), region.category
