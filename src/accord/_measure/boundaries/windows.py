"""Segmentation: P_k, WindowDiff, GHD, and coefficients on boundaries, each place an item.

P_k, WindowDiff and GHD are error rates: they know no chance (`segmentation_chance` corrects
them) and were made to compare a program with a reference. Here they are taken for every
pair of coders and averaged; the pairs are in `detail["pairs"]`. Documents that one of the
two did not see are left out for the pair. A boundary of any type counts, or of one type (one
level of a hierarchy) with `boundary_type`.

Windows hold k places between k + 1 atoms and begin at each of the first N − k atoms of N;
NLTK and segeval agree on that, but not on k:

    pooled    half the mean segment of all coders and documents, half up, at least 2 (default:
              the only one that treats coders alike)
    segeval   half the mean segment of the reference, half to even, at least 2
    nltk      places / (2 · boundaries of the reference), half to even

For the last two each coder of a pair is the reference in turn, unless `reference` names one: then
every other coder is compared with that one, and k comes from it alone.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from math import fsum, nan
from typing import Annotated, Any

import numpy as np

from accord._measure.by_document import ByDocument, PairSums, mean_over_pairs
from accord._measure.cube import coefficients as coding
from accord.errors import AccordError, Setting, UnknownNameError
from accord.kinds.boundaries.parts import Segmentation
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.convert import segmentations_to_codings
from accord.kinds.kind import must_be
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray
from accord.words.said import said

_WINDOWS = ("pooled", "segeval", "nltk")

NOBODY = -1
"""The position of a reference that is not among the coders."""

Window = Annotated[int | str, f"Window k, or how to find it: {', '.join(_WINDOWS)}."]
Edges = Annotated[bool, "Count the two ends of each document as boundaries."]
BoundaryType = Annotated[Any, "Boundaries of this type (level) alone."]
_Reference = Annotated[Any, "The coder with whom every other coder is compared."]
Insertion = Annotated[float, "GHD: cost of a boundary that is missing."]
Deletion = Annotated[float, "GHD: cost of a boundary too many."]
Shift = Annotated[float, "GHD: cost of a shift by one place."]

Differ = Callable[[IntArray, IntArray, int], Any]
"""Which windows differ, from the boundaries passed at each place and k."""

_Rule = Callable[[Segmentation, int, int], list[int]]
"""k for a document and two coders: one, or one for each of them as reference."""


def pk(
    study: Segmentations,
    *,
    window: Window = "pooled",
    reference: _Reference = None,
    boundary_type: BoundaryType = None,
) -> Agreement:
    """P_k: the share of windows whose two ends are in one segment for one coder only.

    Beeferman, Berger & Lafferty's probability that two atoms k apart are wrongly joined or
    separated. 0 is perfect. `window` is k, or the rule for it: "pooled" is half the mean segment of
    all coders, "segeval" and "nltk" are the rules of those programs. With `reference` every other
    coder is compared with that one. Undefined where no document is longer than the window.
    References: beeferman1999.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [3, 3, 4], "B": [4, 2, 4]}})
    >>> round(accord.boundaries.pk(study, window=2).value, 4)
    0.25
    """
    return _windowed("pk", "P_k", study, window, reference, boundary_type, ends_differ)


def window_diff(
    study: Segmentations,
    *,
    window: Window = "pooled",
    reference: _Reference = None,
    boundary_type: BoundaryType = None,
) -> Agreement:
    """WindowDiff: the share of windows in which two coders have different numbers of boundaries.

    0 is perfect. `window` is k, or the rule for it: "pooled" is half the mean segment of all
    coders, "segeval" and "nltk" are the rules of those programs. With `reference` every other coder
    is compared with that one. Undefined where no document is longer than the window.
    References: pevzner2002.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [3, 3, 4], "B": [4, 2, 4]}})
    >>> round(accord.boundaries.window_diff(study, window=2).value, 4)
    0.25
    """
    settings = (window, reference, boundary_type)
    return _windowed("window_diff", "WindowDiff", study, *settings, numbers_differ)


def ends_differ(one: IntArray, other: IntArray, k: int) -> Any:
    """Which windows have a boundary for one coder only."""
    # Beeferman et al. 1999: are both ends in one segment, for one coder and not for the other?
    return (one[k:] != one[:-k]) != (other[k:] != other[:-k])


def numbers_differ(one: IntArray, other: IntArray, k: int) -> Any:
    """Which windows have different numbers of boundaries."""
    # Pevzner & Hearst 2002: numbers within a window differ where the difference of counts changes.
    ahead = one - other
    return ahead[k:] != ahead[:-k]


def _windowed(
    name: str,
    symbol: str,
    study: Segmentations,
    window: int | str,
    reference: Any,
    boundary_type: Any,
    differ: Differ,
) -> Agreement:
    study, level_settings = at_level(name, study, boundary_type)
    whose = _reference(study, reference)
    rule, used = _window_rule(study, window, whose), set[int]()
    table = _wrong_windows(study, rule, differ, used, whose)
    pairs = zip(table.pairs.tolist(), _rate(table.totals()).tolist(), strict=True)
    rates = {(i, j): rate for (i, j), rate in pairs}
    settings = {
        "window": window,
        **({"w": next(iter(used))} if len(used) == 1 else {}),
        **({} if whose is None else {"ref": study.coders[whose]}),
        **level_settings,
    }
    why = None if rates else said("undefined.no-document-two-coders-saw")
    return error_rate(name, symbol, study, rates, settings, why)


def _reference(study: Segmentations, reference: Any) -> int | None:
    """The position of the coder who is the reference, None where nobody is."""
    if reference is None:
        return None
    names = [str(coder) for coder in study.coders]
    if str(reference) not in names:
        raise UnknownNameError.of("coder", str(reference), names)
    return names.index(str(reference))


def _wrong_windows(
    study: Segmentations,
    rule: _Rule,
    differ: Differ,
    used: set[int] | None = None,
    reference: int | None = None,
) -> PairSums:
    """Wrong windows and all windows of every two coders in every document, or of every coder and
    the reference."""

    def found() -> Iterator[tuple[int, int, int, tuple[float, float]]]:
        for at, doc in enumerate(study.documents):
            coders = np.flatnonzero(doc.seen).tolist()
            passed = {c: boundaries_passed(doc.boundaries(c), doc.length) for c in coders}
            for i, j in combinations(passed, 2):
                if reference not in (None, i, j):
                    continue
                windows = rule(doc, i, j)
                if used is not None:
                    used.update(windows)
                fit = [k for k in windows if 0 < k < doc.length]
                wrong = [int(np.count_nonzero(differ(passed[i], passed[j], k))) for k in fit]
                if fit:
                    yield at, i, j, (sum(wrong), sum(doc.length - k for k in fit))

    return PairSums.found(len(study.documents), found(), 2, mean_over_pairs(_rate, errors=True))


def _rate(sums: FloatArray) -> FloatArray:
    """The first sum by the second, nan where there is nothing."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(sums[..., 1] > 0, sums[..., 0] / sums[..., 1], np.nan)


