"""Spans compared two coders at a time: slot error rate, precision, recall and F1.

None of these knows chance. They are what projects that mark names and the like
report; the mean over pairs of coders stands for the study, the pairs are in
`detail["pairs"]`. Documents that one coder of a pair did not see are left out for the pair.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import fsum
from typing import Annotated, Any

import numpy as np

from accord.errors import AccordError
from accord.measure.entry import Measure, suits
from accord.measure.matching import best_matching
from accord.measure.spans.discretized import OnAtoms, read_atom
from accord.measure.spans.sections import pages
from accord.measure.spans.unitizing import BLIND
from accord.model.agreement import Agreement
from accord.model.names import BoolArray, FloatArray, IntArray
from accord.model.units.atoms import runs_of
from accord.model.units.overlap import meet
from accord.model.units.unitizings import Continuum, Spans, Unitizings

Found = tuple[float, float, float, float]
"""How much of the first coder's units was found, of how much, and the same for the second."""

Typed = Annotated[bool, "Whether the category must be the same too."]


def slot_error_rate(study: Unitizings) -> Agreement:
    """SER: errors of one coder against another as reference, per unit of the reference.

    Units are aligned one to one so that the errors cost least: wrong category .5, wrong
    borders .5, both 1, a unit too many 1, a unit missing 1; only units that intersect can be
    aligned. The mean over ordered pairs of coders; 0 is perfect, and it can exceed 1.
    A coder without units is no reference; undefined where nobody is one.
    References: galibert2010, makhoul1999.

    >>> study = Unitizings.of([("d", "A", 0, 5, "x"), ("d", "A", 6, 9, "y"), ("d", "B", 0, 4, "x"),
    ...                        ("d", "B", 6, 9, "x"), ("d", "B", 10, 12, "x")])
    >>> round(slot_error_rate(study).value, 4)  # 2 errors, by 2 units of A and by 3 of B
    0.8333
    """
    _check("slot_error_rate", study)
    sizes: dict[tuple[int, int], list[float]] = {}
    for i, j, one, other in _line_pairs(study):
        g, h, _ = meet(one, other)
        borders = (one.start[g] != other.start[h]) | (one.stop[g] != other.stop[h])
        category = one.category[g] != other.category[h]
        saved = 2.0 - 0.5 * borders - 0.5 * category
        units = len(one) + len(other)
        kept = best_matching(g, h, saved)
        total = sizes.setdefault((i, j), [0.0, 0.0, 0.0])
        total[0] += units - float(saved[kept].sum())
        total[1] += len(one)
        total[2] += len(other)
    rates = {}
    for (i, j), (errors, first, second) in sizes.items():
        rates[i, j] = errors / first if first else np.nan
        rates[j, i] = errors / second if second else np.nan
    named = {(study.coders[i], study.coders[j]): rate for (i, j), rate in rates.items()}
    known = [rate for rate in rates.values() if not np.isnan(rate)]
    value = fsum(known) / len(known) if known else np.nan
    why = None if known else "no coder has units that could be the reference"
    result = Agreement("slot_error_rate", "SER", value, None, {}, study.counts(), value, why, None)
    return replace(result, detail={"pairs": named})


def span_f1(study: Unitizings, *, typed: Typed = True) -> Agreement:
    """F1 of exact spans: a unit is found if the other coder has the same span and category.

    F1 = 2 · common / (units of one + units of the other), the mean over pairs of coders; for two
    coders precision one way is recall the other way. With `typed` off categories are ignored.
    Undefined where no pair has units. References: hripcsak2005.

    >>> study = Unitizings.of([("d", "A", 0, 5, "x"), ("d", "A", 6, 9, "y"), ("d", "B", 0, 5, "x")])
    >>> round(span_f1(study).value, 4)
    0.6667
    """

    def score(one: Spans, other: Spans) -> Found:
        g, h, _ = _candidates(one, other, typed)
        same = (one.start[g] == other.start[h]) & (one.stop[g] == other.stop[h])
        common = float(len(best_matching(g[same], h[same], np.ones(int(same.sum())))))
        return common, len(one), common, len(other)

    return _mean_f1("span_f1", "F1", study, score, {"typed": _said(typed)})


