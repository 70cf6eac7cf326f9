"""The Corpus Shuffling Tool: coders derived from a reference who make mistakes.

    reference  →  mistakes of a kind, at a magnitude from 0 to 1  →  a study of several coders

The reference is never among the coders. Coders are independent but for items that are hard
for everybody. The same seed gives the same study.
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from accord.errors import DataError, NotApplicableError, UnknownNameError
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.chains.study import Partitions
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.kinds.regions.geometry import bounds
from accord.kinds.regions.parts import Picture
from accord.kinds.regions.study import Regions
from accord.kinds.relations.study import Relations
from accord.kinds.spans.study import Unitizings
from accord.kinds.trees.parts import Dependencies
from accord.kinds.trees.study import Trees
from accord.model.names import FloatArray, Names
from accord.model.study import Study
from accord.simulate import (
    boundary_errors,
    chain_errors,
    label_errors,
    region_errors,
    relation_errors,
    tree_errors,
    unit_errors,
)
from accord.simulate.label_errors import Truth
from accord.simulate.references import reference_of
from accord.simulate.unit_errors import Marks


@dataclass(frozen=True, slots=True)
class Mistake:
    """A kind of mistake: the studies it is made in, what happens, and in which order."""

    name: str
    kind: str
    apply: Callable[..., Any]
    title: str
    confuses: bool = False


_TITLES: dict[str, dict[Callable[..., Any], str]] = {
    "unitizings": {
        unit_errors.position: "boundaries of units move",
        unit_errors.position_apart: "boundaries of units move, units never overlap",
        unit_errors.category: "categories are confused",
        unit_errors.false_negatives: "units are missed",
        unit_errors.false_positives: "units are added",
        unit_errors.false_positives_apart: "units are added in gaps",
        unit_errors.splits: "units are split",
    },
    "codings": {
        label_errors.noise: "categories are confused",
        label_errors.bias: "coders prefer a category",
        label_errors.hard_items: "some items are coded at random by everybody",
        label_errors.learnable: "mistakes that can be learned",
    },
    "segmentations": {
        boundary_errors.shift: "boundaries move",
        boundary_errors.miss: "boundaries are missed",
        boundary_errors.add: "boundaries are added",
    },
    "partitions": {
        chain_errors.missed_mentions: "mentions are missed",
        chain_errors.split_chains: "chains are split",
        chain_errors.merged_chains: "chains are merged",
    },
    "relations": {
        relation_errors.drop_relations: "relations are missed",
        relation_errors.retarget_relations: "relations go elsewhere",
        relation_errors.rewire_relations: "relations join any two entities",
        relation_errors.relabel_relations: "types of relations are confused",
    },
    "regions": {
        region_errors.jitter_regions: "sides of regions move",
        region_errors.move_regions: "regions are anywhere in the image",
        region_errors.drop_regions: "regions are missed",
        region_errors.relabel_regions: "categories of regions are confused",
    },
    "trees": {
        tree_errors.move_subtrees: "subtrees are hung elsewhere",
        tree_errors.relabel_arcs: "relations of tokens are confused",
    },
}
_CONFUSING = (unit_errors.category, label_errors.noise)

MISTAKES: dict[str, Mistake] = {
    make.__name__: Mistake(make.__name__, kind, make, title, make in _CONFUSING)
    for kind, titles in _TITLES.items()
    for make, title in titles.items()
}
"""All kinds of mistakes by name."""


def shuffle(
    reference: Study,
    mistakes: Mapping[str, float],
    *,
    coders: int = 3,
    confusion: npt.ArrayLike | None = None,
    rng: int | np.random.Generator = 0,
) -> Study:
    """Coders who make these mistakes, each at its magnitude, in the order given.

    `reference` is a study with one coder (`reference_of` takes one out of a study; the models
    draw one). `confusion` says which categories are taken for one another first: rows of
    relative frequencies. Mistakes: see `MISTAKES`.

    :param reference: A study with one coder.
    :param mistakes: Mistake → magnitude.
    :param coders: How many coders.
    :param confusion: Which categories are taken for one another first.
    :param rng: The seed, or a NumPy generator.

    >>> import accord
    >>> perfect = accord.simulate.shuffle(
    ...     accord.from_coders({"R": "xxyyz"}), {"noise": 0}, coders=2
    ... )
    >>> perfect.rows()[:2]
    [(0, 'coder 1', 'x'), (0, 'coder 2', 'x')]
    """
    reference_of(reference)
    if coders < 1:
        raise DataError(f"{coders} coders: there must be one or more")
    chosen = [(mistake_for(name, reference.kind), m) for name, m in mistakes.items()]
    for name, m in mistakes.items():
        if not 0 <= m <= 1:
            raise DataError(f"magnitude {m} of {name!r}: magnitudes go from 0 to 1")
    # Not the stream from which a model with the same seed drew the reference.
    random = rng if isinstance(rng, np.random.Generator) else np.random.default_rng([rng, 2012])
    names = [f"coder {number}" for number in range(1, coders + 1)]
    steps = [(_step(mistake, confusion), m) for mistake, m in chosen]
    shuffled: Study = _KINDS[reference.kind](reference, steps, names, random)
    return shuffled


def mistake_for(name: str, kind: str) -> Mistake:
    """The mistake of that name, if coders can make it in studies of this kind."""
    own = [mistake.name for mistake in MISTAKES.values() if mistake.kind == kind]
    if not own:
        raise NotApplicableError(f"no mistakes are simulated in studies of {kind}")
    if name not in MISTAKES:
        raise UnknownNameError.of("mistake", name, own)
    if MISTAKES[name].kind != kind:
        raise DataError(
            f"mistake {name!r} is for {MISTAKES[name].kind}, the reference holds {kind}; for "
            f"these: {', '.join(own)}"
        )
    return MISTAKES[name]


Step = tuple[Callable[..., Any], float]


def _step(mistake: Mistake, confusion: npt.ArrayLike | None) -> Callable[..., Any]:
    if confusion is None or not mistake.confuses:
        return mistake.apply
    from functools import partial

    matrix: FloatArray = np.asarray(confusion, dtype=np.float64)
    return partial(mistake.apply, confusion=matrix)


def _units(
    reference: Unitizings, steps: list[Step], names: list[str], random: np.random.Generator
) -> Unitizings:
    rows: list[tuple[Hashable, Hashable, float, float, Hashable]] = []
    categories = list(reference.categories)
    for coder in names:
        for document in reference.continua:
            edges = np.concatenate([document.start, document.stop])
            whole = bool((edges == np.rint(edges)).all())
            marks = Marks(
                document.start,
                document.stop,
                document.category,
                document.begin,
                document.end,
                len(categories),
                whole,
            )
            for apply, m in steps:
                marks = apply(marks, m, random)
            rows += [
                (document.name, coder, begin, end, categories[k])
                for begin, end, k in zip(
                    marks.start.tolist(), marks.stop.tolist(), marks.category.tolist(), strict=True
                )
            ]
    return Unitizings.of(
        rows,
        items=[document.name for document in reference.continua],
        coders=names,
        categories=categories,
        extents={document.name: (document.begin, document.end) for document in reference.continua},
        about=reference.about,
        resolution=reference.resolution,
    )


def _labels(
    reference: Codings, steps: list[Step], names: list[str], random: np.random.Generator
) -> Codings:
    n = len(reference.items)
    if len(reference) != n:
        raise DataError(f"the reference labels {len(reference)} of {n} items; it must label all")
    feature = reference.about.get("feature")
    known = np.asarray(feature, dtype=np.float64) if feature is not None else random.random(n)
    truth = Truth(reference.category, len(reference.categories), known)
    labels = np.repeat(reference.category[:, None], len(names), axis=1)
    for apply, m in steps:
        labels = apply(labels, truth, m, random)
    return Codings(
        reference.items,
        Names(names),
        reference.categories,
        np.repeat(np.arange(n, dtype=np.int32), len(names)),
        np.tile(np.arange(len(names), dtype=np.int32), n),
        labels.reshape(-1).astype(np.int32),
        declared=True,
        about={**reference.about, "feature": known.tolist()},
    )


def _boundaries(
    reference: Segmentations, steps: list[Step], names: list[str], random: np.random.Generator
) -> Segmentations:
    rows: list[tuple[Hashable, Hashable, int, Hashable]] = []
    for coder in names:
        for document in reference.documents:
            for t, kind in enumerate(document.types):
                places = document.place[document.type == t]
                for apply, m in steps:
                    places = apply(places, document.length, m, random)
                rows += [(document.name, coder, int(place), kind) for place in places]
    lengths = {document.name: document.length for document in reference.documents}
    return Segmentations.of(
        rows,
        lengths=lengths,
        coders=names,
        types=list(reference.types) or None,
        about=reference.about,
    )


def _chains(
    reference: Partitions, steps: list[Step], names: list[str], random: np.random.Generator
) -> Partitions:
    rows: list[tuple[Hashable, Hashable, Any, Hashable]] = []
    for coder in names:
        for document in reference.documents:
            chain = document.chain[0]
            for apply, m in steps:
                chain = apply(chain, m, random)
            rows += [
                (document.name, coder, mention, int(number))
                for mention, number in zip(document.mentions, chain, strict=True)
                if number >= 0
            ]
    order = {d.name: list(d.mentions) for d in reference.documents if d.ordered}
    documents = [document.name for document in reference.documents]
    return Partitions.of(rows, items=documents, coders=names, order=_marked(order, rows))


def _marked(
    order: dict[Hashable, list[Hashable]], rows: list[tuple[Hashable, Hashable, Any, Hashable]]
) -> dict[Hashable, list[Hashable]]:
    """The order of the mentions that somebody marked."""
    marked: dict[Hashable, set[Hashable]] = {}
    for document, _, mention, _ in rows:
        marked.setdefault(document, set()).add(mention)
    return {
        document: [mention for mention in mentions if mention in marked.get(document, ())]
        for document, mentions in order.items()
    }


def _relations(
    reference: Relations, steps: list[Step], names: list[str], random: np.random.Generator
) -> Relations:
    kinds = sorted({link.type for part in reference.documents for link in part.links[0]})
    rows: list[Any] = []
    entities: list[Any] = []
    for coder in names:
        for part in reference.documents:
            there = [entity for entity, _ in part.entities[0]]
            entities += [
                (part.name, coder, entity, kind)
                for entity, types in part.entities[0]
                for kind in (types or (None,))
            ]
            links = list(part.links[0])
            for apply, m in steps:
                links = apply(links, there, kinds, m, random)
            rows += [(part.name, coder, *link) for link in links]
    documents = [part.name for part in reference.documents]
    return Relations.of(
        rows, entities=entities, items=documents, coders=names, about=reference.about
    )


def _regions(
    reference: Regions, steps: list[Step], names: list[str], random: np.random.Generator
) -> Regions:
    kinds = sorted({region.category for part in reference.documents for region in part.regions[0]})
    sizes = {part.name: _size(part) for part in reference.documents}
    rows: list[Any] = []
    for coder in names:
        for part in reference.documents:
            regions = list(part.regions[0])
            for apply, m in steps:
                regions = apply(regions, sizes[part.name], kinds, m, random)
            rows += [(part.name, coder, *region) for region in regions]
    known = {part.name: part.size for part in reference.documents if part.size is not None}
    return Regions.of(rows, items=list(sizes), coders=names, sizes=known, about=reference.about)


def _size(picture: Picture) -> tuple[float, float]:
    """The size of an image; where nobody said it, of what holds all regions."""
    if picture.size is not None:
        return picture.size
    places = [bounds(region.shape) for region in picture.regions[0]]
    return max((p[2] for p in places), default=1.0), max((p[3] for p in places), default=1.0)


def _trees(
    reference: Trees, steps: list[Step], names: list[str], random: np.random.Generator
) -> Codings:
    made: list[tuple[Hashable, str, Hashable]] = []
    trees = [tree for tree in reference.categories if isinstance(tree, Dependencies)]
    if len(trees) < len(reference.categories):
        raise NotApplicableError("mistakes are simulated in dependency trees, not in brackets")
    kinds = sorted({relation for tree in trees for relation in tree.relations})
    for coder in names:
        for item, _, drawn in reference.rows():
            tree: Any = drawn
            for apply, m in steps:
                tree = apply(tree, kinds, m, random)
            made.append((item, coder, tree))
    items, coders, categories = (list(column) for column in zip(*made, strict=True))
    return from_columns(items, coders, categories, about=reference.about, coders=names)


_KINDS: dict[str, Callable[..., Study]] = {
    "unitizings": _units,
    "codings": _labels,
    "segmentations": _boundaries,
    "partitions": _chains,
    "relations": _relations,
    "regions": _regions,
    "trees": _trees,
}
