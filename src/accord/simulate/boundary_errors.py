"""Mistakes of coders who cut text into segments: shifted, missed and added boundaries."""

import numpy as np

from accord.model.names import IntArray

SHIFT = 2.0
"""At magnitude 1 a boundary moves by up to so many mean segment lengths."""
ADDED = 2.0
"""At magnitude 1 so many boundaries are added for each that is there."""


def shift(places: IntArray, length: int, m: float, random: np.random.Generator) -> IntArray:
    """Each boundary moves by up to m × SHIFT × the mean length of a segment; two that would
    meet stay apart: the later one takes the nearest free place."""
    if not len(places) or not m:
        return places
    most = m * SHIFT * length / (len(places) + 1)
    wanted = np.rint(places + random.uniform(-most, most, len(places))).astype(int)
    free = np.ones(length + 1, dtype=bool)
    free[[0, length]] = False
    found = []
    for place in random.permutation(np.clip(wanted, 1, length - 1)):
        open_places = np.flatnonzero(free)
        nearest = int(open_places[np.abs(open_places - place).argmin()])
        free[nearest] = False
        found.append(nearest)
    return np.array(sorted(found), dtype=places.dtype)


def miss(places: IntArray, length: int, m: float, random: np.random.Generator) -> IntArray:
    """Each boundary is missed with probability m."""
    return places[random.random(len(places)) >= m]


def add(places: IntArray, length: int, m: float, random: np.random.Generator) -> IntArray:
    """m × ADDED boundaries are added for each that is there, at free places."""
    free = np.setdiff1d(np.arange(1, length), places)
    number = min(round(m * ADDED * len(places)), len(free))
    extra = random.choice(free, size=number, replace=False) if number else places[:0]
    return np.sort(np.concatenate([places, extra])).astype(places.dtype)
