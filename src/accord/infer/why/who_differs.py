"""Which coder differs from the others more than they do among themselves, and in what.

In every item (or document) a coder is compared with all others who saw it. If all coders are
alike it is chance who of them is how far from the others, so coders are exchanged within items,
which makes hard items weigh on nobody (`exchanged`); Holm's adjustment holds the probability of
naming one coder or more where all are alike.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from math import fsum, inf, nan, sqrt
from typing import Any

import numpy as np

from accord._measure.bound import Asked
from accord.engine.any_data import takes_data
from accord.infer.resample.replicates import clusters, unit_drawn
from accord.infer.tests.significance import adjusted
from accord.infer.why.disagreements import Disagreements, disagreements
from accord.infer.why.exchanged import larger_than_exchanged
from accord.kinds.spans.parts import Unit
from accord.model.names import NEARLY_ZERO, FloatArray, IntArray
from accord.model.showing import Result, Results
from accord.model.study import Study

FEW_DOCUMENTS = 10
"""With fewer documents than these, items or places are the units of a test."""


def above_zero(values: FloatArray) -> float:
    """One-sided p that the mean of independent values is 0 or less (t test).

    >>> round(above_zero(np.array([1.0, 2.0, 3.0])), 4)
    0.0371
    """
    from scipy.special import stdtr

    n = len(values)
    if n < 2:
        return 1.0
    mean = fsum(values.tolist()) / n  # the same whatever the order of the values
    sd = sqrt(fsum(((values - mean) ** 2).tolist()) / (n - 1))
    # Values that are all the same have no t: the chance that n signs are all above.
    if sd <= NEARLY_ZERO * max(abs(mean), 1e-300):
        return 1.0 if mean <= 0 else 0.5**n
    return float(stdtr(n - 1, -mean * sqrt(n) / sd))


def units_of_test(study: Study) -> IntArray:
    """The unit of a test that each item or document is in: a document where there are enough."""
    column = unit_drawn(study)
    alone: IntArray = np.arange(len(study.items))
    if column == "items":
        return alone
    found = clusters(study, column)
    # A test over three documents could find nothing; then their items are the units, although they
    # depend on each other.
    return (
        alone if found is None or found.max(initial=-1) + 1 < FEW_DOCUMENTS else np.asarray(found)
    )


@dataclass(frozen=True, slots=True)
class CoderApart(Result):
    """How much more a coder differs from the others than they do among themselves.

    `times` is the coder's mean distance to another coder, as a multiple of the mean distance
    between two of the others (inf where these never differ). `p` is one-sided and adjusted for the
    number of coders (Holm). `others` and `own` are what the coder most often decides differently:
    the category of most others, and the coder's instead (None: nothing marked), and how `often`.

    >>> import accord
    >>> labels = {"A": "aabb" * 9, "B": "aabb" * 9, "C": "abba" * 9, "D": "aabb" * 9}
    >>> worst = accord.infer.who_differs(accord.from_coders(labels))[0]
    >>> worst.coder, worst.times, (worst.others, worst.own, worst.often)
    ('C', inf, ('a', 'b', 9))
    """

    coder: Hashable
    times: float
    p: float
    others: Hashable = None
    own: Hashable = None
    often: int = 0


@takes_data
def who_differs(
    study: Study, measure: Asked | None = None, *, found: Disagreements | None = None
) -> Results[CoderApart]:
    """Each coder's distance to the others against theirs among themselves, the farthest first.

    `found` is what `disagreements` found. Empty where there are fewer than three coders, or too
    many items to list every disagreement.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure whose distance counts; by default the recommended one.
    :param found: What `disagreements` found, where it is known.

    >>> import accord
    >>> study = accord.from_coders(
    ...     {"A": "aabb" * 9, "B": "aabb" * 9, "C": "abba" * 9, "D": "aabb" * 9}
    ... )
    >>> worst = accord.infer.who_differs(study)[0]
    >>> worst.coder, worst.times, worst.p < 0.001, (worst.others, worst.own, worst.often)
    ('C', inf, True, ('a', 'b', 9))
    """
    found = disagreements(study, measure) if found is None else found
    if found.seen is None or len(found.coders) < 3:
        return Results()
    table, group = _table(study, found)
    table = np.round(table, 12)  # sums over the other coders round by their order
    saw = np.isfinite(table).sum(axis=1)
    # With two coders each is as far from the other: it takes a third to say who is apart.
    enough = saw > 2
    table, saw, group = table[enough], saw[enough], group[enough]
    filled = np.nan_to_num(table)
    total = np.sort(filled, axis=1).sum(axis=1)  # the same whatever the order of coders
    instead, alike = _instead(found), _alike(table, saw, group)
    rows = []
    for c, coder in enumerate(found.coders):
        here = np.isfinite(table[:, c])
        if not here.any():
            rows.append(CoderApart(coder, nan, nan))
            continue
        own = fsum(filled[here, c].tolist()) / (saw[here] - 1).sum()
        # What the others differ among themselves is the yardstick: in a hard study all are far
        # from each other, and nobody is to be named.
        rest = (
            fsum((total[here] / 2 - filled[here, c]).tolist())
            / ((saw[here] - 1) * (saw[here] - 2) / 2).sum()
        )
        times = own / rest if rest > NEARLY_ZERO else inf if own > 0 else nan
        rows.append(CoderApart(coder, float(times), float(alike[c]), *_mostly(instead[coder])))
    held = adjusted([row.p for row in rows])
    made = [replace(row, p=p) for row, p in zip(rows, held, strict=True)]
    return Results(sorted(made, key=lambda row: (row.p != row.p, row.p, -row.times)))


def _alike(table: FloatArray, saw: IntArray, group: IntArray) -> FloatArray:
    """One-sided p that a coder is no farther from the others than these are, for each coder."""
    _, unit = np.unique(group, return_inverse=True)
    units, coders = int(unit.max(initial=-1)) + 1, table.shape[1]
    filled = np.nan_to_num(table)
    # Above the mean of those who saw it: a coder who saw more of a document is not farther for it.
    excess = filled - (np.sort(filled, axis=1).sum(axis=1) / saw)[:, None]
    row, coder = np.nonzero(np.isfinite(table))
    at = unit.reshape(-1)[row] * coders + coder
    order = np.lexsort((excess[row, coder], at))  # the same sums in whatever order items stand
    summed = np.bincount(at[order], excess[row, coder][order], units * coders)
    there = np.bincount(at, minlength=units * coders) > 0
    return larger_than_exchanged(np.where(there, summed, nan).reshape(units, coders))


def _table(study: Study, found: Disagreements) -> tuple[FloatArray, IntArray]:
    """How far each coder is from the others in each unit of the test, and which unit that is:
    items, or documents; where there are few documents, their places."""
    # With few documents their places are the units of the test, those that nobody disputes
    # included.
    if found.noun == "item" or len(found.items) >= FEW_DOCUMENTS:
        table = found.by_coder()
        assert table is not None
        return table, units_of_test(study)
    place = {coder: at for at, coder in enumerate(found.coders)}
    disputed = np.full((len(found.rows), len(place)), nan)
    for row, each in zip(found, disputed, strict=True):
        for (coder, _), apart in zip(row.decisions, row.apart, strict=True):
            each[place[coder]] = apart
    assert found.seen is not None
    agreed = found.compared - np.bincount(found.at, minlength=len(found.items))
    same = np.repeat(np.where(found.seen, 0.0, nan), agreed, axis=0)
    table = np.concatenate([disputed, same])
    return table, np.arange(len(table))


Instead = Counter[tuple[Hashable, Hashable]]
"""What most others decided and what a coder did, and how often."""


def _instead(found: Disagreements) -> dict[Hashable, Instead]:
    """For each coder, what more than half of the others decided and what the coder did, where that
    is another: one pass over each disagreement, however many coders there are."""
    tallies: dict[Hashable, Instead] = defaultdict(Counter)
    for row in found:
        decided = [(who, category_said(what)) for who, what in row.decisions]
        often = Counter(what for _, what in decided)
        clear = [what for what, n in often.items() if 2 * n > len(decided) - 1]  # two at most
        for who, own in decided:
            for most in clear:
                if most != own:  # so all who decided for it are others
                    tallies[who][most, own] += 1
    return tallies


def _mostly(tally: Instead) -> tuple[Hashable, Hashable, int]:
    """What the coder most often decides instead of what most others decide."""
    if not tally:
        return None, None, 0
    ((others, own), often) = min(tally.items(), key=lambda kv: (-kv[1], str(kv[0])))
    return others, own, often


def category_said(what: Any) -> Hashable:
    """The category of a decision; None where nothing was marked."""
    if isinstance(what, tuple) and all(isinstance(part, Unit) for part in what):
        return what[0].category if what else None
    return what if isinstance(what, Hashable) else None
