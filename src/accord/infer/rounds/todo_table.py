"""The list of disputes as a table: what a spreadsheet shows, and what comes back from it.

A row is known again by its number and its item, so rows may be sorted, filtered and split among
people. Columns of coders are only shown; what a person writes stands in "decision", for spans also
in "begin", "end" and "category", then in "decided by" and "note".
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from accord.errors import DataError
from accord.kinds.kind import ability
from accord.kinds.spans.parts import Unit
from accord.model.names import Names
from accord.model.showing import Result, cell
from accord.model.study import Study
from accord.words.said import said

AGREED, ALONE = "agreed", "one coder"
"""What a study settles by itself: all coders say the same, or only one says anything."""

MOST_CODER_COLUMNS = 24
"""More coders than these stand in one column: a screen shows no more side by side."""

SAID_NOTHING = "–"
"""What a coder said who saw it and marked nothing."""

YES, NO = "yes", "-"
"""A decision for what is proposed, and one to leave it out."""

EDGES = ("begin", "end", "category")
"""What can be decided of a span beside whether there is one."""

FREE = ("decision", *EDGES, "decided by", "note")
"""Columns that a person fills in."""

OPEN = "disputed"
"""How the note of a span begins that is not decided yet, in brat."""


class TodoForm(NamedTuple):
    """How a kind of annotation stands in a to-do list, and in the gold that comes of it.

    :param thing: What a dispute is about: "item", "span".
    :param place: The column of what it belongs to.
    :param shown: The columns after it, which are only shown.
    :param named: The columns by which a row is known again; none where only its number says it.
    :param edges: The columns in which parts of a decision are filled in; where there are some, a
        row without a number adds what nobody marked.
    :param offered: The column for which a workbook offers the categories.
    :param left_out: What is proposed where nothing is.
    :param how: What to write into a row.
    :param record: The columns of the record of gold that hold a value.
    :param near: The measures that say how near a coder is to gold, unless others are named.
    :param categories: What may be chosen.
    :param whole: Whether a document is decided as a whole in a tool; labels are one by one.
    """

    thing: str
    place: str
    shown: tuple[str, ...]
    named: tuple[str, ...]
    how: str
    record: tuple[str, ...]
    near: tuple[str, ...]
    edges: tuple[str, ...] = ()
    offered: str = "decision"
    left_out: str = "-"
    categories: Names = Names()
    whole: bool = True


def todo_form(study: Any) -> TodoForm:
    """How the disputes of a study stand in a list."""
    form: TodoForm = ability(study, "todo_form")(study)
    return form


class Settled(NamedTuple):
    """What needs no decision: of which item or document, what, and why it is settled.

    `value` is a category, a unit, or a mention with the name of its chain.
    """

    item: Hashable
    value: Any
    status: str


class Dispute(NamedTuple):
    """One thing that coders disagree about.

    `said` has what every coder who saw it said: a category, a unit, or the name of a chain; None
    where the coder marked nothing. `proposed` is the same as a proposal, always what some coder
    said; None where coders are `divided` or, for units and mentions, where the proposal is to leave
    it out. `base` is the unit that a decision about its category alone refers to, and `mention`
    what is in a chain. A mention that is `settled` is listed for what surrounds it. Numbers of a
    `scale` have no majority: they lie more or less far apart.
    """

    item: Hashable
    said: tuple[tuple[Hashable, Any], ...]
    proposed: Any
    context: str = ""
    base: Unit | None = None
    mention: Hashable = None
    settled: bool = False
    scale: bool = False

    @property
    def part(self) -> Hashable:
        """Which part of its document it is about; None where it is about the item itself."""
        return self.base if self.base is not None else self.mention

    @property
    def majority(self) -> int:
        """How many coders said the same, if they are more than half of those who saw it, else 0:
        exactly half is no majority, whatever the other half said.

        >>> Dispute("i", (("A", "x"), ("B", "x"), ("C", None)), "x").majority
        2
        """
        most = max(Counter(what for _, what in self.said).values())
        return most if 2 * most > len(self.said) and not self.scale else 0

    @property
    def divided(self) -> bool:
        """Whether nothing was said by more than half of those who saw it."""
        return not self.majority

    def value(self, said: Any) -> Any:
        """What stands in gold where this was said about it."""
        return said if self.mention is None else (self.mention, said)


class Entry(NamedTuple):
    """One line of the record: what is in gold or is not, why, by whose decision, and a remark."""

    item: Hashable
    value: Any
    status: str
    by: str = ""
    note: str = ""


class Drafted(NamedTuple):
    """A span of a text as a tool is given it.

    :param chain: The chain that it is in, where there are chains.
    :param note: What is said about it where it is disputed.
    :param left_out: Whether the proposal is to leave it out.
    :param tag: What brat calls it where that does not follow from the category.
    """

    begin: float
    end: float
    category: Hashable
    chain: str | None = None
    note: str = ""
    left_out: bool = False
    tag: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Adjudication(Result):
    """The disputes of a study, in the order of its items, and what is settled without them.

    >>> import accord
    >>> todo = accord.adjudicate({"A": "aab", "B": "abb", "C": "abb"})
    >>> print(todo)
    1 disputed item; 2 agreed
    >>> todo.disputes[0].item
    1
    """

    study: Study
    disputes: tuple[Dispute, ...]
    settled: tuple[Settled, ...]

    def __len__(self) -> int:
        return sum(not one.settled for one in self.disputes)

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        return todo_table(self)

    def __str__(self) -> str:
        return self.summary()

    def summary(self) -> str:
        """How much is disputed, and how much is not."""
        tally = Counter(one.status for one in self.settled)
        alone = said("disputes.alone", n=tally[ALONE]) if tally[ALONE] else ""
        thing = todo_form(self.study).thing
        return said(f"disputes.{thing}", n=len(self), agreed=tally[AGREED], alone=alone)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON: the list as rows."""
        columns, rows = self._table()
        listed = [dict(zip(columns, row, strict=True)) for row in rows]
        return {"kind": self.study.kind, "disputed": len(self), "rows": listed}

    def settled_in(self, document: Hashable) -> list[Any]:
        """What a document holds that nobody disputes."""
        return [one.value for one in self.settled if one.item == document]


