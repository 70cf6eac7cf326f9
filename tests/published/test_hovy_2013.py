"""Hovy et al. 2013: MACE, on the example that its authors print with their program.

Five words, five coders, gaps; the README of the authors' program (github.com/dirkhovy/MACE, under
"Inputs" and "Outputs") prints the probabilities, the entropies and the competences of its default,
the variational fit of 50 rounds.
"""

import numpy as np
import pytest

from accord import from_wide
from accord.latent import mace

WORDS = [
    ["NOUN", None, None, "NOUN", "PRON"],
    ["VERB", "VERB", None, "VERB", None],
    ["ADJ", None, "ADJ", None, "ADV"],
    [None, "VERB", None, "VERB", "ADV"],
    ["NOUN", None, None, "NOUN", "PRON"],
]
COMPETENCE = [
    *(0.8820970950608722, 0.7904155783217401, 0.6598575839917008),
    *(0.8822161621354134, 0.03114062354821738),
]
ENTROPY = [
    *(0.0027237895900081095, 5.657170773284981e-05, 0.009138546784668605),
    *(0.005036498835041038, 0.0027237895900081095),
]
SURE = [
    *(0.9997443833265887, 0.9999961943848287, 0.9990184050335877),
    *(0.9994950838119411, 0.9997443833265887),
]


@pytest.fixture(scope="module")
def found():
    """Fifty rounds, as the authors' program."""
    return mace(from_wide(WORDS), max_iter=50, tolerance=-1)


def test_competence(found):
    """To nine digits: theirs began elsewhere and has not quite stopped after 50 rounds."""
    assert found.of_coders["competence"] == pytest.approx(np.array(COMPETENCE), abs=1e-9)


def test_labels(found):
    """The labels, their probabilities and the entropies."""
    assert found.labels == ("NOUN", "VERB", "ADJ", "VERB", "NOUN")
    assert found.confidence == pytest.approx(np.array(SURE), abs=1e-9)
    assert found.of_items["entropy"] == pytest.approx(np.array(ENTROPY), abs=1e-8)


def test_other_labels(found):
    """The probabilities of the other labels of the first word, and of the third."""
    at = {name: k for k, name in enumerate(found.categories)}
    first, third = found.probabilities[0], found.probabilities[2]
    assert first[at["PRON"]] == pytest.approx(7.140381903855615e-05, rel=1e-5)
    for other in ("ADJ", "VERB", "ADV"):
        assert first[at[other]] == pytest.approx(6.140428479093134e-05, rel=1e-5)
    assert third[at["ADV"]] == pytest.approx(2.741982824057974e-04, rel=1e-5)


def test_threshold(found):
    """The most certain three of five have a label."""
    assert found.certain(0.6).labels == ("NOUN", "VERB", None, None, "NOUN")
