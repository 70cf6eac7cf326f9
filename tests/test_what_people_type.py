"""One line of Python: calls in the form people know from other programs, each right.

Every expected number is worked out here or taken from the program the call comes from, never
from accord.
"""

import json
import warnings
from collections import Counter
from contextlib import suppress
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
        (5, "cannot read data of type int"),
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
    with pytest.raises(accord.DataError, match="different lengths"):
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


def _drawn(items, coders, categories):
    """Labels in which every category occurs and coders mostly agree."""
    rng = np.random.default_rng(5)
    true = np.arange(items) % categories
    noise = rng.integers(0, categories, (coders, items))
    labels = np.where(rng.random((coders, items)) < 0.7, true, noise)
    return {f"coder {c}": [f"k{k}" for k in row] for c, row in enumerate(labels.tolist())}


@pytest.mark.parametrize(
    "call",
    [
        lambda **how: accord.kappa(Y1, Y2, **how),
        lambda **how: accord.kappa({"ann": Y1, "bob": Y2}, **how),
        lambda **how: accord.kappa(
            accord.scale.Tally.of(accord.from_coders(_drawn(90, 3, 4))), **how
        ),
        lambda **how: accord.pi(_drawn(300, 4, 5), **how),
        lambda **how: accord.percent(Y1, Y2, **how),
        lambda **how: accord.alpha(N1, N2, distance="ordinal", **how),
        lambda **how: accord.kappa(Y1, Y1, **how),
        lambda **how: accord.icc(list(zip(N1, N2, strict=True)), form="3,1", **how),
        lambda **how: accord.measure(_drawn(90, 3, 4), "kappa pi", **how),
        lambda **how: accord.measure(_drawn(90, 3, 4), "kappa pi", **how)["pi"],
    ],
)
def test_a_prompt_shows_the_interval_that_would_be_asked_for(call):
    """Where it costs little, the line has the limits that `interval=True` gives; the result itself
    is the same as without, so that no file and no comparison has what nobody asked for."""
    plain, asked = call(), call(interval=True)
    assert "95% CI" in repr(plain)
    assert repr(plain) == repr(asked)
    assert "95% CI" in plain._repr_html_() or isinstance(plain, accord.Measured)
    assert plain != asked
    alone = isinstance(plain, accord.Agreement)
    assert all(one.interval is None for one in ([plain] if alone else plain))


@pytest.mark.parametrize(
    ("study", "shown"),
    [((1000, 2, 10), True), ((1001, 2, 10), False), ((100, 2, 20), True), ((100, 2, 21), False)],
)
def test_an_interval_that_takes_long_is_not_shown_unasked(study, shown):
    """Up to 20,000 cells (items × coders × categories) and 20 categories; beyond, the study is not
    even kept."""
    found = accord.kappa(_drawn(*study))
    assert ("95% CI" in repr(found)) == shown
    assert (found._limits is not None) == shown


def test_a_prompt_shows_no_interval_of_what_is_costly_or_has_none():
    """Resamples of ranks are asked for; what is undefined has no limits; sent to another process, a
    number leaves its study behind and is the same number."""
    import pickle

    assert "CI" not in repr(accord.labels.spearman(list(zip(N1, N2, strict=True))))
    assert repr(accord.kappa("xxx", "xxx")).startswith("κ undefined")
    found = accord.kappa(Y1, Y2)
    sent = pickle.loads(pickle.dumps(found))
    assert sent == found
    assert sent.detail == found.detail
    assert repr(sent) == "κ = 0.688  Cohen's κ, 10 items, 2 coders"


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
    with pytest.raises(accord.DataError, match="a different text"):
        accord.spans.span_f1({"A": [Doc(*a)], "B": [Other(*b)]})


SPANS = [name for name in accord.MEASURES if accord.MEASURES[name].kind == "unitizings"]
MARKED = {"A": [(0, 3, "PER"), (8, 11, "PER")], "B": [(0, 4, "PER"), (9, 18, "LOC")]}
EDGES = ("begin", "end", "label")


def in_every_form():
    """The spans of MARKED as people hold them."""
    pandas = pytest.importorskip("pandas")
    rows = [
        {"coder": c, **dict(zip(EDGES, s, strict=True))} for c, own in MARKED.items() for s in own
    ]
    return {
        "lists": (MARKED["A"], MARKED["B"]),
        "dict": (MARKED,),
        "units": ({c: [accord.Unit(*s) for s in own] for c, own in MARKED.items()},),
        "continuum": (accord.Continuum.of(MARKED),),
        "list of continua": ([accord.Continuum.of(MARKED)],),
        "rows": (rows,),
        "rows of each coder": (
            {c: [dict(zip(EDGES, s, strict=True)) for s in own] for c, own in MARKED.items()},
        ),
        "frame": (pandas.DataFrame(rows),),
        "study": (accord.Unitizings.of([("d", c, *s) for c, own in MARKED.items() for s in own]),),
    }


