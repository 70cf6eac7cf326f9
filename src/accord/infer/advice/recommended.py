"""Which coefficient answers the question of a study and why, and all others of its kind."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, get_args

from accord.errors import AccordError, NotApplicableError, UnknownNameError
from accord.infer.advice.choose import NEEDS_DISTANCE, choose
from accord.infer.resample.interval import interval_of
from accord.infer.resample.item_sums import sums_of
from accord.infer.resample.replicates import (
    FEWEST,
    RESAMPLES,
    Replicates,
    drawn_from,
    most_units,
    named,
)
from accord.measure.bound import Bound, bound, taking
from accord.measure.catalogue import MEASURES, find
from accord.measure.entry import Measure, Purpose
from accord.model.agreement import Agreement
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


Watched = Callable[[str, float], None]
"""Called with what is being done and how much of it is done, 0 to 1."""

WORK = 40_000_000
"""Resamples × kinds of items up to which measures that do not lead have intervals."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measure on a study with its interval, and the resamples behind it where there are any."""

    measure: Bound
    agreement: Agreement
    drawn: Replicates | None = None

    def below(self, threshold: float) -> float | None:
        """The share of resamples below a threshold: P(coefficient < threshold)."""
        drawn = self.drawn
        if drawn is None or drawn.units < 2 or len(drawn.values) < 2:
            return None
        return drawn.below(threshold)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A measure that was not computed, and why."""

    measure: Measure
    reason: str


def all_measures(
    study: Study,
    lead: Bound | None,
    distance: Any,
    how: dict[str, Any],
    watched: Watched,
    *,
    said: bool = False,
) -> tuple[list[Estimate], list[LeftOut]]:
    """All measures of the study's kind: those computed (the lead first), and the others.

    Measures that require a distance have `distance`, and where it was `said` all that take one.
    `how` is what `interval` takes: confidence, over, resamples, rng and n_jobs. An interval is
    left out where it would take long: of measures that do not lead and have many kinds of
    items, of costly measures that are computed anew for each resample, and of all such where
    there would be fewer than 50 resamples.
    """
    entries = [m for m in MEASURES.values() if m.kind == study.kind]
    if lead is not None:
        entries = [lead.measure, *(m for m in entries if m.name != lead.name)]
    found: list[Estimate] = []
    left: list[LeftOut] = []
    own = {"rng": how["rng"], "n_jobs": how["n_jobs"]}
    for at, entry in enumerate(entries):
        leads = lead is not None and entry.name == lead.name
        reason = _reason(entry, study, distance, leads)
        if reason is None:
            asked = lead if leads and lead is not None else bound(entry)
            if entry.distance == "required" or said:
                asked = taking(asked, {"distance": distance})
            tell = partial(_part, watched, f"measuring {entry.symbol}", at, len(entries))
            tell(0.0)
            try:
                found.append(_estimate(study, taking(asked, own), leads, {**how, "progress": tell}))
                continue
            except AccordError as error:
                reason = str(error)
        left.append(LeftOut(entry, reason))
    return found, left


def _part(watched: Watched, what: str, at: int, of: int, done: float) -> None:
    """Tell how much of everything is done, from how much of one measure is."""
    watched(what, (at + done) / of)


def _reason(entry: Measure, study: Study, distance: Any, leads: bool) -> str | None:
    """Why a measure is not computed; None where it is."""
    objection = entry.objection(study)
    if objection or leads:
        return objection
    if entry.nominal is not None and str(distance) == "nominal":
        return f"with the nominal distance it is {MEASURES[entry.nominal].symbol}"
    if not entry.listed:
        return "only on request"
    return None


def _estimate(study: Study, measure: Bound, leads: bool, how: dict[str, Any]) -> Estimate:
    agreement = measure.compute(study)
    if not _quick(study, measure, agreement, leads, how["over"]):
        return Estimate(measure, agreement)
    found, drawn = interval_of(study, agreement, measure, **how)
    if drawn is None and leads and found.method == "exact bound":
        how = {key: part for key, part in how.items() if key != "confidence"}
        drawn = drawn_from(study, measure, agreement, **how)
    return Estimate(measure, agreement.with_interval(found), drawn)


def _quick(study: Study, measure: Bound, agreement: Agreement, leads: bool, over: Any) -> bool:
    """Whether an interval is made without being asked for."""
    if measure.measure.own_interval:
        return True
    if measure.measure.costly and named(over) != "items":
        return False
    many = WORK // RESAMPLES
    sums = sums_of(study, measure, agreement)
    if sums is not None:
        return leads or len(sums.rows) <= many
    return not measure.measure.costly and most_units(study) >= FEWEST
