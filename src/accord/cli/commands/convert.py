"""accord convert: any readable format into accord's own JSON Lines, or a table."""

from typing import Any

import rich_click as click

from accord.cli.options.inputs import FORCE, NAMES, check_outputs, file_options, read_study
from accord.model.codings.codings import Codings
from accord.report.write import write


def _hint(study: Codings) -> None:
    """Say how a table of sets is read again: a cell cannot say that it is one."""
    if any(isinstance(category, frozenset) for category in study.categories):
        click.echo("sets of labels are written with '|'; read them with --sets '|'", err=True)


@click.command("convert")
@file_options
@click.argument("output", metavar="OUT")
@FORCE
def command(paths: tuple[str, ...], output: str, quiet: bool, **given: Any) -> None:
    """Read FILE... and write OUT: lossless to .jsonl, as a table to .csv or .tsv."""
    check_outputs(paths, given["force"], output=output)
    study = read_study(paths, {name: given[name] for name in NAMES}, quiet)
    write(study, output)
    if not quiet:
        if isinstance(study, Codings) and output.endswith((".csv", ".tsv", ".tab")):
            _hint(study)
        counts = " ".join(f"{key}={value}" for key, value in study.counts().items())
        click.echo(f"{output}: {study.kind} ({counts})", err=True)
