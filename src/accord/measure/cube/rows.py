"""Rows of counts: items that look alike, and what counts of them under a rule for missing codings.

available   items with two or more codings count equally; chance rests on all codings,
            each item's codings weighted 1/n_i (Artstein & Poesio 2005, §5.1)
pairable    items with one coding are dropped; an item counts by its number of codings
            (Krippendorff)
complete    only items that every coder coded
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.measure.cube.pair_sums import item_disagreement
from accord.measure.distances.metric import Metric
from accord.model.codings.codings import Codings
from accord.model.codings.patterns import Counts, Patterns, Profiles
from accord.model.names import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows of counts (rows × categories), how many items have each, and how many coders could
    have coded an item. Where codings have weights, `own` is Σ w² of each entry and `complete`
    tells the items that every coder coded; elsewhere each coding counts once."""

    counts: Counts
    multiplicity: FloatArray
    missing: str
    coders: int
    own: FloatArray | None = None
    complete: BoolArray | None = None

    @cached_property
    def sizes(self) -> FloatArray:
        """n_i, how many codings an item of each row has."""
        return self.counts.totals

    @cached_property
    def pairs(self) -> FloatArray:
        """Σ w w′ over pairs of different codings of an item."""
        same = self.sizes if self.own is None else self.counts.sums(self.own)
        return self.sizes**2 - same

    @cached_property
    def inside(self) -> BoolArray:
        """Whether the rule lets the codings of each row in at all (under "available" also one)."""
        if self.missing == "pairable":
            return self.pairs > 0
        some = self.sizes > 0
        if self.missing == "available":
            return some
        return some & (self.sizes == self.coders if self.complete is None else self.complete)

    @property
    def usable(self) -> FloatArray:
        """How many items of each row the rule lets in."""
        return self.multiplicity * self.inside

    @property
    def weight(self) -> FloatArray:
        """How much one item of each row counts in D_o: 1, under "pairable" its codings."""
        paired = (self.inside & (self.pairs > 0)).astype(np.float64)
        return paired * self.sizes if self.missing == "pairable" else paired

    @property
    def scale(self) -> FloatArray:
        """How much one coding of each row counts in D_e; items count equally but for "pairable"."""
        if self.missing == "pairable":
            return self.inside.astype(np.float64)
        return self.inside / np.where(self.inside, self.sizes, 1.0)

    @property
    def codings(self) -> FloatArray:
        """How many codings of each row count in D_e."""
        return self.sizes * self.inside

    def disagreement(self, metric: Metric) -> FloatArray:
        """disagr_i of each row."""
        return item_disagreement(self.counts, metric, self.own, self.pairs)

    @cached_property
    def used(self) -> FloatArray:
        """n_k over the codings that the rule lets in."""
        return self.counts.columns(self.usable)


def rows_of(codings: Codings, missing: str) -> Rows:
    """The rows of codings: items that have the same counts of categories are one row."""
    patterns = Patterns.of(codings)
    return Rows(patterns.counts, patterns.multiplicity, missing, int(codings.counts()["c"]))


def coder_counts(
    codings: Codings,
    missing: str,
    multiplicity: FloatArray | None = None,
    profiles: Profiles | None = None,
) -> Counts:
    """n_ck, one row per coder, over the codings that count under the rule.

    `multiplicity` is how many items each item stands for; `profiles`, where they are known, give
    the same sooner.
    """
    needed = {"available": 1, "pairable": 2, "complete": len(codings.coders)}[missing]
    if profiles is not None:
        enough = (profiles.labels > 0).sum(axis=1) >= needed
        return profiles.by_coder(len(codings.categories), enough.astype(np.float64))
    coder, category = codings.who(), codings.category
    weights = None if multiplicity is None else multiplicity[codings.item]
    if needed > 1:
        kept = (np.bincount(codings.item, minlength=len(codings.items)) >= needed)[codings.item]
        if not kept.all():
            coder, category = coder[kept], category[kept]
            weights = None if weights is None else weights[kept]
    return Counts.of(coder, category, len(codings.coders), len(codings.categories), weights)


def alike_by_coder(codings: Codings) -> tuple[Codings, FloatArray, IntArray]:
    """One item of each kind, where a kind is who chose what; how many; the kind of each item."""
    n, k, c = len(codings.items), len(codings.categories), len(codings.coders)
    if c * np.log2(k + 1) >= 62:
        return codings, np.ones(n), np.arange(n)
    digit = (codings.category.astype(np.int64) + 1) * (k + 1) ** codings.who().astype(np.int64)
    running = np.concatenate([[0], np.cumsum(digit)])
    bounds = codings.bounds
    keys = running[bounds[1:]] - running[bounds[:-1]]
    _, first, inverse, times = np.unique(
        keys, return_index=True, return_inverse=True, return_counts=True
    )
    return codings.take(first), times.astype(np.float64), inverse.reshape(-1)
