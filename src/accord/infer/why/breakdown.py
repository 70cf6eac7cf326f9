"""Where the disagreement comes from: by category, item, coder, pair, or any column.

Every breakdown is a `Breakdown`: named columns and rows of plain values, ready to print, to
write as JSON or to plot. Long because the six ways to break a value down share their rows.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import isnan, nan
from typing import Any

import numpy as np

from accord._measure.bound import Asked, Bound, bound, taking
from accord._measure.cube.kernel import Countable, item_count, itemized, only_counts
from accord._measure.cube.rows import Rows, item_disagreement, steady
from accord._measure.cube.sums import has_order
from accord._measure.distances.distance import Metric, distance
from accord.engine.any_data import (
    counts_again,
    has_counts,
    labelled,
    listed_labels,
    merged_rows,
    rows_of_counts,
    stays_in_engine,
    takes_data,
)
from accord.engine.table_breakdown import category_rows, item_rows, most_met, parts_by
from accord.engine.table_parts import table_in_engine
from accord.engine.tally import Tally
from accord.errors import DataError, NotApplicableError, UnknownNameError
from accord.infer.advice.choose import recommended_for
from accord.infer.resample.interval import interval
from accord.infer.resample.item_sums import sums_of
from accord.infer.why.coders import mean_of_pairs, pair_matrix, without_each
from accord.infer.why.matrices import alpha_against_rest, is_nominal_alpha, sparse_coincidences
from accord.kinds.canonical import in_canonical_order
from accord.kinds.kind import ability, kind_of, kind_words
from accord.kinds.labels.order import canonical
from accord.kinds.labels.patterns import Counts
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray, factorize, in_order
from accord.model.showing import Result, text_table
from accord.model.study import Study
from accord.tasks import Progress, Tasks, checked_run, share_of_progress, watched

MOST_BY_CATEGORY = 200
"""How many categories are taken one by one, the commonest first."""

MOST_ITEMS_FETCHED = 1000
"""The most items that are brought back from an engine."""

RECOUNTED = 100
"""For so many coders an engine counts again, each time without one of them."""


@dataclass(frozen=True, slots=True)
class Breakdown(Result):
    """A table of agreement by category, item, coder or other groups; `notes` say how to read it.

    :param by: What the rows are.
    :param measure: The measure that was broken down.
    :param rows: One tuple of values for each row.

    >>> import accord
    >>> labels = {"A": "aabbbbbccccc", "B": "abbbbbcccccc", "C": "aabbbbbcccca"}
    >>> study = accord.from_coders(labels)
    >>> found = accord.breakdown(study, "coder", "pi")
    >>> found.columns[:3]
    ('coder', 'codings', 'with the others')
    >>> [round(value, 2) for value in found.column("with the others")]
    [0.66, 0.74, 0.8]
    """

    by: str
    measure: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.rows)

    def column(self, name: str) -> list[Any]:
        """The values of one column."""
        at = self.columns.index(name)
        return [row[at] for row in self.rows]

    def __str__(self) -> str:
        return text_table(self.columns, self.rows, self.notes)

    def _table(self) -> tuple[Sequence[str], Sequence[Sequence[Any]]]:
        return self.columns, self.rows

    def _caption(self) -> str:
        return f"{self.measure} by {self.by}"

    def as_dicts(self) -> list[dict[str, Any]]:
        """One dict per row, for JSON; nan becomes None."""
        return [{c: _plain(v) for c, v in zip(self.columns, row, strict=True)} for row in self.rows]


@checked_run
@takes_data
def breakdown(
    study: Study | Countable,
    by: str | None = None,
    measure: Asked | None = None,
    *,
    top: int | None = None,
    intervals: bool = False,
    resamples: int | None = None,
    rng: int = 0,
    n_jobs: Tasks | int | None = None,
    progress: Progress | None = None,
) -> Breakdown:
    """Agreement by "category", "item", "pattern", "coder", "pair", or any column about items.

    `top` keeps the first rows, of the groups of a column the worst; `intervals` adds the intervals
    of such groups.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param by: category, item, pattern, coder (the worst first), pair, or a column about items; by
        default category, and coder where something else than labels was marked.
    :param measure: A measure by name, or one bound to its settings; unless named, the one that
        `choose` recommends, or the next where that takes long (γ).
    :param top: How many rows to keep.
    :param intervals: Whether to add intervals for the groups of a column.
    :param resamples: How many resamples.
    :param rng: The seed, or a NumPy generator.
    :param n_jobs: How many processes, or `Tasks`.
    :param progress: A function that is called with the progress of the work.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabbbbbccccc", "B": "abbbbbcccccc", "C": "aabbbbbcccca"})
    >>> for row in accord.breakdown(study, "coder").rows:
    ...     print(row[0], row[1], round(row[2], 2), round(row[3], 2))
    B 12 0.68 0.88
    C 12 0.75 0.73
    A 12 0.8 0.62
    """
    entry = recommended_for(study) if measure is None else bound(measure)
    by = by or default_rows(study)
    makers: dict[str, Callable[..., Breakdown]] = {
        "category": by_category,
        "item": partial(by_item, top=top, n_jobs=n_jobs, progress=progress),
        "pattern": by_pattern,
        "coder": partial(_by_coder, n_jobs=n_jobs, progress=progress),
        "pair": partial(_by_pair, progress=progress),
    }
    if by in makers:
        found = makers[by](study, entry)
        if by == "coder":
            found = _sorted(found, "with the others", entry.measure.better == "lower")
    else:
        found = by_column(
            study, by, entry, intervals=intervals, resamples=resamples, rng=rng, progress=progress
        )
        # Columns stand in the order of the data until only some are asked for: then it is the
        # worst that somebody wants to see.
        if top is not None and top < len(found.rows):
            found = _worst(found, top, entry.measure.better == "lower")
    rows = found.rows if top is None else found.rows[:top]
    return Breakdown(found.by, found.measure, found.columns, rows, found.notes)


def default_rows(study: Study | Countable, scale: bool = False) -> str:
    """What a breakdown is by unless somebody says: labels have categories, all have coders;
    numbers on a scale are no categories."""
    return "category" if has_counts(study) and not scale else "coder"


def _sorted(found: Breakdown, column: str, lower: bool) -> Breakdown:
    """The rows with the worst values first; those without a value last."""
    if column not in found.columns:
        return found
    at, sign = found.columns.index(column), -1 if lower else 1
    rows = sorted(found.rows, key=lambda row: (isnan(row[at]), sign * row[at]))
    return Breakdown(found.by, found.measure, found.columns, tuple(rows), found.notes)


def _worst(found: Breakdown, top: int, lower: bool) -> Breakdown:
    """The groups with the worst values first."""
    made = _sorted(found, "value", lower)
    notes = (*found.notes, f"the worst {top} of {len(made.rows)} values of '{found.by}'")
    return Breakdown(found.by, found.measure, found.columns, made.rows[:top], notes)


def _codings(study: Study | Countable, what: str) -> Codings | Tally:
    if not has_counts(study):
        raise NotApplicableError(
            f"a breakdown by {what} works with labels; these data are {kind_words(study)}"
        )
    return study


def metric_for(study: Codings | Tally, measure: Bound) -> Metric:
    """The distance of the measure (by default nominal), fitted to the codings that count."""
    counts, multiplicity = rows_of_counts(study)
    rows = Rows(counts, multiplicity, measure.missing, int(study.counts()["c"]))
    return distance(measure.distance).fit(study.categories, rows.used, study.declared)


def by_category(study: Study | Countable, measure: Bound) -> Breakdown:
    """Each category against the rest.

    `value`: the measure with all other categories merged into one. `positive`: of two codings
    of an item, if one is this category, how likely is the other (the survey's δ/(δ+ε), the
    ability to agree on a rare category). `share`: its part of the observed disagreement.
    `confused with`: the category it meets most often otherwise. Of regions and relations, `value`
    is that of this category alone, and `F1` how many of them are shared. References: artstein2008.
    """
    columns: tuple[str, ...] = (
        "category",
        "codings",
        "value",
        "positive",
        "share",
        "confused with",
    )
    notes: tuple[str, ...] = ("value: this category vs all others",)
    if stays_in_engine(study):
        there, more = category_rows(study, measure, MOST_BY_CATEGORY)
        return Breakdown("category", measure.name, columns, tuple(there), notes + more)
    kind = kind_of(study)
    by_category_of_part = kind.ability("parts_by_category")
    if by_category_of_part is not None:
        from accord.infer.why.by_kind_of_part import kinds_of_parts

        of_parts = tuple(kinds_of_parts(study, measure, by_category_of_part))
        columns = ("category", kind.many, "value", "F1", "confused with")
        alone = (f"value: {kind.many} of this category alone",)
        return Breakdown("category", measure.name, columns, of_parts, alone)
    codings = _codings(study, "category")
    metric = metric_for(codings, measure)
    counts, multiplicity = rows_of_counts(codings)
    n_k = counts.columns(multiplicity)
    plain = measure.nominal()  # two categories, this one and all others
    place = {name: at for at, name in enumerate(in_order(codings.categories))}
    sorting = np.array([place[name] for name in codings.categories], dtype=np.int64)
    # Equally frequent categories stand as their names sort, so that the order of rows in the file
    # changes nothing.
    order = np.lexsort((sorting, -n_k))
    table = sparse_coincidences(codings)
    row = np.repeat(np.arange(len(n_k)), np.diff(table.indptr))
    parts = table.data * metric.between(row, table.indices)
    total = steady(parts)
    closed = None
    # All categories from one table of coincidences; any other coefficient is computed anew for
    # each, with the study recoded.
    if is_nominal_alpha(plain):
        closed = alpha_against_rest(np.asarray(table.sum(axis=1)).ravel(), table.diagonal())
    rows = []
    for k in order[:MOST_BY_CATEGORY].tolist():
        cells = slice(int(table.indptr[k]), int(table.indptr[k + 1]))
        others, met = table.indices[cells], table.data[cells]
        lost = steady(parts[cells])
        weights = {codings.categories[int(l)]: float(w) for l, w in zip(others, met, strict=True)}
        alike = weights.pop(codings.categories[k], 0.0)
        value = (
            plain.compute(codings.recode(_against(codings.categories[k]))).value
            if closed is None
            else float(closed[k])
        )
        rows.append(
            (
                codings.categories[k],
                int(n_k[k]),
                value,
                alike / steady(met) if met.sum() else nan,
                lost / total if total else 0.0,
                most_met(weights),
            )
        )
    if len(order) > MOST_BY_CATEGORY:
        notes += (f"the {MOST_BY_CATEGORY} most frequent of {len(order)} categories",)
    return Breakdown("category", measure.name, columns, tuple(rows), notes)


def _against(name: Hashable) -> Any:
    return lambda category: category == name


@dataclass(frozen=True, slots=True, eq=False)
class ItemParts(Result):
    """Of each item: how many chose what, disagr_i, and how much it adds to the disagreement (in
    no unit); `unit` is the distance of complete disagreement, if there is one."""

    counts: Counts
    disagreement: FloatArray
    part: FloatArray
    unit: float | None

    def share(self, items: IntArray) -> float:
        """The part of all disagreement that is in these items (by position)."""
        total = steady(self.part)
        return steady(self.part[items]) / total if total else 0.0


def item_parts(study: Codings, measure: Bound) -> ItemParts:
    """What each item adds to the observed disagreement."""
    counts = Counts.of(study.item, study.category, len(study.items), len(study.categories))
    metric = metric_for(study, measure)
    disagreement = steady_disagreement(study, measure)
    sizes = counts.totals
    # As the coefficient itself weighs items: under "pairable" an item counts by its codings, else
    # every item that can be compared counts once.
    weight = (sizes > 1) * (sizes if measure.missing == "pairable" else 1.0)
    return ItemParts(counts, disagreement, weight * disagreement, metric.unit)


def steady_disagreement(study: Codings, measure: Bound) -> FloatArray:
    """disagr_i of each item, rounded the same way whatever the order of categories."""
    ordered = study
    items: IntArray = np.arange(len(study.items))
    # Nominal distances are whole numbers, which add up to the same in any order; all others round.
    if distance(measure.distance).name != "nominal" and not has_order(study):
        ordered, items, _ = canonical(study)
    table = Counts.of(ordered.item, ordered.category, len(items), len(ordered.categories))
    result = np.empty(len(items))
    result[items] = item_disagreement(table, metric_for(ordered, measure))
    return result


def by_item(
    study: Study | Countable,
    measure: Bound,
    *,
    top: int | None = None,
    n_jobs: Tasks | int | None = None,
    progress: Progress | None = None,
) -> Breakdown:
    """agr_i and disagr_i of each item, worst first, and its part of the observed disagreement."""
    columns = ("item", "codings", "categories", "disagreement", "agreement", "share")
    if only_counts(study):
        there, items = _items_there(study, measure, top), item_count(study)
        notes = (f"the first {len(there)} of {items} items",) if items > len(there) else ()
        return Breakdown("item", measure.name, columns, there, notes)
    if not listed_labels(study):
        return _by_each_document(itemized(study, "items"), measure, n_jobs, progress)
    parts = item_parts(study, measure)
    counts, disagreement, part, unit = parts.counts, parts.disagreement, parts.part, parts.unit
    sizes, total = counts.totals, steady(part)
    order = np.lexsort((np.arange(len(sizes)), -part))
    rows = []
    for i in order[:top].tolist():
        agreement = nan if unit is None or sizes[i] < 2 else 1 - disagreement[i] / unit
        rows.append(
            (
                study.items[i],
                int(sizes[i]),
                _shown(study, counts, i),
                float(disagreement[i]) if sizes[i] > 1 else nan,
                float(agreement),
                float(part[i] / total) if total else 0.0,
            )
        )
    notes = (f"the first {len(rows)} of {len(sizes)} items",) if len(rows) < len(sizes) else ()
    return Breakdown("item", measure.name, columns, tuple(rows), notes)


def by_pattern(study: Study | Countable, measure: Bound) -> Breakdown:
    """What items look like (how many coders chose what), and how much of the observed
    disagreement items of each look are, most first."""
    if stays_in_engine(study):
        raise NotApplicableError(
            "a breakdown by pattern needs items with equal patterns, which are too rare in these "
            "data"
        )
    codings = _codings(study, "pattern")
    if listed_labels(codings):
        codings = in_canonical_order(codings)
    rows_and_times = merged_rows(codings)
    assert rows_and_times is not None  # what has counts has patterns
    counts, multiplicity = rows_and_times
    sizes = counts.totals
    each = item_disagreement(counts, metric_for(codings, measure))
    weight = (sizes > 1) * (sizes if measure.missing == "pairable" else 1.0)
    items: dict[bytes, float] = {}
    first: dict[bytes, int] = {}
    for row, times in enumerate(multiplicity.tolist()):
        at = slice(int(counts.bounds[row]), int(counts.bounds[row + 1]))
        # Rows can still be equal here where who chose what tells them apart: a pattern is only how
        # many chose what.
        look = counts.category[at].tobytes() + counts.count[at].tobytes()
        items[look] = items.get(look, 0.0) + times
        first.setdefault(look, row)
    lost = {look: times * weight[first[look]] * each[first[look]] for look, times in items.items()}
    total = steady(np.array([*lost.values()]))
    rows = [
        (
            _shown(codings, counts, first[look]),
            int(times),
            int(sizes[first[look]]),
            float(each[first[look]]) if sizes[first[look]] > 1 else nan,
            float(lost[look] / total) if total else 0.0,
        )
        for look, times in items.items()
    ]
    # The share decides; frequency and text only order what is equally bad.
    rows.sort(key=lambda row: (-row[4], -row[1], row[0]))
    columns = ("categories", "items", "codings", "disagreement", "share")
    return Breakdown("pattern", measure.name, columns, tuple(rows))


def _items_there(study: Countable, measure: Bound, top: int | None) -> tuple[tuple[Any, ...], ...]:
    """The worst items of a table that is still in its engine, 1000 at most."""
    held = table_in_engine(study, "a breakdown by item")
    most = min(top or MOST_ITEMS_FETCHED, MOST_ITEMS_FETCHED)
    return tuple(
        (name, n, _listing(chosen), d, nan if unit is None else 1 - d / unit, share)
        for name, n, chosen, d, share, unit in item_rows(held, measure, most)
    )


def _shown(study: Codings | Tally, counts: Counts, item: int) -> str:
    """How many chose what of an item or pattern."""
    at = slice(int(counts.bounds[item]), int(counts.bounds[item + 1]))
    pairs = zip(counts.category[at].tolist(), counts.count[at].tolist(), strict=True)
    return _listing({study.categories[k]: int(n) for k, n in pairs})


def _listing(chosen: dict[Hashable, int]) -> str:
    """ "a:2 b:1", the commonest first; of equals as they are sorted, whatever came first."""
    ordered = sorted(chosen.items(), key=lambda pair: (-pair[1], *_sorting(pair[0])))
    return " ".join(f"{name}:{n}" for name, n in ordered)


def _sorting(name: Hashable) -> tuple[bool, Any]:
    number = isinstance(name, (int, float))
    return not number, name if number else str(name)


def _by_each_document(
    study: Study, measure: Bound, n_jobs: Tasks | int | None, progress: Progress | None
) -> Breakdown:
    items, names = len(study.items), study.items
    notes: tuple[str, ...] = ()
    # γ of one document alone would draw chance from that document; with the expectation of the
    # corpus documents can be compared (docs/decisions.md, γ and its alignment).
    if measure.measure.costly and measure.measure.by_document:
        made, notes = _aligned_once(study, taking(measure, {"n_jobs": n_jobs}), progress), _CHANCE
    else:
        tasks = [(measure.function, study.take([i])) for i in range(items)]
        made = list(watched(Tasks.of(n_jobs).stream(_of_document, tasks), items, progress))
    rows = [(names[i], *row) for i, row in enumerate(made)]
    sign = -1 if measure.measure.better == "lower" else 1
    worst = sorted(rows, key=lambda row: (isnan(row[1]), sign * row[1]))
    columns = ("item", "value", "observed", "undefined")
    return Breakdown("item", measure.name, columns, tuple(worst), notes)


_CHANCE = (
    "chance is that of the whole corpus where it is drawn from there, so values of single "
    "documents can be compared",
)


def _aligned_once(
    study: Study, measure: Bound, progress: Progress | None
) -> list[tuple[float, float, str | None]]:
    """Each document by the disorders of the whole: the corpus' expectation, as its authors
    recommend (Mathet et al. 2015, §4.8.2), and nothing is aligned or sampled again."""
    found = measure.compute(study)
    sums = sums_of(study, measure, found)
    if progress is not None:
        progress(1.0)
    if sums is None:
        why = found.undefined or "too little is known of single documents"
        return [(nan, nan, why)] * len(study.items)
    rows = sums.rows[sums.of_item]
    with np.errstate(invalid="ignore"):
        observed = np.where(rows[:, 1] > 0, rows[:, 0], nan)
    values = sums.value(rows)
    return [
        (float(value), float(own), _MUTE if isnan(value) else None)
        for value, own in zip(values, observed, strict=True)
    ]


_MUTE = "too few coders saw it, nothing is marked in it, or nothing is aligned"


def _of_document(
    compute: Callable[[Study], Agreement], document: Study
) -> tuple[float, float, str | None]:
    found = compute(document)
    return found.value, found.observed, found.undefined


def _by_coder(
    study: Study | Countable,
    measure: Bound,
    *,
    n_jobs: Tasks | int | None = None,
    progress: Progress | None = None,
) -> Breakdown:
    """Each coder with the rest (mean over pairs), and the measure without that coder."""
    if not len(study.coders):
        raise DataError("no breakdown by coder: the data do not show who chose what")
    matrix = pair_matrix(
        study, measure, ordered=False, progress=share_of_progress(progress, 0.0, 0.5)
    )
    whole = measure.compute(study).value
    many = counts_again(study) and len(study.coders) > RECOUNTED
    # Without one of two coders nothing is left to compare.
    alone = many or len(study.coders) < 3
    without = (
        [nan] * len(study.coders)
        if alone
        else without_each(study, measure, n_jobs, share_of_progress(progress, 0.5, 1.0))
    )
    means = mean_of_pairs(matrix.values).tolist()
    marked = ability(study, "marked_by")(study).tolist()
    each = zip(study.coders, marked, means, without, strict=True)
    rows = [(*row, whole - row[3]) for row in each]
    columns = ("coder", _unit(study), "with the others", "without", "change")
    notes: tuple[str, ...] = (
        "with the others: mean over pairs. change: value with this coder minus value without",
    )
    if many:
        notes += (f"“without” is not computed for more than {RECOUNTED} coders",)
    return Breakdown("coder", measure.name, columns, tuple(rows), notes)


def _unit(study: Study | Countable) -> str:
    return "codings" if labelled(study) else "units"


def _by_pair(
    study: Study | Countable, measure: Bound, *, progress: Progress | None = None
) -> Breakdown:
    matrix = pair_matrix(study, measure, progress=progress)
    rows = [
        (matrix.coders[a], matrix.coders[b], int(matrix.items[a, b]), float(matrix.values[a, b]))
        for a in range(len(matrix.coders))
        for b in range(a + 1, len(matrix.coders))
    ]
    columns = ("coder", "other coder", "items", "value")
    notes: tuple[str, ...] = ("similar coders are listed together",)
    unknown = sum(isnan(row[3]) for row in rows)
    # Only costly measures have a budget that can run out; an undefined pair of another says so
    # itself.
    if unknown and measure.measure.costly:
        late = "no value, or none was found in the time budget"
        notes += (f"{unknown} of {len(rows)} pairs have no value: {late}",)
    return Breakdown("pair", measure.name, columns, tuple(rows), notes)


def by_column(
    study: Study | Countable,
    column: str,
    measure: Bound,
    *,
    intervals: bool = False,
    resamples: int | None = None,
    rng: int = 0,
    progress: Progress | None = None,
) -> Breakdown:
    """The measure within each value of a column about items (domain, document, round …)."""
    rows = []
    done, items = 0, max(item_count(study), 1)
    for name, part in _parts(study, column):
        agreement: Agreement = measure.compute(part)
        row: tuple[Any, ...] = (
            name,
            item_count(part),
            agreement.value,
            agreement.A_o,
            agreement.A_e,
            agreement.undefined,
        )
        if intervals:
            # The same seed in each part, so that a part measured alone has the same limits.
            found = interval(part, measure, resamples=resamples, rng=rng)
            row = (*row, found.low, found.high)
        rows.append(row)
        done += item_count(part)
        if progress is not None:
            progress(done / items)
    columns: tuple[str, ...] = (column, "items", "value", "A_o", "A_e", "undefined")
    columns += ("low", "high") if intervals else ()
    notes = (
        "chance is estimated within each group, so the values do not average to the overall value",
    )
    return Breakdown(column, measure.name, columns, tuple(rows), notes)


def _parts(study: Study | Countable, column: str) -> Iterator[tuple[Any, Study | Countable]]:
    """The study within each value of the column."""
    if only_counts(study):
        yield from parts_by(study, column)
        return
    listed = itemized(study, "columns")
    about = listed.about
    if column not in about:
        known = ["category", "item", "pattern", "coder", "pair", *about]
        raise UnknownNameError.of("breakdown", column, known)
    code, names = factorize(list(about[column]))
    for at, name in enumerate(names):
        yield name, listed.take(np.flatnonzero(code == at))


def _plain(value: Any) -> Any:
    if isinstance(value, float) and isnan(value):
        return None
    if isinstance(value, (int, float, str, type(None), bool)):
        return value
    return sorted(map(str, value)) if isinstance(value, frozenset) else str(value)
