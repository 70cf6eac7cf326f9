"""An option for each setting of a measure, as its signature says it."""

from collections.abc import Callable, Iterable
from typing import Any

import rich_click as click

from accord.measure.settings import Option

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
