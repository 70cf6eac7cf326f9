"""Donner & Eliasziw 1987: F against a level of intraclass correlation other than 0."""

import pytest

import accord

STUDY = accord.from_wide([[1, 2, 3], [4, 5, 6], [7, 8, 9]])


@pytest.mark.parametrize(
    ("level", "at_level", "f", "p"),
    [
        (0.0, 1, 27.0, 1 / 1000),  # (1 + 27/3)⁻³
        (0.5, 4, 6.75, 64 / 2197),  # (1 + 2.25)⁻³ = (13/4)⁻³
        (0.75, 10, 2.7, 1000 / 6859),  # (1 + .9)⁻³ = (19/10)⁻³
    ],
)
def test_f_at_a_level(level, at_level, f, p):
    """F / (1 + c ρ/(1 − ρ)), and its tail, by hand: i = 3 items, c = 3 coders.

    Means of items 2, 5, 8: variance 9, so 3 · 9 = 27 between items; each item has variance 1,
    so F = 27 with i − 1 = 2 and i(c − 1) = 6 degrees of freedom. With 2 and 6 the tail of F is
    P(F > f) = (1 + 2f/6)⁻³ in closed form.
    """
    assert 1 + 3 * level / (1 - level) == pytest.approx(at_level)
    found = accord.infer.level_test(STUDY, accord.bound("alpha", distance="interval"), level)
    assert found.statistic == pytest.approx(f, rel=1e-12)
    assert found.p == pytest.approx(p, rel=1e-9)
    less, both = (
        accord.infer.level_test(
            STUDY, accord.bound("alpha", distance="interval"), level, alternative=side
        ).p
        for side in ("less", "two-sided")
    )
    assert less == pytest.approx(1 - p, rel=1e-9)
    assert both == pytest.approx(2 * p, rel=1e-9)


def test_f_below_one_is_in_the_lower_tail():
    """At ρ = .97, F / (1 + 3 · .97/.03) = 27/98: p = (1 + 9/98)⁻³, two-sided twice the rest."""
    p = (98 / 107) ** 3
    greater, both = (
        accord.infer.level_test(
            STUDY, accord.bound("alpha", distance="interval"), 0.97, alternative=side
        )
        for side in ("greater", "two-sided")
    )
    assert greater.statistic == pytest.approx(27 / 98, rel=1e-12)
    assert greater.p == pytest.approx(p, rel=1e-9)
    assert both.p == pytest.approx(2 * (1 - p), rel=1e-9)
