"""The page of what changed: what it says to type is there, and old names say what to use."""

import re
from inspect import signature
from pathlib import Path

import pytest
from click.testing import CliRunner

import accord
from accord.cli import program

PAGE = (Path(__file__).parents[2] / "docs" / "whats-new.md").read_text("utf-8")


@pytest.mark.parametrize("command", ["measure", "judge"])
def test_options_that_are_named_are_there(command):
    """Each option of the page is one of the command that it is about."""
    shown = CliRunner(env={"COLUMNS": "200"}).invoke(program, [command, "--help"]).output
    named = {"judge": {"--epsilon"}}.get(command) or {
        option for option in re.findall(r"--[a-z]+", PAGE) if option != "--epsilon"
    }
    assert {option for option in named if option not in shown} == set()


def test_old_names_say_what_to_use():
    """`to_dict` and `infer.standing` work and name the new ones, which the page names, too."""
    value = accord.kappa(accord.from_coders({"A": "aabb", "B": "abbb"}))
    with pytest.warns(DeprecationWarning, match="as_dict"):
        assert value.to_dict() == value.as_dict()
    with pytest.warns(DeprecationWarning, match="among_published"):
        assert accord.infer.standing is accord.infer.among_published
    assert "`accord.infer.among_published(…)`" in PAGE


def test_numbers_that_differ_can_be_had_as_before():
    """Each keyword in the last column is one of the measure that the row is about."""
    assert {"chance", "distance"} <= {*signature(accord.chains.chain_alpha).parameters}
    assert "missing" in signature(accord.icc).parameters
    assert accord.find("tree_alpha").name == "tree_alpha"
    assert accord.find("corrected_uas").name == "corrected_uas"
    # Differences 0, 1, 1 at means 1, 2.5, 4: a slope of 1/3, where r is .87.
    study = accord.from_coders({"A": [1.0, 2.0, 3.5], "B": [1.0, 3.0, 4.5]})
    assert abs(accord.labels.bland_altman(study).slope) == pytest.approx(1 / 3, abs=1e-9)
