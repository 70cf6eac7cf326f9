"""Agreement of numbers beside random answers: r_WG of James, Demaree & Wolf, and r_WG(J).

How much less do coders vary within an item than people would who answer at random? Unlike α and
the ICC it does not ask whether items differ: coders who give all items the same number agree.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import fsum, nan
from typing import Annotated, Any, Literal, get_args

import numpy as np

from accord._measure.by_document import ByDocument, DocumentSums
from accord.errors import NotApplicableError, Setting, UnknownNameError
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray, factorize
from accord.words.said import said

Null = Annotated[
    Literal["uniform", "slight", "moderate", "heavy", "triangular", "normal"],
    "Random answers of r_WG: uniform, or with a slight, moderate or heavy skew (5 to 11 points).",
]
Scale = Annotated[
    int | None, "Number of points of the scale of r_WG (default: lowest to highest category)."
]
Negative = Annotated[
    Literal["kept", "zero"], "r_WG of items below 0: kept, or set to 0 as R's multilevel does."
]
NullVariance = Annotated[float | None, "Variance of random answers of r_WG, instead of a null."]
Target = Annotated[
    str | None, "Column about items: what each is about; r_WG(J) is the mean over its values."
]

VARIANCES = {
    5: (1.34, 0.90, 0.44, 1.32, 1.04),
    6: (1.85, 1.26, 0.69, 1.45, 1.25),
    7: (2.90, 2.14, 1.39, 2.10, 1.40),
    8: (3.47, 2.79, 2.35, 2.81, 1.73),
    9: (5.66, 4.73, 3.16, 3.00, 1.58),
    10: (6.30, 5.09, 3.46, 2.89, 1.45),
    11: (7.31, 6.32, 4.02, 3.32, 1.40),
}
"""LeBreton & Senter 2008, table 2: points of the scale → variances of slightly, moderately and
heavily skewed, triangular and normal answers."""


def r_wg(
    study: Codings,
    *,
    null: Null = "uniform",
    scale: Scale = None,
    null_variance: NullVariance = None,
    negative: Negative = "kept",
) -> Agreement:
    """r_WG, within-group agreement: how much less coders vary than random answers would.

    r_WG = 1 − S² / σ², S² the variance of an item's codings (divided by n − 1), σ² that of
    random answers: (A² − 1) / 12 where the A points of the scale are equally likely, less where
    answers lean to one end (`null`). Over several items S² is their mean, so that the value is
    the mean of the items' r_WG (Lindell's r*_WG(J)); `detail` has each item's. With the uniform
    null and as many coders for every item it is S with the interval distance.
    Values below 0 stay what they are; `negative="zero"` sets those of items to 0 before the mean,
    as R's multilevel does. Undefined without numbers, or where no item has two codings.
    References: james1984, lebreton2008, lindell1999.

    >>> import accord
    >>> round(accord.labels.r_wg(accord.from_wide([[4, 5, 4, 4], [2, 3, 3, 2]]), scale=5).value, 4)
    0.8542
    """
    given: dict[str, Any] = {"null": null, "scale": scale, "null_variance": null_variance}
    result, varies = _begun(study, "r_wg", "r_WG", negative=negative, **given)
    if result.undefined is not None:
        return result
    value = _mean(varies)
    assert result.expected is not None
    each = 1 - varies / result.expected
    known = {study.items[int(i)]: float(each[i]) for i in np.flatnonzero(~np.isnan(varies))}
    return replace(result, observed=value, detail={**result.detail, "r_wg": known})


def r_wg_j(
    study: Codings,
    *,
    null: Null = "uniform",
    scale: Scale = None,
    null_variance: NullVariance = None,
    target: Target = None,
) -> Agreement:
    """r_WG(J), within-group agreement on a scale of J items about one target.

    r_WG(J) = J r / (J r + 1 − r) with r the mean r_WG of the J items: Spearman and Brown's step
    from one item to their sum. With `target`, a column that says what each item is about, it is
    the mean over targets; without it all items are about one.
    Where coders vary as much as random answers or more, it is 0, as its authors say (the formula
    has a pole there), and a note says how often. It rises with J alone: report r_WG, too.
    Undefined without numbers, or where no item has two codings. References: james1984,
    lebreton2008.

    >>> import accord
    >>> round(
    ...     accord.labels.r_wg_j(accord.from_wide([[4, 5, 4, 4], [2, 3, 3, 2]]), scale=5).value, 4
    ... )
    0.9213
    """
    given: dict[str, Any] = {"null": null, "scale": scale, "null_variance": null_variance}
    result, varies = _begun(study, "r_wg_j", "r_WG(J)", **given)
    variance = result.expected
    stated = {**result.settings, **({} if target is None else {"target": target})}
    result = replace(result, expected=None, settings=stated)
    if result.undefined is not None or variance is None:
        return result
    group = _groups(study, target)
    each = _stepped(varies / variance, group, np.ones(len(varies)))
    found = [value for value in each if value is not None]
    detail = dict(result.detail)
    if 0.0 in found:
        detail["note"] = (
            f"coders vary as much as random answers, or more, for {found.count(0.0)} of "
            f"{len(found)} targets, which count as 0"
        )
    return replace(result, estimate=fsum(found) / len(found), detail=detail)


def _stepped(ratio: FloatArray, group: IntArray, often: FloatArray) -> list[float | None]:
    """r_WG(J) of each target, None where none of its items was coded twice (or drawn)."""
    found: list[float | None] = []
    for at in range(int(group.max(initial=-1)) + 1):
        inside = (group == at) & ~np.isnan(ratio) & (often > 0)
        j = float(often[inside].sum())
        if not j:
            found.append(None)
            continue
        q = fsum((often[inside] * ratio[inside]).tolist()) / j
        # Spearman–Brown of the mean; beyond q = 1 it leaves [0, 1], and the note says what is done.
        found.append(j * (1 - q) / (j * (1 - q) + q) if q < 1 else 0.0)
    return found


def _groups(study: Codings, target: str | None) -> IntArray:
    if target is None:
        return np.zeros(len(study.items), dtype=np.intp)
    if target not in study.about:
        raise UnknownNameError.of("column about items", target, study.about)
    return factorize(list(study.about[target]))[0]


def _begun(
    study: Codings,
    name: str,
    symbol: str,
    *,
    null: str,
    scale: int | None,
    null_variance: Any,
    negative: str = "kept",
) -> tuple[Agreement, FloatArray]:
    """The result with σ² as what chance expects, or why there is none; S² of each item."""
    if null not in NULLS:
        raise UnknownNameError.of("null of r_WG", null, NULLS)
    if null_variance is not None and not null_variance > 0:
        raise NotApplicableError(
            f"{Setting('null_variance', null_variance)}: a variance of random answers is above 0"
        )
    settings: dict[str, Any] = {"null": null} if null_variance is None else {"var": null_variance}
    result = Agreement(name, symbol, nan, None, settings, study.counts(), unit=None)
    numbers = study.categories.numbers()
    if numbers is None:
        return replace(result, undefined=said("undefined.categories-not-numbers")), np.zeros(0)
    detail: dict[str, Any] = {}
    if null_variance is None:
        points, why = _points(np.asarray(numbers, dtype=np.float64), scale)
        if why is not None:
            return replace(result, undefined=why), np.zeros(0)
        variance = _variance(null, points)
        settings["scale"] = points
        if scale is None and not study.declared:
            detail["note"] = said(
                "undefined.scale-has-points-from", n=points, setting=Setting("scale")
            )
    else:
        variance = float(null_variance)
    varies = _within_items(study, np.asarray(numbers, dtype=np.float64))
    if negative == "zero":
        settings["negative"] = negative
        varies = np.minimum(varies, variance)  # an item of which nothing is known stays so
    result = replace(result, settings=settings, expected=variance, detail=detail)
    if np.isnan(varies).all():
        return replace(result, undefined=said("undefined.no-item-has-two-codings-2")), varies
    return result, varies


NULLS: tuple[str, ...] = get_args(get_args(Null)[0])


def _points(numbers: FloatArray, scale: int | None) -> tuple[int, str | None]:
    """How many points the scale has; the reason where that is not known."""
    if not len(numbers):
        return 0, said("undefined.no-codings")
    low, high = float(numbers.min()), float(numbers.max())
    if scale is not None:
        if scale < 2 or high - low > scale - 1:
            raise NotApplicableError(
                f"{Setting('scale', scale)}: the ratings range from {low:g} to {high:g}, which "
                f"needs {max(int(high - low) + 1, 2)} points or more"
            )
        return int(scale), None
    if not np.equal(numbers, np.round(numbers)).all():
        why = "the numbers are not points of a scale; give the variance of random answers"
        return 0, f"{why} with {Setting('null_variance')}"
    if high == low:
        return 0, f"one number only, so the scale is not known. Set it with {Setting('scale')}"
    return int(high - low) + 1, None


def _variance(null: str, points: int) -> float:
    if null == "uniform":
        return (points**2 - 1) / 12
    if points not in VARIANCES:
        raise NotApplicableError(
            f"{Setting('null', null)}: published for scales of {min(VARIANCES)} to "
            f"{max(VARIANCES)} points, this one has {points}; use {Setting('null', 'uniform')}, or "
            f"give the variance of random answers with {Setting('null_variance')}"
        )
    return VARIANCES[points][NULLS.index(null) - 1]


def _within_items(study: Codings, numbers: FloatArray) -> FloatArray:
    """The variance of each item's codings, nan where it has fewer than two."""
    values, bounds = numbers[study.category], study.bounds
    found = np.full(len(study.items), nan)
    for at in np.flatnonzero(np.diff(bounds) > 1):
        # Sorted, so that the order of coders does not change the last digit.
        own = np.sort(values[bounds[at] : bounds[at + 1]])
        own = own - own[0]  # exact, while a mean far from 0 is rounded to the last digit of it
        found[at] = float(((own - own.mean()) ** 2).sum()) / (len(own) - 1)
    return found


