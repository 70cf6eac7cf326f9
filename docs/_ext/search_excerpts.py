"""The search of the book, which works without a server and shows where the words stand.

The search of Sphinx fetches pages to show excerpts, which a browser refuses for files. Here the
text of every section is written into one script beside the pages, and `_static/search.js`
searches it.
"""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes

FILE = "sections.js"


def read(app: Any, doctree: nodes.document) -> None:
    """Keep the sections of a page: [page and anchor, title of the page, heading, text]."""
    page = app.builder.get_target_uri(app.env.current_document.docname)
    title = next(doctree.findall(nodes.title)).astext()
    for section in doctree.findall(nodes.section):
        place = f"{page}#{section['ids'][0]}" if section.parent.parent else page
        app.sections.append([place, title, section[0].astext(), _text(section)])


def write(app: Any, failed: Exception | None) -> None:
    """Write what was kept."""
    if failed is None and app.builder.format == "html":
        text = json.dumps(sorted(app.sections), ensure_ascii=False, separators=(",", ":"))
        target = Path(app.outdir, "_static", FILE)
        target.write_text(f"var SECTIONS = {text};\n", "utf-8", newline="\n")


def _text(section: nodes.section) -> str:
    """What stands in a section itself, without its heading and the sections inside it."""
    parts = [
        _words(child) for child in section.children[1:] if not isinstance(child, nodes.section)
    ]
    return " ".join(" ".join(parts).split())


def _words(node: nodes.Node) -> str:
    """The text of a node; of a signature the name alone, of a picture nothing."""
    if isinstance(node, addnodes.desc_signature):
        return str(node.get("fullname", ""))
    if isinstance(node, (addnodes.desc, addnodes.desc_content)):
        return " ".join(map(_words, node.children))
    if isinstance(node, nodes.Element) and "picture" in node.get("classes", ()):
        return ""
    return node.astext()
