"""The page in a real browser, from a dropped file to what is taken along."""

import contextlib
import json
import os
import random
import re
import shlex
import shutil
import zipfile
from importlib.resources import files
from pathlib import Path

import pytest

import accord
from accord._report.spreadsheet import SheetToWrite, workbook
from tests.browser.opened import CHROMIUM, FLAGS, playwright
from tests.cli.commands import called
from tests.heard import listen_to
from tests.serve.test_engine import WIDE, WRONG

PATIENCE = 120_000
"""Milliseconds after which something is taken to be broken, on any machine."""

AXE = Path(os.environ.get("ACCORD_AXE", ".venv/browser/node_modules/axe-core/axe.min.js"))


@pytest.fixture(scope="module")
def browser():
    """Chromium, once for all tests."""
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


class Tab:
    """A tab with the page open, and all that it said and asked for."""

    def __init__(self, browser, running, **options):
        self.running = running
        self.context = listen_to(browser.new_context(accept_downloads=True, **options))
        self.context.set_default_timeout(PATIENCE)
        self.said, self.asked = [], []
        self.context.on("console", lambda message: self.said.append(message.text))
        self.context.on("weberror", lambda error: self.said.append(str(error.error)))
        self.context.on("dialog", lambda dialog: self.said.append(dialog.message))
        self.context.on("request", lambda request: self.asked.append(request.url))
        self.page = self.context.new_page()
        self.page.goto(running.address)
        self.page.wait_for_selector("html[data-ready=yes]", state="attached")

    def at(self, step):
        """Wait for a step."""
        self.page.wait_for_selector(f"html[data-step={step}]", state="attached")

    def drop(self, path):
        """Choose a file; it is read."""
        self.page.set_input_files("#files", str(path))

    def answer(self):
        """From the reading to the answer."""
        self.at("see")
        self.page.click("#right")
        self.at("kind")
        self.page.click("#ask")
        self.page.wait_for_selector("#figure[data-took]:not(.stale)")
        # What is said to screen readers, too, has values where the catalogue has fields.
        assert not re.search(r"\{\w+[:}]", self.page.inner_text("main"))

    def numbers(self):
        """The value, and the limits of the interval, to the last digit."""
        spans = self.page.locator("#figure .value [data-value], #figure .interval [data-value]")
        return [json.loads(one) for one in spans.evaluate_all("l => l.map(n => n.dataset.value)")]

    def command(self):
        """The command that the page shows."""
        self.page.click("[data-step=take]")
        self.at("take")
        return self.page.inner_text("#command")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.context.close()
        if kind is None:
            assert self.said == []
            assert [one for one in self.asked if not _own(one, self.running.address)] == []


def _own(address, base):
    return address.startswith((base, "blob:", "data:", "about:"))


def printed(capsys, folder, command):
    """The same numbers from the command line."""
    with contextlib.chdir(folder):
        out = called(capsys, *shlex.split(command)[1:], "--json", "--quiet").out
    (found,) = json.loads(out)
    interval = found["interval"] or {"low": None}
    return [found["value"], *([interval["low"], interval["high"]] if interval["low"] else [])]


def test_a_wrong_guess_is_repaired_by_clicking(browser, page, tmp_path, capsys):
    """Columns that look like coders and are not are told so by their chips; the number is then
    that of the command line, to the last digit."""
    (tmp_path / "wrong.csv").write_text(WRONG)
    with Tab(browser, page) as tab:
        tab.drop(tmp_path / "wrong.csv")
        tab.at("see")
        shown = tab.page
        guessed = shown.locator("#roles select").evaluate_all("l => l.map(n => n.value)")
        wanted = ["labels", "labels", "ignore", "ignore"]
        assert guessed != wanted
        assert shown.is_disabled("#reread")
        for name, role in zip(("rating_1", "rating_2", "week", "year"), wanted, strict=True):
            shown.select_option(f'#roles select[data-column="{name}"]', role)
        shown.click("#reread")
        shown.wait_for_function("() => document.querySelectorAll('#preview thead th').length === 3")
        tab.answer()
        assert tab.numbers() == printed(capsys, tmp_path, tab.command())


