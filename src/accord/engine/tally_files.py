"""Counts on disk: a Tally as one Parquet file.

Columns, one row per cell that is not empty:

    table     "patterns": a pattern of items; else the rule for missing codings ("available",
              "pairable", "complete") whose table of coders × categories the row belongs to
    row       the number of the pattern; null in a coder's table
    items     how many items have the pattern; null in a coder's table
    coder     position of the coder; null where patterns do not say who chose what
    category  position of the category; null for a pattern without codings
    count     how many codings: of one item of the pattern, or of the coder

The file's metadata has under "accord" the names of coders and categories, whether the
categories were declared, and the number of coders.
"""

import json
from collections.abc import Hashable, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from accord._measure.settings import RULES
from accord.engine.engine_table import EngineTable
from accord.engine.merged_tallies import merge
from accord.engine.tally import Tally
from accord.errors import AccordError, DataError, MissingExtraError
from accord.kinds.labels.patterns import Counts, Patterns
from accord.model.audit import Audit
from accord.model.names import IntArray, Names
from accord.whole_files import SIGNED, whole_file

FILE_COLUMNS = ("table", "row", "items", "coder", "category", "count")
_FORM = 1
"""The form of these files; another one will have another number."""


def save(tally: Tally | EngineTable, path: str | PathLike[str]) -> None:
    """Write counts to a Parquet file.

    :param tally: The counts.
    :param path: The file.

    >>> import accord
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pandas
    >>> tally = accord.scale.count(
    ...     pandas.DataFrame({"A": ["x", "y"], "B": ["x", "x"]}), coders=["A", "B"]
    ... )
    >>> with TemporaryDirectory() as folder:
    ...     accord.scale.save(tally, Path(folder, "counts.parquet"))
    ...     again = accord.scale.load(Path(folder, "counts.parquet"))
    >>> again
    Tally(2 items, 2 coders, 2 categories, 2 patterns)
    """
    pa, parquet = _arrow()
    if isinstance(tally, EngineTable):
        raise DataError(
            "the patterns of these data do not merge, so there are no counts to save; "
            "measure the table itself"
        )
    # Merging one tally puts its patterns into the order that any merge has: the same counts are
    # the same file.
    tally = merge([tally])
    blocks = [_pattern_block(tally)]
    if tally.merged is None and tally.coder_tables is not None:
        blocks += [_coder_block(rule, tally.coder_tables[rule]) for rule in RULES]
    columns = {name: [cell for block in blocks for cell in block[name]] for name in blocks[0]}
    types = {
        "table": pa.string(),
        "row": pa.int64(),
        "items": pa.int64(),
        "coder": pa.int32(),
        "category": pa.int32(),
        "count": pa.int64(),
    }
    about = {
        "form": _FORM,
        "coders": [_written(name) for name in tally.coders],
        "categories": [_written(name) for name in tally.categories],
        "declared": tally.declared,
        "size": tally.size,
        "who": tally.merged is not None,
        "tables": tally.coder_tables is not None,
        "within": tally.within,
    }
    said = {"accord": json.dumps(about), "software": SIGNED}
    schema = pa.schema(list(types.items()), metadata=said)
    table = pa.table({name: pa.array(columns[name], types[name]) for name in types}, schema=schema)
    with whole_file(path) as part:
        parquet.write_table(table, part)


def load(path: str | PathLike[str]) -> Tally:
    """Read counts from a Parquet file that `save` wrote.

    :param path: The file.

    >>> import accord
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pandas
    >>> tally = accord.scale.count(
    ...     pandas.DataFrame({"A": ["x", "y"], "B": ["x", "x"]}), coders=["A", "B"]
    ... )
    >>> with TemporaryDirectory() as folder:
    ...     accord.scale.save(tally, Path(folder, "counts.parquet"))
    ...     again = accord.scale.load(Path(folder, "counts.parquet"))
    >>> again
    Tally(2 items, 2 coders, 2 categories, 2 patterns)
    """
    _, parquet = _arrow()
    about = _about(path)
    if about is None:
        raise DataError(f"{path}: a Parquet file, but not of counts; make one with `accord count`")
    # Never guessed: counts of another form would be read as wrong numbers, not as an error.
    if not isinstance(about, dict) or about.get("form") != _FORM:
        raise DataError(
            f"{path}: counts of form {_form(about)}, this accord reads form {_FORM}; "
            "count again with this version"
        )
    try:
        with open(path, "rb") as stream:  # its name need not be UTF-8
            source = parquet.ParquetFile(stream, read_dictionary=["table"])
            # A file of a few bytes can claim billions of rows; it is refused before memory is
            # asked for.
            columns, tables = _columns(source, _FEW_CELLS + 8 * Path(path).stat().st_size)
        built = _built(_checked(about), columns, tables, Audit(Path(path).name, "counts", 0))
        return replace(built, within=about.get("within"))
    except _DAMAGE as error:
        # Our own errors already say what to do; only those of the file's contents are told as
        # damage.
        if isinstance(error, AccordError) and not isinstance(error, _DamagedError):
            raise
        reason = " ".join(str(error).split())[:150] or type(error).__name__
        raise DataError(f"{path}: damaged counts ({reason}); count the labels again") from None


