"""π_B and κ_B: Fournier's boundary similarity B with the chance of π and of κ.

A_o is B, summed over all pairs of coders and documents. By chance a coder places a boundary with
the probability with which coders do (π_B) or that coder does (κ_B), and two coders agree where
both place one: A_e = P² or the mean over pairs of P_c P_c′. This is the chance of a shared boundary
among all places, while B looks only at places where somebody has one, and forgives near misses: so
coders who guess score well above 0. `corrected_boundary_similarity` is 0 for them.
"""

from math import fsum, nan
from typing import Any

from accord._measure.boundaries.boundary_edit import NearMiss, boundary_edits
from accord._measure.boundaries.windows import check_kind, shared_documents
from accord.errors import AccordError
from accord.kinds.boundaries.parts import Segmentation
from accord.kinds.boundaries.study import Segmentations
from accord.model.agreement import Agreement
from accord.words.said import said


def pi_b(study: Segmentations, *, n_t: NearMiss = 2) -> Agreement:
    """π_B: boundary similarity with one probability of a boundary for all coders (Fournier).

    A_e = P², P the mean over coders and documents of boundaries per place. Coders who guess score
    above 0 (about .2). Undefined where no coder has a boundary. References: fournier2013,
    fournier2012.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [2, 3, 6], "B": [2, 2, 7]}})
    >>> round(accord.boundaries.pi_b(study).value, 4)
    0.7396
    """
    return _corrected("pi_b", "π_B", study, n_t)


def kappa_b(study: Segmentations, *, n_t: NearMiss = 2) -> Agreement:
    """κ_B: boundary similarity with each coder's own probability of a boundary (Fournier).

    A_e = mean over pairs of coders of P_c P_c′, P_c the boundaries of coder c per place. Coders who
    guess score above 0 (about .2). Undefined where no coder has a boundary.
    References: fournier2013, fournier2012.

    >>> import accord
    >>> study = accord.Segmentations.from_masses({"d": {"A": [2, 3, 6], "B": [2, 2, 7]}})
    >>> round(accord.boundaries.kappa_b(study).value, 4)
    0.7396
    """
    return _corrected("kappa_b", "κ_B", study, n_t)


def _corrected(name: str, symbol: str, study: Segmentations, n_t: int) -> Agreement:
    check_kind(name, study)
    if n_t < 1:
        raise AccordError(f"n_t must be at least 1 (1: no near misses), got {n_t}")
    lost, room, shares = [], 0, []
    by_pair: dict[tuple[int, int], list[int]] = {}
    for i, j, doc in shared_documents(study):
        edits = boundary_edits(doc, i, j, n_t)
        lost.append(edits.weight(n_t, len(doc.types)))
        room += edits.number + edits.matches
        places = (doc.length - 1) * len(doc.types)
        if not places:
            continue
        made = _boundaries(doc, i), _boundaries(doc, j)
        shares += [one / places for one in made]
        total = by_pair.setdefault((i, j), [0, 0, 0])
        for at, more in enumerate((*made, places)):
            total[at] += more
    settings: dict[str, Any] = {"n_t": n_t}
    if not room:
        why = said("undefined.no-coder-placed-boundary")
        return Agreement(name, symbol, nan, None, settings, study.counts(), undefined=why)
    if name == "pi_b":
        # One share for all coders, squared: both place a boundary.
        by_chance = (fsum(shares) / len(shares)) ** 2
    else:
        by_chance = fsum(a * b / n**2 for a, b, n in by_pair.values()) / len(by_pair)
    reason = None if by_chance < 1 else said("undefined.boundary-every-place-chance")
    return Agreement(
        name,
        symbol,
        fsum(lost) / room,
        1.0 - by_chance,
        settings,
        study.counts(),
        undefined=reason,
    )


def _boundaries(doc: Segmentation, coder: int) -> int:
    return int((doc.coder == coder).sum())
