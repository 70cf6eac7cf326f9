"""One recommendation: `choose` names it, `measure` shows it first, the report leads with it."""

import numpy as np
import pytest

import accord
from accord.infer.advice.choose import MOST_UNITS, cost, default_measures, preferred
from accord.measure.catalogue import MEASURES
from tests.cli.commands import typed

STUDIES = {
    "names": (accord.from_coders({"A": list("xxyyx"), "B": list("xyyyx")}), "alpha"),
    "numbers": (accord.from_coders({"A": [1, 2, 3, 4], "B": [1, 2, 4, 4]}), "alpha"),
    "sets": (
        accord.codings(
            [
                (1, "A", frozenset("xy")),
                (1, "B", frozenset("x")),
                (2, "A", frozenset("y")),
                (2, "B", frozenset("y")),
            ]
        ),
        "alpha",
    ),
    "boundaries": (
        accord.Segmentations.from_masses(
            {"d": {"A": [3, 4, 5], "B": [4, 3, 5]}, "e": {"A": [5, 5], "B": [2, 8]}}
        ),
        "corrected_boundary_similarity",
    ),
    "spans": (
        accord.Unitizings.of(
            [("d", "A", 0, 5, "x"), ("d", "B", 1, 5, "x"), ("d", "A", 8, 9, "y")],
            extents={"d": (0, 12)},
        ),
        "gamma",
    ),
    "chains": (
        accord.Partitions.of_chains({"d": {"A": [[1, 2], [3]], "B": [[1, 2, 3]]}}),
        "chain_alpha",
    ),
}


@pytest.mark.parametrize("name", STUDIES)
def test_one_recommendation_everywhere(name):
    """What `choose` recommends, one measure with a reason, is what comes first everywhere."""
    study, expected = STUDIES[name]
    choices = [c for c in accord.choose(study) if c.verdict == "recommended"]
    assert [c.measure.name for c in choices] == [expected]
    assert choices[0].because
    measured = accord.measure(study)
    assert measured[0].measure == expected
    report = accord.report(study, resamples=50)
    assert report["answer"]["measure"] == expected
    assert report["answer"]["value"] == pytest.approx(measured[0].value, nan_ok=True)


def test_numbers_are_shown_with_every_level():
    """α of numbers: nominal, ordinal and interval, each as if it had been asked for."""
    study, _ = STUDIES["numbers"]
    rows = [row for row in accord.measure(study) if row.measure == "alpha"]
    assert [row.settings["d"] for row in rows] == ["nominal", "ordinal", "interval"]
    for row in rows:
        assert row.value == accord.alpha(study, distance=row.settings["d"]).value


def test_two_numbers_are_equal_or_not():
    """0 and 1 are as far apart by any distance: α stands once."""
    study = accord.from_coders({"A": [0, 1, 1, 0], "B": [0, 1, 0, 0]})
    assert [row.measure for row in accord.measure(study)].count("alpha") == 1


def test_decimals_lead_with_the_interval_distance():
    """Measurements are hardly ever equal: α interval leads, the others are shown too."""
    study = accord.from_coders({"A": [1.5, 2.25, 3.0], "B": [1.25, 2.5, 3.0]})
    rows = [row for row in accord.measure(study) if row.measure == "alpha"]
    assert [row.settings["d"] for row in rows] == ["interval", "ordinal", "nominal"]
    assert accord.report(study, resamples=20)["answer"]["settings"]["d"] == "interval"


def test_a_distance_that_was_named_is_the_only_one():
    """With a distance there is nothing to choose: one α."""
    study, _ = STUDIES["numbers"]
    rows = [r for r in accord.measure(study, distance="ordinal") if r.measure == "alpha"]
    assert [row.settings["d"] for row in rows] == ["ordinal"]


def test_too_many_units_for_gamma():
    """Beyond the limit γ does not lead, and its cost is named with how to have it."""
    n = MOST_UNITS // 2 + 1
    start = np.tile(np.arange(n) * 10.0, 2)
    study = accord.Unitizings.from_arrays(
        np.zeros(2 * n, int),
        np.repeat([0, 1], n),
        start,
        start + 5,
        np.zeros(2 * n, int),
        items=["d"],
        coders=["A", "B"],
        categories=["x"],
    )
    assert preferred(study, "reliability", None) is MEASURES["u_alpha"]
    assert default_measures(study)[0].name == "u_alpha"
    assert cost(study) == (
        "γ would lead, but takes long with 20,002 units (more than 20,000); compute it with "
        "`measure='gamma'`."
    )
    assert cost(STUDIES["spans"][0]) is None


def test_the_command_line_says_why_and_how_to_choose(tmp_path):
    """`accord measure` names each level in its row, and says in a line how to choose."""
    rows = "item,coder,rating\n" + "".join(
        f"{item},{coder},{1 + (item + (coder == 'B' and item == 3)) % 4}\n"
        for item in range(6)
        for coder in "AB"
    )
    (tmp_path / "ratings.csv").write_text(rows, encoding="utf-8")
    code, out, _ = typed("measure", "ratings.csv", cwd=tmp_path)
    lines = out.splitlines()
    assert code == 0
    assert [line.split()[:2] for line in lines[1:4]] == [
        ["α", "nominal"],
        ["α", "ordinal"],
        ["α", "interval"],
    ]
    assert any(line.startswith("Recommended: α takes") for line in lines)
    assert "choose with --distance" in out
    code, out, _ = typed("measure", "ratings.csv", "-m", "kappa", cwd=tmp_path)
    assert "Recommended" not in out


def test_a_check_without_a_measure_takes_the_recommended_one(tmp_path):
    """`accord check --min 0.5` holds α to it, with the distance that the report would take."""
    (tmp_path / "acts.csv").write_text("item,A,B\n1,x,x\n2,y,y\n3,x,y\n4,y,y\n", encoding="utf-8")
    code, out, _ = typed("check", "acts.csv", "--min", "0.5", cwd=tmp_path)
    assert (code, out[:1]) == (0, "α")
    assert "d:nominal" in out
    code, _, err = typed("check", "acts.csv", "--min", "0.9", cwd=tmp_path)
    assert code == 1
    assert "α = 0.5333 < 0.9" in err


def test_validity_has_its_own_recommendation():
    """For the question whether these coders agree, κ is recommended: each coder's own chance."""
    study, _ = STUDIES["names"]
    best = [c for c in accord.choose(study, purpose="validity") if c.verdict == "recommended"]
    assert [c.measure.name for c in best] == ["kappa"]