def windows_by_document(
    study: Segmentations,
    *,
    differ: Differ,
    window: int | str = "pooled",
    reference: Any = None,
    boundary_type: Any = None,
) -> ByDocument:
    """What each document adds to P_k or WindowDiff."""
    study, _ = at_level("window_diff", study, boundary_type)
    whose = _reference(study, reference)
    if window != "pooled":
        return _wrong_windows(study, _window_rule(study, window, whose), differ, None, whose)
    return PooledWindows(study, differ, whose)


@dataclass(frozen=True, eq=False)
class PooledWindows(ByDocument):
    """P_k or WindowDiff where k is half the mean segment of the documents that count: what these
    add is found once for each k that they lead to."""

    study: Segmentations
    differ: Differ
    reference: int | None = None
    found: dict[int, PairSums] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.study.documents)

    def only(self, coders: Sequence[int] | IntArray) -> "PooledWindows":
        """The same of these coders."""
        kept = [int(coder) for coder in coders]
        whose = self.reference
        if whose is not None:  # nobody can be compared with a reference that is left out
            whose = kept.index(whose) if whose in kept else NOBODY
        return PooledWindows(self.study.only(coders), self.differ, whose)

    def parts(self, often: FloatArray) -> FloatArray:
        """D_o and value for each row of `often`."""
        masses = np.array([(d.length * d.seen.sum(), _segments(d)) for d in self.study.documents])
        sums = often @ masses.reshape(-1, 2)
        result: FloatArray = np.full((len(often), 3), nan)
        k = np.array([_half(mass / number) if number else 2 for mass, number in sums])
        for one in np.unique(k).tolist():
            if one not in self.found:
                self.found[one] = _wrong_windows(
                    self.study, _window_rule(self.study, one), self.differ, None, self.reference
                )
            result[k == one] = self.found[one].parts(often[k == one])
        return result

    def notes(self) -> tuple[str, ...]:
        """That the window was not always the same."""
        if len(self.found) < 2:
            return ()
        windows = ", ".join(map(str, sorted(self.found)))
        return (
            said(
                "interval.resamples-differ-window-k",
                windows=windows,
                setting=Setting("window", max(self.found)),
            ),
        )


