"""One number for each item: the mean of its ratings, as if every rater had rated it."""

from collections.abc import Hashable
from dataclasses import dataclass
from math import nan, sqrt

import numpy as np

from accord._measure.labels.variance_components import parts_apart
from accord.infer.ratings.rated import Rated
from accord.infer.ratings.raters import severities
from accord.model.showing import Result


@dataclass(frozen=True, slots=True)
class MeanRating(Result):
    """The mean rating of an item.

    :param item: Which.
    :param value: The mean; with holes without the levels of those who happened to rate it.
    :param se: Its standard error, for the same raters; nan where nothing is left to estimate it.
    :param ratings: How many ratings it has.
    """

    item: Hashable
    value: float
    se: float
    ratings: int


def mean_ratings(table: Rated) -> tuple[MeanRating, ...]:
    """Least squares of ratings on item and rater: of a complete table the plain means.

    Where raters share no items their levels cannot be separated from the items', and means stay as
    they are.

    >>> from accord.infer.ratings.rated import rated
    >>> [one.value for one in mean_ratings(rated([[1, 3], [2, 4], [5, None]]))]
    [2.0, 3.0, 6.0]
    """
    one_part = len(parts_apart(table.values)) == 1
    number = (~np.isnan(table.values)).sum(axis=1)
    found = severities(table) if one_part and len(table.raters) > 1 else None
    level = np.zeros(len(table.raters)) if found is None or table.complete else found.value
    means = np.nanmean(table.values - level, axis=1)
    noise = nan if found is None else found.noise
    return tuple(
        MeanRating(item, float(mean), noise / sqrt(n), int(n))
        for item, mean, n in zip(table.items, means, number.tolist(), strict=True)
    )
