"""Spans compared two coders at a time: slot error rate, precision, recall and F1.

None of these is corrected for chance (`corrected_f1` corrects F1). They are what projects that mark
names and the like report; the mean over pairs of coders stands for the study, the pairs are in
`detail["pairs"]`. Documents that one coder of a pair did not see are left out for the pair.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Annotated, Any

import numpy as np

from accord._measure.by_document import BY_PAIRS, PairSums, mean_known, mean_over_pairs
from accord._measure.matching import best_matching
from accord._measure.spans.discretized import OnAtoms, read_atom
from accord._measure.spans.sections import compared, meetings
from accord.kinds.kind import must_be
from accord.kinds.spans.atoms import PASSAGES, atoms_of, runs_of
from accord.kinds.spans.overlap import Met
from accord.kinds.spans.parts import Continuum
from accord.kinds.spans.study import Unitizings
from accord.model.agreement import Agreement
from accord.model.names import BoolArray, FloatArray, IntArray
from accord.words.said import said

_Found = tuple[float, float, float, float]
"""How much of the first coder's units was found, of how much, and the same for the second."""

PairScore = Callable[[Met], FloatArray]
"""What the two coders of each pair of lines find (pairs × what `_Found` has)."""

Typed = Annotated[bool, "Whether the category must be the same too."]


def slot_error_rate(study: Unitizings) -> Agreement:
    """SER: errors of one coder against another as reference, per unit of the reference.

    Units are aligned one to one so that the errors cost least: wrong category .5, wrong
    borders .5, both 1, a unit too many 1, a unit missing 1; only units that intersect can be
    aligned. The mean over ordered pairs of coders; 0 is perfect, and it can exceed 1.
    A coder without units cannot be the reference; undefined where no coder has units.
    References: galibert2010, makhoul1999.

    >>> import accord
    >>> study = accord.Unitizings.of(
    ...     [
    ...         ("d", "A", 0, 5, "x"),
    ...         ("d", "A", 6, 9, "y"),
    ...         ("d", "B", 0, 4, "x"),
    ...         ("d", "B", 6, 9, "x"),
    ...         ("d", "B", 10, 12, "x"),
    ...     ]
    ... )
    >>> round(
    ...     accord.spans.slot_error_rate(study).value, 4
    ... )  # 2 errors, by 2 units of A and by 3 of B
    0.8333
    """
    table = slot_errors(study)
    rates = _rates(table.totals())
    named = {}
    for (i, j), (rate, back) in zip(table.pairs.tolist(), rates.tolist(), strict=True):
        named[study.coders[i], study.coders[j]] = rate
        named[study.coders[j], study.coders[i]] = back
    value = mean_known(rates)
    why = said("undefined.no-coder-has-units") if np.isnan(value) else None
    told = study.counts(), value, why, None
    result = Agreement("slot_error_rate", "SER", value, None, BY_PAIRS, *told)
    return replace(result, detail={"pairs": named})


def slot_errors(study: Unitizings) -> PairSums:
    """The errors of every two coders in every document, and how many units each of them has."""

    def score(met: Met) -> FloatArray:
        one, other = met.units.at(met.g), met.units.at(met.h)
        borders = (one.start != other.start) | (one.stop != other.stop)
        category = one.category != other.category
        # A match saves a miss and a false alarm, and costs half an error for each thing that is
        # wrong.
        saved = 2.0 - 0.5 * borders - 0.5 * category
        # The best matching and not the first: else the rate would rest on the order of units.
        kept = best_matching(met.row, met.column, saved)
        units = met.sizes.sum(axis=1)
        return np.column_stack([units - _summed(met, kept, saved[kept]), met.sizes])

    must_be(study, Unitizings.kind, "slot_error_rate")
    return _scored(study, score, mean_over_pairs(_rates, errors=True))


def _rates(sums: FloatArray) -> FloatArray:
    """Errors per unit of the first coder, and of the second; nan for one without units."""
    return _shares(sums[..., :1], sums[..., 1:])


