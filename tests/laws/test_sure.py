"""What is said about a value holds: exact bounds, rare categories, probabilities, many tests."""

from dataclasses import replace

import numpy as np
import pytest

import accord
from accord.infer.advice.plan import simulated
from accord.infer.resample.krippendorff import pair_replicates
from accord.infer.tests.significance import adjusted, probability_below

LOPSIDED = accord.from_coders({"A": "a" * 19 + "b", "B": "a" * 19 + "b"})


@pytest.mark.parametrize(
    ("name", "apart"), [("percent", 1.0), ("s", 1 / 2), ("ac1", 1 - 0.095), ("pi", 0.095)]
)
def test_the_bound_of_unanimous_data_has_the_measure_s_own_chance(name, apart):
    """20 items, no disagreement: up to 1 − .025^(1/20) = .1684 of all items may have one, and the
    lower limit is 1 − .1684/D_e: .6631 for S (D_e = 1/2), .8139 for AC1 (D_e = 1 − .095), −.7730
    for π (D_e = .095), .8316 for A_o."""
    found = accord.interval(LOPSIDED, name)
    assert found.low == pytest.approx(1 - (1 - 0.025 ** (1 / 20)) / apart, abs=1e-12)
    assert (found.high, found.method) == (1.0, "exact bound")


@pytest.mark.parametrize("name", ["percent", "s", "ac1", "weighted_s", "ac2", "pi", "alpha"])
@pytest.mark.parametrize("over", [None, "items", "coders", "both"])
def test_constant_data_have_a_bound_or_a_reason(name, over):
    """All codings alike, more categories declared: never an exception, for any unit."""
    study = accord.from_wide([[2, 2, 2]] * 8, categories=[1, 2, 3])
    settings = {"distance": "interval"} if name in ("weighted_s", "ac2", "alpha") else {}
    found = accord.interval(study, accord.bound(name, **settings), over=over)
    assert np.isnan(found.low) == bool(over in ("coders", "both") or name in ("pi", "alpha"))
    assert found.notes


def test_three_unanimous_items_prove_little():
    """Three items without disagreement: π may well be below .667."""
    study = accord.from_coders({"A": "aab", "B": "aab"})
    # D_e = 4/9: below .667 where more than .148 of all items have disagreement
    assert probability_below(study, "pi", 0.667) == pytest.approx(
        (1 - 0.333 * 4 / 9) ** 3, abs=1e-9
    )


@pytest.mark.parametrize("method", [None, "bca", "score", "percentile", "basic", "jackknife"])
def test_probabilities_agree_with_the_interval(method):
    """At a limit of the interval the confidence is that of the limit."""
    study = simulated(80, 3, np.array([0.5, 0.3, 0.2]), 0.6, np.random.default_rng(4))
    found = accord.interval(study, "pi", method=method, confidence=0.9)
    how = {"method": method, "rng": 0}
    assert probability_below(study, "pi", found.low, **how) == pytest.approx(0.05, abs=2e-3)
    assert probability_below(study, "pi", found.high, **how) == pytest.approx(0.95, abs=2e-3)


def test_a_rare_category_is_covered():
    """Two coders, a category of 5% and no agreement beyond chance, 100 items: of 100 default
    intervals 93% or more hold 0 (within 2.5 standard errors), where the bootstrap holds it in
    fewer than half of all studies."""
    rng, held, drawn = np.random.default_rng(7), [], []
    for _ in range(100):
        study = simulated(100, 2, np.array([0.95, 0.05]), 0.0, rng)
        found = accord.interval(study, "pi")
        assert found.method == "score"
        held.append(found.low <= 0 <= found.high)
        if len(drawn) < 30:
            plain = accord.interval(study, "pi", method="percentile", resamples=200)
            drawn.append(plain.low <= 0 <= plain.high)
    assert np.mean(held) > 0.93 - 2.5 * (0.93 * 0.07 / 100) ** 0.5
    assert np.mean(drawn) < 0.5


def test_the_score_interval_of_a_share_is_wilson_s():
    """Observed agreement of two coders is a share, and Wilson's interval is its score interval:
    (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n), here with t for z. Under the model A_o
    cannot be below its chance, so only where the limits are above .5 (two even categories)."""
    from scipy.special import stdtrit

    study = accord.from_confusion([[40, 6], [6, 40]], categories=["a", "b"])
    found = accord.interval(study, "percent", method="score")
    n, p, z = 92, 80 / 92, float(stdtrit(91, 0.975))
    middle, wide = p + z**2 / (2 * n), z * (p * (1 - p) / n + z**2 / (4 * n**2)) ** 0.5
    # Limits are interpolated between 33 points of the curve: half a thousandth.
    assert found.low == pytest.approx((middle - wide) / (1 + z**2 / n), abs=2e-3)
    assert found.high == pytest.approx((middle + wide) / (1 + z**2 / n), abs=2e-3)


