"""AMR and other graphs in Penman notation; graphs are separated by empty lines.

    # ::id isi_0001.1
    # ::snt The boy wants to go.
    (w / want-01 :ARG0 (b / boy) :ARG1 (g / go-02 :ARG0 b))

The item is the graph, named by `::id`, else numbered. `:ARG0-of` is the reverse of `:ARG0`;
alignments (`~e.1`) are ignored. Several files are several coders.
"""

import re
from collections.abc import Iterator

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord.errors import DataError
from accord.kinds.graphs.parts import Graph

# Aligners (JAMR) write the sentence as ::tok, its tokens set apart; ::snt is the text itself.
_FACT = re.compile(r"::(id|snt|tok)\s+(.*?)(?=\s+::\w|$)")


def read_amr(file: File, options: Options) -> Marks:
    """Read graphs."""
    marks = Marks(file.name, main="graph")
    marks.saw(None, None)

    def add(block: tuple[str, str, int, str]) -> None:
        name, sentence, line, text = block
        where = f"{file.name}:{line}"
        marks.rows += 1
        try:
            graph = Graph.parsed(text, sentence.split())
        except DataError as error:
            raise DataError(f"{where}: graph {name!r}: {error}") from None
        marks.label(None, None, "graph", graph, where, item=name)
        if sentence:
            marks.about.setdefault("sentence", {})[name] = sentence

    blocks = list(_blocks(file.text(options.encoding)[0]))
    if not blocks:
        raise DataError(f"{file.name}: no graph in the file")
    marks.each(blocks, add)
    return marks


def _blocks(text: str) -> Iterator[tuple[str, str, int, str]]:
    """Name, sentence, first line and text of each graph; one ends at an empty line, or before a
    bracket or comment at the margin where its own brackets are closed."""
    number, name, sentence, first = 0, "", "", 0
    held: list[str] = []
    for line, row in enumerate([*text.split("\n"), ""], start=1):  # the empty one ends the last
        bare = row.strip()
        if held and (not bare or (row.startswith(("(", "#")) and _closed(held))):
            number += 1
            yield name or str(number), sentence, first, "\n".join(held)
            name, sentence, held = "", "", []
        if bare.startswith("#"):
            facts = dict(_FACT.findall(bare))
            name = facts.get("id", name).strip()
            sentence = facts.get("snt") or sentence or facts.get("tok") or ""
        elif bare:
            first = first if held else line
            held.append(row)


def _closed(held: list[str]) -> bool:
    """Whether all brackets are closed; those in quotation marks do not count."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", "\n".join(held))
    return bare.count("(") == bare.count(")")
