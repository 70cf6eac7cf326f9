"""An option for each setting of a measure, as its signature says it."""

import sys
from collections.abc import Callable, Iterable
from inspect import signature
from math import isfinite
from typing import Any

import rich_click as click

from accord.cli.progress import progress_bar
from accord.measure.bound import taking
from accord.measure.cube.kernel import Countable
from accord.measure.entry import Measure
from accord.measure.settings import Option
from accord.model.agreement import Agreement
from accord.model.study import Study

FLAGS = {"category": ("--value", "of_category")}
"""Settings that have another option here, and its name: --category is a column of a table."""


def _number_or_word(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def setting_options(settings: Iterable[Option], *, of_one: bool = False) -> Callable[[Any], Any]:
    """Add the options to a command; what is not given is None.

    Where they are `of_one` measure, their defaults are shown.
    """

    def add(command: Any) -> Any:
        for setting in reversed(list(settings)):
            flag, name = FLAGS.get(
                setting.name, ("--" + setting.name.replace("_", "-"), setting.name)
            )
            kind: Any = click.Choice(setting.choices) if setting.choices else setting.type
            kind = _number_or_word if kind is object else kind
            told = str(setting.default) if of_one and setting.default is not None else False
            option = click.option(
                flag, name, type=kind, default=None, help=setting.help, show_default=told
            )
            command = option(command)
        return command

    return add


def as_settings(given: dict[str, Any]) -> dict[str, Any]:
    """What was given, by the names of the settings."""
    names = {name: setting for setting, (_, name) in FLAGS.items()}
    return {names.get(key, key): value for key, value in given.items()}


def computed(measure: Measure, study: Study | Countable, given: dict[str, Any]) -> Agreement:
    """The measure on the study; with a bar on a terminal where it samples chance.

    Ctrl-C ends the sampling, and the value is of the samples so far, marked as partial.
    """
    asked = taking(measure, given)
    if "progress" not in signature(measure.compute).parameters:
        return asked.compute(study)
    with progress_bar(measure.symbol) as bar:

        def told(done: int, planned: int, value: float, error: float) -> None:
            if bar is not None:
                so_far = f"{measure.symbol} = {value:.4f} ± {error:.4f}, {done}/{planned} samples"
                bar(done, planned, what=so_far)

        found = asked.with_(progress=told).compute(study)
    if found.settings.get("partial"):
        print(
            f"accord: interrupted: {found.symbol} is of {found.settings['samples']} samples only, "
            "fewer than the requested precision needs",
            file=sys.stderr,
        )
    return found


def beside(found: Agreement) -> dict[str, Any]:
    """What JSON says of a value that comes from samples: its error, bounds, and documents."""
    known = ("se", "exact", "certified", "coverage", "by_item", "by_category", "left_out")
    detail = {key: found.detail[key] for key in known if key in found.detail}
    if "disorders" not in found.detail:
        return {}
    for key in ("by_item", "by_category"):
        if key in detail:
            detail[key] = [{key[3:]: name, "value": v} for name, v in detail[key].items()]
    if "certified" in detail:
        detail["certified"] = [bound if isfinite(bound) else None for bound in detail["certified"]]
    if not isfinite(detail.get("se", 0.0)):
        detail["se"] = None
    return detail


def remarks(found: Agreement) -> list[str]:
    """The same for people: one line each, where there is something to say."""
    if "disorders" not in found.detail or found.undefined:
        return []
    samples, detail = found.settings["samples"], found.detail
    said = [f"{found.symbol}: ± {detail['se']:.4f} (standard error, from {samples} samples)"]
    if not detail.get("exact", True):
        low, high = detail["certified"]
        said.append(
            f"{found.symbol}: time budget reached; the exact value lies in "
            f"[{low:.4f}, {high:.4f}] (sampling error not included)"
        )
    if detail.get("left_out"):
        names = ", ".join(map(str, detail["left_out"][:5]))
        more = "" if len(detail["left_out"]) <= 5 else " …"
        number = len(detail["left_out"])
        said.append(
            f"{found.symbol}: left out {number} document{'s' * (number > 1)} without units or with "
            f"fewer than two coders: {names}{more}"
        )
    return said
