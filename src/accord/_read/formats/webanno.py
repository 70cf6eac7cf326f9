r"""WebAnno TSV 3 (INCEpTION, WebAnno): one token a line, one column for each feature.

    #T_SP=webanno.custom.Span|value
    #Text=This is a test .
    1-1<tab>0-4<tab>This<tab>PERSON[1]
    1-2<tab>5-7<tab>is<tab>PERSON[1]

"_" is nothing, "*" no value, [n] tells annotations apart, | stacks them, \ escapes. Offsets
are UTF-16. Layers are called by the last part of their type; relations and chains are read,
slots are counted and left out. The file is the coder, the folder the document.
"""

import re
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, field

from accord._read.door.given import File
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord._read.formats.inception_project import seen_state
from accord._read.text.offsets import from_utf16
from accord.errors import DataError

_ROW = re.compile(r"(\d+-\d+(?:\.\d+)?)\t(\d{1,12})-(\d{1,12})\t([^\t]*)(?:\t(.*))?")
_LAYER = re.compile(r"#T_(SP|RL|CH)=([^|]*)(?:\|(.*))?")
_STACK = re.compile(r"(?<!\\)\|")
_ID = re.compile(r"(?<!\\)\[(\d+)\]$")
_TARGET = re.compile(r"(\d+-\d+(?:\.\d+)?)(?:\[(\d+)_(\d+)\])?")
_LINK = re.compile(r"(.*)->(\d{1,12})-(\d{1,12})")
_ESCAPE = re.compile(r"\\(->|.)", re.S)
_LETTERS = {"t": "\t", "n": "\n", "r": "\r"}

_WIDEST_GAP = 100_000  # UTF-16 units; a stranger's offset must not fill the memory with spaces
Extent = Callable[[str], tuple[int, int]]  # the place of a token, or a part of one, by its name


@dataclass(slots=True)
class _Layer:
    """A layer of the header: its kind (SP, RL, CH), name, columns and base layer."""

    kind: str
    name: str
    columns: list[str]
    base: str = ""
    first: int = 0
    slots: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Row:
    """One line: its id, its extent in UTF-16 units, its cells."""

    where: str
    name: str
    begin: int
    end: int
    token: str
    cells: list[str] = field(default_factory=list)


def read_webanno(file: File, options: Options) -> Marks:
    """Read a WebAnno TSV 3 file."""
    marks = Marks(file.name)
    lines = file.text(options.encoding)[0].split("\n")
    layers = _layers(lines)
    rows = list(_rows(lines, file.name, 3 + sum(len(layer.columns) for layer in layers)))
    text = marks.texts[None] = _text(rows)
    convert = from_utf16(text)
    marks.rows = len(rows)
    if not seen_state(file, marks, options):
        return marks
    known: dict[tuple[str, str], tuple[int, int]] = {}
    for layer in layers:
        if layer.kind == "SP":
            for key, edges, values, where in _spans(rows, layer):
                begin, end = (convert(edge, where) for edge in edges)
                known[layer.name, key] = (begin, end)
                _file(layer, values, where, begin, end, marks)
    named = {row.name: row for row in rows}

    def extent(name: str) -> tuple[int, int]:
        row = named[name]
        return convert(row.begin, row.where), convert(row.end, row.where)

    for name in named:
        if "." in name:  # tokens make the text and lie in it; parts of them may not
            extent(name)
    for layer in layers:
        if layer.kind == "RL":
            _relations(rows, layer, known, named.keys(), extent, marks)
        elif layer.kind == "CH":
            _chains(rows, layer, extent, marks)
    return marks


def _layers(lines: list[str]) -> list[_Layer]:
    layers, at = [], 0
    for line in lines:
        if not line.startswith("#T_"):
            continue
        header = _LAYER.fullmatch(line.rstrip("\r"))
        if header:
            columns = (header[3] or "").split("|")
            base = next((c.rpartition(".")[2] for c in columns if c.startswith("BT_")), "")
            name, slots = header[2].rpartition(".")[2], _slots(columns)
            layers.append(_Layer(header[1], name, columns, base, at, slots))
            at += len(columns)
    return layers


def _slots(columns: list[str]) -> frozenset[str]:
    """The columns of slots: the role, and behind it what fills it."""
    return frozenset(
        name
        for name in columns
        for at in [columns.index(name)]
        if name.startswith("ROLE_") or (at and columns[at - 1].startswith("ROLE_"))
    )


def _rows(lines: list[str], source: str, width: int) -> Iterator[_Row]:
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _ROW.fullmatch(line.rstrip("\r"))
        where = f"{source}:{number}"
        if not found:
            raise DataError(
                f"{where}: {line[:60]!r} is not a token; expected 1-1<tab>0-4<tab>token …"
            )
        cells = (found[5] or "").split("\t")
        if len(cells) < width - 3:
            raise DataError(f"{where}: {len(cells) + 3} columns, the header names {width}")
        yield _Row(where, found[1], int(found[2]), int(found[3]), _plain(found[4]), cells)


