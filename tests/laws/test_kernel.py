"""The kernel of the cube: what every coefficient, distance and scale may rely on."""

from dataclasses import replace
from functools import wraps

import numpy as np
import pytest

import accord
from accord._measure.catalogue import MEASURES
from accord._measure.cube.chance import IDEAS, _diagonal, floor_of
from accord._measure.cube.coder_weights import CoderWeights
from accord._measure.cube.kernel import coefficient
from accord._measure.distances.distance import DISTANCES, distance
from accord._measure.distances.metric import Distance
from accord._measure.distances.taxonomic import TAXONOMIC, taxonomic
from accord._measure.entry import Measure
from accord._measure.settings import Missing
from accord.infer.resample.item_sums import sums_of
from accord.kinds.labels.study import Codings
from accord.kinds.labels.taxonomy import Taxonomy
from accord.model.names import Names
from accord.words.said import said

SOME = accord.from_coders(
    {"A": "xyzxyzxxyzxyzzyx", "B": "xyyxzzxxyzzyzzyx", "C": "xyzzyzxyyzxyxzyx"}
)


def counting(compute):
    """The same function, and a list that grows with every call."""
    calls = []

    @wraps(compute)
    def counted(*given, **settings):
        calls.append(1)
        return compute(*given, **settings)

    return counted, calls


def by_hand(study: Codings, *, missing: Missing = "available"):
    """A coefficient added by hand: one line that calls the kernel."""
    return coefficient("by_hand", "H", study, "nominal", "pooled", missing)


