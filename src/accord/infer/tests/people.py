"""Humans and models: who agrees with whom, and whether a system could stand in for a coder."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from accord._measure.bound import Asked, Bound, bound, documents_of
from accord._measure.cube.kernel import Countable, expanded, itemized
from accord._measure.cube.rows import alike_by_coder
from accord._measure.cube.sums import Sums
from accord._measure.distances.distance import distance as distance_of
from accord._measure.distances.metric import AnyDistance
from accord.engine.any_data import listed_labels, takes_data
from accord.errors import AccordError, NotApplicableError, Setting, TooLargeError
from accord.infer.resample.item_sums import sums_of
from accord.infer.resample.replicates import (
    RESAMPLES,
    Over,
    blocks,
    by_t,
    clusters,
    draw_weights,
    how_many,
    jackknife_se,
    seed_of,
    unit_drawn,
)
from accord.infer.tests.compare import conclude
from accord.kinds.canonical import in_canonical_order
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.model.agreement import Agreement, Interval
from accord.model.names import FloatArray, IntArray
from accord.model.showing import PLAIN_BY, Result, Results
from accord.model.study import Study
from accord.tasks import Progress, checked_run, watched
from accord.words.said import joined, said

_MOST_NAMED = 5
"""A note names so many people who were skipped, and counts the others."""


_MOST_PAIRS = 5000
"""Pairs of a hundred coders: their values in 2,000 resamples take 80 MB and some seconds."""


@dataclass(frozen=True, slots=True)
class Ceiling(Result):
    """Mean agreement of pairs of humans, and of the system with each human.

    `difference` is system − humans; an interval that lies above −margin shows that the system
    agrees with humans no less, within that margin, than they agree with each other. One that
    merely reaches 0 shows nothing.

    :param measure: The measure that was taken.
    :param with_system: Mean agreement of the system with each human.
    :param p: Of the difference, two-sided.

    >>> import accord
    >>> labels = {"A": "aabbbbbccccc" * 3, "B": "abbbbbcccccc" * 3, "M": "abbbbbbccccc" * 3}
    >>> found = accord.ceiling(accord.from_coders(labels), "M", "kappa", resamples=500)
    >>> round(found.humans, 3), round(found.with_system, 3), round(found.difference, 3)
    (0.724, 0.859, 0.135)
    """

    _keys = "measure, system, humans, with_system, difference, interval, p"
    measure: str
    system: Hashable = field(metadata={PLAIN_BY: str})
    humans: float
    with_system: float
    interval: Interval
    p: float

    @property
    def difference(self) -> float:
        """System–human agreement minus human–human agreement."""
        return self.with_system - self.humans


@checked_run
@takes_data
def ceiling(
    study: Study | Countable,
    system: Hashable,
    measure: Asked,
    *,
    over: Over | None = None,
    confidence: float = 0.95,
    resamples: int | None = None,
    rng: "int | np.random.Generator" = 0,
    progress: Progress | None = None,
) -> Ceiling:
    """Compare the agreement of a system with people to the agreement of people with each other.

    Both are means over pairs of coders, so that their number does not matter. The interval of the
    difference leaves out one item at a time, for all pairs together (jackknife, t); one document
    where items belong to some, because these are not independent. Measures that are no function of
    sums over items have a basic bootstrap interval.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param system: The coder that is the system.
    :param measure: A measure by name, or one bound to its settings.
    :param over: What is drawn: "items", a column about items, or one label for each item; by
        default documents where the study has them.
    :param confidence: The confidence level.
    :param resamples: How many resamples.
    :param rng: The seed, or a NumPy generator.
    :param progress: A function that is called with the progress of the work.

    >>> import accord
    >>> labels = {"A": "aabbbbbccccc" * 3, "B": "abbbbbcccccc" * 3, "M": "abbbbbbccccc" * 3}
    >>> result = accord.ceiling(accord.from_coders(labels), "M", "kappa", resamples=500)
    >>> round(result.humans, 3), round(result.with_system, 3)
    (0.724, 0.859)
    """
    study = itemized(study, "a human ceiling")
    if system not in study.coders:
        shown = ", ".join(str(c) for c in study.coders)
        raise AccordError(f"no coder {system!r} in these data. Coders: {shown}")
    units = _by_item(study, over)
    study = in_canonical_order(study)  # the same seed draws the same
    at = study.coders.index(system)
    people = [c for c in range(len(study.coders)) if c != at]
    # With one human there is no agreement among humans that a system could reach.
    if len(people) < 2:
        raise NotApplicableError("a human ceiling needs two people besides the model")
    many = len(people) * (len(people) + 1) // 2
    TooLargeError.unless(many, _MOST_PAIRS, "pairs of coders to draw again and again")
    entry, seed = bound(measure), seed_of(rng)
    pairs = [*combinations(people, 2), *((person, at) for person in people)]
    human = np.array([at not in pair for pair in pairs])
    if listed_labels(study):
        left = _pairs_without(study, pairs, entry, _documents(study, units))
        if left is not None:
            return _jackknifed(entry.name, system, left, human, confidence)
    tables = _tables(study, pairs, entry, progress)
    if tables is None:
        whole = np.array([entry.compute(study.only(pair)).value for pair in pairs])
        drawn = pair_values(study, pairs, entry, resamples, seed, progress)
    else:
        whole = np.array([each(np.ones((1, len(study.items))))[0] for each in tables])
        drawn = _table_values(tables, len(study.items), resamples or RESAMPLES, seed)
    difference = _mean(drawn[:, ~human]) - _mean(drawn[:, human])
    humans, with_system = float(_mean(whole[None, human])[0]), float(_mean(whole[None, ~human])[0])
    interval, p = conclude(
        with_system - humans,
        difference[np.isfinite(difference)],
        Interval(nan, nan, confidence, "basic", len(drawn), seed),
    )
    return Ceiling(entry.name, system, humans, with_system, interval, p)


def _by_item(study: Study, over: Over | None) -> "str | dict[Hashable, Any] | None":
    """Labels of documents by the name of their item: those of a list belong to its order."""
    if over is None or isinstance(over, str):
        return over
    code = clusters(study, over)  # refuses another number of labels
    return None if code is None else dict(zip(study.items, code.tolist(), strict=True))


def _documents(study: Study, over: "str | dict[Hashable, Any] | None") -> IntArray | None:
    """The document of each item, None where items themselves are drawn."""
    if isinstance(over, dict):
        return clusters(study, [over[item] for item in study.items])
    # Kinds whose items are documents already are drawn by these.
    if over is None:
        over = unit_drawn(study) if listed_labels(study) else "items"
    return clusters(study, over)


@dataclass(frozen=True, slots=True)
class _Left:
    """The measure of each pair (columns): of all, and without each unit (rows), with how often
    there is such a unit."""

    whole: FloatArray
    without: FloatArray
    often: FloatArray
    over: str


def _pairs_without(
    study: Codings, pairs: Sequence[tuple[int, int]], measure: Bound, cluster: IntArray | None
) -> _Left | None:
    """None where the measure is no function of sums."""
    if cluster is None:
        # Items coded alike by everybody are left out alike.
        small, often, _ = alike_by_coder(study)
        unit: IntArray = np.arange(len(small.items))
        weight = np.asarray(often, dtype=np.float64)
    else:
        small, unit, weight = study, cluster, np.ones(len(study.items))
    units = int(unit.max(initial=-1)) + 1
    whole, without = np.empty(len(pairs)), np.empty((units, len(pairs)))
    for column, pair in enumerate(pairs):
        agreement = measure.compute(study.only(pair))
        whole[column] = agreement.value
        sums = None if agreement.undefined else sums_of(small.only(pair), measure)
        if sums is None:
            if agreement.undefined is None:
                return None
            without[:, column] = nan
            continue
        rows = sums.rows[sums.of_item]
        by_unit = np.zeros((units, rows.shape[1]))
        np.add.at(by_unit, unit, rows)
        without[:, column] = sums.value(weight @ rows - by_unit)
    if cluster is None:
        return _Left(whole, without, weight, "items")
    return _Left(whole, without, np.ones(units), "clusters")


def _jackknifed(name: str, system: Hashable, left: _Left, human: Any, confidence: float) -> Ceiling:
    """The ceiling, with t of the jackknife error."""
    from scipy.special import stdtr

    humans, with_system = (float(_mean(left.whole[None, side])[0]) for side in (human, ~human))
    gaps = _mean(left.without[:, ~human]) - _mean(left.without[:, human])
    se, df = jackknife_se(gaps, left.often), float(left.often.sum()) - 1
    gap = with_system - humans
    if isnan(se) or isnan(gap):
        none = Interval(nan, nan, confidence, "jackknife", over=left.over)
        return Ceiling(name, system, humans, with_system, none, nan)
    limit = by_t(gap, se, df)
    ends = limit((1 - confidence) / 2), limit((1 + confidence) / 2)
    interval = Interval(*ends, confidence, "jackknife", se=se, over=left.over)
    # Nothing varies: no error, and no p.
    p = 2 * float(stdtr(df, -abs(gap) / se)) if se > 0 else nan
    return Ceiling(name, system, humans, with_system, interval, p)


def _mean(values: FloatArray) -> FloatArray:
    """Means of rows over what is defined."""
    good = np.isfinite(values)
    number = good.sum(axis=1)
    total = np.where(good, values, 0.0).sum(axis=1)
    return np.where(number > 0, total / np.maximum(number, 1), np.nan)


def pair_values(
    study: Study,
    pairs: Sequence[tuple[int, int]],
    measure: Bound,
    resamples: int | None,
    seed: int,
    progress: Progress | None = None,
) -> FloatArray:
    """The measure of each pair of coders (columns) on resamples of items (rows)."""
    if listed_labels(study):
        # Items coded alike by everybody are drawn together: the weights of all pairs then come
        # from one draw, as they must, for pairs share items.
        small, multiplicity, _ = alike_by_coder(study)
        sums = [sums_of(small.only(pair), measure) for pair in pairs]
        if all(s is not None for s in sums):
            n = resamples or RESAMPLES
            rows = [s.rows[s.of_item] for s in sums if s is not None]
            parts = []
            for size, part in blocks(n, max(len(multiplicity), *(r.shape[1] for r in rows)), seed):
                weights = draw_weights(part, multiplicity, size)
                values = [s.value(weights @ r) for s, r in zip(sums, rows, strict=True) if s]
                parts.append(np.stack(values, axis=1))
            return np.concatenate(parts)
    found: list[list[float]] = []
    seeds = np.random.SeedSequence(seed).spawn(resamples or how_many(study))
    for part in watched(seeds, len(seeds), progress):
        drawn = np.random.default_rng(part).integers(len(study.items), size=len(study.items))
        sample = study.take(drawn)
        found.append([measure.compute(sample.only(pair)).value for pair in pairs])
    return np.array(found)


def _tables(
    study: Study,
    pairs: Sequence[tuple[int, int]],
    measure: Bound,
    progress: Progress | None,
) -> list[Callable[[FloatArray], FloatArray]] | None:
    """Of each pair of coders the value where each document counts so often (rows × documents);
    None where it is not known what documents add."""
    table = documents_of(study, measure)
    if table is not None:
        return [table.only(pair).values for pair in pairs]
    if not measure.measure.by_document:
        return None
    found = []
    for pair in watched(pairs, len(pairs), progress):
        agreement = measure.compute(both := study.only(pair))
        sums = sums_of(both, measure, agreement)
        # Undefined pairs stay nan in every resample; a pair that is defined but has no sums sends
        # all pairs to the slow way, so that they share their draws.
        if sums is None and agreement.undefined is None:
            return None
        found.append(_summed(sums))
    return found


def _summed(sums: Sums | None) -> Callable[[FloatArray], FloatArray]:
    if sums is None:  # undefined
        return lambda often: np.full(len(often), nan)
    rows = sums.rows[sums.of_item]
    return lambda often: sums.value(often @ rows)


def _table_values(
    tables: Sequence[Callable[[FloatArray], FloatArray]], documents: int, n: int, seed: int
) -> FloatArray:
    """The value of each pair (columns) on resamples of documents (rows)."""
    often = np.empty((n, documents))
    for row, part in zip(often, np.random.SeedSequence(seed).spawn(n), strict=True):
        drawn = np.random.default_rng(part).integers(documents, size=documents)
        row[:] = np.bincount(drawn, minlength=documents)
    return np.stack([each(often) for each in tables], axis=1)


EPSILON = 0.1
"""The least of the bonuses for being cheap that Calderon, Reichart & Dror (2025) name: .1 where
people are a crowd, .15 where they are skilled, .2 where they are experts. A bonus that makes a
judge pass is to be asked for."""

PEOPLE_NEEDED = 3
"""So many people the authors of the alternative annotator test ask for, at the least."""

MIN_ITEMS = 30
"""Fewer items of a person are not tested, as by the authors: t needs about so many."""


@dataclass(frozen=True, slots=True)
class AlternativeAnnotator(Result):
    """The alternative annotator test: may the system replace a human coder?

    `rows`: for each human (coder, items, ρ of the system, ρ of the human, p, whether the system
    wins after correction). `winning_rate` ω is the share of humans it wins against, `advantage`
    the mean ρ of the system; `passes` where ω ≥ 1/2. `skipped`: humans who share too few items
    with the system and the others to be tested, and how many these are; with nobody left ω is nan.

    :param epsilon: The bonus of the system.
    :param level: The level of the tests.
    :param notes: What a reader must know, in sentences.

    >>> import accord
    >>> people = {"A": "aabbbbbccccc" * 4, "B": "abbbbbcccccc" * 4, "C": "aabbbbbcccca" * 4}
    >>> study = accord.from_coders({**people, "gpt": "aabbbbbccccc" * 4})
    >>> found = accord.alternative_annotator_test(study, "gpt")
    >>> found.winning_rate, found.passes
    (1.0, True)
    """

    _members = "rows"
    _columns = "coder, items, system, human, p, wins"
    system: Hashable
    epsilon: float
    level: float
    rows: tuple[tuple[Hashable, int, float, float, float, bool], ...]
    winning_rate: float
    advantage: float
    notes: tuple[str, ...] = ()
    skipped: tuple[tuple[Hashable, int], ...] = ()

    @property
    def passes(self) -> bool:
        """Whether the system may be used instead of the humans."""
        return self.winning_rate >= 0.5

    @property
    def losing_rate(self) -> float:
        """The share of humans against whom the system is shown to lose, even with its bonus: the
        opposite hypothesis, with the same correction."""
        if not self.rows:
            return nan
        return float(np.mean(_benjamini_yekutieli([1 - row[4] for row in self.rows], self.level)))

    def summary(self) -> str:
        """The verdict in a sentence."""
        passes = "passes" if self.passes else "does not pass"
        return (
            f"{self.system} {passes} the alternative annotator test (ε = {self.epsilon:g}): it "
            f"wins against {self.winning_rate:.0%} of {len(self.rows)} people, and agrees with the "
            f"others on {self.advantage:.0%} of items on average."
        )


@takes_data
def alternative_annotator_test(
    study: Codings | Countable,
    system: Hashable,
    *,
    epsilon: float = EPSILON,
    level: float = 0.05,
    distance: AnyDistance = "nominal",
    min_items: int = MIN_ITEMS,
    over: Over | None = None,
) -> AlternativeAnnotator:
    """The alternative annotator test of Calderon, Reichart & Dror (2025).

    Leave each human out in turn: on every item that this human coded, who is nearer to the other
    humans, the human left out or the system (mean distance)? The system wins if it is at least as
    near more often, less a bonus `epsilon` for being cheap: a one-sided t test of
    H0: ρ_system ≤ ρ_human − ε, corrected by Benjamini & Yekutieli; over documents where items
    belong to some, with as many degrees of freedom as there are documents less one. Humans with
    fewer than
    `min_items` such items are skipped, as by the authors, because t needs about 30; they are in
    `skipped` and in the notes, and do not count in ω.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param system: The coder that is the system.
    :param epsilon: The bonus of the system for being cheap.
    :param level: The level of the tests, which is corrected for their number.
    :param distance: The distance between categories.
    :param min_items: Humans with fewer items in common are skipped.
    :param over: "items", a column about items, or one label for each item; by default documents
        where the study has them.

    References: calderon2025, benjamini2001.

    >>> import accord
    >>> labels = {"A": "aabbbbbccccc" * 4, "B": "abbbbbcccccc" * 4, "C": "aabbbbbcccca" * 4}
    >>> study = accord.from_coders({**labels, "M": "aabbbbbccccc" * 4})
    >>> result = accord.alternative_annotator_test(study, "M")
    >>> result.winning_rate, result.passes
    (1.0, True)
    """
    study = given = expanded(study)
    if system not in study.coders:
        raise AccordError(f"no coder {system!r} in these data")
    units = _by_item(study, over)
    study = in_canonical_order(study)  # sums round by the order of their terms
    cluster = _documents(study, units)
    people = [c for c in range(len(study.coders)) if study.coders[c] != system]
    if len(people) < 2:
        raise NotApplicableError("the alternative annotator test needs two people or more")
    table = np.full((len(study.items), len(study.coders)), -1, dtype=np.int64)
    table[study.item, study.who()] = study.category
    n_k = np.bincount(study.category, minlength=len(study.categories)).astype(np.float64)
    d = distance_of(distance).fit(study.categories, n_k, study.declared).matrix()
    at = study.coders.index(system)
    every = {person: _against(table, d, at, person, people, epsilon, cluster) for person in people}
    # Left out before the correction for many tests: who cannot be tested must not cost the others
    # power.
    found = {person: row for person, row in every.items() if row[0] >= min_items}
    wins = _benjamini_yekutieli([row[3] for row in found.values()], level)
    won = dict(zip(found, wins, strict=True))
    listed = [study.coders.index(coder) for coder in given.coders if coder != system]
    skipped = tuple((study.coders[c], every[c][0]) for c in listed if c not in found)
    rows = tuple((study.coders[c], *found[c], won[c]) for c in listed if c in found)
    return AlternativeAnnotator(
        system,
        epsilon,
        level,
        rows,
        float(np.mean(wins)) if rows else nan,
        float(np.mean([row[1] for row in found.values()])) if rows else nan,
        _left_out(skipped, min_items, len(rows)),
        skipped,
    )


def _left_out(
    skipped: tuple[tuple[Hashable, int], ...], min_items: int, tested: int
) -> tuple[str, ...]:
    """Who was not tested, in words."""
    if not skipped:
        return ()
    named = skipped[:_MOST_NAMED]
    who = joined((said("judge.note.skipped_one", coder=str(c), n=n) for c, n in named), ", ")
    if len(skipped) > _MOST_NAMED:
        who = said("judge.note.skipped_more", who=who, n=len(skipped) - _MOST_NAMED)
    setting = str(Setting("min_items"))
    note = said("judge.note.skipped", min_items=min_items, who=who, setting=setting)
    return (note, *(() if tested else (said("judge.note.nobody"),)))


def _against(
    table: Any,
    d: FloatArray,
    system: int,
    person: int,
    people: list[int],
    epsilon: float,
    cluster: IntArray | None,
) -> tuple[int, float, float, float]:
    """Items, ρ of the system, ρ of the person, p."""
    from scipy.special import stdtr

    others = [c for c in people if c != person]
    use = (table[:, [system, person]] >= 0).all(axis=1) & (table[:, others] >= 0).any(axis=1)
    rows = table[use]
    there = rows[:, others] >= 0
    number = there.sum(axis=1)

    def apart(column: int) -> FloatArray:
        each = d[rows[:, column][:, None], np.maximum(rows[:, others], 0)]
        return np.asarray((each * there).sum(axis=1) / number)

    by_system, by_person = apart(system), apart(person)
    # A tie is a win for both, as by the authors; the hair's breadth makes equal means equal.
    wins = (by_system <= by_person + 1e-12).astype(np.float64)
    loses = (by_person <= by_system + 1e-12).astype(np.float64)
    n = len(rows)
    if n < 2:
        return n, nan, nan, nan
    difference = loses - wins - epsilon
    rest = difference - difference.mean()
    if cluster is not None:
        rest = np.bincount(np.unique(cluster[use], return_inverse=True)[1].reshape(-1), rest)
    units = len(rest)
    spread = sqrt(float((rest**2).sum()) * units / (units - 1)) if units > 1 else nan
    # All items say the same: t has no value, and the sign decides.
    if spread == 0 or bool(np.ptp(difference) == 0):
        p = 0.0 if difference.mean() < 0 else 1.0
    else:
        p = float(stdtr(units - 1, difference.sum() / spread))
    return n, float(wins.mean()), float(loses.mean()), p


def _benjamini_yekutieli(p: list[float], level: float) -> list[bool]:
    """Which hypotheses are rejected with the false discovery rate held under dependence."""
    m = len(p)
    order = sorted(range(m), key=lambda at: (isnan(p[at]), p[at]))
    # Yekutieli's factor: the tests of different people share the system and most of their items,
    # so they are not independent.
    harmonic = sum(1 / j for j in range(1, m + 1))
    last = max(
        (r for r, at in enumerate(order, 1) if p[at] <= r * level / (m * harmonic)), default=0
    )
    rejected = set(order[:last])
    return [at in rejected for at in range(m)]


@dataclass(frozen=True, slots=True)
class CoderAgreement(Result):
    """The agreement of one coder with earlier codings of the same coder.

    >>> import accord
    >>> first = accord.from_coders({"A": "aabb", "B": "aabb"})
    >>> second = accord.from_coders({"A": "aabb", "B": "abab"})
    >>> for found in accord.infer.intra_coder(first, second, "kappa"):
    ...     print(found.coder, found.agreement.value)
    A 1.0
    B 0.0
    """

    coder: Hashable
    agreement: Agreement


@takes_data
def intra_coder(study: Codings, second: Codings, measure: Asked) -> Results[CoderAgreement]:
    """Agreement of each coder with the same coder in another round, on items coded in both.

    :param study: The first round.
    :param second: The second round.
    :param measure: A measure by name, or one bound to its settings.

    >>> import accord
    >>> one, two = (
    ...     accord.from_coders({"A": "aabb", "B": "aabb"}),
    ...     accord.from_coders({"A": "aabb", "B": "abab"}),
    ... )
    >>> [
    ...     (found.coder, found.agreement.value)
    ...     for found in accord.infer.intra_coder(one, two, "kappa")
    ... ]
    [('A', 1.0), ('B', 0.0)]
    """
    entry = bound(measure)
    rounds = [{(i, c): k for i, c, k in part.rows()} for part in (study, second)]
    declared = study.declared and study.categories == second.categories
    results = []
    for coder in study.coders:
        if coder not in second.coders:
            continue
        items = [i for i in study.items if (i, coder) in rounds[0] and (i, coder) in rounds[1]]
        both = from_columns(
            items * 2,
            ["first"] * len(items) + ["second"] * len(items),
            [r[i, coder] for r in rounds for i in items],
            categories=list(study.categories) if declared else None,
        )
        results.append(CoderAgreement(coder, entry.compute(both)))
    return Results(results)
