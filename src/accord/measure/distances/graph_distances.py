"""The distance of graphs: 1 − Smatch, the share of triples that the best mapping leaves unshared.

References: cai2013.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from accord.errors import AccordError
from accord.measure.distances.graph_matches import shared_triples
from accord.measure.distances.metric import Distance, Metric, fixed, kept_table
from accord.model.names import FloatArray, Names
from accord.model.structures.graphs import Graph

MOST = 1_000
"""The most different graphs of which every two are compared."""


def smatch_distance() -> Distance:
    """1 − 2 · shared / (triples of one + of the other); 0 for two graphs without triples."""

    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        graphs = [_graph(one) for one in categories]
        sizes = np.array([len(graph) for graph in graphs], dtype=np.float64)

        def table() -> FloatArray:
            if len(graphs) > MOST:
                raise AccordError(
                    f"{len(graphs)} different graphs are too many to compare every two (the most "
                    f"are {MOST}); take a sample of the items, or measure smatch, which compares "
                    "only the graphs of an item"
                )
            shared, _ = shared_triples(graphs)
            both = np.add.outer(sizes, sizes)
            return np.where(both > 0, 1.0 - 2 * shared / np.maximum(both, 1.0), 0.0)

        return kept_table(categories, ("smatch",), table, 1.0)

    return replace(fixed("smatch", fit), recipe=(smatch_distance, ()))


def _graph(one: object) -> Graph:
    if not isinstance(one, Graph):
        raise AccordError(
            f"distance 'smatch' needs graphs, got {one!r}; read them from AMR files (Penman), or "
            "from CoNLL-U, layer 'enhanced'"
        )
    return one


GRAPHS: dict[str, Callable[..., Distance]] = {"smatch": smatch_distance}
"""The distances between graphs by name."""
