"""Messages speak Python; on the command line the same settings are options."""

import json
import re
from collections.abc import Mapping
from typing import Any

from accord.errors import Setting, reworded

OPTIONS = {"method": "--interval", "n_jobs": "--jobs", "limits": "--limit"}
"""Settings that the command line calls by another name."""

MESSAGES = {
    "advice",
    "because",
    "left_out",
    "notes",
    "paragraph",
    "problem",
    "reason",
    "sentence",
    "undefined",
    "why",
}
"""Keys of plain data that hold messages; the others hold the user's own words."""


def in_options(message: str) -> str:
    """The message with settings as a user types them.

    >>> in_options(f"use {Setting('mentions', 'common')} or {Setting('sets', '|')}")
    "use --mentions common or --sets '|'"
    >>> in_options("declare `categories=`, raise it with `limits=Limits(depth=3)`")
    'declare --categories, raise it with --limit depth=3'
    """
    return reworded(message, _option)


def json_text(data: Any, indent: int = 1) -> str:
    """Plain data as JSON, its messages with settings as a user types them."""
    return json.dumps(data_in_options(data), ensure_ascii=False, indent=indent)


def data_in_options(data: Any, message: bool = False) -> Any:
    """Plain data, its messages with settings as a user types them.

    >>> data_in_options({"undefined": "choose one with `value=`", "coders": ["`value=`"]})
    {'undefined': 'choose one with --value', 'coders': ['`value=`']}
    """
    if isinstance(data, Mapping):
        return {key: data_in_options(part, key in MESSAGES) for key, part in data.items()}
    if isinstance(data, (list, tuple)):
        return [data_in_options(part, message) for part in data]
    return in_options(data) if message and isinstance(data, str) else data


def _option(setting: Setting) -> str:
    option = OPTIONS.get(setting.name, "--" + setting.name.replace("_", "-"))
    return option if setting.value in (None, True) else f"{option} {_typed(setting.value)}"


def _typed(value: Any) -> str:
    """A value as it is typed: lists with commas, in quotes where a shell needs them."""
    text = ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    text = re.sub(r"^Limits\((.*)\)$", r"\1", text)
    return text if re.fullmatch(r"[\w.:,=-]+", text) else f"'{text}'"