@pytest.mark.parametrize("name", SPANS)
def test_every_measure_of_spans_reads_what_gamma_reads(name):
    """A Continuum, lists, dicts, units, rows, a frame and a study give the same number."""
    measure = getattr(accord.spans, name)
    quick = {"precision": None, "samples": 2} if name.startswith("gamma") else {}
    values = {form: float(measure(*data, **quick)) for form, data in in_every_form().items()}
    first = values["study"]
    assert all(value == pytest.approx(first, nan_ok=True) for value in values.values()), values


def test_continua_are_documents():
    """Several in a list or a dict are one study, and who is not among the coders of one did not
    see it: F1 is 2 · 1 pair that matches / 4 units, B is not held against the second."""
    first = accord.Continuum.of({"A": [(0, 3, "x")], "B": [(0, 3, "x")]}, end=9)
    second = accord.Continuum.of({"A": [(0, 3, "x")], "C": [(4, 9, "x")]}, text="A text.....")
    for data in ([first, second], {"one": first, "two": second}):
        assert accord.spans.span_f1(data) == pytest.approx(2 * 1 / 4)
    study = accord.engine.any_data.study_of({"one": first, "two": second})
    assert list(study.items) == ["one", "two"]
    assert [list(part.seen) for part in study.continua] == [
        [True, True, False],
        [True, False, True],
    ]
    assert [part.end for part in study.continua] == [9, 11]


WRONG = {
    "labels": (Y1, Y2),
    "frame of labels": ({"A": Y1, "B": Y2},),
    "spans": (accord.Continuum.of(MARKED),),
    "two continua": (accord.Continuum.of(MARKED), accord.Continuum.of(MARKED)),
    "label first": ({"A": [("PER", 0, 3)], "B": [("PER", 0, 3)]},),
    "document in coder": ({"A": {"d": [1, 2]}, "B": {"d": [1, 2]}},),
    "one coder has nothing": ({"A": [(0, 3, "x")], "B": None},),
    "whole numbers": ([3, 4], [4, 3]),
    "a number": (3,),
    "nothing": ([],),
}


@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG)
def test_data_of_another_kind_are_refused_in_words(data):
    """Whatever a measure is given, it answers with a number or with an error of accord."""
    for name in set(accord.MEASURES) - {"gamma", "gamma_cat", "gamma_k"}:  # slow where they fit
        with warnings.catch_warnings(), suppress(accord.AccordError):
            warnings.simplefilter("ignore")
            getattr(accord.measures, name)(*data)


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
    """window_diff and pk of masses, to segeval's digit: the second is the reference."""
    segeval = pytest.importorskip("segeval")
    one, two = (2, 3, 6), (5, 6)
    for name in ("window_diff", "pk"):
        for a, b in ((one, two), (two, one)):
            assert getattr(compat, name)(a, b) == float(getattr(segeval, name)(a, b))


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
    with pytest.raises(AssertionError, match="cannot be computed"):
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
    with pytest.raises(accord.NotApplicableError, match="there is no value"):
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


def _names():
    """What the calls below are about."""
    pandas = pytest.importorskip("pandas")
    from accord.compat import irr, irrcac, nltk, segeval

    assert all((irr, irrcac, nltk, segeval))
    who = [("alice", Y1), ("bob", Y2)]
    scores = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]
    return {
        **{"accord": accord, "compat": compat, "np": np, "Y1": Y1, "Y2": Y2, "N1": N1, "N2": N2},
        "df": pandas.DataFrame(
            {
                "alice": Y1,
                "bob": Y2,
                "gpt4": [*Y1[:8], "dog", "cat"],
                "claude": [*Y2[:5], *Y1[:5]],
            }
        ),
        "long": pandas.DataFrame(
            [(i, name, label) for name, y in who for i, label in enumerate(y)],
            columns=["id", "who", "label"],
        ),
        "three": {"A": "aabbbbbccccc", "B": "abbbbbcccccc", "C": "aabbbbbcccca"},
        "num": pandas.DataFrame({"rater 1": N1, "rater 2": N2}),
        "wine": pandas.DataFrame(
            [(i, j, score) for i, row in enumerate(scores) for j, score in enumerate(row)],
            columns=["wine", "judge", "score"],
        ),
        "marks": {"A": [(0, 5, "x"), (7, 9, "y")], "B": [(0, 5, "x"), (7, 10, "y")]},
        "masses": accord.Segmentations.from_masses(
            {"d": {"A": [2, 5, 6, 4], "B": [3, 4, 6, 4], "gold": [3, 14]}}
        ),
    }


@pytest.fixture(scope="module")
def names():
    """What the calls below are about, made once."""
    return _names()


