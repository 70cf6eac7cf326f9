"""Circular triads: a over b, b over c, c over a. Few of them show that a judge has one order.

d of a judge who decided every pair of n things is C(n, 3) − Σ C(wins, 2), and Kendall's consistency
ζ = 1 − d / the most there can be. What a judge who guesses would show is counted over all
tournaments up to 7 things, and approximated by χ² above. References: kendall1940.
"""

from collections import Counter
from functools import cache
from math import comb

import numpy as np

from accord.model.names import FloatArray

_MOST_COUNTED = 7
"""Things up to which all tournaments are counted; from 8 the approximation is within .013."""


def most_triads(n: int) -> float:
    """The most circular triads that n things can have."""
    return n * (n * n - 4) / 24 if n % 2 == 0 else n * (n * n - 1) / 24


@cache
def tournaments(n: int) -> dict[int, int]:
    """How many tournaments of n things have d circular triads, for each d.

    >>> tournaments(4)
    {0: 24, 1: 16, 2: 24}
    """
    scores: Counter[tuple[int, ...]] = Counter({(): 1})
    for things in range(n):
        grown: Counter[tuple[int, ...]] = Counter()
        for held, often in scores.items():
            for beaten in range(1 << things):
                new = tuple(s + (not beaten >> at & 1) for at, s in enumerate(held))
                grown[tuple(sorted((*new, beaten.bit_count())))] += often
        scores = grown
    found: Counter[int] = Counter()
    for held, often in scores.items():
        found[comb(n, 3) - sum(comb(s, 2) for s in held)] += often
    return dict(sorted(found.items()))


def p_of_triads(d: float, n: int) -> float:
    """The chance that a judge who guesses has d circular triads or fewer.

    >>> round(p_of_triads(2, 6), 4)
    0.1196
    """
    if n < 3:
        return float("nan")
    if n <= _MOST_COUNTED:
        counts = tournaments(n)
        return sum(often for at, often in counts.items() if at <= d) / sum(counts.values())
    from scipy.stats import chi2

    # Textbooks print + ½, which belongs to the other tail.
    f = n * (n - 1) * (n - 2) / (n - 4) ** 2
    return float(chi2.sf(8 / (n - 4) * (comb(n, 3) / 4 - d - 0.5) + f, f))


def circular(ahead: FloatArray) -> tuple[int, int]:
    """Circular triads of a table of who is ahead of whom (1, −1, 0 for neither), and how many
    triples are decided in all three pairs.

    >>> circular(np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]]))
    (1, 1)
    """
    ahead_of = (ahead > 0).astype(np.float64)
    decided = ahead_of + ahead_of.T
    # Every circle of three is met from three of its corners, every whole triple in six orders.
    around = np.trace(ahead_of @ ahead_of @ ahead_of) / 3
    return round(float(around)), round(float(np.trace(decided @ decided @ decided) / 6))
