"""What reports and plans advise: numbers of items, of coders, and how good combined labels are."""

from math import ceil, sqrt

import numpy as np
import pytest

import accord
from accord._measure.latent.beside_vote import (
    _drawn,
    beside_vote,
    coders_right,
    items_alike,
)
from accord._report.render.page import page
from accord.infer.advice.choose import Estimate
from accord.infer.advice.plan import HARDLY_OCCURS
from tests.cli.commands import called
from tests.laws import one_of_each
from tests.laws.test_workers import crowd_of


def rare():
    """Two coders who hardly ever say yes, and never of the same item."""
    first = ["yes"] * 3 + ["no"] * 97
    second = ["no"] * 3 + ["yes"] * 4 + ["no"] * 93
    return accord.from_coders({"A": first, "B": second})


def more_of(study):
    """What a report says of more items and coders."""
    measure = accord.bound("alpha", distance="nominal")
    found = measure.compute(study).with_interval(accord.interval(study, measure))
    return accord.infer.next_steps(study, Estimate(measure, found), width=0.1).more


def test_what_hardly_occurs_needs_more_items_and_not_fewer():
    """100 items have an interval .67 wide; .1 takes at least 100 · (.67 / .1)², in a report and in
    a plan alike."""
    study = rare()
    found = accord.interval(study, "alpha", distance="nominal")
    assert found.method == "score"
    wide = found.high - found.low
    planned = accord.plan(study, accord.bound("alpha", distance="nominal"), width=0.1)
    assert 100 * (wide / 0.1) ** 2 <= planned.items <= 1.2 * 100 * (wide / 0.1) ** 2
    assert HARDLY_OCCURS in planned.notes
    assert more_of(study).items == planned.items
    often = accord.from_coders({"A": "ab" * 50, "B": "ab" * 40 + "ba" * 10})
    assert HARDLY_OCCURS not in accord.plan(often, "kappa", width=0.1).notes


def test_a_level_to_show_is_as_far_as_the_score_interval_says():
    """A rare category: the error is (value − lower limit) / 1.96."""
    first, second = ["yes"] * 8 + ["no"] * 92, ["no"] * 2 + ["yes"] * 9 + ["no"] * 89
    study = accord.from_coders({"A": first, "B": second})
    measure = accord.bound("alpha", distance="nominal")
    found, value = accord.interval(study, measure), measure.compute(study).value
    error = (value - found.low) / 1.959964
    planned = accord.plan(study, measure, threshold=0.2)
    assert planned.items == ceil(100 * ((1.644854 + 0.841621) * error / (value - 0.2)) ** 2)


def test_rare_disagreement_is_planned_from_the_interval_only_if_it_must():
    """One item of 60 differs: the jackknife would do with fewer than the pilot, whose interval is
    wider than asked; three of 50 need more than the pilot, and the jackknife's number stands."""
    measure = accord.bound("alpha", distance="nominal")
    study = accord.from_coders({"A": "ab" * 30, "B": "ab" * 29 + "aa"})
    low, high = accord.interval(study, measure)
    planned = accord.plan(study, measure, width=0.98 * (high - low), assurance=0.5)
    assert planned.items >= 60 / 0.98**2
    assert HARDLY_OCCURS in planned.notes
    three = accord.from_confusion([[23, 3], [0, 24]], categories=["STAT", "IREQ"])
    assert HARDLY_OCCURS not in accord.plan(three, "kappa", width=0.2).notes


def test_coders_are_not_counted_from_three_items():
    """Where fewer than five items have disagreement, nothing is said of more coders."""
    labels = "abc" * 10
    study = accord.from_coders({"A": labels, "B": labels, "C": labels, "D": "bca" + labels[3:]})
    more = more_of(study)
    assert more.now > 0.1
    assert more.coders is None
    assert not more.never