def _shares(part: FloatArray, whole: FloatArray) -> FloatArray:
    """part / whole, nan where there is no whole."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(whole > 0, part / whole, np.nan)


def span_f1(study: Unitizings, *, typed: Typed = True) -> Agreement:
    """F1 of exact spans: a unit is found if the other coder has the same span and category.

    F1 = 2 · common / (units of one + units of the other), the mean over pairs of coders; for two
    coders precision one way is recall the other way. With `typed=False` categories are ignored.
    Undefined where no pair has units. References: hripcsak2005.

    >>> import accord
    >>> study = accord.Unitizings.of(
    ...     [("d", "A", 0, 5, "x"), ("d", "A", 6, 9, "y"), ("d", "B", 0, 5, "x")]
    ... )
    >>> round(accord.spans.span_f1(study).value, 4)
    0.6667
    """
    found = exact_spans(study, typed=typed)
    return _averaged("span_f1", "F1", study, found, {"typed": _said(typed)})


def exact_spans(study: Unitizings, *, typed: bool = True) -> PairSums:
    """The units of every two coders in every document that are the same."""
    return _found("span_f1", study, _exact(typed))


def _exact(typed: bool) -> PairScore:
    def score(met: Met) -> FloatArray:
        same = _candidates(met, typed) & _same_ends(met)
        cells = np.flatnonzero(same)
        kept = best_matching(met.row[cells], met.column[cells], np.ones(len(cells)))
        common = _summed(met, cells[kept])
        return _both_ways(met, common, common)

    return score


def overlap_f1(study: Unitizings, *, typed: Typed = True) -> Agreement:
    """F1 of overlapping spans: a unit is found if any unit of the other coder overlaps it.

    Recall is the share of one coder's units that are found, precision that of the other's;
    one long unit can find several short ones. Undefined where no pair has units.
    References: hripcsak2005.

    >>> import accord
    >>> study = accord.Unitizings.of([("d", "A", 0, 5, "x"), ("d", "B", 3, 6, "x")])
    >>> round(accord.spans.overlap_f1(study).value, 4)
    1.0
    """
    found = overlapping_spans(study, typed=typed)
    return _averaged("overlap_f1", "F1-overlap", study, found, {"typed": _said(typed)})


def overlapping_spans(study: Unitizings, *, typed: bool = True) -> PairSums:
    """The units of every two coders in every document that overlap one of the other's."""
    return _found("overlap_f1", study, _overlapping(typed))


def _overlapping(typed: bool) -> PairScore:
    def score(met: Met) -> FloatArray:
        cells = np.flatnonzero(_candidates(met, typed))
        # A unit that meets several is found once.
        found = (
            cells[np.unique(line[cells], return_index=True)[1]] for line in (met.row, met.column)
        )
        return _both_ways(met, *(_summed(met, some) for some in found))

    return score


def partial_f1(study: Unitizings, *, typed: Typed = True) -> Agreement:
    """F1 with partial credit: 1 for the same span, one half for a span that overlaps.

    Units are matched one to one for the largest credit. Undefined where no pair has units.
    References: makhoul1999, hripcsak2005.

    >>> import accord
    >>> study = accord.Unitizings.of([("d", "A", 0, 5, "x"), ("d", "B", 0, 3, "x")])
    >>> round(accord.spans.partial_f1(study).value, 4)
    0.5
    """
    found = partial_spans(study, typed=typed)
    return _averaged("partial_f1", "F1-partial", study, found, {"typed": _said(typed)})


def partial_spans(study: Unitizings, *, typed: bool = True) -> PairSums:
    """The credit of the units of every two coders in every document."""
    return _found("partial_f1", study, _partial(typed))


def _partial(typed: bool) -> PairScore:
    def score(met: Met) -> FloatArray:
        cells = np.flatnonzero(_candidates(met, typed))
        # Half a point: wrong ends are half an error of the slot error rate as well.
        credit = np.where(_same_ends(met)[cells], 1.0, 0.5)
        kept = best_matching(met.row[cells], met.column[cells], credit)
        common = _summed(met, cells[kept], credit[kept])
        return _both_ways(met, common, common)

    return score


PAIRWISE_SCORES: dict[str, Callable[[bool], PairScore]] = {
    "exact": _exact,
    "overlap": _overlapping,
    "partial": _partial,
}
"""What two coders find of each other's units in a document, by when a unit is found."""


def atom_f1(study: Unitizings, *, typed: Typed = True, atom: OnAtoms = None) -> Agreement:
    """F1 of atoms (tokens, characters): an atom in a unit is found if the other has it too.

    An atom belongs to a unit that covers its middle, a turn or paragraph to each that covers a part
    of it; units may overlap, an atom counts once for each category. Undefined where no pair has
    units. References: hripcsak2005.

    >>> import accord
    >>> study = accord.Unitizings.of([("d", "A", 0, 5, "x"), ("d", "B", 0, 3, "x")])
    >>> round(accord.spans.atom_f1(study).value, 4)
    0.75
    """
    _, shown = read_atom(atom, study)
    found = marked_atoms(study, typed=typed, atom=atom)
    return _averaged("atom_f1", "F1-atom", study, found, {"typed": _said(typed), "atom": shown})


