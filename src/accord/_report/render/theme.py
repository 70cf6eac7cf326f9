"""What every chart needs: Altair, its data, colours, light and dark, and places on a line.

Charts name colours by tokens, a palette fills them in.
"""

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import Any, ClassVar

from accord.errors import MissingExtraError, UnknownNameError
from accord.words.said import Language, Said

_COLOURS = """
    token      light    dark
    @ink       #1c2430  #e7eaef
    @muted     #56616f  #a7b0bd
    @grid      #e3e7ed  #303945
    @paper     #ffffff  #161b22
    @accent    #1f5fa8  #79b1f0
    @soft      #a9c4e4  #3f618a
    @low       #f2f5f9  #1d242d
    @middle    #7fa9d6  #3f6ea5
    @high      #12407c  #a8d0fb
    @warn      #b3541e  #f0a36b
    @agreed    #dfe5ec  #3a4553
    @place     #f0c36a  #7f5f14
    @category  #d98bb4  #85375f
    @both      #b99ae0  #5c3f8c
"""
_NAMES, *_ROWS = (line.split() for line in _COLOURS.strip().splitlines())
PALETTES: dict[str, dict[str, str]] = {
    name: {row[0]: row[at] for row in _ROWS} for at, name in enumerate(_NAMES) if at
}
"""Theme → token → colour."""


def palette(theme: str) -> dict[str, str]:
    """The colours of a theme.

    >>> palette("dark") == PALETTES["dark"]
    True
    """
    if theme not in PALETTES:
        raise UnknownNameError.of("theme", theme, PALETTES)
    return PALETTES[theme]


FONT = "Arial, Helvetica, 'Liberation Sans', Arimo, sans-serif"
"""In a file the room for a text is fixed when it is written, by a font whose letters are as wide as
Arial's: with a wider one, titles at the edge would be cut off where the file is shown."""

SCREEN_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
"""In a page, which measures each text in the font that it has."""

CONFIG: dict[str, Any] = {
    "background": "@paper",
    "font": FONT,
    "aria": False,
    "view": {"stroke": None},
    "axis": {
        "labelColor": "@ink",
        "titleColor": "@muted",
        "gridColor": "@grid",
        "domainColor": "@grid",
        "tickColor": "@grid",
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelLimit": 180,
    },
    "legend": {
        "labelColor": "@ink",
        "titleColor": "@muted",
        "titleFontWeight": "normal",
        "labelFontSize": 12,
        "titleFontSize": 12,
        "gradientThickness": 10,
    },
    "title": {"color": "@ink", "fontWeight": "normal"},
    "text": {"color": "@ink"},
    "range": {"heatmap": ["@low", "@middle", "@high"], "ramp": ["@low", "@middle", "@high"]},
}
"""Settings that all charts share."""

_DATA = ("data", "datasets")


def filled(spec: Any, palette: Mapping[str, str]) -> Any:
    """The chart with its colour tokens filled in; the data of the chart are left alone."""
    if isinstance(spec, dict):
        return {key: part if key in _DATA else filled(part, palette) for key, part in spec.items()}
    if isinstance(spec, list):
        return [filled(part, palette) for part in spec]
    return palette.get(spec, spec) if isinstance(spec, str) else spec


_OF_OBJECTS = frozenset(
    (
        "constructor",
        "hasOwnProperty",
        "isPrototypeOf",
        "propertyIsEnumerable",
        "toLocaleString",
        "toString",
        "valueOf",
        "__defineGetter__",
        "__defineSetter__",
        "__lookupGetter__",
        "__lookupSetter__",
        "__proto__",
    )
)
"""What every object of JavaScript has: a category of such a name would be found in all of them."""


def harmless(spec: Any) -> Any:
    """The chart with a sign of no width before names that JavaScript knows already."""
    if isinstance(spec, dict):
        return {harmless(key): harmless(part) for key, part in spec.items()}
    if isinstance(spec, list):
        return [harmless(part) for part in spec]
    return f"\u2060{spec}" if isinstance(spec, str) and spec in _OF_OBJECTS else spec


def chart_in_words(spec: Any, say: Language) -> Any:
    """The chart in a language: what is ours in it (`Said`), and tooltips that only name a field.
    Names of the user's, and the title of a chart, which is one, stay as they are."""
    if isinstance(spec, list):
        return [chart_in_words(part, say) for part in spec]
    if not isinstance(spec, dict):
        return say(spec) if isinstance(spec, Said) else spec
    found = {key: chart_in_words(part, say) for key, part in spec.items()}
    if "tooltip" in found and say.language != "en":  # a field is called in English as in the data
        found["tooltip"] = [
            tip if "title" in tip else {**tip, "title": say.of(f"word.{tip['field']}")}
            for tip in found["tooltip"]
        ]
    return found


