"""What the page on coverage says of ratings is what was simulated, and it keeps its promise."""

import importlib.util
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OUTSIDE = 1.4
"""Two standard errors, in points, of 5% of 1,000 studies."""


@pytest.fixture(scope="module")
def simulation():
    """The script that makes the tables."""
    script = ROOT / "benchmarks" / "coverage_of_ratings.py"
    spec = importlib.util.spec_from_file_location("coverage_of_ratings", script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def done(simulation):
    """What was simulated."""
    return json.loads(simulation.DONE.read_text("utf-8"))


def test_the_page_has_the_results(simulation, done):
    """The tables between the marks are made from the data, and from nothing else."""
    text = simulation.PAGE.read_text("utf-8")
    inside = text.split(simulation.BEGIN + "\n")[1].split("\n\n" + simulation.END)[0]
    assert inside.split("\n") == simulation.lines(done)


def test_default_limits_hold_in_every_design(simulation, done):
    """Generalized limits of ICC(2,1) contain the truth in 93 to 97% of studies in all 36 designs,
    and F limits of ICC(3,1) do; F limits of ICC(2,1) do not."""
    designs = {(row["raters vary"], row["n"], row["k"]) for row in done["limits"]}
    assert designs == {(name, n, k) for name in simulation.PARTS for n, k in simulation.DESIGNS}
    for row in done["limits"]:
        assert 93 <= row["generalized"] <= 97, row
        assert 93 <= row["ICC(3,1)"] <= 97, row
    assert min(row["F"] for row in done["limits"]) < 75


def test_planted_faults_are_found_and_nobody_else_is_accused(done):
    """Severity, drift and a narrow range are found in 80% and more of studies at the effects that
    the page states; without a fault, and of a merely noisy rater, 5% name somebody, within two
    standard errors; beside a severe rater an innocent one is not named more often either."""
    assert len(done["raters"]) == 15
    for row in done["raters"]:
        assert row["found"] is None or row["found"] >= 80, row
        assert max(row["severity"], row["drift"], row["range"]) <= 5 + OUTSIDE, row


@pytest.mark.full
def test_cells_again(simulation, done, monkeypatch):
    """A small run of two cells gives what the page has, within three Monte-Carlo errors."""
    monkeypatch.setattr(simulation, "STUDIES", 400)
    monkeypatch.setattr(simulation, "RATER_STUDIES", 100)
    monkeypatch.setattr(simulation, "PARTS", {"more": simulation.PARTS["more"]})
    monkeypatch.setattr(simulation, "DESIGNS", [(50, 3)])
    monkeypatch.setattr(simulation, "PLANTED", [("severity", 30, 3, 0.9, "normal")])
    before = next(
        row for row in done["limits"] if (row["raters vary"], row["n"], row["k"]) == ("more", 50, 3)
    )
    (limits,) = simulation.limits()
    assert limits["generalized"] == pytest.approx(before["generalized"], abs=3 * 1.17)
    assert limits["F"] == pytest.approx(before["F"], abs=3 * 1.92)
    (raters,) = simulation.raters()
    assert raters["found"] == pytest.approx(80.7, abs=3 * 4.0)
