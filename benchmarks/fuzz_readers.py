"""Damage every sample in many ways: the outcome is a study or an AccordError with a place.

    python benchmarks/fuzz_readers.py [--copies 10000] [--format brat] [--seed 0] [--kept FILE]

Copies are made in parts of 500, and a part that went well is noted in the file of --kept: a run
that was ended goes on where it stopped, and more copies are added to those there are. A part with
a failure is read again by the next run; --fresh begins anew.

Prints, for each format, how many damaged copies were read, refused at a place in a file (a line, a
record, an element), refused with the name of the file alone ("file only"), and refused only by
the net that catches what a reader did not foresee; the slowest copy; and the peak of memory.
What was read is written in accord's own format and read back. A message without any place, any
other exception, a hang (over 10 s of computing) or more than 1 GB of memory ends the run with
code 1. With --show the commonest messages that name but a file, or come from the net, follow.
"""

import argparse
import io
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from types import SimpleNamespace
from typing import Any, NoReturn

import accord
from accord._read.door.read_options import Limits
from accord._read.formats import sheets, workbook
from accord._read.formats.table import FORMATS
from accord._report.write import lines
from accord.errors import AccordError

sys.path.insert(0, str(Path(__file__).parent))
from damage import damaged_copy, members  # beside this file

SAMPLES = Path(__file__).parents[1] / "tests" / "formats"
LIMITS = Limits(file=64 << 20, total=256 << 20, members=2000)
SECONDS = 10
MEMORY = 1 << 30
PART = 500
APART = ("excel", "spss", "stata")  # read by a library in a process of its own
QUICK = Path("/dev/shm")  # where files stay in memory: a disk takes longer than the reader does
CHAINS = ("accord", "conll2012", "corefud", "table")
PARTS = (
    "line|record|row|byte|character|column|document|task|member|sheet|layer|item|instance|answer|"
    "annotation|segment|structure|part|question|object|tier|offset|key"
)
PLACE = re.compile(
    rf":\d|%ID \S|\b({PARTS}) ['\"(]?[\['\w%-]|at the end|its list of sheets|"
    r": (no )?'[\w%]+'"  # a key of the outermost object
)
WHOLE = re.compile(
    r"is empty|unknown format|no known format|the limit of|nothing is annotated|binary|"
    r"holds several layers|"
    r"which is not read|and no rows|no token in the file|no tiers|needed JSON Lines or a list|"
    r"only nested ones|rows have no|not coreference chains|"
    r"no columns for|of different formats|has several fields|has no layers|output manifest|"
    r"not a CoNLL|none of the coders|its message is|found .*, needed an object"
)  # what is said of a file as a whole
NET = re.compile(r"damaged .* file \((\w+Error)|StopIteration")


class HangError(BaseException):
    """Raised in a reader that takes too long; no reader can catch it by mistake."""


@dataclass
class Outcome:
    """How the damaged copies of a format ended."""

    ends: Counter[str] = field(default_factory=Counter)
    messages: Counter[str] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)
    slowest: float = 0.0
    seconds: float = 0.0
    peak: int = 0

    def add(self, other: "Outcome") -> None:
        """Count what another part found."""
        self.ends += other.ends
        self.messages += other.messages
        self.failures |= other.failures
        self.slowest = max(self.slowest, other.slowest)
        self.seconds += other.seconds
        self.peak = max(self.peak, other.peak)

    @property
    def failed(self) -> bool:
        """Whether something happened that must not."""
        return bool(self.failures) or self.slowest > SECONDS or self.peak > MEMORY

    def keep(self, error: BaseException, format: str, inside: Path, how: str) -> str:
        """Keep the first copy of each kind of failure; what kind it is."""
        last = traceback.extract_tb(error.__traceback__)[-1]
        cause = error.__cause__ and traceback.extract_tb(error.__cause__.__traceback__)[-1]
        kind = " ".join(f"{Path(at.filename).name}:{at.lineno}" for at in (cause, last) if at)
        kind = f"{type(error).__name__} {kind}"
        if kind not in self.failures:
            name = f"accord-fuzz-{format}-{re.sub(r'[^0-9A-Za-z]+', '-', kind)}"
            kept = Path(tempfile.gettempdir()) / name
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(inside, kept)
            self.failures[kind] = f"{error}"[:300] + f"; kept as {kept}, read {how}"
        return kind


