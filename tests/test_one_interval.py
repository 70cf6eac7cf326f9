"""One interval: every command and Python give it alike for the same study, measure and seed."""

import json
import re

import pytest

import accord
from tests.cli.commands import called
from tests.report_studies import acts, boundaries

ORDERED = ["low", "mid", "high"]


def ratings():
    """Ordered categories, three coders, some of them off by one."""
    rows = [
        (f"s{i:02}", coder, ORDERED[(i * i + (i + c) % 5 // 4) % 3])
        for i in range(30)
        for c, coder in enumerate("ABC")
    ]
    return accord.from_columns(*zip(*rows, strict=True), categories=ORDERED)


CASES = {
    "labels": (acts, "alpha", {"distance": "nominal"}),
    "labels per coder": (acts, "kappa", {}),
    "labels, computed anew": (acts, "light_kappa", {}),
    "ordinal": (ratings, "alpha", {"distance": "ordinal"}),
    "spans": (lambda: accord.example("entities"), "cu_alpha_2013", {}),
    "spans, costly": (lambda: accord.example("entities"), "gamma", {}),
    "spans, computed anew": (lambda: accord.example("entities"), "span_f1", {}),
    "boundaries": (boundaries, "boundary_similarity", {}),
    "chains": (lambda: accord.example("coreference"), "chain_alpha", {"distance": "masi"}),
}
"""A study, a measure and its settings."""


ANEW = "labels, computed anew"
"""Hundreds of κ of pairs for each interval: by default in `make full` only."""

NAMES = [pytest.param(name, marks=[pytest.mark.full] * (name == ANEW)) for name in CASES]


@pytest.fixture(params=NAMES)
def case(request, tmp_path):
    """The study as a file, the measure bound to its settings, and the options that say them."""
    return written(request.param, tmp_path)


def written(case, tmp_path):
    """The same of one case."""
    make, name, settings = CASES[case]
    path = tmp_path / "study.jsonl"
    accord.write(make(), path)
    options = [part for key, value in settings.items() for part in (f"--{key}", value)]
    return path, accord.bound(name, **settings), options


def plain(found):
    """An interval as JSON has it."""
    return json.loads(json.dumps(found.as_dict()))


SAID = {"resamples": 60, "rng": 3, "confidence": 0.9}


def test_every_command_prints_the_interval_of_python(case, capsys):
    """`report`, `measure` and `interval` agree to the last digit."""
    everywhere(case, SAID, capsys)


BY_DEFAULT = ("labels per coder", "boundaries")
"""What a default of a command could differ in, closed form or resamples, is in these two."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.full] * (name not in BY_DEFAULT)) for name in CASES],
)
def test_every_command_has_the_same_defaults(name, tmp_path, capsys):
    """The same where nothing is said of resamples, seed and confidence."""
    everywhere(written(name, tmp_path), {}, capsys)


def test_what_is_computed_anew_is_the_same_everywhere(tmp_path, capsys):
    """The same for a measure that is computed anew for every resample, with few of them."""
    everywhere(written(ANEW, tmp_path), SAID, capsys)


def everywhere(case, sampling, capsys):
    """One interval from `interval`, `measure` and `report`."""
    path, measure, options = case
    study = accord.read(path)
    said = {"resamples": "--resamples", "rng": "--seed", "confidence": "--level"}
    options += [part for key, value in sampling.items() for part in (said[key], value)]
    own = {key: sampling[key] for key in sampling if key == "rng" and measure.name == "gamma"}
    wanted = plain(accord.interval(study, measure.with_(**own), **sampling))
    assert wanted["low"] is not None or len(study.items) < 2

    measured = called(
        capsys, "measure", path, "-q", "-m", measure.name, "--interval", "--json", *options
    )
    assert json.loads(measured.out)[0]["interval"] == wanted

    reported = json.loads(
        called(capsys, "report", path, "-q", "-m", measure.name, "--json", *options).out
    )
    assert reported["answer"]["interval"] == wanted
    rows = {row["measure"]: row for row in reported["coefficients"]["rows"]}
    assert rows[measure.name]["interval"] == wanted


def test_check_prints_it_too(case, capsys):
    """`check` shows the same interval, and the confidence is what `probability_below` says."""
    path, measure, options = case
    study = accord.read(path)
    lower = measure.measure.better == "lower"
    bound = round(measure.compute(study).value + (0.02 if lower else -0.02), 3)
    printed = called(
        capsys, "check", path, "-q", "--min", f"{measure.name}:{bound}", "--prob", 0, *options
    ).out
    assert str(accord.interval(study, measure)) in printed
    share = float(re.search(r"confidence that it is at \w+ \S+: ([\d.]+\d)", printed)[1])
    under = accord.infer.probability_below(study, measure, bound)
    assert share == pytest.approx(under if lower else 1 - under, abs=5e-5)


def test_the_report_without_a_lead_has_the_same_intervals(tmp_path, capsys):
    """Measures that do not lead have the interval that `measure` prints for them."""
    path = tmp_path / "study.jsonl"
    accord.write(acts(), path)
    rows = json.loads(called(capsys, "report", path, "-q", "--json").out)["coefficients"]["rows"]
    for row in rows:
        takes = accord.find(row["measure"]).distance != "none"
        distance = ["--distance", "nominal"] if takes else []
        measured = called(
            capsys, "measure", path, "-q", "-m", row["measure"], "--interval", "--json", *distance
        )
        assert json.loads(measured.out)[0]["interval"] == row["interval"]


def test_fewer_resamples_where_each_is_computed_anew():
    """2,000 of sums; what makes 50,000 units, 200 at least, where computed anew; else as said."""
    study = acts(100)
    assert accord.interval(study, "kappa").resamples == 2000
    assert accord.interval(study, "light_kappa").resamples == 500
    assert accord.interval(acts(400, 2), "light_kappa").resamples == 200
    assert accord.interval(study, "light_kappa", resamples=40).resamples == 40


def test_resamples_that_draw_the_same_items_are_computed_once():
    """Three items can be drawn in ten ways: each is computed once, counted as often as drawn."""
    seen = []

    def share(study):
        seen.append(tuple(study.items))
        return accord.percent(study)

    study = accord.from_coders({"A": "aab", "B": "aba"})
    drawn = accord.infer.replicates(study, share, resamples=500)
    assert len(drawn.values) == 500
    assert len(seen) == 1 + 10  # the study itself, and 10 ways to draw 3 items from 3
    plain = accord.infer.replicates(study, "percent", resamples=500)
    assert sorted(set(drawn.values.round(12))) == sorted(set(plain.values.round(12)))


NEVER_EQUAL = {"A": ["x"] * 10, "B": ["y"] * 10}
"""Every item is coded alike, so every resample gives the same value."""


@pytest.mark.parametrize("method", ["bca", "percentile", "basic", "jackknife", "analytic"])
@pytest.mark.parametrize("measure", ["percent", "pi", "kappa"])
def test_no_interval_where_nothing_varies(measure, method):
    """Two equal limits would claim certainty: no interval, no confidence, and a note says why."""
    study = accord.from_coders(NEVER_EQUAL)
    found = accord.interval(study, measure, method=method)
    assert found.low != found.low
    assert found.high != found.high
    drawn = method in ("bca", "percentile", "basic")
    why = "every bootstrap sample gives the same value" if drawn else "the standard error is 0"
    assert found.notes[-1] == f"no interval: {why}"
    below = accord.infer.probability_below(study, measure, 0.5, method=method)
    assert below != below


def test_no_interval_of_one_point_is_ever_held():
    """Whoever makes an interval, and with however much rounding: the class decides."""
    for high, low in [(0.5, 0.5), (0.5 + 1e-14, 0.5)]:
        made = accord.Interval(low, high, 0.95, "t", notes=("few items",))
        assert made.low != made.low
        same = "no interval: both limits are equal"
        assert made.notes == ("few items", same)
    assert accord.Interval(0.5, 0.6, 0.95, "t").notes == ()


def test_commands_print_no_interval_where_nothing_varies(tmp_path, capsys):
    """`measure` (text and JSON), `report`, `compare` and Python's result say the same."""
    path = tmp_path / "study.jsonl"
    accord.write(accord.from_coders(NEVER_EQUAL), path)
    why = "no interval: every bootstrap sample gives the same value"
    asked = ["-m", "pi", "--interval"]
    printed = called(capsys, "measure", path, *asked)
    assert why in printed.err
    assert "[" not in printed.out
    for command in (["measure", *asked], ["report", "-m", "pi"]):
        found = json.loads(called(capsys, *command, "-q", "--json", path).out)
        rows = found if isinstance(found, list) else found["coefficients"]["rows"]
        row = next(row for row in rows if row["measure"] == "pi")
        assert row["interval"]["low"] is None
        assert why in row["interval"]["notes"]
    result = accord.pi(NEVER_EQUAL, interval=True)
    assert "[" not in f"{result} {result.summary()}"
    both = json.loads(called(capsys, "compare", path, path, "-q", "-m", "pi", "--json").out)
    assert both["interval"]["low"] is None


def test_a_judge_who_always_takes_the_first_place_is_found():
    """All differences are equal, so there is no interval; the sign test then decides."""
    both = {"judge": ["A"] * 6, "swapped": ["A"] * 6}
    swaps = accord.from_coders(both, categories=["A", "B"])
    from accord.infer.judges.consistency import swapped

    found = swapped(swaps, positions=True, confidence=0.95)
    assert (found.bias, found.found) == (1.0, True)
    few = swapped(swaps.take(range(5)), positions=True, confidence=0.95)
    assert (few.bias, few.found) == (1.0, False)
