"""Rankings worked out by hand: two things, three things, pairs seen in both orders."""

from math import log, sqrt

import numpy as np
import pytest
from scipy.stats import norm

import accord
from accord.infer import systems
from accord.infer.ranking.pair_votes import votes_of
from accord.infer.ranking.strengths import CountedVotes
from tests.laws.test_system_scores import sample, scored


def _rows(*often, judge="j"):
    """`(first, second, times the first won, times the second did)`, one row for each vote."""
    return [
        {"model_a": a, "model_b": b, "winner": w, "judge": judge}
        for a, b, one, two in often
        for w, n in (("model_a", one), ("model_b", two))
        for _ in range(n)
    ]


def test_two_things_by_hand():
    """x wins 30 of 40: log 3 apart with the error √(1/30 + 1/10), so that it truly stands behind
    with Φ(−log 3 / .365); and for 5% it takes 40 (1.645 · .365 / log 3)² votes."""
    first, second = accord.labels.rank(_rows(("x", "y", 20, 5), ("y", "x", 5, 10))).things
    apart, error = log(3), sqrt(1 / 30 + 1 / 10)
    assert (first.name, first.votes, first.wins) == ("x", 40, 30)
    assert first.strength - second.strength == pytest.approx(apart)
    assert first.reversed == pytest.approx(norm.cdf(-apart / error))
    assert first.more == pytest.approx(40 * (norm.ppf(0.95) * error / apart) ** 2)


def test_three_of_four_judgements_stay():
    """Four pairs of answers in both orders: of one the first is chosen whichever it is."""
    rows = [
        {"model_a": a, "model_b": b, "winner": w, "judge": "j", "question_id": q}
        for q in range(4)
        for a, b, w in (
            ("x", "y", "model_a"),
            ("y", "x", "model_b" if q else "model_a"),
        )
    ]
    found = accord.labels.rank(rows)
    assert (found.kept, found.seen_twice) == (0.75, 8 // 2)
    assert found.judges[0].kept == 0.75


def test_two_judges_of_three_things_have_two_degrees_of_freedom():
    """(judges − 1) (things − 1); the same votes of both are as alike as can be."""
    own = ("x", "y", 4, 2), ("y", "z", 4, 2), ("x", "z", 5, 1)
    found = accord.labels.rank([*_rows(*own), *_rows(*own, judge="k")])
    assert found.alike.judges == 2
    assert found.alike.df == 2
    assert found.alike.g2 == pytest.approx(0, abs=1e-8)


def test_who_never_loses_is_separated():
    """Of two things: one always wins, whichever stands first; a tie counts for both sides."""

    def separated(wins, losses, ties):
        counts = (np.array([float(n)]) for n in (wins, losses, ties))
        return CountedVotes(np.array([0]), np.array([1]), *counts, 2).separated()

    assert separated(3, 0, 0)
    assert separated(0, 3, 0)
    assert not separated(1, 3, 0)
    assert not separated(0, 0, 1)
    assert not separated(3, 0, 1)


def test_turned_pairs_leave_things_in_their_order():
    """x beat y three times and z once, y beat z twice: where every pair is turned round, the order
    that comes from the votes is the same."""
    won = [("x", "y")] * 3 + [("x", "z")] + [("y", "z")] * 2 + [("z", "x")]
    for turned in ([], range(7)):
        rows = []
        for at, (a, b) in enumerate(won):
            one, other = (b, a) if at in turned else (a, b)
            who = "model_b" if at in turned else "model_a"
            rows.append({"model_a": one, "model_b": other, "winner": who, "judge": "j"})
        order = list(votes_of(rows).in_order().things)
        assert order == list(votes_of(_rows(*[(a, b, 1, 0) for a, b in won])).in_order().things)


@pytest.mark.parametrize("segments", [19, 20])
def test_below_twenty_segments_limits_are_rough(segments):
    """The note stands with 19 segments and not with 20."""
    found = systems(scored(sample(1, True, segments=segments)), resamples=20)
    assert any("treat the limits as rough" in note for note in found.notes) is (segments < 20)
