"""Penn Treebank brackets: constituent trees, on one line each or over several lines.

    ( (S (NP-SBJ (PRP We)) (VP (VBP read) (NP (-NONE- *T*-1)))) )

Layers: "tree", the constituents of each sentence; "tag", the part of speech of each word. Empty
elements and function tags do not count. Sentences are named by `# sent_id = …` or `# ID …` before
them, else numbered; lines between trees that begin with #, ; or *x* are comments. Coders must have
the same words.
"""

import re
from collections.abc import Iterator

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord.errors import DataError
from accord.kinds.trees.parts import Constituents

_NAMED = re.compile(r"#\s*(?:sent_id\s*=|ID[\s=:])\s*(\S.*)")
_COMMENT = ("#", ";", "*x*")  # the last frames the licence of the Penn Treebank 2 release


def read_ptb(file: File, options: Options) -> Marks:
    """Read constituent trees."""
    marks = Marks(file.name, main="tree")
    marks.saw(None, None)
    text = file.text(options.encoding)[0].replace("\r\n", "\n")
    words: list[str] = []
    chunks = list(_chunks(text, file.name, whole=True))
    if text.count("(") != text.count(")"):  # find where: a tree begins at the margin
        chunks = list(_chunks(text, file.name, whole=False))

    def add(chunk: tuple[str, int, str]) -> None:
        name, line, brackets = chunk
        marks.rows += 1
        where = f"{file.name}:{line}"
        try:
            tree = Constituents.parsed(brackets)
        except DataError as error:
            raise DataError(f"{where}: sentence {name!r}: {error}") from None
        words.extend(tree.words)
        marks.label(None, None, "tree", tree, where, item=name)
        for at, tag in enumerate(tree.tags, start=1):
            if tag:
                marks.label(None, None, "tag", tag, where, item=f"{name}/{at}")
        marks.about.setdefault("sentence", {})[name] = " ".join(tree.words)

    marks.each(chunks, add)
    marks.words[None] = words
    if not chunks:
        raise DataError(f"{file.name}: no tree in the file")
    return marks


def _chunks(text: str, source: str, *, whole: bool) -> Iterator[tuple[str, int, str]]:
    """The name, first line and text of each tree. A tree ends where its brackets are closed; where
    some are not (`whole` is False), also before a bracket that opens at the margin."""
    number = depth = first = 0
    name = ""
    held: list[str] = []
    for line, row in enumerate(text.split("\n"), start=1):
        if not depth and not row.startswith("("):
            bare = row.strip()
            if not bare or bare.startswith(_COMMENT):
                named = _NAMED.match(bare)
                name = named[1].strip() if named else name
                continue
            if not bare.startswith("("):
                raise DataError(f"{source}:{line}: {bare[:40]!r} is outside all brackets")
        if not whole and depth and row.startswith("("):
            yield name or str(number), first, "\n".join(held)
            depth, name, held = 0, "", []
        for part in _at_top(row, depth):
            if not held:
                number, first = number + 1, line
            held.append(part)
            depth = max(0, depth + part.count("(") - part.count(")"))
            if not depth:
                yield name or str(number), first, "\n".join(held)
                name, held = "", []
    if held:
        yield name or str(number), first, "\n".join(held)


def _at_top(row: str, depth: int) -> Iterator[str]:
    """A line, cut after every bracket that closes a tree."""
    begin = 0
    for bracket in re.finditer(r"[()]", row):
        depth += 1 if bracket[0] == "(" else -1
        if depth == 0:
            yield row[begin : bracket.end()]
            begin = bracket.end()
        depth = max(depth, 0)
    if row[begin:].strip() or (begin == 0 and not row.strip() and depth):
        yield row[begin:]