def library() -> Any:
    """Altair, or the error that says how to install it."""
    try:
        import altair
    except ImportError:
        raise MissingExtraError.of("a chart", "altair", "report") from None
    return altair


def data_of(rows: list[dict[str, Any]]) -> Any:
    """Rows as the data of a chart."""
    alt = library()
    with unchecked():
        return alt.Data(values=_AsTheyAre(rows))


class _AsTheyAre:
    """Rows that Altair takes as they are: it would ask of each cell what it is, three times."""

    _schema: ClassVar = {"type": "array"}  # by which Altair knows what can say itself as a dict

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows

    def to_dict(self) -> list[dict[str, Any]]:
        """The rows."""
        return self.rows


def unchecked() -> Any:
    """Charts that are drawn within it are not compared with the schema of Vega-Lite: they are the
    same for all data but for their values, and tests compare them."""
    from altair.utils.schemapi import debug_mode

    return debug_mode(False)


def by_name(axis: str, field: str, order: list[str], **settings: Any) -> Any:
    """The axis ("X" or "Y") of names in this order, without a line and without a title."""
    alt = library()
    lines = alt.Axis(ticks=False, domain=False, **settings)
    return getattr(alt, axis)(f"{field}:N", sort=order, title=None, axis=lines)


def along(field: str, title: str | None, domain: list[float]) -> Any:
    """The axis from one end to the other of a document or of all items."""
    alt = library()
    return alt.X(f"{field}:Q", title=title, scale=alt.Scale(domain=domain, nice=False))


def agreement_axis(field: str, title: str, domain: list[float]) -> Any:
    """The axis of agreement, a tick at each tenth."""
    alt = library()
    tenths = alt.Axis(tickCount=10, format=".1f")
    return alt.X(f"{field}:Q", title=title, scale=alt.Scale(domain=domain), axis=tenths)


def by_kind(field: str, kinds: list[str], colours: list[str], **settings: Any) -> Any:
    """Colours of kinds, their legend below the chart."""
    alt = library()
    scale = alt.Scale(domain=kinds, range=colours)
    legend = alt.Legend(orient="bottom", **settings)
    return alt.Color(f"{field}:N", sort=kinds, title=None, scale=scale, legend=legend)


NARROW = 0.02
"""An interval narrower than this deserves a third digit."""

_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100)
"""What an axis is counted in."""

MOST_TICKS = 6
"""More numbers than these do not fit under a chart on a phone."""


def digits_of(low: float | None, high: float | None) -> int:
    """As many digits as the interval deserves: two, or three where it is narrow or there is none.

    >>> digits_of(0.48, 0.71), digits_of(0.587, 0.597), digits_of(None, None)
    (2, 3, 3)
    """
    return 3 if low is None or high is None or high - low < NARROW else 2


def ticks_between(least: float, most: float) -> list[float]:
    """Round numbers along an axis, from the first to the last that is on it.

    >>> ticks_between(0, 1), ticks_between(-0.13, 0.84)
    ([0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.0, 0.2, 0.4, 0.6, 0.8])
    """
    wide = most - least
    step = next((step for step in _STEPS if wide / step < MOST_TICKS), wide)
    first, last = ceil(least / step - 1e-9), floor(most / step + 1e-9)
    return [round(at * step, 10) + 0.0 for at in range(first, last + 1)]


def on_line(
    value: float,
    low: float | None,
    high: float | None,
    say: Language,
    levels: Sequence[float] = (),
) -> dict[str, Any]:
    """Where a value, its interval and its levels stand on the line from 0 (or below) to 1."""
    ends = [end for end in (low, value, 0.0) if end is not None]
    least, most = min(ends), max(1.0, value)

    def x(at: float) -> float:
        return round(100 * (min(max(at, least), most) - least) / (most - least), 2)

    marks = sorted({0.0, 1.0} if levels else {*ticks_between(max(least, 0.0), 1.0)})
    return {
        "value": x(value),
        "low": None if low is None else x(low),
        "high": None if high is None else x(high),
        "zero": x(0.0),
        "ticks": [(x(at), say.signs(f"{at:g}")) for at in marks],
        "levels": [(x(at), say.signs(f"{at:g}")) for at in levels],
    }
