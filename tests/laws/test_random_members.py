"""Chance on chains and relations as sets: sizes kept, members at random, by hand and by listing."""

from itertools import combinations, product

import numpy as np
import pytest

import accord
from accord._measure.bound import bound, documents_of
from accord._measure.random_members import (
    ABOUT_AS_MANY,
    BY_SIZE,
    about_as_many,
    expected_distance,
    shared_by_chance,
)
from accord.kinds.chains.study import Partitions

EXACT = 1e-12
TOGETHER, APART = [[1, 2]], [[1], [2]]
DISTANCES = ("masi", "jaccard", "dice", "passonneau", "survey-masi", "nominal")


def _listed(s, t, firsts, seconds, distance, itself):
    """The mean distance of every set of s of the first things with every set of t of the second."""
    d = accord.distance(distance)
    own = {"me"} if itself else set()
    found = []
    for a in combinations(firsts, s):
        for b in combinations(seconds, t):
            names = accord.parts.Names(
                dict.fromkeys([frozenset({*a, *own}), frozenset({*b, *own})])
            )
            found.append(float(d.fit(names, np.ones(len(names)), False).matrix()[0, -1]))
    return np.mean(found)


@pytest.mark.parametrize("distance", DISTANCES)
@pytest.mark.parametrize("itself", [False, True])
def test_the_mean_distance_of_random_labels_by_listing_all(distance, itself):
    """All sets of each size from all things, and from things that are only in part the same."""
    for first, second in ((range(4), range(4)), (range(4), range(1, 6))):
        could = len(first), len(second), len({*first} & {*second})
        sizes = [(n,) for n in range(5)]
        found = expected_distance(sizes, could, BY_SIZE[distance], itself)
        for (s,), (t,) in product(sizes, sizes):
            if s <= len(first) and t <= len(second):
                listed = _listed(s, t, first, second, distance, itself)
                assert found[s, t] == pytest.approx(listed, abs=EXACT), (s, t)


def test_labels_of_two_types_by_listing_all():
    """Members of a type meet members of the same type only: one of 3 and two of 3 against two and
    one give 9 × 9 pairs of labels."""
    things = range(3)
    labels = {
        sizes: [
            {*(("x", m) for m in x), *(("y", m) for m in y)}
            for x in combinations(things, sizes[0])
            for y in combinations(things, sizes[1])
        ]
        for sizes in ((1, 2), (2, 1))
    }
    listed = np.mean([1 - len(a & b) / len(a | b) for a in labels[1, 2] for b in labels[2, 1]])
    found = expected_distance([(1, 2), (2, 1)], (3, 3, 3), BY_SIZE["jaccard"])
    assert found[0, 1] == pytest.approx(listed, abs=EXACT)
    assert found[0, 1] == found[1, 0]


def test_what_two_labels_share_adds_up_to_one():
    """Probabilities, also of large labels, and in several blocks where there are many."""
    for s, t, a, b, shared in ((3, 5, 9, 9, 9), (3, 5, 9, 12, 7), (700, 1500, 4000, 3900, 3500)):
        chance = shared_by_chance(s, t, a, b, shared)
        assert chance.sum() == pytest.approx(1, abs=1e-9)
        mean = s * t * shared / (a * b)
        assert chance @ np.arange(len(chance)) == pytest.approx(mean, rel=1e-9)


FOUR = {
    f"{a}{b}": {"A": one, "B": other}
    for (a, one), (b, other) in product(enumerate([TOGETHER, APART]), repeat=2)
}
"""Two mentions, together or apart in all four combinations: what two coins give."""


@pytest.mark.parametrize(
    ("name", "value"), [("chain_alpha", 0.125), ("chain_alpha_prime", 0.0), ("chain_beta", 0.0)]
)
def test_two_coins(name, value):
    """D_o = 1/2. D_e: any two of eight codings differ in 1/2, two different ones in 4/7, which is
    what α gives to two coins in four items (0 on average, .125 if all four combinations occur)."""
    found = bound(name, distance="masi").compute(Partitions.of_chains(FOUR))
    assert (found.D_o, found.value) == (0.5, pytest.approx(value, abs=EXACT))
    coins = accord.from_coders({"A": "ttpp", "B": "tptp"})
    assert accord.alpha(coins, distance="nominal").value == pytest.approx(0.125)


