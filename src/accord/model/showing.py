"""How data and results show themselves: in a notebook, in plain text, as a frame, in a paper."""

import re
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from math import isfinite, isnan
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from accord.errors import MissingExtraError, UnknownNameError

_ROWS = 20
"""At most so many rows are shown."""


def html_table(caption: str, columns: Sequence[Any], rows: Iterable[Sequence[Any]]) -> str:
    """A table for a notebook; numbers are rounded, what is too long says how much more there is.

    >>> html_table("<b>", ["x"], [[0.12345]])[:60]
    "<table><caption style='text-align:left'>&lt;b&gt;</caption><"
    """
    from html import escape

    listed = list(rows)
    # Notebooks set every cell to the right: text is read from the left, numbers under each other.
    sides = [
        "right" if _numbers(row[at] for row in listed) else "left" for at in range(len(columns))
    ]
    head = "".join(
        f"<th scope='col' style='text-align:{side}'>{escape(str(column))}</th>"
        for column, side in zip(columns, sides, strict=True)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f"<td style='text-align:{side}'>{escape(cell_text(cell))}</td>"
            for cell, side in zip(row, sides, strict=True)
        )
        + "</tr>"
        for row in listed[:_ROWS]
    )
    more = len(listed) - _ROWS
    if more > 0:
        body += f"<tr><td colspan='{len(columns)}'>… {more} more</td></tr>"
    top = f"<caption style='text-align:left'>{escape(caption)}</caption>"
    return f"<table>{top}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _numbers(cells: Iterable[Any]) -> bool:
    """Whether a column holds numbers, and nothing else but gaps."""
    there = [cell for cell in cells if cell is not None]
    return bool(there) and all(
        isinstance(cell, (int, float)) and not isinstance(cell, bool) for cell in there
    )


def text_table(
    columns: Sequence[Any], rows: Iterable[Sequence[Any]], notes: Iterable[str] = ()
) -> str:
    """A table in plain text, as `print` shows it.

    >>> print(text_table(["x", "long"], [["a", 0.12345], ["b", None]], ["a note"]))
    x  long
    a  0.1235
    b  –
    a note
    """
    listed = list(rows)
    cells = [[str(c) for c in columns], *([cell_text(c) for c in row] for row in listed[:_ROWS])]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in cells
    ]
    more = len(listed) - _ROWS
    return "\n".join([*lines, *([f"… {more} more"] if more > 0 else []), *notes])


def _in_words(name: str) -> str:
    """The name of a class as people write it.

    >>> _in_words("StandardError"), _in_words("IccTable"), _in_words("WinPR")
    ('Standard error', 'Icc table', 'Win PR')
    """
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*", name)
    return " ".join(
        part if at == 0 or part.isupper() else part.lower() for at, part in enumerate(parts)
    )


_WIDE = 160
"""A line is shown up to so many characters at the prompt."""


def fewer_lines(text: str, lines: int = _ROWS + 4) -> str:
    """A text as a prompt shows it: not more lines than fit on a screen, none very long.

    >>> fewer_lines("a\\nb\\nc", lines=2)
    'a\\nb\\n… 1 more line'
    """
    every = text.split("\n")
    kept = [line if len(line) <= _WIDE else f"{line[: _WIDE - 1]}…" for line in every[:lines]]
    more = len(every) - lines
    return "\n".join([*kept, *([f"… {counted(more, 'more line')}"] if more > 0 else [])])


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun.

    >>> counted(1, "item"), counted(2, "item"), counted(0, "category", "categories")
    ('1 item', '2 items', '0 categories')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def cell_text(cell: Any) -> str:
    """A cell of a table: numbers to four digits, what is not there as a dash."""
    if cell is None or (isinstance(cell, float) and isnan(cell)):
        return "–"
    return f"{cell:.4g}" if isinstance(cell, float) else str(cell)


def cell(value: Any) -> Any:
    """A category in a cell of a file: sets with "|" between their labels, tuples as JSON.

    >>> cell(frozenset("ba")), cell(frozenset()), cell((0, 5)), cell(None), cell(3)
    ('a|b', '{}', '[0, 5]', '', 3)
    """
    if isinstance(value, frozenset):
        return "|".join(sorted(map(str, value))) or "{}"
    if isinstance(value, tuple):
        import json

        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else value


