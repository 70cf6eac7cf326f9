"""`accord check FILE --min alpha:0.8`: a gate for a pipeline."""

import sys
from math import isnan
from typing import Any

import rich_click as click

from accord.cli.console import in_options, progress_bar
from accord.cli.options.inputs import reading_counts, refuse
from accord.cli.options.measure_settings import JOBS, OVER, RESAMPLES, SEED, distances
from accord.errors import AccordError, NotApplicableError
from accord.infer.advice.choose import chosen_distance, preferred
from accord.measure.bound import Bound, taking
from accord.measure.catalogue import find
from accord.measure.cube.kernel import Countable
from accord.measure.entry import Measure
from accord.model.agreement import Agreement, Interval
from accord.model.study import Study


@click.command(name="check")
@click.option(
    "--min",
    "bounds",
    multiple=True,
    required=True,
    metavar="[MEASURE:]VALUE",
    help="What must be reached, e.g. alpha:0.8 (repeatable); a value alone is for the measure "
    "that 'accord choose' recommends.",
)
@click.option(
    "--prob", type=float, help="Confidence that must be reached (1 − one-sided p), e.g. 0.95."
)
@distances
@click.option("--missing", help="Rule for missing codings.")
@OVER
@RESAMPLES
@SEED
@JOBS
@reading_counts
def command(
    study: Study | Countable, bounds: tuple[str, ...], prob: float | None, **given: Any
) -> None:
    """Exit with code 1 and the reason unless agreement in FILE is high enough.

    Error rates are held to at most the value instead. An undefined coefficient fails.

    \b
        accord check acts.csv --min 0.8
        accord check acts.csv --min alpha:0.8 --prob 0.95
        accord check acts.csv --min kappa:0.7 --min pi:0.7
    """
    if prob is None:
        refuse(("over", "resamples"), "is for --prob; add it")
    failed = [why for why in (_failure(study, bound, prob, given) for bound in bounds) if why]
    if failed:
        click.echo(in_options("accord check: " + "; ".join(failed)), err=True)
        sys.exit(1)


def _failure(
    study: Study | Countable, bound: str, prob: float | None, given: dict[str, Any]
) -> str | None:
    name, colon, number = bound.rpartition(":")
    try:
        wanted = float(number)
    except ValueError:
        wanted = float("nan")
    if isnan(wanted):
        raise AccordError(
            f"--min {bound!r}: write a measure and a number, e.g. alpha:0.8, or a number alone"
        )
    measure = find(name, study.kind) if colon else _lead(study, given["distance"])
    objection = measure.objection(study)
    if objection:
        raise NotApplicableError(objection)
    own = {"rng": given["seed"], "n_jobs": given["jobs"]}
    asked = taking(measure, given | own)
    if measure.distance == "required" and given["distance"] is None:
        asked = asked.with_(distance=chosen_distance(study, None)[0])
    agreement = asked.compute(study)
    if agreement.undefined:
        return f"{measure.symbol} is undefined: {agreement.undefined}"
    lower = measure.better == "lower"
    sign = ("at most", ">") if lower else ("at least", "<")
    value = agreement.value
    reached = value <= wanted if lower else value >= wanted
    if not reached:
        return f"{measure.symbol} = {value:.4f} {sign[1]} {wanted:g}"
    shown = f"{measure.symbol} = {value:.4f}"
    if prob is not None:
        interval, under = _sure(study, asked, agreement, wanted, given)
        for note in interval.notes:
            click.echo(in_options(f"{measure.symbol}: {note}"), err=True)
        chance = under if lower else 1 - under
        shown += f" {interval}, confidence that it is {sign[0]} {wanted:g}: {chance:.4f}"
        if not chance >= prob:
            return f"{shown}, less than {prob:g}"
    click.echo(f"{shown}: {sign[0]} {wanted:g}   {agreement.signature}")
    return None


def _lead(study: Study | Countable, distance: Any) -> Measure:
    """The measure that `accord choose` recommends."""
    found = preferred(study, "reliability", chosen_distance(study, distance)[0])
    if found is None:
        raise NotApplicableError("no measure applies to this study; see 'accord choose'")
    return found


def _sure(
    study: Study | Countable,
    measure: Bound,
    agreement: Agreement,
    wanted: float,
    given: dict[str, Any],
) -> tuple[Interval, float]:
    """The interval, and the confidence that the value is below what is wanted."""
    from accord.infer.resample.interval import interval_of
    from accord.infer.resample.replicates import below

    with progress_bar("resampling") as progress:
        found, limit = interval_of(
            study,
            agreement,
            measure,
            over=given["over"],
            resamples=given["resamples"],
            rng=given["seed"],
            n_jobs=given["jobs"],
            progress=progress,
        )
    return found, below(limit, wanted)
