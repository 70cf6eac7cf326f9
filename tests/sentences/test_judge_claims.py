"""Every sentence of the judge sheet: a study that triggers it, one that must not, and the claim
computed by hand."""

import re
from dataclasses import replace
from functools import cache
from math import comb, isnan, nan, sqrt
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats

import accord
from accord._report.render.judge_sheet import judge_text
from accord._report.sections.judge_blocks import judge_blocks
from accord.infer.judges.bench import bench, is_model
from accord.infer.judges.beside_people import level, people_first
from accord.infer.judges.by_slice import scores_by_slice
from accord.infer.judges.clustered import mean_with_error, share_with_error, wilson
from accord.infer.judges.corrected import (
    of_these_items,
    people_alone,
    prediction_powered,
    rogan_gladen,
    rogan_gladen_of,
    score_difference,
)
from accord.infer.judges.decision import (
    HARDLY,
    _items_for_all,
    _items_to_win,
    items_that_never_differ,
    items_to_decide,
    items_to_show_within,
)
from accord.infer.judges.jury import effective_number, jury, voted
from accord.words.said import Said, spoken
from tests.sentences.test_judge_sheet import PEOPLE, SHEETS

FAR = "aabbbbbccccc" * 4


def noisy(rng, truth, wrong, labels=2):
    """The truth with errors."""
    other = (truth + rng.integers(1, labels, size=len(truth))) % labels
    return np.where(rng.random(len(truth)) < wrong, other, truth)


def study_of(n, errors, seed=0, **about):
    """Coders who err, by name, on labels 0 and 1; columns about items."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(2, size=n)
    labels = {name: noisy(rng, truth, wrong) for name, wrong in errors.items()}
    return replace(accord.from_coders(labels), about=about)


THREE = {"A": 0.1, "B": 0.1, "C": 0.1}


@cache
def undecided():
    """A judge like people, on too few items to show it."""
    return accord.judge(study_of(300, {**THREE, "m": 0.1}, seed=1), "m", resamples=100)


@cache
def worse():
    """A judge that is shown to be worse."""
    return accord.judge(study_of(600, {**THREE, "m": 0.3}), "m", resamples=100)


@cache
def hardly():
    """A judge so near the margin that twenty times the items would not decide."""
    return accord.judge(study_of(150, {**THREE, "m": 0.125}, seed=4), "m", resamples=100)


@cache
def near_the_floor():
    """People whose own agreement is below the floor, which is not shown."""
    study = study_of(40, {"A": 0.25, "B": 0.25, "C": 0.25, "m": 0.25})
    return accord.judge(study, "m", resamples=20)


@cache
def near_in_documents():
    """As `hardly`, where items come in documents."""
    about = [f"d{at // 5}" for at in range(150)]
    study = study_of(150, {**THREE, "m": 0.125}, seed=4, document=about)
    return accord.judge(study, "m", resamples=20)


@cache
def documents():
    """Items of 30 documents, two people, a length, and a model beside the judge."""
    n = 300
    rng = np.random.default_rng(1)
    about = {
        "document": [f"d{at % 30}" for at in range(n)],
        "tokens": rng.integers(10, 99, size=n).tolist(),
    }
    errors = {"ann": 0.05, "bob": 0.05, "gpt-4o": 0.08, "gpt-mini": 0.2}
    return accord.judge(study_of(n, errors, **about), "gpt-4o", resamples=100)


@cache
def one_person():
    """One person for each item, and a column."""
    about = {"tokens": list(range(7, 187, 2))}
    about["tokens"][0] = 500
    return accord.judge(study_of(90, {"ann": 0.0, "m": 0.1}, **about), "m", resamples=50)


@cache
def few_agree():
    """Two people who agree by chance, and a column: the truth behind them is not shown."""
    rng = np.random.default_rng(4)
    about = {"tokens": rng.integers(10, 99, size=200).tolist()}
    return accord.judge(study_of(200, {"A": 0.5, "B": 0.5, "m": 0.2}, **about), "m", resamples=50)


@cache
def pairs_judged():
    """Two of a few systems compared: position, ties and triads are another command's."""
    rng = np.random.default_rng(5)
    rows = []
    for n in range(60):
        a, b = (f"s{k}@{n}" for k in rng.permutation(4)[:2])
        rows += [(f"{a} vs {b}", who, (a, b)[rng.integers(2)]) for who in ("A", "B", "m")]
    return accord.judge(accord.codings(rows), "m", resamples=20)


@cache
def loses():
    """A judge that is within a wide margin of people, and farther from them than each of them."""
    study = study_of(800, {**THREE, "m": 0.42})
    return accord.judge(study, "m", margin=0.9, resamples=50)


