"""Ratings drawn without a library: raters on a line, items as columns, differences by size."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from accord._report.render.strip import Ranked, ranked_strip
from accord._report.render.theme import ticks_between
from accord.words.said import Language

MOST_RATERS = 12
"""More raters than these stand in one strip instead of a row each."""
MOST_ITEMS = 60
"""So many items are drawn as columns; of more, those whose ratings are farthest apart."""
_BESIDE = 0.18
"""How far apart equal ratings of one item are drawn, in widths of a column."""


def rating_rows(section: Mapping[str, Any], say: Language) -> list[dict[str, Any]]:
    """The mean of all raters and one rater on the line from 0 to 1."""
    level = section["threshold"]
    least = min([0.0, *(end for row in section["rows"] for end in (row["low"], row["value"]))])
    ticks = [at for at in ticks_between(max(least, 0.0), 1.0) if abs(at - level) > 0.08]

    def x(at: float) -> float:
        return float(round(100 * (min(max(at, least), 1.0) - least) / (1 - least), 2))

    return [
        {
            **row,
            "at": {
                "value": x(row["value"]),
                "low": None if row["low"] is None else x(row["low"]),
                "high": None if row["high"] is None else x(row["high"]),
                "ticks": [(x(at), say.signs(f"{at:g}")) for at in ticks],
                "levels": [(x(level), say.bare(level) + "*")],
            },
        }
        for row in section["rows"]
    ]


def rating_picture(section: Mapping[str, Any], say: Language) -> dict[str, Any]:
    """Who rates lower or higher, and where ratings differ."""
    raters = section["raters"]
    two = section["two"] is not None
    many = len(raters) > MOST_RATERS
    return {
        "form": "ratings",
        "title": say(section["title"]).rstrip("."),
        "note": say.of("ratings.picture-caption", level=section["level"]),
        "raters": [] if two or many else _raters(raters, say),
        "strip": _strip(raters, say) if many else None,
        "plot": _differences(section, say) if two else _columns(section, say),
    }


def _around(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _raters(rows: Sequence[Mapping[str, Any]], say: Language) -> list[dict[str, Any]]:
    """Each rater on one line around 0, with the words beside it."""
    ends = [
        end
        for row in rows
        for end in (row["low"], row["high"], row["apart"])
        if end is not None and isfinite(end)
    ]
    far = max([abs(end) for end in ends], default=1.0) * 1.05 or 1.0
    ticks = [(_x(at, -far, far), say.signs(_around(at))) for at in ticks_between(-far, far)]
    left = sum(not row["named"] for row in rows)
    found = []
    for row in rows:
        key = "ratings.is-lower" if row["apart"] < 0 else "ratings.is-higher"
        limits = row["low"] is not None
        if not row["named"]:  # of the two that are left over, one may be off, and nobody knows who
            apart = limits and not row["low"] <= 0 <= row["high"]
            key = "ratings.not-who" if apart and left == 2 else "ratings.not-clear"
        words = say.of(key, x=abs(row["apart"]))
        found.append(
            {
                "name": row["rater"],
                "named": row["named"],
                "lower": row["apart"] < 0,
                "words": words,
                "value": row["apart"],
                "limits": say.of(
                    "picture.limits", low=say.units(row["low"]), high=say.units(row["high"])
                )
                if limits
                else "",
                "at": {
                    "value": _x(row["apart"], -far, far),
                    "low": _x(row["low"], -far, far) if limits else None,
                    "high": _x(row["high"], -far, far) if limits else None,
                    "ticks": ticks,
                    "levels": [],
                },
            }
        )
    return found


def _strip(rows: Sequence[Mapping[str, Any]], say: Language) -> dict[str, Any]:
    ranked = [
        Ranked(row["rater"], row["apart"], row["low"], row["high"], row["items"], row["named"])
        for row in rows
    ]
    return ranked_strip(ranked, say)


def _x(at: float, least: float, most: float) -> float:
    return round(100 * (min(max(at, least), most) - least) / (most - least), 2)


def _axis(ends: Sequence[float]) -> tuple[float, float]:
    """The ends of an axis with a little room."""
    least, most = min(ends), max(ends)
    room = 0.06 * (most - least) or 0.5
    return least - room, most + room


def _columns(section: Mapping[str, Any], say: Language) -> dict[str, Any]:
    """One column for each item, one dot for each rating, or for its distance from the mean."""
    plot, all_items = section["plot"], section["items"]
    shown = sorted(all_items[:MOST_ITEMS], key=lambda row: row["mean"])
    far = plot["form"] == "distances"
    limit = section["with_mean"]["limit"] if far and section["with_mean"] else None
    values = [
        [None if x is None else x - row["mean"] if far else x for x in row["ratings"]]
        for row in shown
    ]
    there = [x for row in values for x in row if x is not None]
    least, most = _axis([*there, *([] if limit is None else [limit, -limit])])
    classes = [
        "lower" if name in plot["lower"] else "higher" if name in plot["higher"] else "dot"
        for name in plot["raters"]
    ]
    paths = {"between": "", "dot": "", "lower": "", "higher": ""}
    wide = 100 / max(len(shown), 1)
    shaded, marks = [], []
    for at, (row, ratings) in enumerate(zip(shown, values, strict=True)):
        middle = (at + 0.5) * wide
        rated = [x for x in ratings if x is not None]
        paths["between"] += (
            f"M{middle:.2f} {_y(max(rated), least, most)}V{_y(min(rated), least, most)}"
        )
        for j, x in enumerate(ratings):
            if x is not None:
                same = [i for i, other in enumerate(ratings) if other == x]
                aside = (same.index(j) - (len(same) - 1) / 2) * _BESIDE * wide
                paths[classes[j]] += f"M{middle + aside:.2f} {_y(x, least, most)}h0"
        if row["discuss"]:
            shaded.append((round(at * wide, 2), round(wide, 2)))
            marks.append((round(middle, 2), row["item"]))
    key = "ratings.profile-title" if len(shown) == len(all_items) else "ratings.profile-some"
    notes = [say.of("ratings.distance-note" if far else "ratings.profile-note")]
    notes += [
        say.of(name, names=plot[which])
        for which, name in (("lower", "ratings.marked-lower"), ("higher", "ratings.marked-higher"))
        if plot[which]
    ]
    return {
        "title": say.of(key, n=len(shown), m=len(all_items)),
        "note": " ".join(notes),
        "shaded": shaded,
        "bands": [],
        "marks": marks[:MOST_RATERS],
        "paths": [(name, path) for name, path in paths.items() if path],
        "lines": [] if limit is None else [(_y(end, least, most), "") for end in (limit, -limit)],
        "solid": [_y(0.0, least, most)] if far else [],
        **_grid(least, most, say),
        "x_ticks": [],
    }


def _y(at: float, least: float, most: float) -> float:
    return round(100 - _x(at, least, most), 2)


def _grid(least: float, most: float, say: Language) -> dict[str, Any]:
    ticks = ticks_between(least, most)
    return {"ticks": [(_y(at, least, most), say.signs(_around(at))) for at in ticks]}


def _differences(section: Mapping[str, Any], say: Language) -> dict[str, Any]:
    """Bland & Altman's plot: the difference of two raters by their mean, with the limits."""
    limits, plot = section["two"], section["plot"]
    points = [
        (row["mean"], row["ratings"][0] - row["ratings"][1])
        for row in section["items"]
        if None not in row["ratings"]
    ]
    x_least, x_most = _axis([mean for mean, _ in points])
    (low, low_end), (high, high_end) = limits["low_exact"], limits["high_exact"]
    ends = [end for end in (low, high_end) if end is not None]
    least, most = _axis([*(y for _, y in points), limits["low"], limits["high"], *ends])
    dots = "".join(f"M{_x(x, x_least, x_most)} {_y(y, least, most)}h0" for x, y in points)
    lines = [limits["low"], limits["high"]]
    bands = [
        (_y(top, least, most), round(_y(bottom, least, most) - _y(top, least, most), 2))
        for bottom, top in ((low, low_end), (high, high_end))
        if bottom is not None and top is not None
    ]
    a, b = plot["raters"]
    return {
        "title": say.of("ratings.difference-title", a=a, b=b),
        "note": say.of("ratings.difference-note"),
        "shaded": [],
        "bands": bands,
        "marks": [],
        "paths": [("dot", dots)],
        "lines": [(_y(end, least, most), say.units(end)) for end in lines],
        "solid": [_y(limits["bias"], least, most)],
        **_grid(least, most, say),
        "x_ticks": [
            (_x(at, x_least, x_most), say.signs(_around(at)))
            for at in ticks_between(x_least, x_most)
        ],
    }
