"""One line of Python: calls in the form people know from other programs, each right.

Every expected number is worked out here or taken from the program the call comes from, never
from accord.
"""

import json
import warnings
from collections import Counter
from itertools import combinations, permutations

import numpy as np
import pytest

import accord
from accord import compat
from accord.testing import assert_agreement

Y1 = ["cat", "cat", "dog", "dog", "bird", "cat", "dog", "bird", "cat", "dog"]
Y2 = ["cat", "dog", "dog", "dog", "bird", "cat", "cat", "bird", "cat", "dog"]
N1, N2 = [1, 2, 3, 3, 2, 1, 4, 1, 2, 5], [1, 2, 3, 3, 2, 2, 4, 1, 2, 5]


def kappa_by_hand(first, second):
    """Cohen 1960, in fractions of items."""
    n = len(first)
    agreed = sum(a == b for a, b in zip(first, second, strict=True)) / n
    one, two = Counter(first), Counter(second)
    chance = sum(one[k] * two[k] for k in one) / n**2
    return (agreed - chance) / (1 - chance)


def alpha_by_hand(rows, distance=lambda a, b: a != b):
    """Krippendorff's α from its coincidences, rows of items."""
    units = [[v for v in row if v is not None and v == v] for row in rows]
    units = [u for u in units if len(u) > 1]
    values = [v for u in units for v in u]
    seen = sum(distance(a, b) / (len(u) - 1) for u in units for a, b in permutations(u, 2))
    chance = sum(distance(a, b) for a, b in permutations(values, 2)) / (len(values) - 1)
    return 1 - seen / chance


def square(a, b):
    """The interval distance."""
    return (a - b) ** 2


K = kappa_by_hand(Y1, Y2)
A = alpha_by_hand(zip(Y1, Y2, strict=True))
A2 = alpha_by_hand(zip(N1, N2, strict=True), square)


def frames():
    """The two coders in a frame of each library."""
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    pyarrow = pytest.importorskip("pyarrow")
    data = {"ann": Y1, "bob": Y2}
    return [pandas.DataFrame(data), polars.DataFrame(data), pyarrow.table(data)]


@pytest.mark.parametrize(
    "call",
    [
        lambda: accord.kappa(Y1, Y2),
        lambda: accord.kappa(tuple(Y1), tuple(Y2)),
        lambda: accord.kappa(np.array(Y1), np.array(Y2)),
        lambda: accord.kappa({"ann": Y1, "bob": Y2}),
        lambda: accord.kappa(list(zip(Y1, Y2, strict=True))),
        lambda: accord.kappa(np.array([Y1, Y2]).T),
        lambda: accord.kappa(np.array([Y1, Y2]), coders="rows"),
        lambda: accord.kappa([Y1, Y2], coders="rows"),
        lambda: accord.kappa({"ann": dict(enumerate(Y1)), "bob": dict(enumerate(Y2))}),
        lambda: accord.kappa(iter(zip(Y1, Y2, strict=True))),
        lambda: accord.kappa(accord.from_coders({"ann": Y1, "bob": Y2})),
        lambda: accord.measure({"ann": Y1, "bob": Y2}, "kappa")["kappa"],
        lambda: compat.cohen_kappa_score(Y1, Y2),
        lambda: compat.AnnotationTask(
            [("a", i, v) for i, v in enumerate(Y1)] + [("b", i, v) for i, v in enumerate(Y2)]
        ).kappa(),
    ],
)
def test_kappa_of_two_sequences(call):
    """scikit-learn's cohen_kappa_score(y1, y2), NLTK's AnnotationTask(…).kappa()."""
    assert float(call()) == pytest.approx(K, abs=1e-12)


def test_kappa_of_frames():
    """A frame of any library, wide: columns are coders."""
    for frame in frames():
        assert accord.kappa(frame) == pytest.approx(K, abs=1e-12)
        assert accord.kappa(frame, coders=["ann", "bob"]) == pytest.approx(K, abs=1e-12)


