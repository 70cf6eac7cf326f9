"""Numbers of the judge sheet by hand, and what happens on either side of each threshold."""

from dataclasses import replace
from math import isnan, nan, sqrt

import numpy as np
import pytest
from scipy import stats

import accord
from accord.infer.judges.bench import bench, judge_scores, pair_with
from accord.infer.judges.beside_people import direction, people_first
from accord.infer.judges.budget import label_budget
from accord.infer.judges.clustered import mean_with_error
from accord.infer.judges.corrected import of_these_items, prediction_powered, rogan_gladen_of
from accord.infer.judges.decision import _difference, _within
from accord.infer.judges.scoring import scored_by_judge
from accord.infer.judges.slopes import regressors, slopes
from accord.infer.judges.soft_labels import soft_labels
from accord.infer.tests.people import Ceiling
from accord.model.agreement import Interval

PLAN = {"resamples": 50, "confidence": 0.95, "rng": 0, "over": "items"}


def _coders(**labels):
    return accord.from_coders({name: list(own) for name, own in labels.items()})


def test_a_pair_has_the_labels_that_it_uses():
    """Where nobody declared categories, those that only others used are none of the pair's."""
    study = _coders(A="abc", m="aab")
    pair = pair_with(bench(study, "m", None), 1, ["a", "a", "b"], "vote")
    assert list(pair.categories) == ["a", "b"]
    assert not pair.declared
    whole = accord.declare(study, ["a", "b", "c", "d"])
    kept = pair_with(bench(whole, "m", None), 1, ["a", "a", "b"], "vote")
    assert list(kept.categories) == ["a", "b", "c", "d"]
    assert kept.declared


def test_a_judge_has_no_score_where_it_gave_no_label():
    """Labels a and b are 0 and 1; the second item has none."""
    placed = bench(_coders(A="abb", m=["a", None, "b"]), "m", None)
    found = judge_scores(placed, 1, np.array([0.0, 1.0]))
    assert found[[0, 2]].tolist() == [0, 1]
    assert isnan(found[1])


def test_the_most_frequent_label_of_one():
    """One label of people is all of them: 100%."""
    placed = bench(_coders(A=["x", None], m="xx"), "m", None)
    found = people_first(placed, accord.bound("alpha", distance="nominal"), 0.4, PLAN)
    assert found.frequent == ("x", 1.0)
    assert found.agreement is None


def test_higher_and_lower_than_the_vote():
    """Differences +1, 0, 0 and −1: a quarter higher, a quarter lower, 0 on average."""
    pair = accord.from_coders({"m": [2, 2, 3, 1], "vote": [1, 2, 3, 2]})
    found = direction(pair, True, 0.95)
    assert (found.higher, found.lower, found.shift) == (0.25, 0.25, 0.0)


def test_budget_by_doubling():
    """Half of 10 labels, 10, and doubled up to 16 times, below the 1,000 items, and all of them."""
    rng = np.random.default_rng(1)
    judge = rng.integers(2, size=1000).astype(float)
    people = np.where(np.arange(1000) < 10, judge, nan)
    rows = label_budget(judge, people).rows
    assert [row[0] for row in rows] == [5, 10, 20, 40, 80, 160, 1000]


def test_a_mean_of_two():
    """0 and 2: mean 1, standard error 1, limits by t with one degree of freedom; of one, none."""
    mean, limits = mean_with_error(np.array([0.0, 2.0]), None, 0.95)
    assert (mean, limits.se) == (1.0, pytest.approx(1.0))
    assert limits.high == pytest.approx(1 + 12.706204736, abs=1e-6)
    assert isnan(mean_with_error(np.array([2.0]), None, 0.95)[1].low)


def _documents(share, seed):
    """Items of 12 documents, passed in each by the same person; a judge who errs seldom."""
    rng = np.random.default_rng(seed)
    groups = np.repeat(np.arange(12), 10)
    truth = (rng.random(120) < share).astype(float)
    judge = np.where(rng.random(120) < 0.1, 1 - truth, truth)
    people = np.where(np.arange(120) % 2 == 0, truth, nan)
    return judge, people, groups


