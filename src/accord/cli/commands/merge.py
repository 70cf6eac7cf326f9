"""`accord merge FILE todo.xlsx -o gold.csv`: decisions come back and make gold."""

import csv
from pathlib import Path
from typing import Any

from accord._measure.catalogue import find_measure
from accord._read.formats.delimited import write_rows
from accord._report.render.terminal import number_text, table
from accord._report.write import DELIMITERS, write, written_as
from accord._report.write_back import EXPORTERS
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text, progress_bar
from accord.cli.options.inputs import (
    FORCE,
    READING_NAMES,
    ListCommand,
    check_outputs,
    comparable,
    empty_folder,
    read_study,
    reading_options,
)
from accord.errors import DataError
from accord.infer.rounds.gold import CHANGED, UNDECIDED, Gold, gold as gold_of
from accord.whole_files import whole_file


@click.command("merge", cls=ListCommand)
@click.argument("paths", metavar="FILE... DECISIONS", nargs=-1, required=True)
@click.option("-o", "--output", help="Write gold here (.jsonl, .csv, .tsv, or with --to).")
@click.option("--to", type=click.Choice(list(EXPORTERS)), help="Write gold for a tool.")
@click.option("--record", metavar="OUT", help="Write who decided what (.csv, .tsv).")
@click.option(
    "--decided-by", "by", default="", help="Who decided, if the decisions do not name anyone."
)
@click.option("--by", "by_before", default="", hidden=True, help="--decided-by, as 0.2 called it.")
@click.option(
    "--undecided",
    type=click.Choice(UNDECIDED),
    default="leave",
    help="Disputes without a decision: leave them out, take the proposals, or refuse.",
)
@click.option(
    "--changed",
    type=click.Choice(CHANGED),
    default="refuse",
    help="Rows whose labels do not match FILE: refuse them, or take their decisions.",
)
@click.option(
    "--new-categories", help="Categories that no coder used and decisions may, comma-separated."
)
@click.option("--name", default="gold", help="What gold is called, as a coder.")
@click.option(
    "-m",
    "--measure",
    "names",
    multiple=True,
    metavar="NAME...",
    help="The measure of agreement with gold.",
)
@FORCE
@click.option("--json", "as_json", is_flag=True, help="Print JSON: the record and the coders.")
@reading_options
def command(
    paths: tuple[str, ...],
    output: str | None,
    to: str | None,
    record: str | None,
    new_categories: str | None,
    names: tuple[str, ...],
    force: bool,
    as_json: bool,
    quiet: bool,
    by: str,
    by_before: str,
    **given: Any,
) -> None:
    """Create gold labels from FILE and the resolved DECISIONS.

    DECISIONS is the list of 'accord adjudicate', filled in; read FILE with the same options.
    What coders agreed on goes to gold as it is. The agreement of each coder with gold is printed.

    \b
        accord merge acts.csv todo.xlsx -o gold.csv --record decisions.csv
        accord merge spans.csv export.json -o gold --to brat
        accord merge acts.csv todo.csv --undecided propose --decided-by Ann -o gold.jsonl
    """
    if len(paths) < 2:
        raise click.UsageError("give two files: the annotations and the decisions")
    # Decisions last, as the target of cp and mv: the files of a study may be many.
    *files, decisions = paths
    _check_names(output, to, record)
    # Before reading: nobody should align for minutes and then learn that the file exists.
    check_outputs(paths, force, output=output, record=record)
    if output is not None:
        empty_folder(output, force)
    options = {name: given.pop(name) for name in READING_NAMES}
    study = comparable(read_study(tuple(files), options, quiet, "adjudication"))
    measures = [find_measure(name, study.kind) for name in names] or None
    more = [] if new_categories is None else next(csv.reader([new_categories]))
    more = [name.strip() for name in more]
    with progress_bar("aligning", quiet=quiet) as progress:
        given |= {"by": by or by_before, "progress": progress}
        gold = gold_of(study, decisions, new_categories=more, measures=measures, **given)
    losses = [] if output is None else write(gold.study, output, format=to)
    if record is not None:
        _write_record(gold, record)
    if as_json:
        click.echo(json_text(gold.as_dict()))
    else:
        _print(gold)
    if not quiet:
        for line in (*losses, *gold.notes):
            click.echo(in_options(line), err=True)


def _check_names(output: str | None, to: str | None, record: str | None) -> None:
    """What cannot be written is said before anything is read."""
    if to is not None and output is None:
        raise click.UsageError("--to needs -o, the name of what to write")
    if output is not None:
        written_as(output, to)
    if record is not None and Path(record).suffix.lower() not in DELIMITERS:
        raise DataError(f"{record}: unknown file type; use {', '.join(DELIMITERS)}")


def _write_record(gold: Gold, path: str) -> None:
    columns, rows = gold._table()
    with whole_file(path) as part, part.open("w", encoding="utf-8", newline="") as stream:
        write_rows(stream, [columns, *rows], DELIMITERS[Path(path).suffix.lower()])


def _print(gold: Gold) -> None:
    click.echo(f"{gold.study.coders[0]}: {gold.summary()}")
    found = gold.coders
    rows = [
        [number_text(cell) or "undefined" if isinstance(cell, float) else str(cell) for cell in row]
        for row in found.rows
    ]
    table(list(found.columns), rows, list(map(in_options, found.notes)))
