"""How well a latent class model fits, and how sure its parameters are."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.measure.latent.mixture import Fit, Table, scores
from accord.model.names import FloatArray

_LARGEST = 300  # parameters for which the information matrix is inverted


@dataclass(frozen=True, slots=True)
class Goodness:
    """The fit of one number of classes.

    G² = 2 Σ n log(n/e) and X² = Σ (n − e)²/e compare the model with the full table of the
    coders' joint codings (for each set of coders that coded together), with `df` degrees of
    freedom; None where the model has no degree left. `rank` of the `free` parameters (those
    not at 0 or 1) can be told apart by the data; None where the model is too large to check.
    """

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

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        names = (
            "classes",
            "log_likelihood",
            "parameters",
            "df",
            "g2",
            "lr_p",
            "x2",
            "chi2_p",
            "bic",
            "aic",
        )
        return {name: getattr(self, name) for name in names}


def goodness(table: Table, fit: Fit, number: int) -> Goodness:
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


def _against_table(table: Table, fit: Fit) -> tuple[float, float, float, bool]:
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
    free[np.arange(len(rows)), rows.argmax(axis=1)] = False
    return free


def _rank(table: Table, fit: Fit) -> tuple[int | None, int, float]:
    free = _columns(fit)
    number = int(free.sum())
    if number > _LARGEST or table.rows.shape[0] * free.size > 20_000_000:
        return None, number, 1.0
    if not number:
        return 0, 0, 1.0
    derivative = scores(table, fit)[:, free] * np.sqrt(table.weight)[:, None]
    values = np.linalg.svd(derivative, compute_uv=False)
    rank = int((values > 1e-6 * values.max()).sum()) if values.max() > 0 else 0
    rank = min(rank, number)
    return rank, number, float((values.max() / max(values.min(), 1e-300)) ** 2)


def standard_errors(table: Table, fit: Fit) -> tuple[FloatArray, FloatArray]:
    """Standard errors of P(t) and P(k | c, t) from the outer product of the scores.

    nan for parameters at 0 or 1, and for all where the model is too large or not identified.
    """
    free = _columns(fit)
    rank, number, _ = _rank(table, fit)
    shares, confusion = np.full(fit.prior.shape, np.nan), np.full(fit.confusion.shape, np.nan)
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
