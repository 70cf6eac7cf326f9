"""Ratings as item + coder + error, all random: variances by REML, and limits of their shares.

Tables may have holes. The items are eliminated first, so that what is left to solve has one row a
coder, and items with equally many ratings are counted once: crowds take milliseconds.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import inf, log, nan, pi
from typing import Literal

import numpy as np

from accord._measure.labels.mean_squares import squares_of
from accord.model.names import FloatArray

Share = Literal["agreement", "consistency", "one-way"]
"""Of which variance the items' share is asked: with the coders', without it, or with no coders."""

_GRID = 17
"""First steps of a search on [0, 1): the likelihood of two variances may have a second hill."""
NEAR_1 = 1 - 1e-6
"""Shares stay below 1, where the other variances would be 0 and the likelihood infinite."""
TABLES_KEPT = 8
"""Tables whose best shares are kept: a report asks for three forms of the ICC, their limits and the
error of measurement of one study, each in a search of seconds where ratings are missing."""
_MOST_KEPT = 10**6
"""Cells of a table that is kept: 8 MB."""
_MANY = 100
"""With more coders a likelihood costs milliseconds instead of microseconds: fewer are asked for."""
_FEW_STEPS = (0.0, 0.02, 0.1, 0.3, 0.6, 0.9, 0.99)
"""First steps of such a search: many coders say much about coders, and there is one hill."""
_CLOSE = 1e-7
"""How near it comes to the best share: three digits beyond those that are printed."""
_ROUNDING = 1e-14
"""Of the squares within items: what is left after coders, where it is no more, is rounding."""


@dataclass(frozen=True, slots=True)
class Components:
    """Variances of items, coders and what is left; `log_likelihood` is the restricted one."""

    item: float
    coder: float
    residual: float
    mean: float
    log_likelihood: float

    def share(self, of: Share = "agreement", number: float = 1) -> float:
        """The items' share of the variance of the mean of `number` ratings: an ICC.

        >>> found = Components(2, 1, 1, 0, 0)
        >>> found.share(), found.share("consistency", 2)
        (0.5, 0.8)
        """
        rest = self.residual + (self.coder if of == "agreement" else 0)
        total = self.item + rest / number
        return self.item / total if total > 0 else nan


class _Sums:
    """What the likelihood needs of a table: sums by number of ratings, none by item."""

    def __init__(self, table: FloatArray, coders: bool) -> None:
        there = ~np.isnan(table)
        self.center = float(np.nanmean(table))
        values = np.where(there, table - self.center, 0.0)
        self.number = int(there.sum())
        often = there.sum(axis=1)
        by_item = values.sum(axis=1)
        self.size, at = np.unique(often[often > 0], return_inverse=True)
        there, values, by_item = there[often > 0], values[often > 0], by_item[often > 0]
        groups = [at == g for g in range(len(self.size))]
        self.items = np.array([g.sum() for g in groups], dtype=float)
        self.sum = np.array([by_item[g].sum() for g in groups])
        means = by_item / often[often > 0]
        self.squares = np.array([(by_item[g] * means[g]).sum() for g in groups])
        self.within = float((((values - means[:, None]) * there) ** 2).sum())
        self.coders = coders
        if coders:
            number = there.astype(float)
            self.met = np.array([number[g].T @ number[g] for g in groups])
            self.met /= self.size[:, None, None]
            self.rated = np.array([number[g].sum(axis=0) for g in groups])
            self.apart = np.diag(self.rated.sum(axis=0)) - self.met.sum(axis=0)
            self.means = np.array([(number[g] * means[g, None]).sum(axis=0) for g in groups])
            self.deviation = values.sum(axis=0) - self.means.sum(axis=0)

    @property
    def rest(self) -> float:
        """The squares of what is neither item nor coder."""
        if not self.coders:
            return self.within
        inverse = np.linalg.pinv(self.apart, hermitian=True)
        return self.within - float(self.deviation @ inverse @ self.deviation)

    def fitted(self, of_items: float, of_coders: float) -> tuple[float, float, float]:
        """−2 log restricted likelihood, the residual variance and the mean, for variances of
        items and coders that are so many times the residual's."""
        kept = 1 / (1 + of_items * self.size)  # what an item's mean still says
        one = float(kept @ (self.items * self.size))
        one_y = float(kept @ self.sum)
        y_y = self.within + float(kept @ self.squares)
        log_v = -float(self.items @ np.log(kept))
        if self.coders and of_coders > 0:
            a = self.apart + np.tensordot(kept, self.met, 1)
            system = np.eye(len(a)) + of_coders * a
            u = kept @ self.rated
            w = self.deviation + kept @ self.means
            solved = np.linalg.solve(system, np.stack([u, w], axis=1))
            one -= of_coders * float(u @ solved[:, 0])
            one_y -= of_coders * float(u @ solved[:, 1])
            y_y -= of_coders * float(w @ solved[:, 1])
            log_v += float(np.linalg.slogdet(system)[1])
        df = self.number - 1
        residual = (y_y - one_y**2 / one) / df if one > 0 else 0.0
        if residual <= 0:
            return inf, nan, nan
        deviance = log_v + log(one) + df * (log(residual) + 1 + log(2 * pi))
        return deviance, residual, self.center + one_y / one


