"""Chance of chains that is drawn, and tables with a cell below 0, worked out by hand."""

import numpy as np

import accord
from accord._measure.chains.label_chance import _Coding, _laid, _sizes, _two
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
