"""Strengths of things that were compared two by two: Bradley–Terry, and with ties Davidson and
Rao–Kupper.

    Bradley–Terry   P(i over j) = π_i / (π_i + π_j)
    Davidson        P(i) : P(j) : P(tie) = π_i : π_j : ν √(π_i π_j)
    Rao–Kupper      P(i) = π_i / (π_i + θ π_j), P(j) = π_j / (π_j + θ π_i)

λ = log π. An order effect η adds to λ of what was shown first. Fitted by Newton's method; the log
likelihood is concave. Davidson's λ are log odds among decided votes, as Bradley–Terry's are;
Rao–Kupper's are on another scale. Estimates are finite where every two groups of things have won
against each other (ties win for both); where not, the fit is regularised and says how.
References: bradley1952, davidson1970, rao1967, firth1993, davidson1977.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from accord.errors import AccordError
from accord.model.names import NEARLY_ZERO, BoolArray, FloatArray, IntArray

TieModel = Literal["davidson", "rao-kupper", "none"]
Mend = Literal["none", "bias reduction", "half a win"]

_ROUNDS = 200
"""Newton's steps at most: where the maximum lies at infinity none of them is the last."""
CONVERGED = 1e-10
"""Newton's steps end where no parameter moves by more than this."""

_FAR = 12.0
"""Strengths that are further apart than this run away: it would take 100,000 votes to see it. With
ties they can, though nothing was lost by all, because ν grows with them."""


