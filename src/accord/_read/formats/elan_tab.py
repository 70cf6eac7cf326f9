"""ELAN's tab-delimited text (or CSV), with a header or without, one annotation or one time a row.

    words  Anna  00:00:00.780  0.78  00:00:01.340  1.34  00:00:00.560  0.56  so

    Tier   Begin Time - hh:mm:ss.ms  Begin Time - ss.msec  End Time - …  Duration - …  Annotation
    Begin Time - msec  End Time - msec  words  gestures                     a column for each tier

Begin, end and duration follow each other, each in as many forms of time as were chosen. Names of
columns are in the language of ELAN's menus; " - hh:mm:ss.ms" and the like are the same in all.
Tiers are layers of times in seconds.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.behaviour import CLOCK, clock
from accord._read.formats.tiers import TICK, coders_of_tiers
from accord._read.text.json_values import number_in
from accord.errors import DataError

_FORM = re.compile(r"(.*\S)\s+-\s+(hh:mm:ss\.ms|ss\.msec|msec|PAL\S*|NTSC\S*)")
# Forms of time that are read, the first that is there; what a number is divided by.
_UNITS = {"hh:mm:ss.ms": 0.0, "ss.msec": 1.0, "msec": 1000.0}


_ROUNDED = 0.0015  # seconds: begin, end and duration are each rounded to a millisecond
_HEAD = 8192  # letters that are looked at: some dozens of lines


@dataclass(frozen=True, slots=True)
class Layout:
    """Where begin, end and duration stand, in which form; and where the rest does.

    `tier` is the column of the tier's name; where each tier has a column, `tiers` names them.
    """

    begin: int
    end: int
    duration: int | None
    form: str
    tier: int | None
    value: int
    tiers: tuple[tuple[int, str], ...] = ()


def sniff_elan_tab(head: Head) -> bool:
    """A header with forms of time, or lines of a tier and times of a clock."""
    rows = [cells for _, cells in _rows(head.text[:_HEAD], "")][:6]
    if not rows:
        return False
    if _FORM.fullmatch(rows[0][0]) or sum(bool(_FORM.fullmatch(cell)) for cell in rows[0]) > 1:
        return True
    return all(_bare(cells) is not None for cells in (rows[:-1] or rows))


def read_elan_tab(file: File, options: Options) -> Marks:
    """Read ELAN's tab-delimited text."""
    marks = Marks(file.name, tiers=True, resolution=TICK)
    rows = list(_rows(file.text(options.encoding)[0], file.name))
    if not rows:
        raise DataError(f"{file.name}: the file is empty")
    headed = any(_FORM.fullmatch(cell) for cell in rows[0][1])
    layout = _headed(*rows[0]) if headed else None
    rows = rows[1:] if headed else rows
    tiers = [name for _, name in layout.tiers] if layout else []
    if layout is None or layout.tier is not None:
        at = 0 if layout is None else layout.tier or 0
        tiers = list(dict.fromkeys(cells[at] for _, cells in rows if len(cells) > at))
    owners = coders_of_tiers(tiers, told=options.coder_from == "layer")

    def read(row: tuple[str, list[str]]) -> None:
        where, cells = row
        marks.rows += 1
        how = layout or _bare(cells)
        if how is None or len(cells) <= max(how.begin, how.end):
            raise DataError(f"{where}: {len(cells)} columns, not those of ELAN's text")
        begin, end = (_seconds(cells[at], how.form, where) for at in (how.begin, how.end))
        if how.duration is not None and len(cells) > how.duration:
            lasts = _seconds(cells[how.duration], how.form, where)
            if abs(end - begin - lasts) > _ROUNDED:
                raise DataError(f"{where}: {begin} to {end} s is not the duration given, {lasts} s")
        for tier, value in _values(cells, how):
            if owners is not None and tier not in owners:
                marks.drop("annotation", "on tiers that name no coder")
                continue
            coder, layer = (None, tier) if owners is None else owners[tier]
            document = _document(cells[how.value + 1 :] if not how.tiers else [])
            marks.extents.setdefault(document, (0, None))
            marks.saw(document, coder, layer)
            marks.span(document, coder, layer, value or None, where, begin, end)

    marks.each(rows, read)
    first = None if headed else _bare(rows[0][1])
    if first is not None and first.duration is None:
        marks.notes.append("a line has two times, taken for its begin and its end")
    return marks


