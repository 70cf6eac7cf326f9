"""The page on a judge in a browser: its policy lets its own script run and nothing else."""

import pytest

import accord
from accord._report.render.judge_sheet import judge_page
from tests.browser.opened import PATIENCE

pytest.importorskip("jinja2")


def test_the_sheet_opens_sorts_and_turns_dark(browser, tmp_path):
    """No error, no request; a table sorts by a click, and the theme changes."""
    people = {"A": "aabbbbbccccc" * 4, "B": "abbbbbcccccc" * 4, "C": "aabbbbbcccca" * 4}
    study = accord.from_coders({**people, "gpt": "aabbbbbcccca" * 4})
    file = tmp_path / "sheet.html"
    file.write_text(judge_page(accord.judge(study, "gpt", resamples=50)), "utf-8")
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    said, asked = [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    assert page.locator("h1").inner_text() == "gpt can replace people."
    assert not page.locator("table").first.is_visible()  # details are behind a disclosure
    page.locator("#agreement").click()
    table = page.locator("table", has_text="with each person").first
    table.locator("thead button").nth(2).click()
    first = table.locator("tbody tr").first.locator("th").inner_text()
    shares = table.locator("tbody tr td:nth-child(3)").all_inner_texts()
    assert shares == sorted(shares)
    assert first in ("A", "B")
    page.click("#theme")
    assert page.evaluate("document.documentElement.dataset.theme") in ("dark", "light")
    assert said == []
    assert asked == [file.as_uri()]
    page.close()
