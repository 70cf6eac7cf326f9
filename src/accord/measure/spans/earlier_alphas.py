"""The alphas for unitizing before 2016: α_U of 1995 (corrected 2004), uα and c|uα of 2013.

α_U goes category by category over the ends of units; the uα of 2013 squares the lengths of
intersections. γ was compared with these (Mathet et al. 2015).
"""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from accord.measure.entry import Leads, Measure, suits
from accord.measure.spans.sections import (
    Page,
    emptiness,
    overlap_objection,
    pages,
    refuse,
    same_category_objection,
    with_gaps,
)
from accord.measure.spans.unitizing import BLIND, Atom, Category, category_of, where_units_meet
from accord.model.agreement import Agreement
from accord.model.names import FloatArray
from accord.model.units.overlap import meet
from accord.model.units.unitizings import Spans, Unitizings

ALPHA_U = ("alpha_u_1995", "α_U")
U_ALPHA = ("u_alpha_2013", "uα(2013)")


def alpha_u_1995(study: Unitizings, *, category: Category = None, atom: Atom = None) -> Agreement:
    """α_U (Krippendorff 1995, with the expected disagreement of 2004).

    Each category is measured alone; units of different categories may overlap. Two units that
    intersect differ by the squares of the lengths at their ends, a unit that lies in a gap
    of the other coder by the square of its length:
    δ = (b_g − b_h)² + (e_g − e_h)², or l². Chance: every unit slid along everything
    that there is, D_e = (2/L) Σ_g [(N − 1)(2l³ − 3l² + l)/3 + l² Σ_{gaps h ≥ l} (l_h − l + 1)]
    / (mL(mL − 1) − Σ l(l − 1)). Overall, α_U = 1 − Σ_c D_o(c) / Σ_c D_e(c); the categories are in
    `detail["by_category"]`, one of them with `category`. Its author withdrew it in favour of uα.
    Undefined where no unit is marked. References: krippendorff1995, krippendorff2004.

    >>> study = Unitizings.of([("d", 1, 225, 295, "c"), ("d", 1, 370, 400, "c"),
    ...     ("d", 2, 220, 300, "c"), ("d", 2, 355, 375, "c"), ("d", 2, 400, 420, "c")],
    ...     extents={"d": (150, 450)})
    >>> result = alpha_u_1995(study)
    >>> round(result.observed, 4), round(result.expected, 4), round(result.value, 4)
    (0.0144, 0.0532, 0.7286)
    """
    refuse(same_category_objection(study))
    atom = study.resolution if atom is None else atom
    found = pages(study, atom)
    settings: dict[str, Any] = {"atom": f"{atom:g}"}
    why = emptiness(study, found)
    if why is not None:
        return _result(ALPHA_U, study, np.nan, np.nan, settings, why)
    parts = {}
    for k, name in enumerate(study.categories):
        observed, expected = _disagreement([_narrowed(page, k) for page in found])
        why = None if expected > 0 else f"units of category {name!r} cannot disagree by chance"
        parts[name] = _result(
            ALPHA_U, study, observed, expected, {**settings, "category": name}, why
        )
    if category is not None:
        return parts[category_of(study.categories, category)]
    observed = sum(part.observed for part in parts.values())
    expected = sum(part.expected or 0.0 for part in parts.values())
    why = None if expected > 0 else "units cannot disagree by chance: they cover everything"
    return _result(ALPHA_U, study, observed, expected, settings, why, by_category=parts)


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


def _disagreement(found: list[Page]) -> tuple[float, float]:
    """D_o and D_e of one category."""
    extent = sum(page.length for page in found)
    total = sum(page.length * len(page.lines) for page in found)
    observed = 0.0
    units, gaps = [], []
    for page in found:
        for i, j in page.pairs():
            observed += 2 * page.share * _between(page.lines[i], page.lines[j])
        for line in page.lines:
            tiled = with_gaps(line, page.length, -1)
            units.append(line.length)
            gaps.append(tiled.length[tiled.category == -1])
    l, gap = np.concatenate(units), np.sort(np.concatenate(gaps))
    pairs = (len(l) - 1) / 3 * (2 * l**3 - 3 * l**2 + l) + l**2 * _slides(l, gap)
    room = total * (total - 1) - float((l * (l - 1)).sum())
    return observed / (total * extent), 2 / extent * float(pairs.sum()) / room if room > 0 else 0.0


def _between(one: Spans, other: Spans) -> float:
    """Σ δ over intersecting units, and over units that lie in a gap of the other coder."""
    g, h, _ = meet(one, other)
    ends = (one.start[g] - other.start[h]) ** 2 + (one.stop[g] - other.stop[h]) ** 2
    alone = sum(
        float((line.length[np.bincount(at, minlength=len(line)) == 0] ** 2).sum())
        for line, at in ((one, g), (other, h))
    )
    return float(ends.sum()) + alone


def _slides(length: FloatArray, gaps: FloatArray) -> FloatArray:
    """Σ over gaps at least as long as the unit of (gap − l + 1); gaps are sorted."""
    after = np.concatenate([np.cumsum(gaps[::-1])[::-1], [0.0]])
    at = np.searchsorted(gaps, length)
    return np.asarray(after[at] - (len(gaps) - at) * (length - 1))


