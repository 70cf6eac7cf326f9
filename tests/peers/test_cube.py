"""The cube against krippendorff, scikit-learn, statsmodels, irrCAC and NLTK on random data.

Tolerance 1e-9 everywhere: all of them work in double precision, so anything more than
rounding is a difference of definition. Known differences are asserted as such, with their
reason; docs/decisions.md tells them to users.
"""

import warnings
from itertools import product

import numpy as np
import pytest

import accord

krippendorff = pytest.importorskip("krippendorff")
irrcac = pytest.importorskip("irrCAC.raw")
metrics = pytest.importorskip("sklearn.metrics")
inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")
nltk = pytest.importorskip("nltk.metrics.agreement")

SEEDS = range(6)


def _table(seed, gaps=0.0, coders=4, items=25, categories=5):
    rng = np.random.default_rng(seed)
    truth = rng.integers(1, categories + 1, items)
    noise = rng.integers(1, categories + 1, (items, coders))
    table = np.where(rng.random((items, coders)) < 0.5, truth[:, None], noise).astype(float)
    table[rng.random(table.shape) < gaps] = np.nan
    table[0, :2], table[1, :2] = 1, categories  # every category range is there
    return table


def _near(value):
    return pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("gaps", [0.0, 0.3])
@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval", "ratio"])
def test_krippendorff_alpha(level, gaps):
    """α for four levels of measurement, complete and with gaps."""
    for seed in SEEDS:
        table = _table(seed, gaps)
        theirs = krippendorff.alpha(table.T, level_of_measurement=level)
        assert accord.alpha(accord.from_wide(table), distance=level).value == _near(theirs)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_sklearn_kappa(weights):
    """κ and κ_w of two coders; scikit-learn spaces labels by rank, which rank-* distances do."""
    for seed in SEEDS:
        table = _table(seed, coders=2) * 10  # 10, 20, … : ranks and values are proportional
        theirs = metrics.cohen_kappa_score(*table.T, weights=weights)
        study = accord.from_wide(table)
        if weights is None:
            assert accord.kappa(study).value == _near(theirs)
        else:
            distance = f"rank-{weights}"
            assert accord.weighted_kappa(study, distance=distance).value == _near(theirs)


def test_sklearn_spaces_labels_by_rank():
    """Labels 1, 2, 10 are 1, 2, 3 for scikit-learn; our 'linear' uses the numbers."""
    a, b = [1, 2, 10, 1, 10, 2], [1, 10, 10, 2, 10, 2]
    study = accord.from_coders({"a": a, "b": b})
    theirs = metrics.cohen_kappa_score(a, b, weights="linear")
    assert accord.weighted_kappa(study, distance="rank-linear").value == _near(theirs)
    assert abs(accord.weighted_kappa(study, distance="linear").value - theirs) > 1e-3


def test_sklearn_constant_labels():
    """scikit-learn gives nan for constant labels without a reason; ours says why."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert np.isnan(metrics.cohen_kappa_score([1, 1], [1, 1]))
    assert "without variation" in accord.kappa(accord.from_wide([[1, 1], [1, 1]])).undefined


def test_statsmodels_fleiss_and_randolph():
    """statsmodels' fleiss_kappa is π ('fleiss') and S ('randolph') of complete codings."""
    for seed in SEEDS:
        table = _table(seed)
        counts, categories = inter_rater.aggregate_raters(table)
        study = accord.from_wide(table, categories=list(categories))
        assert accord.pi(study).value == _near(inter_rater.fleiss_kappa(counts))
        theirs = inter_rater.fleiss_kappa(counts, method="randolph")
        assert accord.s(study).value == _near(theirs)


def test_statsmodels_takes_nan_for_a_category():
    """aggregate_raters counts NaN as one more category; ours leaves it out."""
    table = _table(1, gaps=0.3)
    categories = inter_rater.aggregate_raters(table)[1]
    assert np.isnan(np.asarray(categories, float)).any()
    assert len(accord.from_wide(table).categories) == 5


def test_statsmodels_cohen_kappa():
    """κ of two coders from their contingency table, unweighted, linear and quadratic."""
    for seed in SEEDS:
        study = accord.from_wide(_table(seed, coders=2))
        table = accord.labels.confusion(study)
        for wt, distance in (("linear", "rank-linear"), ("quadratic", "rank-quadratic")):
            theirs = inter_rater.cohens_kappa(table, wt=wt).kappa
            assert accord.weighted_kappa(study, distance=distance).value == _near(theirs)
        assert accord.kappa(study).value == _near(inter_rater.cohens_kappa(table).kappa)


def _irrcac(table, weights="identity"):
    import pandas as pd

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return irrcac.CAC(pd.DataFrame(table), weights=weights, digits=15)


