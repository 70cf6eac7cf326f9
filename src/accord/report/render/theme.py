"""What every chart needs: Altair, its data, and colours, light and dark.

Charts name colours by tokens, a palette fills them in.
"""

from collections.abc import Mapping
from typing import Any

from accord.errors import MissingExtraError

LIGHT = {
    "@ink": "#1c2430",
    "@muted": "#56616f",
    "@grid": "#e3e7ed",
    "@paper": "#ffffff",
    "@accent": "#1f5fa8",
    "@soft": "#a9c4e4",
    "@low": "#f2f5f9",
    "@middle": "#7fa9d6",
    "@high": "#12407c",
    "@warn": "#b3541e",
    "@agreed": "#dfe5ec",
    "@place": "#f0c36a",
    "@category": "#d98bb4",
    "@both": "#b99ae0",
}
DARK = {
    "@ink": "#e7eaef",
    "@muted": "#a7b0bd",
    "@grid": "#303945",
    "@paper": "#161b22",
    "@accent": "#79b1f0",
    "@soft": "#3f618a",
    "@low": "#1d242d",
    "@middle": "#3f6ea5",
    "@high": "#a8d0fb",
    "@warn": "#f0a36b",
    "@agreed": "#3a4553",
    "@place": "#7f5f14",
    "@category": "#85375f",
    "@both": "#5c3f8c",
}
PALETTES = {"light": LIGHT, "dark": DARK}

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

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


def library() -> Any:
    """Altair, or the error that says how to install it."""
    try:
        import altair
    except ImportError:
        raise MissingExtraError.of("a chart", "altair", "report") from None
    return altair


def data_of(rows: list[dict[str, Any]]) -> Any:
    """Rows as the data of a chart."""
    return library().Data(values=rows)
