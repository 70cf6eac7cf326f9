"""Data files of SPSS and Stata (extra `spss`): a table, its codes as their value labels.

    rater  item  stance              rater  item  stance
    1      1     1   labels: 1 Ann,  Ann    1     for
    2      1     2   2 Bob; 1 for,   Bob    1     against
    2      2     99  2 against;      Bob    2
                     99 is missing

Labels are used where every value of a column has one; a scale that names its ends only stays a
scale. What the file calls missing is no coding.
"""

from collections import Counter
from typing import Any

from accord._read.door.given import File
from accord._read.door.read_options import Options
from accord._read.formats.which_sheet import sheet_cell
from accord._read.formats.workbook import alone
from accord._read.tables.roles import Table
from accord._read.text.json_values import as_text
from accord.errors import DataError, Setting


def read_spss(file: File, options: Options) -> Table:
    """Read a data file of SPSS (.sav, .zsav)."""
    return _table(file, options, "spss")


def read_stata(file: File, options: Options) -> Table:
    """Read a data file of Stata (.dta)."""
    return _table(file, options, "stata")


def _table(file: File, options: Options, program: str) -> Table:
    title = {"spss": "SPSS", "stata": "Stata"}[program]
    needed = (f"reading {title}", "pyreadstat", "spss")
    survey = alone(file, options, program, "", needed, f"the {title} file")
    if as_text(survey) is not None:
        raise DataError(f"{file.name}: damaged {title} file ({survey})")
    if not survey["columns"]:
        raise DataError(f"{file.name}: it has no variables")
    notes: list[str] = []
    kept: dict[str, list[Any]] = {}
    missing: Counter[str] = Counter()
    for name, values in survey["columns"].items():
        gone = _Missing(survey["ranges"].get(name, ()), survey["letters"].get(name, ()))
        kept[name] = [None if value in (None, "") or value in gone else value for value in values]
        missing[name] = sum(value in gone for value in values)
    sets = {name: _named(dict(map(tuple, pairs))) for name, pairs in survey["labels"].items()}
    sets = {} if options.codes else {name: sets[name] for name in kept if sets.get(name)}
    partly = [name for name, labels in sets.items() if not _covered(kept[name], labels)]
    # Raters' columns share their labels: one of them in codes and another in words would not meet.
    mixed = [sets[name] for name in partly]
    labelled = [name for name, labels in sets.items() if labels not in mixed]
    columns = {
        name: [_cell(value, sets[name] if name in labelled else {}) for value in values]
        for name, values in kept.items()
    }
    partly = [name for name in sets if name not in labelled and any(kept[name])]
    if labelled:
        codes = Setting("codes", True)
        notes.append(f"value labels used for {_listed(labelled)} (the codes: {codes})")
    if partly:
        notes.append(f"codes kept for {_listed(partly)}: not every value has a label")
    absent = {name: n for name, n in missing.items() if n}
    if absent:
        shown = ", ".join(f"{name} ({n})" for name, n in list(absent.items())[:5])
        more = f" and {len(absent) - 5} more" if len(absent) > 5 else ""
        notes.append(f"values that the file calls missing read as absent: {shown}{more}")
    rows = [list(row) for row in zip(*columns.values(), strict=True)]
    filled = [(n, row) for n, row in enumerate(rows, start=1) if any(row)]
    return Table(
        file.name, tuple(columns), [row for _, row in filled], [n for n, _ in filled], tuple(notes)
    )


def _covered(values: list[Any], labels: dict[Any, str]) -> bool:
    """Whether every value has a label."""
    return {value for value in values if value is not None} <= labels.keys()


def _cell(value: Any, labels: dict[Any, str]) -> str:
    return "" if value is None else labels[value] if value in labels else sheet_cell(value)


class _Missing:
    """What a file calls missing: ranges of numbers or single values (SPSS), letters (Stata)."""

    def __init__(self, ranges: Any, letters: Any) -> None:
        self.ranges, self.letters = ranges, set(letters)

    def __contains__(self, value: Any) -> bool:
        if value is None or value in self.letters:
            return value is not None
        text = as_text(value)
        bare = value if text is None else text.strip()  # SPSS fills texts up with spaces
        return any(
            low <= bare <= high
            for low, high in self.ranges
            if (as_text(low) is None) == (text is None)
        )


def _named(labels: dict[Any, str]) -> dict[Any, str]:
    """The labels by code; codes that share a label stay apart."""
    # Two codes that were given one label by mistake must not become one category.
    often = Counter(str(label).strip() for label in labels.values())
    return {
        code: text if often[text] == 1 else f"{text} ({sheet_cell(code)})"
        for code, label in labels.items()
        if (text := str(label).strip())
    }


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return ", ".join(names[:8]) + more  # eight fit on a line or two of an audit
