"""crowd-kit: Dawid & Skene and majority vote on the same random codings."""

import warnings

import numpy as np
import pytest

from accord import from_frame
from accord.latent import dawid_skene, glad, mace, majority, wawa, zero_based_skill

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


def test_gold_items():
    """Known truths, which crowd-kit puts back after each round, lead to the same posteriors."""
    data = frame(5)
    truth = pd.Series({0: 1, 1: 2, 2: 0, 3: 3, 7: 1}, name="label")
    truth.index.name = "task"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer = crowdkit.DawidSkene(n_iter=20, tol=-1).fit(data, true_labels=truth).probas_
    study = from_frame(data, item="task", coder="worker", category="label")
    known = {int(item): int(label) for item, label in truth.items()}
    ours = dawid_skene(study, max_iter=20, tolerance=-1, restarts=0, gold=known)
    theirs = peer.sort_index()[list(ours.categories)].to_numpy()
    assert ours.probabilities == pytest.approx(theirs, abs=1e-7)


def in_order(data):
    """Names numbered as they come: crowd-kit's MACE mixes up labels and workers that are not."""
    return data.apply(lambda column: pd.Series(pd.factorize(column)[0], index=column.index))


@pytest.mark.full
@pytest.mark.parametrize("method", ["em", "vb"])
def test_same_mace(method):
    """Where both have come to rest, posteriors agree to 10⁻⁵ and competences to 10⁻⁶."""
    from crowdkit.aggregation.classification.mace import MACE

    data = in_order(frame(1, items=60))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer = MACE(n_restarts=1, n_iter=150, method=method).fit(data)
    study = from_frame(data, item="task", coder="worker", category="label")
    ours = mace(study, fit="em" if method == "em" else "variational")
    theirs = peer.probas_.sort_index()[list(ours.categories)].to_numpy()
    assert ours.probabilities == pytest.approx(theirs, abs=1e-5)
    assert ours.of_coders["competence"] == pytest.approx(peer.spamming_[:, 1], abs=1e-6)


@pytest.mark.full
def test_same_glad():
    """Abilities, eases and posteriors agree to 10⁻³ (its search in the M step is rough)."""
    from crowdkit.aggregation.classification.glad import GLAD

    data = frame(2, items=20, coders=5, categories=3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer = GLAD(n_iter=40, tol=-1e9, m_step_tol=1e-6, m_step_max_iter=50).fit(data)
    study = from_frame(data, item="task", coder="worker", category="label")
    ours = glad(study)
    theirs = peer.probas_.sort_index()[list(ours.categories)].to_numpy()
    assert ours.probabilities == pytest.approx(theirs, abs=1e-3)
    alphas = np.array([peer.alphas_[coder] for coder in ours.coders])
    assert ours.of_coders["ability"] == pytest.approx(alphas, abs=1e-3)
    ease = np.array([peer.betas_[item] for item in ours.items])
    assert ours.of_items["difficulty"] == pytest.approx(np.exp(-ease), abs=1e-3)


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


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["Wawa", "ZeroBasedSkill"])
def test_same_skills(name, seed):
    """Wawa and zero-based skill have the same skills and shares, ties going to the first label."""
    from crowdkit.aggregation.classification import wawa as one, zero_based_skill as two
    from crowdkit.aggregation.classification.majority_vote import MajorityVote

    data = frame(seed, categories=3).sort_values("label")  # categories come in order
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        peer = (one.Wawa if name == "Wawa" else two.ZeroBasedSkill)().fit(data)
        theirs = MajorityVote().fit_predict_proba(data, skills=peer.skills_)
    study = from_frame(data, item="task", coder="worker", category="label")
    ours = (wawa if name == "Wawa" else zero_based_skill)(study, ties="first")
    assert ours.categories == (0, 1, 2)
    skills = np.array([peer.skills_[coder] for coder in ours.coders])
    assert ours.of_coders["skill"] == pytest.approx(skills, abs=1e-6)  # it takes 100 rounds, always
    table = theirs.loc[list(ours.items)][[0, 1, 2]].fillna(0).to_numpy()
    assert ours.probabilities == pytest.approx(table, abs=1e-6)
