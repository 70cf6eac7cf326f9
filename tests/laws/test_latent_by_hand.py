"""Models of coders: what they choose, refuse and say, worked out by hand."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import accord
from accord import AccordError
from accord._measure.latent.latent_class import _choose, _fit_notes
from accord._measure.latent.log_linear import log_linear

STUDY = accord.from_coders({"A": "xyxyxyxyxx" * 3, "B": "xyxyxyxxyx" * 3, "C": "xyxyyyxyxx" * 3})


def test_the_fewest_classes_that_are_not_rejected():
    """p of .02, .06 and .4: two classes by the likelihood ratio; by X² the third; a p that there is
    not decides nothing, and if nothing is kept the most classes are."""

    def rows(*ps):
        return tuple(SimpleNamespace(lr_p=a, chi2_p=b, bic=c, aic=-c) for a, b, c in ps)

    some = rows((0.02, 0.01, 3), (0.06, 0.05, 1), (0.4, 0.3, 2))
    assert _choose(some, "lr") == 1
    assert _choose(some, "chi2") == 2
    assert (_choose(some, "bic"), _choose(some, "aic")) == (1, 0)
    assert _choose(rows((None, None, 1), (0.01, 0.2, 1)), "lr") == 1
    assert _choose(rows((None, 0.2, 1), (0.6, None, 1)), "chi2") == 0


def test_what_a_latent_class_model_says_of_its_fit():
    """A model that stopped too early says so, and one with more parameters than cells; a saturated
    one, with as many, does not."""
    found = accord.latent.latent_classes(STUDY, classes=2)

    def notes(**changed):
        row = {key: changed.pop(key) for key in ("df", "rank") if key in changed}
        made = replace(found, goodness=replace(found.goodness, **row), **changed)
        return " ".join(_fit_notes(made, 9, 9, STUDY))

    assert "before it converged" in notes(converged=False)
    assert "before it converged" not in notes(converged=True)
    assert "not identifiable; take fewer" in notes(df=-1)
    assert "not identifiable; take fewer" not in notes(df=0)


@pytest.mark.parametrize(
    ("same", "agree"), [((18, 12), False), ((12, 18), True), ((15, 15), False)]
)
def test_coders_who_avoid_each_other_do_not_agree(same, agree):
    """Of 30 items with each label so many have the other (or the same) one: a difference is shown
    either way (G² = 2 Σ n log(n / e) is above 3.84 with 36 and 24), agreement in one way only."""
    other, own = (2 * n for n in same)
    one = "x" * 60 + "y" * 60
    two = "y" * other + "x" * own + "x" * other + "y" * own
    found = log_linear(accord.from_coders({"A": one, "B": two}))
    (said,) = [s.key for s in found.says() if s.key.startswith("loglinear.agree")]
    assert said == ("loglinear.agree" if agree else "loglinear.agree-not-shown")


def test_settings_at_their_ends():
    """No restart and no smoothing are allowed, less is refused."""
    assert len(accord.latent.glad(STUDY, restarts=0).labels) == 30
    assert len(accord.latent.mace(STUDY, fit="em", smoothing=0.0).labels) == 30
    with pytest.raises(AccordError, match="restarts must be 0 or more"):
        accord.latent.glad(STUDY, restarts=-1)
    with pytest.raises(AccordError, match="smoothing 0 or more"):
        accord.latent.mace(STUDY, fit="em", smoothing=-0.5)


def test_columns_of_coders():
    """P(k | t) where one table holds for all items; the vote has none."""
    found = accord.latent.dawid_skene(STUDY)
    columns = found.coder_columns()
    assert columns["P(x|y)"] == found.confusion[:, 1, 0].tolist()
    assert columns["coder"] == ["A", "B", "C"]
    vote = accord.latent.majority(STUDY).coder_columns()
    assert not [name for name in vote if name.startswith("P(")]


def test_the_limits_of_aickin_are_those_of_95_percent():
    """± 1.96 errors, and called 95%."""
    found = accord.latent.aickin_alpha(STUDY.only([0, 1]))
    interval = found.interval
    assert interval.confidence == 0.95
    assert interval.high - found.value == pytest.approx(1.959964 * interval.se)


@pytest.mark.parametrize("method", ["conditional", "marginal"])
def test_an_item_with_a_missing_rating_is_measured_by_the_others(method):
    """Its ability is where the expected steps of the raters who rated it add up to theirs: of a
    step h by a rater of severity s the chance goes with exp(h (θ − s) − Σ thresholds below h)."""
    rng = np.random.default_rng(6)
    theta = rng.normal(0, 1.5, 60)
    table = [
        [float(np.clip(round(2 + t + s + rng.normal(0, 0.6)), 0, 4)) for s in (0.4, 0.0, -0.4)]
        for t in theta
    ]
    table[7][1] = None
    found = accord.latent.facets(accord.from_wide(table), method=method)
    severity = [one.severity for one in found.raters]
    tops = np.concatenate([[0], np.cumsum(found.thresholds)])
    if method == "conditional":
        h = np.arange(5)
        expected = 0.0
        for j in (0, 2):
            p = np.exp(h * (found.ability[7] - severity[j]) - tops)
            expected += float(h @ p / p.sum())
        assert expected == pytest.approx(table[7][0] + table[7][2], abs=1e-6)
        p = np.exp(h * found.ability[7] - tops)
        assert found.fair[7] == pytest.approx(float(h @ p / p.sum()), abs=1e-6)
    assert np.isfinite(found.log_likelihood)