@pytest.mark.parametrize("name", ["chain_alpha", "chain_alpha_prime", "chain_beta"])
@pytest.mark.parametrize("distance", DISTANCES)
def test_unanimous_coders_and_one_chain(name, distance):
    """The same chains everywhere are 1; everything in one chain by everybody says nothing."""
    same = {d: {"A": chains, "B": chains} for d, chains in enumerate([TOGETHER, APART, TOGETHER])}
    measure = bound(name, distance=distance)
    assert measure.compute(Partitions.of_chains(same)).value == 1.0
    one = measure.compute(Partitions.of_chains({d: {"A": TOGETHER, "B": TOGETHER} for d in "xyz"}))
    assert np.isnan(one.value)
    assert one.undefined.startswith("all mentions of each document are in one chain")


def test_nobody_to_compare():
    """Mentions that one coder has alone leave nothing to compare."""
    study = Partitions.of_chains({"d": {"A": [[1, 2]], "B": [[3, 4]]}})
    found = accord.chains.chain_alpha(study, distance="masi")
    assert found.undefined == "no mention was marked by two coders"


def test_by_hand_with_mentions_that_one_coder_lacks():
    """A {1 2 3} {4}, B {1 2} {4 5}: common 1, 2, 4. Jaccard, each with sizes 2 2 0 and 1 1 1.

    A could hold 3 others, B 3, both 2 of the same. D_o = (1/2 + 1/2 + 1)/3. By chance {two of
    three} and {one of three}, of which two are the same: the one is among the two with 4/9, then
    d = 1/2, else 1: 7/9; nothing and something: 1. D_e = 2/3 · 7/9 + 1/3.
    """
    study = Partitions.of_chains({"d": {"A": [[1, 2, 3], [4]], "B": [[1, 2], [4, 5]]}})
    for name in ("chain_alpha", "chain_beta"):
        found = bound(name, distance="jaccard").compute(study)
        assert found.D_o == pytest.approx(2 / 3)
        assert found.D_e == pytest.approx(2 / 3 * 7 / 9 + 1 / 3)


def test_three_coders_and_weights():
    """With three coders a mention that all have counts by three codings in α, else by one; D_o is
    that of the published form, whose labels are the same."""
    chains = {"A": [[1, 2, 3], [4]], "B": [[1, 2], [3, 4]], "C": [[1, 2], [3]]}
    study = Partitions.of_chains({"d": chains, "e": {"A": [[1, 2]], "C": [[1], [2]]}})
    for name in ("chain_alpha", "chain_alpha_prime", "chain_beta"):
        now, then = (
            bound(name, distance="dice", chance=chance).compute(study)
            for chance in ("members", "document")
        )
        assert now.D_o == pytest.approx(then.D_o, abs=EXACT)


def test_readings_in_two_chains():
    """An ambiguous mention has both readings in its label: sizes and overlaps are those of sets."""
    from accord.kinds.chains.links import from_links

    rows = [("d", "A", 3, [1]), ("d", "A", 4, [2]), ("d", "A", 5, [3, 4])]
    study = from_links([*rows, ("d", "B", 3, [1]), ("d", "B", 4, [2]), ("d", "B", 5, [3])])
    now, then = (
        accord.chains.chain_alpha(study, distance="jaccard", chance=chance)
        for chance in ("members", "document")
    )
    assert now.D_o == pytest.approx(then.D_o, abs=EXACT)
    assert 0 < now.D_e < 1


def test_lengths_that_are_about_the_same():
    """Numbers of other mentions: up to 8 only the same, from 9 on one more or less, and so on."""
    assert ABOUT_AS_MANY == 10
    joined = {n: [m for m in range(200) if about_as_many(n, m)] for n in (1, 8, 9, 19, 59)}
    assert joined[1] == [1]
    assert joined[8] == [8]
    assert joined[9] == [9, 10]
    assert (joined[19][0], joined[19][-1]) == (18, 21)
    assert (joined[59][0], joined[59][-1]) == (54, 65)
    assert all(about_as_many(m, n) == about_as_many(n, m) for n in range(40) for m in range(40))


