"""Spans as other measures see them."""

from accord.kinds.convert import units_to_codings
from accord.kinds.labels.study import Codings
from accord.kinds.spans.study import Unitizings


def as_units(study: Unitizings) -> Unitizings:
    """Spans are units."""
    return study


def as_labels(study: Unitizings) -> Codings:
    """Each atom has the label of the span over it."""
    return units_to_codings(study)
