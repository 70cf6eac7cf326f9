"""What the pages say in words, where a number can show it."""

import numpy as np
import pytest
from tests.docs.test_coverage import simulation  # noqa: F401

import accord
from accord.infer.advice.plan import plan_items, simulated


@pytest.fixture(scope="module")
def rows(simulation):  # noqa: F811
    """What was simulated for the page on coverage."""
    return [*simulation.known().values()]


def held(rows, way, **wanted):
    """How often intervals hold in every cell that is as wanted."""
    cells = [r for r in rows if all(r["cell"].get(k) == v for k, v in wanted.items())]
    return [r["found"][way]["held"] for r in cells if way in r["found"]]


def test_a_rare_category_is_not_in_resamples(rows):
    """A true 0: bootstraps mostly hold it in fewer than half of all studies and formulas in fewer
    than 70%, the score interval in 93% or more (within 2.5 standard errors of 300 studies)."""
    rare = [r for r in rows if r["cell"]["measure"] in ("π", "α nominal")]
    for way, seldom in (("bca", 0.5), ("percentile", 0.5), ("analytic", 0.7)):
        assert np.median(held(rare, way, part="rare", value=0.0, coders=2)) < seldom
    assert min(held(rare, "default", part="rare", value=0.0, coders=2)) > 0.93 - 0.0315


def test_items_of_documents_and_other_coders(rows):
    """Intervals over items are too narrow where items are in documents, and say nothing about
    other coders; those over documents and over coders hold."""
    assert np.mean(held(rows, "over items", part="documents", value=0.6)) < 0.88
    assert max(held(rows, "over items", part="coders")) < 0.8
    assert min(held(rows, "over coders", part="coders")) > 0.9


def test_s_and_ac1_keep_bca():
    """Their chance hardly depends on a rare category."""
    study = simulated(100, 2, np.array([0.95, 0.05]), 0.5, np.random.default_rng(1))
    methods = [accord.interval(study, name, resamples=50).method for name in ("s", "ac1", "pi")]
    assert methods == ["bca", "bca", "score"]


def test_why_kappa_is_low():
    """Every number in the words of that page, from its own data."""
    study = accord.from_confusion([[10, 15], [15, 260]], categories=["abusive", "fine"])
    kappa, s, ac1 = (measure(study) for measure in (accord.kappa, accord.s, accord.ac1))
    assert kappa.A_o == pytest.approx(0.9, abs=1e-12)
    assert kappa.A_e == pytest.approx((1 / 12) ** 2 + (11 / 12) ** 2, abs=1e-12)
    assert round(kappa.A_e, 3) == 0.847
    assert round(1 - kappa.A_e, 3) == 0.153
    assert kappa.value == pytest.approx(0.345, abs=5e-4)  # a third of the remaining .153
    assert round(275 / 300, 2) == 0.92
    # S: both categories alike; AC1: the less, the more one category dominates.
    assert s.A_e == 0.5
    assert ac1.A_e == pytest.approx(2 * (1 / 12) * (11 / 12), abs=1e-12)
    even = accord.from_confusion([[135, 15], [15, 135]], categories=["abusive", "fine"])
    assert accord.ac1(even).A_e == 0.5 > ac1.A_e
    assert accord.kappa(even).A_e < kappa.A_e
    # Few rare items: a wide interval.
    width = [i.high - i.low for i in (accord.interval(x, "kappa") for x in (study, even))]
    assert width[0] > 1.5 * width[1]


def test_how_many_items():
    """A rare category needs more items, a design effect of 2.5 needs 2.5 times as many, and of
    plans for the average about half of all studies fall short."""
    asked = {"expected": 0.8, "width": 0.2, "assurance": 0.5}
    usual, rare = (plan_items("pi", shares=s, **asked) for s in ((0.5, 0.5), (0.1, 0.9)))
    assert rare.items > 2 * usual.items
    many = plan_items("pi", document_size=10, design_effect=2.5, **asked)
    assert many.items == 10 * many.documents
    assert many.items == pytest.approx(2.5 * usual.items, abs=10)
    rng, narrow = np.random.default_rng(3), []
    for at in range(60):
        study = simulated(usual.items, 2, np.array([0.5, 0.5]), 0.8, rng)
        found = accord.interval(study, "pi", resamples=300, rng=at)
        narrow.append(found.high - found.low <= 0.2)
    assert 0.2 < np.mean(narrow) < 0.8


def test_the_note_says_what_is_rare():
    """A category, or disagreement: not both where one is meant, and nothing where neither is."""
    few = accord.from_confusion([[30, 1], [0, 30]], categories=["a", "b"])
    seldom = accord.from_confusion([[90, 5], [6, 1]], categories=["a", "b"])
    usual = accord.from_confusion([[40, 12], [9, 40]], categories=["a", "b"])
    notes = [accord.interval(x, "pi", method="score").notes for x in (few, seldom, usual)]
    assert [n[0].split(".")[0] if n else "" for n in notes] == [
        "fewer than 5 items show disagreement",
        "fewer than 5 chance agreements are expected on a category",
        "",
    ]


def test_percent_agreement_by_people_who_do_not_look():
    """Nine of ten by chance agree on 82%; a judge who passes all agrees with 90% at κ = 0."""
    blind = accord.from_confusion([[1, 9], [9, 81]], categories=["abusive", "fine"])
    assert accord.percent(blind).value == pytest.approx(0.82, abs=1e-12)
    assert accord.kappa(blind).value == pytest.approx(0, abs=1e-12)
    passes = accord.from_confusion([[0, 10], [0, 90]], categories=["fail", "pass"])
    assert accord.percent(passes).value == pytest.approx(0.9, abs=1e-12)
    assert accord.kappa(passes).value == pytest.approx(0, abs=1e-12)
