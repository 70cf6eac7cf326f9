"""CoNLL-2012 and CorefUD behind the common door: chains by token, one file for each coder."""

from collections.abc import Callable
from typing import Any

from accord.read.door.chain_files import Parser
from accord.read.door.files import File
from accord.read.door.marks import Format, Head, Mark, Marks, Options
from accord.read.formats import conll2012, corefud


def _reader(parse: Parser, note: str = "") -> Callable[[File, Options], Marks]:
    def read(file: File, options: Options) -> Marks:
        text, _ = file.text(options.encoding)
        marks = Marks(file.name, notes=[note] if note else [])
        for name, document in parse(text, file.name).items():
            title = str(name)
            marks.saw(title, None)
            marks.words[title] = [""] * document.words
            marks.rows += len(document.chains) + len(document.repeated)
            if document.repeated:
                marks.drop("mentions that stand in a chain already", len(document.repeated))
            mention: Any
            for mention, chain in document.chains.items():
                spans = mention if isinstance(mention[0], tuple) else (mention,)
                marks.marks.append(
                    Mark(
                        title,
                        None,
                        "coreference",
                        None,
                        file.name,
                        spans[0][0],
                        spans[-1][1],
                        spans if len(spans) > 1 else (),
                        None,
                        chain,
                    )
                )
        return marks

    return read


def sniff_conll2012(head: Head) -> bool:
    """A first line that begins a document."""
    return head.start[:40].lower().startswith(("#begin document", "# begin document"))


def sniff_corefud(head: Head) -> bool:
    """CoNLL-U that declares its entities."""
    return head.start[:1] == "#" and "\n# global.Entity" in f"\n{head.text[:20_000]}"


CONLL2012 = Format(
    "conll2012",
    "CoNLL-2012 coreference",
    sniff_conll2012,
    _reader(conll2012.parse, "CoNLL-2012 files leave out chains of one by convention"),
    coder="either",
)
COREFUD = Format(
    "corefud", "CorefUD coreference", sniff_corefud, _reader(corefud.parse), coder="either"
)
