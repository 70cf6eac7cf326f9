"""The alphas for unitizing before 2016: α_U of 1995 (corrected 2004), uα and c|uα of 2013.

α_U goes category by category over the ends of units; the uα of 2013 squares the lengths of
intersections. γ was compared with these (Mathet et al. 2015).
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from accord._measure.by_document import ByDocument, DocumentSums
from accord._measure.spans.counted_in import counted_in
from accord._measure.spans.discretized import OnAtoms
from accord._measure.spans.sections import (
    Page,
    compared,
    emptiness,
    overlap_objection,
    pages,
    refuse,
    same_category_objection,
    with_gaps,
)
from accord._measure.spans.unitizing import (
    Category,
    category_of,
    lengths_that_meet,
    where_units_meet,
)
from accord.kinds.spans.atoms import Atoms
from accord.kinds.spans.overlap import meet
from accord.kinds.spans.parts import Spans
from accord.kinds.spans.study import Unitizings
from accord.model.agreement import Agreement
from accord.model.names import NEARLY_ZERO, FloatArray, IntArray
from accord.words.said import said

ALPHA_U = ("alpha_u_1995", "α_U")
U_ALPHA = ("u_alpha_2013", "uα(2013)")


def alpha_u_1995(
    study: Unitizings, *, category: Category = None, atom: OnAtoms = None
) -> Agreement:
    """α_U (Krippendorff 1995, with the expected disagreement of 2004).

    Each category is measured alone; units of different categories may overlap. Two units that
    intersect differ by the squares of the lengths at their ends, a unit that lies in a gap
    of the other coder by the square of its length:
    δ = (b_g − b_h)² + (e_g − e_h)², or l².
    Chance: every unit slid along the whole continuum,
    D_e = (2/L) Σ_g [(N − 1)(2l³ − 3l² + l)/3 + l² Σ_{gaps h ≥ l} (l_h − l + 1)]
    / (mL(mL − 1) − Σ l(l − 1)). Overall, α_U = 1 − Σ_c D_o(c) / Σ_c D_e(c); the categories are in
    `detail["by_category"]`, one of them with `category`. Its author withdrew it in favour of uα.
    Units that lie anywhere are not what D_e slides: coders who guess score below 0 (in
    `tests/laws/test_guessing.py` −.01 in a document of 50 units, −.02 in several of unlike
    length, −.35 in documents of one or two units).
    Undefined where no unit is marked. References: krippendorff1995, krippendorff2004.

    >>> import accord
    >>> study = accord.Unitizings.of([("d", 1, 225, 295, "c"), ("d", 1, 370, 400, "c"),
    ...     ("d", 2, 220, 300, "c"), ("d", 2, 355, 375, "c"), ("d", 2, 400, 420, "c")],
    ...     extents={"d": (150, 450)})
    >>> result = accord.spans.alpha_u_1995(study)
    >>> round(result.observed, 4), round(result.expected, 4), round(result.value, 4)
    (0.0144, 0.0532, 0.7286)
    """
    refuse(same_category_objection(study))
    given = study
    study, step, shown = counted_in(study, atom, apart=True)
    found = pages(study, step)
    settings: dict[str, Any] = {"atom": shown}
    why = emptiness(study, found)
    if why is not None:
        return _result(ALPHA_U, given, np.nan, np.nan, settings, why)
    parts = {}
    once = np.ones(len(found))
    for k, name in enumerate(study.categories):
        observed, expected = _Ends.of([_narrowed(page, k) for page in found]).disagreement(once)
        why = None if expected > 0 else f"spans of category {name!r} cannot disagree by chance"
        parts[name] = _result(
            ALPHA_U, given, observed, expected, {**settings, "category": name}, why
        )
    if category is not None:
        return parts[category_of(study.categories, category)]
    observed = sum(part.observed for part in parts.values())
    expected = sum(part.expected or 0.0 for part in parts.values())
    why = None if expected > 0 else said("undefined.units-cannot-disagree-chance")
    return _result(ALPHA_U, given, observed, expected, settings, why, by_category=parts)


def _result(
    names: tuple[str, str],
    study: Unitizings,
    observed: float,
    expected: float,
    settings: dict[str, Any],
    why: str | None,
    **detail: Any,
) -> Agreement:
    result = Agreement(*names, observed, expected, settings, study.counts(), unit=None)
    return replace(result, undefined=why, detail=detail)


def _narrowed(page: Page, category: int) -> Page:
    """The page with the units of one category alone, in the order of their starts."""
    lines = tuple(line.at(line.category == category) for line in page.lines)
    return Page(page.coders, lines, page.length)


@dataclass(frozen=True, slots=True, eq=False)
class _Ends:
    """What D_o and D_e of one category are made of: of each page its length, that of all its
    lines and Σ δ (`pages`); the lengths that units and gaps have, in their order, and how many
    units and gaps of each page have them; and how many of those of gaps are below each unit's."""

    pages: FloatArray
    unit: FloatArray
    units: Any
    gap: FloatArray
    gaps: Any
    shorter: IntArray

    @classmethod
    def of(cls, found: list[Page]) -> "_Ends":
        rows = np.zeros((len(found), 3))
        units, gaps = [], []
        for at, page in enumerate(found):
            rows[at] = page.length, page.length * len(page.lines), 0.0
            for i, j in page.pairs():
                # Twice: the paper sums over ordered pairs, and both orders have the same
                # differences.
                rows[at, 2] += 2 * page.share * _between(page.lines[i], page.lines[j])
            tiled = [with_gaps(line, page.length, -1) for line in page.lines]
            units.append(np.concatenate([line.length for line in page.lines]))
            gaps.append(np.concatenate([line.length[line.category == -1] for line in tiled]))
        (unit, number), (gap, number_of_gaps) = _lengths(units), _lengths(gaps)
        return cls(rows, unit, number, gap, number_of_gaps, np.searchsorted(gap, unit))

    def disagreement(self, often: FloatArray) -> tuple[float, float]:
        """D_o and D_e where each page counts so often."""
        extent, total, between = (float(part) for part in often @ self.pages)
        l, times, gaps = self.unit, often @ self.units, often @ self.gaps
        # Σ over gaps at least as long as a unit of (gap − l + 1)
        number, after = (
            np.concatenate([np.cumsum(part[::-1])[::-1], [0.0]]) for part in (gaps, gaps * self.gap)
        )
        # Sums from the longest gap down, so that every unit finds its own in one look.
        slides = after[self.shorter] - number[self.shorter] * (l - 1)
        pairs = (times.sum() - 1) / 3 * (2 * l**3 - 3 * l**2 + l) + l**2 * slides
        room = total * (total - 1) - float((times * (l * (l - 1))).sum())
        expected = 2 / extent * float((times * pairs).sum()) / room if room > 0 else 0.0
        return between / (total * extent), expected


