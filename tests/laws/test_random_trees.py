"""Trees beside random trees over the same tokens: by listing all trees, and by simulation."""

from itertools import product

import numpy as np
import pytest

import accord
from accord._measure.bound import bound, documents_of
from accord._measure.structures.random_trees import random_heads
from accord.trees import Dependencies, corrected_las, corrected_tree_edit, corrected_uas


def every_tree(n):
    """The heads of all rooted trees over n tokens."""
    found = []
    for heads in product(range(n + 1), repeat=n):
        if heads.count(0) == 1:
            try:
                found.append(Dependencies.of(heads, ["x"] * n).heads)
            except accord.DataError:  # a circle
                continue
    return found


@pytest.mark.parametrize("n", [2, 3, 4])
def test_two_random_trees_share_one_head_in_n(n):
    """There are n^(n−1) trees; over all pairs of them the mean share of equal heads is 1/n."""
    trees = every_tree(n)
    assert len(trees) == n ** (n - 1)
    same = [np.mean([x == y for x, y in zip(a, b, strict=True)]) for a in trees for b in trees]
    assert np.mean(same) == pytest.approx(1 / n, abs=1e-12)
    rows = {coder: [] for coder in "AB"}
    for a, b in product(trees, trees):
        rows["A"].append(Dependencies.of(a, ["x"] * n))
        rows["B"].append(Dependencies.of(b, ["x"] * n))
    assert corrected_uas(accord.from_coders(rows)).value == pytest.approx(0, abs=1e-12)


def test_random_trees_are_all_equally_likely():
    """Nine trees over three tokens: 4,500 draws, 500 ± 4 · 21 of each."""
    draw = np.random.default_rng(0)
    found = [tuple(random_heads(3, draw)) for _ in range(4500)]
    counts = [found.count(heads) for heads in every_tree(3)]
    assert sum(counts) == 4500
    assert max(abs(np.array(counts) - 500)) < 84


def test_by_hand():
    """Heads 0 1 1 3 and 0 1 1 1: three of four, one expected, 2/3; a sentence of one token adds
    nothing, and alone it says nothing."""
    a, b = (Dependencies.of(heads, ["r", "x", "x", "x"]) for heads in ([0, 1, 1, 3], [0, 1, 1, 1]))
    one = Dependencies.of([0], ["r"])
    for rest in ([], [one]):
        found = corrected_uas(accord.from_coders({"A": [a, *rest], "B": [b, *rest]}))
        assert found.value == pytest.approx(2 / 3)
    alone = corrected_uas(accord.from_coders({"A": [one], "B": [one]}))
    assert alone.undefined.startswith("every sentence has one token")
    assert corrected_uas(accord.from_coders({"A": [a], "B": [a]})).value == 1


def test_relations_by_hand():
    """Three tokens, one relation other. Roots are alike; of subj subj obj iobj two of twelve pairs
    are: 1/3 + 2/3 · 1/6 of three tokens are the same by chance."""
    a, b = (Dependencies.of([2, 0, 2], ["subj", "root", x]) for x in ("obj", "iobj"))
    found = corrected_las(accord.from_coders({"A": [a], "B": [b]}))
    assert found.D_o == pytest.approx(1 / 3)
    assert found.D_e == pytest.approx(1 - (1 / 3 + 2 / 3 / 6) / 3)
    two = Dependencies.of([0, 1], ["r", "r"])
    assert corrected_tree_edit(accord.from_coders({"A": [two], "B": [two]})).undefined.startswith(
        "no sentence has three tokens"
    )


def guessed(lengths, runs, measure, *, copied=0.0, relations="xyz", seed=0, sentences=40):
    """Mean and standard error over random treebanks, a share of whose sentences is copied."""
    rng = np.random.default_rng(seed)
    values = []

    def tree(n):
        heads = random_heads(n, rng)
        said = ["root" if not h else relations[rng.integers(len(relations))] for h in heads]
        return Dependencies.of(heads, said)

    for _ in range(runs):
        sizes = rng.integers(lengths[0], lengths[1] + 1, size=sentences).tolist()
        first = [tree(n) for n in sizes]
        second = [t if rng.random() < copied else tree(len(t)) for t in first]
        values.append(measure(accord.from_coders({"A": first, "B": second})).value)
    return np.mean(values), np.std(values, ddof=1) / np.sqrt(runs)


@pytest.mark.parametrize("measure", [corrected_uas, corrected_las, corrected_tree_edit])
@pytest.mark.parametrize("lengths", [(3, 3), (10, 10), (2, 20)])
def test_random_trees_score_0(measure, lengths):
    """Within three errors of 0, in sentences of one length and of many."""
    mean, se = guessed(lengths, 20, measure)
    # Random trees of a length are drawn once for all runs of a seed: their own error is beside it.
    own = 0.02 if measure is corrected_tree_edit else 0.0
    assert abs(mean) < 3 * se + own
    assert se < 0.05


@pytest.mark.parametrize("measure", [corrected_uas, corrected_las, corrected_tree_edit])
def test_half_copied_trees_score_half(measure):
    """Half of the sentences are the same, so the value is .5, whatever their length."""
    mean, se = guessed((4, 15), 15, measure, copied=0.5, sentences=60)
    assert abs(mean - 0.5) < 3 * se + 0.02
    assert se < 0.03


