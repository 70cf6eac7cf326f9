"""XML from strangers: no entities, no external references, no endless nesting."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from accord._read.door.given import File
from accord._read.door.read_options import Limits, Options
from accord.errors import DataError

# GATE declares XML 1.1, which expat does not know; what it writes is XML 1.0.
_VERSION_11 = re.compile(rb"^(\xef\xbb\xbf)?(\s*<\?xml[^>]{0,40}version\s*=\s*['\"])1\.1")


_HANDLERS = (
    "StartElementHandler",
    "EndElementHandler",
    "CharacterDataHandler",
    "EntityDeclHandler",
    "UnparsedEntityDeclHandler",
    "ExternalEntityRefHandler",
    "SkippedEntityHandler",
    "AttlistDeclHandler",
)


class XmlNode(Element):
    """An element that knows its line."""

    __slots__ = ("line",)
    line: int


class _RefusedError(Exception):
    """Raised inside the parser's callbacks: what was found."""


def parse_xml(raw: bytes, source: str, limits: Limits) -> XmlNode:
    """The root of an XML file; names in namespaces are written {uri}name.

    Entity declarations are refused, so there is nothing to expand and nothing to fetch. XML
    1.1, which GATE writes and expat does not know, is read as 1.0.
    """
    raw = _VERSION_11.sub(rb"\g<1>\g<2>1.0", raw, count=1)
    builder = TreeBuilder(element_factory=XmlNode)
    parser = expat.ParserCreate(namespace_separator="}")
    parser.buffer_text = True
    depth, names = 0, _Qualified()

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > limits.depth:
            limits.check("depth", depth, f"{source}:{parser.CurrentLineNumber}", "XML nesting")
        qualified = {names[key]: value for key, value in attributes.items()}
        node: Any = builder.start(names[name], qualified)
        node.line = parser.CurrentLineNumber

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(names[name])

    def entity(name: str, *_: Any) -> None:
        raise _RefusedError(f"declares the entity {name!r}")

    def external(*_: Any) -> int:
        raise _RefusedError("refers to an external entity")

    def default(element: str, attribute: str, _: str, value: str | None, *__: Any) -> None:
        if value is not None:
            raise _RefusedError(f"declares a default of the attribute {attribute!r:.40}")

    # Defaults of attributes, too, come from a declaration: many elements could be made long by it.
    parser.AttlistDeclHandler = default
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = entity
    parser.UnparsedEntityDeclHandler = entity
    parser.ExternalEntityRefHandler = external
    parser.SkippedEntityHandler = external
    try:
        parser.Parse(raw, True)
        root: Any = builder.close()
    except _RefusedError as error:
        raise DataError(
            f"{source}:{parser.CurrentLineNumber}: {error}; these are refused (they can read "
            "files and fill the memory): save the file without them"
        ) from None
    except expat.ExpatError as error:
        raise DataError(
            f"{source}:{error.lineno}: not well-formed XML ({expat.ErrorString(error.code)})"
        ) from None
    except DataError:  # nested too deep, already told
        raise
    except (LookupError, ValueError, AssertionError) as error:
        line = parser.CurrentLineNumber
        raise DataError(f"{source}:{line}: XML cannot be decoded ({error})") from None
    finally:  # the parser holds the handlers, and they the parser and the tree
        for handler in _HANDLERS:
            setattr(parser, handler, None)
    node: XmlNode = root
    return node


def xml_of(file: File, options: Options) -> XmlNode:
    """The root of the XML that a file is."""
    return parse_xml(file.raw(), file.name, options.limits)


def all_of(node: Element, kind: str) -> Iterator[Element]:
    """The elements of one name within another, in whatever namespace."""
    return (inner for inner in node.iter() if local(inner.tag) == kind)


def children_of(node: Element, kind: str) -> list[Element]:
    """The children of one name, in whatever namespace."""
    return [child for child in node if local(child.tag) == kind]


def local(name: str) -> str:
    """The name of an element or attribute without its namespace."""
    return name.rpartition("}")[2]


def content(node: "Element | None") -> str:
    """All text in an element, without its tags."""
    return "" if node is None else "".join(node.itertext())


def place(node: Element, source: str) -> str:
    """Where an element stands."""
    return f"{source}:{getattr(node, 'line', 0)}"


class _Qualified(dict[str, str]):
    """Names as expat has them → as they are written here; a file has few, and uses them often."""

    def __missing__(self, name: str) -> str:
        written = self[name] = "{" + name if "}" in name else name
        return written
