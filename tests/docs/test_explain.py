"""`explain` gives what the other programs give: their rules, held to the programs themselves.

Tolerance 1e-9: all work in double precision, so anything more is another rule.
"""

import warnings
from math import isnan

import numpy as np
import pytest

import accord

CODERS = ("c0", "c1", "c2")


def _rows(seed, gaps=0.0, coders=3, items=20, categories=4):
    rng = np.random.default_rng(seed)
    truth = rng.integers(categories, size=items)
    said = np.where(
        rng.random((items, coders)) < 0.6,
        truth[:, None],
        rng.integers(categories, size=(items, coders)),
    )
    said[0], said[1] = 0, categories - 1
    rows = [[int(v) for v in row] for row in said]
    return [
        [None if rng.random() < gaps and i > 1 else v for v in row] for i, row in enumerate(rows)
    ]


def _theirs(rows, vs, **settings):
    found = accord.explain(accord.from_wide(rows), vs, **settings)
    return {difference.call: difference for difference in found}


def _near(value):
    return pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("distance", ["nominal", "interval"])
@pytest.mark.parametrize("seed", range(4))
def test_nltk(seed, distance):
    """Every call of NLTK's AnnotationTask, with and without a distance."""
    agreement = pytest.importorskip("nltk.metrics.agreement")
    from nltk.metrics.distance import binary_distance, interval_distance

    rows = _rows(seed)
    data = [(f"c{c}", f"i{i}", k) for i, row in enumerate(rows) for c, k in enumerate(row)]
    rule = binary_distance if distance == "nominal" else interval_distance
    task = agreement.AnnotationTask(data=data, distance=rule)
    found = _theirs(rows, "nltk", distance=distance)
    for name in ("kappa", "multi_kappa", "pi", "S", "alpha", "weighted_kappa"):
        assert found[f"{name}()"].theirs == _near(getattr(task, name)())
    if distance == "interval":
        doubled = found["weighted_kappa(max_distance=2)"]
        assert doubled.theirs == _near(task.weighted_kappa(max_distance=2))
        assert "max_distance" in doubled.why


def test_nltk_masi_now_and_before():
    """NLTK's present MASI is ours; the rounded one of last year is told apart, and found."""
    agreement = pytest.importorskip("nltk.metrics.agreement")
    from nltk.metrics.distance import masi_distance

    sets = [[{1, 2}, {1, 2, 3, 4}], [{1}, {1}], [{1, 2}, {2, 3}], [{3}, {3}], [{2}, {1, 2}]]
    rows = [[frozenset(label) for label in row] for row in sets]
    data = [(f"c{c}", f"i{i}", k) for i, row in enumerate(rows) for c, k in enumerate(row)]
    found = _theirs(rows, "nltk", distance="masi")
    task = agreement.AnnotationTask(data=data, distance=masi_distance)
    assert found["alpha()"].theirs == _near(task.alpha())
    assert found["alpha()"].same
    old = found["alpha(), 3.3 to mid-2026"]
    assert not old.same
    assert "thirds" in old.why
    assert old.matches(round(old.theirs, 4), 4)


def test_nltk_gaps_and_constant_data():
    """NLTK fails on gaps but for α, and gives 1 where only one category was used."""
    agreement = pytest.importorskip("nltk.metrics.agreement")
    rows = _rows(1, gaps=0.2)
    data = [
        (f"c{c}", f"i{i:02d}", k)
        for i, row in enumerate(rows)
        for c, k in enumerate(row)
        if k is not None
    ]
    task = agreement.AnnotationTask(data=data)
    found = _theirs(rows, "nltk")
    assert found["alpha()"].theirs == _near(task.alpha())
    assert isnan(found["kappa()"].theirs)
    with pytest.raises(RuntimeError):
        task.kappa()
    constant = _theirs([[0, 0]] * 3, "nltk")
    data = [(f"c{c}", f"i{i}", 0) for i in range(3) for c in range(2)]
    task = agreement.AnnotationTask(data=data)
    for name in ("alpha", "pi", "kappa"):
        assert constant[f"{name}()"].theirs == getattr(task, name)() == 1
        assert "undefined" in constant[f"{name}()"].why or name == "kappa"


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_scikit_learn(weights):
    """Cohen's κ with weights by the rank of sorted labels."""
    metrics = pytest.importorskip("sklearn.metrics")
    rows = [[v**2 for v in row] for row in _rows(3, coders=2)]
    call = "cohen_kappa_score(a, b" + (f', weights="{weights}")' if weights else ")")
    found = _theirs(rows, "scikit-learn")[call]
    one, other = zip(*rows, strict=True)
    assert found.theirs == _near(metrics.cohen_kappa_score(one, other, weights=weights))
    assert found.same == (weights is None)
    if weights:
        assert "rank" in found.why


