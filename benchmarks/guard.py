"""Whether accord is still as fast beside other programs as it was: `make bench-guard`.

Each line is a ratio of CPU times measured in one run: that of a peer (or of a piece of Python that
everybody has) over accord's. `ratios.json` holds those of the last release. A ratio that lost more
than 30% is measured again, and twice so makes the guard fail; `--store` keeps the new ones.
"""

import csv
import json
import random
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from bench_first_number import ALPHA, PEER, used
from timing import cpu

import accord

STORED = Path(__file__).parent / "ratios.json"
LOSS = 0.3
"""So much of a ratio may be lost: a shared machine moves the ratio of two CPU times by a fifth."""

Pair = tuple[Callable[[], float], Callable[[], float]]
"""CPU seconds of the peer, and of accord."""


def losses(stored: dict[str, float], measured: dict[str, float]) -> list[str]:
    """The lines that lost more than is allowed; those that were not measured are not judged."""
    return [what for what in measured if measured[what] < stored.get(what, 0) * (1 - LOSS)]


def kept_of(stored: dict[str, float], found: dict[str, float]) -> list[tuple[str, float]]:
    """What is stored: a ratio that lost no more than is allowed stays, or small losses would add up
    from release to release."""
    lost = losses(stored, found)
    return [
        (name, ratio if name in lost else max(ratio, stored.get(name, 0)))
        for name, ratio in found.items()
    ]


def _seconds(work: Callable[[], Any], repeats: int = 3) -> Callable[[], float]:
    return lambda: cpu(work, repeats)[0]


def _processes(arguments: list[str]) -> Callable[[], float]:
    return lambda: min(used(arguments) for _ in range(9))


def first_number(folder: Path) -> Pair:
    """One α in a fresh process, beside `import numpy`."""
    return _processes(PEER), _processes(["-c", ALPHA])


def command(folder: Path) -> Pair:
    """`accord measure` of 3,000 rows, beside `import numpy`."""
    return _processes(PEER), _processes(["-m", "accord", "measure", str(_table(folder, 3_000))])


def report(folder: Path) -> Pair:
    """The page on 3 coders × 1,000 labels from a table, beside `import numpy`."""
    words = ["-m", "accord", "report", str(_table(folder, 3_000)), "-o", str(folder / "page.html")]
    return _processes(PEER), lambda: min(used(words) for _ in range(3))


def reading(folder: Path) -> Pair:
    """CSV of 200,000 rows → α, beside Python's csv module alone."""
    path = _table(folder, 200_000)

    def rows() -> int:
        with path.open(newline="", encoding="utf-8") as stream:
            return sum(1 for _ in csv.reader(stream))

    return _seconds(rows), _seconds(lambda: accord.alpha(accord.read(path), distance="nominal"))


def json_records(folder: Path) -> Pair:
    """JSON of 100,000 records → α, beside Python's json module alone."""
    path = folder / "records.json"
    rows = [
        {"item": f"item{at // 5}", "annotator": f"c{at % 5}", "label": label}
        for at, label in enumerate(_alike(100_000, 5))
    ]
    path.write_text(json.dumps(rows), "utf-8")
    return (
        _seconds(lambda: json.loads(path.read_bytes())),
        _seconds(lambda: accord.alpha(accord.read(path), distance="nominal")),
    )


