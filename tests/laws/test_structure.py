"""Laws of labels with structure: sets, taxonomies, dimensions, senses."""

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st

import accord
from accord._measure.bound import bound
from accord._measure.catalogue import MEASURES
from accord._measure.cube import rows as rows_of_counts
from accord._measure.cube.rows import pair_sum, pair_sums
from accord._measure.distances import sets as set_distances
from accord._measure.distances.sets import FORMULAS, by_sets
from accord._measure.distances.taxonomic import TAXONOMIC
from accord.kinds.dimensions.study import NOTHING
from accord.kinds.labels.patterns import Counts
from accord.kinds.labels.taxonomy import Taxonomy
from accord.model.names import Names

SET_NAMES = ("passonneau", "jaccard", "dice", "masi", "survey-masi")
SETS = st.frozensets(st.integers(0, 6), max_size=5)
OPTIONS = {"level": {"n": 2}}


def _by_hand(name, a, b):
    """The distances as the papers write them."""
    if a == b:
        return 0.0
    if not a or not b or not a & b:
        return 1.0
    inside = a < b or b < a
    passonneau, jaccard = (1 / 3 if inside else 2 / 3), 1 - len(a & b) / len(a | b)
    return {
        "passonneau": passonneau,
        "jaccard": jaccard,
        "dice": 1 - 2 * len(a & b) / (len(a) + len(b)),
        "masi": 1 - (1 - jaccard) * (2 / 3 if inside else 1 / 3),
        "survey-masi": passonneau * jaccard,
    }[name]


def _fitted(recipe, names):
    return recipe.fit(Names(names), np.ones(len(names)), False)


@given(st.lists(SETS, min_size=1, max_size=8, unique=True))
def test_set_distances_are_what_the_papers_write(sets):
    """By blocks, by pairs, densely or sparsely: the same distances as set by set."""
    for name in SET_NAMES:
        wanted = [[_by_hand(name, a, b) for b in sets] for a in sets]
        metric = _fitted(accord.distance(name), sets)
        everything = np.arange(len(sets))
        paired = metric.between(everything[:, None], everything[None, :])
        assert metric.matrix() == pytest.approx(np.array(wanted), abs=1e-12)
        assert paired == pytest.approx(np.array(wanted), abs=1e-12)


def test_many_labels_and_large_sets_take_the_sparse_way():
    """Sets of 150 out of 2,000 words have the distances of the small case."""
    rng = np.random.default_rng(3)
    sets = [frozenset(range(low, low + 150)) for low in (0, 10, 200, 150)]
    sets += [frozenset(rng.choice(2000, 20, replace=False).tolist()) for _ in range(20)]
    for name in SET_NAMES:
        metric = _fitted(accord.distance(name), sets)
        wanted = np.array([[_by_hand(name, a, b) for b in sets] for a in sets])
        everything = np.arange(len(sets))
        assert metric.matrix() == pytest.approx(wanted, abs=1e-12)
        assert metric.between(everything, everything[::-1]) == pytest.approx(
            wanted[everything, everything[::-1]], abs=1e-12
        )


def test_sums_by_blocks_are_sums_over_the_matrix(monkeypatch):
    """However small the blocks, D_e is that of the whole matrix."""
    rng = np.random.default_rng(4)
    sets = list({frozenset(rng.choice(9, rng.integers(0, 6)).tolist()) for _ in range(80)})
    metric = _fitted(accord.distance("masi"), sets)
    weights, matrix = rng.random(len(sets)), metric.matrix()
    table = rng.integers(0, 3, (5, len(sets)))
    row, column = np.nonzero(table)
    counts = Counts.of(
        np.repeat(row, table[row, column]), np.repeat(column, table[row, column]), 5, len(sets)
    )
    for block, long in ((4_000_000, 1000), (500, 1000), (700, 3)):
        monkeypatch.setattr(rows_of_counts, "BLOCK", block)
        monkeypatch.setattr(rows_of_counts, "_LONG", long)
        assert pair_sum(weights, metric) == pytest.approx(weights @ matrix @ weights)
        assert pair_sums(counts, metric) == pytest.approx(((table @ matrix) * table).sum(axis=1))


@pytest.mark.parametrize("name", SET_NAMES)
def test_singletons_are_nominal(name):
    """Sets of one label each: every set distance gives nominal coefficients."""
    study = accord.from_coders({"A": "xyzxyzx", "B": "xyyxzzx", "C": "xyzzyzx"})
    single = study.recode(lambda label: frozenset({label}))
    for measure in (accord.alpha, accord.beta, accord.ac2, accord.weighted_s):
        plain = measure(study, distance="nominal")
        assert measure(single, distance=name).value == pytest.approx(plain.value)


