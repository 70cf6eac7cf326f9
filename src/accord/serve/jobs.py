"""Jobs of the page, each in a process apart, with a time limit, a memory limit, and an end.

A person has two processes at most: one that answers each change at once, and one for long work.
No process serves two people. What is cancelled or takes too long is ended from outside, and the
next job finds a process that has its libraries loaded already.
"""

import asyncio
import os
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

from accord.machine import end_group, memory, safe_children
from accord.serve.speaking import language_in
from accord.words.said import spoken

SECONDS = 900.0
"""How long one job may take by default."""

LONG_CALLS = frozenset({"report", "judge", "disputes", "gold", "so_far", "reopen", "take"})
"""Calls that run beside those that answer each change."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one job may take: seconds, and bytes of memory (None: no limit)."""

    seconds: float = SECONDS
    memory: int | None = None


def usual_memory() -> int | None:
    """Half of the memory of the machine; None where the system does not tell."""
    found = memory()
    return None if found is None else found // 2


class _Worker:
    """One process; its messages come to the event loop through a thread that waits for them."""

    def __init__(self, bounds: Bounds) -> None:
        from multiprocessing import get_context

        from accord.serve.worker import work

        # Never fork: the server has threads, and a fork copies locks that nobody will release.
        start = get_context("spawn")
        self._pipe, inner = start.Pipe()
        self._process = start.Process(target=work, args=(inner, bounds.memory), daemon=True)
        was = {name: os.environ.get(name) for name in _THREADS}
        os.environ.update(dict.fromkeys(_THREADS, "1"))
        try:
            with safe_children():
                self._process.start()
        finally:
            for name, value in was.items():
                os.environ.pop(name, None) if value is None else os.environ.update({name: value})
        inner.close()
        self.ready = False
        self._loop = asyncio.get_running_loop()
        self.messages: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                message = self._pipe.recv()
            except (EOFError, OSError):
                message = ("ended", None)
            with suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self.messages.put_nowait, message)
            if message[0] == "ended":
                return

    def ask(self, folder: str, name: str, given: Any) -> None:
        """Send one call."""
        self._pipe.send((folder, name, given))

    def end(self) -> None:
        """End the process and all that it started."""
        if self._process.is_alive():
            end_group(self._process)
        self._process.join(5)
        with suppress(OSError):
            self._pipe.close()

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._process.is_alive()


_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""One thread each: many people's jobs share the machine, and threads take address space."""


@dataclass(slots=True)
class Spares:
    """The processes of all people: one spare that is warm, and those at work."""

    bounds: Bounds = field(default_factory=Bounds)
    _spare: _Worker | None = None
    _all: set[_Worker] = field(default_factory=set)

    def warm(self) -> None:
        """Have one process ready for whoever asks next."""
        if self._spare is None or not self._spare.alive:
            self._spare = _Worker(self.bounds)
            self._all.add(self._spare)

    def worker(self) -> _Worker:
        """A process for one person."""
        self.warm()
        found = self._spare
        assert found is not None
        self._spare = None
        # The next spare starts a little later, not while the first question of this person is
        # being answered.
        asyncio.get_running_loop().call_later(0.5, self.warm)
        return found

    def dismiss(self, worker: _Worker) -> None:
        """End a process."""
        self._all.discard(worker)
        worker.end()

    def close(self) -> None:
        """End all of them."""
        for worker in tuple(self._all):
            self.dismiss(worker)
        self._spare = None


@dataclass(slots=True)
class Desk:
    """One person's processes: at most one job in each at a time."""

    bench: Spares
    folder: str
    _workers: dict[bool, _Worker] = field(default_factory=dict)
    _locks: dict[bool, asyncio.Lock] = field(
        default_factory=lambda: {False: asyncio.Lock(), True: asyncio.Lock()}
    )

    async def run(self, name: str, given: Any) -> AsyncGenerator[dict[str, Any], None]:
        """The progress of one job, and at the end its answer; who stops listening cancels it."""
        # Two processes a person: a report that takes minutes must not hold up the number that
        # changes with each click.
        long = name in LONG_CALLS
        say = spoken(language_in(given))
        ended = {"answer": {"problem": say.of("serve.ended"), "ended": True}}
        async with self._locks[long]:
            worker = self._workers.get(long)
            if worker is None or not worker.alive:
                worker = self._workers[long] = self.bench.worker()
            done = False
            try:
                worker.ask(self.folder, name, given)
                while not worker.ready:  # its libraries load; the time of the job has not begun
                    worker.ready = True
                    if (await worker.messages.get())[0] == "ended":
                        yield ended
                        return
                async with asyncio.timeout(self.bench.bounds.seconds):
                    while True:
                        kind, said = await worker.messages.get()
                        if kind == "progress":
                            yield {"progress": said[0], "what": said[1]}
                        elif kind == "answer":
                            done = not said.get("spent")  # its memory is full: another one
                            yield {"answer": said}
                            return
                        elif kind == "ended":
                            yield ended
                            return
            except TimeoutError:
                late = say.of("serve.late", seconds=f"{self.bench.bounds.seconds:g}")
                yield {"answer": {"problem": late, "ended": True}}
            except OSError:
                yield ended
            finally:
                if not done:  # late, dead, or nobody listens any more
                    self._workers.pop(long, None)
                    self.bench.dismiss(worker)

    @property
    def busy(self) -> bool:
        """Whether a job is at work."""
        return any(lock.locked() for lock in self._locks.values())

    def rest(self) -> None:
        """End this person's processes; their files stay."""
        for worker in self._workers.values():
            self.bench.dismiss(worker)
        self._workers.clear()
