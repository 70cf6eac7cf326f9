"""Judges beside people: what must hold of the sheet, and how often planted faults are found."""

import json
from dataclasses import replace

import numpy as np
import pytest

import accord
from accord.errors import AccordError, DataError
from accord.infer.judges.budget import label_next
from accord.infer.judges.calibration import calibration
from accord.infer.judges.consistency import swapped
from accord.infer.judges.corrected import prediction_powered, rogan_gladen
from accord.infer.judges.jury import effective_number, jury, voted
from accord.infer.judges.slopes import slopes

PEOPLE = {"A": "aabbbbbccccc" * 4, "B": "abbbbbcccccc" * 4, "C": "aabbbbbcccca" * 4}


def judged(rng, kind, n, labels, share=0.7):
    """A judge's scores of n items and people's of some: good, lenient, or generous to length."""
    truth = (rng.random(n) < share).astype(float)
    length = rng.normal(size=n)
    generous = 1 / (1 + np.exp(-1.5 * length))
    right = {"good": 0.92, "lenient": 0.97, "length": 0.8 + 0.19 * generous}[kind]
    wrong = {"good": 0.12, "lenient": 0.5, "length": 0.1 + 0.6 * generous}[kind]
    judge = (rng.random(n) < np.where(truth == 1, right, wrong)).astype(float)
    people = np.full(n, np.nan)
    known = rng.choice(n, labels, replace=False)
    people[known] = truth[known]
    return judge, people, length


def held(kind, labels, studies, seed=5):
    """How often the intervals of PPI++ and Rogan–Gladen hold the true rate."""
    rng = np.random.default_rng(seed)
    found = np.zeros((studies, 2))
    for at in range(studies):
        judge, people, _ = judged(rng, kind, 4000, labels)
        known = np.isfinite(people)
        y, f = people[known], judge[known]
        right = int(((y == 1) & (f == 1)).sum()), int((y == 1).sum())
        wrong = int(((y == 0) & (f == 0)).sum()), int((y == 0).sum())
        rest = judge[~known]
        rogan = rogan_gladen(rest.sum(), len(rest), right, wrong, labelled=labels)
        found[at] = 0.7 in prediction_powered(judge, people).interval, 0.7 in rogan.interval
    return found.mean(axis=0)


@pytest.mark.parametrize("kind", ["good", "lenient", "length"])
def test_corrected_intervals_hold_the_truth(kind):
    """Of 400 studies with 100 labels 95% hold it; less than 92% or more than 98% would happen once
    in a thousand runs if they did."""
    assert (np.abs(held(kind, 100, 400) - 0.953) < 0.034).all()


@pytest.mark.full
@pytest.mark.parametrize("labels", [50, 200, 1000])
@pytest.mark.parametrize("kind", ["good", "lenient", "length"])
def test_corrected_intervals_in_the_large(kind, labels):
    """Of 3,000 studies between 93 and 98%: Rogan–Gladen is cautious with 50 labels."""
    found = held(kind, labels, 3000)
    assert (found > 0.93).all()
    assert (found < 0.985).all()


def found_rates(planted, studies, seed=2, n=400, people=2, wrong=0.1, link=1.0):
    """How often a slope on length, a place and the own family is found; longer answers are better,
    and people err. With the sign that was planted, where one was."""
    rng = np.random.default_rng(seed)
    found = np.zeros((studies, 3))
    signs = {"length": 1, "position": 1, "model": -1}
    for at in range(studies):
        length, place, family = rng.normal(size=n), rng.integers(2, size=n), rng.integers(2, size=n)
        truth = rng.random(n) < 1 / (1 + np.exp(-link * length))
        tilt = 0.8 * length + 1.4 * place - 1.4 * family if planted else np.zeros(n)
        chance = 1 / (1 + np.exp(-(3 * truth - 1.5 + tilt)))
        judge = (rng.random(n) < chance).astype(float)
        said = (truth[:, None] ^ (rng.random((n, people)) < wrong)).astype(float)
        about = {
            "length": length.tolist(),
            "position": np.array(["first", "second"])[place].tolist(),
            "model": np.array(["gpt-4o", "llama"])[family].tolist(),
        }
        rows = {row.column: row for row in slopes(judge, said, about, own="model=llama*")}
        found[at] = [
            row is not None and row.found and (not planted or row.slope * sign > 0)
            for row, sign in ((rows.get(name), sign) for name, sign in signs.items())
        ]
    return found


