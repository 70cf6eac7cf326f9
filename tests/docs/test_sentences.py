"""Every sentence that a report prints is listed with what makes it true, and is not always said."""

import re
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from tests import planted_studies as planted
from tests.cli.commands import called
from tests.laws import one_of_each
from tests.laws.test_advice import coders_who_err
from tests.laws.test_workers import crowd_of
from tests.sentences.test_judge_sheet import SHEETS

import accord
from accord._report.sections.judge_blocks import judge_blocks
from accord.words.said import Said, spoken

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "_ext"))
import grounds

QUICK = {"resamples": 60}


def _about(study, **columns):
    return replace(study, about={name: tuple(values) for name, values in columns.items()})


def _trend(sign):
    """Disagreement that falls or rises over the dates of the items."""
    rng = np.random.default_rng(4)
    truth, at = rng.integers(3, size=240), np.arange(240)
    wrong = 0.05 + 0.5 * (at if sign > 0 else 239 - at) / 239
    labels = {
        who: np.where(rng.random(240) < wrong, rng.integers(3, size=240), truth).tolist()
        for who in "ABC"
    }
    days = [f"2024-{1 + i // 28:02d}-{1 + i % 28:02d}" for i in range(240)]
    return _about(accord.from_coders(labels), date=days)


def _letters(study):
    return study.recode(lambda number: "abcdefgh"[number])


def _ordered():
    """Names in a declared order, and coders who are one step off."""
    steps, rng = ["low", "middle", "high", "top"], np.random.default_rng(6)
    truth = rng.integers(4, size=120)
    off = [np.clip(truth + rng.choice([-1, 0, 0, 0, 1], 120), 0, 3) for _ in range(3)]
    labels = {who: [steps[k] for k in row] for who, row in zip("ABC", off, strict=True)}
    return accord.from_coders(labels, categories=steps)


def _two(labels, other, **more):
    return accord.from_coders({"A": labels, "B": other, **more})


def _noisy_crowd():
    """Guessers, of whom more than four have many labels, and good coders."""
    rng = np.random.default_rng(5)
    rows = []
    for item in range(400):
        truth = int(rng.integers(3))
        for who in rng.choice(30, 6, replace=False):
            seen = truth if who > 8 and rng.random() < 0.9 else int(rng.integers(3))
            rows.append((item, f"w{who}", "abc"[seen]))
    return accord.codings(rows)


def _unclear():
    """Of four categories a is mixed up with b and with c."""
    rng = np.random.default_rng(3)
    truth = rng.integers(4, size=400)

    def labels():
        mixed = (truth < 3) & (rng.random(400) < 0.6)
        drawn = rng.choice([0, 1, 2], 400, p=[0.6, 0.2, 0.2])
        return ["abcd"[k] for k in np.where(mixed, drawn, truth)]

    return accord.from_coders({who: labels() for who in "ABC"})


SAME = _two("ab" * 30, "ab" * 30)
GOOD = _letters(coders_who_err(1, 400, 3, 0.99))
FAIR = _letters(coders_who_err(1, 300, 3, 0.9))
POOR = _letters(coders_who_err(1, 200, 3, 0.3))
MIDDLE = _letters(coders_who_err(2, 400, 3, 0.87))
CHANCE = accord.from_coders({"A": "aabb", "B": "abab"})
DOCUMENTS = _about(
    _letters(coders_who_err(2, 200, 3, 0.8)), document=[f"d{i // 5}" for i in range(200)]
)