PRINTED = [
    ("accord.kappa(Y1, Y2)", "κ = 0.688  95% CI 0.080 to 0.934  Cohen's κ, 10 items, 2 coders"),
    ('accord.kappa(df, "alice", "bob")', "κ = 0.688"),
    ('accord.kappa(df[["alice", "bob"]])', "κ = 0.688"),
    ('accord.kappa(df["alice"], df["bob"])', "κ = 0.688"),
    ('accord.kappa({"alice": Y1, "bob": Y2})', "κ = 0.688"),
    ("accord.kappa(np.array(Y1), np.array(Y2))", "κ = 0.688"),
    ("accord.kappa(list(zip(Y1, Y2)))", "κ = 0.688"),
    ('accord.kappa(long, item="id", coder="who", category="label")', "κ = 0.688"),
    ('accord.kappa(df, coders=["alice", "bob"])', "κ = 0.688"),
    ('accord.kappa("aabb", "abbb")', "κ = 0.500"),
    ("accord.kappa([1, 2, 3], [1, 2, 3])", "κ = 1.000"),
    ('accord.kappa("xxx", "xxx")', "κ undefined"),
    (
        'accord.kappa(df, "alice", "bob", interval=True)',
        "κ = 0.688  95% CI 0.080 to 0.934  Cohen's κ, 10 items, 2 coders",
    ),
    (
        'accord.kappa(df, "alice", "bob", interval={"confidence": 0.9})',
        "κ = 0.688  90% CI 0.184 to 0.917",
    ),
    ('accord.kappa(df, "alice", "bob", p=True)', "κ = 0.688"),
    ("accord.pi(Y1, Y2)", "π = 0.688"),
    ("accord.s(Y1, Y2)", "S = 0.700"),
    ("accord.percent(Y1, Y2)", "A_o = 0.800"),
    ("accord.ac1(Y1, Y2)", "AC1 = 0.706"),
    ("accord.alpha(Y1, Y2)", "α = 0.703"),
    ('accord.alpha(Y1, Y2, distance="nominal")', "α = 0.703"),
    ('accord.alpha(N1, N2, distance="ordinal")', "α = 0.945"),
    ('accord.alpha(N1, N2, distance="interval")', "α = 0.969"),
    ('accord.alpha(N1, N2, distance="ratio")', "α = 0.908"),
    ('accord.alpha([N1, N2], coders="rows", distance="interval")', "α = 0.969"),
    ("accord.alpha(three)", "α = 0.741"),
    ("accord.pi(three)", "π = 0.733"),
    ("accord.kappa(three)", "κ = 0.735"),
    ("accord.light_kappa(three)", "κ_Light = 0.735"),
    ('accord.weighted_kappa(N1, N2, distance="rank-quadratic")', "κ_w = 0.968"),
    ('accord.weighted_kappa(N1, N2, distance="rank-linear")', "κ_w = 0.926"),
    ('accord.beta(N1, N2, distance="interval")', "β = 0.968"),
    ('accord.ac2(N1, N2, distance="interval")', "AC2 = 0.979"),
    ("accord.icc(num)", "ICC(2,1) = 0.971"),
    ('accord.icc(num, form="3,k")', "ICC(3,k) = 0.985"),
    ("accord.labels.kendall_w(num)", "W = 0.976"),
    ("accord.labels.spearman(num)", "ρ = 0.952"),
    ("accord.labels.ccc(num)", "ρ_c = 0.968"),
    ('accord.measure(df, "kappa", coders=["alice", "bob"])', "0.688"),
    ('accord.measure(df, "kappa alpha", coders=["alice", "bob"])', "0.688"),
    ('accord.measure(df, ["kappa", "pi"], coders=["alice", "bob"])', "0.688"),
    (
        'accord.measure(df, "kappa", coders=["alice", "bob"], interval=True)',
        "0.688  0.080 to 0.934",
    ),
    ('accord.measure(df, "Cohen\'s kappa", coders=["alice", "bob"])', "0.688"),
    ('accord.measure(df, "fleiss kappa", coders=["alice", "bob"])', "0.688"),
    ('accord.measure(num, "icc")', "0.971"),
    ('accord.interval(df[["alice", "bob"]], "kappa")', "95% CI 0.080 to 0.934"),
    (
        'accord.interval(df[["alice", "bob"]], "kappa", method="bca", resamples=200)',
        "95% CI 0.123 to 1.000",
    ),
    ('accord.standard_error(df[["alice", "bob"]], "kappa")', "0.2052"),
    ('accord.infer.z_test(df[["alice", "bob"]], "kappa")', "kappa = 0.6875"),
    ('accord.infer.by_pair(three, "kappa")', "coders  agreement"),
    ('accord.breakdown(three, "coder", "kappa")', "B      12"),
    ("accord.breakdown(three)", "category  codings"),
    ('accord.breakdown(three, "category", "alpha")', "category  codings"),
    (
        'accord.compare(df, "gpt4", "claude")',
        "α 0.5972 − α 0.4948 = +0.1024 [-0.1631, 0.3607], p = 0.4295",
    ),
    (
        'accord.compare(df, "gpt4", "claude", "kappa")',
        "κ 0.5833 − κ 0.4792 = +0.1042 [-0.1705, 0.3717], p = 0.4383",
    ),
    (
        'accord.compare(df[["alice", "bob"]], df[["alice", "gpt4"]], "kappa")',
        "κ 0.6875 − κ 0.6875 = +0.0000 [-0.6842, 0.6842], p = 1",
    ),
    ('accord.choose(df[["alice", "bob"]])', "recommended"),
    ("accord.interpret(0.7)", "tentative"),
    ('accord.find("kappa")', "kappa (κ)"),
    ('accord.find("fleiss kappa")', "pi (π)"),
    ('accord.find("γ")', "gamma (γ)"),
    ('accord.infer.lookup("KALPHA")', "alpha"),
    ('accord.infer.lookup("Stan")', "program"),
    ('accord.infer.lookup("Rasch")', "accord.latent.facets"),
    ('accord.infer.lookup("STAPLE")', "STAPLE"),
    ('accord.MEASURES["alpha"]', "alpha (α)"),
    ('accord.bound("alpha", distance="ordinal")', "alpha|distance:ordinal"),
    ("accord.spans.gamma(marks)", "γ = 0.984"),
    ("accord.spans.gamma(accord.Continuum.of(marks))", "γ = 0.984"),
    ("accord.spans.span_f1(marks)", "F1 = 0.500"),
    ("accord.spans.span_f1(accord.Continuum.of(marks))", "F1 = 0.500"),
    ("accord.spans.u_alpha(accord.Continuum.of(marks))", "uα = 0.867"),
    ("accord.spans.alpha_d(accord.Continuum.of(marks))", "α_d = 0.848"),
    ("accord.spans.slot_error_rate(accord.Continuum.of(marks))", "SER = 0.250"),
    ('accord.spans.gamma_k(accord.Continuum.of(marks), category="x")', "γ-k = 1.000"),
    ("accord.breakdown(accord.Continuum.of(marks))", "coder  units"),
    ('accord.boundaries.pk("0100100", "0010100", window=2)', "P_k = 0.333"),
    ("accord.boundaries.window_diff([2, 3, 3], [3, 2, 3], window=2)", "WindowDiff = 0.333"),
    ("accord.boundaries.boundary_similarity([2, 3, 6], [2, 2, 7])", "B = 0.750"),
    ('accord.boundaries.pk(masses, window="segeval", reference="gold")', "P_k = 0.654"),
    ("accord.chains.b_cubed([[1, 2, 3], [4]], [[1, 2], [3, 4]])", "B³ = 0.706"),
    ("accord.latent.dawid_skene(three)", "item  label  probability"),
    ("accord.infer.icc_table(num)", "0.9709"),
    ('accord.Interval(0.6, 0.8, 0.95, "bca", 2000)', "95% CI 0.600 to 0.800"),
    ('accord.report(df[["alice", "bob"]], resamples=50)', "Agreement in"),
    ('accord.judge(df, "gpt4", people=["alice", "bob"], resamples=50)', "gpt4"),
    ("compat.cohen_kappa_score(Y1, Y2)", "0.6875"),
    ('compat.cohen_kappa_score(N1, N2, weights="quadratic")', "0.967741935483871"),
    ("compat.fleiss_kappa([[3, 0], [1, 2], [0, 3]])", "0.55"),
    ('compat.fleiss_kappa([[3, 0], [1, 2], [0, 3]], method="randolph")', "0.5555555555555556"),
    ('compat.fleiss_kappa([[3, 0], [1, 2], [0, 3]], method="uniform")', "0.5555555555555556"),
    ("compat.fleiss_kappa([[6.99, 0.01], [6.99, 0.01]])", "-0.1666666666665666"),
    ("compat.krippendorff_alpha([N1, N2])", "0.9693053311793215"),
    (
        'compat.krippendorff_alpha(reliability_data=[N1, N2], level_of_measurement="ordinal")',
        "0.9449275362318841",
    ),
    ("compat.cohens_kappa([[20, 5], [10, 15]]).kappa", "0.4"),
    ("compat.aggregate_raters([[1, 1, 2], [2, 2, 2]])[0].tolist()", "[[2, 1], [0, 3]]"),
    ("compat.to_table([[1, 1], [1, 2], [2, 2]])[0].tolist()", "[[1.0, 1.0], [0.0, 1.0]]"),
    ('compat.pk("0100", "0010", 2)', "0.6666666666666666"),
    ("compat.pk([2, 3, 6], [5, 6])", "0.25"),
    ('compat.windowdiff("000100000010", "000010000100", 3)', "0.3"),
    ("compat.window_diff([2, 3, 6], [5, 6])", "0.25"),
    ("compat.win_pr([5, 7], [6, 6]).f1", "0.6666666666666666"),
    ('compat.nltk.pk("0100" * 100, "1" * 400, 2)', "0.49874686716791977"),
    ('compat.nltk.ghd("1100100000", "1100010000", 1.0, 1.0, 0.5)', "0.5"),
    ("compat.segeval.pk([2, 3, 6], [2, 2, 7])", "Decimal('0.2222222222222222222222222222')"),
    (
        "compat.segeval.window_diff([2, 3, 6], [2, 2, 7], lamprier_et_al_2007_fix=True)",
        "Decimal('0.1428571428571428571428571429')",
    ),
    ("compat.segeval.boundary_similarity([2, 3, 6], [2, 2, 7])", "Decimal('0.75')"),
    (
        'compat.intraclass_corr(wine, "wine", "judge", "score").ICC.round(3).tolist()',
        "[0.166, 0.29, 0.715, 0.443, 0.62, 0.909]",
    ),
    ('compat.CAC(three).fleiss()["est"]["coefficient_value"]', "0.73333"),
    ('compat.irr.kappa2(num, "squared")', "κ_w = 0.968"),
    ("compat.irr.kappam_fleiss(three)", "π = 0.733"),
    ('compat.irr.kripp_alpha([N1, N2], "interval")', "α = 0.969"),
    ('compat.irr.icc(num, model="twoway", type="agreement")', "ICC(2,1) = 0.971"),
    ("compat.irrcac.gwet_ac1_raw(three)", "AC1 = 0.758"),
    (
        'compat.AnnotationTask([("a", 1, 0), ("b", 1, 0), ("a", 2, 1), ("b", 2, 0)]).kappa()',
        "0.0",
    ),
    ("float(accord.kappa(Y1, Y2)) > 0.6", "True"),
    ('f"{accord.kappa(Y1, Y2):.2f}"', "'0.69'"),
    ("round(accord.kappa(Y1, Y2), 3)", "0.688"),
    ("accord.kappa(Y1, Y2).value", "0.6875"),
    ("accord.kappa(Y1, Y2).A_o", "0.8"),
    ("accord.kappa(Y1, Y2).summary()", "κ = .69"),
    ("accord.kappa(Y1, Y2, interval=True).interval", "95% CI 0.080 to 0.934"),
    ("accord.kappa(Y1, Y2).signature", "kappa|d:nominal|i:10|c:2|k:3"),
    ('accord.kappa(Y1, Y2).as_dict()["items"]', "10"),
    ('accord.kappa(Y1, Y2).to_frame("pandas").shape', "(1, 13)"),
    ("accord.kapa(Y1, Y2)", "did you mean accord.kappa?"),
    ("accord.alfa(Y1, Y2)", "did you mean accord.alpha?"),
    ("accord.kappas(Y1, Y2)", "did you mean accord.kappa?"),
    ("accord.cohen_kappa(Y1, Y2)", "did you mean accord.kappa?"),
    ("accord.cohens_kappa(Y1, Y2)", "it is accord.compat.cohens_kappa, or accord.kappa"),
    ("accord.fleiss_kappa(three)", "it is accord.compat.fleiss_kappa, or accord.pi"),
    ("accord.krippendorff_alpha(three)", "it is accord.compat.krippendorff_alpha"),
    ("accord.krippendorff(three)", "it is accord.alpha"),
    ("accord.fleiss(three)", "it is accord.pi"),
    (
        "accord.intraclass_corr(num)",
        "it is accord.compat.intraclass_corr, or accord.infer.icc_table for all",
    ),
    ("accord.ICC(num)", "it is accord.icc, or accord.infer.icc_table for all forms"),
    ("accord.gamma(marks)", "it is accord.spans.gamma"),
    ("accord.span_f1(marks)", "it is accord.spans.span_f1"),
    (
        'accord.windowdiff("01", "10")',
        "it is accord.compat.windowdiff, or accord.boundaries.window_diff",
    ),
    ("accord.kappam_fleiss(three)", "it is accord.compat.irr.kappam_fleiss"),
    ("accord.mesure(df)", "did you mean accord.measure?"),
    ("accord.raport(df)", "did you mean accord.report?"),
    ("accord.reprot(df)", "did you mean accord.report?"),
    ('accord.reed("x.csv")', "did you mean accord.read?"),
    ('accord.read_csv("x.csv")', "it is accord.read"),
    ("accord.from_pandas(df)", "it is accord.from_frame"),
    ("accord.agreement(df)", "it is accord.measure"),
    ("accord.bootstrap(df)", "it is accord.interval"),
    ("accord.ci(df)", "it is accord.interval"),
    ("accord.jugde(df)", "did you mean accord.judge?"),
    ("accord.compair(df)", "did you mean accord.compare?"),
    ("accord.spans.gama(marks)", "did you mean accord.spans.gamma?"),
    ("accord.spans.kapa(marks)", "did you mean accord.spans.kappa_d?"),
    ("accord.infer.ztest(df)", "did you mean accord.infer.z_test?"),
    ("accord.infer.icc_tabel(num)", "did you mean accord.infer.icc_table?"),
    ('accord.boundaries.windowdiff("01", "10")', "did you mean accord.boundaries.window_diff?"),
    ("accord.compat.cohens_kapa([[1]])", "accord.compat.cohens_kappa"),
    ("accord.labels.kendal_w(num)", "did you mean accord.labels.kendall_w?"),
    ("accord.chains.bcubed([], [])", "did you mean accord.chains.b_cubed?"),
    ('accord.kappa(df, raters=["alice", "bob"])', "say coders=['alice', 'bob']"),
    ('accord.kappa(df, annotators=["alice", "bob"])', "say coders=['alice', 'bob']"),
    ('accord.kappa(long, item="id", rater="who", category="label")', "say coder='who'"),
    ('accord.kappa(long, item="id", raters="who", category="label")', "say coder='who'"),
    ('accord.kappa(long, item="id", coder="who", labels="label")', "say category='label'"),
    ('accord.kappa(Y1, Y2, labels=["cat", "dog"])', "say categories=['cat', 'dog']"),
    (
        'accord.kappa(Y1, Y2, weights="linear")',
        "weights are distances: weighted_kappa(…, distance='rank-linear') or 'r",
    ),
    (
        "accord.kappa(y_true=Y1, y_pred=Y2)",
        "give the labels without keywords: kappa(y_true, y_pred)",
    ),
    ("accord.kappa(Y1, Y2, ci=True)", "say interval=True, or interval={'confidence': 0.9}"),
    ("accord.kappa(Y1, Y2, confidence=0.9)", "say interval=True, or interval={'confidence': 0.9}"),
    ("accord.kappa(Y1, Y2, nonsense=1)", "kappa() has no keyword 'nonsense'"),
    ('accord.kappa(df, "alice", "bbo")', "did you mean bob? Columns: alice, bob, gpt4, claude"),
    ('accord.kappa(df, "alcie", "bob")', "did you mean alice? Columns: alice, bob, gpt4, claude"),
    ("accord.kappa(Y1)", "one coder"),
    ("accord.kappa(Y1, Y2[1:])", "different lengths"),
    ("accord.kappa()", "needs data"),
    ("accord.kappa(None)", "cannot read data of type NoneType"),
    ("accord.kappa(5)", "cannot read data of type int"),
    ('accord.kappa("no-such-file.csv")', "no such file"),
    ("accord.kappa([[20, 5], [10, 15]])", "from_confusion(table)"),
    ('accord.alpha(Y1, Y2, distance="cubic")', "no distance 'cubic'"),
    ('accord.alpha(Y1, Y2, "ordinal")', "write distance='ordinal'"),
    (
        'accord.alpha(Y1, Y2, level_of_measurement="nominal")',
        "say distance='nominal', 'ordinal', 'interval' or 'ratio'",
    ),
    ('accord.alpha(Y1, Y2, distance="interval")', "needs numeric categories"),
    ("accord.weighted_kappa(N1, N2)", "needs a distance"),
    ('accord.measure(df, "kapa", coders=["alice", "bob"])', "Did you mean kappa"),
    (
        'accord.measure(df, "kappa", coder=["alice", "bob"])',
        "for a list say coders=['alice', 'bob']",
    ),
    ('accord.measure(df, "kappa", raters=["alice", "bob"])', "say coders=['alice', 'bob']"),
    ("accord.interval(df)", "interval() needs measure: write interval(data, 'kappa')"),
    (
        'accord.interval(df[["alice", "bob"]], "kappa", method="xyz")',
        "known: analytic, basic, bayes, bca, jackknife, krippendorff, percentil",
    ),
    (
        'accord.infer.z_test(df[["alice", "bob"]], "kappa", method="xyz")',
        "known: fleiss, linear, scott, siegel",
    ),
    (
        'accord.standard_error(df[["alice", "bob"]], "kappa", method="xyz")',
        "known: fleiss, linear, scott, siegel",
    ),
    (
        'accord.infer.level_test(df[["alice", "bob"]], "kappa", 0.5, alternative="bigger")',
        "known: greater, less, two-sided",
    ),
    ('accord.infer.adjusted([0.1], "bonferoni")', "known: bh, holm"),
    ('accord.breakdown(three, "colour")', "'colour'"),
    ("accord.compare(df)", "compare() needs other: write compare(data, other_data)"),
    (
        'accord.compare(df[["gpt4", "claude"]], "gpt4", "claude")',
        "gpt4 and claude are the only coders: nobody is there to compare them w",
    ),
    (
        'accord.compare(df, "gpt4", "nobody")',
        "no column 'nobody'. Columns: alice, bob, gpt4, claude",
    ),
    ('accord.judge(df, "gpt5", people=["alice", "bob"])', "'gpt5'"),
    ('accord.icc(num, form="ICC2")', "known: 1,1, 1,k, 2,1, 2,k, 3,1, 3,k"),
    ('accord.spans.gamma(marks, chance="xyz")', "known: auto, continuum, corpus, model"),
    ('accord.chains.muc([[1, 2]], [[1], [2]], matching="xyz")', "known: exact, head, overlap"),
    ('accord.boundaries.pk("0100", "0010", window="xyz")', "known: nltk, pooled, segeval"),
    ('accord.boundaries.pk(masses, reference="golt")', "did you mean gold?"),
    ('accord.find("MASI")', "accord measure FILE -m alpha --distance masi"),
    ('accord.find("Rasch")', "accord.latent.facets(study)"),
    ('accord.find("STAPLE")', "accord does not compute it"),
    ('accord.find("KALPHA")', "alpha (α)"),
    ('accord.find("zzzz")', "no measure 'zzzz'"),
    ("accord.kappa(Y1, Y2).kappa", "it is .value"),
    ("accord.kappa(Y1, Y2).ci", "it is .interval"),
    ("accord.kappa(Y1, Y2).pvalue", "it is .p"),
    ('accord.kappa(Y1, Y2).to_frame("excel")', "known: pandas, polars, pyarrow"),
    ('accord.kappa(Y1, Y2).save("kappa.xyz")', "use .html, .docx, .tex, .md, .json, .csv"),
    (
        'accord.report(df[["alice", "bob"]], resamples=20).save("report.xyz")',
        "use .html, .htm, .json, .tex, .md, .csv, .docx",
    ),
    (
        'accord.alternative_annotator_test(df, "gpt4", min_items=5)',
        "coder  items  system  human  p       wins\nalice  10",
    ),
    ('accord.ceiling(df, "gpt4", "alpha")', "gpt4"),
    ('accord.interval(df[["alice", "bob"]], "alpha")', "95% CI"),
    ('accord.permutation_test(df[["alice", "bob"]], "alpha", resamples=20)', "alpha = 0.7031"),
    (
        'accord.compare(df, "gpt4", "claude", "alpha")',
        "α 0.5972 − α 0.4948 = +0.1024 [-0.1631, 0.3607], p = 0.4295",
    ),
    ('accord.judge(df, "gpt4,claude", people="alice,bob", resamples=50)', "claude"),
    ("accord.plan(expect=0.8, width=0.2)", "accord.infer.plan_items(expected=0.8, width=0.2)"),
    ("accord.spans.gamma(Y1, Y2)", "Pass a list of (begin, end, label) for each coder"),
    ("accord.chains.muc([1, 2], [1, 2])", "as coreference chains. Pass a list of chains"),
    ("accord.kappa(accord.Continuum.of(marks))", "kappa works with labels; these data are spans"),
    ("accord.trees.las(Y1, Y2)", "las works with trees; these data are labels"),
    ("accord.open(42)", "works with reports and results; got int."),
    (
        "compat.fleiss_kappa([[1, 2, 2], [3, 3, 3]])",
        "all must have the same number. For a table of ratings (subjects × rate",
    ),
    ('compat.fleiss_kappa([[3, 0], [1, 2]], method="randolf")', "did you mean randolph or rand?"),
    ('compat.cohen_kappa_score(Y1, Y2, weights="cubic")', "known: linear, quadratic"),
    ('compat.irr.kappa2(num, "square")', "did you mean squared or equal?"),
    ('compat.nltk.windowdiff("000", "0000", 2)', "both need the same"),
    ("compat.segeval.pk([2, 2, 7], [2, 2, 8])", "the segmentations differ in length: 11 and 12"),
    (
        'compat.CAC(three, weights="cubic")',
        "known: bipolar, circular, identity, linear, ordinal, quadratic, radica",
    ),
    (
        'compat.intraclass_corr(wine, "wine", "rater", "score")',
        "no column 'rater' for raters. Columns: wine, judge, score",
    ),
]
"""What people type, right and wrong, and what must be in what the prompt shows."""


