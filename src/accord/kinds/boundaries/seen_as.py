"""Boundaries as other measures see them."""

from accord.kinds.boundaries.study import Segmentations
from accord.kinds.convert import segmentations_to_codings, segmentations_to_units
from accord.kinds.labels.study import Codings
from accord.kinds.spans.study import Unitizings


def as_units(study: Segmentations) -> Unitizings:
    """Segments are units that cover everything."""
    return segmentations_to_units(study)


def as_labels(study: Segmentations) -> Codings:
    """Each place where a boundary could be is an item."""
    return segmentations_to_codings(study)
