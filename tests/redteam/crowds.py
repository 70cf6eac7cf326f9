"""Small files with many coders, many labels, many columns or a large taxonomy: what would compare
all with all is refused in one line, or done within the budget."""

import io
import random
from pathlib import Path

from tests.redteam.hostile import given, hostile, table

CODERS, LABELS = 10_000, 38_572
ALPHA = ("-m", "alpha", "--distance", "nominal")
LONG = ("--long", "--item", "item", "--coder", "coder", "--category", "category")


def _crowd() -> str:
    rng = random.Random(1)
    rows = [((c * 3 + i) % 40, f"c{c}", rng.choice("xyz")) for c in range(CODERS) for i in range(3)]
    return table(("item", "coder", "category"), rows)


def _labels() -> str:
    rows = [(n // 2, "AB"[n % 2], f"l{n}") for n in range(LABELS)]
    return table(("item", "coder", "category"), rows)


for name, words in {
    "breakdown by pair": ("breakdown", "--by", "pair", *ALPHA),
    "breakdown by coder": ("breakdown", "--by", "coder", *ALPHA),
    "influence": ("breakdown", "--what", "influence", "--by", "coder", *ALPHA),
    "pairs": ("measure", "--by", "pair", *ALPHA),
    "system": ("compare", "--system", "c0", *ALPHA),
    "latent classes": ("consensus", "--method", "latent-class"),
    "edits": ("measure", "-m", "alpha", "--distance", "edit"),
}.items():
    given(f"crowd: {name}", "crowd.csv", _crowd, words[0], "FILE", *words[1:], *LONG)

for name, words in {
    "matrix": ("breakdown", "--what", "matrix", *ALPHA),
    "influence": ("breakdown", "--what", "influence", "--by", "category", *ALPHA),
    "edits": ("measure", "-m", "alpha", "--distance", "edit"),
    "latent classes": ("consensus", "--method", "latent-class"),
}.items():
    given(f"labels: {name}", "labels.csv", _labels, words[0], "FILE", *words[1:], *LONG)


def _parquet(columns: "dict[str, list[object]]") -> bytes:
    import pyarrow
    from pyarrow import parquet

    made = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), made, compression="zstd")
    return made.getvalue()


def _columns() -> bytes:
    return _parquet({f"c{n}": ["x", "y", "x"] for n in range(12_000)})


def _dates() -> bytes:
    import pyarrow

    when = pyarrow.array([2**62, -(2**62), 0, 1]).cast(pyarrow.timestamp("us"))
    names = {"item": ["1", "1", "2", "2"], "coder": ["A", "B", "A", "B"]}
    return _parquet({**names, "category": ["x", "y", "x", "x"], "when": when})


given("columns in an engine", "wide.parquet", _columns, "count", "FILE", "-o", "out.parquet")
given("dates in an engine", "dates.parquet", _dates, "count", "FILE", "-o", "out.parquet")
given("dates", "dates.parquet", _dates, "measure", "FILE", *ALPHA)


@hostile("a taxonomy of 100,000 lines in a report")
def taxonomy(folder: Path) -> list[str]:
    """Of which three hundred categories are used."""
    lines = "".join(f"{'  ' * (n % 3)}n{n}\n" for n in range(100_000))
    (folder / "tree.txt").write_text(lines)
    rows = [(n, who, f"n{(n + (who == 'B')) % 300}") for n in range(300) for who in "AB"]
    (folder / "a.csv").write_text(table(("item", "coder", "category"), rows))
    return ["report", "a.csv", "--taxonomy", "tree.txt", "-o", "report.json"]
