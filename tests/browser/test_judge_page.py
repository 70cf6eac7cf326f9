"""The page on a judge in a browser: its policy lets its own script run and nothing else."""

import numpy as np
import pytest

import accord
from accord._report.render.judge_sheet import judge_page
from tests.browser.opened import PATIENCE
from tests.browser.test_page import AXE

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


def _sheet():
    """Three models: one as people, one that cannot be told, one that guesses."""
    rng = np.random.default_rng(5)
    true = rng.choice(list("abc"), 120)

    def coder(right):
        return np.where(rng.random(120) < right, true, rng.choice(list("abc"), 120)).tolist()

    people = {name: coder(0.75) for name in ("ann", "bob", "cyd")}
    models = {"large": coder(0.9), "medium": coder(0.74), "small": coder(0.3)}
    return accord.judge(accord.from_coders(people | models), [*models], resamples=50)


def test_the_order_of_the_sheet(browser, tmp_path):
    """As every report: the answer with its picture, why, at most three steps, details behind a
    disclosure, the command at the end and no option before it; axe-core finds no problem."""
    file = tmp_path / "sheet.html"
    file.write_text(judge_page(_sheet(), command="accord judge t.csv --judge large"), "utf-8")
    page = browser.new_context(bypass_csp=True).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(file.as_uri())
    heads = page.locator("main h2").all_inner_texts()
    assert heads[1:] == ["Why this verdict", "What to do next", "Details", "How to repeat this"]
    assert page.locator(".why dt").count() == 3
    assert 1 <= page.locator(".next li").count() <= 3
    assert not page.locator("table").first.is_visible()
    before, command = page.locator("main").inner_text().split("How to repeat this")
    assert "--" not in before
    assert "--judge large" in command
    if AXE.exists():
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        page.add_script_tag(content=AXE.read_text("utf-8"))
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        assert [(p["id"], p["nodes"][0]["html"][:200]) for p in found["violations"]] == []
    page.close()
