"""Data as people hold them in Python, as a study: sequences, dicts, arrays, frames, objects.

    two or more sequences          one label for each item, a sequence for each coder
    dict coder → labels            the same, with names
    2-D array, list of lists       rows are items, columns coders; coders="rows" turns it round
    data frame, list of dicts      columns get their roles as in a file, or are named
    dict coder → spaCy Docs, pyannote Annotations; a Continuum of pygamma: spans
    Continuum, several in a list, dict document → Continuum: spans of documents
    dict coder → list of dicts     rows of a table, each with its coder
    path                           a file

What could be read in two ways is not guessed: the error says how to say it.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, TypedDict, cast

import numpy as np

from accord.errors import DataError, Setting
from accord.kinds.kind import kind_named, kind_words
from accord.kinds.labels.cells import column_names, is_frame, unwrapped
from accord.kinds.labels.study import Codings, few_labels
from accord.kinds.labels.tabular import from_coders, from_frame, from_wide
from accord.model.study import Study

if TYPE_CHECKING:
    from accord.kinds.spans.study import Unitizings

Data = Any
"""Anything that is a study, or becomes one here."""


class DataKeywords(TypedDict, total=False):
    """How to read data that are no study yet: which column is what, which side the coders are."""

    item: str | Sequence[str]
    coder: str
    category: str
    coders: Literal["rows", "columns"] | Sequence[Hashable]
    categories: Sequence[Hashable]
    items: Sequence[Hashable]
    within: str | int | Sequence[Hashable]
    seen: Any


_LABELS = "codings"
"""The kind of study that bare sequences are, where no other is wanted."""

ONE_COLUMN = ("item", "coder", "category")

MOST_CROSSED = 50
"""A table that is larger than this holds items and coders, not counts of pairs."""


def study_in_memory(
    data: Data, more: Sequence[Data] = (), kind: str = _LABELS, **reading: Any
) -> Study:
    """The study that `data` (and `more`, one for each further coder) are.

    `kind` is what is wanted: it says what bare sequences mean (labels, boundaries, chains).

    >>> study_in_memory(["a", "b"], [["a", "a"]])
    Codings(2 items, 2 coders, 2 categories, 4 codings)
    """
    told = reading.pop("within", None)
    if isinstance(data, Study):
        if more or reading:
            given = "another argument" if more else next(iter(reading))
            raise DataError(f"the first argument is a whole study: {given} cannot be added to it")
        return data
    if more:
        return _by_coder(_named([data, *more]), kind, reading)
    if isinstance(data, (str, PathLike)):
        from accord._read.door.read import read

        return read(data, **reading)
    if documents := _continua(data):
        return _from_continua(documents)
    if isinstance(data, Mapping):
        return _by_coder(data, kind, reading)
    return _one(data, kind, reading, isinstance(told, str))


def _one(data: Any, kind: str, reading: dict[str, Any], asked: bool) -> Study:
    """What a single object is: its own attributes say it, never its module."""
    if hasattr(data, "iterunits") and hasattr(data, "annotators"):
        return _from_pygamma(data)
    if hasattr(data, "column_names") and hasattr(data, "with_format"):  # Hugging Face
        return _from_table(data.with_format("arrow")[:], reading, asked)
    if is_frame(data) and not _is_nameless(data, reading):
        return _from_table(data, reading, asked)
    if hasattr(data, "groups") and hasattr(data, "obj"):
        raise DataError("groups of a data frame: give the data frame itself, with item= and coder=")
    if not isinstance(data, np.ndarray) and hasattr(data, "__array__") and not _is_series(data):
        data = np.asarray(data)  # a tensor, or a frame around an array
    rows = data if isinstance(data, (Sequence, np.ndarray)) else _listed(data)
    if len(rows) and all(isinstance(row, Mapping) for row in rows[:3]):
        from accord._read.door.records import from_records

        return from_records(rows, **reading)
    if kind == _LABELS:
        return _from_rows(rows, reading)
    raise DataError(_how_to_give(kind, f"a {type(data).__name__}"))


def _how_to_give(kind: str, what: str) -> str:
    """What is said where `what` is no study of this kind."""
    entry = kind_named(kind)
    for_each = f"{entry.sequence} for each coder, " if entry.sequence else ""
    return (
        f"cannot read {what} as {kind_words(kind)}. Pass {for_each}a list of dicts, a data frame "
        "or a path"
    )


def _continua(data: Any) -> Mapping[Any, Any]:
    """The continua by document, where data are one, a list or a dict of them; else nothing."""
    listed = data.values() if isinstance(data, Mapping) else data
    listed = list(listed) if isinstance(listed, (list, tuple)) or listed is not data else [data]
    if not all(hasattr(one, "spans") and hasattr(one, "by_who_saw") for one in listed):
        return {}
    if isinstance(data, Mapping):
        return data
    names = [one.name for one in listed]
    distinct = len(set(names)) == len(names)
    return dict(zip(names if distinct else range(1, len(names) + 1), listed, strict=True))


def _from_continua(documents: Mapping[Any, Any]) -> "Unitizings":
    """The continua of several documents, by name; who is not among the coders of one did not see
    it."""
    from accord.kinds.spans.study import Unitizings, of_continuum

    if len(documents) == 1:
        return of_continuum(*documents.values())
    held = documents.items()
    return Unitizings.of(
        [(name, coder, *unit) for name, document in held for coder, unit in document],
        items=tuple(documents),
        coders=tuple(
            dict.fromkeys(coder for document in documents.values() for coder in document.coders)
        ),
        extents={name: (document.begin, document.end) for name, document in held},
        texts={name: document.text for name, document in held if document.text is not None},
        seen=[
            (name, coder)
            for name, document in held
            for coder, saw in zip(document.coders, document.seen, strict=True)
            if saw
        ],
    )


def _is_nameless(frame: Any, reading: dict[str, Any]) -> bool:
    """Whether columns are called 0, 1, 2 …, as where a frame was made of an array, or turned."""
    names = list(frame.columns)
    told = reading.get("coders", "columns")
    return (
        isinstance(told, str)
        and hasattr(frame, "__array__")
        and len(names) > 0
        and names == list(range(len(names)))
        and not any(isinstance(name, str) for name in names)
    )


def _is_series(data: Any) -> bool:
    return hasattr(data, "index") and not is_frame(data)


def _listed(data: Any) -> Any:
    if isinstance(data, Iterable):
        return list(data)
    raise DataError(
        f"cannot read data of type {type(data).__name__}. Pass one list of labels per coder, a "
        f"table, a data frame or a path"
    )


def _from_table(frame: Any, reading: dict[str, Any], asked: bool) -> Study:
    """A data frame: at once where its columns are named, else read as a file is.

    Columns about items are kept where labels are many or they are `asked` for: labels may belong to
    one of them.
    """
    from accord._read.door.records import from_records

    named = {"item", "coder", "category"} <= reading.keys() or "coders" in reading
    if named and reading.keys() <= set(ONE_COLUMN) | {"coders", "categories"}:
        columns = [reading[name] for name in ONE_COLUMN if name in reading]
        coders = reading.get("coders", ())
        known = {str(name) for name in column_names(frame)}
        if not isinstance(coders, str) and {*map(str, columns), *map(str, coders)} <= known:
            made = from_frame(frame, **reading)
            return made if few_labels(made) and not asked else _with_columns(made, frame, reading)
    if reading.keys() <= {"categories"}:
        from accord._read.door.frame_columns import from_frame_alone

        return cast(Study, from_frame_alone(frame, **reading))
    return from_records(frame, **reading)


def _with_columns(study: Codings, frame: Any, reading: dict[str, Any]) -> Codings:
    """The study with the columns of its frame that are about items: one value for each item."""
    import narwhals as nw

    table = nw.from_native(frame, eager_only=True)
    used = {reading.get(name) for name in ONE_COLUMN} | {*reading.get("coders", ())}
    item = reading.get("item")
    rows = range(len(table)) if item is None else table.get_column(item).to_list()
    about = {}
    for name in table.columns:
        if name in used:
            continue
        held: dict[Hashable, Any] = {}
        pairs = zip(rows, table.get_column(name).to_list(), strict=True)
        if all(held.setdefault(row, value) == value for row, value in pairs):
            about[str(name)] = tuple(held.get(one) for one in study.items)
    return replace(study, about={**study.about, **about})


def _by_coder(labels: Mapping[Any, Any], kind: str, reading: dict[str, Any]) -> Study:
    """One object for each coder: labels, boundaries, chains, or documents with spans."""
    unknown = set(reading) - {"categories", "items"}
    if unknown:
        raise DataError(f"{unknown.pop()} works with tables; these data are one list per coder")
    if not labels:
        raise DataError("the dict is empty: give the labels of each coder")
    first = next(iter(labels.values()))
    spans = _spans_of(first)
    if spans is not None:
        return _from_documents(labels, spans)
    if any(_are_records(own) for own in labels.values()):
        return _from_records_of(labels, kind)
    of_sequences = kind_named(kind).ability("of_sequences")
    if of_sequences is not None:
        if isinstance(first, Mapping):
            raise DataError(_how_to_give(kind, f"{first!r:.60}"))
        try:
            return cast(Study, of_sequences(labels))
        except (IndexError, TypeError):  # of another shape, each or one of them
            wrong = next((own for own in labels.values() if not _fits(of_sequences, own)), first)
            raise DataError(_how_to_give(kind, f"{wrong!r:.60}")) from None
    if isinstance(first, Mapping):
        return _nested(labels, reading)
    _same_index(labels)
    for coder, column in labels.items():
        if not isinstance(column, Iterable):
            raise DataError(f"{coder!r} has {column!r:.40}; give a sequence of labels")
        if isinstance(column, Set):
            raise DataError(
                f"{coder!r} has a set, which has no order, so its labels belong to no items; give "
                "a sequence of labels"
            )
    return from_coders({coder: unwrapped(own) for coder, own in labels.items()}, **reading)


def _fits(of_sequences: Callable[[Any], Any], own: Any) -> bool:
    try:
        of_sequences({None: own})
    except (IndexError, TypeError):
        return False
    return True


def _are_records(own: Any) -> bool:
    return isinstance(own, (list, tuple)) and len(own) > 0 and isinstance(own[0], Mapping)


def _from_records_of(labels: Mapping[Any, Any], kind: str) -> Study:
    """Each coder's rows, as rows of one table with a column for the coder."""
    from accord._read.door.records import from_records

    for coder, own in labels.items():
        if not _are_records(own):
            raise DataError(_how_to_give(kind, f"{own!r:.60} of {coder!r}"))
    return from_records([{**row, "coder": coder} for coder, own in labels.items() for row in own])


