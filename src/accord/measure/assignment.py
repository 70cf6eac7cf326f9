"""The best one-to-one matching of a sparse table."""

from collections import OrderedDict

import numpy as np

from accord.model.names import FloatArray, IntArray

LARGE = 5_000
"""A connected part with so many cells is worth remembering: CEAF-e and CoNLL ask for the same."""
KEPT = 64
_solved: OrderedDict[bytes, float] = OrderedDict()


def best_assignment(row: IntArray, column: IntArray, worth: FloatArray) -> float:
    """The greatest sum of `worth` over cells of which no two share a row or a column.

    Rows and columns that meet nowhere cannot be matched, so the table is cut into its
    connected parts first; most have one cell.

    >>> best_assignment(np.array([0, 0, 1]), np.array([0, 1, 0]), np.array([3.0, 2.0, 2.0]))
    4.0
    """
    if not len(row):
        return 0.0
    rows, columns = np.unique(row, return_inverse=True), np.unique(column, return_inverse=True)
    r, c = rows[1].reshape(-1), columns[1].reshape(-1)
    part = _parts(r, c, len(rows[0]), len(columns[0]))
    single = np.bincount(part)[part] == 1
    total = float(worth[single].sum())
    order = np.argsort(part[~single], kind="stable")
    r, c, w = r[~single][order], c[~single][order], worth[~single][order]
    edges = np.flatnonzero(np.diff(part[~single][order])) + 1
    for rr, cc, ww in zip(np.split(r, edges), np.split(c, edges), np.split(w, edges), strict=True):
        if len(rr):
            total += _solve(rr, cc, ww)
    return total


def _parts(row: IntArray, column: IntArray, rows: int, columns: int) -> IntArray:
    """For every cell the number of its connected part."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    size = rows + columns
    graph = coo_matrix((np.ones(len(row), np.int8), (row, column + rows)), shape=(size, size))
    labels: IntArray = connected_components(graph, directed=False)[1]
    return labels[row]


def _solve(row: IntArray, column: IntArray, worth: FloatArray) -> float:
    rows, r = np.unique(row, return_inverse=True)
    columns, c = np.unique(column, return_inverse=True)
    r, c = r.reshape(-1), c.reshape(-1)
    if len(rows) == 1 or len(columns) == 1:
        return float(worth.max())
    if len(row) >= LARGE:
        return _remembered(r, c, worth, (len(rows), len(columns)))
    return _solve_table(r, c, worth, (len(rows), len(columns)))


def _remembered(
    row: IntArray, column: IntArray, worth: FloatArray, shape: tuple[int, int]
) -> float:
    """The solution for the same table again, by a digest of all of it."""
    from hashlib import blake2b

    digest = blake2b(repr(shape).encode())
    for part in (row, column, worth):
        digest.update(np.ascontiguousarray(part).tobytes())
    key = digest.digest()
    if key not in _solved:
        _solved[key] = _solve_table(row, column, worth, shape)
        while len(_solved) > KEPT:
            _solved.popitem(last=False)
    return _solved[key]


def _solve_table(
    row: IntArray, column: IntArray, worth: FloatArray, shape: tuple[int, int]
) -> float:
    if shape[0] * shape[1] <= 250_000:
        from scipy.optimize import linear_sum_assignment

        table = np.zeros(shape)
        table[row, column] = worth
        return float(table[linear_sum_assignment(table, maximize=True)].sum())
    return _solve_sparse(row, column, worth, shape)


def _solve_sparse(
    row: IntArray, column: IntArray, worth: FloatArray, shape: tuple[int, int]
) -> float:
    """A part too large for a dense table: every row may also stay alone, at no worth."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    if shape[0] > shape[1]:
        row, column, shape = column, row, (shape[1], shape[0])
    top = float(worth.max()) + 1.0  # costs must not be zero, a zero is no edge
    alone = np.arange(shape[0])
    cost = np.concatenate([top - worth, np.full(shape[0], top)])
    # scipy's matching takes 32-bit indices only.
    ends = (np.concatenate([row, alone]), np.concatenate([column, alone + shape[1]]))
    at = (ends[0].astype(np.int32), ends[1].astype(np.int32))
    graph = csr_matrix((cost, at), shape=(shape[0], shape[0] + shape[1]))
    chosen = min_weight_full_bipartite_matching(graph)
    return float((top - np.asarray(graph[chosen])).sum())
