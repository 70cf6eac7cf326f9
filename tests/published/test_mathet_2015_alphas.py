"""Mathet, Widlöcher & Métivier 2015, §3.4.1 and §6.1: what the alphas and κ_d see."""

import pytest

import accord


def _study(units, end):
    rows = [("d", coder, *unit) for coder, marked in units.items() for unit in marked]
    return accord.Unitizings.of(rows, coders=list(units), extents={"d": (0, end)})


def test_observed_of_figure_14():
    """uD_o = 2 (10² + 5² + 8² + 5² + 5²) / (76 · 2) = 3.145 (a layout with these mismatches)."""
    study = _study(
        {
            "A": [(0, 15, 1), (17, 32, 1), (48, 58, 2), (60, 65, 4)],
            "B": [(0, 15, 1), (27, 40, 3), (46, 48, 1), (48, 53, 1), (60, 65, 4)],
        },
        76,
    )
    # The unit [46, 48) of B adds a mismatch of 2² that the figure does not have.
    assert accord.spans.u_alpha_2013(study).observed == pytest.approx((239 + 4) / 76)
    without = _study(
        {
            "A": [(0, 15, 1), (17, 32, 1), (48, 58, 2), (60, 65, 4)],
            "B": [(0, 15, 1), (27, 40, 3), (48, 53, 1), (60, 65, 4)],
        },
        76,
    )
    assert accord.spans.u_alpha_2013(without).observed == pytest.approx(3.1447368421052633)
    categories = accord.spans.cu_alpha_2013(without, distance="interval")
    assert categories.observed == pytest.approx(0.8333333333333334)
    assert categories.expected == pytest.approx(3.25)
    assert categories.value == pytest.approx(0.7435897435897436)


def test_long_and_short_orphans():
    """Figure 17: one orphan of length 10 costs 100, two of length 1 cost 2 (times 1/L)."""
    long = _study({"A": [(0, 5, "x"), (10, 20, "x")], "B": [(0, 5, "x")]}, 40)
    short = _study({"A": [(0, 5, "x"), (10, 11, "x"), (20, 21, "x")], "B": [(0, 5, "x")]}, 40)
    assert accord.spans.u_alpha_2013(long).observed * 40 == pytest.approx(100)
    assert accord.spans.u_alpha_2013(short).observed * 40 == pytest.approx(2)


def test_the_paradox_of_positioning():
    """§6.1.7: with categories that differ, agreement on positions makes uα (2013) worse."""
    moderate = _study({"A": [(0, 100, 1), (200, 300, 2)], "B": [(20, 120, 3), (220, 320, 4)]}, 400)
    full = _study({"A": [(0, 100, 1), (200, 300, 2)], "B": [(0, 100, 3), (200, 300, 4)]}, 400)
    assert accord.spans.u_alpha_2013(moderate).observed * 400 / 2 == pytest.approx(7200)
    assert accord.spans.u_alpha_2013(full).observed * 400 / 2 == pytest.approx(10000)
    assert accord.spans.u_alpha_2013(full).value < accord.spans.u_alpha_2013(moderate).value


def test_splits_lower_the_observed_disagreement_of_u_alpha():
    """Figure 18: the more a coder splits what the other did not mark, the less it costs."""
    whole = _study({"A": [(10, 20, "x")], "B": []}, 30)
    split = _study({"A": [(10, 15, "x"), (15, 20, "x")], "B": []}, 30)
    assert accord.spans.u_alpha_2013(whole).observed * 30 == pytest.approx(100)
    assert accord.spans.u_alpha_2013(split).observed * 30 == pytest.approx(50)


def test_cu_alpha_is_blind_to_splits_and_to_missing_units():
    """§6.1.5: c|uα has the same D_o for one unit or several, and sees no unit that is missing.

    A  |---1---|  |---2---|           A  |---1---|  |---2---|
    B  |-1-|-1-|  |---2---| |--1--|   B  |---1---|  |---2---|
    """
    plain = [(0, 10, 1), (12, 22, 2)]
    changed = [(0, 5, 1), (5, 10, 1), (12, 22, 2), (24, 30, 1)]
    same = accord.spans.cu_alpha_2013(_study({"A": plain, "B": plain}, 30))
    other = accord.spans.cu_alpha_2013(_study({"A": plain, "B": changed}, 30))
    assert same.observed == other.observed == 0
    assert same.value == other.value == 1


def test_alphas_refuse_overlap_by_name():
    """§6.1.8: the first two units that overlap are named."""
    study = _study({"A": [(0, 10, "x"), (4, 6, "y")], "B": [(0, 10, "x"), (4, 6, "y")]}, 10)
    with pytest.raises(accord.NotApplicableError, match=r"\[0, 10\) 'x' and \[4, 6\) 'y' of coder"):
        accord.spans.u_alpha(study)
    assert "overlap" in accord.find("u_alpha_2013").objection(study)
    assert accord.spans.alpha_u_1995(study).value == pytest.approx(1)
