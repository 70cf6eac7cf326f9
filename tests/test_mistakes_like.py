"""Coders who are simulated until they agree as those of a study do."""

from math import isnan

import numpy as np
import pytest

import accord
from accord.infer import as_if
from accord.simulate import BoundaryModel, ChainModel, UnitModel, mistakes_like, shuffle
from accord.simulate.shuffling import ERRING
from tests.cli.commands import typed

STUDIES = {
    "span_f1": (UnitModel(units=200), "false_negatives"),
    "boundary_alpha": (BoundaryModel(segments=200), "miss"),
    "muc": (ChainModel(mentions=150, entities=30), "missed_mentions"),
}


@pytest.mark.parametrize("measure", STUDIES)
def test_a_planted_rate_is_found_again(measure):
    """Three coders who miss a fifth look as if they missed a fifth: 200 parts leave a standard
    deviation of about √(.2 · .8 / 200) = .03 to a share, of which three are allowed."""
    model, mistake = STUDIES[measure]
    study = shuffle(model.draw(1), {mistake: 0.2}, coders=3, rng=7)
    found = mistakes_like(study, measure)
    assert found.rate == pytest.approx(0.2, abs=0.09)
    assert found.reached == pytest.approx(found.value, abs=0.05)
    assert mistakes_like(study, measure) == found
    worse = mistakes_like(shuffle(model.draw(1), {mistake: 0.5}, coders=3, rng=7), measure)
    assert worse.rate > found.rate + 0.1


def test_what_has_no_rate():
    """Perfect coders miss nothing; worse than any rate, undefined and labels are said to be so."""
    rows = [("d", who, n, n + 3, "x") for n in range(0, 40, 10) for who in "AB"]
    same = accord.Unitizings.of(rows, extents={"d": (0, 50)})
    assert mistakes_like(same, "span_f1").rate < 0.01
    apart = accord.Unitizings.of(
        [("d", "A", 0, 3, "x"), ("d", "B", 10, 13, "y")], extents={"d": (0, 50)}
    )
    below = mistakes_like(apart, "kappa_d")
    assert isnan(below.rate)
    assert str(below) == "No share of units that each coder missed gives this value."
    empty = accord.Unitizings.of([("d", "A", 0, 50, "x"), ("d", "B", 0, 50, "x")])
    assert "has no value here" in str(mistakes_like(empty, "kappa_d"))
    other = mistakes_like(same, "span_f1", mistake="category")
    assert other.mistake == "category"
    with pytest.raises(accord.NotApplicableError, match=r"accord\.infer\.as_if"):
        mistakes_like(accord.from_coders({"A": "ab", "B": "ab"}), "alpha")
    with pytest.raises(accord.DataError, match="miss"):
        mistakes_like(same, "span_f1", mistake="miss")


def test_the_report_and_the_command_line(tmp_path):
    """The report says how to have it, of the kinds that can be simulated; --as-if has it."""
    marked = {"unitizings", "segmentations", "partitions", "relations", "regions", "trees"}
    assert {kind.stored for kind in ERRING if kind.own("usual_mistake")} == marked
    study = shuffle(UnitModel(units=20).draw(0), {"false_negatives": 0.3}, coders=2)
    accord.write(study, tmp_path / "units.jsonl")
    said = accord.report(study, resamples=20)["meaning"]["as_if"]
    assert said["sentence"].endswith("run accord measure FILE --as-if (a simulation).")
    code, out, err = typed("measure", "units.jsonl", "-q", "-m", "span_f1", "--as-if", cwd=tmp_path)
    assert code == 0, err
    assert "It is as if each coder missed" in out


@pytest.mark.parametrize("distance", ["ordinal", "interval", "linear"])
def test_one_category_off(distance):
    """Coders of 40,000 items who are one of five categories off on 15% agree as the rate says
    (its standard error is below .005); without an order there is no neighbour."""
    rng = np.random.default_rng(4)
    true = rng.choice(5, size=40_000, p=[0.1, 0.2, 0.3, 0.25, 0.15])

    def coded():
        step = np.where(true == 0, 1, np.where(true == 4, -1, rng.choice([-1, 1], len(true))))
        return np.where(rng.random(len(true)) < 0.15, true + step, true).tolist()

    study = accord.from_coders({"A": coded(), "B": coded()})
    found = as_if(study, distance=distance)
    assert found.near == pytest.approx(0.15, abs=0.015)
    assert found.near > found.rate
    assert isnan(as_if(study, distance="nominal").near)
    assert isnan(
        as_if(accord.from_coders({"A": [1, 2, 1], "B": [1, 2, 2]}), distance=distance).near
    )