def test_there_are_two_hundred():
    """Right calls and wrong ones."""
    assert len(PRINTED) >= 200


@pytest.mark.parametrize(("call", "shown"), PRINTED, ids=[call for call, _ in PRINTED])
def test_what_the_prompt_shows(call, shown, names):
    """A result shows its value in a line or a short table; an error says what to type instead."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            printed = repr(eval(call, names))
        except (accord.AccordError, AttributeError, TypeError) as error:
            printed = str(error)
    assert shown in printed
    assert len(printed) < 4000


def test_long_results_are_short_at_the_prompt(names):
    """A judge's sheet, all measures and all choices fit on a screen."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = [
            accord.judge(names["df"], "gpt4", people=["alice", "bob"], resamples=20),
            accord.measure(names["three"]),
            accord.choose(names["three"]),
            accord.report(names["three"], resamples=20),
        ]
    for one in made:
        lines = repr(one).splitlines()
        assert len(lines) <= 25
        assert max(map(len, lines)) <= 160


@pytest.mark.parametrize("ending", ["html", "docx", "tex", "md", "json", "csv"])
def test_everything_is_saved(ending, names, tmp_path):
    """A report, a sheet on a judge, a comparison and a number: `save` writes each in every form."""
    pytest.importorskip("docx")
    pytest.importorskip("altair")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = [
            accord.report(names["three"], resamples=20),
            accord.judge(names["df"], "gpt4", people=["alice", "bob"], resamples=20),
            accord.compare(names["df"], "gpt4", "claude"),
            accord.kappa(Y1, Y2),
        ]
    for at, one in enumerate(made):
        path = one.save(tmp_path / f"{at}.{ending}")
        assert path.stat().st_size > 40
        assert one.summary()


