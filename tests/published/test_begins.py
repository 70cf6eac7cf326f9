"""Where spans begin: worked out by hand, and what mir_eval 0.8.2 printed for the same segments.

mir_eval.segment.detection(a, b, window=w, trim=True)[2], a and b the intervals of two coders
"""

from itertools import pairwise
from math import inf, isnan

import pytest

import accord
from accord import Unitizings
from accord._measure.spans.begins import near_begins
from accord.spans import begin_f1

EDGES = {
    "A": [0, 10, 20.4, 31, 33, 60],
    "B": [0, 12.9, 20, 33.5, 47, 60],
    "C": [0, 9.6, 13, 20.2, 33.2, 60],
}


def study(**edges):
    """One document in which each coder cut everything into segments at these places."""
    rows = [
        ("d", coder, begin, end, f"{coder}{at}")
        for coder, mine in edges.items()
        for at, (begin, end) in enumerate(pairwise(mine))
    ]
    return Unitizings.of(rows)


@pytest.mark.parametrize(
    ("tolerance", "printed"),
    [(0.5, {"AB": 0.5, "AC": 0.75, "BC": 0.75}), (3, {"AB": 0.75, "AC": 0.75, "BC": 0.75})],
)
def test_equal_to_mir_eval(tolerance, printed):
    """Each pair has the F1 that mir_eval prints without the first and last boundary."""
    found = begin_f1(study(**EDGES), tolerance=tolerance)
    for (one, other), value in printed.items():
        assert found.detail["pairs"][one, other]["f1"] == pytest.approx(value, abs=1e-12)
    assert found.value == pytest.approx(sum(printed.values()) / 3, abs=1e-12)


def test_as_many_as_can_be_are_matched():
    """31 with 33.5 and 33 with 35.9: the nearest two first (33 with 33.5) would match one alone."""
    near = study(A=[0, 31, 33, 60], B=[0, 33.5, 35.9, 60])
    assert begin_f1(near, tolerance=3).value == 1.0


@pytest.mark.parametrize(("tolerance", "value"), [(2.9, 1.0), (2.89, 0.0)])
def test_the_tolerance_itself_still_matches(tolerance, value):
    """Begins 2.9 apart match within 2.9, and not within 2.89."""
    assert begin_f1(study(A=[0, 10, 60], B=[0, 12.9, 60]), tolerance=tolerance).value == value


def test_each_begin_is_used_once():
    """Two of A near one of B: one match of three begins, F1 2/3."""
    assert begin_f1(study(A=[0, 10, 11, 60], B=[0, 10, 60]), tolerance=3).value == pytest.approx(
        2 / 3
    )


def test_the_first_begin_counts_on_request():
    """Without it nothing is common; with it one of two: 2 · 1 / 4."""
    one = study(A=[0, 10, 60], B=[0, 40, 60])
    assert begin_f1(one).value == 0.0
    assert begin_f1(one, first=True).value == 0.5


def test_spans_of_all_pairs_together():
    """A–B: 1 of 1 and 1; A–C and B–C: 0 of 1 and 3. Mean of 1, 0, 0; together 2 / (2 + 4 + 4)."""
    three = study(A=[0, 10, 60], B=[0, 10, 60], C=[0, 20, 30, 40, 60])
    assert begin_f1(three).value == pytest.approx(1 / 3)
    assert begin_f1(three, pooled="spans").value == pytest.approx(0.2)


def test_documents_add_up():
    """The sums of documents, which intervals resample, give the value of the whole."""
    rows = [("d", "A", 0, 5, ""), ("d", "A", 5, 9, ""), ("d", "B", 0, 5, ""), ("d", "B", 5, 9, "")]
    rows += [("e", "A", 0, 5, ""), ("e", "A", 5, 9, ""), ("e", "B", 0, 7, ""), ("e", "B", 7, 9, "")]
    both = Unitizings.of(rows)
    for pooled in ("pairs", "spans"):
        table = near_begins(both, pooled=pooled)
        assert 1 - table.observed() == begin_f1(both, pooled=pooled).value == 0.5


def test_labels_play_no_part_and_one_segment_is_nothing():
    """One segment has no begin but the first: undefined, with a reason."""
    whole = begin_f1(study(A=[0, 60], B=[0, 60]))
    assert isnan(whole.value)
    assert whole.undefined


@pytest.mark.parametrize("tolerance", [-1, inf, float("nan")])
def test_a_tolerance_is_a_number_from_zero(tolerance):
    """Anything else is refused in one line."""
    with pytest.raises(accord.DataError, match="tolerance must be a number from 0"):
        begin_f1(study(**EDGES), tolerance=tolerance)