def test_columns_with_the_names_of_people_are_asked_about(browser, page, tmp_path, capsys):
    """The first reading that is offered is the right one, and a click is the whole answer: the
    number is then that of the command line, to the last digit."""
    (tmp_path / "people.csv").write_text(WIDE.replace("coder ", ""))
    with Tab(browser, page) as tab:
        tab.drop(tmp_path / "people.csv")
        tab.at("see")
        assert "who the coders are" in tab.page.inner_text("#problem")
        assert tab.page.is_disabled("#right")
        tab.page.locator("[data-reading]").first.click()
        tab.page.wait_for_selector("#right:enabled")
        assert tab.page.is_hidden("#problem")
        tab.answer()
        title, coders = "#answer-title", tab.page.locator("[data-page=answer] [data-place]")
        assert tab.page.inner_text(title).startswith("Krippendorff's α")
        for n in (0, 1):
            coders.nth(n).uncheck()
        tab.page.wait_for_selector("#figure .value", state="detached")  # one coder has no number
        assert tab.page.inner_text(title) == "Your result"
        for n in (0, 1):
            coders.nth(n).check()
        tab.page.wait_for_selector("#figure[data-took]:not(.stale) .value")
        numbers, command = tab.numbers(), tab.command()
        assert "--coders Ann,Bob,Cy" in command
        assert numbers == printed(capsys, tmp_path, command)


@pytest.mark.full
def test_a_reading_is_chosen_by_a_button(browser, page, tmp_path):
    """Where nothing is certain the page computes nothing and offers the ways to read."""
    rows = "".join(f"{i % 3},{i % 2},{i % 5}\n" for i in range(30))
    (tmp_path / "odd.csv").write_text("a,b,c\n" + rows)
    with Tab(browser, page) as tab:
        tab.drop(tmp_path / "odd.csv")
        tab.at("see")
        assert "who the coders are" in tab.page.inner_text("#problem")
        assert tab.page.is_disabled("#right")
        tab.page.locator("[data-reading]").first.click()
        tab.page.wait_for_selector("#right:enabled")
        tab.answer()
        assert len(tab.numbers()) == 3


def _excel(folder):
    rows = [line.split(",") for line in WIDE.splitlines()]
    (folder / "wide.xlsx").write_bytes(workbook([SheetToWrite("codings", rows)]))
    return "wide.xlsx"


def _brat(folder):
    text = "Peter sleeps in Paris. Mary does not. " * 3
    with zipfile.ZipFile(folder / "brat.zip", "w") as packed:
        for who, end in (("ann", 5), ("bob", 12)):
            packed.writestr(f"{who}/d1.txt", text)
            marks = [(0, end, "PER"), (16, 21, "LOC"), (23, 27, "PER" if end == 5 else "ORG")]
            lines = [
                f"T{n}\t{kind} {a} {b}\t{text[a:b]}\n" for n, (a, b, kind) in enumerate(marks, 1)
            ]
            packed.writestr(f"{who}/d1.ann", "".join(lines))
    return "brat.zip"


def _chains(folder):
    source = files("accord").joinpath("data", "coreference.jsonl")
    (folder / "chains.jsonl").write_bytes(source.read_bytes())
    return "chains.jsonl"


@pytest.mark.parametrize(
    "made",
    [_excel, _brat, pytest.param(_chains, marks=pytest.mark.full)],
    ids=["Excel", "brat", "chains"],
)
def test_other_files(browser, page, tmp_path, capsys, made):
    """An Excel file, a zip of brat and a file of chains: the numbers of the command line."""
    name = made(tmp_path)
    with Tab(browser, page) as tab:
        tab.drop(tmp_path / name)
        tab.answer()
        assert tab.numbers() == printed(capsys, tmp_path, tab.command())


def test_a_broken_file(browser, page, tmp_path):
    """A broken file is refused in words, and another one can be taken at once."""
    (tmp_path / "broken.xlsx").write_bytes(b"PK\x03\x04 broken")
    (tmp_path / "wide.csv").write_text(WIDE)
    with Tab(browser, page) as tab:
        tab.drop(tmp_path / "broken.xlsx")
        tab.page.wait_for_selector("#problem:not([hidden])")
        assert "broken.xlsx" in tab.page.inner_text("#problem")
        assert tab.page.is_disabled("[data-step=see]")
        tab.page.click("#forget")
        tab.page.wait_for_selector("#dropped", state="hidden")
        tab.drop(tmp_path / "wide.csv")
        tab.answer()


EVIL = ('<img src=x onerror="alert(1)">', "<script>alert(2)</script>", "${alert(3)}", "__proto__")


