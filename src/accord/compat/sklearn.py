"""scikit-learn's κ, by its name: `from accord.compat.sklearn import cohen_kappa_score`."""

import sys
import warnings
from collections.abc import Sequence
from functools import partial
from math import isnan, nan
from typing import Any, Literal

import numpy as np

from accord._measure.bound import bound
from accord._measure.catalogue import find_measure
from accord._measure.cube import coefficients as cube
from accord.engine.tally import Tally
from accord.errors import DataError, MissingExtraError
from accord.kinds.labels.tabular import from_coders
from accord.model.names import Names, factorize
from accord.tasks import checked_run

_WEIGHTS = {None: "nominal", "linear": "rank-linear", "quadratic": "rank-quadratic"}


@checked_run
def cohen_kappa_score(
    y1: Sequence[Any],
    y2: Sequence[Any],
    *,
    labels: Sequence[Any] | None = None,
    weights: Literal["linear", "quadratic"] | None = None,
    sample_weight: Sequence[float] | None = None,
    replace_undefined_by: float = nan,
) -> float:
    """Cohen's κ with the arguments of scikit-learn.

    As in scikit-learn, weights count ranks of the sorted labels (or of `labels`, in their order).
    Items with a label that is not among `labels` are left out. Where κ is undefined (one label
    only) there is a warning, scikit-learn's own if it is in use, and nan.

    :param y1: The labels of the first coder.
    :param y2: The labels of the second coder.
    :param labels: The labels that count, in their order.
    :param weights: None, linear or quadratic.
    :param sample_weight: How much each item counts.
    :param replace_undefined_by: What to return where κ is undefined.

    >>> import accord
    >>> accord.compat.cohen_kappa_score([0, 1, 1, 0], [0, 1, 0, 0])
    0.5
    """
    first, second = np.asarray(y1), np.asarray(y2)
    if first.shape != second.shape or first.ndim != 1:
        raise DataError(f"y1 has {first.shape}, y2 {second.shape}; expected two equal lengths")
    seen: Any
    both, seen = factorize(np.concatenate([first, second]))
    names = sorted(seen) if labels is None else list(labels)
    at = {name: place for place, name in enumerate(names)}
    if labels is not None and not any(name in at for name in first.tolist()):
        raise DataError("none of labels is among the labels of y1")
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
        else cube.weighted_kappa(counts, distance=_WEIGHTS[weights])
    )
    if found.undefined is not None:
        _warn_undefined("kappa", found.undefined, 3)
    return replace_undefined_by if isnan(found.value) else found.value


def _warn_undefined(name: str, why: str, level: int) -> None:
    """Warn by scikit-learn's own class: a program that turns that one off means this one, too."""
    peer = sys.modules.get("sklearn.exceptions")
    kind = getattr(peer, "UndefinedMetricWarning", UserWarning)
    warnings.warn(f"{name} is undefined: {why}", kind, stacklevel=level)


def _score(
    y_true: Sequence[Any], y_pred: Sequence[Any], *, measure: str, settings: dict[str, Any]
) -> float:
    """The agreement of two lists of labels, for scikit-learn."""
    study = from_coders({"y_true": list(y_true), "y_pred": list(y_pred)})
    found = bound(find_measure(measure, "codings"), **settings).compute(study)
    if found.undefined is not None:
        _warn_undefined(measure, found.undefined, 4)
    return found.value


def agreement_scorer(measure: str = "kappa", **settings: Any) -> Any:
    """A scorer for cross-validation and searches: how well predictions agree with the labels.

    Truth and prediction are the two coders. scikit-learn must be installed. Where the coefficient
    is undefined there is a warning, and the score is nan.

    :param measure: A measure for labels by name; one that is better when lower is turned round.
    :param settings: Its settings, e.g. distance="ordinal".

    >>> import accord
    >>> from sklearn.dummy import DummyClassifier
    >>> scorer = accord.compat.agreement_scorer("alpha", distance="nominal")
    >>> X, y = [[0]] * 4, [0, 1, 1, 1]
    >>> float(scorer(DummyClassifier(strategy="constant", constant=1).fit(X, y), X, y))
    0.0
    """
    entry = find_measure(measure, "codings")
    bound(entry, **settings)  # what does not fit is said now, not in the middle of a search
    try:
        from sklearn.metrics import make_scorer
    except ImportError as missing:
        raise MissingExtraError(
            "agreement_scorer needs scikit-learn, which is not installed; pip install scikit-learn"
        ) from missing
    score = partial(_score, measure=entry.name, settings=settings)
    return make_scorer(score, greater_is_better=entry.better != "lower")
