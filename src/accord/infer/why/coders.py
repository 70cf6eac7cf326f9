"""Coders: who agrees with whom, what the value is without each, and who coded what."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from accord._measure.bound import Asked, Bound, bound, documents_of
from accord._measure.by_document import ByDocument
from accord._measure.cube.kernel import Countable, item_count
from accord.engine.any_data import (
    counts_again,
    has_counts,
    listed_labels,
    rows_of_counts,
    takes_data,
)
from accord.engine.table_parts import pair_tallies
from accord.errors import NotApplicableError, Setting, TooLargeError
from accord.infer.why.matrices import Matrix, alpha_of_pairs, is_nominal_alpha
from accord.infer.why.without_coders import without_each_by_sums
from accord.kinds.kind import ability, kind_of
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import FloatArray, IntArray
from accord.model.showing import Grid, Result, Results
from accord.model.study import Study
from accord.tasks import Progress, Tasks, watched

FULL_TABLE = 2_000_000
"""Cells of a table of items and coders up to which it is multiplied as it is."""

NOMINAL = 1000
"""With more categories nominal α of all pairs at once would not be quicker."""

WORK_OF_PAIRS = 30_000_000
"""Pairs × codings up to which every pair is measured by the coefficient itself."""

COSTLY = 20_000
"""Pairs × units up to which a costly coefficient is measured for every pair."""

MOST_IN_PAIRS = 2000
"""Coders in a table of all pairs: its numbers and those of the clustering take 400 MB."""

_MOST_PAIRS = 50_000
"""Pairs that are each measured and shown with all their parts: some ten seconds."""

FEWER = f"choose some of the coders ({Setting('coders')})"


@dataclass(frozen=True, slots=True)
class PairAgreement(Result):
    """The agreement of two coders.

    >>> import accord
    >>> study = accord.from_coders({"A": "xyxy", "B": "xyxx", "C": "xyyy"})
    >>> first = accord.infer.by_pair(study, "kappa")[0]
    >>> first.coders, first.agreement.value
    (('A', 'B'), 0.5)
    """

    coders: tuple[Hashable, Hashable]
    agreement: Agreement


@takes_data
def by_pair(
    study: Study | Countable, measure: Asked, *, progress: Progress | None = None
) -> Results[PairAgreement]:
    """The measure for every two coders of the study.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure by name, or one bound to its settings.
    :param progress: A function that is called with the progress of the work.

    >>> import accord
    >>> study = accord.from_coders({"A": "xyxy", "B": "xyxx", "C": "xyyy"})
    >>> [
    ...     (two.coders, round(two.agreement.value, 2))
    ...     for two in accord.infer.by_pair(study, "kappa")
    ... ]
    [(('A', 'B'), 0.5), (('A', 'C'), 0.5), (('B', 'C'), 0.2)]
    """
    if not len(study.coders):
        raise NotApplicableError(
            "the data do not show who chose what, so there are no pairs of coders"
        )
    TooLargeError.unless(_pairs(study), _MOST_PAIRS, "pairs of coders to measure", FEWER)
    asked = bound(measure).sharing(_pairs(study))
    return Results(
        PairAgreement((study.coders[a], study.coders[b]), asked.compute(pair))
        for a, b, pair in watched(coder_pairs(study), _pairs(study), progress)
    )


def _pairs(study: Study | Countable) -> int:
    return len(study.coders) * (len(study.coders) - 1) // 2


def without_each(
    study: Study | Countable,
    measure: Bound,
    n_jobs: Tasks | int | None = None,
    progress: Progress | None = None,
) -> list[float]:
    """The measure without each coder in turn."""
    c = len(study.coders)
    if c < 3:
        raise NotApplicableError(f"leaving one coder out needs three coders or more; found {c}")
    measure = measure.sharing(c)
    rest = [[other for other in range(c) if other != left] for left in range(c)]
    found = without_each_by_sums(study, measure) if listed_labels(study) else None
    if found is not None:
        return [float(value) for value in watched(found, c, progress)]
    # Counted measures stay in this process: sending the codings to another takes longer than
    # counting them.
    if measure.measure.counted:  # quick, and perhaps in an engine
        every = watched(rest, c, progress)
        return [measure.compute(study.only(coders)).value for coders in every]
    table = documents_of(study, measure)
    if table is not None:
        return [value_of_coders(table, coders) for coders in watched(rest, c, progress)]
    tasks = [(measure.function, study.only(coders)) for coders in rest]
    return list(watched(Tasks.of(n_jobs).stream(_value, tasks), c, progress))


def _value(compute: Callable[[Study], Agreement], study: Study) -> float:
    return float(compute(study).value)


def coder_pairs(study: Study | Countable) -> Iterator[tuple[int, int, Any]]:
    """Every two coders (by position) and the study of them alone.

    Where an engine holds the codings and counts do not say who met whom, it makes the tables of
    all pairs at once.
    """
    if counts_again(study):
        found = pair_tallies(study)
        if found is not None:
            yield from found
            return
    for a, b in combinations(range(len(study.coders)), 2):
        yield a, b, study.only([a, b])


def _pair_values(study: Study | Countable, measure: Bound) -> Iterator[tuple[int, int, float, Any]]:
    """Every two coders (by position), their value, and the study of them alone."""
    table, each = documents_of(study, measure), measure.sharing(2 * _pairs(study))
    for a, b, pair in coder_pairs(study):
        if table is not None:
            yield a, b, value_of_coders(table, [a, b]), pair
            continue
        agreement = each.compute(pair)
        # A value that time cut short would be compared with exact ones, so it is shown as unknown.
        known = "partial" not in agreement.settings and "certified" not in agreement.settings
        yield a, b, agreement.value if known else np.nan, pair


def value_of_coders(table: ByDocument, coders: Sequence[int]) -> float:
    """The value of some coders on all documents."""
    some = table.only(coders)
    return float(some.values(np.ones((1, len(some))))[0])


@dataclass(frozen=True, slots=True, eq=False)
class PairMatrix(Result):
    """The measure of every two coders, similar coders side by side; nan where undefined.

    :param values: The measure, coders × coders.
    :param items: How many items both coded.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabb", "B": "abab", "C": "aabb"})
    >>> found = accord.infer.pair_matrix(study, "kappa")
    >>> found.coders, found.values[1, 2].item()
    (('B', 'C', 'A'), 1.0)
    """

    measure: str
    coders: tuple[Hashable, ...]
    values: FloatArray
    items: FloatArray  # how many items both coded

    def __str__(self) -> str:
        return str(self._matrix())

    def _tables(self) -> Iterable[tuple[str, Grid]]:
        return self._matrix()._tables()

    def _matrix(self) -> Matrix:
        return Matrix(self.measure, self.coders, self.coders, self.values)

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return self._matrix().as_dict()


@takes_data
def pair_matrix(
    study: Study | Countable,
    measure: Asked,
    *,
    ordered: bool = True,
    progress: Progress | None = None,
) -> PairMatrix:
    """The measure for every two coders; `ordered` puts similar coders side by side.

    The order is that of average linkage on 1 − value, leaves arranged optimally. All pairs share
    half the time budget of a measure that has one; what it did not suffice for is nan.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param measure: A measure by name, or one bound to its settings.
    :param ordered: Whether to put similar coders side by side.
    :param progress: A function that is called with the progress of the work.

    >>> import accord
    >>> study = accord.from_coders({"A": "aabb", "B": "abab", "C": "aabb"})
    >>> accord.infer.pair_matrix(study, "kappa").coders
    ('B', 'C', 'A')
    """
    entry = bound(measure)
    c = len(study.coders)
    if c < 2:
        raise NotApplicableError("fewer than two coders, so there are no pairs")
    TooLargeError.unless(c, MOST_IN_PAIRS, "coders to compare two by two", FEWER)
    if listed_labels(study) and is_nominal_alpha(entry) and len(study.categories) <= NOMINAL:
        values, items = nominal_pairs(study)
    else:
        values, items = np.full((c, c), np.nan), np.zeros((c, c))
        for a, b, value, pair in watched(_pair_values(study, entry), _pairs(study), progress):
            values[a, b] = values[b, a] = value
            items[a, b] = items[b, a] = _shared(pair)
    order = (
        similar(values, entry.measure.better == "lower") if ordered and c > 2 else list(range(c))
    )
    at = np.ix_(order, order)
    return PairMatrix(entry.name, tuple(study.coders[o] for o in order), values[at], items[at])


def nominal_pairs(study: Codings) -> tuple[FloatArray, FloatArray]:
    """Nominal α of every pair of coders at once, and how many items both coded.

    With X_k the items × coders table of category k and P the table of who coded what, pairs
    agree Σ_k X_k′X_k times and use category k (X_k′P) + (X_k′P)′ times.
    """
    n, c = len(study.items), len(study.coders)
    who = study.who()

    def full(keep: Any) -> Any:
        made = np.zeros((n, c))
        np.add.at(made, (study.item[keep], who[keep]), 1.0)
        return made

    def sparse(keep: Any) -> Any:
        from scipy.sparse import csr_array

        ones = np.ones(int(keep.sum()))
        return csr_array((ones, (study.item[keep], who[keep])), shape=(n, c))

    # Loading the library of sparse tables takes longer than multiplying small ones; the numbers
    # are whole, so that both give the same.
    table = full if n * c <= FULL_TABLE else sparse

    def product(one: Any, other: Any) -> FloatArray:
        made = one.T @ other
        return np.asarray(made if isinstance(made, np.ndarray) else made.toarray())

    present = table(np.ones(len(study), dtype=bool))
    shared = product(present, present)
    agree, squares = np.zeros((c, c)), np.zeros((c, c))
    for k in np.unique(study.category):
        of_k = table(study.category == k)
        agree += product(of_k, of_k)
        used = product(of_k, present)
        squares += (used + used.T) ** 2
    size = 2 * shared.ravel()  # each item gives two codings
    with np.errstate(divide="ignore", invalid="ignore"):
        observed = 1 - (agree / shared).ravel()
    value = alpha_of_pairs(observed, size, size**2 - squares.ravel()).reshape(c, c)
    np.fill_diagonal(value, np.nan)
    np.fill_diagonal(shared, 0.0)
    return np.asarray(value), np.asarray(shared)


def _shared(pair: Study | Countable) -> int:
    if not has_counts(pair):
        return item_count(pair)
    counts, multiplicity = rows_of_counts(pair)
    return int(multiplicity[counts.totals == 2].sum())


def similar(values: FloatArray, lower: bool = False) -> list[int]:
    """An order of coders in which those who agree stand together (average linkage)."""
    apart = values.copy() if lower else 1 - values
    worst = np.nanmax(apart) if np.isfinite(apart).any() else 1.0
    apart = np.where(np.isfinite(apart), apart, worst)
    np.fill_diagonal(apart, 0.0)
    apart = np.maximum(apart, 0.0)
    if len(apart) == 3 and (order := _three(apart)) is not None:
        return order
    from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering
    from scipy.spatial.distance import squareform

    flat = squareform(apart, checks=False)
    tree = linkage(flat, "average")
    if len(values) <= 500:
        tree = optimal_leaf_ordering(tree, flat)
    return [int(leaf) for leaf in leaves_list(tree)]


def _three(apart: FloatArray) -> list[int] | None:
    """The order of three, the most usual number: the two who agree most stand together, the third
    beside the nearer of them. None where two distances tie: then the library decides."""
    pairs = {2: apart[0, 1], 1: apart[0, 2], 0: apart[1, 2]}  # by who is left out
    if len(set(pairs.values())) < 3:
        return None
    alone = min(pairs, key=pairs.__getitem__)
    near, far = sorted({0, 1, 2} - {alone}, key=lambda one: apart[alone, one])
    return [alone, near, far]


@dataclass(frozen=True, slots=True, eq=False)
class CoderTable(Result):
    """The most active coders, similar ones side by side: the measure of every two (`symbol` says
    which), its mean for each coder, and the measure without each (`without_symbol`), where that is
    quick: for units exact F1 stands in for a measure that is slow."""

    symbol: str
    coders: tuple[Hashable, ...]
    matrix: FloatArray
    means: FloatArray
    without: FloatArray | None
    marked: IntArray
    left_out: int
    without_symbol: str = ""


def coder_table(
    study: Study, measure: Bound, most: int, *, late: bool = False
) -> CoderTable | None:
    """Who agrees with whom, for at most so many coders; None where there are fewer than three.

    Where every pair would take too long, nominal α is measured instead (codings), or none; so
    where the measure itself was `late`, at the end of its time budget. All pairs take half of
    that budget at most, and all computations without a coder the other half.
    """
    if len(study.coders) < 3:
        return None
    number: IntArray = ability(study, "marked_by")(study)
    # Those who coded most have the most certain values; of a crowd most coders share few items
    # with anybody.
    kept = np.sort(np.argsort(-number, kind="stable")[:most])
    shown = study if len(kept) == len(study.coders) else study.only(kept)
    place = {shown.coders[at]: at for at in range(len(kept))}
    asked, symbol = _for_pairs(shown, measure, late)
    coders, matrix = tuple(shown.coders), np.full((len(kept), len(kept)), np.nan)
    if asked is not None:
        pairs = pair_matrix(shown, asked)
        coders, matrix = pairs.coders, pairs.values
    order = [place[name] for name in coders]
    without, left = None, _for_without(shown, measure, late)
    if left is not None:
        without = np.array(without_each(shown, left.sharing(2)))[order]
    return CoderTable(
        symbol,
        coders,
        matrix,
        mean_of_pairs(matrix),
        without,
        number[kept][order],
        len(study.coders) - len(kept),
        "" if left is None else left.symbol,
    )


def mean_of_pairs(matrix: FloatArray) -> FloatArray:
    """The mean of each coder's pairs that are defined; nan where none is."""
    known = np.isfinite(matrix)
    total = np.sort(np.where(known, matrix, 0.0), axis=1).sum(axis=1)  # in any order of coders
    number = known.sum(axis=1)
    means: FloatArray = np.full(len(matrix), np.nan)
    np.divide(total, number, out=means, where=number > 0)
    return means


