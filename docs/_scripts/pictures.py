"""The pictures of the report in the book, made anew from the present pages.

Needs what the browser tests need (tools/install_browser.sh).
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

import accord

IMAGES = Path(__file__).parents[1] / "images"
PICTURES = {
    "report-entities": ("entities", "Named entities, three coders", 1100, "body", 1560),
    "report-lanes": (
        "entities",
        "Named entities, three coders",
        1100,
        "[aria-labelledby=units]",
        620,
    ),
    "report-phone": ("coreference", "Coreference, three coders", 390, "body", 1500),
}
"""File → example, title, width of the window, where the picture begins, its height."""


def main() -> None:
    """Make every picture anew."""
    with TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, (example, title, width, where, height) in PICTURES.items():
            page = Path(folder, f"{example}.html")
            if not page.exists():
                report = accord.report(accord.example(example), title=title)
                accord.render.write_report(report, page)
            shown = browser.new_page(viewport={"width": width, "height": 800})
            shown.goto(page.as_uri())
            shown.wait_for_selector("html[data-ready=yes]", state="attached")
            top = shown.evaluate(
                "at => document.querySelector(at).getBoundingClientRect().top + scrollY", where
            )
            shown.screenshot(
                path=IMAGES / f"{name}.png",
                full_page=True,
                clip={"x": 0, "y": top, "width": width, "height": height},
            )
        browser.close()


if __name__ == "__main__":
    main()
