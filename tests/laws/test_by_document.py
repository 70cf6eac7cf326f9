"""Measures of spans, chains, boundaries and numbers by document: what is matched once adds up."""

import numpy as np
import pytest

import accord
from accord import Partitions, Segmentations, Unitizings
from accord._measure.bound import bound, documents_of
from accord._measure.catalogue import MEASURES
from accord._measure.spans.sections import meetings
from accord._measure.spans.unitizing import shared_lengths
from accord.infer.resample.replicates import leave_one_out, replicates
from accord.infer.tests.compare import compare
from accord.infer.tests.people import ceiling
from accord.infer.why.coders import pair_matrix, without_each
from accord.kinds.canonical import in_canonical_order
from accord.kinds.labels.tabular import codings, from_wide

SPANS = [m.name for m in MEASURES.values() if m.kind == "unitizings" and m.documents]
CHAINS = [m.name for m in MEASURES.values() if m.kind == "partitions" and m.documents]
BOUNDARIES = [m.name for m in MEASURES.values() if m.kind == "segmentations" and m.documents]
CODINGS = [m.name for m in MEASURES.values() if m.kind == "codings" and m.documents]
SAME = 1e-12
"""Sums over documents are added up in another order than a resample adds them up."""


def spans(seed=1, documents=7, coders=4, step=0.5):
    """Coders who mark about the same units; some did not see a document, some marked nothing."""
    rng = np.random.default_rng(seed)
    rows, seen = [], []
    for d in range(documents):
        for c in range(coders):
            if rng.random() < 0.2:
                continue
            seen.append((d, f"c{c}"))
            for i in range(5 if rng.random() < 0.9 else 0):
                begin = 12 * i + int(rng.integers(2))
                end = begin + int(rng.integers(3, 6))
                k = "xyz"[(i + (rng.random() < 0.3)) % 3]
                rows.append((d, f"c{c}", step * begin, step * end, k))
    return Unitizings.of(
        rows,
        items=range(documents),
        coders=[f"c{c}" for c in range(coders)],
        seen=seen,
        extents=dict.fromkeys(range(documents), (0, 40 * step + 20)),
    )


def chains(seed=1, documents=6, coders=3, mentions=9):
    """Coders who miss some mentions of a chain; everyone marked all of them."""
    rng = np.random.default_rng(seed)
    found = {}
    for d in range(documents):
        truth = rng.integers(3, size=mentions)
        found[d] = {}
        for c in range(coders):
            label = np.where(rng.random(mentions) < 0.15, 3 + np.arange(mentions), truth)
            found[d][f"c{c}"] = [np.flatnonzero(label == k).tolist() for k in np.unique(label)]
    return Partitions.of_chains(found)


def boundaries(seed=1, documents=7, coders=4):
    """Coders who have about the same boundaries in texts of different lengths."""
    rng = np.random.default_rng(seed)
    rows, seen, lengths = [], [], {}
    for d in range(documents):
        lengths[d] = length = int(rng.integers(8, 40))
        true = np.flatnonzero(rng.random(length - 1) < 0.1 + 0.05 * d) + 1
        for c in range(coders):
            if rng.random() < 0.2:
                continue
            seen.append((d, c))
            moved = true + (rng.random(len(true)) < 0.3)
            rows += [(d, c, int(p), 1) for p in np.unique(np.clip(moved, 1, length - 1))]
    return Segmentations.of(rows, lengths=lengths, coders=range(coders), seen=seen)


def scores(seed=1, items=12, coders=4):
    """Numbers that go together; some are missing."""
    rng = np.random.default_rng(seed)
    table = rng.integers(1, 8, size=(items, 1)) + rng.integers(-1, 2, size=(items, coders))
    gone = ((2, 1), (5, 0))
    return from_wide(
        [
            [None if (i, c) in gone else int(x) for c, x in enumerate(row)]
            for i, row in enumerate(table)
        ]
    )


def comparisons(coders=4):
    """Every two of five things, which coders compare; one of them did not see every pair."""
    rng = np.random.default_rng(5)
    pairs = [(a, b) for a in "vwxyz" for b in "vwxyz" if a < b]
    return codings(
        [
            (pair, c, pair[int(rng.random() < 0.3)])
            for i, pair in enumerate(pairs)
            for c in range(coders)
            if i % 3 or c
        ]
    )


SETTINGS = {
    "ku_alpha": {"category": "x"},
    "icc": {"missing": "complete"},
    **{name: {"distance": "masi"} for name in ("chain_alpha", "chain_alpha_prime", "chain_beta")},
    "alpha_elsewhere": {"distance": "interval", "source": {1: 1, 4: 2, 7: 1}},
}


def _asked(name):
    return bound(name, **SETTINGS.get(name, {}))


