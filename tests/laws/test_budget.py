"""A stated budget bounds the time of γ, chance samples included, and the value says so."""

import math
from random import Random
from time import process_time

import pytest

import accord
from accord._measure.gamma import gamma
from accord._measure.gamma.align.cover import Budget
from accord.infer.why.two_rounds import two_rounds
from tests.cli.commands import called


def nested(units):
    """Two coders whose units all lie in one another."""
    return accord.Unitizings.of(
        ("d", f"c{c}", n + c, 2000 - n - c, "xyz"[(n + c) % 3])
        for c in range(2)
        for n in range(units)
    )


def overlapping(coders, units):
    """Units anywhere, long enough to overlap with most others."""
    rng = Random(1)
    rows = []
    for c in range(coders):
        for _ in range(units):
            begin = rng.randrange(1000)
            rows.append(("d", f"c{c}", begin, begin + rng.randrange(1, 400), rng.choice("xyz")))
    return accord.Unitizings.of(rows)


@pytest.mark.parametrize("study", [nested(120), overlapping(5, 60)], ids=["nested", "overlapping"])
def test_the_budget_bounds_all_alignments(study):
    """Twice the budget at most, and what cannot be divided: pairs, and two samples. The value
    lies in the certified interval."""
    began = process_time()
    found = accord.spans.gamma(study, budget=0.2)
    assert process_time() - began < 2 * 0.2 + 2.5
    low, high = found.detail["certified"]
    assert low <= found.value <= high
    assert found.detail["exact"] or "certified" in found.settings


def test_an_easy_study_is_exact_within_the_budget():
    """Where time suffices the budget changes nothing."""
    study = accord.example("entities")
    assert accord.spans.gamma(study).value == accord.spans.gamma(study, budget=1000).value
    assert accord.spans.gamma(study, budget=Budget(seconds=1000)).detail["exact"]


def test_units_beyond_all_bounds_are_refused():
    """Very many units that all overlap are refused in one line, at once."""
    rows = [("d", c, n, 9000 - n, "x") for c in "AB" for n in range(4000)]
    with pytest.raises(accord.AccordError, match="cut the documents into parts"):
        accord.spans.gamma(accord.Unitizings.of(rows))


def test_a_report_has_one_budget():
    """Where the time was over before the value was exact, pairs of coders are compared by what is
    quick; where it sufficed, by γ itself. The report says how to get it again."""
    hard = accord.report(overlapping(4, 60), measure="gamma", budget=0.001, resamples=20)
    assert not {"partial", "certified"}.isdisjoint(hard["answer"]["settings"])
    assert (hard["coders"]["symbol"], hard["coders"]["without_symbol"]) == ("F1", "F1")
    assert "budget=0.001" in hard["methods"]["command"]
    easy = accord.report(overlapping(3, 4), measure="gamma", budget=1000.0, resamples=20)
    assert (easy["coders"]["symbol"], easy["coders"]["without_symbol"]) == ("γ", "γ")


def several(documents, seed):
    """Three coders who mark a few units in each document."""
    rng = Random(seed)
    return accord.Unitizings.of(
        (f"d{d}", c, 20 * n + rng.randrange(8), 20 * n + 10 + rng.randrange(8), rng.choice("xy"))
        for d in range(documents)
        for c in "ABC"
        for n in range(2)
    )


def test_two_rounds_have_one_budget(monkeypatch):
    """Both values, what is left out of each side and the tables of coders: all γ of a comparison
    of two rounds may take, added up, no longer than one γ. Where time suffices, γ is tested."""
    given, whole = [], gamma._budget

    def watched(budget, usable):
        given.append(Budget.of(budget).seconds)
        return whole(budget, usable)

    monkeypatch.setattr(gamma, "_budget", watched)
    found = two_rounds(
        several(3, 1), several(3, 2), accord.bound("gamma", precision=0.5, budget=9e6)
    )
    assert len(given) > 2 * 3
    assert sum(given) <= 9e6 * (1 + 1e-9)
    assert 0 < found.comparison.p <= 1
    assert {change.name for change in found.coders} == {"A", "B", "C"}


def test_a_report_with_two_rounds_has_two_budgets(monkeypatch):
    """One for the value, and one for all pairs of coders and the comparison of the rounds."""
    given, whole = [], gamma._budget

    def watched(budget, usable):
        given.append(Budget.of(budget).seconds)
        return whole(budget, usable)

    monkeypatch.setattr(gamma, "_budget", watched)
    made = accord.report(
        several(3, 1),
        measure="gamma",
        precision=0.2,
        budget=9e6,
        resamples=20,
        against=several(3, 2),
    )
    assert made["answer"]["measure"] == "gamma"
    assert made["against"]["coders"]
    assert max(given) == 9e6
    rest = sorted(given)[:-1]
    assert sum(rest) <= 9e6 * (1 + 1e-9)


def test_rounds_that_time_did_not_suffice_for_are_not_tested():
    """No p from values that are not exact; the report says so, and how to get it."""
    now, before = overlapping(4, 60), overlapping(4, 50)
    made = accord.report(now, measure="gamma", budget=0.001, resamples=20, against=before)
    assert math.isnan(two_rounds(now, before, accord.bound("gamma", budget=0.001)).comparison.p)
    assert made["against"]["coders"] == []
    assert "time budget reached" in made["against"]["notes"][0]
    assert made["against"]["sentence"].endswith("The difference was not tested.")


def few_units():
    """Three coders with few units: chance needs many samples, so the first ones end the budget."""
    return [
        ("d", "A", 0, 5, "x"),
        ("d", "A", 40, 70, "y"),
        ("d", "B", 2, 6, "x"),
        ("d", "B", 30, 75, "x"),
        ("d", "C", 0, 9, "y"),
        ("d", "C", 44, 68, "y"),
    ]


def test_slow_pairs_are_named(tmp_path, capsys):
    """Pairs that the time budget did not suffice for are counted in one line."""
    rows = ["document,coder,begin,end,label", *(",".join(map(str, row)) for row in few_units())]
    (tmp_path / "units.csv").write_text("\n".join(rows), "utf-8")
    asked = ("measure", tmp_path / "units.csv", "-m", "gamma", "--by", "pair")
    assert "time limit" not in called(capsys, *asked, "--budget", "1000").out
    told = called(capsys, *asked, "--budget", "0.000001").out
    assert "time limit reached for 3 pairs; raise --budget" in told


def test_pairs_without_a_value_are_counted():
    """A breakdown by pair says how many pairs have no value, and why."""
    measure = accord.bound("gamma", budget=0.000001)
    found = accord.breakdown(accord.Unitizings.of(few_units()), "pair", measure)
    assert found.notes[-1].startswith("3 of 3 pairs have no value")
