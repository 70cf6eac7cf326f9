"""Graphs: shown as trees are, without parts of speech."""

from typing import Any

from accord.kinds.graphs.study import Graphs
from accord.kinds.trees.shown import own_tables, tree_section

__all__ = [
    "own_section",
    "own_tables",  # an ability as it is: graphs have the tables of trees
]


def own_section(study: Graphs, listed: Any, matched: None) -> dict[str, Any] | None:
    """Where graphs differ, and the worst drawn."""
    return tree_section(study, graphs=True)
