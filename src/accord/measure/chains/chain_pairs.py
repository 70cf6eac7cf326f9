"""Every pair of coders of a study of chains, compared once, and the mean over pairs."""

from collections.abc import Callable
from itertools import combinations
from math import isnan, nan
from typing import Any, NamedTuple

import numpy as np

from accord.measure.chains.crossing import Crossing, crossed
from accord.model.agreement import Agreement
from accord.model.chains.mentions import match_mentions
from accord.model.chains.partitions import Partitions
from accord.model.names import FloatArray


class Score(NamedTuple):
    """How well one coder's chains are found in the other's: recall, precision and F.

    Recall has the first coder as the key; for the second coder as the key recall and
    precision change places. `why` says why F is nan.
    """

    recall: float
    precision: float
    f: float
    why: str | None = None


def pair_scores(
    study: Partitions,
    score: Callable[[Crossing], Score],
    *,
    name: str,
    symbol: str,
    mentions: str,
    matching: str,
) -> Agreement:
    """The mean F over the pairs of coders, with the matrices of F, recall and precision."""
    study, matched = match_mentions(study, matching)
    n = len(study.coders)
    f, recall, precision = (np.full((n, n), nan) for _ in range(3))
    reasons, pairs = [], 0
    for a, b in combinations(range(n), 2):
        crossing = crossed(study, (a, b), mentions)
        if not crossing.documents:
            continue
        pairs += 1
        found = score(crossing)
        f[a, b] = f[b, a] = found.f
        recall[a, b] = precision[b, a] = found.recall
        recall[b, a] = precision[a, b] = found.precision
        if found.why is not None:
            reasons.append(f"{study.coders[a]} and {study.coders[b]}: {found.why}")
    values = f[np.triu_indices(n, 1)]
    values = values[~np.isnan(values)]
    return Agreement(
        measure=name,
        symbol=symbol,
        observed=1.0 - float(values.mean()) if len(values) else nan,
        settings={"mentions": mentions, **matched.settings, "pairs": len(values)},
        counts=study.counts(),
        undefined=None if len(values) else undefined(pairs, reasons),
        detail={
            "coders": study.coders,
            "f": f,
            "recall": recall,
            "precision": precision,
            "matched": matched,
            "left_out": tuple(reasons),
        },
    )


def undefined(pairs: int, reasons: list[str]) -> str:
    """Why no pair of coders has a value."""
    if not pairs:
        return "no document was seen by two coders"
    return "; ".join(reasons[:3])


def harmonic(recall: float, precision: float, why: str) -> Score:
    """F of recall and precision; where neither is defined, F is not, and `why` says so.

    Where only one side has anything to find (0/0 against 0/x), nothing was found: F is 0.
    """
    if isnan(recall) and isnan(precision):
        return Score(nan, nan, nan, why)
    if isnan(recall) or isnan(precision) or recall + precision == 0:
        return Score(recall, precision, 0.0)
    return Score(recall, precision, 2 * recall * precision / (recall + precision))


def share(part: float, whole: float) -> float:
    """part / whole, nan where there is no whole."""
    return float(part / whole) if whole else nan


def pairs_of(sizes: Any) -> FloatArray:
    """How many unordered pairs there are among so many things."""
    sizes = np.asarray(sizes, dtype=np.float64)
    return np.asarray(sizes * (sizes - 1) / 2)
