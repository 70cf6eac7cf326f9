"""`accord compare A B`: is the difference real?"""

from typing import Any

from accord._measure.bound import Bound, taking
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text, progress_bar
from accord.cli.options.inputs import (
    READING_NAMES,
    comparable,
    read_study,
    reading_options,
    refuse_options,
)
from accord.cli.options.measure_settings import (
    JOBS,
    LEVEL_OPTION,
    OVER,
    RESAMPLES_OPTION,
    SEED_OPTION,
    asked_or_recommended,
    distance_options,
)
from accord.cli.options.of_relations import ARGUMENTS
from accord.errors import AccordError
from accord.infer.tests.compare import Comparison
from accord.infer.tests.people import MIN_ITEMS
from accord.kinds.kind import one_value
from accord.model.study import Study


@click.command(name="compare")
@click.argument("first", metavar="A")
@click.argument("second", metavar="[B]", required=False)
@click.option("-m", "--measure", "name", help="The measure (default: the recommended one).")
@distance_options
@ARGUMENTS
@click.option("--other", help="Another measure for the second side.")
@click.option("--other-distance", help="Another distance for the second side.")
@click.option("--groups", help="Two groups of coders of one file, e.g. A,B/C,D.")
@click.option("--by", help="A column about items whose values are compared with each other.")
@click.option("--system", help="A coder of one file to compare with all others.")
@click.option(
    "--cross",
    is_flag=True,
    help="How far two pools of coders agree with each other (xRR), of two files or --groups.",
)
@OVER
@click.option(
    "--min-items",
    type=click.IntRange(1),
    default=MIN_ITEMS,
    show_default=True,
    help="With --system: people who share fewer items are not tested.",
)
@LEVEL_OPTION
@RESAMPLES_OPTION
@SEED_OPTION
@JOBS
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@reading_options
def command(first: str, second: str | None, as_json: bool, quiet: bool, **given: Any) -> None:
    """Compare two files (paired by item), or two groups, measures or distances on one file.

    \b
        accord compare round1.csv round2.csv -m alpha
        accord compare acts.csv --groups "A,B/C,D" -m pi
        accord compare acts.csv -m pi --other kappa
        accord compare acts.csv -m pi --by domain
        accord compare acts.csv --system gpt -m kappa
        accord compare people.csv models.csv --cross
    """
    _check_question(second, given)
    options = {name: given.pop(name) for name in READING_NAMES}
    study = comparable(read_study((first,), options, quiet, "a comparison"))
    other = None
    if second is not None:
        other = comparable(read_study((second,), options, quiet, "a comparison"))
    if given["system"] is not None:
        _system(study, given, as_json)
        return
    if given["by"] is not None:
        _slices(study, given, as_json)
        return
    if given["cross"]:
        _cross(study, other, given, as_json)
        return
    found, reasons = _compared(study, other, given)
    if as_json:
        click.echo(json_text(found.as_dict()))
    else:
        _print(found, first, second or first, reasons)


def _check_question(second: str | None, given: dict[str, Any]) -> None:
    """One question at a time, and no option that belongs to another."""
    asked = [name for name in ("groups", "by", "system") if given[name] is not None]
    if second is not None:
        refuse_options(asked, "compares parts of one file; leave it out, or the second file")
    refuse_options(asked[1:], f"and --{asked[0]} are two questions; leave out one" if asked else "")
    if given["cross"]:
        refuse_options(
            ["name", "other", "other_distance", "over", "by", "system", "jobs", "arguments"],
            "does not work with --cross, which compares two pools by α and κ_x",
        )
        if second is None and given["groups"] is None:
            raise AccordError("--cross compares two pools: give a second file, or --groups A,B/C,D")
    if given["system"] is None:
        refuse_options(["min_items"], "is for --system")
    else:
        refuse_options(["other", "other_distance", "over"], "is not for --system")
    if given["by"] is not None:
        refuse_options(["other", "other_distance", "resamples", "seed"], "is not for --by")


def _sampling(given: dict[str, Any]) -> dict[str, Any]:
    return {"confidence": given["level"], "resamples": given["resamples"], "rng": given["seed"]}


def _asked(
    study: Study, name: str | None, distance: Any, given: dict[str, Any], other: Study | None = None
) -> tuple[Bound, list[str]]:
    """The measure, the recommended one where it is not named, and why it was taken."""
    measure, reasons = asked_or_recommended(study, name, distance, other, given["arguments"])
    return taking(measure, {"rng": given["seed"], "n_jobs": given["jobs"]}), reasons


def _compared(
    study: Study, other: Study | None, given: dict[str, Any]
) -> tuple[Comparison, list[str]]:
    from accord.infer.tests.compare import compare

    measure, reasons = _asked(study, given["name"], given["distance"], given, other)
    left, right = study, other or study
    if given["groups"]:
        left, right = _groups(study, given["groups"])
    elif other is None and not given["other"] and not given["other_distance"]:
        raise AccordError(
            "nothing to compare. Add a second file, or --other, --groups, --by or --system"
        )
    second = measure
    if given["other"] or given["other_distance"]:
        between = given["other_distance"] or given["distance"]
        second, _ = _asked(study, given["other"] or measure.name, between, given, other)
    with progress_bar("resampling") as progress:
        found = compare(
            left,
            right,
            measure,
            second,
            over=given["over"],
            n_jobs=given["jobs"],
            progress=progress,
            **_sampling(given),
        )
    return found, reasons


