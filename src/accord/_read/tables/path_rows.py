"""Rows that lie deep in a file, by a path that says what each level is: a table.

    {coder}.{item}                           {"Ann": {"1": "yes", "2": "no"}, "Bob": {"1": "yes"}}
    dialogues[].utterances[turn]             a row for each utterance, with what lies around it
    [second].{baby}                          every cell of a table, which is a list of its rows

Steps stand between points: the name of a field; names in braces for all keys of an object, which
become columns ({text}__{question} takes a key apart, {year:19*|20*} takes some keys only, {} fits
anything and is no column); and brackets for all parts of a list, with the column of their number.
What is found at the end is the column "value", or what stands behind "=" ({coder}.{item}=stars); of
an object, all its plain fields are columns. Plain fields of the objects on the way are columns,
too, and "file" and "folder" say where a row is from. A name that stands twice has both parts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.read_options import Options
from accord._read.formats.format import Format
from accord._read.formats.json_table import table_of_columns
from accord._read.tables.roles import KEY, Table
from accord._read.text import json_values as js
from accord._read.text.json_text import json_records, parse_json
from accord.errors import DataError, Setting

VALUE = "value"
"""What the column of the values is called that a path leads to."""

FILE, FOLDER = "file", "folder"

_STEP = re.compile(r"(?P<key>[^\[\]]*)(?P<lists>(?:\[[^\[\]]*\])*)")
_NAME = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}")
_POINT = re.compile(r"\.(?![^{}]*\})")  # not inside braces


@dataclass(frozen=True, slots=True)
class _Step:
    """One level of a path: a field, keys as columns, or the parts of a list.

    :param name: The field, or the column that numbers the parts of a list.
    :param keys: The pattern that takes keys apart, where they are columns.
    :param columns: The columns that keys are taken apart into.
    :param only: For each of these columns, the texts it may have; none for any.
    :param listed: Whether it goes through a list.
    """

    name: str = ""
    keys: re.Pattern[str] | None = None
    columns: tuple[str, ...] = ()
    only: tuple[tuple[str, ...], ...] = ()
    listed: bool = False

    def parts(self, key: str) -> list[tuple[str, str]] | None:
        """The columns of a key; None where it does not fit."""
        fit = self.keys.fullmatch(key) if self.keys is not None else None
        if fit is None:
            return None
        texts = fit.groups()
        for text, allowed in zip(texts, self.only, strict=True):
            if allowed and not any(fnmatchcase(text, pattern) for pattern in allowed):
                return None
        return [(name, text) for name, text in zip(self.columns, texts, strict=True) if name]


def steps_of(path: str) -> tuple[list[_Step], str]:
    """The steps of a path, and what the values at its end are called.

    >>> steps, name = steps_of("dialogues[].{speaker}=act")
    >>> [(step.name, step.columns, step.listed) for step in steps], name
    ([('dialogues', (), False), ('', (), True), ('', ('speaker',), False)], 'act')
    """
    way, _, name = path.partition("=")
    steps: list[_Step] = []
    for part in _POINT.split(way):
        fit = _STEP.fullmatch(part.strip())
        if fit is None or not part.strip():
            raise _no_path(path)
        key = fit["key"]
        if "{" in key or "}" in key:
            steps.append(_of_keys(path, key))
        elif key:
            steps.append(_Step(key))
        steps += [_Step(one, listed=True) for one in re.findall(r"\[([^\[\]]*)\]", fit["lists"])]
    return steps, name.strip() or VALUE


def _of_keys(path: str, key: str) -> _Step:
    named = _NAME.findall(key)
    between = _NAME.split(key)[::3]
    if not named or any("{" in text or "}" in text for text in between):
        raise _no_path(path)
    pattern = "(.+)".join(map(re.escape, between))
    only = tuple(tuple(filter(None, told.split("|"))) for _, told in named)
    return _Step("", re.compile(pattern, re.DOTALL), tuple(name for name, _ in named), only)


def _no_path(path: str) -> DataError:
    return DataError(
        f"{Setting('rows', path)}: not a path; expected fields, {{column}} for keys and [] for "
        "lists, with points between them, e.g. {coder}.{item} or dialogues[].utterances[turn]"
    )


_Row = dict[str, Any]


def _with(row: _Row, told: Sequence[tuple[str, str]], names: frozenset[str]) -> _Row:
    """The row with further columns of the path; of a name that stands twice both parts."""
    made, before = dict(row), set(names)
    for name, text in told:
        made[name] = f"{made[name]}{KEY}{text}" if name in before else text
        before.add(name)
    return made


def _plain(record: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """The plain fields of an object, those of objects in it with the names of both."""
    for name, value in record.items():
        if js.is_mapping(value):
            yield from _plain(value, f"{before}{name}.")
        elif not js.is_list(value):
            yield f"{before}{name}", value


class _Walk:
    """All rows of a file, level by level."""

    def __init__(self, steps: Sequence[_Step], name: str) -> None:
        self.steps = steps
        self.name = name

    def rows(self, value: Any, row: _Row, at: int, names: frozenset[str]) -> Iterator[_Row]:
        if at == len(self.steps):
            yield from self._end(value, row)
            return
        step = self.steps[at]
        if step.listed:
            parts = js.as_list(value)
            for number, part in enumerate(parts, start=1):
                told = [(step.name, str(number))] if step.name else []
                here = frozenset(name for name, _ in told)
                yield from self.rows(part, _with(row, told, names), at + 1, names | here)
            return
        if not js.is_mapping(value):
            return
        if step.keys is None:
            if step.name in value:
                yield from self.rows(
                    value[step.name], self._around(value, row, {step.name}, names), at + 1, names
                )
            return
        fits = {key: step.parts(key) for key in value}
        around = self._around(value, row, {key for key, fit in fits.items() if fit}, names)
        here = names | frozenset(step.columns)
        for key, fit in fits.items():
            if fit is not None:
                yield from self.rows(value[key], _with(around, fit, names), at + 1, here)

    @staticmethod
    def _around(value: Any, row: _Row, taken: set[str], names: frozenset[str]) -> _Row:
        """The row with the plain fields beside the way; columns of the path keep their names."""
        own = {key: part for key, part in value.items() if key not in taken}
        return {**row, **{name: one for name, one in _plain(own) if name not in names}}

    def _end(self, value: Any, row: _Row) -> Iterator[_Row]:
        if js.is_mapping(value):
            yield {**row, **dict(_plain(value))}
        else:
            yield {**row, self.name: value}


def table_by_path(
    files: Sequence[File], options: Options, tabular: Sequence[tuple[File, Format]]
) -> Table:
    """The rows that a path finds in JSON files and in tables, all in one table."""
    assert options.rows is not None
    steps, name = steps_of(options.rows)
    walk = _Walk(steps, name)
    of_tables = {file.name: kind for file, kind in tabular}
    rows: list[_Row] = []
    places: list[str] = []
    for file in files:
        value = _as_records(file, options, of_tables.get(file.name))
        where = {FILE: file.stem, FOLDER: file.folder.rpartition("/")[2]}
        found = list(walk.rows(value, where, 0, frozenset()))
        rows += found
        places += [file.name] * len(found)
    if not rows:
        named = ", ".join(file.name for file in files[:3])
        raise DataError(f"{named}: nothing found at {Setting('rows', options.rows)}")
    header = list(dict.fromkeys(key for row in rows for key in row))
    columns = {key: [row.get(key) for row in rows] for key in header}
    source = ", ".join(file.name for file in files[:3]) + (", …" if len(files) > 3 else "")
    note = f"rows at {options.rows} of {len(files)} file{'s' if len(files) > 1 else ''}"
    table = table_of_columns(columns, list(range(1, len(rows) + 1)), source, (note,))
    return Table(
        table.source, table.header, table.rows, table.lines, table.notes, table.lists, places
    )


def _as_records(file: File, options: Options, kind: Format | None) -> Any:
    """What a file holds: its JSON, the records of JSON Lines, or the rows of a table."""
    if kind is not None:
        table: Table = kind.read(file, options)
        return [dict(zip(table.header, row, strict=False)) for row in table.rows]
    text, _ = file.text(options.encoding)
    first, _, rest = text.strip().partition("\n")
    if first.startswith("{") and first.rstrip().endswith("}") and rest.lstrip().startswith("{"):
        return [record for _, record in json_records(text, file.name, options.limits)]
    return parse_json(text, file.name, options.limits)


def is_json(file: File) -> bool:
    """Whether a file begins as JSON does."""
    return Head.of(file).start[:1] in ("{", "[")
