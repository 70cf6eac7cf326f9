"""One label for each item of a crowd: by what, and how often it would be right."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from accord._measure.latent.beside_vote import beside_vote
from accord._measure.latent.dawid_skene import dawid_skene
from accord.model.showing import Result

_SURE = 0.9
"""A combined label less probable than this is worth a second look."""

_ROUNDS = 100
"""Rounds of EM, after which hardly an item of a crowd changes."""

_DRAWS = 3
"""Simulated studies in a report, which has many items; `accord consensus` draws more."""


@dataclass(frozen=True, slots=True)
class Combined(Result):
    """How good the combined labels are expected to be.

    :param by: "model" (Dawid & Skene), or "vote" where that is better.
    :param right: The share that is right, by simulated coders like these.
    :param unsure: The share of items whose label is less than 90% probable, by the model.
    """

    by: str
    right: float
    unsure: float


def combined(study: Any) -> Combined | None:
    """The better of the model and the vote; None where there is nothing to combine."""
    beside = beside_vote(study, draws=_DRAWS)
    if beside is None:
        return None
    model = dawid_skene(study, restarts=0, max_iter=_ROUNDS)
    unsure = float(np.nanmean(model.confidence < _SURE))
    if beside.worse:
        return Combined("vote", beside.vote, unsure)
    return Combined("model", beside.model, unsure)
