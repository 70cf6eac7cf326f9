"""Which coefficient answers the question of a study and why, and all others of its kind."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, get_args

from accord.errors import AccordError, NotApplicableError, UnknownNameError
from accord.infer.advice.choose import chosen_distance, cost, lacking, preferred
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
from accord.model.showing import Result
from accord.model.study import Study

PURPOSES: tuple[Purpose, ...] = get_args(Purpose)


@dataclass(frozen=True, slots=True)
class Recommended(Result):
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
    entry = find(measure, study.kind) if measure else preferred(study, purpose, chosen)
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
    dearer = None if measure else cost(study, purpose)
    left_out = lacking(study, entry)
    why += [f"Note that {'; '.join(left_out)}."] if left_out else []
    why += [dearer] if dearer else []
    return Recommended(lead, tuple(why))


Watched = Callable[[str, float], None]
"""Called with what is being done and how much of it is done, 0 to 1."""

WORK = 40_000_000
"""Resamples × kinds of items up to which measures that do not lead have intervals."""


@dataclass(frozen=True, slots=True)
class Estimate(Result):
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
