"""Paired comparisons: do judges prefer alike (u), does each have one order (ζ), does a preference
stay when the two are shown in the other order?"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb, fsum, isnan, nan
from typing import Any

import numpy as np

from accord._measure.by_document import ByDocument, DocumentSums
from accord.errors import DataError
from accord.kinds.labels.pairs import pair_of, side_of
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray
from accord.model.showing import Result
from accord.words.said import said


@dataclass(frozen=True, slots=True)
class Preferences(Result):
    """How far judges prefer the same of two things, and how consistent each judge is.

    `triads` and `zeta` have, for each coder, the circular triads (a over b, b over c, c over a) and
    1 − triads / the most there can be; only where the coder judged every pair and tied none.

    :param u: Kendall and Babington Smith's coefficient of agreement; 1 where all prefer alike.
    :param least: The least value that u can have with this many judges.
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
    with a tie where the preference turned. `accord.labels.preference_u` is u alone, with an
    interval; α of first, second and tie is `accord.alpha`.
    References: kendall1940.

    :param study: Codings whose items are pairs: tuples of two names, or "x · y", "x vs y", "x|y".

    >>> import accord
    >>> rows = [(("x", "y"), who, "x") for who in "ABC"] + [(("y", "z"), "A", "y")]
    >>> rows += [(("y", "z"), "B", "z"), (("y", "z"), "C", "tie")]
    >>> round(accord.labels.preferences(accord.codings(rows)).u, 4)
    0.3333
    """
    judged, tied, number, kept = _judged(study)
    things = sorted({thing for pair in judged for thing in pair}, key=repr)
    sums = [_alike(by) for by in judged.values()]
    agree, of = [alike for alike, _ in sums], sum(pairs for _, pairs in sums)
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


def preference_u(study: Codings) -> Agreement:
    """Kendall's u: how well judges agree on which of two things is better, beyond chance.

    Items are pairs of things in the order in which they were shown ("x · y", "x vs y", "x|y", or
    tuples), codings the preferred one, or first, second, tie. u = 1 − D_o / D_e, D_o the share of
    pairs of judges who prefer differently, D_e = 1/2; 1 where all prefer alike, about 0 where
    judges toss coins. A tie is half a preference for either; a judge who saw a pair in both orders
    counts once, with a tie where the preference turned. Intervals draw pairs of things.
    Undefined where no two judges judged the same pair. References: kendall1940.

    >>> import accord
    >>> rows = [("x · y", who, "x") for who in "ABC"] + [("y · z", "A", "y")]
    >>> rows += [("y · z", "B", "z"), ("y · z", "C", "tie")]
    >>> round(accord.labels.preference_u(accord.codings(rows)).value, 4)
    0.3333
    """
    rows = _sums(study)
    # Of items that were drawn again there are no triads: a resample has the number alone.
    found = preferences(study) if len(set(study.items)) == len(study.items) else None
    result = Agreement("preference_u", "u", nan, 0.5, {}, study.counts())
    alike, pairs = (fsum(column) for column in rows.T.tolist())
    result = _of_sums(result, alike, pairs)
    return result if found is None else replace(result, detail=_detail(found))


def _of_sums(result: Agreement, alike: float, pairs: float) -> Agreement:
    if not pairs:
        return replace(result, undefined=said("undefined.no-two-judges-judged"))
    return replace(result, observed=1.0 - alike / pairs)


def _detail(found: "Preferences") -> dict[str, Any]:
    side = [f"{found.ties:.1%} of judgements are ties"]
    if not isnan(found.kept):
        side.append(f"{found.kept:.1%} of preferences stay when a pair is shown in the other order")
    circular = [f"{who} {n:g}" for who, n in found.triads.items() if not isnan(n)]
    if circular:
        side.append(f"circular triads: {', '.join(circular)}")
    return {"note": "; ".join(side)}


def sums_of_pairs(study: Codings) -> ByDocument:
    """What each pair of things adds: pairs of judges who prefer alike, and all pairs of judges."""
    result = Agreement("preference_u", "u", nan, 0.5, {}, {})
    return DocumentSums(
        len(study.items),
        _sums(study),
        lambda sums: _of_sums(result, float(sums[0]), float(sums[1])),
        lambda coders: sums_of_pairs(study.only(coders)),
    )


def _sums(study: Codings) -> FloatArray:
    """A row for each item. A pair that was shown in both orders has one, that of its first item;
    an item that was drawn again counts again."""
    rows = np.zeros((len(study.items), 2))
    first: dict[Hashable, int] = {}
    for at, item in enumerate(study.items):
        first.setdefault(pair_of(item)[0], at)
    for pair, by in _judged(study)[0].items():
        rows[first[pair]] = _alike(by)
    seen: dict[Hashable, int] = {}
    for at, item in enumerate(study.items):
        rows[at] = rows[seen.setdefault(item, at)]
    return rows


def _alike(by: Mapping[Hashable, float]) -> tuple[float, int]:
    """Pairs of judges who prefer alike, and all pairs."""
    both = [p * q + (1 - p) * (1 - q) for p, q in combinations(by.values(), 2)]
    return fsum(both), len(both)


_Judged = dict[tuple[Hashable, Hashable], dict[Hashable, float]]
"""Pair of things → coder → 1 where the first is preferred, 0 the second, ½ a tie."""


def _judged(study: Codings) -> tuple[_Judged, int, int, list[float]]:
    """What was preferred; how many ties there are, of how many judgements; and for each pair that
    a coder saw in both orders whether the preference is the same."""
    seen: dict[tuple[Hashable, Hashable], dict[Hashable, dict[bool, float]]] = {}
    tied = number = 0
    for item, coder, category in study.rows():
        pair, turned = pair_of(item)
        side = _side(category, pair[::-1] if turned else pair)
        number += 1
        tied += side == 0.5
        mine = seen.setdefault(pair, {}).setdefault(coder, {})
        # By the order of the names, so that both ways of showing a pair speak of the same first.
        mine[turned] = 1 - side if turned else side
    kept = [
        float(len(set(o.values())) == 1) for by in seen.values() for o in by.values() if len(o) > 1
    ]
    judged: _Judged = {}
    for pair, by in seen.items():
        for coder, orders in by.items():
            # One who turns with the order is for both by half, which is a tie.
            side = fsum(orders.values()) / len(orders)
            judged.setdefault(pair, {})[coder] = side
    return judged, tied, number, kept


def not_preferences(study: Codings) -> str | None:
    """Why u does not apply to pairs: codings are no preferences."""
    try:
        _judged(study)
    except DataError as error:
        return error.sentence
    return None


def _side(category: Hashable, item: tuple[Hashable, ...]) -> float:
    """1 for the first of the pair, 0 for the second, ½ for a tie."""
    found = side_of(category, item)
    if found is not None:
        return found
    raise DataError(
        f"item {item!r}: {category!r} is not one of the two; expected one of their names, first, "
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
    # With a pair missing or tied, how many triads are circular is not known.
    if len(mine) < comb(n, 2) or any(p not in (0.0, 1.0) for p in mine.values()):
        return nan
    won = dict.fromkeys(things, 0)
    for (one, other), p in mine.items():
        won[one if p == 1.0 else other] += 1
    return float(comb(n, 3) - sum(comb(wins, 2) for wins in won.values()))
