"""Charts of our own: everything stands where its number is."""

import re

import numpy as np
import pytest

import accord
from accord._report.render.charts import disagreement_picture
from accord._report.render.page import page
from accord._report.render.strip import Ranked, ranked_strip
from accord._report.render.theme import on_line, ticks_between
from accord._report.sections.disagreement_list import disagreement_section
from accord.infer.why.disagreements import disagreements
from accord.words.said import spoken
from tests import report_studies as studies

SAY = spoken("en")


def test_value_and_limits_stand_where_they_are():
    """From 0 to 1 a value is at its percentage; below 0 the line begins at the lower limit."""
    found = on_line(0.6, 0.4, 0.7, SAY, (0.667, 0.8))
    assert (found["value"], found["low"], found["high"], found["zero"]) == (60, 40, 70, 0)
    assert found["levels"] == [(66.7, "0.667"), (80, "0.8")]
    below = on_line(0.5, -0.5, 0.9, SAY)
    assert (below["low"], below["zero"]) == (0, pytest.approx(33.33))


@pytest.mark.parametrize(("least", "most"), [(0, 1), (-1, 1), (0.2, 0.27), (0, 7), (-0.4, 300)])
def test_ticks_are_few_round_and_on_the_line(least, most):
    """Two to six ticks, all within the ends."""
    found = ticks_between(least, most)
    assert 2 <= len(found) <= 6
    assert all(least - 1e-9 <= at <= most + 1e-9 for at in found)


def test_strip_ranks_flags_and_counts():
    """The lowest stands first, the flagged are drawn apart, one without limits has a dot alone."""
    rows = [
        Ranked("good", 0.8, 0.7, 0.9, 100),
        Ranked("bad", 0.0, None, None, 50, flagged=True),
        Ranked("fair", 0.5, 0.4, 0.6, 10),
        Ranked("unknown", float("nan")),
    ]
    found = ranked_strip(rows, SAY)
    assert (found["n"], found["flagged"]) == (3, 1)
    paths = found["paths"]
    assert paths["dot-flagged"].startswith("M0.5 ")
    assert paths["range-flagged"] == ""
    assert (paths["dot"].count("M"), paths["range"].count("M")) == (2, 2)
    heights = [float(y) for y in re.findall(r"M[\d.]+ ([\d.]+)h0", paths["dot"])]
    assert heights == sorted(heights, reverse=True)  # higher values are drawn further up
    assert paths["size"].endswith("V100.0")  # the largest number fills its room


def test_three_hundred_workers_fit_into_a_few_kilobytes():
    """A strip of 300 with intervals and sizes is below 20 kB."""
    rng = np.random.default_rng(0)
    rows = [Ranked(f"w{n}", v, v - 0.1, v + 0.1, n) for n, v in enumerate(rng.uniform(0, 1, 300))]
    assert len(str(ranked_strip(rows, SAY))) < 20_000


def _crowd(items=300, workers=40, per_item=5):
    rng = np.random.default_rng(20)
    truth = rng.integers(4, size=items)
    names = ["cat", "dog", "bird", "fish"]
    rows = []
    for item in range(items):
        for who in rng.choice(workers, per_item, replace=False):
            guessing = who < 3
            right = rng.random() < 0.85 and not guessing
            label = 0 if who == 0 else truth[item] if right else rng.integers(4)
            rows.append((f"i{item}", f"w{who:02}", names[label]))
    return accord.codings(rows)


def test_crowd_has_a_strip_and_the_flagged_by_name():
    """The workers planted as guessing are those flagged, none else; the one who always has the
    same label has no interval; and the page has no heatmap of pairs."""
    report = accord.report(_crowd(), resamples=50)
    picture = disagreement_picture(report.data, SAY)
    assert picture["form"] == "strip"
    assert picture["title"] == "3 of 40 coders are little better than guessing"
    assert {row["coder"] for row in picture["table"]} == {"w00", "w01", "w02"}
    sizes = [row["codings"] for row in picture["table"]]
    assert sizes == sorted(sizes, reverse=True)
    html = page(report)
    assert 'class="strip"' in html
    assert 'data-chart="coders"' not in html
    assert report["answer"]["headline"].startswith("Combined, the labels should be right for about")
    assert report["next"]["steps"][0]["what"] == "combine"


@pytest.mark.parametrize(
    ("right", "pattern"),
    [(0.25, "as if random"), (0.34, "nearly random"), (0.05, "below random")],
)
def test_who_is_above_chance_is_not_called_random(right, pattern):
    """Of four labels, w01 is right so often: 25% are chance; 34% are above it, yet the upper limit
    of (.34 − .25) / .75 · about .87 is below .2, so w01 is flagged, and not "as if random"."""
    rng = np.random.default_rng(2)
    truth, names = rng.integers(4, size=900), ["cat", "dog", "bird", "fish"]
    rows = []
    for item in range(900):
        for who in (1, *(2 + rng.choice(30, 4, replace=False)).tolist()):
            hit = rng.random() < (right if who == 1 else 0.9)
            label = truth[item] if hit else (truth[item] + rng.integers(1, 4)) % 4
            rows.append((f"i{item}", f"w{who:02}", names[label]))
    report = accord.report(accord.codings(rows), resamples=50)
    (row,) = disagreement_picture(report.data, SAY)["table"]
    assert row["coder"] == "w01"
    assert (row["low"] > 0, row["high"] < 0) == (right > 0.25, right < 0.25)
    shown = re.sub(r"<[^>]+>", " ", page(report, script=""))
    assert re.search(rf"w01\s+{pattern}\s", shown)


def test_shares_of_kinds_add_up():
    """The picture of spans has every kind, and their shares are all of the disagreement."""
    report = studies.report_on("units")
    listed = report["disagreements"]
    picture = disagreement_picture(report.data, SAY)
    assert len(picture["rows"]) == len(listed["kinds"])
    shares = [int(row["text"].rstrip("%")) for row in picture["rows"]]
    assert sum(shares) == pytest.approx(100, abs=len(shares))  # each is rounded
    assert shares == sorted(shares, reverse=True)


def test_no_picture_without_disagreement():
    """Coders who agree on everything have nothing to draw."""
    report = accord.report(accord.from_coders({"A": "abcab" * 6, "B": "abcab" * 6}), resamples=20)
    assert disagreement_picture(report.data, SAY) is None
    assert 'id="picture"' not in page(report, script="")


def test_a_scale_of_seven_points_has_seven_bars():
    """One bar for each step that two raters can be apart, and all items are in them."""
    a = [1, 2, 3, 4, 5, 6, 7, 1, 4, 4] * 3
    b = [1, 2, 4, 4, 5, 4, 7, 7, 4, 5] * 3
    study = accord.from_coders({"A": a, "B": b})
    listed = disagreements(study, accord.bound("alpha", distance="ordinal"))
    bins = disagreement_section(study, listed)["bins"]
    assert [(low, high) for low, high, _ in bins] == [(n - 0.5, n + 0.5) for n in range(7)]
    assert [n for *_, n in bins] == [18, 6, 3, 0, 0, 0, 3]
