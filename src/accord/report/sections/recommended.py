"""Which coefficient answers the question of a study, and why that one."""

from dataclasses import dataclass, field
from typing import Any

from accord.errors import NotApplicableError, UnknownNameError
from accord.infer.advice.choose import NEEDS_DISTANCE, TABLE, choose
from accord.measure.catalogue import MEASURES, find
from accord.measure.entry import Measure
from accord.model.chains.partitions import Partitions
from accord.model.codings.codings import Codings
from accord.model.study import Study
from accord.model.units.unitizings import Unitizings

PURPOSES = ("reliability", "validity")
"""Can others code like this (one distribution for all), or do these coders agree?"""

MOST_UNITS = 20_000
"""More units than these are not aligned for γ unless it is asked for by name."""

_PREFERRED: dict[str, dict[str, tuple[str, ...]]] = {
    "reliability": {
        "codings": ("alpha",),
        "unitizings": ("gamma", "u_alpha", "u_alpha_2013"),
        "segmentations": ("boundary_alpha", "boundary_pi", "boundary_similarity"),
        "partitions": ("chain_alpha",),
        "dimensions": ("global_beta",),
    },
    "validity": {
        "codings": ("beta", "alpha"),
        "unitizings": ("gamma", "u_alpha", "u_alpha_2013"),
        "segmentations": ("boundary_kappa", "boundary_alpha", "boundary_similarity"),
        "partitions": ("chain_beta", "chain_alpha"),
        "dimensions": ("global_beta",),
    },
}

_REASONS = {
    "alpha": "α takes any number of coders, missing codings and any distance between categories, "
    "and chance in it is one distribution for all coders: it says whether others could code so.",
    "beta": "β is κ for any number of coders and any distance: chance in it is each coder's own "
    "distribution, so it says how far these very coders agree.",
    "kappa": "κ is corrected for chance by each coder's own distribution, so it says how far these "
    "very coders agree.",
    "gamma": "γ aligns the units of all coders and measures place and category at once; it takes "
    "overlapping and embedded units, and gaps.",
    "u_alpha": "uα compares all of the continuum, units and gaps, with their categories.",
    "u_alpha_2013": "uα (2013) compares units and gaps by squared lengths.",
    "chain_alpha": "α on chains as labels takes any number of coders and mentions that some did "
    "not mark, is corrected for chance, and gives credit to chains that overlap.",
    "boundary_alpha": "α over places takes any number of coders and is corrected for chance; a "
    "boundary one place off counts as two disagreements.",
    "global_beta": "β_g compares whole annotations, all dimensions of an item together, and is "
    "corrected for chance in each.",
    "chain_beta": "β on chains as labels is corrected for chance by each coder's own labels.",
}


@dataclass(frozen=True, slots=True)
class Recommended:
    """The measure to report, its settings, and the reasons in sentences."""

    measure: Measure
    settings: dict[str, Any] = field(default_factory=dict)
    why: tuple[str, ...] = ()


def recommended(
    study: Study,
    *,
    purpose: str = "reliability",
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
    usual = _REASONS.get(entry.name, f"{entry.symbol}: {entry.title}.")
    why = [f"{entry.symbol} was asked for." if measure else usual]
    settings: dict[str, Any] = {}
    if entry.distance == "required" or (entry.distance == "optional" and distance is not None):
        settings["distance"] = chosen
    if entry.distance == "required" or distance is not None:
        why.append(reason)
    why += _remarks(study, entry)
    return Recommended(entry, settings, tuple(why))


def _remarks(study: Study, entry: Measure) -> list[str]:
    """What the measure leaves out for such a study."""
    found = next((c for c in choose(study) if c.measure.name == entry.name), None)
    if found is None or entry.name not in TABLE:
        return []
    lacking = [reason for reason in found.because if reason != NEEDS_DISTANCE]
    return [f"Mind that {'; '.join(lacking)}."] if lacking else []


def _preferred(study: Study, purpose: str, distance: Any) -> Measure | None:
    names = _PREFERRED[purpose].get(study.kind, ())
    if str(distance) == "nominal":
        names = tuple("kappa" if name == "beta" else name for name in names)
    for name in names:
        entry = MEASURES.get(name)
        if entry is None or entry.objection(study):
            continue
        if name == "gamma" and isinstance(study, Unitizings) and study.counts()["u"] > MOST_UNITS:
            continue
        return entry
    return next((m for m in MEASURES.values() if m.listed and not m.objection(study)), None)


def chosen_distance(study: Study, distance: Any) -> tuple[Any, str]:
    """The distance between categories, and why: the user's, or the one that assumes least."""
    if distance is not None:
        return distance, f"Categories are compared by the distance {distance}, as asked."
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