def test_limits_of_a_share_over_documents_stay_within_it():
    """By the jackknife: without documents left out by hand, and cut off at 0 and 1."""
    judge, people, groups = _documents(0.6, 2)
    found = rogan_gladen_of(judge, people, groups)
    each = [rogan_gladen_of(judge[groups != g], people[groups != g], None).value for g in range(12)]
    error = sqrt(11 / 12 * ((np.array(each) - np.mean(each)) ** 2).sum())
    assert found.interval.se == pytest.approx(error)
    half = stats.t.ppf(0.975, 11) * error
    assert found.interval.low == pytest.approx(found.value - half)
    cut = [rogan_gladen_of(*_documents(0.93, seed)) for seed in range(12)]
    highs = [one.interval.high for one in cut if not isnan(one.interval.high)]
    assert max(highs) == 1.0


def test_groups_are_told_apart_as_they_are_written():
    """1 and "1" are two groups, as "a" and "b" are."""
    rng = np.random.default_rng(3)
    judge = rng.normal(size=24)
    people = np.where(np.arange(24) < 16, judge + rng.normal(size=24), nan)
    mixed = [1] * 6 + ["1"] * 6 + ["x"] * 6 + ["y"] * 6
    apart = ["a"] * 6 + ["b"] * 6 + ["x"] * 6 + ["y"] * 6
    found, same = (prediction_powered(judge, people, groups=g).interval for g in (mixed, apart))
    assert (found.low, found.high) == pytest.approx((same.low, same.high))


def test_a_share_of_these_items_by_hand():
    """With a judge who says 1 of every item: people's 3 of 4 with one pass and one failure added
    are 4 of 6; their residuals' squares 4/3, over 4 and 6, times the 6 of 10 without a label."""
    people = np.array([1.0, 1, 1, 0] + [nan] * 6)
    found = of_these_items(np.ones(10), people)
    assert found.value == 0.75
    error = sqrt(4 / 3 / 4 / 6 * 0.6)
    assert found.interval.se == pytest.approx(error)
    assert found.interval.low == pytest.approx(max(0, 2 / 3 - stats.t.ppf(0.975, 2) * error))


def test_a_difference_of_exactly_the_margin_is_within_it():
    """The margin is how much less it may agree; more than that is too much."""
    limits = Interval(-0.125, -0.125, 0.95, "jackknife", se=0.0)
    at = Ceiling("alpha", "m", 0.5, 0.375, limits, 1.0)
    assert _difference(at, 0.125, 50).reached is True
    assert _difference(replace(at, with_system=0.25), 0.125, 50).reached is False


def _scored(judge, people):
    study = accord.from_coders({"A": list(range(len(judge)))})
    return scored_by_judge(study, "the mean", np.array(judge, float), np.array(people, float))


def test_a_limit_on_the_margin_decides_nothing():
    """An interval that ends at −margin holds a bias that is allowed; one below it does not."""
    found = _scored([1, 2, 3, 4], [2, 3, 5, 5])
    at = Interval(-0.5, -0.25, 0.95, "t", se=0.1)
    assert _within(replace(found, bias=-0.4, bias_interval=at), 0.25).reached is None
    below = replace(at, high=-0.26)
    assert _within(replace(found, bias=-0.4, bias_interval=below), 0.25).reached is False


def test_two_labels_are_scored_and_one_is_not():
    """One has no variance."""
    assert _scored([1, 2, 3], [1, 3, nan]).bias == -0.5
    assert _scored([1, 2, 3], [1, nan, nan]) is None


def test_error_rates_are_of_yes_and_no():
    """Rogan & Gladen's share where both say 0 and 1 alone; no such share of means."""
    assert _scored([1, 0, 1, 0], [1, 0, nan, nan]).rogan_gladen is not None
    assert _scored([1, 0, 1, 0], [0.5, 0, 1, nan]).rogan_gladen is None
    assert _scored([1, 0, 0.5, 0], [1, 0, 1, nan]).rogan_gladen is None


def test_systems_are_paired_from_three_questions_on():
    """Two in common give no variance of differences; three do."""
    for common, paired in ((2, False), (3, True)):
        own = [f"q{n}" for n in range(6)] + [f"q{n + 6 - common}" for n in range(6)]
        about = {"system": ["s"] * 6 + ["t"] * 6, "question": own}
        study = replace(accord.from_coders({"A": list(range(12))}), about=about)
        rng = np.random.default_rng(1)
        judge = rng.normal(size=12)
        found = scored_by_judge(
            study, "the mean", judge, judge + 1, systems="system", pairs="question"
        )
        assert [one.paired for one in found.differences] == [paired]


