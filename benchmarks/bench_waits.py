"""Everything users wait for, each in a fresh process: files, strings, crowds, reports.

The peer and accord compute in the same process on the same data, and their values are compared;
each time is the least of some runs. Whole commands are whole processes from start to end.

    python benchmarks/bench_waits.py                 all of it
    python benchmarks/bench_waits.py wide_csv icc    these alone
"""

import csv
import json
import resource
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from timing import cpu, peak_mb, row

warnings.simplefilter("ignore")

Line = tuple[str, float, float | None, str, bool | None]
"""What was measured, our seconds, the peer's, its name, and whether the values are equal."""

NEAR = 1e-9


def _labels(items: int, coders: int, categories: int, gaps: float = 0.0) -> Any:
    """Coders who take seven labels in ten from the same truth."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, categories, (items, 1))
    other = rng.integers(0, categories, (items, coders))
    table = np.where(rng.random((items, coders)) < 0.7, truth, other)
    if gaps:
        table = table.astype(float)
        table[rng.random((items, coders)) < gaps] = np.nan
    return table


def _beside(
    what: str, ours: Callable[[], Any], theirs: Callable[[], Any], peer: str, near: float = NEAR
) -> Line:
    """One line with a peer whose value is the same."""
    mine, value = cpu(lambda: float(ours()), 5)
    its, other = cpu(lambda: float(theirs()), 2)
    return what, mine, its, peer, abs(value - other) < near


def _alone(what: str, ours: Callable[[], Any], repeats: int = 3) -> Line:
    return what, cpu(ours, repeats)[0], None, f"(peak {peak_mb():.0f} MB)", None


def _children() -> float:
    """CPU seconds of the processes that were started here and have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _parsed(path: Path) -> int:
    with path.open(newline="", encoding="utf-8") as stream:
        return sum(1 for _ in csv.reader(stream))


def long_csv(folder: Path) -> Iterator[Line]:
    """α of a long CSV, beside Python's csv module, which only splits it."""
    import accord

    path = folder / "long.csv"
    table = _labels(200_000, 5, 5)
    lines = [f"i{i},c{c},{'abcde'[table[i, c]]}" for i in range(200_000) for c in range(5)]
    path.write_text("\n".join(["item,coder,label", *lines, ""]), "utf-8")
    begun, value = cpu(lambda: accord.alpha(accord.read(path), distance="nominal").value, 3)
    split, _ = cpu(lambda: _parsed(path), 2)
    same = abs(value - accord.alpha(table, distance="nominal").value) < NEAR
    yield "CSV of 10⁶ rows → α", begun, split, "csv alone", same


def wide_csv(folder: Path) -> Iterator[Line]:
    """α of a wide CSV."""
    import accord

    path = folder / "wide.csv"
    table = _labels(1_000_000, 3, 5)
    names = np.array(["a", "b", "c", "d", "e"])[table]
    lines = [f"i{i},{','.join(line)}" for i, line in enumerate(names.tolist())]
    path.write_text("\n".join(["item,rater1,rater2,rater3", *lines, ""]), "utf-8")
    begun, value = cpu(lambda: accord.alpha(accord.read(path), distance="nominal").value, 3)
    split, _ = cpu(lambda: _parsed(path), 2)
    same = abs(value - accord.alpha(table, distance="nominal").value) < NEAR
    yield "wide CSV, 10⁶ × 3 → α", begun, split, "csv alone", same


def workbook(folder: Path) -> Iterator[Line]:
    """α of an Excel sheet, beside calamine, which only opens it."""
    import pandas as pd
    from python_calamine import CalamineWorkbook

    import accord

    path = folder / "wide.xlsx"
    table = _labels(50_000, 5, 5)
    frame = pd.DataFrame(
        np.array(["a", "b", "c", "d", "e"])[table], columns=[f"rater{c}" for c in range(5)]
    )
    frame.insert(0, "item", [f"i{i}" for i in range(len(frame))])
    frame.to_excel(path, index=False)
    # The library that opens it works in a process of its own.
    apart = _children()
    mine, value = cpu(lambda: accord.alpha(accord.read(path), distance="nominal").value, 3)
    mine += (_children() - apart) / 3
    opened, _ = cpu(lambda: CalamineWorkbook.from_path(path).get_sheet_by_index(0).to_python(), 2)
    same = abs(value - accord.alpha(table, distance="nominal").value) < NEAR
    yield "xlsx, 50,000 × 5 → α", mine, opened, "calamine alone", same