def _segments(doc: Segmentation) -> int:
    """How many segments all coders of a document have."""
    return sum(len(doc.masses(int(c))) for c in np.flatnonzero(doc.seen))


def _half(mean: float) -> int:
    """Half the mean segment, half up, at least 2."""
    # A window of 1 would see only exact matches.
    return max(2, int(np.floor(mean / 2 + 0.5)))


def boundaries_passed(boundaries: IntArray, length: int) -> IntArray:
    """How many boundaries there are at or before each place, from 0."""
    marks = np.zeros(length, dtype=np.int8)
    marks[boundaries] = 1
    return np.asarray(np.cumsum(marks, dtype=np.int32))


def segeval_window(masses: Any) -> int:
    """Half the mean segment, half to even, at least 2."""
    return max(2, round(float(np.mean(masses)) / 2))


def nltk_window(places: int, boundaries: int) -> int:
    """Half the places by the number of boundaries, half to even; no boundary counts as one."""
    return round(places / (2.0 * max(boundaries, 1)))


def _window_rule(study: Segmentations, window: int | str, reference: int | None = None) -> _Rule:
    """k for a document and the reference, one for each order of a pair of coders."""
    if isinstance(window, str) and window.isdigit():
        window = int(window)
    if isinstance(window, str) and window not in _WINDOWS:
        raise UnknownNameError.of("rule for the window", window, _WINDOWS)
    if not isinstance(window, str):
        if window < 1:
            raise AccordError(f"the window must be at least 1 position, got {window}")
        return lambda doc, i, j: [int(window)]
    if window == "pooled":
        parts = [d.masses(int(c)) for d in study.documents for c in np.flatnonzero(d.seen)]
        mean = float(np.concatenate(parts).mean()) if parts else 0.0
        return lambda doc, i, j: [_half(mean)]

    def references(i: int, j: int) -> tuple[int, ...]:
        return (i, j) if reference is None else (reference,)

    if window == "segeval":
        return lambda doc, i, j: [segeval_window(doc.masses(c)) for c in references(i, j)]
    return lambda doc, i, j: [
        nltk_window(doc.length - 1, len(found))
        for found in map(doc.boundaries, references(i, j))
        if len(found) or reference is not None
    ]


