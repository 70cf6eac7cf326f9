"""Transcripts: CHAT (.cha of CHILDES and TalkBank) and EXMARaLDA (.exb).

    *MRX:<tab>first line of speech 5000_10000        CHAT: utterances, times between NAKs
    %cod:<tab>$PRO                                   what is said about the utterance above

CHAT: layer "speakers" has utterances with times as spans, "utterances" who speaks in each; every
dependent tier (%cod, %act …) labels utterances. EXMARaLDA: tiers are layers of events in seconds,
or in steps of the time line where that has no times. The file is the coder.
"""

import re
from bisect import bisect_left, bisect_right
from xml.etree.ElementTree import Element

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.tiers import TICK, coders_of_tiers
from accord._read.text.json_values import number_in
from accord._read.text.xml_text import content, place, xml_of
from accord.errors import DataError
from accord.model.showing import counted

# Milliseconds between two signs of negative acknowledgement (NAK), as CLAN writes them.
_TIMES = re.compile("\x15(\\d{1,12})_(\\d{1,12})\x15")
_LINE = re.compile(r"([*%])([^:\t]{1,40}):\s*(.*)", re.DOTALL)


def read_chat(file: File, options: Options) -> Marks:
    """Read a transcript of CHAT."""
    marks = Marks(file.name, resolution=TICK)
    marks.saw(None, None)
    at = 0
    timeless: list[tuple[str, str]] = []
    for where, line in _joined(file, options):
        if line.startswith("@"):
            continue
        marks.rows += 1
        parts = _LINE.fullmatch(line)
        if not parts:
            marks.skip(DataError(f"{where}: {line[:60]!r} is not a line of CHAT (@, * or %)"))
            continue
        text = _TIMES.sub("", parts[3]).strip()
        if parts[1] == "%":
            if not at:
                marks.skip(DataError(f"{where}: %{parts[2]} before any utterance"))
                continue
            marks.label(None, None, f"%{parts[2]}", text or None, where, item=str(at))
            continue
        at += 1
        marks.label(None, None, "utterances", parts[2], where, item=str(at))
        times = _TIMES.search(parts[3])
        if times:
            with marks.skipping():
                begin, end = int(times[1]) / 1000, int(times[2]) / 1000
                marks.span(None, None, "speakers", parts[2], where, begin, end)
                marks.main = "speakers"
        else:
            timeless.append((parts[2], where))
    if marks.main:
        marks.extents[None] = (0, None)
        for speaker, where in timeless:  # counted where that layer is read
            marks.label(None, None, "speakers", speaker, where)
    if not at:
        raise DataError(f"{file.name}: no utterance (a line that begins with *) in the transcript")
    return marks


def _joined(file: File, options: Options) -> list[tuple[str, str]]:
    """The lines, those that begin with a tab joined to the one they continue."""
    rows: list[tuple[str, str]] = []
    for at, line in enumerate(file.text(options.encoding)[0].split("\n"), start=1):
        row = line.rstrip("\r")
        if row.startswith("\t") and rows:
            rows[-1] = (rows[-1][0], f"{rows[-1][1]} {row.strip()}")
        elif row.strip():
            rows.append((f"{file.name}:{at}", row))
    return rows


def read_exmaralda(file: File, options: Options) -> Marks:
    """Read a basic transcription of EXMARaLDA."""
    root = xml_of(file, options)
    points = list(root.iter("tli"))
    times = _timeline([(p.get("id") or "", p.get("time")) for p in points], file.name)
    timed = any(point.get("time") for point in points)
    marks = Marks(file.name, tiers=True, resolution=TICK if timed else 1.0)
    if not timed:
        marks.notes.append("the time line has no times: lengths count its steps")
    guessed = sum(not point.get("time") for point in points) if timed else 0
    if guessed:
        marks.notes.append(
            f"{counted(guessed, 'point')} of the time line without a time, taken to lie evenly "
            "between the points around"
        )
    if times:
        marks.extents[None] = (0, max(times.values()))
    speakers = {s.get("id"): content(s.find("abbreviation")).strip() for s in root.iter("speaker")}
    tiers: dict[str, list[Element]] = {}
    for tier in root.iter("tier"):
        who = speakers.get(tier.get("speaker")) or tier.get("speaker") or ""
        name = tier.get("display-name") or f"{who} [{tier.get('category') or 'v'}]".strip()
        while name in tiers:
            name += "'"
        tiers[name] = list(tier.iter("event"))
    owners = coders_of_tiers(list(tiers), told=options.coder_from == "layer")
    if owners is None:
        marks.saw(None, None)
    for name, events in tiers.items():
        if owners is not None and name not in owners:
            marks.drop("event", "on tiers that name no coder", len(events))
            continue
        coder, layer = (None, name) if owners is None else owners[name]
        marks.saw(None, coder, layer)
        for event in events:
            marks.rows += 1
            where = place(event, file.name)
            ends = [event.get(side) or "" for side in ("start", "end")]
            gone = next((end for end in ends if end not in times), None)
            with marks.skipping():
                if gone is not None:
                    raise DataError(f"{where}: {gone!r} is not on the time line")
                value = _spoken(event).strip()
                marks.span(None, coder, layer, value or None, where, times[ends[0]], times[ends[1]])
    return marks


def _spoken(event: Element) -> str:
    """The text of an event, without what its <ud-information> says about it."""
    return "".join([event.text or "", *(child.tail or "" for child in event)])


def _timeline(points: list[tuple[str, str | None]], source: str) -> dict[str, float]:
    """Point → seconds; those without times lie evenly between their neighbours."""
    known = [
        (at, float(number_in(time, "time", f"{source}: point {name}")))
        for at, (name, time) in enumerate(points)
        if time
    ]
    if not known:
        return {name: float(at) for at, (name, _) in enumerate(points)}
    times: dict[str, float] = {}
    places = [at for at, _ in known]
    for at, (name, _) in enumerate(points):
        low = known[max(bisect_right(places, at) - 1, 0)]
        high = known[min(bisect_left(places, at), len(known) - 1)]
        share = 0.0 if low[0] >= high[0] else (at - low[0]) / (high[0] - low[0])
        times[name] = low[1] + share * (high[1] - low[1])
    return times