def test_what_is_left_out_is_said_once_and_only_where_it_is(names, caplog):
    """Programs beside people are left out of a frame and named in the log; those that a call asks
    for are coders."""
    df = names["df"]
    for call, left in [
        (lambda: accord.alpha(df), ["gpt4", "claude"]),
        (lambda: accord.alternative_annotator_test(df, "gpt4", min_items=5), ["claude"]),
        (lambda: accord.ceiling(df, "gpt4", "kappa"), ["claude"]),
        (lambda: accord.compare(df, "gpt4", "claude"), []),
        (lambda: accord.judge(df, "gpt4", people=["alice", "bob"], resamples=20), ["claude"]),
        (lambda: accord.judge(df, "gpt*", resamples=20), []),
    ]:
        caplog.clear()
        call()
        said = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
        expected = ", ".join(map(repr, left)) + " left out"
        assert len(said) == bool(left)
        assert all(line.startswith(expected) for line in said)


def test_numbers_beside_their_text_are_said(caplog):
    """3 and "3": two labels where lists or named columns have both, which is warned of; one label
    in a frame that is read as a table, which the log says."""
    pandas = pytest.importorskip("pandas")
    first, second = [3, 3, 2, 1], ["3", "3", "2", "1"]
    wide = pandas.DataFrame({"ann": first, "bob": second})
    long = pandas.DataFrame(
        {"item": [1, 2, 1, 2], "coder": list("aabb"), "label": [3, "2", "3", "2"]}
    )
    for call in (
        lambda: accord.kappa(first, second),
        lambda: accord.kappa({"ann": first, "bob": second}),
        lambda: accord.kappa(wide, "ann", "bob"),
        lambda: accord.kappa(wide["ann"], wide["bob"]),
        lambda: accord.kappa(long, item="item", coder="coder", category="label"),
    ):
        with pytest.warns(UserWarning, match="3 and '3'.* are two labels each"):
            assert call() < 1
    assert accord.kappa(wide) == 1
    said = [record.getMessage() for record in caplog.records]
    assert said == ["'ann' has numbers and 'bob' text: 3 and '3' are one label here"]
    caplog.clear()
    assert accord.kappa(pandas.DataFrame({"ann": first, "bob": first})) == 1
    assert not caplog.records


