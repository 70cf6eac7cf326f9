"""Saved counts are a file like any other: what is damaged in them is refused, in one line."""

import json
import random

import pytest
from tests.redteam.counts_files import ABOUT, written

import accord
from accord.engine.count_files import count
from accord.engine.merged_tallies import merge
from accord.engine.tally import Tally
from accord.engine.tally_files import load, save
from accord.errors import AccordError, DataError
from accord.kinds.labels.tabular import from_coders

DAMAGED = {
    "category": {"category": [0, 0, 0, 99]},
    "negative category": {"category": [0, 0, 0, -2]},
    "coder": {"coder": [0, 1, 0, 99]},
    "no coder": {"coder": [0, None, 0, 1]},
    "negative items": {"items": [3, 3, -2, -2]},
    "no items": {"items": [3, 3, None, None]},
    "two numbers of items": {"items": [3, 4, 2, 2]},
    "negative row": {"row": [0, 0, -1, -1]},
    "no row": {"row": [0, 0, None, None]},
    "a coder twice": {"coder": [0, 0, 0, 1]},
    "count of two": {"count": [1, 2, 1, 1]},
    "count of nothing": {"count": [1, 0, 1, 1]},
    "negative count": {"count": [1, -1, 1, 1]},
    "no count": {"count": [1, None, 1, 1]},
    "text": {"row": ["a", "a", "b", "b"]},
    "fractions": {"count": [1.5, 1.0, 1.0, 1.0]},
    "huge items": {"items": [2**62, 2**62, 2**62, 2**62]},
    "unknown table": {"table": ["patterns", "patterns", "patterns", "other"]},
    "no table": {"table": ["patterns", "patterns", "patterns", None]},
    "dropped column": {"drop": "items"},
    "no description": {"about": "{}"},
    "not JSON": {"about": "{"},
    "deep JSON": {"about": "[" * 100_000},
    "a list": {"about": "[1]"},
    "another form": {"about": {"form": 2}},
    "no coders": {"about": {"coders": None}},
    "no names": {"about": {"coders": [None, None]}},
    "two equal coders": {"about": {"coders": ["A", "A"]}},
    "two equal categories": {"about": {"categories": ["x", "x"]}},
    "few coders": {"about": {"coders": ["A"]}},
    "few categories": {"about": {"categories": ["x"]}},
    "size": {"about": {"size": 7}},
    "negative size": {"about": {"size": -1}},
    "size in words": {"about": {"size": "two"}},
    "names that are lists": {"about": {"categories": [["x"], ["y"]]}},
    "sets of lists": {"about": {"categories": [{"set": [["x"]]}, "y"]}},
    "NaN": {"about": json.dumps({**ABOUT, "categories": [float("nan"), "y"]})},
    "tables that are not there": {"about": {"who": False, "tables": True}},
    "who in no row": {"about": {"who": False}},
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_damaged_counts_are_refused(tmp_path, damage):
    """One line that names the file, and no number."""
    path = written(tmp_path / "c.parquet", **DAMAGED[damage])
    with pytest.raises(DataError, match=r"c\.parquet: (damaged counts|counts of form)") as told:
        count(path)
    assert len(str(told.value)) < 500


def test_numbers_of_patterns_need_no_room(tmp_path):
    """Patterns may have any numbers: what they mean does not depend on them."""
    plain = accord.kappa(load(written(tmp_path / "a.parquet")))
    far = accord.kappa(load(written(tmp_path / "b.parquet", row=[7, 7, 10**12, 10**12])))
    assert (far.observed, far.expected) == (plain.observed, plain.expected)


@pytest.mark.parametrize("known", [True, False], ids=["by coder", "agreement table"])
def test_damaged_bytes_are_refused_or_harmless(tmp_path, known):
    """Each changed byte gives an error of accord's own, or counts that can be measured."""
    tally = Tally.of(from_coders({"A": "xyxxz", "B": "xxxyz", "C": "xyzzz"}))
    if not known:
        tally = merge(
            [
                Tally(
                    tally.coders,
                    tally.categories,
                    False,
                    tally.patterns,
                    3,
                    {rule: tally.by_coder(rule) for rule in ("available", "pairable", "complete")},
                )
            ]
        )
    save(tally, tmp_path / "c.parquet")
    found = accord.pi(load(tmp_path / "c.parquet"))
    assert found.value == pytest.approx(accord.pi(tally).value, rel=1e-12)
    whole = (tmp_path / "c.parquet").read_bytes()
    rng = random.Random(3)
    for _ in range(150):
        made = bytearray(whole)
        for _ in range(rng.randrange(1, 4)):
            made[rng.randrange(len(made))] = rng.randrange(256)
        (tmp_path / "d.parquet").write_bytes(made)
        try:
            accord.pi(load(tmp_path / "d.parquet"))
        except AccordError:
            continue


def test_numbers_and_text_are_not_merged():
    """1 in one part and "1" in another would be two labels: refused, with the remedy."""
    numbers = Tally.of(from_coders({"A": [1, 2], "B": [1, 1]}))
    texts = Tally.of(from_coders({"A": ["1", "x"], "B": ["1", "1"]}))
    with pytest.raises(DataError, match="two labels; count all parts together"):
        merge([numbers, texts])
