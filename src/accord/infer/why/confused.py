"""Which two categories are confused more than chance makes them, and what merging them would do.

When two coders disagree they have chosen two different categories, and with K categories one of
K (K − 1) / 2 pairs must be the most frequent. A pair is a cause only where it takes more of the
disagreement than chance gives it, whichever way chance is thought of:

    both categories guessed as often as they are used      n_k n_l
    one of them right, the other any of the rest           n_k + n_l
    both any of all                                        1

each as a share of all pairs of categories. The largest of the three is what the pair is held
against, so that every mixture of them is covered; a t test over items (or documents), one-sided,
with Holm's adjustment for the number of pairs.

Before the test stands the sum: the observed disagreement as an exact sum of its parts.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord._measure.bound import Asked, Bound, bound
from accord._measure.catalogue import MEASURES
from accord._measure.cube.kernel import Countable, itemized
from accord._measure.cube.rows import steady
from accord._measure.distances.distance import Metric, distance as distance_of
from accord._measure.labels.skew import Skew, skew
from accord.engine.any_data import has_counts, rows_of_counts, takes_data, who_chose
from accord.engine.tally import NOT_WHO, Tally
from accord.errors import NotApplicableError, UnknownNameError
from accord.infer.tests.significance import adjusted
from accord.infer.why.anatomy import MatchedUnits
from accord.infer.why.breakdown import Breakdown, metric_for, steady_disagreement
from accord.infer.why.disagreements import ORDERED_DISTANCES
from accord.infer.why.influence import merged_value
from accord.infer.why.matrices import (
    alpha_against_rest,
    coincidences,
    is_nominal_alpha,
    merged_alpha,
    pairs_within,
)
from accord.kinds.kind import kind_of, kind_words
from accord.kinds.labels.patterns import Counts
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result, Results
from accord.model.study import Study


@takes_data
def decompose(study: Codings | Countable, by: str, measure: Asked) -> Breakdown:
    """The observed disagreement as an exact sum over "categories" (pairs), "items" or "coders".

    The contributions add up to D_o of the measure. By coder, the disagreement of two coders is
    half each one's. `share` is the part of the whole. Counts have categories, and coders where
    patterns say who chose what, but no items.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param by: What the disagreement is added up over.
    :param measure: A measure by name, or one bound to its settings.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabb", "B": "abbb", "C": "aabc"})
    >>> [row[:2] for row in accord.infer.decompose(study, "categories", "pi").rows]
    [('a', 'b'), ('b', 'c')]
    """
    entry = bound(measure)
    if entry.name in MEASURES and "parts" not in entry.measure.asked:
        raise NotApplicableError(
            f"{entry.symbol} is not a sum over pairs of labels, so it cannot be decomposed"
        )
    if not has_counts(study):
        raise NotApplicableError.of_counts("the parts of the disagreement")
    metric = metric_for(study, entry)
    counts, times = rows_of_counts(study)
    sizes = counts.totals
    rule = entry.missing
    usable = sizes > 1
    # The parts must add up to the D_o of this coefficient, so the same items count that count
    # there.
    if rule == "complete":
        usable &= sizes == study.counts()["c"]
    weight = times * usable * (sizes if rule == "pairable" else 1.0)
    # Without any pair all parts are 0, not 0/0.
    scale = weight / max(float(weight.sum()), 1e-300)
    if by == "items":
        listed = itemized(study, "the parts of items")
        each = scale * steady_disagreement(listed, entry)
        order = np.argsort(-each, kind="stable").tolist()
        rows = [(listed.items[i], float(each[i])) for i in order]
        return _shares(by, entry.name, ("item", "contribution"), rows)
    per_pair = scale / np.maximum(sizes * (sizes - 1), 1)
    if by == "coders":
        known = who_chose(study)
        if known is None:
            raise NotApplicableError(NOT_WHO)
        each = _coder_parts(known[0], metric, per_pair)
        rows = [(study.coders[c], float(each[c])) for c in np.argsort(-each).tolist()]
        return _shares(by, entry.name, ("coder", "contribution"), rows)
    if by != "categories":
        raise UnknownNameError.of("decomposition", by, ("categories", "items", "coders"))
    return _shares(
        by,
        entry.name,
        ("category", "other category", "contribution"),
        _category_parts(study, counts, metric, times * usable, rule == "pairable", weight.sum()),
    )


def _category_parts(
    study: Codings | Tally,
    counts: Counts,
    metric: Metric,
    times: FloatArray,
    by_coding: bool,
    total: float,
) -> list[tuple[Hashable, Hashable, float]]:
    """Every two categories that meet, with what they add to D_o, largest first."""
    pairs = pairs_within(
        counts, times, lambda size: (size if by_coding else 1.0) / total / (size * (size - 1))
    ).tocoo()
    above = pairs.col > pairs.row
    first, second = pairs.row[above], pairs.col[above]
    each = 2 * pairs.data[above] * metric.between(first, second)
    names = study.categories
    parts = [
        (names[a], names[b], part)
        for a, b, part in zip(first.tolist(), second.tolist(), each.tolist(), strict=True)
        if part
    ]
    return sorted(parts, key=lambda part: -part[2])


def _coder_parts(study: Codings, metric: Metric, per_pair: FloatArray) -> FloatArray:
    """Half of each pair's disagreement for each of its two coders."""
    c = len(study.coders)
    table: IntArray = np.full((len(study.items), c), -1, dtype=np.int64)
    table[study.item, study.who()] = study.category
    parts = np.zeros((c, c))
    for a in range(c):
        for b in range(a + 1, c):
            both = np.flatnonzero((table[:, a] >= 0) & (table[:, b] >= 0))
            d = metric.between(table[both, a], table[both, b])
            parts[a, b] = parts[b, a] = steady(d * per_pair[both])  # 2 × per pair, half to each
    # Sorted before adding: the order of coders must not change the last digit.
    return np.asarray(np.sort(parts, axis=1).sum(axis=1))


