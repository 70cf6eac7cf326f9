"""Rankings from votes: planted strengths are found, fair judges are not accused, names and order
change nothing."""

import numpy as np
import pytest

import accord
from accord.infer.ranking.pair_votes import votes_of
from accord.infer.ranking.strengths import CountedVotes, fit

STRENGTHS = np.linspace(-0.8, 0.8, 6)


def votes(rng, each=15, order=0.0, tie=0.0, strengths=STRENGTHS):
    """Votes for every ordered pair, counted."""
    k = len(strengths)
    i, j = np.nonzero(~np.eye(k, dtype=bool))
    apart = strengths[i] - strengths[j] + order
    weights = np.stack([np.exp(apart / 2), np.exp(-apart / 2), np.full(len(i), tie)], axis=1)
    chances = weights / weights.sum(axis=1, keepdims=True)
    drawn = np.array([rng.multinomial(each, p) for p in chances], dtype=float)
    return CountedVotes(i, j, *drawn.T, k)


def rows_of(rng, cells, judge="j"):
    """The same as records."""
    found = []
    for i, j, *often in zip(
        cells.first, cells.second, cells.wins, cells.losses, cells.ties, strict=True
    ):
        for winner, number in zip(("model_a", "model_b", "tie"), often, strict=True):
            found += [
                {"model_a": f"m{i}", "model_b": f"m{j}", "winner": winner, "judge": judge}
            ] * int(number)
    rng.shuffle(found)
    return found


def coverage(runs, seed, tie=0.0):
    """How often 95% intervals of differences between neighbours have the planted one."""
    rng = np.random.default_rng(seed)
    inside = []
    for _ in range(runs):
        found = fit(votes(rng, tie=tie), ties="davidson")
        for a in range(5):
            apart = found.strengths[a + 1] - found.strengths[a]
            inside.append(abs(apart - 0.32) < 1.96 * found.error(a, a + 1))
    return float(np.mean(inside))


@pytest.mark.parametrize("tie", [0.0, 0.5])
def test_planted_strengths_are_covered(tie):
    """95% intervals of 6 systems with 15 votes for each ordered pair, with and without ties."""
    assert 0.92 < coverage(150, 1, tie) < 0.98


@pytest.mark.full
@pytest.mark.parametrize("tie", [0.0, 0.5])
def test_planted_strengths_are_covered_over_many_runs(tie):
    """Over 2,000 runs coverage is 93 to 97%."""
    assert 0.93 < coverage(2000, 2, tie) < 0.97


def accused(runs, order, seed):
    """The share of judges for whom p of the position is at most .05."""
    rng = np.random.default_rng(seed)
    found = 0
    for _ in range(runs):
        one = accord.labels.rank(rows_of(rng, votes(rng, order=order)))
        found += one.p <= 0.05
    return found / runs


def test_who_prefers_the_first_is_found_and_who_does_not_is_not():
    """An effect of .4 is found nearly always; a fair judge is accused in about 5%."""
    assert accused(40, 0.4, 3) >= 0.85
    assert accused(60, 0.0, 4) <= 0.15


@pytest.mark.full
def test_a_fair_judge_is_accused_as_often_as_the_level_says():
    """3 to 7% of 800 fair judges."""
    assert 0.03 <= accused(800, 0.0, 5) <= 0.07


def test_order_that_cannot_be_told_from_strength_has_no_effect():
    """Where x always stands before y, nobody knows whether x is better or only first."""
    rows = [{"first": "x", "second": "y", "winner": w} for w in "xxy"]
    rows += [{"first": "y", "second": "z", "winner": w} for w in "yyz"]
    found = accord.labels.rank(rows)
    assert np.isnan(found.position)
    assert not np.isnan(accord.labels.rank([*rows, dict(rows[0], first="y", second="x")]).position)


def test_judges_who_differ_by_noise_are_not_said_to_differ():
    """Two judges of one order, and two with neighbours swapped; τ beside what noise gives."""
    rng = np.random.default_rng(6)
    other = STRENGTHS[[1, 0, 3, 2, 5, 4]]
    same, apart = [], []
    for _ in range(8):
        one = rows_of(rng, votes(rng, 20), "A")
        same.append(accord.labels.rank([*one, *rows_of(rng, votes(rng, 20), "B")]).alike)
        swapped = rows_of(rng, votes(rng, 20, strengths=other), "B")
        apart.append(accord.labels.rank([*one, *swapped]).alike)
    assert {one.df for one in same} == {5}
    assert sum(one.p < 0.05 for one in same) <= 2
    assert sum(one.p < 0.05 for one in apart) >= 4
    assert np.mean([o.tau for o in same]) == pytest.approx(
        np.mean([o.expected for o in same]), abs=0.12
    )
    assert np.mean([o.tau for o in apart]) < np.mean([o.expected for o in apart]) - 0.1


