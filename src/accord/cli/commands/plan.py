"""`accord plan`: how many items the next study needs."""

from pathlib import Path
from typing import Any

import rich_click as click

from accord._measure.bound import taking
from accord.cli.console import in_options, json_text, progress_bar
from accord.cli.options.inputs import READING_NAMES, read_counts, reading_options, refuse_options
from accord.cli.options.measure_settings import (
    LEVEL_OPTION,
    OVER,
    SEED_OPTION,
    asked_or_recommended,
    distance_options,
    with_distance,
)
from accord.cli.options.of_relations import ARGUMENTS
from accord.errors import AccordError
from accord.infer.advice.plan import ASSURANCE, POWER, Plan
from accord.tasks import Progress, within

_GOAL = ("width", "threshold", "power", "assurance")
"""What a study may be planned for, with a pilot or without."""


@click.command(name="plan")
@click.argument("pilot", required=False, metavar="[PILOT]")
@click.option("-m", "--measure", "name", help="The measure (default: the recommended one).")
@distance_options
@ARGUMENTS
@click.option("--expect", type=float, help="The coefficient you expect (without a pilot study).")
@click.option("--width", type=float, help="Plan for an interval of this total width.")
@click.option("--threshold", type=float, help="Plan to show at least this value.")
@click.option(
    "--reliability",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    help="With a pilot: how many coders an item needs until their mean, or majority, has this.",
)
@click.option("--power", type=float, default=POWER, help="Power to show it.")
@click.option(
    "--assurance",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=ASSURANCE,
    help="How probable it must be that the interval is no wider (0.5: on average).",
)
@click.option("--document-size", type=click.IntRange(1), help="Items in one document.")
@click.option(
    "--design-effect",
    type=click.FloatRange(0, min_open=True),
    default=1.0,
    help="How many times larger documents make the variance, as an interval over them says.",
)
@OVER
@click.option(
    "--number", "numbers", default="2", help="Number of coders, or several to choose from: 2,3,5."
)
@click.option(
    "--shares", default="0.5,0.5", help="Expected shares of the categories, comma-separated."
)
@LEVEL_OPTION
@SEED_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading_options
def command(pilot: str | None, as_json: bool, quiet: bool, **given: Any) -> None:
    """Plan a study: how many items for a narrow interval, or to show a level of agreement.

    With a PILOT file, from its own error; otherwise from what you expect. A pilot is also
    checked for Krippendorff's five chance agreements per category. Where items come in
    documents, documents are counted.

    \b
        accord plan --expect 0.8 --width 0.2
        accord plan --expect 0.85 --threshold 0.8 --number 2,3,5 --shares 0.6,0.3,0.1
        accord plan pilot.csv -m alpha --distance ordinal --width 0.1
        accord plan pilot.csv --reliability 0.9
    """
    if given["reliability"] is not None:
        _coders(pilot, given, as_json, quiet)
        return
    reasons: list[str] = []
    if pilot:
        one, reasons = _from_pilot(pilot, given, as_json, quiet)
        found = [one]
    else:
        with progress_bar("simulating studies") as progress:
            found = _from_expectation(given, progress)
    if as_json:
        plans = [plan.as_dict() for plan in found]
        click.echo(json_text(plans))
        return
    for plan in found:
        click.echo(str(plan))
    for line in dict.fromkeys((*(note for plan in found for note in plan.notes), *reasons)):
        click.echo(in_options(line))


def _from_expectation(given: dict[str, Any], progress: Progress | None) -> list[Plan]:
    from accord.infer.advice.plan import plan_items, recommended_for_names

    if given["expect"] is None:
        raise AccordError("say which coefficient you expect (--expect 0.8), or name a pilot file")
    asked = taking(given["name"] or recommended_for_names(), {"distance": given["distance"]})
    measure = with_distance(asked)
    shares = _numbers("--shares", given["shares"], "0.6,0.4")
    numbers = [int(number) for number in _numbers("--number", given["numbers"], "2,3,5")]
    return [
        plan_items(
            measure,
            expected=given["expect"],
            **{name: given[name] for name in (*_GOAL, "document_size", "design_effect")},
            coders=coders,
            shares=shares,
            confidence=given["level"],
            rng=given["seed"],
            progress=within(progress, at / len(numbers), (at + 1) / len(numbers)),
        )
        for at, coders in enumerate(numbers)
    ]


def _coders(pilot: str | None, given: dict[str, Any], as_json: bool, quiet: bool) -> None:
    """How many coders are enough for a reliability of what they say together."""
    from accord.infer.advice.k_rater import enough_coders

    refuse_options(
        ["expect", *_GOAL, "document_size", "over", "name"],
        "is not for --reliability, which counts coders",
    )
    refuse_options(
        ["design_effect", "numbers", "shares", "level", "taxonomy"], "is not for --reliability"
    )
    if pilot is None:
        raise AccordError("--reliability needs a pilot study: accord plan PILOT --reliability 0.9")
    study = read_counts((pilot,), {name: given[name] for name in READING_NAMES}, quiet or as_json)
    with progress_bar("drawing coders") as progress:
        found = enough_coders(
            study,
            given["reliability"],
            distance=given["distance"],
            rng=given["seed"],
            progress=progress,
        )
    click.echo(json_text(found.as_dict()) if as_json else str(found))


def _numbers(option: str, text: str, example: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise AccordError(f"{option} {text!r}: write numbers, e.g. {example}") from None


def _from_pilot(
    path: str, given: dict[str, Any], as_json: bool, quiet: bool
) -> tuple[Plan, list[str]]:
    from accord.cli.commands.breakdown import print_breakdown
    from accord.engine.asked import has_counts
    from accord.infer.advice.plan import chance_agreements, plan

    if path != "-" and not Path(path).exists():
        raise AccordError(f"{path}: no such file")
    study = read_counts((path,), {name: given[name] for name in READING_NAMES}, quiet or as_json)
    measure, reasons = asked_or_recommended(
        study, given["name"], given["distance"], arguments=given["arguments"]
    )
    with progress_bar("planning"):
        found = plan(
            study,
            measure,
            **{name: given[name] for name in _GOAL},
            confidence=given["level"],
            over=given["over"],
        )
    if has_counts(study) and not as_json:
        check = chance_agreements(study)
        print_breakdown(check, False, len(check.rows))
    return found, reasons