def test_scikit_learn_sorts_names():
    """Declared low < mid < high is not what scikit-learn sorts."""
    metrics = pytest.importorskip("sklearn.metrics")
    one = ["low", "low", "mid", "high", "mid", "high", "low", "mid"]
    other = ["low", "mid", "mid", "high", "high", "high", "low", "low"]
    study = accord.from_coders({"a": one, "b": other}, categories=["low", "mid", "high"])
    found = {d.call: d for d in accord.explain(study, "sklearn")}
    row = found['cohen_kappa_score(a, b, weights="linear")']
    assert row.theirs == _near(metrics.cohen_kappa_score(one, other, weights="linear"))
    assert "sorted by name" in row.why


@pytest.mark.parametrize("gaps", [0.0, 0.2])
def test_statsmodels(gaps):
    """Fleiss and Randolph; a missing coding is one more category."""
    rater = pytest.importorskip("statsmodels.stats.inter_rater")
    rows = _rows(5, gaps=gaps)
    filled = np.array([[np.nan if v is None else v for v in row] for row in rows])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        counts = rater.aggregate_raters(filled)[0]
    found = _theirs(rows, "statsmodels")
    for method in ("fleiss", "randolph"):
        row = found[f'fleiss_kappa(counts, "{method}")']
        assert row.theirs == _near(rater.fleiss_kappa(counts, method=method))
        assert row.same == (gaps == 0)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "ratio"])
def test_krippendorff(level):
    """The same α, and an interval level where none is named."""
    krippendorff = pytest.importorskip("krippendorff")
    rows = [[None if v is None else v + 1 for v in row] for row in _rows(6, gaps=0.2)]
    table = np.array([[np.nan if v is None else v for v in row] for row in rows], dtype=float).T
    found = _theirs(rows, "krippendorff", distance=level)
    named = found[f'alpha(data, level_of_measurement="{level}")']
    assert named.theirs == _near(krippendorff.alpha(table, level_of_measurement=level))
    assert found["alpha(data)"].theirs == _near(krippendorff.alpha(table))


@pytest.mark.parametrize("gaps", [0.0, 0.2])
def test_irrcac(gaps):
    """Conger, Fleiss, Gwet, Brennan–Prediger and ordinal α."""
    raw = pytest.importorskip("irrCAC.raw")
    pd = pytest.importorskip("pandas")
    rows = _rows(7, gaps=gaps)
    frame = pd.DataFrame([[np.nan if v is None else float(v) for v in row] for row in rows])
    found = _theirs(rows, "irrcac", distance="ordinal")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain = raw.CAC(frame, digits=15)
        for name in ("conger", "fleiss", "gwet", "bp"):
            row = found[f"CAC(frame).{name}()"]
            assert row.theirs == _near(getattr(plain, name)()["est"]["coefficient_value"])
        assert found["CAC(frame).conger()"].same == (gaps == 0)
        ordinal = raw.CAC(frame, weights="ordinal", digits=15).krippendorff()
    row = found['CAC(frame, weights="ordinal").krippendorff()']
    assert row.theirs == _near(ordinal["est"]["coefficient_value"])


def test_segmentations_and_units():
    """Windows by the reference, and γ with chance by a model."""
    strings = {"d": {"a": "0001000010000010000", "b": "0010000010000100000"}}
    cut = accord.Segmentations.from_strings(strings)
    for name in ("nltk", "segeval"):
        rows = accord.explain(cut, name)
        theirs = [
            accord.boundaries.window_diff(cut, window=name).value,
            accord.boundaries.pk(cut, window=name).value,
        ]
        assert [row.theirs for row in rows] == theirs
    spans = accord.Unitizings.of(
        [
            ("d", "A", 0, 9, "x"),
            ("d", "A", 20, 30, "y"),
            ("d", "B", 1, 9, "x"),
            ("d", "B", 18, 30, "y"),
        ]
    )
    (row,) = accord.explain(spans, "pygamma")
    assert row.theirs == accord.spans.gamma(spans, chance="model").value
    assert "the same" in row.why


def test_unknown_programs_and_kinds():
    """A program that is not known, or not for this kind of study, is refused with the choice."""
    study = accord.from_coders({"A": "ab", "B": "ab"})
    with pytest.raises(accord.UnknownNameError, match="no program 'nltkk'; did you mean nltk"):
        accord.explain(study, "nltkk")
    with pytest.raises(accord.NotApplicableError, match="segeval works with segmentations"):
        accord.explain(study, "segeval")


@pytest.mark.parametrize("vs", ["nltk", "scikit-learn", "statsmodels", "irrcac", "dkpro"])
def test_degenerate_studies(vs):
    """One coder or none is refused; constant, mixed and set-valued labels are explained."""
    alone, table = (
        accord.from_coders({"A": "abab"}),
        accord.from_counts([[2, 1], [0, 3]], categories="ab"),
    )
    for study in (alone, table):
        with pytest.raises(accord.NotApplicableError, match="two or more coders"):
            accord.explain(study, vs)
    for labels in (["a", "a", "a"], ["a", 1, "b"], [frozenset("a"), frozenset("ab"), frozenset()]):
        for row in accord.explain(accord.from_coders({"A": labels, "B": labels[::-1]}), vs):
            assert row.why
            assert row.same == (row.why == "the same")
