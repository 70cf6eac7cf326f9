"""Studies cannot be changed once they are built, and what they give can be sent and kept.

Arrays are read-only, also after copying and unpickling; what the user gave stays the user's.
Distances and results survive a pickle and compute and say the same.
"""

import copy
import pickle
from dataclasses import fields, is_dataclass, replace

import numpy as np
import pytest

import accord
from accord import infer, latent
from accord._measure.distances.distance import DISTANCES
from accord._measure.distances.taxonomic import TAXONOMIC
from accord.engine.tally import Tally
from accord.kinds.boundaries.study import Segmentations
from accord.kinds.chains.study import Partitions
from accord.kinds.labels.patterns import Patterns
from accord.labels import by_dimension, dimension_correlations, skew, taxonomic
from accord.model.showing import Result

TABLE = [["x", "y", "x"], ["y", "y", "x"], ["z", "z", "z"], ["x", "x", None], ["y", "z", "y"]]


def _codings():
    study = accord.from_wide(TABLE, coders=["A", "B", "C"])
    return replace(study, about={"domain": list("abcab")})


def _units():
    rows = [
        ("d", "A", 0, 5, "x"),
        ("d", "B", 1, 5, "x"),
        ("d", "A", 7, 9, "y"),
        ("e", "B", 2, 4, "y"),
    ]
    return accord.Unitizings.of(rows, about={"domain": ["a", "b"]})


def _boundaries():
    masses = {"d": {"A": [3, 2, 2], "B": [2, 5]}, "e": {"A": [4, 4], "B": [5, 3]}}
    return Segmentations.from_masses(masses)


def _chains():
    made = {"d": {"A": [[(0, 2), (5, 6)], [(8, 9)]], "B": [[(0, 2)], [(5, 6), (8, 9)]]}}
    return Partitions.of_chains(made)


def _dimensions():
    rows = [
        (f"u{u}", c, d, "xyz"[(u * len(d) + (c == "B") * (u % 3 == 0)) % 3])
        for u in range(9)
        for c in "AB"
        for d in ("task", "turn")
    ]
    return accord.labels.dimensions(rows)


STUDIES = {
    "codings": _codings,
    "codings taken": lambda: _codings().take([0, 0, 3]),
    "codings of some": lambda: _codings().only([2, 0]),
    "agreement table": lambda: accord.from_counts([[2, 1], [0, 3]], categories=["x", "y"]),
    "dimensions": _dimensions,
    "units": _units,
    "boundaries": _boundaries,
    "chains": _chains,
    "counts": lambda: Tally.of(_codings()),
    "patterns": lambda: Patterns.of(_codings()),
}


def _arrays(thing, place):
    """Every array that can be reached from a study through its fields."""
    if isinstance(thing, np.ndarray):
        yield place, thing
    elif is_dataclass(thing):
        for each in fields(thing):
            yield from _arrays(getattr(thing, each.name), f"{place}.{each.name}")
    elif isinstance(thing, (tuple, list)):
        for at, one in enumerate(thing):
            yield from _arrays(one, f"{place}[{at}]")
    elif hasattr(thing, "items") and not hasattr(thing, "kind") and callable(thing.items):
        for key, one in thing.items():
            yield from _arrays(one, f"{place}[{key!r}]")


@pytest.mark.parametrize("name", STUDIES)
def test_no_array_of_a_study_can_be_written(name):
    """Neither of the study nor of its parts, nor of a copy, nor of one that was unpickled."""
    study = STUDIES[name]()
    for one in (study, copy.copy(study), copy.deepcopy(study), pickle.loads(pickle.dumps(study))):
        arrays = dict(_arrays(one, name))
        assert arrays
        for place, array in arrays.items():
            assert not array.flags.writeable, place
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0


@pytest.mark.parametrize("name", [name for name in STUDIES if name != "patterns"])
def test_a_study_is_shown_in_a_line_however_large(name):
    """What a console echoes, or a failing assertion, says how much there is and not all of it."""
    study = STUDIES[name]()
    for one in (study, *getattr(study, "continua", ()), *getattr(study, "documents", ())):
        assert "array(" not in repr(one)
        assert len(repr(one)) < 100


def test_columns_about_items_cannot_be_written():
    """Neither the columns nor what is in them; the user's own stay as they are."""
    given = {"domain": ["a", "b"]}
    units = accord.Unitizings.of([("d", "A", 0, 5, "x"), ("e", "B", 2, 4, "y")], about=given)
    codings = accord.from_columns("de", "AB", "xy", about=given)
    built = replace(codings, about=given)
    given["domain"][0] = given["more"] = "changed"
    for study in (units, codings, built, pickle.loads(pickle.dumps(built)), built.take([0, 1])):
        assert dict(study.about) == {"domain": ("a", "b")}
        with pytest.raises(TypeError):
            study.about["domain"] = ()


