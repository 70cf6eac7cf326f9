"""Paired comparisons: do judges prefer alike (u), does each have one order (ζ), does a preference
stay when the two are shown in the other order?"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import comb, fsum, nan

from accord.errors import DataError
from accord.model.codings.codings import Codings
from accord.model.showing import Result

FIRST = ("first", "a", "left", "1")
SECOND = ("second", "b", "right", "2")
TIE = ("tie", "equal", "both", "neither", "0")
"""What a coding may say of a pair, beside the name of one of the two."""


@dataclass(frozen=True, slots=True)
class Preferences(Result):
    """How far judges prefer the same of two things, and each of them in one order.

    `triads` and `zeta` have, for each coder, the circular triads (a over b, b over c, c over a) and
    1 − triads / the most there can be; only where the coder judged every pair and tied none.

    :param u: Kendall and Babington Smith's coefficient of agreement; 1 where all prefer alike.
    :param least: The least value that u can have with so many judges.
    :param chi_square: The test of u against judges who guess; nan unless all judged all, no ties.
    :param df: Its degrees of freedom.
    :param p: Its probability.
    :param ties: The share of judgements that are ties.
    :param kept: Of pairs that a judge saw in both orders, the share with the same preference.

    >>> import accord
    >>> rows = [(("x", "y"), who, "x") for who in "ABC"]
    >>> rows += [(("y", "z"), "A", "y"), (("y", "z"), "B", "z"), (("y", "z"), "C", "tie")]
    >>> found = accord.labels.preferences(accord.codings(rows))
    >>> round(found.u, 3), round(found.ties, 3)
    (0.333, 0.167)
    """

    u: float
    least: float
    chi_square: float
    df: float
    p: float
    ties: float
    kept: float
    triads: Mapping[Hashable, float]
    zeta: Mapping[Hashable, float]


def preferences(study: Codings) -> Preferences:
    """Agreement on paired comparisons: u, circular triads, ties, and order.

    Items are pairs of things, in the order in which they were shown; a coding is the name of the
    preferred one, or "first", "second" or "tie". For m judges and n things,

        u = 2 Σ / (C(m, 2) · C(n, 2)) − 1,  Σ the pairs of judges who prefer alike, over all pairs

    A tie is half a preference for either: it agrees by half with everything. Where not all judged
    all, pairs of judges who judged are counted. A judge who saw a pair in both orders counts once,
    with a tie where the preference turned. Without ties u is S of two categories, so
    `accord.s` has its interval; α of first, second and tie is `accord.alpha`.
    References: kendall1940.

    :param study: Codings whose items are pairs (tuples of two names).

    >>> from accord.model.codings.tabular import codings
    >>> rows = [(("x", "y"), who, "x") for who in "ABC"] + [(("y", "z"), "A", "y")]
    >>> rows += [(("y", "z"), "B", "z"), (("y", "z"), "C", "tie")]
    >>> round(preferences(codings(rows)).u, 4)
    0.3333
    """
    judged, tied, number, kept = _judged(study)
    things = sorted({thing for pair in judged for thing in pair}, key=repr)
    agree, of = [], 0
    for by in judged.values():
        for p, q in combinations(by.values(), 2):
            agree.append(p * q + (1 - p) * (1 - q))
            of += 1
    u = 2 * fsum(agree) / of - 1 if of else nan
    m, n = len(study.coders), len(things)
    whole = len(judged) == comb(n, 2) and all(len(by) == m for by in judged.values())
    plain = whole and not tied and all(p != 0.5 for by in judged.values() for p in by.values())
    chi, df, p_value = _test(fsum(agree), m, n) if plain and m > 2 else (nan, nan, nan)
    circular = {}
    for coder in study.coders:
        mine = {pair: by[coder] for pair, by in judged.items() if coder in by}
        circular[coder] = _circular(mine, things)
    most = n * (n * n - 4) / 24 if n % 2 == 0 else n * (n * n - 1) / 24
    return Preferences(
        u,
        (-1 / m if m % 2 else -1 / (m - 1)) if m > 1 else nan,
        chi,
        df,
        p_value,
        tied / number if number else nan,
        fsum(kept) / len(kept) if kept else nan,
        circular,
        {who: 1 - t / most if most else nan for who, t in circular.items()},
    )


Judged = dict[tuple[Hashable, Hashable], dict[Hashable, float]]
"""Pair of things → coder → 1 where the first is preferred, 0 the second, ½ a tie."""


def _judged(study: Codings) -> tuple[Judged, int, int, list[float]]:
    """What was preferred; how many ties there are, of how many judgements; and for each pair that
    a coder saw in both orders whether the preference is the same."""
    seen: dict[tuple[Hashable, Hashable], dict[Hashable, dict[bool, float]]] = {}
    tied = number = 0
    for item, coder, category in study.rows():
        if not isinstance(item, tuple) or len(item) != 2 or item[0] == item[1]:
            raise DataError(f"item {item!r} is not a pair of two things; name items (one, other)")
        said = _side(category, item)
        number += 1
        tied += said == 0.5
        turned = repr(item[0]) > repr(item[1])
        pair = (item[1], item[0]) if turned else (item[0], item[1])
        mine = seen.setdefault(pair, {}).setdefault(coder, {})
        mine[turned] = 1 - said if turned else said
    kept = [
        float(len(set(o.values())) == 1) for by in seen.values() for o in by.values() if len(o) > 1
    ]
    judged: Judged = {}
    for pair, by in seen.items():
        for coder, orders in by.items():
            said = fsum(orders.values()) / len(orders)
            judged.setdefault(pair, {})[coder] = said
    return judged, tied, number, kept


def _side(category: Hashable, item: tuple[Hashable, ...]) -> float:
    """1 for the first of the pair, 0 for the second, ½ for a tie."""
    if category == item[0]:
        return 1.0
    if category == item[1]:
        return 0.0
    word = str(category).strip().lower()
    for words, value in ((FIRST, 1.0), (SECOND, 0.0), (TIE, 0.5)):
        if word in words:
            return value
    raise DataError(
        f"item {item!r}: {category!r} is not one of the two; needed one of their names, first, "
        "second or tie"
    )


def _test(agreeing: float, m: int, n: int) -> tuple[float, float, float]:
    """χ², degrees of freedom and p of u (Kendall & Babington Smith 1940)."""
    from scipy.stats import chi2

    pairs = comb(n, 2)
    chi = 4 / (m - 2) * (agreeing - pairs / 2 * comb(m, 2) * (m - 3) / (m - 2))
    df = pairs * m * (m - 1) / (m - 2) ** 2
    return chi, df, float(chi2.sf(chi, df))


def _circular(mine: Mapping[tuple[Hashable, Hashable], float], things: list[Hashable]) -> float:
    """Circular triads of one judge: C(n, 3) less the triads that one of their things wins."""
    n = len(things)
    if len(mine) < comb(n, 2) or any(p not in (0.0, 1.0) for p in mine.values()):
        return nan
    won = dict.fromkeys(things, 0)
    for (one, other), p in mine.items():
        won[one if p == 1.0 else other] += 1
    return float(comb(n, 3) - sum(comb(wins, 2) for wins in won.values()))
