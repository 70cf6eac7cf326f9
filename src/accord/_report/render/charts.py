"""Charts of a report: as Altair charts forest plot, heat maps, categories, coverage and items; and
the one picture of the disagreement that opens a page, drawn without a library."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from statistics import median
from typing import Any

from accord._measure.catalogue import display_name
from accord._report.overview import Report
from accord._report.render.limit_charts import section_chart
from accord._report.render.strip import Ranked, ranked_strip
from accord._report.render.theme import (
    CONFIG,
    agreement_axis,
    along,
    by_name,
    chart_in_words,
    data_of,
    filled,
    harmless,
    library,
    on_line,
    palette,
    unchecked,
)
from accord._report.section_types import (
    CategorySection,
    CoderSection,
    CoefficientRow,
    CoefficientSection,
    CoverageSection,
    DisagreementSection,
)
from accord._report.wording import axis_labels, label
from accord.errors import UnknownNameError
from accord.kinds.kind import kind_named
from accord.words.said import Language, said

_Spec = dict[str, Any]
Charts = dict[str, tuple[str, Callable[..., Any]]]
_SPACE = 0.6
"""How far up the scale of colours a cell is so dark that its number is written light."""


def chart(report: Report, name: str, theme: str = "light") -> Any:
    """One chart of a report as an Altair chart; `charts(report)` says which there are.

    :param report: A report, as `accord.report` makes it.
    :param name: Which chart.
    :param theme: light or dark.

    >>> import accord
    >>> made = accord.report(accord.from_coders({"A": "aabbbb", "B": "abbbbb"}), resamples=50)
    >>> type(accord.render.chart(made, "forest")).__name__
    'LayerChart'
    """
    specs = figure_specs(report)
    if name not in specs:
        raise UnknownNameError.of("chart of this report", name, specs)
    return library().Chart.from_dict(filled(specs[name], palette(theme)))


def charts(report: Report, theme: str = "light") -> dict[str, Any]:
    """All charts that this report has, by name, as Altair charts.

    :param report: A report, as `accord.report` makes it.
    :param theme: light or dark.

    >>> import accord
    >>> sorted(
    ...     accord.render.charts(
    ...         accord.report(accord.from_coders({"A": "aabbbb", "B": "abbbbb"}), resamples=50)
    ...     )
    ... )
    ['categories', 'confusions', 'forest', 'items']
    """
    alt = library()
    return {
        name: alt.Chart.from_dict(filled(spec, palette(theme)))
        for name, spec in figure_specs(report).items()
    }


def figure_specs(report: Report) -> dict[str, _Spec]:
    """The charts of the page, and still pictures of what the page draws itself."""
    own = _specs(report, {**_own(report, "still_picture"), **_STILL})
    return {**chart_specs(report), **own}


def chart_specs(report: Report) -> dict[str, _Spec]:
    """The Vega-Lite specifications of the page's charts, with colour tokens."""
    return _specs(report, {**OVERALL, **_own(report, "page_chart"), **CHARTS})


def _own(report: Report, ability: str) -> Charts:
    """The chart of the section that only this kind has, where it has one of this sort."""
    kind = kind_named(report["study"]["kind"])
    draw = kind.own(ability)
    return {} if draw is None or kind.section is None else {kind.section: (kind.section, draw)}


def _specs(report: Report, wanted: "Charts") -> dict[str, _Spec]:
    found = {}
    for name, (section, draw) in wanted.items():
        if section in report:
            with unchecked():
                drawn = draw(report[section])
                spec = None if drawn is None else drawn.to_dict(validate=False)
            if spec is not None:
                spec = chart_in_words(spec, report.say)
                spec = harmless({**spec, "config": CONFIG})
                # Otherwise the labels of the axis would stand outside of the page.
                if spec.get("width") == "container":
                    spec["autosize"] = {"type": "fit-x", "contains": "padding"}
                found[name] = spec
    return found


def forest(section: CoefficientSection) -> Any:
    """Coefficients of agreement with their intervals, the recommended one first."""
    return _intervals(
        [row for row in section["rows"] if row["better"] == "higher"], said("chart.agreement")
    )


def errors(section: CoefficientSection) -> Any:
    """Measures of error that end at 1 with their intervals: on an axis of their own."""
    there = [row for row in section["rows"] if row["better"] == "lower"]
    ended = [row for row in there if row["symbol"] not in section["own_scale"]]
    return _intervals(ended, said("chart.error-lower-better"))


