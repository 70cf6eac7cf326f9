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
from typing import TYPE_CHECKING, Any, ClassVar, Self

from accord.kinds.documents.parts import saw
from accord.kinds.documents.study import (
    Documents,
    labels_of,
    names_of as names_of_documents,
    of_marks,
)
from accord.kinds.regions.geometry import as_shape, bounds
from accord.kinds.regions.parts import Picture, Region
from accord.model.audit import Audit, Counted, noted
from accord.model.names import Names
from accord.model.study import about_items, parted

if TYPE_CHECKING:
    from accord.kinds.properties import Properties


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Regions(Documents[Picture]):
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
    document: ClassVar[str] = "image"
    mark: ClassVar = ("region", "regions")

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
        marked: dict[Hashable, dict[Hashable, dict[Region, None]]] = {
            name: {} for name in items or ()
        }
        marks = parted(rows, "image coder shape category", where)
        for at, (image, who, shape, category) in enumerate(marks):
            names.setdefault(who)
            place = where[at] if where else f"image {image!r}, coder {who!r}"
            region = Region(as_shape(shape, place), "" if category is None else str(category))
            marked.setdefault(image, {}).setdefault(who, {})[region] = None
        pairs = None if seen is None else set(seen)
        who_of = Names(names)
        parts = []
        for name, by in marked.items():
            regions = tuple(tuple(sorted(by.get(who, ()), key=_place)) for who in who_of)
            size = (sizes or {}).get(name)
            parts.append(Picture(who_of, regions, saw(name, who_of, pairs, by), name, size))
        study = cls(tuple(parts), who_of, about_items(about, len(parts)), audit)
        return noted(study, names_of(study)) if audit is None else study

    def counts(self) -> dict[str, Any]:
        """Images, coders, and how many regions they marked in all."""
        return {**self._size(), "r": sum(map(len, self.documents))}

    def _caption(self) -> str:
        return repr(self)


def names_of(study: Regions) -> dict[str, Counted]:
    """The names of a study by what they name, with how often each occurs."""
    regions = (region for part in study.documents for mine in part.regions for region in mine)
    return names_of_documents(study, labels_of(regions))


def _place(region: Region) -> tuple[Any, ...]:
    """What sorts regions: where they are, then what they are."""
    return *bounds(region.shape), repr(region.shape), region.category


def properties_of(study: Regions) -> "Properties":
    """How many categories there are, and whether anything is missing."""
    return of_marks(study, (m for part in study.documents for mine in part.regions for m in mine))
