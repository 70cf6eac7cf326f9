"""Codings in Parquet, counted by DuckDB: seconds, resident memory, growth.

    python benchmarks/bench_scale.py               10⁶ and 10⁷ codings
    python benchmarks/bench_scale.py --codings 100000000
    python benchmarks/bench_scale.py --of 12       each item by 5 of 12 coders, none missing
    python benchmarks/bench_scale.py --codings 10000000 --dask    two workers, one is killed
    python benchmarks/bench_scale.py --gamma       1000 continua on one process and on two

Five coders an item, ten categories, one coding in ten missing. ACCORD_NATIVE=0 leaves all to
DuckDB. Data are made in pieces in a temporary
folder and deleted. Each size runs in a process of its own, so that its memory is its own.
"""

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CODERS, CATEGORIES = 5, 10
PIECE = 2_000_000  # items a file


def make_some(folder: Path, codings: int, coders: int) -> int:
    """The same where any five of more coders code an item, and nothing is missing."""
    from itertools import combinations

    import numpy as np
    import pyarrow
    from pyarrow import parquet

    fives = np.array([*combinations(range(coders), CODERS)], dtype=np.int32)
    names = pyarrow.array([f"coder {c}" for c in range(coders)])
    labels = pyarrow.array([f"label {k}" for k in range(CATEGORIES)])
    items = codings // CODERS
    for begin in range(0, items, PIECE):
        number = min(PIECE, items - begin)
        rng = np.random.default_rng([1, begin])
        who = fives[rng.integers(len(fives), size=number)].ravel()
        truth = rng.integers(CATEGORIES, size=(number, 1))
        other = rng.integers(CATEGORIES, size=(number, CODERS))
        what = np.where(rng.random((number, CODERS)) < 0.7, truth, other).astype(np.int32).ravel()
        table = {
            "item": np.repeat(np.arange(begin, begin + number), CODERS),
            "coder": pyarrow.DictionaryArray.from_arrays(who, names),
            "category": pyarrow.DictionaryArray.from_arrays(what, labels),
        }
        parquet.write_table(pyarrow.table(table), folder / f"{begin:012d}.parquet")
    return sum(path.stat().st_size for path in folder.glob("*.parquet"))


def make(folder: Path, codings: int) -> int:
    """Write the codings, whole items in each file; their bytes on disk."""
    import duckdb

    items = codings // CODERS
    connection = duckdb.connect()
    connection.execute("SET memory_limit = '1GB'; SET threads = 2")
    for begin in range(0, items, PIECE):
        stop = min(begin + PIECE, items)
        connection.execute(f"""
            COPY (SELECT i AS item, 'coder ' || c AS coder,
                         CASE WHEN hash(i, c, 1) % 10 = 0 THEN NULL
                              WHEN hash(i, c, 2) % 10 < 7
                              THEN 'label ' || (hash(i, 3) % {CATEGORIES})
                              ELSE 'label ' || (hash(i, c, 4) % {CATEGORIES}) END AS category
                  FROM range({begin}, {stop}) t(i), range({CODERS}) u(c))
            TO '{folder}/{begin:012d}.parquet' (FORMAT parquet)""")
    return sum(path.stat().st_size for path in folder.glob("*.parquet"))


def measure(folder: str, memory: str, intervals: bool) -> None:
    """Count, then α and κ with intervals; one line of results."""
    import accord

    begin, before = time.perf_counter(), time.process_time()
    tally = accord.scale.count(folder, memory=memory)
    counted, cpu = time.perf_counter() - begin, time.process_time() - before
    results = []
    for name, given in (("alpha", {"distance": "nominal"}), ("kappa", {})):
        agreement = accord.find(name).compute(tally, **given)
        results.append(f"{agreement.symbol} {agreement.value:.6f}")
        if intervals:
            results.append(str(accord.interval(tally, accord.bound(name, **given), resamples=1000)))
    total, all_cpu = time.perf_counter() - begin, time.process_time() - before
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    print(
        f"counted {counted:.1f} s (CPU {cpu:.1f}), all {total:.1f} s (CPU {all_cpu:.1f}), "
        f"{resident:.2f} GB, {tally!r}, {results}"
    )


