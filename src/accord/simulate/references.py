"""What perfect coders would have said: references drawn from a statistical model.

A reference is a study with one coder. It is drawn from a model (how many categories, how
frequent, how long their units, how wide the gaps), or taken from a user's own study with
`reference_of`. The coders that `shuffle` derives from it never include it.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from accord.engine.any_data import takes_data
from accord.errors import DataError
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.chains.study import Partitions
from accord.kinds.labels.study import Codings
from accord.kinds.spans.study import Unitizings
from accord.model.names import FloatArray, Names
from accord.model.study import Study
from accord.simulate.structure_references import (
    REFERENCE,
    RegionModel,
    RelationModel,
    TreeModel,
)

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class UnitModel:
    """A statistical model of units on a continuum.

        |--A--|   |-B-|          |---A---|
              gap     gap

    `prevalence` is relative; `lengths` is a range for all categories or one for each;
    `overlap` is the probability that a unit begins within the one before it.

    :param gaps: The range of lengths between units.
    :param documents: How many documents.

    >>> import accord
    >>> accord.simulate.UnitModel(categories="ab", documents=2).draw(1).counts()
    {'i': 2, 'c': 1, 'k': 2, 'u': 60}
    """

    categories: Sequence[Hashable] = ("A", "B", "C", "D")
    prevalence: Sequence[float] = ()
    lengths: Range | Mapping[Hashable, Range] = (5, 20)
    gaps: Range = (2, 15)
    overlap: float = 0.0
    units: int = 30
    documents: int = 1

    def draw(self, rng: int | np.random.Generator = 0) -> Unitizings:
        """One reference; the same seed gives the same.

        >>> import accord
        >>> accord.simulate.UnitModel(units=5, documents=2).draw().counts()
        {'i': 2, 'c': 1, 'k': 4, 'u': 10}
        """
        random = np.random.default_rng(rng)
        shares = probabilities(self.prevalence, len(self.categories))
        rows: list[tuple[Hashable, Hashable, float, float, Hashable]] = []
        extents: dict[Hashable, tuple[float | None, float | None]] = {}
        for document in range(1, self.documents + 1):
            at = int(random.integers(self.gaps[0], self.gaps[1] + 1))
            end = at
            for number in range(self.units):
                category = self.categories[int(random.choice(len(shares), p=shares))]
                low, high = self._length(category)
                length = int(random.integers(low, high + 1))
                if number and random.random() < self.overlap:
                    at = int(random.integers(int(rows[-1][2]), max(int(rows[-1][3]), 1)))
                rows.append((document, REFERENCE, at, at + length, category))
                end = max(end, at + length)
                at = end + int(random.integers(self.gaps[0], self.gaps[1] + 1))
            extents[document] = (0.0, float(max(at, end + 1)))
        return Unitizings.of(rows, categories=self.categories, extents=extents, coders=[REFERENCE])

    def _length(self, category: Hashable) -> Range:
        return self.lengths[category] if isinstance(self.lengths, Mapping) else self.lengths


@dataclass(frozen=True, slots=True)
class LabelModel:
    """A statistical model of labelled items: how many, and how frequent each category.

    :param categories: The names of the categories.
    :param prevalence: How frequent each category is, relatively; by default all equally.

    >>> import accord
    >>> accord.simulate.LabelModel("ab", prevalence=[3, 1], items=20).draw(1)
    Codings(20 items, 1 coders, 2 categories, 20 codings)
    """

    categories: Sequence[Hashable] = ("A", "B", "C", "D")
    prevalence: Sequence[float] = ()
    items: int = 100

    def draw(self, rng: int | np.random.Generator = 0) -> Codings:
        """One reference; `about["feature"]` is a number in [0, 1) that noise may depend on.

        >>> import accord
        >>> accord.simulate.LabelModel(items=10).draw().counts()
        {'i': 10, 'c': 1, 'k': 4}
        """
        random = np.random.default_rng(rng)
        shares = probabilities(self.prevalence, len(self.categories))
        label = random.choice(len(shares), size=self.items, p=shares)
        feature = random.random(self.items)
        return Codings(
            Names(range(1, self.items + 1)),
            Names([REFERENCE]),
            Names(self.categories),
            np.arange(self.items, dtype=np.int32),
            np.zeros(self.items, np.int32),
            label.astype(np.int32),
            declared=True,
            about={"feature": feature.tolist()},
        )


@dataclass(frozen=True, slots=True)
class BoundaryModel:
    """A statistical model of segmented text: how many segments, of which lengths.

    :param documents: How many documents.

    >>> import accord
    >>> accord.simulate.BoundaryModel(segments=5, documents=2).draw(1).counts()
    {'i': 2, 'c': 1, 'k': 1, 'b': 8}
    """

    segments: int = 30
    lengths: Range = (3, 15)
    documents: int = 1

    def draw(self, rng: int | np.random.Generator = 0) -> Segmentations:
        """One reference.

        >>> import accord
        >>> len(accord.simulate.BoundaryModel(segments=4).draw().documents[0])
        3
        """
        random = np.random.default_rng(rng)
        low, high = self.lengths
        masses: dict[Any, dict[Any, Sequence[int]]] = {
            document: {REFERENCE: random.integers(low, high + 1, self.segments).tolist()}
            for document in range(1, self.documents + 1)
        }
        return Segmentations.from_masses(masses)


@dataclass(frozen=True, slots=True)
class ChainModel:
    """A statistical model of coreference: how many mentions of how many things.

    :param entities: How many things are mentioned.
    :param documents: How many documents.

    >>> import accord
    >>> accord.simulate.ChainModel(mentions=8, entities=3).draw(1).counts()
    {'i': 1, 'c': 1, 'm': 8}
    """

    mentions: int = 60
    entities: int = 12
    documents: int = 1

    def draw(self, rng: int | np.random.Generator = 0) -> Partitions:
        """One reference.

        >>> import accord
        >>> accord.simulate.ChainModel(mentions=10, entities=3).draw().counts()
        {'i': 1, 'c': 1, 'm': 10}
        """
        random = np.random.default_rng(rng)
        rows: list[tuple[Hashable, Hashable, Any, Hashable]] = []
        for document in range(1, self.documents + 1):
            # Every thing is mentioned at least once.
            chain = np.concatenate(
                [
                    np.arange(min(self.entities, self.mentions)),
                    random.integers(self.entities, size=max(self.mentions - self.entities, 0)),
                ]
            )
            random.shuffle(chain)
            rows += [
                (document, REFERENCE, (2 * at, 2 * at + 1), int(entity))
                for at, entity in enumerate(chain)
            ]
        return Partitions.of(rows)


Model = (
    UnitModel | LabelModel | BoundaryModel | ChainModel | TreeModel | RelationModel | RegionModel
)

MODELS: dict[str, type[Any]] = {
    "unitizings": UnitModel,
    "codings": LabelModel,
    "segmentations": BoundaryModel,
    "partitions": ChainModel,
    "trees": TreeModel,
    "relations": RelationModel,
    "regions": RegionModel,
}
"""Kind of study → the model that draws references of that kind."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A reference that is always the same: a user's own study, one coder of it."""

    study: Study = field(repr=False)

    def draw(self, rng: int | np.random.Generator = 0) -> Study:
        """The study itself; the seed does not matter."""
        return self.study


