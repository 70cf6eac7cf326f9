"""Numbers of items × raters, as every analysis of ratings takes them."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord._measure.distances.metric import check_squares
from accord._measure.labels.correlation import whole_table
from accord._read.door.in_memory import Data
from accord.engine.any_data import listed_labels, study_of
from accord.errors import NotApplicableError
from accord.kinds.dimensions.study import Dimensions, dimensions
from accord.model.names import FloatArray


@dataclass(frozen=True, eq=False)
class Rated:
    """A table items × raters with nan where there is no rating.

    :param values: The ratings.
    :param raters: Who gave them.
    :param items: What they are about.
    """

    values: FloatArray
    raters: tuple[Hashable, ...]
    items: tuple[Hashable, ...]

    @property
    def there(self) -> FloatArray:
        """1 where there is a rating, else 0."""
        return (~np.isnan(self.values)).astype(float)

    @property
    def complete(self) -> bool:
        """Whether everybody rated every item."""
        return not np.isnan(self.values).any()

    def without(self, rater: int) -> "Rated":
        """The ratings of the others; items that nobody else rated are gone."""
        return self.only([j for j in range(len(self.raters)) if j != rater])

    def only(self, raters: Sequence[int]) -> "Rated":
        """The ratings of these; items that none of them rated are gone."""
        values = self.values[:, raters]
        kept = ~np.isnan(values).all(axis=1)
        return Rated(
            values[kept],
            tuple(self.raters[j] for j in raters),
            tuple(self.items[i] for i in np.flatnonzero(kept).tolist()),
        )


def rated(data: Data, *more: Data, **reading: Any) -> Rated:
    """The ratings of a study, of a file, a frame or arrays.

    >>> table = rated([[9, 2], [6, 1], [8, None]])
    >>> table.values.shape, table.complete
    ((3, 2), False)
    """
    study = study_of(data, more, **reading)
    if not listed_labels(study):
        raise NotApplicableError("ratings are numbers for items by raters, not counts or spans")
    numbers = study.categories.numbers()
    if numbers is None:
        raise NotApplicableError(
            f"ratings are numbers, got {study.categories[0]!r}; for ordered names give "
            "categories=[...] in their order, or numbers in their place"
        )
    values = whole_table(study, numbers)
    check_squares(np.nan_to_num(values))
    kept = ~np.isnan(values).all(axis=1)
    items = tuple(study.items[i] for i in np.flatnonzero(kept).tolist())
    return Rated(values[kept], tuple(study.coders), items)


def numeric_ratings(study: Dimensions) -> Dimensions:
    """The same dimensions with numbers for labels: in a table of dimensions cells stay text.

    >>> import accord
    >>> texts = accord.labels.dimensions([(1, "a", "x", "4"), (1, "b", "x", "2")])
    >>> numeric_ratings(texts)["x"].rows()
    [(1, 'a', 4.0), (1, 'b', 2.0)]
    """
    rows: list[tuple[Hashable, Hashable, str, Any]] = [
        (item, coder, name, label)
        for name in study.names
        for item, coder, label in study[name].rows()
    ]
    try:
        return dimensions([(item, coder, name, float(x)) for item, coder, name, x in rows])
    except (TypeError, ValueError):
        other = next(x for *_, x in rows if not _is_number(x))
        raise NotApplicableError(f"ratings are numbers, got {other!r} in a dimension") from None


def _is_number(label: Any) -> bool:
    try:
        float(label)
    except (TypeError, ValueError):
        return False
    return True


def rated_cube(study: Dimensions) -> FloatArray:
    """Numbers of items × raters × dimensions, of the items that all raters rated in all of them.

    >>> import accord
    >>> rows = [(i, c, d, i + ("ab".index(c)) + ("xy".index(d)))
    ...         for i in range(3) for c in "ab" for d in "xy"]
    >>> rated_cube(accord.labels.dimensions(rows)).shape
    (3, 2, 2)
    """
    study = numeric_ratings(study)
    parts = [rated(study[name]) for name in study.names]
    items = [item for item in parts[0].items if all(item in part.items for part in parts)]
    raters = [name for name in parts[0].raters if all(name in part.raters for part in parts)]
    cells = [
        part.values[[part.items.index(item) for item in items]][
            :, [part.raters.index(name) for name in raters]
        ]
        for part in parts
    ]
    cube = np.stack(cells, axis=2) if items and raters else np.empty((0, 0, len(parts)))
    cube = cube[~np.isnan(cube).any(axis=(1, 2))]
    if min(cube.shape) < 2:
        raise NotApplicableError(
            "halo and repeats need two items that two raters rated in every one of two dimensions "
            f"or more; here are {cube.shape[0]} items, {cube.shape[1]} raters, {len(parts)} "
            "dimensions"
        )
    return cube
