"""Geertzen & Bunt 2006: the taxonomic metric (§4.2) and the statistics per dimension (§4.3)."""

import math

import numpy as np
import pytest

import accord
from accord._measure.distances.taxonomic import taxonomic
from accord._measure.labels.kappa_tw import kappa_tw
from accord.kinds.labels.taxonomy import Taxonomy
from accord.model.names import Names

QUESTIONS = Taxonomy.from_paths(
    ["IND-YNQ > YNQ > CHECK > POSI", "IND-YNQ > YNQ > CHECK > NEGA", "IND-WHQ > WHQ"]
)
FEEDBACK = Taxonomy.from_paths(["Perc+ > Int+ > Eval+ > Exec+", "Exec- > Eval- > Int- > Perc-"])


def _delta(tree, k, l, **options):
    metric = taxonomic(tree, "geertzen-bunt", **options).fit(Names([k, l]), np.ones(2), False)
    return 1 - metric.matrix()[0, 1] if k != l else 1 - metric.matrix()[0, 0]


@pytest.mark.parametrize(
    ("tree", "k", "l", "printed"),
    [
        (QUESTIONS, "IND-YNQ", "CHECK", 0.563),
        (QUESTIONS, "YNQ", "CHECK", 0.75),
        (FEEDBACK, "Perc+", "Perc+", 1.0),
        (FEEDBACK, "Perc+", "Eval+", 0.563),
        (FEEDBACK, "Int-", "Int+", 0.0),
        (QUESTIONS, "POSI", "NEGA", 0.0),
    ],
)
def test_the_six_values_of_delta(tree, k, l, printed):
    """§4.2: the six δ values, printed to three decimals, with a = .75 and b = 1."""
    assert _delta(tree, k, l) == pytest.approx(printed, abs=5e-4)
    assert _delta(tree, k, l, a=0.75, b=1) == _delta(tree, k, l)


def test_delta_of_a_function_with_itself_is_one_for_every_b():
    """§4.2, property 3 holds also with the b = .5 of §5, where the formula alone would break it."""
    for name in QUESTIONS.names:
        assert _delta(QUESTIONS, name, name, b=0.5) == 1.0
    assert _delta(QUESTIONS, "YNQ", "CHECK", b=0.5) == pytest.approx(0.75 * 0.5)


def test_two_utterances_of_section_3():
    """§3.3: WHQ against YNQ is a full disagreement, YNQ against CHECK a small one."""
    study = accord.from_coders({"1": ["WHQ", "YNQ"], "2": ["YNQ", "CHECK"]})
    found = kappa_tw(study, distance=taxonomic(QUESTIONS))
    # D_o = (1 + .25)/2; D_e: WHQ-YNQ 1, WHQ-CHECK 1, YNQ-YNQ 0, YNQ-CHECK .25, each 1/4.
    assert found.D_o == pytest.approx(0.625)
    assert found.D_e == pytest.approx(0.5625)
    assert found.value == pytest.approx(1 - 0.625 / 0.5625)


def test_pairs_and_ap_ratio_as_defined():
    """§4.3: #ap counts pairs where both annotated, #pa those where one did; ap-ratio of both."""
    rows = [
        ("u1", "A", "d", "x"),
        ("u1", "B", "d", "x"),
        ("u1", "C", "d", "y"),  # 3 pairs
        ("u2", "A", "d", "x"),
        ("u2", "B", "d", None),
        ("u2", "C", "d", None),  # 2 partial
        ("u3", "A", "d", "y"),
        ("u3", "B", "d", "y"),
        ("u3", "C", "d", None),  # 1 pair, 2 partial
        ("u4", "A", "d", None),
        ("u4", "B", "d", None),
        ("u4", "C", "d", None),
    ]
    (row,) = accord.labels.by_dimension(accord.labels.dimensions(rows))
    assert (row.pairs, row.partial) == (4, 4)
    assert row.ap_ratio == pytest.approx(4 / 8)
    # presence: D_o = mean of 0, 2/3, 2/3, 0; P(yes) = 3/4, 1/2, 1/4.
    assert row.presence.D_o == pytest.approx(1 / 3)
    assert row.presence.D_e == pytest.approx((1 / 2 + 5 / 8 + 1 / 2) / 3)


def test_the_bundled_study_has_the_shape_of_table_2():
    """Table 2: taxonomic weights gain in the feedback and task dimensions, nothing in flat ones;
    rare dimensions are n/a and say why."""
    study, tree = accord.example("dialogue_acts"), accord.example_taxonomy("dialogue_acts")
    rows = {
        r.dimension: r
        for r in accord.labels.by_dimension(study, distance=accord.labels.taxonomic(tree))
    }
    for dimension in ("task", "auto feedback"):
        plain, weighted = rows[dimension].agreements
        assert weighted.value > plain.value + 0.1
    for dimension in ("turn", "time", "social"):
        plain, weighted = rows[dimension].agreements
        assert weighted.value == pytest.approx(plain.value, abs=1e-12)
    topic = rows["topic"].agreements[1]
    assert math.isnan(topic.value)
    assert "no item has two labels" in topic.undefined
    assert rows["task"].ap_ratio > 0.85
    assert rows["auto feedback"].ap_ratio < 0.4