def _lengths(parts: list[FloatArray]) -> tuple[FloatArray, Any]:
    """The lengths that there are, in their order, and how often each page has each."""
    from scipy.sparse import csr_array

    length, at = np.unique(np.concatenate(parts), return_inverse=True)
    page = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
    made = csr_array((np.ones(len(page)), (page, at.reshape(-1))), shape=(len(parts), len(length)))
    return length, made


def ends_by_document(
    study: Unitizings, *, category: Any = None, atom: Atoms | None = None
) -> ByDocument:
    """α_U by document: what its D_o and D_e are made of, of every category."""
    refuse(same_category_objection(study))
    study, step, _ = counted_in(study, atom, apart=True)
    found, there = pages(study, step), compared(study)
    names = list(study.categories)
    named = names if category is None else [category_of(study.categories, category)]
    ends = [_Ends.of([_narrowed(page, names.index(name)) for page in found]) for name in named]
    marked = np.array([sum(map(len, page.lines)) for page in found])

    def of(often: FloatArray) -> Agreement:
        some = often[there]
        if not (some @ marked if len(found) else 0):
            return Agreement(
                "", "", np.nan, np.nan, undefined=said("undefined.no-coder-marked-any-unit-2")
            )
        parts = [each.disagreement(some) for each in ends]
        observed, expected = (sum(column) for column in zip(*parts, strict=True))
        why = None if expected > 0 else said("undefined.units-cannot-disagree-chance-2")
        return Agreement("", "", observed, expected, undefined=why)

    return DocumentSums(
        len(study.continua),
        None,
        of,
        lambda coders: ends_by_document(study.only(coders), category=category, atom=step),
    )


