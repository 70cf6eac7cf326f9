"""What people wait for: a whole report of labels, of spans and of a crowd, from file to page.

CPU seconds of `accord report FILE -o page.html` in a fresh process, the start of Python included,
and beside them what `import numpy` costs there, so that runs on two machines can be compared.
"""

import tempfile
from pathlib import Path

import numpy as np
from bench_first_number import PEER, used
from timing import row


def labels(folder: Path, items: int = 1_000, coders: int = 3, categories: int = 5) -> Path:
    """Coders who take seven labels in ten from the same truth."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, categories, (items, 1))
    other = rng.integers(0, categories, (items, coders))
    table = np.where(rng.random((items, coders)) < 0.7, truth, other)
    path = folder / "labels.csv"
    lines = [
        f"item{item},{'ABCDEFGH'[coder]},{'vwxyz'[table[item, coder]]}"
        for item in range(items)
        for coder in range(coders)
    ]
    path.write_text("\n".join(["item,coder,label", *lines, ""]), "utf-8")
    return path


def spans(folder: Path, documents: int = 200, coders: int = 5, marked: int = 40) -> Path:
    """Coders who mark the same places of a document, shifted a little, one in ten not at all."""
    rng = np.random.default_rng(0)
    lines = ["document,coder,begin,end,label"]
    for document in range(documents):
        begins = np.sort(rng.choice(4_000, marked, replace=False)) * 5
        kinds = rng.integers(0, 4, marked)
        for coder in range(coders):
            moved = begins + rng.integers(0, 5, marked)
            seen = rng.random(marked) < 0.9
            said = np.where(rng.random(marked) < 0.85, kinds, rng.integers(0, 4, marked))
            lines += [
                f"d{document},{'ABCDEFGH'[coder]},{begin},{begin + 20},{'wxyz'[kind]}"
                for begin, kind in zip(moved[seen], said[seen], strict=True)
            ]
    path = folder / "spans.csv"
    path.write_text("\n".join([*lines, ""]), "utf-8")
    return path


def crowd(folder: Path, items: int = 20_000, each: int = 5, workers: int = 300) -> Path:
    """Every item labelled by some of many workers, who differ in how often they are right."""
    rng = np.random.default_rng(0)
    skill = rng.uniform(0.4, 0.95, workers)
    lines = ["item,worker,label"]
    for item in range(items):
        truth = rng.integers(4)
        who = rng.choice(workers, each, replace=False)
        right = rng.random(each) < skill[who]
        said = np.where(right, truth, rng.integers(0, 4, each))
        lines += [
            f"task{item},w{worker},{'abcd'[label]}" for worker, label in zip(who, said, strict=True)
        ]
    path = folder / "crowd.csv"
    path.write_text("\n".join([*lines, ""]), "utf-8")
    return path


CASES = {
    "report of 3 coders × 1,000 labels": labels,
    "report of spans, 200 documents × 5 × 40": spans,
    "report of a crowd, 20,000 × 5 of 300": crowd,
}


def main() -> None:
    """Each report once or twice, beside the start of numpy."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start = min(used(PEER) for _ in range(5))
        for what, written in CASES.items():
            path = written(folder)
            command = ["-m", "accord", "report", str(path), "-o", str(folder / "page.html")]
            spent = min(used(command) for _ in range(2))
            row(what, spent, None, f"{spent / start:.0f}× import numpy", None)


if __name__ == "__main__":
    main()