STUDIES = {
    "labels": (one_of_each.labels, {}),
    "trees": (one_of_each.trees, {}),
    "graphs": (one_of_each.graphs, {}),
    "spans": (one_of_each.spans, {"budget": 2}),
    "boundaries": (one_of_each.boundaries, {}),
    "chains": (one_of_each.chains, {}),
    "relations": (one_of_each.relations, {}),
    "regions": (one_of_each.regions, {}),
    "dimensions": (one_of_each.dimensions, {}),
    "nothing differs": (lambda: SAME, {}),
    "good": (lambda: GOOD, {}),
    "good, against poor": (lambda: GOOD, {"against": POOR}),
    "poor, against good": (lambda: POOR, {"against": GOOD}),
    "the same twice": (lambda: FAIR, {"against": FAIR}),
    "fair": (lambda: FAIR, {"task": "word-sense"}),
    "fair, own level": (lambda: FAIR, {"enough": 0.5, "task": "prosody"}),
    "middle": (lambda: MIDDLE, {"width": 0.01}),
    "poor": (lambda: POOR, {"task": "antecedents"}),
    "as chance": (lambda: CHANCE, {}),
    "below chance": (lambda: _two("abababab" * 5, "babababa" * 5), {}),
    "below chance, but once": (lambda: _two("ab" * 20, "ba" * 19 + "ab"), {}),
    "one category": (lambda: _two("aaaa", "aaaa"), {}),
    "one item": (lambda: _two("a", "b"), {}),
    "few items": (lambda: _two("abcabcab", "abcabcaa"), {"width": 1.9}),
    "one disagreement": (lambda: _two("ab" * 30, "ab" * 29 + "aa", C="ab" * 30), {"width": 0.5}),
    "rare": (lambda: _two("x" * 18 + "y" * 12, "y" * 4 + "x" * 18 + "y" * 8), {}),
    "ratings": (lambda: coders_who_err(3, 80, 3, 0.8), {"distance": "ordinal"}),
    "documents": (lambda: DOCUMENTS, {}),
    "few documents": (lambda: DOCUMENTS.take(range(40)), {}),
    "over coders": (lambda: FAIR, {"over": "coders"}),
    "two coders, over coders": (lambda: SAME, {"over": "coders"}),
    "two unlike coders, over coders": (lambda: _two("abab" * 9, "abaa" * 9), {"over": "coders"}),
    "a column": (lambda: _about(FAIR, batch=[i // 15 for i in range(300)]), {"over": "batch"}),
    "five coders": (lambda: _letters(coders_who_err(1, 1000, 5, 0.8)), {"width": 0.04}),
    "hard items": (lambda: _letters(coders_who_err(0, 200, 6, 0.95, 0.5)), {"width": 0.06}),
    "a coder": (lambda: planted.labels(1, "coder"), {}),
    "a coder alone": (lambda: _two("aabb" * 9, "aabb" * 9, C="abba" * 9, D="aabb" * 9), {}),
    "a batch": (lambda: planted.labels(1, "batch"), {}),
    "a pair": (lambda: planted.labels(1, "pair"), {}),
    "falls": (lambda: _trend(-1), {}),
    "rises": (lambda: _trend(1), {}),
    "percent agreement": (lambda: FAIR, {"measure": "percent"}),
    "a habit": (lambda: planted.spans(1, "habit"), {"budget": 2}),
    "undefined before": (lambda: FAIR, {"against": _two("aaaa", "aaaa")}),
    "an unclear category": (_unclear, {}),
    "one batch": (lambda: _about(FAIR, batch=["x"] * 300), {"over": "batch"}),
    "a group apart": (
        lambda: _about(
            _two("ab" * 60, "ab" * 40 + "ba" * 20, C="ab" * 60), batch=["p"] * 80 + ["q"] * 40
        ),
        {},
    ),
    "ordered names": (_ordered, {}),
    "crowd": (lambda: _letters(crowd_of(3)), {}),
    "crowd of guessers": (_noisy_crowd, {}),
}

ELSEWHERE = {
    "millions of items or units": """
        interval.too-many-values-items interval.approximated-items interval.approximated-coders
        interval.approximated-clusters""",
    "γ that was interrupted": "interval.no-value-samples-until",
    "a method, a measure or a choice of units that a report does not take by itself": """
        interval.pairs-coverage interval.resamples-undefined-left-out-2 interval.one-value
        interval.no-over-coders-two interval.no-items interval.one-value-drawn
        interval.no-limits interval.icc-profile interval.no-error interval.same-limits
        interval.clustered interval.disorder-expected-chance-whole interval.bca-fell-back-percentile
        interval.resamples-undefined-left-out""",
    "notes of accord compare": """
        interval.two-coders-beside interval.no-shared-items-two interval.values-units-because-items
        interval.no-too-few-units rounds.no-test-difference""",
    "headings of the page alone, where a list has rows or none": """
        next.no-coder-pair-categories next.no-coder-pair-categories-habit next.nothing-to-do
        answer.combined-by-model answer.combined-by-vote answer.combined-unsure
        rounds.no-longer-confused-more rounds.still-confused rounds.newly-confused""",
    "other sides of a habit: tests/report/test_planted.py": """
        next.shorter next.word-beginning next.word-end next.determiner-beginning
        next.determiner-end""",
    "a task or a value that no study here has": "answer.published-none answer.as-if-none",
    "a value from Python without a task": "answer.published-all",
    "tests/laws/test_workers.py": """
        consensus.worse-than-vote consensus.too-sure next.combine-vote""",
    "accord consensus on ratings, with and without holes": "consensus.mean consensus.levels-out",
}
"""Sentences that none of these reports has, and what it takes to have them."""


def _keys(part, found):
    if isinstance(part, Said):
        found.add(part.key)
        part = part.fields
    if isinstance(part, dict):
        for value in part.values():
            _keys(value, found)
    elif isinstance(part, (list, tuple)):
        for value in part:
            _keys(value, found)
    return found


@cache
def printed(name):
    """The keys of all sentences in a report."""
    make, how = STUDIES[name]
    return frozenset(_keys(dict(accord.report(make(), **QUICK, **how).data), set()))


def _says(text):
    """Whether a text says something of the data: a field or a full stop, and not just a word."""
    text = text if isinstance(text, str) else text[1]
    return "{" in text or text.rstrip().endswith(".")


def test_every_sentence_has_its_ground():
    """A key of these families is a part of a sentence, or is listed; what is listed exists."""
    known = spoken("en").sentences
    keys = {key for key in known if key.split(".")[0] in grounds.CLAIMS}
    keys -= {key for key in keys if key.startswith(grounds.CAPTIONS) and key not in grounds.GROUNDS}
    keys |= {key for key in known if key.split(".")[0] in grounds.MIXED and _says(known[key])}
    keys |= {*grounds.GROUNDS} & {*known}
    assert keys - grounds.PARTS == set(grounds.GROUNDS)
    assert {*grounds.ALSO} <= {*known}
    assert keys >= grounds.PARTS
    assert not grounds.PARTS & set(grounds.GROUNDS)


@pytest.mark.parametrize("name", STUDIES)
def test_what_is_printed_is_listed(name):
    """Every claim in the report on a study is one of the page."""
    claims = {key for key in printed(name) if key.split(".")[0] in grounds.CLAIMS}
    known = spoken("en").sentences
    mixed = {key for key in printed(name) if key.split(".")[0] in grounds.MIXED}
    claims |= {key for key in mixed if _says(known[key])}
    assert claims - grounds.PARTS <= set(grounds.GROUNDS)


def test_each_sentence_is_said_and_not_always_said():
    """Each has a study that triggers it and one that does not, but for those that need more, which
    are listed with what they need and are not said here."""
    families = ("judge", *grounds.MIXED)  # sheets and pages, with tests of their own
    reported = [key for key in grounds.GROUNDS if key.split(".")[0] not in families]
    often = {key: sum(key in printed(name) for name in STUDIES) for key in reported}
    elsewhere = [key for keys in ELSEWHERE.values() for key in keys.split()]
    assert len(elsewhere) == len(set(elsewhere))
    assert {key for key, number in often.items() if not number} == set(elsewhere)
    assert {key for key, number in often.items() if number == len(STUDIES)} == set()
    assert len(STUDIES) >= 30


@pytest.mark.parametrize("name", SHEETS)
def test_what_a_sheet_prints_is_listed(name):
    """Every sentence of the sheets on judges is one of the page, or a heading or word."""
    sheet = SHEETS[name]()
    texts = [text for block in judge_blocks(sheet) for text in block.said]
    parts = [*texts, sheet.headline, sheet.summary(), *sheet.notes]
    claims = {key for key in _keys(parts, set()) if key.startswith("judge.")}
    assert claims
    assert {key for key in claims if not key.startswith(grounds.CAPTIONS)} <= {*grounds.GROUNDS}


def test_lines_of_check_are_listed(tmp_path, capsys):
    """What `check` prints for values too low, reached, unsure, undefined and of few items."""
    good = ("xyxy" * 20, "xyxy" * 19 + "xyxx")
    tables = {"good": good, "few": ("xyxy", "xyxy"), "one": ("xx", "xx")}
    asked = (("0.5", []), ("0.999", []), ("0.9", ["--prob", "0.9999"]))
    seen = set()
    for name, (one, two) in tables.items():
        file = tmp_path / f"{name}.csv"
        rows = [f"{at},{a},{b}" for at, (a, b) in enumerate(zip(one, two, strict=True))]
        file.write_text("\n".join(["item,coder A,coder B", *rows]) + "\n", "utf-8")
        for at, (least, more) in enumerate(asked):
            code = int(name != "good" or at > 0)
            gate = ("--min", f"alpha:{least}", *more)
            out, err = called(capsys, "check", file, "-q", *gate, code=code)
            line = (out or err).strip().splitlines()[-1]
            patterns = grounds.LINES["accord check"]
            matched = {pattern for pattern in patterns if re.search(pattern, line)}
            assert len(matched) == 1, line
            seen |= matched
    assert len(seen) >= 5


def _listed(command, lines):
    """The patterns of a command that one of its lines has."""
    patterns = grounds.LINES[command]
    return {one for one in patterns if any(re.search(one, line) for line in lines)}


def test_lines_of_plan_and_compare_are_listed(tmp_path, capsys):
    """What a plan from a pilot with a rare category prints, and a comparison of two files."""
    rare = (["yes"] * 3 + ["no"] * 97, ["no"] * 3 + ["yes"] * 4 + ["no"] * 93)
    tables = {
        "rare": rare,
        "one": ("xy" * 30, "xy" * 20 + "yx" * 10),
        "two": ("xy" * 30, "xyyx" * 15),
    }
    files = {}
    for name, labels in tables.items():
        files[name] = tmp_path / f"{name}.csv"
        rows = [f"{at},{a},{b}" for at, (a, b) in enumerate(zip(*labels, strict=True))]
        files[name].write_text("\n".join(["item,coder A,coder B", *rows]) + "\n", "utf-8")
    out, err = called(
        capsys, "plan", files["rare"], "-q", "--width", "0.1", "--coders", "coder A,coder B"
    )
    seen = _listed("accord plan", (out + err).splitlines())
    assert len(seen) == 4
    assert {"interval of width", "^a category or disagreement is rare in the pilot"} <= seen
    out, err = called(
        capsys, "compare", files["one"], files["two"], "-q", "--coders", "coder A,coder B"
    )
    assert _listed("accord compare", (out + err).splitlines()) == {*grounds.LINES["accord compare"]}
    out, _ = called(
        capsys,
        "compare",
        files["one"],
        files["two"],
        "-q",
        "--coders",
        "coder A,coder B",
        "--level",
        "0.8",
    )
    assert ", 80% CI [" in out
