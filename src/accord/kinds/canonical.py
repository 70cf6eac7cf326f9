"""Studies in an order that comes from what was annotated, not from names or the order of rows.

Random draws go by position. With the same seed they must not change when rows are shuffled, when
columns change places, or when coders and categories get other names: so studies are put into one
order before anything is drawn. `kinds/labels/patterns.py` has the colours that give it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypeVar, cast

import numpy as np

from accord.kinds.boundaries.study import Segmentations
from accord.kinds.chains.study import Partitions
from accord.kinds.dimensions.study import Dimensions
from accord.kinds.graphs.parts import Graph
from accord.kinds.graphs.study import Graphs
from accord.kinds.labels.patterns import Colours, by_colour, mixed, refined, told_apart
from accord.kinds.labels.study import Codings
from accord.kinds.regions.study import Regions
from accord.kinds.relations.study import Relations
from accord.kinds.spans.parts import Continuum
from accord.kinds.spans.study import Unitizings
from accord.kinds.trees.parts import Tree
from accord.kinds.trees.study import Trees
from accord.model.names import FloatArray, IntArray
from accord.model.study import Study


def order_of_codings(
    study: Codings, times: FloatArray | None = None, cluster: IntArray | None = None
) -> tuple[IntArray, IntArray, IntArray]:
    """Items, coders and categories, by position, in such an order; `times` is how many items each
    item stands for, `cluster` what each belongs to (items alike in two documents are not alike)."""
    sizes = [len(study.items), len(study.coders), len(study.categories)]
    coder = np.zeros(len(study), np.int32) if study.coder is None else study.coder
    ends = [study.item, coder, study.category]
    category = 2
    if cluster is not None:
        ends.append(cluster[study.item])
        sizes.append(int(cluster.max(initial=-1)) + 1)
    shapes = _shapes(study) if isinstance(study, (Trees, Graphs)) else None
    if shapes is not None:  # what they are like, whatever their labels are called, comes last
        ends, sizes = [*ends[:2], *ends[3:], ends[2]], [*sizes[:2], *sizes[3:], sizes[2]]
        category = len(ends) - 1
    found = told_apart(ends, sizes, 1 if times is None else times[study.item], shapes)
    return found[0], found[1], found[category]


def _shapes(study: Codings) -> Colours:
    """What tells trees and graphs apart: their nodes, and which of their labels are the same; of
    graphs, whose nodes have no order but that of their labels, how many of each there are."""
    found = []
    for one in study.categories:
        if isinstance(one, Graph):
            often = Counter(one.concepts), Counter(relation for _, relation, _ in one.edges)
            sizes = tuple(tuple(sorted(counts.values())) for counts in often)
            found.append(hash((sizes, len(one.attributes), one.top >= 0)) & (2**63 - 1))
            continue
        nodes = cast(Tree, one).nodes()
        known: dict[str, int] = {}
        same = tuple(known.setdefault(label, len(known)) for label in nodes.labels)
        found.append(hash((nodes.left, same)) & (2**63 - 1))
    return mixed(np.array(found, dtype=np.uint64))


def canonical(
    study: Codings, times: FloatArray | None = None, cluster: IntArray | None = None
) -> tuple[Codings, IntArray, IntArray]:
    """The same codings in that order, and which items and coders (by position) now stand where.

    Categories that have an order of their own, numbers and declared ones, keep it.
    """
    items, coders, categories = order_of_codings(study, times, cluster)
    made = study.take(items)
    if study.coder is not None:
        made = made.only(coders)
    if not study.declared and study.categories.numbers() is None:
        rank = np.empty(len(categories), dtype=study.category.dtype)
        rank[categories] = np.arange(len(categories))
        named = study.categories.take(categories)
        made = replace(made, categories=named, category=rank[made.category])
    return made, items, coders


def as_they_come(cluster: IntArray) -> IntArray:
    """Clusters numbered by the first item of each."""
    _, first, code = np.unique(cluster, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[code.reshape(-1)])


def order_of_items(study: Study) -> tuple[IntArray, IntArray]:
    """Items (documents) and coders of any study, by position, in such an order."""
    if isinstance(study, Codings):
        return order_of_codings(study)[:2]
    if isinstance(study, Unitizings):
        return order_of_units(study)[:2]
    ways: dict[type, Callable[[Any], tuple[IntArray, IntArray]]] = {
        Segmentations: _order_of_boundaries,
        Partitions: _order_of_chains,
        Dimensions: _order_of_dimensions,
        Relations: _order_of_relations,
        Regions: _order_of_regions,
    }
    if type(study) in ways:
        return ways[type(study)](study)
    return np.arange(len(study.items)), np.arange(len(study.coders))


Kind = TypeVar("Kind", bound=Study)


def in_canonical_order(study: Kind) -> Kind:
    """The study with items, coders (and categories without an order) in such an order."""
    if isinstance(study, Codings):
        return cast(Kind, canonical(study)[0])
    if isinstance(study, Unitizings):
        return cast(Kind, _units_in_order(study))
    items, coders = order_of_items(study)
    return study.take(items).only(coders)


def order_of_both(one: Study, two: Study, of_one: IntArray, of_two: IntArray) -> IntArray:
    """The units of two studies, by number, in such an order; `of_one` and `of_two` have the unit
    of each item. What a unit is like in either study tells it apart."""
    number = int(max(of_one.max(initial=-1), of_two.max(initial=-1))) + 1
    if not (isinstance(one, Codings) and isinstance(two, Codings)):
        ranks = [np.full(number, number) for _ in range(2)]
        for study, of, rank in ((one, of_one, ranks[0]), (two, of_two, ranks[1])):
            np.minimum.at(rank, of, np.argsort(order_of_items(study)[0]))
        return np.asarray(np.lexsort(ranks[::-1]))
    parts = [(one, of_one), (two, of_two)]
    ends = [
        [of[study.item] for study, of in parts],
        [study.item for study, _ in parts],
        [
            np.zeros(len(study), np.int32) if study.coder is None else study.coder
            for study in (one, two)
        ],
        [study.category for study, _ in parts],
    ]
    sizes = [(len(s.items), max(len(s.coders), 1), len(s.categories)) for s in (one, two)]
    joined = [np.concatenate(ends[0])]
    joined += [
        np.concatenate([a, b + first]) for (a, b), first in zip(ends[1:], sizes[0], strict=True)
    ]
    side = mixed(np.repeat([0, 1], [sizes[0][2], sizes[1][2]]))
    return told_apart(joined, [number, *np.sum(sizes, axis=0).tolist()], 1, side)[0]


def _order_of_relations(study: Relations) -> tuple[IntArray, IntArray]:
    """By which entities are linked, document by document."""
    linked = [
        [sorted((str(a), str(b)) for a, b, _ in links) for links in document.links]
        for document in study.documents
    ]
    items = sorted(range(len(linked)), key=lambda d: sorted(linked[d]))
    coders = sorted(range(len(study.coders)), key=lambda c: [linked[d][c] for d in items])
    return np.array(items, dtype=np.intp), np.array(coders, dtype=np.intp)


def _order_of_regions(study: Regions) -> tuple[IntArray, IntArray]:
    """By where something was marked, image by image."""
    marked = [
        [[repr(one.shape) for one in regions] for regions in picture.regions]
        for picture in study.documents
    ]
    items = sorted(range(len(marked)), key=lambda d: sorted(marked[d]))
    coders = sorted(range(len(study.coders)), key=lambda c: [marked[d][c] for d in items])
    return np.array(items, dtype=np.intp), np.array(coders, dtype=np.intp)


def _units_in_order(study: Unitizings) -> Unitizings:
    items, coders, categories = order_of_units(study)
    made = study.take(items).only(coders)
    if study.declared or study.categories.numbers() is not None:
        return made
    rank, names = np.argsort(categories), study.categories.take(categories)
    continua = []
    for one in made.continua:
        category = rank[one.category]
        order = np.lexsort((category, one.stop, one.start, one.coder))
        continua.append(
            replace(
                one,
                categories=names,
                coder=one.coder[order],
                start=one.start[order],
                stop=one.stop[order],
                category=category[order].astype(one.category.dtype),
            )
        )
    return replace(made, continua=tuple(continua), categories=names)


def order_of_units(study: Unitizings) -> tuple[IntArray, IntArray, IntArray]:
    """Documents, coders and categories; places count by their rank in the document, and only
    where that ties by where they are, so that neither origin nor scale matters."""
    continua, n = study.continua, len(study.continua)
    where = np.repeat(np.arange(n), np.array([len(c) for c in continua], dtype=np.int64))
    saw = np.array([c.seen for c in continua], dtype=bool).reshape(n, len(study.coders)).nonzero()
    ends = [
        np.concatenate([where, saw[0]]),
        np.concatenate([*(c.coder for c in continua), saw[1]]),
        np.concatenate(
            [*(c.category for c in continua), np.full(len(saw[0]), len(study.categories))]
        ),
        np.concatenate([np.arange(len(where)), np.full(len(saw[0]), -1)]),
    ]
    rank = _ranks(continua)
    ranks = np.append(rank[0] * np.uint64(1_000_003) + rank[1], np.uint64(0))
    number = n, len(study.coders), len(study.categories)
    sizes = n + 1, len(study.coders) + 1, len(study.categories) + 2
    first = refined(ends, [*(np.zeros(m, np.uint64) for m in sizes), ranks])
    known = [colours[:m] for colours, m in zip(first, number, strict=False)]
    if all(len(np.unique(colours)) == len(colours) for colours in known):  # nothing ties
        return by_colour(known[0]), by_colour(known[1]), by_colour(known[2])
    longest = max((c.length for c in continua), default=1.0) or 1.0
    lengths = np.array([round(1e6 * c.length / longest) for c in continua] + [0], np.int64)
    near = [
        np.rint(1e6 * np.concatenate([np.zeros(0), *each]) / longest).astype(np.int64)
        for each in ([c.start - c.begin for c in continua], [c.stop - c.begin for c in continua])
    ]
    exact = np.append(mixed(near[0]) + near[1].view(np.uint64), np.uint64(0))
    apart = [first[0] ^ mixed(lengths), first[1], first[2], first[3] ^ exact]
    second = refined(ends, apart)
    named = [second[0], second[1], second[2] ^ mixed(np.arange(sizes[2]))]
    third = refined(ends, [*named, second[3]])
    found = [
        by_colour(a[:m], b[:m], c[:m])
        for a, b, c, m in zip(first, second, third, number, strict=False)
    ]
    return found[0], found[1], found[2]


def _ranks(continua: Sequence[Continuum]) -> tuple[Colours, Colours]:
    """The ranks of begin and end of each unit among the different places of its document."""
    sizes = np.array([len(c) for c in continua], dtype=np.int64)
    ends = 2 * np.cumsum(sizes)
    place = np.concatenate([np.zeros(0), *(x for c in continua for x in (c.start, c.stop))])
    rank = np.empty(len(place), dtype=np.uint64)
    for low, high in pairwise([0, *ends.tolist()]):
        here = place[low:high]
        order = here.argsort(kind="stable")  # begins, and mostly ends, of each coder are in order
        there = here[order]
        new = np.zeros(high - low, dtype=np.uint64)
        np.not_equal(there[1:], there[:-1], out=new[1:], casting="unsafe")
        rank[low:high][order] = new.cumsum()
    begin = np.arange(len(place) // 2) + np.repeat(np.cumsum(sizes) - sizes, sizes)
    return rank[begin], rank[begin + np.repeat(sizes, sizes)]


def _order_of_boundaries(study: Segmentations) -> tuple[IntArray, IntArray]:
    sizes = len(study.documents), len(study.coders), len(study.types) + 1
    rows = [np.zeros((0, 4), np.int64)]
    for d, one in enumerate(study.documents):
        seen = np.flatnonzero(one.seen)
        marked = [np.full(len(one), d), one.coder, one.type, one.place]
        saw = [np.full(len(seen), d), seen, np.full(len(seen), sizes[2] - 1), np.zeros(len(seen))]
        rows += [np.stack(part, axis=1).astype(np.int64) for part in (marked, saw)]
    table = np.concatenate(rows)
    lengths = np.array([one.length for one in study.documents], np.int64)
    colours = [mixed(lengths), np.zeros(sizes[1], np.uint64), np.zeros(sizes[2], np.uint64)]
    places = mixed(np.arange(int(table[:, 3].max(initial=0)) + 1))
    plain = refined([*table.T], [*colours, places])
    typed = refined([*table.T], [*plain[:2], plain[2] ^ mixed(np.arange(sizes[2])), plain[3]])
    return by_colour(plain[0], typed[0]), by_colour(plain[1], typed[1])


def _order_of_chains(study: Partitions) -> tuple[IntArray, IntArray]:
    rows = [np.zeros((0, 4), np.int64)]
    mentions, chains = 0, 0
    places = [np.zeros(0, np.int64)]
    for d, one in enumerate(study.documents):
        for c in np.flatnonzero(one.seen).tolist():
            chain = one.chain[c]
            marked = np.flatnonzero(chain >= 0)
            part = [np.full(len(marked), d), np.full(len(marked), c), mentions + marked]
            rows.append(np.stack([*part, chains + chain[marked]], axis=1).astype(np.int64))
            chains += int(chain.max(initial=-1)) + 1
        places.append(np.arange(len(one)) + 1 if one.ordered else np.zeros(len(one), np.int64))
        mentions += len(one)
    table = np.concatenate(rows)
    sizes = len(study.documents), len(study.coders)
    seen = np.array([one.seen.sum() * 1000 + len(one) for one in study.documents], np.int64)
    colours = [mixed(seen), np.zeros(sizes[1], np.uint64), mixed(np.concatenate(places))]
    found = refined([*table.T], [*colours, np.zeros(max(chains, 1), np.uint64)])
    return by_colour(found[0]), by_colour(found[1])


def _order_of_dimensions(study: Dimensions) -> tuple[IntArray, IntArray]:
    parts = [study.seen, *(study[name] for name in study.names)]
    item = np.concatenate([part.item for part in parts])
    coder = np.concatenate([part.who() for part in parts])
    before = np.cumsum([0, *(len(part.categories) for part in parts)])
    category = np.concatenate(
        [part.category.astype(np.int64) + at for part, at in zip(parts, before, strict=False)]
    )
    sizes = len(study.items), len(study.coders), int(before[-1])
    colours = [np.zeros(max(n, 1), np.uint64) for n in sizes]
    found = refined([item, coder, category], colours)
    return by_colour(found[0])[: sizes[0]], by_colour(found[1])[: sizes[1]]
