"""The distance of graphs: 1 − Smatch, the share of triples that the best mapping leaves unshared.

References: cai2013.
"""

from dataclasses import replace

import numpy as np

from accord._measure.distances.graph_matches import shared_triples
from accord._measure.distances.metric import MOST_COSTLY, Distance, Metric, fixed, kept_table
from accord._measure.distances.sampled_pairs import sampled_table
from accord.errors import AccordError
from accord.kinds.graphs.parts import Graph
from accord.model.names import FloatArray, IntArray, Names

_PAIRS = 50_000
"""About so many pairs of graphs stand for all where there are more than `MOST` different ones."""


def smatch_distance() -> Distance:
    """1 − 2 · shared / (triples of one + of the other); 0 for two graphs without triples."""

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        graphs = [_graph(one) for one in categories]
        sizes = np.array([len(graph) for graph in graphs], dtype=np.float64)

        def table(at: IntArray) -> FloatArray:
            shared, _ = shared_triples([graphs[k] for k in at])
            both = np.add.outer(sizes[at], sizes[at])
            return np.where(both > 0, 1.0 - 2 * shared / np.maximum(both, 1.0), 0.0)

        if len(graphs) > MOST_COSTLY:
            content = [repr(graph) for graph in graphs]
            return sampled_table(categories, "smatch", table, content, _PAIRS, 1.0)
        every = np.arange(len(graphs))
        return kept_table(categories, ("smatch",), lambda: table(every), 1.0)

    return replace(fixed("smatch", fit), recipe=(smatch_distance, ()))


def _graph(one: object) -> Graph:
    if not isinstance(one, Graph):
        raise AccordError(
            f"distance 'smatch' needs graphs, got {one!r}; read them from AMR files (Penman), or "
            "from CoNLL-U, layer 'enhanced'"
        )
    return one
