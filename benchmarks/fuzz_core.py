"""Hand the native core hostile sizes and numbers, and hold it to what NumPy computes.

    python benchmarks/fuzz_core.py [--cases 20000] [--seed 0] [--only labels]

Labels of every type and layout, units at any place, continua, texts, sets, matchings and JSON, at
random: each case is computed with the core and without it, and both say the same, or both refuse.
Cases run in processes of their own, some hundred in each, so that a crash or an endless loop is
seen, too. Any failure ends the run with code 1 and says how to repeat it.
"""

import argparse
import os
import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from accord import Continuum
from accord._measure.distances.edit_tables import text_edits
from accord._measure.distances.sets import FORMULAS, by_sets
from accord._measure.gamma.align.alignment import best_alignment
from accord._measure.gamma.align.candidates import Field
from accord._measure.gamma.align.compiled import fits, solved
from accord._measure.gamma.align.cover import Budget
from accord._measure.gamma.dissimilarity import Dissimilarity
from accord._measure.gamma.gamma import gamma
from accord._measure.matching import best_matching
from accord._read.door.read_options import Limits
from accord._read.text.json_text import parse_json
from accord.engine.label_arrays import counts_of_arrays
from accord.errors import AccordError
from accord.kinds.spans.parts import Spans
from accord.model.names import Names
from accord.native import core

BATCH = 250
SECONDS = 600

TYPES = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "f2", ">i4", ">f8", "?"]
ODD = [np.nan, -np.nan, np.inf, -np.inf, -0.0, 0.5, 2.0**63, -(2.0**63), 1e300, 5e-324, 100000.0]
PLACES = [0.0, -0.0, 1e-320, 1e-9, 0.1, 3.0, 7.0, 1e6, 1e15, 1e300, -1e308, np.inf, np.nan]
RULES = [
    Dissimilarity(),
    Dissimilarity(alpha=3.0, beta=0.5),
    Dissimilarity(alpha=0.2, beta=2.0, delta=0.7),
    Dissimilarity(beta=0.0),
    Dissimilarity(f_cat="forbidding"),
]


def both(found: Callable[[], Any]) -> tuple[Any, Any]:
    """What is found with the core, and without it; a refusal by its name."""
    told = []
    for mode in "10":
        os.environ["ACCORD_NATIVE"] = mode
        try:
            told.append(found())
        except (AccordError, OverflowError) as error:
            told.append(type(error).__name__)
    os.environ["ACCORD_NATIVE"] = "1"
    return told[0], told[1]


def labels(rng: np.random.Generator) -> None:
    """Tables of labels are counted alike."""
    kind = np.dtype(TYPES[rng.integers(len(TYPES))])
    n = int(rng.choice([1, 99, 4096, 4097, 5000, 8193, 20_000]))
    m = int(rng.choice([2, 2, 3, 4, 5, 6, 9, 18, 65]))
    low, size = (
        int(rng.choice([0, 0, 1, -3, 100, 2000, -70_000])),
        int(rng.choice([1, 2, 5, 64, 513])),
    )
    with np.errstate(all="ignore"):
        table = rng.integers(low, low + size, (n, m)).astype(kind)
        for _ in range(int(rng.integers(4))):
            at = rng.integers(n), rng.integers(m)
            if kind.kind == "f":
                table[at] = ODD[rng.integers(len(ODD))]
            elif kind.kind in "iu":
                table[at] = rng.choice([np.iinfo(kind).min, np.iinfo(kind).max])
        if kind.kind == "f" and rng.random() < 0.5:
            table[rng.random((n, m)) < 0.1] = np.nan
        if kind == np.float64 and rng.random() < 0.1:  # NaNs that carry a number, as R's NA
            table.view(np.uint64)[rng.integers(n), 0] = 0x7FF0000000000000 + rng.integers(1, 2000)
    layout = rng.integers(5)
    if layout == 1:
        table = np.asfortranarray(table)
    elif layout == 2:
        table = table[::-1, ::-1]
    elif layout == 3:
        table = np.repeat(table, 2, axis=0)[::2]
    elif layout == 4:
        table.setflags(write=False)
    columns = [*table.T]
    if rng.random() < 0.2:
        columns[0] = np.ascontiguousarray(columns[0])  # another distance from label to label
    who = bool(rng.integers(2))

    def counted() -> Any:
        tally = counts_of_arrays(columns[0], columns[1:], who=who)
        if tally is None:
            return None
        counts = tally.patterns.counts
        parts = (counts.bounds, counts.category, counts.count, tally.patterns.multiplicity)
        return [*tally.categories], [part.tolist() for part in parts]

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        native, numpy = both(counted)
    assert native == numpy, f"{kind} {table.shape} {who}"


