"""Kurniawan et al. (2025): soft micro F1 and PO-JSD, on the numbers of the authors' own tests; the
names of LeWiDi 2025, by hand."""

import math

import numpy as np
import pytest

import accord
from accord.infer.judges.soft_labels import entropy, soft_distances, soft_f1


def test_po_jsd_of_the_authors():
    """p = .2, q = .6: PO-JSD .8754887502."""
    jsd = soft_distances(np.array([[0.2, 0.8]]), np.array([[0.6, 0.4]]), False)["jsd"]
    assert 1 - jsd[0] == pytest.approx(0.8754887502, abs=1e-10)


def test_soft_micro_f1_of_the_authors():
    """Their three items of two labels."""
    p = np.array([[0.2, 0.3], [0.1, 0.8], [0.9, 0.7]])
    q = np.array([[0.8, 0.1], [0.3, 0.4], [0.7, 0.4]])
    wanted = 2 * (0.2 + 0.1 + 0.1 + 0.4 + 0.7 + 0.4) / (1.0 + 0.4 + 0.4 + 1.2 + 1.6 + 1.1)
    assert soft_f1(p, q) == pytest.approx(wanted, abs=1e-12)


def test_soft_f1_is_half_of_manhattan_off_one():
    """Of distributions soft F1 is the soft accuracy, 1 − Manhattan/2 (.6 in their test)."""
    p, q = np.array([[0.2, 0.8]]), np.array([[0.6, 0.4]])
    assert soft_f1(p, q) == pytest.approx(0.6, abs=1e-12)
    assert soft_distances(p, q, False)["manhattan"][0] == pytest.approx(0.8, abs=1e-12)


def test_the_measures_of_lewidi_by_name():
    """Manhattan and Wasserstein of distributions, error rate and normalised distance per person.

    Item i: people 1, 2, 5 and the model 2, 2, 4 on a scale of 1 to 5; item j: people 3, 3, 3.
    """
    people = accord.from_coders(
        {"A": [1, 3], "B": [2, 3], "C": [5, 3]}, items=["i", "j"], categories=[1, 2, 3, 4, 5]
    )
    model = {"i": {2: 2 / 3, 4: 1 / 3}, "j": {3: 1.0}}
    found = accord.infer.soft_labels(people, model, ordered=True, resamples=50)
    # i: |1/3| + |1/3 − 2/3| + 0 + 1/3 + 1/3 = 4/3; cumulative gaps 1/3, 0, 0, 1/3
    assert found["average Manhattan distance"].value == pytest.approx(4 / 3 / 2, abs=1e-12)
    assert found["average Wasserstein distance"].value == pytest.approx(2 / 3 / 2, abs=1e-12)
    # the model's label of i is 2: A and C are missed, by 1 and 3 of the 4 steps of the scale
    assert found.average_error_rate == pytest.approx((2 / 3 + 0) / 2, abs=1e-12)
    assert found.average_distance == pytest.approx((4 / 4 / 3 + 0) / 2, abs=1e-12)
    assert [one.error_rate for one in found.people] == [0.5, 0.0, 0.5]
    assert [one.distance for one in found.people] == [0.125, 0.0, 0.375]


def test_kl_and_cross_entropy_by_hand():
    """In bits: CE = H + KL."""
    p, q = np.array([[0.5, 0.5, 0.0]]), np.array([[0.25, 0.5, 0.25]])
    found = soft_distances(p, q, False)
    assert found["kl"][0] == pytest.approx(0.5 * math.log2(2), abs=1e-9)
    assert found["cross-entropy"][0] == pytest.approx(1.5, abs=1e-9)
    assert entropy(p)[0] == 1.0


@pytest.mark.parametrize("people", [2, 5, 20])
def test_the_ceiling_is_what_the_truth_scores(people):
    """The true distributions score what the ceiling says, within 6% and the error of the draw."""
    rng = np.random.default_rng(people)
    truth = rng.dirichlet([0.6, 1.0, 1.4], size=1500)
    labels = np.array([rng.choice(3, size=people, p=row) for row in truth])
    study = accord.from_wide(labels)
    model = {item: dict(enumerate(row)) for item, row in zip(study.items, truth, strict=True)}
    found = accord.infer.soft_labels(study, model, ordered=True, resamples=50)
    for name in ("manhattan", "wasserstein", "jsd", "kl", "cross-entropy", "soft f1", "po-jsd"):
        one = found[name]
        assert one.value == pytest.approx(one.ceiling, rel=0.06), name


def test_the_error_of_an_entropy():
    """The standard deviation of the entropy is that of draws from the Dirichlet distribution."""
    study = accord.from_wide([["a", "a", "a", "b"], ["c", "a", "b", "a"]])
    model = {item: {"a": 1.0} for item in study.items}
    found = accord.infer.soft_labels(study, model, resamples=50)
    one = next(each for each in found.entropy if each.item == study.items[0])
    drawn = np.random.default_rng(1).dirichlet([3.5, 1.5, 0.5], size=200_000)
    sd = entropy(drawn).std()
    assert one.entropy == pytest.approx(0.811278, abs=1e-6)
    assert one.error == pytest.approx(sd, rel=0.01)
    assert found.entropy[0].entropy >= found.entropy[1].entropy
