"""accord convert: any readable format into accord's own JSON Lines, a table, or a tool's format."""

from typing import Any

from accord._report.write import write, written_as
from accord._report.write_back import EXPORTERS
from accord.cli import parsing as click
from accord.cli.options.inputs import (
    FORCE,
    READING_NAMES,
    check_outputs,
    empty_folder,
    file_options,
    read_study,
)
from accord.kinds.kind import one_value
from accord.kinds.labels.study import Codings


def _hint(study: Codings) -> None:
    """Say how a table of sets is read again: a cell cannot say that it is one."""
    if any(isinstance(category, frozenset) for category in study.categories):
        click.echo("sets of labels are written with '|'; read them with --sets '|'", err=True)


@click.command("convert")
@file_options
@click.argument("output", metavar="OUT")
@click.option(
    "--to",
    type=click.Choice(list(EXPORTERS)),
    help="Format of a tool (brat, webanno and conllu are folders; default: by the name of OUT).",
)
@FORCE
def command(paths: tuple[str, ...], output: str, to: str | None, quiet: bool, **given: Any) -> None:
    """Read FILE... and write OUT: lossless to .jsonl, as a table to .csv or .tsv, or for a tool.

    \b
        accord convert export.json study.jsonl
        accord convert anna.csv ben.csv both.csv
        accord convert study.jsonl gold --to brat
    """
    # What cannot be written is said before anything is read.
    written_as(output, to)
    check_outputs(paths, given["force"], output=output)
    empty_folder(output, given["force"])
    study: Any = read_study(paths, {name: given[name] for name in READING_NAMES}, quiet)
    losses = write(study, output, format=to)
    if not quiet:
        for loss in losses:
            click.echo(f"{output}: {loss}", err=True)
        if one_value(study) and output.endswith((".csv", ".tsv", ".tab")):
            _hint(study)
        counts = " ".join(f"{key}={value}" for key, value in study.counts().items())
        click.echo(f"{output}: {study.kind} ({counts})", err=True)
