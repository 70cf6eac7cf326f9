"""`accord simulate`: coders who make mistakes, and how measures react to them."""

from typing import Any

from accord._measure.bound import Bound, taking
from accord._measure.catalogue import find_measure
from accord._report.render.terminal import number_text, table
from accord._report.write import write, written_as
from accord.cli import parsing as click
from accord.cli.console import in_options, json_text, print_csv, progress_bar
from accord.cli.options.inputs import (
    FORCE,
    READING_NAMES,
    ListCommand,
    before_work,
    check_outputs,
    read_study,
    reading_options,
)
from accord.cli.options.measure_settings import JOBS, RESUME, SEED_OPTION, chosen, with_distance
from accord.errors import AccordError, DataError
from accord.model.study import Study
from accord.simulate.measure_curves import Curves, curves, kind_of_measures
from accord.simulate.paper_figures import FIGURES, figure
from accord.simulate.references import model_of, reference_of
from accord.simulate.shuffling import MISTAKES, shuffle
from accord.simulate.verdicts import desiderata
from accord.tasks import Tasks


class _Lists(ListCommand):
    lists = ("-m", "--measure", "--mistake")  # type: ignore[assignment]


def _check_plot(name: str) -> None:
    from accord._report.render.curve_plot import check_plot

    check_plot(name)


@click.group(name="simulate")
def command() -> None:
    """Simulate coders who make mistakes (the Corpus Shuffling Tool)."""


_LISTED = "\n".join(f"    {m.name:22} {m.kind:14} {m.title}" for m in MISTAKES.values())


@command.command(
    name="curves",
    cls=_Lists,
    help=f"""Draw the curve of each measure for mistakes of magnitude 0 to 1.

    With FILE, the coder --reference of it is what perfect coders would say; without, references
    are drawn from a model. A+B makes two mistakes at once.

    \b
        accord simulate curves --figure 25 --plot figure25.svg
        accord simulate curves -m kappa alpha percent --mistake noise hard_items
        accord simulate curves mine.csv --reference Ann -m pi --mistake noise --jobs 2

    \b
    Mistakes:
{_LISTED}
    """,
)
@click.argument("paths", metavar="[FILE]...", nargs=-1)
@click.option(
    "--figure",
    "preset",
    type=click.Choice(list(FIGURES)),
    help="A figure of Mathet et al. 2015: reference, mistakes and measures.",
)
@click.option(
    "-m",
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME...",
    help="Measures, by any name of the catalogue.",
)
@click.option(
    "--mistake",
    "mistakes",
    multiple=True,
    metavar="NAME...",
    help="Mistakes, e.g. position category position+category.",
)
@click.option("--magnitudes", default="0:1:0.05", help="From:to:step, or a list 0,.5,1.")
@click.option("--repeat", default=40, help="Simulated sets of coders for each magnitude.")
@click.option("-n", "--number", default=3, help="Simulated coders.")
@click.option("--reference", help="The coder of FILE who is right.")
@click.option("--distance", help="Distance for measures that take one (default nominal).")
@click.option("--taxonomy", metavar="FILE", help="Taxonomy of the categories, for --distance.")
@SEED_OPTION
@JOBS
@RESUME
@click.option(
    "--plot",
    type=click.Path(),
    callback=before_work(_check_plot),
    help="Draw into this file: .svg, .png or .json.",
)
@FORCE
@click.option("--csv", "as_csv", is_flag=True, help="Print the points as CSV.")
@click.option("--json", "as_json", is_flag=True, help="Print points and verdicts as JSON.")
@reading_options
def _curves(
    paths: tuple[str, ...],
    preset: str | None,
    plot: str | None,
    as_csv: bool,
    as_json: bool,
    resume: str | None,
    force: bool,
    **given: Any,
) -> None:
    check_outputs(paths, force, plot=plot, taxonomy=given["taxonomy"])
    given["distance"] = chosen(given["distance"], given.pop("taxonomy"))
    given["n_jobs"] = Tasks(given["jobs"], resume)
    with progress_bar("simulating") as bar:
        found = _preset(preset, bar, given) if preset else _chosen(paths, bar, given)
    if plot:
        from accord._report.render.curve_plot import save_curves

        save_curves(found, plot, title=FIGURES[preset].title if preset else "")
        click.echo(f"{plot}: drawn", err=True)
    if as_json:
        _print_json(found)
    elif as_csv:
        columns = found.columns()
        print_csv(columns, zip(*columns.values(), strict=True))
    else:
        _print_tables(found)


def _asked(names: tuple[str, ...], kind: str, given: dict[str, Any]) -> list[Bound]:
    asked = (taking(find_measure(name, kind), {"distance": given["distance"]}) for name in names)
    return [with_distance(one) for one in asked]


def _preset(name: str, progress: Any, given: dict[str, Any]) -> Curves:
    return figure(
        name,
        measures=_asked(given["measures"], kind_of_measures(FIGURES[name].mistakes), given) or None,
        magnitudes=_magnitudes(given["magnitudes"]),
        resamples=given["repeat"],
        rng=given["seed"],
        n_jobs=given["n_jobs"],
        progress=progress,
    )


