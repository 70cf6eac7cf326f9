"""What studies of spans hold."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from accord.kinds.documents.properties import some_missing
from accord.kinds.properties import Properties, level_of
from accord.kinds.spans.overlap import meet
from accord.kinds.spans.parts import Spans
from accord.kinds.spans.study import Unitizings

ROUNDING = 1e-9
"""A gap is longer than this part of a document: sums of real lengths round."""


def properties_of(study: Unitizings) -> Properties:
    """What units of one coder do: embed each other, overlap, cover everything, touch."""
    often: Counter[str] = Counter()
    for length, units in _lines(study):
        g, h, _ = meet(units, units)
        pairs = g < h
        one, two = units.at(g[pairs]), units.at(h[pairs])
        inside = ((one.start <= two.start) & (two.stop <= one.stop)) | (
            (two.start <= one.start) & (one.stop <= two.stop)
        )
        often["embedded"] += int(inside.any())
        often["free"] += int((~inside).any())
        often["gaps"] += int(_covered(units) < length - ROUNDING * max(length, 1.0))
        left, right = units.at(slice(None, -1)), units.at(slice(1, None))
        # Only of one category: two neighbours alike are one unit for measures that look at atoms.
        touching = (left.stop == right.start) & (left.category == right.category)
        often["neighbours"] += int(bool(touching.any()))
    named = any(name is not None for name in study.categories)
    return Properties(
        study.kind,
        len(study.items),
        len(study.coders),
        len(study.categories),
        named,
        True,
        often["embedded"] > 0,
        often["free"] > 0,
        often["gaps"] == 0,
        often["neighbours"] > 0,
        some_missing(study),
        level_of(study.categories),
    )


def _lines(study: Unitizings) -> Iterator[tuple[float, Spans]]:
    for c in study.continua:
        units = c.by_coder(c.spans)
        yield from ((c.length, units[coder]) for coder in np.flatnonzero(c.seen))


def _covered(units: Spans) -> float:
    """The length that units cover, overlap counted once; units are sorted by their starts."""
    if not len(units):
        return 0.0
    start, reached = units.start, np.maximum.accumulate(units.stop)
    before = np.concatenate([[start[0]], reached[:-1]])
    return float((reached - np.maximum(before, np.minimum(start, reached))).clip(min=0).sum())
