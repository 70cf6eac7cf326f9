"""F1 of spans beside the same spans anywhere: by listing all places, and by simulation."""

import tracemalloc
from itertools import permutations, product

import numpy as np
import pytest

import accord
from accord._measure.bound import bound, documents_of
from accord._measure.spans import corrected_f1
from accord._measure.spans.pairwise import PAIRWISE_SCORES
from accord.spans import corrected_span_f1

EXACT = 1e-12


def study_of(lines, length):
    """One document with the (begin, end, category) spans of each coder."""
    rows = [("d", who, *span) for who, spans in lines.items() for span in spans]
    extents = {"d": (0, length)}
    return accord.Unitizings.of(rows, coders=list(lines), items=["d"], extents=extents)


def every_place(spans, length):
    """All places of spans that do not overlap, as sets of (number, begin, end, category)."""
    found = set()
    for order in permutations(range(len(spans))):
        sizes = [spans[at][1] - spans[at][0] for at in order]
        free = length - sum(sizes)
        for gaps in product(range(free + 1), repeat=len(spans)):
            if sum(gaps) <= free:
                begin, placed = 0, []
                for at, gap, size in zip(order, gaps, sizes, strict=True):
                    begin += gap
                    placed.append((at, begin, begin + size, spans[at][2]))
                    begin += size
                found.add(frozenset(placed))
    return found


A = [(0, 2, "X"), (3, 4, "X"), (5, 6, "Y")]
B = [(0, 2, "X"), (2, 3, "X"), (7, 8, "Y"), (4, 5, "X")]


@pytest.mark.parametrize("typed", [True, False])
def test_all_places_listed(typed):
    """336 places of three spans in nine atoms, 1,680 of four; .459821 are shared (with types)."""
    places = [every_place(spans, 9) for spans in (A, B)]
    assert [len(some) for some in places] == [336, 1680]
    count = [{}, {}]
    for side, some in zip(count, places, strict=True):
        for one in some:
            for _, begin, end, category in one:
                key = (begin, end, category if typed else "")
                side[key] = side.get(key, 0) + 1
    shared = sum(n * count[1].get(key, 0) for key, n in count[0].items()) / 336 / 1680
    found = corrected_span_f1(study_of({"A": A, "B": B}, 9), typed=typed)
    assert found.D_e == pytest.approx(1 - 2 * shared / 7, abs=EXACT)
    if typed:
        assert shared == pytest.approx(0.459821, abs=1e-6)
        assert found.value == pytest.approx(0.1776798825, abs=1e-9)


def test_places_are_probabilities():
    """They add up to 1 for each length; at the border a span has more room than beside another."""
    line = corrected_f1._lines(study_of({"A": A}, 9).continua[0], 1.0, True)[0]
    for length in (1, 2):
        places = corrected_f1.places_on_line(line, length)
        assert places.sum() == pytest.approx(1, abs=EXACT)
        assert len(places) == 9 - length + 1
        assert places[0] > places[2]


def test_spans_that_overlap_lie_anywhere_by_themselves():
    """Nested spans of a coder: each of ℓ atoms has L − ℓ + 1 places."""
    nested = [(0, 4, "X"), (1, 2, "X")]
    found = corrected_span_f1(study_of({"A": nested, "B": nested[:1]}, 10))
    assert found.D_e == pytest.approx(1 - 2 * (1 / 7) / 3, abs=EXACT)


def test_long_documents_are_approximated(monkeypatch):
    """On either side of the limit the value is nearly the same."""
    study = study_of({"A": A, "B": B}, 60)
    exact = corrected_span_f1(study)
    monkeypatch.setattr(corrected_f1, "_LARGEST", 10)
    near = corrected_span_f1(study)
    assert near.D_e != exact.D_e
    assert near.D_e == pytest.approx(exact.D_e, abs=1e-3)


def test_undefined_is_said():
    """No spans; and one span that fills the document could be nowhere else."""
    nothing = corrected_span_f1(study_of({"A": [], "B": []}, 5))
    assert np.isnan(nothing.value)
    assert nothing.undefined
    full = corrected_span_f1(study_of({"A": [(0, 5, "X")], "B": [(0, 5, "X")]}, 5))
    assert full.undefined.startswith("spans fill their documents")
    assert corrected_span_f1(study_of({"A": A, "B": A}, 9)).value == 1
    with pytest.raises(accord.AccordError, match="known: exact, overlap, partial"):
        corrected_span_f1(study_of({"A": A, "B": A}, 9), match="near")


