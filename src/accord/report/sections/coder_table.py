"""Who agrees with whom: pairs of coders in clustered order, each against the rest, coverage."""

from itertools import pairwise
from typing import Any

import numpy as np

from accord.measure.bound import Bound
from accord.model.codings.codings import Codings
from accord.model.codings.dimensions import Dimensions
from accord.model.names import FloatArray, IntArray
from accord.model.study import Study
from accord.report.wording import labels, record

SHOWN = 50
"""At most so many coders stand in the matrix: those with most codings."""

WORK = 30_000_000
"""Pairs × codings up to which every pair is measured by the lead coefficient itself."""

COSTLY = 20_000
"""Pairs × units up to which a costly coefficient is measured for every pair."""

BLOCKS = 60
"""Columns of the picture of who coded what."""


def coder_section(study: Study, lead: Bound) -> dict[str, Any] | None:
    """The matrix of pairs, each coder's mean and what the value is without each coder."""
    if len(study.coders) < 3:
        return None
    names = labels(study.coders)
    kept = _most_active(study)
    shown = study if len(kept) == len(names) else study.only(kept)
    matrix, symbol = _pairs(shown, lead)
    order = clustered(matrix)
    means = _means(matrix)
    without = _without(shown, lead)
    number = codings_of(study)
    rows = [
        {
            "coder": names[int(kept[at])],
            "mean": means[at],
            "without": None if without is None else without[at],
            "marked": int(number[kept[at]]),
        }
        for at in order
    ]
    return record(
        {
            "symbol": symbol,
            "coders": [names[int(kept[at])] for at in order],
            "matrix": matrix[np.ix_(order, order)],
            "rows": rows,
            "left_out": len(names) - len(kept),
        }
    )


def codings_of(study: Study) -> IntArray:
    """How much each coder marked: codings, units, mentions or boundaries."""
    total = np.zeros(len(study.coders), dtype=np.int64)
    if isinstance(study, Codings):
        return total + np.bincount(study.who(), minlength=len(total))
    if isinstance(study, Dimensions):
        return total + sum(codings_of(study[name]) for name in study.names)
    for part in getattr(study, "continua", getattr(study, "documents", ())):
        if hasattr(part, "chain"):
            total += (part.chain >= 0).sum(axis=1)
        else:
            total += np.bincount(part.coder, minlength=len(total))
    return total


def _most_active(study: Study) -> IntArray:
    return np.sort(np.argsort(-codings_of(study), kind="stable")[:SHOWN])


def _pairs(study: Study, lead: Bound) -> tuple[FloatArray, str]:
    """The lead coefficient of every pair; observed agreement where that would take too long."""
    c = len(study.coders)
    pairs = c * (c - 1) // 2
    matrix = np.full((c, c), np.nan)
    if isinstance(study, Codings):
        drawn = lead.measure.counted and lead.measure.chance == "drawn"
        if drawn and str(lead.distance) == "nominal":
            return nominal_pairs(study), "α"
        if pairs * len(study) > WORK:
            return nominal_pairs(study), "α (nominal)"
    size = max(int(n) for n in study.counts().values())
    if lead.measure.costly and pairs * size > COSTLY:
        return matrix, lead.symbol
    for a in range(c):
        for b in range(a):
            found = lead.compute(study.only([b, a]))
            matrix[a, b] = matrix[b, a] = found.value
    return matrix, lead.symbol


def nominal_pairs(study: Codings) -> FloatArray:
    """Nominal α of every pair of coders at once, over the items that both coded.

    With X_k the items × coders table of category k and P the table of who coded what, pairs
    agree Σ_k X_k′X_k times and use category k (X_k′P) + (X_k′P)′ times.
    """
    from scipy.sparse import csr_array

    n, c = len(study.items), len(study.coders)
    who = study.who()

    def table(keep: Any) -> Any:
        ones = np.ones(int(keep.sum()))
        return csr_array((ones, (study.item[keep], who[keep])), shape=(n, c))

    present = table(np.ones(len(study), dtype=bool))
    shared = (present.T @ present).toarray()
    agree, squares = np.zeros((c, c)), np.zeros((c, c))
    for k in np.unique(study.category):
        of_k = table(study.category == k)
        agree += (of_k.T @ of_k).toarray()
        used = (of_k.T @ present).toarray()
        squares += (used + used.T) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        size = 2 * shared
        expected = (size**2 - squares) / (size * (size - 1))
        value = np.where(expected > 0, 1 - (1 - agree / shared) / expected, np.nan)
    np.fill_diagonal(value, np.nan)
    return np.asarray(value)


def clustered(matrix: FloatArray) -> IntArray:
    """An order of coders in which those who agree stand together (average linkage)."""
    c = len(matrix)
    if c < 3:
        return np.arange(c)
    from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering
    from scipy.spatial.distance import squareform

    filled = np.where(np.isfinite(matrix), matrix, np.nanmin(matrix, initial=0.0))
    apart = 1 - (filled + filled.T) / 2
    np.fill_diagonal(apart, 0)
    condensed = squareform(np.maximum(apart, 0), checks=False)
    tree = linkage(condensed, "average")
    return np.asarray(leaves_list(optimal_leaf_ordering(tree, condensed)))


def _means(matrix: FloatArray) -> FloatArray:
    known = np.isfinite(matrix)
    total = np.where(known, matrix, 0.0).sum(axis=1)
    number = known.sum(axis=1)
    means: FloatArray = np.full(len(matrix), np.nan)
    np.divide(total, number, out=means, where=number > 0)
    return means


def _without(study: Study, lead: Bound) -> list[float] | None:
    """The lead coefficient without each coder in turn, where there are enough and it is quick."""
    c = len(study.coders)
    size = len(study) if isinstance(study, Codings) else 0
    if c < 3 or lead.measure.costly or c * size > WORK or (c > 20 and not size):
        return None
    everyone = range(c)
    return [
        lead.compute(study.only([other for other in everyone if other != left])).value
        for left in everyone
    ]


def coverage_section(study: Study) -> dict[str, Any] | None:
    """Who coded what: the share of each block of items that each coder coded."""
    if not len(study.coders) or not len(study.items):
        return None
    names = labels(study.coders)
    if isinstance(study, Dimensions):
        study = study.seen
    if isinstance(study, Codings):
        n, sizes = len(study.items), np.bincount(study.item, minlength=len(study.items))
        item, coder = study.item, study.who()
    else:
        parts = getattr(study, "continua", getattr(study, "documents", ()))
        seen = np.array([part.seen for part in parts])
        item, coder = np.nonzero(seen)
        n, sizes = len(parts), seen.sum(axis=1)
    kept = _most_active(study)
    width = min(n, BLOCKS)
    edges = np.linspace(0, n, width + 1).round().astype(int)
    block = np.searchsorted(edges, item, side="right") - 1
    flat = np.bincount(coder * width + block, minlength=len(names) * width)
    share = flat.reshape(len(names), width) / np.maximum(np.diff(edges), 1)
    number, items = np.unique(sizes, return_counts=True)
    return record(
        {
            "complete": bool((sizes == len(names)).all()),
            "missing": int(n * len(names) - sizes.sum()),
            "share": float(1 - sizes.sum() / (n * len(names))),
            "coders": [names[int(c)] for c in kept],
            "blocks": [[int(a), int(b)] for a, b in pairwise(edges.tolist())],
            "coded": share[kept],
            "per_item": [[int(a), int(b)] for a, b in zip(number, items, strict=True)],
            "left_out": len(names) - len(kept),
        }
    )
