"""Which measure for which study: the overview table of Mathet et al. 2015.

The catalogue says what each measure can do; `choose` compares that with what a study holds. One
measure is recommended: `measure` shows it first and the report opens with it, for all ask here.
Which measures lead, and in which order, stands in their entries (`Measure.leads`). Another is
suitable if it does all that the study asks for, possible if it leaves something out (which is
said), unsuitable if it cannot be computed. Long because the measure, its distance and what it may
cost are decided together: each depends on the other two.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from inspect import signature
from itertools import permutations
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from accord._measure.bound import Asked, Bound, bound, distance_setting, no_hierarchy, taking
from accord._measure.catalogue import MEASURES, applicable, find_measure, variant
from accord._measure.cube.kernel import Countable, expanded, itemized, only_counts
from accord._measure.distances.distance import distance as distance_of
from accord._measure.distances.metric import AnyDistance
from accord._measure.entry import CRITERIA, Measure, Purpose, function_at
from accord.engine.any_data import labelled, listed_labels, takes_data
from accord.errors import AccordError, NotApplicableError, Setting, UnknownNameError
from accord.kinds.kind import ability, kind_named, kind_of, kind_words
from accord.model.agreement import Agreement
from accord.model.names import FloatArray
from accord.model.showing import Result, Results
from accord.model.study import Study
from accord.words.said import clauses, said, sentences, worded

if TYPE_CHECKING:
    from accord.kinds.properties import Properties

NEEDS_DISTANCE = "why.needs-distance"

_Verdict = Literal["recommended", "suitable", "possible", "unsuitable"]

PURPOSE: dict[Purpose | None, str] = {
    "reliability": "would other coders produce the same labels? (chance: one distribution for "
    "all coders)",
    "validity": "do these particular coders agree? (chance: each coder's own distribution)",
    None: "",
}
"""What a measure is for, in words."""


MOST_OF_A_REASON = 80
"""So many characters of a reason are shown in a table."""


@dataclass(frozen=True, slots=True)
class Choice(Result):
    """A measure, how far it suits a study, and why.

    :param verdict: recommended, suitable, possible or unsuitable.
    :param because: The reasons, in sentences.
    :param purpose: What the measure was chosen for.

    >>> import accord
    >>> best = accord.choose(accord.from_coders({"A": "aabbbcc", "B": "abbbccc"}))[0]
    >>> best.measure.name, best.verdict
    ('alpha', 'recommended')
    """

    _columns = "measure=measure.name, verdict, because=reason"
    _keys = "measure, verdict, because, purpose"
    measure: Measure
    verdict: _Verdict
    because: tuple[str, ...]
    purpose: str = ""

    @property
    def reason(self) -> str | None:
        """The reasons in one line, cut where a table has no room."""
        text = " ".join(self.because)
        return text if len(text) <= MOST_OF_A_REASON else f"{text[: MOST_OF_A_REASON - 1]}…"


def needs(found: "Properties", *, weighted: bool = False) -> tuple[str, ...]:
    """What a measure for such a study must satisfy."""
    wanted = ["chance"]
    criterion = kind_named(found.kind).criterion
    if found.unitized and criterion is not None:
        wanted.append(criterion)
        if found.full_covering and not found.overlapping:  # then only borders can differ
            wanted.append("segmentation")
    if found.categorized:
        wanted.append("categorizing")
    if found.overlapping:
        wanted.append("overlap")
    if weighted:
        wanted.append("weighted")
    if found.coders > 2:
        wanted.append("many_coders")
    return tuple(name for name in CRITERIA if name in wanted)


@takes_data
def choose(
    study: Study | Countable,
    *,
    weighted: bool | None = None,
    purpose: Purpose = "reliability",
    distance: AnyDistance | None = None,
) -> Results[Choice]:
    """Recommend measures for this study, with reasons; the one to report comes first.

    :param study: The study, or data that accord can read as one: a path, a data frame, arrays.
    :param weighted: Whether some categories differ more than others; by default numbers and sets.
    :param purpose: What the number is for: "reliability" (would others code in the same way?) or
        "validity" (do these coders agree?).
    :param distance: The distance between categories, where one is asked for.

    >>> import accord
    >>> accord.choose({"A": ["yes", "no", "no"], "B": ["yes", "yes", "no"]})[0].measure.name
    'alpha'
    >>> rows = [("d", "A", 0, 9, "x"), ("d", "A", 2, 4, "y"), ("d", "B", 0, 9, "x")]
    >>> accord.choose(accord.Unitizings.of(rows))[0].measure.name
    'gamma'
    """
    if only_counts(study):  # what their labels belong to may stand in rows that they do not have
        function_at("accord._measure.objections:ask_for_options")(study)
    study = expanded(study)
    wanted = _wanted(study, weighted)
    level, reason = chosen_distance(study, distance)
    scale = is_scale(study, level) and weighted is not False
    found = [judged_measure(m, _objection(m, study), wanted) for m in measures_for_kind(study.kind)]
    if scale:
        found = [_for_numbers(choice, level) for choice in found]
    lead = leading_measure(study, purpose, level)
    needed = lead is not None and (lead.distance == "required" or distance is not None)
    why = "" if lead is None else because(study, lead, level)
    return ranked(found, lead, reason if needed else "", why)


def _for_numbers(choice: Choice, level: Any) -> Choice:
    """The same choice for numbers on a scale: what is made for them suits, and what only asks
    whether two are the same does not."""
    entry = choice.measure
    if choice.verdict == "unsuitable" or entry.distance == "required":
        return choice
    if _for_scale(entry, level):
        return replace(choice, verdict="suitable")
    if entry.suits is not None and entry.suits.lacks("weighted") is not None:
        return Choice(entry, "unsuitable", (said("why.not-names"),))
    return choice


def because(study: Study | Countable, entry: Measure, level: Any) -> str:
    """Why a measure leads: what its entry says, or what it is for on a scale."""
    if entry.distance == "required" and is_scale(study, level):
        return said("why.scale", symbol=entry.symbol)
    return worded(f"because.{entry.name}", entry.because) if entry.because else ""


def left_out_by(study: Study, measure: Measure) -> list[str]:
    """What a measure that applies leaves out for such a study."""
    # Measures that Mathet et al.'s table does not judge leave out nothing that it could name.
    if measure.suits is None:
        return []
    reasons = judged_measure(measure, None, _wanted(study, None)).because
    return [reason for reason in reasons if reason != said(NEEDS_DISTANCE)]


def _wanted(study: Study, weighted: bool | None) -> tuple[str, ...]:
    found: Properties = function_at("accord.kinds.properties:properties")(study)
    return needs(found, weighted=found.level != "nominal" if weighted is None else weighted)


def measures_for_kind(kind: str) -> list[Measure]:
    """The measures of a kind of study, and those that see such a study as one of their own."""
    return [*MEASURES.of_kind(kind), *(m for m in MEASURES.values() if kind in m.also_takes)]


def _objection(measure: Measure, study: Study) -> str | None:
    if study.kind in measure.also_takes:
        try:
            return measure.objection(ability(study, "as_units")(study))
        except NotApplicableError as error:
            return error.sentence
    return measure.objection(study)


def ranked(
    choices: Iterable[Choice], lead: Measure | None, distance: str = "", why: str = ""
) -> Results[Choice]:
    """The one to report first, with its reason and that of its distance, then the most suitable."""
    # Within a verdict the shorter list of reservations goes first; the sort is stable, so what
    # remains equal keeps the order of the catalogue.
    order = {"recommended": 0, "suitable": 1, "possible": 2, "unsuitable": 3}
    found = [_leading(c, distance, why) if c.measure is lead else c for c in choices]
    return Results(sorted(found, key=lambda c: (order[c.verdict], len(c.because))))


def _leading(choice: Choice, distance: str, why: str) -> Choice:
    """The same choice as the recommended one: its reason stands first."""
    others = [reason for reason in choice.because if reason != said(NEEDS_DISTANCE)]
    reasons = [(why or choice.measure.because).rstrip("."), distance.rstrip("."), *others]
    return replace(choice, verdict="recommended", because=tuple(filter(None, reasons)))


def judged_measure(measure: Measure, objection: str | None, wanted: tuple[str, ...]) -> Choice:
    """How far a measure does what is wanted, where nothing forbids it."""
    if objection is not None:
        return Choice(measure, "unsuitable", (objection,))
    row = measure.suits
    if row is None:
        return Choice(measure, "possible", (worded(f"title.{measure.name}", measure.title),))
    reasons = [lack for name in wanted if (lack := row.lacks(name)) is not None]
    # α_U (1995) is never better than possible: its author withdrew it (docs/decisions.md, Which
    # measure is recommended).
    verdict: _Verdict = "possible" if reasons or row.withdrawn else "suitable"
    if measure.distance == "required" and "weighted" not in wanted:
        reasons.append(said(NEEDS_DISTANCE))
    if row.remark:
        reasons.append(worded(f"remark.{measure.name}", row.remark))
    return Choice(measure, verdict, tuple(reasons), PURPOSE[measure.purpose])


MOST_UNITS = 20_000
"""Costly measures (γ) take no more units or boundaries than these unless named."""

AMOUNTS = 20
"""So many different whole numbers or more are amounts."""

RARE_ORDER = 0.1
"""Categories are taken as ranks where disagreements are as near in their order as in at most this
share of all orders; four categories cannot show less than 1 in 12."""

RARE_ALIKE = 0.02
"""Numbers are taken as ranks, too, where coders put the items in the same order, each at a level of
their own, as in at most this share of all orders of the numbers. It comes after the other test, so
it must show more; five numbers cannot show less than 1 in 60."""

ALL_ORDERS = 7
"""All orders of so many categories are tried."""

_ORDERS = 5_000
"""Orders that are tried where there are too many to try all."""


def levels_of(study: Study | Countable) -> tuple[str, ...]:
    """The distances that the categories of a study could have, the one to lead with first.

    Numbers, and names that were declared in order, may be names, ranks or (numbers) amounts; all
    are shown. Ranks lead where the data are evidence for them: disagreements are between near
    categories more than in other orders. Two categories are equal or different by any of them.

    >>> from accord.kinds.labels.tabular import from_coders
    >>> levels_of(from_coders({"A": [1, 2, 3], "B": [1, 2, 2]}))
    ('nominal', 'ordinal', 'interval')
    >>> levels_of(from_coders({"A": [1, 2, 3, 4, 5, 3], "B": [2, 3, 4, 5, 5, 2]}))
    ('ordinal', 'interval', 'nominal')
    >>> levels_of(from_coders({"A": ["x", "y"], "B": ["x", "x"]}))
    ('nominal',)
    """
    return _level(study)[0]


def _level(study: Study | Countable) -> tuple[tuple[str, ...], str]:
    """The same with the reason for the first."""
    usual = kind_of(study).distance
    if usual is not None or not labelled(study):
        return (usual or "nominal",), said(f"why.{usual or 'nominal'}")
    names, numbers = study.categories, study.categories.numbers()
    # Sets go before numbers and names: one set among the labels makes every other distance
    # meaningless for it.
    if any(isinstance(name, frozenset) for name in names):
        return ("masi",), said("why.masi")
    signs = numbers is None and ">" in str(names[0] if names else "")  # of order, as in a > b
    if signs and function_at("accord._measure.distances.rankings:are_rankings")(names):
        return ("kendall",), said("why.kendall")
    # Two categories have one distance between them, whatever the level, and undeclared names are
    # never sorted into an order.
    ordered = study.declared and study.coders  # votes are in any order
    if len(names) < 3 or (numbers is None and not ordered):
        return ("nominal",), said("why.nominal")
    several, reason = _level_of_many(study, numbers)
    first = "names" if numbers is None else several[0]
    how = {"ordinal": "why.choose-scale", "interval": "why.choose-interval"}.get(
        first, "why.choose-distance"
    )
    return several, sentences(reason, said(how, setting=Setting("distance")))


def _level_of_many(
    study: Study | Countable, numbers: FloatArray | None
) -> tuple[tuple[str, ...], str]:
    """Of numbers, and of names that were declared in an order: by what they are like."""
    if numbers is not None:
        whole = bool((numbers == np.rint(numbers)).all())
        # Decimals and many different numbers are measured, not chosen from a list: then interval
        # leads.
        if whole and len(numbers) >= AMOUNTS and _repeated_or_far(study):
            return LEVELS_OF_NUMBERS, said("why.numbers-as-names")
        if not whole or len(numbers) >= AMOUNTS:
            return LEVELS_OF_NUMBERS[::-1], said("why.amounts" if whole else "why.decimals")
    found = share_of_orders(study)
    # Whole numbers may be codes (1 = noun, 2 = verb): only what coders confuse shows whether their
    # order means anything, so nominal leads until it does.
    if found is None or found > RARE_ORDER:
        alike = share_of_alike(study) if numbers is not None else None
        if alike is not None and alike <= RARE_ALIKE:
            return ("ordinal", "interval", "nominal"), said("why.ranks-alike", x=alike)
        return LEVELS_OF_NUMBERS if numbers is not None else LEVELS_OF_NUMBERS[:2], said(
            "why.nominal"
        )
    if numbers is None:
        return LEVELS_OF_NUMBERS[1::-1], said("why.ranks-declared", x=found)
    return ("ordinal", "interval", "nominal"), said("why.ranks-numbers", x=found)


LEVELS_OF_NUMBERS = ("nominal", "ordinal", "interval")

_MOSTLY = 0.5
"""Two who measure seldom give the same number; who copy an identifier do so in most items."""

_FEWEST_APART = 3
"""Fewer disagreements than these do not show that numbers are far apart."""

MOST_NUMBERS = 1_000
"""Of more different numbers than these no order is tried: a table of all pairs is too large."""


def _repeated_or_far(study: Study | Countable) -> bool:
    """Whether many whole numbers are names (postcodes, identifiers): coders mostly give the very
    same one, and where they do not, theirs are no nearer than in other orders."""
    from accord.engine.any_data import has_counts
    from accord.infer.why.matrices import coincidences

    if not has_counts(study) or len(study.categories) > MOST_NUMBERS:
        return False
    table = coincidences(study)
    same, total = float(np.trace(table)), float(table.sum())
    first, second = np.nonzero(np.triu(table, 1))
    if total == 0 or same / total <= _MOSTLY or len(first) < _FEWEST_APART:
        return False
    often, k = table[first, second], len(table)
    own = np.empty(k, dtype=np.int64)
    own[study.categories.ascending()] = np.arange(k)
    rng = np.random.default_rng(0)
    far = [float(often @ np.abs(rank[first] - rank[second])) for rank in _orders(own, rng)]
    return _share(np.array(far) <= far[0] * (1 + 1e-12), k) > RARE_ORDER


def _orders(own: Any, rng: "np.random.Generator") -> Iterable[Any]:
    """The ranks of numbers in their own order, then in random ones, one after the other."""
    yield own
    for _ in range(_ORDERS // 10):
        yield rng.permutation(len(own))


def share_of_orders(study: Study | Countable) -> float | None:
    """The share of all orders of the categories in which disagreements are as near as in their own.

    Small where categories are ranks; 1 divided by the number of orders, twice (an order and its
    reverse are one), is the least. None where nobody disagrees, or where only an engine could tell.
    """
    from accord.engine.any_data import has_counts
    from accord.infer.why.matrices import coincidences

    if not has_counts(study):
        return None
    table = coincidences(study)
    np.fill_diagonal(table, 0.0)
    k = len(table)
    if not table.any():
        return None
    own = np.arange(k) if study.categories.numbers() is None else study.categories.ascending()
    ranks = _own_and_other_orders(own)
    far = (np.abs(ranks[:, :, None] - ranks[:, None, :]) * table).sum(axis=(1, 2))
    # Different orders can have equal sums that round differently; they count as equally near.
    return _share(far <= far[0] * (1 + 1e-12), k)


def share_of_alike(study: Study | Countable) -> float | None:
    """The share of all orders of the numbers in which coders place items as alike as in their own.

    Each coder's mean is taken away first, so that a coder who rates higher than the others does not
    hide that they see the same differences: 1 to 10 of six items by four raters (Shrout and Fleiss
    1979) have hardly a label in common. None where items are not there one by one, or nothing
    varies.
    """
    if not listed_labels(study) or study.coder is None:
        return None
    k, coder, coders = len(study.categories), study.coder, len(study.coders)
    if not 0 < len(study) * k <= _MOST_CELLS:
        return None
    chosen = np.zeros((len(study), k))
    chosen[np.arange(len(study)), study.category] = 1.0
    often = np.maximum(np.bincount(coder, minlength=coders), 1)
    means = np.stack([np.bincount(coder, one, coders) / often for one in chosen.T], axis=1)
    apart = chosen - means[coder]
    by_item = np.stack([np.bincount(study.item, column) for column in apart.T], axis=1)
    ranks = _own_and_other_orders(study.categories.ascending()).astype(np.float64)
    single = np.einsum("ok,kl,ol->o", ranks, apart.T @ apart, ranks)
    together = np.einsum("ok,kl,ol->o", ranks, by_item.T @ by_item, ranks)
    if not single[0] > 1e-9 * len(study):
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        alike = np.where(single > 0, together / single, -np.inf)
    return _share(alike >= alike[0] - 1e-9, k)


def _own_and_other_orders(own: Any) -> Any:
    """The ranks of categories in their own order, then in every other, or in a sample of them.

    7! = 5,040 orders are as quick as the sample of 5,000 that stands for more; the seed is fixed,
    for which distance leads must not change from run to run.
    """
    k = len(own)
    if k <= ALL_ORDERS:
        orders = np.array([*permutations(range(k))])
    else:
        orders = np.random.default_rng(0).permuted(np.tile(np.arange(k), (_ORDERS, 1)), axis=1)
    rank = np.empty(k, dtype=np.int64)
    rank[own] = np.arange(k)
    return np.concatenate([rank[None, :], orders])


def _share(as_good: Any, k: int) -> float:
    """The share of orders as good as the own one, which comes first. All orders contain it; of a
    sample it has to be added, as in any permutation test."""
    others = int(as_good[1:].sum())
    tried = len(as_good) - 1
    return others / tried if k <= ALL_ORDERS else (1 + others) / (1 + tried)


def chosen_distance(study: Study | Countable, distance: Any) -> tuple[Any, str]:
    """The distance between categories, and why: the user's, or the first of `levels_of`."""
    if distance is not None:
        types = "types" in distance_setting(study, distance)
        key = "why.types-distance-requested" if types else "why.distance-requested"
        return distance, said(key, d=str(distance))
    several, reason = _level(study)
    return several[0], reason


