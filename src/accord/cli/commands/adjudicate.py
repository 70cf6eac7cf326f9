"""`accord adjudicate FILE -o todo.xlsx`: the disputes of a study, with room for decisions."""

from pathlib import Path
from typing import Any

from accord._report.todo_lists import checked_name, write_todo
from accord.cli import parsing as click
from accord.cli.console import json_text, progress_bar
from accord.cli.options.inputs import (
    FORCE,
    READING_NAMES,
    check_outputs,
    comparable,
    empty_folder,
    file_options,
    read_study,
)
from accord.infer.rounds.disputes import disputes
from accord.infer.rounds.todo_table import todo_form


@click.command("adjudicate")
@file_options
@click.option(
    "-o",
    "--output",
    help="What to write: .xlsx, .csv, .tsv, .json (Label Studio), or a folder (brat).",
)
@FORCE
@click.option("--json", "as_json", is_flag=True, help="Print the disputes as JSON.")
def command(
    paths: tuple[str, ...],
    output: str | None,
    force: bool,
    as_json: bool,
    quiet: bool,
    **given: Any,
) -> None:
    """List the disagreements in FILE for someone to resolve.

    Labels, spans and coreference chains; what is not disputed needs no decision.
    'accord merge' reads the list back when it is filled in, and makes gold labels from it.

    \b
        accord adjudicate acts.csv -o todo.xlsx
        accord adjudicate spans.csv -o todo.json
        accord adjudicate annotations/ --coder-from folder -o todo/
        accord merge acts.csv todo.xlsx -o gold.csv
    """
    if output is None and not as_json:
        raise click.UsageError(
            "choose an output file with -o: todo.xlsx, todo.csv, todo.json (Label Studio) or "
            "todo/ (brat)"
        )
    if output is not None:
        checked_name(output)
        check_outputs(paths, force, output=output)
        empty_folder(output, force)
    options = {name: given[name] for name in READING_NAMES}
    study = comparable(read_study(paths, options, quiet, "adjudication"))
    with progress_bar("aligning", quiet=quiet) as progress:
        found = disputes(study, progress=progress)
    if output is not None:
        write_todo(found, output)
    if as_json:
        click.echo(json_text(found.as_dict()))
    if output is not None and not quiet:
        click.echo(f"{output}: {found.summary()}", err=True)
        if len(found):
            click.echo(_how(todo_form(found.study).how, output), err=True)


def _how(in_a_table: str, output: str) -> str:
    """What to do with the list, in a line."""
    way = checked_name(output)
    if way == "brat":
        return (
            f"next: open {Path(output) / 'decision'} in brat; correct or delete each span "
            "with a “disputed” note, then delete the note"
        )
    if way == ".json":
        return (
            "next: import the file into Label Studio, submit one annotation per task, export "
            "as JSON, then run accord merge"
        )
    return in_a_table
