"""α whose chance comes from elsewhere: the whole study, or a distribution that was given."""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from math import fsum, nan
from typing import Any

import numpy as np

from accord.errors import DataError
from accord.measure.distances.distance import distance as as_distance
from accord.model.agreement import Agreement
from accord.model.codings.codings import Codings
from accord.model.names import Names


def alpha_elsewhere(
    study: Codings, source: "Codings | Mapping[Hashable, float]", *, distance: Any
) -> Agreement:
    """α of some codings against the chance of others: a part against the whole, one round against
    all rounds, or against how often categories are known to occur.

    D_o is that of `study`, as in α. D_e is the mean distance of two codings drawn from `source`:
    from its pairable codings without replacement, or from a distribution (category → share, which
    need not add up to 1). A part in which one category prevails has a low α although its coders
    agree as elsewhere; with the chance of the whole it has not. Parts against one chance add up:
    their D_o, by their numbers of codings, make that of the whole.

    Undefined where no item has two codings, or D_e = 0. References: krippendorff2004.

    :param study: The codings that are judged.
    :param source: Where chance comes from: other codings, or category → share.
    :param distance: The distance between categories.

    >>> from accord.model.codings.tabular import from_coders
    >>> whole = from_coders({"A": "aaaabbbb", "B": "aaabbbbb"})
    >>> part = whole.take([0, 1, 2, 3])
    >>> round(alpha_elsewhere(part, whole, distance="nominal").value, 4)
    0.5238
    """
    recipe = as_distance(distance)
    where = "codings" if isinstance(source, Codings) else "given"
    said = {"d": recipe.name, "missing": "pairable", "chance": where}
    result = Agreement("alpha_elsewhere", "α", nan, nan, said, study.counts())
    shares, drawn = _shares(source)
    names = Names(dict.fromkeys([*shares, *study.categories]))
    n_k = np.array([shares.get(name, 0.0) for name in names], dtype=np.float64)
    declared = study.declared and len(names) == len(study.categories)
    metric = recipe.fit(names, n_k, declared)
    place = {name: at for at, name in enumerate(names)}
    code = np.array([place[name] for name in study.categories], dtype=np.intp)
    sizes = np.diff(study.bounds)
    total, number = [], 0
    for begin, size in zip(study.bounds[:-1].tolist(), sizes.tolist(), strict=True):
        if size > 1:
            found, times = np.unique(code[study.category[begin : begin + size]], return_counts=True)
            block = metric.block(found, found) * np.outer(times, times)
            total.append(float(block.sum()) / (size - 1))
            number += size
    if not number:
        why = "no item has two codings, so there is no pair to compare"
        return replace(result, undefined=why)
    used = np.flatnonzero(n_k)
    pairs = float((metric.block(used, used) * np.outer(n_k[used], n_k[used])).sum())
    n = float(n_k.sum())
    expected = pairs / (n * (n - 1)) if drawn else pairs / n**2
    undefined = None if expected > 0 else "chance agreement is 1 in the source"
    return replace(result, observed=fsum(total) / number, expected=expected, undefined=undefined)


def _shares(source: "Codings | Mapping[Hashable, float]") -> tuple[dict[Hashable, float], bool]:
    """How often each category is, and whether these are codings to draw without replacement."""
    if isinstance(source, Codings):
        sizes = np.diff(source.bounds)
        kept = np.repeat(sizes > 1, sizes)
        often = np.bincount(source.category[kept], minlength=len(source.categories))
        if often.sum() < 2:
            raise DataError("the codings from which chance is taken have no item with two codings")
        return dict(zip(source.categories, often.tolist(), strict=True)), True
    found = {name: float(share) for name, share in source.items()}
    if not found or min(found.values()) < 0 or not sum(found.values()) > 0:
        raise DataError(f"chance from {source!r}: needed category → share, none below 0")
    return found, False