def ghd(
    study: Segmentations,
    *,
    insertion: Insertion = 1.0,
    deletion: Deletion = 1.0,
    shift: Shift = 0.5,
    boundary_type: BoundaryType = None,
) -> Agreement:
    """GHD: the cheapest way of turning one coder's boundaries into the other's.

    A boundary can be inserted, deleted, or shifted at `shift` × the distance. The mean over
    documents, then over pairs of coders; where insertion and deletion differ in cost, each
    coder is the reference in turn. 0 is perfect; it has no upper bound.
    Undefined where no document was seen by two coders. References: bookstein2002.

    >>> import accord
    >>> study = accord.Segmentations.from_strings({"d": {"A": "1100100000", "B": "1100010000"}})
    >>> accord.boundaries.ghd(study).value
    0.5
    """
    _, level_settings = at_level("ghd", study, boundary_type)
    costs = {"insertion": insertion, "deletion": deletion, "shift": shift}
    table = edit_costs(study, **costs, boundary_type=boundary_type)
    pairs = zip(table.pairs.tolist(), _rate(table.totals()).tolist(), strict=True)
    rates = {(i, j): rate for (i, j), rate in pairs}
    settings = {
        "ins": f"{insertion:g}",
        "del": f"{deletion:g}",
        "shift": f"{shift:g}",
        **level_settings,
    }
    why = None if rates else said("undefined.no-document-seen-two-coders-2")
    return error_rate("ghd", "GHD", study, rates, settings, why, unit=None)


def edit_costs(
    study: Segmentations,
    *,
    insertion: float = 1.0,
    deletion: float = 1.0,
    shift: float = 0.5,
    boundary_type: Any = None,
) -> PairSums:
    """The cost of every two coders in every document, and 1."""
    study, _ = at_level("ghd", study, boundary_type)
    if min(insertion, deletion, shift) < 0:
        raise AccordError("costs must be at least 0")

    def found() -> Iterator[tuple[int, int, int, tuple[float, float]]]:
        for at, doc in enumerate(study.documents):
            for i, j in combinations(np.flatnonzero(doc.seen).tolist(), 2):
                one, other = doc.boundaries(i), doc.boundaries(j)
                cost = edit_cost(one, other, insertion, deletion, shift)
                # No coder is the reference: the mean of both ways.
                if insertion != deletion:
                    cost = (cost + edit_cost(other, one, insertion, deletion, shift)) / 2
                yield at, i, j, (cost, 1.0)

    return PairSums.found(len(study.documents), found(), 2, mean_over_pairs(_rate, errors=True))


def edit_cost(
    reference: IntArray, hypothesis: IntArray, insertion: float, deletion: float, shift: float
) -> float:
    """The cheapest way of turning the hypothesis' boundaries into the reference's.

    Boundaries that both have stay as they are. A shift over more than
    (insertion + deletion) / shift places never pays, so boundaries further apart than that
    are independent.
    """
    common = np.intersect1d(reference, hypothesis)
    missing, extra = np.setdiff1d(reference, common), np.setdiff1d(hypothesis, common)
    if not shift:
        short = len(missing) - len(extra)
        return insertion * short if short > 0 else -deletion * short
    places = np.concatenate([missing, extra])
    order = np.argsort(places, kind="stable")
    # Farther than this, deleting and inserting is cheaper than shifting.
    reach = (insertion + deletion) / shift
    cuts = np.flatnonzero(np.diff(places[order]) > reach) + 1
    total = 0.0
    for group in np.split(order, cuts):
        mine = group < len(missing)
        total += _cluster(
            np.sort(places[group[mine]]), np.sort(places[group[~mine]]), insertion, deletion, shift
        )
    return total


def _cluster(
    missing: IntArray, extra: IntArray, insertion: float, deletion: float, shift: float
) -> float:
    """Row by row over the extra boundaries; insertions run along a row."""
    steps = insertion * np.arange(len(missing) + 1, dtype=np.float64)
    row = steps.copy()
    for place in extra:
        moved = row + deletion
        moved[1:] = np.minimum(moved[1:], row[:-1] + shift * np.abs(missing - place))
        # Insertions along a row without a loop: less what they cost, the least so far.
        row = np.minimum.accumulate(moved - steps) + steps
    return float(row[-1])


def boundary_kappa(
    study: Segmentations, *, edges: Edges = False, boundary_type: BoundaryType = None
) -> Agreement:
    """κ on boundaries: each place between two atoms is an item, boundary or not.

    Chance is each coder's own share of boundaries. All or nothing: a boundary one place off
    counts as two disagreements. With `edges` the two ends of each document are items
    as well. References: artstein2008.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [9, 2, 5, 4], "B": [8, 3, 5, 4]}})
    >>> round(accord.boundaries.boundary_kappa(study).value, 4)
    0.6042
    """
    return _on_places("boundary_kappa", "κ_b", study, edges, boundary_type, coding.kappa)


