"""Blocks: a document cut where nothing crosses, for resampling within one document."""

from typing import TypeVar

from accord.kinds.boundaries.study import Segmentations
from accord.kinds.kind import ability
from accord.kinds.spans.study import Unitizings

_Spans = TypeVar("_Spans", Unitizings, Segmentations)


def split(study: _Spans, *, blocks: int = 20) -> _Spans:
    """The study with each document cut into about `blocks` blocks where nothing crosses.

    For resampling within a single document: the blocks are the items. A continuum is cut
    where no unit of any coder crosses, a segmentation where all coders have a boundary;
    blocks are therefore of unequal length, and fewer where such places are rare. The blocks
    are called (document, number); measures that know gaps by their length see shorter gaps.

    :param study: A study of units or boundaries.
    :param blocks: How many blocks a document is cut into.

    >>> import accord
    >>> study = accord.Unitizings.of(
    ...     [("d", "A", 0, 4, "x"), ("d", "B", 1, 4, "x"), ("d", "A", 6, 9, "x")]
    ... )
    >>> [(c.begin, c.end, len(c)) for c in accord.spans.split(study, blocks=2).continua]
    [(0.0, 4.0, 2), (4.0, 9.0, 1)]
    """
    cut: _Spans = ability(study, "in_blocks")(study, blocks)
    return cut
