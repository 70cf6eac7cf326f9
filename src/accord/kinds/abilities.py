"""What kinds of annotation can be asked, by name: the file that answers, and what it says.

A function of this name in that file of a kind's folder is the ability; where a kind has none, the
kind that it is like answers. `tests/laws/test_every_kind.py` says which are missing.
"""

from typing import NamedTuple


class Ability(NamedTuple):
    """One question: the file of a kind that answers it, and the answer in words."""

    file: str
    what: str


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
