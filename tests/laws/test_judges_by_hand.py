"""What judge sheets compute, worked out another way."""

from math import asin, pi

import numpy as np
import pytest
from scipy.special import ndtri
from scipy.stats import multivariate_normal

from accord import judge as judge_sheet
from accord._report.sections.judge_blocks import judge_blocks
from accord.infer.judges.by_degrees import _correlation, _probit, p_by_degrees
from accord.infer.judges.slopes import slopes
from accord.kinds.labels.tabular import from_coders


def graded(seed, items, *, line=0.0, sharp=0.5, slope=0.0, people=3):
    """Answers that are more or less good, the longer the better; everybody draws a line."""
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=items)
    length = 0.7 * quality + 0.51**0.5 * rng.normal(size=items)
    said = quality[:, None] + 0.5 * rng.normal(size=(items, people)) > 0
    judge = quality + sharp * rng.normal(size=items) + slope * length > line
    return judge.astype(float), said.astype(float), length


def test_a_slope_of_answers_by_two_groups():
    """20% yes in one group and 70% in the other: Φ⁻¹(.7) − Φ⁻¹(.2), to 1e-6; the variance is that
    of two shares, p(1 − p) / (n φ²) each, to 1e-6 of it."""
    answers, x = np.repeat([1.0, 0, 1, 0], [20, 80, 35, 15]), np.repeat([0.0, 1], [100, 50])
    found = _probit(answers, x)
    assert found.slope == pytest.approx(ndtri(0.7) - ndtri(0.2), abs=1e-6)
    steep = [float(np.exp(-(ndtri(p) ** 2) / 2) / (2 * pi) ** 0.5) for p in (0.2, 0.7)]
    by_hand = 0.2 * 0.8 / (100 * steep[0] ** 2) + 0.7 * 0.3 / (50 * steep[1] ** 2)
    assert float((found.moved[:, 1] ** 2).sum()) == pytest.approx(by_hand, rel=1e-6)


def test_a_correlation_of_halves():
    """Both say yes of half the items, and of 75% the same: P(yes, yes) = 1/4 + asin(ρ) / 2π = 3/8,
    so ρ = sin(π/4), to 1e-6; of missing answers nothing is known, and nothing changes."""
    one = np.repeat([1.0, 1, 0, 0], [150, 50, 50, 150])
    two = np.repeat([1.0, 0, 1, 0], [150, 50, 50, 150])
    x = np.tile([-1.0, 1.0], 200)
    value, moved = _correlation(_probit(one, x), _probit(two, x))
    assert asin(value) / (2 * pi) + 0.25 == pytest.approx(0.375, abs=1e-6)
    more = (np.append(side, [np.nan, np.nan]) for side in (one, two))
    again = _correlation(*(_probit(side, np.append(x, [-3.0, 5.0])) for side in more))
    assert again[0] == pytest.approx(value, abs=1e-12)
    assert again[1][-2:].tolist() == [0, 0]
    # Its error is that of a share of equal answers: dρ = cos(π(A − 1/2)) π dA, with the lines known
    # to be at half (which they are, up to what the items moved them).
    error = float((moved**2).sum()) ** 0.5
    assert error == pytest.approx(np.cos(pi / 4) * pi * (0.75 * 0.25 / 400) ** 0.5, rel=0.01)


def test_a_correlation_is_the_likeliest():
    """Lines elsewhere than at half: no other ρ makes the four counts likelier (SciPy's normal
    distribution of two)."""
    counts = np.array([60, 16, 40, 84])  # even, so that both values of x have half of each
    one, two = np.repeat([1.0, 1, 0, 0], counts), np.repeat([1.0, 0, 1, 0], counts)
    x = np.tile([-1.0, 1.0], 100)
    first, second = _probit(one, x), _probit(two, x)

    def likelihood(r):
        cells = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
        places = [(first.place[x == at][0], second.place[x == at][0]) for at in (-1, 1)]
        return sum(
            number
            / 2
            * np.log(
                multivariate_normal.cdf([s * h, t * k], [0, 0], [[1, s * t * r], [s * t * r, 1]])
            )
            for (s, t), number in zip(cells, counts, strict=True)
            for h, k in places
        )

    value = _correlation(first, second)[0]
    best = likelihood(value)
    assert best > likelihood(value + 0.01)
    assert best > likelihood(value - 0.01)


