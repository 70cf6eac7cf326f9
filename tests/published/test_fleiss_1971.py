"""Fleiss 1971, Measuring Nominal Scale Agreement among Many Raters."""

import numpy as np
import pytest

import accord

DIAGNOSES = accord.from_wide(
    [
        [4, 4, 4, 4, 4, 4],
        [2, 2, 2, 5, 5, 5],
        [2, 3, 3, 3, 3, 5],
        [5, 5, 5, 5, 5, 5],
        [2, 2, 2, 4, 4, 4],
        [1, 1, 3, 3, 3, 3],
        [3, 3, 3, 3, 5, 5],
        [1, 1, 3, 3, 3, 4],
        [1, 1, 4, 4, 4, 4],
        [5, 5, 5, 5, 5, 5],
        [1, 4, 4, 4, 4, 4],
        [1, 2, 4, 4, 4, 4],
        [2, 2, 2, 3, 3, 3],
        [1, 4, 4, 4, 4, 4],
        [2, 2, 4, 4, 4, 5],
        [3, 3, 3, 3, 3, 5],
        [1, 1, 1, 4, 5, 5],
        [1, 1, 1, 1, 1, 2],
        [2, 2, 4, 4, 4, 4],
        [1, 3, 3, 5, 5, 5],
        [5, 5, 5, 5, 5, 5],
        [2, 4, 4, 4, 4, 4],
        [2, 2, 4, 5, 5, 5],
        [1, 1, 4, 4, 4, 4],
        [1, 4, 4, 4, 4, 5],
        [2, 2, 2, 2, 2, 4],
        [1, 1, 1, 1, 5, 5],
        [2, 2, 4, 4, 4, 4],
        [1, 3, 3, 3, 3, 3],
        [5, 5, 5, 5, 5, 5],
    ],
    categories=[1, 2, 3, 4, 5],
)


def test_multi_pi_of_the_diagnoses():
    """p. 379–381: thirty patients, six psychiatrists: .430, A_o .5556, A_e .2199."""
    result = accord.pi(DIAGNOSES)
    assert (result.value, result.A_o, result.A_e) == pytest.approx(
        (0.430, 0.5556, 0.2199), abs=5e-4
    )


def test_agreement_table_gives_the_same():
    """Who coded what does not matter for π: the table of counts gives the same number."""
    table = np.zeros((30, 5), dtype=int)
    np.add.at(table, (DIAGNOSES.item, DIAGNOSES.category), 1)
    study = accord.from_counts(table, categories=[1, 2, 3, 4, 5])
    assert accord.pi(study).value == pytest.approx(accord.pi(DIAGNOSES).value, abs=1e-15)


def test_category_against_rest():
    """Table 2, in exact arithmetic: .2448, .2448, .52, .4711, .5661."""
    values = [accord.pi(DIAGNOSES.recode(lambda c, k=k: c == k)).value for k in range(1, 6)]
    assert values == pytest.approx([0.2448, 0.2448, 0.52, 0.4711, 0.5661], abs=5e-5)