def test_planted_bias_is_found_and_none_where_there_is_none():
    """Planted slopes on length, place and family are found in most studies, with their sign; where
    none is planted, at most one study in twenty finds any of the three (Holm), give or take the
    draw, although longer answers are better and people err."""
    assert (found_rates(True, 60, n=600).mean(axis=0) > 0.6).all()
    assert found_rates(False, 300).any(axis=1).mean() < 0.08
    assert found_rates(False, 200, seed=3, wrong=0.2, link=2.0, people=3).any(axis=1).mean() < 0.08


def test_one_person_accuses_nobody():
    """With one person a biased judge cannot be told from a fair one: nothing is tested."""
    assert not found_rates(False, 20, people=1).any()
    assert not found_rates(True, 20, people=1).any()


@pytest.mark.full
@pytest.mark.parametrize("link", [0.0, 1.0, 2.0])
def test_no_bias_in_the_large(link):
    """Of 2,000 studies without bias 3 to 6.5% find one."""
    assert 0.02 < found_rates(False, 2000, link=link).any(axis=1).mean() < 0.065


def scores(rng, n, *, noise, slope=0.0, documents=None, shape="line", link=1.0):
    """A judge's and two people's scores of n answers, of which longer ones are better."""
    of = None if documents is None else np.arange(n) % documents
    spread = 0.0 if of is None else rng.normal(size=documents)[of]
    length = rng.normal(size=n) if of is None else (rng.normal(size=documents)[of] + spread) / 1.4
    truth = link * length / 2 + rng.normal(size=n)
    people = truth[:, None] + noise * rng.normal(size=(n, 2))
    own = truth if shape == "line" else 2 * np.tanh(1.5 * truth)
    judge = own + slope * length + rng.normal(size=n) / 2
    if of is not None:
        judge = judge + 0.7 * rng.normal(size=documents)[of]
    return judge, people, {"length": length.tolist()}, of


@pytest.mark.parametrize(
    ("more", "share"),
    [
        ({"noise": 0.5}, 0.09),
        ({"noise": 1.0, "link": 2.0}, 0.09),
        ({"noise": 0.5, "shape": "curve", "link": 2.0}, 0.09),
        ({"noise": 0.5, "documents": 30}, 0.1),
    ],
)
def test_fair_scores_are_not_accused(more, share):
    """Noisy people, a judge whose scale is bent, documents: few of 120 fair judges are found to
    favour length (5% is meant; the bounds are three errors of the draw above it)."""
    rng = np.random.default_rng(4)
    found = []
    for _ in range(120):
        judge, people, about, of = scores(rng, 300, **more)
        found += [row.found for row in slopes(judge, people, about, groups=of)]
    assert sum(found) / 120 < share + 0.02


def test_slopes_of_scores_by_hand():
    """With two people of the same errors the slope is the one that two-stage least squares has:
    judge on (length, one person), the other person as instrument, averaged both ways; and its
    error is that of leaving out one item at a time."""
    rng = np.random.default_rng(7)
    judge, people, about, _ = scores(rng, 120, noise=0.5, slope=0.4)
    row = slopes(judge, people, about)[0]
    x = np.array(about["length"])
    x = (x - x.mean()) / x.std()

    def slope(keep):
        parts = []
        for own, other in ((0, 1), (1, 0)):
            design = np.column_stack([x, people[:, own], np.ones(len(x))])[keep]
            drawn = np.column_stack([x, people[:, other], np.ones(len(x))])[keep]
            parts.append(np.linalg.solve(drawn.T @ design, drawn.T @ judge[keep])[0])
        return np.mean(parts)

    everyone = np.arange(120)
    assert row.slope == pytest.approx(slope(everyone), abs=1e-10)
    left = np.array([slope(np.delete(everyone, at)) for at in everyone])
    error = np.sqrt(119 / 120 * ((left - left.mean()) ** 2).sum())
    assert row.interval.se == pytest.approx(error, rel=1e-9)
    assert row.items == 120
    assert row.found
    assert row.per == pytest.approx(np.std(about["length"]), abs=1e-12)


