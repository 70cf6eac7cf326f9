"""What holds for any two or more partitions."""

from itertools import combinations
from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import accord
from accord._measure import matching
from accord._measure.chains.chain_labels import chain_alpha, chain_beta, chain_pi
from accord._measure.chains.coreference import SCORES, muc
from accord._measure.chains.coreference_chance import (
    link_kappa,
    link_table,
    rand,
)
from accord._measure.matching import best_matching
from accord.kinds.chains.labelled import LABEL_RULES
from accord.kinds.chains.mentions import common_mentions, match_mentions, with_singletons
from accord.kinds.chains.study import Partitions

ENTRIES = [accord.MEASURES[score.__name__] for score in SCORES]
ALL = (*ENTRIES, accord.MEASURES["link_kappa"], accord.MEASURES["rand"])


@st.composite
def partitions(draw: st.DrawFn, *, same: bool = False, coders: int = 2) -> Partitions:
    """One to three documents; each coder puts (some of) up to nine mentions into chains."""
    rows = []
    low = 0 if same else -1
    for document in range(draw(st.integers(1, 3))):
        n = draw(st.integers(1, 9))
        for coder in range(coders):
            labels = draw(st.lists(st.integers(low, 4), min_size=n, max_size=n))
            rows += [(document, coder, (m, m + 1), k) for m, k in enumerate(labels) if k >= 0]
    return Partitions.of(rows, items=range(document + 1), coders=range(coders))


def scores(study: Partitions) -> list[float]:
    """The values of every measure of chains."""
    values = [entry.compute(study).value for entry in ALL]
    for label in LABEL_RULES:
        values.append(chain_pi(study, label=label).value)
        values += [f(study, label=label, distance="dice").value for f in (chain_alpha, chain_beta)]
    return values


@given(partitions())
def test_recall_is_the_others_precision(study: Partitions) -> None:
    """recall(K, R) = precision(R, K), and F does not know who is the key."""
    swapped = study.only([1, 0])
    for entry in ENTRIES:
        one, two = entry.compute(study), entry.compute(swapped)
        for result in (one, two):
            assert (result.undefined is None) != isnan(result.value)
        assert one.value == pytest.approx(two.value, nan_ok=True)
        assert one.detail["recall"][0, 1] == pytest.approx(
            two.detail["precision"][0, 1], nan_ok=True
        )


@given(partitions(same=True))
def test_cells(study: Partitions) -> None:
    """On the same N mentions the numerators of MUC are N − cells, and a of the link table too."""
    table = link_table(study)
    n = sum(len(document) for document in study.documents)
    cells = sum(
        len(set(zip(*document.chain.tolist(), strict=True))) for document in study.documents
    )
    assert table.a == n - cells
    assert table.total == n - len(study.documents)
    result = muc(study)
    assert result.detail["recall"][0, 1] == pytest.approx(table.recall, nan_ok=True)
    assert result.detail["precision"][0, 1] == pytest.approx(table.precision, nan_ok=True)
    assert isnan(link_kappa(study).value) or table.d >= 0


@given(partitions(same=True, coders=3))
def test_rand_by_listing_pairs(study: Partitions) -> None:
    """κ over pairs is κ of the listed pairs of mentions, D_o and D_e means over coder pairs.

    Chance is each document's own, a document counting by its pairs; pooled it is one for all.
    """
    made = []
    for document in study.documents:
        both = [*combinations(range(len(document)), 2)]
        made.append(
            np.array([[row[m] == row[n] for m, n in both] for row in document.chain], float)
        )
    result, together = rand(study), rand(study, chance="pooled")
    linked = np.concatenate(made, axis=1)
    if not linked.shape[1]:
        assert "nothing to link" in (result.undefined or "")
        return
    pairs = list(combinations(range(3), 2))

    def by_chance(linked):
        p = linked.mean(axis=1)
        return np.mean([p[a] * (1 - p[b]) + p[b] * (1 - p[a]) for a, b in pairs])

    observed = np.mean([(linked[a] != linked[b]).mean() for a, b in pairs])
    sizes = [part.shape[1] for part in made]
    expected = sum(by_chance(part) * n for part, n in zip(made, sizes, strict=True) if n)
    assert result.D_o == together.D_o == pytest.approx(observed)
    assert result.D_e == pytest.approx(expected / sum(sizes))
    assert together.D_e == pytest.approx(by_chance(linked))


@given(partitions(coders=3), st.randoms(use_true_random=False))
@settings(
    max_examples=settings.default.max_examples // 3, deadline=None
)  # a third of a second each
def test_names_and_order_do_not_matter(study: Partitions, random) -> None:
    """Order of documents and coders, names of chains and a shift of offsets change nothing."""
    rows = []
    names = [random.sample(range(100, 110), 10) for _ in range(3)]
    for document in study.documents:
        for coder in range(3):
            for k, chain in enumerate(document.chains(coder)):
                rows += [(document.name, coder, (b + 7, e + 7), names[coder][k]) for b, e in chain]
    random.shuffle(rows)
    other = Partitions.of(rows, items=tuple(study.items)[::-1], coders=(2, 0, 1))
    assert scores(other) == pytest.approx(scores(study), nan_ok=True)


