"""`accord find WORD`: where a name of the field leads."""

from accord.cli import parsing as click
from accord.cli.console import json_text
from accord.infer.advice.lookup import lookup
from accord.model.showing import picked


@click.command(name="find")
@click.argument("word", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(word: tuple[str, ...], as_json: bool) -> None:
    """Find what accord calls a measure, distance, task, format, program or concept.

    Names of papers, of R, SPSS, Stata and other programs lead to the right entry.

    \b
        accord find KALPHA
        accord find kappa paradox
        accord find Levenshtein
    """
    found = lookup(" ".join(word))
    if as_json:
        click.echo(json_text([picked(one, "kind name says use also near") for one in found]))
        return
    click.echo("\n".join(map(str, found)))