def test_the_users_arrays_are_copied():
    """Changing them after building changes nothing, and they stay writable."""
    item, coder, category = np.repeat(np.arange(4), 2), np.tile([0, 1], 4), np.arange(8) % 3
    wide = np.array([[1.0, 2.0], [2.0, 2.0], [3.0, 1.0]])
    table = np.array([[2, 1], [0, 3]])
    names = np.array([10, 20, 30])
    start, stop = np.array([0.0, 1.0, 4.0]), np.array([3.0, 4.0, 9.0])
    codes = np.array([0, 0, 0], np.int32), np.array([0, 1, 1], np.int32), np.zeros(3, np.int32)
    masses = np.array([3, 2])

    def built():
        return [
            accord.from_columns(item, coder, category),
            accord.from_wide(wide, items=names),
            accord.from_wide(wide[:, ::-1]),
            accord.from_counts(table, categories=names[:2]),
            accord.from_confusion(table, categories=["x", "y"]),
            accord.Unitizings.from_arrays(
                *codes[:2], start, stop, codes[2], items=["d"], coders=["A", "B"], categories=["x"]
            ),
            Segmentations.from_masses({"d": {"A": masses}}),
        ]

    studies, same = built(), built()
    for array in (item, coder, category, wide, table, names, start, stop, *codes, masses):
        array[...] = 1  # still the user's, so still writable
    for study, other in zip(studies, same, strict=True):
        assert study == other
    assert studies[0].rows() == [(i // 2, i % 2, i % 3) for i in range(8)]
    assert list(studies[1].items) == [10, 20, 30]
    assert studies[5].continua[0].units("B") == ((1, 4, "x"), (4, 9, "x"))
    assert studies[6].documents[0].masses(0).tolist() == [3, 2]


def _gap(a, b):
    return abs(len(str(a)) - len(str(b)))


TREE = accord.Taxonomy.from_paths(["top > x", "top > y", "other > z"])
OWN = {("x", "y"): 0.5, ("x", "z"): 1.0, ("y", "z"): 0.25}
SPECIFIED = {
    **{f"name {name}": name for name in DISTANCES},
    "name with options": "circular:U=7",
    **{f"taxonomy {name}": taxonomic(TREE, name) for name in TAXONOMIC},
    "taxonomy with options": taxonomic(TREE, "geertzen-bunt", a=0.5),
    "pairs": OWN,
    "matrix": (["x", "y", "z"], np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0.0]])),
    "function": _gap,
}
NUMBERS = ("interval", "ratio", "bipolar", "linear")


def _study_for(name):
    if any(word in name for word in ("passonneau", "jaccard", "dice", "masi")):
        sets = {"x": frozenset("ab"), "y": frozenset("bc"), "z": frozenset("abc"), None: None}
    elif name.removeprefix("name ") in ("kendall", "footrule", "spearman"):
        sets = {"x": "a > b", "y": "b > a", "z": "a = b", None: None}
    elif name.removeprefix("name ") in ("cosine", "euclidean"):
        sets = {"x": (1.0, 0.0), "y": (0.0, 2.0), "z": (3.0, 4.0), None: None}
    elif name.startswith("name tree-edit"):
        tree = accord.trees.Dependencies.of
        sets = {"x": tree([0], "a"), "y": tree([0, 1], "ab"), "z": tree([2, 0], "ab"), None: None}
    elif "smatch" in name:
        said = ("(b / boy)", "(g / go-02 :ARG0 (b / boy))", "(w / want-01 :ARG0 (b / boy))")
        graphs = map(accord.graphs.Graph.parsed, said)
        sets = {**dict(zip("xyz", graphs, strict=True)), None: None}
    elif "name" in name and any(word in name for word in NUMBERS):
        sets = {"x": 1, "y": 2, "z": 5, None: None}
    else:
        sets = {one: one for one in ("x", "y", "z", None)}
    order = [sets[one] for one in "xyz"]
    rows = [[sets[cell] for cell in row] for row in TABLE]
    return accord.from_wide(rows, categories=order)


@pytest.mark.parametrize("name", SPECIFIED)
def test_distances_can_be_pickled(name):
    """Every distance gives the same number after a pickle."""
    given = accord.distance(SPECIFIED[name])
    again = pickle.loads(pickle.dumps(given))
    study = _study_for(name)
    assert (again.name, again.depends_on_counts) == (given.name, given.depends_on_counts)
    assert accord.alpha(study, distance=again) == accord.alpha(study, distance=given)
    assert pickle.loads(pickle.dumps(again)).name == given.name


