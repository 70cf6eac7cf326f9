"""Damage every sample in many ways: the outcome is a study or an AccordError with a place.

    python benchmarks/fuzz_readers.py [--mutants 10000] [--format brat] [--seed 0]

Prints, for each format, how many mutants were read, refused, and refused only by the net that
catches what a reader did not foresee; the slowest mutant; and the peak of memory. Any other
exception, a hang (over 10 s of computing) or more than 1 GB of memory ends the run with code 1.
"""

import argparse
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import accord
from accord.errors import AccordError
from accord.read.formats import FORMATS
from accord.read.limits import Limits

SAMPLES = Path(__file__).parents[1] / "tests" / "formats"
LIMITS = Limits(file=64 << 20, total=256 << 20, members=2000)
SECONDS = 10
MEMORY = 1 << 30
NUMBERS = [b"-1", b"0", b"99999999999999999999", b"1e999", b"NaN", b"null", b"4294967296", b'""',
           b"9" * 5000, b"[]", b"{}", b"true", b"-0.0"]  # fmt: skip


def flip(data: bytearray, rng: random.Random) -> bytes:
    """Change some bytes."""
    for _ in range(rng.randint(1, 8)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def cut(data: bytearray, rng: random.Random) -> bytes:
    """Cut the end, the beginning, or a piece out of the middle."""
    first, last = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return bytes(rng.choice([data[:first], data[last:], data[:first] + data[last:]]))


def repeat(data: bytearray, rng: random.Random) -> bytes:
    """Write a piece several times."""
    first, last = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    return bytes(data[:last] + data[first:last] * rng.randint(1, 5) + data[last:])


def number(data: bytearray, rng: random.Random) -> bytes:
    """Put something else in place of a number."""
    places = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
    if not places:
        return flip(data, rng)
    at = rng.choice(places)
    end = at
    while end < len(data) and 48 <= data[end] <= 57:
        end += 1
    return bytes(data[:at] + rng.choice(NUMBERS) + data[end:])


def field(data: bytearray, rng: random.Random) -> bytes:
    """Remove or swap what stands between two marks of punctuation."""
    marks = [at for at, byte in enumerate(data) if byte in b',\t"<>|;:= \n']
    if len(marks) < 4:
        return flip(data, rng)
    a, b = sorted(rng.sample(range(len(marks) - 1), 2))
    first, other = (data[marks[n] : marks[n + 1]] for n in (a, b))
    if rng.random() < 0.5:
        return bytes(data[: marks[a]] + data[marks[a + 1] :])
    between = data[marks[a + 1] : marks[b]]
    return bytes(data[: marks[a]] + other + between + first + data[marks[b + 1] :])


def encoding(data: bytearray, rng: random.Random) -> bytes:
    """The same text in another encoding, or bytes that are none."""
    text = bytes(data).decode("utf-8", "replace")
    name = rng.choice(["utf-16", "utf-16-le", "utf-32", "cp1252", "shift_jis", "utf-8-sig"])
    at = rng.randrange(len(text) + 1)
    odd = rng.choice(["\u2028", "\x00", "\x85", "\x1f", "\U0001f600", "\\ud800", "\u202e", "\r"])
    return (text[:at] + odd + text[at:]).encode(name, "replace")


def nest(data: bytearray, rng: random.Random) -> bytes:
    """Nest deeply somewhere in the middle."""
    opener = rng.choice([b"[", b'{"a":', b"<a>", b"(", b"((1|", b"&a;", b'"'])
    at = rng.randrange(len(data) + 1)
    return bytes(data[:at] + opener * rng.choice([50, 500, 20_000]) + data[at:])


DAMAGES = (flip, cut, repeat, number, field, encoding, nest)


def mutant(data: bytes, rng: random.Random) -> bytes:
    """One damaged copy."""
    made = data or b" "
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        made = rng.choice(DAMAGES)(bytearray(made or b" "), rng)
    return made[: 4 << 20]


def outcome(path: Path, format: str | None) -> str:
    """What reading gives: "read", "refused" or "net"; everything else is raised."""
    try:
        found = accord.contents(path, format=format, limits=LIMITS)
        for layer in [layer.name for layer in found.layers][:2] or [None]:
            accord.read(path, format=format, limits=LIMITS, layer=layer, discontinuous="cover")
    except AccordError as error:
        message = str(error)
        if not message.strip():
            raise AssertionError("an error without words") from error
        return "net" if "damaged" in message and error.__cause__ is not None else "refused"
    return "read"


def files_of(format: str) -> list[Path]:
    """The samples of a format."""
    skip = {"SOURCES.md", "cases.json"}
    return sorted(p for p in (SAMPLES / format).rglob("*") if p.is_file() and p.name not in skip)


def fuzz(format: str, mutants: int, seed: int, folder: Path) -> tuple[Counter[str], float]:
    """Read so many mutants of a format's samples; how each ended, and the slowest."""
    signal.signal(signal.SIGPROF, _too_slow)
    rng = random.Random(f"{format} {seed}")
    samples = [(path.suffix, path.stem, path.read_bytes()) for path in files_of(format)]
    ends: Counter[str] = Counter()
    slowest = 0.0
    for _ in range(mutants):
        suffix, stem, data = rng.choice(samples)
        path = folder / f"{stem}{suffix}"
        damaged = mutant(data, rng)
        path.write_bytes(damaged)
        before = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            ends[outcome(path, rng.choice([None, format]))] += 1
        except BaseException:
            kept = Path(tempfile.gettempdir()) / f"accord-fuzz-{format}{suffix}"
            kept.write_bytes(damaged)
            print(f"{format}: the mutant is kept as {kept}", file=sys.stderr)
            raise
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            path.unlink()
        slowest = max(slowest, time.process_time() - before)
    return ends, slowest


def _too_slow(*_: object) -> None:
    raise TimeoutError(f"a mutant took more than {SECONDS} s")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--mutants", type=int, default=10_000)
    parser.add_argument("--format", action="append", choices=sorted(FORMATS))
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    print(f"{'format':14}{'read':>8}{'refused':>9}{'by net':>8}{'slowest s':>11}{'peak MB':>9}")
    for format in given.format or FORMATS:
        with tempfile.TemporaryDirectory() as folder:
            ends, slowest = fuzz(format, given.mutants, given.seed, Path(folder))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(f"{format:14}{ends['read']:8}{ends['refused']:9}{ends['net']:8}{slowest:11.2f}"
              f"{peak / 1e6:9.0f}", flush=True)  # fmt: skip
        if peak > MEMORY:
            sys.exit(f"{format}: more than 1 GB of memory")


if __name__ == "__main__":
    main()
