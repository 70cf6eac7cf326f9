"""`accord judge FILE --judge gpt`: may this model's labels or scores stand for people's?"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from accord._measure.settings import options_of
from accord._report.render.judge_sheet import (
    SHEET_WRITERS,
    check_judge_name,
    judge_answer,
    judge_markdown,
    judge_text,
    write_judge_sheet,
)
from accord.cli import parsing as click
from accord.cli.console import (
    as_data,
    in_options,
    json_text,
    progress_bar,
    say_written,
    typed_again,
)
from accord.cli.options.inputs import (
    READING_NAMES,
    before_work,
    check_outputs,
    file_options,
)
from accord.cli.options.judges import judged_study
from accord.cli.options.measure_settings import (
    LEVEL_OPTION,
    RESAMPLES_OPTION,
    SEED_OPTION,
    distance_options,
    listed_option,
    setting_options,
)
from accord.errors import AccordError
from accord.infer.judges.decision import USES_OF_JUDGES
from accord.infer.judges.sheet import JudgeSheet, judge as judge_of
from accord.model.study import Study
from accord.words.said import LANGUAGES, Said, spoken

_SETTINGS = options_of(judge_of)
_OWN: dict[str, dict[str, Any]] = {
    one.name: {"default": one.default, "show_default": None} for one in _SETTINGS
}
_OWN["use"] |= {"type": click.Choice(USES_OF_JUDGES)}
_OWN["min_items"] |= {"type": click.IntRange(1)}
_OWN["positions"] |= {"is_flag": True, "flag_value": None}
_LATER = [one.name for one in _SETTINGS].index("passes")
"""Help lists the distance before the settings that only some studies need."""


_SHOWING = ("outputs", "shown", "language", "force", "quiet", "save_reading")
"""Options that change what is shown and where, and no number."""


@click.command(name="judge")
@listed_option("--judge", "--judges", "judge", text="The judge, or several: coders or 'model_*'.")
@setting_options(_SETTINGS[:_LATER], of_one=True, **_OWN)
@distance_options
@setting_options(_SETTINGS[_LATER:], of_one=True, **_OWN)
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    type=click.Path(dir_okay=False),
    callback=before_work(check_judge_name),
    help=f"File to write ({', '.join(SHEET_WRITERS)}); may be repeated.",
)
@click.option("--details", "shown", flag_value="details", help="Print the whole sheet.")
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
@LEVEL_OPTION
@RESAMPLES_OPTION
@SEED_OPTION
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
    """Compare a model with people: can it replace or assist them?

    ε is the bonus for being cheap: .2 for experts, .15 for skilled people, .1 for crowds.

    \b
        accord judge answers.csv --judge gpt -o sheet.html
        accord judge answers.csv --judges 'model_*' --people ann,bob --by domain
        accord judge scores.csv --judge gpt --use score --margin 0.02
        accord judge log.json --judge model_graded_qa --people human --json
        accord judge answers.csv --judge gpt --language de -o blatt.html
    """
    options = {name: given.pop(name) for name in READING_NAMES}
    check_outputs(paths, force, outputs=outputs)
    study = judged_study(paths, options, quiet, given["judge"], given["people"], "a judge")
    with progress_bar("judging", quiet=quiet) as progress:
        sheet = sheet_from_files(study, given, progress)
    again = typed_again(click.get_current_context(), _SHOWING, ("level", "seed"))
    for output in outputs:
        write_judge_sheet(_in_options(sheet), output, language, again)
        say_written(output)
    if shown == "json":
        click.echo(json_text(sheet.as_dict()))
    elif shown == "markdown":
        click.echo(in_options(judge_markdown(sheet, language)))
    elif shown == "summary":
        click.echo(in_options(spoken(language)(sheet.summary())))
    elif shown == "details":
        click.echo(as_data(in_options(judge_text(sheet, language))))
    elif not outputs:
        answer = judge_answer(sheet, language, all="--details", page="-o sheet.html")
        click.echo(as_data(in_options(answer)))


def sheet_from_files(study: Study, given: dict[str, Any], progress: Any = None) -> JudgeSheet:
    """The sheet, from options."""
    asked = {name: value for name, value in given.items() if value is not None}
    mirror = asked.pop("mirror", None)
    if mirror is not None:
        one, sign, two = mirror.partition("=")
        if not sign or not one or not two:
            raise AccordError(f"--mirror {mirror!r}: write the two labels with = between, A=B")
        asked["mirror"] = {one: two}
    asked["confidence"], asked["rng"] = asked.pop("level"), asked.pop("seed")
    return judge_of(study, progress=progress, **asked)


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
