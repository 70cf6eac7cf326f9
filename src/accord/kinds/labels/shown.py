"""Labels: what coders confuse, each category against the rest, and where it is in a taxonomy."""

from collections.abc import Mapping
from math import isnan
from typing import Any

import numpy as np

from accord._measure.bound import bound
from accord._measure.distances.distance import distance as distance_of
from accord._measure.labels.skew import Skew
from accord._report.render.lane_charts import CELLS, choice_cells
from accord._report.section_types import CategoryMatrix, CategoryRow, CategorySection, ConfusionRow
from accord._report.sections.answer import as_if_sentence, rates
from accord._report.wording import in_natural_order, label, labels, plain_section
from accord.errors import AccordError
from accord.infer.advice.choose import Estimate, is_scale
from accord.infer.advice.meaning import mistakes_of
from accord.infer.why.confused import (
    CategoryTable,
    ConfusedPair,
    Confusion,
    category_table,
    confused,
)
from accord.infer.why.matrices import confusion_matrix
from accord.infer.why.taxonomy_partners import taxonomy_partners
from accord.kinds.labels.study import Codings
from accord.kinds.labels.taxonomy import Taxonomy
from accord.model.names import FloatArray

_MOST = 150
"""With more categories than these (real values, say) there is no table of them."""

_CATEGORIES = 60
"""At most so many categories stand in the heat map."""


def label_sections(study: Codings, distance: Any, taxonomy: Taxonomy | None) -> dict[str, Any]:
    """The categories, and where they are in the taxonomy that somebody gave."""
    sections: dict[str, Any] = {
        "ranking": ranking_section(study),
        "categories": category_section(study, distance),
        "taxonomy": None if taxonomy is None else taxonomy_section(study, taxonomy),
    }
    # One dimension of many says here which it is; labels alone are of none.
    return {name: {**section, "of": None} for name, section in sections.items() if section}


def ranking_section(study: Codings) -> dict[str, Any] | None:
    """The things that judges compared two by two, in the order of their strengths."""
    if study.within != "pair":
        return None
    from accord.infer.ranking.ranking import rank

    try:
        found = rank(study)
    except AccordError as error:  # several groups, say: the agreement is there all the same
        return {"refused": error.sentence, "rows": [], "judges": [], "notes": []}
    judges = (*found.judges[:_MOST_JUDGES],)
    rows = [{**one.as_dict(), "name": label(one.name)} for one in found.things]
    return plain_section(
        {
            "refused": None,
            "rows": rows,
            "judges": [{**one.as_dict(), "judge": label(one.judge)} for one in judges],
            "votes": found.votes,
            "position": None if isnan(found.position) else found.position,
            "p": None if isnan(found.p) else found.p,
            "alike": None if found.alike is None else found.alike.as_dict(),
            "notes": list(found.notes),
            "signature": found.signature,
        }
    )


_MOST_JUDGES = 60
"""The most judges of the table."""


def category_section(study: Codings, distance: Any) -> CategorySection | None:
    """Coincidences, reliability and prevalence of each category, and the worst confusions."""
    k = len(study.categories)
    # Of labels that belong to items, chance against all others would be that of guessing.
    if not 2 <= k <= _MOST or study.within not in (None, "all"):
        return None
    found = category_table(study, distance)
    if found is None:
        return None
    names = labels(study.categories)
    order = in_natural_order(names, study.declared)
    # Level 0: the value of merged categories is not computed again, the table has it.
    tested = {
        frozenset((pair.first, pair.second)): pair
        for pair in confused(study, bound("alpha", distance=distance), level=0.0)
    }
    section: CategorySection = {
        "distance": str(distance_of(distance)),
        "rows": _category_rows(found, names, order),
        "confusions": [_confusion(one, tested) for one in found.confusions],
        "matrix": _matrix(found.coincidences, names, order),
        "pair": _pair(study, names, order),
        "skew": _skew(found.skew, names, len(study.coders) > 1),
    }
    return plain_section(section)


def _confusion(one: Confusion, tested: Mapping[frozenset[Any], ConfusedPair]) -> ConfusionRow:
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


def _category_rows(found: CategoryTable, names: list[str], order: list[int]) -> list[CategoryRow]:
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


def _matrix(table: FloatArray, names: list[str], order: list[int]) -> CategoryMatrix:
    """The coincidence matrix, of the most used categories where there are too many."""
    n_k = table.sum(axis=1)
    # The most used are kept, but in the order in which people know them.
    most = set(np.argsort(-n_k, kind="stable")[:_CATEGORIES].tolist())
    kept = [at for at in order if at in most]
    return {
        "categories": [names[at] for at in kept],
        "values": table[np.ix_(kept, kept)].tolist(),
        "left_out": len(names) - len(kept),
    }


def _pair(study: Codings, names: list[str], order: list[int]) -> dict[str, Any] | None:
    """The contingency table where there are two coders."""
    # Only then rows and columns have an owner each.
    if study.coder is None or len(study.coders) != 2 or len(names) > _CATEGORIES:
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
    # One coder alone has no bias against anybody.
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


def taxonomy_section(study: Codings, taxonomy: Taxonomy) -> dict[str, Any]:
    """The tree with the codings of each category and how far its partners are from it."""
    rows = [
        {
            "category": label(one.category),
            "depth": one.depth,
            "scope": one.scope,
            "codings": one.codings,
            "same": one.same,
            "branch": one.branch,
            "elsewhere": one.elsewhere,
        }
        for one in taxonomy_partners(study, taxonomy)
    ]
    outside = [label(name) for name in study.categories if name not in taxonomy]
    return plain_section({"rows": rows, "outside": outside})


def as_if(study: Codings, lead: Estimate) -> dict[str, Any] | None:
    """The rate of mistakes, where the answer is α, whose formula gives it; a number on a scale is
    not right or wrong."""
    agreement, entry = lead.agreement, lead.measure.measure
    if is_scale(study, agreement.settings.get("d")):
        return None
    # Measures of trees and graphs alone have no such formula, though α of them has.
    if not entry.counted or entry.chance != "drawn" or entry.kind != Codings.kind:
        return None
    model = mistakes_of(study, agreement.value, agreement.settings.get("d"))
    if isnan(model.rate):
        return None
    ends = tuple(end for end in agreement.interval or () if not isnan(end))
    return {
        "rate": model.rate,
        "ends": [model.rate_at(max(end, 0.0)) for end in ends],
        "values": [{"rate": rate, "value": model.value_at(rate)} for rate in rates(model)],
        "sentence": as_if_sentence(model, ends),
    }


def study_chart(study: Codings) -> Any:
    """The choice of each coder for each of the first items."""
    who = study.who()
    shown = study.item < CELLS
    names = [str(name) for name in study.categories]
    rows = [
        {"item": str(study.items[i]), "coder": str(study.coders[c]), "category": names[k]}
        for i, c, k in zip(
            study.item[shown].tolist(),
            who[shown].tolist(),
            study.category[shown].tolist(),
            strict=True,
        )
    ]
    n = len(study.items)
    return choice_cells(
        rows, study.coders, "item" if n <= CELLS else f"item (the first {CELLS} of {n})"
    )
