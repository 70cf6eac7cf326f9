"""Intervals and tests: resamples as weights, against loops over peers.

CPU seconds (all threads) and wall-clock seconds; the peer's loop is timed on some resamples and
scaled to all of them.
"""

import time

import krippendorff
import numpy as np
from sklearn.metrics import cohen_kappa_score

import accord


def timed(function, repeats=2):
    """The least CPU and wall-clock time of `function`, and what it returned."""
    cpu, wall, value = float("inf"), float("inf"), None
    for _ in range(repeats):
        begun, used = time.perf_counter(), time.process_time()
        value = function()
        cpu = min(cpu, time.process_time() - used)
        wall = min(wall, time.perf_counter() - begun)
    return cpu, wall, value


def table(items, coders=5, categories=10, seed=0):
    """Codings of coders who see the true category seven times of ten."""
    rng = np.random.default_rng(seed)
    true = rng.integers(categories, size=(items, 1))
    guess = rng.integers(categories, size=(items, coders))
    return np.where(rng.random((items, coders)) < 0.7, true, guess)


def against_krippendorff(level):
    """1,000 resamples of α at 10⁴ × 5."""
    codes = table(10_000)
    study = accord.from_wide(codes)
    ours, _, drawn = timed(
        lambda: accord.infer.replicates(
            study, accord.bound("alpha", distance=level), resamples=1000
        )
    )
    rng = np.random.default_rng(0)
    some = 10
    begun = time.process_time()
    theirs = [
        krippendorff.alpha(codes[rng.integers(10_000, size=10_000)].T, level_of_measurement=level)
        for _ in range(some)
    ]
    peer = (time.process_time() - begun) * 1000 / some
    near = abs(np.mean(theirs) - drawn.values.mean()) < 5 * drawn.se / some**0.5
    print(
        f"α {level}, 1,000 resamples of 10⁴ × 5: accord {ours:.3f} s, looping krippendorff "
        f"{peer:.1f} s, {peer / ours:.0f}×, means {'agree' if near else 'DIFFER'}"
    )


def against_sklearn():
    """1,000 resamples of κ at 10⁴ × 2."""
    codes = table(10_000, 2)
    study = accord.from_wide(codes)
    ours, _, drawn = timed(lambda: accord.infer.replicates(study, "kappa", resamples=1000))
    rng = np.random.default_rng(0)
    begun = time.process_time()
    theirs = []
    for _ in range(20):
        at = rng.integers(10_000, size=10_000)
        theirs.append(cohen_kappa_score(codes[at, 0], codes[at, 1]))
    peer = (time.process_time() - begun) * 50
    near = abs(np.mean(theirs) - drawn.values.mean()) < 5 * drawn.se / 20**0.5
    print(
        f"κ, 1,000 resamples of 10⁴ × 2: accord {ours:.3f} s, looping sklearn {peer:.1f} s, "
        f"{peer / ours:.0f}×, means {'agree' if near else 'DIFFER'}"
    )


def large():
    """10,000 resamples of α at 10⁶ × 5 × 10 categories, and the same interval on any jobs."""
    study = accord.from_wide(table(1_000_000))
    for level in ("nominal", "ordinal", "interval"):
        found = {}
        for jobs in (1, 2):
            cpu, wall, found[jobs] = timed(
                lambda j=jobs, d=level: accord.interval(
                    study, accord.bound("alpha", distance=d), resamples=10_000, n_jobs=j
                )
            )
            print(
                f"α {level}, BCa of 10,000 resamples of 10⁶ × 5 × 10, {jobs} jobs: "
                f"{cpu:.2f} s CPU, {wall:.2f} s wall {found[jobs]}"
            )
        print("  same interval" if found[1] == found[2] else "  INTERVALS DIFFER")


def permutations():
    """10,000 permutations of 10⁴ × 5."""
    study = accord.from_wide(table(10_000))
    for level in ("nominal", "interval", "linear"):
        for jobs in (1, 2):
            cpu, wall, result = timed(
                lambda d=level, j=jobs: accord.permutation_test(
                    study, accord.bound("alpha", distance=d), resamples=10_000, n_jobs=j
                ),
                1,
            )
            print(
                f"α {level}, 10,000 permutations of 10⁴ × 5, {jobs} jobs: {cpu:.2f} s CPU, "
                f"{wall:.2f} s wall, "
                f"p = {result.p:.4g}"
            )


if __name__ == "__main__":
    for kind in ("nominal", "ordinal", "interval"):
        against_krippendorff(kind)
    against_sklearn()
    large()
    permutations()
