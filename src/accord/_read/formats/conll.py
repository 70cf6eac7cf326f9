"""CoNLL columns: one token a line, its tags in columns, a blank line between sentences.

    -DOCSTART- -X- O O

    When       WRB  O
    Sebastian  NNP  B-PERSON
    Thrun      NNP  I-PERSON

Every column behind the token is a layer, called by its number, the last is the default. IOB1,
IOB2, BIOES and BILOU tags are spans counted in tokens; other tags are labels of tokens. A
sentence on one line, its tokens written as token|POS|tag, is read too. So is Datasaur's IOB, which
writes nothing where others write O.
"""

import re
from collections.abc import Iterator

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord.errors import DataError

_TAG = re.compile(r"(?:[BIESLUM])-(\S+)")  # BIOES has E and S, BILOU L and U, BMES M
_BARE = re.compile(r"[A-Z][A-Z_]{0,39}")
_HEAD = 8192  # letters that are looked at: some hundred tokens, several sentences
# A first token that begins as JSON, XML or a comment would, with its tag or none.
_BRACKET_FIRST = re.compile(r"[{\[<#]\S{0,40}\t(?:O|[BIESLUM]-\S{1,40}|[A-Z][A-Z_]{0,39})?\r?\n")
TokenRows = list[tuple[int, list[str]]]  # line and cells; none where a sentence ends


def sniff_conll(head: Head) -> bool:
    """A column of IOB tags, or a document that says it starts."""
    if head.start[:1] in ("{", "[", "<", "#") and not _BRACKET_FIRST.match(head.start):
        return False
    if head.text.startswith("-DOCSTART-") or head.file.suffix in (".iob", ".iob2", ".bio"):
        return True
    whole = head.text[:_HEAD].rpartition("\n")[0] or head.text  # the last line may be cut
    if _without_o(whole):
        return True
    rows = [row for _, row in _sentence_lines(whole) if row]
    tags = [row[-1] for row in rows if len(row) > 1]
    if not (len(tags) == len(rows) > 2 and len({len(row) for row in rows[:-1]}) == 1):
        return False
    if all(tag == "O" or _TAG.fullmatch(tag) for tag in tags[:-1]):
        # Twenty tokens, all of them O, are a text without spans, and no table of two columns.
        return any(tag != "O" for tag in tags) or (len(rows) > 20 and len(rows[0]) == 2)
    # Labels of tokens without IOB (EVENT, O), as LitBank has them: mostly nothing.
    return all(
        len(row) == 2 and re.fullmatch(r"[A-Z_]{1,20}", row[1]) for row in rows[:-1]
    ) and 2 * tags.count("O") >= len(tags)


def is_columns(text: str) -> bool:
    """Whether a text that is no JSON looks like tokens with their tags."""
    return _BRACKET_FIRST.match(text.lstrip()) is not None or _without_o(text)


def read_conll(file: File, options: Options) -> Marks:
    """Read tokens with their columns of tags."""
    marks = Marks(file.name)
    text = file.text(options.encoding)[0]
    if _without_o(text):
        documents: dict[str | None, TokenRows] = {None: _with_o(text, file.name, marks)}
    else:
        documents = _documents(text, file.name)
    for name, rows in documents.items():
        marks.saw(name, None)
        tokens = [(line, row) for line, row in rows if row]
        marks.rows += len(tokens)
        marks.words[name] = [row[0] for _, row in tokens]
        marks.extents[name] = (0, len(tokens))
        width = max((len(row) for _, row in tokens), default=0)
        for line, row in tokens:
            if len(row) != width:
                raise DataError(f"{file.name}:{line}: {len(row)} columns, other lines have {width}")
        for column in range(1, width):
            _column(rows, column, name, file.name, marks)
        marks.main = str(width)
    return marks


def _documents(text: str, source: str) -> dict[str | None, TokenRows]:
    """Rows by document; an empty row ends a sentence."""
    documents: list[TokenRows] = [[]]
    named = False
    for line, row in _sentence_lines(text):
        if row and row[0] == "-DOCSTART-":
            named = True
            if any(tokens for _, tokens in documents[-1]):
                documents.append([])
        elif not (len(row) == 1 and row[0].startswith("#")):  # "#" with a tag is a token
            documents[-1].append((line, row))
    if not any(tokens for _, tokens in documents[-1]):
        raise DataError(f"{source}: no token in the file")
    # The file names a document that it does not announce.
    return {str(n): r for n, r in enumerate(documents, start=1)} if named else {None: documents[0]}


