"""accord convert: any readable format into accord's own JSON Lines, or a table."""

from typing import Any

import rich_click as click

from accord.cli.inputs import NAMES, file_options, read_study
from accord.report.jsonl import write


@click.command("convert")
@file_options
@click.argument("output", metavar="OUT")
def command(paths: tuple[str, ...], output: str, quiet: bool, **given: Any) -> None:
    """Read FILE... and write OUT: lossless to .jsonl, as a table to .csv or .tsv."""
    study = read_study(paths, {name: given[name] for name in NAMES}, quiet)
    write(study, output)
    if not quiet:
        counts = " ".join(f"{key}={value}" for key, value in study.counts().items())
        click.echo(f"{output}: {study.kind} ({counts})", err=True)