def test_kappa_of_a_long_frame():
    """pingouin's long form: names of columns are keywords."""
    pandas = pytest.importorskip("pandas")
    rows = [(i, who, v) for who, y in (("ann", Y1), ("bob", Y2)) for i, v in enumerate(y)]
    frame = pandas.DataFrame(rows, columns=["subject", "rater", "score"])
    found = accord.kappa(frame, item="subject", coder="rater", category="score")
    assert found == pytest.approx(K, abs=1e-12)


def test_series_of_pandas():
    """Two columns of a frame; their names are the coders; a different index is an error."""
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"ann": Y1, "bob": Y2})
    assert accord.kappa(frame["ann"], frame["bob"]) == pytest.approx(K, abs=1e-12)
    with pytest.raises(accord.DataError, match="different indexes"):
        accord.kappa(frame["ann"], frame["bob"].sample(frac=1, random_state=0))


@pytest.mark.parametrize(
    "call",
    [
        lambda: accord.alpha([N1, N2], coders="rows", distance="interval"),
        lambda: accord.alpha(np.array([N1, N2], float).T, distance="interval"),
        lambda: compat.krippendorff_alpha([N1, N2]),
        lambda: compat.krippendorff_alpha(np.array([N1, N2]), level_of_measurement="interval"),
        lambda: compat.krippendorff_alpha(
            value_counts=_value_counts(), value_domain=[1, 2, 3, 4, 5]
        ),
        lambda: accord.measure({"a": N1, "b": N2}, "alpha", distance="interval")[0],
    ],
)
def test_interval_alpha(call):
    """krippendorff.alpha(reliability_data=…): rows are coders there."""
    assert float(call()) == pytest.approx(A2, abs=1e-12)


def _value_counts():
    return [[(a == v) + (b == v) for v in range(1, 6)] for a, b in zip(N1, N2, strict=True)]


def test_missing_values_of_every_kind():
    """None, nan, masked and NA are missing codings."""
    one, two = [1.0, 2.0, np.nan, 3.0, 1.0], [1.0, 2.0, 2.0, 1.0, 1.0]
    expected = alpha_by_hand(zip(one, two, strict=True))
    masked = np.ma.masked_invalid(np.array([one, two]))
    calls = [
        accord.alpha(np.array([one, two]).T, distance="nominal"),
        accord.alpha(masked.T, distance="nominal"),
        accord.alpha([None if x != x else x for x in one], two, distance="nominal"),
        accord.alpha({"a": one, "b": two}, distance="nominal"),
    ]
    for found in calls:
        assert found == pytest.approx(expected, abs=1e-12)
    assert compat.krippendorff_alpha(
        np.array([one, two]), level_of_measurement="nominal"
    ) == pytest.approx(expected, abs=1e-12)