@dataclass(frozen=True, slots=True)
class CountedVotes:
    """Votes counted by the two things, in the order in which they were shown.

    :param first: The place of what was shown first.
    :param wins: How often it won; `losses` how often the second did; `ties` how often neither.
    """

    first: IntArray
    second: IntArray
    wins: FloatArray
    losses: FloatArray
    ties: FloatArray
    things: int

    @classmethod
    def of(cls, first: IntArray, second: IntArray, side: FloatArray, things: int) -> "CountedVotes":
        """Count votes: 1 the first won, 0 the second, ½ a tie."""
        key, at = np.unique(first * np.int64(things) + second, return_inverse=True)
        at = at.reshape(-1)

        def often(which: BoolArray) -> FloatArray:
            return np.bincount(at[which], minlength=len(key)).astype(np.float64)

        sides = (often(side == 1), often(side == 0), often(side == 0.5))
        return cls(key // things, key % things, *sides, things)

    def decided(self) -> "CountedVotes":
        """The votes that are no ties."""
        return replace(self, ties=np.zeros_like(self.ties))

    @property
    def votes(self) -> FloatArray:
        """How many votes each cell has."""
        return self.wins + self.losses + self.ties

    def groups(self) -> list[list[int]]:
        """Things that are compared with each other, directly or through others."""
        some = self.votes > 0
        edges = zip(self.first[some].tolist(), self.second[some].tolist(), strict=True)
        return _groups(self.things, [*edges])

    def separated(self) -> bool:
        """Whether some things never lost to the others, so that strengths are infinite."""
        beat = np.zeros((self.things, self.things), dtype=bool)
        ahead, behind = self.wins + self.ties > 0, self.losses + self.ties > 0
        beat[self.first[ahead], self.second[ahead]] = True
        beat[self.second[behind], self.first[behind]] = True
        reached = [_reached(beat, 0), _reached(beat.T, 0)]
        return not all(one.all() for one in reached)


def _reached(edges: BoolArray, start: int) -> BoolArray:
    seen = np.zeros(len(edges), dtype=bool)
    seen[start] = True
    while True:
        more = seen | edges[seen].any(axis=0)
        if (more == seen).all():
            return seen
        seen = more


def _groups(number: int, edges: list[tuple[int, int]]) -> list[list[int]]:
    joined = np.eye(number, dtype=bool)
    for a, b in edges:
        joined[a, b] = joined[b, a] = True
    left, found = set(range(number)), []
    while left:
        one = np.flatnonzero(_reached(joined, min(left))).tolist()
        found.append(one)
        left -= {*one}
    return found


@dataclass(frozen=True, slots=True)
class FittedStrengths:
    """Strengths, and how sure they are.

    :param strengths: λ of each thing, mean 0.
    :param covariance: Of the λ.
    :param order: η, the advantage of what was shown first; nan where it is not in the model.
    :param tie: log ν or log θ; nan where there are no ties in the model.
    :param mend: How infinite strengths were avoided.
    """

    strengths: FloatArray
    covariance: FloatArray
    order: float
    order_error: float
    tie: float
    tie_error: float
    log_likelihood: float
    mend: Mend
    model: TieModel

    def error(self, one: int, other: int) -> float:
        """The standard error of the difference between two strengths."""
        c = self.covariance
        return float(np.sqrt(max(c[one, one] + c[other, other] - 2 * c[one, other], 0.0)))


def fit(
    cells: CountedVotes,
    *,
    ties: TieModel = "none",
    order: bool = False,
    mend: Mend | None = None,
    clusters: "list[CountedVotes] | None" = None,
) -> FittedStrengths:
    """The strengths by maximum likelihood.

    Without a model of ties they are left out. `mend` is what to do where strengths are infinite: by
    default bias reduction (Firth), and half a win to each side of each compared pair with ties.
    `clusters` are the votes of each prompt: then errors allow for votes that belong together.
    """
    ties = ties if cells.ties.any() else "none"
    cells = cells if ties != "none" else cells.decided()
    if mend is None:
        mend = "bias reduction" if ties == "none" else "half a win"
        if not cells.separated():
            found = _fit(cells, ties, order, "none", clusters)
            if found is not None and np.ptp(found.strengths) < _FAR:
                return found
    found = _fit(cells, ties, order, mend, clusters)
    if found is None:
        raise AccordError("the strengths did not converge; leave out things with very few votes")
    return found


def _fit(
    cells: CountedVotes,
    ties: TieModel,
    order: bool,
    mend: Mend,
    clusters: list[CountedVotes] | None,
) -> FittedStrengths | None:
    """The same with one way to mend; None where it does not converge."""
    if mend == "half a win":
        half = np.where(cells.votes > 0, 0.5, 0.0)
        cells = replace(cells, wins=cells.wins + half, losses=cells.losses + half)
    rows = _rows(cells, order)
    model = _rao_kupper_at if ties == "rao-kupper" else _davidson_at
    width = rows.shape[1] + (ties != "none")
    if mend == "bias reduction":
        beta = _bias_reduced(cells, rows)
    else:
        beta = _newton(lambda b: model(b, rows, cells, ties != "none"), width)
    if beta is None:
        return None
    value, _, information = model(beta, rows, cells, ties != "none")
    covariance: FloatArray = np.asarray(np.linalg.pinv(information), dtype=np.float64)
    if clusters is not None:
        covariance = _sandwich(covariance, beta, clusters, model, order, ties != "none")
    return _fitted(beta, covariance, value, cells.things, order, ties, mend)


def _rows(cells: CountedVotes, order: bool) -> FloatArray:
    """λ_i − λ_j (the first thing has 0), and 1 for the order."""
    rows = np.zeros((len(cells.first), cells.things + order))
    at = np.arange(len(cells.first))
    rows[at, cells.first] += 1
    rows[at, cells.second] -= 1
    if order:
        rows[:, -1] = 1
    return rows[:, 1:]


_Likelihood = Callable[
    [FloatArray, FloatArray, CountedVotes, bool], tuple[float, FloatArray, FloatArray]
]


def _davidson_at(
    beta: FloatArray, rows: FloatArray, cells: CountedVotes, ties: bool
) -> tuple[float, FloatArray, FloatArray]:
    """Log likelihood, gradient and information; without ties this is Bradley–Terry's.

    Utilities are ±½ (λ_i − λ_j + η) of the two sides, log ν of a tie.
    """
    apart = rows @ beta[: rows.shape[1]]
    tie = beta[-1] if ties else -np.inf
    utilities = np.stack([apart / 2, -apart / 2, np.full_like(apart, tie)])
    top = utilities.max(axis=0)
    total = top + np.log(np.exp(utilities - top).sum(axis=0))
    p = np.exp(utilities - total)
    counts = np.stack([cells.wins, cells.losses, cells.ties])
    n = counts.sum(axis=0)
    with np.errstate(invalid="ignore"):
        value = float(np.where(counts > 0, counts * (utilities - total), 0.0).sum())
    mean = (p[0] - p[1]) / 2  # of ±½ and 0
    slope = (counts[0] - counts[1]) / 2 - n * mean
    spread = n * ((p[0] + p[1]) / 4 - mean**2)
    gradient = rows.T @ slope
    information = (rows * spread[:, None]).T @ rows
    if not ties:
        return value, gradient, information
    cross = rows.T @ (-n * mean * p[2])
    own = float((n * p[2] * (1 - p[2])).sum())
    gradient = np.append(gradient, float((counts[2] - n * p[2]).sum()))
    return value, gradient, np.block([[information, cross[:, None]], [cross[None, :], own]])


def _rao_kupper_at(
    beta: FloatArray, rows: FloatArray, cells: CountedVotes, ties: bool
) -> tuple[float, FloatArray, FloatArray]:
    """The same of Rao and Kupper's: a tie where the difference is within ± log θ."""
    assert ties  # else Davidson's is the same
    apart, wide = rows @ beta[:-1], max(float(beta[-1]), 1e-6)
    a, b = _logistic(apart - wide), _logistic(-apart - wide)
    t = np.maximum(1 - a - b, 1e-300)
    a1, b1 = a * (1 - a), b * (1 - b)
    a2, b2 = a1 * (1 - 2 * a), b1 * (1 - 2 * b)
    w, l, d = cells.wins, cells.losses, cells.ties
    value = float((w * np.log(a) + l * np.log(b) + d * np.log(t)).sum())
    t_d, t_w = b1 - a1, a1 + b1
    slope = w * (1 - a) - l * (1 - b) + d * t_d / t
    slope_wide = -w * (1 - a) - l * (1 - b) + d * t_w / t
    curve = w * a1 + l * b1 + d * ((t_d / t) ** 2 + (a2 + b2) / t)
    cross = -w * a1 + l * b1 + d * (t_d * t_w / t**2 - (a2 - b2) / t)
    wide_2 = w * a1 + l * b1 + d * ((t_w / t) ** 2 + (a2 + b2) / t)
    information = (rows * curve[:, None]).T @ rows
    mixed = rows.T @ cross
    gradient = np.append(rows.T @ slope, float(slope_wide.sum()))
    own = float(wide_2.sum())
    return value, gradient, np.block([[information, mixed[:, None]], [mixed[None, :], own]])


def _logistic(x: FloatArray) -> FloatArray:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -700, 700))))


