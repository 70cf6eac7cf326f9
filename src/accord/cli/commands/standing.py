"""`accord standing`: where a value stands among those recomputed from raw annotations."""

from typing import Any

from accord._report.render.terminal import table
from accord.cli import parsing as click
from accord.cli.console import json_text
from accord.cli.options.inputs import (
    READING_NAMES,
    comparable,
    read_study,
    reading_options,
    refuse_options,
)
from accord.cli.options.measure_settings import distance_options


@click.command(name="standing")
@click.argument("paths", metavar="[FILE...]", nargs=-1)
@click.option(
    "--task",
    metavar="NAME",
    required=True,
    help="The task that values are compared of (see accord choose --task).",
)
@click.option("--measure", "-m", "asked", metavar="NAME", help="The measure (default: chosen).")
@distance_options
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading_options
def command(
    paths: tuple[str, ...],
    task: str,
    asked: str | None,
    distance: Any,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Show where FILE stands among data sets of the same task, or list these.

    Compared are values of the same measure, recomputed from raw annotations. With fewer than four
    data sets nothing is compared. It is context, not a benchmark.

    \b
        accord standing labels.csv --task hate-speech
        accord standing ratings.csv --task likert --distance ordinal
        accord standing --task text-quality
    """
    from accord._measure.bound import bound
    from accord.infer.advice.choose import default_measures
    from accord.infer.atlas.standing import FEWEST_DATA_SETS, standing, too_few
    from accord.infer.atlas.values import atlas_rows

    if not paths:
        refuse_options(["asked", "distance", "taxonomy", *READING_NAMES], "needs a file; name it")
        rows = [row for row in atlas_rows(task) if row["first"]]
        if as_json:
            click.echo(json_text(rows))
            return
        if rows:
            _print(rows)
        sets = len({row["data_set"] for row in rows})
        less = (
            ""
            if sets >= FEWEST_DATA_SETS
            else f" With fewer than {FEWEST_DATA_SETS} nothing is compared."
        )
        click.echo(f"{sets} data sets on {task.replace('-', ' ')}.{less}")
        return
    atlas_rows(task)  # an unknown task is said before anything is read
    study = comparable(read_study(paths, {name: options[name] for name in READING_NAMES}, quiet))
    given = {} if distance is None else {"distance": distance}
    measures = [bound(asked, **given)] if asked else default_measures(study, distance)
    found = [(one, one.compute(study)) for one in measures[: 1 if asked else None]]
    places = [(value, standing(value, task=task)) for _, value in found]
    value, place = next(((v, p) for v, p in places if p is not None), places[0])
    if as_json:
        click.echo(json_text({"value": value.as_dict(), "place": place and place.as_dict()}))
        return
    click.echo(str(value))
    click.echo(too_few(value, task) if place is None else place.sentence())
    if place is not None:
        click.echo()
        _print(place.rows)


def _print(rows: Any) -> None:
    shown = []
    for row in rows:
        limits = "" if row["low"] is None else f"{row['low']:.3f} to {row['high']:.3f}"
        limits = limits if row["recomputed"] else "whole file, reference"
        shown.append(
            [
                row["title"],
                row["part"],
                row["what"],
                f"{row['value']:.3f}",
                limits,
                str(row["items"]),
                str(row["coders"]),
                "" if row["categories"] is None else str(row["categories"]),
                row["people"],
            ]
        )
    head = ["data set", "part", "measure", "value", "95% CI", "items", "coders", "categories"]
    table([*head, "people"], shown)