def _shares(
    by: str, measure: str, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]]
) -> Breakdown:
    total = steady(np.array([row[-1] for row in rows]))
    with_share = tuple((*row, row[-1] / total if total else 0.0) for row in rows)
    return Breakdown(by, measure, (*columns, "share"), with_share)


@dataclass(frozen=True, slots=True)
class Confusion:
    """Two categories: their share of all disagreement, how often they meet, and nominal α if they
    were one."""

    first: Hashable
    second: Hashable
    share: float
    coincidences: float
    merged: float | None


@dataclass(frozen=True, slots=True, eq=False)
class CategoryTable(Result):
    """For each category: its codings that can be paired, α against the rest, the agreement on it,
    and its share of all disagreement; with the coincidence matrix, the worst confusions, and
    how skewed the categories and the coders are."""

    coincidences: FloatArray
    codings: FloatArray
    alpha: FloatArray
    agreement: FloatArray
    share: FloatArray
    confusions: tuple[Confusion, ...]
    skew: Skew


def category_table(study: Codings, distance: Any, worst: int = 10) -> CategoryTable | None:
    """The categories of codings and the worst confusions; None where nothing can be paired."""
    table = coincidences(study)
    n_k, alike = np.rint(table.sum(axis=1)), np.diagonal(table)
    if not n_k.sum():
        return None
    d = distance_of(distance).fit(study.categories, n_k, study.declared).matrix()
    lost = np.sort(table * d, axis=1).sum(axis=1)
    total = steady(lost)
    with np.errstate(divide="ignore", invalid="ignore"):
        agreement = np.where(n_k > 0, alike / n_k, np.nan)
    return CategoryTable(
        table,
        n_k,
        alpha_against_rest(n_k, alike),
        agreement,
        lost / total if total else np.zeros(len(lost)),
        tuple(_confusions(study, distance, table, worst)),
        skew(study),
    )


