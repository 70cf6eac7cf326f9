"""Functions with the names and arguments of other programs, and accord's numbers.

Change the import and keep the call. Each says where it differs from the original.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

import numpy as np

from accord._measure.boundaries import windows
from accord._measure.cube import coefficients as cube
from accord._measure.gamma import gamma as spans, gamma_cat as categories
from accord._measure.labels import correlation
from accord._read.door.in_memory import study_in_memory
from accord.engine.tally import Tally
from accord.errors import DataError
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import codings, declare, from_counts, from_wide
from accord.model.agreement import Agreement
from accord.model.names import Names, factorize
from accord.model.showing import Result

__all__ = [
    "AnnotationTask",
    "GammaResults",
    "cohen_kappa_score",
    "compute_gamma",
    "fleiss_kappa",
    "krippendorff_alpha",
    "pk",
    "window_diff",
]

WEIGHTS = {None: "nominal", "linear": "rank-linear", "quadratic": "rank-quadratic"}


def cohen_kappa_score(
    y1: Sequence[Any],
    y2: Sequence[Any],
    *,
    labels: Sequence[Any] | None = None,
    weights: Literal["linear", "quadratic"] | None = None,
    sample_weight: Sequence[float] | None = None,
) -> float:
    """Cohen's κ with the arguments of scikit-learn.

    As in scikit-learn, weights count ranks of the sorted labels (or of `labels`, in their order).
    Items with a label that is not among `labels` are left out. It differs where κ is undefined (one
    label only): nan, as in scikit-learn, but without a warning.

    :param y1: The labels of the first coder.
    :param y2: The labels of the second coder.
    :param labels: The labels that count, in their order.
    :param weights: None, linear or quadratic.
    :param sample_weight: How much each item counts.

    >>> import accord
    >>> accord.compat.cohen_kappa_score([0, 1, 1, 0], [0, 1, 0, 0])
    0.5
    """
    if weights not in WEIGHTS:
        raise DataError(f"weights is None, 'linear' or 'quadratic', not {weights!r}")
    first, second = np.asarray(y1), np.asarray(y2)
    if first.shape != second.shape or first.ndim != 1:
        raise DataError(f"y1 has {first.shape}, y2 {second.shape}; needed are two equal lengths")
    seen: Any
    both, seen = factorize(np.concatenate([first, second]))
    names = sorted(seen) if labels is None else list(labels)
    at = {name: place for place, name in enumerate(names)}
    code = np.array([at.get(name, -1) for name in seen], np.int64)[both]
    n, k = len(first), len(names)
    one, two = code[:n], code[n:]
    kept = (one >= 0) & (two >= 0)
    given = None if sample_weight is None else np.asarray(sample_weight, np.float64)[kept]
    times = np.bincount(one[kept] * k + two[kept], weights=given, minlength=k * k)
    kinds = np.flatnonzero(times)
    who = np.tile([0, 1], len(kinds))
    chosen = np.stack(np.divmod(kinds, k), axis=1).ravel()
    cells = (np.repeat(np.arange(len(kinds)), 2), who, chosen)
    counts: Any = Tally.of_cells(
        Names(("y1", "y2")), Names(names), True, cells, times[kinds].astype(np.float64)
    )
    found = (
        cube.kappa(counts)
        if weights is None
        else cube.weighted_kappa(counts, distance=WEIGHTS[weights])
    )
    return found.value


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
        raise DataError("give either reliability_data (coders × units) or value_counts")
    if value_counts is not None:
        table = np.asarray(value_counts)
        names = list(range(table.shape[1])) if value_domain is None else list(value_domain)
        study = from_counts(table, categories=names)
    else:
        turned: Any = np.ma.asarray(reliability_data, dtype=object).T
        study = from_wide(turned if np.ma.is_masked(turned) else np.asarray(turned))
        if value_domain is not None:
            study = declare(study, list(value_domain))
    return cube.alpha(study, distance=level_of_measurement).value


def fleiss_kappa(table: Any, method: Literal["fleiss", "rand", "unif"] = "fleiss") -> float:
    """Fleiss' κ with the arguments of statsmodels: subjects × categories, counts of raters.

    "rand" and "unif" give Randolph's κ, which is S. Subjects may have different numbers of
    raters, which there is an error or a wrong number.

    :param table: How many raters chose each category, a row for each subject.
    :param method: fleiss, or rand and unif for Randolph's.

    >>> import accord
    >>> round(accord.compat.fleiss_kappa([[3, 0], [1, 2], [0, 3]]), 4)
    0.55
    """
    counts = np.asarray(table)
    study = from_counts(counts, categories=list(range(counts.shape[1])))
    if method not in ("fleiss", "rand", "unif"):
        raise DataError(f"method is 'fleiss', 'rand' or 'unif', not {method!r}")
    return (cube.pi if method == "fleiss" else cube.s)(study).value


class AnnotationTask:
    """NLTK's task: rows (coder, item, label), and the coefficients by NLTK's names.

    As in NLTK, `distance` is a function of two labels (`nltk.metrics.distance.masi_distance`),
    `kappa` is the mean over pairs of coders, and `multi_kappa` is that of Davies & Fleiss. Missing
    codings are missing, where NLTK counts some as disagreement.

    :param data: Rows (coder, item, label).

    >>> import accord
    >>> task = accord.compat.AnnotationTask([("c1", "1", "x"), ("c2", "1", "x"), ("c1", "2", "y"),
    ...                        ("c2", "2", "x"), ("c1", "3", "y"), ("c2", "3", "y")])
    >>> round(task.kappa(), 4), round(task.avg_Ao(), 4)
    (0.4, 0.6667)
    """

    def __init__(
        self,
        data: Iterable[tuple[Hashable, Hashable, Hashable]] | None = None,
        distance: "Callable[[Any, Any], float] | None" = None,
    ) -> None:
        self.distance = distance
        self.data: list[tuple[Hashable, Hashable, Hashable]] = []
        if data is not None:
            self.load_array(data)

    def load_array(self, array: Iterable[tuple[Hashable, Hashable, Hashable]]) -> None:
        """Add rows (coder, item, label)."""
        self.data += array

    @property
    def study(self) -> Codings:
        """The codings as a study of accord."""
        return codings((item, coder, label) for coder, item, label in self.data)

    @property
    def _metric(self) -> Any:
        return "nominal" if self.distance is None else self.distance

    def Ao(self, cA: Hashable, cB: Hashable) -> float:
        """Observed agreement of two coders."""
        return self._pair(cA, cB, lambda pair: _observed(pair, self._metric))

    def avg_Ao(self) -> float:
        """Observed agreement, the mean over pairs of coders."""
        pairs = combinations(self.study.coders, 2)
        return float(np.mean([self.Ao(first, second) for first, second in pairs]))

    def S(self) -> float:
        """Bennett, Alpert & Goldstein's S."""
        return cube.s(self.study).value

    def pi(self) -> float:
        """Scott's π; for more coders Fleiss'."""
        return cube.pi(self.study).value

    def kappa(self) -> float:
        """The mean of Cohen's κ over pairs of coders."""
        return correlation.light_kappa(self.study).value

    def kappa_pairwise(self, cA: Hashable, cB: Hashable) -> float:
        """Cohen's κ of two coders."""
        return self._pair(cA, cB, lambda pair: cube.kappa(pair).value)

    def multi_kappa(self) -> float:
        """κ of Davies & Fleiss."""
        return cube.kappa(self.study).value

    def alpha(self) -> float:
        """Krippendorff's α with the task's distance."""
        return cube.alpha(self.study, distance=self._metric).value

    def weighted_kappa(self, max_distance: float = 1.0) -> float:
        """The mean of Cohen's weighted κ over pairs; `max_distance` cancels out."""
        pairs = combinations(self.study.coders, 2)
        return float(np.mean([self.weighted_kappa_pairwise(a, b) for a, b in pairs]))

    def weighted_kappa_pairwise(
        self, cA: Hashable, cB: Hashable, max_distance: float = 1.0
    ) -> float:
        """Cohen's weighted κ of two coders."""
        return self._pair(
            cA, cB, lambda pair: cube.weighted_kappa(pair, distance=self._metric).value
        )

    def _pair(self, cA: Hashable, cB: Hashable, value: Callable[[Codings], float]) -> float:
        study = self.study
        return value(study.only([study.coders.index(cA), study.coders.index(cB)]))


