"""Curves of measures as a plot: SVG, PNG, or the Vega-Lite definition as JSON."""

from importlib import import_module
from math import isnan
from pathlib import Path
from typing import Any

from accord._report.render.drawing import pictures
from accord._report.render.figures import signed
from accord.errors import AccordError, MissingExtraError
from accord.simulate.measure_curves import Curves
from accord.version import __version__
from accord.whole_files import whole_file

_FORMATS = (".svg", ".png", ".json")


def save_curves(curves: Curves, path: str | Path, *, title: str = "", by: str = "mistake") -> Path:
    """Draw the curves, one panel for each mistake, one line for each measure with its spread
    (one standard deviation over the sets), into a file .svg, .png or .json. With by="measure"
    it is the other way round: how each measure reacts to all mistakes."""
    target = check_plot(path)
    chart = curve_chart(curves, title, by)
    with whole_file(target) as part:
        if target.suffix == ".json":
            chart = chart.properties(usermeta={"accord": __version__})
            part.write_text(chart.to_json(), "utf-8", newline="\n")
        else:
            format = target.suffix[1:]
            drawn = pictures([(chart.to_dict(), format)], scale=1)[0]
            part.write_bytes(signed(drawn, format))
    return target


def check_plot(path: str | Path) -> Path:
    """Refuse a plot that could not be written: by its name, or because a library is missing."""
    target = Path(path)
    if target.suffix not in _FORMATS:
        raise AccordError(f"{target.name}: a plot is one of {', '.join(_FORMATS)}")
    needed = {} if target.suffix == ".json" else {"vl_convert": "vl-convert-python"}
    MissingExtraError.unless("drawing curves", "report", altair="altair", **needed)
    return target


def curve_chart(curves: Curves, title: str = "", by: str = "mistake") -> Any:
    """The plot as an Altair chart."""
    try:
        alt: Any = import_module("altair")
    except ImportError:
        raise MissingExtraError.of("drawing curves", "altair", "report") from None
    rows = [_row(point) for point in curves.points if not isnan(point.mean)]
    line_of = "measure" if by == "mistake" else "mistake"
    order = list(dict.fromkeys(row[line_of] for row in rows))
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("magnitude:Q", title="magnitude", scale=alt.Scale(domain=[0, 1])),
        color=alt.Color(f"{line_of}:N", title=None, sort=order),
    )
    band = base.mark_area(opacity=0.12).encode(
        y=alt.Y("low:Q", title="agreement"),
        y2="high:Q",
        color=alt.Color(f"{line_of}:N", sort=order, legend=None),  # the lines have one
    )
    line = base.mark_line().encode(
        y="mean:Q", strokeDash=alt.StrokeDash(f"{line_of}:N", title=None, sort=order)
    )
    panel = alt.layer(band, line).properties(width=320, height=240)
    panels = list(dict.fromkeys(row[by] for row in rows))
    drawn = panel.facet(facet=alt.Facet(f"{by}:N", title=None, sort=panels), columns=2)
    return drawn.properties(title=title) if title else drawn


def _row(point: Any) -> dict[str, Any]:
    spread = 0.0 if isnan(point.sd) else point.sd
    digits = 4  # enough to draw, and keeps the files small
    return {
        "mistake": point.mistake.replace("_", " ").replace("+", " + "),
        "measure": point.symbol,
        "magnitude": point.magnitude,
        "mean": round(point.mean, digits),
        "low": round(point.mean - spread, digits),
        "high": round(point.mean + spread, digits),
    }