def u_alpha_2013(study: Unitizings, *, atom: Atom = None) -> Agreement:
    """uα of Krippendorff 2013: squared lengths of the intersections that do not match.

    A section is a unit or a gap. D_o = Σ |g ∩ h|² / (L m(m − 1)) over sections of two coders
    with different values. Chance: each section slid past each other of any coder,
    D_e = Σ Σ_slides |overlap|² / ((mL)² − Σ l²); for lengths a ≤ b the slides make
    2 Σ_{x<a} x² + (b − a + 1) a². The book's formula for D_e was not at hand: this one is a
    reconstruction from its description. Long mismatches weigh by their squares, so agreement
    on positions can lower the value (Mathet et al. 2015, §6.1.7).
    Undefined where no unit is marked or sections all have one value.
    References: krippendorff2013, mathet2015.

    >>> study = Unitizings.of([("d", "A", 0, 10, "x")], coders=["A", "B"], extents={"d": (0, 20)})
    >>> u_alpha_2013(study).observed
    5.0
    """
    refuse(overlap_objection(study))
    atom = study.resolution if atom is None else atom
    found = pages(study, atom)
    settings = {"atom": f"{atom:g}"}
    why = emptiness(study, found)
    if why is not None:
        return _result(U_ALPHA, study, np.nan, np.nan, settings, why)
    gap = len(study.categories)
    total, mismatch = sum(page.length * len(page.lines) for page in found), 0.0
    lengths, values = [], []
    for page in found:
        tiled = [with_gaps(line, page.length, gap) for line in page.lines]
        for i, j in page.pairs():
            g, h, shared = meet(tiled[i], tiled[j])
            differ = tiled[i].category[g] != tiled[j].category[h]
            mismatch += 2 * page.share * float((shared[differ] ** 2).sum())
        lengths += [line.length for line in tiled]
        values += [line.category for line in tiled]
    l, value = np.concatenate(lengths), np.concatenate(values)
    same = sum(_slid(l[value == v]) for v in np.unique(value))
    room = total**2 - float((l**2).sum())
    slid = _slid(l) - same
    expected = slid / room if room > 0 else 0.0
    why = None if expected > 1e-12 else "all sections have one value, so chance agreement is 1"
    return _result(U_ALPHA, study, mismatch / total, expected, settings, why)


def _slid(length: FloatArray) -> float:
    """Σ over all ordered pairs (a section with itself included) of Σ_slides |overlap|².

    For a ≤ b the slides sum to (a − a³)/3 + b a², so one sort replaces all pairs.
    """
    l = np.sort(length)
    longer = np.cumsum(l[::-1])[::-1] - l
    number = np.arange(len(l) - 1, -1, -1.0)
    pairs = number * (l - l**3) / 3 + l**2 * longer
    alone = (l - l**3) / 3 + l**3
    return float(2 * pairs.sum() + alone.sum())


def cu_alpha_2013(study: Unitizings, *, distance: Any = "nominal") -> Agreement:
    """c|uα of Krippendorff 2013: how far categories agree where units meet, with a distance.

    Coincidences of the lengths that units of different coders share; chance as in the cuα of
    2016, without pairs of a unit with itself, which alone gives the published .744
    (Mathet et al. 2015, §6.1.1). So the two have the same value; unlike cuα, c|uα takes
    units that overlap (§6.2), where each of them meets each other. It is blind to
    splits and to missing units. Undefined where no units meet or they have one category.
    References: krippendorff2013, mathet2015.

    >>> study = Unitizings.of([("d", "A", 0, 15, 1), ("d", "A", 20, 25, 1), ("d", "A", 30, 35, 2),
    ...     ("d", "A", 40, 45, 4), ("d", "B", 0, 15, 1), ("d", "B", 20, 25, 3),
    ...     ("d", "B", 30, 35, 1), ("d", "B", 40, 45, 4)])
    >>> result = cu_alpha_2013(study, distance="interval")
    >>> round(result.observed, 4), result.expected, round(result.value, 4)
    (0.8333, 3.25, 0.7436)
    """
    return where_units_meet("cu_alpha_2013", "c|uα", study, distance)


_entry = partial(Measure, study=Unitizings, chance="drawn")

ENTRIES: tuple[Measure, ...] = (
    _entry(
        alpha_u_1995,
        "α_U",
        title="differences at the ends of units, by category (1995/2004)",
        also=("alpha_U", "alpha U 2004", "Krippendorff's alpha for unitizing (1995)"),
        suits=suits(
            "unitizing chance many_coders",
            part="categorizing overlap",
            remark="withdrawn by its author in favour of uα",
            withdrawn=True,
        ),
        objections=(same_category_objection,),
    ),
    _entry(
        u_alpha_2013,
        "uα(2013)",
        title="squared lengths of mismatching sections (2013)",
        also=("u-alpha 2013",),
        suits=suits(
            "unitizing chance many_coders",
            part="categorizing segmentation",
            remark="long mismatches weigh by their squares",
        ),
        because="uα (2013) compares units and gaps by squared lengths.",
        leads=Leads(reliability=3, validity=3),
        objections=(overlap_objection,),
    ),
    _entry(
        cu_alpha_2013,
        "c|uα",
        title="categories agree where units meet (2013)",
        also=("c|u alpha",),
        suits=suits(
            "categorizing weighted chance many_coders", part="unitizing overlap", remark=BLIND
        ),
    ),
)
