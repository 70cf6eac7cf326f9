"""Distances between texts, rankings and vectors, and functions of the user's own."""

import pickle
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st
from nltk.metrics.distance import edit_distance
from scipy.stats import kendalltau, spearmanr

import accord
from accord._measure.distances.distance import distance
from accord.model.names import Names

TEXT = st.text(alphabet="ab cé", max_size=12) | st.integers(60, 140).map(lambda n: "abcab" * n)


def matrix(name, things):
    """All distances between some things."""
    return distance(name).fit(Names(things), np.ones(len(things)), False).matrix()


@given(st.lists(TEXT, min_size=2, max_size=6, unique=True))
def test_edits_are_levenshteins(texts):
    """The table of all edits at once is the textbook's, for texts shorter and longer than a word
    of the machine."""
    short = [text[:150] for text in dict.fromkeys(text[:150] for text in texts)]
    found = matrix("edit:norm=none", short)
    assert found.tolist() == [[edit_distance(a, b) for b in short] for a in short]
    longest = np.array([[max(len(a), len(b), 1) for b in short] for a in short])
    assert matrix("edit", short) == pytest.approx(found / longest)


@pytest.mark.parametrize(
    "name", ["edit", "edit:of=tokens", "chrf", "ngrams:n=2", "ngrams:of=tokens"]
)
@given(texts=st.lists(TEXT, min_size=2, max_size=6, unique=True))
def test_text_distances_are_distances(name, texts):
    """0 to 1, 0 for a text and itself, the same both ways, 1 to an empty text."""
    d = matrix(name, texts)
    assert (d >= 0).all()
    assert (d <= 1).all()
    assert np.diagonal(d) == pytest.approx(0, abs=1e-12)
    assert d == pytest.approx(d.T)
    for at, text in enumerate(texts):
        if not text:
            others = [j for j, other in enumerate(texts) if other.strip()]
            assert (d[at, others] == 1).all()


def test_chrf_by_hand():
    """'ab' and 'abc': order 1: precision 2/2, recall 2/3; order 2: 1/1 and 1/2; order 3 only one
    text has. Mean precision 1, mean recall 7/12: F1 = 14/19."""
    assert matrix("chrf", ["ab", "a b c"])[0, 1] == pytest.approx(1 - 14 / 19)


def test_repeated_grams_count_as_often_as_both_have_them():
    """'aaa' and 'aa': order 1: 2 of 3 and 2 of 2; order 2: 1 of 2 and 1 of 1; 7/12 and 1."""
    assert matrix("chrf", ["aaa", "aa"])[0, 1] == pytest.approx(1 - 14 / 19)


def test_ngrams_by_hand():
    """'abcd' has ab bc cd, 'abce' ab bc ce: 2 of 4 are shared."""
    assert matrix("ngrams:n=2", ["abcd", "abce"])[0, 1] == pytest.approx(0.5)


def test_rankings_are_the_known_correlations():
    """Without ties kendall is (1 − τ)/2 and spearman (1 − ρ)/2; the reverse is at 1 by all."""
    things = [" > ".join(order) for order in permutations("abcd")]
    ranks = np.array([[order.index(x) for x in "abcd"] for order in permutations("abcd")])
    tau = np.array([[kendalltau(a, b).statistic for b in ranks] for a in ranks])
    rho = np.array([[spearmanr(a, b).statistic for b in ranks] for a in ranks])
    assert matrix("kendall", things) == pytest.approx((1 - tau) / 2)
    assert matrix("spearman", things) == pytest.approx((1 - rho) / 2)
    back = things.index("d > c > b > a")
    assert matrix("footrule", things)[0, back] == 1
    assert matrix("footrule", things).max() == 1


def test_ties_by_hand():
    """a > b = c against a > b > c: one of three pairs is tied by one ranking: ½ / 3."""
    d = matrix("kendall", ["a > b = c", "a > b > c", ("a", frozenset("bc"))])
    assert d[0, 1] == pytest.approx(1 / 6)
    assert d[0, 2] == 0


