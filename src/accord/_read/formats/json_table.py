"""JSON Lines and JSON lists of flat records, as programs write them: a table."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from operator import itemgetter
from types import NoneType
from typing import Any

import numpy as np

from accord._read.door.given import File
from accord._read.door.read_options import Limits, Options, check_width
from accord._read.formats.frame_json import records_of_frame
from accord._read.formats.nested_answers import rows_of_answers
from accord._read.tables.column_names import CATEGORIES, IN_OBJECTS
from accord._read.tables.roles import LISTS, Table, words_of
from accord._read.text import json_values as js
from accord._read.text.json_text import json_records, parse_json
from accord._read.text.split_cells import WIDE, SplitRows
from accord._read.text.split_records import split_records
from accord.errors import DataError, Setting
from accord.model.names import Coded, IntArray, objects

MOST_EMPTY_CELLS = 5_000_000  # a table of so many cells may be mostly empty: it fits in memory
BELOW = "/"  # between a document's name and that of an item in it
MANY_ROWS = 20_000  # from which on it pays to number the different values of columns
LARGEST_WHOLE = 1e18  # whole numbers beyond are written as floats are


def read_json_table(file: File, options: Options) -> Table:
    """Read records as rows; lists inside them become sets of labels, nested objects stay out."""
    text, _ = file.text(options.encoding)
    if (table := _by_columns(text, file.name)) is not None:
        return table
    try:
        return _of_records(json_records(text, file.name, options.limits), text, file, options)
    except DataError:
        first, _, rest = text.strip().partition("\n")
        if first.rstrip() != "{" and (rest or not first.startswith("{")):
            raise
    record = parse_json(text, file.name, options.limits)  # one object, on one line or several?
    if (columns := _of_object(record, file)) is not None:
        return columns
    if len(record) > 1 and all(map(_are_records, record.values())):
        rows = [{IN_OBJECTS[0]: key, **one} for key, several in record.items() for one in several]
        return table_of(list(enumerate(rows, start=1)), file.name, options.limits)
    if len(record) > 1 and all(map(js.is_mapping, record.values())):
        record = _of_documents(record)
        if _are_labels_by_name(record):
            rows = [
                dict(zip(IN_OBJECTS, (outer, inner, value), strict=True))
                for outer, mine in record.items()
                for inner, value in mine.items()
            ]
            return table_of(list(enumerate(rows, start=1)), file.name, options.limits)
        name = "item" if all("item" not in one for one in record.values()) else "item of the file"
        named = [{name: key, **one} for key, one in record.items()]  # by their names, as in LeWiDi
        # Records of one kind have the same keys, but for some that may be missing.
        if len({frozenset(one) for one in named}) <= 3:
            return _of_listed(list(enumerate(named, start=1)), file, options)
    keys = ", ".join(map(repr, list(record)[:8]))
    message = (
        f"{file.name}: one JSON object ({keys}) of no known format; expected JSON Lines or a list "
        "of "
        "records"
    )
    path = _path_to_records(record)
    if path is None:
        raise DataError(message)
    from accord._read.tables.asking import AS

    lines = ("1. a row for each record deeper in it", f"   {AS}{Setting('rows', path)}")
    raise DataError(message, lines, ({"rows": path},))


def _of_documents(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Items by their name, where those of several documents lie one level deeper."""
    inner = [one for document in record.values() for one in document.values()]
    if not inner or not all(map(js.is_mapping, inner)):
        return record
    return {
        f"{document}{BELOW}{item}": value
        for document, items in record.items()
        for item, value in items.items()
    }


def _by_columns(text: str, source: str) -> Table | None:
    """The table of a large text with many flat records, of whose values the different ones are
    put into words once. None where a parser must read it."""
    split = split_records(text)
    if split is None or len(split[1]) < MANY_ROWS:
        return None
    columns, lines = split
    check_width(source, len(columns))
    texts: list[Any] = []
    codes: list[IntArray] = []
    for values, code in columns.values():
        words = list(map(json_cell, values))
        different = dict.fromkeys(words)
        if len(different) < len(words):  # 1.0, 1 and "1" are one cell, null and "" another
            place = dict(zip(different, range(len(different)), strict=True))
            codes.append(np.array([place[word] for word in words], np.int32)[code])
        else:
            codes.append(code)
        texts.append(objects(list(different)))
    return Table(source, tuple(columns), SplitRows(texts, codes), lines, (), frozenset())


