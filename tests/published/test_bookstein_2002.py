"""Generalized Hamming distance, the examples of Kulyukin's program as given by NLTK."""

import pytest

import accord
from accord._measure.boundaries.windows import edit_cost

EXAMPLES = [
    ("1100100000", "1100010000", 1.0, 1.0, 0.5, 0.5),
    ("1100100000", "1100000001", 1.0, 1.0, 0.5, 2.0),
    ("000", "111", 1.0, 2.0, 0.5, 6.0),
]


@pytest.mark.parametrize(("ref", "hyp", "insertion", "deletion", "shift", "expected"), EXAMPLES)
def test_examples(ref, hyp, insertion, deletion, shift, expected):
    """The cheapest edit of the hypothesis into the reference."""
    doc = accord.Segmentations.from_strings({"d": {"R": ref, "H": hyp}}).documents[0]
    cost = edit_cost(doc.boundaries(0), doc.boundaries(1), insertion, deletion, shift)
    assert cost == pytest.approx(expected, abs=1e-12)