def first_of(
    kind: str, purpose: Purpose, distance: Any, refused: Callable[[Measure], bool]
) -> Measure | None:
    """The first measure of its kind, as the entries rank them, that is not refused."""
    ranked = [(rank, m) for m in MEASURES.of_kind(kind) if (rank := getattr(m.leads, purpose))]
    in_order = (lead for _, lead in sorted(ranked, key=lambda pair: pair[0]))
    nominal = str(distance) == "nominal"
    leads = (MEASURES[m.nominal] if m.nominal and nominal else m for m in in_order)
    return next((m for m in leads if not refused(m)), None)


def leading_measure(
    study: Study | Countable, purpose: Purpose, distance: Any, repeated: bool = False
) -> Measure | None:
    """The measure to lead with; None where no measure of the catalogue applies."""

    def refused(entry: Measure) -> bool:
        return bool(entry.objection(study)) or too_costly(study, entry, repeated)

    # A kind that has no lead of its own, or whose leads all refuse, still gets a listed measure
    # rather than no answer.
    found = first_of(study.kind, purpose, distance, refused)
    if found is None:
        function_at("accord._measure.objections:ask_for_options")(study)
    return found or next((m for m in MEASURES.values() if m.listed and not refused(m)), None)


def too_costly(study: Study | Countable, entry: Measure, repeated: bool = False) -> bool:
    """Whether a measure is left out unless named, because it would take long."""
    return entry.costly and (repeated or _size(study) > MOST_UNITS)


