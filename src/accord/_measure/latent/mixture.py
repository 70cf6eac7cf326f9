"""A mixture of latent classes: the EM that fits it, how well it fits, and how sure that is.

Latent class analysis and Dawid & Skene's model are the same mixture: an item belongs to a
hidden class t with probability P(t), and coder c then says k with probability P(k | c, t),
independently of the other coders.

    log L = Σ_i log Σ_t P(t) Π_c P(x_ic | c, t)

Missing codings simply have no factor. Items with the same codings are merged.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any, TypeVar

import numpy as np

from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result

_TINY = 1e-300  # log of it is finite, and exp of that is 0 beside anything that was seen


@dataclass(frozen=True, slots=True, eq=False)
class CodingTable:
    """The codings as a sparse 0/1 matrix, patterns × (coder, category), with multiplicities.

    `of_item` is the pattern of each item; items without codings have an empty row. `known` is the
    class of each pattern that is known beforehand, −1 where it is not; None where none is.
    `by_cell` are the rows turned: every round of EM needs them, and scipy takes as long to turn a
    small matrix as to multiply it.
    """

    rows: Any
    weight: FloatArray
    of_item: IntArray
    coders: int
    categories: int
    known: IntArray | None = None
    by_cell: Any = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Turn the rows once."""
        object.__setattr__(self, "by_cell", self.rows.T)

    @classmethod
    def of(
        cls, codings: Codings, *, merge: bool = True, known: IntArray | None = None
    ) -> "CodingTable":
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
            sums = sums_of_hashes(key, bounds, width)
            if known is not None:
                # Items that are coded alike are not alike where the truth of one is known.
                marks = width + 1 + known  # numbers that no coding has
                sums = sums + sums_of_hashes(marks, np.arange(n + 1), 2 * width + 1)
            _, first, of_item, times = np.unique(
                sums,
                return_index=True,
                return_inverse=True,
                return_counts=True,
            )
            rows, weight = rows[first], times.astype(np.float64)
            known = None if known is None else known[first]
        sizes = len(codings.coders), len(codings.categories)
        return cls(rows, weight, of_item.reshape(-1), *sizes, known)

    def votes(self) -> FloatArray:
        """How many codings of each category a pattern has."""
        spread = np.tile(np.eye(self.categories), (self.coders, 1))
        return np.asarray(self.rows @ spread, dtype=np.float64)

    def only_known(self, joint: FloatArray) -> None:
        """Leave, in a table of log probabilities, the class that is known."""
        if self.known is not None:
            at = np.flatnonzero(self.known >= 0)
            kept = joint[at, self.known[at]]
            joint[at] = -np.inf
            joint[at, self.known[at]] = kept

    def clamped(self, posterior: FloatArray) -> FloatArray:
        """P(t | pattern), 1 for the class that is known."""
        if self.known is None:
            return posterior
        sure = np.eye(posterior.shape[1])[self.known]
        return np.where((self.known >= 0)[:, None], sure, posterior)


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
class Ended:
    """How a start of any latent model ended: P(t | item pattern), and how EM went there."""

    posterior: FloatArray
    trace: tuple[float, ...]
    converged: bool

    @property
    def log_likelihood(self) -> float:
        """What was maximised, at the end."""
        return self.trace[-1]


@dataclass(frozen=True, slots=True, eq=False)
class Fit(Ended):
    """A fitted mixture: P(t) and P(k | c, t) besides."""

    prior: FloatArray
    confusion: FloatArray


def at_rest(
    trace: Sequence[float],
    before: FloatArray,
    posterior: FloatArray,
    tolerance: float,
    settled: float,
) -> bool:
    """Whether what is maximised and every posterior stand still: the one can long before the
    other."""
    if len(trace) < 2 or trace[-1] - trace[-2] > tolerance * abs(trace[-1]):
        return False
    return float(np.abs(posterior - before).max(initial=0.0)) <= settled


_Step = Callable[[FloatArray], FloatArray]


def full_confusion(counts: FloatArray) -> FloatArray:
    """P(k | c, t) from expected counts c × t × k: any confusion; nan-free where c is unseen."""
    totals = counts.sum(axis=2, keepdims=True)
    # A coder who never met a class may do anything there.
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
    table: CodingTable,
    posterior: FloatArray,
    *,
    step: _Step = full_confusion,
    smoothing: float = 0.0,
    max_iter: int = 1000,
    tolerance: float = 1e-10,
    settled: float = 1e-7,
) -> Fit:
    """Fit the mixture from a first guess of P(t | pattern).

    Stops when no posterior moves by more than `settled` and the log likelihood grows by less than
    `tolerance` times its size (and says so), or after `max_iter` rounds: a likelihood can stand
    still long before the labels of single items do. `smoothing` adds so many imagined codings to
    each cell of each coder's table; 0 is maximum likelihood.
    """
    weight, posterior = table.weight[:, None], table.clamped(posterior)
    shape = (table.coders, table.categories, posterior.shape[1])
    merged = len(table.weight) < len(table.of_item)
    trace: list[float] = []
    while True:
        weighted = posterior * weight if merged else posterior
        prior = weighted.sum(axis=0)
        prior /= prior.sum()
        counts = np.asarray(table.by_cell @ weighted).reshape(shape).transpose(0, 2, 1) + smoothing
        confusion = step(counts)
        before = posterior
        posterior, likelihood = expectation(table, prior, confusion)
        trace.append(likelihood)
        converged = at_rest(trace, before, posterior, tolerance, settled)
        if converged or len(trace) >= max_iter:
            cells = np.ascontiguousarray(confusion)
            return Fit(posterior, tuple(trace), converged, prior, cells)


