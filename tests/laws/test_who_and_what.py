"""Who differs and what is confused: numbers worked out by hand, and laws of the lists."""

import math
from dataclasses import replace

import numpy as np
import pytest

import accord
from accord._measure.catalogue import find_measure
from accord.infer.why.anatomy import matched_units
from accord.infer.why.boundary_anatomy import boundary_clusters
from accord.infer.why.confused import chance_shares
from accord.infer.why.influence import merged_value
from accord.infer.why.who_differs import above_zero
from tests import report_studies as studies


def test_weights_are_pairs_who_differ():
    """With nominal labels the weight is the number of pairs of coders who differ, the share is the
    item's part of α's observed disagreement."""
    study = accord.from_coders({"A": "aab", "B": "aba", "C": "acc", "D": "aba"})
    found = accord.infer.disagreements(study)
    assert str(found) == "2 of 3 items are disputed"
    # item 1: a b c b differ in 5 of 6 pairs; item 2: b a c a the same
    assert [(row.item, row.weight, row.pairs) for row in found] == [(1, 5.0, 6), (2, 5.0, 6)]
    assert dict(zip("ABCD", found.rows[0].apart, strict=True)) == {"A": 3, "B": 2, "C": 3, "D": 2}
    parts = accord.infer.decompose(study, "items", "pi")
    assert [row.share for row in found] == pytest.approx(
        [share for _, part, share in parts.rows if part], abs=1e-12
    )


def test_missing_codings_count_as_in_alpha():
    """With missing codings the shares are those of α's observed disagreement."""
    study = studies.acts()
    alpha = accord.bound("alpha", distance="nominal")
    shares = {row[0]: row[2] for row in accord.infer.decompose(study, "items", alpha).rows}
    for row in accord.infer.disagreements(study):
        assert row.share == pytest.approx(shares[row.item], abs=1e-12)  # another order of sums


def test_steps_of_a_scale():
    """On a scale a row says how many steps two codings are apart: |1−2|, |1−4|, |2−4| are 2."""
    study = accord.from_coders({"A": [1, 2, 3], "B": [2, 2, 3], "C": [4, 2, 3]})
    ordinal, interval = (accord.bound("alpha", distance=d) for d in ("ordinal", "interval"))
    assert accord.infer.disagreements(study, interval).rows[0].steps == 2.0
    # ranks 1, 2, 4 of the categories 1 2 3 4 are the same numbers here
    assert accord.infer.disagreements(study, ordinal).rows[0].steps == 2.0
    assert accord.infer.disagreements(study).rows[0].steps is None


def test_places_of_units():
    """Units of all coders that go together are one place, with the distance of each two."""
    study = accord.Unitizings.of(
        [
            *(("d", "A", 0, 10, "x"), ("d", "A", 20, 30, "y")),
            *(("d", "B", 0, 5, "x"), ("d", "B", 20, 30, "z")),
            ("d", "C", 0, 10, "x"),
        ]
    )
    found = accord.infer.disagreements(study)
    assert [(r.begin, r.end, r.kind) for r in found] == [
        (20.0, 30.0, "category some"),
        (0.0, 10.0, "place"),
    ]
    # y against z 1, either against nothing 1; A–B share 5 of 10, A–C all, B–C 5 of 10
    assert [row.weight for row in found] == [3.0, 1.0]
    assert found.rows[1].apart == (0.5, 1.0, 0.5)
    assert found.compared.tolist() == [2]
    assert found.rates().tolist() == [pytest.approx((1 + 1 / 3) / 2)]


def test_every_disagreement_of_the_anatomy_is_in_a_place():
    """Places hold all disagreements of pairs: every unit in a disagreement is in a listed row."""
    study = accord.example("entities")
    listed = {
        (row.item, who, unit)
        for row in accord.infer.disagreements(study)
        for who, units in row.decisions
        for unit in units
    }
    for place in accord.spans.anatomy(study, matched=matched_units(study)).disagreements:
        for who, units in zip(place.coders, (place.first, place.second), strict=True):
            assert {(place.document, who, unit) for unit in units} <= listed


