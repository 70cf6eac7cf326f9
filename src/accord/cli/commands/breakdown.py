"""`accord breakdown FILE --by …`: where the disagreement comes from."""

from math import isnan
from typing import Any

from accord._measure.bound import Bound, distance_setting, takes
from accord._measure.catalogue import display_name
from accord._measure.cube.kernel import Countable, item_count, itemized
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text, progress_bar
from accord.cli.options.inputs import reading_counts, refuse_options
from accord.cli.options.measure_settings import (
    JOBS,
    asked_or_recommended,
    distance_options,
)
from accord.cli.options.of_relations import ARGUMENTS
from accord.engine.any_data import has_counts, labelled, stays_in_engine
from accord.errors import DataError, NotApplicableError
from accord.infer.advice.choose import chosen_distance, is_scale
from accord.infer.why.breakdown import Breakdown, default_rows
from accord.kinds.kind import kind_of, kind_words, only_like
from accord.model.study import Study
from accord.tasks import Progress


@click.command(name="breakdown")
@click.option(
    "--by",
    help="category, item, pattern (what items look like), coder, pair, or a column about items "
    "(default: category; coder for ratings, spans and other structures).",
)
@click.option("-m", "--measure", "name", help="The measure (default: the recommended one).")
@distance_options
@ARGUMENTS
@click.option(
    "--what",
    type=click.Choice(
        [
            *("agreement", "parts", "influence", "adjudicate", "collapse", "matrix"),
            *("disagreements", "coders", "confused", "groups", "borders", "variance"),
        ]
    ),
    default="agreement",
    help="parts: the parts of D_o; influence: leave one out; adjudicate: items worth resolving "
    "first; collapse: effect of merging categories; matrix: confusion or coincidence matrix; "
    "disagreements: all, largest first; coders, confused, groups, borders: tests of what stands "
    "out; variance: shares of items and coders in the variance of numbers.",
)
@click.option(
    "--again",
    metavar="FILE",
    multiple=True,
    help="With --what variance: the same items by the same coders at another time.",
)
@click.option("--top", type=click.IntRange(0), default=20, help="How many rows; 0 for all.")
@JOBS
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading_counts
def command(
    study: Study | Countable,
    by: str | None,
    name: str | None,
    distance: Any,
    arguments: str | None,
    what: str,
    again: tuple[str, ...],
    top: int,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Show agreement by category, item, coder, pair or any column.

    \b
        accord breakdown acts.csv --by category
        accord breakdown acts.csv --by item --top 10
        accord breakdown acts.csv --by document -m alpha --distance nominal
        accord breakdown acts.csv --by coder --what influence
        accord breakdown acts.csv --what matrix
        accord breakdown spans.csv --what coders
        accord breakdown ratings.csv --what variance
    """
    if what == "variance":
        refuse_options(
            ["by", "top", "name", "distance", "taxonomy", "arguments"], "is not for --what variance"
        )
        _variance(study, again, as_json)
        return
    refuse_options(["again"], "is for --what variance")
    entry = kind_of(study)
    by = by or default_rows(study, is_scale(study, chosen_distance(study, distance)[0]))
    if by == "document" and by not in getattr(study, "about", {}) and entry.name != "labels":
        by = "item"  # the items of units, chains and boundaries are documents
    # The measure is computed once for each row, so costly ones only lead here where they are
    # named.
    measure, reasons = asked_or_recommended(study, name, distance, arguments=arguments)
    if not all(takes(measure.measure, name) for name in distance_setting(study, distance)):
        raise NotApplicableError(f"--distance: {measure.symbol} has no distance. Leave it out")
    if what in ("adjudicate", "collapse", *_TESTS):
        refuse_options(["by"], f"is not for --what {what}, which is by its own rows")
    if what == "matrix":
        refuse_options(["top"], "is not for --what matrix, which is shown whole")
        _matrix(study, by, measure, as_json)
        return
    with progress_bar(f"{measure.symbol}: {what} by {by}") as progress:
        found = _found(study, by, what, measure, top or None, jobs, progress)
    rows = found.rows[: top or None]
    cut = Breakdown(found.by, found.measure, found.columns, rows, found.notes)
    if not as_json:
        click.echo(_head(study, measure, found, what))
    print_breakdown(cut, as_json, len(found.rows))
    if not as_json and what not in _TESTS:
        for reason in reasons:
            click.echo(in_options(reason))


def _variance(study: Study | Countable, again: tuple[str, ...], as_json: bool) -> None:
    """The parts of the variance, and how reliable the mean of more coders is."""
    from accord.cli.options.inputs import read_again
    from accord.infer.why.generalizability import generalizability

    found = generalizability(study, *(read_again(path) for path in again))
    if as_json:
        click.echo(json_text({**found.as_dict(), "decide": found.decide().as_dict()["rows"]}))
        return
    click.echo(str(found))
    click.echo(str(found.decide()))


def _head(study: Study | Countable, measure: Bound, found: Breakdown, what: str) -> str:
    """What the table shows: the measure, its settings, and of how much."""
    from accord.model.showing import counted

    said = ", ".join(f"{key} {value}" for key, value in measure.settings.items())
    counts = study.counts()
    noun = "item" if kind_of(study).labelled else "document"
    whole = f"{counted(int(counts['i']), noun)}, {counted(int(counts['c']), 'coder')}"
    if what in _TESTS:
        return f"{what} ({whole})"
    name = display_name(measure, len(study.coders), distance=False)
    return f"{name}{f' ({said})' if said else ''} by {found.by}: {whole}"


_TESTS = ("disagreements", "coders", "confused", "groups", "borders")
"""Kinds of breakdown that are lists and tests of their own."""


def _tested(study: Study | Countable, what: str, measure: Bound) -> Breakdown:
    """Every disagreement, or the tests of who and what, as a table."""
    from accord.infer.why.border_habits import border_habits
    from accord.infer.why.confused import confused
    from accord.infer.why.disagreements import disagreements
    from accord.infer.why.groups import worse_groups
    from accord.infer.why.who_differs import who_differs

    study = itemized(study, f"a breakdown by {what}")
    asked = measure if kind_of(study).labelled else None
    if what == "borders":
        units = only_like("spans", study, "--what borders works with spans; this file")
        columns, rows = border_habits(units)._table()
    elif what == "confused":
        columns, rows = confused(study, asked)._table()
    elif what == "disagreements":
        columns, rows = disagreements(study, asked)._table()
    else:
        found = (who_differs if what == "coders" else worse_groups)(study, asked)
        columns, rows = found._table()
    if not rows:
        raise DataError(_NOTHING[what])
    notes = () if what == "disagreements" else ("p: Holm-adjusted",)
    return Breakdown(what, measure.name, tuple(columns), tuple(map(tuple, rows)), notes)


_NOTHING = {
    "borders": "nothing to compare: no two coders marked the same thing",
    "confused": "nothing to test: needs at least three unordered categories and some disagreement",
    "disagreements": "there is no disagreement",
    "coders": "comparing coders needs at least three who labelled the same items",
    "groups": "no column defines groups of at least five items (see accord inspect FILE)",
}


def _found(
    study: Study | Countable,
    by: str,
    what: str,
    measure: Bound,
    top: int | None,
    jobs: int | None,
    progress: Progress | None,
) -> Breakdown:
    from accord.infer.why.breakdown import breakdown
    from accord.infer.why.confused import decompose
    from accord.infer.why.influence import collapse, influence, worth_settling

    if what in _TESTS:
        return _tested(study, what, measure)
    if what == "influence":
        return influence(study, by, measure, progress=progress)
    if what == "agreement":
        return breakdown(
            study,
            by,
            measure,
            top=top if by in ("item", *_about(study)) else None,
            n_jobs=jobs,
            progress=progress,
        )
    if not labelled(study):
        raise DataError(f"--what {what} works with labels; this file has {kind_words(study)}")
    if what == "adjudicate":
        return worth_settling(study, measure, top=top or item_count(study))
    if what == "collapse":
        # At least 50 pairs are tried although fewer are shown: the pair that gains most need not
        # be among the first by frequency.
        return collapse(study, measure, top=max(top or 10**9, 50))
    parts = {"category": "categories", "item": "items", "coder": "coders"}
    return decompose(study, parts.get(by, by), measure)


def _about(study: Study | Countable) -> tuple[str, ...]:
    return tuple(getattr(study, "about", {}))


def _matrix(study: Study | Countable, by: str, measure: Bound, as_json: bool) -> None:
    from accord._report.render.terminal import table
    from accord.infer.why.coders import pair_matrix
    from accord.infer.why.matrices import Matrix, coincidence_matrix, confusion_matrix

    if by in ("coder", "pair"):
        with progress_bar(f"{measure.symbol} of pairs") as progress:
            pairs = pair_matrix(study, measure, progress=progress)
        found = Matrix(f"{measure.symbol} of pairs", pairs.coders, pairs.coders, pairs.values)
    elif stays_in_engine(study):
        raise NotApplicableError.of_counts("a matrix of categories")
    elif not has_counts(study):
        raise DataError(f"--what matrix works with labels; this file has {kind_words(study)}")
    # Of two coders the table can say who chose what; of more only how often categories meet.
    elif len(study.coders) == 2:
        found = confusion_matrix(study, study.coders[0], study.coders[1])
    else:
        found = coincidence_matrix(study)
    if as_json:
        click.echo(json_text(found.as_dict()))
        return
    rows = [
        [str(name), *(_cell(float(value)) for value in row)]
        for name, row in zip(found.rows, found.values, strict=True)
    ]
    table([found.title, *(str(name) for name in found.columns)], rows)


def print_breakdown(found: Breakdown, as_json: bool, of: int) -> None:
    """Print a breakdown as a table or as JSON."""
    from accord._report.render.terminal import table

    if as_json:
        plain = {
            "by": found.by,
            "measure": found.measure,
            "rows": found.as_dicts(),
            "notes": list(found.notes),
        }
        click.echo(json_text(plain))
        return
    notes = list(map(in_options, found.notes))
    if of > len(found.rows):
        notes.append(f"{len(found.rows)} of {of} rows shown; --top 0 shows all")
    table(list(found.columns), [[_cell(v) for v in row] for row in found.rows], notes)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        # "z" so that −0.00001 is not shown as -0.0000.
        return "" if isnan(value) else f"{value:z.4f}".removesuffix(".0000")
    if isinstance(value, frozenset):
        return "{" + ", ".join(sorted(map(str, value))) + "}"
    return "yes" if value is True else "no" if value is False else str(value)
