import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from accord._measure.chains.coreference_chance import rand
from accord.kinds.chains.study import Partitions


@pytest.mark.parametrize("seed", range(20))
def test_adjusted_rand(seed: int) -> None:
    """κ over pairs of mentions is scikit-learn's adjusted Rand index, to rounding (1e-12)."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 6, size=(2, 40))
    rows = [(0, c, m, int(k)) for c, row in enumerate(labels) for m, k in enumerate(row)]
    peer = adjusted_rand_score(labels[0], labels[1])
    assert rand(Partitions.of(rows)).value == pytest.approx(peer, abs=1e-12)
