"""Discourse deixis: the antecedent of an anaphor is a span of text (survey §4.4.3).

The same annotation read in three ways, which give three very different values of α:

    words      the antecedent is the set of its words; set distances
    position   its first and last word by their place in the dialogue; interval distance
    relative   the same places counted from the anaphor; interval distance

They show agreement on the identity of the antecedent, on its position in the dialogue, and on
its position relative to the anaphor. Where there are several dialogues, chance stays within the
dialogue: words of two dialogues are never the same. References: artstein2008, artstein2006.
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from accord._measure.cube.coefficients import alpha
from accord._measure.cube.within import by_group, within
from accord.errors import DataError
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.model.agreement import Agreement
from accord.model.showing import Keyed, Result

SET_DISTANCES = ("passonneau", "jaccard", "dice", "masi")


@dataclass(frozen=True, slots=True)
class Antecedents(Result):
    """Spans [begin, end) of words that coders marked as antecedents of anaphors.

    `anaphors` is the place of each anaphor's first word; `documents` the dialogue that it is in,
    where there are several: words of different dialogues are different words.

    :param rows: (anaphor, coder, begin, end), one for each span.

    >>> import accord
    >>> rows = [("that1", "A", 0, 14), ("that1", "B", 1, 14), ("that2", "A", 5, 9)]
    >>> marked = accord.chains.antecedents(rows, {"that1": 20, "that2": 30})
    >>> marked.rows[0], marked.anaphors["that2"]
    (('that1', 'A', 0, 14), 30)
    """

    rows: tuple[tuple[Hashable, Hashable, int, int], ...]
    anaphors: Mapping[Hashable, int]
    documents: Mapping[Hashable, Hashable]

    def words(self) -> Codings:
        """Each antecedent as the set of its words."""
        return self._coded(
            [
                frozenset((self.documents.get(item), place) for place in range(begin, end))
                for item, _, begin, end in self.rows
            ]
        )

    def places(self, edge: str, *, relative: bool = False) -> Codings:
        """The place of the "first" or "last" word, from the anaphor where relative."""
        return self._coded(
            [
                (begin if edge == "first" else end - 1) - (self.anaphors[item] if relative else 0)
                for item, _, begin, end in self.rows
            ]
        )

    def alpha(self, codings: Codings, distance: str) -> Agreement:
        """α of one reading, chance within the dialogue."""
        groups = [self.documents.get(item) for item in codings.items]
        if len(set(groups)) < 2:
            return alpha(codings, distance=distance)
        found = within(by_group(codings, groups), lambda _, part: alpha(part, distance=distance))
        return found.agreement(alpha(codings, distance=distance))

    def _coded(self, categories: list[Any]) -> Codings:
        return from_columns([r[0] for r in self.rows], [r[1] for r in self.rows], categories)


def antecedents(
    rows: Iterable[tuple[Hashable, Hashable, int, int]],
    anaphors: Mapping[Hashable, int],
    documents: Mapping[Hashable, Hashable] | None = None,
) -> Antecedents:
    """Antecedents from rows (anaphor, coder, begin, end) and the place of each anaphor.

    :param rows: (anaphor, coder, begin, end), one for each span.
    :param anaphors: The place of each anaphor's first word.
    :param documents: The dialogue of each anaphor, where there are several.

    >>> import accord
    >>> found = accord.chains.antecedents([("it", "A", 3, 5), ("it", "B", 4, 5)], {"it": 7})
    >>> found.rows[0]
    ('it', 'A', 3, 5)
    """
    kept = []
    for at, row in enumerate(rows):
        item, coder, begin, end = row
        if not begin < end:
            raise DataError(f"row {at + 1}: the antecedent [{begin}, {end}) of {item!r} is empty")
        if item not in anaphors:
            raise DataError(f"row {at + 1}: the place of the anaphor {item!r} is not given")
        kept.append((item, coder, int(begin), int(end)))
    return Antecedents(tuple(kept), dict(anaphors), dict(documents or {}))


def deixis_readings(marked: Antecedents) -> Keyed[str, Agreement]:
    """α of the same antecedents read as words, as positions, and relative to the anaphor.

    :param marked: The antecedents that coders marked.

    >>> import accord
    >>> that = {"that1": 20, "that2": 220, "that3": 480}
    >>> marked = accord.chains.antecedents(
    ...     [("that1", "A", 0, 14), ("that1", "B", 1, 14), ("that2", "A", 205, 214),
    ...      ("that2", "B", 200, 214), ("that3", "A", 470, 476), ("that3", "B", 465, 476)], that)
    >>> found = accord.chains.deixis_readings(marked)
    >>> names = "words: jaccard", "position: first word", "relative: first word"
    >>> [round(found[name].value, 2) for name in names]
    [0.66, 1.0, 0.45]
    """
    words = marked.words()
    found = {f"words: {name}": marked.alpha(words, name) for name in SET_DISTANCES}
    for reading, relative in (("position", False), ("relative", True)):
        for edge in ("first", "last"):
            places = marked.places(edge, relative=relative)
            found[f"{reading}: {edge} word"] = marked.alpha(places, "interval")
    return Keyed(["reading"], found)