def _observed(pair: Codings, metric: Any) -> float:
    return (
        cube.percent(pair).value
        if metric == "nominal"
        else 1 - cube.alpha(pair, distance=metric).observed
    )


def window_diff(hypothesis: Any, reference: Any) -> float:
    """WindowDiff of two segmentations, as lengths of segments (segeval) or "0100" (NLTK).

    The window is segeval's. Each side is the reference in turn and the windows of both are summed,
    so that the order of arguments does not matter; segeval takes the second as the reference.

    :param hypothesis: The segmentation that is judged.
    :param reference: The segmentation that it is compared with.

    >>> import accord
    >>> round(accord.compat.window_diff([2, 3, 6], [5, 6]), 4)
    0.2353
    """
    return windows.window_diff(_segmented(hypothesis, reference), window="segeval").value


def pk(hypothesis: Any, reference: Any) -> float:
    """P_k of two segmentations, as lengths of segments (segeval) or "0100" (NLTK).

    The window is segeval's. Each side is the reference in turn and the windows of both are summed,
    so that the order of arguments does not matter; segeval takes the second as the reference.

    :param hypothesis: The segmentation that is judged.
    :param reference: The segmentation that it is compared with.

    >>> import accord
    >>> round(accord.compat.pk([2, 3, 6], [5, 6]), 4)
    0.2353
    """
    return windows.pk(_segmented(hypothesis, reference), window="segeval").value


def _segmented(hypothesis: Any, reference: Any) -> Any:
    return study_in_memory(hypothesis, [reference], "segmentations")


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
    precision = levels[precision_level] if isinstance(precision_level, str) else precision_level
    study: Any = study_in_memory(continuum, (), "unitizings")
    found = spans.gamma(
        study, alpha=alpha, beta=beta, precision=precision, samples=n_samples, rng=seed
    )
    return GammaResults(found, study)
