"""Studies in an order that comes from what was annotated, not from names or the order of rows.

Random draws go by position. With the same seed they must not change when rows are shuffled, when
columns change places, or when coders and categories get other names: so studies are put into one
order before anything is drawn. `kinds/labels/patterns.py` has the colours that give it.
"""

from typing import TypeVar

import numpy as np

from accord.kinds.kind import ability, kind_of
from accord.model.names import IntArray, remembered
from accord.model.study import Study

_Study = TypeVar("_Study", bound=Study)


def as_they_come(cluster: IntArray) -> IntArray:
    """Clusters numbered by the first item of each."""
    _, first, code = np.unique(cluster, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[code.reshape(-1)])


def order_of_items(study: Study) -> tuple[IntArray, IntArray]:
    """Items (documents) and coders of any study, by position, in such an order."""
    items, coders = ability(study, "order_of")(study)
    return items, coders


def in_canonical_order(study: _Study) -> _Study:
    """The study with items, coders (and categories without an order) in such an order."""
    return with_places(study)[0]


def with_places(study: _Study, cluster: IntArray | None = None) -> tuple[_Study, IntArray]:
    """The study in such an order, and which items (by position) now stand where; of labels,
    `cluster` is what each item belongs to (items alike in two documents are not alike)."""
    in_order = kind_of(study).ability("in_order")
    if in_order is not None:
        ordered, items = in_order(study, cluster)
        return ordered, items
    return remembered(study, _in_order)


def _in_order(study: _Study) -> tuple[_Study, IntArray]:
    """Documents in such an order. They share what they hold with the study, and each measure asks
    for them twice."""
    items, coders = order_of_items(study)
    return study.take(items).only(coders), items


def order_of_both(one: Study, two: Study, of_one: IntArray, of_two: IntArray) -> IntArray:
    """The units of two studies, by number, in such an order; `of_one` and `of_two` have the unit
    of each item. What a unit is like in either study tells it apart."""
    number = int(max(of_one.max(initial=-1), of_two.max(initial=-1))) + 1
    own = kind_of(one).ability("order_together")
    if own is not None and own is kind_of(two).ability("order_together"):
        together: IntArray = own(one, two, of_one, of_two, number)
        return together
    ranks = [np.full(number, number) for _ in range(2)]
    for study, of, rank in ((one, of_one, ranks[0]), (two, of_two, ranks[1])):
        np.minimum.at(rank, of, np.argsort(order_of_items(study)[0]))
    return np.asarray(np.lexsort(ranks[::-1]))
