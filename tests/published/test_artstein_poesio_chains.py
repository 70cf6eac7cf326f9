"""Artstein & Poesio 2005 §4.1 and 2008 §4.4: chains as labels, and what happens to K and α.

The data of their study are not printed; the finding is shown on simulated coders.
"""

import pytest

from accord._measure.chains.chain_labels import chain_alpha, chain_beta, chain_conditions, chain_pi
from accord.kinds.chains.labelled import label_chains
from accord.kinds.chains.links import from_links
from accord.simulate.antecedents import simulated_chains


@pytest.mark.parametrize("seed", range(5))
def test_k_falls_while_alpha_rises(seed: int) -> None:
    """Figures 2 and 3: from antecedents to full chains K falls and α rises, for every distance."""
    study = simulated_chains(5, missed=0.1, confused=0.02, rng=seed)
    table = chain_conditions(study, distances=["dice", "jaccard"])
    k = [table[label, "K", "nominal"].value for label in ("antecedent", "partial", "full")]
    assert k[0] > k[1] > k[2]
    for d in ("dice", "jaccard"):
        for symbol in ("α", "α′", "β"):
            assert table["full", symbol, d].value > table["antecedent", symbol, d].value


def test_alpha_alpha_prime_and_beta_hardly_differ() -> None:
    """§3: with enough coders and items the three differ only in the third decimal."""
    study = simulated_chains(18, mentions=200, rng=1)
    table = chain_conditions(study, distances=["dice"])
    values = [table["full", symbol, "dice"].value for symbol in ("α", "α′", "β")]
    assert max(values) - min(values) < 0.005


def test_the_antecedent_that_was_marked_does_not_matter() -> None:
    """Example (1): "engine E2" or the pronoun before it, the full chain is the same: α = 1."""
    first = [("d91-3.2", "Ann", 2, [1]), ("d91-3.2", "Ann", 3, [2]), ("d91-3.2", "Ann", 9, [])]
    second = [("d91-3.2", "Bob", 2, [1]), ("d91-3.2", "Bob", 3, [1]), ("d91-3.2", "Bob", 9, [])]
    study = from_links([*first, *second])
    for compute in (chain_alpha, chain_beta):
        full = compute(study, distance="passonneau", label="full")
        assert (full.D_o, full.value) == (0.0, 1.0)
    assert chain_pi(study, label="antecedent").A_o == pytest.approx(3 / 4)
    assert chain_pi(study, label="full").A_o == 1.0


def test_worked_by_hand() -> None:
    """α with Jaccard on {1 2 3} {4 5} and {1 2} {3 4 5}: D_o = 32/75, D_e = 27.2/45."""
    from accord.kinds.chains.study import Partitions

    study = Partitions.of_chains({"d": {"A": [[1, 2, 3], [4, 5]], "B": [[1, 2], [3, 4, 5]]}})
    result = chain_alpha(study, distance="jaccard", itself=True, chance="document")
    assert result.D_o == pytest.approx((4 / 3 + 0.8) / 5)
    assert result.D_e == pytest.approx(27.2 / 45)
    assert result.value == pytest.approx(1 - (32 / 75) / (27.2 / 45))
    assert "label:full|itself:in|mentions:marked|matching:exact" in result.signature
    # Without the mention itself: {2 3} and {2}, {1 3} and {1}, {1 2} and {4 5}, {5} and {3 5} …
    assert chain_alpha(study, distance="jaccard").D_o == pytest.approx((4 * 0.5 + 1) / 5)


def labels(study, coder: str, **settings) -> dict:
    """Mention → sorted label of one coder."""
    rows = label_chains(study, **settings).rows()
    return {mention: sorted(label) for mention, who, label in rows if who == coder}


def test_labels() -> None:
    """The chain 1, 2, 3: antecedent, partial and full labels, the mention in or out."""
    study = from_links([("d", "A", 2, [1]), ("d", "A", 3, [2]), ("d", "A", 7, [])])
    assert labels(study, "A", label="antecedent") == {1: [], 2: [1], 3: [2], 7: []}
    assert labels(study, "A", label="partial") == {1: [1], 2: [1, 2], 3: [1, 2, 3], 7: [7]}
    assert labels(study, "A", label="full") == {1: [1, 2, 3], 2: [1, 2, 3], 3: [1, 2, 3], 7: [7]}
    assert labels(study, "A", label="full", itself=False)[2] == [1, 3]
    assert labels(study, "A", label="partial", itself=False) == {1: [], 2: [1], 3: [1, 2], 7: []}


def test_ambiguity() -> None:
    """Two antecedents in two chains: the chains stay apart, the label is both readings."""
    study = from_links([("d", "A", 3, [1]), ("d", "A", 4, [2]), ("d", "A", 5, [3, 4])])
    assert study.documents[0].chains("A") == ((1, 3, 5), (2, 4))
    assert labels(study, "A", label="antecedent")[5] == [3, 4]
    assert labels(study, "A", label="full")[5] == [1, 2, 3, 4, 5]
    assert labels(study, "A", label="full")[2] == [2, 4]
