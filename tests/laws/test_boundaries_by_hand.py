"""Windows and costs of boundaries, worked out by hand."""

import numpy as np
import pytest

from accord._measure.boundaries.shuffled import corrected_ghd
from accord._measure.boundaries.windows import _half, edit_costs, nltk_window, segeval_window
from tests.report_studies import boundaries


@pytest.mark.parametrize(("mean", "window"), [(1, 2), (3, 2), (4, 2), (5, 3), (10, 5), (10.9, 5)])
def test_half_the_mean_segment(mean, window):
    """Half up, and 2 at least: 3 has 2, 5 has 3."""
    assert _half(mean) == window


def test_windows_of_other_programs():
    """Segments of 8 and 12 have 5, those of 2 and 4 two; 20 places with two boundaries 20 / 4."""
    assert segeval_window([8, 12]) == 5
    assert segeval_window([2, 4]) == 2
    assert nltk_window(20, 2) == 5
    assert nltk_window(20, 0) == 10


def test_what_edits_cost_unless_it_is_said():
    """Insertion and deletion 1, a shift half."""
    study = boundaries()
    plain = edit_costs(study)
    named = edit_costs(study, insertion=1.0, deletion=1.0, shift=0.5)
    weights = np.ones((1, len(study.items)))
    assert plain.parts(weights) == pytest.approx(named.parts(weights), nan_ok=True)
    other = edit_costs(study, shift=1.0)
    assert plain.parts(weights) != pytest.approx(other.parts(weights), nan_ok=True)
    chance = {"samples": 20}
    found = corrected_ghd(study, **chance)
    assert (
        found.value == corrected_ghd(study, insertion=1.0, deletion=1.0, shift=0.5, **chance).value
    )
    assert found.value != corrected_ghd(study, insertion=0.25, **chance).value
