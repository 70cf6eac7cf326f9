"""crowd-kit: Dawid & Skene and majority vote on the same random codings."""

import warnings

import numpy as np
import pytest

from accord import from_frame
from accord.latent import dawid_skene, majority

pd = pytest.importorskip("pandas")
crowdkit = pytest.importorskip("crowdkit.aggregation.classification.dawid_skene")


def frame(seed, items=150, coders=8, each=4, categories=4):
    """Random codings of coders of unequal skill, some coders per item."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, categories, items)
    skill = rng.uniform(0.3, 0.95, coders)
    rows = [
        (i, int(c), int(truth[i] if rng.random() < skill[c] else rng.integers(categories)))
        for i in range(items)
        for c in rng.choice(coders, each, replace=False)
    ]
    return pd.DataFrame(rows, columns=["task", "worker", "label"])


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rounds", [1, 4, 20])
def test_same_posteriors(seed, rounds):
    """After the same number of rounds every posterior agrees to 10⁻⁷ (crowd-kit lifts
    probabilities below 10⁻¹⁰ to that)."""
    data = frame(seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pandas deprecations inside the peer
        peer = crowdkit.DawidSkene(n_iter=rounds, tol=-1).fit(data).probas_
    study = from_frame(data, item="task", coder="worker", category="label")
    ours = dawid_skene(study, max_iter=rounds, tolerance=-1, restarts=0)
    theirs = peer.sort_index()[list(ours.categories)].to_numpy()
    assert ours.probabilities == pytest.approx(theirs, abs=1e-7)


def test_same_votes():
    """Majority vote has the same shares of votes."""
    from crowdkit.aggregation.classification.majority_vote import MajorityVote

    data = frame(9)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer = MajorityVote().fit_predict_proba(data)
    study = from_frame(data, item="task", coder="worker", category="label")
    ours = majority(study)
    theirs = peer.sort_index()[list(ours.categories)].to_numpy()
    assert ours.probabilities == pytest.approx(theirs, abs=1e-12)