def _named(columns: Sequence[Any]) -> dict[Any, Any]:
    """Sequences by coder: their own names (of pandas and Polars series) where all differ."""
    names = [getattr(column, "name", None) for column in columns]
    if len({str(name) for name in names if name not in (None, "")}) < len(columns):
        names = [f"coder {at}" for at in range(1, len(columns) + 1)]
    return dict(zip(names, columns, strict=True))


def _same_index(labels: Mapping[Any, Any]) -> None:
    """Series of pandas carry an index: labels of different items must not be paired."""
    indexed = [
        (c, s.index) for c, s in labels.items() if hasattr(getattr(s, "index", None), "equals")
    ]
    for coder, index in indexed[1:]:
        if not indexed[0][1].equals(index):
            raise DataError(
                f"the series of {indexed[0][0]!r} and {coder!r} have different indexes; put them "
                "in one data frame, or give .to_numpy() of each if their order is right"
            )


def _nested(labels: Mapping[Any, Any], reading: dict[str, Any]) -> Study:
    """coder → item → label; an item that a coder does not have is missing."""
    items = list(dict.fromkeys(item for own in labels.values() for item in own))
    _check_sides(len(items), len(labels), "coder → item → label")
    columns = {coder: [own.get(item) for item in items] for coder, own in labels.items()}
    return from_coders(columns, **{"items": items, **reading})


