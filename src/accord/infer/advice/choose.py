"""Which measure for which study: the overview table of Mathet et al. 2015, as living code.

`TABLE` says what each measure can do; `choose` compares that with what a study holds. A
measure is recommended if it does all that the study asks for, possible if it leaves
something out (which is said), unsuitable if it cannot be computed. The cells follow the
paper's text (§3 and §6); measures that the paper does not have were added in its terms.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from accord.errors import NotApplicableError
from accord.measure.catalogue import MEASURES
from accord.measure.entry import Measure
from accord.model.convert import segmentations_to_units
from accord.model.properties import Properties, properties
from accord.model.study import Study
from accord.model.units.segmentations import Segmentations

Verdict = Literal["recommended", "possible", "unsuitable"]

CRITERIA: dict[str, str] = {
    "categorizing": "it does not look at categories",
    "segmentation": "it does not compare boundaries of segments",
    "unitizing": "it does not compare where units begin and end",
    "overlap": "it cannot take units of one coder that overlap",
    "weighted": "it takes all differences between categories to be equal",
    "chance": "it is not corrected for chance",
    "alignment": "it does not say which unit goes with which",
    "many_coders": "it is for two coders, more are averaged over pairs",
}
"""What a measure may satisfy, and what it means if it does not."""


@dataclass(frozen=True, slots=True)
class Ability:
    """A row of the table: the criteria that a measure satisfies, and those in part.

    One that its author withdrew is never recommended.
    """

    full: frozenset[str]
    part: frozenset[str] = frozenset()
    remark: str = ""
    purpose: str = ""
    withdrawn: bool = False

    def cell(self, criterion: str) -> str:
        """■ satisfied, □ in part, nothing."""
        return "■" if criterion in self.full else "□" if criterion in self.part else ""


def _row(
    full: str, part: str = "", remark: str = "", purpose: str = "", withdrawn: bool = False
) -> Ability:
    return Ability(frozenset(full.split()), frozenset(part.split()), remark, purpose, withdrawn)


_RAW_WINDOW = _row("segmentation", remark="boundaries near each other count less")
NEEDS_DISTANCE = "it needs a distance between categories"
_RELIABILITY = "for reliability: would others code the same? One distribution for all coders"
_VALIDITY = "for validity: can these coders be trusted? One distribution for each coder"
_BLIND = "blind to splits and to units that only one coder marked"
_ATOMS = "counts agreement on blanks, blind to splits; short units weigh little"

TABLE: dict[str, Ability] = {
    "percent": _row("categorizing many_coders"),
    "s": _row("categorizing many_coders", "chance"),
    "pi": _row("categorizing chance many_coders", purpose=_RELIABILITY),
    "kappa": _row("categorizing chance many_coders", purpose=_VALIDITY),
    "ac1": _row("categorizing many_coders", "chance"),
    "weighted_s": _row("categorizing weighted many_coders", "chance"),
    "weighted_kappa": _row("categorizing weighted chance", purpose=_VALIDITY),
    "alpha": _row("categorizing weighted chance many_coders", purpose=_RELIABILITY),
    "alpha_prime": _row("categorizing weighted chance many_coders", purpose=_RELIABILITY),
    "beta": _row("categorizing weighted chance many_coders", purpose=_VALIDITY),
    "ac2": _row("categorizing weighted many_coders", "chance"),
    "pk": _RAW_WINDOW,
    "window_diff": _RAW_WINDOW,
    "ghd": _row("segmentation alignment"),
    "segmentation_similarity": _row("segmentation alignment categorizing", "weighted"),
    "boundary_similarity": _row("segmentation alignment categorizing", "weighted"),
    "boundary_kappa": _row(
        "segmentation chance many_coders categorizing",
        remark="a boundary one place off counts as two disagreements",
    ),
    "boundary_pi": _row(
        "segmentation chance many_coders categorizing",
        remark="a boundary one place off counts as two disagreements",
    ),
    "boundary_alpha": _row(
        "segmentation chance many_coders categorizing weighted",
        remark="a boundary one place off counts as two disagreements",
    ),
    "corrected_pk": _row("segmentation chance"),
    "corrected_window_diff": _row("segmentation chance"),
    "corrected_ghd": _row("segmentation alignment chance"),
    "corrected_segmentation_similarity": _row(
        "segmentation alignment chance categorizing", "weighted"
    ),
    "corrected_boundary_similarity": _row("segmentation alignment chance categorizing", "weighted"),
    "slot_error_rate": _row("categorizing segmentation unitizing alignment", "overlap"),
    "span_f1": _row(
        "categorizing segmentation unitizing overlap alignment",
        remark="a border one place off counts as much as a missed unit",
    ),
    "overlap_f1": _row("categorizing", "unitizing segmentation overlap"),
    "partial_f1": _row("categorizing segmentation unitizing overlap alignment"),
    "atom_f1": _row("categorizing overlap", "unitizing", remark=_BLIND),
    "alpha_u_1995": _row(
        "unitizing chance many_coders",
        "categorizing overlap",
        remark="withdrawn by its author in favour of uα",
        withdrawn=True,
    ),
    "u_alpha_2013": _row(
        "unitizing chance many_coders",
        "categorizing segmentation",
        remark="long mismatches weigh by their squares",
    ),
    "cu_alpha_2013": _row(
        "categorizing weighted chance many_coders", "unitizing overlap", remark=_BLIND
    ),
    "u_alpha": _row("unitizing chance many_coders", "categorizing segmentation"),
    "bar_u_alpha": _row("unitizing chance many_coders", remark="units against gaps only"),
    "cu_alpha": _row("categorizing weighted chance many_coders", "unitizing", remark=_BLIND),
    "ku_alpha": _row("categorizing weighted chance many_coders", "unitizing", remark=_BLIND),
    "kappa_d": _row("categorizing chance many_coders", "unitizing", remark=_ATOMS),
    "pi_d": _row("categorizing chance many_coders", "unitizing", remark=_ATOMS),
    "alpha_d": _row("categorizing weighted chance many_coders", "unitizing", remark=_ATOMS),
    "gamma": _row(" ".join(CRITERIA)),
    "gamma_cat": _row("categorizing overlap weighted chance alignment many_coders", "unitizing"),
    "gamma_k": _row("categorizing overlap chance alignment many_coders", "unitizing"),
}
"""Measure → what it satisfies: the table that the documentation shows."""


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


def choose(study: Study, *, weighted: bool | None = None) -> list[Choice]:
    """The measures for this kind of study, the most suitable first, with reasons.

    `weighted`: whether some categories differ more than others; by default where they are
    numbers or sets.

    >>> from accord.model.units.unitizings import Unitizings
    >>> study = Unitizings.of([("d", "A", 0, 9, "x"), ("d", "A", 2, 4, "y"), ("d", "B", 0, 9, "x")])
    >>> [choice.measure.name for choice in choose(study) if choice.verdict == "recommended"]
    ['gamma']
    """
    found = properties(study)
    if weighted is None:
        weighted = found.level != "nominal"
    wanted = needs(found, weighted=weighted)
    return ranked(judged(m, _objection(m, study), wanted) for m in candidates(study.kind))


def candidates(kind: str) -> list[Measure]:
    """The measures of a kind of study; γ takes segments too, as units that cover everything."""
    also = [MEASURES["gamma"]] if kind == "segmentations" else []
    return [measure for measure in MEASURES.values() if measure.kind == kind] + also


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
    ability = TABLE.get(measure.name)
    if ability is None:
        return Choice(measure, "possible", (measure.title,))
    lacking = [name for name in wanted if name not in ability.full]
    reasons = [CRITERIA[name] if name not in ability.part else _in_part(name) for name in lacking]
    if measure.distance == "required" and "weighted" not in wanted:
        reasons.append(NEEDS_DISTANCE)
    if ability.remark:
        reasons.append(ability.remark)
    verdict: Verdict = "possible" if lacking or ability.withdrawn else "recommended"
    return Choice(measure, verdict, tuple(reasons), ability.purpose)


def _in_part(criterion: str) -> str:
    return {
        "chance": "its chance does not come from how often coders used the categories",
        "categorizing": "it takes categories and positions as one",
        "unitizing": "it does not see all of where units begin and end",
        "overlap": "it takes overlapping units, but was not made for them",
        "segmentation": "it was not made for boundaries",
        "weighted": "it weighs types of boundaries by their rank only",
    }[criterion]
