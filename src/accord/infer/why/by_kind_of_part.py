"""A breakdown by category of what is marked in an image or linked in a document: regions by their
category, relations by their type, each kind alone."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NamedTuple

from accord._measure.bound import Bound
from accord.engine.table_breakdown import most_met
from accord.errors import NotApplicableError
from accord.model.study import Study

_CategoryRow = tuple[Hashable, int, float, float, Hashable | None]


class PartsByCategory(NamedTuple):
    """What coders marked, by category.

    :param often: How many there are of each.
    :param shared: Of each, how far coders share it: its F1 and more.
    :param met: The categories that two coders gave to the same one.
    :param only: The study with one category alone.
    """

    often: Counter[str]
    shared: Mapping[str, Mapping[str, float]]
    met: Iterable[tuple[str, str]]
    only: Callable[[str], Study]


def kinds_of_parts(
    study: Any, measure: Bound, by_category: Callable[..., PartsByCategory]
) -> list[_CategoryRow]:
    """For each category: how many regions or relations have it, the measure of these alone, their
    F1, and which category another coder gave most often to the same one."""
    if "categories" not in measure.measure.asked:
        raise NotApplicableError(f"{measure.symbol} does not depend on the types of relations")
    parts = by_category(study, measure.settings)
    met: dict[str, Counter[Hashable]] = {}
    for one, other in parts.met:
        if one != other:
            met.setdefault(one, Counter())[other] += 1
            met.setdefault(other, Counter())[one] += 1
    often = parts.often
    rows: list[_CategoryRow] = []
    for name in sorted(often, key=lambda name: (-often[name], name)):
        value = measure.compute(parts.only(name)).value
        shared = parts.shared.get(name, {}).get("f1", float("nan"))
        rows.append((name, often[name], value, shared, most_met(met.get(name, {}))))
    return rows
