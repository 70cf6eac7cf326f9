"""Codings in Parquet, counted by DuckDB: seconds, resident memory, growth.

    python benchmarks/bench_scale.py               10⁶ and 10⁷ codings
    python benchmarks/bench_scale.py --codings 100000000
    python benchmarks/bench_scale.py --codings 10000000 --dask    two workers, one is killed

Five coders, ten categories, one coding in ten missing. Data are made in pieces in a temporary
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


def measure(folder: str, memory: str) -> None:
    """Count, then α and κ with intervals; one line of results."""
    import accord

    begin = time.perf_counter()
    tally = accord.count(folder, memory=memory)
    counted = time.perf_counter() - begin
    results = []
    for name, given in (("alpha", {"distance": "nominal"}), ("kappa", {})):
        agreement = accord.find(name).compute(tally, **given)
        results.append(f"{agreement.symbol} {agreement.value:.6f}")
        if hasattr(accord, "interval"):
            results.append(str(accord.interval(tally, name, n=1000, **given)))
    total = time.perf_counter() - begin
    resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024**2
    print(f"counted {counted:.1f} s, all {total:.1f} s, {resident:.2f} GB, {tally!r}, {results}")


def on_dask(folder: str) -> None:
    """The same counts on two Dask workers, one of which is killed on the way."""
    import os
    import signal
    import threading

    import dask.dataframe as dd
    from distributed import Client, LocalCluster

    import accord

    expected = accord.kappa(accord.count(folder)).value
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
        found = accord.kappa(accord.count(dd.read_parquet(folder))).value
        seconds = time.perf_counter() - begin
    print(
        f"Dask, a worker killed: {seconds:.1f} s, κ {found:.6f}, apart {abs(found - expected):.1e}"
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--codings", type=int, nargs="*", default=[10**6, 10**7])
    parser.add_argument("--memory", default="2GB")
    parser.add_argument("--dask", action="store_true")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        if given.dask:
            on_dask(given.measure)
        else:
            measure(given.measure, given.memory)
        return
    for codings in given.codings:
        folder = Path(tempfile.mkdtemp(prefix="accord-scale-"))
        try:
            size = make(folder, codings)
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
                ],
                check=True,
            )
        finally:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
