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


def given(name: str, file: str, content: bytes | str, *arguments: str) -> None:
    """An input that is one file, given to each command: "measure FILE …" where none is named."""

    def write(folder: Path) -> list[str]:
        data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
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
