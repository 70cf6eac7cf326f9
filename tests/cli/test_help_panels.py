"""The help of the commands: grouped, so that a beginner finds the few options that matter."""

import re

import click
import pytest
from tests.cli.commands import LONG, called

from accord.cli import COMMANDS, PANELS, program

TITLES = re.compile(r"^[╭+][─-] (.+?) [─-]", re.MULTILINE)


def test_every_command_is_in_one_panel_and_the_first_ones_come_first(capsys) -> None:
    """The panels of `accord --help` are those of the table, in its order."""
    listed = [name for names in PANELS.values() for name in names]
    assert len(listed) == len(set(listed)) == len(COMMANDS)
    assert TITLES.findall(called(capsys, "--help").out) == ["Options", *PANELS]


def test_options_of_a_command_come_before_those_for_reading(capsys) -> None:
    """What a command does comes before the settings of single measures and of reading."""
    measure = TITLES.findall(called(capsys, "measure", "--help").out)
    assert measure == ["Options", "Settings of single measures", "How FILE is read"]
    assert TITLES.findall(called(capsys, "report", "--help").out) == ["Options", "How FILE is read"]


@pytest.mark.parametrize("name", COMMANDS)
def test_no_option_shows_a_name_of_the_code(name: str) -> None:
    """A converter without a metavar would be shown by the name of its function."""
    command = program.get_command(click.Context(program), name)
    assert command is not None
    context = click.Context(command)
    shown = [one.make_metavar(context) for one in command.params]
    assert not [text for text in shown if text.lstrip("[").startswith("_")]


@pytest.mark.parametrize(
    ("words", "said", "code"),
    [
        (["acts.csv"], "name a command before the file: accord measure acts.csv", 2),
        (["mesure", "acts.csv"], "no command 'mesure'; did you mean measure?", 2),
        (["zzz"], "no command 'zzz'\n", 2),
        (["measure", "act.csv"], "act.csv: no such file; did you mean 'acts.csv'?", 1),
        (["plan", "act.csv"], "act.csv: no such file", 1),
        (["plan", "acts.csv"], "choose a goal: --width 0.2 or --threshold 0.8", 1),
        (["explain-difference", "acts.csv"], "name the other program with --vs: nltk, ", 2),
        (["pull"], "Choose from: label-studio, argilla, inception, doccano\n", 2),
    ],
)
def test_the_first_mistakes_of_a_beginner_name_the_remedy(
    capsys, tmp_path, monkeypatch, words: list[str], said: str, code: int
) -> None:
    """A forgotten command, a misspelt file or command, a missing option: what to type instead."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "acts.csv").write_text(LONG)
    assert said in called(capsys, *words, code=code).err
