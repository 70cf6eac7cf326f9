"""A crowd: every worker against all others, the value without each, and combined labels."""

import json

import numpy as np
import pytest

import accord
from accord._measure.latent.beside_vote import beside_vote
from accord._measure.latent.dawid_skene import dawid_skene
from accord._report.render.tables import tables
from accord.infer.why.combined import combined
from accord.infer.why.without_coders import without_each_by_sums
from accord.infer.why.workers import CROWD, crowd, is_crowd

NOMINAL = accord.bound("alpha", distance="nominal")


def crowd_of(seed, items=300, coders=40, each=5, categories=3, right=0.85):
    """Workers who each label a part of the items; w0 guesses, w1 always says 0, w2 has few."""
    rng = np.random.default_rng(seed)
    rows = []
    for item in range(items):
        truth = int(rng.integers(categories))
        some = rng.choice(np.arange(3, coders), each, replace=False).tolist()
        some += [0] * (item % 4 == 0) + [1] * (item % 4 == 1) + [2] * (item < 8)
        for who in some:
            guess = int(rng.integers(categories))
            label = truth if rng.random() < (0 if who == 0 else right) else guess
            rows.append((f"i{item}", f"w{who}", 0 if who == 1 else label))
    return accord.codings(rows)


MEASURES = (
    *(accord.bound("alpha", distance=d) for d in ("nominal", "ordinal", "interval")),
    *(accord.bound(name) for name in ("pi", "s", "ac1", "percent")),
)


@pytest.mark.parametrize("measure", MEASURES, ids=lambda m: f"{m.name}-{m.distance}")
def test_the_value_without_each_is_that_of_the_others(measure):
    """From sums, as by measuring all other coders, with unequally many codings and items that one
    coder alone labelled; for the whole crowd, not for the busiest."""
    study = crowd_of(1, items=60, coders=9, each=3)
    found = without_each_by_sums(study, measure)
    for left in range(len(study.coders)):
        others = study.only([c for c in range(len(study.coders)) if c != left])
        assert found[left] == pytest.approx(measure.compute(others).value, abs=1e-12)


def test_what_is_no_sum_is_measured_again():
    """Chance of each coder's own is not a sum that loses a coder, and the value is still right."""
    study = crowd_of(2, items=60, coders=9, each=3)
    kappa = accord.bound("kappa")
    assert without_each_by_sums(study, kappa) is None
    rows = {row[0]: row[1] for row in accord.influence(study, "coder", kappa).rows}
    others = study.only([c for c, name in enumerate(study.coders) if name != "w0"])
    assert rows["w0"] == pytest.approx(kappa.compute(others).value)


def test_agreement_by_hand():
    """A has a a b, B a b b, C a a a on three items. A's others: (a a), (b a), (b a), distance
    0, ½, ½, a third; by chance A's ⅔ a, ⅓ b meet their ⅔ a, ⅓ b: 4/9. So 1 − (1/3)/(4/9) = 1/4.
    C always says a: as chance has it, 0, without an interval. Worst first."""
    study = accord.from_coders({"A": "aab", "B": "abb", "C": "aaa"})
    found = {row.coder: row for row in crowd(study, NOMINAL)}
    assert found["A"].agreement == pytest.approx(1 / 4)
    assert found["C"].agreement == pytest.approx(0)
    assert (found["C"].same, found["C"].label) == (1.0, "a")
    assert np.isnan(found["C"].high)
    assert found["A"].majority == 1.0  # the others have a majority on item 0 alone
    assert [row.coder for row in crowd(study, NOMINAL)] == ["C", "B", "A"]
    # B: a b b against (a a), (a a), (b a): 0, 1, ½; ⅓ a, ⅔ b with ⅚ a, ⅙ b: 1/3·1/6 + 2/3·5/6
    assert found["B"].agreement == pytest.approx(1 - (1.5 / 3) / (11 / 18))


def test_who_guesses_is_flagged():
    """The guesser and the one who always says the same, and nobody else; few labels are never
    flagged, whatever they are, and the list has everybody, the worst first."""
    study = crowd_of(3)
    found = crowd(study, NOMINAL)
    assert len(found) == len(study.coders) == 40
    assert {row.coder for row in found if row.flagged} == {"w0", "w1"}
    values = [row.agreement for row in found]
    assert values == sorted(values)
    few = next(row for row in found if row.coder == "w2")
    assert few.codings == 8
    for pairs, flagged in ((14, []), (15, ["E"])):  # 28 labels are too few, 30 are not
        labels = dict.fromkeys("ABCD", "ab" * pairs) | {"E": "ba" * pairs}
        rows = crowd(accord.from_coders(labels), NOMINAL)
        assert [row.coder for row in rows if row.flagged] == flagged