@cache
def scored(bias=0.0, n=400, labels=150, margin=0.05, seed=0):
    """A judge's pass rate, `bias` too high, with people's labels of some items."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n) < 0.6
    judge = truth | (rng.random(n) < bias / 0.4)
    names = np.array(["fail", "pass"])
    person = [names[int(t)] if at < labels else None for at, t in enumerate(truth)]
    data = {"ann": person, "m": names[judge.astype(int)].tolist()}
    study = accord.from_coders(data)
    return accord.judge(study, "m", use="score", margin=margin, resamples=50)


@cache
def biased():
    """A judge that passes long answers, and people who label all items."""
    rng = np.random.default_rng(3)
    n = 600
    length = rng.normal(size=n)
    truth = rng.random(n) < 1 / (1 + np.exp(-length))
    judge = rng.random(n) < 1 / (1 + np.exp(-(np.where(truth, 1.8, -1.8) + 1.2 * length)))
    labels = {name: truth ^ (rng.random(n) < 0.1) for name in "AB"}
    names = np.array(["fail", "pass"])
    data = {name: names[one.astype(int)] for name, one in {**labels, "m": judge}.items()}
    return accord.judge(
        replace(accord.from_coders(data), about={"length": length.tolist()}), "m", resamples=50
    )


@cache
def line_elsewhere():
    """A fair judge that is stricter than people, where longer answers are better by degrees."""
    rng = np.random.default_rng(1)
    length = rng.normal(size=1500)
    quality = length + rng.normal(size=1500)
    places = {name: 0.5 * rng.normal(size=1500) for name in "ABCm"}
    data = {
        name: np.where(quality + noise > (name == "m"), "pass", "fail")
        for name, noise in places.items()
    }
    return accord.judge(
        replace(accord.from_coders(data), about={"length": length.tolist()}), "m", resamples=20
    )


@cache
def same_words():
    """Judges and people who say one and the same of all items."""
    return accord.judge(accord.from_coders(dict.fromkeys(["A", "B", "m"], "a" * 40)), "m")


@cache
def good_jury():
    """Five judges with independent errors, and one that is a little better alone."""
    rng = np.random.default_rng(2)
    truth = rng.integers(3, size=400)
    labels = {f"j{at}": noisy(rng, truth, 0.25, 3) for at in range(5)}
    people = {name: noisy(rng, truth, 0.02, 3) for name in "AB"}
    return accord.judge(accord.from_coders({**people, **labels}), [*labels], resamples=20)


@cache
def bad_jury():
    """One judge that is right, and four that say the same wrong things."""
    rng = np.random.default_rng(2)
    truth = rng.integers(3, size=300)
    wrong = noisy(rng, truth, 0.4, 3)
    labels = {"j0": truth, **{f"j{at}": wrong for at in range(1, 5)}}
    people = dict.fromkeys("AB", truth)
    return accord.judge(accord.from_coders({**people, **labels}), [*labels], resamples=20)


@cache
def many():
    """Nine judges: a headline that counts."""
    labels = {f"x{at}": FAR for at in range(8)}
    study = accord.from_coders({**PEOPLE, **labels, "y": "abcabcabcabc" * 4})
    return accord.judge(study, [*labels, "y"], resamples=20)


@cache
def words():
    """Three labels without an order, a column, a label that the judge left out, and the same judge
    earlier, when it said otherwise."""
    rng = np.random.default_rng(6)
    truth = rng.integers(3, size=300)
    names = np.array(["x", "y", "z"])
    labels = {
        name: names[noisy(rng, truth, wrong, 3)].tolist()
        for name, wrong in (("A", 0.1), ("B", 0.1), ("m", 0.1))
    }
    labels["m"][7] = None
    labels["then"] = ["x"] * 150 + labels["m"][150:]
    about = {"tokens": rng.integers(10, 99, size=300).tolist()}
    study = replace(accord.from_coders(labels), about=about)
    return accord.judge(
        study, "m", people=["A", "B"], earlier="then", missing_as="y", passes="x", resamples=20
    )


@cache
def again():
    """Labels with a stated confidence, a second run, and one item without a label."""
    rng = np.random.default_rng(8)
    truth = rng.integers(3, size=120)
    names = np.array(["x", "y", "z"])
    labels = {name: names[noisy(rng, truth, 0.1, 3)].tolist() for name in ("A", "B", "m", "n")}
    labels["m"][7] = None
    study = replace(accord.from_coders(labels), about={"sure": rng.random(120).tolist()})
    more = {"people": ["A", "B"], "runs": ["n"], "certainty": "sure"}
    return accord.judge(study, "m", resamples=20, **more)


@cache
def scores_of(shift, noise, **more):
    """Three people's millimetres of 60 items, and a judge's who is `shift` higher."""
    rng = np.random.default_rng(9)
    truth = 40 + 8 * rng.standard_normal(60)
    people = {name: np.round(truth + 2 * rng.standard_normal(60), 1).tolist() for name in "ABC"}
    own = truth if noise < 50 else truth.mean()
    judge = np.round(own + shift + noise * rng.standard_normal(60), 1)
    about = {"site": ["xy"[at % 2] for at in range(60)]}
    study = replace(accord.from_coders({**people, "m": judge.tolist()}), about=about)
    return accord.judge(study, "m", resamples=50, **more)


@cache
def unordered():
    """Three labels that nothing makes scores of, and a column."""
    rng = np.random.default_rng(6)
    truth = rng.integers(3, size=300)
    names = np.array(["x", "y", "z"])
    labels = {name: names[noisy(rng, truth, 0.1, 3)].tolist() for name in "ABm"}
    about = {"tokens": rng.integers(10, 99, size=300).tolist()}
    return accord.judge(replace(accord.from_coders(labels), about=about), "m", resamples=20)


@cache
def first_place():
    """A judge that prefers what comes first, whatever it is."""
    labels = {"A": "AB" * 30, "B": "AB" * 30, "m": "AAAB" * 15, "s": "BBAB" * 15}
    return accord.judge(
        accord.from_coders(labels), "m", people=["A", "B"], swapped="s", resamples=20
    )


@cache
def ties():
    """Two people who differ everywhere: there is no vote."""
    return accord.judge(accord.from_coders({"A": "ab" * 20, "B": "ba" * 20, "m": "ab" * 20}), "m")


def copied():
    """Three people, and a judge with the labels of the first."""
    rng = np.random.default_rng(5)
    truth = rng.integers(2, size=60)
    people = {name: noisy(rng, truth, 0.1) for name in "ABC"}
    return accord.from_coders({**people, "m": people["A"]})


OWN = (
    *(
        undecided,
        worse,
        hardly,
        documents,
        one_person,
        few_agree,
        loses,
        pairs_judged,
        scored,
        biased,
    ),
    *(
        line_elsewhere,
        same_words,
        good_jury,
        bad_jury,
        many,
        words,
        again,
        unordered,
        first_place,
        ties,
    ),
)
MORE = {
    "a copy": lambda: accord.judge(copied(), "m", resamples=50),
    "few of two people": lambda: accord.judge(
        study_of(12, {**THREE, "m": 0.1}, tokens=range(12)), "m", resamples=20
    ),
    "scores that differ": lambda: scored(bias=0.3),
    "scores that are open": lambda: scored(bias=0.02, labels=100, margin=0.06, seed=1),
    "one score": lambda: scored(labels=1),
    "all labelled": lambda: scored(labels=400),
    "scores of a guess": lambda: scored(bias=0.39, labels=300),
    "scores near the margin": lambda: scored(bias=0.05, seed=1),
    "higher scores": lambda: scores_of(3, 2, by="site"),
    "lower scores of a guess": lambda: scores_of(-30, 80),
    "people near the floor": near_the_floor,
    "documents near the margin": near_in_documents,
}
SHEET = {**SHEETS, **{made.__name__: made for made in OWN}, **MORE}
KINDS = (
    *("asked", "decided", "headline", "reason", "helps", "helps_not", "people", "agreement"),
    *("runs", "order", "drift", "slopes", "bias", "calibration", "score", "jury", "soft", "note"),
)
ELSEWHERE = {
    "judge.slopes.per_sd": "a cell",
    **dict.fromkeys(
        ("judge.note.skipped_one", "judge.note.skipped_more", "judge.note.log_models"), "a part"
    ),
    **dict.fromkeys(
        ("judge.note.log", "judge.note.log_over", "judge.note.rounds"), "logs: test_judge_logs"
    ),
    **dict.fromkeys(("judge.note.no_passed", "judge.note.no_failed"), "below, by hand"),
    **dict.fromkeys(("judge.note.no_unlabelled", "judge.note.no_better"), "below, by hand"),
    **dict.fromkeys(("judge.note.hardly_better", "judge.note.outside"), "below, by hand"),
    **dict.fromkeys(("judge.note.two_labels", "judge.note.one_group"), "below, by hand"),
    **dict.fromkeys(("judge.note.known", "judge.note.rough"), "below, by hand"),
    "judge.note.panels": "below, by hand",
    "judge.bias.few": "test_a_column_that_names_documents_is_no_bias",
    "judge.note.kl_floor": "test_soft_labels",
    "judge.note.nobody": "below",
    "judge.soft.error_distance": "ratings",
}


def keys_in(text, found):
    """The keys of a sentence and of all that it is made of."""
    if isinstance(text, Said):
        found.add(text.key)
        for value in text.fields.values():
            for part in value if isinstance(value, (list, tuple)) else [value]:
                keys_in(part, found)
    return found


@cache
def said_by(name):
    """The keys of all sentences of a sheet."""
    sheet = SHEET[name]()
    found = keys_in(sheet.headline, set())
    for block in judge_blocks(sheet):
        for text in block.said:
            keys_in(text, found)
    return found


def test_every_sentence_is_said_of_a_study_and_not_of_another():
    """Each key of a sentence is triggered by one of these studies and absent from another."""
    keys = [key for key in spoken("en").sentences if key.split(".")[:1] == ["judge"]]
    asked = [key for key in keys if key.split(".")[1] in KINDS and key not in ELSEWHERE]
    sheets = {name: said_by(name) for name in SHEET}
    never = [key for key in asked if not any(key in own for own in sheets.values())]
    always = [key for key in asked if all(key in own for own in sheets.values())]
    assert never == []
    assert always in ([], ["judge.decided"])


@pytest.mark.parametrize(
    ("name", "verdict", "reason"),
    [
        ("undecided", "undecided", "judge.reason.open"),
        ("worse", "no", "judge.reason.worse"),
        ("hardly", "undecided", "judge.reason.far_open"),
        ("documents near the margin", "undecided", "judge.reason.far_open_documents"),
        ("scores near the margin", "undecided", "judge.reason.far_open_labels"),
        ("people near the floor", "undecided", "judge.reason.hardly_open"),
        ("loses", "no", "judge.reason.loses"),
        ("one_person", "undecided", "judge.reason.unknown"),
        ("few_agree", "undecided", "judge.reason.people"),
        ("same_words", "undecided", "judge.reason.undefined"),
        ("scored", "replace", "judge.reason.within"),
        ("scores that differ", "no", "judge.reason.outside"),
        ("scores that are open", "undecided", "judge.reason.open_labels"),
        ("_three_judges", "replace", "judge.reason.equal"),
    ],
)
def test_three_answers_and_their_reasons(name, verdict, reason):
    """Shown, shown not, not decided: each for its reason."""
    decision = SHEET[name]().decision
    assert (decision.verdict, decision.reason.key) == (verdict, reason)
    # An undecided judge is never said to be worse than people, nor one that is decided to be open.
    assert (decision.items is None) or verdict == "undecided"


def test_the_interval_decides_and_not_the_value():
    """The difference is met above −margin, not met below, and open where the interval holds it."""
    near = accord.judge(study_of(2500, {**THREE, "m": 0.1}), "m", resamples=20)
    assert -0.05 < near.judges[0].ceiling.interval.low < 0  # below people's, within the margin
    assert near.decision.verdict == "replace"
    for sheet, reached in ((undecided(), None), (worse(), False), (near, True)):
        third = sheet.decision.criteria[2]
        low, high = third.interval
        assert third.reached is reached
        assert (low >= -0.05) is (reached is True)
        assert (high < -0.05) is (reached is False)


def test_a_judge_identical_to_people_is_the_best_case():
    """Nothing varies, so there is no interval, and yet everything is shown, if there are enough
    items for that."""
    sheet = accord.judge(accord.from_coders(dict.fromkeys(["A", "B", "C", "m"], FAR * 4)), "m")
    assert isnan(sheet.judges[0].ceiling.interval.low)
    assert sheet.decision.verdict == "replace"
    assert sheet.decision.criteria[2].reached is True
    # With six items the test cannot be made, and nothing is decided.
    few = accord.judge(accord.from_coders(dict.fromkeys(["A", "B", "C", "m"], "aabbcc")), "m")
    assert few.decision.verdict == "undecided"
    # A judge that always errs alike varies nowhere either, and is the worst case.
    other = FAR.translate(str.maketrans("abc", "bca"))
    apart = accord.judge(
        accord.from_coders({**dict.fromkeys(["A", "B", "C"], FAR), "m": other}), "m"
    )
    assert apart.decision.verdict == "no"


def test_how_many_items_would_decide():
    """n · ((1.96 + .84) · error / distance)²: by hand, and none where it takes 20 times as many."""
    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    third = undecided().decision.criteria[2]
    needed = 300 * (z * third.interval.se / (third.value + 0.05)) ** 2
    assert third.items == (50 * np.ceil(needed / 50) if needed > 500 else 10 * np.ceil(needed / 10))
    assert undecided().decision.items == third.items
    assert undecided().decision.more == pytest.approx(third.items - 300, abs=50)
    assert items_to_decide(100, 0.1, 0.1, 0.95) == 800  # 100 · 2.8016² = 784.9, by fifties
    assert items_to_decide(50, 0.1, 0.1, 0.95) == 400  # 392.4, by tens
    assert items_to_decide(100, 0.0, 0.1, 0.95) is None
    edge = z / sqrt(HARDLY)
    assert items_to_decide(100, edge * 0.1 * 1.001, 0.1, 0.95) == 2000
    assert items_to_decide(100, edge * 0.1 * 0.999, 0.1, 0.95) is None
    assert items_to_decide(300, edge * 0.1 * 0.999, 0.1, 0.95) is None
    assert items_to_decide(30, edge * 0.1 / 1.5, 0.1, 0.95) == 1350  # 45 times 30, and no 2,000


def test_one_criterion_on_the_wrong_side_decides():
    """A no needs one criterion that is shown not to be met, however open the others are."""
    study = study_of(150, {**THREE, "m": 0.2})
    decision = accord.judge(study, "m", resamples=20).decision
    _, second, third, _ = decision.criteria
    assert (second.reached, second.items, second.against) == (None, None, False)
    assert third.value == pytest.approx(-0.16, abs=0.005)
    assert third.against
    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    needed = 150 * (z * third.interval.se / (third.value + 0.05)) ** 2
    assert decision.items == third.items == 10 * np.ceil(needed / 10)
    assert decision.more == decision.items - 150
    # Of two on the wrong side the first to be shown decides, and of none of them all must be.
    one, two = replace(third, items=300), replace(third, items=200)
    assert _items_for_all([one, two, replace(third, items=None)]) == 200
    assert _items_for_all([replace(third, items=None)]) is None
    one, two = replace(one, against=False), replace(two, against=False)
    assert _items_for_all([one, two]) == 300
    assert _items_for_all([one, replace(two, items=None)]) is None
    assert _items_for_all([one, replace(two, against=True)]) == 200


def test_the_person_who_decides_may_be_one_whom_it_loses_to():
    """Of three people the second p decides either way; of four the second as well, at its rank
    among those won, and at the third among those lost."""
    harmonic = 1 + 1 / 2 + 1 / 3 + 1 / 4
    for p, rank, against in ((0.3, 2, False), (0.7, 3, True)):
        rows = [("x", 100, 0.5, 0.5, each) for each in (p - 0.05, p, p + 0.05, p + 0.1)]
        test = SimpleNamespace(rows=rows, level=0.05)
        z = stats.norm.ppf(1 - rank * 0.05 / (4 * harmonic)) + stats.norm.ppf(0.8)
        needed = 100 * (z / stats.norm.ppf(0.7)) ** 2
        assert needed > 2000  # no plan
        assert _items_to_win(test, 100) == (None, against)
        assert _items_to_win(test, 12) == (10 * np.ceil(12 * needed / 100 / 10), against)


def test_a_score_within_the_margin_needs_both_limits():
    """The chance that both limits are inside is Φ(u − z) + Φ(v − z) − 1; with a bias of 0 that is
    80% where each side has 90%."""
    both = stats.norm.ppf(0.975) + stats.norm.ppf(0.9)
    assert items_to_show_within(100, 0.0, 0.02, 0.05, 0.95) == 10 * np.ceil(
        10 * (both * 0.02 / 0.05) ** 2
    )
    # Near one bound the other one does not matter.
    one = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    for bias in (0.03, -0.03):
        assert items_to_show_within(100, bias, 0.02, 0.05, 0.95) == 50 * np.ceil(
            2 * (one * 0.02 / 0.02) ** 2
        )
    assert items_to_show_within(100, 0.05, 0.02, 0.05, 0.95) is None
    assert items_to_show_within(100, 0.0, nan, 0.05, 0.95) is None
    edge = 0.05 * sqrt(20) / both
    assert items_to_show_within(100, 0.0, edge * 0.999, 0.05, 0.95) == 2000
    assert items_to_show_within(100, 0.0, edge * 1.001, 0.05, 0.95) is None


def test_scores_that_never_differ_must_be_many():
    """0 of n pairs differ: their share may still be 1 − .025^(1/n), which 72 make .05."""
    assert 0.95**72 <= 0.025 < 0.95**71
    assert items_that_never_differ(0.05, 1.0, 0.95) == 72
    assert items_that_never_differ(1.0, 1.0, 0.95) == 1
    for n, verdict in ((71, "undecided"), (72, "replace")):
        labels = (["pass", "fail"] * 40)[:n]
        study = accord.from_coders({"ann": labels, "m": labels})
        decision = accord.judge(study, "m", use="score", resamples=20).decision
        assert decision.verdict == verdict
        assert decision.items == (80 if verdict == "undecided" else None)
    # Nine of them are too few for anything, and all apart by more than the margin are shown.
    nine = accord.from_coders({"ann": [-1.0] * 9, "m": [-1.0] * 9})
    assert accord.judge(nine, "m", use="score").decision.verdict == "undecided"
    far = accord.from_coders({"ann": [0.0, 1.0] * 6, "m": [0.5, 1.5] * 6})
    assert accord.judge(far, "m", use="score").decision.verdict == "no"


@pytest.mark.full
def test_the_items_asked_for_decide():
    """Of studies with as many items as asked for, about 80% decide where the numbers stay."""
    rng = np.random.default_rng(0)
    n = items_to_decide(300, 0.05, 0.035, 0.95)
    decided = 0
    for at in range(100):
        study = study_of(n, {**THREE, "m": 0.1}, seed=int(rng.integers(1 << 30)) + at)
        low, high = accord.ceiling(study, "m", accord.bound("alpha", distance="nominal")).interval
        decided += low >= -0.05 or high < -0.05
    assert 0.65 < decided / 100 <= 0.95


def test_losing_is_a_test_of_its_own():
    """A judge that does not win is not shown to lose: p of losing is 1 − p of winning."""
    open_, lost = undecided().judges[0].alternative, loses().judges[0].alternative
    assert lost.losing_rate == 1.0
    assert lost.winning_rate == 0.0
    assert open_.losing_rate == 0.0
    near = accord.alternative_annotator_test(study_of(100, {**THREE, "m": 0.16}, seed=3), "m")
    assert near.winning_rate == near.losing_rate == 0.0
    study = study_of(100, {**THREE, "m": 0.16}, seed=3)
    decision = accord.judge(study, "m", margin=0.9, floor=0, resamples=50).decision
    second = decision.criteria[1]
    assert (decision.verdict, second.reached) == ("undecided", None)
    # Two of three must be won: the second p, at the level of the second rank.
    z = abs(stats.norm.ppf(sorted(row[4] for row in near.rows)[1]))
    needed = stats.norm.ppf(1 - 2 * 0.05 / (3 * (1 + 1 / 2 + 1 / 3))) + stats.norm.ppf(0.8)
    items = 100 * (needed / z) ** 2
    assert second.items is None if items > 2000 else second.items == pytest.approx(items, abs=50)


def test_the_test_knows_documents():
    """Over documents p is that of a t test of sums of documents."""
    study = study_of(300, {**THREE, "m": 0.14}, document=[f"d{at % 20}" for at in range(300)])
    by_item = accord.alternative_annotator_test(study, "m", over="items")
    by_document = accord.alternative_annotator_test(study, "m")
    assert [row[2] for row in by_item.rows] == [row[2] for row in by_document.rows]
    labels = {c: np.array(study.category[study.who() == at]) for at, c in enumerate(study.coders)}
    others = [labels["B"], labels["C"]]

    def apart(own):
        return np.mean([own != other for other in others], axis=0)

    gap = (apart(labels["A"]) <= apart(labels["m"])).astype(float)
    gap = gap - (apart(labels["m"]) <= apart(labels["A"])) - 0.1
    sums = np.bincount(np.arange(300) % 20, gap - gap.mean())
    t = gap.sum() / sqrt((sums**2).sum() * 20 / 19)
    assert by_document.rows[0][4] == pytest.approx(stats.t.cdf(t, 19), abs=1e-12)
    t = gap.mean() / (gap.std(ddof=1) / sqrt(300))
    assert by_item.rows[0][4] == pytest.approx(stats.t.cdf(t, 299), abs=1e-12)


def test_the_difference_leaves_out_one_document_at_a_time():
    """Its error is that of the jackknife over documents, and of items where there are none."""
    measure = accord.bound("alpha", distance="nominal")

    def gap(study):
        values = {
            pair: measure.compute(study.only([study.coders.index(c) for c in pair])).value
            for pair in ("AB", "Am", "Bm")
        }
        return (values["Am"] + values["Bm"]) / 2 - values["AB"]

    study = study_of(
        60, {"A": 0.1, "B": 0.15, "m": 0.2}, document=[f"d{at % 12}" for at in range(60)]
    )
    of = np.arange(60) % 12
    for over, unit in ((None, of), ("items", np.arange(60)), (of.tolist(), of)):
        found = accord.ceiling(study, "m", measure, over=over)
        left = [gap(study.take(np.flatnonzero(unit != one))) for one in np.unique(unit)]
        n = len(left)
        error = sqrt((n - 1) / n * ((left - np.mean(left)) ** 2).sum())
        assert found.difference == pytest.approx(gap(study), abs=1e-12)
        assert found.interval.se == pytest.approx(error, rel=1e-9)
        half = stats.t.ppf(0.975, n - 1) * error
        assert found.interval.high == pytest.approx(found.difference + half, abs=1e-10)
        assert found.p == pytest.approx(2 * stats.t.sf(abs(gap(study)) / error, n - 1), abs=1e-10)


def test_margin_epsilon_and_people_stand_beside_the_verdict():
    """The question has them, and two people get a note; three do not."""
    first = judge_blocks(undecided())[0].said[0]
    assert first.fields == {"margin": 0.05, "epsilon": 0.1, "people": 3}
    assert "judge.note.two_people" in said_by("documents")
    assert "judge.note.two_people" not in said_by("undecided")
    assert undecided().settings["epsilon"] == 0.1


def test_other_models_are_not_people():
    """They are left out and named; people named after a judge are people."""
    sheet = documents()
    assert sheet.people.coders == ("ann", "bob")
    assert any("gpt-mini" in note for note in sheet.notes)
    models = ["gpt-4o", "GPT", "claude-3", "my_llama2", "qwen:7b", "chatgpt", "judge-small"]
    assert all(is_model(name, ["judge-large"]) for name in models)
    people = [
        "Claudette",
        "Max Model",
        "rater_1",
        "ann",
        "Gemini Ganesan's friend"[8:],
        "evaluator1",
    ]
    assert not any(is_model(name, ["judge-large", "rater_2"]) for name in people)
    assert not is_model("judge-small", ["gpt"])
    named = accord.judge(
        study_of(60, {"gpt-4o": 0.1, "A": 0.1, "claude": 0.1}), "gpt-4o", people=["A", "claude"]
    )
    assert named.people.coders == ("A", "claude")


def test_one_plan_is_named_once():
    """Documents or items, in one note; all intervals are over these."""
    assert "judge.note.over_groups" in said_by("documents")
    assert "judge.note.over_items" not in said_by("documents")
    one = documents().judges[0]
    over = [one.ceiling.interval.over, one.bias[0].interval.over]
    over += [one.score.people.interval.over, one.score.judge.interval.over]
    over += [one.score.rogan_gladen.interval.over] if one.score.rogan_gladen else []
    assert {*over} == {"clusters"}
    assert {m.interval.over for row in one.beside for m in row.measures} == {"document"}


def test_bias_is_found_only_where_people_show_the_truth():
    """A planted slope is found above 0; one person, or people who guess, test nothing, and that is
    said."""
    slope = biased().judges[0].bias[0]
    assert slope.found
    assert slope.slope > 0
    assert one_person().judges[0].bias == few_agree().judges[0].bias == ()
    assert one_person().judges[0].bias_untested.key == "judge.bias.one_person"
    assert few_agree().judges[0].bias_untested.key == "judge.bias.disagree"
    assert biased().judges[0].bias_untested is None
    assert undecided().judges[0].bias_untested is None  # no column, nothing to test


def test_shares_and_means_over_documents_by_hand():
    """Wilson's limits with the items that documents are worth; t of sums of documents."""
    rng = np.random.default_rng(0)
    of = np.repeat(np.arange(15), 4)
    hits = (np.repeat(rng.random(15), 4) > rng.random(60)).astype(float)
    p = hits.mean()
    sums = np.bincount(of, hits - p)
    variance = (sums**2).sum() * 15 / 14 / 60**2
    worth, z = p * (1 - p) / variance, stats.t.ppf(0.975, 14)
    centre = (p + z * z / worth / 2) / (1 + z * z / worth)
    half = z * sqrt(p * (1 - p) / worth + z * z / worth**2 / 4) / (1 + z * z / worth)
    assert worth < 60
    share, limits = share_with_error(hits, of, 0.95)
    assert share == p
    assert [*limits] == pytest.approx([centre - half, centre + half], abs=1e-12)
    mean, limits = mean_with_error(hits, of, 0.95)
    assert limits.high - mean == pytest.approx(z * sqrt(variance), abs=1e-12)
    # All alike: as many items as there are documents, not as many as there are items.
    _, limits = share_with_error(np.ones(60), of, 0.95)
    assert limits.low == pytest.approx(15 / (15 + z * z), abs=1e-12)
    # Documents that are filled evenly are not worth more than their items.
    even = np.tile([1.0, 0.0, 1.0, 0.0], 15)
    _, limits = share_with_error(even, of, 0.95)
    assert limits.low == pytest.approx(30 / 60 - (limits.high - limits.low) / 2, abs=1e-12)
    assert limits.high - limits.low > np.diff(wilson(30, 60)).item()
    assert people_alone(hits, 0.95, of).interval.low == pytest.approx(centre - half, abs=1e-12)
    assert isnan(share_with_error(hits[:4], of[:4], 0.95)[1].low)


