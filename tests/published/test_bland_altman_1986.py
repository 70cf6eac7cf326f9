"""Limits of agreement of two flow meters (Bland & Altman 1986, Table I), and traces by hand."""

import numpy as np
import pytest
from click.testing import CliRunner

import accord
from accord.cli import program
from accord.errors import DataError, NotApplicableError

WRIGHT = [494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427]
MINI = [512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451]


def test_peak_flow():
    """Printed: mean difference −2.1, SD 38.8, limits −79.7 and 75.5 with 2 SD (rounded in between,
    so within .1), interval of the mean −22.0 to 17.8, of the limits −114.3 to −45.1 and 40.9 to
    110.1."""
    study = accord.from_coders({"Wright": WRIGHT, "mini": MINI})
    found = accord.labels.bland_altman(study, times=2)
    assert found.items == 17
    assert found.bias == pytest.approx(-2.1, abs=0.05)
    assert found.sd == pytest.approx(38.8, abs=0.05)
    assert (found.low, found.high) == pytest.approx((-79.7, 75.5), abs=0.1)
    assert found.bias_interval == pytest.approx((-22.0, 17.8), abs=0.1)
    assert found.low_interval == pytest.approx((-114.3, -45.1), abs=0.2)
    assert found.high_interval == pytest.approx((40.9, 110.1), abs=0.2)
    usual = accord.labels.bland_altman(study)
    assert usual.high - usual.low == pytest.approx(2 * 1.96 * usual.sd)


def test_who_can_be_compared():
    """Three coders, names, or one common item are refused with the reason."""
    three = accord.from_coders({"A": [1, 2], "B": [1, 2], "C": [1, 2]})
    with pytest.raises(NotApplicableError, match="two coders; found 3"):
        accord.labels.bland_altman(three)
    with pytest.raises(NotApplicableError, match="needs numbers; found 'x'"):
        accord.labels.bland_altman(accord.from_coders({"A": "xy", "B": "xy"}))
    with pytest.raises(NotApplicableError, match="found 1"):
        accord.labels.bland_altman(accord.from_coders({"A": [1, None], "B": [2, 3]}))


def test_traces_meet_on_one_grid():
    """Lines between the points: A is t, B is t + 1 from 1 on; both from 1 to 4."""
    traces = {"A": [(0, 0), (4, 4)], "B": [(5, 6), (1, 2), (3, 4)]}
    found = accord.labels.on_grid(traces, step=1)
    assert list(found.study.items) == [1, 2, 3, 4]
    limits = accord.labels.bland_altman(found.study)
    assert (limits.bias, limits.sd) == pytest.approx((-1, 0))
    with pytest.raises(DataError, match="two values at time 1"):
        accord.labels.on_grid({"A": [(1, 2), (1, 3)], "B": [(0, 1), (2, 1)]})
    with pytest.raises(DataError, match="in common"):
        accord.labels.on_grid({"A": [(0, 0), (1, 1)], "B": [(5, 6), (6, 2)]}, step=1)


def test_a_late_coder_is_moved_back():
    """B says what A says two seconds later: with a search for lags they agree."""
    times = np.arange(0, 30, 0.5)
    wave = np.sin(times / 3) + times / 40
    traces = {
        "A": list(zip(times, wave, strict=True)),
        "B": list(zip(times + 2, wave, strict=True)),
    }
    still = accord.labels.on_grid(traces, step=0.5)
    moved = accord.labels.on_grid(traces, step=0.5, lag=3)
    assert moved.lags == {"A": 0.0, "B": -2.0}
    assert accord.labels.ccc(moved.study).value == pytest.approx(1.0)
    assert accord.labels.ccc(still.study).value < 0.9


def test_the_command_line_has_the_limits(tmp_path):
    """`accord anatomy` of numbers prints bias and limits with their intervals: t of 16 degrees of
    freedom is 2.1199, so ± 2.1199 · 38.765 / √17 = 19.93 for the bias and √3 times as much
    for a limit."""
    rows = [f"{i},{a},{b}" for i, (a, b) in enumerate(zip(WRIGHT, MINI, strict=True))]
    (tmp_path / "flow.csv").write_text("\n".join(["item,Wright,mini", *rows]))
    run = [
        "anatomy",
        str(tmp_path / "flow.csv"),
        "--wide",
        "--item",
        "item",
        "--coders",
        "Wright,mini",
    ]
    shown = CliRunner().invoke(program, run).output
    for figure in ("-2.118 [-22.05, 17.81]", "38.77", "-78.1 [-112.6, -43.58]", "73.86"):
        assert figure in shown, shown
    assert '"bias"' in CliRunner().invoke(program, [*run, "--json", "--quiet"]).output
    names = tmp_path / "names.csv"
    names.write_text("item,coder,category\na,A,x\na,B,y\nb,A,x\nb,B,x\n")
    wrong = CliRunner().invoke(program, ["anatomy", str(names)])
    assert "needs numbers" in str(wrong.exception)


def test_traces_in_a_table(tmp_path):
    """Long tables of times, of one recording or several, are put on grids of their own."""
    rows = ["talk,who,time,value"]
    for talk, late in (("t1", 0), ("t2", 3)):
        rows += [f"{talk},Ann,{t},{t * t % 7}" for t in range(0, 12, 2)]
        rows += [f"{talk},Bob,{t},{t * t % 7}" for t in range(late, 12)]
    (tmp_path / "traces.csv").write_text("\n".join(rows))
    columns = ["--item", "talk,time", "--coder", "who", "--category", "value"]
    run = ["measure", str(tmp_path / "traces.csv"), *columns, "-m", "ccc"]
    shown = CliRunner().invoke(program, [*run, "--grid", "2"]).output
    # t1: times 0, 2 … 10; t2: 3, 5, 7, 9, where Ann's line lies between her points.
    assert "10 times at a step of 2" in shown
    assert "i:10|c:2" in shown
    study = accord.read(
        tmp_path / "traces.csv", item=["talk", "time"], coder="who", category="value"
    )
    found = accord.labels.on_grid(study, step=2)
    assert list(found.study.items)[-1] == "t2 · 9"
    assert list(found.study.about["recording"]) == ["t1"] * 6 + ["t2"] * 4
    assert f"{accord.labels.ccc(found.study).value:.4f}" in shown
    assert "--lag works with --grid" in CliRunner().invoke(program, [*run, "--lag", "2"]).output
    wrong = CliRunner().invoke(program, [*run[:3], "talk", *run[4:], "--grid", "2"])
    assert wrong.exit_code != 0


def test_what_is_no_trace():
    """Items that are no times, and a recording that one coder rated alone, are named."""
    with pytest.raises(DataError, match="item 'a' is not a time"):
        accord.labels.on_grid(accord.codings([("a", "A", 1), ("b", "B", 2)]))
    rows = [(f"r · {t}", who, t) for t in range(3) for who in "AB"] + [("s · 1", "A", 4)]
    with pytest.raises(DataError, match="recording 's': trace of 'A': expected two or more points"):
        accord.labels.on_grid(accord.codings(rows))
