"""irrCAC's coefficients, by its names: `from accord.compat.irrcac import CAC`.

`CAC(ratings).gwet()` returns irrCAC's dict. Values are to `digits`, as there; standard errors are
linearised over items. They differ from irrCAC's with items coded once, and for α
(docs/decisions.md says why). The R functions stand beside it with _ for their dots.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from accord._measure.bound import bound
from accord._read.door.in_memory import study_in_memory
from accord.errors import DataError, UnknownNameError
from accord.infer.tests.analytic import standard_error
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import declare
from accord.model.agreement import Agreement
from accord.model.names import FloatArray

_NAMES = {
    "gwet": (("ac1", "AC1"), ("ac2", "AC2")),
    "fleiss": (("pi", "Fleiss' kappa"), ("alpha_prime", "Fleiss' kappa")),
    "conger": (("kappa", "Conger's kappa"), ("beta", "Conger's kappa")),
    "krippendorff": (("alpha", "Krippendorff's Alpha"), ("alpha", "Krippendorff's Alpha")),
    "bp": (("s", "Brennan-Prediger"), ("weighted_s", "Brennan-Prediger")),
}
"""The measures of a method: without and with weights."""

_WEIGHTS = ("identity", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")


class CAC:
    """irrCAC's coefficients for ratings, subjects × raters.

    :param ratings: Subjects × raters: a frame, an array or lists.
    :param weights: identity, linear, quadratic, ordinal, radical, ratio, circular, bipolar, or a
        matrix of agreement.
    :param categories: All categories, in order.
    :param confidence_level: The level of the interval.
    :param N: How many subjects there are in total, if they are few.
    :param digits: How many digits are kept.

    >>> import accord
    >>> cac = accord.compat.CAC([[1, 1, 2], [2, 2, 2], [1, 1, 1], [2, 2, 1]])
    >>> cac.fleiss()["est"]["coefficient_value"], cac.gwet()["est"]["pa"]
    (0.33333, 0.66667)
    """

    def __init__(
        self,
        ratings: Any,
        weights: "str | ArrayLike" = "identity",
        categories: Sequence[Any] | None = None,
        confidence_level: float = 0.95,
        N: float = np.inf,
        digits: int = 5,
    ) -> None:
        study: Any = study_in_memory(ratings)
        names = sorted(study.categories) if categories is None else list(categories)
        self.study: Codings = declare(study, names)
        self.categories = names
        self.weights_mat = weight_matrix(weights, names)
        self.weighted = not np.array_equal(self.weights_mat, np.eye(len(names)))
        self.confidence_level, self.N, self.digits = confidence_level, N, digits

    def gwet(self) -> dict[str, Any]:
        """Gwet's AC1, with weights AC2."""
        return self._found("gwet")

    def fleiss(self) -> dict[str, Any]:
        """Fleiss' κ."""
        return self._found("fleiss")

    def conger(self) -> dict[str, Any]:
        """Conger's κ."""
        return self._found("conger")

    def krippendorff(self) -> dict[str, Any]:
        """Krippendorff's α."""
        return self._found("krippendorff")

    def bp(self) -> dict[str, Any]:
        """Brennan and Prediger's coefficient."""
        return self._found("bp")

    def agreement_of(self, method: str) -> Agreement:
        """The coefficient of a method, with its parts."""
        found: Agreement = self._bound(method).compute(self.study)
        return found

    def _bound(self, method: str) -> Any:
        name, _ = _NAMES[method][self.weighted]
        if not self.weighted:
            return bound(name, distance="nominal") if name == "alpha" else bound(name)
        at = {category: place for place, category in enumerate(self.categories)}
        far = 1 - self.weights_mat
        return bound(name, distance=lambda a, b: float(far[at[a], at[b]]))

    def _found(self, method: str) -> dict[str, Any]:
        asked = self._bound(method)
        found = asked.compute(self.study)
        population = None if np.isinf(self.N) else int(self.N)
        error = standard_error(self.study, asked, method="linear", population=population)
        half, p = _by_t(error.se, found.value, len(self.study.items) - 1, self.confidence_level)
        a_o, a_e = (1 - part for part in (found.observed, found.expected or np.nan))
        rounded = {
            "coefficient_value": found.value,
            "z": found.value / error.se if error.se else np.nan,
            "se": error.se,
            "pa": a_o,
            "pe": a_e,
        }
        limits = found.value - half, min(1.0, found.value + half)
        est: dict[str, Any] = {
            name: round(float(value), self.digits) for name, value in rounded.items()
        }
        est |= {
            "coefficient_name": _NAMES[method][self.weighted][1],
            "confidence_interval": tuple(round(float(one), self.digits) for one in limits),
            "p_value": p,
        }
        return {"est": est, "weights": self.weights_mat, "categories": self.categories}


