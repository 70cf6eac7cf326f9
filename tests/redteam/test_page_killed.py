"""The page is killed at random moments while somebody decides: no decision that it showed as saved
is lost."""

import random
import threading

import pytest

from tests.browser.opened import CHROMIUM, FLAGS, playwright
from tests.serve.running import Running
from tests.serve.test_whole_way import Tab

ITEMS = 200

DECIDE = """async ([seed, most]) => {
  const kept = document.getElementById("kept");
  const shown = [], made = [];
  let state = seed;
  const drawn = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const settled = () => ["saved", "failed"].includes(kept.dataset.kept);
  const last = () => document.getElementById("next").disabled;
  for (let n = 0; n < most; n += 1) {
    // All are decided: some of them once more.
    for (let back = last() ? Math.floor(drawn() * 200) : 0; back > 0; back -= 1) {
      document.getElementById("back").click();
    }
    const item = document.querySelector("#dispute [data-item]").textContent;
    const buttons = [..."xy"].map((k) => document.querySelector(`#dispute [data-choice=${k}]`));
    const chosen = buttons[Math.floor(drawn() * buttons.length)];
    made.push([item, chosen.dataset.choice]);
    chosen.click();
    document.getElementById("save").click();
    if (drawn() < 0.7) {
      while (!settled()) await new Promise((go) => setTimeout(go, 1));
      if (kept.dataset.kept === "failed") break;
      shown.splice(0, shown.length, ...made);
    }
  }
  return { shown, made, failed: kept.dataset.kept === "failed" };
}"""
"""Decides one dispute after the other, mostly waiting until it is called saved, and gives what was
made when “saved” was last seen, and all that was made."""


@pytest.fixture(scope="module")
def browser():
    """Chromium, once."""
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def table(tmp_path):
    """A table of labels with a dispute in every item: one of five coders differs."""
    rows = [
        f"item {n},{who},{'xy'[(n + (at == n % 5)) % 2]}"
        for n in range(ITEMS)
        for at, who in enumerate("ABCDE")
    ]
    path = tmp_path / "acts.csv"
    path.write_text("item,coder,label\n" + "\n".join(rows) + "\n", "utf-8")
    return path


def _listed(tab, table):
    """From a dropped file to its disputes."""
    tab.drop(table)
    tab.at("see")
    tab.page.click("#right")
    tab.at("kind")
    tab.page.click("[data-step=decide]")
    tab.page.wait_for_selector("#dispute .choices button")


@pytest.mark.parametrize("kills", [2, pytest.param(100, marks=pytest.mark.full)])
def test_kill_9_loses_no_saved_decision(browser, table, tmp_path, kills):
    """Decide 200 items, kill -9 the server at a random moment, start it again with --resume or drop
    the same file again, and go on."""
    rng = random.Random(40)
    place = tmp_path / "place"
    place.mkdir()
    saved, later, dead = {}, set(), 0
    for at in range(kills + 1):
        resume = bool(saved) and rng.random() < 0.7
        with Running(*(["--resume"] if resume else []), place=place) as running:
            tab = Tab(browser, running)
            try:
                if not resume:
                    _listed(tab, table)
                tab.page.wait_for_selector("#dispute .choices button")
                shown = _shown(tab.page)
                # What was decided once more may be on disk before the page could say so.
                lost = {one for one in saved.items() if shown.get(one[0]) != one[1]}
                assert {(item, shown.get(item)) for item, _ in lost} <= later
                saved |= shown
                if at == kills:
                    break
                timer = threading.Timer(rng.random() * 0.8, running.process.kill)
                timer.start()
                most = max(1, 2 * ITEMS // (kills + 1))
                found = tab.page.evaluate(DECIDE, [rng.randrange(2**31), 10 * most])
                timer.join()
                dead += found["failed"]
                saved |= dict(found["shown"])
                later = {tuple(one) for one in found["made"][len(found["shown"]) :]}
            finally:
                tab.context.close()
    assert len(saved) >= min(20, kills)  # a busy machine decides one or two before it is killed
    assert dead >= kills // 2  # most were killed in the middle of deciding


def _shown(page):
    """Item → decision, as the page has it: row by row."""
    return dict(
        page.evaluate(
            """() => {
  const button = (id) => document.getElementById(id);
  const first = () => { while (!button("back").disabled) button("back").click(); };
  const pressed = () => document.querySelector("#dispute [data-choice][aria-pressed=true]");
  const found = [];
  first();
  for (;;) {
    const item = document.querySelector("#dispute [data-item]").textContent;
    if (pressed()) found.push([item, pressed().dataset.choice]);
    if (button("next").disabled) break;
    button("next").click();
  }
  first();
  while (pressed() && !button("next").disabled) button("next").click();
  return found;
}"""
        )
    )


def test_f5_and_what_is_not_saved(browser, table, tmp_path):
    """F5 comes back to the same dispute with all decisions; where the server is gone, leaving asks,
    and a list that is half done is saved and opened."""
    with Running(place=tmp_path) as running:
        tab = Tab(browser, running)
        page = tab.page
        _listed(tab, table)
        for n in range(3):
            page.click("#dispute [data-choice=y]")
            page.click("#save")
            page.wait_for_selector(f'#kept[data-kept=saved][data-n="{n + 1}"]')
        page.fill("#note", "not certain")
        page.wait_for_function("() => document.getElementById('kept').dataset.kept === 'saved'")
        page.wait_for_timeout(400)
        page.wait_for_selector("#kept[data-kept=saved]")
        page.reload()
        page.wait_for_selector("html[data-ready=yes]", state="attached")
        tab.at("decide")
        assert page.inner_text("#dispute h2") == "4 of 200"
        assert "3 of 200 disagreements are resolved" in page.inner_text("#decide-title")
        assert page.input_value("#note") == "not certain"
        with page.expect_download() as download:
            page.click("#save-list")
        download.value.save_as(tmp_path / "half.csv")
        dialogs = []
        page.on("dialog", lambda one: (dialogs.append(one.type), one.accept()))
        page.click("#leave")  # asks, for there are decisions; and then all is forgotten
        page.wait_for_selector("html[data-ready=yes][data-step=drop]", state="attached")
        assert dialogs == ["confirm"]
        assert running.works() == {}
        _listed(tab, table)
        page.set_input_files("#saved-list", str(tmp_path / "half.csv"))
        page.wait_for_selector("#reopened:not(:empty)")
        assert "3 of 200 disagreements are resolved" in page.inner_text("#decide-title")
        (work,) = running.works().values()
        assert len(work["lists"][work["last"]]["decisions"]) == 4  # three, and a note
        page.reload()  # nothing is unsaved: no question
        page.wait_for_selector("html[data-ready=yes]", state="attached")
        assert dialogs == ["confirm"]
        running.process.kill()
        running.process.wait()
        page.click("#dispute [data-choice=x]")
        page.click("#save")
        page.wait_for_selector("#kept[data-kept=failed]")
        page.close(run_before_unload=True)
        tab.context.pages and page.wait_for_event("close")
        assert dialogs == ["confirm", "beforeunload"]
        tab.context.close()


def test_after_f5_the_same_file_can_be_dropped(browser, table, tmp_path):
    """Also where the tab has forgotten what it had."""
    with Running(place=tmp_path) as running, Tab(browser, running) as tab:
        tab.drop(table)
        tab.at("see")
        tab.page.evaluate("() => sessionStorage.removeItem('work')")
        tab.page.reload()
        tab.page.wait_for_selector("html[data-ready=yes][data-step=drop]", state="attached")
        tab.drop(table)
        tab.at("see")
        assert tab.page.is_hidden("#problem")
