"""What must hold for every best alignment."""

import json
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, strategies as st

import accord
from accord import Continuum, DataError, NotApplicableError
from accord._measure.gamma.align.candidates import (
    Field,
    Groups,
    Pairs,
    needed_groups,
    pairs_in_reach,
)
from accord._measure.gamma.align.cover import Budget, cheapest, greedy, incidence
from accord._measure.gamma.align.pricing import cover_by_columns
from accord._measure.gamma.dissimilarity import Spans
from accord.model.names import Names
from accord.spans import Dissimilarity, best_alignment

NAMES = "ABCDE"


def brute_force(units, alpha, beta):
    """K times the least sum of unitary disorders, over all partitions of the units."""
    n = len(units)
    K = n * (n - 1) // 2
    flat = [(c, *unit) for c, marked in enumerate(units) for unit in marked]

    def d(a, b):
        apart = abs(a[1] - b[1]) + abs(a[2] - b[2])
        return alpha * (apart / (a[2] - a[1] + b[2] - b[1])) ** 2 + beta * (a[3] != b[3])

    places = [[None, *(i for i, unit in enumerate(flat) if unit[0] == c)] for c in range(n)]
    groups = [[] for _ in flat]
    for tuple_ in product(*places):
        group = [i for i in tuple_ if i is not None]
        if group:
            cost = K - sum(1 - d(flat[a], flat[b]) for a, b in combinations(group, 2))
            groups[min(group)].append((sum(1 << i for i in group), cost))

    @cache
    def best(covered):
        at = next((i for i in range(len(flat)) if not covered >> i & 1), None)
        if at is None:
            return 0.0
        return min(cost + best(covered | g) for g, cost in groups[at] if not g & covered)

    return best(0)


def random_units(rng, coders, most, span):
    """Units that overlap, embed and equal each other; some coders have none."""
    return [
        [
            (float(s), float(s + rng.integers(1, span)), int(rng.integers(3)))
            for s in rng.integers(0, span, rng.integers(0, most + 1))
        ]
        for _ in range(coders)
    ]


def continuum(units, **extent):
    """A continuum of coders A, B, …"""
    return Continuum.of(dict(zip(NAMES, units, strict=False)), **extent)


def field_of(study):
    """The units as the solvers see them."""
    spans = Spans(study.start, study.stop, study.category)
    return Field.of(len(study.coders), np.zeros(len(study), int), study.coder, spans, 1)


def fitted(study, **settings):
    """The dissimilarity on the categories of the study."""
    return Dissimilarity(**settings).fitted(study.categories, np.ones(len(study.categories), int))


LATER = [pytest.param(seed, 600, marks=pytest.mark.full) for seed in (1, 2, 3)]


