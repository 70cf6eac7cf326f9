"""Run commands on hostile names, on poor consoles, and end them at random moments.

What must hold: nothing that acts on a terminal is printed, on any console; a file that was being
written is whole or as it was; no process is left; no traceback.
"""

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
ACTIVE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
SIGNS = [
    "\x1b[2J",
    "\x9b",
    "\u202e",
    "\u2066",
    "[/b]",
    "[bold]",
    "\r",
    "\x07",
    "=cmd|",
    "@",
    "'",
    '"',
    "α",
    "中",
    "😀",
    "é",
    "\\",
    "\x7f",
]
COMMANDS = (
    "measure FILE",
    "inspect FILE",
    "breakdown FILE",
    "skew FILE",
    "consensus FILE",
    "consensus FILE --csv",
    "consensus FILE --json",
    "report FILE --resamples 5",
    "report FILE --resamples 5 --latex",
    "choose FILE",
)
CONSOLES = ("utf-8", "ascii", "latin-1", "cp1252")


def _environment(console: str = "utf-8") -> dict[str, str]:
    return {"PYTHONPATH": str(SOURCE), "PATH": os.defpath, "PYTHONIOENCODING": console}


def _name(rng: random.Random) -> str:
    return "".join(rng.choice([*SIGNS, "a", "b"]) for _ in range(rng.randrange(1, 5)))


def _study(rng: random.Random, items: int = 12) -> str:
    """Codings in accord's own lines, every name hostile."""
    coders = [f"{_name(rng)}{c}" for c in range(3)]
    labels = [f"{_name(rng)}{k}" for k in range(3)]
    lines = [{"accord": "codings", "version": 1}]
    lines += [
        {"item": f"{i}{_name(rng)}", "coder": who, "category": rng.choice(labels)}
        for i in range(items)
        for who in coders
    ]
    return "".join(json.dumps(line) + "\n" for line in lines)


def terminal(rng: random.Random, folder: Path) -> None:
    """One command on hostile names, on some console."""
    name = _name(rng).replace("/", "") + ".jsonl"
    (folder / name).write_text(_study(rng), "utf-8")
    words = [name if word == "FILE" else word for word in rng.choice(COMMANDS).split()]
    words = [words[0], "--", *words[1:]] if words[1].startswith("-") else words
    console = rng.choice(CONSOLES)
    done = subprocess.run(
        [sys.executable, "-m", "accord", *words],
        cwd=folder,
        env=_environment(console),
        capture_output=True,
        check=False,
        timeout=120,
    )
    for stream in (done.stdout, done.stderr):
        text = stream.decode(console)
        assert ACTIVE.search(text) is None, (words, text)
        assert "Traceback" not in text, (words, text)
    assert done.returncode in (0, 1), words


def signals(rng: random.Random, folder: Path) -> None:
    """A signal at a random moment while a file is replaced: it is the old one or the new one."""
    (folder / "in.jsonl").write_text(_study(rng, 400), "utf-8")
    out = folder / "out.jsonl"
    old = '{"accord": "codings", "version": 1}\n'
    out.write_text(old, "utf-8")
    run = subprocess.Popen(
        [sys.executable, "-m", "accord", "convert", "in.jsonl", "out.jsonl", "-q"],
        cwd=folder,
        env=_environment(),
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    time.sleep(rng.uniform(0, 1.0))
    number = rng.choice([signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
    run.send_signal(number)
    said = run.communicate(timeout=30)[1].decode()
    text = out.read_text("utf-8")
    assert text == old or len(text.splitlines()) == 1201, (number, len(text))
    assert "accord/cli" not in said, said
    if number != signal.SIGKILL:
        assert not list(folder.glob(".*.part")), (number, list(folder.iterdir()))


def main() -> None:
    """So many runs of each kind."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    for part in (terminal, signals):
        for at in range(given.runs):
            with tempfile.TemporaryDirectory() as folder:
                part(random.Random(f"{part.__name__} {given.seed} {at}"), Path(folder))
        print(f"{part.__name__}: {given.runs} runs held")


if __name__ == "__main__":
    main()
