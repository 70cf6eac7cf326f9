"""Print all that accord says of studies that were made to break what it says.

    python benchmarks/claims.py [--only NAME …] [--list] [--resamples 300]

Each study comes with what is true of it, which its data do not say. Read what is printed beside
that line as a critic would: every sentence must be true, or not claim what it cannot know.
`docs/sentences.md` says what makes each sentence true; this shows what it says together.
"""

import argparse
import os
import re
import shlex
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from itertools import groupby
from pathlib import Path

import numpy as np
from simulated_studies import MARKED, marked

import accord
from accord.cli import main as accord_command

REPORT = "report FILE --markdown --resamples {resamples}"
USUAL = ("measure FILE --interval", REPORT, "check FILE --min alpha:.667", "plan FILE --width .1")
WHO = ("breakdown FILE --by coder",)
LISTS = ("adjudicate FILE -o {folder}/list.csv --force",)
COMBINED = ("consensus FILE",)
JUDGE = ("judge FILE --judge gpt --details",)

Table = dict[str, list[object]]


def _seen(rng: np.random.Generator, items: int, coders: int, right: float, of: int = 3) -> Table:
    """Coders who see the truth with this probability, and else guess among all categories."""
    truth = rng.integers(of, size=items)
    return {f"coder {'ABCDEFGHIJ'[c]}": _of(rng, truth, right, of) for c in range(coders)}


def _of(rng: np.random.Generator, truth: np.ndarray, right: float, of: int = 3) -> list[object]:
    kept = rng.random(len(truth)) < right
    return ["abcdefgh"[k] for k in np.where(kept, truth, rng.integers(of, size=len(truth)))]


def six() -> Table:
    """Six items, two coders, all alike. Hardly anything is known."""
    return {"coder A": list("xyxyyx"), "coder B": list("xyxyyx")}


def unanimous() -> Table:
    """300 items, three coders, all alike."""
    labels: list[object] = list("xyz" * 100)
    return {f"coder {c}": labels for c in "ABC"}


def one_category() -> Table:
    """Nobody ever chose another category: α has no value."""
    return {f"coder {c}": ["x"] * 40 for c in "ABC"}


def two_guessers() -> Table:
    """Two coders who guess: the true α is 0, and there is no majority."""
    return _seen(np.random.default_rng(1), 200, 2, 0.0, 2)


def guessers_of_a_rare_label() -> Table:
    """Three who guess, 95 : 5: percent agreement is .9, the true α 0."""
    rng = np.random.default_rng(2)
    drawn = rng.random((3, 200)) < 0.05
    return {f"coder {c}": ["yn"[1 - int(x)] for x in drawn[k]] for k, c in enumerate("ABC")}


def six_guessers() -> Table:
    """Six who guess among three: the true α is 0."""
    return _seen(np.random.default_rng(3), 150, 6, 0.0)


def at_the_level() -> Table:
    """Three coders whose true α is .8."""
    return _seen(np.random.default_rng(4), 400, 3, 0.8**0.5)


def sixty_items() -> Table:
    """60 items, three coders, true α .6: what would more coders do?"""
    return _seen(np.random.default_rng(5), 60, 3, 0.6**0.5)


def five_alike() -> Table:
    """Five coders, equally good, true α .64: nobody differs."""
    return _seen(np.random.default_rng(6), 300, 5, 0.8)


def eight_documents() -> Table:
    """Eight documents of 25 items, half of them hard: the sample is 8, not 200."""
    rng = np.random.default_rng(7)
    of = np.repeat(np.arange(8), 25)
    truth = rng.integers(3, size=200)
    right = np.where(of % 2, 0.95, 0.6)
    table: Table = {"document": [f"d{d}" for d in of]}
    for c in "ABC":
        kept = rng.random(200) < right
        table[f"coder {c}"] = ["abc"[k] for k in np.where(kept, truth, rng.integers(3, size=200))]
    return table


def two_schools() -> Table:
    """Two coders read a category one way, two the other; within a school they agree."""
    rng = np.random.default_rng(8)
    truth = rng.integers(4, size=240)
    other = np.where((truth == 3) & (rng.random(240) < 0.9), 2, truth)
    return {
        **{f"coder {c}": _of(rng, truth, 0.95, 4) for c in "AB"},
        **{f"coder {c}": _of(rng, other, 0.95, 4) for c in "CD"},
    }


