"""The options --distance and --taxonomy, the same for every command that takes a distance."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

import rich_click as click

from accord.errors import AccordError, UnknownNameError
from accord.measure.distances.distance import DISTANCES, Distance, Metric, distance, parsed
from accord.measure.distances.metric import Told
from accord.measure.distances.taxonomic import TAXONOMIC, taxonomic
from accord.model.codings.taxonomy import Taxonomy
from accord.model.names import FloatArray, IntArray, Names

MANY = 5_000
"""From so many categories on a sweep over all pairs is worth watching."""


def distances(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add both options to a command, which then gets `distance` (a Distance, or None)."""

    @wraps(command)
    def wrapped(distance: str | None, taxonomy: str | None, **given: Any) -> Any:
        return command(distance=chosen(distance, taxonomy), **given)

    wrapped = click.option(
        "--taxonomy",
        metavar="FILE",
        help="Taxonomy of the categories, for --distance geertzen-bunt, path, wu-palmer …",
    )(wrapped)
    return click.option(
        "--distance",
        help="Distance between categories: nominal, ordinal, interval, masi, geertzen-bunt …",
    )(wrapped)


def chosen(text: str | None, file: str | None) -> Distance | None:
    """The distance that the two options mean."""
    if file is None and text is not None and parsed(text)[0] in TAXONOMIC:
        raise AccordError(f"distance {text!r} needs a taxonomy: add --taxonomy FILE")
    if file is None:
        return None if text is None else distance(text)
    from accord.read.tables.taxonomies import read_taxonomy

    return over(text, read_taxonomy(file))


def over(text: str | None, taxonomy: Taxonomy) -> Distance:
    """The distance `text` ("geertzen-bunt:a=.75,b=1") over a taxonomy."""
    if text is None:
        raise AccordError(f"with a taxonomy, say which distance: --distance {', '.join(TAXONOMIC)}")
    name, options = parsed(text)
    if name not in TAXONOMIC:
        if name not in DISTANCES:
            raise UnknownNameError.of("distance", name, [*TAXONOMIC, *DISTANCES])
        return distance(text)
    return taxonomic(taxonomy, name, **options)


def watched(recipe: Any, advance: Callable[[float], None] | None) -> Any:
    """The same distance, telling `advance` how far a sweep over many categories has come."""
    if advance is None or not isinstance(recipe, Distance):
        return recipe

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        metric: Metric = recipe.fit(categories, counts, declared)
        if metric.nominal or metric.points is not None or metric.size < MANY:
            return metric

        def blocks(k: IntArray, l: IntArray) -> FloatArray:
            d = metric.block(k, l)
            left = 1 - (int(k.max(initial=0)) + 1) / metric.size
            advance(1 - left * left)  # sums go over the upper half of a square
            return d

        def form(k: IntArray, weights: FloatArray, _: Told | None) -> float | None:
            return None if metric.form is None else metric.form(k, weights, advance)

        return replace(metric, blocks=blocks, form=form)

    return replace(recipe, fit=fit)