def _from_rows(rows: Any, reading: dict[str, Any]) -> Study:
    """A table without names: rows are items unless coders="rows"."""
    side = reading.pop("coders", None)
    if "seen" in reading:
        raise DataError("a table of labels already shows who saw what. Leave out seen=")
    named = set(reading) & {"item", "coder", "category"}
    if named:
        raise DataError(f"{named.pop()} names a column; this table has none: give a data frame")
    array = isinstance(rows, np.ndarray)
    if array and rows.ndim != 2:
        raise DataError(
            f"the array has {rows.ndim} dimension{'s' * (rows.ndim != 1)}; give items × coders, or "
            "one array for each coder"
        )
    if not array and (not len(rows) or any(isinstance(row, (str, int, float)) for row in rows[:3])):
        raise DataError(
            "only one coder's labels given. Pass one list per coder: kappa(first, second)"
        )
    n = len(rows)
    m = rows.shape[1] if array else max(len(row) for row in rows)
    if side == "rows":
        return from_wide(_turned(rows), **reading)
    if side is None:
        _check_sides(n, m, f"{n} rows × {m} columns")
        _check_triples(rows, n, m)
        _check_crossed(rows, n, m)
    elif side != "columns":
        reading["coders"] = side
    return from_wide(rows, **reading)


