"""The coefficients of the cube on codings that stay in their engine.

D_o and D_e from sums that the engine adds up: for nominal categories Σ_k n_k², for categories
that are points number, sum and sum of squares. Other distances need the categories of each item
and so the patterns.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from accord.engine.frames import columns_of, listed
from accord.engine.remote import CATEGORY, ITEM, Remote, apart
from accord.engine.tally import RULES
from accord.errors import NotApplicableError, UnknownNameError
from accord.measure.cube import chance
from accord.measure.cube.reasons import NO_CHANCE, ONE_CATEGORY, all_alike, no_pairs
from accord.measure.distances.distance import distance
from accord.model.agreement import Agreement
from accord.model.names import FloatArray

POINTS = ("interval", "ordinal", "circular")


def remote_coefficient(
    name: str,
    symbol: str,
    study: Remote,
    given: Any,
    by_chance: Callable[..., float] | None,
    missing: str,
) -> Agreement:
    """1 − D_o/D_e from the sums of an engine."""
    if missing not in RULES:
        raise UnknownNameError.of("rule for missing codings", missing, RULES)
    recipe = distance(given)
    nominal = recipe.name == "nominal"
    if not nominal and by_chance in (chance.uniform, chance.occasional):
        raise NotApplicableError(
            f"{symbol} with distance {recipe.name!r} needs every category, and there are too many "
            "to bring back; π, κ, α and β do not"
        )
    settings = {"d": recipe.name, "missing": missing}
    blocks = study.coders if by_chance is chance.per_coder else None
    rows = study.sized(missing)
    if nominal:
        totals = _nominal(study, rows, blocks)
    else:
        rows, points = placed(rows, recipe.name)
        found = study.by_points(rows, points, blocks)
        basis = found.basis[0]
        form = 2 * (basis[:, 0] * basis[:, -1] - (basis[:, 1:-1] ** 2).sum(axis=1))
        whole = basis.sum(axis=0)
        everyone = float(2 * (whole[0] * whole[-1] - (whole[1:-1] ** 2).sum()))
        totals = (
            found.weight[0],
            found.disagreement[0],
            found.number[0],
            basis[:, 0],
            form,
            everyone,
        )
    weight, disagreement, number, w, form, everyone = totals
    observed = float(disagreement / weight) if weight else float("nan")
    result = Agreement(
        name, symbol, observed, None, settings, study.counts(), unit=1.0 if nominal else None
    )
    if not weight:
        why = no_pairs(study.size > 0, len(study.coders), missing, bool(number))
        return replace(result, undefined=why)
    if by_chance is None:
        return result
    k = len(study.categories)
    if by_chance in (chance.uniform, chance.occasional) and k < 2:
        return replace(result, undefined=ONE_CATEGORY)
    expected = _expected(by_chance, w, form, everyone, float(number), k)
    result = replace(result, expected=expected)
    if not expected > 1e-12 * max(observed, 1e-300):
        return replace(result, undefined=_no_variation(rows))
    return result


def _no_variation(rows: Any) -> str:
    """Why D_e is 0: there is one category in all rows, or distances are 0."""
    seen = listed(columns_of(rows.select(CATEGORY).unique().head(2))[CATEGORY])
    return all_alike(seen[0]) if len(seen) == 1 else NO_CHANCE


def placed(rows: Any, name: str) -> tuple[Any, list[Any]]:
    """Each coding as a point about the centre: the rows (with ranks joined) and expressions."""
    import narwhals as nw

    kind, _, options = name.partition(":")
    x = nw.col(CATEGORY)
    if kind not in POINTS or not rows.collect_schema()[CATEGORY].is_numeric():
        raise NotApplicableError(
            f"distance {name!r} cannot be added up for codings that stay in their engine; "
            "there it is nominal, or interval, ordinal or circular with numbers"
        )
    if kind == "interval":
        centre = _one(rows.select(x.mean().alias("centre")), "centre")
        return rows, [x.cast(nw.Float64) - centre]
    if kind == "circular":
        around = float(options.removeprefix("U="))
        angle = x.cast(nw.Float64) * (2 * np.pi / around)
        return rows, [angle.cos() / 2, angle.sin() / 2]
    counts = rows.group_by(CATEGORY).agg(nw.len().alias("accord_count"))
    n = nw.col("accord_count")
    counts = counts.with_columns(accord_sum=n.cum_sum().over(order_by=CATEGORY))
    ranks = counts.select(CATEGORY, accord_rank=nw.col("accord_sum") - n / 2)
    centre = _one(rows.select(nw.len().alias("centre")), "centre") / 2
    return rows.join(ranks, on=CATEGORY, how="inner"), [
        nw.col("accord_rank").cast(nw.Float64) - centre
    ]


def lost_at(study: Remote, name: str, chosen: Sequence[Any]) -> tuple[FloatArray, float]:
    """What the codings of each chosen category, and of all, add to Σ d over pairs of codings.

    Of an item with n points a point x is apart from the others by n|x − x̄|² + Σ|x′ − x̄|², each
    pair weighted 1/(n − 1).
    """
    import narwhals as nw

    rows, points = placed(study.sized("available"), name)
    rows = apart(rows, points)
    items = rows.group_by(ITEM).agg(nw.col("d").sum().alias("spread"))
    lost = nw.col("n") * nw.col("d") + nw.col("spread")
    rows = rows.join(items, on=ITEM, how="inner").with_columns(lost=lost)
    some = rows.filter(nw.col(CATEGORY).is_in(list(chosen)))
    found = columns_of(some.group_by(CATEGORY).agg(nw.col("lost").sum()))
    of = dict(zip(listed(found[CATEGORY]), listed(found["lost"]), strict=True))
    each = np.array([of.get(value, 0.0) for value in chosen], dtype=np.float64)
    return each, _one(rows.select(nw.col("lost").sum()), "lost")


def _nominal(
    study: Remote, rows: Any, blocks: Any
) -> tuple[float, float, float, FloatArray, FloatArray, float]:
    weight, disagreement, number = study.split(rows)
    w, squares = study.squares(rows, blocks)
    if blocks is None:
        return weight, disagreement, number, w, w**2 - squares, float(w[0] ** 2 - squares[0])
    import narwhals as nw

    total, all_squares = study.squares(rows.with_columns(u=nw.lit(1.0)), None)
    return weight, disagreement, number, w, w**2 - squares, float(total[0] ** 2 - all_squares[0])


def _expected(
    by_chance: Callable[..., float],
    w: FloatArray,
    form: FloatArray,
    everyone: float,
    number: float,
    k: int,
) -> float:
    """D_e from the weights w and the sums Σ w w′ d of each coder and of everyone."""
    if by_chance is chance.uniform:
        return 1 - 1 / k
    total = float(w.sum())
    if by_chance is chance.per_coder:
        return (everyone - float(form.sum())) / (total**2 - float((w**2).sum()))
    pooled = everyone / total**2
    if by_chance is chance.occasional:
        return 1 - pooled / (k - 1) if k > 1 else 0.0
    return pooled * number / (number - 1) if by_chance is chance.drawn else pooled


def _one(plan: Any, name: str) -> float:
    value = listed(columns_of(plan)[name])[0]
    return 0.0 if value is None else float(value)