@pytest.mark.parametrize(
    ("things", "message"),
    [
        (["a > b", "a > c"], "the same objects"),
        (["a > b > a", "a > b"], "'a' twice"),
        (["a > > b", "a > b"], "an empty place"),
        ([1, 2], "needs rankings"),
    ],
)
def test_rankings_that_cannot_be_compared(things, message):
    """Another set of objects, an object twice and a gap are said, not measured."""
    with pytest.raises(accord.AccordError, match=message):
        matrix("kendall", things)


def test_cosine_of_vectors(tmp_path):
    """1 − cos; as tuples, as text in cells, and as rows of a NumPy file."""
    vectors = np.array([[1.0, 0.0], [0.0, 2.0], [3.0, 3.0]])
    expected = np.array([[0, 1, 1 - 0.5**0.5], [1, 0, 1 - 0.5**0.5], [1 - 0.5**0.5] * 2 + [0]])
    assert matrix("cosine", [tuple(v) for v in vectors]) == pytest.approx(expected, abs=1e-12)
    assert matrix("cosine", [str(v.tolist()) for v in vectors]) == pytest.approx(
        expected, abs=1e-12
    )
    np.save(tmp_path / "v.npy", vectors)
    rows = matrix(f"cosine:file={tmp_path / 'v.npy'}", [0, 1, 2])
    assert rows == pytest.approx(expected, abs=1e-12)
    with pytest.raises(accord.AccordError, match="0 to 2, got 3"):
        matrix(f"cosine:file={tmp_path / 'v.npy'}", [0, 3])
    with pytest.raises(accord.AccordError, match="needs vectors such as"):
        matrix("cosine", ["far", "near"])
    with pytest.raises(accord.AccordError, match="one length"):
        matrix("cosine", [(1.0, 2.0), (1.0,)])
    with pytest.raises(accord.AccordError, match="length 0"):
        matrix("cosine", [(0.0, 0.0), (1.0, 2.0)])


OWN = """
def apart(a, b):
    return abs(len(a) - len(b))

def odd(a, b):
    return float("nan")
"""


def test_a_function_in_a_file(tmp_path, monkeypatch):
    """file.py:function is imported from that file; the signature has the source's hash, and a
    changed function another one; a pickle finds it again."""
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(OWN)
    found = accord.alpha({"A": ["a", "bb", "c"], "B": ["a", "b", "ccc"]}, distance="own.py:apart")
    assert found.observed == pytest.approx(1)
    called = dict(part.split(":", 1) for part in found.signature.split("|")[1:])["d"]
    assert called.startswith("own.py:apart@")
    assert str(tmp_path) not in found.signature
    assert pickle.loads(pickle.dumps(distance("own.py:apart"))).name == called
    with pytest.raises(accord.AccordError, match=r"own\.py:apart"):
        accord.alpha({"A": ["a", "b"], "B": ["a", "b"]}, distance="own:apart")
    with pytest.raises(accord.AccordError, match=r"no function in own\.py 'apar'"):
        accord.alpha({"A": ["a", "b"], "B": ["a", "b"]}, distance="own.py:apar")
    with pytest.raises(accord.AccordError, match="finite"):
        accord.alpha({"A": ["a", "b"], "B": ["a", "b"]}, distance="own.py:odd")


def test_an_interval_asks_a_function_once():
    """A table of distances is computed once for the value and all resamples, also where the
    measure is a function around it."""
    asked = []

    def apart(a, b):
        asked.append((a, b))
        return abs(len(a) - len(b))

    rng = np.random.default_rng(0)
    words = ["x" * int(n) for n in rng.integers(1, 60, 80)]
    study = accord.from_coders({"A": words, "B": [*words[1:], words[0]]})
    kinds = len(study.categories)
    accord.interval(study, lambda s: accord.alpha(s, distance=apart), resamples=50)
    assert len(asked) <= 4 * kinds**2


def test_a_function_that_fails_says_for_which_two():
    """Its own error is kept, with the two categories, in one line."""

    def far(one, other):
        return abs(len(one) - len(other)) / (len(one) - 2)

    study = accord.from_coders({"A": ["abc", "ab"], "B": ["abcd", "b"]})
    with pytest.raises(accord.DataError, match=r"far\('ab', .*\) failed: ZeroDivisionError"):
        accord.alpha(study, distance=far)
