"""Check the built book: every internal link leads somewhere, nothing is fetched from outside."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {
    ("link", "href"),
    ("script", "src"),
    ("img", "src"),
    ("iframe", "src"),
    ("source", "src"),
}


class Links(HTMLParser):
    """The links, the fetched resources and the anchors of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect what a tag points to and the anchors it sets."""
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        for name, value in given.items():
            if (tag, name) in FETCHED and given.get("rel") != "canonical":
                self.fetched.append(value)
            elif (tag, name) == ("a", "href"):
                self.links.append(value)


def problems(site: Path) -> list[str]:
    """Dead internal links, and anything that a browser would fetch from elsewhere."""
    pages: dict[Path, Links] = {}
    for path in sorted(site.rglob("*.html")):
        pages[path.resolve()] = Links()
        pages[path.resolve()].feed(path.read_text("utf-8"))
    found = []
    for path, page in pages.items():
        for link in [*page.links, *page.fetched]:
            where = f"{path.relative_to(site.resolve())}: {link}"
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.fetched and parts.scheme != "data":
                    found.append(f"{where}: fetched from outside")
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not target.exists():
                found.append(f"{where}: no such page")
            elif parts.fragment and target in pages and not _has(pages[target], parts.fragment):
                found.append(f"{where}: no such anchor")
    return found + _styles(site)


def _has(page: Links, fragment: str) -> bool:
    return unquote(fragment) in page.anchors


def _styles(site: Path) -> list[str]:
    outside = ("url(http", "url(//", "@import url(", "@import 'http", '@import "http')
    return [
        f"{path.relative_to(site)}: fetches from outside"
        for path in site.rglob("*.css")
        if any(mark in path.read_text("utf-8", errors="replace") for mark in outside)
    ]


if __name__ == "__main__":
    dead = problems(Path(sys.argv[1]))
    print(*dead, sep="\n", end="\n" if dead else "")
    sys.exit(bool(dead))
