"""Mistakes of coders who draw dependency trees: subtrees hung elsewhere, relations confused."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from accord._measure.structures.random_trees import random_heads
from accord.errors import NotApplicableError
from accord.kinds.labels.study import Codings
from accord.kinds.labels.tabular import from_columns
from accord.kinds.trees.parts import Dependencies
from accord.kinds.trees.study import Trees
from accord.simulate.erring import REFERENCE, Step


def move_subtrees(
    tree: Dependencies, kinds: Sequence[str], m: float, random: np.random.Generator
) -> Dependencies:
    """Each token but the root is hung, with probability m, on any token that does not depend on
    it."""
    heads = list(tree.rooted)
    for at in range(len(heads)):
        # The root stays: a tree has one, and moving it would need another.
        if not heads[at] or random.random() >= m:
            continue
        # A token hung on what depends on it would make a circle.
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


def guessed_trees(
    tree: Dependencies, kinds: Sequence[str], m: float, random: np.random.Generator
) -> Dependencies:
    """With probability m the heads are those of any tree over the tokens, rooted anywhere;
    relations stay with their tokens, but for that of the root."""
    if random.random() >= m or not tree.relations:
        return tree
    heads = random_heads(len(tree.relations), random)
    relations = list(tree.relations)
    old, new = list(tree.rooted).index(0), heads.index(0)
    relations[old], relations[new] = relations[new], relations[old]
    return replace(tree, heads=tuple(heads), relations=tuple(relations))


@dataclass(frozen=True, slots=True)
class TreeModel:
    """A statistical model of dependency trees: how many, how long, of which relations.

    :param items: How many sentences.
    :param lengths: The range of tokens of a sentence.
    :param relations: The names of the relations.

    >>> import accord
    >>> accord.simulate.TreeModel(items=3).draw(1)
    Trees(3 items, 1 coders, 3 trees, 3 different)
    """

    items: int = 40
    lengths: tuple[int, int] = (5, 15)
    relations: Sequence[str] = ("subj", "obj", "mod", "det")

    def draw(self, rng: int | np.random.Generator = 0) -> Codings:
        """One reference: tokens in random order, each hung on one before it.

        >>> import accord
        >>> accord.simulate.TreeModel(items=3).draw().counts()
        {'i': 3, 'c': 1, 'k': 3}
        """
        random = np.random.default_rng(rng)
        trees = []
        for _ in range(self.items):
            size = int(random.integers(self.lengths[0], self.lengths[1] + 1))
            order = (random.permutation(size) + 1).tolist()
            heads = [0] * size
            for at, token in enumerate(order[1:], start=1):
                # On one that hangs already: so no circle can come about.
                heads[token - 1] = order[int(random.integers(at))]
            labels = [self.relations[int(random.integers(len(self.relations)))] for _ in heads]
            trees.append(Dependencies.of(heads, labels))
        items = range(1, self.items + 1)
        return from_columns(list(items), [REFERENCE] * self.items, trees)


def with_mistakes(
    reference: Trees, steps: list[Step], names: list[str], random: np.random.Generator
) -> Codings:
    """A study of coders who take these steps, each from the reference."""
    rows: list[tuple[Hashable, str, Hashable]] = []
    trees = [tree for tree in reference.categories if isinstance(tree, Dependencies)]
    if len(trees) < len(reference.categories):
        raise NotApplicableError("mistakes are simulated in dependency trees, not in brackets")
    # Sorted: a set of texts has another order in every process, and the seed would mean nothing.
    kinds = sorted({relation for tree in trees for relation in tree.relations})
    for coder in names:
        for item, _, drawn in reference.rows():
            tree: Any = drawn
            for apply, m in steps:
                tree = apply(tree, kinds, m, random)
            rows.append((item, coder, tree))
    items, coders, categories = (list(column) for column in zip(*rows, strict=True))
    return from_columns(items, coders, categories, about=reference.about, coders=names)


def mistakes() -> dict[Callable[..., Any], str]:
    """All mistakes that are made in trees, and what happens."""
    return {
        move_subtrees: "subtrees are hung elsewhere",
        relabel_arcs: "relations of tokens are confused",
        guessed_trees: "whole trees are guessed",
    }


def reference_model() -> type[TreeModel]:
    """The model that draws references."""
    return TreeModel


def usual_mistake() -> tuple[str, str, str]:
    """A mistake whose magnitude is a share, in words: each coder … a share of the …"""
    return "move_subtrees", "hung elsewhere", "subtrees"