def todo_table(todo: Adjudication) -> tuple[list[str], list[list[Any]]]:
    """The header and the rows of the list; numbers of rows count from 1."""
    study, form = todo.study, todo_form(todo.study)
    coders = columns_of_coders(todo)
    shown_of = ability(study, "shown_of_dispute")
    free = [name for name in FREE if name not in EDGES or name in form.edges]
    rows = []
    for number, one in enumerate(todo.disputes, start=1):
        left_out = "" if one.divided else form.left_out
        proposed = left_out if one.proposed is None else said_text(one.proposed)
        most: str = said("list.of", n=one.majority, m=len(one.said))
        if one.scale:
            most = _spread([number for _, number in one.said])
        elif one.divided:
            most = said("disputes.divided")
        filled = ["agreed" if one.settled and name == "note" else "" for name in free]
        shown = [one.item, *shown_of(study, one)]
        rows.append([number, *shown, *coder_cells(one, coders), most, proposed, *filled])
    among = "spread" if any(one.scale for one in todo.disputes) else "majority"
    return ["row", form.place, *form.shown, *coders, among, "proposed", *free], rows


def _spread(ratings: Sequence[float]) -> str:
    """The mean of ratings, and how far apart they are."""
    mean, apart = sum(ratings) / len(ratings), max(ratings) - min(ratings)
    return said("disputes.spread", mean=mean, apart=apart)


def columns_of_coders(todo: Adjudication) -> list[str]:
    """The columns that show what coders said: one each, or one for all where there are many."""
    coders = todo.study.coders
    # "coder" before the name, since a coder may be called "note" or "decision".
    return ["codings"] if len(coders) > MOST_CODER_COLUMNS else [f"coder {name}" for name in coders]


def coder_cells(one: Dispute, columns: Sequence[str]) -> list[str]:
    """What coders said, a cell for each column; empty for a coder who did not see it."""
    if list(columns) == ["codings"]:
        return ["; ".join(f"{coder}: {said_text(value)}" for coder, value in one.said)]
    told: Mapping[str, Any] = {f"coder {coder}": said_text(value) for coder, value in one.said}
    return [told.get(name, "") for name in columns]


def said_text(value: Any) -> str:
    """What somebody said, in a cell.

    >>> said_text(Unit(0, 5, "PER")), said_text(None), said_text(frozenset("ba")), said_text(2)
    ('[0, 5) PER', '–', 'a|b', '2')
    """
    if value is None:
        return SAID_NOTHING
    if isinstance(value, Unit):
        category = "" if value.category is None else f" {cell(value.category)}"
        return f"[{edge_text(value.begin)}, {edge_text(value.end)}){category}"
    return str(cell(value))


def edge_text(at: float) -> str:
    """A place in a cell: whole numbers without a point.

    >>> edge_text(3.0), edge_text(0.25)
    ('3', '0.25')
    """
    return str(int(at)) if float(at).is_integer() else repr(float(at))


def mention_text(mention: Hashable) -> str:
    """A mention in a cell: a span as its two ends.

    >>> mention_text((3, 7)), mention_text(((3, 4), (6, 7))), mention_text("m1")
    ('3-7', '3-4+6-7', 'm1')
    """
    if not isinstance(mention, tuple):
        return str(mention)
    if mention and isinstance(mention[0], tuple):
        return "+".join(map(mention_text, mention))
    return "-".join(edge_text(edge) for edge in mention)


def open_note(one: Dispute) -> str:
    """The note of a disputed span in a tool: who said what, and what is proposed."""
    if one.settled:
        return ""
    said = "; ".join(f"{coder} {said_text(value)}" for coder, value in one.said)
    left_out = "nothing, no majority" if one.divided else "leave out"
    proposed = left_out if one.proposed is None else said_text(one.proposed)
    return f"{OPEN}: {said}; proposed: {proposed}"


def whole_span(mention: Any) -> tuple[int, int]:
    """The two ends of a mention in a text; DataError where it is no single span of characters."""
    # Ids, mentions in several pieces and times are no place where a tool could mark something.
    if isinstance(mention, tuple) and len(mention) == 2 and {*map(type, mention)} == {int}:
        return mention[0], mention[1]
    raise DataError(
        f"mention {mention!r} is not a span of the text, which a tool needs; write .xlsx or .csv"
    )
