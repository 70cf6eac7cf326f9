"""Gold: what coders agreed on and what was decided, by whom, and how near coders are to it."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from accord._measure.bound import Asked, bound, taking
from accord._measure.cube.kernel import expanded
from accord.engine.any_data import study_of
from accord.errors import DataError, Setting, UnknownNameError
from accord.infer.advice.choose import chosen_distance
from accord.infer.rounds.decisions import Decisions, Line, Whole, from_lines
from accord.infer.rounds.disputes import disputes
from accord.infer.rounds.todo_table import Adjudication, Dispute, mention_text, said_text
from accord.infer.why.breakdown import Breakdown
from accord.kinds.chains.study import Partitions
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.kinds.spans.parts import Unit
from accord.kinds.spans.study import Unitizings
from accord.model.showing import Result, counted, text_table
from accord.model.study import Study

TAKEN = ("agreed", "one coder", "decided", "proposed", "added")
"""What is in gold; the others are "left out" (by decision) and "undecided"."""

UNDECIDED = ("leave", "propose", "refuse")
CHANGED = ("refuse", "take")

NEAR = {
    "codings": ("percent", "alpha"),
    "unitizings": ("span_f1", "overlap_f1"),
    "partitions": ("conll", "chain_alpha"),
}
"""How near a coder is to gold, unless measures are named."""

CAVEAT = (
    "gold was made from these coders' own annotations, so they are nearer to it than to a "
    "reference that others made"
)


class Entry(NamedTuple):
    """One line of the record: what is in gold or is not, why, by whose decision, and a remark."""

    item: Hashable
    value: Any
    status: str
    by: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Gold(Result):
    """One annotation from many: `study` has one coder, `record` says where each part is from.

    `coders` is the agreement of each coder with gold, and how often a decision was the coder's.

    :param notes: What a reader must know, in sentences.

    >>> import accord
    >>> study = accord.from_coders({"A": "aab", "B": "abb"})
    >>> found = accord.gold(study, [{"item": "1", "decision": "b", "decided by": "Zoe"}])
    >>> found.study.rows()
    [(0, 'gold', 'a'), (1, 'gold', 'b'), (2, 'gold', 'b')]
    >>> found.record[1].status, found.record[1].by
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
        if self.study.kind == "codings":
            columns = ("item", "category", "status", "decided by", "note")
            return columns, [
                (one.item, "" if one.value is None else said_text(one.value), *one[2:])
                for one in self.record
            ]
        if self.study.kind == "unitizings":
            rows = [(one.item, *_parts(one.value), *one[2:]) for one in self.record]
            return ("document", "begin", "end", "category", "status", "decided by", "note"), rows
        mentions = [
            (one.item, mention_text(one.value[0]), one.value[1] or "", *one[2:])
            for one in self.record
        ]
        return ("document", "mention", "chain", "status", "decided by", "note"), mentions

    def __str__(self) -> str:
        return text_table(*self._table(), self.notes)

    def summary(self) -> str:
        """How much of gold was agreed, decided and left open."""
        return ", ".join(f"{number} {status}" for status, number in self.tally().items())

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


