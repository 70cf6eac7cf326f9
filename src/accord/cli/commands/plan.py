"""`accord plan`: how many items the next study needs."""

from pathlib import Path
from typing import Any

from accord._measure.bound import taking
from accord.cli import parsing as click
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
from accord.tasks import Progress, share_of_progress

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
    help="Assurance: probability that the interval is no wider than planned (0.5: on average).",
)
@click.option("--document-size", type=click.IntRange(1), help="Items in one document.")
@click.option(
    "--design-effect",
    type=click.FloatRange(0, min_open=True),
    default=1.0,
    help="Design effect: variance inflation because items come in documents.",
)
@OVER
@click.option(
    "--number", "numbers", default="2", help="Number of coders, or several to choose from: 2,3,5."
)
@click.option(
    "--shares", default="0.5,0.5", help="Expected shares of the categories, comma-separated."
)
@click.option(
    "--rater-share",
    type=click.FloatRange(0, 1, max_open=True),
    default=0.0,
    help="For ICC: the share of the variance that raters have because some rate higher.",
)
@LEVEL_OPTION
@SEED_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading_options
def command(pilot: str | None, as_json: bool, quiet: bool, **given: Any) -> None:
    """Estimate how many items or coders you need.

    With a PILOT file, from its own error; otherwise from what you expect. A pilot is also
    checked for Krippendorff's five chance agreements per category. Where items come in
    documents, documents are counted. The ICC is planned with normal items and raters, beside
    Bonett's, Zou's and Walter's formulas, with a table of raters against items.

    \b
        accord plan --expect 0.8 --width 0.2
        accord plan --expect 0.85 --threshold 0.8 --number 2,3,5 --shares 0.6,0.3,0.1
        accord plan pilot.csv -m alpha --distance ordinal --width 0.1
        accord plan -m icc --expect 0.85 --width 0.1
        accord plan -m icc --expect 0.8 --width 0.2 --number 3,5 --rater-share 0.05
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
    if found[0].designs:
        _print_designs(found[0])


def _print_designs(found: Plan) -> None:
    """Raters against items: how wide the interval is."""
    from accord._report.render.terminal import table

    raters = list(dict.fromkeys(one.raters for one in found.designs))
    width = {(one.items, one.raters): one for one in found.designs}
    rows = [
        [
            str(items),
            *(f"{width[items, k].width:.2f} ({width[items, k].width_sure:.2f})" for k in raters),
        ]
        for items in dict.fromkeys(one.items for one in found.designs)
    ]
    note = "median width of the interval; in brackets what 80 of 100 studies do not exceed"
    click.echo()
    table(["items", *(f"{k} raters" for k in raters)], rows, [note])


def _from_expectation(given: dict[str, Any], progress: Progress | None) -> list[Plan]:
    from accord.infer.advice.plan import plan_items, recommended_for_names

    if given["expect"] is None:
        raise AccordError("give the value you expect (--expect 0.8) or a pilot file")
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
            rater_share=given["rater_share"],
            confidence=given["level"],
            rng=given["seed"],
            progress=share_of_progress(progress, at / len(numbers), (at + 1) / len(numbers)),
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
        ["design_effect", "numbers", "shares", "rater_share", "level", "taxonomy"],
        "is not for --reliability",
    )
    if pilot is None:
        raise AccordError("--reliability needs a pilot file: accord plan PILOT --reliability 0.9")
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
    from accord.engine.any_data import has_counts
    from accord.infer.advice.choose import chosen_distance, is_scale
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
    # Of ratings no category has to be frequent enough.
    if (
        has_counts(study)
        and not as_json
        and not is_scale(study, chosen_distance(study, given["distance"])[0])
    ):
        check = chance_agreements(study)
        print_breakdown(check, False, len(check.rows))
    return found, reasons
