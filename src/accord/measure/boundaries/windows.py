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

For the last two each coder of a pair is the reference in turn.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import fsum
from typing import Annotated, Any

import numpy as np

from accord.errors import AccordError, UnknownNameError
from accord.measure.cube import coefficients as coding
from accord.measure.entry import Leads, Measure, suits
from accord.model.agreement import Agreement
from accord.model.convert import segmentations_to_codings
from accord.model.names import IntArray
from accord.model.units.segmentations import Segmentation, Segmentations

WINDOWS = ("pooled", "segeval", "nltk")

Window = Annotated[int | str, f"Window k, or how to find it: {', '.join(WINDOWS)}."]
Edges = Annotated[bool, "Count the two ends of each document as boundaries."]
BoundaryType = Annotated[Any, "Boundaries of this type (level) alone."]
Insertion = Annotated[float, "GHD: cost of a boundary that is missing."]
Deletion = Annotated[float, "GHD: cost of a boundary too many."]
Shift = Annotated[float, "GHD: cost of a shift by one place."]

Differ = Callable[[IntArray, IntArray, int], Any]
"""Which windows differ, from the boundaries passed at each place and k."""


def pk(
    study: Segmentations, *, window: Window = "pooled", boundary_type: BoundaryType = None
) -> Agreement:
    """P_k: the share of windows whose two ends are in one segment for one coder only.

    Beeferman, Berger & Lafferty's probability that two atoms k apart are wrongly joined or
    parted. 0 is perfect. `window` is k or how to find it (see the module).
    Undefined where no document is longer than the window. References: beeferman1999.

    >>> study = Segmentations.from_masses({"d": {"A": [3, 3, 4], "B": [4, 2, 4]}})
    >>> round(pk(study, window=2).value, 4)
    0.25
    """

    def differ(one: IntArray, other: IntArray, k: int) -> Any:
        return (one[k:] != one[:-k]) != (other[k:] != other[:-k])

    return _windowed("pk", "P_k", study, window, boundary_type, differ)


def window_diff(
    study: Segmentations, *, window: Window = "pooled", boundary_type: BoundaryType = None
) -> Agreement:
    """WindowDiff: the share of windows in which two coders have different numbers of boundaries.

    0 is perfect. `window` is k or how to find it (see the module).
    Undefined where no document is longer than the window. References: pevzner2002.

    >>> study = Segmentations.from_masses({"d": {"A": [3, 3, 4], "B": [4, 2, 4]}})
    >>> round(window_diff(study, window=2).value, 4)
    0.25
    """

    def differ(one: IntArray, other: IntArray, k: int) -> Any:
        ahead = one - other
        return ahead[k:] != ahead[:-k]

    return _windowed("window_diff", "WindowDiff", study, window, boundary_type, differ)


def _windowed(
    name: str,
    symbol: str,
    study: Segmentations,
    window: int | str,
    boundary_type: Any,
    differ: Differ,
) -> Agreement:
    study, said = at_level(name, study, boundary_type)
    rule = _window_rule(study, window)
    sums: dict[tuple[int, int], list[int]] = {}
    used = set()
    for i, j, doc in shared_documents(study):
        totals = _passed(doc, i), _passed(doc, j)
        for k in rule(doc, i, j):
            used.add(k)
            if not 0 < k < doc.length:
                continue
            total = sums.setdefault((i, j), [0, 0])
            total[0] += int(np.count_nonzero(differ(*totals, k)))
            total[1] += doc.length - k
    rates = {pair: wrong / windows for pair, (wrong, windows) in sums.items()}
    settings = {"window": window, **({"w": next(iter(used))} if len(used) == 1 else {}), **said}
    why = None if rates else "no document that two coders saw is longer than the window"
    return error_rate(name, symbol, study, rates, settings, why)


def _passed(doc: Segmentation, coder: int) -> IntArray:
    """How many boundaries a coder has at or before each place, from 0."""
    marks = np.zeros(doc.length, dtype=np.int8)
    marks[doc.boundaries(coder)] = 1
    return np.asarray(np.cumsum(marks, dtype=np.int32))