def _newton(
    at: Callable[[FloatArray], tuple[float, FloatArray, FloatArray]], width: int
) -> FloatArray | None:
    """The maximum of a concave function; steps are halved until they do not go down."""
    beta = np.zeros(width)
    beta[-1:] = 0.5  # θ must be above 1; any start does for the others
    value, gradient, information = at(beta)
    for _ in range(_ROUNDS):
        step = np.linalg.lstsq(information, gradient, rcond=None)[0]
        for _ in range(40):
            found = at(beta + step)
            if found[0] >= value - NEARLY_ZERO * abs(value):
                break
            step = step / 2
        beta = beta + step
        value, gradient, information = found
        if np.abs(step).max(initial=0.0) < CONVERGED:
            return beta
    return None


def _bias_reduced(cells: CountedVotes, rows: FloatArray) -> FloatArray | None:
    """Firth's estimate: the likelihood times the root of the information (Jeffreys' prior); votes
    of each cell grow by its leverage, half to either side."""
    wins, losses = cells.wins, cells.losses

    def at(beta: FloatArray) -> tuple[float, FloatArray, FloatArray]:
        value, _, information = _davidson_at(beta, rows, cells, False)
        p = _logistic(rows @ beta)
        weights = (wins + losses) * p * (1 - p)
        inverse = np.linalg.pinv(information)
        leverage = weights * np.einsum("ij,jk,ik->i", rows, inverse, rows)
        score = rows.T @ (wins - (wins + losses) * p + leverage * (0.5 - p))
        curve = (wins + losses + leverage) * p * (1 - p)  # of the votes with what was added
        value += float(np.linalg.slogdet(information)[1]) / 2
        return value, score, (rows * curve[:, None]).T @ rows

    return _newton(at, rows.shape[1])


def _sandwich(
    covariance: FloatArray,
    beta: FloatArray,
    clusters: list[CountedVotes],
    model: _Likelihood,
    order: bool,
    ties: bool,
) -> FloatArray:
    """Errors that allow for votes of one prompt belonging together."""
    scores = []
    for votes in clusters:
        own = votes if ties else votes.decided()
        scores.append(model(beta, _rows(own, order), own, ties)[1])
    table = np.array(scores)
    number = len(clusters)
    middle = table.T @ table * (number / max(number - 1, 1))
    return np.asarray(covariance @ middle @ covariance)


def _fitted(
    beta: FloatArray,
    covariance: FloatArray,
    value: float,
    things: int,
    order: bool,
    ties: TieModel,
    mend: Mend,
) -> FittedStrengths:
    """Strengths with mean 0, and the rest by name."""
    centre = np.eye(things)[:, 1:] - 1 / things  # of (0, λ_2, …) to mean 0
    k = things - 1
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    nan = float("nan")
    return FittedStrengths(
        centre @ beta[:k],
        centre @ covariance[:k, :k] @ centre.T,
        float(beta[k]) if order else nan,
        float(errors[k]) if order else nan,
        float(beta[-1]) if ties != "none" else nan,
        float(errors[-1]) if ties != "none" else nan,
        value,
        mend,
        ties,
    )
