"""Graphs: AMR and enhanced dependencies, Smatch, α with 1 − Smatch."""

from accord.measures import (
    graph_alpha as graph_alpha,
    smatch as smatch,
)
from accord.model.structures.graphs import (
    Graph as Graph,
    Graphs as Graphs,
)
