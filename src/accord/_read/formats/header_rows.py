"""Which rows of a table are its header: titles above it, several rows, none; rows as wide as it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from accord._read.door.read_options import check_width
from accord._read.tables.column_names import MISSING_NUMBERS
from accord._read.tables.roles import ROLES, Table, called, columns_of
from accord.errors import DataError, Setting
from accord.model.showing import counted
from accord.words.said import said


def framed(
    source: str,
    rows: Sequence[Sequence[str]],
    lines: list[int],
    given: str | int | None,
    notes: tuple[str, ...] = (),
    quoted: bool = False,
) -> Table:
    """The table of rows whose first ones are its header.

    `given` is the number of header rows, "none" for none (columns are called 1, 2, 3 …), or the
    names of the columns of a table without a header, separated by commas. Where it is None, one
    row is the header, unless the rows show a title, several header rows, or none.
    """
    check_width(source, max(map(len, rows[:100]), default=0))  # the first rows are as wide as all
    if given is None:
        if above := _rows_above(rows):
            some = f"lines {lines[0]} to {lines[above - 1]}" if above > 1 else f"line {lines[0]}"
            shown = " ".join(filter(None, map(str.strip, rows[0])))[:60]
            notes = (*notes, f"{some} above the header left out: {shown!r}")
            rows, lines = rows[above:], lines[above:]
        given, why = _header_rows(source, rows, lines)
        notes = (*notes, why) if why else notes
    if isinstance(given, str) and given.isdecimal():
        given = int(given)
    if isinstance(given, int):
        if not 0 <= given <= len(rows):
            raise DataError(f"{source}: {Setting('header', given)}: it has {len(rows)} rows")
        if (
            given > 1
            and lines[given - 1] > given
            and not _is_header(
                [cell.strip() for cell in rows[given - 1]], rows[given : given + 200]
            )
        ):
            raise DataError(
                f"{source}:{lines[given - 1]}: {Setting('header', given)} would make this a part "
                "of the header, but its cells occur again below; empty lines do not count"
            )
        header = _joined_names(rows[:given]) if given else _positions(rows)
        first = given
    else:
        header, first = _named(source, len(rows[0]), given), 0
    body, places = rows[first:], lines[first:]
    told = isinstance(given, str) and given != "none"
    header, body, notes = _fitted(source, header, body, places, notes, quoted, told)
    return _distinct(Table(source, header, body, places, notes))


MOST_ABOVE = 20  # rows of a cover above a table: more are a table of their own
_FEW = 2  # cells of such a row: a title, or what is said and its value


def _rows_above(rows: Sequence[Sequence[str]]) -> int:
    """How many rows stand above the header: titles, the date, who exported it.

    They have one cell or two, the rows of the table three or more, and below them is a row of
    names, none of which comes again. A single title is part of the header (`_header_rows`).
    """
    ends = [_end(row) for row in rows[:200]]
    usual = Counter(ends).most_common(1)[0][0]
    first = next((at for at, end in enumerate(ends[: MOST_ABOVE + 1]) if end >= usual), 0)
    if usual <= _FEW or not first:
        return 0
    names = [cell.strip() for cell in rows[first][:usual]]
    filled = [cell for cell in names if cell]
    if first == 1 and len(list(filter(None, map(str.strip, rows[0])))) == 1 and len(filled) > 2:
        return 0
    numbers = sum(map(_is_number, filled))
    whole = len(set(filled)) == len(filled) >= usual - 1 and 2 * numbers < len(filled)
    few = all(sum(bool(cell.strip()) for cell in row) <= _FEW for row in rows[:first])
    return first if whole and few and _is_header(names, rows[first + 1 : 200]) else 0


def _end(row: Sequence[str]) -> int:
    """Where the last filled cell of a row ends."""
    return max((at for at, cell in enumerate(row, start=1) if cell.strip()), default=0)


def _positions(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    return tuple(str(n + 1) for n in range(len(rows[0])))


def _joined_names(rows: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The names of columns of several header rows.

    A row that has one text only is a title; where a row names all columns and no two alike,
    those after it describe them; otherwise names are put together, those of merged cells first.
    """
    width = max(map(len, rows))
    cells = [[cell.strip() for cell in row] + [""] * (width - len(row)) for row in rows]
    named = [row for row in cells if len(set(row) - {""}) > 1] or cells[-1:]
    full = next((row for row in named if all(row) and len(set(row)) == width), None)
    if len(named) == 1 or full is not None:
        return tuple(full or named[0])
    for row in named[:-1]:
        for at in range(1, width):
            row[at] = row[at] or row[at - 1]  # a merged cell
    names = [".".join(filter(None, dict.fromkeys(parts))) for parts in zip(*named, strict=True)]
    short = [_undescribed(parts) for parts in zip(*named, strict=True)]
    return tuple(names if len(set(short)) < len(set(names)) else short)