def _between(one: Spans, other: Spans) -> float:
    """Σ δ over intersecting units, and over units that lie in a gap of the other coder."""
    g, h, _ = meet(one, other)
    ends = (one.start[g] - other.start[h]) ** 2 + (one.stop[g] - other.stop[h]) ** 2
    alone = sum(
        float((line.length[np.bincount(at, minlength=len(line)) == 0] ** 2).sum())
        for line, at in ((one, g), (other, h))
    )
    return float(ends.sum()) + alone


def u_alpha_2013(study: Unitizings, *, atom: OnAtoms = None) -> Agreement:
    """uα of Krippendorff 2013: squared lengths of the intersections that do not match.

    A section is a unit or a gap. D_o = Σ |g ∩ h|² / (L m(m − 1)) over sections of two coders
    with different values. Chance: each section slid past each other of any coder,
    D_e = Σ Σ_slides |overlap|² / ((mL)² − Σ l²); for lengths a ≤ b the slides make
    2 Σ_{x<a} x² + (b − a + 1) a². The book's formula for D_e was not at hand: this one is a
    reconstruction from its description. Long mismatches weigh by their squares, so agreement
    on positions can lower the value (Mathet et al. 2015, §6.1.7), and coders who guess score
    below 0 (in `tests/laws/test_guessing.py` −.00 in a document of 50 units, −.01 in several of
    unlike length, −.14 in documents of one or two units).
    Undefined where no unit is marked or sections all have one value.
    References: krippendorff2013, mathet2015.

    >>> import accord
    >>> study = accord.Unitizings.of(
    ...     [("d", "A", 0, 10, "x")], coders=["A", "B"], extents={"d": (0, 20)}
    ... )
    >>> accord.spans.u_alpha_2013(study).observed
    5.0
    """
    refuse(overlap_objection(study))
    given = study
    study, step, shown = counted_in(study, atom)
    found = pages(study, step)
    settings = {"atom": shown}
    why = emptiness(study, found)
    if why is not None:
        return _result(U_ALPHA, given, np.nan, np.nan, settings, why)
    made = _Slid.of(found, len(study.categories)).disagreement(np.ones(len(found)))
    why = None if made[1] > NEARLY_ZERO else said("undefined.all-sections-have-one")
    return _result(U_ALPHA, given, *made, settings, why)


@dataclass(frozen=True, slots=True, eq=False)
class _Slid:
    """What D_o and D_e of the uα of 2013 are made of: of each page the length of its lines and
    the squares of what does not match (`pages`); of sections, whose value is any or one of those
    that there are, the lengths that they have and how many of each page have them."""

    pages: FloatArray
    sections: tuple[tuple[FloatArray, Any], ...]

    @classmethod
    def of(cls, found: list[Page], gap: int) -> "_Slid":
        rows, tilings = np.zeros((len(found), 2)), []
        for at, page in enumerate(found):
            tiled = [with_gaps(line, page.length, gap) for line in page.lines]
            rows[at, 0] = page.length * len(page.lines)
            for i, j in page.pairs():
                g, h, shared = meet(tiled[i], tiled[j])
                differ = tiled[i].category[g] != tiled[j].category[h]
                rows[at, 1] += 2 * page.share * float((shared[differ] ** 2).sum())
            tilings.append(Spans.joined(tiled))
        values = np.unique(np.concatenate([part.category for part in tilings]))
        each = [[part.length[part.category == value] for part in tilings] for value in values]
        return cls(rows, tuple(map(_lengths, [[part.length for part in tilings], *each])))

    def disagreement(self, often: FloatArray) -> tuple[float, float]:
        """D_o and D_e where each page counts so often."""
        total, mismatch = (float(part) for part in often @ self.pages)
        (l, number), *same = self.sections
        times = often @ number
        room = total**2 - float((times * l**2).sum())
        slid = _slid(l, times) - sum(_slid(length, often @ part) for length, part in same)
        return mismatch / total, slid / room if room > 0 else 0.0


