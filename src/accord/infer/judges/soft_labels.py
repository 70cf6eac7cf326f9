"""Soft labels: where people rightly differ, a model's distribution is compared with theirs.

    Manhattan       Σ |p − q| of an item, from 0 to 2; LeWiDi's average Manhattan distance
    Wasserstein     Σ |P − Q| of cumulative shares, in steps of an ordered scale; LeWiDi's
    JSD, PO-JSD     Jensen–Shannon divergence in bits, and 1 − it (Kurniawan et al. 2025)
    KL, CE          divergence of the model from people, and cross-entropy, in bits
    soft F1         2 Σ min(p, q) / Σ (p + q), micro: over all items and labels at once
    ceiling         what a model would reach that knows the true distribution, with k people an item

The ceiling comes from random halves of the people of each item, which differ more than all k
of them differ from the truth: what the halves differ by is multiplied by the ratio of the two in
simulated items, with as many labels each and as much agreement.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from typing import Any

import numpy as np

from accord.engine.any_data import listed_labels, takes_data
from accord.errors import AccordError, DataError, NotApplicableError, UnknownNameError
from accord.kinds.labels.study import Codings
from accord.model.agreement import Interval
from accord.model.names import FloatArray, IntArray
from accord.model.showing import PLAIN_BY, Result, plain
from accord.tasks import checked_run
from accord.words.said import said

HALVINGS = 200
"""So often the people of each item are split into halves."""

FLOOR = 1e-6
"""The least share that a model is taken to give a label: one that it excludes costs 20 bits."""

LEWIDI = {"average Manhattan distance": "manhattan", "average Wasserstein distance": "wasserstein"}
"""LeWiDi 2025's names of the measures of soft labels."""


@dataclass(frozen=True, slots=True)
class SoftScore(Result):
    """One measure between a model's distributions and people's.

    :param measure: Its name.
    :param value: The mean over items; soft F1 of all at once.
    :param ceiling: What a model that knows the true distribution would reach; nan where no item
        has two people.
    :param better: Whether higher or lower is better.
    """

    measure: str
    value: float
    interval: Interval
    ceiling: float
    better: str


@dataclass(frozen=True, slots=True)
class ItemEntropy(Result):
    """How much people differ on an item: the entropy of their labels, in bits, and its error.

    :param entropy: Of the shares as they are.
    :param corrected: With Miller & Madow's correction for few labels.
    :param error: The standard deviation of the entropy, given these labels (Dirichlet, ½ a label).
    """

    item: Hashable
    labels: int
    entropy: float
    corrected: float
    error: float


@dataclass(frozen=True, slots=True)
class PersonScore(Result):
    """How near a model is to one person (perspectivist).

    :param error_rate: The share of the person's items that the model labels otherwise.
    :param distance: On a scale, the mean |model − person| as a share of its range.
    """

    person: Hashable
    items: int
    error_rate: float
    distance: float | None


@dataclass(frozen=True, slots=True, eq=False)
class SoftLabels(Result):
    """A model's distributions beside people's.

    :param items: How many items both have.
    :param scores: Every measure, with interval and ceiling.
    :param entropy: Of every item, the most uncertain first.
    :param people: The model beside each person.
    :param average_error_rate: LeWiDi's: the mean over items of the share of people it misses.
    :param average_distance: LeWiDi's normalised absolute distance, on a scale.
    :param notes: What a reader must know, in sentences.

    >>> import accord
    >>> people = accord.from_coders({"A": "xxyy", "B": "xxyx", "C": "xyyx"})
    >>> model = {item: {"x": 0.5, "y": 0.5} for item in people.items}
    >>> found = accord.infer.soft_labels(people, model, resamples=100)
    >>> round(found["manhattan"].value, 3), found.items
    (0.667, 4)
    """

    _keys = "items, scores, people, average_error_rate, average_distance, notes, entropy"
    _members = "scores"
    _columns = "measure, value, low=interval.low, high=interval.high, ceiling, better"
    items: int
    scores: tuple[SoftScore, ...]
    # One for each item: a page that shows all of a million would not open.
    entropy: tuple[ItemEntropy, ...] = field(metadata={PLAIN_BY: lambda rows: plain(rows[:1000])})
    people: tuple[PersonScore, ...]
    average_error_rate: float
    average_distance: float | None
    notes: tuple[str, ...] = ()

    def __getitem__(self, measure: str) -> SoftScore:
        wanted = LEWIDI.get(measure, measure)
        for one in self.scores:
            if one.measure == wanted:
                return one
        raise UnknownNameError.of("soft measure", measure, [one.measure for one in self.scores])


