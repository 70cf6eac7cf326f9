"""What coders confuse: coincidences of categories, and the reliability of each."""

from typing import Any

import numpy as np

from accord.infer.resample.krippendorff import coincidences
from accord.measure.distances.distance import distance as distance_of
from accord.measure.labels.skew import bias, confusion, skew
from accord.model.codings.codings import Codings
from accord.model.names import FloatArray
from accord.report.wording import labels, record

MOST = 150
"""With more categories than these (real values, say) there is no table of them."""

SHOWN = 60
"""At most so many categories stand in the heat map."""


def category_section(study: Codings, distance: Any) -> dict[str, Any] | None:
    """Coincidences, reliability and prevalence of each category, and the worst confusions."""
    k = len(study.categories)
    if not 2 <= k <= MOST:
        return None
    table = coincidences(study)
    n_k = table.sum(axis=1)
    if not n_k.sum():
        return None
    names = labels(study.categories)
    d = distance_of(distance).fit(study.categories, n_k, study.declared).matrix()
    rows = _rows(table, n_k, d, names)
    return record(
        {
            "distance": str(distance_of(distance)),
            "rows": rows,
            "confusions": _confusions(table, d, names),
            "matrix": _matrix(table, names),
            "pair": _pair(study, names),
            "skew": _skew(study, names),
        }
    )


def _rows(
    table: FloatArray, n_k: FloatArray, d: FloatArray, names: list[str]
) -> list[dict[str, Any]]:
    """α of each category against the rest: D_o and D_e are closed forms of the coincidences."""
    n = n_k.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = 2 * (n_k - np.diagonal(table)) / n
        expected = 2 * n_k * (n - n_k) / (n * (n - 1))
        value = np.where(expected > 0, 1 - observed / expected, np.nan)
        specific = np.where(n_k > 0, np.diagonal(table) / n_k, np.nan)
    weight = (table * d).sum(axis=1)
    total = weight.sum()
    return [
        {
            "category": names[at],
            "prevalence": n_k[at] / n,
            "codings": n_k[at],
            "alpha": value[at],
            "agreement": specific[at],
            "share": weight[at] / total if total else 0.0,
        }
        for at in range(len(names))
    ]


def _confusions(table: FloatArray, d: FloatArray, names: list[str]) -> list[dict[str, Any]]:
    """Pairs of categories by their share of all disagreement, and α if they were one."""
    weight = np.triu(2 * table * d, 1)
    total = weight.sum()
    if not total:
        return []
    order = np.argsort(-weight, axis=None, kind="stable")[:10]
    nominal = bool((d[~np.eye(len(d), dtype=bool)] == 1).all())
    found = []
    for k, l in zip(*np.unravel_index(order, weight.shape), strict=True):
        if weight[k, l] > 0:
            merged = merged_alpha(table, int(k), int(l)) if nominal else None
            found.append(
                {
                    "first": names[k],
                    "second": names[l],
                    "share": weight[k, l] / total,
                    "coincidences": 2 * table[k, l],
                    "merged": merged,
                }
            )
    return found


def merged_alpha(table: FloatArray, k: int, l: int) -> float:
    """Nominal α if categories k and l were one."""
    n_k = table.sum(axis=1)
    n = n_k.sum()
    agree = np.trace(table) + 2 * table[k, l]
    squares = (n_k**2).sum() + 2 * n_k[k] * n_k[l]
    expected = (n * n - squares) / (n * (n - 1))
    return float(1 - (1 - agree / n) / expected) if expected > 0 else float("nan")


def _matrix(table: FloatArray, names: list[str]) -> dict[str, Any]:
    """The coincidence matrix, of the most used categories where there are too many."""
    n_k = table.sum(axis=1)
    kept = np.sort(np.argsort(-n_k, kind="stable")[:SHOWN])
    return {
        "categories": [names[at] for at in kept],
        "values": table[np.ix_(kept, kept)],
        "left_out": len(names) - len(kept),
    }


def _pair(study: Codings, names: list[str]) -> dict[str, Any] | None:
    """The contingency table where there are two coders."""
    if study.coder is None or len(study.coders) != 2 or len(names) > SHOWN:
        return None
    rows, columns = labels(study.coders)
    return {"rows": rows, "columns": columns, "categories": names, "values": confusion(study)}


def _skew(study: Codings, names: list[str]) -> dict[str, Any]:
    found = skew(study)
    tests = [
        {
            "name": test.name,
            "statistic": test.statistic,
            "df": test.df,
            "p": test.p,
            "undefined": test.undefined,
        }
        for test in (found.stuart_maxwell, found.bhapkar)
        if test is not None
    ]
    by_category = bias(study) if study.coder is not None and len(study.coders) > 1 else {}
    return {
        "bias": found.bias,
        "bias_by_category": dict(zip(names, by_category.values(), strict=False)),
        "pabak": found.pabak,
        "prevalence": dict(zip(names, found.prevalence.values(), strict=True)),
        "bias_index": found.bias_index,
        "prevalence_index": found.prevalence_index,
        "kappa_max": found.kappa_max,
        "tests": tests,
    }
