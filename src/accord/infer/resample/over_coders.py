"""Resamples over coders, alone or together with items, for the coefficients of the cube.

Coders drawn twice would agree with themselves, so pairs of one coder are left out: with w_c
how often coder c was drawn, an item's disagreement is

    Σ_{c≠c′} w_c w_c′ d(x_c, x_c′) / Σ_{c≠c′} w_c w_c′

and chance, likewise, compares different coders' codings (κ, β) or different codings (α).
"""

from collections.abc import Iterator
from typing import Any, TypeGuard

import numpy as np

from accord.engine.tally import Tally
from accord.infer.resample.sums import CHANCE, alike_by_coder
from accord.measure.bound import Bound
from accord.measure.cube import chance
from accord.measure.cube.chance import Basis, pair_sum, pair_sums
from accord.measure.distances.distance import Metric, distance
from accord.model.codings.codings import Codings
from accord.model.codings.patterns import Counts
from accord.model.names import FloatArray
from accord.model.study import Study
from accord.tasks import Tasks


def in_the_cube(study: Study, measure: Bound) -> TypeGuard[Codings | Tally]:
    """Whether this is sums over items whose coders are known, so that coders can have weights."""
    known = isinstance(study, Codings) or (isinstance(study, Tally) and study.merged is not None)
    return known and measure.name in CHANCE


def coder_replicates(
    study: Codings | Tally,
    measure: Bound,
    over: str,
    n: int,
    seed: int,
    n_jobs: Tasks | int | None,
) -> Iterator[FloatArray]:
    """The measure on `n` resamples of coders ("coders") or of coders and items ("both")."""
    coders = len(study.coders)
    small, multiplicity, _ = alike_by_coder(study)
    task = _Weighted(small, measure.name, measure.missing, measure.distance)
    seeds = np.random.SeedSequence(seed).spawn(n)
    parts = [(task, coders, multiplicity, over, seeds[at : at + 50]) for at in range(0, n, 50)]
    return Tasks.of(n_jobs).stream(_drawn, parts, unpack=np.asarray)


def _drawn(
    task: "_Weighted",
    coders: int,
    multiplicity: FloatArray,
    over: str,
    seeds: "list[np.random.SeedSequence]",
) -> FloatArray:
    """The coefficient of one resample for each seed."""
    values = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        drawn = np.bincount(rng.integers(coders, size=coders), minlength=coders)
        items = multiplicity
        if over == "both":
            units = int(multiplicity.sum())
            items = rng.multinomial(units, multiplicity / units).astype(np.float64)
        values.append(task.value(drawn.astype(np.float64), items))
    return np.array(values)


class _Weighted:
    """One coefficient as a function of weights of coders and of (kinds of) items."""

    def __init__(self, study: Codings, name: str, missing: str, given: Any) -> None:
        self.study, self.missing = study, missing
        self.by_chance = CHANCE[name]
        self.distance = distance(given)
        k = len(study.categories)
        self.key = study.item.astype(np.int64) * k + study.category
        sizes = np.bincount(study.item, minlength=len(study.items))
        self.complete = sizes == len(study.coders)

    def value(self, coders: FloatArray, items: FloatArray) -> float:
        """1 − D_o/D_e, nan where it is undefined."""
        study, k = self.study, len(self.study.categories)
        weight = coders[study.who()]
        if self.missing == "complete":
            items = items * self.complete
        flat = np.bincount(self.key, weights=weight, minlength=len(study.items) * k)
        table: FloatArray = flat.reshape(len(study.items), k).astype(np.float64)
        counts = _counts(table)
        sizes = table.sum(axis=1)
        squares = np.bincount(study.item, weights=weight**2, minlength=len(study.items))
        pairs = sizes**2 - squares
        paired = pairs > 0
        ranked = items if self.missing == "available" else items * paired
        metric = self.distance.fit(study.categories, ranked @ table, study.declared)
        disagreement = pair_sums(counts, metric) - _with_oneself(study, weight, metric)
        scale = items * paired * (sizes if self.missing == "pairable" else 1.0)
        if not scale.sum():
            return float("nan")
        each = np.divide(disagreement, pairs, out=np.zeros_like(pairs), where=paired)
        observed = float(scale @ each / scale.sum())
        if self.by_chance is None:
            return 1.0 - observed
        inside = items * (paired if self.missing == "pairable" else sizes > 0)
        expected = self._expected(table, sizes, inside, weight, metric)
        return 1.0 - observed / expected if expected > 1e-12 * max(observed, 1e-300) else np.nan

    def _expected(
        self,
        table: FloatArray,
        sizes: FloatArray,
        inside: FloatArray,
        weight: FloatArray,
        metric: Metric,
    ) -> float:
        if self.by_chance == "per coder":
            study = self.study
            cell = study.who().astype(np.int64) * metric.size + study.category
            shape = len(study.coders), metric.size
            weights = weight * inside[study.item]
            flat = np.bincount(cell, weights=weights, minlength=shape[0] * shape[1])
            tally = flat.reshape(shape).astype(np.float64)
            if (tally.sum(axis=1) > 0).sum() < 2:
                return float("nan")
            return chance.per_coder(Basis(np.zeros(0), 0.0, _counts(tally)), metric)
        if self.by_chance == "drawn" and self.missing == "pairable":
            # All pairs of different codings; copies of one coding are not different.
            n_k = inside @ table
            same = float((weight**2 * inside[self.study.item]).sum())
            return pair_sum(n_k, metric) / (float(n_k.sum()) ** 2 - same)
        per_item = 1.0 if self.missing == "pairable" else 1 / np.maximum(sizes, 1e-300)
        p = (inside * per_item) @ table
        basis = Basis(p / p.sum(), float(inside @ sizes))
        kind = {
            "uniform": chance.uniform,
            "pooled": chance.pooled,
            "drawn": chance.drawn,
            "occasional": chance.occasional,
        }[str(self.by_chance)]
        return kind(basis, metric)


def _counts(table: FloatArray) -> Counts:
    row, category = np.nonzero(table)
    bounds = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=len(table)))])
    return Counts(table.shape[1], bounds, category, table[row, category])


def _with_oneself(study: Codings, weight: FloatArray, metric: Metric) -> FloatArray:
    diagonal = metric.diagonal()[study.category]
    same = np.bincount(study.item, weights=weight**2 * diagonal, minlength=len(study.items))
    return np.asarray(same, dtype=np.float64)
