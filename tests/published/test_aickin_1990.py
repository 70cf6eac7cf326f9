"""Aickin's model as Artstein & Poesio 2005 (§6.1) describe it: what they prove about κ and π."""

import numpy as np
import pytest

from accord import from_confusion, kappa, pi
from accord.latent import aickin_alpha


def constant(p, q, a, n):
    """The table of n items that the constant predictive probability model expects."""
    p, q = np.array(p), np.array(q)
    return _whole(n * ((1 - a) * np.outer(p, q) + a * np.diag(p * q) / (p @ q)))


def linear(p, a, n):
    """The table of n items that the linear distribution model expects."""
    return _whole(n * ((1 - a) * np.outer(p, p) + a * np.diag(p)))


def _whole(table):
    assert np.allclose(table, table.round(), atol=1e-9)
    return from_confusion(table.round().astype(int), categories="abcd"[: len(table)])


def test_constant_model_is_recovered():
    """On the model's own table a is its share of easy items, and a = (A_o − A_e)/(1 − A_e)."""
    table = constant([0.5, 0.25, 0.25], [0.5, 0.25, 0.25], 0.5, 192)
    found = aickin_alpha(table)
    assert found.value == pytest.approx(0.5, abs=1e-7)  # where EM stops
    assert found.A_o == pytest.approx(132 / 192)
    assert found.A_e == pytest.approx(3 / 8, abs=1e-6)
    assert found.detail["hard"] == pytest.approx(np.array([[0.5, 0.25, 0.25]] * 2), abs=1e-6)


def test_unequal_coders_are_recovered():
    """Each coder has an own distribution on hard items."""
    table = constant([0.5, 0.5], [0.25, 0.75], 0.5, 160)
    found = aickin_alpha(table)
    assert found.value == pytest.approx(0.5, abs=1e-6)
    assert found.detail["hard"] == pytest.approx(np.array([[0.5, 0.5], [0.25, 0.75]]), abs=1e-5)


def test_kappa_is_below_a_for_equal_coders():
    """κ ≤ a for coders with identical distributions, with equality for uniform ones only."""
    skewed = constant([0.5, 0.25, 0.25], [0.5, 0.25, 0.25], 0.5, 192)
    assert kappa(skewed).value < aickin_alpha(skewed).value - 0.04
    uniform = constant([0.25] * 4, [0.25] * 4, 0.5, 320)
    assert kappa(uniform).value == pytest.approx(aickin_alpha(uniform).value, abs=1e-7)


def test_linear_model_gives_kappa_and_pi():
    """With assumption 4′, a = κ = π on the model's own table."""
    table = linear([0.5, 0.25, 0.25], 0.5, 32)
    found = aickin_alpha(table, easy="linear")
    assert found.value == pytest.approx(0.5, abs=1e-7)
    assert kappa(table).value == pytest.approx(0.5)
    assert pi(table).value == pytest.approx(0.5)
    assert (found.A_o, found.A_e) == pytest.approx((22 / 32, 3 / 8), abs=1e-6)


def test_predictive_probability():
    """Agreed items are equally likely to be easy in Aickin's model; in the linear one the rare
    category is the better sign."""
    table = linear([0.5, 0.25, 0.25], 0.5, 32)
    agreed = [list(table.items).index(row[0]) for row in table.rows()[::2]]
    first = {k: i for i, (_, _, k) in zip(agreed, table.rows()[::2], strict=True)}
    same = aickin_alpha(constant([0.5, 0.25, 0.25], [0.5, 0.25, 0.25], 0.5, 192))
    assert len(set(same.detail["easy"].round(9)) - {0.0}) == 1
    rising = aickin_alpha(table, easy="linear").detail["easy"]
    assert sorted(set(rising.round(6)) - {0.0}) == pytest.approx([2 / 3, 0.8], abs=1e-5)
    assert first  # every category occurs