@pytest.mark.parametrize("gaps", [0.0, 0.3])
def test_irrcac_coefficients(gaps):
    """π, S, AC1 with and without gaps (our default rule is theirs); κ without."""
    pairs = {"fleiss": accord.pi, "bp": accord.s, "gwet": accord.ac1}
    if not gaps:
        pairs["conger"] = accord.kappa
    for seed in SEEDS:
        table = _table(seed, gaps)
        study = accord.from_wide(table)
        cac = _irrcac(table)
        for name, ours in pairs.items():
            theirs = getattr(cac, name)()["est"]["coefficient_value"]
            assert ours(study).value == _near(theirs), name


@pytest.mark.parametrize(
    ("weights", "distance"), [("linear", "linear"), ("quadratic", "interval"), ("ratio", "ratio")]
)
def test_irrcac_weighted(weights, distance):
    """α′, S_w, AC2 and (complete) β with irrCAC's linear, quadratic and ratio weights."""
    pairs = {"fleiss": accord.alpha_prime, "bp": accord.weighted_s, "gwet": accord.ac2}
    for seed, gaps in product(SEEDS, (0.0, 0.3)):
        table = _table(seed, gaps)
        study, cac = accord.from_wide(table), _irrcac(table, weights)
        for name, ours in pairs.items():
            theirs = getattr(cac, name)()["est"]["coefficient_value"]
            assert ours(study, distance=distance).value == _near(theirs), (name, gaps)
        if not gaps:
            theirs = cac.conger()["est"]["coefficient_value"]
            assert accord.beta(study, distance=distance).value == _near(theirs)


def test_irrcac_ordinal_is_not_krippendorffs():
    """irrCAC's 'ordinal' counts categories between, not codings: another distance."""
    table = _table(2)
    theirs = _irrcac(table, "ordinal").krippendorff()["est"]["coefficient_value"]
    assert abs(accord.alpha(accord.from_wide(table), distance="ordinal").value - theirs) > 1e-3


def _nltk(table, distance=None):
    rows = [
        (str(c), i, float(v)) for i, row in enumerate(table) for c, v in enumerate(row) if v == v
    ]
    more = {} if distance is None else {"distance": distance}
    return nltk.AnnotationTask(data=rows, **more)


def test_nltk_unweighted():
    """S, π (two coders), κ averaged over pairs (Light) and α of NLTK, complete codings."""
    for seed in SEEDS:
        table = _table(seed)
        task, study = _nltk(table), accord.from_wide(table)
        assert accord.alpha(study, distance="nominal").value == _near(task.alpha())
        assert accord.pi(study).value == _near(
            task.multi_pi() if hasattr(task, "multi_pi") else task.pi()
        )
        assert accord.light_kappa(study).value == _near(task.kappa())
        assert accord.s(study).value == _near(task.S())


def test_nltk_alpha_with_gaps_and_interval_distance():
    """α with gaps, nominal and interval."""
    interval = pytest.importorskip("nltk.metrics.distance").interval_distance
    for seed in SEEDS:
        table = _table(seed, gaps=0.3)
        table = table[(~np.isnan(table)).sum(axis=1) > 1]  # NLTK keeps items with one coding
        study = accord.from_wide(table)
        assert accord.alpha(study, distance="nominal").value == _near(_nltk(table).alpha())
        assert accord.alpha(study, distance="interval").value == _near(
            _nltk(table, interval).alpha()
        )


def test_nltk_mixes_distances():
    """NLTK's pi() with a distance has a weighted A_o but an unweighted A_e: neither π nor α′."""
    linear = lambda a, b: abs(a - b) / 4  # noqa: E731
    table = _table(3)
    task, study = _nltk(table, linear), accord.from_wide(table)
    prime = accord.alpha_prime(study, distance="linear")
    assert task.avg_Ao() == _near(1 - prime.D_o / 4)
    mixed = (task.avg_Ao() - accord.pi(study).A_e) / (1 - accord.pi(study).A_e)
    assert task.pi() == _near(mixed)
    assert abs(task.pi() - prime.value) > 1e-3


def test_nltk_weighted_kappa_depends_on_max_distance():
    """NLTK divides D_e but not D_o by max_distance: right for 1 only, else 1 − m (1 − κ_w)."""
    absolute = lambda a, b: abs(a - b)  # noqa: E731
    table = _table(4, coders=2)
    study, task = accord.from_wide(table), _nltk(table, absolute)
    ours = accord.weighted_kappa(study, distance="linear").value
    assert task.weighted_kappa(max_distance=1.0) == _near(ours)
    assert task.weighted_kappa(max_distance=4.0) == _near(1 - 4 * (1 - ours))