def _confusions(study: Codings, distance: Any, table: FloatArray, worst: int) -> list[Confusion]:
    alpha = bound("alpha", distance=distance)
    place = {name: at for at, name in enumerate(study.categories)}
    used, found = table.sum(axis=1), []

    def by_numbers(row: tuple[Any, ...]) -> tuple[float, ...]:  # of equal shares not by names
        k, l = place[row[0]], place[row[1]]
        return -row[3], -float(table[k, l]), *sorted((-float(used[k]), -float(used[l])))

    rows = sorted(decompose(study, "categories", alpha).rows, key=by_numbers)
    for first, second, _, share in rows[:worst]:
        k, l = place[first], place[second]
        merged = merged_alpha(table, k, l) if is_nominal_alpha(alpha) else None
        found.append(Confusion(first, second, share, 2 * float(table[k, l]), merged))
    return found


@dataclass(frozen=True, slots=True)
class ConfusedPair(Result):
    """Two categories that coders confuse: how often, compared with chance.

    `often` is how many disagreements are between the two, `share` their part of all, `expected` the
    part that chance gives them, `p` one-sided and adjusted for the number of pairs.

    `merged` is the measure if the two were one category, `gain` what that adds: not what a study
    with fewer categories would have, where coders decide differently from the start. None where
    it was not computed.

    :param first: One category.
    :param second: The other one.
    :param expected: The share that chance gives them.

    >>> import accord
    >>> study = accord.from_coders({"A": "abcd" * 12 + "a" * 9, "B": "abcd" * 12 + "b" * 9})
    >>> worst = accord.infer.confused(study)[0]
    >>> worst.first, worst.second, worst.often, worst.share
    ('a', 'b', 9.0, 1.0)
    """

    first: Hashable
    second: Hashable
    often: float
    share: float
    expected: float
    p: float
    merged: float | None = None
    gain: float | None = None


@takes_data
def confused(
    study: Study,
    measure: Asked | None = None,
    *,
    level: float = 0.05,
    matched: MatchedUnits | None = None,
) -> Results[ConfusedPair]:
    """Pairs of categories by how much more often they are confused than chance makes them.

    For codings and units. With a `measure`, pairs with p at most `level` say what merging them
    would give. On an ordered scale neighbours are confused most by nature: nothing is tested
    there.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure, to say what merging two categories would give.
    :param level: The level of the test below which that is computed.
    :param matched: What `matched_units` found, where it is known.

    >>> import accord
    >>> study = accord.from_coders({"A": "abcd" * 12 + "a" * 9, "B": "abcd" * 12 + "b" * 9})
    >>> first = accord.infer.confused(study)[0]
    >>> first.first, first.second, first.share, first.p < 0.01
    ('a', 'b', 1.0, True)
    """
    entry = None if measure is None else bound(measure)
    # On a scale neighbours are confused because they are near: that is what the distance says, and
    # no finding.
    if entry is not None and distance_of(entry.distance).name in ORDERED_DISTANCES:
        return Results()
    confusions = kind_of(study).ability("confusions")
    if confusions is None:
        raise not_confused(study)
    labels: Any = study
    rows = _tested(labels.categories, *confusions(study, matched))
    if entry is None or not any(row.p <= level for row in rows):
        return Results(rows)
    whole = entry.compute(study).value
    return Results(
        _with_merged(study, entry, whole, row) if row.p <= level else row for row in rows
    )


def not_confused(study: Any) -> NotApplicableError:
    """Why no categories are compared."""
    return NotApplicableError(
        f"confusions exist in labels and spans; these data are {kind_words(study)}"
    )


def _with_merged(study: Study, entry: Bound, whole: float, row: ConfusedPair) -> ConfusedPair:
    # Merging is tried only for pairs that are named: it computes the measure anew for each of
    # them.
    value = merged_value(study, entry, row.first, row.second)
    return ConfusedPair(
        row.first, row.second, row.often, row.share, row.expected, row.p, value, value - whole
    )


@dataclass(frozen=True, slots=True, eq=False)
class Meetings:
    """How often categories k < l meet in each unit of the test (entries of a sparse table)."""

    group: IntArray
    pair: IntArray
    often: FloatArray


