"""The coefficient cube against krippendorff, scikit-learn, statsmodels, irrCAC and NLTK.

Both sides start from the same array of labels: accord's time includes building the study.
"""

import subprocess
import sys
import warnings

import numpy as np
from timing import cpu, peak_mb, row

import accord

warnings.simplefilter("ignore")


def table(items, coders, categories, gaps=0.2, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, categories + 1, items)
    noise = rng.integers(1, categories + 1, (items, coders))
    values = np.where(rng.random((items, coders)) < 0.7, truth[:, None], noise).astype(float)
    values[rng.random((items, coders)) < gaps] = np.nan
    return values


def close(a, b):
    return abs(a - b) < 1e-9


def alphas():
    import krippendorff

    for items, coders in ((10**3, 3), (10**5, 5), (10**6, 5), (10**5, 50)):
        data = table(items, coders, 10)
        for level in ("nominal", "ordinal", "interval"):
            ours, value = cpu(
                lambda d=data, v=level: accord.alpha(accord.from_wide(d), distance=v).value
            )
            theirs, other = cpu(
                lambda d=data, v=level: krippendorff.alpha(d.T, level_of_measurement=v), 1
            )
            same = close(value, other)
            row(f"α {level} {items:,} × {coders}", ours, theirs, "krippendorff", same)


def many_categories():
    from nltk.metrics.agreement import AnnotationTask

    data = table(10**4, 5, 1000, gaps=0.0)
    rows = [(str(c), str(i), v) for i, line in enumerate(data.tolist()) for c, v in enumerate(line)]
    for level in ("nominal", "ordinal", "interval"):
        ours, value = cpu(lambda v=level: accord.alpha(accord.from_wide(data), distance=v).value)
        if level == "nominal":
            theirs, other = cpu(lambda: AnnotationTask(data=rows).alpha(), 1)
            row(
                f"α {level} 10,000 × 5, 1,000 categories", ours, theirs, "nltk", close(value, other)
            )
        else:
            row(f"α {level} 10,000 × 5, 1,000 categories", ours, None, "(no peer)", None)


def two_coders():
    from sklearn.metrics import cohen_kappa_score

    data = table(10**6, 2, 10, gaps=0.0).astype(int)
    for name, columns in (("numbers", data), ("strings", np.char.add("label-", data.astype(str)))):
        a, b = (np.ascontiguousarray(column) for column in columns.T)
        ours, value = cpu(lambda a=a, b=b: accord.kappa(accord.from_coders({"a": a, "b": b})).value)
        theirs, other = cpu(lambda a=a, b=b: cohen_kappa_score(a, b), 2)
        row(f"κ 1,000,000 × 2 {name}", ours, theirs, "scikit-learn", close(value, other))


def fleiss():
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    data = table(10**6, 5, 10, gaps=0.0).astype(int)
    ours, value = cpu(lambda: accord.pi(accord.from_wide(data)).value)
    theirs, other = cpu(lambda: fleiss_kappa(aggregate_raters(data)[0]), 1)
    row("π 1,000,000 × 5", ours, theirs, "statsmodels", close(value, other))


def gwet():
    import pandas as pd
    from irrCAC.raw import CAC

    data = table(2000, 5, 5)
    ours, value = cpu(lambda: accord.ac1(accord.from_wide(data)).value)
    theirs, other = cpu(lambda: CAC(pd.DataFrame(data), digits=15).gwet()["est"], 1)
    same = close(value, other["coefficient_value"])
    row("AC1 2,000 × 5", ours, theirs, "irrCAC", same)


def strings():
    import krippendorff

    words = np.array([f"category-{k}" for k in range(10)])
    data = words[table(10**6, 5, 10, gaps=0.0).astype(int) - 1]
    ours, value = cpu(lambda: accord.alpha(accord.from_wide(data), distance="nominal").value)
    theirs, other = cpu(lambda: krippendorff.alpha(data.T, level_of_measurement="nominal"), 1)
    row("α nominal 1,000,000 × 5 strings", ours, theirs, "krippendorff", close(value, other))


def real_values():
    rng = np.random.default_rng(0)
    truth = rng.normal(size=(10**6, 1))
    data = truth + rng.normal(scale=0.3, size=(10**6, 2))
    ours, value = cpu(lambda: accord.alpha(accord.from_wide(data), distance="interval").value)
    within = data.var(axis=1, ddof=1).mean()
    same = close(value, 1 - within / data.var(ddof=1))
    row("α interval 2,000,000 distinct real values", ours, None, "by ANOVA: " + str(same), None)
    print(f"peak memory of the process so far: {peak_mb():.0f} MB")


def start_up():
    def seconds(code):
        probe = f"import time; t = time.process_time(); {code}; print(time.process_time() - t)"
        command = [sys.executable, "-c", probe]
        runs = [subprocess.run(command, capture_output=True, check=True) for _ in range(5)]
        return min(float(run.stdout) for run in runs)

    numpy, ours = seconds("import numpy"), seconds("import accord")
    print(f"import accord: {1000 * ours:.0f} ms of CPU (import numpy: {1000 * numpy:.0f} ms)")


if __name__ == "__main__":
    start_up()
    real_values()
    for part in (alphas, many_categories, two_coders, fleiss, gwet, strings):
        part()