def marked_atoms(study: Unitizings, *, typed: bool = True, atom: OnAtoms = None) -> PairSums:
    """The atoms in units of every two coders in every document."""
    must_be(study, Unitizings.kind, "atom_f1")
    length, _ = read_atom(atom, study)

    def found() -> Iterator[tuple[int, int, int, _Found]]:
        for at, continuum in enumerate(study.continua):
            middle, size = runs_of(continuum, length)
            whole = isinstance(length, str) and length in PASSAGES
            edges = atoms_of(continuum, length) if whole else (middle, middle)
            coders = np.flatnonzero(continuum.seen).tolist()
            marked = {c: _marked(continuum, c, edges, typed) for c in coders}
            for i, j in combinations(coders, 2):
                # Runs of atoms alike and not atoms: an hour of speech has millions of them.
                both = np.intersect1d(marked[i], marked[j], assume_unique=True)
                common, one, other = (
                    int(size[part % len(size)].sum()) for part in (both, marked[i], marked[j])
                )
                yield at, i, j, (common, one, common, other)

    return PairSums.found(len(study.continua), found(), 4, mean_over_pairs(f1_both_ways))


def _marked(
    continuum: Continuum, coder: int, edges: tuple[FloatArray, FloatArray], typed: bool
) -> IntArray:
    """The (category, run of atoms) pairs that a coder marked, as numbers.

    Of `edges`, the second counts where a unit begins (what ends before it is not in it), the first
    where it ends: begins and ends of passages, or twice the middles of atoms.
    """
    middle, last = edges
    mine = continuum.spans.at(continuum.coder == coder)
    side: Any = "left" if last is middle else "right"
    low, high = np.searchsorted(last, mine.start, side), np.searchsorted(middle, mine.stop)
    size = high - low
    offset = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
    atom = np.repeat(low, size) + offset
    category = np.repeat(mine.category.astype(np.int64), size) if typed else 0
    marked = np.sort(category * len(middle) + atom)
    return np.asarray(marked[np.diff(marked, prepend=-1) > 0])


def _candidates(met: Met, typed: bool) -> BoolArray:
    """Whether the units of a cell may be taken for the same."""
    if not typed:
        return np.ones(len(met.pair), dtype=bool)
    return np.asarray(met.units.category[met.g] == met.units.category[met.h])


def _same_ends(met: Met) -> BoolArray:
    start, stop = met.units.start, met.units.stop
    return np.asarray((start[met.g] == start[met.h]) & (stop[met.g] == stop[met.h]))


def _summed(met: Met, cells: IntArray, gain: FloatArray | None = None) -> FloatArray:
    """What these cells have together in each pair: their number, or their gain. Gains are halves
    and wholes, so that their sums are exact."""
    found = np.bincount(met.pair[cells], gain, minlength=len(met.sizes))
    return np.asarray(found, dtype=np.float64)


def _both_ways(met: Met, one: FloatArray, other: FloatArray) -> FloatArray:
    """What is found of how much, one way and back."""
    return np.column_stack([one, met.sizes[:, 0], other, met.sizes[:, 1]])


def _scored(
    study: Unitizings, score: PairScore, of: Callable[[FloatArray], FloatArray]
) -> PairSums:
    """The score of every two coders in every document that both saw."""
    found, met = meetings(study)
    places = [
        (at, int(page.coders[a]), int(page.coders[b]))
        for at, page in zip(compared(study), found, strict=True)
        for a, b in page.pairs()
    ]
    return PairSums.found_in(len(study.continua), places, score(met), of)


def _found(name: str, study: Unitizings, score: PairScore) -> PairSums:
    must_be(study, Unitizings.kind, name)
    return _scored(study, score, mean_over_pairs(f1_both_ways))


def f1_both_ways(sums: FloatArray) -> FloatArray:
    """F1 from what was found of how much, one way and back; nan where there is nothing."""
    # A coder without units has found nothing of the other's: 0, and nan only where both have none.
    recall, precision = (np.nan_to_num(_shares(sums[..., at], sums[..., at + 1])) for at in (0, 2))
    together = precision + recall
    with np.errstate(invalid="ignore"):
        f1 = np.where(together > 0, 2 * (precision * recall) / together, 0.0)
    return np.where(sums[..., 1] + sums[..., 3] > 0, f1, np.nan)


def _averaged(
    name: str, symbol: str, study: Unitizings, table: PairSums, settings: dict[str, Any]
) -> Agreement:
    sums = table.totals()
    recall, precision, f1 = (
        _shares(sums[:, 0], sums[:, 1]),
        _shares(sums[:, 2], sums[:, 3]),
        f1_both_ways(sums),
    )
    pairs = {
        (study.coders[i], study.coders[j]): {
            "precision": float(precision[at]),
            "recall": float(recall[at]),
            "f1": float(f1[at]),
        }
        for at, (i, j) in enumerate(table.pairs.tolist())
    }
    value = mean_known(f1)
    why = None
    if np.isnan(value):
        why = said("undefined.no-two-coders-saw")
    told = {**settings, **BY_PAIRS}
    result = Agreement(name, symbol, 1.0 - value, None, told, study.counts(), undefined=why)
    return replace(result, detail={"pairs": pairs})


def _said(typed: bool) -> str:
    return "yes" if typed else "no"