def _text(rows: list[_Row]) -> str:
    """The text, as far as tokens tell: white space of the right length between them."""
    parts, at = [], 0
    for row in rows:
        if "." in row.name:
            continue
        if row.begin < at or row.begin > at + _WIDEST_GAP:
            raise DataError(f"{row.where}: token {row.token!r} begins at {row.begin}, behind {at}")
        parts += [" " * (row.begin - at), row.token]
        token = row.token
        at = row.begin + (
            len(token) if token.isascii() else len(token.encode("utf-16-le", "surrogatepass")) // 2
        )
        if at != row.end:
            raise DataError(f"{row.where}: token {row.token!r} is not {row.begin}-{row.end} long")
    return "".join(parts)


def _plain(text: str) -> str:
    return _ESCAPE.sub(lambda m: _LETTERS.get(m[1], m[1]), text) if "\\" in text else text


def _values(cell: str) -> list[tuple[str | None, str]]:
    """The stacked values of a cell (None for no value) and their ids ("" for none)."""
    if cell in ("_", ""):
        return []
    values = []
    for part in _STACK.split(cell) if "|" in cell else (cell,):
        number = _ID.search(part) if part.endswith("]") else None
        value = part[: number.start()] if number else part
        values.append((None if value == "*" else _plain(value), number[1] if number else ""))
    return values


def _spans(
    rows: list[_Row], layer: _Layer
) -> Iterator[tuple[str, tuple[int, int], dict[str, str | None], str]]:
    """The spans of a layer: key, extent, values of the features, place."""
    extents: dict[str, tuple[int, int]] = {}
    values: dict[str, dict[str, str | None]] = {}
    where: dict[str, str] = {}
    columns = list(enumerate(layer.columns, start=layer.first))
    for row in rows:
        for at, name in columns:
            cell = row.cells[at]
            for value, number in _values(cell) if cell != "_" else ():
                key = number or row.name
                begin, end = extents.get(key, (row.begin, row.end))
                extents[key] = (min(begin, row.begin), max(end, row.end))
                values.setdefault(key, {})[name] = value
                where.setdefault(key, f"{row.where}[{key}]")
    for key, extent in extents.items():
        yield key, extent, values[key], where[key]


def _file(
    layer: _Layer, values: dict[str, str | None], where: str, begin: int, end: int, marks: Marks
) -> None:
    marks.span(None, None, layer.name, layer.name, where, begin, end)
    if end == begin:
        return
    for name, value in values.items():
        if name in layer.slots:
            marks.drop("slot", "of a span", int(name.startswith("ROLE_")))
        elif name and value is not None:
            marks.span(None, None, layer.name, value, where, begin, end, field=name)


def _relations(
    rows: list[_Row],
    layer: _Layer,
    known: dict[tuple[str, str], tuple[int, int]],
    names: Set[str],
    extent: Extent,
    marks: Marks,
) -> None:
    last = layer.first + len(layer.columns) - 1
    for row in rows:
        if row.cells[last] == "_":
            continue
        cells = [_STACK.split(c) for c in row.cells[layer.first : layer.first + len(layer.columns)]]
        for at, target in enumerate(cells[-1]):
            found = _TARGET.fullmatch(target)
            if not found or found[1] not in names:
                wrong = f"{row.where}: relation to {target!r}, which is not a token"
                marks.skip(DataError(wrong))
                continue
            ends = [
                known.get((layer.base, number or "")) or extent(name)
                for number, name in ((found[2], found[1]), (found[3], row.name))
            ]
            labels = [
                _plain(cell[at])
                for name, cell in zip(layer.columns, cells[:-1], strict=False)
                if name != "flavor" and at < len(cell) and cell[at] not in ("*", "_")
            ]
            label = " ".join(labels) or "related"
            marks.relation(None, None, label, row.where, ends[0], ends[1], layer=layer.name)


def _chains(rows: list[_Row], layer: _Layer, extent: Extent, marks: Marks) -> None:
    links: dict[tuple[str, str], tuple[int, int, str]] = {}
    for row in rows:
        cell = row.cells[layer.first]
        for part in _STACK.split(cell) if cell not in ("_", "") else ():
            found = _LINK.fullmatch(part)
            if not found:
                raise DataError(f"{row.where}: {part!r} is not a link of a chain; expected *->1-1")
            begin, end = extent(row.name)
            # On layers of chains the number is the chain's, not the annotation's.
            known = links.get((found[2], found[3]), (begin, end, row.where))
            links[found[2], found[3]] = (min(known[0], begin), max(known[1], end), known[2])
    for (chain, _), (begin, end, where) in links.items():
        marks.span(None, None, layer.name, None, where, begin, end, chain=int(chain))
