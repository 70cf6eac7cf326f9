"""segeval's measures of segmentations, by its names: `from accord.compat.segeval import pk`.

Each takes two segmentations (the second is the reference), or a data set {item: {coder: masses}}
and returns a value for each pair of coders, as segeval does. Values are decimals, to the digit
that segeval prints for windows; what rests on A_o and A_e (π, κ, bias) has 16 digits. They differ
in S of typed boundaries, where segeval counts the types twice, and where no window fits: NaN.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from math import nan
from typing import Any, Literal, get_args

import numpy as np

from accord._measure.boundaries.boundary_edit import Edits, boundary_edits
from accord._measure.boundaries.boundary_edit_chance import kappa_b, pi_b
from accord._measure.boundaries.windows import (
    boundaries_passed,
    ends_differ,
    numbers_differ,
    segeval_window,
)
from accord.errors import DataError, UnknownNameError
from accord.kinds.boundaries.study import Segmentations
from accord.model.agreement import Agreement
from accord.model.names import IntArray
from accord.model.showing import Result

_Form = Literal["mass", "position", "nltk", "sets"]
"""How a segmentation is written: lengths of segments, a segment for each atom, a sign for each
place, or the set of types at each place."""

Parts = tuple[Decimal, Decimal]
"""What is divided, and by what."""

Rounding = Callable[[Any], Any]


def pk(
    hypothesis: Any = None,
    reference: Any = None,
    *,
    dataset: Any = None,
    window_size: int | None = None,
    one_minus: bool = False,
    return_parts: bool = False,
    boundary_format: _Form = "mass",
    fnc_round: Rounding = round,
    permuted: bool = True,
) -> Any:
    """P_k with segeval's arguments: the second segmentation is the reference.

    :param hypothesis: A segmentation, or a data set {item: {coder: segmentation}}.
    :param reference: The reference, or another data set.
    :param dataset: A data set by name.
    :param window_size: The window; else half the mean segment of the reference.
    :param one_minus: Whether to return 1 − P_k.
    :param return_parts: Whether to return wrong windows and all windows.
    :param boundary_format: How a segmentation is written: mass, position or nltk.
    :param fnc_round: How the window is rounded.
    :param permuted: In a data set, whether each coder of a pair is the reference in turn.

    >>> from accord.compat.segeval import pk
    >>> pk([2, 3, 6], [2, 2, 7], return_parts=True), round(pk([2, 3, 6], [2, 2, 7]), 4)
    ((2, 9), Decimal('0.2222'))
    """

    given = (hypothesis, reference, dataset, boundary_format, permuted)
    counted = _in_windows(ends_differ, window_size, fnc_round, beyond=False)
    return _over(given, counted, one_minus, return_parts)


def window_diff(
    hypothesis: Any = None,
    reference: Any = None,
    *,
    dataset: Any = None,
    window_size: int | None = None,
    one_minus: bool = False,
    return_parts: bool = False,
    boundary_format: _Form = "mass",
    fnc_round: Rounding = round,
    permuted: bool = True,
    lamprier_et_al_2007_fix: bool = False,
) -> Any:
    """WindowDiff with segeval's arguments: the second segmentation is the reference.

    Windows at the two ends of a document see a boundary there less often than others do. Lamprier
    et al. (2007) add k atoms before and behind it, so that each boundary is in k windows.

    :param hypothesis: A segmentation, or a data set {item: {coder: segmentation}}.
    :param reference: The reference, or another data set.
    :param dataset: A data set by name.
    :param window_size: The window; else half the mean segment of the reference.
    :param one_minus: Whether to return 1 − WindowDiff.
    :param return_parts: Whether to return wrong windows and all windows.
    :param boundary_format: How a segmentation is written: mass, position or nltk.
    :param fnc_round: How the window is rounded.
    :param permuted: In a data set, whether each coder of a pair is the reference in turn.
    :param lamprier_et_al_2007_fix: Whether windows reach beyond the ends.

    >>> from accord.compat.segeval import window_diff
    >>> window_diff([2, 3, 6], [2, 2, 7], lamprier_et_al_2007_fix=True, return_parts=True)
    (2, 14)
    """

    given = (hypothesis, reference, dataset, boundary_format, permuted)
    counted = _in_windows(numbers_differ, window_size, fnc_round, lamprier_et_al_2007_fix)
    return _over(given, counted, one_minus, return_parts)


def _in_windows(
    differ: Callable[..., Any], size: int | None, rounding: Rounding, beyond: bool
) -> Callable[[Any, Any, _Form], tuple[int, int]]:
    """Wrong windows and all; `beyond`, they reach out of the document at both ends."""

    def counted(one: Any, other: Any, form: _Form) -> tuple[int, int]:
        hyp, ref, length = _places(one, other, form)
        k = _window(ref, length, size, rounding)
        before = k if beyond else 0
        whole = length + 2 * before
        passed = boundaries_passed(hyp + before, whole), boundaries_passed(ref + before, whole)
        # With atoms added, segeval divides by one window more than there are.
        return _wrong(differ, passed, k), max(whole - k, 0) + bool(before)

    return counted


@dataclass(frozen=True, slots=True)
class WinPR(Result):
    """Boundaries found, missed and added, each counted in every window that holds it.

    :param tp: Boundaries of both, near misses in part.
    :param fp: Boundaries of the hypothesis alone.
    :param fn: Boundaries of the reference alone.
    :param window: The window k.

    >>> import accord
    >>> found = accord.compat.win_pr([5, 7], [6, 6])
    >>> found.tp, found.fp, found.fn, round(found.f1, 4)
    (2, 1, 1, 0.6667)
    """

    _columns = "precision, recall, f1, tp, fp, fn, window"
    tp: int
    fp: int
    fn: int
    window: int

    @property
    def precision(self) -> float:
        """The share of the hypothesis' boundaries that the reference has."""
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else nan

    @property
    def recall(self) -> float:
        """The share of the reference's boundaries that the hypothesis has."""
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else nan

    @property
    def f1(self) -> float:
        """Their harmonic mean."""
        all_of_both = 2 * self.tp + self.fp + self.fn
        return 2 * self.tp / all_of_both if all_of_both else nan


