"""Kind: one entry that owns every fact about a kind of annotation, and finds what it can do.

What a kind can do are plain functions in the files of its folder. A file belongs to a stage, and
its name says to which:

    study.py parts.py   model      what a study of this kind is
    lines.py            read       lines and rows in and out
    causes.py           infer      where disagreement comes from
    disputes.py         infer      what somebody has to settle, and what was decided
    mistakes.py         simulate   annotators who err
    shown.py            report     what people are shown of it
    tools.py            report     what a tool gets back

A stage that works for all kinds never asks what a study is: it asks for an ability by name,
`ability(study, "marked_by")(study)`, and the file is imported when it is asked for. Where all kinds
that have their items one by one answer alike, the functions at the end of this file answer.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from accord.errors import AccordError, NotApplicableError
from accord.kinds.table import KINDS


class Ability(NamedTuple):
    """One question: the file of a kind that answers it, and the answer in words."""

    file: str
    what: str


# A function of this name in that file of a kind's folder is the ability; where a kind has none, the
# kind that it is like answers. `tests/laws/test_every_kind.py` says which are missing.
ABILITIES: dict[str, Ability] = {
    "of_sequences": Ability("study", "the study that a sequence for each coder is, if not labels"),
    # where disagreement comes from
    "listed_disagreements": Ability("causes", "every disagreement, a row for each"),
    "confusions": Ability("causes", "how often two categories meet, and each is used"),
    "matched_units": Ability("causes", "which spans of two coders go together"),
    "parts_by_category": Ability("causes", "what coders marked, by category, and what is shared"),
    "sums_of_documents": Ability("causes", "the sums of each document on which a measure rests"),
    "pieces_of": Ability("causes", "what a tree or a graph is made of"),
    "same_tokens": Ability("causes", "whether trees can be compared token by token"),
    # what somebody has to settle, and the list of it
    "sifted": Ability("disputes", "what is disputed and what is settled, part by part"),
    "todo_form": Ability("disputes", "how disputes stand in a to-do list and in gold"),
    "shown_of_dispute": Ability("disputes", "what a row of the list shows of a dispute"),
    "document_of": Ability("disputes", "a document by its name, for a tool"),
    "drafted_by": Ability("disputes", "what a coder marked in a document, for a tool"),
    "drafted": Ability("disputes", "what is agreed and proposed in a document, for a tool"),
    # what was decided
    "decided_value": Ability("disputes", "what a row that was filled in decides"),
    "added_value": Ability("disputes", "what a row without a number adds"),
    "decided_answer": Ability("disputes", "what the answer to a task of a tool decides"),
    "decided_document": Ability("disputes", "what a document holds that was decided in a tool"),
    # gold
    "part_of": Ability("disputes", "which part of its document a value of gold is about"),
    "place_of": Ability("disputes", "where that part stands in its document"),
    "kept_of": Ability("disputes", "which values of a decided document are as agreed"),
    "record_cells": Ability("disputes", "a value in the record of gold"),
    "gold_study": Ability("disputes", "gold as a study of one coder"),
    "with_coder_of": Ability("disputes", "the study with the coder of another study, gold"),
    "as_decided": Ability("disputes", "whether what a coder said is what gold says"),
    "marked_by": Ability("study", "how much each coder marked"),
    "seen_by": Ability("study", "which item was seen by whom"),
    "names_of": Ability("study", "names by what they name, with how often each occurs"),
    "order_of": Ability("order", "items and coders in an order that no name decides"),
    "in_order": Ability("order", "the study in that order, its categories too, and its items"),
    "order_together": Ability("order", "the items of two studies in one such order"),
    "shapes_of": Ability("order", "what tells categories apart, whatever their labels are called"),
    "folded": Ability("folding", "the study with names replaced by the spellings that stay"),
    "properties_of": Ability("study", "what the study holds, as Mathet et al. list it"),
    "in_blocks": Ability("cut", "its documents cut into blocks where nothing crosses"),
    "corrections": Ability("corrections", "what coders changed in what another coder drew"),
    "of_same_tokens": Ability("study", "the study without items whose tokens are not the same"),
    "from_lines": Ability("lines", "the study of lines of accord's own format"),
    "to_lines": Ability("lines", "its records in accord's own format"),
    "to_rows": Ability("lines", "its rows in a table"),
    "from_marks": Ability("lines", "the study of marks that a reader found in files"),
    "category_from": Ability("lines", "a category that only this kind has, as lines hold it"),
    "as_units": Ability("seen_as", "what coders marked as spans, where it is that"),
    "as_labels": Ability("seen_as", "a label for each atom or place, where these can be counted"),
    # back to the tool in which it was annotated
    "in_texts": Ability("tools", "the study, where every document has a text with characters"),
    "label_studio_tasks": Ability("tools", "its items or documents as tasks of Label Studio"),
    "prodigy_records": Ability("tools", "what each coder did as lines of Prodigy"),
    "refi_sources": Ability("tools", "its items or documents as sources of REFI-QDA"),
    "mistakes": Ability("mistakes", "the mistakes that simulated coders make, and their titles"),
    "with_mistakes": Ability("mistakes", "coders who make them, each from a reference"),
    "usual_mistake": Ability("mistakes", "the mistake whose magnitude is a share of what is there"),
    "reference_model": Ability("mistakes", "the model that draws references"),
    "dealt": Ability("study", "the study with what each coder did dealt out anew, as by chance"),
    "alone": Ability("study", "why there is nothing to compare"),
    "only_counts": Ability("study", "whether single items are not there, only counts of them"),
    "stays_in_engine": Ability("study", "whether codings are asked where they are: none merge"),
    "counts_again": Ability("study", "whether some coders alone have to be counted again"),
    "expanded": Ability("study", "its items one by one, numbered where counts stand for them"),
    "itemized": Ability("study", "the study, or a refusal where its items have no names"),
    "rows_of_counts": Ability("patterns", "how many coders chose what, and how often that occurs"),
    "merged_rows": Ability("patterns", "the same, items with equal rows as one"),
    "who_chose": Ability("patterns", "the codings of each item, or of one item for many alike"),
    "by_coder": Ability("patterns", "how often each coder used each category"),
    "without_category": Ability("patterns", "the study without the codings of a category"),
    "categories_of": Ability("study", "the categories that it has, used or declared"),
    # what people are shown of it
    "label_sections": Ability("shown", "sections on its labels: categories, taxonomy, dimensions"),
    "own_section": Ability("shown", "the section of a report that only this kind has"),
    "own_tables": Ability("shown", "the tables of that section"),
    "page_chart": Ability("shown", "a chart of that section, for the page and for files"),
    "still_picture": Ability("shown", "the same for files only: the page draws it by itself"),
    "study_chart": Ability("shown", "a chart of a study as it is"),
    "habits_of": Ability("shown", "how each coder draws borders"),
    "as_if": Ability("shown", "by which rate of mistakes coders would agree as they do"),
    "one_category": Ability("study", "the study with two categories as one"),
}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of annotation: its words, and the folder of what it can do.

    :param name: What people call it, and its folder: "spans".
    :param stored: What `study.kind` says of it, in files, signatures and JSON: "unitizings".
    :param one: One thing that a coder marks: "span".
    :param many: Several of them: "spans".
    :param document: What holds them: "document", "image", or "item" itself.
    :param documents: Several of those.
    :param did: What coders did, before the number of documents: "marked spans in".
    :param like: The folder whose abilities it has where its own has none: trees are labels, spans
        and others are documents.
    :param one_value: Whether a coder gives an item one value, as coefficients of labels need.
    :param several: Whether its study is several studies of labels, each by its name.
    :param distance: How far two values are from each other unless somebody says; None where that
        follows from the categories.
    :param criterion: By which criterion a measure sees where something begins and ends: unitizing,
        segmentation, or none where coders do not decide that.
    :param questions: What its measures can be asked that those of other kinds cannot, in the words
        of `accord._measure.entry.Question`.
    :param merges: Whether two categories could be made one: nobody merges two trees.
    :param section: The section of a report that only this kind has, None where it has none.
    :param marks: What a coder marked, in the words of a report ("word.…").
    :param quick: The measure that stands in where a better one would take too long.
    :param in_files: What files of it hold, in a word, where that is not `many`.
    :param in_full: What a study has, in messages, where that is not `many`.
    :param trait: What a task asks for whose annotation is of this kind, in the words of
        `accord choose --task`; None where every task has it.
    :param hierarchy: The setting of a measure that a hierarchy of categories is.
    :param sequence: What a coder's part is in Python, in words; "" where there is no such form.
    :param bridge: The ability by which a study of another kind is seen as one of this kind, and
        what is added to the symbol of a measure of such a study: κ_d is κ on atoms.
    """

    name: str
    stored: str
    one: str
    many: str
    document: str
    documents: str
    did: str
    like: str | None = None
    one_value: bool = False
    several: bool = False
    distance: str | None = "nominal"
    criterion: str | None = None
    questions: tuple[Any, ...] = ()
    merges: bool = False
    section: str | None = None
    marks: str = "marked"
    quick: str | None = None
    in_files: str | None = None
    in_full: str = ""
    trait: str | None = None
    hierarchy: str = "distance"
    sequence: str = ""
    bridge: tuple[str, str] | None = None

    @property
    def study(self) -> type[Any]:
        """The class of its studies: the one of its study.py that says so."""
        classes = vars(import_module(f"accord.kinds.{self.name}.study")).values()
        own: type[Any] = next(c for c in classes if getattr(c, "kind", None) == self.stored)
        return own

    @property
    def labelled(self) -> bool:
        """Whether items are given labels, listed or in several dimensions; trees are drawn."""
        return self.one == "label"

    @property
    def plain(self) -> bool:
        """Whether an item is given one label and nothing else: no tree, no graph, no dimensions."""
        return self.one_value and self.labelled

    @property
    def held(self) -> str:
        """What files of it hold, in a word."""
        return self.in_files or self.many

    @property
    def structured(self) -> bool:
        """Whether the one value of an item has parts, which coders may share: trees and graphs."""
        return self.one_value and not self.labelled

    @property
    def holds_documents(self) -> bool:
        """Whether an item is a document in which much can be marked."""
        return self.document != "item"

    def ability(self, wanted: str) -> Callable[..., Any] | None:
        """The function of this kind for an ability, None where it has none."""
        return _found(self.name, self.like, wanted)

    def own(self, wanted: str) -> Callable[..., Any] | None:
        """The same, but only of its own folder: mistakes in labels are none in trees."""
        return _found(self.name, None, wanted)


