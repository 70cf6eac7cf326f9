"""Exact cover by a sweep from left to right.

Units are swept by the position of their middle. A state is the set of units from the current
one on that are already covered (a bit mask); the current unit is extended by every group of
which it is the leftmost. Each alignment is met exactly once, so the cheapest is the best.
States stay few where units do not pile up; where they do, the sweep gives up and says so.
"""

from itertools import pairwise
from math import inf

import numpy as np

from accord.measure.gamma.align.candidates import Groups
from accord.model.names import FloatArray, IntArray


def segments(groups: Groups, size: int) -> IntArray:
    """Where the line can be cut without cutting a group: first units of the stretches, size."""
    furthest = np.arange(size)
    np.maximum.at(furthest, groups.members[:, 0], groups.members.max(axis=1))
    ends = np.flatnonzero(np.maximum.accumulate(furthest) == np.arange(size)) + 1
    return np.concatenate([np.zeros(1, ends.dtype), ends])


def sweep(
    groups: Groups,
    size: int,
    most_states: int,
    most_cost: float = inf,
    costs: FloatArray | None = None,
) -> tuple[list[int], list[tuple[int, int]], bool]:
    """The cheapest cover of units 0 … size − 1 by `groups`, stretch by stretch.

    Returns the chosen groups, the stretches [a, b) left uncovered, and whether one of them
    was given up for having more states than `most_states` (else no cover of it costs at most
    `most_cost`). Groups are sorted by their first unit.
    """
    price = (groups.cost if costs is None else costs).tolist()
    first = np.searchsorted(groups.members[:, 0], np.arange(size + 1)).tolist()
    masks = _masks(groups.members)
    cuts = segments(groups, size).tolist()
    chosen: list[int] = []
    hard: list[tuple[int, int]] = []
    overfull = False
    for a, b in pairwise(cuts):
        if b == a + 1:  # a unit that stands with no other
            best = min(range(first[a], first[b]), key=price.__getitem__, default=-1)
            found = [best] if best >= 0 and price[best] <= most_cost else []
        else:
            way = _stretch(a, b, first, masks, price, most_states, most_cost)
            overfull |= way is None
            found = way or []
        if found:
            chosen += found
        else:
            hard.append((a, b))
    return chosen, hard, overfull


def _masks(members: IntArray) -> list[int]:
    """The units of each group as bits counted from its first unit."""
    offset = np.where(members >= 0, members - members[:, :1], -1)
    wide = offset.max(axis=1, initial=0) > 62
    bits = np.left_shift(np.int64(1), np.clip(offset, 0, 62))
    masks: list[int] = np.where(offset >= 0, bits, 0).sum(axis=1).tolist()
    for row in np.flatnonzero(wide):  # rare: a group that spans more than 63 units
        masks[row] = sum(1 << o for o in offset[row].tolist() if o >= 0)
    return masks


def _stretch(
    a: int,
    b: int,
    first: list[int],
    masks: list[int],
    price: list[float],
    most_states: int,
    most_cost: float,
) -> list[int] | None:
    """The groups that cover [a, b); none where no cover is cheap enough, None if overfull."""
    states = {0: 0.0}
    history: list[dict[int, tuple[int, int]]] = []
    for at in range(a, b):
        low, high = first[at], first[at + 1]
        reached: dict[int, float] = {}
        came: dict[int, tuple[int, int]] = {}
        for mask, cost in states.items():
            if mask & 1:
                after = mask >> 1
                if after not in reached or cost < reached[after]:
                    reached[after] = cost
                    came[after] = (mask, -1)
                continue
            for group in range(low, high):
                units = masks[group]
                if not units & mask:
                    after = (units | mask) >> 1
                    total = cost + price[group]
                    if total <= most_cost and (after not in reached or total < reached[after]):
                        reached[after] = total
                        came[after] = (mask, group)
        if not reached:
            return []
        if len(reached) > most_states:
            return None
        history.append(came)
        states = reached
    return _retraced(history)


def _retraced(history: list[dict[int, tuple[int, int]]]) -> list[int]:
    chosen = []
    mask = 0
    for came in reversed(history):
        mask, group = came[mask]
        if group >= 0:
            chosen.append(group)
    return chosen[::-1]
