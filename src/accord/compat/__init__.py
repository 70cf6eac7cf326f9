"""Functions with the names and arguments of other programs, and accord's numbers.

Change the import and keep the call. Each says where it differs from the original. Programs that
use one name for different things have a module of their own: `accord.compat.nltk`, `segeval`,
`statsmodels`, `sklearn`, `pingouin`, `irr` and `irrcac`.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from accord._measure.cube import coefficients as cube
from accord._measure.gamma import gamma as spans, gamma_cat as categories
from accord._read.door.in_memory import study_in_memory
from accord.compat import nltk, segeval
from accord.compat.irrcac import CAC
from accord.compat.nltk import AnnotationTask, windowdiff
from accord.compat.pingouin import intraclass_corr
from accord.compat.segeval import WinPR, win_pr
from accord.compat.sklearn import agreement_scorer, cohen_kappa_score
from accord.compat.statsmodels import (
    KappaResults,
    aggregate_raters,
    cohens_kappa,
    fleiss_kappa,
    to_table,
)
from accord.errors import DataError, UnknownNameError
from accord.kinds.labels.tabular import declare, from_counts, from_wide
from accord.lazy import suggesting as _suggesting
from accord.model.agreement import Agreement
from accord.model.showing import Result

__all__ = [
    "CAC",
    "AnnotationTask",
    "GammaResults",
    "KappaResults",
    "WinPR",
    "aggregate_raters",
    "agreement_scorer",
    "cohen_kappa_score",
    "cohens_kappa",
    "compute_gamma",
    "fleiss_kappa",
    "intraclass_corr",
    "krippendorff_alpha",
    "pk",
    "to_table",
    "win_pr",
    "window_diff",
    "windowdiff",
]


def krippendorff_alpha(
    reliability_data: Any = None,
    value_counts: Any = None,
    value_domain: Sequence[Any] | None = None,
    level_of_measurement: "str | Callable[..., Any]" = "interval",
    dtype: Any = np.float64,
) -> float:
    """Krippendorff's α with the arguments of the package krippendorff: rows are coders.

    `value_counts` is units × values, for which `value_domain` names the values. A function as
    level of measurement gets two values and returns a distance, unlike there. `dtype` is taken
    and not needed. With one value only α is undefined, nan, where the package raises.

    :param reliability_data: The labels, a row for each coder; nan where one is missing.
    :param value_counts: Instead of the labels: units × values, how often each was given.
    :param value_domain: All possible values, in order.
    :param level_of_measurement: nominal, ordinal, interval, ratio, or a function of two values.
    :param dtype: Accepted and not needed.

    >>> import accord
    >>> data = [[1, 2, 3, 3, 2, 1, 4, 1, 2, None], [1, 2, 3, 3, 2, 2, 4, 1, 2, 5]]
    >>> round(accord.compat.krippendorff_alpha(data, level_of_measurement="nominal"), 4)
    0.8522
    """
    if (reliability_data is None) == (value_counts is None):
        raise DataError("give either reliability_data (coders × items) or value_counts")
    if value_counts is not None:
        table = np.asarray(value_counts)
        names = list(range(table.shape[1])) if value_domain is None else list(value_domain)
        study = from_counts(table, categories=names)
    else:
        # Rows are coders there and items here; a mask says what is missing, as the package takes
        # it.
        turned: Any = np.ma.asarray(reliability_data, dtype=object).T
        study = from_wide(turned if np.ma.is_masked(turned) else np.asarray(turned))
        if value_domain is not None:
            study = declare(study, list(value_domain))
    return cube.alpha(study, distance=level_of_measurement).value


def window_diff(hypothesis: Any, reference: Any, **given: Any) -> float:
    """WindowDiff of lengths of segments, as segeval has it: the second is the reference.

    `accord.compat.segeval.window_diff` has all arguments of segeval, and its decimals. NLTK's is
    `windowdiff`.

    :param hypothesis: The segmentation that is judged.
    :param reference: The segmentation that it is compared with.
    :param given: Further arguments of segeval, such as window_size.

    >>> import accord
    >>> round(accord.compat.window_diff([2, 3, 6], [5, 6]), 4)
    0.25
    """
    # A string can only be signs for places: lengths of segments have more than one digit.
    form = "nltk" if isinstance(reference, str) else "mass"
    return float(segeval.window_diff(hypothesis, reference, **{"boundary_format": form, **given}))


def pk(first: Any, second: Any, k: int | None = None, **given: Any) -> float:
    """P_k of two segmentations: strings as NLTK has it, lengths of segments as segeval has it.

    The reference is the first of two strings (NLTK), and the second of two lists (segeval).

    :param first: A segmentation.
    :param second: The other segmentation.
    :param k: The window.
    :param given: Further arguments: boundary of NLTK; those of segeval.

    >>> import accord
    >>> round(accord.compat.pk([2, 3, 6], [5, 6]), 4), accord.compat.pk("0100", "0010", 2)
    (0.25, 0.6666666666666666)
    """
    if isinstance(first, str):
        return nltk.pk(first, second, k, **given)
    return float(segeval.pk(first, second, **{"window_size": k, **given}))


@dataclass(frozen=True, slots=True)
class GammaResults(Result):
    """What pygamma's `compute_gamma` gives: γ with its disorders, and γ-cat on demand.

    :param agreement: γ with its parts.
    :param study: The units that were aligned.

    >>> import accord
    >>> found = accord.compat.compute_gamma(
    ...     {"A": [(0, 5, "x"), (7, 9, "y")], "B": [(0, 5, "x"), (7, 9, "y")]}
    ... )
    >>> found.gamma, found.observed_disorder
    (1.0, 0.0)
    """

    agreement: Agreement
    study: Any

    @property
    def gamma(self) -> float:
        """γ."""
        return self.agreement.value

    @property
    def observed_disorder(self) -> float:
        """The disorder of the best alignment."""
        return self.agreement.observed

    @property
    def expected_disorder(self) -> float:
        """The disorder that chance gives."""
        return float(self.agreement.expected or np.nan)

    @property
    def gamma_cat(self) -> float:
        """γ-cat: categories alone."""
        return categories.gamma_cat(self.study).value

    def gamma_k(self, category: Hashable) -> float:
        """γ-k of one category."""
        return categories.gamma_k(self.study, category=category).value

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return self.agreement.as_dict()


def compute_gamma(
    continuum: Any,
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    precision_level: "float | Literal['high', 'medium', 'low'] | None" = 0.02,
    n_samples: int = 30,
    seed: int = 0,
) -> GammaResults:
    """γ of a pygamma Continuum (or of anything that is a study of spans).

    `alpha` and `beta` weigh position and category, `precision_level` is the relative error of
    the expected disorder ("high" .01, "medium" .02, "low" .1). The alignment is exact, never the
    fast approximation; the value differs by the chance samples and, for pauses and real positions,
    by the rule for chance (`accord.spans.gamma` says which).

    :param continuum: The units: a pygamma Continuum, or anything that is a study of spans.
    :param alpha: The weight of position.
    :param beta: The weight of category.
    :param precision_level: The relative error of the expected disorder: a number, high, medium or
        low.
    :param n_samples: The fewest random annotations.
    :param seed: The seed of the random draws.

    >>> import accord
    >>> marked = [(0, 5, "x"), (7, 9, "y")]
    >>> accord.compat.compute_gamma({"A": marked, "B": marked}).gamma
    1.0
    """

    levels = {"high": 0.01, "medium": 0.02, "low": 0.1}
    if isinstance(precision_level, str) and precision_level not in levels:
        raise UnknownNameError.of("precision_level", precision_level, tuple(levels))
    precision = levels[precision_level] if isinstance(precision_level, str) else precision_level
    study: Any = study_in_memory(continuum, (), "unitizings")
    found = spans.gamma(
        study, alpha=alpha, beta=beta, precision=precision, samples=n_samples, rng=seed
    )
    return GammaResults(found, study)


globals()["__getattr__"] = _suggesting(globals())
