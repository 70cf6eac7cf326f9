"""Gold: what coders agreed on and what was decided, by whom, and how near coders are to it."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from accord._measure.bound import Asked, bound, taking
from accord._measure.cube.kernel import expanded
from accord.engine.any_data import study_of
from accord.errors import DataError, Setting, UnknownNameError
from accord.infer.advice.choose import chosen_distance
from accord.infer.rounds.decisions import (
    Decisions,
    Line,
    WholeDocument,
    WrittenDecision,
    decisions_from_lines,
)
from accord.infer.rounds.disputes import disputes
from accord.infer.rounds.todo_table import Adjudication, Dispute, Entry, todo_form
from accord.infer.why.breakdown import Breakdown
from accord.kinds.kind import ability
from accord.model.names import Names
from accord.model.showing import Result, counted, text_table
from accord.model.study import Study
from accord.words.said import joined, said

IN_GOLD = ("agreed", "one coder", "decided", "proposed", "added")
"""What is in gold; the others are "left out" (by decision) and "undecided"."""

UNDECIDED = ("leave", "propose", "refuse")
CHANGED = ("refuse", "take")


@dataclass(frozen=True, slots=True, eq=False)
class Gold(Result):
    """One annotation from many: `study` has one coder, `record` says where each part is from.

    `coders` is the agreement of each coder with gold, and how often a decision was the coder's.

    :param notes: What a reader must know, in sentences.

    >>> import accord
    >>> study = accord.from_coders({"A": "aab", "B": "abb"})
    >>> merged = accord.gold(study, [{"item": "1", "decision": "b", "decided by": "Zoe"}])
    >>> merged.study.rows()
    [(0, 'gold', 'a'), (1, 'gold', 'b'), (2, 'gold', 'b')]
    >>> merged.record[1].status, merged.record[1].by
    ('decided', 'Zoe')
    """

    study: Study
    record: tuple[Entry, ...]
    coders: Breakdown
    notes: tuple[str, ...] = ()

    def tally(self) -> dict[str, int]:
        """How much of the record has which status."""
        return dict(Counter(one.status for one in self.record))

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        form, cells = todo_form(self.study), ability(self.study, "record_cells")
        columns = (form.place, *form.record, "status", "decided by", "note")
        return columns, [(one.item, *cells(one.value), *one[2:]) for one in self.record]

    def __str__(self) -> str:
        return text_table(*self._table(), self.notes)

    def summary(self) -> str:
        """How much of gold was agreed, decided and left open."""
        counts = self.tally().items()
        return joined(
            (said(f"gold.{status.replace(' ', '-')}", n=number) for status, number in counts), ", "
        )

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        columns, rows = self._table()
        return {
            "kind": self.study.kind,
            "tally": self.tally(),
            "record": [dict(zip(columns, row, strict=True)) for row in rows],
            "coders": self.coders.as_dicts(),
            "notes": list(self.notes),
        }


def gold(
    data: Any,
    decisions: Any,
    *,
    by: str = "",
    undecided: str = "leave",
    changed: str = "refuse",
    new_categories: Sequence[Hashable] = (),
    name: str = "gold",
    measures: Sequence[Asked] | None = None,
    progress: Callable[[float, float], None] | None = None,
    **reading: Any,
) -> Gold:
    """Gold labels, spans or chains from a study and the decisions about its disputes.

    :param data: A study, or data that accord can read as one: a path, a data frame, arrays.
    :param decisions: The list that `accord.adjudicate` wrote, filled in: a workbook, a table, an
        export of Label Studio or a folder of brat; or mappings with the columns of the list.
    :param by: Who decided, where the list does not say.
    :param undecided: What to do with disputes without a decision: "leave" them out, take what was
        proposed ("propose"), or "refuse" (an error).
    :param changed: "take" accepts rows that show other codings than the study holds; otherwise
        they are an error ("refuse").
    :param new_categories: Categories that no coder used.
    :param name: What the coder of the gold is called.
    :param measures: The measures for the agreement of each coder with gold.
    :param progress: A function that is called with the progress of the work.
    :param reading: How to read data that are not yet a study: item=, coder=, category= and so on.

    >>> import accord
    >>> study = accord.from_coders({"A": "aab", "B": "abb"})
    >>> merged = accord.gold(study, [{"item": "1", "decision": "b", "decided by": "Zoe"}])
    >>> print(merged)
    item  category  status   decided by  note
    0     a         agreed
    1     b         decided  Zoe
    2     b         agreed
    """
    for rule, known, what in ((undecided, UNDECIDED, "undecided"), (changed, CHANGED, "changed")):
        if rule not in known:
            raise UnknownNameError.of(f"rule {what}=", rule, known)
    study = expanded(study_of(data, **reading))
    # Gold stands beside the coders in files; two of one name would be one coder there.
    if name in map(str, study.coders):
        raise DataError(
            f"a coder is already called {name!r}. Choose another name for the gold standard with "
            f"{Setting('name')}"
        )
    todo = disputes(study, progress=progress)
    new_categories = _typed(todo_form(study).categories, new_categories)
    how: dict[str, Any] = {"by": by, "changed": changed, "new_categories": new_categories}
    decided = _decisions(todo, decisions, how)
    record = _record(todo, decided, undecided)
    # Before anything is built: with "refuse" half a gold standard must not be written.
    _refuse(record, undecided)
    kept = [one for one in record if one.status in IN_GOLD]
    gold_study = ability(study, "gold_study")(study, kept, name, new_categories)
    near = with_gold(todo, gold_study, record, measures)
    notes = (*decided.notes, *_open(record, undecided))
    return Gold(gold_study, tuple(record), near, notes)


def _typed(names: Names, more: Sequence[Hashable]) -> list[Hashable]:
    """New categories as the study has its own: numbers where those are."""
    if not len(names) or names.numbers() is None:
        return list(more)
    try:
        values = [float(str(name)) for name in more]
    except ValueError:
        raise DataError(
            f"{Setting('new_categories')}: the categories of these data are numbers, got {more!r}"
        ) from None
    return [int(value) if value.is_integer() else value for value in values]


def _decisions(todo: Adjudication, decisions: Any, how: dict[str, Any]) -> Decisions:
    if isinstance(decisions, (list, tuple)):
        lines = [
            Line(f"row {at}", {key: str(cell) for key, cell in row.items()})
            for at, row in enumerate(decisions, start=1)
        ]
        return decisions_from_lines(todo, lines, "decisions", **how)
    from accord.infer.rounds.todo_files import read_decisions

    return read_decisions(todo, decisions, **how)


def _record(todo: Adjudication, decided: Decisions, undecided: str) -> list[Entry]:
    """What is settled and what was decided, in the order of the study."""
    order = {item: at for at, item in enumerate(todo.study.items)}
    part_of, place_of = (ability(todo.study, name) for name in ("part_of", "place_of"))
    # A mention that is listed for what surrounds it, and decided, stands in the record once.
    again = {
        (one.item, one.part)
        for at, one in enumerate(todo.disputes)
        if one.settled and at in decided.of
    }
    entries = [
        Entry(*one)
        for one in todo.settled
        if one.item not in decided.whole and (one.item, part_of(one.value)) not in again
    ]
    for at, one in enumerate(todo.disputes):
        if one.item in decided.whole or (one.settled and at not in decided.of):
            continue
        entries.append(_entry(one, decided.of.get(at), undecided))
    entries += [Entry(item, d.value, "added", d.by, d.note) for item, d in decided.added]
    for document, whole in decided.whole.items():
        entries += _whole(todo, document, whole, undecided)
    return sorted(entries, key=lambda one: (order[one.item], place_of(one.value)))


def _whole(
    todo: Adjudication, document: Hashable, whole: WholeDocument, undecided: str
) -> Iterator[Entry]:
    """A document that was decided in a tool: what it holds, and what of the agreed is gone."""
    part_of = ability(todo.study, "part_of")
    agreed = set(todo.settled_in(document))
    kept = ability(todo.study, "kept_of")(agreed, whole.values)
    here = [one for one in todo.disputes if one.item == document and one.proposed is None]
    refused = {one.part: "undecided" if one.divided else "left out" for one in here}
    for value in whole.values:
        status = "agreed" if value in kept else "decided"
        if value in whole.open:
            status = "proposed" if undecided == "propose" else "undecided"
            if status == "proposed":
                status = refused.get(part_of(value), status)
        yield Entry(document, value, status, whole.by * (status == "decided"))
    there = {*map(part_of, whole.values)}
    for value in agreed:
        if part_of(value) not in there:
            yield Entry(document, value, "left out", whole.by)


def _entry(one: Dispute, decision: WrittenDecision | None, undecided: str) -> Entry:
    if decision is not None:
        shown = decision.value if decision.value is not None or one.base is None else one.base
        status = "left out" if decision.value is None else "decided"
        return Entry(one.item, one.value(shown), status, decision.by, decision.note)
    shown = one.base if one.base is not None else one.proposed
    if undecided != "propose":
        return Entry(one.item, one.value(shown) if one.base or one.mention else None, "undecided")
    if one.proposed is None:
        # Coders who are divided propose nothing; a span that few marked is proposed to go.
        status = "undecided" if one.divided else "left out"
        return Entry(one.item, one.value(shown), status)
    return Entry(one.item, one.value(one.proposed), "proposed")


def _refuse(record: Sequence[Entry], undecided: str) -> None:
    left = [one for one in record if one.status == "undecided"]
    if left and undecided == "refuse":
        raise DataError(
            f"{counted(len(left), 'dispute')} without a decision, the first of {left[0].item!r}; "
            f"decide, or use {Setting('undecided', 'leave')} or 'propose'"
        )


def _open(record: Sequence[Entry], undecided: str) -> list[str]:
    left = list(dict.fromkeys(str(one.item) for one in record if one.status == "undecided"))
    if not left:
        return []
    number = sum(one.status == "undecided" for one in record)
    names = ", ".join(left[:5]) + (" …" if len(left) > 5 else "")
    hint = (
        "there is no majority label to propose"
        if undecided == "propose"
        else f"decide them, or accept all proposals with {Setting('undecided', 'propose')}"
    )
    return [
        f"{counted(number, 'dispute')} not decided and left out of the gold standard ({names}); "
        f"{hint}"
    ]


def with_gold(
    todo: Adjudication, gold: Any, record: Sequence[Entry], measures: Sequence[Asked] | None
) -> Breakdown:
    """The agreement of each coder with gold, and how many of the decisions were the coder's."""
    study: Any = todo.study
    distance = chosen_distance(study, None)[0]
    asked = [
        taking(bound(one), {"distance": distance}) for one in measures or todo_form(study).near
    ]
    sided, of = _sided(todo, gold, record)
    both = ability(study, "with_coder_of")(study, gold)
    last = len(study.coders)
    rows = []
    for at, coder in enumerate(study.coders):
        pair = both.only([at, last])
        values = [one.compute(pair).value for one in asked]
        rows.append((coder, *values, sided.get(coder, 0), of.get(coder, 0)))
    symbols = (one.symbol for one in asked)
    columns = (said("word.coder"), *symbols, said("gold.decided-so"), said("gold.of"))
    caveat = said("gold.caveat")
    return Breakdown("coder with gold", asked[0].name, columns, tuple(rows), (caveat,))


def _sided(
    todo: Adjudication, gold: Any, record: Sequence[Entry]
) -> tuple[Counter[Hashable], Counter[Hashable]]:
    """How many decisions are what each coder had said, and how many there are on what they saw."""
    part_of, as_decided = (ability(todo.study, name) for name in ("part_of", "as_decided"))
    items = {one.item for one in record if one.status in ("decided", "left out")}
    open_ones = {(one.item, part_of(one.value)) for one in record if one.status == "undecided"}
    is_so = as_decided(todo.study, gold)
    sided: Counter[Hashable] = Counter()
    of: Counter[Hashable] = Counter()
    for one in todo.disputes:
        if one.settled or one.item not in items or (one.item, one.part) in open_ones:
            continue
        for coder, own in one.said:
            of[coder] += 1
            sided[coder] += is_so(one, coder, own)
    return sided, of