def crowd(seed, right, *, items=300, coders=40, labels=5, k=3):
    """Coders about as good as that, each item with the labels of a few; and the truth."""
    rng = np.random.default_rng(seed)
    own = np.clip(rng.normal(right, 0.08, coders), 1 / k, 1)
    rows, truth = [], rng.integers(k, size=items)
    for item in range(items):
        for who in rng.choice(coders, labels, replace=False):
            slip = int((truth[item] + rng.integers(1, k)) % k)
            said = int(truth[item]) if rng.random() < own[who] else slip
            rows.append((item, f"w{who}", said))
    return accord.codings(rows), truth


def majority_right(study, truth):
    """How often the vote is right; ties by their share."""
    counts = np.zeros((len(study.items), len(study.categories)))
    np.add.at(counts, (study.item, study.category), 1)
    best = counts == counts.max(axis=1, keepdims=True)
    at = [study.categories.index(int(truth[i])) for i in study.items]
    return float((best[np.arange(len(best)), at] / best.sum(axis=1)).mean())


@pytest.mark.parametrize("right", [0.55, 0.6, 0.7, 0.85])
def test_what_a_poor_crowd_is_promised_holds(right):
    """The share of right labels that the vote is expected to have is that of the truth: over four
    crowds within .03, however poor they are."""
    apart = []
    for seed in range(4):
        study, truth = crowd(seed, right)
        apart.append(beside_vote(study, draws=3).vote - majority_right(study, truth))
    assert abs(np.mean(apart)) < 0.03


@pytest.mark.parametrize("k", [2, 4])
def test_what_a_crowd_is_promised_holds_where_items_are_hard(k):
    """Coders right in 90% of seven items of ten, and little above guessing in three: as if all were
    alike the vote would be right 6 points more often than it is; what is said is within .03."""
    apart, plain = [], []
    for seed in range(4):
        rng = np.random.default_rng(40 + seed)
        truth, hard = rng.integers(k, size=400), rng.random(400) < 0.3
        rows = []
        for item in range(400):
            right = 1 / k + 0.15 if hard[item] else 0.9
            for who in rng.choice(30, 5, replace=False).tolist():
                slip = int((truth[item] + rng.integers(1, k)) % k)
                rows.append((item, f"w{who}", int(truth[item]) if rng.random() < right else slip))
        study = accord.codings(rows)
        found = majority_right(study, truth)
        apart.append(beside_vote(study, draws=3).vote - found)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("accord._measure.latent.beside_vote.items_alike", lambda _: (0.5, 0.0))
            plain.append(beside_vote(study, draws=3).vote - found)
    assert abs(np.mean(apart)) < 0.03
    assert np.mean(plain) > 0.04


def test_items_that_are_unlike_by_hand():
    """Of five labels 3–2 has p = (6 + 2)/20 = .4, and two pairs of nobody in common: 3·2·2·1 twice
    of 120 ways, and 3·2·1·0 in one label: 24/120 = .2. With as many unanimous items p is .7 on
    average and both .6, so p has the variance .6 − .49 = .11, and a = 2p − 1 four times that."""
    study = accord.from_coders({**dict.fromkeys("ABC", "xxyy"), **dict.fromkeys("DE", "xyyx")})
    alike, apart = items_alike(study)
    assert (alike, apart) == pytest.approx((0.4, 0.44))
    # Three labels an item tell nothing of it, and coders who guess are never less than 0 apart.
    assert items_alike(accord.from_coders(dict.fromkeys("ABC", "xxyy"))) == (1.0, 0.0)
    assert (
        items_alike(accord.from_coders({"A": "xyxy", "B": "xyxy", "C": "yxyx", "D": "xyyx"}))[1]
        >= 0
    )
    # Items with fewer than four labels are left out of both numbers.
    more = {name: [*"xxyy", "x" if name in "AD" else None] for name in "ABC"}
    more |= {name: [*"xyyx", "y" if name == "D" else None] for name in "DE"}
    assert items_alike(accord.from_coders(more)) == pytest.approx((0.4, 0.44))