def boundary_pi(
    study: Segmentations, *, edges: Edges = False, boundary_type: BoundaryType = None
) -> Agreement:
    """π (K) on boundaries: each place between two atoms is an item, boundary or not.

    Chance is the share of boundaries of all coders together. References: artstein2008.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [24, 25], "B": [25, 24]}})
    >>> round(
    ...     accord.boundaries.boundary_pi(study, edges=True).value, 2
    ... )  # Artstein & Poesio's Table 8, case 1
    0.65
    """
    return _on_places("boundary_pi", "π_b", study, edges, boundary_type, coding.pi)


def boundary_alpha(
    study: Segmentations,
    *,
    distance: Any = "nominal",
    edges: Edges = False,
    boundary_type: BoundaryType = None,
) -> Agreement:
    """α on boundaries: each place between two atoms is an item, boundary or not.

    Chance: two places drawn from all places. Typed boundaries are sets of types; use a distance
    between sets (MASI, Jaccard) for them. References: krippendorff2004.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [9, 2, 5, 4], "B": [8, 3, 5, 4]}})
    >>> round(accord.boundaries.boundary_alpha(study).value, 4)
    0.6146
    """
    return _on_places(
        "boundary_alpha", "α_b", study, edges, boundary_type, coding.alpha, distance=distance
    )


def _on_places(
    name: str,
    symbol: str,
    study: Segmentations,
    edges: bool,
    boundary_type: Any,
    compute: Callable[..., Agreement],
    **settings: Any,
) -> Agreement:
    study, level = at_level(name, study, boundary_type)
    places = segmentations_to_codings(study, edges=edges)
    result = compute(places, **settings)
    level_settings = {"d": result.settings["d"], "edges": "yes" if edges else "no", **level}
    counts = {**study.counts(), "a": len(places.items)}
    return replace(result, measure=name, symbol=symbol, settings=level_settings, counts=counts)


def at_level(
    name: str, study: Segmentations, boundary_type: Any
) -> tuple[Segmentations, dict[str, Any]]:
    """The boundaries of one type alone, and what the signature says of it."""
    check_kind(name, study)
    if boundary_type is None:
        return study, {}
    for kind in study.types:
        if kind == boundary_type or str(kind) == str(boundary_type):
            return study.level(kind), {"type": kind}
    raise UnknownNameError.of("type of boundary", str(boundary_type), map(str, study.types))


def shared_documents(study: Segmentations) -> Iterator[tuple[int, int, Segmentation]]:
    """Every document with every pair of coders who saw it."""
    for doc in study.documents:
        for i, j in combinations(np.flatnonzero(doc.seen).tolist(), 2):
            yield i, j, doc


def error_rate(
    name: str,
    symbol: str,
    study: Segmentations,
    rates: dict[tuple[int, int], float],
    settings: dict[str, Any],
    why: str | None,
    unit: float | None = 1.0,
) -> Agreement:
    """The mean over pairs of an error, with the pairs in the detail."""
    value = fsum(rates.values()) / len(rates) if rates else np.nan
    named = {(study.coders[i], study.coders[j]): rate for (i, j), rate in rates.items()}
    result = Agreement(name, symbol, value, None, settings, study.counts(), value, why, unit)
    return replace(result, detail={"pairs": named})


def check_kind(name: str, study: Segmentations) -> None:
    """Segmentations, and nothing else."""
    way = "accord.convert.units_to_segmentations"
    instead = f"; spans that cover everything become segments with {way}"
    must_be(study, Segmentations.kind, name, instead)


def largest_ghd(found: Agreement) -> float:
    """The cost of replacing all boundaries: (insertion + deletion) × boundaries per coder."""
    costs = float(found.settings["ins"]) + float(found.settings["del"])
    return costs * found.counts["b"] / (found.counts["c"] * found.counts["i"])


documents_of_pk = partial(windows_by_document, differ=ends_differ)
documents_of_window_diff = partial(windows_by_document, differ=numbers_differ)