def _size(study: Study | Countable) -> int:
    """How many units or boundaries there are."""
    counts = study.counts()
    return int(counts.get("u", counts.get("b", 0)))


def cost(
    study: Study | Countable, purpose: Purpose = "reliability", repeated: bool = False
) -> str | None:
    """What would lead, were there not so many units: the measure, its cost, how to have it."""
    # What would lead if cost did not matter: only the best one is worth telling, not all that were
    # left out.
    best = first_of(study.kind, purpose, None, lambda entry: bool(entry.objection(study)))
    if best is None or not too_costly(study, best, repeated):
        return None
    setting = Setting("measure", best.name)
    if repeated:
        return said("why.costly-repeated", symbol=best.symbol, setting=setting)
    many = {"symbol": best.symbol, "n": _size(study), "m": MOST_UNITS, "setting": setting}
    units = "u" in study.counts()
    return said("why.costly-units", **many) if units else said("why.costly-boundaries", **many)


def default_measures(study: Study | Countable, distance: Any = None) -> list[Bound]:
    """What is measured where no measure is named: the lead first, with each distance that it
    could have, then every other listed measure that applies without a choice of distance."""
    level = chosen_distance(study, distance)[0]
    lead = leading_measure(study, "reliability", level)
    if is_scale(study, level) and lead is not None:
        return _on_a_scale(study, lead, distance)
    found: list[Bound] = []
    if lead is not None and lead.distance == "required":
        found = [bound(lead, distance=d) for d in ([distance] if distance else levels_of(study))]
    elif lead is not None:
        found = [taking(lead, distance_setting(study, distance))]
    rest = applicable(study)
    if distance is not None:
        rest = [m for m in MEASURES.values() if m.listed and not m.objection(study)]
    rest = [entry for entry in rest if entry is not lead and not too_costly(study, entry)]
    return found + [bound(one) for one in rest if no_hierarchy(one, study, distance) is None]


