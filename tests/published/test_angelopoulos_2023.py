"""Prediction-powered inference on 4,000 answers that a judge scored, 600 of them also a person.

The data are examples/data/support_eval.csv of SaifPunjwani/truescore, as counts: its true pass
rate is .7140, and it prints .8383 for the judge, .7150 [.6836, .7463] with PPI++, and .7183
[.6810, .7528] from the human labels alone.
"""

from itertools import chain, repeat

import numpy as np
import pytest

from accord.infer.judges.budget import label_budget
from accord.infer.judges.corrected import (
    judge_alone,
    people_alone,
    prediction_powered,
    rogan_gladen,
    score_difference,
)

COUNTS = {(1, 1): 416, (0, 1): 15, (1, 0): 90, (0, 0): 79}
"""(judge, person) → items that both scored."""

REST = {1: 2847, 0: 553}
"""judge → items that only the judge scored."""

both = list(chain.from_iterable(repeat(key, times) for key, times in COUNTS.items()))
rest = list(chain.from_iterable(repeat(key, times) for key, times in REST.items()))
JUDGE = np.array([judge for judge, _ in both] + rest, dtype=float)
PEOPLE = np.array([person for _, person in both] + [np.nan] * len(rest), dtype=float)


def test_the_scores_of_support_eval():
    """Judge .8383, people .7183 [.6810, .7528], corrected .7150 near [.684, .746].

    Our limits have one pass and one failure added, which moves them by less than .001.
    """
    assert f"{judge_alone(JUDGE).value:.4f}" == "0.8383"
    people = people_alone(PEOPLE)
    assert f"{people.value:.4f} {people.interval}" == "0.7183 [0.6810, 0.7528]"
    found = prediction_powered(JUDGE, PEOPLE)
    assert found.value == pytest.approx(0.7150, abs=0.0005)
    assert found.interval.low == pytest.approx(0.6836, abs=0.001)
    assert found.interval.high == pytest.approx(0.7463, abs=0.001)
    assert 0.7140 in found.interval
    assert found.width < people.width


def test_by_hand():
    """λ, the estimate and its variance, from the formulas, for λ estimated, 1 and 0."""
    y, f = PEOPLE[:600], JUDGE[:600]
    cov = ((y - y.mean()) * (f - f.mean())).sum() / 599
    lam = cov / (JUDGE.var(ddof=1) * (1 + 600 / 3400))
    found = prediction_powered(JUDGE, PEOPLE)
    assert found.power == pytest.approx(lam, abs=1e-12)
    value = lam * JUDGE[600:].mean() + (y - lam * f).mean()
    assert found.value == pytest.approx(value, abs=1e-12)
    assert prediction_powered(JUDGE, PEOPLE, power=0).value == pytest.approx(y.mean(), abs=1e-12)
    plain = prediction_powered(JUDGE, PEOPLE, power=1)
    assert plain.value == pytest.approx(JUDGE[600:].mean() + (y - f).mean(), abs=1e-12)
    assert plain.method == "ppi"


def test_rogan_gladen_on_all_is_the_formula():
    """With the labelled items among all, the share is the formula on all items, and the interval
    that of Lang & Reiczigel on the others and of the labels, added."""
    found = rogan_gladen(2847, 3400, (416, 431), (79, 169), labelled=600)
    se, sp = 416 / 431, 79 / 169
    assert found.value == pytest.approx((3353 / 4000 + sp - 1) / (se + sp - 1), abs=1e-12)
    assert found.interval.low < 0.7140 < found.interval.high
    assert found.width > prediction_powered(JUDGE, PEOPLE).width  # it knows less of the items


def test_a_judge_no_better_than_chance_has_no_corrected_rate():
    """se + sp ≤ 1: the formula divides by nothing, so there is no number, and the reason."""
    found = rogan_gladen(50, 100, (5, 10), (5, 10))
    assert np.isnan(found.value)
    assert "no better than chance" in found.notes[0]


def test_a_mean_that_is_no_share_has_the_plain_interval():
    """For scores the limits are those of the formulas, by t with n − 1 degrees of freedom."""
    rng = np.random.default_rng(4)
    truth = rng.normal(size=500)
    judge = truth + rng.normal(size=500) / 2 + 0.3
    people = np.where(np.arange(500) < 60, truth, np.nan)
    found = prediction_powered(judge, people)
    lam, n = found.power, 60
    errors = truth[:n] - lam * judge[:n]
    variance = errors.var(ddof=1) / n + lam**2 * judge[n:].var(ddof=1) / 440
    assert found.interval.se == pytest.approx(variance**0.5, abs=1e-12)
    assert found.interval.high - found.value == pytest.approx(2.000995 * variance**0.5, rel=1e-6)


def test_groups_of_items_widen_the_interval():
    """Items of one document that are alike count as one, whatever their number."""
    rng = np.random.default_rng(1)
    of = np.repeat(np.arange(60), 5)
    truth = np.repeat(rng.normal(size=60), 5)
    judge = truth + np.repeat(rng.normal(size=60), 5)
    people = np.where(of < 30, truth, np.nan)
    alone = prediction_powered(judge, people)
    grouped = prediction_powered(judge, people, groups=of.tolist())
    assert grouped.value == alone.value
    assert grouped.width / alone.width == pytest.approx(5**0.5, rel=0.1)


def test_paired_systems_are_compared_question_by_question():
    """Paired, the difference is the score of the differences; unpaired, the variances add up."""
    rng = np.random.default_rng(7)
    easy = rng.random(400)
    one, two = ((rng.random(400) < easy * 0.8 + more).astype(float) for more in (0.2, 0.0))
    seen = np.arange(400) < 200
    first, second = (one, np.where(seen, one, np.nan)), (two, np.where(seen, two, np.nan))
    paired = score_difference(first, second, paired=True)
    apart = score_difference(first, second)
    assert paired.value == pytest.approx((one - two).mean(), abs=0.02)
    assert apart.value == pytest.approx((one - two).mean(), abs=0.02)
    parts = [prediction_powered(*each).interval.se for each in (first, second)]
    assert apart.interval.se == pytest.approx((parts[0] ** 2 + parts[1] ** 2) ** 0.5, abs=1e-12)
    assert paired.width < apart.width


def test_labels_and_widths():
    """The width at the present number of labels is that of the interval, to 2%."""
    budget = label_budget(JUDGE, PEOPLE)
    width = {n: each for n, each, _ in budget.rows}[600]
    assert width == pytest.approx(prediction_powered(JUDGE, PEOPLE).width, rel=0.02)
