"""Many values ranked in one strip, drawn without a library: readable for 20 and for 3,000."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from accord._report.render.theme import ticks_between
from accord.words.said import Language


@dataclass(frozen=True, slots=True)
class Ranked:
    """One of many: its value, its limits where it has any, how much it rests on, and whether it
    is to be looked at."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    size: float | None = None
    flagged: bool = False


def ranked_strip(
    rows: Iterable[Ranked],
    say: Language,
    *,
    least: float | None = None,
    most: float | None = None,
) -> dict[str, Any]:
    """All values in one strip, the lowest first, with intervals, and below how much each rests on.

    Paths of a few letters each: 300 values with intervals cost 13 kB, and 3,000 are as readable.
    They are drawn in a box as wide as there are values and 100 high, stretched to the page. What
    lies beyond `least` or `most` is drawn at the edge: one worker with two labels, whose interval
    is five times as long as the scale, would press all others flat.
    """
    ranked = sorted((row for row in rows if isfinite(row.value)), key=lambda row: row.value)
    ends = [
        end
        for row in ranked
        for end in (row.value, row.low, row.high)
        if end is not None and isfinite(end)
    ]
    least = max(min([0.0, *ends]), -inf if least is None else least)
    top = min(max([0.0, *ends]), inf if most is None else most)
    room = 0.03 * (top - least) or 0.1
    least, top = least - room, top + room

    def y(at: float) -> str:
        return f"{100 - 100 * (min(max(at, least), top) - least) / (top - least):.1f}"

    largest = max((row.size or 0 for row in ranked), default=0)
    paths = {"range": "", "dot": "", "size": "", "range-flagged": "", "dot-flagged": ""}
    paths["size-flagged"] = ""
    for at, row in enumerate(ranked):
        end = "-flagged" if row.flagged else ""
        x = at + 0.5
        if row.low is not None and row.high is not None:
            paths[f"range{end}"] += f"M{x} {y(row.low)}V{y(row.high)}"
        paths[f"dot{end}"] += f"M{x} {y(row.value)}h0"
        if row.size and largest:
            paths[f"size{end}"] += f"M{x} 0V{100 * row.size / largest:.1f}"
    places = [float(y(at)) for at in ticks_between(least, top)]
    return {
        "n": len(ranked),
        "paths": paths,
        "grid": "".join(f"M0 {place:.1f}H{len(ranked)}" for place in places),
        "zero": float(y(0.0)),
        "ticks": [
            (place, say.signs(f"{at:g}").replace("-", "−"))
            for place, at in zip(places, ticks_between(least, top), strict=True)
        ],
        "flagged": sum(row.flagged for row in ranked),
        "sized": bool(largest),
    }
