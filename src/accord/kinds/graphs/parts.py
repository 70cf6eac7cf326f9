"""Graphs of sentences: concepts, relations between them and attributes, as in AMR; and enhanced
dependencies, whose nodes are the tokens.

    (w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))

    want-01 –ARG0→ boy,  want-01 –ARG1→ go-02,  go-02 –ARG0→ boy

A graph is a category: one coder's analysis of one item. Names of variables say nothing, so nodes
are put in an order that comes from their concepts and relations; where nodes are `anchored`, as
tokens are, their names count and concepts do not.
"""

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import total_ordering
from typing import Any, ClassVar

from accord.errors import DataError

DEEPEST, LARGEST = 250, 1_000
"""The most brackets within each other, and the most nodes of a graph, that are read."""

_KEPT = frozenset(["consist-of", "prep-on-behalf-of", "prep-out-of"])
"""Relations that end in -of and are not the reverse of another."""

Edge = tuple[int, str, int]
Attribute = tuple[int, str, str]


@dataclass(frozen=True, slots=True)
@total_ordering
class Graph:
    """A graph: nodes with concepts, labelled edges from node to node, attributes of nodes.

    :param concepts: The concept of each node.
    :param edges: From which node, which relation, to which node.
    :param attributes: Of which node, which relation, which value.
    :param top: The node that is in focus, -1 where there is none.
    :param anchors: The names of nodes, where names identify them (tokens).
    :param names: The names of nodes, which are not compared.
    :param words: The sentence, which is not compared.

    >>> import accord
    >>> graph = accord.graphs.Graph.parsed(
    ...     "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))"
    ... )
    >>> len(graph), graph.concepts
    (7, ('boy', 'go-02', 'want-01'))
    """

    written_as: ClassVar[str] = "graph"

    concepts: tuple[str, ...]
    edges: tuple[Edge, ...]
    attributes: tuple[Attribute, ...] = ()
    top: int = -1
    anchors: tuple[str, ...] = ()
    names: tuple[str, ...] = field(default=(), compare=False)
    words: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(
        cls,
        nodes: Mapping[Hashable, str],
        edges: Iterable[tuple[Hashable, str, Hashable]],
        attributes: Iterable[tuple[Hashable, str, str]] = (),
        top: Hashable = None,
        *,
        anchored: bool = False,
        words: Sequence[str] = (),
    ) -> "Graph":
        """A graph from named nodes; DataError where an edge goes to a node that is not there.

        :param nodes: Name → concept.
        :param edges: Rows of source, relation and target.
        :param attributes: Rows of node, relation and value.
        :param top: The name of the node in focus, None where there is none.
        :param anchored: Whether names say which node is which, as tokens do.
        :param words: The sentence, for reading.
        """
        edges, attributes = list(edges), list(attributes)
        ends = [(end, r) for s, r, t in edges for end in (s, t)]
        for end, relation in [*ends, *((n, r) for n, r, _ in attributes)]:
            if end not in nodes:
                raise DataError(f"relation {relation!r} has {end!r}, which is not a node")
        if top is not None and top not in nodes:
            raise DataError(f"the top is {top!r}, which is not a node")
        # Anchors say which node is which; without them two coders' variables mean nothing to each
        # other.
        order = sorted(nodes, key=str) if anchored else _ordered(nodes, edges, attributes, top)
        place = {name: at for at, name in enumerate(order)}
        return cls(
            tuple(str(nodes[name]) for name in order),
            tuple(sorted((place[s], str(r), place[t]) for s, r, t in edges)),
            tuple(sorted((place[n], str(r), str(v)) for n, r, v in attributes)),
            -1 if top is None else place[top],
            tuple(map(str, order)) if anchored else (),
            tuple(map(str, order)),
            tuple(words),
        )

    @classmethod
    def parsed(cls, text: str, words: Sequence[str] = ()) -> "Graph":
        """A graph from Penman notation; `:ARG0-of` is the reverse of `:ARG0`.

        :param text: One graph in brackets.
        :param words: The sentence, for reading.
        """
        return cls.of(*_penman(text), words=words)

    def columns(self) -> tuple[Sequence[Any], ...]:
        """All that it holds: concepts, edges, attributes, (top,), anchors, names, words."""
        tops = (self.top,)
        parts = (self.concepts, self.edges, self.attributes, tops, self.anchors)
        return (*parts, self.names, self.words)

    @classmethod
    def from_columns(cls, columns: Sequence[Sequence[Any]]) -> "Graph":
        """A graph from what `columns` gives; DataError where a node is not there.

        :param columns: Concepts, edges, attributes, (top,), anchors, names, words.
        """
        concepts, edges, attributes, (top,), anchors, names, words = columns
        nodes: dict[Hashable, str] = dict(enumerate(concepts))
        if anchors and len(anchors) != len(nodes):
            raise DataError(f"{len(anchors)} anchors of {len(nodes)} nodes")
        made = cls.of(nodes, edges, attributes, None if top < 0 else top, words=words)
        if not anchors:
            return replace(made, names=tuple(names))
        return replace(
            made,
            concepts=tuple(concepts),
            edges=tuple(sorted((s, r, t) for s, r, t in edges)),
            attributes=tuple(sorted((n, r, v) for n, r, v in attributes)),
            top=top,
            anchors=tuple(anchors),
            names=tuple(names),
        )

    def __len__(self) -> int:
        """How many triples there are: concepts (unless nodes are anchored), edges, attributes and
        the top."""
        nodes = 0 if self.anchors else len(self.concepts)
        return nodes + len(self.edges) + len(self.attributes) + (self.top >= 0)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return self._key() < other._key()

    def _key(self) -> tuple[Any, ...]:
        return self.concepts, self.edges, self.attributes, self.top, self.anchors

    def __str__(self) -> str:
        """The edges on one line."""
        named = [
            f"{name}/{concept}" if self.anchors else concept
            for name, concept in zip(self.names or self.concepts, self.concepts, strict=True)
        ]
        said = [f"{named[s]} –{r}→ {named[t]}" for s, r, t in self.edges]
        said += [f"{named[n]} –{r}→ {v}" for n, r, v in self.attributes]
        return "; ".join(said or named)