def test_set_distances_ask_for_sets():
    """A label that is not a set is an error that says how to give sets."""
    study = accord.from_coders({"A": ["x|y"], "B": ["x"]})
    with pytest.raises(accord.AccordError, match=r"needs sets of labels, got 'x\|y'.*sets='"):
        accord.alpha(study, distance="masi")


@st.composite
def trees(draw, most=9):
    """A random forest over n0, n1, …"""
    size = draw(st.integers(2, most))
    parents = [None] + [draw(st.one_of(st.none(), st.integers(0, at - 1))) for at in range(1, size)]
    return Taxonomy.from_parents(
        {f"n{at}": None if over is None else f"n{over}" for at, over in enumerate(parents)}
    )


@st.composite
def coded_trees(draw, coders=3):
    """A forest and a study that uses its categories, inner ones too."""
    tree = draw(trees())
    label = st.sampled_from(tree.names)
    columns = {c: draw(st.lists(label, min_size=5, max_size=5)) for c in "ABC"[:coders]}
    return tree, accord.from_coders(columns)


@given(trees())
def test_taxonomic_distances_are_distances(tree):
    """Symmetric, at least 0, 0 on the diagonal (but for the product form), 1 across trees."""
    roots = [tree.cut(name, 1) for name in tree.names]
    for name in TAXONOMIC:
        matrix = _fitted(
            accord.labels.taxonomic(tree, name, **OPTIONS.get(name, {})), tree.names
        ).matrix()
        assert (matrix == matrix.T).all()
        assert (matrix >= 0).all()
        assert (np.diag(matrix) == 0).all()
        if name != "path":
            across = np.array([[a != b for b in roots] for a in roots])
            assert (matrix[across] == 1).all()
            assert (matrix <= 1).all()


def _steps(tree, a, b):
    """Edges between two categories, counted on the way up."""
    up, down = [a, *tree.ancestors(a), None], [b, *tree.ancestors(b), None]
    meeting = next(name for name in up if name in down)
    return up.index(meeting) + down.index(meeting)


@given(trees())
def test_path_and_wu_palmer_and_level_by_walking(tree):
    """Distances from shared levels are those found by walking up the tree."""
    path = _fitted(accord.labels.taxonomic(tree, "path"), tree.names).matrix()
    wu_palmer = _fitted(accord.labels.taxonomic(tree, "wu-palmer"), tree.names).matrix()
    level = _fitted(accord.labels.taxonomic(tree, "level", n=2), tree.names).matrix()
    for k, a in enumerate(tree.names):
        for l, b in enumerate(tree.names):
            assert path[k, l] == _steps(tree, a, b)
            common = {a, *tree.ancestors(a)} & {b, *tree.ancestors(b)}
            total = len(tree.ancestors(a)) + len(tree.ancestors(b)) + 2
            assert wu_palmer[k, l] == pytest.approx(1 - 2 * len(common) / total)
            assert level[k, l] == (tree.cut(a, 2) != tree.cut(b, 2))


@given(st.lists(st.sampled_from("xyz"), min_size=12, max_size=12))
def test_flat_taxonomy_gives_kappa(labels):
    """No hierarchy: κ_tw = κ for two coders, Light's κ for more, under the same rule."""
    flat = accord.labels.taxonomic(Taxonomy.from_paths("xyz"))
    two = accord.from_coders({"A": labels[:6], "B": labels[6:]})
    three = accord.from_coders({"A": labels[:4], "B": labels[4:8], "C": labels[8:]})
    pair, kappa = accord.labels.kappa_tw(two, distance=flat), accord.kappa(two, missing="pairable")
    assert bool(pair.undefined) == bool(kappa.undefined)
    light = accord.light_kappa(three, missing="pairable")
    if not kappa.undefined:
        assert pair.value == pytest.approx(kappa.value)
        assert (pair.A_o, pair.A_e) == pytest.approx((kappa.A_o, kappa.A_e))
    if not light.undefined:
        assert accord.labels.kappa_tw(three, distance=flat).value == pytest.approx(light.value)