def samples_of(format: str) -> list[tuple[list[str], dict[str, Any], dict[str, bytes]]]:
    """What the cases of a format read: the paths given, the options, all files by name."""
    folder, found = SAMPLES / format, []
    for case in json.loads((folder / "cases.json").read_text("utf-8")):
        files = {}
        for given in (folder / name for name in case["read"]):
            for path in sorted(given.rglob("*")) if given.is_dir() else [given]:
                if path.is_file():
                    files[path.relative_to(folder).as_posix()] = path.read_bytes()
        found.append((case["read"], case.get("options", {}), files))
    return found


def outcome(paths: list[Path], names: list[str], options: dict[str, Any], apart: Path) -> str:
    """What reading gives: "read", "refused", "file only" or "net"; all else is raised."""
    given: Any = paths if len(paths) > 1 else paths[0]
    try:
        found = accord.contents(given, limits=LIMITS, **options)
        chosen = [(layer.name, field) for layer in found.layers for field in layer.fields][:6]
        for layer, name in chosen:
            one = replace(found.options, layer=layer, field=name, discontinuous="cover")
            _check_kept(replace(found, options=one).study(), apart)
        if not chosen:
            _check_kept(accord.read(given, limits=LIMITS, **options), apart)
    except AccordError as error:
        return _told(str(error), names, error)
    return "read"


def _told(message: str, names: list[str], error: Exception) -> str:
    """How well a message tells the place; raises where it names no file."""
    if len(message) > 5000:
        raise AssertionError(f"a message of {len(message)} characters: {message[:200]}") from error
    if not any(name in message for name in names):
        raise AssertionError(f"a message without a place: {message}") from error
    if NET.search(message):
        return f"net|{message}"
    rest = message
    for name in sorted(names, key=len, reverse=True):
        rest = rest.replace(name, "FILE")
    return "refused" if PLACE.search(rest) or WHOLE.search(rest) else f"file only|{rest}"


def _check_kept(study: Any, apart: Path) -> None:
    """What was read can be written in accord's own format, and is the same when read again."""
    if isinstance(study, (accord.scale.Tally, accord.Dimensions)):
        return
    apart.write_text("".join(f"{line}\n" for line in lines(study)), "utf-8", newline="\n")
    if accord.read(apart, limits=LIMITS) != study:
        raise AssertionError(f"not the same when read again: {apart.read_text('utf-8')[:300]}")


def forked(call: list[str], *, input: bytes, **_: Any) -> "subprocess.CompletedProcess[bytes]":
    """What the program `sheets` answers, in a copy of this process.

    A new interpreter that imports the library takes 0.7 s, a copy of one that has it 5 ms.
    """
    above, below = os.pipe()
    child = os.fork()
    if not child:
        os.close(above)
        _answer(call[-3:], input, below)
    os.close(below)
    with open(above, "rb") as stream:
        out = stream.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code == -signal.SIGXCPU:
        _too_slow()
    return subprocess.CompletedProcess(call, code, out, b"")


def _answer(arguments: list[str], given: bytes, below: int) -> NoReturn:
    """Run the program `sheets` with the limits it has, over what this process takes already."""
    code = 1
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        taken = pages * resource.getpagesize()
        sys.argv[1:] = [str(int(arguments[0]) + taken), *arguments[1:]]
        sys.stdin, sys.stdout = io.TextIOWrapper(io.BytesIO(given)), io.StringIO()
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what a library says when it aborts
        sheets.main()
        with open(below, "wb") as stream:
            stream.write(sys.stdout.getvalue().encode())
        code = 0
    finally:
        os._exit(code)


