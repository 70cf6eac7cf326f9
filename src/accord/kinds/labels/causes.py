"""Where disagreement on labels comes from: which items, and which categories for each other."""

from collections import Counter
from collections.abc import Hashable
from itertools import combinations
from math import fsum
from typing import Any

import numpy as np

from accord._measure.bound import Asked, Bound, bound
from accord._measure.cube.kernel import only_counts
from accord._measure.cube.rows import item_disagreement, steady
from accord._measure.distances.distance import Metric, distance as distance_of
from accord.infer.advice.choose import chosen_distance
from accord.infer.why.breakdown import metric_for
from accord.infer.why.confused import Meetings, meetings_of, not_confused
from accord.infer.why.disagreements import (
    ORDERED_DISTANCES,
    Disagreement,
    Disagreements,
    not_listed,
)
from accord.infer.why.who_differs import units_of_test
from accord.kinds.labels.patterns import Counts
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray
from accord.words.said import said

SEEN = 20_000_000
"""At most so many cells has the table of who saw what: it is made of bytes."""


def recommended_alpha(study: Any, measure: Asked | None) -> Bound:
    """The measure whose distance counts: α with the level that the labels have, unless named."""
    level = chosen_distance(study, None)[0]
    return bound("alpha", distance=level) if measure is None else bound(measure)


def listed_disagreements(
    study: Codings, measure: Asked | None, limit: int | None, matched: None
) -> Disagreements:
    """Items on which coders chose different categories."""
    if only_counts(study):
        raise not_listed(study)
    return disagreements_of_labels(study, recommended_alpha(study, measure), limit)


def disagreements_of_labels(study: Codings, measure: Bound, limit: int | None) -> Disagreements:
    """The items with the largest part of the disagreement of a measure."""
    counts = Counts.of(study.item, study.category, len(study.items), len(study.categories))
    metric = metric_for(study, measure)
    disputed = np.flatnonzero(np.diff(counts.bounds) > 1)
    part = counts.totals * item_disagreement(counts, metric)
    # Stable: items that weigh the same keep the order of the file, on every machine.
    order = disputed[np.argsort(-part[disputed], kind="stable")][:limit]
    apart = _apart(counts, order, metric)
    steps = _steps(study, measure, counts, order)
    total = steady(part[disputed]) or 1.0
    bounds, category = study.bounds, study.category
    rows = []
    for i in order.tolist():
        chosen = category[bounds[i] : bounds[i + 1]].tolist()
        if study.coder is None:
            who: list[Hashable] = [f"coding {n + 1}" for n in range(len(chosen))]
        else:
            who = [study.coders[int(c)] for c in study.coder[bounds[i] : bounds[i + 1]]]
        each = tuple(apart[i][k] for k in chosen)
        rows.append(
            Disagreement(
                study.items[i],
                _division(Counter(chosen)),
                fsum(each) / 2,
                len(chosen) * (len(chosen) - 1) // 2,
                float(part[i] / total),
                tuple((w, study.categories[k]) for w, k in zip(who, chosen, strict=True)),
                each,
                steps=steps.get(i),
            )
        )
    seen = None
    if len(order) == len(disputed) and len(study.items) * len(study.coders) <= SEEN:
        seen = np.zeros((len(study.items), len(study.coders)), dtype=bool)
        if study.coder is not None:
            seen[study.item, study.coder] = True
    compared = (counts.totals > 1).astype(np.int64)
    names, of = (study.items, study.coders), int(compared.sum())
    return Disagreements("item", *names, of, len(disputed), tuple(rows), order, compared, seen)


def _division(tally: Counter[int]) -> str:
    number, most = sum(tally.values()), max(tally.values())
    if number == 2:
        return said("kind.two-coders-differ")
    return said("kind.one-against-rest") if most == number - 1 else "divided"


def _apart(counts: Counts, rows: IntArray, metric: Metric) -> dict[int, dict[int, float]]:
    """For each row its categories, each with the sum of distances to the codings of the row."""
    distinct = np.diff(counts.bounds)
    apart: dict[int, dict[int, float]] = {}
    for m in np.unique(distinct[rows]).tolist():
        these = rows[distinct[rows] == m]
        at = counts.bounds[these][:, None] + np.arange(m)
        category, count = counts.category[at], counts.count[at]
        total = np.zeros(category.shape)
        for a in range(m):
            others = [b for b in range(m) if b != a]
            parts = [count[:, b] * metric.between(category[:, a], category[:, b]) for b in others]
            total[:, a] = np.sort(np.stack(parts), axis=0).sum(axis=0)  # whatever their order
        for i, k, s in zip(these.tolist(), category.tolist(), total.tolist(), strict=True):
            apart[i] = dict(zip(k, s, strict=True))
    return apart


def _steps(study: Codings, measure: Bound, counts: Counts, rows: IntArray) -> dict[int, float]:
    """The mean number of steps of the scale between two codings of an item, where there is one.

    Of ranks one category to the next is a step, of amounts the unit they are in.
    """
    name = distance_of(measure.distance).name
    if name not in ORDERED_DISTANCES:
        return {}
    numbers = study.categories.numbers()
    if name.startswith(("ordinal", "rank")) or numbers is None:
        order: IntArray = np.arange(len(study.categories))
        # Numbers bring their order along; where they are declared the declared order counts.
        if numbers is not None and not study.declared:
            order = np.argsort(np.argsort(numbers))
        numbers = order.astype(np.float64)
    steps: dict[int, float] = {}
    for i in rows.tolist():
        at = slice(int(counts.bounds[i]), int(counts.bounds[i + 1]))
        value, often = numbers[counts.category[at]], counts.count[at]
        apart = np.abs(value[:, None] - value[None, :]) * often[:, None] * often[None, :]
        n = float(often.sum())
        steps[i] = float(apart.sum() / (n * (n - 1)))
    return steps


def confusions(study: Codings, matched: None) -> tuple[Meetings, FloatArray]:
    """How often two categories meet on an item, and how often each is used where they could."""
    if only_counts(study):
        raise not_confused(study)
    return _meetings(study), _used(study)


def _meetings(study: Codings) -> Meetings:
    counts = Counts.of(study.item, study.category, len(study.items), len(study.categories))
    distinct, k = np.diff(counts.bounds), len(study.categories)
    group = units_of_test(study)
    parts = []
    for m in np.unique(distinct[distinct > 1]).tolist():
        rows = np.flatnonzero(distinct == m)
        at = counts.bounds[rows][:, None] + np.arange(m)
        category, count = counts.category[at], counts.count[at]
        # Krippendorff's weight of a pair: each coding of an item counts once, however many it
        # meets.
        weight = 1 / (counts.totals[rows] - 1)
        for a, b in combinations(range(m), 2):
            low = np.minimum(category[:, a], category[:, b]).astype(np.int64)
            high = np.maximum(category[:, a], category[:, b])
            parts.append((group[rows], low * k + high, count[:, a] * count[:, b] * weight))
    return meetings_of(parts)


def _used(study: Codings) -> FloatArray:
    size = np.bincount(study.item, minlength=len(study.items))
    # A coding that met no other could not have been confused with any.
    kept = size[study.item] > 1
    return np.bincount(study.category[kept], minlength=len(study.categories)).astype(np.float64)
