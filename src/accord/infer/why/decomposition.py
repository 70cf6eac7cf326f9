"""The observed disagreement as an exact sum of its parts, and what they say of categories."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.engine.any_data import takes_data
from accord.engine.tally import Tally, counted
from accord.errors import NotApplicableError, UnknownNameError
from accord.infer.why.breakdown import Breakdown, metric_for, steady_disagreement
from accord.infer.why.matrices import (
    alpha_against_rest,
    coincidences,
    is_nominal_alpha,
    merged_alpha,
    pairs_within,
)
from accord.measure.bound import Asked, bound
from accord.measure.catalogue import MEASURES
from accord.measure.cube.kernel import Countable
from accord.measure.cube.rows import steady
from accord.measure.distances.distance import Metric, distance as distance_of
from accord.measure.labels.skew import Skew, skew
from accord.model.codings.codings import Codings
from accord.model.codings.patterns import Counts
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result


@takes_data
def decompose(study: Codings | Countable, by: str, measure: Asked) -> Breakdown:
    """The observed disagreement as an exact sum over "categories" (pairs), "items" or "coders".

    The contributions add up to D_o of the measure. By coder, the disagreement of two coders is
    half each one's. `share` is the part of the whole. Counts have categories, and coders where
    patterns say who chose what, but no items.

    :param by: What the disagreement is added up over.

    >>> from accord.model.codings.tabular import from_coders
    >>> study = from_coders({"A": "aabb", "B": "abbb", "C": "aabc"})
    >>> [row[:2] for row in decompose(study, "categories", "pi").rows]
    [('a', 'b'), ('b', 'c')]
    """
    entry = bound(measure)
    if entry.name in MEASURES and "parts" not in entry.measure.asked:
        raise NotApplicableError(
            f"{entry.symbol} is not a sum over pairs of codings, so it cannot be decomposed"
        )
    if not isinstance(study, (Codings, Tally)):
        raise NotApplicableError.of_counts("the parts of the disagreement")
    metric = metric_for(study, entry)
    counts, times = counted(study)
    sizes = counts.totals
    rule = entry.missing
    usable = sizes > 1
    if rule == "complete":
        usable &= sizes == study.counts()["c"]
    weight = times * usable * (sizes if rule == "pairable" else 1.0)
    scale = weight / max(float(weight.sum()), 1e-300)
    if by == "items":
        if isinstance(study, Tally):
            raise NotApplicableError.of_counts("the parts of items")
        each = scale * steady_disagreement(study, entry)
        rows = [(study.items[i], float(each[i])) for i in np.argsort(-each, kind="stable").tolist()]
        return _shares(by, entry.name, ("item", "contribution"), rows)
    per_pair = scale / np.maximum(sizes * (sizes - 1), 1)
    if by == "coders":
        each = _coder_parts(_who_chose(study), metric, per_pair)
        rows = [(study.coders[c], float(each[c])) for c in np.argsort(-each).tolist()]
        return _shares(by, entry.name, ("coder", "contribution"), rows)
    if by != "categories":
        raise UnknownNameError.of("decomposition", by, ("categories", "items", "coders"))
    return _shares(
        by,
        entry.name,
        ("category", "other category", "contribution"),
        _category_parts(study, counts, metric, times * usable, rule == "pairable", weight.sum()),
    )


def _who_chose(study: Codings | Tally) -> Codings:
    """The codings of each item, or of each pattern."""
    if isinstance(study, Codings):
        return study
    if study.merged is None:
        raise NotApplicableError(
            "this study was read as counts, which do not record who chose what on each item; read "
            "the codings instead"
        )
    return study.merged


def _category_parts(
    study: Codings | Tally,
    counts: Counts,
    metric: Metric,
    times: FloatArray,
    by_coding: bool,
    total: float,
) -> list[tuple[Hashable, Hashable, float]]:
    """Every two categories that meet, with what they add to D_o, largest first."""
    pairs = pairs_within(
        counts, times, lambda size: (size if by_coding else 1.0) / total / (size * (size - 1))
    ).tocoo()
    above = pairs.col > pairs.row
    first, second = pairs.row[above], pairs.col[above]
    each = 2 * pairs.data[above] * metric.between(first, second)
    names = study.categories
    parts = [
        (names[a], names[b], part)
        for a, b, part in zip(first.tolist(), second.tolist(), each.tolist(), strict=True)
        if part
    ]
    return sorted(parts, key=lambda part: -part[2])


def _coder_parts(study: Codings, metric: Metric, per_pair: FloatArray) -> FloatArray:
    """Half of each pair's disagreement for each of its two coders."""
    c = len(study.coders)
    table: IntArray = np.full((len(study.items), c), -1, dtype=np.int64)
    table[study.item, study.who()] = study.category
    parts = np.zeros((c, c))
    for a in range(c):
        for b in range(a + 1, c):
            both = np.flatnonzero((table[:, a] >= 0) & (table[:, b] >= 0))
            d = metric.between(table[both, a], table[both, b])
            parts[a, b] = parts[b, a] = steady(d * per_pair[both])  # 2 × per pair, half to each
    return np.asarray(np.sort(parts, axis=1).sum(axis=1))