def test_alpha_without_a_distance():
    """Names are nominal without a word; numbers as names are said."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert accord.alpha(Y1, Y2) == pytest.approx(A, abs=1e-12)
    with pytest.warns(UserWarning, match="as names"):
        accord.alpha(N1, N2)
    with pytest.raises(accord.NotApplicableError, match="needs a distance"):
        accord.weighted_kappa(N1, N2)


def test_a_million_items_are_counted_not_copied():
    """Arrays of small numbers give the same number by counts as by codings, to the last digit."""
    draw = np.random.default_rng(1)
    first = draw.integers(-2, 5, 5000)
    second = np.where(draw.random(5000) < 0.7, first, draw.integers(-2, 5, 5000))
    listed = accord.from_coders({"coder 1": first.tolist(), "coder 2": second.tolist()})
    for name in ("kappa", "pi", "s", "ac1", "percent"):
        counted, coded = getattr(accord, name)(first, second), getattr(accord, name)(listed)
        assert counted.value == pytest.approx(coded.value, abs=1e-14)
        assert counted.signature == coded.signature
    table = np.stack([first, second, second], axis=1).astype(float)
    table[draw.random(table.shape) < 0.2] = np.nan
    for distance in ("nominal", "ordinal", "interval"):
        by_counts = accord.alpha(table, distance=distance)
        by_codings = accord.alpha(accord.from_wide(table.tolist()), distance=distance)
        assert by_counts.value == pytest.approx(by_codings.value, abs=1e-12)
        assert by_counts.signature == by_codings.signature


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([[1, 2, 3] * 5, [1, 2, 3] * 5], "coders='rows'"),
        ([("c1", "i1", "x"), ("c2", "i1", "y"), ("c1", "i2", "x")], "item, coder and label"),
        (["a", "b", "a"], "one coder"),
        (np.zeros((2, 2, 2)), "3 dimensions"),
        (np.arange(5), "1 dimension;"),
        (5, "holds no annotation"),
        ({}, "empty"),
        ({"a": 3, "b": 4}, "sequence of labels"),
        ("no-such-file.csv", "no such file"),
    ],
)
def test_what_is_not_sure_is_not_guessed(data, message):
    """An error that says what to write instead."""
    with pytest.raises(accord.AccordError, match=message):
        accord.kappa(data)


def test_sequences_of_different_lengths():
    """Labels without a partner are an error, not cut off."""
    with pytest.raises(accord.DataError, match="different numbers of labels"):
        accord.kappa([1, 2, 3], [1, 2])


def test_results_are_numbers():
    """float, format, round, comparison and arithmetic."""
    k = accord.kappa(Y1, Y2)
    assert float(k) == k.value == k
    assert f"{k:.2f}" == f"{K:.2f}"
    assert round(k, 2) == round(K, 2)
    assert (k > 0.1, k >= K - 1e-9, k < 0.99, k > 0.1) == (True,) * 4
    assert (k + 1, 1 - k, 2 * k, k / 2) == pytest.approx((K + 1, 1 - K, 2 * K, K / 2))
    assert sorted([k, accord.kappa(Y1, Y1)])[0] is k
    assert np.mean([k, k]) == pytest.approx(K)
    assert isinstance(k - k, float)
    assert max(k, 0) is k


def test_results_are_tables():
    """as_dict, to_frame, to_markdown, to_latex, summary, HTML."""
    k = accord.kappa(Y1, Y2, interval={"resamples": 200}, p=True)
    assert json.loads(json.dumps(k.as_dict()))["value"] == pytest.approx(K)
    assert k.to_frame("pandas").loc[0, "value"] == pytest.approx(K)
    assert k.to_frame("polars")["value"][0] == pytest.approx(K)
    assert k.to_frame("pyarrow")["value"][0].as_py() == pytest.approx(K)
    assert "| kappa |" in k.to_markdown()
    assert r"\begin{tabular}" in k.to_latex()
    assert "<table>" in k._repr_html_()
    assert "95% CI [" in k.summary()
    assert "10 items" in k.summary()
    low, high = k.interval
    assert low <= k <= high
    assert K in k.interval
    assert 0 < k.p < 0.05
    with pytest.raises(accord.UnknownNameError, match="pandas"):
        k.to_frame("excel")


def test_one_call_for_all():
    """accord.measure(data, "alpha kappa", …) is a table of results."""
    found = accord.measure({"a": Y1, "b": Y2}, "alpha kappa", distance="nominal", interval=True)
    assert found["kappa"] == pytest.approx(K)
    assert found["alpha"] == pytest.approx(A)
    assert list(found.to_frame("pandas")["measure"]) == ["alpha", "kappa"]
    assert "kappa" in str(found)
    assert found["kappa"].interval is not None


def test_spans_as_people_have_them():
    """Lists of dicts, dicts of tuples, and objects with the attributes of spaCy and pyannote."""

    class Span:
        def __init__(self, start_char, end_char, label_):
            self.start_char, self.end_char, self.label_ = start_char, end_char, label_

    class Doc:
        text = "Ada met Bob in Ulm"

        def __init__(self, *ents):
            self.spans = {}
            self.ents = [Span(*ent) for ent in ents]

    a, b = [(0, 3, "PER"), (8, 11, "PER")], [(0, 3, "PER"), (15, 18, "LOC")]
    rows = [
        {"doc": "d", "coder": who, "begin": begin, "end": end, "label": label}
        for who, spans in (("A", a), ("B", b))
        for begin, end, label in spans
    ]
    for data in (
        {"A": a, "B": b},
        rows,
        {"A": [Doc(*a)], "B": [Doc(*b)]},
        {"A": Doc(*a), "B": Doc(*b)},
    ):
        assert accord.spans.span_f1(data) == pytest.approx(0.5)
    Other = type("Other", (Doc,), {"text": "another text"})
    with pytest.raises(accord.DataError, match="another text"):
        accord.spans.span_f1({"A": [Doc(*a)], "B": [Other(*b)]})


def test_boundaries_and_chains():
    """NLTK's strings, segeval's masses, lists of chains."""
    by_strings = accord.boundaries.window_diff("0100100", "0010100", window=2)
    by_masses = accord.boundaries.window_diff([2, 3, 3], [3, 2, 3], window=2)
    assert by_strings == by_masses.value
    b3 = accord.chains.b_cubed([[1, 2, 3], [4]], [[1, 2], [3, 4]])
    # Recall: 1 and 2 find 2/3 of their chain, 3 finds 1/3, 4 all; precision: 1, 1, 1/2, 1/2.
    recall, precision = (2 / 3 + 2 / 3 + 1 / 3 + 1) / 4, (1 + 1 + 1 / 2 + 1 / 2) / 4
    assert b3 == pytest.approx(2 * precision * recall / (precision + recall))


def test_weights_of_scikit_learn():
    """Linear and quadratic weights count ranks of labels; sample weights count items."""
    metrics = pytest.importorskip("sklearn.metrics")
    first, second = [1, 2, 10, 10, 2, 1], [1, 10, 10, 2, 2, 1]
    for weights in (None, "linear", "quadratic"):
        for given in (None, [1, 2, 1, 0.5, 3, 1]):
            expected = metrics.cohen_kappa_score(
                first, second, weights=weights, sample_weight=given
            )
            found = compat.cohen_kappa_score(first, second, weights=weights, sample_weight=given)
            assert found == pytest.approx(expected, abs=1e-12)
    some = metrics.cohen_kappa_score(Y1, Y2, labels=["cat", "dog"])
    assert compat.cohen_kappa_score(Y1, Y2, labels=["cat", "dog"]) == pytest.approx(some)


def test_a_scorer_of_scikit_learn():
    """make_scorer(cohen_kappa_score) in a cross-validation."""
    metrics = pytest.importorskip("sklearn.metrics")
    dummy = pytest.importorskip("sklearn.dummy")
    scorer = metrics.make_scorer(compat.cohen_kappa_score, weights="quadratic")
    model = dummy.DummyClassifier(strategy="stratified", random_state=0)
    x, y = np.zeros((40, 1)), np.tile([0, 1, 2, 2], 10)
    expected = metrics.cohen_kappa_score(y, model.fit(x, y).predict(x), weights="quadratic")
    assert scorer(model, x, y) == pytest.approx(expected)


def test_annotation_task_of_nltk():
    """The methods people use give NLTK's numbers on complete data."""
    agreement = pytest.importorskip("nltk.metrics.agreement")
    draw = np.random.default_rng(2)
    rows = [(f"c{c}", i, str(draw.integers(3))) for i in range(20) for c in range(3)]
    theirs, ours = agreement.AnnotationTask(rows), compat.AnnotationTask(rows)
    for name in ("avg_Ao", "S", "pi", "kappa", "multi_kappa", "alpha"):
        assert getattr(ours, name)() == pytest.approx(getattr(theirs, name)(), abs=1e-12)
    assert ours.Ao("c0", "c1") == pytest.approx(theirs.Ao("c0", "c1"))
    assert ours.kappa_pairwise("c0", "c1") == pytest.approx(theirs.kappa_pairwise("c0", "c1"))