class _Complete:
    """The same of a complete table, where three mean squares say all."""

    def __init__(self, table: FloatArray, coders: bool) -> None:
        s = squares_of(table)
        self.mean = float(table.mean())
        self.n, self.k = s.n, s.k
        self.between, self.coders = (s.n - 1) * s.between, (s.k - 1) * s.coders if coders else 0.0
        self.within = s.n * (s.k - 1) * s.within
        self.rest = (s.n - 1) * (s.k - 1) * s.error if coders else self.within

    def fitted(self, of_items: float, of_coders: float) -> tuple[float, float, float]:
        """As that of a table with holes."""
        n, k = self.n, self.k
        item, coder = 1 + k * of_items, 1 + n * of_coders
        df = n * k - 1
        residual = (self.between / item + self.coders / coder + self.rest) / df
        if residual <= 0:
            return inf, nan, nan
        deviance = (n - 1) * log(item) + (k - 1) * log(coder) + log(n * k)
        return deviance + df * (log(residual) + 1 + log(2 * pi)), residual, self.mean


def _sums(table: FloatArray, coders: bool) -> "_Sums | _Complete":
    return (_Sums if np.isnan(table).any() else _Complete)(table, coders)


def ratios(share: float, other: float, of: Share) -> tuple[float, float]:
    """Variances of items and coders over the residual's, from the items' share and the nuisance
    (of what is no item's, the coders' share)."""
    coders = other / (1 - other)
    rest = 1 / (1 - other) if of == "agreement" else 1.0
    return share / (1 - share) * rest, coders


@dataclass(frozen=True)
class _Likelihood:
    """The restricted likelihood of a table as a function of the items' share."""

    sums: _Sums | _Complete
    of: Share

    def at(self, share: float) -> tuple[float, float]:
        """The least −2 log likelihood for this share, and the nuisance that has it."""
        if self.of == "one-way":
            return self.sums.fitted(share / (1 - share), 0.0)[0], 0.0
        search = least_of_few if self.dear else least
        return search(lambda other: self.sums.fitted(*ratios(share, other, self.of))[0])

    @property
    def dear(self) -> bool:
        """Whether there are so many coders that each likelihood takes its time."""
        sums = self.sums
        return self.of != "one-way" and isinstance(sums, _Sums) and len(sums.deviation) > _MANY

    def best(self) -> tuple[float, float, float]:
        """The share with the largest likelihood, its nuisance, and −2 log likelihood there."""
        if self.dear:
            return self._best_of_few()
        deviance, share = least(lambda share: self.at(share)[0])
        return share, self.at(share)[1], deviance

    def _best_of_few(self) -> tuple[float, float, float]:
        from scipy.optimize import minimize

        def deviance(at: FloatArray) -> float:
            return self.sums.fitted(*ratios(float(at[0]), float(at[1]), self.of))[0]

        inner = _FEW_STEPS[1:-1]
        start = min(product(inner, inner), key=lambda at: deviance(np.array(at)))
        found = minimize(
            deviance,
            start,
            method="Nelder-Mead",
            bounds=[(0.0, NEAR_1)] * 2,
            options={"xatol": _CLOSE, "fatol": _CLOSE},
        )
        return float(found.x[0]), float(found.x[1]), float(found.fun)

    @property
    def varies(self) -> bool:
        """Whether there is something left that is neither item nor coder."""
        return self.sums.rest > _ROUNDING * self.sums.within

    def limit(self, best: tuple[float, float, float], tail: float) -> float:
        """The share below which the true one lies with this confidence, by a likelihood ratio;
        0 where no share below the best is rejected."""
        from scipy.optimize import brentq
        from scipy.special import ndtri

        share, _, deviance = best
        bound = deviance + float(ndtri(tail)) ** 2
        near = _CLOSE if self.dear else 1e-9

        def above(value: float) -> float:
            return self.at(value)[0] - bound

        if tail < 0.5:
            return float(brentq(above, 0.0, share, xtol=near)) if above(0.0) > 0 else 0.0
        return float(brentq(above, share, NEAR_1, xtol=near)) if above(NEAR_1) > 0 else 1.0


