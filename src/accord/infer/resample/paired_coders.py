"""Resamples over coders for measures that are not sums over items: F1, uα, γ, MUC …

Such a measure is known for every two coders (`study.only`). A resample in which coder c was
drawn w_c times puts the pairs together as in the cube, so that no coder is compared with itself:

    1 − Σ_{c≠c′} w_c w_c′ D_o(c, c′) / Σ_{c≠c′} w_c w_c′ D_e(c, c′)

and where a measure is not of that form the mean of the pairs' values, so weighted. A measure
that looks at all coders at once (γ's alignment, pooled chance) is not quite its pairs put
together; the distance of each resample from perfect agreement is then scaled so that the study
itself, every coder drawn once, has the measure's own value.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from math import nan
from typing import Any

import numpy as np

from accord._measure.bound import Bound, documents_of
from accord._measure.by_document import ByDocument
from accord._measure.cube.kernel import Countable, item_count, only_counts
from accord._measure.cube.sums import Sums
from accord.errors import NotApplicableError, Setting
from accord.infer.resample.item_sums import sums_of
from accord.infer.why.coders import coder_pairs
from accord.kinds.labels.patterns import distinct_rows, mixed
from accord.model.agreement import Agreement
from accord.model.names import NEARLY_ZERO, FloatArray, IntArray
from accord.model.study import Study
from accord.tasks import Tasks


def paired_replicates(
    study: Study | Countable,
    measure: Bound,
    agreement: Agreement,
    over: str,
    n: int,
    seed: int,
    n_jobs: Tasks | int | None,
) -> Iterator[FloatArray]:
    """The measure on `n` resamples of coders ("coders") or of coders and items ("both").

    `agreement` is the measure on the study itself.
    """
    coders = len(study.coders)
    if coders < 2:
        raise NotApplicableError(f"resampling coders needs two coders or more; found {coders}")
    if over == "both" and only_counts(study):
        raise NotApplicableError(
            "in an engine, resample over items or over coders, not both; "
            f"use {Setting('over', 'items')} or {Setting('over', 'coders')}"
        )
    pairs = list(coder_pairs(study))
    first, second = np.array([pair[:2] for pair in pairs]).T
    sums = _pair_sums(study, pairs, measure) if over == "both" else None
    # Sums tell the value of each pair, not its D_o and D_e.
    ratio = sums is None and agreement.estimate is None and agreement.expected is not None
    if sums is None:
        tasks: list[tuple[Any, ...]] = [(measure.function, pair) for *_, pair in pairs]
        whole = np.array(list(Tasks.of(n_jobs).stream(_parts, tasks, unpack=np.asarray)))
    else:
        whole = _values([s.total for s in sums], sums)
    place = drawn_order(whole, first, second, coders)
    first, second = place[first], place[second]
    seeds = np.random.SeedSequence(seed).spawn(n)
    blocks = [seeds[at : at + 50] for at in range(0, n, 50)]
    if over != "both":
        drawn: Iterator[FloatArray] = (
            _together(_met(coders, block, first, second), whole, ratio) for block in blocks
        )
    elif sums is not None:
        drawn = (_by_sums(sums, coders, block, first, second) for block in blocks)
    elif (table := documents_of(study, measure)) is not None:
        tables = {pair[:2]: table.only(pair[:2]) for pair in pairs}
        drawn = (_by_tables(tables, len(table), coders, ratio, place, block) for block in blocks)
    else:
        tasks = [(study, measure.function, ratio, place, block) for block in blocks]
        drawn = Tasks.of(n_jobs).stream(_both, tasks, unpack=np.asarray)
    ideal = 1.0 if measure.measure.better == "higher" else 0.0
    plain = _together(np.ones((1, len(whole))), whole, ratio)[0]
    # Put together from pairs the value is not quite the measure's own: resamples are moved to it
    # as a share of what lacks to perfect agreement.
    scale = (ideal - agreement.value) / (ideal - plain) if abs(ideal - plain) > NEARLY_ZERO else 1.0
    for values in drawn:
        # rounded: what is left of the order in which pairs were added up
        yield np.round(ideal - (ideal - values) * scale, 12)


def _pair_sums(
    study: Study | Countable,
    pairs: list[tuple[int, int, Any]],
    measure: Bound,
) -> list[Sums] | None:
    """The sums over items of every pair; None where the measure has none."""
    found = []
    for *_, pair in pairs:
        sums = sums_of(pair, measure)
        if sums is None or len(sums.of_item) != item_count(study):
            return None
        found.append(sums)
    return found


def drawn_order(whole: FloatArray, first: IntArray, second: IntArray, coders: int) -> IntArray:
    """The place of each coder when coders are drawn: not in the order of names or of the file, but
    by what the coder's pairs (`first` with `second`) have."""
    # Undefined pairs need a key, too; any constant does.
    known = np.nan_to_num(whole, nan=9.0)
    keys = np.zeros((coders, 2 * known.shape[1]))
    for column, part in enumerate(known.T):
        for at, power in ((column, 1), (column + known.shape[1], 2)):
            for ends in (first, second):
                keys[:, at] += np.bincount(ends, weights=part**power, minlength=coders)
    # Coders whose pairs have the same sums are told apart by whom they are paired with.
    kinds, kind = np.unique(np.round(known, 9), axis=0, return_inverse=True)
    met: list[IntArray] = [np.arange(2 * len(first))]
    met += [np.concatenate([first, second]), np.concatenate([second, first])]
    met += [np.tile(kind.reshape(-1), 2)]
    sizes = len(met[0]), coders, coders, len(kinds)
    rank = np.argsort(distinct_rows(met, sizes, last=mixed(np.arange(len(kinds))))[1])
    place = np.empty(coders, dtype=np.intp)
    place[np.lexsort([rank, *np.round(keys, 9).T])] = np.arange(coders)
    return place


