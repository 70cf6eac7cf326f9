"""A mixture of latent classes and the EM that fits it.

Latent class analysis and Dawid & Skene's model are the same mixture: an item belongs to a
hidden class t with probability P(t), and coder c then says k with probability P(k | c, t),
independently of the other coders.

    log L = Σ_i log Σ_t P(t) Π_c P(x_ic | c, t)

Missing codings simply have no factor. Items with the same codings are merged.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from accord.model.codings.codings import Codings
from accord.model.names import FloatArray, IntArray

_TINY = 1e-300  # log of it is finite, and exp of that is 0 beside anything that was seen


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The codings as a sparse 0/1 matrix, patterns × (coder, category), with multiplicities.

    `of_item` is the pattern of each item; items without codings have an empty row.
    """

    rows: Any
    weight: FloatArray
    of_item: IntArray
    coders: int
    categories: int

    @classmethod
    def of(cls, codings: Codings, *, merge: bool = True) -> "Table":
        """The table of a study; with `merge`, equal items become one row."""
        from scipy.sparse import csr_matrix

        key = codings.who().astype(np.int64) * len(codings.categories) + codings.category
        bounds = codings.bounds
        n = len(codings.items)
        width = len(codings.coders) * len(codings.categories)
        ones = np.ones(len(key))
        rows = csr_matrix((ones, key.astype(np.int32), bounds.astype(np.int32)), shape=(n, width))
        of_item: IntArray = np.arange(n)
        weight = np.ones(n)
        if merge and _worth_merging(n, len(codings.coders), len(codings.categories)):
            _, first, of_item, times = np.unique(
                sums_of_hashes(key, bounds, width),
                return_index=True,
                return_inverse=True,
                return_counts=True,
            )
            rows, weight = rows[first], times.astype(np.float64)
        return cls(rows, weight, of_item.reshape(-1), len(codings.coders), len(codings.categories))

    def votes(self) -> FloatArray:
        """How many codings of each category a pattern has."""
        spread = np.tile(np.eye(self.categories), (self.coders, 1))
        return np.asarray(self.rows @ spread, dtype=np.float64)


def _worth_merging(items: int, coders: int, categories: int) -> bool:
    """Few items are cheap to compare; many are alike only where few patterns are possible."""
    return items < 5000 or coders * np.log2(categories + 1) < np.log2(items)


def sums_of_hashes(key: IntArray, bounds: IntArray, width: int) -> IntArray:
    """One 64-bit number for the set of keys of each item; equal sets, equal numbers.

    Sums of fixed random 64-bit numbers: for a million items the odds that two different
    sets share a sum are below 10⁻⁷.
    """
    hashes = np.random.default_rng(1979).integers(0, 2**63, size=width, dtype=np.int64)
    running = np.concatenate([[0], np.cumsum(hashes[key])])
    return np.asarray(running[bounds[1:]] - running[bounds[:-1]])


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A fitted mixture: P(t), P(k | c, t), P(t | item pattern), and how EM went."""

    prior: FloatArray
    confusion: FloatArray
    posterior: FloatArray
    trace: tuple[float, ...]
    converged: bool

    @property
    def log_likelihood(self) -> float:
        """The log likelihood at the end."""
        return self.trace[-1]


Step = Callable[[FloatArray], FloatArray]


def full_confusion(counts: FloatArray) -> FloatArray:
    """P(k | c, t) from expected counts c × t × k: any confusion; nan-free where c is unseen."""
    totals = counts.sum(axis=2, keepdims=True)
    uniform = np.full_like(counts, 1.0 / counts.shape[2])
    return np.asarray(np.divide(counts, totals, out=uniform, where=totals > 0))


def one_coin(counts: FloatArray) -> FloatArray:
    """P(k | c, t) from expected counts: coder c is right with one probability, errs evenly."""
    k = counts.shape[2]
    right = np.einsum("ctt->c", counts)
    totals = counts.sum(axis=(1, 2))
    accuracy = np.divide(right, totals, out=np.full(len(counts), 1.0 / k), where=totals > 0)
    wrong = (1.0 - accuracy) / max(k - 1, 1)
    table = np.repeat(wrong[:, None, None], k, axis=1).repeat(k, axis=2)
    table[:, np.arange(k), np.arange(k)] = accuracy[:, None]
    return table


def em(
    table: Table,
    posterior: FloatArray,
    *,
    step: Step = full_confusion,
    smoothing: float = 0.0,
    max_iter: int = 1000,
    tolerance: float = 1e-10,
) -> Fit:
    """Fit the mixture from a first guess of P(t | pattern).

    Stops when the log likelihood grows by less than `tolerance` times its size (and says
    so), or after `max_iter` rounds. `smoothing` adds so many imagined codings to each cell
    of each coder's table; 0 is maximum likelihood.
    """
    rows, weight = table.rows, table.weight[:, None]
    shape = (table.coders, table.categories, posterior.shape[1])
    merged = len(table.weight) < len(table.of_item)
    trace: list[float] = []
    converged = False
    while True:
        weighted = posterior * weight if merged else posterior
        prior = weighted.sum(axis=0)
        prior /= prior.sum()
        counts = np.asarray(rows.T @ weighted).reshape(shape).transpose(0, 2, 1) + smoothing
        confusion = step(counts)
        posterior, likelihood = expectation(table, prior, confusion)
        trace.append(likelihood)
        if len(trace) > 1 and trace[-1] - trace[-2] <= tolerance * abs(trace[-1]):
            converged = True
            break
        if len(trace) >= max_iter:
            break
    return Fit(prior, np.ascontiguousarray(confusion), posterior, tuple(trace), converged)


def expectation(table: Table, prior: FloatArray, confusion: FloatArray) -> tuple[FloatArray, float]:
    """P(t | pattern) and the log likelihood, given the parameters."""
    logs = np.log(np.maximum(confusion, _TINY)).transpose(0, 2, 1)
    joint = np.asarray(table.rows @ logs.reshape(-1, len(prior)))
    joint += np.log(np.maximum(prior, _TINY))
    # Column by column: numpy is slow at reducing many short rows (and BLAS starts threads).
    top = reduce(np.maximum, joint.T[1:], joint[:, 0].copy())
    joint -= top[:, None]
    np.exp(joint, out=joint)
    total = reduce(np.add, joint.T[1:], joint[:, 0].copy())
    joint /= total[:, None]
    return joint, float((table.weight * (top + np.log(total))).sum())


def parameters(fit: Fit, step: Step) -> int:
    """How many free parameters the model has."""
    coders, classes, categories = fit.confusion.shape
    free = coders if step is one_coin else coders * classes * (categories - 1)
    return int(classes - 1 + free)


def scores(table: Table, fit: Fit) -> FloatArray:
    """Derivatives of each pattern's log probability by the logits of P(t) and P(k | c, t).

    Columns: classes, then coders × classes × categories.
    """
    w = fit.posterior
    coders, _, categories = fit.confusion.shape
    seen = np.asarray(table.rows.todense()).reshape(-1, coders, 1, categories)
    coded = seen.sum(axis=3, keepdims=True)
    by_cell = w[:, None, :, None] * (seen - coded * fit.confusion[None])
    return np.concatenate([w - fit.prior, by_cell.reshape(len(w), -1)], axis=1)