def test_names_and_order_change_nothing():
    """Renaming systems, turning every pair round, and shuffling votes leave strengths as they
    are; turned pairs change the sign of the effect of the position."""
    rng = np.random.default_rng(7)
    rows = rows_of(rng, votes(rng, 6, order=0.3, tie=0.4))
    found = accord.labels.rank(rows)
    name = dict(zip([f"m{k}" for k in range(6)], "qarbzc", strict=True))
    other = {"model_a": "model_b", "model_b": "model_a", "tie": "tie"}
    turned = [
        {"model_a": name[r["model_b"]], "model_b": name[r["model_a"]], "winner": other[r["winner"]]}
        for r in reversed(rows)
    ]
    again = accord.labels.rank(turned)
    assert [name[one.name] for one in found.things] == [one.name for one in again.things]
    assert [o.strength for o in found.things] == pytest.approx(
        [o.strength for o in again.things], abs=1e-8
    )
    assert again.position == pytest.approx(-found.position, abs=1e-8)


def test_a_judge_who_only_looks_at_the_place_keeps_nothing():
    """The first of two answers in both orders: nothing stays when the order turns."""
    rows = [
        {"model_a": a, "model_b": b, "winner": "model_a", "judge": "p", "question_id": q}
        for q in range(12)
        for a, b in (("x", "y"), ("y", "x"), ("y", "z"), ("z", "y"))
    ]
    found = accord.labels.rank(rows)
    assert (found.kept, found.seen_twice) == (0.0, 24)
    assert found.judges[0].first == 1.0
    assert found.agreement.undefined  # nobody else judged
    assert [one.strength for one in found.things] == pytest.approx([0, 0, 0], abs=1e-6)


def test_things_that_were_never_compared_have_no_common_ranking():
    """Two groups are refused with their names; one vote between them is enough."""
    rows = [{"first": a, "second": b, "winner": a} for a, b in ("xy", "yx", "zw", "wz")]
    with pytest.raises(accord.NotApplicableError, match=r"2 groups .* \(w, z; x, y\)"):
        accord.labels.rank(rows)
    between = {"first": "x", "second": "z", "winner": "x"}
    assert len(accord.labels.rank([*rows, between]).things) == 4


def test_ties_and_both_bad_are_counted_apart():
    """A tie about the order may say that both are bad; the model of ties needs ties."""
    rows = [
        {"model_a": "x", "model_b": "y", "winner": w}
        for w in ["model_a", "model_b", "tie", "tie (bothbad)", "x"]
    ]
    found = accord.labels.rank(rows)
    assert (found.ties, found.bad) == (0.4, 0.2)
    assert "ties:davidson" in found.signature
    assert (
        "ties:none" in accord.labels.rank([r for r in rows if "tie" not in r["winner"]]).signature
    )


def test_votes_of_one_prompt_belong_together():
    """Ten copies of each vote under its prompt do not make errors smaller."""
    rng = np.random.default_rng(8)
    rows = rows_of(rng, votes(rng, 4))
    single = [dict(row, prompt=at) for at, row in enumerate(rows)]
    copies = [dict(row, judge=f"j{n}") for row in single for n in range(10)]
    one, ten = (accord.labels.rank(r).things[0] for r in (single, copies))
    assert ten.high - ten.low == pytest.approx(one.high - one.low, rel=0.12)
    assert ten.strength == pytest.approx(one.strength, abs=1e-8)


def test_files_frames_and_studies_have_the_same_votes(tmp_path):
    """CSV, JSON lines, a frame, and a study of pairs."""
    import json

    import pandas

    rng = np.random.default_rng(9)
    rows = rows_of(rng, votes(rng, 2, tie=0.3))
    lines = tmp_path / "votes.jsonl"
    lines.write_text("\n".join(map(json.dumps, rows)))
    table = tmp_path / "votes.csv"
    pandas.DataFrame(rows).to_csv(table, index=False)
    wanted = [one.strength for one in accord.labels.rank(rows).things]
    for data in (lines, table, pandas.DataFrame(rows)):
        assert [o.strength for o in accord.labels.rank(data).things] == pytest.approx(wanted)
    named = {"model_a": 0, "model_b": 1}
    pairs = [
        ((f"{r['model_a']}@{at}", f"{r['model_b']}@{at}"), "j", r["winner"])
        for at, r in enumerate(rows)
    ]
    study = accord.codings([(pair, j, pair[named[w]] if w in named else w) for pair, j, w in pairs])
    assert [o.strength for o in accord.labels.rank(study).things] == pytest.approx(wanted)


def test_what_is_no_vote_is_refused():
    """A winner that was not there, one thing with itself, no column of the winner."""
    with pytest.raises(accord.DataError, match="neither 'x' nor 'y'"):
        accord.labels.rank([{"first": "x", "second": "y", "winner": "z"}])
    with pytest.raises(accord.DataError, match="compared with itself"):
        accord.labels.rank([{"first": "x", "second": "x", "winner": "x"}])
    with pytest.raises(accord.DataError, match="no column of the winner"):
        accord.labels.rank([{"first": "x", "second": "y", "w": "x"}])
    with pytest.raises(accord.DataError, match="no votes"):
        votes_of(accord.from_coders({"A": "abc", "B": "abb"}))


def test_ties_that_run_away_are_mended():
    """With ties strengths can run away, because ν grows with them: half a win, and a note."""
    rows = [{"first": "x", "second": "y", "winner": w} for w in ("x", "x", "tie")]
    found = accord.labels.rank(rows)
    assert "separation:half a win" in found.signature
    assert found.things[0].strength < 3
    assert any("half a win" in note for note in found.notes)