class _DamagedError(DataError):
    """What is wrong with counts."""


_DAMAGE = (
    *(ValueError, TypeError, KeyError, IndexError, OverflowError, OSError, MemoryError),
    *(NotImplementedError, RuntimeError),  # of pyarrow
)
_FEW_CELLS = 1_000_000
"""So many cells may be packed into nothing; beyond, a cell takes a bit of the file at least."""


def _columns(source: Any, most: int) -> tuple[dict[str, IntArray], Any]:
    """The columns as whole numbers, −1 where null, and the name of each row's table."""
    size = source.metadata.num_rows
    if size > most:
        raise _DamagedError(f"{size:,} rows")
    known = source.schema_arrow.names
    missing = [name for name in FILE_COLUMNS if name not in known]
    if missing or len(set(known)) < len(known):
        raise _DamagedError(f"expected the columns {', '.join(FILE_COLUMNS)}")
    pa, _ = _arrow()
    table = source.read(columns=list(FILE_COLUMNS))
    cells: dict[str, IntArray] = {}
    for name in FILE_COLUMNS[1:]:
        if not pa.types.is_integer(table[name].type) and not pa.types.is_null(table[name].type):
            raise _DamagedError(f"column {name!r} has no whole numbers")
        column = table[name].cast(pa.int64())
        cells[name] = column.fill_null(-1).to_numpy()
        if int((cells[name] < 0).sum()) > column.null_count:
            raise _DamagedError(f"column {name!r} has a negative number")
    names = table["table"].unique().cast(pa.string()).to_pylist()
    odd = [name for name in names if name not in {"patterns", *RULES}]
    if odd:
        raise _DamagedError(f"a row belongs to no known table: {odd[0]!r:.40}")
    return cells, np.array(table["table"].cast(pa.string()).to_pylist(), dtype=object)


def _checked(about: Any) -> dict[str, Any]:
    """What the file says about itself, of the right types."""
    wanted = {"coders": list, "categories": list, "declared": bool, "who": bool, "tables": bool}
    for key, kind in (*wanted.items(), ("size", int)):
        # By type and not by isinstance, to which true is a number.
        if type(about.get(key)) is not kind:
            raise _DamagedError(f"{key!r} in its description is {about.get(key)!r:.40}")
    found = {**about, "coders": Names(map(_name, about["coders"]))}
    found["categories"] = Names(map(_name, about["categories"]))
    for key in ("coders", "categories"):
        if len(set(found[key])) < len(found[key]):
            raise _DamagedError(f"two {key} have one name")
    if type(about.get("within")) not in (str, type(None)):  # files of before have none
        raise _DamagedError(f"'within' in its description is {about['within']!r:.40}")
    if about["size"] < 0 or (
        (about["who"] or about["tables"]) and about["size"] != len(found["coders"])
    ):
        raise _DamagedError(f"{about['size']} coders, but {len(found['coders'])} names")
    return found


def is_tally(path: str | PathLike[str]) -> bool:
    """Whether a file holds counts."""
    return Path(path).suffix == ".parquet" and Path(path).is_file() and _about(path) is not None


def _built(about: dict[str, Any], cells: dict[str, IntArray], tables: Any, audit: Audit) -> Tally:
    """The tally, once every number is found to fit the others."""
    coders, categories, who = about["coders"], about["categories"], about["who"]
    inside = tables == "patterns"
    one = {name: column[inside] for name, column in cells.items()}
    audit = replace(audit, rows=int(inside.sum()))
    if (one["row"] < 0).any() or (one["items"] < 0).any():
        raise _DamagedError("a pattern has no number or no items")
    # Summed as floats, since whole numbers would overflow silently at just such a file.
    if one["items"].astype(np.float64).sum() > _MOST_COUNTED:
        raise _DamagedError(f"more than {_MOST_COUNTED:.0e} items")
    numbers, row = np.unique(one["row"], return_inverse=True)
    multiplicity = np.zeros(len(numbers))
    multiplicity[row] = one["items"]
    if (multiplicity[row] != one["items"]).any():
        raise _DamagedError("a pattern has two numbers of items")
    full = one["category"] >= 0
    row, category, count = row[full], one["category"][full], one["count"][full]
    _within("category", cells["category"], len(categories))
    _within("coder", cells["coder"], len(coders))
    if (count < 1).any():
        raise _DamagedError("a cell of a pattern counts no label")
    coder = one["coder"][full]
    if (who and (coder < 0).any()) or (not who and (coder >= 0).any()):
        raise _DamagedError("patterns show who chose what in some rows only")
    key = row.astype(np.int64) * max(len(coders) if who else len(categories), 1)
    key += coder if who else category
    if len(np.unique(key)) < len(key) or (who and (count > 1).any()):
        raise _DamagedError("a cell of a pattern occurs twice")
    if who:
        known = (coders, categories, about["declared"])
        return Tally.of_cells(*known, (row, coder, category), multiplicity, audit)
    counts = Counts.of(row, category, len(numbers), len(categories), count.astype(np.float64))
    if len(counts) and counts.totals.max(initial=0) > about["size"]:
        raise _DamagedError("an item has more labels than coders")
    patterns = Patterns(counts, multiplicity)
    by_rule = _by_rule(about, cells, tables, patterns) if about["tables"] else None
    declared, size = about["declared"], about["size"]
    return Tally(coders, categories, declared, patterns, size, by_rule, audit=audit)