def test_the_paragraph_is_of_the_vote_and_has_two_values():
    """α and κ with the vote, not with the first person."""
    study = _coders(A="abab" * 9, B="abab" * 9, C="abaa" * 9, m="abab" * 8 + "abaa")
    sheet = accord.judge(study, "m", resamples=50)
    text = str(sheet)
    last = sheet["m"].beside[-1]
    assert last.who == "vote"
    assert "people's majority label" in text
    for one in last.measures[:2]:
        assert f"{one.symbol} = {one.value:.2f}".replace("0.", ".") in text


def test_a_missing_label_counts_as_what_was_named():
    """A known label stays what it is (0 of a command line is the number), a new one is added."""
    labels = {"A": [0, 1] * 9, "B": [0, 1] * 9, "m": [0, 1] * 8 + [0, None]}
    study = accord.declare(accord.from_coders(labels), [0, 1])
    sheet = accord.judge(study, "m", missing_as="0", resamples=20)
    assert "1 missing label of models counted as '0' (set by you)" in sheet.notes
    assert sheet["m"].baselines.judge == pytest.approx(17 / 18)
    assert sheet["m"].baselines.items == 18
    words = accord.declare(
        accord.from_coders(
            {k: [str(x) if x is not None else None for x in v] for k, v in labels.items()}
        ),
        ["0", "1"],
    )
    assert accord.judge(words, "m", missing_as="none", resamples=20)["m"].baselines.items == 18


def test_distributions_need_two_people_on_an_item():
    """Two people who share items have a distribution; two who share none have not."""
    both = _coders(A="abab" * 3, B="abaa" * 3, m="abab" * 3)
    assert accord.judge(both, "m", resamples=20).soft is not None
    apart = _coders(A=["a", "b"] * 6 + [None] * 12, B=[None] * 12 + ["a", "b"] * 6, m="ab" * 12)
    assert accord.judge(apart, "m", resamples=20).soft is None


def test_people_who_never_differ_have_a_ceiling_of_nothing():
    """Halves of the same labels are never apart: a model that knows the truth scores 0."""
    people = accord.from_coders({who: ["x"] * 8 for who in "ABCD"})
    found = soft_labels(people, {item: {"x": 1.0} for item in people.items}, resamples=20)
    assert found["manhattan"].ceiling == 0


def test_the_ceiling_is_what_the_truth_scores():
    """Items whose true shares are known, ten people each: the ceiling is near the distance of the
    true distribution from what people said, which 400 items show to about 3%."""
    rng = np.random.default_rng(5)
    true = rng.beta(0.6, 0.6, size=400)
    labels = {f"p{k}": np.where(rng.random(400) < true, "x", "y").tolist() for k in range(10)}
    people = accord.from_coders(labels)
    model = {item: {"x": p, "y": 1 - p} for item, p in zip(people.items, true, strict=True)}
    for measure in ("manhattan", "jsd"):
        found = soft_labels(people, model, resamples=20)[measure]
        assert found.ceiling == pytest.approx(found.value, rel=0.1)


def test_slopes_with_two_and_three_people_an_item():
    """Two-stage least squares by hand: each person in turn, the mean of all others of the item as
    instrument, averaged by the person's items."""
    rng = np.random.default_rng(7)
    n = 120
    truth, length = rng.integers(2, size=n).astype(float), rng.normal(size=n)
    people = np.column_stack([np.where(rng.random(n) < 0.15, 1 - truth, truth) for _ in range(3)])
    people[:50, 2] = nan
    judge = np.where(rng.random(n) < 0.1, 1 - truth, truth)
    found = slopes(judge, people, {"length": length.tolist()}, labels=["no", "yes"])[0]
    step, parts = (length - length.mean()) / length.std(), []
    for at in range(3):
        use = np.isfinite(people[:, at])
        others = np.nanmean(np.delete(people, at, axis=1)[use], axis=1)
        one = np.ones(use.sum())
        design = np.column_stack([step[use], people[use, at], one])
        drawn = np.column_stack([step[use], others, one])
        parts.append((use.sum(), np.linalg.solve(drawn.T @ design, drawn.T @ judge[use])[0]))
    wanted = sum(size * slope for size, slope in parts) / sum(size for size, _ in parts)
    assert found.label == "yes"
    assert found.slope == pytest.approx(wanted, abs=1e-9)


