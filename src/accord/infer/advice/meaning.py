"""What a value means: what others reached, and the rate of mistakes that would give it.

The table of published values is `data/values.toml`; every row keeps the words of the text in
which it was checked. It holds what was printed, not what is good: tasks, categories, training and
the rules by which hard items were left out differ, so that standing above many of them proves
nothing.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from accord._measure.catalogue import MEASURES
from accord._measure.cube.coefficients import alpha
from accord._measure.cube.kernel import Countable, expanded
from accord._measure.distances.distance import distance as as_distance
from accord._measure.distances.metric import AnyDistance, Distance
from accord.engine.any_data import listed_labels, takes_data
from accord.errors import DataError, NotApplicableError, Setting, UnknownNameError
from accord.kinds.kind import kind_of, kind_words
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray, Names
from accord.model.showing import Result, Results
from accord.model.study import Study
from accord.words.said import said

SAME_TASKS = {
    "topic-segmentation": "topic-boundaries",
    "dialogue-act": "dialogue-act-dimensions",
    "nested-constituents": "syntactic-trees",
}
"""Tasks that two papers call by two names, or of which one is the other seen as units: their
values are the same."""
NONE = "accord knows no published value"


_RANKED, _STUDIES = 5, 3
"""From so many values, of so many studies, a place among them says more than the values do: the
median of five has two on either side, and no study alone makes half of three."""


@dataclass(frozen=True, slots=True)
class PublishedValue(Result):
    """A value of agreement that somebody published.

    :param task: The task, by its name in `accord choose --task`.
    :param measure: The measure, by its name here.
    :param value: The value, as printed.
    :param distance: The distance between categories.
    :param what: What was labelled.
    :param n: How many items, where the text says so.
    :param k: How many categories, where the text says so.
    :param coders: How many coders, where the text says so.
    :param study: Who reported it.
    :param year: When it was reported.
    :param source: The text in which it was checked: a key of the bibliography, or an address.
    :param place: Where in that text.
    :param quote: The words of the text.

    >>> import accord
    >>> first = accord.infer.published_values("argumentative-zoning")[0]
    >>> first.measure, first.value
    ('pi', 0.81)
    """

    task: str
    measure: str
    value: float
    study: str
    year: int
    source: str
    place: str
    quote: str = field(repr=False)
    what: str = ""
    distance: str = "nominal"
    n: int | None = None
    k: int | None = None
    coders: int | None = None

    def __str__(self) -> str:
        return f"{symbol(self)} = {short_value(self.value)} ({self.study} {self.year}, {self.what})"


@dataclass(frozen=True, slots=True)
class Standing(Result):
    """Where a value stands among published ones.

    :param values: The published values that can be compared with it.
    :param above: How many of them it is above.
    :param task: The task they are of; "" for all tasks.
    :param others: Values of the task by measures that cannot be compared with it.

    >>> import accord
    >>> found = accord.infer.among_published(accord.pi("aabbccab", "aabbccaa"), "word-sense")
    >>> len(found.values), found.above
    (6, 5)
    """

    values: tuple[PublishedValue, ...]
    above: int
    task: str
    others: tuple[PublishedValue, ...] = ()

    def __str__(self) -> str:
        return self.sentence()

    def sentence(self) -> str:
        """Where it stands, in words."""
        task = {"task": self.task.replace("-", " ")}
        if not self.values and not self.others:
            return said("answer.published-none", **task)
        if not self.values:  # without a task there are no others
            return said("answer.published-others-task", **task, others=summary(self.others))
        values = [row.value for row in self.values]
        studies = len({(row.study, row.year) for row in self.values})
        if self.task and (len(values) < _RANKED or studies < _STUDIES):
            return said("answer.published-few", **task, values=summary(self.values))
        facts: dict[str, Any] = {
            "n": len(values),
            "symbols": list(dict.fromkeys(symbol(row) for row in self.values)),
            "k": studies,
            "low": min(values),
            "high": max(values),
        }
        if self.task:
            return said("answer.published-task", **task, **facts, m=self.above)
        return said("answer.published-all", **facts, setting=Setting("task"))


def published_values(task: str | None = None) -> Results[PublishedValue]:
    """Values of agreement that others published, of one task or of all; they are not a norm.

    :param task: A task, by its name in `accord choose --task`.

    >>> import accord
    >>> [row.value for row in accord.infer.published_values("argumentative-zoning")]
    [0.81, 0.71]
    """
    rows = [
        PublishedValue(**row, **{name: part for name, part in told.items() if name != "values"})
        for told in _table()["from"]
        for row in told["values"]
    ]
    wanted = SAME_TASKS.get(task, task) if task else None
    return Results([row for row in rows if wanted in (None, row.task)])


def among_published(agreement: Agreement, task: str | None = None) -> Standing | None:
    """Where a value stands among those that were published for a task, or for all tasks.

    Compared are values of the same measure, or of one that differs in its idea of chance alone,
    with the same distance. None where there is nothing to compare with; for a named task without
    values, a standing that says so.

    :param agreement: The value.
    :param task: The task, by its name in `accord choose --task`.

    >>> import accord
    >>> found = accord.infer.among_published(
    ...     accord.pi(accord.from_coders({"A": "aabbccab", "B": "aabbccaa"})), "word-sense"
    ... )
    >>> len(found.values), found.above
    (6, 5)
    """
    if task is not None:
        from accord.infer.advice.cases import EVERY

        if task not in EVERY:
            raise UnknownNameError.of("task", task, EVERY)
    if isnan(agreement.value):
        return None
    rows = published_values(task)
    # Only measures that differ in their idea of chance alone, with the same distance: tasks lie
    # farther apart than these do (docs/decisions.md, The report).
    kin = comparable_measures(agreement.measure)
    distance = str(agreement.settings.get("d", "nominal")).partition(":")[0]
    same = [row for row in rows if row.measure in kin and row.distance == distance]
    others = [row for row in rows if task and row not in same]
    # Without a task there is no reason to show values of other measures: they would be all there
    # are.
    if not same and not task:
        return None
    above = sum(row.value < agreement.value for row in same)
    return Standing(tuple(same), above, task or "", tuple(others))


def comparable_measures(measure: str) -> set[str]:
    """The measures whose values may be compared with those of this one.

    >>> sorted(comparable_measures("boundary_pi")), comparable_measures("gamma")
    (['boundary_alpha', 'boundary_kappa', 'boundary_pi'], {'gamma'})
    """
    return {measure}.union(*(names for names in _table()["alike"] if measure in names))


def _table() -> dict[str, Any]:
    return tomllib.loads(files("accord").joinpath("data", "values.toml").read_text("utf-8"))


def summary(rows: Sequence[PublishedValue]) -> str:
    """Values in one line, those of one study and measure together.

    >>> summary(published_values("argumentative-zoning"))
    'π = .71 to .81 (2 values; Teufel, Carletta & Moens 1999)'
    """
    groups: dict[tuple[str, str, int], list[PublishedValue]] = {}
    for row in rows:
        groups.setdefault((symbol(row), row.study, row.year), []).append(row)
    parts = []
    for (sign, study, year), of in groups.items():
        values = sorted(row.value for row in of)
        # One line for each study: a paper with twenty values would else look like twenty studies.
        if len(of) == 1:
            what = f": {of[0].what}" if of[0].what else ""
            parts.append(f"{sign} = {short_value(values[0])} ({study} {year}{what})")
        else:
            span = f"{short_value(values[0])} to {short_value(values[-1])}"
            parts.append(f"{sign} = {span} ({len(of)} values; {study} {year})")
    return "; ".join(parts)


def symbol(row: PublishedValue) -> str:
    """The symbol of a row's measure, with its distance where it is weighted."""
    sign = MEASURES[row.measure].symbol
    return sign if row.distance == "nominal" else f"{sign} ({row.distance})"