def _alike(rows: int, coders: int) -> Iterator[str]:
    """Labels of coders who agree: labels that agree no better than chance are asked about."""
    draw = random.Random(0)
    for at in range(rows):
        truth = "xyz"[at // coders * 7 % 3]
        yield truth if draw.random() < 0.7 else draw.choice("xyz")


def _table(folder: Path, rows: int) -> Path:
    labels = enumerate(_alike(rows, 3))
    lines = [f"item{at // 3},{'ABC'[at % 3]},{label}" for at, label in labels]
    path = folder / f"{rows}.csv"
    path.write_text("\n".join(["item,coder,label", *lines, ""]), "utf-8")
    return path


def _labels(items: int, coders: int, categories: int) -> Any:
    rng = np.random.default_rng(0)
    truth = rng.integers(0, categories, (items, 1))
    other = rng.integers(0, categories, (items, coders))
    return np.where(rng.random((items, coders)) < 0.7, truth, other)


def alpha(folder: Path) -> Pair:
    """α of 10⁵ × 5, beside krippendorff."""
    from krippendorff import alpha as peer

    table = _labels(100_000, 5, 5)
    return (
        _seconds(lambda: peer(table.T, level_of_measurement="nominal")),
        _seconds(lambda: accord.alpha(table, distance="nominal"), 9),
    )


def kappa(folder: Path) -> Pair:
    """κ of 200,000 NumPy strings, beside scikit-learn."""
    from sklearn.metrics import cohen_kappa_score

    one, two = np.array(["positive", "negative", "neutral", "mixed"])[_labels(200_000, 2, 4)].T
    return _seconds(lambda: cohen_kappa_score(one, two)), _seconds(lambda: accord.kappa(one, two))


def lists(folder: Path) -> Pair:
    """κ of two lists of 200,000 texts, beside scikit-learn."""
    from sklearn.metrics import cohen_kappa_score

    labels = np.array(["positive", "negative", "neutral", "mixed"])[_labels(200_000, 2, 4)]
    one, two = (column.tolist() for column in labels.T)
    return _seconds(lambda: cohen_kappa_score(one, two)), _seconds(lambda: accord.kappa(one, two))


def masi(folder: Path) -> Pair:
    """α with MASI of 300 × 5, beside NLTK."""
    from bench_sets import _columns, _sets
    from nltk.metrics import masi_distance
    from nltk.metrics.agreement import AnnotationTask

    rng = np.random.default_rng(1)
    columns = _columns(rng, 300, 5, _sets(rng, 400))
    rows = [(c, i, label) for c, labels in columns.items() for i, label in enumerate(labels)]
    study = accord.from_coders(columns)
    return (
        _seconds(lambda: AnnotationTask(rows, distance=masi_distance).alpha(), 1),
        _seconds(lambda: accord.alpha(study, distance="masi"), 9),
    )


def dawid_skene(folder: Path) -> Pair:
    """Dawid & Skene, four rounds of 20,000 × 5, beside crowd-kit."""
    from bench_latent import ROUNDS, simulated
    from crowdkit.aggregation.classification.dawid_skene import DawidSkene

    frame, _ = simulated(items=20_000)
    study = accord.from_frame(frame, item="task", coder="worker", category="label")
    warnings.simplefilter("ignore")
    settings: dict[str, Any] = {"max_iter": ROUNDS, "tolerance": -1, "restarts": 0}
    return (
        _seconds(lambda: DawidSkene(n_iter=ROUNDS, tol=-1).fit(frame)),
        _seconds(lambda: accord.latent.dawid_skene(study, **settings)),
    )


LINES = (
    *(first_number, command, report, reading, json_records),
    *(alpha, kappa, lists, masi, dawid_skene),
)


def measured(line: Callable[[Path], Pair]) -> float | None:
    """The ratio of one line; None where its peer is not installed."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            theirs, ours = line(Path(folder))
        except ImportError as error:
            print(f"{line.__name__:<14} not measured: {error}")
            return None
        return theirs() / ours()


def main(arguments: list[str]) -> int:
    """Measure all lines; 1 where one lost too much, after a second look."""
    stored = json.loads(STORED.read_text("utf-8")) if STORED.exists() else {}
    found: dict[str, float] = {}
    for line in LINES:
        name = line.__name__
        ratio = measured(line)
        if ratio is not None and losses(stored, {name: ratio}):
            ratio = max(ratio, measured(line) or 0.0)
        if ratio is not None:
            found[name] = ratio
            before = f"{stored[name]:8.2f}" if name in stored else "     new"
            print(f"{name:<14} {ratio:8.2f} × (stored {before})   {line.__doc__}")
    if "--store" in arguments:
        kept = {**stored, **{name: round(ratio, 3) for name, ratio in kept_of(stored, found)}}
        kept = {line.__name__: kept[line.__name__] for line in LINES if line.__name__ in kept}
        STORED.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
        return 0
    lost = losses(stored, found)
    for name in lost:
        print(f"{name}: {found[name]:.2f} is more than {LOSS:.0%} below {stored[name]:.2f}")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
