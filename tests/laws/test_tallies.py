"""Counts of parts: saved, merged in any order, they are the counts of the whole."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, strategies as st

import accord
from accord.engine.merged_tallies import merge
from accord.engine.tally import Tally
from accord.errors import DataError, NotApplicableError
from accord.model.study import Study

CODINGS = st.lists(
    st.tuples(st.integers(0, 12), st.sampled_from("ABC"), st.sampled_from("xyz")),
    max_size=40,
    unique_by=lambda row: row[:2],
)


def same(one, two):
    """Two tallies are equal cell by cell."""
    assert list(one.coders) == list(two.coders)
    assert list(one.categories) == list(two.categories)
    assert one.patterns.multiplicity.tolist() == two.patterns.multiplicity.tolist()
    assert one.patterns.counts.bounds.tolist() == two.patterns.counts.bounds.tolist()
    assert one.patterns.counts.count.tolist() == two.patterns.counts.count.tolist()
    if len(one.coders):
        for rule in ("available", "pairable", "complete"):
            assert one.by_coder(rule).count.tolist() == two.by_coder(rule).count.tolist()


def by_category(tally):
    """The same counts without who chose what, as they come from many coders."""
    tables = {rule: tally.by_coder(rule) for rule in ("available", "pairable", "complete")}
    return Tally(tally.coders, tally.categories, tally.declared, tally.patterns, tally.size, tables)


def parts_of(rows, coders=True):
    """A study cut into three by item."""
    cut = [[row for row in rows if row[0] % 3 == at] for at in range(3)]
    tallies = [merge([Tally.of(accord.codings(part))]) for part in cut]
    return tallies if coders else [merge([by_category(tally)]) for tally in tallies]


@given(CODINGS, st.booleans())
def test_merging_is_associative_and_commutative(rows, coders):
    """Any order and any grouping of the parts give the same counts, exactly."""
    a, b, c = parts_of(rows, coders)
    whole = merge([a, b, c])
    same(whole, merge([merge([a, b]), c]))
    same(whole, merge([a, merge([b, c])]))
    for order in permutations([a, b, c]):
        same(whole, merge(order))


@given(CODINGS, st.booleans())
def test_merged_parts_measure_as_the_whole(rows, coders):
    """Every coefficient of merged parts is that of the whole study (1e-12: order of sums)."""
    study = accord.codings(rows)
    merged = merge(parts_of(rows, coders))
    for compute in (accord.percent, accord.pi, accord.kappa, accord.ac1):
        for rule in ("available", "pairable", "complete"):
            one, two = compute(study, missing=rule), compute(merged, missing=rule)
            assert one.signature == two.signature
            assert one.undefined == two.undefined
            assert two.value == pytest.approx(one.value, rel=1e-12, abs=1e-12, nan_ok=True)


@given(CODINGS, st.booleans())
def test_counts_survive_the_file(tmp_path_factory, rows, coders):
    """What is saved comes back as it was."""
    pytest.importorskip("pyarrow")
    path = tmp_path_factory.mktemp("counts") / "part.parquet"
    for tally in parts_of(rows, coders):
        accord.scale.save(tally, path)
        same(tally, accord.scale.load(path))


def test_names_of_every_type_survive_the_file(tmp_path):
    """Numbers, texts and sets of labels keep their type; an item without codings is kept."""
    pytest.importorskip("pyarrow")
    rows = [(1, "A", frozenset("xy")), (1, "B", frozenset()), (2, "A", frozenset("x"))]
    for study in (
        accord.codings(rows),
        accord.from_wide([[1, 2.5], [None, None], [1, 1]]),
        accord.from_counts([[2, 1], [0, 3]], categories=["a", "b"]),
    ):
        tally = merge([Tally.of(study)])
        accord.scale.save(tally, tmp_path / "counts.parquet")
        back = accord.scale.load(tmp_path / "counts.parquet")
        assert back.counts() == study.counts()
        assert list(back.categories) == list(tally.categories)
        assert accord.pi(back).value == pytest.approx(accord.pi(study).value, nan_ok=True)


def test_parts_with_other_declared_categories_do_not_merge():
    """Two lists of categories are an error, never a silent union."""
    one = Tally.of(accord.from_coders({"A": "xy", "B": "xx"}, categories="xy"))
    two = Tally.of(accord.from_coders({"A": "xy", "B": "xx"}, categories="yx"))
    three = Tally.of(accord.from_coders({"A": "xz", "B": "xx"}))
    with pytest.raises(DataError, match="declare different categories"):
        merge([one, two])
    with pytest.raises(DataError, match="'z' of one part is not among"):
        merge([one, three])


def test_a_later_coder_makes_earlier_items_incomplete():
    """With a coder who is in one part only, no item of the other part is complete."""
    one = by_category(merge([Tally.of(accord.from_coders({"A": "xy", "B": "xx"}))]))
    two = by_category(merge([Tally.of(accord.from_coders({"A": "xy", "B": "xx", "C": "xy"}))]))
    assert merge([one, two]).by_coder("complete").totals.tolist() == [2, 2, 2]
    assert merge([one, two]).by_coder("available").totals.tolist() == [4, 4, 2]


def test_measures_that_need_the_codings_say_so():
    """A measure beyond the cube refuses counts with a reason, before and when it is computed."""
    tally = Tally.of(accord.from_coders({"A": [1, 2, 3], "B": [1, 2, 2]}))
    for measure in (accord.MEASURES["light_kappa"], accord.MEASURES["icc"]):
        assert "needs the single labels" in measure.objection(tally)
        with pytest.raises(NotApplicableError, match="do not identify items"):
            accord.bound(measure).compute(tally)


def test_counts_are_no_study():
    """Counts do not know single items and do not pretend to; the codings they stand for do."""
    study = accord.from_coders({"A": "xxyx", "B": "xxyy", "C": ["x", "x", None, "x"]})
    tally = Tally.of(study)
    assert not isinstance(tally, Study)
    assert not hasattr(tally, "items")
    assert not hasattr(tally, "take")
    again = tally.codings()
    assert sorted(again.items) == [1, 2, 3, 4]
    each = [
        sorted(sorted(row[1:] for row in some.rows() if row[0] == item) for item in some.items)
        for some in (study, again)
    ]
    assert each[0] == each[1]


NEEDS_ITEMS = {
    "compare": lambda tally: accord.compare(tally, tally, "pi"),
    "permutation_test": lambda tally: accord.permutation_test(tally, "pi"),
    "ceiling": lambda tally: accord.ceiling(tally, "A", "pi"),
    "items": lambda tally: accord.breakdown(tally, "item"),
    "column": lambda tally: accord.breakdown(tally, "domain"),
    "influence": lambda tally: accord.influence(tally, "item", "pi"),
    "clusters": lambda tally: accord.interval(tally, "pi", over="domain"),
    "pairs": lambda tally: accord.interval(
        tally, accord.bound("alpha", distance="nominal"), method="krippendorff"
    ),
    "light_kappa": lambda tally: accord.interval(tally, "light_kappa"),
}


@pytest.mark.parametrize("ask", NEEDS_ITEMS.values(), ids=NEEDS_ITEMS)
def test_what_needs_items_says_so(ask):
    """What cannot be had from counts is refused in one line that says what to do."""
    tally = Tally.of(accord.from_coders({"A": "xxyx", "B": "xxyy", "C": "xyyx"}))
    with pytest.raises(NotApplicableError, match=r"identify items; read the labels instead$"):
        ask(tally)


SUMS_SUFFICE = {
    "interval": lambda study: accord.interval(study, "kappa", resamples=200).as_dict(),
    "analytic": lambda study: accord.interval(study, "pi", method="analytic").as_dict(),
    "jackknife": lambda study: accord.interval(study, "kappa", method="jackknife").as_dict(),
    "standard_error": lambda study: float(accord.standard_error(study, "kappa")),
    "check": lambda study: accord.infer.probability_below(study, "pi", 0.5, resamples=200),
    "plan": lambda study: accord.plan(study, "pi", width=0.2).items,
    "without coders": lambda study: dict(
        row[:2] for row in accord.influence(study, "coder", "pi").rows
    ),
    "by category": lambda study: {
        row[0]: row[1:5] for row in accord.breakdown(study, "category").rows
    },
    "explain": lambda study: [found.theirs for found in accord.explain(study, "nltk")],
    "choose": lambda study: {one.measure.name: one.verdict for one in accord.choose(study)},
    "alternative annotator test": lambda study: sorted(
        accord.alternative_annotator_test(study, "A").rows
    ),
    "measure": lambda study: [found.value for found in accord.measure(study, "pi kappa s ac1")],
}


@pytest.mark.parametrize("ask", SUMS_SUFFICE.values(), ids=SUMS_SUFFICE)
def test_where_sums_suffice_counts_do(ask):
    """Every question that sums answer has for counts the answer that it has for the codings."""
    rng = np.random.default_rng(2)
    truth = rng.integers(3, size=40)
    labels = {
        name: ["zxy"[k] for k in np.where(rng.random(40) < 0.7, truth, rng.integers(3, size=40))]
        for name in "BAC"
    }
    study = accord.from_coders(labels)
    assert close(ask(merge([Tally.of(study)])), ask(study))


def close(one, two):
    """The same names and numbers, up to the rounding of sums in another order (1e-9)."""
    if isinstance(two, dict):
        return one.keys() == two.keys() and all(close(one[key], two[key]) for key in two)
    if isinstance(two, (list, tuple)):
        return len(one) == len(two) and all(map(close, one, two))
    if isinstance(two, float):
        return one == pytest.approx(two, rel=1e-9, nan_ok=True)
    return one == two


def test_agreement_on_everything_has_the_same_bound():
    """Where no two codings of an item differ, counts have the exact bound of codings, too."""
    study = accord.from_coders({"A": "xxyyx", "B": "xxyyx"})
    one, two = (accord.interval(data, "pi") for data in (study, Tally.of(study)))
    assert (two.low, two.high, two.method) == (one.low, one.high, "exact bound")
