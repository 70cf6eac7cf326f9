"""`accord systems FILE`: systems ranked by scores, and whether coders rank them alike."""

from math import isnan
from typing import Any

from accord._report.render.terminal import number_text, table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text
from accord.cli.options.inputs import reading_of_one
from accord.infer.ranking.system_scores import ScoredSystem, SystemRanking, systems
from accord.kinds.kind import only_labels

_MOST_PAIRS = 10
"""So many pairs of coders are listed; JSON has all."""


@click.command(name="systems")
@click.option("--by", default="system", metavar="COLUMN", help="Column of the system of each item.")
@click.option(
    "--over",
    metavar="COLUMN",
    help="Column whose values are resampled together (default: segment or document, else items).",
)
@click.option("--level", type=float, default=0.95, help="Confidence of the intervals.")
@click.option(
    "--resamples", type=click.IntRange(2, 1_000_000), default=1000, help="Number of resamples."
)
@click.option("--seed", type=int, default=0, help="Random seed.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading_of_one
def command(
    study: Any,
    by: str,
    over: str | None,
    level: float,
    resamples: int,
    seed: int,
    as_json: bool,
) -> None:
    """Rank systems (translations, models) by their scores, and compare coders' rankings.

    FILE has scores of segments, more being better, and a column that names the system. Files of MQM
    and ESA have both: take their layer of scores.

    \b
        accord systems mqm.tsv --layer score
        accord systems ratings.csv --by model --over prompt
    """
    study = only_labels(study, "accord systems works with scores (--layer score); this file")
    found = systems(study, by, over=over, level=level, resamples=resamples, rng=seed)
    if as_json:
        click.echo(json_text(found.as_dict()))
        return
    _print(found, level)


def _place(one: ScoredSystem) -> str:
    if one.best is None:
        return "–"
    return str(one.best) if one.best == one.worst else f"{one.best}–{one.worst}"


def _print(found: SystemRanking, level: float) -> None:
    cells = [
        [
            str(one.system),
            number_text(one.mean),
            "–" if isnan(one.low) else f"{number_text(one.low)} to {number_text(one.high)}",
            _place(one),
            str(one.segments),
            str(one.scores),
        ]
        for one in found.systems
    ]
    head = ["system", "mean score", f"{level:.0%} CI", "place", "segments", "scores"]
    table(head, cells)
    click.echo()
    if not isnan(found.tau):
        limits = f" ± {found.error:.3f} ({level:.0%} CI {found.low:.3f} to {found.high:.3f})"
        click.echo(
            f"Do coders rank the systems the same way? Mean Kendall's τ = {found.tau:.3f}"
            f"{'' if isnan(found.error) else limits}, pairs of coders: {len(found.pairs)}"
        )
        if 1 < len(found.pairs) <= _MOST_PAIRS:
            for pair in found.pairs:
                click.echo(f"  {pair.coders[0]}, {pair.coders[1]}: {pair.tau:.3f}")
    for note in found.notes:
        click.echo(in_options(f"Note: {note}"))
    click.echo(found.signature)
