"""Where disagreement on trees comes from: which arcs or brackets."""

from collections import Counter
from typing import Any

from accord.errors import NotApplicableError
from accord.kinds.trees.parts import Dependencies, Tree


def pieces_of(tree: Any) -> "Counter[Any]":
    """Of dependencies relation, token and head; else brackets."""
    if isinstance(tree, Dependencies):
        return Counter(
            (relation, at, head)
            for at, (head, relation) in enumerate(zip(tree.heads, tree.relations, strict=True))
        )
    if not isinstance(tree, Tree):
        raise NotApplicableError("this works with trees")
    return Counter(tree.brackets())


def same_tokens(*trees: Tree) -> bool:
    """Whether they stand over as many tokens, which are compared one by one."""
    return len({len(tree) for tree in trees}) == 1