def test_a_paper_names_the_measure_as_the_field_does(tmp_path):
    """The text for the paper says Fleiss and cites him where there are three coders; LaTeX has a
    dash where the name has one, and two hyphens where there are two."""
    three = {"A": "aabbbbbccccc", "B": "abbbbbcccccc", "C": "aabbbbbcccca"}
    made = accord.report(three, measure="pi", resamples=20)
    assert "measured with Fleiss' κ (multi-π) (Fleiss 1971; nominal" in made["methods"]["paragraph"]
    pair = accord.report({"A": Y1, "B": Y2}, measure="pi", resamples=20)
    assert "measured with Scott's π (Scott 1955; nominal" in pair["methods"]["paragraph"]
    text = made.save(tmp_path / "x.tex").read_text("utf-8")
    assert "Brennan--Prediger" in text
    assert "-{}-" not in text


def test_a_page_is_opened(monkeypatch, tmp_path):
    """`accord.open` and `show` open a page: in the browser, below the cell in a notebook."""
    from accord._report.render import shown_page

    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    path = accord.open(accord.kappa(Y1, Y2))
    assert opened == [path.as_uri()]
    assert "0.6875" in path.read_text("utf-8")
    monkeypatch.setattr(shown_page, "in_notebook", lambda: True)
    shown = accord.kappa(Y1, Y2).show()
    assert shown._repr_html_().startswith("<iframe srcdoc=")
    assert len(opened) == 1


