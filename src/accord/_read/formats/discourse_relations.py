"""DISRPT relations (.rels): a relation a line, its units by the numbers of their tokens.

    doc  unit1_toks  unit2_toks  …  dir  …  orig_label  label
    d1   47-55       56-65,70    …  1<2  …  …           expansion.conjunction

A relation is an item that at least one coder marked, from its first unit to its second, or the
other way round as `dir` says. The file is the coder. Tokens are counted from 0.
"""

import re

from accord._read.door.given import File, Head
from accord._read.door.marks import Marks
from accord._read.door.read_options import Options
from accord.errors import DataError

# Of some fifteen columns of DISRPT those that say what is related, and how.
_NEEDED = ("doc", "unit1_toks", "unit2_toks", "label")
_TOKENS = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?")


def sniff_disrpt_rels(head: Head) -> bool:
    """The columns of relations."""
    return set(_NEEDED) <= set(head.text.partition("\n")[0].rstrip("\r").split("\t"))


def read_disrpt_rels(file: File, options: Options) -> Marks:
    """Read discourse relations."""
    lines = file.text(options.encoding)[0].split("\n")
    names = lines[0].rstrip("\r").split("\t")
    at = {name: names.index(name) for name in (*_NEEDED, "dir") if name in names}
    gone = next((name for name in _NEEDED if name not in at), None)
    if gone is not None:
        raise DataError(f"{file.name}:1: no column {gone!r}; expected {', '.join(_NEEDED)}")
    marks = Marks(file.name)

    def read(numbered: tuple[int, str]) -> None:
        line, text = numbered
        if not text.strip():
            return
        where, cells = f"{file.name}:{line}", text.rstrip("\r").split("\t")
        marks.rows += 1
        if len(cells) != len(names):
            raise DataError(f"{where}: {len(cells)} columns, the header names {len(names)}")
        units = [_unit(cells[at[key]], where) for key in ("unit1_toks", "unit2_toks")]
        if "dir" in at and cells[at["dir"]] == "1<2":
            units.reverse()
        marks.relation(cells[at["doc"]], None, cells[at["label"]], where, units[0], units[1])

    marks.each(enumerate(lines[1:], start=2), read)
    return marks


def _unit(cell: str, where: str) -> tuple[float, float]:
    """From the first to the last token of a unit, which may have gaps."""
    parts = [_TOKENS.fullmatch(part.strip()) for part in cell.split(",")]
    edges = [(int(m[1]) - 1, int(m[2] or m[1])) for m in parts if m is not None]
    if len(edges) < len(parts) or any(b < 0 or e <= b for b, e in edges):
        raise DataError(f"{where}: tokens {cell[:40]!r}; expected 47-55 or 47-50,53")
    return min(b for b, _ in edges), max(e for _, e in edges)  # a gap is another unit, set in
