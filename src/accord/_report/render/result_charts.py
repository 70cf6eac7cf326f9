"""A chart for every result and study in one line: `result.plot()`.

The kind of chart follows from what is drawn: values with their intervals are points on one axis,
a matrix is a heat map, a study or an alignment is one lane for each coder.
"""

import json
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from typing import Any

from accord._measure.catalogue import display_name, display_names
from accord._measure.gamma.align.alignment import Alignment
from accord._measure.labels.traces import AgreementLimits
from accord._report.render.curve_plot import curve_chart
from accord._report.render.lane_charts import ChartRows, lane_chart
from accord._report.render.limit_charts import limit_chart, summary_chart
from accord._report.render.page import drawing_library
from accord._report.render.theme import CONFIG, data_of, filled, harmless, library, palette
from accord.errors import NotApplicableError
from accord.infer.measured import Measured
from accord.infer.ratings.measurement_error import LimitsWithMean
from accord.infer.ratings.summary import RatingSummary
from accord.infer.tests.compare import Comparison
from accord.infer.why.breakdown import Breakdown
from accord.infer.why.coders import PairMatrix
from accord.infer.why.matrices import Matrix
from accord.kinds.kind import ability, kind_of
from accord.kinds.spans.parts import Continuum
from accord.kinds.spans.shown import study_chart, unit_rows
from accord.kinds.spans.study import of_continuum
from accord.kinds.table import KINDS
from accord.model.agreement import Agreement, Interval
from accord.model.showing import Result
from accord.simulate.measure_curves import Curves

_MOST = 200
"""At most so many rows are drawn; the title says of how many."""


def plot(thing: Any, theme: str = "light") -> Any:
    """The chart of a result or a study (Altair).

    :param thing: A result or a study.
    :param theme: light or dark.

    >>> import accord
    >>> type(accord.render.plot(accord.from_coders({"A": "aabbbb", "B": "abbbbb"}))).__name__
    'Chart'
    """
    draw = next((draw for kind, draw in _DRAWN.items() if isinstance(thing, kind)), None)
    if draw is None and isinstance(thing, Result):
        return plot(_as_breakdown(thing), theme)
    if (
        draw is None
        and getattr(thing, "kind", None) in KINDS
        and not ability(thing, "only_counts")(thing)
    ):
        draw = kind_of(thing).ability("study_chart")
    if draw is None:
        raise NotApplicableError(f"no chart exists for a {type(thing).__name__}")
    spec = harmless({**draw(thing).to_dict(validate=False), "config": CONFIG})
    made = library().Chart.from_dict(filled(spec, palette(theme)))
    object.__setattr__(made, "__class__", _self_contained(made.__class__))
    return made


@cache
def _self_contained(kind: Any) -> Any:
    """A chart that shows itself in a notebook with its script in it: Altair's own loads that from
    another server."""

    def bundle(self: Any, *args: Any, **given: Any) -> dict[str, str]:
        return {"text/html": embedded(self.to_dict()), "text/plain": "a chart"}

    return type(kind.__name__, (kind,), {"_repr_mimebundle_": bundle})


def embedded(spec: dict[str, Any]) -> str:
    """A chart as a piece of a page that needs nothing else: the script that draws it, and its
    data."""
    text = json.dumps(spec, ensure_ascii=False).replace("</", "<\\/").replace("<!--", "<\\!--")
    name = f"accord-{sha256(text.encode()).hexdigest()[:12]}"
    return (
        f"<div id='{name}'></div><script>{drawing_library()}</script>"
        f"<script>vegaEmbed('#{name}', {text}, {{actions: false}});</script>"
    )


def _as_breakdown(result: Result) -> Breakdown:
    """Any result with names and numbers, as rows with the first column of numbers."""
    columns, rows = result._table()
    numbers = [c for at, c in enumerate(columns) if rows and isinstance(rows[0][at], float)]
    if not numbers:
        raise NotApplicableError(f"{type(result).__name__} has no numbers to draw")
    return Breakdown(columns[0], numbers[0], tuple(columns), tuple(map(tuple, rows)))


