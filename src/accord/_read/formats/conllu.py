"""CoNLL-U, CoNLL-X and CoNLL-2006: ten columns a token, separated by tabs.

Layers label tokens: lemma, upos (the coarse tag), xpos, feats, deprel, head, deps (enhanced
dependencies), misc, and "arc", head and relation together. The layer "tree" holds the whole
dependency tree of each sentence, "enhanced" the graph of its enhanced dependencies, with empty
nodes. Coders must have the same tokens. Where they differ more often in heads and relations than
in coarse tags, which many treebanks were given, trees are read, else tags.
Coreference in MISC is read by the format corefud. Discourse dependencies (.rsd) have the same
columns: their rows are discourse units, head and deprel are the layers.
"""

import re
from collections.abc import Hashable
from typing import Any

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord.errors import DataError
from accord.kinds.graphs.parts import Graph
from accord.kinds.trees.parts import Dependencies, circles_in
from accord.words.said import said

_NAMES = ["lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc"]
LAYERS = {name: column for column, name in enumerate(_NAMES, start=2)}
_SENTENCE = re.compile(r"#\s*sent_id\s*=\s*(\S.*)")


def sniff_conllu(head: Head) -> bool:
    """Ten columns separated by tabs, the first a number."""
    if head.file.suffix == ".conllu":
        return True
    line = next((s for s in head.lines if s.strip() and not s.startswith("#")), "")
    return line.count("\t") == 9 and line[:1].isdecimal()


def read_conllu(file: File, options: Options) -> Marks:
    """Read tokens with their ten columns."""
    discourse = file.suffix == ".rsd"
    marks = Marks(file.name, main="arc" if discourse else "upos")
    marks.rather = None if discourse else ("tree", "arc")
    if discourse:
        marks.notes.append("discourse dependencies (.rsd): the items are discourse units")
    marks.saw(None, None)
    sentence, number, words = "", 0, []
    rows: dict[str, list[tuple[list[str], str]]] = {}
    enhanced: dict[str, list[tuple[list[str], str]]] = {}
    forms: dict[str | None, Any] = marks.about.setdefault("form", {})
    begun = False
    for line, text in enumerate(file.text(options.encoding)[0].split("\n"), start=1):
        row = text.rstrip("\r")
        if found := _SENTENCE.match(row.rstrip()):
            sentence, begun = found[1], True
        elif not row.strip():
            sentence, begun = "", False
        elif not row.startswith("#"):
            if not begun:  # a sentence without sent_id is called by its number among such
                number, begun = number + 1, True
                sentence = str(number)
            cells = row.split("\t")
            where = f"{file.name}:{line}"
            if len(cells) != 10:
                raise DataError(
                    f"{where}: {len(cells)} columns, expected 10 with tabs between them"
                )
            if not cells[0].isdecimal():
                if "." not in cells[0]:
                    marks.drop("multiword token line")
                elif cells[8] == "_":
                    marks.drop("empty node")
                else:  # which enhanced dependencies have, and no other layer
                    enhanced.setdefault(sentence, []).append((cells, where))
                continue
            enhanced.setdefault(sentence, []).append((cells, where))
            words.append(cells[1])
            forms[f"{sentence}/{cells[0]}"] = cells[1]
            rows.setdefault(sentence, []).append((cells, where))
            _token(cells, f"{sentence}/{cells[0]}", where, marks)
    marks.each(rows.items(), lambda sentence: _tree(*sentence, marks))
    _note_circles(marks)
    marks.each(enhanced.items(), lambda sentence: _graph(*sentence, marks))
    marks.words[None] = words
    if not words:
        raise DataError(f"{file.name}: no token in the file")
    return marks


def _token(cells: list[str], item: str, where: str, marks: Marks) -> None:
    marks.rows += 1
    for layer, column in LAYERS.items():
        if cells[column] != "_" or column == 2:  # "_" may itself be a lemma: that of an underscore
            marks.label(None, None, layer, cells[column], where, item=item)
    if cells[6] != "_":
        marks.label(None, None, "arc", f"{cells[6]} {cells[7]}", where, item=item)


def _tree(sentence: str, rows: list[tuple[list[str], str]], marks: Marks) -> None:
    """File the tree of a sentence; without heads there is none."""
    heads, (_, where) = [cells[6] for cells, _ in rows], rows[0]
    if "_" in heads:  # only tagged, not parsed
        return
    try:
        tree = Dependencies.of(
            [int(head) for head in heads],
            [cells[7] for cells, _ in rows],
            [cells[1] for cells, _ in rows],
            [cells[3] for cells, _ in rows],
            circles=True,
        )
    except ValueError as error:  # a DataError, or a head that is not a number
        raise DataError(f"{where}: sentence {sentence!r} is not a tree: {error}") from None
    marks.label(None, None, "tree", tree, where, item=sentence)
    marks.about.setdefault("sentence", {})[sentence] = " ".join(tree.words)


def _note_circles(marks: Marks) -> None:
    """Say how many sentences have heads that lead in a circle."""
    trees = [mark.value for mark in marks.marks if mark.layer == "tree"]
    odd = sum(bool(circles_in(tree.heads)) for tree in trees)  # type: ignore[attr-defined]
    if odd:
        marks.notes.append(said("read.heads-in-circles", n=odd, source=marks.source))


def _graph(sentence: str, rows: list[tuple[list[str], str]], marks: Marks) -> None:
    """File the enhanced dependencies of a sentence, from head to dependent; 0 is the root."""
    if all(cells[8] == "_" for cells, _ in rows):
        return
    nodes: dict[Hashable, str] = {"0": "root", **{cells[0]: cells[1] for cells, _ in rows}}
    edges: list[tuple[Hashable, str, Hashable]] = []
    for cells, where in rows:
        for part in cells[8].split("|") if cells[8] != "_" else ():
            head, colon, relation = part.partition(":")
            if not colon or head not in nodes:
                raise DataError(f"{where}: enhanced dependency {part!r}; expected head:relation")
            edges.append((head, relation, cells[0]))
    graph = Graph.of(nodes, edges, anchored=True, words=[cells[1] for cells, _ in rows])
    marks.label(None, None, "enhanced", graph, rows[0][1], item=sentence)
