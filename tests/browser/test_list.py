"""The list of disagreements in a real browser, on studies of every kind and on large ones."""

import re
import time
from functools import cache
from urllib.parse import quote

import numpy as np
import pytest

import accord
from accord._report.render.page import fitted
from accord._report.sections.disagreement_list import disagreement_section, document_section
from accord.infer.why.anatomy import matched_units
from accord.infer.why.disagreements import disagreements
from accord.kinds.spans.shown import own_section
from tests import planted_studies, report_studies as studies
from tests.browser.opened import WINDOW, Seen


def _labels(items, coders, categories, seed=3):
    """Codings of which most items are disputed, in documents of 50 items, with a text each."""
    rng = np.random.default_rng(seed)
    coded = rng.integers(categories, size=(items, coders))
    coded = np.where(rng.random((items, coders)) < 0.6, coded[:, :1], coded)
    names = [f"k{k + 1}" for k in range(categories)]
    study = accord.from_coders(
        {f"coder {c + 1}": [names[k] for k in coded[:, c]] for c in range(coders)}
    )
    from dataclasses import replace

    about = {
        "document": [f"doc{i // 50 + 1}" for i in range(items)],
        "text": [f"sentence number {i} of a corpus that is long" for i in range(items)],
    }
    return replace(study, about=about)


def _spans():
    """200 documents × 5 coders × about 40 units: the parts of the report on places, with the
    numbers of a small one (those of all take a minute, and are held by their own tests)."""
    study = planted_studies.spans(1, documents=200, coders=5, units=40)
    matched = matched_units(study)
    listed = disagreements(study, matched=matched)
    small = accord.report(study.take([0, 1]), resamples=20)
    return accord.Report(
        {
            **small.data,
            "disagreements": disagreement_section(study, listed),
            "documents": document_section(study, listed),
            "units": own_section(study, listed, matched),
        }
    )


MADE = {
    "labels, 13,000 disputed": lambda: accord.report(_labels(16_500, 5, 6), resamples=20),
    "spans 200×5": _spans,
    "chains": lambda: accord.report(accord.example("coreference"), resamples=20),
    "boundaries": lambda: studies.report_on("boundaries"),
    "dimensions": lambda: accord.report(
        accord.example("dialogue_acts").take(range(60)), resamples=20
    ),
    "50 coders": lambda: accord.report(_labels(200, 50, 5), resamples=20),
    "100 categories": lambda: accord.report(_labels(600, 4, 100), resamples=20),
}


@cache
def _made(kind):
    began = time.perf_counter()
    return MADE[kind](), time.perf_counter() - began


def _first(row):
    """The name of a row, by which links lead to it; people see the words, where there are any."""
    return row.locator("th a").get_attribute("title")


SMALL = ("boundaries",)
"""What is opened in every run; the others are large."""


@pytest.mark.parametrize(
    "kind", [name if name in SMALL else pytest.param(name, marks=pytest.mark.full) for name in MADE]
)
def test_everything_is_in_the_page(browser, tmp_path, capsys, kind):
    """Search finds the last disagreement, cells and coders lead to their rows, every row has a
    link, pages turn, filters filter, the page is below 5 MB, four pages in print, a phone wide."""
    report, built = _made(kind)
    path = tmp_path / "page.html"
    accord.render.write_report(report, path)
    section = report["disagreements"]
    size = path.stat().st_size
    assert size < 5_000_000
    assert fitted(report.data)[1]["rows"] == 0  # all of these fit
    began = time.perf_counter()
    with Seen(browser, path) as seen:
        opened = time.perf_counter() - began
        printed = seen.page.pdf(format="A4")  # as it opens, before anybody unfolds anything
        page = seen.open_all()
        assert page.inner_text("#found") == f"{section['disputed']} shown"
        rows = page.locator("#list tbody tr[data-row]")
        assert rows.count() == min(20, section["disputed"])
        searched = _search(page)
        _pages(page, section)
        _coder(page, section)
        _cell(page, report)
        _link(browser, path, page, section)
        page.set_viewport_size({"width": 360, "height": 740})
        page.wait_for_function("() => document.documentElement.scrollWidth <= 361")
        box = rows.first.locator("td").first.bounding_box()
        assert box["width"] > 250  # a column of text is as wide as the phone
        assert seen.said == []
        assert len(seen.asked) == 1
        page.set_viewport_size(WINDOW)
    pages = len(re.findall(rb"/Type\s*/Page[^s]", printed))
    assert pages <= 4
    with capsys.disabled():
        print(
            f"\n{kind}: {section['disputed']} disagreements, made in {built:.1f} s, "
            f"{size / 1e6:.2f} MB, opened in {opened:.1f} s, searched in {searched * 1000:.0f} ms, "
            f"{pages} pages in print"
        )


def _search(page):
    """The lightest of all, which is on the last page, is found by its name; the time that takes."""
    # the answer of the page itself, so that the test does not know how rows are sorted
    last, name = page.evaluate(
        "() => { const d = JSON.parse(document.getElementById('report-data').textContent)"
        ".disagreements; const at = d.rows.length - 1; const r = d.rows[at];"
        "return [at, r[0] ?? `${d.documents[r[1]]} ${r[2]}`]; }"
    )
    began = time.perf_counter()
    page.fill("#find", name)
    page.wait_for_function("() => document.getElementById('found').textContent.includes(' of ')")
    took = time.perf_counter() - began
    while page.is_enabled("#after") and not page.locator(f'#list tr[data-row="{last}"]').count():
        page.click("#after")  # others may have the same words
    assert page.locator(f'#list tr[data-row="{last}"]').count() == 1
    page.click("#clear")
    return took