@pytest.fixture(scope="module", params=[*SPANS, *CHAINS, *BOUNDARIES, *CODINGS])
def case(request):
    """A measure and a study that it takes."""
    made = {tuple(SPANS): spans, tuple(CHAINS): chains, tuple(BOUNDARIES): boundaries}
    made[("preference_u",)] = comparisons
    study = next((make() for names, make in made.items() if request.param in names), scores())
    measure = _asked(request.param)
    assert np.isfinite(measure.compute(study).value)
    return measure, study


def _same(one, other):
    np.testing.assert_allclose(one, other, rtol=0, atol=SAME, equal_nan=True)


def test_every_measure_of_pairs_and_lengths_has_it():
    """Every measure of spans and chains resamples sums, its own or those by document."""
    assert {"pk", "window_diff", "ghd", "boundary_similarity"} <= set(BOUNDARIES)
    assert {"icc", "alpha_elsewhere", "preference_u", "r_wg", "r_wg_j"} <= set(CODINGS)
    kinds = ("unitizings", "partitions")
    anew = {m.name for m in MEASURES.values() if m.kind in kinds and not m.by_document}
    assert anew - {*SPANS, *CHAINS} == set()


def test_documents_taken_and_repeated(case):
    """D_o, D_e and value of any documents, some of them twice, as the measure computes them."""
    measure, study = case
    table, rng = documents_of(study, measure), np.random.default_rng(3)
    n = len(study.items)
    often = np.array([np.bincount(rng.integers(n, size=n), minlength=n) for _ in range(6)])
    often = np.concatenate([np.ones((1, n)), np.eye(n)[:2], often])
    for row, (observed, expected, value) in zip(often, table.parts(often), strict=True):
        found = measure.compute(study.take(np.repeat(np.arange(n), row.astype(int))))
        _same(value, found.value)
        if found.undefined is None:
            _same(observed, found.observed)
            _same(expected, np.nan if found.expected is None else found.expected)


def test_some_coders_only(case):
    """Pairs of coders and the study without each coder, as the measure computes them."""
    measure, study = case
    coders = range(len(study.coders))
    rest = [[other for other in coders if other != left] for left in coders]
    _same(without_each(study, measure), [measure.compute(study.only(r)).value for r in rest])
    values = pair_matrix(study, measure, ordered=False).values
    for a, b in [(0, 1), (1, 2)]:
        _same(values[a, b], measure.compute(study.only([a, b])).value)


def test_resamples_are_drawn_as_before(case):
    """A seed draws the documents that it draws where the measure is computed anew."""
    measure, study = case
    ordered, n = in_canonical_order(study), len(study.items)
    drawn = [
        np.random.default_rng(seed).integers(n, size=n)
        for seed in np.random.SeedSequence(5).spawn(8)
    ]
    anew = np.array([measure.compute(ordered.take(items)).value for items in drawn])
    found = replicates(study, measure, over="items", resamples=8, rng=5)
    _same(found.values, anew[np.isfinite(anew)])
    left, _ = leave_one_out(study, measure, "items")
    rest = [np.delete(np.arange(n), at) for at in range(n)]
    _same(left, [measure.compute(ordered.take(items)).value for items in rest])


def test_unless_said_there_are_two_thousand():
    """Nothing is computed anew, so there is no reason for fewer resamples."""
    assert replicates(spans(), "span_f1").resamples == 2000


@pytest.mark.parametrize("window", ["pooled", "segeval", "nltk", 3])
def test_every_rule_for_the_window(window):
    """A resample has the window that its own documents lead to."""
    study, measure = boundaries(), bound("window_diff", window=window)
    table, rng = documents_of(study, measure), np.random.default_rng(3)
    n, used = len(study.items), set()
    often = np.array([np.bincount(rng.integers(n, size=n), minlength=n) for _ in range(20)])
    for row, value in zip(often, table.values(often), strict=True):
        found = measure.compute(study.take(np.repeat(np.arange(n), row)))
        used.add(found.settings["w"]) if window == "pooled" else None
        _same(value, found.value)
    assert len(used) > 1 or window != "pooled"
    notes = accord.interval(study, measure, method="percentile", resamples=60).notes
    assert any("window size k differs between bootstrap samples" in note for note in notes) == (
        len(used) > 1
    )


@pytest.mark.parametrize("form", ["1,1", "2,1", "3,1", "1,k", "2,k", "3,k"])
def test_every_form_of_the_icc(form):
    """A resample of items gives the ICC that its table gives, and none where nothing varies."""
    study, measure = scores(), bound("icc", form=form, missing="complete")
    table, n = documents_of(study, measure), len(study.items)
    rng = np.random.default_rng(4)
    often = np.array([np.bincount(rng.integers(n, size=n), minlength=n) for _ in range(9)])
    found = [measure.compute(study.take(np.repeat(np.arange(n), row))).value for row in often]
    _same(table.values(often), found)
    assert np.isnan(documents_of(from_wide([[3, 3], [3, 3]]), measure).values(np.ones((1, 2)))[0])


