"""Artstein & Poesio 2008, §4.4 and §4.5: set distances, word senses, discourse deixis."""

import numpy as np
import pytest

import accord
from accord.model.names import Names

SETS = {
    "passonneau": [1 / 3, 2 / 3, 2 / 3, 1, 0, 1],
    "jaccard": [1 / 2, 3 / 5, 2 / 3, 1, 0, 1],
    "dice": [1 / 3, 3 / 7, 1 / 2, 1, 0, 1],
    "survey-masi": [1 / 6, 2 / 5, 4 / 9, 1, 0, 1],
    "masi": [2 / 3, 13 / 15, 8 / 9, 1, 0, 1],
}
PAIRS = [
    ({1, 2}, {1, 2, 3, 4}),
    ({1, 2, 3, 4}, {3, 4, 5}),
    ({1, 2}, {2, 3}),
    ({1}, {2}),
    (set(), set()),
    (set(), {1}),
]


@pytest.mark.parametrize("name", SETS)
def test_set_distances(name):
    """§4.4.1 and Passonneau 2006: both definitions of MASI, and the rule for empty sets."""
    for (a, b), wanted in zip(PAIRS, SETS[name], strict=True):
        names = Names(dict.fromkeys([frozenset(a), frozenset(b)]))
        metric = accord.distance(name).fit(names, np.ones(len(names)), False)
        assert metric.matrix()[0, -1] == pytest.approx(wanted, abs=1e-12)
        assert metric.matrix()[-1, 0] == pytest.approx(wanted, abs=1e-12)


CALL = accord.Taxonomy.from_paths(["LABEL > WN1", "LABEL > WN3", "SEE > WN19", "ADDRESS > WN22"])


def _distance(tree, name, k, l, **options):
    names = Names(dict.fromkeys([k, l]))
    fitted = accord.labels.taxonomic(tree, name, **options).fit(names, np.ones(len(names)), False)
    return fitted.matrix()[0, -1]


def test_extended_senses_of_call():
    """§4.5: WN1 and WN3 are at 2/3, WN1 and LABEL at 1/3 (Palmer's groups, d_P)."""
    assert _distance(CALL, "extended", "WN1", "WN3") == pytest.approx(2 / 3)
    assert _distance(CALL, "extended", "WN1", "LABEL") == pytest.approx(1 / 3)
    assert _distance(CALL, "extended", "WN1", "WN22") == 1.0
    by_hand = {
        name: frozenset({name, *CALL.ancestors(name)}) for name in ("WN1", "WN3", "WN22", "LABEL")
    }
    study = accord.from_coders({"A": ["WN1", "WN1", "WN22"], "B": ["WN3", "LABEL", "WN22"]})
    for sets in ("passonneau", "jaccard", "dice", "masi"):
        over_tree = accord.alpha(
            study, distance=accord.labels.taxonomic(CALL, "extended", sets=sets)
        )
        over_sets = accord.alpha(study.recode(by_hand.get), distance=sets)
        assert over_tree.value == pytest.approx(over_sets.value, abs=1e-12)


def test_melamed_and_resnik():
    """§4.5: two coders who both mark A agree by 1 with the minimum, by .5 with the product."""
    tree = accord.Taxonomy.from_nested({"A": ["A1", "A2"]})
    assert 1 - _distance(tree, "melamed-resnik", "A", "A") == 1.0
    assert 1 - _distance(tree, "melamed-resnik", "A", "A", form="product") == 0.5
    assert _distance(tree, "melamed-resnik", "A", "A1") == 0.5
    deep = accord.Taxonomy.from_nested({"A": {"A1": None, "A2": ["x", "y"]}})
    assert _distance(deep, "melamed-resnik", "A", "A1") == pytest.approx(1 / 2)
    assert _distance(deep, "melamed-resnik", "A", "A1", mass="leaves") == pytest.approx(2 / 3)


def _distribution(tree, name, mass):
    """P(leaf | name), walked down the tree."""
    at = tree.index(name)

    def leaves(node):
        below = tree.children[node]
        return [leaf for child in below for leaf in leaves(child)] if below else [node]

    def spread(node, share, into):
        below = tree.children[node]
        if not below:
            into[node] = into.get(node, 0) + share
        for child in below:
            spread(child, share / len(below), into)
        return into

    if mass == "leaves":
        return {leaf: 1 / len(leaves(at)) for leaf in leaves(at)}
    return spread(at, 1.0, {})


@pytest.mark.parametrize("mass", ["levels", "leaves"])
def test_melamed_and_resnik_by_the_leaves(mass):
    """The closed forms are the sums over leaves of minimum and product."""
    tree = accord.Taxonomy.from_nested(
        {"A": {"A1": None, "A2": {"x": ["p", "q", "r"], "y": None}}, "B": ["b1", "b2"], "C": None}
    )
    for k in tree.names:
        for l in tree.names:
            p, q = _distribution(tree, k, mass), _distribution(tree, l, mass)
            least = sum(min(p[leaf], q.get(leaf, 0)) for leaf in p)
            product = sum(p[leaf] * q.get(leaf, 0) for leaf in p)
            both = {"mass": mass}
            assert _distance(tree, "melamed-resnik", k, l, **both) == pytest.approx(1 - least)
            found = _distance(tree, "melamed-resnik", k, l, form="product", **both)
            assert found == pytest.approx(1 - product)


def test_three_readings_of_discourse_deixis():
    """§4.4.3: sets of words are in the middle, positions near 1, relative positions low."""
    rng = np.random.default_rng(7)
    rows, places = [], {}
    for n in range(20):
        place = 100 * n + 60
        places[f"that{n}"] = place
        end = place - int(rng.integers(4, 8))
        for coder in "ABC":
            begin = end - int(rng.integers(6, 15))
            rows.append((f"that{n}", coder, begin, end - int(rng.integers(0, 3))))
    found = accord.chains.deixis_readings(accord.chains.antecedents(rows, places))
    assert 0.2 < found["words: jaccard"].value < 0.9
    assert found["words: jaccard"].D_e > 0.9
    assert found["position: first word"].value > 0.99
    assert found["relative: first word"].value < 0.3
    first, moved = "relative: first word", {name: at + 500 for name, at in places.items()}
    shifted = accord.chains.antecedents([(i, c, b + 500, e + 500) for i, c, b, e in rows], moved)
    assert accord.chains.deixis_readings(shifted)[first].value == pytest.approx(found[first].value)


def test_senses_have_chance_within_the_lemma():
    """§4.5: two words with two senses each; D_o = 1/3, D_e = (8 · 4/7 + 4 · 2/3)/12."""
    study = accord.from_coders(
        {"A": ["b1", "b2", "b1", "b2", "c1", "c2"], "B": ["b1", "b2", "b1", "b2", "c2", "c1"]}
    )
    words = ["bank"] * 4 + ["call"] * 2
    found = accord.labels.sense_alpha(study, distance="nominal", lemma=words)
    assert found.D_o == pytest.approx(1 / 3)
    assert found.D_e == pytest.approx((8 * 4 / 7 + 4 * 2 / 3) / 12)
    assert found.value < accord.alpha(study, distance="nominal").value
