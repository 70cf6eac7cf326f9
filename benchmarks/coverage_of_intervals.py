"""How often 95% intervals hold the true value, by simulation.

    python benchmarks/coverage_of_intervals.py [REPLICATIONS] [--write]

Coders see an item's true category with probability √v and otherwise guess by its share, so that
the true value of π, κ and α (with any distance) is v. Prints a Markdown table; --write puts it
into docs/coverage.md.
"""

import sys
import time
from pathlib import Path

import numpy as np
from scipy.special import stdtrit

from accord.infer.advice.plan import simulated
from accord.infer.resample.interval import from_replicates, interval, jackknife_se, unanimous
from accord.infer.resample.replicates import leave_one_out, replicates
from accord.measure.bound import bound

SHARES = np.array([0.4, 0.3, 0.2, 0.1])
ITEMS = (30, 100, 1000)
VALUES = (0.2, 0.4, 0.6, 0.8, 0.95)
METHODS = ("bca", "percentile", "basic", "jackknife", "analytic")
CASES = (
    ("κ, 2 coders", "kappa", 2, {}),
    ("π, 3 coders", "pi", 3, {}),
    ("α nominal, 3 coders", "alpha", 3, {"distance": "nominal"}),
    ("α ordinal, 3 coders", "alpha", 3, {"distance": "ordinal"}),
    ("α interval, 3 coders", "alpha", 3, {"distance": "interval"}),
)
RESAMPLES = 999


def limits(study, name, settings, seed):
    """The limits of each method's interval."""
    measure = bound(name, **settings)
    agreed = unanimous(study, measure, measure.compute(study), "items", 0.95)
    if agreed is not None:
        return dict.fromkeys(METHODS, (agreed.low, agreed.high))
    drawn = replicates(study, measure, resamples=RESAMPLES, rng=seed)
    left = leave_one_out(study, measure, "items")
    found = {m: from_replicates(drawn, m, 0.95, left) for m in ("bca", "percentile", "basic")}
    found = {m: (i.low, i.high) for m, i in found.items()}
    wide = stdtrit(len(study.items) - 1, 0.975) * jackknife_se(*left)
    found["jackknife"] = (drawn.estimate - wide, drawn.estimate + wide)
    by_formula = interval(study, measure, method="analytic")
    found["analytic"] = (by_formula.low, by_formula.high)
    return found


def cell(name, coders, settings, items, value, replications, seed):
    """The share of intervals that hold the true value, for each method."""
    rng = np.random.default_rng(seed)
    held = dict.fromkeys(METHODS, 0)
    for at in range(replications):
        study = simulated(items, coders, SHARES, value, rng)
        for method, (low, high) in limits(study, name, settings, at).items():
            held[method] += low <= value <= high
    return {method: count / replications for method, count in held.items()}


def shown(share, error):
    """A cell: bold where it is outside 93–97% by more than Monte-Carlo error."""
    text = f"{100 * share:.1f}"
    outside = share < 0.93 - 2 * error or share > 0.97 + 2 * error
    return f"**{text}**" if outside else text


def main(replications):
    """The table, as lines of Markdown."""
    error = (0.95 * 0.05 / replications) ** 0.5
    begun = time.perf_counter()
    lines = [
        "| coefficient | items | true | " + " | ".join(METHODS) + " |",
        "|---|---|---|" + "---|" * len(METHODS),
    ]
    for number, (title, name, coders, settings) in enumerate(CASES):
        for items in ITEMS:
            for value in VALUES:
                seed = [number, items, round(100 * value)]
                found = cell(name, coders, settings, items, value, replications, seed)
                cells = " | ".join(shown(found[m], error) for m in METHODS)
                lines.append(f"| {title} | {items} | {value:g} | {cells} |")
                print(lines[-1], flush=True)
    print(f"{time.perf_counter() - begun:.0f} s, Monte-Carlo standard error {100 * error:.1f}%")
    return lines, error


if __name__ == "__main__":
    numbers = [int(a) for a in sys.argv[1:] if a.isdigit()]
    table, error = main(numbers[0] if numbers else 500)
    if "--write" in sys.argv:
        page = Path(__file__).parent.parent / "docs" / "coverage.md"
        text = page.read_text("utf-8") if page.exists() else "<!-- table -->\n"
        head = text.split("<!-- table -->")[0]
        note = f"\n{numbers[0] if numbers else 500} studies a cell: Monte-Carlo standard error "
        note += f"{100 * error:.1f} points.\n\n"
        page.write_text(head + "<!-- table -->\n" + note + "\n".join(table) + "\n", "utf-8")
