"""Dayton 1998, Table 3.2 (p. 28): pleural thickening, 1692 X-rays, three readers."""

import numpy as np
import pytest

from accord import from_wide
from accord.latent import codings_needed, latent_classes

COUNTS = [1513, 23, 59, 12, 21, 19, 11, 34]  # readings 000, 001, 010 … 111


@pytest.fixture(scope="module")
def study():
    """One row an X-ray, one column a reader."""
    rows = [[cell >> 2 & 1, cell >> 1 & 1, cell & 1] for cell in range(8)]
    return from_wide(np.repeat(rows, COUNTS, axis=0), coders="ABC")


def test_two_classes(study):
    """log L = −891.14280, AIC 1796.2856, BIC 1834.3213, no degree of freedom left."""
    found = latent_classes(study, classes=2).goodness
    assert found.log_likelihood == pytest.approx(-891.14280, abs=1e-4)
    assert (found.aic, found.bic) == pytest.approx((1796.2856, 1834.3213), abs=2e-4)
    assert (found.parameters, found.df, found.lr_p) == (7, 0, None)


def test_classes_and_readers(study):
    """Classes .9455 and .0545; sensitivities .7490 .6434 .7650, specificities .9900 .9646 .9891."""
    found = latent_classes(study, classes=2)
    assert found.shares == pytest.approx([0.9455, 0.0545], abs=1e-4)
    assert found.sensitivity(1) == pytest.approx([0.7490, 0.6434, 0.7650], abs=2e-4)
    assert found.specificity(1) == pytest.approx([0.9900, 0.9646, 0.9891], abs=2e-4)


def test_number_of_classes(study):
    """One class is rejected (G² = 429.1 on 4 degrees); BIC chooses two."""
    found = latent_classes(study)
    one = found.fits[0]
    assert (one.g2, one.df) == pytest.approx((429.136, 4), abs=1e-2)
    assert one.lr_p < 1e-50
    assert found.classes == 2


def test_codings_needed(study):
    """Readers with mean sensitivity .719 need 13 votes for .95: P(Bin(13, .719) > 6) = .955."""
    found = latent_classes(study, classes=2)
    needed = codings_needed(found, 1, sensitivity=0.95)
    n, words = needed.number, needed.why
    assert n == 13
    assert "sensitivity 0.955" in words