def _turned(rows: Any) -> Any:
    return (
        rows.T if isinstance(rows, np.ndarray) else [list(row) for row in zip(*rows, strict=True)]
    )


def _check_sides(items: int, coders: int, shape: str) -> None:
    if coders < 3 * items:
        return
    from accord._read.tables.wide_columns import FEW_ROWS  # most tables need none of what it loads

    if items <= FEW_ROWS:
        raise DataError(
            f"{shape}: are these {items} items × {coders} coders? If the rows are coders, set "
            f"{Setting('coders', 'rows')}; otherwise {Setting('coders', 'columns')}"
        )


def _check_triples(rows: Any, n: int, m: int) -> None:
    """Rows (coder, item, label) look like a table of three coders who share no category."""
    if m != 3 or n < 3 or (isinstance(rows, np.ndarray) and rows.dtype.kind in "fiub"):
        return
    columns = [set(map(str, column)) for column in zip(*(tuple(row) for row in rows), strict=True)]
    if not (columns[0] & columns[1] or columns[0] & columns[2] or columns[1] & columns[2]):
        raise DataError(
            "the three columns share no value: these look like rows of item, coder and label; "
            "make a study of them with accord.codings(rows), in the order (item, coder, label)"
        )


def _check_crossed(rows: Any, n: int, m: int) -> None:
    """As many rows as columns of whole numbers, the largest where they cross: counts of pairs."""
    if n != m or n < 2 or n > MOST_CROSSED:
        return
    cells = [cell for row in rows for cell in row]
    if not all(isinstance(cell, (int, np.integer)) and cell >= 0 for cell in cells):
        return
    table = np.array(cells).reshape(n, n)
    apart = table[~np.eye(n, dtype=bool)]
    largest = table.diagonal() > np.where(np.eye(n, dtype=bool), -1, table).max(axis=1)
    if largest.all() and apart.sum() > 0 and table.max() >= n:
        raise DataError(
            f"{n} × {n} whole numbers, the largest on the diagonal: if these are counts "
            "of two coders' pairs of categories give accord.from_confusion(table), and if rows are "
            f"items and columns coders say {Setting('coders', 'columns')}"
        )


Spanned = Callable[[Any], Iterator[tuple[float, float, Hashable]]]


def _spans_of(given: Any) -> Spanned | None:
    """How to get the spans of an object that holds some: a spaCy Doc, a pyannote Annotation."""
    one = given[0] if isinstance(given, (list, tuple)) and given else given
    if hasattr(one, "itertracks"):
        return lambda a: (
            (part.start, part.end, label) for part, _, label in a.itertracks(yield_label=True)
        )
    if hasattr(one, "ents") and hasattr(one, "text"):
        return lambda doc: ((e.start_char, e.end_char, e.label_) for e in _spacy(doc))
    return None


def _spacy(doc: Any) -> Iterator[Any]:
    yield from doc.ents
    for group in doc.spans.values():
        yield from group


def _from_documents(given: Mapping[Any, Any], spans: Spanned) -> "Unitizings":
    """The spans of each coder's documents; documents pair by their place, or by their name."""
    rows: list[tuple[Hashable, Hashable, float, float, Hashable]] = []
    texts: dict[Hashable, str] = {}
    seen = []
    for coder, documents in given.items():
        listed = documents if isinstance(documents, (list, tuple)) else [documents]
        for at, document in enumerate(listed, 1):
            name = getattr(document, "uri", None) or f"document {at}"
            text = getattr(document, "text", None)
            if isinstance(text, str) and texts.setdefault(name, text) != text:
                raise DataError(
                    f"{name} of coder {coder!r} has a different text for another coder. Give "
                    "every coder's documents in the same order"
                )
            seen.append((name, coder))
            rows += [(name, coder, *span) for span in spans(document)]
    items = list(dict.fromkeys(name for name, _ in seen))
    from accord.kinds.spans.study import Unitizings

    return Unitizings.of(rows, items=items, coders=tuple(given), texts=texts, seen=seen)


def _from_pygamma(continuum: Any) -> "Unitizings":
    """A Continuum of pygamma-agreement: (annotator, unit with a segment and an annotation)."""
    rows = [
        ("document", who, unit.segment.start, unit.segment.end, unit.annotation)
        for who, unit in continuum
    ]
    from accord.kinds.spans.study import Unitizings

    return Unitizings.of(rows, items=("document",), coders=tuple(continuum.annotators))
