"""accord.compat beside the programs whose names it has, on random data: the same digits."""

import random
import warnings

import numpy as np
import pandas as pd
import pytest
from irrCAC.raw import CAC

import accord
from accord import compat
from accord._measure.boundaries.windows import documents_of_pk
from accord.compat import irr, nltk, segeval as ours, statsmodels

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # segeval compares with 'is', which Python warns of
    segeval = pytest.importorskip("segeval")
    segeval.pk, segeval.window_diff  # noqa: B018
segmentation = pytest.importorskip("nltk.metrics.segmentation")


def _strings(generator):
    n = generator.randint(5, 40)
    return ["".join(generator.choice("0001") for _ in range(n)) for _ in range(2)]


def test_windows_of_nltk():
    """pk, windowdiff (weighted, too) and ghd of random strings, to the last bit."""
    generator = random.Random(3)
    for _ in range(300):
        one, two = _strings(generator)
        k = generator.randint(0, len(one))
        assert nltk.pk(one, two, k) == segmentation.pk(one, two, k)
        assert nltk.pk(one, two) == segmentation.pk(one, two)
        for weighted in (False, True):
            found = nltk.windowdiff(one, two, k, weighted=weighted)
            assert found == segmentation.windowdiff(one, two, k, weighted=weighted)
        assert nltk.ghd(one, two, 1, 2, 0.5) == segmentation.ghd(one, two, 1, 2, 0.5)
        assert compat.pk(one, two, k) == segmentation.pk(one, two, k)


