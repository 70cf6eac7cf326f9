"""Who speaks when: RTTM, STM and SegLST; labels on a recording: Audacity. Times in seconds.

    SPEAKER rec 1 34.27 10.12 <NA> <NA> FEE041 <NA> <NA>     RTTM: onset and duration
    rec 1 Alice 0 1.5 what was said                          STM: begin and end
    0.48<tab>2.71<tab>label                                  Audacity

One file for each coder. Names of speakers are local to a file.
"""

import re
from collections.abc import Iterator
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.tiers import TICK
from accord._read.formats.uem import ExtentsOfFiles, scored_parts
from accord._read.text.json_text import json_of
from accord._read.text.json_values import as_list, name_at, needed, number_in
from accord.errors import DataError

NOTE = "names of speakers are local to a file: the same speaker must have the same name in all"
_NUMBER = r"-?\d+(?:[.,]\d+)?(?:[eE][+-]?\d+)?"
_STM = re.compile(rf"\S+ \S+ \S+ {_NUMBER} {_NUMBER}(?: .*)?")
_AUDACITY = re.compile(rf"({_NUMBER})\t({_NUMBER})(?:\t(.*))?")
# The types of NIST's Rich Transcription evaluations; only SPEAKER says who speaks when.
_RTTM = (
    *("SPEAKER", "LEXEME", "NON-SPEECH", "NON-LEX", "SEGMENT", "NOSCORE", "FILLER", "SPKR-INFO"),
    *("A/P", "CB", "IP", "SU", "EDIT", "NO_RT_METADATA"),
)


def _lines(file: File, options: Options) -> Iterator[tuple[str, str]]:
    for at, line in enumerate(file.text(options.encoding)[0].split("\n"), start=1):
        if line.strip() and not line.startswith(";;"):
            yield f"{file.name}:{at}", line.rstrip("\r")


def _turn(
    marks: Marks,
    parts: ExtentsOfFiles,
    name: str,
    speaker: str,
    where: str,
    begin: float,
    end: float,
) -> None:
    """File a turn of a speaker, or what of it lies in the part that is scored (UEM)."""
    if end < begin:
        raise DataError(f"{where}: the span {begin}–{end} ends before it begins")
    low, high = parts.get(name, (0, None))
    marks.extents[name] = (low, high)
    if high is not None:
        if end <= low or begin >= high:
            marks.saw(name, None)
            marks.drop("turn", "outside the part that is scored (UEM)")
            return
        if begin < low or end > high:
            marks.drop("end", "of a turn outside the part that is scored (UEM)")
        begin, end = max(begin, low), min(end, high)
    marks.span(name, None, "speakers", speaker, where, begin, end)


def sniff_rttm(head: Head) -> bool:
    """Lines that begin with a type of RTTM and have its fields."""
    fields = head.start.partition("\n")[0].split()
    return len(fields) >= 9 and fields[0] in _RTTM  # the tenth, a look-ahead, is often left out


def read_rttm(file: File, options: Options) -> Marks:
    """Read the SPEAKER lines of RTTM."""
    marks = Marks(file.name, notes=[NOTE], resolution=TICK)
    parts = scored_parts(file)

    def read(numbered: tuple[str, str]) -> None:
        where, line = numbered
        fields = line.split()
        marks.rows += 1
        if fields[0] != "SPEAKER":
            marks.drop(f"{fields[0]} line")
            return
        if len(fields) < 8:  # the name of the speaker is the eighth
            raise DataError(f"{where}: {len(fields)} fields, RTTM has 9 or 10")
        begin, length = (
            number_in(fields[3], "onset", where),
            number_in(fields[4], "duration", where),
        )
        _turn(marks, parts, fields[1], fields[7], where, begin, begin + length)

    marks.each(_lines(file, options), read)
    return marks


def sniff_stm(head: Head) -> bool:
    """Recording, channel, speaker, two times, words."""
    line = next((s for s in head.lines if not s.startswith(";;")), "")
    return head.file.suffix == ".stm" or bool(_STM.fullmatch(line))


def read_stm(file: File, options: Options) -> Marks:
    """Read turns of speakers from STM."""
    marks = Marks(file.name, notes=[NOTE], resolution=TICK)
    parts = scored_parts(file)

    def read(numbered: tuple[str, str]) -> None:
        where, line = numbered
        fields = line.split(maxsplit=5)
        marks.rows += 1
        if len(fields) < 5:
            raise DataError(f"{where}: {len(fields)} fields, STM has 5 or more")
        begin, end = (number_in(fields[n], "time", where) for n in (3, 4))
        _turn(marks, parts, fields[0], fields[2], where, begin, end)

    marks.each(_lines(file, options), read)
    return marks


def read_seglst(file: File, options: Options) -> Marks:
    """Read turns of speakers from SegLST."""
    marks = Marks(file.name, notes=[NOTE], resolution=TICK)
    parts = scored_parts(file)
    turns = json_of(file, options)

    def read(_: int, where: str, turn: Any) -> None:
        begin, end = (
            number_in(needed(turn, k, where), k, where) for k in ("start_time", "end_time")
        )
        session = name_at(turn, "session_id", where)
        speaker = name_at(turn, "speaker", where)
        _turn(marks, parts, session, speaker, where, begin, end)

    return marks.numbered(enumerate(as_list(turns), start=1), read, "segment")


def sniff_audacity(head: Head) -> bool:
    """Two times and a label, separated by tabs: Audacity writes fractions of seconds, and whole
    numbers are those of any table."""
    lines = [s for s in head.lines if s.strip() and not s.startswith("\\")][:5]
    found = [_AUDACITY.fullmatch(s) for s in (lines[:-1] or lines)]
    times = [(one[1], one[2]) for one in found if one]
    return (
        0 < len(found) == len(times)
        and any(sign in time for pair in times for time in pair for sign in ".,")
        and all(_time(begin) <= _time(end) for begin, end in times)
    )


def _time(text: str) -> float:
    return float(text.replace(",", "."))


def read_audacity(file: File, options: Options) -> Marks:
    """Read a label track that Audacity exported."""
    marks = Marks(file.name, resolution=TICK)
    marks.saw(None, None)
    marks.extents[None] = (0, None)

    def read(numbered: tuple[str, str]) -> None:
        where, line = numbered
        marks.rows += 1
        if line.startswith("\\"):
            marks.drop("frequency line")
            return
        cells = _AUDACITY.fullmatch(line)
        if not cells:
            raise DataError(f"{where}: {line[:60]!r}; expected begin<tab>end<tab>label")
        # Audacity writes a decimal comma where the language of the system has one.
        begin, end = (number_in(cells[n].replace(",", "."), "time", where) for n in (1, 2))
        marks.span(None, None, "labels", cells[3] or None, where, begin, end)

    marks.each(_lines(file, options), read)
    return marks