def _parts(value: Unit | None) -> tuple[Any, Any, str]:
    if value is None:
        return "", "", ""
    return value.begin, value.end, "" if value.category is None else said_text(value.category)


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
    >>> found = accord.gold(study, [{"item": "1", "decision": "b", "decided by": "Zoe"}])
    >>> print(found)
    item  category  status   decided by  note
    0     a         agreed
    1     b         decided  Zoe
    2     b         agreed
    """
    for given, known, what in ((undecided, UNDECIDED, "undecided"), (changed, CHANGED, "changed")):
        if given not in known:
            raise UnknownNameError.of(f"rule {what}=", given, known)
    study = expanded(study_of(data, **reading))
    if name in map(str, study.coders):
        raise DataError(f"a coder is called {name!r}; name gold otherwise with {Setting('name')}")
    found = disputes(study, progress=progress)
    new_categories = _typed(study, new_categories)
    how: dict[str, Any] = {"by": by, "changed": changed, "new_categories": new_categories}
    made = _decisions(found, decisions, how)
    record = [*_record(found, made, undecided)]
    _refuse(found, record, undecided)
    made_of = _study(study, record, name, new_categories)
    notes = [*made.notes, *_open(record, undecided)]
    near = with_gold(found, made_of, record, measures)
    return Gold(made_of, tuple(record), near, tuple(notes))


def _typed(study: Any, more: Sequence[Hashable]) -> list[Hashable]:
    """New categories as the study has its own: numbers where those are."""
    names = getattr(study, "categories", None)
    if names is None or not len(names) or names.numbers() is None:
        return list(more)
    try:
        values = [float(str(name)) for name in more]
    except ValueError:
        raise DataError(
            f"{Setting('new_categories')}: categories of this study are numbers, got {more!r}"
        ) from None
    return [int(value) if value.is_integer() else value for value in values]


def _decisions(found: Adjudication, given: Any, how: dict[str, Any]) -> Decisions:
    if isinstance(given, (list, tuple)):
        lines = [
            Line(f"row {at}", {key: str(cell) for key, cell in row.items()})
            for at, row in enumerate(given, start=1)
        ]
        return from_lines(found, lines, "decisions", **how)
    from accord.infer.rounds.todo_files import read_decisions

    return read_decisions(found, given, **how)


def _record(found: Adjudication, made: Decisions, undecided: str) -> Iterator[Entry]:
    """What is settled and what was decided, in the order of the study."""
    order = {item: at for at, item in enumerate(found.study.items)}
    entries = [Entry(*one) for one in found.settled if one.item not in made.whole]
    if found.study.kind == "partitions":  # decided or not, a listed mention is told once
        told = {(one.item, one.mention) for at, one in enumerate(found.disputes) if at in made.of}
        entries = [one for one in entries if (one.item, one.value[0]) not in told]
    for at, one in enumerate(found.disputes):
        if one.item in made.whole or (one.settled and at not in made.of):
            continue
        entries.append(_entry(one, made.of.get(at), undecided))
    entries += [Entry(item, d.value, "added", d.by, d.note) for item, d in made.added]
    for document, whole in made.whole.items():
        entries += _whole(found, document, whole, undecided)
    return iter(sorted(entries, key=lambda one: (order[one.item], _place(one.value))))


def _whole(
    found: Adjudication, document: Hashable, whole: Whole, undecided: str
) -> Iterator[Entry]:
    """A document that was decided in a tool: what it holds, and what of the agreed is gone."""
    agreed = {one.value for one in found.settled if one.item == document}
    values = set(whole.values)
    here = [one for one in found.disputes if one.item == document]
    refused: set[Any] = {one.base for one in here if one.proposed is None}
    if found.study.kind == "partitions":  # a chain is the same where its mentions are
        before, after = _by_chain(agreed), _by_chain(whole.values)
        refused = {(one.mention,) for one in here if one.proposed is None}
        kept = {pair for pair in whole.values if before.get(pair[0]) == after[pair[0]]}
        there = {mention for mention, _ in whole.values}
        gone = [pair for pair in agreed if pair[0] not in there]
    else:
        kept, gone = agreed & values, [value for value in agreed if value not in values]
    for value in whole.values:
        status = "agreed" if value in kept else "decided"
        if value in whole.open:
            status = "proposed" if undecided == "propose" else "undecided"
            if (
                status == "proposed"
                and (value if isinstance(value, Unit) else value[:1]) in refused
            ):
                status = "left out"
        yield Entry(document, value, status, whole.by * (status == "decided"))
    for value in gone:
        yield Entry(document, value, "left out", whole.by)


def _by_chain(pairs: Iterable[tuple[Hashable, str]]) -> dict[Hashable, frozenset[Hashable]]:
    """The mentions of the chain of each mention."""
    members: dict[str, set[Hashable]] = {}
    listed = list(pairs)
    for mention, chain in listed:
        members.setdefault(chain, set()).add(mention)
    return {mention: frozenset(members[chain]) for mention, chain in listed}


def _place(value: Any) -> tuple[Any, ...]:
    """Where a unit or a mention stands among those of its document."""
    if isinstance(value, Unit):
        return (value.begin, value.end)
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return tuple(_flat(value[0]))
    return ()


def _flat(mention: Any) -> Iterator[float]:
    for part in mention:
        if isinstance(part, tuple):
            yield from _flat(part)
        else:
            yield part


def _entry(one: Dispute, decision: Any, undecided: str) -> Entry:
    def value(said: Any) -> Any:
        return (one.mention, said) if one.mention is not None else said

    if decision is not None:
        shown = decision.value if decision.value is not None or one.base is None else one.base
        status = "left out" if decision.value is None else "decided"
        return Entry(one.item, value(shown), status, decision.by, decision.note)
    shown = one.base if one.base is not None else one.proposed
    if undecided != "propose":
        return Entry(one.item, value(shown) if one.base or one.mention else None, "undecided")
    if one.proposed is None:
        open_label = one.base is None and one.mention is None
        return Entry(one.item, value(shown), "undecided" if open_label else "left out")
    return Entry(one.item, value(one.proposed), "proposed")


def _refuse(found: Adjudication, record: Sequence[Entry], undecided: str) -> None:
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
        "there is no majority to propose"
        if undecided == "propose"
        else f"decide them, or take the proposals with {Setting('undecided', 'propose')}"
    )
    return [f"{counted(number, 'dispute')} undecided and not in gold ({names}); {hint}"]


def _study(study: Any, record: Sequence[Entry], name: str, more: Sequence[Hashable]) -> Study:
    """Gold as a study of one coder."""
    kept = [one for one in record if one.status in TAKEN]
    if isinstance(study, Codings):
        place = {item: at for at, item in enumerate(study.items)}
        about = {
            key: [column[place[one.item]] for one in kept] for key, column in study.about.items()
        }
        for key, column in (("status", 2), ("decided_by", 3), ("note", 4)):
            while key in about:
                key += "_"  # noqa: PLW2901
            about[key] = [one[column] for one in kept]
        items = [one.item for one in kept]
        declared = [*study.categories, *more] if study.declared else None
        return from_columns(
            items,
            [name] * len(items),
            [one.value for one in kept],
            items=items,
            categories=None if declared is None else list(dict.fromkeys(declared)),
            about=about,
        )
    if isinstance(study, Unitizings):
        return Unitizings.of(
            list(dict.fromkeys((one.item, name, *one.value) for one in kept)),
            items=list(study.items),
            coders=[name],
            categories=list(dict.fromkeys([*study.categories, *more])),
            declared=study.declared,
            extents={part.name: (part.begin, part.end) for part in study.continua},
            texts={part.name: part.text for part in study.continua if part.text is not None},
            about=study.about,
            resolution=study.resolution,
        )
    heads = {
        (part.name, mention): head
        for part in study.documents
        for mention, head in zip(part.mentions, part.heads, strict=True)
        if head is not None
    }
    return Partitions.of(
        [(one.item, name, one.value[0], one.value[1]) for one in kept],
        items=list(study.items),
        coders=[name],
        order=_orders(study, kept),
        heads={key: head for key, head in heads.items() if any(key[1] == e.value[0] for e in kept)},
        texts={part.name: part.text for part in study.documents if part.text is not None},
        about=study.about,
    )


def _orders(study: Partitions, kept: Sequence[Entry]) -> dict[Hashable, list[Any]]:
    """The mentions that are ids in the order of the text, where it is known."""
    return {
        part.name: list(part.mentions)
        for part in study.documents
        if part.ordered and any(not isinstance(mention, tuple) for mention in part.mentions)
    }


def with_gold(
    found: Adjudication, gold: Any, record: Sequence[Entry], measures: Sequence[Asked] | None
) -> Breakdown:
    """The agreement of each coder with gold, and how many of the decisions were the coder's."""
    study: Any = found.study
    distance = chosen_distance(study, None)[0]
    asked = [taking(bound(one), {"distance": distance}) for one in measures or NEAR[study.kind]]
    sided, of = _sided(found, gold, record)
    both = _both(study, gold)
    last = len(study.coders)
    rows = []
    for at, coder in enumerate(study.coders):
        pair = both.only([at, last])
        values = [one.compute(pair).value for one in asked]
        rows.append((coder, *values, sided.get(coder, 0), of.get(coder, 0)))
    columns = ("coder", *(one.symbol for one in asked), "decided so", "of")
    return Breakdown("coder with gold", asked[0].name, columns, tuple(rows), (CAVEAT,))


