"""Sheets of workbooks (python-calamine) and data of SPSS and Stata (pyreadstat), in a process of
its own.

Run as a program it reads a file from its input and writes what is in it as JSON: a damaged file may
end the process that opens it. Its arguments are how many bytes of memory it may take, what the file
is, and for a workbook the sheet.
"""

import json
import sys
from io import BytesIO
from typing import Any

from accord.machine import limit_memory

HEAD = 60  # rows of a sheet that are looked at to find out what it is

Book = dict[str, Any]
"""`names` of all sheets; which of them are `hidden`; `chosen` ones that are wanted; the `rows` of
these by name, or, where none is wanted, the first rows of every sheet that is not hidden."""


def chosen_sheet(names: list[str], hidden: list[str], wanted: str) -> list[str]:
    """The sheets that are wanted: one by its name, several with commas, or * for all there are."""
    if wanted in names:
        return [wanted]
    if wanted == "*":
        return [name for name in names if name not in hidden]
    parts = [part.strip() for part in wanted.split(",")]
    return parts if len(parts) > 1 and all(part in names for part in parts) else []


def opened_book(raw: bytes, wanted: str | None) -> Book:
    """The sheets of a workbook."""
    import python_calamine as calamine

    book = calamine.CalamineWorkbook.from_filelike(BytesIO(raw))
    tables = [one for one in book.sheets_metadata if one.typ == calamine.SheetTypeEnum.WorkSheet]
    names = [one.name for one in tables]
    seen = calamine.SheetVisibleEnum.Visible
    hidden = [one.name for one in tables if one.visible != seen]
    picked = chosen_sheet(names, hidden, wanted) if wanted else []
    shown = [name for name in names if name not in hidden]
    most = None if wanted or len(shown) == 1 else HEAD
    rows = {
        name: book.get_sheet_by_name(name).to_python(nrows=most)
        for name in (picked if wanted else shown)
    }
    return {"names": names, "hidden": hidden, "chosen": picked, "rows": rows}


def surveyed(raw: bytes, program: str) -> dict[str, Any]:
    """The columns of a file of SPSS or Stata, the labels of values, and which values are missing.

    Value labels are pairs, for JSON would make text of numbers; missing values are ranges of SPSS
    and letters of Stata.
    """
    import pyreadstat

    read = {"spss": pyreadstat.read_sav, "stata": pyreadstat.read_dta}[program]
    columns, about = read(BytesIO(raw), user_missing=True, output_format="dict")
    labels = {name: list(pairs.items()) for name, pairs in about.variable_value_labels.items()}
    missing: dict[str, Any] = about.missing_ranges
    ranges = {name: [[part["lo"], part["hi"]] for part in parts] for name, parts in missing.items()}
    return {
        "columns": {name: [*map(_plain, values)] for name, values in columns.items()},
        "labels": labels,
        "ranges": ranges,
        "letters": dict(about.missing_user_values),
    }


def _plain(value: Any) -> Any:
    """A value for JSON: nothing for NaN, numbers of NumPy as Python's."""
    value = value.item() if hasattr(value, "item") else value
    return None if isinstance(value, float) and value != value else value  # noqa: PLR0124


def main() -> None:
    """Read from the input, write to the output; an error is written as text."""
    most, what, wanted = sys.argv[1:4]
    limit_memory(int(most))
    try:
        raw = sys.stdin.buffer.read()
        done = opened_book(raw, wanted or None) if what == "workbook" else surveyed(raw, what)
    except Exception as error:  # these libraries raise whatever their parts do
        done = f"{error}" or type(error).__name__  # type: ignore[assignment]
    sys.stdout.write(json.dumps(done, default=str))  # at once, which C does; dump() does not


if __name__ == "__main__":
    main()