def ties() -> Table:
    """Four coders who are split two and two on every second item: no majority there."""
    rng = np.random.default_rng(9)
    first = ["ab"[k] for k in rng.integers(2, size=80)]
    turned = [("b" if x == "a" else "a") if k % 2 else x for k, x in enumerate(first)]
    return {"coder A": first, "coder B": first, "coder C": turned, "coder D": turned}


def reversed_coder() -> Table:
    """One coder has yes and no the wrong way round."""
    rng = np.random.default_rng(10)
    truth = rng.integers(2, size=200)
    table = {f"coder {c}": _of(rng, truth, 0.9, 2) for c in "ABC"}
    return {**table, "coder D": _of(rng, 1 - truth, 0.9, 2)}


def rare() -> Table:
    """A category of 2%, seen by three coders in two of three cases."""
    rng = np.random.default_rng(11)
    truth = rng.random(500) < 0.02
    return {f"coder {c}": ["ny"[int(x)] for x in truth & (rng.random(500) < 0.67)] for c in "ABC"}


def constant_over_time() -> Table:
    """A column of dates; nothing changes over time."""
    rng = np.random.default_rng(12)
    table = _seen(rng, 240, 3, 0.85)
    return {"date": [f"2024-{1 + k // 28:02d}-{1 + k % 28:02d}" for k in range(240)], **table}


def sets() -> object:
    """Sets of labels: two of five, of which coders see each with .8."""
    rng = np.random.default_rng(13)
    rows = []
    for item in range(120):
        true = set(rng.choice(5, 2, replace=False).tolist())
        for who in "ABC":
            own = {k for k in true if rng.random() < 0.8} or {int(rng.integers(5))}
            rows.append((f"i{item}", f"coder {who}", frozenset(f"t{k}" for k in own)))
    return accord.codings(rows)


def _rated(rng: np.random.Generator, items: int, raters: int, icc: float) -> np.ndarray:
    table = icc**0.5 * rng.normal(size=(items, 1))
    return 4 + 1.4 * (table + (1 - icc) ** 0.5 * rng.normal(size=(items, raters)))


def likert() -> Table:
    """Three raters, 1 to 7, true ICC about .6; nobody is severe."""
    table = np.clip(np.round(_rated(np.random.default_rng(14), 100, 3, 0.6)), 1, 7).astype(int)
    return {f"rater {c}": table[:, k].tolist() for k, c in enumerate("ABC")}


def severe() -> Table:
    """Five raters, 1 to 7; the last is one step lower, the others are alike."""
    table = _rated(np.random.default_rng(15), 100, 5, 0.6)
    table[:, 4] -= 1
    whole = np.clip(np.round(table), 1, 7).astype(int)
    return {f"rater {c}": whole[:, k].tolist() for k, c in enumerate("ABCDE")}


def decimals() -> Table:
    """Two raters, decimals, true ICC .9."""
    table = np.round(_rated(np.random.default_rng(16), 60, 2, 0.9), 2)
    return {f"rater {c}": table[:, k].tolist() for k, c in enumerate("AB")}


def nine_ratings() -> Table:
    """Nine items, two raters."""
    table = np.clip(np.round(_rated(np.random.default_rng(17), 9, 2, 0.7)), 1, 5).astype(int)
    return {f"rater {c}": table[:, k].tolist() for k, c in enumerate("AB")}


def _crowd(seed: int, coders: int, items: int, each: int, right: Callable[[int], float]) -> object:
    rng = np.random.default_rng(seed)
    rows = []
    for item in range(items):
        truth = int(rng.integers(3))
        for who in rng.choice(coders, each, replace=False).tolist():
            seen = truth if rng.random() < right(who) else int(rng.integers(3))
            rows.append((f"i{item}", f"w{who}", "abc"[seen]))
    return accord.codings(rows)


def crowd_of_300() -> object:
    """300 workers, all alike: nobody is worse than another."""
    return _crowd(18, 300, 1500, 5, lambda who: 0.75)


def crowd_half_guesses() -> object:
    """60 workers, of whom 30 guess."""
    return _crowd(19, 60, 600, 5, lambda who: 0.0 if who < 30 else 0.9)


