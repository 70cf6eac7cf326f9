"""The page in German and French: what the browser prefers, what is chosen, and nothing is lost."""

import json
import re

import pytest

from tests.sentences.test_page import ENGLISH
from tests.serve.running import Running
from tests.serve.test_engine import WIDE, opened
from tests.serve.test_whole_way import Tab, browser  # noqa: F401


@pytest.mark.parametrize(
    ("header", "language"),
    [("de-AT,en;q=0.5", "de"), ("fr", "fr"), ("da, en;q=0.2", "en"), ("", "en"), (";;q=x", "en")],
)
def test_the_browser_says_which_language(page, header, language):
    """The page comes in the language that the browser prefers, in English where it has none."""
    _, _, body = page.ask("GET", "/", headers={"Accept-Language": header})
    assert f'<html lang="{language}">' in body.decode()


def test_the_server_may_say_which_language(tmp_path):
    """`--language` holds for every browser, and for what the terminal prints."""
    with Running("--language", "en", place=tmp_path) as running:
        _, _, body = running.ask("GET", "/", headers={"Accept-Language": "de"})
        assert '<html lang="en">' in body.decode()


def test_refusals_are_said_in_the_language(page):
    """What goes wrong before a job begins is said to the page that asked, in its language."""
    _, _, body = page.ask("GET", "/nothing", headers={"Accept-Language": "de"})
    assert json.loads(body) == {"problem": "nicht gefunden"}


@pytest.mark.parametrize(
    ("language", "problem"), [("de", "geöffneten"), ("xx", "not among the open files")]
)
def test_the_engine_answers_in_the_language(tmp_path, language, problem):
    """Settings, roles, progress and problems are words of the language; numbers are the same."""
    engine = opened(tmp_path, wide__csv=WIDE)
    told = []
    asked = {"files": ["wide.csv"], "language": language}
    there = engine.call("compute", asked, lambda done, what: told.append(what))
    here = engine.call("compute", {**asked, "language": "en"})
    kept = {"value", "interval", "A_o", "A_e", "signature", "lines"}
    assert {key: there[key] for key in kept} == {key: here[key] for key in kept}
    assert ("wird gelesen" in told) == (language == "de")
    assert problem in engine.call("compute", {**asked, "files": ["no.csv"]})["problem"]


def _visible(shown):
    """What the page itself says: no names, no code, no reasons and notes of the measures."""
    return shown.evaluate(
        """() => { const copy = document.body.cloneNode(true);
        copy.querySelectorAll("bdi, pre, script, [hidden], #language, #settings, .signature, " +
          ".why, #sentence, #advice, #measures, .warn")
          .forEach((node) => node.remove());
        return copy.innerText || copy.textContent; }"""
    )


def test_the_whole_way_in_german_then_in_french(browser, page, tmp_path):  # noqa: F811
    """Each step has words of the language only; another language keeps what was done."""
    (tmp_path / "wide.csv").write_text(WIDE)
    with Tab(browser, page, locale="de-DE") as tab:
        shown = tab.page
        assert shown.inner_text("h1:visible") == "Wie gut stimmen Ihre Annotierenden überein?"
        tab.drop(tmp_path / "wide.csv")
        tab.at("see")
        seen = {"see": _visible(shown)}
        tab.answer()
        numbers = tab.numbers()
        seen["answer"] = _visible(shown)
        assert re.search(r"0,\d{3}", seen["answer"])
        for step in ("kind", "take", "decide"):
            shown.click(f"[data-step={step}]")
            tab.at(step)
            seen[step] = _visible(shown)
        for step, text in seen.items():
            left = [line for line in text.splitlines() if ENGLISH.search(line)]
            assert left == [], step
        shown.click("[data-step=answer]")
        shown.select_option("#language", "fr")
        shown.wait_for_selector("html[lang=fr]", state="attached")
        shown.locator("#figure dt", has_text="accord observé").wait_for()
        assert tab.numbers() == numbers
        assert not ENGLISH.search(_visible(shown))
        shown.reload()
        shown.wait_for_selector("html[data-ready=yes][lang=fr]", state="attached")
