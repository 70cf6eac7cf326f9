"""The functions of R's irr, with _ for its dots: `from accord.compat.irr import kappam_fleiss`.

Ratings are subjects × raters, as in irr; only `kripp_alpha` has a row for each rater. What is
returned is an `Agreement`: `value`, `interval` and `p` where asked for. Subjects with missing
ratings are left out, as irr does. α is Krippendorff's; irr's own is too low for complete data of
three and more raters, because it divides coincidences by 1 instead of m − 1 there.
"""

from typing import Any, Literal, cast

import numpy as np

from accord._measure.bound import bound
from accord._measure.cube import coefficients as cube
from accord._measure.labels import correlation
from accord._read.door.in_memory import study_in_memory
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import declare
from accord.model.agreement import Agreement
from accord.tasks import checked_run

Weight = Literal["unweighted", "equal", "squared"]

_WEIGHTS = {"equal": "rank-linear", "squared": "rank-quadratic"}

FORMS = {
    **dict.fromkeys([("oneway", "consistency"), ("oneway", "agreement")], "1"),
    ("twoway", "agreement"): "2",
    ("twoway", "consistency"): "3",
}
"""The form of the ICC that irr's model and type are."""


@checked_run
def kappa2(ratings: Any, weight: Weight = "unweighted", sort_levels: bool = True) -> Agreement:
    """Cohen's κ of two raters, irr's kappa2; weights count ranks of the categories.

    :param ratings: Subjects × two raters.
    :param weight: unweighted, equal (linear) or squared.
    :param sort_levels: Whether categories are in the order of their names, not as they come.

    >>> from accord.compat.irr import kappa2
    >>> round(kappa2([[1, 1], [2, 2], [3, 2], [1, 2]], "squared").value, 4)
    0.4286
    """
    study = _study(ratings)
    if weight == "unweighted":
        return cube.kappa(study, missing="complete")
    names: list[Any] = list(study.categories)
    ordered = declare(study, sorted(names) if sort_levels else names)
    return cube.weighted_kappa(ordered, distance=_WEIGHTS[weight], missing="complete")


def kappam_fleiss(ratings: Any, exact: bool = False) -> Agreement:
    """Fleiss' κ of several raters, irr's kappam.fleiss; with `exact` Conger's.

    :param ratings: Subjects × raters.
    :param exact: Whether chance is each rater's own (Conger).

    >>> from accord.compat.irr import kappam_fleiss
    >>> round(kappam_fleiss([[1, 1, 2], [2, 2, 2], [1, 1, 1]]).value, 4)
    0.55
    """
    return (cube.kappa if exact else cube.pi)(_study(ratings), missing="complete")


def kappam_light(ratings: Any) -> Agreement:
    """Light's κ, the mean over pairs of raters, irr's kappam.light.

    :param ratings: Subjects × raters.

    >>> from accord.compat.irr import kappam_light
    >>> round(kappam_light([[1, 1, 2], [2, 2, 2], [1, 1, 1]]).value, 4)
    0.6
    """
    return correlation.light_kappa(_study(ratings))


@checked_run
def kripp_alpha(
    x: Any, method: Literal["nominal", "ordinal", "interval", "ratio"] = "nominal"
) -> Agreement:
    """Krippendorff's α, irr's kripp.alpha: rows are raters.

    :param x: Raters × subjects, nan or None where a rating is missing.
    :param method: nominal, ordinal, interval or ratio.

    >>> from accord.compat.irr import kripp_alpha
    >>> round(kripp_alpha([[1, 2, 3, 1], [1, 2, 3, 2]], "interval").value, 4)
    0.8205
    """
    study: Any = study_in_memory(np.asarray(x, dtype=object).T)
    return cube.alpha(study, distance=method)


@checked_run
def icc(
    ratings: Any,
    model: Literal["oneway", "twoway"] = "oneway",
    type: Literal["consistency", "agreement"] = "consistency",
    unit: Literal["single", "average"] = "single",
) -> Agreement:
    """The ICC, irr's icc.

    :param ratings: Subjects × raters.
    :param model: oneway or twoway.
    :param type: consistency or agreement.
    :param unit: single or average.

    >>> from accord.compat.irr import icc
    >>> scores = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...           [6, 2, 4, 7]]
    >>> round(icc(scores, model="twoway", type="agreement").value, 2)
    0.29
    """
    form: Any = f"{FORMS[model, type]},{'1' if unit == 'single' else 'k'}"
    return correlation.icc(_study(ratings), form=form)


def kendall(ratings: Any) -> Agreement:
    """Kendall's W, irr's kendall with correct=TRUE: ties are corrected for.

    :param ratings: Subjects × raters.

    >>> from accord.compat.irr import kendall
    >>> round(kendall([[1, 1], [2, 3], [3, 2], [4, 4]]).value, 4)
    0.9
    """
    return bound("kendall_w").compute(_study(ratings))


def meanrho(ratings: Any) -> Agreement:
    """Spearman's ρ, the mean over pairs of raters, irr's meanrho with fisher=FALSE.

    :param ratings: Subjects × raters.

    >>> from accord.compat.irr import meanrho
    >>> round(meanrho([[1, 1], [2, 3], [3, 2], [4, 4]]).value, 4)
    0.8
    """
    return bound("spearman").compute(_study(ratings))


def _study(ratings: Any) -> Codings:
    return cast(Codings, study_in_memory(ratings))
