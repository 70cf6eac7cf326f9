"""Agreement on relations: F1, F1 corrected by rewiring, κ of candidates; α is in `entity_links`.

Arguments are aligned first (`arguments`), two coders at a time, in α all who saw the document:

    exact      the same span
    labelled   the same span with the same types of the entity
    overlap    spans that overlap, one to one, those that share most first
    head       the same with spans that have the same last word
    gamma      those that γ's best alignment joins, by place and type

What was marked by at least one coder is never taken for all that could be marked: there nobody can
agree that two entities have no relation. Chance needs to know what could have been linked, and
that is the entities: any two of the document, or every pair of entities within a window.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import combinations
from math import isfinite, nan
from typing import Annotated, Any, Literal, get_args

import numpy as np

from accord._measure.by_document import (
    BY_PAIRS,
    PairSums,
    f1_by_coders,
    f1_of,
    mean_known,
    mean_over_pairs,
)
from accord._measure.distances.distance import distance as as_distance
from accord._measure.distances.metric import AnyDistance
from accord._measure.structures.arguments import RULES_OF_ARGUMENTS, Arguments, names_of, places_of
from accord._measure.structures.candidate_pairs import (
    CandidateWindow,
    apart,
    candidates,
    of_candidates,
)
from accord._measure.structures.near_types import Near, common_links, near_pairs, nearness
from accord.errors import UnknownNameError
from accord.kinds.relations.parts import Linked
from accord.kinds.relations.study import Relations
from accord.model.agreement import Agreement
from accord.model.keywords import keywords
from accord.model.names import FloatArray
from accord.words.said import said

_Key = tuple[Any, Any]
"""Both ends of a link (a set of them where direction does not count), and its type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationRules:
    """When two relations are the same: the keywords of measures of relations."""

    arguments: Arguments = "exact"
    typed: Annotated[bool, "Whether the category must be the same too."] = True
    directed: Annotated[bool, "Whether source and target may not be exchanged."] = True

    def __post_init__(self) -> None:
        if self.arguments not in RULES_OF_ARGUMENTS:
            raise UnknownNameError.of("rule for arguments", self.arguments, RULES_OF_ARGUMENTS)

    @property
    def told(self) -> dict[str, Any]:
        """For signatures."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        yes = {True: "yes", False: "no"}
        return {k: yes[v] if isinstance(v, bool) else v for k, v in values.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared(RelationRules):
    """The same, on request among shared entities alone, and with types of a hierarchy, of which
    some are nearer than others (a distance between types): the keywords of F1."""

    shared: Annotated[bool, "Only relations between entities that both coders have."] = False
    types: AnyDistance | None = None

    @property
    def told(self) -> dict[str, Any]:
        """For signatures; a distance between types only where there is one."""
        told = RelationRules.told.fget(self)  # type: ignore[attr-defined]
        own = {} if self.types is None else {"types": str(as_distance(self.types))}
        return {key: value for key, value in told.items() if key != "types"} | own


Kept = Literal["number", "source"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewired(Shared):
    """The same, and what relations keep by chance: the keywords of corrected F1."""

    keeps: Annotated[
        Kept, "What relations keep by chance: only their number, or each its source, too."
    ] = "number"

    def __post_init__(self) -> None:
        RelationRules.__post_init__(self)
        if self.keeps not in get_args(Kept):
            raise UnknownNameError.of("what relations keep", self.keeps, get_args(Kept))

    @property
    def sources(self) -> bool:
        """Whether every relation keeps the entity it starts from."""
        return self.directed and self.keeps == "source"


@dataclass(frozen=True, slots=True, kw_only=True)
class InWindow(RelationRules):
    """The same with a window: the keywords of κ over candidate pairs."""

    window: CandidateWindow = "document"


@dataclass(frozen=True, slots=True)
class _Pair:
    """What two coders have in a document, entities by the names that both share."""

    entities: tuple[frozenset[Hashable], frozenset[Hashable]]
    links: tuple[frozenset[_Key], frozenset[_Key]]
    loops: bool


@keywords(Shared)
def relation_f1(study: Relations, **given: Any) -> Agreement:
    """F1 of relations: one is found if the other coder has it between the same arguments.

    F1 = 2 · common / (relations of one + relations of the other) over all documents that both saw,
    the mean over pairs of coders; not corrected for chance. `arguments` says when arguments are
    the same; `typed=False` ignores types of relations, `directed=False` their direction;
    `shared=True` looks only at relations between entities that both coders have, so that entities
    missed are not counted again. `types` is a distance between types, such as that of a taxonomy:
    relations between the same arguments are then common by how near their types are, 1 − d, matched
    one to one. `detail["types"]` has F1 for each type, where types are the same or not.
    Undefined where no pair has relations. References: hripcsak2005, verspoor2013.

    :param types: A distance between types of relations, such as that of a taxonomy.

    >>> import accord
    >>> study = accord.relations.Relations.of(
    ...     [
    ...         ("d", "A", (0, 3), (5, 9), "in"),
    ...         ("d", "A", (5, 9), (12, 14), "of"),
    ...         ("d", "B", (0, 3), (5, 9), "in"),
    ...     ]
    ... )
    >>> round(accord.relations.relation_f1(study).value, 4)
    0.6667
    """
    rules = Shared(**given)
    table = common_relations(study, **given)
    sums = table.totals()
    f1 = f1_of(sums)
    detail = {"pairs": f1_by_coders(study.coders, table, sums), "types": _by_type(study, rules)}
    value = mean_known(f1)
    why = said("undefined.no-relations") if np.isnan(value) else None
    told = {**rules.told, **BY_PAIRS}
    result = Agreement("relation_f1", "F1_rel", 1.0 - value, None, told, study.counts())
    return replace(result, undefined=why, detail=detail)


def common_relations(study: Relations, **given: Any) -> PairSums:
    """The relations of every two coders in every document that both have, and how many each has."""
    rules = Shared(**given)
    near = nearness(study, rules.types)

    def row(pair: _Pair) -> tuple[float, ...]:
        one, other = pair.links
        return common_links(*pair.links, near), len(one), len(other)

    return _found(study, rules, row, 3, mean_over_pairs(f1_of))


@keywords(Rewired)
def corrected_relation_f1(study: Relations, **given: Any) -> Agreement:
    """F1 of relations corrected for chance: what is shared beyond links that go anywhere.

    By chance, a coder has as many relations of each type in the document, and each joins any two
    entities of that coder (with `directed=False` in either direction). What two coders share then
    is known without drawing: of a type of which they have m and n relations, with E and F pairs of
    entities to join, G of them both: m·n·G / (E·F). With `keeps="source"` every relation also
    starts from its own entity and only its target is any; where a document has two entities it can
    then go nowhere else. `types` as in F1; by chance types then count by how near they are, too.

        1 − (1 − F1) / (1 − F1 of rewired relations)

    D_o and D_e are means over pairs of coders. 1 for coders who share all relations, 0 on average
    for coders who link at random. Entities are what coders marked; where a file does not have
    them, what they linked. Undefined where no pair has relations, and where no relation could go
    elsewhere. References: hripcsak2005, verspoor2013.

    :param types: A distance between types of relations, such as that of a taxonomy.

    >>> import accord
    >>> study = accord.relations.Relations.of(
    ...     [
    ...         ("d", "A", (0, 3), (5, 9), "in"),
    ...         ("d", "A", (5, 9), (12, 14), "of"),
    ...         ("d", "B", (0, 3), (5, 9), "in"),
    ...         ("d", "B", (5, 9), (0, 3), "of"),
    ...     ],
    ...     entities=[("d", c, e, "x") for c in "AB" for e in [(0, 3), (5, 9), (12, 14)]],
    ... )
    >>> found = accord.relations.corrected_relation_f1(study)
    >>> round(found.observed, 4), round(found.expected, 4), round(found.value, 4)
    (0.5, 0.8333, 0.4)
    """
    rules = Rewired(**given)
    table = rewired_relations(study, **given)
    sums = table.totals()
    name, symbol = "corrected_relation_f1", "F1_rel corrected"
    result = Agreement(name, symbol, nan, nan, {**rules.told, **BY_PAIRS}, study.counts())
    detail = {"pairs": f1_by_coders(study.coders, table, sums)}
    whys = said("undefined.no-relations"), said("undefined.no-relation-could-go")
    return _beside_chance(replace(result, detail=detail), table, sums, *whys)


def _beside_chance(
    result: Agreement, table: PairSums, sums: FloatArray, nothing: str, certain: str
) -> Agreement:
    """The result with its D_o and D_e; undefined where there is `nothing`, or chance leaves no
    room (`certain`)."""
    observed, expected, _ = table.of(sums[None])[0].tolist() if len(sums) else (nan, nan, nan)
    why = None if expected > 0 else certain
    if not isfinite(observed):
        why = nothing
    return replace(result, observed=observed, expected=expected, undefined=why)


def rewired_relations(study: Relations, **given: Any) -> PairSums:
    """The same as `common_relations`, and what would be common if links went anywhere."""
    rules = Rewired(**given)
    near = nearness(study, rules.types)

    def row(pair: _Pair) -> tuple[float, ...]:
        one, other = pair.links
        shared = common_links(*pair.links, near)
        return shared, len(one), len(other), _by_chance(pair, rules, near)

    return _found(study, rules, row, 4, _beyond)


def _by_chance(pair: _Pair, rules: Rewired, near: Near | None) -> float:
    """How many relations two coders would share, on average, if links went anywhere."""
    both = frozenset.intersection(*pair.entities)

    def places(entities: int) -> int:
        """Where a relation could be; one of an entity to itself only where somebody has one."""
        if rules.sources:
            return entities - (not pair.loops)
        # No entity is joined with itself, unless somebody did so.
        pairs = entities * (entities - 1)
        return (pairs if rules.directed else pairs // 2) + entities * pair.loops

    def kinds(links: Iterable[_Key]) -> Counter[Any]:
        """Of which type relations are, and where they start if that is kept."""
        return Counter((ends[0], kind) if rules.sources else kind for ends, kind in links)

    one, other = map(kinds, pair.links)
    if near is None:  # whole numbers added up: the same sum in any order
        alike: float = sum(n * other[key] for key, n in one.items())
    else:
        alike = near_pairs(one, other, near, directed=rules.sources)
    first, second, shared = (places(len(some)) for some in (*pair.entities, both))
    # Where a coder has nowhere to link there are no links, and nothing is shared.
    return alike * shared / (first * second or 1)


def _beyond(sums: FloatArray) -> FloatArray:
    """D_o, D_e and value from (common, one, other, common by chance) of pairs."""
    scores = f1_of(sums), f1_of(sums[..., [3, 1, 2]])
    observed, expected = (
        np.array([1.0 - mean_known(row) for row in score.reshape(len(sums), -1)])
        for score in scores
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(expected > 0, 1.0 - observed / expected, nan)
    return np.stack([observed, expected, value], axis=1)


@keywords(RelationRules)
def entity_f1(study: Relations, **given: Any) -> Agreement:
    """F1 of the entities that relations could join, whatever the relations.

    An entity is found if the other coder has one at the same place, and with `typed` of the same
    type; one with two types counts twice. With `relation_f1(study, shared=True)` beside it one
    sees where agreement is lost: in what was marked, or in what was linked. Not corrected for
    chance; the mean over pairs of coders. Undefined where no pair has entities.
    References: hripcsak2005.

    >>> import accord
    >>> study = accord.relations.Relations.of(
    ...     [("d", "A", (0, 3), (5, 9), "in"), ("d", "B", (0, 3), (5, 8), "in")]
    ... )
    >>> (
    ...     accord.relations.entity_f1(study).value,
    ...     accord.relations.entity_f1(study, arguments="overlap").value,
    ... )
    (0.5, 1.0)
    """
    rules = RelationRules(**given)
    table = common_entities(study, **given)
    sums = table.totals()
    value = mean_known(f1_of(sums))
    why = said("undefined.no-two-coders-saw-document-one")
    told = {key: rule for key, rule in rules.told.items() if key != "directed"}
    told |= BY_PAIRS
    result = Agreement("entity_f1", "F1_ent", 1.0 - value, None, told, study.counts())
    detail = {"pairs": f1_by_coders(study.coders, table, sums)}
    return replace(result, undefined=why if np.isnan(value) else None, detail=detail)


def common_entities(study: Relations, **given: Any) -> PairSums:
    """The entities of every two coders in every document that both have, and how many each has."""
    rules = RelationRules(**given)

    def found() -> Iterator[tuple[int, int, int, tuple[float, ...]]]:
        for at, part, i, j in both_saw(study):
            names = names_of(part, (i, j), rules.arguments)
            one, other = (
                {
                    (name[entity], kind)
                    for entity, types in part.entities[c]
                    # An entity without a type is one all the same.
                    for kind in (types or ("",) if rules.typed else ("",))
                }
                for c, name in zip((i, j), names, strict=True)
            )
            yield at, i, j, (len(one & other), len(one), len(other))

    return PairSums.found(len(study.documents), found(), 3, mean_over_pairs(f1_of))


@keywords(InWindow)
def relation_kappa(study: Relations, **given: Any) -> Agreement:
    """κ over candidate pairs: every two entities that both coders have, linked or not.

    Items are all ordered pairs of entities of a document within the `window` ("document": all of
    them; "sentence": in the same one; a number: with at most that many characters or tokens between
    them), with `directed=False` unordered ones; the label is the set of types of the relations from
    one to the other, or none. Entities are those that both coders have: agreement on relations
    given entities. By chance, each coder links candidates of the document at random, as often as
    they did. D_o and D_e are means over documents, which count by their candidates, and over pairs
    of coders; what was linked beyond the window is left out (`detail["outside"]`).

    Undefined where there are no candidates or nobody linked one. References: cohen1960,
    verspoor2013.

    >>> import accord
    >>> study = accord.relations.Relations.of(
    ...     [
    ...         ("d", "A", (0, 3), (5, 9), "in"),
    ...         ("d", "A", (5, 9), (12, 14), "of"),
    ...         ("d", "B", (0, 3), (5, 9), "in"),
    ...         ("d", "B", (5, 9), (0, 3), "of"),
    ...     ],
    ...     entities=[("d", c, e, "x") for c in "AB" for e in [(0, 3), (5, 9), (12, 14)]],
    ... )
    >>> found = accord.relations.relation_kappa(study)
    >>> round(found.observed, 4), round(found.expected, 4), round(found.value, 4)
    (0.3333, 0.5, 0.3333)
    """
    rules = InWindow(**given)
    table = candidate_relations(study, **given)
    sums = table.totals()
    detail = {"candidates": float(sums[:, 0].sum()), "outside": float(sums[:, 3].sum())}
    result = Agreement("relation_kappa", "κ_rel", nan, nan, rules.told, study.counts())
    whys = said("undefined.no-two-entities-within"), said("undefined.every-coder-has-same")
    return _beside_chance(replace(result, detail=detail), table, sums, *whys)


def candidate_relations(study: Relations, **given: Any) -> PairSums:
    """The candidates of every two coders in every document, how many of them they label
    differently, how many they would by chance, and how many links are outside."""
    rules = InWindow(**given)

    def found() -> Iterator[tuple[int, int, int, tuple[float, ...]]]:
        for at, part, i, j in both_saw(study):
            pair = _pair(part, i, j, rules)
            both = frozenset.intersection(*pair.entities)
            places = places_of(part, i, rules.arguments, both)
            near = candidates(places, part, rules.window)
            number = near.number(directed=rules.directed, loops=pair.loops)
            labels: list[dict[Any, frozenset[str]]] = []
            outside = 0
            for links in pair.links:
                mine: dict[Any, set[str]] = {}
                for ends, kind in links:
                    both_ends = (*ends, *ends)[:2]  # without a direction, a loop has one
                    if near(*both_ends):
                        mine.setdefault(ends, set()).add(kind)
                    else:
                        outside += 1
                labels.append({ends: frozenset(kinds) for ends, kinds in mine.items()})
            yield at, i, j, (number, *apart(labels, number), outside)

    return PairSums.found(len(study.documents), found(), 4, of_candidates)


def both_saw(study: Relations) -> Iterator[tuple[int, Linked, int, int]]:
    """Every document with every two coders who saw it."""
    for at, part in enumerate(study.documents):
        for i, j in combinations(np.flatnonzero(part.seen).tolist(), 2):
            yield at, part, i, j


def compared_links(study: Relations, **given: Any) -> Iterator[_Pair]:
    """What every two coders have in every document that both saw, types and all."""
    rules = replace(Shared(**given), typed=True)
    for _, part, i, j in both_saw(study):
        yield _pair(part, i, j, rules, shared=rules.shared)


def _found(
    study: Relations,
    rules: Shared,
    row: Callable[[_Pair], tuple[float, ...]],
    columns: int,
    of: Callable[[FloatArray], FloatArray],
) -> PairSums:
    pairs = (
        (at, i, j, row(_pair(part, i, j, rules, shared=rules.shared)))
        for at, part, i, j in both_saw(study)
    )
    return PairSums.found(len(study.documents), pairs, columns, of)


def _pair(part: Linked, i: int, j: int, rules: RelationRules, *, shared: bool = False) -> _Pair:
    names = names_of(part, (i, j), rules.arguments)
    entities = [frozenset(name.values()) for name in names]
    links = []
    for c, name in zip((i, j), names, strict=True):
        found: set[_Key] = set()
        for link in part.links[c]:
            source, target = name[link.source], name[link.target]
            # A set forgets which end is which; a loop is a set of one.
            ends: Any = (source, target) if rules.directed else frozenset((source, target))
            found.add((ends, link.type if rules.typed else ""))
        links.append(found)
    if shared:
        # What one coder did not mark the other could not link.
        both = entities[0] & entities[1]
        entities = [both, both]
        links = [{key for key in found if both.issuperset(key[0])} for found in links]
    loops = any(len(set(ends)) == 1 for found in links for ends, _ in found)
    return _Pair((entities[0], entities[1]), (frozenset(links[0]), frozenset(links[1])), loops)


def _by_type(study: Relations, rules: Shared) -> dict[str, dict[str, float]]:
    """Common, of one and of the other, over all pairs of coders, for each type of relation."""
    if not rules.typed:
        return {}
    found: dict[str, list[int]] = {}
    for _, part, i, j in both_saw(study):
        one, other = _pair(part, i, j, rules, shared=rules.shared).links
        for at, links in enumerate((one & other, one, other)):
            for _, kind in links:
                found.setdefault(kind, [0, 0, 0])[at] += 1
    return {
        kind: {"common": common, "first": one, "second": other, "f1": 2 * common / (one + other)}
        for kind, (common, one, other) in sorted(found.items())
    }