def test_distances_of_features_can_be_pickled():
    """With the parts and the weights that they are made of."""
    both = accord.spans.features("nominal", {(1, 2): 0.5}, weights=[1, 3])
    again = pickle.loads(pickle.dumps(both))
    study = accord.from_wide([[("N", 1), ("V", 2)], [("N", 2), ("N", 1)], [("V", 1), ("V", 1)]])
    assert accord.alpha(study, distance=again) == accord.alpha(study, distance=both)


def test_a_distance_keeps_the_matrix_it_was_given():
    """The user's matrix is copied."""
    matrix = np.array([[0, 1.0], [1, 0]])
    given = accord.distance((["x", "y"], matrix))
    matrix[...] = 7
    names = accord.parts.Names(["x", "y"])
    assert given.fit(names, np.ones(2), False).matrix().tolist() == [[0, 1], [1, 0]]


ALPHA = accord.bound("alpha", distance="nominal")
RESULTS = {
    "kappa": lambda s: accord.kappa(s.only([0, 1])),
    "alpha with interval": lambda s: accord.alpha(s, interval={"resamples": 50}),
    "own distance": lambda s: accord.alpha(s, distance=OWN),
    "measure": lambda s: accord.measure(s, [ALPHA, "pi"]),
    "interval": lambda s: accord.interval(s, ALPHA, resamples=50),
    "standard error": lambda s: accord.standard_error(s, "pi"),
    "permutation test": lambda s: accord.permutation_test(s, ALPHA, resamples=50),
    "level test": lambda s: infer.level_test(s, ALPHA, 0.1),
    "compare": lambda s: accord.compare(s, s, ALPHA, resamples=50),
    "ceiling": lambda s: accord.ceiling(s, "C", ALPHA),
    "alternative annotator": lambda s: accord.alternative_annotator_test(s, "C"),
    "intra coder": lambda s: infer.intra_coder(s, s, ALPHA),
    "breakdown by category": lambda s: accord.breakdown(s, "category"),
    "breakdown by item": lambda s: accord.breakdown(s, "item"),
    "breakdown by coder": lambda s: accord.breakdown(s, "coder"),
    "decompose": lambda s: infer.decompose(s, "categories", ALPHA),
    "influence": lambda s: accord.influence(s, "item", ALPHA),
    "pairs": lambda s: infer.by_pair(s, "kappa"),
    "pair matrix": lambda s: infer.pair_matrix(s, "kappa"),
    "coincidences": infer.coincidence_matrix,
    "confusion": lambda s: infer.confusion_matrix(s, "A", "B"),
    "explain": lambda s: accord.explain(s, "nltk"),
    "choose": accord.choose,
    "plan": lambda s: accord.plan(s, ALPHA, width=0.4),
    "interpret": lambda s: accord.interpret(0.7),
    "skew": skew,
    "majority": latent.majority,
    "dawid skene": lambda s: latent.dawid_skene(s, restarts=1),
    "mace": lambda s: latent.mace(s, restarts=1),
    "glad": lambda s: latent.glad(s, restarts=1, max_iter=20),
    "wawa": latent.wawa,
    "zero-based skill": latent.zero_based_skill,
    "crowdtruth": latent.crowdtruth,
    "difficulty": latent.item_difficulty,
    "latent classes": lambda s: latent.latent_classes(s, classes=2, restarts=1, max_iter=20),
    "icc table": lambda s: infer.icc_table([[1, 2], [2, 2], [3, 5], [4, 4]]),
    "dimensions": lambda s: by_dimension(_dimensions()),
    "correlations of dimensions": lambda s: dimension_correlations(_dimensions()),
    "gamma": lambda s: accord.spans.gamma(_units(), precision=None, samples=5),
    "alignment": lambda s: accord.spans.best_alignment(_units().continua[0]),
    "anatomy": lambda s: accord.spans.anatomy(_units()),
    "chain anatomy": lambda s: accord.chains.chain_anatomy(_chains()),
    "link table": lambda s: accord.chains.link_table(_chains()),
    "boundaries": lambda s: accord.boundaries.boundary_similarity(_boundaries()),
}


@pytest.mark.parametrize("name", RESULTS)
def test_results_can_be_pickled(name):
    """And say the same afterwards, on the terminal and as data."""
    result = RESULTS[name](_codings())
    again = pickle.loads(pickle.dumps(result))
    assert type(again) is type(result)
    assert str(again) == str(result)
    if isinstance(result, Result):
        told, retold = result.as_dict(), again.as_dict()
        assert repr(told) == repr(retold) or again == result  # sets have no order, nan no equal