def test_a_hostile_file(browser, page, tmp_path):
    """Names and labels that are markup or scripts are shown as text on every page."""
    rows = [["item", "coder", "label"]]
    coders = ("<b>Ann</b>", "Bob\u202e", "constructor")
    for i in range(16):
        labels = (EVIL[i % 4], EVIL[(i * 3) % 4], EVIL[i % 2])
        rows += [[f"{EVIL[i % 4]} {i}", *pair] for pair in zip(coders, labels, strict=True)]
    text = "\n".join(",".join('"' + one.replace('"', '""') + '"' for one in row) for row in rows)
    (tmp_path / "<img src=x>.csv").write_text(text)
    with Tab(browser, page) as tab:
        tab.drop(tmp_path / "<img src=x>.csv")
        tab.page.wait_for_selector("#problem:not([hidden])")  # no name for a file everywhere
        assert "(Bad Request)" in tab.said.pop()
        (tmp_path / "evil.csv").write_text(text)
        tab.drop(tmp_path / "evil.csv")
        tab.answer()
        shown = tab.page
        shown.wait_for_selector("#report[data-made]", state="attached")
        report = shown.frame_locator("#report")
        report.locator("html[data-ready=yes]").wait_for(state="attached")
        shown.click("[data-step=decide]")
        shown.wait_for_selector(".dispute")
        assert shown.locator("img").count() == report.locator("img").count() == 0
        assert shown.locator("main script").count() == 0
        assert EVIL[0] in shown.inner_text("body")
        shown.click("[data-step=see]")
        assert "<b>Ann</b>" in shown.text_content("#preview")


FORMS = {
    "html": "report.html",
    "docx": "report.docx",
    "tex": "report.tex",
    "md": "report.md",
    "json": "report.json",
    "csv": "coefficients.csv",
    "xlsx": "disputed.xlsx",
    "study": "study.jsonl",
    "table": "study.csv",
    "reading": "reading.accord.toml",
}


def test_everything_that_moves(browser, page, tmp_path, capsys):
    """Measure, distance, missing rule, coders, merges and the slider move the number, each as the
    command line says; every form can be taken along; decisions make gold."""
    (tmp_path / "wide.csv").write_text(WIDE)
    with Tab(browser, page) as tab:
        shown = tab.page
        tab.drop(tmp_path / "wide.csv")
        tab.answer()
        seen = [shown.get_attribute("#figure", "data-signature")]

        def moved(change):
            was = shown.inner_text("#figure")  # before: the answer may come at once
            change()
            shown.wait_for_function(
                "was => { const f = document.getElementById('figure');"
                "return !f.classList.contains('stale') && f.innerText !== was; }",
                arg=was,
            )
            seen.append(shown.get_attribute("#figure", "data-signature"))

        first = tab.numbers()
        moved(lambda: shown.locator("#level").press("ArrowLeft"))
        assert tab.numbers()[0] == first[0]
        assert tab.numbers()[1:] != first[1:]
        moved(lambda: shown.select_option("#measure", "kappa"))
        moved(lambda: shown.select_option("#missing", "complete"))
        moved(lambda: shown.uncheck('#controls fieldset:has-text("Coders") [data-place="1"]'))
        shown.check('[data-category="0"]')
        shown.check('[data-category="1"]')
        moved(lambda: shown.click("#merge"))
        assert len(set(seen)) >= 4
        last = tab.numbers()
        command = tab.command()
        assert "study.jsonl" in command
        for what, name in FORMS.items():
            with shown.expect_download() as download:
                shown.click(f"[data-form={what}]")
            assert download.value.suggested_filename == name
            shutil.copy(download.value.path(), tmp_path / name)
            assert (tmp_path / name).stat().st_size > 0
        assert printed(capsys, tmp_path, command) == last
        held = {}
        with contextlib.chdir(tmp_path):
            exec(shown.inner_text("#python"), held)
        assert held["found"][0].value == last[0]
        report = json.loads((tmp_path / "report.json").read_text())
        assert report["answer"]["value"] == last[0]
        _gold(tab, tmp_path)