def test_fleiss_of_statsmodels():
    """fleiss_kappa(table) and Randolph's form."""
    rater = pytest.importorskip("statsmodels.stats.inter_rater")
    table = np.array([[0, 0, 14], [0, 2, 12], [0, 6, 8], [0, 3, 11], [2, 2, 10], [7, 7, 0]])
    for method in ("fleiss", "rand"):
        expected = rater.fleiss_kappa(table, method=method)
        assert compat.fleiss_kappa(table, method=method) == pytest.approx(expected, abs=1e-12)


def test_windows_of_segeval():
    """window_diff and pk of masses: the mean of segeval's two directions for equal windows."""
    segeval = pytest.importorskip("segeval")
    one, two = (2, 3, 6), (5, 6)
    for name in ("window_diff", "pk"):
        parts = [
            getattr(segeval, name)(a, b, return_parts=True) for a, b in ((one, two), (two, one))
        ]
        expected = sum(p[0] for p in parts) / sum(p[1] for p in parts)
        assert getattr(compat, name)(one, two) == pytest.approx(float(expected))


def test_gamma_of_pygamma():
    """compute_gamma of an object with a Continuum's attributes: γ, disorders, γ-cat, γ-k."""

    class Segment:
        def __init__(self, start, end):
            self.start, self.end = start, end

    class Unit:
        def __init__(self, start, end, annotation):
            self.segment, self.annotation = Segment(start, end), annotation

    class Continuum:
        annotators = ("A", "B")

        def iterunits(self, annotator):
            return (unit for who, unit in self if who == annotator)

        def __iter__(self):
            yield "A", Unit(0, 5, "x")
            yield "A", Unit(7, 9, "y")
            yield "B", Unit(0, 5, "x")
            yield "B", Unit(7, 9, "y")

    found = compat.compute_gamma(Continuum())
    assert (found.gamma, found.observed_disorder, found.gamma_cat) == (1.0, 0.0, 1.0)
    assert found.gamma_k("x") == 1.0
    assert found.expected_disorder > 0


