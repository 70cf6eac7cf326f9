"""Graphs: codings whose categories are graphs."""

from dataclasses import dataclass, fields
from typing import ClassVar

from accord.kinds.graphs.parts import Graph
from accord.kinds.labels.study import Codings, who_and_what
from accord.model.audit import Counted


@dataclass(frozen=True, slots=True, eq=False)
class Graphs(Codings):
    """Items × coders → graph: codings whose categories are graphs.

    `items`, `coders` and `categories` are the names, `item`, `coder` and `category` their numbers
    in each coding, `declared`, `about`, `audit`, `within` and `pace` as in codings.

    >>> import accord
    >>> graph = accord.graphs.Graph.parsed
    >>> study = accord.from_coders({"A": [graph("(w / want :ARG0 (b / boy))")],
    ...                             "B": [graph("(w / want :ARG0 (g / girl))")]})
    >>> type(study).__name__, accord.graphs.smatch(study).value
    ('Graphs', 0.75)
    """

    kind: ClassVar[str] = "graphs"

    def __repr__(self) -> str:
        counts = self.counts()
        return (
            f"Graphs({counts['i']} items, {counts['c']} coders, {len(self)} graphs, "
            f"{counts['k']} different)"
        )


def names_of(study: Graphs) -> dict[str, Counted]:
    """The names of coders and items; graphs have no spelling."""
    return who_and_what(study)


def as_graphs(study: Codings) -> Codings:
    """The same study, as graphs where all its categories are some."""
    if type(study) is not Codings or not all(isinstance(one, Graph) for one in study.categories):
        return study
    return Graphs(*(getattr(study, each.name) for each in fields(study)))
