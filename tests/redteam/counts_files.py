"""Counts as files, whole or damaged in one place."""

import json
from pathlib import Path
from typing import Any

COLUMNS = {
    "table": ["patterns"] * 4,
    "row": [0, 0, 1, 1],
    "items": [3, 3, 2, 2],
    "coder": [0, 1, 0, 1],
    "category": [0, 0, 0, 1],
    "count": [1, 1, 1, 1],
}
ABOUT = {
    "form": 1,
    "coders": ["A", "B"],
    "categories": ["x", "y"],
    "declared": False,
    "size": 2,
    "who": True,
    "tables": False,
}


def written(path: Path, about: Any = None, drop: str | None = None, **columns: Any) -> Path:
    """A file of counts with some columns or metadata replaced."""
    import pyarrow as pa
    from pyarrow import parquet

    made = {name: pa.array(columns.get(name, cells)) for name, cells in COLUMNS.items()}
    if drop is not None:
        del made[drop]
    told = about if isinstance(about, (str, bytes)) else json.dumps({**ABOUT, **(about or {})})
    table = pa.table(made).replace_schema_metadata({"accord": told})
    parquet.write_table(table, path)
    return path
