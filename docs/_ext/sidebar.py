"""The list of all pages in the sidebar, made once and fitted to each page.

Sphinx resolves the whole tree anew for every page, which was a sixth of the time of a build. Here
the tree of the start page is made once; links are then made relative to the page that shows it,
and the page and those above it are marked as the current ones.
"""

import re
from pathlib import Path
from typing import Any

from sphinx.util.osutil import relative_uri

_LINK = re.compile(r'(<li class="[^"]*)("[^>]*><a class=")([^"]*" href=")([^"]*)("[^<]*<)')


def before(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Let the theme work on one tree for all pages, which it keeps."""
    made = context.get("toctree")
    if made is None:
        return
    if not hasattr(app, "tree_of_pages"):
        root = app.config.root_doc
        app.tree_of_pages = app.builder._get_local_toctree(
            root, collapse=False, titles_only=True, maxdepth=-1, includehidden=True
        )
    context["toctree"] = lambda **_: app.tree_of_pages


def after(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Fit what the theme made to the page."""
    if "furo_navigation_tree" in context:
        above = _above(app.env.toctree_includes, page)
        where = {app.builder.get_target_uri(name): name for name in (page, *above)}
        tree = context["furo_navigation_tree"]
        own = app.builder.get_target_uri(page)

        def fitted(found: re.Match[str]) -> str:
            link, text, mark, target, end = found.groups()
            name = where.get(target)
            marked = " current" if name else ""
            marked += " current-page" if name == page else ""
            shown = "#" if name == page else relative_uri(own, target)
            first = "current " if name else ""
            return f"{link}{marked}{text}{first}{mark}{shown}{end}"

        context["furo_navigation_tree"] = re.sub(
            r'(<li class="[^"]* current[^>]*>.*?<input )', r'\1checked="" ', _LINK.sub(fitted, tree)
        )


def _above(children: dict[str, list[str]], page: str) -> list[str]:
    """The pages whose lists lead to a page, without the start page, which has all."""
    parents = {child: parent for parent, names in children.items() for child in names}
    found = []
    while (page := parents.get(page, "")) and page in parents:
        found.append(page)
    return found


NAMED = {
    '<p class="caption" role="heading">': '<p class="caption" role="heading" aria-level="2">',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="All pages">',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    '<dl>\n<dd><em class="sig-param"': '<dl role="presentation">\n<dd><em class="sig-param"',
}
"""What the theme leaves without a level or a name, which screen readers need."""


def name_landmarks(app: Any, failed: Exception | None) -> None:
    """Give headings of the sidebar their level, and both sides of a page a name."""
    if failed is not None or app.builder.format != "html":
        return
    for path in Path(app.outdir).rglob("*.html"):
        text = path.read_text("utf-8")
        fitted = text
        for found, named in NAMED.items():
            fitted = fitted.replace(found, named)
        if fitted != text:
            path.write_text(fitted, "utf-8", newline="\n")
