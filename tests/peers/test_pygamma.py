"""Best alignments and γ beside pygamma-agreement's, where its settings mean the same."""

import logging
import warnings

import numpy as np
import pytest

from accord import Continuum
from accord.spans import Dissimilarity, best_alignment, gamma


@pytest.fixture(scope="module")
def peer():
    """The peer, where it is installed; it warns of its own dependencies."""
    logging.disable(logging.WARNING)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield pytest.importorskip("pygamma_agreement")
    logging.disable(logging.NOTSET)


def units(seed, coders=3, size=12):
    """Units that overlap a little."""
    rng = np.random.default_rng(seed)
    return {
        f"c{c}": [
            (float(s), float(s + rng.integers(3, 12)), str(rng.integers(3)))
            for s in rng.choice(120, size, replace=False)
        ]
        for c in range(coders)
    }


def theirs(peer, marked):
    """The same units for the peer."""
    from pyannote.core import Segment

    continuum = peer.Continuum()
    for coder, row in marked.items():
        for begin, end, category in row:
            continuum.add(coder, Segment(begin, end), category)
    return continuum


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("alpha", [1, 3])
def test_disorder(peer, alpha):
    """The observed disorder is the peer's; 1e-4, for it computes in float32."""
    for seed in range(6):
        marked = units(seed, coders=2 + seed % 2)
        d = peer.CombinedCategoricalDissimilarity(alpha=alpha, beta=1, delta_empty=1.0)
        other = theirs(peer, marked).get_best_alignment(d).disorder
        found = best_alignment(Continuum.of(marked), Dissimilarity(alpha=alpha))
        assert found.disorder == pytest.approx(other, abs=1e-4)


@pytest.mark.filterwarnings("ignore")
def test_gamma(peer):
    """γ is near the peer's: .06, for its cuts may lie half as far apart and are not seeded."""
    np.random.seed(0)  # noqa: NPY002 - the peer draws from the global generator
    marked = units(0, size=20)
    d = peer.CombinedCategoricalDissimilarity(alpha=1, beta=1, delta_empty=1.0)
    moved = peer.ShuffleContinuumSampler()  # §5.2.1; its default is a model of its own
    other = theirs(peer, marked).compute_gamma(d, n_samples=60, sampler=moved).gamma
    assert float(gamma(Continuum.of(marked), precision=0.01)) == pytest.approx(other, abs=0.06)
