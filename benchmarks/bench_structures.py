"""Relations, trees and graphs: 10⁴ relations and 10³ trees of three coders, 60 graphs of two."""

from collections.abc import Callable
from time import process_time

import accord
from accord.graphs import Graph
from accord.simulate import RelationModel, TreeModel, shuffle


def timed(what: str, work: Callable[[], object]) -> None:
    begin = process_time()
    found = work()
    value = getattr(found, "value", None)
    shown = "" if value is None else f"{value:.4f}"
    print(f"  {what:28} {shown:>8}  {process_time() - begin:6.2f} s of CPU", flush=True)


def relations() -> None:
    mistakes = {"rewire_relations": 0.2, "relabel_relations": 0.1}
    study = shuffle(RelationModel(entities=100, documents=100).draw(0), mistakes, coders=3)
    print(f"{study.counts()['r']} relations of 3 coders")
    for name in ("relation_f1", "corrected_relation_f1", "relation_kappa", "event_f1"):
        timed(name, lambda name=name: getattr(accord.relations, name)(study))
    timed("relation_alpha", lambda: accord.relations.relation_alpha(study))
    timed("interval of corrected F1", lambda: accord.interval(study, "corrected_relation_f1"))


def trees() -> None:
    mistakes = {"move_subtrees": 0.1, "relabel_arcs": 0.05}
    study = shuffle(TreeModel(items=1000, lengths=(10, 30)).draw(0), mistakes, coders=3)
    print(f"{len(study)} trees of 10 to 30 tokens, {len(study.categories)} different")
    for name in ("las", "uas", "parseval", "tree_alpha"):
        timed(name, lambda name=name: getattr(accord.trees, name)(study))
    timed("interval of LAS", lambda: accord.interval(study, "las"))


def graphs() -> None:
    def graph(at: int, concept: str) -> Graph:
        inner = " ".join(
            f":ARG{n} (c{n} / word{(at + n) % 17} :mod (m{n} / x{n}))" for n in range(4)
        )
        return Graph.parsed(f"(r / {concept} {inner})")

    first = [graph(at, f"do{at}") for at in range(60)]
    second = [graph(at + at % 3 // 2, f"do{at}") for at in range(60)]
    study = accord.from_coders({"A": first, "B": second})
    print(f"{len(study)} graphs of 9 nodes")
    timed("smatch", lambda: accord.graphs.smatch(study))
    timed("graph_alpha", lambda: accord.graphs.graph_alpha(study))


if __name__ == "__main__":
    relations()
    trees()
    graphs()
