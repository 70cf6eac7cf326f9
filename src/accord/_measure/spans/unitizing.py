"""The unitizing alphas of 2016: uα, |uα, cuα and (k)uα, from coincidences of length.

Krippendorff, Mathet, Bouvry & Widlöcher replaced the earlier α_U (1995/2004) and uα, c|uα
(2013), which are kept apart in their own modules and never substituted. Coincidences of
length between values c and k, the gap ∅ being a value:

    ℓ_ck = Σ_{i≠j} Σ_{g of i valued c} Σ_{h of j valued k} |g ∩ h| / (m − 1)
    ε_ck = ℓ (ℓ_c ℓ_k − [c=k] s_c) / (ℓ² − Σ_c s_c)      s_c = Σ l² of units, s_∅ = Σ l of gaps

Chance: two pieces of length of all there are, never two of the same unit. The definitions
were rebuilt from programs and reproduce the published .510, .413 and .724.

Lengths are counted in atoms (`atom`, 1 by default: a character, a token, a second). uα and
|uα depend on it, because a gap is paired with itself piece by piece and a unit as a whole;
cuα and (k)uα do not.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any

import numpy as np

from accord._measure.by_document import ByDocument, DocumentSums
from accord._measure.cube.rows import steady
from accord._measure.distances.distance import distance as distance_of
from accord._measure.distances.metric import Distance
from accord._measure.spans.counted_in import counted_in
from accord._measure.spans.discretized import OnAtoms
from accord._measure.spans.sections import (
    Page,
    compared,
    emptiness,
    meetings,
    overlap_objection,
    refuse,
)
from accord.errors import UnknownNameError
from accord.kinds.spans.atoms import Atoms
from accord.kinds.spans.overlap import Met
from accord.kinds.spans.study import Unitizings
from accord.model.agreement import Agreement
from accord.model.names import NEARLY_ZERO, FloatArray, IntArray, Names
from accord.words.said import said

Category = Annotated[Any, "The category that the measure is about."]


@dataclass(frozen=True, slots=True, eq=False)
class Coincidences:
    """ℓ_ck with the gap as last value, s_c, and p_c of the units where they meet."""

    length: FloatArray
    own: FloatArray
    paired: FloatArray

    @property
    def meeting(self) -> FloatArray:
        """The coincidences between units alone."""
        return self.length[:-1, :-1]


AT_ONCE = 4_000_000
"""Numbers in the tables of the pairs that are looked at together."""


def shared_lengths(found: list[Page], met: Met, categories: int) -> Coincidences:
    """The lengths that units and gaps of any two coders share, of all pages together."""
    length, own, paired = _page_by_page(found, met, categories, np.zeros(len(found), dtype=np.intp))
    return Coincidences(length[0], own[0], paired[0])


def _page_by_page(
    found: list[Page], met: Met, categories: int, into: IntArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """ℓ_ck, s_c and p_c, where page p counts for row `into[p]`, page by page and pair by pair."""
    gap, size = categories, categories + 1
    number = int(into.max(initial=0)) + 1
    length, own = np.zeros((number, size, size)), np.zeros((number, size))
    paired = np.zeros((number, categories))
    # Each line, with its page: how long its units of each category are.
    lines = [(page, line) for page in found for line in page.lines]
    begins = np.cumsum([0, *(len(page.lines) for page in found)])
    of_line = np.repeat(np.arange(len(found)), np.diff(begins))
    units = np.array([len(line) for _, line in lines], dtype=np.intp)
    all_units = met.units
    key = np.repeat(np.arange(len(lines)), units) * categories + all_units.category
    shape = (len(lines), categories)
    totals = np.bincount(key, all_units.length, len(lines) * categories).reshape(shape)
    squares = np.bincount(key, all_units.length**2, len(lines) * categories).reshape(shape)
    # What no unit covers: on a line units do not overlap, so their lengths add up.
    rooms = np.array([page.length for page, _ in lines]) - totals.sum(axis=1)
    np.add.at(own[:, :gap], into[of_line], squares)
    np.add.at(own[:, gap], into[of_line], rooms)
    # Each pair of lines, some at a time: many categories make large tables.
    pairs = np.array(
        [
            (begin + i, begin + j)
            for begin, page in zip(begins.tolist(), found, strict=False)
            for i, j in page.pairs()
        ],
        dtype=np.intp,
    ).reshape(-1, 2)
    page_of = of_line[pairs[:, 0]]
    long = np.array([page.length for page in found])[page_of]
    share = np.array([page.share for page in found])[page_of]
    edges = np.searchsorted(met.pair, np.arange(len(pairs) + 1))
    step = max(1, AT_ONCE // (size * size))
    for low in range(0, len(pairs), step):
        high = min(low + step, len(pairs))
        cells = slice(edges[low], edges[high])
        one, two = totals[pairs[low:high, 0]], totals[pairs[low:high, 1]]
        pair = met.pair[cells] - low
        kinds = all_units.category[met.g[cells]] * size + all_units.category[met.h[cells]]
        counted = np.bincount(pair * size * size + kinds, met.shared[cells], (high - low) * size**2)
        # Where nothing meets NumPy counts in whole numbers, weights or not.
        table = counted.astype(np.float64).reshape(-1, size, size)
        met_length = table[:, :gap, :gap]
        table[:, :gap, gap] = one - met_length.sum(axis=2)
        table[:, gap, :gap] = two - met_length.sum(axis=1)
        table[:, gap, gap] = long[low:high] - one.sum(axis=1) - table[:, gap, :gap].sum(axis=1)
        where = into[page_of[low:high]]
        # Either coder of a pair is first once, as in a coincidence matrix.
        both = (table + table.transpose(0, 2, 1)) * share[low:high, None, None]
        np.add.at(length, where, both)
        sides = [
            _covered(met, cells, side, pair, high - low, categories, share[low:high])
            for side in (0, 1)
        ]
        # One coder of a pair after the other, as they come.
        np.add.at(paired, np.repeat(where, 2), np.stack(sides, axis=1).reshape(-1, categories))
    return length, own, paired


def _covered(
    met: Met,
    cells: slice,
    side: int,
    pair: IntArray,
    pairs: int,
    categories: int,
    share: FloatArray,
) -> FloatArray:
    """p_c of one coder of each pair: the squares of how much of each unit was met."""
    number, unit = (met.row, met.g) if side == 0 else (met.column, met.h)
    there, first, at = np.unique(number[cells], return_index=True, return_inverse=True)
    # A unit that several units of the other coder meet is one unit, so sums are squared and not
    # parts.
    covered = np.bincount(at, met.shared[cells], len(there)) ** 2
    key = pair[first] * categories + met.units.category[unit[cells]][first]
    found = np.bincount(key, covered, pairs * categories).reshape(pairs, categories)
    return np.asarray(found * share[:, None])


def u_alpha(study: Unitizings, *, atom: OnAtoms = None) -> Agreement:
    """Krippendorff's uα (2016): agreement on the whole text, marked or not, and on the labels.

    Chance: any two pieces of the continuum, except two of the same unit.
    uα = 1 − (ℓ − Σ_c ℓ_cc) / (ℓ − Σ_c ε_cc), gaps included; categories are nominal.
    Undefined where no unit is marked or one unit covers everything.
    References: krippendorff2016.

    >>> import accord
    >>> units = {
    ...     "Alex": [(2, 9, 1), (11, 17, 2), (24, 30, 5), (32, 36, 6), (36, 44, 6), (44, 60, 7)],
    ...     "Paul": [(2, 9, 1), (11, 17, 3), (19, 25, 5), (32, 44, 6)],
    ...     "Suzan": [(2, 9, 1), (11, 17, 4), (21, 27, 5), (32, 36, 6), (36, 40, 6), (40, 44, 6)],
    ... }
    >>> rows = [("d", c, *u) for c, marked in units.items() for u in marked]
    >>> study = accord.Unitizings.of(rows, extents={"d": (0, 60)})
    >>> round(accord.spans.u_alpha(study).value, 3), round(accord.spans.bar_u_alpha(study).value, 3)
    (0.51, 0.413)
    """
    return _of_length("u_alpha", "uα", study, atom, _all_values)


def bar_u_alpha(study: Unitizings, *, atom: OnAtoms = None) -> Agreement:
    """Krippendorff's |uα (2016): agreement on what is marked, ignoring labels.

    Chance as for uα. |uα = 1 − (ℓ_∅ − ℓ_∅∅) / (Σ_k ε_∅k − ε_∅∅).
    Undefined where there is no gap or nothing but gaps. References: krippendorff2016.

    >>> import accord
    >>> rows = [("d", "A", 0, 4, "x"), ("d", "A", 6, 9, "y"), ("d", "B", 0, 3, "x")]
    >>> round(accord.spans.bar_u_alpha(accord.Unitizings.of(rows, extents={"d": (0, 10)})).value, 4)
    0.288
    """
    return _of_length("bar_u_alpha", "|uα", study, atom, _gaps_alone)


def _all_values(table: FloatArray) -> float:
    return steady(table.ravel()) - steady(np.diag(table))


def _gaps_alone(table: FloatArray) -> float:
    return 2 * (steady(table[-1]) - float(table[-1, -1]))


def _of_length(
    name: str, symbol: str, study: Unitizings, atom: Atoms | None, disagreement: Any
) -> Agreement:
    refuse(overlap_objection(study))
    counts = study.counts()
    study, step, shown = counted_in(study, atom)
    found, met = meetings(study, step)
    why = emptiness(study, found)
    result = Agreement(name, symbol, np.nan, np.nan, {"atom": shown}, counts, undefined=why)
    if why is not None:
        return result
    seen = shared_lengths(found, met, len(study.categories))
    made = _with_lengths(result, seen, disagreement)
    return replace(made, detail={**made.detail, "values": (*study.categories, None)})


def _with_lengths(result: Agreement, seen: Coincidences, disagreement: Any) -> Agreement:
    by_chance = expected_lengths(seen.length, seen.own)
    total = steady(seen.length.ravel())
    observed, expected = (float(disagreement(table) / total) for table in (seen.length, by_chance))
    missing = "undefined.no-gaps" if result.symbol == "|uα" else "undefined.one-value"
    why = None if expected > NEARLY_ZERO else said(missing)
    detail = {"observed": seen.length, "expected": by_chance}
    return replace(result, observed=observed, expected=expected, detail=detail, undefined=why)


_LARGEST = 40_000_000
"""The most numbers of a table of lengths by document."""


def _lengths(
    study: Unitizings, atom: float | None, of: Callable[[Coincidences], Agreement], again: Any
) -> ByDocument | None:
    """The lengths that meet in each document; None where there are too many categories."""
    gap, size = len(study.categories), len(study.categories) + 1
    edges = (size * size, size * size + size)
    # Then resamples draw documents and count them again, which takes no table.
    if len(study.continua) * (edges[1] + gap) > _LARGEST:
        return None
    rows = np.zeros((len(study.continua), edges[1] + gap))
    found, met = meetings(study) if atom is None else meetings(study, atom)
    if found:
        length, own, paired = _page_by_page(found, met, gap, np.arange(len(found)))
        rows[compared(study)] = np.hstack([length.reshape(len(found), -1), own, paired])

    def made(total: FloatArray) -> Agreement:
        length, own, paired = np.split(total, edges)
        # A resample may have drawn only documents without a unit.
        if not own[:gap].any():
            return _NOTHING
        return of(Coincidences(length.reshape(size, size), own, paired))

    return DocumentSums(len(rows), rows, made, lambda coders: again(study.only(coders)))


_NOTHING = Agreement("", "", np.nan, np.nan, undefined="no coder marked a span")


def all_lengths(
    study: Unitizings, *, atom: OnAtoms = None, gaps: bool = False
) -> ByDocument | None:
    """uα by document, or with `gaps` |uα: what units and gaps share, and their own lengths."""
    refuse(overlap_objection(study))
    blank = Agreement("", "|uα" if gaps else "uα", np.nan, np.nan)
    disagreement = _gaps_alone if gaps else _all_values
    study, step, _ = counted_in(study, atom)
    return _lengths(
        study,
        step,
        lambda seen: _with_lengths(blank, seen, disagreement),
        partial(all_lengths, atom=step, gaps=gaps),
    )


def expected_lengths(length: FloatArray, own: FloatArray) -> FloatArray:
    """ε_ck: all pairs of pieces but those of the same unit, scaled to the total length."""
    # Sorted, so that the order of categories changes no bit.
    margin, total = np.sort(length, axis=1).sum(axis=1), steady(length.ravel())
    pairs = np.outer(margin, margin)
    # Two pieces of one unit cannot differ, and chance must not count on them.
    pairs[np.diag_indices_from(pairs)] -= own
    room = total**2 - steady(own)
    return pairs * (total / room) if room > 0 else np.zeros_like(pairs)


def cu_alpha(study: Unitizings, *, distance: Any = "nominal") -> Agreement:
    """Krippendorff's cuα (2016): agreement on labels where spans of two coders overlap.

    Gaps and all that meets no unit are ignored; the coverage, the share of the continuum that
    was compared, is in `detail["coverage"]`. Chance: any two pieces of units that meet, except two
    of the same unit: e_ck = n (n_c n_k − [c=k] p_c) / (n² − Σ p_c).
    cuα = 1 − Σ ℓ_ck d_ck / Σ e_ck d_ck with any distance.
    Undefined where no units meet or they have one category only. References: krippendorff2016.

    >>> import accord
    >>> study = accord.Unitizings.of([("d", "A", 0, 6, "x"), ("d", "A", 6, 9, "y"),
    ...                        ("d", "B", 0, 5, "x"), ("d", "B", 5, 9, "y")])
    >>> round(accord.spans.cu_alpha(study).value, 4)
    0.8283
    """
    return where_units_meet("cu_alpha", "cuα", study, distance)


def where_units_meet(name: str, symbol: str, study: Unitizings, distance: Any) -> Agreement:
    """α on the coincidences of units, with what each category alone has in the detail."""
    if symbol != "c|uα":
        refuse(overlap_objection(study))
    found, met = meetings(study)
    metric_of = distance_of(distance)
    settings = {"d": metric_of.name}
    why = emptiness(study, found)
    result = Agreement(name, symbol, np.nan, np.nan, settings, study.counts(), undefined=why)
    if why is not None:
        return result
    seen = shared_lengths(found, met, len(study.categories))
    made, by_chance, d = _where_met(result, seen, study.categories, metric_of)
    if not made.detail:
        return made
    each = _by_category(study, seen, by_chance, d, settings)
    return replace(made, detail={**made.detail, "by_category": each})


def _where_met(
    result: Agreement, seen: Coincidences, categories: Names, metric_of: Distance
) -> tuple[Agreement, FloatArray, FloatArray]:
    """α on the coincidences of units, the coincidences by chance, and the distances."""
    meeting, total = seen.meeting, steady(seen.meeting.ravel())
    by_chance = expected_lengths(meeting, seen.paired)
    metric = metric_of.fit(categories, meeting.sum(axis=1), True)
    d = metric.matrix()
    if not total:
        why = said("undefined.no-unit-one-coder")
        return replace(result, undefined=why), by_chance, d
    observed, expected = (steady((part * d).ravel()) / total for part in (meeting, by_chance))
    detail = {
        "coverage": float(total / seen.length.sum()),
        "observed": meeting,
        "expected": by_chance,
    }
    undefined = None if expected > NEARLY_ZERO else said("undefined.one-category-met")
    made = replace(result, observed=observed, expected=expected, unit=metric.unit, detail=detail)
    return replace(made, undefined=undefined), by_chance, d


def lengths_that_meet(
    study: Unitizings, *, distance: Any = "nominal", overlap: bool = False
) -> ByDocument | None:
    """cuα by document (c|uα where units of a coder may overlap): lengths of units that meet."""
    if not overlap:
        refuse(overlap_objection(study))
    recipe, blank = distance_of(distance), Agreement("", "cuα", np.nan, np.nan)
    return _lengths(
        study,
        None,
        lambda seen: _where_met(blank, seen, study.categories, recipe)[0],
        partial(lengths_that_meet, distance=distance, overlap=overlap),
    )


def lengths_of_category(
    study: Unitizings, *, category: Any = None, distance: Any = "nominal"
) -> ByDocument | None:
    """(k)uα by document; None where no category is named."""
    refuse(overlap_objection(study))
    if category is None:
        return None
    name, recipe = category_of(study.categories, category), distance_of(distance)
    blank = Agreement("", "(k)uα", np.nan, np.nan)

    def of(seen: Coincidences) -> Agreement:
        made, by_chance, d = _where_met(blank, seen, study.categories, recipe)
        if not made.detail:
            return made
        return _by_category(study, seen, by_chance, d, {})[name]

    return _lengths(study, None, of, partial(lengths_of_category, category=name, distance=distance))


def _by_category(
    study: Unitizings,
    seen: Coincidences,
    by_chance: FloatArray,
    d: FloatArray,
    settings: Mapping[str, Any],
) -> dict[Any, Agreement]:
    """(k)uα of each category: row k of the coincidences, with its coverage n_k/ℓ_k."""
    found = {}
    for k, category in enumerate(study.categories):
        n_k, l_k = steady(seen.meeting[k]), steady(seen.length[k])
        why = None
        observed = expected = float("nan")
        if not n_k:
            why = f"spans of category {category!r} meet no span of another coder"
        else:
            observed = steady(seen.meeting[k] * d[k]) / n_k
            room = steady(by_chance[k])
            expected = steady(by_chance[k] * d[k]) / room if room > 0 else 0.0
            why = None if expected > NEARLY_ZERO else said("undefined.one-category-met")
        found[category] = Agreement(
            "ku_alpha",
            "(k)uα",
            observed,
            expected,
            {**settings, "category": category},
            study.counts(),
            undefined=why,
            detail={"coverage": float(n_k / l_k) if l_k else 0.0},
        )
    return found


def ku_alpha(
    study: Unitizings, *, category: Category = None, distance: Any = "nominal"
) -> Agreement:
    """Krippendorff's (k)uα (2016): agreement on one label where its spans overlap others.

    cuα restricted to the row of category k: 1 − (Σ_l ℓ_kl d_kl / n_k) / (Σ_l e_kl d_kl / Σ_l e_kl),
    with the coverage n_k/ℓ_k, the share of the
    category's length that meets a unit of another coder, in `detail["coverage"]`. Name the
    category with `category`; without it the result is undefined, and
    `detail["by_category"]` has all of them. References: krippendorff2016.

    >>> import accord
    >>> rows = [("d", "A", 0, 6, "x"), ("d", "B", 0, 5, "x"), ("d", "B", 5, 9, "y")]
    >>> round(accord.spans.ku_alpha(accord.Unitizings.of(rows), category="x").value, 4)
    0.4132
    """
    whole = where_units_meet("ku_alpha", "(k)uα", study, distance)
    found: dict[Any, Agreement] = whole.detail.get("by_category", {})
    if category is None or not found:
        names = ", ".join(repr(name) for name in found)
        why = whole.undefined or said("undefined.choose-one-category", names=names)
        return replace(whole, observed=np.nan, expected=np.nan, unit=1.0, undefined=why)
    return found[category_of(study.categories, category)]


def category_of(categories: Names, value: Any) -> Any:
    """The category that a user names, also where the command line has it as text."""
    for name in categories:
        if name == value or str(name) == str(value):
            return name
    raise UnknownNameError.of("category", str(value), map(str, categories))


documents_of_bar_u_alpha = partial(all_lengths, gaps=True)