def _sentence_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(text.split("\n"), start=1):
        cells = line.strip("\r\n").split("\t") if "\t" in line else line.split()
        pieces = [cell.split("|") for cell in line.split()]
        if len(pieces) > 1 and len({len(p) for p in pieces}) == 1 and len(pieces[0]) in (2, 3):
            yield from ((number, piece) for piece in pieces)
            yield number, []
        else:
            yield number, [cell.strip() for cell in cells] if line.strip() else []


def _without_o(text: str) -> bool:
    """Whether tokens outside of spans have an empty tag, or none: tabs, IOB tags, and no O."""
    rows = [line.rstrip("\r").split("\t") for line in text.split("\n") if line.strip()]
    tags = [row[1].strip() for row in rows if len(row) == 2]
    filled = [tag for tag in tags if tag]
    return (
        len(rows) > max(2, len(filled))
        and bool(tags)
        and all(len(row) < 3 and len(row[0].split()) == 1 for row in rows)
        and all(_TAG.fullmatch(tag) or _BARE.fullmatch(tag) for tag in filled)
        and (any(map(_TAG.fullmatch, filled)) or not filled)
        and "O" not in filled
    )


def _with_o(text: str, source: str, marks: Marks) -> TokenRows:
    """The rows with O where there is no tag; a type without B- or I- is a span of one token.

    Two of these side by side may be one span or two, which nobody can know.
    """
    rows: TokenRows = []
    before, was_bare, alone = "", False, False
    for line, written in enumerate(text.split("\n"), start=1):
        token, _, tag = (cell.strip() for cell in written.partition("\t"))
        bare = _BARE.fullmatch(tag) is not None
        kind = tag if bare else tag[2:]
        if kind and kind == before and (was_bare or bare) and not tag.startswith("B-"):
            raise DataError(
                f"{source}:{line}: the tag {tag!r} follows one of its type, and B- or I- is "
                f"missing, so they may be one span or two; write B-{kind} or I-{kind}, or export "
                "the project as Datasaur JSON"
            )
        rows.append((line, [token, f"B-{tag}" if bare else tag or "O"] if token else []))
        before, was_bare, alone = kind, bare, alone or bare
    marks.notes.append("tokens without a tag are outside of spans (O)")
    if alone:
        marks.notes.append("tags without B- or I- are spans of one token")
    return rows


def _column(rows: TokenRows, column: int, name: str | None, source: str, marks: Marks) -> None:
    layer = str(column + 1)
    tags = [(line, row[column] if row else None) for line, row in rows]
    other = [(line, tag) for line, tag in tags if not (tag in (None, "O") or _TAG.fullmatch(tag))]
    if other and not any(tag for _, tag in other) and any(tag == "O" for _, tag in tags):
        raise DataError(
            f"{source}:{other[0][0]}: no tag in column {layer}, where other tokens have O or a tag "
            f"of a span ({len(other)} cases); write O, or leave out the token"
        )
    if other:
        at = 0
        for line, tag in tags:
            if tag is not None:
                at += 1
                marks.label(name, None, layer, tag, f"{source}:{line}", item=str(at))
        return
    for begin, end, kind, line in spans(tags):
        marks.span(name, None, layer, kind, f"{source}:{line}", begin, end)


def spans(tags: list[tuple[int, str | None]]) -> Iterator[tuple[int, int, str, int]]:
    """Begin, end, type and line of the spans in IOB tags; None ends a sentence.

    A span begins at B, S and U, and at I, E, L where none of its type is open: so IOB1
    and IOB2 are read alike.

    >>> tags = ["I-A", "I-A", "B-A", "O", "S-B"]
    >>> [found[:3] for found in spans([(0, tag) for tag in tags])]
    [(0, 2, 'A'), (2, 3, 'A'), (4, 5, 'B')]
    """
    at, begin, opened, first = 0, 0, "", 0
    for line, tag in [*tags, (0, None)]:
        kind = "" if tag in (None, "O") else str(tag)[2:]
        starts = bool(kind) and (str(tag)[0] in "BSU" or kind != opened)
        if opened and (starts or not kind):
            yield begin, at, opened, first
            opened = ""
        if starts:
            begin, opened, first = at, kind, line
        if tag is not None:
            at += 1
            if kind and str(tag)[0] in "ESLU":
                yield begin, at, opened, first
                opened = ""
