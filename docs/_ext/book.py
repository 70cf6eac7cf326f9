"""The directives of the book: executed code, and pages made from accord's own tables."""

from base64 import b64encode
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any, ClassVar

import docstrings
import execute
import for_assistants
import pages
import search_excerpts
import sidebar
from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

log = logging.getLogger(__name__)


class Executed(SphinxDirective):
    """A block that was run with the rest of its page; shows it and what it printed."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """The nodes of this block, found by text and place among the page's executed blocks."""
        path = Path(self.env.doc2path(self.env.docname))
        try:
            found = execute.page(path) if self.config.book_executes else execute.still(path)
        except execute.PageError as error:
            log.warning(str(error), location=(self.env.docname, self.lineno))
            return []
        body = "\n".join(self.content).strip()
        kind = "{" + self.name + "}"
        alike = [b for b in found if b.kind == kind and b.body.strip() == body]
        block = min(alike, key=lambda b: abs(b.line - self.lineno))
        return getattr(self, f"_{self.name}")(block)

    def _file(self, block: execute.Block) -> list[nodes.Node]:
        name = nodes.container("", nodes.paragraph("", "", nodes.literal("", block.argument)))
        name["classes"].append("file-name")
        return [name, _literal(block.body, "text")]

    def _run(self, block: execute.Block) -> list[nodes.Node]:
        shown: list[nodes.Node] = [_literal(block.body, "python")]
        if block.output.strip():
            shown.append(nodes.container("", _literal(block.output, "text"), classes=["output"]))
        return shown

    def _console(self, block: execute.Block) -> list[nodes.Node]:
        return [_literal(block.output, "console")]

    def _picture(self, block: execute.Block) -> list[nodes.Node]:
        # An image of its own: names inside a drawing would mean those of the others on the page.
        data = b64encode(block.output.encode("utf-8")).decode()
        title = escape(block.argument, quote=True)
        drawn = f'<img alt="{title}" src="data:image/svg+xml;base64,{data}">'
        shown = nodes.container("", nodes.raw("", drawn, format="html"), classes=["picture"])
        return [shown, _literal(block.body, "python")]

    def _published(self, block: execute.Block) -> list[nodes.Node]:
        return self.parse_text_to_nodes(pages.published(block.rows))


def _literal(text: str, language: str) -> nodes.literal_block:
    return nodes.literal_block(text, text.rstrip("\n"), language=language)


class Page(SphinxDirective):
    """Text made from a table of accord: `{catalogue}`, `{works}`, `{tasks}` and so on."""

    optional_arguments = 1
    makes: ClassVar[Callable[..., str]]

    def run(self) -> list[nodes.Node]:
        """The parsed text."""
        text = type(self).makes(*self.arguments)
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def _directive(function: Callable[..., str]) -> type[Page]:
    return type(function.__name__.title(), (Page,), {"makes": staticmethod(function)})


class Api(SphinxDirective):
    """Every public name of a namespace of accord, or of some of its rooms, under its module."""

    required_arguments = 1
    optional_arguments = 9

    def run(self) -> list[nodes.Node]:
        """Sections with autodoc directives."""
        text = pages.api(*self.arguments)
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def setup(app: Any) -> dict[str, Any]:
    """Register the directives; tests that run every page by themselves build without running."""
    app.add_config_value("book_executes", True, "env", bool)
    for name in ("file", "run", "console", "picture", "published"):
        app.add_directive(name, Executed)
    for function in pages.PAGES:
        app.add_directive(function.__name__.replace("_", "-"), _directive(function))
    app.add_directive("api", Api)
    app.connect("autodoc-process-docstring", docstrings.process)
    app.connect("autodoc-process-signature", docstrings.signature)
    app.sections = []
    app.connect("doctree-read", search_excerpts.read)
    app.connect("build-finished", search_excerpts.write)
    app.connect("build-finished", for_assistants.write)
    app.connect("build-finished", sidebar.name_landmarks)
    app.connect("html-page-context", sidebar.before, priority=100)
    app.connect("html-page-context", sidebar.after, priority=900)
    return {"parallel_read_safe": False, "parallel_write_safe": True}
