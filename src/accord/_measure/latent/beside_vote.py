"""How good combined labels are: coders like these are simulated, where the truth is known.

A model of coders has a confusion matrix for each of them. With few codings it fits chance, is surer
than it is right, and may be worse than the plain vote. So coders as accurate as these (one coin
each) label items whose truth is drawn, and which are as unequally hard as these; the model is
fitted to their labels, and both are compared with the truth. How accurate coders are and how unlike
items is taken from how often coders agree with each other, not from a model: a model finds coders
in noise who are better than any of them.
"""

from dataclasses import dataclass, replace

import numpy as np

from accord._measure.latent.dawid_skene import dawid_skene
from accord._measure.latent.majority import Consensus
from accord.kinds.canonical import in_canonical_order
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result

_DRAWS = 20
"""How many studies are simulated."""

_LARGE = 300_000
"""Codings in all simulated studies: of a large study fewer are drawn, but three at least, because
each of them says more."""

SETTLED, SHORT, LONG = 10_000, 25, 1000
"""From so many codings on, labels no longer change after a few rounds of EM; with few of them it is
just the slow end of EM that leads a model astray."""

_SHOWN = 1.645
"""Standard errors by which the vote must be better (5%, one-sided)."""

_MOST = 0.95
"""Of the variance that items can have at most: each would be told by all, or guessed by all."""

TOO_SURE = 0.03
"""So much surer than right is said; less is the error of such a simulation."""


@dataclass(frozen=True, slots=True)
class BesideVote(Result):
    """What simulated coders like these lead to, as shares of the items.

    :param model: How often the model's label is right.
    :param said: How often the model says that it is.
    :param vote: How often the vote is right; a tie counts by its share.
    :param worse: Whether the model is shown to be worse than the vote.
    """

    model: float
    said: float
    vote: float
    worse: bool

    @property
    def too_sure(self) -> bool:
        """Whether the model says to be right more often than it is."""
        return self.said - self.model > TOO_SURE


