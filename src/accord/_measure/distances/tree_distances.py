"""Distances between trees: how much must change to make one analysis the other.

    tree-edit        the fewest nodes to insert, delete or relabel (Zhang & Shasha 1989)
    tree-edit-diff   the same less the difference of the sizes, which no analysis can avoid
    tree-edit-norm   the same divided by the sum of the sizes, roots included

Words do not count, relations and labels do. Skjærholt (2014) compares the three for α and
recommends the plain one.

References: zhang1989, skjaerholt2014.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from accord._measure.distances.edit_tables import edits_of_pairs, tree_edits
from accord._measure.distances.metric import MOST_COSTLY, Distance, Metric, fixed, kept_table
from accord._measure.distances.sampled_pairs import sampled_table
from accord.errors import AccordError
from accord.kinds.trees.parts import Nodes, Tree
from accord.model.names import FloatArray, IntArray, Names

_Form = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
"""From edits and the sizes of the two trees, which broadcast, to distances."""

PAIRS = 500_000
"""About so many pairs of trees stand for all where there are more than `MOST` different trees."""


def _plain(edits: FloatArray, one: FloatArray, other: FloatArray) -> FloatArray:
    return edits


def _diff(edits: FloatArray, one: FloatArray, other: FloatArray) -> FloatArray:
    return np.asarray(edits - np.abs(one - other))


def _norm(edits: FloatArray, one: FloatArray, other: FloatArray) -> FloatArray:
    return np.asarray(edits / np.maximum(one + other, 1.0))


_FORMS: dict[str, _Form] = {
    "tree-edit": _plain,
    "tree-edit-diff": _diff,
    "tree-edit-norm": _norm,
}


def _named(name: str) -> Distance:
    def fit(categories: Names, counts: FloatArray, declared: bool) -> Metric:
        trees = [_nodes(one, name) for one in categories]
        sizes = np.array([len(tree.labels) for tree in trees], dtype=np.float64)

        unit = 1.0 if name == "tree-edit-norm" else None
        if len(trees) > MOST_COSTLY:

            def some(at: IntArray) -> FloatArray:
                edits = tree_edits([trees[k] for k in at])
                return _FORMS[name](edits, sizes[at][:, None], sizes[at])

            def apart(k: IntArray, l: IntArray) -> FloatArray:
                there, at = np.unique(np.concatenate([k, l]), return_inverse=True)
                one, other = np.split(at.reshape(-1), 2)
                edits = edits_of_pairs([trees[k] for k in there], one, other)
                return _FORMS[name](edits, sizes[k], sizes[l])

            content = [repr((tree.labels, tree.left)) for tree in trees]
            return sampled_table(categories, name, some, content, PAIRS, unit, apart)

        def edits() -> FloatArray:
            return tree_edits(trees)

        def table() -> FloatArray:
            return _FORMS[name](categories.kept("tree-edit", edits), sizes[:, None], sizes)

        return kept_table(categories, (name,), table, unit)

    return replace(fixed(name, fit), recipe=(_named, (name,)))


def _nodes(one: object, name: str) -> Nodes:
    if not isinstance(one, Tree):
        raise AccordError(
            f"distance {name!r} needs trees, got {one!r}; read them from CoNLL-U or bracketed "
            "files, layer 'tree'"
        )
    return one.nodes()


def _maker(name: str) -> Callable[[], Distance]:
    return lambda: _named(name)


tree_edit, tree_edit_diff, tree_edit_norm = map(_maker, _FORMS)
