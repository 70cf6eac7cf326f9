"""`accord report FILE -o report.html`: from an export to a page one can send round."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from accord._report.citations import used
from accord._report.overview import Report, report as report_of
from accord._report.render import checklists
from accord._report.render.apa import METHOD_TEXTS, apa, methods as methods_of
from accord._report.render.charts import figure_specs
from accord._report.render.checklists import CHECKLISTS
from accord._report.render.drawing import PICTURES
from accord._report.render.figures import (
    TABLE_WRITERS,
    as_json,
    check_figures,
    check_name,
    figures,
    write_report,
)
from accord._report.render.latex import latex
from accord._report.render.markdown import markdown
from accord._report.render.screen import screen
from accord._report.render.tables import csv_text
from accord.cli import parsing as click
from accord.cli.console import as_data, data_in_options, progress_bar, say_written, typed_again
from accord.cli.options.inputs import (
    FORCE,
    READING_NAMES,
    before_work,
    check_free,
    comparable,
    read_study,
    reading,
    refuse_options,
)
from accord.cli.options.measure_settings import JOBS, OVER, SEED_OPTION, over
from accord.cli.options.of_relations import ARGUMENTS
from accord.infer.advice.choose import PURPOSES
from accord.model.study import Study
from accord.whole_files import whole_file
from accord.words.said import LANGUAGES, said

_Form = Callable[[Report], str]
_SHOWING = (
    *("checklist", "methods", "language"),
    *("outputs", "shown", "table", "folder", "formats", "force", "title", "jobs", "quiet"),
    *("save_reading", "worst"),
)
"""Options that change what is shown and where, and no number."""


@click.command(name="report")
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    type=click.Path(dir_okay=False),
    callback=before_work(check_name),
    help=f"File to write ({', '.join(TABLE_WRITERS)}); may be repeated.",
)
@click.option("--json", "shown", flag_value="json", help="Print all numbers as JSON.")
@click.option("--latex", "shown", flag_value="latex", help="Print a paragraph and LaTeX tables.")
@click.option("--apa", "shown", flag_value="apa", help="Print a paragraph and a table, APA style.")
@click.option("--markdown", "shown", flag_value="markdown", help="Print the report as Markdown.")
@click.option("--card", "shown", flag_value="card", help="Print a section for a data-set card.")
@click.option("--bibtex", "shown", flag_value="bibtex", help="Print BibTeX for all that was used.")
@click.option(
    "--checklist",
    type=click.Choice(CHECKLISTS),
    help="Print a venue's checklist, filled in as far as the study tells.",
)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    help="Language of the report, in all its forms; data (--json, --csv) stay in English.",
)
@click.option(
    "--methods",
    type=click.Choice(METHOD_TEXTS),
    help="Print the methods paragraph alone: a clause, APA style, or in full.",
)
@click.option(
    "--csv",
    "table",
    metavar="TABLE",
    is_flag=False,
    flag_value="coefficients",
    help="Print a table as CSV: coefficients (default), categories, coders, items …",
)
@click.option(
    "--figures",
    "folder",
    type=click.Path(file_okay=False),
    callback=before_work(lambda name: check_figures()),
    help="Folder for the figures as files.",
)
@click.option(
    "--figure-format",
    "formats",
    multiple=True,
    type=click.Choice(PICTURES),
    help="Formats of the figures (default: all).",
)
@FORCE
@click.option("--title", help="Title of the report.")
@click.option(
    "--purpose",
    type=click.Choice(PURPOSES),
    default="reliability",
    help="reliability: would other coders agree? validity: do these particular coders agree?",
)
@click.option("-m", "--measure", help="Coefficient to lead with, instead of the recommended one.")
@click.option("--distance", help="Distance between categories: nominal, ordinal, interval, masi …")
@ARGUMENTS
@click.option(
    "--taxonomy",
    metavar="FILE",
    help="Taxonomy of the categories: its tree is drawn, "
    "and it serves --distance geertzen-bunt, path, wu-palmer …",
)
@click.option(
    "--level",
    "confidence",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    help="Confidence level.",
)
@click.option(
    "--resamples",
    type=click.IntRange(2),
    default=None,
    help="Number of resamples (default: 2000, fewer where each is slow).",
)
@OVER
@SEED_OPTION
@JOBS
@click.option(
    "--worst",
    type=click.IntRange(0),
    default=100_000,
    help="How many disagreements to list; 0 for all.",
)
@click.option(
    "--enough",
    type=float,
    help="Threshold to test (default: Krippendorff's 0.667 and 0.8, for α, π and κ and their "
    "variants).",
)
@click.option(
    "--width",
    type=click.FloatRange(0, min_open=True),
    default=0.1,
    help="Target width of the confidence interval, used to estimate how many items or coders "
    "you need.",
)
@click.option(
    "--budget",
    type=click.FloatRange(0, min_open=True),
    help="γ: time budget in seconds for the value, and as much again for all pairs of coders and "
    "the comparison with --against.",
)
@click.option(
    "--task",
    metavar="NAME",
    help="Show published values for this task (see accord choose --task).",
)
@click.option(
    "--against",
    metavar="FILE",
    help="An earlier round (a file or folder read in the same way) to compare with.",
)
@reading
def command(
    study: Study,
    outputs: tuple[str, ...],
    shown: str | None,
    checklist: str | None,
    methods: str | None,
    language: str,
    table: str | None,
    folder: str | None,
    formats: tuple[str, ...],
    force: bool,
    seed: int,
    jobs: int,
    distance: str | None,
    taxonomy: str | None,
    worst: int,
    against: str | None,
    title: str | None,
    **given: Any,
) -> None:
    """Create a report for FILE: HTML page, tables for a paper, or terminal.

    \b
        accord report acts.csv -o report.html
        accord report acts.csv --distance ordinal --categories low,mid,high -o report.html
        accord report acts.csv --latex > agreement.tex
        accord report acts.csv -o agreement.docx
        accord report acts.csv --figures figures --figure-format pdf
        accord report round2 --against round1 -o report.html
        accord report senses.csv --task word-sense
        accord report acts.csv --checklist grras -o grras.md
        accord report acts.csv --methods short
        accord report acts.csv --language de -o bericht.html
    """
    form = _form(shown, checklist, methods, table, outputs)
    if folder is None:
        refuse_options(["formats"], "is for --figures; add it")
    tree = None
    if taxonomy is not None:
        from accord._read.tables.taxonomies import read_taxonomy

        tree = read_taxonomy(taxonomy)
    between = None if distance is None else over(distance, tree) if tree else distance
    context = click.get_current_context()
    assert context is not None  # a command runs in one
    asked = context.params
    before = None
    if against is not None:
        options = {name: asked[name] for name in READING_NAMES}
        before = comparable(read_study((against,), options, bool(asked["quiet"])))
    with progress_bar("reporting") as bar:
        report = report_of(
            study,
            title=title or _title(asked["paths"]),
            language=language,
            distance=between,
            taxonomy=tree,
            worst=worst or None,
            against=before,
            rng=seed,
            n_jobs=jobs,
            progress=None if bar is None else lambda what, done: bar(done, what=what),
            **given,
        )
    command = typed_again(context, _SHOWING, ("purpose", "confidence", "seed"))
    repeated = {**report.data["methods"], "command": command}
    to_read = replace(report, data={**report.data, "methods": repeated})
    # A page is for people who type nothing: it names settings in words.
    report = replace(report, data=data_in_options(to_read.data))
    for output in outputs:
        one = to_read if Path(output).suffix.lower() in _PAGES else report
        _write(one, form, output, "en" if checklist else language)
    if folder is not None:
        _draw(report, folder, formats or PICTURES, force)
    _print(report, form, shown, table, silent=bool(outputs) or folder is not None)


def _draw(report: Report, folder: str, formats: tuple[str, ...], force: bool) -> None:
    for name, format in product(figure_specs(report), formats):
        if (there := Path(folder, f"{name}.{format}")).exists():
            check_free(there, (), force)
    written = figures(report, folder, formats)
    click.echo(f"wrote {len(written)} figures to {folder}", err=True)


def _print(
    report: Report, form: _Form | None, shown: str | None, table: str | None, *, silent: bool
) -> None:
    if table is not None:
        click.echo(as_data(csv_text(report, table)), nl=False)
    elif shown in PRINTED and form is None:
        text = PRINTED[shown](report)
        click.echo(as_data(text) if shown == "json" else text, nl=False)
    elif not silent:
        if form is None:
            screen(report)
        else:
            click.echo(form(report), nl=False)


_PAGES = (".html", ".htm")
"""Ends of files whose readers need not know the command line."""

PRINTED = {"json": as_json, "latex": latex, "markdown": markdown, "apa": apa, "bibtex": used}
"""What is printed instead of the report, by option."""


def _form(
    shown: str | None,
    checklist: str | None,
    methods: str | None,
    table: str | None,
    outputs: tuple[str, ...],
) -> _Form | None:
    """A text instead of the report, printed or written; None for the report. One form at a time."""
    said = {"--csv": table, "--checklist": checklist, "--methods": methods}
    asked = [option for option, given in said.items() if given is not None]
    names = {"--checklist": "checklist", "--methods": "methods"}
    for option in asked:
        others = [names[other] for other in asked if other in names and other != option]
        refuse_options(["shown", *others], f"and {option} are two forms; choose one")
    form: _Form | None = checklists.card if shown == "card" else None
    if checklist is not None:
        form = partial(checklists.checklist, name=checklist)
    elif methods is not None:
        form = partial(methods_of, variant=methods)
    wrong = [name for name in outputs if Path(name).suffix.lower() not in (".md", ".html")]
    if form is not None and wrong:
        raise click.UsageError(f"{wrong[0]}: a checklist, card or paragraph goes to .md or .html")
    return form


def _write(report: Report, form: _Form | None, output: str, language: str) -> None:
    if form is None:
        write_report(report, output)
    else:
        page = Path(output).suffix.lower() == ".html"
        text = form(report)
        with whole_file(Path(output)) as part:
            part.write_text(
                checklists.as_page(text, language) if page else text, "utf-8", newline="\n"
            )
    say_written(output)


def _title(paths: tuple[str, ...]) -> str | None:
    """The title from a folder, or from the folder that a pattern of files is in."""
    if len(paths) != 1:
        return None
    path = Path(paths[0])
    if not path.is_dir() and not any(sign in path.name for sign in "*?["):
        return None
    plain = [part for part in path.absolute().parts if not any(sign in part for sign in "*?[")]
    return said("study.title-of", files=plain[-1:]) if len(plain) > 1 else None
