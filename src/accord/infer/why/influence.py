"""What one item, coder or category does to the number, and what could be done about it."""

from collections.abc import Hashable
from dataclasses import replace
from itertools import combinations, pairwise
from math import isnan, nan
from typing import Any

import numpy as np

from accord._measure.bound import Asked, Bound, bound, documents_of
from accord._measure.cube.kernel import Countable, itemized
from accord._measure.distances.distance import distance
from accord.engine.any_data import has_counts, labelled, takes_data
from accord.errors import NotApplicableError, TooLargeError, UnknownNameError
from accord.infer.resample.item_sums import sums_of
from accord.infer.resample.replicates import values_without
from accord.infer.why.breakdown import Breakdown, by_item
from accord.infer.why.coders import without_each
from accord.infer.why.matrices import coincidences, is_nominal_alpha, merged_alpha
from accord.kinds.canonical import in_canonical_order
from accord.kinds.kind import ability
from accord.kinds.labels.study import Codings
from accord.model.study import Study
from accord.tasks import Progress, watched

WARNING = (
    "merging categories after the fact is not a study with fewer categories: coders who choose "
    "among fewer categories from the start decide differently (Artstein & Poesio 2008)"
)


_MOST_LEFT_OUT = 2000
"""Coders or categories that are left out one after the other: each leaves a study to measure."""


@takes_data
def influence(
    study: Study | Countable, by: str, measure: Asked, *, progress: Progress | None = None
) -> Breakdown:
    """Leave one "item", "coder" or "category" out: the value without it and the change.

    A positive change means that the number is higher because of it. Leaving out a category
    drops its codings. Largest changes first.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param by: What is left out: item, coder or category.
    :param measure: A measure by name, or one bound to its settings.
    :param progress: A function that is called with the progress of the work.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc", "C": "aabbbbbcccca"})
    >>> worst = accord.influence(study, "item", "pi").rows[0]
    >>> worst[0], round(worst[1], 3), round(worst[2], 3)
    (6, 0.808, -0.075)
    """
    entry = bound(measure)
    whole = entry.compute(study).value
    if by == "item":
        study = itemized(study, "the influence of items")
        values = _without_items(study, entry, progress)
        names: Any = study.items
    elif by == "coder":
        TooLargeError.unless(len(study.coders), _MOST_LEFT_OUT, "coders to leave out one by one")
        values = without_each(study, entry, progress=progress)
        names = study.coders
    elif by == "category" and labelled(study):
        many = len(study.categories)
        TooLargeError.unless(many, _MOST_LEFT_OUT, "categories to leave out one by one")
        seen = watched(range(len(study.categories)), len(study.categories), progress)
        dropped = ability(study, "without_category")
        values = [entry.compute(dropped(study, k)).value for k in seen]
        names = study.categories
    else:
        raise UnknownNameError.of("influence", by, ("item", "coder", "category"))
    rows = [(name, value, whole - value) for name, value in zip(names, values, strict=True)]
    rows.sort(key=lambda row: (isnan(row[2]), -abs(row[2]) if not isnan(row[2]) else 0.0))
    return Breakdown(by, entry.name, (by, "without", "change"), tuple(rows))


def _without_items(study: Study, measure: Bound, progress: Progress | None) -> list[float]:
    sums = sums_of(study, measure)
    if sums is not None:
        return [float(v) for v in sums.leave_one_out()[sums.of_item]]
    everything = np.arange(len(study.items))
    # What each document adds is known: leaving one out is a subtraction.
    table = documents_of(study, measure)
    if table is not None:
        return [float(v) for v in values_without(table, everything, len(everything))]
    every = watched(everything, len(everything), progress)
    rest = (np.delete(everything, i) for i in every)
    return [measure.compute(study.take(r)).value if len(r) else np.nan for r in rest]


