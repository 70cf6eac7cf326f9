"""A page in a real browser, with all that it says and asks for."""

import shutil

import pytest

from tests.heard import listen_to

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
playwright = pytest.importorskip(
    "playwright.sync_api", reason="no playwright: run tools/install_browser.sh and pip install it"
)
if CHROMIUM is None:
    pytest.skip("no chromium: run tools/install_browser.sh", allow_module_level=True)

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


PATIENCE = 180_000
"""Milliseconds that a page is waited for: a busy machine is no failure."""

WINDOW = {"width": 1100, "height": 800}


class Seen:
    """A page with all that it said and asked for."""

    def __init__(self, browser, path, **options):
        self.context = listen_to(browser.new_context(viewport=WINDOW, **options))
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.said, self.asked = [], []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: self.said.append(dialog.message))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(path.as_uri())
        self.page.wait_for_selector("html[data-ready=yes]", state="attached")

    def open_all(self):
        """The page with every part open, and each chart drawn."""
        self.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        drawn = "[...document.querySelectorAll('[data-chart]')].every(c => c.dataset.drawn)"
        self.page.wait_for_function(f"() => {drawn}")
        return self.page

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()