def _intervals(shown: list[CoefficientRow], title: str) -> Any:
    """Points with intervals; ticks at .667 and .8 where these levels were made for the measure."""
    alt = library()
    rows: list[dict[str, Any]] = [
        {
            "coefficient": display_name(row),
            "title": row["title"],
            "value": row["value"],
            "low": row["interval"] and row["interval"]["low"],
            "high": row["interval"] and row["interval"]["high"],
            "lead": at == 0,
        }
        for at, row in enumerate(shown)
        if row["value"] is not None
    ]
    if not rows:
        return None
    # No interval is cut, also where it is below chance.
    ends = [row[key] for row in rows for key in ("value", "low", "high") if row[key] is not None]
    domain = [min(0.0, *ends), max(1.0, *ends)]
    y = by_name("Y", "coefficient", [row["coefficient"] for row in rows], labelLimit=280)
    tips = [
        alt.Tooltip("coefficient:N"),
        alt.Tooltip("title:N", title=said("answer.what")),
        alt.Tooltip("value:Q", format=".4f"),
        alt.Tooltip("low:Q", format=".4f"),
        alt.Tooltip("high:Q", format=".4f"),
    ]
    lead = alt.condition("datum.lead", alt.value("@accent"), alt.value("@muted"))
    base = alt.Chart(data_of(rows))
    bars = base.mark_rule(strokeWidth=2).encode(y=y, x="low:Q", x2="high:Q", color=lead)
    dots = base.mark_point(filled=True, size=70, opacity=1).encode(
        y=y, x=agreement_axis("value", title, domain), color=lead, tooltip=tips
    )
    drawn: Any = bars + dots
    levels = [
        {"coefficient": display_name(row), "at": at}
        for row in shown
        if row["levels"] and row["value"] is not None
        for at in (0.667, 0.8)
    ]
    if levels:
        ticks = alt.Chart(data_of(levels)).mark_tick(color="@warn", thickness=1.5, size=18)
        drawn = ticks.encode(y=y, x="at:Q") + drawn
    return drawn.properties(width="container", height=26 * len(rows))


def _heat_map(
    rows: list[dict[str, Any]],
    x: str,
    y: str,
    orders: tuple[list[str], list[str]],
    title: str,
    tips: Mapping[str, str],
) -> Any:
    """Cells coloured by `value`, from nothing to all; numbers where there is room for them.

    `title` is what the value is, and `tips` says which fields a tooltip shows, and their names.
    """
    alt = library()
    many = max(len(orders[0]), len(orders[1]))
    # Pixels a cell: with room for a number, for a name, or only for a colour.
    step = 44 if many <= 12 else 26 if many <= 25 else 15
    # Colours begin at chance, or at the lowest value where that is below.
    low = min([0.0, *(row["value"] for row in rows)])
    scale = alt.Scale(domain=[low, 1.0], range=["@low", "@middle", "@high"], clamp=True)
    # Seven pixels a letter: names that would run into each other are turned.
    angle = -90 if step < 20 else -40 if max(map(len, orders[0]), default=0) * 7 > step else 0
    base = alt.Chart(data_of(rows)).encode(
        x=alt.X(
            f"{x}:N",
            sort=orders[0],
            title=None,
            axis=alt.Axis(labelAngle=angle, ticks=False, domain=False),
        ),
        y=alt.Y(
            f"{y}:N",
            sort=orders[1],
            title=None,
            axis=alt.Axis(ticks=False, domain=False),
        ),
    )
    shown_by = [alt.Tooltip(f"{key}:N", title=name) for key, name in tips.items()]
    shown_by.append(alt.Tooltip("value:Q", title=title, format=".4f"))
    cells = base.mark_rect(stroke="@paper", strokeWidth=1).encode(
        color=alt.Color(
            "value:Q",
            scale=scale,
            title=title,
            legend=alt.Legend(orient="bottom", gradientLength=160),
        ),
        tooltip=shown_by,
    )
    shown: Any = cells
    if many <= 12:
        dark = alt.condition(
            f"datum.value > {low + _SPACE * (1 - low)}", alt.value("@paper"), alt.value("@ink")
        )
        shown = cells + base.mark_text(fontSize=11).encode(text="text:N", color=dark)
    return shown.properties(width={"step": step}, height={"step": min(step, 30)})


