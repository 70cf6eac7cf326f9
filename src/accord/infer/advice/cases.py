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
    "chains": "coders join mentions into chains",
    "relations": "coders draw labelled arrows between spans",
    "trees": "coders build a tree over words or units",
    "dimensions": "an item has a label in each of several dimensions",
}
"""What a task may ask for, in the words of `accord choose --task`."""


@dataclass(frozen=True, slots=True)
class Task(Result):
    """A kind of annotation: what it must and what it may have, what to mind, and what was
    reported: values in other work, which are no norm for this."""

    name: str
    about: str
    must: tuple[str, ...]
    may: tuple[str, ...] = ()
    advice: str = ""
    reported: str = ""

    @property
    def title(self) -> str:
        """The name as words."""
        return self.name.replace("-", " ")


def _task(
    name: str, about: str, must: str, may: str = "", advice: str = "", reported: str = ""
) -> Task:
    return Task(name, about, tuple(must.split()), tuple(may.split()), advice, reported)


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


SURVEY: dict[str, Task] = {
    task.name: task
    for task in (
        _task(
            "flat-dialogue-acts",
            "every utterance gets one dialogue act of a flat list",
            "categories many-coders",
            "",
            "acts must exclude each other; if utterances have several functions, take dimensions",
            "K = .83 for the 13 acts of MapTask (Carletta et al. 1997), .80 for the 42 of "
            "Switchboard-DAMSL (Stolcke et al. 2000), .90 for 20 of CSTAR (Doran et al. 2001)",
        ),
        _task(
            "dialogue-act-dimensions",
            "every utterance gets an act in each of several dimensions, or none",
            "dimensions categories",
            "",
            f"say which columns are dimensions with {Setting('dimensions')}; single dimensions "
            "differ much, so show each",
            "K of single dimensions of DAMSL from .15 to .76 (Core & Allen 1997) and from .54 to "
            ".93 (Di Eugenio et al. 1998)",
        ),
        _task(
            "topic-boundaries",
            "text is cut where the topic changes",
            "segments many-coders",
            "",
            "coders agree on the bulk of segments and less on their exact ends",
            "K of boundary or not: .647 (Hearst 1997), .764 (Reynar 1998), .36 (Ries 2002)",
        ),
        _task(
            "intention-segments",
            "discourse is cut where the speaker's intention changes",
            "segments many-coders",
            "",
            "",
            "89% agreement with the majority, 70% on boundaries (Passonneau & Litman 1993)",
        ),
        _task(
            "games-and-transactions",
            "dialogue is cut into conversational games or transactions",
            "segments many-coders",
            "",
            "",
            "70% on where games begin, K = .59 on the boundaries of transactions (Carletta et al. "
            "1997)",
        ),
        _task(
            "elementary-discourse-units",
            "text is cut into the smallest units of discourse",
            "segments many-coders",
            "",
            "with many boundaries chance agreement is lower than with few, so K is higher",
            "K = .87, in the end .97, by trained coders (Carlson, Marcu & Okurowski 2003)",
        ),
        _task(
            "anaphoric-chains",
            "mentions that refer to the same thing are joined into chains",
            "chains many-coders",
            "",
            "values depend on the distance between chains: say which",
            "α of whole chains, 18 coders: .642 (Jaccard), .654 (Passonneau), .691 (Dice) (in "
            "Artstein & Poesio 2008, §4.4)",
        ),
        _task(
            "discourse-deixis",
            "the part of the text that an expression refers to is marked",
            "categories many-coders",
            "weights",
            "take antecedents as sets of words; positions of their ends measure something else "
            "(`accord deixis`)",
            "α of sets of words .45 (Jaccard) and .55 (Dice, Passonneau); of absolute positions "
            ".998, of relative ones .122 to .167: the same annotation (in Artstein & Poesio 2008, "
            "§4.4)",
        ),
        _task(
            "grouped-word-senses",
            "chosen words get a group of senses, or a sense of a hierarchy",
            "categories many-coders",
            "weights",
            "merging senses after the fact is not a study with fewer senses",
            "82% with groups against 71% with WordNet's senses (Palmer, Dang & Fellbaum 2007); K "
            "of nouns from about .45 to .86 after merging (Véronis 1998)",
        ),
        _task(
            "several-labels",
            "a text gets all the classes that fit",
            "categories many-coders",
            "weights",
            f"read the labels as sets ({Setting('sets')}) and take α with MASI",
        ),
        _task(
            "rhetorical-relations",
            "units of discourse are joined by labelled relations",
            "relations categories many-coders",
        ),
        _task(
            "predicate-argument",
            "arguments of predicates are marked and get roles",
            "relations categories many-coders",
        ),
        _task(
            "syntactic-trees",
            "every word gets a head and a label, or every phrase its place in a tree",
            "trees many-coders",
            "categories",
            "where coders correct a parser's trees, they agree with it and so with each other: let "
            "some begin from nothing",
        ),
    )
}
"""Further tasks of the survey (Artstein & Poesio 2008, §4), with the values that it reports, and
those that join what was annotated. Parts of speech, names and zones stand among the twelve."""

_REPORTED = {
    "argumentative-zoning": "K = .81 for the three main zones, .71 for the whole scheme (Teufel, "
    "Carletta & Moens 1999)",
    "word-sense": "κ_w = .41 for verbs and adjectives, .46 for nouns, six coders (Véronis 1998)",
}

EVERY: dict[str, Task] = {
    name: replace(one, reported=_REPORTED.get(name, one.reported))
    for name, one in {**TASKS, **SURVEY}.items()
}
"""All tasks by name."""


def task(given: str) -> Task:
    """A task by its name, or one made of properties: "units,categories,overlap".

    >>> task("named entity").must
    ('categories', 'units', 'gaps', 'many-coders')
    """
    name = given.strip().lower().replace(" ", "-").replace("_", "-")
    if name in EVERY:
        return EVERY[name]
    parts = tuple(part.strip() for part in given.lower().split(","))
    unknown = [part for part in parts if part not in TRAITS]
    if unknown:
        raise UnknownNameError.of("task or property", unknown[0], (*EVERY, *TRAITS))
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


_KINDS = {
    "segments": "segmentations",
    "chains": "partitions",
    "relations": "relations",
    "trees": "trees",
    "dimensions": "dimensions",
    "units": "unitizings",
}
"""What a task asks for → the kind of study that holds it."""


def _properties(asked: Task, fully: bool) -> tuple[Properties, bool]:
    has = {*asked.must, *(asked.may if fully else ())}
    kind = next((kind for trait, kind in _KINDS.items() if trait in has), "codings")
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
