"""Breakdowns of codings that stay in their engine, which adds up what a row needs."""

from collections.abc import Sequence
from math import nan
from typing import Any

import numpy as np

from accord.engine.frames import columns_of, listed
from accord.engine.held import within
from accord.engine.lazy_rows import CATEGORY, ITEM, apart, cells, one, placed
from accord.engine.remote import Remote
from accord.engine.remote_categories import Against, against, against_rest, commonest, meetings
from accord.engine.tally import Tally
from accord.errors import NotApplicableError, UnknownNameError
from accord.measure.bound import Bound
from accord.measure.distances.distance import distance
from accord.model.names import FloatArray, Names


def category_rows(
    study: Remote, measure: Bound, most: int
) -> tuple[list[tuple[Any, ...]], tuple[str, ...]]:
    """A row for each of the commonest categories, as in memory, and what there is to note."""
    reason = measure.measure.objection(study)
    if reason is not None:
        raise NotApplicableError(reason)
    usual = commonest(study, most)
    names = [name for name, _ in usual]
    found = against(study, names)
    lost, total = _lost(study, found, measure)
    plain = measure.nominal()
    merged = against_rest(study, found, measure.missing, measure.measure.chance == "per coder")
    others = meetings(study, names)
    rows = []
    for at, (name, codings) in enumerate(usual):
        met = float(found.met()[at])
        rows.append(
            (
                name,
                codings,
                plain.compute(merged[at]).value,
                float(found.alike()[at]) / met if met else nan,
                float(lost[at] / total) if total else 0.0,
                None if others is None else others[at],
            )
        )
    notes: tuple[str, ...] = ()
    if len(study.categories) > len(rows):
        notes += (f"the {len(rows)} commonest of {len(study.categories)} categories",)
    if others is None:
        notes += ("confused with: too many pairs of categories to fetch",)
    return rows, notes


def _lost(study: Remote, found: Against, measure: Bound) -> tuple[FloatArray, float]:
    """What each category adds to the observed disagreement, and all of it."""
    recipe = distance(measure.distance)
    if recipe.name == "nominal":
        return found.apart()
    return _lost_at(study, recipe.name, found.names, measure.missing)


def _lost_at(
    study: Remote, name: str, chosen: Sequence[Any], missing: str
) -> tuple[FloatArray, float]:
    """What the codings of each chosen category, and of all, add to Σ d over pairs of codings.

    Of an item with n points a point x is apart from the others by n|x − x̄|² + Σ|x′ − x̄|², each
    pair weighted 1/(n − 1).
    """
    import narwhals as nw

    rows, points = placed(study.sized("available"), name, study.sized(missing))
    rows = apart(rows, points)
    items = rows.group_by(ITEM).agg(nw.col("d").sum().alias("spread"))
    lost = nw.col("n") * nw.col("d") + nw.col("spread")
    rows = rows.join(items, on=ITEM, how="inner").with_columns(lost=lost)
    some = rows.filter(nw.col(CATEGORY).is_in(list(chosen)))
    found = columns_of(some.group_by(CATEGORY).agg(nw.col("lost").sum()))
    of = dict(zip(listed(found[CATEGORY]), listed(found["lost"]), strict=True))
    each = np.array([of.get(value, 0.0) for value in chosen], dtype=np.float64)
    return each, one(rows.select(nw.col("lost").sum()), "lost")


def item_rows(
    held: Remote, measure: Bound, top: int
) -> list[tuple[Any, int, dict[Any, int], float, float, float | None]]:
    """The items that cost most: name, codings, how many chose what, disagreement, part of the
    whole and the distance that is complete disagreement, if there is one."""
    import narwhals as nw

    recipe = distance(measure.distance)
    rows = held.sized("available")
    if recipe.name == "nominal":
        rows = cells(rows)
    else:
        rows = apart(*placed(rows, recipe.name, held.sized(measure.missing)))
    items = rows.group_by(ITEM).agg(nw.col("d").sum(), nw.col("n").max())
    items = items.with_columns(
        part=nw.col("d") * (nw.col("n") if measure.missing == "pairable" else 1.0)
    )
    total = listed(columns_of(items.select(nw.col("part").sum()))["part"])[0] or 0.0
    worst = columns_of(items.with_columns(less=-nw.col("part")).sort("less", ITEM).head(top))
    names = listed(worst[ITEM])
    chosen = held.table.filter(nw.col(ITEM).is_in(names)).group_by(ITEM, CATEGORY)
    found = columns_of(chosen.agg(nw.len().alias("m")))
    of: dict[Any, dict[Any, int]] = {}
    for item, category, m in zip(
        listed(found[ITEM]), listed(found[CATEGORY]), np.asarray(found["m"]).tolist(), strict=True
    ):
        of.setdefault(item, {})[category] = int(m)
    some = Names(dict.fromkeys(listed(found[CATEGORY])))
    unit = recipe.fit(some, np.ones(len(some)), False).unit
    columns = (listed(worst[name]) for name in ("n", "d", "part"))
    return [
        (
            name,
            int(n),
            of[name],
            float(d) if n > 1 else nan,
            float(part / total) if total else 0.0,
            unit,
        )
        for name, n, d, part in zip(names, *columns, strict=True)
    ]


def parts_by(study: Tally | Remote, column: str) -> list[tuple[Any, Tally | Remote]]:
    """The study within each value of a column of the table that an engine holds."""
    held = study if isinstance(study, Remote) else study.held
    if held is None:
        raise NotApplicableError(
            "these counts do not say which items belong together; break down the table that was "
            "counted"
        )
    known = [name for name in held.table.collect_schema().names() if not name.startswith("accord_")]
    if column not in known:
        names = ["category", "pattern", "coder", "pair", *known]
        raise UnknownNameError.of("breakdown", column, names)
    return within(study, column)
