"""Which measure for which study: the overview table of Mathet et al. 2015.

The catalogue says what each measure can do; `choose` compares that with what a study holds. A
measure is recommended if it does all that the study asks for, possible if it leaves
something out (which is said), unsuitable if it cannot be computed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from accord.errors import NotApplicableError
from accord.measure.catalogue import MEASURES
from accord.measure.cube.kernel import Countable, expanded
from accord.measure.entry import CRITERIA, Measure, Purpose
from accord.model.convert import segmentations_to_units
from accord.model.properties import Properties, properties
from accord.model.study import Study
from accord.model.units.segmentations import Segmentations

Verdict = Literal["recommended", "possible", "unsuitable"]

NEEDS_DISTANCE = "it needs a distance between categories"

PURPOSE: dict[Purpose | None, str] = {
    "reliability": "for reliability: would others code the same? One distribution for all coders",
    "validity": "for validity: can these coders be trusted? One distribution for each coder",
    None: "",
}
"""What a measure is for, in words."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A measure, how far it suits a study, and why."""

    measure: Measure
    verdict: Verdict
    because: tuple[str, ...]
    purpose: str = ""


def needs(found: Properties, *, weighted: bool = False) -> tuple[str, ...]:
    """What a measure for such a study must satisfy."""
    wanted = ["chance"]
    if found.unitized and found.kind in ("unitizings", "segmentations"):
        wanted.append("segmentation" if found.kind == "segmentations" else "unitizing")
        if found.full_covering and not found.overlapping:  # then only borders can differ
            wanted.append("segmentation")
    if found.categorized:
        wanted.append("categorizing")
    if found.overlapping:
        wanted.append("overlap")
    if weighted:
        wanted.append("weighted")
    if found.coders > 2:
        wanted.append("many_coders")
    return tuple(name for name in CRITERIA if name in wanted)


def choose(study: Study | Countable, *, weighted: bool | None = None) -> list[Choice]:
    """The measures for this kind of study, the most suitable first, with reasons.

    `weighted`: whether some categories differ more than others; by default where they are
    numbers or sets.

    >>> from accord.model.units.unitizings import Unitizings
    >>> study = Unitizings.of([("d", "A", 0, 9, "x"), ("d", "A", 2, 4, "y"), ("d", "B", 0, 9, "x")])
    >>> [choice.measure.name for choice in choose(study) if choice.verdict == "recommended"]
    ['gamma']
    """
    study = expanded(study)
    found = properties(study)
    if weighted is None:
        weighted = found.level != "nominal"
    wanted = needs(found, weighted=weighted)
    return ranked(judged(m, _objection(m, study), wanted) for m in candidates(study.kind))


def candidates(kind: str) -> list[Measure]:
    """The measures of a kind of study, and those that see such a study as one of their own."""
    own = [measure for measure in MEASURES.values() if measure.kind == kind]
    return own + [m for m in MEASURES.values() if kind in (other.kind for other in m.also_takes)]


def _objection(measure: Measure, study: Study) -> str | None:
    if isinstance(study, Segmentations) and measure.kind == "unitizings":
        try:
            return measure.objection(segmentations_to_units(study))
        except NotApplicableError as error:
            return str(error)
    return measure.objection(study)


def ranked(choices: Iterable[Choice]) -> list[Choice]:
    """The most suitable first."""
    order = {"recommended": 0, "possible": 1, "unsuitable": 2}
    return sorted(choices, key=lambda c: (order[c.verdict], len(c.because)))


def judged(measure: Measure, objection: str | None, wanted: tuple[str, ...]) -> Choice:
    """How far a measure does what is wanted, where nothing forbids it."""
    if objection is not None:
        return Choice(measure, "unsuitable", (objection,))
    row = measure.suits
    if row is None:
        return Choice(measure, "possible", (measure.title,))
    reasons = [said for name in wanted if (said := row.lacks(name)) is not None]
    verdict: Verdict = "possible" if reasons or row.withdrawn else "recommended"
    if measure.distance == "required" and "weighted" not in wanted:
        reasons.append(NEEDS_DISTANCE)
    if row.remark:
        reasons.append(row.remark)
    return Choice(measure, verdict, tuple(reasons), PURPOSE[measure.purpose])
