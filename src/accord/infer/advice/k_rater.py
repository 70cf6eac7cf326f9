"""k-rater reliability: how reliable is what k coders say together?

Where a data set keeps the mean or the majority of k coders, the agreement of single coders is not
its reliability. Two ways to know what the aggregate of k coders has: Spearman and Brown's formula,
which holds for means of numbers, and doing it: two groups of k coders, drawn item by item, are
aggregated and compared, as often as wanted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np

from accord._measure.bound import Bound, bound
from accord._measure.cube.kernel import Countable, expanded
from accord._measure.distances.metric import AnyDistance
from accord._measure.labels.icc_limits import stepped
from accord.engine.any_data import listed_labels, takes_data
from accord.errors import AccordError, NotApplicableError, UnknownNameError
from accord.infer.resample.interval import interval_of
from accord.infer.resample.replicates import seed_of
from accord.infer.why.generalizability import Decision, generalizability
from accord.kinds.canonical import in_canonical_order
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_coders
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result, Results, counted
from accord.tasks import Progress, checked_run, watched

WAYS_TO_DRAW = ("split", "bootstrap")


@dataclass(frozen=True, slots=True)
class KRater(Result):
    """The reliability of the aggregate of k coders.

    :param k: How many coders are aggregated.
    :param predicted: By Spearman and Brown; nan for labels, whose majority is no mean.
    :param low: The lower limit of its interval.
    :param high: The upper limit.
    :param resampled: The mean over drawn groups; nan where no two groups can be drawn.
    :param sd: Their standard deviation.
    :param items: How many items had enough codings.

    >>> import accord
    >>> found = accord.infer.k_rater([[9, 8, 9, 8], [6, 7, 5, 6], [2, 1, 2, 3]], 2)[0]
    >>> found.k, found.items, round(found.predicted, 2)
    (2, 3, 0.97)
    """

    k: int
    predicted: float
    low: float
    high: float
    resampled: float
    sd: float
    items: int


@dataclass(frozen=True, slots=True)
class EnoughCoders(Result):
    """How many coders are enough for a reliability of what they say together.

    :param wanted: The reliability that is wanted.
    :param coders: The least number of coders that reaches it; None where none that can be tried
        does.
    :param goal: What is reliable: the mean or the majority.
    :param method: How it was found.
    :param rows: What was tried.
    :param notes: What a reader must know, in sentences.

    >>> import accord
    >>> found = accord.infer.enough_coders([[9, 8, 9], [6, 7, 5], [2, 1, 2], [7, 5, 6]], 0.95)
    >>> found.coders, found.goal
    (2, 'the mean of their numbers has Φ')
    """

    wanted: float
    coders: int | None
    goal: str
    method: str
    rows: tuple[Decision, ...] | tuple[KRater, ...]
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        goal = f"{self.goal} of at least {self.wanted:g} ({self.method})"
        if self.coders is None:
            head = f"not reached with any number of coders that can be tried: {goal}"
        else:
            head = f"{counted(self.coders, 'coder')}: {goal}"
        return "\n".join([head, str(Results(self.rows)), *self.notes])


@checked_run
@takes_data
def enough_coders(
    study: Codings | Countable,
    wanted: float,
    *,
    distance: AnyDistance | None = None,
    rng: "int | np.random.Generator" = 0,
    progress: Progress | None = None,
) -> EnoughCoders:
    """How many coders an item needs until what they say together is as reliable as `wanted`.

    The mean of numbers: Φ of generalizability theory, which also counts that some coders give
    higher numbers throughout; Eρ², where only the order of items matters, is in the rows. The
    majority of labels (or numbers with a `distance`): by `k_rater`, as far as the pilot has coders.

    :param study: A pilot study, or data that accord can read as one: a path, a data frame, arrays.
    :param wanted: The reliability that is wanted, between 0 and 1.
    :param distance: The distance between labels; by default nominal.
    :param rng: The seed, or a NumPy generator.
    :param progress: A function that is called with the progress of the work.

    References: brennan2001, wong2022.

    >>> import accord
    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> accord.infer.enough_coders(ratings, 0.8).coders
    10
    """
    given = expanded(study)
    if not 0 < wanted < 1:
        raise AccordError(f"the target reliability must be between 0 and 1, got {wanted:g}")
    if not listed_labels(given):
        raise NotApplicableError("this plan works with labels, not with spans")
    # Of numbers a model tells of any number of coders; majorities of labels have none that holds,
    # so they are drawn, and the pilot sets the limit.
    if given.categories.numbers() is not None and distance in (None, "interval"):
        found = generalizability(given)
        number = found.coders_for(wanted)
        tried = sorted({1, 2, 3, 5, 10, number})
        order = found.coders_for(wanted, absolute=False)
        note = f"for the order of items alone (Eρ²): {counted(order, 'coder')}"
        goal = "the mean of their numbers has Φ"
        rows = tuple(found.decide(tried))
        return EnoughCoders(wanted, number, goal, "variance components", rows, (note, *found.notes))
    # Two groups that share no coding: half of an item's codings is the largest group.
    most = int(np.diff(given.bounds).max(initial=0)) // 2
    if most < 1:
        raise NotApplicableError("no item has two labels, so reliability cannot be estimated")
    # An even group has ties: odd numbers only.
    drawn = k_rater(given, range(1, most + 1, 2), distance=distance, rng=rng, progress=progress)
    reached = [row.k for row in drawn if row.resampled >= wanted]
    note = (
        "two groups of coders who share nobody are compared, so the pilot tells of "
        f"{counted(most, 'coder')} at most"
    )
    goal = "the majority of their labels has α"
    return EnoughCoders(
        wanted, reached[0] if reached else None, goal, "drawn groups", tuple(drawn), (note,)
    )


@checked_run
@takes_data
def k_rater(
    study: Codings | Countable,
    k: int | Sequence[int] = (1, 2, 3, 5),
    *,
    method: str = "split",
    distance: AnyDistance | None = None,
    resamples: int = 100,
    confidence: float = 0.95,
    rng: "int | np.random.Generator" = 0,
    progress: Progress | None = None,
) -> Results[KRater]:
    """The reliability of the mean (of numbers) or the majority (of labels) of k coders.

    `predicted` steps α of single coders up by Spearman and Brown's formula, for numbers with the
    interval distance. `resampled` draws two groups of k codings for every item that has enough,
    aggregates each, and is α between the two columns, on average over `resamples`.

    `method`: "split" draws two groups that share no coding, so an item needs 2k codings;
    "bootstrap" draws both with replacement (Wong & Paritosh 2022): any k is possible, but both
    groups may have the same coding, so values are too high where an item has few codings. Ties of a
    majority are broken at random. References: wong2022.

    :param study: A study, or data that accord can read as one: a path, a data frame, arrays.
    :param k: The number of coders, or several.
    :param method: split or bootstrap.
    :param distance: The distance between aggregates; by default interval for numbers, nominal
        for labels.
    :param resamples: How many times groups are drawn.
    :param confidence: The confidence level of the interval around `predicted`.
    :param rng: The seed, or a NumPy generator.
    :param progress: A function that is called with the progress of the work.

    >>> import accord
    >>> ratings = [[9, 8, 9, 8], [6, 7, 5, 6], [8, 8, 6, 8], [2, 1, 2, 3], [10, 9, 8, 9]]
    >>> for found in accord.infer.k_rater(ratings, [1, 2]):
    ...     print(found.k, round(found.predicted, 2), round(found.resampled, 1))
    1 0.91 0.9
    2 0.95 1.0
    """
    given = expanded(study)
    if not listed_labels(given):
        raise NotApplicableError("k-rater reliability works with labels, not with counts or spans")
    if method not in WAYS_TO_DRAW:
        raise UnknownNameError.of("way to draw groups", method, WAYS_TO_DRAW)
    numbers = [k] if isinstance(k, int) else list(k)
    for each in numbers:
        if each < 1:
            raise AccordError(f"a group must have one coder or more, got {each}")
    if resamples < 1:
        raise AccordError(f"groups must be drawn once or more, got resamples={resamples}")
    given = in_canonical_order(given)
    values = given.categories.numbers()
    numeric = values is not None and distance in (None, "interval")
    measure = bound("alpha", distance=distance or ("interval" if numeric else "nominal"))
    one, low, high = _single(given, measure, confidence, rng) if numeric else (nan, nan, nan)
    seeds = np.random.SeedSequence(seed_of(rng)).spawn(len(numbers))
    rows = []
    for each, seed in watched(zip(numbers, seeds, strict=True), len(numbers), progress):
        drawn, items = _drawn(
            given, values if numeric else None, each, method, measure, resamples, seed
        )
        known = drawn[~np.isnan(drawn)]
        mean = float(known.mean()) if len(known) else nan
        spread = float(known.std(ddof=1)) if len(known) > 1 else nan
        predicted, least, most = (stepped(limit, each) for limit in (one, low, high))
        rows.append(KRater(each, predicted, least, most, mean, spread, items))
    return Results(rows)


def _single(
    study: Codings, measure: Bound, confidence: float, rng: "int | np.random.Generator"
) -> tuple[float, float, float]:
    found = measure.compute(study)
    if isnan(found.value):
        raise NotApplicableError(f"no k-rater reliability: {found.undefined}")
    seed = seed_of(rng)
    made, _ = interval_of(study, found, measure, confidence=confidence, rng=seed)
    return found.value, made.low, made.high


def _drawn(
    study: Codings,
    values: FloatArray | None,
    k: int,
    method: str,
    measure: Bound,
    resamples: int,
    seed: "np.random.SeedSequence",
) -> tuple[FloatArray, int]:
    """α between the aggregates of two groups, for each resample; and how many items there were."""
    sizes = np.diff(study.bounds)
    # With replacement two codings are enough to draw from, but the groups then share codings,
    # which is too high where an item has few (docs/decisions.md, Numbers).
    enough = np.flatnonzero(sizes >= (2 * k if method == "split" else 2))
    if len(enough) < 2:
        return np.full(1, nan), len(enough)
    rng = np.random.default_rng(seed)
    begin, sizes = study.bounds[enough], sizes[enough]
    found = []
    for _ in range(resamples):
        if method == "split":
            chosen = _without_replacement(sizes, begin, 2 * k, rng)
        else:
            chosen = begin[:, None] + (rng.random((len(sizes), 2 * k)) * sizes[:, None]).astype(int)
        picked = study.category[chosen]
        columns = [_together(part, values, rng) for part in (picked[:, :k], picked[:, k:])]
        if values is None:
            names = [[study.categories[int(c)] for c in column] for column in columns]
        else:
            names = [column.tolist() for column in columns]
        both = from_coders({"first": names[0], "second": names[1]})
        found.append(measure.compute(both).value)
    return np.array(found), len(enough)


def _without_replacement(
    sizes: IntArray, begin: IntArray, number: int, rng: np.random.Generator
) -> IntArray:
    """So many different codings of each item, in random order."""
    places = np.arange(int(sizes.max()))
    # Keys of 2 lie behind every random number: places that an item does not have are never drawn.
    keys = np.where(places < sizes[:, None], rng.random((len(sizes), len(places))), 2.0)
    return np.asarray(begin[:, None] + np.argsort(keys, axis=1)[:, :number])


def _together(
    chosen: IntArray, values: FloatArray | None, rng: np.random.Generator
) -> "FloatArray | IntArray":
    """The mean of each row's numbers, or its commonest category."""
    if values is not None:
        # Rounded, since equal means in another order of summing would become two categories.
        return np.asarray(np.round(np.asarray(values)[chosen].mean(axis=1), 12))
    # Each coding's category by how often the row has it; a random number breaks ties.
    often = (chosen[:, :, None] == chosen[:, None, :]).sum(axis=2) + 0.5 * rng.random(chosen.shape)
    return np.asarray(chosen[np.arange(len(chosen)), np.argmax(often, axis=1)])