def test_slopes_of_labels_without_an_order():
    """Of three labels each has its own slope; the one that the judge favours is found, above 0."""
    rng = np.random.default_rng(9)
    n = 900
    length, truth = rng.normal(size=n), rng.integers(3, size=n)
    pull = 3.0 * (np.arange(3) == truth[:, None]) + np.array([0.9, 0, 0]) * length[:, None]
    share = np.exp(pull) / np.exp(pull).sum(axis=1, keepdims=True)
    judge = (rng.random(n)[:, None] > share.cumsum(axis=1)).sum(axis=1).astype(float)
    wrong = rng.random((n, 2)) < 0.1
    people = np.where(wrong, (truth[:, None] + rng.integers(1, 3, size=(n, 2))) % 3, truth[:, None])
    rows = slopes(judge, people.astype(float), {"length": length.tolist()}, labels=["x", "y", "z"])
    assert {row.label for row in rows} == {"x", "y", "z"}
    favoured = next(row for row in rows if row.label == "x")
    assert favoured.found
    assert favoured.slope > 0.03
    assert sum(row.slope for row in rows) == pytest.approx(0, abs=1e-9)  # shares add up to 1


def test_documents_are_not_so_many_items():
    """Items of one document that all say the same are one: the error is several times larger."""
    rng = np.random.default_rng(8)
    of = np.repeat(np.arange(40), 10)
    truth = np.repeat(rng.normal(size=40), 10)
    people = truth[:, None] + rng.normal(size=(400, 2))
    judge = truth + np.repeat(rng.normal(size=40), 10)
    column = {"x": (np.repeat(rng.normal(size=40), 10) + rng.normal(size=400) / 9).tolist()}
    alone, grouped = slopes(judge, people, column)[0], slopes(judge, people, column, groups=of)[0]
    assert grouped.slope == pytest.approx(alone.slope, abs=1e-12)
    assert grouped.interval.se > 2 * alone.interval.se
    assert grouped.interval.over == "clusters"


def jury_of(rng, judges, shared, n=3000):
    """Judges of whom each errs with an item's own error, of which a part is shared."""
    truth = rng.integers(3, size=n)
    both = rng.random(n) < 0.3
    own = rng.random((n, judges)) < 0.3
    wrong = np.where(rng.random((n, judges)) < shared, both[:, None], own)
    other = (truth[:, None] + rng.integers(1, 3, size=(n, judges))) % 3
    return np.where(wrong, other, truth[:, None]), truth, wrong.astype(float)


@pytest.mark.parametrize(("judges", "shared"), [(3, 0.0), (5, 0.5), (7, 0.8), (4, 1.0)])
def test_the_effective_number_is_recovered(judges, shared):
    """Errors that share an item's own with probability s correlate by s², so n judges are worth
    n/(1 + (n − 1) s²); found within a tenth, and within its interval where there is one."""
    rng = np.random.default_rng(judges)
    labels, truth, wrong = jury_of(rng, judges, shared)
    true = judges / (1 + (judges - 1) * shared**2)
    assert effective_number(wrong) == pytest.approx(true, rel=0.1)
    found = jury([f"j{at}" for at in range(judges)], labels, truth, resamples=200)
    assert found.effective == pytest.approx(effective_number(wrong), abs=1e-12)
    low, high = found.effective_interval
    if shared == 1:  # one and the same judge in every resample: nothing varies
        assert np.isnan([low, high]).all()
        return
    assert low - 0.02 * judges <= true <= high + 0.02 * judges


def test_a_jury_of_independent_judges_beats_the_best_and_clones_do_not():
    """Five independent judges vote better than one; five copies of one judge exactly as well."""
    rng = np.random.default_rng(3)
    labels, truth, _ = jury_of(rng, 5, 0.0)
    found = jury(list("abcde"), labels, truth, resamples=200)
    assert found.gain_interval.low > 0
    assert found.panels[4].right == pytest.approx(found.vote, abs=1e-12)
    assert max(found.without) < found.vote
    same = jury(list("abcde"), labels[:, [0] * 5], truth, resamples=200)
    assert same.effective == pytest.approx(1.0, abs=1e-12)
    assert same.gain == pytest.approx(0.0, abs=1e-12)


