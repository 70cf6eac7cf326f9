"""Mistakes of coders who draw dependency trees: subtrees hung elsewhere, relations confused."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from accord.kinds.trees.parts import Dependencies


def move_subtrees(
    tree: Dependencies, kinds: Sequence[str], m: float, random: np.random.Generator
) -> Dependencies:
    """Each token but the root is hung, with probability m, on any token that does not depend on
    it."""
    heads = list(tree.heads)
    for at in range(len(heads)):
        if not heads[at] or random.random() >= m:
            continue
        free = [to for to in range(1, len(heads) + 1) if not _leads_to(heads, to, at + 1)]
        heads[at] = free[int(random.integers(len(free)))]
    return replace(tree, heads=tuple(heads))


def _leads_to(heads: Sequence[int], token: int, above: int) -> bool:
    """Whether a token is `above` or depends on it."""
    while token and token != above:
        token = heads[token - 1]
    return token == above


def relabel_arcs(
    tree: Dependencies, kinds: Sequence[str], m: float, random: np.random.Generator
) -> Dependencies:
    """Each relation is taken, with probability m, for any other or itself."""
    relations = tuple(
        kinds[int(random.integers(len(kinds)))] if random.random() < m else relation
        for relation in tree.relations
    )
    return replace(tree, relations=relations)
