"""Decisions as people wrote them: each belongs to a dispute, is complete, and names what exists.

Nothing is guessed and nothing is lost: what cannot be taken is an error with its place, and what is
taken although something about it is odd is a note with its place.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from accord.errors import DataError, Setting
from accord.infer.rounds.todo_table import (
    YES,
    Adjudication,
    Dispute,
    TodoForm,
    coder_cells,
    columns_of_coders,
    mention_text,
    todo_form,
)
from accord.kinds.kind import ability
from accord.model.showing import counted

MOST_MISTAKES_SHOWN = 5
"""So many of the mistakes in a list are shown at once: the rest is often of the same kind."""


class Line(NamedTuple):
    """A row of a list that came back: where it stands, and its cells by column."""

    where: str
    cells: Mapping[str, str]


class WrittenDecision(NamedTuple):
    """What was decided about a dispute: the value, None to leave it out; who, and a remark."""

    value: Any
    by: str
    note: str
    where: str


@dataclass(slots=True)
class Decisions:
    """What was decided: by dispute (its position), what was added, and what to say about it.

    `whole` has the documents that were decided as a whole, in a tool: what they hold in the end,
    by whom, and the disputes in them that are still open.
    """

    of: dict[int, WrittenDecision] = field(default_factory=dict)
    added: list[tuple[Hashable, WrittenDecision]] = field(default_factory=list)
    whole: dict[Hashable, "WholeDocument"] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


class WholeDocument(NamedTuple):
    """A document as decided in a tool: its values, by whom, and values still marked as disputed."""

    values: tuple[Any, ...]
    by: str
    where: str
    open: frozenset[Any] = frozenset()


class _Odd(Exception):  # noqa: N818
    """Something about a row that stops it; it becomes one line of an error."""


def decisions_from_lines(
    todo: Adjudication,
    lines: Sequence[Line],
    source: str,
    *,
    by: str = "",
    changed: str = "refuse",
    new_categories: Sequence[Hashable] = (),
) -> Decisions:
    """The decisions of a list, checked against the disputes of the study they belong to."""
    form, decided = todo_form(todo.study), Decisions()
    _check_columns(form, lines, source)
    places = _places(todo, form)
    wrong: list[str] = []
    first: dict[int, tuple[Line, WrittenDecision | None]] = {}
    strange = 0
    # All rows are read before anything is refused: whoever filled in a list wants every mistake at
    # once, not one for each run.
    for line in lines:
        try:
            at = _dispute(todo, form, line, places)
        except _Odd as odd:
            strange += 1
            wrong.append(str(odd))
            continue
        try:
            if at is None:
                decided.added.append(_added(todo, form, line, by, new_categories))
                continue
            _check_shown(todo, at, line, changed, decided)
            decision = _decided(todo, form, todo.disputes[at], line, by, new_categories)
            _once(at, line, decision, first, decided, todo)
        except (_Odd, DataError) as odd:
            wrong.append(str(odd))
    # Every row strange means the wrong file, which one sentence says better than a list of all its
    # rows.
    if lines and strange == len(lines):
        raise DataError(
            f"{source}: no row matches a disagreement in these data ({wrong[0]}). Is this the "
            f"list of another project?"
        )
    if wrong:
        rest = len(wrong) - MOST_MISTAKES_SHOWN
        more = f"\n… and {rest} more" if rest > 0 else ""
        raise DataError(
            f"{source}: {counted(len(wrong), 'row')} cannot be used. Nothing was written",
            (*wrong[:MOST_MISTAKES_SHOWN], *filter(None, [more.strip()])),
        )
    gone = [at for at, one in enumerate(todo.disputes) if at not in first and not one.settled]
    if gone:
        decided.notes.append(
            f"{source}: {counted(len(gone), 'disputed row')} not in the list, undecided: "
            + _named(todo, gone)
        )
    return decided


def _check_columns(form: TodoForm, lines: Sequence[Line], source: str) -> None:
    there = lines[0].cells.keys() if lines else ()
    lacking = [name for name in (form.place, "decision") if lines and name not in there]
    if lacking:
        raise DataError(
            f"{source}: no column {lacking[0]!r}; expected a list that `accord adjudicate` wrote, "
            f"with its header. Columns: {', '.join(there)}"
        )


def _places(todo: Adjudication, form: TodoForm) -> dict[tuple[str, ...], int]:
    """Where a dispute stands, by what names it; spans have no name but their number."""
    if not form.named:
        return {}
    named: dict[tuple[str, ...], int] = {}
    for at, one in enumerate(todo.disputes):
        key = (str(one.item), *([mention_text(one.mention)] if one.mention is not None else []))
        named[key] = at
    return named


def _dispute(
    todo: Adjudication, form: TodoForm, line: Line, places: Mapping[tuple[str, ...], int]
) -> int | None:
    """The dispute that a row is about; None for a span that somebody added."""
    number, item = line.cells.get("row", ""), line.cells.get(form.place, "")
    key = tuple(line.cells.get(name, "") for name in form.named)
    # Names before numbers: people sort, filter and delete rows in a spreadsheet.
    if key in places:  # the number may have been sorted away
        return places[key]
    if not form.named and number.isdecimal() and 1 <= int(number) <= len(todo.disputes):
        at = int(number) - 1
        # The number alone is not trusted: in the list of another study it would decide about
        # anything.
        if str(todo.disputes[at].item) == item:
            return at
    known = item in map(str, todo.study.items)
    if not form.named and not number and known:
        return None
    why = "is not disputed" if known and not places else "is not in the study"
    if known and places:
        why = "is not disputed: all its coders agree, or one coder alone coded it"
    raise _Odd(
        f"{line.where}: {form.place} {item!r} {why}; remove the row, or write the list again "
        "with `accord adjudicate`"
    )


def _check_shown(todo: Adjudication, at: int, line: Line, changed: str, decided: Decisions) -> None:
    """What the row shows of the coders is what the study holds."""
    columns = columns_of_coders(todo)
    for name, cell in zip(columns, coder_cells(todo.disputes[at], columns), strict=True):
        shown = line.cells.get(name)
        # A column that was deleted says nothing; one that differs shows that the codings have
        # changed since the list was written.
        if shown is None or shown == cell:
            continue
        difference = f"{line.where}: column {name!r} has {shown!r}, but the data have {cell!r}"
        if changed == "refuse":
            raise _Odd(
                f"{difference}; put it back (decisions go into the column 'decision'), or use the "
                f"decision as it is with {Setting('changed', 'take')}"
            )
        decided.notes.append(f"{difference}; the decision is taken, the study stays as it is")


def _decided(
    todo: Adjudication,
    form: TodoForm,
    one: Dispute,
    line: Line,
    by: str,
    more: Sequence[Hashable],
) -> WrittenDecision | None:
    """The decision of a row, None where there is none yet."""
    filled = [line.cells.get(name, "").strip() for name in ("decision", *form.edges)]
    if not any(filled):
        return None
    note = line.cells.get("note", "").strip()
    # "agreed" is our own mark of what surrounds a dispute, not a note of the person who decides.
    note = "" if one.settled and note == "agreed" else note
    try:
        value = ability(todo.study, "decided_value")(todo.study, one, filled, more)
    except DataError as error:
        raise _Odd(f"{line.where}: {error}") from None
    return WrittenDecision(value, _who(line, by), note, line.where)


def _who(line: Line, by: str) -> str:
    return line.cells.get("decided by", "").strip() or by


def _added(
    todo: Adjudication, form: TodoForm, line: Line, by: str, more: Sequence[Hashable]
) -> tuple[Hashable, WrittenDecision]:
    """A span that nobody marked, from a row without a number."""
    edges = [line.cells.get(name, "").strip() for name in form.edges]
    said = line.cells.get("decision", "").strip()
    if not any(edges):
        raise _Odd(
            f"{line.where}: a row without a number, begin and end; put the number back, or fill "
            "in the span to add"
        )
    if said and said.lower() != YES:
        raise _Odd(f"{line.where}: decision {said!r} in a row that adds a span; leave it empty")
    names = {str(name): name for name in todo.study.items}
    document = names[line.cells[form.place]]
    try:
        value = ability(todo.study, "added_value")(todo.study, document, edges, more)
    except DataError as error:
        raise _Odd(f"{line.where}: {error}") from None
    note = line.cells.get("note", "").strip()
    return document, WrittenDecision(value, _who(line, by), note, line.where)


def _once(
    at: int,
    line: Line,
    decision: WrittenDecision | None,
    first: dict[int, tuple[Line, WrittenDecision | None]],
    decided: Decisions,
    todo: Adjudication,
) -> None:
    """A dispute is decided once: rows that say the same are one, others are a mistake."""
    if at in first:
        before, known = first[at]
        # Two people may fill in copies of one list; where they say the same, it is one decision.
        if known is not None and decision is not None and known.value != decision.value:
            raise _Odd(
                f"{line.where}: decides {_named(todo, [at])} again, and differently from "
                f"{before.where}; keep one of the two rows"
            )
        decided.notes.append(f"{line.where}: the same row as {before.where}, counted once")
        decision = known or decision
    first[at] = (first.get(at, (line, None))[0], decision)
    if decision is not None:
        decided.of[at] = decision


def _named(todo: Adjudication, which: Sequence[int]) -> str:
    """A few disputes by name."""
    names = []
    for at in which[:MOST_MISTAKES_SHOWN]:
        one = todo.disputes[at]
        part = "" if one.mention is None else f" {mention_text(one.mention)}"
        part = part if one.base is None else f" [{one.base.begin:g}, {one.base.end:g})"
        names.append(f"{one.item}{part}")
    return ", ".join(names) + (" …" if len(which) > MOST_MISTAKES_SHOWN else "")
