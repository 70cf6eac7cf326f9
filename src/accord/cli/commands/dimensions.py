"""Agreement in several dimensions at once, for people and for programs."""

from collections.abc import Hashable
from dataclasses import replace
from itertools import combinations
from math import isnan
from typing import Any

from accord._measure.bound import bound, taking
from accord._measure.catalogue import find_measure
from accord._measure.distances.distance import distance as as_distance
from accord._measure.entry import Measure
from accord._measure.labels.correlation import light_kappa
from accord._measure.labels.global_beta import global_beta
from accord._measure.labels.kappa_tw import kappa_tw
from accord._report.render.terminal import number_text, table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.cli.options.measure_settings import with_distance
from accord.errors import NotApplicableError
from accord.infer.resample.interval import interval
from accord.infer.why.by_dimension import (
    DimensionAgreement,
    DimensionCorrelations,
    by_dimension,
    dimension_correlations,
    in_dimension,
)
from accord.kinds.dimensions.study import Dimensions
from accord.kinds.kind import kind_named
from accord.model.agreement import Agreement
from accord.model.showing import Results, plain

_TITLES = {"κ_Light": "κ"}


def print_dimensions(
    study: Dimensions,
    names: tuple[str, ...],
    given: dict[str, Any],
    as_json: bool,
    sure: dict[str, Any] | None = None,
    by: str | None = None,
) -> None:
    """The table per dimension, the score over all, and how disagreements go together."""
    distance = given.get("distance")
    measures: list[Any] = [light_kappa] if distance is None else [light_kappa, kappa_tw]
    if names:
        chosen = [find_measure(name) for name in names]
        measures = [_column(m, distance) for m in chosen if m.kind != study.kind]
    parts: list[tuple[Dimensions, list[Hashable] | None]] = [(study, None)]
    if by == "pair":
        pairs = combinations(range(len(study.coders)), 2)
        parts = [(study.only(pair), [study.coders[c] for c in pair]) for pair in pairs]
    found = [(pair, _found(part, distance, measures, given, sure)) for part, pair in parts]
    if as_json:
        data = [({"pair": pair} if pair else {}) | _plain(*parts) for pair, parts in found]
        click.echo(json_text(data if by else data[0]))
        return
    for pair, (rows, overall, correlations) in found:
        if pair:
            print(f"\n{pair[0]} – {pair[1]}")
        _print_table(rows)
        print(f"\n{overall}")
        _print_correlations(correlations.names, correlations.r)


def _found(
    study: Dimensions,
    distance: Any,
    measures: list[Any],
    given: dict[str, Any],
    sure: dict[str, Any] | None,
) -> tuple[Results[DimensionAgreement], Agreement, DimensionCorrelations]:
    """The rows, the score over all dimensions and the correlations, with intervals if asked."""
    recipe = distance or "nominal"
    rows = by_dimension(study, distance=recipe, measures=measures)
    whole = taking(bound(global_beta, distance="nominal"), given)
    overall = whole.compute(study)
    if sure is not None:
        each = [_sure(study, row, measures, recipe, sure) for row in rows]
        rows = Results(replace(row, agreements=a) for row, a in zip(rows, each, strict=True))
        overall = overall.with_interval(interval(study, whole, **sure))
    return rows, overall, dimension_correlations(study, distance=recipe)


def _sure(
    study: Dimensions,
    row: DimensionAgreement,
    measures: list[Any],
    distance: Any,
    sure: dict[str, Any],
) -> tuple[Agreement, ...]:
    """The coefficients of one dimension with their intervals; those undefined stay as they are."""
    own = as_distance(distance).within(row.dimension)
    agreements = []
    for measure, agreement in zip(measures, row.agreements, strict=True):
        if agreement.undefined is None:
            found = interval(study[row.dimension], in_dimension(measure, own), **sure)
            agreement = agreement.with_interval(found)  # noqa: PLW2901
        agreements.append(agreement)
    return tuple(agreements)


def _plain(
    rows: list[DimensionAgreement], overall: Agreement, found: DimensionCorrelations
) -> dict[str, Any]:
    correlations = {"dimensions": list(found.names), "r": plain(found.r)}
    return {"dimensions": plain(rows), "global": overall.as_dict(), "correlations": correlations}


def _column(measure: Measure, distance: Any) -> Any:
    if not kind_named(measure.kind).plain:
        raise NotApplicableError(
            f"{measure.symbol} does not work with labels, which a dimension has"
        )
    with_distance(taking(measure, {"distance": distance}))
    return measure


def _print_table(rows: list[DimensionAgreement]) -> None:
    symbols = [agreement.symbol for agreement in rows[0].agreements] if rows else []
    shown = [_TITLES.get(symbol, symbol) for symbol in symbols]
    cells = [
        [
            row.dimension,
            *(_value(a) for a in row.agreements),
            str(row.pairs),
            number_text(row.ap_ratio, 2) or "n/a",
            _value(row.presence),
        ]
        for row in rows
    ]
    notes = [f"{row.dimension}: n/a: {in_options(why)}" for row in rows if (why := _reason(row))]
    table(["dimension", *shown, "#pairs", "ap-ratio", "presence κ"], cells, notes)


def _reason(row: DimensionAgreement) -> str:
    """Why something is n/a in this row: the reason that says most."""
    reasons = [a.undefined for a in (*row.agreements, row.presence) if a.undefined]
    return max(reasons, key=len, default="")


def _value(agreement: Agreement) -> str:
    if agreement.undefined:
        return "n/a"
    sure = agreement.interval
    shown = number_text(agreement.value, 2)
    return shown if sure is None else f"{shown} [{sure.low:.2f}, {sure.high:.2f}]"


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
