"""The question where a table does not say who the coders are, and what to say where nobody is.

A question has one line of what was seen, asks who the coders are, and offers at most two readings:
each with the first items as they would be read, why it is not taken at once, and the settings that
take it. What is offered was tried: typed, it reads the table.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from accord._read.door.read_options import Options
from accord._read.tables import column_names as known
from accord._read.tables.roles import (
    HALF,
    NOT_SHARED,
    Column,
    Reading,
    Table,
    columns_of,
    families,
    named_coder,
)
from accord._read.text.json_values import as_list
from accord.errors import AccordError, DataError, Setting
from accord.kinds.kind import ability, kind_of, one_value
from accord.words.said import capital, clauses, joined, said as say

ROWS, WIDE, CELL = 3, 7, 18  # how many rows, columns and characters of a cell a preview shows
ITEMS_SHOWN, LABELS_SHOWN = 2, 6  # items of a reading that are shown, and labels of each
NAMES_SHOWN = 8  # names of columns in a reading
_COLUMNS_SHOWN = 12  # names of columns in the line of what was seen

MOST_READINGS = 2  # a question with more answers is not read
ROWS_OF_HEADER = 9  # of more rows no header is made
SHORTENED = 7  # so many names of columns are told by a pattern, where one fits

ROWS_TRIED = 50_000  # of a larger table, so many rows are read to see whether a reading reads it

AS = "to read it this way: "  # what stands before the settings of a reading


Build = Callable[[Table, Reading, Options], Any]
"""What makes a study of a table by the settings of a reading."""


class Offer(NamedTuple):
    """One answer to the question: a sentence, what speaks against it, rows, settings."""

    says: str
    doubts: tuple[str, ...]
    rows: tuple[str, ...]
    settings: dict[str, Any]


def asked(table: Table, possible: Sequence[Reading], options: Options, build: Build) -> DataError:
    """The error that asks how to read a table, with the readings that can be offered."""
    unnamed = sum(name.startswith("column ") for name in table.header)
    if unnamed > 1 and options.header is None and (rows := _rows_of_header(table)) > 1:
        says = say("table.asks.header", n=rows)
        return question(table, [Offer(says, (), (), {"header": rows})], "columns")
    found = offered(table, possible, options, build)
    if found and all(rows is not None for _, rows in found):
        return question(
            table,
            [
                Offer(reading_in_words(one), one.doubts, rows or (), one.settings)
                for one, rows in found
            ],
        )
    likeliest = found[0][0] if found else next(iter(possible), None)
    if likeliest is None:
        return _nothing(table, options)
    if found or NOT_SHARED in likeliest.doubts:
        return _supposed(table, likeliest, say("table.none.not-shared", source=table.source))
    return _supposed(table, likeliest, *_fault(table, likeliest, options, build))


def _fault(table: Table, reading: Reading, options: Options, build: Build) -> list[str]:
    """What keeps a reading from being built: a message, and the lines beneath it."""
    try:
        build(_beginning(table), reading, options)
    except AccordError as error:
        first, *more = str(error).split("\n")
        whole = getattr(error.message, "key", None) is not None and str(error.message) == first
        return [error.message if whole else first, *more]
    except RecursionError:
        pass
    return [say("table.asks.nested", source=table.source)]


def _supposed(table: Table, reading: Reading, message: str, *more: str) -> DataError:
    """The error that says what is wrong with the likeliest reading, and which that is."""
    supposed = say("table.asks.supposed", reading=reading_in_words(reading))
    lines = [*more, *_of_the_file(table), *_drawn(table, columns_of(table)), supposed]
    lines += _unsure([doubt for doubt in reading.doubts if doubt not in message])
    wrong = say("table.asks.wrong", **_columns_to_name())
    return DataError(message, (*lines, wrong), (reading.settings,))


def _unsure(doubts: Sequence[str]) -> Iterator[str]:
    """The line that says what speaks against a reading, if anything does."""
    if doubts:
        yield joined(["   ", say("serve.see.doubt", doubts=clauses(doubts))])


def _columns_to_name() -> dict[str, Setting]:
    """The settings that name columns."""
    return {name: Setting(name) for name in ("coders", "item", "coder", "category")}


def question(table: Table, offers: Sequence[Offer], unclear: str = "coders") -> DataError:
    """The error that asks who the coders are, or what the columns or documents, and offers
    answers."""
    message = say(f"table.asks.{unclear}", source=table.source)
    names = _some(table.header, _COLUMNS_SHOWN)
    lines: list[str] = [
        say("table.asks.seen", n=len(table.rows), names=names),
        *_of_the_file(table),
        say("table.asks.who"),
    ]
    empty = [c.name for c in columns_of(table) if c.kind == "empty"]
    for number, offer in enumerate(offers, start=1):
        lines.append(joined([f"{number}. ", offer.says]))
        lines += [f"      {row}" for row in offer.rows]
        lines += _unsure(offer.doubts)
        settings = " ".join(
            str(Setting(name, short_names(value, table.header, empty)))
            for name, value in offer.settings.items()
        )
        lines.append(f"   {AS}{settings}")
    lines.append(say("table.asks.none-of-these", **_columns_to_name()))
    return DataError(message, tuple(lines), tuple(offer.settings for offer in offers))


def _of_the_file(table: Table) -> Iterator[str]:
    """Which sheets were read and which not; how the letters of a table were read, where its bytes
    alone do not tell, and the option."""
    for note in table.notes:
        if getattr(note, "key", None) == "sheets.read":
            yield capital(joined([note, "."]))
        name = note.removeprefix("encoding ")
        if name != note and not name.startswith("utf"):
            yield say("table.asks.letters", name=name, setting=Setting("encoding"))


def offered(
    table: Table, possible: Sequence[Reading], options: Options, build: Build
) -> list[tuple[Reading, tuple[str, ...] | None]]:
    """The readings that read the table, the likeliest first, each with its first items.

    Where the likeliest gives nothing that two coders coded, it is the only one, without items.
    """
    tried = _beginning(table)
    found: list[tuple[Reading, tuple[str, ...] | None]] = []
    for reading in possible:
        if len(found) == MOST_READINGS:
            break
        if any(reading.settings == other.settings for other, _ in found):
            continue
        try:
            study = build(tried, reading, options)
        except (AccordError, RecursionError):
            continue
        if ability(study, "alone")(study) is None:
            found.append((reading, tuple(_as_read(study, _private(table, reading)))))
        elif not found:
            return [(reading, None)]
    return found


def _beginning(table: Table) -> Table:
    """The rows on which readings are tried."""
    return replace(
        table,
        rows=table.rows[:ROWS_TRIED],
        lines=table.lines[:ROWS_TRIED],
        places=table.places[:ROWS_TRIED],
    )


def _private(table: Table, reading: Reading) -> bool:
    """Whether the names of coders are addresses of people, which are never shown."""
    return any(c.name == reading.coder and c.is_private for c in columns_of(table))


def _as_read(study: Any, private: bool) -> Iterator[str]:
    """The first items of a study, each with who gave it which label."""
    own = [(f"{name}: ", study[name]) for name in study.names[:2]] if kind_of(study).several else []
    for before, part in own or [("", study)]:
        if not one_value(part):
            return
        if part.coder is None:
            yield from _votes_as_read(part)
            continue
        labels: dict[str, list[str]] = {}
        for item, coder, label in part.take(range(min(ITEMS_SHOWN, len(part.items)))).rows():
            if label is not None:
                who = masked(str(coder)) if private else _cut(str(coder))
                labels.setdefault(str(item), []).append(f"{who} {_cut(_label(label))}")
        for item, given in labels.items():
            more = ", …" if len(given) > LABELS_SHOWN else ""
            yield f"{before}{_cut(item)}: {', '.join(given[:LABELS_SHOWN])}{more}"


def _votes_as_read(part: Any) -> Iterator[str]:
    """The first items of coders who are not named: how many chose which label."""
    votes: dict[str, Counter[str]] = {}
    for item, _, label in part.take(range(min(ITEMS_SHOWN, len(part.items)))).rows():
        if label is not None:
            votes.setdefault(str(item), Counter())[_cut(_label(label))] += 1
    for item, chosen in votes.items():
        shown = [f"{n} chose {label}" for label, n in chosen.most_common(LABELS_SHOWN)]
        more = ", …" if len(chosen) > LABELS_SHOWN else ""
        yield f"{_cut(item)}: {', '.join(shown)}{more}"


def _label(label: Any) -> str:
    return "|".join(sorted(map(str, label))) if isinstance(label, frozenset) else str(label)


def twice_called(table: Table) -> DataError:
    """The error for two columns of one name where nobody can say which is meant."""
    return DataError(
        f"{table.source}:1: two columns are called {table.twice[0]!r}; rename one, or, if the "
        f"first line is data, use {Setting('header', 'none')}, or, if the header has several rows, "
        f"{Setting('header', 2)}"
    )


def _rows_of_header(table: Table) -> int:
    """How many rows the header has: those before the first that fills most of its columns."""
    named = [at for at, name in enumerate(table.header) if not name.startswith("column ")]
    last = 1
    for number, row in enumerate(table.rows[:ROWS_OF_HEADER], start=2):
        if sum(bool(row[at].strip()) for at in named) >= HALF * len(named):  # data fill most
            return last
        if any(map(str.strip, row)):
            last = number
    return 2


def short_names(value: Any, header: Sequence[str], empty: Sequence[str] = ()) -> Any:
    """Many names of columns as the one pattern that fits these, and else but `empty` ones.

    >>> short_names(["q1", "q2", "q3", "q4", "q5", "q6", "q7"], ["id", "q1", "q2", "q3", "q4", "q5",
    ... "q6", "q7"])
    ['q*']
    """
    if len(as_list(value)) < SHORTENED:
        return value
    begin = known.shared_beginning(value)
    for end in ("", known.shared_ending([name[len(begin) :] for name in value])):
        pattern = f"{begin}*{end}"
        plain = len(pattern) > 1 and not any(sign in begin + end for sign in "*?[")
        fitting = [name for name in header if plain and fnmatchcase(name, pattern)]
        if [name for name in fitting if name in value or name not in empty] == value:
            return [pattern]
    return value


def reading_in_words(reading: Reading) -> str:
    """A reading in a sentence."""
    row = say("table.row")
    facts = {
        "item": " and ".join(reading.item) if reading.item else row,
        "coder": reading.coder or row,
        "category": reading.category,
        "columns": _listed(reading.dimensions or reading.columns),
        "votes": reading.votes,
    }
    shape, coder = reading.shape, reading.coder
    if shape == "long" and coder is None and not reading.by_file:
        shape = "unnamed"
    elif shape == "counts" and reading.votes:
        shape = "yes" if reading.votes.isdecimal() else "yes-of"
    elif shape == "contingency" and reading.votes:
        shape = "pairs"
    elif coder:
        shape = {"lists": "lists-coders", "dimensions": "dimensions-coder"}.get(shape, shape)
    return say(f"table.reading.{shape}", **facts)


def _listed(names: Sequence[str]) -> str:
    """The first names, and how many there are in all."""
    shown = ", ".join(_cut(str(name) or "(no name)", 30) for name in names[:NAMES_SHOWN])
    more = len(names) > NAMES_SHOWN
    return say("table.some", names=shown, n=len(names)) if more else shown


def described(table: Table, possible: Sequence[Reading]) -> dict[str, Any]:
    """What each column is taken for and why, and all ways to read a table, as plain data."""
    certain = [one for one in possible if one.certain]
    reading = certain[0] if len(certain) == 1 else None
    roles = _roles(reading) if reading else {}
    columns = []
    for column in columns_of(table):
        role, why = roles.get(column.name, ("about the item" if reading else "?", ""))
        look = say(f"table.look.{column.kind}")
        reason = why or say("table.looks", look=look, n=len(column.values))
        columns.append({"column": column.name or "(no name)", "role": role, "reason": reason})
    ways = []
    for one in possible:
        settings = " ".join(str(Setting(name, value)) for name, value in one.settings.items())
        ways.append({"reading": reading_in_words(one), "certain": one.certain, "why": settings})
    return {"roles": columns, "readings": ways}


def _roles(reading: Reading) -> dict[str, tuple[str, str]]:
    """The role of every column that has one, and why, where the reading says it."""
    plural = {"wide": "coder", "transposed": "item", "counts": "category", "one-hot": "category"}
    part = plural.get(reading.shape, "label")
    roles = {name: ("left out", why) for name, why in reading.apart}
    roles |= {name: ("coder", "") for name in [reading.coder] if name is not None}
    roles |= {name: ("category", "") for name in [reading.category] if name is not None}
    roles |= dict.fromkeys(reading.item, ("item", ""))
    return roles | dict.fromkeys(reading.columns, (part, reading.why))


def _nothing(table: Table, options: Options) -> DataError:
    """The error for a table in which nothing was coded by two."""
    columns = columns_of(table, options.ignore)
    coder = options.coder or named_coder(columns)
    if coder is not None:
        item = any(c.is_item_name and c.name != coder for c in columns) or options.item
        role = "category" if item else "item"
        return DataError(
            say(
                f"table.none.no-{role}",
                source=table.source,
                name=coder,
                names=_some(table.header),
                setting=Setting(role),
            )
        )
    labels = [c.name for c in columns if _is_label(c)]
    once = named_coder(columns, once=True)
    if once is not None and labels:
        return _once_each(table, columns, once, labels)
    item = next((c.name for c in columns if c.unique), None)
    keys = ("table.none.labels", "table.none.labels-items")
    if not labels:
        keys = ("table.none.no-labels", "table.none.no-labels-items")
    item = None if labels == [item] else item  # one column is not both
    beside = [repr(name) for name in labels if name != item]
    found = say(keys[item is not None], names=_some(beside), item=item)
    message = say("table.none.once", source=table.source, clauses=found)
    lines = [*_of_the_file(table), *_drawn(table, columns)]
    lines += _strangers([c for c in columns if _is_label(c)])
    lines.append(say("table.none.where", **_columns_to_name()))
    return DataError(message, tuple(lines))


def _once_each(table: Table, columns: list[Column], coder: str, labels: list[str]) -> DataError:
    """The error where every row has another coder and it is not clear which labels compare."""
    named = [c for c in columns if c.is_item_name and c.name not in (coder, *labels)]
    unique = next((c.name for c in named if c.unique), None)
    key = "table.none.once-each-item" if unique else "table.none.once-each"
    message = say(key, source=table.source, name=coder, item=unique)
    lines = _drawn(table, columns)
    names = _some([*map(repr, labels)])
    lines.append(say("table.none.once-each-how", names=names, **_columns_to_name()))
    return DataError(message, tuple(lines))


def _strangers(labels: list[Column]) -> list[str]:
    """What to say of columns that are called as coders are and have no label in common."""
    for family in families(labels).values():
        own = [several[0] for several in family.values()]
        apart = [", ".join(map(repr, list(c.values)[:3])) for c in own[:2]]
        return [
            say(
                "table.none.strangers",
                one=own[0].name,
                two=own[1].name,
                mine=apart[0],
                theirs=apart[1],
                coders=Setting("coders", [c.name for c in own]),
                fold=Setting("fold", True),
            )
        ]
    return []


def _is_label(column: Column) -> bool:
    named = column.is_category_name or column.about(known.GOLD)
    return column.kind in ("labels", "scale", "flags", "lists") and (
        named or not (column.is_item_name or column.about(known.ABOUT, known.DATES))
    )


def _drawn(table: Table, columns: Sequence[Column]) -> list[str]:
    """The first rows, names and addresses of people hidden."""
    private = {c.name for c in columns if c.is_private}
    at = range(min(len(table.header), WIDE))
    cells = [[_cut(table.header[c] or "(no name)") for c in at]]
    for row in table.rows[:ROWS]:
        cells.append([_cut(_hidden(table.header[c], row[c], private)) for c in at])
    widths = [max(len(row[c]) for row in cells) for c in at]
    more = len(table.header) - len(at)
    end = f"  … {more} more" if more > 0 else ""
    return [
        "   " + "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() + end
        for row in cells
    ]


def _hidden(name: str, cell: str, private: set[str]) -> str:
    return masked(cell) if name in private else cell


def masked(value: str) -> str:
    """What is shown of a cell that may tell who somebody is.

    >>> masked("ann@example.org")
    'a…'
    """
    return f"{value[:1]}…" if value else value


def _cut(cell: str, most: int = CELL) -> str:
    cell = " ".join(cell.replace("\x1f", "|").split())
    return cell if len(cell) <= most else cell[: most - 1] + "…"


def _some(names: Sequence[Any], most: int = NAMES_SHOWN) -> str:
    shown = ", ".join(_cut(str(name) or "(no name)", 30) for name in names[:most])
    return shown + (f", … {len(names)} in total" if len(names) > most else "")
