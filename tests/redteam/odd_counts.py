"""Saved counts, damaged in one place each."""

from pathlib import Path

from tests.engines.test_saved_counts import DAMAGED
from tests.redteam.counts_files import written
from tests.redteam.hostile import HOSTILE


def _write(damage: str, folder: Path) -> list[str]:
    written(folder / "c.parquet", **DAMAGED[damage])
    return ["measure", "c.parquet"]


for _damage in DAMAGED:
    HOSTILE[f"counts: {_damage}"] = lambda folder, damage=_damage: _write(damage, folder)
