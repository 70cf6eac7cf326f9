"""Relations, trees and graphs: 10⁴ relations and 10³ trees of three coders, 933 graphs of two.

The treebank of two coders (110 sentences, 1,594 tokens) is in ACCORD_SAMPLES; the reference
program took 113 s of CPU for its α. Without it, simulated trees of the same number stand for it.
"""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
from timing import cpu, row

import accord
from accord.graphs import Graph
from accord.simulate import RelationModel, TreeModel, shuffle

REFERENCE = 113.0
"""Seconds of CPU of the reference program for α of 110 sentences, measured once."""

CONCEPTS = [f"c{n}" for n in range(60)]
RELATIONS = ["ARG0", "ARG1", "ARG2", "mod", "op1", "op2", "time", "location"]


def timed(what: str, work: Callable[[], object]) -> None:
    time, found = cpu(work, 1)
    value = getattr(found, "value", None)
    row(what, time, None, str(found) if value is None else f"{value:.4f}", None)


def relations() -> None:
    mistakes = {"rewire_relations": 0.2, "relabel_relations": 0.1}
    study = shuffle(RelationModel(entities=100, documents=100).draw(0), mistakes, coders=3)
    whole = f"{study.counts()['r']:,} relations"
    for name in ("relation_f1", "corrected_relation_f1", "relation_kappa", "event_f1"):
        timed(f"{whole}: {name}", lambda name=name: getattr(accord.relations, name)(study))
    timed(f"{whole}: relation_alpha", lambda: accord.relations.relation_alpha(study))
    timed(f"{whole}: interval", lambda: accord.interval(study, "corrected_relation_f1"))


def treebank() -> None:
    folder = Path(os.environ.get("ACCORD_SAMPLES", "")) / "structures" / "trees"
    paths = [folder / f"{who}-swedish.conll" for who in ("odin", "thor")]
    if not all(path.is_file() for path in paths):
        made = TreeModel(items=110, lengths=(8, 22)).draw(0)
        study = shuffle(made, {"move_subtrees": 0.05, "relabel_arcs": 0.05}, coders=2)
        timed("110 simulated sentences: tree_alpha", lambda: accord.trees.tree_alpha(study))
        return
    time, study = cpu(lambda: accord.read(paths, layer="tree"), 1)
    row("110 sentences of a treebank: reading", time, None, "", None)
    time, found = cpu(lambda: accord.trees.tree_alpha(study), 1)
    same = abs(found.value - 0.939897) < 1e-6
    row("110 sentences of a treebank: tree_alpha", time, REFERENCE, "syn-agreement", same)


def trees() -> None:
    mistakes = {"move_subtrees": 0.1, "relabel_arcs": 0.05}
    study = shuffle(TreeModel(items=1000, lengths=(10, 30)).draw(0), mistakes, coders=3)
    for name in ("las", "uas", "parseval", "tree_alpha"):
        timed(
            f"1,000 trees × 3 coders: {name}", lambda name=name: getattr(accord.trees, name)(study)
        )
    timed("1,000 trees × 3 coders: interval of LAS", lambda: accord.interval(study, "las"))


def graphs() -> None:
    rng = np.random.default_rng(1)

    def drawn(names: list[str]) -> str:
        return names[int(rng.integers(len(names)))]

    sides: dict[str, list[Graph]] = {"A": [], "B": []}
    for _ in range(933):
        size = int(rng.integers(4, 13))
        nodes = {f"v{at}": drawn(CONCEPTS) for at in range(size)}
        edges = [(f"v{rng.integers(at)}", drawn(RELATIONS), f"v{at}") for at in range(1, size)]
        other = {name: drawn(CONCEPTS) if rng.random() < 0.1 else it for name, it in nodes.items()}
        changed = [(s, drawn(RELATIONS) if rng.random() < 0.1 else r, t) for s, r, t in edges]
        sides["A"].append(Graph.of(nodes, edges, [], "v0"))
        sides["B"].append(Graph.of(other, changed, [], "v0"))
    study = accord.from_coders(sides)
    timed("933 graphs × 2 coders: smatch", lambda: accord.graphs.smatch(study))
    timed("933 graphs × 2 coders: graph_alpha", lambda: accord.graphs.graph_alpha(study))


if __name__ == "__main__":
    relations()
    treebank()
    trees()
    graphs()