@given(coded_trees(coders=2), st.sampled_from(sorted(TAXONOMIC)))
def test_a_taxonomy_gives_one_number_through_all_coefficients(case, name):
    """Two coders: κ_tw = κ_w = β; and 1 − α = (1 − α′)(N − 1)/N with a taxonomic distance too."""
    tree, study = case
    d = {"distance": accord.labels.taxonomic(tree, name, **OPTIONS.get(name, {}))}
    weighted = accord.weighted_kappa(study, **d)
    if not weighted.undefined:
        assert accord.labels.kappa_tw(study, **d).value == pytest.approx(weighted.value)
        assert accord.beta(study, **d).value == pytest.approx(weighted.value)
    prime = accord.alpha_prime(study, **d)
    assume(not prime.undefined)
    alpha = accord.alpha(study, **d)
    assert 1 - alpha.value == pytest.approx((1 - prime.value) * (len(study) - 1) / len(study))


@given(coded_trees(), st.randoms(use_true_random=False))
def test_names_and_order_of_the_taxonomy_do_not_matter(case, random):
    """Relabelling all categories, or listing subtrees in another order, changes nothing."""
    tree, study = case
    rows = [
        (name, tree.names[over] if over >= 0 else None, None)
        for name, over in zip(tree.names, tree.parents, strict=True)
    ]
    random.shuffle(rows)
    shuffled = Taxonomy.of(rows)
    renamed = Taxonomy.of((f"x{n}", None if p is None else f"x{p}", s) for n, p, s in rows)
    other = study.recode(lambda name: f"x{name}")
    assert shuffled.digest == tree.digest
    for name in TAXONOMIC:
        options = OPTIONS.get(name, {})
        one = accord.beta(study, distance=accord.labels.taxonomic(tree, name, **options))
        two = accord.beta(study, distance=accord.labels.taxonomic(shuffled, name, **options))
        three = accord.beta(other, distance=accord.labels.taxonomic(renamed, name, **options))
        assert (one.undefined is None) == (two.undefined is None) == (three.undefined is None)
        if one.undefined is None:
            assert two.value == pytest.approx(one.value)
            assert three.value == pytest.approx(one.value)


def test_the_level_cut_is_recoding():
    """Comparing at level n is the nominal coefficient of the categories at that level."""
    tree = Taxonomy.from_nested({"A": {"a": ["p", "q"], "b": None}, "B": ["c"]})
    study = accord.from_coders({"1": ["p", "q", "a", "c", "A"], "2": ["q", "b", "a", "B", "p"]})
    for n in (1, 2, 3):
        cut = study.recode(lambda name, n=n: tree.cut(name, n))
        level = accord.alpha(study, distance=accord.labels.taxonomic(tree, "level", n=n))
        assert level.value == pytest.approx(accord.alpha(cut, distance="nominal").value)


@st.composite
def dimensional(draw):
    """Three coders, four items, two dimensions, gaps allowed."""
    cell = st.one_of(st.none(), st.sampled_from("xyz"))
    return accord.labels.dimensions(
        (item, coder, dimension, draw(cell))
        for item in range(4)
        for coder in "ABC"
        for dimension in ("task", "turn")
    )


@given(dimensional())
def test_global_beta_is_beta_of_whole_annotations(study):
    """β_g is β over pairs of functions with the sum of the two distances."""
    rows = [dict(zip(("i", "c"), row[:2], strict=True)) for row in study.seen.rows()]
    both = [study.whole(name).rows() for name in study.names]
    pairs = [(one[2], other[2]) for one, other in zip(*both, strict=True)]
    whole = accord.codings((r["i"], r["c"], pair) for r, pair in zip(rows, pairs, strict=True))

    def apart(a, b):
        return 2 * (a[0] != b[0]) + (a[1] != b[1])

    weights = {"task": 2.0}
    found = accord.labels.global_beta(study, distance="nominal", dimension_weights=weights)
    wanted = accord.beta(whole, distance=apart)
    assert bool(found.undefined) == bool(wanted.undefined)
    if not found.undefined:
        assert found.D_o == pytest.approx(wanted.D_o / 3)
        assert found.D_e == pytest.approx(wanted.D_e / 3)
        assert found.value == pytest.approx(wanted.value)