def test_order_of_coders_and_items_does_not_matter():
    """The same disagreements with the same weights, whatever the order."""
    for study in (studies.acts(), accord.example("coreference"), studies.boundaries()):
        n, c = len(study.items), len(study.coders)
        turned = study.take(range(n)[::-1]).only(range(c)[::-1])
        both = [
            sorted((str(r.item), r.begin, r.kind, round(r.weight, 9)) for r in found)
            for found in map(accord.infer.disagreements, (study, turned))
        ]
        assert both[0] == both[1]


def test_boundaries_that_are_near_are_one_row():
    """A cluster reaches two places from its first boundary; near ones count by their distance."""
    study = accord.Segmentations.from_masses({"d": {"A": [5, 10], "B": [6, 9], "C": [15]}})
    clusters = list(boundary_clusters(study.documents[0]))
    assert [(c.begin, c.end) for c in clusters] == [(5, 6)]
    (row,) = accord.infer.disagreements(study)
    # A–B one place of three, both against C who has none
    assert row.weight == pytest.approx(1 / 3 + 2)
    assert row.decisions == (("A", "5"), ("B", "6"), ("C", None))


def test_dimensions_are_all_listed():
    """Every dimension's disagreements are in the list, under its name."""
    study = accord.example("dialogue_acts")
    found = accord.infer.disagreements(study)
    for name in study.names:
        alone = accord.infer.disagreements(study[name])
        assert sum(row.kind == name for row in found) == len(alone)


def test_t_of_three_values():
    """1, 2, 3: mean 2, s = 1, t = 2√3 with two degrees of freedom; p = (1 − t/√(2+t²))/2."""
    t = 2 * math.sqrt(3)
    assert above_zero(np.array([1.0, 2.0, 3.0])) == pytest.approx(
        (1 - t / math.sqrt(2 + t * t)) / 2
    )
    assert above_zero(np.array([0.0, 0.0, 0.0])) == 1.0
    assert above_zero(np.array([2.0, 2.0, 2.0])) == 0.5**3  # no t, and never certain
    assert above_zero(np.array([2.0])) == 1.0


def test_the_coder_who_differs():
    """C differs from A and B on 4 of 8 items, these never from each other: inf times; exchanged
    within items C is the one of three apart on all four of them once in 3⁴, by Holm thrice that."""
    study = accord.from_coders({"A": "aabbaabb", "B": "aabbaabb", "C": "abbaabba"})
    first, *rest = accord.infer.who_differs(study)
    assert (first.coder, first.times) == ("C", math.inf)
    assert first.p == pytest.approx(3 / 3**4)
    assert all(row.p == 1 for row in rest)
    assert (first.others, first.own, first.often) == ("a", "b", 2)
    assert accord.infer.who_differs(study.only([0, 1])) == []


def test_chance_shares_of_equal_categories_are_equal():
    """Of four equal categories every one of the six pairs has a sixth, by any idea of chance."""
    shares = chance_shares(np.full(4, 7.0), *np.triu_indices(4, 1))
    assert shares == pytest.approx(np.full(6, 1 / 6))


def test_equal_sixths_are_no_cause():
    """Six pairs of categories, each confused equally often: none is above chance."""
    pairs = [(a, b) for a in "abcd" for b in "abcd" if a != b]
    first, second = zip(*(pairs * 5), strict=True)
    found = accord.infer.confused(accord.from_coders({"A": first, "B": second}))
    assert [row.share for row in found] == pytest.approx([1 / 6] * 6)
    assert all(row.p == 1 for row in found)


def test_two_categories_are_never_a_cause():
    """With two categories there is only one pair, and nothing to hold it against."""
    study = accord.from_coders({"A": "abab" * 9, "B": "abba" * 9})
    assert accord.infer.confused(study) == []


