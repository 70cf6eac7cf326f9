"""Rhetorical structures: .rs3 and .rs4 (RSTTool, rstWeb), .dis (RST Discourse Treebank).

The item is the document, its category the structure. In .rs3 a satellite points to its nucleus, and
the two make the span that the nucleus points to; where there is no such span, it is made. Several
satellites of a nucleus lie in one span. Spans that are interrupted are read as covering the gap.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.text.json_values import as_list, as_text
from accord._read.text.xml_text import xml_of
from accord.errors import DataError
from accord.kinds.trees.discourse import Discourse
from accord.model.showing import counted

# Spans within each other: functions here call themselves for each, which Python ends at 1,000.
DEEPEST_NESTING = 200


@dataclass(slots=True)
class Draft:
    """A span while it is built: its units, its role, what it holds."""

    units: set[int]
    nuclearity: str = ""
    relation: str = ""
    inner: list["Draft"] = field(default_factory=list)


RelationKinds = dict[
    str, set[str]
]  # name of a relation → "rst" (one nucleus), "several nuclei", or both


@dataclass(slots=True)
class _Node:
    """A segment or group of .rs3."""

    name: str
    parent: str
    relation: str
    kind: str
    where: str
    unit: int = -1
    below: list["_Node"] = field(default_factory=list)


def read_rs3(file: File, options: Options) -> Marks:
    """Read a structure of segments and groups."""
    root = xml_of(file, options)
    marks = Marks(file.name, main="tree")
    marks.rows = 1
    kinds: dict[str, set[str]] = {}
    for rel in root.iter("rel"):
        kind = "rst" if (rel.get("type") or "").strip() == "rst" else "several nuclei"
        kinds.setdefault((rel.get("name") or "").strip(), set()).add(kind)
    nodes, texts = _nodes(root, file.name)
    if not texts:
        raise DataError(f"{file.name}: no segment in the file")
    for tag, what in (("secedge", "secondary edge"), ("signal", "signal")):
        marks.drop(what, "", sum(1 for _ in root.iter(tag)))
    tops = _linked(nodes, file.name)
    _check_depth(tops, file.name)
    drafts = [_full(node, kinds) for node in tops]
    return _filed([one for one in drafts if one is not None], texts, file.name, marks)


def _nodes(root: Any, source: str) -> tuple[dict[str, _Node], list[str]]:
    nodes: dict[str, _Node] = {}
    texts: list[str] = []
    for element in root.iter():
        if element.tag not in ("segment", "group"):
            continue
        where = f"{source}:{element.line}"
        name = element.get("id")
        if not name or name in nodes:
            why = f"{name!r} is there already" if name else "has no id"
            raise DataError(f"{where}: {element.tag} {why}")
        node = _Node(
            name,
            (element.get("parent") or "").strip(),
            (element.get("relname") or "").strip(),
            (element.get("type") or "").strip() if element.tag == "group" else "segment",
            where,
        )
        if element.tag == "segment":
            node.unit = len(texts)
            texts.append(" ".join("".join(element.itertext()).split()))
        nodes[name] = node
    return nodes, texts


def _linked(nodes: dict[str, _Node], source: str) -> list[_Node]:
    """The nodes at the top, each with those below it; DataError where parents go in a circle."""
    tops = []
    for node in nodes.values():
        if not node.parent:
            tops.append(node)
        elif node.parent not in nodes:
            raise DataError(f"{node.where}: parent {node.parent!r} is not in the file")
        else:
            nodes[node.parent].below.append(node)
    reached, todo = 0, list(tops)
    while todo:
        reached += 1
        todo += todo.pop().below
    if reached < len(nodes):
        raise DataError(f"{source}: {counted(len(nodes) - reached, 'node')} in a circle of parents")
    return tops


def _check_depth(tops: list[_Node], source: str) -> None:
    level, depth = tops, 0
    while level:
        depth += 1
        if depth > DEEPEST_NESTING:
            raise DataError(f"{source}: more than {DEEPEST_NESTING} spans within each other")
        level = [below for node in level for below in node.below]


def _full(node: _Node, kinds: RelationKinds) -> Draft | None:
    """A node with its satellites; None for a group that holds nothing."""
    inside, around = _split(node, kinds)
    own = _own(node, inside, kinds)
    drafts = [(child, _full(child, kinds)) for child in around]
    satellites = [(child, part) for child, part in drafts if part is not None]
    if own is None and satellites:
        raise DataError(f"{node.where}: group {node.name!r} has satellites and no nucleus")
    if own is None or not satellites:
        return own
    own.nuclearity, own.relation = "N", "span"
    parts = [own]
    for child, part in satellites:
        part.nuclearity, part.relation = "S", child.relation
        parts.append(part)
    return _over(parts)


def _split(node: _Node, kinds: RelationKinds) -> tuple[list[_Node], list[_Node]]:
    """What lies within a node, and its satellites. A name that is of both kinds, or of none, is
    that of nuclei where two have it."""
    if node.kind == "segment":
        return [], node.below
    often: dict[str, int] = {}
    for child in node.below:
        often[child.relation] = often.get(child.relation, 0) + 1
    inside = [
        child
        for child in node.below
        if child.relation == "span"
        or (
            node.kind != "span"
            and kinds.get(child.relation) != {"rst"}
            and (kinds.get(child.relation) == {"several nuclei"} or often[child.relation] > 1)
        )
    ]
    names = {id(child) for child in inside}
    return inside, [child for child in node.below if id(child) not in names]


def _own(node: _Node, inside: list[_Node], kinds: RelationKinds) -> Draft | None:
    """A node without its satellites."""
    if node.unit >= 0:
        return Draft({node.unit})
    parts = []
    for child in inside:
        part = _full(child, kinds)
        if part is not None:
            part.nuclearity, part.relation = "N", child.relation
            parts.append(part)
    if len(parts) > 1:
        return _over(parts)
    return parts[0] if parts else None


def _over(parts: list[Draft]) -> Draft:
    """The span over others, in the order of the text."""
    units = set().union(*(part.units for part in parts))
    return Draft(units, inner=sorted(parts, key=lambda part: (min(part.units), -max(part.units))))


def _filed(tops: list[Draft], texts: list[str], source: str, marks: Marks) -> Marks:
    for top in tops:
        top.nuclearity = top.relation = ""
    rows, gaps = [], 0
    for depth, part in _walk(sorted(tops, key=lambda top: min(top.units))):
        begin, end = min(part.units), max(part.units) + 1
        gaps += end - begin != len(part.units)
        rows.append((depth, begin, end, part.nuclearity, part.relation))
    if len(tops) > 1:
        marks.notes.append(f"{source}: {len(tops)} parts of the text are not joined")
    if gaps:
        marks.notes.append(f"{source}: {counted(gaps, 'interrupted span')} read with the gap")
    tree = Discourse.of(rows, len(texts), texts)
    marks.label(None, None, "tree", tree, source)
    return marks


def _walk(tops: list[Draft]) -> Iterator[tuple[int, Draft]]:
    todo = [(0, top) for top in reversed(tops)]
    while todo:
        depth, part = todo.pop()
        yield depth, part
        todo += [(depth + 1, inner) for inner in reversed(part.inner)]


# A text is quoted by _! and may hold brackets, as wsj_0602 does; // begins a comment.
_DIS = re.compile(r"\(|\)|_!(.*?)_!|(//[^\n]*)|([^\s()]+)", re.DOTALL)


def read_dis(file: File, options: Options) -> Marks:
    """Read a structure of the RST Discourse Treebank."""
    marks = Marks(file.name, main="tree")
    marks.rows = 1
    text = file.text(options.encoding)[0]
    top: list[Any] | None = None
    stack: list[list[Any]] = []
    for token in _DIS.finditer(text):
        where = f"{file.name}:{text.count(chr(10), 0, token.start()) + 1}" if not stack else ""
        if token[0] == "(":
            if not stack and top is not None:
                raise DataError(f"{where}: a second structure; a file can have only one")
            stack.append([])
            if len(stack) > DEEPEST_NESTING:
                raise DataError(
                    f"{file.name}: more than {DEEPEST_NESTING} brackets within each other"
                )
        elif token[0] == ")":
            if not stack:
                raise DataError(f"{where}: a bracket is closed that was not opened")
            done = stack.pop()
            if stack:
                stack[-1].append(done)
            else:
                top = done
        elif not token[2] and stack:
            stack[-1].append(token[1] if token[1] is not None else token[3])
    if stack or top is None:
        raise DataError(f"{file.name}: {counted(len(stack), 'bracket')} not closed")
    texts: dict[int, str] = {}
    draft = _dis_part(top, texts, file.name)
    if sorted(texts) != list(range(len(texts))):
        raise DataError(f"{file.name}: the leaves are not numbered 1, 2, 3 …")
    return _filed([draft], [texts[at] for at in sorted(texts)], file.name, marks)


def _begun(node: Any) -> str:
    """The word that a bracket begins with, "" for what is no such bracket."""
    parts = as_list(node)
    return (as_text(parts[0]) or "") if parts else ""


def _dis_part(node: list[Any], texts: dict[int, str], source: str) -> Draft:
    """A bracket of .dis: ( Nucleus (leaf 1) (rel2par span) (text _!…_!) ), or with spans inside."""
    role = _begun(node)
    if role not in ("Root", "Nucleus", "Satellite"):
        raise DataError(f"{source}: a bracket {role!r}; expected Root, Nucleus or Satellite")
    facts: dict[str, list[Any]] = {}
    inner = []
    for part in node[1:]:
        kind = _begun(part)
        if not kind:
            raise DataError(f"{source}: {part!r} in a {role}; expected (span …), (leaf …), …")
        if kind in ("Nucleus", "Satellite"):
            inner.append(_dis_part(part, texts, source))
        elif kind in ("span", "leaf", "rel2par", "text"):
            facts[kind] = part[1:]
        else:
            raise DataError(f"{source}: a bracket {kind!r}; expected Nucleus or Satellite")
    relation = str((facts.get("rel2par") or [""])[0])
    nuclearity = {"Nucleus": "N", "Satellite": "S"}.get(role, "")
    if inner:
        draft = inner[0] if len(inner) == 1 else _over(inner)
        draft.nuclearity, draft.relation = nuclearity, relation
        return draft
    number = str((facts.get("leaf") or [""])[0])
    # Nine digits are more units than any text has, and Python makes no number of thousands.
    if not number.isdecimal() or len(number) > 9 or int(number) - 1 in texts:
        raise DataError(f"{source}: leaf {number!r}; expected a number of its own")
    texts[int(number) - 1] = " ".join(" ".join(map(str, facts.get("text") or [""])).split())
    return Draft({int(number) - 1}, nuclearity, relation)