def _both(study: Any, gold: Any) -> Any:
    """The study with gold as one more coder."""
    (name,) = gold.coders
    coders = [*study.coders, name]
    if isinstance(study, Codings):
        rows = [*study.rows(), *gold.rows()]
        item, coder, category = zip(*rows, strict=True) if rows else ((), (), ())
        declared = list(gold.categories) if gold.declared else None
        return from_columns(
            item, coder, category, items=list(study.items), coders=coders, categories=declared
        )
    if isinstance(study, Unitizings):
        parts = [*study.continua, *gold.continua]
        return Unitizings.of(
            [(part.name, coder, *unit) for part in parts for coder, unit in part],
            items=list(study.items),
            coders=coders,
            categories=list(gold.categories),
            declared=study.declared,
            extents={part.name: (part.begin, part.end) for part in study.continua},
            seen=_seen(parts),
            resolution=study.resolution,
        )
    parts = [*study.documents, *gold.documents]
    return Partitions.of(
        [
            (part.name, coder, mention, number)
            for part in parts
            for coder in part.coders
            for number, chain in enumerate(part.chains(coder))
            for mention in chain
        ],
        items=list(study.items),
        coders=coders,
        order=_orders(study, ()),
        seen=_seen(parts),
    )


def _seen(parts: Sequence[Any]) -> list[tuple[Hashable, Hashable]]:
    return [
        (part.name, coder)
        for part in parts
        for coder, saw in zip(part.coders, part.seen, strict=True)
        if saw
    ]