def test_intervals_of_workers_hold():
    """The true value of a worker who sees as the others is about that of all; of 30 crowds' 37 good
    workers 95% of the intervals hold what a crowd of ten times the items says, 90% at least."""
    large = {row.coder: row.agreement for row in crowd(crowd_of(0, items=6000), NOMINAL)}
    held = [
        row.low <= large[row.coder] <= row.high
        for seed in range(1, 13)
        for row in crowd(crowd_of(seed, items=300), NOMINAL)
        if row.coder not in ("w0", "w1", "w2")
    ]
    assert 0.9 < np.mean(held) < 0.99


def test_a_crowd_in_the_report():
    """More than 20 coders: a row for each, no matrix, no columns for coders, the value without each
    of the headline's data, who guesses, and what combined labels would be."""
    study = crowd_of(3).recode(lambda number: "abc"[number])
    report = accord.report(study, resamples=100)
    section = report["coders"]
    assert (len(section["crowd"]), section["matrix"], section["left_out"]) == (40, [], 0)
    rest = study.only([c for c, name in enumerate(study.coders) if name != "w0"])
    without = {row["coder"]: row["without"] for row in section["rows"]}
    assert without["w0"] == pytest.approx(NOMINAL.compute(rest).value)
    assert section["without_symbol"] == report["answer"]["symbol"]
    by_name = {table.name: table for table in tables(report)}
    assert "pairs" not in by_name
    assert len(by_name["coders"].rows) == 40
    assert len(by_name["disagreements"].columns) < 10
    steps = {step["what"]: step["sentence"] for step in report["next"]["steps"]}
    assert steps["combine"].startswith("Combine the labels of each item with “accord consensus”")
    assert "“w0” and “w1”" in steps["guessing"] or "“w1” and “w0”" in steps["guessing"]
    named = [step["who"] for step in report["next"]["steps"] if step["what"] == "coder"]
    assert not {"w0", "w1"} & {*named}  # said once
    assert "discuss" not in steps  # a crowd does not meet
    json.dumps(report.data)
    few = accord.report(crowd_of(4, coders=CROWD), resamples=100)
    assert few["coders"]["crowd"] == []
    steps = {step["what"] for step in few["next"]["steps"]}
    assert "combine" not in steps
    assert "discuss" in steps
    assert is_crowd(study)
    assert not is_crowd(crowd_of(4, coders=CROWD))


def alike(seed, items, coders, right):
    """Coders of two labels who are right with these probabilities, and the truth."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(2, size=items)
    labels = {
        f"c{at}": np.where(rng.random(items) < p, truth, 1 - truth).tolist()
        for at, p in enumerate(np.broadcast_to(right, coders))
    }
    return accord.from_coders(labels), truth


def test_a_model_worse_than_the_vote_is_told():
    """Three coders right in .75, 100 items: the model is right more seldom than the vote and says
    more; most of six such studies are told so."""
    told, models, votes = 0, [], []
    for seed in range(6):
        study, truth = alike(seed, 100, 3, 0.75)
        found = dawid_skene(study)
        models.append(np.mean(np.array(found.labels) == truth))
        votes.append(np.mean((study.category.reshape(100, 3).sum(axis=1) > 1) == truth))
        beside = beside_vote(study)
        told += beside.worse or beside.too_sure
    assert np.mean(models) < np.mean(votes) - 0.02
    assert told >= 5


def test_a_model_that_is_right_is_not_doubted():
    """Good coders, and coders of whom some are much better: no warning in twelve studies."""
    for seed in range(6):
        for right in (0.97, [0.97, 0.95, 0.7, 0.65, 0.6]):
            study, _ = alike(seed, 300, 5, right)
            beside = beside_vote(study)
            assert not beside.worse
            assert not beside.too_sure


def test_what_combined_labels_promise_holds():
    """The share that is said to be right is that of the truth within 3 points."""
    for seed in range(3):
        rng = np.random.default_rng(seed)
        truth = rng.integers(3, size=400)
        rows = [
            (
                item,
                f"w{who}",
                int(truth[item] if rng.random() < 0.5 + who / 60 else rng.integers(3)),
            )
            for item in range(400)
            for who in rng.choice(30, 5, replace=False)
        ]
        study = accord.codings(rows)
        found, labels = combined(study), dawid_skene(study)
        assert found.by == "model"
        right = np.mean([labels.labels[study.items.index(i)] == truth[i] for i in range(400)])
        assert found.right == pytest.approx(right, abs=0.03)


def test_more_starts_where_they_disagree(monkeypatch):
    """Where all starts lead to one end ten are enough; where they lead to several, 30 are tried."""
    from accord._measure.latent import dawid_skene as module

    tried = []
    whole = module.best_of
    monkeypatch.setattr(
        module,
        "best_of",
        lambda table, starts, **how: tried.append(len(starts)) or whole(table, starts, **how),
    )
    dawid_skene(alike(1, 200, 5, 0.95)[0])
    assert tried == [10]
    tried.clear()
    guesses = alike(1, 60, 3, 0.5)[0]
    dawid_skene(guesses)
    assert tried == [10, 30]
    tried.clear()
    dawid_skene(guesses, restarts=40)
    assert tried == [40]
