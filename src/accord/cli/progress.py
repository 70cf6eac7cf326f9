"""The bar that shows how far costly work is, where somebody watches."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Show(Protocol):
    """What moves the bar."""

    def __call__(self, done: float, of: float = 1.0, /, *, what: str | None = None) -> None:
        """Show that so much is done, and what is being done where that changes."""


@contextmanager
def progress_bar(what: str, *, quiet: bool = False) -> Iterator[Show | None]:
    """A bar on a terminal's error stream, once the work has taken a second; None where none is.

    It moves to and fro until the work says how much of it is done, if it ever does.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from threading import Timer

    from rich.console import Console
    from rich.progress import Progress

    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=None)
    clock = Timer(1.0, bar.start)  # also where the work never reports
    clock.daemon = True
    clock.start()

    def show(done: float, of: float = 1.0, /, *, what: str | None = None) -> None:
        bar.update(task, completed=done, total=of, description=what)

    try:
        yield show
    finally:
        clock.cancel()
        clock.join()
        bar.stop()