def _sided(
    found: Adjudication, gold: Any, record: Sequence[Entry]
) -> tuple[Counter[Hashable], Counter[Hashable]]:
    """How many decisions are what each coder had said, and how many there are on what they saw."""
    decided = {(one.item, _key(one)) for one in record if one.status in ("decided", "left out")}
    items = {item for item, _ in decided}
    final: Any = {}
    if found.study.kind == "codings":
        final = {one.item: one.value for one in record if one.status in TAKEN}
    elif found.study.kind == "unitizings":
        final = {part.name: {unit for _, unit in part} for part in gold.continua}
    else:
        final = {part.name: _members(part, gold.coders[0]) for part in gold.documents}
    sided: Counter[Hashable] = Counter()
    of: Counter[Hashable] = Counter()
    open_ones = {(one.item, _key(one)) for one in record if one.status == "undecided"}
    chains = {}
    if found.study.kind == "partitions":
        chains = {
            (part.name, coder): _members(part, coder)
            for part in found.study.documents  # type: ignore[attr-defined]
            for coder in part.coders
        }
    for one in found.disputes:
        if one.settled or one.item not in items or (one.item, _of(one)) in open_ones:
            continue
        for coder, said in one.said:
            of[coder] += 1
            if found.study.kind == "codings":
                mine = final.get(one.item) == said
            elif found.study.kind == "unitizings":
                others = {unit for _, unit in one.said if unit is not None} | {one.base}
                there = others & final[one.item]
                mine = said in there if there else said is None
            else:
                own = chains[one.item, coder].get(one.mention)
                mine = own == final[one.item].get(one.mention)
            sided[coder] += mine
    return sided, of


def _key(one: Entry) -> Hashable:
    if isinstance(one.value, Unit):
        return one.value
    return one.value[0] if isinstance(one.value, tuple) and len(one.value) == 2 else None


def _of(one: Dispute) -> Hashable:
    return one.base if one.base is not None else one.mention


def _members(part: Any, coder: Hashable) -> dict[Hashable, frozenset[Hashable]]:
    return {m: frozenset(chain) for chain in part.chains(coder) for m in chain}
