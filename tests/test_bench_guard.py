"""The guard of speed: what counts as a loss, and that what is stored is what is measured."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

import accord

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture
def guard(monkeypatch):
    """The script, which is no part of the package."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    spec = importlib.util.spec_from_file_location("guard", BENCHMARKS / "guard.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    for name in ("timing", "bench_first_number"):
        sys.modules.pop(name, None)


def test_a_loss_of_more_than_30_per_cent_is_one(guard):
    """A little less is the noise of a shared machine; a line without a stored ratio is new."""
    stored = {"a": 10.0, "b": 10.0, "c": 10.0}
    assert guard.losses(stored, {"a": 6.9, "b": 7.1, "d": 0.1}) == ["a"]


def test_small_losses_do_not_add_up(guard):
    """What lost less than 30% keeps its ratio, what gained has the new one; a line that is known to
    have lost more is stored as it is."""
    stored = {"a": 10.0, "b": 10.0, "c": 10.0}
    found = {"a": 7.1, "b": 12.0, "c": 6.9, "d": 1.0}
    assert dict(guard.kept_of(stored, found)) == {"a": 10.0, "b": 12.0, "c": 6.9, "d": 1.0}


def test_what_is_measured_is_read_without_a_question(guard, tmp_path):
    """The tables that are timed are studies whose coders agree, whatever else is asked about."""
    study = accord.read(guard._table(tmp_path, 3_000))
    assert (len(study.items), len(study.coders), len(study.categories)) == (1_000, 3, 3)
    assert 0.3 < accord.alpha(study, distance="nominal").value < 0.7


def test_every_stored_ratio_is_measured(guard):
    """No line of the last release is forgotten, and none is measured that is not kept."""
    stored = json.loads((BENCHMARKS / "ratios.json").read_text("utf-8"))
    assert list(stored) == [line.__name__ for line in guard.LINES]
    assert all(ratio > 0 for ratio in stored.values())


def test_a_loss_fails_the_guard(guard, monkeypatch, capsys):
    """A line is measured twice before it fails, and the message has both ratios."""
    looks = []

    def slow(folder):
        """A line that became slow."""
        looks.append(folder)
        return (lambda: 1.0), (lambda: 1.0)

    monkeypatch.setattr(guard, "LINES", (slow,))
    monkeypatch.setattr(guard, "STORED", Path(__file__).parent / "no such file")
    assert guard.main([]) == 0
    monkeypatch.setattr(guard.json, "loads", lambda _: {"slow": 2.0})
    monkeypatch.setattr(guard, "STORED", BENCHMARKS / "ratios.json")
    assert guard.main([]) == 1
    assert len(looks) == 3
    assert "1.00 is more than 30% below 2.00" in capsys.readouterr().out