def _pages(page, section):
    if section["disputed"] <= 20:
        assert not page.is_enabled("#after")
        return
    first = page.locator("#list tbody tr[data-row]").first.get_attribute("data-row")
    page.click("#after")
    assert page.inner_text("#page-said").startswith("page 2 of")
    assert page.locator("#list tbody tr[data-row]").first.get_attribute("data-row") == "20"
    page.click("#before")
    assert page.locator("#list tbody tr[data-row]").first.get_attribute("data-row") == first


def _coder(page, section):
    """From a coder's row to where that coder differs, and filters by kind and document."""
    link = page.locator("section[aria-labelledby=coders] tbody th a").last
    name = link.inner_text()
    link.click()
    _holds(page, "#by-coder", name)
    found = page.inner_text("#found")
    assert re.fullmatch(r"\d+ of \d+ shown|\d+ shown", found)
    at = section["coders"].index(name)
    assert int(found.split()[0]) == sum(_apart(row, at) for row in section["rows"]), (
        "as many as are at least as far from the others as coders are there on average"
    )
    page.click("#clear")
    if page.locator("#by-kind").count():
        kind = section["kinds"][-1]
        page.select_option("#by-kind", kind)
        number = sum(row[4] == len(section["kinds"]) - 1 for row in section["rows"])
        page.wait_for_function(
            "n => document.getElementById('found').textContent.startsWith(`${n} `)", arg=number
        )
        page.click("#clear")
    if page.locator("#by-document").count():
        wanted = section["documents"][-1]
        page.fill("#by-document", wanted)
        number = sum(section["documents"][row[1]] == wanted for row in section["rows"])
        page.wait_for_function(
            "n => document.getElementById('found').textContent.startsWith(`${n} of`)", arg=number
        )
        page.click("#clear")


def _apart(row, coder):
    aparts = {decision[0]: decision[1] for decision in row[10]}
    mean = sum(aparts.values()) / len(aparts)
    return aparts.get(coder, 0) > 0 and aparts[coder] >= mean - 1e-3


def _cell(page, report):
    """A cell of the confusions, by a click in the picture or by its row in the table."""
    if "categories" not in report or not report["categories"]["confusions"]:
        return
    worst = report["categories"]["confusions"][0]
    page.locator("section[aria-labelledby=categories] table").first.locator("tbody a").first.click()
    _holds(page, "#by-first", worst["first"])
    _holds(page, "#by-second", worst["second"])
    labels = page.locator("#list tbody tr[data-row]").first.locator(".lab").all_inner_texts()
    assert {worst["first"], worst["second"]} <= set(labels)
    page.click("#clear")
    cell = page.locator("[data-chart=confusions] svg .mark-rect path").nth(1)
    cell.scroll_into_view_if_needed()
    cell.click(force=True)
    page.wait_for_function("() => location.hash.startsWith('#show?first=')")
    page.wait_for_function("() => document.getElementById('by-first').value")
    page.click("#clear")


def _holds(page, field, value):
    """A link changes the address, and the page follows when it hears of that."""
    page.wait_for_function(
        "([field, value]) => document.querySelector(field).value === value", arg=[field, value]
    )


def _link(browser, path, page, section):
    """The link of a row opens the page at that row, with its details."""
    row = page.locator("#list tbody tr[data-row]").last
    name = _first(row)
    address = row.locator("th a").get_attribute("href")
    assert address == f"#show?at={quote(name, safe='!*()~' + chr(39))}"
    row.locator("button.open").click()
    assert page.locator("#list tr.detail").count() == 1
    with Seen(browser, path) as other:
        other.page.goto(path.as_uri() + address)
        other.page.reload()
        other.page.wait_for_selector("#list tr.detail")
        assert other.page.locator("#list tr.detail").count() == 1
        focused = other.page.evaluate("document.activeElement.title")
        assert focused == name
        if section["noun"] in ("place", "boundary"):
            other.page.wait_for_selector("#list .detail .lanes svg")
            marks = other.page.locator("#list .detail .lanes").locator("rect.unit, line.cut")
            assert marks.count() > 0
        assert other.said == []


@pytest.mark.full
def test_what_does_not_fit_is_beside_the_page(browser, tmp_path):
    """A list too large for 5 MB is cut in the page, which says so; the CSV beside it has all."""
    study = _labels(40_000, 6, 6)
    listed = disagreements(study)
    small = accord.report(_labels(100, 6, 6), resamples=20)
    whole = disagreement_section(study, listed)
    report = accord.Report({**small.data, "disagreements": whole})
    path = tmp_path / "page.html"
    accord.render.write_report(report, path)
    assert path.stat().st_size < 5_000_000
    beside = (tmp_path / "page.disagreements.csv").read_text("utf-8")
    assert beside.count("\n") == 1 + whole["disputed"]
    with Seen(browser, path) as seen:
        text = seen.page.inner_text("section[aria-labelledby=disagreements]")
        assert "page.disagreements.csv" in text
        shown = int(seen.page.inner_text("#found").split()[0])
        assert 10_000 < shown < whole["disputed"]


def test_right_to_left_text_is_shaped(browser, tmp_path):
    """Letters that join are drawn as whole words over their places, not one by one."""
    text = "مرحبا بالعالم الجميل"
    rows = [("d", who, 0, 5 + (who == "B"), "x") for who in "AB"] + [("d", "A", 7, 14, "y")]
    study = accord.Unitizings.of(rows, texts={"d": text})
    path = tmp_path / "page.html"
    accord.render.write_report(accord.report(study, resamples=5), path)
    with Seen(browser, path) as seen:
        seen.open_all()
        words = seen.page.locator("#lanes-u text.word").all_text_contents()
        assert words == text.split()
        assert seen.page.locator("#lanes-u text.word").first.get_attribute("x").count(" ") == 0