def drawn_places(study: Study | Countable, measure: Bound, most: int) -> IntArray:
    """The same for a study, with `most` coders at most (more keep the order of the file)."""
    coders = len(study.coders)
    if not 2 < coders <= most:
        return np.arange(coders)
    pairs = list(coder_pairs(study))
    first, second = np.array([pair[:2] for pair in pairs]).T
    whole = np.array([_parts(measure.function, pair) for *_, pair in pairs])
    return drawn_order(whole, first, second, coders)


def _parts(compute: Callable[[Study], Agreement], pair: Study) -> FloatArray:
    """D_o, D_e and value of two coders; nan where there is none."""
    found = compute(pair)
    expected = nan if found.expected is None else found.expected
    return np.array([found.observed, expected, found.value], dtype=np.float64)


def _values(totals: list[FloatArray], sums: list[Sums]) -> FloatArray:
    """The same where sums are known: the value alone."""
    values = [s.value(total[None])[0] for total, s in zip(totals, sums, strict=True)]
    return np.array([[nan, nan, value] for value in values])


def _together(weights: FloatArray, parts: FloatArray, ratio: bool) -> FloatArray:
    """The value of each row of weights of pairs; pairs that say nothing are left out."""
    known = np.isfinite(parts[:, :2]).all(axis=1) if ratio else np.isfinite(parts[:, 2])
    weights, parts = weights[:, known], parts[known]
    with np.errstate(divide="ignore", invalid="ignore"):
        if ratio:
            observed, expected = weights @ parts[:, 0], weights @ parts[:, 1]
            return np.asarray(
                np.where(expected > NEARLY_ZERO * observed, 1 - observed / expected, nan)
            )
        return np.asarray(weights @ parts[:, 2] / weights.sum(axis=1))


def _met(
    coders: int, seeds: "list[np.random.SeedSequence]", first: IntArray, second: IntArray
) -> FloatArray:
    """w_c w_c′ of every two coders, one row for each seed."""
    often = np.array([_drawn(coders, np.random.default_rng(seed)) for seed in seeds])
    return np.asarray(often[:, first] * often[:, second])


def _drawn(coders: int, rng: np.random.Generator) -> FloatArray:
    """How often each coder is drawn."""
    times = np.bincount(rng.integers(coders, size=coders), minlength=coders)
    return times.astype(np.float64)


def _by_sums(
    sums: list[Sums],
    coders: int,
    seeds: "list[np.random.SeedSequence]",
    first: IntArray,
    second: IntArray,
) -> FloatArray:
    """Coders and items drawn independently, where each pair is sums over items."""
    values = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        often = _drawn(coders, rng)
        items = _drawn(len(sums[0].of_item), rng)
        parts = _values([items @ s.rows[s.of_item] for s in sums], sums)
        values.append(float(_together((often[first] * often[second])[None], parts, False)[0]))
    return np.array(values)


def _by_tables(
    tables: dict[tuple[int, int], ByDocument],
    documents: int,
    coders: int,
    ratio: bool,
    place: IntArray,
    seeds: "list[np.random.SeedSequence]",
) -> FloatArray:
    """The same draws as of studies, where it is known what each document adds for each pair."""
    drawn, items = [], []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        drawn.append(_drawn(coders, rng)[place])
        there = rng.integers(documents, size=documents)
        items.append(np.bincount(there, minlength=documents).astype(np.float64))
    parts = np.array([table.parts(np.array(items)) for table in tables.values()])
    values = []
    for at, often in enumerate(drawn):
        weights = np.array([often[a] * often[b] for a, b in tables])
        met = weights > 0
        together = _together(weights[None, met], parts[met, at], ratio) if met.any() else [nan]
        values.append(float(together[0]))
    return np.array(values)


def _both(
    study: Study,
    compute: Callable[[Study], Agreement],
    ratio: bool,
    place: IntArray,
    seeds: "list[np.random.SeedSequence]",
) -> FloatArray:
    """Coders and items drawn independently; only pairs that were drawn are computed."""
    coders, items = len(study.coders), len(study.items)
    values = []
    for seed in seeds:
        rng = np.random.default_rng(seed)
        often = _drawn(coders, rng)[place]
        there = study.take(rng.integers(items, size=items))
        met = list(combinations(np.flatnonzero(often).tolist(), 2))
        if not met:
            values.append(nan)
            continue
        parts = np.array([_parts(compute, there.only(list(pair))) for pair in met])
        weights = np.array([[often[a] * often[b] for a, b in met]])
        values.append(float(_together(weights, parts, ratio)[0]))
    return np.array(values)