def confusion_map(section: CategorySection) -> Any:
    """Of the codings of a row's category, the share whose partners chose the column's."""
    full, values = section["matrix"]["categories"], section["matrix"]["values"]
    names = axis_labels(full)
    rows = []
    for k, name, row in zip(names, full, values, strict=True):
        total = sum(row)
        rows += [
            {
                "full": name,
                "other": full[at],
                "category": k,
                "partner": l,
                "coincidences": label(round(n, 2)),
                "value": n / total,
                "text": said("number.percent", share=n / total) if n else "",
            }
            for at, (l, n) in enumerate(zip(names, row, strict=True))
            if total
        ]
    tips = {
        "full": said("word.category"),
        "other": said("chart.partner"),
        "coincidences": said("chart.coincidences"),
    }
    return _heat_map(rows, "partner", "category", (names, names), said("word.share"), tips)


def category_chart(section: CategorySection) -> Any:
    """The reliability of each category; the larger the point the more often it is used."""
    alt = library()
    known = [row for row in section["rows"] if row["alpha"] is not None]
    if not known:
        return None
    short = axis_labels([row["category"] for row in known])
    rows: list[dict[str, Any]] = [
        {**row, "label": name} for row, name in zip(known, short, strict=True)
    ]
    low = min(0.0, *(row["alpha"] for row in rows)) - 0.02
    return (
        alt.Chart(data_of(rows))
        .mark_point(filled=True, opacity=1, color="@accent")
        .encode(
            y=by_name("Y", "label", [row["label"] for row in rows], grid=True),
            x=agreement_axis("alpha", said("chart.alpha-category-against-rest"), [low, 1.0]),
            size=alt.Size(
                "prevalence:Q",
                title=said("word.share-codings"),
                scale=alt.Scale(range=[25, 260]),
                legend=alt.Legend(
                    orient="bottom",
                    format="%",
                    symbolFillColor="@accent",
                    symbolStrokeColor="@accent",
                ),
            ),
            tooltip=[
                "category:N",
                alt.Tooltip("alpha:Q", format=".4f"),
                alt.Tooltip("prevalence:Q", format=".2%"),
                alt.Tooltip("share:Q", title=said("word.share-disagreement"), format=".2%"),
            ],
        )
        .properties(width="container", height=22 * len(rows))
    )


def coder_map(section: CoderSection) -> Any:
    """Agreement of every pair of coders, in their natural order."""
    names, full = axis_labels(section["coders"]), section["coders"]
    rows = [
        {
            "coder": a,
            "other": b,
            "first": full[i],
            "second": full[j],
            "value": value,
            "text": said("number.two-digits", value=value),
        }
        for i, (a, row) in enumerate(zip(names, section["matrix"], strict=True))
        for j, (b, value) in enumerate(zip(names, row, strict=True))
        if value is not None
    ]
    if not rows:
        return None
    tips = {"first": said("word.coder"), "second": said("word.other")}
    return _heat_map(rows, "other", "coder", (names, names), section["symbol"], tips)


def coverage_map(section: CoverageSection) -> Any:
    """Who coded what: one row a coder, one column a block of items."""
    # Where everybody coded everything the picture would be one colour.
    if section["complete"]:
        return None
    alt = library()
    blocks, names = section["blocks"], axis_labels(section["coders"])
    rows = [
        {"label": name, "coder": coder, "begin": begin, "end": end, "coded": share}
        for coder, name, shares in zip(section["coders"], names, section["coded"], strict=True)
        for (begin, end), share in zip(blocks, shares, strict=True)
    ]
    return (
        alt.Chart(data_of(rows))
        .mark_rect()
        .encode(
            x=along("begin", said("chart.items-order-data"), [0, blocks[-1][1]]),
            x2="end:Q",
            y=by_name("Y", "label", names),
            color=alt.Color(
                "coded:Q",
                title=said("chart.share-coded"),
                scale=alt.Scale(domain=[0, 1], range=["@low", "@middle", "@high"]),
                legend=alt.Legend(orient="bottom", format="%", gradientLength=160),
            ),
            tooltip=["coder:N", "begin:Q", "end:Q", alt.Tooltip("coded:Q", format=".1%")],
        )
        .properties(width="container", height=18 * len(names))
    )


def item_chart(section: DisagreementSection) -> Any:
    """How many items have how much disagreement."""
    alt = library()
    rows = [{"low": low, "high": high, "items": number} for low, high, number in section["bins"]]
    if not rows:
        return None
    return (
        alt.Chart(data_of(rows))
        .mark_bar(color="@accent", binSpacing=1)
        .encode(
            x=alt.X(
                "low:Q",
                bin="binned",
                title=said("chart.disagreement-item"),
                axis=alt.Axis(grid=False),
            ),
            x2="high:Q",
            y=alt.Y("items:Q", title=said("word.items")),
            tooltip=[
                alt.Tooltip("low:Q", format=".3f"),
                alt.Tooltip("high:Q", format=".3f"),
                "items:Q",
            ],
        )
        .properties(width="container", height=180)
    )


OVERALL: Charts = {"forest": ("coefficients", forest), "errors": ("coefficients", errors)}
"""Charts that stand before the one of the kind itself, as sections do."""

CHARTS: Charts = {
    "confusions": ("categories", confusion_map),
    "categories": ("categories", category_chart),
    "coders": ("coders", coder_map),
    "coverage": ("coverage", coverage_map),
    "items": ("disagreements", item_chart),
}
"""Chart → the section of the report it shows, and the function that draws it."""

_STILL: Charts = {"limits": ("ratings", section_chart)}
"""For files only: the page draws it by itself."""


_MOST_ROWS = 6
"""Rows of a picture; more are read in a table."""

LEAST_DRAWN = -0.2
"""Agreement of a worker below this is drawn at the edge: guessing is 0, and only few labels are
further below."""

NAMED_AT_MOST = 0.01
"""The p-value at which a pair of categories is named, as in the next steps."""


def disagreement_picture(data: Mapping[str, Any], say: Language) -> dict[str, Any] | None:
    """The picture: all workers of a crowd, coders where one stands out, else which categories are
    confused, else of what kind the disagreements are; None where nobody disagrees."""
    coders: Mapping[str, Any] = data.get("coders") or {"crowd": (), "rows": ()}
    named = (data.get("next") or {}).get("named", ())
    if coders["crowd"]:
        return _workers_picture(coders, say)
    pairs = (data.get("categories") or {}).get("confusions", ())
    apart = "coder" in named and "pair" not in named
    rows = coders["rows"]
    several = len(rows) > 2 and all(row["mean"] is not None for row in rows)
    if several and apart and len(rows) <= 2 * _MOST_ROWS:
        return _coders_picture(coders, say)
    if len(pairs) > 1:
        return _pairs_picture(pairs, data, say)
    kinds = _kinds_picture(data, say)
    if kinds is not None:
        return kinds
    return _coders_picture(coders, say) if several and len(rows) <= 2 * _MOST_ROWS else None


def _pairs_picture(pairs: Any, data: Mapping[str, Any], say: Language) -> dict[str, Any]:
    """Which two categories meet where coders differ, and what chance would make of them."""
    first = pairs[0]
    tested = first["p"] is not None
    if tested and first["p"] <= NAMED_AT_MOST:
        title = say.of("picture.pair", a=first["first"], b=first["second"])
    else:
        title = say.of("picture.no-pair" if tested else "picture.pairs")
    widest = max(max(row["share"], row["expected"] or 0) for row in pairs[:_MOST_ROWS])
    rows = [
        {
            "name": [row["first"], row["second"]],
            "bar": _place(row["share"], widest),
            "mark": None if row["expected"] is None else _place(row["expected"], widest),
            "text": say.percent(row["share"]),
            "value": row["share"],
            "flagged": tested and row["p"] is not None and row["p"] <= NAMED_AT_MOST,
            "filter": {"first": row["first"], "second": row["second"]},
        }
        for row in pairs[:_MOST_ROWS]
    ]
    notes = [say.of("picture.pairs-note")]
    if tested:
        notes.append(say.of("picture.pairs-mark"))
    return _rows_picture("categories", title, notes, rows, len(pairs) - len(rows), say)