@takes_data
def reference_of(study: Study, coder: Hashable | None = None) -> Study:
    """One coder of a study as a reference; with one coder only, that one.

    :param study: The study.
    :param coder: Whose annotation it is.

    >>> import accord
    >>> list(accord.simulate.reference_of(accord.from_coders({"A": "xy", "B": "xx"}), "B").coders)
    ['B']
    """
    names = list(study.coders)
    if coder is None:
        if len(names) != 1:
            raise DataError(
                f"a reference has one coder, this study has {len(names)} "
                f"({', '.join(map(str, names[:5]))}); say which one is the reference"
            )
        return study
    if coder not in names:
        raise DataError(f"no coder {coder!r} in the study; there are {', '.join(map(str, names))}")
    return study.only([names.index(coder)])


def probabilities(relative: Sequence[float], number: int) -> FloatArray:
    """Relative frequencies as probabilities; equal where none are given."""
    if not len(relative):
        return np.full(number, 1.0 / number)
    shares = np.asarray(relative, dtype=np.float64)
    if len(shares) != number or (shares < 0).any() or not shares.sum() > 0:
        raise DataError(
            f"prevalence {list(relative)} does not fit {number} categories; give one share, "
            "not negative, for each"
        )
    return np.asarray(shares / shares.sum())
