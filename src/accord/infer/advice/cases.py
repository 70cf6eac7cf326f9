"""Annotation tasks as worked cases: from what a task asks of coders to a measure.

The twelve tasks of Mathet et al. 2015, appendix A, in the terms of their Table 1. The column
positions of that table are lost in the text at hand, so the marks follow the appendix. `suited`
answers for any other task from its properties. Long because it is a list: an entry for each task.
"""

from dataclasses import dataclass, replace

from accord._measure.entry import CRITERIA, Measure
from accord.errors import Setting, UnknownNameError
from accord.infer.advice.choose import (
    Choice,
    first_of,
    judged_measure,
    measures_for_kind,
    needs,
    ranked,
)
from accord.kinds.kind import kind_named
from accord.kinds.properties import Properties
from accord.kinds.table import KINDS
from accord.model.showing import Result

TRAITS: dict[str, str] = {
    "categories": "coders choose a label",
    "units": "coders mark spans, such as named entities",
    "embedding": "a span may lie inside another span of the same coder",
    "overlap": "spans of one coder may partly overlap",
    "gaps": "parts of the material may stay unmarked",
    "aggregatable": "two neighbouring spans with the same label mean the same as one long span",
    "segments": "coders cut a text into segments",
    "weights": "some disagreements are worse than others",
    "many-coders": "there are more than two coders",
    "chains": "coders link mentions of the same thing (coreference)",
    "relations": "coders mark relations between spans",
    "trees": "coders build trees, such as syntax trees",
    "graphs": "coders build graphs of meaning, such as AMR",
    "dimensions": "each item has a label in several dimensions",
    "boxes": "coders draw boxes or other regions in images",
}
"""What a task may ask for, in the words of `accord choose --task`."""


@dataclass(frozen=True, slots=True)
class Task(Result):
    """A kind of annotation: what it must and what it may have, what to mind, and what else was
    reported of it; published values stand in their own table (`published_values`)."""

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
            "categories aggregatable many-coders",
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
            "embedding overlap aggregatable",
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


RATED = (
    "ICC(2,1) shows whether one rater is enough, ICC(2,k) whether their mean is; α with the "
    "distance interval knows no raters"
)

