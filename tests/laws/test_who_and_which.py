"""Tables of coders and of categories, worked out by hand.

    A  a a b b c
    B  a b b b c
    C  a a b c c

The coincidences are aa 4, bb 4, cc 3, ab 1, bc 1 (each also the other way round), so n_a = 5,
n_b = 6, n_c = 4 of 15.
"""

import numpy as np
import pytest

import accord
from accord.infer.why.coders import coded_blocks, coder_table, nominal_pairs
from accord.infer.why.confused import category_table
from accord.infer.why.matrices import coincidences
from accord.kinds.questions import marked_by

STUDY = accord.from_coders({"A": "aabbc", "B": "abbbc", "C": "aabcc"})


def test_categories():
    """α of a category against the rest is 1 − D_o/D_e with the others merged.

    a: D_o = 2 (5 − 4) / 15, D_e = 2 · 5 · 10 / (15 · 14): 0.72; b: 4/15 and 108/210: 13/27;
    c: 2/15 and 88/210: 15/22. With a and b as one only c is told apart, with b and c only a. Of
    four coincidences that differ, a has 1, b has 2, c has 1.
    """
    found = category_table(STUDY, "nominal")
    assert found.coincidences.tolist() == [[4, 1, 0], [1, 4, 1], [0, 1, 3]]
    assert found.codings.tolist() == [5, 6, 4]
    assert found.alpha == pytest.approx([0.72, 13 / 27, 15 / 22])
    assert found.agreement == pytest.approx([4 / 5, 4 / 6, 3 / 4])
    assert found.share == pytest.approx([1 / 4, 1 / 2, 1 / 4])
    first, second = sorted(found.confusions, key=lambda pair: str(pair.first))
    assert (first.first, first.second, first.share) == ("a", "b", pytest.approx(1 / 2))
    assert (first.coincidences, first.merged) == (pytest.approx(2), pytest.approx(15 / 22))
    assert (second.first, second.second, second.share) == ("b", "c", pytest.approx(1 / 2))
    assert (second.coincidences, second.merged) == (pytest.approx(2), pytest.approx(0.72))


PI = {("A", "B"): 21 / 31, ("A", "C"): 23 / 33, ("B", "C"): 13 / 33}


def test_coders():
    """π of every two coders, the mean of each coder's two, and π without each: of the others.

    A, B: A_o = 4/5 and A_e = (3² + 5² + 2²)/100, so 42/62. A, C: 4/5 and 34/100, so 46/66.
    B, C: 3/5 and 34/100, so 26/66.
    """
    found = coder_table(STUDY, accord.bound("pi"), 3)
    assert sorted(found.coders) == ["A", "B", "C"]
    assert (found.marked.tolist(), found.left_out) == ([5, 5, 5], 0)
    for i, one in enumerate(found.coders):
        mine = [value for pair, value in PI.items() if one in pair]
        (others,) = [value for pair, value in PI.items() if one not in pair]
        assert found.means[i] == pytest.approx(sum(mine) / 2)
        assert found.without[i] == pytest.approx(others)
        for j, two in enumerate(found.coders):
            if i != j:
                assert found.matrix[i, j] == pytest.approx(PI[tuple(sorted((one, two)))])


def test_pairs_of_coders():
    """Every two coders share five items, and have the π above."""
    rows = accord.breakdown(STUDY, "pair", "pi").rows
    assert {tuple(sorted(row[:2])): row[3] for row in rows} == pytest.approx(PI)
    assert [row[2] for row in rows] == [5, 5, 5]


def test_change_by_coder():
    """What a coder changes is the whole less the value without that coder."""
    whole = accord.pi(STUDY).value
    for coder, number, mean, without, change in accord.breakdown(STUDY, "coder", "pi").rows:
        (others,) = [value for pair, value in PI.items() if coder not in pair]
        mine = [value for pair, value in PI.items() if coder in pair]
        assert (number, mean) == (5, pytest.approx(sum(mine) / 2))
        assert (without, change) == (pytest.approx(others), pytest.approx(whole - others))


def test_nominal_alpha_of_all_pairs():
    """α of two coders is 1 − (1 − π) (n − 1)/n, here with n = 10 codings."""
    values, shared = nominal_pairs(STUDY)
    assert shared.tolist() == [[0, 5, 5], [5, 0, 5], [5, 5, 0]]
    for (one, two), value in PI.items():
        at = values["ABC".index(one), "ABC".index(two)]
        assert at == pytest.approx(1 - (1 - value) * 9 / 10)