def fuzz(format: str, copies: int, seed: int, folder: Path) -> Outcome:
    """Read so many damaged copies of a format's samples; how each ended, and the slowest."""
    signal.signal(signal.SIGPROF, _too_slow)
    rng = random.Random(f"{format} {seed}")
    samples = samples_of(format)
    told = Outcome()
    if format in APART:
        workbook.subprocess = SimpleNamespace(run=forked)  # type: ignore[assignment]
        import pyreadstat  # noqa: F401 - the copies of this process need not load them
        import python_calamine  # noqa: F401
    inside, apart = folder / "in", folder / "again.jsonl"
    for _ in range(copies):
        given, options, files = rng.choice(samples)
        made = damaged_copy(files, rng)
        paths = _written(made, given, inside)
        chosen = {**options, **rng.choice([{}, {"format": format}])}
        if format in CHAINS and rng.random() < 0.2:
            chosen = {"kind": "coreference"}
        before = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            end = outcome(paths, _names(made, given), chosen, apart)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            signal.setitimer(signal.ITIMER_PROF, 0)
            end = f"failed|{told.keep(error, format, inside, f'{given} {chosen}')}"
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            shutil.rmtree(inside)
        end, _, message = end.partition("|")
        told.ends[end] += 1
        if message:
            told.messages[f"{end}: {re.sub(r'[0-9]+', '9', message)[:160]}"] += 1
        told.slowest = max(told.slowest, time.process_time() - before)
    return told


def _written(made: dict[str, bytes], given: list[str], inside: Path) -> list[Path]:
    """The files on disk, and the paths to read: as they were given, or what they became."""
    for name, data in made.items():
        path = inside / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    there = [inside / name for name in given if (inside / name).exists()]
    return there or [inside / name for name in made]


def _names(made: dict[str, bytes], given: list[str]) -> list[str]:
    """What a message may call the files."""
    paths = [PurePosixPath(name) for name in [*members(made), *given]]
    return [part for path in paths for part in (str(path), path.name) if part]


def _too_slow(*_: object) -> NoReturn:
    raise HangError(f"a copy took more than {SECONDS} s")


def parts_of(format: str, given: argparse.Namespace, done: dict[str, Any]) -> Outcome:
    """All parts of a format's copies: those that are noted, and the others read now."""
    whole = Outcome()
    for at in range(0, given.copies, PART):
        copies = min(PART, given.copies - at)
        name = f"{format} {given.seed} {at} {copies}"
        if name in done:
            kept = done[name]
            counters = {key: Counter(kept.pop(key)) for key in ("ends", "messages")}
            whole.add(Outcome(**counters, **kept))
            continue
        begun = time.perf_counter()
        with tempfile.TemporaryDirectory(dir=QUICK if QUICK.is_dir() else None) as folder:
            part = fuzz(format, copies, given.seed + at, Path(folder))
        part.seconds = time.perf_counter() - begun
        whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        part.peak = 1024 * max(resource.getrusage(who).ru_maxrss for who in whose)
        if not part.failed:
            with given.kept.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps({"part": name, **vars(part)}) + "\n")
        whole.add(part)
    return whole


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--copies", type=int, default=10_000)
    parser.add_argument("--format", action="append", choices=sorted(FORMATS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--kept", type=Path, default=Path(".fuzz.jsonl"))
    parser.add_argument("--fresh", action="store_true")
    given = parser.parse_args()
    if given.fresh:
        given.kept.unlink(missing_ok=True)
    lines_kept = given.kept.read_text("utf-8").splitlines() if given.kept.exists() else []
    done = {one.pop("part"): one for one in map(json.loads, lines_kept)}
    titles = ("read", "refused", "file only", "net", "failed")
    print(
        f"{'format':18}{''.join(f'{title:>10}' for title in titles)}{'slowest s':>11}"
        f"{'peak MB':>9}{'seconds':>9}"
    )
    failed = False
    for format in given.format or FORMATS:
        told = parts_of(format, given, done)
        counts = "".join(f"{told.ends[title]:10}" for title in titles)
        print(
            f"{format:18}{counts}{told.slowest:11.2f}{told.peak / 1e6:9.0f}{told.seconds:9.0f}",
            flush=True,
        )
        for message, times in told.messages.most_common(given.show):
            print(f"{times:8} {message}", flush=True)
        for kind, what in told.failures.items():
            print(f"    FAILED {kind}: {what}", flush=True)
        if told.slowest > SECONDS:
            print(f"    FAILED: a copy took more than {SECONDS} s", flush=True)
        if told.peak > MEMORY:
            print("    FAILED: more than 1 GB of memory", flush=True)
        failed = failed or told.failed
    sys.exit(int(failed))


if __name__ == "__main__":
    main()