def test_charts_of_notebooks_load_nothing():
    """The script that draws is in the cell; nothing comes from another server."""
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    shown = accord.kappa(Y1, Y2).plot()._repr_mimebundle_()["text/html"]
    assert "vegaEmbed(" in shown
    assert "jsdelivr" not in shown
    assert "<script src" not in shown


def test_tables_of_notebooks():
    """A caption in words; text begins at the left, numbers stand under each other."""
    page = accord.standard_error({"a": Y1, "b": Y2}, "kappa")._repr_html_()
    assert "Standard error" in page
    assert "<th scope='col' style='text-align:right'>se</th>" in page
    assert "<th scope='col' style='text-align:left'>method</th>" in page


def test_latex_cites_what_is_beside_it(tmp_path):
    """Every key that the text cites is in the .bib file beside it, and the packages are named."""
    made = accord.report({"A": Y1, "B": Y2}, resamples=20)
    text = made.save(tmp_path / "x.tex").read_text("utf-8")
    works = (tmp_path / "x.bib").read_text("utf-8")
    keys = text.partition(r"\cite{")[2].partition("}")[0].split(",")
    assert len(keys) > 1
    assert all(f"{{{key}," in works for key in keys)
    assert r"\usepackage{booktabs}" in text


def test_a_missing_extra_names_commands_that_work():
    """From PyPI by accord's name, in a clone by its folder."""
    said = str(accord.MissingExtraError.of("a chart", "altair", "report"))
    assert "pip install 'accord[report]'" in said
    assert "pip install '.[report]'" in said
