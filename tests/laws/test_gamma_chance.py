"""γ's chance against enumeration, on awkward axes, and where the budget ends."""

from itertools import combinations, product

import numpy as np
import pytest

from accord import Continuum, Unitizings
from accord._measure.gamma.align.cover import Budget
from accord._measure.gamma.disorder_chance import OneContinuum
from accord.spans import best_alignment, gamma, gamma_cat, gamma_k

DECIMALS = {
    "A": [(0.1, 0.7, "x"), (1.3, 1.9, "y"), (2.2, 3.4, "x")],
    "B": [(0.2, 0.7, "x"), (1.3, 2.1, "x"), (2.9, 3.4, "y")],
    "C": [(0.1, 0.9, "y"), (1.7, 1.9, "y")],
}


def _moved(units, cut, length):
    """The units after the continuum is cut and its parts exchanged, as §5.2.1 has it."""
    return [((b - cut) % length, (b - cut) % length + e - b, k) for b, e, k in units]


def _every_chance(units, length):
    """The mean disorder over all choices of coders and of cuts that are far enough apart."""
    mean = np.mean([e - b for row in units for b, e, _ in row])
    found = []
    for cuts in product(range(length), repeat=len(units)):
        near = [min((a - b) % length, (b - a) % length) for a, b in combinations(cuts, 2)]
        if min(near) < mean:
            continue
        for who in product(units, repeat=len(units)):
            drawn = {
                at: _moved(row, cut, length)
                for at, (row, cut) in enumerate(zip(who, cuts, strict=True))
            }
            if any(drawn.values()):
                found.append(best_alignment(Continuum.of(drawn)).disorder)
    return float(np.mean(found))


@pytest.mark.parametrize(
    ("units", "length"),
    [
        ([[(0, 3, "a"), (5, 7, "b")], [(1, 3, "a"), (5, 9, "b")]], 11),
        ([[(0, 3, "a"), (2, 7, "b")], []], 9),
    ],
)
def test_expected_disorder_by_enumeration(units, length):
    """δ_e is the mean over all cuts a mean length apart, circularly, and all choices of coders."""
    found = gamma(
        Continuum.of(dict(enumerate(units)), begin=0, end=length), samples=4000, precision=None
    )
    chance = found.detail["chance"]
    # Four standard errors of 4,000 samples.
    error = 4 * float(chance.std()) / len(chance) ** 0.5
    assert found.expected == pytest.approx(_every_chance(units, length), abs=error)


def _guessed(rng):
    """Units of random lengths, gaps and categories, by two coders in four documents."""
    rows = []
    for document, coder in product(range(4), "AB"):
        at = int(rng.integers(0, 12))
        while at < 110:
            end = at + int(rng.integers(3, 9))
            rows.append((document, coder, at, end, "xy"[rng.integers(2)]))
            at = end + int(rng.integers(1, 15))
    return Unitizings.of(rows, extents=dict.fromkeys(range(4), (0, 130)))


@pytest.mark.parametrize(
    ("measure", "given"), [(gamma, {}), (gamma_cat, {}), (gamma_k, {"category": "x"})]
)
def test_random_annotators_score_nothing(measure, given):
    """0 ± .01 in expectation, beside three and a half standard errors of 60 studies."""
    rng = np.random.default_rng(0)
    how = {"samples": 20, "precision": None, **given}
    found = [measure(_guessed(rng), rng=seed, **how).value for seed in range(60)]
    error = float(np.std(found, ddof=1)) / len(found) ** 0.5
    assert abs(np.mean(found)) < 0.01 + 3.5 * error
    assert error < 0.06


@pytest.mark.parametrize("shift", [0.1, -0.3, 1234.7, 1e5 + 0.3])
@pytest.mark.parametrize("scale", [1, 3.7, 1e6, 1e-6])
def test_decimals_may_be_shifted_and_scaled(shift, scale):
    """Tenths of seconds are rounded another way after a shift: chance falls on the same places."""
    moved = {
        coder: [(scale * (b + shift), scale * (e + shift), k) for b, e, k in row]
        for coder, row in DECIMALS.items()
    }
    for measure in (gamma, gamma_cat):
        one, other = (measure(Continuum.of(each)) for each in (DECIMALS, moved))
        assert float(other) == pytest.approx(float(one), abs=1e-9)
        assert other.settings["samples"] == one.settings["samples"]


def test_decimals_of_a_corpus_may_be_shifted():
    """Documents of equal length stay of equal length: nothing is repeated for a rounding error."""

    def study(shift):
        rows = [
            (d, c, b + shift * d, e + shift * d, k)
            for d in range(4)
            for c, row in DECIMALS.items()
            for b, e, k in (row if d % 2 else row[1:])
        ]
        ends = {d: (0.1 + shift * d, 3.4 + shift * d) for d in range(4)}
        return Unitizings.of(rows, extents=ends)

    assert gamma(study(0.0)).settings["chance"] == "corpus"
    one, other = (gamma(study(shift), samples=100, precision=None) for shift in (0.0, 0.7))
    assert other.detail["chance"] == pytest.approx(one.detail["chance"], abs=1e-9)


def test_fewer_places_than_coders():
    """Three coders on two places share them as evenly as can be; not all are cut at one."""
    units = {coder: [(0, 5, "a"), (5, 10, "b")] for coder in "ABC"}
    study = Continuum.of(units)
    source = OneContinuum.of(study, np.arange(3))
    for seed in range(20):
        assert sorted(np.unique(source.cuts(3, np.random.default_rng(seed)))) == [0, 5]
    assert float(gamma(study)) == 1


def _crowd():
    rng = np.random.default_rng(1)
    begin, size, category = (
        rng.integers(low, high, (5, 9)) for low, high in ((0, 20), (1, 12), (0, 4))
    )
    return Continuum.of(
        {
            c: [(int(b), int(b + s), int(k)) for b, s, k in zip(*rows, strict=True)]
            for c, rows in enumerate(zip(begin, size, category, strict=True))
        }
    )


@pytest.mark.parametrize(
    "budget", [Budget(states=1, seconds=0), Budget(groups=1, states=1, seconds=0)]
)
def test_without_a_budget_the_answer_is_an_interval(budget):
    """The truth lies between the bounds, the alignment beats lone units, and it is said."""
    study = _crowd()
    best = best_alignment(study)
    found = best_alignment(study, budget=budget)
    assert best.exact
    assert not found.exact
    assert 0 <= found.lower <= best.disorder <= found.disorder
    assert found.disorder < 0.5 * len(study.coders)  # all alone it would be the number of coders

    exact = gamma(study, samples=3, precision=None)
    rough = gamma(study, samples=3, precision=None, budget=budget)
    low, high = rough.detail["certified"]
    assert low <= float(exact) <= high
    assert not rough.detail["exact"]
    assert f"certified:{low:.4f}..{high:.4f}" in rough.signature
    assert "certified" not in exact.signature
    rough = gamma_cat(study, samples=3, precision=None, budget=budget)
    assert "not proved best" in rough.signature
