"""NLTK: MASI and Jaccard distances, and α over sets."""

import random

import numpy as np
import pytest
from nltk.metrics import jaccard_distance, masi_distance
from nltk.metrics.agreement import AnnotationTask

import accord
from accord.model.names import Names


def _sets(seed, number, width=8):
    rng = random.Random(seed)
    return [
        frozenset(rng.sample(range(width), rng.randint(1, min(5, width)))) for _ in range(number)
    ]


@pytest.mark.parametrize(("name", "peer"), [("masi", masi_distance), ("jaccard", jaccard_distance)])
def test_distances_of_nltk(name, peer):
    """Every pair of non-empty sets has NLTK's distance (tolerance: last digits)."""
    sets = list(dict.fromkeys(_sets(1, 60)))
    matrix = accord.distance(name).fit(Names(sets), np.ones(len(sets)), False).matrix()
    for a, one in enumerate(sets):
        for b, other in enumerate(sets):
            assert matrix[a, b] == pytest.approx(peer(one, other), abs=1e-12)


def test_alpha_of_nltk():
    """α with the Jaccard distance, complete data, is NLTK's (tolerance: order of summation)."""
    labels = {coder: _sets(ord(coder), 40, 4) for coder in "ABC"}
    rows = [
        (coder, item, one) for coder, column in labels.items() for item, one in enumerate(column)
    ]
    peer = AnnotationTask(rows, distance=jaccard_distance).alpha()
    study = accord.from_coders(labels)
    assert accord.alpha(study, distance="jaccard").value == pytest.approx(peer, abs=1e-12)