@given(dimensional())
def test_presence_and_pairs_count_what_was_seen(study):
    """Every seen item is "yes", "no"; #ap and #pa are pairs of yes-yes and yes-no."""
    for row in accord.labels.by_dimension(study):
        presence = {}
        for item, _, answer in study.presence(row.dimension).rows():
            presence.setdefault(item, []).append(answer)
        yes = [answers.count("yes") for answers in presence.values()]
        assert row.pairs == sum(n * (n - 1) // 2 for n in yes)
        assert row.partial == sum(n * (3 - n) for n in yes)
        nothing = [c for *_, c in study.whole(row.dimension).rows() if c == NOTHING]
        assert len(nothing) == 12 - sum(yes)
        assert len(study[row.dimension]) == sum(yes)


def test_dimensions_are_a_study():
    """Items and coders can be taken, so that resampling works for every coefficient."""
    study = accord.example("dialogue_acts")
    part = study.take([5, 5, 2]).only([0, 2])
    assert (len(part.items), list(part.coders)) == (3, ["ann", "cor"])
    assert part.whole("task").rows()[0] == study.only([0, 2]).take([5]).whole("task").rows()[0]
    assert accord.labels.global_beta(
        study.take(range(114)), distance="nominal"
    ).value == pytest.approx(accord.labels.global_beta(study, distance="nominal").value)


def test_correlations_between_disagreements():
    """A dimension goes together with itself; one without variation has no correlation."""
    rows = [
        (item, coder, dimension, label)
        for item, both in enumerate(["xy", "xx", "xy", "yy"])
        for dimension, labels in (("a", both), ("b", both[::-1]), ("c", "zz"))
        for coder, label in zip("AB", labels, strict=True)
    ]
    found = accord.labels.dimension_correlations(accord.labels.dimensions(rows))
    names, matrix = found.names, found.r
    assert names == ("a", "b", "c")
    assert matrix[:2, :2] == pytest.approx(np.ones((2, 2)))
    assert np.isnan(matrix[2]).all()


def test_one_lemma_is_alpha():
    """With a single lemma chance within the lemma is chance, and senses of others do not matter."""
    study = accord.from_coders({"A": "xyzxyz", "B": "xyyxzz"})
    alone = accord.labels.sense_alpha(study, distance="nominal", lemma=["w"] * 6)
    assert alone.value == pytest.approx(accord.alpha(study, distance="nominal").value)
    with pytest.raises(accord.DataError, match="no column 'lemma' about the items"):
        accord.labels.sense_alpha(study, distance="nominal")


def test_sets_over_a_taxonomy():
    """Several senses at once: the extended set of a set is that of all its senses together."""
    tree = Taxonomy.from_paths(["LABEL > WN1", "LABEL > WN3", "SEE > WN19"])
    study = accord.from_coders(
        {
            "A": [frozenset({"WN1", "WN19"}), frozenset({"WN3"})],
            "B": [frozenset({"WN3"}), frozenset({"WN3"})],
        }
    )
    found = accord.alpha(study, distance=accord.labels.taxonomic(tree, "extended", sets="jaccard"))
    assert found.D_o == pytest.approx((1 - 1 / 5) / 2)
    with pytest.raises(accord.AccordError, match="for sets use the distance 'extended'"):
        accord.alpha(study, distance=accord.labels.taxonomic(tree, "path"))


@pytest.mark.parametrize("name", sorted(FORMULAS))
def test_sums_over_sets_that_meet_are_sums_over_all_pairs(name, monkeypatch):
    """Where few of many sets meet (chains), D_e looks at those only: the same sum as all pairs."""
    rng = np.random.default_rng(5)
    members = [frozenset(), frozenset(range(150, 300))]
    members += [frozenset(rng.choice(3000, size=rng.integers(1, 4)).tolist()) for _ in range(400)]
    members = list(dict.fromkeys(members))
    weights = rng.random(len(members))
    metric = by_sets(members, FORMULAS[name])
    expected = float(weights @ metric.matrix() @ weights)
    monkeypatch.setattr(set_distances, "GATHER", 50)  # many parts
    parts = []
    found = metric.form(np.arange(len(members)), weights, parts.append)
    assert found == pytest.approx(expected, rel=1e-12)  # two orders of summation
    assert pair_sum(weights, metric) == found
    assert parts[-1] == 1
    assert len(parts) > 3
    dense = by_sets([frozenset([0, i]) for i in range(1, 400)], FORMULAS[name])
    assert dense.form is None or dense.form(np.arange(399), np.ones(399), None) is None


def test_a_dimension_takes_measures_as_all_do():
    """Names, functions, entries and bound measures give the same table per dimension."""
    study = accord.example("dialogue_acts")
    ways = [
        ["light_kappa", "alpha"],
        [accord.labels.by_dimension.__wrapped__.__kwdefaults__["measures"][0], accord.alpha],
        [MEASURES["light_kappa"], MEASURES["alpha"]],
        [bound("light_kappa"), bound("alpha", distance="nominal")],
    ]
    tables = [accord.labels.by_dimension(study, measures=way) for way in ways]
    for table in tables:
        shown = [[str(each) for each in row.agreements] for row in table]
        assert shown == [[str(each) for each in row.agreements] for row in tables[0]]
