"""Series of pandas and Polars are what they hold: the same study as lists give, and fast."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import accord
from accord.engine.any_data import study_of

WORDS = ["x", "y", "x", None, "z", "y"]
OTHER = ["x", "y", "z", "x", None, "x"]
NUMBERS, RATED = [1, 2, 1, 3, 2, 1], [1, 2, 2, 3, 1, 1]
KINDS = {
    "pandas numbers": (pd.Series, NUMBERS, RATED),
    "pandas words": (lambda own: pd.Series(own, dtype=object), WORDS, OTHER),
    "pandas categories": (lambda own: pd.Series(pd.Categorical(own)), WORDS, OTHER),
    "pandas nullable": (lambda own: pd.Series(own, dtype="Int64"), [1, None, 2], [1, 2, 2]),
    "pandas yes and no": (pd.Series, [True, False, True], [True, True, False]),
    "Polars numbers": (pl.Series, NUMBERS, RATED),
    "Polars numbers with gaps": (pl.Series, [1, None, 2], [1, 2, 2]),
    "Polars words": (pl.Series, WORDS, OTHER),
}


@pytest.mark.parametrize("name", KINDS)
def test_series_are_what_they_hold(name):
    """Value, signature and categories are those of lists; with an interval, too."""
    made, one, two = KINDS[name]
    expected, found = accord.kappa(one, two), accord.kappa(made(one), made(two))
    assert (found.value, found.signature) == (expected.value, expected.signature)
    assert study_of(made(one), [made(two)]).rows() == study_of(one, [two]).rows()


def test_long_series_take_the_way_of_arrays(monkeypatch):
    """Their labels are counted, not taken one by one."""
    rng = np.random.default_rng(1)
    one, two = rng.integers(4, size=9000), rng.integers(4, size=9000)
    monkeypatch.setattr(pd.Series, "__iter__", None)
    for made in (pd.Series, pl.Series):
        assert accord.kappa(made(one), made(two)).value == accord.kappa(one, two).value


def test_series_of_different_items_are_not_paired():
    """However fast: an index says which items labels belong to."""
    one, two = pd.Series([1, 2, 1, 2]), pd.Series([1, 2, 1, 2], index=[3, 2, 1, 0])
    with pytest.raises(accord.DataError, match="different indexes"):
        accord.kappa(one, two)


def test_strings_of_pandas_count_the_same_however_they_are_held():
    """Few objects that many cells share, a new object in each cell, gaps as None or NaN: the same
    κ as from lists."""
    rng = np.random.default_rng(8)
    names = np.array(["yes", "no", "not sure"], object)
    one, other = names[rng.integers(3, size=(2, 5_000))]
    gone = rng.random(5_000) < 0.1
    for nothing in (None, float("nan")):
        gaps = np.where(gone, nothing, one)
        for first in (one, gaps):
            expected = accord.kappa(
                [v if isinstance(v, str) else None for v in first.tolist()], other.tolist()
            )
            copies = [f" {v}"[1:] if isinstance(v, str) else v for v in first.tolist()]
            for held in (first, np.array(copies, object)):
                found = accord.kappa(pd.Series(held), pd.Series(other))
                assert found.value == expected.value
                assert found.signature == expected.signature