def long_json(folder: Path) -> Iterator[Line]:
    """α of JSON of 100 MB, one list of objects; beside Python's json module, which only parses."""
    import accord

    path = folder / "long.json"
    rows = 1_500_000
    table = _labels(rows // 5, 5, 5)
    listed = [
        {"item": f"item{i}", "annotator": f"annotator{c}", "label": f"category {k}"}
        for i, line in enumerate(table.tolist())
        for c, k in enumerate(line)
    ]
    path.write_text(json.dumps(listed), "utf-8")
    del listed
    size = path.stat().st_size / 1e6
    mine, value = cpu(lambda: accord.alpha(accord.read(path), distance="nominal").value, 2)
    parsed, _ = cpu(lambda: len(json.loads(path.read_bytes())), 1)
    same = abs(value - accord.alpha(table, distance="nominal").value) < NEAR
    yield f"JSON of {size:.0f} MB, {rows:,} rows → α", mine, parsed, "json alone", same


def strings(folder: Path) -> Iterator[Line]:
    """κ and π of 10⁶ strings in each form that they have in Python."""
    import pandas as pd
    import polars as pl
    import pyarrow as pa
    from sklearn.metrics import cohen_kappa_score
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    import accord

    names = np.array(["statement", "question", "answer", "other", "none"])
    one, two = names[_labels(1_000_000, 2, 5)].T
    forms: dict[str, Callable[[Any], Any]] = {
        "NumPy strings": np.ascontiguousarray,
        "lists of str": lambda x: x.tolist(),
        "objects": lambda x: np.ascontiguousarray(x).astype(object),
        "NumPy StringDType": lambda x: x.astype(np.dtypes.StringDType()),
        "pandas, objects": lambda x: pd.Series(x.tolist(), dtype=object),
        "pandas, string": lambda x: pd.Series(x.tolist(), dtype="string"),
        "pandas, Arrow": lambda x: pd.Series(x.tolist(), dtype="string[pyarrow]"),
        "Polars": lambda x: pl.Series(x.tolist()),
        "Arrow": lambda x: pa.array(x.tolist()),
    }
    for form, made in forms.items():
        a, b = made(one), made(two)
        try:
            yield _beside(
                f"κ of 10⁶ × 2 {form}",
                lambda a=a, b=b: accord.kappa(a, b).value,
                lambda a=a, b=b: cohen_kappa_score(a, b),
                "scikit-learn",
            )
        except (TypeError, ValueError) as error:  # the peer takes no such form
            mine, _ = cpu(lambda a=a, b=b: accord.kappa(a, b).value, 5)
            print(f"    scikit-learn: {type(error).__name__}")
            again, _ = cpu(lambda: cohen_kappa_score(one.tolist(), two.tolist()), 1)
            yield f"κ of 10⁶ × 2 {form}", mine, again, "scikit-learn (lists)", True
    table = names[_labels(1_000_000, 5, 5)]
    columns = {f"c{c}": table[:, c] for c in range(5)}
    wides: dict[str, Any] = {
        "NumPy strings": table,
        "objects": table.astype(object),
        "pandas, objects": pd.DataFrame(columns).astype(object),
        "pandas, string": pd.DataFrame(columns).astype("string"),
        "Polars": pl.DataFrame({c: x.tolist() for c, x in columns.items()}),
        "Arrow": pa.table({c: x.tolist() for c, x in columns.items()}),
    }
    theirs, other = cpu(lambda: fleiss_kappa(aggregate_raters(table)[0]), 1)
    objects = table.astype(object)
    slow, _ = cpu(lambda: fleiss_kappa(aggregate_raters(objects)[0]), 1)
    for form, data in wides.items():
        mine, value = cpu(lambda data=data: accord.pi(data).value, 5)
        its = theirs if form == "NumPy strings" else slow
        yield f"π of 10⁶ × 5 {form}", mine, its, "statsmodels", abs(value - other) < NEAR


def many_coders(folder: Path) -> Iterator[Line]:
    """α nominal of many coders."""
    import krippendorff

    import accord

    for gaps, said in ((0.2, "float with gaps"), (0.0, "whole numbers")):
        data = _labels(100_000, 50, 10, gaps)
        yield _beside(
            f"α nominal, 10⁵ × 50, {said}",
            lambda data=data: accord.alpha(data, distance="nominal").value,
            lambda data=data: krippendorff.alpha(data.T, level_of_measurement="nominal"),
            "krippendorff",
        )


def sets(folder: Path) -> Iterator[Line]:
    """α of sets of labels."""
    from bench_sets import _columns, _sets
    from nltk.metrics import jaccard_distance, masi_distance
    from nltk.metrics.agreement import AnnotationTask

    import accord

    rng = np.random.default_rng(1)
    columns = _columns(rng, 1000, 5, _sets(rng, 1205))
    rows = [(c, i, label) for c, labels in columns.items() for i, label in enumerate(labels)]
    for name, theirs in (("masi", masi_distance), ("jaccard", jaccard_distance)):
        yield _beside(
            f"α {name}, 1,000 × 5, 1,205 sets, with loading",
            lambda name=name: accord.alpha(accord.from_coders(columns), distance=name).value,
            lambda theirs=theirs: AnnotationTask(rows, distance=theirs).alpha(),
            "NLTK",
        )


def crowd_model(folder: Path) -> Iterator[Line]:
    """Dawid & Skene, as many rounds as crowd-kit's; then with the starts it has by default."""
    from bench_latent import ROUNDS, simulated
    from crowdkit.aggregation.classification.dawid_skene import DawidSkene

    import accord

    frame, _ = simulated()
    study = accord.from_frame(frame, item="task", coder="worker", category="label")
    settings: dict[str, Any] = {"max_iter": ROUNDS, "tolerance": -1, "restarts": 0}
    mine, ours = cpu(lambda: accord.latent.dawid_skene(study, **settings), 5)
    its, peer = cpu(lambda: DawidSkene(n_iter=ROUNDS, tol=-1).fit(frame), 3)
    theirs = peer.probas_.sort_index()[list(ours.categories)].to_numpy()
    same = bool(abs(theirs - ours.probabilities).max() < 1e-7)
    yield f"Dawid–Skene 10⁵ × 5, {ROUNDS} rounds", mine, its, "crowd-kit", same
    yield _alone("Dawid–Skene 10⁵ × 5, default starts", lambda: accord.latent.dawid_skene(study))


def ratings(folder: Path) -> Iterator[Line]:
    """ICC(2,1) of complete ratings."""
    import pandas as pd
    import pingouin

    import accord

    rng = np.random.default_rng(0)
    real = rng.normal(size=(100_000, 1)) + 0.5 * rng.normal(size=(100_000, 5))
    for what, table in (("scores", real), ("ratings 1 to 7", np.clip(np.rint(4 + real), 1, 7))):
        long = pd.DataFrame(
            {
                "item": np.repeat(np.arange(100_000), 5),
                "rater": np.tile(np.arange(5), 100_000),
                "score": table.ravel(),
            }
        )

        def theirs(long: Any = long) -> float:
            found = pingouin.intraclass_corr(long, "item", "rater", "score")
            return float(found["ICC"].iloc[1])

        ours = partial(accord.icc, table)
        yield _beside(f"ICC(2,1), 10⁵ × 5 {what}", ours, theirs, "pingouin", 1e-6)


def alignment(folder: Path) -> Iterator[Line]:
    """γ with 30 samples of chance."""
    from bench_gamma import QUICK, units

    import accord

    for coders, size in ((5, 50), (5, 100), (8, 30)):
        study = accord.Continuum.of(units(coders, size))
        yield _alone(
            f"γ, 30 samples {coders} × {size}",
            lambda study=study: accord.spans.gamma(study, **QUICK),
            5,
        )


def parquet(folder: Path) -> Iterator[Line]:
    """10⁷ codings in Parquet, 5 of 12 coders an item, read without DuckDB: a whole process."""
    yield from _counted(folder, 10**7, "read")


def parquet_duckdb(folder: Path) -> Iterator[Line]:
    """The same, counted by DuckDB."""
    yield from _counted(folder, 10**7, "count")


def parquet_large(folder: Path) -> Iterator[Line]:
    """10⁸ codings of five coders, as the engine that is there counts them."""
    from bench_scale import make

    make(folder, 10**8)
    yield _process("Parquet, 10⁸ codings of 5 coders → α", ["-c", _COUNT, str(folder), "count"])


_COUNT = """
import sys, resource
import accord
take = accord.read if sys.argv[2] == "read" else accord.scale.count
print(accord.alpha(take(sys.argv[1]), distance="nominal").value)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def _counted(folder: Path, codings: int, engine: str) -> Iterator[Line]:
    from bench_scale import make_some

    make_some(folder, codings, 12)
    said = "with DuckDB" if engine == "count" else "without DuckDB"
    work = ["-c", _COUNT, str(folder), engine]
    yield _process(f"Parquet, {codings:.0e} codings, 5 of 12, {said} → α", work)


def _process(what: str, arguments: list[str], repeats: int = 2) -> Line:
    """A whole process; what it prints last is its memory."""
    from bench_first_number import used

    printed = subprocess.run(
        [sys.executable, *arguments], check=True, capture_output=True, text=True
    ).stdout.split()
    spent = min(used(arguments) for _ in range(repeats))
    memory = f"(peak {printed[-1]} MB)" if len(printed) == 2 else ""
    return what, spent, None, memory, None


def reports(folder: Path) -> Iterator[Line]:
    """Whole commands from file to page."""
    from bench_reports import crowd, labels, spans

    page = str(folder / "page.html")
    for what, written in (
        ("report, 3 coders × 1,000 labels", labels),
        ("report, spans 200 × 5 × 40", spans),
        ("report, crowd 20,000 × 5 of 300", crowd),
    ):
        words = ["-m", "accord", "report", str(written(folder)), "-o", page]
        yield _process(what, words)


def judge(folder: Path) -> Iterator[Line]:
    """The sheet on a judge of 10⁵ outputs: from the log to the page."""
    from bench_judges import inspect_log

    path = folder / "log.json"
    path.write_text(json.dumps(inspect_log(100_000)), "utf-8")
    page = folder / "sheet.html"
    yield _process(
        "judge sheet, 10⁵ rows, page",
        ["-m", "accord", "judge", str(path), "--judge", "judge", "-o", str(page)],
    )


def trees(folder: Path) -> Iterator[Line]:
    """α of trees."""
    import accord
    from accord.simulate import TreeModel, shuffle

    mistakes = {"move_subtrees": 0.1, "relabel_arcs": 0.05}
    study = shuffle(TreeModel(items=1000, lengths=(10, 30)).draw(0), mistakes, coders=3)
    # once: a study remembers the distances of its trees
    yield _alone("tree α, 10³ × 3", lambda: accord.trees.tree_alpha(study), 1)


PARTS = (
    long_csv,
    wide_csv,
    workbook,
    long_json,
    strings,
    many_coders,
    sets,
    crowd_model,
    ratings,
    parquet,
    parquet_duckdb,
    alignment,
    reports,
    judge,
    trees,
)
"""What is measured without being asked for; 10⁸ codings (parquet_large) take minutes to write."""


def main(arguments: list[str]) -> int:
    """Each part in a process of its own."""
    if arguments[:1] == ["--here"]:
        with tempfile.TemporaryDirectory() as folder:
            for line in globals()[arguments[1]](Path(folder)):
                row(*line)
        return 0
    wanted = arguments or [part.__name__ for part in PARTS]
    here = [sys.executable, __file__, "--here"]
    return max(subprocess.run([*here, part], check=False).returncode for part in wanted)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
