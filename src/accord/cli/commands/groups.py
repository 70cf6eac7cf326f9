"""`accord groups FILE --by COLUMN`: do groups agree with themselves more than with all?"""

from pathlib import Path
from typing import Any

from accord._read.tables.people_table import groups_of
from accord._report.render.terminal import number_text, p_value, table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.cli.options.inputs import reading
from accord.infer.tests.cohesion import Cohesion, cohesion
from accord.kinds.kind import only_labels


@click.command(name="groups")
@click.option("--by", required=True, metavar="COLUMN", help="Column with the group of each coder.")
@click.option(
    "--people",
    metavar="TABLE",
    help="CSV with a column of coders and the column of groups (default: FILE, with a row per "
    "label).",
)
@click.option("--distance", default="nominal", help="Distance between categories.")
@click.option(
    "--permutations", type=click.IntRange(1, 1_000_000), default=999, help="Ways that are drawn."
)
@click.option("--seed", type=int, default=0, help="Random seed.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading
def command(
    study: Any,
    by: str,
    people: str | None,
    distance: str,
    permutations: int,
    seed: int,
    as_json: bool,
) -> None:
    """Show whether groups of coders agree among themselves more than with everybody else (GRASP).

    \b
        accord groups labels.csv --by gender
        accord groups labels.csv --by country --people raters.csv
    """
    study = only_labels(study, "accord groups works with labels; this file")
    context = click.get_current_context()
    assert context is not None  # a command runs in one
    path = people or context.params["paths"][0]
    groups = groups_of(Path(path), by, study.coders)
    found = cohesion(study, groups, distance=distance, permutations=permutations, rng=seed)
    if as_json:
        click.echo(json_text(found.as_dict()))
        return
    _print(found)


def _print(found: Cohesion) -> None:
    cells = [
        [
            str(one.group),
            str(one.coders),
            str(one.codings),
            *(
                number_text(value, without="–")
                for value in (one.within, one.across, one.ratio, one.difference)
            ),
            *(p_value(p) for p in (one.p, one.adjusted)),
        ]
        for one in found.groups
    ]
    head = ["group", "coders", "labels", "within", "across", "ratio", "difference", "p", "p adj."]
    notes = [in_options(f"{one.group}: {one.why}") for one in found.groups if one.why]
    lines = [
        "within: α of the group; across: κ_x with all others; ratio above 1: the group has a view "
        "of its own.",
        "p tests the difference, with coders shuffled between groups (one-sided; adjusted by "
        "Benjamini–Hochberg).",
    ]
    table(head, cells, [*notes, *lines, found.signature])