def test_these_items_and_more_such_items():
    """Of just these items the error is the residual's times the part without a label; nothing is
    uncertain once all are labelled, although more such items would be."""
    rng = np.random.default_rng(1)
    truth = rng.normal(size=200)
    judge = truth + rng.normal(size=200) / 2
    people = np.where(np.arange(200) < 80, truth, np.nan)
    found = of_these_items(judge, people)
    y, f = truth[:80], judge[:80]
    line = stats.linregress(f, y)
    value = y.mean() + line.slope * (judge.mean() - f.mean())
    rest = y - line.intercept - line.slope * f
    error = sqrt((1 - 80 / 200) * (rest**2).sum() / 78 / 80)
    assert found.value == pytest.approx(value, abs=1e-12)
    assert found.interval.se == pytest.approx(error, rel=1e-9)
    assert found.interval.high == pytest.approx(value + stats.t.ppf(0.975, 78) * error, abs=1e-9)
    known = of_these_items(judge, truth)
    assert known.value == truth.mean()
    assert isnan(known.interval.low)
    assert known.interval.notes[0].key == "judge.note.known"
    score = SHEET["all labelled"]().judges[0].score
    assert "judge.score.these_known" in said_by("all labelled")
    assert "judge.score.these_known" not in said_by("scored")
    assert [*score.corrected.interval] == [*score.people.interval]  # one width for the same labels
    few = of_these_items(judge, np.where(np.arange(200) < 2, truth, np.nan))
    assert few.notes[0].key == "judge.note.two_labels"
    of = np.arange(200) // 10
    sums = np.bincount(of[:80], rest)
    grouped = of_these_items(judge, people, of)
    error = sqrt((1 - 80 / 200) * (sums**2).sum() * 8 / 7 / 80**2)
    assert grouped.interval.se == pytest.approx(error, rel=1e-9)