def test_how_much_each_marked():
    """Codings, codings of all dimensions, mentions in chains, or units; nothing is 0."""
    gaps = accord.from_wide([["x", None, "y"], ["x", None, None]], coders="ABC")
    assert marked_by(gaps).tolist() == [2, 0, 1]
    rows = [(1, "A", "p", "x"), (1, "A", "q", "y"), (1, "B", "p", "x"), (2, "A", "p", "y")]
    assert marked_by(accord.labels.dimensions(rows)).tolist() == [3, 1]
    chains = {"d": {"A": [[1, 2, 3], [4]], "B": [[1, 2]]}, "e": {"A": [[1]], "B": [[1], [2]]}}
    assert marked_by(accord.Partitions.of_chains(chains)).tolist() == [5, 4]
    units = [("d", "A", 0, 3, "x"), ("d", "A", 5, 6, "x"), ("d", "B", 0, 3, "y")]
    assert marked_by(accord.Unitizings.of(units)).tolist() == [2, 1]


def test_who_coded_what():
    """Shares of blocks of items; 1 of 2 items in the second block is A's, and 3 codings lack."""
    rows = [["x", "x"], ["y", None], ["x", "y"], [None, None]]
    found = coded_blocks(accord.from_wide(rows, coders="AB"), 2)
    assert found.share.tolist() == [[1, 0.5], [0.5, 0.5]]
    assert found.edges.tolist() == [0, 2, 4]
    assert (found.codings.tolist(), found.items.tolist()) == ([0, 1, 2], [1, 1, 2])
    assert (found.missing, found.complete) == (3, False)
    assert coded_blocks(STUDY, 9).complete


def test_means_leave_undefined_pairs_out():
    """Humans who share no item have no agreement: the ceiling is the mean of the other pairs.

    A codes the first four items, B the last four, C and the system M all. κ of A, C is 1/2, that
    of B, C is 1.
    """
    A, B = ["a", "a", "b", "b"], ["a", "a", "b", "b"]
    rows = [[a, None, c, c] for a, c in zip(A, "aabb", strict=True)]
    rows[1][2] = "b"
    rows += [[None, b, c, c] for b, c in zip(B, "aabb", strict=True)]
    found = accord.ceiling(accord.from_wide(rows, coders="ABCM"), "M", "kappa", resamples=50)
    assert found.humans == pytest.approx((1 / 2 + 1) / 2)
    assert np.isfinite(found.interval.low)


def test_mentions_that_neither_marked_count_for_others_only():
    """C and D mark a mention alike, A and B do not: 4 of the 5 pairs with one of C and D differ."""
    chains = {"d": {"A": [[1]], "B": [[1]], "C": [[1], [2]], "D": [[1], [2]]}}
    (found,) = accord.chains.chain_anatomy(accord.Partitions.of_chains(chains)).disputed
    assert (found.mention, found.disagreement) == (2, pytest.approx(4 / 5))


def test_indices_of_two_coders_are_for_two():
    """Byrt's indices, κ_max and tests of margins are listed for two coders, not for three."""
    three, two = str(accord.labels.skew(STUDY)), str(accord.labels.skew(STUDY.only([0, 1])))
    assert "PABAK" in three
    for name in ("κ_max", "Stuart–Maxwell", "Bhapkar"):
        assert (name in two, name in three) == (True, False)


def test_merges_by_hand():
    """Two categories as one leave the third against the rest; the change is from α of all three.

    α = 1 − (4/15) / (148/210) = 23/37, for 225 − 25 − 36 − 16 = 148.
    """
    rows = accord.infer.collapse(STUDY, accord.bound("alpha", distance="nominal")).rows
    merged = {("b", "c"): 0.72, ("a", "b"): 15 / 22, ("a", "c"): 13 / 27}
    assert [row[:2] for row in rows] == list(merged)
    for first, second, value, change in rows:
        assert value == pytest.approx(merged[first, second])
        assert change == pytest.approx(merged[first, second] - 23 / 37)


def test_merges_are_tried_up_to_fifty():
    """Twelve categories have 66 pairs; 50 are merged unless said."""
    letters = "abcdefghijkl"
    study = accord.from_coders({"A": letters * 2, "B": letters + letters[::-1]})
    assert len(accord.infer.collapse(study, "pi")) == 50
    assert len(accord.infer.collapse(study, "pi", top=66)) == 66


def test_permutations_of_perfect_agreement():
    """Of the 20 orders of a a a b b b one agrees everywhere: p is 1/20 within 4 errors."""
    study = accord.from_coders({"A": "aaabbb", "B": "aaabbb"})
    found = accord.permutation_test(study, "pi", resamples=4000)
    # 8 turns of a shuffle are not independent: as if there were an eighth of them, at the worst.
    assert found.p == pytest.approx(1 / 20, abs=4 * (0.05 * 0.95 / 500) ** 0.5)


def test_one_coder_has_no_pairs():
    """Pairs need two coders, and the message says so."""
    with pytest.raises(accord.NotApplicableError, match="fewer than two coders"):
        accord.breakdown(STUDY.only([0]), "pair", "kappa")


def test_one_coding_coincides_with_none():
    """a a and b alone: the two pairs of a coincide, b has nothing to be paired with."""
    study = accord.from_wide([["a", "a"], ["b", None]], coders="AB")
    assert coincidences(study).tolist() == [[2, 0], [0, 0]]
