"""Values that were a little wrong at the edges: by hand, or the same in another guise."""

from math import inf

import numpy as np
import pytest

import accord
from accord.infer import icc_table
from accord.regions import Regions, region_label_alpha

PARTLY = [
    ["a", "a", "a"],
    ["a", "b", None],
    ["b", "b", "b"],
    ["a", "b", "b"],
    ["b", None, "b"],
    ["a", "a", "b"],
]


def test_lights_kappa_of_complete_items():
    """All pairs have the items that every coder coded, not those that the two coded."""
    found = accord.light_kappa(accord.from_wide(PARTLY), missing="complete")
    whole = accord.from_wide([row for row in PARTLY if None not in row])
    assert found.value == pytest.approx(accord.light_kappa(whole).value, abs=1e-15)
    assert found.value == pytest.approx(0.4)
    assert accord.light_kappa(accord.from_wide(PARTLY)).value != found.value
    assert found.counts["i"] == 6


def test_an_icc_of_perfect_agreement():
    """F is infinite, p is 0, and every limit is 1."""
    for form in icc_table([[1, 1], [2, 2], [5, 5]]).forms:
        assert (form.value, form.F, form.p, form.low, form.high) == (1.0, inf, 0.0, 1.0, 1.0)


def test_an_icc_of_coders_who_differ_by_a_constant():
    """Consistency is perfect, agreement is not: only ICC(3) has both limits at 1."""
    table = icc_table([[1, 2], [2, 3], [5, 6]])
    assert (table["3,1"].F, table["3,1"].low, table["3,k"].high) == (inf, 1.0, 1.0)
    assert np.isinf(table["2,1"].F)
    assert table["2,1"].value == pytest.approx(0.8966, abs=1e-4)
    assert 0 < table["2,1"].low < table["2,1"].high < 1
    assert np.isfinite(table["1,1"].F)


@pytest.mark.parametrize("measure", [accord.labels.r_wg, accord.labels.r_wg_j])
@pytest.mark.parametrize("offset", [1e9, 1e12, 1e15])
def test_r_wg_far_from_zero(measure, offset):
    """A shift of all numbers changes nothing."""
    table = np.array([[0, 1, 2], [1, 1, 4], [3, 4, 4]])
    here, there = (measure(accord.from_wide((table + o).tolist()), scale=5) for o in (0, offset))
    assert there.value == pytest.approx(here.value, abs=1e-14)


def test_alpha_of_numbers_too_small_to_be_squared():
    """A scale changes nothing as long as squares can be had; then it is said, as for large ones."""
    table = np.array([[0.3, 0.1], [0.9, 0.8], [0.5, 0.7], [0.2, 0.2]])
    value = accord.alpha(accord.from_wide(table.tolist()), distance="interval").value
    small = accord.from_wide((table * 1e-149).tolist())
    assert accord.alpha(small, distance="interval").value == pytest.approx(value, rel=1e-12)
    with pytest.raises(accord.AccordError, match="all values are within 1e-150"):
        accord.alpha(accord.from_wide((table * 1e-160).tolist()), distance="interval")
    one = accord.from_wide([[1e-160, 1e-160], [1e-160, 1e-160]])  # one value only: no difference
    assert np.isnan(accord.alpha(one, distance="interval").value)


def test_images_that_nobody_marked():
    """A cat by both, a dog by one, and nothing in c: with a lacking box as a category c is an item
    about which both agree (KαLOS); D_o = 1/3, and 2 cats, 1 dog, 3 × nothing give D_e = 22/30."""
    box = (0, 0, 9, 9)
    rows = [("a", "A", box, "cat"), ("a", "B", box, "cat"), ("b", "A", box, "dog")]
    seen = [(image, coder) for image in "abcd" for coder in "AB"][:-1]
    study = Regions.of(rows, items="abcd", seen=seen)
    found = region_label_alpha(study, unmatched="category")
    assert found.D_o == pytest.approx(1 / 3)
    assert found.D_e == pytest.approx(22 / 30)
    assert found.counts["m"] == 3
    table = accord.infer.replicates(study, "region_label_alpha", resamples=20)
    assert len(table.values) + table.undefined == 20
    given = region_label_alpha(study)
    assert "c" in study.items
    assert given.counts["m"] == 1
