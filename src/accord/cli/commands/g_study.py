"""`accord g-study FILE --facets …`: how much of the variance each named facet has."""

from accord._report.render.terminal import number_text, table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.errors import NotApplicableError
from accord.infer.why.g_study import GStudy, g_study


@click.command(name="g-study")
@click.option("--value", required=True, metavar="COLUMN", help="Column with numbers or labels.")
@click.option(
    "--facets",
    required=True,
    metavar="COLUMNS",
    help="Columns of what was changed, with commas: coder,tool,instructions.",
)
@click.option("--item", default="item", metavar="COLUMN", help="Column of what is measured.")
@click.option("--names", is_flag=True, help="Numbers are names (codes of categories).")
@click.option("--level", type=float, default=0.95, help="Confidence of the limits.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.argument("path", metavar="FILE")
def command(
    path: str, value: str, facets: str, item: str, names: bool, level: float, as_json: bool
) -> None:
    """Split the variance of ratings or labels among items and named facets.

    FILE has a row for each coding. A facet is whatever changes while items are coded again: coder,
    tool, instructions, experience, round. The data show which facets are crossed and which are
    nested (coder:experience). Eρ² asks whether the order of items would stay with other levels of
    the facets, Φ whether their values would.

    \b
        accord g-study essays.csv --value score --facets coder,tool
        accord g-study acts.csv --item utterance --value tag --facets coder,experience
    """
    listed = [name.strip() for name in facets.split(",") if name.strip()]
    found = g_study(path, value, listed, item=item, names=names, confidence=level)
    if as_json:
        click.echo(json_text(found.as_dict()))
        return
    head, rows = found._table()
    table(
        list(head),
        [[str(name), str(n), *(number_text(cell) for cell in cells)] for name, n, *cells in rows],
        [in_options(note) for note in found.notes],
    )
    click.echo(_coefficients(found))


def _coefficients(found: GStudy) -> str:
    try:
        one = f"Eρ² = {found.relative():.4f}, Φ = {found.absolute():.4f}"
    except NotApplicableError as error:
        return str(error)
    return f"one level of each facet: {one}"
