"""Messages speak Python; on the command line the same settings are options."""

import re
from typing import Any

from accord.errors import Said, Setting

OPTIONS = {"method": "--interval", "n_jobs": "--jobs"}
"""Settings that the command line calls by another name."""


def in_options(message: str) -> str:
    """The message with settings as a user types them.

    >>> from accord.errors import said
    >>> in_options(said("ask for ", Setting("mentions", "common"), ", or declare ",
    ...                 Setting("categories"), "; ", Setting("sets", "|"), " splits"))
    "ask for --mentions common, or declare --categories; --sets '|' splits"
    """
    return message.told(as_option) if isinstance(message, Said) else message


def as_option(setting: Setting) -> str:
    """One setting as an option, quoted for a shell where it must be."""
    option = OPTIONS.get(setting.name, "--" + setting.name.replace("_", "-"))
    if setting.value is None or setting.value is True:
        return option
    return f"{option} {_typed(setting.value)}"


def _typed(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        value = ",".join(map(str, value))
    text = str(value)
    return text if re.fullmatch(r"[\w.:,=…-]+", text) else f"'{text}'"