@cache
def _found(name: str | None, like: str | None, wanted: str) -> Callable[..., Any] | None:
    file = ABILITIES[wanted].file
    folders = [f"accord.kinds.{folder}.{file}" for folder in (name, like) if folder is not None]
    for module in (*folders, __name__):
        if find_spec(module) is not None:
            function: Callable[..., Any] | None = getattr(import_module(module), wanted, None)
            if function is not None:
                return function
    return None


@cache
def kind_named(stored: str) -> Kind:
    """The entry of a kind, by what `study.kind` says.

    >>> kind_named("unitizings").many
    'spans'
    """
    entry: Kind = import_module(f"accord.kinds.{KINDS[stored]}.entry").KIND
    return entry


def kind_words(kind: Any) -> str:
    """What a study holds, for people; a kind that somebody made for themselves by its own name.

    >>> kind_words("unitizings"), kind_words("codings"), kind_words("partitions")
    ('spans', 'labels', 'coreference chains')
    """
    stored = kind if isinstance(kind, str) else str(kind.kind)
    if stored not in KINDS:
        return stored
    entry = kind_named(stored)
    return entry.in_full or entry.many


def kind_of(study: Any) -> Kind:
    """The entry of the kind of a study."""
    return kind_named(study.kind)


def ability(study: Any, wanted: str) -> Callable[..., Any]:
    """What answers a question about a study; NotApplicableError where nothing does.

    A class may answer for itself, with a method of that name: counted codings do. Otherwise the
    folder of its kind answers; of a kind that somebody made for themselves only what is common to
    all is known.
    """
    own: Callable[..., Any] | None = getattr(type(study), wanted, None)
    if own is not None:
        return own
    stored = getattr(study, "kind", None)
    if stored not in KINDS and (shared := _found(None, None, wanted)) is not None:
        return shared
    entry = kind_of(study)
    function = entry.ability(wanted)
    if function is None:
        what = ABILITIES[wanted].what
        raise NotApplicableError(f"{entry.many} have no {wanted.replace('_', ' ')} ({what})")
    return function