def _chosen(paths: tuple[str, ...], progress: Any, given: dict[str, Any]) -> Curves:
    measures, mistakes = given["measures"], given["mistakes"]
    if not measures or not mistakes:
        raise AccordError(
            "nothing to draw. Add --figure 25, or measures and mistakes, "
            "e.g. -m kappa --mistake noise ('accord simulate curves --help' lists the mistakes)"
        )
    reference = _reference(paths, given) if paths else None
    return curves(
        _asked(measures, kind_of_measures(mistakes), given),
        mistakes,
        reference=reference,
        magnitudes=_magnitudes(given["magnitudes"]),
        resamples=given["repeat"],
        coders=given["number"],
        rng=given["seed"],
        n_jobs=given["n_jobs"],
        progress=progress,
    )


def _reference(paths: tuple[str, ...], given: dict[str, Any]) -> Study:
    options = {name: given[name] for name in READING_NAMES}
    study = read_study(paths, options, given["quiet"], "a reference")
    names = {str(name): name for name in study.coders}
    wanted = given["reference"]
    if wanted is not None and wanted not in names:
        raise DataError(f"no coder {wanted!r}. Coders: {', '.join(names)}")
    return reference_of(study, None if wanted is None else names[wanted])


def _magnitudes(text: str) -> list[float]:
    try:
        if ":" in text:
            low, high, step = (float(part) for part in text.split(":"))
            count = round((high - low) / step)
            # Rounded: 6 × 0.05 is 0.30000000000000004, which would be another magnitude and so
            # another seed than 0.3.
            return [round(low + at * step, 10) for at in range(count + 1)]
        return [float(part) for part in text.split(",")]
    except (ValueError, ZeroDivisionError):
        raise AccordError(f"magnitudes {text!r}: give from:to:step or a list 0,.5,1") from None


def _print_json(found: Curves) -> None:
    data = {
        "signature": found.signature,
        "notes": list(found.notes),
        "points": [point.as_dict() for point in found.points],
        "desiderata": [verdict.as_dict() for verdict in desiderata(found)],
    }
    click.echo(json_text(data))


def _print_tables(found: Curves) -> None:
    by_mistake: dict[str, list[Any]] = {}
    for (mistake, _), points in found.lines().items():
        by_mistake.setdefault(mistake, []).append(points)
    for mistake, lines in by_mistake.items():
        rows = [
            [f"{points[0].magnitude:g}", *(number_text(p.mean, 3) for p in points)]
            for points in zip(*lines, strict=True)
        ]
        table([mistake, *(points[0].symbol for points in lines)], rows)
        print()
    verdicts = [
        [
            v.mistake,
            v.symbol,
            number_text(v.start, 2),
            number_text(v.end, 2),
            number_text(v.lowest, 2),
            "yes" if v.full_range else "no",
            "yes" if v.decreasing else "no",
            v.words,
        ]
        for v in desiderata(found)
    ]
    columns = ["mistake", "measure", "first", "last", "lowest", "1 to 0", "decreasing", "but"]
    table(
        columns, verdicts, [*(f"note: {in_options(note)}" for note in found.notes), found.signature]
    )


@command.command(name="study", cls=_Lists)
@click.argument("output", metavar="OUT", callback=before_work(lambda name: written_as(name, None)))
@click.argument("paths", metavar="[FILE]...", nargs=-1)
@click.option(
    "--mistake",
    "mistakes",
    multiple=True,
    metavar="NAME=MAGNITUDE...",
    required=True,
    help="Mistakes with their magnitudes, e.g. position=.2 category=.1.",
)
@click.option("-n", "--number", default=3, help="Simulated coders.")
@click.option("--reference", help="The coder of FILE who is right.")
@SEED_OPTION
@FORCE
@reading_options
def _study(output: str, paths: tuple[str, ...], mistakes: tuple[str, ...], **given: Any) -> None:
    """Write a study of simulated coders to OUT (.jsonl, .csv or .tsv).

    \b
        accord simulate study noisy.csv --mistake noise=.2 -n 4
        accord simulate study noisy.jsonl mine.csv --reference Ann --mistake noise=.1 bias=.1
    """
    check_outputs(paths, given["force"], output=output)
    made: dict[str, float] = {}
    for text in mistakes:
        name, _, magnitude = text.partition("=")
        try:
            made[name] = float(magnitude)
        except ValueError:
            raise AccordError(f"mistake {text!r}: give a name and a magnitude, noise=.2") from None
    kind = kind_of_measures(list(made))
    reference = _reference(paths, given) if paths else model_of(kind).draw(given["seed"])
    study = shuffle(reference, made, coders=given["number"], rng=given["seed"])
    write(study, output)
    counts = " ".join(f"{key}={value}" for key, value in study.counts().items())
    click.echo(f"{output}: {study.kind} ({counts})", err=True)
