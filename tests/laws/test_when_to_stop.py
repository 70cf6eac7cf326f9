"""An interval of α that holds at every look: coverage under optional stopping, decisions, width."""

import json
from math import log

import numpy as np
import pytest

import accord
from accord import AccordError, NotApplicableError, codings, from_coders
from accord.infer import stop_or_go_on
from accord.infer.advice.when_to_stop import _pairs, _sequence
from tests.cli.commands import called


def study_of(seed, knows, items, prevalence=(0.5, 0.5)):
    """Two coders who know the label so often and guess else: α is the square of it."""
    rng = np.random.default_rng(seed)
    k = len(prevalence)
    truth = rng.choice(k, items, p=prevalence)
    said = [
        np.where(rng.random(items) < knows, truth, rng.choice(k, items, p=prevalence))
        for _ in range(2)
    ]
    return from_coders({"A": said[0].tolist(), "B": said[1].tolist()})


def test_within_and_across_by_hand():
    """Two items, xx and xy: within (0 + 1) / 2, across 2 of 4 pairs differ."""
    d = np.array([[0.0, 1], [1, 0]])
    within, across = _pairs(np.array([[2.0, 0], [1, 1], [0, 2]]), np.array([2, 2, 2]), d)
    assert within.tolist() == [0.5]
    assert across.tolist() == [0.5]


def test_the_gambler_by_his_book():
    """Waudby-Smith & Ramdas (2024): λ_t = √(2 log(2/α) / (σ²_{t−1} t log(1 + t))), cut at half of
    what may be lost, with σ²_t = (1/4 + Σ (Y_i − μ_i)²) / (t + 1), μ_t = (1/2 + Σ Y_i) / (t + 1);
    half of the wealth on either side, and a value is out once either half is above 1 / α."""
    rng = np.random.default_rng(4)
    within = rng.choice([0, 0.5, 1], 150, p=[0.7, 0.1, 0.2])
    across = rng.choice([0.25, 0.5, 1], 150)
    lows, highs = _sequence(within, across, 0.05)

    def refuted(alpha):
        mean, ys, wealth = 1 / (2 - alpha), [], [0.5, 0.5]
        squares = 0.25
        for t, (w, c) in enumerate(zip(within, across, strict=True), 1):
            y = ((1 - alpha) * c - w + 1) / (2 - alpha)
            bet = (2 * log(2 / 0.05) / (squares * log(1 + t))) ** 0.5
            wealth[0] *= 1 + min(bet, 0.5 / mean) * (y - mean)
            wealth[1] *= 1 - min(bet, 0.5 / (1 - mean)) * (y - mean) if mean < 1 else 1
            ys.append(y)
            squares += (y - (0.5 + sum(ys)) / (t + 1)) ** 2
            if max(wealth) >= 1 / 0.05:
                return t
        return 999

    out = {alpha: refuted(alpha) for alpha in np.linspace(0, 1, 401)[:-1].tolist()}
    for t in (10, 40, 80, 150):
        kept = [alpha for alpha, at in out.items() if at > t]
        assert lows[t - 1] == pytest.approx(min(kept))
        assert min(highs[t - 1], 0.9975) == pytest.approx(max(kept))
    assert len(set(lows.tolist())) > 5


@pytest.mark.parametrize("knows", [0.8, 0.9])
def test_holds_at_all_looks(knows):
    """40 studies of 600 items: α is ever outside in at most 5% and three standard errors; an
    interval of width .37 and .29 after 200 items (another program: .370, .285)."""
    outside, widths = 0, []
    for seed in range(40):
        path = np.array(stop_or_go_on(study_of(seed, knows, 600)).path)
        outside += bool(((path[:, 0] > knows**2) | (path[:, 1] < knows**2)).any())
        widths.append(path[99, 1] - path[99, 0])
    assert outside / 40 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 40)
    assert np.mean(widths) == pytest.approx({0.8: 0.370, 0.9: 0.285}[knows], abs=0.03)


def test_labels_saved():
    """True α .81, level .667, a look every 20 items: decided rightly after a median of about 260
    items (another program, 200 runs), where a plan for α = .75 takes 660."""
    items = []
    for seed in range(20):
        path = np.array(stop_or_go_on(study_of(100 + seed, 0.9, 700)).path)
        above = np.flatnonzero(path[9::10, 0] >= 0.667)
        assert path[:, 1].min() >= 0.667  # never the wrong decision
        items.append(20 * (above[0] + 1) if len(above) else 700)
    assert 180 <= np.median(items) <= 360


def test_limits_only_close_in():
    """The lower limit never falls and the upper never rises; coders who guess are below."""
    rng = np.random.default_rng(0)
    said = {c: rng.integers(2, size=400).tolist() for c in "AB"}
    found = stop_or_go_on(from_coders(said))
    path = np.array(found.path)
    assert (np.diff(path[:, 0]) >= 0).all()
    assert (np.diff(path[:, 1]) <= 0).all()
    assert found.verdict == "below"
    assert found.low == 0


def test_what_is_next():
    """Items with one label are offered at random, the same for the same seed, and are not used."""
    rows = [(i, "A", "xy"[i % 2]) for i in range(50)] + [(i, "B", "xy"[i % 2]) for i in range(11)]
    found = stop_or_go_on(codings(rows), batch=5)
    assert found.items == 10
    assert len(found.next) == len(set(found.next)) == 5
    assert all(item > 10 for item in found.next)
    assert found.next == stop_or_go_on(codings(rows), batch=5).next
    assert found.next != stop_or_go_on(codings(rows), batch=5, rng=1).next
    assert found.verdict == "open"
    narrow = stop_or_go_on(study_of(1, 0.9, 200), level=0.8, width=0.5)
    assert narrow.verdict == "narrow"


def test_refusals_and_nothing():
    """Distances above 1, a level outside 0 and 1: words; nobody labelled twice: open, no number."""
    with pytest.raises(NotApplicableError, match="between 0 and 1"):
        stop_or_go_on(from_coders({"A": [1, 5, 9], "B": [1, 5, 8]}), distance="interval")
    with pytest.raises(AccordError, match="level and confidence"):
        stop_or_go_on(study_of(1, 0.9, 20), level=2)
    none = stop_or_go_on(codings([(1, "A", "x"), (2, "B", "y")]))
    assert np.isnan(none.low)
    assert none.verdict == "open"
    sets = [frozenset("ab"), frozenset("a"), frozenset("c")] * 20
    masi = stop_or_go_on(from_coders({"A": sets, "B": sets}), distance="masi")
    assert masi.high == 1


def test_on_the_command_line(capsys, tmp_path):
    """The same numbers as in Python; what to do is said first."""
    path = tmp_path / "labels.csv"
    study = study_of(4, 0.95, 400)
    rows = [f"i{i},{c},{k}" for i, c, k in study.rows()]
    path.write_text("\n".join(["item,coder,label", *rows]), "utf-8")
    found = json.loads(called(capsys, "stop", path, "--json", "-q").out)
    wanted = stop_or_go_on(accord.read(path))
    assert (found["low"], found["high"]) == (wanted.low, wanted.high)
    assert called(capsys, "stop", path, "-q").out.startswith("Stop: α is above 0.667.")
    assert called(capsys, "stop", path, "-q", "--level", "0.9").out.startswith("Go on: ")
