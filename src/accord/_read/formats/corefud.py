"""CorefUD: CoNLL-U with mentions as brackets in `Entity=` of the last column.

    # newdoc id = d1
    # global.Entity = eid-etype-head-other
    1  The    …  Entity=(e1-person-2-
    2  queen  …  Entity=e1)
    3  came   …  _

Mentions are spans of word numbers, counted from 0 through the document; discontinuous
mentions (`e1[1/2]`) are several spans; heads are read, for matching by head. An empty node
(`5.1`) lies in the tail of the word it follows: the k-th at [w + 1 − 2^−k, w + 1 − 2^−k−1),
so that coders may differ in empty nodes. Multiword tokens (`1-2`) are not words.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.chain_brackets import BRACKETS, Brackets, MarkedDocument, chain_marks
from accord._read.formats.conllu import LAYERS, read_conllu
from accord.errors import DataError, Setting
from accord.model.showing import counted

_NEWDOC = re.compile(r"#\s*newdoc(?:\s+id\s*=\s*(\S.*))?$")
_FIELDS = re.compile(r"#\s*global\.Entity\s*=\s*(\S+)")
_PART = re.compile(r"(.*)\[(\d+)/(\d+)\]$")


@dataclass(slots=True)
class _State:
    """Where the parser stands in one document."""

    document: MarkedDocument
    brackets: Brackets
    nodes: list[tuple[float, float]] = field(default_factory=list)
    empty: int = 0
    parts: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    about: dict[str, str] = field(default_factory=dict)


def read_corefud(file: File, options: Options) -> Marks:
    """Read the coreference chains of one coder; or another layer, as CoNLL-U has them."""
    if options.layer in (*LAYERS, "arc"):
        return read_conllu(file, options)
    text, _ = file.text(options.encoding)
    marks = chain_marks(file.name, _parse(text, file.name))
    filled = _filled(text)
    if filled:
        others = ", ".join(f"{layer} ({counted(n, 'token')})" for layer, n in filled.items())
        marks.notes.append(f"there are also the layers {others}; choose with {Setting('layer')}")
    return marks


def _filled(text: str) -> dict[str, int]:
    """Layer of CoNLL-U → how many tokens have something in its column."""
    columns = zip(
        *(c for c in (row.split("\t") for row in text.splitlines()) if len(c) == 10), strict=True
    )
    cells = [[cell for cell in column if cell.strip() != "_"] for column in columns]
    filled = {layer: len(cells[at]) for layer, at in LAYERS.items()} if cells else {}
    if cells:  # Entity is the coreference itself
        filled["misc"] = sum(not m.startswith("Entity=") or "|" in m for m in cells[9])
    return {layer: n for layer, n in filled.items() if n}


def _parse(text: str, source: str) -> dict[str, MarkedDocument]:
    """The documents of one CorefUD file."""
    documents: dict[str, MarkedDocument] = {}
    names = ["eid", "etype", "head", "other"]  # what CorefUD 1.0 has where no line says it
    state: _State | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if found := _NEWDOC.match(line.rstrip()):
            if state is not None:
                state.brackets.check_closed()
            state = _begun(documents, found[1], source, number)
        elif found := _FIELDS.match(line):
            names = found[1].split("-")
        elif line.strip() and not line.startswith("#"):
            state = state or _begun(documents, None, source, number)
            _node(line, number, state, names)
    if state is not None:
        state.brackets.check_closed()
    return documents


def _begun(
    documents: dict[str, MarkedDocument], name: str | None, source: str, line: int
) -> _State:
    # A document without a name is called by its number: file names differ between coders.
    called = name or str(len(documents) + 1)
    if called in documents:
        raise DataError(f"{source}:{line}: document {called!r} occurs twice")
    documents[called] = MarkedDocument()
    return _State(documents[called], Brackets(source))


def _node(line: str, number: int, state: _State, names: list[str]) -> None:
    cells = line.split("\t")
    if len(cells) != 10:
        raise DataError(
            f"{state.brackets.source}:{number}: {len(cells)} columns; CoNLL-U has 10, separated "
            "by tabs"
        )
    if "-" in cells[0]:
        return
    if "." in cells[0]:
        state.empty += 1
        end = state.document.words
        state.nodes.append((end - 0.5**state.empty, end - 0.5 ** (state.empty + 1)))
    else:
        state.nodes.append((state.document.words, state.document.words + 1))
        state.document.words += 1
        state.empty = 0
    for attribute in cells[9].strip().split("|"):
        key, _, value = attribute.partition("=")
        if key == "Entity":
            _mentions(value, number, state, names)


def _mentions(value: str, number: int, state: _State, names: list[str]) -> None:
    for opening, name, closing in BRACKETS.findall(value):
        if not opening and not closing:
            raise DataError(
                f"{state.brackets.source}:{number}: Entity={value} is not bracketed; expected "
                "(e1-…, e1) or both"
            )
        fields = name.split("-")
        # A closing bracket has the eid alone, an opening one all fields.
        at = names.index("eid") if opening and "eid" in names else 0
        identity = fields[at] if at < len(fields) else fields[0]
        if opening:
            state.brackets.begin(identity, len(state.nodes) - 1, number, name)
        if closing:
            begin, about = state.brackets.end(identity, number)
            _close(identity, (begin, len(state.nodes)), about, number, state, names)


def _close(
    identity: str, nodes: tuple[int, int], about: str, number: int, state: _State, names: list[str]
) -> None:
    chain, spans = identity, [nodes]
    if part := _PART.match(identity):
        chain = part[1]
        spans = state.parts.setdefault(chain, [])
        spans.append(nodes)
        if part[2] == "1":
            state.about[chain] = about
        if part[2] != part[3]:
            return
        about = state.about.pop(chain, about)
        del state.parts[chain]
    words = [state.nodes[at] for begin, end in spans for at in range(begin, end)]
    mention: Any = [(state.nodes[begin][0], state.nodes[end - 1][1]) for begin, end in spans]
    place = f"{state.brackets.source}:{number}"
    state.document.add(mention, chain, place, _head(about, names, words))


def _head(about: str, names: list[str], words: list[tuple[float, float]]) -> float | None:
    """The position of the head, from its number within the mention; alone it is the word."""
    fields = about.split("-")
    if "head" in names and names.index("head") < len(fields):
        first = fields[names.index("head")].split(",")[0]
        # Python refuses to make numbers of thousands of digits, which a stranger may write.
        if first.isdecimal() and len(first) < 16 and 1 <= int(first) <= len(words):
            return words[int(first) - 1][0]
    return words[0][0] if len(words) == 1 else None
