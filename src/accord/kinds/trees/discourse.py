"""Rhetorical structure: a tree of spans over the elementary units of a text (Mann & Thompson 1988).

    [Because it rained,]  [we stayed in]  [and read.]
     S cause               N list          N list
     |---------------------|---------------------| N span

Every span but the whole text is the nucleus (N) or a satellite (S) of the span above it, and has a
relation to it: the nucleus of a satellite has the relation "span". Several satellites of one
nucleus lie beside each other in the same span. Parts that nobody joined stand apart at the top.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import total_ordering
from typing import Any, ClassVar, NamedTuple

from accord.errors import DataError
from accord.kinds.trees.parts import Nodes, tree_in_brackets


class Part(NamedTuple):
    """A span of a rhetorical structure.

    :param depth: How many spans hold it.
    :param begin: Its first elementary unit, counted from 0.
    :param end: The unit after its last one.
    :param nuclearity: "N" for a nucleus, "S" for a satellite, "" at the top.
    :param relation: Its relation to the span that holds it, "" at the top.

    >>> import accord
    >>> tree = accord.trees.Discourse.of(
    ...     [(0, 0, 2, "", ""), (1, 0, 1, "S", "cause"), (1, 1, 2, "N", "span")], 2)
    >>> tree.parts[1].nuclearity, tree.parts[1].relation
    ('S', 'cause')
    """

    depth: int
    begin: int
    end: int
    nuclearity: str
    relation: str


class Rhetorical(NamedTuple):
    """One relation: what is said of a constituent, which is attached to another span.

    :param constituent: The satellite, or a nucleus that has others after it: first and last unit.
    :param attachment: The nucleus, or the nuclei that follow.
    :param centre: The most nuclear units of the constituent (and, of several nuclei, of all).
    :param nuclearity: "NS" (satellite after its nucleus), "SN" or "NN".
    :param relation: The relation.

    >>> import accord
    >>> tree = accord.trees.Discourse.of(
    ...     [(0, 0, 2, "", ""), (1, 0, 1, "S", "cause"), (1, 1, 2, "N", "span")], 2)
    >>> [(one.nuclearity, one.relation) for one in tree.relations()]
    [('SN', 'cause')]
    """

    constituent: tuple[int, int]
    attachment: tuple[int, int]
    centre: frozenset[tuple[int, int]]
    nuclearity: str
    relation: str


@dataclass(frozen=True, slots=True)
@total_ordering
class Discourse:
    """A rhetorical structure: its spans, outer before inner, from left to right.

    :param parts: The spans.
    :param size: How many elementary units there are.
    :param texts: The units, for reading, and to compare other ways to divide the same text.

    >>> import accord
    >>> tree = accord.trees.Discourse.of(
    ...     [(0, 0, 2, "", ""), (1, 0, 1, "S", "cause"), (1, 1, 2, "N", "span")], 2
    ... )
    >>> [*tree.brackets()]
    [('S cause', 0, 1), ('N span', 1, 2)]
    """

    written_as: ClassVar[str] = "discourse"

    parts: tuple[Part, ...]
    size: int
    texts: tuple[str, ...] = field(default=(), compare=False)

    def columns(self) -> tuple[tuple[Any, ...], ...]:
        """All that it holds: parts, (size,), texts."""
        return self.parts, (self.size,), self.texts

    @classmethod
    def of(
        cls, parts: Iterable[Sequence[object]], size: int, texts: Sequence[str] = ()
    ) -> "Discourse":
        """A structure from its spans; DataError where one does not lie within the one above.

        :param parts: Rows of depth, begin, end, nuclearity and relation, outer before inner.
        :param size: How many elementary units there are.
        :param texts: The units.
        """
        made = tuple(Part(*row) for row in parts)  # type: ignore[arg-type]
        above: list[Part] = []
        for part in made:
            if not 0 <= part.depth <= len(above):
                raise DataError(f"span {part.begin}–{part.end}: no span at depth {part.depth - 1}")
            begin, end = (above[part.depth - 1][1:3]) if part.depth else (0, size)
            if not begin <= part.begin < part.end <= end:
                raise DataError(f"span {part.begin}–{part.end} is not within {begin}–{end}")
            if part.nuclearity not in ("N", "S", ""):
                raise DataError(f"nuclearity {part.nuclearity!r} is not N, S or empty")
            above[part.depth :] = [part]
        if texts and len(texts) != size:
            raise DataError(f"{len(texts)} texts for {size} segments")
        return cls(made, size, tuple(texts))

    def __len__(self) -> int:
        return self.size

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Discourse):
            return NotImplemented
        return (self.size, self.parts) < (other.size, other.parts)

    def brackets(self) -> Iterator[tuple[str, int, int]]:
        """Spans of elementary units with nuclearity and relation, all but those at the top."""
        for part in self.parts:
            if part.relation or part.nuclearity:
                yield f"{part.nuclearity} {part.relation}", part.begin, part.end

    def nodes(self) -> Nodes:
        """Spans as nodes, labelled with nuclearity and relation, under one empty root."""
        labels: list[str] = []
        left: list[int] = []
        open_: list[tuple[str, int]] = [("", 0)]

        def close(until: int) -> None:
            while len(open_) > until:
                label, first = open_.pop()
                labels.append(label)
                left.append(first)

        for part in self.parts:
            close(part.depth + 1)
            open_.append((f"{part.nuclearity} {part.relation}".strip(), len(labels)))
        close(0)
        return Nodes(tuple(labels), tuple(left))

    def edges(self) -> tuple[int, ...]:
        """Where units begin in the text, white space not counted, and where the last one ends;
        without texts, their numbers."""
        if not self.texts:
            return tuple(range(self.size + 1))
        found = [0]
        for text in self.texts:
            found.append(found[-1] + len("".join(text.split())))
        return tuple(found)

    def relations(self) -> Iterator[Rhetorical]:
        """Every relation once: each satellite to its nucleus, each nucleus of several to those
        that follow."""
        below: dict[int, list[int]] = {}
        above: list[int] = []
        for at, part in enumerate(self.parts):
            if part.depth:
                below.setdefault(above[part.depth - 1], []).append(at)
            above[part.depth :] = [at]
        centres: dict[int, frozenset[tuple[int, int]]] = {}
        for at in range(len(self.parts) - 1, -1, -1):  # inner before outer
            part = self.parts[at]
            nuclei = [c for c in below.get(at, ()) if self.parts[c].nuclearity == "N"]
            inner = [centres[c] for c in nuclei]
            centres[at] = frozenset().union(*inner) if inner else frozenset([part[1:3]])
        for inside in below.values():
            nuclei = [c for c in inside if self.parts[c].nuclearity == "N"]
            if not nuclei:
                continue
            whole = self._hull(nuclei)
            for at in inside:
                part = self.parts[at]
                if part.nuclearity == "S":
                    way = "SN" if part.begin < whole[0] else "NS"
                    yield Rhetorical(part[1:3], whole, centres[at], way, part.relation)
            for n, at in enumerate(nuclei[:-1]):
                rest = nuclei[n + 1 :]
                centre = frozenset().union(*(centres[c] for c in nuclei[n:]))
                part = self.parts[at]
                yield Rhetorical(part[1:3], self._hull(rest), centre, "NN", part.relation)

    def _hull(self, some: Sequence[int]) -> tuple[int, int]:
        """From the first unit of these spans to their last."""
        return min(self.parts[c].begin for c in some), max(self.parts[c].end for c in some)

    def __str__(self) -> str:
        return tree_in_brackets(self.nodes(), skip_root=True)
