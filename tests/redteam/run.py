"""Run trials in a process apart and judge them."""

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import accord
from tests.redteam.hostile import HOSTILE

SOURCE = Path(accord.__file__).parents[1]
SECONDS = 10
MEMORY = 500 << 20


def results(names: Iterable[str], folder: Path) -> list[dict[str, Any]]:
    """Write each input into a folder of its own and try it."""
    trials = []
    for at, name in enumerate(names):
        inside = folder / str(at)
        inside.mkdir()
        trials.append({"name": name, "arguments": HOSTILE[name](inside), "folder": str(inside)})
    done = subprocess.run(
        [sys.executable, "-P", str(Path(__file__).with_name("trials.py"))],
        input=json.dumps(trials),
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(SOURCE), "PATH": "/usr/bin:/bin", "COLUMNS": "100"},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def wrong(result: dict[str, Any], times: float = 1) -> list[str]:
    """What a trial did that no input may make accord do.

    `times` is how much slower the machine may be where other programs share it.
    """
    found = []
    # A gate tells refused data from a value that is too low.
    refused = 3 if "check" in result.get("name", "").split() else 1
    if result["code"] not in (0, 1, 2, refused):
        found.append(f"ended with code {result['code']}")
    if result["seconds"] > SECONDS * times:
        found.append(f"took {result['seconds']:.1f} s")
    if result["memory"] > MEMORY:
        found.append(f"took {result['memory'] >> 20} MB")
    if "Traceback" in result["err"]:
        found.append(f"raised {result['err'].strip().splitlines()[-1][:200]}")
    if result["code"] in (1, refused) and "\naccord" not in "\n" + result["err"]:
        found.append("failed without a line that says why")
    return found