def _kinds_picture(data: Mapping[str, Any], say: Language) -> dict[str, Any] | None:
    """Of what kind the disagreements are, by their share of all disagreement."""
    listed = data.get("disagreements")
    if not listed or not listed["rows"]:
        return None
    kind, share = listed["columns"].index("kind"), listed["columns"].index("share")
    shares: dict[int, float] = defaultdict(float)
    for row in listed["rows"]:
        shares[row[kind]] += row[share]
    ordered = sorted(shares.items(), key=lambda pair: -pair[1])
    names = [listed["kinds"][at] for at, _ in ordered]
    ours = listed["noun"] != "annotation"
    shown = [say(name) if ours else name for name in names]
    key = "picture.kind" if len(ordered) > 1 else "picture.one-kind"
    title = say.of(key, kind=shown[0], p=ordered[0][1])
    widest = ordered[0][1] or 1.0
    rows = [
        {
            "name": [name],
            "bar": _place(part, widest),
            "mark": None,
            "text": say.percent(part),
            "value": None,
            "flagged": False,
            "filter": {"kind": listed["kinds"][at]},
        }
        for name, (at, part) in zip(shown, ordered[:_MOST_ROWS], strict=False)
    ]
    note = [say.of("picture.kinds-note", n=listed["disputed"])]
    return _rows_picture("disagreements", title, note, rows, len(ordered) - len(rows), say)


def _coders_picture(coders: Mapping[str, Any], say: Language) -> dict[str, Any]:
    """Each coder's mean agreement with the others, the lowest first."""
    ordered = sorted(coders["rows"], key=lambda row: row["mean"])
    named = [row["coder"] for row in ordered if row["named"]]
    key = "picture.coder" if named else "picture.no-coder"
    title = say.of(key, names=[said("next.quoted", name=name) for name in named])
    rows = [
        {
            "name": [row["coder"]],
            "dot": on_line(row["mean"], None, None, say),
            "text": say.decimal(row["mean"], 2),
            "value": row["mean"],
            "flagged": row["named"],
            "filter": {"coder": row["coder"]},
        }
        for row in ordered
    ]
    note = [say.of("picture.coders-note", by=coders["measured"])]
    return _rows_picture("coders", title, note, rows, 0, say)


def _rows_picture(
    place: str, title: str, notes: list[str], rows: list[dict[str, Any]], more: int, say: Language
) -> dict[str, Any]:
    read = ", ".join(f"{' – '.join(map(str, row['name']))} {row['text']}" for row in rows)
    return {
        "form": "rows",
        "place": place,
        "title": title,
        "note": " ".join(notes),
        "label": f"{title}: {read}",
        "rows": rows,
        "axis": None,
        "more": say.of("picture.more", n=more) if more > 0 else "",
    }


def _place(part: float, widest: float) -> float:
    return round(100 * part / widest, 2) if widest else 0.0


def _workers_picture(coders: Mapping[str, Any], say: Language) -> dict[str, Any]:
    """All workers of a crowd in one strip, and those at the level of guessing by name."""
    known = [row for row in coders["crowd"] if row["agreement"] is not None]
    strip = ranked_strip(
        (
            Ranked(r["coder"], r["agreement"], r["low"], r["high"], r["codings"], r["flagged"])
            for r in known
        ),
        say,
        least=LEAST_DRAWN,
        most=1.0,
    )
    flagged = [row for row in known if row["flagged"]]
    others = [row["agreement"] for row in known if not row["flagged"]]
    n, m = len(flagged), len(coders["crowd"])
    title = say.of("picture.guessing", n=n, m=m) if n else say.of("picture.no-guessing")
    codings = [row["codings"] for row in known]
    share = sum(row["codings"] for row in flagged) / max(sum(codings), 1)
    key = "picture.other-workers" if flagged else "picture.whole-crowd"
    rest = say.of(key, n=len(others), v=median(others)) if others else ""
    return {
        "form": "strip",
        "place": "coders",
        "title": title,
        "note": say.of("picture.workers-note"),
        "label": f"{title}. {rest}",
        "strip": strip,
        "guessing": say.of("picture.at-guessing", n=n, p=share) if n else "",
        "others": rest,
        "sizes": say.of("picture.sizes", v=min(codings, default=0), w=max(codings, default=0)),
        # What each costs: those with most labels first.
        "table": sorted(flagged, key=lambda row: -row["codings"])[:_MOST_ROWS],
        "flagged": n,
        "without": coders["without_symbol"],
    }
