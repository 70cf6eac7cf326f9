"""Options that several commands have mean the same in each of them."""

import pkgutil
from importlib import import_module

import click
import pytest
from click.testing import CliRunner

import accord.cli.commands
from accord.cli.commands import choose as choose_module
from accord.cli.console import time_left


def every_command():
    """All commands and their subcommands by name."""
    found = {}
    for module in pkgutil.iter_modules(accord.cli.commands.__path__):
        for one in vars(import_module(f"accord.cli.commands.{module.name}")).values():
            if isinstance(one, click.Command):
                found[one.name] = one
                found |= getattr(one, "commands", {})
    return found


COMMANDS = every_command()

MEANING = {
    "-m": (["-m", "--measure"], ("measure", "coefficient")),
    "-o": (["-o", "--output"], ("write", "file")),
    "--json": (["--json"], ("print", "json")),
    "--by": (["--by"], ("column", "columns", "pair", "each document")),
    "--top": (["--top"], ("0 for all",)),
}
"""Option → all of its names, and words of which its help has one."""

CASES = [
    (option, name)
    for option in MEANING
    for name, command in sorted(COMMANDS.items())
    if any(option in each.opts and not getattr(each, "hidden", False) for each in command.params)
]


def test_there_are_commands_to_compare():
    """The table is not empty: as many commands have each option as are expected at least."""
    often = {option: sum(option == each for each, _ in CASES) for option in MEANING}
    least = {"-m": 6, "-o": 5, "--json": 20, "--by": 4, "--top": 3}
    assert all(often[option] >= least[option] for option in MEANING), often


@pytest.mark.parametrize(("option", "name"), CASES)
def test_an_option_means_the_same_in_every_command(option, name):
    """Its long name, whether it needs a value, and what its help says."""
    (found,) = [each for each in COMMANDS[name].params if option in each.opts]
    names, words = MEANING[option]
    assert sorted(found.opts) == sorted(names)
    assert any(word in found.help.lower() for word in words), found.help
    if option == "--json":  # alone, it prints: a value is never needed
        assert found.is_flag or found.flag_value is not None or found._flag_needs_value
    else:
        assert not found.is_flag
    if option == "--top":
        assert found.type.min == 0


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_letters_are_used_for_nothing_else(name):
    """What prints JSON or writes a file is called so everywhere."""
    for each in COMMANDS[name].params:
        if not isinstance(each, click.Option) or each.hidden:
            continue
        assert not {"--out", "--outfile", "--measures", "--limit-rows", "--as-json"} & {*each.opts}
        assert "--measure" not in each.opts or "-m" in each.opts
        assert "--output" not in each.opts or "-o" in each.opts


@pytest.mark.parametrize(
    ("typed", "task", "recommended"),
    [
        ("1\ny\ny\n", "categories,weights,many-coders", "Krippendorff's α"),
        ("10\n", "ratings", "Krippendorff's α"),
        ("2\ny\ny\nn\ny\nn\ny\n", "units,categories,gaps,overlap,many-coders", "γ"),
        ("3\nn\n", "segments", "B"),
    ],
)
def test_choose_alone_asks_on_a_terminal(monkeypatch, typed, task, recommended):
    """A person is asked what coders do, and is told the command that needs no question."""
    monkeypatch.setattr(choose_module, "somebody_answers", lambda: True)
    done = CliRunner().invoke(choose_module.command, [], input=typed)
    assert done.exit_code == 0, done.output
    assert f"accord choose --task {task}\n" in done.stdout
    assert recommended in done.stdout
    assert "What did the coders do?" in done.stderr


def test_choose_alone_in_a_script_is_refused():
    """Nobody is there to answer: the error names both ways, with exit code 2."""
    done = CliRunner().invoke(choose_module.command, [])
    assert done.exit_code == 2
    assert "accord choose FILE" in done.output


def test_time_left_never_grows_and_never_waits_at_one_second():
    """At 80% after 8 s it is 2 s, which pass; after them nobody knows, whether the work stands
    still for 9 s or for a minute."""
    at = [time_left(8.0, 0.8, 1.0, since=since) for since in (0.0, 0.5, 1.5, 2.0, 2.1, 9.0, 60.0)]
    assert at == [2.0, 2.0, 1.0, 0.0, None, None, None]
    assert time_left(23.0, 0.5, 1.0, since=10.0) == 13.0
    assert time_left(5.0, 1.0, 1.0, since=3.0) == 0.0
    assert time_left(5.0, 0.0, 1.0) is None
    assert time_left(5.0, 3.0, None) is None
    assert time_left(5.0, 1.0, 1.0) == 0.0
