"""The sheets of a workbook, by python-calamine; imports nothing of accord, so it runs alone too.

Run as a program it reads a workbook from its input and writes the names of the sheets, the one
chosen and its cells as JSON: a damaged workbook may end the process that opens it. Its arguments
are how many bytes of memory it may take, and the sheet.
"""

import json
import sys
from contextlib import suppress
from io import BytesIO
from typing import Any

Sheets = tuple[list[str], str, list[list[Any]]]


def opened(raw: bytes, wanted: str | None) -> Sheets:
    """The names of the sheets, the one that is read (the first if none is wanted), its cells."""
    import python_calamine as calamine

    book = calamine.CalamineWorkbook.from_filelike(BytesIO(raw))
    names = list(book.sheet_names)
    sheet = wanted or (names[0] if names else "")
    return names, sheet, book.get_sheet_by_name(sheet).to_python() if sheet in names else []


def main() -> None:
    """Read from the input, write to the output; an error is written as text."""
    with suppress(ImportError, ValueError, OSError):  # some systems have no such limit, or a lower
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]), int(sys.argv[1])))
    try:
        done: Sheets | str = opened(sys.stdin.buffer.read(), sys.argv[2] or None)
    except Exception as error:
        done = f"{error}"
    json.dump(done, sys.stdout, default=str)


if __name__ == "__main__":
    main()
