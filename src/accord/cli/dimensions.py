"""Agreement in several dimensions at once, for people and for programs."""

import json
import sys
from math import isnan
from typing import Any

from accord.errors import AccordError, NotApplicableError
from accord.measure.catalogue import find, settings_for
from accord.measure.correlation import light_kappa
from accord.measure.dimensions import (
    DimensionAgreement,
    by_dimension,
    dimension_correlations,
    global_beta,
)
from accord.measure.entry import Measure
from accord.measure.kappa_tw import kappa_tw
from accord.model.agreement import Agreement
from accord.model.dimensions import Dimensions
from accord.report.terminal import number, table

_TITLES = {"κ_Light": "κ"}


def print_dimensions(
    study: Dimensions, names: tuple[str, ...], given: dict[str, Any], as_json: bool
) -> None:
    """The table per dimension, the score over all, and how disagreements go together."""
    distance = given.get("distance")
    measures: list[Any] = [light_kappa] if distance is None else [light_kappa, kappa_tw]
    if names:
        measures = [_column(find(name), distance) for name in names if name != "global_beta"]
    rows = by_dimension(study, distance=distance or "nominal", measures=measures)
    overall = global_beta(
        study, **{"distance": "nominal", **settings_for(find("global_beta"), given)}
    )
    dimensions, matrix = dimension_correlations(study, distance=distance or "nominal")
    if as_json:
        correlations = [[None if isnan(r) else float(r) for r in row] for row in matrix]
        data = {"dimensions": [row.as_dict() for row in rows], "global": overall.as_dict(),
                "correlations": {"dimensions": list(dimensions), "r": correlations}}  # fmt: skip
        json.dump(data, sys.stdout, ensure_ascii=False, indent=1)
        sys.stdout.write("\n")
        return
    _print_table(rows)
    print()
    print(overall)
    _print_correlations(dimensions, matrix)


def _column(measure: Measure, distance: Any) -> Any:
    if measure.kind != "codings":
        raise NotApplicableError(
            f"{measure.symbol} is for {measure.kind}; a dimension holds codings"
        )
    if measure.distance == "required" and distance is None:
        raise AccordError(f"{measure.name} needs a distance: add --distance nominal …")
    return measure.compute


def _print_table(rows: list[DimensionAgreement]) -> None:
    symbols = [agreement.symbol for agreement in rows[0].agreements] if rows else []
    shown = [_TITLES.get(symbol, symbol) for symbol in symbols]
    cells = [
        [row.dimension, *(_value(a) for a in row.agreements), str(row.pairs),
         number(row.ap_ratio, 2) or "n/a", _value(row.presence)]
        for row in rows
    ]  # fmt: skip
    notes = [f"{row.dimension}: n/a: {why}" for row in rows if (why := _reason(row))]
    table(["dimension", *shown, "#pairs", "ap-ratio", "presence κ"], cells, notes)


def _reason(row: DimensionAgreement) -> str:
    """Why something is n/a in this row: the reason that says most."""
    reasons = [a.undefined for a in (*row.agreements, row.presence) if a.undefined]
    return max(reasons, key=len, default="")


def _value(agreement: Agreement) -> str:
    return "n/a" if agreement.undefined else number(agreement.value, 2)


def _print_correlations(dimensions: tuple[str, ...], matrix: Any) -> None:
    """The strongest correlations between the dimensions' disagreements."""
    found = [
        (abs(matrix[a, b]), f"{matrix[a, b]:+.2f}", dimensions[a], dimensions[b])
        for a in range(len(dimensions))
        for b in range(a + 1, len(dimensions))
        if not isnan(matrix[a, b])
    ]
    if not found:
        return
    print("\ndisagreements that go together (Pearson's r over items)")
    strongest = sorted(found, key=lambda row: -row[0])[:5]
    table(["r", "dimension", "dimension"], [list(row[1:]) for row in strongest])