SURVEY: dict[str, Task] = {
    task.name: task
    for task in (
        _task(
            "flat-dialogue-acts",
            "every utterance gets one dialogue act of a flat list",
            "categories many-coders",
            "",
            "acts must exclude each other; if utterances have several functions, take dimensions",
        ),
        _task(
            "dialogue-act-dimensions",
            "every utterance gets an act in each of several dimensions, or none",
            "dimensions categories",
            "",
            f"say which columns are dimensions with {Setting('dimensions')}; single dimensions "
            "differ much, so show each",
        ),
        _task(
            "topic-boundaries",
            "text is cut where the topic changes",
            "segments many-coders",
            "",
            "coders agree on the bulk of segments and less on their exact ends",
        ),
        _task(
            "intention-segments",
            "discourse is cut where the speaker's intention changes",
            "segments many-coders",
            "",
        ),
        _task(
            "games-and-transactions",
            "dialogue is cut into conversational games or transactions",
            "segments many-coders",
            "",
        ),
        _task(
            "elementary-discourse-units",
            "text is cut into the smallest units of discourse",
            "segments many-coders",
            "",
            "with many boundaries chance agreement is lower than with few, so K is higher",
        ),
        _task(
            "anaphoric-chains",
            "mentions that refer to the same thing are joined into chains",
            "chains many-coders",
            "",
            "values depend on the distance between chains: say which",
        ),
        _task(
            "discourse-deixis",
            "the part of the text that an expression refers to is marked",
            "categories many-coders",
            "weights",
            "take antecedents as sets of words; positions of their ends measure something else "
            "(`accord deixis`)",
            "the same annotation gave very different values, by what was taken as its label",
        ),
        _task(
            "grouped-word-senses",
            "chosen words get a group of senses, or a sense of a hierarchy",
            "categories many-coders",
            "weights",
            "merging senses after the fact is not a study with fewer senses",
        ),
        _task(
            "text-classes",
            "a text gets one of a few classes: a topic, a sentiment, hateful or not",
            "categories many-coders",
            "weights",
            "where one class is rare, show agreement by category; ordered classes need "
            f"{Setting('distance', 'ordinal')}",
        ),
        _task(
            "hate-speech",
            "a text is hateful, offensive, misogynous, or not",
            "categories many-coders",
            "weights",
            "people differ in what they find offensive: keep the labels of all of them",
        ),
        _task(
            "image-classes",
            "an image gets one of a few classes",
            "categories many-coders",
            "",
            "crowds of workers differ in skill: look at each worker (`accord raters`)",
        ),
        _task(
            "recording-classes",
            "given parts of a recording get one of a few classes: a sleep stage, an emotion",
            "categories many-coders",
            "",
            "parts that follow each other are not independent: let the interval draw recordings",
        ),
        _task(
            "text-quality",
            "texts of people or programs are rated: how fluent, simple or useful they are",
            "categories weights many-coders",
            "dimensions",
            "measure each dimension by itself: pooled over dimensions, agreement is too high",
        ),
        _task(
            "text-spans",
            "parts of a text are marked and typed: errors, arguments, what is made up",
            "categories units gaps many-coders",
            "embedding overlap",
            "exact F1 is low where coders agree on the place but not on its ends",
        ),
        _task(
            "several-labels",
            "a text gets all the classes that fit",
            "categories many-coders",
            "weights",
            f"read the labels as sets ({Setting('sets')}) and take α with MASI",
            "augmented κ, if labels are ordered: a first and a second (Rosenberg & Binkowski 2004)",
        ),
        _task(
            "ratings",
            "every item gets a number on a scale",
            "categories weights many-coders",
            "",
            RATED,
        ),
        _task(
            "likert",
            "every item gets a step of a scale, from disagree to agree",
            "categories weights many-coders",
            "",
            f"few steps are ranks ({Setting('distance', 'ordinal')}); with seven or more, and all "
            f"of them used, the ICC is near. {RATED}",
        ),
        _task(
            "grading",
            "examiners give points or marks to answers or students",
            "categories weights many-coders",
            "",
            f"the mark itself counts, so take ICC(2,1), not (3,1); {RATED}",
        ),
        _task(
            "essay-scoring",
            "raters score essays by several criteria",
            "categories weights many-coders",
            "dimensions",
            "`accord raters` with the criteria as dimensions tests for halo and, with facets, "
            f"gives fair scores; {RATED}",
        ),
        _task(
            "diagnosis",
            "physicians grade the severity of a finding, or say whether it is there",
            "categories many-coders",
            "weights",
            "there or not: α or κ with agreement by category; grades are ranks "
            f"({Setting('distance', 'ordinal')})",
        ),
        _task(
            "measurement",
            "people or instruments measure the same things in units",
            "categories weights many-coders",
            "",
            "report the error in units, too: limits of agreement and the smallest detectable "
            f"difference (`accord raters`); {RATED}",
        ),
        _task(
            "image-measurement",
            "lengths, areas or angles are measured in images",
            "categories weights many-coders",
            "",
            "repeats by the same person separate repeatability from reproducibility (`accord "
            f"raters`, repeats as dimensions); {RATED}",
        ),
        _task(
            "prosody",
            "tones and breaks between words are marked on parallel tiers (ToBI)",
            "dimensions categories",
            "weights",
            "words are the items and tiers the dimensions; break indices are ranks, so measure "
            f"their tier alone with {Setting('distance', 'ordinal')}",
        ),
        _task(
            "dialogue-act-hierarchy",
            "every utterance gets an act of a taxonomy, as specific as the coder is certain of",
            "categories weights many-coders",
            "",
            f"give the tree ({Setting('taxonomy')}) and a distance over it, such as "
            f"{Setting('distance', 'geertzen-bunt')}: an act and the class above it are near",
            "without the tree the same codings give lower values: see dialogue-act-dimensions",
        ),
        _task(
            "several-dialogue-acts",
            "every utterance gets all the dialogue acts that fit",
            "categories many-coders",
            "weights",
            f"read the acts as sets ({Setting('sets')}) and take α with MASI",
            "as reliable as a flat list only when merged into five classes (Shriberg et al. 2004, "
            "in Artstein & Poesio 2008, §4.2)",
        ),
        _task(
            "markables",
            "what can be labelled later is marked: mentions, definitions, turns",
            "units gaps many-coders",
            "embedding overlap",
            "where a parser or chunker proposed the units, coders who correct it are not "
            "independent of each other",
            "proposed for α_U, but not tested in this field by 2008 (Artstein & Poesio 2008, "
            "§4.3.2)",
        ),
        _task(
            "nested-constituents",
            "phrases within phrases are marked and labelled",
            "categories units embedding many-coders",
            "",
            "the alphas of units take no nested units; whole trees are the task syntactic-trees",
            "a case that α_U does not cover (Artstein & Poesio 2008, §4.3.2)",
        ),
        _task(
            "parser-corrections",
            "coders correct the trees that a parser made",
            "trees many-coders",
            "categories",
            "coders agree with the parser and so with each other: let some begin from nothing, and "
            "measure how far each is from the parser, too",
            "needed, but rarely measured (Artstein & Poesio 2008, §4.3.2)",
        ),
        _task(
            "antecedents",
            "every anaphoric expression gets its antecedent",
            "categories many-coders",
            "",
            "two antecedents in one chain mean the same thing: with chains as labels "
            "(anaphoric-chains) this is no disagreement",
            "K and α are close with antecedents as labels, and far apart with chains (Poesio "
            "& Artstein 2005, in Artstein & Poesio 2008, §4.4.2)",
        ),
        _task(
            "several-word-senses",
            "chosen words get all the senses that fit",
            "categories many-coders",
            "weights",
            f"read the senses as sets ({Setting('sets')}) and take α with MASI, within each lemma",
            "α with MASI was taken by Passonneau, Habash & Rambow (2006)",
        ),
        _task(
            "content-units",
            "phrases of several summaries that say the same are joined (Pyramids)",
            "chains many-coders",
            "",
            "words are the mentions and content units the chains; α of chains with "
            f"{Setting('distance', 'masi')} gives credit for units that overlap; files of DUCView "
            "(.pyr, .pan) are read as they are",
            "reliable enough to score summaries by (Nenkova, Passonneau & McKeown 2007)",
        ),
        _task(
            "discourse-connectives",
            "the two arguments of every connective are marked",
            "relations categories many-coders",
            "units",
            "coders differ in where arguments end: say how far ends may differ, and measure the "
            "arguments as units, too",
            "only as percentages (Miltsakaki et al. 2004, in Artstein & Poesio 2008, §5)",
        ),
        _task(
            "relations",
            "spans are joined by labelled arrows: causes, events and their roles, links",
            "relations categories many-coders",
            "",
            "arrows that somebody drew cannot be the items of κ: 'no arrow' by both cannot occur "
            "among them; measure the spans as units, too",
        ),
        _task(
            "boxes",
            "things in images are marked by boxes, masks or points, and named",
            "boxes categories many-coders",
            "",
            "say how far regions must overlap to be the same thing; names of matched things alone "
            "look better than finding them",
            "α of detected and named objects was tried by Nassar et al. (2019), and as one of "
            "seven tasks by Braylan, Alonso & Lease (2022)",
        ),
        _task(
            "rankings",
            "coders put the same things in order, best first",
            "categories weights many-coders",
            "",
            f"write a ranking as 'b > a = c' and take {Setting('distance', 'kendall')}: the share "
            "of pairs in another order",
            "one of the seven tasks on which α with a distance was tried (Braylan, Alonso & Lease "
            "2022)",
        ),
        _task(
            "judges",
            "models judge answers as people do: which is better, or how good",
            "categories many-coders",
            "weights",
            "compare the judge with people, and people with each other (`accord compare`, "
            f"{Setting('system')}); ask twice with the answers exchanged",
        ),
        _task(
            "qualitative-coding",
            "passages of interviews and other texts get codes (QualCoder, Taguette, RQDA, NVivo)",
            "units categories",
            "overlap gaps many-coders weights",
            "projects are read as they are; κ by paragraph or sentence "
            f"({Setting('atom', 'paragraph')}) counts text that nobody coded, γ compares passages",
            "κ by letter or paragraph, which depends on how much text has no code",
        ),
        _task(
            "screening",
            "reviewers decide which records a systematic review includes (ASReview, Rayyan, "
            "Covidence, EPPI-Reviewer)",
            "categories",
            "many-coders",
            "a record that a reviewer did not see is no exclusion; inclusions are rare, so κ can "
            "be low, and AC1 is high even for guessing: report κ or α, AC1 beside it; `accord "
            "screening` gives them, the conflicts and a text for PRISMA",
            "κ, which Cochrane's handbook does not ask for; PRISMA 2020 asks how many reviewers "
            "screened each record (Page et al. 2021)",
        ),
        _task(
            "translation-errors",
            "errors are marked in translations, with a category and a severity (MQM, ESA)",
            "units categories many-coders",
            "overlap gaps weights",
            f"files of WMT and Appraise are read as they are; {Setting('field')} chooses category "
            "or severity, the layer score has one number for each segment, and `accord systems` "
            "ranks the systems",
            "spans and scores of MQM beside ESA (Kocmi et al. 2024)",
        ),
        _task(
            "group-perspectives",
            "people of different groups label what is offensive, safe or funny to them",
            "categories many-coders",
            "weights",
            "disagreement may be a view and not a mistake: `accord groups` shows whether a group "
            "agrees with itself more than with everybody else",
            "cohesion within and across groups: GRASP (Prabhakaran et al. 2024)",
        ),
        _task(
            "crowd-labels",
            "many people each label a few items, and one label for each item is wanted",
            "categories many-coders",
            "",
            "agreement shows how reliable one label is; `accord consensus` combines them, and its "
            "method crowdtruth shows how clear items, coders and labels are",
            "quality of items, coders and labels from their disagreement: CrowdTruth (Dumitrache "
            "et al. 2018)",
        ),
        _task(
            "free-text",
            "coders write: translations, answers, explanations",
            "categories weights many-coders",
            "",
            f"take a distance between texts, {Setting('distance', 'edit')} or "
            f"{Setting('distance', 'chrf')}, and show D_e: texts on different items differ nearly "
            "always, so α is close to 1 − D_o",
            "one of the seven tasks on which α with a distance was tried (Braylan, Alonso & Lease "
            "2022)",
        ),
        _task(
            "rhetorical-relations",
            "units of discourse are joined by labelled relations",
            "relations categories many-coders",
            "",
            "relations between units that only one coder has cannot agree: measure the units first",
            "good agreement by κ over spans (Marcu, Amorrortu & Romera 1999); for the units alone "
            "see elementary-discourse-units",
        ),
        _task(
            "predicate-argument",
            "arguments of predicates are marked and get roles",
            "relations categories many-coders",
            "",
            "measure which arguments are found and which roles they get",
            "only as percentages for PropBank (Palmer, Dang & Fellbaum 2007, in Artstein & Poesio "
            "2008, §4.1)",
        ),
        _task(
            "syntactic-trees",
            "every word gets a head and a label, or every phrase its place in a tree",
            "trees many-coders",
            "categories",
            "where coders correct a parser's trees, see parser-corrections",
            "α of trees beside attachment scores on real treebanks (Skjærholt 2014)",
        ),
    )
}
"""Further tasks of the survey (Artstein & Poesio 2008, §4), and those that join what was annotated.
Parts of speech, names and zones stand among the twelve."""