def is_scale(study: Study | Countable, level: Any) -> bool:
    """Whether labels are numbers on a scale: ranks or measurements, not names."""
    return (
        str(level) in ("ordinal", "interval", "ratio")
        and labelled(study)
        and study.categories.numbers() is not None
    )


_MOST_CELLS = 2_000_000
"""Tables of more items × raters than these (crowds of thousands) are not laid out as a table."""


def as_ratings(study: Study | Countable, lead: "Recommended | None", level: Any) -> bool:
    """Whether a report is one on ratings: numbers on a scale, and a measure made for them."""
    if lead is None or not listed_labels(study) or len(study.coders) < 2:
        return False
    entry = lead.measure.measure
    fits = entry.distance == "required" or entry.scale
    small = len(study.items) * len(study.coders) <= _MOST_CELLS
    return bool(fits and small and is_scale(study, level))


def _on_a_scale(study: Study | Countable, lead: Measure, distance: Any) -> list[Bound]:
    """For ratings and measurements: the lead at their level, then what is made for numbers;
    coefficients that only ask whether two numbers are the same are left to whoever names them."""
    levels = [distance] if distance else [d for d in levels_of(study) if d != "nominal"]
    found = (
        [bound(lead, distance=d) for d in levels] if lead.distance == "required" else [bound(lead)]
    )
    for entry in MEASURES.of_kind(study.kind):
        if _for_scale(entry, levels[0]) and not entry.objection(study):
            found += _forms(bound(entry))
    return found


