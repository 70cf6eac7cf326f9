"""Segmentation corrected for chance by shuffling: 1 − D_o/D_e for the measures without chance.

D_o is the raw disagreement, D_e its mean when coders segment at random:

    segments   each coder's segments of a document in a random order: numbers and lengths of
               segments stay as they are (default)
    places     each coder's number of boundaries at random places

For B and S the detail has the sums of every document, observed and in every shuffled copy, so that
a resample of documents takes its chance along and shuffles nothing again.
"""

from collections.abc import Callable
from dataclasses import replace
from math import fsum
from typing import Annotated, Any, Literal, get_args

import numpy as np

from accord._measure.boundaries.boundary_edit import (
    NearMiss,
    boundary_similarity,
    segmentation_similarity,
)
from accord._measure.boundaries.windows import (
    Deletion,
    Insertion,
    Shift,
    Window,
    ghd,
    pk,
    window_diff,
)
from accord._measure.sampling_settings import Seed
from accord.errors import AccordError, UnknownNameError
from accord.kinds.boundaries.parts import Segmentation
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.canonical import order_of_items
from accord.model.agreement import Agreement
from accord.model.names import NEARLY_ZERO, IntArray
from accord.words.said import said

Shuffled = Literal["segments", "places"]
CHANCE: tuple[Shuffled, ...] = get_args(Shuffled)

ShuffledThings = Annotated[Shuffled, "What is shuffled: segments or places."]
Samples = Annotated[int, "How many shuffled copies estimate chance."]


def corrected_pk(
    study: Segmentations,
    *,
    window: Window = "pooled",
    chance: ShuffledThings = "segments",
    samples: Samples = 100,
    rng: Seed = 0,
) -> Agreement:
    """P_k corrected for chance: 1 − P_k / mean P_k of shuffled segmentations.

    Chance: the mean over shuffled copies, of segments or of places (`chance`). Undefined where P_k
    is, or where shuffling changes nothing. References: beeferman1999.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [9, 2, 5, 4], "B": [8, 3, 5, 4]}})
    >>> accord.boundaries.corrected_pk(study).value > 0.5
    True
    """
    return corrected(study, pk, {"window": window}, chance, samples, rng)


def corrected_window_diff(
    study: Segmentations,
    *,
    window: Window = "pooled",
    chance: ShuffledThings = "segments",
    samples: Samples = 100,
    rng: Seed = 0,
) -> Agreement:
    """WindowDiff corrected for chance: 1 − WD / mean WD of shuffled segmentations.

    Chance: the mean over shuffled copies, of segments or of places (`chance`). Undefined where
    WindowDiff is, or where shuffling changes nothing. References: pevzner2002.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [9, 2, 5, 4], "B": [8, 3, 5, 4]}})
    >>> accord.boundaries.corrected_window_diff(study).value > 0.5
    True
    """
    return corrected(study, window_diff, {"window": window}, chance, samples, rng)


def corrected_ghd(
    study: Segmentations,
    *,
    insertion: Insertion = 1.0,
    deletion: Deletion = 1.0,
    shift: Shift = 0.5,
    chance: ShuffledThings = "segments",
    samples: Samples = 100,
    rng: Seed = 0,
) -> Agreement:
    """GHD corrected for chance: 1 − GHD / mean GHD of shuffled segmentations.

    Chance: the mean over shuffled copies, of segments or of places (`chance`). Undefined where GHD
    is, or where shuffling changes nothing. References: bookstein2002.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [9, 2, 5, 4], "B": [8, 3, 5, 4]}})
    >>> accord.boundaries.corrected_ghd(study).value > 0.5
    True
    """
    costs = {"insertion": insertion, "deletion": deletion, "shift": shift}
    return corrected(study, ghd, costs, chance, samples, rng)


def corrected_boundary_similarity(
    study: Segmentations,
    *,
    n_t: NearMiss = 2,
    chance: ShuffledThings = "segments",
    samples: Samples = 100,
    rng: Seed = 0,
) -> Agreement:
    """B corrected for chance: 1 − (1 − B) / mean (1 − B) of shuffled segmentations.

    Chance: the mean over shuffled copies, of segments or of places (`chance`). Undefined where B
    is, or where shuffling changes nothing. References: fournier2013.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [9, 2, 5, 4], "B": [8, 3, 5, 4]}})
    >>> accord.boundaries.corrected_boundary_similarity(study).value > 0.5
    True
    """
    return corrected(study, boundary_similarity, {"n_t": n_t}, chance, samples, rng)


