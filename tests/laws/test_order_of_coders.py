"""Similar coders stand side by side: the short ways give what the libraries give."""

import numpy as np
import pytest

import accord
from accord.infer.why import coders


def _by_library(values, lower):
    """The order with all libraries, as for more than three coders."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(coders, "_three", lambda apart: None)
        return coders.similar(values, lower)


@pytest.mark.parametrize("lower", [True, False])
def test_three_coders_are_put_in_the_order_of_the_library(lower):
    """Average linkage with leaves arranged optimally, also where values tie, are undefined or
    below 0."""
    rng = np.random.default_rng(int(lower))
    for at in range(300):
        some = rng.normal(0.4, 0.5, 3) if at % 3 else rng.integers(0, 3, 3) / 2
        some[rng.random(3) < (0.2 if at % 5 == 0 else 0)] = np.nan
        values = np.full((3, 3), np.nan)
        for (i, j), value in zip(((0, 1), (0, 2), (1, 2)), some, strict=True):
            values[i, j] = values[j, i] = value
        assert coders.similar(values, lower) == _by_library(values, lower)


def test_pairs_are_counted_alike_in_full_and_in_sparse_tables(monkeypatch):
    """Nominal α of all pairs, and how many items both coded, to the last bit."""
    rng = np.random.default_rng(2)
    rows = [
        (f"i{item}", f"c{coder}", f"k{rng.integers(4)}")
        for item in range(60)
        for coder in rng.choice(7, int(rng.integers(1, 6)), replace=False)
    ]
    study = accord.codings(rows)
    found = coders.nominal_pairs(study)
    monkeypatch.setattr(coders, "FULL_TABLE", 0)
    for ours, sparse in zip(found, coders.nominal_pairs(study), strict=True):
        np.testing.assert_array_equal(ours, sparse)
