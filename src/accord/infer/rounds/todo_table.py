"""The list of disputes as a table: what a spreadsheet shows, and what comes back from it.

A row is known again by its number and its item, so rows may be sorted, filtered and split among
people. Columns of coders are only shown; what a person writes stands in "decision", for spans also
in "begin", "end" and "category", then in "decided by" and "note".
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from accord.kinds.spans.parts import Unit
from accord.model.showing import Result, cell, counted
from accord.model.study import Study

AGREED, ALONE = "agreed", "one coder"
"""What a study settles by itself: all coders say the same, or only one says anything."""

MOST_COLUMNS = 24
"""More coders than these stand in one column."""

NOTHING = "–"
"""What a coder said who saw it and marked nothing."""

FREE = ("decision", "begin", "end", "category", "decided by", "note")
"""Columns that a person fills in."""

HOW = {
    "codings": "decision: a category, or - to leave the item out of gold",
    "unitizings": "decision: yes (as proposed), the name of a coder (as that coder marked it) or - "
    "(no span here); or fill in what should be otherwise in begin, end and category. "
    "A row more, with document, begin, end and category, adds a span",
    "partitions": "decision: yes (as proposed), the name of a chain of the document (mentions with "
    "one name are one chain; a new name is a new chain) or - (no mention)",
}
"""What to write into a row, by kind of study."""


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
    where the coder marked nothing. `proposed` is the same as a proposal, None where nothing is
    proposed or, for units and mentions, where the proposal is to leave it out. `base` is the unit
    that a decision about its category alone refers to, and `mention` what is in a chain. A mention
    that is `settled` is listed for what surrounds it.
    """

    item: Hashable
    said: tuple[tuple[Hashable, Any], ...]
    proposed: Any
    context: str = ""
    base: Unit | None = None
    mention: Hashable = None
    settled: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Adjudication(Result):
    """The disputes of a study, in the order of its items, and what is settled without them.

    >>> import accord
    >>> found = accord.adjudicate({"A": "aab", "B": "abb", "C": "abb"})
    >>> print(found)
    1 disputed item; 2 agreed
    >>> found.disputes[0].item
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
        what = {"codings": "item", "unitizings": "span"}.get(self.study.kind, "mention")
        alone = f", {tally[ALONE]} by one coder alone" if tally[ALONE] else ""
        return f"{counted(len(self), f'disputed {what}')}; {tally[AGREED]} agreed{alone}"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON: the list as rows."""
        columns, rows = self._table()
        listed = [dict(zip(columns, row, strict=True)) for row in rows]
        return {"kind": self.study.kind, "disputed": len(self), "rows": listed}


def todo_table(found: Adjudication) -> tuple[list[str], list[list[Any]]]:
    """The header and the rows of the list; numbers of rows count from 1."""
    study: Any = found.study
    several = coder_columns(found)
    about = [name for name in study.about if found.study.kind == "codings"]
    head = {"codings": ["item", *about], "unitizings": ["document", "text"]}.get(
        study.kind, ["document", "mention", "text"]
    )
    free = [name for name in FREE if study.kind == "unitizings" or name not in FREE[1:4]]
    place = {item: at for at, item in enumerate(study.items)} if about else {}
    rows = []
    for number, one in enumerate(found.disputes, start=1):
        if study.kind == "codings":
            told = [study.about[name][place[one.item]] for name in about]
            shown = [one.item, *("" if value is None else value for value in told)]
        elif study.kind == "unitizings":
            shown = [one.item, one.context]
        else:
            shown = [one.item, mention_text(one.mention), one.context]
        proposed = said_text(one.proposed) if one.proposed is not None else _left_out(study.kind)
        filled = ["agreed" if one.settled and name == "note" else "" for name in free]
        rows.append([number, *shown, *coder_cells(one, several), proposed, *filled])
    return ["row", *head, *several, "proposed", *free], rows


def _left_out(kind: str) -> str:
    """What is proposed where nothing is: no majority of labels, or no span or mention."""
    return "" if kind == "codings" else "-"


def coder_columns(found: Adjudication) -> list[str]:
    """The columns that show what coders said: one each, or one for all where there are many."""
    coders = found.study.coders
    return ["codings"] if len(coders) > MOST_COLUMNS else [f"coder {name}" for name in coders]


def coder_cells(one: Dispute, columns: Sequence[str]) -> list[str]:
    """What coders said, a cell for each column; empty for a coder who did not see it."""
    if list(columns) == ["codings"]:
        return ["; ".join(f"{coder}: {said_text(value)}" for coder, value in one.said)]
    said: Mapping[str, Any] = {f"coder {coder}": said_text(value) for coder, value in one.said}
    return [said.get(name, "") for name in columns]


def said_text(value: Any) -> str:
    """What somebody said, in a cell.

    >>> said_text(Unit(0, 5, "PER")), said_text(None), said_text(frozenset("ba")), said_text(2)
    ('[0, 5) PER', '–', 'a|b', '2')
    """
    if value is None:
        return NOTHING
    if isinstance(value, Unit):
        category = "" if value.category is None else f" {cell(value.category)}"
        return f"[{_number(value.begin)}, {_number(value.end)}){category}"
    return str(cell(value))


def _number(at: float) -> str:
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
    return "-".join(_number(edge) for edge in mention)
