"""One browser for all tests of a module."""

import pytest


@pytest.fixture(scope="module")
def browser():
    """Chromium, as the tests of pages open it."""
    from tests.browser.opened import CHROMIUM, FLAGS, playwright

    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()
