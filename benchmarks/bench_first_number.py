"""The first number of a fresh process, beside one that only imports NumPy, which everybody pays.

What counts is CPU time, user and system, of whole processes from start to end. They alternate, so
that a machine that is busy with something else slows all of them alike; the median is shown.
"""

import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from timing import row

ROUNDS = 21
"""Fresh processes of each kind: odd, so that the median is one of them."""

ROWS = 3_000

PEER = ["-c", "import numpy"]

ALPHA = "import accord; accord.alpha([1, 2, 3, 3], [1, 2, 3, 4], distance='nominal')"


def used(arguments: list[str]) -> float:
    """CPU seconds of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # One thread: those of a linear algebra that is not used would count as CPU time.
    subprocess.run(
        [sys.executable, *arguments],
        check=True,
        capture_output=True,
        env={**_installed(), "OPENBLAS_NUM_THREADS": "1"},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _installed() -> dict[str, str]:
    """The environment of a package that is installed: its modules are compiled."""
    return {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def table(path: Path) -> None:
    """A long table: three coders, 1,000 items, seven labels in ten from the same truth."""
    draw = Random(0)
    labels = [
        "xyz"[at // 3 * 7 % 3] if draw.random() < 0.7 else draw.choice("xyz") for at in range(ROWS)
    ]
    lines = [f"{at // 3},{'ABC'[at % 3]},{label}" for at, label in enumerate(labels)]
    path.write_text("\n".join(["item,coder,label", *lines, ""]), "utf-8")


def main() -> None:
    """Run all in turn and print the ratios."""
    with TemporaryDirectory() as folder:
        table(Path(folder) / "study.csv")
        cases = {
            "the first α": ["-c", ALPHA],
            "accord --version": ["-m", "accord", "--version"],
            f"accord measure, {ROWS:,} rows": [
                *("-m", "accord", "measure", str(Path(folder) / "study.csv"))
            ],
        }
        times: dict[str, list[float]] = {what: [] for what in ("numpy", *cases)}
        for _ in range(ROUNDS):
            times["numpy"].append(used(PEER))
            for what, arguments in cases.items():
                times[what].append(used(arguments))
    numpy = statistics.median(times["numpy"])
    for what in cases:
        ours = statistics.median(times[what])
        row(what, ours, numpy, "import numpy", same=True)
        print(f"    {ours / numpy:.2f} times the CPU time of `import numpy`")


if __name__ == "__main__":
    main()
