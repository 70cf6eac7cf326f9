"""Plans for intraclass correlations: Bonett 2002, Zou 2012, Walter et al. 1998, and simulation."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

import accord
from accord._measure.labels.generalized_limits import squares_for_limits, widths
from accord._measure.labels.icc_limits import default_limit
from accord.cli import program
from accord.errors import AccordError
from accord.infer.advice.plan_ratings import (
    items_with_raters,
    trade_off,
    width_with_raters,
)


def run(*typed):
    """What a command prints, and its exit code."""
    found = CliRunner().invoke(program, [*map(str, typed)])
    return found.exit_code, found.output + str(found.exception or "")


def test_bonett_and_what_four_studies_of_five_need():
    """ρ = .85, two raters, width .1: Bonett's 124 at the median, 154 ± 2 with 80% (20,000
    simulated studies of another program), both stated."""
    code, out = run("plan", "-m", "icc", "--expect", 0.85, "--width", 0.1)
    assert code == 0
    items = int(out.removeprefix("You need ").split(" items and 2 coders ")[0])
    assert abs(items - 154) <= 2
    assert "Bonett (2002): 124 items" in out
    assert "Zou (2012): 149 items for a probability of 80%" in out
    assert "with 80% assurance" in out


def test_median_width_is_near_bonett():
    """With an assurance of .5 the simulation is within 3 items of Bonett's 124."""
    found = accord.infer.plan_items("icc", expected=0.85, width=0.1, assurance=0.5)
    assert abs(found.items - 124) <= 3


def test_walter_beside_the_exact_power():
    """ρ = .9 above .75, two raters: Walter's 26 has a power of .799; 27 is the first with .8."""
    found = accord.infer.plan_items("icc", expected=0.9, threshold=0.75)
    assert found.items == 27
    assert "26 items (33 two-sided), with an exact power of 79.9%" in found.notes[0]


def test_raters_who_vary_need_raters():
    """With 5% of the variance the raters', no number of items is enough for two; ten raters need
    fewer than 100 items; the sentence says that raters narrow the interval."""
    assert items_with_raters(0.8, 0.05, 2, 0.2) is None
    found = accord.infer.plan_items("icc", expected=0.8, width=0.2, coders=10, rater_share=0.05)
    assert found.items is not None
    assert found.items < 100
    assert "more raters, not more items" in found.notes[0]
    code, out = run("plan", "-m", "icc", "--expect", 0.8, "--width", 0.2, "--rater-share", 0.05)
    assert code == 0
    assert out.startswith("No number of items is enough with 2 coders for a 95% interval")


@pytest.mark.parametrize(
    ("items", "raters", "median"),
    [(50, 3, 0.57), (200, 2, 0.82)],
)
def test_trade_off_is_that_of_the_reference(items, raters, median):
    """Median widths of ICC(2,1) = .8 with 5% of the variance the raters', as another program has
    them from 4,000 studies; within .05, three standard errors of the medians of 400."""
    (found,) = trade_off(0.8, 0.05, [items], [raters])
    assert found.width == pytest.approx(median, abs=0.05)
    assert found.width_sure > found.width


def test_simulated_widths_are_those_of_tables():
    """Widths from three mean squares are those of the default intervals of whole tables (medians
    of 60 and 400 studies, within .08)."""
    rng = np.random.default_rng(4)
    found = []
    for _ in range(60):
        table = (
            np.sqrt(0.8) * rng.standard_normal((40, 1))
            + np.sqrt(0.05) * rng.standard_normal((1, 4))
            + np.sqrt(0.15) * rng.standard_normal((40, 4))
        )
        limit = default_limit(table, "2,1")[1]
        found.append(limit(0.975) - limit(0.025))
    quick = width_with_raters(0.8, 0.05, 4, 40)
    assert float(np.median(quick)) == pytest.approx(float(np.median(found)), abs=0.08)


def test_drawn_width_is_that_of_the_integral():
    """One table: the width of draws is that of the default limits to .02."""
    rng = np.random.default_rng(8)
    table = rng.standard_normal((30, 1)) + 0.3 * rng.standard_normal((1, 3))
    table = table + 0.6 * rng.standard_normal((30, 3))
    limit = default_limit(table, "2,1")[1]
    s = squares_for_limits(table)
    means = np.array([[s.item, s.coder, s.residual]])
    (found,) = widths(means, s.df, 0.95, np.random.default_rng(0))
    assert found == pytest.approx(limit(0.975) - limit(0.025), abs=0.02)


def test_a_pilot_of_numbers_plans_with_its_own_variances(tmp_path):
    """A pilot's ICC(3,1) is planned without raters, ICC(2,1) with their share; no table of
    categories is printed; the form of the mean is refused with what to do."""
    rng = np.random.default_rng(2)
    table = rng.normal(50, 8, (30, 1)) + np.array([0, 4, -4]) + rng.normal(0, 3, (30, 3))
    lines = [",".join(f"{x:.1f}" for x in row) for row in table]
    text = "\n".join(["item,rater1,rater2,rater3", *(f"p{i},{x}" for i, x in enumerate(lines))])
    path = tmp_path / "pilot.csv"
    path.write_text(text + "\n", "utf-8")
    code, out = run("plan", path, "-m", "ICC(3,1)", "--width", 0.1, "-q")
    assert code == 0
    assert "Bonett (2002)" in out
    assert "category" not in out
    code, out = run("plan", path, "-m", "icc", "--width", 0.1, "-q", "--json")
    (plan,) = json.loads(out)
    assert plan["items"] is None
    assert len(plan["designs"]) == 16
    code, out = run("plan", path, "-m", "ICC(2,k)", "--width", 0.1, "-q")
    assert code == 1
    assert "plan one rating" in out


def test_what_cannot_be_planned():
    """A share of raters works with the ICC alone, and leaves room for the residual."""
    with pytest.raises(AccordError, match="works with the ICC"):
        accord.infer.plan_items("pi", expected=0.8, width=0.2, rater_share=0.1)
    with pytest.raises(AccordError, match=r"lies between 0 and 0\.2"):
        accord.infer.plan_items("icc", expected=0.8, width=0.2, rater_share=0.3)