def must_be(study: Any, stored: str, measure: str, instead: str = "") -> None:
    """AccordError where a study is none of the kind that a measure takes.

    The class decides here, not what `study.kind` says: callers hand over arrays and dicts, too.
    """
    wanted = kind_named(stored).study
    if not isinstance(study, wanted):
        got = type(study).__name__
        raise AccordError(f"{measure} works with {wanted.__name__}; got {got}{instead}")


def only_like(folder: str, study: Any, what: str) -> Any:
    """The study, where its kind is this one or like it; else an error: "`what` has labels"."""
    entry = kind_of(study)
    if folder not in (entry.name, entry.like):
        raise NotApplicableError(f"{what} has {kind_words(study)}")
    return study


def only_labels(study: Any, what: str) -> Any:
    """The study, where a coder gives an item one label, tree or graph; else an error.

    >>> from accord.kinds.spans.study import Unitizings
    >>> only_labels(Unitizings.of([("d", "A", 0, 9, "x")]), "consensus works with labels; FILE")
    Traceback (most recent call last):
    ...
    accord.errors.NotApplicableError: consensus works with labels; FILE has spans
    """
    return only_like("labels", study, what)


def one_value(study: Any) -> bool:
    """Whether a coder gives an item one value: labels, listed or counted, trees and graphs."""
    return getattr(study, "kind", None) in KINDS and kind_of(study).one_value


# What every study answers alike that has its items one by one, whatever its kind. Codings that are
# counts, or that stay in an engine, have methods of the same names: `ability` asks the class first.


def only_counts(study: Any) -> bool:
    """Whether single items are not there, only counts of them."""
    return False


def stays_in_engine(study: Any) -> bool:
    """Whether codings are asked where they are, because their patterns would not merge."""
    return False


def counts_again(study: Any) -> bool:
    """Whether some of the coders alone have to be counted again by an engine."""
    return False


def expanded(study: Any) -> Any:
    """The study itself; counts give the codings that they stand for."""
    return study


def itemized(study: Any, what: str) -> Any:
    """The study itself; counts refuse, because `what` needs items that have names."""
    return study


def merged_rows(study: Any) -> None:
    """Only labels have patterns."""


def rows_of_counts(study: Any) -> None:
    """Only labels are counted in rows."""


def who_chose(study: Any) -> None:
    """Only labels are one choice for each coder and item."""


def categories_of(study: Any) -> Sequence[Hashable]:
    """Its categories; what has none of its own, as dimensions, has them in its parts."""
    categories: Sequence[Hashable] = getattr(study, "categories", ())
    return categories