def _ordered(
    nodes: Mapping[Hashable, str],
    edges: Sequence[tuple[Hashable, str, Hashable]],
    attributes: Sequence[tuple[Hashable, str, str]],
    top: Hashable,
) -> list[Hashable]:
    """Nodes in an order that comes from what they are: by concept, attributes and top, then by
    their neighbours, until no more can be told apart; then as they were given."""
    mine: dict[Hashable, list[Any]] = {name: [] for name in nodes}
    for node, relation, value in attributes:
        mine[node].append((relation, value))
    rank = _ranked({n: (str(c), sorted(mine[n]), n == top) for n, c in nodes.items()})
    for _ in range(len(nodes)):
        around: dict[Hashable, list[Any]] = {name: [] for name in nodes}
        for source, relation, target in edges:
            around[source].append((0, relation, rank[target]))
            around[target].append((1, relation, rank[source]))
        finer = _ranked({name: (rank[name], sorted(around[name])) for name in nodes})
        # Ranks only ever split: where no more are split, no later round splits any.
        if len(set(finer.values())) == len(set(rank.values())):
            break
        rank = finer
    return sorted(nodes, key=lambda name: rank[name])


def _ranked(keys: Mapping[Hashable, Any]) -> dict[Hashable, int]:
    place = {repr(key): at for at, key in enumerate(sorted(keys.values()))}
    return {name: place[repr(key)] for name, key in keys.items()}


_TOKEN = re.compile(
    r"""\s+|([()/])|"((?:[^"\\]|\\.)*)"(?:~\S*)?|(:[^\s()"]+)|([^\s()/"]+(?:/[^\s()"]+)*)"""
)

Parsed = tuple[
    dict[Hashable, str],
    list[tuple[Hashable, str, Hashable]],
    list[tuple[Hashable, str, str]],
    Hashable,
]


@dataclass(slots=True)
class _Open:
    """A bracket that is not closed yet: its variable, and the relation that waits for a target."""

    variable: str = ""
    relation: str = ""
    slash: bool = False


