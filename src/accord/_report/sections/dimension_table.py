"""Several dimensions at once, and categories in a taxonomy: their tables."""

from typing import Any

from accord._report.wording import label, record
from accord.infer.why.by_dimension import by_dimension, dimension_correlations
from accord.infer.why.taxonomy_partners import taxonomy_partners
from accord.kinds.dimensions.study import Dimensions
from accord.kinds.labels.study import Codings
from accord.kinds.labels.taxonomy import Taxonomy
from accord.words.said import said


def dimension_section(study: Dimensions, distance: Any) -> dict[str, Any]:
    """Each dimension with its coefficients, pairs, ap-ratio and presence; correlations."""
    table = by_dimension(study, distance=distance)
    correlations = dimension_correlations(study, distance=distance)
    symbols = [agreement.symbol for agreement in table[0].agreements] if table else []
    return record(
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
    often = [row for row in table if row.pairs + row.partial >= 10]
    if often:
        worst = min(often, key=lambda row: float(row.ap_ratio))
        found.append(
            said("dimensions.coders-differ-most-whether", name=worst.dimension, p=worst.ap_ratio)
        )
    return found


def taxonomy_section(study: Codings, taxonomy: Taxonomy) -> dict[str, Any]:
    """The tree with the codings of each category and how far its partners are from it."""
    rows = [
        {
            "category": label(one.category),
            "depth": one.depth,
            "scope": one.scope,
            "codings": one.codings,
            "same": one.same,
            "branch": one.branch,
            "elsewhere": one.elsewhere,
        }
        for one in taxonomy_partners(study, taxonomy)
    ]
    outside = [label(name) for name in study.categories if name not in taxonomy]
    return record({"rows": rows, "outside": outside})
