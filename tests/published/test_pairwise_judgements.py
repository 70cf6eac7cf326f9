"""Pairwise judgements: journals, baseball, Springall's ties, school subjects, all tournaments.

Values by R (BradleyTerry2, brglm2, psychotools, MASS, eba) and by a second program; each with its
tolerance in `pairwise_judgements.json`.
"""

import json
from pathlib import Path

import numpy as np
import pytest

import accord
from accord._measure.labels.preferences import preferences
from accord.infer.ranking.strengths import CountedVotes, fit
from accord.infer.ranking.triads import circular, most_triads, p_of_triads, tournaments

RECORDS = json.loads(Path(__file__).with_name("pairwise_judgements.json").read_text("utf-8"))


def _wins(table):
    table = np.array(table, dtype=float)
    i, j = np.triu_indices(len(table), 1)
    return CountedVotes(i, j, table[i, j], table[j, i], np.zeros(len(i)), len(table))


def _from_first(found, first=0):
    others = range(len(found.strengths))
    strengths = found.strengths - found.strengths[first]
    return strengths.tolist(), [found.error(one, first) for one in others]


def _deviance(cells, found):
    """Twice the log likelihood that cells of their own would have more."""
    votes = cells.wins + cells.losses
    with np.errstate(divide="ignore", invalid="ignore"):
        own = [
            np.where(n > 0, n * np.log(n / votes), 0.0).sum() for n in (cells.wins, cells.losses)
        ]
    return 2 * (sum(own) - found.log_likelihood)


def test_citations_among_journals():
    """Strengths, errors and deviance of four journals."""
    record = RECORDS["bt-citations"]
    cells = _wins(record["data"]["wins"])
    found = fit(cells)
    strengths, errors = _from_first(found)
    assert strengths == pytest.approx(record["value"]["strengths"], abs=record["tolerance"])
    assert errors[1:] == pytest.approx(record["value"]["se"][1:], abs=record["tolerance"])
    assert _deviance(cells, found) == pytest.approx(record["value"]["deviance"], abs=1e-5)


def _games():
    games = RECORDS["bt-baseball-home"]["data"]["games"]
    teams = sorted({team for game in games for team in game[:2]})
    home, away = ([teams.index(game[at]) for game in games] for at in (0, 1))
    won, lost = (np.array([game[at] for game in games], dtype=float) for at in (2, 3))
    return teams, CountedVotes(
        np.array(home), np.array(away), won, lost, np.zeros(len(games)), len(teams)
    )


@pytest.mark.parametrize("order", [False, True])
def test_baseball_at_home(order):
    """Seven teams, with and without the advantage of playing at home, which is an order effect."""
    record = RECORDS["bt-baseball-home" if order else "bt-baseball"]
    teams, cells = _games()
    found = fit(cells, order=order)
    strengths, errors = _from_first(found)
    value = record["value"]
    for team, strength in value["strengths"].items():
        assert strengths[teams.index(team)] == pytest.approx(strength, abs=record["tolerance"])
    assert _deviance(cells, found) == pytest.approx(value["deviance"], abs=1e-6)
    if order:
        for team, error in value["se"].items():
            assert errors[teams.index(team)] == pytest.approx(error, abs=record["tolerance"])
        assert found.order == pytest.approx(value["home"], abs=record["tolerance"])
        assert found.order_error == pytest.approx(value["home_se"], abs=record["tolerance"])


@pytest.mark.parametrize("model", ["davidson", "rao-kupper"])
def test_springalls_ties(model):
    """Nine flavours with ties: Davidson's strengths are not on the scale of Rao and Kupper's."""
    record = RECORDS[f"bt-springall-{model}"]
    rows = np.array(record["data"]["rows"])
    counts = rows[:, 2:].T.astype(float)
    found = fit(CountedVotes(rows[:, 0] - 1, rows[:, 1] - 1, *counts, 9), ties=model)
    strengths, errors = _from_first(found)
    value, close = record["value"], record["tolerance"]
    assert strengths == pytest.approx(value["strengths"], abs=close)
    assert errors[1:] == pytest.approx(value["se"][1:], abs=close)
    assert (found.tie, found.tie_error) == pytest.approx((value["tie"], value["tie_se"]), abs=close)
    assert found.log_likelihood == pytest.approx(value["log_likelihood"], abs=1e-5)


