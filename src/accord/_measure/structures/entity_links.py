"""α of relations: every entity is an item, its label the set of what it is linked to.

    entity  Ann   links of A {(works for, Acme)}    of B {(works for, Acme), (lives in, Rome)}

Chance keeps how many links of each type an entity has, from documents with about as many entities,
and leaves their targets to chance (`random_members`). Labels drawn as they are may hold the entity
at hand, to which its own links never lead: coders who guess then score up to .34 where documents
have few entities (`chance="document"`).
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import fsum, nan
from typing import Annotated, Any, Literal, NamedTuple, get_args

import numpy as np

from accord._measure.by_document import ByDocument, RatioOfDocuments
from accord._measure.cube import coefficients as coding
from accord._measure.cube.within import within
from accord._measure.distances.distance import Distance, distance as as_distance
from accord._measure.random_members import (
    CodedMembers,
    MembersAtRandom,
    MetMembers,
    Profile,
    about_as_many,
    formula_of,
)
from accord._measure.sampling_settings import Seed
from accord._measure.structures.arguments import names_of
from accord._measure.structures.relation_measures import RelationRules
from accord.errors import Setting, UnknownNameError
from accord.kinds.canonical import order_of_items
from accord.kinds.labels.tabular import codings
from accord.kinds.relations.parts import Linked
from accord.kinds.relations.study import Relations
from accord.model.agreement import Agreement
from accord.model.keywords import keywords
from accord.model.names import FloatArray, IntArray, Names
from accord.words.said import said

_ChanceRule = Literal["members", "document"]
_CHANCES: tuple[_ChanceRule, ...] = get_args(_ChanceRule)
_DRAWS = 20
"""How often chance is drawn for each entity of two coders, where it is not exact."""

_Label = frozenset[tuple[str, Hashable]]
"""Type and target of an entity's links."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Linking(RelationRules):
    """The keywords of α of relations."""

    distance: Any = "masi"
    chance: Annotated[
        _ChanceRule,
        "Chance on links: members (as many links, to any entities), or the links of any entity of "
        "the document as they are.",
    ] = "members"
    rng: Seed = 0

    def __post_init__(self) -> None:
        RelationRules.__post_init__(self)
        if self.chance not in _CHANCES:
            raise UnknownNameError.of("idea of chance", self.chance, _CHANCES)

    @property
    def told(self) -> dict[str, Any]:
        """For signatures; the distance and the seed are said elsewhere."""
        told = RelationRules.told.fget(self)  # type: ignore[attr-defined]
        return {key: told[key] for key in ("arguments", "typed", "directed", "chance")}


@keywords(Linking)
def relation_alpha(study: Relations, **given: Any) -> Agreement:
    """α of what entities are linked to: each entity is an item, its label a set of links.

    The label of an entity is the set of (type, target) of its relations, empty where it has none;
    with `directed=False` also of those that lead to it. Entities that fewer than two coders
    have are left out: agreement on relations given entities, of any number of coders. Chance: how
    many links of each type two labels have comes from documents with about as many entities, never
    from one coder in one document twice; their targets are any entities. That is exact for set
    distances (MASI, jaccard …) and drawn for others. chance="document" draws two labels of the
    same document as they are.

    Undefined where no two coders have an entity, or D_e = 0. References: passonneau2004,
    passonneau2006, krippendorff2004.

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
    >>> found = accord.relations.relation_alpha(study)
    >>> round(found.observed, 4), round(found.expected, 4), round(found.value, 4)
    (0.3333, 0.7778, 0.5714)
    """
    rules = Linking(**given)
    documents = [_labelled(part, rules) for part in study.documents]
    items = sum(len(document.items) for document in documents)
    if rules.chance == "document":
        result = _as_they_are(documents, rules)
    else:
        result = _members(study, documents, rules)
    if not items:
        why = said("undefined.no-two-coders-have", setting=Setting("arguments", "overlap"))
        result = replace(result, observed=nan, expected=nan, undefined=why)
    settings = {"d": str(as_distance(rules.distance)), "missing": "pairable", **rules.told}
    return replace(
        result,
        settings={**settings, **result.settings},
        counts={**study.counts(), **({"m": items} if items else {})},
    )


