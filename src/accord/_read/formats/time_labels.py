"""Times and labels in columns (.lab), as programs for music and speech write them.

    0.000 1.022 SILENCE          begin, end and label: a span; times in seconds
    0 2500000 sil                whole numbers beyond a day: HTK's units of 100 nanoseconds

One file for each coder.
"""

import re

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.tiers import TICK
from accord._read.text.json_values import number_in
from accord.errors import DataError

_LINE = re.compile(r"(\d+(?:\.\d*)?(?:[eE]-?\d+)?)\s+(\d+(?:\.\d*)?(?:[eE]-?\d+)?)\s+(\S.*?)\s*")
HTK = 1e7  # its units in a second
DAY = 86_400.0  # seconds: no recording of music or speech is longer, and a file of HTK soon is
_ENOUGH = 5  # first lines that are looked at


def sniff_lab(head: Head) -> bool:
    """Lines of begin, end and label in a file that is called .lab."""
    lines = [line for line in head.lines if line.strip() and not line.startswith("#")][:_ENOUGH]
    return bool(lines) and all(_LINE.fullmatch(line) for line in (lines[:-1] or lines))


def read_lab(file: File, options: Options) -> Marks:
    """Read labelled intervals."""
    marks = Marks(file.name, resolution=TICK)
    marks.saw(None, None)
    marks.extents[None] = (0, None)
    found: list[tuple[str, float, float, str]] = []
    whole = True
    for at, line in enumerate(file.text(options.encoding)[0].split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        marks.rows += 1
        where = f"{file.name}:{at}"
        with marks.skipping():
            cells = _LINE.fullmatch(line.strip())
            if cells is None:
                raise DataError(f"{where}: {line.strip()[:60]!r}; expected begin, end and label")
            begin, end = (number_in(cells[n], "time", where) for n in (1, 2))
            whole = whole and cells[1].isdecimal() and cells[2].isdecimal()
            found.append((where, begin, end, cells[3]))
    htk = whole and max((end for _, _, end, _ in found), default=0.0) > DAY
    if htk:
        marks.notes.append("times are whole numbers: read as HTK's units of 100 nanoseconds")
    for where, begin, end, label in found:
        with marks.skipping():
            unit = HTK if htk else 1.0
            marks.span(None, None, "labels", label, where, begin / unit, end / unit)
    return marks
