"""Agreement with the majority opinion, and boundaries found, worked by hand.

Passonneau & Litman 1993 print means over narratives that are not published, so the arithmetic is
that of their definition: agreements with the majority over possible agreements with it.
"""

import pytest

import accord


def test_majority_of_labels():
    """Items x x x, x y y, y y y and z x y: 3 + 2 + 3 + 1 of 12 codings are the commonest."""
    study = accord.from_coders({"A": "xxyz", "B": "xyyx", "C": "xyyy"})
    assert accord.labels.majority_percent(study).value == pytest.approx(9 / 12)
    gaps = accord.from_coders(
        {"A": ["x", "x", None], "B": ["x", None, None], "C": ["y", None, "z"]}
    )
    assert accord.labels.majority_percent(gaps).value == pytest.approx(2 / 3)
    alone = accord.from_coders({"A": ["x", None], "B": [None, "y"]})
    assert "no item has two labels" in accord.labels.majority_percent(alone).undefined


def test_majority_of_boundaries():
    """Seven coders, three places: 6, 1 and 3 of them have a boundary there. Of 21 decisions
    6 + 6 + 4 are those of most; where most have a boundary 6/7, where most have none 10/14."""
    masses = {f"c{n}": [1, 3] for n in range(3)} | {f"c{n}": [1, 2, 1] for n in range(3, 5)}
    masses |= {"c5": [1, 1, 1, 1], "c6": [4]}
    study = accord.Segmentations.from_masses({"d": masses})
    found = accord.boundaries.boundary_majority(study)
    assert found.value == pytest.approx(16 / 21)
    assert found.detail == pytest.approx({"boundary": 6 / 7, "no boundary": 10 / 14})


def test_directions():
    """A has 3, 6, 8; B has 3, 7: one in common. A finds half of B's, B a third of A's."""
    masses = {"A": [3, 3, 2, 2], "B": [3, 4, 3]}
    found = accord.boundaries.boundary_f1(accord.Segmentations.from_masses({"d": masses}))
    assert found.value == pytest.approx(2 * 1 / (3 + 2))
    ab, ba = found.detail["pairs"]["A", "B"], found.detail["pairs"]["B", "A"]
    assert (ab["recall"], ab["precision"]) == pytest.approx((1 / 3, 1 / 2))
    assert (ba["recall"], ba["precision"]) == pytest.approx((1 / 2, 1 / 3))