@pytest.mark.parametrize(("seed", "trials"), [(0, 200), *LATER])
def test_equals_brute_force(seed, trials):
    """On 200 tiny continua (2,000 in `make full`), sweep and linear programme give the brute-force
    optimum."""
    rng = np.random.default_rng(seed)
    for trial in range(trials):
        coders = int(rng.integers(2, 6))
        units = random_units(rng, coders, 4 if coders < 5 else 3, int(rng.choice([4, 12, 40])))
        if not any(units):
            continue
        weights = {"alpha": (0.3, 1.0, 3.0)[trial % 3], "beta": (1.0, 0.5, 2.0)[trial // 3 % 3]}
        study = continuum(units)
        expected = brute_force(units, **weights)
        K, mean = coders * (coders - 1) // 2, len(study) / coders
        found = best_alignment(study, Dissimilarity(**weights))
        # 1e-9: the costs are sums of at most 20 numbers of order 10.
        assert found.disorder == pytest.approx(expected / K / mean, abs=1e-9)
        assert found.exact
        units_of = field_of(study)
        d = fitted(study, **weights)
        groups = needed_groups(units_of, pairs_in_reach(units_of, d), 10**6)
        picked, gap = cheapest(groups, Budget())
        assert groups.cost[picked].sum() == pytest.approx(expected, abs=1e-9)
        assert gap == 0


@pytest.mark.parametrize(("coders", "marked", "span"), [(3, 30, 200), (4, 20, 150), (5, 12, 80)])
def test_equals_integer_programme(coders, marked, span):
    """On medium continua, the optimum of scipy's milp over all needed groups."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    rng = np.random.default_rng(coders)
    units = [
        [(s, s + rng.gamma(4, 2.5), int(rng.integers(4))) for s in rng.uniform(0, span, marked)]
        for _ in range(coders)
    ]
    study = continuum(units)
    units_of = field_of(study)
    d = fitted(study)
    groups = needed_groups(units_of, pairs_in_reach(units_of, d), 10**6)
    solved = milp(
        groups.cost,
        integrality=1,
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(incidence(groups.members, len(study)), 1, 1),
        options={"mip_rel_gap": 0},
    )
    found = best_alignment(study)
    K, mean = coders * (coders - 1) // 2, len(study) / coders
    # 1e-6 is the tolerance of the integer programme.
    assert found.disorder * K * mean == pytest.approx(solved.fun, abs=1e-6)
    assert found.exact


def test_an_overfull_sweep_ends_in_branch_and_bound():
    """With no room for states the answer is the same; with no time it is an interval."""
    rng = np.random.default_rng(3)
    units = [[(s, s + rng.gamma(4, 2.5), 0) for s in rng.uniform(0, 40, 8)] for _ in range(4)]
    study = continuum(units)
    units_of = field_of(study)
    groups = needed_groups(units_of, pairs_in_reach(units_of, fitted(study)), 10**6)
    roomy, _ = cheapest(groups, Budget())
    tight, gap = cheapest(groups, Budget(states=1))
    assert groups.cost[tight].sum() == pytest.approx(groups.cost[roomy].sum(), abs=1e-6)
    assert gap <= 1e-6
    hasty, gap = cheapest(groups, Budget(seconds=0.0, states=1))
    assert groups.cost[hasty].sum() - gap <= groups.cost[roomy].sum() + 1e-9


UNITS = st.lists(
    st.tuples(st.integers(0, 30), st.integers(1, 15), st.sampled_from("xyz")), max_size=5
).map(lambda rows: [(s, s + length, k) for s, length, k in rows])


@given(
    st.lists(UNITS, min_size=2, max_size=4), st.integers(-50, 10**6), st.sampled_from([2, 10**6])
)
def test_shift_scale_and_order(units, shift, scale):
    """Shifting and scaling the axis and the order of coders do not change the disorder."""
    base = best_alignment(continuum(units))
    moved = best_alignment(
        continuum([[(scale * s + shift, scale * e + shift, k) for s, e, k in row] for row in units])
    )
    turned = best_alignment(continuum(units[::-1]))
    if not any(units):
        assert np.isnan(base.disorder)
        return
    assert moved.disorder == pytest.approx(base.disorder, abs=1e-9)
    assert turned.disorder == pytest.approx(base.disorder, abs=1e-12)
    assert 0 <= base.disorder <= len(units)


@given(st.lists(UNITS, min_size=2, max_size=4))
def test_an_alignment_is_a_partition(units):
    """Each unit stands in one unitary alignment; parts add up to the disorder."""
    study = continuum(units)
    found = best_alignment(study)
    real = found.members[found.members >= 0]
    assert sorted(real.tolist()) == list(range(len(study)))
    assert (study.coder[found.members] == np.arange(len(units)))[found.members >= 0].all()
    n = len(units)
    K = n * (n - 1) / 2
    empty = (K - found.sizes * (found.sizes - 1) / 2) / K
    assert found.position + found.category + empty == pytest.approx(found.disorders, abs=1e-9)
    if len(study):
        total = found.disorders.sum() / (len(study) / n)
        assert total == pytest.approx(found.disorder, abs=1e-12)


def test_own_function_and_window():
    """A dissimilarity of one's own, with or without a window, gives what the built-in gives."""
    rng = np.random.default_rng(5)
    study = continuum(random_units(rng, 3, 6, 30))

    def mine(u, v):
        apart = np.abs(u.start - v.start) + np.abs(u.stop - v.stop)
        return (apart / (u.stop - u.start + v.stop - v.start)) ** 2 + (u.category != v.category)

    expected = best_alignment(study).disorder
    for reach in (None, 3.0):
        own = Dissimilarity(function=mine, reach=reach)
        assert best_alignment(study, own).disorder == pytest.approx(expected, abs=1e-12)


def test_delta_scales_the_disorder():
    """Δ_∅ only scales: eq. 3 and 4 are multiples of it."""
    study = continuum([[(0, 5, "x"), (9, 12, "y")], [(1, 5, "x")], [(8, 12, "x")]])
    once = best_alignment(study).disorder
    assert best_alignment(study, Dissimilarity(delta=3)).disorder == pytest.approx(3 * once)


def test_distances_of_the_project():
    """d_cat takes any distance: ordered names need their order; unbounded ones are scaled."""
    study = continuum([[(0, 5, "low")], [(0, 5, "mid")], [(0, 5, "high")]])
    ranks = Dissimilarity(distance="rank-linear", order=["low", "mid", "high"])
    assert best_alignment(study, ranks).disorder == pytest.approx((0.5 + 0.5 + 1) / 3)
    with pytest.raises(ValueError, match="needs an order"):
        best_alignment(study, Dissimilarity(distance="rank-linear"))
    numbers = continuum([[(0, 5, 1)], [(0, 5, 3)]])
    assert best_alignment(numbers, Dissimilarity(distance="interval")).disorder == 1


def test_refusals():
    """Units without length, one coder only, and weights that make no sense are refused."""
    with pytest.raises(DataError, match="has no length"):
        continuum([[(3, 3, "x")], []])
    with pytest.raises(NotApplicableError, match="an alignment needs two"):
        best_alignment(continuum([[(0, 3, "x")]]))
    with pytest.raises(DataError, match="alpha is -1"):
        Dissimilarity(alpha=-1)
    with pytest.raises(DataError, match="delta is 0"):
        Dissimilarity(delta=0)


def test_no_units():
    """Without units there is an alignment without rows, and no disorder."""
    found = best_alignment(continuum([[], []]))
    assert len(found) == 0
    assert np.isnan(found.disorder)


def test_categories_alone():
    """Without position (α = 0) units are told apart by category only, and still exactly."""
    rng = np.random.default_rng(0)
    for _ in range(60):
        coders = int(rng.integers(2, 5))
        units = random_units(rng, coders, 4, 12)
        if not any(units):
            continue
        study = continuum(units)
        found = best_alignment(study, Dissimilarity(alpha=0, beta=2))
        K, mean = coders * (coders - 1) // 2, len(study) / coders
        assert found.disorder == pytest.approx(brute_force(units, 0, 2) / K / mean, abs=1e-9)
        assert sorted(found.members[found.members >= 0].tolist()) == list(range(len(study)))
    many = continuum([[(i, i + 1, int(k)) for i, k in enumerate(rng.integers(4, size=300))]] * 3)
    assert best_alignment(many, Dissimilarity(alpha=0)).disorder == 0


def test_categories_alone_are_listed_from_left_to_right():
    """Without position, too, unitary alignments stand in the order of their first units."""
    study = continuum([[(0, 1, "x"), (6, 7, "z")], [(2, 3, "x"), (4, 5, "y")]])
    found = best_alignment(study, Dissimilarity(alpha=0, beta=5))
    shown = [[None if unit is None else unit.begin for unit in row] for row in found]
    assert shown == [[0, 2], [None, 4], [6, None]]


def test_gold_and_anatomy():
    """Median boundaries, majority category, support; the costliest rows first."""
    found = best_alignment(
        continuum([[(0, 10, "x"), (50, 60, "y")], [(1, 11, "x")], [(2, 12, "z")]])
    )
    first, second = found.gold()
    assert first[:6] == (1, 11, "x", 3, 2, 3)
    assert second[:6] == (50, 60, "y", 1, 1, 3)
    assert [row.support for row in found.gold(support=2)] == [3]
    rows = found.anatomy()
    assert [row["disorder"] for row in rows] == sorted(found.disorders, reverse=True)
    assert sum(row["share"] for row in rows) == pytest.approx(1)
    for row in rows:
        parts = row["position"] + row["category"] + row["empty"]
        assert parts == pytest.approx(row["disorder"])
    # Of three units two differ from the third in category: 2 of 3 pairs. One alone: all empty.
    three = {"category": 2 / 3, "empty": 0}
    alone = {"category": 0, "empty": 1}
    found = {sum(unit is not None for unit in row["units"].values()): row for row in rows}
    for size, expected in ((3, three), (1, alone)):
        assert {name: found[size][name] for name in expected} == pytest.approx(expected)


def test_position_and_category_of_one_pair():
    """[1, 11) x and [0, 10) y: position ((1 + 1) / 20)² = 0.01, category 1, whoever begins."""
    for units in ([(1, 11, "x")], [(0, 10, "y")]), ([(0, 10, "y")], [(1, 11, "x")]):
        found = best_alignment(continuum(units))
        assert (found.position.tolist(), found.category.tolist()) == (
            pytest.approx([0.01]),
            pytest.approx([1]),
        )


def test_lone_units_are_covered_greedily():
    """Units that stand with no other are each covered by themselves, in any number."""
    lone = Groups(np.array([[0, -1], [1, -1], [2, -1]]), np.ones(3))
    assert greedy(lone, 3).tolist() == [0, 1, 2]


def test_no_units_make_no_pairs():
    """An empty field has no pairs, and best covered costs nothing."""
    empty = field_of(continuum([[], []]))
    pairs = pairs_in_reach(empty, fitted(continuum([[(0, 1, "x")], []])))
    assert (len(pairs.u), len(pairs.v), len(pairs.s)) == (0, 0, 0)


def test_groups_of_wide_span():
    """A group that spans more than 63 other units is covered like any other."""
    many = [(40 + k / 100, 40.5 + k / 100, "x") for k in range(100)]
    study = continuum([[(0, 81, "y")], [*many, (1, 82, "y")], [(0, 82, "y")]])
    found = best_alignment(study)
    assert found.exact
    assert (found.sizes == 3).sum() == 1
    assert isinstance(study.categories, Names)
    assert isinstance(
        needed_groups(field_of(study), pairs_in_reach(field_of(study), fitted(study)), 10**6),
        Groups,
    )


@pytest.mark.parametrize("coders", [2, 3, 4, 5])
def test_groups_made_when_asked_for(coders):
    """Making groups as the linear programme asks for them gives the same optimum and proof."""
    rng = np.random.default_rng(coders)
    for _ in range(6):
        study = continuum(random_units(rng, coders, 8, 40))
        if not len(study):
            continue
        units = field_of(study)
        pairs = pairs_in_reach(units, fitted(study))
        cover, gap = cover_by_columns(units, pairs, Budget())
        listed = best_alignment(study)
        K, mean = coders * (coders - 1) // 2, len(study) / coders
        assert cover.cost.sum() / K / mean == pytest.approx(listed.disorder, abs=1e-9)
        assert gap <= 1e-6  # the tolerance of the linear programme
        assert sorted(cover.members[cover.members >= 0].tolist()) == list(range(len(study)))


def test_many_coders():
    """Seven coders, with few groups listed: solved apart and together, with the same disorder."""
    rng = np.random.default_rng(2)
    truth = np.arange(12) * 15.0
    units = [
        [(s + rng.normal(0, 2), s + 10 + rng.normal(0, 2), int(rng.integers(3))) for s in truth]
        for _ in range(7)
    ]
    study = Continuum.of({f"c{at}": row for at, row in enumerate(units)})
    found = best_alignment(study, budget=Budget(groups=100))
    listed = best_alignment(study)
    assert found.exact
    assert found.disorder == pytest.approx(listed.disorder, abs=1e-9)


def test_no_time_gives_an_interval():
    """Without time the bound is below the disorder and the truth lies between them."""
    rng = np.random.default_rng(1)
    units = [
        [(s, s + rng.gamma(4, 2.5), int(rng.integers(3))) for s in rng.uniform(0, 60, 12)]
        for _ in range(5)
    ]
    study = continuum(units)
    units_of = field_of(study)
    pairs = pairs_in_reach(units_of, fitted(study))
    cover, gap = cover_by_columns(units_of, pairs, Budget(seconds=0.001))
    truth = best_alignment(study).disorder * 10 * len(study) / 5
    total = cover.cost.sum()
    assert total - gap - 1e-9 <= truth <= total + 1e-9
    assert gap > 0


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda u, v: np.maximum(0, u.start - v.start), "the same both ways"),
        (lambda u, v: -np.ones(len(u.start)), "at least 0"),
        (lambda u, v: np.full(len(u.start), np.nan), "at least 0"),
        (lambda u, v: 0.5, "one number for each pair"),
    ],
)
def test_a_function_that_is_no_dissimilarity_is_refused(function, message):
    """Negative, unknown, one-sided or too few numbers: said with the units, not computed with."""
    study = Continuum.of({"A": [(0, 5, "x"), (7, 9, "y")], "B": [(1, 5, "x"), (8, 9, "y")]})
    with pytest.raises(DataError, match=message):
        best_alignment(study, Dissimilarity(function=function))


