"""Damage saved counts, and hold engines to memory on random tables.

    python benchmarks/fuzz_counts.py [--copies 3000] [--tables 300] [--seed 0]

A damaged file of counts is refused with an AccordError that names the file, or it is read and can
be measured. A random table gives the same π, with its parts, read from Parquet, counted from
Parquet and from CSV, and counted by Polars and DuckDB. Anything else ends the run with code 1.
"""

import argparse
import csv
import random
import sys
import tempfile
from pathlib import Path

import duckdb
import polars
import pyarrow as pa
from pyarrow import parquet

import accord
from accord.engine.count_files import count
from accord.engine.tally import Tally
from accord.engine.tally_files import load, save
from accord.errors import AccordError

CELLS = ["x", " x", "y", "Y", "1", "1.0", "01", "2", "true", "TRUE", "", " ", "NA", "é", "\u00a0y"]

NAMED = {"item": "item", "coder": "coder", "category": "label"}
"""Which columns they are: of files accord asks about so few labels, of engines' tables not."""


def damaged_counts(copies: int, rng: random.Random, folder: Path) -> list[str]:
    """What went wrong with damaged files of counts."""
    wrong, path = [], folder / "counts.parquet"
    study = accord.from_coders({c: rng.choices("xyz", k=30) for c in "ABC"})
    save(Tally.of(study), path)
    whole = path.read_bytes()
    for _ in range(copies):
        made = bytearray(whole)
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(made))
            made[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
        path.write_bytes(made)
        try:
            accord.pi(load(path))
        except AccordError as error:
            if path.name not in str(error) or len(str(error)) > 600:
                wrong.append(f"message: {error}"[:300])
        except Exception as error:
            wrong.append(f"{type(error).__name__}: {error}"[:300])
    return wrong


def different_numbers(tables: int, rng: random.Random, folder: Path) -> list[str]:
    """Tables whose number depends on who counts them."""
    wrong = []
    for _ in range(tables):
        size = rng.randrange(2, 8)
        columns = {"item": [f"i{n // 2}" for n in range(2 * size)], "coder": ["A", "B"] * size}
        columns["label"] = rng.choices(CELLS, k=2 * size)
        table = pa.table(columns)
        parquet.write_table(table, folder / "t.parquet")
        with (folder / "t.csv").open("w", encoding="utf-8", newline="") as stream:
            csv.writer(stream).writerows([columns, *zip(*columns.values(), strict=True)])
        found = {
            "read": _told(lambda: accord.read(folder / "t.parquet", **NAMED)),
            "counted": _told(lambda: count(folder / "t.parquet", **NAMED)),
            "csv": _told(lambda: count(folder / "t.csv", **NAMED)),
            "polars": _told(lambda table=table: count(polars.from_arrow(table).lazy(), **NAMED)),
            "duckdb": _told(lambda table=table: count(duckdb.from_arrow(table), **NAMED)),
        }
        if len(set(found.values())) > 1:
            wrong.append(f"{columns['label']}: {found}")
    return wrong


def _told(make) -> str:
    try:
        found = accord.pi(make())
    except AccordError:
        return "refused"
    parts = "undefined" if found.undefined else f"{found.observed:.10f} {found.expected:.10f}"
    return f"{parts} {[found.counts[key] for key in 'ick']}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--copies", type=int, default=3000)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder:
        wrong = damaged_counts(given.copies, rng, Path(folder))
        print(f"counts: {given.copies} damaged files, {len(wrong)} failures")
        apart = different_numbers(given.tables, rng, Path(folder))
        print(f"engines: {given.tables} tables, {len(apart)} with several numbers")
    for line in [*dict.fromkeys(wrong), *apart][:20]:
        print(" ", line)
    sys.exit(1 if wrong or apart else 0)


if __name__ == "__main__":
    main()