def _for_pairs(study: Study, measure: Bound, late: bool) -> tuple[Bound | None, str]:
    pairs = _pairs(study)
    # Nominal α of all pairs comes from one pass over the codings, so it stands in for what would
    # take pairs × codings.
    if listed_labels(study) and pairs * len(study) > WORK_OF_PAIRS:
        symbol = "α" if is_nominal_alpha(measure) else "α (nominal)"
        return bound("alpha", distance="nominal"), symbol
    size = max(int(n) for n in study.counts().values())
    slow = late or (measure.measure.costly and pairs * size > COSTLY)
    instead = _instead(study) if slow else measure
    return instead, measure.symbol if instead is None else instead.symbol


def _instead(study: Study) -> Bound | None:
    """What is measured where the measure itself would take long, where a kind has such a thing."""
    quick = kind_of(study).quick
    return None if quick is None else bound(quick)


def _for_without(study: Study, measure: Bound, late: bool) -> Bound | None:
    """What to measure without each coder: the measure, or what is quick; None where nothing is."""
    c = len(study.coders)
    size = len(study) if listed_labels(study) else 0
    costly = measure.measure.costly and c * max(map(int, study.counts().values())) > COSTLY // 4
    if late or costly:
        return _instead(study)
    # What is not labels has no size that tells its cost; above 20 coders leaving each out is not
    # tried for it.
    return None if c * size > WORK_OF_PAIRS or (c > 20 and not size) else measure


