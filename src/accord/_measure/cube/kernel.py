"""The kernel that makes every coefficient of the cube: 1 − D_o/D_e.

A coefficient is a distance, an idea of chance and a rule for missing codings. Codings, counts
and tables in engines each give the sums it rests on: `whole` those of the study, from which the
value follows, `cube_sums` those of each item, from which every resample follows.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, TypeGuard, TypeVar

import numpy as np

from accord._measure.cube.chance import IDEAS, Chance, basis_of_counts
from accord._measure.cube.rows import Rows, alike_by_coder, is_steady, steady
from accord._measure.cube.sums import Kinds, Sample, Sums, has_order, sums_of_kinds
from accord._measure.distances.distance import distance
from accord._measure.distances.metric import Distance, Metric
from accord._measure.settings import RULES
from accord.errors import AccordError, NotApplicableError, Setting, UnknownNameError
from accord.kinds.kind import ability
from accord.kinds.labels.patterns import Counts, Patterns, by_coder
from accord.kinds.labels.study import Codings
from accord.model.agreement import Agreement
from accord.model.names import NEARLY_ZERO, FloatArray, IntArray, Names
from accord.model.study import Study
from accord.words.said import said

SOME_PAIRS = (
    "D_e is the mean of {:,} pairs drawn from all; comparing every pair would take too long"
)
"""Said where some pairs of categories stand for all."""

if TYPE_CHECKING:
    from accord.model.audit import Audit

Listed = TypeVar("Listed", bound=Study)


class Countable(ABC):
    """Codings that are counts, or that stay in an engine: not a `Study`, for they do not give
    single items, but the sums that are needed.

    Some of its methods are what every study is asked (`accord.kinds.kind`): here the answer is
    another one.
    """

    kind: ClassVar[str] = "codings"

    coders: Names
    categories: Names
    declared: bool
    audit: "Audit | None"
    within: str | None

    @abstractmethod
    def counts(self) -> dict[str, Any]:
        """Items, coders and categories."""

    @abstractmethod
    def only(self, coders: Sequence[int] | IntArray) -> Self:
        """The codings of these coders (by position); every item stays."""

    def alone(self) -> str | None:
        """Why there is nothing to compare; of who met whom, counts only say how many there are."""
        from accord.kinds.labels.study import ALONE

        counts = self.counts()
        return None if counts["c"] > 1 or not counts["i"] else ALONE

    def marked_by(self) -> IntArray:
        """How many items each coder labelled."""
        from accord.kinds.labels.study import marked_by

        return marked_by(self.codings())

    @abstractmethod
    def codings(self) -> Codings:
        """The codings themselves, items by number; NotApplicableError where they are not known."""

    @property
    def held(self) -> Any:
        """The table in its engine, None where it is not there."""
        return None

    def only_counts(self) -> bool:
        """That single items are not there, only counts of them."""
        return True

    def stays_in_engine(self) -> bool:
        """Whether codings are asked where they are, because their patterns would not merge."""
        return False

    def expanded(self) -> Codings:
        """The codings that the counts stand for."""
        return self.codings()

    def itemized(self, what: str) -> NoReturn:
        """Refused: `what` needs items that have names."""
        raise NotApplicableError.of_counts(what)

    @abstractmethod
    def cube_whole(self, recipe: Distance, chance: Chance, missing: str) -> "Whole":
        """The sums of the whole study."""

    @abstractmethod
    def cube_sums(self, recipe: Distance, chance: Chance, missing: str) -> Sums | None:
        """The sums of each (kind of) item, None where they are too many."""


@dataclass(frozen=True, slots=True, eq=False)
class Whole:
    """The sums of a whole study, and the largest distance there can be (if there is one).

    In words: `no_pairs`, why there is nothing to compare, and `no_variation`, why D_e (given with
    D_o) is 0, None where it is not.

    :param sample: The sums.
    :param unit: The largest distance there can be.
    :param drawn: How many pairs of categories stand for all in D_e, 0 where all were compared.

    >>> import accord
    >>> from accord._measure.cube.chance import IDEAS
    >>> tally = accord.scale.Tally.of(accord.from_coders({"A": "aab", "B": "abb"}))
    >>> whole = tally.cube_whole(accord.distance("nominal"), IDEAS["pooled"], "available")
    >>> whole.unit, whole.sample.observed().round(3).tolist()
    (1.0, [0.333])
    """

    sample: Sample
    unit: float | None
    no_pairs: Callable[[], str]
    no_variation: Callable[[float, float], str | None]
    drawn: int = 0


def item_count(study: Study | Countable) -> int:
    """How many items there are."""
    return int(study.counts()["i"])


def only_counts(study: Any) -> TypeGuard[Countable]:
    """Whether single items are not there, only counts of them."""
    return bool(ability(study, "only_counts")(study))


def expanded(study: Listed | Countable) -> Listed | Codings:
    """The study itself, or, where it is counts, the codings they stand for."""
    listed: Listed | Codings = ability(study, "expanded")(study)
    return listed


def itemized(study: Listed | Countable, what: str) -> Listed:
    """The study itself; NotApplicableError where it is counts, for `what` needs single items."""
    listed: Listed = ability(study, "itemized")(study, what)
    return listed


def coefficient(
    name: str, symbol: str, study: Any, given: Any, by_chance: str, missing: str
) -> Agreement:
    """1 − D_o/D_e for a distance, an idea of chance (by name) and a rule for missing codings."""
    if not isinstance(study, (Codings, Countable)):
        raise AccordError(
            f"{name} works with Codings; got {type(study).__name__}. Make them with "
            "accord.codings, "
            "accord.from_wide, accord.from_frame … or accord.read"
        )
    if missing not in RULES:
        raise UnknownNameError.of("rule for missing labels", missing, RULES)
    chance, recipe = IDEAS[by_chance], distance(given)
    if isinstance(study, Codings):
        whole = _whole_codings(study, recipe, chance, missing)
    else:
        whole = study.cube_whole(recipe, chance, missing)
    sample, basis = whole.sample, whole.sample.basis
    observed = float(sample.observed()[0])
    unit = (float(basis.largest()[0]) or 1.0) if by_chance == "occasional" else whole.unit
    settings: dict[str, Any] = {"d": recipe.name, "missing": missing}
    if whole.drawn:
        settings["pairs"] = whole.drawn
    detail = {"note": SOME_PAIRS.format(whole.drawn)} if whole.drawn else {}
    counts = study.counts()
    result = Agreement(name, symbol, observed, None, settings, counts, unit=unit, detail=detail)
    if not sample.weight[0]:
        return replace(result, undefined=whole.no_pairs())
    if chance.expected is None:
        return result
    if chance.of_scale and basis.size < 2:
        return replace(
            result, undefined=said("undefined.one-category", setting=Setting("categories"))
        )
    if chance.by_coder and basis.total()[0] ** 2 <= basis.squares()[0]:
        return replace(result, undefined=said("undefined.fewer-than-two-coders"))
    expected = float(sample.expected(chance)[0])
    why_not = whole.no_variation(expected, observed)
    return replace(result, expected=expected, undefined=why_not)


def cube_sums(study: Any, given: Any, by_chance: str, missing: str) -> Sums | None:
    """The sums of each (kind of) item of a study, None where the study has none."""
    recipe, chance = distance(given), IDEAS[by_chance]
    if isinstance(study, Codings):
        if not len(study.items):
            return None
        if chance.by_coder:
            kinds = kinds_by_coder(*alike_by_coder(study), missing)
        else:
            patterns = Patterns.of(study)
            coders = int(study.counts()["c"])
            rows = Rows(patterns.counts, patterns.multiplicity, missing, coders)
            kinds = Kinds(rows, None, 1, patterns.of_item, study.categories, study.declared)
        return sums_of_kinds(kinds, recipe, chance)
    return study.cube_sums(recipe, chance, missing) if isinstance(study, Countable) else None


def kinds_by_coder(
    small: Codings, multiplicity: FloatArray, of_item: IntArray, missing: str
) -> Kinds:
    """Kinds where who chose what matters: one item of each, and how many items it stands for."""
    k, coders = len(small.categories), len(small.coders)
    counts = Counts.of(small.item, small.category, len(small.items), k)
    pair = small.who().astype(np.int64) * k + small.category
    table = Counts.of(small.item, pair, len(small.items), k * coders)
    rows = Rows(counts, multiplicity, missing, coders)
    return Kinds(rows, table, coders, of_item, small.categories, small.declared)


def _whole_codings(study: Codings, recipe: Distance, chance: Chance, missing: str) -> Whole:
    patterns = Patterns.of(study)
    rows = Rows(patterns.counts, patterns.multiplicity, missing, int(study.counts()["c"]))
    table = by_coder(study, missing, profiles=patterns.profiles) if chance.by_coder else None
    categories = study.categories
    metric = recipe.fit(categories, rows.used, study.declared)
    steady_already = metric.nominal or metric.points is not None or is_steady(metric)
    if not (steady_already or has_order(study)):
        # Sums over a table of distances round by the order of its rows and columns.
        kinds = Kinds(rows, None, 1, np.zeros(0, np.intp), categories, False)
        if chance.by_coder:
            kinds = kinds_by_coder(*alike_by_coder(study), missing)
        kinds, coders, order = kinds.canonical(metric)
        rows, categories = kinds.rows, kinds.categories
        table = None if table is None else table.renumbered(np.argsort(order), coders)
        metric = metric.take(order)
    return whole_of(rows, table, metric, chance, study.coders, categories)


def whole_of(
    rows: Rows,
    by_coder: Counts | None,
    metric: Metric,
    chance: Chance,
    coders: Names,
    categories: Names,
    floor: float = 0.0,
) -> Whole:
    """The sums of a whole study from its rows; `by_coder` (n_ck) where chance is per coder."""
    times = rows.multiplicity * rows.weight
    number = (rows.usable * rows.sizes).sum()  # BLAS would start threads for a product
    if rows.own is not None and rows.missing == "pairable":
        # Copies of one coding are not different codings: as many as differ, Σ w = n²/Σ w².
        number = number**2 / max(float(rows.usable @ rows.counts.sums(rows.own)), 1e-300)
    weights = rows.shares() if by_coder is None else by_coder.columns(np.ones(len(by_coder)))
    sample = Sample(
        np.array([times.sum()]),
        np.array([steady(times * rows.disagreement(metric))]),
        basis_of_counts(metric, weights, float(number), by_coder),
        floor,
    )

    def no_variation(expected: float, observed: float) -> str | None:
        if metric.nominal and expected > NEARLY_ZERO:
            return None
        seen = np.zeros(0) if chance.of_scale else np.flatnonzero(rows.used)
        if len(seen) == 1 and (metric.nominal or metric.points is not None or expected <= 0):
            return all_alike(categories[int(seen[0])])
        # A tiny D_e may be rounding or a tiny scale: the largest distance tells which.
        if not expected >= 1e-9 and not expected > NEARLY_ZERO * metric.largest():
            return said("undefined.no-chance")
        return None

    def nothing() -> str:
        return no_pairs(bool(rows.sizes.any()), len(coders), rows.missing, bool(number))

    some = metric.sampled(np.flatnonzero(rows.used))
    drawn = 0 if some is None else len(some[2])
    return Whole(sample, metric.unit, nothing, no_variation, drawn)


def no_pairs(any_codings: bool, coders: int, missing: str, any_usable: bool) -> str:
    """Why there is nothing to compare."""
    if not any_codings:
        return said("undefined.no-codings")
    if coders == 1:
        return said("undefined.one-coder-only-agreement")
    if missing == "complete" and not any_usable:
        return said("undefined.no-item-coded-every")
    return said("undefined.no-item-has-two")


def all_alike(category: Any) -> str:
    """That every coding is the same."""
    return said("undefined.all-codings-no-variation", what=_shown(category))


def _shown(category: Any) -> str:
    """The category as a reader of the message would write it."""
    if isinstance(category, frozenset):
        return "{" + ", ".join(sorted(map(repr, category))) + "}" if category else "the empty set"
    return repr(category)