def crp(rng, mentions, theta=1.5):
    """A random partition: each mention joins a chain by its size, or opens one."""
    label: list[int] = []
    for _ in range(mentions):
        sizes = [*np.bincount(label).tolist(), theta] if label else [theta]
        label.append(int(rng.choice(len(sizes), p=np.array(sizes) / sum(sizes))))
    return rng.permutation(label)


def coders_of(rng, length, coders, kept=1.0):
    """Random chains of a document; each coder has a mention with this probability."""
    found = {}
    for c in range(coders):
        label, mine = crp(rng, length), rng.random(length) < kept
        chains = [np.flatnonzero((label == k) & mine).tolist() for k in np.unique(label)]
        found[f"c{c}"] = [chain for chain in chains if chain]
    return found


def guessed(lengths, runs, *, coders=2, kept=1.0, seed=0, name="chain_alpha", **settings):
    """Mean and standard error over random studies; `lengths` makes those of the documents."""
    rng = np.random.default_rng(seed)
    settings = {"distance": "masi"} | settings if name != "chain_pi" else settings
    values = []
    for _ in range(runs):
        chains = {d: coders_of(rng, int(n), coders, kept) for d, n in enumerate(lengths(rng))}
        values.append(bound(name, **settings).compute(Partitions.of_chains(chains)).value)
    values = np.array(values)[np.isfinite(values)]
    return values.mean(), values.std(ddof=1) / np.sqrt(len(values))


@pytest.mark.parametrize("mentions", [2, 3, 4, 6, 12, 30])
def test_random_partitions_of_one_length(mentions):
    """Within three errors of 0; within the document labels as they are give up to +.2."""
    mean, se = guessed(lambda rng: [mentions] * 20, 20)
    assert abs(mean) < 3 * se
    assert se < 0.05


@pytest.mark.parametrize(("low", "high"), [(2, 8), (5, 25)])
def test_random_partitions_of_mixed_lengths(low, high):
    """Few documents have the same length, and neighbouring ones are joined without harm."""
    mean, se = guessed(lambda rng: rng.integers(low, high + 1, size=15), 60, seed=1)
    assert abs(mean) < 3 * se
    assert se < 0.01


@pytest.mark.parametrize("name", ["chain_alpha", "chain_beta", "chain_pi"])
def test_random_partitions_with_missing_mentions(name):
    """A third of the mentions is not marked: labels of two coders can share only what both have."""
    mean, se = guessed(lambda rng: [5] * 20, 30, coders=3, kept=0.7, name=name)
    assert abs(mean) < 3 * se
    assert se < 0.02


@pytest.mark.parametrize("label", ["antecedent", "partial"])
def test_drawn_chance(label):
    """Antecedents and partial chains: chance is drawn, and guessing scores 0 as well."""
    mean, se = guessed(lambda rng: [4] * 8, 25, label=label)
    assert abs(mean) < 3 * se
    assert se < 0.05


def test_drawn_chance_is_the_exact_one():
    """A function of the user's is drawn for: near the exact value, the seed in the signature."""
    rng = np.random.default_rng(4)
    study = Partitions.of_chains({d: coders_of(rng, 8, 3) for d in range(12)})

    def mine(a, b):
        return 1 - len(a & b) / len(a | b) if a or b else 0.0

    for name in ("chain_alpha", "chain_alpha_prime", "chain_beta"):
        exact = bound(name, distance="jaccard").compute(study)
        drawn = bound(name, distance=mine).compute(study)
        assert drawn.D_o == pytest.approx(exact.D_o, abs=EXACT)
        assert drawn.D_e == pytest.approx(exact.D_e, abs=0.01)
        assert drawn.D_e != exact.D_e
        assert "|draws:20|rng:0|" in drawn.signature
        assert "rng" not in exact.signature


