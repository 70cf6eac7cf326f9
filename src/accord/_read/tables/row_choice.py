"""Some rows of a table, by what their cells say; and votes of which a table has only a part."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from accord._read.door.read_options import Options
from accord._read.tables.roles import Table, is_count, named_columns
from accord.errors import DataError, Setting
from accord.model.showing import counted

OTHERS = "none of these"
"""What coders are said to have chosen who voted, but for none of the columns."""

_CONDITION = re.compile(r"(?P<column>.+?)\s*(?P<sign>!?=)\s*(?P<texts>.*)", re.DOTALL)


def chosen_rows(table: Table, conditions: Sequence[str]) -> Table:
    """The rows of which all conditions hold: "part=dev", "round!=practice", "lang=de|en".

    >>> table = Table("t.csv", ("item", "part"), [["1", "a"], ["2", "b"]], [2, 3], ())
    >>> chosen_rows(table, ["part=a|c"]).rows
    [['1', 'a']]
    """
    keep = [True] * len(table.rows)
    for condition in conditions:
        fit = _CONDITION.fullmatch(condition)
        if fit is None:
            raise DataError(
                f"{Setting('where', condition)}: expected COLUMN=TEXT or COLUMN!=TEXT, several "
                "texts "
                "with | between them"
            )
        cells = table.column(fit["column"].strip())
        allowed = [text.strip() for text in fit["texts"].split("|")]
        wanted = fit["sign"] == "="
        known: dict[str, bool] = {}
        for at, cell in enumerate(cells):
            if cell not in known:
                known[cell] = wanted == any(fnmatchcase(cell, text) for text in allowed)
            keep[at] = keep[at] and known[cell]
    rows = [row for row, kept in zip(table.rows, keep, strict=True) if kept]
    if not rows:
        raise DataError(f"{table.source}: no row has {' and '.join(conditions)}")
    left = len(table.rows) - len(rows)
    note = f"{counted(left, 'row')} left out, where not {' and '.join(conditions)}"
    return replace(
        table,
        rows=rows,
        lines=[line for line, kept in zip(table.lines, keep, strict=True) if kept],
        places=[place for place, kept in zip(table.places, keep, strict=True) if kept]
        if table.places
        else [],
        notes=(*table.notes, note) if left else table.notes,
    )


def with_all_votes(table: Table, options: Options) -> tuple[Table, Options]:
    """The table with a column of counts for each label, as many votes in a row as were told.

    Columns of counts get one more, for coders who chose none of them; a column of shares
    ("yes:0.75; no:0.25") becomes a column of counts for each label.
    """
    totals = _totals(table, str(options.votes))
    if options.categories and options.category is None:
        return _with_others(table, options, totals)
    if options.category is None:
        raise DataError(
            f"{Setting('votes', options.votes)}: name the columns of the counts with "
            f"{Setting('categories')}, or the column of the shares with {Setting('category')}"
        )
    return _of_shares(table, options, totals)


def _totals(table: Table, told: str) -> list[int]:
    texts = [told] * len(table.rows) if told.isdecimal() else table.column(told)
    for text, place in zip(texts, table.where(), strict=True):
        if not is_count(text):
            raise DataError(f"{place}: {text!r} votes; expected a whole number")
    return [int(text) for text in texts]


def _with_others(table: Table, options: Options, totals: list[int]) -> tuple[Table, Options]:
    wanted = [str(name) for name in options.categories or ()]
    names = named_columns(table.source, table.header, wanted)
    cells = list(zip(*(table.column(name) for name in names), strict=True))
    rest: list[str] = []
    for row, total, place in zip(cells, totals, table.where(), strict=True):
        if not all(map(is_count, row)):
            raise DataError(f"{place}: {', '.join(row)}: counts are whole numbers")
        if sum(map(int, row)) > total:
            raise DataError(f"{place}: {sum(map(int, row))} votes, but only {total} coders")
        rest.append(str(total - sum(map(int, row))))
    other = OTHERS if len(names) > 1 else f"not {names[0]}"
    made = replace(
        table,
        header=(*table.header, other),
        rows=[[*row, one] for row, one in zip(table.rows, rest, strict=True)],
    )
    return made, replace(options, shape="counts", categories=(*names, other), votes=None)


_OFF = "in {n} the shares make other numbers of votes than were told; the nearest counts are read"


def _is_share(text: str) -> bool:
    """Whether a text is a number from 0 to 1."""
    return re.fullmatch(r"(0?\.\d+|0|1)(e-\d+)?|1\.0*|0\.", text) is not None


def _of_shares(table: Table, options: Options, totals: list[int]) -> tuple[Table, Options]:
    """Counts from shares; the nearest whole numbers, as shares may be of fewer votes than told."""
    assert options.category is not None
    counts: list[dict[str, int]] = []
    for cell, total, place in zip(
        table.column(options.category), totals, table.where(), strict=True
    ):
        mine: dict[str, int] = {}
        for part in filter(None, (one.strip() for one in re.split("[;|]", cell))):
            label, sign, share = part.rpartition(":")
            if not sign or not _is_share(share.strip()):
                raise DataError(
                    f"{place}: {part!r} is not a share; expected label:share, several with ; "
                    "between "
                    "them"
                )
            mine[label.strip()] = round(float(share) * total)
        counts.append(mine)
    off = sum(sum(one.values()) != total for one, total in zip(counts, totals, strict=True))
    labels = list(dict.fromkeys(label for one in counts for label in one))
    labels = [label for label in labels if any(one.get(label) for one in counts)]
    at = [table.header.index(name) for name in table.header if name not in labels]
    made = replace(
        table,
        header=(*(table.header[n] for n in at), *labels),
        rows=[
            [*(row[n] for n in at), *(str(one.get(label, 0)) for label in labels)]
            for row, one in zip(table.rows, counts, strict=True)
        ],
        notes=(*table.notes, *([_OFF.format(n=counted(off, "row"))] if off else [])),
    )
    told = replace(options, shape="counts", category=None, categories=tuple(labels), votes=None)
    return made, told