def _for_scale(entry: Measure, level: Any) -> bool:
    """Whether a measure is shown for numbers on a scale of this level."""
    return entry.scale or (bool(entry.ordinal) and str(level) == "ordinal")


def _forms(asked: Bound) -> list[Bound]:
    """A measure in each of its forms that have a name, ICC(1,1) to ICC(3,k), or with each
    distance that it has on a scale; or as it is."""
    if asked.measure.ordinal:
        return [asked.with_(distance=distance) for distance in asked.measure.ordinal]
    says = dict.fromkeys(tuple(settings.items()) for _, settings in asked.measure.variants)
    return [asked.with_(**dict(form)) for form in says] or [asked]


def _same(form: Bound, asked: Bound) -> bool:
    """Whether a form is the one that was asked for, or that a measure has by itself."""
    own = signature(asked.measure.compute).parameters
    return all(
        value == asked.settings.get(key, own[key].default if key in own else None)
        for key, value in form.settings.items()
    )


PURPOSES: tuple[Purpose, ...] = get_args(Purpose)


@dataclass(frozen=True, slots=True)
class Recommended(Result):
    """The measure to report, bound to its settings, and the reasons in sentences."""

    measure: Bound
    why: tuple[str, ...] = ()


def recommended(
    study: Study | Countable,
    *,
    purpose: Purpose = "reliability",
    measure: Asked | None = None,
    distance: AnyDistance | None = None,
    repeated: bool = False,
    other: Study | None = None,
    budget: float | None = None,
    arguments: str | None = None,
) -> Recommended | None:
    """The measure to lead with; None where no measure of the catalogue applies.

    A measure, its settings or a distance that the user names are taken as they are. Where a
    measure is computed many times (`repeated`: without each coder, for each pair), no costly one
    leads, and that is said. Where it is compared with that of an `other` study, the distance is
    one that both can have. `budget` is for γ, `arguments` for relations.
    """
    if purpose not in PURPOSES:
        raise UnknownNameError.of("purpose", purpose, PURPOSES)
    if isinstance(measure, str):
        named = find_measure(measure, study.kind)
        asked: Bound | None = bound(named, **variant(named, measure))
    else:
        asked = bound(measure) if measure else None
    distance = asked.settings.get("distance") if asked and distance is None else distance
    chosen, reason = chosen_distance(study, distance)
    both = () if other is None else levels_of(other)
    if both and distance is None and chosen not in both:
        chosen = next((level for level in levels_of(study) if level in both), "nominal")
        reason = said("why.distance-of-both", d=chosen)
    entry = asked.measure if asked else leading_measure(study, purpose, chosen, repeated)
    if entry is None:
        return None
    if objection := entry.objection(study) or no_hierarchy(entry, study, distance):
        raise NotApplicableError(objection)
    title = worded(f"title.{entry.name}", entry.title)
    usual = because(study, entry, chosen) or said("why.title", symbol=entry.symbol, title=title)
    why: list[str] = [said("why.requested", symbol=entry.symbol) if measure else usual]
    told = {} if arguments is None else {"arguments": arguments}
    lead = taking(asked or entry, {"budget": budget}).with_(**told)
    if entry.distance == "required" or distance is not None:
        lead = taking(lead, distance_setting(study, chosen))
        why.append(reason)
    dearer = None if measure else cost(study, purpose, repeated)
    left_out = [] if only_counts(study) else left_out_by(itemized(study, "what is lacking"), entry)
    why += [said("why.note", what=clauses(left_out))] if left_out else []
    why += [dearer] if dearer else []
    return Recommended(lead, tuple(why))


