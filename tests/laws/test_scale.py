"""Numbers in metres or in micrometres: coefficients do not depend on the unit of measurement."""

import numpy as np
import pytest

import accord

TABLE = np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 4.0]])
SCALES = [1.0, 1e-6, 1e-9, 1e6]


@pytest.mark.parametrize("scale", SCALES)
def test_interval_alpha_of_tiny_numbers(scale):
    """D_o and D_e shrink with the square of the scale, α stays: a tiny D_e is no D_e of 0.

    D_o = (0 + 0 + 1)/3. D_e = 2 · variance of 1 1 2 2 3 4: (35 − 13²/6)/5 = 41/30, so 41/15.
    α = 1 − (1/3)(15/41) = 36/41.
    """
    found = accord.alpha(accord.from_wide(TABLE * scale), distance="interval")
    assert found.undefined is None
    assert found.D_o == pytest.approx(scale**2 / 3, rel=1e-9, abs=0)
    assert found.D_e == pytest.approx(scale**2 * 41 / 15, rel=1e-9, abs=0)
    assert found.value == pytest.approx(36 / 41, rel=1e-9)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(
    ("measure", "distance", "D_e", "value"),
    [
        # 1 1 2 2 3 4, all 36 ordered pairs: Σ (x − y)² = 2 · 6 · 41/6 = 82
        ("alpha_prime", "interval", 82 / 36, 1 - 12 / 82),
        # A says 1 2 3, B says 1 2 4: Σ over 9 pairs = (0 + 1 + 9) + (1 + 0 + 4) + (4 + 1 + 1)
        ("beta", "interval", 21 / 9, 1 - 3 / 21),
        ("weighted_kappa", "interval", 21 / 9, 1 - 3 / 21),
        # Σ |x − y| over 9 pairs = (0 + 1 + 3) + (1 + 0 + 2) + (2 + 1 + 1) = 11
        ("beta", "linear", 11 / 9, 1 - 3 / 11),
        # 30 ordered pairs of different codings: 2 · (2·2·1 + 2·2 + 2·3 + 2·1 + 2·2 + 1) = 42
        ("alpha", "linear", 42 / 30, 1 - 10 / 42),
    ],
)
def test_every_idea_of_chance_on_tiny_numbers(measure, distance, D_e, value, scale):
    """D_o = 1/3 of the scale's unit, D_e as worked out beside each, whatever the unit is."""
    study = accord.from_wide(TABLE * scale, coders=["A", "B"])
    found = accord.find(measure).compute(study, distance=distance)
    unit = scale**2 if distance == "interval" else scale
    assert found.undefined is None
    assert found.D_o == pytest.approx(unit / 3, rel=1e-9, abs=0)
    assert found.D_e == pytest.approx(unit * D_e, rel=1e-9, abs=0)
    assert found.value == pytest.approx(value, rel=1e-9)


@pytest.mark.parametrize("measure", ["alpha", "alpha_prime", "beta", "weighted_s"])
def test_intervals_of_tiny_numbers(measure):
    """The same resamples give the same limits in any unit."""
    rng = np.random.default_rng(3)
    true = rng.integers(1, 6, 40)
    table = np.stack([true, true + rng.integers(-1, 2, 40)], axis=1).astype(float)
    limits = []
    for scale in (1.0, 1e-6):
        study = accord.from_wide(table * scale, coders=["A", "B"])
        found = accord.interval(study, accord.bound(measure, distance="interval"), resamples=200)
        limits.append((found.low, found.high))
    assert limits[1] == pytest.approx(limits[0], rel=1e-9)
    assert limits[0][0] < limits[0][1]
