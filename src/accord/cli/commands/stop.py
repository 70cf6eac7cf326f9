"""`accord stop FILE`: are enough items labelled twice, and which are next?"""

from math import isnan
from typing import Any

from accord._measure.cube.kernel import only_counts
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.cli.options.inputs import reading_counts
from accord.errors import NotApplicableError
from accord.infer.advice.when_to_stop import StopOrGoOn, stop_or_go_on
from accord.kinds.kind import only_labels

SAID = {
    "above": "Stop: α is above {level:g}.",
    "below": "Stop: α is below {level:g}. Train the coders or change the guidelines.",
    "narrow": "Stop: the interval is as narrow as you wanted.",
    "open": "Go on: α may be above or below {level:g}.",
}
"""What each verdict says to do."""


@click.command(name="stop")
@click.option("--level", type=float, default=0.667, help="The α that is wanted.")
@click.option("--width", type=float, help="Also stop where the interval is as narrow as this.")
@click.option("--confidence", type=float, default=0.95, help="Confidence of all looks together.")
@click.option("--distance", default="nominal", help="Distance between categories, from 0 to 1.")
@click.option(
    "--batch", type=click.IntRange(0, 100_000), default=20, help="How many items to offer next."
)
@click.option("--seed", type=int, default=0, help="Seed of the items that are offered.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading_counts
def command(
    study: Any,
    level: float,
    width: float | None,
    confidence: float,
    distance: str,
    batch: int,
    seed: int,
    as_json: bool,
) -> None:
    """Say whether enough items are labelled twice, with an interval that holds at every look.

    Items must be a random sample, in random order. Look as often as you like.

    \b
        accord stop labels.csv --level 0.8
        accord stop labels.csv --width 0.2 --batch 50
    """
    if only_counts(study):  # the order of items is what the interval rests on
        raise NotApplicableError.of_counts("the interval of every look needs items in their order")
    study = only_labels(study, "accord stop works with labels; this file")
    found = stop_or_go_on(
        study,
        level=level,
        width=width,
        confidence=confidence,
        distance=distance,
        batch=batch,
        rng=seed,
    )
    if as_json:
        click.echo(json_text(found.as_dict()))
        return
    _print(found, level, confidence)


def _print(found: StopOrGoOn, level: float, confidence: float) -> None:
    if isnan(found.low):
        click.echo("Go on: fewer than two items have two labels.")
    else:
        click.echo(SAID[found.verdict].format(level=level))
        click.echo(
            f"Krippendorff's α is between {found.low:.3f} and {found.high:.3f} "
            f"({confidence:.0%} confidence at all looks together; {found.items} items)."
        )
    if found.verdict == "open" and found.next:
        click.echo(in_options("Label twice next: " + ", ".join(map(str, found.next))))
    click.echo(found.signature)