class _Document(NamedTuple):
    """The entities that each coder has, whether one may be linked to itself, the links of those
    entities that two coders have, and these entities."""

    entities: Mapping[int, frozenset[Hashable]]
    loops: bool
    labels: Mapping[int, Mapping[Hashable, _Label]]
    items: Mapping[Hashable, int]

    def others(self, *coders: int) -> int:
        """How many entities a label of each of these coders could hold."""
        shared = frozenset.intersection(*(self.entities[c] for c in coders))
        return len(shared) - (not self.loops)

    def weight(self, item: Hashable) -> float:
        """How much a pair of codings of an entity counts: it counts by its codings in all."""
        # n codings have n(n − 1)/2 pairs, which together count n.
        return 2 / (self.items[item] - 1)


def _labelled(part: Linked, rules: Linking) -> _Document:
    who = np.flatnonzero(part.seen).tolist()
    names = dict(zip(who, names_of(part, who, rules.arguments), strict=True))
    times = Counter(name for mine in names.values() for name in set(mine.values()))
    found: dict[int, dict[Hashable, _Label]] = {}
    loops = False
    for c, name in names.items():
        labels: dict[Hashable, set[tuple[str, Hashable]]] = {one: set() for one in name.values()}
        for link in part.links[c]:
            source, target = name[link.source], name[link.target]
            kind = link.type if rules.typed else ""
            loops = loops or source == target
            labels[source].add((kind, target))
            if not rules.directed:
                labels[target].add((kind, source))
        # An entity that one coder has alone cannot be labelled by two.
        found[c] = {one: frozenset(label) for one, label in labels.items() if times[one] > 1}
    entities = {c: frozenset(name.values()) for c, name in names.items()}
    return _Document(entities, loops, found, {one: n for one, n in times.items() if n > 1})


def _as_they_are(documents: Sequence[_Document], rules: Linking) -> Agreement:
    """Two labels of the same document, whatever the entity."""
    some = [
        (
            at,
            codings(
                [(one, c, label) for c, mine in d.labels.items() for one, label in mine.items()]
            ),
        )
        for at, d in enumerate(documents)
        if d.items
    ]
    empty = Agreement("relation_alpha", "α_rel", nan, nan, {}, {})
    if not some:
        return empty
    found = within(some, lambda _, part: coding.alpha(part, distance=rules.distance))
    rows = np.zeros((len(documents), 3))
    for at, known in found.known.items():
        rows[at] = known  # type: ignore[call-overload]
    return replace(found.agreement(empty), detail={"documents": rows})


def _members(study: Relations, documents: Sequence[_Document], rules: Linking) -> Agreement:
    table = _by_members(study, documents, rules)
    observed, expected, value = table.parts(np.ones((1, len(documents))))[0].tolist()
    why = said("undefined.links-leave-no-chance") if np.isnan(value) else None
    drawn = formula_of(as_distance(rules.distance)) is None
    told = {"draws": _DRAWS, "rng": rules.rng} if drawn else {}
    return Agreement("relation_alpha", "α_rel", observed, expected, told, {}, undefined=why)


def links_of_documents(study: Relations, **given: Any) -> ByDocument:
    """α of relations as a function of how often each document counts."""
    rules = Linking(**given)
    documents = [_labelled(part, rules) for part in study.documents]
    if rules.chance == "members":
        return _by_members(study, documents, rules)
    rows = _as_they_are(documents, rules).detail.get("documents", np.zeros((len(documents), 3)))

    def again(coders: Sequence[int] | IntArray) -> ByDocument:
        return links_of_documents(study.only(coders), **given)

    return RatioOfDocuments(rows, again)


