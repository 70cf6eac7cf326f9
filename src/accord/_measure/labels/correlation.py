"""Intraclass correlations, Light's κ, and association, which is not agreement."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import fsum, isnan, nan
from typing import Annotated, Any, Literal, get_args

import numpy as np

from accord._measure.by_document import ByDocument
from accord._measure.cube.coefficients import kappa
from accord._measure.distances.metric import check_squares
from accord._measure.labels.mean_squares import squares_of
from accord._measure.labels.skew import confusion
from accord._measure.objections import too_many_pairs
from accord._measure.settings import Missing
from accord.errors import NotApplicableError, TooLargeError
from accord.kinds.labels.order import canonical
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result
from accord.words.said import said

IccForms = Literal["1,1", "2,1", "3,1", "1,k", "2,k", "3,k"]
FORMS: tuple[IccForms, ...] = get_args(IccForms)


Holes = Literal["reml", "complete"]


def icc(
    study: Codings,
    *,
    form: Annotated[IccForms, "IccForms of the ICC."] = "2,1",
    missing: Annotated[Holes, "Items with missing ratings: by REML, or left out."] = "reml",
) -> Agreement:
    """Intraclass correlation (ICC) of ratings, in the six forms of Shrout & Fleiss (1979).

    1: every item has its own coders; 2: the coders are a sample of coders; 3: these coders
    only. ",1": one coder's codings; ",k": the mean of all coders' codings.

    Mean squares where every coder coded every item; with holes, variances by restricted maximum
    likelihood of all codings, or of complete items only. Undefined without numbers, with fewer
    than two items, where the values do not vary, for the mean of all coders where items have
    different numbers of them, and where groups of coders share no items.
    References: shrout1979.

    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> round(accord.icc(ratings, form="2,1"), 2)
    0.29
    >>> forms = "1,1", "2,1", "3,1", "1,k", "2,k", "3,k"
    >>> [round(accord.icc(ratings, form=form), 2) for form in forms]
    [0.17, 0.29, 0.71, 0.44, 0.62, 0.91]
    """
    if form not in FORMS:
        raise NotApplicableError(f"unknown ICC form {form!r}. Choose one of {' '.join(FORMS)}")
    if missing not in get_args(Holes):
        raise NotApplicableError(f"missing= is 'reml' or 'complete' for the ICC, not {missing!r}")
    numbers = study.categories.from_lowest()
    settings = {"form": form.replace(",", "/"), "missing": "complete"}
    result = Agreement("icc", f"ICC({form})", nan, None, settings, study.counts(), unit=None)
    if numbers is None:
        return replace(result, undefined=said("undefined.categories-not-numbers"))
    check_squares(numbers)
    table = icc_table_of(study, numbers, missing)
    holes = bool(np.isnan(table).any())
    if holes:
        result = replace(result, settings={**settings, "missing": "reml"})
    if len(table) < len(study.items):  # the count is of what was used
        result = replace(result, counts={**result.counts, "i": len(table)})
    if min(table.shape) < 2:
        return replace(result, undefined=said("undefined.fewer-than-two-items"))
    if holes:
        return _with_holes(result, table, form)
    value = _icc(table, form)
    if isnan(value):
        return replace(result, undefined=said("undefined.values-do-not-vary"))
    return replace(result, estimate=value)


def icc_table_of(study: Codings, numbers: FloatArray, missing: Holes) -> FloatArray:
    """The ratings that an ICC takes: all, or those of items that every coder coded."""
    if missing == "complete":
        return complete_table(study, numbers)
    table = whole_table(study, numbers)
    if np.isnan(table).any():  # a search must not end elsewhere where rows come in another order
        _, items, coders = canonical(study)
        table = table[np.ix_(items, coders)]
    return np.asarray(table[~np.isnan(table).all(axis=1)])


def _with_holes(result: Agreement, table: FloatArray, form: IccForms) -> Agreement:
    """The ICC of a table with holes, by REML."""
    from accord._measure.labels.variance_components import components, parts_apart

    often = (~np.isnan(table)).sum(axis=1)
    if form.endswith("k") and np.ptp(often) > 0:
        least, most = int(often.min()), int(often.max())
        return replace(result, undefined=said("undefined.mean-of-how-many", least=least, most=most))
    if np.nanmin(table) == np.nanmax(table):
        return replace(result, undefined=said("undefined.values-do-not-vary"))
    one_way = form[0] == "1"
    if often.max() < 2 or (not one_way and len(parts_apart(table)) > 1):
        return replace(result, undefined=said("undefined.coders-share-no-items"))
    found = components(table, coders=not one_way)
    of: Literal["agreement", "consistency"] = "agreement" if form[0] == "2" else "consistency"
    number = float(often[0]) if form.endswith("k") else 1.0
    detail = {"variances": [found.item, found.coder, found.residual]}
    return replace(result, estimate=found.share(of, number), detail=detail)


def complete_table(study: Codings, numbers: FloatArray) -> FloatArray:
    """The values of the items that every coder coded, items × coders."""
    table = whole_table(study, numbers)
    return np.asarray(table[~np.isnan(table).any(axis=1)])


def whole_table(study: Codings, numbers: FloatArray) -> FloatArray:
    """The values of all items, items × coders, with nan where there is no coding."""
    table = np.full((len(study.items), len(study.coders)), np.nan)
    table[study.item, study.who()] = numbers[study.category]
    return table


@dataclass(frozen=True, eq=False)
class WeighedItems(ByDocument):
    """The ICC as a function of how often each item counts: `table` is items × coders, with nan
    where an item was not coded by everyone."""

    table: FloatArray
    form: IccForms

    def __len__(self) -> int:
        return len(self.table)

    def only(self, coders: Sequence[int] | IntArray) -> "WeighedItems":
        """The same of these coders."""
        return replace(self, table=self.table[:, np.asarray(coders, dtype=np.intp)])

    def parts(self, often: FloatArray) -> FloatArray:
        """No D_o and no D_e, and the ICC, for each row of `often`."""
        complete = ~np.isnan(self.table).any(axis=1)
        table, often = self.table[complete], often[:, complete]
        n, k = often.sum(axis=1), table.shape[1]
        by_item = table.mean(axis=1)
        apart = table - by_item[:, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            by_coder = often @ table / n[:, None]
            grand = by_coder.mean(axis=1)
            between = (often * (by_item - grand[:, None]) ** 2).sum(axis=1)
            shift = by_coder - grand[:, None]
            error = sum(
                (often * (apart[:, c] - shift[:, c, None]) ** 2).sum(axis=1) for c in range(k)
            )
            top, bottom = _ratio(
                self.form,
                n,
                k,
                k * between / (n - 1),
                often @ (apart**2).sum(axis=1) / (n * (k - 1)),
                n * (shift**2).sum(axis=1) / (k - 1),
                error / ((n - 1) * (k - 1)),
            )
            # Relative to the squares of the values: what is left of a table that does not vary is
            # rounding.
            varies = bottom > 1e-24 * np.nanmax(np.abs(self.table), initial=1e-300) ** 2
            value = np.where(varies & (n > 1), top / bottom, nan)
        return np.stack([np.full(len(n), nan), np.full(len(n), nan), value], axis=1)


def weighed_ratings(
    study: Codings, *, form: IccForms = "2,1", missing: Holes = "reml"
) -> ByDocument | None:
    """What each item adds to the ICC; None where there are no numbers."""
    numbers = study.categories.from_lowest()
    if numbers is None or len(study.coders) < 2:
        return None
    table = icc_table_of(study, numbers, missing)
    # REML is no function of sums over items: resamples compute it anew.
    return None if np.isnan(table).any() else WeighedItems(whole_table(study, numbers), form)


def _icc(table: FloatArray, form: IccForms) -> float:
    s = squares_of(table)
    top, bottom = _ratio(form, s.n, s.k, s.between, s.within, s.coders, s.error)
    return top / bottom if bottom > 0 else nan


def _ratio(
    form: IccForms, n: Any, k: int, between: Any, within: Any, coders: Any, error: Any
) -> tuple[Any, Any]:
    """The ICC as a fraction of mean squares, of one table or of many."""
    return {
        "1,1": (between - within, between + (k - 1) * within),
        "2,1": (between - error, between + (k - 1) * error + k * (coders - error) / n),
        "3,1": (between - error, between + (k - 1) * error),
        "1,k": (between - within, between),
        "2,k": (between - error, between + (coders - error) / n),
        "3,k": (between - error, between),
    }[form]


def light_kappa(study: Codings, *, missing: Missing = "available") -> Agreement:
    """Light's κ: the mean of Cohen's κ over all pairs of coders.

    It equals multi-κ only where all pairs have the same A_e. Pairs that share no item, or
    whose κ is undefined, take no part; undefined where no pair is left. With missing="complete"
    all pairs have the items that every coder coded. References: light1971.

    >>> import accord
    >>> round(
    ...     accord.light_kappa(accord.from_coders({"A": "xyxy", "B": "xyxx", "C": "xyyy"})).value, 4
    ... )
    0.4
    """
    study.who()
    if objection := too_many_pairs(study):
        raise TooLargeError(objection)
    whole = np.flatnonzero(np.diff(study.bounds) == len(study.coders))
    every = study.take(whole) if missing == "complete" else study
    pairs = {
        (study.coders[a], study.coders[b]): kappa(every.only([a, b]), missing=missing)
        for a, b in combinations(range(len(study.coders)), 2)
    }
    # Pairs without a κ say nothing, and the signature says how many they are.
    defined = [one for one in pairs.values() if one.undefined is None]
    left_out = len(pairs) - len(defined)
    settings: dict[str, Any] = {"d": "nominal", "missing": missing}
    if left_out:
        settings["undefined-pairs"] = left_out
    result = Agreement(
        "light_kappa", "κ_Light", nan, None, settings, study.counts(), detail={"pairs": pairs}
    )
    if not defined:
        return replace(result, undefined=said("undefined.kappa-every-pair-coders"))
    observed = fsum(one.observed for one in defined) / len(defined)
    return replace(
        result, observed=observed, estimate=fsum(a.value for a in defined) / len(defined)
    )


@dataclass(frozen=True, slots=True)
class Association(Result):
    """Pearson's χ² of two coders' categories, and r where these are numbers (else nan).

    :param chi_square: Pearson's χ².

    >>> import accord
    >>> study = accord.from_coders({"A": [1, 2, 3, 4, 5], "B": [2, 4, 6, 8, 10]})
    >>> found = accord.labels.association(study)
    >>> found.r, round(found.chi_square, 1)
    (1.0, 20.0)
    """

    chi_square: float
    r: float


def association(study: Codings) -> Association:
    """Pearson's χ² and (for numbers) r of two coders: association, which is not agreement.

    Both are as high when coders disagree systematically as when they agree; they are here so
    that the papers' warning can be shown. References: artstein2005.

    :param study: The study.

    >>> import accord
    >>> accord.labels.association(
    ...     accord.from_coders({"A": [1, 2, 3, 4, 5], "B": [2, 4, 6, 8, 10]})
    ... ).r
    1.0
    """
    table = confusion(study)
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()
    used = expected > 0
    chi_square = float(((table - expected)[used] ** 2 / expected[used]).sum())
    numbers = study.categories.from_lowest()
    if numbers is None:
        return Association(chi_square, nan)
    values = complete_table(study, numbers)
    # The last figure depends on the order of items.
    r = round(float(np.asarray(np.corrcoef(values.T))[0, 1]), 15)
    return Association(chi_square, r)
