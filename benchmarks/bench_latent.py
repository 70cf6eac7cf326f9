"""Dawid & Skene at 10⁵ items × 5 of 50 coders: accord and crowd-kit in the same run."""

import time
import warnings

import numpy as np
import pandas as pd

from accord import from_frame
from accord.latent import dawid_skene, latent_classes, majority

ROUNDS = 4


def simulated(items=100_000, coders=50, each=5, categories=5, seed=0):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, categories, items)
    accuracy = rng.uniform(0.5, 0.95, coders)
    who = np.argsort(rng.random((items, coders)), axis=1)[:, :each]
    right = rng.random((items, each)) < accuracy[who]
    wrong = (truth[:, None] + rng.integers(1, categories, (items, each))) % categories
    said = np.where(right, truth[:, None], wrong)
    frame = pd.DataFrame(
        {"task": np.repeat(np.arange(items), each), "worker": who.ravel(), "label": said.ravel()}
    )
    return frame, truth


def best_of(times, run):
    found = []
    for _ in range(times):
        begin = time.process_time()
        result = run()
        found.append(time.process_time() - begin)
    return min(found), result


def main():
    frame, truth = simulated()
    built, study = best_of(
        3, lambda: from_frame(frame, item="task", coder="worker", category="label")
    )
    # One start, as crowd-kit has one.
    settings = {"max_iter": ROUNDS, "tolerance": -1, "restarts": 0}
    ours, found = best_of(3, lambda: dawid_skene(study, **settings))
    print(f"accord     {ROUNDS} rounds {ours:.3f} s (and {built:.3f} s from the frame)")
    try:
        from crowdkit.aggregation.classification.dawid_skene import DawidSkene
    except ImportError:
        print("crowd-kit is not installed: no comparison")
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs, peer = best_of(2, lambda: DawidSkene(n_iter=ROUNDS, tol=-1).fit(frame))
        columns = peer.probas_.sort_index()[list(found.categories)].to_numpy()
        apart = abs(columns - found.probabilities).max()
        print(f"crowd-kit  {ROUNDS} rounds {theirs:.3f} s, posteriors at most {apart:.0e} apart")
        print(f"ratio {theirs / ours:.1f}, with building the study {theirs / (ours + built):.1f}")
        assert apart < 1e-7
    full, found = best_of(1, lambda: dawid_skene(study))
    votes = majority(study)
    right = (
        np.mean(np.array(found.labels) == truth),
        np.mean([label == t for label, t in zip(votes.labels, truth, strict=True)]),
    )
    print(f"to convergence {found.iterations} rounds {full:.2f} s; right {right[0]:.4f}, ")
    print(f"majority vote {right[1]:.4f} (ties have no label)")
    rng = np.random.default_rng(1)
    hidden = rng.random(100_000) < 0.3
    table = np.stack([rng.random(100_000) < np.where(hidden, 0.85, 0.1) for _ in range(6)], axis=1)
    from accord import from_wide

    many = from_wide(table.astype(int))
    seconds, classes = best_of(1, lambda: latent_classes(many, classes=2))
    print(f"latent classes 10⁵ items × 6 coders, 20 starts: {seconds:.2f} s, {classes.shares}")


if __name__ == "__main__":
    main()
