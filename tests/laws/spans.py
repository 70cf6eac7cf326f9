"""Hypothesis strategies for units and segments, and definitions by brute force."""

from itertools import pairwise

from hypothesis import strategies as st

import accord

LENGTH = 30


@st.composite
def line(draw, categories=3, length=LENGTH):
    """Units of one coder without overlap, on whole numbers."""
    places = draw(st.lists(st.integers(0, length), max_size=8, unique=True))
    places.sort()
    units = []
    for begin, end in pairwise(places):
        if draw(st.booleans()):
            units.append((begin, end, draw(st.integers(1, categories))))
    return units


@st.composite
def units(draw, coders=(2, 4), overlap=False):
    """Coder → units, some of them marked."""
    names = "ABCD"[: draw(st.integers(*coders))]
    if overlap:
        span = st.tuples(st.integers(0, LENGTH - 1), st.integers(1, 8), st.integers(1, 3))
        lines = {
            c: [(b, min(b + n, LENGTH), k) for b, n, k in draw(st.lists(span, max_size=5))]
            for c in names
        }
        return {c: list(dict.fromkeys(marked)) for c, marked in lines.items()}
    return {c: draw(line()) for c in names}


def unitizings(given, *, shift=0, scale=1, coders=None):
    """A study of one document from coder → units."""
    rows = [
        ("d", coder, shift + scale * begin, shift + scale * end, category)
        for coder, marked in given.items()
        for begin, end, category in marked
    ]
    return accord.Unitizings.of(
        rows,
        coders=coders or list(given),
        categories=[1, 2, 3],
        items=["d"],
        extents={"d": (shift, shift + scale * LENGTH)},
    )


@st.composite
def masses(draw, coders=(2, 4), length=(2, 25)):
    """Coder → masses of one document."""
    n = draw(st.integers(*length))
    found = {}
    for coder in "ABCD"[: draw(st.integers(*coders))]:
        places = sorted(draw(st.sets(st.integers(1, n - 1), max_size=6)))
        found[coder] = [b - a for a, b in zip([0, *places], [*places, n], strict=True)]
    return found


def segmentations(given):
    """A study of one document from coder → masses."""
    return accord.Segmentations.from_masses({"d": given})


def atoms(marked, length=LENGTH):
    """The value of each atom of a coder: a category, 0 in gaps."""
    values = [0] * length
    for begin, end, category in marked:
        values[begin:end] = [category] * (end - begin)
    return values


def sections(marked, length=LENGTH):
    """Units and gaps of a coder, (begin, end, value)."""
    found, at = [], 0
    for begin, end, category in sorted(marked):
        if begin > at:
            found.append((at, begin, 0))
        found.append((begin, end, category))
        at = end
    return [*found, (at, length, 0)] if at < length else found


def common(g, h):
    """The length that two spans share."""
    return max(0, min(g[1], h[1]) - max(g[0], h[0]))
