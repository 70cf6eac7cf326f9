"""Decisions as people wrote them: each belongs to a dispute, is complete, and names what exists.

Nothing is guessed and nothing is lost: what cannot be taken is an error with its place, and what is
taken although something about it is odd is a note with its place.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, NamedTuple

from accord.errors import DataError, Setting
from accord.infer.rounds.disputes import decided_category
from accord.infer.rounds.todo_table import (
    Adjudication,
    Dispute,
    coder_cells,
    coder_columns,
    mention_text,
)
from accord.kinds.spans.parts import Unit
from accord.model.showing import counted

YES, NO = "yes", "-"
SHOWN = 5
"""So many of the mistakes in a list are shown at once."""


class Line(NamedTuple):
    """A row of a list that came back: where it stands, and its cells by column."""

    where: str
    cells: Mapping[str, str]


class Decision(NamedTuple):
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

    of: dict[int, Decision] = field(default_factory=dict)
    added: list[tuple[Hashable, Decision]] = field(default_factory=list)
    whole: dict[Hashable, "Whole"] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


class Whole(NamedTuple):
    """A document as decided in a tool: its values, by whom, and values still marked as disputed."""

    values: tuple[Any, ...]
    by: str
    where: str
    open: frozenset[Any] = frozenset()


class _Odd(Exception):  # noqa: N818
    """Something about a row that stops it; it becomes one line of an error."""


def from_lines(
    found: Adjudication,
    lines: Sequence[Line],
    source: str,
    *,
    by: str = "",
    changed: str = "refuse",
    new_categories: Sequence[Hashable] = (),
) -> Decisions:
    """The decisions of a list, checked against the disputes of the study they belong to."""
    kind, made = found.study.kind, Decisions()
    _check_columns(found, lines, source)
    head = "item" if kind == "codings" else "document"
    places = _places(found)
    wrong: list[str] = []
    first: dict[int, tuple[Line, Decision | None]] = {}
    strange = 0
    for line in lines:
        try:
            at = _dispute(found, line, places, head)
        except _Odd as odd:
            strange += 1
            wrong.append(str(odd))
            continue
        try:
            if at is None:
                decision = _added(found, line, by, new_categories)
                if decision is not None:
                    made.added.append(decision)
                continue
            _check_shown(found, at, line, changed, made)
            decided = _decided(found, found.disputes[at], line, by, new_categories)
            _once(at, line, decided, first, made, found)
        except (_Odd, DataError) as odd:
            wrong.append(str(odd))
    if lines and strange == len(lines):
        raise DataError(
            f"{source}: no row is about a dispute of this study ({wrong[0]}); is it the list of "
            "another study?"
        )
    if wrong:
        more = f"\n… and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
        raise DataError(
            f"{source}: {counted(len(wrong), 'row')} cannot be taken; nothing was written",
            (*wrong[:SHOWN], *filter(None, [more.strip()])),
        )
    gone = [at for at, one in enumerate(found.disputes) if at not in first and not one.settled]
    if gone:
        made.notes.append(
            f"{source}: {counted(len(gone), 'disputed row')} not in the list, undecided: "
            + _named(found, gone)
        )
    return made


def _check_columns(found: Adjudication, lines: Sequence[Line], source: str) -> None:
    wanted = ["item"] if found.study.kind == "codings" else ["document"]
    there = lines[0].cells.keys() if lines else ()
    lacking = [name for name in (*wanted, "decision") if lines and name not in there]
    if lacking:
        raise DataError(
            f"{source}: no column {lacking[0]!r}; needed a list that `accord adjudicate` wrote, "
            f"with its header; there are {', '.join(there)}"
        )


def _places(found: Adjudication) -> dict[tuple[str, ...], int]:
    """Where a dispute stands, by what names it; spans have no name but their number."""
    if found.study.kind == "unitizings":
        return {}
    named: dict[tuple[str, ...], int] = {}
    for at, one in enumerate(found.disputes):
        key = (str(one.item), *([mention_text(one.mention)] if one.mention is not None else []))
        named[key] = at
    return named


def _dispute(
    found: Adjudication, line: Line, places: Mapping[tuple[str, ...], int], head: str
) -> int | None:
    """The dispute that a row is about; None for a span that somebody added."""
    number, item = line.cells.get("row", ""), line.cells.get(head, "")
    key = (item, *([line.cells.get("mention", "")] if found.study.kind == "partitions" else []))
    if key in places:  # the number may have been sorted away
        return places[key]
    if number.isdecimal() and 1 <= int(number) <= len(found.disputes):
        at = int(number) - 1
        if str(found.disputes[at].item) == item and found.study.kind == "unitizings":
            return at
    if not number and found.study.kind == "unitizings" and item in map(str, found.study.items):
        return None
    known = item in map(str, found.study.items)
    why = "is not disputed" if known and not places else "is not in the study"
    if known and places:
        why = "is not disputed: all its coders agree, or one coder alone coded it"
    raise _Odd(
        f"{line.where}: {head} {item!r} {why}; take the row out, or write the list again with "
        "`accord adjudicate`"
    )


def _check_shown(found: Adjudication, at: int, line: Line, changed: str, made: Decisions) -> None:
    """What the row shows of the coders is what the study holds."""
    columns = coder_columns(found)
    for name, cell in zip(columns, coder_cells(found.disputes[at], columns), strict=True):
        shown = line.cells.get(name)
        if shown is None or shown == cell:
            continue
        told = f"{line.where}: column {name!r} says {shown!r}, the study {cell!r}"
        if changed == "refuse":
            raise _Odd(
                f"{told}; put it back (decisions go into the column 'decision'), or take the "
                f"decision as it is with {Setting('changed', 'take')}"
            )
        made.notes.append(f"{told}; the decision is taken, the study stays as it is")


def _decided(
    found: Adjudication, one: Dispute, line: Line, by: str, more: Sequence[Hashable]
) -> Decision | None:
    """The decision of a row, None where there is none yet."""
    said, kind = line.cells.get("decision", "").strip(), found.study.kind
    who = line.cells.get("decided by", "").strip() or by
    note = line.cells.get("note", "").strip()
    note = "" if one.settled and note == "agreed" else note
    try:
        if kind == "codings":
            if not said:
                return None
            known = NO in map(str, found.study.categories)  # type: ignore[attr-defined]
            value = None if said == NO and not known else decided_category(said, found.study, more)
        elif kind == "unitizings":
            edges = [line.cells.get(name, "").strip() for name in ("begin", "end", "category")]
            if not said and not any(edges):
                return None
            value = _unit(found, one, said, edges, more)
        else:
            if not said:
                return None
            value = _chain(one, said)
    except DataError as error:
        raise _Odd(f"{line.where}: {error}") from None
    return Decision(value, who, note, line.where)


def _unit(
    found: Adjudication, one: Dispute, said: str, edges: Sequence[str], more: Sequence[Hashable]
) -> Unit | None:
    coders = {str(coder): unit for coder, unit in one.said}
    base = one.base
    if said == NO:
        if any(edges):
            raise DataError("the decision is - (no span), but begin, end or category is filled in")
        return None
    if said.lower() == YES and said not in coders:
        if not any(edges):
            return one.proposed  # type: ignore[no-any-return]
    elif said:
        if said not in coders:
            raise DataError(
                f"decision {said!r}; needed yes, -, or the name of a coder who saw the document "
                f"({', '.join(coders)}); a category goes into the column 'category'"
            )
        base = coders[said]
        if base is None and not any(edges):
            return None
    return _placed(found, one.item, base, edges, more)


def _placed(
    found: Adjudication,
    document: Hashable,
    base: Unit | None,
    edges: Sequence[str],
    more: Sequence[Hashable],
) -> Unit:
    """The unit with what was filled in; it lies in its document."""
    study: Any = found.study
    told = [_edge(text, name) for text, name in zip(edges[:2], ("begin", "end"), strict=True)]
    if base is None and None in told:
        raise DataError("a span needs begin and end; fill in both")
    begin = told[0] if told[0] is not None else base.begin  # type: ignore[union-attr]
    end = told[1] if told[1] is not None else base.end  # type: ignore[union-attr]
    category = None if base is None else base.category
    if edges[2]:
        category = decided_category(edges[2], study, more)
    elif base is None and any(name is not None for name in study.categories):
        raise DataError("a span needs a category; fill it in")
    part = study.continua[study.items.index(document)]
    if not part.begin <= begin < end <= part.end:
        raise DataError(
            f"[{begin:g}, {end:g}) is no span of document {document!r}, which goes from "
            f"{part.begin:g} to {part.end:g}; begin comes before end"
        )
    return Unit(begin, end, category)


def _edge(text: str, name: str) -> float | None:
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not isfinite(value):
        raise DataError(f"{name} is {text!r}; needed a number")
    return int(value) if value.is_integer() else value


def _chain(one: Dispute, said: str) -> str | None:
    if said == NO:
        return None
    return one.proposed if said.lower() == YES else said


def _added(
    found: Adjudication, line: Line, by: str, more: Sequence[Hashable]
) -> tuple[Hashable, Decision] | None:
    """A span that nobody marked, from a row without a number."""
    edges = [line.cells.get(name, "").strip() for name in ("begin", "end", "category")]
    said = line.cells.get("decision", "").strip()
    if not any(edges):
        raise _Odd(
            f"{line.where}: a row without a number, begin and end; put the number back, or fill "
            "in the span to add"
        )
    if said and said.lower() != YES:
        raise _Odd(f"{line.where}: decision {said!r} in a row that adds a span; leave it empty")
    names = {str(name): name for name in found.study.items}
    document = names[line.cells["document"]]
    try:
        unit = _placed(found, document, None, edges, more)
    except DataError as error:
        raise _Odd(f"{line.where}: {error}") from None
    who = line.cells.get("decided by", "").strip() or by
    return document, Decision(unit, who, line.cells.get("note", "").strip(), line.where)


def _once(
    at: int,
    line: Line,
    decided: Decision | None,
    first: dict[int, tuple[Line, Decision | None]],
    made: Decisions,
    found: Adjudication,
) -> None:
    """A dispute is decided once: rows that say the same are one, others are a mistake."""
    if at in first:
        before, known = first[at]
        if known is not None and decided is not None and known.value != decided.value:
            raise _Odd(
                f"{line.where}: decides {_named(found, [at])} again, otherwise than "
                f"{before.where}; keep one of the two rows"
            )
        made.notes.append(f"{line.where}: the same row as {before.where}, counted once")
        decided = known or decided
    first[at] = (first.get(at, (line, None))[0], decided)
    if decided is not None:
        made.of[at] = decided


def _named(found: Adjudication, which: Sequence[int]) -> str:
    """A few disputes by name."""
    names = []
    for at in which[:SHOWN]:
        one = found.disputes[at]
        part = "" if one.mention is None else f" {mention_text(one.mention)}"
        part = part if one.base is None else f" [{one.base.begin:g}, {one.base.end:g})"
        names.append(f"{one.item}{part}")
    return ", ".join(names) + (" …" if len(which) > SHOWN else "")
