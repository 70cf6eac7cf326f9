"""A crowd: many coders who each labelled a part of the items, the worst first.

Pairs of such coders share few items, so each is compared with all others at once: how far their
labels agree with those of the others on the same items, beyond what their own labels would by
chance. A worker who always chooses one label agrees as chance has it, exactly 0.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from math import nan
from typing import cast

import numpy as np

from accord._measure.bound import Bound
from accord._measure.distances.distance import distance
from accord.engine.any_data import listed_labels
from accord.infer.resample.replicates import by_t
from accord.infer.why.without_coders import without_each_by_sums
from accord.kinds.labels.study import Codings
from accord.model.showing import Result, Results
from accord.model.study import Study

CROWD = 20
"""More coders than these are a crowd: rows in one list, no matrix of pairs, most of which share
hardly an item."""

_FEWEST = 30
"""With fewer labels than these a worker is listed, and never flagged."""

_GUESSING = 0.2
"""A worker whose agreement is surely below this is at the level of guessing: flagged where the
upper limit of the interval is below."""


MOST_SHARES = 50_000_000
"""Codings × categories up to which every label is compared with those of all others."""


def is_crowd(study: Study) -> bool:
    """Whether coders are listed one by one instead of in pairs."""
    if not listed_labels(study) or len(study.coders) <= CROWD:
        return False
    return len(study) * len(study.categories) <= MOST_SHARES


def workers_of(study: Study, measure: Bound) -> Results["Worker"] | None:
    """All coders of a crowd, the worst first; None where the study is none."""
    return crowd(cast("Codings", study), measure) if is_crowd(study) else None


@dataclass(frozen=True, slots=True)
class Worker(Result):
    """A coder of a crowd.

    :param coder: The coder.
    :param codings: How many labels the coder gave on items that others labelled, too.
    :param agreement: With the others, beyond chance, by the measure's distance: 1 − (distance to
        the others on an item / that to what the others chose on any of the coder's items); nan
        where nobody shares an item.
    :param low: The lower limit of its 95% interval, over items; nan where the coder has one label.
    :param high: The upper limit.
    :param majority: The share of the labels that are the majority's of the others, where these
        have one; nan where they never do.
    :param label: The label that the coder chose most often.
    :param same: The share of the coder's labels that are this one; 1 for "always the same".
    :param without: The measure without this coder, over all other coders; nan where not computed.
    :param pace: The median time that a label took the coder, where the table has a column of it
        (`study.pace` says which); nan where it has none.
    :param flagged: Whether the coder is at the level of guessing.
    """

    coder: Hashable
    codings: int
    agreement: float
    low: float
    high: float
    majority: float
    label: Hashable
    same: float
    without: float
    pace: float
    flagged: bool


def crowd(study: Codings, measure: Bound) -> Results[Worker]:
    """All coders of a study of labels, the worst first; those who share no item last.

    >>> from accord import bound, from_coders
    >>> labels = {"A": "aabb" * 9, "B": "aabb" * 9, "C": "a" * 36, "D": "aabb" * 9}
    >>> first = crowd(from_coders(labels), bound("pi"))[0]
    >>> first.coder, first.agreement, first.same, round(first.without, 2), first.flagged
    ('C', 0.0, 1.0, 1.0, True)
    """
    who, n, c, k = study.who(), len(study.items), len(study.coders), len(study.categories)
    used = np.bincount(study.category, minlength=k).astype(np.float64)
    d = distance(measure.distance).fit(study.categories, used, study.declared).matrix()
    counts = np.zeros((n, k))
    np.add.at(counts, (study.item, study.category), 1.0)
    others = counts[study.item]
    others[np.arange(len(study)), study.category] -= 1
    number = others.sum(axis=1)
    both = number > 0
    share = others[both] / number[both, None]
    mine, own = who[both], study.category[both]
    apart = (share * d[own]).sum(axis=1)
    sizes = np.bincount(mine, minlength=c).astype(np.float64)
    by_label = np.bincount(mine * k + own, minlength=c * k).reshape(c, k)
    theirs = np.stack([np.bincount(mine, share[:, at], c) for at in range(k)], axis=1)
    order = np.lexsort((apart, mine))  # the same sums in whatever order items stand
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = np.bincount(mine[order], apart[order], c) / sizes
        squares = np.bincount(mine[order], apart[order] ** 2, c) / sizes
        expected = ((by_label @ d) * theirs).sum(axis=1) / sizes**2.0
        agreement = np.where(expected > 0, 1 - observed / expected, nan)
        spread = np.sqrt(np.maximum(squares - observed**2, 0) / (sizes - 1)) / expected
        most = by_label.max(axis=1, initial=0) / sizes
    clear = 2 * share.max(axis=1, initial=0) > 1
    right = (share.argmax(axis=1) == own)[clear] if k else np.zeros(0)
    with np.errstate(divide="ignore", invalid="ignore"):
        majority = np.bincount(mine[clear], right, c) / np.bincount(mine[clear], minlength=c)
    without = without_each_by_sums(study, measure)
    all_of = np.bincount(who, minlength=c)
    rows = []
    for at, coder in enumerate(study.coders):
        low = high = nan
        # A worker of one label agrees as chance has it, whatever the items: nothing varies.
        if sizes[at] > 1 and most[at] < 1 and np.isfinite(spread[at]):
            limit = by_t(float(agreement[at]), float(spread[at]), int(sizes[at]) - 1)
            low, high = limit(0.025), min(limit(0.975), 1.0)
        upper = float(agreement[at]) if most[at] == 1 else high
        rows.append(
            Worker(
                coder,
                int(sizes[at]),
                float(agreement[at]),
                low,
                high,
                float(majority[at]),
                study.categories[int(by_label[at].argmax())] if k else None,
                float(most[at]),
                nan if without is None else float(without[at]),
                nan if study.pace is None else study.pace.of(coder, int(all_of[at])),
                bool(sizes[at] >= _FEWEST and upper < _GUESSING),
            )
        )
    return Results(sorted(rows, key=lambda row: (row.agreement != row.agreement, row.agreement)))
