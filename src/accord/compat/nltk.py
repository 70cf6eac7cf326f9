"""NLTK's agreement and segmentation, by its names: `from accord.compat.nltk import windowdiff`.

The numbers of windows are NLTK's to the last digit. Those of `AnnotationTask` differ in three
things. Where all labels are one, a coefficient is undefined here (nan), and 1 in NLTK. None is a
missing label here, and a label in NLTK unless `missing_values` names it. Missing labels are left
out of every coefficient, where NLTK counts some as disagreement.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from accord._measure.boundaries.windows import (
    boundaries_passed,
    edit_cost,
    ends_differ,
    nltk_window,
)
from accord._measure.cube import coefficients as cube
from accord._measure.labels import correlation
from accord.errors import DataError
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import codings
from accord.model.names import IntArray

_Signs = Sequence[Hashable]
"""A sign for each place: a string or a list."""


class AnnotationTask:
    """NLTK's task: rows (coder, item, label), and the coefficients by NLTK's names.

    As in NLTK, `distance` is a function of two labels (`nltk.metrics.distance.masi_distance`),
    `kappa` is the mean over pairs of coders, and `multi_kappa` is that of Davies & Fleiss. Where
    all labels are one, coefficients are nan, and 1 in NLTK. Missing labels and None are left out
    of every coefficient; NLTK counts some as disagreement, and None as a label.

    :param data: Rows (coder, item, label).
    :param distance: A function of two labels; else labels are the same or not.
    :param missing_values: Labels that stand for a missing one.

    >>> import accord
    >>> task = accord.compat.AnnotationTask([("c1", "1", "x"), ("c2", "1", "x"), ("c1", "2", "y"),
    ...                        ("c2", "2", "x"), ("c1", "3", "y"), ("c2", "3", "y")])
    >>> round(task.kappa(), 4), round(task.avg_Ao(), 4)
    (0.4, 0.6667)
    """

    def __init__(
        self,
        data: Iterable[Sequence[Any]] | None = None,
        distance: "Callable[[Any, Any], float] | None" = None,
        missing_values: Iterable[Hashable] | None = None,
    ) -> None:
        self.distance = distance
        self.missing_values = frozenset(missing_values or ())
        self.data: list[tuple[Any, Any, Any]] = []
        if data is not None:
            self.load_array(data)

    def load_array(self, array: Iterable[Sequence[Any]]) -> None:
        """Add rows (coder, item, label)."""
        rows = [(coder, item, label) for coder, item, label in array]
        self.data += [row for row in rows if row[2] not in self.missing_values]

    @property
    def C(self) -> set[Any]:
        """The coders."""
        return {coder for coder, _, _ in self.data}

    @property
    def I(self) -> set[Any]:  # noqa: E743 - NLTK's name
        """The items."""
        return {item for _, item, _ in self.data}

    @property
    def K(self) -> set[Any]:
        """The labels."""
        return {label for _, _, label in self.data}

    def Nk(self, k: Hashable) -> float:
        """How often a label was chosen."""
        return float(sum(label == k for _, _, label in self.data))

    def Nik(self, i: Hashable, k: Hashable) -> float:
        """How often a label was chosen for an item."""
        return float(sum(item == i and label == k for _, item, label in self.data))

    def Nck(self, c: Hashable, k: Hashable) -> float:
        """How often a coder chose a label."""
        return float(sum(coder == c and label == k for coder, _, label in self.data))

    @property
    def study(self) -> Codings:
        """The codings as a study of accord."""
        if not self.data:
            raise DataError("the task has no labels; give rows (coder, item, label)")
        return codings((item, coder, label) for coder, item, label in self.data)

    @property
    def _metric(self) -> Any:
        return "nominal" if self.distance is None else self.distance

    def Ao(self, cA: Hashable, cB: Hashable) -> float:
        """Observed agreement of two coders."""
        return self._pair(cA, cB, lambda pair: _observed(pair, self._metric))

    def avg_Ao(self) -> float:
        """Observed agreement, the mean over pairs of coders."""
        return self._mean(self.Ao)

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

    def Ae_kappa(self, cA: Hashable, cB: Hashable) -> float:
        """Agreement of two coders expected by chance, each with their own labels."""
        return self._pair(cA, cB, lambda pair: float(cube.kappa(pair).A_e or np.nan))

    def multi_kappa(self) -> float:
        """κ of Davies & Fleiss."""
        return cube.kappa(self.study).value

    def alpha(self) -> float:
        """Krippendorff's α with the task's distance."""
        return cube.alpha(self.study, distance=self._metric).value

    def Do_Kw_pairwise(self, cA: Hashable, cB: Hashable, max_distance: float = 1.0) -> float:
        """Observed disagreement of two coders by the task's distance."""
        found = self._pair(
            cA, cB, lambda pair: cube.weighted_kappa(pair, distance=self._metric).observed
        )
        return found / max_distance

    def Do_Kw(self, max_distance: float = 1.0) -> float:
        """Observed disagreement by the task's distance, the mean over pairs."""
        return self._mean(self.Do_Kw_pairwise) / max_distance

    def weighted_kappa(self, max_distance: float = 1.0) -> float:
        """The mean of Cohen's weighted κ over pairs; `max_distance` cancels out."""
        return self._mean(self.weighted_kappa_pairwise)

    def weighted_kappa_pairwise(
        self, cA: Hashable, cB: Hashable, max_distance: float = 1.0
    ) -> float:
        """Cohen's weighted κ of two coders."""
        return self._pair(
            cA, cB, lambda pair: cube.weighted_kappa(pair, distance=self._metric).value
        )

    def _mean(self, of_pair: Callable[[Any, Any], float]) -> float:
        pairs = combinations(self.study.coders, 2)
        return float(np.mean([of_pair(first, second) for first, second in pairs]))

    def _pair(self, cA: Hashable, cB: Hashable, value: Callable[[Codings], float]) -> float:
        study = self.study
        return value(study.only([study.coders.index(cA), study.coders.index(cB)]))