def overlap_f1(study: Unitizings, *, typed: Typed = True) -> Agreement:
    """F1 of overlapping spans: a unit is found if any unit of the other coder overlaps it.

    Recall is the share of one coder's units that are found, precision that of the other's;
    one long unit can find several short ones. Undefined where no pair has units.
    References: hripcsak2005.

    >>> study = Unitizings.of([("d", "A", 0, 5, "x"), ("d", "B", 3, 6, "x")])
    >>> round(overlap_f1(study).value, 4)
    1.0
    """

    def score(one: Spans, other: Spans) -> Found:
        g, h, _ = _candidates(one, other, typed)
        return (float(len(np.unique(g))), len(one), float(len(np.unique(h))), len(other))

    return _mean_f1("overlap_f1", "F1-overlap", study, score, {"typed": _said(typed)})


def partial_f1(study: Unitizings, *, typed: Typed = True) -> Agreement:
    """F1 with partial credit: 1 for the same span, one half for a span that overlaps.

    Units are matched one to one for the largest credit. Undefined where no pair has units.
    References: makhoul1999, hripcsak2005.

    >>> study = Unitizings.of([("d", "A", 0, 5, "x"), ("d", "B", 0, 3, "x")])
    >>> round(partial_f1(study).value, 4)
    0.5
    """

    def score(one: Spans, other: Spans) -> Found:
        g, h, _ = _candidates(one, other, typed)
        same = (one.start[g] == other.start[h]) & (one.stop[g] == other.stop[h])
        credit = np.where(same, 1.0, 0.5)
        common = float(credit[best_matching(g, h, credit)].sum())
        return common, len(one), common, len(other)

    return _mean_f1("partial_f1", "F1-partial", study, score, {"typed": _said(typed)})


def atom_f1(study: Unitizings, *, typed: Typed = True, atom: OnAtoms = None) -> Agreement:
    """F1 of atoms (tokens, characters): an atom in a unit is found if the other has it too.

    An atom belongs to a unit that covers its middle; units may overlap, an atom counts once for
    each category. Undefined where no pair has units. References: hripcsak2005.

    >>> study = Unitizings.of([("d", "A", 0, 5, "x"), ("d", "B", 0, 3, "x")])
    >>> round(atom_f1(study).value, 4)
    0.75
    """
    _check("atom_f1", study)
    atom, shown = read_atom(atom, study)
    sums: dict[tuple[int, int], FloatArray] = {}
    for continuum in study.continua:
        middle, size = runs_of(continuum, atom)
        coders = np.flatnonzero(continuum.seen).tolist()
        marked = {c: _marked(continuum, c, middle, typed) for c in coders}
        for i, j in combinations(coders, 2):
            both = np.intersect1d(marked[i], marked[j], assume_unique=True)
            common, one, other = (
                int(size[at % len(size)].sum()) for at in (both, marked[i], marked[j])
            )
            total = sums.setdefault((i, j), np.zeros(4))
            total += (common, one, common, other)
    settings = {"typed": _said(typed), "atom": shown}
    return _averaged("atom_f1", "F1-atom", study, sums, settings)


def _marked(continuum: Continuum, coder: int, middle: FloatArray, typed: bool) -> IntArray:
    """The (category, run of atoms) pairs that a coder marked, as numbers."""
    mine = continuum.spans.at(continuum.coder == coder)
    low, high = np.searchsorted(middle, mine.start), np.searchsorted(middle, mine.stop)
    size = high - low
    offset = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
    atom = np.repeat(low, size) + offset
    category = np.repeat(mine.category.astype(np.int64), size) if typed else 0
    marked = np.sort(category * len(middle) + atom)
    return np.asarray(marked[np.diff(marked, prepend=-1) > 0])


