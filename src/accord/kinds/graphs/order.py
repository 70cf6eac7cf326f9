"""What tells graphs apart when their labels have other names."""

from collections import Counter
from typing import cast

import numpy as np

from accord.kinds.graphs.parts import Graph
from accord.kinds.graphs.study import Graphs
from accord.kinds.labels.patterns import Colours, mixed
from accord.kinds.trees.order import POSITIVE


def shapes_of(study: Graphs) -> Colours:
    """How many there are of each concept and relation: nodes have no order but that of labels."""
    shapes = []
    for category in study.categories:
        graph = cast(Graph, category)
        often = Counter(graph.concepts), Counter(relation for _, relation, _ in graph.edges)
        sizes = tuple(tuple(sorted(counts.values())) for counts in often)
        shapes.append(hash((sizes, len(graph.attributes), graph.top >= 0)) & POSITIVE)
    return mixed(np.array(shapes, dtype=np.uint64))
