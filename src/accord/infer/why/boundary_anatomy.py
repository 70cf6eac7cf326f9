"""Anatomy of disagreement on boundaries: which are shared, near another coder's, or alone."""

import numpy as np

from accord.model.names import IntArray
from accord.model.units.segmentations import Segmentation

NEAR = 2
"""A boundary is near another coder's if it is at most so many places away."""

KINDS = ("shared", "near", "alone")


def boundary_kinds(document: Segmentation) -> IntArray:
    """For every boundary 0 where all coders have one there, 1 where another is near, else 2."""
    sees = int(document.seen.sum())
    kinds = np.full(len(document), 2)
    places = {int(c): document.boundaries(int(c)) for c in np.flatnonzero(document.seen)}
    for c, mine in places.items():
        exact = np.ones(len(mine), dtype=np.int64)
        near = np.zeros(len(mine), dtype=bool)
        for other, theirs in places.items():
            if other != c and len(theirs):
                apart = np.abs(mine[:, None] - theirs[None, :]).min(axis=1)
                exact += apart == 0
                near |= apart <= NEAR
        kind = np.where(exact == sees, 0, np.where(near, 1, 2))
        at = np.flatnonzero(document.coder == c)
        kinds[at] = kind[np.searchsorted(mine, document.place[at])]
    return kinds
