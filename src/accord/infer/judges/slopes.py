"""Slopes of a judge: does it favour length, a place, its own family, given the same truth?

What people say is truth with errors. Holding their noisy labels constant is not holding the truth
constant: longer answers that are better look overrated by a fair judge, because errors pull what
people say towards the mean. So the truth is latent here:

    judge    =  a + b · truth + c · column + noise        c is the slope
    person   =  own line of truth + noise                 errors that do not depend on the column
    truth       may depend on the column as it likes

c is found with one person as the measurement of truth and the mean of the others as its
instrument (their errors are independent), for each person in turn, and averaged: two-stage least
squares with obviously related instruments (Gillen, Snowberg & Yariv 2019). For labels the truth is
which label is right, so that the lines are exact. Scores may follow a curve of truth: where squares
and cubes of what others say are left over, the lines are cubic, and where people agree too little
to show that curve there is no test. Where there are two labels, a slope must hold as well if the
truth is one of degrees that they cut in two (`by_degrees`). Standard errors leave out one item, or
one document, at a time. With one person there is no instrument, and no test.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from math import isfinite, nan
from typing import Any

import numpy as np

from accord.errors import AccordError, UnknownNameError
from accord.infer.judges.by_degrees import p_by_degrees
from accord.infer.tests.significance import adjusted
from accord.model.agreement import Interval
from accord.model.names import NEARLY_ZERO, BoolArray, FloatArray, IntArray
from accord.model.showing import Result, Results

FEWEST_FOR_SLOPE = 10
"""So many items at least on each side, or in all."""

MOST_LEVELS = 12
"""A column of words with more values than these is not tested value by value."""

FEWEST_OF_PERSON = 30
"""A person with fewer items that somebody else labelled, too, is no measurement of truth."""

_MOST_PERSONS = 10
"""Of more people than these (a crowd) the first, second … label of each item is one person."""

STRONG = 10.0
"""The least F of the first stage (Staiger & Stock's rule): below it people agree too little for
one of them to stand for the truth that the others saw."""

_MOST_LABELS = 6
"""Of more labels than these the rarest are one, "any other"."""

CURVED = 0.2
"""A p of the curve below this makes the lines of scores cubic: better a curve too many, which only
costs power, than a fair judge accused for its shape."""


@dataclass(frozen=True, slots=True)
class Slope(Result):
    """How a judge's answer changes with a column about items, given the same truth.

    :param column: The column.
    :param level: Where it holds words, the value that is compared with all others.
    :param label: Which label the judge gives more often (above 0) or less; None for scores.
    :param slope: The change of the judge's score, or of the share with this label, per standard
        deviation of a number; or of this value against the others.
    :param per: What one step of a number is: its standard deviation.
    :param p: That there is no slope, two-sided, adjusted for all that were tested (Holm).
    """

    column: str
    level: Hashable | None
    label: Hashable | None
    slope: float
    interval: Interval
    p: float
    items: int
    per: float | None = None

    @property
    def found(self) -> bool:
        """Whether there is a slope, after adjustment, at the level of the interval."""
        return self.p <= 1 - self.interval.confidence + 1e-12


def slopes(
    judge: FloatArray,
    people: FloatArray,
    about: "dict[str, Sequence[Any]]",
    *,
    labels: Sequence[Hashable] = (),
    columns: Sequence[str] | None = None,
    own: str | None = None,
    groups: IntArray | None = None,
    confidence: float = 0.95,
) -> Results[Slope]:
    """The slope of a judge on every column about items that can have one.

    Numbers are taken as they are, long texts by their length in words, and columns of two to
    twelve words value by value, each against all others. p is adjusted for all of them. Nothing
    is returned where no item has two people who agree enough to show the truth.

    :param judge: The judge's score of each item, nan where there is none; with `labels` the
        place of its label among them.
    :param people: The same of people: items × people.
    :param about: The columns about items.
    :param labels: The names of labels that have no order; empty for scores.
    :param columns: Which columns; by default all that can have a slope.
    :param own: "column=pattern": values that the judge's own family made, as one value.
    :param groups: The document of each item, where items of one are not independent.
    :param confidence: The confidence level.

    References: gillen2019.

    >>> rng = np.random.default_rng(3)
    >>> length = rng.normal(size=600)
    >>> truth = length + rng.normal(size=600)  # longer answers are better
    >>> people = truth[:, None] + rng.normal(size=(600, 2))
    >>> fair, biased = (truth + more * length for more in (0, 0.5))
    >>> about = {"tokens": length.tolist()}
    >>> [slopes(one + rng.normal(size=600), people, about)[0].found for one in (fair, biased)]
    [False, True]
    """
    if columns is not None:
        for name in columns:
            if name not in about:
                raise UnknownNameError.of("column about items", name, about)
    persons = _persons(people)
    said = _outcomes(judge, persons, labels)
    rows: list[Slope] = []
    for name in list(about) if columns is None else list(columns):
        for level, x in regressors(name, about[name], own, named=columns is not None):
            rows += _of_column(name, level, x, said, groups, confidence)
    held = adjusted([row.p for row in rows]) if rows else []
    return Results(replace(row, p=p) for row, p in zip(rows, held, strict=True))


@dataclass(frozen=True, slots=True)
class _Said:
    """What the judge says (items × outcomes, named) and what each person says (items × d)."""

    judge: FloatArray
    persons: list[FloatArray]
    names: tuple[Hashable | None, ...]
    curves: list[FloatArray] | None = None


def has_two_people(judge: FloatArray, people: FloatArray) -> bool:
    """Whether enough items of the judge have two people for one to be the other's instrument."""
    both = np.isfinite(judge) & (np.isfinite(people).sum(axis=1) > 1)
    return int(both.sum()) >= FEWEST_OF_PERSON


def can_slope(
    judge: FloatArray,
    people: FloatArray,
    about: "dict[str, Sequence[Any]]",
    own: str | None,
    groups: IntArray | None,
) -> bool:
    """Whether any column has enough items that two people labelled."""
    both = np.isfinite(judge) & (np.isfinite(people).sum(axis=1) > 1)
    for name, column in about.items():
        for level, x in regressors(name, column, own):
            use = both & np.isfinite(x)
            if _enough(level, x[use], None if groups is None else groups[use]):
                return True
    return False


def _enough(level: Hashable | None, x: FloatArray, groups: IntArray | None) -> bool:
    """Whether a column varies, has items on both sides, and does not just name one document."""
    if len(x) < FEWEST_FOR_SLOPE or float(x.std()) <= NEARLY_ZERO:
        return False
    if level is None:
        return True
    # Of a value both sides are counted, the items that have it and those that do not: the smaller
    # side rules the error.
    if min(int((x == 1).sum()), int((x == 0).sum())) < FEWEST_FOR_SLOPE:
        return False
    # A value that one document alone has, or lacks, says nothing beyond that document.
    return groups is None or all(len(np.unique(groups[x == side])) > 1 for side in (0, 1))


def _persons(people: FloatArray) -> FloatArray:
    """Items × people; of a crowd items × (first, second … label)."""
    if people.shape[1] <= _MOST_PERSONS:
        return people
    there = np.isfinite(people)
    # Who labels which item is taken to be by chance, so that all first labels are one person.
    order = np.argsort(~there, axis=1, kind="stable")
    return np.take_along_axis(people, order, axis=1)[:, :_MOST_PERSONS]


def _outcomes(judge: FloatArray, people: FloatArray, labels: Sequence[Hashable]) -> _Said:
    number = people.shape[1]
    if not labels:
        columns = [people[:, [at]] for at in range(number)]
        values = people[np.isfinite(people)]
        # Two scores have no curve, and three no cubic one.
        if len(np.unique(values)) <= 3:
            return _Said(judge[:, None], columns, (None,))
        middle, spread = float(values.mean()), float(values.std())
        scaled = [(each - middle) / spread for each in columns]
        curves = [np.hstack([one, one**2, one**3]) for one in scaled]
        return _Said(judge[:, None], columns, (None,), curves)
    known = np.isfinite(judge) & np.isfinite(people).any(axis=1)
    seen = np.concatenate([judge[known], people[known][np.isfinite(people[known])]])
    often = np.bincount(seen.astype(np.int64), minlength=len(labels))
    order = sorted(np.flatnonzero(often).tolist(), key=lambda k: (-often[k], str(labels[k])))
    kept = order if len(order) <= _MOST_LABELS else order[: _MOST_LABELS - 1]
    names: tuple[Hashable, ...] = tuple(labels[k] for k in kept)
    # Of two labels one is said as much less as the other is said more: one test, of the one that
    # comes second in their order.
    told = [max(kept)] if len(order) == 2 else kept
    said = np.column_stack([np.where(np.isfinite(judge), judge == k, nan) for k in told])
    # One label fewer than there are: they add up to 1. "Any other" is the one that is left out.
    free = kept[:-1] if len(order) == len(kept) else kept
    persons = [
        np.column_stack(
            [np.where(np.isfinite(people[:, at]), people[:, at] == k, nan) for k in free]
        )
        for at in range(number)
        if free
    ]
    return _Said(said, persons, tuple(labels[k] for k in told) if len(order) == 2 else names)


def _of_column(
    name: str,
    level: Hashable | None,
    x: FloatArray,
    said: _Said,
    groups: IntArray | None,
    confidence: float,
) -> list[Slope]:
    from scipy.special import stdtr, stdtrit

    seen = np.column_stack([np.isfinite(one[:, 0]) for one in said.persons] or [np.isnan(x)])
    use = np.isfinite(x) & np.isfinite(said.judge[:, 0]) & (seen.sum(axis=1) > 1)
    x = x[use]
    if not _enough(level, x, None if groups is None else groups[use]):
        return []
    spread = float(x.std())
    step = x if level is not None else (x - x.mean()) / spread
    unit = np.arange(len(x)) if groups is None else np.unique(groups[use], return_inverse=True)[1]
    found = _given_truth(said.judge[use], [one[use] for one in said.persons], step, unit)
    if found is not None and said.curves is not None and found.bends <= CURVED:
        found = _given_truth(said.judge[use], [one[use] for one in said.curves], step, unit)
    if found is None:
        return []
    rows = []
    over = "items" if groups is None else "clusters"
    for at, label in enumerate(said.names):
        slope, se, df = float(found.slope[at]), float(found.error[at]), found.units - 1
        if not isfinite(slope):
            continue
        half = float(stdtrit(df, (1 + confidence) / 2)) * se
        # All residuals are 0: the slope is exact here, but no p can be had from it.
        p = 2 * float(stdtr(df, -abs(slope) / se)) if se > NEARLY_ZERO else nan
        if p <= 1 - confidence and len(said.names) == 1:
            p = max(p, _p_by_degrees(said, slope, use, step, unit))
        limits = Interval(slope - half, slope + half, confidence, "t", se=se, over=over)
        per = None if level is not None else spread
        rows.append(Slope(name, level, label, slope, limits, p, found.items, per))
    return rows


def _p_by_degrees(
    said: _Said, slope: float, use: BoolArray, x: FloatArray, unit: IntArray
) -> float:
    """The p of the same slope where the truth has degrees; 0 where there are more than two labels,
    and 1 where it goes the other way or cannot be had."""
    cells = np.hstack([said.judge[use], *(one[use] for one in said.persons)])
    values = np.unique(cells[np.isfinite(cells)])
    if len(values) != 2:
        return 0.0
    cells = np.where(np.isfinite(cells), cells == values[1], nan)
    found = p_by_degrees(cells[:, 0], cells[:, 1:], x, unit)
    return abs(found) if found * slope > 0 else 1.0


@dataclass(frozen=True, slots=True)
class _Given:
    """Slopes given the truth: by outcome, with errors; `bends` is the p of lines of truth."""

    slope: FloatArray
    error: FloatArray
    items: int
    units: int
    bends: float


def _given_truth(
    judge: FloatArray, persons: list[FloatArray], x: FloatArray, unit: IntArray
) -> _Given | None:
    """Two-stage least squares with each person in turn, averaged by their items; jackknife errors.

    None where fewer than three units are left, or nobody agrees enough with the others.
    """
    unit = np.asarray(unit).reshape(-1)
    units = int(unit.max()) + 1
    if units < 3:
        return None
    there = np.column_stack([np.isfinite(one[:, 0]) for one in persons])
    total = np.sum([np.where(np.isfinite(one), one, 0.0) for one in persons], axis=0)
    number = there.sum(axis=1)
    parts: list[tuple[int, FloatArray, FloatArray]] = []
    strain = np.zeros((units, 2))
    items = np.zeros(len(x), dtype=np.bool_)
    for at, one in enumerate(persons):
        use = there[:, at] & (number > 1)
        if int(use.sum()) < FEWEST_OF_PERSON:
            continue
        others = (total[use] - one[use]) / (number[use] - 1)[:, None]
        sides = _sides(one[use], others, x[use])
        solved = _left_out(judge[use], *sides, unit[use], units)
        if solved is not None:
            parts.append((int(use.sum()), *solved))
            strain += _strain(judge[use, 0], *sides, solved[0][:, 0], unit[use], units)
            items |= use
    if not parts:
        return None
    weight = np.array([part[0] for part in parts], dtype=np.float64)
    weight /= weight.sum()
    value = np.tensordot(weight, np.stack([part[1][0] for part in parts]), axes=1)
    drawn = np.tensordot(weight, np.stack([part[2][:, 0] for part in parts]), axes=1)
    apart = drawn - drawn.mean(axis=0)
    error = np.sqrt((units - 1) / units * (apart**2).sum(axis=0))
    return _Given(value, error, int(items.sum()), units, _p_of_lines(strain))


def _p_of_lines(strain: FloatArray) -> float:
    """p that nothing of a curve is left over (Hansen's J of the square and the cube)."""
    from scipy.special import chdtrc

    left = strain.sum(axis=0)
    return float(chdtrc(2, left @ np.linalg.pinv(strain.T @ strain) @ left))


def _sides(person: FloatArray, others: FloatArray, x: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The design and its instruments: the column first, the constant last."""
    one = np.ones((len(x), 1))
    return np.hstack([x[:, None], person, one]), np.hstack([x[:, None], others, one])


def _strain(
    judge: FloatArray,
    design: FloatArray,
    drawn: FloatArray,
    value: FloatArray,
    unit: IntArray,
    units: int,
) -> FloatArray:
    """What the residuals have in common with the square and the cube of the instrument, by unit;
    freed of what the coefficients took up."""
    # Labels have no curve, and a curve is not asked for another one.
    if design.shape[1] != 3:
        return np.zeros((units, 2))
    more = drawn[:, 1] - drawn[:, 1].mean()
    more = np.column_stack([more**2, more**3])
    more = more - drawn @ np.linalg.solve((drawn.T @ design).T, design.T @ more)
    cells = more * (judge - design @ value)[:, None]
    return np.column_stack([np.bincount(unit, weights=one, minlength=units) for one in cells.T])


def _left_out(
    judge: FloatArray, design: FloatArray, drawn: FloatArray, unit: IntArray, units: int
) -> tuple[FloatArray, FloatArray] | None:
    """All coefficients (terms × outcomes) and the same without each unit; None where the
    instruments are weak."""
    if _first_stage(design[:, 1:-1], drawn[:, 1:-1], design[:, [0, -1]]) < STRONG:
        return None
    order = np.argsort(unit, kind="stable")
    sizes = np.bincount(unit, minlength=units)
    ends = np.concatenate([[0], np.cumsum(sizes)])

    def summed(right: FloatArray) -> FloatArray:
        """Σ over the items of each unit of instruments × right."""
        cells = drawn[order][:, :, None] * right[order][:, None, :]
        running = np.concatenate([np.zeros((1, *cells.shape[1:])), np.cumsum(cells, axis=0)])
        return np.asarray(running[ends[1:]] - running[ends[:-1]])

    left, right = summed(design), summed(judge)
    all_left, all_right = left.sum(axis=0), right.sum(axis=0)
    try:
        value = np.linalg.solve(all_left, all_right)
        without = np.linalg.solve(all_left - left, all_right - right)
    except np.linalg.LinAlgError:
        return None
    return value, without


def _first_stage(person: FloatArray, others: FloatArray, rest: FloatArray) -> float:
    """How strongly others show what this person saw, beyond the column: about F, of the weakest
    direction where the truth has several."""
    basis = np.linalg.qr(rest)[0]
    own, other = (side - basis @ (basis.T @ side) for side in (person, others))
    if min(np.linalg.matrix_rank(own), np.linalg.matrix_rank(other)) < person.shape[1]:
        return 0.0
    together = np.linalg.qr(own)[0].T @ np.linalg.qr(other)[0]
    least = float(np.linalg.svd(together, compute_uv=False).min()) ** 2
    free = len(person) - rest.shape[1] - 1
    return float(free * least / max(1 - least, 1e-12))


def regressors(
    name: str, values: Sequence[Any], own: str | None, named: bool = False
) -> list[tuple[Hashable | None, FloatArray]]:
    """What a column says of each item, as numbers: one column, or one for each value."""
    given = [None if _empty(value) else value for value in values]
    # The judge's own family first: its column mostly holds names of models, each of which would
    # else be tested as a value of its own.
    if own is not None and own.partition("=")[0] == name:
        return [(own.partition("=")[2], _of_pattern(own, given))]
    number = _numbers(given)
    there = [value for value in given if value is not None]
    different = len({str(value) for value in there})
    # Numbers with two values are yes and no: a step between them says more than a slope per
    # standard deviation.
    if number is not None and different > 2:
        return [(None, number)] if named or not _is_index(number) else []
    words = float(np.mean([len(str(value).split()) for value in there])) if there else 0.0
    # Five words on average and many different ones are a text, of which length can matter; shorter
    # ones are names.
    if number is None and words >= 5 and different > MOST_LEVELS:
        counts = [nan if value is None else float(len(str(value).split())) for value in given]
        return [(None, np.array(counts))]
    if not 2 <= different <= MOST_LEVELS:
        return []
    levels = sorted({str(value) for value in there})
    # Of two values each against the other is the same test twice, which would double Holm's
    # correction.
    if len(levels) == 2:
        levels = levels[1:]
    return [
        (level, np.array([nan if v is None else float(str(v) == level) for v in given]))
        for level in levels
    ]


def _empty(value: Any) -> bool:
    return value is None or value == "" or (isinstance(value, float) and not isfinite(value))


def _of_pattern(own: str, given: Sequence[Any]) -> FloatArray:
    pattern = own.partition("=")[2]
    if not pattern:
        raise AccordError(f"{own!r}: write a column and a pattern, e.g. model=gpt*")
    return np.array([nan if v is None else float(fnmatchcase(str(v), pattern)) for v in given])


def _numbers(given: Sequence[Any]) -> FloatArray | None:
    found = np.full(len(given), nan)
    for at, value in enumerate(given):
        if value is None:
            continue
        try:
            found[at] = float(value)
        except (TypeError, ValueError):
            return None
    return found


def _is_index(number: FloatArray) -> bool:
    """Whether it only counts the rows."""
    there = number[np.isfinite(number)]
    return len(there) > 2 and bool(np.all(np.diff(there) == 1))
