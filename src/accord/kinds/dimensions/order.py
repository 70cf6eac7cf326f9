"""Dimensions in an order that comes from who gave which label to what."""

import numpy as np

from accord.kinds.dimensions.study import Dimensions
from accord.kinds.labels.patterns import by_colour, refined
from accord.model.names import IntArray


def order_of(study: Dimensions) -> tuple[IntArray, IntArray]:
    """Items and coders, by position, from the labels of all dimensions together."""
    parts = [study.seen, *(study[name] for name in study.names)]
    item = np.concatenate([part.item for part in parts])
    coder = np.concatenate([part.who() for part in parts])
    before = np.cumsum([0, *(len(part.categories) for part in parts)])
    category = np.concatenate(
        [part.category.astype(np.int64) + at for part, at in zip(parts, before, strict=False)]
    )
    sizes = len(study.items), len(study.coders), int(before[-1])
    colours = [np.zeros(max(n, 1), np.uint64) for n in sizes]
    apart = refined([item, coder, category], colours)
    return by_colour(apart[0])[: sizes[0]], by_colour(apart[1])[: sizes[1]]