def test_assert_agreement():
    """A gate in pytest: what is reached passes, with an interval its lower limit must."""
    assert assert_agreement({"a": Y1, "b": Y2}, "kappa", min=0.5) == pytest.approx(K)
    with pytest.raises(AssertionError, match=r"below 0\.9"):
        assert_agreement({"a": Y1, "b": Y2}, "kappa", min=0.9)
    with pytest.raises(AssertionError, match="with its interval"):
        assert_agreement({"a": Y1, "b": Y2}, "kappa", min=0.6, interval=True)
    with pytest.raises(AssertionError, match="undefined"):
        assert_agreement({"a": "xxx", "b": "xxx"}, "kappa", min=0.5)
    with pytest.raises(AssertionError, match=r"above 0\.1"):
        assert_agreement(
            accord.Segmentations.from_masses({"d": {"A": [2, 8, 2], "B": [8, 2, 2]}}),
            "window_diff",
            max=0.1,
        )


def test_functions_of_inference_take_data():
    """interval, compare, breakdown, choose, plan … of what people have."""
    data = {"ann": Y1, "bob": Y2}
    study = accord.from_coders(data)
    assert accord.interval(data, "kappa").low == accord.interval(study, "kappa").low
    assert accord.breakdown(data, "category").rows == accord.breakdown(study, "category").rows
    assert accord.choose(data)[0].measure == accord.choose(study)[0].measure
    assert accord.choose(data).as_dict()["rows"][0]["measure"] == "alpha"
    assert accord.compare(data, data, "pi", "kappa").difference == pytest.approx(
        accord.pi(study) - accord.kappa(study)
    )
    assert accord.permutation_test(data, "kappa", resamples=99).p <= 0.05
    assert accord.standard_error(data, "kappa").se > 0
    assert accord.influence(data, "item", "kappa").rows


