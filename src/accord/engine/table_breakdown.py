"""Breakdowns of codings that stay in their engine, which adds up what a row needs.

Of an item, a category against the rest is m codings of n. So the engine counts how many items
have which m and n, for each category, and that is the tally of the study with all other
categories merged. What a category meets otherwise is a join of the items' cells with themselves.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np

from accord._measure.bound import Bound
from accord._measure.cube.kernel import Countable
from accord._measure.distances.distance import distance
from accord.engine.coding_rows import cells_of_categories, one, points_of, with_distances
from accord.engine.engine_table import EngineTable
from accord.engine.frames import CATEGORY, CODER, ITEM, column_values, fetched_columns
from accord.engine.table_parts import parts_within, table_in_engine
from accord.engine.tally import Tally
from accord.errors import NotApplicableError, TooLargeError, UnknownNameError
from accord.kinds.labels.patterns import Counts, Patterns
from accord.model.names import FloatArray, IntArray, Names, in_order

MOST_SUMS = 4_000_000
"""The most sums of coders or of pairs of categories that are brought back."""


@dataclass(frozen=True, slots=True, eq=False)
class Against:
    """Some categories, each against the rest: m of the n codings of an item, in so many items.

    `place` is the category of each row (by position in `names`), -1 where all categories of the
    study are taken together.
    """

    names: tuple[Hashable, ...]
    place: IntArray
    m: FloatArray
    n: FloatArray
    items: FloatArray

    def met(self) -> FloatArray:
        """For each category the weight of its pairs of codings, each 1/(n − 1)."""
        return self._summed(self.m * (self.n > 1))

    def alike(self) -> FloatArray:
        """For each category the weight of pairs of which both are it."""
        return self._summed(self.m * (self.m - 1) / np.maximum(self.n - 1, 1))

    def apart(self) -> tuple[FloatArray, float]:
        """For each category, and for all, the weight of pairs that differ."""
        lost = self.m * (self.n - self.m) / np.maximum(self.n - 1, 1)
        return self._summed(lost), float((lost * self.items)[self.place < 0].sum())

    def _summed(self, of: FloatArray) -> FloatArray:
        kept = self.place >= 0
        weights = (of * self.items)[kept]
        summed = np.bincount(self.place[kept], weights=weights, minlength=len(self.names))
        return np.asarray(summed, dtype=np.float64)


def commonest(study: EngineTable, most: int) -> list[tuple[Hashable, int]]:
    """The commonest categories and how often each was chosen; declared ones also if never."""
    import narwhals as nw

    found = study.table.group_by(CATEGORY).agg(nw.len().alias("n"))
    # ascending in both: not every engine sorts each column its own way
    # Brought back are `most` rows, not all categories, which may be millions.
    less = (
        found.with_columns(less=nw.col("n").cast(nw.Int64) * -1).sort("less", CATEGORY).head(most)
    )
    got = fetched_columns(less)
    rows = list(zip(column_values(got[CATEGORY]), np.asarray(got["n"]).tolist(), strict=True))
    seen = {name for name, _ in rows}
    unused = [(name, 0) for name in study.names or () if name not in seen]
    return [(name, int(n)) for name, n in [*rows, *unused][:most]]


def against(study: EngineTable, names: Sequence[Hashable]) -> Against:
    """How many items have m of n codings in each of these categories, and in any."""
    import narwhals as nw

    each = cells_of_categories(study.sized("available"))
    some = each.filter(nw.col(CATEGORY).is_in(list(names)))
    found = fetched_columns(some.group_by(CATEGORY, "m", "n").agg(nw.len().alias("items")))
    every = fetched_columns(each.group_by("m", "n").agg(nw.len().alias("items")))
    at = {name: place for place, name in enumerate(names)}
    place = [at[name] for name in column_values(found[CATEGORY])]

    def both(column: str) -> FloatArray:
        return np.array(
            [*column_values(found[column]), *column_values(every[column])], dtype=np.float64
        )

    return Against(
        tuple(names),
        np.array([*place, *[-1] * len(every["items"])], dtype=np.int64),
        both("m"),
        both("n"),
        both("items"),
    )


def against_rest(study: EngineTable, found: Against, rule: str, by_coder: bool) -> list[Tally]:
    """The tally of each category with all others merged into one."""
    import narwhals as nw

    sizes = study.table.group_by(ITEM).agg(nw.len().alias("n"))
    got = fetched_columns(sizes.group_by("n").agg(nw.len().alias("items")))
    n, items = (np.asarray(got[name], dtype=np.float64) for name in ("n", "items"))
    n, items = np.append(n, 0.0), np.append(items, study.counts()["i"] - items.sum())
    order = np.argsort(n)
    n, items = n[order], items[order]
    pair = Names([True, False][: min(len(study.categories), 2)])
    tables = _coder_tables(study, found.names, rule, len(pair)) if by_coder else None
    made = []
    for at in range(len(found.names)):
        here = found.place == at
        rest = items - np.bincount(
            np.searchsorted(n, found.n[here]), weights=found.items[here], minlength=len(n)
        )
        times = np.concatenate([found.items[here], rest])
        m = np.concatenate([found.m[here], np.zeros(len(n))])[times > 0]
        others = np.concatenate([found.n[here], n])[times > 0] - m
        patterns = Patterns(_two(m, others, len(pair)), times[times > 0])
        table = None if tables is None else {rule: tables[at]}
        made.append(Tally(study.coders, pair, study.declared, patterns, len(study.coders), table))
    return made


def _coder_tables(
    study: EngineTable, names: Sequence[Hashable], rule: str, width: int
) -> list[Counts]:
    """How often each coder chose each category, and anything else, under the rule."""
    import narwhals as nw

    rows = study.sized(rule)
    total = fetched_columns(rows.group_by(CODER).agg(nw.len().alias("n")))
    some = rows.filter(nw.col(CATEGORY).is_in(list(names)))
    own = fetched_columns(
        some.group_by(CODER, CATEGORY).agg(nw.len().alias("n")).head(MOST_SUMS + 1)
    )
    # π and α have one distribution for all coders; only coefficients with each coder's own need
    # this table.
    if len(own["n"]) > MOST_SUMS:
        raise TooLargeError(
            f"{len(study.coders):,} coders are too many to fetch how often each chose what; "
            "use π or α, which do not need it"
        )
    who = {name: at for at, name in enumerate(study.coders)}
    what = {name: at for at, name in enumerate(names)}
    table = np.zeros((len(names), len(who)))
    coder = np.array([who[name] for name in column_values(own[CODER])], dtype=np.int64)
    table[[what[name] for name in column_values(own[CATEGORY])], coder] = own["n"]
    all_of = np.zeros(len(who))
    all_of[[who[name] for name in column_values(total[CODER])]] = total["n"]
    return [_two(mine, all_of - mine, width) for mine in table]


def _two(this: FloatArray, rest: FloatArray, width: int) -> Counts:
    """Rows of how many are this category and how many another; empty cells are left out."""
    cell = np.concatenate([this, rest])
    used = cell > 0
    row, category = np.tile(np.arange(len(this)), 2), np.repeat([0, 1], len(this))
    return Counts.of(row[used], category[used], len(this), width, cell[used])


def _meetings(study: EngineTable, names: Sequence[Hashable]) -> list[Hashable | None] | None:
    """The category that each of these meets most often otherwise; None for all where the pairs
    of categories are too many to bring back."""
    import narwhals as nw

    each = cells_of_categories(study.sized("pairable"))
    left = each.filter(nw.col(CATEGORY).is_in(list(names))).select(ITEM, CATEGORY, "m", "n")
    right = each.select(ITEM, another=nw.col(CATEGORY), others=nw.col("m"))
    both = left.join(right, on=ITEM, how="inner").filter(nw.col(CATEGORY) != nw.col("another"))
    both = both.with_columns(w=nw.col("m") * nw.col("others") / (nw.col("n") - 1))
    found = fetched_columns(
        both.group_by(CATEGORY, "another").agg(nw.col("w").sum()).head(MOST_SUMS + 1)
    )
    weight = np.asarray(column_values(found["w"]), dtype=np.float64)
    if len(weight) > MOST_SUMS:
        return None
    met: dict[Hashable, dict[Hashable, float]] = {}
    for name, other, w in zip(
        column_values(found[CATEGORY]),
        column_values(found["another"]),
        weight.tolist(),
        strict=True,
    ):
        met.setdefault(name, {})[other] = w
    return [most_met(met.get(name, {})) for name in names]


def most_met(weights: Mapping[Hashable, float]) -> Hashable | None:
    """The category with the largest weight; of several with the same the first by name, so that
    neither the order of rows nor that of sums decides."""
    largest = max(weights.values(), default=0.0)
    if not largest > 0:
        return None
    # Sums of an engine differ in their last digits from run to run: what is that near is equal.
    return in_order(name for name, w in weights.items() if w >= largest * (1 - 1e-9))[0]


def category_rows(
    study: EngineTable, measure: Bound, most: int
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
    others = _meetings(study, names)
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
        notes += (f"the {len(rows)} most frequent of {len(study.categories)} categories",)
    if others is None:
        notes += ("confused with: too many pairs of categories to fetch",)
    return rows, notes


def _lost(study: EngineTable, found: Against, measure: Bound) -> tuple[FloatArray, float]:
    """What each category adds to the observed disagreement, and all of it."""
    recipe = distance(measure.distance)
    if recipe.name == "nominal":
        return found.apart()
    return _lost_at(study, recipe.name, found.names, measure.missing)


def _lost_at(
    study: EngineTable, name: str, chosen: Sequence[Any], missing: str
) -> tuple[FloatArray, float]:
    """What the codings of each chosen category, and of all, add to Σ d over pairs of codings.

    Of an item with n points a point x is apart from the others by n|x − x̄|² + Σ|x′ − x̄|², each
    pair weighted 1/(n − 1).
    """
    import narwhals as nw

    rows, points = points_of(study.sized("available"), name, study.sized(missing))
    rows = with_distances(rows, points)
    items = rows.group_by(ITEM).agg(nw.col("d").sum().alias("spread"))
    lost = nw.col("n") * nw.col("d") + nw.col("spread")
    rows = rows.join(items, on=ITEM, how="inner").with_columns(lost=lost)
    some = rows.filter(nw.col(CATEGORY).is_in(list(chosen)))
    found = fetched_columns(some.group_by(CATEGORY).agg(nw.col("lost").sum()))
    of = dict(zip(column_values(found[CATEGORY]), column_values(found["lost"]), strict=True))
    each = np.array([of.get(value, 0.0) for value in chosen], dtype=np.float64)
    return each, one(rows.select(nw.col("lost").sum()), "lost")


def item_rows(
    held: EngineTable, measure: Bound, top: int
) -> list[tuple[Any, int, dict[Any, int], float, float, float | None]]:
    """The items that cost most: name, codings, how many chose what, disagreement, part of the
    whole and the distance that is complete disagreement, if there is one."""
    import narwhals as nw

    recipe = distance(measure.distance)
    rows = held.sized("available")
    if recipe.name == "nominal":
        rows = cells_of_categories(rows)
    else:
        rows = with_distances(*points_of(rows, recipe.name, held.sized(measure.missing)))
    items = rows.group_by(ITEM).agg(nw.col("d").sum(), nw.col("n").max())
    items = items.with_columns(
        part=nw.col("d") * (nw.col("n") if measure.missing == "pairable" else 1.0)
    )
    total = column_values(fetched_columns(items.select(nw.col("part").sum()))["part"])[0] or 0.0
    worst = fetched_columns(
        items.with_columns(less=nw.col("part") * -1.0).sort("less", ITEM).head(top)
    )
    names = column_values(worst[ITEM])
    chosen = held.table.filter(nw.col(ITEM).is_in(names)).group_by(ITEM, CATEGORY)
    found = fetched_columns(chosen.agg(nw.len().alias("m")))
    of: dict[Any, dict[Any, int]] = {}
    for item, category, m in zip(
        column_values(found[ITEM]),
        column_values(found[CATEGORY]),
        np.asarray(found["m"]).tolist(),
        strict=True,
    ):
        of.setdefault(item, {})[category] = int(m)
    some = Names(dict.fromkeys(column_values(found[CATEGORY])))
    unit = recipe.fit(some, np.ones(len(some)), False).unit
    columns = (column_values(worst[name]) for name in ("n", "d", "part"))
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


def parts_by(study: Countable, column: str) -> list[tuple[Any, Tally | EngineTable]]:
    """The study within each value of a column of the table that an engine holds."""
    held = table_in_engine(study, f"a breakdown by {column}")
    known = [name for name in held.table.collect_schema().names() if not name.startswith("accord_")]
    if column not in known:
        names = ["category", "pattern", "coder", "pair", *known]
        raise UnknownNameError.of("breakdown", column, names)
    return parts_within(study, column)