def win_pr(
    hypothesis: Any,
    reference: Any,
    *,
    window_size: int | None = None,
    boundary_format: _Form = "mass",
    fnc_round: Rounding = round,
) -> WinPR:
    """WinPR: precision and recall of boundaries in windows (Scaiano & Inkpen 2012).

    Windows reach beyond both ends, so that each boundary is in k of them. In each window the
    boundaries that both have are the smaller number of the two, the rest are added or missed. A
    near miss by s places is k − s parts of k found.

    :param hypothesis: The segmentation that is judged.
    :param reference: The segmentation that it is compared with.
    :param window_size: The window; else half the mean segment of the reference.
    :param boundary_format: How a segmentation is written: mass, position or nltk.
    :param fnc_round: How the window is rounded.

    >>> import accord
    >>> accord.compat.win_pr([1, 5, 6], [6, 6]).precision
    0.5
    """
    hyp, ref, length = _places(hypothesis, reference, boundary_format)
    k = _window(ref, length, window_size, fnc_round)
    one, other = (np.diff(boundaries_passed(each, length), prepend=0) for each in (hyp, ref))
    # Windows of k places at every offset, also those that reach out of the document.
    held = [np.convolve(marks, np.ones(k, dtype=np.int64)) for marks in (one, other)]
    both = np.minimum(*held)
    return WinPR(int(both.sum()), int((held[0] - both).sum()), int((held[1] - both).sum()), int(k))


def _similarity(
    name: str, what: str, letter: str, example: str, whole: Callable[[Edits, int, int], int]
) -> Callable[..., Any]:
    """A measure of what two segmentations share: the edits between them, weighed, of a `whole`
    (from the edits, the atoms and the types of boundaries)."""

    def similarity(
        hypothesis: Any = None,
        reference: Any = None,
        *,
        dataset: Any = None,
        n_t: int = 2,
        one_minus: bool = False,
        return_parts: bool = False,
        boundary_format: _Form = "mass",
        boundary_types: Any = None,
        permuted: bool = False,
    ) -> Any:
        def counted(one: Any, other: Any, form: _Form) -> Parts:
            edits, length, types = _edits(one, other, form, n_t)
            all_of_it = Decimal(whole(edits, length, types))
            return all_of_it - _weight(edits, n_t, types), all_of_it

        given = (hypothesis, reference, dataset, boundary_format, permuted)
        return _over(given, counted, one_minus, return_parts, nothing=Decimal(1))

    similarity.__name__ = similarity.__qualname__ = name
    similarity.__doc__ = f"""{what}

    :param hypothesis: A segmentation, or a data set {{item: {{coder: segmentation}}}}.
    :param reference: The other segmentation, or another data set.
    :param dataset: A data set by name.
    :param n_t: Boundaries that miss each other by less than this are near misses.
    :param one_minus: Whether to return 1 − {letter}.
    :param return_parts: Whether to return what is divided and by what.
    :param boundary_format: How a segmentation is written: mass, position, nltk or sets.
    :param boundary_types: Accepted and not needed.
    :param permuted: In a data set, whether pairs are compared both ways.

    >>> from accord.compat.segeval import {name}
    >>> {name}([2, 3, 6], [2, 2, 7])
    Decimal('{example}')
    """
    return similarity


