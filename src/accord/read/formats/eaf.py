"""ELAN EAF: tiers of annotations on time slots, in milliseconds (read as seconds).

A tier is a layer, its coder is the attribute ANNOTATOR; where that is empty, the tiers of a
single file are the coders. Annotations that refer to others have their time; several that
refer to the same one share it equally, as do unaligned time slots.
"""

from bisect import bisect_left, bisect_right
from xml.etree.ElementTree import Element

from accord.errors import DataError
from accord.read.door.given import File
from accord.read.door.marks import Marks
from accord.read.door.read_options import Options
from accord.read.text.json_text import number
from accord.read.text.xml_text import content, parse_xml, place

Times = dict[str, tuple[float, float]]


def read_eaf(file: File, options: Options) -> Marks:
    """Read all tiers."""
    root = parse_xml(file.raw(), file.name, options.limits)
    marks = Marks(file.name)
    slots = _slots(root, file.name)
    times = _times(root, slots, file.name)
    if slots:
        marks.extents[None] = (0, max(slots.values()))
    named = any(tier.get("ANNOTATOR") for tier in root.iter("TIER"))
    for tier in root.iter("TIER"):
        coder = tier.get("ANNOTATOR") or ("(no annotator)" if named else None)
        layer = tier.get("TIER_ID") or ""
        if layer == "default" and not any(tier):  # every new file has it
            marks.notes.append("tier 'default' is empty and taken for nobody's")
            continue
        marks.saw(None, coder, layer)
        for one in [*tier.iter("ALIGNABLE_ANNOTATION"), *tier.iter("REF_ANNOTATION")]:
            marks.rows += 1
            where, name = place(one, file.name), one.get("ANNOTATION_ID") or ""
            value = content(one.find("ANNOTATION_VALUE")).strip()
            if name not in times:
                raise DataError(f"{where}: annotation {name!r} has no time")
            marks.span(None, coder, layer, value or None, where, *times[name])
    return marks


def _slots(root: Element, source: str) -> dict[str, float]:
    """Times of the slots in seconds.

    Slots without one lie evenly between the ends of their row of annotations, as ELAN shows
    them; else between their neighbours in the file.
    """
    found = [
        (slot.get("TIME_SLOT_ID") or "", slot.get("TIME_VALUE"), place(slot, source))
        for slot in root.iter("TIME_SLOT")
    ]
    known = [
        (at, number(value, "TIME_VALUE", where) / 1000)
        for at, (_, value, where) in enumerate(found)
        if value is not None
    ]
    times = {found[at][0]: time for at, time in known}
    for tier in root.iter("TIER"):
        _spread(tier, times)
    timed = [at for at, _ in known]
    for at, (name, _, where) in enumerate(found):
        if name in times:
            continue
        below, above = bisect_right(timed, at) - 1, bisect_left(timed, at)
        if below < 0 or above == len(known):
            raise DataError(f"{where}: time slot {name!r} has no time, nor do its neighbours")
        (first, low), (last, high) = known[below], known[above]
        times[name] = low if first == last else low + (high - low) * (at - first) / (last - first)
    return times


def _spread(tier: Element, times: dict[str, float]) -> None:
    """Divide the time of annotations that follow each other without times between them."""
    row: list[str] = []
    for one in tier.iter("ALIGNABLE_ANNOTATION"):
        begin, end = (one.get(f"TIME_SLOT_REF{n}") or "" for n in (1, 2))
        if not row or row[-1] != begin:
            row = [begin]
        row.append(end)
        if end in times:
            if row[0] in times:
                low, high = times[row[0]], times[end]
                for at, slot in enumerate(row):
                    times.setdefault(slot, low + (high - low) * at / (len(row) - 1))
            row = [end]


def _times(root: Element, slots: dict[str, float], source: str) -> Times:
    times: Times = {}
    for one in root.iter("ALIGNABLE_ANNOTATION"):
        ends = [one.get(f"TIME_SLOT_REF{n}") or "" for n in (1, 2)]
        if not all(end in slots for end in ends):
            raise DataError(f"{place(one, source)}: time slot {ends} does not exist")
        times[one.get("ANNOTATION_ID") or ""] = (slots[ends[0]], slots[ends[1]])
    waiting = list(root.iter("REF_ANNOTATION"))
    while waiting:
        ready = [one for one in waiting if one.get("ANNOTATION_REF") in times]
        if not ready:
            one = waiting[0]
            parent = one.get("ANNOTATION_REF")
            raise DataError(f"{place(one, source)}: annotation {parent!r}, its parent, has no time")
        waiting = [one for one in waiting if one.get("ANNOTATION_REF") not in times]
        siblings: dict[tuple[str, int], list[str]] = {}
        tiers = {id(a): n for n, tier in enumerate(root.iter("TIER")) for a in tier.iter()}
        for one in ready:
            key = (one.get("ANNOTATION_REF") or "", tiers.get(id(one), 0))
            siblings.setdefault(key, []).append(one.get("ANNOTATION_ID") or "")
        for (parent, _), names in siblings.items():
            low, high = times[parent]
            step = (high - low) / len(names)
            for at, name in enumerate(names):
                end = high if at == len(names) - 1 else low + step * (at + 1)
                times[name] = (low + step * at, end)
    return times
