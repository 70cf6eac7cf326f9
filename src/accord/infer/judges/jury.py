"""Several judges: do they err together, how many are they worth, and which panel votes best?"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, nan
from typing import Any

import numpy as np

from accord.infer.judges.clustered import mean_with_error
from accord.model.agreement import Interval
from accord.model.names import NEARLY_ZERO, FloatArray, IntArray
from accord.model.showing import Result
from accord.words.said import Said, said

MOST_PANELS = 20_000
"""So many panels of one size are tried; beyond them a panel grows judge by judge."""

_PARTS = 5
"""Into so many parts items are drawn: what is chosen on four is tried on the fifth."""


@dataclass(frozen=True, slots=True)
class Panel(Result):
    """The best panel of one size, by how often its vote is people's vote.

    :param size: How many judges vote.
    :param judges: Who they are, chosen on all items.
    :param right: The share of items on which the vote of a panel is right that was chosen on other
        items: in five parts, each with the panel that is best on the other four. A tie counts by
        its part.
    """

    size: int
    judges: tuple[Hashable, ...]
    right: float


@dataclass(frozen=True, slots=True, eq=False)
class Jury(Result):
    """Several judges together.

    `effective` is n²/Σρ (Kish), and n at most: so many judges whose errors were independent would
    be worth as much. `gain` is how much more often the vote of all is right than the best single
    judge, who is chosen on other items than those on which the two are compared.

    :param judges: Who they are.
    :param items: How many items all of them and people labelled.
    :param right: How often each is right.
    :param correlation: Of the errors of every two judges.
    :param effective: The effective number of judges.
    :param vote: How often the vote of all is right.
    :param best: The best single judge.
    :param panels: The best panel of each size.
    :param without: How often the vote of all but this judge is right.
    :param notes: What a reader must know, in sentences.
    """

    _keys = (
        "judges, items, right, effective, effective_interval, vote, best, gain, gain_interval, "
        "panels, without, notes, correlation"
    )
    judges: tuple[Hashable, ...]
    items: int
    right: tuple[float, ...]
    correlation: FloatArray
    effective: float
    effective_interval: Interval
    vote: float
    best: Hashable
    gain: float
    gain_interval: Interval
    panels: tuple[Panel, ...]
    without: tuple[float, ...]
    notes: tuple[str, ...] = ()


def effective_number(errors: FloatArray) -> float:
    """n²/Σρ of the errors of n judges (columns) on items (rows), and n at most: errors that go
    against each other are taken as independent. A judge who never errs, or errs alike everywhere,
    goes with nobody.

    References: kish1965, kohli2026.

    >>> independent = np.array([[1, 0], [0, 1], [1, 1], [0, 0]], float)
    >>> effective_number(independent), effective_number(independent[:, [0, 0]])
    (2.0, 1.0)
    """
    if not len(errors):
        return nan
    judges = len(errors[0])
    return judges**2 / max(float(_correlation(errors).sum()), judges)


def _correlation(errors: FloatArray) -> FloatArray:
    centred = errors - errors.mean(axis=0)
    spread = np.sqrt((centred**2).sum(axis=0))
    # A judge without spread has no correlation; 0 makes it count as one judge of its own.
    scaled = np.divide(centred, spread, out=np.zeros_like(centred), where=spread > NEARLY_ZERO)
    found = scaled.T @ scaled
    np.fill_diagonal(found, 1.0)
    return np.asarray(found)


def jury(
    names: Sequence[Hashable],
    labels: IntArray,
    truth: IntArray,
    *,
    groups: IntArray | None = None,
    order: Sequence[str] | None = None,
    confidence: float = 0.95,
    resamples: int = 1000,
    rng: int = 0,
) -> Jury | None:
    """Several judges against people's vote.

    :param names: The names of the judges.
    :param labels: Items × judges: the category that each says, −1 where none.
    :param truth: What people's vote is, −1 where there is none.
    :param groups: The document of each item, where items of one are not independent.
    :param order: The name of each item: parts are drawn the same whatever the order of rows.
    :param confidence: The confidence level.
    :param rng: The seed.
    """
    # Only items that every judge labelled: a panel must not look better because one of its members
    # skipped the hard ones.
    use = (labels >= 0).all(axis=1) & (truth >= 0)
    votes, true = labels[use], truth[use]
    n, judges = votes.shape
    if judges < 2 or n < 2:
        return None
    key = [order[at] for at in np.flatnonzero(use).tolist()] if order is not None else range(n)
    unit = _units(None if groups is None else groups[use], list(key))
    wrong = (votes != true[:, None]).astype(np.float64)
    right = 1 - wrong.mean(axis=0)
    everyone = voted(votes, true)
    part = _parts(unit, rng)
    placed, chosen, note = _panels(votes, true, part)
    panels = tuple(Panel(len(at), tuple(names[one] for one in at), p) for at, p in placed)
    without = tuple(float(voted(np.delete(votes, at, axis=1), true).mean()) for at in range(judges))
    # The best single judge of each part is the one that is best on the others: the best of several
    # is partly lucky where it was chosen.
    best = 1 - wrong[np.arange(n), np.array(chosen)[part]]
    gain, gain_limits = mean_with_error(
        everyone - best, None if groups is None else unit, confidence
    )
    drawn = _drawn_correlations(wrong, None if groups is None else unit, resamples, rng)
    effective = effective_number(wrong)
    notes = [note] if note else []
    # A tie counts by half, so the vote of two is never better than the better of them.
    if judges > 2 and gain <= 0:
        notes.append(said("judge.note.no_gain"))
    return Jury(
        tuple(names),
        n,
        tuple(right.tolist()),
        _correlation(wrong),
        effective,
        _effective_limits(float(_correlation(wrong).sum()), drawn, judges, confidence, rng),
        float(everyone.mean()),
        names[int(right.argmax())],
        gain,
        gain_limits,
        panels,
        without,
        tuple(notes),
    )


def _units(groups: IntArray | None, names: list[Any]) -> IntArray:
    """The document of each item, or the item itself, numbered by the names of items."""
    order = sorted(range(len(names)), key=lambda at: names[at])
    own = np.arange(len(names)) if groups is None else groups
    first: dict[int, int] = {}
    for at in order:
        first.setdefault(int(own[at]), len(first))
    return np.array([first[one] for one in own.tolist()])


def _parts(unit: IntArray, rng: int) -> IntArray:
    """The part, of five (or as many as there are units), that each item is in, by its unit."""
    units = int(unit.max()) + 1
    number = min(_PARTS, units)
    drawn = np.random.default_rng(rng).permutation(units) % number
    return np.asarray(np.unique(drawn[unit], return_inverse=True)[1]).reshape(-1)


def _drawn_correlations(
    wrong: FloatArray, groups: IntArray | None, resamples: int, rng: int
) -> FloatArray:
    """Σρ of resamples of items, or of documents."""
    # Items on which the same judges err are drawn as one kind: mostly far fewer than items.
    kinds, kind, times = np.unique(wrong, axis=0, return_inverse=True, return_counts=True)
    generator = np.random.default_rng(rng)
    if groups is None:
        n = len(wrong)
        return _summed(kinds, generator.multinomial(n, times / n, size=resamples) / n)
    units = int(groups.max()) + 1
    cells = np.zeros((units, len(kinds)))
    np.add.at(cells, (groups, np.asarray(kind).reshape(-1)), 1.0)
    found = []
    step = max(1, 4_000_000 // units)
    for begin in range(0, resamples, step):
        size = min(step, resamples - begin)
        weights = generator.multinomial(units, np.full(units, 1 / units), size=size) @ cells
        found.append(_summed(kinds, weights / weights.sum(axis=1, keepdims=True)))
    return np.concatenate(found)


def _effective_limits(
    total: float, drawn: FloatArray, judges: int, confidence: float, rng: int
) -> Interval:
    """Of n²/Σρ: those of Σρ by the basic bootstrap, turned round, and n at most."""
    low, high = np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2])
    # All resamples alike: judges who are one and the same.
    if high - low <= NEARLY_ZERO:
        return Interval(nan, nan, confidence, "basic", len(drawn), rng)
    sums = 2 * total - float(low), 2 * total - float(high)
    # Σρ of n judges is n² at the most, and n where their errors are independent.
    least, most = (judges**2 / min(max(one, judges), judges**2) for one in sums)
    return Interval(least, most, confidence, "basic", len(drawn), rng)


def _summed(kinds: FloatArray, share: FloatArray) -> FloatArray:
    """Σρ of every resample: kinds of items, weighted."""
    found = np.empty(len(share))
    for at, weight in enumerate(share):
        centred = kinds - weight @ kinds
        spread = np.sqrt(weight @ centred**2)
        scaled = np.divide(centred, spread, out=np.zeros_like(centred), where=spread > NEARLY_ZERO)
        together = (scaled * weight[:, None]).T @ scaled
        np.fill_diagonal(together, 1.0)
        found[at] = together.sum()
    return found


def voted(labels: IntArray, true: IntArray) -> FloatArray:
    """How far the vote of judges (columns) is right, item by item; in a tie of t labels, 1/t.

    >>> voted(np.array([[0, 0, 1], [0, 1, 2]]), np.array([0, 1])).round(2).tolist()
    [1.0, 0.33]
    """
    # Of each judge: how many say what this one says
    votes = (labels[:, :, None] == labels[:, None, :]).sum(axis=2)
    most = votes.max(axis=1)
    top = votes == most[:, None]
    winners = (top / votes).sum(axis=1)  # each winning label has as many judges as votes
    good = ((labels == true[:, None]) & top).any(axis=1)
    return np.asarray(np.where(good, 1 / np.round(winners), 0.0), dtype=np.float64)


def _panels(
    votes: IntArray, true: IntArray, part: IntArray
) -> tuple[list[tuple[tuple[int, ...], float]], list[int], Said | None]:
    """The best panel of every size (positions), with how often panels chosen on the other parts are
    right; and the best single judge for each part, chosen on the others."""
    judges, parts = votes.shape[1], int(part.max()) + 1
    kinds, kind = np.unique(np.column_stack([votes, true]), axis=0, return_inverse=True)
    rows, truth = kinds[:, :-1], kinds[:, -1]
    times = np.zeros((parts, len(kinds)))
    np.add.at(times, (part, np.asarray(kind).reshape(-1)), 1.0)
    size_of = times.sum(axis=1)
    found: list[tuple[tuple[int, ...], float]] = []
    single: list[int] = []
    note: Said | None = None
    before: tuple[int, ...] = ()
    for size in range(1, judges + 1):
        # All panels where these are few enough; beyond, growing the best one by a judge at a time
        # needs as many tries as there are judges, and the note says that it is a search.
        if comb(judges, size) <= MOST_PANELS:
            tried = list(combinations(range(judges), size))
        else:
            note = said("judge.note.panels")
            tried = [tuple(sorted({*before, at})) for at in range(judges) if at not in before]
        hits = np.stack([times @ voted(rows[:, list(each)], truth) for each in tried])
        # Rounded, so that panels that are equally right tie, and the first one wins, on every
        # machine.
        elsewhere = (hits.sum(axis=1, keepdims=True) - hits) / np.maximum(len(part) - size_of, 1)
        chosen = np.round(elsewhere, 12).argmax(axis=0)
        before = tried[int(np.round(hits.sum(axis=1), 9).argmax())]
        found.append((before, float(hits[chosen, np.arange(parts)].sum() / len(part))))
        if size == 1:
            single = [tried[at][0] for at in chosen.tolist()]
    return found, single, note
