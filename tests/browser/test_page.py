"""The page in a real browser: it opens from disk, draws, sorts, zooms, and asks nobody."""

import json
import os
from functools import cache
from pathlib import Path

import pytest

import accord
from tests import report_studies as studies
from tests.browser.opened import WINDOW, Seen

AXE = Path(os.environ.get("ACCORD_AXE", ".venv/browser/node_modules/axe-core/axe.min.js"))


KINDS = tuple(studies.MADE)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The pages on disk, each written when it is asked for."""
    folder = tmp_path_factory.mktemp("pages")

    @cache
    def written(kind):
        path = folder / f"{kind.replace(' ', '_')}.html"
        accord.render.write_report(studies.report_on(kind), path)
        return path

    return written


@pytest.fixture(scope="module")
def opened(browser, files):
    """A page of each kind that is opened once, for tests that leave it as it was."""
    pages = {}

    def page(kind):
        if kind not in pages:
            pages[kind] = Seen(browser, files(kind))
            pages[kind].open_all()
        return pages[kind]

    yield page
    for seen in pages.values():
        seen.context.close()


@pytest.mark.parametrize("kind", KINDS)
def test_page_opens_from_disk_in_silence(opened, kind):
    """No console message, no error, no request but the file itself, every chart has marks."""
    seen = opened(kind)
    assert seen.said == []
    assert len(seen.asked) == 1
    for chart in seen.page.query_selector_all("[data-chart]"):
        kinds = (".mark-rect path", ".mark-symbol path", ".mark-rule line")
        marks = chart.query_selector_all(", ".join(f"svg {kind}" for kind in kinds))
        assert marks, chart.get_attribute("data-chart")


@pytest.mark.parametrize("kind", KINDS)
def test_page_holds_the_numbers_of_the_data(opened, kind):
    """The data in the page are the report's; what cells show is what the data hold."""
    page, report = opened(kind).page, studies.report_on(kind)
    inside = page.eval_on_selector("#report-data", "node => node.textContent")
    assert json.loads(inside) == json.loads(json.dumps(report.as_dict()))
    held = page.eval_on_selector_all(
        "[data-value]", "nodes => nodes.map(node => node.dataset.value)"
    )
    known = {json.dumps(number) for number in _numbers(report.as_dict())}
    derived = _shares(report.as_dict())
    assert {value for value in held if value} <= known | derived
    assert json.dumps(report["coefficients"]["rows"][0]["value"]) in held


def _numbers(data):
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list):
        for part in data:
            yield from _numbers(part)
    elif isinstance(data, (int, float)) and not isinstance(data, bool):
        yield data


def _shares(data):
    rows = data.get("taxonomy", {}).get("rows", ())
    return {
        json.dumps(r[k] / r["codings"])
        for r in rows
        if r["codings"]
        for k in ("same", "branch", "elsewhere")
    }


@pytest.mark.parametrize("kind", ["hostile", "hostile units", "hostile chains"])
def test_hostile_names_are_text(opened, kind):
    """Scripts in labels, texts and names do not run, and are shown as they are."""
    page = opened(kind).page
    assert page.evaluate("window.pwned") is None
    assert page.query_selector("img") is None
    body = page.inner_text("body")
    assert "<script>window.pwned = 1</script>" in body
    if kind == "hostile":
        assert "שלום עולם" in body
        assert "👩‍👩‍👧 family" in body
        assert "{{ 7 * 7 }}" in body
        assert "=cmd|' /C calc'!A0" in body


COEFFICIENTS = "section[aria-labelledby=coefficients] table.sortable"


def test_sorting(browser, files):
    """A click on a column sorts by its exact numbers, a second one turns the order round."""
    with Seen(browser, files("codings")) as seen:
        head = seen.open_all().locator(f"{COEFFICIENTS} thead th").nth(2)
        read = "rows => rows.map(row => Number(row.cells[2].dataset.value))"
        head.get_by_role("button").click()
        assert head.get_attribute("aria-sort") == "descending"
        values = seen.page.eval_on_selector_all(f"{COEFFICIENTS} tbody tr", read)
        assert values == sorted(values, reverse=True)
        head.get_by_role("button").click()
        assert head.get_attribute("aria-sort") == "ascending"
        values = seen.page.eval_on_selector_all(f"{COEFFICIENTS} tbody tr", read)
        assert values == sorted(values)
        assert values[0] < values[-1]


def test_sorting_by_keyboard(browser, files):
    """Columns can be sorted without a mouse."""
    with Seen(browser, files("codings")) as seen:
        table = "section[aria-labelledby=coders] table.sortable"
        head = seen.open_all().locator(f"{table} thead button")
        for _ in range(2):  # up, then down
            head.first.focus()
            seen.page.keyboard.press("Enter")
        names = seen.page.eval_on_selector_all(
            f"{table} tbody tr", "rows => rows.map(row => row.cells[0].textContent)"
        )
        assert names == ["coder 2", "coder 1", "coder 0"]