def test_rogan_and_gladen_at_the_edges():
    """Few labels divide by nothing; a share outside 0 to 1 has no limits that would not hold it."""
    # One more of each kind makes rates of 1/2 and 1/2: their limits would divide by 0.
    few = rogan_gladen(3, 6, (2, 3), (1, 2))
    assert few.value == pytest.approx((3 / 6 + 1 / 2 - 1) / (2 / 3 + 1 / 2 - 1), abs=1e-12)
    poor = rogan_gladen(3, 6, (1, 1), (1, 7))
    assert isnan(poor.interval.low)
    assert poor.notes[0].key == "judge.note.hardly_better"
    outside = rogan_gladen(5, 100, (90, 100), (80, 100))
    assert outside.value < 0
    assert isnan(outside.interval.low)
    assert outside.notes[-1].key == "judge.note.outside"
    assert rogan_gladen(5, 10, (0, 0), (2, 4)).notes[0].key == "judge.note.no_passed"
    assert rogan_gladen(5, 10, (2, 4), (0, 0)).notes[0].key == "judge.note.no_failed"
    assert rogan_gladen(0, 0, (2, 4), (2, 4)).notes[0].key == "judge.note.no_unlabelled"
    assert rogan_gladen(5, 10, (2, 4), (2, 4)).notes[0].key == "judge.note.no_better"
    assert rogan_gladen(5, 10, (4, 5), (4, 5)).notes[0].key == "judge.note.rough"
    for seed in range(60):  # nine rows of any kind fail nowhere
        rng = np.random.default_rng(seed)
        people = np.where(np.arange(9) < 5, rng.integers(2, size=9), np.nan)
        found = rogan_gladen_of(rng.integers(2, size=9).astype(float), people, None)
        assert isnan(found.interval.low) or found.value in found.interval


