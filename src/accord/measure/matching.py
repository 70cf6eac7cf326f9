"""Matching: which unit of one coder goes with which unit of another, one to one."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from accord.model.names import FloatArray, IntArray

DENSE = 256
"""Groups of at most this many units are solved as a full table."""


def best_matching(g: IntArray, h: IntArray, gain: FloatArray, sizes: tuple[int, int]) -> IntArray:
    """The pairs (positions in `g`, `h`) of the one-to-one matching with the largest total gain.

    Only the given pairs can be matched; gains are above 0. Units that share no
    candidate are independent, so each connected group is solved alone.

    >>> g, h = np.array([0, 0, 1]), np.array([0, 1, 0])
    >>> best_matching(g, h, np.array([2.0, 1.5, 1.5]), (2, 2)).tolist()
    [1, 2]
    """
    if not len(g):
        return np.zeros(0, dtype=np.intp)
    alone = (np.bincount(g, minlength=sizes[0])[g] == 1) & (
        np.bincount(h, minlength=sizes[1])[h] == 1
    )
    chosen = [np.flatnonzero(alone)]
    for group in _groups(g, h, np.flatnonzero(~alone), sizes):
        chosen.append(group[_solve(g[group], h[group], gain[group])])
    return np.sort(np.concatenate(chosen))


def _groups(
    g: IntArray, h: IntArray, pairs: IntArray, sizes: tuple[int, int]
) -> Iterator[IntArray]:
    """The pairs of each connected group of units."""
    if not len(pairs):
        return
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n = sizes[0] + sizes[1]
    ones = np.ones(len(pairs), dtype=np.int8)
    graph = coo_array((ones, (g[pairs], sizes[0] + h[pairs])), shape=(n, n))
    _, label = connected_components(graph.tocsr(), directed=False)
    of = label[g[pairs]]
    order = np.argsort(of, kind="stable")
    yield from np.split(pairs[order], np.flatnonzero(np.diff(of[order])) + 1)


def _solve(g: IntArray, h: IntArray, gain: FloatArray) -> Any:
    """The best pairs of one group."""
    rows, row = np.unique(g, return_inverse=True)
    columns, column = np.unique(h, return_inverse=True)
    if len(rows) + len(columns) <= DENSE:
        return _dense(row, column, gain, len(rows), len(columns))
    return _sparse(row, column, gain, len(rows), len(columns))


def _dense(row: IntArray, column: IntArray, gain: FloatArray, n: int, m: int) -> Any:
    from scipy.optimize import linear_sum_assignment

    table = np.zeros((n, m))
    at = np.full((n, m), -1)
    table[row, column], at[row, column] = gain, np.arange(len(gain))
    found = at[linear_sum_assignment(table, maximize=True)]
    return found[found >= 0]


def _sparse(row: IntArray, column: IntArray, gain: FloatArray, n: int, m: int) -> Any:
    """Every unit may stay alone: it has a stand-in of its own on the other side."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    high = float(gain.max()) + 1.0
    rows = np.concatenate([row, np.arange(n), n + np.arange(m), n + column])
    columns = np.concatenate([column, m + np.arange(n), np.arange(m), m + row])
    # Matched: high − gain, and the stand-ins meet each other for nothing more than `high`.
    cost = np.concatenate([2 * high - gain, np.full(n + m, high), np.full(len(gain), 1e-9)])
    graph = coo_array((cost, (rows, columns)), shape=(n + m, n + m)).tocsr()
    left, right = min_weight_full_bipartite_matching(graph)
    position = {pair: at for at, pair in enumerate(zip(row.tolist(), column.tolist(), strict=True))}
    pairs = [
        position[(int(a), int(b))]
        for a, b in zip(left, right, strict=True)
        if a < n and b < m and (int(a), int(b)) in position
    ]
    return np.array(pairs, dtype=np.intp)
