"""What coders confuse: coincidences of categories, and the reliability of each."""

from typing import Any

import numpy as np

from accord.infer.why.categories import CategoryTable, category_table
from accord.infer.why.matrices import confusion_matrix
from accord.measure.distances.distance import distance as distance_of
from accord.measure.labels.skew import bias, skew
from accord.model.codings.codings import Codings
from accord.model.names import FloatArray
from accord.report.wording import label, labels, record

MOST = 150
"""With more categories than these (real values, say) there is no table of them."""

SHOWN = 60
"""At most so many categories stand in the heat map."""


def category_section(study: Codings, distance: Any) -> dict[str, Any] | None:
    """Coincidences, reliability and prevalence of each category, and the worst confusions."""
    k = len(study.categories)
    if not 2 <= k <= MOST:
        return None
    found = category_table(study, distance)
    if found is None:
        return None
    names = labels(study.categories)
    return record(
        {
            "distance": str(distance_of(distance)),
            "rows": _rows(found, names),
            "confusions": [
                {
                    "first": label(one.first),
                    "second": label(one.second),
                    "share": one.share,
                    "coincidences": one.coincidences,
                    "merged": one.merged,
                }
                for one in found.confusions
            ],
            "matrix": _matrix(found.coincidences, names),
            "pair": _pair(study, names),
            "skew": _skew(study, names),
        }
    )


def _rows(found: CategoryTable, names: list[str]) -> list[dict[str, Any]]:
    n = found.codings.sum()
    return [
        {
            "category": names[at],
            "prevalence": found.codings[at] / n,
            "codings": found.codings[at],
            "alpha": found.alpha[at],
            "agreement": found.agreement[at],
            "share": found.share[at],
        }
        for at in range(len(names))
    ]


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
    return {
        "rows": rows,
        "columns": columns,
        "categories": names,
        "values": confusion_matrix(study, *study.coders).values,
    }


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
