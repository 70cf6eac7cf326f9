"""`accord loglinear FILE`: of which kind the agreement of two or three coders is."""

from accord._measure.latent.log_linear import LogLinear, log_linear
from accord._report.render.terminal import number_text, p_value, table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.cli.options.inputs import reading
from accord.errors import AccordError
from accord.kinds.kind import only_labels
from accord.model.study import Study


@click.command(name="loglinear")
@click.option(
    "--resamples", default=0, type=click.IntRange(min=0), help="Simulate p, so many times."
)
@click.option("--seed", default=0, type=click.IntRange(min=0), help="Seed of the simulation.")
@click.option(
    "--scores", metavar="NUMBERS", help="Places of the categories on their scale: 1,2,4 …"
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading
def command(study: Study, resamples: int, seed: int, scores: str | None, as_json: bool) -> None:
    """Fit log-linear models to the labels of two or three coders, and say what they show.

    One δ on the diagonal: coders agree beyond chance. A δ for each category: some are told apart
    better. β: near values on a scale are confused more often. Symmetry: coders use the categories
    equally often.

    \b
        accord loglinear slides.csv
        accord loglinear acts.csv --coders Ann,Bob --categories low,mid,high
    """
    models = log_linear(
        only_labels(study, "log-linear models work with labels; FILE"),
        scores=_numbers(scores),
        resamples=resamples,
        rng=seed,
    )
    if as_json:
        click.echo(json_text(models.as_dict()))
        return
    _show(models)


def _numbers(scores: str | None) -> list[float] | None:
    try:
        return None if scores is None else [float(one) for one in scores.split(",")]
    except ValueError:
        raise AccordError(f"--scores must be numbers such as 1,2,4, got {scores!r}") from None


def _show(models: LogLinear) -> None:
    table(
        ["model", "G²", "df", "p", "ΔAIC", "ΔBIC"],
        [
            [
                m.name,
                number_text(m.g_squared, 3),
                str(m.df) if m.df == m.df_left else f"{m.df} ({m.df_left})",
                p_value(m.p),
                number_text(m.aic, 2),
                number_text(m.bic, 2),
            ]
            for m in models.models
        ],
    )
    click.echo()
    columns, rows = models.parameters()
    table(
        list(columns),
        [
            [name, label, value if isinstance(value, str) else number_text(value), number_text(se)]
            for name, label, value, se in rows
        ],
    )
    click.echo()
    for sentence in models.says():
        click.echo(in_options(sentence))
