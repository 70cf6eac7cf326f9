"""Several judges: do they err together, how many are they worth, and which panel votes best?"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, nan

import numpy as np

from accord.model.agreement import Interval
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result
from accord.words.said import Said, said

MOST_PANELS = 20_000
"""So many panels of one size are tried; beyond them a panel grows judge by judge."""


@dataclass(frozen=True, slots=True)
class Panel(Result):
    """The best panel of one size, by how often its vote is people's vote.

    :param size: How many judges vote.
    :param judges: Who they are.
    :param right: The share of items on which their vote is right; a tie counts by its part.
    """

    size: int
    judges: tuple[Hashable, ...]
    right: float


@dataclass(frozen=True, slots=True, eq=False)
class Jury(Result):
    """Several judges together.

    `effective` is n²/Σρ (Kish): so many judges whose errors were independent would be worth as
    much. `gain` is how much more often the vote of all is right than the best single judge, who
    is chosen anew in every resample.

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
    """n²/Σρ of the errors of n judges (columns) on items (rows); a judge who never errs, or errs
    alike everywhere, goes with nobody.

    References: kish1965, kohli2026.

    >>> independent = np.array([[1, 0], [0, 1], [1, 1], [0, 0]], float)
    >>> effective_number(independent), effective_number(independent[:, [0, 0]])
    (2.0, 1.0)
    """
    return len(errors[0]) ** 2 / float(_correlation(errors).sum()) if len(errors) else nan


def _correlation(errors: FloatArray) -> FloatArray:
    centred = errors - errors.mean(axis=0)
    spread = np.sqrt((centred**2).sum(axis=0))
    # A judge without spread has no correlation; 0 makes it count as one judge of its own.
    scaled = np.divide(centred, spread, out=np.zeros_like(centred), where=spread > 1e-12)
    found = scaled.T @ scaled
    np.fill_diagonal(found, 1.0)
    return np.asarray(found)


def jury(
    names: Sequence[Hashable],
    labels: IntArray,
    truth: IntArray,
    *,
    confidence: float = 0.95,
    resamples: int = 1000,
    rng: int = 0,
) -> Jury | None:
    """Several judges against people's vote.

    :param names: The names of the judges.
    :param labels: Items × judges: the category that each says, −1 where none.
    :param truth: What people's vote is, −1 where there is none.
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
    wrong = (votes != true[:, None]).astype(np.float64)
    right = 1 - wrong.mean(axis=0)
    everyone = voted(votes, true)
    placed, note = _panels(votes, true, right)
    panels = tuple(Panel(len(at), tuple(names[one] for one in at), p) for at, p in placed)
    without = tuple(float(voted(np.delete(votes, at, axis=1), true).mean()) for at in range(judges))
    columns = np.column_stack([wrong, everyone])
    # Items on which the same judges err are drawn as one kind: mostly far fewer than items.
    kinds, times = np.unique(columns, axis=0, return_counts=True)
    weights = np.random.default_rng(rng).multinomial(n, times / n, size=resamples)
    means = weights @ kinds / n
    # The best judge is chosen anew in each resample: the best of several is partly lucky, and a
    # fixed one would make the jury's gain look too small.
    gains = means[:, -1] - (1 - means[:, :-1]).max(axis=1)
    gain = float(everyone.mean() - right.max())
    numbers = _effective(kinds[:, :-1], weights / n)
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
        _basic(effective, numbers, confidence, rng),
        float(everyone.mean()),
        names[int(right.argmax())],
        gain,
        _basic(gain, gains, confidence, rng),
        panels,
        without,
        tuple(notes),
    )


def _basic(value: float, drawn: FloatArray, confidence: float, rng: int) -> Interval:
    good = drawn[np.isfinite(drawn)]
    low, high = np.quantile(good, [(1 - confidence) / 2, (1 + confidence) / 2])
    ends = 2 * value - float(high), 2 * value - float(low)
    return Interval(*ends, confidence, "basic", len(drawn), rng, se=float(good.std(ddof=1)))


def _effective(kinds: FloatArray, share: FloatArray) -> FloatArray:
    """n²/Σρ of every resample: kinds of items, weighted."""
    judges = kinds.shape[1]
    found = np.empty(len(share))
    for at, weight in enumerate(share):
        centred = kinds - weight @ kinds
        spread = np.sqrt(weight @ centred**2)
        scaled = np.divide(centred, spread, out=np.zeros_like(centred), where=spread > 1e-12)
        together = (scaled * weight[:, None]).T @ scaled
        np.fill_diagonal(together, 1.0)
        found[at] = judges**2 / together.sum()
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
    votes: IntArray, true: IntArray, right: FloatArray
) -> tuple[list[tuple[tuple[int, ...], float]], Said | None]:
    """The best panel of every size, as positions."""
    judges = votes.shape[1]
    kinds, back = np.unique(np.column_stack([votes, true]), axis=0, return_counts=True)
    rows, truth, times = kinds[:, :-1], kinds[:, -1], back / back.sum()
    found: list[tuple[tuple[int, ...], float]] = []
    note: Said | None = None
    before: tuple[int, ...] = (int(right.argmax()),)
    for size in range(1, judges + 1):
        # All panels where these are few enough; beyond, growing the best one by a judge at a time
        # needs as many tries as there are judges, and the note says that it is a search.
        if comb(judges, size) <= MOST_PANELS:
            tried = list(combinations(range(judges), size))
        else:
            note = said("judge.note.panels")
            tried = [tuple(sorted({*before, at})) for at in range(judges) if at not in before]
        share = [float(times @ voted(rows[:, list(each)], truth)) for each in tried]
        # Rounded, so that panels that are equally right tie, and the first one wins, on every
        # machine.
        best = int(np.argmax(np.round(share, 12)))
        before = tried[best]
        found.append((before, share[best]))
    return found, note
