"""How a table was read, kept beside it: acts.accord.toml for acts.csv."""

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from accord._read.door.read_options import that_are
from accord.errors import DataError, UnknownNameError

KEPT = that_are("kept")
"""Settings of `accord.read` that a file may keep: what a table means, not how far to trust it."""

_LARGEST = 1 << 20


def saved_reading(path: Path) -> dict[str, Any]:
    """The settings that a file keeps."""
    if path.stat().st_size > _LARGEST:
        raise DataError(f"{path.name}: too large for a saved reading")
    try:
        told = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path.name}: is not TOML ({error}); repair or remove it") from None
    for name, value in told.items():
        if name not in KEPT:
            raise UnknownNameError.of(f"setting in {path.name}", name, KEPT)
        plain = value if isinstance(value, list) else [value]
        if not all(isinstance(one, (str, int)) for one in plain):
            raise DataError(f"{path.name}: {name} is {value!r}; needed a text, a number or a list")
    return told


def reading_text(settings: Mapping[str, Any]) -> str:
    """The text of the file that keeps these settings.

    >>> print(reading_text({"item": "id", "coders": ["A", "B"], "limits": None}), end="")
    # How accord reads the table of this name; see `accord inspect`.
    item = "id"
    coders = ["A", "B"]
    """
    lines = ["# How accord reads the table of this name; see `accord inspect`."]
    for name in KEPT:
        value = settings.get(name)
        if value is not None and value != ():
            plain = list(value) if isinstance(value, (list, tuple)) else value
            lines.append(f"{name} = {json.dumps(plain, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"