def _masses(generator, atoms):
    places = sorted(generator.sample(range(1, atoms), generator.randint(1, atoms // 3)))
    return [b - a for a, b in zip([0, *places], [*places, atoms], strict=True)]


def test_windows_of_segeval():
    """pk and window_diff of random masses, with Lamprier's atoms, too: equal decimals."""
    generator = random.Random(4)
    for _ in range(200):
        atoms = generator.randint(8, 60)
        one, two = _masses(generator, atoms), _masses(generator, atoms)
        assert ours.pk(one, two) == segeval.pk(tuple(one), tuple(two))
        for fix in (False, True):
            given = {"lamprier_et_al_2007_fix": fix}
            theirs = segeval.window_diff(tuple(one), tuple(two), **given)
            assert ours.window_diff(one, two, **given) == theirs


@pytest.mark.parametrize("window", ["segeval", "nltk", "pooled", 3])
def test_reference_of_boundaries(window):
    """`reference=` compares every other coder with one: the mean of the two pairs, k from it."""
    masses = {"A": [2, 5, 6, 4], "B": [3, 4, 6, 4], "gold": [3, 14]}
    study = accord.Segmentations.from_masses({"d": masses})
    for name in ("pk", "window_diff"):
        measure = getattr(accord.boundaries, name)
        found = measure(study, window=window, reference="gold")
        assert set(found.detail["pairs"]) == {("A", "gold"), ("B", "gold")}
        assert "ref:gold" in found.signature
        if window == "segeval":
            theirs = [float(getattr(segeval, name)(tuple(masses[c]), (3, 14))) for c in "AB"]
            assert found.value == pytest.approx(np.mean(theirs), abs=1e-12)
    with pytest.raises(accord.UnknownNameError, match="gold"):
        accord.boundaries.pk(study, reference="golt")
    inside = accord.interval(study, accord.bound("pk", window=3, reference="gold"), resamples=20)
    assert inside.resamples == 20


def test_a_reference_is_left_out():
    """Without the reference there is nobody to compare with: undefined, not another number."""
    study = accord.Segmentations.from_masses(
        {d: {"A": [2, 5, 6], "B": [3, 4, 6], "gold": [3, 10]} for d in "xyz"}
    )
    rows = documents_of_pk(study, reference="gold")
    assert np.isnan(rows.only([0, 1]).parts(np.ones((1, 3)))).all()
    assert not np.isnan(rows.only([0, 2]).parts(np.ones((1, 3)))[0, 0])


def _win_pr_by_hand(hypothesis, reference, k):
    """Scaiano & Inkpen 2012: windows from 1 − k to N, each boundary in k of them."""
    places = [{*np.cumsum(masses)[:-1].tolist()} for masses in (hypothesis, reference)]
    tp = fp = fn = 0
    for start in range(1 - k, sum(reference) + 1):
        mine, gold = (len({p for p in at if start <= p < start + k}) for at in places)
        tp += min(mine, gold)
        fp += max(0, mine - gold)
        fn += max(0, gold - mine)
    return tp, fp, fn


def test_win_pr():
    """Counted from its definition, and: a miss is k missed, a near miss by one k − 1 found."""
    generator = random.Random(5)
    for _ in range(100):
        atoms = generator.randint(8, 40)
        one, two = _masses(generator, atoms), _masses(generator, atoms)
        k = generator.randint(2, 7)
        found = compat.win_pr(one, two, window_size=k)
        assert (found.tp, found.fp, found.fn) == _win_pr_by_hand(one, two, k)
    for hypothesis, (tp, fp, fn) in {
        (12,): (0, 0, 3),
        (5, 7): (2, 1, 1),
        (1, 5, 6): (3, 3, 0),
    }.items():
        found = compat.win_pr(hypothesis, (6, 6), window_size=3)
        assert (found.tp, found.fp, found.fn) == (tp, fp, fn)


def test_win_pr_of_its_author():
    """What Scaiano's own program counts in its demonstration, whose boundaries are farther than k
    from both ends, so that it makes no difference that its windows stay inside."""
    s1, s2, s3 = "00000010000000001000000", "00000001000000010000000", "00010000000000000001000"
    for gold, hypothesis, k, counts in (
        (s1, s1, 3, (6, 0, 0)),
        (s1, s2, 3, (4, 2, 2)),
        (s2, s3, 3, (0, 6, 6)),
        ("000010010", "001000010", 2, (2, 2, 2)),
    ):
        found = compat.win_pr(hypothesis, gold, window_size=k, boundary_format="nltk")
        assert (found.tp, found.fp, found.fn) == counts


def test_fleiss_kappa_of_statsmodels():
    """All words for the method, fractions, and ratings that are no counts, as there."""
    peer = pytest.importorskip("statsmodels.stats.inter_rater")
    draw = np.random.default_rng(1)
    for table in (draw.multinomial(7, [0.2, 0.3, 0.5], 20), draw.dirichlet([1, 1, 1], 9) * 7):
        for method in ("fleiss", "rand", "unif", "randolph", "uniform"):
            expected = peer.fleiss_kappa(table, method=method)
            assert statsmodels.fleiss_kappa(table, method) == pytest.approx(expected, abs=1e-9)
    ratings = [[1, 2, 2], [3, 3, 3], [1, 1, 2]]
    with pytest.raises(AssertionError):
        peer.fleiss_kappa(ratings)
    with pytest.raises(accord.DataError, match="aggregate_raters"):
        statsmodels.fleiss_kappa(ratings)
    with pytest.raises(accord.UnknownNameError, match="randolph"):
        statsmodels.fleiss_kappa([[2, 1], [1, 2]], method="randolf")


@pytest.mark.parametrize(
    "weights", ["identity", "linear", "quadratic", "ordinal", "radical", "bipolar"]
)
@pytest.mark.parametrize("method", ["gwet", "fleiss", "conger", "krippendorff", "bp"])
def test_irrcac(method, weights):
    """Every coefficient with every weight, to irrCAC's five digits. For α the value alone: irrCAC
    puts the small-sample term into A_o, not into A_e, and has another standard error."""
    draw = np.random.default_rng(7)
    true = draw.integers(1, 5, size=(40, 1))
    table = pd.DataFrame(
        np.where(draw.random((40, 3)) < 0.7, true, draw.integers(1, 5, size=(40, 3)))
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = getattr(CAC(table, weights=weights), method)()["est"]
    mine = getattr(compat.CAC(table, weights=weights), method)()["est"]
    parts = [] if method == "krippendorff" else ["pa", "pe", "se"]
    for name in ("coefficient_value", *parts):
        assert mine[name] == pytest.approx(float(theirs[name]), abs=1.1e-5), name


def test_names_of_irr():
    """Values that R's irr prints for its data `anxiety` (from the tests of statsmodels)."""
    two = np.array(
        [
            [3, 6, 4, 6, 2, 4, 2, 4, 3, 3, 2, 3, 3, 3, 2, 2, 1, 3, 3, 4],
            [2, 1, 4, 4, 3, 2, 1, 6, 1, 1, 1, 2, 3, 3, 1, 1, 3, 3, 2, 2],
        ]
    ).T
    assert irr.kappa2(two).value == pytest.approx(-0.006289308, abs=1e-8)
    assert irr.kappa2(two, "equal").value == pytest.approx(0.1459075, abs=1e-6)
    assert irr.kappa2(two, "squared").value == pytest.approx(0.2520325, abs=1e-6)
    with pytest.raises(accord.UnknownNameError, match="squared"):
        irr.kappa2(two, "square")


def test_icc_of_pingouin():
    """Shrout & Fleiss' ratings: their six values, in pingouin's columns and rows."""
    ratings = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    rows = [(i, j, ratings[i][j]) for i in range(6) for j in range(4)]
    frame = pd.DataFrame(rows, columns=["target", "judge", "score"])
    found = compat.intraclass_corr(frame, targets="target", raters="judge", ratings="score")
    assert list(found.columns) == ["Type", "ICC", "F", "df1", "df2", "pval", "CI95"]
    assert found["ICC"].round(2).tolist() == [0.17, 0.29, 0.71, 0.44, 0.62, 0.91]
    assert found.loc[0, "CI95"].round(2).tolist() == [-0.13, 0.72]
    with pytest.raises(accord.DataError, match="nan_policy"):
        compat.intraclass_corr(frame.iloc[1:], targets="target", raters="judge", ratings="score")
    omitted = compat.intraclass_corr(
        frame.iloc[1:], targets="target", raters="judge", ratings="score", nan_policy="omit"
    )
    assert omitted.loc[0, "df1"] == 4
    with pytest.raises(accord.DataError, match="no column 'rater'"):
        compat.intraclass_corr(frame, targets="target", raters="rater", ratings="score")