def test_a_function_called_masi_is_not_masi():
    """The name of a distance is no formula."""

    def masi(a, b):
        return float(a != b)

    study = Partitions.of_chains(FOUR)
    found = accord.chains.chain_alpha(study, distance=masi)
    assert found.settings["draws"] == 20


@pytest.mark.parametrize("chance", ["members", "document"])
def test_documents_of_other_lengths(chance):
    """A resample is what the measure computes on it, also where lengths are joined."""
    rng = np.random.default_rng(2)
    lengths = [9, 10, 11, 11, 12, 4, 4]
    study = Partitions.of_chains({d: coders_of(rng, n, 3, 0.9) for d, n in enumerate(lengths)})
    measure = bound("chain_alpha", distance="masi", chance=chance)
    table, n = documents_of(study, measure), len(lengths)
    often = np.array([np.bincount(rng.integers(n, size=n), minlength=n) for _ in range(8)])
    found = [measure.compute(study.take(np.repeat(np.arange(n), row))).value for row in often]
    np.testing.assert_allclose(table.values(often), found, rtol=0, atol=1e-12)


def test_published_labels_from_one_pool_are_drawn_anew():
    """Chance from all labels as they are depends on all documents: there is no table."""
    assert documents_of(Partitions.of_chains(FOUR), bound("chain_pi", chance="pooled")) is None


def linked(documents, types=("r",)):
    """A study in which each coder of a document has these (type, target) links from each entity."""
    from accord.relations import Relations

    rows, entities = [], []
    for d, coders in enumerate(documents):
        for c, targets in enumerate(coders):
            entities += [(d, f"c{c}", e, "x") for e in range(len(targets))]
            rows += [
                (d, f"c{c}", e, target, types[kind])
                for e, links in enumerate(targets)
                for kind, target in links
            ]
    return Relations.of(rows, entities=entities, items=range(len(documents)), coders=["c0", "c1"])


def _of_one_type(documents):
    return linked([[[[(0, t) for t in ts] for ts in c] for c in d] for d in documents])


DIRECTION = [[[[1], []], [[1], []]], [[[1], []], [[], [0]]], [[[], [0]], [[1], []]]]
DIRECTION += [[[[], [0]], [[], [0]]]]
"""One link between two entities, its direction in all four combinations."""
THREE = [[[[1], [2], []], [[1], [], []]], [[[2], [], [0]], [[2], [0], [0]]]]


def test_relations_by_hand():
    """Two coins for the direction of a link are 0, in α and in F1; the second toy of three entities
    is .52 and .625 (.60 where links keep their source); all alike, half each way, is 1."""
    alpha, f1 = accord.relations.relation_alpha, accord.relations.corrected_relation_f1
    coins, three = _of_one_type(DIRECTION), _of_one_type(THREE)
    assert alpha(coins).value == pytest.approx(0, abs=EXACT)
    assert f1(coins).value == pytest.approx(0, abs=EXACT)
    assert alpha(coins, chance="document").value == pytest.approx(1 / 3)
    for distance in ("masi", "jaccard"):
        assert alpha(three, distance=distance).value == pytest.approx(0.52, abs=EXACT)
    assert f1(three).value == pytest.approx(0.625, abs=EXACT)
    assert f1(three, keeps="source").value == pytest.approx(0.6, abs=EXACT)
    same = _of_one_type([DIRECTION[0], DIRECTION[3], DIRECTION[0], DIRECTION[3]])
    assert (alpha(same).value, f1(same).value) == (1.0, 1.0)


def _links(rng, n, how):
    """Random links of a coder: each with probability .3, one, or all from one entity."""
    if how == "one":
        s, t = rng.permutation(n)[:2].tolist()
        return [[(0, t)] if e == s else [] for e in range(n)]
    if how == "hub":
        hub = int(rng.integers(n))
        return [[(0, t) for t in range(n) if t != hub] if e == hub else [] for e in range(n)]
    kinds = 2 if how == "typed" else 1
    return [
        [(k, t) for k in range(kinds) for t in range(n) if t != e and rng.random() < 0.3]
        for e in range(n)
    ]