Library = Literal["pandas", "polars", "pyarrow"]
LIBRARIES: tuple[Library, ...] = ("pandas", "polars", "pyarrow")


ELSEWHERE = {
    **dict.fromkeys(("ci", "conf_int", "confidence_interval"), ("interval",)),
    **dict.fromkeys(("pvalue", "p_value"), ("p",)),
    **dict.fromkeys(("lower", "ci_low"), ("low", "interval")),
    **dict.fromkeys(("upper", "ci_high"), ("high", "interval")),
    **dict.fromkeys(("kappa", "alpha", "score", "coefficient", "est", "estimate"), ("value",)),
    **dict.fromkeys(("df", "to_pandas", "to_df", "table"), ("to_frame",)),
    **dict.fromkeys(("std", "stderr", "standard_error"), ("se",)),
}
"""What other programs call an attribute of a result."""


class Drawn:
    """What has a chart: every study and every result."""

    __slots__ = ()

    def plot(self) -> Any:
        """A chart (Altair): shown in a notebook, kept with `.save("chart.svg")`."""
        return _renderer().plot(self)


Grid = tuple[Sequence[str], Sequence[Sequence[Any]]]
"""The names of the columns, and the rows."""


class Result(Drawn):
    """What every result can do; it follows from the fields of the dataclass.

    A result is frozen data. `as_dict`, `to_frame`, `to_markdown`, `to_latex`, `plot`, `print` and
    the table in a notebook come from here; a class only declares what its fields do not say:

    - `_keys`: the keys of `as_dict` in their order, where properties are among them or a key has
      another name: `"low, high, level=confidence, items=counts.i"`;
    - `_members`: the attribute that has one row of the table in each member;
    - `_columns`: the columns, written as keys are, of a member or of the result itself;
    - `field(metadata=columns("label, share"))`: what the places of a tuple are called.

    >>> import accord
    >>> reading = accord.interpret(0.78)
    >>> isinstance(reading, accord.parts.Result), reading.as_dict()["words"]
    (True, 'good for tentative conclusions only')
    """

    __slots__ = ()
    _keys: ClassVar[str] = ""
    _members: ClassVar[str] = ""
    _columns: ClassVar[str] = ""

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        # A dataclass writes a repr of all its fields unless the class has one of its own.
        if "__repr__" not in vars(cls):
            shown = next(vars(base)["__repr__"] for base in cls.__mro__ if "__repr__" in vars(base))
            cls.__repr__ = shown  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return fewer_lines(str(self))

    if not TYPE_CHECKING:  # where a checker reads it, every attribute would be there

        def __getattr__(self, name: str) -> Any:
            own = next((one for one in ELSEWHERE.get(name, ()) if hasattr(type(self), one)), None)
            other = f"; it is .{own}" if own else ""
            raise AttributeError(
                f"{type(self).__name__} has no attribute {name!r}{other}", name=name, obj=self
            )

    def _table(self) -> Grid:
        columns = declared(self._columns)
        if not self._members:
            cells = {name: at_path(self, path) for name, path in columns} or _cells(self)
            return tuple(cells), (tuple(cells.values()),)
        members = at_path(self, self._members)
        if not columns:
            return stacked(members)
        return tuple(name for name, _ in columns), [
            # A member that is a bare tuple has its cells in the order of the columns.
            one if type(one) is tuple else tuple(at_path(one, path) for _, path in columns)
            for one in members
        ]

    def _caption(self) -> str:
        return _in_words(type(self).__name__)

    def __str__(self) -> str:
        return text_table(*self._table())

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; nan and infinity become None."""
        of_field = {each.name: each.metadata.get(PLAIN_BY, plain) for each in fields(self)}  # type: ignore[arg-type]
        keys = declared(self._keys) or [(name, name) for name in of_field]
        return {key: of_field.get(path, plain)(at_path(self, path)) for key, path in keys}

    def to_dict(self) -> dict[str, Any]:
        """What `as_dict` gives, under its old name; it will be gone in 0.5."""
        warnings.warn(
            "to_dict is called as_dict since accord 0.3, and will be gone in 0.5",
            DeprecationWarning,
            stacklevel=2,
        )
        return self.as_dict()

    def to_frame(self, library: Library | None = None) -> Any:
        """A data frame of `library`; without it, of the one that is already in use.

        That is the first of pandas, Polars and PyArrow which the program has imported, else the
        first that is installed.
        """
        columns, rows = self._table()
        if library is not None and library not in LIBRARIES:
            raise UnknownNameError.of("library of data frames", library, LIBRARIES)
        used = [name for name in LIBRARIES if name in sys.modules]
        there = used or [name for name in LIBRARIES if find_spec(name) is not None]
        if library is None and not there:
            raise MissingExtraError("a data frame needs pandas, Polars or PyArrow: install one")
        name = library or there[0]
        data = {column: [row[at] for row in rows] for at, column in enumerate(columns)}
        package = import_module(name)
        return package.table(data) if name == "pyarrow" else package.DataFrame(data)

    def to_markdown(self) -> str:
        """A table in Markdown."""
        return str(_renderer().result_markdown(*self._table()))

    def to_latex(self) -> str:
        """A table in LaTeX (booktabs)."""
        return str(_renderer().result_latex(*self._table()))

    def summary(self) -> str:
        """The result in a sentence or two."""
        return str(self)

    def save(self, path: "str | PathLike[str]") -> Any:
        """Write it: .html, .docx, .tex, .md, .json or .csv; gives the file.

        :param path: The file; its ending says what is written.
        """
        return _renderer().write_result(self, path)

    def show(self) -> Any:
        """Open it as a page: in a notebook below the cell, else in the browser."""
        return import_module("accord").open(self)

    def _tables(self) -> Iterable[tuple[str, Grid]]:
        """What a notebook shows: tables with their captions."""
        return [(self._caption(), self._table())]

    def _repr_html_(self) -> str:
        return "".join(html_table(caption, *grid) for caption, grid in self._tables())


_One = TypeVar("_One", bound=Result)
_Key = TypeVar("_Key")


class Results(list[_One], Result):
    """Several results of one kind: a list that shows itself as one table.

    >>> import accord
    >>> labels = {"A": "aabbbbbccccc", "B": "abbbbbcccccc", "C": "aabbbbbcccca"}
    >>> study = accord.from_coders(labels)
    >>> found = accord.infer.by_pair(study, "kappa")
    >>> len(found), found[0].coders
    (3, ('A', 'B'))
    >>> print(found)
    coders  agreement
    A, B    0.7241
    A, C    0.871
    B, C    0.6087
    """

    __repr__ = Result.__repr__

    def _table(self) -> Grid:
        return stacked(self)

    def _caption(self) -> str:
        return self[0]._caption() if self else "nothing"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"rows": [one.as_dict() for one in self]}

    def __str__(self) -> str:
        return text_table(*self._table()) if self else "nothing"


class Keyed(dict[_Key, _One], Result):
    """Several results by what they are of: a dict that shows itself as one table.

    :param names: What each part of a key is called.
    :param found: The results by their keys.

    >>> import accord
    >>> chains = {"A": [[1, 2, 3], [4, 5]], "B": [[1, 2], [3, 4, 5]]}
    >>> study = accord.Partitions.of_chains({"d": chains})
    >>> found = accord.chains.chain_conditions(study, distances=["jaccard"], labels=["full"])
    >>> found.names, len(found)
    (('label', 'coefficient', 'distance'), 4)
    """

    __repr__ = Result.__repr__

    def __init__(self, names: Sequence[str], found: Mapping[_Key, _One]) -> None:
        super().__init__(found)
        self.names = tuple(names)

    def _table(self) -> Grid:
        keys = [key if isinstance(key, tuple) else (key,) for key in self]
        tables = [one._table() for one in self.values()]
        rows = [(*key, *row) for key, (_, rows) in zip(keys, tables, strict=True) for row in rows]
        return (*self.names, *(tables[0][0] if tables else ())), rows

    def _caption(self) -> str:
        return ", ".join(self.names)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON: one dict for each row, with its key."""
        return {
            "rows": [
                dict(zip(self.names, key if isinstance(key, tuple) else (key,), strict=True))
                | one.as_dict()
                for key, one in self.items()
            ]
        }

    def __str__(self) -> str:
        columns, rows = self._table()
        shown = [*range(len(self.names))]
        shown += [columns.index(name) for name in ("value", "D_o", "D_e") if name in columns]
        return text_table([columns[c] for c in shown], [[row[c] for c in shown] for row in rows])


