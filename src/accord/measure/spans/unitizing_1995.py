"""α_U of 1995, corrected 2004: Krippendorff's first alpha for unitizing, category by category."""

from typing import Any

import numpy as np

from accord.measure.entry import Measure
from accord.measure.spans.sections import (
    Page,
    emptiness,
    pages,
    refuse,
    same_category_objection,
    with_gaps,
)
from accord.measure.spans.unitizing import Atom, Category, category_of
from accord.measure.suits import suits
from accord.model.agreement import Agreement
from accord.model.names import FloatArray
from accord.model.units.overlap import meet
from accord.model.units.unitizings import Spans, Unitizings


def alpha_u_1995(study: Unitizings, *, value: Category = None, atom: Atom = 1.0) -> Agreement:
    """α_U (Krippendorff 1995, with the expected disagreement of 2004).

    Each category is measured alone; units of different categories may overlap. Two units that
    intersect differ by the squares of the stretches at their ends, a unit that lies in a gap
    of the other coder by the square of its length:
    δ = (b_g − b_h)² + (e_g − e_h)², or l². Chance: every unit slid along everything
    that there is, D_e = (2/L) Σ_g [(N − 1)(2l³ − 3l² + l)/3 + l² Σ_{gaps h ≥ l} (l_h − l + 1)]
    / (mL(mL − 1) − Σ l(l − 1)). Overall, α_U = 1 − Σ_c D_o(c) / Σ_c D_e(c); the categories are in
    `detail["by_category"]`, one of them with `value`. Its author withdrew it in favour of uα.
    Undefined where no unit is marked. References: krippendorff1995, krippendorff2004.

    >>> study = Unitizings.of([("d", 1, 225, 295, "c"), ("d", 1, 370, 400, "c"),
    ...     ("d", 2, 220, 300, "c"), ("d", 2, 355, 375, "c"), ("d", 2, 400, 420, "c")],
    ...     extents={"d": (150, 450)})
    >>> result = alpha_u_1995(study)
    >>> round(result.observed, 4), round(result.expected, 4), round(result.value, 4)
    (0.0144, 0.0532, 0.7286)
    """
    refuse(same_category_objection(study))
    found = pages(study, atom)
    settings: dict[str, Any] = {"atom": f"{atom:g}"}
    why = emptiness(study, found)
    if why is not None:
        return _result(study, np.nan, np.nan, settings, why)
    parts = {}
    for k, category in enumerate(study.categories):
        observed, expected = _disagreement([_narrowed(page, k) for page in found])
        why = None if expected > 0 else f"units of category {category!r} cannot disagree by chance"
        parts[category] = _result(study, observed, expected, {**settings, "value": category}, why)
    if value is not None:
        return parts[category_of(study.categories, value)]
    observed = sum(part.observed for part in parts.values())
    expected = sum(part.expected or 0.0 for part in parts.values())
    why = None if expected > 0 else "units cannot disagree by chance: they cover everything"
    return _result(study, observed, expected, settings, why, by_category=parts)


def _result(
    study: Unitizings,
    observed: float,
    expected: float,
    settings: dict[str, Any],
    why: str | None,
    **detail: Any,
) -> Agreement:
    return Agreement(
        "alpha_u_1995",
        "α_U",
        observed,
        expected,
        settings,
        study.counts(),
        undefined=why,
        unit=None,
        detail=detail,
    )


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


ENTRIES: tuple[Measure, ...] = (
    Measure(
        alpha_u_1995,
        "α_U",
        Unitizings,
        "differences at the ends of units, by category (1995/2004)",
        also=("alpha_U", "alpha U 2004", "Krippendorff's alpha for unitizing (1995)"),
        chance="drawn",
        suits=suits(
            "unitizing chance many_coders",
            part="categorizing overlap",
            remark="withdrawn by its author in favour of uα",
            withdrawn=True,
        ),
        needs_coders=True,
        objections=(same_category_objection,),
    ),
)
