"""What the page on coverage says of judges is what was simulated, and it keeps its promise."""

import importlib.util
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def simulation():
    """The script that makes the tables."""
    script = ROOT / "benchmarks" / "coverage_of_judges.py"
    spec = importlib.util.spec_from_file_location("coverage_of_judges", script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_has_the_results(simulation):
    """The tables between the marks are made from the data, and from nothing else."""
    data = json.loads(simulation.DONE.read_text("utf-8"))
    text = simulation.PAGE.read_text("utf-8")
    inside = text.split(simulation.BEGIN + "\n")[1].split("\n\n" + simulation.END)[0]
    assert inside.split("\n") == simulation.lines(data)


def test_intervals_hold_the_truth_as_often_as_they_say(simulation):
    """PPI++ holds it in 93 to 97% of studies in every row, Rogan–Gladen in 93 to 98%: with 50
    labels it is cautious."""
    data = json.loads(simulation.DONE.read_text("utf-8"))
    for cell in data["shares"]:
        found = cell["found"]
        assert 0.93 <= found["PPI++"]["held"] <= 0.97, cell
        assert 0.93 <= found["Rogan–Gladen"]["held"] <= 0.98, cell
        assert found["PPI++"]["width"] < found["people alone"]["width"], cell
    for cell in data["means"]:
        assert all(0.93 <= one["held"] <= 0.975 for one in cell["found"].values()), cell


def test_faults_are_found_where_they_are(simulation):
    """Nine in ten planted faults, and one in twenty where none is planted, give or take 2.5%."""
    faults = json.loads(simulation.DONE.read_text("utf-8"))["faults"]
    assert min(faults["planted"].values()) > 0.9
    assert max(faults["none"].values()) < 0.075


def test_a_cell_again(simulation):
    """A small run of one cell gives what the page has, within three Monte-Carlo errors."""
    found = simulation.of_shares("lenient", 0.7, 100, 200)
    error = (0.95 * 0.05 / 200) ** 0.5
    assert found["PPI++"]["held"] == pytest.approx(0.956, abs=3 * error)
    assert found["Rogan–Gladen"]["held"] == pytest.approx(0.952, abs=3 * error)
