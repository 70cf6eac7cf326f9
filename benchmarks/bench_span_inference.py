"""Inference on spans, 200 documents × 5 coders × 40 units: now and before units were matched once.

Each piece of work runs in a fresh process, with the sources of this tree and with those of an
earlier commit (the argument, else the last one that matched units again for each resample), and
both must say the same numbers. Where that commit is not known (no git), now is shown alone.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from timing import row

BEFORE = "c4ccaf7"
ROOT = Path(__file__).parent.parent
FEW = 50
"""Resamples in both: so few there were by default in a study of this size."""

WORK = {
    "F1, interval": (True, "interval", "span_f1"),
    "SER, interval": (True, "interval", "slot_error_rate"),
    "uα, interval": (True, "interval", "u_alpha"),
    "γ, interval": (True, "interval", "gamma"),
    "F1, influence of documents": (True, "influence", "span_f1"),
    "F1, two groups of coders": (True, "compare", "span_f1"),
    "F1, a system and four humans": (True, "system", "span_f1"),
    "SER, breakdown by coder": (True, "coders", "slot_error_rate"),
    "F1, interval, 2,000 resamples": (False, "interval", "span_f1"),
    "γ, a system, 12 documents": (False, "system", "gamma"),
    "γ, breakdown by document": (False, "documents", "gamma"),
    "γ, breakdown by coder": (False, "coders", "gamma"),
    "γ, two groups of coders": (False, "compare", "gamma"),
    "report with all intervals": (False, "report", ""),
}
"""What is measured: whether the earlier commit does it, too (it would not end), and how."""


def study(documents: int) -> Any:
    """Coders who mark about the same units, with shifted borders and other categories."""
    from accord import Unitizings

    rng = np.random.default_rng(0)
    rows = []
    for d in range(documents):
        true = rng.integers(5, size=40)
        for c in range(5):
            for i in np.flatnonzero(rng.random(40) > 0.08).tolist():
                begin = 25 * i + int(rng.integers(4))
                k = true[i] if rng.random() < 0.85 else rng.integers(5)
                end = begin + 8 + int(rng.integers(4))
                rows.append((f"d{d:03}", f"c{c}", begin, end, f"K{k}"))
    return Unitizings.of(rows)


def work(kind: str, measure: str, few: bool) -> list[float]:
    """The numbers of one piece of work; the time of it alone goes first."""
    import accord
    from accord.infer.tests.people import ceiling
    from accord.infer.why.breakdown import breakdown
    from accord.infer.why.influence import influence

    data = study(12 if (kind, measure) == ("system", "gamma") else 200)
    n = FEW if few else None
    start = time.process_time()
    if kind == "interval":
        found = accord.interval(data, measure, resamples=n)
        numbers = [found.low, found.high]
    elif kind == "influence":
        numbers = [value for row in influence(data, "item", measure).rows for value in row[1:]]
    elif kind == "compare":
        compared = accord.compare(data.only([0, 1, 2]), data.only([2, 3, 4]), measure)
        numbers = [compared.difference]  # p and limits are of other draws: names no longer matter
    elif kind == "system":
        system = ceiling(data, "c4", measure, resamples=n)
        numbers = [system.humans, system.with_system, system.interval.low, system.p]
    elif kind == "coders":
        numbers = [value for row in breakdown(data, "coder", measure).rows for value in row[2:]]
    elif kind == "documents":
        numbers = [row[1] for row in breakdown(data, "item", measure).rows]
    else:
        numbers = [accord.report(data)["answer"]["value"]]
    return [time.process_time() - start, *map(float, numbers)]


def fresh(sources: Path, kind: str, measure: str, few: bool) -> list[float]:
    """The same in a process of its own, with these sources."""
    environment = {**os.environ, "PYTHONPATH": str(sources / "src")}
    words = [sys.executable, __file__, "--work", kind, measure, str(int(few))]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


def main(before: str) -> None:
    """All work, now and before."""
    with TemporaryDirectory() as folder:
        there = Path(folder, "before")
        git = ["git", "-C", str(ROOT), "worktree"]
        made = subprocess.run(
            [*git, "add", "--detach", str(there), before], capture_output=True, check=False
        )
        known = made.returncode == 0
        try:
            for what, (both, kind, measure) in WORK.items():
                now = fresh(ROOT, kind, measure, both)
                if not (both and known):
                    row(what, now[0], None, "", True)
                    continue
                then = fresh(there, kind, measure, both)
                same = np.allclose(now[1:], then[1:], rtol=0, atol=1e-12, equal_nan=True)
                row(what, now[0], then[0], before, same)
        finally:
            if known:
                subprocess.run([*git, "remove", "--force", str(there)], check=False)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        print(json.dumps(work(sys.argv[2], sys.argv[3], sys.argv[4] == "1")))
    else:
        main(sys.argv[1] if len(sys.argv) > 1 else BEFORE)
