"""Dawid & Skene 1979, Table 1: 45 patients, five anaesthetists, the first of them three times."""

import numpy as np
import pytest

from accord import Codings
from accord.latent import dawid_skene
from accord.model.names import Names

PATIENTS = [
    "1111111",
    "3334334",
    "1122122",
    "2223121",
    "2223222",
    "2223322",
    "1222111",
    "3333433",
    "2222223",
    "2322223",
    "4444444",
    "2223343",
    "1111111",
    "2223212",
    "1211111",
    "1112111",
    "1111111",
    "1111111",
    "2222221",
    "2221322",
    "2222222",
    "2222221",
    "2223222",
    "2212222",
    "1111111",
    "1111111",
    "2322222",
    "1111111",
    "1111111",
    "1121121",
    "1111111",
    "3333233",
    "1111111",
    "2222222",
    "2223232",
    "4334343",
    "2212232",
    "2323233",
    "3333432",
    "1111111",
    "1111111",
    "1212111",
    "2322222",
    "1211111",
    "2222222",
]


@pytest.fixture
def study():
    """The table; Dawid & Skene let one observer code a patient several times."""
    item = np.repeat(np.arange(45), 7)
    coder = np.tile([0, 0, 0, 1, 2, 3, 4], 45)
    category = np.array([int(k) - 1 for patient in PATIENTS for k in patient])
    return Codings(
        Names(range(1, 46)), Names(range(1, 6)), Names([1, 2, 3, 4]), item, coder, category
    )


def test_prevalence(study):
    """Class marginals .40, .42, .11, .07, as quoted; an EM of our own below gives the same."""
    assert dawid_skene(study, restarts=0).prevalence == pytest.approx(
        [0.40, 0.42, 0.11, 0.07], abs=0.005
    )


def test_error_rates(study):
    """The error rates of the first observer, as quoted, not read off the paper."""
    first = dawid_skene(study, restarts=0).confusion[0]
    assert first[0] == pytest.approx([0.89, 0.11, 0, 0], abs=0.006)
    assert first[1] == pytest.approx([0.07, 0.88, 0.05, 0], abs=0.006)
    assert first[2] == pytest.approx([0, 0.34, 0.66, 0], abs=0.006)
    assert first[3] == pytest.approx([0, 0, 0.56, 0.44], abs=0.006)


def test_consensus_of_patients(study):
    """Patients 1 and 11 are plainly 1 and 4, patient 3 (1 1 2 2 1 2 2) leans to 2."""
    labels = dawid_skene(study, restarts=0).labels
    assert (labels[0], labels[10], labels[2]) == (1, 4, 2)


def test_an_independent_em_finds_the_same(study):
    """The paper's equations (2.3) to (2.5), one by one in plain loops, from its start (3.1)."""
    coders = [0, 0, 0, 1, 2, 3, 4]
    counts = np.zeros((45, 5, 4))
    for i, patient in enumerate(PATIENTS):
        for c, k in zip(coders, patient, strict=True):
            counts[i, c, int(k) - 1] += 1
    chance = counts.sum(axis=1) / 7
    for _ in range(200):
        prevalence = chance.mean(axis=0)
        rates = np.einsum("ij,icl->cjl", chance, counts)
        rates /= rates.sum(axis=2, keepdims=True)
        joint = np.array(
            [
                [prevalence[j] * np.prod(rates[:, j, :] ** counts[i]) for j in range(4)]
                for i in range(45)
            ]
        )
        chance = joint / joint.sum(axis=1, keepdims=True)
    found = dawid_skene(study, restarts=0)
    # accord stops when the posteriors stand still, this loop after 200 rounds
    assert found.prevalence == pytest.approx(prevalence, abs=1e-5)
    assert found.confusion == pytest.approx(rates, abs=1e-4)
    assert found.probabilities == pytest.approx(chance, abs=1e-4)
    assert found.log_likelihood == pytest.approx(np.log(joint.sum(axis=1)).sum(), abs=1e-6)


def test_a_better_maximum_than_that_of_the_paper(study):
    """From the votes EM ends in a local maximum; other starts find a likelihood e^1.3 as large.

    It calls patient 12 (2 2 2 3 3 4 3) 2, where the votes lead to 3, and the notes say so.
    """
    voted, best = dawid_skene(study, restarts=0), dawid_skene(study)
    assert best.log_likelihood - voted.log_likelihood == pytest.approx(1.322, abs=0.001)
    assert [i + 1 for i in range(45) if best.labels[i] != voted.labels[i]] == [12]
    assert (voted.labels[11], best.labels[11]) == (3, 2)
    assert any("better fit was found by restarting" in note for note in best.notes)