def _undescribed(parts: tuple[str, ...]) -> str:
    """The name of a column without the sentence that describes it below."""
    return ".".join(
        part
        for at, part in enumerate(dict.fromkeys(filter(None, parts)))
        if at == 0 or len(part) <= 60  # a longer one is the question, and no name
    )


def _header_rows(
    source: str, rows: Sequence[Sequence[str]], lines: list[int]
) -> tuple[str | int, str]:
    """How many header rows there are, and what to note where it is not one."""
    first = [cell.strip() for cell in rows[0]]
    following = [[cell.strip() for cell in row] for row in rows[1:4]]
    described = next((n for n, row in enumerate(following) if _describes(row)), None)
    if described is not None:
        return described + 2, f"{described + 2} header rows, as surveys are exported"
    if (told := _qualtrics_rows(first, following)) > 1:
        return told, f"{told} header rows, as surveys are exported"
    filled = [cell for cell in first if cell]
    second = following[0] if following else []
    wide = len(first) > 2 or _is_below_a_title(second, rows[2:200])
    if len(filled) == 1 and wide and len([c for c in second if c]) > 2:
        return 2, f"line {lines[0]} is a title"
    if _explains(second, rows[2:200]):
        return 2, f"line {lines[1]} explains the columns"
    blank = [at for at, cell in enumerate(first) if not cell and at < len(second) and second[at]]
    words = [cell for cell in second if cell and not cell.replace(".", "", 1).isdecimal()]
    again = len(words) > len(set(words))
    if again and (blank or len(set(filled)) < len(filled)) and _is_header(second, rows[2:200]):
        return 2, "2 header rows: cells of the first reach over several columns"
    return _one_or_none(source, first, rows, lines)


