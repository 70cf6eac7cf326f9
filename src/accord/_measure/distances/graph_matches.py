"""Smatch: the most triples that two graphs share, over all ways to map nodes to nodes one to one.

Cai & Knight's program climbs hills from random beginnings and reports the best it found. Here
nothing is drawn. A node is worth what it shares for certain, and half of every edge that it could
share; the best assignment of nodes by these worths is a bound that no mapping exceeds. Where a
mapping that was found reaches the bound it is the best one. Where not, all mappings of small
graphs are tried, of others an integer programme decides, and `proven` says whether it came to an
end within its limit on branches.

References: cai2013, opitz2023.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from accord.kinds.graphs.parts import Graph
from accord.model.names import FloatArray, IntArray

BRANCHES = 2_000
"""The most branches of the integer programme for two graphs."""

_PAIRS = 1_000
"""The most pairs of edges that could be shared, for the integer programme."""

_SMALL = 36
"""The most pairs of nodes of two graphs whose mappings are all tried: 3,024 at the most."""

STARTS = 16
"""How many mappings are grown."""

_DENSE = 4_000_000
"""How many numbers are held at a time while they grow."""

ALIKE = 0.5
"""The F1 from which two graphs of a whole table are decided by the integer programme: two of the
same sentence, mostly. What is shared by chance is left at the best mapping that was grown, which
on graphs of 15 nodes shares .01 less (F1) than the best there is."""


class Match(NamedTuple):
    """How many triples two graphs share, and whether no mapping can share more."""

    shared: int
    proven: bool


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A graph as its parts are compared: letter case and a final underscore do not count."""

    graph: Graph
    size: int
    nodes: int
    held: tuple[Counter[Any], ...]
    edges: Counter[tuple[int, str, int]]
    around: tuple[Counter[Any], ...]
    anchors: tuple[str, ...]
    holding: Mapping[Any, list[tuple[int, int]]]
    near: Mapping[Any, list[tuple[int, int]]]
    called: Mapping[str, list[tuple[int, int, int]]]

    @classmethod
    def of(cls, graph: Graph) -> "Prepared":
        """The parts of a graph."""
        held = [Counter({("", _plain(one)): 1}) for one in graph.concepts]
        for node, relation, value in graph.attributes:
            held[node]["=" + _plain(relation), _plain(value)] += 1
        if graph.top >= 0:
            held[graph.top]["^", ""] += 1
        edges = Counter((s, _plain(r), t) for s, r, t in graph.edges)
        around: list[Counter[Any]] = [Counter() for _ in graph.concepts]
        for (source, relation, target), often in edges.items():
            around[source]["out", relation] += often
            around[target]["in", relation] += often
        called: dict[str, list[tuple[int, int, int]]] = {}
        for (source, relation, target), often in edges.items():
            called.setdefault(relation, []).append((source, target, often))
        size, nodes, parts = len(graph), len(held), (tuple(held), edges, tuple(around))
        return cls(
            *(graph, size, nodes, *parts, graph.anchors, _where(held), _where(around), called)
        )


def _where(counts: Sequence[Counter[Any]]) -> dict[Any, list[tuple[int, int]]]:
    """Which nodes have a part, and how often."""
    found: dict[Any, list[tuple[int, int]]] = {}
    for node, has in enumerate(counts):
        for key, often in has.items():
            found.setdefault(key, []).append((node, often))
    return found


def _plain(label: str) -> str:
    return label.lower().rstrip("_")


def best_match(one: Prepared, other: Prepared, least: float = 0.0) -> Match:
    """The most triples that two graphs share; where the best mapping that was grown shares less
    than `least` of them (F1) and the graphs are not small, it is left at that.

    >>> boy = Prepared.of(Graph.parsed("(w / want :ARG0 (b / boy))"))
    >>> best_match(boy, Prepared.of(Graph.parsed("(x / want :ARG0 (y / girl))")))
    Match(shared=3, proven=True)
    """
    if one.anchors or other.anchors:
        return Match(_anchored(one, other), True)
    if not one.nodes or not other.nodes:
        return Match(0, True)
    if other.graph < one.graph:  # the same number whoever comes first
        one, other = other, one
    certain, pairs = _worths(one, other)
    bound = certain + _halves(one, other)
    most = int(bound[_assigned(bound)].sum() + 1e-9)
    found = _grown(certain, bound - certain, pairs)
    if found >= most:
        return Match(found, True)
    unlike = 2 * found < least * (one.size + other.size) and certain.size > _SMALL
    if len(pairs) > _PAIRS or unlike:
        return Match(found, False)
    if certain.size <= _SMALL:
        return Match(_tried(certain, pairs), True)
    return _programme(certain, pairs, found, most)


