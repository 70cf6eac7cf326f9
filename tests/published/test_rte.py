"""CrowdTruth and MACE on the textual entailments of Snow et al. 2008: 8,000 answers of a crowd.

`rte.json` has the answers and says where they and the results are from. Of each pair of texts it
has the task (whose ten workers are listed) and their answers in that order.
"""

import json
from pathlib import Path

import numpy as np
import pytest

import accord
from accord.latent import crowdtruth, mace

KEPT = json.loads(Path(__file__).with_name("rte.json").read_text("utf-8"))

QUALITY = {
    6: 0.35537496012668596,
    10: 0.4546948166327215,
    43: 0.6183756071424716,
    47: 0.5139152016477994,
    142: 0.2938085539816375,
    163: 0.7144815294948885,
}
"""Of some workers: the one with all 800 pairs, the worst, two who are easily confused."""

FIRST_PAIRS = (
    *(0.7549903595007982, 0.5290582449686762, 0.8770363902369, 0.5264377189108536, 1.0),
    *(0.714745264847509, 0.8698628511425499, 0.8607455004243653, 0.503817395285196),
    *(0.6623315115913377, 0.5589875586092985, 0.4837398057349847, 0.5604464911944598),
)

ENTAILED = (0.1251209387050547, 0.2997176092091783, 0.9419318412841425, 0.3026399726869528, 1.0)
"""How clearly the first pairs are said to follow."""


@pytest.fixture(scope="module")
def crowd():
    """800 items, coders 0 to 163, 1 where the second text follows."""
    rows = [
        {"item": at, "coder": coder, "label": label}
        for at, answers in enumerate(KEPT["answers"].split())
        for coder, label in zip(KEPT["tasks"][answers[0]], answers[1:], strict=True)
    ]
    return accord.from_records(rows)


def _in_order(crowd, values):
    return values[[crowd.coders.index(str(coder)) for coder in range(164)]]


def test_the_answers_are_those_of_the_crowd(crowd):
    """8,000 answers, each task 20 pairs; each worker agrees with others as often as published."""
    assert (len(crowd), len(crowd.items), len(crowd.coders)) == (8000, 800, 164)
    tasks = [answers[0] for answers in KEPT["answers"].split()]
    assert {tasks.count(task) for task in KEPT["tasks"]} == {20}
    plain = crowdtruth(crowd, max_iter=1).of_coders["agreement with coders"]
    printed = [float(value) for value in KEPT["agreement"].split()]
    assert _in_order(crowd, plain) == pytest.approx(printed, abs=1e-6)


def test_crowdtruth_is_that_of_its_authors(crowd):
    """Eight rounds; qualities of labels, pairs and workers to the digits that were printed."""
    found = crowdtruth(crowd)
    assert found.iterations == 8
    quality = dict(zip(found.categories, found.of_categories["quality"], strict=True))
    assert quality[0] == pytest.approx(0.7064852, abs=5e-8)
    assert quality[1] == pytest.approx(0.79325, abs=5e-7)
    assert np.mean(found.of_items["quality"]) == pytest.approx(0.67285, abs=5e-6)
    workers = _in_order(crowd, found.of_coders["quality"])
    assert np.mean(workers) == pytest.approx(0.66122, abs=5e-6)
    for coder, value in QUALITY.items():
        assert workers[coder] == pytest.approx(value, abs=1e-12)
    order = [crowd.items.index(str(at)) for at in range(len(FIRST_PAIRS))]
    assert found.of_items["quality"][order] == pytest.approx(FIRST_PAIRS, abs=1e-12)
    follows = found.probabilities[order[: len(ENTAILED)], found.categories.index(1)]
    assert follows == pytest.approx(ENTAILED, abs=1e-12)


def test_mace_is_that_of_its_authors(crowd):
    """After the 50 rounds of the authors' program half of the workers differ by less than .00001.

    The others do by at most .003: they are those whose competence still moves after 50 rounds, and
    begins elsewhere. (At the end of the search they are up to .014 further.)
    """
    found = _in_order(crowd, mace(crowd, max_iter=50, restarts=0).of_coders["competence"])
    printed = np.array([float(value) for value in KEPT["competence"].split()])
    apart = np.abs(found - printed)
    assert np.median(apart) < 1e-5
    assert apart.max() < 0.003
    ended = _in_order(crowd, mace(crowd, restarts=0).of_coders["competence"])
    assert np.abs(ended - printed).max() < 0.015