def on_dask(folder: str) -> None:
    """The same counts on two Dask workers, one of which is killed on the way."""
    import os
    import signal
    import threading

    import dask.dataframe as dd
    from distributed import Client, LocalCluster

    import accord

    expected = accord.kappa(accord.scale.count(folder)).value
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):

        def kill() -> None:
            while not any(client.processing().values()):
                time.sleep(0.05)
            os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)

        threading.Thread(target=kill).start()
        begin = time.perf_counter()
        found = accord.kappa(accord.scale.count(dd.read_parquet(folder))).value
        seconds = time.perf_counter() - begin
    print(
        f"Dask, a worker killed: {seconds:.1f} s, κ {found:.6f}, apart {abs(found - expected):.1e}"
    )


def continua(number: int = 1000, units: int = 30, coders: int = 4) -> object:
    """A corpus of documents whose units coders shift, miss and mislabel."""
    import numpy as np

    import accord

    rng = np.random.default_rng(1)
    rows = []
    for document in range(number):
        for begin in rng.choice(40 * units, size=units, replace=False).tolist():
            for coder in range(coders):
                if rng.random() < 0.9:
                    at = max(0, begin + int(rng.integers(-5, 6)))
                    label = int(rng.integers(3)) if rng.random() < 0.2 else begin % 3
                    rows.append((document, coder, at, at + int(rng.integers(5, 30)), "xyz"[label]))
    return accord.Unitizings.of(rows)


def gamma_on_processes() -> None:
    """γ of 1000 continua: wall clock, and CPU of this process and of its workers.

    On a busy machine wall clock says little; with two free cores two processes would take the
    CPU of this process plus half of the workers'.
    """
    import os
    from glob import glob

    import accord

    study = continua()
    accord.spans.gamma(study.take(range(20)), n_jobs=2)  # starts the workers
    workers = [w for f in glob("/proc/self/task/*/children") for w in Path(f).read_text().split()]

    def cpu() -> float:
        fields = [Path(f"/proc/{w}/stat").read_text().rsplit(")", 1)[1].split() for w in workers]
        return sum(int(f[11]) + int(f[12]) for f in fields) / os.sysconf("SC_CLK_TCK")

    took = []
    for jobs in (1, 2):
        begin, own, theirs = time.perf_counter(), time.process_time(), cpu()
        value = accord.spans.gamma(study, n_jobs=jobs).value
        wall, own, theirs = time.perf_counter() - begin, time.process_time() - own, cpu() - theirs
        took.append((wall, own + theirs / jobs))
        print(f"{jobs} processes: γ {value:.12f}, {wall:.1f} s, CPU {own:.2f} + {theirs:.2f} s")
    print(
        f"wall clock {took[0][0] / took[1][0]:.2f} times as fast, by CPU "
        f"{took[0][1] / took[1][1]:.2f} times with two free cores"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--codings", type=int, nargs="*", default=[10**6, 10**7])
    parser.add_argument("--memory", default="2GB")
    parser.add_argument("--of", type=int, default=CODERS, help="how many coders there are")
    parser.add_argument("--only-count", action="store_true", help="no intervals")
    parser.add_argument("--dask", action="store_true")
    parser.add_argument("--gamma", action="store_true")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.gamma:
        gamma_on_processes()
        return
    if given.measure:
        if given.dask:
            on_dask(given.measure)
        else:
            measure(given.measure, given.memory, not given.only_count)
        return
    for codings in given.codings:
        folder = Path(tempfile.mkdtemp(prefix="accord-scale-"))
        try:
            size = (
                make(folder, codings)
                if given.of == CODERS
                else make_some(folder, codings, given.of)
            )
            print(f"{codings:.0e} codings, {size / codings:.2f} bytes each on disk:", end=" ")
            sys.stdout.flush()
            subprocess.run(
                [
                    sys.executable,
                    __file__,
                    "--measure",
                    str(folder),
                    "--memory",
                    given.memory,
                    *(["--dask"] if given.dask else []),
                    *(["--only-count"] if given.only_count else []),
                ],
                check=True,
            )
        finally:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
