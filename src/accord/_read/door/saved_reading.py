"""How a table was read, kept beside it: acts.accord.toml for acts.csv."""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from accord._read.door.read_options import Options, check_types, that_are
from accord.errors import DataError, Setting, UnknownNameError

_KEPT = that_are("kept")
"""Settings of `accord.read` that a file may keep: what a table means, not how far to trust it."""

COLUMNS = "columns"
"""The key of the hash of the columns that a reading was kept for."""

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
        if name not in (*_KEPT, COLUMNS):
            raise UnknownNameError.of(f"setting in {path.name}", name, _KEPT)
        plain = value if isinstance(value, list) else [value]
        if not all(isinstance(one, (str, int)) for one in plain):
            raise DataError(
                f"{path.name}: {name} is {value!r}; expected a text, a number or a list"
            )
    check_types(told, path.name)
    if not isinstance(told.get(COLUMNS, ""), str):
        raise DataError(f"{path.name}: {COLUMNS} is {told[COLUMNS]}; expected a text")
    return told


def as_saved(path: Path, options: Options) -> Options:
    """The options with those that a file keeps, where the user says nothing else."""
    told = saved_reading(path)
    told.pop(COLUMNS, None)
    told = {("layer" if name == "sheet" else name): value for name, value in told.items()}
    if isinstance(told.get("seen"), str):
        told["seen"] = _list_beside(path, told["seen"])
    kept = Options(**told)
    own = {name: getattr(kept, name) for name in told if not getattr(options, name)}
    return replace(options, **own)


def _list_beside(path: Path, seen: str) -> str:
    """Who saw what, as a file keeps it: in words, by a column, or in a table beside it."""
    from accord._read.door.coverage import is_bare

    if not is_bare(seen):
        raise DataError(
            f"{path.name}: {Setting('seen', seen)} must be in the same folder. Write its name"
        )
    beside = path.parent / seen
    try:
        return str(beside) if beside.is_file() else seen
    except OSError as error:  # a name that is too long
        raise DataError(f"{path.name}: seen: {error.strerror}: {seen[:40]}…") from None


def hash_of(headers: Sequence[Sequence[str]]) -> str:
    """A short name for the columns of tables: another for others.

    >>> hash_of([["item", "Ann", "Bob"]])
    'ea1cbf58c0e7'
    """
    names = "\x1e".join("\x1f".join(header) for header in headers)
    return sha256(names.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def are_other_columns(path: Path, headers: Sequence[Sequence[str]]) -> bool:
    """Whether a file keeps the reading of other columns; one without their hash is for any."""
    kept = saved_reading(path).get(COLUMNS)
    return kept is not None and bool(headers) and kept != hash_of(headers)


def reading_text(settings: Mapping[str, Any]) -> str:
    """The text of the file that keeps these settings.

    >>> print(reading_text({"item": "id", "coders": ["A", "B"], "limits": None}), end="")
    # How accord reads the table of this name; see `accord inspect`.
    item = "id"
    coders = ["A", "B"]
    """
    lines = ["# How accord reads the table of this name; see `accord inspect`."]
    for name in (*_KEPT, COLUMNS):
        value = settings.get(name)
        if value is not None and value != ():
            plain = list(value) if isinstance(value, (list, tuple)) else value
            lines.append(f"{name} = {json.dumps(plain, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"
