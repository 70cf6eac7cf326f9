"""llms.txt beside the book: what accord is and where each page stands, for programs that read."""

from pathlib import Path
from typing import Any

from docutils import nodes

from accord.serve.assistants import INSTRUCTIONS

FIRST = ("five-minutes", "choose", "ways-in", "guides/assistants", "measures", "commands")
"""What a program should read first, in this order; all other pages follow by name."""


def write(app: Any, error: Exception | None) -> None:
    """Write the list of pages, each with its first sentence, where a book was made."""
    if error is None and app.builder.format == "html":
        Path(app.outdir, "llms.txt").write_text(text(app), "utf-8", newline="\n")


def text(app: Any) -> str:
    """The file: a heading, how to use accord, and a line for each page."""
    pages = sorted(app.env.found_docs - {app.config.root_doc}, key=_rank)
    lines = [
        f"# accord {app.config.release}",
        "",
        f"> {_first_sentence(app, app.config.root_doc)}",
        "",
        INSTRUCTIONS,
        "",
        "## Pages",
        "",
    ]
    for page in pages:
        title = app.env.titles[page].astext()
        link = app.builder.get_target_uri(page)
        lines.append(f"- [{title}]({link}): {_first_sentence(app, page)}".rstrip(": "))
    return "\n".join(lines) + "\n"


def _rank(page: str) -> tuple[int, str]:
    return (FIRST.index(page) if page in FIRST else len(FIRST), page)


def _first_sentence(app: Any, page: str) -> str:
    """The first sentence of the first paragraph; none where a page begins with a table."""
    first = next(iter(app.env.get_doctree(page).findall(nodes.paragraph)), None)
    if first is None:
        return ""
    said, full, _ = " ".join(first.astext().split()).partition(". ")
    return said + "." if full else said
