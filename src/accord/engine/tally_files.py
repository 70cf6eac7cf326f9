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
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from accord.engine.engine_table import EngineTable
from accord.engine.merged_tallies import merge
from accord.engine.tally import Tally
from accord.errors import DataError, MissingExtraError
from accord.measure.settings import RULES
from accord.model.audit import Audit
from accord.model.codings.patterns import Counts, Patterns
from accord.model.names import IntArray, Names
from accord.whole_files import SIGNED, whole_file

FORM = 1
"""The form of these files; another one will have another number."""


def save(tally: Tally | EngineTable, path: str | PathLike[str]) -> None:
    """Write counts to a Parquet file."""
    pa, parquet = _arrow()
    if isinstance(tally, EngineTable):
        raise DataError(
            "the patterns of this study do not merge, so there are no counts to save; "
            "measure the table itself"
        )
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
        "form": FORM,
        "coders": [_written(name) for name in tally.coders],
        "categories": [_written(name) for name in tally.categories],
        "declared": tally.declared,
        "size": tally.size,
        "who": tally.merged is not None,
        "tables": tally.coder_tables is not None,
    }
    said = {"accord": json.dumps(about), "software": SIGNED}
    schema = pa.schema(list(types.items()), metadata=said)
    table = pa.table({name: pa.array(columns[name], types[name]) for name in types}, schema=schema)
    with whole_file(path) as part:
        parquet.write_table(table, part)


def load(path: str | PathLike[str]) -> Tally:
    """Read counts from a Parquet file that `save` wrote."""
    _, parquet = _arrow()
    about = _about(path)
    if about is None:
        raise DataError(f"{path}: a Parquet file, but not of counts; make one with `accord count`")
    if about.get("form") != FORM:
        raise DataError(
            f"{path}: counts of form {about.get('form')!r}, this accord reads form {FORM}; "
            "count again with this version"
        )
    with open(path, "rb") as stream:  # its name need not be UTF-8
        columns = parquet.read_table(stream).to_pydict()
    coders = Names(map(_name, about["coders"]))
    categories = Names(map(_name, about["categories"]))
    tables = np.array(columns.pop("table"), dtype=object)
    cells: dict[str, IntArray] = {
        name: np.array([-1 if cell is None else cell for cell in column], dtype=np.int64)
        for name, column in columns.items()
    }
    inside = tables == "patterns"
    one = {name: column[inside] for name, column in cells.items()}
    audit = Audit(Path(path).name, "counts", int(inside.sum()))
    return _built(about, coders, categories, one, tables, cells, audit)


def is_tally(path: str | PathLike[str]) -> bool:
    """Whether a file holds counts."""
    return Path(path).suffix == ".parquet" and Path(path).is_file() and _about(path) is not None


def _built(
    about: dict[str, Any],
    coders: Names,
    categories: Names,
    one: dict[str, IntArray],
    tables: Any,
    cells: dict[str, IntArray],
    audit: Audit,
) -> Tally:
    rows = int(one["row"].max(initial=-1)) + 1
    multiplicity = np.zeros(rows)
    multiplicity[one["row"]] = one["items"]
    full = one["category"] >= 0
    row, category, count = (one[name][full] for name in ("row", "category", "count"))
    if about["who"]:
        found = (row, one["coder"][full], category)
        known = (coders, categories, about["declared"])
        return Tally.of_cells(*known, found, multiplicity, audit)
    counts = Counts.of(row, category, rows, len(categories), count.astype(np.float64))
    by_rule: dict[str, Counts] | None = None
    if about["tables"]:
        by_rule = {}
        for rule in RULES:
            at = tables == rule
            by_rule[rule] = Counts.of(
                cells["coder"][at],
                cells["category"][at],
                len(coders),
                len(categories),
                cells["count"][at].astype(np.float64),
            )
    return Tally(
        coders,
        categories,
        about["declared"],
        Patterns(counts, multiplicity),
        about["size"],
        by_rule,
        audit=audit,
    )


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
    if isinstance(written, dict):
        return frozenset(written["set"]) if "set" in written else str(written["text"])
    name: Hashable = written
    return name


def _about(path: str | PathLike[str]) -> dict[str, Any] | None:
    _, parquet = _arrow()
    try:
        with open(path, "rb") as stream:
            metadata = parquet.read_schema(stream).metadata or {}
    except FileNotFoundError:
        raise DataError(f"{path}: no such file") from None
    except OSError as error:
        raise DataError(f"{path}: not a Parquet file ({error})") from None
    except ValueError as error:  # pyarrow's ArrowInvalid
        raise DataError(f"{path}: not a Parquet file ({error})") from None
    if b"accord" not in metadata:
        return None
    about: dict[str, Any] = json.loads(metadata[b"accord"])
    return about


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError.of("a Parquet file", "pyarrow", "parquet") from None
    return pyarrow, parquet
