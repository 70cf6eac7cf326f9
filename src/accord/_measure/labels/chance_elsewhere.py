"""α whose chance comes from elsewhere: the whole study, or a distribution that was given."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import fsum, nan
from typing import Annotated, Any

import numpy as np

from accord._measure.by_document import ByDocument, DocumentSums
from accord._measure.cube.rows import steady
from accord._measure.distances.distance import distance as as_distance
from accord._measure.distances.metric import Metric
from accord.errors import DataError
from accord.kinds.kind import kind_words, one_value
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray, Names
from accord.words.said import said

_Source = Annotated[  # codings, a mapping from category to share, or text
    Any,
    "Where chance comes from: a file of labels, or shares such as 'yes=.3,no=.7'.",
]


def alpha_elsewhere(study: Codings, *, distance: Any, source: _Source = None) -> Agreement:
    """α against the chance of other codings, or of a known distribution of categories.

    For a part against the whole, one round against all rounds, or known shares of categories.
    D_o is that of `study`, as in α. D_e is the mean distance of two codings drawn from `source`:
    from its pairable codings without replacement, or from a distribution (category → share, which
    need not add up to 1). A part in which one category prevails has a low α although its coders
    agree as elsewhere; with the chance of the whole it has not. Parts against one chance add up:
    their D_o, by their numbers of codings, make that of the whole. Without a source it is α. In an
    interval the source is taken as known.

    Undefined where no item has two codings, or D_e = 0. References: krippendorff2004.

    >>> import accord
    >>> whole = accord.from_coders({"A": "aaaabbbb", "B": "aaabbbbb"})
    >>> part = whole.take([0, 1, 2, 3])
    >>> round(accord.labels.alpha_elsewhere(part, source=whole, distance="nominal").value, 4)
    0.5238
    """
    recipe = as_distance(distance)
    known, named_ = _known(study, source)
    rows, expected = _parts(study, recipe, study if known is None else known)
    shown = {"d": recipe.name, "missing": "pairable", "chance": named_}
    result = Agreement("alpha_elsewhere", "α_else", nan, nan, shown, study.counts())
    total, number = (fsum(column) for column in rows.T.tolist())
    return _of_sums(result, total, number, expected)


def _of_sums(result: Agreement, total: float, number: float, expected: float) -> Agreement:
    if not number:
        why = said("undefined.no-item-has-two")
        return replace(result, undefined=why)
    why_not = None if expected > 0 else said("undefined.chance-agreement-1-source")
    return replace(result, observed=total / number, expected=expected, undefined=why_not)


def parts_by_item(study: Codings, *, distance: Any, source: _Source = None) -> ByDocument | None:
    """What each item adds to D_o, against a chance that stays; None where it is the study's own."""
    known, _ = _known(study, source)
    if known is None:
        return None
    rows, expected = _parts(study, as_distance(distance), known)
    result = Agreement("alpha_elsewhere", "α_else", nan, nan, {}, {})

    def of(sums: FloatArray) -> Agreement:
        return _of_sums(result, float(sums[0]), float(sums[1]), expected)

    def again(coders: Sequence[int] | IntArray) -> ByDocument:
        made = parts_by_item(study.only(coders), distance=distance, source=known)
        assert made is not None
        return made

    return DocumentSums(len(study.items), rows, of, again)


def _parts(
    study: Codings, recipe: Any, source: "Codings | Mapping[Hashable, float]"
) -> tuple[FloatArray, float]:
    """The distances within each item and its number of codings, and D_e of the source."""
    shares, drawn = _shares(source)
    names = Names(dict.fromkeys([*shares, *study.categories]))
    n_k = np.array([shares.get(name, 0.0) for name in names], dtype=np.float64)
    declared = study.declared and len(names) == len(study.categories)
    metric = recipe.fit(names, n_k, declared)
    place = {name: at for at, name in enumerate(names)}
    code = np.array([place[name] for name in study.categories], dtype=np.intp)
    rows = np.zeros((len(study.items), 2))
    bounds = study.bounds.tolist()
    for at, (begin, end) in enumerate(pairwise(bounds)):
        if end - begin > 1:
            found, times = np.unique(code[study.category[begin:end]], return_counts=True)
            rows[at] = _apart(metric, found, times, drawn=True) / (end - begin - 1), end - begin
    used = np.flatnonzero(n_k)
    pairs, n = _apart(metric, used, n_k[used], drawn), steady(n_k)
    return rows, (pairs / (n * (n - 1)) if drawn else pairs / n**2) if n > 1 or not drawn else nan


def _apart(metric: Metric, k: IntArray, often: FloatArray | IntArray, drawn: bool) -> float:
    """Σ_kl n_k n_l d_kl, the same bits in any order; a coding that is drawn is not drawn again."""
    number = np.outer(often, often) - (np.diag(often) if drawn else 0)
    return steady((metric.block(k, k) * number).ravel())


def _known(study: Codings, source: Any) -> "tuple[Codings | Mapping[Hashable, float] | None, str]":
    """The source itself, and what a signature says of it."""
    if source is None:
        return None, "own"
    if not isinstance(source, str):
        return source, "codings" if one_value(source) else _shown(source)
    parts = [part.rpartition("=") for part in source.split(",")]
    if all(sign for _, sign, _ in parts):
        return _given(study, source, [(name.strip(), share) for name, _, share in parts])
    from pathlib import Path

    from accord._read.door.read import read

    found: Any = read(source)
    if not one_value(found):
        raise DataError(f"{source}: chance is taken from labels; this file has {kind_words(found)}")
    return found, Path(source).name


def _given(
    study: Codings, source: str, parts: Sequence[tuple[str, str]]
) -> tuple[dict[Hashable, float], str]:
    """Shares that were typed; a category that is a number in the study is one here."""
    known: dict[str, Hashable] = {str(name): name for name in study.categories}
    known |= {f"{name:g}": name for name in study.categories if isinstance(name, (int, float))}
    try:
        shares = {known.get(name, name): float(share) for name, share in parts}
    except ValueError:
        raise DataError(f"chance from {source!r}: expected shares such as yes=.3,no=.7") from None
    return shares, _shown(shares)


def _shown(shares: Mapping[Hashable, float]) -> str:
    return ",".join(f"{name}={share:g}" for name, share in shares.items())


def _shares(source: Any) -> tuple[dict[Hashable, float], bool]:
    """How often each category is, and whether these are codings to draw without replacement."""
    if one_value(source):
        sizes = np.diff(source.bounds)
        kept = np.repeat(sizes > 1, sizes)
        often = np.bincount(source.category[kept], minlength=len(source.categories))
        return dict(zip(source.categories, often.tolist(), strict=True)), True
    found = {name: float(share) for name, share in source.items()}
    if not found or min(found.values()) < 0 or not sum(found.values()) > 0:
        raise DataError(f"chance from {source!r}: expected category → share, none below 0")
    return found, False