def label_counts(study: Codings) -> tuple[FloatArray, FloatArray]:
    """Items × categories: the share of each label among an item's, and how many labels it has."""
    n, k = len(study.items), len(study.categories)
    # 400 MB of numbers; the same again for the model.
    if n * k > 50_000_000:
        raise NotApplicableError(f"{n:,} items × {k:,} labels are too many to keep in memory")
    at = study.item.astype(np.int64) * k + study.category
    counts = np.bincount(at, minlength=n * k).reshape(n, k).astype(np.float64)
    total = counts.sum(axis=1)
    return counts, total


def soft_distances(p: FloatArray, q: FloatArray, ordered: bool) -> dict[str, FloatArray]:
    """Every measure of each item (rows): p is people's distribution, q the model's.

    >>> found = soft_distances(np.array([[0.2, 0.8]]), np.array([[0.6, 0.4]]), True)
    >>> {name: round(float(each[0]), 4) for name, each in found.items()}
    {'manhattan': 0.8, 'wasserstein': 0.4, 'jsd': 0.1245, 'kl': 0.483, 'cross-entropy': 1.2049}
    """
    middle = (p + q) / 2
    # Only where logarithms are taken: a label that the model excludes and a person gave would make
    # the mean infinite by a single item. The other measures take the shares as they are.
    model = np.maximum(q, FLOOR)
    model = model / model.sum(axis=1, keepdims=True)
    cross = -(p * np.log2(model)).sum(axis=1)
    found = {"manhattan": np.abs(p - q).sum(axis=1)}
    if ordered:
        gap = np.cumsum(p, axis=1)[:, :-1] - np.cumsum(q, axis=1)[:, :-1]
        found["wasserstein"] = np.abs(gap).sum(axis=1)
    found["jsd"] = np.maximum(entropy(middle) - (entropy(p) + entropy(q)) / 2, 0.0)
    found["kl"] = cross - entropy(p)
    found["cross-entropy"] = cross
    return found


def entropy(p: FloatArray) -> FloatArray:
    """The entropy of each row in bits."""
    logs = np.log2(p, out=np.zeros_like(p), where=p > 0)
    return np.asarray(-(p * logs).sum(axis=1))


def soft_f1(p: FloatArray, q: FloatArray) -> float:
    """Soft micro F1 of Kurniawan et al. (2025).

    >>> p, q = np.array([[0.2, 0.3], [0.1, 0.8]]), np.array([[0.8, 0.1], [0.3, 0.4]])
    >>> round(soft_f1(p, q), 4)
    0.5333
    """
    return float(2 * np.minimum(p, q).sum() / (p + q).sum())


@checked_run
@takes_data
def soft_labels(
    study: Codings,
    model: Any,
    *,
    ordered: bool = False,
    groups: IntArray | None = None,
    confidence: float = 0.95,
    resamples: int = 1000,
    rng: int = 0,
) -> SoftLabels:
    """A model's distributions of labels beside people's, item by item.

    `model` is a study whose coders are the model's votes (several judges, several runs), or a
    mapping item → {label: share}. The categories are those of both.

    :param study: People's labels, or anything that is a study of labels.
    :param model: The model's distributions.
    :param ordered: Whether categories are a scale, in their order (numbers by size).
    :param groups: The document of each item of the study, where items of one are not independent.
    :param confidence: The confidence level.
    :param resamples: How many resamples of items.
    :param rng: The seed.

    References: kurniawan2025, leonardelli2025.

    >>> import accord
    >>> people = accord.from_coders({"A": "xxyy", "B": "xxyx", "C": "xyyx"})
    >>> found = accord.infer.soft_labels(
    ...     people, {item: {"x": 0.5, "y": 0.5} for item in people.items}
    ... )
    >>> round(found["manhattan"].value, 3), round(found["soft f1"].value, 3)
    (0.667, 0.667)
    """
    from accord._measure.cube.kernel import expanded

    study = expanded(study)
    names = _names(study, model, ordered)
    counts, q, keep = _both(study, model, names)
    total = counts.sum(axis=1)
    if not len(keep):
        raise DataError("the model has a distribution for none of the items that people labelled")
    p = counts / total[:, None]
    found = soft_distances(p, q, ordered)
    ceilings = _ceilings(counts, ordered, rng)
    of = None if groups is None else groups[keep]
    made = _scored(found, p, q, of, confidence, resamples, rng, ceilings)
    rows = _entropies([study.items[at] for at in keep], counts)
    people, error, distance = _people(study, names, q, keep, ordered)
    notes = []
    if (q == 0).any() and ((p > 0) & (q < FLOOR)).any():
        notes.append(said("judge.note.kl_floor", floor=FLOOR))
    return SoftLabels(len(keep), tuple(made), rows, people, error, distance, tuple(notes))