def _gold(tab, folder):
    shown = tab.page
    shown.click("[data-step=decide]")
    shown.wait_for_selector(".dispute")
    many = int(shown.inner_text(".dispute h2").split()[-1])
    for at in range(many):
        assert shown.is_disabled("#save")  # nothing is chosen beforehand
        shown.locator(".choices button").first.click()
        if at % 2:
            shown.keyboard.press("Enter")
        else:
            shown.click("#save")
    assert shown.inner_text("#decide-title") == f"All {many} are resolved."
    shown.fill("#by", "me")
    shown.click("#make-gold")
    with shown.expect_download() as download:
        shown.click('[data-file="decisions.csv"]')
    record = Path(download.value.path()).read_text()
    assert record.count(",decided,me") == many


LETTER = "They met at the Old Mole Press. St Giles and the Red Lion are near."


def test_spans_are_resolved_with_words(browser, page, tmp_path, capsys):
    """What coders share is said; words that nobody marked are taken from the text with a label; a
    case whose labels are the same is recalled; and the commands that are shown make the same gold
    of the list that was saved."""
    spans = [
        *[("d", c, 16, end, label) for c, end, label in (("A", 30, "ORG"), ("B", 24, "LOC"))],
        *[("d", c, 32, 40, label) for c, label in (("A", "ORG"), ("B", "LOC"))],
        ("d", "B", 49, 57, "LOC"),
    ]
    accord.write(accord.Unitizings.of(spans, texts={"d": LETTER}), tmp_path / "spans.jsonl")
    with Tab(browser, page) as tab:
        shown = tab.page
        tab.drop(tmp_path / "spans.jsonl")
        tab.answer()
        shown.click("[data-step=decide]")
        shown.wait_for_selector(".dispute")
        assert shown.inner_text(".differ") == (
            "2 of 2 coders marked something here. They differ in: end, label."
        )
        assert shown.locator("#similar *").count() == 0
        # "the Old Mole Press" and ORG: marked by nobody so.
        shown.click(".else summary")
        shown.click("#else-take")
        assert shown.inner_text("#else-span") == "Select words in the text first."
        assert shown.is_disabled("#else-save")
        shown.evaluate(
            """() => {
                const node = document.querySelector(".passage bdi").firstChild;
                const range = document.createRange();
                range.setStart(node, 12); range.setEnd(node, 30);
                getSelection().removeAllRanges(); getSelection().addRange(range);
            }"""
        )
        shown.click("#else-take")
        assert shown.inner_text("#else-span mark") == "the Old Mole Press"
        shown.select_option("#else-label", "LOC")
        shown.click("#else-save")
        # The next one has the same two labels, and differs in the label alone.
        assert shown.inner_text(".differ").endswith("They differ in: label.")
        assert shown.inner_text("#similar li").endswith("LOC")
        shown.keyboard.press("1")
        shown.keyboard.press("Enter")
        assert shown.inner_text(".differ") == "1 of 2 coders marked something here."
        assert shown.locator("#similar *").count() == 0
        shown.keyboard.press("1")
        shown.keyboard.press("Enter")
        shown.wait_for_selector("#kept[data-kept=saved][data-n='3']")
        with shown.expect_download() as download:
            shown.click("#save-list")
        download.value.save_as(tmp_path / "decisions.csv")
        shown.click("#make-gold")
        with shown.expect_download() as made:
            shown.click('[data-file="gold.jsonl"]')
        made.value.save_as(tmp_path / "of-the-page.jsonl")
        first, second = shown.inner_text("#resolving pre").splitlines()
    assert first == "accord adjudicate spans.jsonl -o decisions.csv"
    with contextlib.chdir(tmp_path):
        called(capsys, *shlex.split(second)[1:])
    one, other = (accord.read(tmp_path / name) for name in ("gold.jsonl", "of-the-page.jsonl"))
    found = {(u.begin, u.end, u.category) for u in one.continua[0].units(one.coders[0])}
    assert found == {(12, 30, "LOC"), (32, 40, "ORG"), (49, 57, "LOC")}
    assert one == other


def test_keyboard_alone(browser, page):
    """From an example to the answer, with nothing but the keyboard."""
    with Tab(browser, page) as tab:
        shown = tab.page

        def reach(selector):
            for _ in range(80):
                if shown.evaluate("s => document.activeElement?.matches(s)", selector):
                    return
                shown.keyboard.press("Tab")
            raise AssertionError(f"{selector} cannot be reached")

        reach("[data-example=krippendorff_2004]")
        shown.keyboard.press("Enter")
        tab.at("see")
        reach("#right")
        shown.keyboard.press("Enter")
        tab.at("kind")
        reach("input[name=purpose]")
        shown.keyboard.press("ArrowDown")
        reach("#ask")
        shown.keyboard.press("Enter")
        shown.wait_for_selector("#figure[data-took]:not(.stale)")
        assert shown.get_attribute("#figure", "data-signature").startswith("beta|d:ordinal")
        reach("#level")
        shown.keyboard.press("ArrowLeft")
        shown.wait_for_function("() => document.querySelector('#figure').innerText.includes('94%')")


