"""Pictures of `accord serve` for the guide: run it, walk through the pages, take each.

python docs/_scripts/page_pictures.py      (needs chromium: tools/install_browser.sh)
"""

import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from playwright.sync_api import sync_playwright  # noqa: E402
from tests.serve.running import Running  # noqa: E402

IMAGES = ROOT / "docs" / "images"
TABLE = "case,nurse,doctor,student,ward\n" + "".join(
    f"{i + 1},{'ABC'[i % 3]},{'ABC'[(i + (i % 5 == 0)) % 3]},{'ABC'[(i + (i % 4 == 0)) % 3]},"
    f"{['north', 'south'][i % 2]}\n"
    for i in range(36)
)
SIZE = {"width": 820, "height": 620}


def main() -> None:
    """Take the pictures."""
    folder = Path(tempfile.mkdtemp())
    (folder / "triage.csv").write_text(TABLE)
    with Running() as running, sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport=SIZE)
        page.set_default_timeout(120_000)

        def taken(name: str) -> None:
            page.screenshot(path=IMAGES / f"page-{name}.png")

        page.goto(running.address)
        page.wait_for_selector("html[data-ready=yes]", state="attached")
        taken("drop")
        page.set_input_files("#files", str(folder / "triage.csv"))
        page.wait_for_selector("html[data-step=see]", state="attached")
        taken("uncertain")
        page.locator("[data-reading]").first.click()
        page.wait_for_selector("#right:enabled")
        taken("see")
        page.click("#right")
        page.wait_for_selector("html[data-step=kind]", state="attached")
        taken("question")
        page.click("#ask")
        page.wait_for_selector("#report[data-made]", state="attached")
        page.wait_for_selector("#figure[data-took]:not(.stale)")
        taken("answer")
        page.click("[data-step=take]")
        taken("take")
        page.click("[data-step=decide]")
        page.wait_for_selector(".dispute")
        taken("decide")
        browser.close()


if __name__ == "__main__":
    main()
