"""`accord raters FILE`: ratings in units of their scale, and the people who give them."""

from typing import Any

from accord._report.render.terminal import number_text, p_value, table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.cli.options.inputs import reading, refuse_options
from accord.errors import AccordError
from accord.infer.ratings.findings import (
    error_findings,
    limit_findings,
    rater_findings,
)
from accord.infer.ratings.summary import RatingSummary, rating_summary
from accord.kinds.kind import kind_of
from accord.words.said import said, spoken

_MOST = 12
"""So many items are listed; JSON has all."""


@click.command(name="raters")
@click.option(
    "--order",
    metavar="COLUMN",
    help="Column about items with the order or time of rating, for drift (default: as in FILE).",
)
@click.option(
    "--facets", is_flag=True, help="Many-facet Rasch: severity in logits, fit and fair scores."
)
@click.option(
    "--repeats",
    is_flag=True,
    help="With --dimensions: they are repeats of one measurement (repeatability).",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading
def command(study: Any, order: str | None, facets: bool, repeats: bool, as_json: bool) -> None:
    """Who rates high or low, and how far a rating may be off, in units of the scale.

    For each rater: level against the others (with Holm and stepwise removal), the range of the
    scale that is used, drift. Then the standard error of a rating, the smallest difference that
    is more than error, limits of agreement (Bland & Altman; for three raters and more around the
    mean), and the items whose ratings are farthest apart. Several dimensions (criteria) of an
    item also show halo.

    \b
        accord raters ratings.csv
        accord raters ratings.csv --order date
        accord raters ratings.csv --facets
        accord raters essays.csv --dimensions content,style --facets
        accord raters gauge.csv --dimensions first,second --repeats
    """
    if kind_of(study).several:
        refuse_options(["order"], "is for one rating an item; leave out --dimensions")
        _several(study, facets, repeats, as_json)
        return
    refuse_options(["repeats"], "needs --dimensions, the columns of repeats")
    found = rating_summary(study, order=_when(study, order))
    model = _facets(study) if facets else None
    if as_json:
        more = {} if model is None else {"facets": model.as_dict()}
        click.echo(json_text({**found.as_dict(), **more}))
        return
    _print(found)
    if model is not None:
        click.echo()
        _print_facets(model)


def _when(study: Any, column: str | None) -> Any:
    """The order of rating of each item, where a column says it."""
    if column is None:
        return None
    if column not in study.about:
        there = ", ".join(map(str, study.about)) or "none"
        raise AccordError(f"--order {column}: no such column about items. Columns: {there}")
    values = study.about[column]
    seen = sorted(set(values), key=lambda value: (str(type(value)), value))
    place = {value: float(at) for at, value in enumerate(seen)}
    numeric = all(isinstance(value, (int, float)) for value in values)
    return [float(value) if numeric else place[value] for value in values]


def _print(found: RatingSummary) -> None:
    if found.raters is not None:
        _print_raters(found)
    lines = [*rater_findings(found)]
    if found.coders > 2 and found.drift:
        lines.append(said("ratings.drift-shared"))
    for line in [*lines, "", *error_findings(found), *limit_findings(found)]:
        click.echo(in_options(line))
    click.echo()
    _print_items(found)


def _print_raters(found: RatingSummary) -> None:
    changes = {one.rater: one for one in found.drift}
    head = ["rater", "ratings", "mean", "SD", "above others", "95% CI", "t", "p", ""]
    head += ["range", "p", "drift", "p"]
    assert found.raters is not None
    rows = []
    for one in found.raters.raters:
        drifts = changes.get(one.rater)
        rows.append(
            [
                str(one.rater),
                str(one.items),
                _units(one.mean),
                _units(one.sd),
                _units(one.apart),
                f"{_units(one.low)} to {_units(one.high)}",
                _units(one.t),
                p_value(one.p),
                ("lower" if one.apart < 0 else "higher") if one.named else "",
                number_text(one.range, 2) or "–",
                p_value(one.range_p),
                "–" if drifts is None else _units(drifts.change),
                "–" if drifts is None else p_value(drifts.p),
            ]
        )
    table(head, rows, [said("ratings.apart"), said("ratings.range")])
    click.echo()


def _print_items(found: RatingSummary) -> None:
    ratings = dict(zip(found.table.items, found.table.values.tolist(), strict=True))
    shown = [one for one in found.apart[:_MOST] if one.range > 0]
    names = [str(name) for name in found.table.raters] if found.coders <= _MOST else []
    rows = [
        [
            str(one.item),
            *(_units(value) for value in (ratings[one.item] if names else ())),
            _units(one.mean),
            _units(one.range),
            "discuss" if one.discuss else "",
        ]
        for one in shown
    ]
    rest = sum(one.range > 0 for one in found.apart) - len(rows)
    notes = [f"{rest} more items differ: --json has all"] if rest > 0 else []
    if rows:
        table(["item", *names, "mean", "apart", ""], rows, notes)


def _units(value: float) -> str:
    return spoken("en").units(value)


def _facets(study: Any) -> Any:
    from accord._measure.latent.facets import facets

    return facets(study)


def _print_facets(model: Any) -> None:
    head = ["", "severity", "SE", "infit", "outfit", "fair"]

    def row(one: Any) -> list[str]:
        values = (one.severity, one.se, one.infit, one.outfit, one.fair)
        return [str(one.name), *(number_text(value, 3) or "–" for value in values)]

    table(["rater", *head[1:]], [row(one) for one in model.raters])
    if model.criteria:
        click.echo()
        table(["criterion", *head[1:]], [row(one) for one in model.criteria])
    key = "ratings.facets-differ" if model.p < 0.05 else "ratings.facets-alike"
    click.echo(said(key, x=model.chi_square, df=model.df, pval=model.p))
    click.echo(said("ratings.facets-columns"))
    steps = ", ".join(number_text(step, 3) for step in model.thresholds)
    click.echo(f"thresholds {steps}; {model.method} likelihood, log {model.log_likelihood:.3f}")
    for note in model.notes:
        click.echo(note)


def _several(study: Any, facets: bool, repeats: bool, as_json: bool) -> None:
    """Several dimensions: halo, or repeats of one measurement; and the model with criteria."""
    from accord.infer.ratings.measurement_error import repeatability
    from accord.infer.ratings.rated import numeric_ratings, rated_cube
    from accord.infer.ratings.raters import halo

    cube = rated_cube(study)
    study = numeric_ratings(study)
    found: Any = repeatability(cube) if repeats else halo(cube)
    model = _facets(study) if facets else None
    if as_json:
        more = {} if model is None else {"facets": model.as_dict()}
        click.echo(json_text({"repeatability" if repeats else "halo": found.as_dict(), **more}))
        return
    items, raters, parts = cube.shape
    click.echo(f"{items} items × {raters} raters × {parts} ({', '.join(study.names)})")
    if repeats:
        limits = {"x": found.repeatability_limit, "y": found.reproducibility_limit}
        click.echo(said("ratings.repeats", **limits))
        click.echo(said("ratings.gage", p=found.gage, n=found.classes))
    else:
        key = "ratings.halo-found" if found.p < 0.05 else "ratings.halo-none"
        click.echo(said(key, share=found.share, pval=found.p))
    if model is not None:
        click.echo()
        _print_facets(model)
