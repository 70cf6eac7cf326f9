"""Chance of chains that is drawn, and tables with a cell below 0, worked out by hand."""

import numpy as np
import pytest

import accord
from accord._measure.chains.coreference import _blanc
from accord._measure.chains.coreference_chance import _of_pairs
from accord._measure.chains.label_chance import _Coding, _laid, _sizes, _two, weights_of
from accord.kinds.chains.study import Partitions


def document(chains):
    """One document of these chains of coders; mentions are numbers."""
    spans = {who: [[(m, m + 1) for m in chain] for chain in own] for who, own in chains.items()}
    return Partitions.of_chains({"d": spans})


def test_a_coding_is_not_compared_with_itself():
    """Two coders of one document: α draws the one with the other, never one twice."""
    both = [_Coding(0, 0, 2, 1.0), _Coding(0, 1, 2, 1.0)]
    rng = np.random.default_rng(1)
    drawn = {
        (one[:2], other[:2]) for one, other in (_two([both, both], "drawn", rng) for _ in range(60))
    }
    assert drawn == {((0, 0), (0, 1)), ((0, 1), (0, 0))}


def test_mentions_without_a_place_stay_unmarked():
    """Three marked mentions laid on two: two have a chain, the others of the document none."""
    study = document({"A": [[0, 2], [4]], "B": [[0], [2]]})
    doc = study.documents[0]
    onto = doc.chain[1]
    for seed in range(10):
        chain, _ = _laid(doc, 0, onto, np.random.default_rng(seed))
        assert ((chain >= 0) == (onto >= 0)).all()
        assert set(chain[onto < 0].tolist()) <= {-1}


def test_sizes_of_labels():
    """A chain of three and one of its own: two other mentions each, and none."""
    doc = document({"A": [[0, 2, 4], [6]], "B": [[0], [2], [4], [6]]}).documents[0]
    assert sorted(_sizes(doc, 0)) == [0, 2, 2, 2]
    assert _sizes(doc, 1) == [0, 0, 0, 0]


def test_a_table_of_links_may_have_a_cell_of_0():
    """Two chains of two against one of four: d = 2 + 1 − 2 − 1 = 0, a table. Against two that cut
    both: d = 2 + 2 − 4 − 1, none."""
    even = document({"A": [[0, 2], [4, 6]], "B": [[0, 2, 4, 6]]})
    found = accord.bound("link_kappa").compute(even)
    assert "negative" not in str(found.undefined)
    cut = document({"A": [[0, 2], [4, 6]], "B": [[0, 4], [2, 6]]})
    with_cells = accord.bound("link_kappa").compute(cut)
    assert "d = -1" in str(with_cells.undefined)


def test_blanc_of_one_sort_of_pairs_is_that_sort():
    """2 of 4 and of 2 links shared and no pair that is not linked: .5, 1 and 4/6; the other way
    round the same; both sorts alike: their mean."""
    one, none = [2.0, 4.0, 2.0], [0.0, 0.0, 0.0]
    for sums in (one + none, none + one, one + one):
        found = [float(part) for part in _blanc(np.array(sums))]
        assert found == pytest.approx([1 / 2, 1, 2 / 3])
    assert np.isnan(_blanc(np.array(none + none))[2])


def test_tables_of_pairs_by_hand():
    """a 2, b 1, c 0, d 1 and 1.5 by chance: D_o = 1/4, D_e = 1.5/4, or of pooled tables
    (2 · 1 + 3 · 2) / 16. A document lost, or no pair at all, leaves no value."""
    table = np.array([[[2.0, 1.0, 0.0, 1.0, 1.5, 0.0, 1.0]]])
    assert _of_pairs("drawn", table)[0] == pytest.approx([0.25, 0.375, 1 / 3])
    assert _of_pairs("pooled", table)[0] == pytest.approx([0.25, 0.5, 0.5])
    for at, value in ((5, 1.0), (6, 0.0)):
        other = table.copy()
        other[..., at] = value
        assert np.isnan(_of_pairs("drawn", other)).all()


def test_weights_of_items_by_hand():
    """Of 1, 2 and 3 codings: none, one pair and three pairs of an item that counts once."""
    pair, coding = weights_of(np.array([1, 2, 3]), False)
    assert pair.tolist() == pytest.approx([0, 1, 1 / 3])
    assert coding.tolist() == pytest.approx([0, 1 / 2, 1 / 3])