def test_rogan_and_gladen_leave_out_documents():
    """Over documents the limits come from the share without each of them."""
    rng = np.random.default_rng(3)
    of = np.repeat(np.arange(20), 10)
    truth = (rng.random(200) < 0.6).astype(float)
    judge = noisy(rng, truth.astype(int), 0.15).astype(float)
    people = np.where(of < 10, truth, np.nan)
    found = rogan_gladen_of(judge, people, of)
    assert found.value == rogan_gladen_of(judge, people, None).value
    left = [rogan_gladen_of(judge[of != d], people[of != d], None).value for d in range(20)]
    error = sqrt(19 / 20 * ((left - np.mean(left)) ** 2).sum())
    assert found.interval.se == pytest.approx(error, rel=1e-9)
    high = min(found.value + stats.t.ppf(0.975, 9) * error, 1)
    assert found.interval.high == pytest.approx(high, abs=1e-9)
    one = rogan_gladen_of(judge, np.where(of < 1, truth, np.nan), of)
    assert isnan(one.interval.low)


def test_differences_of_slices_know_documents():
    """Two sets of items in the same documents: what a document adds to both is summed first."""
    rng = np.random.default_rng(6)
    of = np.arange(120) % 12
    y = rng.normal(size=120) + rng.normal(size=12)[of]
    f = y + rng.normal(size=120) / 2
    first, second = np.arange(120) < 60, np.arange(120) >= 60
    sides = [(f[part], y[part]) for part in (first, second)]
    found = score_difference(*sides, groups=of)
    gap = y[first].mean() - y[second].mean()
    added = np.where(first, y - y[first].mean(), -(y - y[second].mean())) / 60
    sums = np.bincount(of, added)
    assert found.value == pytest.approx(gap, abs=1e-12)
    assert found.interval.se == pytest.approx(sqrt((sums**2).sum() * 12 / 11), rel=1e-9)
    alone = score_difference(*sides)
    assert found.interval.se < alone.interval.se  # what documents share cancels out