def test_what_a_column_is():
    """Three numbers are a number, two are yes and no; an empty cell is none of them."""
    ((level, number),) = regressors("length", [3, 5, 9, ""], None)
    assert level is None
    assert number[:3].tolist() == [3, 5, 9]
    assert isnan(number[3])
    ((level, number),) = regressors("first", [0, 1, 1, None], None)
    assert level == "1"
    assert number[:3].tolist() == [0, 1, 1]
    assert isnan(number[3])


def test_with_every_label_there_is_nothing_to_save():
    """Nothing is said of saved labels where people labelled all; it is where some have none."""
    rng = np.random.default_rng(2)
    truth = rng.integers(2, size=200)
    judge = np.where(rng.random(200) < 0.1, 1 - truth, truth)
    people = truth.astype(object)
    whole = accord.judge(accord.from_coders({"A": list(truth), "m": list(judge)}), "m", use="score")
    assert isnan(whole["m"].score.budget.saved)
    assert whole.decision.helps is None
    people[80:] = None
    part = accord.judge(accord.from_coders({"A": list(people), "m": list(judge)}), "m", use="score")
    assert part["m"].score.budget.saved > 0.1
    assert part.decision.helps is True


@pytest.mark.parametrize(("labels", "few"), [(9, True), (10, False)])
def test_a_plan_needs_ten_scores(labels, few):
    """From nine no number of items is planned, and it is not said that more would hardly help."""
    own = [1, 0, 1, 1, 0, 1, 0, 1, 1, 0][:labels]
    judge = [1, 1, 1, 0, 0, 1, 0, 1, 0, 0][:labels]
    found = accord.judge(accord.from_coders({"A": own, "m": judge}), "m", use="score").decision
    assert found.verdict == "undecided"
    assert (found.reason == "too few items were scored by both to decide") is few
    assert (found.items is None) is few


def test_widths_of_more_labels_follow_the_present_one():
    """20 of 1,000 labels with an interval of width .6 where the formula has w: every width is that
    of the formula times .6 / w, and what the judge saves is 1 − (with / without)²."""
    rng = np.random.default_rng(2)
    judge = rng.integers(2, size=1000).astype(float)
    people = np.where(np.arange(1000) < 20, np.where(rng.random(1000) < 0.9, judge, 1 - judge), nan)
    plain = label_budget(judge, people)
    here = next(row for row in plain.rows if row[0] == 20)
    wider = label_budget(judge, people, now=(0.3, 0.6))
    for row, own in zip(plain.rows, wider.rows, strict=True):
        assert own[1:] == pytest.approx((row[1] * 0.3 / here[1], row[2] * 0.6 / here[2]))
    assert wider.saved == pytest.approx(0.75)
    assert plain.saved == pytest.approx(1 - (here[1] / here[2]) ** 2)
    assert label_budget(judge, people, now=(nan, 0.6)).rows == ()
    assert label_budget(judge, np.where(np.isnan(people), nan, 1.0)).rows == ()


def test_one_width_for_the_same_labels():
    """Documents: the table of more labels begins at the width that the sheet prints."""
    rng = np.random.default_rng(3)
    of = np.repeat(np.arange(12), 10)
    truth = np.repeat(rng.random(12) < 0.5, 10) ^ (rng.random(120) < 0.1)
    rows = [
        (i, c, "ab"[int(truth[i] ^ (rng.random() < 0.1))])
        for c in ("A", "B", "m")
        for i in range(120)
        if c == "m" or i % 2
    ]
    study = replace(accord.codings(rows), about={"document": [f"d{each}" for each in of]})
    score = accord.judge(study, "m", passes="a", use="score", resamples=20)["m"].score
    at = {number: each for number, *each in score.budget.rows}
    assert at[60] == pytest.approx((score.corrected.width, score.people.width))
    assert at[60][1] > 1.2 * 2 * 1.96 * 0.5 / 60**0.5  # far above that of items by themselves
