"""The page on a judge: hostile names stay names, and figures and numbers are there."""

import json
import re

import pytest

import accord
from accord._report.render.judge_sheet import judge_json, judge_markdown, judge_page, judge_text
from tests.report_studies import HOSTILE

pytest.importorskip("jinja2")


@pytest.fixture(scope="module")
def sheet():
    """Two judges and three people whose names, labels and columns try to be more."""
    rows, about = [], {}
    for i in range(60):
        item = f"{HOSTILE[i % len(HOSTILE)]} {i}"
        about[item] = 40 + (7 * i) % 90
        for c in range(5):
            label = HOSTILE[(i + (c == i % 7)) % 2]
            rows.append((item, f"{HOSTILE[c]} {c}", label))
    study = accord.codings(rows)
    from dataclasses import replace

    tokens = [about[item] for item in study.items]
    sure = [0.5 + (at % 50) / 100 for at in range(60)]
    study = replace(study, about={HOSTILE[2]: tokens, "sure": sure})
    judges = [name for name in study.coders if str(name)[-1] in "34"]
    return accord.judge(study, judges, passes=HOSTILE[0], certainty="sure", resamples=50)


def test_the_page_holds_hostile_names_as_text(sheet):
    """No name opens a tag, ends the script or starts a template; nothing is fetched."""
    page = judge_page(sheet)
    assert "<script>window.pwned" not in page
    assert "<img" not in page
    assert page.count("<script") == 2
    assert "{{ 7 * 7 }}" in page
    assert not re.search(r"(src|href)=[\"']?https?:", page)
    # Agreement and calibration of both; what decides on both, with a legend and an axis.
    assert page.count("<svg") == 8
    data = re.search(r'id="sheet-data">(.*?)</script>', page, re.S)[1]
    assert json.loads(data) == json.loads(judge_json(sheet))


def test_every_part_is_on_the_page_and_in_the_text(sheet):
    """The parts of the page are those of the text and of the Markdown, in the same order."""
    page, text, markdown = judge_page(sheet), judge_text(sheet), judge_markdown(sheet)
    ids = re.findall(r'<h[23] id="([^"]*)"', page)
    assert ids[:5] == ["decision", "why", "next", "people", "agreement-1"]
    assert ids[-3:] == ["jury", "soft", "methods"]
    assert markdown.count("\n## ") == len(ids)
    assert "<script" not in markdown
    assert "Calibration of the stated confidence" in text