@given(partitions())
def test_identical_codings(study: Partitions) -> None:
    """A coder agrees perfectly with a copy, or the value is undefined and says why."""
    twin = study.only([0, 0])
    for entry in ALL:
        result = entry.compute(twin)
        assert result.undefined or result.value == pytest.approx(1.0)
    for label in LABEL_RULES:
        result = chain_alpha(twin, distance="passonneau", label=label)
        assert result.undefined or result.value == pytest.approx(1.0)


@given(partitions())
def test_remedies(study: Partitions) -> None:
    """mentions='common' and 'singletons' equal changing the study beforehand."""
    for compute in (link_kappa, rand):
        for remedy, change in (("common", common_mentions), ("singletons", with_singletons)):
            asked, changed = compute(study, mentions=remedy), compute(change(study))
            assert asked.value == pytest.approx(changed.value, nan_ok=True)


@given(
    st.lists(
        st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(1, 9)),
        max_size=30,
        unique_by=lambda cell: cell[:2],
    )
)
def test_assignment(cells: list[tuple[int, int, int]]) -> None:
    """The sparse matching by parts has the worth of the dense one."""
    from scipy.optimize import linear_sum_assignment

    table = np.zeros((8, 8))
    for row, column, worth in cells:
        table[row, column] = worth
    dense = table[linear_sum_assignment(table, maximize=True)].sum()
    row, column = np.nonzero(table)
    worth = table[row, column]
    assert worth[best_matching(row, column, worth)].sum() == pytest.approx(dense)


def test_a_large_matching(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part too large for a full table has the worth of one; scale and order change nothing."""
    rng = np.random.default_rng(2)
    table = rng.random((30, 40)) * (rng.random((30, 40)) < 0.5)
    row, column = np.nonzero(table)
    worth = table[row, column]
    dense = worth[best_matching(row, column, worth)].sum()
    monkeypatch.setattr(matching, "_DENSE", 0)
    for one, other, of in ((row, column, worth), (column, row, worth), (row, column, 2 * worth)):
        assert worth[best_matching(one, other, of)].sum() == pytest.approx(dense)


def test_overlap_matching() -> None:
    """Spans that share half their length are one mention; the span of most coders stays."""
    study = Partitions.of_chains(
        {
            "d": {
                "A": [[(0, 4), (9, 10)]],
                "B": [[(1, 4), (9, 10)]],
                "C": [[(1, 4)], [(9, 10)], [(20, 21)]],
            }
        }
    )
    what = match_mentions(study, "overlap")
    matched = what.study
    assert matched.documents[0].chains("A") == (((1, 4), (9, 10)),)
    assert (what.mentions, what.common, what.joined) == (3, 2, 1)
    assert muc(study.only([0, 1])).value == pytest.approx(0.0)
    assert muc(study.only([0, 1]), matching="overlap").value == pytest.approx(1.0)
    assert "matching:overlap|joined:1" in muc(study, matching="overlap").signature
    labelled = chain_alpha(study, distance="dice", matching="overlap")
    assert "matching:overlap|joined:1" in labelled.signature


def test_head_matching() -> None:
    """Mentions with one head are one mention, however long they are."""
    study = Partitions.of_chains(
        {"d": {"A": [[(0, 9), (10, 11)]], "B": [[(8, 9), (10, 11)]]}},
        heads={("d", (0, 9)): 8, ("d", (8, 9)): 8, ("d", (10, 11)): 10},
    )
    assert match_mentions(study, "head").joined == 1
    assert match_mentions(study, "overlap").joined == 0
    assert muc(study, matching="head").value == pytest.approx(1.0)


def test_own_mentions_are_never_joined() -> None:
    """A coder's nested mentions stay two, whatever the matching."""
    study = Partitions.of_chains({"d": {"A": [[(0, 4)], [(1, 4)]], "B": [[(0, 4)], [(1, 4)]]}})
    assert match_mentions(study, "overlap").joined == 0


def test_unseen_documents() -> None:
    """A document that one coder did not see does not count; one where nothing was marked does."""
    seen = {"d1": {"A": [[1, 2]], "B": [[1, 2]]}}
    unseen = Partitions.of_chains({**seen, "d2": {"A": [[1, 2]]}})
    empty = Partitions.of_chains({**seen, "d2": {"A": [[1, 2]], "B": []}})
    assert muc(unseen).value == pytest.approx(1.0)
    assert muc(empty).value == pytest.approx(2 / 3)
