"""Where spans begin: F1 of begins that are near each other, one to one.

What is done with segments of music and speech (mir_eval's detection of boundaries): a begin is
found if the other coder has one within a tolerance, and each begin is used once.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import isnan
from typing import Annotated, Literal

import numpy as np

from accord._measure.by_document import PairSums, f1_of_both, mean_known, mean_over_pairs
from accord.errors import DataError
from accord.kinds.kind import must_be
from accord.kinds.spans.parts import Continuum
from accord.kinds.spans.study import Unitizings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray
from accord.words.said import said

_Tolerance = Annotated[
    float, "How far apart two begins may be and still match, in the unit of the file (seconds …)."
]
_First = Annotated[bool, "Count the first begin of each coder in each document as well."]
_Pooled = Annotated[
    Literal["pairs", "spans"],
    "The mean over pairs of coders, or one F1 of the spans of all pairs together.",
]

_ROUNDING = 1e-9
"""12.9 − 10 is a little more than 2.9 in floating point; no file has times in nanoseconds."""


def begin_f1(
    study: Unitizings,
    *,
    tolerance: _Tolerance = 0.0,
    first: _First = False,
    pooled: _Pooled = "pairs",
) -> Agreement:
    """F1 of where spans begin: one is found if the other coder has one within `tolerance`.

    Begins are matched one to one, as many as can be; labels and ends play no part. The first begin
    of a coder in a document is left out: with segments that cover everything it is the beginning of
    the document. `pooled="pairs"` is the mean over pairs of coders, "spans" one F1 of all pairs
    together. Not corrected for chance. Undefined where no pair has a begin.
    References: hripcsak2005.

    :param study: A study of spans.

    >>> import accord
    >>> rows = [("d", "A", 0, 5, "x"), ("d", "A", 5, 9, "y"), ("d", "B", 0, 6, "x")]
    >>> study = accord.Unitizings.of([*rows, ("d", "B", 6, 9, "y")])
    >>> accord.spans.begin_f1(study).value, accord.spans.begin_f1(study, tolerance=1).value
    (0.0, 1.0)
    """
    table = near_begins(study, tolerance=tolerance, first=first, pooled=pooled)
    sums = table.totals()
    f1 = f1_of_both(sums)
    named = [(study.coders[i], study.coders[j]) for i, j in table.pairs.tolist()]
    pairs = {
        pair: {"common": int(common), "begins": int(both), "f1": score}
        for pair, (common, both), score in zip(named, sums.tolist(), f1.tolist(), strict=True)
    }
    value = mean_known(f1) if pooled == "pairs" else float(f1_of_both(sums.sum(axis=0)))
    told = {"tolerance": tolerance, "first": "yes" if first else "no", "pooled": pooled}
    result = Agreement("begin_f1", "F1-begin", 1.0 - value, None, told, study.counts())
    why = said("undefined.no-two-coders-saw") if isnan(value) else None
    return replace(result, undefined=why, detail={"pairs": pairs})


def near_begins(
    study: Unitizings, *, tolerance: float = 0.0, first: bool = False, pooled: str = "pairs"
) -> PairSums:
    """The begins that every two coders share in every document, and how many both have."""
    must_be(study, Unitizings.kind, "begin_f1")
    if not 0 <= tolerance < np.inf:
        raise DataError(f"tolerance must be a number from 0, got {tolerance!r}")

    def found() -> Iterator[tuple[int, int, int, tuple[float, ...]]]:
        for at, continuum in enumerate(study.continua):
            saw = np.flatnonzero(continuum.seen).tolist()
            of = {c: _begins(continuum, c, first) for c in saw}
            for i, j in combinations(saw, 2):
                yield at, i, j, (_matched(of[i], of[j], tolerance), len(of[i]) + len(of[j]))

    of = mean_over_pairs(f1_of_both if pooled == "pairs" else _together)
    return PairSums.found(len(study.continua), found(), 2, of)


def _begins(continuum: Continuum, coder: int, first: bool) -> FloatArray:
    """Where the spans of a coder begin, each place once."""
    places: FloatArray = np.unique(continuum.start[continuum.coder == coder]).astype(np.float64)
    return places if first else places[1:]


def _matched(one: FloatArray, other: FloatArray, tolerance: float) -> int:
    """How many can be matched: with one tolerance, taking the earliest two first loses none."""
    i = j = common = 0
    tolerance += _ROUNDING
    while i < len(one) and j < len(other):
        apart = one[i] - other[j]
        common += abs(apart) <= tolerance
        i, j = i + (apart <= tolerance), j + (apart >= -tolerance)
    return common


def _together(sums: FloatArray) -> FloatArray:
    """One F1 of the sums of all pairs (… × pairs × columns)."""
    return f1_of_both(sums.sum(axis=-2, keepdims=True))
