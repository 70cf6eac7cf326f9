"""`accord skew FILE`: why coefficients differ on the same codings."""

from typing import Any

from accord._measure.labels.skew import ChiSquare, Skew, skew
from accord._report.render.terminal import agreement_table, number_text, p_value, table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.cli.options.inputs import reading
from accord.cli.options.measure_settings import distance_options
from accord.kinds.kind import only_labels
from accord.model.showing import picked, plain
from accord.model.study import Study


@click.command(name="skew")
@distance_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading
def command(study: Study, distance: Any, as_json: bool) -> None:
    """Show A_o, A_e, S, π, κ, α, AC1 and PABAK side by side, with annotator bias and prevalence.

    Bias (coders use categories in different proportions) lifts κ above π; prevalence (one
    category dominates) lowers π, κ and α though most items agree.

    \b
        accord skew acts.csv
        accord skew ratings.csv --distance interval
    """
    summary = skew(
        only_labels(study, "accord skew works with labels; this file"), distance=distance
    )
    if as_json:
        click.echo(json_text(_plain(summary)))
        return
    agreement_table(summary.agreements, in_options)
    click.echo()
    rows = [
        [str(name), number_text(share), number_text(summary.bias_by_category.get(name))]
        for name, share in summary.prevalence.items()
    ]
    table(["category", "prevalence", "bias"], rows)
    click.echo()
    table(
        ["index", "value", "p"],
        [[name, number_text(v), p_value(p, "")] for name, v, p in summary.indices()],
    )


def _plain(summary: Skew) -> dict[str, Any]:
    def test(found: ChiSquare | None) -> dict[str, Any] | None:
        if found is None:
            return None
        p = None if found.undefined else found.p
        statistic = None if found.undefined else found.statistic
        return {"statistic": statistic, "df": found.df, "p": p, "undefined": found.undefined}

    return {
        "agreements": plain(summary.agreements),
        "bias": summary.bias if summary.bias_by_category else None,
        "bias_by_category": {str(k): v for k, v in summary.bias_by_category.items()},
        "prevalence": {str(k): v for k, v in summary.prevalence.items()},
        **picked(
            summary, "pabak bias_index prevalence_index kappa_max kappa_minus_pi weighted_bias"
        ),
        "stuart_maxwell": test(summary.stuart_maxwell),
        "bhapkar": test(summary.bhapkar),
    }