@dataclass(frozen=True, slots=True, eq=False)
class Coverage(Result):
    """Who coded what: the share of each block of items (coders × blocks), where blocks begin and
    end, and how many items have how many codings."""

    share: FloatArray
    edges: IntArray
    codings: IntArray
    items: IntArray
    missing: int

    @property
    def complete(self) -> bool:
        """Whether every coder coded every item."""
        return bool((self.codings == len(self.share)).all())


def coded_blocks(study: Study, blocks: int) -> Coverage | None:
    """Who coded what, in at most so many blocks; None without coders or items."""
    c = len(study.coders)
    if not c or not len(study.items):
        return None
    n = len(study.items)
    item, coder = ability(study, "seen_by")(study)
    sizes = np.bincount(item, minlength=n)
    # Blocks of neighbouring items: who stopped half-way shows as a dark half, which shares over
    # random items would hide.
    width = min(n, blocks)
    edges = np.linspace(0, n, width + 1).round().astype(int)
    block = np.searchsorted(edges, item, side="right") - 1
    flat = np.bincount(coder * width + block, minlength=c * width)
    share = flat.reshape(c, width) / np.maximum(np.diff(edges), 1)
    number, items = np.unique(sizes, return_counts=True)
    return Coverage(share, edges, number, items, int(n * c - sizes.sum()))