_MOST_COUNTED = 2.0**53
"""Numbers beyond are not counted exactly."""


def _within(name: str, column: IntArray, size: int) -> None:
    if column.max(initial=-1) >= size:
        raise _DamagedError(f"{name} {int(column.max())} of {size}")


def _by_rule(
    about: dict[str, Any], cells: dict[str, IntArray], tables: Any, patterns: Patterns
) -> dict[str, Counts]:
    """The coders' tables, which count the codings of the patterns."""
    found: dict[str, Counts] = {}
    rows, times = patterns.counts, patterns.multiplicity
    fits = {
        "available": rows.totals > 0,
        "pairable": rows.totals > 1,
        "complete": rows.totals == about["size"],
    }
    for rule in RULES:
        at = tables == rule
        coder, category, count = (cells[name][at] for name in ("coder", "category", "count"))
        if (coder < 0).any() or (category < 0).any() or (count < 0).any():
            raise _DamagedError(f"a row of the table {rule!r} is not complete")
        shape = (len(about["coders"]), len(about["categories"]))
        found[rule] = Counts.of(coder, category, *shape, count.astype(np.float64))
        # The coders' tables and the patterns count the same codings; a file in which they do not
        # was changed or cut.
        if count.astype(np.float64).sum() != float((rows.totals * times)[fits[rule]].sum()):
            raise _DamagedError(f"the table {rule!r} counts other labels than the patterns")
    return found


def _pattern_block(tally: Tally) -> dict[str, Sequence[Any]]:
    multiplicity = tally.patterns.multiplicity.astype(np.int64)
    if tally.merged is not None:
        merged = tally.merged
        row: IntArray = merged.item
        category = merged.category
        coder: list[Any] = merged.who().tolist()
        count: IntArray = np.ones(len(row), dtype=np.int64)
    else:
        counts = tally.patterns.counts
        row, category, count = counts.row, counts.category, counts.count.astype(np.int64)
        coder = [None] * len(row)
    empty = np.setdiff1d(np.arange(len(multiplicity)), row)
    return {
        "table": ["patterns"] * (len(row) + len(empty)),
        "row": [*row.tolist(), *empty.tolist()],
        "items": [*multiplicity[row].tolist(), *multiplicity[empty].tolist()],
        "coder": [*coder, *[None] * len(empty)],
        "category": [*category.tolist(), *[None] * len(empty)],
        "count": [*count.tolist(), *[0] * len(empty)],
    }


def _coder_block(rule: str, table: Counts) -> dict[str, Sequence[Any]]:
    nothing = [None] * len(table.count)
    return {
        "table": [rule] * len(table.count),
        "row": nothing,
        "items": nothing,
        "coder": table.row.tolist(),
        "category": table.category.tolist(),
        "count": table.count.astype(np.int64).tolist(),
    }


def _written(name: Hashable) -> Any:
    """A name as JSON that comes back as it was: a set is an object."""
    if isinstance(name, frozenset):
        return {"set": sorted(name, key=str)}
    if isinstance(name, (str, int, float, bool)):
        return name
    return {"text": str(name)}


def _name(written: Any) -> Hashable:
    if isinstance(written, dict) and len(written) == 1:
        if type(written.get("text")) is str:
            return str(written["text"])
        parts = written.get("set")
        if isinstance(parts, list) and all(isinstance(p, (str, int, float)) for p in parts):
            return frozenset(parts)
    elif isinstance(written, (str, int, float)) and written == written:  # noqa: PLR0124 - NaN
        return written
    raise _DamagedError(f"a name is {written!r:.40}")


def _about(path: str | PathLike[str]) -> dict[str, Any] | None:
    _, parquet = _arrow()
    try:
        with open(path, "rb") as stream:
            metadata = parquet.read_schema(stream).metadata or {}
    except FileNotFoundError:
        raise DataError(f"{path}: no such file") from None
    except OSError as error:
        raise DataError(f"{path}: not a Parquet file ({error})") from None
    except (ValueError, NotImplementedError, RuntimeError) as error:  # pyarrow's own
        reason = " ".join(str(error).split())[:150]
        raise DataError(f"{path}: not a Parquet file ({reason})") from None
    if b"accord" not in metadata:
        return None
    try:
        about: dict[str, Any] = json.loads(metadata[b"accord"])
    except (ValueError, RecursionError):
        raise DataError(f"{path}: damaged counts (its description); count again") from None
    return about


def _form(about: Any) -> str:
    return f"{about.get('form') if isinstance(about, dict) else about!r:.20}"


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError.of("a Parquet file", "pyarrow", "parquet") from None
    return pyarrow, parquet