@pytest.mark.parametrize("name", ["span_f1", "u_alpha", "rand"])
def test_both_sides_of_a_comparison(name):
    """The basic bootstrap of a difference takes both sides' documents together."""
    study = chains() if name == "rand" else spans()
    one, two = study.only([0, 1]), study.only([1, 2])
    result = compare(one, two, name, method="basic", resamples=200)
    assert result.interval.low < result.difference < result.interval.high
    same = compare(one, one, name, method="basic", resamples=50)
    assert same.difference == 0
    assert np.isnan(same.interval.low)
    assert same.interval.notes[-1].startswith(
        "no interval: every bootstrap sample gives the same value"
    )


def test_system_with_gamma_takes_disorders_along():
    """Nothing is aligned again for a resample: pairs are aligned once, and there are 2,000."""
    found = ceiling(spans(), "c0", bound("gamma", precision=None, samples=5))
    assert found.interval.resamples == 2000
    assert found.interval.low < found.difference < found.interval.high


def test_lengths_are_not_cut_to_whole_numbers():
    """Where the units of two coders do not meet, half atoms count as half atoms.

    B has nothing in [0, 5); A has x in [0, 2.5): ∅ meets x for 2.5 and ∅ for 2.5, both ways.
    """
    study = Unitizings.of([("d", "A", 0, 2.5, "x")], coders=["A", "B"], extents={"d": (0, 5)})
    found = shared_lengths(*meetings(study), 1).length
    assert found.tolist() == [[0.0, 2.5], [2.5, 5.0]]


def test_lengths_add_up_to_all_that_was_seen():
    """Σ ℓ_ck is the length of each document as often as coders saw it, at any atom."""
    study = spans(seed=4)
    for atom in (0.5, 1.0, 2.0):
        found, met = meetings(study, atom)
        total = sum(page.length * len(page.lines) for page in found)
        assert shared_lengths(found, met, 3).length.sum() == pytest.approx(total, abs=1e-9)


F1 = [m.name for m in MEASURES.values() if "F1" in m.title or m.name in ("smatch", "parseval")]


@pytest.mark.parametrize("name", F1)
def test_every_f1_is_pooled_alike(name):
    """One score for each two coders, of all that both saw; the value is their mean, each pair
    counting once, however much it saw; of a value beyond chance, D_o and D_e are. The signature
    says so."""
    from tests.laws import one_of_each

    makers = (one_of_each.spans, one_of_each.boundaries, one_of_each.relations)
    studies = {make().kind: make() for make in (*makers, one_of_each.regions, one_of_each.graphs)}
    studies["partitions"] = chains()
    studies["trees"] = one_of_each.trees()
    kind = MEASURES[name].kind
    own = {"rhetorical_f1": discourse, "begin_f1": segments}
    study = own[name]() if name in own else studies[kind]
    compute = bound(name).compute
    found = compute(study)
    # Scores of chains have said since 0.1 how many pairs they are the mean of.
    assert ("|pairs:3|" if kind == "partitions" else "|pooled:pairs|") in found.signature
    alone = [compute(study.only([i, j])) for i, j in ((0, 1), (0, 2), (1, 2))]
    # A value beyond chance is a ratio: what it is a ratio of are the means.
    for part in ("value",) if found.expected is None else ("observed", "expected"):
        known = [v for one in alone if (v := getattr(one, part)) == v]
        assert len({round(value, 9) for value in known}) > 1  # else any mean would do
        assert getattr(found, part) == pytest.approx(sum(known) / len(known), abs=SAME)


def segments():
    """Spans of three coders that begin at the same places in part."""
    begins = {"A": (0, 4, 8, 12), "B": (0, 4, 9, 12), "C": (0, 5, 8, 13)}
    return Unitizings.of(
        ("d", coder, begin, begin + 1, "x") for coder, mine in begins.items() for begin in mine
    )


def discourse():
    """Rhetorical structures of three coders, one of whom did not see the second text."""
    from accord.kinds.trees.discourse import Discourse

    def tree(kind, nucleus):
        whole, first, second = (0, 0, 2, "", ""), (1, 0, 1), (1, 1, 2)
        one, other = ("N", "S") if nucleus else ("S", "N")
        return Discourse.of([whole, (*first, one, kind), (*second, other, "span")], 2)

    cause, condition = tree("cause", False), tree("condition", False)
    rows = [("s", "A", cause), ("s", "B", cause), ("s", "C", condition)]
    rows += [("t", "A", cause), ("t", "B", condition)]
    return accord.codings(rows)


@pytest.mark.parametrize("name", ["las", "uas", "label_accuracy"])
def test_shares_of_tokens_are_pooled_over_all_tokens(name):
    """LAS and its kin are the share of all tokens of all pairs, and say so."""
    from tests.laws import one_of_each

    found = bound(name).compute(one_of_each.trees())
    assert "|pooled:tokens|" in found.signature
    assert found.value == pytest.approx(found.detail["same"] / found.detail["tokens"])