def _values(cells: Sequence[str], how: Layout) -> list[tuple[str, str]]:
    """Tier and value of what a row says."""
    if how.tiers:
        values = [(name, cells[at].strip()) for at, name in how.tiers if at < len(cells)]
        return [(name, value) for name, value in values if value]
    value = cells[how.value].strip() if how.value < len(cells) else ""
    return [(cells[how.tier or 0], value)]


def _rows(text: str, name: str) -> Iterator[tuple[str, list[str]]]:
    """The cells of each line; comments, with which ELAN names files and media, are none."""
    lines = text.removeprefix("\ufeff").split("\n")
    tabs = any("\t" in line for line in lines[:20])
    for at, line in enumerate(lines, start=1):
        row = line.rstrip("\r")
        if row.strip() and not row.startswith(("#", '"#')):
            yield f"{name}:{at}", row.split("\t") if tabs else _split(row)


def _split(row: str) -> list[str]:
    try:
        return next(csv.reader([row]), [])
    except csv.Error:  # a broken line: it will not have the columns
        return [row]


def _headed(where: str, header: list[str]) -> Layout:
    """The layout that a header says, as long as it is certain what is begin and what is end."""
    forms = {at: form for at, cell in enumerate(header) if (form := _FORM.fullmatch(cell))}
    named = list(dict.fromkeys(form[1] for form in forms.values()))
    chosen = next((f for f in _UNITS if any(form[2] == f for form in forms.values())), None)
    if chosen is None:
        raise DataError(f"{where}: no times that are read; export them as hh:mm:ss.ms")
    # Three names are begin, end and duration in every language; two are certain in English only.
    if len(named) != 3 and [name.lower() for name in named] != ["begin time", "end time"]:
        raise DataError(
            f"{where}: begin, end and duration are not certain in {', '.join(named)}; export all "
            "three from ELAN"
        )
    places = {form[1]: at for at, form in reversed(forms.items()) if form[2] == chosen}
    if len(places) < len(named):
        raise DataError(f"{where}: not all times are there as {chosen}; export them as hh:mm:ss.ms")
    begin, end = (places[name] for name in named[:2])
    duration = places[named[2]] if len(named) == 3 else None
    rest = [at for at in range(len(header)) if at not in forms]
    if not rest:
        raise DataError(f"{where}: no column of annotations")
    if min(forms) == 0:  # no column before the times: a column for each tier
        tiers = tuple((at, header[at]) for at in rest if not _is_file(header[at]))
        return Layout(begin, end, duration, chosen, None, 0, tiers)
    after = [at for at in rest if at > max(forms)]
    if not after:
        raise DataError(f"{where}: no column of annotations behind the times")
    return Layout(begin, end, duration, chosen, 0, after[0])


def _bare(cells: Sequence[str]) -> Layout | None:
    """The layout of a line without a header: a tier, a participant, and times of a clock."""
    clocks = [at for at, cell in enumerate(cells) if CLOCK.fullmatch(cell.strip()) and "." in cell]
    if len(clocks) < 2 or clocks[0] not in (1, 2):
        return None
    step = clocks[1] - clocks[0]  # as many forms of time as there are
    block = [at for n, at in enumerate(clocks[:3]) if at == clocks[0] + n * step]
    if len(cells) <= block[-1]:
        return None
    duration = block[2] if len(block) > 2 else None
    return Layout(block[0], block[1], duration, "hh:mm:ss.ms", 0, block[-1] + step)


def _seconds(cell: str, form: str, where: str) -> float:
    text = cell.strip()
    return (
        clock(text, where) if form == "hh:mm:ss.ms" else number_in(text, form, where) / _UNITS[form]
    )


def _is_file(name: str) -> bool:
    return name.strip().lower() in ("file name", "file path", "file")


def _document(rest: Sequence[str]) -> str | None:
    """The transcription that a row is of, where several were exported."""
    file = next((cell for cell in reversed(rest) if cell.strip().lower().endswith(".eaf")), None)
    return None if file is None else re.sub(r"(?i)\.eaf\s*$", "", file.rpartition("/")[2])
