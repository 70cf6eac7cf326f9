"""Several dimensions at once: a table of them, and the categories of the busiest."""

from dataclasses import replace
from typing import Any

from accord._measure.distances.distance import distance as distance_of
from accord._report.document import Table
from accord._report.render.tables import words
from accord._report.render.theme import agreement_axis, by_kind, by_name, data_of, library
from accord._report.wording import axis_labels, plain_section
from accord.infer.why.by_dimension import by_dimension, dimension_correlations
from accord.kinds.dimensions.study import Dimensions
from accord.kinds.labels.shown import label_sections as sections_of_labels
from accord.kinds.labels.taxonomy import Taxonomy
from accord.words.said import said


def label_sections(study: Dimensions, distance: Any, taxonomy: Taxonomy | None) -> dict[str, Any]:
    """All dimensions, and the categories of the one with most codings, which stands for them."""
    busiest = max(sorted(study.names), key=lambda name: len(study[name]))
    within = taxonomy and taxonomy.within(busiest)
    codings = replace(study[busiest], about=study.about)
    more = sections_of_labels(codings, distance_of(distance).within(busiest), within)
    own = {"dimensions": dimension_section(study, distance)}
    return own | {name: {**section, "of": busiest} for name, section in more.items()}


def dimension_section(study: Dimensions, distance: Any) -> dict[str, Any]:
    """Each dimension with its coefficients, pairs, ap-ratio and presence; correlations."""
    table = by_dimension(study, distance=distance)
    correlations = dimension_correlations(study, distance=distance)
    symbols = [agreement.symbol for agreement in table[0].agreements] if table else []
    return plain_section(
        {
            "symbols": symbols,
            "rows": [
                {
                    "dimension": row.dimension,
                    "values": [agreement.value for agreement in row.agreements],
                    "undefined": next((a.undefined for a in row.agreements if a.undefined), None),
                    "pairs": row.pairs,
                    "partial": row.partial,
                    "ap_ratio": row.ap_ratio,
                    "presence": row.presence.value,
                }
                for row in table
            ],
            "names": list(correlations.names),
            "correlations": correlations.r,
            "limits": _limits(table),
        }
    )


def _limits(table: Any) -> list[str]:
    # With fewer than ten pairs of codings the lowest value is one of chance.
    known = [row for row in table if row.pairs >= 10 and row.agreements[0].undefined is None]
    found: list[str] = []
    if known:
        worst = min(known, key=lambda row: float(row.agreements[0].value))
        value = worst.agreements[0]
        found.append(
            said(
                "dimensions.has-lowest",
                name=worst.dimension,
                symbol=value.symbol,
                value=value.value,
            )
        )
    # The same number, of those that at least one coder coded.
    often = [row for row in table if row.pairs + row.partial >= 10]
    if often:
        worst = min(often, key=lambda row: float(row.ap_ratio))
        found.append(
            said("dimensions.coders-differ-most-whether", name=worst.dimension, p=worst.ap_ratio)
        )
    return found


def own_tables(section: dict[str, Any]) -> list[Table]:
    """Each dimension with its coefficients."""
    rows = [
        [row["dimension"], *row["values"], row["pairs"], row["ap_ratio"], row["presence"]]
        for row in section["rows"]
    ]
    columns = [said("word.dimension"), *section["symbols"], *words("pairs ap-ratio kappa-presence")]
    return [Table("dimensions", said("page.dimensions"), columns, rows)]


def page_chart(section: dict[str, Any]) -> Any:
    """Agreement in each dimension and on its presence."""
    alt = library()
    short = axis_labels([row["dimension"] for row in section["rows"]])
    presence = said("word.kappa-presence")
    rows = [
        {
            "label": name,
            "dimension": row["dimension"],
            "coefficient": symbol,
            "value": value,
            "pairs": row["pairs"],
        }
        for name, row in zip(short, section["rows"], strict=True)
        for symbol, value in [
            *zip(section["symbols"], row["values"], strict=True),
            (presence, row["presence"]),
        ]
        if value is not None
    ]
    if not rows:
        return None
    # The axis begins at chance, or a little below the lowest value, so that no point is cut.
    low = min(0.0, *(row["value"] for row in rows)) - 0.02
    names = [*section["symbols"], presence]
    return (
        alt.Chart(data_of(rows))
        .mark_point(filled=True, opacity=0.9, size=70)
        .encode(
            y=by_name("Y", "label", short, grid=True),
            x=agreement_axis("value", said("chart.agreement"), [low, 1.02]),
            color=by_kind("coefficient", names, ["@accent", "@warn", "@muted"]),
            shape=alt.Shape(
                "coefficient:N",
                sort=names,
                title=None,
                scale=alt.Scale(domain=names),
                legend=alt.Legend(orient="bottom"),
            ),
            tooltip=[
                "dimension:N",
                "coefficient:N",
                alt.Tooltip("value:Q", format=".4f"),
                "pairs:Q",
            ],
        )
        .properties(width="container", height=24 * len(section["rows"]))
    )