def _window_rule(
    study: Segmentations, window: int | str
) -> Callable[[Segmentation, int, int], list[int]]:
    """k for a document and the reference, one for each order of a pair of coders."""
    if isinstance(window, str) and window.isdigit():
        window = int(window)
    if isinstance(window, str) and window not in WINDOWS:
        raise UnknownNameError.of("rule for the window", window, WINDOWS)
    if not isinstance(window, str):
        if window < 1:
            raise AccordError(f"a window holds at least one place, got {window}")
        return lambda doc, i, j: [int(window)]
    if window == "pooled":
        parts = [d.masses(int(c)) for d in study.documents for c in np.flatnonzero(d.seen)]
        mean = float(np.concatenate(parts).mean()) if parts else 0.0
        return lambda doc, i, j: [max(2, int(np.floor(mean / 2 + 0.5)))]
    if window == "segeval":
        return lambda doc, i, j: [max(2, round(float(doc.masses(c).mean()) / 2)) for c in (i, j)]
    return lambda doc, i, j: [
        round((doc.length - 1) / (2.0 * len(found)))
        for found in (doc.boundaries(i), doc.boundaries(j))
        if len(found)
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

    >>> study = Segmentations.from_strings({"d": {"A": "1100100000", "B": "1100010000"}})
    >>> ghd(study).value
    0.5
    """
    study, said = at_level("ghd", study, boundary_type)
    if min(insertion, deletion, shift) < 0:
        raise AccordError("costs must be at least 0")
    sums: dict[tuple[int, int], list[float]] = {}
    for i, j, doc in shared_documents(study):
        one, other = doc.boundaries(i), doc.boundaries(j)
        cost = edit_cost(one, other, insertion, deletion, shift)
        if insertion != deletion:
            cost = (cost + edit_cost(other, one, insertion, deletion, shift)) / 2
        sums.setdefault((i, j), []).append(cost)
    rates = {pair: fsum(costs) / len(costs) for pair, costs in sums.items()}
    settings = {"ins": f"{insertion:g}", "del": f"{deletion:g}", "shift": f"{shift:g}", **said}
    why = None if rates else "no document was seen by two coders"
    return error_rate("ghd", "GHD", study, rates, settings, why, unit=None)


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
        row = np.minimum.accumulate(moved - steps) + steps
    return float(row[-1])


def boundary_kappa(
    study: Segmentations, *, edges: Edges = False, boundary_type: BoundaryType = None
) -> Agreement:
    """κ on boundaries: each place between two atoms is an item, boundary or not.

    Chance is each coder's own share of boundaries. All or nothing: a boundary one place off
    counts as two disagreements. With `edges` the two ends of each document are items
    as well. References: artstein2008.

    >>> study = Segmentations.from_masses({"d": {"A": [9, 2, 5, 4], "B": [8, 3, 5, 4]}})
    >>> round(boundary_kappa(study).value, 4)
    0.6042
    """
    return _on_places("boundary_kappa", "κ_b", study, edges, boundary_type, coding.kappa)


def boundary_pi(
    study: Segmentations, *, edges: Edges = False, boundary_type: BoundaryType = None
) -> Agreement:
    """π (K) on boundaries: each place between two atoms is an item, boundary or not.

    Chance is the share of boundaries of all coders together. References: artstein2008.

    >>> study = Segmentations.from_masses({"d": {"A": [24, 25], "B": [25, 24]}})
    >>> round(boundary_pi(study, edges=True).value, 2)  # Artstein & Poesio's Table 8, case 1
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

    Chance draws two of all the places there are. Typed boundaries are sets of types, for
    which distances between sets (MASI, Jaccard) are meant. References: krippendorff2004.

    >>> study = Segmentations.from_masses({"d": {"A": [9, 2, 5, 4], "B": [8, 3, 5, 4]}})
    >>> round(boundary_alpha(study).value, 4)
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
    said = {"d": result.settings["d"], "edges": "yes" if edges else "no", **level}
    counts = {**study.counts(), "a": len(places.items)}
    return replace(result, measure=name, symbol=symbol, settings=said, counts=counts)


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
    if not isinstance(study, Segmentations):
        raise AccordError(
            f"{name} takes Segmentations, got {type(study).__name__}; "
            "units that cover everything become segments with accord.convert.units_to_segmentations"
        )


def _largest_ghd(found: Agreement) -> float:
    """The cost of replacing all boundaries: (insertion + deletion) × boundaries per coder."""
    costs = float(found.settings["ins"]) + float(found.settings["del"])
    return costs * found.counts["b"] / (found.counts["c"] * found.counts["i"])


_NEAR = "boundaries near each other count less"
_TWICE = "a boundary one place off counts as two disagreements"

_entry = partial(Measure, study=Segmentations)
_error = partial(_entry, bounds=(0.0, 1.0), better="lower")

ENTRIES: tuple[Measure, ...] = (
    _error(
        pk,
        "P_k",
        title="windows whose ends are in one segment for one coder only",
        also=("Pk", "Beeferman's Pk"),
        suits=suits("segmentation", remark=_NEAR),
    ),
    _error(
        window_diff,
        "WindowDiff",
        title="windows with different numbers of boundaries",
        also=("WD", "windowdiff"),
        suits=suits("segmentation", remark=_NEAR),
    ),
    _entry(
        ghd,
        "GHD",
        title="cheapest edit of boundaries",
        also=("generalized Hamming distance",),
        suits=suits("segmentation alignment"),
        bounds=(0.0, None),
        largest=_largest_ghd,
        better="lower",
    ),
    _entry(
        boundary_kappa,
        "κ_b",
        title="κ, each place an item",
        also=("kappa", "boundary kappa"),
        chance="per coder",
        suits=suits("segmentation chance many_coders categorizing", remark=_TWICE),
        leads=Leads(validity=3),
    ),
    _entry(
        boundary_pi,
        "π_b",
        title="π, each place an item",
        also=("pi", "K", "boundary K"),
        chance="pooled",
        suits=suits("segmentation chance many_coders categorizing", remark=_TWICE),
        leads=Leads(reliability=4),
    ),
    _entry(
        boundary_alpha,
        "α_b",
        title="α, each place an item",
        also=("alpha", "boundary alpha"),
        chance="drawn",
        suits=suits("segmentation chance many_coders categorizing weighted", remark=_TWICE),
        because="α over places takes any number of coders and is corrected for chance; a "
        "boundary one place off counts as two disagreements.",
        leads=Leads(reliability=3, validity=4),
    ),
)