def _path_to_records(record: Mapping[str, Any]) -> str | None:
    """The path to the records that lie deepest in an object, each in a list of its own.

    >>> _path_to_records({"user": "A", "talks": [{"id": 1, "turns": [{"act": "ask"}]}]})
    'talks[].turns[number]'
    """
    lists = {key: value for key, value in record.items() if _are_records(value)}
    if len(lists) != 1:
        return None  # which of several is meant, or none is there
    key, (first, *_) = lists.popitem()
    inner = _path_to_records(first)
    return f"{key}[].{inner}" if inner else f"{key}[number]"


def _are_records(value: Any) -> bool:
    """Whether a value is a list of objects."""
    return js.is_list(value) and bool(value) and all(map(js.is_mapping, value))


def _of_records(
    records: Iterator[tuple[int, Any]], text: str, file: File, options: Options
) -> Table:
    """A table of records, or of the answers that lie in lists inside them."""
    if text.find("[", 1) < 0:
        return table_of(records, file.name, options.limits)
    listed = list(records)
    if len(listed) == 1 and (columns := _of_object(listed[0][1], file)) is not None:
        return columns
    return _of_listed(listed, file, options)


def _of_listed(listed: list[tuple[int, Any]], file: File, options: Options) -> Table:
    """A table of numbered records, or of the answers inside them."""
    if (answers := rows_of_answers(listed)) is None:
        return table_of(listed, file.name, options.limits)
    rows, left = answers
    table = table_of(rows, file.name, options.limits)
    note = "answers that lie in lists of each record read as rows"
    note += f"; also left out: {', '.join(sorted(left))}" if left else ""
    return replace(table, notes=(*table.notes, note))


def _of_object(record: Any, file: File) -> Table | None:
    """The table of one object of columns: lists that are equally long, or a frame of pandas."""
    rows = records_of_frame(js.as_mapping(record))
    return (
        _of_columns(record, file.name) if rows is None else table_of(enumerate(rows, 1), file.name)
    )


def _of_columns(record: Any, source: str) -> Table | None:
    """The table of one object of lists that are equally long: columns by name."""
    columns = js.as_mapping(record)
    lengths = {len(js.as_list(column)) for column in columns.values()}
    flat = (
        js.is_list(column) and not any(map(js.is_nested, column)) for column in columns.values()
    )
    if len(columns) < 2 or len(lengths) > 1 or max(lengths) < 2 or not all(flat):
        return None
    return table_of_columns(columns, [*range(1, lengths.pop() + 1)], source)


def _are_labels_by_name(record: Mapping[str, Any]) -> bool:
    """Whether objects have more names than there are objects, each with one plain value.

    Records have few fields; {coder: {item: label}} has as many names as there are items.
    """
    inner = {name for mine in record.values() for name in mine}
    plain = not any(js.is_nested(value) for mine in record.values() for value in mine.values())
    return plain and len(inner) > len(record)


def table_of(
    records: Iterable[tuple[int, Any]], source: str, limits: Limits | None = None
) -> Table:
    """A table of numbered records."""
    lines: list[int] = []
    rows: list[dict[str, Any]] = []  # no pairs: the garbage collector would follow each of them
    for number, record in records:
        if type(record) is not dict:
            raise DataError(f"{source}:{number}: found {js.shown(record)}, expected an object")
        lines.append(number)
        rows.append(record)
    keys: dict[str, None] = dict.fromkeys(rows[0] if rows else ())
    check_width(source, len(keys))
    if {*map(len, rows)} == {len(keys)}:  # nearly always all have the keys of the first
        with suppress(KeyError):
            columns = {key: list(map(itemgetter(key), rows)) for key in keys}
            return table_of_columns(columns, lines, source)
    for record in rows:
        if not record.keys() <= keys.keys():
            keys.update(dict.fromkeys(record))
            check_width(source, len(keys))
    # Each record may have keys of its own: a small file of such is a huge table of empty cells.
    if limits is not None and len(keys) * len(rows) > MOST_EMPTY_CELLS:
        ratio = len(keys) * len(rows) // max(sum(map(len, rows)), 1)
        limits.check("ratio", ratio, source, "all cells over filled cells")
    columns = {key: [record.get(key) for record in rows] for key in keys}
    return table_of_columns(columns, lines, source)


