"""Many-facet Rasch: severity of raters, difficulty of criteria, and fair scores of items."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import nan
from typing import Annotated, Literal

import numpy as np

from accord._measure.labels.correlation import whole_table
from accord._measure.labels.variance_components import parts_apart
from accord.errors import NotApplicableError
from accord.kinds.dimensions.study import Dimensions
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Result
from accord.words.said import said

_Method = Literal["conditional", "marginal"]
_FEW_CELLS = 12
"""Up to so many ratings an item, all by the same raters, the conditional likelihood is taken: it
needs no assumption about the items. Crowds, where every item has other raters, take the marginal
one, whose cost does not grow with the patterns of holes."""
REACH, POINTS = 8.0, 401
"""The grid of abilities, in standard deviations: finer than Gauss–Hermite's 81 points, which were
off by 3e-4 where the standard deviation is 2.2."""
_STEP = 1e-4
"""For second derivatives from first ones, by central differences."""


@dataclass(frozen=True, slots=True)
class Facet(Result):
    """One rater or criterion.

    :param name: Which.
    :param severity: In logits, positive is severe (or difficult); all sum to 0.
    :param se: Its standard error.
    :param infit: Mean square of residuals, by information: 1 as the model says, above it noisier,
        below it more alike than raters who judge on their own would be.
    :param outfit: The same unweighted: sensitive to single surprising ratings.
    :param fair: The rating that this rater would give an item of mean ability.

    >>> import accord
    >>> ratings = {"A": [3, 4, 2, 4, 3, 1, 2, 3], "B": [3, 3, 3, 4, 2, 2, 1, 4],
    ...            "C": [2, 3, 1, 3, 3, 1, 2, 2]}
    >>> third = accord.latent.facets(accord.from_coders(ratings)).raters[2]
    >>> third.name, round(third.severity, 2), round(third.fair, 2)
    ('C', 1.08, 2.09)
    """

    name: Hashable
    severity: float
    se: float
    infit: float
    outfit: float
    fair: float


@dataclass(frozen=True, slots=True)
class Facets(Result):
    """What a many-facet Rasch model finds.

    :param raters: The raters.
    :param criteria: The criteria, empty where there is one only.
    :param thresholds: Between neighbouring steps of the scale, in logits; they sum to 0.
    :param items: Names of the items.
    :param ability: Of each item, in logits; nan at the ends of the scale where the method is
        conditional.
    :param fair: The rating of each item by a rater and a criterion of severity 0.
    :param log_likelihood: The largest, conditional or marginal.
    :param method: How it was fitted.
    :param chi_square: That all raters are equally severe.
    :param df: Its degrees of freedom.
    :param p: Its probability.
    :param reliability: How well raters' severities can be told apart, 0 to 1: high means that
        raters differ.
    :param spread: Mean and standard deviation of abilities where the method is marginal.
    :param notes: What to know: steps that are rarely used, thresholds far outside.

    >>> import accord
    >>> ratings = {"A": [3, 4, 2, 4, 3, 1, 2, 3], "B": [3, 3, 3, 4, 2, 2, 1, 4],
    ...            "C": [2, 3, 1, 3, 3, 1, 2, 2]}
    >>> found = accord.latent.facets(accord.from_coders(ratings))
    >>> [(each.name, round(each.severity, 2)) for each in found.raters]
    [('A', -0.54), ('B', -0.54), ('C', 1.08)]
    """

    _members = "raters"
    _columns = "rater=name, severity, se, infit, outfit, fair"
    raters: tuple[Facet, ...]
    criteria: tuple[Facet, ...]
    thresholds: tuple[float, ...]
    items: tuple[Hashable, ...]
    ability: tuple[float, ...]
    fair: tuple[float, ...]
    log_likelihood: float
    method: _Method
    chi_square: float
    df: int
    p: float
    reliability: float
    spread: tuple[float, float]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class _Design:
    """Steps 0…m of items × cells (−1 for a hole), and which parameters each cell has."""

    steps: IntArray
    rater: IntArray
    criterion: IntArray
    top: int

    @property
    def sizes(self) -> tuple[int, int, int]:
        return int(self.rater.max()) + 1, int(self.criterion.max()) + 1, self.top

    def matrix(self) -> FloatArray:
        """log ε of each cell and step as a linear function of the free parameters."""
        raters, criteria, top = self.sizes
        blocks = _centred(raters), _centred(criteria)
        h = np.arange(top + 1.0)
        rows = []
        for j, c in zip(self.rater, self.criterion, strict=True):
            rows.append(
                np.concatenate(
                    [
                        -h[:, None] * blocks[0][j],
                        -h[:, None] * blocks[1][c],
                        -_cumulated(top),
                    ],
                    axis=1,
                )
            )
        return np.array(rows)

    def unfold(self, free: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Severities, difficulties and thresholds from the free parameters."""
        raters, criteria, top = self.sizes
        a, b = raters - 1, raters + criteria - 2
        return _centred(raters) @ free[:a], _centred(criteria) @ free[a:b], _centred(top) @ free[b:]

    def unfold_variances(self, covariance: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Standard errors of severities and difficulties."""
        raters, criteria, _ = self.sizes
        a, b = raters - 1, raters + criteria - 2
        parts = (_centred(raters), covariance[:a, :a]), (_centred(criteria), covariance[a:b, a:b])
        return tuple(np.sqrt(np.maximum(np.diag(c @ v @ c.T), 0)) for c, v in parts)  # type: ignore[return-value]


def _centred(size: int) -> FloatArray:
    """From size − 1 free numbers to `size` numbers that sum to 0."""
    return (
        np.concatenate([np.eye(size - 1), -np.ones((1, size - 1))])
        if size > 1
        else np.zeros((1, 0))
    )


def _cumulated(top: int) -> FloatArray:
    """ω_h = τ_1 + … + τ_h for h = 0…top as a function of the free thresholds."""
    return np.concatenate([np.zeros((1, top - 1)), np.cumsum(_centred(top), axis=0)])


class _Conditional:
    """The likelihood given each item's total: abilities are not in it."""

    def __init__(self, design: _Design) -> None:
        self.matrix, top = design.matrix(), design.top
        self.observed = np.array(
            [
                [(design.steps[:, v] == h).sum() for h in range(top + 1)]
                for v in range(len(self.matrix))
            ],
            dtype=float,
        )
        patterns, at = np.unique(design.steps >= 0, axis=0, return_inverse=True)
        totals = np.where(design.steps >= 0, design.steps, 0).sum(axis=1)
        self.groups = [
            (
                np.flatnonzero(p),
                np.bincount(totals[at.ravel() == g], minlength=top * int(p.sum()) + 1),
            )
            for g, p in enumerate(patterns)
        ]

    def __call__(self, free: FloatArray) -> tuple[float, FloatArray]:
        """Log-likelihood and its gradient."""
        logs = self.matrix @ free
        weights = np.exp(logs)
        value = float((self.observed * logs).sum())
        expected = np.zeros_like(self.observed)
        for cells, often in self.groups:
            value -= self._add(cells, often, weights, expected)
        return value, np.einsum("vh,vhp->p", self.observed - expected, self.matrix)

    @staticmethod
    def _add(cells: IntArray, often: IntArray, weights: FloatArray, expected: FloatArray) -> float:
        """Adds what the items of one pattern lead us to expect; their log normalizer."""
        before = [np.ones(1)]
        for v in cells:
            before.append(np.convolve(before[-1], weights[v]))
        after = np.ones(1)
        totals = np.flatnonzero(often)
        share = np.zeros(len(often))
        share[totals] = often[totals] / before[-1][totals]
        for place in range(len(cells) - 1, -1, -1):
            v = cells[place]
            others = np.convolve(before[place], after)
            for h in range(weights.shape[1]):
                reached = share[h : h + len(others)]
                expected[v, h] += weights[v, h] * float(others[: len(reached)] @ reached)
            after = np.convolve(after, weights[v])
        return float(often[totals] @ np.log(before[-1][totals]))


class _Marginal:
    """The likelihood with normal abilities, summed over a grid; two more parameters: μ, log σ."""

    def __init__(self, design: _Design) -> None:
        self.matrix, self.steps = design.matrix(), design.steps
        self.z = np.linspace(-REACH, REACH, POINTS)
        log_w = -(self.z**2) / 2
        self.log_weight = log_w - np.log(np.exp(log_w).sum())

    def posterior(self, full: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Log-likelihood of each item, its posterior over the grid, probabilities, abilities."""
        free, mu, sigma = full[:-2], full[-2], np.exp(full[-1])
        theta = mu + sigma * self.z
        h = np.arange(self.matrix.shape[1])
        logs = (self.matrix @ free)[:, :, None] + h[None, :, None] * theta
        logs -= np.logaddexp.reduce(logs, axis=1)[:, None]
        joint = np.repeat(self.log_weight[None], len(self.steps), axis=0)
        for v in range(len(logs)):
            there = self.steps[:, v] >= 0
            joint[there] += logs[v][self.steps[there, v]]
        item = np.logaddexp.reduce(joint, axis=1)
        return item, np.exp(joint - item[:, None]), np.exp(logs), theta

    def __call__(self, full: FloatArray) -> tuple[float, FloatArray]:
        """Log-likelihood and its gradient."""
        item, weight, p, _ = self.posterior(full)
        h = np.arange(p.shape[1])
        gradient = np.zeros(len(full))
        slope = np.zeros(POINTS)
        for v in range(len(p)):
            there = self.steps[:, v] >= 0
            mass = weight[there].sum(axis=0)
            observed = np.bincount(self.steps[there, v], minlength=len(h)).astype(float)
            gradient[:-2] += (observed - p[v] @ mass) @ self.matrix[v]
            slope += (weight[there] * self.steps[there, v][:, None]).sum(axis=0) - mass * (h @ p[v])
        gradient[-2] = slope.sum()
        gradient[-1] = float(slope @ self.z) * np.exp(full[-1])
        return float(item.sum()), gradient


Objective = Callable[[FloatArray], tuple[float, FloatArray]]


def _curvature(objective: Objective, at: FloatArray) -> FloatArray:
    """Second derivatives from differences of the gradient."""
    steps = np.eye(len(at)) * _STEP
    rows = [(objective(at + s)[1] - objective(at - s)[1]) / (2 * _STEP) for s in steps]
    found = np.array(rows).reshape(len(at), len(at))
    return (found + found.T) / 2


def _largest(objective: Objective, start: FloatArray) -> tuple[FloatArray, float, FloatArray]:
    """Where an objective is largest, its value, and the covariance of the estimate."""
    from scipy.optimize import minimize

    def less(at: FloatArray) -> tuple[float, FloatArray]:
        value, gradient = objective(at)
        return -value, -gradient

    at = minimize(less, start, jac=True, method="BFGS", options={"gtol": 1e-7}).x
    for _ in range(3):  # the last digits by Newton
        at = at - np.linalg.solve(_curvature(objective, at), objective(at)[1])
    covariance: FloatArray = np.linalg.inv(-_curvature(objective, at)).astype(float)
    return at, objective(at)[0], covariance


def facets(
    study: Codings | Dimensions,
    *,
    method: Annotated[
        _Method | None, "How it is fitted; chosen by the design where not given."
    ] = None,
) -> Facets:
    """A many-facet Rasch model of ratings on one scale by several raters, on one or more criteria.

        P(x = h) ∝ exp(h (θ_i − δ_j − γ_c) − ω_h),  h = 0 … m

    θ is the item's ability, δ the rater's severity, γ the criterion's difficulty, ω_h the sum of
    the first h thresholds. Conditional: given each item's total, without abilities, consistent in
    small designs. Marginal: abilities are normal; for crowds, and with any holes. Joint maximum
    likelihood, as FACETS prints it, spreads severities too far by about L / (L − 1) with L ratings
    an item, and is not offered. References: linacre1989.

    :param study: Ratings in whole steps, on one criterion or (dimensions) on several.
    :param method: "conditional" or "marginal".

    >>> import accord
    >>> ratings = {"A": [3, 4, 2, 4, 3, 1, 2, 3], "B": [3, 3, 3, 4, 2, 2, 1, 4],
    ...            "C": [2, 3, 1, 3, 3, 1, 2, 2]}
    >>> accord.latent.facets(accord.from_coders(ratings)).method
    'conditional'
    """
    names, tables, raters, items = _tables(study)
    lowest, design = _designed(tables, raters)
    method = method or _chosen(design)
    free = sum(design.sizes) - 3
    if method == "conditional":
        at, value, covariance = _largest(_Conditional(design), np.zeros(free))
        mu = sigma = nan
    else:
        marginal = _Marginal(design)
        full, value, covariance = _largest(marginal, np.zeros(free + 2))
        at, mu, sigma = full[:-2], float(full[-2]), float(np.exp(full[-1]))
    severity, difficulty, thresholds = design.unfold(at)
    se, criterion_se = design.unfold_variances(covariance)
    ability = _abilities(design, at)
    infit, outfit = _fit(design, at, ability)
    # Items at an end of the scale have no finite ability; the marginal one has, by its prior.
    if method == "marginal":
        _, weight, _, theta = marginal.posterior(full)
        ability = np.where(np.isnan(ability), weight @ theta, ability)
    h = np.arange(design.top + 1.0)
    fair = np.array([_mean_step(a, at, design, h) for a in ability]) + lowest
    centre = float(np.nanmean(ability))
    w = 1 / se**2
    chi = float(w @ severity**2 - (w @ severity) ** 2 / w.sum())
    spread = float(severity.var(ddof=1))
    from scipy.special import chdtrc

    return Facets(
        _listed(raters, severity, se, infit[0], outfit[0], centre, at, design, h, lowest),
        _listed(names, difficulty, criterion_se, infit[1], outfit[1], centre, at, design, h, lowest)
        if len(names) > 1
        else (),
        tuple(thresholds.tolist()),
        items,
        tuple(ability.tolist()),
        tuple(fair.tolist()),
        value,
        method,
        chi,
        len(raters) - 1,
        float(chdtrc(len(raters) - 1, chi)),
        1 - float((se**2).mean()) / spread if spread > 0 else nan,
        (mu, sigma),
        _notes(design, thresholds, lowest),
    )


FEWEST_OF_A_STEP = 10
"""Linacre asks for ten ratings on each step of a scale: with fewer, thresholds beside it are
guesses."""
_FAR = 5.0
"""Logits: beyond, a step is chosen by less than one in a hundred where its neighbours are even, and
one rating more or less moves the threshold by half a logit and more."""


def _notes(design: _Design, thresholds: FloatArray, lowest: float) -> tuple[str, ...]:
    """Steps that are hardly used, and thresholds so far outside that they show little."""
    often = np.bincount(design.steps[design.steps >= 0], minlength=design.top + 1)
    rare = [f"{lowest + h:g}" for h, n in enumerate(often) if n < FEWEST_OF_A_STEP]
    far = [f"{x:.1f}" for x in thresholds if abs(x) > _FAR]
    notes = []
    if rare:
        notes.append(said("ratings.facets-rare", steps=rare, n=FEWEST_OF_A_STEP))
    if far:
        notes.append(said("ratings.facets-far", thresholds=far))
    return tuple(notes)


def _listed(
    names: tuple[Hashable, ...],
    value: FloatArray,
    se: FloatArray,
    infit: FloatArray,
    outfit: FloatArray,
    centre: float,
    at: FloatArray,
    design: _Design,
    h: FloatArray,
    lowest: float,
) -> tuple[Facet, ...]:
    fair = [_mean_step(centre - v, at, design, h) + lowest for v in value]
    columns = zip(names, value, se, infit, outfit, fair, strict=True)
    return tuple(Facet(name, *map(float, rest)) for name, *rest in columns)


def _tables(
    study: Codings | Dimensions,
) -> tuple[tuple[Hashable, ...], list[FloatArray], tuple[Hashable, ...], tuple[Hashable, ...]]:
    """Names of criteria, a table items × raters for each, all with the same raters and items."""
    studies: dict[str, Codings] = dict(getattr(study, "studies", {"": study}))
    raters = tuple(dict.fromkeys(name for each in studies.values() for name in each.coders))
    items = tuple(dict.fromkeys(name for each in studies.values() for name in each.items))
    row, column = {x: i for i, x in enumerate(items)}, {x: i for i, x in enumerate(raters)}
    tables = []
    for each in studies.values():
        numbers = each.categories.numbers()
        if numbers is None or not np.all(numbers == np.round(numbers)):
            raise NotApplicableError(
                "a Rasch model needs ratings in whole steps (0, 1, 2 …); measurements have none"
            )
        whole = np.full((len(items), len(raters)), nan)
        places = np.ix_([row[x] for x in each.items], [column[x] for x in each.coders])
        whole[places] = whole_table(each, numbers)
        tables.append(whole)
    return tuple(studies), tables, raters, items


def _designed(tables: list[FloatArray], raters: tuple[Hashable, ...]) -> tuple[float, _Design]:
    """The lowest rating, and the design; refuses what has no finite estimate."""
    joined = np.concatenate(tables, axis=1)
    parts = parts_apart(np.nanmean(np.array(tables), axis=0) if len(tables) > 1 else tables[0])
    if len(raters) < 2 or len(parts) > 1:
        raise NotApplicableError(
            "severities are compared between two or more raters who share items"
            + (f"; these raters fall into {len(parts)} groups" if len(parts) > 1 else "")
        )
    lowest, highest = float(np.nanmin(joined)), float(np.nanmax(joined))
    used = set(np.unique(joined[~np.isnan(joined)]).tolist())
    unused = [f"{h:g}" for h in np.arange(lowest, highest + 1) if h not in used]
    if unused or highest - lowest < 1:
        raise NotApplicableError(
            f"nobody used step {', '.join(unused)} of the scale; join it with its neighbour"
            if unused
            else "all ratings are the same"
        )
    for j, name in enumerate(raters):
        own = np.array([table[:, j] for table in tables])
        if np.nanmin(own) == np.nanmax(own) and np.nanmin(own) in (lowest, highest):
            raise NotApplicableError(f"rater {name!r} always gave {np.nanmin(own):g}: no severity")
    steps = np.where(np.isnan(joined), -1, joined - lowest).astype(int)
    k, c = len(raters), len(tables)
    rater, criterion = np.tile(np.arange(k), c), np.repeat(np.arange(c), k)
    kept = (steps >= 0).any(axis=0)
    design = _Design(steps[:, kept], rater[kept], criterion[kept], round(highest - lowest))
    ends = [(row[row >= 0].sum()) in (0, design.top * (row >= 0).sum()) for row in design.steps]
    if all(ends):
        raise NotApplicableError("every item has the lowest or the highest rating from everybody")
    return lowest, design


def _chosen(design: _Design) -> _Method:
    patterns = len(np.unique(design.steps >= 0, axis=0))
    return "conditional" if design.steps.shape[1] <= _FEW_CELLS and patterns <= 20 else "marginal"


def _mean_step(theta: float, at: FloatArray, design: _Design, h: FloatArray) -> float:
    """The expected step of an item of this ability by a rater and criterion of severity 0."""
    if np.isnan(theta):
        return nan
    omega = _cumulated(design.top) @ at[-(design.top - 1) :] if design.top > 1 else np.zeros(2)
    logs = h * theta - omega
    p = np.exp(logs - np.logaddexp.reduce(logs))
    return float(h @ p)


def _abilities(design: _Design, at: FloatArray) -> FloatArray:
    """Each item's ability with the largest likelihood; nan at the ends of the scale."""
    from scipy.optimize import brentq

    h = np.arange(design.top + 1.0)
    logs = design.matrix() @ at
    found: dict[tuple[bytes, int], float] = {}

    def expected(theta: float, cells: IntArray) -> float:
        weight = logs[cells] + h * theta
        p = np.exp(weight - np.logaddexp.reduce(weight, axis=1)[:, None])
        return float((p @ h).sum())

    out = np.full(len(design.steps), nan)
    for i, row in enumerate(design.steps):
        cells = np.flatnonzero(row >= 0)
        total = int(row[cells].sum())
        if not 0 < total < design.top * len(cells):
            continue
        key = cells.tobytes(), total
        if key not in found:
            found[key] = float(
                brentq(lambda t, c=cells, s=total: expected(t, c) - s, -60, 60, xtol=1e-12)
            )
        out[i] = found[key]
    return out


def _fit(
    design: _Design, at: FloatArray, ability: FloatArray
) -> tuple[tuple[FloatArray, FloatArray], tuple[FloatArray, FloatArray]]:
    """Infit and outfit of raters and of criteria, over items with a finite ability."""
    h = np.arange(design.top + 1.0)
    logs = design.matrix() @ at
    kept = ~np.isnan(ability)
    weight = logs[None] + h * ability[kept][:, None, None]
    p = np.exp(weight - np.logaddexp.reduce(weight, axis=2)[:, :, None])
    mean = p @ h
    variance = p @ h**2 - mean**2
    there = design.steps[kept] >= 0
    squared = np.where(there, (design.steps[kept] - mean) ** 2, 0.0)
    variance = np.where(there, variance, 0.0)
    ratio = np.divide(squared, variance, out=np.zeros_like(squared), where=variance > 0)
    infits, outfits = [], []
    for facet in (design.rater, design.criterion):
        cells = [facet == j for j in range(int(facet.max()) + 1)]
        infits.append(np.array([squared[:, c].sum() / variance[:, c].sum() for c in cells]))
        outfits.append(np.array([ratio[:, c].sum() / there[:, c].sum() for c in cells]))
    return (infits[0], infits[1]), (outfits[0], outfits[1])
