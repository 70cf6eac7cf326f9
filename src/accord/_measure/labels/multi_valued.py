"""mvα: α of codings that are sets of values, whose chance is that of the single values."""

from collections.abc import Hashable
from dataclasses import replace
from math import fsum, nan

import numpy as np

from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray
from accord.words.said import said


def mv_alpha(study: Codings) -> Agreement:
    """mvα: α of sets of labels; a value that two coders share is no disagreement.

    Two sets C and K are (|C \\ K| + |K \\ C|) / (|C| + |K|) apart: 0 if equal, 1 if they share
    nothing; the empty set is 1 from every other. By chance, sizes of sets come as often as they
    do, and values fill them as often as they were used in all: sets C and K of two sizes count by
    Π n_c over the values of either, times Π (n_c − 1) over those of both. With one label each it is
    α. Unlike in α with Dice's distance, chance includes sets that nobody happened to choose.

    Items with one coding are left out. Undefined where no item has two codings, or D_e = 0.
    References: krippendorff2016mv.

    >>> import accord
    >>> sets = {"F": [{"b", "d"}, {"a", "b", "d"}, set(), {"a"}], "G": [{"d"}, {"b"}, {"a"}, None],
    ...         "H": [None, {"b", "d"}, {"a"}, None]}
    >>> rows = {who: [s if s is None else frozenset(s) for s in row] for who, row in sets.items()}
    >>> round(accord.labels.mv_alpha(accord.from_coders(rows)).value, 4)
    0.2866
    """
    result = Agreement("mv_alpha", "mvα", nan, nan, {"missing": "pairable"}, study.counts())
    sizes = np.diff(study.bounds)
    kept = np.repeat(sizes > 1, sizes)
    if not kept.any():
        why = said("undefined.no-item-has-two")
        return replace(result, undefined=why)
    sets = [_as_set(name) for name in study.categories]
    often = np.bincount(study.category[kept], minlength=len(sets))
    observed = _observed(study, sets, sizes) / float(often.sum())
    expected = _expected(sets, often)
    same = None if expected > 0 else said("undefined.all-codings-same-chance")
    return replace(result, observed=observed, expected=expected, undefined=same)


def _as_set(name: Hashable) -> frozenset[Hashable]:
    return name if isinstance(name, frozenset) else frozenset([name])


def _apart(common: int, one: int, other: int) -> float:
    """How far sets of these sizes are apart that share so many values."""
    return (one + other - 2 * common) / (one + other) if one + other else 0.0


def _observed(study: Codings, sets: list[frozenset[Hashable]], sizes: IntArray) -> float:
    """The distances of all ordered pairs of codings of an item, by 1 / (codings − 1)."""
    known: dict[tuple[int, int], float] = {}
    total = []
    starts = study.bounds[:-1]
    for begin, size in zip(starts[sizes > 1].tolist(), sizes[sizes > 1].tolist(), strict=True):
        found, counts = np.unique(study.category[begin : begin + size], return_counts=True)
        codes, times = found.tolist(), counts.tolist()
        for a, k in enumerate(codes):
            for b in range(a):
                pair = (codes[b], k)
                if pair not in known:
                    one, other = sets[codes[b]], sets[k]
                    known[pair] = _apart(len(one & other), len(one), len(other))
                total.append(2 * times[a] * times[b] * known[pair] / (size - 1))
    return fsum(total)


def _expected(sets: list[frozenset[Hashable]], often: IntArray) -> float:
    """The mean distance of two sets whose values are drawn."""
    used: dict[Hashable, int] = {}
    by_size: dict[int, int] = {}
    for one, n in zip(sets, often.tolist(), strict=True):
        if n:
            by_size[len(one)] = by_size.get(len(one), 0) + n
            for value in one:
                used[value] = used.get(value, 0) + n
    total = sum(by_size.values())
    ways = _ways(sorted(used.values()), max(by_size))
    parts = []
    for r in sorted(by_size):
        for s in sorted(by_size):
            weights = [
                float(ways[r - t, s - t, t]) if r and s else float(t == 0)
                for t in range(min(r, s) + 1)
            ]
            if r == s == 0 or not fsum(weights):
                continue
            far = [w * _apart(t, r, s) for t, w in enumerate(weights)]
            share = by_size[r] * by_size[s] / total**2
            parts.append(share * fsum(far) / fsum(weights))
    return fsum(parts)


def _ways(used: list[int], most: int) -> FloatArray:
    """How much all pairs of sets weigh that have so many values alone and in common: the
    coefficients of Π (1 + n x + n y + n (n − 1) z)."""
    found = np.zeros((most + 1,) * 3)
    found[0, 0, 0] = 1.0
    scale = float(sum(used))  # the same power for all pairs of two sizes
    for n in used:
        alone, both = n / scale, n * (n - 1) / scale**2
        grown = found.copy()
        grown[1:] += alone * found[:-1]
        grown[:, 1:] += alone * found[:, :-1]
        grown[:, :, 1:] += both * found[:, :, :-1]
        found = grown
    return found
