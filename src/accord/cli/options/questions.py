"""The question how to read a table, on a terminal: one keystroke answers it and is kept.

Scripts get the error instead, with exit code 1: nobody is there to answer.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from accord._read.door.read import SAVED
from accord.cli import parsing as click
from accord.cli.console import in_options
from accord.errors import DataError, Setting

_MOST_QUESTIONS = 5
"""Answers in a row: a table may also ask for its header and its codes of missing labels."""

PROMPT = "y for 1, a number, or the coders' columns (with commas); n to stop"

_Told = dict[str, Any]


def somebody_answers() -> bool:
    """Whether a person sees the question and can type."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def answered(read: Callable[[_Told], Any], told: _Told) -> tuple[Any, _Told]:
    """What is read, and the settings that were answered on the way.

    `read` takes the settings of `accord.read`; where it asks, a person on a terminal is asked.
    """
    answers: _Told = {}
    for _ in range(_MOST_QUESTIONS):
        try:
            return read({**told, **answers}), answers
        except DataError as error:
            if not (error.readings or answers) or not somebody_answers():
                raise
            click.echo(in_options(str(error)), err=True)
            answer = click.prompt(PROMPT, err=True, default="n", show_default=False)
            chosen = settings_of(answer, error.readings)
            if chosen is None:
                raise
            answers = {**answers, **chosen} if error.readings else chosen
    return read({**told, **answers}), answers


def settings_of(answer: str, readings: tuple[_Told, ...]) -> _Told | None:
    """The settings that an answer means; None where somebody says no.

    >>> readings = ({"shape": "wide", "coders": ["A", "B"]}, {"coder": "who"})
    >>> settings_of("y", readings)["coders"], settings_of("2", readings), settings_of("n", readings)
    (['A', 'B'], {'coder': 'who'}, None)
    >>> settings_of("A, B", readings), settings_of("who", readings)
    ({'coders': ['A', 'B']}, {'coder': 'who'})
    """
    answer = answer.strip()
    if answer.lower() in ("", "n", "no", "nein", "non"):
        return None
    if answer.lower() in ("y", "yes", "j", "ja", "o", "oui"):
        return dict(readings[0]) if readings else {}
    if answer.isdecimal() and 1 <= int(answer) <= len(readings):
        return dict(readings[int(answer) - 1])
    names = [name.strip() for name in answer.split(",") if name.strip()]
    return {"coders": names} if len(names) > 1 else {"coder": names[0]}


def kept(paths: tuple[str, ...], save: Callable[[str], None]) -> None:
    """Keep an answer beside the data, where one can write there; say so."""
    one = Path(paths[0])
    if len(paths) != 1 or not one.is_file():
        return
    target = one.with_suffix(SAVED)
    if target.exists():
        return
    try:
        save(str(target))
    except (OSError, DataError):
        again = in_options(str(Setting("save_reading")))
        click.echo(
            f"{target.name} cannot be written here; {again} keeps the answer elsewhere", err=True
        )
        return
    click.echo(f"kept in {target.name}; remove it to be asked again", err=True)