@pytest.mark.parametrize("over", ["items", [i // 2 for i in range(16)]], ids=["items", "clusters"])
def test_a_coefficient_added_by_hand_is_resampled_as_s_is(over):
    """An entry is enough: its bootstrap computes the coefficient as often as that of S, and is
    that of the coefficient with this idea of chance."""
    added, calls = counting(by_hand)
    known, calls_of_s = counting(MEASURES["s"].compute)
    entry = Measure(added, "H", Codings, "added by hand", chance="pooled", counted=True)
    found = accord.interval(SOME, entry, resamples=300, over=over)
    accord.interval(SOME, replace(MEASURES["s"], function=known), resamples=300, over=over)
    assert len(calls) == len(calls_of_s) < 10
    wanted = accord.interval(SOME, "pi", resamples=300, over=over)
    assert (found.low, found.high) == (wanted.low, wanted.high)


@pytest.mark.parametrize(
    "measure",
    [m for m in MEASURES.values() if m.counted and m.kind == "codings"],
    ids=lambda m: m.name,
)
def test_the_entry_names_the_chance_of_its_function(measure):
    """The value that follows from an entry's chance is the value of its function."""
    study = SOME.only([0, 1])
    assert measure.chance in IDEAS
    asked = accord.bound(measure, **({"distance": "nominal"} if measure.distance != "none" else {}))
    sums = sums_of(study, asked)
    # 1e-12: the same sums in another order
    assert sums.value(sums.total[None])[0] == pytest.approx(asked.compute(study).value, abs=1e-12)


def _categories(name):
    if name in ("passonneau", "jaccard", "dice", "masi", "survey-masi"):
        return [frozenset("a"), frozenset("ab"), frozenset("bc"), frozenset()]
    if name in ("kendall", "footrule", "spearman"):
        return ["a > b > c", "b > a > c", "c > b > a", "a = b > c"]
    if name in ("edit", "chrf", "ngrams"):
        return ["one", "two", "on two", ""]
    if name in ("cosine", "euclidean"):
        return [(1.0, 0.0), (0.0, 2.0), (3.0, 4.0), (1.0, 1.0)]
    if name.startswith("tree-edit"):
        heads = [[0], [0, 1], [2, 0], [0, 1, 2]]
        return [accord.trees.Dependencies.of(h, ["x"] * len(h)) for h in heads]
    return [1.0, 2.0, 4.0, 7.0] if name != "smatch" else list(map(GRAPH, GRAPHS))


GRAPH = accord.graphs.Graph.parsed
GRAPHS = ("(b / boy)", "(g / go-02 :ARG0 (b / boy))", "(w / want-01)", "(b / boy :mod good)")


@pytest.mark.parametrize("name", DISTANCES)
def test_a_distance_says_whether_it_depends_on_counts(name):
    """The field is true of every distance known by name: fitted to other counts it is another
    matrix, or the same."""
    recipe = accord.distance("circular:U=9" if name == "circular" else name)
    names = Names(_categories(name))
    one = recipe.fit(names, np.array([1.0, 2, 5, 3]), True).matrix()
    other = recipe.fit(names, np.array([4.0, 1, 1, 9]), True).matrix()
    assert recipe.depends_on_counts == (not np.array_equal(one, other))


@pytest.mark.parametrize("name", TAXONOMIC)
def test_taxonomic_distances_do_not_depend_on_counts(name):
    """The same for distances over a taxonomy; distances by matrix or function do not, either."""
    recipe = taxonomic(Taxonomy.from_paths(["top > a > b", "top > c"]), name)
    names = Names(["top", "a", "b", "c"])
    one = recipe.fit(names, np.array([1.0, 2, 5, 3]), True).matrix()
    assert np.array_equal(one, recipe.fit(names, np.array([4.0, 1, 1, 9]), True).matrix())
    assert not recipe.depends_on_counts
    assert not accord.distance({("a", "b"): 1.0}).depends_on_counts
    assert not accord.distance(lambda a, b: float(a != b)).depends_on_counts


def test_a_distance_of_ones_own_may_depend_on_counts():
    """Unless it says that it does not, it is fitted anew to every resample: never wrong, slower."""
    ordinal = accord.distance("ordinal")
    study = accord.from_wide([[1, 2], [2, 2], [3, 1], [3, 3], [1, 1]])
    own = Distance("own", ordinal.fit)
    assert sums_of(study, accord.bound("alpha", distance=own)) is None
    one, other = (
        accord.infer.replicates(study, accord.bound("alpha", distance=d), resamples=1)
        for d in (own, ordinal)
    )
    assert (one.sums is None, other.sums is None) == (True, False)


TINY = [[1, 1], [1, 2], [2, 2], [2, 2]]
"""D_o = d/4, n_k = 3, 5, D_e = 2 · 3 · 5 d / (8 · 7): α = 1 − 14/30, whatever d is."""


@pytest.mark.parametrize("scale", [1e-6, 1e-9, 1.0, 1e9])
@pytest.mark.parametrize("distance", ["interval", "linear", "pairs"])
def test_a_tiny_scale_is_a_scale(scale, distance):
    """Values around 1e-6, or distances around 1e-7 and less, have the α of the same data on any
    other scale: the value, the sums, one coder's weight, and each item left out, by hand."""
    d = {"interval": scale**2, "linear": scale, "pairs": scale / 10}[distance]
    one, two = 7 * scale, 8 * scale
    given = {(one, two): d} if distance == "pairs" else distance
    study = accord.from_wide([[one if v == 1 else two for v in row] for row in TINY])
    found = accord.alpha(study, distance=given)
    assert found.undefined is None
    # 1e-9: 8 − 7 tiny units is one of them but for rounding
    assert found.D_o == pytest.approx(d / 4, rel=1e-9)
    assert found.D_e == pytest.approx(30 / 56 * d, rel=1e-9)
    assert found.value == pytest.approx(8 / 15, rel=1e-9)
    sums = sums_of(study, accord.bound("alpha", distance=given))
    assert sums.value(sums.total[None])[0] == pytest.approx(8 / 15, rel=1e-9)
    # without the first: D_o = d/3, D_e = 2 · 1 · 5 d / 30; the second: 0; a third: 1/3 and 18/30
    left = np.repeat(sums.leave_one_out(), sums.multiplicity.astype(int))
    assert np.sort(left) == pytest.approx([0.0, 4 / 9, 4 / 9, 1.0], abs=1e-9)
    weighted = CoderWeights(study, given, "drawn", "pairable")
    assert weighted.value(np.ones(2), np.ones(4)) == pytest.approx(8 / 15, rel=1e-9)
    same = sums.of_item[[2, 2, 3, 3]]  # nothing but the second category: D_e is 0
    rows = np.bincount(same, minlength=len(sums.rows)) @ sums.rows
    assert np.isnan(sums.value(rows[None])[0])
    assert np.isnan(weighted.value(np.ones(2), np.array([0.0, 0, 2, 2])))


def test_what_is_rounding_beside_the_scale_is_no_variation():
    """0.1 + 0.2 is not 0.3 by rounding alone, and a distance of 0 is none: D_e is 0 and said so."""
    rows = [[0.1 + 0.2, 0.3], [0.3, 0.3]]
    found = accord.alpha(
        accord.from_wide(rows, categories=[0.1 + 0.2, 0.3, 1]), distance="interval"
    )
    assert found.undefined == said("undefined.no-chance")
    near = {("a", "b"): 0.0, ("a", "c"): 1.0, ("b", "c"): 1.0}
    study = accord.from_wide([["a", "b"], ["b", "b"]], categories="abc")
    assert accord.alpha(study, distance=near).undefined == said("undefined.no-chance")


@pytest.mark.parametrize("missing", ["available", "pairable", "complete"])
@pytest.mark.parametrize("name", ["alpha", "alpha_prime", "beta", "weighted_s", "ac2"])
def test_codings_are_not_compared_with_themselves(name, missing):
    """Where categories are at a distance from themselves (d_kk > 0), every coder drawn once is the
    study, too: a coding drawn with itself is no pair."""

    def distance(a, b):
        return 0.1 + (a != b) + (a == b == "x") / 7

    asked = accord.bound(name, distance=distance, missing=missing)
    weighted = CoderWeights(SOME, distance, asked.measure.chance, missing)
    value = weighted.value(np.ones(3), np.ones(16))
    assert value == pytest.approx(asked.compute(SOME).value, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "apart"), [("nominal", 1), ("interval", 9), ("linear", 3), ("ordinal", 1)]
)
def test_the_largest_distance(name, apart):
    """1 and 4 are 3 apart, 9 squared, one rank, or different; no categories are not apart."""
    fit = distance(name).fit
    assert fit(Names((1, 4)), np.ones(2), False).largest() == apart
    assert fit(Names((4,)), np.ones(1), False).largest() == 0
    assert fit(Names(()), np.zeros(0), False).largest() == 0


def test_sets_agree_by_what_they_share():
    """{a, b} and {a} share 1 of 2 labels, {b} and {b} all: D_o = 1/4, A_o = 3/4, item by item."""
    marked = [(1, "A", "ab"), (1, "B", "a"), (2, "A", "b"), (2, "B", "b")]
    study = accord.codings([(item, coder, frozenset(labels)) for item, coder, labels in marked])
    found = accord.alpha(study, distance="jaccard")
    assert (found.observed, found.A_o) == (pytest.approx(1 / 4), pytest.approx(3 / 4))
    rows = accord.breakdown(study, "item", accord.bound("alpha", distance="jaccard")).rows
    assert [row[3:6] for row in rows] == [pytest.approx((1 / 2, 1 / 2, 1)), (0, 1, 0)]


def test_how_large_distances_on_a_line_are():
    """The floor of rounding is the largest squared distance from the mean: (10 − 5)² of 0 and 10,
    (9 − 4)² of 0, 3 and 9."""
    for numbers, wanted in (([0, 10], 25.0), ([0, 3, 9], 25.0), ([4, 4.5], 0.0625)):
        fitted = distance("interval").fit(Names(numbers), np.ones(len(numbers)), True)
        assert floor_of(fitted) == pytest.approx(wanted, rel=1e-15)


def test_a_category_that_differs_from_itself():
    """What a matrix says of a category against itself is kept; else there is nothing to keep."""
    names, ones = Names(["x", "y"]), np.ones(2)

    def blurred(a, b):
        return 0.25 if a == b == "x" else float(a != b)

    assert _diagonal(distance(blurred).fit(names, ones, True)).tolist() == [0.25, 0.0]
    assert _diagonal(distance(lambda a, b: float(a != b)).fit(names, ones, True)) is None
    for known in ("nominal", "interval"):
        assert _diagonal(distance(known).fit(Names([1, 2]), ones, True)) is None
