"""How tests call the command line: inside this process, or as a user types it."""

import subprocess
import sys
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


def typed(*arguments, cwd=None):
    """Run the command line as a user would; exit code, output, errors."""
    done = subprocess.run(
        [sys.executable, "-m", "accord", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=cwd,
        check=False,
        env=ENVIRONMENT,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr
