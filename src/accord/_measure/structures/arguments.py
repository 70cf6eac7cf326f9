"""When entities of several coders are the same: what the arguments of relations are aligned by."""

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Literal, get_args

if TYPE_CHECKING:
    from accord.kinds.relations.parts import Linked


_Rule = Literal["exact", "labelled", "overlap", "head", "gamma"]
RULES_OF_ARGUMENTS: tuple[str, ...] = get_args(_Rule)
Arguments = Annotated[
    _Rule,
    "When arguments of relations are the same: exact spans, labelled (also their types), overlap, "
    "head (the same last word), or gamma (γ's alignment).",
]


def names_of(
    part: "Linked", coders: Iterable[int], arguments: str
) -> list[dict[Hashable, Hashable]]:
    """For each of the coders, entity → the name that all who have it share."""
    marked = [part.entities[c] for c in coders]
    if arguments in ("overlap", "head"):
        from accord.kinds.relations.parts import joined_entities

        plain = [[entity for entity, _ in mine] for mine in marked]
        return joined_entities(plain, heads=arguments == "head")
    if arguments == "gamma":
        return _by_gamma(marked)
    if arguments == "labelled":
        return [{entity: (entity, types) for entity, types in mine} for mine in marked]
    return [{entity: entity for entity, _ in mine} for mine in marked]


def places_of(
    part: "Linked", coder: int, arguments: str, wanted: frozenset[Hashable]
) -> dict[Hashable, Hashable]:
    """Shared name → where the entity is: names of joined and exact entities are places."""
    if arguments != "labelled":
        return {name: name for name in wanted}
    return {
        (entity, types): entity
        for entity, types in part.entities[coder]
        if (entity, types) in wanted
    }


def _by_gamma(
    marked: Sequence[Sequence[tuple[Hashable, tuple[str, ...]]]],
) -> list[dict[Hashable, Hashable]]:
    """The same after γ's best alignment; ids, which have no place, are the same or not."""
    from accord._measure.gamma.align.alignment import best_alignment
    from accord.kinds.relations.parts import parts_of
    from accord.kinds.spans.parts import Continuum

    units = [
        {
            (parts_of(entity)[0][0], parts_of(entity)[-1][1], types[0] if types else ""): entity
            for entity, types in mine
            if parts_of(entity)
        }
        for mine in marked
    ]
    found = [{entity: entity for entity, _ in mine} for mine in marked]
    if not any(units):
        return found
    continuum = Continuum.of({at: list(mine) for at, mine in enumerate(units)})
    used: set[Hashable] = set()
    for row in best_alignment(continuum):
        ends = [
            (at, units[at][unit.begin, unit.end, str(unit.category)])
            for at, unit in enumerate(row)
            if unit is not None
        ]
        name = ends[0][1]
        while name in used:  # the same place again, in another row: told apart by an empty part
            spans = parts_of(name)
            name = (*spans, (spans[-1][1], spans[-1][1]))
        used.add(name)
        for at, entity in ends:
            found[at][entity] = name
    return found