@pytest.mark.parametrize("mend", ["bias reduction", "half a win"])
def test_a_thing_that_never_lost(mend):
    """Infinite strengths: bias reduction as brglm2 has it, half a win as glm with added votes."""
    record = RECORDS["bt-separated"]
    cells = _wins(record["data"]["wins"])
    assert cells.separated()
    found = fit(cells, mend=mend)
    name = "mean bias reduction, first object 0"
    if mend == "half a win":
        name = "half a win to each side of each pair, first object 0"
    strengths, errors = _from_first(found)
    assert strengths == pytest.approx(record["value"][name]["strengths"], abs=1e-6)
    assert errors[1:] == pytest.approx(record["value"][name]["se"][1:], abs=1e-4)
    assert fit(cells).mend == "bias reduction"


def _school(counts, judges):
    """Judges who prefer as the counts say; who does so does not matter to u."""
    rows = []
    for i in range(len(counts)):
        for j in range(i + 1, len(counts)):
            rows += [((i, j), who, i if who < counts[i][j] else j) for who in range(judges)]
    return accord.codings(rows)


@pytest.mark.parametrize("who", ["boys", "girls"])
def test_school_subjects(who):
    """u, χ² and df of Kendall and Babington Smith's children, and their Bradley–Terry shares."""
    record = RECORDS[f"u-school-{who}"]
    counts, judges = record["data"]["counts"], record["data"]["judges"]
    study, value, close = _school(counts, judges), record["value"], record["tolerance"]
    found = preferences(study)
    assert found.u == pytest.approx(value["u"], abs=close)
    assert (found.chi_square, found.df) == pytest.approx((value["chi2"], value["df"]), abs=1e-5)
    assert found.p == pytest.approx(value["p"], rel=1e-5)
    assert accord.labels.alpha_within(study, within="pair").value == pytest.approx(found.u)
    shares = np.exp(fit(_wins(counts)).strengths)
    assert (shares / shares.sum()).tolist() == pytest.approx(value["bt_shares"], abs=1e-6)


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7])
def test_all_tournaments(n):
    """How many tournaments have d circular triads; their mean is C(n, 3)/4."""
    counted = {int(d): often for d, often in RECORDS[f"triads-null-{n}"]["value"].items()}
    assert tournaments(n) == counted
    assert sum(counted.values()) == 2 ** (n * (n - 1) // 2)
    assert max(counted) == most_triads(n)


@pytest.mark.parametrize("n", [5, 6])
def test_consistency_of_a_judge(n):
    """Circular triads, ζ, and the share of tournaments with so few."""
    record = RECORDS[f"zeta-{n}"]
    beats = np.array(record["data"]["row_beats_column"])
    d, triples = circular(beats - beats.T)
    value = record["value"]
    assert (d, triples) == (value["d"], n * (n - 1) * (n - 2) // 6)
    assert 1 - d / most_triads(n) == pytest.approx(value["zeta"], abs=1e-9)
    assert p_of_triads(d, n) == pytest.approx(value["p_lower"], abs=1e-9)


@pytest.mark.parametrize(
    ("n", "d", "simulated"),
    [(8, 5, 0.0116), (8, 8, 0.0642), (10, 21, 0.0521), (12, 37, 0.0104), (12, 43, 0.0519)],
)
def test_consistency_of_a_judge_of_many_things(n, d, simulated):
    """From 8 things χ² with − ½, within .01 of 200,000 random tournaments."""
    assert p_of_triads(d, n) == pytest.approx(simulated, abs=0.01)


@pytest.mark.parametrize(
    ("things", "step", "votes", "wrong"),
    [(5, 0.2, 20, 0.2397500611), (5, 0.2, 80, 0.0786496035), (10, 0.2, 20, 0.1586552539)],
)
def test_votes_that_a_ranking_needs(things, step, votes, wrong):
    """Two neighbours come out reversed with Φ(−δ√(nk/8)) after n votes a pair; the number of votes
    for that error is the number that there is."""
    total = votes * things * (things - 1) // 2
    needed = accord.labels.votes_needed(things, step, error=wrong)
    assert needed == pytest.approx(total, abs=1)