def least(value: Callable[[float], float]) -> tuple[float, float]:
    """The least value of a function on [0, 1) and where it is: a grid, then Brent's search.

    >>> deviance, at = least(lambda x: (x - 0.3) ** 2)
    >>> round(deviance, 6), round(at, 4)
    (0.0, 0.3)
    """
    grid = np.concatenate([np.linspace(0, 0.9, _GRID), 1 - 0.1 ** np.arange(1.5, 6.5, 0.5)])
    return _searched_from(grid, value, 1e-11)


def least_of_few(value: Callable[[float], float]) -> tuple[float, float]:
    """The same where each value is dear: few first steps, and no nearer than `_CLOSE`.

    >>> deviance, at = least_of_few(lambda x: (x - 0.3) ** 2)
    >>> round(deviance, 6), round(at, 4)
    (0.0, 0.3)
    """
    return _searched_from(np.array([*_FEW_STEPS, NEAR_1]), value, _CLOSE)


def _searched_from(
    grid: FloatArray, value: Callable[[float], float], near: float
) -> tuple[float, float]:
    from scipy.optimize import minimize_scalar

    values = [value(x) for x in grid]
    at = int(np.argmin(values))
    bounds = float(grid[max(at - 1, 0)]), float(grid[min(at + 1, len(grid) - 1)])
    found = minimize_scalar(value, bounds=bounds, method="bounded", options={"xatol": near})
    # The search never tries the ends of its bounds, and the best may be at 0.
    if values[at] <= found.fun:
        return float(values[at]), float(grid[at])
    return float(found.fun), float(found.x)


def components(table: FloatArray, *, coders: bool = True) -> Components:
    """Variances by REML of a table items × coders with nan where there is no rating.

    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> found = components(np.array(ratings, dtype=float))
    >>> round(found.item, 3), round(found.coder, 3), round(found.residual, 3)
    (2.556, 5.244, 1.019)
    """
    asked, (share, other, deviance) = searched(table, "consistency" if coders else "one-way")
    of_items, of_coders = ratios(share, other, asked.of)
    _, residual, mean = asked.sums.fitted(of_items, of_coders)
    return Components(of_items * residual, of_coders * residual, residual, mean, -deviance / 2)


def profile_limits(
    table: FloatArray, of: Share = "agreement", confidence: float = 0.95
) -> tuple[float, float]:
    """Limits of the items' share by the profile of the restricted likelihood.

    They hold with few coders, who say little about coders, and are as wide as that deserves.

    >>> ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9],
    ...            [6, 2, 4, 7]]
    >>> low, high = profile_limits(np.array(ratings, dtype=float))
    >>> round(low, 3), round(high, 3)
    (0.038, 0.744)
    """
    asked, best = searched(table, of)
    tail = (1 - confidence) / 2
    return asked.limit(best, tail), asked.limit(best, 1 - tail)


def likelihood(table: FloatArray, of: Share) -> _Likelihood:
    """The restricted likelihood of a table for one share."""
    return _Likelihood(_sums(table, of != "one-way"), of)


Searched = tuple[_Likelihood, tuple[float, float, float]]
"""A likelihood and its best: the share, the nuisance, and −2 log likelihood there."""


def searched(table: FloatArray, of: Share) -> Searched:
    """The likelihood of a table and where it is largest, searched for once."""
    if table.size > _MOST_KEPT:
        asked = likelihood(table, of)
        return asked, asked.best()
    cells = np.ascontiguousarray(table, dtype=float)
    return _searched(cells.tobytes(), cells.shape[1], of)


@lru_cache(maxsize=TABLES_KEPT)
def _searched(cells: bytes, coders: int, of: Share) -> Searched:
    asked = likelihood(np.frombuffer(cells).reshape(-1, coders), of)
    return asked, asked.best()


def parts_apart(table: FloatArray) -> list[list[int]]:
    """Coders by connected part: without a chain of shared items their severity cannot be separated
    from the items'.

    >>> parts_apart(np.array([[1.0, 2, nan, nan], [nan, nan, 1, 2]]))
    [[0, 1], [2, 3]]
    """
    there = ~np.isnan(table)
    left, parts = set(range(table.shape[1])), []
    while left:
        part = {min(left)}
        while True:
            items = there[:, sorted(part)].any(axis=1)
            grown = set(np.flatnonzero(there[items].any(axis=0)).tolist()) | part
            if grown == part:
                break
            part = grown
        parts.append(sorted(part))
        left -= part
    return parts
