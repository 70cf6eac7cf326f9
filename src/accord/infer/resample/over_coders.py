"""Resamples over coders, alone or together with items, for the coefficients of the cube."""

from collections.abc import Iterator
from typing import TypeGuard

import numpy as np

from accord.engine.tally import Tally
from accord.measure.bound import Bound
from accord.measure.cube.coder_weights import CoderWeights
from accord.measure.cube.kernel import Countable
from accord.measure.cube.rows import alike_by_coder
from accord.model.codings.codings import Codings
from accord.model.names import FloatArray
from accord.model.study import Study
from accord.tasks import Tasks


def in_the_cube(study: Study | Countable, measure: Bound) -> TypeGuard[Codings | Tally]:
    """Whether this is sums over items whose coders are known, so that coders can have weights."""
    known = isinstance(study, Codings) or (isinstance(study, Tally) and study.merged is not None)
    return known and measure.measure.counted


def coder_replicates(
    study: Codings | Tally,
    measure: Bound,
    over: str,
    n: int,
    seed: int,
    n_jobs: Tasks | int | None,
) -> Iterator[FloatArray]:
    """The measure on `n` resamples of coders ("coders") or of coders and items ("both")."""
    if isinstance(study, Codings):
        small, multiplicity, _ = alike_by_coder(study)
    else:
        alike = study.alike()
        assert alike is not None
        small, multiplicity = alike
    task = CoderWeights(small, measure.distance, measure.measure.chance, measure.missing)
    seeds = np.random.SeedSequence(seed).spawn(n)
    parts = [(task, multiplicity, over, seeds[at : at + 50]) for at in range(0, n, 50)]
    return Tasks.of(n_jobs).stream(_drawn, parts, unpack=np.asarray)


def _drawn(
    task: CoderWeights,
    multiplicity: FloatArray,
    over: str,
    seeds: "list[np.random.SeedSequence]",
) -> FloatArray:
    """The coefficient of one resample for each seed."""
    coders, values = len(task.study.coders), []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        drawn = np.bincount(rng.integers(coders, size=coders), minlength=coders)
        items = multiplicity
        if over == "both":
            units = int(multiplicity.sum())
            items = rng.multinomial(units, multiplicity / units).astype(np.float64)
        values.append(task.value(drawn.astype(np.float64), items))
    return np.array(values)
