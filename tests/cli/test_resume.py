"""A run that is stopped, however rudely, goes on from what it kept, to the same number."""

import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from tests.cli.commands import SOURCE, called

GAMMA = ("-m", "gamma", "--precision", "0.004", "--seed", "1", "-q")


@pytest.fixture
def units(tmp_path):
    """Four documents of three coders who agree on nothing: γ needs many samples."""
    rng = np.random.default_rng(1)
    rows = ["document,coder,begin,end,category"]
    for document in range(4):
        for coder in "ABC":
            for begin in np.sort(rng.choice(400, 30, replace=False)):
                rows.append(f"d{document},{coder},{begin},{begin + 6},{'xyz'[rng.integers(3)]}")
    path = tmp_path / "units.csv"
    path.write_text("\n".join(rows), "utf-8")
    return path


@pytest.mark.parametrize(("number", "said"), [(signal.SIGKILL, b""), (signal.SIGINT, b"partial")])
def test_a_killed_run_goes_on(capsys, units, tmp_path, number, said):
    """Kill -9 or Ctrl-C in the middle; the second run computes only the rest. After Ctrl-C the
    first says what it had, as a part, where the machine lets it do so within a second."""
    alone, _ = called(capsys, "measure", units, *GAMMA)
    kept = tmp_path / "kept"
    started = subprocess.Popen(
        [sys.executable, "-m", "accord", "measure", units, *GAMMA, "--resume", kept],
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with started:
        while len(list(kept.glob("*.json"))) < 3:
            assert started.poll() is None
        os.kill(started.pid, number)
        out, _ = started.communicate()
    assert not out or (said and said in out)
    before = {path: path.stat().st_mtime_ns for path in kept.glob("*.json")}
    again, _ = called(capsys, "measure", units, *GAMMA, "--resume", kept)
    assert again == alone
    after = {path: path.stat().st_mtime_ns for path in kept.glob("*.json")}
    assert len(after) > len(before) >= 3
    assert {path: after[path] for path in before} == before
