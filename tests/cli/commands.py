"""How tests call the command line: inside this process, or as a user types it."""

from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

import accord
from accord.cli import main

SOURCE = Path(accord.__file__).parents[1]
ENVIRONMENT = {"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin", "COLUMNS": "200"}

LONG = """item,annotator,label
s1,A,Stat
s1,B,Stat
s2,A,IReq
s2,B,Stat
s3,A,IReq
s3,B,IReq
"""


def called(capsys, *arguments, code=0):
    """What accord prints (`out`, `err`), and that it exits as it should."""
    with pytest.raises(SystemExit) as stop:
        main([str(argument) for argument in arguments])
    assert stop.value.code == code
    return capsys.readouterr()


def typed(*arguments, cwd="."):
    """What a user sees who types this in a folder: exit code, output, errors.

    Inside this process, which takes a tenth of the time; that a process of its own prints the same
    is shown by the golden sessions and in tests/safety.
    """
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.chdir(cwd)
        patch.setenv("COLUMNS", ENVIRONMENT["COLUMNS"])
        with pytest.raises(SystemExit) as stop:
            main([str(argument) for argument in arguments])
    return stop.value.code, out.getvalue(), err.getvalue()