def fields(rng: np.random.Generator) -> None:
    """Units with any numbers and indices are refused at the border, or each is covered once."""
    n = int(rng.choice([0, 1, 2, 3, 5, 8, 2**31, 2**40]))
    blocks, size = int(rng.integers(1, 5)), int(rng.integers(0, 20))
    block = np.sort(rng.integers(-1 if rng.random() < 0.2 else 0, blocks, size))
    coder = rng.integers(-1 if rng.random() < 0.2 else 0, max(min(n, 8), 1), size)
    category = rng.integers(-1 if rng.random() < 0.2 else 0, 3, size)
    choice = PLACES[: rng.integers(2, len(PLACES) + 1)]
    start = rng.choice(choice, size)
    stop = rng.choice(choice, size) if rng.random() < 0.5 else start + rng.integers(0, 9, size)
    d = Dissimilarity(alpha=float(rng.choice([0.0, 1e-300, 1.0, 1e300])))
    fitted = d.fitted(Names("abc"), np.ones(3, dtype=np.int64))
    with np.errstate(all="ignore"):
        field = Field.of(n, block, coder, Spans(start, stop, category), blocks)
        if not fits(field, fitted):
            return
        members, cost, slack = solved(field, fitted, Budget(seconds=1).begun())
    assert np.isfinite(cost).all()
    kept = np.isin(field.block, np.flatnonzero(slack >= 0))
    assert sorted(members[members >= 0].tolist()) == np.flatnonzero(kept).tolist()


def _continuum(rng: np.random.Generator, coders: int, most: int) -> Continuum:
    """Overlaps, ties, equal units, no gaps, huge offsets."""
    offset = float(rng.choice([0, 0, 1e6, 1e12, 0.1]))
    step = float(rng.choice([1, 5, 0.1]))
    marked: dict[str, list[tuple[float, float, str]]] = {"c0": [(offset, offset + step, "a")]}
    for c in range(coders):
        units = marked.setdefault(f"c{c}", [])
        for _ in range(int(rng.integers(most + 1))):
            begin, size = rng.integers(0, 21), rng.integers(1, 9)
            category = "abc"[int(rng.integers(3))]
            units.append((offset + begin * step, offset + (begin + size) * step, category))
    return Continuum.of(marked)


