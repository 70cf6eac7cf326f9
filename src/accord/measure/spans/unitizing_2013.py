"""uα and c|uα of 2013: squared lengths of intersections; the alphas that γ was compared with."""

from typing import Any

import numpy as np

from accord.measure.entry import Leads, Measure
from accord.measure.spans.sections import (
    emptiness,
    overlap_objection,
    pages,
    refuse,
    with_gaps,
)
from accord.measure.spans.unitizing import BLIND, Atom, where_units_meet
from accord.measure.suits import suits
from accord.model.agreement import Agreement
from accord.model.names import FloatArray
from accord.model.units.overlap import meet
from accord.model.units.unitizings import Unitizings


def u_alpha_2013(study: Unitizings, *, atom: Atom = 1.0) -> Agreement:
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
    found = pages(study, atom)
    settings = {"atom": f"{atom:g}"}
    why = emptiness(study, found)
    if why is not None:
        return _result(study, np.nan, np.nan, settings, why)
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
    why = None if expected > 1e-12 else "all sections have one value: chance agreement is certain"
    return _result(study, mismatch / total, expected, settings, why)


def _result(
    study: Unitizings, observed: float, expected: float, settings: dict[str, Any], why: str | None
) -> Agreement:
    return Agreement(
        "u_alpha_2013",
        "uα(2013)",
        observed,
        expected,
        settings,
        study.counts(),
        undefined=why,
        unit=None,
    )


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


ENTRIES: tuple[Measure, ...] = (
    Measure(
        u_alpha_2013,
        "uα(2013)",
        Unitizings,
        "squared lengths of mismatching sections (2013)",
        also=("u-alpha 2013",),
        chance="drawn",
        suits=suits(
            "unitizing chance many_coders",
            part="categorizing segmentation",
            remark="long mismatches weigh by their squares",
        ),
        because="uα (2013) compares units and gaps by squared lengths.",
        leads=Leads(reliability=3, validity=3),
        needs_coders=True,
        objections=(overlap_objection,),
    ),
    Measure(
        cu_alpha_2013,
        "c|uα",
        Unitizings,
        "categories agree where units meet (2013)",
        also=("c|u alpha",),
        chance="drawn",
        suits=suits(
            "categorizing weighted chance many_coders", part="unitizing overlap", remark=BLIND
        ),
        needs_coders=True,
    ),
)