def test_ties_of_a_jury_count_by_their_part():
    """Two labels that tie are right half the time, three a third; the majority wholly."""
    said = np.array([[0, 1, 1, 0], [0, 1, 2, 2], [0, 1, 2, 3]])
    assert voted(said, np.array([0, 2, 9])).tolist() == [0.5, 1.0, 0.0]


def test_a_place_that_is_favoured_is_found():
    """A judge who prefers what comes first says A and then, swapped, the other answer."""
    fair = accord.from_coders({"j": "ABABAB=A" * 5, "s": "ABABAB=A" * 5})
    kept = swapped(fair, positions=False, confidence=0.95)
    assert (kept.kept, kept.bias, kept.found) == (1.0, 0.0, False)
    first = accord.from_coders({"j": "AAAABAAA" * 5, "s": "BBBBBBBB" * 5})
    biased = swapped(first, positions=False, confidence=0.95)
    assert biased.kept == pytest.approx(1 / 8, abs=1e-12)
    assert biased.first == pytest.approx(7 / 8, abs=1e-12)
    assert biased.found
    # The same said by places: the first place wins again, so that the label stays.
    places = accord.from_coders({"j": "AAAABAAA" * 5, "s": "AAAAAAAA" * 5})
    again = swapped(places, positions=True, confidence=0.95)
    assert (again.kept, again.first, again.bias) == (biased.kept, biased.first, biased.bias)


def test_calibration_knows_what_chance_gives():
    """A calibrated judge has an ECE above 0 and is not refused; an overconfident one is."""
    rng = np.random.default_rng(11)
    stated = rng.uniform(0.5, 1.0, size=400)
    good = calibration(stated, rng.random(400) < stated, resamples=300)
    assert good.ece > 0
    assert good.p > 0.05
    bad = calibration(stated, rng.random(400) < stated - 0.25, resamples=300)
    assert bad.p < 0.01
    assert bad.ece == pytest.approx(0.25, abs=0.06)
    assert bad.ece in bad.interval
    assert bad.overconfident == pytest.approx(0.25, abs=0.06)
    assert calibration(100 * stated, stated > 0.7, resamples=50).items == 400
    with pytest.raises(DataError, match=r"ranges from -1 to 0\.5"):
        calibration([-1, 0.5], [1, 0])


def sheet_of(**more):
    """A sheet of three people and a judge."""
    study = accord.from_coders({**PEOPLE, "gpt": "aabbbbbccccc" * 4})
    return accord.judge(study, "gpt", resamples=100, **more)


def test_a_judge_like_people_may_replace_them_and_noise_may_not():
    """A judge who labels as people do may replace them; one who guesses may not."""
    assert sheet_of().decision.verdict == "replace"
    rng = np.random.default_rng(0)
    noise = "".join(rng.choice(list("abc"), size=48))
    study = accord.from_coders({**PEOPLE, "gpt": noise})
    found = accord.judge(study, "gpt", resamples=100)
    assert found.decision.verdict == "no"
    assert "less than they agree with each other" in found.decision.reason
    assert found.decision.helps is False


def test_the_sheet_is_plain_data_with_every_part():
    """JSON holds the whole sheet without nan; a table, a summary and a frame come of it."""
    sheet = sheet_of()
    data = json.loads(json.dumps(sheet.as_dict(), allow_nan=False))
    assert list(data["judges"][0])[:4] == ["judge", "items", "shared", "beside"]
    assert data["people"]["enough"] is True
    assert data["judges"][0]["decision"]["stated"] == "can replace people"
    assert "winning rate 1.00" in sheet.summary()
    assert sheet["gpt"] is sheet.judges[0]
    assert sheet.to_frame("pandas").loc[0, "judge"] == "gpt"


