"""An option for each setting of a measure, as its signature says it."""

from collections.abc import Callable, Iterable
from typing import Any

import rich_click as click

from accord.measure.settings import Option


def setting_options(settings: Iterable[Option], *, of_one: bool = False) -> Callable[[Any], Any]:
    """Add the options to a command; what is not given is None.

    Where they are `of_one` measure, their defaults are shown.
    """

    def add(command: Any) -> Any:
        for setting in reversed(list(settings)):
            flag = "--" + setting.name.replace("_", "-")
            kind: Any = click.Choice(setting.choices) if setting.choices else setting.type
            told = str(setting.default) if of_one and setting.default is not None else False
            option = click.option(
                flag, setting.name, type=kind, default=None, help=setting.help, show_default=told
            )
            command = option(command)
        return command

    return add