def test_a_difference_of_shares_stays_within_what_it_can_be():
    """From three labels of each the t limits lie below −1, and −1 is said; the other limit, and
    limits of scores that are no shares, are what they are."""
    nan = float("nan")
    first = [0, 0, 0, 1, 1, 0], [0, 1, 0, nan, nan, nan]
    second = [1, 1, 0, 1, 1, 1], [1, 1, 0, nan, nan, nan]
    shares = score_difference(first, second).interval
    assert shares.low == -1.0
    assert shares.high < 1.0
    scores = [[[2.0 * one for one in part] for part in side] for side in (first, second)]
    doubled = score_difference(*map(tuple, scores)).interval
    assert doubled.low < -2.0
    assert 0 < doubled.high < 2.0


def test_people_agree_enough_only_where_the_interval_says_so():
    """α above the floor whose interval holds it is open; it is met below it, and not met above."""
    study = study_of(150, {"A": 0.15, "B": 0.15, "C": 0.15, "m": 0.15})
    low, high = accord.judge(study, "m", resamples=100).people.agreement.interval
    value = accord.judge(study, "m", resamples=100).people.agreement.value
    for floor, enough in (((low + value) / 2, None), (low - 0.02, True), (high + 0.02, False)):
        sheet = accord.judge(study, "m", floor=floor, resamples=100)
        assert sheet.people.enough is enough
        assert sheet.decision.criteria[0].reached is enough


