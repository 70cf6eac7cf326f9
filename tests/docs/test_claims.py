"""What is printed of studies that were made to break it ends well, and names options that exist."""

import re
import sys
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import claims

SMALL = ("six", "one category", "ties", "three of three quarters", "judge, few", "judge identical")
"""What is printed in every run; all in the full run."""


@cache
def options(command):
    """The options that a command has."""
    found = claims.said([command, "--help"])
    return {*re.findall(r"--[a-z][a-z-]*", found)}


def named(line, command):
    """Each option that a line names, with the command that it is for: the last that is named
    before it, or the one that prints the line."""
    for at in re.finditer(r"(?<![\w-])--[a-z][a-z-]*", line):
        told = re.findall(r"accord ([a-z-]+)", line[: at.start()])
        yield (told[-1] if told else command), at[0]


@pytest.mark.parametrize(
    "name",
    [n if n in SMALL else pytest.param(n, marks=pytest.mark.full) for n in claims.STUDIES],
)
def test_every_command_ends_well_and_names_its_own_options(name):
    """No traceback, no unknown option, and every option that the output names is one of the
    command that it is said of."""
    for block in claims.printed(name, 20):
        if not block.startswith("\n$ accord "):
            continue
        command, out = block.split()[2], block.split("\n", 2)[2]
        assert "Traceback" not in out
        assert "[exit 2]" not in out, out[-400:]
        for line in out.splitlines():
            for whose, option in named(line, command):
                assert option in options(whose), (whose, option, line)
