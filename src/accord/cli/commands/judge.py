"""`accord judge FILE --judge gpt`: may this model's labels or scores stand for people's?"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import rich_click as click

from accord._report.render.judge_sheet import (
    WRITERS,
    check_judge_name,
    judge_markdown,
    judge_text,
    write_judge_sheet,
)
from accord.cli.console import (
    as_data,
    in_options,
    json_text,
    progress_bar,
    say_written,
)
from accord.cli.options.inputs import (
    NAMES,
    before_work,
    check_outputs,
    chosen_options,
    file_options,
    read_study,
    tell,
)
from accord.cli.options.measure_settings import LEVEL, RESAMPLES, SEED, distances
from accord.errors import AccordError
from accord.infer.judges.bench import read_beside
from accord.infer.judges.decision import USES
from accord.infer.judges.sheet import JudgeSheet, judge as judge_of
from accord.model.study import Study
from accord.words.said import LANGUAGES, Said, spoken


def _split(context: Any, option: Any, value: tuple[str, ...]) -> list[str] | None:
    """Names with commas between them, or the option repeated."""
    return [part.strip() for one in value for part in one.split(",") if part.strip()] or None


def _listed(*flags: str, text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return click.option(*flags, multiple=True, callback=_split, metavar="NAME,…", help=text)


JUDGE = _listed("--judge", "--judges", "judge", text="The judge, or several: coders or 'model_*'.")
PEOPLE = _listed("--people", text="Coders who are people (default: all others).")
EPSILON = click.option(
    "--epsilon", type=float, default=0.2, help="Bonus of the judge in the test (see --help)."
)


@click.command(name="judge")
@JUDGE
@PEOPLE
@click.option(
    "--use", type=click.Choice(USES), default="labels", help="What the judge is for; it decides."
)
@click.option("--margin", type=float, default=0.05, help="How much worse than people it may be.")
@click.option(
    "--floor", type=float, default=0.4, help="α among people below which nothing is compared."
)
@EPSILON
@click.option("--min-items", type=click.IntRange(1), default=30, help="Fewest items of a person.")
@distances
@_listed("--passes", text="Labels that count as a pass in the score.")
@_listed("--by", text="Columns about items whose values are slices.")
@_listed("--bias", text="Columns on which the error may have a slope (default: all that can).")
@click.option("--own", metavar="COLUMN=PATTERN", help="What the judge's own family made.")
@click.option("--certainty", metavar="COLUMN", help="Column of the confidence the judge states.")
@_listed("--runs", text="Coders that are runs of this judge (epochs, seeds, prompts).")
@click.option("--swapped", metavar="CODER", help="This judge with the two answers swapped.")
@click.option("--positions", is_flag=True, help="Preferences name places, not answers.")
@click.option("--mirror", metavar="A=B", help="The two labels that change places when swapped.")
@click.option("--earlier", metavar="CODER", help="This judge at an earlier time, for drift.")
@click.option("--systems", metavar="COLUMN", help="Column of the system; scores are compared.")
@click.option("--pairs", metavar="COLUMN", help="Column of the question that systems share.")
@click.option("--missing-as", metavar="LABEL", help="Label where the judge gave none.")
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    type=click.Path(dir_okay=False),
    callback=before_work(check_judge_name),
    help=f"File to write ({', '.join(WRITERS)}); may be repeated.",
)
@click.option("--json", "shown", flag_value="json", help="Print all numbers as JSON.")
@click.option("--markdown", "shown", flag_value="markdown", help="Print the sheet as Markdown.")
@click.option("--summary", "shown", flag_value="summary", help="Print a paragraph for a paper.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    help="Language of the sheet, in all its forms; data (--json) stay in English.",
)
@click.option("--force", is_flag=True, help="Replace existing files that accord did not write.")
@LEVEL
@RESAMPLES
@SEED
@file_options
def command(
    paths: tuple[str, ...],
    quiet: bool,
    outputs: tuple[str, ...],
    shown: str | None,
    language: str,
    force: bool,
    **given: Any,
) -> None:
    """May the judge in FILE replace people? Agreement, bias, corrected score and a decision.

    ε is the bonus for being cheap: .2 for experts, .15 for skilled people, .1 for crowds.

    \b
        accord judge answers.csv --judge gpt -o sheet.html
        accord judge answers.csv --judges 'model_*' --people ann,bob --by domain
        accord judge scores.csv --judge gpt --use score --margin 0.02
        accord judge log.json --judge model_graded_qa --people human --json
        accord judge answers.csv --judge gpt --language de -o blatt.html
    """
    options = {name: given.pop(name) for name in NAMES}
    check_outputs(paths, force, outputs=outputs)
    study = judged_study(paths, options, quiet, given["judge"], given["people"])
    with progress_bar("judging", quiet=quiet) as progress:
        sheet = sheet_of(study, given, progress)
    for output in outputs:
        write_judge_sheet(_in_options(sheet), output, language)
        say_written(output)
    if shown == "json":
        click.echo(json_text(sheet.as_dict()))
    elif shown == "markdown":
        click.echo(in_options(judge_markdown(sheet, language)))
    elif shown == "summary":
        click.echo(in_options(spoken(language)(sheet.summary())))
    elif not outputs:
        click.echo(as_data(in_options(judge_text(sheet, language))))


def judged_study(
    paths: tuple[str, ...],
    options: dict[str, Any],
    quiet: bool,
    judge: list[str] | None,
    people: list[str] | None,
) -> Study:
    """Read the files; where a table can be read in two ways, the names of judges say which."""

    def read(more: dict[str, Any]) -> Study:
        told = {key: _typed(value) for key, value in more.items()}
        return read_study(paths, {**options, **told}, True, "a judge")

    def header() -> list[str]:
        from accord._read.door.read import contents

        chosen = chosen_options(options)
        chosen.pop("engine", None)
        tables = contents(list(paths), **chosen).tables
        return [] if not tables else [str(name) for name in tables[0].header]

    study: Study = read_beside(read, header, judge, people)
    tell(study.audit, quiet)
    return study


def _typed(value: Any) -> Any:
    """A setting as it is typed: lists with commas."""
    if isinstance(value, (list, tuple)):
        import csv
        import io

        line = io.StringIO()
        csv.writer(line).writerow(value)
        return line.getvalue().strip()
    return value


def sheet_of(study: Study, given: dict[str, Any], progress: Any = None) -> JudgeSheet:
    """The sheet, from options."""
    asked = dict(given)
    mirror = asked.pop("mirror", None)
    if mirror is not None:
        one, sign, two = mirror.partition("=")
        if not sign or not one or not two:
            raise AccordError(f"--mirror {mirror!r}: write the two labels with = between, A=B")
        asked["mirror"] = {one: two}
    asked["confidence"], asked["rng"] = asked.pop("level"), asked.pop("seed")
    asked["by"] = asked.get("by") or ()
    return judge_of(study, asked.pop("judge"), progress=progress, **asked)


def _in_options(sheet: JudgeSheet) -> JudgeSheet:
    """The sheet with messages that name options."""

    def typed(notes: Sequence[str]) -> tuple[str, ...]:
        return tuple(
            note.with_fields(lambda fact: in_options(fact) if type(fact) is str else fact)
            for note in notes
            if isinstance(note, Said)
        )

    judges = tuple(replace(one, notes=typed(one.notes)) for one in sheet.judges)
    return replace(sheet, judges=judges, notes=typed(sheet.notes))