def test_the_lines_of_judges_who_know_nothing():
    """A constant judge is right as often as the most frequent label, a random one Σ p·q."""
    one = sheet_of().judges[0]
    people = "a" * 8 + "b" * 20 + "c" * 20
    assert one.baselines.constant == pytest.approx(20 / 48, abs=1e-12)
    p = {k: people.count(k) / 48 for k in "abc"}
    assert one.baselines.random == pytest.approx(sum(v * v for v in p.values()), abs=1e-12)
    assert one.baselines.judge == 1.0


def test_a_scale_has_a_direction():
    """On numbers the vote is the median, and the judge is higher or lower by its distance."""
    people = {"A": [1, 2, 3, 4] * 10, "B": [1, 2, 3, 5] * 10, "C": [2, 2, 3, 4] * 10}
    study = accord.from_coders({**people, "gpt": [2, 3, 4, 5] * 10})
    sheet = accord.judge(study, "gpt", distance="interval", resamples=50)
    way = sheet.judges[0].beside[-1].level
    assert way.bias == pytest.approx(1.0, abs=1e-12)
    assert (way.higher, way.lower) == (1.0, 0.0)
    measures = [m.measure for m in sheet.judges[0].beside[0].measures]
    assert measures == ["alpha", "ccc", "icc"]
    two = accord.from_coders({"A": [1, 4] * 20, "B": [3, 4] * 20, "gpt": [2, 4] * 20})
    one = accord.judge(two, "gpt", distance="interval", resamples=50).judges[0]
    assert (one.baselines, one.direction, one.beside[-1].level.bias) == (None, None, 0)


def test_slices_are_told_apart_with_holm():
    """A judge who errs in one domain only is found there, and both slices have their own score."""
    rng = np.random.default_rng(1)
    n = 300
    truth = rng.integers(2, size=n)
    law = np.arange(n) % 3 == 0
    judge = np.where(law & (rng.random(n) < 0.5), 1, truth)
    people = np.where(rng.random(n) < 0.05, 1 - truth, truth)
    study = accord.from_coders({"A": truth, "B": people, "gpt": judge})
    domain = ["law" if one else ("news", "fiction")[at % 2] for at, one in enumerate(law)]
    study = replace(study, about={"domain": domain})
    sheet = accord.judge(study, "gpt", by="domain", resamples=50)
    found = {row.slice: row for row in sheet.judges[0].slices}
    assert found["law"].found
    assert found["law"].difference < -0.1
    scores = {row.slice: row for row in sheet.judges[0].score.slices}
    assert scores["law"].judge > scores["law"].score.value + 0.1
    with pytest.raises(AccordError, match="no column about items 'genre'"):
        accord.judge(study, "gpt", by="genre")


def test_missing_labels_are_said_and_can_count():
    """What the judge did not label is left out and said; `missing_as` counts it as a failure."""
    labels = {"A": [1, 0] * 20, "B": [1, 0] * 20, "gpt": [1, 0] * 15 + [None] * 10}
    study = accord.from_coders(labels)
    sheet = accord.judge(study, "gpt", resamples=50)
    assert "no label for 10 of 40 items" in sheet.judges[0].notes[0]
    assert sheet.judges[0].baselines.judge == 1.0
    filled = accord.judge(study, "gpt", missing_as=0, resamples=50)
    assert filled.judges[0].baselines.judge == 35 / 40
    assert "10 missing labels of models counted as 0" in filled.notes[0]


def test_runs_order_and_drift_are_of_one_judge():
    """Runs agree with themselves; an earlier judge that passed less has drifted."""
    rng = np.random.default_rng(6)
    truth = rng.integers(2, size=200)
    again = np.where(rng.random(200) < 0.1, 1 - truth, truth)
    then = np.where(rng.random(200) < 0.3, 0, truth)
    study = accord.from_coders(
        {"A": truth, "B": truth, "gpt": truth, "gpt run 2": again, "gpt in May": then}
    )
    one = accord.judge(
        study, "gpt", runs=["gpt run 2"], earlier="gpt in May", people=["A", "B"], resamples=50
    ).judges[0]
    assert one.runs.unchanged == pytest.approx((truth == again).mean(), abs=1e-12)
    assert one.drift.found
    assert one.drift.shift == pytest.approx((truth - then).mean(), abs=1e-12)
    with pytest.raises(AccordError, match="names the model itself"):
        accord.judge(study, "gpt", earlier="gpt")