def _anchored(one: Prepared, other: Prepared) -> int:
    """Shared triples where names say which node is which."""

    def told(graph: Prepared) -> Counter[Any]:
        names = graph.anchors or [f"?{at}" for at in range(graph.nodes)]
        found: Counter[Any] = Counter()
        for (s, relation, t), often in graph.edges.items():
            found[names[s], relation, names[t]] += often
        for name, held in zip(names, graph.held, strict=True):
            found.update({(name, *key): n for key, n in held.items() if key[0]})
        return found

    return sum((told(one) & told(other)).values())


_Pairs = dict[tuple[int, int, int, int], int]
"""Two edges that could be shared: source and its image, target and its image → how often."""


def _worths(one: Prepared, other: Prepared) -> tuple[FloatArray, _Pairs]:
    """What two nodes share for certain, and the edges they share if other nodes fit too."""
    certain = _both(one.held, other.holding, other.nodes)
    pairs: _Pairs = {}
    for (i, relation, k), often in one.edges.items():
        for j, l, times in other.called.get(relation, ()):
            if (i == k) != (j == l):
                continue
            if i == k:
                certain[i, j] += min(often, times)
            else:
                key = (i, j, k, l)
                pairs[key] = pairs.get(key, 0) + min(often, times)
    return certain, pairs


def _halves(one: Prepared, other: Prepared) -> FloatArray:
    """Half of the edges that two nodes could share at the most."""
    return _both(one.around, other.near, other.nodes) / 2


def _both(
    mine: Sequence[Counter[Any]], theirs: Mapping[Any, list[tuple[int, int]]], nodes: int
) -> FloatArray:
    """How many parts a node of one graph shares with each node of the other."""
    found = [[0] * nodes for _ in mine]
    for row, has in zip(found, mine, strict=True):
        for key, often in has.items():
            for j, times in theirs.get(key, ()):
                row[j] += min(often, times)
    return np.array(found, dtype=np.float64).reshape(len(mine), nodes)


def _assigned(worth: FloatArray) -> tuple[Any, Any]:
    from scipy.optimize import linear_sum_assignment

    return linear_sum_assignment(worth, maximize=True)  # type: ignore[no-any-return]


