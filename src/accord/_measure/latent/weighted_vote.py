"""Votes that count by how often a coder agrees with the vote: Wawa, and zero-based skill."""

from typing import Any, Literal

import numpy as np

from accord._measure.latent.majority import Consensus, check_table
from accord.errors import AccordError
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray

_Ties = Literal["split", "first"]

HALVED_EVERY = 20
"""After so many rounds zero-based skill takes steps half as long, so that it comes to rest."""


def wawa(study: Codings, *, ties: _Ties = "split") -> Consensus:
    """Wawa ("worker agreement with aggregate"): a vote in which each coder counts by the share of
    labels that equal the plain majority.

        skill_c = (labels of c equal to the majority label) / (labels of c)

    Skill is not corrected for chance: it counts the coder's own vote, and coders who guess between
    two labels have about a half. References: ustalov2024.

    :param study: The study.
    :param ties: Where labels share the most votes: "split" counts each of them as its share of one
        hit; "first" takes the first category, as crowd-kit does.

    >>> import accord
    >>> labels = {"A": "xxyyxxyy", "B": "xxyyxxyy", "C": "xyyyxxyx", "D": "yxyxyxxy"}
    >>> accord.latent.wawa(accord.from_coders(labels)).of_coders["skill"].tolist()
    [1.0, 1.0, 0.75, 0.5]
    """
    settings: dict[str, Any] = {"ties": ties}
    votes = _Votes(study, ties)
    skill = votes.skill(votes.shares(np.ones(len(study.coders))))
    return votes.consensus("wawa", skill, settings)


def zero_based_skill(
    study: Codings, *, ties: _Ties = "split", max_iter: int = 100, tolerance: float = 1e-12
) -> Consensus:
    """Zero-based skill: Wawa's vote is taken again with the skills, until they come to rest.

    All coders begin alike; in each round skill ← skill + r·(share of labels equal to the weighted
    vote − skill), r = 1, halved every 20 rounds. It needs no gold items. As with Wawa, skill is
    not corrected for chance. References: ustalov2024.

    :param study: The study.
    :param ties: As for `wawa`.
    :param max_iter: The most rounds.
    :param tolerance: How little a skill may change in the last round.

    >>> import accord
    >>> labels = {"A": "xxyyxxyy", "B": "xxyyxxyy", "C": "xyyyxxyx", "D": "yxyxyxxy"}
    >>> accord.latent.zero_based_skill(accord.from_coders(labels)).of_coders["skill"].tolist()
    [1.0, 1.0, 0.75, 0.5]
    """
    if max_iter < 1:
        raise AccordError("max_iter must be 1 or more")
    settings: dict[str, Any] = {"ties": ties, "tolerance": tolerance, "max": max_iter}
    votes = _Votes(study, ties)
    skill = np.full(len(study.coders), 1 / max(len(study.categories), 1))
    rate, rounds, converged = 1.0, 0, False
    while rounds < max_iter and not converged and len(study):
        rounds += 1
        if rounds % HALVED_EVERY == 0:
            rate /= 2
        step = rate * (votes.skill(votes.shares(np.nan_to_num(skill))) - skill)
        skill = skill + step
        converged = float(np.nan_to_num(np.abs(step)).max(initial=0.0)) < tolerance
    return votes.consensus("zero-based-skill", skill, settings, rounds, converged)


class _Votes:
    """The votes of a study, which coders cast with a weight."""

    def __init__(self, study: Codings, ties: _Ties) -> None:
        if ties not in ("split", "first"):
            raise AccordError(f"unknown rule for ties {ties!r}. Use 'split' or 'first'")
        self.study, self.ties = study, ties
        self.n, self.k = len(study.items), len(study.categories)
        check_table(study, self.n * self.k)
        self.coder = study.who()
        self.at = study.item.astype(np.int64) * self.k + study.category
        self.codings = np.bincount(self.coder, minlength=len(study.coders))

    def shares(self, weight: FloatArray) -> FloatArray:
        """Weighted shares of the votes; plain ones where all who voted weigh nothing."""
        votes = self._votes(weight[self.coder])
        plain = self._votes(np.ones(len(self.study)))
        votes = np.where(votes.sum(axis=1, keepdims=True) > 0, votes, plain)
        total = votes.sum(axis=1, keepdims=True)
        none = np.full_like(votes, np.nan)
        return np.asarray(np.divide(votes, total, out=none, where=total > 0))

    def skill(self, shares: FloatArray) -> FloatArray:
        """How often each coder has the label of the vote, nan for a coder without codings."""
        best = np.nan_to_num(shares, nan=-1.0)
        # Shares that differ by less than rounding are a tie, as in `Consensus`.
        won = (best >= best.max(axis=1, keepdims=True, initial=0.0) - 1e-9).astype(np.float64)
        if self.ties == "first":
            won *= np.cumsum(won, axis=1) == 1
        won /= np.maximum(won.sum(axis=1, keepdims=True), 1)
        hits = np.bincount(self.coder, weights=won.ravel()[self.at], minlength=len(self.codings))
        unknown = np.full(len(self.codings), np.nan)
        return np.asarray(np.divide(hits, self.codings, out=unknown, where=self.codings > 0))

    def consensus(
        self,
        method: str,
        skill: FloatArray,
        settings: dict[str, Any],
        rounds: int = 1,
        converged: bool = True,
    ) -> Consensus:
        """The vote with these weights."""
        skill = np.where(self.codings > 0, skill, np.nan)
        shares = self.shares(np.nan_to_num(skill))
        coded = np.isfinite(shares).all(axis=1) & (self.k > 0)
        prevalence = shares[coded].mean(axis=0) if coded.any() else np.full(self.k, np.nan)
        notes = []
        if not len(self.study):
            notes.append("there are no labels")
        elif not coded.all():
            notes.append(
                f"{int((~coded).sum())} of {self.n} items have no labels, so none is estimated"
            )
        if len(self.study) and not converged:
            notes.append(f"skills still changed after {rounds} rounds; allow more")
        return Consensus(
            method,
            self.study.items,
            self.study.coders,
            self.study.categories,
            shares,
            prevalence,
            iterations=rounds,
            converged=converged,
            notes=tuple(notes),
            settings=settings,
            of_coders={"skill": skill},
        )

    def _votes(self, weight: FloatArray) -> FloatArray:
        counts = np.bincount(self.at, weights=weight, minlength=self.n * self.k)
        return np.asarray(counts, dtype=np.float64).reshape(self.n, self.k)