class _Penman:
    """A graph while it is read."""

    def __init__(self) -> None:
        self.nodes: dict[Hashable, str] = {}
        self.links: list[tuple[str, str, str, bool]] = []  # source, relation, what, quoted
        self.open: list[_Open] = []
        self.top: str | None = None

    def take(self, sign: str, word: str, quoted: bool) -> None:
        """Take the next sign or word."""
        if not self.open and self.top is not None:
            raise DataError(f"{word!r} follows the end of the graph")
        if sign == "(":
            self.open.append(_Open())
            if len(self.open) > DEEPEST:
                raise DataError(f"more than {DEEPEST} brackets within each other")
        elif not self.open:
            raise DataError(f"{word!r} is outside all brackets")
        elif sign == ")":
            self.close()
        elif not self.open[-1].variable:
            self.begin(sign, word, quoted)
        else:
            self.inside(self.open[-1], sign, word, quoted)

    def begin(self, sign: str, word: str, quoted: bool) -> None:
        """The variable of a bracket."""
        if sign or quoted:
            raise DataError(f"{word!r} found, expected a variable as in (b / boy)")
        self.open[-1].variable = word
        self.top = self.top or word
        # A variable that stands a second time is the same node.
        self.nodes.setdefault(word, "")
        if len(self.nodes) > LARGEST:
            raise DataError(f"more than {LARGEST} nodes")

    def inside(self, here: _Open, sign: str, word: str, quoted: bool) -> None:
        """A slash, concept, relation or target within a bracket."""
        if sign == "/":
            here.slash = True
        elif sign == ":":
            if here.slash or here.relation:
                raise DataError(f"{word!r} found, expected a concept or target")
            here.relation = word[1:]
        elif here.slash:
            if self.nodes[here.variable]:
                raise DataError(f"variable {here.variable!r} has two concepts")
            self.nodes[here.variable], here.slash = word, False
        else:
            self.attach(here, word, quoted)

    def close(self) -> None:
        """The end of a bracket."""
        done = self.open.pop()
        if not done.variable:
            raise DataError("a bracket without a variable")
        if done.relation:
            raise DataError(f"relation :{done.relation} of {done.variable!r} has no target")
        if self.open:
            self.attach(self.open[-1], done.variable, False)

    def attach(self, here: _Open, what: str, quoted: bool) -> None:
        """A target of the relation that waits."""
        if not here.relation:
            raise DataError(f"{what!r} has no relation to {here.variable!r}")
        self.links.append((here.variable, here.relation, what, quoted))
        here.relation = ""


def _penman(text: str) -> Parsed:
    """Nodes, edges, attributes and top of a graph in Penman notation."""
    reader = _Penman()
    for token in _tokens(text):
        reader.take(*token)
    if reader.open:
        number = len(reader.open)
        raise DataError(f"{number} bracket{'s' * (number > 1)} not closed")
    if reader.top is None:
        raise DataError("no graph")
    edges: list[tuple[Hashable, str, Hashable]] = []
    attributes: list[tuple[Hashable, str, str]] = []
    for source, relation, what, quoted in reader.links:
        # In Penman notation only a variable is a node; a word in its place is a value.
        if quoted or what not in reader.nodes:
            attributes.append((source, relation, what))
        elif relation.endswith("-of") and relation not in _KEPT:
            edges.append((what, relation[:-3], source))
        else:
            edges.append((source, relation, what))
    return reader.nodes, edges, attributes, reader.top


def _tokens(text: str) -> Iterable[tuple[str, str, bool]]:
    """What kind of sign (of brackets, slash and colon, or none), the text, whether quoted."""
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise DataError(f"{text[at : at + 20]!r} cannot be read: a quotation mark is missing")
        at = found.end()
        if found[1]:
            yield found[1], found[1], False
        elif found[2] is not None:
            yield "", found[2], True
        elif found[3]:
            yield ":", found[3].partition("~")[0], False
        elif found[4]:
            yield "", found[4].partition("~")[0] or found[4], False