def best_of(
    table: CodingTable,
    starts: Sequence[FloatArray],
    *,
    step: _Step = full_confusion,
    smoothing: float = 0.0,
    max_iter: int = 1000,
    tolerance: float = 1e-10,
    rounds: int = 50,
) -> list[Fit]:
    """EM from several first guesses: all run a few rounds, and the promising third is finished."""
    given: dict[str, Any] = {"step": step, "smoothing": smoothing}
    # A few rounds show which starts climb to a poor maximum.
    short = [em(table, start, max_iter=min(rounds, max_iter), **given) for start in starts]
    short.sort(key=lambda fit: -fit.log_likelihood)
    return [
        em(table, fit.posterior, max_iter=max_iter, tolerance=tolerance, **given)
        for fit in short[: (len(short) + 2) // 3]
    ]


AnyFit = TypeVar("AnyFit", bound=Ended)


def as_good(fits: Sequence[AnyFit]) -> list[AnyFit]:
    """The fit with the greatest likelihood, and those whose likelihood is as great."""
    best = max(fits, key=lambda fit: fit.log_likelihood)
    near = 1e-5 * abs(best.log_likelihood)
    same = [f for f in fits if f is not best and best.log_likelihood - f.log_likelihood <= near]
    return [best, *same]


def expectation(
    table: CodingTable, prior: FloatArray, confusion: FloatArray
) -> tuple[FloatArray, float]:
    """P(t | pattern) and the log likelihood, given the parameters."""
    logs = np.log(np.maximum(confusion, _TINY)).transpose(0, 2, 1)
    joint = np.asarray(table.rows @ logs.reshape(-1, len(prior)))
    joint += np.log(np.maximum(prior, _TINY))
    table.only_known(joint)
    # Column by column: numpy is slow at reducing many short rows (and BLAS starts threads).
    top = reduce(np.maximum, joint.T[1:], joint[:, 0].copy())
    joint -= top[:, None]
    np.exp(joint, out=joint)
    total = reduce(np.add, joint.T[1:], joint[:, 0].copy())
    joint /= total[:, None]
    return joint, float((table.weight * (top + np.log(total))).sum())


def parameters(fit: Fit, step: _Step) -> int:
    """How many free parameters the model has."""
    coders, classes, categories = fit.confusion.shape
    free = coders if step is one_coin else coders * classes * (categories - 1)
    return int(classes - 1 + free)


def scores(table: CodingTable, fit: Fit) -> FloatArray:
    """Derivatives of each pattern's log probability by the logits of P(t) and P(k | c, t).

    Columns: classes, then coders × classes × categories.
    """
    w = fit.posterior
    coders, _, categories = fit.confusion.shape
    seen = np.asarray(table.rows.todense()).reshape(-1, coders, 1, categories)
    coded = seen.sum(axis=3, keepdims=True)
    by_cell = w[:, None, :, None] * (seen - coded * fit.confusion[None])
    return np.concatenate([w - fit.prior, by_cell.reshape(len(w), -1)], axis=1)


_LARGEST = 300  # parameters for which the information matrix is inverted


@dataclass(frozen=True, slots=True)
class Goodness(Result):
    """The fit of one number of classes.

    G² = 2 Σ n log(n/e) and X² = Σ (n − e)²/e compare the model with the full table of the
    coders' joint codings (for each set of coders that coded together), with `df` degrees of
    freedom; None where the model has no degree left. `rank` of the `free` parameters (those
    not at 0 or 1) are identifiable; None where the model is too large to check.
    """

    _keys = "classes, log_likelihood, parameters, df, g2, lr_p, x2, chi2_p, bic, aic"
    classes: int
    log_likelihood: float
    parameters: int
    cells: float
    df: float
    g2: float
    x2: float
    lr_p: float | None
    chi2_p: float | None
    bic: float
    aic: float
    rank: int | None
    free: int
    condition: float
    sparse: bool


def goodness(table: CodingTable, fit: Fit, number: int) -> Goodness:
    """Compare the model with the saturated table."""
    coded = table.weight[np.asarray(table.rows.sum(axis=1)).reshape(-1) > 0]
    n = float(coded.sum())
    cells, g2, x2, sparse = _against_table(table, fit)
    df = cells - number
    rank, free, condition = _rank(table, fit)
    return Goodness(
        len(fit.prior),
        fit.log_likelihood,
        number,
        cells,
        df,
        g2,
        x2,
        _tail(g2, df),
        _tail(x2, df),
        -2 * fit.log_likelihood + number * float(np.log(n)),
        -2 * fit.log_likelihood + 2.0 * number,
        rank,
        free,
        condition,
        sparse,
    )


def _against_table(table: CodingTable, fit: Fit) -> tuple[float, float, float, bool]:
    """Free cells of the full table, G², X², and whether expected counts are small."""
    k = table.categories
    dense = np.asarray(table.rows.todense()).reshape(-1, table.coders, k)
    present = dense.sum(axis=2) > 0
    keep = present.any(axis=1)
    if not keep.all():
        dense, present = dense[keep], present[keep]
    weight = table.weight[keep]
    logs = np.log(np.maximum(fit.confusion, 1e-300))
    joint = np.einsum("pck,ctk->pt", dense, logs) + np.log(np.maximum(fit.prior, 1e-300))
    probability = np.exp(joint).sum(axis=1)
    _, group = np.unique(present, axis=0, return_inverse=True)
    group = group.reshape(-1)
    # Patterns may come unmerged: equal ones are one cell.
    _, cell = np.unique(dense.reshape(len(dense), -1), axis=0, return_inverse=True)
    cell = cell.reshape(-1)
    first = np.unique(cell, return_index=True)[1]
    count = np.bincount(cell, weights=weight)
    expected = probability[first] * np.bincount(group, weights=weight)[group[first]]
    g2 = float(2.0 * (count * np.log(count / np.maximum(expected, 1e-300))).sum())
    x2 = float(((count - expected) ** 2 / np.maximum(expected, 1e-300)).sum())
    x2 += float(weight.sum() - expected.sum())  # cells that nobody filled: (0 − e)²/e = e
    sizes = present.sum(axis=1)[np.unique(group, return_index=True)[1]]
    with np.errstate(over="ignore"):  # of thousands of coders there are more cells than numbers
        cells = float((float(k) ** sizes - 1).sum())
    return cells, g2, x2, bool(weight.sum() < 5 * (cells + len(sizes)))


def _tail(statistic: float, df: float) -> float | None:
    from scipy.stats import chi2

    return float(chi2.sf(statistic, df)) if df > 0 else None


def _columns(fit: Fit) -> Any:
    """The logits that are free: inside (0, 1), one of each distribution being the reference."""
    prior = _free(fit.prior[None])[0]
    coders, classes, categories = fit.confusion.shape
    cells = _free(fit.confusion.reshape(-1, categories)).reshape(coders, classes, categories)
    cells &= (fit.prior > 1e-9)[None, :, None]
    return np.concatenate([prior, cells.reshape(-1)])


def _free(rows: FloatArray) -> Any:
    free = (rows > 1e-6) & (rows < 1 - 1e-6)
    # Probabilities add up to 1: one of each distribution follows from the others.
    free[np.arange(len(rows)), rows.argmax(axis=1)] = False
    return free


def _rank(table: CodingTable, fit: Fit) -> tuple[int | None, int, float]:
    free = _columns(fit)
    number = int(free.sum())
    # The derivatives of all patterns by all parameters: 160 MB.
    if number > _LARGEST or table.rows.shape[0] * free.size > 20_000_000:
        return None, number, 1.0
    if not number:
        return 0, 0, 1.0
    derivative = scores(table, fit)[:, free] * np.sqrt(table.weight)[:, None]
    values = np.linalg.svd(derivative, compute_uv=False)
    rank = int((values > 1e-6 * values.max()).sum()) if values.max() > 0 else 0
    rank = min(rank, number)
    return rank, number, float((values.max() / max(values.min(), 1e-300)) ** 2)


def standard_errors(table: CodingTable, fit: Fit) -> tuple[FloatArray, FloatArray]:
    """Standard errors of P(t) and P(k | c, t) from the outer product of the scores.

    nan for parameters at 0 or 1, and for all where the model is too large or not identified.
    """
    free = _columns(fit)
    rank, number, _ = _rank(table, fit)
    shares, confusion = np.full(fit.prior.shape, np.nan), np.full(fit.confusion.shape, np.nan)
    # Without full rank some parameters can be moved freely, and have no standard error.
    if rank is None or rank < number or not number:
        return shares, confusion
    derivative = scores(table, fit)[:, free] * np.sqrt(table.weight)[:, None]
    covariance = np.zeros((free.size, free.size))
    covariance[np.ix_(free, free)] = np.linalg.inv(derivative.T @ derivative)
    classes = len(fit.prior)
    shares[:] = _delta(fit.prior, covariance[:classes, :classes])
    categories = fit.confusion.shape[2]
    for at, row in enumerate(fit.confusion.reshape(-1, categories)):
        block = slice(classes + at * categories, classes + (at + 1) * categories)
        if free[block].any():
            found = _delta(row, covariance[block, block])
            confusion.reshape(-1, categories)[at] = np.where(
                (row > 1e-6) & (row < 1 - 1e-6), found, np.nan
            )
    return shares, confusion


def _delta(p: FloatArray, covariance: FloatArray) -> FloatArray:
    """Standard errors of probabilities from the covariance of their logits."""
    jacobian = np.diag(p) - np.outer(p, p)
    return np.asarray(np.sqrt(np.diag(jacobian @ covariance @ jacobian.T)))
