"""The report on ratings and measurements: read aloud it is about raters, never about categories."""

import re

import numpy as np
import pytest

import accord
from accord._report.render.apa import apa
from accord._report.render.latex import latex
from accord._report.render.markdown import markdown
from accord._report.render.page import page
from accord._report.render.rating_picture import MOST_ITEMS, rating_picture, rating_rows
from accord._report.render.screen import screen
from accord.words.said import spoken


def millimetres(n=30, k=3, shift=(0.0, 1.0, -2.0), seed=1):
    """n × k measurements by raters at different levels."""
    rng = np.random.default_rng(seed)
    table = rng.normal(50, 8, (n, 1)) + np.array(shift[:k]) + rng.normal(0, 1.5, (n, k))
    names = ["Ann", "Bob", "Cem", "Dag", "Eve"][:k]
    return accord.from_coders(
        {name: np.round(c, 1).tolist() for name, c in zip(names, table.T, strict=True)}
    )


@pytest.fixture(scope="module")
def made():
    """The report on 30 × 3 millimetres."""
    return accord.report(millimetres(), resamples=100)


FORBIDDEN = re.compile(
    r"categor|majorit|mislabel|confus|percent agreement|κ|\bπ\b|AC1|AC2|settled|label[sl]ed", re.I
)


def plain(html):
    """What a reader of the page hears: its text, without scripts, styles and data."""
    text = re.sub(r"(?s)<(script|style)\b.*?</\1>", " ", html)
    return re.sub(r"<[^>]+>", " ", text)


def test_no_sentence_about_categories(made, capsys):
    """30 × 3 millimetres read aloud in every form: no category, no majority, no nominal
    coefficient; each form speaks of raters."""
    screen(made)
    texts = {
        "screen": capsys.readouterr().out,
        "page": plain(page(made, script="")),
        "markdown": markdown(made),
        "latex": latex(made),
        "apa": apa(made),
    }
    for name, text in texts.items():
        found = FORBIDDEN.search(text)
        assert found is None, (name, text[max(0, found.start() - 80) : found.end() + 40])
        assert "ICC(2,1)" in text, name


def test_headline_and_two_rows(made):
    """The mean of three raters passes .75 by its lower limit, one rater does not; both rows are the
    limits of ICC(2,k) and ICC(2,1)."""
    assert made["answer"]["headline"] == made["ratings"]["headline"]
    mean, one = made["ratings"]["rows"]
    table = accord.infer.icc_table(millimetres())
    assert (mean["value"], mean["low"]) == (table["2,k"].value, table["2,k"].low)
    assert (one["value"], one["high"]) == (table["2,1"].value, table["2,1"].high)
    assert mean["passed"] == (mean["low"] >= 0.75)
    drawn = rating_rows(made["ratings"], spoken("en"))
    assert drawn[0]["at"]["value"] == pytest.approx(100 * mean["value"], abs=0.01)


@pytest.mark.parametrize(
    ("noise", "n", "words"),
    [
        (0.3, 60, "Even one rater alone is reliable."),
        (12.0, 100, "Not even the mean of the three raters is reliable."),
        (3.0, 12, "Too few items to decide: 12."),
    ],
)
def test_headlines(noise, n, words):
    """What is shown is said; below 20 items nothing is decided."""
    rng = np.random.default_rng(3)
    table = rng.normal(50, 4, (n, 1)) + rng.normal(0, noise, (n, 3))
    found = accord.report(np.round(table, 1), resamples=50)
    assert found["answer"]["headline"] == words


def test_a_severe_rater_is_trained_and_coloured(made):
    """Cem is named with what one rater would reach; the picture marks Cem's row and dots alone."""
    steps = " ".join(step["sentence"] for step in made["next"]["steps"])
    assert "Train Cem with the others" in steps
    drawn = rating_picture(made["ratings"], spoken("en"))
    assert [(row["name"], row["named"]) for row in drawn["raters"] if row["named"]] == [
        ("Cem", True)
    ]
    assert "Cem rates lower than the others" in drawn["title"]
    paths = dict(drawn["plot"]["paths"])
    assert paths["lower"].count("M") == 30
    assert paths["dot"].count("M") == 60


