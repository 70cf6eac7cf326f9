"""Tables of labels: what coders confuse, which items they disagree on, who agrees with whom."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from accord.infer.why.breakdown import item_parts
from accord.infer.why.coders import coder_table, coverage, marked_by
from accord.infer.why.decomposition import CategoryTable, category_table
from accord.infer.why.matrices import confusion_matrix
from accord.measure.bound import Bound, bound
from accord.measure.distances.distance import distance as distance_of
from accord.measure.labels.skew import Skew
from accord.model.codings.codings import Codings
from accord.model.names import FloatArray, IntArray
from accord.model.study import Study
from accord.report.wording import label, labels, record, shortened

MOST = 150
"""With more categories than these (real values, say) there is no table of them."""

CATEGORIES = 60
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
            "rows": _category_rows(found, names),
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
            "skew": _skew(found.skew, names, len(study.coders) > 1),
        }
    )


def _category_rows(found: CategoryTable, names: list[str]) -> list[dict[str, Any]]:
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
    kept = np.sort(np.argsort(-n_k, kind="stable")[:CATEGORIES])
    return {
        "categories": [names[at] for at in kept],
        "values": table[np.ix_(kept, kept)],
        "left_out": len(names) - len(kept),
    }


def _pair(study: Codings, names: list[str]) -> dict[str, Any] | None:
    """The contingency table where there are two coders."""
    if study.coder is None or len(study.coders) != 2 or len(names) > CATEGORIES:
        return None
    rows, columns = labels(study.coders)
    return {
        "rows": rows,
        "columns": columns,
        "categories": names,
        "values": confusion_matrix(study, *study.coders).values,
    }


def _skew(found: Skew, names: list[str], several: bool) -> dict[str, Any]:
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
    by_category = found.bias_by_category if several else {}
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


WORST = 300
"""At most so many items are listed."""

BINS = 20
TEXTS = ("text", "utterance", "sentence", "content", "body", "document_text", "snippet")
WIDTH = 400


def item_section(study: Codings, distance: Any, worst: int = WORST) -> dict[str, Any] | None:
    """The distribution of disagreement over items, and the worst items with every label."""
    parts = item_parts(study, bound("alpha", distance=distance))
    value, sizes = parts.disagreement, parts.counts.totals
    judged = np.flatnonzero(sizes > 1)
    if not len(judged):
        return None
    disputed = judged[value[judged] > 0]
    order = disputed[np.argsort(-value[disputed], kind="stable")][:worst]
    top = float(value[judged].max())
    counts, edges = np.histogram(value[judged], bins=BINS, range=(0, top if top > 0 else 1.0))
    text = text_column(study.about)
    return record(
        {
            "judged": len(judged),
            "alone": int((sizes < 2).sum()),
            "unanimous": int(len(judged) - len(disputed)),
            "disputed": len(disputed),
            "bins": [[edges[at], edges[at + 1], int(counts[at])] for at in range(BINS)],
            "text": text,
            "listed": len(order),
            "share": parts.share(order),
            "rows": _item_rows(study, order, value, text),
        }
    )


def text_column(about: Mapping[str, Sequence[Any]]) -> str | None:
    """The column about items that holds their text: by name, else the longest texts."""
    for name in about:
        if name.lower() in TEXTS:
            return name
    lengths = {
        name: np.mean([len(value) for value in column[:100]])
        for name, column in about.items()
        if len(column) and all(isinstance(value, str) for value in column[:100])
    }
    best = max(lengths, key=lambda name: lengths[name], default=None)
    return best if best is not None and lengths[best] > 20 else None


def _item_rows(
    study: Codings, order: IntArray, value: FloatArray, text: str | None
) -> list[dict[str, Any]]:
    categories = labels(study.categories)
    coders = labels(study.coders)
    bounds = study.bounds
    rows = []
    for at in order.tolist():
        codings = range(int(bounds[at]), int(bounds[at + 1]))
        chosen = [categories[int(study.category[row])] for row in codings]
        if study.coder is not None:
            who = [coders[int(study.coder[row])] for row in codings]
        else:
            who = [f"coding {n + 1}" for n in range(len(chosen))]
        rows.append(
            {
                "item": label(study.items[at]),
                "text": None if text is None else shortened(str(study.about[text][at]), WIDTH),
                "disagreement": float(value[at]),
                "codings": [[w, k] for w, k in zip(who, chosen, strict=True)],
            }
        )
    return rows


CODERS = 50
"""At most so many coders stand in the matrix: those with most codings."""

BLOCKS = 60
"""Columns of the picture of who coded what."""


def coder_section(study: Study, lead: Bound) -> dict[str, Any] | None:
    """The matrix of pairs, each coder's mean and what the value is without each coder."""
    found = coder_table(study, lead, CODERS)
    if found is None:
        return None
    names = labels(found.coders)
    rows = [
        {
            "coder": name,
            "mean": found.means[at],
            "without": None if found.without is None else found.without[at],
            "marked": int(found.marked[at]),
        }
        for at, name in enumerate(names)
    ]
    return record(
        {
            "symbol": found.symbol,
            "coders": names,
            "matrix": found.matrix,
            "rows": rows,
            "left_out": found.left_out,
        }
    )


def coverage_section(study: Study) -> dict[str, Any] | None:
    """Who coded what: the share of each block of items that each coder coded."""
    found = coverage(study, BLOCKS)
    if found is None:
        return None
    names = labels(study.coders)
    kept = np.sort(np.argsort(-marked_by(study), kind="stable")[:CODERS])
    return record(
        {
            "complete": found.complete,
            "missing": found.missing,
            "share": found.missing / (len(study.items) * len(names)),
            "coders": [names[int(c)] for c in kept],
            "blocks": [[int(a), int(b)] for a, b in pairwise(found.edges.tolist())],
            "coded": found.share[kept],
            "per_item": [[int(a), int(b)] for a, b in zip(found.codings, found.items, strict=True)],
            "left_out": len(names) - len(kept),
        }
    )
