"""Laws of the measures for segmentations, and the definitions by brute force."""

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, strategies as st

import accord
from tests.laws.spans import masses, segmentations

ERRORS = [accord.boundaries.pk, accord.boundaries.window_diff, accord.boundaries.ghd]
COSTS = [(1, 1, 0.5), (1, 2, 0.3), (2, 2, 1)]
LIKENESS = [
    accord.boundaries.boundary_similarity,
    accord.boundaries.segmentation_similarity,
    accord.boundaries.boundary_pi,
    accord.boundaries.boundary_kappa,
    accord.boundaries.boundary_alpha,
]
CORRECTED = [
    accord.boundaries.corrected_pk,
    accord.boundaries.segment_alpha,
    accord.boundaries.corrected_window_diff,
    accord.boundaries.corrected_ghd,
    accord.boundaries.corrected_boundary_similarity,
    accord.boundaries.corrected_segmentation_similarity,
]


@pytest.mark.parametrize("measure", [*ERRORS, *LIKENESS], ids=lambda f: f.__name__)
@given(masses(), st.randoms())
def test_order_of_coders_changes_nothing(measure, given_masses, random):
    """Coders in another order: the same value."""
    names = list(given_masses)
    random.shuffle(names)
    one = measure(segmentations(given_masses))
    other = measure(segmentations({c: given_masses[c] for c in names}))
    assert one.value == pytest.approx(other.value, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("measure", [*ERRORS, *LIKENESS, *CORRECTED], ids=lambda f: f.__name__)
@given(masses(coders=(1, 1)))
def test_identical_coders_agree(measure, given_masses):
    """The same boundaries: 1, errors 0, or undefined with a reason."""
    study = segmentations({"A": given_masses["A"], "B": given_masses["A"]})
    more = {"samples": 5} if measure in CORRECTED else {}
    result = measure(study, **more)
    assert result.undefined or result.value == pytest.approx(0 if measure in ERRORS else 1)


@given(masses(coders=(2, 2), length=(4, 25)), st.integers(1, 4))
def test_windows_by_definition(given_masses, k):
    """P_k and WindowDiff counted window by window; WindowDiff is never below P_k."""
    study = segmentations(given_masses)
    labels = [np.repeat(np.arange(len(m)), m) for m in given_masses.values()]
    n = len(labels[0])
    if n <= k:
        assert "longer than the window" in accord.boundaries.pk(study, window=k).undefined
        return
    apart = [[label[i + k] - label[i] for i in range(n - k)] for label in labels]
    joined = [(a == 0) != (b == 0) for a, b in zip(*apart, strict=True)]
    differ = [a != b for a, b in zip(*apart, strict=True)]
    assert accord.boundaries.pk(study, window=k).value == pytest.approx(np.mean(joined))
    assert accord.boundaries.window_diff(study, window=k).value == pytest.approx(np.mean(differ))
    assert (
        accord.boundaries.window_diff(study, window=k).value
        >= accord.boundaries.pk(study, window=k).value
    )


@given(masses(coders=(2, 2), length=(2, 20)), st.sampled_from(COSTS))
def test_ghd_by_enumeration(given_masses, costs):
    """GHD: no choice of boundaries to shift costs less."""
    insertion, deletion, shift = costs
    doc = segmentations(given_masses).documents[0]
    one, other = doc.boundaries(0).tolist(), doc.boundaries(1).tolist()

    def least(ref, hyp):
        best = insertion * len(ref) + deletion * len(hyp)
        for n in range(1, min(len(ref), len(hyp)) + 1):
            for some in combinations(ref, n):
                for order in permutations(hyp, n):
                    moved = sum(abs(a - b) for a, b in zip(some, order, strict=True))
                    cost = shift * moved + insertion * (len(ref) - n) + deletion * (len(hyp) - n)
                    best = min(best, cost)
        return best

    if max(len(one), len(other)) <= 4:
        expected = (least(one, other) + least(other, one)) / 2
        result = accord.boundaries.ghd(
            segmentations(given_masses), insertion=insertion, deletion=deletion, shift=shift
        )
        assert result.value == pytest.approx(expected)


@given(masses())
def test_conversions_lose_nothing(given_masses):
    """Segments as units and back, and as codings of places and back."""
    study = segmentations(given_masses)
    assert (
        accord.convert.units_to_segmentations(accord.convert.segmentations_to_units(study)) == study
    )
    again = accord.convert.codings_to_segmentations(accord.convert.segmentations_to_codings(study))
    if study.documents[0].length > 1:
        assert again == study


@pytest.mark.parametrize("measure", CORRECTED, ids=lambda f: f.__name__)
def test_same_seed_same_number(measure):
    """The seed is in the signature, and decides the number."""
    study = segmentations({"A": [3, 9, 4, 6], "B": [2, 10, 7, 3], "C": [8, 4, 6, 4]})
    first, second = measure(study, samples=10), measure(study, samples=10)
    assert first == second
    assert "seed:0" in first.signature
    # Means of a few whole errors may be equal for two seeds, hardly for five.
    assert len({measure(study, samples=10, rng=seed).expected for seed in range(5)}) > 2


@pytest.mark.parametrize("chance", ["segments", "places"])
def test_random_segmentations_are_near_zero(chance):
    """Coders who segment at random agree as chance has it."""
    rng = np.random.default_rng(3)
    docs = {}
    for item in range(30):
        docs[item] = {}
        for coder in "AB":
            places = np.sort(rng.choice(np.arange(1, 100), 9, replace=False))
            docs[item][coder] = np.diff(np.concatenate([[0], places, [100]])).tolist()
    study = accord.Segmentations.from_masses(docs)
    for measure in CORRECTED:
        assert abs(measure(study, chance=chance, samples=20).value) < 0.1


def test_levels_of_a_hierarchy():
    """Typed boundaries: each level alone, or with their types."""
    rows = [("d", "A", 4, 1), ("d", "A", 8, 2), ("d", "B", 4, 1), ("d", "B", 8, 1)]
    study = accord.Segmentations.of(rows, lengths={"d": 12})
    assert accord.boundaries.pk(study, window=3).value == 0
    assert accord.boundaries.window_diff(study.level(1), window=3).value > 0
    for measure in (
        accord.boundaries.pk,
        accord.boundaries.window_diff,
        accord.boundaries.ghd,
        accord.boundaries.boundary_pi,
    ):
        alone = measure(study, boundary_type=1)
        assert alone.value == measure(study.level(1)).value
        assert "type:1" in alone.signature
        assert measure(study, boundary_type="1") == alone  # as a command line says it
    with pytest.raises(accord.UnknownNameError, match="no type of boundary '3'"):
        accord.boundaries.pk(study, boundary_type=3)
    # One match and one substitution between neighbouring ranks of two types: 1 − ½/2.
    assert accord.boundaries.boundary_similarity(study).value == pytest.approx(0.75)
    assert accord.boundaries.boundary_alpha(study, distance="masi").value < 1


def test_a_segmentation_is_cut_where_all_agree():
    """Blocks begin where all coders have a boundary; nothing else changes."""
    study = segmentations({"A": [3, 2, 5, 4], "B": [3, 4, 3, 4]})
    cut = accord.spans.split(study, blocks=10)
    assert [doc.length for doc in cut.documents] == [3, 7, 4]
    assert accord.boundaries.ghd(cut).value * 3 == pytest.approx(accord.boundaries.ghd(study).value)