@pytest.mark.parametrize("name", ["corrected_uas", "corrected_las"])
def test_resamples_are_the_measure_of_the_sentences_taken(name):
    """Also the relations of a resample are those that its sentences have."""
    rng = np.random.default_rng(1)
    rows = {
        coder: [
            Dependencies.of(random_heads(n, rng), [str(rng.choice(list("abc"))) for _ in range(n)])
            for n in (2, 5, 4, 7, 3, 6)
        ]
        for coder in "ABC"
    }
    study, measure = accord.from_coders(rows), bound(name)
    often = np.array([np.bincount(rng.integers(6, size=6), minlength=6) for _ in range(6)])
    table = documents_of(study, measure)
    found = [measure.compute(study.take(np.repeat(np.arange(6), row))).value for row in often]
    np.testing.assert_allclose(table.values(often), found, atol=1e-12)
    pair = table.only([0, 2]).values(np.ones((1, 6)))[0]
    assert pair == pytest.approx(measure.compute(study.only([0, 2])).value)


def test_edits_take_trees_of_any_size():
    """Coders may have other tokens: chance has trees of both lengths."""
    a = [
        Dependencies.of([0, 1, 1, 3], ["r", "x", "y", "x"]),
        Dependencies.of([2, 0, 2], ["x", "r", "y"]),
    ]
    b = [Dependencies.of([0, 1, 1], ["r", "x", "y"]), Dependencies.of([2, 0, 2], ["x", "r", "y"])]
    found = corrected_tree_edit(accord.from_coders({"A": a, "B": b}))
    assert found.D_o == 0.5
    assert found.D_e > 1
    assert "|trees:40|rng:0|" in found.signature
    other = corrected_tree_edit(accord.from_coders({"A": a, "B": b}), rng=5)
    assert other.D_e != found.D_e
    with pytest.raises(accord.DataError, match="different numbers of tokens"):
        corrected_uas(accord.from_coders({"A": a, "B": b}))


def _habit(n, rng):
    """Heads of a coder who hangs 70% of tokens on the next one, and the others anywhere."""
    while True:
        root, heads = int(rng.integers(n)), []
        for token in range(n):
            other = int(rng.integers(max(n - 1, 1)))
            near = token + 1 if token + 1 < n else token - 1
            head = near if rng.random() < 0.7 else other + (other >= token)
            heads.append(0 if token == root else head + 1)
        tree = Dependencies(tuple(heads), ("x",) * n)
        if tree.rooted == tree.heads:  # no circle
            return tree


def test_heads_by_offsets_by_hand():
    """Chance of every token is that of its possible heads, drawn as far off as all heads are."""
    rng = np.random.default_rng(2)
    rows = {c: [_habit(n, rng) for n in (2, 4, 5, 1, 3)] for c in "ABC"}
    study = accord.from_coders(rows)
    far = [h - 1 - t for trees in rows.values() for x in trees for t, h in enumerate(x.heads) if h]
    same = tokens = 0.0
    for n in (2, 4, 5, 1, 3):
        for token in range(n):
            often = [far.count(h - token) * (h != token) for h in range(n)]
            heads = [(n - 1) / n * x / max(sum(often), 1) for x in often]
            assert not sum(often) or sum(heads) == pytest.approx(1 - 1 / n)
            same += 3 * (1 / n**2 + sum(p * p for p in heads))
        tokens += 3 * n
    found = corrected_uas(study, heads_by="offsets")
    assert found.D_e == pytest.approx(1 - same / tokens, abs=1e-12)
    assert found.D_o == corrected_uas(study).D_o
    assert "heads:offsets" in found.signature


def test_a_common_habit_is_chance_by_offsets():
    """Coders who attach to the next word score .3 or more beside random trees, and near 0 by
    offsets; coders who draw any tree over few tokens a little below 0 (approximate, as said)."""
    rng = np.random.default_rng(6)
    by_trees, by_offsets = [], []
    for _ in range(12):
        sizes = rng.integers(2, 16, size=60).tolist()
        study = accord.from_coders({c: [_habit(n, rng) for n in sizes] for c in "AB"})
        by_trees.append(corrected_uas(study).value)
        by_offsets.append(corrected_uas(study, heads_by="offsets").value)
    assert np.mean(by_trees) > 0.3
    assert abs(np.mean(by_offsets)) < 0.04
    mean, se = guessed((5, 5), 20, lambda s: corrected_uas(s, heads_by="offsets"))
    assert -0.04 - 3 * se < mean < 3 * se


@pytest.mark.parametrize("name", ["corrected_uas", "corrected_las"])
def test_resamples_by_offsets(name):
    """Offsets of a resample are those of the sentences taken."""
    rng = np.random.default_rng(3)
    study = accord.from_coders({c: [_habit(n, rng) for n in (2, 5, 4, 7, 3, 6)] for c in "ABC"})
    measure = bound(name, heads_by="offsets")
    often = np.array([np.bincount(rng.integers(6, size=6), minlength=6) for _ in range(4)])
    table = documents_of(study, measure)
    found = [measure.compute(study.take(np.repeat(np.arange(6), row))).value for row in often]
    np.testing.assert_allclose(table.values(often), found, atol=1e-12)