def test_functions_survive_other_processes():
    """A measure as it is called can be pickled, passed on, and named."""
    import pickle

    assert pickle.loads(pickle.dumps(accord.kappa)) is accord.kappa
    assert accord.interval({"a": Y1, "b": Y2}, accord.kappa).low == pytest.approx(
        accord.interval({"a": Y1, "b": Y2}, "kappa").low
    )
    assert accord.bound(accord.kappa).name == "kappa"


def test_pairs_of_many_coders():
    """Cohen's κ of each pair of three raters: the mean is Light's κ."""
    third = [*Y1[:-2], "cat", "cat"]
    pairs = [kappa_by_hand(a, b) for a, b in combinations([Y1, Y2, third], 2)]
    assert accord.light_kappa(Y1, Y2, third) == pytest.approx(np.mean(pairs))


def test_charts_in_one_line():
    """result.plot(), breakdown.plot(), study.plot() … are charts that can be kept."""
    pytest.importorskip("altair")
    study = accord.from_coders({"ann": Y1, "bob": Y2})
    units = accord.Unitizings.of([("d", "A", 0, 5, "x"), ("d", "B", 1, 5, "x")])
    masses = accord.Segmentations.from_masses({"d": {"A": [2, 2], "B": [1, 3]}})
    chains = accord.Partitions.of_chains({"d": {"A": [[1, 2], [3]], "B": [[1], [2, 3]]}})
    drawn = [
        accord.kappa(study),
        accord.kappa(study, interval=True).interval,
        accord.measure(study, "kappa pi"),
        accord.breakdown(study, "category"),
        accord.compare(study, study, "pi", "kappa"),
        accord.spans.best_alignment(units.continua[0]),
        accord.infer.icc_table(list(zip(N1, N2, strict=True))),
        study,
        units,
        masses,
        chains,
    ]
    for thing in drawn:
        spec = thing.plot().to_dict()
        assert "vega-lite" in spec["$schema"], type(thing)
        assert "@" not in json.dumps(spec.get("config")), type(thing)
    with pytest.raises(accord.NotApplicableError, match="undefined"):
        accord.kappa("xxx", "xxx").plot()


def long_rows():
    """The two coders as rows of a long table."""
    pairs = enumerate(zip(Y1, Y2, strict=True))
    return [(i, who, v) for i, pair in pairs for who, v in zip(("ann", "bob"), pair, strict=True)]


def test_a_data_set_of_hugging_face():
    """Anything with `column_names` and `with_format("arrow")` is such a data set."""
    pyarrow = pytest.importorskip("pyarrow")
    item, coder, label = zip(*long_rows(), strict=True)
    table = pyarrow.table({"item": item, "annotator": coder, "label": label})

    class Dataset:
        column_names = table.column_names

        def with_format(self, kind):
            assert kind == "arrow"
            return table

    assert accord.kappa(Dataset()) == pytest.approx(K)


def test_tables_that_stay_in_an_engine():
    """A DuckDB relation and a lazy frame of Polars are counted where they are."""
    duckdb = pytest.importorskip("duckdb")
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(long_rows(), schema=["item", "coder", "label"], orient="row")
    named = {"item": "item", "coder": "coder", "category": "label"}
    with duckdb.connect() as connection:
        connection.register("acts", frame.to_arrow())
        assert accord.kappa(connection.sql("select * from acts"), **named) == pytest.approx(K)
    assert accord.kappa(frame.lazy(), **named) == pytest.approx(K)


def test_the_old_name_of_as_dict_still_works():
    """`to_dict` gives what `as_dict` gives, and says what it is called now."""
    k = accord.kappa(Y1, Y2)
    with pytest.warns(DeprecationWarning, match="as_dict since accord 0.3"):
        assert k.to_dict() == k.as_dict()