def table_of_columns(
    columns: Mapping[str, Sequence[Any]],
    lines: list[int],
    source: str,
    notes: tuple[str, ...] = (),
) -> Table:
    """A table of typed columns; nested values stay out."""
    if not lines:
        raise DataError(f"{source}: the file is empty")
    check_width(source, len(columns))
    kept: dict[str, Sequence[str]] = {}
    lists, nested = set(), set()
    for key, values in columns.items():
        types = set(map(type, values.distinct if isinstance(values, Coded) else values))
        if types & {dict, list} and any(map(_is_deep, values)):
            if CATEGORIES.isdisjoint(words_of(key)) or not all(map(_is_votes, values)):
                nested.add(key)
                continue
            kept[key] = [json.dumps(value, ensure_ascii=False) for value in values]
            continue
        if list in types:
            lists.add(key)
        kept[key] = values if types == {str} else _cells(values, types)
    if not kept:
        raise DataError(f"{source}: its records have no plain values, only nested ones")
    rows: Sequence[Sequence[str]]
    if len(lines) >= MANY_ROWS and len(kept) <= WIDE:
        rows = rows_by_columns(list(kept.values()))
    else:
        rows = list(zip(*kept.values(), strict=True))
    if nested:
        notes = (*notes, f"ignored nested values: {', '.join(sorted(nested))}")
    return Table(source, tuple(kept), rows, lines, notes, frozenset(lists))


def rows_by_columns(columns: Sequence[Sequence[str]]) -> SplitRows:
    """Rows of which each column knows its different texts: those who look at one work with them."""
    texts, codes = [], []
    for column in columns:
        if isinstance(column, Coded):
            texts.append(objects(column.distinct))
            codes.append(column.codes)
            continue
        different = list(dict.fromkeys(column))
        place = dict(zip(different, range(len(different)), strict=True))
        texts.append(objects(different))
        codes.append(np.fromiter(map(place.__getitem__, column), np.int32, len(column)))
    return SplitRows(texts, codes)


def _cells(values: Sequence[Any], types: set[type]) -> Sequence[str]:
    """Values as texts of cells; of one simple type each different one is put into words once."""
    if isinstance(values, Coded):
        return values.changed(json_cell)
    if len(types - {NoneType}) > 1 or not types <= {str, int, bool, float, NoneType}:
        return list(map(json_cell, values))
    texts = {value: json_cell(value) for value in set(values)}
    return list(map(texts.__getitem__, values))


def _is_deep(value: Any) -> bool:
    """Whether a value is more than a set of labels, which is a list of plain values."""
    return js.is_mapping(value) or any(map(js.is_nested, js.as_list(value)))


def _is_votes(value: Any) -> bool:
    """Labels of an item: by their coders, how often each, or a set of each coder."""
    flat = [
        one
        for part in [*js.as_mapping(value).values(), *js.as_list(value)]
        for one in js.one_or_many(part)
    ]
    return bool(flat) and not any(map(js.is_nested, flat))


def json_cell(value: Any) -> str:
    """A value as the text of a cell; an empty list is an empty set, null an empty cell."""
    if type(value) is str:
        return value
    if value is None:
        return ""
    if type(value) is bool:
        return "true" if value else "false"
    if js.is_list(value):
        return LISTS.join(json_cell(part) for part in value) or "{}"
    if isinstance(value, float) and value.is_integer() and abs(value) < LARGEST_WHOLE:
        return str(int(value))  # a number is one label, however it is written
    return str(value)
