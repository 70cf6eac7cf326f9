"""CoNLL-2012 coreference: one token a line, chains as brackets in the last column.

    #begin document (bn/abc/0001); part 000
    bn/abc/0001  0  0  The     (12
    bn/abc/0001  0  1  queen   12)|(3)
    #end document

Mentions are spans of token numbers, counted from 0 through the document. Chains of one are
left out of such files by convention; names of chains are local to the file and do not matter.
"""

import re
from collections import Counter

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.chain_brackets import BRACKETS, Brackets, MarkedDocument, chain_marks
from accord.errors import DataError
from accord.model.showing import counted
from accord.words.said import said

_BEGIN = re.compile(r"#\s*begin document")
_NUMBERED = re.compile(r"part\s*(\d+)$")


def read_conll2012(file: File, options: Options) -> Marks:
    """Read the coreference chains of one coder."""
    text, _ = file.text(options.encoding)
    notes = [said("read.conll-2012-files-leave"), *_not_read(text)]
    return chain_marks(file.name, _parse(text, file.name), *notes)


def _not_read(text: str) -> list[str]:
    """What else the columns hold: parse, predicates with their arguments, named entities."""
    others: Counter[str] = Counter()
    for line in text.splitlines():
        cells = [] if line.startswith("#") else line.split()
        if len(cells) < 12:  # no more than words and chains: OntoNotes has eleven columns before
            continue
        others["part-of-speech tag"] += cells[4] not in ("-", "_")
        others["bracketed constituent"] += cells[5].count("(")
        others["predicate sense"] += cells[7] not in ("-", "_")
        others["named entity"] += cells[10].count("(")
        others["predicate argument"] += sum(cell.count("(") for cell in cells[11:-1])
    listed = ", ".join(counted(n, name) for name, n in others.items() if n)
    return [f"only coreference is read; not read: {listed}"] if listed else []


def _parse(text: str, source: str) -> dict[str, MarkedDocument]:
    """The documents of one CoNLL-2012 file."""
    documents: dict[str, MarkedDocument] = {}
    document, brackets = None, Brackets(source)
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith("#"):
            if begun := _BEGIN.match(line):
                name = _named(line[begun.end() :].strip())
                if name in documents:
                    raise DataError(f"{source}:{number}: document {name!r} occurs twice")
                document = documents[name] = MarkedDocument()
                brackets = Brackets(source)
            elif line.lower().startswith("#end document"):
                brackets.check_closed()
                document = None
        elif line.strip():
            if document is None:
                raise DataError(
                    f"{source}:{number}: a token before any '#begin document (…)'; CoNLL-2012 "
                    "files name their documents"
                )
            _token(line.split()[-1], number, document, brackets)
    if not documents:
        raise DataError(f"{source}: no '#begin document (…)' line; not a CoNLL-2012 file")
    brackets.check_closed()
    return documents


def _named(rest: str) -> str:
    """The name of a document, from what follows "begin document": (name); part 000."""
    last = rest.rpartition("part")[0] if (part := _NUMBERED.search(rest)) else rest
    name = last.rstrip().removesuffix(";").rstrip().removeprefix("(").removesuffix(")")
    return name if part is None else f"{name}; part {part[1]}"


def _token(cell: str, line: int, document: MarkedDocument, brackets: Brackets) -> None:
    at = document.words
    document.words += 1
    if cell in ("-", "_", "*"):  # nothing; OntoNotes' other columns have "*"
        return
    for opening, chain, closing in BRACKETS.findall(cell):
        if not opening and not closing:
            raise DataError(
                f"{brackets.source}:{line}: the last column is {cell!r}, expected brackets "
                "like (12, 12) or (12), or - where there are none"
            )
        if opening:
            brackets.begin(chain, at, line)
        if closing:
            begin, _ = brackets.end(chain, line)
            document.add((begin, at + 1), chain, f"{brackets.source}:{line}")