def _shares(
    by: str, measure: str, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]]
) -> Breakdown:
    total = steady(np.array([row[-1] for row in rows]))
    with_share = tuple((*row, row[-1] / total if total else 0.0) for row in rows)
    return Breakdown(by, measure, (*columns, "share"), with_share)


@dataclass(frozen=True, slots=True)
class Confusion:
    """Two categories: their share of all disagreement, how often they meet, and nominal α if they
    were one."""

    first: Hashable
    second: Hashable
    share: float
    coincidences: float
    merged: float | None


@dataclass(frozen=True, slots=True, eq=False)
class CategoryTable(Result):
    """For each category: its codings that can be paired, α against the rest, the agreement on it,
    and its share of all disagreement; with the coincidence matrix, the worst confusions, and
    how skewed the categories and the coders are."""

    coincidences: FloatArray
    codings: FloatArray
    alpha: FloatArray
    agreement: FloatArray
    share: FloatArray
    confusions: tuple[Confusion, ...]
    skew: Skew


def category_table(study: Codings, distance: Any, worst: int = 10) -> CategoryTable | None:
    """The categories of codings and the worst confusions; None where nothing can be paired."""
    table = coincidences(study)
    n_k, alike = np.rint(table.sum(axis=1)), np.diagonal(table)
    if not n_k.sum():
        return None
    d = distance_of(distance).fit(study.categories, n_k, study.declared).matrix()
    lost = np.sort(table * d, axis=1).sum(axis=1)
    total = steady(lost)
    with np.errstate(divide="ignore", invalid="ignore"):
        agreement = np.where(n_k > 0, alike / n_k, np.nan)
    return CategoryTable(
        table,
        n_k,
        alpha_against_rest(n_k, alike),
        agreement,
        lost / total if total else np.zeros(len(lost)),
        tuple(_confusions(study, distance, table, worst)),
        skew(study),
    )


def _confusions(study: Codings, distance: Any, table: FloatArray, worst: int) -> list[Confusion]:
    alpha = bound("alpha", distance=distance)
    place = {name: at for at, name in enumerate(study.categories)}
    used, found = table.sum(axis=1), []

    def by_numbers(row: tuple[Any, ...]) -> tuple[float, ...]:  # of equal shares not by names
        k, l = place[row[0]], place[row[1]]
        return -row[3], -float(table[k, l]), *sorted((-float(used[k]), -float(used[l])))

    rows = sorted(decompose(study, "categories", alpha).rows, key=by_numbers)
    for first, second, _, share in rows[:worst]:
        k, l = place[first], place[second]
        merged = merged_alpha(table, k, l) if is_nominal_alpha(alpha) else None
        found.append(Confusion(first, second, share, 2 * float(table[k, l]), merged))
    return found
