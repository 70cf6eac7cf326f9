"""Properties: what kind of annotation a study holds, in the terms of Mathet et al. 2015, §2.1.

categorized     units or items have categories
unitized        coders decide where units begin and end
embedded        a unit of a coder lies within another          |-----A-----|
                                                                  |-B-|
free overlap    two units of a coder overlap in part           |---A---|
                                                                   |---B---|
full covering   all of every continuum is annotated (otherwise sporadic)
aggregatable    coders have neighbours of the same category, or not: where they have,
                taking neighbours for one unit loses something
"""

from dataclasses import dataclass

from accord.kinds.kind import kind_named, kind_of
from accord.model.names import Names
from accord.model.showing import Result
from accord.model.study import Study


@dataclass(frozen=True, slots=True)
class Properties(Result):
    """What a study holds: a row of Table 1 of Mathet et al. (2015), taken from the data.

    :param kind: What was annotated: codings, units and so on.
    :param documents: How many documents.
    :param coders: How many coders.
    :param categories: How many categories.
    :param categorized: Whether units or items have categories.
    :param unitized: Whether coders chose the units.
    :param embedded: Whether a unit of a coder lies within another one.
    :param free_overlap: Whether units of a coder overlap otherwise.
    :param full_covering: Whether units cover everything.
    :param neighbours: Whether a coder has neighbours of the same category.
    :param missing: Whether codings are missing.
    :param level: The level of measurement of the categories.

    >>> import accord
    >>> rows = [("d", "A", 0, 9, "x"), ("d", "A", 2, 4, "y"), ("d", "B", 0, 9, "x")]
    >>> found = accord.infer.properties(accord.Unitizings.of(rows))
    >>> found.embedded, found.free_overlap, found.full_covering
    (True, False, True)
    """

    _keys = (
        "kind, documents, coders, categories, categorized, unitized, embedded, free_overlap, "
        "full_covering, neighbours, missing, level, overlapping, sporadic, pure_segmentation"
    )
    kind: str
    documents: int
    coders: int
    categories: int
    categorized: bool
    unitized: bool
    embedded: bool = False
    free_overlap: bool = False
    full_covering: bool = True
    neighbours: bool = False
    missing: bool = False
    level: str = "nominal"

    @property
    def overlapping(self) -> bool:
        """Whether units of one coder overlap in any way."""
        return self.embedded or self.free_overlap

    @property
    def sporadic(self) -> bool:
        """Whether parts of the continuum are left without unit."""
        return self.unitized and not self.full_covering

    @property
    def pure_segmentation(self) -> bool:
        """Unitizing with full covering, without category and overlap."""
        return (
            self.unitized
            and self.full_covering
            and not self.overlapping
            and (kind_named(self.kind).criterion == "segmentation" or not self.categorized)
        )


def properties(study: Study) -> Properties:
    """The properties of a study.

    :param study: Any study.

    >>> import accord
    >>> study = accord.Unitizings.of(
    ...     [("d", "A", 0, 9, "x"), ("d", "A", 2, 4, "y"), ("d", "B", 0, 9, "x")]
    ... )
    >>> found = accord.infer.properties(study)
    >>> found.categorized, found.embedded, found.free_overlap, found.full_covering
    (True, True, False, True)
    """
    own = kind_of(study).ability("properties_of")
    if own is None:
        return Properties(study.kind, len(study.items), len(study.coders), 0, True, True)
    known: Properties = own(study)
    return known


def level_of(categories: Names) -> str:
    """What the categories look like: numbers, sets, or names."""
    if len(categories) and all(isinstance(name, frozenset) for name in categories):
        return "sets"
    return "numbers" if len(categories) > 1 and categories.numbers() is not None else "nominal"
