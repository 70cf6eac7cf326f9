"""Resamples over coders, alone or together with items, for the coefficients of the cube.

Coders (and kinds of items) are drawn in an order that neither their names nor their places in the
file decide: by the coefficients of a coder's pairs, and by what an item does to the coefficient.
"""

from collections.abc import Iterator
from typing import TypeGuard

import numpy as np

from accord._measure.bound import Bound
from accord._measure.cube.coder_weights import CoderWeights
from accord._measure.cube.kernel import Countable
from accord._measure.cube.rows import alike_by_coder
from accord.engine.any_data import who_chose
from accord.engine.tally import Tally
from accord.infer.resample.paired_coders import drawn_places, paired_replicates
from accord.kinds.labels.order import canonical
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray
from accord.model.study import Study
from accord.tasks import Tasks


def in_the_cube(study: Study | Countable, measure: Bound) -> TypeGuard[Codings | Tally]:
    """Whether this is sums over items whose coders are known, so that coders can have weights."""
    return measure.measure.counted and who_chose(study) is not None


def replicates_of_coders(
    study: Study | Countable,
    measure: Bound,
    agreement: Agreement,
    over: str,
    n: int,
    seed: int,
    n_jobs: Tasks | int | None,
) -> Iterator[FloatArray]:
    """The measure on `n` resamples of coders, by their weights or by their pairs."""
    if in_the_cube(study, measure):
        return coder_replicates(study, measure, over, n, seed, n_jobs)
    return paired_replicates(study, measure, agreement, over, n, seed, n_jobs)


def coder_replicates(
    study: Codings | Tally,
    measure: Bound,
    over: str,
    n: int,
    seed: int,
    n_jobs: Tasks | int | None,
) -> Iterator[FloatArray]:
    """The measure on `n` resamples of coders ("coders") or of coders and items ("both")."""
    known = who_chose(study)
    assert known is not None  # `in_the_cube` says so
    # Counts are merged by who chose what, but perhaps not in the order that codings are.
    small, _, kind = alike_by_coder(known[0])
    times = np.bincount(kind, weights=known[1], minlength=len(small.items)).astype(np.float64)
    small, items, coders = canonical(small, times)
    multiplicity = times[items]
    task = CoderWeights(small, measure.distance, measure.measure.chance, measure.missing)
    seeds = np.random.SeedSequence(seed).spawn(n)
    places: IntArray = np.arange(len(coders))
    if len(coders) <= MOST:  # as where coders are drawn pair by pair
        places = drawn_places(study, measure, MOST)[coders]  # of those who now stand there
    kinds = np.arange(len(multiplicity))
    if over == "both" and len(kinds) <= KINDS:
        uneven = 1 + places / 7.3  # kinds that only coders tell apart
        keys: list[FloatArray] = [multiplicity]
        for more in (-0.5, 1.0):
            with_one = [task.value(uneven, multiplicity + more * one) for one in np.eye(len(kinds))]
            keys.append(np.round(np.nan_to_num(np.array(with_one), nan=9.0), 10))
        kinds = np.lexsort(np.array(keys))
    given = (task, multiplicity, over, places, kinds)
    parts = [(*given, seeds[at : at + 50]) for at in range(0, n, 50)]
    return Tasks.of(n_jobs).stream(_drawn, parts, unpack=np.asarray)


MOST, KINDS = 50, 1000
"""With more coders (or kinds of items) trying each is dear: they are drawn in the order that
`canonical` gives, which neither names nor the order of the file decide."""


def _drawn(
    task: CoderWeights,
    multiplicity: FloatArray,
    over: str,
    places: IntArray,
    kinds: IntArray,
    seeds: "list[np.random.SeedSequence]",
) -> FloatArray:
    """The coefficient of one resample for each seed."""
    coders, values = len(task.study.coders), []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        often = np.bincount(rng.integers(coders, size=coders), minlength=coders)
        drawn = often[places].astype(np.float64)
        items = multiplicity
        if over == "both":
            units, items = int(multiplicity.sum()), np.zeros(len(multiplicity))
            items[kinds] = rng.multinomial(units, multiplicity[kinds] / units)
        values.append(task.value(drawn, items))
    return np.round(values, 12)  # what is left of the order in which numbers were added up