def _names(study: Codings, model: Any, ordered: bool) -> list[Hashable]:
    if listed_labels(model):
        more: list[Hashable] = list(model.categories)
    elif isinstance(model, Mapping):
        more = [label for own in model.values() for label in own]
    else:
        raise AccordError(
            f"a {type(model).__name__} is not a set of distributions; give a study of the model's "
            "votes, or a mapping item → {label: share}"
        )
    names = list(dict.fromkeys([*study.categories, *more]))
    # Names are never sorted into an order (docs/decisions.md); numbers have one.
    if ordered and not study.declared:
        if not all(isinstance(name, (int, float)) for name in names):
            raise AccordError("an ordered scale of names needs categories= in their order")
        names.sort(key=_number_of)
    return names


def _both(
    study: Codings, model: Any, names: list[Hashable]
) -> tuple[FloatArray, FloatArray, list[int]]:
    """People's counts and the model's shares of the items that both have."""
    place = {name: at for at, name in enumerate(names)}
    own, total = label_counts(study)
    counts = np.zeros((len(study.items), len(names)))
    counts[:, [place[name] for name in study.categories]] = own
    if listed_labels(model):
        votes, number = label_counts(model)
        known = {item: at for at, item in enumerate(model.items) if number[at] > 0}
        columns = [place[name] for name in model.categories]
    keep, rows = [], []
    for at, item in enumerate(study.items):
        if not total[at]:
            continue
        row = np.zeros(len(names))
        if listed_labels(model):
            if item not in known:
                continue
            row[columns] = votes[known[item]] / number[known[item]]
        else:
            given = model.get(item)
            if given is None:
                continue
            for label, share in given.items():
                row[place[label]] = float(share)
            # Shares printed with two or three digits miss 1 by up to a hundredth; more than that
            # are no shares.
            if not np.isfinite(row).all() or (row < 0).any() or abs(row.sum() - 1) > 0.01:
                raise DataError(
                    f"item {str(item)!r}: the model's shares are {row.tolist()}; expected numbers "
                    "from 0 that add up to 1"
                )
            row /= row.sum()
        keep.append(at)
        rows.append(row)
    return counts[keep], np.array(rows).reshape(len(keep), len(names)), keep


def _scored(
    found: dict[str, FloatArray],
    p: FloatArray,
    q: FloatArray,
    groups: IntArray | None,
    confidence: float,
    resamples: int,
    rng: int,
    ceilings: dict[str, float],
) -> list[SoftScore]:
    columns = np.column_stack([*found.values(), np.minimum(p, q).sum(axis=1)])
    drawn = _drawn_means(columns, groups, resamples, np.random.default_rng(rng))
    over = "items" if groups is None else "clusters"
    how: dict[str, Any] = {"resamples": resamples, "seed": rng, "over": over}
    rows = []
    for at, name in enumerate([*found, "soft f1"]):
        value = float(columns[:, at].mean())
        low, high = np.quantile(drawn[:, at], [(1 - confidence) / 2, (1 + confidence) / 2])
        # Percentile, since these distances cannot be below 0, where a reflected limit could fall.
        interval = Interval(float(low), float(high), confidence, "percentile", **how)
        better = "higher" if name == "soft f1" else "lower"
        rows.append(SoftScore(name, value, interval, ceilings[name], better))
        if name == "jsd":
            turned = Interval(1 - float(high), 1 - float(low), confidence, "percentile", **how)
            rows.append(SoftScore("po-jsd", 1 - value, turned, 1 - ceilings[name], "higher"))
    return rows


