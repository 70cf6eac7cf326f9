"""The border to the native core: units of many blocks in, groups and bounds out.

Every size and every index is checked here; the core trusts them. It solves each block by itself,
on several threads if asked, and leaves alone what is too large for the budget.
"""

from ctypes import POINTER, Structure, byref, c_double, c_int32, c_int64
from typing import Any

import numpy as np

from accord._measure.gamma.align.candidates import MOST_CELLS, MOST_KEPT, Field, Pairs
from accord._measure.gamma.align.cover import Budget
from accord._measure.gamma.dissimilarity import Fitted
from accord.model.names import FloatArray, IntArray
from accord.native import STOPPED, call

_Int32s, _Int64s, _Doubles = POINTER(c_int32), POINTER(c_int64), POINTER(c_double)


class _Field(Structure):
    _fields_ = (
        ("coders", c_int64),
        ("blocks", c_int64),
        ("categories", c_int64),
        ("block_first", _Int64s),
        ("coder", _Int32s),
        ("category", _Int32s),
        ("start", _Doubles),
        ("stop", _Doubles),
        ("matrix", _Doubles),
        ("alpha", c_double),
        ("beta", c_double),
        ("pair_first", _Int64s),
        ("pair_v", _Int32s),
        ("pair_s", _Doubles),
    )


class _Budget(Structure):
    _fields_ = (
        ("most_pairs", c_int64),
        ("groups", c_int64),
        ("states", c_int64),
        ("threads", c_int64),
        ("seconds", c_double),
    )


def fits(field: Field, d: Fitted) -> bool:
    """Whether the core can take these units: sorted, and every index within its bounds."""
    size = len(field)
    spans, coder, block = field.spans, field.coder, field.block
    categories = 0 if d.matrix is None else len(d.matrix)
    if {len(x) for x in (spans.start, spans.stop, spans.category, block)} != {size}:
        return False
    middle = spans.start + spans.stop
    return (
        field.n >= 2
        and 0 < size < 2**31
        and size * field.n <= MOST_CELLS
        and 0 <= int(coder.min()) <= int(coder.max()) < field.n
        and 0 <= int(block[0]) <= int(block[-1]) < field.blocks
        and bool(np.isfinite(middle).all())
        and bool(((block[1:] > block[:-1]) | (middle[1:] >= middle[:-1])).all())
        and bool((block[1:] >= block[:-1]).all())
        and (d.matrix is None or int(spans.category.min()) >= 0)
        and (d.matrix is None or int(spans.category.max()) < categories)
    )


def solved(
    field: Field, d: Fitted, budget: Budget, pairs: Pairs | None = None, threads: int = 1
) -> tuple[IntArray, FloatArray, FloatArray]:
    """Chosen groups, their costs, and the slack of each block, −1 where it was left alone.

    `pairs` are those in reach where a function of the user's compares units.
    """
    n, size = field.n, len(field)
    first = np.searchsorted(field.block, np.arange(field.blocks + 1)).astype(np.int64)
    kept: dict[str, np.ndarray[Any, Any]] = {
        "block_first": first,
        "coder": np.ascontiguousarray(field.coder, np.int32),
        "category": np.ascontiguousarray(field.spans.category, np.int32),
        "start": np.ascontiguousarray(field.spans.start, np.float64),
        "stop": np.ascontiguousarray(field.spans.stop, np.float64),
    }
    if d.matrix is not None:
        kept["matrix"] = np.ascontiguousarray(d.matrix, np.float64)
    if pairs is not None:
        kept["pair_first"] = np.ascontiguousarray(pairs.first, np.int64)
        kept["pair_v"] = np.ascontiguousarray(pairs.v - first[field.block[pairs.u]], np.int32)
        kept["pair_s"] = np.ascontiguousarray(pairs.s, np.float64)
    types: dict[str, Any] = {name: kind for name, kind, *_ in _Field._fields_}
    units = _Field(
        coders=n,
        blocks=field.blocks,
        categories=0 if d.matrix is None else len(d.matrix),
        alpha=d.rule.alpha,
        beta=d.rule.beta,
        **{name: array.ctypes.data_as(types[name]) for name, array in kept.items()},
    )
    allowed = _Budget(MOST_KEPT, budget.groups, budget.states, max(1, threads), budget.left)
    members, cost = np.empty((size, n), np.int32), np.empty(size)
    rows, slack = np.zeros(field.blocks, np.int64), np.empty(field.blocks)
    outputs = ((members, _Int32s), (cost, _Doubles), (rows, _Int64s), (slack, _Doubles))
    code = call(
        "accord_align",
        byref(units),
        byref(allowed),
        *(array.ctypes.data_as(kind) for array, kind in outputs),
    )
    assert code != STOPPED  # only Ctrl-C stops, and raises
    block = np.repeat(np.arange(field.blocks), rows)
    row = np.arange(len(block)) - np.repeat(np.cumsum(rows) - rows, rows) + first[block]
    chosen = members[row].astype(np.int64)
    return np.where(chosen >= 0, chosen + first[block][:, None], -1), cost[row], slack