def test_neighbours_on_a_scale_are_no_cause():
    """On an ordered scale nothing is tested: neighbours are confused most by nature."""
    study = accord.from_coders({"A": [1, 2, 3, 4] * 9, "B": [2, 1, 3, 4] * 9})
    ordinal = accord.bound("alpha", distance="ordinal")
    assert accord.infer.confused(study, ordinal) == []
    assert accord.infer.confused(study)[0].p < 0.01


def test_merging_units_is_recoding_them():
    """The measure with two categories of units as one is that of the study marked so."""
    study = accord.example("entities")
    first, second = study.categories[0], study.categories[1]
    rows = [
        (c.name, who, u.begin, u.end, first if u.category == second else u.category)
        for c in study.continua
        for who, u in c
    ]
    again = accord.Unitizings.of(rows, coders=study.coders, items=study.items)
    f1 = accord.bound("span_f1")
    assert merged_value(study, f1, first, second) == pytest.approx(f1.compute(again).value)


def test_groups_are_compared_with_the_rest():
    """Two groups of ten items with 5 and 0 disputed: .5 against 0, Welch's t by scipy."""
    from scipy.stats import ttest_ind

    study = accord.from_coders({"A": "a" * 19 + "b", "B": "a" * 5 + "b" * 5 + "a" * 9 + "b"})
    study = replace(
        study, about={"batch": ["x"] * 10 + ["y"] * 10, "text": list(map(str, range(20)))}
    )
    worst, other = accord.infer.worse_groups(study)
    assert (worst.column, worst.group, worst.items) == ("batch", "x", 10)
    assert (worst.disagreement, worst.rest) == (0.5, 0.0)
    one, two = [0.0] * 5 + [1.0] * 5, [0.0] * 10
    welch = ttest_ind(one, two, equal_var=False, alternative="greater").pvalue
    assert worst.p == pytest.approx(2 * welch)
    assert other.p > 0.9


@pytest.mark.parametrize("column", [range(24), [f"2024-03-{d + 1:02}" for d in range(24)]])
def test_learning_over_time(column):
    """Rank correlation with time as scipy has it, from numbers or dates; none without a time."""
    from scipy.stats import spearmanr

    study = accord.from_coders({"A": "ab" * 12, "B": "ba" * 4 + "ab" * 8})
    learnt = accord.infer.trend(replace(study, about={"date": list(column)}))
    expected = spearmanr(range(24), [1.0] * 8 + [0.0] * 16)
    assert learnt.correlation == pytest.approx(expected.statistic)
    assert learnt.p == pytest.approx(expected.pvalue)
    assert (learnt.first, learnt.last) == (1.0, 0.0)
    assert accord.infer.trend(study) is None


def test_borders_that_take_in_the_article():
    """B begins four signs earlier in all twelve units, which takes in "the"."""
    rows = [
        ("d", who, 10 * k + 4 - 4 * (who == "B"), 10 * k + 9, "x")
        for who in "ABC"
        for k in range(12)
    ]
    text = " ".join(["the", "north"] * 12)
    habits = {
        h.coder: h
        for h in accord.infer.border_habits(accord.Unitizings.of(rows, texts={"d": text}))
    }
    assert (habits["B"].pairs, habits["B"].begin, habits["B"].end) == (24, -4.0, 0.0)
    assert (habits["B"].longer, habits["B"].word, habits["B"].side) == (24, "the", "begin")
    assert habits["B"].determiner
    assert habits["B"].often == 24
    assert habits["B"].p < 0.01
    assert (habits["A"].length, habits["A"].shorter) == (-2.0, 12)


@pytest.mark.parametrize(
    ("name", "given"),
    [("alpha", True), ("kappa", True), ("gamma", False), ("S", False), ("span_f1", False)],
)
def test_levels_are_of_the_measures_they_were_made_for(name, given):
    """Krippendorff's .667 and .8 are for α and what the field treats like it, not for γ or F1."""
    assert find_measure(name).has_levels is given
