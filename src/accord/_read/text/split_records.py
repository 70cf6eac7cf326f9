"""Many flat records of JSON by columns: the native core numbers the values of each key.

What a parser of JSON reads, and nothing else: where a text has anything odd (records with other
keys, something nested, a key that stands twice, half a character), that parser reads it.
"""

import json
from typing import Any

import numpy as np

from accord._read.text.split_cells import UNUSUAL, WIDE, texts_at
from accord.model.names import IntArray
from accord.native import call, core, in_c

LARGE = 100_000
"""Letters from which on it pays to number the values."""

LONGEST = 100_000
"""Letters that a first record may have: a longer one is not flat."""


def split_records(text: str) -> tuple[dict[str, tuple[list[Any], IntArray]], list[int]] | None:
    """The different values of each key as they are met, and which of them each record has; the
    numbers of the records, which are those of their lines in JSON Lines. None where a parser must
    read."""
    if core() is None or len(text) < LARGE or "\\ud" in text or "\\uD" in text:
        return None
    keys = _keys(text)
    if keys is None or not 0 < len(keys) <= WIDE:
        return None
    try:
        raw, columns = text.encode(), len(keys)
        # There are no more records than braces, and each takes so many bytes: {"":0,"":0}.
        room = min(raw.count(b"{"), len(raw) // (5 * columns + 1))
        codes = np.empty((columns, room), np.int32)
        begin, size = np.empty((2, columns, room), np.int64)  # written to as far as needed
    except (UnicodeEncodeError, MemoryError):
        return None
    line, number = np.empty(room, np.int64), np.zeros(columns + 1, np.int64)
    in_lines = text.lstrip()[:1] == "{"
    whole = (raw, len(raw), int(in_lines), columns, room)
    into = (codes, begin, size, line, number)
    if room >= 2**31 or call("accord_split_records", *in_c(*whole, *into)) == UNUSUAL:
        return None
    rows, *distinct = number.tolist()
    values: dict[str, tuple[list[Any], IntArray]] = {}
    for c, (key, n) in enumerate(zip(keys, distinct, strict=True)):
        begins = begin[c, :n]
        written = texts_at(text, raw, begins, begins + size[c, :n])
        try:
            values[key] = json.loads(f"[{','.join(written)}]"), codes[c, :rows].copy()
        except ValueError:  # no number, no escape, or a figure that is too long: who parses says so
            return None
    lines: list[int] = line[:rows].tolist() if in_lines else [*range(1, rows + 1)]
    return values, lines


def _keys(text: str) -> list[str] | None:
    """The keys of the first record, which is flat and has none twice."""
    decoder = json.JSONDecoder(object_pairs_hook=list)
    try:
        pairs, _ = decoder.raw_decode(text[:LONGEST], text.index("{", 0, LONGEST))
    except (ValueError, RecursionError):
        return None
    keys = [key for key, _ in pairs]
    flat = not any(isinstance(value, list) for _, value in pairs)
    return keys if flat and len({*keys}) == len(keys) else None
