"""Numbers of items × raters, as every analysis of ratings takes them."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord._measure.labels.correlation import whole_table
from accord._read.door.in_memory import Data
from accord.engine.any_data import study_of
from accord.engine.asked import listed_labels
from accord.errors import NotApplicableError
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
        values = np.delete(self.values, rater, axis=1)
        kept = ~np.isnan(values).all(axis=1)
        return Rated(
            values[kept],
            (*self.raters[:rater], *self.raters[rater + 1 :]),
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
    kept = ~np.isnan(values).all(axis=1)
    items = tuple(study.items[i] for i in np.flatnonzero(kept).tolist())
    return Rated(values[kept], tuple(study.coders), items)