@takes_data
def worth_settling(study: Codings | Countable, measure: Asked, *, top: int = 20) -> Breakdown:
    """The items most worth adjudicating: those that cost most, and what settling them would do.

    `share`: the item's part of the observed disagreement. `settled`: the value if all its
    codings were the category of more than half of them; nan where there is no majority. `gain`:
    settled − value. `all so far`: the value if this item and all above it were settled.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure by name, or one bound to its settings.
    :param top: How many items to list.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc", "C": "aabbbbbcccca"})
    >>> [(row[0], row[1]) for row in accord.infer.worth_settling(study, "pi").rows]
    [(11, 'c:2 a:1'), (1, 'a:2 b:1'), (6, 'b:2 c:1')]
    """
    entry = bound(measure)
    # Which of two equal items or categories comes first must not hang on names.
    study = in_canonical_order(itemized(study, "adjudication"))
    whole = entry.compute(study).value
    parts = by_item(study, entry, top=top)
    # Items on which all agree cannot be settled.
    costly = [row for row in parts.rows if row[5] > 0]
    rows = []
    done = study
    for name, _, shown, _, _, share in costly:
        alone = _settled(study, name)
        settled = nan if alone is None else entry.compute(alone).value
        done = _settled(done, name) or done
        so_far = entry.compute(done).value
        rows.append((name, shown, share, settled, settled - whole, so_far))
    columns = ("item", "categories", "share", "settled", "gain", "all so far")
    return Breakdown("adjudication", entry.name, columns, tuple(rows))


def _settled(study: Codings, name: Hashable) -> Codings | None:
    """All codings of the item as more than half of them are; None where there is no majority."""
    here = study.item == study.items.index(name)
    tally = np.bincount(study.category[here], minlength=len(study.categories))
    if 2 * tally.max() <= tally.sum():
        return None
    category = study.category.copy()
    category[here] = int(tally.argmax())
    return replace(study, category=category)


@takes_data
def collapse(study: Codings | Countable, measure: Asked, *, top: int = 50) -> Breakdown:
    """What merging two categories would do to the coefficient, for every pair, best first.

    With an ordinal distance only neighbours are merged; distances that rest on the categories'
    own values cannot be. At most `top` merges are tried, those of the categories that are
    confused most. Counts are enough: a pattern is the codings of an item. The note holds the
    survey's warning. References: artstein2008.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure by name, or one bound to its settings.
    :param top: The most merges that are tried.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})
    >>> [(row[0], row[1], round(row[2], 2)) for row in accord.infer.collapse(study, "pi").rows]
    [('a', 'b', 0.83), ('a', 'c', 0.66), ('b', 'c', 0.62)]
    """
    entry = bound(measure)
    if not has_counts(study):
        raise NotApplicableError.of_counts("merged categories")
    name = distance(entry.distance).name
    # Numbers have no place for "2 or 3"; ranks do.
    if name not in ("nominal", "ordinal", "rank-linear", "rank-quadratic"):
        raise NotApplicableError(
            f"merged categories have no distance {name!r}; collapse with nominal or ordinal"
        )
    k = len(study.categories)
    table = coincidences(study)
    pairs = [*combinations(range(k), 2)]
    if name != "nominal":
        numbers = study.categories.numbers()
        given = study.declared or numbers is None
        order = range(k) if given else study.categories.ascending().tolist()
        # On a scale only neighbours can be one category: merging 1 and 5 would leave 2 to 4 in
        # between.
        pairs = [*pairwise(order)]
    # Those that meet most often first: a pair that never meets can only lose by merging.
    pairs = sorted(pairs, key=lambda pair: -table[pair[0], pair[1]])[:top]
    whole = entry.compute(study).value
    rows = []
    for a, b in pairs:
        value = (
            merged_alpha(table, a, b)
            if is_nominal_alpha(entry)
            else entry.compute(ability(study, "one_category")(study, a, b)).value
        )
        rows.append((study.categories[a], study.categories[b], value, value - whole))
    rows.sort(key=lambda row: (isnan(row[2]), -row[2] if not isnan(row[2]) else 0.0))
    columns = ("category", "other category", "merged", "change")
    return Breakdown("collapse", entry.name, columns, tuple(rows), (WARNING,))


def merged_value(study: Study, measure: Bound, first: Hashable, second: Hashable) -> float:
    """The measure with two categories as one."""
    labels: Any = study
    a, b = (labels.categories.index(name) for name in (first, second))
    if is_nominal_alpha(measure):
        return merged_alpha(coincidences(labels), a, b)
    return measure.compute(ability(study, "one_category")(study, a, b)).value
