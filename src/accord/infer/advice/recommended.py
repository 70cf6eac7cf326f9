"""Which coefficient answers the question of a study, and why that one."""

from dataclasses import dataclass
from typing import Any, get_args

from accord.errors import NotApplicableError, UnknownNameError
from accord.infer.advice.choose import NEEDS_DISTANCE, choose
from accord.measure.bound import Bound, bound
from accord.measure.catalogue import MEASURES, find
from accord.measure.entry import Measure, Purpose
from accord.model.chains.partitions import Partitions
from accord.model.codings.codings import Codings
from accord.model.study import Study
from accord.model.units.unitizings import Unitizings

PURPOSES: tuple[Purpose, ...] = get_args(Purpose)

MOST_UNITS = 20_000
"""More units than these are not given to a costly measure (γ) unless it is asked for by name."""


@dataclass(frozen=True, slots=True)
class Recommended:
    """The measure to report, bound to its settings, and the reasons in sentences."""

    measure: Bound
    why: tuple[str, ...] = ()


def recommended(
    study: Study,
    *,
    purpose: Purpose = "reliability",
    measure: str | None = None,
    distance: Any = None,
) -> Recommended | None:
    """The measure to lead with; None where no measure of the catalogue applies.

    A measure or a distance that the user names is taken as it is.
    """
    if purpose not in PURPOSES:
        raise UnknownNameError.of("purpose", purpose, PURPOSES)
    chosen, reason = chosen_distance(study, distance)
    entry = find(measure, study.kind) if measure else _preferred(study, purpose, chosen)
    if entry is None:
        return None
    objection = entry.objection(study)
    if objection:
        raise NotApplicableError(objection)
    usual = entry.because or f"{entry.symbol}: {entry.title}."
    why = [f"{entry.symbol} was requested." if measure else usual]
    lead = bound(entry)
    if entry.distance == "required" or (entry.distance == "optional" and distance is not None):
        lead = lead.with_(distance=chosen)
    if entry.distance == "required" or distance is not None:
        why.append(reason)
    why += _remarks(study, entry)
    return Recommended(lead, tuple(why))


def _remarks(study: Study, entry: Measure) -> list[str]:
    """What the measure leaves out for such a study."""
    found = next((c for c in choose(study) if c.measure.name == entry.name), None)
    if found is None or entry.suits is None:
        return []
    lacking = [reason for reason in found.because if reason != NEEDS_DISTANCE]
    return [f"Note that {'; '.join(lacking)}."] if lacking else []


def _preferred(study: Study, purpose: Purpose, distance: Any) -> Measure | None:
    ranked = [
        (rank, entry)
        for entry in MEASURES.values()
        if entry.kind == study.kind and (rank := getattr(entry.leads, purpose))
    ]
    for _, lead in sorted(ranked, key=lambda pair: pair[0]):
        entry = MEASURES[lead.nominal] if lead.nominal and str(distance) == "nominal" else lead
        if entry.objection(study):
            continue
        if entry.costly and isinstance(study, Unitizings) and study.counts()["u"] > MOST_UNITS:
            continue
        return entry
    return next((m for m in MEASURES.values() if m.listed and not m.objection(study)), None)


def chosen_distance(study: Study, distance: Any) -> tuple[Any, str]:
    """The distance between categories, and why: the user's, or the one that assumes least."""
    if distance is not None:
        return distance, f"Categories are compared by the distance {distance}, as requested."
    if isinstance(study, Partitions):
        return "masi", "Chains that overlap count as partly equal (MASI)."
    if not isinstance(study, Codings):
        return "nominal", "Categories are equal or not (nominal)."
    if any(isinstance(name, frozenset) for name in study.categories):
        return "masi", (
            "Categories are sets of labels, so sets that overlap count as partly equal (MASI)."
        )
    return "nominal", (
        "Categories are taken as equal or different (nominal), which assumes least; ordered or "
        "numeric categories need another distance (ordinal, interval), which changes the number."
    )