def test_accuracy_follows_from_agreement():
    """A and C always agree, B with them in 8 of 10: A_o = 26/30, so s² = 2 · 26/30 − 1, and what
    differs between coders is no more than the error of 10 items makes."""
    study = accord.from_coders({"A": "xyxyxyxyxy", "B": "xyxyxyxyyx", "C": "xyxyxyxyxy"})
    assert coders_right(study) == pytest.approx([0.5 + 0.5 * sqrt(2 * 26 / 30 - 1)] * 3)
    # Ten times as many items show the difference: B is below the two others, and nobody above 1.
    study = accord.from_coders(
        {"A": "xyxyxyxyxy" * 10, "B": "xyxyxyxyyx" * 10, "C": "xyxyxyxyxy" * 10}
    )
    first, second, third = coders_right(study)
    assert first == pytest.approx(third)
    assert 0.94 < first <= 1
    assert second < 0.88
    # Those who agree no more than by chance guess.
    assert coders_right(accord.from_coders({"A": "xxyy", "B": "xyxy"})).tolist() == [0.5, 0.5]
    three = accord.from_coders({"A": "abc" * 4, "B": "bca" * 4})
    assert coders_right(three) == pytest.approx([1 / 3, 1 / 3])


def test_accuracy_is_shrunk_by_its_error():
    """mean + (s − mean) · between / (between + error), worked out with NumPy for coders of all
    items."""
    rng = np.random.default_rng(3)
    truth = rng.integers(2, size=60)
    labels = [np.where(rng.random(60) < p, truth, 1 - truth) for p in (0.95, 0.9, 0.6)]
    study = accord.from_coders({c: row.tolist() for c, row in zip("ABC", labels, strict=True)})
    same = np.array(
        [[(labels[c] == labels[d]) for d in range(3) if d != c] for c in range(3)], float
    ).mean(axis=1)
    mean = sqrt(2 * same.mean() - 1)
    each = (2 * same - 1) / mean
    found = each.mean(axis=1)
    error = ((each - found[:, None]) ** 2).sum() / (180 - 3) / 60
    between = ((found - mean) ** 2).mean() - error
    assert between > 0
    shrunk = mean + (found - mean) * between / (between + error)
    assert coders_right(study) == pytest.approx(0.5 + 0.5 * np.clip(shrunk, 0, 1))


def test_items_nobody_shares_tell_nothing():
    """A label that nobody else gave an item changes no coder's accuracy."""
    shared = {"A": list("xyxyxyxyxy"), "B": list("xyxyxyxyyx"), "C": list("xyxyxyxyxy")}
    study = accord.from_coders(shared)
    alone = accord.from_coders(
        {**{c: [*row, None] for c, row in shared.items()}, "B": [*shared["B"], "x"]}
    )
    assert coders_right(alone) == pytest.approx(coders_right(study))


def test_few_documents_are_not_called_items():
    """What is drawn of spans and regions are documents, of labels items."""
    for make, word in ((one_of_each.spans, "documents"), (one_of_each.labels, "items")):
        study = make()
        name = "u_alpha" if word == "documents" else "percent"
        note = accord.interval(study, name, resamples=50).notes[-1]
        assert note == f"only {len(study.items)} {word}: treat the interval as rough"


def test_check_says_what_there_is_too_little_of(tmp_path, capsys):
    """Three documents of spans that agree: too few documents to tell."""
    rows = [f"d{at},{coder},0,4,x\nd{at},{coder},{6 + at},9,y" for at in range(3) for coder in "AB"]
    file = tmp_path / "spans.csv"
    file.write_text("document,coder,begin,end,category\n" + "\n".join(rows) + "\n", "utf-8")
    printed = called(capsys, "check", file, "-q", "--min", "u_alpha:0.5", code=1)
    assert "too few documents to tell" in (printed.out or printed.err)


@pytest.mark.parametrize(("alike", "apart"), [(0.0, 0.2), (1.0, 0.2), (0.5, 0.0), (-0.1, 0.2)])
def test_items_are_drawn_alike_where_nothing_tells_them_apart(alike, apart):
    """Guesses, perfect agreement and no variance: every item is as clear as the mean; with a
    variance they have it, and its mean."""
    rng = np.random.default_rng(1)
    assert _drawn(alike, apart, 5, rng).tolist() == [1.0] * 5
    found = 0.5 * _drawn(0.5, 0.04, 20_000, rng)
    assert (found.mean(), found.var()) == pytest.approx((0.5, 0.04), abs=0.005)


