from collections import defaultdict

import numpy as np
import pytest

import accord
from accord.kinds.chains.study import Partitions

peer = pytest.importorskip("scorch.scores")


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize(
    ("name", "score"),
    [
        ("muc", "muc"),
        ("b_cubed", "b_cubed"),
        ("ceaf_m", "ceaf_m"),
        ("ceaf_e", "ceaf_e"),
    ],
)
def test_scores(name: str, score: str, seed: int) -> None:
    """Recall, precision and F equal scorch's on random chains of differing mentions (1e-12)."""
    study, key, response = _random(seed)
    recall, precision, f = getattr(peer, score)(key, response)
    result = getattr(accord.chains, name)(study)
    assert result.detail["recall"][0, 1] == pytest.approx(recall, abs=1e-12)
    assert result.detail["precision"][0, 1] == pytest.approx(precision, abs=1e-12)
    assert result.value == pytest.approx(f, abs=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_blanc(seed: int) -> None:
    """BLANC equals the mean of scorch's F of coreferent and non-coreferent links (1e-12)."""
    study, key, response = _random(seed)
    linked, apart = peer.detailed_blanc(key, response)
    assert accord.chains.blanc(study).value == pytest.approx((linked[2] + apart[2]) / 2, abs=1e-12)


def _random(seed: int):
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(2):
        chains = defaultdict(set)
        for mention in range(30):
            if rng.random() < 0.85:
                chains[int(rng.integers(8))].add(mention)
        made.append(list(chains.values()))
    study = Partitions.of_chains({"d": {"K": made[0], "R": made[1]}})
    return study, made[0], made[1]


@pytest.mark.parametrize("key", [["abcd"], ["a", "b", "c", "d"]])
def test_blanc_where_the_key_lacks_a_sort_of_pairs(key):
    """lacking="recasens" is the rule of the reference scorer, which scorch follows: 1e-12."""
    response = ["ab", "cd"]
    study = accord.Partitions.of_chains({"d": {"K": key, "R": response}})
    theirs = peer.blanc([set(k) for k in key], [set(r) for r in response])
    found = accord.chains.blanc(study, lacking="recasens")
    got = [found.detail[part][0, 1] for part in ("recall", "precision", "f")]
    assert got == pytest.approx(list(theirs), abs=1e-12)
    luo = accord.chains.blanc(study)
    assert luo.value == pytest.approx(theirs[2] / 2, abs=1e-12)
    # With the roles exchanged nothing is lacking in the key, and both rules are one.
    assert found.detail["f"][1, 0] == luo.value
    assert found.value == pytest.approx((theirs[2] + luo.value) / 2, abs=1e-12)
    assert "lacking:recasens" in found.signature
