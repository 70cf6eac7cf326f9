"""Intraclass correlations of pingouin on random tables."""

import numpy as np
import pytest

import accord

pingouin = pytest.importorskip("pingouin", reason="pip install pingouin")
pandas = pytest.importorskip("pandas", reason="pip install pandas")


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.filterwarnings("ignore")
def test_six_forms(seed):
    """Value, F and p of all six forms to 1e-9; its limits by F are rounded to two digits."""
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(5, 40)), int(rng.integers(2, 6))
    table = rng.normal(0, 1, (n, 1)) + rng.normal(0, 0.5, (1, k)) + rng.normal(0, 0.7, (n, k))
    rows = [(i, j, table[i, j]) for i in range(n) for j in range(k)]
    frame = pandas.DataFrame(rows, columns=["item", "rater", "rating"])
    theirs = pingouin.intraclass_corr(frame, targets="item", raters="rater", ratings="rating")
    ours = accord.infer.icc_table(table, limits="F")
    limits = next(name for name in theirs.columns if name.startswith("CI"))
    for form, value, f, between in zip(
        ours.forms, theirs["ICC"], theirs["F"], theirs[limits], strict=True
    ):
        assert form.value == pytest.approx(value, abs=1e-9)
        assert pytest.approx(f, rel=1e-9) == form.F
        assert (form.low, form.high) == pytest.approx(tuple(between), abs=0.0051)
