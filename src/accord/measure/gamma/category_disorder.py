"""Disorder of categories alone, given an alignment: what γ-cat and γ-k are made of.

Each pair of aligned units (u, v) counts with the confidence max(0, 1 − α d_pos(u, v)) that the
two mean the same thing, and a unitary alignment of k units with 1/(k − 1), so that each unit
counts once, as in Krippendorff's α with missing values:

    δ_cat = Σ w d_cat / Σ w,    w = max(0, 1 − α d_pos(u, v)) / (k − 1)

Units aligned with nothing say nothing about categories and do not count.
"""

from dataclasses import dataclass
from math import nan

import numpy as np

from accord.measure.gamma.dissimilarity import Fitted
from accord.model.names import FloatArray, IntArray
from accord.model.units.unitizings import Spans


@dataclass(frozen=True, slots=True)
class CategoryDisorder:
    """Weighted sums of d_cat and of weights: over all pairs, and over those with category k."""

    cost: float
    weight: float
    costs: FloatArray
    weights: FloatArray

    def of(self, k: int | None = None) -> float:
        """δ_cat, or that of category k; nan where no two units are aligned."""
        cost, weight = (self.cost, self.weight) if k is None else (self.costs[k], self.weights[k])
        return float(cost / weight) if weight > 0 else nan


def category_disorder(
    d: Fitted, spans: Spans, members: IntArray, block: IntArray, blocks: int
) -> list[CategoryDisorder]:
    """The disorder of categories of each block; rows of `members` are unitary alignments."""
    size = 0 if d.matrix is None else len(d.matrix)
    cost, weight = np.zeros(blocks), np.zeros(blocks)
    costs, weights = np.zeros((blocks, size)), np.zeros((blocks, size))
    if d.matrix is not None:
        share = 1.0 / np.maximum((members >= 0).sum(axis=1) - 1, 1)
        for i in range(members.shape[1]):
            for j in range(i):
                both = np.flatnonzero((members[:, i] >= 0) & (members[:, j] >= 0))
                u, v = spans.at(members[both, i]), spans.at(members[both, j])
                confidence = np.maximum(0.0, 1.0 - d.placed(u, v)) * share[both]
                apart = confidence * d.matrix[u.category, v.category]
                at = block[both]
                np.add.at(weight, at, confidence)
                np.add.at(cost, at, apart)
                other = u.category != v.category
                for category, rows in ((u.category, slice(None)), (v.category, other)):
                    np.add.at(weights, (at[rows], category[rows]), confidence[rows])
                    np.add.at(costs, (at[rows], category[rows]), apart[rows])
    return [
        CategoryDisorder(float(cost[b]), float(weight[b]), costs[b], weights[b])
        for b in range(blocks)
    ]