def test_as_many_items_as_the_exact_bound_takes_where_nobody_differs():
    """Six of two coders: u = 1 − .025^(1/6) = .4593 of all may differ, and α is u / D_e lower, with
    D_e = 6/11: .842. A width of .1 has u = .1 · 6/11, so .025 = (1 − .0545)ⁿ: n = 65.8."""
    six = more_of(accord.from_coders({"A": "xyxyyx", "B": "xyxyyx"}))
    assert six.now == pytest.approx((1 - 0.025 ** (1 / 6)) * 11 / 6)
    assert (six.items, six.alike, six.coders) == (66, True, None)
    assert not more_of(rare()).alike
    many = more_of(accord.from_coders(dict.fromkeys("ABC", "xyz" * 100)))
    assert (many.items, many.alike) == (300, False)  # narrow enough already


@pytest.mark.parametrize("seed", range(4))
def test_guesses_are_not_to_be_combined(seed):
    """A crowd that guesses is told so, and not how to combine its guesses; one of which half knows
    the labels is told both."""
    for right, told in ((0.0, False), (0.9, True)):
        rng = np.random.default_rng(seed)
        rows = []
        for item in range(200):
            truth = int(rng.integers(3))
            for who in rng.choice(30, 5, replace=False):
                knows = who % 2 and rng.random() < right
                rows.append((item, f"w{who}", truth if knows else int(rng.integers(3))))
        study = accord.codings(rows)
        measure = accord.bound("alpha", distance="nominal")
        found = measure.compute(study).with_interval(accord.interval(study, measure))
        steps = accord.infer.next_steps(study, Estimate(measure, found))
        assert (found.interval.low > 0) is told
        assert (steps.combined is not None) is told


def sentence_on(first, second):
    """The first sentence of the report on two coders."""
    return accord.report(accord.from_coders({"A": first, "B": second})).data["answer"]["sentence"]


def test_below_chance_is_said_only_of_an_interval_below_0():
    """Guessers whose α happens to be below 0 agree no better than chance; coders who have two
    labels the wrong way round agree less than by chance."""
    rng = np.random.default_rng(1)
    first, second = ("".join(rng.choice(["a", "b"], 200)) for _ in "AB")
    assert accord.alpha(accord.from_coders({"A": first, "B": second})).value < 0
    assert sentence_on(first, second).startswith("Coders agree no better than chance")
    reversed_ = "ba" * 19 + "ab"
    assert sentence_on("ab" * 20, reversed_).startswith("Coders agree less than expected by chance")


def test_consensus_names_its_own_option(tmp_path, capsys):
    """Where the vote is better the note names an option that `consensus` has, and that works."""
    rng = np.random.default_rng(21)
    truth = rng.integers(2, size=200)
    rows = ["item,coder A,coder B,coder C"]
    seen = np.where(rng.random((200, 3)) < 0.5, truth[:, None], rng.integers(2, size=(200, 3)))
    rows += [f"i{at}," + ",".join("ab"[k] for k in row) for at, row in enumerate(seen.tolist())]
    file = tmp_path / "poor.csv"
    file.write_text("\n".join(rows) + "\n", "utf-8")
    out, _ = called(capsys, "consensus", file, "-q")
    option = out.partition("majority label is probably better")[2].partition("Use ")[2].split("\n")
    assert option[0] == "--method majority"
    again, _ = called(capsys, "consensus", file, "-q", *option[0].split())
    assert again.startswith("item")


def test_nobody_stands_out_is_not_said_beside_guessers():
    """A crowd whose guessers are named has no sentence that no coder stands out; coders who are
    alike have it."""
    alike = accord.report(one_of_each.labels(), resamples=20)
    assert "stands out" in page(alike)
    crowd = accord.report(crowd_of(3), resamples=20)
    assert [step["what"] for step in crowd.data["next"]["steps"]].count("guessing") == 1
    assert not crowd.data["next"]["named"]
    assert "stands out" not in page(crowd)
