"""Measures that sample chance on their own: a bar with the value so far and its error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import signature
from typing import Any

from accord.measure.catalogue import settings_for
from accord.measure.entry import Measure
from accord.model.agreement import Agreement
from accord.model.study import Study

Shown = Callable[[int, int, float, float], None]


def computed(measure: Measure, study: Study, given: dict[str, Any]) -> Agreement:
    """The measure on the study; with a bar on a terminal where it samples chance.

    Ctrl-C ends the sampling, and the value is of the samples so far, marked as partial.
    """
    settings = settings_for(measure, given)
    if "progress" not in signature(measure.compute).parameters:
        return measure.compute(study, **settings)
    with sampling_bar(measure.symbol) as progress:
        found = measure.compute(study, progress=progress, **settings)
    if found.settings.get("partial"):
        print(
            f"accord: interrupted: {found.symbol} is of {found.settings['samples']} samples only, "
            "fewer than the precision asks for",
            file=sys.stderr,
        )
    return found


@contextmanager
def sampling_bar(symbol: str) -> Iterator[Shown | None]:
    """A bar of chance samples on a terminal's error stream, once it has taken a second."""
    if not sys.stderr.isatty():
        yield None
        return
    from time import monotonic

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    begun = monotonic()
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("samples"),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip
    task = bar.add_task(symbol)

    def show(done: int, planned: int, value: float, error: float) -> None:
        if not bar.live.is_started and monotonic() - begun > 1:
            bar.start()
        text = f"{symbol} = {value:.4f} ± {error:.4f}"
        bar.update(task, completed=done, total=planned, description=text)

    try:
        yield show
    finally:
        bar.stop()
