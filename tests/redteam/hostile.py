"""The hostile inputs: each is a function that writes files into a folder and says what to type."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

Write = Callable[[Path], list[str]]
HOSTILE: dict[str, Write] = {}
"""Name → what writes the files and returns the arguments of `accord`."""


def hostile(name: str) -> Callable[[Write], Write]:
    """List an input under a name."""

    def listed(write: Write) -> Write:
        assert name not in HOSTILE, name
        HOSTILE[name] = write
        return write

    return listed


Content = bytes | str | Callable[[], bytes | str]


def given(name: str, file: str, content: Content, *arguments: str) -> None:
    """An input that is one file, made when it is needed: "measure FILE" where nothing is said."""

    def write(folder: Path) -> list[str]:
        made = content() if callable(content) else content
        data = made.encode("utf-8", "surrogatepass") if isinstance(made, str) else made
        (folder / file).write_bytes(data)
        return [part.replace("FILE", file) for part in arguments or ("measure", "FILE")]

    hostile(name)(write)


def table(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def lines(records: Iterable[Any]) -> str:
    """Records as JSON Lines."""
    return "".join(json.dumps(record) + "\n" for record in records)
