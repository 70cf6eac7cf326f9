"""α with the MASI distance: NLTK and accord in the same run, then sizes NLTK cannot reach."""

import numpy as np
from nltk.metrics import masi_distance
from nltk.metrics.agreement import AnnotationTask
from timing import cpu, peak_mb, row

import accord


def _sets(rng, number, labels=12, most=5):
    """`number` different sets."""
    found = {}
    while len(found) < number:
        size = rng.integers(1, most + 1)
        found[frozenset(rng.choice(labels, size, replace=False).tolist())] = None
    return list(found)


def _columns(rng, items, coders, pool):
    """Coders who mostly take the item's own set, every set of the pool in use."""
    truth = rng.integers(0, len(pool), items)
    table = np.where(
        rng.random((items, coders)) < 0.6,
        truth[:, None],
        rng.integers(0, len(pool), (items, coders)),
    )
    table.ravel()[: len(pool)] = np.arange(len(pool))
    return {f"c{c}": [pool[k] for k in table[:, c]] for c in range(coders)}


def against_nltk():
    """1,000 items × 5 coders with 1,205 distinct sets."""
    rng = np.random.default_rng(1)
    columns = _columns(rng, 1000, 5, _sets(rng, 1205))
    rows = [(c, i, label) for c, labels in columns.items() for i, label in enumerate(labels)]
    theirs, peer = cpu(lambda: AnnotationTask(rows, distance=masi_distance).alpha(), 1)
    ours, found = cpu(lambda: accord.alpha(accord.from_coders(columns), distance="masi").value)
    row(
        "MASI α, 1,000 × 5, 1,205 sets (with loading)",
        ours,
        theirs,
        "NLTK",
        abs(peer - found) < 1e-9,
    )


def many_items():
    """10⁵ items × 5 coders with 500 distinct sets; then 50,000 distinct sets."""
    rng = np.random.default_rng(2)
    columns = _columns(rng, 100_000, 5, _sets(rng, 500))
    study = accord.from_coders(columns)
    loading, _ = cpu(lambda: accord.from_coders(columns), 1)
    ours, _ = cpu(lambda: accord.alpha(study, distance="masi").value)
    row("MASI α, 100,000 × 5, 500 sets", ours, None, f"(loading {loading:.2f} s)", True)
    study = accord.from_coders(_columns(rng, 20_000, 5, _sets(rng, 50_000, 60, 8)))
    ours, _ = cpu(lambda: accord.alpha(study, distance="masi").value, 1)
    row("MASI α, 20,000 × 5, 50,000 sets", ours, None, f"(peak {peak_mb():.0f} MB)", True)


if __name__ == "__main__":
    against_nltk()
    many_items()