PLAIN_BY = "plain"
"""In the metadata of a field: the function that makes its value fit for JSON."""


NAMED = {PLAIN_BY: lambda names: [str(name) for name in names]}
"""The metadata of a field of names: text in JSON, where `plain` would leave numbers."""


def columns(names: str, **own: Callable[[Any], Any]) -> dict[str, Any]:
    """The metadata of a field of tuples, or of one tuple: what its places are called.

    :param own: What makes a place fit for JSON, where `plain` would leave a label a number.

    >>> columns("label, share", label=str)["plain"](((1, 0.5), (2, 0.5)))
    [{'label': '1', 'share': 0.5}, {'label': '2', 'share': 0.5}]
    """
    keys = [name for name, _ in declared(names)]

    def named(value: Any) -> Any:
        # Rows are tuples: what is a tuple of something else is one row itself.
        if all(type(row) is tuple for row in value):
            return [named(row) for row in value]
        return {key: own.get(key, plain)(one) for key, one in zip(keys, value, strict=True)}

    return {PLAIN_BY: named}


@cache
def declared(text: str) -> list[tuple[str, str]]:
    """Names, and the attribute that each is: its own unless one is written after "=".

    >>> declared("low, items=counts.i")
    [('low', 'low'), ('items', 'counts.i')]
    """
    named = (one.partition("=") for one in text.split(", ") if one)
    return [(name, path or name) for name, _, path in named]


