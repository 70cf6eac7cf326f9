"""One line of Python against the programs people come from, each call the first in its process.

What counts is what a script pays: the median CPU time of the first call over fresh processes,
libraries imported, data in memory. Values are compared: with the peer's, and with those that NumPy
computes without the native core. What reading arrays once costs (their largest value) is the limit:
as they are, in part still in the processor's cache, and from memory, where other data came since.
"""

import os
import statistics
import subprocess
import sys

from timing import row

DATA = """
import time, warnings
import numpy as np
warnings.simplefilter("ignore")
draw = np.random.default_rng(0)
def labels(n, k):
    truth = draw.integers(0, k, n)
    return truth, np.where(draw.random(n) < 0.7, truth, draw.integers(0, k, n))
def table(n, c, k):
    truth = draw.integers(0, k, n)
    values = np.where(draw.random((n, c)) < 0.7, truth[:, None], draw.integers(0, k, (n, c)))
    values = values.astype(float)
    values[draw.random((n, c)) < 0.1] = np.nan
    return values
"""

NAMES = "names = np.array(['statement', 'question', 'answer', 'other', 'none'], object)"

CASES = [
    (
        "κ of two int arrays, 10⁶",
        "a, b = labels(10**6, 5)",
        ("from accord import kappa", "kappa(a, b)"),
        ("scikit-learn", "from sklearn.metrics import cohen_kappa_score as f", "f(a, b)"),
    ),
    (
        "κ of two lists of strings, 10⁶",
        f"{NAMES}; a, b = (names[x].tolist() for x in labels(10**6, 5))",
        ("from accord import kappa", "kappa(a, b)"),
        ("scikit-learn", "from sklearn.metrics import cohen_kappa_score as f", "f(a, b)"),
    ),
    (
        "κ of two lists of strings, 10⁶",
        f"{NAMES}; a, b = (names[x].tolist() for x in labels(10**6, 5))",
        ("from accord import kappa", "kappa(a, b)"),
        (
            "statsmodels",
            "from statsmodels.stats import inter_rater as r",
            "r.cohens_kappa(r.to_table(np.array([a, b]).T)[0], return_results=False)",
        ),
    ),
    *(
        (
            f"α {level} of a float array, {n:,} × {c}",
            f"d = table({n}, {c}, 10)",
            ("from accord import alpha", f"alpha(d, distance='{level}')"),
            (
                "krippendorff",
                "import krippendorff",
                f"krippendorff.alpha(d.T, level_of_measurement='{level}')",
            ),
        )
        for level in ("nominal", "ordinal", "interval")
        for n, c in ((10**6, 5), (10**5, 50))
    ),
]


def first_call(
    data: str, imported: str, call: str, runs: int, native: str = "", cold: bool = False
) -> tuple[float, float]:
    """The median CPU time of the first call in a process, and its value; `cold` is from memory."""
    imported += "\nnp.ones(2**25).sum()" if cold else ""
    script = f"{DATA}\n{data}\n{imported}\nt = time.process_time()\nv = {call}\n"
    script += "print(time.process_time() - t, float(v))"
    command, environment = [sys.executable, "-c", script], {**os.environ, "ACCORD_NATIVE": native}
    printed = [
        subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
        for _ in range(runs)
    ]
    times, values = zip(*(map(float, each.stdout.split()) for each in printed), strict=True)
    return statistics.median(times), values[0]


def main() -> None:
    """Every case, accord and the peer in turn, then accord without its core, then the limit."""
    for what, data, ours, (peer, imported, call) in CASES:
        mine, value = first_call(data, *ours, 5)
        theirs, other = first_call(data, imported, call, 3)
        row(what, mine, theirs, peer, abs(value - other) < 1e-9)
        pure, other = first_call(data, *ours, 5, native="0")
        row("", mine, pure, "without core", value == other)
        if "array" in what:
            arrays = "(a, b)" if what.startswith("κ") else "(d,)"
            largest = ("", f"max(x.max() for x in {arrays})")
            for where, cold in (("as it is", False), ("from memory", True)):
                limit, _ = first_call(data, *largest, 5, cold=cold)
                first = first_call(data, *ours, 5, cold=True)[0] if cold else mine
                row(f"  reading it once, {where}", first, limit, "read once", True)


if __name__ == "__main__":
    main()
