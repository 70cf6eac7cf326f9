"""Settings that no run can have are refused in one line, on the command line and in Python."""

import numpy as np
import pytest

import accord
from accord.cli import main
from accord.errors import AccordError, DataError
from accord.machine import MOST_DRAWS, MOST_JOBS
from accord.tasks import Tasks, check_run

TABLE = "item,coder,label\n" + "".join(
    f"{n},{who},{k}\n" for n in range(8) for who, k in (("A", "xy"[n % 2]), ("B", "xxy"[n % 3]))
)
ALPHA = ["-m", "alpha", "--distance", "nominal"]


@pytest.mark.parametrize(
    "words",
    [
        ["measure", "a.csv", *ALPHA, "--permutations", str(10**12)],
        ["measure", "a.csv", *ALPHA, "--permutations", "-1"],
        ["measure", "a.csv", *ALPHA, "--interval", "--resamples", "-5"],
        ["measure", "a.csv", *ALPHA, "--interval", "--resamples", str(10**12)],
        ["measure", "a.csv", *ALPHA, "--interval", "--jobs", str(10**9)],
        ["measure", "a.csv", *ALPHA, "--interval", "--jobs", "0"],
        ["measure", "a.csv", *ALPHA, "--interval", "--level", "1.5"],
        ["measure", "a.csv", *ALPHA, "--seed", "-1"],
        ["report", "a.csv", "-o", "r.json", "--seed", "-1"],
        ["report", "a.csv", "-o", "r.json", "--level", "1.5"],
        ["check", "a.csv", "--min", "alpha:0.1", "--resamples", "-5"],
        ["judge", "a.csv", "--judge", "A", "--seed", "-1"],
        ["plan", "--expect", "0.7", "--width", "1e-300", *ALPHA],
        ["plan", "--expect", "0.7", "--width", "nan", *ALPHA],
        ["plan", "--expect", "0.7", "--threshold", "0.69999999", *ALPHA],
    ],
    ids=" ".join,
)
def test_on_the_command_line(words, tmp_path, monkeypatch, capsys):
    """A usage error or one line, and no traceback."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text(TABLE)
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code in (1, 2)
    said = capsys.readouterr().err.strip().splitlines()
    assert said[-1].startswith(("accord: ", "Error: "))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("rng", value) for value in (1.5, -1, "x", None, float("nan"))),
        *(("n_jobs", value) for value in (float("inf"), 1.5, 0, True, 10**9, -(10**9), "x")),
        *(("confidence", value) for value in (1.5, 1, 0, -1, float("nan"), "x", None)),
        *(("resamples", value) for value in (-5, 1.5, MOST_DRAWS + 1, "x", float("inf"))),
        ("permutations", 10**12),
    ],
)
def test_in_python(name, value):
    """The setting is named, and what is needed."""
    with pytest.raises(DataError, match=f"`{name}=.*expected") as caught:
        check_run({name: value})
    assert "\n" not in str(caught.value)


def test_what_fits():
    """The edges of what is allowed, and what numpy takes as a seed."""
    check_run({"rng": 0, "n_jobs": -1, "confidence": 1e-9, "resamples": 0})
    check_run({"rng": np.random.default_rng(1), "n_jobs": Tasks(2), "resamples": MOST_DRAWS})
    check_run({"rng": np.int64(3), "n_jobs": MOST_JOBS, "resamples": None})
    check_run({"n_jobs": -MOST_JOBS, "confidence": np.float32(0.5), "other": object()})


STUDY = accord.from_coders({"A": "aabbabab", "B": "abbbabaa", "C": "aabbabaa"})


@pytest.mark.parametrize(
    "call",
    [
        lambda **given: accord.measure(STUDY, ["alpha"], distance="nominal", interval=given),
        lambda **given: accord.alpha(STUDY, distance="nominal", interval=given),
        lambda **given: accord.report(STUDY, **given),
        lambda **given: accord.interval(STUDY, "kappa", **given),
        lambda **given: accord.compare(STUDY, STUDY, "kappa", **given),
        lambda **given: accord.judge(STUDY, "A", **given),
        lambda **given: accord.infer.plan_items(expected=0.7, width=0.2, **given),
    ],
)
def test_functions_look_first(call):
    """Every function that takes such a setting refuses it before it computes."""
    for given in ({"confidence": 1.5}, {"rng": 1.5}, {"rng": -1}, {"resamples": -5}):
        with pytest.raises(AccordError, match="expected"):
            call(**given)


def test_a_number_too_large_for_a_number():
    """10**400 is a label like another; distances between numbers say that it is none."""
    study = accord.from_coders({"A": [10**400, 1, 2, 2], "B": [1, 1, 2, 1]})
    assert accord.alpha(study, distance="nominal").value < 1
    with pytest.raises(AccordError, match="needs numeric categories"):
        accord.alpha(study, distance="interval")
