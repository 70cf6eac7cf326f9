"""Standard errors against statsmodels and irrCAC."""

import warnings

import numpy as np
import pandas as pd
import pytest
from irrCAC.raw import CAC
from statsmodels.stats.inter_rater import cohens_kappa
from tests.published.test_agresti_1992 import STUDY, TABLE
from tests.published.test_hayes_2007 import DATA

import accord


@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_statsmodels(null, weights):
    """κ and κ_w, with and without the null, as statsmodels has them."""
    given = None if weights is None else np.arange(4) if weights == "linear" else None
    options = {"wt": "fc"} if weights == "quadratic" else {"weights": given}
    peer = cohens_kappa(np.array(TABLE), **options)
    wanted = peer.std_kappa0 if null else peer.std_kappa
    if weights is None:
        found = accord.standard_error(STUDY, "kappa", null=null)
    else:
        distance = "linear" if weights == "linear" else "interval"
        found = accord.standard_error(
            STUDY, accord.bound("weighted_kappa", distance=distance), null=null
        )
    assert found.se == pytest.approx(wanted, rel=1e-9)


def _peer(table, method):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return getattr(CAC(pd.DataFrame(table)), method)()["est"]


@pytest.mark.parametrize(
    ("name", "peer", "settings"),
    [("pi", "fleiss", {}), ("ac1", "gwet", {}), ("s", "bp", {}), ("kappa", "conger", {})],
)
def test_irrcac_linearised(name, peer, settings):
    """Linearised standard errors of π, AC1, S and κ for complete data, to irrCAC's 5 digits."""
    rng = np.random.default_rng(5)
    true = rng.integers(4, size=(40, 1))
    table = np.where(rng.random((40, 4)) < 0.7, true, rng.integers(4, size=(40, 4)))
    study = accord.from_wide(table)
    found = accord.standard_error(study, accord.bound(name, **settings), method="linear")
    assert found.se == pytest.approx(float(_peer(table, peer)["se"]), abs=1.1e-5)


@pytest.mark.parametrize(("name", "peer"), [("pi", "fleiss"), ("ac1", "gwet"), ("s", "bp")])
def test_irrcac_with_missing_codings(name, peer):
    """The same with missing codings (the data of Hayes & Krippendorff)."""
    table = pd.DataFrame(np.full((40, 5), np.nan))
    for i, c, k in DATA.rows():
        table.iloc[i, c] = k
    found = accord.standard_error(DATA, name, method="linear")
    assert found.se == pytest.approx(float(_peer(table, peer)["se"]), abs=1.1e-5)


def test_irrcac_alpha_differs_by_its_small_sample_term():
    """irrCAC takes α's standard error from π's form; ours also moves the n − 1 of D_e."""
    table = pd.DataFrame(np.full((40, 5), np.nan))
    for i, c, k in DATA.rows():
        table.iloc[i, c] = k
    found = accord.standard_error(DATA, accord.bound("alpha", distance="nominal"))
    assert found.se == pytest.approx(float(_peer(table, "krippendorff")["se"]), rel=0.02)


@pytest.mark.parametrize(("name", "peer"), [("ac1", "gwet"), ("pi", "fleiss")])
def test_items_with_one_coding(name, peer):
    """With a third of the items coded once: ours is the spread over samples, irrCAC's is larger.

    irrCAC takes the number of items with two codings as fixed; see docs/decisions.md.
    """
    rng = np.random.default_rng(0)
    values, ours, theirs = [], [], []
    for at in range(400):
        true = rng.choice(3, size=(60, 1), p=[0.6, 0.3, 0.1])
        table = np.where(rng.random((60, 3)) < 0.8, true, rng.integers(3, size=(60, 3))).astype(
            float
        )
        table[rng.random(60) < 1 / 3, 1:] = np.nan
        study = accord.from_wide(
            [[None if np.isnan(x) else int(x) for x in row] for row in table], categories=[0, 1, 2]
        )
        values.append(getattr(accord, name)(study).value)
        if at < 25:
            ours.append(accord.standard_error(study, name, method="linear").se)
            theirs.append(float(_peer(table, peer)["se"]))
    spread = np.std(values, ddof=1)  # uncertain by 1/√800 = 3.5% of it
    assert np.mean(ours) == pytest.approx(spread, rel=0.1)
    assert np.mean(theirs) > 1.08 * spread


@pytest.mark.parametrize(
    ("name", "peer"), [("pi", "fleiss"), ("ac1", "gwet"), ("s", "bp"), ("kappa", "conger")]
)
def test_irrcac_in_a_finite_population(name, peer):
    """40 of 60 items coded: the variance is a third of what it is for no end of items, as irrCAC
    has it with N = 60."""
    rng = np.random.default_rng(5)
    true = rng.integers(4, size=(40, 1))
    table = np.where(rng.random((40, 4)) < 0.7, true, rng.integers(4, size=(40, 4)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted = getattr(CAC(pd.DataFrame(table), N=60), peer)()["est"]["se"]
    found = accord.standard_error(accord.from_wide(table), name, population=60)
    assert found.se == pytest.approx(float(wanted), abs=1.1e-5)