def at_path(value: Any, path: str) -> Any:
    """An attribute of an attribute, or the value of a key; None where anything on the way is None.

    >>> at_path(complex(1, 2), "real.imag"), at_path({"i": None}, "i.real")
    (0.0, None)
    """
    for step in path.split("."):
        if value is None:
            return None
        value = value.get(step) if isinstance(value, Mapping) else getattr(value, step)
    return value


def stacked(results: Iterable[Result]) -> Grid:
    """The tables of several results of one class, one below the other."""
    tables = [one._table() for one in results]
    return (tables[0][0] if tables else ()), [row for _, rows in tables for row in rows]


_FEW = 6
"""So many names are listed in a cell; more would not be read there."""


def _cells(result: Result) -> dict[str, Any]:
    """The fields that fit into a cell, agreements under their symbols."""
    cells: dict[str, Any] = {}
    for each in fields(result):  # type: ignore[arg-type]
        value = getattr(result, each.name)
        if isinstance(value, tuple) and value and all(hasattr(one, "symbol") for one in value):
            cells |= {one.symbol: getattr(one, "value", None) for one in value}
        elif (text := _cell_of(value)) is not HIDDEN:
            cells[each.name] = text
    return cells


HIDDEN = object()
"""What is too large for a cell."""


def _cell_of(value: Any) -> Any:
    """A field as a cell: an agreement is its value, a measure its name, a few names a list."""
    if isinstance(value, Result):
        return getattr(value, "value", HIDDEN)
    if isinstance(value, tuple) and len(value) <= _FEW:
        return ", ".join(map(str, value))
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    name = getattr(value, "name", None)
    return name if isinstance(name, str) else HIDDEN


def plain(value: Any) -> Any:
    """A value as JSON can hold it: results become dicts, names text where needed; nan and what has
    no bound, which JSON has not, become None.

    >>> plain((1.5, float("nan"), float("inf")))
    [1.5, None, None]
    """
    if isinstance(value, (tuple, list, set, frozenset)):
        return [plain(each) for each in value]
    if hasattr(value, "as_dict"):
        return value.as_dict()
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if hasattr(value, "tolist"):  # an array or a number of NumPy
        return plain(value.tolist())
    if value is None or isinstance(value, (bool, int, str, float)):
        return None if isinstance(value, float) and not isfinite(value) else value
    return value.name if hasattr(value, "symbol") else str(value)  # a measure, by its name


def picked(value: Any, names: str) -> dict[str, Any]:
    """The attributes of these names, as JSON can hold them.

    >>> picked(complex(1, float("nan")), "real imag")
    {'real': 1.0, 'imag': None}
    """
    return {name: plain(getattr(value, name)) for name in names.split()}


def _renderer() -> Any:
    """Results do not know how they are set or drawn: what does is asked for by its name."""
    return import_module("accord.render")
