"""Run hostile inputs, each in a process of its own, under limits of time and memory.

    python trials.py < trials.json > results.jsonl

A trial is {"name", "arguments", "folder"}: what is typed after `accord`, and where. The libraries
are loaded once, and each trial is a fork of this process, which costs little; what it took is what
the system says of that process (its computing time, the peak of its memory). A trial that takes
more than `KILL` seconds of computing, or fills more than `MOST` bytes, is ended.
"""

import json
import os
import resource
import signal
import sys
import time
from pathlib import Path

KILL = 90
MOST = 1 << 30


def trial(arguments: list[str], folder: str) -> dict[str, object]:
    """What the command printed, how it ended, and what it cost."""
    out, err = Path(folder, ".stdout"), Path(folder, ".stderr")
    began = time.monotonic()
    child = os.fork()
    if not child:
        _run(arguments, folder, out, err)
    status, used = _ended(child)
    return {
        "code": os.waitstatus_to_exitcode(status),
        "seconds": used.ru_utime + used.ru_stime,
        "waited": time.monotonic() - began,
        "memory": used.ru_maxrss << 10,
        "out": _beginning(out),
        "err": _beginning(err),
        "long": out.stat().st_size + err.stat().st_size,
    }


def _ended(child: int) -> tuple[int, resource.struct_rusage]:
    """Wait for a trial; one that takes too much memory is ended."""
    while True:
        done, status, used = os.wait4(child, os.WNOHANG)
        if done:
            return status, used
        pages = Path(f"/proc/{child}/statm").read_text().split()[1]
        if int(pages) * resource.getpagesize() > MOST:
            os.kill(child, signal.SIGKILL)
        time.sleep(0.01)


def _beginning(path: Path) -> str:
    with path.open("rb") as stream:
        return stream.read(20_000).decode("utf-8", "replace")


def _run(arguments: list[str], folder: str, out: Path, err: Path) -> None:
    """In the fork: run the command line as a user would, and end."""
    resource.setrlimit(resource.RLIMIT_CPU, (KILL, KILL + 5))
    os.chdir(folder)
    for path, stream in ((os.devnull, 0), (out, 1), (err, 2)):
        os.dup2(os.open(path, os.O_RDONLY if not stream else os.O_WRONLY | os.O_CREAT), stream)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    code = 99
    try:
        from accord.cli import main

        main(arguments)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def main() -> None:
    """Trials from standard input, results to standard output, a line each."""
    trials = json.load(sys.stdin)
    import numpy
    import scipy.optimize
    import scipy.sparse.csgraph

    import accord._read.door.building
    import accord._report.write
    import accord.cli.commands.measure
    import accord.cli.commands.report

    del numpy, scipy, accord  # loaded for all trials
    for one in trials:
        result = trial(one["arguments"], one["folder"])
        print(json.dumps({"name": one["name"], **result}), flush=True)


if __name__ == "__main__":
    main()
