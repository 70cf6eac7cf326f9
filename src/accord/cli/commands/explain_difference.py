"""`accord explain-difference --vs nltk FILE`: why another program prints another number."""

from dataclasses import asdict

from accord._measure.catalogue import display_name
from accord._report.render.terminal import number_text, table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.cli.options.inputs import reading
from accord.infer.advice.differences import DOCUMENTED_PROGRAMS, Difference, explain
from accord.model.showing import picked
from accord.model.study import Study


@click.command(name="explain-difference")
@click.option(
    "--vs",
    metavar="PROGRAM",
    callback=lambda _, __, value: _named(value),
    help=f"The other program: {', '.join(DOCUMENTED_PROGRAMS)}.",
)
@click.option(
    "--distance",
    default="nominal",
    help="Distance between categories: nominal, ordinal, interval, masi …",
)
@click.option("--value", metavar="NUMBER", help="The number that the other program printed.")
@click.option(
    "--interval", "intervals", is_flag=True, help="Compare its 95% intervals with ours, too."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading
def command(
    study: Study, vs: str, distance: str, value: str | None, intervals: bool, as_json: bool
) -> None:
    """Explain why another program gives a different value.

    The other program is not run: its rules are computed here, as formulas.

    \b
        accord explain-difference --vs nltk acts.csv
        accord explain-difference --vs nltk tags.csv --sets "|" --distance masi --value 0.641
        accord explain-difference --vs scikit-learn ratings.csv --categories low,mid,high
        accord explain-difference --vs kalpha ratings.csv --distance ordinal
        accord explain-difference --vs kappaetc acts.csv --interval
    """
    found = explain(study, vs, distance=distance, intervals=intervals)
    if as_json:
        shown = [
            picked(row, "program call same why theirs ours source")
            | ({"limits": asdict(row.limits)} if row.limits else {})
            for row in found
        ]
        click.echo(json_text(shown))
        return
    head = [vs, "prints", "accord", "prints", "because"]
    rows = [
        [
            row.call,
            number_text(row.theirs) or "nothing",
            display_name(row.ours),
            number_text(row.ours.value) or "undefined",
            in_options(row.why),
        ]
        for row in found
    ]
    table(head, rows)
    if intervals:
        click.echo("")
        _limits(found, vs)
    if found and found[0].source:
        click.echo("\n" + found[0].source)
    if value is not None:
        click.echo("\n" + _matching(found, value, vs))


def _named(program: str | None) -> str:
    if program is None:
        raise click.UsageError(
            f"name the other program with --vs: {', '.join(DOCUMENTED_PROGRAMS)}"
        )
    return program


def _limits(found: list[Difference], vs: str) -> None:
    """The intervals of the program and ours, where it documents them."""
    rows = [
        [
            row.call,
            _span(row.limits.theirs),
            display_name(row.ours),
            _span(row.limits.ours),
            row.limits.why,
        ]
        for row in found
        if row.limits is not None
    ]
    if rows:
        table([f"95% interval of {vs}", "prints", "accord", "prints", "because"], rows)
    else:
        click.echo(f"no interval of {vs} is documented for these data")


def _span(limits: tuple[float, float]) -> str:
    return f"{number_text(limits[0])} to {number_text(limits[1])}"


def _matching(found: list[Difference], value: str, vs: str) -> str:
    """Which of the program's calls gives the number that a user saw."""
    try:
        seen, digits = float(value), len(value.partition(".")[2])
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a number", param_hint="--value") from None
    hits = [row for row in found if row.matches(seen, digits)]
    if not hits:
        return f"{value} is none of these: other data, other settings, or a cause not known here"
    calls = ", or ".join(f"{row.call} ({in_options(row.why)})" for row in hits)
    return f"{value} is what {vs} gives by {calls}"
