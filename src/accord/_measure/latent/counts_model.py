"""Poisson models of tables of counts, fitted exactly where some cells are fitted as empty.

log m = X b, by Newton's method. A cell without codings can be driven to m = 0: then no finite b is
best. Which cells these are is decided beforehand by a linear program (is there a direction that
lowers them and leaves every filled cell as it is?), so that the rest is an ordinary fit, and what
is infinite is said to be infinite instead of 23.6 with a standard error of 40,000.
"""

from dataclasses import dataclass
from math import inf, nan

import numpy as np

from accord.model.names import BoolArray, FloatArray

_MOST_STEPS = 100
"""Newton needs about ten; this many only where something is wrong."""
_STILL = 1e-12
"""A change of the deviance below this share of it is none: the rest is rounding."""
SAME_SPACE = 1e-8
"""Singular values below this share of the largest are 0: columns are 0, 1 and small numbers."""


@dataclass(frozen=True, slots=True)
class PoissonFit:
    """A fitted table of counts.

    :param fitted: m of each cell, 0 where the model empties it.
    :param deviance: G² = 2 Σ n log(n / m).
    :param rank: How many parameters are free, all cells counted.
    :param left: Degrees of freedom that the cells not emptied leave.
    :param estimate: The parameters; infinite where no finite value is best, nan where the model
        does not determine them.
    :param se: Their standard errors, nan where there are none.
    """

    fitted: FloatArray
    deviance: float
    rank: int
    left: int
    estimate: FloatArray
    se: FloatArray


def poisson_fit(counts: FloatArray, design: FloatArray) -> PoissonFit:
    """The maximum of the likelihood of counts, one row of the design for each cell."""
    away, direction = _emptied(counts, design)
    rows = design[~away]
    basis, rank_left = _basis(rows)
    _, rank = _basis(design)
    scores, mean = _newton(counts[~away], rows @ basis)
    fitted = np.zeros(len(counts))
    fitted[~away] = mean
    reduced = rows @ basis
    spread = np.linalg.inv(reduced.T @ (mean[:, None] * reduced))
    variance = np.einsum("ij,jk,ik->i", basis, spread, basis)
    estimate = basis @ scores
    # A parameter is determined where its own axis lies in the space that the cells span.
    estimate[~_inside(basis)] = nan
    lost = ~_inside(basis) & _inside(_basis(design)[0])
    estimate[lost & (direction > SAME_SPACE)] = inf
    estimate[lost & (direction < -SAME_SPACE)] = -inf
    error = np.where(np.isfinite(estimate), np.sqrt(variance), nan)
    return PoissonFit(
        fitted, _g_squared(counts, fitted), rank, int((~away).sum()) - rank_left, estimate, error
    )


def _g_squared(counts: FloatArray, fitted: FloatArray) -> float:
    """2 Σ n log(n / m), less what the totals differ by (0 at the maximum)."""
    filled = counts > 0
    logs = counts[filled] * np.log(counts[filled] / fitted[filled])
    return float(2 * (np.sort(logs).sum() - (counts.sum() - fitted.sum())))


def _emptied(counts: FloatArray, design: FloatArray) -> tuple[BoolArray, FloatArray]:
    """The cells that the best fit empties, and a direction of the parameters that empties them.

    Of all directions d with X d = 0 in filled cells and X d ≤ 0 in the others, one that lowers
    as many cells as can be: maximise Σ s with 0 ≤ s ≤ 1 and s ≤ −X d.
    """
    zero = counts == 0
    number = design.shape[1]
    if not zero.any():
        return zero, np.zeros(number)
    from scipy.optimize import linprog

    low, empty = design[zero], int(zero.sum())
    found = linprog(
        np.concatenate([np.zeros(number), -np.ones(empty)]),
        A_ub=np.hstack([low, np.eye(empty)]),  # X d + s ≤ 0
        b_ub=np.zeros(empty),
        A_eq=np.hstack([design[~zero], np.zeros((int((~zero).sum()), empty))]),
        b_eq=np.zeros(int((~zero).sum())),
        bounds=[(None, None)] * number + [(0, 1)] * empty,
    )
    away = np.zeros(len(counts), dtype=np.bool_)
    away[zero] = found.x[number:] > 0.5  # each is 0 or, since directions can be scaled, 1
    return away, np.asarray(found.x[:number])


def _basis(rows: FloatArray) -> tuple[FloatArray, int]:
    """An orthonormal basis of what the rows determine of the parameters, and its size."""
    _, values, axes = np.linalg.svd(rows, full_matrices=False)
    rank = int((values > SAME_SPACE * values.max(initial=0.0)).sum())
    return axes[:rank].T, rank


def _inside(basis: FloatArray) -> BoolArray:
    """Which parameters lie wholly in a space: those that the data determine."""
    return np.asarray((basis**2).sum(axis=1) > 1 - SAME_SPACE)


def _newton(counts: FloatArray, design: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The best parameters of a design of full rank, and the fitted counts."""
    mean = counts + max(float(counts.mean()), 1.0) / 2
    linear = np.log(mean)
    before = np.inf
    parameters = np.zeros(design.shape[1])
    for _ in range(_MOST_STEPS):
        weighted = design * mean[:, None]
        target = linear + (counts - mean) / mean
        step = np.linalg.solve(design.T @ weighted, weighted.T @ target) - parameters
        # Half the step while it makes the fit worse: from a far start Newton may overshoot.
        for _ in range(_MOST_STEPS):
            linear = design @ (parameters + step)
            mean = np.exp(np.minimum(linear, 700.0))  # exp overflows beyond 709
            now = float(2 * (mean - counts * linear).sum())
            if now <= before + _STILL * (1 + abs(before)) or not np.isfinite(before):
                break
            step = step / 2
        parameters = parameters + step
        if abs(before - now) <= _STILL * (1 + abs(now)):
            break
        before = now
    return parameters, mean
