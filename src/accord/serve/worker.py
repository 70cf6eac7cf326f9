"""The process in which a person's files are read and measured: one at a time, within limits.

It ends with the process that started it, however that ends, and takes the person's files along.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from accord.machine import lead_group, limit_memory
from accord.serve.speaking import language_in
from accord.words.said import said, spoken

LEAST_MEMORY = 1 << 30
"""Bytes: below this not even the libraries load."""


def work(pipe: Any, memory: int | None) -> None:
    """Answer calls until nobody asks: folder, name, arguments in, progress and the answer out."""
    # A group of its own, so that ending a job also ends the processes that it started.
    lead_group()
    if memory is not None:
        # Charts set aside address space that they never write to.
        limit_memory(max(memory, LEAST_MEMORY), written=True)
    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # nothing of a file is printed
    _warm()
    folder, engine = None, None
    pipe.send(("ready", None))
    while True:
        try:
            where, name, given = pipe.recv()
        except (EOFError, OSError):
            return
        # What was read stays in memory between the questions of one person, and never serves
        # another.
        if where != folder:
            from accord.serve.engine import Engine

            folder, engine = where, Engine(Path(where))
            _watch(folder)
        assert engine is not None
        answer = _answered(engine, name, given, pipe)
        with suppress(OSError):
            pipe.send(("answer", answer))


def _answered(engine: Any, name: str, given: Any, pipe: Any) -> dict[str, Any]:
    share, doing = -1.0, ""

    def told(done: float, what: str) -> None:
        nonlocal share, doing
        # Every per cent is told, not every step: a pipe that is full would hold up the work.
        if not 0 <= done - share < 0.01 or what != doing:
            share, doing = done, what
            pipe.send(("progress", (done, what)))

    try:
        found: dict[str, Any] = engine.call(name, given, told)
        return found
    except Exception as error:  # a mistake of ours is said, and the page goes on
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        kind = type(error).__name__
        problem = said("serve.bug", kind=kind)
        if place is not None:
            file = Path(place.tb_frame.f_code.co_filename).name
            problem = said("serve.bug_at", kind=kind, file=file, line=place.tb_lineno)
        return {"problem": spoken(language_in(given))(problem), "bug": True}


def _warm() -> None:
    """Load what the first question needs, before it is asked."""
    import accord.serve.engine
    import accord.serve.taking  # noqa: F401
    from accord._measure.cube.coefficients import alpha
    from accord.kinds.labels.tabular import from_coders

    alpha(from_coders({"A": "ab", "B": "ab"}), distance="nominal")
    import scipy.stats  # noqa: F401


_watching: set[str] = set()


def _watch(folder: str) -> None:
    """End when the page's process has ended, and leave nothing behind."""
    from multiprocessing import parent_process
    from threading import Thread

    parent = parent_process()
    _watching.add(folder)
    # One thread watches for all folders of this process.
    if parent is None or len(_watching) > 1:
        return

    def wait() -> None:
        from multiprocessing.connection import wait as until
        from shutil import rmtree

        until([parent.sentinel])
        for one in _watching:
            rmtree(Path(one).parent, ignore_errors=True)
        # Not sys.exit, which in a thread ends only the thread.
        os._exit(1)

    Thread(target=wait, daemon=True).start()