def short_value(value: float) -> str:
    """A value as papers print it.

    >>> short_value(0.8), short_value(1.0), short_value(0.647), short_value(-0.05)
    ('.8', '1.0', '.647', '−.05')
    """
    text = f"{value:.3f}".rstrip("0") if value < 1 else f"{value:.1f}"
    return text.replace("-", "−").replace("0.", ".", 1)


@dataclass(frozen=True, slots=True)
class AsIf(Result):
    """Imagined coders who mislabel some items and agree as much as those of a study.

    Coders who know the right category, but now and then guess: with probability m a coder draws a
    category by how frequent the categories are. The categories stay as frequent as they were, and a
    pair of codings disagrees as much as chance makes it unless neither was a guess, whatever the
    distance and however many coders there are:

        D_o = (1 − (1 − m)²) D_e     hence     α = (1 − m)²

    A guess is wrong with probability 1 − Σ p_k², so the rate of mistakes is m (1 − Σ p_k²).

    :param rate: The share of items that each coder mislabels; nan where agreement is below chance.
    :param value: α of the study.
    :param most: The share that coders mislabel who always guess.
    :param near: Of ordered categories, the share of items that each coder puts into a category
        next to the right one, if those are all the mistakes; nan where categories have no order or
        no such share gives the value.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"})
    >>> found = accord.infer.as_if(study, distance="nominal")
    >>> round(found.rate, 3), round(found.value_at(0.2), 3)
    (0.086, 0.445)
    """

    rate: float
    value: float
    most: float
    near: float = nan

    def value_at(self, rate: float) -> float:
        """α that coders would reach who mislabel this share of the items.

        :param rate: The share of items, from 0 to that of coders who always guess.
        """
        if not 0 <= rate <= self.most:
            raise DataError(
                f"{rate!r} is not a possible error rate: expected 0 to {self.most:.3f}, the rate "
                "of "
                "coders who always guess"
            )
        return (1 - rate / self.most) ** 2

    def rate_at(self, value: float) -> float:
        """The rate of mistakes that gives this value of α; nan below 0.

        :param value: A value of α, for example an end of its interval.
        """
        return self.most * (1 - sqrt(value)) if 0 <= value <= 1 else nan


