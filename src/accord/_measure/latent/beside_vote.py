"""How good combined labels are: coders like these are simulated, where the truth is known.

A model of coders has a confusion matrix for each of them. With few codings it fits chance, is surer
than it is right, and may be worse than the plain vote. So coders as accurate as these (one coin
each) label items whose truth is drawn; the model is fitted to their labels, and both are compared
with the truth. How accurate they are is taken from how often they agree with each other, not from a
model: a model finds coders in noise who are better than any of them.
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
    right = coders_right(study)
    random = np.random.default_rng(rng)
    number = int(np.clip(_LARGE // len(study), 3, draws))
    rounds = LONG if len(study) < SETTLED else SHORT
    rows = []
    for _ in range(number):
        truth = random.choice(k, size=len(study.items), p=coins.prevalence / coins.prevalence.sum())
        hit = random.random(len(study)) < right[study.who()]
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
