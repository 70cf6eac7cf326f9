"""Windows and costs of boundaries, worked out by hand."""

import numpy as np
import pytest

import accord
from accord._measure.bound import documents_of
from accord._measure.boundaries.boundary_edit_chance import kappa_b, pi_b
from accord._measure.boundaries.shuffled import _redrawn, corrected_ghd
from accord._measure.boundaries.windows import _half, edit_costs, nltk_window, segeval_window
from accord.kinds.boundaries.study import Segmentations
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


def test_places_of_two_types_by_hand():
    """Five places long, so four boundaries of either of two types: A has 2 of 8 and B 1 of 8. Of
    one share for both ((2/8 + 1/8) / 2)² meet by chance, of each one's own 2/8 · 1/8."""
    rows = [("d", "A", 2, "x"), ("d", "A", 3, "y"), ("d", "B", 2, "x")]
    study = Segmentations.of(rows, lengths={"d": 5}, coders="AB")
    assert pi_b(study).expected == pytest.approx(1 - (3 / 16) ** 2)
    assert kappa_b(study).expected == pytest.approx(1 - 2 / 64)


def test_types_are_dealt_out_anew():
    """Two boundaries, x before y: where segments are in another order, so are their types, in about
    half of the draws; one type needs no dealing."""
    rows = [("d", "A", 2, "x"), ("d", "A", 5, "y"), ("d", "B", 3, "x")]
    doc = next(iter(Segmentations.of(rows, lengths={"d": 9}, coders="AB").documents))
    rng = np.random.default_rng(1)
    first = [_redrawn(doc, 0, "segments", rng)[2][0] for _ in range(60)]
    assert 15 <= sum(first) <= 45


def test_windows_of_documents_that_count():
    """Each document once is the measure itself; one twice has the window of two such documents,
    half their mean segment."""
    lengths = {"d": 12, "e": 30}
    rows = [
        ("d", "A", 3, 1),
        ("d", "A", 6, 1),
        ("d", "B", 6, 1),
        ("e", "A", 10, 1),
        ("e", "B", 12, 1),
    ]
    study = Segmentations.of(rows, lengths=lengths, coders="AB")
    for measure in ("pk", "window_diff"):
        bound = accord.bound(measure)
        sums = documents_of(study, bound)
        found = sums.parts(np.array([[1.0, 1.0], [1.0, 3.0], [0.0, 0.0]]))
        assert found[0, 2] == pytest.approx(bound.compute(study).value)
        more = [(n, c, p, 1) for n, c, p, _ in rows]
        more += [(f"{n}{k}", c, p, 1) for k in (1, 2) for n, c, p, _ in rows if n == "e"]
        again = Segmentations.of(more, lengths={**lengths, "e1": 30, "e2": 30}, coders="AB")
        assert found[1, 2] == pytest.approx(bound.compute(again).value)
        assert np.isnan(found[2, 2])
