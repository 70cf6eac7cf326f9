"""What tells trees apart when their labels have other names."""

from typing import cast

import numpy as np

from accord.kinds.labels.patterns import Colours, mixed
from accord.kinds.trees.parts import Tree
from accord.kinds.trees.study import Trees

POSITIVE = 2**63 - 1
"""Hashes are taken without their sign."""


def shapes_of(study: Trees) -> Colours:
    """Their nodes, and which of their labels are the same."""
    shapes = []
    for tree in study.categories:
        nodes = cast(Tree, tree).nodes()
        known: dict[str, int] = {}
        same = tuple(known.setdefault(label, len(known)) for label in nodes.labels)
        shapes.append(hash((nodes.left, same)) & POSITIVE)
    return mixed(np.array(shapes, dtype=np.uint64))
