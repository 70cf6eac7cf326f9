"""Log-linear models of two or three coders: what their table of labels needs beyond chance.

κ is one number; a model says of which kind the agreement is. log m = a_i + b_j + extra, and the
extra is agreement alike for all categories (δ), agreement of each category (δ_i), nearness on a
scale (β i j), or symmetry. Each is fitted to the table of the coders and compared with the next
simpler one. Bruce & Wiebe 1999 choose a tag set this way. References: agresti1992.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, combinations_with_replacement, product
from math import inf, isinf, log, nan

import numpy as np

from accord._measure.latent.counts_model import PoissonFit, poisson_fit
from accord.errors import NotApplicableError, Setting, TooLargeError
from accord.kinds.labels.study import Codings
from accord.model.names import FloatArray
from accord.model.showing import Grid, Result, text_table
from accord.words.said import said

_MOST_CELLS = 1_000
"""Cells of the table: beyond, a fit of (quasi-)symmetry takes minutes, and nearly all are empty."""
_FEW = 1.0
"""Expected counts below 1 make the χ² distribution of G² a poor guide (Cochran 1954) …"""
MANY_FEW = 0.2
"""… where more than a fifth of the cells have them: p is then better simulated."""
FADED = 1e-9
"""The barrier at its end, as a share of the items: G² is off by about as much, and 1 + t_i − t_j of
an empty cell, which is of this size, still has seven digits."""
_SHOWN = 0.05
"""The usual level for what a comparison of two models shows."""


@dataclass(frozen=True, slots=True)
class Parameter(Result):
    """A parameter of a model: δ (agreement) or β (nearness), infinite where the data say so.

    :param name: Its name; δ of a category has the category in it.
    :param estimate: In logarithms of odds.
    :param se: Its standard error.
    """

    name: str
    estimate: float
    se: float


@dataclass(frozen=True, slots=True)
class LogLinearModel(Result):
    """One model, fitted.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbab", "B": "aabbba"})
    >>> independence = accord.latent.log_linear(study)["independence"]
    >>> independence.name, independence.df, round(independence.g_squared, 3)
    ('independence', 1, 0.68)

    :param name: What it is called.
    :param g_squared: G² = 2 Σ n log(n / m), how far it is from the data.
    :param x_squared: Pearson's X².
    :param df: Degrees of freedom as textbooks count them.
    :param df_left: Those that remain when cells that the model empties are not counted.
    :param p: That G² is this large if the model is true; from `df_left`, or simulated.
    :param aic: G² − 2 df: less is better, below 0 is better than the data themselves.
    :param bic: G² − df log n.
    :param parameters: δ and β with their errors.
    :param fitted: The fitted table.
    :param rough: Whether many expected counts are so small that p is rough.
    """

    name: str
    g_squared: float
    x_squared: float
    df: int
    df_left: int
    p: float
    aic: float
    bic: float
    parameters: tuple[Parameter, ...] = ()
    fitted: FloatArray = field(default_factory=lambda: np.empty(0), repr=False)
    rough: bool = False


@dataclass(frozen=True, slots=True)
class _Step(Result):
    """Two models of which one is a case of the other, and what their difference says.

    :param simpler: The simpler model.
    :param fuller: The one with more parameters.
    :param difference: How much G² falls.
    :param df: By so many degrees of freedom.
    :param p: That it falls so much if the simpler one is true.
    :param says: What follows about the coders.
    """

    simpler: str
    fuller: str
    difference: float
    df: int
    p: float
    says: str


@dataclass(frozen=True, slots=True)
class LogLinear(Result):
    """All models of a table, from the simplest, and what comparing them says about the coders.

    :param coders: The two or three coders.
    :param categories: The categories that they used.
    :param n: The items that all of them coded.
    :param models: The models.
    :param steps: Comparisons of two models.

    >>> import accord
    >>> slides = [[22, 2, 2, 0], [5, 7, 14, 0], [0, 2, 36, 0], [0, 1, 17, 10]]
    >>> table = accord.latent.log_linear(accord.from_confusion(slides, categories=[1, 2, 3, 4]))
    >>> uniform = table["uniform agreement"]
    >>> round(uniform.g_squared, 3), uniform.df, round(uniform.parameters[0].estimate, 3)
    (26.729, 8, 2.455)
    """

    _members = "models"
    _columns = "model=name, G²=g_squared, df, p, ΔAIC=aic, ΔBIC=bic"

    coders: tuple[str, ...]
    categories: tuple[str, ...]
    n: int
    models: tuple[LogLinearModel, ...]
    steps: tuple[_Step, ...]

    def __getitem__(self, name: str) -> LogLinearModel:
        found = next((model for model in self.models if model.name == name), None)
        if found is None:
            raise KeyError(f"{name!r}. Models: {', '.join(m.name for m in self.models)}")
        return found

    def __str__(self) -> str:
        return "\n\n".join(
            [text_table(*self._table()), text_table(*self.parameters()), *self.says()]
        )

    def parameters(self) -> Grid:
        """δ and β of all models."""
        rows = [
            (model.name, one.name, "∞" if isinf(one.estimate) else one.estimate, one.se)
            for model in self.models
            for one in model.parameters
        ]
        return ("model", "parameter", "estimate", "se"), rows

    def says(self) -> tuple[str, ...]:
        """What the models say, in sentences."""
        best = min(self.models, key=lambda model: model.bic)
        emptied = [m for m in self.models if m.df_left < m.df]
        return (
            *(step.says for step in self.steps),
            said("loglinear.best", model=best.name, value=best.bic),
            *(
                said("loglinear.emptied", model=m.name, df=m.df, left=m.df_left)
                for m in emptied[:1]
            ),
            *([said("loglinear.rough")] if any(m.rough for m in self.models) else []),
        )


def log_linear(
    study: Codings,
    *,
    scores: Sequence[float] | None = None,
    resamples: int = 0,
    rng: int | np.random.Generator = 0,
) -> LogLinear:
    """Log-linear models of the table of two or three coders.

    Two coders: independence, uniform agreement (one δ on the diagonal), quasi-independence (a δ
    for each category), symmetry, quasi-symmetry, marginal homogeneity; where categories have an
    order also linear-by-linear (β times the two places), with agreement and with a δ for each
    category. Three coders: one δ where all agree, one δ for every agreeing pair, a δ for each pair
    of coders, both, the linear ones, symmetry and quasi-symmetry. Items that not all of them coded
    are left out. References: bruce1999, agresti1992, landis1977.

    :param study: The codings of two or three coders.
    :param scores: The places of the categories on their scale; 1, 2, 3 … if they have an order.
    :param resamples: If above 0, p of each model is simulated from the model so many times.
    :param rng: The seed, or a NumPy generator.

    >>> import accord
    >>> slides = [[22, 2, 2, 0], [5, 7, 14, 0], [0, 2, 36, 0], [0, 1, 17, 10]]
    >>> found = accord.latent.log_linear(accord.from_confusion(slides, categories=[1, 2, 3, 4]))
    >>> round(found["symmetry"].g_squared, 3), round(found["quasi-symmetry"].g_squared, 3)
    (39.178, 0.978)
    """
    table, names, places = _table(study, scores)
    designs = (
        _two(names, places)
        if table.ndim == 2
        else _three(list(map(str, study.coders)), table.shape[0], places)
    )
    draws = np.random.default_rng(rng)
    counts = table.ravel()
    models = []
    for name, columns, labels in designs:
        fit = poisson_fit(counts, columns)
        p = _simulated(counts, columns, fit, resamples, draws) if resamples else None
        models.append(_model(name, counts, fit, labels, p))
    if table.ndim == 2:
        models.append(_marginal_homogeneity(table))
    models = [replace(m, fitted=m.fitted.reshape(table.shape)) for m in models]
    return LogLinear(
        tuple(map(str, study.coders)),
        tuple(map(str, names)),
        int(counts.sum()),
        tuple(models),
        tuple(_steps(models)),
    )


def _table(
    study: Codings, scores: Sequence[float] | None
) -> tuple[FloatArray, list[object], FloatArray | None]:
    """The table of the items that all coders coded, its categories, and their places if known."""
    number = len(study.coders)
    if number not in (2, 3):
        raise NotApplicableError(
            f"log-linear models need two or three coders; found {number}. "
            f"name two or three with {Setting('coders')}"
        )
    label = np.full((number, len(study.items)), -1, dtype=np.int64)
    label[study.who(), study.item] = study.category
    label = label[:, (label >= 0).all(axis=0)]
    if not label.size:
        raise NotApplicableError("no item has a label of every coder")
    numbers = study.categories.numbers()
    order = np.arange(len(study.categories))
    if not study.declared and numbers is not None:
        order = np.asarray(study.categories.ascending())
    used = [k for k in order.tolist() if (label == k).any()]
    if len(used) ** number > _MOST_CELLS:
        raise TooLargeError(
            f"{len(used)} categories of {number} coders make {len(used) ** number:,} cells, "
            f"at most {_MOST_CELLS:,}; merge categories first"
        )
    if len(used) < 2:
        raise NotApplicableError("all coders used one category only: there is nothing to model")
    if scores is not None and len(scores) != len(used):
        raise NotApplicableError(
            f"scores has {len(scores)} places, but {len(used)} categories were used"
        )
    ordered = study.declared or numbers is not None
    places = np.arange(1.0, len(used) + 1) if ordered and len(used) > 2 else None
    if scores is not None:
        places = np.asarray(scores, dtype=np.float64)
    new = np.full(len(study.categories), -1)
    new[used] = np.arange(len(used))
    shape = (len(used),) * number
    cells = np.ravel_multi_index(tuple(new[label]), shape)
    table = np.bincount(cells, minlength=len(used) ** number).astype(np.float64).reshape(shape)
    return table, [study.categories[k] for k in used], places


_Design = tuple[str, FloatArray, dict[str, int]]
"""A model: its name, a row for each cell, and the columns of δ and β."""


def _margins(places: FloatArray) -> list[FloatArray]:
    """A constant and the categories of each coder but the first one."""
    k = int(places.max()) + 1
    return [
        np.ones(len(places)),
        *((places[:, c] == a) * 1.0 for c in range(places.shape[1]) for a in range(1, k)),
    ]


def _design(name: str, first: list[FloatArray], extra: dict[str, FloatArray]) -> _Design:
    columns = np.array([*first, *extra.values()]).T
    return name, columns, {label: len(first) + i for i, label in enumerate(extra)}


def _unordered(cells: FloatArray) -> list[FloatArray]:
    """One column for each set of labels, whoever gave which."""
    k, coders = int(cells.max()) + 1, cells.shape[1]
    together = np.sort(cells, axis=1)
    return [
        (together == np.array(some)).all(axis=1) * 1.0
        for some in combinations_with_replacement(range(k), coders)
    ]


def _two(names: list[object], places: FloatArray | None) -> Iterable[_Design]:
    k = len(names)
    cells = np.array(list(product(range(k), repeat=2)))
    first = _margins(cells)
    same = (cells[:, 0] == cells[:, 1]) * 1.0
    each = {f"δ {name}": same * (cells[:, 0] == i) for i, name in enumerate(names)}
    yield _design("independence", first, {})
    yield _design("uniform agreement", first, {"δ": same})
    if k > 2:  # else the table is fitted as it is
        yield _design("quasi-independence", first, each)
    if places is not None:
        beta = {"β": places[cells[:, 0]] * places[cells[:, 1]]}
        yield _design("linear-by-linear", first, beta)
        yield _design("linear-by-linear + agreement", first, {**beta, "δ": same})
        yield _design("linear-by-linear + diagonal", first, {**beta, **each})
    if k > 2:
        yield _design("quasi-symmetry", first + _unordered(cells), {})
    yield _design("symmetry", _unordered(cells), {})


def _three(coders: list[str], k: int, places: FloatArray | None) -> Iterable[_Design]:
    cells = np.array(list(product(range(k), repeat=3)))
    first = _margins(cells)
    pairs = list(combinations(range(3), 2))
    named = {f"{coders[c]}–{coders[e]}": (c, e) for c, e in pairs}
    same = {f"δ {pair}": (cells[:, c] == cells[:, e]) * 1.0 for pair, (c, e) in named.items()}
    every = {"δ all three": np.prod(list(same.values()), axis=0)}
    yield _design("independence", first, {})
    yield _design("all three agree", first, every)
    yield _design("one delta for pairs", first, {"δ": np.sum(list(same.values()), axis=0)})
    yield _design("pairs", first, same)
    if k > 2:  # with two categories some pair always agrees: the fourth δ is not determined
        yield _design("pairs + all three", first, {**same, **every})
    if places is not None:
        beta = {f"β {p}": places[cells[:, c]] * places[cells[:, e]] for p, (c, e) in named.items()}
        yield _design("linear-by-linear of pairs", first, beta)
        yield _design("linear-by-linear of pairs + all three", first, {**beta, **every})
    yield _design("quasi-symmetry", first + _unordered(cells), {})
    yield _design("symmetry", _unordered(cells), {})


def _model(
    name: str, counts: FloatArray, fit: PoissonFit, labels: dict[str, int], p: float | None
) -> LogLinearModel:
    from scipy.special import chdtrc

    df = len(counts) - fit.rank
    there = fit.fitted > 0
    x_squared = float(((counts - fit.fitted)[there] ** 2 / fit.fitted[there]).sum())
    if p is None:
        p = float(chdtrc(fit.left, max(fit.deviance, 0.0))) if fit.left else nan
    return LogLinearModel(
        name,
        fit.deviance,
        x_squared,
        df,
        fit.left,
        p,
        fit.deviance - 2 * df,
        fit.deviance - df * log(counts.sum()),
        tuple(
            Parameter(label, float(fit.estimate[i]), float(fit.se[i]))
            for label, i in labels.items()
        ),
        fit.fitted,
        bool((fit.fitted[there] < _FEW).mean() > MANY_FEW),
    )


def _simulated(
    counts: FloatArray,
    columns: FloatArray,
    fit: PoissonFit,
    resamples: int,
    rng: np.random.Generator,
) -> float:
    """p of G² by tables drawn from the fitted model (Noreen's (r + 1) / (n + 1))."""
    shares = fit.fitted / fit.fitted.sum()
    drawn = rng.multinomial(int(counts.sum()), shares, size=resamples).astype(np.float64)
    # What is as far as the data but for rounding counts as far.
    far = fit.deviance * (1 - 1e-9) - 1e-9
    return (1 + sum(poisson_fit(one, columns).deviance >= far for one in drawn)) / (resamples + 1)


def _marginal_homogeneity(table: FloatArray) -> LogLinearModel:
    """Equal margins, by maximum likelihood: no log-linear model, so fitted by its dual.

    m_ij = n_ij / (1 + t_i − t_j), t that maximises Σ n_ij log(1 + t_i − t_j) where every
    1 + t_i − t_j stays above 0, in empty cells too. Newton with a barrier that fades.
    """
    k, n = len(table), float(table.sum())
    apart = ~np.eye(k, dtype=np.bool_)
    t = np.zeros(k)
    for barrier in n * FADED ** np.linspace(0.1, 1, 10):
        weight = np.where(apart, table + barrier, 0.0)
        for _ in range(100):
            room = 1 + t[:, None] - t[None, :]
            part, curve = weight / room, weight / room**2
            gradient = part.sum(axis=0) - part.sum(axis=1)
            hessian = np.diag(curve.sum(axis=0) + curve.sum(axis=1)) - curve - curve.T
            step = -np.linalg.pinv(hessian, hermitian=True) @ gradient
            change = step[:, None] - step[None, :]
            # Stay where all room is above 0: at most 90% of the way to the nearest wall.
            shrinks = change < 0
            wall = float((room[shrinks] / -change[shrinks]).min(initial=inf))
            t = t + min(1.0, 0.9 * wall) * step
            if np.abs(step).max() < 1e-12:
                break
    room = np.where(apart, 1 + t[:, None] - t[None, :], 1.0)
    # An empty cell at its wall keeps what the other cells of its margins lack.
    fitted = np.where(apart, table + n * FADED, table) / room
    fit = PoissonFit(
        fitted.ravel(),
        float(2 * (table * np.log(room)).sum()),
        table.size - (k - 1),
        k - 1,
        np.empty(0),
        np.empty(0),
    )
    return _model("marginal homogeneity", table.ravel(), fit, {}, None)


_STEPS = (
    ("independence", "uniform agreement", "loglinear.agree", "loglinear.agree-not-shown"),
    ("uniform agreement", "quasi-independence", "loglinear.unequal", "loglinear.unequal-not-shown"),
    (
        "linear-by-linear",
        "linear-by-linear + agreement",
        "loglinear.beyond-nearness",
        "loglinear.beyond-nearness-not-shown",
    ),
    ("marginal homogeneity", "the table", "loglinear.margins", "loglinear.margins-not-shown"),
    ("independence", "one delta for pairs", "loglinear.agree", "loglinear.agree-not-shown"),
    ("one delta for pairs", "pairs", "loglinear.pairs-differ", "loglinear.pairs-differ-not-shown"),
    (
        "pairs",
        "pairs + all three",
        "loglinear.three-together",
        "loglinear.three-together-not-shown",
    ),
)
"""Simpler model, fuller model, what is said where their difference is shown, and where not. If the
simpler one is true, so is the fuller one, and the difference is χ². (Symmetry against
quasi-symmetry is not here: where neither holds, it says nothing about margins.)"""


def _steps(models: list[LogLinearModel]) -> Iterable[_Step]:
    from scipy.special import chdtrc

    by_name = {model.name: model for model in models}
    by_name["the table"] = LogLinearModel("the table", 0.0, 0.0, 0, 0, nan, 0.0, 0.0)
    for simpler, fuller, shown, not_shown in _STEPS:
        if simpler not in by_name or fuller not in by_name:
            continue
        one, other = by_name[simpler], by_name[fuller]
        difference, df = one.g_squared - other.g_squared, one.df - other.df
        if df <= 0:
            continue
        p = float(chdtrc(df, max(difference, 0.0)))
        # Coders who avoid each other's labels also need a δ: one below 0.
        avoiding = simpler == "independence" and other.parameters[0].estimate < 0
        key = shown if p < _SHOWN and not avoiding else not_shown
        yield _Step(simpler, fuller, difference, df, p, said(key, g=difference, df=df, p=p))