def _by_members(study: Relations, documents: Sequence[_Document], rules: Linking) -> ByDocument:
    types = sorted(
        {k for d in documents for mine in d.labels.values() for x in mine.values() for k, _ in x}
    )

    def again(coders: Sequence[int] | IntArray) -> ByDocument:
        some = study.only(coders)
        return _by_members(some, [_labelled(part, rules) for part in some.documents], rules)

    def profile(label: _Label) -> Profile:
        sizes = Counter(kind for kind, _ in label)
        # Without any link in the study all labels are empty, and have one size.
        return tuple(sizes[kind] for kind in types) or (0,)

    coded = [
        CodedMembers(
            at,
            c,
            document.others(c),
            {key: float(n) for key, n in Counter(map(profile, mine.values())).items()},
        )
        for at, document in enumerate(documents)
        for c, mine in document.labels.items()
        if mine
    ]
    d = as_distance(rules.distance)
    formula = formula_of(d)
    if formula is None:
        return RatioOfDocuments(_drawn(study, documents, coded, types, d, rules.rng), again)
    met = []
    for at, document in enumerate(documents):
        for i, j in combinations(document.labels, 2):
            one, other = document.labels[i], document.labels[j]
            both = [item for item in one if item in other]
            if both:
                sizes = [(len(one[x] & other[x]), len(one[x]), len(other[x])) for x in both]
                far = formula(*np.array(sizes, dtype=np.float64).T)
                weights = np.array([document.weight(x) for x in both])
                total = fsum(weights), fsum(weights * far)
                met.append(MetMembers(at, i, j, document.others(i, j), *total))
    return MembersAtRandom(len(documents), coded, met, formula, "drawn", again)


def _drawn(
    study: Relations,
    documents: Sequence[_Document],
    coded: Sequence[CodedMembers],
    types: Sequence[str],
    distance: Distance,
    rng: Any,
) -> FloatArray:
    """Weight, weighed D_o and weighed D_e of each document, the links of chance drawn."""
    seed = rng if isinstance(rng, int) else int(rng.integers(2**62))
    # What is drawn must not change with the order of documents and coders.
    place, coders = (np.argsort(order).tolist() for order in order_of_items(study))
    ordered = sorted(coded, key=lambda one: (place[one.document], coders[one.coder]))
    rows = np.zeros((len(documents), 3))
    for at, document in enumerate(documents):
        draw = np.random.default_rng([seed, place[at]])
        weights, pairs, chance = [], [], []
        for i, j in combinations(sorted(document.labels, key=lambda c: coders[c]), 2):
            pools = [
                [x for x in ordered if about_as_many(x.others, document.others(c))] for c in (i, j)
            ]
            for item in [x for x in document.labels[i] if x in document.labels[j]]:
                pairs.append((document.labels[i][item], document.labels[j][item]))
                weights.append(document.weight(item))
                for _ in range(_DRAWS):
                    sizes = _two(pools, draw)
                    chance.append(
                        tuple(
                            _links(document, c, item, size, types, draw)
                            for c, size in zip((i, j), sizes, strict=True)
                        )
                    )
        labels = Names(dict.fromkeys(label for two in (*pairs, *chance) for label in two))
        if len(labels):
            metric = distance.fit(labels, np.ones(len(labels)), False)
            observed, expected = (
                metric.between(*np.array([[labels.index(x) for x in two] for two in some]).T)
                for some in (pairs, chance)
            )
            w = np.array(weights)
            rows[at] = w.sum(), w @ observed, np.repeat(w / _DRAWS, _DRAWS) @ expected
    return rows


def _two(pools: Sequence[Sequence[CodedMembers]], draw: np.random.Generator) -> list[Profile]:
    """How many links two labels have, not both of one coder in one document."""
    while True:
        found = []
        for pool in pools:
            sizes = np.array([sum(one.labels.values()) for one in pool])
            one = pool[int(draw.choice(len(pool), p=sizes / sizes.sum()))]
            profiles = sorted(one.labels)
            often = np.array([one.labels[key] for key in profiles])
            at = int(draw.choice(len(profiles), p=often / often.sum()))
            found.append((one[:2], profiles[at]))
        if found[0][0] != found[1][0]:
            return [profile for _, profile in found]


def _links(
    document: _Document,
    coder: int,
    item: Hashable,
    profile: Profile,
    types: Sequence[str],
    draw: np.random.Generator,
) -> _Label:
    """So many links of each type to any entities of a coder."""
    # A set has no order, and what is drawn for one seed must be the same in every run.
    others = sorted((x for x in document.entities[coder] if document.loops or x != item), key=repr)
    found = set()
    for kind, size in zip(types, profile, strict=False):
        chosen = draw.permutation(len(others))[: min(size, len(others))]
        found |= {(kind, others[at]) for at in chosen.tolist()}
    return frozenset(found)
