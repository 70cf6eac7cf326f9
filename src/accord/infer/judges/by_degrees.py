"""Slopes where the truth of two labels is one of degrees, and labels cut it in two.

That every answer is right or wrong, with errors by chance, is one way that labels come about;
another is that answers are more or less good, and that everybody draws a line somewhere. There a
fair judge who draws it elsewhere than people, or sees more sharply than they, looks biased to
straight lines of a truth that is yes or no. So a slope of two labels counts only where it is found
in this way, too:

    quality  =  b · column + noise                        may depend on the column as it likes
    person   =  whether own line < loading · quality + noise
    judge    =  the same, plus c · column                 c is the slope

All noise is normal. By probits on the column alone the judge has the slope l_j · b + c, person k
l_k · b, and what is left of their answers correlates by l_j · l_k; hence
c = slope of the judge − slope of k · ρ(judge, l) / ρ(k, l), for each person k with all others l,
averaged.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import nan, pi, sqrt

import numpy as np

from accord.model.names import FloatArray, IntArray

_MOST_PERSONS = 4
"""Of more people those with most labels: every two of them take a correlation."""

HIGHEST = 0.99
"""Answers that are always the same have no correlation below 1 that fits best."""

_STEPS = 50
"""The most steps of a probit; it mostly takes five."""

NODES, WEIGHTS = np.polynomial.legendre.leggauss(16)


def p_by_degrees(judge: FloatArray, people: FloatArray, x: FloatArray, unit: IntArray) -> float:
    """The p that the judge has no slope, with the sign of the slope; nan where there is none.

    :param judge: 0 or 1 for each item.
    :param people: The same, items × people; nan where somebody gave no label.
    :param x: The column.
    :param unit: The document of each item, or the item itself.
    """
    from scipy.special import stdtr

    most = np.argsort(-np.isfinite(people).sum(axis=0), kind="stable")[:_MOST_PERSONS]
    people = people[:, most]
    with np.errstate(all="ignore"):
        one, others = _probit(judge, x), [_probit(each, x) for each in people.T]
        with_judge = [_correlation(one, each) for each in others]
        number = len(others)
        between = {
            (k, l): _correlation(others[k], others[l]) for k in range(number) for l in range(k)
        }
        slope, moved = 0.0, np.zeros(len(x))
        for k, own in enumerate(others):
            rest = [l for l in range(number) if l != k]
            upper = [with_judge[l] for l in rest]
            lower = [between[max(k, l), min(k, l)] for l in rest]
            below = sum(value for value, _ in lower)
            ratio = sum(value for value, _ in upper) / below
            slope += (one.slope - own.slope * ratio) / number
            turned = np.sum([m for _, m in upper], axis=0) - ratio * np.sum(
                [m for _, m in lower], axis=0
            )
            moved += (
                one.moved[:, 1] - ratio * own.moved[:, 1] - own.slope * turned / below
            ) / number
    units = int(unit.max()) + 1
    error = sqrt(units / (units - 1) * float((np.bincount(unit, weights=moved) ** 2).sum()))
    if not error > 0:
        return nan
    return float(np.copysign(2 * stdtr(units - 1, -abs(slope) / error), slope))


@dataclass(frozen=True, slots=True)
class _Probit:
    """Answers by a column: the chance of a yes is Φ(place). `moved` is how far each item moved
    the two coefficients, the sum of whose squares is their variance."""

    answers: FloatArray
    place: FloatArray
    slope: float
    moved: FloatArray
    design: FloatArray


def _probit(answers: FloatArray, x: FloatArray) -> _Probit:
    there = np.isfinite(answers)
    design = np.column_stack([np.ones_like(x), x]) * there[:, None]
    y, found = np.where(there, answers, 0.0), np.zeros(2)
    for _ in range(_STEPS):
        place = design @ found
        chance = np.clip(_below(place), 1e-10, 1 - 1e-10)
        spread = _density(place) / (chance * (1 - chance))
        inverse = np.linalg.pinv(design.T @ (design * (_density(place) * spread)[:, None]))
        score = design * ((y - chance) * spread)[:, None]
        step = inverse @ score.sum(axis=0)
        found = found + step
        if abs(step).max() < 1e-9:
            break
    return _Probit(answers, place, float(found[1]), score @ inverse, design)


def _correlation(one: _Probit, two: _Probit) -> tuple[float, FloatArray]:
    """How what the column leaves of two answers correlates, and how far each item moved that."""
    both = np.isfinite(one.answers) & np.isfinite(two.answers)
    side = np.where(one.answers == 1, 1.0, -1.0), np.where(two.answers == 1, 1.0, -1.0)
    h, k, sign = side[0] * one.place, side[1] * two.place, side[0] * side[1]
    apart = _below(h) * _below(k)

    def scored(r: float) -> tuple[FloatArray, FloatArray]:
        """The score of each item at a correlation, and how likely its answers are."""
        # Φ₂(h, k; r) = Φ(h) Φ(k) + ∫ of its density from 0 to r (Plackett 1954).
        along = (sign * r)[:, None] * (NODES + 1) / 2
        cells = _density_of_two(h[:, None], k[:, None], along) @ WEIGHTS * sign * r / 2
        chance = np.clip(apart + cells, 1e-12, None)
        return np.where(both, sign * _density_of_two(h, k, sign * r) / chance, 0.0), chance

    value = _root(lambda r: float(scored(r)[0].sum()))
    score, chance = scored(value)
    information = float(score @ score)
    moved = score
    for own, (a, b), at in ((one, (h, k), side[0]), (two, (k, h), side[1])):
        other = _below((b - sign * value * a) / sqrt(1 - value**2))
        by_place = np.where(both, at * _density(a) * other / chance, 0.0)
        moved = moved - own.moved @ ((score * by_place) @ own.design)
    return value, moved / information


def _root(score: Callable[[float], float]) -> float:
    """Where the likelihood is highest: its score falls through 0, or not before the end."""
    from scipy.optimize import brentq

    low, high = score(-HIGHEST), score(HIGHEST)
    if low <= 0 or high >= 0:
        return -HIGHEST if low <= 0 else HIGHEST
    return float(brentq(score, -HIGHEST, HIGHEST, xtol=1e-9))


def _below(z: FloatArray) -> FloatArray:
    from scipy.special import ndtr

    return np.asarray(ndtr(z))


def _density(z: FloatArray) -> FloatArray:
    return np.exp(-(z**2) / 2) / sqrt(2 * pi)


def _density_of_two(h: FloatArray, k: FloatArray, r: FloatArray) -> FloatArray:
    rest = 1 - r**2
    return np.exp(-(h**2 - 2 * r * h * k + k**2) / (2 * rest)) / (2 * pi * np.sqrt(rest))
