"""Tables of labels: what coders confuse, which items they disagree on, who agrees with whom."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from accord._measure.bound import Bound, bound
from accord._measure.distances.distance import distance as distance_of
from accord._measure.labels.skew import Skew
from accord._report.wording import label, labels, natural, record
from accord.infer.advice.choose import Estimate
from accord.infer.advice.next_steps import NAMING_LEVEL, TIMES_APART
from accord.infer.why.anatomy import MatchedUnits
from accord.infer.why.border_habits import border_habits
from accord.infer.why.coders import coder_table, coverage
from accord.infer.why.confused import (
    CategoryTable,
    ConfusedPair,
    Confusion,
    category_table,
    confused,
)
from accord.infer.why.disagreements import Disagreements
from accord.infer.why.matrices import confusion_matrix
from accord.infer.why.who_differs import CoderApart, who_differs
from accord.kinds.labels.study import Codings
from accord.kinds.questions import marked_by
from accord.kinds.spans.study import Unitizings
from accord.model.names import FloatArray
from accord.model.study import Study
from accord.words.said import said

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
    order = in_natural_order(names, study.declared)
    tested = {
        frozenset((pair.first, pair.second)): pair
        for pair in confused(study, bound("alpha", distance=distance), level=0.0)
    }
    return record(
        {
            "distance": str(distance_of(distance)),
            "rows": _category_rows(found, names, order),
            "confusions": [_confusion(one, tested) for one in found.confusions],
            "matrix": _matrix(found.coincidences, names, order),
            "pair": _pair(study, names, order),
            "skew": _skew(found.skew, names, len(study.coders) > 1),
        }
    )


def _confusion(one: Confusion, tested: Mapping[frozenset[Any], ConfusedPair]) -> dict[str, Any]:
    """Two categories: their share of the disagreement, and whether chance makes it."""
    pair = tested.get(frozenset((one.first, one.second)))
    return {
        "first": label(one.first),
        "second": label(one.second),
        "share": one.share,
        "coincidences": one.coincidences,
        "merged": one.merged,
        "expected": None if pair is None else pair.expected,
        "p": None if pair is None else pair.p,
    }


def in_natural_order(names: Sequence[str], declared: bool = False) -> list[int]:
    """The positions of names in their natural order, or as they were declared."""
    found = range(len(names))
    return list(found) if declared else sorted(found, key=lambda at: natural(names[at]))


def _category_rows(
    found: CategoryTable, names: list[str], order: list[int]
) -> list[dict[str, Any]]:
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
        for at in order
    ]


def _matrix(table: FloatArray, names: list[str], order: list[int]) -> dict[str, Any]:
    """The coincidence matrix, of the most used categories where there are too many."""
    n_k = table.sum(axis=1)
    most = set(np.argsort(-n_k, kind="stable")[:CATEGORIES].tolist())
    kept = [at for at in order if at in most]
    return {
        "categories": [names[at] for at in kept],
        "values": table[np.ix_(kept, kept)],
        "left_out": len(names) - len(kept),
    }


def _pair(study: Codings, names: list[str], order: list[int]) -> dict[str, Any] | None:
    """The contingency table where there are two coders."""
    if study.coder is None or len(study.coders) != 2 or len(names) > CATEGORIES:
        return None
    rows, columns = labels(study.coders)
    return {
        "rows": rows,
        "columns": columns,
        "categories": [names[at] for at in order],
        "values": confusion_matrix(study, *study.coders).values[np.ix_(order, order)],
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


CODERS = 50
"""At most so many coders stand in the matrix: those with most codings."""

BLOCKS = 60
"""Columns of the picture of who coded what."""


_MARKED = {
    "codings": "codings",
    "dimensions": "codings",
    "unitizings": "units",
    "partitions": "mentions",
    "relations": "relations",
    "regions": "regions",
    "segmentations": "boundaries",
}


def coder_section(
    study: Study,
    lead: Bound,
    first: Estimate | None,
    listed: Disagreements | None,
    matched: MatchedUnits | None,
) -> dict[str, Any] | None:
    """The matrix of pairs, each coder's mean, the value without each, who differs, and habits.

    Where the time budget ended the search for the value itself (`first`), pairs have none left.
    """
    late = first is not None and {"partial", "certified"} & set(first.agreement.settings)
    found = coder_table(study, lead, CODERS, late=bool(late))
    if found is None:
        return None
    names = labels(found.coders)
    order = in_natural_order(names)
    apart = {} if listed is None else {row.coder: row for row in who_differs(study, found=listed)}
    rows = [
        {
            "coder": names[at],
            "mean": found.means[at],
            "without": None if found.without is None else found.without[at],
            **_apart(apart.get(found.coders[at])),
            "marked": int(found.marked[at]),
        }
        for at in order
    ]
    return record(
        {
            "symbol": found.symbol,
            "without_symbol": found.without_symbol,
            "measured": measured_words(found.symbol, lead),
            "marked": said(f"word.{_MARKED.get(study.kind, 'marked')}"),
            "coders": [names[at] for at in order],
            "matrix": found.matrix[np.ix_(order, order)],
            "rows": rows,
            "left_out": found.left_out,
            "habits": _habits(study, matched),
        }
    )


def measured_words(symbol: str, measure: Bound) -> str:
    """A coefficient with its distance, for the title of a table."""
    distance = None if measure.distance is None else str(distance_of(measure.distance))
    if distance is None:
        return said("coders.by", symbol=symbol)
    return said("coders.by-distance", symbol=symbol, d=distance)


def _apart(row: CoderApart | None) -> dict[str, Any]:
    if row is None:
        return {"times": None, "p": None, "named": False}
    return {
        "times": row.times,
        "p": row.p,
        "named": row.p <= NAMING_LEVEL and row.times >= TIMES_APART,
    }


def _habits(study: Study, matched: MatchedUnits | None) -> list[dict[str, Any]]:
    if not isinstance(study, Unitizings) or matched is None:
        return []
    return [
        {
            "coder": label(row.coder),
            "pairs": row.pairs,
            "begin": row.begin,
            "end": row.end,
            "longer": row.longer / row.pairs,
            "shorter": row.shorter / row.pairs,
            "p": row.p,
            "word": row.word,
            "side": row.side,
            "often": row.often,
        }
        for row in sorted(
            border_habits(study, matched=matched), key=lambda row: natural(label(row.coder))
        )
        if row.pairs
    ]


def coverage_section(study: Study) -> dict[str, Any] | None:
    """Who coded what: the share of each block of items that each coder coded."""
    found = coverage(study, BLOCKS)
    if found is None:
        return None
    names = labels(study.coders)
    most = set(np.argsort(-marked_by(study), kind="stable")[:CODERS].tolist())
    kept = [at for at in in_natural_order(names) if at in most]
    return record(
        {
            "complete": found.complete,
            "missing": found.missing,
            "share": found.missing / (len(study.items) * len(names)),
            "coders": [names[c] for c in kept],
            "blocks": [[int(a), int(b)] for a, b in pairwise(found.edges.tolist())],
            "coded": found.share[kept],
            "per_item": [[int(a), int(b)] for a, b in zip(found.codings, found.items, strict=True)],
            "left_out": len(names) - len(kept),
        }
    )
