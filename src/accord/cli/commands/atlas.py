"""`accord atlas`: agreement that was recomputed from raw annotations, by task."""

from collections import Counter
from pathlib import Path
from typing import Any

from accord._report.render.terminal import table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.cli.options.inputs import (
    FORCE,
    READING_NAMES,
    check_free,
    chosen_options,
    reading_options,
)
from accord.errors import DataError, UnknownNameError
from accord.infer.advice.cases import EVERY


@click.group(name="atlas", invoke_without_command=True)
@click.option("--task", metavar="NAME", help="Only data sets of this task.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV, with all there is to know.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(context: click.Context, task: str | None, as_csv: bool, as_json: bool) -> None:
    """List agreement that was recomputed from raw annotations; verify it; add to it.

    \b
        accord atlas
        accord atlas --task hate-speech
        accord atlas verify FOLDER
        accord atlas add FILE --title "My labels" --task text-classes
    """
    if context.invoked_subcommand is not None:
        return
    from accord.infer.atlas.values import atlas_rows, csv_of_values

    rows = atlas_rows(task)
    if as_json:
        click.echo(json_text(rows))
    elif as_csv:
        click.echo(csv_of_values(rows), nl=False)
    else:
        shown = [
            [row["task"], row["data_set"], row["part"], row["what"], _value(row), _people(row)]
            for row in rows
        ]
        table(["task", "data set", "part", "measure", "value", "coders"], shown)
        sets = len({row["data_set"] for row in rows})
        click.echo(f"{len(rows)} values of {sets} data sets. This is context, not a benchmark.")


def _value(row: dict[str, Any]) -> str:
    if row["low"] is None:
        return f"{row['value']:.3f}" + ("" if row["recomputed"] else " (reference)")
    return f"{row['value']:.3f}  {row['low']:.3f} to {row['high']:.3f}"


def _people(row: dict[str, Any]) -> str:
    said = "" if row["people"] == "not stated" else f", {row['people']}"
    return f"{row['coders']}{said}"


@command.command(name="verify")
@click.argument("folder", type=click.Path(exists=True, file_okay=False))
@click.option("--only", metavar="NAME", multiple=True, help="Only this data set; may be repeated.")
@click.option("--output", "-o", metavar="FILE", help="Write all values with intervals as JSON.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@FORCE
def verify(
    folder: str, only: tuple[str, ...], output: str | None, as_json: bool, force: bool
) -> None:
    """Recompute what lies in FOLDER (a folder for each data set) and compare it.

    Recipes in FOLDER (NAME.toml) count as well, with their data beside them or in FOLDER/NAME.
    Exit code 1 if a value differs, a file is another, or cannot be read as its recipe says.

    \b
        accord atlas verify samples/atlas
        accord atlas verify samples/atlas --only hs-brexit
        accord atlas verify samples/atlas -o results.json
    """
    from accord.infer.atlas.recipe import recipes_with
    from accord.infer.atlas.recomputing import (
        WRONG,
        differences,
        results_text,
        rows_of_recomputed,
        verified,
    )
    from accord.infer.atlas.values import TAUGHT, kept_results
    from accord.whole_files import whole_file

    known = recipes_with(Path(folder))
    if unknown := [name for name in only if name not in known]:
        raise UnknownNameError.of("data set", unknown[0], known)
    chosen = [known[name] for name in only] or list(known.values())
    if output is not None:
        check_free(output, [], force)
    made = [
        one
        for recipe in chosen
        for one in verified(recipe, Path(folder), intervals=output is not None, extra=TAUGHT)
    ]
    states = Counter(one.state for one in made)
    if as_json:
        click.echo(
            json_text(
                [
                    {
                        "data_set": one.data_set,
                        "part": one.part,
                        "measure": one.measure,
                        "state": one.state,
                        "reference": one.reference,
                        "value": one.found.value if one.found else None,
                        "why": one.why,
                    }
                    for one in made
                ]
            )
        )
    else:
        rows = [
            [
                one.state,
                one.data_set,
                one.part,
                one.measure,
                "" if one.found is None else f"{one.found.value:.6f}",
                "" if one.reference is None else f"{one.reference:.6f}",
                in_options(one.why),
            ]
            for one in made
        ]
        table(["state", "data set", "part", "measure", "value", "reference", ""], rows)
        click.echo(", ".join(f"{n} {state}" for state, n in states.most_common()))
    if output is not None:
        new = [one.found for one in made if one.found is not None]
        for line in differences(kept_results(), rows_of_recomputed(new)):
            click.echo(line, err=True)
        with whole_file(output) as part:
            part.write_text(results_text(new), "utf-8", newline="\n")
    if any(states[state] for state in WRONG):
        raise SystemExit(1)


@command.command(name="add")
@click.argument("path", metavar="FILE", type=click.Path(exists=True))
@click.option("--title", required=True, help="What the data set is called.")
@click.option(
    "--task", required=True, type=click.Choice(list(EVERY)), help="The task, see accord choose."
)
@click.option("--repository", metavar="OWNER/NAME", default="", help="Where the raw data are.")
@click.option("--commit", default="", help="The version that was read.")
@click.option("--licence", default="not stated", show_default=True, help="Licence of the data.")
@click.option(
    "--people",
    type=click.Choice(["trained", "crowd", "not stated"]),
    default="not stated",
    show_default=True,
    help="Who annotated.",
)
@click.option("--measure", "-m", "measures", multiple=True, help="A measure; may be repeated.")
@click.option("--output", "-o", metavar="FILE", help="Write the recipe here instead of printing.")
@click.option("--distance", help="How bad a disagreement is: nominal, ordinal, interval, masi …")
@FORCE
@reading_options
def add_recipe(
    path: str,
    title: str,
    task: str,
    repository: str,
    commit: str,
    licence: str,
    people: str,
    measures: tuple[str, ...],
    output: str | None,
    distance: str | None,
    force: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Make a recipe from FILE and from how it is read.

    The reading is what you say by options, or what a saved reading (FILE.accord.toml) says.

    \b
        accord atlas add labels.csv --title "My labels" --task text-classes
        accord atlas add labels.csv --title "My labels" --task likert -m alpha --distance ordinal
    """
    from accord.infer.atlas.adding import recipe_text
    from accord.whole_files import whole_file

    given = {name: options[name] for name in READING_NAMES}
    reading = chosen_options({**given, "grid": None, "lag": None})
    for name in ("save_reading", "engine", "limits"):
        reading.pop(name, None)
    facts = {
        "title": title,
        "task": task,
        "people": people,
        "repository": repository,
        "commit": commit,
        "licence": licence,
    }
    if output is not None:
        if Path(output).suffix != ".toml":
            raise DataError(f"{output}: a recipe ends in .toml")
        check_free(output, [Path(path)], force)
    text = recipe_text(Path(path), facts, reading, measures, distance)
    if output is None:
        click.echo(text, nl=False)
        return
    with whole_file(output) as part:
        part.write_text(text, "utf-8", newline="\n")
    click.echo(f"wrote {output}", err=True)
