"""NLTK: pk, windowdiff and ghd on strings of boundaries."""

import random

import pytest

import accord

segmentation = pytest.importorskip("nltk.metrics.segmentation")


def _strings(count=40, low=6, high=40):
    generator = random.Random(11)
    for _ in range(count):
        n = generator.randint(low, high)
        pair = ["".join(generator.choice("00001") for _ in range(n)) for _ in range(2)]
        if "1" in pair[0] and "1" in pair[1]:
            yield pair


def _study(one, other):
    return accord.Segmentations.from_strings({"d": {"A": one, "B": other}})


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_windows_of_given_size(k):
    """For a given k both have the same windows: n signs are n places between n + 1 atoms."""
    for one, other in _strings():
        study = _study(one, other)
        expected = segmentation.windowdiff(one, other, k)
        assert accord.boundaries.window_diff(study, window=k).value == pytest.approx(
            expected, abs=1e-12
        )
        expected = segmentation.pk(one, other, k)
        assert accord.boundaries.pk(study, window=k).value == pytest.approx(expected, abs=1e-12)


def test_window_of_nltk():
    """NLTK's own k counts places per boundary, not atoms per segment."""
    for one, other in _strings(low=20):
        windows = [len(r) - max(1, round(len(r) / (2 * r.count("1")))) + 1 for r in (one, other)]
        rates = [segmentation.pk(one, other), segmentation.pk(other, one)]
        expected = sum(w * r for w, r in zip(windows, rates, strict=True)) / sum(windows)
        result = accord.boundaries.pk(_study(one, other), window="nltk")
        assert result.value == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("costs", [(1.0, 1.0, 0.5), (2.0, 2.0, 1.0), (1.0, 2.0, 0.5)])
def test_generalized_hamming_distance(costs):
    """GHD; where insertion and deletion differ, accord averages both orders."""
    insertion, deletion, shift = costs
    for one, other in _strings():
        expected = sum(segmentation.ghd(a, b, *costs) for a, b in ((one, other), (other, one))) / 2
        result = accord.boundaries.ghd(
            _study(one, other), insertion=insertion, deletion=deletion, shift=shift
        )
        assert result.value == pytest.approx(expected, abs=1e-12)
