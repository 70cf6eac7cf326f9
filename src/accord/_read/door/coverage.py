"""Who saw which document, where data show only what coders marked.

A coder without a mark in a document may not have seen it, or seen it and found nothing to mark:
agreement is another number in each case. Who saw what is known where

    every coder left something in every document,
    rows without a mark say who found nothing,
    every document has something of the same number of coders, two or more: work was dealt out,
    or the user says it (`seen`): "all", "marked", a column, a file, or pairs in Python.

Otherwise it is asked: no default is right for both.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from accord._read.door.read_options import Options
from accord._read.tables.asking import AS
from accord._read.tables.column_names import NO, SEEN_BY, SEVERAL, TRUTHS
from accord._read.tables.roles import LISTS, ROLES, Table, called
from accord.errors import DataError, Setting
from accord.words.said import joined, said

ALL, MARKED = "all", "marked"
"""What the user may say without a list: every coder saw every document, or only those in which
something of theirs stands."""

_Pair = tuple[Hashable, Hashable]


@dataclass(frozen=True, slots=True)
class _Coverage:
    """Who saw what.

    :param items: All documents: those of the data, then those that only a list names.
    :param coders: All coders, alike.
    :param seen: The pairs of document and coder, None where every coder saw every document.
    :param notes: How that is known.
    """

    items: tuple[Hashable, ...]
    coders: tuple[Hashable, ...]
    seen: Mapping[_Pair, None] | None
    notes: tuple[str, ...] = ()

    def has(self, item: Hashable, coder: Hashable) -> bool:
        """Whether the coder saw the document."""
        return self.seen is None or (item, coder) in self.seen

    def pairs(self) -> Iterable[_Pair]:
        """All pairs of a document and a coder who saw it."""
        every = ((item, coder) for item in self.items for coder in self.coders)
        return every if self.seen is None else self.seen


def who_saw_what(
    source: str,
    marked: Iterable[_Pair],
    options: Options,
    *,
    empty: Iterable[_Pair] = (),
    items: Sequence[Hashable] = (),
    coders: Sequence[Hashable] = (),
    document: str = "document",
) -> _Coverage:
    """Who saw what, from the pairs that left something and from what the user says.

    `empty` are pairs of which the data say that the coder looked and found nothing; `items` and
    `coders` have names in their order, also of such as nobody marked or who marked nothing.
    """
    left, told = dict.fromkeys(marked), dict.fromkeys(empty)
    listed = () if told_plainly(options.seen) else as_pairs(options.seen)
    known = [*left, *told, *listed]
    all_items = tuple(dict.fromkeys([*items, *(item for item, _ in known)]))
    all_coders = tuple(dict.fromkeys([*coders, *(coder for _, coder in known)]))
    total = len(all_items) * len(all_coders)
    if listed:
        _check_list(source, left, listed, document)
        pairs = dict.fromkeys([*listed, *left])
        note: str = said("read.seen-listed", n=len(pairs), k=total)
        return _Coverage(all_items, all_coders, pairs, (note,))
    pairs = {**left, **told}
    if options.seen == MARKED:
        return _Coverage(all_items, all_coders, pairs, (said("read.seen-marked"),))
    if options.seen == ALL:
        return _Coverage(all_items, all_coders, None, (said("read.seen-all"),))
    if len(pairs) == total or len(all_coders) < 2:  # of a single coder nothing is compared
        return _Coverage(all_items, all_coders, None)
    if told:
        return _Coverage(all_items, all_coders, pairs)
    often = Counter(item for item, _ in pairs)
    each = set(often.values())
    if len(each) == 1 and len(often) == len(all_items) and (n := each.pop()) > 1:
        note = said("read.seen-dealt-out", n=n, k=len(all_coders))
        return _Coverage(all_items, all_coders, pairs, (note,))
    raise asked_who_saw(source, total - len(pairs), total, document)


def asked_who_saw(source: str, absent: int, total: int, document: str) -> DataError:
    """The question who saw what."""
    what = "item" if document == "item" else "document"
    lines = (
        joined(["1. ", said(f"seen.not-{what}")]),
        f"   {AS}{Setting('seen', MARKED)}",
        joined(["2. ", said(f"seen.all-{what}")]),
        f"   {AS}{Setting('seen', ALL)}",
        said(f"seen.list-{what}", setting=Setting("seen")),
    )
    message = said(f"seen.asks-{what}", source=source, absent=absent, total=total)
    return DataError(message, lines, ({"seen": MARKED}, {"seen": ALL}))


def _check_list(
    source: str, left: Mapping[_Pair, None], listed: Sequence[_Pair], what: str
) -> None:
    """A list of which no pair is in the data is a list of something else."""
    if not left or any(pair in left for pair in listed):
        return
    (item, coder), (other, who) = listed[0], next(iter(left))
    raise DataError(
        f"{source}: {Setting('seen')} lists {what} {item!r} and coder {coder!r} first, and none of "
        f"its pairs is in the data, which begin with {other!r} and {who!r}; expected the same names"
    )


def as_pairs(given: Any) -> list[_Pair]:
    """Pairs of document and coder, by their names as tables and files have them, from pairs or
    from the coders of each document.

    >>> as_pairs({"d1": ["A", "B"]}), as_pairs([("d1", "A")])
    ([('d1', 'A'), ('d1', 'B')], [('d1', 'A')])
    """
    if isinstance(given, Mapping):
        given = [(item, coder) for item, coders in given.items() for coder in coders]
    plain = isinstance(given, (str, bytes)) or not isinstance(given, Iterable)
    pairs = [] if plain else [tuple(map(str, pair)) for pair in given]
    if not pairs or any(len(pair) != 2 for pair in pairs):
        raise DataError(
            f"{Setting('seen')} is {given!r:.60}; expected {ALL!r}, {MARKED!r}, pairs of document "
            "and coder, or the coders of each document"
        )
    return pairs  # type: ignore[return-value]


def pairs_of_table(table: Table) -> list[_Pair]:
    """The pairs of a table with a row for each document and coder who saw it."""
    coder = called(table.header, ROLES["coder"])
    known = (*ROLES["document"], *ROLES["item"], "image", "image_id")
    item = called(table.header, known, (coder,) if coder else ())
    if len(table.header) == 2 and coder is not None and item is None:
        item = next(name for name in table.header if name != coder)
    if coder is None or item is None or not table.rows:
        raise DataError(
            f"{table.source}: a list of who saw what has the columns document and coder, and a row "
            f"for each. Columns: {', '.join(table.header[:20])}"
        )
    return list(zip(table.column(item), table.column(coder), strict=True))


def column_of(table: Table, options: Options) -> str | None:
    """The column of a table that says who saw what: as told, or called so."""
    if options.seen is None:
        return next((name for name in table.header if name.strip().lower() == SEEN_BY), None)
    if told_plainly(options.seen) or not isinstance(options.seen, str):
        return None
    if options.seen not in table.header:
        raise no_list(table.source, options.seen, table.header)
    return options.seen


def in_table(
    table: Table, documents: Sequence[Hashable], coders: Sequence[Hashable], options: Options
) -> Options:
    """The options where the column of a table that says who saw what is turned into pairs.

    Its cells list the coders who saw the document, or are yes and no about the coder of the row.
    """
    column = column_of(table, options)
    if column is None:
        return options
    cells, names = table.column(column), set(coders)
    rows = zip(documents, coders, cells, strict=True)
    if {cell.lower() for cell in cells if cell} <= TRUTHS:
        pairs = [(item, coder) for item, coder, cell in rows if cell and cell.lower() not in NO]
    else:
        pairs = [(item, who) for item, _, cell in rows for who in _listed(cell, names)]
    return replace(options, seen=pairs)


def is_bare(name: str) -> bool:
    """Whether a name leads to no other folder: strangers may say no more than that."""
    return not any(sign in name for sign in "/\\:") and name not in (".", "..")


def told_plainly(seen: Any) -> bool:
    """Whether nothing is said of who saw what, or it is said without a list."""
    return seen is None or (isinstance(seen, str) and seen in (ALL, MARKED))


def refuse_list(source: str, options: Options) -> None:
    """Refuse what is said of who saw what where the data say it themselves."""
    if options.seen is not None:
        raise DataError(
            f"{source}: the file already shows who saw what. Leave out {Setting('seen')}"
        )


def no_list(source: str, wanted: str, header: Sequence[str] = ()) -> DataError:
    """The error for what is neither a column nor a file."""
    there = f"; there are {', '.join(header[:20])}" if header else ""
    return DataError(
        f"{source}: {Setting('seen', wanted)} is neither {ALL!r} nor {MARKED!r}, and no column or "
        f"file is called so{there}"
    )


def _listed(cell: str, names: set[Hashable]) -> list[str]:
    """The names in a cell: one that is known, or several with a sign between them."""
    if cell in names or not cell:
        return [cell] if cell else []
    sign = next((sign for sign in (LISTS, SEVERAL, ";", ",") if sign in cell), None)
    return [part.strip() for part in cell.split(sign) if part.strip()] if sign else [cell]