def _observed(pair: Codings, metric: Any) -> float:
    return (
        cube.percent(pair).value
        if metric == "nominal"
        else 1 - cube.alpha(pair, distance=metric).observed
    )


def pk(ref: _Signs, hyp: _Signs, k: int | None = None, boundary: Hashable = "1") -> float:
    """P_k of two segmentations with NLTK's arguments: the reference comes first.

    Without `k` it is NLTK's: places / (2 · boundaries of the reference). A window of no places,
    which comes from a reference with a boundary at every place, differs nowhere: 0.

    :param ref: The reference, a string or a list with a sign for each place.
    :param hyp: The segmentation that is compared with it.
    :param k: The window, in places.
    :param boundary: The sign of a boundary.

    >>> from accord.compat.nltk import pk
    >>> pk("0100" * 100, "1" * 400, 2)
    0.49874686716791977
    """
    places, one, other = _marked(ref, hyp, boundary)
    width = nltk_window(places, int(one.sum())) if k is None else k
    _check_width(width, places)
    # Windows of nothing cannot be cut: passed[:-0] is empty.
    if not width:
        return 0.0
    passed = _passed(one), _passed(other)
    return int(ends_differ(*passed, width).sum()) / (places - width + 1)


def windowdiff(
    seg1: _Signs, seg2: _Signs, k: int, boundary: Hashable = "1", weighted: bool = False
) -> float:
    """WindowDiff of two segmentations with NLTK's arguments.

    :param seg1: A segmentation, a string or a list with a sign for each place.
    :param seg2: The other segmentation.
    :param k: The window, in places.
    :param boundary: The sign of a boundary.
    :param weighted: Whether a window counts by how many boundaries it differs.

    >>> from accord.compat.nltk import windowdiff
    >>> windowdiff("000100000010", "000010000100", 3)
    0.3
    """
    places, one, other = _marked(seg1, seg2, boundary)
    _check_width(k, places)
    if not k:
        return 0.0
    ahead = _passed(one) - _passed(other)
    apart = np.abs(ahead[k:] - ahead[:-k])
    wrong = apart if weighted else apart > 0
    return int(wrong.sum()) / (places - k + 1)


def ghd(
    ref: _Signs,
    hyp: _Signs,
    ins_cost: float = 2.0,
    del_cost: float = 2.0,
    shift_cost_coeff: float = 1.0,
    boundary: Hashable = "1",
) -> float:
    """Generalized Hamming distance with NLTK's arguments: the cost of making `ref` from `hyp`.

    :param ref: The reference, a string or a list with a sign for each place.
    :param hyp: The segmentation that is changed into it.
    :param ins_cost: The cost of inserting a boundary.
    :param del_cost: The cost of deleting a boundary.
    :param shift_cost_coeff: The cost of shifting a boundary by one place.
    :param boundary: The sign of a boundary.

    >>> from accord.compat.nltk import ghd
    >>> ghd("1100100000", "1100010000", 1.0, 1.0, 0.5)
    0.5
    """
    one, other = (
        np.array([sign == boundary for sign in signs], dtype=np.int8) for signs in (ref, hyp)
    )
    costs = (ins_cost, del_cost, shift_cost_coeff)
    return float(edit_cost(np.flatnonzero(one), np.flatnonzero(other), *costs))


def _marked(first: _Signs, second: _Signs, boundary: Hashable) -> tuple[int, IntArray, IntArray]:
    """How many places there are, and which of them have a boundary."""
    if len(first) != len(second):
        raise DataError(
            f"the segmentations have {len(first)} and {len(second)} places; both need the same"
        )
    one, other = (
        np.array([sign == boundary for sign in signs], dtype=np.int8) for signs in (first, second)
    )
    return len(first), one, other


def _passed(marks: IntArray) -> IntArray:
    """A sign for each place between two atoms: one atom more, and places count from 1."""
    return boundaries_passed(np.flatnonzero(marks) + 1, len(marks) + 1)


def _check_width(k: int, places: int) -> None:
    if not 0 <= k <= places:
        raise DataError(f"a window of {k} places; it must have 0 to {places}")