def beside_vote(study: Codings, *, draws: int = _DRAWS, rng: int = 0) -> BesideVote | None:
    """The model of Dawid & Skene beside the vote; None where there is nothing to compare.

    >>> from accord import from_coders
    >>> labels = {"A": "xyxyxyxyxy" * 9, "B": "xyxyxyxyxx" * 9, "C": "xyxyxyxyxy" * 9}
    >>> found = beside_vote(from_coders(labels), draws=5)
    >>> found.worse, found.too_sure
    (False, False)
    """
    study = in_canonical_order(study)
    k = len(study.categories)
    if k < 2 or len(study.coders) < 2 or not len(study):
        return None
    coins = dawid_skene(study, coin="one", restarts=0)
    if not np.isfinite(coins.prevalence).all():
        return None
    above = (coders_right(study) - 1 / k) * k / (k - 1)
    alike, apart = items_alike(study)
    random = np.random.default_rng(rng)
    number = int(np.clip(_LARGE // len(study), 3, draws))
    rounds = LONG if len(study) < SETTLED else SHORT
    rows = []
    for _ in range(number):
        truth = random.choice(k, size=len(study.items), p=coins.prevalence / coins.prevalence.sum())
        clear = np.sqrt(_drawn(alike, apart, len(study.items), random))
        skill = np.minimum(above[study.who()] * clear[study.item], 1.0)
        hit = random.random(len(study)) < 1 / k + (1 - 1 / k) * skill
        slip = (truth[study.item] + random.integers(1, k, len(study))) % k
        category = np.where(hit, truth[study.item], slip).astype(np.int32)
        drawn = replace(study, category=category)
        model = dawid_skene(drawn, restarts=0, max_iter=rounds)
        rows.append(
            (_right(model, truth), float(np.nanmean(model.confidence)), _vote(drawn, truth))
        )
    found = np.array(rows)
    better = found[:, 2] - found[:, 0]
    error = float(better.std(ddof=1)) / np.sqrt(number)
    model_right, said, vote = found.mean(axis=0).tolist()
    worse = bool(better.mean() > _SHOWN * error + 1e-12)
    return BesideVote(model_right, said, vote, worse)


def coders_right(study: Codings) -> FloatArray:
    """How often each coder is right, if errors are independent and go to all other labels alike.

    Let s be a coder's accuracy above guessing, (p − 1/k) / (1 − 1/k). Then two coders say the same
    with 1/k + (1 − 1/k) s s', so the agreement of all pairs gives the mean of s, and the agreement
    of one coder with the others that coder's s. The latter has an error, by which it is shrunk
    towards the mean (empirical Bayes): else coders of few labels would seem to differ.

    >>> from accord import from_coders
    >>> study = from_coders({"A": "xyxyxyxyxy", "B": "xyxyxyxyyx", "C": "xyxyxyxyxy"})
    >>> coders_right(study).round(3)
    array([0.928, 0.928, 0.928])
    """
    n, k, coders = len(study.items), len(study.categories), len(study.coders)
    who = study.who()
    counts = np.zeros((n, k))
    np.add.at(counts, (study.item, study.category), 1.0)
    labels = counts.sum(axis=1)
    pairs = float((labels * (labels - 1)).sum())
    alike = (float((counts * (counts - 1)).sum()) / pairs - 1 / k) / (1 - 1 / k) if pairs else 0.0
    if alike <= 0:
        return np.full(coders, 1 / k)
    mean = float(np.sqrt(alike))
    others = labels[study.item] - 1
    there = others > 0
    same = (counts[study.item, study.category] - 1)[there] / others[there]
    each = (same - 1 / k) / (1 - 1 / k) / mean
    number = np.bincount(who[there], minlength=coders)
    total = np.bincount(who[there], each, coders)
    found = np.where(number > 0, total / np.maximum(number, 1), mean)
    within = float(((each - found[who[there]]) ** 2).sum()) / max(1, len(each) - coders)
    error = within / np.maximum(number, 1)
    share = number / number.sum()
    between = max(0.0, float((share * ((found - mean) ** 2 - error)).sum()))
    kept = np.divide(between, between + error, out=np.zeros(coders), where=between + error > 0)
    above = np.clip(mean + kept * (found - mean), 0.0, 1.0)
    return np.asarray(1 / k + (1 - 1 / k) * above)


def items_alike(study: Codings) -> tuple[float, float]:
    """How alike two coders of one item are, beyond guessing: its mean over items, and the variance
    of items, some of which are harder than others.

    Two coders say the same of an item with p = 1/k + (1 − 1/k) a, if they are alike on it with a.
    So two pairs without a common coder both do with p²: their share, less the square of the mean
    of p, is the variance of items, whoever the coders are. It takes four labels; items with fewer
    tell nothing of it, and where none has four it is 0.

    >>> from accord import from_coders
    >>> study = from_coders({c: "xxxxyyyy" for c in "AB"} | {c: "xxxyyyyx" for c in "CD"})
    >>> alike, apart = items_alike(study)  # p is 1 in 6 items, 1/3 in 2; so are both pairs
    >>> round(alike, 3), round(apart, 3)  # 2 · 5/6 − 1, and 4 · (5/6 − 25/36)
    (0.667, 0.556)
    """
    n, k = len(study.items), len(study.categories)
    counts = np.zeros((n, k))
    np.add.at(counts, (study.item, study.category), 1.0)
    pairs = counts * (counts - 1)
    same, labels = pairs.sum(axis=1), counts.sum(axis=1)
    four = labels > 3
    two = labels[four] * (labels[four] - 1)
    if not four.any():
        every = float((labels * (labels - 1)).sum())
        return (float(same.sum()) / every * k - 1) / (k - 1) if every else 0.0, 0.0
    # Two pairs of one label share nobody in n (n − 1) (n − 2) (n − 3) ways, those of two in all.
    disjoint = same**2 - (pairs**2).sum(axis=1) + (pairs * (counts - 2) * (counts - 3)).sum(axis=1)
    both = float((disjoint[four] / (two * (labels[four] - 2) * (labels[four] - 3))).mean())
    mean = float((same[four] / two).mean())
    return (mean * k - 1) / (k - 1), max(0.0, both - mean**2) * (k / (k - 1)) ** 2


def _drawn(alike: float, apart: float, number: int, random: np.random.Generator) -> FloatArray:
    """How alike coders are on each of so many items, over the mean: a Beta with this variance."""
    most = alike * (1 - alike)
    if alike <= 0 or apart <= 0 or most <= 0:
        return np.ones(number)
    sum_of_both = most / min(apart, _MOST * most) - 1
    return random.beta(alike * sum_of_both, (1 - alike) * sum_of_both, number) / alike


def _right(found: Consensus, truth: IntArray) -> float:
    """The share of coded items whose most probable category is the true one."""
    coded = np.isfinite(found.probabilities).all(axis=1)
    return float((found.probabilities[coded].argmax(axis=1) == truth[coded]).mean())


def _vote(study: Codings, truth: IntArray) -> float:
    """The share of coded items that the vote gets right; of tied ones a share."""
    votes = np.zeros((len(study.items), len(study.categories)))
    np.add.at(votes, (study.item, study.category), 1.0)
    coded = votes.any(axis=1)
    first = votes[coded] == votes[coded].max(axis=1, keepdims=True)
    return float((first[np.arange(len(first)), truth[coded]] / first.sum(axis=1)).mean())
