"""Timing for benchmarks: CPU seconds of the best of a few runs, peer and accord side by side."""

import json
import os
import resource
import time
from collections.abc import Callable
from typing import Any


def cpu(function: Callable[[], Any], repeats: int = 3) -> tuple[float, Any]:
    """The least CPU time of `function` over some runs, and what it returned."""
    best, value = float("inf"), None
    for _ in range(repeats):
        start = time.process_time()
        value = function()
        best = min(best, time.process_time() - start)
        if best > 5:
            break
    return best, value


def peak_mb() -> float:
    """The largest resident memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def row(what: str, ours: float, theirs: float | None, peer: str, same: object) -> None:
    """Print one line: our time, the peer's, the ratio, and whether the values agree.

    Where `run.py` asks for it, the numbers of the line are kept, too.
    """
    if theirs is None:
        printed = f"{what:<46} accord {ours:9.4f} s   {peer}"
    else:
        printed = (
            f"{what:<46} accord {ours:9.4f} s   {peer:<14} {theirs:9.4f} s   "
            f"{theirs / ours:8.1f}×   values {'equal' if same else 'DIFFER'}"
        )
    print(printed)
    if kept := os.environ.get("ACCORD_BENCH_ROWS"):
        numbers = {"what": what, "ours": ours, "theirs": theirs, "peer": peer, "same": bool(same)}
        with open(kept, "a", encoding="utf-8") as stream:
            stream.write(json.dumps({**numbers, "printed": printed}) + "\n")
