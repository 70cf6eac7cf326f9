"""σ and KS (Braylan, Alonso & Lease 2022): the authors' own example, by hand, against SciPy."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import ks_2samp

import accord
from accord._measure.labels.distributions import ks, sigma


def test_by_hand():
    """Two items, two coders, numbers 0 and 1 against 10 and 10: distances within 1 and 0, between
    100, 100, 81, 81. Every distance within is below every one between: σ = KS = 1."""
    study = accord.from_wide([[0, 1], [10, 10]])
    assert sigma(study, distance="interval").value == 1
    assert ks(study, distance="interval").value == 1


def test_one_far_pair_by_hand():
    """Items (0, 0), (5, 5), (0, 9): within 0, 0, 81; between: 25 ×4, then 0, 0, 81, 81 and 25, 25,
    16, 16. 2 of 12 between are 0, which is more than 5%: σ = 0. F_within − F_between is
    2/3 − 2/12 at 0 and less later: KS = 1/2."""
    study = accord.from_wide([[0, 0], [5, 5], [0, 9]])
    found = ks(study, distance="interval")
    assert found.value == pytest.approx(0.5, abs=1e-12)
    assert found.observed == pytest.approx(0.5, abs=1e-12)
    assert sigma(study, distance="interval").value == 0
    assert sigma(study, distance="interval", share=0.2).value == pytest.approx(2 / 3, abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_the_statistic_of_scipy(seed):
    """KS is SciPy's one-sided two-sample statistic; σ the share below the 5% quantile."""
    rng = np.random.default_rng(seed)
    true = rng.normal(size=(25, 1))
    table = np.round(true + 0.5 * rng.normal(size=(25, 3)), 3)
    # Squares of numbers with three decimals: equal ones are equal when rounded.
    within = [round((r[a] - r[b]) ** 2, 9) for r in table for a in range(3) for b in range(a)]
    between = [
        round((table[i, a] - table[j, b]) ** 2, 9)
        for i in range(25)
        for j in range(i)
        for a in range(3)
        for b in range(3)
    ]
    study = accord.from_wide(table.tolist())
    statistic = ks_2samp(within, between, alternative="greater").statistic
    assert ks(study, distance="interval").value == pytest.approx(statistic, abs=1e-12)
    low = np.quantile(between, 0.05, method="inverted_cdf")
    share = np.mean(np.array(within) < low)
    assert sigma(study, distance="interval").value == pytest.approx(share, abs=1e-12)


TRANSLATIONS = """
She was very kind to show the town.|She kindly showed me around the town.
|She was very kind to show the town.|She was very kind for me to show the town.
|She take me on the tour in town kindly.
This is the book I was looking for.|This is the very book that I was looking for.
|This is exactly the book I was looking for.|This is the book just I look for.
|This is the book I was looking for\x20
I don't want to see myself that being at a loss.|Because I do not want to see myself miserable.
|I don't want to see myself lost.|Because I don't want to see myself being at a loss.
|Because I do not want to see myself who was bewildered.
Luckily he got on the train just in time.|fortunately he was in time for the train.
|Luckily, he was in time fo the train.|Fortunately he was in time for the train.
|Fortunately he was in time for a train.
I make it a rule to walk early morning.|I make it a rule to walk at early morning.
|I make it a rule to take a walk early in the morning.|I always take a walk early in the morning.
|It’s my rule to walk around every early morning.
He often goes to school late.|He is often late at school.|He often late for school.
|He is often late for school.|He is often late for school.
"""
"""Six sentences by five people each, in the authors' notebook (Praznat/annotationmodeling,
interannotator.ipynb, BSD-3-Clause), from the collection T2 of
garfieldpigljy/CrowdWSA2019."""


def gleu(one, other):
    """1 − GLEU, both ways the same: the share of common n-grams, n to 4, of those
    of the longer text."""
    counts = []
    for text in (one, other):
        words = text.split(" ")
        grams = [tuple(words[at : at + n]) for n in range(1, 5) for at in range(len(words) - n + 1)]
        counts.append(Counter(grams))
    common = (counts[0] & counts[1]).total()
    return 1 - common / max(map(Counter.total, counts))


def test_the_authors_own_example():
    """The notebook prints KS .918 and α .372040 with 1 − GLEU; its α divides by the mean distance
    between codings of different items alone, where Krippendorff's has those of an item too. (What
    it prints for BLEU is of a version of NLTK that smoothed otherwise.)"""
    lines = TRANSLATIONS.strip("\n").replace("\n|", "|").split("\n")
    texts = [line.split("|") for line in lines]
    assert [len(row) for row in texts] == [5] * 6
    study = accord.from_wide(texts)
    assert ks(study, distance=gleu).value == pytest.approx(0.918, abs=1e-12)
    flat = [(item, text) for item, row in enumerate(texts) for text in row]
    pairs = [(i == j, gleu(a, b)) for n, (i, a) in enumerate(flat) for j, b in flat[:n]]
    within = np.array([d for same, d in pairs if same])
    between = np.array([d for same, d in pairs if not same])
    assert (len(within), len(between)) == (60, 375)
    assert 1 - within.mean() / between.mean() == pytest.approx(0.372040, abs=5e-7)
    alpha = accord.alpha(study, distance=gleu)
    assert alpha.observed == pytest.approx(within.mean(), abs=1e-12)
    every = (within.sum() + between.sum()) / 435
    assert alpha.expected == pytest.approx(every, abs=1e-12)
    close = np.mean(within < np.quantile(between, 0.05, method="inverted_cdf"))
    assert sigma(study, distance=gleu).value == pytest.approx(close, abs=1e-12)
    assert close == pytest.approx(0.95, abs=1e-12)


def test_an_item_drawn_twice_is_one():
    """In a resample the copies of an item are not codings of different items that agree."""
    study = accord.from_wide([[0, 1], [10, 10], [30, 33]])
    assert ks(study.take([0, 0, 1, 2]), distance="interval").value == 1
