"""How cost grows: CPU time and memory as powers of items, coders, categories, rows and documents.

An exponent of 1 is linear: twice as much takes twice as long. It is the slope of log time over log
size between the smallest and the largest size, so that what every call costs anyway makes it
smaller. Memory is what Python and NumPy ask for at their peak, for each coding.
"""

import tempfile
import tracemalloc
from collections.abc import Callable
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from timing import cpu

import accord

Work = Callable[[], Any]


def labels(items: int, coders: int = 5, categories: int = 5) -> Any:
    """Labels of coders who take seven in ten from the same truth."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, categories, (items, 1))
    other = rng.integers(0, categories, (items, coders))
    return np.where(rng.random((items, coders)) < 0.7, truth, other)


def gamma(documents: int) -> Work:
    """γ of three coders who mark the same ten spans of a document, a little shifted."""
    rng = np.random.default_rng(0)
    rows = []
    for document in range(documents):
        for coder in "ABC":
            begins = np.arange(10) * 20 + rng.integers(0, 4, 10)
            rows += [(f"d{document}", coder, int(b), int(b) + 8, "x") for b in begins]
    study = accord.Unitizings.of(rows)
    return lambda: accord.spans.gamma(study, rng=0)


def nominal(table: Any) -> Work:
    """α of an array."""
    return lambda: accord.alpha(table, distance="nominal")


def read(rows: int, folder: Path) -> Work:
    """α of a CSV of so many rows."""
    path = folder / f"{rows}.csv"
    labels = ["xyz"[(at // 5 * 7919 + (at % 7 == 0)) % 3] for at in range(rows)]
    lines = [f"item{at // 5},c{at % 5},{label}" for at, label in enumerate(labels)]
    path.write_text("\n".join(["item,coder,label", *lines, ""]), "utf-8")
    return lambda: accord.alpha(accord.read(path), distance="nominal")


def masi(items: int) -> Work:
    """α with MASI of five coders who choose among 12 labels."""
    rng = np.random.default_rng(0)
    sets = [
        [frozenset(np.flatnonzero(rng.random(12) < 0.2).tolist()) for _ in range(items)]
        for _ in "abcde"
    ]
    study = accord.from_coders(dict(zip("abcde", sets, strict=True)))
    return lambda: accord.alpha(study, distance="masi")


def interval(items: int) -> Work:
    """The bootstrap interval of α."""
    study = accord.from_wide(labels(items))
    return lambda: accord.interval(study, "alpha", distance="nominal", rng=0)


def report(items: int) -> Work:
    """The report of five coders, without its page."""
    study = accord.from_wide(labels(items))
    return lambda: accord.report(study)


def shown(
    what: str, sizes: list[int], codings: Callable[[int], int], work: dict[int, Work]
) -> None:
    """One line: the times, the exponent, the memory at the largest size."""
    times = {size: cpu(work[size])[0] for size in sizes}
    exponent = log(times[sizes[-1]] / times[sizes[0]]) / log(sizes[-1] / sizes[0])
    tracemalloc.start()
    work[sizes[-1]]()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    listed = ", ".join(f"{size:,}: {seconds:.3g} s" for size, seconds in times.items())
    each = peak / codings(sizes[-1])
    print(f"{what:<34} {listed}; exponent {exponent:.2f}; {each:.0f} bytes a coding")


def main() -> None:
    """All curves."""
    items = [10_000, 100_000, 1_000_000]
    shown("α nominal, items × 5", items, lambda n: 5 * n, {n: nominal(labels(n)) for n in items})
    coders = [5, 20, 80]
    work = {n: nominal(labels(20_000, n)) for n in coders}
    shown("α nominal, 20,000 × coders", coders, lambda n: 20_000 * n, work)
    many = [5, 50, 500]
    work = {n: nominal(labels(100_000, 5, n)) for n in many}
    shown("α nominal, 10⁵ × 5, categories", many, lambda n: 500_000, work)
    with tempfile.TemporaryDirectory() as folder:
        rows = [10_000, 100_000, 1_000_000]
        shown("CSV → α, rows", rows, lambda n: n, {n: read(n, Path(folder)) for n in rows})
    some = [100, 1_000, 10_000]
    shown("α with MASI, items × 5", some, lambda n: 5 * n, {n: masi(n) for n in some})
    work = {n: interval(n) for n in items[:2]}
    shown("bootstrap interval of α, items × 5", items[:2], lambda n: 5 * n, work)
    few = [1_000, 4_000, 16_000]
    shown("report, items × 5", few, lambda n: 5 * n, {n: report(n) for n in few})
    documents = [10, 40, 160]
    work = {n: gamma(n) for n in documents}
    shown("γ, documents of 3 × 10 spans", documents, lambda n: 30 * n, work)


if __name__ == "__main__":
    main()
