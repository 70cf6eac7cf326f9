"""The paragraphs of a document: plain text, a web page, or a Word document."""

import io
import re
import zipfile
from html.parser import HTMLParser

from accord._read.door.given import ZIP, File, Head, archived, broken
from accord._read.door.read_options import Options
from accord._read.text.xml_text import local, parse_xml
from accord.errors import DataError

BODY = "word/document.xml"
_HEAD = 1 << 18  # bytes: Word writes much about fonts before the first words
_BLOCKS = {"p", "div", "li", "tr", "td", "th", "br", "pre", "blockquote", "body", "html", "table"}
_BLOCKS |= {f"h{level}" for level in range(1, 7)}
_WRITTEN = {"t": None, "tab": "\t", "br": "\n", "cr": "\n"}  # of Word; "t" holds its text
_HIDDEN = {"script", "style", "title"}
_PAGE = re.compile(r"\s*(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html)\b", re.I | re.S)


def document_lines(file: File, options: Options) -> list[str]:
    """The lines of a text, or the paragraphs of a web page or a Word document."""
    if file.load(4) == ZIP:
        parts = {part.name: part for part in archived(file, options.limits)}
        if BODY not in parts:
            raise DataError(f"{file.name}: not a Word document, it has no member {BODY!r}")
        return _paragraphs(parts[BODY].raw(), f"{file.name}: {BODY}", options)
    text, _ = file.text(options.encoding)
    return lines_of_page(text) if _PAGE.match(text) else text.splitlines()


def beginning(head: Head) -> list[str]:
    """The first lines of a document, as far as they tell what it is."""
    if not head.raw.startswith(ZIP):
        return lines_of_page(head.text) if _PAGE.match(head.text) else head.text.splitlines()
    try:
        with zipfile.ZipFile(io.BytesIO(head.file.raw())) as packed, packed.open(BODY) as stream:
            start = stream.read(_HEAD).decode("utf-8", "replace")
    except broken():
        return []
    return lines_of_page(re.sub(r"<(/?)w:", r"<\1", start))


def _paragraphs(raw: bytes, source: str, options: Options) -> list[str]:
    paragraphs = []
    for node in parse_xml(raw, source, options.limits).iter():
        if local(node.tag) != "p":
            continue
        inside = (part for part in node.iter() if local(part.tag) in _WRITTEN)
        text = "".join(_WRITTEN[local(part.tag)] or part.text or "" for part in inside)
        paragraphs += text.split("\n")
    return paragraphs


def lines_of_page(text: str) -> list[str]:
    """The lines that a browser shows of a web page, white space made one space.

    >>> lines_of_page("<p>A &lt;b&gt;\\n c</p><p>d<br>e")
    ['A <b> c', 'd', 'e']
    """
    page = _Page(convert_charrefs=True)
    page.feed(text)
    page.close()
    lines = (" ".join(line.split()) for line in "".join(page.shown).split("\n"))
    return [line for line in lines if line]


class _Page(HTMLParser):
    """Collects what a page shows."""

    def __init__(self, *, convert_charrefs: bool) -> None:
        super().__init__(convert_charrefs=convert_charrefs)
        self.shown: list[str] = []
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A block begins a line."""
        self.hidden += tag in _HIDDEN
        if tag in _BLOCKS:
            self.shown.append("\n")

    def handle_endtag(self, tag: str) -> None:
        """A block ends a line."""
        self.hidden = max(0, self.hidden - (tag in _HIDDEN))
        if tag in _BLOCKS:
            self.shown.append("\n")

    def handle_data(self, data: str) -> None:
        """Text is shown, apart from scripts and styles; a line break in it is a space."""
        if not self.hidden:
            self.shown.append(data.replace("\n", " "))
