"""The native core and NumPy find the same alignments, to the last digit where sums allow it."""

import os

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

from accord import Continuum
from accord._measure.gamma.align.alignment import best_alignment
from accord._measure.gamma.align.candidates import Field
from accord._measure.gamma.align.compiled import fits
from accord._measure.gamma.dissimilarity import Dissimilarity
from accord._measure.gamma.gamma import gamma
from accord._measure.gamma.gamma_cat import gamma_cat
from accord.kinds.spans.parts import Spans
from accord.native import PATH, core

pytestmark = pytest.mark.skipif(not PATH.exists(), reason="the native core was not compiled here")


def far_middles(u, v):
    """A dissimilarity of a user's own: the distance of the middles."""
    return np.abs((u.start + u.stop) - (v.start + v.stop)) / 10


RULES = [
    Dissimilarity(),
    Dissimilarity(alpha=3.0, beta=0.5),
    Dissimilarity(alpha=0.2, beta=2.0, delta=0.7),
    Dissimilarity(beta=0.0),
    Dissimilarity(f_cat="forbidding"),
    Dissimilarity(function=far_middles),
    Dissimilarity(function=far_middles, reach=20.0),
]


@st.composite
def continua(draw, most_coders=8, most_units=5):
    """Continua with overlaps, ties, units that touch, equal units, and huge offsets."""
    coders = draw(st.integers(2, most_coders))
    offset = draw(st.sampled_from([0, 0, 10**6, 10**12, 0.1]))
    step = draw(st.sampled_from([1, 5, 0.1]))
    unit = st.tuples(st.integers(0, 20), st.integers(1, 8), st.sampled_from("abc"))
    marked = {}
    for coder in range(coders):
        units = draw(st.lists(unit, max_size=most_units))
        marked[f"c{coder}"] = [
            (offset + b * step, offset + (b + length) * step, k) for b, length, k in units
        ]
    if not any(marked.values()):
        marked["c0"] = [(offset, offset + step, "a")]
    return Continuum.of(marked)


def _both(monkeypatch, function):
    found = []
    for mode in "01":
        monkeypatch.setenv("ACCORD_NATIVE", mode)
        found.append(function())
    return found


@pytest.fixture(scope="module")
def switch():
    """The environment, to be changed within one test."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@settings(deadline=None, max_examples=120)
@given(continuum=continua(), rule=st.sampled_from(RULES))
def test_both_find_the_same_alignment(continuum, rule, switch):
    """The same disorder within 1e-12, both proved best, and of equally good ones the same."""
    assume(len(continuum) <= 22)  # so many that pile up are seconds of work for NumPy
    numpy, native = _both(switch, lambda: best_alignment(continuum, rule))
    assert numpy.exact
    assert native.exact
    assert native.disorder == pytest.approx(numpy.disorder, rel=1e-12, abs=1e-12)
    assert native.members.tolist() == numpy.members.tolist()


@settings(deadline=None, max_examples=15)
@given(continuum=continua(most_coders=4), seed=st.integers(0, 99))
def test_both_find_the_same_gamma(continuum, seed, switch):
    """Random draws are NumPy's: γ and γ-cat are the same numbers with and without the core."""
    for measure in (gamma, gamma_cat):
        numpy, native = _both(
            switch, lambda m=measure: m(continuum, rng=seed, precision=None, samples=5)
        )
        assert native.undefined == numpy.undefined
        for one, other in ((native.observed, numpy.observed), (native.expected, numpy.expected)):
            assert one == pytest.approx(other, rel=1e-12, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize(
    "wrong",
    ["coder", "category", "block", "order", "one coder", "length", "nowhere"],
)
def test_the_border_lets_nothing_wrong_in(wrong):
    """An index out of its bounds, units out of order or arrays of other lengths never pass."""
    block, coder = np.array([0, 0, 1]), np.array([0, 1, 0])
    spans = Spans(np.array([0.0, 1.0, 0.0]), np.array([2.0, 4.0, 3.0]), np.array([0, 1, 1]))
    n, blocks = 2, 2
    d = Dissimilarity().fitted(("a", "b"), np.array([1, 2]))
    assert fits(Field(n, block, coder, spans, np.arange(3), blocks), d)
    if wrong == "coder":
        coder = np.array([0, 2, 0])
    if wrong == "category":
        spans = Spans(spans.start, spans.stop, np.array([0, 2, 1]))
    if wrong == "block":
        block = np.array([0, 0, 2])
    if wrong == "order":
        spans = Spans(spans.start[[1, 0, 2]], spans.stop[[1, 0, 2]], spans.category)
    if wrong == "one coder":
        n, coder = 1, np.zeros(3, dtype=int)
    if wrong == "length":
        spans = Spans(spans.start, spans.stop[:2], spans.category)
    if wrong == "nowhere":
        spans = Spans(spans.start, np.array([2.0, np.nan, 3.0]), spans.category)
    assert not fits(Field(n, block, coder, spans, np.arange(3), blocks), d)


@pytest.mark.skipif(
    os.environ.get("ACCORD_NATIVE") == "0", reason="ACCORD_NATIVE=0 leaves the core out"
)
def test_the_core_is_what_computes_here():
    """Where the core was compiled it is loaded, and all tests of γ run with it."""
    assert core() is not None