def _cross(study: Study, other: Study | None, given: dict[str, Any], as_json: bool) -> None:
    from accord.infer.resample.replicates import RESAMPLES as MANY
    from accord.infer.tests.cross_replication import cross_replication

    left, right = (study, other) if other is not None else _groups(study, given["groups"])
    lead, reasons = asked_or_recommended(left, "alpha", given["distance"], right)
    with progress_bar("resampling"):
        found = cross_replication(
            left,
            right,
            distance=lead.distance,
            confidence=given["level"],
            resamples=given["resamples"] or MANY,
            rng=given["seed"],
        )
    if as_json:
        click.echo(json_text(found.as_dict()))
        return
    click.echo(f"between the pools   {found.across}")
    click.echo(f"within the first    {found.first}")
    click.echo(f"within the second   {found.second}")
    click.echo(f"normalized          κ_x / √(α₁ α₂) = {found.normalized:.4f} {found.interval}")
    for line in (*found.notes, *found.interval.notes, *reasons):
        click.echo(in_options(line))


def _slices(study: Study, given: dict[str, Any], as_json: bool) -> None:
    from accord.cli.commands.breakdown import print_breakdown
    from accord.infer.tests.slices import compare_slices

    measure, reasons = _asked(study, given["name"], given["distance"], given)
    with progress_bar("comparing") as progress:
        found = compare_slices(
            study,
            given["by"],
            measure,
            over=given["over"],
            confidence=given["level"],
            progress=progress,
        )
    print_breakdown(found, as_json, len(found.rows))
    for reason in () if as_json else reasons:
        click.echo(in_options(reason))


def _groups(study: Study, text: str) -> tuple[Study, Study]:
    parts = [[name.strip() for name in group.split(",")] for group in text.split("/")]
    if len(parts) != 2:
        raise AccordError(f"--groups {text!r}: write two groups with / between them, A,B/C,D")
    # On a command line every name is text, also that of a coder who is a number in the file.
    known = {str(name): at for at, name in enumerate(study.coders)}
    for name in (*parts[0], *parts[1]):
        if name not in known:
            raise AccordError(f"--groups: no coder {name!r}; coders are {', '.join(known)}")
    one, two = ([known[name] for name in group] for group in parts)
    return study.only(one), study.only(two)


def _system(study: Study, given: dict[str, Any], as_json: bool) -> None:
    from accord.infer.tests.people import ceiling

    measure, reasons = _asked(study, given["name"], given["distance"], given)
    names = {str(name): name for name in study.coders}
    system = names.get(given["system"], given["system"])
    with progress_bar(f"{measure.symbol} of pairs") as progress:
        found = ceiling(study, system, measure, progress=progress, **_sampling(given))
    if as_json:
        click.echo(json_text(found.as_dict()))
        return
    click.echo(f"people with each other   {measure.symbol} = {found.humans:.4f}")
    click.echo(f"{found.system} with people   {measure.symbol} = {found.with_system:.4f}")
    click.echo(
        f"difference  {found.difference:+.4f}, {found.interval.confidence:.0%} CI "
        f"{found.interval}, p = {found.p:.4g}"
    )
    # The test compares single labels, which spans and chains do not have.
    if one_value(study):
        between = given["distance"] or measure.settings.get("distance", "nominal")
        _alternative(study, system, between, given["min_items"])
    for reason in reasons:
        click.echo(in_options(reason))


def _alternative(study: Any, system: Any, distance: Any, min_items: int) -> None:
    """The alternative annotator test, in lines."""
    from accord.infer.tests.people import alternative_annotator_test

    test = alternative_annotator_test(study, system, distance=distance, min_items=min_items)
    for note in test.notes:
        click.echo(in_options(note))
    if not test.rows:
        return
    wins = ", ".join(str(row[0]) for row in test.rows if row[5]) or "nobody"
    passed = "passed" if test.passes else "not passed"
    click.echo(
        f"alternative annotator test (ε = {test.epsilon:g}): {system} wins against {wins}; "
        f"ω = {test.winning_rate:.2f}, {passed} (at least 0.5); accord judge decides with a margin"
    )


def _print(found: Comparison, first: str, second: str, reasons: list[str]) -> None:
    click.echo(in_options(f"{first}  {found.first}"))
    click.echo(in_options(f"{second}  {found.second}"))
    click.echo(
        f"difference  {found.difference:+.4f}, {found.interval.confidence:.0%} CI "
        f"{found.interval}, p = {found.p:.4g}   "
        f"{found.shared} shared items, {found.interval.method}"
    )
    for line in (*found.notes, *reasons):
        click.echo(in_options(line))
