"""`accord consensus FILE`: one label an item, with its probability."""

import csv
import json
import sys
from typing import Any

import rich_click as click

from accord.cli.inputs import reading
from accord.errors import NotApplicableError
from accord.measure.consensus import Consensus
from accord.model.codings import Codings
from accord.model.study import Study
from accord.report.terminal import number, table


@click.command(name="consensus")
@click.option(
    "--method",
    type=click.Choice(["dawid-skene", "one-coin", "latent-class", "majority"]),
    default="dawid-skene",
    show_default=True,
    help="How the coders are combined.",
)
@click.option(
    "--classes", type=int, help="Latent classes (latent-class); the categories' number if absent."
)
@click.option("--smoothing", type=float, default=0.0, help="Imagined codings added to each cell.")
@click.option("--quality", is_flag=True, help="Show how good each coder is instead of the labels.")
@click.option("--csv", "as_csv", is_flag=True, help="Print a CSV table.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with coders and notes.")
@reading
def command(
    study: Study,
    method: str,
    classes: int | None,
    smoothing: float,
    quality: bool,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Find one label for each item of FILE, with its probability.

    \b
        accord consensus acts.csv
        accord consensus acts.csv --method majority --csv > labels.csv
        accord consensus acts.csv --quality
    """
    if not isinstance(study, Codings):
        raise NotApplicableError(f"consensus is for codings, this study holds {study.kind}")
    found = _found(study, method, classes, smoothing)
    if as_json:
        json.dump(found.as_dict(), sys.stdout, ensure_ascii=False, indent=1)
        sys.stdout.write("\n")
        return
    columns = _quality(found) if quality else found.columns()
    if as_csv:
        for note in found.notes:
            click.echo(f"note: {note}", err=True)
        rows = csv.writer(sys.stdout, lineterminator="\n")
        rows.writerow(columns)
        rows.writerows(zip(*columns.values(), strict=True))
        return
    shown = [[_cell(cell) for cell in row] for row in zip(*columns.values(), strict=True)]
    table(list(columns), shown, [*(f"note: {note}" for note in found.notes), found.signature])


def _found(study: Codings, method: str, classes: int | None, smoothing: float) -> Consensus:
    from accord.measure.consensus import majority
    from accord.measure.dawid_skene import dawid_skene
    from accord.measure.latent_class import latent_classes

    if method == "majority":
        return majority(study)
    if method == "latent-class":
        return latent_classes(study, classes=classes or len(study.categories)).consensus()
    coin = "one" if method == "one-coin" else "full"
    return dawid_skene(study, coin=coin, smoothing=smoothing)


def _quality(found: Consensus) -> dict[str, list[Any]]:
    if found.confusion is None:
        raise NotApplicableError(
            f"{found.method} says nothing about coders; use --method dawid-skene or one-coin"
        )
    columns: dict[str, list[Any]] = {
        "coder": list(found.coders),
        "accuracy": found.accuracy.tolist(),
    }
    for t, true in enumerate(found.categories):
        for k, said in enumerate(found.categories):
            columns[f"P({said}|{true})"] = found.confusion[:, t, k].tolist()
    return columns


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, float):
        return number(value)
    return "" if value is None else str(value)
