"""Annotation tasks as worked cases: from what a task asks of coders to a measure.

The twelve tasks of Mathet et al. 2015, appendix A, in the terms of their Table 1. The column
positions of that table are lost in the text at hand, so the marks follow the appendix. `suited`
answers for any other task from its properties.
"""

from dataclasses import dataclass, replace

from accord.errors import Setting, UnknownNameError
from accord.infer.advice.choose import Choice, candidates, first_of, judged, needs, ranked
from accord.measure.entry import CRITERIA, Measure
from accord.model.properties import Properties
from accord.model.showing import Result

TRAITS: dict[str, str] = {
    "categories": "coders choose a category",
    "units": "coders decide where units begin and end",
    "embedding": "a unit may lie within another unit of the same coder",
    "overlap": "units of one coder may overlap in part",
    "gaps": "parts of the material stay without a unit",
    "segments": "units are segments between boundaries, without gap or overlap",
    "weights": "some categories are farther apart than others",
    "many-coders": "there are more than two coders",
}
"""What a task may ask for, in the words of `accord choose --task`."""


@dataclass(frozen=True, slots=True)
class Task(Result):
    """A kind of annotation: what it must and what it may have, and what to mind."""

    name: str
    about: str
    must: tuple[str, ...]
    may: tuple[str, ...] = ()
    advice: str = ""

    @property
    def title(self) -> str:
        """The name as words."""
        return self.name.replace("-", " ")


def _task(name: str, about: str, must: str, may: str = "", advice: str = "") -> Task:
    return Task(name, about, tuple(must.split()), tuple(may.split()), advice)


TASKS: dict[str, Task] = {
    task.name: task
    for task in (
        _task(
            "part-of-speech",
            "every word gets one of a few labels",
            "categories many-coders",
            "weights",
            "a distance over a tag hierarchy makes near misses cheaper",
        ),
        _task(
            "gene-renaming",
            "every token is Former, New or, mostly, Nothing",
            "categories many-coders",
            "",
            "the rare labels are the point: show A_e and agreement by category; marking only the "
            "renamings would be a task of units",
        ),
        _task(
            "word-sense",
            "chosen words get a sense, sometimes several",
            "categories many-coders",
            "weights",
            "chance should be computed within each lemma (α_lemma); sets of senses need a distance "
            "between sets",
        ),
        _task(
            "named-entity",
            "spans of text are marked and typed",
            "categories units gaps many-coders",
            "embedding overlap",
            "nested entities rule out the alphas; without nesting, uα and cuα measure position and "
            "type separately",
        ),
        _task(
            "argumentative-zoning",
            "every sentence gets a role, equal neighbours form a zone",
            "categories many-coders",
            "units",
            "sentences are the items; if zones are what you use, measure them as units too",
        ),
        _task(
            "discourse-framing",
            "frames evoked by an expression, possibly nested",
            "categories units gaps embedding many-coders",
            "",
            "adjacent frames of one type are distinct, so avoid measures on atoms",
        ),
        _task(
            "communicative-behaviour",
            "spans of a recording are marked and typed",
            "categories units gaps many-coders",
            "embedding overlap",
            "κ on slices of time counts agreement on silence and blurs short units",
        ),
        _task(
            "dialogue-act",
            "spans get functions in several dimensions at once",
            "categories many-coders",
            "units embedding overlap gaps weights",
            "on given segments measure each dimension and their sum (β_g); where "
            "coders segment too, measure units",
        ),
        _task(
            "topic-segmentation",
            "text is cut where the topic changes",
            "segments many-coders",
            "",
            "report a measure that tolerates near misses and is corrected for chance",
        ),
        _task(
            "hierarchical-topic-segmentation",
            "topics are cut into subtopics",
            "units embedding many-coders",
            "",
            f"or measure each level of boundaries alone ({Setting('boundary_type')})",
        ),
        _task(
            "topic-transition",
            "topics, and zones of transition between and across them",
            "categories units embedding overlap many-coders",
            "gaps",
            "the most demanding of all: only γ meets every requirement",
        ),
        _task(
            "enumerative-structures",
            "a structure with its trigger and items inside it",
            "categories units gaps embedding many-coders",
            "overlap",
            "types at different depths can have a distance; the alignment shows missed items",
        ),
    )
}
"""The twelve tasks by name."""


def task(given: str) -> Task:
    """A task by its name, or one made of properties: "units,categories,overlap".

    >>> task("named entity").must
    ('categories', 'units', 'gaps', 'many-coders')
    """
    name = given.strip().lower().replace(" ", "-").replace("_", "-")
    if name in TASKS:
        return TASKS[name]
    parts = tuple(part.strip() for part in given.lower().split(","))
    unknown = [part for part in parts if part not in TRAITS]
    if unknown:
        raise UnknownNameError.of("task or property", unknown[0], (*TASKS, *TRAITS))
    return Task("your-task", "; ".join(TRAITS[part] for part in parts), parts)


def suited(asked: Task, *, fully: bool = False) -> list[Choice]:
    """The measures for a task, the one to report first, with reasons; no data needed.

    `fully` asks for what the task may have as well as for what it must have.

    >>> [c.measure.name for c in suited(task("topic-transition")) if c.verdict == "recommended"]
    ['gamma']
    """
    found, weighted = _properties(asked, fully)
    wanted = needs(found, weighted=weighted)
    entries = candidates(found.kind)
    lead = first_of(found.kind, "reliability", None, lambda m: _refusal(m, found) is not None)
    return ranked((judged(m, _refusal(m, found), wanted) for m in entries), lead)


def _properties(asked: Task, fully: bool) -> tuple[Properties, bool]:
    has = {*asked.must, *(asked.may if fully else ())}
    kind = "segmentations" if "segments" in has else "unitizings" if "units" in has else "codings"
    categorized = "categories" in has
    found = Properties(
        kind,
        1,
        3 if "many-coders" in has else 2,
        2 if categorized else 1,
        categorized,
        kind != "codings",
    )
    found = replace(
        found,
        embedded="embedding" in has,
        free_overlap="overlap" in has,
        full_covering="gaps" not in has,
    )
    return found, "weights" in has


def _refusal(entry: Measure, found: Properties) -> str | None:
    """Why a measure could not be computed on such a study; data may say more."""
    if entry.two_coders and found.coders > 2:
        return "it is for two coders"
    if entry.suits is not None and found.overlapping and not entry.suits.cell("overlap"):
        return CRITERIA["overlap"]
    return None
