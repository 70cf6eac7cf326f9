"""Agreement on graphs: Smatch, and α with 1 − Smatch as the distance.

    graph_alpha   α with the share of triples that two graphs do not share; corrected for chance
    smatch        F1 of triples under the best mapping of nodes (Cai & Knight 2013)

Where nodes are tokens (enhanced dependencies) there is one mapping, and Smatch is the F1 of edges.
"""

from collections.abc import Iterator
from dataclasses import replace
from math import nan
from typing import Any, cast

from accord._measure.by_document import BY_PAIRS, PairSums, f1_of_both, mean_over_pairs
from accord._measure.cube.kernel import coefficient
from accord._measure.distances.graph_matches import Match, Prepared, best_match
from accord._measure.settings import Missing
from accord._measure.structures.tree_pairs import two_of_an_item
from accord.errors import NotApplicableError
from accord.kinds.graphs.parts import Graph
from accord.kinds.graphs.study import Graphs
from accord.model.agreement import Agreement
from accord.words.said import said


def graph_alpha(
    study: Graphs, *, distance: Any = "smatch", missing: Missing = "pairable"
) -> Agreement:
    """α for graphs: Krippendorff's α with 1 − Smatch as the distance of two analyses.

    Chance: two graphs drawn from all items, D_e the mean share of triples that they do not share
    under the best mapping of their nodes. Graphs of different sentences share little, and their
    mapping is not always proven to be the best: D_e may be too high by one or two in a hundred.
    With more than 1,000 different graphs D_e is estimated from about 50,000 random pairs, whose
    number is in the signature; D_o is exact. Undefined where no item has two analyses.
    References: cai2013, krippendorff2004.

    >>> import accord
    >>> a = [
    ...     accord.graphs.Graph.parsed("(w / want :ARG0 (b / boy))"),
    ...     accord.graphs.Graph.parsed("(r / rain)"),
    ... ]
    >>> b = [
    ...     accord.graphs.Graph.parsed("(w / want :ARG0 (g / girl))"),
    ...     accord.graphs.Graph.parsed("(r / rain)"),
    ... ]
    >>> round(accord.graphs.graph_alpha(accord.from_coders({"A": a, "B": b})).value, 4)
    0.7429
    """
    return coefficient("graph_alpha", "α_graph", study, distance, "drawn", missing)


def smatch(study: Graphs) -> Agreement:
    """Smatch: F1 of the triples of two coders, 2 · shared / (of one + of the other).

    It is taken over all items, and is the mean over pairs of coders.

    Triples are the concepts of nodes, the relations between nodes, attributes and the top; shared
    are the most that a mapping of nodes to nodes, one to one, makes the same. The best mapping is
    found by an integer programme, not by hill climbing from random starting points, so nothing is
    random. `detail["unproven"]` counts pairs of graphs too large for it. Letter case does not
    count. Not corrected for chance. Undefined where no item has two analyses with triples.
    References: cai2013, opitz2023.

    >>> import accord
    >>> a = [accord.graphs.Graph.parsed("(w / want :ARG0 (b / boy))")]
    >>> b = [accord.graphs.Graph.parsed("(w / want :ARG0 (g / girl))")]
    >>> accord.graphs.smatch(accord.from_coders({"A": a, "B": b})).value
    0.75
    """
    table = shared_of_pairs(study)
    sums = table.totals().sum(axis=0)
    result = Agreement("smatch", "Smatch", nan, None, BY_PAIRS, study.counts())
    if not len(sums) or not sums[1]:
        return replace(result, undefined=said("undefined.no-item-has-two-analyses"))
    detail = {"shared": int(sums[0]), "triples": int(sums[1]), "unproven": int(sums[2])}
    return replace(result, observed=table.observed(), detail=detail)


def shared_of_pairs(study: Graphs) -> PairSums:
    """What every two coders share in every item, how much they have, and whether it is proven."""
    if not all(isinstance(graph, Graph) for graph in study.categories):
        raise NotApplicableError("it needs graphs")
    ready = [Prepared.of(cast(Graph, graph)) for graph in study.categories]
    known: dict[tuple[int, int], Match] = {}

    def found() -> Iterator[tuple[int, int, int, tuple[float, ...]]]:
        for at, i, j, k, l in two_of_an_item(study):
            one, other = ready[k], ready[l]
            if (k, l) not in known:
                same = Match(one.size, True)
                known[k, l] = same if k == l else best_match(one, other)
            match = known[k, l]
            yield at, i, j, (match.shared, one.size + other.size, not match.proven)

    return PairSums.found(len(study.items), found(), 3, mean_over_pairs(f1_of_both))
