"""Labels in an order that comes from who gave which to what."""

from dataclasses import replace

import numpy as np

from accord.kinds.kind import kind_of
from accord.kinds.labels.patterns import distinct_rows, mixed
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray


def order_of(study: Codings) -> tuple[IntArray, IntArray]:
    """Items and coders, by position, in canonical order."""
    return order_of_codings(study)[:2]


def in_order(study: Codings, cluster: IntArray | None) -> tuple[Codings, IntArray]:
    """The same codings in canonical order, categories too where they have no order of their own,
    and which items now stand where."""
    return canonical(study, cluster=cluster)[:2]


def _cells_of(study: Codings) -> tuple[IntArray, IntArray, IntArray]:
    """Item, coder and category of each coding; one coder where the data do not say who."""
    coder = np.zeros(len(study), np.int32) if study.coder is None else study.coder
    return study.item, coder, study.category


def order_of_codings(
    study: Codings, times: FloatArray | None = None, cluster: IntArray | None = None
) -> tuple[IntArray, IntArray, IntArray]:
    """Items, coders and categories, by position, in such an order; `times` is how many items each
    item stands for, `cluster` what each belongs to (items alike in two documents are not alike)."""
    sizes = [len(study.items), len(study.coders), len(study.categories)]
    ends = [*_cells_of(study)]
    category = 2  # where categories stand among the ends
    if cluster is not None:
        ends.append(cluster[study.item])
        sizes.append(int(cluster.max(initial=-1)) + 1)
    shapes_of = kind_of(study).ability("shapes_of")
    shapes = None if shapes_of is None else shapes_of(study)
    if shapes is not None:  # what they are like, whatever their labels are called, comes last
        ends, sizes = [*ends[:2], *ends[3:], ends[2]], [*sizes[:2], *sizes[3:], sizes[2]]
        category = len(ends) - 1
    order = distinct_rows(ends, sizes, 1 if times is None else times[study.item], shapes)
    return order[0], order[1], order[category]


def canonical(
    study: Codings,
    times: FloatArray | None = None,
    cluster: IntArray | None = None,
    scale: bool = True,
) -> tuple[Codings, IntArray, IntArray]:
    """The same codings in that order, and which items and coders (by position) now stand where.

    Categories that have an order of their own, numbers and declared ones, keep it, but where what
    is computed does not know it (`scale=False`): there 1, 2, 3 are names like any other.
    """
    items, coders, categories = order_of_codings(study, times, cluster)
    ordered = study.take(items)
    if study.coder is not None:
        ordered = ordered.only(coders)
    # A declared order is the scale, and numbers have their own: only names can be put in any order.
    if not scale or (not study.declared and study.categories.numbers() is None):
        rank = np.empty(len(categories), dtype=study.category.dtype)
        rank[categories] = np.arange(len(categories))
        named = study.categories.take(categories)
        ordered = replace(ordered, categories=named, category=rank[ordered.category])
    return ordered, items, coders


def order_together(
    one: Codings, two: Codings, of_one: IntArray, of_two: IntArray, number: int
) -> IntArray:
    """So many units of two studies; `of_one` and `of_two` have the unit of each item."""
    units = np.concatenate([of_one[one.item], of_two[two.item]])
    sizes = [(len(s.items), max(len(s.coders), 1), len(s.categories)) for s in (one, two)]
    pairs = zip(_cells_of(one), _cells_of(two), sizes[0], strict=True)
    joined = [np.concatenate([a, b + first]) for a, b, first in pairs]
    # Categories of the two studies are never the same: their sides have different colours.
    side = mixed(np.repeat([0, 1], [sizes[0][2], sizes[1][2]]))
    return distinct_rows([units, *joined], [number, *np.sum(sizes, axis=0).tolist()], 1, side)[0]