def test_steps_in_which_spans_move():
    """In a text of five tokens a name of one token has five places, not as many as characters."""
    rows = [("d", who, 0, 3, "X") for who in "AB"]
    study = accord.Unitizings.of(rows, texts={"d": "Ann met Bob in Rome"})
    assert corrected_span_f1(study, atom="token").D_e == pytest.approx(1 - 1 / 5)
    assert corrected_span_f1(study, atom=1).D_e == pytest.approx(1 - 1 / 17)


def placed(rng, length, documents, labels=1, coders=2):
    """A span of one and one of two atoms in any of their places, as chance has it."""
    rows = []
    for d in range(documents):
        for c in range(coders):
            sizes = rng.permutation([1, 2])
            gaps = np.sort(rng.permutation(length - 1)[:2]) - np.arange(2)
            start = gaps + np.cumsum(sizes) - sizes
            rows += [
                (d, f"c{c}", int(s), int(s + n), "XYZ"[rng.integers(labels)])
                for s, n in zip(start, sizes, strict=True)
            ]
    return accord.Unitizings.of(rows, extents=dict.fromkeys(range(documents), (0, length)))


@pytest.mark.parametrize("match", ["exact", "overlap", "partial"])
@pytest.mark.parametrize(("length", "labels"), [(4, 1), (6, 3), (20, 1)])
def test_spans_anywhere_score_0(match, length, labels):
    """Within three errors of 0, in short documents and long ones."""
    rng = np.random.default_rng(length)
    runs = 40 if match == "exact" else 12
    values = [
        corrected_span_f1(placed(rng, length, 12, labels), match=match).value for _ in range(runs)
    ]
    se = np.std(values, ddof=1) / np.sqrt(runs)
    assert abs(np.mean(values)) < 3 * se
    assert se < 0.15


def test_drawn_places_are_the_exact_ones():
    """Exact spans, with places drawn as for overlap: the mean comes near what is computed."""
    study = placed(np.random.default_rng(3), 8, 60, labels=2)
    score = PAIRWISE_SCORES["exact"](True)
    found = []
    for at, continuum in enumerate(study.continua):
        lines = corrected_f1._lines(continuum, 1.0, True)
        drawn = {
            c: corrected_f1._placements(line, np.random.default_rng([at, c]))
            for c, line in lines.items()
        }
        found.append(corrected_f1._by_drawing(drawn, score)(0, 1)[0])
    table = documents_of(study, bound("corrected_span_f1"))
    assert np.mean(found) == pytest.approx(table.rows[:, 4].mean(), abs=0.03)


def test_resamples_are_the_measure_of_the_documents_taken():
    """D_e of a resample is that of its documents; a seed draws other places."""
    study = placed(np.random.default_rng(5), 15, 6, labels=2, coders=3)
    measure = bound("corrected_span_f1")
    often = np.array([[1, 0, 2, 1, 0, 2.0]])
    found = measure.compute(study.take([0, 2, 2, 3, 5, 5])).value
    assert documents_of(study, measure).values(often)[0] == pytest.approx(found, abs=EXACT)
    seeds = [corrected_span_f1(study, match="overlap", rng=seed) for seed in (0, 1)]
    assert seeds[0].D_e != seeds[1].D_e
    assert "|draws:20|rng:0|" in seeds[0].signature


@pytest.mark.parametrize("match", ["exact", "overlap"])
def test_memory_does_not_grow_with_offsets(match):
    """Far out, and in one span that fills a document, chance costs what it costs near by."""
    far = 10**12
    for end, extent in ((10, 2 * far), (far, far + 3)):
        rows = [("d", "A", 0, end, "x"), ("d", "B", 1, end + 1, "x")]
        if end < far:
            rows += [("d", coder, far, far + 10, "x") for coder in "AB"]
        study = accord.Unitizings.of(rows, extents={"d": (0, extent)})
        tracemalloc.start()
        try:
            found = accord.spans.corrected_span_f1(study, match=match, atom=1)
            most = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert found.undefined is None or match == "overlap"
        assert most < 10 << 20
