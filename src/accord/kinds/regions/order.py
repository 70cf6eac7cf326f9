"""Regions in an order that comes from where something was marked."""

from accord.kinds.documents.order import by_marks
from accord.kinds.regions.study import Regions
from accord.model.names import IntArray


def order_of(study: Regions) -> tuple[IntArray, IntArray]:
    """Images and coders, by position; categories are names and say nothing."""
    marked = [
        [[repr(one.shape) for one in regions] for regions in picture.regions]
        for picture in study.documents
    ]
    return by_marks(study, marked)