def test_search(browser, files):
    """Only items with all the words stay, and their number is said."""
    with Seen(browser, files("codings")) as seen:
        name = seen.page.locator("#list tbody th a").nth(2).inner_text()
        seen.page.fill("#find", f"utterance {name.upper()}")
        seen.page.wait_for_function(
            "() => document.getElementById('found').textContent === '1 of 18 shown'"
        )
        shown = seen.page.locator("#list tbody tr")
        assert shown.count() == 1
        assert name in shown.first.inner_text()


def test_items_download_is_safe_for_spreadsheets(browser, files):
    """The CSV has every listed item; no cell begins like a formula."""
    with Seen(browser, files("hostile")) as seen:
        with seen.page.expect_download() as waiting:
            seen.page.click("#items-csv")
        text = Path(waiting.value.path()).read_text("utf-8-sig")
        assert "'=cmd|" in text
        assert ",=cmd|" not in text
        assert not text.startswith("=")
        assert "\n=" not in text


@pytest.mark.parametrize("kind", ["units", "boundaries"])
def test_zoom(browser, files, kind):
    """Zooming in by button and by key makes the lanes larger, 0 sets them back."""
    with Seen(browser, files(kind)) as seen:
        lanes = seen.open_all().locator(".lanes").first
        assert lanes.locator("rect.unit, line.cut").count() > 3

        def height():
            return float(lanes.locator("svg").get_attribute("height"))

        first = height()
        for _ in range(4):
            seen.page.locator("[data-zoom-by='1.5']").first.click()
        second = height()
        assert second > first
        lanes.focus()
        for _ in range(3):
            seen.page.keyboard.press("+")
        assert height() > second
        seen.page.keyboard.press("0")
        assert height() == first


def test_units_are_linked_and_text_is_shown(opened):
    """Every unit of a document is drawn over its text, and aligned units are joined."""
    lanes = opened("units").page.locator(".lanes").first
    drawn = studies.report_on("units")["units"]["documents"][0]
    lanes.scroll_into_view_if_needed()
    assert lanes.locator("rect.unit").count() >= len(drawn["units"])
    assert lanes.locator("path.tie").count() > 5
    text = "".join(lanes.locator("text.mono").all_text_contents()).replace("\u00a0", " ")
    assert drawn["text"][:40] in text


def test_dark_and_light(browser, files):
    """The page follows the system, the button overrides it, and charts follow both."""
    read = "() => getComputedStyle(document.body).backgroundColor"
    fill = (
        "() => document.querySelector('[data-chart=forest] svg .mark-text text, "
        "[data-chart=forest] svg .role-axis-label text').getAttribute('fill')"
    )
    with Seen(browser, files("codings"), color_scheme="light") as seen:
        seen.open_all()
        light, ink = seen.page.evaluate(read), seen.page.evaluate(fill)
        seen.page.click("#theme")
        seen.page.wait_for_function(f"({fill})() !== '{ink}'")
        assert seen.page.evaluate(read) != light
        dark = seen.page.evaluate(read)
    with Seen(browser, files("codings"), color_scheme="dark") as seen:
        assert seen.page.evaluate(read) == dark
        assert seen.said == []


@pytest.mark.parametrize("kind", KINDS)
def test_phone(opened, kind):
    """Nothing is wider than a phone but what scrolls by itself."""
    page = opened(kind).page
    page.set_viewport_size({"width": 360, "height": 740})
    page.wait_for_function("() => document.documentElement.scrollWidth <= 361")
    page.set_viewport_size(WINDOW)


def test_print_hides_what_paper_cannot_do(opened):
    """In print there are no buttons, and nothing is cut off by scrolling."""
    page = opened("codings").page
    page.emulate_media(media="print")
    assert not page.is_visible("#theme")
    style = "node => getComputedStyle(node).overflow"
    assert page.eval_on_selector(".scroll", style) == "visible"
    page.emulate_media(media="screen")


@pytest.mark.skipif(not AXE.exists(), reason="no axe-core: run tools/install_browser.sh")
@pytest.mark.parametrize(
    "kind",
    [
        kind if kind in ("codings", "units") else pytest.param(kind, marks=pytest.mark.full)
        for kind in KINDS
    ],
)
def test_accessibility(browser, files, kind):
    """axe-core finds no problem, by light and in the dark."""
    with Seen(browser, files(kind), color_scheme="light", bypass_csp=True) as seen:
        page = seen.open_all()
        page.add_script_tag(content=AXE.read_text("utf-8"))
        texts = "[...document.querySelectorAll('[data-chart] svg text')]"
        inks = f"{texts}.map(text => text.getAttribute('fill'))"
        light = page.evaluate(f"() => {inks}[0]")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            if scheme == "dark":  # every chart is drawn again
                page.wait_for_function(f"() => !{inks}.includes('{light}')")
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            bad = [
                (problem["id"], problem["nodes"][0]["html"][:200], len(problem["nodes"]))
                for problem in found["violations"]
            ]
            assert bad == [], scheme
