"""References of structures: trees of sentences, relations of documents, regions of images."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.kinds.regions.study import Regions
from accord.kinds.relations.study import Relations
from accord.kinds.trees.parts import Dependencies

REFERENCE = "reference"


@dataclass(frozen=True, slots=True)
class TreeModel:
    """A statistical model of dependency trees: how many, how long, of which relations.

    :param items: How many sentences.
    :param lengths: The range of tokens of a sentence.
    :param relations: The names of the relations.

    >>> import accord
    >>> accord.simulate.TreeModel(items=3).draw(1)
    Trees(3 items, 1 coders, 3 trees, 3 different)
    """

    items: int = 40
    lengths: tuple[int, int] = (5, 15)
    relations: Sequence[str] = ("subj", "obj", "mod", "det")

    def draw(self, rng: int | np.random.Generator = 0) -> Codings:
        """One reference: tokens in random order, each hung on one before it.

        >>> import accord
        >>> accord.simulate.TreeModel(items=3).draw().counts()
        {'i': 3, 'c': 1, 'k': 3}
        """
        random = np.random.default_rng(rng)
        trees = []
        for _ in range(self.items):
            size = int(random.integers(self.lengths[0], self.lengths[1] + 1))
            order = (random.permutation(size) + 1).tolist()
            heads = [0] * size
            for at, token in enumerate(order[1:], start=1):
                heads[token - 1] = order[int(random.integers(at))]
            labels = [self.relations[int(random.integers(len(self.relations)))] for _ in heads]
            trees.append(Dependencies.of(heads, labels))
        items = range(1, self.items + 1)
        return from_columns(list(items), [REFERENCE] * self.items, trees)


@dataclass(frozen=True, slots=True)
class RelationModel:
    """A statistical model of relations: how many entities, how often linked, of which types.

    :param entities: How many entities a document has.
    :param relations: How many relations leave each entity, on average.
    :param types: The names of the types.
    :param documents: How many documents.

    >>> import accord
    >>> accord.simulate.RelationModel(entities=5, documents=2).draw(1).counts()["i"]
    2
    """

    entities: int = 20
    relations: float = 1.0
    types: Sequence[str] = ("A", "B", "C")
    documents: int = 5

    def draw(self, rng: int | np.random.Generator = 0) -> Relations:
        """One reference: relations between any two entities.

        >>> import accord
        >>> accord.simulate.RelationModel(entities=4, documents=2).draw().counts()["e"]
        8
        """
        random = np.random.default_rng(rng)
        places = [(10 * at, 10 * at + 5) for at in range(self.entities)]
        rows: list[Any] = []
        entities: list[tuple[Hashable, Hashable, Any, str | None]] = []
        for document in range(1, self.documents + 1):
            entities += [(document, REFERENCE, place, None) for place in places]
            for _ in range(round(self.relations * self.entities)):
                source, target = random.choice(self.entities, size=2, replace=False)
                kind = self.types[int(random.integers(len(self.types)))]
                rows.append((document, REFERENCE, places[source], places[target], kind))
        return Relations.of(rows, entities=entities)


@dataclass(frozen=True, slots=True)
class RegionModel:
    """A statistical model of boxes in images: how many, how large, of which categories.

    :param images: How many images.
    :param regions: How many boxes an image has.
    :param size: Width and height of the images.
    :param sides: The range of the sides of a box, as shares of those of the image.
    :param categories: The names of the categories.

    >>> import accord
    >>> accord.simulate.RegionModel(images=3, regions=2).draw(1)
    Regions(3 images, 1 coder, 6 regions)
    """

    images: int = 40
    regions: int = 4
    size: tuple[float, float] = (640.0, 480.0)
    sides: tuple[float, float] = (0.1, 0.4)
    categories: Sequence[str] = ("cat", "dog", "bird")

    def draw(self, rng: int | np.random.Generator = 0) -> Regions:
        """One reference: boxes anywhere in the image, which may overlap.

        >>> import accord
        >>> accord.simulate.RegionModel(images=2).draw().counts()
        {'i': 2, 'c': 1, 'r': 8}
        """
        random = np.random.default_rng(rng)
        rows: list[Any] = []
        for image in range(1, self.images + 1):
            for _ in range(self.regions):
                wide, high = random.uniform(*self.sides, size=2) * self.size
                left, top = random.uniform(0, 1, size=2) * (np.array(self.size) - (wide, high))
                kind = self.categories[int(random.integers(len(self.categories)))]
                place = tuple(map(float, (left, top, left + wide, top + high)))
                rows.append((image, REFERENCE, place, kind))
        sizes: dict[Hashable, tuple[float, float]] = dict.fromkeys(
            range(1, self.images + 1), self.size
        )
        return Regions.of(rows, items=list(sizes), sizes=sizes)
