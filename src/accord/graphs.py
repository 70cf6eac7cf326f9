"""Graphs: AMR and enhanced dependencies, Smatch, α with 1 − Smatch."""

from accord.kinds.graphs.parts import Graph as Graph
from accord.kinds.graphs.study import Graphs as Graphs
from accord.lazy import suggesting as _suggesting
from accord.measures import (
    graph_alpha as graph_alpha,
    smatch as smatch,
)

globals()["__getattr__"] = _suggesting(globals())