_REPORTED = {
    "part-of-speech": "for whether its labels are equally distinct see Babarczy, Carroll & Sampson "
    "(2006)",
    "gene-renaming": "done by Fort et al. (2012), on how prevalence changes the numbers",
    "named-entity": "many efforts (a survey: Nadeau & Sekine 2007)",
    "discourse-framing": "described by Charolles et al. (2005)",
    "communicative-behaviour": "done by Reidsma (2008) on the AMI meetings (Carletta 2007)",
    "dialogue-act": "the standard by Bunt et al. (2010)",
    "hierarchical-topic-segmentation": "done by Eisenstein (2009)",
    "topic-transition": "done by Labadié et al. (2010)",
    "enumerative-structures": "done by Afantenos et al. (2012)",
    "ratings": "the usual example, six targets rated by four judges: Shrout & Fleiss (1979)",
    "likert": "for the answers of one group see James, Demaree & Wolf (1984) and LeBreton & Senter "
    "(2008)",
    "grading": "for examiners of different severity see Linacre (1989)",
    "essay-scoring": "for raters of different severity and criteria of different difficulty see "
    "Linacre (1989)",
    "diagnosis": "psychiatric diagnoses of 30 patients: Fleiss (1971)",
    **dict.fromkeys(
        ("hate-speech", "image-classes", "recording-classes", "text-quality", "text-spans"),
        "`accord atlas` lists values that were recomputed from raw annotations",
    ),
    "measurement": "peak expiratory flow by two meters: Bland & Altman (1986)",
    "image-measurement": "for limits of agreement of several observers see Christensen et al. "
    "(2020)",
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
    entries = measures_for_kind(found.kind)
    joins = "aggregatable" in {*asked.must, *(asked.may if fully else ())}

    def not_leading(entry: Measure) -> bool:
        # What aligns units one by one takes two units for one as a mistake; here it is none.
        aligns = entry.suits is not None and bool(entry.suits.cell("alignment"))
        return _refusal(entry, found) is not None or (joins and aligns)

    lead = first_of(found.kind, "reliability", None, not_leading)
    if lead is None:  # where units also overlap, only what aligns them is left
        joins = False
        lead = first_of(found.kind, "reliability", None, not_leading)
    return ranked((judged_measure(m, _refusal(m, found), wanted) for m in entries), lead)


def _properties(asked: Task, fully: bool) -> tuple[Properties, bool]:
    has = {*asked.must, *(asked.may if fully else ())}
    # From the last: segments are units, too, and of the two only segments say what to measure.
    entries = [kind_named(stored) for stored in reversed(KINDS)]
    kind = next(entry for entry in entries if entry.trait in {*has, None})
    categorized = "categories" in has
    found = Properties(
        kind.stored,
        1,
        3 if "many-coders" in has else 2,
        2 if categorized else 1,
        categorized,
        kind.trait is not None,
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