@pytest.mark.parametrize("how", ["each", "one", "hub", "typed"])
@pytest.mark.parametrize("n", [2, 3, 6])
def test_links_at_random(how, n):
    """Within three errors of 0; labels as they are give up to +.34."""
    rng = np.random.default_rng(n)
    values = []
    for _ in range(30):
        study = linked([[_links(rng, n, how) for _ in "AB"] for _ in range(15)], types="rs")
        values.append(
            (
                accord.relations.relation_alpha(study).value,
                accord.relations.corrected_relation_f1(study).value,
            )
        )
    mean, se = np.nanmean(values, axis=0), np.nanstd(values, axis=0, ddof=1) / np.sqrt(30)
    assert (np.abs(mean) < 3 * se).all(), (mean, se)
    assert (se < 0.06).all()


def test_links_of_documents_of_mixed_sizes():
    """From 6 to 20 entities, a few of each: neighbouring numbers are joined without harm."""
    rng = np.random.default_rng(8)
    values = []
    for _ in range(25):
        sizes = rng.integers(6, 21, size=15)
        study = linked([[_links(rng, int(n), "one") for _ in "AB"] for n in sizes])
        values.append(accord.relations.relation_alpha(study).value)
    assert abs(np.mean(values)) < 3 * np.std(values, ddof=1) / 5


def test_drawn_links_are_the_exact_ones():
    """A distance of the user's own: near the exact value, and the seed is in the signature."""
    rng = np.random.default_rng(3)
    study = linked([[_links(rng, 5, "typed") for _ in "AB"] for _ in range(15)], types="rs")

    def mine(a, b):
        return 1 - len(a & b) / len(a | b) if a or b else 0.0

    exact, drawn = (accord.relations.relation_alpha(study, distance=d) for d in ("jaccard", mine))
    assert drawn.D_o == pytest.approx(exact.D_o, abs=EXACT)
    assert drawn.D_e == pytest.approx(exact.D_e, abs=0.02)
    assert "|draws:20|rng:0|" in drawn.signature
    assert "rng" not in exact.signature


def test_p_against_chance():
    """Chains dealt out anew: coders who agree have the smallest p, coders who guess any; in short
    documents, too, where chains of other documents take part. The same seed gives the same p."""
    rng = np.random.default_rng(6)
    measure = bound("chain_alpha", distance="masi")
    guess = Partitions.of_chains({d: coders_of(rng, 4, 2) for d in range(12)})
    same = {d: {"A": (c := coders_of(rng, 2, 1)["c0"]), "B": c} for d in range(12)}
    agree = accord.permutation_test(Partitions.of_chains(same), measure, resamples=99)
    found = accord.permutation_test(guess, measure, resamples=99)
    assert agree.p == pytest.approx(1 / 100)
    assert 0.01 < found.p <= 1
    assert found.p == accord.permutation_test(guess, measure, resamples=99).p
    assert "change places" in found.notes[0]
    assert accord.permutation_test(guess.take(range(3)), measure).resamples == 999


def test_what_is_dealt_keeps_sizes_and_marks():
    """D_e stays as it is: chains keep their sizes, coders what they marked, documents their
    numbers of mentions."""
    from accord.kinds.chains.study import dealt

    rng = np.random.default_rng(7)
    study = Partitions.of_chains({d: coders_of(rng, n, 2, 0.8) for d, n in enumerate([4, 4, 6, 6])})
    other = dealt(study, np.random.default_rng(1))
    measure = bound("chain_beta", distance="dice")
    assert other != study
    for one, two in zip(study.documents, other.documents, strict=True):
        assert ((one.chain >= 0) == (two.chain >= 0)).all()
    whole = Partitions.of_chains({d: coders_of(rng, 5, 2) for d in range(4)})
    again = dealt(whole, np.random.default_rng(1))
    assert measure.compute(again).D_e == pytest.approx(measure.compute(whole).D_e, abs=EXACT)
    assert measure.compute(again).D_o != measure.compute(whole).D_o