def crowd_of_guessers() -> object:
    """30 workers who all guess: no label is worth anything."""
    return _crowd(20, 30, 300, 5, lambda who: 0.0)


def three_of_three_quarters() -> Table:
    """Three coders right in .75 of 200 items with two labels: the vote is right in .84."""
    return _seen(np.random.default_rng(21), 200, 3, 0.5, 2)


def _judged(seed: int, people: int, right: float, judge: float, items: int = 300) -> Table:
    rng = np.random.default_rng(seed)
    truth = rng.integers(3, size=items)
    table = {f"person {'ABCDEFGH'[c]}": _of(rng, truth, right) for c in range(people)}
    quality = rng.normal(size=items) + (truth == 0)
    table["length"] = (
        np.round(300 + 80 * quality + 60 * rng.normal(size=items)).astype(int).tolist()
    )
    return {**table, "gpt": _of(rng, truth, judge)}


def judge_equal() -> Table:
    """A judge who errs as often as each of three people, elsewhere; length goes with quality."""
    return _judged(22, 3, 0.85, 0.85)


def judge_better() -> Table:
    """A judge who errs less than three people."""
    return _judged(23, 3, 0.8, 0.97)


def judge_worse() -> Table:
    """A judge who is right in .55 beside people in .9."""
    return _judged(24, 3, 0.9, 0.33)


def judge_and_one_person() -> Table:
    """One person only: who errs cannot be known."""
    return _judged(25, 1, 0.85, 0.85)


def judge_of_guessers() -> Table:
    """People guess; the judge is right."""
    return _judged(26, 3, 0.0, 0.95)


def judge_few() -> Table:
    """Twelve items."""
    return _judged(27, 2, 0.9, 0.9, 12)


def judge_identical() -> Table:
    """All labels are the same, also the judge's."""
    labels: list[object] = list("xyzz" * 50)
    return dict.fromkeys(("person A", "person B", "person C", "gpt"), labels)


def judge_same_as_one() -> Table:
    """The judge copies person A."""
    table = _judged(28, 3, 0.85, 0.85)
    return {**table, "gpt": table["person A"]}


def judge_scores() -> Table:
    """Scores from 1 to 7 of three people and a judge with the same error and half a step more."""
    table = _rated(np.random.default_rng(29), 150, 4, 0.7)
    table[:, 3] += 0.5
    whole = np.clip(np.round(table), 1, 7).astype(int)
    names = ("person A", "person B", "person C", "gpt")
    return {name: whole[:, k].tolist() for k, name in enumerate(names)}


LEAST = (REPORT, "check FILE --min alpha:.667", "measure FILE --interval")
STUDIES: dict[str, tuple[Callable[[], object], tuple[str, ...]]] = {
    "six": (six, (*USUAL, *LISTS, *COMBINED)),
    "unanimous": (unanimous, (*USUAL, *WHO, *LISTS, *COMBINED)),
    "one category": (one_category, (*USUAL, *COMBINED)),
    "two guessers": (two_guessers, (*USUAL, *LISTS, *COMBINED)),
    "guessers of a rare label": (guessers_of_a_rare_label, (*USUAL, *WHO, *COMBINED)),
    "six guessers": (six_guessers, (*USUAL, *WHO, *COMBINED)),
    "at the level": (at_the_level, (*USUAL, *WHO, *LISTS)),
    "sixty items": (sixty_items, (*USUAL, *WHO)),
    "five alike": (five_alike, (*USUAL, *WHO, *COMBINED)),
    "eight documents": (eight_documents, (*USUAL, "breakdown FILE --by document")),
    "two schools": (two_schools, (*USUAL, *WHO, *COMBINED, "loglinear FILE")),
    "ties": (ties, (*USUAL, *LISTS, *COMBINED)),
    "reversed coder": (reversed_coder, (*USUAL, *WHO, *COMBINED)),
    "rare": (rare, (*USUAL, *COMBINED)),
    "constant over time": (constant_over_time, (*USUAL, "breakdown FILE --by date")),
    "sets": (sets, (*USUAL, *WHO)),
    "likert": (likert, (*USUAL, "raters FILE", *COMBINED)),
    "severe": (severe, (*USUAL, "raters FILE")),
    "decimals": (decimals, (*USUAL, "raters FILE")),
    "nine ratings": (nine_ratings, (*USUAL, "raters FILE")),
    "crowd of 300": (crowd_of_300, (REPORT, *COMBINED)),
    "crowd, half guesses": (crowd_half_guesses, (REPORT, *COMBINED)),
    "crowd of guessers": (crowd_of_guessers, (REPORT, *COMBINED)),
    "three of three quarters": (three_of_three_quarters, (REPORT, *COMBINED)),
    "judge equal": (judge_equal, JUDGE),
    "judge better": (judge_better, JUDGE),
    "judge worse": (judge_worse, JUDGE),
    "judge and one person": (judge_and_one_person, JUDGE),
    "judge of guessers": (judge_of_guessers, JUDGE),
    "judge, few": (judge_few, JUDGE),
    "judge identical": (judge_identical, JUDGE),
    "judge same as one": (judge_same_as_one, JUDGE),
    "judge of scores": (judge_scores, (*JUDGE, "judge FILE --judge gpt --use score --details")),
    **{
        f"{kind} at {value}": (lambda kind=kind, value=value: _marked(kind, value), LEAST)
        for kind in MARKED
        for value in (0.8, 0.0)
    },
}