def _steps(tab):
    """Walk through all pages of an example; gives each name."""
    shown = tab.page
    yield "drop"
    shown.click("[data-example=entities]")
    tab.at("see")
    shown.locator("#more summary").click()
    yield "see"
    shown.click("#right")
    tab.at("kind")
    shown.locator("#others summary").click()
    yield "kind"
    shown.locator("#measures [data-measure=span_f1]").click()
    shown.click("#ask")
    shown.wait_for_selector("#figure[data-took]:not(.stale)")
    yield "answer"
    shown.click("[data-step=take]")
    yield "take"
    shown.click("[data-step=decide]")
    shown.wait_for_selector(".dispute")
    yield "decide"


@pytest.mark.skipif(not AXE.is_file(), reason="no axe-core: run tools/install_browser.sh")
def test_axe_and_a_phone(browser, page):
    """No page breaks a rule for accessibility, in light and in dark colours; and at the width of a
    phone nothing is wider than the screen."""
    with Tab(browser, page, color_scheme="light", bypass_csp=True) as tab:
        shown = tab.page
        shown.add_script_tag(path=str(AXE))
        for step in _steps(tab):
            for _ in ("light", "dark"):
                found = shown.evaluate(
                    "() => axe.run(document, { iframes: false }).then(r => r.violations.map("
                    "v => v.id + ': ' + v.nodes.map(n => n.html.slice(0, 120)).join(' | ')))"
                )
                assert found == [], step
                shown.click("#theme")
            shown.set_viewport_size({"width": 360, "height": 740})
            assert shown.evaluate("document.documentElement.scrollWidth") <= 361, step
            shown.set_viewport_size({"width": 1100, "height": 800})


def test_a_tab_and_its_copy(browser, page, tmp_path):
    """A reloaded tab keeps its files; a copy of the tab, and another tab, do not have them."""
    (tmp_path / "wide.csv").write_text(WIDE)
    with Tab(browser, page) as tab:
        tab.drop(tmp_path / "wide.csv")
        tab.at("see")
        person = "sessionStorage.getItem('person')"
        first = tab.page.evaluate(person)
        with tab.context.expect_page() as opened:
            tab.page.evaluate("window.open(location.href)")  # has a copy of the storage
        opened.value.wait_for_selector("html[data-ready=yes]", state="attached")
        assert opened.value.evaluate(person) != first
        opened.value.close()
        tab.page.reload()
        tab.page.wait_for_selector("html[data-ready=yes]", state="attached")
        assert tab.page.evaluate(person) == first


@pytest.mark.full
def test_pasted_cells(browser, page, tmp_path, capsys):
    """Cells pasted from a spreadsheet are a table."""
    pasted = WIDE.replace(",", "\t")
    (tmp_path / "pasted.tsv").write_text(pasted)
    with Tab(browser, page) as tab:
        tab.page.fill("#pasted", pasted)
        tab.page.click("#paste")
        tab.answer()
        assert tab.numbers() == printed(capsys, tmp_path, tab.command())


@pytest.mark.full
def test_a_million_rows(browser, page, tmp_path, capsys):
    """A million rows go the whole way, with progress, and a report can be cancelled."""
    draw = random.Random(1)
    with (tmp_path / "large.csv").open("w") as file:
        file.write("item,coder,label\n")
        for i in range(200_000):
            for c in range(5):
                file.write(f"{i},c{c},k{draw.choice((i % 7, i % 7, draw.randrange(7)))}\n")
    with Tab(browser, page) as tab:
        tab.drop(tmp_path / "large.csv")
        tab.answer()
        tab.page.wait_for_function(
            "() => document.getElementById('remake').textContent === 'Cancel the report'"
        )
        tab.page.click("#remake")
        tab.page.wait_for_function(
            "() => document.getElementById('making').textContent.includes('cancelled')"
        )
        assert tab.numbers() == printed(capsys, tmp_path, tab.command())
