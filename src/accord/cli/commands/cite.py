"""`accord cite NAME`: BibTeX."""

import rich_click as click

from accord.errors import UnknownNameError
from accord.measure.catalogue import find
from accord.report.citations import bibtex


@click.command(name="cite")
@click.argument("name", nargs=-1, required=True)
def command(name: tuple[str, ...]) -> None:
    """Print the BibTeX entries for a measure, or for one key of the bibliography.

    \b
        accord cite kappa
        accord cite artstein2008
    """
    text = " ".join(name)
    try:
        keys = find(text).source
    except UnknownNameError as unknown:
        try:
            click.echo(bibtex(text))
        except UnknownNameError:
            raise unknown from None
        return
    click.echo("\n\n".join(bibtex(key) for key in keys))