def _marked(kind: str, value: float) -> object:
    """Twenty documents or images; coders err in one of five marks, or (0.0) guess or find none."""
    return marked(
        kind,
        20,
        3,
        value or (0.0 if kind not in ("units", "boundaries") else 0.15),
        np.random.default_rng(30),
    )


def write(made: object, folder: Path) -> Path:
    """A file as a user would have it."""
    if isinstance(made, dict):
        file = folder / "study.csv"
        rows = [",".join(["item", *made])]
        for at, cells in enumerate(zip(*made.values(), strict=True)):
            quoted = [f'"{cell}"' if "," in str(cell) else str(cell) for cell in cells]
            rows.append(",".join([f"i{at}", *quoted]))
        file.write_text("\n".join(rows) + "\n", "utf-8")
        return file
    file = folder / "study.jsonl"
    accord.write(made, file)
    return file


def said(words: list[str]) -> str:
    """What a command prints, and how it ends."""
    out = StringIO()
    code: object = 0
    with redirect_stdout(out), redirect_stderr(out):
        try:
            accord_command(words)
        except SystemExit as stop:
            code = stop.code
        except BaseException:
            traceback.print_exc()
    return f"{shortened(out.getvalue().rstrip())}\n[exit {code}]"


ITEM = re.compile(r"\|? ?[iw]\d+\b")
SHOWN = 4
"""How many rows of a list of items or workers are printed at its beginning and at its end."""


def shortened(text: str) -> str:
    """Lists of items and workers without their middle, and references left out."""
    text = re.sub(r"\n## References\n.*", "", text, flags=re.DOTALL)
    lines = []
    for listed, run in groupby(text.splitlines(), lambda line: bool(ITEM.match(line))):
        rows = list(run)
        if listed and len(rows) > 2 * SHOWN:
            left = len(rows) - 2 * SHOWN
            rows = [*rows[:SHOWN], f"[{left} more]", *rows[-SHOWN:]]
        lines += rows
    return "\n".join(lines)


def printed(name: str, resamples: int) -> Iterator[str]:
    """The study's truth, and each command with what it says."""
    make, commands = STUDIES[name]
    yield f"\n{'=' * 100}\n{name.upper()}: {make.__doc__ or _marked.__doc__}"
    with tempfile.TemporaryDirectory() as folder:
        file = write(make(), Path(folder))
        for command in commands:
            text = command.format(resamples=resamples, folder=folder)
            words = [str(file) if word == "FILE" else word for word in _split(text)]
            yield f"\n$ accord {text}\n{said(words).replace(folder, '.')}"


def _split(text: str) -> list[str]:
    return shlex.split(text)


def main() -> None:
    """Print them all, or those that were named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=[*STUDIES], default=[*STUDIES])
    parser.add_argument("--list", action="store_true", help="only their names")
    parser.add_argument("--resamples", type=int, default=300)
    given = parser.parse_args()
    os.environ["COLUMNS"] = "120"
    if given.list:
        print(*STUDIES, sep="\n")
        return
    for name in given.only:
        for text in printed(name, given.resamples):
            print(text, flush=True)


if __name__ == "__main__":
    main()