def test_how_far_an_item_moves_a_correlation():
    """An item of each of the eight sorts is left out, and both probits and the correlation are
    found again: it moved that by the difference, to 1% of the largest one. With the lines taken
    for known it would be 9% off. Counts are those of ρ = .6, lines at −1.2 and −.9, .2 and .8."""
    sorts = [(x, a, b) for x in (0.0, 1.0) for a in (1.0, 0.0) for b in (1.0, 0.0)]
    counts = np.array([63, 52, 121, 764, 530, 49, 258, 162])

    def found(number):
        x, one, two = np.repeat(np.array(sorts), number, axis=0).T
        return _correlation(_probit(one, x), _probit(two, x))

    value, moved = found(counts)
    assert value == pytest.approx(0.6, abs=0.002)  # counts are rounded
    without = np.array([found(counts - (np.arange(8) == at))[0] for at in range(8)])
    apart = counts @ without / counts.sum() - without
    first = np.cumsum(counts) - counts
    assert moved[first] == pytest.approx(apart, abs=0.01 * abs(apart).max())


def test_a_fair_judge_who_draws_the_line_elsewhere_is_not_accused():
    """Longer answers are better, by degrees: a stricter and a sharper judge look biased to straight
    lines of yes and no in each of these studies, and are not said to be; one that adds a half
    standard deviation of length, or takes it away, is found with its sign."""
    for seed, line, sharp in ((1, 0.8, 0.5), (2, 0.0, 0.1)):
        judge, people, length = graded(seed, 6000, line=line, sharp=sharp)
        (row,) = slopes(judge, people, {"length": length.tolist()})
        assert 0 not in row.interval
        assert row.p > 0.05
    for slope in (0.5, -0.5):
        judge, people, length = graded(3, 1000, slope=slope)
        (row,) = slopes(judge, people, {"length": length.tolist()})
        assert row.found
        assert row.slope * slope > 0


def test_copies_in_a_document_say_nothing_new():
    """Every item twice: of 600 documents p is what it was of 600 items, to .001; of 1,200 items it
    would be smaller. Names and order of items change nothing."""
    judge, people, length = graded(4, 600, line=0.4, slope=0.1)
    unit = np.arange(600)
    p = p_by_degrees(judge, people, length, unit)
    twice = [np.concatenate([each, each]) for each in (judge, people, length)]
    assert p_by_degrees(*twice, np.tile(unit, 2)) == pytest.approx(p, abs=0.001)
    assert abs(p_by_degrees(*twice, np.arange(1200))) < abs(p) / 2
    assert p_by_degrees(judge[::-1], people[::-1], length[::-1], unit) == pytest.approx(p)
    assert p_by_degrees(judge, people[:, ::-1], length, unit) == pytest.approx(p)


def test_nothing_that_varies_has_no_p():
    """A column that is the same of all items moves nothing: no p, not a p of 0."""
    judge, people, length = graded(4, 60)
    assert np.isnan(p_by_degrees(judge, people, 0 * length, np.arange(60)))


def test_one_person_has_no_majority_label():
    """Captions and heads name the person, or say majority label where there are two; the most
    frequent label is the same one in all sentences, also where two are as frequent."""
    rows = {"ann": "bbbaaacc" * 4, "gpt": "bbaaaacc" * 4, "bob": "bbbaaaca" * 4}
    sheets = [
        judge_sheet(from_coders({name: list(rows[name]) for name in names}), judge="gpt")
        for names in (("ann", "gpt"), ("ann", "bob", "gpt"))
    ]
    one, two = (
        [
            str(text)
            for block in judge_blocks(sheet)
            for text in (
                *(text for table in block.tables for text in (table.title, *table.columns)),
                *(figure.caption for figure in block.figures),
            )
        ]
        for sheet in sheets
    )
    assert not [text for text in one if "ajority" in text]
    assert "ann (rows) and model (columns)" in one
    assert "share of items with this label from ann" in one
    assert "Majority label (rows) and model (columns)" in two
    assert sheets[0].people.frequent[0] == sheets[0].judges[0].baselines.label == "a"
