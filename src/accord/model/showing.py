"""How data and results show themselves: in a notebook, in plain text, as a frame, in a paper."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from html import escape
from importlib import import_module
from importlib.util import find_spec
from math import isnan
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from accord.errors import MissingExtraError, UnknownNameError

ROWS = 20
"""At most so many rows are shown."""


def html_table(caption: str, columns: Sequence[Any], rows: Iterable[Sequence[Any]]) -> str:
    """A table for a notebook; numbers are rounded, what is too long says how much more there is.

    >>> html_table("<b>", ["x"], [[0.12345]])[:48]
    '<table><caption>&lt;b&gt;</caption><thead><tr><t'
    """
    listed = list(rows)
    head = "".join(f"<th scope='col'>{escape(str(column))}</th>" for column in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell_text(cell))}</td>" for cell in row) + "</tr>"
        for row in listed[:ROWS]
    )
    more = len(listed) - ROWS
    if more > 0:
        body += f"<tr><td colspan='{len(columns)}'>… {more} more</td></tr>"
    return (
        f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table>"
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
    cells = [[str(c) for c in columns], *([cell_text(c) for c in row] for row in listed[:ROWS])]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in cells
    ]
    more = len(listed) - ROWS
    return "\n".join([*lines, *([f"… {more} more"] if more > 0 else []), *notes])


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


class Result(Drawn):
    """What every result can do, from its table: columns and rows (one row unless it has more).

    A result is frozen data. `to_dict`, `to_frame`, `to_markdown`, `to_latex`, `plot` and the
    table in a notebook come from here; a class says its own columns in `_table` and its own
    sentence in `summary`.

    >>> import accord
    >>> found = accord.interpret(0.78)
    >>> isinstance(found, accord.parts.Result), found.to_dict()["words"]
    (True, 'good for tentative conclusions only')
    """

    __slots__ = ()

    if not TYPE_CHECKING:  # where a checker reads it, every attribute would be there

        def __getattr__(self, name: str) -> Any:
            own = next((one for one in ELSEWHERE.get(name, ()) if hasattr(type(self), one)), None)
            other = f"; it is .{own}" if own else ""
            raise AttributeError(
                f"{type(self).__name__} has no attribute {name!r}{other}", name=name, obj=self
            )

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        shown: dict[str, Any] = {}
        for each in fields(self):  # type: ignore[arg-type]
            value = getattr(self, each.name)
            if isinstance(value, tuple) and value and all(hasattr(v, "symbol") for v in value):
                shown |= {one.symbol: getattr(one, "value", None) for one in value}
            else:
                shown[each.name] = _shown(value)
        kept = {name: value for name, value in shown.items() if not isinstance(value, Hidden)}
        return tuple(kept), (tuple(kept.values()),)

    def _caption(self) -> str:
        return type(self).__name__

    def __str__(self) -> str:
        return text_table(*self._table())

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON; nan becomes None."""
        own = getattr(self, "as_dict", None)
        if own is not None:
            return dict(own())
        return {each.name: plain(getattr(self, each.name)) for each in fields(self)}  # type: ignore[arg-type]

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

    def _repr_html_(self) -> str:
        return html_table(self._caption(), *self._table())


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

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        tables = [one._table() for one in self]
        return (tables[0][0] if tables else ()), [row for _, rows in tables for row in rows]

    def _caption(self) -> str:
        return type(self[0]).__name__ if self else "nothing"

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"rows": [one.to_dict() for one in self]}

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

    def __init__(self, names: Sequence[str], found: Mapping[_Key, _One]) -> None:
        super().__init__(found)
        self.names = tuple(names)

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        keys = [key if isinstance(key, tuple) else (key,) for key in self]
        tables = [one._table() for one in self.values()]
        rows = [(*key, *row) for key, (_, rows) in zip(keys, tables, strict=True) for row in rows]
        return (*self.names, *(tables[0][0] if tables else ())), rows

    def _caption(self) -> str:
        return ", ".join(self.names)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON: one dict for each row, with its key."""
        return {
            "rows": [
                dict(zip(self.names, key if isinstance(key, tuple) else (key,), strict=True))
                | one.to_dict()
                for key, one in self.items()
            ]
        }

    def __str__(self) -> str:
        columns, rows = self._table()
        shown = [*range(len(self.names))]
        shown += [columns.index(name) for name in ("value", "D_o", "D_e") if name in columns]
        return text_table([columns[c] for c in shown], [[row[c] for c in shown] for row in rows])


class Hidden:
    """What is too large for a cell."""


def _shown(value: Any) -> Any:
    """A field as a cell: an agreement is its value, a measure its name, a few names a list."""
    if isinstance(value, Result):
        return getattr(value, "value", Hidden())
    if isinstance(value, tuple) and len(value) <= 6:
        return ", ".join(str(each) for each in value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    name = getattr(value, "name", None)
    return name if isinstance(name, str) else Hidden()


def plain(value: Any) -> Any:
    """A value as JSON can hold it: results become dicts, nan None, names text where needed."""
    if isinstance(value, (tuple, list, set, frozenset)):
        return [plain(each) for each in value]
    if isinstance(value, Result) or hasattr(value, "as_dict"):
        return value.to_dict() if isinstance(value, Result) else value.as_dict()
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if hasattr(value, "tolist"):  # an array or a number of NumPy
        return plain(value.tolist())
    if value is None or isinstance(value, (bool, int, str, float)):
        return None if isinstance(value, float) and isnan(value) else value
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
