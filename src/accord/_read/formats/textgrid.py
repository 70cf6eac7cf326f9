"""Praat TextGrid, long and short: tiers of intervals (or points) in seconds.

Every file is a coder's and its tiers are layers, unless their names say whose they are
(_read/formats/tiers.py) or the user does. Intervals without text are gaps.
"""

import re

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.tiers import TICK, coders_of_tiers
from accord._read.text.json_values import number_in
from accord.errors import DataError

# Numbers and quoted strings are the values in both forms; names, brackets and "=" are not.
_VALUE = re.compile(
    r'"((?:[^"]|"")*)"|(?<![\w\[.])(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w\].])|<(exists|absent)>'
)


_Interval = tuple[str, float, float, str]  # where it stands, begin, end, label
Tier = tuple[str, list[_Interval]]


class _Values:
    """The values of the file, one after another."""

    def __init__(self, text: str, source: str) -> None:
        self.values = _VALUE.finditer(text)
        self.source, self.text = source, text
        self.at = self.line = self.counted = 0

    def next(self, what: str) -> str:
        value = next(self.values, None)
        if value is None:
            raise DataError(f"{self.where()}: the file ends where {what} should follow")
        self.at = value.start()
        return value[1].replace('""', '"') if value[1] is not None else value[2] or value[3]

    def number(self, what: str) -> float:
        return number_in(self.next(what), what, self.where())

    def count(self, what: str) -> int:
        many = self.number(what)
        if many != int(many) or not 0 <= many <= len(self.text):  # each takes a letter at least
            raise DataError(f"{self.where()}: the number of {what} is {many}")
        return int(many)

    def where(self) -> str:
        self.line += self.text.count("\n", self.counted, self.at)
        self.counted = self.at
        return f"{self.source}:{self.line + 1}"


def read_textgrid(file: File, options: Options) -> Marks:
    """Read all tiers of a TextGrid."""
    text, _ = file.text(options.encoding)
    values = _Values(text.partition("TextGrid")[2].lstrip('" \r\n'), file.name)
    marks = Marks(file.name, tiers=True, resolution=TICK)
    begin, end = values.number("the begin"), values.number("the end")
    marks.extents[None] = (begin, end)
    if values.next("<exists>") != "exists":
        raise DataError(f"{file.name}: the TextGrid has no tiers")
    names: dict[str, int] = {}
    tiers: list[Tier] = []
    for _ in range(values.count("tiers")):
        kind, name = values.next("the class of a tier"), values.next("the name of a tier")
        names[name] = names.get(name, 0) + 1
        layer = name if names[name] == 1 else f"{name} ({names[name]})"
        values.number("the begin of a tier")
        values.number("the end of a tier")
        intervals = _tier(values, kind, layer, marks)
        if kind == "IntervalTier":
            tiers.append((layer, intervals))
    told = options.coder_from == "layer"
    owners = coders_of_tiers([layer for layer, _ in tiers], told=told)
    if owners is None:
        marks.saw(None, None)
    for layer, intervals in tiers:
        if owners is not None and layer not in owners:
            marks.drop("interval", "on tiers that name no coder", len(intervals))
            continue
        coder, name = (None, layer) if owners is None else owners[layer]
        marks.saw(None, coder, name)  # also where a tier is empty: its coder marked nothing
        for where, begin, end, label in intervals:
            marks.span(None, coder, name, label, where, begin, end)
    if any(n > 1 for n in names.values()):
        marks.notes.append("tiers of the same name are numbered")
    return marks


def _tier(values: _Values, kind: str, layer: str, marks: Marks) -> list[_Interval]:
    """The intervals of a tier that have a label."""
    if kind not in ("IntervalTier", "TextTier"):
        raise DataError(f"{values.where()}: tier {layer!r} is of the unknown class {kind!r}")
    labelled: list[_Interval] = []
    for _ in range(values.count("intervals")):
        marks.rows += 1
        begin = values.number("a time")
        end = begin if kind == "TextTier" else values.number("a time")
        where, label = values.where(), values.next("a label").strip()
        if label and kind == "TextTier":
            marks.drop("point", f"of tier {layer!r}: points have no length")
        elif label:
            labelled.append((where, begin, end, label))
    return labelled