boundary_similarity = _similarity(
    "boundary_similarity",
    "B, boundary similarity, with segeval's arguments.",
    "B",
    "0.75",
    lambda edits, length, types: edits.number + edits.matches,
)
segmentation_similarity = _similarity(
    "segmentation_similarity",
    "S, segmentation similarity, with segeval's arguments; places × types are the whole.",
    "S",
    "0.95",
    lambda edits, length, types: (length - 1) * max(types, 1),
)


def _linear(
    name: str, symbol: str, example: str, measure: Callable[..., Agreement]
) -> Callable[..., Any]:
    """A coefficient of a data set with boundary similarity."""

    def linear(dataset: Any, *, n_t: int = 2, return_parts: bool = False) -> Any:
        found = measure(_study(dataset), n_t=n_t)
        parts = _decimal(found.A_o), _decimal(found.A_e)
        return parts if return_parts else _decimal(found.value)

    linear.__name__ = linear.__qualname__ = name
    linear.__doc__ = f"""{symbol} of a data set, Fournier's with boundary similarity.

    :param dataset: {{item: {{coder: masses}}}}.
    :param n_t: Boundaries that miss each other by less than this are near misses.
    :param return_parts: Whether to return A_o and A_e.

    >>> from accord.compat.segeval import {name}
    >>> round({name}({{"i1": {{"c1": [2, 8, 2, 1], "c2": [2, 1, 7, 2, 1]}}}}), 4)
    Decimal('{example}')
    """
    return linear


fleiss_pi_linear = _linear("fleiss_pi_linear", "π_B", "0.7268", pi_b)
fleiss_kappa_linear = _linear("fleiss_kappa_linear", "κ_B", "0.7273", kappa_b)


def artstein_poesio_bias_linear(dataset: Any, *, n_t: int = 2, return_parts: bool = False) -> Any:
    """Bias of coders: A_e of π_B less A_e of κ_B.

    :param dataset: {item: {coder: masses}}.
    :param n_t: Boundaries that miss each other by less than this are near misses.
    :param return_parts: Whether to return the two.

    >>> from accord.compat.segeval import artstein_poesio_bias_linear
    >>> round(artstein_poesio_bias_linear({"i": {"c1": [2, 8, 2, 1], "c2": [2, 1, 7, 2, 1]}}), 4)
    Decimal('0.0017')
    """
    study = _study(dataset)
    pooled, own = (_decimal(of(study, n_t=n_t).A_e) for of in (pi_b, kappa_b))
    return (pooled, own) if return_parts else pooled - own


def _decimal(value: float | None) -> Decimal:
    return Decimal("NaN") if value is None else Decimal(repr(float(value)))


def _over(
    given: tuple[Any, Any, Any, _Form, bool],
    counted: Callable[[Any, Any, _Form], tuple[Any, Any]],
    one_minus: bool,
    return_parts: bool,
    nothing: Decimal = Decimal("NaN"),
) -> Any:
    """The value of two segmentations, or by the names of item and coders those of a data set."""
    hypothesis, reference, dataset, form, permuted = given
    if hypothesis is None and dataset is None:
        raise DataError("give a hypothesis and a reference, or a data set")

    def value(one: Any, other: Any, written: _Form) -> Any:
        part, whole = counted(one, other, written)
        if return_parts:
            return part, whole
        found = Decimal(part) / Decimal(whole) if whole else nothing
        return Decimal(1) - found if one_minus else found

    many = dataset if hypothesis is None else hypothesis
    if isinstance(many, Mapping):
        written = getattr(many, "boundary_format", form)
        if getattr(reference, "boundary_format", written) != written:
            raise DataError("the data sets are written in different formats")
        pairs = _pairs(many, reference, permuted)
        return {",".join(key): value(one, other, written) for key, one, other in pairs}
    if reference is None:
        raise DataError("give a reference as well as the hypothesis")
    return value(hypothesis, reference, form)


