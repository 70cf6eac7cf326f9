"""The answer in a sentence: a verdict only where a level can be judged, and no more than shown."""

import re

import numpy as np
import pytest

import accord
from accord._report.render.page import page
from tests import report_studies as studies


def _coded(items, wrong, coders=3, seed=1):
    """Labels of coders who each mistake this share of the items."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(4, size=items)
    names = np.array(["a", "b", "c", "d"])
    return accord.from_coders(
        {
            f"coder {c}": names[
                np.where(rng.random(items) < wrong, rng.integers(4, size=items), truth)
            ].tolist()
            for c in range(coders)
        }
    )


def _report(study, **settings):
    return accord.report(study, resamples=200, **settings)


def _key(study, **settings):
    return _report(study, **settings)["answer"]["headline"]


@pytest.mark.parametrize(
    ("items", "wrong", "begins"),
    [
        (400, 0.02, "The coders agree well enough for firm conclusions"),
        (400, 0.13, "The coders agree well enough for tentative"),
        (400, 0.5, "The coders agree too little for tentative"),
        (40, 0.22, "Not decided: the coders may agree too little for tentative"),
        (20, 0.0, "The coders agree"),
        (19, 0.0, "Too few items to decide how well the coders agree."),
    ],
)
def test_verdict(items, wrong, begins):
    """The verdict follows the confidence that a level is reached, and below 20 items there is
    none, however well coders agree."""
    assert _key(_coded(items, wrong)).startswith(begins)


def test_a_level_of_the_user_s_is_the_one_that_is_judged():
    """Where a level is asked for, the sentence speaks of that one."""
    study = _coded(400, 0.3)
    assert _key(study, enough=0.2).startswith("The coders agree well enough for your threshold")
    assert _key(study, enough=0.9).startswith("The coders agree too little for your threshold")


@pytest.mark.parametrize(
    ("wrong", "side"),
    [
        (0.02, r"confidence that the value is at least 0\.8\.$"),
        (0.13, r"confidence that the value is at least 0\.667, \S+ that it is below 0\.8\.$"),
        (0.5, r"confidence that the value is below 0\.667\.$"),
    ],
)
def test_a_confidence_is_of_the_likelier_side(wrong, side):
    """Below, between or above the two levels: what is said is always likelier than not."""
    sentence = str(_report(_coded(400, wrong))["answer"]["sentence"])
    assert re.search(side, sentence), sentence
    shares = [int(share) for share in re.findall(r"(\d+)% (?:confidence|that)", sentence)]
    assert shares
    assert min(shares) > 50


def test_no_level_no_verdict():
    """γ has no level, so the sentence says how far the coders are from chance."""
    report = studies.report_on("units")
    share = round(100 * (1 - report["answer"]["value"]))
    assert report["answer"]["headline"] == (
        f"The coders disagree {share}% as much as they would by chance."
    )


def test_guessing_is_not_called_agreement():
    """Where the interval holds 0, the sentence says that nothing is shown."""
    rng = np.random.default_rng(5)
    text = "x" * 400
    rows = [
        (f"d{d}", who, int(b), int(b) + 9, "AB"[rng.integers(2)])
        for d in range(8)
        for who in "XY"
        for b in np.sort(rng.choice(39, 6, replace=False)) * 10
    ]
    study = accord.Unitizings.of(rows, texts={f"d{d}": text for d in range(8)})
    found = accord.report(study, measure="gamma", resamples=50)["answer"]
    assert found["interval"]["low"] <= 0
    assert found["headline"] in (
        "The coders are not shown to agree better than chance.",
        "The coders agree less than chance would make them.",
    )


def test_undefined_says_why():
    """One category only: no number, and the reason in the heading."""
    study = accord.from_coders({"A": "aaaa", "B": "aaaa"})
    found = accord.report(study, resamples=5)["answer"]
    assert found["value"] is None
    assert found["headline"] == f"Agreement cannot be computed: {found['undefined']}."


@pytest.mark.parametrize("kind", studies.MADE)
def test_order_of_the_page(kind):
    """Answer, picture, next steps, details, how to repeat this: the order never changes, there are
    three steps at most before the others are opened, and no option of a command above the last."""
    html = page(studies.report_on(kind), script="")
    body = html[html.index("<main") : html.index("</main>")]
    places = [
        body.find(f'id="{name}"') for name in ("answer", "picture", "next", "details", "repeat")
    ]
    present = [place for place in places if place >= 0]
    assert present == sorted(present)
    assert places[0] >= 0
    assert places[3] >= 0
    assert places[4] >= 0
    first = re.search(r'<section aria-labelledby="next".*?</ol>', body, re.DOTALL)
    assert first is None or first.group().count("<li>") <= 3
    above = re.sub(r"<bdi>.*?</bdi>", "", body[: places[4]], flags=re.DOTALL)
    assert not re.search(r"(?<![\w!-])--[a-z]{2,}|<code>", above)