def _is_below_a_title(names: list[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether cells are the header of rows that are as wide, below a line with one cell."""
    whole = len(set(names)) == len(names) and all(names[1:])
    return whole and all(len(row) == len(names) for row in below) and _is_header(names, below)


def _explains(row: list[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a row has no item and tells in words what to fill in, where no row below does."""
    told = [at for at, cell in enumerate(row) if cell]
    if len(told) < 2 or row[0] or len(below) < 2:
        return False
    here = all(len(row[at].split()) > 2 for at in told)
    return here and all(
        len(other) > at and len(other[at].split()) <= 2 for other in below for at in told
    )


def _describes(row: list[str]) -> bool:
    """The row that Qualtrics writes for programs."""
    told = [cell for cell in row if "ImportId" in cell]
    return len(told) > 0.5 * len(row)  # columns that people added have no ImportId


def _qualtrics_rows(first: list[str], following: list[list[str]]) -> int:
    """The rows of a header before the first answer, which Qualtrics calls R_ and signs."""
    at = next((at for at, cell in enumerate(first) if cell == "ResponseId"), len(first))
    named = [at < len(row) and row[at].startswith("R_") for row in following]
    return named.index(True) + 1 if True in named else 1


def _is_header(cells: list[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether cells are names: none of them stands again below."""
    return not any(
        cell and at < len(row) and row[at].strip() == cell
        for row in below
        for at, cell in enumerate(cells)
    )


def _one_or_none(
    source: str, names: list[str], rows: Sequence[Sequence[str]], lines: list[int]
) -> tuple[str | int, str]:
    """A first line whose cells stand again below, in their own columns, is no header."""
    some = [*rows[1:1001]]  # a category that does not come again in a thousand rows is rare
    again = [
        any(len(row) > c and row[c].strip() == name for row in some)
        for c, name in enumerate(names)
        if name
    ]
    numbers = [name for name in names if name.replace(".", "", 1).isdecimal()]
    only = len(numbers) == len(names) > 0
    below = only and all(_is_number(cell) for row in some for cell in row)
    # A line of numbers is no header either, but 1 to n are what unnamed columns are called.
    consecutive = [str(n + 1) for n in range(len(names))], [str(n) for n in range(len(names))]
    if only and names in consecutive:
        if len(again) > 1 and all(again) and len(names) < 4:
            raise DataError(
                f"{source}:{lines[0]}: {', '.join(names)} could be names of columns, or data; use "
                f"{Setting('header', 1)} or {Setting('header', 'none')}"
            )
        return 1, ""
    if _are_numbered(names, numbers) and not _again_apart(names, numbers, some):
        return 1, ""
    if below and len(names) > 1 and any(again):
        return "none", f"no header: line {lines[0]} is read as data"
    if (len(again) > 1 and sum(again) > len(again) / 2) or only:
        from accord._read.tables.asking import AS

        example = ",".join(_EXAMPLE[: max(len(names), 3)])
        # A header that stands again below, where files were joined, is no data: not offered.
        named = any(called(names, ROLES[role]) for role in ("item", "coder", "category"))
        offer = (f"1. {said('table.no-header')}", f"   {AS}{Setting('header', 'none')}")
        raise DataError(
            f"{source}:{lines[0]}: {', '.join(names[:6])} looks like data, not like a header; name "
            f"the columns, e.g. {Setting('header', example)}, or use {Setting('header', 'none')} "
            "for a wide table",
            () if named else offer,
            () if named else ({"header": "none"},),
        )
    return 1, ""


def _are_numbered(names: Sequence[str], numbers: Sequence[str]) -> bool:
    """Whether columns are called 1, 2, 3 … behind others that have names: item,1,2,3."""
    one_by_one = [str(n) for n in range(1, len(numbers) + 1)]
    return len(numbers) > 1 and len(numbers) < len(names) and list(numbers) == one_by_one


def _again_apart(names: list[str], numbers: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether a name that is not a number stands again below it."""
    apart = ["" if name in numbers else name for name in names]
    return not _is_header(apart, rows)


_EXAMPLE = ("coder", "item", "category")


def _is_number(cell: str) -> bool:
    cell = cell.strip().lstrip("+-")
    return not cell or cell in MISSING_NUMBERS or cell.replace(".", "", 1).isdecimal()


ROW_NAME = "row name"
"""What the column is called that R does not name."""


def _fitted(
    source: str,
    header: tuple[str, ...],
    rows: Sequence[Sequence[str]],
    lines: list[int],
    notes: tuple[str, ...],
    quoted: bool,
    told: bool = False,
) -> tuple[tuple[str, ...], Sequence[Sequence[str]], tuple[str, ...]]:
    """Rows as wide as the header; a difference is an error unless all rows share it.

    `quoted` is whether all names of the header are in quotes, as R writes them; `told`, whether the
    user named all columns, and so knows which a short row lacks.
    """
    width = len(header)
    # Rows that came by columns (`split_rows`) are as wide as each other.
    widths = Counter([len(rows[0])] if rows and hasattr(rows, "width") else map(len, rows))
    if set(widths) <= {width}:
        return header, rows, notes
    if len(widths) == 1 and len(rows) > 1 and 1 < (common := next(iter(widths))) < width:
        more = header[common:]
        note = f"the rows have no cells for {', '.join(map(repr, more[:6]))}: read as empty"
        return header, [[*row, *[""] * len(more)] for row in rows], (*notes, note)
    short = sum(n for one, n in widths.items() if one < width)
    # Trailing cells that are not written; a line without any delimiter is something else.
    # Where most rows are short, the program that wrote them leaves out empty cells at the end.
    many = told or short > 0.5 * len(rows) > 1
    if many and min(widths) > 1 and max(widths) <= width:
        note = f"{short} rows end before the header does: read as empty"
        return header, [[*row, *[""] * (width - len(row))] for row in rows], (*notes, note)
    if header == _numbered(width) and min(widths) > 1:  # nothing says how wide rows are
        most = max(widths)
        header = _numbered(most)
        note = f"rows of {min(widths)} to {most} cells without a header: the others are empty"
        return header, [[*row, *[""] * (most - len(row))] for row in rows], (*notes, note)
    if set(widths) == {width + 1} and (quoted or _names_rows(header, rows)):
        note = "each row has one cell more than the header: its name, as R writes tables"
        return (ROW_NAME, *header), rows, (*notes, note)
    for at, row in enumerate(rows):
        if len(row) < width or any(cell.strip() for cell in row[width:]):
            remedy = "check the delimiter and quotes"
            if set(widths) == {width + 1}:
                names = Setting("header", ",".join(("row", *header)))
                remedy = (
                    "name the column that has no name in the first line; if it is the first, as R "
                    f"writes the names of rows, use {names} without the first line"
                )
            raise DataError(
                f"{source}:{lines[at]}: {len(row)} cells, but the header has {width}; {remedy}"
            )
    longer = [at for at, row in enumerate(rows) if len(row) > width]
    note = (
        f"{counted(len(longer), 'row')} with empty cells beyond the header, the first in line "
        f"{lines[longer[0]]}: ignored"
    )
    return header, [row[:width] for row in rows], (*notes, note)


def _numbered(width: int) -> tuple[str, ...]:
    """What the columns of a table without a header are called."""
    return tuple(str(n + 1) for n in range(width))


def _names_rows(header: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether a cell without a name is the first of each row, and not the last: no two first cells
    are alike, nor two cells of the column that the header calls the item."""
    item = called(header, ROLES["item"])
    places = [0] if item is None else [0, header.index(item) + 1]
    return all(len({row[at] for row in rows}) == len(rows) for at in places)


def _distinct(table: Table) -> Table:
    """The table whose columns all have names, and no two the same.

    Empty columns without a name are left out; others without one are called by their place. A
    name that comes again gets a number. Unless the column cannot hold labels or there are many,
    the table says so, and it is asked which column is meant.
    """
    header = table.header
    unnamed = [at for at, name in enumerate(header) if not name]
    if unnamed:
        gone = {at for at in unnamed if not any(row[at].strip() for row in table.rows)}
        keep = [at for at in range(len(header)) if at not in gone]
        rows = [[row[at] for at in keep] for row in table.rows] if gone else table.rows
        header = tuple(header[at] or f"column {at + 1}" for at in keep)
        table = replace(table, header=header, rows=rows)
    if len(set(header)) == len(header):
        return table
    names: list[str] = []
    twice: list[str] = []
    more = dict.fromkeys(header, 1)
    evidence = columns_of(replace(table, header=tuple(map(str, range(len(header))))))
    for name, column in zip(header, evidence, strict=True):
        if name in names:
            # Surveys, which have many columns, repeat the names of questions without harm.
            if column.is_plain and len(header) < 10 and name not in twice:
                twice.append(name)
            more[name] += 1
            names.append(f"{name} ({more[name]})")
        else:
            names.append(name)
    return replace(table, header=tuple(names), twice=tuple(twice))


def _named(source: str, width: int, given: str) -> tuple[str, ...]:
    if given == "none":
        return tuple(str(n + 1) for n in range(width))
    names = tuple(name.strip() for name in given.split(","))
    if len(names) != width:
        raise DataError(
            f"{source}:1: {width} cells, but {Setting('header')} names {len(names)} columns"
        )
    return names
