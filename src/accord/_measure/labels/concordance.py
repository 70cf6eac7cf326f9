"""Agreement on an order, and on numbers: Kendall's W, mean rank correlations, Lin's ρ_c.

The codings are numbers: ranks, or scores from which each coder's ranks are made. Rank measures ask
whether coders put the items in the same order, whatever scale each of them uses; ρ_c asks whether
they give the same numbers.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from math import fsum, isnan, nan

import numpy as np

from accord._measure.cube.kernel import coefficient
from accord._measure.labels.correlation import complete_table
from accord._measure.settings import Missing
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray
from accord.words.said import said


def kendall_w(study: Codings) -> Agreement:
    """Kendall's W: do the coders rank the items in the same order? Corrected for ties.

    W = 12 S / (m² (n³ − n) − m Σ_c T_c), S the squared deviations of the items' rank sums from
    their mean, T_c = Σ (t³ − t) over the ties of coder c. 1 where all rank alike, 1/m on average
    where m coders rank at random: W is not corrected for chance, the mean Spearman correlation,
    (m W − 1) / (m − 1) without ties, is.

    Complete items only. Undefined without numbers, with fewer than two coders or items, or where
    every coder ties all items. References: kendall1939.

    >>> import accord
    >>> round(accord.labels.kendall_w(accord.from_wide([[1, 1, 2], [2, 3, 1], [3, 2, 3]])).value, 4)
    0.4444
    """
    result, ranks = _ranked(study, "kendall_w", "W")
    if ranks is None:
        return result
    n, m = ranks.shape
    sums = ranks.sum(axis=1)
    deviations = fsum(((sums - sums.mean()) ** 2).tolist())
    # Ties take away from what W could be at most: else they would lower it.
    largest = m**2 * (n**3 - n) - m * fsum(_ties(column) for column in ranks.T)
    if largest <= 0:
        return replace(result, undefined=said("undefined.every-coder-gives-all"))
    found = 12 * deviations / largest
    # Friedman's χ² is the same statistic: m (n − 1) W.
    return replace(result, estimate=found, detail={"chi_square": m * (n - 1) * found, "df": n - 1})


def spearman(study: Codings) -> Agreement:
    """Mean of Spearman's ρ over coder pairs: do they put the items in the same order?

    Pearson's correlation of mid-ranks, averaged over the pairs for which it is defined. About 0
    where coders rank at random. Complete items only. References: spearman1904.

    >>> import accord
    >>> round(accord.labels.spearman(accord.from_wide([[1, 1, 2], [2, 3, 1], [3, 2, 3]])).value, 4)
    0.1667
    """
    return _over_pairs(study, "spearman", "ρ", _rho)


def tau_b(study: Codings) -> Agreement:
    """Mean of Kendall's τ-b over coder pairs: how often do they put two items in the same order?

    τ_b = (concordant − discordant pairs of items) / √((pairs that the one coder does not tie)
    (pairs that the other does not tie)), averaged over the coder pairs for which it is defined.
    About 0 where coders rank at random. Complete items only. References: kendall1945.

    >>> import accord
    >>> round(accord.labels.tau_b(accord.from_wide([[1, 1, 2], [2, 3, 1], [3, 2, 3]])).value, 4)
    0.1111
    """
    return _over_pairs(study, "tau_b", "τ_b", _tau)


def ccc(study: Codings, *, missing: Missing = "complete") -> Agreement:
    """Lin's concordance correlation ρ_c for two coders, the overall ρ_c for more.

    Do the coders give the same numbers? ρ_c = 2 σ_xy / (σ_x² + σ_y² + (μ_x − μ_y)²), 1 on the
    line x = y only; over all pairs of coders both sums are taken before they are divided
    (Barnhart, Haber & Song 2002). It is β with the interval distance: chance is each coder's own
    distribution. Variances are divided by n, as Lin does.
    Undefined where the values do not vary. References: lin1989, barnhart2002.

    >>> import accord
    >>> round(
    ...     accord.labels.ccc(accord.from_coders({"A": [1, 2, 3, 4], "B": [2, 2, 4, 5]})).value, 4
    ... )
    0.7857
    """
    if study.categories.numbers() is None:
        settings = {"d": "interval", "missing": missing}
        why = said("undefined.categories-not-numbers")
        return Agreement("ccc", "ρ_c", nan, None, settings, study.counts(), undefined=why)
    return coefficient("ccc", "ρ_c", study, "interval", "per coder", missing)


def _ranked(study: Codings, name: str, symbol: str) -> tuple[Agreement, FloatArray | None]:
    from scipy.stats import rankdata

    result = Agreement(name, symbol, nan, None, {"missing": "complete"}, study.counts(), unit=None)
    numbers = study.categories.from_lowest()
    if numbers is None:
        return replace(result, undefined=said("undefined.categories-not-numbers")), None
    table = complete_table(study, numbers)
    if len(table) < len(study.items):  # the count is of what was used
        result = replace(result, counts={**result.counts, "i": len(table)})
    if min(table.shape) < 2:
        why = said("undefined.fewer-than-two-items")
        why = said("undefined.one-coder-only-agreement") if table.shape[1] < 2 else why
        return replace(result, undefined=why), None
    return result, rankdata(table, axis=0)


def _over_pairs(
    study: Codings, name: str, symbol: str, of_two: Callable[[FloatArray, FloatArray], float]
) -> Agreement:
    result, ranks = _ranked(study, name, symbol)
    if ranks is None:
        return result
    found = {
        (study.coders[a], study.coders[b]): of_two(ranks[:, a], ranks[:, b])
        for a, b in combinations(range(ranks.shape[1]), 2)
    }
    defined = [value for value in found.values() if not isnan(value)]
    if not defined:
        return replace(result, undefined=said("undefined.every-coder-gives-all"))
    return replace(result, estimate=fsum(defined) / len(defined), detail={"pairs": found})


def _rho(a: FloatArray, b: FloatArray) -> float:
    x, y = a - a.mean(), b - b.mean()
    scale = float(np.sqrt((x @ x) * (y @ y)))
    return float(x @ y) / scale if scale > 0 else nan


def _tau(a: FloatArray, b: FloatArray) -> float:
    from scipy.stats import kendalltau

    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return nan
    return float(kendalltau(a, b).statistic)


def _ties(ranks: FloatArray) -> float:
    counts = np.unique(ranks, return_counts=True)[1].astype(np.float64)
    return float((counts**3 - counts).sum())
