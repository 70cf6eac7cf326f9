"""Bland and Altman's plot: how far ratings are apart, by how large they are."""

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

from accord._measure.labels.traces import AgreementLimits
from accord._report.render.theme import data_of, library
from accord._report.wording import label
from accord.errors import NotApplicableError
from accord.infer.ratings.measurement_error import LimitsWithMean
from accord.infer.ratings.summary import RatingSummary
from accord.words.said import Said, said

_Point = tuple[float, float, str]
"""The mean of an item, how far apart, and whose rating it is; "" where it is of both."""
_MANY = 10
"""More raters have one colour: a legend would be longer than the plot."""


def summary_chart(found: RatingSummary) -> Any:
    """The plot of a study of ratings: of two raters their differences, of more their distances
    from the mean of the item."""
    drawn = found.limits if found.limits is not None else found.with_mean
    if drawn is None:
        raise NotApplicableError("nothing to draw: there are no limits of agreement")
    return limit_chart(drawn)


def limit_chart(found: AgreementLimits | LimitsWithMean) -> Any:
    """The plot of limits of agreement, from the points that they were found in."""
    if isinstance(found, AgreementLimits):
        points = [(mean, apart, "") for mean, apart in found.points]
        return _plot(points, _of_two(found.as_dict()), said("chart.first-minus-second"))
    many = [(mean, apart, label(rater)) for mean, apart, rater in found.points]
    return _plot(many, _of_many(found.as_dict()), said("chart.apart-from-mean"))


def section_chart(section: dict[str, Any]) -> Any:
    """The same of the section of a report."""
    names = section["plot"]["raters"]
    rows = [row for row in section["items"] if row["mean"] is not None]
    if section["two"] is not None:
        both = [row for row in rows if None not in row["ratings"]]
        points = [(row["mean"], row["ratings"][0] - row["ratings"][1], "") for row in both]
        a, b = names
        return _plot(points, _of_two(section["two"]), said("chart.minus", a=a, b=b))
    if section["with_mean"] is None:
        return None
    points = [
        (row["mean"], rating - row["mean"], name)
        for row in rows
        for name, rating in zip(names, row["ratings"], strict=True)
        if rating is not None
    ]
    return _plot(points, _of_many(section["with_mean"]), said("chart.apart-from-mean"))


_Lines = tuple[list[float], list[float], list[tuple[float, float]]]
"""Where solid and dashed lines are, and bands."""


def _of_two(limits: Mapping[str, Any]) -> _Lines:
    ends = [limits["low_exact"], limits["high_exact"]]
    return [limits["bias"]], [limits["low"], limits["high"]], [(a, b) for a, b in ends]


def _of_many(limits: Mapping[str, Any]) -> _Lines:
    limit, low, high = limits["limit"], limits["low"], limits["high"]
    return [0.0], [-limit, limit], [(-high, -low), (low, high)] if _known(low, high) else []


def _known(*ends: float | None) -> bool:
    return all(end is not None and not isnan(end) for end in ends)


def _plot(points: Sequence[_Point], lines: _Lines, title: Said) -> Any:
    """Dots, the mean as a line, limits dashed, and the intervals of the limits as bands."""
    alt = library()
    solid, dashed, bands = lines
    if not points or not _known(*solid, *dashed):
        raise NotApplicableError("nothing to draw: there are no limits of agreement")
    y = alt.Y("apart:Q", title=title)
    shaded = [{"low": low, "high": high} for low, high in bands if _known(low, high)]
    layers = [
        alt.Chart(data_of(shaded))
        .mark_rect(color="@soft", opacity=0.25)
        .encode(y=alt.Y("low:Q", title=title), y2="high:Q")
    ]
    for places, dash in ((solid, [1, 0]), (dashed, [5, 4])):
        layers.append(
            alt.Chart(data_of([{"apart": place} for place in places]))
            .mark_rule(color="@muted", strokeDash=dash)
            .encode(y=y, tooltip=[alt.Tooltip("apart:Q", title=title)])
        )
    rows = [{"mean": mean, "apart": apart, "rater": rater} for mean, apart, rater in points]
    raters = list(dict.fromkeys(row["rater"] for row in rows))
    dots = alt.Chart(data_of(rows)).encode(
        x=alt.X("mean:Q", title=said("chart.mean-of-item"), scale=alt.Scale(zero=False)), y=y
    )
    if 1 < len(raters) <= _MANY:
        colour = alt.Color("rater:N", title=None, sort=raters)
        dots = dots.mark_point(filled=True, size=45, opacity=0.8).encode(color=colour)
    else:
        dots = dots.mark_point(filled=True, size=45, opacity=0.8, color="@accent")
    return alt.layer(*layers, dots).properties(width=460, height=280)
