"""Pradhan et al. 2014, Scoring Coreference Partitions of Predicted Mentions: the running example.

Key {a} {b c} {d e f}, response {a} {b c x} {d y} {z}; values recomputed by hand below.
"""

import pytest

from accord._measure.chains.coreference import b_cubed, blanc, ceaf_e, ceaf_m, conll, lea, muc
from accord.kinds.chains.study import Partitions

STUDY = Partitions.of_chains({"d": {"K": ["a", "bc", "def"], "R": ["a", "bcx", "dy", "z"]}})


@pytest.mark.parametrize(
    ("measure", "recall", "precision", "f"),
    [
        (muc, 1 / 3, 1 / 3, 0.333),
        (b_cubed, (1 + 2 + 1 / 3) / 6, (1 + 4 / 3 + 1 / 2) / 7, 0.468),
        (ceaf_m, 4 / 6, 4 / 7, 0.615),
        (ceaf_e, 2.2 / 3, 2.2 / 4, 0.629),
        (blanc, (1 / 4 + 5 / 11) / 2, (1 / 4 + 5 / 17) / 2, 0.304),
        (lea, 3 / 6, 2 / 7, 0.364),
    ],
)
def test_scores(measure, recall: float, precision: float, f: float) -> None:
    """Recall, precision and F of each score; F printed to three digits."""
    result = measure(STUDY)
    assert result.detail["recall"][0, 1] == pytest.approx(recall)
    assert result.detail["precision"][0, 1] == pytest.approx(precision)
    assert result.value == pytest.approx(f, abs=5e-4)
    assert result.D_o == pytest.approx(1 - result.value)
    assert result.D_e is None


def test_conll_mean() -> None:
    """The CoNLL score is the mean of the F of MUC, B³ and CEAF-e."""
    parts = [muc(STUDY).value, b_cubed(STUDY).value, ceaf_e(STUDY).value]
    assert conll(STUDY).value == pytest.approx(sum(parts) / 3)