def test_what_is_no_continuum_is_refused():
    """A study of documents, or of labels, is told where to go."""
    rows = [("d", "A", 0, 1, "x"), ("d", "B", 0, 1, "x")]
    with pytest.raises(NotApplicableError, match=r"study\.continua"):
        best_alignment(accord.Unitizings.of(rows))
    with pytest.raises(NotApplicableError, match="works with spans; these data are labels"):
        accord.spans.gamma(accord.from_coders({"A": "ab", "B": "ab"}))


def test_json_of_sets_and_features():
    """Categories that are sets or tuples become lists."""
    units = {"A": [(0, 5, frozenset("yx"))], "B": [(1, 5, ("p", 1))]}
    found = best_alignment(Continuum.of(units), Dissimilarity(beta=0)).as_dict()
    assert json.loads(json.dumps(found))["alignment"][0]["units"] == [
        [0, 5, ["x", "y"]],
        [1, 5, ["p", 1]],
    ]


def test_a_function_may_differ_both_ways_by_rounding():
    """x / a / b is not x / b / a to the last bit: that is no asymmetry."""

    def unevenly(u, v):
        return np.abs(u.start - v.start) / (u.stop - u.start) / (v.stop - v.start)

    units = [accord.Unit(at, at + length) for at, length in enumerate((3, 7, 11, 13, 17, 19, 23))]
    d = Dissimilarity(function=unevenly)(units, units)
    assert (d != d.T).any()
    assert d == pytest.approx(d.T, rel=1e-15)


def test_no_pairs_at_all_may_not_stand_together():
    """s is −inf where two units may not stand together: all of them, where there are no pairs."""
    none = np.zeros(0, dtype=np.int64)
    u, v = np.array([0, 0, 1]), np.array([1, 2, 2])
    assert Pairs.of(3, none, none, np.zeros(0)).between(3, u, v).tolist() == [-np.inf] * 3
    one = Pairs.of(3, np.array([0]), np.array([2]), np.array([0.5]))
    assert one.between(3, u, v).tolist() == [-np.inf, 0.5, -np.inf]