@takes_data
def as_if(study: Study | Countable, *, distance: AnyDistance) -> AsIf:
    """The rate of mistakes at which coders would agree as much as those of this study.

    The mistakes keep the categories as frequent as they are here, and every coder makes as many;
    who errs more on some categories, or with some coders, may have the same value by another rate.

    :param study: A study of labels, numbers or sets.
    :param distance: The distance between categories, as of α.

    >>> import accord
    >>> found = accord.infer.as_if(
    ...     accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc"}), distance="nominal"
    ... )
    >>> round(found.rate, 3), round(found.value, 3), round(found.value_at(0.2), 3)
    (0.086, 0.734, 0.445)
    """
    study = expanded(study)
    if not listed_labels(study) or kind_of(study).distance is not None:
        raise NotApplicableError(
            f"an error rate needs labels of items; these data are "
            f"{kind_words(study)}. To see how their measures fall with mistakes, use "
            "accord.simulate.curves"
        )
    return mistakes_of(study, alpha(study, distance=distance).value, distance)


def mistakes_of(study: Codings, value: float, by: AnyDistance | None = None) -> AsIf:
    """The rate of mistakes by which coders would reach this α with categories like these."""
    shares = np.bincount(study.category, minlength=len(study.categories)) / max(len(study), 1)
    most = 1 - float(np.sort(shares**2).sum())  # the same bits in any order of the categories
    if isnan(value):
        return AsIf(nan, nan, most)
    found = AsIf(nan, value, most)
    return AsIf(found.rate_at(value), value, most, nan if by is None else _near(study, value, by))


ORDERS = ("ordinal", "interval", "ratio", "linear", "rank-linear", "rank-quadratic")
"""Distances of which categories have neighbours."""
MOST_WITH_NEIGHBOURS = 30
"""Of more categories than this a neighbour is too near to be a mistake of its own."""


def _near(study: Codings, value: float, by: AnyDistance) -> float:
    """The share of codings one category off that gives this α, by halving; see `near_alpha`."""
    k = len(study.categories)
    if (
        str(getattr(by, "name", by)).partition(":")[0] not in ORDERS
        or not 2 < k <= MOST_WITH_NEIGHBOURS
    ):
        return nan
    made = as_distance(by)
    counts = np.bincount(study.category, minlength=k).astype(np.float64)
    numbers = study.categories.numbers()
    order = np.arange(k) if numbers is None else np.argsort(numbers, kind="stable")

    def fall(rate: float) -> float:
        return near_alpha(study.categories, counts, order, made, rate, study.declared)

    # Halving, because α falls steadily with the rate up to there and has no closed form with a
    # distance that depends on the shares.
    low, high = 0.0, 0.5  # beyond, the neighbours are coded more often than the right category
    if not fall(high) <= value <= 1:
        return nan
    # ½³⁰ of the range is below 1e-9, far below what is printed.
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if fall(middle) > value else (low, middle)
    return (low + high) / 2


def near_alpha(
    categories: Names,
    counts: FloatArray,
    order: IntArray,
    made: Distance,
    rate: float,
    declared: bool = False,
) -> float:
    """α of two coders of many items who are one category off at a rate, by themselves.

    The right categories are as frequent as `counts` says; a coder who errs takes a neighbour,
    either one with the same chance. With q(a|k) how often k is coded as a:

        D_o = Σ_k p_k Σ_ab q(a|k) q(b|k) d_ab      D_e = Σ_ab p′_a p′_b d_ab,  p′ = Σ_k p_k q(·|k)
    """
    k = len(order)
    steps = np.zeros((k, k))
    for at, here in enumerate(order):
        beside = [order[to] for to in (at - 1, at + 1) if 0 <= to < k]
        steps[here, here] = 1 - rate
        for to in beside:
            steps[here, to] += rate / len(beside)
    shares = counts / counts.sum()
    coded = shares @ steps
    d = made.fit(categories, coded * counts.sum(), declared).matrix()
    both = steps.T @ (shares[:, None] * steps)
    expected = float(coded @ d @ coded)
    return 1 - float((both * d).sum()) / expected if expected else nan