def _by_t(se: float, value: float, df: int, level: float) -> tuple[float, float]:
    """Half the interval, and the p value against 0, by t."""
    from scipy.stats import t

    if not se:
        return np.nan, np.nan
    return float(t.ppf((1 + level) / 2, df)) * se, float(2 * t.sf(abs(value / se), df))


def weight_matrix(weights: Any, categories: list[Any]) -> FloatArray:
    """Gwet's weights by name, or a matrix as it is.

    :param weights: A name, or a matrix.
    :param categories: All categories, in order.

    >>> weight_matrix("quadratic", [1, 2, 3]).tolist()
    [[1.0, 0.75, 0.0], [0.75, 1.0, 0.75], [0.0, 0.75, 1.0]]
    """
    k = len(categories)
    if not isinstance(weights, str):
        matrix = np.asarray(weights, dtype=np.float64)
        if matrix.shape != (k, k):
            raise DataError(f"the weights are {matrix.shape}, but there are {k} categories")
        return matrix
    if weights not in _WEIGHTS:
        raise UnknownNameError.of("weights", weights, _WEIGHTS)
    if weights == "identity":
        return np.eye(k)
    numbers = all(isinstance(one, (int, float, np.number)) for one in categories)
    # Names have no distance but their ranks, as irrCAC has it.
    x = np.asarray(categories if numbers else range(1, k + 1), dtype=np.float64)
    far = np.abs(np.subtract.outer(x, x))
    low, high = x.min(), x.max()
    if weights == "ordinal":
        rank = np.abs(np.subtract.outer(np.arange(k), np.arange(k)))
        far = rank * (rank + 1) / 2
    elif weights == "ratio":
        far = (far / np.add.outer(x, x)) ** 2
    elif weights == "circular":
        far = np.sin(np.pi * far / (high - low + 1)) ** 2
    elif weights == "bipolar":
        total = np.add.outer(x, x)
        under = (total - 2 * low) * (2 * high - total)
        far = np.divide(far**2, under, out=np.zeros_like(far), where=far > 0)
    else:
        far = (far / (high - low)) ** {"linear": 1, "quadratic": 2, "radical": 0.5}[weights]
    return np.asarray(1 - far / far.max())


def _raw(method: str, name: str, what: str, value: float) -> Callable[..., Agreement]:
    """The R function of a method, which takes ratings, weights and categories; `value` is that of
    the example in its help."""

    def raw(ratings: Any, weights: Any = "unweighted", categories: Any = None) -> Agreement:
        named = "identity" if isinstance(weights, str) and weights == "unweighted" else weights
        return CAC(ratings, named, categories).agreement_of(method)

    raw.__name__ = raw.__qualname__ = name
    raw.__doc__ = f"""{what}: irrCAC's {name.replace("_", ".")}.

    :param ratings: Subjects × raters.
    :param weights: unweighted, or the name of weights.
    :param categories: All categories, in order.

    >>> from accord.compat.irrcac import {name}
    >>> round({name}([[1, 1, 2], [2, 2, 2], [1, 1, 1], [2, 2, 1]]).value, 4)
    {value}
    """
    return raw


gwet_ac1_raw = _raw("gwet", "gwet_ac1_raw", "Gwet's AC1, with weights AC2", 0.3333)
fleiss_kappa_raw = _raw("fleiss", "fleiss_kappa_raw", "Fleiss' κ", 0.3333)
conger_kappa_raw = _raw("conger", "conger_kappa_raw", "Conger's κ", 0.3333)
krippen_alpha_raw = _raw("krippendorff", "krippen_alpha_raw", "Krippendorff's α", 0.3889)
bp_coeff_raw = _raw("bp", "bp_coeff_raw", "Brennan and Prediger's coefficient", 0.3333)