def _candidates(one: Spans, other: Spans, typed: bool) -> tuple[IntArray, IntArray, FloatArray]:
    g, h, shared = meet(one, other)
    keep: BoolArray = np.ones(len(g), dtype=bool)
    if typed:
        keep = np.asarray(one.category[g] == other.category[h])
    return g[keep], h[keep], shared[keep]


def _line_pairs(study: Unitizings) -> Any:
    for page in pages(study):
        for a, b in page.pairs():
            yield int(page.coders[a]), int(page.coders[b]), page.lines[a], page.lines[b]


def _mean_f1(
    name: str,
    symbol: str,
    study: Unitizings,
    score: Callable[[Spans, Spans], Found],
    settings: dict[str, Any],
) -> Agreement:
    _check(name, study)
    sums: dict[tuple[int, int], FloatArray] = {}
    for i, j, one, other in _line_pairs(study):
        total = sums.setdefault((i, j), np.zeros(4))
        total += score(one, other)
    return _averaged(name, symbol, study, sums, settings)


def _averaged(
    name: str,
    symbol: str,
    study: Unitizings,
    sums: dict[tuple[int, int], FloatArray],
    settings: dict[str, Any],
) -> Agreement:
    pairs = {}
    for (i, j), (found, units, found_back, units_back) in sums.items():
        recall = found / units if units else np.nan
        precision = found_back / units_back if units_back else np.nan
        both = units + units_back
        f1 = np.nan
        if both:
            parts = np.nan_to_num([precision, recall])
            f1 = float(2 * parts.prod() / parts.sum()) if parts.sum() else 0.0
        pairs[study.coders[i], study.coders[j]] = {
            "precision": precision,
            "recall": recall,
            "f1": f1,
        }
    known = [pair["f1"] for pair in pairs.values() if not np.isnan(pair["f1"])]
    value = fsum(known) / len(known) if known else np.nan
    why = None if known else "no two coders saw a document in which one of them has units"
    result = Agreement(name, symbol, 1.0 - value, None, settings, study.counts(), undefined=why)
    return replace(result, detail={"pairs": pairs})


def _check(name: str, study: Unitizings) -> None:
    if not isinstance(study, Unitizings):
        raise AccordError(f"{name} takes Unitizings, got {type(study).__name__}")


def _said(typed: bool) -> str:
    return "yes" if typed else "no"


_entry = partial(Measure, study=Unitizings, bounds=(0.0, 1.0))

ENTRIES: tuple[Measure, ...] = (
    _entry(
        slot_error_rate,
        "SER",
        title="cost of the errors per unit, best alignment, not corrected for chance",
        also=("slot error rate", "modified SER"),
        suits=suits("categorizing segmentation unitizing alignment", part="overlap"),
        bounds=(0.0, None),
        better="lower",
    ),
    _entry(
        span_f1,
        "F1",
        title="exact spans, mean F1 over pairs",
        also=("span F1", "exact F1", "entity F1", "NER F1", "F-measure"),
        suits=suits(
            "categorizing segmentation unitizing overlap alignment",
            remark="a border one place off counts as much as a missed unit",
        ),
    ),
    _entry(
        overlap_f1,
        "F1-overlap",
        title="overlapping spans, mean F1 over pairs",
        also=("lenient F1", "relaxed F1"),
        suits=suits("categorizing", part="unitizing segmentation overlap"),
    ),
    _entry(
        partial_f1,
        "F1-partial",
        title="half credit for overlapping spans, mean F1 over pairs",
        also=("partial-credit F1", "MUC F1 (spans)"),
        suits=suits("categorizing segmentation unitizing overlap alignment"),
    ),
    _entry(
        atom_f1,
        "F1-atom",
        title="atoms in units, mean F1 over pairs",
        also=("token F1", "character F1", "token-level F1"),
        suits=suits("categorizing overlap", part="unitizing", remark=BLIND),
    ),
)
