"""Disputed labels of several dimensions: somebody decides about one of them at a time."""

from accord.errors import NotApplicableError, Setting
from accord.infer.rounds.disputes import DisputeProgress, Sifted
from accord.kinds.dimensions.study import Dimensions


def sifted(study: Dimensions, progress: DisputeProgress) -> Sifted:
    """Nobody decides about several dimensions in one cell."""
    raise NotApplicableError(
        "adjudication works with one dimension at a time. Leave out the dimensions and name the "
        f"column of one with {Setting('category')}"
    )
