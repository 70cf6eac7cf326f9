"""A small study of each kind, for laws that hold for all: three documents and three coders, one of
whom did not see everything and another of whom marked nothing somewhere. No two documents, coders
or categories are alike, so that what was annotated tells them apart."""

import accord
from accord.kinds.chains.study import Partitions
from accord.kinds.graphs.parts import Graph
from accord.kinds.regions.study import Regions
from accord.kinds.relations.study import Relations
from accord.kinds.trees.parts import Dependencies

CODERS = ("coder 1", "coder 2", "coder 3")
TEXT = "Ann works for Acme in Rome"
SEEN = [("d", c) for c in CODERS] + [("e", c) for c in CODERS] + [("f", CODERS[0])]
SEEN += [("f", CODERS[1])]


def _labelled(values):
    """Items coded by these coders with what each word of a row stands for; - is nothing."""
    rows = {"d": "x x y", "e": "y z y", "f": "x x -", "g": "z z z"}
    return accord.codings(
        [
            (item, coder, values[word])
            for item, row in rows.items()
            for coder, word in zip(CODERS, row.split(), strict=True)
            if word != "-"
        ]
    )


def labels():
    """Labels, one missing."""
    return _labelled({"x": "yes", "y": "no", "z": "maybe"})


def trees():
    """Dependency trees over three words."""
    heads = {"x": [2, 0, 2], "y": [0, 1, 2], "z": [3, 3, 0]}
    relations = ["subj", "root", "obj"]
    return _labelled({word: Dependencies.of(head, relations) for word, head in heads.items()})


def graphs():
    """Graphs of meaning."""
    written = {"x": "(w / want :A (b / boy))", "y": "(g / go)", "z": "(w / want :A (g / go :B b))"}
    return _labelled({word: Graph.parsed(text) for word, text in written.items()})


def spans():
    """Spans in two texts and one empty one."""
    rows = [
        ("d", CODERS[0], 0, 3, "person"),
        ("d", CODERS[0], 14, 18, "firm"),
        ("d", CODERS[1], 0, 3, "person"),
        ("d", CODERS[2], 14, 26, "firm"),
        ("e", CODERS[0], 4, 9, "person"),
        ("e", CODERS[1], 4, 8, "act"),
        ("f", CODERS[0], 0, 3, "act"),
    ]
    texts = dict.fromkeys("def", TEXT)
    return accord.Unitizings.of(rows, texts=texts, seen=SEEN, about={"genre": ["a", "b", "a"]})


def boundaries():
    """Boundaries of two types."""
    rows = [
        ("d", CODERS[0], 3, "topic"),
        ("d", CODERS[0], 5, "turn"),
        ("d", CODERS[1], 3, "topic"),
        ("d", CODERS[2], 2, "turn"),
        ("e", CODERS[0], 4, "topic"),
        ("e", CODERS[1], 1, "turn"),
        ("f", CODERS[0], 6, "topic"),
    ]
    lengths = {"d": 7, "e": 9, "f": 8}
    return accord.Segmentations.of(rows, lengths=lengths, seen=SEEN, coders=CODERS)


def chains():
    """Chains of mentions."""
    chains = {
        "d": {
            CODERS[0]: [[(0, 3), (14, 18)], [(22, 26)]],
            CODERS[1]: [[(0, 3)], [(14, 18), (22, 26)]],
            CODERS[2]: [[(0, 3), (22, 26)]],
        },
        "e": {CODERS[0]: [[(4, 9), (10, 13)]], CODERS[1]: [[(4, 9)]], CODERS[2]: []},
        "f": {CODERS[0]: [[(0, 3)]], CODERS[1]: []},
    }
    return Partitions.of_chains(chains, texts=dict.fromkeys("def", TEXT))


def relations():
    """Links between entities, one of which is in none."""
    rows = [
        ("d", CODERS[0], (0, 3), (14, 18), "for"),
        ("d", CODERS[1], (0, 3), (14, 18), "for"),
        ("d", CODERS[2], (0, 3), (22, 26), "in"),
        ("e", CODERS[0], (14, 18), (22, 26), "in"),
        ("e", CODERS[1], (0, 3), (22, 26), "for"),
        ("f", CODERS[0], (0, 3), (4, 9), "in"),
    ]
    entities = [("d", CODERS[0], (22, 26), "place")]
    texts = dict.fromkeys("def", TEXT)
    return Relations.of(rows, entities=entities, seen=SEEN, texts=texts)


def regions():
    """Boxes in images."""
    rows = [
        ("d", CODERS[0], (10, 10, 50, 40), "cat"),
        ("d", CODERS[1], (12, 10, 52, 40), "cat"),
        ("d", CODERS[2], (60, 30, 90, 80), "dog"),
        ("e", CODERS[0], (0, 0, 20, 20), "dog"),
        ("e", CODERS[1], (1, 0, 21, 20), "cat"),
        ("f", CODERS[0], (5, 5, 9, 9), "dog"),
    ]
    return Regions.of(rows, sizes={"d": (100.0, 100.0)}, seen=SEEN)


def dimensions():
    """Labels in two dimensions, of which a coder may leave out one."""
    rows = [
        ("d", CODERS[0], "task", "ask"),
        ("d", CODERS[0], "turn", "give"),
        ("d", CODERS[1], "task", "ask"),
        ("d", CODERS[2], "task", "tell"),
        ("e", CODERS[0], "task", "tell"),
        ("e", CODERS[1], "turn", "take"),
        ("f", CODERS[0], "turn", "take"),
    ]
    return accord.labels.dimensions(rows)


EXAMPLES = {
    "codings": labels,
    "unitizings": spans,
    "segmentations": boundaries,
    "partitions": chains,
    "relations": relations,
    "trees": trees,
    "graphs": graphs,
    "regions": regions,
    "dimensions": dimensions,
}
"""Kind of study → an example of it."""