def recommended_for(study: Study | Countable, other: Study | None = None) -> Bound:
    """The recommended measure where it is computed many times, or for both of two studies."""
    lead = recommended(study, repeated=True, other=other)
    if lead is None:
        raise NotApplicableError(f"no measure works with these {kind_words(study)}")
    return lead.measure


Watched = Callable[[str, float], None]
"""Called with what is being done and how much of it is done, 0 to 1."""

WORK_BESIDE_LEAD = 40_000_000
"""Resamples × kinds of items up to which measures that do not lead have intervals."""
CELLS_BESIDE_LEAD = 1_000_000
"""Kinds of items × sums of each up to which they have."""
COMPARED_BESIDE_LEAD = 500
"""Categories up to which they have where each resample compares every two, or is computed anew."""
PAIRED = 1000
"""Categories up to which measures that do not lead compare every two of them at all."""


@dataclass(frozen=True, slots=True)
class Estimate(Result):
    """A measure on a study with its interval, and its limits for any confidence."""

    measure: Bound
    agreement: Agreement
    limit: Callable[[float], float] | None = None

    def below(self, threshold: float) -> float | None:
        """The confidence that the coefficient is below a threshold, as `probability_below`."""
        from accord.infer.resample.replicates import below

        return None if self.limit is None else below(self.limit, threshold)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A measure that was not computed, and why."""

    measure: Measure
    reason: str


def all_measures(
    study: Study,
    lead: Bound | None,
    distance: Any,
    how: dict[str, Any],
    watched: Watched,
    *,
    asked_distance: bool = False,
) -> tuple[list[Estimate], list[LeftOut]]:
    """All measures of the study's kind: those computed (the lead first), and the others.

    Measures that require a distance have `distance`, and where it was `said` all that take one.
    `how` is what `interval` takes: confidence, over, resamples, rng and n_jobs. An interval is
    left out where it would take long: of measures that do not lead and have many kinds of
    items, of costly measures that are computed anew for each resample, and of all such where
    there would be fewer than 50 resamples.
    """
    entries = list(MEASURES.of_kind(study.kind))
    if lead is not None:
        entries = [lead.measure, *(m for m in entries if m.name != lead.name)]
    scale = is_scale(study, distance)
    found, left = list[Estimate](), list[LeftOut]()
    own = {name: how[name] for name in ("rng", "n_jobs")}
    own |= {"arguments": None if lead is None else lead.settings.get("arguments")}
    for at, entry in enumerate(entries):
        leads = lead is not None and entry.name == lead.name
        reason = _reason(entry, study, distance, leads, scale)
        if reason is None:
            asked = lead if leads and lead is not None else bound(entry)
            if entry.distance == "required" or asked_distance:
                asked = taking(asked, distance_setting(study, distance))
            many = _compared(study, asked)
            if many > PAIRED and not leads:
                reason = said("coefficients.categories-would-compared-pair", n=many)
                left.append(LeftOut(entry, reason))
                continue
            tell = partial(_part, watched, f"measuring {entry.symbol}", at, len(entries))
            tell(0.0)
            try:
                shown = scale and (entry.scale or (not leads and _for_scale(entry, distance)))
                forms = _forms(asked) if shown else [asked]
                # What was asked for stands first, and is what the report leads with.
                for one in sorted(forms, key=lambda form: leads and not _same(form, asked)):
                    known = {**how, "progress": tell}
                    found.append(_estimate(study, taking(one, own), leads, known))
                continue
            except AccordError as error:
                reason = error.sentence
        left.append(LeftOut(entry, reason))
    return found, left


def _part(watched: Watched, what: str, at: int, of: int, done: float) -> None:
    watched(what, (at + done) / of)  # of everything, from how much of one measure is done


def _reason(entry: Measure, study: Study, distance: Any, leads: bool, scale: bool) -> str | None:
    """Why a measure is not computed; None where it is."""
    if (objection := entry.objection(study) or no_hierarchy(entry, study, distance)) or leads:
        return objection
    if entry.nominal is not None and str(distance) == "nominal":
        return said("coefficients.nominal-distance", symbol=MEASURES[entry.nominal].symbol)
    shown = _for_scale(entry, distance) if scale else entry.listed
    if not shown:
        return said("coefficients.only-request")
    return None


def _estimate(study: Study, measure: Bound, leads: bool, how: dict[str, Any]) -> Estimate:
    agreement = measure.compute(study)
    if not _quick(study, measure, agreement, leads, how["over"]):
        return Estimate(measure, agreement)
    from accord.infer.resample.interval import interval_of

    found, limit = interval_of(study, agreement, measure, **how)
    return Estimate(measure, agreement.with_interval(found), limit)


def _quick(study: Study, measure: Bound, agreement: Agreement, leads: bool, over: Any) -> bool:
    """Whether an interval is made without being asked for."""
    if measure.measure.own_interval:
        return True
    # Whoever only chooses a measure loads nothing that resamples.
    from accord.infer.resample.item_sums import sums_of
    from accord.infer.resample.replicates import (
        FEWEST,
        RESAMPLES,
        most_units,
        unit_drawn,
        way_in_words,
    )

    long = (
        measure.measure.costly
        and way_in_words(unit_drawn(study) if over is None else over) != "items"
    )
    if long or (not leads and _many_categories(study, measure)):
        return False
    sums = sums_of(study, measure, agreement)
    if sums is not None:
        return leads or (
            len(sums.rows) <= WORK_BESIDE_LEAD // RESAMPLES and sums.rows.size <= CELLS_BESIDE_LEAD
        )
    if measure.measure.documents is not None:
        return True
    return not measure.measure.costly and most_units(study) >= FEWEST


def _many_categories(study: Study, measure: Bound) -> bool:
    """Whether categories are so many that each resample is long: compared pair by pair, or names
    (numbers have few sums, however many they are)."""
    if not listed_labels(study) or len(study.categories) <= COMPARED_BESIDE_LEAD:
        return False
    if _compared(study, measure):
        return True
    cells = len(study.categories) * len(study.items)
    return cells > CELLS_BESIDE_LEAD and study.categories.numbers() is None


def _compared(study: Study, measure: Bound) -> int:
    """How many categories are compared pair by pair: sets, texts, not numbers on a line."""
    if not listed_labels(study) or not measure.measure.counted:
        return 0
    single = study.categories.numbers() is not None or not distance_of(measure.distance).by_pairs
    return 0 if single else len(study.categories)