def _drawn_means(
    columns: FloatArray, groups: IntArray | None, resamples: int, generator: np.random.Generator
) -> FloatArray:
    """Means of columns over resamples of items, or of documents with all their items."""
    sums = np.column_stack([columns, np.ones(len(columns))])
    if groups is not None:
        unit = np.unique(groups, return_inverse=True)[1].reshape(-1)
        whole = np.zeros((int(unit.max()) + 1, sums.shape[1]))
        np.add.at(whole, unit, sums)
        sums = whole
    n = len(sums)
    kinds, times = np.unique(sums, axis=0, return_counts=True)
    drawn = np.empty((resamples, sums.shape[1]))
    step = max(1, 4_000_000 // len(kinds))
    for begin in range(0, resamples, step):
        size = min(step, resamples - begin)
        drawn[begin : begin + size] = generator.multinomial(n, times / n, size=size) @ kinds
    return np.asarray(drawn[:, :-1] / drawn[:, -1:])


def _ceilings(counts: FloatArray, ordered: bool, rng: int) -> dict[str, float]:
    """What the true distribution would score against k people: halves of them, corrected for k."""
    total = counts.sum(axis=1).astype(np.int64)
    # One label cannot be halved: items with one person say nothing about how far people differ.
    use = np.flatnonzero(total > 1)
    names = ["manhattan", *(["wasserstein"] if ordered else []), "jsd", "kl", "cross-entropy"]
    if not len(use):
        return dict.fromkeys([*names, "soft f1"], nan)
    generator = np.random.default_rng(rng)
    kinds, back = np.unique(counts[use], axis=0, return_inverse=True)
    times = np.bincount(back.reshape(-1)).astype(np.float64)
    apart = dict.fromkeys(_HALVED, 0.0)
    for _ in range(HALVINGS):
        for name, value in _half_apart(kinds, times, generator).items():
            apart[name] += value / HALVINGS
    truth, halves = _simulated(counts[use], generator)
    found = {}
    for name in names:
        # KL and cross-entropy of halves are infinite as soon as one half lacks a label, so their
        # ceiling is scaled by what JSD shows.
        half = name if name in _HALVED else "jsd"
        known = "kl" if name == "cross-entropy" else name
        found[name] = apart[half] * truth[known] / halves[half] if halves[half] > 0 else 0.0
    k = kinds.sum(axis=1, keepdims=True)
    # Cross-entropy is KL plus people's own entropy, which no model can take away.
    found["cross-entropy"] += float(times @ entropy(kinds / k)) / float(times.sum())
    found["soft f1"] = 1 - found["manhattan"] / 2
    return found


_HALVED = ("manhattan", "wasserstein", "jsd")
"""Distances between halves that are always finite."""


def _half_apart(
    kinds: FloatArray, times: FloatArray, generator: np.random.Generator
) -> dict[str, float]:
    """The mean distance between random halves of each item's labels."""
    k = kinds.sum(axis=1).astype(np.int64)
    half = k // 2
    first = _halves(kinds, half, generator)
    p, q = first / half[:, None], (kinds - first) / (k - half)[:, None]
    found = soft_distances(p, q, True)
    return {name: float(times @ found[name]) / float(times.sum()) for name in _HALVED}


def _simulated(
    counts: FloatArray, generator: np.random.Generator
) -> tuple[dict[str, float], dict[str, float]]:
    """Items like these, whose true distributions are known: their distance from k labels, and that
    between halves of the k. True distributions follow a Dirichlet distribution around the overall
    shares m, of concentration (1 − α)/α, which gives labels of an item as much agreement as these
    have (α nominal, without Krippendorff's correction for few labels)."""
    k = counts.sum(axis=1).astype(np.int64)
    m = counts.sum(axis=0) / counts.sum()
    weight = k / (k - 1)
    same = ((counts * (counts - 1)).sum(axis=1) / (k * (k - 1)) * weight).sum() / weight.sum()
    chance = float((m**2).sum())
    # Kept off 0 and 1, where the concentration (1 − α)/α is infinite or 0 and no Dirichlet
    # distribution exists.
    alpha = min(max((float(same) - chance) / max(1 - chance, 1e-12), 1e-3), 1 - 1e-3)
    sizes = np.tile(k, max(1, -(-_SIMULATED // len(k))))[: max(_SIMULATED, min(len(k), 100_000))]
    shape = np.maximum(m * (1 - alpha) / alpha, 1e-9)
    true = generator.standard_gamma(shape, size=(len(sizes), len(m)))
    # Gamma draws of a tiny shape underflow to 0 in all labels at once, and the row could not be
    # divided by its sum.
    true = np.maximum(true, 1e-300)
    true = true / true.sum(axis=1, keepdims=True)
    drawn = generator.multinomial(sizes, true).astype(np.float64)
    found = soft_distances(drawn / sizes[:, None], true, True)
    truth = {name: float(each.mean()) for name, each in found.items()}
    return truth, _half_apart(drawn, np.ones(len(drawn)), generator)


_SIMULATED = 20_000
"""So many items are simulated at least."""


def _halves(counts: FloatArray, half: Any, generator: np.random.Generator) -> FloatArray:
    """A random half of each row's labels, without replacement: label by label, hypergeometric."""
    left, rest = half.copy(), counts.sum(axis=1).astype(np.int64)
    found = np.zeros_like(counts)
    for at in range(counts.shape[1]):
        own = counts[:, at].astype(np.int64)
        drawn = generator.hypergeometric(own, rest - own, left)
        found[:, at] = drawn
        left = left - drawn
        rest = rest - own
    return found


def _entropies(items: list[Hashable], counts: FloatArray) -> tuple[ItemEntropy, ...]:
    from scipy.special import digamma, polygamma

    n = counts.sum(axis=1)
    plain = entropy(counts / n[:, None])
    seen = (counts > 0).sum(axis=1)
    # Miller & Madow: the entropy of n labels is too low by about (labels seen − 1)/2n nats.
    corrected = plain + (seen - 1) / (2 * n * np.log(2))
    # Wolpert & Wolf (1995): moments of the entropy of a Dirichlet distribution.
    kinds, back = np.unique(counts, axis=0, return_inverse=True)
    a = kinds + 0.5
    A = a.sum(axis=1, keepdims=True)
    mean = digamma(A + 1)[:, 0] - ((a / A) * digamma(a + 1)).sum(axis=1)
    u = digamma(a + 1) - digamma(A + 2)
    products = (a * u).sum(axis=1) ** 2 - ((a * u) ** 2).sum(axis=1)
    pairs = a.sum(axis=1) ** 2 - (a**2).sum(axis=1)
    second = products - pairs * polygamma(1, A + 2)[:, 0]
    own = (digamma(a + 2) - digamma(A + 2)) ** 2 + polygamma(1, a + 2) - polygamma(1, A + 2)
    second += (a * (a + 1) * own).sum(axis=1)
    second /= (A * (A + 1))[:, 0]
    sd = np.sqrt(np.maximum(second - mean**2, 0.0))[back.reshape(-1)] / np.log(2)
    # By the plain entropy, not by the corrected one: the correction is larger for items with fewer
    # labels, which would rank what is least known first.
    order = sorted(range(len(items)), key=lambda at: (-plain[at], at))
    return tuple(
        ItemEntropy(items[at], int(n[at]), float(plain[at]), float(corrected[at]), float(sd[at]))
        for at in order
    )


def _people(
    study: Codings, names: list[Hashable], q: FloatArray, keep: list[int], ordered: bool
) -> tuple[tuple[PersonScore, ...], float, float | None]:
    """The model's most probable label beside each person's."""
    from accord.infer.judges.bench import numeric

    if study.coder is None:
        return (), nan, None
    best = np.full(len(study.items), -1, dtype=np.int64)
    best[keep] = q.argmax(axis=1)
    place = np.array([names.index(name) for name in study.categories])
    label, by = place[study.category], study.who()
    known = best[study.item] >= 0
    wrong = (label != best[study.item]).astype(np.float64)
    number = None
    if ordered:
        own = numeric(study)
        number = np.arange(len(names), dtype=np.float64) if own is None else _as_numbers(names)
    far = None
    if number is not None and len(names) > 1:
        span = float(number.max() - number.min())
        far = np.abs(number[label] - number[best[study.item]]) / span if span else None
    rows = []
    for at, person in enumerate(study.coders):
        mine = (by == at) & known
        if mine.any():
            apart = None if far is None else float(far[mine].mean())
            rows.append(PersonScore(person, int(mine.sum()), float(wrong[mine].mean()), apart))
    item = study.item[known]
    size = np.bincount(item, minlength=len(study.items))
    there = size > 0

    def over_items(values: FloatArray) -> float:
        sums = np.bincount(item, weights=values[known], minlength=len(study.items))
        return float((sums[there] / size[there]).mean()) if there.any() else nan

    return tuple(rows), over_items(wrong), None if far is None else over_items(far)


def _as_numbers(names: Sequence[Any]) -> FloatArray:
    return np.array([_number_of(name) for name in names], dtype=np.float64)


def _number_of(name: Any) -> float:
    return float(name)
