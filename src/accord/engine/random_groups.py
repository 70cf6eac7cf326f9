"""Items into random groups, by a hash that each engine has of its own."""

from collections.abc import Callable
from typing import Any

from accord.engine.coding_rows import GROUP
from accord.engine.frames import ITEM
from accord.errors import NotApplicableError


def randomly_grouped(rows: Any, groups: int, by: str = ITEM) -> Any:
    """The rows with the group of their item (or of another column), a number below `groups`."""
    import narwhals as nw

    name = rows.implementation.name.lower()
    if name not in _ENGINES:
        raise NotApplicableError(
            f"cannot form random groups of items in {name}; known engines: "
            f"{', '.join(sorted(_ENGINES))}"
        )
    return nw.from_native(_ENGINES[name](nw.to_native(rows), groups, by)).lazy()


def _duckdb(table: Any, groups: int, by: str) -> Any:
    return table.project(f'*, CAST(hash("{by}") % {groups} AS BIGINT) AS {GROUP}')


def _polars(table: Any, groups: int, by: str) -> Any:
    import polars as pl

    return table.with_columns((pl.col(by).hash(1) % groups).cast(pl.Int64).alias(GROUP))


def _pandas(table: Any, groups: int, by: str) -> Any:
    import pandas as pd

    hashed = pd.util.hash_pandas_object(table[by], index=False) % groups
    return table.assign(**{GROUP: hashed.astype("int64")})


def _dask(table: Any, groups: int, by: str) -> Any:
    return table.map_partitions(_pandas, groups, by)


def _ibis(table: Any, groups: int, by: str) -> Any:
    # a hash may be below 0, depending on what is behind Ibis
    rest = table[by].hash() % groups
    return table.mutate(**{GROUP: ((rest + groups) % groups).cast("int64")})


def _pyspark(table: Any, groups: int, by: str) -> Any:
    from pyspark.sql import functions

    return table.withColumn(GROUP, functions.pmod(functions.xxhash64(by), functions.lit(groups)))


_ENGINES: dict[str, Callable[[Any, int, str], Any]] = {
    "dask": _dask,
    "duckdb": _duckdb,
    "ibis": _ibis,
    "pandas": _pandas,
    "polars": _polars,
    "pyspark": _pyspark,
}