def test_holm_and_benjamini_hochberg_by_hand():
    """Sorted .001, .01, .02, .9 of four: Holm .004, .03, .04, .9; BH .004, .02, .0267, .9."""
    p = [0.02, 0.9, 0.001, 0.01]
    assert adjusted(p) == pytest.approx([0.04, 0.9, 0.004, 0.03])
    assert adjusted(p, "bh") == pytest.approx([0.08 / 3, 0.9, 0.004, 0.02])
    assert np.isnan(adjusted([0.01, float("nan")])[1])
    assert adjusted([0.01, float("nan")])[0] == 0.01


def test_krippendorff_s_bootstrap_warns():
    """His interval says that it covers less than it claims; his q keeps its name."""
    study = simulated(60, 3, np.array([0.5, 0.5]), 0.8, np.random.default_rng(1))
    alpha = accord.bound("alpha", distance="nominal")
    found = accord.interval(study, alpha, method="krippendorff", resamples=300)
    assert "this interval is too narrow" in found.notes[0]
    own = probability_below(study, alpha, 0.7, method="krippendorff", resamples=300)
    drawn = pair_replicates(study, alpha, resamples=300)
    assert own == drawn.below(0.7)


def test_one_doubt_an_interval():
    """Few documents, few items with disagreement: one note, that of the few; with enough documents
    that they were drawn; what a formula is stays beside it."""
    for documents, expected in ((6, "which has only 6 groups"), (40, "(40 groups), because")):
        labels = "xy" * documents
        study = accord.from_coders({"A": labels, "B": labels[:-1] + "x", "C": labels})
        about = {"document": tuple(f"d{at // 2}" for at in range(len(labels)))}
        (note,) = accord.interval(replace(study, about=about), "pi").notes
        assert expected in note
        assert "above the nominal" not in note
    few = accord.from_coders({"A": "xyxyxyxy", "B": "xyxyxyxx"})
    (note,) = accord.interval(few, "pi").notes
    assert note == "only 8 items: treat the interval as rough"
    both = accord.interval(few, "kappa", method="analytic").notes
    assert [note for note in both if "Fleiss" in note]


def test_a_frequent_category_is_not_called_rare():
    """Of 30 items two coders have 40% of one category: 30 · .4² = 4.8 agreements on it are expected
    by chance, fewer than five, which is said, and not that it is rare."""
    study = accord.from_coders({"A": "x" * 18 + "y" * 12, "B": "y" * 4 + "x" * 18 + "y" * 8})
    (note,) = accord.interval(study, "pi").notes
    assert note.startswith("fewer than 5 chance agreements are expected on a category")
    one_more = accord.from_coders({"A": "x" * 18 + "y" * 13, "B": "y" * 5 + "x" * 18 + "y" * 8})
    assert accord.interval(one_more, "pi").notes == ()  # 31 · .42² = 5.5


def _skewed():
    """Three kinds of items, twelve each, whose shares hardly move the value: resamples are skewed
    to one side, so that bca asks for more than the largest of them at 96%."""
    labels = {"A": ("ab", "b", "c"), "B": ("a", "b", "cd"), "C": ("ab", "bc", "c")}
    return accord.from_coders(
        {who: [frozenset(s) for s in own] * 12 for who, own in labels.items()}
    )


def test_far_beyond_all_resamples_is_shown():
    """α is .378, its interval .37 to .38: that it is below .667 is surer than 99%; farther out it
    is surer still, and near the value it is what the resamples show."""
    study, measure = _skewed(), accord.bound("alpha", distance="masi")
    found = [probability_below(study, measure, at) for at in (0.3, 0.38, 0.5, 0.667, 0.9)]
    assert found == sorted(found)
    assert found[0] < 0.01
    assert 0.5 < found[1] < 0.96
    assert found[3] > 0.99


def test_how_far_beyond_is_cantelli_s():
    """At k standard errors above the value the confidence is k²/(1 + k²), whatever the shape."""
    study, measure = _skewed(), accord.bound("alpha", distance="masi")
    found = accord.interval(study, measure)
    for k in (8, 15):
        at = measure.compute(study).value + k * found.se
        assert probability_below(study, measure, at) == pytest.approx(k**2 / (1 + k**2), abs=1e-6)
