"""Categories: how reliable each is, and which two are confused most."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.infer.resample.krippendorff import coincidences
from accord.infer.why.coincidence_alphas import alpha_against_rest, is_nominal_alpha, merged_alpha
from accord.infer.why.decomposition import decompose
from accord.measure.bound import bound
from accord.measure.distances.distance import distance as distance_of
from accord.model.codings.codings import Codings
from accord.model.names import FloatArray


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
class CategoryTable:
    """For each category: its codings that can be paired, α against the rest, the agreement on it,
    and its share of all disagreement; with the coincidence matrix and the worst confusions."""

    coincidences: FloatArray
    codings: FloatArray
    alpha: FloatArray
    agreement: FloatArray
    share: FloatArray
    confusions: tuple[Confusion, ...]


def category_table(study: Codings, distance: Any, worst: int = 10) -> CategoryTable | None:
    """The categories of codings and the worst confusions; None where nothing can be paired."""
    table = coincidences(study)
    n_k, alike = table.sum(axis=1), np.diagonal(table)
    if not n_k.sum():
        return None
    d = distance_of(distance).fit(study.categories, n_k, study.declared).matrix()
    lost = (table * d).sum(axis=1)
    total = lost.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        agreement = np.where(n_k > 0, alike / n_k, np.nan)
    return CategoryTable(
        table,
        n_k,
        alpha_against_rest(n_k, alike),
        agreement,
        lost / total if total else np.zeros(len(lost)),
        tuple(_confusions(study, distance, table, worst)),
    )


def _confusions(study: Codings, distance: Any, table: FloatArray, worst: int) -> list[Confusion]:
    alpha = bound("alpha", distance=distance)
    place = {name: at for at, name in enumerate(study.categories)}
    found = []
    for first, second, _, share in decompose(study, "categories", alpha).rows[:worst]:
        k, l = place[first], place[second]
        merged = merged_alpha(table, k, l) if is_nominal_alpha(alpha) else None
        found.append(Confusion(first, second, share, 2 * float(table[k, l]), merged))
    return found
