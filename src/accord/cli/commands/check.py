"""`accord check FILE --min alpha:0.8`: a gate for a pipeline."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import isnan
from typing import Any

from accord._measure.bound import Bound, bound as bound_to, distance_setting, no_hierarchy, taking
from accord._measure.catalogue import display_name, find_measure, variant
from accord._measure.cube.kernel import Countable, item_count
from accord._measure.entry import Measure
from accord.cli import parsing as click
from accord.cli.console import in_options, progress_bar
from accord.cli.options.inputs import (
    FORCE,
    READING_NAMES,
    check_outputs,
    comparable,
    file_options,
    read_counts,
    refuse_options,
)
from accord.cli.options.measure_settings import (
    JOBS,
    OVER,
    RESAMPLES_OPTION,
    SEED_OPTION,
    distance_options,
    inside_of,
)
from accord.errors import AccordError, NotApplicableError
from accord.infer.advice.choose import chosen_distance, leading_measure
from accord.infer.resample.replicates import few_units
from accord.infer.tests.people import EPSILON
from accord.kinds.kind import kind_of, only_labels
from accord.model.agreement import Agreement, Interval
from accord.model.study import Study


@click.command(name="check")
@click.option(
    "--min",
    "bounds",
    multiple=True,
    metavar="[MEASURE:]VALUE",
    help="Required minimum, e.g. alpha:0.8 (repeatable). A number alone applies to the "
    "recommended measure.",
)
@click.option(
    "--prob",
    type=click.FloatRange(0, 1),
    help="Confidence that must be reached (1 − one-sided p), e.g. 0.95; 0: the value alone.",
)
@click.option(
    "--judge", metavar="CODER", help="A judge among the coders, to be compared with people."
)
@click.option("--people", metavar="NAME,…", help="With --judge: who the people are.")
@click.option("--min-advantage", type=float, help="With --judge: the least advantage probability.")
@click.option("--min-winning", type=float, help="With --judge: the least winning rate, e.g. 0.5.")
@click.option(
    "--epsilon",
    type=float,
    default=EPSILON,
    help="With --judge: the bonus of the judge in the test.",
)
@distance_options
@click.option("--missing", help="How to treat missing labels.")
@OVER
@RESAMPLES_OPTION
@SEED_OPTION
@JOBS
@click.option("--markdown", is_flag=True, help="Print a table in Markdown, for a job summary.")
@click.option(
    "--junit",
    metavar="FILE.xml",
    help="Also write the gates as JUnit XML, which every CI server shows as tests.",
)
@FORCE
@file_options
def command(
    paths: tuple[str, ...],
    quiet: bool,
    bounds: tuple[str, ...],
    prob: float | None,
    judge: str | None,
    people: str | None,
    min_advantage: float | None,
    min_winning: float | None,
    epsilon: float,
    markdown: bool,
    junit: str | None,
    force: bool,
    **given: Any,
) -> None:
    """Fail (exit code 1) if agreement in FILE is too low. For pipelines.

    The output says how sure it is that the level is reached. Without --prob a value that reaches it
    passes unless there are too few items to tell. For error rates the value is the most that is
    allowed. An undefined coefficient fails. With a judge, --min is its agreement with the vote of
    people. Exit codes: 0 passed, 1 failed, 2 wrong options, 3 nothing could be checked (the file
    was refused, or the measure does not suit it).

    \b
        accord check acts.csv --min 0.8
        accord check acts.csv --min alpha:0.8 --prob 0.95
        accord check acts.csv --min kappa:0.7 --min pi:0.7
        accord check answers.csv --judge gpt --min-advantage 0.7 --min kappa:0.6
    """
    check_outputs(paths, force, junit=junit)
    gates = {"advantage": min_advantage, "winning rate": min_winning}
    asked = any(gate is not None for gate in gates.values())
    if judge is None:
        refuse_options(
            ("people", "min_advantage", "min_winning", "epsilon"), "is for --judge; add it"
        )
    if not bounds and not asked:
        more = ", --min-advantage or --min-winning" if judge is not None else ""
        raise click.UsageError(f"nothing to check. Add --min, for example --min alpha:0.8{more}")
    options = {name: given.pop(name) for name in READING_NAMES}
    results: list[Gate] = []
    study: Study | Countable
    with _as_junit(junit, paths, results):
        if judge is None:
            study = comparable(read_counts(paths, options, quiet))
        else:
            bench = _bench(paths, options, quiet, judge, people)
            if asked:
                results += _advantages(bench, gates, epsilon, given["distance"])
            study = _beside_the_vote(bench, given["distance"])
        results += [_gate(study, bound, prob, given) for bound in bounds]
    failed = [said for passed, said in results if not passed]
    if markdown:
        click.echo(_summary(results))
    else:
        for passed, said in results:
            if passed:
                click.echo(said)
    if failed:
        click.echo(in_options("accord check: " + "; ".join(failed)), err=True)
        sys.exit(1)


def _bench(
    paths: tuple[str, ...], options: dict[str, Any], quiet: bool, judge: str, people: str | None
) -> Any:
    """The judge and the people of a study of labels, read as `accord judge` reads them."""
    from accord.cli.options.judges import judged_study
    from accord.infer.judges.bench import bench

    named = None if people is None else [one.strip() for one in people.split(",")]
    study = judged_study(paths, options, quiet, [judge], named)
    return bench(only_labels(study, "--judge works with labels; this file"), judge, named)


Gate = tuple[bool, str]
"""Whether a gate is passed, and found and required, in words."""


def _summary(results: list[Gate]) -> str:
    """The gates as a table in Markdown."""
    from accord._report.render.markdown import escaped

    passed = sum(ok for ok, _ in results)
    rows = [
        f"| {'passed' if ok else '**failed**'} | {escaped(in_options(said))} |"
        for ok, said in results
    ]
    head = f"### accord check: {passed} of {len(results)} passed"
    return "\n".join([head, "", "| | found and required |", "|---|---|", *rows])


@contextmanager
def _as_junit(path: str | None, files: tuple[str, ...], results: list[Gate]) -> Iterator[None]:
    """Write the gates where that is asked for, also where the file is refused."""
    refusal = None
    try:
        yield
    except AccordError as error:
        refusal = str(error)
        raise
    finally:
        if path is not None and (results or refusal):
            _write_junit(path, files, results, refusal)


def _write_junit(
    path: str, files: tuple[str, ...], results: list[Gate], refusal: str | None
) -> None:
    """The gates as the test cases of one suite, named after the files; what was refused is an
    error there, not a failure."""
    from xml.etree import ElementTree as Xml

    from accord.errors import inert
    from accord.whole_files import SIGNED, whole_file

    failed = sum(not passed for passed, _ in results)
    errors = int(refusal is not None)
    counts = {"tests": len(results) + errors, "failures": failed, "errors": errors}
    suite = Xml.Element(
        "testsuite", {"name": "accord check"} | {name: str(n) for name, n in counts.items()}
    )
    suite.append(Xml.Comment(f" {SIGNED} "))
    place = {"classname": inert(" ".join(files), line=True)}
    for passed, said in results:
        # What is measured comes first; its value is another in every run, and a name must stay.
        what = inert(said).partition(" = ")[0].partition(" is undefined")[0]
        case = Xml.SubElement(suite, "testcase", {**place, "name": what})
        told = in_options(inert(said))
        if passed:
            Xml.SubElement(case, "system-out").text = told
        else:
            Xml.SubElement(case, "failure", {"message": told})
    if refusal is not None:
        case = Xml.SubElement(suite, "testcase", {**place, "name": "could be checked"})
        Xml.SubElement(case, "error", {"message": in_options(inert(refusal))})
    with whole_file(path) as part:
        Xml.ElementTree(suite).write(part, encoding="utf-8", xml_declaration=True)


def _advantages(
    bench: Any, gates: dict[str, float | None], epsilon: float, distance: Any
) -> list[Gate]:
    """The gates of the alternative annotator test."""
    from accord.infer.judges.bench import unit_of_judging
    from accord.infer.tests.people import alternative_annotator_test

    name = bench.name(bench.judges[0])
    d = chosen_distance(bench.study, distance)[0]
    over = unit_of_judging(bench.study)
    test = alternative_annotator_test(bench.study, name, epsilon=epsilon, distance=d, over=over)
    found = {"advantage": test.advantage, "winning rate": test.winning_rate}
    results = []
    for what, least in gates.items():
        if least is None:
            continue
        value = found[what]
        # Undefined is not reached: a gate in CI must fail closed.
        if isnan(value):
            said = f"{what} of {name} has no value: {'; '.join(test.notes)}"
        elif value < least:
            said = f"{what} of {name} = {value:.4f} < {least:g}"
        else:
            said = f"{what} of {name} = {value:.4f}: at least {least:g} (ε = {epsilon:g})"
        results.append((value >= least, said))
    return results


def _beside_the_vote(bench: Any, distance: Any) -> Study:
    """The judge and people's vote, as a study of two coders."""
    from accord.infer.judges.bench import pair_with, vote
    from accord.infer.judges.sheet import has_scale

    d = chosen_distance(bench.study, distance)[0]
    labels = vote(bench.study, bench.people, has_scale(bench.study, d))
    found: Study = pair_with(bench, bench.judges[0], labels, "vote")
    return found