def meetings_of(parts: Sequence[tuple[IntArray, IntArray, FloatArray]]) -> Meetings:
    """Groups, pairs and how often they meet, added up where group and pair are the same."""
    if not parts:
        nothing: IntArray = np.zeros(0, dtype=np.int64)
        return Meetings(nothing, nothing, np.zeros(0))
    group, pair, often = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.lexsort((pair, group))
    group, pair = group[order], pair[order]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (np.diff(group) != 0) | (np.diff(pair) != 0)
    at = np.empty(len(order), dtype=np.int64)
    at[order] = np.cumsum(new) - 1
    return Meetings(group[new], pair[new], np.bincount(at, weights=often).astype(np.float64))


def chance_shares(used: FloatArray, first: IntArray, second: IntArray) -> FloatArray:
    """The largest share of the disagreements that chance gives each pair of different categories
    (see above), `first` with `second`; no table of all pairs is held.

    >>> chance_shares(np.array([1.0, 1.0, 2.0]), np.array([0, 0]), np.array([1, 2])).round(3)
    array([0.333, 0.4  ])
    """
    there = (used > 0).astype(np.float64)
    u, v, both = used[first], used[second], there[first] * there[second]
    n, s = there.sum(), used.sum()
    # Each idea of chance for the pair, and added up over all pairs.
    ideas = [
        (u * v, (s * s - (used * used).sum()) / 2),
        ((u + v) * both, (n - 1) * s),
        (both, n * (n - 1) / 2),
    ]
    found = np.zeros(len(u))
    # The largest of three ideas of chance (docs/decisions.md, The report): a pair is named only if
    # none of them explains it.
    for idea, total in ideas:
        found = np.maximum(found, idea / total) if total else found
    return np.asarray(found)


def _tested(names: Sequence[Hashable], meet: Meetings, used: FloatArray) -> list[ConfusedPair]:
    """Every pair of categories that meets, with its test, the least p first."""
    names, k = list(names), len(names)
    there = int((used > 0).sum())
    # With two categories every disagreement is between these two: there is nothing to be confused
    # more.
    if there < 3 or not len(meet.often):
        return []
    groups, of = np.unique(meet.group, return_inverse=True)
    of = of.reshape(-1)
    y = np.bincount(of, weights=meet.often)
    pairs, which = np.unique(meet.pair, return_inverse=True)
    which = which.reshape(-1)
    x = np.bincount(which, weights=meet.often)
    xx = np.bincount(which, weights=meet.often**2)
    xy = np.bincount(which, weights=meet.often * y[of])
    share = chance_shares(used, pairs // k, pairs % k)
    n = len(groups)
    # The sum over units of x − π y, and its standard error from their squares.
    excess = x - share * y.sum()
    squares = xx - 2 * share * xy + share**2 * (y**2).sum()
    p = _upper(excess, squares, share * (1 - share) * (y**2).sum(), n)
    # Pairs that never meet are tests too.
    held = adjusted(p.tolist(), among=there * (there - 1) // 2)
    columns = (pairs.tolist(), x.tolist(), (x / y.sum()).tolist(), share.tolist(), held)
    rows = [
        ConfusedPair(names[q // k], names[q % k], often, part, expected, p_held)
        for q, often, part, expected, p_held in zip(*columns, strict=True)
    ]
    return sorted(rows, key=lambda row: (row.p, -row.share))


def _upper(excess: FloatArray, squares: FloatArray, null: FloatArray, n: int) -> FloatArray:
    """One-sided p of t = Σ / √(n s²), df n − 1, where n s² is at least what chance makes it (all
    units may show nothing but this pair); 1 where there are fewer than two units."""
    from scipy.special import stdtr

    if n < 2:
        return np.ones(len(excess))
    # Few units that happen to agree have too small a variance; that of chance is the floor.
    variance = np.maximum(n / (n - 1) * (squares - excess**2 / n), null)
    return np.asarray(stdtr(n - 1, -excess / np.sqrt(np.maximum(variance, 1e-300))))