def sections_by_document(study: Unitizings, *, atom: Atoms | None = None) -> ByDocument:
    """The uα of 2013 by document: what its D_o and D_e are made of."""
    refuse(overlap_objection(study))
    study, step, _ = counted_in(study, atom)
    found, there = pages(study, step), compared(study)
    made = _Slid.of(found, len(study.categories)) if found else None
    marked = np.array([sum(map(len, page.lines)) for page in found])

    def of(often: FloatArray) -> Agreement:
        some = often[there]
        if made is None or not some @ marked:
            return Agreement(
                "", "", np.nan, np.nan, undefined=said("undefined.no-coder-marked-any-unit-2")
            )
        observed, expected = made.disagreement(some)
        why = None if expected > NEARLY_ZERO else said("undefined.all-sections-have-one-value")
        return Agreement("", "", observed, expected, undefined=why)

    return DocumentSums(
        len(study.continua),
        None,
        of,
        lambda coders: sections_by_document(study.only(coders), atom=step),
    )


def _slid(l: FloatArray, times: FloatArray) -> float:
    """Σ over all ordered pairs (a section with itself included) of Σ_slides |overlap|², where so
    many sections have each of these lengths, which are in order.

    For a ≤ b the slides sum to (a − a³)/3 + b a², so one order replaces all pairs.
    """
    # Lengths ascend, so sums from the end are over all sections that are longer: no table of pairs.
    longer = np.cumsum((times * l)[::-1])[::-1] - times * l
    number = np.cumsum(times[::-1])[::-1] - times
    pairs = times * (number * (l - l**3) / 3 + l**2 * longer)
    # Pairs of one length, a = b, stand once in the sum over ordered pairs and not twice.
    alone = times**2 * ((l - l**3) / 3 + l**3)
    return float(2 * pairs.sum() + alone.sum())


def cu_alpha_2013(study: Unitizings, *, distance: Any = "nominal") -> Agreement:
    """c|uα of Krippendorff 2013: how far categories agree where units meet, with a distance.

    Coincidences of the lengths that units of different coders share; chance as in the cuα of
    2016, without pairs of a unit with itself, which alone gives the published .744
    (Mathet et al. 2015, §6.1.1). So the two have the same value; unlike cuα, c|uα takes
    units that overlap (§6.2), where each of them meets each other. It is blind to
    splits and to missing units. Undefined where no units meet or they have one category.
    References: krippendorff2013, mathet2015.

    >>> import accord
    >>> study = accord.Unitizings.of(
    ...     [
    ...         ("d", "A", 0, 15, 1),
    ...         ("d", "A", 20, 25, 1),
    ...         ("d", "A", 30, 35, 2),
    ...         ("d", "A", 40, 45, 4),
    ...         ("d", "B", 0, 15, 1),
    ...         ("d", "B", 20, 25, 3),
    ...         ("d", "B", 30, 35, 1),
    ...         ("d", "B", 40, 45, 4),
    ...     ]
    ... )
    >>> result = accord.spans.cu_alpha_2013(study, distance="interval")
    >>> round(result.observed, 4), result.expected, round(result.value, 4)
    (0.8333, 3.25, 0.7436)
    """
    return where_units_meet("cu_alpha_2013", "c|uα", study, distance)


documents_of_cu_alpha_2013 = partial(lengths_that_meet, overlap=True)