def _points(rows: ChartRows, title: str) -> Any:
    """Values on one axis, each with its interval where it has one."""
    alt = library()
    order = [row["name"] for row in rows]
    y = alt.Y("name:N", sort=order, title=None)
    base = alt.Chart(data_of(rows))
    bars = base.mark_rule(strokeWidth=2, color="@muted").encode(y=y, x="low:Q", x2="high:Q")
    dots = base.mark_point(filled=True, size=70, opacity=1, color="@accent").encode(
        y=y, x=alt.X("value:Q", title=title), tooltip=["name:N", "value:Q", "low:Q", "high:Q"]
    )
    return (bars + dots).properties(width=420, height=max(26 * len(rows), 40))


def _row(name: str, value: Any, interval: Interval | None = None) -> dict[str, Any]:
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    return {"name": name, "value": value, "low": low, "high": high}


def _agreements(found: Iterable[Agreement]) -> Any:
    known = [a for a in found if a.undefined is None]
    rows = [
        _row(name, a.value, a.interval) for name, a in zip(display_names(known), known, strict=True)
    ]
    if not rows:
        raise NotApplicableError("nothing to draw: there is no value")
    return _points(rows, "agreement")


def _comparison(found: Comparison) -> Any:
    rows = [
        _row("first", found.first.value),
        _row("second", found.second.value),
        _row("first − second", found.difference, found.interval),
    ]
    return _points(rows, display_name(found.first))


def _breakdown(found: Breakdown) -> Any:
    at = _column(found)
    ends = [found.columns.index(c) if c in found.columns else None for c in ("low", "high")]
    rows = []
    for row in found.rows[:_MOST]:
        low, high = (None if end is None else row[end] for end in ends)
        rows.append({"name": str(row[0]), "value": row[at], "low": low, "high": high})
    title = f"{found.columns[at]} by {found.by}"
    more = len(found.rows) - len(rows)
    return _points(rows, title + (f" (the first {_MOST}, {more} more)" if more > 0 else ""))


def _column(found: Breakdown) -> int:
    """The column with the values: the measure's own, else the first with fractions."""
    if found.measure in found.columns:
        return found.columns.index(found.measure)
    for at in range(1, len(found.columns)):
        if any(isinstance(row[at], float) for row in found.rows):
            return at
    raise NotApplicableError(f"a breakdown by {found.by} has no values to draw")


def _pairs(found: PairMatrix) -> Any:
    return _matrix(Matrix(found.measure, found.coders, found.coders, found.values))


def _matrix(found: Matrix) -> Any:
    alt = library()
    rows, columns = found.rows, found.columns
    cells = [
        {"row": str(row), "column": str(column), "value": value}
        for row, values in zip(rows, found.values.tolist(), strict=True)
        for column, value in zip(columns, values, strict=True)
        if value == value  # noqa: PLR0124 - nan is not drawn
    ]
    x = alt.X("column:N", sort=list(map(str, columns)), title=None)
    y = alt.Y("row:N", sort=list(map(str, rows)), title=None)
    colour = alt.Color("value:Q", title=found.title, scale=alt.Scale(range=["@low", "@high"]))
    shown = alt.Chart(data_of(cells)).mark_rect(stroke="@grid")  # the lowest is seen, too
    return shown.encode(x=x, y=y, color=colour, tooltip=["row:N", "column:N", "value:Q"])


def _alignment(found: Alignment) -> Any:
    rows = unit_rows(found.continuum)
    for group, members in enumerate(found.members.tolist(), 1):
        for at in members:
            if at >= 0:
                rows[at]["aligned"] = str(group)
    title = f"spans of one colour are matched; mismatch {found.disorder:.3g}"
    return lane_chart(rows, found.coders, title, "aligned")


_DRAWN: dict[Any, Callable[[Any], Any]] = {
    Agreement: lambda found: _agreements([found]),
    Measured: _agreements,
    Interval: lambda found: _points([_row("interval", None, found)], found.method),
    Comparison: _comparison,
    Breakdown: _breakdown,
    Matrix: _matrix,
    PairMatrix: _pairs,
    Alignment: _alignment,
    Curves: curve_chart,
    AgreementLimits: limit_chart,
    LimitsWithMean: limit_chart,
    RatingSummary: summary_chart,
    Continuum: lambda document: study_chart(of_continuum(document)),
}
