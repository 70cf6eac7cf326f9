"""Traps of segmentations and of units on a continuum: see traps.py."""

from collections.abc import Callable, Iterator
from typing import Any

import dkpro
import numpy as np

import accord

Row = tuple[str, str, Callable[[], Any], str]

ALEX = {
    "Alex": [
        (2, 9, "1"),
        (11, 17, "2"),
        (24, 30, "5"),
        (32, 36, "6"),
        (36, 44, "6"),
        (44, 60, "7"),
    ],
    "Paul": [(2, 9, "1"), (11, 17, "3"), (19, 25, "5"), (32, 44, "6")],
    "Suzan": [
        (2, 9, "1"),
        (11, 17, "4"),
        (21, 27, "5"),
        (32, 36, "6"),
        (36, 40, "6"),
        (40, 44, "6"),
    ],
}


def _windows() -> Iterator[Row]:
    one, other = "0001000010000010000", "0010000010000100000"
    study = accord.Segmentations.from_strings({"d": {"a": one, "b": other}})
    masses = [[len(part) + 1 for part in text.split("1")] for text in (one, other)]

    def nltk() -> float:
        from nltk.metrics.segmentation import windowdiff

        return windowdiff(one, other, round(len(one) / (one.count("1") * 2.0)))

    def segeval() -> float:
        import segeval as peer

        return peer.window_diff(masses[0], masses[1])

    yield (
        "accord",
        "window_diff(study)",
        lambda: accord.boundaries.window_diff(study),
        "window: half the mean segment of all coders",
    )
    yield "NLTK", "windowdiff(a, b, k)", nltk, "k is yours; the usual one depends on the reference"
    yield (
        "accord",
        'window_diff(study, window="nltk")',
        lambda: accord.boundaries.window_diff(study, window="nltk"),
        "each coder the reference in turn",
    )
    yield "segeval", "window_diff(a, b)", segeval, "window: half the mean segment of the reference"
    yield (
        "accord",
        'window_diff(study, window="segeval")',
        lambda: accord.boundaries.window_diff(study, window="segeval"),
        "each coder the reference in turn",
    )


def _no_boundary() -> Iterator[Row]:
    study = accord.Segmentations.from_masses({"d": {"a": [10], "b": [10]}})

    def segeval() -> float:
        import segeval as peer

        return peer.boundary_similarity([10], [10])

    yield (
        "accord",
        "boundary_similarity(study)",
        lambda: accord.boundaries.boundary_similarity(study),
        "no boundary, nothing to agree on",
    )
    yield "segeval", "boundary_similarity(a, b)", segeval, "fails"


def _gamma() -> Iterator[Row]:
    study = accord.Continuum.of(ALEX)

    def peer() -> Any:
        from pyannote.core import Segment
        from pygamma_agreement import CombinedCategoricalDissimilarity, Continuum

        continuum = Continuum()
        for name, units in ALEX.items():
            for begin, end, category in units:
                continuum.add(name, Segment(begin, end), category)
        np.random.seed(1)  # noqa: NPY002 - the peer has no other way
        return continuum.compute_gamma(CombinedCategoricalDissimilarity(alpha=1, beta=1))

    yield (
        "accord",
        "gamma(study).observed",
        lambda: accord.spans.gamma(study).observed,
        "the disorder of the best alignment does not depend on luck",
    )
    yield (
        "pygamma-agreement",
        "gamma.observed_disorder",
        lambda: peer().observed_disorder,
        "the same",
    )
    yield (
        "accord",
        "gamma(study)",
        lambda: accord.spans.gamma(study),
        "chance: units moved on the continuum, circularly, seeded",
    )
    yield (
        "accord",
        'gamma(study, chance="model")',
        lambda: accord.spans.gamma(study, chance="model"),
        "chance: units and gaps drawn one by one",
    )
    yield (
        "pygamma-agreement",
        "compute_gamma(…).gamma",
        lambda: peer().gamma,
        "a model of units and gaps too, by default; other random numbers",
    )


TWO = {
    "i": [(180, 240, "k"), (225, 295, "c"), (300, 350, "k"), (370, 400, "c")],
    "j": [(180, 240, "k"), (220, 300, "c"), (300, 350, "k"), (355, 375, "c"), (400, 420, "c")],
}


def _units() -> Iterator[Row]:
    rows = [("d", name, *unit) for name, mine in TWO.items() for unit in mine]
    study = accord.Unitizings.of(rows, extents={"d": (150, 450)})
    yield (
        "accord",
        "alpha_u_1995(study)",
        lambda: accord.spans.alpha_u_1995(study),
        "1 − Σ D_o / Σ D_e over the two categories",
    )
    call = "KrippendorffAlphaUnitizingAgreement"
    yield "DKPro", call, lambda: dkpro.units(TWO, 150, 300), "the same"
    yield (
        "accord",
        'alpha_u_1995(study, category="c")',
        lambda: accord.spans.alpha_u_1995(study, category="c"),
        "the book: .7286",
    )
    yield "DKPro", f"{call}, category c", lambda: dkpro.units(TWO, 150, 300, "c"), "the same"
    short = accord.Unitizings.of([r for r in rows if r[4] == "c"], extents={"d": (150, 450)})
    yield (
        "accord",
        "u_alpha(study), category c alone",
        lambda: accord.spans.u_alpha(short),
        "the coefficient of 2016, another one: lengths of intersections",
    )


CASES: tuple[tuple[str, str, str, Callable[[], Iterator[Row]]], ...] = (
    ("windows", "Windows over boundaries", "Two segmentations of twenty atoms.", _windows),
    ("no-boundary", "No boundary at all", "Neither coder cut the text.", _no_boundary),
    (
        "units",
        "Two alphas for units",
        "Krippendorff's two observers of 2004, sections of categories c and k.",
        _units,
    ),
    ("gamma", "γ", "Alex, Paul and Suzan, the worked example of the alphas.", _gamma),
)
