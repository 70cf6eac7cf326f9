"""Boundaries in an order that comes from where they are."""

import numpy as np

from accord.kinds.boundaries.study import Segmentations
from accord.kinds.labels.patterns import by_colour, mixed, refined
from accord.model.names import IntArray


def order_of(study: Segmentations) -> tuple[IntArray, IntArray]:
    """Documents and coders, by position; types only where nothing else tells them apart."""
    sizes = len(study.documents), len(study.coders), len(study.types) + 1
    rows = [np.zeros((0, 4), np.int64)]
    for d, one in enumerate(study.documents):
        seen = np.flatnonzero(one.seen)
        marked = [np.full(len(one), d), one.coder, one.type, one.place]
        saw = [np.full(len(seen), d), seen, np.full(len(seen), sizes[2] - 1), np.zeros(len(seen))]
        rows += [np.stack(part, axis=1).astype(np.int64) for part in (marked, saw)]
    table = np.concatenate(rows)
    lengths = np.array([one.length for one in study.documents], np.int64)
    colours = [mixed(lengths), np.zeros(sizes[1], np.uint64), np.zeros(sizes[2], np.uint64)]
    places = mixed(np.arange(int(table[:, 3].max(initial=0)) + 1))
    plain = refined([*table.T], [*colours, places])
    typed = refined([*table.T], [*plain[:2], plain[2] ^ mixed(np.arange(sizes[2])), plain[3]])
    return by_colour(plain[0], typed[0]), by_colour(plain[1], typed[1])
