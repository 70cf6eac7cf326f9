"""What the native core gains: the same call with it and without it, in one process each."""

import json
import os
import subprocess
import sys

from timing import row

SCRIPT = """
import json, sys
import numpy as np
sys.path.insert(0, {here!r})
from timing import cpu
import accord
from accord._measure.distances.sets import FORMULAS, by_sets
from accord._measure.matching import best_matching
g = np.random.default_rng(0)
found = {{}}
def timed(what, call):
    seconds, value = cpu(call, 5)
    found[what] = seconds, float(value)
a, b = g.integers(0, 5, (2, 10**6))
timed("κ, 10⁶ items, int64", lambda: accord.kappa(a, b))
small = a.astype(np.int8), b.astype(np.int8)
timed("κ, 10⁶ items, int8", lambda: accord.kappa(*small))
truth = g.integers(0, 10, (10**6, 1))
d = np.where(g.random((10**6, 5)) < .7, truth, g.integers(0, 10, (10**6, 5))).astype(float)
d[g.random(d.shape) < .1] = np.nan
timed("α, 10⁶ × 5, float64 with gaps", lambda: accord.alpha(d, distance="nominal"))
wide = d[: 10**6 // 10 * 10].reshape(-1, 50)
timed("α, 10⁵ × 50, float64 with gaps", lambda: accord.alpha(wide, distance="nominal"))
for labels in (20, 200):
    sets = [frozenset(g.choice(labels, g.integers(1, 8), replace=False).tolist())
            for _ in range(3000)]
    metric, every = by_sets(sets, FORMULAS["masi"]), np.arange(3000)
    one, other = g.integers(0, 3000, (2, 10**6))
    timed(f"MASI, 3,000² pairs of sets of {{labels}} labels",
          lambda: metric.block(every, every)[-1].sum())
    timed(f"MASI, 10⁶ pairs of sets of {{labels}} labels",
          lambda: metric.between(one, other).sum())
rows = {{}}
for document in range(200):
    for begin in g.choice(1200, 30, replace=False).tolist():
        for coder in range(3):
            if g.random() < .9:
                at = max(0, begin + int(g.integers(-3, 4)) * int(g.random() < .3))
                rows[document, coder, at, at + 10, "xyz"[begin % 3]] = None
study = accord.Unitizings.of(rows)
for name in ("span_f1", "partial_f1", "slot_error_rate"):
    timed(f"{{name}}, 200 documents × 3 coders × 30", lambda: accord.find(name).compute(study))
print(json.dumps(found))
"""


def main() -> None:
    """Both, one after the other, and whether the numbers are the same."""
    here = os.path.dirname(os.path.abspath(__file__))
    found = []
    for native in ("1", "0"):
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT.format(here=here)],
            env={**os.environ, "ACCORD_NATIVE": native},
            capture_output=True,
            text=True,
            check=True,
        )
        found.append(json.loads(run.stdout))
    for what, (seconds, value) in found[0].items():
        pure, other = found[1][what]
        row(what, seconds, pure, "without core", value == other)


if __name__ == "__main__":
    main()
