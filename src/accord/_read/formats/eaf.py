"""ELAN EAF: tiers of annotations on time slots, in milliseconds (read as seconds).

A tier is a layer, its coder is the attribute ANNOTATOR; where that is empty the file is a coder's,
unless the names of the tiers say whose they are (_read/formats/tiers.py). Annotations that refer to
others have their time; several that refer to the same one share it equally, as do unaligned time
slots.
"""

from bisect import bisect_left, bisect_right
from xml.etree.ElementTree import Element

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.tiers import TICK, Owner, coders_of_tiers
from accord._read.text.json_values import number_in
from accord._read.text.xml_text import content, place, xml_of
from accord.errors import DataError

Times = dict[str, tuple[float, float]]


def read_eaf(file: File, options: Options) -> Marks:
    """Read all tiers."""
    root = xml_of(file, options)
    marks = Marks(file.name, tiers=True, resolution=TICK)
    slots = _slots(root, file.name)
    times, lost = _times(root, slots)
    if slots:
        marks.extents[None] = (0, max(slots.values()))
    tiers = {tier.get("TIER_ID") or "": tier for tier in root.iter("TIER")}
    if "default" in tiers and not any(tiers["default"]):  # every new file has it
        marks.notes.append("tier 'default' is empty and belongs to no coder")
        del tiers["default"]
    owners = _owners(tiers, told=options.coder_from == "layer")
    if not owners:
        marks.saw(None, None)
    for name, tier in tiers.items():
        annotations = [*tier.iter("ALIGNABLE_ANNOTATION"), *tier.iter("REF_ANNOTATION")]
        marks.rows += len(annotations)
        if owners and name not in owners:
            marks.drop("annotation", "on tiers without a coder", len(annotations))
            continue
        coder, layer = owners.get(name, (None, name))
        marks.saw(None, coder, layer)
        for one in annotations:
            where, own = place(one, file.name), one.get("ANNOTATION_ID") or ""
            value = content(one.find("ANNOTATION_VALUE")).strip()
            with marks.skipping():
                if own not in times:
                    why = lost.get(own, f"annotation {own!r} has no time")
                    raise DataError(f"{where}: {why}")
                marks.span(None, coder, layer, value or None, where, *times[own])
    return marks


def _owners(tiers: dict[str, Element], *, told: bool) -> dict[str, Owner]:
    """Tier → its coder and layer; empty where tiers name no coders.

    A coder is what ANNOTATOR says of the tier or of the one it depends on, or PARTICIPANT where
    that is called like a coder (it mostly is who speaks), or the name of the tier.
    """
    owners = coders_of_tiers(list(tiers), told=told)
    if owners is not None or told:
        return owners or {}
    by_speaker = {f"{tier.get('PARTICIPANT')}:{name}": name for name, tier in tiers.items()}
    owners = coders_of_tiers([key for key in by_speaker if not key.startswith("None:")], told=False)
    if owners is not None:
        return {by_speaker[key]: owner for key, owner in owners.items()}
    known: dict[str, str] = {}
    named = {name: who for name in tiers if (who := _annotator(name, tiers, known))}
    coders = set(named.values())
    if len(coders) == 1:  # the tiers without a name are of the same file
        named = dict.fromkeys(tiers, next(iter(coders)))
    return {name: (who, name) for name, who in named.items()}


def _annotator(name: str, tiers: dict[str, Element], known: dict[str, str]) -> str:
    """The ANNOTATOR of a tier, or of the tiers it depends on; `known` are those found so far."""
    way: list[str] = []  # no recursion: a stranger's tiers may depend on each other in a circle
    while name in tiers and name not in known:
        known[name] = tiers[name].get("ANNOTATOR") or ""
        if known[name]:
            break
        way.append(name)
        name = tiers[name].get("PARENT_REF") or ""
    known.update(dict.fromkeys(way, known.get(name, "")))
    return known.get(way[0] if way else name, "")


def _slots(root: Element, source: str) -> dict[str, float]:
    """Times of the slots in seconds.

    Slots without one lie evenly between the ends of their row of annotations, as ELAN shows
    them; else between their neighbours in the file.
    """
    slots = [
        (slot.get("TIME_SLOT_ID") or "", slot.get("TIME_VALUE"), place(slot, source))
        for slot in root.iter("TIME_SLOT")
    ]
    known = [
        (at, number_in(value, "TIME_VALUE", where) / 1000)
        for at, (_, value, where) in enumerate(slots)
        if value is not None
    ]
    times = {slots[at][0]: time for at, time in known}
    for tier in root.iter("TIER"):
        _spread(tier, times)
    timed = [at for at, _ in known]
    for at, (name, _, where) in enumerate(slots):
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


def _times(root: Element, slots: dict[str, float]) -> tuple[Times, dict[str, str]]:
    """The time of every annotation, and why others have none."""
    times: Times = {}
    lost: dict[str, str] = {}
    for one in root.iter("ALIGNABLE_ANNOTATION"):
        name = one.get("ANNOTATION_ID") or ""
        ends = [one.get(f"TIME_SLOT_REF{n}") or "" for n in (1, 2)]
        if all(end in slots for end in ends):
            times[name] = (slots[ends[0]], slots[ends[1]])
        else:
            lost[name] = f"time slot {ends} does not exist"
    below: dict[str, dict[int, list[Element]]] = {}
    for n, tier in enumerate(root.iter("TIER")):
        for one in tier.iter("REF_ANNOTATION"):
            below.setdefault(one.get("ANNOTATION_REF") or "", {}).setdefault(n, []).append(one)
    # Parents before children, however deep, and no endless round where they go in a circle: pympi
    # fails on an EAF whose annotations refer to ones that refer to others.
    ready = [name for name in below if name in times]
    while ready:
        parent = ready.pop()
        low, high = times[parent]
        for siblings in below.pop(parent).values():
            step = (high - low) / len(siblings)
            for at, one in enumerate(siblings):
                name, last = one.get("ANNOTATION_ID") or "", at == len(siblings) - 1
                times[name] = (low + step * at, high if last else low + step * (at + 1))
                if name in below:
                    ready.append(name)
    for parent, tiers in below.items():
        for one in (one for siblings in tiers.values() for one in siblings):
            name = one.get("ANNOTATION_ID") or ""
            lost[name] = f"annotation {parent!r}, its parent, has no time"
    return times, lost