def alignments(rng: np.random.Generator) -> None:
    """The best alignment costs the same."""
    coders = int(rng.integers(2, 9))
    continuum = _continuum(rng, coders, 24 // coders)
    rule = RULES[rng.integers(len(RULES))]
    native, numpy = both(lambda: best_alignment(continuum, rule))
    if isinstance(native, str) or isinstance(numpy, str):
        assert native == numpy
    elif native.exact and numpy.exact:
        assert abs(native.disorder - numpy.disorder) <= 1e-9 * max(numpy.disorder, 1)
    else:
        assert native.lower <= numpy.disorder + 1e-9
        assert numpy.lower <= native.disorder + 1e-9


def gammas(rng: np.random.Generator) -> None:
    """γ with its chance: the same samples, the same numbers."""
    continuum = _continuum(rng, int(rng.integers(2, 5)), 5)
    seed, jobs = int(rng.integers(1000)), int(rng.integers(1, 3))

    def found() -> Any:
        # On a busy machine the usual seconds may end before NumPy does, and then the value is open.
        one = gamma(continuum, precision=None, samples=5, rng=seed, n_jobs=jobs, budget=SECONDS)
        if one.undefined:
            return None
        assert one.detail["exact"], "the budget ended first"
        return [one.observed, one.expected]

    native, numpy = both(found)
    if isinstance(native, list) and isinstance(numpy, list):
        assert np.allclose(native, numpy, rtol=1e-9, atol=1e-12), (native, numpy)
    else:
        assert native == numpy


def texts(rng: np.random.Generator) -> None:
    """Edit distances, also beyond the 64 letters of a machine word."""
    sizes = rng.choice([0, 1, 5, 63, 64, 65, 130, 200], int(rng.integers(1, 9)))
    given = [rng.integers(0, int(rng.integers(1, 50)), size).tolist() for size in sizes]
    native, numpy = both(lambda: text_edits(given, threads=2).tolist())
    assert native == numpy


def sets(rng: np.random.Generator) -> None:
    """Distances of sets, bit by bit."""
    most = int(rng.choice([1, 64, 65, 300]))
    members = [
        frozenset(rng.integers(0, most, rng.integers(0, 20)).tolist())
        for _ in range(int(rng.integers(1, 30)))
    ]
    formula = rng.choice([*FORMULAS])
    every = np.arange(len(members))
    native, numpy = both(lambda: by_sets(members, FORMULAS[formula]).block(every, every).tolist())
    assert native == numpy


def matchings(rng: np.random.Generator) -> None:
    """The same cells are matched."""
    cells = np.unique(rng.integers(0, rng.integers(1, 40), (int(rng.integers(0, 200)), 2)), axis=0)
    gain = rng.choice([0.5, 1.0, 1.5, 2.0, 1e-300, 1e6], len(cells)) * rng.choice([1.0, 0.1])
    native, numpy = both(lambda: best_matching(cells[:, 0], cells[:, 1], gain).tolist())
    assert native == numpy


def jsons(rng: np.random.Generator) -> None:
    """Long JSON, sound or damaged, with keys that stand twice, reads the same."""
    words = random.Random(int(rng.integers(2**32)))
    keys = ["a", "b", "", "\\u0061", 'a\\"', "é", "a:"]
    made = [f'{{"{words.choice(keys)}":1,"{words.choice(keys)}":"{{"}}' for _ in range(20)]
    text = "[" + ",".join(made) + " " * words.choice([0, 70_000]) + "]"
    for _ in range(words.randrange(3)):
        at = words.randrange(len(text))
        text = text[:at] + words.choice(["", "{", '"', "\\", "\x00"]) + text[at + 1 :]
    native, numpy = both(lambda: parse_json(text, "fuzzed", Limits()))
    assert native == numpy


KINDS = {
    each.__name__: each
    for each in (labels, fields, alignments, gammas, texts, sets, matchings, jsons)
}


def cases(kinds: list[str], first: int, last: int) -> None:
    """Try cases by number; say which one it is before it begins, in case that it is the end."""
    for number in range(first, last):
        name = kinds[number % len(kinds)]
        sys.stderr.write(f"{number} {name}\n")
        try:
            KINDS[name](np.random.default_rng(number))
        except Exception as error:
            print(f"case {number} ({name}): {type(error).__name__} {error}"[:400])


def batch(kinds: list[str], first: int, last: int) -> list[str]:
    """What went wrong with some cases in a process of their own."""
    script = [sys.executable, __file__, "--only", *kinds, "--inside", str(first), str(last)]
    try:
        run = subprocess.run(
            script, capture_output=True, text=True, check=False, timeout=SECONDS, env=os.environ
        )
    except subprocess.TimeoutExpired:
        return [f"cases {first} to {last} did not end in {SECONDS} s"]
    wrong = run.stdout.splitlines()
    if run.returncode:
        wrong.append(f"ended with {run.returncode}: {' | '.join(run.stderr.splitlines()[-3:])}")
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0, help="the number of the first case")
    parser.add_argument("--only", nargs="+", choices=[*KINDS], default=[*KINDS])
    parser.add_argument("--inside", type=int, nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.inside:
        return cases(given.only, *given.inside)
    if core() is None:
        sys.exit("there is no native core to try; make native compiles it")
    wrong: list[str] = []
    end = given.seed + given.cases
    for first in range(given.seed, end, BATCH):
        wrong += batch(given.only, first, min(first + BATCH, end))
    print(f"native core: {given.cases} cases, {len(wrong)} failures")
    for line in wrong[:20]:
        print(" ", line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