def test_p_of_a_slice_is_by_t():
    """Of labels on either side less two; over documents, of those less one."""
    rng = np.random.default_rng(2)
    y = rng.normal(size=40)
    about = {"part": ["x", "y"] * 20, "document": [f"d{at // 4}" for at in range(40)]}
    study = replace(accord.from_coders({"A": list(range(40)), "m": list(range(40))}), about=about)
    for of, df in ((None, 38), (np.arange(40) // 4, 9)):
        row = scores_by_slice(study, ["part"], y, y, of, 0.95)[0]
        sides = [(y[part::2], y[part::2]) for part in (0, 1)]
        groups = None if of is None else np.concatenate([of[0::2], of[1::2]])
        error = score_difference(*sides, groups=groups).interval.se
        p = 2 * stats.t.sf(abs(row.difference) / error, df)
        assert row.p == pytest.approx(min(2 * p, 1), abs=1e-9)  # Holm, of two slices


def test_a_jury_counts_for_its_judges_at_most():
    """Errors that go against each other are as good as independent, and no more."""
    against = np.array([[1, 0], [0, 1], [1, 0], [0, 1]], dtype=float)
    assert effective_number(against) == 2.0
    for name in ("good_jury", "bad_jury", "_three_judges"):
        found = SHEET[name]().jury
        assert 1 <= found.effective <= len(found.judges)
        assert isnan(found.effective_interval.high) or (
            1 <= found.effective_interval.low <= found.effective_interval.high <= len(found.judges)
        )
    assert "judge.jury.independent" in said_by("good_jury")
    assert "judge.jury.effective" in said_by("bad_jury")
    assert {"judge.jury.better"} <= said_by("good_jury")
    assert {"judge.jury.worse"} <= said_by("bad_jury")


def test_panels_are_scored_on_other_items_than_chosen():
    """Of many judges who guess the best looks good where it was chosen, and guesses elsewhere."""
    rng = np.random.default_rng(5)
    truth = rng.integers(2, size=60)
    labels = rng.integers(2, size=(60, 12))
    found = jury([f"j{at}" for at in range(12)], labels, truth, resamples=20)
    assert max(found.right) > 0.55
    crossed = [
        jury(range(8), rng.integers(2, size=(60, 8)), rng.integers(2, size=60), resamples=5)
        for _ in range(40)
    ]
    assert np.mean([one.panels[0].right for one in crossed]) == pytest.approx(0.5, abs=0.03)
    assert np.mean([max(one.right) for one in crossed]) > 0.58
    assert np.mean([one.gain for one in crossed]) == pytest.approx(0, abs=0.03)
    # The panel of all is chosen by nobody: its share is the vote's.
    assert found.panels[-1].right == pytest.approx(found.vote, abs=1e-12)
    assert found.panels[-1].judges == found.judges


def test_the_order_of_items_does_not_matter_to_a_jury():
    """Parts are drawn by the names of items."""
    rng = np.random.default_rng(7)
    truth, labels = rng.integers(2, size=50), rng.integers(2, size=(50, 4))
    names = [f"i{at:02}" for at in range(50)]
    turned = rng.permutation(50)
    one = jury("abcd", labels, truth, order=names, resamples=20)
    two = jury(
        "abcd", labels[turned], truth[turned], order=[names[at] for at in turned], resamples=20
    )
    assert one.gain == pytest.approx(two.gain, abs=1e-12)
    assert [p.right for p in one.panels] == pytest.approx([p.right for p in two.panels], abs=1e-12)


def test_a_jury_knows_documents():
    """Documents that are copies of one another's items make the error of the gain larger."""
    rng = np.random.default_rng(8)
    truth, labels = rng.integers(2, size=40), rng.integers(2, size=(40, 3))
    of = np.repeat(np.arange(40), 5)
    copied = jury("abc", labels[of], truth[of], groups=of, resamples=50)
    alone = jury("abc", labels[of], truth[of], resamples=50)
    assert copied.gain_interval.se > 1.8 * alone.gain_interval.se
    wide, narrow = (np.diff([*one.effective_interval]).item() for one in (copied, alone))
    assert wide > 1.3 * narrow


def test_many_judges_are_searched():
    """Of 18 judges not every panel of nine is tried, which a note says; of 12 every one is."""
    assert comb(18, 9) > 20_000 > comb(12, 6)
    labels = np.random.default_rng(0).integers(2, size=(12, 18))
    searched = jury(range(18), labels, labels[:, 0], resamples=5)
    assert [note.key for note in searched.notes][:1] == ["judge.note.panels"]
    few = jury(range(3), labels[:, :3], labels[:, 0], resamples=5)
    assert "judge.note.panels" not in [note.key for note in few.notes]
    assert voted(labels[:, :1], labels[:, 0]).mean() == 1.0


def test_a_label_called_good_is_quoted():
    """“good” is a label, no judgement."""
    people = {who: ["good", "bad"] * 19 + ["good", "good"] for who in "AB"}
    sheet = accord.judge(accord.from_coders({**people, "m": ["good"] * 40}), "m", resamples=20)
    text = " ".join(said for block in judge_blocks(sheet) for said in block.said)
    assert "“good” (52.5%)" in text
    assert "are good" not in text
    assert "are bad" not in text


def test_ppi_over_documents_needs_two_of_them():
    """Labels of one document have no limits, with the reason."""
    judge = np.arange(20) % 2 * 1.0
    people = np.where(np.arange(20) < 5, judge, np.nan)
    found = prediction_powered(judge, people, groups=(np.arange(20) // 5).tolist())
    assert isnan(found.interval.low)
    assert found.interval.notes[0].key == "judge.note.one_group"


OF_LABELS = re.compile(r"(?i)\b(labels?|labell\w+|categor\w+|majorit\w+|constant|confus\w+|κ)\b")
"""Words about names that things are sorted into: scores have none of them."""


@pytest.mark.parametrize("name", ["higher scores", "lower scores of a guess", "_ratings"])
def test_scores_are_not_called_labels(name):
    """The sheet of numbers on a scale, read aloud: no word about labels, categories, majorities
    or a constant answer, in no table either; `use` is the name of a setting."""
    text = judge_text(SHEET[name]())
    text = re.sub(r"use +labels", "", text)
    assert OF_LABELS.findall(text) == []
    assert "people's median" in text


def test_a_level_by_hand():
    """A judge's scores are 2, 2, 3 and 5 above people's: 3 on average, SD √2, limits of agreement
    3 ± 1.96 √2, interval 3 ± t √(2/4); all of them are higher."""
    pair = accord.from_coders({"m": [12, 22, 33, 45], "vote": [10, 20, 30, 40]})
    found = level(pair, 0.95)
    assert (found.bias, found.higher, found.lower) == (3, 1, 0)
    assert [found.low, found.high] == pytest.approx([3 - 1.96 * sqrt(2), 3 + 1.96 * sqrt(2)])
    half = stats.t.ppf(0.975, 3) * sqrt(2 / 4)
    assert [*found.interval] == pytest.approx([3 - half, 3 + half])


def test_how_far_people_are_apart_by_hand():
    """Scores 1, 2, 4: pairs are 1, 2 and 3 apart, 2 on average; 5 and 9: 4; so 3 over the items,
    and the second has the wider range."""
    people = {"A": [1, 5, 7], "B": [2, 9, None], "C": [4, None, None], "m": [1, 1, 7]}
    placed = bench(accord.from_coders(people), "m", None)
    plan = {"confidence": 0.95, "resamples": 20, "rng": 0, "over": "items"}
    found = people_first(placed, accord.bound("alpha", distance="interval"), 0.4, plan, scale=True)
    assert found.apart == pytest.approx(3)
    assert found.widest == ((1, 5.0, 9.0), (0, 1.0, 4.0))


def test_groups_of_items_are_compared_by_level():
    """A judge 4 higher at one site and not at the other differs between them by 4; as labels its
    scores would be equal, and wrong, everywhere."""
    truth = np.arange(40.0)
    at = np.arange(40) % 2
    study = replace(
        accord.from_coders({"A": truth, "B": truth + 0.5, "m": truth + 0.25 + 4 * at}),
        about={"site": ["xy"[k] for k in at]},
    )
    found = accord.judge(study, "m", by="site", resamples=20)["m"].slices
    assert [(one.slice, round(one.agreed, 9), round(one.difference, 9)) for one in found] == [
        ("x", 0.0, -4.0),
        ("y", 4.0, 4.0),
    ]


def test_codes_keep_their_matrix():
    """Whole numbers that are names have no level: the sheet shows what is confused with what."""
    sheet = scores_as_codes()
    assert sheet["m"].direction is not None
    assert sheet["m"].beside[-1].level is None
    assert "Majority label (rows) and model (columns)" in judge_text(sheet)


def scores_as_codes():
    """The numbers 1 to 4 with `distance="nominal"`."""
    study = accord.from_coders({name: [1, 2, 3, 4] * 10 for name in "ABm"})
    return accord.judge(study, "m", distance="nominal", resamples=20)


def test_a_column_that_names_documents_is_no_bias():
    """Each document is one value of its column: nothing can be told apart from the document, and
    nobody is said to agree too little; a column with two documents a side is tested."""
    rng = np.random.default_rng(8)
    truth = rng.integers(2, size=120)
    rows = [
        (i, c, "ab"[int(truth[i] ^ (rng.random() < 0.1))])
        for c in ("A", "B", "m")
        for i in range(120)
    ]
    of = np.repeat(np.arange(4), 30)
    about = {"document": [f"d{each}" for each in of], "genre": ["xyyx"[each] for each in of]}

    def judge(*names, **more):
        study = replace(accord.codings(rows), about={name: about[name] for name in names})
        return accord.judge(study, "m", resamples=20, **more).judges[0]

    one = judge("document")
    assert (one.bias, one.bias_untested) == ((), None)
    assert judge("document", bias="document").bias_untested.key == "judge.bias.few"
    assert [slope.column for slope in judge("document", "genre").bias] == ["genre"]


def alike(n, **others):
    """Three people and a judge who all give the same labels, two of them."""
    return accord.judge(
        accord.from_coders({**dict.fromkeys(["A", "B", "C", "m"], "ab" * (n // 2)), **others}), "m"
    )


@pytest.mark.parametrize(
    ("n", "verdict"), [(30, "undecided"), (140, "undecided"), (150, "replace")]
)
def test_so_few_items_may_all_be_alike_though_the_judge_is_worse(n, verdict):
    """A judge who errs in u of the items has n without an error in (1 − u)ⁿ of studies. α of two
    labels falls by 2u / (1 + 1/2n), so it is shown to be within .05 from u = .025 on: .975ⁿ is
    below .025 from n = 146 on."""
    decision = alike(n).decision
    assert decision.verdict == verdict
    third = decision.criteria[2]
    assert third.value == 0
    if verdict == "undecided":
        assert third.reached is None
        assert third.items == pytest.approx(n * (1 - 0.025 ** (1 / n)) / 0.025, abs=12)
        assert decision.items == third.items


def test_a_judge_who_errs_more_is_rarely_let_in_by_luck():
    """People who never err, and a judge who errs in 5% of 40 items, so that α is .1 lower, twice
    the margin: without one error, which is .13 of studies, it is still not shown."""
    rng = np.random.default_rng(11)
    lucky = 0
    for _ in range(30):
        truth = rng.integers(2, size=40)
        judge = noisy(rng, truth, 0.05)
        lucky += bool((judge == truth).all())
        found = accord.judge(
            accord.from_coders({"A": truth, "B": truth, "C": truth, "m": judge}), "m", resamples=50
        )
        assert found.decision.verdict != "replace"
    assert lucky > 0


def test_a_judge_with_the_labels_of_a_person_is_noted():
    """All labels of A, who differs from others on some: noted with both numbers. Not noted where
    one label differs, on 29 items, or where nobody differs from A."""
    rng = np.random.default_rng(5)
    truth = rng.integers(2, size=60)
    people = {name: noisy(rng, truth, 0.1) for name in "ABC"}
    apart = int(((people["B"] != people["A"]) | (people["C"] != people["A"])).sum())

    def noted(judge, n=60):
        labels = {name: row[:n] for name, row in {**people, "m": judge}.items()}
        sheet = accord.judge(accord.from_coders(labels), "m", resamples=20)
        return [note for note in sheet.judges[0].notes if note.key == "judge.note.copies"]

    (note,) = noted(people["A"])
    assert note.fields == {"who": "A", "n": 60, "m": apart}
    other = people["A"].copy()
    other[7] = 1 - other[7]
    assert not noted(other)
    assert not noted(people["A"], 29)
    assert noted(people["A"], 30)
    assert not [note for note in alike(60).judges[0].notes if note.key == "judge.note.copies"]


def test_why_bias_is_not_tested_is_true():
    """Twelve items of two people: too few of them. One person: errors look like bias."""
    rng = np.random.default_rng(6)
    truth = rng.integers(2, size=40)
    length = tuple(rng.integers(100, size=40).tolist())

    def why(people, n):
        labels = {name: noisy(rng, truth[:n], 0.1) for name in (*people, "m")}
        study = replace(accord.from_coders(labels), about={"length": length[:n]})
        return accord.judge(study, "m", resamples=20).judges[0].bias_untested

    few = why("AB", 12)
    assert (few.key, few.fields["m"], few.fields["n"]) == ("judge.bias.few_shared", 12, 30)
    assert why("A", 40).key == "judge.bias.one_person"