def _gate(study: Study | Countable, bound: str, prob: float | None, given: dict[str, Any]) -> Gate:
    """A measure against what must be reached."""
    name, colon, number = bound.rpartition(":")
    try:
        wanted = float(number)
    except ValueError:
        wanted = float("nan")
    if isnan(wanted):
        raise click.UsageError(
            f"--min {bound!r}: write a measure and a number, e.g. alpha:0.8, or only a number"
        )
    # A bare number is about what `accord measure` shows first.
    named = inside_of(find_measure(name, study.kind)) if colon else None
    measure = named or _lead(study, given["distance"])
    if objection := measure.objection(study) or no_hierarchy(measure, study, given["distance"]):
        raise NotApplicableError(objection)
    own = {"rng": given["seed"], "n_jobs": given["jobs"]}
    between = {"distance": None} | distance_setting(study, given["distance"])
    said_by_name = (
        variant(measure, name) if colon and named is find_measure(name, study.kind) else {}
    )
    asked = taking(bound_to(measure, **said_by_name), {**given, **own, **between})
    if measure.distance == "required" and given["distance"] is None:
        asked = asked.with_(distance=chosen_distance(study, None)[0])
    agreement = asked.compute(study)
    name = display_name(agreement)
    if agreement.undefined:
        return False, f"{name} has no value: {agreement.undefined}"
    lower = measure.better == "lower"
    sign = ("at most", ">") if lower else ("at least", "<")
    value = agreement.value
    reached = value <= wanted if lower else value >= wanted
    if not reached:
        return False, f"{name} = {value:.4f} {sign[1]} {wanted:g}"
    interval, under = _sure(study, asked, agreement, wanted, given)
    for note in interval.notes:
        click.echo(in_options(f"{name}: {note}"), err=True)
    chance = under if lower else 1 - under
    asked_for, found = f"{sign[0]} {wanted:g}", f"{name} = {value:.4f}"
    shown = f"{found} {interval}, confidence that it is {asked_for}: {chance:.4f}"
    if prob is None and not chance >= _SURE and _few(study, interval):
        held = "items" if kind_of(study).document == "item" else "documents"
        column = interval.over in getattr(study, "about", {})
        what = f"values of '{interval.over}'" if column else held
        return False, f"{shown}; too few {what} to tell: add some, or use --prob"
    # Written so that nan fails, too, unless the value alone is asked for.
    if prob and not chance >= prob:
        return False, f"{shown}, less than {prob:g}"
    if isnan(chance):
        shown = f"{found} {interval}: {asked_for}, how sure is unknown"
    return True, f"{shown}   {agreement.signature}"


_SURE = 0.95
"""A level that is reached with this confidence is reached, by however few items."""


def _few(study: Study | Countable, interval: Interval) -> bool:
    """Whether there are fewer units than those with which an interval is trusted."""
    column = getattr(study, "about", {}).get(interval.over)
    return bool(few_units(item_count(study) if column is None else len(set(column)), "items"))


def _lead(study: Study | Countable, distance: Any) -> Measure:
    """The measure that `accord choose` recommends."""
    found = leading_measure(study, "reliability", chosen_distance(study, distance)[0])
    if found is None:
        raise NotApplicableError("no measure fits this file. Run: accord choose FILE")
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
