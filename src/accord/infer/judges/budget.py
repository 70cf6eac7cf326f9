"""How many human labels buy what width of a corrected score, and which items to label next."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import nan, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from accord.infer.judges.corrected import paired_scores
from accord.model.showing import Result


@dataclass(frozen=True, slots=True)
class LabelBudget(Result):
    """Labels and the width of the interval that they buy; `rows` has (labels, width with the judge,
    width from the labels alone).

    :param items: How many items there are to label.
    :param labels: How many have a label.
    :param saved: The share of labels that the judge saves at the same width.
    """

    items: int
    labels: int
    saved: float
    rows: tuple[tuple[int, float, float], ...]


def label_budget(
    judge: Any,
    people: Any,
    *,
    confidence: float = 0.95,
    widths: Sequence[int] = (),
    now: tuple[float, float] | None = None,
) -> LabelBudget:
    """What more human labels would buy, from the variances that the labels so far show.

        width = 2 z √(var(person − λ judge)/n + λ² var(judge)/(N − n)), λ the best for that n

    :param judge: The judge's score of every item.
    :param people: People's score of every item, nan where there is none.
    :param confidence: The confidence level.
    :param widths: Numbers of labels; by default the present one and its multiples.
    :param now: The widths of the present intervals, with the judge and without: items in documents
        and few labels make them wider than the formula, and so those of more labels.

    >>> rng = np.random.default_rng(1)
    >>> truth = rng.integers(2, size=2000)
    >>> judge = np.where(rng.random(2000) < 0.9, truth, 1 - truth)
    >>> people = np.where(np.arange(2000) < 200, truth, np.nan)
    >>> [(n, round(width, 2)) for n, width, _ in label_budget(judge, people).rows][:3]
    [(100, 0.13), (200, 0.1), (400, 0.07)]
    """
    f, y = paired_scores(judge, people)
    known = np.isfinite(y)
    n, total = int(known.sum()), len(f)
    # The correlation of two labels with the judge is ±1 whatever the judge does.
    if n < 3:
        return LabelBudget(total, n, nan, ())
    of_people, joint = float(y[known].var(ddof=1)), float(np.cov(y[known], f[known], ddof=1)[0, 1])
    of_judge = float(f.var(ddof=1))
    parts = of_people, joint, of_judge
    # Doubling: the width goes with 1/√n, so smaller steps would differ in the third digit only;
    # half of the labels shows what the last ones bought.
    steps = widths or [n // 2, n, 2 * n, 4 * n, 8 * n, 16 * n]
    wanted = sorted({each for each in steps if 2 < each < total} | {total})
    present = _widths(parts, n, total, confidence)
    # Labels that do not vary, or intervals that there are not, say nothing about others.
    if not all(width > 0 for width in (*present, *(now or present))):
        return LabelBudget(total, n, nan, ())
    with_judge, alone = now or present
    wider = with_judge / present[0], alone / present[1]
    rows = tuple(
        (each, first * wider[0], second * wider[1])
        for each in wanted
        for first, second in [_widths(parts, each, total, confidence)]
    )
    # With every item labelled there is nothing left to save, whatever the judge is worth.
    return LabelBudget(total, n, 1 - (with_judge / alone) ** 2 if n < total else nan, rows)


def _least(parts: tuple[float, float, float], n: int, rest: int) -> float:
    """The variance of the corrected score with the best λ."""
    of_people, joint, of_judge = parts
    # All items labelled, or a judge who gives one score to all: people's labels are the whole
    # estimate.
    if rest <= 0 or of_judge <= 0:
        return of_people / n
    # λ is chosen for this number of labels, as `prediction_powered` would then do: with the
    # present λ the table would promise too little.
    lam = min(max(joint / (of_judge * (1 + n / rest)), 0.0), 1.0)
    own = of_people - 2 * lam * joint + lam**2 * of_judge
    return max(own, 0.0) / n + lam**2 * of_judge / rest


def _widths(
    parts: tuple[float, float, float], n: int, total: int, confidence: float
) -> tuple[float, float]:
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    return 2 * z * sqrt(_least(parts, n, total - n)), 2 * z * sqrt(parts[0] / n)


def label_next(
    items: Sequence[Hashable], people: Any, number: int = 20, *, rng: int = 0
) -> tuple[Hashable, ...]:
    """Items without a human label, drawn at random: a choice of what looks interesting would make
    the corrected score wrong. The same seed draws the same items, and more of them the same first.

    >>> label_next(["a", "b", "c"], [1.0, float("nan"), float("nan")], 5)
    ('b', 'c')
    """
    y = np.asarray(people, dtype=np.float64)
    # Sorted by name before drawing, so that the order of rows changes nothing; a whole permutation
    # is drawn, so that the first 20 are the same when 40 are asked for.
    open_items = sorted((str(items[at]), at) for at in np.flatnonzero(np.isnan(y)).tolist())
    order = np.random.default_rng(rng).permutation(len(open_items))
    return tuple(items[open_items[at][1]] for at in order[:number])