def _pairs(
    data: Mapping[Any, Mapping[Any, Any]], other: Any, permuted: bool
) -> Iterator[tuple[tuple[str, str, str], Any, Any]]:
    """Every two coders of an item, or every coder of the one data set with each of the other."""
    for item, coders in data.items():
        if other is not None:
            theirs = other.get(item, {})
            for one, two in ((m, n) for m in coders for n in theirs):
                yield (str(item), str(one), str(two)), coders[one], theirs[two]
            continue
        for one, two in combinations(coders, 2):
            yield (str(item), str(one), str(two)), coders[one], coders[two]
            if permuted:
                yield (str(item), str(two), str(one)), coders[two], coders[one]


def _places(one: Any, other: Any, form: _Form) -> tuple[IntArray, IntArray, int]:
    """The boundaries of two segmentations, and how many atoms there are."""
    if form == "sets":
        raise DataError("P_k and WindowDiff have no types of boundaries; give masses")
    masses = _masses(one, form), _masses(other, form)
    lengths = [sum(each) for each in masses]
    if lengths[0] != lengths[1]:
        raise DataError(f"the segmentations differ in length: {lengths[0]} and {lengths[1]}")
    first, second = (np.cumsum(each)[:-1].astype(np.int64) for each in masses)
    return first, second, lengths[0]


def _masses(segments: Any, form: _Form) -> list[int]:
    """The lengths of the segments."""
    if form not in get_args(_Form):
        raise UnknownNameError.of("format of boundaries", str(form), get_args(_Form))
    if isinstance(segments, int):
        return [segments]
    if form == "nltk":
        return [len(part) + 1 for part in segments.split("1")]
    if form == "position":
        cuts = [at for at in range(1, len(segments)) if segments[at] != segments[at - 1]]
        return [int(mass) for mass in np.diff([0, *cuts, len(segments)])]
    return [int(mass) for mass in segments]


def _window(reference: IntArray, length: int, size: int | None, rounding: Rounding) -> int:
    """The window that was asked for, else half the mean segment of the reference, at least 2."""
    if size is not None:
        return size
    masses = np.diff([0, *reference.tolist(), length])
    if rounding is round:
        return segeval_window(masses)
    return max(2, int(rounding(Decimal(length) / len(masses) / 2)))


def _wrong(differ: Callable[..., Any], passed: tuple[IntArray, IntArray], k: int) -> int:
    return int(np.count_nonzero(differ(*passed, k))) if 0 < k < len(passed[0]) else 0


def _edits(one: Any, other: Any, form: _Form, n_t: int) -> tuple[Edits, int, int]:
    """The edits between two segmentations, the atoms, and the types of boundaries."""
    study = _study({"d": {"one": one, "other": other}}, form)
    doc = study.documents[0]
    return boundary_edits(doc, 0, 1, n_t), doc.length, len(doc.types)


def _weight(edits: Edits, n_t: int, types: int) -> Decimal:
    """Edits by weight, as `Edits.weight` has them, in decimals."""
    near = Decimal(sum(abs(j - i) for i, j, _ in edits.transpositions)) / n_t
    swapped = Decimal(sum(abs(a - b) for a, b in edits.substitutions)) / max(types, 1)
    return edits.additions + near + swapped


def _study(dataset: Any, form: _Form = "mass") -> Segmentations:
    """A data set as a study; every coder has every item, as segeval needs it."""
    written = getattr(dataset, "boundary_format", form)
    if written not in get_args(_Form):
        raise UnknownNameError.of("format of boundaries", str(written), get_args(_Form))
    coders = [set(of_item) for of_item in dataset.values()]
    if len({frozenset(each) for each in coders}) != 1 or len(coders[0]) < 2:
        raise DataError("every item needs the same coders, and at least two of them")
    if written == "sets":
        rows = [
            (item, coder, place, kind)
            for item, of_item in dataset.items()
            for coder, places in of_item.items()
            for place, kinds in enumerate(places, 1)
            for kind in kinds
        ]
        lengths = {item: len(_first(of_item)) + 1 for item, of_item in dataset.items()}
        return Segmentations.of(rows, lengths=lengths, coders=sorted(coders[0], key=str))
    return Segmentations.from_masses(
        {
            item: {coder: _masses(each, written) for coder, each in of_item.items()}
            for item, of_item in dataset.items()
        }
    )


def _first(of_item: Mapping[Any, Sequence[Any]]) -> Sequence[Any]:
    return next(iter(of_item.values()))
