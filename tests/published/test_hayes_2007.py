"""Hayes & Krippendorff 2007, Answering the Call for a Standard Reliability Measure."""

import pytest

import accord

N = None
DATA = accord.from_wide(
    [
        [1, 1, 2, N, 2],
        [1, 1, 0, 1, N],
        [2, 3, 3, 3, N],
        [N, 0, 0, N, 0],
        [0, 0, 0, N, 0],
        [0, 0, 0, N, 0],
        [1, 0, 2, N, 1],
        [1, N, 2, 0, N],
        [2, 2, 2, N, 2],
        [2, 1, 1, 1, N],
        [N, 1, 0, 0, N],
        [0, 0, 0, 0, N],
        [1, 2, 2, 2, N],
        [3, 3, 2, 2, 3],
        [1, 1, 1, N, 1],
        [1, 1, 1, N, 1],
        [2, 1, 2, N, 2],
        [1, 2, 3, 3, N],
        [1, 1, 0, 1, N],
        [0, 0, 0, N, 0],
        [0, 0, 1, 1, N],
        [0, 0, N, 0, 0],
        [2, 3, 3, 3, N],
        [0, 0, 0, 0, N],
        [1, 2, N, 2, 2],
        [0, 1, 1, 1, N],
        [0, 0, 0, 1, 0],
        [1, 2, 1, 2, N],
        [1, 1, 2, 2, N],
        [1, 1, 2, N, 2],
        [1, 1, 0, N, 0],
        [2, 1, 2, 1, N],
        [2, 2, N, 2, 2],
        [3, 2, 2, 2, N],
        [2, 2, 2, N, 2],
        [2, 2, 3, N, 2],
        [2, 2, 2, N, 2],
        [2, 2, N, 1, 2],
        [2, 2, 2, 2, N],
        [1, 1, 1, N, 1],
    ]
)


def test_ordinal_alpha_of_five_observers():
    """p. 84: five observers, 40 units, ordinal α = .7598."""
    result = accord.alpha(DATA, distance="ordinal")
    assert result.value == pytest.approx(0.7598, abs=5e-5)
    assert result.counts == {"i": 40, "c": 5, "k": 4}