def _grown(certain: FloatArray, halves: FloatArray, pairs: _Pairs) -> int:
    """The shared triples of the best of several mappings: each begins with one of the most
    promising two nodes and takes, step by step, the two that add most to it."""
    columns = certain.shape[1]
    ends = np.array([(i * columns + j, k * columns + l) for i, j, k, l in pairs], np.intp)
    first, second = ends.reshape(-1, 2).T
    often = np.array([*pairs.values()], np.float64)
    cells = np.unique(np.concatenate([first, second]))  # cells with an edge, a row for each
    row = np.full(certain.size, len(cells))
    row[cells] = np.arange(len(cells))
    two = np.concatenate([row[first], row[second]]), np.concatenate([second, first])
    shape = (len(cells) + 1, certain.size)  # and a row without
    if shape[0] * shape[1] <= _DENSE:
        beside: Any = np.zeros(shape)
        np.add.at(beside, two, np.concatenate([often, often]))
    else:
        from scipy.sparse import csr_array

        beside = csr_array((np.concatenate([often, often]), two), shape=shape)
    starts = np.argsort(-(certain + halves).ravel(), kind="stable")[:STARTS]
    some = max(1, _DENSE // certain.size)
    grown = [
        _together(certain, halves, beside, row, starts[at : at + some])
        for at in range(0, len(starts), some)
    ]
    return max(grown)


def _together(
    certain: FloatArray, halves: FloatArray, beside: Any, row: IntArray, at: IntArray
) -> int:
    """The best of the mappings that begin with these two nodes each, all grown together."""
    rows, columns = certain.shape
    little = 0.3 * halves.ravel() / (halves.max() + 1.0)  # less than any triple
    starts = np.arange(len(at))
    worth = np.tile(certain.ravel() + little, (len(at), 1))
    open_ = worth.reshape(len(at), rows, columns)  # the same numbers by node and node
    total = np.zeros(len(at))
    for _ in range(min(rows, columns)):
        total += worth[starts, at] - little[at]
        more = beside[row[at]]
        worth += more if isinstance(more, np.ndarray) else more.toarray()
        i, j = np.divmod(at, columns)
        open_[starts, i] = -np.inf
        open_[starts, :, j] = -np.inf
        at = worth.argmax(axis=1)
    return round(float(total.max()))


def _tried(certain: FloatArray, pairs: _Pairs) -> int:
    """The same by trying all mappings, where graphs are small: quicker than any programme."""
    rows, columns = certain.shape
    if rows > columns:
        return _tried(certain.T, {(j, i, l, k): often for (i, j, k, l), often in pairs.items()})
    mapped = np.array(list(permutations(range(columns), rows)), np.intp)
    shared = certain[np.arange(rows), mapped].sum(axis=1)
    for (i, j, k, l), often in pairs.items():
        shared[(mapped[:, i] == j) & (mapped[:, k] == l)] += often
    return int(shared.max())


def _programme(certain: FloatArray, pairs: _Pairs, found: int, most: int) -> Match:
    """The same by an integer programme: x_ij maps node i to j, y_q shares a pair of edges, which
    needs both of its nodes mapped."""
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_array

    keys = list(pairs)
    nodes: dict[tuple[int, int], int] = {}
    for i, j in np.argwhere(certain > 0).tolist():
        nodes.setdefault((i, j), len(nodes))
    for i, j, k, l in keys:
        nodes.setdefault((i, j), len(nodes))
        nodes.setdefault((k, l), len(nodes))
    number = len(nodes)
    gain = np.concatenate([[certain[i, j] for i, j in nodes], [float(pairs[key]) for key in keys]])
    row: dict[Any, int] = {}
    cells: list[tuple[int, int, float]] = []

    def use(name: Any, column: int, value: float) -> None:
        cells.append((row.setdefault(name, len(row)), column, value))

    for (i, j), column in nodes.items():
        use(("from", i), column, 1.0)
        use(("to", j), column, 1.0)
    limits: dict[Any, float] = dict.fromkeys(row, 1.0)
    # An edge of one graph shares one edge of the other: of its pairs that map i to j, one at most.
    for at, (i, j, k, l) in enumerate(keys, start=number):
        for name in (
            ("a", i, k, i, j),
            ("a", i, k, k, l),
            ("b", j, l, i, j),
            ("b", j, l, k, l),
        ):
            use(name, at, 1.0)
            limits[name] = 0.0
    for name in list(row):
        if name[0] in ("a", "b"):
            use(name, nodes[name[3], name[4]], -1.0)
    rows, columns, values = zip(*cells, strict=True)
    shape = (len(row), len(gain))
    ends = tuple(np.array(end, np.int32) for end in (rows, columns))  # scipy 1.13's solver needs it
    table = coo_array((values, ends), shape=shape).tocsr()
    upper = np.array([limits[name] for name in row])
    whole = np.concatenate([np.ones(number), np.zeros(len(keys))])
    result = milp(
        -gain,
        constraints=LinearConstraint(table, -np.inf, upper),
        integrality=whole,
        bounds=Bounds(0, 1),
        options={"node_limit": BRANCHES, "mip_rel_gap": 0.0},
    )
    if result.x is None:
        return Match(found, False)
    best = max(found, round(-float(result.fun)))
    bound = getattr(result, "mip_dual_bound", None)
    proven = result.status == 0 or (bound is not None and int(-bound + 1e-6) <= best)
    return Match(best, proven or best >= most)


def shared_triples(graphs: Sequence[Graph]) -> tuple[FloatArray, int]:
    """The most shared triples of every two graphs, and how many of these are not proven."""
    ready = [Prepared.of(graph) for graph in graphs]
    found = np.diag([float(one.size) for one in ready]) if ready else np.zeros((0, 0))
    open_ = 0
    for i, j, match in _every_two(ready):
        found[i, j] = found[j, i] = match.shared
        open_ += not match.proven
    return found, open_


def _every_two(ready: Sequence[Prepared]) -> Iterator[tuple[int, int, Match]]:
    for i, one in enumerate(ready):
        for j in range(i + 1, len(ready)):
            yield i, j, best_match(one, ready[j], ALIKE)