def _mean(varies: FloatArray) -> float:
    known = varies[~np.isnan(varies)].tolist()
    return fsum(known) / len(known)


def _weighed(study: Codings, *, stepped: bool, **given: Any) -> ByDocument | None:
    """The measure as a function of how often each item counts."""
    asked = {"null": "uniform", "scale": None, "null_variance": None, **given}
    target = asked.pop("target", None)
    result, varies = _begun(study, "r_wg", "r_WG", **asked)
    if result.undefined is not None or result.expected is None:
        return None
    ratio, group, known = varies / result.expected, _groups(study, target), ~np.isnan(varies)
    none = replace(result, undefined=said("undefined.no-item-has-two-codings-2"))

    def again(coders: Sequence[int] | IntArray) -> ByDocument:
        some = study.only(coders)  # the scale stays that of the study
        made = _weighed(some, stepped=stepped, **given)
        return made or DocumentSums(len(some.items), None, lambda _: none, again)

    def of(often: FloatArray) -> Agreement:
        n = float(often[known].sum())
        if not n:
            return none
        if not stepped:
            return replace(result, observed=float(often[known] @ varies[known]) / n)
        found = [value for value in _stepped(ratio, group, often) if value is not None]
        return replace(result, expected=None, estimate=fsum(found) / len(found))

    return DocumentSums(len(study.items), None, of, again)


documents_of_r_wg = partial(_weighed, stepped=False)
documents_of_r_wg_j = partial(_weighed, stepped=True)