def corrected_segmentation_similarity(
    study: Segmentations,
    *,
    n_t: NearMiss = 2,
    chance: ShuffledThings = "segments",
    samples: Samples = 100,
    rng: Seed = 0,
) -> Agreement:
    """S corrected for chance: 1 − (1 − S) / mean (1 − S) of shuffled segmentations.

    Chance: the mean over shuffled copies, of segments or of places (`chance`). Undefined where S
    is, or where shuffling changes nothing. References: fournier2012.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [9, 2, 5, 4], "B": [8, 3, 5, 4]}})
    >>> accord.boundaries.corrected_segmentation_similarity(study).value > 0.5
    True
    """
    return corrected(study, segmentation_similarity, {"n_t": n_t}, chance, samples, rng)


def corrected(
    study: Segmentations,
    compute: Callable[..., Agreement],
    settings: dict[str, Any],
    chance: str,
    samples: int,
    rng: Seed,
    named: tuple[str, str] | None = None,
) -> Agreement:
    """1 − D_o/D_e of a measure of disagreement, D_e its mean over shuffled copies."""
    if chance not in CHANCE:
        raise UnknownNameError.of("idea of chance", chance, CHANCE)
    if samples < 1:
        raise AccordError(f"samples must be 1 or more, got {samples}")
    raw = compute(study, **settings)
    seed = rng if isinstance(rng, int) else "generator"
    shown = {**raw.settings, "chance": chance, "n": samples, "seed": seed}
    name, symbol = named or (f"corrected_{raw.measure}", f"{raw.symbol} corrected")
    result = replace(raw, measure=name, symbol=symbol, estimate=None, settings=shown)
    if raw.undefined is not None:
        return replace(result, expected=np.nan)
    # Else every copy would be measured by another yardstick.
    if "w" in raw.settings:  # the window of the study, also for its shuffled copies
        settings = {**settings, "window": raw.settings["w"]}
    generator = np.random.default_rng(rng)
    items, coders = order_of_items(study)
    study = study.take(items).only(coders)  # so that the same seed shuffles the same
    found = [compute(_shuffled(study, chance, generator), **settings) for _ in range(samples)]
    drawn = np.array([one.observed for one in found])
    detail: dict[str, Any] = {**raw.detail, "samples": drawn[~np.isnan(drawn)]}
    if "documents" in raw.detail:
        now = compute(study, **settings).detail["documents"]
        both = np.stack([now, *(one.detail["documents"] for one in found)], axis=1)
        detail["documents"] = both[np.argsort(items)]
    drawn = detail["samples"]
    expected = fsum(drawn.tolist()) / len(drawn) if len(drawn) else 0.0
    why = said("undefined.shuffled-segmentations-never-differ")
    return replace(
        result,
        expected=expected,
        undefined=None if expected > NEARLY_ZERO else why,
        detail=detail,
    )


def _shuffled(study: Segmentations, chance: str, generator: np.random.Generator) -> Segmentations:
    documents = []
    for doc in study.documents:
        parts = [_redrawn(doc, int(c), chance, generator) for c in np.flatnonzero(doc.seen)]
        coder, place, kind = (np.concatenate([np.zeros(0, np.int64), *p]) for p in zip(*parts))  # noqa: B905
        documents.append(replace(doc, coder=coder, place=place, type=kind))
    return replace(study, documents=tuple(documents))


def _redrawn(
    doc: Segmentation, coder: int, chance: str, generator: np.random.Generator
) -> tuple[IntArray, IntArray, IntArray]:
    """One coder's boundaries elsewhere; what shares a place stays together."""
    mine = doc.coder == coder
    places, at = np.unique(doc.place[mine], return_inverse=True)
    if chance == "segments":
        masses = np.diff(np.concatenate([[0], places, [doc.length]]))
        # The coder's own segments in another order: how many and how long is not what chance is
        # about.
        new = np.cumsum(generator.permutation(masses))[:-1]
    else:
        new = 1 + np.sort(generator.choice(doc.length - 1, len(places), replace=False))
    # Types are dealt out anew: segments that were permuted took no types along.
    moved = new[generator.permutation(len(new))] if len(doc.types) > 1 else new
    place, kind = moved[at.reshape(-1)], doc.type[mine]
    order = np.lexsort((kind, place))
    return np.full(len(place), coder), place[order], kind[order]