def test_the_same_numbers_in_any_order():
    """Coders and items in another order change no number of the sheet."""
    study = accord.from_coders({**PEOPLE, "gpt": "aabbbbbccccc" * 4})
    turned = accord.codings(list(reversed(study.rows())))
    one, two = (accord.judge(each, "gpt", resamples=100) for each in (study, turned))
    assert one.judges[0].ceiling.interval.low == two.judges[0].ceiling.interval.low
    assert one.judges[0].alternative.advantage == two.judges[0].alternative.advantage
    assert one.people.agreement.value == two.people.agreement.value
    assert {r.who: r.measures[0].value for r in one.judges[0].beside} == {
        r.who: r.measures[0].value for r in two.judges[0].beside
    }


def test_items_to_label_next_are_drawn_and_stay():
    """Nobody labelled them, more of them begin with the same, and the order of items is nothing."""
    items = [f"q{at}" for at in range(50)]
    people = [1.0] * 10 + [float("nan")] * 40
    few, many = (label_next(items, people, n) for n in (5, 10))
    assert many[:5] == few
    assert not {*many} & {*items[:10]}
    assert label_next(items[::-1], people[::-1], 5) == few


def test_who_is_who_is_asked():
    """Without a judge, with an unknown one, or with nobody else, the message says what to do."""
    study = accord.from_coders({"ann": "ab", "gpt-4o": "ab"})
    with pytest.raises(AccordError, match=r"judge='gpt-4o'.*Coders: ann, gpt-4o"):
        accord.judge(study)
    with pytest.raises(AccordError, match="no coder 'claude'"):
        accord.judge(study, "claude")
    with pytest.raises(
        DataError, match=r"no people left to compare with\. Name them with `people="
    ):
        accord.judge(study, "*")
    with pytest.raises(AccordError, match="both a model and a person"):
        accord.judge(study, "gpt-4o", people=["gpt-4o"])


def test_awkward_studies_are_said_and_do_not_fail():
    """Nothing shared is refused; labels of the judge's own are named; degenerate data decide
    nothing."""
    rows = [(at, "ann", "x") for at in range(9)] + [(at + 20, "gpt", "x") for at in range(9)]
    with pytest.raises(DataError, match="'gpt' labelled no item that people labelled"):
        accord.judge(accord.codings(rows), "gpt")
    case = accord.from_coders({"ann": ["Yes", "No"] * 10, "gpt": ["yes", "no"] * 10})
    assert "no person uses: 'no', 'yes'" in accord.judge(case, "gpt").judges[0].notes[0].replace(
        "'yes', 'no'", "'no', 'yes'"
    )
    for labels in ("a" * 40, "a"):
        same = accord.from_coders({"ann": labels, "bob": labels, "gpt": labels})
        assert accord.judge(same, "gpt", resamples=50).decision.verdict == "undecided"


def test_frames_and_records_are_read_by_the_names_given():
    """A frame whose column is called judge, and a list of dicts."""
    import pandas

    columns = {"id": range(30), "judge": list("abc" * 10), "ann": list("abb" * 10)}
    frame = pandas.DataFrame({**columns, "bob": list("abc" * 10)})
    sheet = accord.judge(frame, "judge", people=["ann", "bob"], resamples=50)
    assert sheet.settings["people"] == ["ann", "bob"]
    nested = {"ann": {"i": "a", "j": "b"}, "bob": {"i": "a", "j": "b"}, "gpt": {"i": "a"}}
    assert accord.judge(nested, "gpt", resamples=50).judges[0].items == 1


def test_a_table_whose_judge_is_named_is_certain(tmp_path):
    """Two columns of yes and no could be questions; naming one as the judge makes them coders."""
    file = tmp_path / "scores.csv"
    rows = [f"q{at},{at % 7},{at % 2},{at % 2 if at < 12 else ''}" for at in range(60)]
    file.write_text("example_id,tokens,judge_passed,human_passed\n" + "\n".join(rows) + "\n")
    with pytest.raises(DataError, match="who the coders are"):
        accord.read(file)
    sheet = accord.judge(file, "judge_passed")
    assert sheet.judges[0].score.corrected.labels == 12