def test_nobody_severe():
    """Raters at one level: the heading says so, and no row is marked."""
    found = accord.report(millimetres(shift=(0.0, 0.0, 0.0), seed=2), resamples=50)
    drawn = rating_picture(found["ratings"], spoken("en"))
    assert drawn["title"] == "No rater is clearly stricter or more lenient than the others"
    assert not any(row["named"] for row in drawn["raters"])


def test_two_raters_have_bland_altman():
    """Two raters: one dot an item, the two limits as lines, their intervals as bands, no row that
    accuses one of them."""
    found = accord.report(millimetres(k=2), resamples=50)
    drawn = rating_picture(found["ratings"], spoken("en"))
    assert drawn["raters"] == []
    plot = drawn["plot"]
    assert plot["paths"][0][1].count("M") == 30
    assert len(plot["lines"]) == len(plot["bands"]) == 2
    for (y, _), (top, height) in zip(plot["lines"], plot["bands"], strict=True):
        assert top < y < top + height  # each limit lies within its interval
    assert "Lin's ρ_c" in " ".join(found["ratings"]["errors"])


def test_many_raters_and_many_items():
    """13 raters stand in one strip; of 80 items the 60 farthest apart are drawn, and it is said."""
    rng = np.random.default_rng(4)
    table = rng.normal(50, 8, (80, 1)) + rng.normal(0, 2, (80, 13))
    found = accord.report(np.round(table, 1), resamples=50)
    drawn = rating_picture(found["ratings"], spoken("en"))
    assert drawn["raters"] == []
    assert drawn["strip"]["n"] == 13
    assert f"{MOST_ITEMS} items of 80" in drawn["plot"]["title"]
    assert '<figure class="strip"' in page(found, script="")


def test_items_far_apart_are_drawn_as_distances():
    """Items that span far more than raters differ: distances from the mean, with the limits."""
    rng = np.random.default_rng(5)
    table = rng.normal(0, 100, (30, 1)) + rng.normal(0, 1, (30, 3))
    drawn = rating_picture(accord.report(np.round(table, 1), resamples=50)["ratings"], spoken("en"))
    assert len(drawn["plot"]["lines"]) == 2
    assert "distance from the mean" in drawn["plot"]["note"]


def test_holes_are_counted_and_by_reml():
    """Missing ratings: their number is said, and one rater's ICC is REML's."""
    rng = np.random.default_rng(6)
    table = np.round(rng.normal(50, 8, (30, 1)) + rng.normal(0, 2, (30, 4)), 1)
    rows = [
        [None if (i + j) % 9 == 0 else x for j, x in enumerate(row)]
        for i, row in enumerate(table.tolist())
    ]
    found = accord.report(rows, resamples=50)
    assert "ratings missing" in found["ratings"]["notes"][0]
    assert found["ratings"]["rows"][-1]["symbol"] == "ICC(2,1)"


def test_names_come_back_only_when_asked():
    """--distance nominal makes names of the numbers: categories are back, ratings are gone; π that
    is asked for leads a report on labels."""
    rng = np.random.default_rng(7)
    table = np.clip(np.round(rng.normal(3, 1, (40, 1)) + rng.normal(0, 0.6, (40, 3))), 1, 5).astype(
        int
    )
    scale = accord.report(table, resamples=50)
    assert "ratings" in scale
    assert "categories" not in scale
    names = accord.report(table, distance="nominal", resamples=50)
    assert "ratings" not in names
    assert "categories" in names
    asked = accord.report(table, measure="pi", resamples=50)
    assert asked["answer"]["measure"] == "pi"
    assert "ratings" not in asked


@pytest.mark.parametrize("language", ["de", "fr"])
def test_other_languages(language):
    """German and French have every sentence of the page and of the tables."""
    found = accord.report(millimetres(), resamples=50, language=language)
    text = plain(page(found, script="")) + markdown(found)
    ours = re.sub(r"accord raters|rater reliability|accord\.report", "", text, flags=re.I)
    assert "rater" not in ours.lower()  # the title of Shrout and Fleiss stays as it is


def test_no_variance_is_said():
    """All ratings the same: no number, and the reason in a sentence."""
    found = accord.report(
        accord.from_coders({"A": [3.5] * 25 + [3.5], "B": [3.5] * 26}), resamples=50
    )
    assert "answer" not in found or found["answer"]["value"] is None
