"""Hypothesis strategies for codings."""

import numpy as np
from hypothesis import strategies as st

import accord


@st.composite
def tables(draw, coders=(2, 5), items=(2, 12), categories=4, gaps=False):
    """A wide table of whole numbers 1..categories, with None for gaps."""
    c = draw(st.integers(*coders))
    n = draw(st.integers(*items))
    k = draw(st.integers(2, categories))
    cell = st.integers(1, k)
    cell = st.one_of(cell, cell, st.none()) if gaps else cell
    return draw(st.lists(st.lists(cell, min_size=c, max_size=c), min_size=n, max_size=n))


def study(table, **more):
    """Codings of a table, with every category 1..max declared."""
    top = max((v for row in table for v in row if v is not None), default=1)
    more.setdefault("categories", list(range(1, max(top, 2) + 1)))
    return accord.from_wide([list(row) for row in table], **more)


@st.composite
def codings(draw, **more):
    """Random codings."""
    return study(draw(tables(**more)))


@st.composite
def metrics(draw, size=4):
    """A random symmetric distance matrix with zero diagonal, as (names, matrix)."""
    upper = draw(
        st.lists(
            st.floats(0.05, 3), min_size=size * (size - 1) // 2, max_size=size * (size - 1) // 2
        )
    )
    matrix = np.zeros((size, size))
    matrix[np.triu_indices(size, 1)] = upper
    return list(range(1, size + 1)), matrix + matrix.T
