"""Every coefficient that applies to a study, with how sure it is; the others with the reason."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import isnan
from typing import Any

import numpy as np

from accord.errors import AccordError
from accord.infer.advice.recommended import Recommended
from accord.infer.resample.interval import from_replicates
from accord.infer.resample.item_sums import sums_of
from accord.infer.resample.replicates import Replicates, leave_one_out, replicates
from accord.measure.bound import bound
from accord.measure.catalogue import MEASURES
from accord.measure.entry import Measure
from accord.model.agreement import Agreement
from accord.model.study import Study
from accord.tasks import Tasks

Progress = Callable[[str, float], None]
"""Called with what is being done and how much of it is done, 0 to 1."""

SLOW = 500
"""At most so many resamples of a lead coefficient that is computed anew for each."""

SLOWER = 200
"""At most so many of other such measures."""

WORK = 20_000_000
"""Resamples × kinds of items of a coefficient that is a sum: large studies get fewer resamples."""

EACH = 1_000_000
"""Resamples × units (mentions, boundaries) of a measure that is computed anew for each."""

FEWEST = 50
"""Where these allow fewer resamples than this, there is no interval."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How intervals are made."""

    n: int = 2000
    level: float = 0.95
    over: Any = "items"
    rng: int = 0
    n_jobs: Tasks | int | None = None


@dataclass(frozen=True, slots=True)
class Computed:
    """A measure on the study, with its resamples where there are any."""

    measure: Measure
    agreement: Agreement
    drawn: Replicates | None = None

    def below(self, threshold: float) -> float | None:
        """The share of resamples below a threshold: P(coefficient < threshold)."""
        drawn = self.drawn
        if drawn is None or drawn.units < 2 or len(drawn.values) < 2:
            return None
        return float((drawn.values < threshold).mean())


@dataclass(frozen=True, slots=True)
class Left:
    """A measure that was not computed, and why."""

    measure: Measure
    reason: str


def coefficients(
    study: Study, lead: Recommended | None, distance: Any, plan: Plan, progress: Progress
) -> tuple[list[Computed], list[Left]]:
    """All measures of the study's kind: those computed (the lead first), and the others."""
    entries = [m for m in MEASURES.values() if m.kind == study.kind]
    if lead is not None:
        entries = [lead.measure, *(m for m in entries if m.name != lead.measure.name)]
    computed, left = [], []
    for at, entry in enumerate(entries):
        leads = lead is not None and entry.name == lead.measure.name
        reason = _reason(entry, study, distance, leads)
        if reason is None:
            given = lead.settings if lead is not None and leads else {}
            settings = _settings(entry, distance, plan, given)
            tell = partial(_part, progress, f"measuring {entry.symbol}", at, len(entries))
            tell(0.0)
            try:
                most = SLOW if leads else SLOWER
                computed.append(_computed(study, entry, settings, plan, most, tell))
                continue
            except AccordError as error:
                reason = str(error)
        left.append(Left(entry, reason))
    return computed, left


def _part(progress: Progress, what: str, at: int, of: int, done: float) -> None:
    """Tell how much of everything is done, from how much of one measure is."""
    progress(what, (at + done) / of)


def _settings(entry: Measure, distance: Any, plan: Plan, given: dict[str, Any]) -> dict[str, Any]:
    """The distance where one is needed, seed and jobs where the measure takes them."""
    settings = {"distance": distance} if entry.distance == "required" else {}
    own = {"rng": plan.rng, "n_jobs": plan.n_jobs}
    taken = {option.name for option in entry.options}
    return {**settings, **{key: own[key] for key in own if key in taken}, **given}


def _reason(entry: Measure, study: Study, distance: Any, leads: bool) -> str | None:
    """Why a measure is not computed; None where it is."""
    objection = entry.objection(study)
    if objection or leads:
        return objection
    if entry.nominal is not None and str(distance) == "nominal":
        return f"with the nominal distance it is {MEASURES[entry.nominal].symbol}"
    if not entry.listed:
        return f"on request: accord measure -m {entry.name}"
    return None


def _computed(
    study: Study,
    entry: Measure,
    settings: dict[str, Any],
    plan: Plan,
    most: int,
    tell: Callable[[float], None],
) -> Computed:
    if entry.costly:
        return _costly(study, entry, settings, plan)
    asked = bound(entry, **settings)
    sums = sums_of(study, asked)
    size = max(int(n) for n in study.counts().values())
    room = WORK // len(sums.rows) if sums is not None else EACH // max(size, 1)
    if sums is None and room < FEWEST:
        return Computed(entry, asked.compute(study))
    n = min(plan.n, max(SLOWER, room)) if sums is not None else min(plan.n, most, room)
    drawn = replicates(
        study,
        asked,
        over=plan.over,
        resamples=n,
        rng=plan.rng,
        n_jobs=plan.n_jobs,
        progress=tell,
    )
    over_coders = plan.over in ("coders", "both")
    left = None
    if not over_coders and drawn.units > 2:
        left = leave_one_out(study, asked, plan.over, at_most=100)
    method = "percentile" if over_coders else "bca"
    found = from_replicates(drawn, method, plan.level, left)
    return Computed(entry, drawn.agreement.with_interval(found), drawn)


def _costly(study: Study, entry: Measure, settings: dict[str, Any], plan: Plan) -> Computed:
    """γ: documents are drawn anew, each with its disorder and the chance it was compared with."""
    agreement = entry.compute(study, **settings)
    found = agreement.detail.get("disorders")
    if found is None or agreement.undefined or plan.over != "items":
        return Computed(entry, agreement)
    observed = np.array([alignment.disorder for alignment in agreement.detail["alignments"]])
    expected = np.array([chance.expected for chance in found.chances])
    blank = Replicates(agreement, np.zeros(0), "documents", len(observed), plan.n, plan.rng)
    if len(observed) < 2:
        return Computed(entry, agreement.with_interval(from_replicates(blank, "percentile")))
    rng = np.random.default_rng(plan.rng)
    at = rng.integers(len(observed), size=(plan.n, len(observed)))
    values = 1 - observed[at].mean(axis=1) / expected[at].mean(axis=1)
    drawn = replace(blank, values=values[~np.isnan(values)])
    interval = from_replicates(drawn, "percentile", plan.level)
    notes = tuple(note.replace("clusters", "documents") for note in interval.notes)
    interval = replace(interval, notes=notes)
    return Computed(entry, agreement.with_interval(interval), drawn)


def as_row(computed: Computed) -> dict[str, Any]:
    """One line of the table of coefficients, as plain data."""
    agreement, entry = computed.agreement, computed.measure
    return {
        **agreement.as_dict(),
        "title": entry.title,
        "better": entry.better,
        "also": list(entry.also),
        "source": list(entry.source),
        "defined": not isnan(agreement.value),
    }


def as_left(left: Left) -> dict[str, Any]:
    """One line of the table of what was not computed."""
    entry = left.measure
    return {
        "measure": entry.name,
        "symbol": entry.symbol,
        "title": entry.title,
        "reason": left.reason,
    }
