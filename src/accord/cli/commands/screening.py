"""`accord screening FILE...`: agreement of reviewers, their conflicts, and a text for the paper."""

from math import isnan
from typing import Any

from accord._measure.catalogue import display_names
from accord._measure.cube.kernel import only_counts
from accord._report.render.terminal import number_text, table
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text, print_csv
from accord.cli.options.inputs import reading_counts
from accord.infer.rounds.screened_records import Screening, screening
from accord.kinds.kind import only_labels
from accord.words.said import LANGUAGES, spoken

_MOST = 10
"""So many conflicts are listed; --csv and --json have all."""


@click.command(name="screening")
@click.option(
    "--include",
    "include",
    multiple=True,
    metavar="LABEL",
    help="Label that includes a record, if it is not include, relevant or yes; may be repeated.",
)
@click.option(
    "--maybe",
    type=click.Choice(["included", "excluded", "apart"]),
    default="included",
    help="What maybe counts as; apart: a third decision.",
)
@click.option("--level", type=float, default=0.95, help="Confidence of the intervals.")
@click.option("--resamples", type=click.IntRange(2, 1_000_000), help="Number of resamples.")
@click.option("--seed", type=int, default=0, help="Random seed.")
@click.option(
    "--language", type=click.Choice(LANGUAGES), default="en", help="Language of the text."
)
@click.option("--csv", "as_csv", is_flag=True, help="Print all conflicts as CSV.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading_counts
def command(
    study: Any,
    include: tuple[str, ...],
    maybe: Any,
    level: float,
    resamples: int | None,
    seed: int,
    language: str,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Compare reviewers who screened records for a systematic review.

    Prints kappa, AC1 and alpha with intervals, the conflicts, and a text for the paper (PRISMA).
    Records that a reviewer did not see are never exclusions. FILE is an ASReview project of each
    reviewer, an export of Rayyan, Covidence or EPPI-Reviewer, or a table.

    \b
        accord screening ann.asreview bob.asreview
        accord screening articles.csv --maybe apart
        accord screening articles.csv --csv > conflicts.csv
    """
    if not only_counts(study):
        study = only_labels(study, "decisions to include are labels; this study")
    found = screening(
        study, include=include, maybe=maybe, confidence=level, resamples=resamples, rng=seed
    )
    if as_json:
        click.echo(json_text(found.as_dict()))
    elif as_csv:
        who = [one.reviewer for one in found.reviewers]
        rows = [
            [one.record, one.title, *(one.decisions.get(name, "") for name in who)]
            for one in found.conflicts
        ]
        print_csv(["record", "title", *map(str, who)], rows)
    else:
        _print(found, language)


def _print(found: Screening, language: str) -> None:
    rows = [
        [str(one.reviewer), *map(str, (one.seen, one.included, one.excluded, one.maybe))]
        for one in found.reviewers
    ]
    table(["reviewer", "screened", "included", "excluded", "maybe"], rows)
    click.echo()
    named = zip(display_names(found.values), found.values, found.intervals, strict=True)
    cells = [
        [
            str(name),
            number_text(one.value, without="–"),
            "–"
            if isnan(limits.low)
            else f"{number_text(limits.low)} to {number_text(limits.high)}",
        ]
        for name, one, limits in named
    ]
    level = f"{found.settings['confidence']:.0%} interval"
    table(["measure", "value", level], cells)
    click.echo("\n" + in_options(spoken(language)(found.text)))
    if found.conflicts:
        click.echo()
        rows = [
            [str(one.record), *(f"{who}: {what}" for who, what in one.decisions.items())]
            for one in found.conflicts[:_MOST]
        ]
        width = max(map(len, rows))
        rows = [row + [""] * (width - len(row)) for row in rows]
        table(["conflict", *[""] * (width - 1)], rows, _rest(len(found.conflicts)))
    if found.unshared:
        names = ", ".join(map(str, found.unshared[:_MOST]))
        more = ", …" if len(found.unshared) > _MOST else ""
        click.echo(f"\nIncluded by one, not seen by the others: {names}{more}")
    click.echo(found.signature)


def _rest(number: int) -> list[str]:
    return [f"{number - _MOST} more: --csv lists all"] if number > _MOST else []
